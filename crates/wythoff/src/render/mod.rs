//! Windows of the board as text, numbers and pictures.
//!
//! Everything streams: a [`Writer`] takes the rows of [`crate::solve::rows`], or the runs of [`crate::solve::runs`],
//! one at a time and keeps no more than one of them, and of a PNG a line of pixels. Nothing is written before the first
//! row is there, so that a request that is refused leaves no trace. (Palace numbers too large for NPY are only seen
//! when they come.)
//!
//! | format | outcomes | palace numbers, deviations and nim-values |
//! |---|---|---|
//! | text | P `#`, N `.`, removed a space | numbers, right-aligned in columns as wide as the largest possible one |
//! | csv | P `1`, N `0`, removed an empty field | numbers, removed an empty field |
//! | json | for each row the line that text has | for each row a list of numbers, removed `null` |
//! | npy | `u1`: P 1, N 0, removed 2 | `<i4`: numbers, removed −2^31 |
//! | png, svg | [`Palette`] | [`Palette`] |
//! | bfile | P `1`, N `0`; boards with removed cells are refused | numbers |
//!
//! Text and csv have one line for each row y; arrays have the shape (rows, columns). A b-file of the OEIS reads the
//! board by antidiagonals: (0,0), (0,1), (1,0), (0,2), (1,1), (2,0), … as far as a square window at the corner holds
//! them whole; it keeps a quarter of the window's numbers until they are due.
//!
//! ```
//! use wythoff::render::{Format, Options, Picture, RenderError, Writer};
//! use wythoff::solve::{self, Values};
//! use wythoff::{Game, Window};
//!
//! let game: Game = "wythoff".parse()?;
//! let window = Window::corner(4, 3);
//! let picture = Picture::new(&game, window, Values::Outcome);
//! let mut text = Vec::new();
//! let mut writer = Writer::new(Format::Text, &picture, Options::default(), &mut text)?;
//! solve::rows(&game, window, Values::Outcome, None, &(), |row| writer.row(&row))?;
//! writer.finish()?;
//! assert_eq!(text, b"#...\n..#.\n.#..\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bfile;
mod csv;
mod font;
mod json;
mod legend;
mod npy;
mod palette;
mod pixels;
mod png;
mod svg;
mod text;

use std::fmt;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::str::FromStr;

use dashu_int::UBig;
use dashu_int::ops::BitTest;
pub use palette::{Palette, Rgb};
pub use pixels::Pixels;

use crate::board::{Cell, Window};
use crate::engine::grundy;
use crate::game::{Class, Game, Piece, Residues, Twist};
use crate::names::{self, UnknownName};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::solve::{BoardBuilder, Row, Run, SolveError, Values};
use crate::watch::{Interrupted, Watch};

/// The most pixels that a PNG may have in a row or in a column: its own format's limit.
pub const PNG_SIDE_LIMIT: u64 = (1 << 31) - 1;

/// The most cells of an SVG: beyond, viewers choke on it.
pub const SVG_CELL_LIMIT: u64 = 1_000_000;

/// The largest index of a b-file's first line.
pub const OFFSET_LIMIT: u64 = 1_000_000_000_000_000_000;

/// How a window is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Characters.
    Text,
    /// Comma-separated numbers.
    Csv,
    /// One JSON document.
    Json,
    /// A `NumPy` array, version 1.0.
    Npy,
    /// Pixels with a palette.
    Png,
    /// Squares.
    Svg,
    /// A b-file of the OEIS: the corner's antidiagonals, `n a(n)` lines.
    Bfile,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 7] = [Self::Text, Self::Csv, Self::Json, Self::Npy, Self::Png, Self::Svg, Self::Bfile];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Npy => "npy",
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Bfile => "bfile",
        })
    }
}

impl FromStr for Format {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        names::find(&Self::ALL, text, "a format of a board; the formats are")
    }
}

/// How pictures (png, svg) look, and how a b-file counts; the other formats have no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    /// The side of a cell in pixels; [`Picture::default_scale`] when not given.
    pub scale: Option<NonZeroU32>,
    /// Whether a strip under the board says what the colours mean.
    pub legend: bool,
    /// The index of a b-file's first line, at most [`OFFSET_LIMIT`].
    pub offset: u64,
}

