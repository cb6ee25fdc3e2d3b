//! Following threads from column to column.
//!
//! At certain columns, the *looks*, the threads are found anew in the last columns ([`Window::bundles`]). Between two
//! looks a *fence* runs between each two neighbours, and a P-position belongs to the thread between whose fences it
//! lies. Fences are aimed again and again: to the middle of the free space that was seen, along the ray from (0,0).
//! Threads are at least 64 rows apart when the fences are put up, and a fence is off by a few rows only before it is
//! aimed again, so no P-position needs more than a comparison with its fence.
//!
//! A thread that a look finds as it was keeps its record. One that has split or merged begins a new one: a record never
//! mixes what does not belong together.

use std::ops::Range;

use super::edge::Edge;
use super::states::{AHEAD, Behind, MOST_STATE_COLUMNS, Recorder};
use super::strands::{Strand, strands};
use super::window::Window;
use crate::structure::ratio::Ratio;

/// Each look comes when the column has grown by a quarter.
const LOOKS: (u64, u64) = (4, 5);

/// The record that is reported begins at this look, counted from the end: at 64/125 of the columns, about the half.
const HALF: usize = 3;

/// A fence's y is counted in parts of a row.
const PART: u32 = 20;

/// Columns between two aims: at most this, and at most a sixteenth of those so far.
const AIM: u64 = 1 << 10;

/// A period (dx, dy): what column x holds of the thread, moved by dy, is what column x + dx holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeenPeriod {
    pub(super) dx: u64,
    pub(super) dy: u64,
    /// From this column on it was seen to hold.
    pub(super) from: u64,
}

impl SeenPeriod {
    pub(super) fn slope(self) -> Ratio {
        Ratio::new(self.dy.into(), self.dx.into())
    }
}

/// What a look saw of a periodic thread.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    pub(super) x: u64,
    /// The slope of the period, to which the offsets refer.
    pub(super) slope: Ratio,
    pub(super) strands: Vec<Strand>,
}

/// What is recorded of a thread.
#[derive(Clone, Debug)]
pub(super) struct ThreadRecord {
    /// The first look at which it stood alone.
    pub(super) born: u64,
    /// The looks at which others had joined it.
    pub(super) merged: Vec<u64>,
    /// Where the record begins.
    pub(super) from: u64,
    pub(super) count: u64,
    /// The fewest and the most P-positions of a column.
    pub(super) fewest: usize,
    pub(super) most: usize,
    pub(super) lowest: Edge,
    pub(super) highest: Edge,
    /// The number of P-positions before each column.
    pub(super) counts: Edge,
    /// The edges are known up to this column.
    known: u64,
    pub(super) period: Option<SeenPeriod>,
    /// The period that it had last, and until which column.
    had: Option<(SeenPeriod, u64)>,
    /// The strands at each look at which it had a period.
    pub(super) history: Vec<Sight>,
    /// Its windows, if they are counted.
    pub(super) states: Option<Recorder>,
}

impl ThreadRecord {
    fn new(born: u64, merged: Vec<u64>) -> Self {
        let edge = Edge::default();
        Self {
            born,
            merged,
            from: born,
            count: 0,
            fewest: usize::MAX,
            most: 0,
            lowest: edge.clone(),
            highest: edge.clone(),
            counts: edge,
            known: born,
            period: None,
            had: None,
            history: Vec::new(),
            states: None,
        }
    }

    /// The same thread, recorded from here on.
    fn again(&self, from: u64) -> Self {
        let fresh = Self::new(self.born, self.merged.clone());
        Self {
            from,
            known: from,
            period: self.period,
            had: self.had,
            history: self.history.clone(),
            states: self.states.clone(),
            ..fresh
        }
    }

    /// A record that begins here.
    fn at(self, x: u64) -> Self {
        Self { from: x, known: x, ..self }
    }

    /// Counts a column. Its points are needed for the edges if the thread is not periodic, or in its first period.
    #[inline]
    fn add(&mut self, x: u64, ys: &[u64]) {
        self.fewest = self.fewest.min(ys.len());
        self.most = self.most.max(ys.len());
        if self.period.is_none_or(|held| x < self.from + held.dx) {
            self.add_points(x, self.count, ys.first().zip(ys.last()).map(|(low, high)| (*low, *high)));
        }
        self.count += ys.len() as u64;
    }

    #[inline]
    fn add_points(&mut self, x: u64, before: u64, ends: Option<(u64, u64)>) {
        self.known = x + 1;
        let x = x.cast_signed();
        self.counts.add((x, before.cast_signed()));
        if let Some((low, high)) = ends {
            self.lowest.add((x, low.cast_signed()));
            self.highest.add((x, high.cast_signed()));
        }
    }
}

