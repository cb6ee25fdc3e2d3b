//! Windows of any place and shape, in bounded memory: long rows come in several runs.
//!
//! The engines walk row by row, and keep sums for all columns up to the right edge. A window that is much wider than it
//! is high is therefore solved on its side: the game with its heaps exchanged has the board turned over. Its rows are
//! short, and what they hold is kept in bits (or numbers) until all are there.

use dashu_int::UBig;

use super::plan::numbers_needed;
use super::{Form, Plan, Request, Watch, rows};
use crate::board::{Board, Window};
use crate::engine::{
    Engine, RUN_LENGTH, Run, SolveError, Values, cells_needed, closed, grundy, memory_needed, report, to_usize,
};
use crate::game::{self, Game};
use crate::position::Position;

/// From so many columns up to the right edge on, a window that is wider than high is solved on its side.
pub const WIDE_FROM: u64 = 1 << 23;

/// Solves a window wherever it lies and hands its cells to `sink`: row by row from the top, a row in one or several
/// runs from the left. Of a window without columns each row is an empty run.
///
/// ```
/// use wythoff::exact::UBig;
/// use wythoff::solve::{self, Values};
/// use wythoff::{Game, Position, SolveError, Window};
/// // Two rows of W^4, 10^100 cells from the corner.
/// let far = UBig::from(10_u8).pow(100);
/// let window = Window { at: Position::new(far.clone(), far), width: 30, height: 2 };
/// let mut lines = Vec::new();
/// let game: Game = "W^4".parse()?;
/// solve::runs(&game, &window, Values::Outcome, None, wythoff::UNWATCHED, |run| {
///     lines.push(run.p.len());
///     Ok::<(), SolveError>(())
/// })?;
/// assert_eq!(lines, [30, 30]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`rows`]; beyond 2^64 only where a formula is known.
pub fn runs<E: From<SolveError>>(
    game: &Game,
    window: &Window<UBig>,
    values: Values,
    engine: Option<Engine>,
    watch: &dyn Watch,
    mut sink: impl FnMut(Run<'_>) -> Result<(), E>,
) -> Result<Engine, E> {
    numbers_needed(game, values)?;
    let Plan { engine, form } = Plan::new(game, Request::Runs(window, values), engine)?;
    match (form, window.near()) {
        (Form::OnItsSide, Some(near)) => on_its_side(game, near, values, engine, watch, sink)?,
        (Form::Rows(_), Some(near)) => {
            rows(game, near, values, Some(engine), watch, |row| sink(row.run()))?;
        }
        _ if engine == Engine::Grundy => grundy::nim_runs(window, watch, sink)?,
        _ => closed::runs(game, window, values, watch, sink)?,
    }
    Ok(engine)
}

/// A window of few rows, from the columns of the board turned over.
fn on_its_side<E: From<SolveError>>(
    game: &Game,
    window: Window,
    values: Values,
    engine: Engine,
    watch: &dyn Watch,
    mut sink: impl FnMut(Run<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let (width, height) = (to_usize(window.width)?, to_usize(window.height)?);
    let cells = cells_needed(Some(window.width), Some(window.height), 1)?;
    let has_numbers = values != Values::Outcome;
    let numbers_bytes = if has_numbers { cells.saturating_mul(8) } else { 0 };
    let board_bytes = Board::bytes(window.height, window.width).unwrap_or(u64::MAX);
    memory_needed(board_bytes.saturating_add(numbers_bytes))?;
    // A column of the window is a row of this board, and of these numbers.
    let mut columns = Board::empty(Window::corner(window.height, window.width), None);
    let mut numbers = Vec::new();
    rows(&mirrored(game), window.mirrored(), values, Some(engine), watch, |row| {
        columns.push_row(row.p);
        numbers.extend_from_slice(row.numbers);
        Ok::<(), SolveError>(())
    })?;
    let hole = game.rules().and_then(|rules| rules.hole);
    let length = to_usize(RUN_LENGTH)?;
    for row in 0..height {
        let hole = hole.filter(|hole| window.at.y + (row as u64) < hole.height).map_or(0, |hole| hole.width);
        let removed = usize::try_from(hole.saturating_sub(window.at.x)).unwrap_or(usize::MAX);
        for from in (0..width).step_by(length) {
            report(watch, (row * width + from) as u64, cells)?;
            let run = from..(from + length).min(width);
            let p: Vec<u8> =
                run.clone().map(|column| u8::from(columns.is_p(Position::new(row as u64, column as u64)))).collect();
            let removed = removed.saturating_sub(from).min(p.len());
            let numbers: Vec<i64> =
                if has_numbers { run.map(|column| numbers[column * height + row]).collect() } else { Vec::new() };
            sink(Run { p: &p, removed, numbers: &numbers })?;
        }
    }
    Ok(report(watch, cells, cells)?)
}

/// The game with its heaps exchanged. A choice of l treats the heaps alike.
fn mirrored(game: &Game) -> Game {
    match game.form() {
        game::Form::Choice { .. } => game.clone(),
        game::Form::Rules(rules) => Game::unnamed(rules.mirrored()),
    }
}
