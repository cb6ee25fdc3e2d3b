//! The lines engine: every static game at a constant cost per cell, whatever the size of the board. (The constant grows
//! with the length of the rules: with the taps of their lines, and only where a mark is found.)
//!
//! The cells come lane by lane (a lane is a row, or a column), and in a lane one after the other. Which cells are
//! marked and which lines they look along is read off the rules: see [`super::weights`].
//!
//! *The band* B(x,y), the sum over the cells (x−i, y−j) with i, j ≥ 1 and 0 < |i−j| < m, gains from one cell to the
//! next on its diagonal just the m−1 cells on either side: B(x,y) = B(x−1,y−1) + (marks in the last m−1 cells before
//! (x−1,y−1) in its row) + (the same in its column). The two sides may have different widths.
//!
//! A mark adds its taps to the cells ahead, and lanes are kept as the places of their marks where these are few.
//!
//! All sums are 64-bit integers. [`Scan::new`] refuses a board on which k times the number of a cell's options could
//! reach 2^60. A sum of a line or of the band is a weighted count of marked cells that are options of some cell, or a
//! difference of at most four such counts (a smooth kernel's gains are second differences of w; a ray corrects the
//! band), so none reaches 2^63.

#![allow(clippy::inline_always, reason = "what runs with vectors must be inlined into what is compiled for them")]

use std::collections::VecDeque;

pub use super::weights::Lanes;
use super::weights::{Kernel, Marking, Side, Weights, to_index};
use super::{SolveError, cells_needed, memory_needed, report};
use crate::board::{Board, Window};
use crate::game::Rules;
use crate::vectors::{Loop, with_vectors};
use crate::watch::Watch;

/// How far a column is followed when nothing else bounds it. A column that holds P-positions beyond is refused.
pub const COLUMN_LIMIT: u64 = 1 << 24;

/// A lane that has been computed.
pub(crate) struct Lane<'s> {
    /// 1 where a P-position stands, else 0.
    pub(crate) p: &'s [u8],
    /// The number of P-options of each cell, where it was asked for.
    pub(crate) palace_numbers: Option<&'s [i64]>,
    /// What stands beyond the end.
    pub(crate) tail: Tail,
}

/// What stands in the cells beyond the end of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tail {
    /// P-positions only.
    P,
    /// No P-position.
    N,
    /// Nobody has looked: the lane was to end here, or enough was found.
    Unseen,
}

/// The whole board x < width, y < height of a static game.
///
/// # Errors
/// When it does not fit in memory, takes too long, or is stopped.
pub(crate) fn board(rules: &Rules, width: u64, height: u64, watch: &dyn Watch) -> Result<Board, SolveError> {
    memory_needed(Board::bytes(width, height).unwrap_or(u64::MAX))?;
    cells_needed(Some(width), Some(height), 1)?;
    let mut board = Board::empty(Window::corner(width, height), rules.hole);
    let mut scan = Scan::new(rules, Lanes::Rows, Some(height), Some(width), false)?;
    for y in 0..height {
        report(watch, y, height)?;
        board.push_row(scan.next_lane()?.p);
    }
    report(watch, height, height)?;
    Ok(board)
}

/// The board of a static game, lane by lane.
pub(crate) struct Scan {
    /// Decides: weights as in the module's essay.
    deciding: Bank,
    /// Counts: every move has weight 1 and the P-positions are what is counted. Not needed when `deciding` does that.
    counting: Option<Bank>,
    /// What the sums of cells with few options have to stay below; none in normal play.
    endings: Option<Endings>,
    k: i64,
    comply: bool,
    /// Whether palace numbers are asked for.
    numbers: bool,
    /// Removed cells: those of the first `hole.0` lanes whose index in the lane is below `hole.1`.
    hole: (u64, u64),
    /// Whether lanes end where nothing is marked any more, instead of at a given length.
    open: bool,
    lane: u64,
    marks: Vec<u8>,
    p: Vec<u8>,
    sums: Vec<i64>,
    counts: Vec<i64>,
}

