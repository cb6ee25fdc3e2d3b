//! A board that grows: its squares are solved one by one, by anybody, and what enters each of them is handed out to be
//! kept.
//!
//! [`super::Edges`] holds a whole board in memory and is lost with it. Here the half board x ≤ y of W^k is cut into the
//! same squares of [`SIDE`] columns and rows, and has no last one: row of squares follows row of squares, and whoever
//! keeps the [`Entry`] of every square can compute any of them alone, grow the board later from where it ended, and
//! view what is there. In memory is only what enters the squares to come. A square is a [`Block`], and what enters it
//! are the [`Edge`]s of one.
//!
//! **Order.** A square needs what leaves the square on its left and the one above. [`Growth::claim`] hands out a square
//! that has all this, [`Growth::settle`] takes the solution back. Several rows are open at a time, so several threads
//! can work on one board; a row that is finished comes out of `settle`, in order.
//!
//! **Counts.** Residues modulo 256 are enough to solve. To tell how many palaces a cell sees *on each line*, the edges
//! here are exact. The third line needs nothing: the palace number is known exactly (see the guard), and D = n − V − H.

use std::collections::VecDeque;

use super::block::{Block, BlockError, Edge, crossings, edge_bytes, residue, solve_block};
use super::kernel::{LANES, Place};
use super::tile::{Canvas, Top};
use super::{Plan, Settings, usize_of};
use crate::engine::SolveError;

const SIDE_USIZE: usize = 2048;

/// A block is as wide as a strip.
const BLOCK_USIZE: usize = SIDE_USIZE / LANES;

/// Columns and rows of a square.
pub const SIDE: u64 = SIDE_USIZE as u64;

/// Columns and rows of a block, whose palaces are counted apart.
pub const BLOCK: u64 = BLOCK_USIZE as u64;

/// The sums of counts fit in 32 bits, and so does every coordinate.
const MOST_SQUARES: u64 = (1 << 29) / SIDE;

/// A deviation outside the hood left the window in which 8-bit counts are proved to be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a deviation left the window in which 8-bit counts are proved to be right")]
pub struct GuardFired;

fn plan() -> Plan {
    Plan::for_edges(Settings { strip: Some(BLOCK_USIZE), ..Settings::default() })
}

/// What enters a square: on the left and, unless it is on the diagonal, at the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    left: Edge,
    top: Option<Edge>,
}

impl Entry {
    /// Palaces left of each row of the square.
    pub fn rows(&self) -> &[u32] {
        self.left.straight()
    }

    /// Palaces above each column of the square: on the diagonal the mirror image of those on the left.
    pub fn columns(&self) -> &[u32] {
        self.top.as_ref().unwrap_or(&self.left).straight()
    }

    /// Appends the entry in bytes: of each edge [its residues](Edge::residues), then its counts. Of each 64 counts the
    /// least is written, and the others follow from their residues unless they are 256 or more away.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        for edge in std::iter::once(&self.left).chain(&self.top) {
            bytes.extend(edge.clone().residues().to_bytes());
            write_counts(edge.straight(), bytes);
        }
    }

    /// The entry from its bytes; `None` when they are not those of an entry.
    pub fn read(mut bytes: &[u8]) -> Option<Self> {
        let left = read_edge(&mut bytes)?;
        let top = if bytes.is_empty() { None } else { Some(read_edge(&mut bytes)?) };
        bytes.is_empty().then_some(Self { left, top })
    }
}

fn read_edge(bytes: &mut &[u8]) -> Option<Edge> {
    let edge = Edge::from_bytes(bytes.split_off(..edge_bytes(SIDE_USIZE, false))?).ok()?;
    let counts = read_counts(edge.straight(), bytes)?;
    Some(edge.with_exact(counts))
}

/// Says that whole counts follow a group's least one.
const WIDE: u32 = 1 << 31;

fn write_counts(counts: &[u32], bytes: &mut Vec<u8>) {
    for counts in counts.chunks(BLOCK_USIZE) {
        let least = counts.iter().copied().min().unwrap_or_default();
        if counts.iter().all(|count| count - least < 256) {
            bytes.extend(least.to_le_bytes());
        } else {
            bytes.extend((least | WIDE).to_le_bytes());
            bytes.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
        }
    }
}

