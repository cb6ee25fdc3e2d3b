//! The folder that a board is kept in: files that appear whole, shards of cells and of counts, records.
//!
//! Files are written beside their place and moved there. What is written twice is written with the same bytes, so that
//! it does not matter who comes last.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::{fs, io};

use rayon::prelude::*;
use serde_json::Value;

use super::layout::{Cells, Layout, LayoutError, Level, group};
use super::shard::{self, Shape};
use crate::engine::dense::block::{BlockError, EdgeError};
use crate::engine::{SolveError, Stats};

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
    /// A number that does not fit.
    #[error("the number {number} in row {y} does not fit in 32 bits")]
    Number {
        /// The number.
        number: i64,
        /// Its row.
        y: u64,
    },
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

/// A folder, and what it is to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Store {
    pub(super) folder: PathBuf,
    pub(super) layout: Layout,
}

impl Store {
    /// Makes the folder, or sees that it holds this board. Says whether it did.
    pub(super) fn create(&self) -> Result<bool, ZarrError> {
        let is_there = self.is_there()?;
        if !is_there {
            self.make()?;
        }
        Ok(is_there)
    }

    /// Whether the folder holds this board, as far as that is solved. Another one, or something else, is refused.
    pub(super) fn is_there(&self) -> Result<bool, ZarrError> {
        let root = self.folder.join("zarr.json");
        let text = match fs::read(&root) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let mut entries = fs::read_dir(&self.folder).into_iter().flatten();
                let is_foreign = entries.any(|entry| entry.is_ok_and(|entry| is_foreign(&entry)));
                return if is_foreign { Err(ZarrError::Foreign(self.folder.clone())) } else { Ok(false) };
            }
            text => text.map_err(|error| self.io("read", &root, error))?,
        };
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

    /// Makes the folder, with no cells yet.
    pub(super) fn make(&self) -> Result<(), ZarrError> {
        // The root is the first in order and is written last: what has one is whole.
        self.layout.documents().iter().rev().try_for_each(|(path, document)| self.write_document(path, document))
    }

    /// How many P-positions a shard has, and the sum of its numbers, if all that was written of it can be read and adds
    /// up.
    pub(super) fn sums(&self, row: u64, column: u64) -> Result<Option<(u64, u64)>, ZarrError> {
        let (mut sums, mut sum_of_numbers) = (Vec::new(), 0);
        for level in self.layout.levels().iter().filter(|level| level.by_blocks) {
            sums.push(readable(self.counts(level, row, column))?.map(|counts| counts.iter().sum()));
        }
        match self.layout.cells {
            Cells::Nothing => {}
            Cells::Outcome => sums.push(readable(self.cells(row, column))?.map(|bits| ones(&bits))),
            Cells::Palace(_) | Cells::Deviation(_) | Cells::Grundy(_) => match readable(self.cells(row, column))? {
                Some(cells) => sum_of_numbers = sum_of(&cells),
                None => return Ok(None),
            },
        }
        let p_count = sums[0].filter(|_| sums.iter().all(|sum| *sum == sums[0]));
        Ok(p_count.map(|p_count| (p_count, sum_of_numbers)))
    }

    /// Writes the counts of a shard, if wanted those of its mirror image, too, at all scales that have a shard for it:
    /// from those of each `factor` × `factor` cells.
    pub(super) fn write_counts(
        &self,
        (row, column): (u64, u64),
        counts: &[u16],
        mut factor: u64,
        with_mirror: bool,
    ) -> Result<(), ZarrError> {
        let mut sums: Vec<u64> = Vec::new();
        for level in self.layout.levels().iter().filter(|level| level.by_blocks) {
            while factor < level.factor {
                let side = usize_of(self.layout.side / factor);
                sums = if sums.is_empty() { halved(counts, side) } else { halved(&sums, side) };
                factor *= 2;
            }
            if sums.is_empty() {
                self.write_level(level, (row, column), counts, with_mirror)?;
            } else {
                self.write_level(level, (row, column), &sums, with_mirror)?;
            }
        }
        Ok(())
    }

    /// When all shards are there: writes the counts that are too coarse for them, then that all is there, with sums.
    pub(super) fn finish(&self, stats: &Stats) -> Result<(), ZarrError> {
        let levels = self.layout.levels();
        for (finer, level) in levels.iter().zip(&levels[1..]).filter(|(_, level)| !level.by_blocks) {
            let [columns, rows] = self.shards(level);
            (0..rows * columns).into_par_iter().try_for_each(|shard| {
                let (row, column) = (shard / columns, shard % columns);
                let counts = self.halved(finer, level.shard, row, column)?;
                self.write_level(level, (row, column), &counts, false)
            })?;
        }
        let attributes = self.layout.attributes(Some((stats.p_count, &stats.fingerprint.to_string())));
        self.write_document("", &group(&attributes))?;
        swept(&self.folder).map_err(|error| self.io("clear", &self.folder, error))
    }

    /// Shards of a level from left to right, and from top to bottom.
    fn shards(&self, level: &Level) -> [u64; 2] {
        self.lengths(level).map(|length| length.div_ceil(level.shard))
    }

    /// Columns and rows of a level.
    fn lengths(&self, level: &Level) -> [u64; 2] {
        [self.layout.window.width, self.layout.window.height].map(|cells| cells.div_ceil(level.factor))
    }

    fn shape_of(level: &Level) -> Shape {
        let (side, chunk, bytes) = (usize_of(level.shard), usize_of(level.chunk()), usize::from(level.kind.bytes));
        Shape { rows: side, row_bytes: side * bytes, chunk_rows: chunk, chunk_row_bytes: chunk * bytes }
    }

    fn write_level<N: Number>(
        &self,
        level: &Level,
        (row, column): (u64, u64),
        counts: &[N],
        with_mirror: bool,
    ) -> Result<(), ZarrError> {
        if with_mirror {
            let mirror = mirrored(counts, usize_of(level.shard));
            self.write_level(level, (column, row), &mirror, false)?;
        }
        let cells = match level.kind.bytes {
            1 => bytes_of::<N, 1>(counts),
            2 => bytes_of::<N, 2>(counts),
            4 => bytes_of::<N, 4>(counts),
            _ => bytes_of::<N, 8>(counts),
        };
        self.write_shard(&level.path(), Self::shape_of(level), (row, column), &cells)
    }

    /// The counts of a shard; none lie beyond the board.
    fn counts(&self, level: &Level, row: u64, column: u64) -> Result<Vec<u64>, ZarrError> {
        let cells = self.read_shard(&level.path(), Self::shape_of(level), (row, column))?;
        Ok(match level.kind.bytes {
            1 => numbers::<1>(&cells),
            2 => numbers::<2>(&cells),
            4 => numbers::<4>(&cells),
            _ => numbers::<8>(&cells),
        })
    }

    /// A shard of `side` columns and rows of sums of two columns and rows of a finer level.
    fn halved(&self, finer: &Level, side: u64, row: u64, column: u64) -> Result<Vec<u64>, ZarrError> {
        let mut sums = vec![0; usize_of(side * side)];
        let shards = |from: u64, length: u64| {
            let end = ((from + 1) * 2 * side).min(length);
            from * 2 * side / finer.shard..end.div_ceil(finer.shard)
        };
        let [width, height] = self.lengths(finer);
        let shards = shards(row, height).flat_map(|row| shards(column, width).map(move |column| (row, column)));
        for (shard_row, shard_column) in shards {
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

    /// Writes the cells of a shard: as bits, or as numbers of four bytes.
    pub(super) fn write_cells(&self, place: (u64, u64), cells: &[u8]) -> Result<(), ZarrError> {
        let (path, shape) = self.cells_shape();
        self.write_shard(&path, shape, place, cells)
    }

    fn cells(&self, row: u64, column: u64) -> Result<Vec<u8>, ZarrError> {
        let (path, shape) = self.cells_shape();
        self.read_shard(&path, shape, (row, column))
    }

    fn write_shard(&self, path: &str, shape: Shape, (row, column): (u64, u64), cells: &[u8]) -> Result<(), ZarrError> {
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

    /// What a shard holds: zeros where there is none.
    fn read_shard(&self, path: &str, shape: Shape, (row, column): (u64, u64)) -> Result<Vec<u8>, ZarrError> {
        let path = self.folder.join(format!("{path}/c/{row}/{column}"));
        match fs::read(&path) {
            Ok(file) => shard::decode(shape, &file).ok_or(ZarrError::Damaged(path)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(vec![0; shape.rows * shape.row_bytes]),
            Err(error) => Err(self.io("read", &path, error)),
        }
    }

    /// A chunk that is a file of its own: its bytes and their checksum.
    pub(super) fn write_chunk(&self, name: &str, bytes: &[u8]) -> Result<(), ZarrError> {
        self.write(name, &[bytes, &crc32c::crc32c(bytes).to_le_bytes()].concat())
    }

    pub(super) fn read_chunk(&self, name: &str) -> Option<Vec<u8>> {
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
        // Somebody else, on whatever machine, may write the same file.
        let part = path.with_extension(format!("{:016x}{PARTIAL}", RandomState::new().build_hasher().finish()));
        let is_missing = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        let written = match fs::write(&part, bytes) {
            // The first file of its folder.
            Err(error) if is_missing(&error) => {
                fs::create_dir_all(path.parent().unwrap_or(&self.folder)).and_then(|()| fs::write(&part, bytes))
            }
            written => written,
        };
        let moved = written.and_then(|()| match fs::rename(&part, &path) {
            // Who has finished the board in the meantime has swept it.
            Err(error) if is_missing(&error) && path.exists() => Ok(()),
            moved => moved,
        });
        moved.map_err(|error| {
            let _ = fs::remove_file(&part);
            self.io("write", &path, error)
        })
    }

    fn io(&self, what: &'static str, path: &Path, error: io::Error) -> ZarrError {
        ZarrError::Io { what, path: self.folder.join(path), error }
    }

    /// The name of the array of cells, and the shape of its shards.
    fn cells_shape(&self) -> (String, Shape) {
        let (side, bytes) = (usize_of(self.layout.side), usize::from(self.layout.cells.kind().bytes));
        let [chunk_rows, chunk_columns] = self.layout.cells.chunk().map(usize_of);
        let columns = if self.layout.cells == Cells::Outcome { side / 8 } else { side };
        let (row_bytes, chunk_row_bytes) = (columns * bytes, chunk_columns * bytes);
        (self.layout.cells.path(), Shape { rows: side, row_bytes, chunk_rows, chunk_row_bytes })
    }
}

/// What files are called that are not whole.
const PARTIAL: &str = ".partial";

/// Removes what killed runs have left.
fn swept(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            swept(&entry.path())?;
        } else if entry.file_name().to_string_lossy().ends_with(PARTIAL) {
            match fs::remove_file(entry.path()) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Whether an entry of a folder without a root is none of ours.
fn is_foreign(entry: &fs::DirEntry) -> bool {
    let ours = ["bands", "blocks", "cells", "counts", "edges"];
    entry.file_name().to_str().is_none_or(|name| !ours.contains(&name) && !name.ends_with(PARTIAL))
}

/// A count.
trait Number: Copy + Default + Into<u64> {}

impl<N: Copy + Default + Into<u64>> Number for N {}

/// Sums of two columns and two rows of a square with an even side.
fn halved<N: Number>(counts: &[N], side: usize) -> Vec<u64> {
    let mut sums = Vec::with_capacity(side * side / 4);
    for rows in counts.chunks_exact(2 * side) {
        let (upper, lower) = rows.split_at(side);
        let columns = upper.as_chunks::<2>().0.iter().zip(lower.as_chunks::<2>().0);
        sums.extend(columns.map(|(upper, lower)| {
            let [a, b, c, d] = [upper[0], upper[1], lower[0], lower[1]].map(N::into);
            a + b + c + d
        }));
    }
    sums
}

/// The mirror image of a square, in small squares that stay in the cache.
fn mirrored<N: Number>(counts: &[N], side: usize) -> Vec<N> {
    const STEP: usize = 32;
    let mut mirror = vec![N::default(); counts.len()];
    for (top, left) in (0..side).step_by(STEP).flat_map(|top| (0..side).step_by(STEP).map(move |left| (top, left))) {
        let width = STEP.min(side - left);
        for row in top..(top + STEP).min(side) {
            let column = counts[left * side + row..].iter().step_by(side);
            for (mirror, count) in mirror[row * side + left..][..width].iter_mut().zip(column) {
                *mirror = *count;
            }
        }
    }
    mirror
}

/// Numbers in `WIDTH` bytes each, which hold them.
fn bytes_of<N: Number, const WIDTH: usize>(numbers: &[N]) -> Vec<u8> {
    let bytes = |number: &N| -> [u8; WIDTH] {
        let word = (*number).into().to_le_bytes();
        std::array::from_fn(|byte| word[byte])
    };
    numbers.iter().map(bytes).collect::<Vec<_>>().into_flattened()
}

/// Reads numbers of `WIDTH` bytes.
fn numbers<const WIDTH: usize>(bytes: &[u8]) -> Vec<u64> {
    let number = |bytes: &[u8; WIDTH]| {
        let mut word = [0; 8];
        word[..WIDTH].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    };
    bytes.as_chunks().0.iter().map(number).collect()
}

/// What was read, unless it was damaged.
fn readable<T>(read: Result<T, ZarrError>) -> Result<Option<T>, ZarrError> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(ZarrError::Damaged(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The sum of numbers of four bytes, modulo 2^64.
pub(super) fn sum_of(numbers: &[u8]) -> u64 {
    let numbers = numbers.as_chunks().0.iter().map(|bytes| i64::from(i32::from_le_bytes(*bytes)).cast_unsigned());
    numbers.fold(0, u64::wrapping_add)
}

/// P-positions among these bits.
fn ones(bits: &[u8]) -> u64 {
    bits.iter().map(|byte| u64::from(byte.count_ones())).sum()
}

pub(super) fn usize_of(number: u64) -> usize {
    usize::try_from(number).expect("sides were checked")
}