impl Scan {
    /// Lanes of `length` cells, `lanes` of them; `None` lets each lane run until nothing more can be marked in it.
    ///
    /// # Errors
    /// When the sums could overflow or the memory would exceed the limit.
    pub(crate) fn new(
        rules: &Rules,
        direction: Lanes,
        lanes: Option<u64>,
        length: Option<u64>,
        palace_numbers: bool,
    ) -> Result<Self, SolveError> {
        let (lanes, open) = (lanes.unwrap_or(COLUMN_LIMIT), length.is_none());
        let length = length.unwrap_or(COLUMN_LIMIT);
        let Marking { weights, k, comply } = Marking::new(rules, direction, lanes, length)?;
        // At the least the sky, two lines and the walk: refused before the kernels look at every length.
        if !open {
            memory_needed(length.saturating_mul(32))?;
        }
        let deciding = Bank::new(&weights, lanes, length)?;
        let counting = (palace_numbers && (comply || !weights.are_counting()))
            .then(|| Bank::new(&weights.counting(), lanes, length))
            .transpose()?;
        let hole = direction.hole(rules);
        let endings =
            rules.is_misere().then(|| Endings::new(&weights, k, comply, hole, (lanes, length))).transpose()?;
        let scan = Self {
            deciding,
            counting,
            endings,
            k,
            comply,
            numbers: palace_numbers,
            hole,
            open,
            lane: 0,
            marks: Vec::new(),
            p: Vec::new(),
            sums: Vec::new(),
            counts: Vec::new(),
        };
        if !open {
            memory_needed(scan.bytes_expected())?;
        }
        Ok(scan)
    }

    fn banks(&self) -> impl Iterator<Item = &Bank> {
        let endings = self.endings.as_ref().map(|endings| &endings.bank);
        std::iter::once(&self.deciding).chain(&self.counting).chain(endings)
    }

    /// The bytes that lanes of a given length need for their sums. What the marks need is known only when they are
    /// found.
    pub(crate) fn bytes_expected(&self) -> u64 {
        self.banks().map(Bank::bytes_expected).fold(0, u64::saturating_add)
    }

    /// The bytes in use now.
    pub(crate) fn bytes_held(&self) -> u64 {
        let lane = self.marks.capacity() + self.p.capacity() + 8 * (self.sums.capacity() + self.counts.capacity());
        self.banks().map(Bank::bytes_held).fold(lane as u64, u64::saturating_add)
    }

    /// How many lanes have been computed.
    pub(crate) fn lanes_done(&self) -> u64 {
        self.lane
    }

