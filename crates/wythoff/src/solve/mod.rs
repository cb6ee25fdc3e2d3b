//! How answers are found: one file per engine, and the one place that chooses among them.

pub mod automaton;
pub mod blocks;
pub(crate) mod closed;
mod columns;
pub mod dense;
pub(crate) mod dual;
pub(crate) mod lines;
pub(crate) mod reference;
mod runs;
pub mod sparse;
mod stats;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use dashu_int::UBig;
use serde::Serialize;

pub use closed::Closed;
pub use columns::{Column, Columns, Rest};
pub use dual::Dual;
pub use lines::COLUMN_LIMIT;
pub use runs::{RUN_LENGTH, WIDE_FROM, runs};
pub use stats::{Stats, stats};

pub use crate::watch::Watch;

use crate::board::{Board, Cell, Window};
use crate::exact::WindowError;
use crate::game::history::Limits;
use crate::game::{Class, Form, Game, Piece, Rules, Twist, families};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::proof::answer::{self, AnswerError};
use crate::watch::Interrupted;

/// How an answer was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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
    /// Columns that skip what is empty; W^k on boards much larger than k.
    Sparse,
    /// Blocks that repeat; W^k that is self-similar in some numeration.
    Blocks,
}

impl Engine {
    /// Every engine.
    pub const ALL: [Self; 8] = [
        Self::Reference,
        Self::Lines,
        Self::Dual,
        Self::Closed,
        Self::Automaton,
        Self::Dense,
        Self::Sparse,
        Self::Blocks,
    ];

    /// The engines that solve `game`, the usual one first.
    pub fn solving(game: &Game) -> Vec<Self> {
        let mut engines = match game.rules().and_then(Limits::of) {
            None => vec![Self::Lines, Self::Reference],
            Some(_) if dual::applies(game) => vec![Self::Reference, Self::Dual],
            Some(_) => vec![Self::Reference],
        };
        if Closed::starts(game).is_some() {
            engines.push(Self::Closed);
        }
        if let Some(k) = blocking_k(game) {
            engines.extend([Self::Automaton, Self::Dense]);
            if u64::from(k) <= sparse::LARGEST_K {
                engines.push(Self::Sparse);
            }
            if u64::from(k) <= blocks::LARGEST_K {
                engines.push(Self::Blocks);
            }
        }
        engines
    }
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
        })
    }
}

impl FromStr for Engine {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|engine| engine.to_string() == text).ok_or_else(|| {
            let names: Vec<String> = Self::ALL.iter().map(ToString::to_string).collect();
            format!("`{text}` is not an engine; the engines are {}", names.join(", "))
        })
    }
}

/// The most memory, in bytes, that one request may take for a board or for the state of an engine.
pub const MEMORY_LIMIT: u64 = 4 << 30;

/// How many lanes are computed between two looks at the memory in use.
const MEMORY_CHECKED_EVERY: u64 = 64;

/// The most cells that one request may visit: less than an hour of the lines engine.
pub const CELL_LIMIT: u64 = 1 << 38;

/// The most options that the reference engine may look at in one request: about a minute.
pub const REFERENCE_LIMIT: u64 = 1 << 32;

/// The most states of an imitation game that the reference engine may keep: beyond, the dual engine answers.
pub const STATE_LIMIT: u64 = 1 << 21;

/// From a board of so many cells on, a question about a position is answered by the closed engine where it can be.
pub const CLOSED_FROM: u64 = 1 << 20;

/// From so many cells on, boards of W^k are computed by the dense engine.
pub const DENSE_FROM: u64 = 1 << 20;

