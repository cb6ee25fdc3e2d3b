//! Questions about single cells and about whole regions.
//!
//! A cell is found by walking down from the block at (0,0), a level at a time. Regions are counted the same way, with
//! the blocks' populations for what lies wholly inside: the corner x < width, y < height, and the part of a diagonal.
//! What a cut leaves of a block depends on the block and on where the cut lies in it. At each level a vertical cut
//! falls into one interval, and a diagonal crosses the blocks in few ways, so that the blocks that differ are few: what
//! they hold is remembered during a count, and a count costs a few walks.

use rustc_hash::FxHashMap;

use super::{Blocks, Id, Symbol};
use crate::engine::SolveError;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::watch::Watch;

/// How much of a block a cut leaves, from its top left cell on: so many columns or rows; `None` for all.
type Kept = Option<u128>;

impl Blocks {
    /// How many P-options the position has.
    ///
    /// # Errors
    /// When the engine can't reach the position: too many rules, or the watcher stops the work.
    pub fn palace_number(&mut self, at: Position, watch: &dyn Watch) -> Result<u64, SolveError> {
        self.cell(at, watch).map(u64::from)
    }

    fn cell(&mut self, at: Position, watch: &dyn Watch) -> Result<u32, SolveError> {
        self.reach(at.x.max(at.y).into(), watch)?;
        let (mut x, mut y) = (u128::from(at.x), u128::from(at.y));
        let mut level = self.levels.len() - 1;
        let mut id = self.origins[level];
        while level > 0 {
            let (rows, columns) = self.levels[level].block(id).shape;
            let (row, rest_y) = self.part_at(level, rows, y);
            let (column, rest_x) = self.part_at(level, columns, x);
            id = self.part(level, id, row, column);
            (x, y, level) = (rest_x, rest_y, level - 1);
        }
        let block = self.levels[0].block(id);
        let width = self.levels[0].length(block.shape.1);
        let index = usize::try_from(y * width + x).expect("blocks of level 0 are small");
        Ok(block.parts[index])
    }

    /// The palace number minus k.
    ///
    /// # Errors
    /// As [`Blocks::palace_number`].
    pub fn deviation(&mut self, at: Position, watch: &dyn Watch) -> Result<i64, SolveError> {
        self.cell(at, watch).map(|palaces| i64::from(palaces) - i64::from(self.k))
    }

    /// P iff fewer than k options are P.
    ///
    /// # Errors
    /// As [`Blocks::palace_number`].
    pub fn outcome(&mut self, at: Position, watch: &dyn Watch) -> Result<Outcome, SolveError> {
        self.cell(at, watch).map(|palaces| Outcome::p_if(palaces < self.k))
    }

    /// How many P-positions have x < width and y < height.
    ///
    /// # Errors
    /// As [`Blocks::palace_number`].
    pub fn count(&mut self, width: u64, height: u64, watch: &dyn Watch) -> Result<u128, SolveError> {
        self.reach(width.max(height).into(), watch)?;
        let top = self.levels.len() - 1;
        Ok(Corners { blocks: self, known: FxHashMap::default() }.count(
            top,
            self.origins[top],
            Some(width.into()),
            Some(height.into()),
        ))
    }

    /// How many P-positions in row y have x < width.
    ///
    /// # Errors
    /// As [`Blocks::palace_number`].
    pub fn count_row(&mut self, y: u64, width: u64, watch: &dyn Watch) -> Result<u128, SolveError> {
        self.reach(u128::from(width.max(y)), watch)?;
        let top = self.levels.len() - 1;
        let mut corners = Corners { blocks: self, known: FxHashMap::default() };
        let mut above = |rows: u128| corners.count(top, corners.blocks.origins[top], Some(width.into()), Some(rows));
        Ok(above(u128::from(y) + 1) - above(y.into()))
    }

    /// How many P-positions in column x have y < height: as many as in row x, for the board is symmetric.
    ///
    /// # Errors
    /// As [`Blocks::palace_number`].
    pub fn count_column(&mut self, x: u64, height: u64, watch: &dyn Watch) -> Result<u128, SolveError> {
        self.count_row(x, height, watch)
    }

    /// How many P-positions (x, x + difference) have x < width.
    ///
    /// # Errors
    /// As [`Blocks::palace_number`].
    pub fn count_diagonal(&mut self, difference: u64, width: u64, watch: &dyn Watch) -> Result<u128, SolveError> {
        self.reach(u128::from(width) + u128::from(difference), watch)?;
        let top = self.levels.len() - 1;
        let mut diagonals = Diagonals { blocks: self, known: FxHashMap::default() };
        Ok(diagonals.count(top, self.origins[top], difference.into(), Some(width.into())))
    }

    /// The part of a block, by its row and column.
    pub(super) fn part(&self, level: usize, id: Id, row: usize, column: usize) -> Id {
        let block = self.levels[level].block(id);
        block.parts[row * self.numeration.word(block.shape.1).len() + column]
    }

