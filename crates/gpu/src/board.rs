//! Half boards x ≤ y < n, alone or many at once, from the corner down in bands of rows.
//!
//! A launch of the kernel does a band of each board. Between two launches only what crosses the line between two bands
//! stays, two bytes a column, so memory does not grow with the number of cells; and there the watch is told how far the
//! work is, and may stop it.

use wythoff::engine::{Elements, Stats};
use wythoff::{Fingerprint, Position, Watch};

use crate::GpuError;
use crate::device::{Device, Memory, Wanted};
use crate::layout::{Found, Job, Pair, Record, STRIP, TILE, Weights, Work, halves, int};

/// The largest side of a board: strips are numbered by 16 bits.
pub const SIDE_LIMIT: u64 = STRIP as u64 * 65_535;

const TOO_LARGE: GpuError = GpuError::Size("a GPU computes boards of at most 50,330,880 columns");

/// From here on all of a board is hood. The kernels add a strip to it.
const MOST_K: u64 = 3 * SIDE_LIMIT;

/// Up to here deviations are expected in the smaller window of the guard. (At k = 300,000 the largest one is 38 of 57.)
const SMALL_WINDOW_K: u64 = 300_000;

/// A band with cells has at most so many rows.
const CELL_ROWS: u32 = 2 * STRIP;

/// A band has so many times the rows of what the GPU works on at a time: each has to be entered from its left end, so
/// that many thin ones would take longer.
const TIMES_STRIPS: u32 = 2;

/// The statistics of boards x, y < n of W^k, for several k and n, all at once; the symmetric halves are counted in
/// full. Signatures and extremes of deviations are not among them.
///
/// # Errors
/// When the GPU can't: see [`GpuError`].
pub fn stats(device: &Device, boards: &[(u64, u64)], watch: &dyn Watch) -> Result<Vec<Stats>, GpuError> {
    if boards.iter().all(|(k, _)| *k <= SMALL_WINDOW_K) {
        match found(device, boards, Wanted::SmallFingerprint, watch) {
            Err(GpuError::GuardFired) => {}
            other => return other,
        }
    }
    found(device, boards, Wanted::Fingerprint, watch)
}

/// How many boards of side n fit into the GPU's memory at once, for [`stats`]; at least one, and not more than keep it
/// busy for a while.
///
/// # Errors
/// When the GPU can't be asked.
pub fn batch(device: &Device, n: u64) -> Result<usize, GpuError> {
    const MOST: u64 = 256;
    let n = n.min(SIDE_LIMIT);
    let rows = u64::from(Boards::rows(device)).min(n);
    // Columns, records, strips; and what the driver adds.
    let bytes = 2 * n + 4 * rows + n / 8 + (1 << 16);
    Ok(usize::try_from((device.room()? / bytes).clamp(1, MOST)).unwrap_or(1))
}

fn found(device: &Device, boards: &[(u64, u64)], wanted: Wanted, watch: &dyn Watch) -> Result<Vec<Stats>, GpuError> {
    let mut work = Boards::new(device, boards)?;
    let (mut done, total) = (0, work.cells());
    while !work.is_done() {
        if watch.progress(done, total).is_break() {
            return Err(GpuError::Interrupted);
        }
        done += work.advance(wanted, u32::MAX)?;
    }
    let _ = watch.progress(total, total);
    Ok(work.stats())
}

/// The cells of the half board x ≤ y < n of W^k, band by band; and the board's statistics, without a signature.
///
/// # Errors
/// As [`stats`]; and those of `sink`.
pub fn cells<E: From<GpuError>>(
    device: &Device,
    k: u64,
    n: u64,
    watch: &dyn Watch,
    mut sink: impl FnMut(Band<'_>) -> Result<(), E>,
) -> Result<Stats, E> {
    let mut work = Boards::new(device, &[(k, n)])?;
    let (mut done, total) = (0, work.cells());
    while !work.is_done() {
        if watch.progress(done, total).is_break() {
            return Err(GpuError::Interrupted.into());
        }
        done += work.advance(Wanted::Cells, CELL_ROWS)?;
        let board = &work.all[0];
        let (counts, tiles) = board.cells()?;
        let [words, columns] = [board.word_stride(), board.tile_stride()];
        let counts: Vec<u16> = counts.iter().flat_map(|pair| halves(*pair)).collect();
        sink(Band { y: board.from.into(), bottom: board.y.into(), counts: &counts, words, tiles: &tiles, columns })?;
    }
    let _ = watch.progress(total, total);
    Ok(work.stats()[0])
}

/// Some rows of a half board.
#[derive(Clone, Copy, Debug)]
pub struct Band<'b> {
    /// The first row.
    pub y: u64,
    /// The row after the last.
    pub bottom: u64,
    counts: &'b [u16],
    words: usize,
    tiles: &'b [u64],
    columns: usize,
}

