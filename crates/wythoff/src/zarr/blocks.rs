//! A board of W^k that is solved in blocks and kept as Zarr.
//!
//! A block is written whole, by whoever has solved it: its shards of cells and of counts with their mirror images, the
//! edges that leave it, and at last its record. So what has a record was written, a block may begin when the records of
//! its two neighbours are there, and a run that was killed goes on with the blocks that have none. Files are written
//! beside their place and moved there. What is solved twice is written twice, with the same bytes.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;
use std::{fs, io};

use dashu_int::UBig;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::layout::{Cells, Layout, LayoutError, Level, group};
use super::shard::{self, Shape};
use crate::board::Window;
use crate::engine::dense::Settings;
use crate::engine::dense::block::{Block, BlockError, Edge, EdgeError, SIDE_STEP, SQUARE, Solved};
use crate::engine::dense::block::{counts_of_bits, mirrored_bits, solve_block};
use crate::engine::{SolveError, Stats};
use crate::fingerprint::Fingerprint;
use crate::position::Position;
use crate::watch::Watch;

/// Why a board can't be kept.
#[derive(Debug, thiserror::Error)]
pub enum ZarrError {
    /// The folder holds another board.
    #[error("{} holds another board: its {name} is {there}, not {wanted}", folder.display())]
    Another {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        name: String,
        /// What it is there.
        there: String,
        /// What was asked for.
        wanted: String,
    },
    /// The folder holds something else.
    #[error("{} holds something else than a board of ours", .0.display())]
    Foreign(PathBuf),
    /// A file can't be read or written.
    #[error("can't {what} {}: {error}", path.display())]
    Io {
        /// Read or write.
        what: &'static str,
        /// Where.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// An edge can't be read.
    #[error("{}: {error}", path.display())]
    Edge {
        /// Where.
        path: PathBuf,
        /// Why.
        error: EdgeError,
    },
    /// What was written of a block can't be read any more.
    #[error("{} is damaged: solve the board again, and what is damaged will be replaced", .0.display())]
    Damaged(PathBuf),
    /// There is no such hierarchy.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// There is no such block, or it can't be solved.
    #[error(transparent)]
    Block(#[from] BlockError),
}

impl From<SolveError> for ZarrError {
    fn from(error: SolveError) -> Self {
        BlockError::from(error).into()
    }
}

/// Who solves a block, from its edges and with its bits if they are wanted: [`solve_block`], or whoever finds the same.
pub type Solver<'s> =
    dyn Fn(&Block, &Edge, Option<&Edge>, bool, &dyn Watch) -> Result<Solved, BlockError> + Send + Sync + 's;

/// A board of W^k in blocks, and the folder that it is kept in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockBoard {
    folder: PathBuf,
    k: u64,
    n: u64,
    layout: Layout,
}

/// What is noted of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// How far the blocks of a board are.
struct Front {
    /// For each row of blocks, twice the column that comes next; one more while somebody is at it.
    next: Vec<usize>,
    done: Vec<Done>,
    error: Option<ZarrError>,
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

/// Numbers of a record.
const RECORD: usize = 5;

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
        let most = if bits { 1 << 14 } else { 1 << 16 };
        let chosen = || {
            let mut side = SIDE_STEP;
            while side < most && 32 * side <= n {
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
            finest: finest.unwrap_or(if bits { 8 } else { SQUARE }),
            in_blocks: true,
            engine: "dense".to_owned(),
        };
        Ok(Self { folder: folder.to_owned(), k, n, layout: layout.checked()? })
    }

    /// Rows of blocks. Row r has the blocks of the columns 0 to r.
    pub fn rows(&self) -> u64 {
        self.n.div_ceil(self.layout.side)
    }

    /// The side of a block.
    pub fn side(&self) -> u64 {
        self.layout.side
    }

    fn keeps_bits(&self) -> bool {
        self.layout.cells == Cells::Outcome
    }

    /// Whether bits are needed, if only to count them.
    fn needs_bits(&self) -> bool {
        self.keeps_bits() || self.layout.finest < SQUARE
    }

