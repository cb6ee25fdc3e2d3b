//! The threads of the left-hand warp (CLN15 section 3.2) and how thick they are.
//!
//! CLN15 states that a thread there has equally many palaces in all of its columns, and that these numbers are
//! Fibonacci numbers. Here that is counted. In each of a range of columns the palaces below the diagonal are cut into
//! **bunches** wherever more than [`GAP`] rows in a row have none. A bunch continues one of the column before when each
//! of the two is the only one that reaches the other, allowing for a step downwards. A chain of bunches with the same
//! number of palaces is a **thread** if it holds for [`LEAST`] columns. Threads that cross, merge or split in the range
//! are left out while they do so, and so is the arm, which is a bunch of hundreds.
//!
//! Bunches are not always single threads: for small k, threads of the same slope may run side by side with less than a
//! gap between them, and are counted as one (W^20 has a bunch of 6 = 3 + 3). A thickness that is not a Fibonacci number
//! is a reason to look, not a counterexample.
//!
//! The board is symmetric, so that column c is read as row c: the range streams by in order, and nothing is kept but
//! one column.
//!
//! **What is seen along the diagonal** (CLN15 section 4, the last question). Look at the palaces on a cell's diagonal
//! alone: do all cells between two threads see the same number of them, or, failing that, one of two numbers? A **gap**
//! is a part of a column, more than [`GAP`] rows, between two palaces, or between the diagonal and the first palace
//! below it: there it is part of the inner sector. In each gap the numbers are counted. At its ends a queen may look
//! along a thread's frayed edge, so that a few cells with other numbers are to be expected; [`Seen`] tells how many
//! there are.

use std::collections::BTreeMap;

use serde::Serialize;

use super::compare::blocking;
use crate::board::Window;
use crate::engine::memory_needed;
use crate::position::Position;
use crate::solve::{self, SolveError, Values};
use crate::watch::Watch;

/// More rows than this without a palace part two threads.
pub const GAP: u64 = 16;

/// A thread keeps its thickness for at least so many columns.
pub const LEAST: u64 = 60;

/// Thicker bunches are no threads, but arm.
pub const THICKEST: u64 = 100;

/// A stretch of a thread with a fixed number of palaces in every column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WarpThread {
    /// Palaces in each column: CLN15's vertical thickness.
    pub thickness: u64,
    /// The first column.
    pub from: u64,
    /// The column after the last.
    pub to: u64,
    /// The row of the first palace in the last column.
    pub row: u64,
}

impl WarpThread {
    /// Whether the thickness is a Fibonacci number.
    pub fn is_fibonacci(&self) -> bool {
        (1..12).any(|n| super::skin::fibonacci(n) == self.thickness)
    }
}

/// What is measured in a few columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warp {
    /// The first column.
    pub from: u64,
    /// How many there are: [`COLUMNS`].
    pub columns: u64,
    /// The threads that keep their thickness.
    pub threads: Vec<WarpThread>,
    /// What is seen along the diagonal.
    pub diagonals: Diagonals,
}

/// In how many columns threads are followed.
pub const COLUMNS: u64 = 400;

impl Warp {
    /// Measures [`COLUMNS`] columns of W^k, from column `from` on.
    ///
    /// # Errors
    /// When the board is too large, or the watcher stops the work.
    pub fn measure(k: u32, from: u64, watch: &dyn Watch) -> Result<Self, SolveError> {
        let threads = threads(k, from, COLUMNS, watch)?;
        let diagonals = diagonals(k, from, COLUMNS, watch)?;
        Ok(Self { from, columns: COLUMNS, threads, diagonals })
    }
}

/// Palaces of a column with small gaps.
#[derive(Clone, Copy)]
struct Bunch {
    first: u64,
    last: u64,
    count: u64,
    /// The column since which it has been the same.
    since: u64,
}

impl Bunch {
    /// Whether a bunch of the next column may continue this one.
    fn reaches(&self, next: &Self) -> bool {
        next.first <= self.last + 4 + GAP / 2 && next.last >= self.first
    }
}

/// The threads that W^k has below the diagonal in the columns `from` ≤ x < `from` + `columns`.
///
/// ```
/// let threads = wythoff::structure::warp::threads(200, 400, 200, wythoff::UNWATCHED)?;
/// assert!(!threads.is_empty() && threads.iter().all(|thread| thread.is_fibonacci()));
/// # Ok::<(), wythoff::SolveError>(())
/// ```
///
/// # Errors
/// When the board is too large, or the watcher stops the work.
pub fn threads(k: u32, from: u64, columns: u64, watch: &dyn Watch) -> Result<Vec<WarpThread>, SolveError> {
    let end = from.saturating_add(columns);
    let width = last_row(k, end) - from;
    let window = Window { at: Position::new(from, from), width, height: columns };
    let (mut before, mut threads) = (Vec::new(), Vec::new());
    solve::rows(&blocking(k)?, window, Values::Outcome, None, watch, |row| {
        let below = (row.y - from..).zip(row.p.iter().skip(usize::try_from(row.y - from).unwrap_or(usize::MAX)));
        let palaces = below.filter(|(_, p)| **p == 1).map(|(index, _)| from + index);
        let bunches = continued(&before, bunches(palaces, row.y));
        let ended = before.iter().filter(|old| !bunches.iter().any(|new| new.since == old.since && old.reaches(new)));
        threads.extend(ended.filter_map(|bunch| thread(bunch, row.y)));
        before = bunches;
        Ok::<(), SolveError>(())
    })?;
    threads.extend(before.iter().filter_map(|bunch| thread(bunch, end)));
    Ok(threads)
}

