//! Which engine answers: the one place that decides.

use std::ops::Range;

use crate::board::Window;
use crate::certificate::answer;
use crate::engine::{Engine, STATE_LIMIT, SolveError, Values, blocks, cells_needed, dual, sparse, states};
use crate::game::history::Limits;
use crate::game::{Game, Rules};
use crate::position::Position;
use crate::solve::Closed;

/// From a board of so many cells on, a question about a position is answered by the closed engine where it can be.
pub const CLOSED_FROM: u64 = 1 << 20;

/// From so many cells on, boards of W^k are computed by the dense engine.
pub const DENSE_FROM: u64 = 1 << 20;

/// From a longer side of so many k on, a question about a position of W^k beyond [`DENSE_FROM`] is answered by the sparse engine.
pub const SPARSE_FROM: u64 = 64;

impl Engine {
    /// The engines that solve `game`, the usual one first.
    pub fn solving(game: &Game) -> Vec<Self> {
        let mut engines = match game.rules().and_then(Limits::of) {
            None => vec![Self::Lines, Self::Reference],
            Some(_) if dual::applies(game) => vec![Self::Reference, Self::Dual],
            Some(_) => vec![Self::Reference],
        };
        if Closed::knows(game) {
            engines.push(Self::Closed);
        }
        if let Some(k) = game.blocking_k() {
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
            if is_large && has(Engine::Sparse) && game.blocking_k().is_some_and(|k| is_long(k, width, height)) =>
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

/// Refuses a `choice` game whose many holes would take too long.
pub(crate) fn choices_needed(shifts: &[Range<u32>; 2], position: Position) -> Result<(), SolveError> {
    cells_needed(position.x.checked_add(1), position.y.checked_add(1), choices(shifts)).map(|_| ())
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

/// Refuses values that have no meaning in the game; what is to be subtracted from a palace number.
pub(super) fn numbers_needed(game: &Game, values: Values) -> Result<i64, SolveError> {
    let subtract = match values {
        Values::Outcome | Values::Palace => 0,
        Values::Deviation => i64::try_from(game.deviation_base().ok_or(NO_DEVIATIONS)?).unwrap_or(i64::MAX),
    };
    if values != Values::Outcome && game.rules().is_none_or(Rules::has_memory) {
        let why = "palace numbers belong to static games: in `choice` and imitation games a position alone has none";
        return Err(SolveError::Unsupported(why));
    }
    Ok(subtract)
}

/// Whether the engine tells palace numbers. Formulas give outcomes; certificates give both.
pub(crate) fn tells_numbers(game: &Game, engine: Engine) -> bool {
    match engine {
        Engine::Sparse => false,
        Engine::Closed => game.blocking_k().is_some_and(answer::is_shipped),
        _ => true,
    }
}

/// The engine for a window of these values.
pub(super) fn engine_for(
    game: &Game,
    window: Window,
    values: Values,
    forced: Option<Engine>,
) -> Result<Engine, SolveError> {
    let [width, height] = [window.right(), window.bottom()].map(|side| side.unwrap_or(u64::MAX));
    let engine = choose(game, forced, Work::Board { width, height })?;
    match forced {
        _ if values == Values::Outcome || tells_numbers(game, engine) => Ok(engine),
        Some(_) => Err(SolveError::OnlyOutcomes { engine }),
        None => Ok(Engine::Lines),
    }
}

/// Why a game has no deviations.
const NO_DEVIATIONS: SolveError = SolveError::Unsupported(
    "deviations (palace number − k) belong to games that block k−1 of all options, like `blocking:k=5`",
);
