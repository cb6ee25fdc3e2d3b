//! Rectangles of a proved board, wherever they lie: their cells, or how many palaces each of their squares holds.
//!
//! From the origin block down, a rectangle meets few blocks until they are about as small as it is. Down to there their
//! corners are integers of any size; from there on they are 64-bit offsets from the corner of the rectangle.
//!
//! Squares of 2^s × 2^s cells are counted without a visit to their cells. A block within one square adds the number of
//! its palaces, which depends on its type and level alone. A block across the border of two squares is taken apart, if
//! it may hold a palace; of such blocks a border meets few, since a line holds at most k palaces.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use super::answer::{AnswerError, MEMORY_LIMIT, Palaces, places};
use crate::position::{Position, Tokens};

/// The most squares that are counted, or cells that are listed, at once.
pub const AREA_LIMIT: u64 = 1 << 24;

/// The side of a rectangle, in cells, is at most 2^40.
const SIDE_BITS: u32 = 40;

/// A rectangle of squares: `size` of them across and down, each of 2^`shift` × 2^`shift` cells, the first at `at`.
#[derive(Clone, Debug)]
pub struct Area {
    /// The first cell.
    pub at: Position<UBig>,
    /// Squares across and down.
    pub size: [u32; 2],
    /// The binary logarithm of a square's side.
    pub shift: u32,
}

impl Area {
    /// How many squares there are, and how many cells across and down.
    fn measured(&self) -> Result<(usize, [i64; 2]), AnswerError> {
        let squares = u64::from(self.size[0]) * u64::from(self.size[1]);
        let bits = self.size.map(|size| u32::BITS - size.leading_zeros()).into_iter().max().unwrap_or(0);
        if squares > AREA_LIMIT || bits.saturating_add(self.shift) > SIDE_BITS {
            return Err(AnswerError::Area { squares, shift: self.shift });
        }
        // Both fit: the squares are at most 2^24, the sides at most 2^40.
        let squares = usize::try_from(squares).expect("at most 2^24");
        Ok((squares, self.size.map(|size| i64::from(size) << self.shift)))
    }
}

/// A block whose corner is so far from that of the rectangle.
#[derive(Clone, Copy)]
struct Block {
    of: u32,
    level: usize,
    x: i64,
    y: i64,
}

/// Where the letters of each symbol's word begin, and last its length, for the levels with short blocks. As
/// [`Palaces::starts`].
type ShortStarts = Vec<Vec<Vec<i64>>>;

