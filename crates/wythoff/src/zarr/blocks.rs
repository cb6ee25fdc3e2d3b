//! A board of W^k that is solved in blocks and kept as Zarr.
//!
//! A block is written whole, by whoever has solved it: its shards of cells and of counts with their mirror images, the
//! edges that leave it, and at last its record. So what has a record was written, a block may begin when the records of
//! its two neighbours are there, and a run that was killed goes on with the blocks that have none. Files are written
//! beside their place and moved there. What is solved twice is written twice, with the same bytes.

use std::any::Any;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use dashu_int::UBig;

use super::layout::{Cells, FINEST_LIMIT, Layout};
use super::store::{Store, ZarrError, usize_of};
use crate::board::Window;
use crate::engine::dense::Settings;
use crate::engine::dense::block::{Block, BlockError, Edge, SIDE_STEP, SQUARE, Solved};
use crate::engine::dense::block::{counts_of_bits, mirrored_bits, solve_block};
use crate::engine::{SolveError, Stats};
use crate::fingerprint::Fingerprint;
use crate::position::Position;
use crate::watch::Watch;

/// Who solves a block, from its edges and with its bits if they are wanted: [`solve_block`], or whoever finds the same.
pub type Solver<'s> =
    dyn Fn(&Block, &Edge, Option<&Edge>, bool, &dyn Watch) -> Result<Solved, BlockError> + Send + Sync + 's;

/// A board of W^k in blocks, and the folder that it is kept in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockBoard {
    k: u64,
    n: u64,
    store: Store,
}

/// What is noted of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// Its row of blocks.
    pub row: u64,
    /// Its column of blocks.
    pub column: u64,
    /// The palaces of the block and of its mirror image.
    pub p_count: u64,
    /// The fingerprint of these.
    pub fingerprint: Fingerprint,
    /// The smallest deviation outside the hood.
    pub min_deviation: Option<i64>,
    /// The largest.
    pub max_deviation: Option<i64>,
}

/// Numbers of a record.
const RECORD: usize = 5;

/// How far the blocks of a board are.
struct Front {
    /// For each row of blocks, twice the column that comes next; one more while somebody is at it.
    next: Vec<usize>,
    /// Blocks that are done.
    done: u64,
    end: Option<End>,
}

/// Why the work ended before its time.
enum End {
    Failed(ZarrError),
    Panicked(Box<dyn Any + Send>),
}

impl Front {
    /// The first block that nobody is at and whose neighbours are done.
    fn claim(&mut self) -> Option<(usize, usize)> {
        let ready = |row: usize| {
            let column = self.next[row] / 2;
            let is_free = self.next[row].is_multiple_of(2) && column <= row;
            is_free && (column == row || self.next[row - 1] / 2 > column)
        };
        let row = (0..self.next.len()).find(|row| ready(*row))?;
        self.next[row] += 1;
        Some((row, self.next[row] / 2))
    }
}

/// Stops work on other threads.
struct Stopped<'s>(&'s AtomicBool);

