//! The engines, one file or folder each, and what they share: names, errors, limits, and the form of their results.
//!
//! Nothing here chooses among them: that is [`crate::solve`].

pub mod automaton;
pub mod blocks;
pub mod closed;
pub mod dense;
pub mod dual;
pub mod grundy;
pub(crate) mod lines;
pub(crate) mod reference;
pub mod sparse;
mod weights;

use std::fmt;
use std::str::FromStr;

use dashu_int::UBig;
use serde::Serialize;

use crate::board::{Cell, Signature};
use crate::certificate::answer::AnswerError;
use crate::exact::WindowError;
use crate::fingerprint::Fingerprint;
use crate::game::Rules;
use crate::game::history::Limits;
use crate::names::{self, UnknownName};
use crate::outcome::Outcome;
use crate::position::{Position, Tokens};
use crate::watch::{Interrupted, Watch};

pub use crate::fingerprint::Elements;

/// How an answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// The rules, literally.
    Reference,
    /// Running counts per line; static games.
    Lines,
    /// Imitation games through their dual game (Lar09 Theorem 19).
    Dual,
    /// Formulas: positions of any size.
    Closed,
    /// CLN15's cellular automaton; W^k.
    Automaton,
    /// A wavefront of vectors; W^k on large boards.
    Dense,
    /// Columns that skip what is empty; static games with few P-positions in a column (in a comply game: few others).
    Sparse,
    /// Blocks that repeat; W^k that is self-similar in some numeration.
    Blocks,
    /// Sets of used values per line; nim-values, of games without a twist.
    Grundy,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Self; 9] = [
        Self::Reference,
        Self::Lines,
        Self::Dual,
        Self::Closed,
        Self::Automaton,
        Self::Dense,
        Self::Sparse,
        Self::Blocks,
        Self::Grundy,
    ];
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reference => "reference",
            Self::Lines => "lines",
            Self::Dual => "dual",
            Self::Closed => "closed",
            Self::Automaton => "automaton",
            Self::Dense => "dense",
            Self::Sparse => "sparse",
            Self::Blocks => "blocks",
            Self::Grundy => "grundy",
        })
    }
}

impl FromStr for Engine {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        names::find(&Self::ALL, text, "an engine; the engines are")
    }
}

/// The most memory, in bytes, that one request may take for a board or for the state of an engine.
pub const MEMORY_LIMIT: u64 = if cfg!(target_pointer_width = "32") { 1 << 30 } else { 4 << 30 };

/// The most cells that one request may visit: less than an hour of the lines engine.
pub const CELL_LIMIT: u64 = 1 << 38;

/// The most options that the reference engine may look at in one request: about a minute.
pub const REFERENCE_LIMIT: u64 = 1 << 32;

/// The most states of an imitation game that the reference engine may keep: beyond, the dual engine answers.
pub const STATE_LIMIT: u64 = 1 << 21;

/// No run of cells is longer, unless it is a whole row of a window that is not wide.
pub const RUN_LENGTH: u64 = 1 << 20;

