//! The sums of one direction of lines, with bounds from below.
//!
//! In lane x the cell y stands on the line with **index** y − s·⌊x/c⌋, where c lanes and s cells are the length of a
//! period of the line's weights. Lanes of the same **class** x mod c share their sums: there are c lists of them. A
//! mark changes the sums at its taps, some lanes ahead each, so a lane first takes what earlier marks have for it.
//!
//! A list keeps bounds from below for its cells, on three levels: for 2·64 cells from each multiple of 64 on, because a
//! lane may meet the lines anywhere; for 2·64² cells from each multiple of 64² on; and so for 64³; and each of them q
//! times, once for each residue of the index modulo q. A sum that grows leaves its bounds true; one that falls lowers
//! them. Cells that were never reached hold 0, and so do their bounds.

use std::collections::VecDeque;

use crate::engine::weights::Kernel;

/// Cells of a block.
pub(super) const BLOCK: usize = 64;
/// Cells of a superblock.
pub(super) const SUPER: usize = BLOCK * BLOCK;
/// Levels of bounds.
pub(super) const LEVELS: usize = 3;
/// Cells of a part, level by level.
pub(super) const SIZES: [usize; LEVELS] = [BLOCK, SUPER, SUPER * BLOCK];

/// What a mark adds, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tap {
    /// So many lanes ahead, at least one.
    pub(super) lanes: usize,
    /// So many cells ahead.
    pub(super) cells: usize,
    pub(super) gain: i32,
}

/// The lines of one direction.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// Lanes of a period.
    classes: usize,
    /// Cells of a period.
    shift: usize,
    pub(super) taps: Vec<Tap>,
    sums: Vec<Sums>,
    /// The lane's class, where its cell 0 stands in that list, and the residue of its index.
    class: usize,
    offset: usize,
    residue: usize,
}

/// The sums of one class.
#[derive(Clone, Debug)]
struct Sums {
    /// Where the line with index 0 stands.
    origin: usize,
    /// A number of superblocks.
    cells: Vec<i32>,
    /// For each level, for each residue.
    bounds: [Vec<Vec<i32>>; LEVELS],
}

impl Line {
    /// The lines with `lanes` and `cells` per step and these weights; none where there are more taps than `most`, or
    /// numbers too large.
    pub(super) fn new((lanes, cells): (usize, usize), kernel: &Kernel, most: usize) -> Option<Self> {
        let taps = kernel.first_differences(most)?.into_iter().map(|(t, gain)| {
            let ahead = |steps: usize| steps.checked_mul(t);
            Some(Tap { lanes: ahead(lanes)?, cells: ahead(cells)?, gain: i32::try_from(gain).ok()? })
        });
        let taps = taps.collect::<Option<Vec<_>>>()?;
        Some(Self::with_taps(lanes.checked_mul(kernel.period)?, cells.checked_mul(kernel.period)?, taps))
    }

    /// Lines of a period of so many lanes and cells.
    pub(super) fn with_taps(classes: usize, shift: usize, taps: Vec<Tap>) -> Self {
        Self { classes, shift, taps, sums: Vec::new(), class: 0, offset: 0, residue: 0 }
    }

    pub(super) fn classes(&self) -> usize {
        self.classes
    }

    /// A bound on every sum, when no line holds more than `marks` marks.
    pub(super) fn largest_sum(&self, marks: u64) -> u64 {
        let gains: u64 = self.taps.iter().map(|tap| u64::from(tap.gain.unsigned_abs())).sum();
        gains.saturating_mul(marks)
    }

    /// Bounds are kept apart for each residue modulo q.
    pub(super) fn split(&mut self, q: usize) {
        if self.sums.is_empty() {
            self.sums = vec![Sums::new(q); self.classes];
        }
        for sums in &mut self.sums {
            sums.split(q);
        }
    }

    /// Goes on to a lane. `recent` are the marks of the lanes before it, newest first; those that leave the lane's
    /// `length` do not matter.
    pub(super) fn enter(&mut self, lane: usize, recent: &VecDeque<Vec<u32>>, length: usize, q: usize) {
        let turned = self.shift * (lane / self.classes);
        self.class = lane % self.classes;
        let sums = &mut self.sums[self.class];
        if sums.origin < turned {
            sums.extend_front(turned - sums.origin, q);
        }
        self.offset = sums.origin - turned;
        self.residue = (q - turned % q) % q;
        for tap in &self.taps {
            let Some(marks) = recent.get(tap.lanes - 1) else { continue };
            for mark in marks {
                let cell = *mark as usize + tap.cells;
                if cell >= length {
                    break;
                }
                sums.add(self.offset + cell, tap.gain);
                if tap.gain < 0 {
                    sums.lower(self.offset + cell, (cell + self.residue) % q);
                }
            }
        }
    }

    /// Makes room for the cells below `end` and some more.
    pub(super) fn make_room(&mut self, end: usize) {
        let end = self.offset + end;
        self.sums[self.class].extend(end);
    }

