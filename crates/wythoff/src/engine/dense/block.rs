//! One block of a giant board, as a job of its own: from the counts that enter it to those that leave it.
//!
//! The half board x ≤ y < n of W^k is cut into blocks of side S. [`solve_block`] solves one of them and needs nothing
//! but the two [`Edge`]s that enter it: it knows nothing of threads, disks or schedulers. Whoever runs the blocks of a
//! board in an order in which each comes after the one on its left and the one above has solved the board; the
//! fingerprints of the blocks add up to that of the board.
//!
//! ```
//! use wythoff::engine::dense::block::{Block, Edge, solve_block};
//! use wythoff::engine::dense::{self, Settings};
//!
//! // The board x, y < 5000 of W^300 has six blocks of side 2048 in its lower half.
//! let (k, n, side) = (300, 5000, 2048);
//! let mut palaces = 0;
//! let mut above: Vec<Edge> = Vec::new();
//! for row in 0..3 {
//!     let mut left = Edge::start_of_row(k, side, row)?;
//!     for column in 0..=row {
//!         let block = Block::new(k, n, side, column, row)?;
//!         // On the diagonal, what enters from above is the mirror image of what enters on the left.
//!         let solved = solve_block(&block, &left, above.get(column as usize), false, Settings::default(), &())?;
//!         palaces += solved.p_count;
//!         above.truncate(row as usize);
//!         match solved.right {
//!             Some(right) => (left, above[column as usize]) = (right, solved.bottom),
//!             None => above.push(solved.bottom),
//!         }
//!     }
//! }
//! assert_eq!(palaces, dense::stats(k, n, false, Settings::default(), &())?.p_count);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The format of edges
//!
//! [`Edge::to_bytes`] is how edges travel from machine to machine and how they are kept. Numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 0–7 | `wythedge` |
//! | 8–11 | the version, 1 |
//! | 12–15 | CRC-32 (that of zlib and PNG) of all bytes from 16 on |
//! | 16–23 | k |
//! | 24–31 | x of the first cell after the line |
//! | 32–39 | y of it |
//! | 40–47 | S, the cells along the line |
//! | 48–51 | 0: a vertical line, whose cells go down; 1: a horizontal line, whose cells go right |
//! | 52–55 | w: the bytes of a straight count, 4 if they are exact and 1 if they are residues modulo 256 |
//! | 56–63 | 0 |
//! | 64–… | S straight counts of w bytes; then S + 1 diagonal counts, residues modulo 256, of one byte |
//!
//! A *straight* count is the number of palaces before the line in the row (the column) of the cell. A *diagonal* count
//! is the number of palaces on the diagonal up and left of the cell; the last one is that of the cell after the last.

use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;

use super::census::{CELLS, Census, Found, ROW_BYTES};
use super::half::{Half, Part, Tally, Wanted};
use super::kernel::{Crossing, LANES, ROWS};
use super::{Halt, Plan, Settings, usize_of};
use crate::engine::{SolveError, memory_needed};
use crate::fingerprint::Fingerprint;
use crate::watch::Watch;

/// The side of a block is a multiple of this.
pub const SIDE_STEP: u64 = (LANES * CELLS) as u64;

/// Palaces are counted in squares of so many columns and rows.
pub const SQUARE: u64 = CELLS as u64;

/// Sums of counts fit in 32 bits, and so does every coordinate.
const SIDE_LIMIT: u64 = 1 << 29;

