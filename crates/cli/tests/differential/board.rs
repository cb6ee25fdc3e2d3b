//! `wythoff board`: any window, in every format, read back cell by cell.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::LazyLock;

use oracle::{Game, Position, Random, fingerprint, signature};
use serde_json::Value;

use crate::Coverage;
use crate::program::{ENGINES, Reply, Work, check_name, formats, has_to_answer, random_engine, read_json, run, same};
use crate::readers::{self, Rgb};

/// The formats that can be read here.
pub(crate) const FORMATS: [&str; 8] = ["text", "csv", "json", "npy", "png", "svg", "stats", "bfile"];

/// What cells can show.
pub(crate) const VALUES: [&str; 4] = ["outcome", "palace", "deviation", "grundy"];

/// Those of the formats that the program offers.
static OFFERED: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let offered = formats("board");
    FORMATS.into_iter().filter(|format| offered.iter().any(|offered| offered == format)).collect()
});

/// A window that is asked for.
#[derive(Clone, Debug)]
pub(crate) struct BoardCase {
    pub(crate) game: Game,
    pub(crate) text: String,
    at: Position,
    width: usize,
    height: usize,
    values: &'static str,
    format: &'static str,
    scale: Option<usize>,
    legend: bool,
    /// Of a b-file.
    offset: Option<usize>,
    engine: Option<&'static str>,
    /// Written to a file that is named after the format.
    to_file: bool,
}

impl BoardCase {
    pub(crate) fn random(game: &Game, text: String, random: &mut Random) -> Self {
        // The naive states of an imitation game are many.
        let (far, large) = if game.imitation().is_some() { (12, 12) } else { (40, 24) };
        let side = |random: &mut Random| if random.chance(1, 60) { 0 } else { random.number(1, large) };
        let (width, height) = (side(random), side(random));
        let coordinate = |random: &mut Random| if random.chance(1, 2) { 0 } else { random.number(0, far) };
        let format = *random.pick(&OFFERED);
        let is_picture = matches!(format, "png" | "svg");
        // A picture's options with another format are refused.
        let with_options = is_picture || (format != "stats" && random.chance(1, 40));
        // Other windows have no b-file.
        let is_corner = format == "bfile" && random.chance(7, 8);
        let at = (coordinate(random), coordinate(random));
        let with_offset = if format == "bfile" { random.chance(1, 2) } else { random.chance(1, 40) };
        Self {
            game: game.clone(),
            text,
            at: if is_corner { (0, 0) } else { at },
            width,
            height: if is_corner || random.chance(1, 4) { width } else { height },
            offset: with_offset.then(|| random.number(0, 3)),
            values: *random.pick(&VALUES),
            format,
            scale: (with_options && random.chance(1, 2)).then(|| random.number(1, 9)),
            legend: with_options && random.chance(1, 2),
            engine: random_engine(game, random),
            to_file: !matches!(format, "stats" | "bfile") && random.chance(1, 8),
        }
    }

    fn arguments_to(&self, file: Option<&Path>) -> Vec<String> {
        let mut arguments = vec!["board".to_owned(), self.text.clone()];
        let mut option = |name: &str, value: String| arguments.extend([name.to_owned(), value]);
        let square = self.width == self.height;
        option("--size", if square { self.width.to_string() } else { format!("{}x{}", self.width, self.height) });
        option("--at", format!("{},{}", self.at.0, self.at.1));
        option("--values", self.values.to_owned());
        match file {
            Some(file) => option("--output", file.display().to_string()),
            None => option("--format", self.format.to_owned()),
        }
        if let Some(scale) = self.scale {
            option("--scale", scale.to_string());
        }
        if let Some(offset) = self.offset {
            option("--offset", offset.to_string());
        }
        if let Some(engine) = self.engine {
            option("--engine", engine.to_owned());
        }
        arguments.extend(self.legend.then(|| "--legend".to_owned()));
        arguments
    }

    pub(crate) fn arguments(&self) -> Vec<String> {
        let ending = if self.format == "text" { "txt" } else { self.format };
        let file = format!("board.{ending}");
        self.arguments_to(self.to_file.then_some(Path::new(&file)))
    }

