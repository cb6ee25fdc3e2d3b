//! Boards of W^k on disk, painted from the edges of their squares: bits of squares up to level 5, counts of blocks up
//! to level 8, and those of 512 × 512 cells beyond.

use std::ops::Range;
use std::sync::Arc;

use wythoff::Position;
use wythoff::engine::dense::{BLOCK, Entry, SIDE, Square, Task};

use super::Boards;
use super::counting::{Counting, each_count};
use super::pixels::{NOT_READY, Region, UNREADY_NUMBER, narrow};
use crate::cache::lock;
use crate::grow::refused;
use crate::limits::{self, Deadline};
use crate::problem::Problem;
use crate::store::{BLOCKS, Kept, StoreError};

/// From this level on the blocks are enough, and from this one on their sums.
const BLOCK_LEVEL: u32 = BLOCK.ilog2();
const COARSE_LEVEL: u32 = (SIDE / 4).ilog2();

/// What a queen on a cell of W^k sees.
pub(super) struct Sight {
    pub(super) is_p: bool,
    pub(super) palace_number: i64,
    pub(super) deviation: i64,
    pub(super) vertical: i64,
    pub(super) horizontal: i64,
    pub(super) diagonal: i64,
}

impl Boards {
    /// What became of an error of the store: damage is removed, and computed again.
    fn troubled(&self, error: &StoreError) -> Problem {
        // A board that was dropped in the meantime is not damaged.
        if let StoreError::Damaged { k, .. } = error
            && let Some(board) = self.store.get(*k)
        {
            // Nobody writes to the board while rows of it are removed.
            let side = self.growers.dismiss(*k).max(board.side());
            let repaired = self.store.repair(error);
            self.squares.forget(|(board, _, _)| board == k);
            if let Err(error) = repaired {
                return refused(&error);
            }
            // Whether that works is seen when the board is asked for again.
            let _ = self.growers.grow(*k, side);
        }
        refused(error)
    }

    /// The entry of a square on or below the diagonal.
    fn entry(&self, board: &Kept, column: u32, row: u32) -> Result<Entry, Problem> {
        let entry = board.entry(column, row).map_err(|error| self.troubled(&error))?;
        entry.ok_or_else(|| Problem::not_ready("this part of the board is not computed yet"))
    }

    /// A square on or below the diagonal.
    fn square(&self, board: &Kept, column: u32, row: u32, numbers: bool) -> Result<Arc<Square>, Problem> {
        let key = (board.k(), column, row);
        if let Some(square) = self.squares.get(&key).filter(|square| square.has_deviations() || !numbers) {
            return Ok(square);
        }
        let task = Task::new(board.k(), column, row, self.entry(board, column, row)?);
        let mut painter = lock(&self.painters).pop().unwrap_or_default();
        let square = painter.paint(&task, numbers);
        lock(&self.painters).push(painter);
        // A sound entry never fires the guard.
        let square = square.map_err(|_| self.troubled(&StoreError::Damaged { k: board.k(), row }))?;
        let square = Arc::new(square);
        self.squares.put(key, Arc::clone(&square), square.bytes());
        Ok(square)
    }

    /// Something of every cell of a region; `unready` beyond what is known.
    fn of_squares<T: Copy>(
        &self,
        board: &Kept,
        region: &Region,
        numbers: bool,
        unready: T,
        value: impl Fn(&Square, usize, usize) -> T,
    ) -> Result<Vec<T>, Problem> {
        let mut cells = vec![unready; region.width * region.height];
        let [columns, rows] = region.within(board.side());
        for r in squares_in(&rows) {
            for c in squares_in(&columns) {
                let square = self.square(board, c.min(r), c.max(r), numbers)?;
                let (left, top) = (u64::from(c) * SIDE, u64::from(r) * SIDE);
                for y in rows.start.max(top)..rows.end.min(top + SIDE) {
                    let from = columns.start.max(left);
                    let first = region.at(from, y);
                    for (x, cell) in (from..columns.end.min(left + SIDE)).zip(&mut cells[first..]) {
                        // Both are below 2048.
                        #[expect(clippy::cast_possible_truncation, reason = "both are below 2048")]
                        let (column, row) = ((x - left) as usize, (y - top) as usize);
                        // Above the diagonal lie the mirror images.
                        *cell = if c <= r { value(&square, column, row) } else { value(&square, row, column) };
                    }
                }
            }
        }
        Ok(cells)
    }

