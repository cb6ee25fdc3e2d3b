//! `wythoff table`: whole prefixes of the list of P-positions, in every format.

use oracle::{Game, Name, Piece, Position, Random, Twist, fingerprint, signature};
use serde_json::Value;

use crate::Coverage;
use crate::program::{ENGINES, Reply, Work, check_name, has_to_answer, random_engine, read_json, run, run_begun, same};
use crate::readers;

/// The formats that can be read here; a b-file for each column.
pub(crate) const FORMATS: [&str; 8] = ["csv", "text", "json", "latex", "stats", "bfile a", "bfile b", "bfile delta"];

/// A table that is asked for.
#[derive(Clone, Debug)]
pub(crate) struct TableCase {
    pub(crate) game: Game,
    pub(crate) text: String,
    extent: Extent,
    engine: Option<&'static str>,
    format: &'static str,
    /// Of a b-file.
    offset: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    Count(usize),
    MaxX(usize),
}

/// How many rows a table has when no number is given.
const DEFAULT_COUNT: usize = 20;

/// The tallest and the widest board that is computed here for a table; rows further out are not compared.
const TALLEST: usize = 600;
const WIDEST: usize = 200;

/// The most cells of such a board, and of one where every cell is the start of games with a history.
const MOST_CELLS: usize = 40_000;
const MOST_STARTS: usize = 1_500;

impl TableCase {
    pub(crate) fn random(game: &Game, text: String, random: &mut Random) -> Self {
        let large = if game.imitation().is_some() { 8 } else { 40 };
        let extent = match random.number(0, 9) {
            0 => Extent::Count(DEFAULT_COUNT.min(large)),
            1..5 => Extent::Count(random.number(0, 6)),
            5..8 => Extent::Count(random.number(7, large)),
            _ if has_endless_columns(game) => Extent::Count(large),
            _ => Extent::MaxX(random.number(0, large / 3)),
        };
        let engine = random_engine(game, random);
        let format = *random.pick(&FORMATS);
        let offset = (format.starts_with("bfile") && random.chance(1, 2)).then(|| random.number(0, 3));
        Self { game: game.clone(), text, extent, engine, format, offset }
    }