    pub(crate) fn simpler(&self) -> Vec<Self> {
        let mut simpler = Vec::new();
        let plain = self.game.to_string();
        if self.text != plain {
            simpler.push(Self { text: plain, ..self.clone() });
        }
        if self.to_file {
            simpler.push(Self { to_file: false, ..self.clone() });
        }
        if self.engine.is_some() {
            simpler.push(Self { engine: None, ..self.clone() });
        }
        if self.scale.is_some() || self.legend {
            simpler.push(Self { scale: None, legend: false, ..self.clone() });
        }
        if self.offset.is_some() {
            simpler.push(Self { offset: None, ..self.clone() });
        }
        if self.format != "text" {
            simpler.push(Self { format: "text", ..self.clone() });
        }
        if self.values != "outcome" {
            simpler.push(Self { values: "outcome", ..self.clone() });
        }
        let less =
            |number: usize| [number / 2, number.saturating_sub(1)].into_iter().filter(move |less| *less < number);
        simpler.extend(less(self.width).map(|width| Self { width, ..self.clone() }));
        simpler.extend(less(self.height).map(|height| Self { height, ..self.clone() }));
        simpler.extend(less(self.at.0).map(|x| Self { at: (x, self.at.1), ..self.clone() }));
        simpler.extend(less(self.at.1).map(|y| Self { at: (self.at.0, y), ..self.clone() }));
        let games = self.game.simpler().into_iter();
        simpler.extend(games.map(|game| Self { text: game.to_string(), game, ..self.clone() }));
        simpler
    }

    /// Whether the question has no answer.
    fn has_to_be_refused(&self) -> bool {
        let is_picture = matches!(self.format, "png" | "svg");
        let has_values = match self.values {
            "outcome" => true,
            "palace" => self.game.is_static(),
            "grundy" => self.game.nim_values(0, 0).is_some(),
            _ => self.game.k().is_some(),
        };
        let is_bfile = self.format == "bfile";
        let has_no_bfile = self.at != (0, 0) || self.width != self.height || self.game.board(1, 1).p(0, 0).is_none();
        self.width == 0
            || self.height == 0
            || (!is_picture && (self.scale.is_some() || self.legend))
            || (!is_bfile && self.offset.is_some())
            || (is_bfile && has_no_bfile)
            || !has_values
    }