/// What is written: a window of a game's board, wherever it lies, and what is asked of its cells.
#[derive(Clone, Debug)]
pub struct Picture<'g> {
    /// The game.
    pub game: &'g Game,
    /// The window.
    pub window: Window<UBig>,
    /// What stands in a cell.
    pub values: Values,
}

impl<'g> Picture<'g> {
    /// The picture of a window.
    pub fn new(game: &'g Game, window: impl Into<Window<UBig>>, values: Values) -> Self {
        Self { game, window: window.into(), values }
    }

    /// The side of a cell in pixels when none is asked for: as large as keeps the board within 600 pixels each way, but
    /// from 1 to 24.
    pub fn default_scale(&self) -> NonZeroU32 {
        let side = self.window.width.max(self.window.height).max(1);
        let scale = u32::try_from((600 / side).clamp(1, 24)).unwrap_or(1);
        NonZeroU32::new(scale).unwrap_or(NonZeroU32::MIN)
    }

    /// The game, the values and the window, in a line.
    pub fn title(&self) -> String {
        let Window { at, width, height } = &self.window;
        let values = match self.values {
            Values::Outcome => "outcomes",
            Values::Palace => "palace numbers",
            Values::Deviation => "deviations",
            Values::Grundy => "nim-values",
        };
        format!("{}, {values}, {width}×{height} cells at {at}", self.game)
    }

    /// k, where a palace is a position with fewer than k palaces in sight; 1 for games that do not say so.
    fn k(&self) -> u64 {
        self.game.deviation_base().unwrap_or(1)
    }

    /// No palace number of the window exceeds this.
    ///
    /// Where n < k makes a palace, a line on which all positions see each other has at most k of them: the last one
    /// sees all the others. So no position sees more than k times as many palaces as it has lines to look along: 3k for
    /// the queen. In other games there are at most as many as options.
    fn most_palaces(&self) -> u64 {
        let Some(rules) = self.game.rules() else { return 0 };
        let (right, bottom) = self.sides();
        let options = rules.moves.most_options(right, bottom);
        // A one-sided bishop looks along diagonals on which it can't move.
        let has_diagonal = rules.moves.pieces().iter().any(|piece| matches!(piece, Piece::Bishop { .. }));
        let sight = |piece: &Piece| match piece.two_sided().0 {
            Piece::Rook { from: 1, residues } if *residues == Residues::all() => 2,
            Piece::Bishop { width } if has_diagonal => width.saturating_mul(2).saturating_sub(1),
            Piece::Rook { .. } | Piece::Only { .. } | Piece::Bishop { .. } => u64::MAX,
            Piece::Ray { .. } => 2,
            Piece::Leap(leaps) => 2 * leaps.pairs().len() as u64,
        };
        // In misère play a palace sees n < k palaces, too.
        let k = match rules.twist {
            Twist::None => 1,
            Twist::Block { budget, class: Class::Any } => u64::from(budget) + 1,
            _ => u64::MAX,
        };
        let seen = rules.moves.pieces().iter().map(sight).fold(0, u64::saturating_add).saturating_mul(k);
        options.min(seen)
    }

    /// No nim-value of the window exceeds this: each move takes a token, and leads to another value.
    fn most_nim_value(&self) -> u64 {
        let Some(rules) = self.game.rules() else { return 0 };
        let (right, bottom) = self.sides();
        let tokens = right.saturating_sub(1).saturating_add(bottom.saturating_sub(1));
        let most = rules.moves.most_options(right, bottom).min(tokens);
        if grundy::is_nim(rules) { most.min(self.most_of_nim()) } else { most }
    }

    /// No x ⊕ y of the window exceeds this: digits that all its heaps have alike are not in it.
    fn most_of_nim(&self) -> u64 {
        let Window { at: Position { x, y }, width, height } = &self.window;
        let changed = |from: &UBig, length: &u64| from ^ (from + length.saturating_sub(1));
        let digits = (changed(x, width) | changed(y, height) | (x ^ y)).bit_len();
        u32::try_from(digits).ok().and_then(|digits| u64::MAX.checked_shr(64 - digits.min(64))).unwrap_or(0)
    }

    /// The sides of the board up to the window's end.
    fn sides(&self) -> (u64, u64) {
        let near = self.window.near();
        let [right, bottom] =
            [near.and_then(Window::right), near.and_then(Window::bottom)].map(|side| side.unwrap_or(u64::MAX));
        (right, bottom)
    }

