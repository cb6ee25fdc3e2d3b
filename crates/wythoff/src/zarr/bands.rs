//! Any window of any game, kept as Zarr: written from the top down, in bands of rows.
//!
//! Rows come from the engine that solves the game. When a band of them is there, its shards of cells and of counts are
//! written, and at last its record. A run that was killed goes on with the first band that is not whole: rows above are
//! solved once more where the engine needs them, but not written.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::layout::{Cells, Kind, Layout};
use super::store::{Store, ZarrError, sum_of, usize_of};
use crate::board::Window;
use crate::engine::dense::block::{SIDE_STEP, SQUARE, counts_of_bits};
use crate::engine::{Engine, Stats, Values, memory_needed};
use crate::fingerprint::Fingerprint;
use crate::position::Position;
use crate::solve::{BoardBuilder, Run};

/// A cell that does not exist, among numbers.
const REMOVED: i32 = i32::MIN;

/// What a window of more than 2^64 columns or rows is told.
const FAR: &str = "windows with x, y < 2^64 are written as Zarr";

/// Writes a board as Zarr, or goes on with what is there of it: its cells, if they are to be kept, and counts of each
/// `finest` × `finest` cells (8, where this is not given) and coarser ones.
///
/// ```
/// use wythoff::{Game, Window, zarr};
/// let folder = tempfile::tempdir()?;
/// let game: Game = "nim".parse()?;
/// let board = game.board(Window::corner(300, 200));
/// let (stats, _) = zarr::write(&board, folder.path(), None, true)?;
/// assert_eq!(stats.p_count, 200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the board can't be solved, does not fit in memory band by band, or can't be written; when the watch stops the
/// work. What was written by then is not lost.
pub fn write(
    board: &BoardBuilder<'_>,
    folder: &Path,
    finest: Option<u64>,
    keeps_cells: bool,
) -> Result<(Stats, Engine), ZarrError> {
    let engine = board.plan()?.engine;
    let window = board.window.near().ok_or(crate::SolveError::Unsupported(FAR))?;
    let cells = match board.values {
        _ if !keeps_cells => Cells::Nothing,
        Values::Outcome => Cells::Outcome,
        Values::Palace => Cells::Palace(Kind::NUMBERS),
        Values::Deviation => Cells::Deviation(Kind::NUMBERS),
        Values::Grundy => Cells::Grundy(Kind::NUMBERS),
    };
    let layout = Layout {
        game: board.game.to_string(),
        window: board.window.clone(),
        cells,
        side: SIDE_STEP,
        finest: finest.unwrap_or(8),
        in_blocks: false,
        engine: engine.to_string(),
    };
    let store = Store { folder: folder.to_owned(), layout: layout.checked()? };
    let mut band = Band::new(&store, window)?;
    while band.is_whole()? {}
    let left = Window {
        at: Position::new(window.at.x, window.at.y + band.first_row()),
        height: window.height - band.first_row(),
        ..window
    };
    let values = if keeps_cells { board.values } else { Values::Outcome };
    let rest = board.game.board(left).values(values).engine(engine).watch(board.watch);
    rest.runs(|run| band.add(&run))?;
    if !band.is_there {
        store.make()?;
    }
    let (mut p_count, mut fingerprint) = (0, Fingerprint::default());
    for sums in &band.done {
        p_count += sums.p_count;
        fingerprint += sums.fingerprint;
    }
    let stats = Stats { p_count, fingerprint, signature: None, min_deviation: None, max_deviation: None };
    store.finish(&stats)?;
    Ok((stats, engine))
}

/// A band on its way.
struct Band<'s> {
    store: &'s Store,
    window: Window,
    /// Whether the folder holds something of this board.
    is_there: bool,
    /// The bands before.
    done: Vec<Sums>,
    /// Rows of this one, and what they add up to.
    rows: u64,
    sums: Sums,
    /// What is there of the next row.
    p: Vec<u8>,
    numbers: Vec<i32>,
    /// From left to right.
    shards: Vec<Shard>,
}

/// What is noted of a band.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Sums {
    p_count: u64,
    fingerprint: Fingerprint,
    /// The sum of its numbers, modulo 2^64.
    numbers: u64,
}

impl Sums {
    /// A record as it is kept.
    fn record(self) -> Vec<u8> {
        [1, self.p_count, self.fingerprint.number(), self.numbers].iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn of_record(record: &[u8]) -> Option<Self> {
        let words: [[u8; 8]; 4] = record.as_chunks().0.try_into().ok()?;
        let [1, p_count, fingerprint, numbers] = words.map(u64::from_le_bytes) else { return None };
        Some(Self { p_count, fingerprint: Fingerprint(fingerprint), numbers })
    }
}

/// The cells of a shard: 8 of them a byte; and numbers of four bytes, if they are kept.
struct Shard {
    bits: Vec<u8>,
    numbers: Vec<u8>,
}

impl<'s> Band<'s> {
    fn new(store: &'s Store, window: Window) -> Result<Self, ZarrError> {
        let (side, shards) = (usize_of(SIDE_STEP), window.width.div_ceil(SIDE_STEP));
        let has_numbers = matches!(store.layout.cells, Cells::Palace(_) | Cells::Deviation(_) | Cells::Grundy(_));
        // Cells, and for as many shards as are written at a time the same again and their counts.
        let bytes = SIDE_STEP * SIDE_STEP / 8 * if has_numbers { 33 } else { 1 };
        memory_needed(shards.saturating_mul(bytes).saturating_mul(3))?;
        let shard = || Shard {
            bits: vec![0; side * side / 8],
            numbers: vec![0; if has_numbers { side * side * 4 } else { 0 }],
        };
        Ok(Self {
            store,
            window,
            is_there: store.is_there()?,
            done: Vec::new(),
            rows: 0,
            sums: Sums::default(),
            p: Vec::new(),
            numbers: Vec::new(),
            shards: (0..shards).map(|_| shard()).collect(),
        })
    }

