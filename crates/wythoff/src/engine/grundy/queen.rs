//! The nim-values of Wythoff's queen on a large board, in tiles.
//!
//! A cell (x, y), x ≤ y, looks at three sets: that of row y, that of column x, and that of the diagonal y − x. Since
//! the board is its own mirror image, the set of column x is that of row x; so there is one for each number, and the
//! half x ≤ y is all that is computed. In a tile of 64 × 64 cells some 250 sets take part, and the stretches of them
//! that are looked at stay in the processor's cache.
//!
//! A tile needs the one to its left, the one above it and the one between them. So the tiles of an antidiagonal are
//! independent: the tile in columns i and rows j takes the sets of the blocks i and j, and i + j is the same for all;
//! and it takes diagonals around j − i, which differ by two blocks. That is how they are handed to the threads. In a
//! tile the cells are taken by antidiagonals, too: no cell waits for what the one before it has written.

#![allow(clippy::inline_always, reason = "what runs with vectors must be inlined into what is compiled for them")]

use std::ops::Range;

use rayon::prelude::*;

use super::largest_value;
use super::sets::{Sets, mex};
use crate::board::Window;
use crate::engine::{SolveError, memory_needed, report, to_usize};
use crate::game::Rules;
use crate::vectors::{Loop, with_vectors};
use crate::watch::Watch;

/// The side of a tile.
const SIDE: usize = 64;

/// The cells of a tile.
const TILE: usize = SIDE * SIDE;

/// The rows of a row of tiles.
struct Block {
    /// The set of each row, and of the column of the same number.
    lines: Sets,
    /// Its tiles from the left, each row by row; the one on the main diagonal whole. Empty, where it is not shown.
    tiles: Vec<Vec<u32>>,
}

/// The columns and the rows of tiles that a window shows.
struct Shown {
    columns: Range<u64>,
    rows: Range<u64>,
}

impl Shown {
    fn of(window: Window) -> Self {
        let tiles = |from: u64, length: u64| from / SIDE as u64..from.saturating_add(length).div_ceil(SIDE as u64);
        Self { columns: tiles(window.at.x, window.width), rows: tiles(window.at.y, window.height) }
    }

    /// Whether the window shows the tile in these columns and rows, or its mirror image.
    fn holds(&self, column: usize, row: usize) -> bool {
        let [column, row] = [column as u64, row as u64];
        (self.columns.contains(&column) && self.rows.contains(&row))
            || (self.columns.contains(&row) && self.rows.contains(&column))
    }
}

/// The tiles along the shorter and along the longer side of the board up to a window.
fn sides(window: Window) -> (u64, u64) {
    let [right, bottom] = [window.right(), window.bottom()].map(|side| side.unwrap_or(u64::MAX).div_ceil(SIDE as u64));
    (right.min(bottom), right.max(bottom))
}

/// The largest value that could be on the tiles.
fn most(rules: &Rules, columns: u64, rows: u64) -> Result<u32, SolveError> {
    largest_value(rules, columns.saturating_mul(SIDE as u64), rows.saturating_mul(SIDE as u64))
}

/// The bytes that the half board of a window takes.
pub(super) fn bytes(rules: &Rules, window: Window) -> u64 {
    let (columns, rows) = sides(window);
    let Ok(most) = most(rules, columns, rows) else { return u64::MAX };
    let Shown { columns, rows: shown } = Shown::of(window);
    let kept = (columns.end - columns.start).saturating_mul(shown.end - shown.start);
    let tiles = kept.saturating_mul(TILE as u64 * 4).saturating_add(rows.saturating_mul(rows).saturating_mul(24));
    Sets::bytes(rows.saturating_mul(2 * SIDE as u64), most).saturating_add(tiles)
}

/// Solves the board up to the window, and hands its rows to `sink`.
///
/// # Errors
/// When it does not fit in memory, or is stopped.
pub(super) fn rows<E: From<SolveError>>(
    rules: &Rules,
    window: Window,
    watch: &dyn Watch,
    sink: impl FnMut(u64, &[u32]) -> Result<(), E>,
) -> Result<(), E> {
    let blocks = solve(rules, window, watch)?;
    hand_out(&blocks, window, sink)
}