    /// The cells below this have room.
    pub(super) fn room(&self) -> usize {
        self.sums[self.class].cells.len() - self.offset
    }

    pub(super) fn bytes_held(&self) -> u64 {
        self.sums.iter().map(Sums::bytes_held).sum()
    }

    /// Adds the bounds of N parts from the part `first` of a level on, for the cells of residue r.
    #[inline(always)]
    pub(super) fn add_bounds<const N: usize>(
        &self,
        level: usize,
        first: usize,
        r: usize,
        q: usize,
        sums: &mut [i32; N],
    ) {
        let at = first + self.offset / SIZES[level];
        // Both are below q.
        let residue = r + self.residue;
        let bounds = &self.sums[self.class].bounds[level][if residue < q { residue } else { residue - q }];
        match bounds.get(at..).and_then(|rest| rest.first_chunk()) {
            Some(more) => add(sums, more),
            None => {
                // Beyond the store they are 0.
                for (sum, more) in sums.iter_mut().zip(bounds.iter().skip(at)) {
                    *sum += more;
                }
            }
        }
    }

    /// Adds the sums of a block's cells.
    #[inline(always)]
    pub(super) fn add_cells(&self, block: usize, sums: &mut [i32; BLOCK]) {
        let at = block * BLOCK + self.offset;
        add(sums, self.sums[self.class].cells[at..].first_chunk().expect("there is room"));
    }

    /// Adds the least sums that bounds modulo q would say of a block, for each residue of its cells.
    pub(super) fn add_least(&self, block: usize, q: usize, sums: &mut [i32]) {
        let cells = &self.sums[self.class].cells;
        let from = (block * BLOCK + self.offset) / BLOCK * BLOCK;
        let first = (from + q - self.offset % q) % q;
        for step in 0..q {
            let window = cells[(from + step).min(cells.len())..(from + 2 * BLOCK).min(cells.len())].iter();
            sums[(first + step) % q] += window.step_by(q).copied().min().unwrap_or(0);
        }
    }

    /// Computes the bounds of a part of a level again, from what is below it.
    pub(super) fn refresh(&mut self, level: usize, part: usize, q: usize) {
        let at = part + self.offset / SIZES[level];
        let sums = &mut self.sums[self.class];
        if at < sums.bounds[level][0].len() {
            sums.refresh(level, at, q);
        }
    }
}

