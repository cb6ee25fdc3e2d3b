//! What is to be computed, by which engine, in which form: decided here, once, and handed down.
//!
//! Deciding costs nothing: it looks at the rules and at the size of what is asked.

use std::ops::Range;

use dashu_int::UBig;

use super::WIDE_FROM;
use crate::board::Window;
use crate::engine::{Engine, STATE_LIMIT, SolveError, Values, blocks, cells_needed, dual, grundy, sparse, states};
use crate::game::history::Limits;
use crate::game::{self, Game, Rules, Twist, families};
use crate::position::Position;
use crate::solve::Closed;

/// From a board of so many cells on, a question about a position is answered by the closed engine where it can be.
pub const CLOSED_FROM: u64 = 1 << 20;

/// From so many cells on, boards of W^k are computed by the dense engine, and thin ones of other games by the sparse
/// one.
pub const DENSE_FROM: u64 = 1 << 20;

/// A board is thin from a shorter side on that is so many times the number of P-positions that a line can hold; in a
/// comply game, of N-positions. Beyond [`DENSE_FROM`] the sparse engine computes thin boards of other games than W^k.
pub const THIN_FROM: u64 = 16;

/// From a longer side of so many k on, a question about a position of W^k beyond [`DENSE_FROM`] is answered by the
/// sparse engine.
pub const SPARSE_FROM: u64 = 64;

/// Of many positions, one costs a formula that is not quick as much as so many cells cost others.
const FORMULA_COST: u64 = 1 << 13;

/// A column costs the sparse engine as much as so many cells.
const COLUMN_COST: u64 = 1 << 9;

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
        if game.blocking_k().is_some() {
            engines.extend([Self::Automaton, Self::Dense]);
        }
        if most_marks(game).is_some() {
            engines.push(Self::Sparse);
        }
        if game.blocking_k().is_some_and(|k| u64::from(k) <= blocks::LARGEST_K) {
            engines.push(Self::Blocks);
        }
        engines
    }

    /// The engines that give the nim-values of `game`, the usual one first: none, where it has none.
    pub fn with_nim_values(game: &Game) -> Vec<Self> {
        if game.no_nim_values().is_none() { vec![Self::Grundy, Self::Reference] } else { Vec::new() }
    }
}

/// The most P-positions that a column can hold (in a comply game: N-positions); none where the sparse engine does not
/// solve the game.
fn most_marks(game: &Game) -> Option<u64> {
    match (game.blocking_k(), game.form()) {
        (Some(k), _) => Some(k.into()).filter(|k| *k <= sparse::LARGEST_K),
        (None, game::Form::Rules(rules)) => sparse::lanes::most_marks(rules),
        (None, game::Form::Choice { m, p, ending }) => {
            let one = sparse::lanes::most_marks(&families::shifted(*m, *p, 0).with_ending(*ending));
            one.map(|marks| marks.saturating_mul(u64::from(*p)))
        }
    }
}

/// What is asked of a game.
#[derive(Clone, Copy, Debug)]
pub enum Request<'r> {
    /// Who wins from a position, and how.
    Position(Position),
    /// Who wins from each of many positions.
    Outcomes {
        /// More than all their columns; in a symmetric game, than all smaller heaps.
        width: u64,
        /// More than all their rows; in a symmetric game, than all larger heaps.
        height: u64,
        /// How many they are.
        count: usize,
    },
    /// A window, row by row.
    Rows(Window, Values),
    /// A window of any place and shape, run by run.
    Runs(&'r Window<UBig>, Values),
    /// What a window holds: counts, signature, extremes.
    Counts(Window),
    /// Whole columns without an end.
    Columns,
    /// The P-positions, or those of a nim-value, in the order of a table; of a symmetric game the upper ones.
    Table {
        /// The first row, counted from 0.
        first: &'r UBig,
        /// The nim-value of the positions; none for P-positions of any game.
        value: Option<u32>,
    },
}

/// How an engine computes what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A board up to the position, or the states of a game with memory.
    Board,
    /// A formula.
    Formula,
    /// Columns one after the other, each in full or its upper part.
    Columns,
    /// Rows one after the other, with these values.
    Rows(Values),
    /// The rows of the board turned over: the window is wide.
    OnItsSide,
    /// A wavefront that counts and keeps nothing.
    Wavefront,
}

