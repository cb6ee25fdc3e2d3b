//! What a window holds, without keeping it.

use super::{Engine, Form, Plan, Request, SolveError, Stats, Values, rows};
use crate::board::{Tally, Window};
use crate::engine::dense;
use crate::game::Game;
use crate::position::Position;
use crate::watch::Watch;

/// The statistics of a window, and the engine that found them.
///
/// ```
/// use wythoff::{Engine, Window, solve};
/// let (stats, engine) = solve::stats(&"W^3".parse()?, Window::corner(6, 6), None, wythoff::UNWATCHED)?;
/// assert_eq!((stats.p_count, engine), (11, Engine::Lines));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`rows`](rows()), and when the window goes beyond 2^32, where signatures end.
pub fn stats(
    game: &Game,
    window: Window,
    engine: Option<Engine>,
    watch: &dyn Watch,
) -> Result<(Stats, Engine), SolveError> {
    let (Some(right), Some(bottom)) = (window.right(), window.bottom()) else { return Err(BEYOND) };
    if right.max(bottom) > 1 << 32 {
        return Err(BEYOND);
    }
    let k = game.blocking_k();
    let plan = Plan::new(game, Request::Counts(window), engine)?;
    let values = match (plan.form, k) {
        (Form::Wavefront, Some(k)) => {
            return Ok((dense::stats(k.into(), right, dense::Settings::default(), watch)?, plan.engine));
        }
        (Form::Rows(values), _) => values,
        _ => Values::Outcome,
    };
    let mut tally = Tally::default();
    let mut deviations: Option<(i64, i64)> = None;
    let engine = rows(game, window, values, Some(plan.engine), watch, |row| {
        for (x, _) in (window.at.x..).zip(row.p).filter(|(_, p)| **p == 1) {
            tally.add(Position::new(x, row.y));
        }
        let is_outside_hood = |x: u64| k.is_some_and(|k| x + row.y + x.min(row.y) >= k.into());
        for (_, &deviation) in (window.at.x..).zip(row.numbers).filter(|(x, _)| is_outside_hood(*x)) {
            let (least, most) = deviations.unwrap_or((deviation, deviation));
            deviations = Some((least.min(deviation), most.max(deviation)));
        }
        Ok::<(), SolveError>(())
    })?;
    let Tally { p_count, signature } = tally;
    let [min_deviation, max_deviation] = [deviations.map(|range| range.0), deviations.map(|range| range.1)];
    Ok((Stats { p_count, signature, min_deviation, max_deviation }, engine))
}

const BEYOND: SolveError = SolveError::Unsupported("the signature of a window is defined for x, y < 2^32 only");