impl Band<'_> {
    /// Whether a cell x ≤ y of the band is a palace.
    ///
    /// # Panics
    /// Elsewhere.
    pub fn is_p(&self, x: u64, y: u64) -> bool {
        assert!(x <= y && (self.y..self.bottom).contains(&y), "({x},{y}) is not in the band");
        let [x, y] = [x, y - self.y].map(|at| usize::try_from(at).unwrap_or(usize::MAX));
        let tile = self.tiles[y / TILE as usize * self.columns + x / TILE as usize];
        tile >> (x % TILE as usize * 8 + y % TILE as usize) & 1 == 1
    }

    /// How many palaces the 64 × 64 cells at (64 column, `y` + 64 row) have; those on the diagonal are whole, as far as
    /// they are on the board.
    ///
    /// # Panics
    /// Outside the band.
    pub fn count(&self, column: usize, row: usize) -> u16 {
        assert!(column < self.words, "column {column} of the counts is outside the band");
        self.counts[row * self.words + column]
    }
}

/// A board on its way down.
struct Board {
    k: u64,
    n: u32,
    /// Where its columns, its strips and its row blocks begin in the memory of all boards.
    column: u64,
    strip: u64,
    row_block: u64,
    /// The band that was done last, and the next row.
    from: u32,
    y: u32,
    p_count: u64,
    sums: Pair,
    /// Of what strips leave out.
    hood: Fingerprint,
    /// The extremes of deviations, where they are looked for.
    low: Option<i64>,
    high: Option<i64>,
    cells: Option<(Memory<u32>, Memory<u64>)>,
}

/// Boards on their way down.
struct Boards<'d> {
    device: &'d Device,
    all: Vec<Board>,
    weights: Weights,
    launches: u32,
    straight: Memory<u8>,
    diagonal: Memory<u8>,
    outer_from: Memory<u32>,
    records: Memory<Record>,
}

/// The rows of a band that starts at `y`: whole strips, so that each square on the diagonal is in one band.
fn next_band(n: u32, y: u32, rows: u32) -> u32 {
    n.min(y.saturating_add((rows / STRIP).max(1) * STRIP))
}

impl Board {
    /// Tiles in a row of them, and counts.
    fn tile_stride(&self) -> usize {
        (self.n.next_multiple_of(STRIP) / TILE) as usize
    }

    fn word_stride(&self) -> usize {
        self.tile_stride() / 8
    }

    fn cells(&self) -> Result<(Vec<u32>, Vec<u64>), GpuError> {
        match &self.cells {
            Some((counts, tiles)) => Ok((counts.read()?, tiles.read()?)),
            None => Ok((Vec::new(), Vec::new())),
        }
    }

    /// Makes room for the cells of a band of so many rows.
    fn clear_cells(&mut self, device: &Device, rows: u32) -> Result<(), GpuError> {
        if let Some((counts, tiles)) = &mut self.cells {
            counts.clear()?;
            return tiles.clear();
        }
        let row_blocks = (rows.next_multiple_of(64) / TILE) as usize;
        device.has_room_for((row_blocks * self.tile_stride() * 8 * 17 / 16) as u64)?;
        let counts = device.zeros(row_blocks / 8 * self.word_stride() / 2 + 1)?;
        self.cells = Some((counts, device.zeros(row_blocks * self.tile_stride())?));
        Ok(())
    }