/// What is to be computed, by which engine, in which form.
///
/// ```
/// use wythoff::Window;
/// use wythoff::solve::{Engine, Form, Plan, Request};
/// let plan = Plan::new(&"W^5".parse()?, Request::Counts(Window::corner(5000, 5000)), None)?;
/// assert_eq!((plan.engine, plan.form), (Engine::Dense, Form::Wavefront));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The engine at work.
    pub engine: Engine,
    /// What it does.
    pub form: Form,
}

impl Plan {
    /// The plan for a request: with the forced engine if it can, else with the usual one for work of this size.
    ///
    /// # Errors
    /// When the forced engine does not solve the game or not in this form, the values have no meaning in it, or no
    /// engine reaches so far.
    pub fn new(game: &Game, request: Request<'_>, forced: Option<Engine>) -> Result<Self, SolveError> {
        if let Request::Rows(_, Values::Grundy) | Request::Runs(_, Values::Grundy) = request {
            return Self::for_nim_values(game, request, forced);
        }
        match request {
            Request::Table { value: Some(1..), .. } => return Self::for_nim_table(game, forced),
            // P-positions, where there are nim-values.
            Request::Table { value: Some(0), .. } => _ = numbers_needed(game, Values::Grundy)?,
            _ => {}
        }
        let solving = Engine::solving(game);
        if forced == Some(Engine::Grundy) {
            return Err(SolveError::Unsupported("the engine `grundy` gives nim-values: ask for the values `grundy`"));
        }
        if let Some(engine) = forced.filter(|engine| !solving.contains(engine)) {
            let others = solving.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            return Err(SolveError::WrongEngine { engine, others });
        }
        let has = |engine| solving.contains(&engine);
        match request {
            Request::Position(position) => {
                let (width, height) = position.board_sides();
                let engine = forced.unwrap_or_else(|| usual_for_position(game, &solving, width, height));
                let form = match engine {
                    Engine::Closed => Form::Formula,
                    Engine::Sparse => Form::Columns,
                    _ => Form::Board,
                };
                Ok(Self { engine, form })
            }
            Request::Outcomes { width, height, count } => {
                let engine = forced.unwrap_or_else(|| usual_for_outcomes(game, &solving, width, height, count));
                let form = match engine {
                    Engine::Closed => Form::Formula,
                    Engine::Sparse if follows_columns(game) => Form::Columns,
                    Engine::Dual if thin_dual(game, width, height).is_some() => Form::Columns,
                    _ => Form::Rows(Values::Outcome),
                };
                Ok(Self { engine, form })
            }
            Request::Rows(window, values) => {
                let engine = for_window(game, &solving, window, values, forced)?;
                let form = if engine == Engine::Closed { Form::Formula } else { Form::Rows(values) };
                Ok(Self { engine, form })
            }
            Request::Runs(window, values) => {
                let Some(near) = window.near() else {
                    let engine = forced.unwrap_or(Engine::Closed);
                    return match engine {
                        Engine::Closed if has(engine) => Ok(Self { engine, form: Form::Formula }),
                        Engine::Closed => Err(SolveError::NoFormula),
                        _ => Err(SolveError::TooFar { engine }),
                    };
                };
                let plan = Self::new(game, Request::Rows(near, values), forced)?;
                let on_its_side = is_wide(near) && plan.form != Form::Formula;
                Ok(if on_its_side { Self { form: Form::OnItsSide, ..plan } } else { plan })
            }
            Request::Counts(window) => {
                let [width, height] = [window.right(), window.bottom()].map(|side| side.unwrap_or(u64::MAX));
                let engine = forced.unwrap_or_else(|| usual_for_board(game, &solving, width, height));
                let has_numbers = game.blocking_k().is_some() && tells_numbers(game, engine);
                let form = match engine {
                    Engine::Dense if window == Window::corner(width, width) => Form::Wavefront,
                    Engine::Closed if !has_numbers => Form::Formula,
                    Engine::Sparse if game.blocking_k().is_none() => Form::Columns,
                    Engine::Dual if thin_dual(game, width, height).is_some() => Form::Columns,
                    _ => Form::Rows(if has_numbers { Values::Deviation } else { Values::Outcome }),
                };
                Ok(Self { engine, form })
            }
            Request::Columns | Request::Table { .. } => {
                let is_table = matches!(request, Request::Table { .. });
                let is_far = matches!(request, Request::Table { first, .. } if *first >= UBig::from(CLOSED_FROM));
                let sparse = has(Engine::Sparse) && follows_columns(game);
                let is_quick = game.blocking_k().is_none() || Closed::is_quick(game);
                let is_streamed = is_table && has(Engine::Closed) && (is_far || is_quick);
                let usual = match () {
                    () if is_streamed => Engine::Closed,
                    () if sparse => Engine::Sparse,
                    () if has(Engine::Dual) => Engine::Dual,
                    () if has(Engine::Lines) => Engine::Lines,
                    () => Engine::Reference,
                };
                let engine = forced.unwrap_or(usual);
                match engine {
                    Engine::Closed if is_table && has(engine) => Ok(Self { engine, form: Form::Formula }),
                    Engine::Lines | Engine::Dual if has(engine) => Ok(Self { engine, form: Form::Columns }),
                    Engine::Sparse if sparse => Ok(Self { engine, form: Form::Columns }),
                    _ if forced.is_none() => Err(NO_TABLE),
                    _ => Err(SolveError::NoColumns { engine }),
                }
            }
        }
    }
}

