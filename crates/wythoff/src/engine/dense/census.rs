//! What a block is asked for beyond sums: how many palaces each of its lines has, exactly, and where they are.
//!
//! Residues modulo 256 are enough to solve, and differences of residues to count. In a chunk of at most 60 steps a lane
//! does at most 240 rows, so that a column count grows by less than 256. A strip is 64 columns wide, so that the row
//! counts that enter it and those that leave it tell how many palaces each of its rows has: sums of four rows and 16
//! steps are the palaces of a square of 64 × 64 cells, and sums over the strips those of a row.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::half::CHUNK;
use super::kernel::{Crossing, DELAY, LANES, Lane, Lanes, ROWS};
use super::tile::write_bits;
use crate::vectors::{Loop, with_vectors};

/// Columns of a strip, and the side of the squares whose palaces are counted.
pub(super) const CELLS: usize = 64;

/// The palaces of a square in the hood, and of a block column's row there.
const FULL_SQUARE: u16 = 64 * 64;
const FULL_ROW: u32 = 32 * 64;

/// Steps in which a lane goes through such a square.
const STEPS: usize = CELLS / ROWS;

/// The census of a part of the half board.
pub(super) struct Census<L> {
    /// Palaces left of each row, of the block columns that are done; if lines are counted exactly.
    pub(super) rows: Vec<AtomicU32>,
    /// Palaces above each column, and on the diagonal that arrives there; none where the part begins on the diagonal.
    pub(super) top: Option<(Vec<u32>, Vec<L>)>,
    pub(super) wants_bits: bool,
    /// Whether lines are counted exactly, and not modulo 256.
    pub(super) is_exact: bool,
    /// What was found in each block column.
    pub(super) found: Vec<OnceLock<Found<L>>>,
}

/// What was found in a block column.
pub(super) struct Found<L> {
    /// Palaces above each column, below the last row; modulo 256 unless lines are counted exactly.
    pub(super) v: Vec<u32>,
    /// Palaces on the diagonals that arrive there.
    pub(super) d: Vec<L>,
    /// Palaces of each square, by rows of squares of the part, `LANES` a row.
    pub(super) counts: Vec<u16>,
    /// The bits by rows of the part, if they are wanted.
    pub(super) bits: Vec<u8>,
    /// The first row after the hood, counted from the part's first.
    from: usize,
    /// The bits of all steps so far, if they are wanted.
    askew: Vec<Lanes<u8>>,
}

impl<L: Lane> Census<L> {
    pub(super) fn row(&self, row: usize) -> u32 {
        // A row that is not on the board has no palaces.
        self.rows.get(row).map_or(0, |count| count.load(Ordering::Relaxed))
    }

    fn add_to_row(&self, row: usize, palaces: u32) {
        if let Some(count) = self.rows.get(row) {
            count.fetch_add(palaces, Ordering::Relaxed);
        }
    }

    /// Begins a block column with `hood` rows from `first` on in which all cells are palaces.
    pub(super) fn begin(&self, first: usize, hood: usize, v: Vec<u32>) -> Found<L> {
        let squares = self.rows.len().div_ceil(CELLS);
        let mut counts = vec![0; squares * LANES];
        counts[first / CELLS * LANES..(first + hood) / CELLS * LANES].fill(FULL_SQUARE);
        for row in first..first + hood {
            self.add_to_row(row, FULL_ROW);
        }
        Found { v, d: Vec::new(), counts, bits: Vec::new(), from: first + hood, askew: Vec::new() }
    }

    /// Adds the steps from `from` on, in which the column counts went from the first to the second.
    pub(super) fn add(
        &self,
        found: &mut Found<L>,
        from: usize,
        bits: &[Lanes<u8>],
        (left, rows): (&[Crossing<L>], &[Rows<L>]),
        columns: [&[Lanes<L>]; 2],
    ) {
        if self.wants_bits {
            found.askew.extend_from_slice(bits);
        }
        if self.is_exact {
            for (column, (before, after)) in columns[0].iter().zip(columns[1]).enumerate() {
                for lane in 0..LANES {
                    found.v[lane * CELLS + column] += u32::from(after.0[lane].minus(before.0[lane]).small());
                }
            }
        }
        let mut sums = Sums { rows: [[0; ROWS]; CHUNK + DELAY], squares: [[0; LANES]; SQUARES] };
        with_vectors(Summing { left, rows, from, sums: &mut sums, is_exact: self.is_exact });
        if self.is_exact {
            // Row blocks before the first have no palaces.
            let first = from.saturating_sub(DELAY);
            for (rows, row_block) in sums.rows.iter().skip(DELAY.saturating_sub(from)).zip(first..) {
                for (palaces, row) in rows.iter().zip(found.from + row_block * ROWS..) {
                    self.add_to_row(row, (*palaces).into());
                }
            }
        }
        let first = (from + 1) / STEPS;
        for (squares, square) in sums.squares.iter().zip(first..).skip((AHEAD / STEPS).saturating_sub(first)) {
            let row = found.from / CELLS + square - AHEAD / STEPS;
            if let Some(counts) = found.counts.get_mut(row * LANES..(row + 1) * LANES) {
                for (count, palaces) in counts.iter_mut().zip(squares) {
                    *count += palaces;
                }
            }
        }
    }