    /// Which band it is.
    fn number(&self) -> u64 {
        self.done.len() as u64
    }

    /// Its first row, counted from the window's.
    fn first_row(&self) -> u64 {
        (self.number() * SIDE_STEP).min(self.window.height)
    }

    fn record(&self) -> String {
        format!("bands/c/{}/0", self.number())
    }

    /// Whether all that was written of this band can be read and adds up; then the next one's turn comes.
    fn is_whole(&mut self) -> Result<bool, ZarrError> {
        if !self.is_there || self.first_row() == self.window.height {
            return Ok(false);
        }
        let record = self.store.read_chunk(&self.record());
        let Some(sums) = record.and_then(|record| Sums::of_record(&record)) else { return Ok(false) };
        let mut found = Sums { p_count: 0, numbers: 0, ..sums };
        for column in 0..self.shards.len() as u64 {
            let Some((p_count, numbers)) = self.store.sums(self.number(), column)? else { return Ok(false) };
            found.p_count += p_count;
            found.numbers = found.numbers.wrapping_add(numbers);
        }
        self.done.extend((found == sums).then_some(sums));
        Ok(found == sums)
    }

    /// Adds what comes next of a row.
    fn add(&mut self, run: &Run<'_>) -> Result<(), ZarrError> {
        let y = self.window.at.y + self.first_row() + self.rows;
        self.p.extend_from_slice(run.p);
        for (index, &number) in run.numbers.iter().enumerate() {
            let fits = i32::try_from(number).ok().filter(|fits| *fits != REMOVED);
            let fits = if index < run.removed { Some(REMOVED) } else { fits };
            self.numbers.push(fits.ok_or(ZarrError::Number { number, y })?);
        }
        if self.p.len() as u64 == self.window.width {
            self.end_row(y)?;
        }
        Ok(())
    }

    fn end_row(&mut self, y: u64) -> Result<(), ZarrError> {
        let side = usize_of(SIDE_STEP);
        let row = usize_of(self.rows);
        self.sums.p_count += self.p.iter().map(|p| u64::from(*p)).sum::<u64>();
        self.sums.fingerprint.add_cells(Position::new(self.window.at.x, y), &self.p);
        for (shard, p) in self.shards.iter_mut().zip(self.p.chunks(side)) {
            for (byte, cells) in shard.bits[row * side / 8..].iter_mut().zip(p.chunks(8)) {
                *byte = packed(cells);
            }
        }
        for (shard, numbers) in self.shards.iter_mut().zip(self.numbers.chunks(side)) {
            let places = shard.numbers.as_chunks_mut().0[row * side..].iter_mut();
            places.zip(numbers).for_each(|(place, number)| *place = number.to_le_bytes());
        }
        self.p.clear();
        self.numbers.clear();
        self.rows += 1;
        if self.rows == SIDE_STEP || self.first_row() + self.rows == self.window.height {
            self.end()?;
        }
        Ok(())
    }

    /// Writes the band and begins the next one.
    fn end(&mut self) -> Result<(), ZarrError> {
        if !self.is_there {
            self.store.make()?;
            self.is_there = true;
        }
        let (band, store, keeps_cells) = (self.number(), self.store, self.store.layout.cells != Cells::Nothing);
        let factor = store.layout.finest.min(SQUARE);
        let numbers = AtomicU64::new(0);
        self.shards.par_iter_mut().enumerate().try_for_each(|(column, shard)| {
            let place = (band, column as u64);
            let counts = counts_of_bits(&shard.bits, usize_of(SIDE_STEP), usize_of(factor));
            store.write_counts(place, &counts, factor, false)?;
            if keeps_cells {
                let cells = if shard.numbers.is_empty() { &shard.bits } else { &shard.numbers };
                store.write_cells(place, cells)?;
            }
            // An atomic number wraps around.
            numbers.fetch_add(sum_of(&shard.numbers), Ordering::Relaxed);
            shard.bits.fill(0);
            shard.numbers.fill(0);
            Ok::<(), ZarrError>(())
        })?;
        self.sums.numbers = numbers.into_inner();
        store.write_chunk(&self.record(), &self.sums.record())?;
        self.rows = 0;
        self.done.push(std::mem::take(&mut self.sums));
        Ok(())
    }
}

/// Eight cells, or fewer, as the bits of a byte, the first in the lowest one.
fn packed(cells: &[u8]) -> u8 {
    // Cell i is in bit 8i, and the factor has the bits 7, 14, …, 56: in bit 56 + i of the product is cell i alone,
    // since 8i + 7j = 8i' + 7j' with |j − j'| < 8 only if both are the same.
    let word = match cells.first_chunk() {
        Some(cells) => u64::from_le_bytes(*cells),
        None => cells.iter().rev().fold(0, |word, cell| word << 8 | u64::from(*cell)),
    };
    word.wrapping_mul(0x0102_0408_1020_4080).to_le_bytes()[7]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_hold_the_cells_from_the_lowest_bit_on() {
        for byte in 0..=u8::MAX {
            let cells: [u8; 8] = std::array::from_fn(|bit| byte >> bit & 1);
            assert_eq!(packed(&cells), byte);
            assert_eq!(packed(&cells[..3]), byte & 7);
        }
    }
}