impl Plan {
    /// The plan for a table of a nim-value.
    fn for_nim_table(game: &Game, forced: Option<Engine>) -> Result<Self, SolveError> {
        numbers_needed(game, Values::Grundy)?;
        match forced.unwrap_or(Engine::Grundy) {
            engine @ Engine::Grundy => Ok(Self { engine, form: Form::Columns }),
            engine => Err(SolveError::NoNimValues { engine }),
        }
    }

    /// The plan for a window of nim-values.
    fn for_nim_values(game: &Game, request: Request<'_>, forced: Option<Engine>) -> Result<Self, SolveError> {
        numbers_needed(game, Values::Grundy)?;
        let engine = forced.unwrap_or(Engine::Grundy);
        if !Engine::with_nim_values(game).contains(&engine) {
            return Err(SolveError::NoNimValues { engine });
        }
        let window = match request {
            Request::Runs(window, _) if engine == Engine::Grundy && grundy::is_far_nim(game, window) => {
                return Ok(Self { engine, form: Form::Formula });
            }
            Request::Rows(window, _) => Some(window),
            Request::Runs(window, _) => window.near(),
            _ => None,
        };
        let Some(window) = window else { return Err(grundy::TOO_LARGE) };
        let on_its_side = matches!(request, Request::Runs(..)) && is_wide(window);
        Ok(Self { engine, form: if on_its_side { Form::OnItsSide } else { Form::Rows(Values::Grundy) } })
    }
}

/// Whether a window is solved on its side, where rows are computed from the left edge of the board.
fn is_wide(window: Window) -> bool {
    window.right().is_some_and(|right| right >= WIDE_FROM) && window.width > window.height
}

/// The usual engine for a question about the position at this corner of a board.
fn usual_for_position(game: &Game, solving: &[Engine], width: u64, height: u64) -> Engine {
    let has = |engine| solving.contains(&engine);
    let cells = width.saturating_mul(height);
    let is_long = |k: u32| width.max(height) / SPARSE_FROM >= u64::from(k);
    if cells > CLOSED_FROM && has(Engine::Closed) {
        Engine::Closed
    } else if cells > DENSE_FROM && has(Engine::Sparse) && game.blocking_k().is_some_and(is_long) {
        Engine::Sparse
    } else {
        usual_for_cells(game, solving, width, height)
    }
}