    /// The job of the rows up to `bottom`, with places in memory instead of addresses.
    fn job(&self, bottom: u32, launch: u32, wanted: Wanted) -> Result<Job, GpuError> {
        let (counts, tiles) = self.cells.as_ref().map_or((0, 0), |(counts, tiles)| (counts.address(), tiles.address()));
        Ok(Job {
            k: int(self.k.min(MOST_K))?,
            k_residue: u32::from(self.k.to_le_bytes()[0]),
            x: 0,
            right: int(self.n.into())?,
            y: int(self.y.into())?,
            bottom: int(bottom.into())?,
            is_half_board: 1,
            skips_hood: (wanted != Wanted::Cells).into(),
            tag: launch << 16,
            straight: self.column,
            diagonal: self.column,
            records: self.row_block * size_of::<Record>() as u64,
            outer_from: self.strip * size_of::<u32>() as u64,
            counts,
            tiles,
            counts_stride: self.word_stride() as u64,
            tiles_stride: self.tile_stride() as u64,
        })
    }

    fn add(&mut self, weights: &Weights, strip: u32, found: &Found) {
        let [low, high] = found.deviations();
        self.low = [self.low, low].into_iter().flatten().min();
        self.high = [self.high, high].into_iter().flatten().max();
        self.p_count += found.in_square + 2 * found.elsewhere;
        // A square is its own mirror image: it was added twice, which is nothing.
        self.sums.add(weights.put((found.sums, found.row), (found.square, found.square_row), strip));
    }

    /// Adds the palaces of the rows that strips leave out because they are all hood, and their mirror images.
    fn add_hood(&mut self, wanted: Wanted) {
        if wanted == Wanted::Cells {
            return;
        }
        let (n, strip) = (u64::from(self.n), u64::from(STRIP));
        for x in (0..n).step_by(STRIP as usize) {
            let hood = self.k.saturating_sub(2 * (x + strip - 1)).min(n.next_multiple_of(8)) / 8 * 8;
            if hood < x + strip {
                break;
            }
            let width = strip.min(n - x);
            let below = hood.min(n) - x - width;
            self.p_count += width * width + 2 * width * below;
            self.hood.add_window(Position::new(x, x), width, width);
            self.hood.add_window(Position::new(x, x + width), width, below);
            self.hood.add_window(Position::new(x + width, x), below, width);
        }
    }

    fn stats(&self) -> Stats {
        let mut fingerprint = self.hood;
        fingerprint += Elements::fingerprint(self.sums.mirror, self.sums.direct);
        Stats { p_count: self.p_count, fingerprint, signature: None, min_deviation: self.low, max_deviation: self.high }
    }
}

impl<'d> Boards<'d> {
    /// Boards of these k and n, none of whose rows is done.
    ///
    /// # Errors
    /// When there is not enough memory, or a board is too large.
    fn new(device: &'d Device, boards: &[(u64, u64)]) -> Result<Self, GpuError> {
        let band = Self::rows(device);
        let mut all = Vec::new();
        let (mut columns, mut strips, mut row_blocks) = (0, 0, 0);
        for &(k, n) in boards {
            if n > SIDE_LIMIT {
                return Err(TOO_LARGE);
            }
            if k == 0 || k >= 1 << 60 {
                return Err(GpuError::Size("a GPU computes W^k for 0 < k < 2^60"));
            }
            let n = u32::try_from(n).map_err(|_| TOO_LARGE)?;
            let (column, strip, row_block) = (columns, strips, row_blocks);
            let (sums, hood) = (Pair::default(), Fingerprint::default());
            all.push(Board {
                k,
                n,
                column,
                strip,
                row_block,
                from: 0,
                y: 0,
                p_count: 0,
                sums,
                hood,
                low: None,
                high: None,
                cells: None,
            });
            columns += u64::from(n.next_multiple_of(STRIP));
            strips += u64::from(n.div_ceil(STRIP));
            // Strips look ahead by one.
            row_blocks += u64::from(band.min(n).next_multiple_of(STRIP) / TILE) + 1;
        }
        let per_strip = (size_of::<Found>() + 4 * size_of::<u32>()) as u64;
        device.has_room_for(2 * columns + strips * per_strip + row_blocks * size_of::<Record>() as u64)?;
        let length = |count: u64| usize::try_from(count).map_err(|_| GpuError::Size("these boards are too large"));
        Ok(Self {
            device,
            weights: Weights::new(all.iter().map(|board| board.n).max().unwrap_or(0)),
            all,
            launches: 0,
            straight: device.zeros(length(columns)?)?,
            diagonal: device.zeros(length(columns)?)?,
            outer_from: device.copy(&vec![u32::MAX; length(strips)?.max(1)])?,
            records: device.zeros(length(row_blocks)?)?,
        })
    }

