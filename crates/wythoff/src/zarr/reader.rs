//! A board that is kept as Zarr, to be looked at: finished, being written, or left behind by a killed run.
//!
//! Nothing is ever written. What is not there yet is said to be so; what is damaged is an error that names the file. A
//! shard without a file is one of zeros only where the records of its blocks, or coarser counts, say so.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

use dashu_int::UBig;
use serde::Deserialize;
use serde_json::Value;

use super::array::{Array, SIDE_LIMIT, document};
use super::blocks::Done;
use super::layout::FORMAT;
use super::refined::Refined;
use super::shard;
use crate::board::Window;
use crate::engine::SolveError;
use crate::engine::dense::block::{BlockError, Edge, SIDE_STEP};
use crate::game::Game;
use crate::position::{Position, parse_heap};
use crate::watch::Watch;

/// Why a board can't be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The folder holds something else.
    #[error("{} holds no board of ours: its zarr.json has no attribute `wythoff`", .0.display())]
    Foreign(PathBuf),
    /// The board is of another version.
    #[error("{} holds a board in the form {there}; boards in the form {FORMAT} can be read", folder.display())]
    Version {
        /// The folder.
        folder: PathBuf,
        /// The form.
        there: Value,
    },
    /// A document is not one that can be read here.
    #[error("{} can't be read: {why}", path.display())]
    Document {
        /// Where.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A file can't be read.
    #[error("can't read {}: {error}", path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// What was written can't be read any more.
    #[error("{} is damaged or missing: solve the board again, and it will be replaced", .0.display())]
    Damaged(PathBuf),
    /// There are no such counts.
    #[error("this board has no counts of {0} × {0} cells")]
    NoCounts(u64),
    /// Its blocks are too large for their cells to be solved again.
    #[error("cells are solved again in blocks of at most {BLOCK_LIMIT} cells each way; those of this board have {0}")]
    LargeBlocks(u64),
    /// A block can't be solved.
    #[error(transparent)]
    Block(#[from] BlockError),
}

/// The largest blocks whose cells are solved again: what is kept of one takes 80 MB.
const BLOCK_LIMIT: u64 = 1 << 17;

/// What the root says of a board.
#[derive(Debug, Deserialize)]
struct About {
    game: String,
    window: Corners,
    side: u64,
    finest: u64,
    in_blocks: bool,
    complete: bool,
    p_count: Option<u64>,
}

/// A window as it is written.
#[derive(Debug, Deserialize)]
struct Corners {
    x: String,
    y: String,
    width: u64,
    height: u64,
}

/// The counts of one scale.
#[derive(Debug)]
struct Counts {
    factor: u64,
    array: Array,
}

/// A board to be read.
#[derive(Debug)]
pub struct Reader {
    folder: PathBuf,
    about: About,
    window: Window<UBig>,
    /// k of a board in blocks.
    k: Option<u64>,
    levels: Vec<Counts>,
    bits: Option<Array>,
    /// The records that were read.
    done: Mutex<HashMap<(u64, u64), Done>>,
}

impl Reader {
    /// Columns and rows of a square of cells.
    pub const SQUARE: u64 = SIDE_STEP;

    /// Opens the board in a folder.
    ///
    /// # Errors
    /// When the folder holds something else, a board in another form, or none whose documents can be read.
    pub fn open(folder: &Path) -> Result<Self, ReadError> {
        let root = document(folder)?;
        let attributes = &root["attributes"]["wythoff"];
        if !attributes.is_object() {
            return Err(ReadError::Foreign(folder.to_owned()));
        }
        if attributes["format"] != FORMAT {
            return Err(ReadError::Version { folder: folder.to_owned(), there: attributes["format"].clone() });
        }
        let wrong = |why: String| ReadError::Document { path: folder.join("zarr.json"), why };
        let about = About::deserialize(attributes).map_err(|error| wrong(error.to_string()))?;
        let heap = |text: &str| parse_heap(text).map_err(|_| wrong(format!("{text} is not a heap")));
        let Corners { width, height, .. } = about.window;
        let at = Position::new(heap(&about.window.x)?, heap(&about.window.y)?);
        let is_side = |side: u64| (1..=SIDE_LIMIT).contains(&side);
        let is_sound = is_side(width) && is_side(height) && is_side(about.side) && is_side(about.finest);
        if !is_sound || !about.finest.is_power_of_two() || !about.side.is_multiple_of(SIDE_STEP) {
            return Err(wrong("its sides do not go together".to_owned()));
        }
        let mut k = None;
        if about.in_blocks {
            k = about.game.parse::<Game>().ok().and_then(|game| game.blocking_k()).map(u64::from);
            if k.is_none() || width != height || at.x != UBig::ZERO || at.y != UBig::ZERO {
                return Err(wrong("only boards of W^k that begin at (0,0) are solved in blocks".to_owned()));
            }
        }
        let mut levels = Vec::new();
        let mut factor = about.finest;
        loop {
            let array = Array::open(&folder.join(format!("counts/{factor}/p")))?;
            if array.shape != [height, width].map(|side| side.div_ceil(factor)) {
                return Err(wrong(format!("its counts of {factor} × {factor} cells are those of another board")));
            }
            levels.push(Counts { factor, array });
            if factor >= width.max(height) {
                break;
            }
            factor *= 2;
        }
        let bits = folder.join("cells/bits");
        let bits = if bits.is_dir() { Some(Array::open(&bits)?) } else { None };
        if bits.as_ref().is_some_and(|bits| bits.shape != [height, width.div_ceil(8)]) {
            return Err(wrong("its cells are those of another board".to_owned()));
        }
        let window = Window { at, width, height };
        Ok(Self { folder: folder.to_owned(), about, window, k, levels, bits, done: Mutex::default() })
    }

    /// The game, as it is written.
    pub fn game(&self) -> &str {
        &self.about.game
    }

    /// The window.
    pub fn window(&self) -> &Window<UBig> {
        &self.window
    }

    /// Whether all was written when the board was opened.
    pub fn is_complete(&self) -> bool {
        self.about.complete
    }

    /// The number of P-positions, if all is written.
    pub fn p_count(&self) -> Option<u64> {
        self.about.p_count
    }

    /// The finest counts are those of so many columns and rows of cells.
    pub fn finest(&self) -> u64 {
        self.about.finest
    }

    /// Whether there are counts of F × F cells.
    pub fn has_counts(&self, factor: u64) -> bool {
        self.levels.iter().any(|level| level.factor == factor)
    }

    /// Whether its cells are kept.
    pub fn has_bits(&self) -> bool {
        self.bits.is_some()
    }

    /// The side of its blocks, if it is solved in blocks of which edges are kept.
    pub fn block_side(&self) -> Option<u64> {
        self.about.in_blocks.then_some(self.about.side)
    }

    /// How many blocks are done, or bands of rows where there are no blocks; of how many; and the side of the square
    /// in the corner of which all is there.
    ///
    /// # Errors
    /// When a record is damaged or can't be read.
    pub fn progress(&self) -> Result<(u64, u64, u64), ReadError> {
        let Window { width, height: n, .. } = self.window;
        let (side, rows) = (self.about.side, n.div_ceil(self.about.side));
        let total = if self.about.in_blocks { rows * (rows + 1) / 2 } else { rows };
        if self.is_complete() {
            return Ok((total, total, width.max(n)));
        }
        if !self.about.in_blocks {
            let is_there = |band: &u64| self.folder.join(format!("bands/c/{band}/0")).is_file();
            let found = (0..rows).take_while(is_there).count() as u64;
            return Ok((found, total, (found * side).min(width).min(n)));
        }
        let (mut found, mut ready) = (0, 0);
        for row in 0..rows {
            let mut there = 0;
            // They are solved from left to right.
            while there <= row && self.record(row, there)?.is_some() {
                there += 1;
            }
            if there > row && ready == row * side {
                ready = ((row + 1) * side).min(n);
            }
            found += there;
        }
        Ok((found, total, ready))
    }

    /// What is noted of a block, if it is done.
    fn record(&self, row: u64, column: u64) -> Result<Option<Done>, ReadError> {
        let known = || self.done.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(done) = known().get(&(row, column)) {
            return Ok(Some(*done));
        }
        let path = self.folder.join(format!("blocks/c/{row}/{column}/0"));
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(ReadError::Io { path, error }),
            Err(_) if self.is_complete() => return Err(ReadError::Damaged(path)),
            Err(_) => return Ok(None),
        };
        let done = shard::checked(&bytes).and_then(|record| Done::of_record(row, column, record));
        let done = done.ok_or(ReadError::Damaged(path))?;
        known().insert((row, column), done);
        Ok(Some(done))
    }

    /// What is noted of the block that has these cells, or their mirror images.
    fn block(&self, [row, column]: [u64; 2]) -> Result<Option<Done>, ReadError> {
        self.record(row.max(column), row.min(column))
    }

    /// The blocks that have some cells of a rectangle, and their mirror images.
    fn blocks(&self, [rows, columns]: &[Range<u64>; 2]) -> impl Iterator<Item = [u64; 2]> + Clone + use<> {
        let side = self.about.side;
        let on = |cells: &Range<u64>, end: u64| cells.start / side..cells.end.min(end).div_ceil(side);
        let columns = on(columns, self.window.width);
        on(rows, self.window.height).flat_map(move |row| columns.clone().map(move |column| [row, column]))
    }

    /// Whether it is known that the cells of a shard without a file have no P-positions: the records of its blocks say
    /// so, or the counts of larger squares.
    fn is_empty(&self, array: &Array, scale: [u64; 2], cells: &[Range<u64>; 2]) -> Result<bool, ReadError> {
        if !self.about.in_blocks {
            let sides = [array.shard[0] * scale[0], array.shard[1] * scale[1]];
            let is_larger =
                |level: &&Counts| level.factor > scale[0] && sides.iter().all(|side| side.is_multiple_of(level.factor));
            let Some(level) = self.levels.iter().rev().find(is_larger) else {
                let is_last = self.levels.last().is_none_or(|last| last.factor == scale[0]);
                return Ok(is_last && self.about.p_count == Some(0));
            };
            let [rows, columns] =
                cells.each_ref().map(|cells| cells.start / level.factor..cells.end.div_ceil(level.factor));
            let counts = self.rectangle(&level.array, [level.factor; 2], &rows, &columns, Array::read)?;
            return Ok(counts.into_iter().flatten().all(|count| count == 0));
        }
        for block in self.blocks(cells) {
            if self.block(block)?.is_none_or(|done| done.p_count > 0) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether some cells of a rectangle are not there yet.
    fn is_coming(&self, cells: &[Range<u64>; 2]) -> Result<bool, ReadError> {
        if self.is_complete() || !self.about.in_blocks {
            return Ok(false);
        }
        for block in self.blocks(cells) {
            if self.block(block)?.is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether each block writes shards of these counts of its own. Others are written when all blocks are done.
    fn is_by_blocks(&self, level: &Counts) -> bool {
        level.array.shard.iter().all(|shard| self.about.side.is_multiple_of(level.factor.saturating_mul(*shard)))
    }

    /// The numbers of P-positions in squares of F × F cells, for some rows and columns of such squares, by rows;
    /// nothing where the board does not say yet, and beyond it.
    ///
    /// # Errors
    /// When there are no counts of F × F cells, a file is damaged or can't be read, or the watcher stops the work.
    pub fn counts(
        &self,
        factor: u64,
        rows: &Range<u64>,
        columns: &Range<u64>,
        watch: &dyn Watch,
    ) -> Result<Vec<Option<u64>>, ReadError> {
        let level = self.levels.iter().find(|level| level.factor == factor).ok_or(ReadError::NoCounts(factor))?;
        if self.about.in_blocks && !self.is_complete() && !self.is_by_blocks(level) {
            return self.sums(level, rows, columns, watch);
        }
        self.rectangle(&level.array, [factor; 2], rows, columns, Array::read)
    }

    /// A rectangle of an array whose numbers are each of `scale` rows and columns of cells.
    fn rectangle<T: Copy + Default>(
        &self,
        array: &Array,
        scale: [u64; 2],
        rows: &Range<u64>,
        columns: &Range<u64>,
        read: impl Fn(&Array, [u64; 2], &Range<u64>, &Range<u64>) -> Result<Option<Vec<T>>, ReadError>,
    ) -> Result<Vec<Option<T>>, ReadError> {
        let width = usize_of(columns.end - columns.start);
        let mut found = vec![None; usize_of(rows.end - rows.start) * width];
        for shard in array.shards(rows, columns) {
            let [all_rows, all_columns] = array.within(shard);
            let cells = |numbers: &Range<u64>, scale: u64| numbers.start * scale..numbers.end * scale;
            let area = [cells(&all_rows, scale[0]), cells(&all_columns, scale[1])];
            // The record of a block is written after its shards: so it is read before them.
            if self.is_coming(&area)? {
                continue;
            }
            let (rows_here, columns_here) = (common(rows, &all_rows), common(columns, &all_columns));
            let length = usize_of(columns_here.end - columns_here.start);
            let numbers = match read(array, shard, &rows_here, &columns_here)? {
                Some(numbers) => numbers,
                None if !self.is_complete() && !self.about.in_blocks => continue,
                None if self.is_empty(array, scale, &area)? => {
                    vec![T::default(); usize_of(rows_here.end - rows_here.start) * length]
                }
                None => return Err(ReadError::Damaged(array.file(shard))),
            };
            for (row, numbers) in (rows_here.start - rows.start..).zip(numbers.chunks_exact(length)) {
                let line = &mut found[usize_of(row) * width + usize_of(columns_here.start - columns.start)..];
                line.iter_mut().zip(numbers).for_each(|(found, number)| *found = Some(*number));
            }
        }
        Ok(found)
    }

    /// Counts that are not written before the board is done, from the coarsest that blocks write.
    fn sums(
        &self,
        level: &Counts,
        rows: &Range<u64>,
        columns: &Range<u64>,
        watch: &dyn Watch,
    ) -> Result<Vec<Option<u64>>, ReadError> {
        let blocks = self.levels.iter().rev().find(|level| self.is_by_blocks(level));
        let base = blocks.ok_or(ReadError::NoCounts(level.factor))?;
        let (side, step) = (self.about.side, level.factor / base.factor);
        let width = usize_of(columns.end - columns.start);
        let is_on_board = |row: u64, column: u64| row < level.array.shape[0] && column < level.array.shape[1];
        let places = rows.clone().flat_map(|row| columns.clone().map(move |column| (row, column)));
        let mut sums: Vec<Option<u64>> = places.map(|(row, column)| is_on_board(row, column).then_some(0)).collect();
        let scaled = |numbers: &Range<u64>, scale: u64| numbers.start * scale..numbers.end * scale;
        let inside = [common(rows, &(0..level.array.shape[0])), common(columns, &(0..level.array.shape[1]))];
        let blocks = self.blocks(&inside.each_ref().map(|numbers| scaled(numbers, level.factor)));
        let total = blocks.clone().count() as u64;
        for (at, block) in (0..).zip(blocks) {
            if watch.progress(at, total).is_break() {
                return Err(BlockError::from(SolveError::Interrupted).into());
            }
            let done = self.block(block)?;
            if done.is_some_and(|done| done.p_count == 0) {
                continue;
            }
            // The numbers of the base that the block and the window have.
            let [block_rows, block_columns] = block.map(|at| at * side / base.factor..(at + 1) * side / base.factor);
            let here =
                [common(&scaled(&inside[0], step), &block_rows), common(&scaled(&inside[1], step), &block_columns)];
            let numbers = match done {
                Some(_) => self.rectangle(&base.array, [base.factor; 2], &here[0], &here[1], Array::read)?,
                None => Vec::new(),
            };
            let mut numbers = numbers.into_iter();
            for row in here[0].clone() {
                let line = &mut sums[usize_of(row / step - rows.start) * width..][..width];
                for column in here[1].clone() {
                    let sum = &mut line[usize_of(column / step - columns.start)];
                    // Beyond the board there is nothing to add.
                    let number = numbers.next().map(Option::unwrap_or_default);
                    *sum = sum.zip(number).map(|(sum, number)| sum + number);
                }
            }
        }
        Ok(sums)
    }

    /// The cells of a square that are kept, 8 of a row a byte, the first in the lowest bit, 1 for P; what lies beyond
    /// the board is 0. Nothing where there are none, or not yet, or where they are not kept.
    ///
    /// # Errors
    /// When a file is damaged or can't be read.
    pub fn square(&self, row: u64, column: u64) -> Result<Option<Vec<u8>>, ReadError> {
        const BYTES: u64 = SIDE_STEP / 8;
        let is_on_board = |at: u64, side: u64| at < side.div_ceil(SIDE_STEP);
        let Some(bits) = self.bits.as_ref().filter(|_| is_on_board(row, self.window.height)) else { return Ok(None) };
        if !is_on_board(column, self.window.width) {
            return Ok(None);
        }
        let (rows, columns) = (row * SIDE_STEP..(row + 1) * SIDE_STEP, column * BYTES..(column + 1) * BYTES);
        let bytes = self.rectangle(bits, [1, 8], &rows, &columns, Array::read_bytes)?;
        let places = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
        let is_beyond = |(row, column): (u64, u64)| row >= bits.shape[0] || column >= bits.shape[1];
        let byte = |(byte, place): (Option<u8>, (u64, u64))| byte.or(is_beyond(place).then_some(0));
        Ok(bytes.into_iter().zip(places).map(byte).collect())
    }

    /// What its edges say of a block, on or below the diagonal: each square of it, whether its cells are kept or not.
    /// Nothing if the board is not in blocks, or the block is not done.
    ///
    /// # Errors
    /// When the edges do not lead to the palaces in the block's record, a file is damaged or can't be read, the blocks
    /// are too large, or the watcher stops the work.
    pub fn refined(&self, row: u64, column: u64, watch: &dyn Watch) -> Result<Option<Refined>, ReadError> {
        let (Some(k), Some(side)) = (self.k, self.block_side()) else { return Ok(None) };
        if side > BLOCK_LIMIT {
            return Err(ReadError::LargeBlocks(side));
        }
        let Some(done) = self.record(row, column)? else { return Ok(None) };
        let left = match column {
            0 => Edge::start_of_row(k, side, row)?.residues(),
            _ => self.edge("right", [row, column - 1], [row, column])?,
        };
        let top = if row == column { None } else { Some(self.edge("bottom", [row - 1, column], [row, column])?) };
        let (refined, p_count, fingerprint) = Refined::new(k, self.window.height, &left, top.as_ref(), watch)?;
        if (p_count, fingerprint) != (done.p_count, done.fingerprint) {
            return Err(ReadError::Damaged(self.folder.join(format!("blocks/c/{row}/{column}/0"))));
        }
        Ok(Some(refined))
    }

    /// What leaves a block, and enters another.
    fn edge(&self, which: &str, [row, column]: [u64; 2], next: [u64; 2]) -> Result<Edge, ReadError> {
        let path = self.folder.join(format!("edges/{which}/c/{row}/{column}/0"));
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(ReadError::Damaged(path)),
            Err(error) => return Err(ReadError::Io { path, error }),
        };
        let side = self.about.side;
        let is_here =
            |edge: &Edge| edge.straight().len() as u64 == side && edge.at() == (next[1] * side, next[0] * side);
        let edge = shard::checked(&bytes).and_then(|bytes| Edge::from_bytes(bytes).ok());
        edge.filter(is_here).ok_or(ReadError::Damaged(path))
    }
}

/// What two ranges have in common.
fn common(a: &Range<u64>, b: &Range<u64>) -> Range<u64> {
    let (start, end) = (a.start.max(b.start), a.end.min(b.end));
    start..end.max(start)
}

fn usize_of(number: u64) -> usize {
    usize::try_from(number).expect("a window is in memory")
}