impl Watch for Stopped<'_> {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl BlockBoard {
    /// The board x, y < n of W^k in this folder. The side of a block and the finest counts are chosen where they are
    /// not given.
    ///
    /// # Errors
    /// When these do not go together, or there is no such board.
    pub fn new(
        folder: &Path,
        k: u64,
        n: u64,
        side: Option<u64>,
        finest: Option<u64>,
        bits: bool,
    ) -> Result<Self, ZarrError> {
        // Large enough that to solve a block takes much longer than to write it; small enough that there are many.
        let most = if bits { 1 << 14 } else { 1 << 17 };
        let chosen = || {
            let mut side = SIDE_STEP;
            while side < most && 16 * side <= n {
                side *= 2;
            }
            side
        };
        let side = side.unwrap_or_else(chosen);
        Block::new(k, n, side, 0, 0)?;
        let layout = Layout {
            game: format!("blocking:k={k}"),
            window: Window { at: Position::new(UBig::ZERO, UBig::ZERO), width: n, height: n },
            cells: if bits { Cells::Outcome } else { Cells::Nothing },
            side,
            finest: finest.unwrap_or_else(|| if bits { 8 } else { finest_for(n) }),
            in_blocks: true,
            engine: "dense".to_owned(),
        };
        Ok(Self { k, n, store: Store { folder: folder.to_owned(), layout: layout.checked()? } })
    }

    /// Rows of blocks. Row r has the blocks of the columns 0 to r.
    pub fn rows(&self) -> u64 {
        self.n.div_ceil(self.side())
    }

    /// The side of a block.
    pub fn side(&self) -> u64 {
        self.layout().side
    }

    fn layout(&self) -> &Layout {
        &self.store.layout
    }

    /// Makes the folder, or sees that it holds this board. Says whether it did.
    ///
    /// # Errors
    /// When it holds something else, or can't be made.
    pub fn create(&self) -> Result<bool, ZarrError> {
        self.store.create()
    }

    fn keeps_bits(&self) -> bool {
        self.layout().cells == Cells::Outcome
    }

    /// Whether bits are needed, if only to count them.
    fn needs_bits(&self) -> bool {
        self.keeps_bits() || self.layout().finest < SQUARE
    }

    /// At most how many bytes of memory it takes to solve a block and to write it.
    ///
    /// # Errors
    /// Never: there is a block.
    pub fn memory(&self) -> Result<u64, ZarrError> {
        let side = self.side();
        let solving = Block::new(self.k, self.n, side, 0, 0)?.bytes(self.needs_bits());
        let squares = side / self.layout().finest.min(SQUARE);
        // Bits, their mirror image, and a shard of them; counts as words, half of them, and a shard.
        let writing = if self.keeps_bits() { side * side / 8 * 3 } else { 0 };
        Ok(solving + writing + 24 * squares * squares)
    }

    /// Solves a block whose neighbours on the left and above are done, and writes it.
    ///
    /// # Errors
    /// When an edge of a neighbour is missing, or the block can't be solved or written.
    pub fn solve(&self, row: u64, column: u64, settings: Settings, watch: &dyn Watch) -> Result<Done, ZarrError> {
        self.solve_by(&by_processor(settings), row, column, watch)
    }

    /// The same with a solver of one's own.
    ///
    /// # Errors
    /// As [`Self::solve`].
    pub fn solve_by(&self, solver: &Solver<'_>, row: u64, column: u64, watch: &dyn Watch) -> Result<Done, ZarrError> {
        let block = Block::new(self.k, self.n, self.side(), column, row)?;
        let left = match column {
            0 => Edge::start_of_row(self.k, self.side(), row)?.residues(),
            _ => self.edge("right", row, column - 1)?,
        };
        let top = if block.is_diagonal() { None } else { Some(self.edge("bottom", row - 1, column)?) };
        let solved = solver(&block, &left, top.as_ref(), self.needs_bits(), watch)?;
        let (side, has_mirror) = (usize_of(self.side()), !block.is_diagonal());
        if self.layout().finest < SQUARE {
            let counts = counts_of_bits(&solved.bits, side, usize_of(self.layout().finest));
            self.store.write_counts((row, column), &counts, self.layout().finest, has_mirror)?;
        } else {
            self.store.write_counts((row, column), &solved.counts, SQUARE, has_mirror)?;
        }
        if self.keeps_bits() {
            self.store.write_cells((row, column), &solved.bits)?;
            if has_mirror {
                self.store.write_cells((column, row), &mirrored_bits(&solved.bits, side))?;
            }
        }
        for (side, edge) in [("right", solved.right), ("bottom", Some(solved.bottom))] {
            if let Some(edge) = edge {
                self.store.write_chunk(&format!("edges/{side}/c/{row}/{column}/0"), &edge.residues().to_bytes())?;
            }
        }
        let done = Done {
            row,
            column,
            p_count: solved.p_count,
            fingerprint: solved.fingerprint,
            min_deviation: solved.min_deviation,
            max_deviation: solved.max_deviation,
        };
        self.store.write_chunk(&record_of(row, column), &done.record())?;
        Ok(done)
    }

    /// What is noted of a block, if all that was written of it can be read and adds up.
    pub fn check(&self, row: u64, column: u64) -> Option<Done> {
        let done = self.done(row, column)?;
        self.edge("bottom", row, column).ok()?;
        if column < row {
            self.edge("right", row, column).ok()?;
        }
        let palaces = if row == column { done.p_count } else { done.p_count / 2 };
        let is_whole = |row, column| self.store.sums(row, column).is_ok_and(|sums| sums == Some((palaces, 0)));
        (is_whole(row, column) && is_whole(column, row)).then_some(done)
    }

    /// Solves all that is not there yet, on so many threads of this machine, and finishes the board.
    ///
    /// # Errors
    /// As [`Self::create`], [`Self::solve`] and [`Self::finish`]; when the watcher stops the work. What was written by
    /// then is not lost.
    pub fn solve_all(&self, threads: usize, watch: &dyn Watch) -> Result<Stats, ZarrError> {
        let settings = Settings { threads: Some(1), ..Settings::default() };
        self.solve_all_by(&by_processor(settings), threads, watch)
    }

    /// The same with a solver of one's own, which several threads use at the same time.
    ///
    /// # Errors
    /// As [`Self::solve_all`].
    pub fn solve_all_by(&self, solver: &Solver<'_>, threads: usize, watch: &dyn Watch) -> Result<Stats, ZarrError> {
        let is_there = self.create()?;
        let rows = usize_of(self.rows());
        let total = (rows * (rows + 1) / 2) as u64;
        let front = Mutex::new(Front { next: vec![0; rows], done: 0, end: None });
        let (moved, is_stopped) = (Condvar::new(), AtomicBool::new(false));
        let lock = || front.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || {
            let mut at = lock();
            loop {
                let under_way = at.next.iter().enumerate().any(|(row, next)| next % 2 == 1 || *next <= 2 * row);
                if !under_way || at.end.is_some() {
                    return;
                }
                let Some((row, column)) = at.claim() else {
                    at = moved.wait(at).unwrap_or_else(PoisonError::into_inner);
                    continue;
                };
                drop(at);
                let (row, column) = (row as u64, column as u64);
                // A panic is handed on by who has called: the other threads must not wait for what does not come.
                let solved = catch_unwind(AssertUnwindSafe(|| {
                    if is_there && self.check(row, column).is_some() {
                        return Ok(());
                    }
                    if is_stopped.load(Ordering::Relaxed) {
                        return Err(SolveError::Interrupted.into());
                    }
                    self.solve_by(solver, row, column, &Stopped(&is_stopped)).map(|_| ())
                }));
                at = lock();
                match solved {
                    Ok(Ok(())) => at.done += 1,
                    Ok(Err(error)) => at.end = at.end.take().or(Some(End::Failed(error))),
                    Err(panic) => at.end = Some(End::Panicked(panic)),
                }
                at.next[usize_of(row)] += 1;
                moved.notify_all();
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            // This thread speaks for all.
            while workers.iter().any(|worker| !worker.is_finished()) {
                let done = lock().done;
                is_stopped.store(watch.progress(done, total).is_break(), Ordering::Relaxed);
                if is_stopped.load(Ordering::Relaxed) {
                    break;
                }
                let _ = moved.wait_timeout(lock(), Duration::from_millis(50));
            }
        });
        let front = front.into_inner().unwrap_or_else(PoisonError::into_inner);
        match front.end {
            Some(End::Failed(error)) => Err(error),
            Some(End::Panicked(panic)) => resume_unwind(panic),
            None => self.finish(),
        }
    }

    /// When all blocks are done: writes the counts that are too coarse for blocks, then that all is there.
    ///
    /// # Errors
    /// When a block is not done, or a file can't be read or written, or was damaged.
    pub fn finish(&self) -> Result<Stats, ZarrError> {
        let places = (0..self.rows()).flat_map(|row| (0..=row).map(move |column| (row, column)));
        let mut stats = Stats {
            p_count: 0,
            fingerprint: Fingerprint::default(),
            signature: None,
            min_deviation: None,
            max_deviation: None,
        };
        for (row, column) in places {
            let Some(done) = self.done(row, column) else {
                return Err(ZarrError::Damaged(self.store.folder.join(record_of(row, column))));
            };
            stats.p_count += done.p_count;
            stats.fingerprint += done.fingerprint;
            stats.min_deviation = [stats.min_deviation, done.min_deviation].into_iter().flatten().min();
            stats.max_deviation = [stats.max_deviation, done.max_deviation].into_iter().flatten().max();
        }
        self.store.finish(&stats)?;
        Ok(stats)
    }

    /// What is noted of a block.
    fn done(&self, row: u64, column: u64) -> Option<Done> {
        Done::of_record(row, column, &self.store.read_chunk(&record_of(row, column))?)
    }

    fn edge(&self, side: &str, row: u64, column: u64) -> Result<Edge, ZarrError> {
        let name = format!("edges/{side}/c/{row}/{column}/0");
        let path = self.store.folder.join(&name);
        let Some(bytes) = self.store.read_chunk(&name) else { return Err(ZarrError::Damaged(path)) };
        Edge::from_bytes(&bytes).map_err(|error| ZarrError::Edge { path, error })
    }
}