/// The boundary between a thread and the next.
#[derive(Clone, Copy, Debug)]
struct Fence {
    /// Where it is in the next column, in parts of a row, and by how much it rises with each column.
    at: i64,
    rise: i64,
    /// The least distance seen below and above since it was aimed.
    below: i64,
    above: i64,
}

impl Fence {
    fn new(row: u64, x: u64) -> Self {
        let at = row.cast_signed() << PART;
        Self { at, rise: at / x.max(1).cast_signed(), below: i64::MAX, above: i64::MAX }
    }

    /// To the middle of what was seen to be free, along the ray.
    fn aim(&mut self, x: u64) {
        if self.below != i64::MAX && self.above != i64::MAX {
            self.at += (self.above - self.below) << PART >> 1;
        }
        *self = Self { rise: self.at / x.max(1).cast_signed(), below: i64::MAX, above: i64::MAX, ..*self };
    }
}

/// All threads.
pub(super) struct Tracker {
    pub(super) window: Window,
    pub(super) threads: Vec<ThreadRecord>,
    fences: Vec<Fence>,
    /// For each column of the window, where each thread's P-positions begin, and where the last thread's end.
    starts: Vec<u32>,
    /// The looks to come, the last first.
    looks: Vec<u64>,
    half: u64,
    aim_at: u64,
    /// What is behind, if windows are counted.
    behind: Option<Behind>,
    /// Makes a record of windows that begins in a column.
    recorder: Box<dyn Fn(u64) -> Recorder>,
    /// If the machines are asked for, what the column reads first: the palaces of its row left of the diagonal.
    pub(super) word: Option<Vec<u16>>,
}

/// What is recorded of the windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Windows {
    /// How many there are.
    Counted,
    /// Tables of the steps between them, too, and what each column reads.
    Detailed,
}

impl Tracker {
    pub(super) fn new(k: u64, columns: u64, first_look: u64, windows: Windows) -> Self {
        let earlier = |&x: &u64| Some(x * LOOKS.0 / LOOKS.1).filter(|&x| x >= first_look);
        let mut looks: Vec<u64> = std::iter::successors(Some(columns), earlier).skip(1).collect();
        let half = looks.get(HALF - 1).or(looks.last()).copied().unwrap_or(columns);
        looks.dedup();
        let window = Window::new(k);
        let is_counted = columns <= MOST_STATE_COLUMNS && window.size() >= 2 * AHEAD && k <= u16::MAX.into();
        let is_detailed = windows == Windows::Detailed;
        Self {
            window,
            threads: Vec::new(),
            fences: Vec::new(),
            starts: Vec::new(),
            looks,
            half,
            aim_at: 0,
            behind: is_counted.then(Behind::default),
            recorder: Box::new(move |x| Recorder::new(x, k, columns, is_detailed)),
            word: is_detailed.then(Vec::new),
        }
    }

    /// The next column, all of whose rows are below 2^32.
    #[inline]
    pub(super) fn column(&mut self, x: u64, upper: &[u64]) {
        if self.looks.last() == Some(&x) {
            self.looks.pop();
            self.look(x);
        }
        self.window.push(x, upper);
        if !self.threads.is_empty() {
            self.follow(x, upper);
        }
        if let Some(x) = x.checked_sub(AHEAD) {
            self.pass(x);
        }
    }

    /// Column x is behind: the windows before it are counted.
    fn pass(&mut self, x: u64) {
        let Some(mut behind) = self.behind.take() else { return };
        behind.reserve(x, self.window.column(x));
        let mut before = 0;
        for number in 0..self.threads.len() {
            let Some(mut states) = self.threads[number].states.take() else { continue };
            let part = self.part(number, x);
            states.column(x, part, before, &behind);
            before += u16::try_from(part.len()).expect("k is that small");
            self.threads[number].states = Some(states);
        }
        if let Some(word) = &mut self.word {
            word.push(behind.left(x));
        }
        behind.add(x, self.window.column(x));
        self.behind = Some(behind);
    }