    /// The arguments for the table in its format.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let mut arguments = vec!["table".to_owned(), self.text.clone()];
        match self.extent {
            Extent::Count(DEFAULT_COUNT) => {}
            Extent::Count(count) => arguments.extend(["--count".to_owned(), count.to_string()]),
            Extent::MaxX(max_x) => arguments.extend(["--max-x".to_owned(), max_x.to_string()]),
        }
        let (format, column) = self.format.split_once(' ').unwrap_or((self.format, ""));
        arguments.extend(["--format".to_owned(), format.to_owned()]);
        if !column.is_empty() {
            arguments.extend(["--column".to_owned(), column.to_owned()]);
        }
        arguments.extend(self.offset.iter().flat_map(|offset| ["--offset".to_owned(), offset.to_string()]));
        arguments.extend(self.engine.iter().flat_map(|engine| ["--engine".to_owned(), (*engine).to_owned()]));
        arguments
    }

    fn read_bfile(&self, bytes: &[u8]) -> Result<Vec<usize>, String> {
        let numbers = readers::read_bfile(bytes, self.offset.unwrap_or(0))?;
        numbers.into_iter().map(|number| usize::try_from(number).map_err(|_| format!("{number} is no heap"))).collect()
    }

    pub(crate) fn simpler(&self) -> Vec<Self> {
        let mut simpler = Vec::new();
        if self.offset.is_some() {
            simpler.push(Self { offset: None, ..self.clone() });
        }
        let plain = self.game.to_string();
        if self.text != plain {
            simpler.push(Self { text: plain, ..self.clone() });
        }
        if self.engine.is_some() {
            simpler.push(Self { engine: None, ..self.clone() });
        }
        if self.format != "text" {
            simpler.push(Self { format: "text", offset: None, ..self.clone() });
        }
        let less =
            |number: usize| [number / 2, number.saturating_sub(1)].into_iter().filter(move |less| *less < number);
        match self.extent {
            Extent::Count(count) => {
                simpler.extend(less(count).map(|count| Self { extent: Extent::Count(count), ..self.clone() }));
            }
            Extent::MaxX(max_x) => {
                simpler.extend(less(max_x).map(|max_x| Self { extent: Extent::MaxX(max_x), ..self.clone() }));
            }
        }
        let games = self.game.simpler().into_iter();
        simpler.extend(games.map(|game| Self { text: game.to_string(), game, ..self.clone() }));
        simpler
    }

    pub(crate) fn check(&self, coverage: &mut Coverage) -> Result<(), String> {
        let symmetric = self.game.is_symmetric();
        let (reply, begun) = run_begun(&self.arguments())?;
        if self.format == "bfile delta" && !symmetric {
            return match reply {
                Reply::Refusal(_) => Ok(()),
                Reply::Answer(_) => Err("a delta of a game that is not symmetric".to_owned()),
            };
        }
        let bytes = match reply {
            Reply::Answer(bytes) => bytes,
            Reply::Refusal(message) => return self.check_refusal(&message, &begun, coverage),
        };
        coverage.count(format!("table {}", self.format));
        coverage.count(format!("table by {}", self.engine.unwrap_or("any engine")));
        // The format that shows every number of a row; what it lists is compared with the rules.
        let rows = if self.format == "csv" {
            read_csv(&bytes, symmetric)?
        } else {
            match run(&Self { format: "csv", offset: None, ..self.clone() }.arguments())? {
                Reply::Answer(bytes) => read_csv(&bytes, symmetric)?,
                Reply::Refusal(message) => return Err(format!("answered, but refused as csv: {message}")),
            }
        };
        self.check_rows(&rows)?;
        match self.format {
            "csv" => self.check_later_start(&rows, coverage),
            "stats" => self.check_stats(&bytes, &rows),
            "bfile a" => same("column", &self.read_bfile(&bytes)?, &column(&rows, 1)),
            "bfile b" => same("column", &self.read_bfile(&bytes)?, &column(&rows, 2)),
            "bfile delta" => same("column", &self.read_bfile(&bytes)?, &column(&rows, 3)),
            "text" => same("rows", &read_text(&bytes, symmetric)?, &rows),
            "json" => {
                let (name, read) = read_json_rows(&bytes, symmetric)?;
                check_name(&self.game, &self.text, &name)?;
                same("rows", &read, &rows)
            }
            _ => {
                let (name, read) = read_latex(&bytes, symmetric)?;
                check_name(&self.game, &self.text, &name)?;
                same("rows", &read, &rows)
            }
        }
    }

    /// A table that begins in the middle has the rows from there on.
    fn check_later_start(&self, rows: &[Vec<usize>], coverage: &mut Coverage) -> Result<(), String> {
        let Extent::Count(count) = self.extent else { return Ok(()) };
        let first = count / 2;
        let mut arguments = Self { extent: Extent::Count(count - first), ..self.clone() }.arguments();
        arguments.extend(["--from".to_owned(), first.to_string()]);
        match run(&arguments)? {
            Reply::Answer(bytes) => {
                coverage.count("table from a later row".to_owned());
                same("rows", &read_csv(&bytes, self.game.is_symmetric())?, &rows[first..].to_vec())
            }
            Reply::Refusal(message) => Err(format!("answered, but refused from row {first} on: {message}")),
        }
    }

    /// What may be refused: an engine that is not for tables; a column without an end that is asked for whole; one
    /// whose end was not found within the limit for a table; misère play without a rook, where nothing says how far a
    /// column goes; a game without a P-position; a line of more P-positions than can be kept.
    fn check_refusal(&self, message: &str, begun: &[u8], coverage: &mut Coverage) -> Result<(), String> {
        if begun.is_empty() && !has_to_answer(&self.game, self.engine, Work::Columns) {
            coverage.count(format!("table refused by {}", self.engine.unwrap_or("any engine")));
            return Ok(());
        }
        let refused = || format!("refused: {message}");
        if begun.is_empty() && message.starts_with("error: nothing says where the columns of this game end") {
            coverage.count("table refused without a rook".to_owned());
            let has_no_rook = self.game.rules().is_some_and(|rules| !rules.moves.contains(&Piece::rook()));
            return if self.game.is_misere() && has_no_rook { Ok(()) } else { Err(refused()) };
        }
        if begun.is_empty() && message.starts_with("error: no position of this game is P") {
            coverage.count("table refused without a P-position".to_owned());
            let board = self.game.board(WIDEST, WIDEST);
            let mut cells = (0..WIDEST).flat_map(|x| (0..WIDEST).map(move |y| (x, y)));
            return if cells.any(|(x, y)| board.p(x, y) == Some(true)) { Err(refused()) } else { Ok(()) };
        }
        if begun.is_empty() && message.starts_with("error: a line holds ") {
            coverage.count("table refused for a long line".to_owned());
            return if self.has_huge_number() { Ok(()) } else { Err(refused()) };
        }
        let rest = message.strip_prefix("error: column ").ok_or_else(refused)?;
        let (column, rest) = rest.split_once(' ').ok_or_else(refused)?;
        let column: usize = column.parse().map_err(|_| refused())?;
        let board = self.game.board(column + 1, TALLEST);
        let has_p_far_down = (TALLEST / 2..TALLEST).any(|y| board.p(column, y) == Some(true));
        // Games with large numbers have their P-positions further down than is looked at here.
        let mut numbers = self.text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
        let is_far = numbers.any(|number: usize| number > TALLEST / 6);
        let asked_whole = matches!(self.extent, Extent::MaxX(max_x) if column <= max_x);
        let is_right = if rest.starts_with("has infinitely many P-positions") {
            asked_whole && (has_p_far_down || is_far)
        } else {
            // All N: that it stays so can't be seen from a column alone in every game.
            rest.starts_with("is still open at y = ")
                && (asked_whole && has_p_far_down || is_far || may_stay_open(&self.game))
        };
        coverage.count("table refused for a column without an end".to_owned());
        if !is_right || (column == 0 && !begun.is_empty()) {
            return Err(refused());
        }
        self.check_begun(column)
    }

    /// Whether a number of its rules is larger than the lines that are listed.
    fn has_huge_number(&self) -> bool {
        let mut numbers = self.text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok());
        numbers.any(|number: usize| number > 1 << 20)
    }

    /// A table is written as it is found: the columns before one that stays open are on standard output, and right.
    fn check_begun(&self, column: usize) -> Result<(), String> {
        let Some(max_x) = column.checked_sub(1) else { return Ok(()) };
        let (_, begun) = run_begun(&Self { format: "csv", offset: None, ..self.clone() }.arguments())?;
        if begun.is_empty() {
            return Ok(());
        }
        let rows = read_csv(&begun, self.game.is_symmetric())?;
        let before = Self { extent: Extent::MaxX(max_x), ..self.clone() };
        before.check_rows(&rows).map_err(|error| format!("before column {column}, {error}"))
    }

    /// Every row is a P-position, none is missing, their order is right, and they are as many as were asked for.
    fn check_rows(&self, rows: &[Vec<usize>]) -> Result<(), String> {
        for (n, row) in rows.iter().enumerate() {
            same(&format!("the number of row {n}"), &row[0], &n)?;
            if row.len() == 4 {
                same(&format!("the delta of row {n}"), &Some(row[3]), &row[2].checked_sub(row[1]))?;
            }
        }
        let found: Vec<Position> = rows.iter().map(|row| (row[1], row[2])).collect();
        // What comes after the last row, or after the last column, was not asked for.
        let (last_column, end) = match self.extent {
            Extent::Count(count) => {
                same("the number of rows", &found.len(), &count)?;
                (found.last().map(|(x, _)| *x), found.last().copied())
            }
            Extent::MaxX(max_x) => (Some(max_x), Some((max_x, usize::MAX))),
        };
        let (Some(last_column), Some(end)) = (last_column, end) else { return Ok(()) };
        let width = (last_column + 1).min(WIDEST);
        let lowest = found.iter().map(|(_, y)| y + 1).max().unwrap_or(0);
        let cells = if self.game.imitation().is_some() { MOST_STARTS } else { MOST_CELLS };
        let height = (lowest + 40).clamp(100, TALLEST).min(cells / width);
        let board = self.game.board(width, height);
        let first = |x: usize| if self.game.is_symmetric() { x } else { 0 };
        let cells = (0..width).flat_map(|x| (first(x)..height).map(move |y| (x, y)));
        let right: Vec<Position> = cells.filter(|at| *at <= end && board.p(at.0, at.1) == Some(true)).collect();
        let seen: Vec<Position> = found.into_iter().filter(|(x, y)| *x < width && *y < height).collect();
        let differs = (0..right.len().max(seen.len())).find(|&row| right.get(row) != seen.get(row));
        match differs {
            Some(row) => {
                // A row that is no P-position, or one that is missing.
                let (found, wanted) = (seen.get(row), right.get(row));
                match found.filter(|at| board.p(at.0, at.1) != Some(true)) {
                    Some(at) => Err(format!("row {row} is {at:?}, which is not P")),
                    None => Err(format!("row {row} is {found:?} instead of {wanted:?}")),
                }
            }
            None => Ok(()),
        }
    }

    fn check_stats(&self, bytes: &[u8], rows: &[Vec<usize>]) -> Result<(), String> {
        let stats = read_json(bytes)?;
        check_name(&self.game, &self.text, stats["game"].as_str().unwrap_or_default())?;
        same("p_count", &stats["p_count"], &rows.len().into())?;
        same("signature", &stats["signature"], &signature(rows.iter().map(|row| (row[1], row[2]))).into())?;
        let positions = rows.iter().map(|row| (row[1] as u64, row[2] as u64));
        same("fingerprint", &stats["fingerprint"], &fingerprint(positions).into())?;
        let engine = stats["engine"].as_str().unwrap_or_default();
        if !ENGINES.contains(&engine) || self.engine.is_some_and(|forced| forced != engine) {
            return Err(format!("engine: found {}", stats["engine"]));
        }
        if stats["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0) {
            Ok(())
        } else {
            Err(format!("seconds: found {}", stats["seconds"]))
        }
    }
}

