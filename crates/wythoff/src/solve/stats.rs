//! What a window holds, without keeping it.

use std::collections::BTreeMap;

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::plan::thin_dual;
use super::{Engine, Form, Plan, Request, SolveError, Stats, Values, choosable, rows, runs};
use crate::board::{Signature, Window};
use crate::engine::lines::Lanes;
use crate::engine::sparse::lanes::SparseLanes;
use crate::engine::{dense, report};
use crate::fingerprint::Fingerprint;
use crate::game::{self, Game, Rules, Twist, families};
use crate::position::Position;
use crate::watch::Watch;

/// Windows of at most so many cells have a signature, whether it is asked for or not: it takes seconds, where the rest
/// of the statistics of a larger board take less time than its signature.
pub const SIGNED_CELLS: u64 = 1 << 34;

/// Which windows get a signature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Signing {
    /// Those of at most [`SIGNED_CELLS`] cells, all of them with x, y < 2^32; and larger ones where the engine hands
    /// out few P-positions instead of cells.
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
        (Form::Columns, _) => {
            return Ok((stats_of_lanes(game, window, signed, watch)?, plan.engine));
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
            signature.add_row(Position::new(window.at.x, row.y), row.p);
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

/// How many cells of a window have each value, and the engine that found them; cells that do not exist are left out.
///
/// ```
/// use wythoff::solve::{self, Values};
/// let window = wythoff::Window::corner(4, 4).into();
/// let (counts, _) = solve::counts(&"nim".parse()?, &window, Values::Grundy, None, wythoff::UNWATCHED)?;
/// assert_eq!(counts.into_iter().collect::<Vec<_>>(), [(0, 4), (1, 4), (2, 4), (3, 4)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`runs`](runs()).
pub fn counts(
    game: &Game,
    window: &Window<UBig>,
    values: Values,
    engine: Option<Engine>,
    watch: &dyn Watch,
) -> Result<(BTreeMap<i64, u64>, Engine), SolveError> {
    let mut counts: FxHashMap<i64, u64> = FxHashMap::default();
    let engine = runs(game, window, values, engine, watch, |run| {
        if values == Values::Outcome {
            run.p[run.removed..].iter().for_each(|p| *counts.entry((*p).into()).or_default() += 1);
        } else {
            run.numbers[run.removed..].iter().for_each(|number| *counts.entry(*number).or_default() += 1);
        }
        Ok::<(), SolveError>(())
    })?;
    Ok((counts.into_iter().collect(), engine))
}

/// What the columns of the sparse engine hold within the window; or its rows.
fn stats_of_lanes(game: &Game, window: Window, signed: bool, watch: &dyn Watch) -> Result<Stats, SolveError> {
    let (Some(right), Some(bottom)) = (window.right(), window.bottom()) else {
        return Err(SolveError::SumsTooLarge);
    };
    let boards: Vec<Rules> = match game.form() {
        // As starting positions an imitation game and its dual have the same P-positions.
        game::Form::Rules(rules) => vec![thin_dual(game, right, bottom).unwrap_or_else(|| rules.clone())],
        game::Form::Choice { m, p, ending } => {
            let shifts = choosable(*m, *p, right, bottom);
            shifts.into_iter().flatten().map(|l| families::shifted(*m, *p, l).with_ending(*ending)).collect()
        }
    };
    // The lanes run along the longer side.
    let by = if right <= bottom { Lanes::Columns } else { Lanes::Rows };
    let ((first, end), (from, to)) = match by {
        Lanes::Columns => ((window.at.x, right), (window.at.y, bottom)),
        Lanes::Rows => ((window.at.y, bottom), (window.at.x, right)),
    };
    let scan = |rules| SparseLanes::new(rules, by, Some(to));
    let mut scans = boards.iter().map(scan).collect::<Result<Vec<_>, _>>()?;
    // In a comply game the marks are what is not P: a game with one board.
    let comply = game.rules().filter(|rules| matches!(rules.twist, Twist::Comply { .. }));
    // Otherwise they are few, with heaps below 2^31: their signature costs nothing.
    let signed = signed || comply.is_none();
    let (mut p_count, mut fingerprint, mut signature) = (0, Fingerprint::default(), Signature::default());
    let mut found = Vec::new();
    for lane in 0..end {
        if lane.is_multiple_of(LANES_PER_REPORT) {
            report(watch, lane, end)?;
        }
        found.clear();
        for scan in &mut scans {
            let marks = scan.next_lane(usize::MAX)?.marks.iter().map(|mark| u64::from(*mark));
            found.extend(marks.skip_while(|mark| *mark < from));
        }
        if lane < first {
            continue;
        }
        if boards.len() > 1 {
            found.sort_unstable();
            found.dedup();
        }
        p_count += found.len() as u64;
        match by {
            Lanes::Columns => fingerprint.add_column(lane, &found),
            Lanes::Rows => fingerprint.add_row(lane, &found),
        }
        if signed {
            match (comply, by) {
                (None, Lanes::Columns) => signature.add_column(lane, &found),
                (None, Lanes::Rows) => found.iter().for_each(|x| signature.add_column(*x, &[lane])),
                (Some(rules), _) => {
                    let (lanes, cells) = by.hole(rules);
                    let mut next = if lane < lanes { from.max(cells) } else { from };
                    for mark in found.iter().copied().chain([to]) {
                        match by {
                            Lanes::Columns => signature.add_cells(lane, next..mark),
                            Lanes::Rows => (next..mark).for_each(|x| signature.add_column(x, &[lane])),
                        }
                        next = next.max(mark + 1);
                    }
                }
            }
        }
    }
    report(watch, end, end)?;
    if let Some(rules) = comply {
        let hole = rules.hole.map_or(Window::corner(0, 0), |hole| Window {
            at: window.at,
            width: hole.width.saturating_sub(window.at.x).min(window.width),
            height: hole.height.saturating_sub(window.at.y).min(window.height),
        });
        let cells = |window: Window| window.width.saturating_mul(window.height);
        p_count = cells(window) - cells(hole) - p_count;
        for Window { at, width, height } in [window, hole] {
            fingerprint.add_window(at, width, height);
        }
    }
    let signature = signed.then_some(signature);
    Ok(Stats { p_count, fingerprint, signature, min_deviation: None, max_deviation: None })
}

/// Lanes between two reports.
const LANES_PER_REPORT: u64 = 1 << 10;

const BEYOND: SolveError = SolveError::Unsupported("the signature of a window is defined for x, y < 2^32 only");
