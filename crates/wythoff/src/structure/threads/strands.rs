//! What a thread is made of: strands side by side, and how many P-positions each line across it meets.

use std::ops::Range;

use serde::Serialize;

use super::track::{Held, Tracker};
use crate::structure::ratio::Ratio;

/// Rows without a P-position, along the whole thread, that part two strands.
const CORRIDOR: i128 = 3;

/// P-positions of a thread with offsets y − sx in a range, s being its slope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Strand {
    /// The least offset.
    pub low: Ratio,
    /// The greatest.
    pub high: Ratio,
    /// P-positions in a column, on average over a period.
    pub per_column: Ratio,
    /// By how much its offsets have moved, both in the same direction, in two steps or more while the columns grew
    /// eightfold; 0 if not so.
    pub drift: Ratio,
}

/// The strands of a periodic thread, from one period at the window's end.
///
/// Two strands are parted by a corridor of more than 3 rows, and each has a whole number of P-positions in a column on
/// average: a few P-positions that leave gaps in a strand are no strand of their own.
pub(super) fn strands(tracker: &Tracker, number: usize, period: Held) -> Vec<Strand> {
    let slope = period.slope();
    let (p, q) = (slope.num(), slope.den());
    let recent = tracker.window.recent();
    let columns = recent.end - period.dx..recent.end;
    let offset = |x: u64, y: u32| i128::from(y) * q - i128::from(x) * p;
    let mut offsets: Vec<i128> =
        columns.flat_map(|x| tracker.part(number, x).iter().map(move |&y| offset(x, y))).collect();
    offsets.sort_unstable();
    let mut strands = Vec::new();
    let mut start = 0;
    for end in 1..=offsets.len() {
        let corridor = offsets.get(end).is_none_or(|next| next - offsets[end - 1] > CORRIDOR * q);
        let whole = ((end - start) as u64).is_multiple_of(period.dx) || end == offsets.len();
        if corridor && whole {
            strands.push(Strand {
                low: Ratio::new(offsets[start], q),
                high: Ratio::new(offsets[end - 1], q),
                per_column: Ratio::new((end - start) as i128, period.dx.into()),
                drift: Ratio::ZERO,
            });
            start = end;
        }
    }
    strands
}

/// The fewest and the most P-positions on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Thickness {
    /// The fewest.
    pub min: u64,
    /// The most.
    pub max: u64,
}

/// How many P-positions of a thread lie on each of the lines that `line` numbers, along which the thread moves on:
/// those between the last line that it meets in the first eighth of the window and the first that it meets in the last
/// eighth.
pub(super) fn thickness(tracker: &Tracker, number: usize, line: impl Fn(u64, u64) -> u64) -> Option<Thickness> {
    let recent = tracker.window.recent();
    let eighth = (recent.end - recent.start) / 8;
    let lines = |columns: Range<u64>| {
        let line = &line;
        columns.flat_map(move |x| tracker.part(number, x).iter().map(move |&y| line(x, y.into())))
    };
    let from = lines(recent.start..recent.start + eighth).max()? + 1;
    let to = lines(recent.end - eighth..recent.end).min()?;
    let mut counts = vec![0_u64; usize::try_from(to.checked_sub(from)?).ok()?];
    for line in lines(recent).filter(|line| (from..to).contains(line)) {
        counts[usize::try_from(line - from).ok()?] += 1;
    }
    Some(Thickness { min: *counts.iter().min()?, max: *counts.iter().max()? })
}