/// Whether the first P-positions are so near that a table finds them. Where a rook may not move freely, a proposal of
/// thousands of options needs thousands of columns before it: the program looks for them, for up to an hour.
pub(crate) fn is_near(game: &Game) -> bool {
    let is_large = |twist: &Twist| matches!(twist, Twist::Comply { count, .. } if *count > 1000);
    game.name != Name::Custom || !game.rules().is_some_and(|rules| is_large(&rules.twist))
}

/// Whether whole columns are too long to be read: each holds as many P-positions as may be blocked.
fn has_endless_columns(game: &Game) -> bool {
    game.rules().is_some_and(|rules| matches!(rules.twist, Twist::Block { budget, .. } if budget > 100_000))
}

/// Whether a column of the game may hold N-positions only, or go on in a way that no paper describes.
fn may_stay_open(game: &Game) -> bool {
    let comply = game.rules().is_some_and(|rules| matches!(rules.twist, Twist::Comply { .. }));
    comply || game.name == Name::Custom
}

fn column(rows: &[Vec<usize>], index: usize) -> Vec<usize> {
    rows.iter().map(|row| row[index]).collect()
}

fn columns(symmetric: bool) -> &'static [&'static str] {
    if symmetric { &["n", "a", "b", "delta"] } else { &["n", "x", "y"] }
}