/// How many palaces are seen along the diagonal from the cells of gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// Gaps.
    pub gaps: u64,
    /// Their cells.
    pub cells: u64,
    /// Cells from which the number is seen that is the most frequent one in their gap.
    pub most_frequent: u64,
    /// Cells from which one of the two most frequent numbers is seen.
    pub two_most_frequent: u64,
    /// How many gaps have so many different numbers.
    pub numbers: BTreeMap<u64, u64>,
}

impl Seen {
    /// Counts a gap, by the number that is seen from each of its cells.
    fn add(&mut self, gap: &[u32]) {
        let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
        for number in gap {
            *counts.entry(*number).or_default() += 1;
        }
        let mut sorted: Vec<u64> = counts.into_values().collect();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        self.gaps += 1;
        self.cells += gap.len() as u64;
        self.most_frequent += sorted.iter().take(1).sum::<u64>();
        self.two_most_frequent += sorted.iter().take(2).sum::<u64>();
        *self.numbers.entry(sorted.len() as u64).or_default() += 1;
    }
}

/// What is seen along the diagonal in a range of columns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Diagonals {
    /// In the inner sector: from the diagonal to the first palace.
    pub inner: Seen,
    /// Between palaces.
    pub between: Seen,
}

/// What is seen along the diagonal from the gaps of W^k below the diagonal in the columns
/// `from` ≤ x < `from` + `columns`.
///
/// ```
/// // Every column x of W^3 has its palaces below the diagonal at 2x + 1 and 2x + 2. So all diagonals before them hold
/// // two, but for the first two.
/// let seen = wythoff::structure::warp::diagonals(3, 100, 50, wythoff::UNWATCHED)?;
/// assert_eq!((seen.inner.gaps, seen.inner.cells - seen.inner.most_frequent), (50, 2 * 50));
/// # Ok::<(), wythoff::SolveError>(())
/// ```
///
/// # Errors
/// When the board is too large, or the watcher stops the work.
pub fn diagonals(k: u32, from: u64, columns: u64, watch: &dyn Watch) -> Result<Diagonals, SolveError> {
    let end = from.saturating_add(columns);
    let width = last_row(k, end);
    // The number of palaces so far on the diagonal x − y = d.
    memory_needed(width.saturating_mul(4))?;
    let mut seen = vec![0_u32; usize::try_from(width).unwrap_or(usize::MAX)];
    let mut found = Diagonals::default();
    solve::rows(&blocking(k)?, Window::corner(width, end), Values::Outcome, None, watch, |row| {
        let below = &row.p[usize::try_from(row.y).unwrap_or(usize::MAX)..];
        let palaces: Vec<usize> = (0..).zip(below).filter(|(_, p)| **p == 1).map(|(d, _)| d).collect();
        if row.y >= from {
            let mut first = 0;
            for palace in &palaces {
                let gap = &seen[first..*palace];
                if gap.len() as u64 > GAP {
                    if first == 0 { &mut found.inner } else { &mut found.between }.add(gap);
                }
                first = palace + 1;
            }
        }
        for palace in palaces {
            seen[palace] += 1;
        }
        Ok::<(), SolveError>(())
    })?;
    Ok(found)
}

/// A row below the last palaces of the columns x < `end`: the skin's steps are 2 and 3, and other threads are flatter.
fn last_row(k: u32, end: u64) -> u64 {
    end.saturating_mul(3).saturating_add(k.into())
}

fn thread(bunch: &Bunch, to: u64) -> Option<WarpThread> {
    let is_thread = to - bunch.since >= LEAST && bunch.count < THICKEST;
    is_thread.then_some(WarpThread { thickness: bunch.count, from: bunch.since, to, row: bunch.first })
}

/// The bunches of column x.
fn bunches(palaces: impl Iterator<Item = u64>, x: u64) -> Vec<Bunch> {
    let mut bunches: Vec<Bunch> = Vec::new();
    for y in palaces {
        match bunches.last_mut() {
            Some(bunch) if y - bunch.last <= GAP => {
                bunch.last = y;
                bunch.count += 1;
            }
            _ => bunches.push(Bunch { first: y, last: y, count: 1, since: x }),
        }
    }
    bunches
}

/// The bunches of a column, those that continue one of the column before with its age.
fn continued(before: &[Bunch], mut bunches: Vec<Bunch>) -> Vec<Bunch> {
    let since: Vec<u64> = bunches
        .iter()
        .map(|new| {
            let mut old = before.iter().filter(|old| old.reaches(new));
            match (old.next(), old.next()) {
                (Some(old), None) if old.count == new.count => {
                    let alone = bunches.iter().filter(|other| old.reaches(other)).count() == 1;
                    if alone { old.since } else { new.since }
                }
                _ => new.since,
            }
        })
        .collect();
    for (bunch, since) in bunches.iter_mut().zip(since) {
        bunch.since = since;
    }
    bunches
}