    /// Computes the next lane.
    ///
    /// # Errors
    /// When an open lane does not end within [`COLUMN_LIMIT`] cells.
    pub(crate) fn next_lane(&mut self) -> Result<Lane<'_>, SolveError> {
        self.next_lane_until(u64::MAX)
    }

    /// Computes the next lane; an open one may end after `enough` P-positions. No lane can follow one that has ended
    /// so.
    ///
    /// # Errors
    /// When an open lane does not end within [`COLUMN_LIMIT`] cells.
    pub(crate) fn next_lane_until(&mut self, enough: u64) -> Result<Lane<'_>, SolveError> {
        self.deciding.look();
        let removed = if self.lane < self.hole.0 { self.hole.1 } else { 0 };
        let removed = usize::try_from(removed).unwrap_or(usize::MAX).min(self.deciding.length);
        self.marks.clear();
        self.sums.clear();
        self.marks.resize(removed, 0);
        self.sums.resize(removed, 0);
        if let Some(endings) = &mut self.endings {
            endings.next_lane(removed);
        }
        let tail = if self.open {
            self.walk_open(enough)?
        } else {
            self.walk();
            Tail::Unseen
        };
        self.deciding.record(&self.marks);
        let p = if self.comply {
            self.p.clear();
            self.p.resize(removed, 0);
            self.p.extend(self.marks[removed..].iter().map(|mark| 1 - mark));
            &self.p
        } else {
            &self.marks
        };
        if let Some(counting) = &mut self.counting {
            counting.look();
            counting.add_along(p, &mut self.counts);
            counting.record(p);
        }
        self.lane += 1;
        let palace_numbers = if self.counting.is_some() { &self.counts } else { &self.sums };
        Ok(Lane { p, palace_numbers: self.numbers.then_some(palace_numbers), tail })
    }

    /// Fills the rest of a lane of fixed length.
    fn walk(&mut self) {
        let Bank { along, sky, length, .. } = &self.deciding;
        let mut first = self.marks.len();
        let limits = Endings::limits(self.endings.as_ref());
        let limit = |at: usize| limits.get(at).copied().unwrap_or(self.k);
        if let (Some(weight), false) = (along.plain(), self.numbers) {
            self.marks.resize(*length, 0);
            let mut left = self.k;
            // Where cells have limits of their own, one by one.
            while first < limits.len().min(*length) {
                let sum = self.k - left + sky.get(first).copied().unwrap_or(0);
                if sum < limit(first) {
                    self.marks[first] = 1;
                    left -= weight;
                }
                first += 1;
            }
            mark_plain(&mut self.marks[first..], &sky[first.min(sky.len())..], left, weight);
            return;
        }
        sky_to_length(&mut self.sums, sky, *length);
        if let Some(weight) = along.plain() {
            let mut own = 0;
            self.marks.resize(*length, 0);
            for (at, sum) in self.sums.iter_mut().enumerate().skip(first) {
                *sum += own;
                if *sum < limit(at) {
                    self.marks[at] = 1;
                    own += weight;
                }
            }
        } else {
            let mut walker = Walker::new(along, first, *length);
            walker.sums.resize(*length, 0);
            self.marks.resize(*length, 0);
            for (at, sum) in self.sums.iter_mut().enumerate().skip(first) {
                *sum += walker.next();
                if *sum < limit(at) {
                    self.marks[at] = 1;
                    walker.mark();
                }
            }
        }
    }

    /// Fills a lane until its own marks forbid every further one: k is reached on each of P cells in a row that all lie
    /// beyond the last tap of every mark, and from there the lane's own sums repeat with period P. Or until it holds
    /// `enough` P-positions, which are the marks, or in a comply game the other cells.
    fn walk_open(&mut self, enough: u64) -> Result<Tail, SolveError> {
        let Bank { along, sky, .. } = &self.deciding;
        let limits = Endings::limits(self.endings.as_ref());
        let mut walker = Walker::new(along, self.marks.len(), self.deciding.length);
        let (mut closed_run, mut settled, mut found) = (0, 0, 0);
        while found < enough {
            let at = self.marks.len();
            if at >= self.deciding.length {
                return Err(SolveError::ColumnTooLong { column: self.lane, limit: COLUMN_LIMIT });
            }
            let own = walker.next();
            let sum = own + sky.get(at).copied().unwrap_or(0);
            let marked = sum < limits.get(at).copied().unwrap_or(self.k);
            self.marks.push(u8::from(marked));
            self.sums.push(sum);
            found += u64::from(marked != self.comply);
            if marked {
                walker.mark();
                settled = at + along.last_tap();
                closed_run = 0;
            } else if at > settled && own >= self.k {
                closed_run += 1;
                if closed_run >= along.period {
                    return Ok(if self.comply { Tail::P } else { Tail::N });
                }
            } else {
                closed_run = 0;
            }
        }
        Ok(Tail::Unseen)
    }
}

/// Marks the cells of a lane whose own weights are all the same. Where the sky alone is k it is passed 64 cells at
/// once.
fn mark_plain(marks: &mut [u8], sky: &[i64], k: i64, weight: i64) {
    let (seen, beyond) = marks.split_at_mut(sky.len().min(marks.len()));
    let mut left = with_vectors(MarkSeen { marks: seen, sky, left: k, weight });
    for mark in beyond {
        if left <= 0 {
            break;
        }
        *mark = 1;
        left -= weight;
    }
}

/// The cells under the sky; what is left of k behind them.
struct MarkSeen<'l> {
    marks: &'l mut [u8],
    sky: &'l [i64],
    left: i64,
    weight: i64,
}

impl Loop for MarkSeen<'_> {
    type Output = i64;

    #[inline(always)]
    fn run(self) -> i64 {
        let mut left = self.left;
        for (marks, sky) in self.marks.chunks_mut(64).zip(self.sky.chunks(64)) {
            if sky.iter().copied().fold(i64::MAX, i64::min) >= left {
                continue;
            }
            for (mark, sum) in marks.iter_mut().zip(sky) {
                if *sum < left {
                    *mark = 1;
                    left -= self.weight;
                }
            }
        }
        left
    }
}

fn sky_to_length(sums: &mut Vec<i64>, sky: &[i64], length: usize) {
    let from = sums.len();
    sums.extend_from_slice(&sky[from.min(sky.len())..sky.len().min(length)]);
    sums.resize(length, 0);
}

/// Sums along the lane that is being walked. A mark adds its taps to the cells ahead, so that cells cost the same
/// however many taps there are.
struct Walker<'k> {
    kernel: &'k Kernel,
    /// The sums of the cells that were passed, and the gains of those ahead.
    sums: Vec<i64>,
    smoothed: i64,
    at: usize,
    length: usize,
}

