//! The half board x ≤ y < n, by block columns, on all cores: counts and signatures in bounded memory.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::fold::Fold;
use super::kernel::{Crossing, DELAY, Guard, LANES, Lanes, Place, ROWS, Strips, Traffic};
use super::{Counts, Halt, Halting, InstructionSet, Plan, Settings, usize_of};
use crate::board::{Signature, Window};
use crate::engine::report;
use crate::engine::{SolveError, Stats};
use crate::fingerprint::Fingerprint;
use crate::position::Position;
use crate::watch::Watch;

/// The most cells of a half board.
pub(super) const CELL_LIMIT: u64 = 1 << 43;

/// Steps between two looks at the neighbours. A column count grows by at most 4 a step, so that its growth in a chunk
/// is known exactly from its residue modulo 256.
const CHUNK: usize = 60;

/// The statistics of the board x, y < n of W^k, in memory of about 2n bytes; the symmetric half is counted in full. A
/// signature takes many times as long as all the rest.
///
/// # Errors
/// When the board is too large, or the watcher stops the work.
pub fn stats(k: u64, n: u64, signed: bool, settings: Settings, watch: &dyn Watch) -> Result<Stats, SolveError> {
    let wanted = if signed { Wanted::Everything } else { Wanted::Fingerprint };
    let Tally { p_count, signature, mut fingerprint, mirror, low, high, .. } = solve(k, n, wanted, settings, watch)?;
    fingerprint.add_from_columns(mirror);
    let signature = signed.then_some(signature);
    Ok(Stats { p_count, fingerprint, signature, min_deviation: low, max_deviation: high })
}

/// How many palaces a board holds, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Palaces; the symmetric half is counted in full.
    pub p_count: u64,
    /// Cells that went through the wavefront: those of the half board outside hood and outer space, and some more at
    /// the diagonal, where a block column starts or ends, and before outer space is recognised.
    pub cells: u64,
}

/// How many palaces the board x, y < n of W^k holds: every bit is computed and guarded, and no more than that.
///
/// # Errors
/// When the board is too large, or the watcher stops the work.
pub fn count(k: u64, n: u64, settings: Settings, watch: &dyn Watch) -> Result<Count, SolveError> {
    let Tally { p_count, cells, .. } = solve(k, n, Wanted::Count, settings, watch)?;
    Ok(Count { p_count, cells })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// How many palaces.
    Count,
    /// Also which, and how far deviations go.
    Fingerprint,
    /// Also their signature.
    Everything,
}

fn solve(k: u64, n: u64, wanted: Wanted, settings: Settings, watch: &dyn Watch) -> Result<Tally, SolveError> {
    let cells = u128::from(n) * (u128::from(n) + 1) / 2;
    if cells > u128::from(CELL_LIMIT) {
        return Err(SolveError::TooManyCells { cells: cells.to_string(), limit: CELL_LIMIT });
    }
    super::k_needed(k)?;
    let plan = Plan::new(settings, n);
    match Half::<u8>::new(k, n, wanted, plan).solve(watch) {
        Err(Halt::GuardFired) => {}
        Err(Halt::Error(error)) => return Err(error),
        Ok(tally) => return Ok(tally),
    }
    match Half::<u32>::new(k, n, wanted, plan).solve(watch) {
        Err(Halt::Error(error)) => Err(error),
        Err(Halt::GuardFired) => unreachable!("counts of 32 bits are exact and have no guard"),
        Ok(tally) => Ok(tally),
    }
}

#[derive(Clone, Copy, Default)]
struct Tally {
    p_count: u64,
    cells: u64,
    signature: Signature,
    /// Of all but the mirror images of what was folded.
    fingerprint: Fingerprint,
    /// Of those, in the frame of columns.
    mirror: u64,
    low: Option<i64>,
    high: Option<i64>,
}

impl Tally {
    fn merge(&mut self, other: Self) {
        self.p_count += other.p_count;
        self.cells += other.cells;
        self.signature += other.signature;
        self.fingerprint += other.fingerprint;
        self.mirror ^= other.mirror;
        self.low = [self.low, other.low].into_iter().flatten().min();
        self.high = [self.high, other.high].into_iter().flatten().max();
    }
}