/// From a longer side of so many k on, a question about a position of W^k beyond [`DENSE_FROM`] is answered by the sparse engine.
pub const SPARSE_FROM: u64 = 64;

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
    #[error("this needs {} of memory; the limit is {} in one request", bytes_in_words(*bytes), bytes_in_words(MEMORY_LIMIT))]
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
    #[error("column {column} is still open at y = {limit}, the limit for a table; use `board` to see a part of it")]
    ColumnTooLong {
        /// The column.
        column: u64,
        /// [`COLUMN_LIMIT`].
        limit: u64,
    },
    /// A column without an end was asked for whole.
    #[error(
        "column {column} has infinitely many P-positions: ask for a number of rows (--count), or for the game that blocks"
    )]
    InfiniteColumn {
        /// The column.
        column: u64,
    },
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
        /// [`COLUMN_LIMIT`].
        limit: u64,
    },
    /// An engine was asked for columns that can't follow them.
    #[error(
        "the engine `{engine}` can't follow whole columns: `lines` can, `sparse` for W^k, and `dual` for imitation games"
    )]
    NoColumns {
        /// What was asked for.
        engine: Engine,
    },
    /// 64-bit sums might overflow.
    #[error(
        "the numbers of this game's rules and of this board are too large together for the 64-bit counts of the lines engine"
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
    /// The closed engine does not know the game.
    #[error(
        "no formula is known for this game, and heaps of 2^64 tokens or more need one; `wythoff games` says where one is"
    )]
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
        "blocks do not pay here: {numeration} of W^{k} need more than {limit} rules; different blocks from level 0 on: {}",
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

/// Refuses what does not fit in memory.
pub(crate) fn memory_needed(bytes: u64) -> Result<(), SolveError> {
    if bytes <= MEMORY_LIMIT { Ok(()) } else { Err(SolveError::TooMuchMemory { bytes }) }
}

/// Refuses what takes too long.
fn cells_needed(width: Option<u64>, height: Option<u64>, times: u64) -> Result<u64, SolveError> {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Values {
    /// P or N.
    Outcome,
    /// The number of P-options: CLN15's palace number.
    Palace,
    /// The palace number minus k; games that block k−1 of all options.
    Deviation,
}

/// A row of a window.
pub struct Row<'r> {
    /// The row's y.
    pub y: u64,
    /// For each cell from the window's left edge to its right: 1 for a P-position, 0 for the others.
    pub p: &'r [u8],
    /// How many cells, from the left, do not exist.
    pub removed: usize,
    /// Palace numbers or deviations; empty when outcomes were asked for. A removed cell's number means nothing.
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
    /// Palace numbers or deviations; empty when outcomes were asked for. A removed cell's number means nothing.
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

/// The engine that will answer: the forced one if it can, else the usual one for work of this size.
///
/// # Errors
/// When the forced engine does not solve the game.
pub fn choose(game: &Game, forced: Option<Engine>, work: Work) -> Result<Engine, SolveError> {
    let solving = Engine::solving(game);
    if let Some(engine) = forced {
        let others = || solving.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let solves = solving.contains(&engine);
        return if solves { Ok(engine) } else { Err(SolveError::WrongEngine { engine, others: others() }) };
    }
    let closed_from = match work {
        Work::Position { width, height } if width.saturating_mul(height) > CLOSED_FROM => true,
        Work::Board { width, height } => cells_needed(Some(width), Some(height), 1).is_err(),
        Work::Position { .. } | Work::Columns => false,
    };
    let is_large = match work {
        Work::Position { width, height } | Work::Board { width, height } => width.saturating_mul(height) > DENSE_FROM,
        Work::Columns => false,
    };
    let has = |engine| solving.contains(&engine);
    let is_long = |k: u32, width: u64, height: u64| width.max(height) / SPARSE_FROM >= u64::from(k);
    Ok(match work {
        _ if closed_from && has(Engine::Closed) => Engine::Closed,
        Work::Position { width, height }
            if is_large && has(Engine::Sparse) && blocking_k(game).is_some_and(|k| is_long(k, width, height)) =>
        {
            Engine::Sparse
        }
        _ if work.exceeds_reference(game) && has(Engine::Dual) => Engine::Dual,
        Work::Columns if has(Engine::Sparse) => Engine::Sparse,
        _ if is_large && has(Engine::Dense) => Engine::Dense,
        _ => solving[0],
    })
}

/// How large a request is, for the choice of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// A question about the position at this corner of a board.
    Position {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
    },
    /// A board up to this corner.
    Board {
        /// Columns.
        width: u64,
        /// Rows.
        height: u64,
    },
    /// A table: columns without an end.
    Columns,
}