impl<'k> Walker<'k> {
    /// Starts before cell `first`; the cells before it have no marks.
    fn new(kernel: &'k Kernel, first: usize, length: usize) -> Self {
        Self { kernel, sums: vec![0; first], smoothed: 0, at: first, length }
    }

    /// The sum that the next cell sees of the marks before it.
    fn next(&mut self) -> i64 {
        if self.at == self.sums.len() {
            self.sums.push(0);
        }
        self.smoothed = self.sums[self.at] + if self.kernel.smooth { self.smoothed } else { 0 };
        let before = self.at.checked_sub(self.kernel.period).map_or(0, |before| self.sums[before]);
        let sum = before + self.smoothed;
        self.sums[self.at] = sum;
        self.at += 1;
        sum
    }

    /// The cell that was passed last is marked.
    fn mark(&mut self) {
        for &(t, tap) in &self.kernel.taps {
            let ahead = self.at - 1 + t;
            if ahead >= self.length {
                break;
            }
            if ahead >= self.sums.len() {
                self.sums.resize(ahead + 1, 0);
            }
            self.sums[ahead] += tap;
        }
    }
}

/// Sums over the lanes before, along one direction.
struct Sight {
    /// Lanes and cells per step; at least one lane.
    step: (usize, usize),
    kernel: Kernel,
    /// The sums of the last P steps' lanes, newest first, and the smoothed gains of the last step's lanes.
    sums: VecDeque<Vec<i64>>,
    gains: VecDeque<Vec<i64>>,
    /// How many lanes of sums are needed: none when a period is longer than the board.
    sums_kept: usize,
}

impl Sight {
    fn new(step: (usize, usize), kernel: Kernel, lanes: usize) -> Self {
        let back = kernel.period.saturating_mul(step.0);
        let sums_kept = if back < lanes { back } else { 0 };
        Self { step, kernel, sums: VecDeque::new(), gains: VecDeque::new(), sums_kept }
    }

    /// How many lanes of marks it looks back.
    fn depth(&self) -> usize {
        self.kernel.last_tap().saturating_mul(self.step.0)
    }

    /// Adds what the next lane sees to `sky`. `marks` are the lanes before it, newest first.
    fn look(&mut self, marks: &VecDeque<Marks>, sky: &mut Vec<i64>, length: usize) {
        let (lanes, cells) = self.step;
        let mut gain = if self.kernel.smooth { shifted(&mut self.gains, lanes, cells, length) } else { Vec::new() };
        let period = self.kernel.period;
        let mut sums = if self.sums_kept > 0 {
            shifted(&mut self.sums, lanes * period, cells.saturating_mul(period), length)
        } else {
            Vec::new()
        };
        let target = if self.kernel.smooth { &mut gain } else { &mut sums };
        for &(t, tap) in &self.kernel.taps {
            if let Some(lane) = marks.get(t * lanes - 1) {
                lane.add_to(target, t.saturating_mul(cells), tap, length);
            }
        }
        if self.kernel.smooth {
            add(&mut sums, &gain);
            self.gains.push_front(gain);
        }
        add(sky, &sums);
        if self.sums_kept > 0 {
            self.sums.push_front(sums);
        }
    }
}

/// The lane from `back` lanes ago (zero before the first), moved `cells` to the right.
fn shifted(lanes: &mut VecDeque<Vec<i64>>, back: usize, cells: usize, length: usize) -> Vec<i64> {
    if lanes.len() < back {
        return Vec::new();
    }
    let mut lane = lanes.pop_back().expect("there are `back` ≥ 1 lanes");
    if cells > 0 {
        let old = lane.len();
        let new = old.saturating_add(cells).min(length);
        lane.resize(new, 0);
        let kept = new.saturating_sub(cells);
        lane.copy_within(0..kept, new - kept);
        lane[..new - kept].fill(0);
    }
    lane
}

fn add(target: &mut Vec<i64>, summand: &[i64]) {
    if target.len() < summand.len() {
        target.resize(summand.len(), 0);
    }
    with_vectors(AddSums { target, summand });
}

/// Adds number by number.
struct AddSums<'l> {
    target: &'l mut [i64],
    summand: &'l [i64],
}