/// The half board, cut into block columns that pass each other the counts that leave them on the right.
struct Half<L> {
    k: u64,
    n: u64,
    wanted: Wanted,
    plan: Plan,
    /// Columns of a block.
    block: u64,
    columns: usize,
    /// What left the block columns on the right, for each row block of the board: each column takes what the column
    /// before has left, and leaves its own there.
    crossings: Vec<AtomicU64>,
    /// For each block column, how many row blocks of the board have been passed on.
    passed_on: Vec<AtomicUsize>,
    /// For each block column, from which row block on it and all before it are in outer space.
    outer_from: Vec<AtomicUsize>,
    /// The next block column that nobody has taken.
    next: AtomicUsize,
    cells_done: AtomicU64,
    halted: AtomicBool,
    fired: AtomicBool,
    lanes: std::marker::PhantomData<L>,
}

impl<L: Counts> Half<L> {
    fn new(k: u64, n: u64, wanted: Wanted, plan: Plan) -> Self {
        let block = (LANES * plan.strip) as u64;
        let columns = usize_of(n.div_ceil(block));
        let words = |count: usize| (0..count).map(|_| AtomicU64::new(0)).collect();
        let marks = |count: usize, mark| (0..count).map(|_| AtomicUsize::new(mark)).collect();
        Self {
            k,
            n,
            wanted,
            plan,
            block,
            columns,
            crossings: words(usize_of(n.div_ceil(ROWS as u64)) * L::WORDS),
            passed_on: marks(columns, 0),
            outer_from: marks(columns, usize::MAX),
            next: AtomicUsize::new(0),
            cells_done: AtomicU64::new(0),
            halted: AtomicBool::new(false),
            fired: AtomicBool::new(false),
            lanes: std::marker::PhantomData,
        }
    }