/// The tiles of the half board.
fn solve(rules: &Rules, window: Window, watch: &dyn Watch) -> Result<Vec<Block>, SolveError> {
    memory_needed(bytes(rules, window))?;
    let (columns, rows) = sides(window);
    let most = most(rules, columns, rows)?;
    let (columns, rows) = (to_usize(columns)?, to_usize(rows)?);
    let shown = Shown::of(window);
    let mut blocks: Vec<Block> = (0..rows).map(|_| Block { lines: Sets::new(SIDE, most), tiles: Vec::new() }).collect();
    let mut diagonals: Vec<Sets> = (0..rows).map(|_| Sets::new(SIDE, most)).collect();
    let total = (0..columns).map(|column| (rows - column) as u64).sum();
    let mut done = 0;
    for sum in 0..(columns + rows).saturating_sub(1) {
        report(watch, done, total)?;
        // Each tile takes what it needs: no two of them need the same.
        let mut blocks: Vec<Option<&mut Block>> = blocks.iter_mut().map(Some).collect();
        let mut diagonals: Vec<Option<&mut Sets>> = diagonals.iter_mut().map(Some).collect();
        let work: Vec<Tile<'_>> = ((sum + 1).saturating_sub(rows)..columns.min(sum / 2 + 1))
            .filter_map(|column| {
                let row = sum - column;
                let mut diagonal = |at: usize| diagonals.get_mut(at)?.take();
                Some(Tile {
                    rows: blocks[row].take()?,
                    columns: blocks[column].take(),
                    below: (row - column).checked_sub(1).and_then(&mut diagonal),
                    above: diagonal(row - column)?,
                    kept: shown.holds(column, row),
                })
            })
            .collect();
        done += work.len() as u64;
        work.into_par_iter().for_each(with_vectors);
    }
    report(watch, total, total)?;
    Ok(blocks)
}

/// A tile to be solved, with the sets that it takes.
struct Tile<'b> {
    rows: &'b mut Block,
    /// None on the main diagonal, where they are those of the rows.
    columns: Option<&'b mut Block>,
    /// The diagonals y − x from that of the tile's corner on.
    above: &'b mut Sets,
    /// Those before; none on the main diagonal.
    below: Option<&'b mut Sets>,
    kept: bool,
}

impl Loop for Tile<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Tile { rows: Block { lines: rows, tiles }, mut columns, above, mut below, kept } = self;
        let mut values = vec![0; TILE];
        for sum in 0..2 * SIDE - 1 {
            for x in (sum + 1).saturating_sub(SIDE)..SIDE.min(sum + 1) {
                let y = sum - x;
                let (diagonals, diagonal) = match &mut below {
                    Some(below) if y < x => (&mut **below, SIDE + y - x),
                    None if y < x => break,
                    _ => (&mut *above, y - x),
                };
                let column = columns.as_ref().map_or(&*rows, |columns| &columns.lines).of(x);
                let value = mex([rows.of(y), column, diagonals.of(diagonal)]);
                diagonals.insert(diagonal, value);
                rows.insert(y, value);
                values[y * SIDE + x] = value;
                if let Some(columns) = &mut columns {
                    columns.lines.insert(x, value);
                } else {
                    rows.insert(x, value);
                    values[x * SIDE + y] = value;
                }
            }
        }
        tiles.push(if kept { values } else { Vec::new() });
    }
}

/// The rows of the window.
fn hand_out<E>(blocks: &[Block], window: Window, mut sink: impl FnMut(u64, &[u32]) -> Result<(), E>) -> Result<(), E> {
    let Shown { columns, rows } = Shown::of(window);
    let index = |number: u64| usize::try_from(number).expect("no more than the sides of a board in memory");
    let width = index(columns.end - columns.start) * SIDE;
    let left = index(window.at.x - columns.start * SIDE as u64);
    let mut band = vec![0; SIDE * width];
    for row in rows {
        for column in columns.clone() {
            let from = index(column - columns.start) * SIDE;
            if column <= row {
                let tile = &blocks[index(row)].tiles[index(column)];
                for (cells, place) in tile.chunks(SIDE).zip(band.chunks_mut(width)) {
                    place[from..from + SIDE].copy_from_slice(cells);
                }
            } else {
                let tile = &blocks[index(column)].tiles[index(row)];
                for (y, place) in band.chunks_mut(width).enumerate() {
                    for (x, cell) in place[from..from + SIDE].iter_mut().enumerate() {
                        *cell = tile[x * SIDE + y];
                    }
                }
            }
        }
        for (y, cells) in (row * SIDE as u64..).zip(band.chunks(width)) {
            if y >= window.at.y && y - window.at.y < window.height {
                sink(y, &cells[left..left + index(window.width)])?;
            }
        }
    }
    Ok(())
}
