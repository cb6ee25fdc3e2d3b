//! A board that grows: its squares are solved one by one, by anybody, and what enters each of them is handed out to be
//! kept.
//!
//! [`super::Edges`] holds a whole board in memory and is lost with it. Here the half board x ≤ y of W^k is cut into the
//! same squares of [`SIDE`] columns and rows, and has no last one: row of squares follows row of squares, and whoever
//! keeps the [`Entry`] of every square can compute any of them alone, grow the board later from where it ended, and
//! view what is there. In memory is only what enters the squares to come: two residues and one count a column.
//!
//! **Order.** A square needs what leaves the square on its left and the one above; on the diagonal, where the one above
//! is a mirror image, it needs the last square of the row before. [`Growth::claim`] hands out a square that has all
//! this, [`Growth::settle`] takes the solution back. Several rows are open at a time, so several threads can work on
//! one board; a row that is finished comes out of `settle`, in order.
//!
//! **Counts.** Residues modulo 256 are enough to solve. To tell how many palaces a cell sees *on each line*, an entry
//! also says how many there are above each column and left of each row, exactly. In a part of at most 60 steps a lane
//! does at most 240 rows, so that a column count grows by less than 256, and the difference of residues is the growth
//! itself; row counts are sums of bits. The third line needs nothing: the palace number is known exactly (see the
//! guard), and D = n − V − H.

use std::collections::VecDeque;

use super::kernel::{Crossing, LANES, Lane, Place, ROWS, Strips};
use super::tile::{Canvas, Top};
use super::{Plan, Settings, usize_of};
use crate::engine::SolveError;

const SIDE_USIZE: usize = 2048;

/// A block is as wide as a strip.
const BLOCK_USIZE: usize = SIDE_USIZE / LANES;

/// Blocks of a square each way.
const BLOCKS: usize = SIDE_USIZE / BLOCK_USIZE;

/// Columns and rows of a square.
pub const SIDE: u64 = SIDE_USIZE as u64;

/// Columns and rows of a block, whose palaces are counted apart.
pub const BLOCK: u64 = BLOCK_USIZE as u64;

/// Steps in which no column count grows by 256: 60 row blocks of four rows.
const PART: usize = 60;

/// The sums of counts fit in 32 bits, and so does every coordinate.
const MOST_SQUARES: u64 = (1 << 29) / SIDE;

/// A deviation outside the hood left the window in which 8-bit counts are proved to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a deviation left the window in which 8-bit counts are proved to be right")]
pub struct GuardFired;

fn plan() -> Plan {
    Plan::for_edges(Settings { strip: Some(BLOCK_USIZE), ..Settings::default() })
}

/// What enters a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    left: Box<[Crossing<u8>]>,
    top: Top<u8>,
    /// How many palaces are left of each row, and above each column.
    rows: Box<[u32]>,
    columns: Box<[u32]>,
}

impl Entry {
    /// Palaces left of each row of the square.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Palaces above each column of the square.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// Appends the entry in bytes: 4·[`SIDE`] residues, then the counts. Of each 64 counts the least is written, and
    /// the others follow from their residues unless they are 256 or more away.
    pub fn write(&self, k: u64, bytes: &mut Vec<u8>) {
        for crossing in &self.left {
            bytes
                .extend(crossing[..ROWS].iter().map(|h| h.wrapping_add(WRITTEN_BIAS - plan().bias().to_le_bytes()[0])));
            bytes.extend(&crossing[ROWS..]);
        }
        bytes.extend(self.top.v.iter().chain(&self.top.d));
        let bias = plan().nothing::<u8>(k)[0];
        write_counts(&self.rows, |row| self.left[row / ROWS][row % ROWS].minus(bias), bytes);
        write_counts(&self.columns, |column| self.top.v[column], bytes);
    }