/// The usual engine for so many positions below this corner.
fn usual_for_outcomes(game: &Game, solving: &[Engine], width: u64, height: u64, count: usize) -> Engine {
    let has = |engine| solving.contains(&engine);
    let cells = width.saturating_mul(height);
    let is_long = |k: u32| height / SPARSE_FROM >= u64::from(k);
    let by_columns = cells > DENSE_FROM
        && has(Engine::Sparse)
        && follows_columns(game)
        && game.blocking_k().map_or_else(|| is_thin(most_marks(game), width, height), is_long);
    // What the others have to compute, whether many ask for it or few.
    let others = if by_columns { width.saturating_mul(COLUMN_COST) } else { cells };
    if has(Engine::Closed) && (Closed::is_quick(game) || others / FORMULA_COST >= count as u64) {
        Engine::Closed
    } else if by_columns {
        Engine::Sparse
    } else {
        usual_for_cells(game, solving, width, height)
    }
}

/// Whether whole columns can be skipped through. Those of a comply game are P but for a few cells.
fn follows_columns(game: &Game) -> bool {
    !game.rules().is_some_and(|rules| matches!(rules.twist, Twist::Comply { .. }))
}

/// Whether the sparse engine pays on a board of a static game: large, and few P-positions on a line.
fn is_thin(most_marks: Option<u64>, width: u64, height: u64) -> bool {
    let is_large = width.saturating_mul(height) > DENSE_FROM;
    is_large && most_marks.is_some_and(|marks| width.min(height) / THIN_FROM >= marks)
}

/// The static game that solves an imitation game, if the sparse engine pays on such a board of it.
pub(super) fn thin_dual(game: &Game, width: u64, height: u64) -> Option<Rules> {
    let dual = dual::dual_rules(game.rules()?)?;
    is_thin(sparse::lanes::most_marks(&dual), width, height).then_some(dual)
}

/// The usual engine for a board up to this corner: formulas where it is too large for the others.
fn usual_for_board(game: &Game, solving: &[Engine], width: u64, height: u64) -> Engine {
    let is_too_large = cells_needed(Some(width), Some(height), 1).is_err();
    if is_too_large && solving.contains(&Engine::Closed) {
        Engine::Closed
    } else {
        usual_for_cells(game, solving, width, height)
    }
}

/// The usual engine that computes all cells. An imitation game beyond the reference engine goes to its dual.
fn usual_for_cells(game: &Game, solving: &[Engine], width: u64, height: u64) -> Engine {
    let has = |engine| solving.contains(&engine);
    let limits = game.rules().and_then(Limits::of);
    if limits.is_some_and(|limits| states(limits, width, height) > STATE_LIMIT) && has(Engine::Dual) {
        Engine::Dual
    } else if width.saturating_mul(height) > DENSE_FROM && has(Engine::Dense) {
        Engine::Dense
    } else if is_thin(most_marks(game), width, height) {
        Engine::Sparse
    } else if width.saturating_mul(height) > DENSE_FROM && Closed::paints(game) {
        Engine::Closed
    } else {
        solving[0]
    }
}

/// The engine for a window of these values.
fn for_window(
    game: &Game,
    solving: &[Engine],
    window: Window,
    values: Values,
    forced: Option<Engine>,
) -> Result<Engine, SolveError> {
    let [width, height] = [window.right(), window.bottom()].map(|side| side.unwrap_or(u64::MAX));
    let engine = forced.unwrap_or_else(|| usual_for_board(game, solving, width, height));
    match forced {
        _ if values == Values::Outcome || tells_numbers(game, engine) => Ok(engine),
        Some(_) => Err(SolveError::OnlyOutcomes { engine }),
        None => Ok(Engine::Lines),
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
        Values::Grundy => return game.no_nim_values().map_or(Ok(0), |why| Err(SolveError::Unsupported(why))),
        Values::Deviation => i64::try_from(game.deviation_base().ok_or(NO_DEVIATIONS)?).unwrap_or(i64::MAX),
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
        Engine::Closed => game.blocking_k().is_some_and(Closed::tells_numbers),
        _ => true,
    }
}

/// Why a game has no table.
const NO_TABLE: SolveError = SolveError::Unsupported(
    "a table needs whole columns, and no engine follows those of this game: a board shows a part of them",
);

/// Why a game has no deviations.
const NO_DEVIATIONS: SolveError = SolveError::Unsupported(
    "deviations (palace number − k) belong to games that block k−1 of all options, like `blocking:k=5`, in normal play",
);