impl Loop for AddSums<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (sum, more) in self.target.iter_mut().zip(self.summand) {
            *sum += more;
        }
    }
}

/// Adds a weight where a cell is marked with 1; the others have 0.
struct AddCells<'l> {
    target: &'l mut [i64],
    marks: &'l [u8],
    weight: i64,
}

impl Loop for AddCells<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (sum, mark) in self.target.iter_mut().zip(self.marks) {
            // 0 or all ones: no branch.
            *sum += self.weight & -i64::from(*mark);
        }
    }
}

/// The marks of a lane.
enum Marks {
    /// Where they stand, in order: most lanes hold few.
    Places(Vec<u32>),
    /// 1 for each marked cell, 0 for the others, of a lane that is full of marks.
    Cells(Vec<u8>),
}

impl Marks {
    /// Takes note of a lane, in memory that is not used any more. A list is made anyway where the band needs one.
    fn new(marks: &[u8], is_listed: bool, spare: Option<Self>) -> Self {
        let count: usize = marks.chunks(128).map(|part| usize::from(part.iter().sum::<u8>())).sum();
        if count > marks.len() / 16 && !is_listed {
            let mut cells = if let Some(Self::Cells(cells)) = spare { cells } else { Vec::new() };
            cells.clear();
            cells.extend_from_slice(marks);
            return Self::Cells(cells);
        }
        let mut places = if let Some(Self::Places(places)) = spare { places } else { Vec::new() };
        places.clear();
        for (part, from) in marks.chunks(64).zip((0_u32..).step_by(64)) {
            if part.contains(&1) {
                places.extend(part.iter().zip(from..).filter(|(mark, _)| **mark == 1).map(|(_, at)| at));
            }
        }
        Self::Places(places)
    }

    fn bytes_held(&self) -> usize {
        match self {
            Self::Places(places) => 4 * places.capacity(),
            Self::Cells(cells) => cells.capacity(),
        }
    }

    /// The places, where they are listed.
    fn places(&self) -> &[u32] {
        if let Self::Places(places) = self { places } else { &[] }
    }

    /// Adds `weight` at every mark, moved `cells` to the right, up to `length`.
    fn add_to(&self, target: &mut Vec<i64>, cells: usize, weight: i64, length: usize) {
        match self {
            Self::Places(places) => add_marks(target, places, cells, weight, length),
            Self::Cells(marks) => {
                let end = marks.len().saturating_add(cells).min(length);
                if target.len() < end {
                    target.resize(end, 0);
                }
                with_vectors(AddCells { target: &mut target[cells.min(end)..], marks, weight });
            }
        }
    }
}

/// Adds `weight` at every mark, moved `cells` to the right, up to `length`. `marks` are where the marks stand.
fn add_marks(target: &mut Vec<i64>, marks: &[u32], cells: usize, weight: i64, length: usize) {
    let Some(last) = marks.last() else { return };
    let end = (*last as usize).saturating_add(cells).saturating_add(1).min(length);
    if target.len() < end {
        target.resize(end, 0);
    }
    for mark in marks {
        match target.get_mut((*mark as usize).saturating_add(cells)) {
            Some(sum) => *sum += weight,
            None => break,
        }
    }
}

/// The band of a wide bishop.
struct Band {
    /// The removals that take more along the lane: widths, and what they weigh more than wider ones.
    along: Vec<(usize, i64)>,
    /// Those that take more across the lanes.
    across: Vec<BandStep>,
    /// B of the next lane.
    sums: Vec<i64>,
}

struct BandStep {
    width: usize,
    delta: i64,
    /// For each cell, the marks in the last width−1 lanes.
    marks: Vec<i64>,
}

impl Band {
    /// The band of these weights, where there is one.
    fn new(weights: &Weights<'_>, reach: u64) -> Option<Self> {
        let steps = |side| {
            let steps = weights.band(side).into_iter().map(|(width, delta)| (to_index(width.min(reach + 1)), delta));
            steps.filter(|(width, _)| *width > 1).collect::<Vec<_>>()
        };
        let across = steps(Side::Across).into_iter().map(|(width, delta)| BandStep { width, delta, marks: Vec::new() });
        let (along, across) = (steps(Side::Along), across.collect::<Vec<_>>());
        (!along.is_empty() || !across.is_empty()).then(|| Self { along, across, sums: Vec::new() })
    }

    /// How many lanes of marks it looks back.
    fn depth(&self) -> usize {
        self.across.iter().map(|step| step.width).max().unwrap_or(1)
    }