    /// The entry from its bytes; `None` when they are not those of an entry.
    pub fn read(k: u64, mut bytes: &[u8]) -> Option<Self> {
        let residues = bytes.split_off(..2 * SIDE_USIZE)?;
        let mut left: Box<[Crossing<u8>]> = residues.as_chunks().0.into();
        for crossing in &mut left {
            for h in &mut crossing[..ROWS] {
                *h = h.wrapping_sub(WRITTEN_BIAS - plan().bias().to_le_bytes()[0]);
            }
        }
        let top = Top { v: bytes.split_off(..SIDE_USIZE)?.into(), d: bytes.split_off(..SIDE_USIZE)?.into() };
        let bias = plan().nothing::<u8>(k)[0];
        let rows = read_counts(|row| left[row / ROWS][row % ROWS].minus(bias), &mut bytes)?;
        let columns = read_counts(|column| top.v[column], &mut bytes)?;
        bytes.is_empty().then_some(Self { left, top, rows, columns })
    }
}

/// The residue of deviation 0 in what is written; in memory it is another one.
const WRITTEN_BIAS: u8 = 16;

/// Says that whole counts follow a group's least one.
const WIDE: u32 = 1 << 31;

fn write_counts(counts: &[u32], residue: impl Fn(usize) -> u8, bytes: &mut Vec<u8>) {
    for (group, counts) in counts.chunks(BLOCK_USIZE).enumerate() {
        let least = counts.iter().copied().min().unwrap_or_default();
        debug_assert!(
            counts.iter().zip(group * BLOCK_USIZE..).all(|(count, line)| count.to_le_bytes()[0] == residue(line))
        );
        if counts.iter().all(|count| count - least < 256) {
            bytes.extend(least.to_le_bytes());
        } else {
            bytes.extend((least | WIDE).to_le_bytes());
            bytes.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
        }
    }
}

fn read_counts(residue: impl Fn(usize) -> u8, bytes: &mut &[u8]) -> Option<Box<[u32]>> {
    let mut number = || Some(u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?));
    let mut counts = Vec::with_capacity(SIDE_USIZE);
    for group in 0..BLOCKS {
        let least = number()?;
        for line in group * BLOCK_USIZE..(group + 1) * BLOCK_USIZE {
            let narrow = || least.checked_add(residue(line).wrapping_sub(least.to_le_bytes()[0]).into());
            counts.push(if least & WIDE == 0 { narrow()? } else { number()? });
        }
    }
    Some(counts.into())
}

/// A square to be solved.
#[derive(Clone, Debug)]
pub struct Task {
    k: u64,
    column: u32,
    row: u32,
    entry: Entry,
}

impl Task {
    /// The square of this column and row of squares, column ≤ row, from what enters it.
    ///
    /// # Panics
    /// Above the diagonal, or 2^29 cells from the corner and beyond.
    pub fn new(k: u64, column: u32, row: u32, entry: Entry) -> Self {
        assert!(column <= row && u64::from(row) < MOST_SQUARES, "there is no square {column}, {row}");
        Self { k, column, row, entry }
    }

    /// The column of squares.
    pub fn column(&self) -> u32 {
        self.column
    }

    /// The row of squares.
    pub fn row(&self) -> u32 {
        self.row
    }

    fn place(&self) -> Place {
        let (x, y) = (u64::from(self.column) * SIDE, u64::from(self.row) * SIDE);
        Place { k: self.k, x, right: x + SIDE, y, bottom: y + SIDE }
    }
}

/// A square that is solved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Its column of squares.
    pub column: u32,
    /// Its row of squares.
    pub row: u32,
    /// What enters it.
    pub entry: Entry,
    /// The palaces of each block of [`BLOCK`] columns and rows, by rows of blocks.
    pub blocks: Box<[u16]>,
    right: Box<[Crossing<u8>]>,
    bottom: Top<u8>,
    rows: Box<[u32]>,
    columns: Box<[u32]>,
}

/// The room in which squares are solved, one after the other.
pub struct Painter {
    plan: Plan,
    canvas: Canvas<u8>,
}

impl Default for Painter {
    fn default() -> Self {
        Self::new()
    }
}

impl Painter {
    /// A new one.
    pub fn new() -> Self {
        let plan = plan();
        Self { plan, canvas: Canvas::new(plan) }
    }