    #[allow(clippy::cast_possible_truncation, reason = "a column has fewer than 2^32 P-positions")]
    fn follow(&mut self, x: u64, upper: &[u64]) {
        if x == self.aim_at {
            self.fences.iter_mut().for_each(|fence| fence.aim(x));
            self.aim_at = x + AIM.min(x / 16 + 1);
        }
        let stride = self.threads.len() + 1;
        let size = self.window.size();
        let row = |x: u64| (x & (size - 1)) as usize * stride;
        let here = row(x);
        let mut start = 0;
        for number in 0..self.threads.len() {
            let end = match self.fences.get_mut(number) {
                None => upper.len(),
                Some(fence) => {
                    let at = fence.at >> PART;
                    fence.at += fence.rise;
                    let end = start + upper[start..].iter().take_while(|&&y| y.cast_signed() < at).count();
                    if end > start {
                        fence.below = fence.below.min(at - upper[end - 1].cast_signed());
                    }
                    if let Some(y) = upper.get(end) {
                        fence.above = fence.above.min(y.cast_signed() - at);
                    }
                    end
                }
            };
            self.starts[here + number] = start as u32;
            self.starts[here + number + 1] = end as u32;
            if let Some(SeenPeriod { dx, dy, .. }) = self.threads[number].period {
                let there = row(x - dx) + number;
                let (from, to) = (self.starts[there] as usize, self.starts[there + 1] as usize);
                if !moved(&self.window.column(x - dx)[from..to], &upper[start..end], dy) {
                    self.catch_up(number, x);
                    self.threads[number].had = self.threads[number].period.take().map(|held| (held, x));
                }
            }
            self.threads[number].add(x, &upper[start..end]);
            if let Some(states) = &mut self.threads[number].states {
                states.ahead(x, upper[start..end].first().copied());
            }
            start = end;
        }
    }

    /// Adds to a periodic thread's edges what the last period before column x holds.
    fn catch_up(&mut self, number: usize, x: u64) {
        let Some(SeenPeriod { dx, .. }) = self.threads[number].period else { return };
        let mut before = self.threads[number].count;
        let mut points = Vec::new();
        for x in (self.threads[number].known.max(x - dx)..x).rev() {
            let part = self.part(number, x);
            before -= part.len() as u64;
            points.push((
                x,
                before,
                part.first().zip(part.last()).map(|(low, high)| (u64::from(*low), u64::from(*high))),
            ));
        }
        for (x, before, ends) in points.into_iter().rev() {
            self.threads[number].add_points(x, before, ends);
        }
    }

    /// Ends the record before column x. A period that is young is kept only if one along the same slope held for long
    /// before: an irrational slope repeats itself a few times, too.
    pub(super) fn finish(&mut self, x: u64) {
        for number in 0..self.threads.len() {
            self.catch_up(number, x);
            let ThreadRecord { period, had, .. } = self.threads[number];
            let had = had.filter(|(held, until)| (until - held.from) * 8 >= x).map(|(held, _)| held);
            let is_proven =
                |held: &SeenPeriod| held.from * 4 <= x * 3 || had.is_some_and(|had| had.slope() == held.slope());
            let period = match period {
                Some(held) => Some(held).filter(is_proven),
                None => had.and_then(|held| self.resumed(number, held)),
            };
            self.threads[number].period = period;
            self.take_stock(number, x);
        }
    }

    /// Finds the threads anew, and their periods.
    fn look(&mut self, x: u64) {
        let bundles = self.window.bundles();
        // A thread's children: the bundles between its fences.
        let reach = |bundle: &Range<u64>| {
            let from = self.fences.partition_point(|fence| fence.at >> PART <= bundle.start.cast_signed());
            let to = self.fences.partition_point(|fence| fence.at >> PART <= (bundle.end - 1).cast_signed());
            from..to + 1
        };
        let parents: Vec<Range<usize>> = bundles.iter().map(reach).collect();
        let children = |thread: usize| parents.iter().filter(|range| range.contains(&thread)).count();
        let mut threads: Vec<ThreadRecord> = Vec::with_capacity(bundles.len());
        for range in &parents {
            threads.push(match self.threads.get(range.clone()).unwrap_or_default() {
                [only] if children(range.start) == 1 => {
                    if x == self.half {
                        only.again(x)
                    } else {
                        only.clone()
                    }
                }
                [] | [_] => ThreadRecord::new(x, Vec::new()),
                several => {
                    let oldest = several.iter().min_by_key(|thread| thread.born).expect("there are several");
                    let mut merged: Vec<u64> = several.iter().flat_map(|thread| thread.merged.clone()).collect();
                    merged.push(x);
                    merged.sort_unstable();
                    merged.dedup();
                    ThreadRecord::new(oldest.born, merged).at(x)
                }
            });
        }
        self.threads = threads;
        self.fences = bundles.windows(2).map(|pair| Fence::new(u64::midpoint(pair[0].end, pair[1].start), x)).collect();
        self.aim_at = x + AIM.min(x / 16 + 1);
        self.fill_starts();
        for number in 0..self.threads.len() {
            self.record_states(number, x);
            self.threads[number].period = self.threads[number].period.or_else(|| self.period(number));
            self.take_stock(number, x);
        }
    }