    /// The least and the greatest number that may stand in a cell.
    fn range(&self) -> (i64, i64) {
        // k is at most 2^32.
        let k = i64::try_from(self.k()).unwrap_or(i64::MAX);
        let most = i64::try_from(self.most_palaces()).unwrap_or(i64::MAX);
        match self.values {
            Values::Outcome => (0, 1),
            Values::Palace => (0, most),
            Values::Deviation => (-k, most - k),
            Values::Grundy => (0, i64::try_from(self.most_nim_value()).unwrap_or(i64::MAX)),
        }
    }

    /// Whether some cell of the window does not exist.
    fn has_removed_cells(&self) -> bool {
        let hole = self.game.rules().and_then(|rules| rules.hole);
        hole.is_some_and(|hole| hole.contains(&self.window.at)) && self.window.width > 0 && self.window.height > 0
    }
}

/// Why a window was not written.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// A picture without cells.
    #[error("a picture has at least one cell; this window has {width} columns and {height} rows")]
    Empty {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
    },
    /// Too many pixels for a PNG.
    #[error("this picture would have {width}×{height} pixels; a PNG has at most {PNG_SIDE_LIMIT} each way")]
    TooManyPixels {
        /// Pixels in a row.
        width: u128,
        /// Pixels in a column.
        height: u128,
    },
    /// Too many cells for an SVG.
    #[error("this picture would have {cells} cells; an SVG has at most {SVG_CELL_LIMIT}: use png")]
    TooManyCells {
        /// The cells.
        cells: u128,
    },
    /// A number that an NPY array of `<i4` can't hold.
    #[error("the number {number} in row y = {y} does not fit in the 32 bits of an array's cell: use csv")]
    NumberTooLarge {
        /// The number.
        number: i64,
        /// Its row.
        y: UBig,
    },
    /// A b-file of another window.
    #[error("a b-file reads whole antidiagonals from (0,0) on: ask for a square window there")]
    NotACorner,
    /// A b-file of a board with holes.
    #[error("a b-file has a number for each cell, and this board has cells that do not exist: use csv")]
    RemovedCells,
    /// A b-file whose indices would be too large.
    #[error("a b-file begins with an index up to {OFFSET_LIMIT}, not {offset}")]
    OffsetTooLarge {
        /// What was asked for.
        offset: u64,
    },
    /// Rows are missing.
    #[error("only {rows} of the window's {height} rows were written")]
    Unfinished {
        /// Rows written.
        rows: u64,
        /// Rows of the window.
        height: u64,
    },
    /// The rows could not be had.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The rows could not be stored.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<Interrupted> for RenderError {
    fn from(stop: Interrupted) -> Self {
        Self::Solve(stop.into())
    }
}

impl BoardBuilder<'_> {
    /// Writes the window to `out` as it is solved, in bounded memory.
    ///
    /// ```
    /// use wythoff::render::{Format, Options};
    /// use wythoff::{Game, Window};
    /// let game: Game = "W^3".parse()?;
    /// let mut text = Vec::new();
    /// game.board(Window::corner(6, 6)).draw(Format::Text, Options::default(), &mut text)?;
    /// assert_eq!(String::from_utf8(text)?, "###...\n#..##.\n#....#\n.#....\n.#....\n..#...\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the window is too large for the engine or the format, the output fails, or the watch stops the work.
    pub fn draw(self, format: Format, options: Options, out: impl Write) -> Result<(), RenderError> {
        let picture = Picture::new(self.game, self.window.clone(), self.values);
        let mut writer = Writer::new(format, &picture, options, out)?.watched(self.watch);
        self.runs(|run| writer.run(run))?;
        writer.finish()
    }
}

/// A format at work.
trait Sink {
    /// The next cells of a row.
    fn run(&mut self, run: Run<'_>) -> Result<(), RenderError>;
    /// Called when a row is complete.
    fn end_row(&mut self, watch: &dyn Watch) -> Result<(), RenderError>;
    /// Called once all rows have come.
    fn finish(self: Box<Self>, watch: &dyn Watch) -> Result<(), RenderError>;
}

/// Writes a window row by row, or run by run.
pub struct Writer<'w> {
    window: Window<UBig>,
    has_numbers: bool,
    has_removed_cells: bool,
    /// Rows written.
    rows: u64,
    /// Cells written of the next row.
    columns: u64,
    watch: &'w dyn Watch,
    sink: Box<dyn Sink + 'w>,
}