    /// Solves the square.
    ///
    /// # Errors
    /// When the guard fires.
    pub fn solve(&mut self, task: Task) -> Result<Solved, GuardFired> {
        let place = task.place();
        let Task { column, row, entry, .. } = task;
        let mut columns = entry.columns.clone();
        let mut before: Vec<[u8; LANES]> = Vec::new();
        let strip = self.plan.strip;
        let count = |strips: &Strips<u8>| {
            for (c, (lanes, before)) in strips.v.iter().zip(&before).enumerate() {
                for lane in 0..LANES {
                    columns[lane * strip + c] += u32::from(lanes.0[lane].minus(before[lane]));
                }
            }
            before.clear();
            before.extend(strips.v.iter().map(|lanes| lanes.0));
        };
        let drawn = self.canvas.draw_in_parts(self.plan, place, &entry.top, &entry.left, false, PART, count);
        let (right, bottom) = drawn.ok_or(GuardFired)?;
        let right = right.into();
        let mut rows = entry.rows.clone();
        let blocks = self.count_bits(&mut rows);
        Ok(Solved { column, row, entry, blocks, right, bottom, rows, columns })
    }

    /// The palaces of each block; adds those of each row to `rows`.
    fn count_bits(&self, rows: &mut [u32]) -> Box<[u16]> {
        // A strip is as wide as a block.
        let mut blocks = vec![0_u16; BLOCKS * BLOCKS];
        for (step, bits) in self.canvas.steps().enumerate() {
            let mut counts = [[0_u8; LANES]; ROWS];
            for groups in bits.as_chunks::<ROWS>().0 {
                for (counts, lanes) in counts.iter_mut().zip(groups) {
                    for (count, byte) in counts.iter_mut().zip(lanes.0) {
                        *count += ones(byte);
                    }
                }
            }
            // Lane i is in row block step − i.
            for lane in 0..LANES.min(step + 1) {
                for (r, counts) in counts.iter().enumerate() {
                    let row = (step - lane) * ROWS + r;
                    if let Some(total) = rows.get_mut(row) {
                        *total += u32::from(counts[lane]);
                        blocks[row / BLOCK_USIZE * BLOCKS + lane] += u16::from(counts[lane]);
                    }
                }
            }
        }
        blocks.into()
    }

    /// The cells of the square; their deviations, too, where asked for.
    ///
    /// # Errors
    /// When the guard fires: the entry was not that of the square.
    pub fn paint(&mut self, task: &Task, deviations: bool) -> Result<Square, GuardFired> {
        let place = task.place();
        let drawn = self.canvas.draw(self.plan, place, &task.entry.top, &task.entry.left, deviations);
        drawn.ok_or(GuardFired)?;
        let mut square = Square {
            k: task.k,
            x: place.x,
            y: place.y,
            bits: vec![0; SIDE_USIZE * ROW_BYTES].into(),
            deviations: vec![0; if deviations { SIDE_USIZE * SIDE_USIZE } else { 0 }].into(),
        };
        self.canvas.write_bits(0..SIDE_USIZE, &mut square.bits, ROW_BYTES);
        if deviations {
            let mut residues = vec![0_u8; SIDE_USIZE * SIDE_USIZE];
            self.canvas.write_residues(0..SIDE_USIZE, &mut residues, SIDE_USIZE);
            let bias = self.plan.bias().to_le_bytes()[0];
            // Within the guard's window, or in the hood, where they are known otherwise.
            for (deviation, residue) in square.deviations.iter_mut().zip(residues) {
                *deviation = residue.wrapping_sub(bias).cast_signed();
            }
        }
        Ok(square)
    }
}

const ROW_BYTES: usize = SIDE_USIZE / 8;

/// How many bits of a byte are set, in arithmetic that vectors have.
#[inline]
fn ones(byte: u8) -> u8 {
    let pairs = byte - (byte >> 1 & 0x55);
    let fours = (pairs & 0x33) + (pairs >> 2 & 0x33);
    (fours + (fours >> 4)) & 0x0f
}

/// The cells of a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Square {
    k: u64,
    x: u64,
    y: u64,
    bits: Box<[u8]>,
    deviations: Box<[i8]>,
}