    pub(crate) fn check(&self, coverage: &mut Coverage) -> Result<(), String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let ending = if self.format == "text" { "txt" } else { self.format };
        let file = folder.path().join(format!("board.{ending}"));
        let reply = run(&self.arguments_to(self.to_file.then_some(&file)))?;
        let bytes = match reply {
            Reply::Refusal(_) if self.to_file && file.exists() => return Err("refused, but left a file".to_owned()),
            Reply::Refusal(_) if self.has_to_be_refused() => {
                coverage.count("board refused that has no answer".to_owned());
                return Ok(());
            }
            Reply::Refusal(_) if !has_to_answer(&self.game, self.engine, Work::Window) => {
                coverage.count(format!("board refused by {}", self.engine.unwrap_or("any engine")));
                return Ok(());
            }
            Reply::Refusal(message) => {
                // Numbers of an array have 32 bits.
                if self.format == "npy" && self.values == "deviation" && self.k() > i64::from(i32::MAX) {
                    return Ok(());
                }
                if self.values == "grundy"
                    && message.contains("gives no nim-values")
                    && self.engine != Some("reference")
                {
                    coverage.count(format!("no nim-values by {}", self.engine.unwrap_or("any engine")));
                    return Ok(());
                }
                // Some engines have outcomes and no numbers.
                if self.values != "outcome" && message.contains("gives outcomes, not palace numbers") {
                    coverage.count(format!("no palace numbers by {}", self.engine.unwrap_or("any engine")));
                    return Ok(());
                }
                return Err(format!("refused: {message}"));
            }
            Reply::Answer(_) if self.has_to_be_refused() => return Err("answered what has no answer".to_owned()),
            Reply::Answer(bytes) if self.to_file && !bytes.is_empty() => {
                return Err("wrote to a file and to standard output".to_owned());
            }
            Reply::Answer(_) if self.to_file => std::fs::read(&file).map_err(|error| format!("no file: {error}"))?,
            Reply::Answer(bytes) => bytes,
        };
        coverage.count(format!("board {} {}", self.format, self.values));
        coverage.count(format!("board by {}", self.engine.unwrap_or("any engine")));
        let board = self.game.board(self.at.0 + self.width, self.at.1 + self.height);
        let nim_values = match self.values {
            "grundy" => self.game.nim_values(self.at.0 + self.width, self.at.1 + self.height),
            _ => None,
        };
        let value = |x: usize, y: usize| -> Option<i64> {
            let palaces = |x, y| board.palaces(x, y).map(|palaces| i64::try_from(palaces).expect("a small board"));
            match self.values {
                "outcome" => board.p(x, y).map(i64::from),
                "palace" => palaces(x, y),
                "grundy" => nim_values.as_ref()?[y][x].map(|value| i64::try_from(value).expect("a small board")),
                _ => palaces(x, y).map(|palaces| palaces - self.k()),
            }
        };
        let window: Vec<Vec<Option<i64>>> = (self.at.1..self.at.1 + self.height)
            .map(|y| (self.at.0..self.at.0 + self.width).map(|x| value(x, y)).collect())
            .collect();
        match self.format {
            "text" if self.values == "outcome" => self.compare(&readers::read_outcomes(&bytes)?, &window),
            "text" => self.compare(&readers::read_numbers(&bytes, self.width)?, &window),
            "csv" => self.compare(&readers::read_csv(&bytes)?, &window),
            "json" => self.check_json(&bytes, &window),
            "npy" => self.compare(&readers::read_npy(&bytes, self.values == "outcome")?, &window),
            "png" => self.check_png(&bytes, &window),
            "svg" => self.check_svg(&bytes, &window),
            "bfile" => {
                let found = readers::read_bfile(&bytes, self.offset.unwrap_or(0))?;
                let right: Vec<i64> =
                    (0..self.width).flat_map(|sum| (0..=sum).map(move |x| value(x, sum - x))).flatten().collect();
                same("antidiagonals", &found, &right)
            }
            _ if self.values == "outcome" => self.check_stats(&bytes, &board),
            _ => self.check_counts(&bytes, &window),
        }
    }

    /// k of the deviations; the colours of games that have none are those of k = 1.
    fn k(&self) -> i64 {
        i64::try_from(self.game.k().unwrap_or(1)).expect("a small parameter")
    }

    fn compare<T: PartialEq + std::fmt::Debug>(&self, found: &[Vec<T>], right: &[Vec<T>]) -> Result<(), String> {
        let sides = |cells: &[Vec<T>]| (cells.iter().map(Vec::len).collect::<Vec<_>>(), cells.len());
        same("cells in each row, and rows", &sides(found), &sides(right))?;
        for (row, (found, right)) in found.iter().zip(right).enumerate() {
            if let Some(column) = (0..right.len()).find(|&column| found[column] != right[column]) {
                let (x, y) = (self.at.0 + column, self.at.1 + row);
                let (found, right) = (&found[column], &right[column]);
                return Err(format!("cell ({x},{y}): found {found:?}, but right is {right:?}"));
            }
        }
        Ok(())
    }

    /// As large as keeps the board within 600 pixels each way, from 1 to 24.
    fn pixels_per_cell(&self) -> usize {
        self.scale.unwrap_or_else(|| (600 / self.width.max(self.height)).clamp(1, 24))
    }

    /// The colours that the cells have to have.
    fn colours(&self, window: &[Vec<Option<i64>>]) -> Vec<Vec<Rgb>> {
        let zero = if self.values == "palace" { self.k() } else { 0 };
        let colour = |value: &Option<i64>| match (value, self.values) {
            (None, _) => REMOVED,
            (Some(0), "outcome") => N,
            (Some(_), "outcome") => P,
            (Some(value), "grundy") => nim_colour(*value),
            (Some(number), _) => {
                let index = usize::try_from((number - zero).clamp(-5, 8) + 5).expect("from 0 to 13");
                DEVIATIONS[index]
            }
        };
        window.iter().map(|row| row.iter().map(colour).collect()).collect()
    }

    fn check_json(&self, bytes: &[u8], window: &[Vec<Option<i64>>]) -> Result<(), String> {
        let document = read_json(bytes)?;
        check_name(&self.game, &self.text, document["game"].as_str().unwrap_or_default())?;
        same("at", &document["at"], &vec![self.at.0, self.at.1].into())?;
        same("width", &document["width"], &self.width.into())?;
        same("height", &document["height"], &self.height.into())?;
        same("values", &document["values"], &self.values.into())?;
        self.compare(&readers::read_json_rows(&document["rows"])?, window)
    }

    fn check_png(&self, bytes: &[u8], window: &[Vec<Option<i64>>]) -> Result<(), String> {
        let pixels = readers::read_png(bytes)?;
        let scale = self.pixels_per_cell();
        let (width, height) = (self.width * scale, self.height * scale);
        let across = pixels.first().map_or(0, Vec::len);
        let fits = if self.legend {
            across >= width && pixels.len() > height
        } else {
            (across, pixels.len()) == (width, height)
        };
        if !fits {
            return Err(format!("{across}×{} pixels for a board of {width}×{height}", pixels.len()));
        }
        let (board, strip) = pixels.split_at(height);
        let colours = self.colours(window);
        let cells: Vec<Vec<Rgb>> =
            board.iter().step_by(scale).map(|line| line[..width].iter().copied().step_by(scale).collect()).collect();
        self.compare(&cells, &colours)?;
        for (y, line) in board.iter().enumerate() {
            let is_right = |x: usize| line[x] == if x < width { cells[y / scale][x / scale] } else { PAPER };
            if let Some(x) = (0..across).find(|&x| !is_right(x)) {
                return Err(format!("pixel ({x},{y}) has the colour {:?}", line[x]));
            }
        }
        let legend_has = |colour: &Rgb| strip.iter().flatten().any(|other| other == colour);
        // The scale of large nim-values is shown at some points.
        let in_legend = |colour: &&Rgb| self.values != "grundy" || (0..8).any(|value| nim_colour(value) == **colour);
        match colours.iter().flatten().filter(in_legend).find(|colour| self.legend && !legend_has(colour)) {
            Some(colour) => Err(format!("the legend lacks the colour {colour:?}")),
            None => Ok(()),
        }
    }

    fn check_svg(&self, bytes: &[u8], window: &[Vec<Option<i64>>]) -> Result<(), String> {
        let drawing = readers::read_svg(bytes, self.width, self.height)?;
        same("pixels per cell", &drawing.scale, &self.pixels_per_cell())?;
        self.compare(&drawing.cells, &self.colours(window))?;
        let sides = [self.width, self.height].map(|side| side * drawing.scale);
        let fits = if self.legend {
            drawing.sides[0] >= sides[0] && drawing.sides[1] > sides[1]
        } else {
            drawing.sides == sides
        };
        if !fits || drawing.legend.is_empty() == self.legend {
            return Err(format!("sides {:?} for a board of {sides:?}, legend {:?}", drawing.sides, drawing.legend));
        }
        // What the legend says of a cell's colour is true of its value.
        let legend: HashMap<Rgb, &str> =
            drawing.legend.iter().map(|(colour, label)| (*colour, label.as_str())).collect();
        for (value, colour) in window.iter().flatten().zip(drawing.cells.iter().flatten()).filter(|_| self.legend) {
            if self.values == "grundy" && value.is_some_and(|value| value > 8) {
                continue;
            }
            let label = legend.get(colour).ok_or_else(|| format!("the legend lacks the colour {colour:?}"))?;
            let number = |text: &str| text.parse::<i64>().ok();
            let is_true = match (value, self.values) {
                (None, _) => *label == "removed",
                (Some(p), "outcome") => *label == if *p == 1 { "P" } else { "N" },
                (Some(value), _) => match (label.strip_prefix('≤'), label.strip_prefix('≥')) {
                    (Some(most), _) => number(most).is_some_and(|most| *value <= most),
                    (_, Some(least)) => number(least).is_some_and(|least| *value >= least),
                    _ => number(label) == Some(*value),
                },
            };
            if !is_true {
                return Err(format!("the legend calls {colour:?} {label}, which {value:?} is not"));
            }
        }
        Ok(())
    }

    /// How often each value stands in the window.
    fn check_counts(&self, bytes: &[u8], window: &[Vec<Option<i64>>]) -> Result<(), String> {
        let stats = read_json(bytes)?;
        check_name(&self.game, &self.text, stats["game"].as_str().unwrap_or_default())?;
        same("values", &stats["values"], &self.values.into())?;
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        for value in window.iter().flatten().flatten() {
            *counts.entry(*value).or_default() += 1;
        }
        same("cells", &stats["cells"], &counts.values().sum::<u64>().into())?;
        same("counts", &stats["counts"], &serde_json::json!(counts.into_iter().collect::<Vec<_>>()))
    }

    fn check_stats(&self, bytes: &[u8], board: &oracle::Board) -> Result<(), String> {
        let stats = read_json(bytes)?;
        check_name(&self.game, &self.text, stats["game"].as_str().unwrap_or_default())?;
        let columns = self.at.0..self.at.0 + self.width;
        let cells: Vec<Position> =
            (self.at.1..self.at.1 + self.height).flat_map(|y| columns.clone().map(move |x| (x, y))).collect();
        let p: Vec<Position> = cells.iter().copied().filter(|&(x, y)| board.p(x, y) == Some(true)).collect();
        same("p_count", &stats["p_count"], &p.len().into())?;
        same("signature", &stats["signature"], &signature(p.iter().copied()).into())?;
        let p = p.iter().map(|&(x, y)| (x as u64, y as u64));
        same("fingerprint", &stats["fingerprint"], &fingerprint(p).into())?;
        // Outside the hood: where not all options can be blocked.
        let found = [&stats["min_deviation"], &stats["max_deviation"]];
        // These engines count P-positions without looking at palace numbers; in misère play there is no k.
        let has_palaces = !matches!(self.engine, Some("sparse" | "closed")) && !self.game.is_misere();
        let is_blocking = has_palaces && matches!(&self.game.name, oracle::Name::Family("blocking", _));
        if is_blocking || found.iter().any(|number| !number.is_null()) {
            let k = self.k();
            let number = |number: Option<usize>| number.and_then(|number| i64::try_from(number).ok());
            let outside =
                cells.iter().filter(|(x, y)| number(board.options(*x, *y)).is_some_and(|options| options >= k));
            let deviations: Vec<i64> =
                outside.filter_map(|(x, y)| number(board.palaces(*x, *y))).map(|palaces| palaces - k).collect();
            let right = [deviations.iter().min(), deviations.iter().max()];
            same("deviations", &found.map(Value::as_i64), &right.map(Option::<&i64>::copied))?;
        }
        let engine = stats["engine"].as_str().unwrap_or_default();
        if !ENGINES.contains(&engine) || self.engine.is_some_and(|forced| forced != engine) {
            return Err(format!("engine: found {}", stats["engine"]));
        }
        Ok(())
    }
}

