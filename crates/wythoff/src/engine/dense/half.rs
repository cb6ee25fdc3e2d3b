//! The half board x ≤ y < n, or a part of it, by block columns, on all cores: counts and signatures in bounded memory.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::census::{Census, Found, Rows};
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

/// Hood is passed over in steps of so many rows.
const HOOD_STEP: u64 = 64;

/// The rows of a chunk's first step come after so many others.
const BEFORE: usize = 2;

/// Steps between two looks at the neighbours. A column count grows by at most 4 a step, so that its growth in a chunk
/// is known exactly from its residue modulo 256.
pub(super) const CHUNK: usize = 60;

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
pub(super) enum Wanted {
    /// How many palaces.
    Count,
    /// Also which, and how far deviations go.
    Fingerprint,
    /// Also their signature.
    Everything,
}

/// A part of the half board: the cells in the columns from `x` to `right` and in the rows from `y` to `bottom` that are
/// not above the diagonal. Either all of its columns are left of row `y`'s diagonal cell, or `x` = `y`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) x: u64,
    pub(super) right: u64,
    pub(super) y: u64,
    pub(super) bottom: u64,
}

impl Part {
    fn whole(n: u64) -> Self {
        Self { x: 0, right: n, y: 0, bottom: n }
    }

    /// How many they are.
    fn cells(self) -> u64 {
        let (width, height) = (self.right - self.x, self.bottom - self.y);
        if self.x < self.y { width * height } else { height * (height + 1) / 2 }
    }
}

fn solve(k: u64, n: u64, wanted: Wanted, settings: Settings, watch: &dyn Watch) -> Result<Tally, SolveError> {
    let cells = u128::from(n) * (u128::from(n) + 1) / 2;
    if cells > u128::from(CELL_LIMIT) {
        return Err(SolveError::TooManyCells { cells: cells.to_string(), limit: CELL_LIMIT });
    }
    super::k_needed(k)?;
    let plan = Plan::new(settings, n);
    match Half::<u8>::new(k, Part::whole(n), wanted, plan).solve(watch) {
        Err(Halt::GuardFired) => {}
        Err(Halt::Error(error)) => return Err(error),
        Ok(tally) => return Ok(tally),
    }
    match Half::<u32>::new(k, Part::whole(n), wanted, plan).solve(watch) {
        Err(Halt::Error(error)) => Err(error),
        Err(Halt::GuardFired) => unreachable!("counts of 32 bits are exact and have no guard"),
        Ok(tally) => Ok(tally),
    }
}

#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) p_count: u64,
    cells: u64,
    signature: Signature,
    /// Of all but the mirror images of what was folded.
    pub(super) fingerprint: Fingerprint,
    /// Of those, in the frame of columns.
    pub(super) mirror: u64,
    pub(super) low: Option<i64>,
    pub(super) high: Option<i64>,
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

/// A part of the half board, cut into block columns that pass each other the counts that leave them on the right.
pub(super) struct Half<L> {
    k: u64,
    part: Part,
    wanted: Wanted,
    plan: Plan,
    /// Columns of a block.
    block: u64,
    columns: usize,
    /// What left the block columns on the right, for each row block of the part: each column takes what the column
    /// before has left, and leaves its own there.
    crossings: Vec<AtomicU64>,
    /// For each block column, how many row blocks of the part have been passed on.
    passed_on: Vec<AtomicUsize>,
    /// For each block column, from which row block on nothing leaves it; before them, from which on nothing enters the
    /// part.
    outer_from: Vec<AtomicUsize>,
    /// The diagonal count that arrives at the part's first cell, where that is on the diagonal.
    pub(super) corner: L,
    /// What a block is asked for beyond sums.
    pub(super) census: Option<Census<L>>,
    /// The next block column that nobody has taken.
    next: AtomicUsize,
    cells_done: AtomicU64,
    halted: AtomicBool,
    fired: AtomicBool,
    lanes: std::marker::PhantomData<L>,
}

impl<L: Counts> Half<L> {
    /// A part that nothing enters on the left, and without a census.
    pub(super) fn new(k: u64, part: Part, wanted: Wanted, plan: Plan) -> Self {
        let block = (LANES * plan.strip) as u64;
        let columns = usize_of((part.right - part.x).div_ceil(block));
        let words = |count: usize| (0..count).map(|_| AtomicU64::new(0)).collect();
        let marks = |count: usize, mark| (0..count).map(|_| AtomicUsize::new(mark)).collect();
        let mut outer_from: Vec<AtomicUsize> = marks(columns + 1, usize::MAX);
        outer_from[0] = AtomicUsize::new(0);
        Self {
            k,
            part,
            wanted,
            plan,
            block,
            columns,
            crossings: words(usize_of((part.bottom - part.y).div_ceil(ROWS as u64)) * L::WORDS),
            passed_on: marks(columns, 0),
            outer_from,
            corner: L::default(),
            census: None,
            next: AtomicUsize::new(0),
            cells_done: AtomicU64::new(0),
            halted: AtomicBool::new(false),
            fired: AtomicBool::new(false),
            lanes: std::marker::PhantomData,
        }
    }

