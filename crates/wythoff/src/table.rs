//! Tables of P-positions, as the papers print them: n, a_n, b_n, b_n − a_n.
//!
//! The rows of a symmetric game are its upper P-positions (a ≤ b) ordered by (a, b); those of another game are all its
//! P-positions (x, y), ordered by (x, y). Whole columns are solved, so no P-position is missed however large b is.

use std::io::{self, Write};
use std::str::FromStr;

use crate::engine::report;
use crate::engine::sparse::Sparse;
use crate::game::Game;
use crate::position::Position;
use crate::solve::{COLUMN_LIMIT, Columns, Engine, Plan, Request, Rest, SolveError};
use crate::watch::Watch;

/// How much of a table is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The first rows.
    Count(u64),
    /// Every row with a ≤ this.
    MaxX(u64),
}

/// A row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The row's number, from 0.
    pub n: u64,
    /// The P-position (a_n, b_n).
    pub at: Position,
}

/// Hands the rows of the table to `sink`, in order, in bounded memory.
///
/// ```
/// use wythoff::table::{Extent, entries};
/// let mut pairs = Vec::new();
/// let game = "wythoff".parse::<wythoff::Game>()?;
/// entries(&game, Extent::Count(4), None, &(), |entry| {
///     pairs.push((entry.at.x, entry.at.y));
///     Ok::<(), wythoff::SolveError>(())
/// })?;
/// assert_eq!(pairs, [(0, 0), (1, 2), (3, 5), (4, 7)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a column has no end (and the extent asks for all of it), or the sink fails.
pub fn entries<E: From<SolveError>>(
    game: &Game,
    extent: Extent,
    engine: Option<Engine>,
    watch: &dyn Watch,
    mut sink: impl FnMut(Entry) -> Result<(), E>,
) -> Result<Engine, E> {
    let symmetric = game.is_symmetric();
    let (last_column, count) = match extent {
        Extent::Count(count) => (u64::MAX, count),
        Extent::MaxX(max_x) => (max_x, u64::MAX),
    };
    let engine = Plan::of(game, Request::Table, engine)?.engine;
    if let (Engine::Sparse, Some(k)) = (engine, game.blocking_k()) {
        return upper_of_blocking(k, last_column, count, watch, sink).map(|()| engine);
    }
    if let Extent::MaxX(max_x) = extent
        && max_x >= COLUMN_LIMIT
    {
        return Err(SolveError::TooManyColumns { columns: max_x, limit: COLUMN_LIMIT }.into());
    }
    let mut columns = Columns::new(game, Some(engine))?;
    let mut n = 0;
    for x in 0..=last_column {
        let (done, total) = match extent {
            Extent::Count(_) => (n, count),
            Extent::MaxX(_) => (x, last_column + 1),
        };
        report(watch, done, total)?;
        if n >= count {
            break;
        }
        // At most x of the column's P-positions are not upper ones.
        let column = columns.next((count - n).saturating_add(x))?;
        let first = if symmetric { x } else { 0 };
        let tail_from = match column.rest {
            Rest::AllP { .. } if count == u64::MAX => return Err(SolveError::InfiniteColumn { column: x }.into()),
            Rest::AllP { from } => Some(from.max(first)),
            // What was asked for is below.
            Rest::Unseen { .. } | Rest::Empty => None,
        };
        let tail = tail_from.into_iter().flat_map(|from| from..);
        for y in column.p.iter().copied().filter(|y| *y >= first).chain(tail) {
            if n >= count {
                break;
            }
            if n.is_multiple_of(1 << 16) {
                report(watch, done, total)?;
            }
            sink(Entry { n, at: Position::new(x, y) })?;
            n += 1;
        }
    }
    Ok(engine)
}