#[inline(always)]
fn add<const N: usize>(sums: &mut [i32; N], more: &[i32; N]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

impl Sums {
    fn new(q: usize) -> Self {
        let bounds = std::array::from_fn(|_| vec![Vec::new(); q]);
        let mut sums = Self { origin: 0, cells: Vec::new(), bounds };
        sums.extend(1);
        sums
    }

    fn bytes_held(&self) -> u64 {
        let bounds = self.bounds.iter().flatten().map(Vec::capacity).sum::<usize>();
        4 * (self.cells.capacity() + bounds) as u64
    }

    /// Makes room for the cells below `end` and two superblocks more.
    fn extend(&mut self, end: usize) {
        let length = end.div_ceil(SUPER) * SUPER + 2 * SUPER;
        if length > self.cells.len() {
            let length = length.max(self.cells.len() / (2 * SUPER) * 3 * SUPER);
            self.cells.resize(length, 0);
            for (level, size) in SIZES.into_iter().enumerate() {
                self.bounds[level].iter_mut().for_each(|bounds| bounds.resize(length.div_ceil(size), 0));
            }
        }
    }

    /// Makes room for so many cells before the first one, and more.
    fn extend_front(&mut self, cells: usize, q: usize) {
        let more = cells.max(self.cells.len() / 2).div_ceil(SUPER) * SUPER;
        self.origin += more;
        self.cells.splice(..0, std::iter::repeat_n(0, more));
        for (level, size) in SIZES.into_iter().enumerate() {
            if more.is_multiple_of(size) {
                for bounds in &mut self.bounds[level] {
                    // A part that reaches from the new cells into the old ones.
                    let across = bounds.first().map_or(0, |first| *first.min(&0));
                    bounds.splice(..0, std::iter::repeat_n(0, more / size - 1).chain([across]));
                }
            } else {
                let parts = self.cells.len().div_ceil(size);
                self.bounds[level].iter_mut().for_each(|bounds| bounds.resize(parts, 0));
                (0..parts).for_each(|at| self.refresh(level, at, q));
            }
        }
    }

    #[inline]
    fn add(&mut self, at: usize, gain: i32) {
        if at >= self.cells.len() {
            self.extend(at + 1);
        }
        self.cells[at] += gain;
    }

    /// Lowers the bounds of a cell whose sum has fallen and whose index has this residue.
    fn lower(&mut self, at: usize, residue: usize) {
        let sum = self.cells[at];
        for (bounds, size) in self.bounds.iter_mut().zip(SIZES) {
            for bound in &mut bounds[residue][(at / size).saturating_sub(1)..=at / size] {
                *bound = sum.min(*bound);
            }
        }
    }

    fn refresh(&mut self, level: usize, at: usize, q: usize) {
        if level > 0 {
            // 127 parts of the level below make up one of this.
            let (from, to) = (at * BLOCK, (at + 2) * BLOCK - 1);
            let [below, bounds] = &mut self.bounds[level - 1..=level] else { return };
            for (below, bounds) in below.iter().zip(bounds) {
                // Beyond the store the sums are 0.
                let (to, beyond) = if to <= below.len() { (to, i32::MAX) } else { (below.len(), 0) };
                bounds[at] = below[from..to].iter().copied().fold(beyond, i32::min);
            }
        } else {
            let (from, to) = (at * BLOCK, (at + 2) * BLOCK);
            let (to, beyond) = if to <= self.cells.len() { (to, i32::MAX) } else { (self.cells.len(), 0) };
            // The residue of a cell's index; the origin is added so often that nothing is negative.
            let first = (from + self.origin * (q - 1)) % q;
            for step in 0..q {
                let cells = self.cells[from + step..to].iter().step_by(q).copied();
                self.bounds[0][(first + step) % q][at] = cells.fold(beyond, i32::min);
            }
        }
    }

    fn split(&mut self, q: usize) {
        if self.bounds[0].len() != q {
            for (level, size) in SIZES.into_iter().enumerate() {
                let parts = self.cells.len().div_ceil(size);
                self.bounds[level] = vec![vec![0; parts]; q];
                (0..parts).for_each(|at| self.refresh(level, at, q));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudo-random numbers below `end`.
    fn random(seed: &mut u64, end: usize) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(*seed >> 33).unwrap() % end
    }

    /// No bound is above a sum of its part, whatever happens: gains, losses, room at both ends, refreshes, another q.
    #[test]
    fn bounds_are_lower_bounds() {
        let taps = [(1, 2, 2), (3, 5, -1), (2, 70, 1)].map(|(lanes, cells, gain)| Tap { lanes, cells, gain });
        for (classes, shift, mut q) in [(1, 2, 1), (2, 1, 4), (4, 0, 4), (3, 7, 5)] {
            let mut line = Line::with_taps(classes, shift, taps.to_vec());
            line.split(q);
            let (mut recent, mut seed) = (VecDeque::new(), 1);
            for lane in 0..1500 {
                if lane == 700 {
                    q *= 3;
                    line.split(q);
                }
                line.enter(lane, &recent, usize::MAX, q);
                let end = 5 + 20 * lane;
                line.make_room(end);
                for _ in 0..3 {
                    let level = random(&mut seed, LEVELS);
                    line.refresh(level, random(&mut seed, end) / SIZES[level], q);
                }
                if lane % 50 == 0 {
                    assert_bounds(&line, q, end);
                }
                let mut marks: Vec<u32> = (0..4).map(|_| u32::try_from(random(&mut seed, end)).unwrap()).collect();
                marks.sort_unstable();
                recent.push_front(marks);
            }
        }
    }

    /// By the definition: each sum against every bound that speaks of it.
    fn assert_bounds(line: &Line, q: usize, end: usize) {
        for cell in 0..end {
            let mut sums = [0; BLOCK];
            line.add_cells(cell / BLOCK, &mut sums);
            let sum = sums[cell % BLOCK];
            for (level, size) in SIZES.into_iter().enumerate() {
                let mut bound = [0; 1];
                line.add_bounds(level, cell / size, cell % q, q, &mut bound);
                assert!(bound[0] <= sum, "level {level}, cell {cell}: {} > {sum}", bound[0]);
            }
        }
    }

    /// Sums are those that taps say, wherever the store begins.
    #[test]
    fn sums_are_those_of_the_taps() {
        let taps = [(1, 2, 1), (2, 3, 5)].map(|(lanes, cells, gain)| Tap { lanes, cells, gain });
        let mut line = Line::with_taps(1, 2, taps.to_vec());
        line.split(1);
        let mut recent = VecDeque::new();
        for lane in 0..6000 {
            line.enter(lane, &recent, usize::MAX, 1);
            line.make_room(13_000);
            // The marks (x, 7) and (x, 9) of lanes 0, 1, … are seen two cells further on in each later lane.
            let mut sums = [0; BLOCK];
            line.add_cells(0, &mut sums);
            let seen = |cell: usize| {
                let at = |lanes: usize, cells: usize, gain: i32, mark: usize| {
                    let Some(x) = lane.checked_sub(lanes) else { return 0 };
                    let turns = cell.checked_sub(mark + cells).filter(|way| way % 2 == 0).map(|way| way / 2);
                    i32::from(turns.is_some_and(|turns| turns <= x)) * gain
                };
                at(1, 2, 1, 7) + at(1, 2, 1, 9) + at(2, 3, 5, 7) + at(2, 3, 5, 9)
            };
            assert_eq!(sums, std::array::from_fn(seen), "lane {lane}");
            recent.push_front(vec![7, 9]);
        }
    }
}
