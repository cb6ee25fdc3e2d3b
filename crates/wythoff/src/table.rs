//! Tables of P-positions, as the papers print them: n, a_n, b_n, b_n − a_n.
//!
//! The rows of a symmetric game are its upper P-positions (a ≤ b) ordered by (a, b); those of another game are all its
//! P-positions (x, y), ordered by (x, y). Whole columns are solved, so no P-position is missed however large b is.

use std::io::{self, Write};
use std::str::FromStr;

use crate::engine::closed::{self, TableRows};
use crate::engine::grundy;
use crate::engine::report;
use crate::engine::sparse::Sparse;
use crate::game::{Game, Twist};
use crate::names::UnknownName;
use crate::position::{JsonInteger, Position, Tokens};
use crate::solve::{COLUMN_LIMIT, Columns, Engine, Plan, Request, Rest, SolveError};
use crate::watch::Watch;

/// How much of a table is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every row, without end.
    All,
    /// The first rows.
    Count(u64),
    /// Every row with a ≤ this.
    MaxX(u64),
}

/// A row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<T = u64> {
    /// The row's number, from 0.
    pub n: T,
    /// The P-position (a_n, b_n).
    pub at: Position<T>,
}

impl Game {
    /// The P-positions, column by column, each column from the top: of a symmetric game the upper ones (x ≤ y), of
    /// another game all.
    ///
    /// ```
    /// use wythoff::{Game, Position};
    /// let game: Game = "W^5".parse()?;
    /// let first: Vec<Position> = game.p_positions().take(7).collect::<Result<_, _>>()?;
    /// assert_eq!(first, [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (1, 1), (1, 2)].map(Position::from));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn p_positions(&self) -> PPositions<'_> {
        self.p_positions_from(0)
    }

    /// The same from row `first` on, counted from 0. Where a formula is known it takes no longer than from 0, and heaps
    /// may be of any size.
    ///
    /// ```
    /// use wythoff::Game;
    /// use wythoff::exact::UBig;
    /// let game: Game = "wythoff:m=2".parse()?;
    /// let row = UBig::from(10_u8).pow(100);
    /// let at = game.p_positions_from(row.clone()).next().expect("there is no last one")?;
    /// assert_eq!(at.y - at.x, row * 2_u8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn p_positions_from<T: Tokens>(&self, first: T) -> PPositions<'_, T> {
        PPositions {
            game: self,
            first,
            extent: Extent::All,
            value: None,
            engine: None,
            watch: &(),
            source: None,
            at_hand: Vec::new(),
            used: 0,
            count: 0,
            end: None,
        }
    }
}

/// The P-positions of a game, in the order of a table and in bounded memory: see [`Game::p_positions`].
///
/// After an error there are no more.
#[must_use = "an iterator does nothing until it is asked"]
pub struct PPositions<'a, T: Tokens = u64> {
    game: &'a Game,
    first: T,
    extent: Extent,
    /// The nim-value of the positions, if it was asked for.
    value: Option<u32>,
    engine: Option<Engine>,
    watch: &'a dyn Watch,
    /// Where they come from, once the first was asked for.
    source: Option<Box<dyn TableRows<T> + Send>>,
    /// Those that were found, how many of them were handed out, and how many were found in all.
    at_hand: Vec<Position<T>>,
    used: usize,
    count: u64,
    /// What follows those at hand, if nothing more is to be found: the end, or an error.
    end: Option<Result<(), SolveError>>,
}

impl<'a, T: Tokens> PPositions<'a, T> {
    /// How much is wanted; all of them, where this is not said.
    pub fn extent(self, extent: Extent) -> Self {
        Self { extent, ..self }
    }