/// Why a request was not answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The position is not on the board.
    #[error("{position} is not on the board of this game: the cells with x < {width} and y < {height} do not exist")]
    RemovedCell {
        /// The position.
        position: Position<UBig>,
        /// The hole's columns.
        width: u64,
        /// The hole's rows.
        height: u64,
    },
    /// Too many cells.
    #[error("this needs {cells} cells; the limit is {limit} cells in one request")]
    TooManyCells {
        /// The cells needed, in decimal (or how they exceed 64 bits).
        cells: String,
        /// [`CELL_LIMIT`], or that of the engine.
        limit: u64,
    },
    /// Too much memory.
    #[error(
        "this needs {} of memory; the limit is {} in one request",
        bytes_in_words(*bytes),
        bytes_in_words(MEMORY_LIMIT)
    )]
    TooMuchMemory {
        /// The bytes needed.
        bytes: u64,
    },
    /// Too much work for what looks at options one by one.
    #[error("this would look at about {work} options one by one; the limit is {limit} in one request")]
    TooMuchWork {
        /// The options to be looked at.
        work: u64,
        /// [`REFERENCE_LIMIT`], or that of an opponent.
        limit: u64,
    },
    /// Too many states of an imitation game.
    #[error("the reference engine would keep up to {states} states of this imitation game; its limit is {limit}")]
    TooManyStates {
        /// The states to be kept.
        states: u64,
        /// [`STATE_LIMIT`].
        limit: u64,
    },
    /// A column with P-positions beyond all bounds.
    #[error("column {column} is still open at y = {limit}, the limit for a table; a board shows a part of it")]
    ColumnTooLong {
        /// The column.
        column: u64,
        /// [`COLUMN_LIMIT`](crate::solve::COLUMN_LIMIT).
        limit: u64,
    },
    /// A column without an end was asked for whole.
    #[error("column {column} has infinitely many P-positions: ask for a number of rows, or for the game that blocks")]
    InfiniteColumn {
        /// The column.
        column: u64,
    },
    /// Columns of which nobody knows where they end.
    #[error(
        "nothing says where the columns of this game end: in misère play a table needs a rook that takes from the \
         heap y; a board shows a part of them"
    )]
    OpenColumns,
    /// A comply game without a P-position.
    #[error("no position of this game is P: its moves are too few for any proposal")]
    NoProposal,
    /// A table that goes on for too long.
    #[error("the table stops before column {column}: the columns so far have {limit} cells, the limit in one request")]
    TableTooLong {
        /// The first column that is missing.
        column: u64,
        /// [`CELL_LIMIT`].
        limit: u64,
    },
    /// A table that is too wide.
    #[error("a table up to x = {columns} has too many columns; the limit is {limit}")]
    TooManyColumns {
        /// The last column asked for.
        columns: u64,
        /// [`COLUMN_LIMIT`](crate::solve::COLUMN_LIMIT).
        limit: u64,
    },
    /// An engine was asked for columns that can't follow them.
    #[error(
        "the engine `{engine}` can't follow whole columns: `lines` can, `sparse` where columns hold few P-positions, \
         `dual` for imitation games, and `closed` where a formula is known"
    )]
    NoColumns {
        /// What was asked for.
        engine: Engine,
    },
    /// 64-bit sums might overflow.
    #[error(
        "the numbers of this game's rules and of this board are too large together \
         for the 64-bit counts of the lines engine"
    )]
    SumsTooLarge,
    /// An engine for static games was asked about one with memory.
    #[error(
        "the outcome of an imitation game depends on the history: only the engines `reference` and `dual` solve it"
    )]
    NotStatic,
    /// The engine does not solve the game.
    #[error("the engine `{engine}` does not solve this game; these do: {others}")]
    WrongEngine {
        /// What was asked for.
        engine: Engine,
        /// What would work.
        others: String,
    },
    /// The request has no meaning in this game.
    #[error("{0}")]
    Unsupported(&'static str),
    /// The engine has no palace numbers.
    #[error("the engine `{engine}` gives outcomes, not palace numbers")]
    OnlyOutcomes {
        /// What was asked for.
        engine: Engine,
    },
    /// The engine has no nim-values.
    #[error("the engine `{engine}` gives no nim-values: `grundy` does, and `reference` on small boards")]
    NoNimValues {
        /// What was asked for.
        engine: Engine,
    },
    /// The closed engine does not know the game.
    #[error("no formula is known for this game, and heaps of 2^64 tokens or more need one")]
    NoFormula,
    /// Too many P-positions on a column, a row or a diagonal.
    #[error("a line holds {count} P-positions here, too many to list: the limit is {limit} at heaps of this size")]
    LineTooLong {
        /// How many.
        count: UBig,
        /// The limit.
        limit: u64,
    },
    /// Too many choices of l.
    #[error("the second player could take {count} values of l; the limit is {limit} in one answer")]
    TooManyChoices {
        /// How many.
        count: u64,
        /// The limit.
        limit: u64,
    },
    /// The engine is not the one for heaps of this size.
    #[error("the engine `{engine}` does not reach heaps of 2^64 tokens or more; only `closed` does")]
    TooFar {
        /// What was asked for.
        engine: Engine,
    },
    /// A table that leaves the numbers of 64 bits.
    #[error("the next P-positions have heaps of 2^64 tokens or more; ask for rows with heaps of any size")]
    HeapTooLarge,
    /// An answer with too many digits.
    #[error("the answer would have about {digits} digits; the limit is {limit}")]
    AnswerTooLong {
        /// Its digits.
        digits: u64,
        /// [`crate::strategy::DIGITS_LIMIT`].
        limit: u64,
    },
    /// The board is not self-similar enough.
    #[error(
        "blocks do not pay here: {numeration} of W^{k} need more than {limit} rules; \
         different blocks from level 0 on: {}",
        blocks.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    )]
    BlocksGrow {
        /// The game.
        k: u64,
        /// The numeration, with its lengths.
        numeration: String,
        /// [`blocks::RULE_LIMIT`], or a smaller one that was asked for.
        limit: usize,
        /// How many blocks each level had when the work stopped.
        blocks: Vec<usize>,
    },
    /// The window algorithm can't reach so far.
    #[error(transparent)]
    Windows(WindowError),
    /// The certificate can't be asked about heaps of this size.
    #[error(transparent)]
    Certificate(AnswerError),
    /// The caller stopped the work.
    #[error("interrupted")]
    Interrupted,
}

