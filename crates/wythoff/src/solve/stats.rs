//! What a window holds, without keeping it.

use super::plan::thin_dual;
use super::{Engine, Form, Plan, Request, SolveError, Stats, Values, choosable, rows};
use crate::board::{Tally, Window};
use crate::engine::lines::Lanes;
use crate::engine::sparse::lanes::SparseLanes;
use crate::engine::{dense, report};
use crate::game::{self, Game, Rules, Twist, families};
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
        (Form::Columns, _) => {
            let Tally { p_count, signature } = tally_of_columns(game, window, watch)?;
            return Ok((Stats { p_count, signature, min_deviation: None, max_deviation: None }, plan.engine));
        }
        (Form::Rows(values), _) => values,
        _ => Values::Outcome,
    };
    let mut tally = Tally::default();
    let mut deviations: Option<(i64, i64)> = None;
    let engine = rows(game, window, values, Some(plan.engine), watch, |row| {
        for (p, from) in row.p.chunks(64).zip((window.at.x..).step_by(64)) {
            if p.contains(&1) {
                for (x, _) in (from..).zip(p).filter(|(_, p)| **p == 1) {
                    tally.add_column(x, &[row.y]);
                }
            }
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

/// What the columns of the sparse engine hold within the window; or its rows.
fn tally_of_columns(game: &Game, window: Window, watch: &dyn Watch) -> Result<Tally, SolveError> {
    let (right, bottom) = (window.at.x + window.width, window.at.y + window.height);
    let boards: Vec<Rules> = match game.form() {
        // As starting positions an imitation game and its dual have the same P-positions.
        game::Form::Rules(rules) => vec![thin_dual(game, right, bottom).unwrap_or_else(|| rules.clone())],
        game::Form::Choice { m, p } => {
            let shifts = choosable(*m, *p, right, bottom);
            shifts.into_iter().flatten().map(|l| families::shifted(*m, *p, l)).collect()
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
    let (mut tally, mut found) = (Tally::default(), Vec::new());
    for lane in 0..end {
        if lane.is_multiple_of(LANES_PER_REPORT) {
            report(watch, lane, end)?;
        }
        found.clear();
        for (scan, rules) in scans.iter_mut().zip(&boards) {
            let marks = scan.next_lane(usize::MAX)?.marks.iter().map(|mark| u64::from(*mark));
            if lane < first {
                continue;
            }
            let marks = marks.skip_while(|mark| *mark < from);
            if matches!(rules.twist, Twist::Comply { .. }) {
                // All but the marks, and but the hole.
                let (lanes, cells) = by.hole(rules);
                let mut next = if lane < lanes { from.max(cells) } else { from };
                for mark in marks.chain([to]) {
                    found.extend(next..mark);
                    next = next.max(mark + 1);
                }
            } else {
                found.extend(marks);
            }
        }
        if boards.len() > 1 {
            found.sort_unstable();
            found.dedup();
        }
        match by {
            Lanes::Columns => tally.add_column(lane, &found),
            Lanes::Rows => found.iter().for_each(|x| tally.add_column(*x, &[lane])),
        }
    }
    report(watch, end, end)?;
    Ok(tally)
}

/// Lanes between two reports.
const LANES_PER_REPORT: u64 = 1 << 10;

const BEYOND: SolveError = SolveError::Unsupported("the signature of a window is defined for x, y < 2^32 only");