    /// The positions of a nim-value instead of the P-positions, which are those of value 0; in games without a twist.
    /// Others have no value, not even 0.
    ///
    /// ```
    /// use wythoff::{Game, Position};
    /// let game: Game = "wythoff".parse()?;
    /// let first: Vec<Position> = game.p_positions().value(1).take(4).collect::<Result<_, _>>()?;
    /// assert_eq!(first, [(0, 1), (2, 2), (3, 6), (4, 8)].map(Position::from));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(self, value: impl Into<Option<u32>>) -> Self {
        Self { value: value.into(), ..self }
    }

    /// The engine that has to find them; the usual one otherwise.
    pub fn engine(self, engine: impl Into<Option<Engine>>) -> Self {
        Self { engine: engine.into(), ..self }
    }

    /// Who is told how far the work is, and may stop it.
    pub fn watch(self, watch: &'a dyn Watch) -> Self {
        Self { watch, ..self }
    }

    /// Which engine finds them, and how.
    ///
    /// # Errors
    /// When the engine that was asked for can't follow the columns of the game.
    pub fn plan(&self) -> Result<Plan, SolveError> {
        Plan::new(self.game, Request::Table { first: &self.first.to_exact(), value: self.value }, self.engine)
    }

    fn begin(&self) -> Result<Box<dyn TableRows<T> + Send>, SolveError> {
        let engine = self.plan()?.engine;
        if engine != Engine::Closed {
            let first = u64::from_exact(self.first.to_exact()).ok_or(SolveError::NoFormula)?;
            return Ok(Box::new(ByColumns::new(self.game, engine, self.extent, first, self.value.unwrap_or(0))?));
        }
        let is_comply = self.game.rules().is_some_and(|rules| matches!(rules.twist, Twist::Comply { .. }));
        if is_comply && matches!(self.extent, Extent::MaxX(_)) {
            return Err(SolveError::InfiniteColumn { column: 0 });
        }
        closed::rows(self.game, &self.first.to_exact(), &self.told())?.ok_or(SolveError::NoFormula)
    }

    /// Finds more of them; says whether these are the last.
    fn find(&mut self) -> Result<bool, SolveError> {
        let left = match self.extent {
            Extent::Count(count) => usize::try_from(count - self.count).unwrap_or(usize::MAX),
            Extent::All | Extent::MaxX(_) => usize::MAX,
        };
        let told = self.told();
        if left == 0 {
            report(&told, 0, 1)?;
            return Ok(true);
        }
        if self.source.is_none() {
            self.source = Some(self.begin()?);
        }
        let Some(source) = &mut self.source else { return Ok(true) };
        let found = source.more(&told, &mut self.at_hand);
        let in_columns = match self.extent {
            Extent::MaxX(max_x) => self.at_hand.partition_point(|at| at.x <= T::from(max_x)),
            Extent::All | Extent::Count(_) => self.at_hand.len(),
        };
        let is_last = self.at_hand.is_empty() || in_columns < self.at_hand.len();
        self.at_hand.truncate(in_columns.min(left));
        self.count += self.at_hand.len() as u64;
        found.map(|()| is_last)
    }

    /// The watch, told how far the table is, whatever the source reports of its own work.
    fn told(&self) -> impl Watch + use<'a, T> {
        let total = if let Extent::Count(count) = self.extent { count } else { u64::MAX };
        let (watch, done, by_source) = (self.watch, self.count, matches!(self.extent, Extent::MaxX(_)));
        move |source_done: u64, source_total: u64| {
            // Only the columns tell how far a table up to a column is.
            if by_source { watch.progress(source_done, source_total) } else { watch.progress(done, total) }
        }
    }
}

impl<T: Tokens> Iterator for PPositions<'_, T> {
    type Item = Result<Position<T>, SolveError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(at) = self.at_hand.get(self.used) {
                self.used += 1;
                return Some(Ok(at.clone()));
            }
            if let Some(end) = &mut self.end {
                return std::mem::replace(end, Ok(())).err().map(Err);
            }
            self.at_hand.clear();
            self.used = 0;
            self.end = match self.find() {
                Ok(false) => None,
                Ok(true) => Some(Ok(())),
                Err(error) => Some(Err(error)),
            };
        }
    }
}

impl<T: Tokens> std::iter::FusedIterator for PPositions<'_, T> {}

/// Column by column.
struct ByColumns {
    game: Game,
    engine: Engine,
    extent: Extent,
    columns: Source,
    /// The rows before the first one that is wanted, as far as they are still to come.
    skip: u64,
    /// The column that comes next.
    x: u64,
    /// What is known of the column before it, and what follows.
    found: Vec<u64>,
    rest: Rest,
    /// How many were found.
    count: u64,
    /// So many are asked for at once in a column that may have no end.
    enough: u64,
}

enum Source {
    Upper(Box<Sparse>),
    OfValue(Box<grundy::Columns>),
    Whole(Columns),
}