impl From<Interrupted> for SolveError {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Tells the watch how far the work is; an error when it is to stop.
pub(crate) fn report(watch: &dyn Watch, done: u64, total: u64) -> Result<(), SolveError> {
    Ok(crate::watch::report(watch, done, total)?)
}

fn bytes_in_words(bytes: u64) -> String {
    match bytes {
        0..0x10_0000 => format!("{} KiB", bytes.div_ceil(1 << 10)),
        0x10_0000..0x4000_0000 => format!("{} MiB", bytes.div_ceil(1 << 20)),
        _ => format!("{} GiB", bytes.div_ceil(1 << 30)),
    }
}

/// The P-positions of a window, and how far palace numbers stray from k there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stats {
    /// P-positions.
    pub p_count: u64,
    /// Their fingerprint.
    pub fingerprint: Fingerprint,
    /// Their signature, where it was asked for or is soon computed, and all of them have x, y < 2^32.
    pub signature: Option<Signature>,
    /// The smallest deviation outside the hood x + y + min(x, y) < k; none if the window has no such cell, the game is
    /// not W^k, or the engine gives outcomes only.
    pub min_deviation: Option<i64>,
    /// The largest.
    pub max_deviation: Option<i64>,
}

/// Refuses a cell that does not exist.
pub(crate) fn on_the_board<T: Tokens>(rules: &Rules, position: &Position<T>) -> Result<(), SolveError> {
    match rules.hole {
        Some(hole) if hole.contains(position) => {
            let position = position.to_exact();
            Err(SolveError::RemovedCell { position, width: hole.width, height: hole.height })
        }
        _ => Ok(()),
    }
}

/// Refuses what does not fit in memory.
pub(crate) fn memory_needed(bytes: u64) -> Result<(), SolveError> {
    if bytes <= MEMORY_LIMIT { Ok(()) } else { Err(SolveError::TooMuchMemory { bytes }) }
}

/// Refuses what takes too long.
pub(crate) fn cells_needed(width: Option<u64>, height: Option<u64>, times: u64) -> Result<u64, SolveError> {
    let too_many = |cells| SolveError::TooManyCells { cells, limit: CELL_LIMIT };
    let (Some(width), Some(height)) = (width, height) else {
        return Err(too_many("2^64 or more".to_owned()));
    };
    let cells = u128::from(width) * u128::from(height);
    match cells.checked_mul(u128::from(times)) {
        Some(cells) if cells <= u128::from(CELL_LIMIT) => Ok(u64::try_from(cells).unwrap_or(u64::MAX)),
        Some(cells) => Err(too_many(cells.to_string())),
        None => Err(too_many("2^128 or more".to_owned())),
    }
}

/// What a cell is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "lowercase")]
pub enum Values {
    /// P or N.
    Outcome,
    /// The number of P-options: CLN15's palace number.
    Palace,
    /// The palace number minus k; games that block k−1 of all options.
    Deviation,
    /// The nim-value: the least number that no option has; games without a twist.
    Grundy,
}

impl Values {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Outcome, Self::Palace, Self::Deviation, Self::Grundy];

    /// How they are written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outcome => "outcome",
            Self::Palace => "palace",
            Self::Deviation => "deviation",
            Self::Grundy => "grundy",
        }
    }

    /// Refuses nim-values to an engine that counts P-options.
    pub(crate) fn not_nim(self, engine: Engine) -> Result<(), SolveError> {
        if self == Self::Grundy { Err(SolveError::NoNimValues { engine }) } else { Ok(()) }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Values {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        names::find(&Self::ALL, text, "a kind of values; the kinds are")
    }
}