impl Work {
    /// Whether an imitation game of this size is beyond the reference engine. Static games have no such limit here:
    /// their usual engine is another one at every size.
    fn exceeds_reference(self, game: &Game) -> bool {
        match (game.rules().and_then(Limits::of), self) {
            (None, _) => false,
            (Some(_), Self::Columns) => true,
            (Some(limits), Self::Board { width, height } | Self::Position { width, height }) => {
                states(limits, width, height) > STATE_LIMIT
            }
        }
    }
}

/// A bound on the canonical states of an imitation game with heaps x < width, y < height: at each position an unarmed
/// one for each credit, and an armed one for each removal up to the heaps' difference and each credit. No more
/// credits differ than moves can be made.
fn states(limits: Limits, width: u64, height: u64) -> u64 {
    let credits = u64::from(limits.p).min(width.saturating_add(height));
    width.saturating_mul(height).saturating_mul(width.max(height) / 2 + 1).saturating_mul(credits)
}

/// Refuses an imitation game that is too large for the reference engine.
pub(crate) fn states_needed(limits: Limits, width: u64, height: u64) -> Result<(), SolveError> {
    let states = states(limits, width, height);
    if states <= STATE_LIMIT { Ok(()) } else { Err(SolveError::TooManyStates { states, limit: STATE_LIMIT }) }
}

/// Refuses a `choice` game whose many holes would take too long.
pub(crate) fn choices_needed(shifts: &[Range<u32>; 2], position: Position) -> Result<(), SolveError> {
    cells_needed(position.x.checked_add(1), position.y.checked_add(1), choices(shifts)).map(|_| ())
}