/// Why there is no such block, or why it can't be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// The side is not one that blocks have.
    #[error("the side of a block is a multiple of {SIDE_STEP}, not {side}")]
    Side {
        /// The side asked for.
        side: u64,
    },
    /// The block is not on the half board.
    #[error("there is no block in column {column} and row {row}: blocks have column ≤ row < {rows}")]
    Outside {
        /// Its column of blocks.
        column: u64,
        /// Its row of blocks.
        row: u64,
        /// How many rows of blocks there are.
        rows: u64,
    },
    /// An edge belongs elsewhere.
    #[error("the edge {which} of this block is the {wanted}, not the {given}")]
    WrongEdge {
        /// On the left, or at the top.
        which: &'static str,
        /// The line that is wanted.
        wanted: String,
        /// The line that was given.
        given: String,
    },
    /// The top edge is missing, or there is one too many.
    #[error("a block has an edge on the left and, unless it is on the diagonal, one at the top")]
    Edges,
    /// An edge has too few or too many counts.
    #[error("an edge has one diagonal count more than straight ones, not {diagonal} beside {straight}")]
    Diagonals {
        /// How many straight counts.
        straight: usize,
        /// How many diagonal counts.
        diagonal: usize,
    },
    /// A deviation left the window in which 8-bit counts are proved to be right.
    #[error(transparent)]
    GuardFired(#[from] super::GuardFired),
    /// The board is too large, does not fit in memory, or the watcher stopped the work.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The direction of the line that an edge follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From top to bottom: between a block and the next one on the right.
    Vertical,
    /// From left to right: between a block and the next one below.
    Horizontal,
}

/// The counts along one side of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    k: u64,
    direction: Direction,
    x: u64,
    y: u64,
    straight: Box<[u32]>,
    diagonal: Box<[u8]>,
    is_exact: bool,
}

/// Why bytes are not an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EdgeError {
    /// They do not begin like one.
    #[error("these bytes are not an edge: they do not begin with `wythedge`")]
    Kind,
    /// They are of another version.
    #[error("this edge has version {0}; version {VERSION} can be read")]
    Version(u32),
    /// They are cut, too long, or damaged.
    #[error("this edge is damaged: its length or its checksum is not right")]
    Damaged,
}

const MAGIC: &[u8; 8] = b"wythedge";
const VERSION: u32 = 1;
const HEADER: usize = 64;

/// The bytes of an edge of so many cells.
pub(crate) const fn edge_bytes(side: usize, is_exact: bool) -> usize {
    HEADER + if is_exact { 4 * side } else { side } + side + 1
}

impl Edge {
    /// The edge on the left of a row of blocks, where the board begins and nothing enters.
    ///
    /// # Errors
    /// When the side is not one that blocks have.
    pub fn start_of_row(k: u64, side: u64, row: u64) -> Result<Self, BlockError> {
        side_needed(side)?;
        let side = usize_of(side);
        Ok(Self {
            k,
            direction: Direction::Vertical,
            x: 0,
            y: row.saturating_mul(side as u64),
            straight: vec![0; side].into(),
            diagonal: vec![0; side + 1].into(),
            is_exact: true,
        })
    }

    /// The edge of W^k along a line that begins before the cell (x, y), from residues modulo 256.
    ///
    /// # Errors
    /// When the side is not one that blocks have, or there is not one diagonal count more than straight ones.
    pub fn of_residues(
        k: u64,
        direction: Direction,
        (x, y): (u64, u64),
        straight: &[u8],
        diagonal: Vec<u8>,
    ) -> Result<Self, BlockError> {
        side_needed(straight.len() as u64)?;
        if diagonal.len() != straight.len() + 1 {
            return Err(BlockError::Diagonals { straight: straight.len(), diagonal: diagonal.len() });
        }
        let straight = straight.iter().map(|count| u32::from(*count)).collect();
        Ok(Self { k, direction, x, y, straight, diagonal: diagonal.into(), is_exact: false })
    }

    /// The first cell after the line: x and y.
    pub fn at(&self) -> (u64, u64) {
        (self.x, self.y)
    }

    /// How many palaces each row (or column) has before the line; exact, or modulo 256.
    pub fn straight(&self) -> &[u32] {
        &self.straight
    }

    /// How many palaces each diagonal has before the line, modulo 256.
    pub fn diagonal(&self) -> &[u8] {
        &self.diagonal
    }

    /// Whether the straight counts are exact.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The same with straight counts modulo 256, which is all that the next block needs and takes less than half the
    /// bytes.
    #[must_use]
    pub fn residues(mut self) -> Self {
        self.straight.iter_mut().for_each(|count| *count &= 0xff);
        self.is_exact = false;
        self
    }

    /// The same with these straight counts, of which its own are the residues.
    pub(super) fn with_exact(self, straight: Box<[u32]>) -> Self {
        Self { straight, is_exact: true, ..self }
    }