    /// Tells a thread's record of windows what is ahead of it; begins one where there is none.
    fn record_states(&mut self, number: usize, x: u64) {
        if self.behind.is_none() {
            return;
        }
        let mut states = self.threads[number].states.take().unwrap_or_else(|| (self.recorder)(x));
        states.look_again();
        for x in x.saturating_sub(AHEAD)..x {
            states.ahead(x, self.part(number, x).first().map(|&y| y.into()));
        }
        self.threads[number].states = Some(states);
    }

    /// Notes the strands of a periodic thread.
    fn take_stock(&mut self, number: usize, x: u64) {
        if let Some(period) = self.threads[number].period {
            let strands = strands(self, number, period);
            self.threads[number].history.push(Sight { x, slope: period.slope(), strands });
        }
    }

    /// Where each thread begins in the columns of the window.
    #[allow(clippy::cast_possible_truncation, reason = "a column has fewer than 2^32 P-positions")]
    fn fill_starts(&mut self) {
        let stride = self.threads.len() + 1;
        let size = self.window.size();
        self.starts.clear();
        self.starts.resize(size as usize * stride, 0);
        let recent = self.window.recent();
        let next = recent.end.cast_signed();
        // Windows are counted with a delay.
        for x in recent.start.min(recent.end.saturating_sub(AHEAD))..recent.end {
            let column = self.window.column(x);
            let here = (x & (size - 1)) as usize * stride;
            let mut start = 0;
            for (number, fence) in self.fences.iter().enumerate() {
                // The same ray, in an earlier column: both are below 2^63.
                let at = (fence.at >> PART) * x.cast_signed() / next;
                start += column[start..].iter().take_while(|&&y| i64::from(y) < at).count();
                self.starts[here + number + 1] = start as u32;
            }
            self.starts[here + stride - 1] = column.len() as u32;
        }
    }

    /// What the window's column x holds of a thread.
    #[allow(clippy::cast_possible_truncation, reason = "the window's size fits")]
    pub(super) fn part(&self, number: usize, x: u64) -> &[u32] {
        let there = (x & (self.window.size() - 1)) as usize * (self.threads.len() + 1) + number;
        &self.window.column(x)[self.starts[there] as usize..self.starts[there + 1] as usize]
    }

    /// The least period that holds in the whole window, and fits in it three times.
    fn period(&self, number: usize) -> Option<SeenPeriod> {
        let recent = self.window.recent();
        let last = recent.clone().rev().find(|&x| !self.part(number, x).is_empty())?;
        let y = self.part(number, last)[0];
        (1..=(recent.end - recent.start) / 3).find_map(|dx| {
            let earlier = self.part(number, last.checked_sub(dx).filter(|x| recent.contains(x))?);
            let dy = u64::from(y.checked_sub(*earlier.first()?)?);
            let holds = self.agreement(number, dx, dy).all(|same| same);
            holds.then_some(SeenPeriod { dx, dy, from: recent.start })
        })
    }

    /// The period that it had, if that holds again in the last quarter of the window, and three times.
    fn resumed(&self, number: usize, SeenPeriod { dx, dy, .. }: SeenPeriod) -> Option<SeenPeriod> {
        let recent = self.window.recent();
        let run = self.agreement(number, dx, dy).take_while(|same| *same).count() as u64;
        let enough = run >= (2 * dx).max((recent.end - recent.start) / 4);
        enough.then_some(SeenPeriod { dx, dy, from: recent.end - run - dx })
    }

    /// For each column x + dx of the window, from the last to the first, whether it holds what column x does, moved by
    /// dy.
    pub(super) fn agreement(&self, number: usize, dx: u64, dy: u64) -> impl Iterator<Item = bool> {
        let recent = self.window.recent();
        let same = move |x| {
            let (then, now) = (self.part(number, x - dx), self.part(number, x));
            then.len() == now.len() && then.iter().zip(now).all(|(&a, &b)| u64::from(a) + dy == u64::from(b))
        };
        (recent.start + dx..recent.end).rev().map(same)
    }
}

/// Whether `now` is `then`, moved by dy.
#[inline]
fn moved(then: &[u32], now: &[u64], dy: u64) -> bool {
    then.len() == now.len() && then.iter().zip(now).all(|(&a, &b)| u64::from(a) + dy == b)
}