    /// Which part of an interval holds the offset, and the offset there.
    fn part_at(&self, level: usize, symbol: Symbol, offset: u128) -> (usize, u128) {
        let (at, _, start) = self
            .pieces(level, symbol)
            .find(|(_, length, start)| offset - start < *length)
            .expect("the offset is below the interval's length");
        (at, offset - start)
    }

    /// The parts of an interval: index, length and start.
    pub(super) fn pieces(&self, level: usize, symbol: Symbol) -> impl Iterator<Item = (usize, u128, u128)> + '_ {
        let below = &self.levels[level - 1];
        let mut start = 0;
        self.numeration.word(symbol).iter().enumerate().map(move |(at, part)| {
            let length = below.length(*part);
            start += length;
            (at, length, start - length)
        })
    }
}

/// What a cut leaves of a part that begins at `start`; nothing where it lies beyond.
fn kept_of_part(kept: Kept, start: u128, length: u128) -> Option<Kept> {
    match kept {
        None => Some(None),
        Some(kept) if kept <= start => None,
        Some(kept) => Some(Some(kept - start).filter(|kept| *kept < length)),
    }
}

/// A count of the P-positions in the top left corners of blocks.
struct Corners<'b> {
    blocks: &'b Blocks,
    known: FxHashMap<(usize, Id, Kept, Kept), u128>,
}

impl Corners<'_> {
    /// The P-positions in the first columns and rows of a block.
    fn count(&mut self, level: usize, id: Id, columns: Kept, rows: Kept) -> u128 {
        let block = self.blocks.levels[level].block(id);
        if columns.is_none() && rows.is_none() {
            return block.palaces;
        }
        let key = (level, id, columns, rows);
        if let Some(count) = self.known.get(&key) {
            return *count;
        }
        let count =
            if level == 0 { self.count_cells(id, columns, rows) } else { self.count_parts(level, id, columns, rows) };
        self.known.insert(key, count);
        count
    }

    fn count_parts(&mut self, level: usize, id: Id, columns: Kept, rows: Kept) -> u128 {
        let blocks = self.blocks;
        let shape = blocks.levels[level].block(id).shape;
        let mut count = 0;
        for (row, height, top) in blocks.pieces(level, shape.0) {
            let Some(rows) = kept_of_part(rows, top, height) else { break };
            for (column, width, left) in blocks.pieces(level, shape.1) {
                let Some(columns) = kept_of_part(columns, left, width) else { break };
                count += self.count(level - 1, blocks.part(level, id, row, column), columns, rows);
            }
        }
        count
    }

    fn count_cells(&self, id: Id, columns: Kept, rows: Kept) -> u128 {
        let level = &self.blocks.levels[0];
        let block = level.block(id);
        let [height, width] = [block.shape.0, block.shape.1].map(|symbol| level.length(symbol));
        let short = |kept: Kept, side: u128| usize::try_from(kept.unwrap_or(side).min(side)).expect("short");
        let rows = block.parts.chunks(short(None, width)).take(short(rows, height));
        rows.map(|row| row[..short(columns, width)].iter().filter(|n| **n < self.blocks.k).count() as u128).sum()
    }
}

/// A count of the P-positions on diagonals of blocks.
struct Diagonals<'b> {
    blocks: &'b Blocks,
    known: FxHashMap<(usize, Id, i128, Kept), u128>,
}

impl Diagonals<'_> {
    /// The P-positions of a block with y − x = difference, counted from its top left cell, in its first columns.
    fn count(&mut self, level: usize, id: Id, difference: i128, columns: Kept) -> u128 {
        let blocks = self.blocks;
        let block = blocks.levels[level].block(id);
        let [height, width] = [block.shape.0, block.shape.1].map(|symbol| signed(blocks.levels[level].length(symbol)));
        if difference >= height || difference <= -width || block.palaces == 0 {
            return 0;
        }
        let key = (level, id, difference, columns);
        if let Some(count) = self.known.get(&key) {
            return *count;
        }
        let mut count = 0;
        if level == 0 {
            let columns = columns.map_or(width, signed).min(width);
            let on_diagonal = (0..columns).map(|x| (x, x + difference)).filter(|(_, y)| (0..height).contains(y));
            let palace = |(x, y): &(i128, i128)| {
                block.parts[usize::try_from(y * width + x).expect("a cell of the block")] < blocks.k
            };
            count = on_diagonal.filter(palace).count() as u128;
        } else {
            for (row, _, top) in blocks.pieces(level, block.shape.0) {
                for (column, width, left) in blocks.pieces(level, block.shape.1) {
                    let Some(columns) = kept_of_part(columns, left, width) else { break };
                    let difference = difference + signed(left) - signed(top);
                    count += self.count(level - 1, blocks.part(level, id, row, column), difference, columns);
                }
            }
        }
        self.known.insert(key, count);
        count
    }
}

fn signed(length: u128) -> i128 {
    i128::try_from(length).expect("lengths are below 2^120")
}