    /// Ends a block column of which nothing more is to come.
    pub(super) fn end(&self, mut found: Found<L>, [v, d]: [Vec<L>; 2]) -> Found<L> {
        found.d = d;
        if !self.is_exact {
            found.v = v.into_iter().map(|v| v.small().into()).collect();
        }
        if self.wants_bits {
            let rows = self.rows.len();
            found.bits = vec![0xff; rows * ROW_BYTES];
            let below = rows - found.from;
            found.askew.resize((below.div_ceil(ROWS) + DELAY) * CELLS / 8 * ROWS, Lanes::default());
            let bits = &mut found.bits[found.from * ROW_BYTES..];
            write_bits(&found.askew, CELLS / 8, 0..below, bits, ROW_BYTES);
            found.askew = Vec::new();
        }
        found
    }
}

/// Bytes of a row of a block column.
pub(super) const ROW_BYTES: usize = LANES * CELLS / 8;

/// Row blocks are counted from here on, so that the first ones of a column are not below 0.
const AHEAD: usize = DELAY + 1;

/// So many rows of squares are met in a chunk.
const SQUARES: usize = (CHUNK + DELAY) / STEPS + 2;

/// The palaces of a chunk.
struct Sums {
    /// Of each row, from row block `from` − `DELAY` on.
    rows: [[u16; ROWS]; CHUNK + DELAY],
    /// Of each square, from that of row block `from` − `DELAY` on.
    squares: [[u16; LANES]; SQUARES],
}

/// The row counts of a step on departure from the strips.
pub(super) type Rows<L> = [[L; LANES]; ROWS];

/// Sums up the palaces of a chunk.
struct Summing<'s, L> {
    /// What enters on the left, for each step.
    left: &'s [Crossing<L>],
    /// Something, the rows before the first step, and those after each.
    rows: &'s [Rows<L>],
    from: usize,
    sums: &'s mut Sums,
    is_exact: bool,
}

impl<L: Lane> Loop for Summing<'_, L> {
    type Output = ();

    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's instructions")]
    #[inline(always)]
    fn run(self) {
        let Self { left, rows, from, sums, is_exact } = self;
        let first = (from + 1) / STEPS;
        // The sum of a row moves on by a lane from step to step; in front is what enters.
        let mut row_sums = [[0_u16; LANES + 1]; ROWS];
        // Sums of all squares of a lane so far, and up to its last whole square: modulo 2^16, which is enough for
        // their differences. What is summed in the first lane is replaced.
        let (mut squares, mut taken) = ([0_u16; LANES], [0_u16; LANES]);
        let mut first_lane = 0_u16;
        let cells = rows.as_flattened().as_flattened();
        let mut last = from;
        for ((step, left), after) in (from..).zip(left).zip(&rows[2..]) {
            let mut palaces = [[L::default(); LANES]; ROWS];
            for r in 0..ROWS {
                // What entered a lane left the lane before it one step earlier. A strip's row has at most 64 palaces:
                // the difference of residues.
                let start = ((step - from + 1) * ROWS + r) * LANES - 1;
                for (lane, entering) in cells[start..start + LANES].iter().enumerate() {
                    palaces[r][lane] = after[r][lane].minus(*entering);
                }
            }
            for lane in 0..LANES {
                let [first, second] = [0, 2].map(|r| palaces[r][lane].plus(palaces[r + 1][lane]).small());
                squares[lane] = squares[lane].wrapping_add(first + second);
            }
            for r in 0..ROWS {
                let palace = after[r][0].minus(left[r]).small();
                first_lane = first_lane.wrapping_add(palace);
                if is_exact {
                    let old = row_sums[r];
                    for lane in 0..LANES {
                        row_sums[r][lane + 1] = old[lane] + palaces[r][lane].small();
                    }
                    row_sums[r][1] = palace;
                    sums.rows[step - from][r] += row_sums[r][LANES];
                }
            }
            // These lanes have come to the end of a square.
            for lane in ((step + 1) % STEPS..LANES).step_by(STEPS) {
                let sum = if lane == 0 { first_lane } else { squares[lane] };
                sums.squares[(step + AHEAD - lane) / STEPS - first][lane] += sum.wrapping_sub(taken[lane]);
                taken[lane] = sum;
            }
            last = step;
        }
        // What is under way. The last lane's rows have been taken.
        for lane in 0..LANES {
            let sum = if lane == 0 { first_lane } else { squares[lane] };
            sums.squares[(last + AHEAD - lane) / STEPS - first][lane] += sum.wrapping_sub(taken[lane]);
            if is_exact && lane < DELAY {
                for (row, sum) in row_sums.iter().zip(&mut sums.rows[last - from + DELAY - lane]) {
                    *sum += row[lane + 1];
                }
            }
        }
    }
}