/// The rows of W^k: its upper P-positions, from the sparse engine.
fn upper_of_blocking<E: From<SolveError>>(
    k: u32,
    last_column: u64,
    count: u64,
    watch: &dyn Watch,
    mut sink: impl FnMut(Entry) -> Result<(), E>,
) -> Result<(), E> {
    let mut sparse = Sparse::new(k.into())?;
    if count == u64::MAX {
        sparse.reserve(last_column.saturating_add(1))?;
    }
    let mut n = 0_u64;
    for x in 0..=last_column {
        if x.is_multiple_of(1 << 10) || n.is_multiple_of(1 << 10) {
            let (done, total) = if count == u64::MAX { (x, last_column.saturating_add(1)) } else { (n, count) };
            report(watch, done, total)?;
        }
        for &y in sparse.next_column()?.upper {
            if n >= count {
                return Ok(());
            }
            sink(Entry { n, at: Position::new(x, y) })?;
            n += 1;
        }
    }
    Ok(())
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
    /// OEIS b-file of one sequence: `n a(n)` lines from n = 0.
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
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "a" | "x" => Ok(Self::A),
            "b" | "y" => Ok(Self::B),
            "delta" => Ok(Self::Delta),
            _ => Err(format!("`{text}` is not a column; the columns are a, b, delta (or x, y)")),
        }
    }
}

/// Writes a table row by row.
pub struct Writer<W> {
    out: W,
    format: Format,
    game: String,
    symmetric: bool,
    rows: u64,
}

impl<W: Write> Writer<W> {
    /// Prepares the table of `game`; nothing is written before its first row is known.
    pub fn new(game: &Game, format: Format, out: W) -> Self {
        Self { out, format, game: game.to_string(), symmetric: game.is_symmetric(), rows: 0 }
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
        let Self { out, game, .. } = self;
        match (self.format, self.symmetric) {
            (Format::Text, true) => writeln!(out, "{:>8} {:>10} {:>10} {:>10}", "n", "a", "b", "b-a"),
            (Format::Text, false) => writeln!(out, "{:>8} {:>10} {:>10}", "n", "x", "y"),
            (Format::Csv, true) => writeln!(out, "n,a,b,delta"),
            (Format::Csv, false) => writeln!(out, "n,x,y"),
            (Format::Json, symmetric) => {
                let columns = if symmetric { r#"["n","a","b","delta"]"# } else { r#"["n","x","y"]"# };
                let name = serde_json::Value::from(game.as_str());
                write!(out, "{{\"game\":{name},\"columns\":{columns},\"rows\":[")
            }
            (Format::Bfile(_), _) => Ok(()),
            (Format::Latex, true) => {
                writeln!(out, "% {game}\n\\begin{{tabular}}{{rrrr}}\n$n$ & $a_n$ & $b_n$ & $b_n - a_n$ \\\\\n\\hline")
            }
            (Format::Latex, false) => {
                writeln!(out, "% {game}\n\\begin{{tabular}}{{rrr}}\n$n$ & $x$ & $y$ \\\\\n\\hline")
            }
        }
    }

    /// Writes a row.
    ///
    /// # Errors
    /// When writing fails.
    pub fn entry(&mut self, entry: Entry) -> io::Result<()> {
        if self.rows == 0 {
            self.begin()?;
        }
        self.rows += 1;
        let Entry { n, at: Position { x, y } } = entry;
        let out = &mut self.out;
        // Only symmetric games have a delta, and their rows are upper positions.
        let delta = y.saturating_sub(x);
        match (self.format, self.symmetric) {
            (Format::Text, true) => writeln!(out, "{n:>8} {x:>10} {y:>10} {delta:>10}"),
            (Format::Text, false) => writeln!(out, "{n:>8} {x:>10} {y:>10}"),
            (Format::Csv, true) => writeln!(out, "{n},{x},{y},{delta}"),
            (Format::Csv, false) => writeln!(out, "{n},{x},{y}"),
            (Format::Json, _) => {
                let comma = if self.rows > 1 { "," } else { "" };
                let delta = if self.symmetric { format!(",{delta}") } else { String::new() };
                write!(out, "{comma}\n[{n},{x},{y}{delta}]")
            }
            (Format::Bfile(Sequence::A), _) => writeln!(out, "{n} {x}"),
            (Format::Bfile(Sequence::B), _) => writeln!(out, "{n} {y}"),
            (Format::Bfile(Sequence::Delta), _) => writeln!(out, "{n} {delta}"),
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