impl<'w> Writer<'w> {
    /// Prepares to write `picture` to `out`; nothing is written before its first row is known. Rows are written as they
    /// come, each in few calls: `out` need not be buffered.
    ///
    /// # Errors
    /// When the window is too large or, for a picture, too small for the format.
    pub fn new(
        format: Format,
        picture: &Picture<'_>,
        options: Options,
        out: impl Write + 'w,
    ) -> Result<Self, RenderError> {
        let sink: Box<dyn Sink + 'w> = match format {
            Format::Text => Box::new(text::Text::new(picture, out)),
            Format::Csv => Box::new(csv::Csv::new(out)),
            Format::Json => Box::new(json::Json::new(picture, out)),
            Format::Npy => Box::new(npy::Npy::new(picture, out)),
            Format::Png => Box::new(png::Png::new(picture, options, out)?),
            Format::Svg => Box::new(svg::Svg::new(picture, options, out)?),
            Format::Bfile => Box::new(bfile::Bfile::new(picture, options, out)?),
        };
        Ok(Self {
            has_numbers: picture.values != Values::Outcome,
            has_removed_cells: picture.has_removed_cells(),
            window: picture.window.clone(),
            rows: 0,
            columns: 0,
            watch: &(),
            sink,
        })
    }

    /// Also a single row can be long work: a watch that may stop it.
    #[must_use]
    pub fn watched(self, watch: &'w dyn Watch) -> Self {
        Self { watch, ..self }
    }

    /// Writes the next row.
    ///
    /// # Errors
    /// When the output fails, or a number does not fit in an NPY array.
    ///
    /// # Panics
    /// When this is not the next row of the picture's window, or not with the picture's values.
    pub fn row(&mut self, row: &Row<'_>) -> Result<(), RenderError> {
        let y = &self.window.at.y + self.rows;
        assert!(self.columns == 0 && UBig::from(row.y) == y, "row {} is not the next one", row.y);
        assert_eq!(row.p.len() as u64, self.window.width, "row {} is not as wide as the window", row.y);
        self.run(row.run())
    }

    /// Writes the next cells.
    ///
    /// # Errors
    /// When the output fails, a number does not fit in an NPY array, or the watch stops the work.
    ///
    /// # Panics
    /// When there are more cells than the row has left, or not with the picture's values.
    pub fn run(&mut self, run: Run<'_>) -> Result<(), RenderError> {
        let y = &self.window.at.y + self.rows;
        assert!(self.rows < self.window.height, "there is no row {y}");
        assert_eq!(run.numbers.len(), if self.has_numbers { run.p.len() } else { 0 }, "row {y} has other values");
        assert!(run.removed == 0 || self.has_removed_cells, "row {y} is of another game");
        self.columns += run.p.len() as u64;
        assert!(self.columns <= self.window.width, "row {y} is wider than the window");
        self.sink.run(run)?;
        if self.columns == self.window.width {
            self.sink.end_row(self.watch)?;
            (self.rows, self.columns) = (self.rows + 1, 0);
        }
        Ok(())
    }

    /// Ends the output.
    ///
    /// # Errors
    /// When rows are missing, the output fails, or the watch stops the work.
    pub fn finish(self) -> Result<(), RenderError> {
        let Self { window: Window { height, .. }, rows, watch, sink, .. } = self;
        if rows < height { Err(RenderError::Unfinished { rows, height }) } else { sink.finish(watch) }
    }
}

/// The numbers of a run, `None` for a removed cell.
fn numbers(run: Run<'_>) -> impl Iterator<Item = Option<i64>> {
    run.numbers.iter().enumerate().map(move |(index, number)| (index >= run.removed).then_some(*number))
}

/// A character for each cell of a run: P `#`, N `.`, removed a space.
fn signs(run: Run<'_>) -> impl Iterator<Item = u8> {
    run.cells().map(|cell| match cell {
        Cell::Removed => b' ',
        Cell::Has(Outcome::P) => b'#',
        Cell::Has(Outcome::N) => b'.',
    })
}