impl Palaces<'_> {
    /// The deviations of the cells of a rectangle whose squares are cells, row by row.
    ///
    /// # Errors
    /// When the area is too large or its coordinates have too many digits.
    ///
    /// # Panics
    /// When the squares are no cells.
    pub fn deviations(&mut self, area: &Area) -> Result<Vec<i64>, AnswerError> {
        assert_eq!(area.shift, 0, "deviations are those of cells");
        let (cells, size) = area.measured()?;
        let mut found = vec![0; cells];
        let (starts, mut blocks) = self.blocks(&area.at, size)?;
        while let Some(block) = blocks.pop() {
            if block.level > 0 {
                let shape = self.shape(block.level, block.of);
                let children = places(self.certificate(), shape).map(|place| self.child(&starts, block, place));
                blocks.extend(children.filter(|child| self.meets(&starts, *child, size)));
            } else {
                self.cells(block, size, |x, y, deviation| found[index(y * size[0] + x)] = deviation);
            }
        }
        Ok(found)
    }

    /// How many palaces each square holds, row by row.
    ///
    /// ```
    /// use wythoff::Position;
    /// use wythoff::exact::UBig;
    /// use wythoff::certificate::answer::{Palaces, Solution};
    /// use wythoff::certificate::area::Area;
    ///
    /// // 2^20 rows of W^14, far out: every row holds 14 palaces, and only some of them lie in these columns.
    /// let at = Position::new(UBig::ZERO, UBig::from(10_u8).pow(100));
    /// let mut palaces = Palaces::new(Solution::shipped(14).expect("W^14 is solved"));
    /// let counts = palaces.counts(&Area { at, size: [4, 4], shift: 18 })?;
    /// assert!(counts.iter().sum::<u64>() <= 14 << 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::deviations`].
    pub fn counts(&mut self, area: &Area) -> Result<Vec<u64>, AnswerError> {
        let (squares, size) = area.measured()?;
        let shift = area.shift;
        let across = size[0] >> shift;
        let mut found = vec![0; squares];
        let (starts, mut blocks) = self.blocks(&area.at, size)?;
        while let Some(block) = blocks.pop() {
            let [width, height] = self.extent(&starts, block);
            let is_within = |from: i64, length: i64| from >> shift == (from + length - 1) >> shift;
            if is_within(block.x, width) && is_within(block.y, height) {
                found[index((block.y >> shift) * across + (block.x >> shift))] +=
                    self.palaces_in(block.level, block.of);
            } else if block.level > 0 {
                let class = self.certificate().class(block.level - 1);
                let children = self.populated(class, block.of).map(|(_, place)| self.child(&starts, block, place));
                blocks.extend(children.filter(|child| self.meets(&starts, *child, size)));
            } else {
                self.cells(block, size, |x, y, deviation| {
                    found[index((y >> shift) * across + (x >> shift))] += u64::from(deviation < 0);
                });
            }
        }
        Ok(found)
    }

    /// How many palaces there are with x, y < `side`.
    ///
    /// # Errors
    /// When the side has too many digits.
    pub fn in_square(&mut self, side: &UBig) -> Result<UBig, AnswerError> {
        self.reach(side)?;
        self.count_blocks()?;
        let mut count = UBig::ZERO;
        let origin = self.certificate().levels()[self.certificate().class(self.top())].origin;
        // The blocks of a level that are neither inside the square nor outside it, and where they begin. A line holds
        // at most k palaces, so there are few of them.
        let mut across = vec![(origin, UBig::ZERO, UBig::ZERO)];
        for level in (0..=self.top()).rev() {
            let mut parts = Vec::new();
            for (of, x, y) in across {
                let (rows, columns) = self.shape(level, of);
                let end = |start: &UBig, symbol: usize| start + self.length(level, symbol);
                if end(&x, columns) <= *side && end(&y, rows) <= *side {
                    count += &self.in_blocks[level][of as usize];
                } else if level > 0 {
                    let class = self.certificate().class(level - 1);
                    let part = |(of, (row, column)): (u32, (usize, usize))| {
                        (of, &x + &self.starts[level][columns][column], &y + &self.starts[level][rows][row])
                    };
                    parts.extend(self.populated(class, of).map(part).filter(|(_, x, y)| x < side && y < side));
                } else {
                    let inside = |start: &UBig, symbol: usize| {
                        let cells = self.certificate().numeration().lengths[symbol] as usize;
                        side.minus(start).map_or(0, |left| usize::try_from(left).unwrap_or(cells).min(cells))
                    };
                    let cells = (0..inside(&y, rows)).flat_map(|row| (0..inside(&x, columns)).map(move |at| (row, at)));
                    count += cells.filter(|(row, at)| self.certificate().content(of, *row, *at) < 0).count();
                }
            }
            across = parts;
        }
        Ok(count)
    }

    /// How many palaces the blocks of each type hold, on all levels that are reached.
    fn count_blocks(&mut self) -> Result<(), AnswerError> {
        // A block holds at most k palaces in each row, so its count has hardly more bits than its side; on the
        // average over all levels half as many as on the highest.
        let bits = self.length(self.top(), 0).bit_len();
        let types = self.certificate().levels().iter().map(|level| level.shapes.len()).max().unwrap_or(0);
        let bytes = (types as u64).saturating_mul(self.top() as u64 + 1).saturating_mul(bits as u64 / 16 + 40);
        if bytes > MEMORY_LIMIT {
            return Err(AnswerError::TooLarge { bits, bytes });
        }
        for level in self.in_blocks.len()..=self.top() {
            let types = self.certificate().levels()[self.certificate().class(level)].shapes.len();
            let count = |of: u32| -> UBig {
                if of < 2 {
                    // The two types outside the board.
                    UBig::ZERO
                } else if level > 0 {
                    let class = self.certificate().class(level - 1);
                    self.populated(class, of).map(|(of, _)| &self.in_blocks[level - 1][of as usize]).sum()
                } else {
                    let (rows, columns) = self.shape(0, of);
                    let lengths = &self.certificate().numeration().lengths;
                    let cells = (0..lengths[rows] as usize)
                        .flat_map(|row| (0..lengths[columns] as usize).map(move |column| (row, column)));
                    cells.filter(|(row, column)| self.certificate().content(of, *row, *column) < 0).count().into()
                }
            };
            let counts = (0..u32::try_from(types).expect("types are 32-bit numbers")).map(count).collect();
            self.in_blocks.push(counts);
        }
        Ok(())
    }

    /// The blocks of the highest level with short blocks, or of the highest at all, that meet the rectangle.
    fn blocks(&mut self, at: &Position<UBig>, size: [i64; 2]) -> Result<(ShortStarts, Vec<Block>), AnswerError> {
        let reach = |from: &UBig, length: i64| from + length.unsigned_abs();
        self.reach(&reach(&at.x, size[0]))?;
        self.reach(&reach(&at.y, size[1]))?;
        let short: ShortStarts =
            self.starts.iter().map_while(|level| level.iter().map(|starts| short(starts)).collect()).collect();
        let top = short.len() - 1;
        let origin = self.certificate().levels()[self.certificate().class(self.top())].origin;
        // Corners, from the rectangle's.
        let mut far = vec![(origin, -IBig::from(at.x.clone()), -IBig::from(at.y.clone()))];
        for below in (top..self.top()).rev() {
            let mut next = Vec::new();
            for (of, x, y) in far {
                let (rows, columns) = self.shape(below + 1, of);
                for (row, column) in places(self.certificate(), (rows, columns)) {
                    let along = |start: &IBig, symbol: usize, letter: usize, length: i64| {
                        let starts = &self.starts[below + 1][symbol];
                        let (from, to) = (start + &starts[letter], start + &starts[letter + 1]);
                        (to > IBig::ZERO && from < IBig::from(length)).then_some(from)
                    };
                    let corner = along(&x, columns, column, size[0]).zip(along(&y, rows, row, size[1]));
                    let class = self.certificate().class(below);
                    next.extend(corner.map(|(x, y)| (self.certificate().child(class, of, row, column), x, y)));
                }
            }
            far = next;
        }
        // They meet a rectangle with sides of at most 2^40, and are not longer than that.
        let near = |corner: IBig| i64::try_from(corner).expect("the block meets the rectangle");
        let blocks = far.into_iter().map(|(of, x, y)| Block { of, level: top, x: near(x), y: near(y) }).collect();
        Ok((short, blocks))
    }

    /// The part of a block at `place`, its type included.
    fn child(&self, starts: &ShortStarts, block: Block, (row, column): (usize, usize)) -> Block {
        let (rows, columns) = self.shape(block.level, block.of);
        let class = self.certificate().class(block.level - 1);
        Block {
            of: self.certificate().child(class, block.of, row, column),
            level: block.level - 1,
            x: block.x + starts[block.level][columns][column],
            y: block.y + starts[block.level][rows][row],
        }
    }

    /// Cells across and down.
    fn extent(&self, starts: &ShortStarts, block: Block) -> [i64; 2] {
        let (rows, columns) = self.shape(block.level, block.of);
        [columns, rows].map(|symbol| *starts[block.level][symbol].last().expect("the length comes last"))
    }

    fn meets(&self, starts: &ShortStarts, block: Block, size: [i64; 2]) -> bool {
        let [width, height] = self.extent(starts, block);
        block.x < size[0] && block.y < size[1] && block.x + width > 0 && block.y + height > 0
    }

    /// Visits the cells of a block of level 0 that lie in the rectangle, with their deviations.
    fn cells(&self, block: Block, size: [i64; 2], mut visit: impl FnMut(i64, i64, i64)) {
        let (rows, columns) = self.shape(0, block.of);
        let lengths = &self.certificate().numeration().lengths;
        for (y, row) in (block.y..size[1]).zip(0..lengths[rows] as usize).filter(|(y, _)| *y >= 0) {
            for (x, column) in (block.x..size[0]).zip(0..lengths[columns] as usize).filter(|(x, _)| *x >= 0) {
                visit(x, y, self.certificate().content(block.of, row, column));
            }
        }
    }

    /// How many palaces a block within a square holds: at most k in each of 2^40 rows. No sum overflows, since
    /// k < 2^24: the hood of W^k has k different contents, and more of them fit in no certificate that is read.
    fn palaces_in(&mut self, level: usize, of: u32) -> u64 {
        if let Some(&count) = self.counted.get(&(level, of)) {
            return count;
        }
        let count = if level > 0 {
            let class = self.certificate().class(level - 1);
            let children: Vec<u32> = self.populated(class, of).map(|(of, _)| of).collect();
            children.into_iter().map(|child| self.palaces_in(level - 1, child)).sum()
        } else {
            let mut count = 0;
            let all = [i64::MAX, i64::MAX];
            self.cells(Block { of, level, x: 0, y: 0 }, all, |_, _, deviation| count += u64::from(deviation < 0));
            count
        };
        self.counted.insert((level, of), count);
        count
    }
}

/// The numbers as 64-bit ones, if none is above 2^40.
fn short(starts: &[UBig]) -> Option<Vec<i64>> {
    starts.iter().map(|start| i64::try_from(start).ok().filter(|start| *start <= 1 << SIDE_BITS)).collect()
}

fn index(number: i64) -> usize {
    usize::try_from(number).expect("the cell is in the rectangle")
}