    /// A part of the edge: `side` of its cells, from one of them on.
    ///
    /// # Panics
    /// When the edge is shorter.
    #[must_use]
    pub fn part(&self, from: u64, side: u64) -> Self {
        let (at, length) = (usize_of(from), usize_of(side));
        let (x, y) = match self.direction {
            Direction::Vertical => (self.x, self.y + from),
            Direction::Horizontal => (self.x + from, self.y),
        };
        let (straight, diagonal) = (&self.straight[at..at + length], &self.diagonal[at..=at + length]);
        Self { x, y, straight: straight.into(), diagonal: diagonal.into(), ..*self }
    }

    /// The edge in bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let width: u8 = if self.is_exact { 4 } else { 1 };
        let mut bytes = Vec::with_capacity(edge_bytes(self.straight.len(), self.is_exact));
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([0; 4]);
        for number in [self.k, self.x, self.y, self.straight.len() as u64] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(u32::from(self.direction == Direction::Horizontal).to_le_bytes());
        bytes.extend(u32::from(width).to_le_bytes());
        bytes.extend([0; 8]);
        if self.is_exact {
            bytes.extend(self.straight.iter().flat_map(|count| count.to_le_bytes()));
        } else {
            bytes.extend(self.straight.iter().map(|count| residue(*count)));
        }
        bytes.extend(&self.diagonal);
        let checksum = crc32fast::hash(&bytes[16..]).to_le_bytes();
        bytes[12..16].copy_from_slice(&checksum);
        bytes
    }

    /// The edge from its bytes.
    ///
    /// # Errors
    /// When they are not those of an edge, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, EdgeError> {
        let number = |at: usize| bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes);
        let long = |at: usize| bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes);
        if !bytes.starts_with(MAGIC) {
            return Err(EdgeError::Kind);
        }
        match number(8) {
            Some(VERSION) => {}
            Some(version) => return Err(EdgeError::Version(version)),
            None => return Err(EdgeError::Damaged),
        }
        let read = || {
            if number(12)? != crc32fast::hash(bytes.get(16..)?) {
                return None;
            }
            let side = usize::try_from(long(40)?).ok().filter(|side| *side as u64 <= SIDE_LIMIT)?;
            let direction = match number(48)? {
                0 => Direction::Vertical,
                1 => Direction::Horizontal,
                _ => return None,
            };
            let width = number(52).filter(|width| matches!(width, 1 | 4))? as usize;
            let (straight, diagonal) = bytes.get(HEADER..)?.split_at_checked(width * side)?;
            let counts = match width {
                1 => straight.iter().map(|residue| u32::from(*residue)).collect(),
                _ => straight.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect(),
            };
            (diagonal.len() == side + 1).then(|| Self {
                k: long(16).unwrap_or_default(),
                direction,
                x: long(24).unwrap_or_default(),
                y: long(32).unwrap_or_default(),
                straight: counts,
                diagonal: diagonal.into(),
                is_exact: width == 4,
            })
        };
        read().ok_or(EdgeError::Damaged)
    }

    /// The line in words.
    fn shown(&self) -> String {
        shown(self.k, self.direction, self.straight.len() as u64, self.x, self.y)
    }
}

/// Refuses a side that blocks don't have.
fn side_needed(side: u64) -> Result<(), BlockError> {
    if side == 0 || !side.is_multiple_of(SIDE_STEP) || side > SIDE_LIMIT {
        Err(BlockError::Side { side })
    } else {
        Ok(())
    }
}

fn shown(k: u64, direction: Direction, side: u64, x: u64, y: u64) -> String {
    let direction = match direction {
        Direction::Vertical => "vertical",
        Direction::Horizontal => "horizontal",
    };
    format!("{direction} line of {side} cells at ({x},{y}) of W^{k}")
}

/// A block of the half board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    k: u64,
    n: u64,
    side: u64,
    column: u64,
    row: u64,
}