    fn look(&mut self, sky: &mut Vec<i64>, length: usize) {
        self.sums.truncate(length);
        add(sky, &self.sums);
    }

    /// `older` are the lanes before `marks`, newest first.
    fn record(&mut self, marks: &[u32], older: &VecDeque<Marks>, length: usize) {
        // The next lane's B stands one cell to the right.
        self.sums.insert(0, 0);
        self.sums.truncate(length);
        for BandStep { width, delta, marks: seen } in &mut self.across {
            let end = (seen.len() + 1).min(length);
            if self.sums.len() < end {
                self.sums.resize(end, 0);
            }
            if let Some(after) = self.sums.get_mut(1..) {
                for (sum, count) in after.iter_mut().zip(seen.iter()) {
                    *sum += *delta * count;
                }
            }
            add_marks(seen, marks, 0, 1, length);
            if let Some(left) = older.get(*width - 2) {
                left.add_to(seen, 0, -1, length);
            }
        }
        for (width, delta) in &self.along {
            let span = *width - 1;
            let end = marks.last().map_or(0, |last| (*last as usize + 1).saturating_add(width.saturating_add(1)));
            let end = end.min(length);
            if self.sums.len() < end {
                self.sums.resize(end, 0);
            }
            // A mark is seen by the `span` cells after it.
            let seen = |mark: &u32| {
                let from = (*mark as usize + 2).min(length);
                from..from.saturating_add(span).min(length)
            };
            if marks.len().saturating_mul(span) <= length {
                for mark in marks {
                    self.sums[seen(mark)].iter_mut().for_each(|sum| *sum += *delta);
                }
            } else {
                let (mut entering, mut leaving) =
                    (marks.iter().map(seen).peekable(), marks.iter().map(seen).peekable());
                let mut window = 0;
                for (at, sum) in self.sums.iter_mut().enumerate() {
                    window += i64::from(entering.next_if(|cells| cells.start == at).is_some());
                    window -= i64::from(leaving.next_if(|cells| cells.end == at).is_some());
                    *sum += *delta * window;
                }
            }
        }
    }
}

/// Misère play: what the sums of the first cells of a lane have to stay below (see [`super::weights`]). Beyond these
/// cells it is k.
///
/// A move from one cell can be made from every cell further on, and leads to no removed cell there either, so no cell
/// has fewer options than one before it, in its lane or in an earlier one. So it is enough to look at the cells up to
/// the first one of lane 0 that has options for k; and at lanes until one has options for k in its first cell.
struct Endings {
    /// Counts all options: every cell is marked.
    bank: Bank,
    k: i64,
    comply: bool,
    /// Removed cells, as in [`Scan`].
    hole: (u64, u64),
    lane: u64,
    marks: Vec<u8>,
    limits: Vec<i64>,
    /// Whether the limit is k in all lanes to come.
    is_over: bool,
}

impl Endings {
    fn new(
        weights: &Weights<'_>,
        k: i64,
        comply: bool,
        hole: (u64, u64),
        (lanes, length): (u64, u64),
    ) -> Result<Self, SolveError> {
        // Blocking asks for the number of options, comply for their weights.
        let weights = if comply { *weights } else { weights.counting() };
        let removed = hole.1.min(length);
        let along = weights.along(lanes.max(length));
        let mut walker = Walker::new(&along, to_index(removed), to_index(length));
        let mut cells = removed;
        while cells < length && walker.next() < k {
            walker.mark();
            cells += 1;
        }
        let bank = Bank::new(&weights, lanes, cells)?;
        Ok(Self { bank, k, comply, hole, lane: 0, marks: Vec::new(), limits: Vec::new(), is_over: false })
    }

    /// The limits of the lane, for as many cells as have one of their own.
    fn limits(endings: Option<&Self>) -> &[i64] {
        endings.map_or(&[], |endings| &endings.limits)
    }

    fn next_lane(&mut self, removed: usize) {
        self.limits.clear();
        if self.is_over {
            return;
        }
        self.bank.look();
        self.marks.clear();
        self.marks.resize(removed.min(self.bank.length), 0);
        self.marks.resize(self.bank.length, 1);
        self.bank.add_along(&self.marks, &mut self.limits);
        self.bank.record(&self.marks);
        let (k, comply) = (self.k, self.comply);
        for limit in &mut self.limits {
            *limit = if comply && *limit < k { 0 } else { k.min(*limit) };
        }
        self.is_over = self.lane >= self.hole.0 && self.limits.first().is_none_or(|first| *first >= k);
        self.lane += 1;
    }
}