/// The finest counts of a board of which no cells are kept: of at most 8192 columns, so that a giant board does not
/// fill the disk.
fn finest_for(n: u64) -> u64 {
    let mut finest = SQUARE;
    while finest < FINEST_LIMIT && n > finest << 13 {
        finest *= 2;
    }
    finest
}

fn record_of(row: u64, column: u64) -> String {
    format!("blocks/c/{row}/{column}/0")
}

impl Done {
    /// A record as it is kept. Without deviations the least is above the greatest.
    fn record(&self) -> Vec<u8> {
        let [low, high] = match (self.min_deviation, self.max_deviation) {
            (Some(low), Some(high)) => [low, high],
            _ => [i64::MAX, i64::MIN],
        };
        let numbers: [u64; RECORD] =
            [1, self.p_count, self.fingerprint.number(), low.cast_unsigned(), high.cast_unsigned()];
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    pub(super) fn of_record(row: u64, column: u64, record: &[u8]) -> Option<Self> {
        let numbers: [[u8; 8]; RECORD] = record.as_chunks().0.try_into().ok()?;
        let [1, p_count, fingerprint, low, high] = numbers.map(u64::from_le_bytes) else { return None };
        let [low, high] = [low, high].map(u64::cast_signed);
        let has_some = low <= high;
        Some(Self {
            row,
            column,
            p_count,
            fingerprint: Fingerprint(fingerprint),
            min_deviation: has_some.then_some(low),
            max_deviation: has_some.then_some(high),
        })
    }
}

/// The library's own solver.
fn by_processor(
    settings: Settings,
) -> impl Fn(&Block, &Edge, Option<&Edge>, bool, &dyn Watch) -> Result<Solved, BlockError> {
    move |block, left, top, bits, watch| solve_block(block, left, top, bits, settings, watch)
}