impl Block {
    /// The block of this column and row of blocks of side `side`, of the board x, y < n of W^k. The last row of blocks
    /// ends with the board.
    ///
    /// # Errors
    /// When there is no such block.
    pub fn new(k: u64, n: u64, side: u64, column: u64, row: u64) -> Result<Self, BlockError> {
        side_needed(side)?;
        super::k_needed(k)?;
        if n > SIDE_LIMIT {
            return Err(SolveError::TooManyCells { cells: format!("{n}²"), limit: SIDE_LIMIT * SIDE_LIMIT }.into());
        }
        let rows = n.div_ceil(side);
        if column > row || row >= rows {
            return Err(BlockError::Outside { column, row, rows });
        }
        Ok(Self { k, n, side, column, row })
    }

    /// The game.
    pub fn k(&self) -> u64 {
        self.k
    }

    /// Columns and rows, of which some may lie beyond the board.
    pub fn side(&self) -> u64 {
        self.side
    }

    /// Columns and rows on the board.
    pub fn size(&self) -> (u64, u64) {
        let part = self.part();
        (part.right - part.x, part.bottom - part.y)
    }

    /// The first column of cells.
    pub fn x(&self) -> u64 {
        self.column * self.side
    }

    /// The first row of cells.
    pub fn y(&self) -> u64 {
        self.row * self.side
    }

    /// Whether it is its own mirror image.
    pub fn is_diagonal(&self) -> bool {
        self.column == self.row
    }

    fn part(&self) -> Part {
        let end = |from: u64| (from + self.side).min(self.n);
        Part { x: self.x(), right: end(self.x()), y: self.y(), bottom: end(self.y()) }
    }

    /// Refuses an edge of another line.
    fn has_edge(&self, which: &'static str, direction: Direction, edge: &Edge) -> Result<(), BlockError> {
        let (x, y) = (self.x(), self.y());
        let given = (edge.k, edge.direction, edge.straight.len() as u64, edge.x, edge.y);
        if given == (self.k, direction, self.side, x, y) {
            return Ok(());
        }
        let wanted = shown(self.k, direction, self.side, x, y);
        Err(BlockError::WrongEdge { which, wanted, given: edge.shown() })
    }

    /// Refuses edges that are not those which enter the block.
    ///
    /// # Errors
    /// When one is missing, or belongs elsewhere.
    pub fn enter(&self, left: &Edge, top: Option<&Edge>) -> Result<(), BlockError> {
        self.has_edge("on the left", Direction::Vertical, left)?;
        if self.is_diagonal() == top.is_some() {
            return Err(BlockError::Edges);
        }
        top.map_or(Ok(()), |top| self.has_edge("at the top", Direction::Horizontal, top))
    }

    /// The bytes that it takes to solve the block.
    pub fn bytes(&self, bits: bool) -> u64 {
        let (side, squares) = (self.side, self.side / SQUARE);
        // Edges, crossings and rows; counts twice; bits as they come and as they go out.
        64 * side + 4 * squares * squares + if bits { side * side / 4 + 32 * side } else { 0 }
    }
}

/// A block that is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// What leaves it on the right; nothing on the diagonal, where it is the mirror image of what leaves it below.
    pub right: Option<Edge>,
    /// What leaves it below: nothing where the board ends before.
    pub bottom: Edge,
    /// The palaces of the block and of its mirror image.
    pub p_count: u64,
    /// The fingerprint of these.
    pub fingerprint: Fingerprint,
    /// The smallest deviation outside the hood, if the block has such a cell.
    pub min_deviation: Option<i64>,
    /// The largest.
    pub max_deviation: Option<i64>,
    /// The palaces of each square of [`SQUARE`] columns and rows of the block, by rows of squares.
    pub counts: Box<[u16]>,
    /// The bits by rows, 8 cells a byte, the first in the lowest bit, 1 for a palace; empty unless asked for.
    pub bits: Box<[u8]>,
}