impl Square {
    /// Whether it holds deviations.
    pub fn has_deviations(&self) -> bool {
        !self.deviations.is_empty()
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> usize {
        self.bits.len() + self.deviations.len()
    }

    /// The bits of a row of the square, 8 cells a byte, 1 for a palace.
    ///
    /// # Panics
    /// Outside the square.
    pub fn row(&self, row: usize) -> &[u8] {
        &self.bits[row * ROW_BYTES..][..ROW_BYTES]
    }

    /// Whether the cell in this column and row of the square is a palace.
    ///
    /// # Panics
    /// Outside the square.
    pub fn is_p(&self, column: usize, row: usize) -> bool {
        self.row(row)[column / 8] >> (column % 8) & 1 == 1
    }

    /// The deviation of the cell in this column and row of the square.
    ///
    /// # Panics
    /// Outside the square, or when it holds no deviations.
    pub fn deviation(&self, column: usize, row: usize) -> i64 {
        assert!(column < SIDE_USIZE, "column {column} is outside the square");
        let deviation = self.deviations[row * SIDE_USIZE + column];
        let (x, y) = (self.x + column as u64, self.y + row as u64);
        match x + y + x.min(y) {
            // In the hood, all options are palaces.
            seen if seen < self.k => seen.cast_signed() - self.k.cast_signed(),
            _ => deviation.into(),
        }
    }
}

/// A row of squares at work.
struct Open {
    row: u32,
    /// The squares that are done.
    done: Vec<Solved>,
    /// Whether somebody is at the next square.
    claimed: bool,
}

/// The half board of W^k on its way down.
pub struct Growth {
    k: u64,
    /// The next row to be opened.
    next: u32,
    open: VecDeque<Open>,
    /// For each column of squares: what enters the next row from above, and the palaces there.
    tops: Vec<(Top<u8>, Box<[u32]>)>,
    /// The diagonal count that leaves the last square of the last finished row at its corner.
    corner: u8,
}

/// So many rows are open at a time.
const MOST_OPEN: usize = 16;

impl Growth {
    /// A board without rows.
    ///
    /// # Errors
    /// When k is too large for any board.
    pub fn new(k: u64) -> Result<Self, SolveError> {
        super::k_needed(k)?;
        Ok(Self { k, next: 0, open: VecDeque::new(), tops: Vec::new(), corner: 0 })
    }

    /// A board whose rows are finished up to the one with these squares, from the first to that on the diagonal.
    ///
    /// # Errors
    /// As [`Growth::new`].
    ///
    /// # Panics
    /// When these are not the squares of a row.
    pub fn after(k: u64, last: Vec<Solved>) -> Result<Self, SolveError> {
        let mut growth = Self::new(k)?;
        let row = last.first().map_or(0, |square| square.row);
        let in_order = last.iter().zip(0..).all(|(square, column)| square.column == column && square.row == row);
        assert!(in_order && last.len() == row as usize + 1, "these are not the squares of a row");
        growth.next = row + 1;
        for square in last {
            growth.pass_on(&square);
        }
        Ok(growth)
    }

    /// Rows of squares that are finished.
    pub fn rows(&self) -> u32 {
        self.open.front().map_or(self.next, |open| open.row)
    }

    /// A square of the rows before `end` that can be solved now and that nobody has claimed; those of upper rows first.
    pub fn claim(&mut self, end: u32) -> Option<Task> {
        let mut above = usize::MAX;
        let ready = |open: &Open, above: usize| !open.claimed && open.done.len() < above;
        let mut found = None;
        for (index, open) in self.open.iter().enumerate() {
            if ready(open, above) {
                found = Some(index);
                break;
            }
            // The square on the diagonal waits until the row above is finished, and so no longer open.
            above = open.done.len();
        }
        if found.is_none()
            && self.open.len() < MOST_OPEN
            && self.next < end
            && u64::from(self.next) < MOST_SQUARES
            && above > 0
        {
            self.open.push_back(Open { row: self.next, done: Vec::new(), claimed: false });
            self.next += 1;
            found = Some(self.open.len() - 1);
        }
        let index = found?;
        self.open[index].claimed = true;
        let open = &self.open[index];
        let column = open.done.last().map_or(0, |square| square.column + 1);
        Some(Task { k: self.k, column, row: open.row, entry: self.entry(open) })
    }