    pub(super) fn stored_outcomes(&self, board: &Kept, region: &Region) -> Result<Vec<u8>, Problem> {
        let value = |square: &Square, column, row| u8::from(square.is_p(column, row));
        self.of_squares(board, region, false, NOT_READY, value)
    }

    /// The palace numbers less `zero`.
    pub(super) fn stored_numbers(&self, board: &Kept, region: &Region, zero: u64) -> Result<Vec<i32>, Problem> {
        let shift = board.k().cast_signed() - zero.cast_signed();
        let value = |square: &Square, column, row| narrow(square.deviation(column, row) + shift);
        self.of_squares(board, region, true, UNREADY_NUMBER, value)
    }

    pub(super) fn count_stored(&self, board: &Kept, counting: &mut Counting) -> Result<(), Problem> {
        let [columns, lines] = counting.region().within(board.side());
        let level = counting.level;
        for r in squares_in(&lines) {
            for c in squares_in(&columns) {
                let (low, high) = (c.min(r), c.max(r));
                let (left, top) = (u64::from(c) * SIDE, u64::from(r) * SIDE);
                // A part of the square below the diagonal, wherever it is seen.
                let mut add = |unit: u64, column: usize, row: usize, count: u32| {
                    let (i, j) = if c <= r { (column, row) } else { (row, column) };
                    counting.add(left + i as u64 * unit, top + j as u64 * unit, count);
                };
                if level >= COARSE_LEVEL {
                    for (part, count) in board.coarse(low, high).iter().flatten().enumerate() {
                        add(SIDE / 4, part % 4, part / 4, *count);
                    }
                } else if level >= BLOCK_LEVEL {
                    let blocks = board.blocks(high, low, low + 1).map_err(|error| self.troubled(&error))?;
                    for (block, count) in blocks.iter().flatten().enumerate() {
                        add(BLOCK, block % BLOCKS, block / BLOCKS, u32::from(*count));
                    }
                } else {
                    let square = self.square(board, low, high, false)?;
                    // Only the rows that are seen: above the diagonal these are columns.
                    let seen = if c <= r { &lines } else { &columns };
                    let origin = if c <= r { top } else { left };
                    let from = seen.start.saturating_sub(origin);
                    for row in from..(seen.end - origin).min(SIDE) {
                        let row = usize::try_from(row).expect("a row of a square");
                        each_count(square.row(row), level, |column, count| {
                            if count > 0 {
                                add(1, column, row, count);
                            }
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// The palace number of a cell, and the palaces above, to the left, and on the diagonal.
    pub(super) fn sight(&self, board: &Kept, at: Position) -> Result<Sight, Problem> {
        let (low, high) = (at.x.min(at.y), at.x.max(at.y));
        let (c, r) = (square_of(low), square_of(high));
        let square = self.square(board, c, r, true)?;
        let entry = self.entry(board, c, r)?;
        let (column, row) = (offset_in(low), offset_in(high));
        let above = (0..row).filter(|row| square.is_p(column, *row)).count();
        let left = (0..column).filter(|column| square.is_p(*column, row)).count();
        let deviation = square.deviation(column, row);
        let signed = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let vertical = i64::from(entry.columns()[column]) + signed(above);
        let horizontal = i64::from(entry.rows()[row]) + signed(left);
        let palace_number = deviation + board.k().cast_signed();
        let diagonal = palace_number - vertical - horizontal;
        let (vertical, horizontal) = if at.x <= at.y { (vertical, horizontal) } else { (horizontal, vertical) };
        Ok(Sight { is_p: square.is_p(column, row), palace_number, deviation, vertical, horizontal, diagonal })
    }

    /// The palaces above a cell, to its left, and on its diagonal: the nearest `most` of each line, the nearest first.
    pub(super) fn stored_lines(
        &self,
        board: &Kept,
        at: Position,
        most: usize,
        deadline: Deadline,
    ) -> Result<[Vec<Position>; 3], Problem> {
        let look = |steps: u64, way: (u64, u64)| {
            let mut walk = Walk { boards: self, board, square: None, blocks: Vec::new() };
            let mut palaces = Vec::new();
            let mut t = 1;
            while t <= steps && palaces.len() < most {
                if deadline.is_over() {
                    return Err(Problem::timeout(limits::TIME.as_secs()));
                }
                let step = |t| Position::new(at.x - way.0 * t, at.y - way.1 * t);
                let (known, size) = walk.known(step(t))?;
                // As far as the block (or square) goes this way.
                let left = |cell: u64, by: u64| if by == 0 { u64::MAX } else { cell % size + 1 };
                let here = step(t);
                let end = (t + left(here.x, way.0).min(left(here.y, way.1))).min(steps + 1);
                match known {
                    Known::None => {}
                    Known::All => palaces.extend((t..end).map(step)),
                    Known::Some => {
                        let (low, high) = (here.x.min(here.y), here.x.max(here.y));
                        let square = self.square(board, square_of(low), square_of(high), false)?;
                        let is_p = |to: &Position| square.is_p(offset_in(to.x.min(to.y)), offset_in(to.x.max(to.y)));
                        palaces.extend((t..end).map(step).filter(is_p));
                    }
                }
                t = end;
            }
            palaces.truncate(most);
            Ok(palaces)
        };
        Ok([look(at.y, (0, 1))?, look(at.x, (1, 0))?, look(at.x.min(at.y), (1, 1))?])
    }
}

/// How many cells of a block or square are palaces.
#[derive(Clone, Copy)]
enum Known {
    None,
    Some,
    All,
}

impl Known {
    fn new(count: u64, cells: u64) -> Self {
        match count {
            0 => Self::None,
            _ if count == cells => Self::All,
            _ => Self::Some,
        }
    }
}

/// A walk over a board, which looks at the cells of a square only where its counts do not tell.
struct Walk<'b> {
    boards: &'b Boards,
    board: &'b Kept,
    /// The square whose blocks are at hand.
    square: Option<(u32, u32)>,
    blocks: Vec<u16>,
}

impl Walk<'_> {
    /// What the counts say of the square or block of a cell, and how many cells that has each way.
    fn known(&mut self, at: Position) -> Result<(Known, u64), Problem> {
        let (low, high) = (at.x.min(at.y), at.x.max(at.y));
        let place = (square_of(low), square_of(high));
        let coarse = self.board.coarse(place.0, place.1);
        let coarse = coarse.ok_or_else(|| Problem::not_ready("this part of the board is not computed yet"))?;
        let all = coarse.iter().map(|count| u64::from(*count)).sum();
        match Known::new(all, SIDE * SIDE) {
            Known::Some => {}
            known => return Ok((known, SIDE)),
        }
        if self.square != Some(place) {
            let blocks = self.board.blocks(place.1, place.0, place.0 + 1);
            let blocks = blocks.map_err(|error| self.boards.troubled(&error))?;
            self.blocks = blocks.into_iter().next().unwrap_or_default();
            self.square = Some(place);
        }
        let block = |cell: u64| usize::try_from(cell % SIDE / BLOCK).expect("a square has few blocks");
        let count = self.blocks.get(block(high) * BLOCKS + block(low));
        let count = count.ok_or_else(|| Problem::not_ready("this part of the board is not computed yet"))?;
        Ok((Known::new(u64::from(*count), BLOCK * BLOCK), BLOCK))
    }
}

fn squares_in(cells: &Range<u64>) -> Range<u32> {
    if cells.is_empty() { 0..0 } else { square_of(cells.start)..square_of(cells.end - 1) + 1 }
}

fn square_of(cell: u64) -> u32 {
    u32::try_from(cell / SIDE).expect("a board has few squares")
}

fn offset_in(cell: u64) -> usize {
    usize::try_from(cell % SIDE).expect("a square is small")
}