    /// The rows of a band.
    fn rows(device: &Device) -> u32 {
        device.strips().saturating_mul(TIMES_STRIPS).clamp(1, 1 << 15) * STRIP
    }

    /// Cells of all half boards.
    fn cells(&self) -> u64 {
        self.all.iter().map(|board| triangle(board.n)).sum()
    }

    /// Whether all rows are done.
    fn is_done(&self) -> bool {
        self.all.iter().all(|board| board.y == board.n)
    }

    /// Does a band of each board, of at most so many rows. Gives back how many cells of the half boards that were.
    fn advance(&mut self, wanted: Wanted, rows: u32) -> Result<u64, GpuError> {
        let rows = rows.min(Self::rows(self.device));
        self.launches += 1;
        if self.launches >= 1 << 15 {
            return Err(GpuError::Size("a GPU computes a board in at most 32,767 bands"));
        }
        let (mut jobs, mut tickets) = (Vec::new(), Vec::new());
        let mut cells = 0;
        for (number, board) in self.all.iter_mut().enumerate() {
            let bottom = next_band(board.n, board.y, rows);
            if wanted == Wanted::Cells {
                board.clear_cells(self.device, rows.min(board.n))?;
            }
            cells += triangle(bottom) - triangle(board.y);
            let mut job = board.job(bottom, self.launches, wanted)?;
            job.straight += self.straight.address();
            job.diagonal += self.diagonal.address();
            job.records += self.records.address();
            job.outer_from += self.outer_from.address();
            jobs.push(job);
            if bottom > board.y {
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                tickets.extend((0..bottom.div_ceil(STRIP)).map(|strip| [number, strip]));
            }
            (board.from, board.y) = (board.y, bottom);
        }
        // A strip comes after the one on its left; besides that, all boards advance together.
        tickets.sort_by_key(|[_, strip]| *strip);
        let all = &mut self.all;
        let hoods = || all.iter_mut().filter(|board| board.from == 0).for_each(|board| board.add_hood(wanted));
        let found = run(self.device, &jobs, &tickets, wanted, hoods)?;
        for ([number, strip], found) in tickets.iter().zip(&found) {
            self.all[*number as usize].add(&self.weights, *strip, found);
        }
        Ok(cells)
    }

    /// What was found, in the order of the boards.
    fn stats(&self) -> Vec<Stats> {
        self.all.iter().map(Board::stats).collect()
    }
}

/// n(n + 1)/2.
fn triangle(n: u32) -> u64 {
    let n = u64::from(n);
    n * (n + 1) / 2
}

/// Runs the kernel over these strips of these jobs, whose addresses are those of memory of the device.
/// The caller has time for something else meanwhile.
pub(crate) fn run(
    device: &Device,
    jobs: &[Job],
    tickets: &[[u32; 2]],
    wanted: Wanted,
    meanwhile: impl FnOnce(),
) -> Result<Vec<Found>, GpuError> {
    if tickets.is_empty() {
        return Ok(Vec::new());
    }
    let (jobs, numbers) = (device.copy(jobs)?, device.copy(tickets.as_flattened())?);
    let (next, halted) = (device.zeros::<u32>(1)?, device.zeros::<u32>(1)?);
    let found = device.zeros::<Found>(tickets.len())?;
    let work = Work {
        jobs: jobs.address(),
        tickets: numbers.address(),
        ticket_count: u32::try_from(tickets.len()).map_err(|_| GpuError::Size("these are too many boards"))?,
        found: found.address(),
        next: next.address(),
        halted: halted.address(),
        one: 1,
    };
    device.board(work, wanted)?;
    meanwhile();
    device.wait()?;
    if halted.read()? != [0] {
        return Err(GpuError::Stuck);
    }
    let found = found.read()?;
    if found.iter().any(|found| found.guard != 0) { Err(GpuError::GuardFired) } else { Ok(found) }
}
