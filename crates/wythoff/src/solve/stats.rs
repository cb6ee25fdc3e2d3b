//! What a window holds, without keeping it.

use super::{Engine, Form, Plan, Request, SolveError, Stats, Values, rows};
use crate::board::{Signature, Window};
use crate::engine::dense;
use crate::fingerprint::Fingerprint;
use crate::game::Game;
use crate::position::Position;
use crate::watch::Watch;

/// Windows of at most so many cells have a signature, whether it is asked for or not: it takes seconds, where the rest
/// of the statistics of a larger board take less time than its signature.
pub const SIGNED_CELLS: u64 = 1 << 34;

/// Which windows get a signature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Signing {
    /// Those of at most [`SIGNED_CELLS`] cells, all of them with x, y < 2^32.
    #[default]
    Small,
    /// All; where signatures end, there are no statistics.
    Always,
}

impl Signing {
    /// Whether this window gets one.
    fn is_wanted(self, window: Window) -> Result<bool, SolveError> {
        let ends = [window.right(), window.bottom()];
        let is_defined = ends.into_iter().all(|end| end.is_some_and(|end| end <= 1 << 32));
        match self {
            Self::Always if !is_defined => Err(BEYOND),
            Self::Always => Ok(true),
            Self::Small => Ok(is_defined && window.width.saturating_mul(window.height) <= SIGNED_CELLS),
        }
    }
}

/// The statistics of a window, and the engine that found them.
///
/// ```
/// use wythoff::{Engine, Window, solve};
/// let (stats, engine) =
///     solve::stats(&"W^3".parse()?, Window::corner(6, 6), Default::default(), None, wythoff::UNWATCHED)?;
/// assert_eq!((stats.p_count, engine), (11, Engine::Lines));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`rows`](rows()), and when a signature is asked for and the window goes beyond 2^32.
pub fn stats(
    game: &Game,
    window: Window,
    signing: Signing,
    engine: Option<Engine>,
    watch: &dyn Watch,
) -> Result<(Stats, Engine), SolveError> {
    let signed = signing.is_wanted(window)?;
    let k = game.blocking_k();
    let plan = Plan::new(game, Request::Counts(window), engine)?;
    let values = match (plan.form, k) {
        (Form::Wavefront, Some(k)) => {
            let settings = dense::Settings::default();
            return Ok((dense::stats(k.into(), window.width, signed, settings, watch)?, plan.engine));
        }
        (Form::Rows(values), _) => values,
        _ => Values::Outcome,
    };
    let (mut p_count, mut fingerprint, mut signature) = (0, Fingerprint::default(), Signature::default());
    let mut deviations: Option<(i64, i64)> = None;
    let engine = rows(game, window, values, Some(plan.engine), watch, |row| {
        p_count += row.p.iter().map(|p| u64::from(*p)).sum::<u64>();
        fingerprint.add_cells(Position::new(window.at.x, row.y), row.p);
        if signed {
            for (x, _) in (window.at.x..).zip(row.p).filter(|(_, p)| **p == 1) {
                signature.add(Position::new(x, row.y));
            }
        }
        let options = |x: u64| u128::from(x) + u128::from(row.y) + u128::from(x.min(row.y));
        let is_outside_hood = |x: u64| k.is_some_and(|k| options(x) >= k.into());
        for (&deviation, _) in row.numbers.iter().zip(window.at.x..).filter(|(_, x)| is_outside_hood(*x)) {
            let (least, most) = deviations.unwrap_or((deviation, deviation));
            deviations = Some((least.min(deviation), most.max(deviation)));
        }
        Ok::<(), SolveError>(())
    })?;
    let [min_deviation, max_deviation] = [deviations.map(|range| range.0), deviations.map(|range| range.1)];
    let signature = signed.then_some(signature);
    Ok((Stats { p_count, fingerprint, signature, min_deviation, max_deviation }, engine))
}

const BEYOND: SolveError = SolveError::Unsupported("the signature of a window is defined for x, y < 2^32 only");