fn read_counts(residues: &[u32], bytes: &mut &[u8]) -> Option<Box<[u32]>> {
    let mut number = || Some(u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?));
    let mut counts = Vec::with_capacity(residues.len());
    for residues in residues.chunks(BLOCK_USIZE) {
        let least = number()?;
        for count in residues {
            let narrow = || least.checked_add(residue(*count).wrapping_sub(residue(least)).into());
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

    /// Solves the square.
    ///
    /// # Errors
    /// When the guard fires, or the entry is that of another square.
    pub fn solve(self) -> Result<Solved, BlockError> {
        let Self { k, column, row, entry } = self;
        let end = (u64::from(row) + 1) * SIDE;
        let block = Block::new(k, end, SIDE, column.into(), row.into())?;
        let settings = Settings { threads: Some(1), ..Settings::default() };
        let solved = solve_block(&block, &entry.left, entry.top.as_ref(), false, settings, &())?;
        Ok(Solved { column, row, entry, blocks: solved.counts, right: solved.right, bottom: solved.bottom })
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
    right: Option<Edge>,
    bottom: Edge,
}

/// The room in which the cells of squares are found, one square after the other.
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

    /// The cells of the square; their deviations, too, where asked for.
    ///
    /// # Errors
    /// When the guard fires: the entry was not that of the square.
    pub fn paint(&mut self, task: &Task, deviations: bool) -> Result<Square, GuardFired> {
        let place = task.place();
        let Entry { left, top } = &task.entry;
        let bias = self.plan.nothing::<u8>(task.k)[0];
        let left_side: Vec<_> = crossings(left, SIDE_USIZE, bias).collect();
        // On the diagonal: the mirror image of what enters on the left.
        let top = top.as_ref().unwrap_or(left);
        let v = top.straight().iter().map(|count| residue(*count)).collect();
        let top = Top { v, d: top.diagonal()[..SIDE_USIZE].into() };
        self.canvas.draw(self.plan, place, &top, &left_side, deviations).ok_or(GuardFired)?;
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
    /// For each column of squares: what enters the next row from above.
    tops: Vec<Edge>,
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
        Ok(Self { k, next: 0, open: VecDeque::new(), tops: Vec::new() })
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
        growth.tops = last.into_iter().map(|square| square.bottom).collect();
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
        let left = match open.done.last() {
            Some(square) => square.right.clone(),
            None => Edge::start_of_row(self.k, SIDE, open.row.into()).ok(),
        };
        let left = left.expect("the square on the diagonal is the last of its row");
        Entry { left, top: self.tops.get(column).filter(|_| column < open.row as usize).cloned() }
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
        let bottom = square.bottom.clone();
        let column = square.column as usize;
        open.done.push(square);
        self.put_top(column, bottom);
        // The diagonal square comes last and waits for the row above, so this is the first open row.
        is_last.then(|| self.open.pop_front().expect("a row is open").done)
    }

    /// Gives up a claim.
    pub fn release(&mut self, task: &Task) {
        if let Some(open) = self.open.iter_mut().find(|open| open.row == task.row) {
            open.claimed = false;
        }
    }

    fn put_top(&mut self, column: usize, edge: Edge) {
        match self.tops.get_mut(column) {
            Some(top) => *top = edge,
            None => self.tops.push(edge),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts that lie far apart are written whole.
    #[test]
    fn counts_survive_at_any_distance() {
        let near: Vec<u32> = (0..2048).map(|line| 70_000 + line * 37 % 251).collect();
        let far: Vec<u32> = (0..2048).map(|line| if line % 2 == 0 { 5 } else { 99_000 + line }).collect();
        for (counts, length) in [(near, 32 * 4), (far, 32 * (4 + 64 * 4))] {
            let mut bytes = Vec::new();
            write_counts(&counts, &mut bytes);
            assert_eq!(bytes.len(), length);
            let mut rest = bytes.as_slice();
            let residues: Vec<u32> = counts.iter().map(|count| count & 0xff).collect();
            assert_eq!(read_counts(&residues, &mut rest).as_deref(), Some(&counts[..]));
            assert!(rest.is_empty());
            assert_eq!(read_counts(&residues, &mut &bytes[..bytes.len() - 1]), None);
        }
    }
}