const N: Rgb = [0xf3, 0xee, 0xdf];
const P: Rgb = [0x14, 0x1c, 0x3a];
const REMOVED: Rgb = [0x9a, 0x9a, 0x9a];
const PAPER: Rgb = [0xff, 0xff, 0xff];

/// The colour of a nim-value: its own up to 7, then eighths of the way from a number to its double, between the colours
/// of 8, 64, 512, 4096 and 65536.
fn nim_colour(value: i64) -> Rgb {
    const OWN: [Rgb; 8] = [
        [0x00, 0x00, 0x00],
        [0x9b, 0x00, 0x24],
        [0xe3, 0x1a, 0x1c],
        [0xfd, 0x7e, 0x14],
        [0xff, 0xb0, 0x00],
        [0xff, 0xe6, 0x00],
        [0xd6, 0x3a, 0xa8],
        [0xf7, 0x9c, 0xcf],
    ];
    const SCALE: [(i64, Rgb); 5] = [
        (8, [0xf8, 0xf9, 0xd0]),
        (64, [0xb6, 0xe0, 0xb4]),
        (512, [0x49, 0xb6, 0xc2]),
        (4096, [0x22, 0x5e, 0xa8]),
        (65536, [0x08, 0x1d, 0x58]),
    ];
    if let Some(own) = usize::try_from(value).ok().and_then(|value| OWN.get(value)) {
        return *own;
    }
    // Eighths of a doubling from 8 on: 8, 9, …, 15, 16, 18, …, 30, 32, 36, ….
    let eighths = |value: i64| {
        let (mut value, mut doublings) = (value, 0);
        while value >= 16 {
            (value, doublings) = (value / 2, doublings + 1);
        }
        8 * doublings + value - 8
    };
    for pair in SCALE.windows(2) {
        let [(from, first), (to, last)] = [pair[0], pair[1]];
        if value < to {
            let (step, steps) = (eighths(value) - eighths(from), eighths(to) - eighths(from));
            return std::array::from_fn(|channel| {
                let [first, last] = [first[channel], last[channel]].map(i64::from);
                u8::try_from((first * (steps - step) + last * step) / steps).expect("a mean of bytes")
            });
        }
    }
    SCALE[4].1
}

/// The colours of the deviations −5 (and less) to 8 (and more), as CLN15 Fig. 1 names them for k = 5.
const DEVIATIONS: [Rgb; 14] = [
    [0x5c, 0x2b, 0x0a],
    [0x5f, 0x63, 0x0c],
    [0x8e, 0x8b, 0x1e],
    [0xc0, 0xb8, 0x50],
    [0xff, 0xe6, 0x2e],
    [0x00, 0x00, 0x00],
    [0x1d, 0x4e, 0xd8],
    [0x56, 0x1c, 0x9e],
    [0x8e, 0x3a, 0xdf],
    [0xbb, 0x6c, 0xf2],
    [0xd4, 0x2a, 0xb4],
    [0xec, 0x5f, 0x9c],
    [0xf6, 0x94, 0xb0],
    [0xfc, 0xcf, 0xd8],
];