    fn solve(&self, watch: &dyn Watch) -> Result<Tally, Halt> {
        let cells = self.n * (self.n + 1) / 2;
        let mut error = None;
        let mut tally = Tally::default();
        std::thread::scope(|scope| {
            let helpers = self.plan.threads.min(self.columns).saturating_sub(1);
            let helpers: Vec<_> = (0..helpers).map(|_| scope.spawn(|| self.work(&mut || true))).collect();
            // This thread works like the others, and speaks for all.
            tally = self.work(&mut || {
                let done = self.cells_done.load(Ordering::Relaxed).min(cells);
                error = report(watch, done, cells).err();
                error.is_none()
            });
            for helper in helpers {
                match helper.join() {
                    Ok(other) => tally.merge(other),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
        if self.fired.load(Ordering::Relaxed) {
            return Err(Halt::GuardFired);
        }
        error.or_else(|| report(watch, cells, cells).err()).map_or(Ok(tally), |error| Err(Halt::Error(error)))
    }

    /// Takes block columns until there are no more, or somebody has halted.
    fn work(&self, go_on: &mut dyn FnMut() -> bool) -> Tally {
        let mut halting = Halting::new(&self.halted);
        let mut tally = Tally::default();
        let mut desk = Desk::new(self.plan);
        loop {
            let column = self.next.fetch_add(1, Ordering::Relaxed);
            if column >= self.columns {
                halting.finished = true;
                return tally;
            }
            match self.column(column, &mut desk, go_on) {
                Some(found) => tally.merge(found),
                None => return tally,
            }
        }
    }

    /// Waits until the column before has passed on the row blocks before `end`. A wait is rare and short: each column
    /// takes as long as the one before.
    fn wait_for(&self, column: usize, end: usize, go_on: &mut dyn FnMut() -> bool) -> bool {
        let mut turns = 0_u32;
        while column > 0 && self.passed_on[column - 1].load(Ordering::Acquire) < end {
            turns += 1;
            if turns < 200 {
                std::hint::spin_loop();
            } else if turns.is_multiple_of(1000) && !go_on() || self.halted.load(Ordering::Relaxed) {
                return false;
            } else {
                std::thread::yield_now();
            }
        }
        !self.halted.load(Ordering::Relaxed)
    }

    /// The counts at the left side of the block column: row counts with the bias, no palaces on the diagonals.
    fn nothing(&self) -> Crossing<L> {
        self.plan.nothing(self.k)
    }

    /// What the column before has passed on.
    fn crossing(&self, column: usize, row_block: usize) -> Crossing<L> {
        if column == 0 || row_block >= self.outer_from[column - 1].load(Ordering::Relaxed) {
            return self.nothing();
        }
        L::unpack(|word| self.crossings[row_block * L::WORDS + word].load(Ordering::Relaxed))
    }

    fn pass_on(&self, row_block: usize, crossing: &Crossing<L>) {
        L::pack(crossing, |word, value| self.crossings[row_block * L::WORDS + word].store(value, Ordering::Relaxed));
    }

    /// Where a block column starts, and what enters it there from above: on the diagonal, or below the rows that are
    /// all hood. Nothing if the work has halted.
    fn start(&self, column: usize, tally: &mut Tally, go_on: &mut dyn FnMut() -> bool) -> Option<(u64, [Vec<L>; 2])> {
        let (k, n, block) = (self.k, self.n, self.block);
        let x = column as u64 * block;
        let hood = k.saturating_sub(2 * (x + block - 1)).min(n) / ROWS as u64 * ROWS as u64;
        if hood < x + block {
            let square = self.wait_for(column, usize_of((x + block).min(n)).div_ceil(ROWS), go_on);
            return square.then(|| (x, self.mirrored(column)));
        }
        let first = usize_of(hood) / ROWS;
        if !self.wait_for(column, first, go_on) {
            return None;
        }
        let [h, d] = [self.plan.bias().wrapping_sub(k).wrapping_add(x + block), x + block].map(L::residue);
        let crossing = std::array::from_fn(|r| if r < ROWS { h } else { d });
        for row_block in usize_of(x + block) / ROWS - 1..first {
            self.pass_on(row_block, &crossing);
        }
        self.add_hood(tally, x, hood);
        Some((hood, [vec![L::residue(hood); usize_of(block)], (x..x + block).map(L::residue).collect()]))
    }

    /// Does the steps from where the strips stand up to `to`, with the columns before and after. Gives back how many
    /// palaces they have found, whose bits are on the desk; nothing if the work has halted.
    fn chunk(
        &self,
        column: usize,
        strips: &mut Strips<L>,
        to: usize,
        desk: &mut Desk<L>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<u64> {
        let (from, row_blocks) = (strips.step, strips.place.row_blocks());
        let first = usize_of(strips.place.y) / ROWS;
        if !go_on() || !self.wait_for(column, first + to.min(row_blocks), go_on) {
            return None;
        }
        for (step, left) in (from..to).zip(&mut desk.left) {
            *left = if step < row_blocks { self.crossing(column, first + step) } else { Crossing::default() };
        }
        desk.v.clone_from(&strips.v);
        desk.steps = to - from;
        desk.advance(self.plan.instructions, strips);
        for (step, right) in (from..to).zip(&desk.right).skip_while(|(step, _)| *step < DELAY) {
            self.pass_on(first + step - DELAY, right);
        }
        Some(growth(&desk.v, &strips.v))
    }

    /// The palaces of a block column, or nothing if the work has halted.
    fn column(&self, column: usize, desk: &mut Desk<L>, go_on: &mut dyn FnMut() -> bool) -> Option<Tally> {
        let (n, block) = (self.n, self.block);
        let mut tally = Tally::default();
        let (y, [v, d]) = self.start(column, &mut tally, go_on)?;
        let x = column as u64 * block;
        let place = Place { k: self.k, x, right: (x + block).min(n), y, bottom: n };
        let guard = if self.wanted == Wanted::Count { Guard::Union } else { Guard::Extremes };
        let mut strips = Strips::new(place, self.plan.strip, self.plan.bias(), guard, &v, &d);
        let (first, steps) = (usize_of(y) / ROWS, place.steps());
        let square = if y > x { 0 } else { usize_of(block) / ROWS };
        let mut clear_from = first;
        let mut outer_from = usize::MAX;
        let (mut found, mut found_in_square) = (0, 0);
        while strips.step < steps {
            let from = strips.step;
            // A chunk ends where the first lane leaves the square on the diagonal.
            let to = (from + CHUNK).min(if from < square { square.min(steps) } else { steps });
            let growth = self.chunk(column, &mut strips, to, desk, go_on)?;
            found += growth;
            if from < square {
                found_in_square += growth;
            } else if from < square + DELAY {
                found_in_square += count_above(desk.bits(), from, square);
            }
            if growth > 0 {
                clear_from = first + to;
                if self.wanted != Wanted::Count {
                    desk.fold.add(from, &desk.bits[..desk.steps * desk.bits_per_step], self.plan.strip, square);
                }
                if self.wanted == Wanted::Everything {
                    add_signature(&mut tally.signature, &place, from, desk.bits(), square);
                }
            }
            if to > DELAY {
                let passed_on = first + to - DELAY;
                // Outer space: see the essay of the engine.
                let before = if column == 0 { 0 } else { self.outer_from[column - 1].load(Ordering::Relaxed) };
                if passed_on > clear_from.max(before).saturating_add(usize_of(block) / ROWS) && to < steps {
                    outer_from = passed_on;
                    break;
                }
                self.passed_on[column].store(passed_on, Ordering::Release);
            }
        }
        if !self.plan.is_sound(&strips) {
            self.fired.store(true, Ordering::Relaxed);
            return None;
        }
        if guard == Guard::Extremes {
            let deviations = |lanes: &Lanes<L>| lanes.0.map(|w| w.signed() - self.plan.bias().cast_signed());
            let (low, high) = (deviations(&strips.low).into_iter().min(), deviations(&strips.high).into_iter().max());
            if low <= high {
                (tally.low, tally.high) = (low, high);
            }
        }
        if self.wanted != Wanted::Count {
            let [found, mirror] = desk.fold.take(&place);
            tally.fingerprint += Fingerprint(found);
            tally.mirror ^= mirror;
        }
        tally.p_count += 2 * found - found_in_square;
        tally.cells = strips.step as u64 * block * ROWS as u64;
        self.outer_from[column].store(outer_from, Ordering::Relaxed);
        self.passed_on[column].store(usize::MAX, Ordering::Release);
        self.cells_done.fetch_add((n - x) * (place.right - x), Ordering::Relaxed);
        Some(tally)
    }

    /// The counts above a square on the diagonal are those to its left: V(x', x) = H(x, x'), and alike on the
    /// diagonals.
    fn mirrored(&self, column: usize) -> [Vec<L>; 2] {
        let first = column * usize_of(self.block);
        let unbiased = self.nothing()[0];
        let rows = first..first + usize_of(self.block);
        let at = |row: usize| if row < usize_of(self.n) { self.crossing(column, row / ROWS) } else { self.nothing() };
        let v = rows.clone().map(|row| at(row)[row % ROWS].minus(unbiased)).collect();
        let d = rows.map(|row| match row {
            0 => L::default(),
            row => at(row - 1)[ROWS + (row - 1) % ROWS],
        });
        [v, d.collect()]
    }

    /// The palaces of the block column at x in the rows before y, all of them hood.
    fn add_hood(&self, tally: &mut Tally, x: u64, y: u64) {
        tally.p_count += self.block * self.block + 2 * self.block * (y - x - self.block);
        if self.wanted != Wanted::Count {
            let corner = Window { at: Position::new(x, x), width: self.block, height: self.block };
            let below = Window { at: Position::new(x, x + self.block), height: y - x - self.block, ..corner };
            for window in [corner, below, below.mirrored()] {
                tally.fingerprint.add_window(window.at, window.width, window.height);
            }
        }
        if self.wanted == Wanted::Everything {
            for x in x..x + self.block {
                add_pair(&mut tally.signature, x, x);
                for y in x + 1..y {
                    add_pair(&mut tally.signature, x, y);
                }
            }
        }
    }
}

/// What a worker has at hand.
struct Desk<L> {
    left: Vec<Crossing<L>>,
    right: Vec<Crossing<L>>,
    bits: Vec<Lanes<u8>>,
    /// The column counts before the chunk.
    v: Vec<Lanes<L>>,
    /// Steps of the chunk.
    steps: usize,
    bits_per_step: usize,
    fold: Fold,
    /// The smallest and the largest residue that this worker has met.
    met: Option<(L, L)>,
}

impl<L: Counts> Desk<L> {
    fn new(plan: Plan) -> Self {
        let crossings = || vec![Crossing::default(); CHUNK];
        let bits_per_step = plan.strip / 8 * ROWS;
        let bits = vec![Lanes::default(); CHUNK * bits_per_step];
        let fold = Fold::new(plan.instructions, plan.strip);
        Self { left: crossings(), right: crossings(), bits, v: Vec::new(), steps: 0, bits_per_step, fold, met: None }
    }

    /// Does the steps of the chunk. Extremes change a few times on a board: where they are wanted, it is enough to see
    /// that all residues are between those that were met before. If one is not, the steps are done again.
    fn advance(&mut self, set: InstructionSet, strips: &mut Strips<L>) {
        let mut traffic = Traffic {
            left: &self.left[..self.steps],
            right: &mut self.right[..self.steps],
            bits: &mut self.bits[..self.steps * self.bits_per_step],
            residues: &mut [],
        };
        if strips.guard == Guard::Union {
            return L::advance(set, strips, &mut traffic);
        }
        if let Some((low, high)) = self.met {
            let before = strips.clone();
            strips.guard = Guard::Within;
            (strips.floor, strips.excess) = (low, Lanes::default());
            L::advance(set, strips, &mut traffic);
            if strips.excess.0.iter().all(|excess| *excess <= high.minus(low)) {
                return;
            }
            *strips = before;
        }
        strips.guard = Guard::Extremes;
        L::advance(set, strips, &mut traffic);
        for (low, high) in strips.low.0.into_iter().zip(strips.high.0) {
            if low.signed() <= high.signed() {
                let (least, most) = self.met.unwrap_or((low, high));
                let least = if low.signed() < least.signed() { low } else { least };
                let most = if high.signed() > most.signed() { high } else { most };
                self.met = Some((least, most));
            }
        }
    }

    /// The bits of the chunk, step by step.
    fn bits(&self) -> impl Iterator<Item = &[Lanes<u8>]> {
        self.bits.chunks_exact(self.bits_per_step).take(self.steps)
    }
}

/// How many palaces a chunk has found.
fn growth<L: Counts>(before: &[Lanes<L>], after: &[Lanes<L>]) -> u64 {
    // At most 64 columns with at most 240 palaces each.
    let mut sums = [0_u16; LANES];
    for (before, after) in before.iter().zip(after) {
        for ((sum, before), after) in sums.iter_mut().zip(before.0).zip(after.0) {
            *sum += after.minus(before).small();
        }
    }
    sums.into_iter().map(u64::from).sum()
}

/// How many palaces of these steps are in row blocks before `end`.
fn count_above<'b>(steps: impl Iterator<Item = &'b [Lanes<u8>]>, from: usize, end: usize) -> u64 {
    let mut count = 0;
    for (step, bits) in (from..).zip(steps) {
        // Lane i is in row block step − i.
        let first = (step + 1).saturating_sub(end).min(LANES);
        for lanes in bits {
            count += lanes.0[first..].iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>();
        }
    }
    count
}

fn add_pair(signature: &mut Signature, x: u64, y: u64) {
    signature.add(Position::new(x, y));
    if x != y {
        signature.add(Position::new(y, x));
    }
}

/// Adds the palaces of these steps: those below the square with their mirror images, those of the square as they are.
fn add_signature<'b>(
    signature: &mut Signature,
    place: &Place,
    from: usize,
    steps: impl Iterator<Item = &'b [Lanes<u8>]>,
    square: usize,
) {
    for (step, bits) in (from..).zip(steps) {
        let strip = bits.len() / ROWS * 8;
        for (group, rows) in bits.chunks_exact(ROWS).enumerate() {
            for (r, lanes) in rows.iter().enumerate() {
                for (lane, &byte) in lanes.0.iter().enumerate() {
                    let mut byte = byte;
                    while byte != 0 {
                        let column = lane * strip + group * 8 + byte.trailing_zeros() as usize;
                        byte &= byte - 1;
                        let row_block = step - lane;
                        let (x, y) = (place.x + column as u64, place.y + (row_block * ROWS + r) as u64);
                        signature.add(Position::new(x, y));
                        if row_block >= square {
                            signature.add(Position::new(y, x));
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a window of [−1, 2] the guard fires where deviations are known to be larger, and only there.
    #[test]
    fn a_narrow_guard_fires() {
        for wanted in [Wanted::Count, Wanted::Everything] {
            for (k, n, fires) in [(2, 2000, false), (37, 2000, true), (500, 2000, true)] {
                let plan = Plan::new(Settings { guard_bits: Some(2), ..Settings::default() }, n);
                let halt = Half::<u8>::new(k, n, wanted, plan).solve(&()).err();
                assert_eq!(matches!(halt, Some(Halt::GuardFired)), fires, "k = {k}");
                assert!(Half::<u32>::new(k, n, wanted, plan).solve(&()).is_ok());
            }
        }
    }
}