/// Solves the window row by row and hands each row to `sink`, in bounded memory.
///
/// Games with memory are solved as starting positions.
///
/// # Errors
/// When the window is too large for the engine, the values have no meaning in the game, or the watcher stops the work.
pub fn rows<E: From<SolveError>>(
    game: &Game,
    window: Window,
    values: Values,
    engine: Option<Engine>,
    watch: &dyn Watch,
    mut sink: impl FnMut(Row<'_>) -> Result<(), E>,
) -> Result<Engine, E> {
    let numbers_wanted = values != Values::Outcome;
    let subtract = numbers_needed(game, values)?;
    let engine = engine_for(game, window, values, engine)?;
    let (right, bottom) = (window.right(), window.bottom());
    let (width, height) = (right.unwrap_or(u64::MAX), bottom.unwrap_or(u64::MAX));
    if engine == Engine::Closed {
        return closed_rows(game, window, values, watch, sink).map(|()| engine);
    }
    match (engine, blocking_k(game)) {
        (Engine::Automaton, Some(k)) => return automaton::rows(k, window, values, watch, sink).map(|()| engine),
        (Engine::Dense, Some(k)) => {
            let settings = dense::Settings::default();
            return dense::rows(k.into(), window, values, settings, watch, sink).map(|()| engine);
        }
        (Engine::Sparse, Some(k)) => return sparse::rows(k.into(), window, watch, sink).map(|()| engine),
        (Engine::Blocks, Some(k)) => return blocks::rows(k.into(), window, values, watch, sink).map(|()| engine),
        _ => {}
    }
    let boards = match game.form() {
        Form::Rules(_) => 1,
        Form::Choice { m, p } => choices(&choosable(*m, *p, width, height)),
    };
    cells_needed(right, bottom, boards)?;
    // The columns left of the window are solved with the rest but not handed out.
    let left = to_usize(window.at.x)?;
    let hole = game.rules().and_then(|rules| rules.hole);
    let mut numbers: Vec<i64> = Vec::new();
    let mut hand_out = |y: u64, p: &[u8], palace_numbers: &[i64]| {
        report(watch, y, height)?;
        if y < window.at.y {
            return Ok(());
        }
        numbers.clear();
        if numbers_wanted {
            numbers.extend(palace_numbers[left..].iter().map(|palaces| palaces - subtract));
        }
        let p = &p[left..];
        let removed = hole.filter(|hole| y < hole.height).map_or(0, |hole| hole.width.saturating_sub(window.at.x));
        let removed = usize::try_from(removed).unwrap_or(usize::MAX).min(p.len());
        sink(Row { y, p, removed, numbers: &numbers })
    };
    let mut source = source(game, engine, width, height, numbers_wanted)?;
    for y in 0..height {
        let (p, palace_numbers) = source.next_row()?;
        hand_out(y, p, palace_numbers)?;
    }
    report(watch, height, height)?;
    Ok(engine)
}

/// Refuses values that have no meaning in the game; what is to be subtracted from a palace number.
fn numbers_needed(game: &Game, values: Values) -> Result<i64, SolveError> {
    let subtract = match values {
        Values::Outcome | Values::Palace => 0,
        Values::Deviation => deviation_base(game)?,
    };
    if values != Values::Outcome && game.rules().is_none_or(Rules::has_memory) {
        let why = "palace numbers belong to static games: in `choice` and imitation games a position alone has none";
        return Err(SolveError::Unsupported(why));
    }
    Ok(subtract)
}

/// Whether the engine tells palace numbers. Formulas give outcomes; certificates give both.
fn tells_numbers(game: &Game, engine: Engine) -> bool {
    match engine {
        Engine::Sparse => false,
        Engine::Closed => blocking_k(game).is_some_and(answer::is_shipped),
        _ => true,
    }
}

/// The engine for a window of these values.
fn engine_for(game: &Game, window: Window, values: Values, forced: Option<Engine>) -> Result<Engine, SolveError> {
    let [width, height] = [window.right(), window.bottom()].map(|side| side.unwrap_or(u64::MAX));
    let engine = choose(game, forced, Work::Board { width, height })?;
    match forced {
        _ if values == Values::Outcome || tells_numbers(game, engine) => Ok(engine),
        Some(_) => Err(SolveError::OnlyOutcomes { engine }),
        None => Ok(Engine::Lines),
    }
}

/// The rows of the closed engine, put together from its runs.
fn closed_rows<E: From<SolveError>>(
    game: &Game,
    window: Window,
    values: Values,
    watch: &dyn Watch,
    mut sink: impl FnMut(Row<'_>) -> Result<(), E>,
) -> Result<(), E> {
    // Rows beyond 2^64 have no number here: see [`runs`](runs()).
    cells_needed(window.right().and(Some(window.width)), window.bottom().and(Some(window.height)), 1)?;
    let width = to_usize(window.width)?;
    let bytes_per_cell = if values == Values::Outcome { 1 } else { 9 };
    memory_needed(window.width.saturating_mul(bytes_per_cell))?;
    let (mut y, mut p, mut removed, mut numbers) = (window.at.y, Vec::new(), 0, Vec::new());
    closed::runs(game, &window.into(), values, watch, |run| {
        if run.p.len() == width {
            sink(Row { y, p: run.p, removed: run.removed, numbers: run.numbers })?;
            y += 1;
            return Ok(());
        }
        removed += run.removed;
        p.extend_from_slice(run.p);
        numbers.extend_from_slice(run.numbers);
        if p.len() == width {
            sink(Row { y, p: &p, removed, numbers: &numbers })?;
            y += 1;
            removed = 0;
            p.clear();
            numbers.clear();
        }
        Ok(())
    })
}

/// A solved board, row by row from y = 0.
trait Source {
    /// The next row: 1 for each P-position, 0 for other cells; and the palace numbers, where they were asked for.
    fn next_row(&mut self) -> Result<(&[u8], &[i64]), SolveError>;
}

/// What the engine makes of the game, for x < width, y < height.
fn source<'g>(
    game: &'g Game,
    engine: Engine,
    width: u64,
    height: u64,
    palace_numbers: bool,
) -> Result<Box<dyn Source + 'g>, SolveError> {
    let lines = |rules: &Rules| lines::Scan::new(rules, lines::Lanes::Rows, Some(height), Some(width), palace_numbers);
    Ok(match (game.form(), engine) {
        (Form::Rules(rules), Engine::Lines) => Box::new(lines(rules)?),
        // Lar09 Corollary 20: as starting positions the two games have the same P-positions.
        (Form::Rules(rules), Engine::Dual) => Box::new(lines(&dual::dual_rules(rules).ok_or(SolveError::NotStatic)?)?),
        (Form::Rules(rules), Engine::Reference) => match Limits::of(rules) {
            None => {
                work_needed(rules, width, height, REFERENCE_LIMIT)?;
                Box::new(reference::Static::new(rules.clone(), width))
            }
            Some(limits) => {
                states_needed(limits, width, height)?;
                Box::new(reference::Starts::new(rules, limits, width))
            }
        },
        (_, Engine::Closed | Engine::Automaton | Engine::Dense | Engine::Sparse | Engine::Blocks) => {
            return Err(SolveError::Unsupported("this engine has rows of its own"));
        }
        (Form::Choice { m, p }, engine) => {
            let mut boards: Vec<Box<dyn Source>> = Vec::new();
            let shifts = choosable(*m, *p, width, height);
            let (mut bytes, count) = (0_u64, choices(&shifts));
            for l in shifts.into_iter().flatten() {
                let rules = families::shifted(*m, *p, l);
                boards.push(if engine == Engine::Lines {
                    let scan = lines(&rules)?;
                    bytes = bytes.saturating_add(scan.bytes_expected());
                    memory_needed(bytes)?;
                    Box::new(scan)
                } else {
                    work_needed(&rules, width, height, REFERENCE_LIMIT / count)?;
                    Box::new(reference::Static::new(rules, width))
                });
            }
            Box::new(Union { boards, p: vec![0; to_usize(width)?] })
        }
    })
}