    /// Lets these counts enter on the left, row block by row block.
    pub(super) fn enter(&mut self, crossings: impl Iterator<Item = Crossing<L>>) {
        let mut outer_from = 0;
        for (row_block, crossing) in crossings.enumerate() {
            if crossing != self.nothing() {
                outer_from = row_block + 1;
            }
            self.pass_on(row_block, &crossing);
        }
        self.outer_from[0] = AtomicUsize::new(outer_from);
    }

    /// What leaves the last block column on the right, row block by row block.
    pub(super) fn leaving(&self) -> impl Iterator<Item = Crossing<L>> {
        (0..self.crossings.len() / L::WORDS).map(|row_block| self.crossing(self.columns, row_block))
    }

    pub(super) fn solve(&self, watch: &dyn Watch) -> Result<Tally, Halt> {
        let cells = self.part.cells();
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
        let mut desk = Desk::new(self.plan, self.census.is_some());
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
    pub(super) fn nothing(&self) -> Crossing<L> {
        self.plan.nothing(self.k)
    }

    /// What the column before has passed on.
    fn crossing(&self, column: usize, row_block: usize) -> Crossing<L> {
        if row_block >= self.outer_from[column].load(Ordering::Relaxed) {
            return self.nothing();
        }
        L::unpack(|word| self.crossings[row_block * L::WORDS + word].load(Ordering::Relaxed))
    }

    fn pass_on(&self, row_block: usize, crossing: &Crossing<L>) {
        L::pack(crossing, |word, value| self.crossings[row_block * L::WORDS + word].store(value, Ordering::Relaxed));
    }

    /// Where a block column starts, and what enters it there from above: on the diagonal, at the top of the part, or
    /// below the rows that are all hood. Nothing if the work has halted.
    fn start(&self, column: usize, tally: &mut Tally, go_on: &mut dyn FnMut() -> bool) -> Option<Start<L>> {
        let (k, block, part) = (self.k, self.block, self.part);
        let x = part.x + column as u64 * block;
        let is_diagonal = x >= part.y;
        let top = x.max(part.y);
        let hood = k.saturating_sub(2 * (x + block - 1)).min(part.bottom) / HOOD_STEP * HOOD_STEP;
        let begin = |first, hood, v| self.census.as_ref().map(|census| census.begin(first, hood, v));
        let first = usize_of(top - part.y);
        if is_diagonal && hood < x + block {
            let end = usize_of((x + block).min(part.bottom) - part.y).div_ceil(ROWS);
            if !self.wait_for(column, end, go_on) {
                return None;
            }
            let [v, d] = self.mirrored(column);
            let rows = first..first + usize_of(block);
            let found =
                self.census.as_ref().map(|census| census.begin(first, 0, rows.map(|row| census.row(row)).collect()));
            return Some(Start { y: x, v, d, found });
        }
        if hood <= top {
            let columns = column * usize_of(block)..(column + 1) * usize_of(block);
            let (v, d) = self.census.as_ref().and_then(|census| census.top.as_ref()).expect("a part has a top");
            let (v, d) = (v[columns.clone()].to_vec(), d[columns].to_vec());
            return Some(Start {
                y: top,
                v: v.iter().map(|v| L::residue((*v).into())).collect(),
                d,
                found: begin(0, 0, v),
            });
        }
        let end = usize_of(hood - part.y) / ROWS;
        if !self.wait_for(column, end, go_on) {
            return None;
        }
        let [h, d] = [self.plan.bias().wrapping_sub(k).wrapping_add(x + block), x + block].map(L::residue);
        let crossing = std::array::from_fn(|r| if r < ROWS { h } else { d });
        let corner = if is_diagonal { usize_of(block) / ROWS - 1 } else { 0 };
        for row_block in first / ROWS + corner..end {
            self.pass_on(row_block, &crossing);
        }
        self.add_hood(tally, x, top, hood);
        let v = vec![L::residue(hood); usize_of(block)];
        let exactly = || vec![u32::try_from(hood).expect("sides were checked"); usize_of(block)];
        let found = self.census.as_ref().and_then(|_| begin(first, usize_of(hood - top), exactly()));
        Some(Start { y: hood, v, d: (x..x + block).map(L::residue).collect(), found })
    }

    /// Whether a block column is in outer space from the part's first row on: nothing enters it on the left, and from
    /// above k palaces in each column, none on the diagonals.
    fn is_outer(&self, column: usize, start: &Start<L>) -> bool {
        let (k, nothing) = (L::residue(self.k), L::default());
        // A column that is full seldom waits for one that is not.
        start.y == self.part.y
            && start.v.iter().all(|v| *v == k)
            && start.d.iter().all(|d| *d == nothing)
            && self.wait_for(column, usize::MAX, &mut || true)
            && self.outer_from[column].load(Ordering::Relaxed) == 0
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
        let first = usize_of(strips.place.y - self.part.y) / ROWS;
        if !go_on() || !self.wait_for(column, first + to.min(row_blocks), go_on) {
            return None;
        }
        for (step, left) in (from..to).zip(&mut desk.left) {
            *left = if step < row_blocks { self.crossing(column, first + step) } else { Crossing::default() };
        }
        desk.v.clone_from(&strips.v);
        if let Some(rows) = desk.rows.get_mut(BEFORE - 1) {
            *rows = strips.h.map(|lanes| lanes.0);
        }
        desk.steps = to - from;
        desk.advance(self.plan.instructions, strips);
        for (step, right) in (from..to).zip(&desk.right).skip_while(|(step, _)| *step < DELAY) {
            self.pass_on(first + step - DELAY, right);
        }
        Some(growth(&desk.v, &strips.v))
    }

    /// The palaces of a block column, or nothing if the work has halted.
    fn column(&self, column: usize, desk: &mut Desk<L>, go_on: &mut dyn FnMut() -> bool) -> Option<Tally> {
        let (part, block) = (self.part, self.block);
        let mut tally = Tally::default();
        let start = self.start(column, &mut tally, go_on)?;
        let x = part.x + column as u64 * block;
        let place = Place { k: self.k, x, right: (x + block).min(part.right), y: start.y, bottom: part.bottom };
        if x < part.y && self.is_outer(column, &start) {
            (tally.low, tally.high) = (Some(0), Some(0));
            self.settle(column, start.found, [start.v, start.d]);
            self.finish(column, &place, 0);
            return Some(tally);
        }
        let Start { y, v, d, mut found } = start;
        let guard = if self.wanted == Wanted::Count { Guard::Union } else { Guard::Extremes };
        let mut strips = Strips::new(place, self.plan.strip, self.plan.bias(), guard, &v, &d);
        let (first, steps) = (usize_of(y - part.y) / ROWS, place.steps());
        let square = if y > x { 0 } else { usize_of(block) / ROWS };
        let mut clear_from = first;
        let mut outer_from = usize::MAX;
        let (mut palaces, mut palaces_in_square) = (0, 0);
        while strips.step < steps {
            let from = strips.step;
            // A chunk ends where the first lane leaves the square on the diagonal.
            let to = (from + CHUNK).min(if from < square { square.min(steps) } else { steps });
            let growth = self.chunk(column, &mut strips, to, desk, go_on)?;
            palaces += growth;
            if from < square {
                palaces_in_square += growth;
            } else if from < square + DELAY {
                palaces_in_square += count_above(desk.bits(), from, square);
            }
            if let (Some(census), Some(found)) = (&self.census, &mut found) {
                let bits = &desk.bits[..desk.steps * desk.bits_per_step];
                let rows = (&desk.left[..desk.steps], &desk.rows[..BEFORE + desk.steps]);
                census.add(found, from, bits, rows, [&desk.v, &strips.v]);
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
                let before = self.outer_from[column].load(Ordering::Relaxed);
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
            let [here, mirror] = desk.fold.take(&place);
            tally.fingerprint += Fingerprint(here);
            tally.mirror ^= mirror;
        }
        tally.p_count += 2 * palaces - palaces_in_square;
        tally.cells = strips.step as u64 * block * ROWS as u64;
        if found.is_some() {
            let [below, arriving] = strips.bottom();
            let bottom = match (steps, outer_from) {
                (0, _) => [v, d],
                (_, usize::MAX) => [below, arriving],
                _ => [below, vec![L::default(); usize_of(block)]],
            };
            self.settle(column, found, bottom);
        }
        self.finish(column, &place, outer_from);
        Some(tally)
    }

    /// Keeps what was found in a block column, if that was asked for.
    fn settle(&self, column: usize, found: Option<Found<L>>, bottom: [Vec<L>; 2]) {
        if let (Some(census), Some(found)) = (&self.census, found) {
            let _ = census.found[column].set(census.end(found, bottom));
        }
    }

    /// Lets the next block column have all of this one.
    fn finish(&self, column: usize, place: &Place, outer_from: usize) {
        self.outer_from[column + 1].store(outer_from, Ordering::Relaxed);
        self.passed_on[column].store(usize::MAX, Ordering::Release);
        let cells = (self.part.bottom - place.x.max(self.part.y)) * (place.right - place.x);
        self.cells_done.fetch_add(cells, Ordering::Relaxed);
    }

    /// The counts above a square on the diagonal are those to its left: V(x', x) = H(x, x'), and alike on the
    /// diagonals.
    fn mirrored(&self, column: usize) -> [Vec<L>; 2] {
        let first = column * usize_of(self.block);
        let unbiased = self.nothing()[0];
        let rows = first..first + usize_of(self.block);
        let height = usize_of(self.part.bottom - self.part.y);
        let at = |row: usize| if row < height { self.crossing(column, row / ROWS) } else { self.nothing() };
        let v = rows.clone().map(|row| at(row)[row % ROWS].minus(unbiased)).collect();
        let d = rows.map(|row| match row {
            0 => self.corner,
            row => at(row - 1)[ROWS + (row - 1) % ROWS],
        });
        [v, d.collect()]
    }

    /// The palaces of the block column at x in the rows from `top` to `end`, all of them hood.
    fn add_hood(&self, tally: &mut Tally, x: u64, top: u64, end: u64) {
        let corner =
            Window { at: Position::new(x, x), width: self.block, height: if x < top { 0 } else { self.block } };
        let from = top + corner.height;
        let below = Window { at: Position::new(x, from), width: self.block, height: end - from };
        tally.p_count += corner.height * self.block + 2 * self.block * below.height;
        if self.wanted != Wanted::Count {
            for window in [corner, below, below.mirrored()] {
                tally.fingerprint.add_window(window.at, window.width, window.height);
            }
        }
        if self.wanted == Wanted::Everything {
            for x in x..x + self.block {
                for y in top.max(x)..end {
                    add_pair(&mut tally.signature, x, y);
                }
            }
        }
    }
}

/// Where a block column starts.
struct Start<L> {
    y: u64,
    /// Palaces above each column, and on the diagonals that arrive there.
    v: Vec<L>,
    d: Vec<L>,
    found: Option<Found<L>>,
}

/// What a worker has at hand.
struct Desk<L> {
    left: Vec<Crossing<L>>,
    right: Vec<Crossing<L>>,
    bits: Vec<Lanes<u8>>,
    /// The column counts before the chunk.
    v: Vec<Lanes<L>>,
    /// Where row counts are wanted: something, those on departure from the strips before the chunk, and after each
    /// step.
    rows: Vec<Rows<L>>,
    /// Steps of the chunk.
    steps: usize,
    bits_per_step: usize,
    fold: Fold,
    /// The smallest and the largest residue that this worker has met.
    met: Option<(L, L)>,
}

impl<L: Counts> Desk<L> {
    fn new(plan: Plan, counts_rows: bool) -> Self {
        let crossings = || vec![Crossing::default(); CHUNK];
        let bits_per_step = plan.strip / 8 * ROWS;
        let bits = vec![Lanes::default(); CHUNK * bits_per_step];
        let fold = Fold::new(plan.instructions, plan.strip);
        let rows = vec![[[L::default(); LANES]; ROWS]; if counts_rows { BEFORE + CHUNK } else { 0 }];
        Self {
            left: crossings(),
            right: crossings(),
            bits,
            v: Vec::new(),
            rows,
            steps: 0,
            bits_per_step,
            fold,
            met: None,
        }
    }

    /// Does the steps of the chunk. Extremes change a few times on a board: where they are wanted, it is enough to see
    /// that all residues are between those that were met before. If one is not, the steps are done again.
    fn advance(&mut self, set: InstructionSet, strips: &mut Strips<L>) {
        let mut traffic = Traffic {
            left: &self.left[..self.steps],
            right: &mut self.right[..self.steps],
            bits: &mut self.bits[..self.steps * self.bits_per_step],
            residues: &mut [],
            rows: self.rows.get_mut(BEFORE..BEFORE + self.steps).unwrap_or_default(),
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
                let halt = Half::<u8>::new(k, Part::whole(n), wanted, plan).solve(&()).err();
                assert_eq!(matches!(halt, Some(Halt::GuardFired)), fires, "k = {k}");
                assert!(Half::<u32>::new(k, Part::whole(n), wanted, plan).solve(&()).is_ok());
            }
        }
    }
}