/// A kept lane takes about this many bytes besides its content.
const LANE_OVERHEAD: usize = 64;

/// All the lines of one set of weights.
struct Bank {
    along: Kernel,
    sights: Vec<Sight>,
    band: Option<Band>,
    /// Recent lanes of marks, newest first, as many as some line looks back.
    marks: VecDeque<Marks>,
    depth: usize,
    /// A lane's room to be used again.
    spare: Option<Marks>,
    length: usize,
    /// What the next lane's cells see of the lanes before it.
    sky: Vec<i64>,
}

impl Bank {
    fn new(weights: &Weights<'_>, lanes: u64, length: u64) -> Result<Self, SolveError> {
        let reach = lanes.max(length);
        let lane_count = usize::try_from(lanes).map_err(|_| SolveError::SumsTooLarge)?;
        // The places of marks are kept as 32-bit numbers.
        let cells = u32::try_from(length).map_err(|_| SolveError::SumsTooLarge)? as usize;
        let along = weights.along(reach);
        let points = weights.points().into_iter().map(|(step, weight)| (step, Kernel::point(weight, reach)));
        let lines = [((1, 0), weights.across(reach)), ((1, 1), weights.diagonal(reach))];
        let mut sights: Vec<Sight> = lines
            .into_iter()
            .chain(weights.rays(reach))
            .chain(points)
            .map(|((lanes, cells), kernel)| Sight::new((to_index(lanes), to_index(cells)), kernel, lane_count))
            .collect();
        sights.retain(|sight| !sight.kernel.taps.is_empty());
        let band = Band::new(weights, reach);
        let look_back = sights.iter().map(Sight::depth).chain(band.as_ref().map(Band::depth)).max().unwrap_or(0);
        Ok(Self {
            along,
            sights,
            band,
            marks: VecDeque::new(),
            depth: look_back.min(lane_count),
            spare: None,
            length: cells,
            sky: Vec::new(),
        })
    }

    fn bytes_expected(&self) -> u64 {
        let lanes_of_sums: usize = self.sights.iter().map(|sight| sight.sums_kept + sight.step.0 + 2).sum();
        let band = self.band.as_ref().map_or(0, |band| 1 + band.across.len());
        ((lanes_of_sums + band) as u64).saturating_mul(8).saturating_mul(self.length as u64)
    }

    fn bytes_held(&self) -> u64 {
        let sums = self.sights.iter().flat_map(|sight| sight.sums.iter().chain(&sight.gains)).map(Vec::capacity);
        let across = self.band.iter().flat_map(|band| band.across.iter().map(|step| step.marks.capacity()));
        let numbers: usize = sums.chain(across).map(|length| 8 * length + LANE_OVERHEAD).sum();
        let marks: usize = self.marks.iter().map(|lane| lane.bytes_held() + LANE_OVERHEAD).sum();
        (numbers + marks + 16 * self.sky.capacity()) as u64
    }

    /// Computes the sky of the next lane.
    fn look(&mut self) {
        self.sky.clear();
        for sight in &mut self.sights {
            sight.look(&self.marks, &mut self.sky, self.length);
        }
        if let Some(band) = &mut self.band {
            band.look(&mut self.sky, self.length);
        }
    }

    /// Takes note of the lane's marks.
    fn record(&mut self, marks: &[u8]) {
        if self.depth == 0 {
            return;
        }
        let lane = Marks::new(marks, self.band.is_some(), self.spare.take());
        if let Some(band) = &mut self.band {
            band.record(lane.places(), &self.marks, self.length);
        }
        if self.marks.len() >= self.depth {
            self.spare = self.marks.pop_back();
        }
        self.marks.push_front(lane);
    }

    /// What each cell of a finished lane sees: the sky, and the marks before it in the lane.
    fn add_along(&self, marks: &[u8], sums: &mut Vec<i64>) {
        sums.clear();
        sky_to_length(sums, &self.sky, marks.len());
        let mut walker = Walker::new(&self.along, 0, marks.len());
        for (sum, mark) in sums.iter_mut().zip(marks) {
            *sum += walker.next();
            if *mark == 1 {
                walker.mark();
            }
        }
    }
}