/// So many P-positions of a column that may have no end are asked for at first.
const FIRST_PART: u64 = 1 << 16;

/// Columns of the sparse engine between two reports to a [`Watch`].
const COLUMNS_PER_REPORT: u64 = 1 << 10;

/// Columns are found until they hold so many rows.
const ROWS_AT_ONCE: usize = 256;

impl ByColumns {
    fn new(game: &Game, engine: Engine, extent: Extent, first: u64, value: u32) -> Result<Self, SolveError> {
        let columns = match (engine, game.blocking_k(), extent) {
            (Engine::Grundy, ..) => {
                let rules = game.rules().ok_or(SolveError::NoNimValues { engine })?;
                Source::OfValue(Box::new(grundy::Columns::new(rules, value)?))
            }
            (Engine::Sparse, Some(k), _) => {
                let mut sparse = Sparse::new(k.into())?;
                if let Extent::MaxX(max_x) = extent {
                    sparse.reserve(max_x.saturating_add(1))?;
                }
                Source::Upper(Box::new(sparse))
            }
            (Engine::Lines | Engine::Dual, _, Extent::MaxX(columns @ COLUMN_LIMIT..)) => {
                return Err(SolveError::TooManyColumns { columns, limit: COLUMN_LIMIT });
            }
            _ => Source::Whole(Columns::new(game, Some(engine))?),
        };
        let (game, found, rest) = (game.clone(), Vec::new(), Rest::Empty);
        // What is before the first row is counted, too.
        let extent =
            if let Extent::Count(count) = extent { Extent::Count(count.saturating_add(first)) } else { extent };
        Ok(Self { game, engine, extent, columns, skip: first, x: 0, found, rest, count: 0, enough: FIRST_PART })
    }

    /// The next column, or more of the present one; says whether there is any.
    fn next_part(&mut self, watch: &dyn Watch) -> Result<bool, SolveError> {
        self.found.clear();
        match self.rest {
            Rest::Empty if matches!(self.extent, Extent::MaxX(max_x) if self.x > max_x) => {
                self.report(watch)?;
                return Ok(false);
            }
            Rest::Empty => self.next_column(watch)?,
            Rest::AllP { from } => {
                // 2^64 rows are not read by anyone.
                let to = from.saturating_add(FIRST_PART);
                self.found.extend(from..to);
                self.rest = Rest::AllP { from: to };
                self.report(watch)?;
            }
            Rest::Unseen { from } => self.more_of_column(from, watch)?,
        }
        self.count += self.found.len() as u64;
        Ok(true)
    }

    fn next_column(&mut self, watch: &dyn Watch) -> Result<(), SolveError> {
        let (x, (done, total)) = (self.x, self.progress());
        match &mut self.columns {
            Source::Upper(sparse) => {
                self.found.extend_from_slice(sparse.next_column()?.upper);
                self.x += 1;
                if x.is_multiple_of(COLUMNS_PER_REPORT) { self.report(watch) } else { Ok(()) }
            }
            Source::OfValue(columns) => {
                let first = if self.game.is_symmetric() { x } else { 0 };
                let told = |_: u64, _: u64| watch.progress(done, total);
                self.found.extend(columns.next_column(&told)?.iter().copied().filter(|y| *y >= first));
                self.x += 1;
                self.report(watch)
            }
            Source::Whole(columns) => {
                // At most x of the column's P-positions are not upper ones.
                let enough = match self.extent {
                    Extent::All => self.enough.saturating_add(x),
                    Extent::Count(count) => count.saturating_sub(self.count).max(1).saturating_add(x),
                    Extent::MaxX(_) => u64::MAX,
                };
                let column = columns.next(enough)?;
                let first = if self.game.is_symmetric() { x } else { 0 };
                self.found.extend(column.p.iter().copied().filter(|y| *y >= first));
                self.rest = match column.rest {
                    Rest::AllP { .. } if matches!(self.extent, Extent::MaxX(_)) => {
                        return Err(SolveError::InfiniteColumn { column: x });
                    }
                    Rest::AllP { from } => Rest::AllP { from: from.max(first) },
                    rest => rest,
                };
                self.x += 1;
                let is_long = self.engine != Engine::Sparse || x.is_multiple_of(COLUMNS_PER_REPORT);
                if is_long { self.report(watch) } else { Ok(()) }
            }
        }
    }

