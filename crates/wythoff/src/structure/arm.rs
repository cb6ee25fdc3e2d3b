//! The arm without end: what stands right of the shoulder when k grows beyond all bounds, as far as time allows.
//!
//! [`Start::Shoulder`](crate::engine::automaton::Start::Shoulder) is A: the hood 2x + y < 0 without end, 0 for x < 0,
//! and CLN15's rule elsewhere. By the theorem on prefixes (see [`crate::engine::automaton`]) column x of A is column x
//! of every W^k with k > 3x, k rows higher. So A(x,·) is *the* arm, and its boundary with outer space *the* skin.
//!
//! # Why a band is enough, and why it is exact
//!
//! With v the épaulette's sequence ([`epaulette`]) the plane has three parts: outer space, where A = 0; the épaulette
//! with its hood, where A(x,y) = v(2x+y); and the arm between them. Only the arm is computed, and where it begins and
//! ends is not assumed but measured:
//!
//! **Lemma.** *Let x ≥ 2. (i) If A = v at (x,y') for all y' < y and in the columns x−1 and x−2 up to row y, then A(x,y)
//! = v(2x+y). (ii) If A = 0 at (x,y−1) and in the columns x−1 and x−2 from row y−2 on, then A = 0 at (x,y') for all y'
//! ≥ y.*
//!
//! *Proof.* The cells that decide (x,y) lie in these parts. v(2x+y) obeys the rule (that is how v is defined), and so
//! does 0. ∎
//!
//! So when a column differs from v for the first time at row h(x), the **hem**, the next ones may start there: h(x) ≥
//! min(h(x−1), h(x−2)). And they may stop as soon as one cell below the last palace is 0. For x < 2 the columns to the
//! left are zeros, and A(x,y) = v(2x+y) for y ≤ 1 (parts 2 and 3 of the theorem). Nothing else enters: the band is
//! exact by construction.
//!
//! # How it is computed
//!
//! Cells of an anti-diagonal x + y = t do not depend on one another. The columns are cut into blocks of [`BLOCK`]; a
//! block is swept by generations t, and one generation is a loop that the compiler turns into vectors of bytes. For
//! each generation φ₁, ν, φ₂ and φ₃ of the values are kept (see the rule), so that a cell takes five additions. A block
//! gets two columns from the left and hands its own last two to the right while both are at work: a thread takes the
//! next block that nobody has, and the leftmost one never waits.
//!
//! Values are bytes, and sums are taken modulo 256. The guard is the one of the dense engine: if all values seen are in
//! [−16, 47], then no sum was beyond −147 … 178, so that no other number of its class is in the window, and all values
//! are right. Else the work is refused.

use std::collections::BTreeMap;
use std::ops;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine::automaton::epaulette;
use crate::engine::report;
use crate::solve::SolveError;
use crate::watch::Watch;

/// Columns that are swept together.
pub const BLOCK: usize = 1024;

/// The most columns of the arm: 10^14 cells, hours on all cores; level 5 of the skin begins before.
pub const COLUMN_LIMIT: u64 = 1 << 23;

/// How much of a column above its last palace is kept for a look at the skin.
pub const SKIN_ROWS: usize = 192;

/// Generations that are kept while the left neighbour is not in outer space: [`SKIN_ROWS`] and those, at most 40, in
/// which it already is but has not said so, as a block ends at most 38 generations after its last palace.
const KEPT: usize = 256;

/// [`BLOCK`], [`SKIN_ROWS`] and [`KEPT`] among coordinates.
const BLOCK_WIDTH: i64 = 1024;
const SKIN_HEIGHT: i64 = 192;
const KEPT_TIME: i64 = 256;

/// Values are at least this, or the guard fires.
const LEAST: i8 = -16;

/// Values are at most this, or the guard fires.
const MOST: u8 = 47;

/// A column of the arm, seen from outer space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmColumn<'c> {
    /// x, counted from the shoulder.
    pub x: u64,
    /// The row of the last palace, counted from the shoulder: below it is outer space.
    pub last: i64,
    /// The values from the last palace upwards: [`SKIN_ROWS`] of them, or as many as there are down from the épaulette.
    pub values: &'c [i8],
}

/// What is known of the arm, or of a stretch of it, as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extent {
    /// So many columns were computed.
    pub columns: u64,
    /// Cells that were computed.
    pub cells: u64,
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
}

impl Extent {
    /// The extent of both.
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            columns: self.columns + other.columns,
            cells: self.cells + other.cells,
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }
}