/// Whole lines, each ended by a line feed.
fn lines(bytes: &[u8]) -> Result<Vec<&str>, String> {
    let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
    let body = match text.strip_suffix('\n') {
        Some(body) => body,
        None if text.is_empty() => return Ok(Vec::new()),
        None => return Err("the last line has no end".to_owned()),
    };
    if body.contains('\r') { Err("a carriage return".to_owned()) } else { Ok(body.split('\n').collect()) }
}

fn numbers<'t>(fields: impl Iterator<Item = &'t str>, line: &str) -> Result<Vec<usize>, String> {
    fields.map(|field| field.parse().map_err(|_| format!("`{field}` in the line `{line}` is not a number"))).collect()
}

fn read_csv(bytes: &[u8], symmetric: bool) -> Result<Vec<Vec<usize>>, String> {
    let lines = lines(bytes)?;
    let (head, rows) = lines.split_first().ok_or("no header")?;
    same("header", &head.split(',').collect::<Vec<_>>().as_slice(), &columns(symmetric))?;
    let rows: Vec<Vec<usize>> =
        rows.iter().map(|line| numbers(line.split(','), line)).collect::<Result<_, String>>()?;
    all_have(columns(symmetric).len(), rows)
}

fn all_have(fields: usize, rows: Vec<Vec<usize>>) -> Result<Vec<Vec<usize>>, String> {
    match rows.iter().find(|row| row.len() != fields) {
        Some(row) => Err(format!("a row with {} fields instead of {fields}: {row:?}", row.len())),
        None => Ok(rows),
    }
}