    /// At most how many bytes of memory it takes to solve a block and to write it.
    ///
    /// # Errors
    /// Never: there is a block.
    pub fn memory(&self) -> Result<u64, ZarrError> {
        let side = self.layout.side;
        let solving = Block::new(self.k, self.n, side, 0, 0)?.bytes(self.needs_bits());
        let squares = side / self.layout.finest.min(SQUARE);
        // Bits, their mirror image, and a shard of them; counts as words, half of them, and a shard.
        let writing = if self.keeps_bits() { side * side / 8 * 3 } else { 0 };
        Ok(solving + writing + 24 * squares * squares)
    }

    /// Makes the folder, or sees that it holds this board. Says whether it did.
    ///
    /// # Errors
    /// When it holds something else, or can't be made.
    pub fn create(&self) -> Result<bool, ZarrError> {
        let root = self.folder.join("zarr.json");
        let is_there = root.try_exists().map_err(|error| self.io("read", &root, error))?;
        if !is_there {
            if fs::read_dir(&self.folder)
                .is_ok_and(|mut entries| entries.any(|entry| entry.is_ok_and(|entry| is_foreign(&entry))))
            {
                return Err(ZarrError::Foreign(self.folder.clone()));
            }
            // The root is the first in order and is written last: what has one is whole.
            for (path, document) in self.layout.documents().into_iter().rev() {
                self.write_document(&path, &document)?;
            }
            return Ok(false);
        }
        let text = fs::read(&root).map_err(|error| self.io("read", &root, error))?;
        let document: Value = serde_json::from_slice(&text).unwrap_or_default();
        let there = &document["attributes"]["wythoff"];
        if !there.is_object() {
            return Err(ZarrError::Foreign(self.folder.clone()));
        }
        let wanted = self.layout.attributes(None);
        for (name, wanted) in wanted["wythoff"].as_object().into_iter().flatten() {
            let is_free = ["version", "complete", "p_count", "fingerprint"].contains(&name.as_str());
            if !is_free && there[name] != *wanted {
                return Err(ZarrError::Another {
                    folder: self.folder.clone(),
                    name: name.clone(),
                    there: there[name].to_string(),
                    wanted: wanted.to_string(),
                });
            }
        }
        Ok(true)
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
        let block = Block::new(self.k, self.n, self.layout.side, column, row)?;
        let left = match column {
            0 => Edge::start_of_row(self.k, self.layout.side, row)?.residues(),
            _ => self.edge("right", row, column - 1)?,
        };
        let top = if block.is_diagonal() { None } else { Some(self.edge("bottom", row - 1, column)?) };
        let solved = solver(&block, &left, top.as_ref(), self.needs_bits(), watch)?;
        self.write_counts(&block, row, column, &solved)?;
        if self.keeps_bits() {
            let side = usize_of(self.layout.side);
            self.write_cells("cells/bits", self.bits(), row, column, &solved.bits)?;
            if !block.is_diagonal() {
                self.write_cells("cells/bits", self.bits(), column, row, &mirrored_bits(&solved.bits, side))?;
            }
        }
        for (side, edge) in [("right", solved.right), ("bottom", Some(solved.bottom))] {
            if let Some(edge) = edge {
                self.write_chunk(&format!("edges/{side}/c/{row}/{column}/0"), &edge.residues().to_bytes())?;
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
        self.write_chunk(&format!("blocks/c/{row}/{column}/0"), &done.record())?;
        Ok(done)
    }

    /// What is noted of a block, if all that was written of it can be read and adds up.
    pub fn check(&self, row: u64, column: u64) -> Option<Done> {
        let done = Done::of_record(row, column, &self.read_chunk(&format!("blocks/c/{row}/{column}/0"))?)?;
        self.edge("bottom", row, column).ok()?;
        if column < row {
            self.edge("right", row, column).ok()?;
        }
        let palaces = if row == column { done.p_count } else { done.p_count / 2 };
        for (row, column) in [(row, column), (column, row)] {
            for level in self.layout.levels().iter().filter(|level| level.by_blocks) {
                let counts = self.counts(level, row, column).ok()?;
                if counts.iter().sum::<u64>() != palaces {
                    return None;
                }
            }
            if self.keeps_bits() {
                let bits = self.read_cells("cells/bits", self.bits(), row, column).ok()?;
                if bits.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>() != palaces {
                    return None;
                }
            }
        }
        Some(done)
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
        let front = Mutex::new(Front { next: vec![0; rows], done: Vec::new(), error: None });
        let (moved, is_stopped) = (Condvar::new(), AtomicBool::new(false));
        let lock = || front.lock().unwrap_or_else(PoisonError::into_inner);
        let work = || {
            let mut at = lock();
            loop {
                let under_way = at.next.iter().enumerate().any(|(row, next)| next % 2 == 1 || *next <= 2 * row);
                if !under_way || at.error.is_some() {
                    return;
                }
                let Some((row, column)) = at.claim() else {
                    at = moved.wait(at).unwrap_or_else(PoisonError::into_inner);
                    continue;
                };
                drop(at);
                let there = if is_there { self.check(row as u64, column as u64) } else { None };
                let solve = || {
                    if is_stopped.load(Ordering::Relaxed) {
                        return Err(SolveError::Interrupted.into());
                    }
                    self.solve_by(solver, row as u64, column as u64, &Stopped(&is_stopped))
                };
                let solved = there.map_or_else(solve, Ok);
                at = lock();
                match solved {
                    Ok(done) => at.done.push(done),
                    Err(error) => at.error = at.error.take().or(Some(error)),
                }
                at.next[row] += 1;
                moved.notify_all();
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            // This thread speaks for all.
            while workers.iter().any(|worker| !worker.is_finished()) {
                let done = lock().done.len() as u64;
                is_stopped.store(watch.progress(done, total).is_break(), Ordering::Relaxed);
                if is_stopped.load(Ordering::Relaxed) {
                    break;
                }
                let _ = moved.wait_timeout(lock(), Duration::from_millis(50));
            }
        });
        let front = front.into_inner().unwrap_or_else(PoisonError::into_inner);
        match front.error {
            Some(error) => Err(error),
            None => self.finish(&front.done),
        }
    }

    /// When all blocks are done: writes the counts that are too coarse for blocks, then that all is there.
    ///
    /// # Errors
    /// When a file can't be read or written, or was damaged.
    pub fn finish(&self, done: &[Done]) -> Result<Stats, ZarrError> {
        let levels = self.layout.levels();
        for (finer, level) in levels.iter().zip(&levels[1..]).filter(|(_, level)| !level.by_blocks) {
            let shards = self.n.div_ceil(level.factor).div_ceil(level.shard);
            for (row, column) in (0..shards).flat_map(|row| (0..shards).map(move |column| (row, column))) {
                let counts = self.halved(finer, level.shard, row, column)?;
                self.write_level(level, row, column, &counts)?;
            }
        }
        let mut stats = Stats {
            p_count: 0,
            fingerprint: Fingerprint::default(),
            signature: None,
            min_deviation: None,
            max_deviation: None,
        };
        for done in done {
            stats.p_count += done.p_count;
            stats.fingerprint += done.fingerprint;
            stats.min_deviation = [stats.min_deviation, done.min_deviation].into_iter().flatten().min();
            stats.max_deviation = [stats.max_deviation, done.max_deviation].into_iter().flatten().max();
        }
        let attributes = self.layout.attributes(Some((stats.p_count, &stats.fingerprint.to_string())));
        self.write_document("", &group(&attributes))?;
        Ok(stats)
    }

    /// The shards of bits.
    fn bits(&self) -> Shape {
        let (side, [rows, columns]) = (usize_of(self.layout.side), Layout::BIT_CHUNK.map(usize_of));
        Shape { rows: side, row_bytes: side / 8, chunk_rows: rows, chunk_row_bytes: columns }
    }

    /// Writes the counts of a block and of its mirror image, at all scales that blocks write.
    fn write_counts(&self, block: &Block, row: u64, column: u64, solved: &Solved) -> Result<(), ZarrError> {
        let (side, finest) = (self.layout.side, self.layout.finest);
        let (mut counts, mut factor): (Vec<u64>, u64) = if finest < SQUARE {
            let counts = counts_of_bits(&solved.bits, usize_of(side), usize_of(finest));
            (counts.into_iter().map(u64::from).collect(), finest)
        } else {
            (solved.counts.iter().map(|count| u64::from(*count)).collect(), SQUARE)
        };
        for level in self.layout.levels().iter().filter(|level| level.by_blocks) {
            while factor < level.factor {
                counts = halved(&counts, usize_of(side / factor));
                factor *= 2;
            }
            self.write_level(level, row, column, &counts)?;
            if !block.is_diagonal() {
                self.write_level(level, column, row, &mirrored(&counts, usize_of(side / factor)))?;
            }
        }
        Ok(())
    }

    fn shape_of(level: &Level) -> Shape {
        let (side, chunk, bytes) = (usize_of(level.shard), usize_of(level.chunk()), usize::from(level.kind.bytes));
        Shape { rows: side, row_bytes: side * bytes, chunk_rows: chunk, chunk_row_bytes: chunk * bytes }
    }

    fn write_level(&self, level: &Level, row: u64, column: u64, counts: &[u64]) -> Result<(), ZarrError> {
        let width = usize::from(level.kind.bytes);
        let mut cells = vec![0; counts.len() * width];
        match width {
            1 => put::<1>(counts, &mut cells),
            2 => put::<2>(counts, &mut cells),
            4 => put::<4>(counts, &mut cells),
            _ => put::<8>(counts, &mut cells),
        }
        self.write_cells(&level.path(), Self::shape_of(level), row, column, &cells)
    }

    /// The counts of a shard; none lie beyond the board.
    fn counts(&self, level: &Level, row: u64, column: u64) -> Result<Vec<u64>, ZarrError> {
        let cells = self.read_cells(&level.path(), Self::shape_of(level), row, column)?;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
        Ok(cells.chunks_exact(level.kind.bytes.into()).map(number).collect())
    }

    /// A shard of `side` columns and rows of sums of two columns and rows of a finer level.
    fn halved(&self, finer: &Level, side: u64, row: u64, column: u64) -> Result<Vec<u64>, ZarrError> {
        let mut sums = vec![0; usize_of(side * side)];
        let length = self.n.div_ceil(finer.factor);
        let shards = |from: u64| {
            let end = ((from + 1) * 2 * side).min(length);
            from * 2 * side / finer.shard..end.div_ceil(finer.shard)
        };
        for (shard_row, shard_column) in shards(row).flat_map(|row| shards(column).map(move |column| (row, column))) {
            // A shard has an even side, and half of it may lie in two shards of the sums.
            let half = finer.shard / 2;
            let counts = halved(&self.counts(finer, shard_row, shard_column)?, usize_of(finer.shard));
            let inside = |shard: u64, from: u64| {
                let (start, end) = ((shard * half).max(from * side), ((shard + 1) * half).min((from + 1) * side));
                (usize_of(start - shard * half)..usize_of(end - shard * half), usize_of(start - from * side))
            };
            let ((rows, top), (columns, left)) = (inside(shard_row, row), inside(shard_column, column));
            for (row, counts) in (top..).zip(&counts.chunks(usize_of(half)).collect::<Vec<_>>()[rows]) {
                sums[row * usize_of(side) + left..][..columns.len()].copy_from_slice(&counts[columns.clone()]);
            }
        }
        Ok(sums)
    }

    fn edge(&self, side: &str, row: u64, column: u64) -> Result<Edge, ZarrError> {
        let name = format!("edges/{side}/c/{row}/{column}/0");
        let bytes = self.read_chunk(&name).ok_or_else(|| ZarrError::Damaged(self.folder.join(&name)))?;
        Edge::from_bytes(&bytes).map_err(|error| ZarrError::Edge { path: self.folder.join(&name), error })
    }

    fn write_cells(&self, path: &str, shape: Shape, row: u64, column: u64, cells: &[u8]) -> Result<(), ZarrError> {
        let name = format!("{path}/c/{row}/{column}");
        match shard::encode(shape, cells) {
            Some(file) => self.write(&name, &file),
            // Zeros need no file; one of an earlier run would be damaged.
            None => match fs::remove_file(self.folder.join(&name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.io("write", Path::new(&name), error)),
                _ => Ok(()),
            },
        }
    }

    /// The cells of a shard: zeros where there is none.
    fn read_cells(&self, path: &str, shape: Shape, row: u64, column: u64) -> Result<Vec<u8>, ZarrError> {
        let path = self.folder.join(format!("{path}/c/{row}/{column}"));
        match fs::read(&path) {
            Ok(file) => shard::decode(shape, &file).ok_or(ZarrError::Damaged(path)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(vec![0; shape.rows * shape.row_bytes]),
            Err(error) => Err(self.io("read", &path, error)),
        }
    }

    /// A chunk that is a file of its own: its bytes and their checksum.
    fn write_chunk(&self, name: &str, bytes: &[u8]) -> Result<(), ZarrError> {
        self.write(name, &[bytes, &crc32c::crc32c(bytes).to_le_bytes()].concat())
    }

    fn read_chunk(&self, name: &str) -> Option<Vec<u8>> {
        let mut bytes = fs::read(self.folder.join(name)).ok()?;
        let checksum = bytes.split_off(bytes.len().checked_sub(4)?);
        (crc32c::crc32c(&bytes).to_le_bytes() == *checksum).then_some(bytes)
    }

    fn write_document(&self, path: &str, document: &Value) -> Result<(), ZarrError> {
        self.write(&format!("{path}/zarr.json"), format!("{document:#}\n").as_bytes())
    }

    /// Writes a file beside its place and moves it there: nobody sees half of it.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), ZarrError> {
        let path = self.folder.join(name.trim_start_matches('/'));
        // Another process may write the same block.
        let part = path.with_extension(format!("{}.partial", std::process::id()));
        let parent = path.parent().unwrap_or(&self.folder);
        let written =
            fs::create_dir_all(parent).and_then(|()| fs::write(&part, bytes)).and_then(|()| fs::rename(&part, &path));
        written.map_err(|error| {
            let _ = fs::remove_file(&part);
            self.io("write", &path, error)
        })
    }

    fn io(&self, what: &'static str, path: &Path, error: io::Error) -> ZarrError {
        ZarrError::Io { what, path: self.folder.join(path), error }
    }
}

/// The library's own solver.
fn by_processor(
    settings: Settings,
) -> impl Fn(&Block, &Edge, Option<&Edge>, bool, &dyn Watch) -> Result<Solved, BlockError> {
    move |block, left, top, bits, watch| solve_block(block, left, top, bits, settings, watch)
}

/// Whether an entry of a folder without a root is none of ours.
fn is_foreign(entry: &fs::DirEntry) -> bool {
    let ours = ["blocks", "cells", "counts", "edges"];
    entry.file_name().to_str().is_none_or(|name| !ours.contains(&name) && !name.ends_with(".partial"))
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

    fn of_record(row: u64, column: u64, record: &[u8]) -> Option<Self> {
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

/// Sums of two columns and two rows of a square with an even side.
fn halved(counts: &[u64], side: usize) -> Vec<u64> {
    let mut sums = Vec::with_capacity(side * side / 4);
    for rows in counts.chunks_exact(2 * side) {
        let (upper, lower) = rows.split_at(side);
        let columns = upper.as_chunks::<2>().0.iter().zip(lower.as_chunks::<2>().0);
        sums.extend(columns.map(|(upper, lower)| upper[0] + upper[1] + lower[0] + lower[1]));
    }
    sums
}

/// The mirror image of a square, in small squares that stay in the cache.
fn mirrored(counts: &[u64], side: usize) -> Vec<u64> {
    const STEP: usize = 32;
    let mut mirror = vec![0; counts.len()];
    for (top, left) in (0..side).step_by(STEP).flat_map(|top| (0..side).step_by(STEP).map(move |left| (top, left))) {
        for row in top..(top + STEP).min(side) {
            for column in left..(left + STEP).min(side) {
                mirror[row * side + column] = counts[column * side + row];
            }
        }
    }
    mirror
}

/// Writes numbers of `WIDTH` bytes, which hold them.
fn put<const WIDTH: usize>(numbers: &[u64], bytes: &mut [u8]) {
    for (number, bytes) in numbers.iter().zip(bytes.as_chunks_mut::<WIDTH>().0) {
        bytes.copy_from_slice(&number.to_le_bytes()[..WIDTH]);
    }
}

fn usize_of(number: u64) -> usize {
    usize::try_from(number).expect("sides were checked")
}