    /// More of a column of which only a part was asked for. No column follows such a part, so all begins again, and
    /// twice as much is asked for.
    fn more_of_column(&mut self, from: u64, watch: &dyn Watch) -> Result<(), SolveError> {
        self.enough = self.enough.saturating_mul(2);
        let mut columns = Columns::new(&self.game, Some(self.engine))?;
        for _ in 1..self.x {
            self.report(watch)?;
            columns.next(u64::MAX)?;
        }
        self.columns = Source::Whole(columns);
        self.x -= 1;
        self.next_column(watch)?;
        self.found.retain(|y| *y >= from);
        Ok(())
    }

    /// How much is done, and of how much.
    fn progress(&self) -> (u64, u64) {
        match self.extent {
            Extent::MaxX(max_x) => (self.x.min(max_x), max_x.saturating_add(1)),
            Extent::All | Extent::Count(_) => (self.count, u64::MAX),
        }
    }

    fn report(&self, watch: &dyn Watch) -> Result<(), SolveError> {
        let (done, total) = self.progress();
        report(watch, done, total)
    }
}

impl<T: Tokens> TableRows<T> for ByColumns {
    fn more(&mut self, watch: &dyn Watch, rows: &mut Vec<Position<T>>) -> Result<(), SolveError> {
        let is_enough = |wanted: Extent, count: u64| matches!(wanted, Extent::Count(all) if count >= all);
        while rows.len() < ROWS_AT_ONCE && !is_enough(self.extent, self.count) && self.next_part(watch)? {
            let skipped = self.skip.min(self.found.len() as u64);
            self.skip -= skipped;
            let wanted = &self.found[usize::try_from(skipped).unwrap_or(usize::MAX)..];
            let x = T::from(self.x - 1);
            rows.extend(wanted.iter().map(|y| Position::new(x.clone(), T::from(*y))));
        }
        Ok(())
    }
}

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns.
    Text,
    /// Comma-separated values with a header.
    Csv,
    /// One JSON document.
    Json,
    /// OEIS b-file of one sequence: `n a(n)` lines.
    Bfile(Sequence),
    /// A LaTeX tabular.
    Latex,
}

/// One sequence of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    /// a_n (or x).
    A,
    /// b_n (or y).
    B,
    /// b_n − a_n; symmetric games only.
    Delta,
}

impl FromStr for Sequence {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match text {
            "a" | "x" => Ok(Self::A),
            "b" | "y" => Ok(Self::B),
            "delta" => Ok(Self::Delta),
            _ => Err(UnknownName::new(text, "a column; the columns are a, b, delta (or x, y)")),
        }
    }
}

/// Writes a table row by row.
pub struct Writer<W> {
    out: W,
    format: Format,
    game: String,
    symmetric: bool,
    value: Option<u32>,
    rows: u64,
    /// The widths of the columns of a text.
    widths: [usize; 2],
    /// The last line, whose memory the next one takes.
    line: Vec<u8>,
}

/// Writes numbers with a mark between them.
fn write_line<T: Tokens>(out: &mut impl Write, line: &mut Vec<u8>, mark: u8, numbers: &[&T]) -> io::Result<()> {
    line.clear();
    for number in numbers {
        number.write_digits(line);
        line.push(mark);
    }
    if let Some(last) = line.last_mut() {
        *last = b'\n';
    }
    out.write_all(line)
}

/// As wide as short numbers need.
const WIDTHS: [usize; 2] = [8, 10];

impl<W: Write> Writer<W> {
    /// Prepares the table of `game`; nothing is written before its first row is known.
    pub fn new(game: &Game, format: Format, out: W) -> Self {
        Self {
            out,
            format,
            game: game.to_string(),
            symmetric: game.is_symmetric(),
            value: None,
            rows: 0,
            widths: WIDTHS,
            line: Vec::new(),
        }
    }

    /// The same, when the positions are those of a nim-value: see [`PPositions::value`].
    #[must_use]
    pub fn of_value(self, value: impl Into<Option<u32>>) -> Self {
        Self { value: value.into(), ..self }
    }

    /// The same, when so many rows are in `out` already.
    #[must_use]
    pub fn going_on_after(self, rows: u64) -> Self {
        Self { rows, ..self }
    }