/// Where the arm begins at the end of a block: above this row its last two columns are épaulette, and in this row or
/// the next one is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hem {
    /// The last column of the block.
    pub x: u64,
    /// The row, counted from the shoulder.
    pub y: i64,
}

/// The last two columns before a block: all that it and the blocks after it depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Border {
    /// The first column of the block.
    pub x: u64,
    /// Above this row both columns are épaulette.
    pub hem: i64,
    /// The rows from there on; all that follows is outer space.
    pub rows: Vec<[i8; 2]>,
}

/// Computes the columns x < `columns` of the arm, rounded up to whole blocks, and hands each to `sink`, in order.
/// Returns the extent, and the hem at the end of each block.
///
/// # Errors
/// When there are too many columns, a value leaves the window of the guard, the watcher stops the work, or `sink`
/// fails.
pub fn columns<E: From<SolveError>>(
    columns: u64,
    threads: Option<usize>,
    watch: &dyn Watch,
    sink: impl FnMut(ArmColumn<'_>) -> Result<(), E>,
) -> Result<(Extent, Vec<Hem>), E> {
    columns_after(None, columns, threads, watch, sink).map(|(extent, hems, _)| (extent, hems))
}

/// The same for the columns from a border on, or from the shoulder. The extent is theirs alone; the border where they
/// end comes with it, unless there are none.
///
/// # Errors
/// As [`columns()`].
pub fn columns_after<E: From<SolveError>>(
    border: Option<Border>,
    columns: u64,
    threads: Option<usize>,
    watch: &dyn Watch,
    mut sink: impl FnMut(ArmColumn<'_>) -> Result<(), E>,
) -> Result<(Extent, Vec<Hem>, Option<Border>), E> {
    if columns > COLUMN_LIMIT {
        return Err(SolveError::TooManyColumns { columns, limit: COLUMN_LIMIT }.into());
    }
    let first = border.as_ref().map_or(0, |border| usize::try_from(border.x).unwrap_or(0) / BLOCK);
    let blocks = first..usize::try_from(columns).unwrap_or(0).div_ceil(BLOCK).max(first);
    let threads = threads.unwrap_or_else(rayon::current_num_threads).clamp(1, 256);
    let next = Next { block: first, inflow: border.map(Border::into_edges) };
    let (work, halted) = (Mutex::new(next), AtomicBool::new(false));
    let (results, finished) = channel();
    let mut extent = Extent::default();
    let mut hems = Vec::new();
    let outcome = std::thread::scope(|scope| {
        for _ in 0..threads.min(blocks.len()) {
            let (work, halted, results, end) = (&work, &halted, results.clone(), blocks.end);
            scope.spawn(move || {
                while let Some((block, inflow, outflow)) = take(work, end) {
                    let Some(swept) = Sweep::new(block, inflow, outflow).and_then(|sweep| sweep.run(halted)) else {
                        return;
                    };
                    if results.send((block, swept)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(results);
        let outcome = collect(&finished, blocks.clone(), watch, |swept| {
            extent = extent.with(swept.extent());
            hems.push(swept.hem);
            swept.each_column(&mut sink)
        });
        halted.store(true, Ordering::Relaxed);
        outcome
    });
    outcome?;
    let inflow = work.into_inner().ok().and_then(|next| next.inflow).filter(|_| !blocks.is_empty());
    Ok((extent, hems, inflow.map(|edges| Border::of((blocks.end * BLOCK) as u64, edges))))
}

impl Border {
    /// What a block sent to the next one, which nobody has taken.
    fn of(x: u64, edges: Receiver<Edge>) -> Self {
        let mut border = Self { x, hem: 0, rows: Vec::new() };
        for edge in edges {
            match edge {
                Edge::From(hem) => border.hem = hem,
                Edge::Rows(rows) => border.rows.extend(rows),
                Edge::End => break,
            }
        }
        border
    }

    /// The same for the next block to take.
    fn into_edges(self) -> Receiver<Edge> {
        let (before, edges) = channel();
        for edge in [Edge::From(self.hem), Edge::Rows(self.rows), Edge::End] {
            // The other end is in this function.
            let _ = before.send(edge);
        }
        edges
    }
}

/// The next block that nobody has, with what enters it.
struct Next {
    block: usize,
    inflow: Option<Receiver<Edge>>,
}

/// Two columns on their way from a block to the next.
enum Edge {
    /// Above this row both columns are épaulette.
    From(i64),
    /// The next rows.
    Rows(Vec<[i8; 2]>),
    /// All that follows is outer space.
    End,
}

/// Takes the next block: its number, what enters it, and where its own last columns go.
fn take(work: &Mutex<Next>, end: usize) -> Option<(usize, Option<Receiver<Edge>>, Sender<Edge>)> {
    let mut next = work.lock().ok().filter(|next| next.block < end)?;
    let (outflow, after) = channel();
    let (block, inflow) = (next.block, next.inflow.replace(after));
    next.block += 1;
    Some((block, inflow, outflow))
}

/// Hands the blocks on in order.
fn collect<E: From<SolveError>>(
    finished: &Receiver<(usize, Swept)>,
    blocks: ops::Range<usize>,
    watch: &dyn Watch,
    mut each: impl FnMut(&Swept) -> Result<(), E>,
) -> Result<(), E> {
    let mut waiting = BTreeMap::new();
    let (mut done, mut next) = (0_u64, blocks.start);
    // The arm of block b has a height proportional to b.
    let total = blocks.clone().map(|block| block as u64 + 1).sum();
    while next < blocks.end {
        report(watch, done, total)?;
        match finished.recv_timeout(Duration::from_millis(100)) {
            Ok((block, swept)) => {
                if !swept.is_sound() {
                    return Err(SolveError::SumsTooLarge.into());
                }
                done += block as u64 + 1;
                waiting.insert(block, swept);
            }
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Err(SolveError::Interrupted.into()),
        }
        while let Some(swept) = waiting.remove(&next) {
            each(&swept)?;
            next += 1;
        }
    }
    report(watch, total, total)?;
    Ok(())
}

/// Cells of a generation with the two columns left of the block.
type Line = [i8; BLOCK + 2];

/// φ₁, −ν, φ₂ and φ₃ of the values of a generation.
struct Generation {
    phi1: Line,
    minus_nu: Line,
    phi2: Line,
    phi3: Line,
}

impl Generation {
    fn new() -> Box<Self> {
        let zeros = [0; BLOCK + 2];
        Box::new(Self { phi1: zeros, minus_nu: zeros, phi2: zeros, phi3: zeros })
    }

    fn put(&mut self, index: usize, value: i8) {
        let minus_nu = value >> 7;
        self.minus_nu[index] = minus_nu;
        self.phi1[index] = value.wrapping_sub(minus_nu);
        self.phi2[index] = self.phi1[index].wrapping_sub(minus_nu);
        self.phi3[index] = self.phi2[index].wrapping_sub(minus_nu);
    }

    fn value(&self, index: usize) -> i8 {
        self.phi1[index].wrapping_add(self.minus_nu[index])
    }

    fn is_zero(&self) -> bool {
        self.phi1.iter().chain(&self.minus_nu).fold(0, |all, value| all | value) == 0
    }
}

/// The smallest and the largest value of a sweep, with [`LEAST`] at 0.
#[derive(Clone, Copy)]
struct Range {
    low: u8,
    high: u8,
}

/// The rule for a generation: a block at once.
fn advance([a, bc, d, ef, g]: &mut [Box<Generation>; 5], values: &mut [i8; BLOCK], range: &mut Range) {
    let (a, c, b) = (&a.phi3[..BLOCK], &bc.phi2[..BLOCK], &bc.phi2[1..=BLOCK]);
    let (d, f, e) = (&d.minus_nu[1..=BLOCK], &ef.phi1[1..=BLOCK], &ef.phi1[2..]);
    let Generation { phi1, minus_nu, phi2, phi3 } = &mut **g;
    let (phi1, minus_nu) = (&mut phi1[2..], &mut minus_nu[2..]);
    let (phi2, phi3) = (&mut phi2[2..], &mut phi3[2..]);
    let Range { mut low, mut high } = *range;
    for i in 0..BLOCK {
        let old = a[i].wrapping_sub(b[i]).wrapping_sub(c[i]).wrapping_add(d[i]);
        let value = old.wrapping_add(e[i]).wrapping_add(f[i]);
        values[i] = value;
        let sign = value >> 7;
        minus_nu[i] = sign;
        phi1[i] = value.wrapping_sub(sign);
        phi2[i] = value.wrapping_sub(sign).wrapping_sub(sign);
        phi3[i] = value.wrapping_sub(sign).wrapping_sub(sign).wrapping_sub(sign);
        let biased = value.wrapping_sub(LEAST).cast_unsigned();
        low = low.min(biased);
        high = high.max(biased);
    }
    *range = Range { low, high };
}

/// The épaulette at (x,y), a byte: only cells outside the hood, or a few steps inside it, are asked for.
fn epaulette_byte(x: i64, y: i64) -> i8 {
    i8::try_from(epaulette(2 * x + y)).unwrap_or(LEAST)
}

/// A block at work.
struct Sweep {
    /// The first column.
    x: i64,
    time: i64,
    ring: [Box<Generation>; 5],
    inflow: Inflow,
    outflow: Outflow,
    range: Range,
    recent: Vec<[i8; BLOCK]>,
}

/// A block that is done.
struct Swept {
    x: u64,
    /// The time of the first generation.
    from: i64,
    cells: u64,
    range: Range,
    hem: Hem,
    /// The generations before outer space was met on the left, and those after.
    recent: Vec<[i8; BLOCK]>,
    tail: Vec<[i8; BLOCK]>,
    /// The time of the first generation of `tail`.
    tail_from: i64,
}

impl Sweep {
    /// Waits for the hem on the left; nothing when the neighbour has stopped.
    fn new(block: usize, inflow: Option<Receiver<Edge>>, outflow: Sender<Edge>) -> Option<Self> {
        let x = i64::try_from(block * BLOCK).ok()?;
        let mut inflow = Inflow { x, y: 0, source: inflow, rows: Vec::new(), next: 0, from: 2, before: 0 };
        inflow.open()?;
        // Four generations of épaulette, and four more to be sure of the two columns on the left.
        let time = x + inflow.from - 4;
        inflow.y = inflow.from - 2;
        inflow.before = inflow.epaulettes_left(inflow.y - 1)[1];
        let mut ring = std::array::from_fn(|_| Generation::new());
        for (back, generation) in (1..=4).zip(ring.iter_mut().rev()) {
            for (index, column) in (x - 2..x + BLOCK_WIDTH).enumerate() {
                let value = if column < 0 { 0 } else { epaulette_byte(column, time - back - column) };
                generation.put(index, value);
            }
        }
        let outflow = Outflow { x: x + BLOCK_WIDTH, target: outflow, hem: None, above: 0, rows: Vec::new() };
        let range = Range { low: u8::MAX, high: 0 };
        Some(Self { x, time, ring, inflow, outflow, range, recent: vec![[0; BLOCK]; KEPT] })
    }

    /// Sweeps down to outer space; nothing when the work is to stop.
    fn run(mut self, halted: &AtomicBool) -> Option<Swept> {
        let (from, mut tail, mut tail_from) = (self.time, Vec::new(), None);
        let mut outside = [0; BLOCK];
        loop {
            if self.time % 4096 == 0 && halted.load(Ordering::Relaxed) {
                return None;
            }
            let is_tail = self.inflow.is_over();
            let slot = if is_tail { &mut outside } else { &mut self.recent[slot_of(self.time)] };
            self.ring.rotate_left(1);
            advance(&mut self.ring, slot, &mut self.range);
            if is_tail {
                tail_from.get_or_insert(self.time);
                tail.push(outside);
            }
            let newest = &mut self.ring[4];
            let [two_left, left] = self.inflow.next()?;
            newest.put(0, two_left);
            newest.put(1, left);
            let above = [newest.value(BLOCK), newest.value(BLOCK + 1)];
            self.outflow.put(self.time - self.outflow.x + 1, above);
            self.time += 1;
            if is_tail && self.time % 32 == 0 && self.ring.iter().all(|generation| generation.is_zero()) {
                break;
            }
        }
        let hem = self.outflow.finish()?;
        let cells = (self.time - from).unsigned_abs() * BLOCK as u64;
        let tail_from = tail_from.unwrap_or(self.time);
        Some(Swept {
            x: self.x.unsigned_abs(),
            from,
            cells,
            range: self.range,
            hem,
            recent: self.recent,
            tail,
            tail_from,
        })
    }
}

/// The place of a generation among the recent ones.
fn slot_of(time: i64) -> usize {
    usize::try_from(time.rem_euclid(KEPT_TIME)).unwrap_or(0)
}

/// The two columns left of a block, from the top.
struct Inflow {
    /// The block's first column.
    x: i64,
    /// The next row.
    y: i64,
    /// Nothing at the left end of the plane, and after the end.
    source: Option<Receiver<Edge>>,
    rows: Vec<[i8; 2]>,
    next: usize,
    /// Above this row both columns are épaulette.
    from: i64,
    /// The last value of the right one of the columns: a generation is askew.
    before: i8,
}

impl Inflow {
    fn open(&mut self) -> Option<()> {
        if let Some(source) = &self.source {
            let Edge::From(from) = source.recv().ok()? else { return None };
            self.from = from;
        }
        Some(())
    }

    fn epaulettes_left(&self, y: i64) -> [i8; 2] {
        [2, 1].map(|left| if self.x == 0 { 0 } else { epaulette_byte(self.x - left, y) })
    }

    /// Whether all that follows is outer space.
    fn is_over(&self) -> bool {
        self.source.is_none() && self.next >= self.rows.len() && self.y >= self.from
    }

    fn row(&mut self) -> Option<[i8; 2]> {
        self.y += 1;
        if self.y <= self.from {
            return Some(self.epaulettes_left(self.y - 1));
        }
        while self.next >= self.rows.len() {
            let Some(source) = &self.source else { return Some([0; 2]) };
            match source.recv().ok()? {
                Edge::Rows(rows) => (self.rows, self.next) = (rows, 0),
                Edge::End | Edge::From(_) => self.source = None,
            }
        }
        self.next += 1;
        Some(self.rows[self.next - 1])
    }

    /// What the next generation has left of the block: two columns and one column away.
    fn next(&mut self) -> Option<[i8; 2]> {
        let [two_left, left] = self.row()?;
        Some([two_left, std::mem::replace(&mut self.before, left)])
    }
}

/// The last two columns of a block, on their way out.
struct Outflow {
    /// The first column of the next block.
    x: i64,
    target: Sender<Edge>,
    hem: Option<i64>,
    /// The last value of the left one of the columns.
    above: i8,
    rows: Vec<[i8; 2]>,
}

impl Outflow {
    /// A generation has the right column at row y and the left one a row below.
    fn put(&mut self, y: i64, [below, right]: [i8; 2]) {
        let row = [std::mem::replace(&mut self.above, below), right];
        if self.hem.is_none() {
            // The first row has no left value yet; it is far above the hem.
            if right == epaulette_byte(self.x - 1, y) && below == epaulette_byte(self.x - 2, y + 1) {
                return;
            }
            self.hem = Some(y);
            self.send(Edge::From(y));
        }
        self.rows.push(row);
        if self.rows.len() == 1 << 14 {
            let rows = std::mem::take(&mut self.rows);
            self.send(Edge::Rows(rows));
        }
    }

    /// A neighbour that has gone is no reason to stop: the last block has none.
    fn send(&self, edge: Edge) {
        let _ = self.target.send(edge);
    }

    fn finish(mut self) -> Option<Hem> {
        let rows = std::mem::take(&mut self.rows);
        self.send(Edge::Rows(rows));
        self.send(Edge::End);
        Some(Hem { x: (self.x - 1).unsigned_abs(), y: self.hem? })
    }
}

impl Swept {
    /// Whether all values are in the window of the guard.
    fn is_sound(&self) -> bool {
        self.range.high <= MOST.wrapping_sub(LEAST.cast_unsigned())
    }

    fn extent(&self) -> Extent {
        let value = |biased: u8| i64::from(biased) + i64::from(LEAST);
        Extent { columns: BLOCK as u64, cells: self.cells, min: value(self.range.low), max: value(self.range.high) }
    }

    /// The value in column `index` of the block: 0 after the end, none before what is kept.
    fn value(&self, index: usize, time: i64) -> Option<i8> {
        let after = time - self.tail_from;
        match usize::try_from(after) {
            Ok(after) => Some(self.tail.get(after).map_or(0, |generation| generation[index])),
            Err(_) => (after >= -KEPT_TIME && time >= self.from).then(|| self.recent[slot_of(time)][index]),
        }
    }

    fn each_column<E: From<SolveError>>(&self, sink: &mut impl FnMut(ArmColumn<'_>) -> Result<(), E>) -> Result<(), E> {
        let end = self.tail_from + i64::try_from(self.tail.len()).unwrap_or(0);
        let mut values = Vec::new();
        for index in 0..BLOCK {
            let cells = |time: &i64| self.value(index, *time);
            let mut upwards = (self.tail_from - KEPT_TIME..end).rev();
            let last = upwards.find(|time| cells(time).is_some_and(|value| value < 0));
            let last =
                last.ok_or(SolveError::Unsupported("a column of the arm ends above what the band keeps of it"))?;
            values.clear();
            values.extend((last - SKIN_HEIGHT + 1..=last).rev().map_while(|time| cells(&time)));
            let x = self.x + index as u64;
            sink(ArmColumn { x, last: last - x.cast_signed(), values: &values })?;
        }
        Ok(())
    }
}