impl Source for lines::Scan {
    fn next_row(&mut self) -> Result<(&[u8], &[i64]), SolveError> {
        if self.lanes_done().is_multiple_of(MEMORY_CHECKED_EVERY) {
            memory_needed(self.bytes_held())?;
        }
        let lane = self.next_lane()?;
        Ok((lane.p, lane.palace_numbers.unwrap_or(&[])))
    }
}

impl Source for reference::Static {
    fn next_row(&mut self) -> Result<(&[u8], &[i64]), SolveError> {
        Ok(self.solve_row())
    }
}

impl Source for reference::Starts<'_> {
    fn next_row(&mut self) -> Result<(&[u8], &[i64]), SolveError> {
        Ok((self.solve_row(), &[]))
    }
}

/// A cell is P when it is on some board: the second player chooses the board.
struct Union {
    boards: Vec<Box<dyn Source>>,
    p: Vec<u8>,
}

impl Source for Union {
    fn next_row(&mut self) -> Result<(&[u8], &[i64]), SolveError> {
        self.p.fill(0);
        for board in &mut self.boards {
            for (any, p) in self.p.iter_mut().zip(board.next_row()?.0) {
                *any |= p;
            }
        }
        Ok((&self.p, &[]))
    }
}

fn to_usize(number: u64) -> Result<usize, SolveError> {
    usize::try_from(number).map_err(|_| SolveError::SumsTooLarge)
}