/// An integer that a number of a cell is written as.
pub trait Number: Copy + Send + Sync + 'static {
    /// Whether it holds all numbers from `least` to `greatest`.
    fn holds(least: i64, greatest: i64) -> bool;

    /// The number, if the type holds it; what is left of it otherwise.
    fn residue(number: i64) -> Self;

    /// The sum, if the type holds it; what is left of it otherwise.
    #[must_use]
    fn plus(self, other: Self) -> Self;
}

macro_rules! number {
    ($($number:ident)*) => {$(
        impl Number for $number {
            fn holds(least: i64, greatest: i64) -> bool {
                Self::try_from(least).is_ok() && Self::try_from(greatest).is_ok()
            }

            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "asked for")]
            #[inline]
            fn residue(number: i64) -> Self {
                number as Self
            }

            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    )*};
}

number!(u8 u16 u32 u64 i8 i16 i32 i64);

/// A row of a window.
pub struct Row<'r> {
    /// The row's y.
    pub y: u64,
    /// For each cell from the window's left edge to its right: 1 for a P-position, 0 for the others.
    pub p: &'r [u8],
    /// How many cells, from the left, do not exist.
    pub removed: usize,
    /// Palace numbers, deviations or nim-values; empty when outcomes were asked for. A removed cell's number means
    /// nothing.
    pub numbers: &'r [i64],
}

impl<'r> Row<'r> {
    /// What stands in the cells.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + 'r {
        self.run().cells()
    }

    /// The row as one run of cells.
    pub fn run(&self) -> Run<'r> {
        Run { p: self.p, removed: self.removed, numbers: self.numbers }
    }
}

/// Neighbouring cells of a row, wherever they are: a whole row, or a part of a long one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run<'r> {
    /// For each cell, from the left: 1 for a P-position, 0 for the others.
    pub p: &'r [u8],
    /// How many cells, from the left, do not exist.
    pub removed: usize,
    /// Palace numbers, deviations or nim-values; empty when outcomes were asked for. A removed cell's number means
    /// nothing.
    pub numbers: &'r [i64],
}

impl<'r> Run<'r> {
    /// What stands in the cells.
    pub fn cells(self) -> impl Iterator<Item = Cell> + 'r {
        let cell = move |(index, p): (usize, &u8)| {
            if index < self.removed { Cell::Removed } else { Cell::Has(Outcome::p_if(*p == 1)) }
        };
        self.p.iter().enumerate().map(cell)
    }
}

/// A bound on the canonical states of an imitation game with heaps x < width, y < height: at each position an unarmed
/// one for each credit, and an armed one for each removal up to the heaps' difference and each credit. No more
/// credits differ than moves can be made.
pub(crate) fn states(limits: Limits, width: u64, height: u64) -> u64 {
    let credits = u64::from(limits.p).min(width.saturating_add(height));
    width.saturating_mul(height).saturating_mul(width.max(height) / 2 + 1).saturating_mul(credits)
}

/// Refuses an imitation game that is too large for the reference engine.
pub(crate) fn states_needed(limits: Limits, width: u64, height: u64) -> Result<(), SolveError> {
    let states = states(limits, width, height);
    if states <= STATE_LIMIT { Ok(()) } else { Err(SolveError::TooManyStates { states, limit: STATE_LIMIT }) }
}

pub(crate) fn to_usize(number: u64) -> Result<usize, SolveError> {
    usize::try_from(number).map_err(|_| SolveError::SumsTooLarge)
}

/// Refuses to look at too many options one by one.
pub(crate) fn work_needed(rules: &Rules, width: u64, height: u64, limit: u64) -> Result<(), SolveError> {
    let options = rules.moves.most_options(width, height);
    let work = width.saturating_mul(height).saturating_mul(options / 2 + 1);
    if work <= limit { Ok(()) } else { Err(SolveError::TooMuchWork { work, limit }) }
}

/// The most options of one position that an answer looks at and lists.
pub const OPTION_LIMIT: u64 = 1 << 27;

/// Refuses to list the options of a position that has too many.
pub(crate) fn options_needed(rules: &Rules, position: Position) -> Result<(), SolveError> {
    let (width, height) = position.board_sides();
    let work = rules.moves.most_options(width, height);
    if work <= OPTION_LIMIT { Ok(()) } else { Err(SolveError::TooMuchWork { work, limit: OPTION_LIMIT }) }
}