    /// Where the rows go.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    fn begin(&mut self) -> io::Result<()> {
        let Self { out, game, widths: [index, heap], .. } = self;
        let value = self.value;
        let of = value.map_or_else(String::new, |value| format!(", nim-value {value}"));
        match (self.format, self.symmetric) {
            (Format::Text, true) => writeln!(out, "{:>index$} {:>heap$} {:>heap$} {:>heap$}", "n", "a", "b", "b-a"),
            (Format::Text, false) => writeln!(out, "{:>index$} {:>heap$} {:>heap$}", "n", "x", "y"),
            (Format::Csv, true) => writeln!(out, "n,a,b,delta"),
            (Format::Csv, false) => writeln!(out, "n,x,y"),
            (Format::Json, symmetric) => {
                let columns = if symmetric { r#"["n","a","b","delta"]"# } else { r#"["n","x","y"]"# };
                let name = serde_json::Value::from(game.as_str());
                let value = value.map_or_else(String::new, |value| format!("\"value\":{value},"));
                write!(out, "{{\"game\":{name},{value}\"columns\":{columns},\"rows\":[")
            }
            (Format::Bfile(_), _) => Ok(()),
            (Format::Latex, true) => {
                writeln!(
                    out,
                    "% {game}{of}\n\\begin{{tabular}}{{rrrr}}\n$n$ & $a_n$ & $b_n$ & $b_n - a_n$ \\\\\n\\hline"
                )
            }
            (Format::Latex, false) => {
                writeln!(out, "% {game}{of}\n\\begin{{tabular}}{{rrr}}\n$n$ & $x$ & $y$ \\\\\n\\hline")
            }
        }
    }

    /// Writes a row.
    ///
    /// # Errors
    /// When writing fails.
    pub fn entry<T: Tokens>(&mut self, entry: Entry<T>) -> io::Result<()> {
        let Entry { n, at: Position { x, y } } = entry;
        if self.rows == 0 {
            if self.format == Format::Text {
                // With room for a row that is a digit longer than the first.
                let digits = [n.to_string().len(), x.to_string().len().max(y.to_string().len())];
                self.widths = std::array::from_fn(|column| WIDTHS[column].max(digits[column] + 1));
            }
            self.begin()?;
        }
        self.rows += 1;
        let (out, [index, heap]) = (&mut self.out, self.widths);
        // Only symmetric games have a delta, and their rows are upper positions.
        let delta = y.minus(&x).unwrap_or(T::from(0));
        match (self.format, self.symmetric) {
            (Format::Text, true) => writeln!(out, "{n:>index$} {x:>heap$} {y:>heap$} {delta:>heap$}"),
            (Format::Text, false) => writeln!(out, "{n:>index$} {x:>heap$} {y:>heap$}"),
            (Format::Csv, true) => write_line(out, &mut self.line, b',', &[&n, &x, &y, &delta]),
            (Format::Csv, false) => write_line(out, &mut self.line, b',', &[&n, &x, &y]),
            (Format::Json, _) => {
                let comma = if self.rows > 1 { "," } else { "" };
                let numbers = [JsonInteger(&n), JsonInteger(&x), JsonInteger(&y), JsonInteger(&delta)];
                let numbers = if self.symmetric { &numbers[..] } else { &numbers[..3] };
                writeln!(out, "{comma}")?;
                Ok(serde_json::to_writer(out, numbers)?)
            }
            (Format::Bfile(Sequence::A), _) => write_line(out, &mut self.line, b' ', &[&n, &x]),
            (Format::Bfile(Sequence::B), _) => write_line(out, &mut self.line, b' ', &[&n, &y]),
            (Format::Bfile(Sequence::Delta), _) => write_line(out, &mut self.line, b' ', &[&n, &delta]),
            (Format::Latex, true) => writeln!(out, "{n} & {x} & {y} & {delta} \\\\"),
            (Format::Latex, false) => writeln!(out, "{n} & {x} & {y} \\\\"),
        }
    }

    /// Ends the table.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(mut self) -> io::Result<()> {
        if self.rows == 0 {
            self.begin()?;
        }
        match self.format {
            Format::Json => writeln!(self.out, "\n]}}")?,
            Format::Latex => writeln!(self.out, "\\end{{tabular}}")?,
            _ => {}
        }
        self.out.flush()
    }
}