    /// What enters the next square of the row.
    fn entry(&self, open: &Open) -> Entry {
        let column = open.done.len();
        let (left, rows) = match open.done.last() {
            Some(square) => (square.right.clone(), square.rows.clone()),
            None => (vec![plan().nothing(self.k); SIDE_USIZE / ROWS].into(), vec![0; SIDE_USIZE].into()),
        };
        if let Some((top, columns)) = self.tops.get(column).filter(|_| column < open.row as usize) {
            return Entry { left, top: top.clone(), rows, columns: columns.clone() };
        }
        // On the diagonal: the mirror image of what enters on the left.
        let unbiased = plan().nothing::<u8>(self.k)[0];
        let v = (0..SIDE_USIZE).map(|row| left[row / ROWS][row % ROWS].minus(unbiased)).collect();
        let departing = (0..SIDE_USIZE - 1).map(|row| left[row / ROWS][ROWS + row % ROWS]);
        let d = std::iter::once(self.corner).chain(departing).collect();
        Entry { left, top: Top { v, d }, columns: rows.clone(), rows }
    }

    /// Takes back a square that was claimed, and gives out the row that it finishes, if it does.
    ///
    /// # Panics
    /// When the square was not claimed.
    pub fn settle(&mut self, square: Solved) -> Option<Vec<Solved>> {
        let first = self.open.front().expect("a row is open").row;
        let open = &mut self.open[usize_of(u64::from(square.row - first))];
        assert!(open.claimed && open.done.len() == square.column as usize, "this square was not claimed");
        open.claimed = false;
        let is_last = square.column == square.row;
        Self::pass_down(&mut self.tops, &square);
        open.done.push(square);
        if !is_last {
            return None;
        }
        // The diagonal square comes last and waits for the row above, so this is the first open row.
        let row = self.open.pop_front().expect("a row is open").done;
        self.corner = row.last().map_or(0, corner_of);
        Some(row)
    }

    /// Gives up a claim.
    pub fn release(&mut self, task: &Task) {
        if let Some(open) = self.open.iter_mut().find(|open| open.row == task.row) {
            open.claimed = false;
        }
    }

    fn pass_on(&mut self, square: &Solved) {
        Self::pass_down(&mut self.tops, square);
        self.corner = corner_of(square);
    }

    fn pass_down(tops: &mut Vec<(Top<u8>, Box<[u32]>)>, square: &Solved) {
        let below = (square.bottom.clone(), square.columns.clone());
        match tops.get_mut(square.column as usize) {
            Some(top) => *top = below,
            None => tops.push(below),
        }
    }
}

fn corner_of(square: &Solved) -> u8 {
    square.right.last().map_or(0, |last| last[2 * ROWS - 1])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was written by earlier versions is read, whatever the residues in memory are.
    #[test]
    fn the_bytes_of_an_entry_stay_what_they_are() {
        let task = Growth::new(5).expect("k is small").claim(1).expect("the corner");
        let mut bytes = Vec::new();
        task.entry.write(5, &mut bytes);
        assert_eq!(bytes[..8], [11, 11, 11, 11, 0, 0, 0, 0], "16 − k, and nothing on the diagonals");
        assert_eq!(Entry::read(5, &bytes).as_ref(), Some(&task.entry));
    }

    /// Counts that lie far apart are written whole.
    #[test]
    fn counts_survive_at_any_distance() {
        let near: Vec<u32> = (0..2048).map(|line| 70_000 + line * 37 % 251).collect();
        let far: Vec<u32> = (0..2048).map(|line| if line % 2 == 0 { 5 } else { 99_000 + line }).collect();
        for (counts, length) in [(near, 32 * 4), (far, 32 * (4 + 64 * 4))] {
            let mut bytes = Vec::new();
            write_counts(&counts, |line| counts[line].to_le_bytes()[0], &mut bytes);
            assert_eq!(bytes.len(), length);
            let mut rest = bytes.as_slice();
            assert_eq!(read_counts(|line| counts[line].to_le_bytes()[0], &mut rest).as_deref(), Some(&counts[..]));
            assert!(rest.is_empty());
            assert_eq!(read_counts(|_| 0, &mut &bytes[..bytes.len() - 1]), None);
        }
    }
}
