//! The outcomes of many positions, found together.

use super::{Columns, Form, Plan, Request, Rest, Values, Watch, rows};
use crate::board::Window;
use crate::engine::{Engine, Row, SolveError, closed, on_the_board, report, to_usize};
use crate::game::Game;
use crate::outcome::Outcome;
use crate::position::{Position, Tokens};

/// Who wins from each of the positions, in their order. Games with memory are solved as starting positions.
///
/// A formula decides each alone; other engines go over the board up to the furthest of them once, or over its columns,
/// however many positions there are.
///
/// ```
/// use wythoff::{Outcome, Position, solve};
/// let positions = [(1, 2), (2, 2), (5, 3)].map(Position::from);
/// let outcomes = solve::outcomes::<u64>(&"wythoff".parse()?, &positions, None, wythoff::UNWATCHED)?;
/// assert_eq!(outcomes, [Outcome::P, Outcome::N, Outcome::P]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a position is not on the board or too far out for the engine, or the watch stops the work.
pub fn outcomes<T: Tokens>(
    game: &Game,
    positions: &[Position<T>],
    engine: Option<Engine>,
    watch: &dyn Watch,
) -> Result<Vec<Outcome>, SolveError> {
    outcomes_of(game, positions.len(), |index| positions[index].clone(), engine, watch)
}

/// The same for so many positions, wherever they are kept: `at` gives the position with an index.
///
/// # Errors
/// As [`outcomes`].
pub fn outcomes_of<T: Tokens>(
    game: &Game,
    count: usize,
    at: impl Fn(usize) -> Position<T> + Sync,
    engine: Option<Engine>,
    watch: &dyn Watch,
) -> Result<Vec<Outcome>, SolveError> {
    if let Some(rules) = game.rules().filter(|rules| rules.hole.is_some()) {
        (0..count).try_for_each(|index| on_the_board(rules, &at(index)))?;
    }
    let by_formula = || closed::outcomes(game, count, &at, watch).unwrap_or(Err(SolveError::NoFormula));
    // In a symmetric game the smaller heap is the column.
    let folded = |at: Position| if game.is_symmetric() && at.x > at.y { at.mirrored() } else { at };
    let near = |index| at(index).near().map(folded);
    let sides = (0..count).map(near).try_fold((0, 0), |(width, height), at| {
        let (right, bottom) = at?.board_sides();
        Some((right.max(width), bottom.max(height)))
    });
    let Some((width, height)) = sides else {
        return match engine {
            None | Some(Engine::Closed) => by_formula(),
            Some(engine) => Err(SolveError::TooFar { engine }),
        };
    };
    let plan = Plan::new(game, Request::Outcomes { width, height, count }, engine)?;
    if plan.form == Form::Formula {
        return by_formula();
    }
    // In the order of lanes: of columns, or of rows.
    let by_columns = plan.form == Form::Columns;
    let lane = |at: Position| if by_columns { (at.x, at.y) } else { (at.y, at.x) };
    let mut wanted: Vec<_> = (0..count).filter_map(|index| Some((lane(near(index)?), index))).collect();
    wanted.sort_unstable();
    let mut wanted = wanted.into_iter().peekable();
    let mut found = vec![Outcome::N; count];
    if by_columns {
        let mut columns = Columns::new(game, Some(plan.engine))?;
        for x in 0..width {
            report(watch, x, width)?;
            let column = columns.next(u64::MAX)?;
            while let Some(((_, y), index)) = wanted.next_if(|((lane, _), _)| *lane == x) {
                let is_beyond = matches!(column.rest, Rest::AllP { from } if y >= from);
                found[index] = Outcome::p_if(is_beyond || column.p.binary_search(&y).is_ok());
            }
        }
        report(watch, width, width)?;
    } else {
        let window = Window::corner(width, height);
        rows(game, window, Values::Outcome, Some(plan.engine), watch, |row: Row<'_>| {
            while let Some(((_, x), index)) = wanted.next_if(|((lane, _), _)| *lane == row.y) {
                // The window is as wide as the furthest of them.
                found[index] = Outcome::p_if(row.p[to_usize(x)?] == 1);
            }
            Ok::<(), SolveError>(())
        })?;
    }
    Ok(found)
}