/// Solves a block from the edges that enter it: the one on the left and, unless the block is on the diagonal, the one
/// at the top. What leaves it has exact counts if what enters has.
///
/// # Errors
/// When the edges are not those of the block, the bits do not fit in memory, or the watcher stops the work; when the
/// guard fires.
pub fn solve_block(
    block: &Block,
    left: &Edge,
    top: Option<&Edge>,
    bits: bool,
    settings: Settings,
    watch: &dyn Watch,
) -> Result<Solved, BlockError> {
    block.enter(left, top)?;
    memory_needed(block.bytes(bits))?;
    let plan = Plan::new(Settings { strip: Some(CELLS), ..settings }, block.side);
    let part = block.part();
    let rows = usize_of(part.bottom - part.y);
    let mut half = Half::<u8>::new(block.k, part, Wanted::Fingerprint, plan);
    let bias = half.nothing()[0];
    half.enter(crossings(left, rows, bias));
    half.corner = left.diagonal[0];
    half.census = Some(Census {
        rows: left.straight[..rows].iter().map(|count| AtomicU32::new(*count)).collect(),
        top: top.map(|top| (top.straight.to_vec(), top.diagonal.to_vec())),
        wants_bits: bits,
        is_exact: left.is_exact && top.is_none_or(|top| top.is_exact),
        found: (0..(part.right - part.x).div_ceil(SIDE_STEP)).map(|_| OnceLock::new()).collect(),
    });
    let tally = match half.solve(watch) {
        Ok(tally) => tally,
        Err(Halt::GuardFired) => return Err(super::GuardFired.into()),
        Err(Halt::Error(error)) => return Err(error.into()),
    };
    Ok(assembled(block, top, half, tally))
}

/// What was found in the block columns, put together.
fn assembled(block: &Block, top: Option<&Edge>, mut half: Half<u8>, tally: Tally) -> Solved {
    let side = usize_of(block.side);
    let bias = half.nothing()[0];
    let leaving: Vec<Crossing<u8>> = half.leaving().collect();
    let census = half.census.take().expect("there is one");
    let (rows, is_exact) = (census.rows.len(), census.is_exact);
    let mut departing = (0..rows).map(|row| leaving[row / ROWS][ROWS + row % ROWS]);
    let edge = |direction, straight: Vec<u32>, diagonal: Vec<u8>| {
        let (x, y) = match direction {
            Direction::Vertical => (block.x() + block.side, block.y()),
            Direction::Horizontal => (block.x(), block.y() + block.side),
        };
        let (straight, diagonal) = (padded(straight, side), padded(diagonal, side + 1));
        Edge { k: block.k, direction, x, y, straight, diagonal, is_exact }
    };
    let right = top.map(|top| {
        let residues = (0..rows).map(|row| leaving[row / ROWS][row % ROWS].wrapping_sub(bias).into());
        let straight = if is_exact { (0..rows).map(|row| census.row(row)).collect() } else { residues.collect() };
        let first = top.diagonal[side];
        edge(Direction::Vertical, straight, std::iter::once(first).chain(departing.clone()).collect())
    });
    let found: Vec<Found<u8>> = census.found.into_iter().filter_map(OnceLock::into_inner).collect();
    let arriving = found.iter().flat_map(|found| found.d.iter().copied()).chain(departing.next_back());
    let below = found.iter().flat_map(|found| found.v.iter().copied());
    let bottom = if rows < side {
        edge(Direction::Horizontal, Vec::new(), Vec::new())
    } else {
        edge(Direction::Horizontal, below.collect(), arriving.collect())
    };

    let squares = side / CELLS;
    let mut counts = vec![0_u16; squares * squares];
    let mut bits = vec![0_u8; if census.wants_bits { side * side / 8 } else { 0 }];
    for (column, found) in found.iter().enumerate() {
        for (counts, found) in counts.chunks_mut(squares).zip(found.counts.chunks(LANES)) {
            counts[column * LANES..][..LANES].copy_from_slice(found);
        }
        for (bits, found) in bits.chunks_mut(side / 8).zip(found.bits.chunks(ROW_BYTES)) {
            bits[column * ROW_BYTES..][..ROW_BYTES].copy_from_slice(found);
        }
    }
    if block.is_diagonal() {
        // What lies above the squares on the diagonal was not computed.
        for row in 0..squares {
            for column in (row / LANES + 1) * LANES..squares {
                counts[row * squares + column] = counts[column * squares + row];
                if census.wants_bits {
                    let words = transposed(words_of(&bits, side / 8, column, row));
                    for (r, word) in words.iter().enumerate() {
                        bits[(row * CELLS + r) * side / 8 + column * 8..][..8].copy_from_slice(&word.to_le_bytes());
                    }
                }
            }
        }
    }
    let mut fingerprint = tally.fingerprint;
    fingerprint.add_from_columns(tally.mirror);
    Solved {
        right,
        bottom,
        p_count: tally.p_count,
        fingerprint,
        min_deviation: tally.low,
        max_deviation: tally.high,
        counts: counts.into(),
        bits: bits.into(),
    }
}