/// Right-aligned columns.
fn read_text(bytes: &[u8], symmetric: bool) -> Result<Vec<Vec<usize>>, String> {
    let lines = lines(bytes)?;
    let (head, rows) = lines.split_first().ok_or("no header")?;
    let names = if symmetric { vec!["n", "a", "b", "b-a"] } else { vec!["n", "x", "y"] };
    same("header", &head.split_whitespace().collect::<Vec<_>>(), &names)?;
    if let Some(line) = rows.iter().find(|line| line.len() != head.len()) {
        return Err(format!("the line `{line}` is not aligned with the header"));
    }
    let rows = rows.iter().map(|line| numbers(line.split_whitespace(), line)).collect::<Result<_, String>>()?;
    all_have(names.len(), rows)
}

fn read_json_rows(bytes: &[u8], symmetric: bool) -> Result<(String, Vec<Vec<usize>>), String> {
    let table = read_json(bytes)?;
    same("columns", &table["columns"], &columns(symmetric).into())?;
    let number = |value: &Value| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let row = |row: &Value| row.as_array()?.iter().map(number).collect::<Option<Vec<usize>>>();
    let rows = table["rows"].as_array().and_then(|rows| rows.iter().map(row).collect()).ok_or("no rows")?;
    Ok((table["game"].as_str().unwrap_or_default().to_owned(), all_have(columns(symmetric).len(), rows)?))
}

fn read_latex(bytes: &[u8], symmetric: bool) -> Result<(String, Vec<Vec<usize>>), String> {
    let lines = lines(bytes)?;
    let [name, begin, head, rule, rows @ .., end] = lines.as_slice() else {
        return Err("a LaTeX table has at least five lines".to_owned());
    };
    let cells = |line: &str| -> Option<Vec<String>> {
        Some(line.strip_suffix(r" \\")?.split(" & ").map(str::to_owned).collect())
    };
    let (form, names) = if symmetric {
        (r"\begin{tabular}{rrrr}", vec!["$n$", "$a_n$", "$b_n$", "$b_n - a_n$"])
    } else {
        (r"\begin{tabular}{rrr}", vec!["$n$", "$x$", "$y$"])
    };
    same("environment", &[*begin, *rule, *end], &[form, r"\hline", r"\end{tabular}"])?;
    same("header", &cells(head), &Some(names.iter().map(|name| (*name).to_owned()).collect()))?;
    let row = |line: &&str| {
        let cells = cells(line).ok_or_else(|| format!(r"the line `{line}` does not end in \\"))?;
        numbers(cells.iter().map(String::as_str), line)
    };
    let rows = rows.iter().map(row).collect::<Result<_, String>>()?;
    let name = name.strip_prefix("% ").ok_or("no comment with the game's name")?;
    Ok((name.to_owned(), all_have(names.len(), rows)?))
}