/// The choices of l that leave a cell of the board x < width, y < height; the others have a hole that covers it.
pub(crate) fn choosable(m: u32, p: u32, width: u64, height: u64) -> [Range<u32>; 2] {
    // A hole leaves a cell iff ml < width or m(p−l) < height.
    let (p, m) = (u64::from(p), u64::from(m));
    let wide = width.div_ceil(m).clamp(1, p);
    let tall = (p + 1).saturating_sub(height.div_ceil(m)).clamp(wide, p);
    [(0, wide), (tall, p)].map(|(from, to)| u32_of(from)..u32_of(to))
}

/// How many choices there are; at least 1.
pub(crate) fn choices(shifts: &[Range<u32>; 2]) -> u64 {
    shifts.iter().map(|range| u64::from(range.end - range.start)).sum()
}

/// A number that is at most some parameter.
fn u32_of(number: u64) -> u32 {
    u32::try_from(number).expect("parameters are 32-bit numbers")
}

/// k, when the game is W^k: the moves of a queen, k−1 of any of which may be blocked. (W^1 is Wythoff Nim.)
pub fn blocking_k(game: &Game) -> Option<u32> {
    let rules = game.rules()?;
    let is_queen = rules.hole.is_none() && rules.moves.pieces() == [Piece::rook(), Piece::bishop(1)];
    match &rules.twist {
        Twist::None if is_queen => Some(1),
        Twist::Block { budget, class: Class::Any } if is_queen => budget.checked_add(1),
        _ => None,
    }
}

/// k of a game that blocks k−1 of all its options.
fn deviation_base(game: &Game) -> Result<i64, SolveError> {
    match game.rules().map(|rules| &rules.twist) {
        Some(Twist::None) => Ok(1),
        Some(Twist::Block { budget, class: Class::Any }) => Ok(i64::from(*budget) + 1),
        _ => Err(SolveError::Unsupported(
            "deviations (palace number − k) belong to games that block k−1 of all options, like `blocking:k=5`",
        )),
    }
}

/// Refuses to look at too many options one by one.
pub(crate) fn work_needed(rules: &Rules, width: u64, height: u64, limit: u64) -> Result<(), SolveError> {
    let options = lines::most_options(rules.moves.pieces(), width, height);
    let work = width.saturating_mul(height).saturating_mul(options / 2 + 1);
    if work <= limit { Ok(()) } else { Err(SolveError::TooMuchWork { work, limit }) }
}

/// The most options of one position that an answer looks at and lists.
pub const OPTION_LIMIT: u64 = 1 << 27;

/// Refuses to list the options of a position that has too many.
pub(crate) fn options_needed(rules: &Rules, position: Position) -> Result<(), SolveError> {
    let (width, height) = position.board_sides();
    let work = lines::most_options(rules.moves.pieces(), width, height);
    if work <= OPTION_LIMIT { Ok(()) } else { Err(SolveError::TooMuchWork { work, limit: OPTION_LIMIT }) }
}

/// The whole board x < width, y < height in memory.
///
/// ```
/// use wythoff::{Game, Position, solve};
/// let game: Game = "W^2".parse()?;
/// let board = solve::board(&game, 16, 16, None, &())?;
/// assert!(board.is_p(Position::new(8, 12)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`rows`], and when the board does not fit in [`MEMORY_LIMIT`].
pub fn board(
    game: &Game,
    width: u64,
    height: u64,
    engine: Option<Engine>,
    watch: &dyn Watch,
) -> Result<Board, SolveError> {
    memory_needed(Board::bytes(width, height).unwrap_or(u64::MAX))?;
    let mut board = Board::empty(width, height, game.rules().and_then(|rules| rules.hole));
    rows(game, Window::corner(width, height), Values::Outcome, engine, watch, |row| {
        board.push_row(row.p);
        Ok::<(), SolveError>(())
    })?;
    Ok(board)
}