/// What crosses a vertical line, by row blocks: row counts with the bias, and diagonal counts that leave the row.
pub(super) fn crossings(edge: &Edge, rows: usize, bias: u8) -> impl Iterator<Item = Crossing<u8>> {
    (0..rows.div_ceil(ROWS)).map(move |row_block| {
        std::array::from_fn(|r| {
            let row = row_block * ROWS + r % ROWS;
            if r < ROWS { bias.wrapping_add(residue(edge.straight[row])) } else { edge.diagonal[row + 1] }
        })
    })
}

#[expect(clippy::cast_possible_truncation, reason = "the residue is wanted")]
pub(super) fn residue(count: u32) -> u8 {
    count as u8
}

/// What lies beyond the board is 0.
fn padded<T: Copy + Default>(mut counts: Vec<T>, length: usize) -> Box<[T]> {
    counts.resize(length, T::default());
    counts.into()
}

/// The mirror image of a square of bits, by rows of `side` / 8 bytes; `side` is a multiple of 64.
pub fn mirrored_bits(bits: &[u8], side: usize) -> Vec<u8> {
    let mut mirror = vec![0; bits.len()];
    for row in 0..side / CELLS {
        for column in 0..side / CELLS {
            for (r, word) in transposed(words_of(bits, side / 8, column, row)).iter().enumerate() {
                mirror[(row * CELLS + r) * side / 8 + column * 8..][..8].copy_from_slice(&word.to_le_bytes());
            }
        }
    }
    mirror
}

/// The palaces of each `factor` × `factor` cells of a square of bits, by rows; `factor` is a power of two from 2 to
/// 128, and `side` a multiple of it and of 64.
///
/// # Panics
/// For other factors.
pub fn counts_of_bits(bits: &[u8], side: usize, factor: usize) -> Vec<u16> {
    assert!((2..=128).contains(&factor) && factor.is_power_of_two(), "{factor} is no factor");
    let across = side / factor;
    let mut counts = vec![0_u16; across * across];
    let rows = bits.chunks_exact(side / 8);
    for (row, bits) in rows.enumerate() {
        let counts = &mut counts[row / factor * across..][..across];
        if factor < 8 {
            for (counts, byte) in counts.chunks_exact_mut(8 / factor).zip(bits) {
                for (place, count) in counts.iter_mut().enumerate() {
                    *count += ones(byte >> (place * factor) & ((1 << factor) - 1));
                }
            }
        } else {
            for (count, bytes) in counts.iter_mut().zip(bits.chunks_exact(factor / 8)) {
                *count += bytes.iter().map(|byte| ones(*byte)).sum::<u16>();
            }
        }
    }
    counts
}

/// How many bits of a byte are set, in arithmetic that vectors have.
#[inline]
fn ones(byte: u8) -> u16 {
    let pairs = byte - (byte >> 1 & 0x55);
    let fours = (pairs & 0x33) + (pairs >> 2 & 0x33);
    ((fours + (fours >> 4)) & 0x0f).into()
}

/// The square in this row and column of squares of 64 cells.
fn words_of(bits: &[u8], stride: usize, row: usize, column: usize) -> [u64; CELLS] {
    std::array::from_fn(|r| {
        let at = (row * CELLS + r) * stride + column * 8;
        u64::from_le_bytes(*bits[at..].first_chunk().expect("a square has 8 bytes a row"))
    })
}

/// Rows become columns: squares of half the side change places, then those of a quarter, and so on.
fn transposed(mut words: [u64; CELLS]) -> [u64; CELLS] {
    let mut mask = u64::MAX >> 32;
    let mut half = 32;
    while half > 0 {
        for row in (0..CELLS).filter(|row| row & half == 0) {
            let exchanged = (words[row] >> half ^ words[row + half]) & mask;
            words[row] ^= exchanged << half;
            words[row + half] ^= exchanged;
        }
        half /= 2;
        mask ^= mask << half;
    }
    words
}
