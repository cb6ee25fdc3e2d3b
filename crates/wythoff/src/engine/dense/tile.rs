//! A part of the board that is computed alone, from the counts that enter it on the left and from above.

use std::ops::Range;

use super::kernel::{Crossing, DELAY, Guard, LANES, Lane, Lanes, Place, ROWS, SQUARE, Strips, Traffic, hood_end};
use super::{Counts, Plan, usize_of};
use crate::engine::Number;
use crate::vectors::{Loop, with_vectors};

/// The counts that enter a tile from above: of columns, and of diagonals on arrival in its first row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Top<L> {
    pub(super) v: Box<[L]>,
    pub(super) d: Box<[L]>,
}

impl<L: Counts> Top<L> {
    /// Above row 0 there is nothing.
    pub(super) fn nothing(block: u64) -> Self {
        let nothing = || vec![L::default(); usize_of(block)].into();
        Self { v: nothing(), d: nothing() }
    }
}

/// The room in which tiles are computed, one after the other. The cells lie askew: lane i is i row blocks behind.
pub(super) struct Canvas<L> {
    place: Place,
    strip: usize,
    bias: i64,
    bits: Vec<Lanes<u8>>,
    residues: Vec<Lanes<L>>,
    left: Vec<Crossing<L>>,
    right: Vec<Crossing<L>>,
}

impl<L: Counts> Canvas<L> {
    pub(super) fn new(plan: Plan) -> Self {
        let place = Place { k: 0, x: 0, right: 0, y: 0, bottom: 0 };
        let (strip, bias) = (plan.strip, plan.bias().cast_signed());
        Self { place, strip, bias, bits: Vec::new(), residues: Vec::new(), left: Vec::new(), right: Vec::new() }
    }

    /// Bytes for a tile with so many rows.
    pub(super) fn bytes(plan: Plan, rows: u64, numbers: bool) -> u64 {
        let per_cell = if numbers { 8 * size_of::<L>() as u64 } else { 0 };
        (rows + (LANES * ROWS) as u64) * plan.block() * (1 + per_cell) / 8
    }

    /// Computes the tile. Gives back what leaves it on the right, by row blocks, and below; or nothing, when a residue
    /// left the window of the guard.
    pub(super) fn draw(
        &mut self,
        plan: Plan,
        place: Place,
        top: &Top<L>,
        left: &[Crossing<L>],
        numbers: bool,
    ) -> Option<(&[Crossing<L>], Top<L>)> {
        self.place = place;
        let steps = place.steps();
        let mut strips = Strips::new(place, plan.strip, plan.bias(), Guard::Union, &top.v, &top.d);
        self.bits.resize(steps * plan.strip / 8 * ROWS, Lanes::default());
        self.residues.resize(if numbers { steps * plan.strip * ROWS } else { 0 }, Lanes::default());
        self.left.clear();
        self.left.extend_from_slice(left);
        self.left.resize(steps, Crossing::default());
        self.right.resize(steps, Crossing::default());
        let mut traffic = Traffic {
            left: &self.left,
            right: &mut self.right,
            bits: &mut self.bits,
            residues: &mut self.residues,
            rows: &mut [],
        };
        L::advance(plan.instructions, &mut strips, &mut traffic);
        let [v, d] = strips.bottom().map(Vec::into_boxed_slice);
        plan.is_sound(&strips).then(|| (&self.right[DELAY.min(steps)..], Top { v, d }))
    }

    fn rows(&self) -> usize {
        usize_of(self.place.bottom - self.place.y)
    }

    /// Writes the bits of some rows of the tile, 8 cells a byte; `stride` bytes from row to row.
    pub(super) fn write_bits(&self, rows: Range<usize>, out: &mut [u8], stride: usize) {
        write_bits(&self.bits, self.strip / 8, rows, out, stride);
    }

    /// Writes the residues of some rows of the tile; `stride` cells from row to row.
    pub(super) fn write_residues(&self, rows: Range<usize>, out: &mut [L], stride: usize) {
        let width = usize_of(self.place.right - self.place.x);
        with_vectors(Straightened { askew: &self.residues, per_lane: self.strip, rows, out, stride, width });
    }

    /// Palaces in the tile.
    pub(super) fn p_count(&self) -> u64 {
        self.bits
            .iter()
            .flat_map(|lanes| lanes.0.as_chunks::<8>().0)
            .map(|w| u64::from(u64::from_le_bytes(*w).count_ones()))
            .sum()
    }

    /// The tile in the order of rows, x < `right` only.
    pub(super) fn tile(&self, numbers: bool) -> Tile {
        let place = self.place;
        let (width, height) = (usize_of(place.right - place.x), self.rows());
        let stride = LANES * self.strip / 8;
        let mut tile = Tile {
            x: place.x,
            y: place.y,
            width,
            height,
            stride,
            bits: vec![0; stride * height],
            deviations: Vec::new(),
        };
        self.write_bits(0..height, &mut tile.bits, stride);
        if numbers {
            let mut residues = vec![L::default(); width * height];
            self.write_residues(0..height, &mut residues, width);
            tile.deviations = vec![0; width * height];
            let rows = residues.chunks(width).zip(tile.deviations.chunks_mut(width));
            for (y, (residues, deviations)) in (place.y..).zip(rows) {
                write_numbers((place.k, self.bias), place.k.cast_signed(), (place.x, y), residues, deviations);
            }
        }
        tile
    }
}

/// Writes the bits of some rows of a block column, of whose rows each lane has `per_lane` bytes; `stride` bytes from
/// row to row.
pub(super) fn write_bits(askew: &[Lanes<u8>], per_lane: usize, rows: Range<usize>, out: &mut [u8], stride: usize) {
    with_vectors(Straightened { askew, per_lane, rows, out, stride, width: LANES * per_lane });
}

/// Cells that lie askew and are put into rows.
///
/// Row r of lane i is in the vectors of step r / `ROWS` + i. The lanes of a step are written together, while its
/// vectors are at hand, squares of lanes and columns at a time.
struct Straightened<'s, T> {
    askew: &'s [Lanes<T>],
    /// How many cells of a row a lane has.
    per_lane: usize,
    /// The rows that are wanted.
    rows: Range<usize>,
    out: &'s mut [T],
    /// From row to row of `out`.
    stride: usize,
    /// How many cells of a row are wanted.
    width: usize,
}

impl<T: Lane> Loop for Straightened<'_, T> {
    type Output = ();

    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's instructions")]
    #[inline(always)]
    fn run(self) {
        let Self { askew, per_lane, rows, out, stride, width } = self;
        for step in rows.start / ROWS..rows.end.div_ceil(ROWS) + LANES - 1 {
            let vectors = &askew[step * per_lane * ROWS..][..per_lane * ROWS];
            let all = 0..LANES.min(step + 1);
            for lane in all.clone().step_by(SQUARE) {
                let is_whole = |row: usize| {
                    let (first, last) = ((step - lane) * ROWS + row, lane + SQUARE - 1);
                    last < all.end && first < rows.end && (step - last) * ROWS + row >= rows.start
                };
                for row in 0..ROWS {
                    let start = |lane: usize| ((step - lane) * ROWS + row - rows.start) * stride + lane * per_lane;
                    if per_lane >= SQUARE && is_whole(row) && (lane + SQUARE) * per_lane <= width {
                        for column in (0..per_lane).step_by(SQUARE) {
                            let mut square = [[T::default(); SQUARE]; SQUARE];
                            for (by, lanes) in square.iter_mut().enumerate() {
                                lanes.copy_from_slice(&vectors[(column + by) * ROWS + row].0[lane..lane + SQUARE]);
                            }
                            for (by, cells) in T::transposed(square).iter().enumerate() {
                                out[start(lane + by) + column..][..SQUARE].copy_from_slice(cells);
                            }
                        }
                        continue;
                    }
                    for lane in (lane..lane + SQUARE).filter(|lane| *lane < all.end) {
                        if rows.contains(&((step - lane) * ROWS + row)) {
                            let cells = width.saturating_sub(lane * per_lane).min(per_lane);
                            let cells = if cells == 0 { &mut [] } else { &mut out[start(lane)..][..cells] };
                            for (cell, vector) in cells.iter_mut().zip(vectors[row..].iter().step_by(ROWS)) {
                                *cell = vector.0[lane];
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The palace numbers, less `less`, of cells in a row from (x, y) on: from their residues, and in the hood, where all
/// options are palaces, from that. They have to fit their type.
pub(super) fn write_numbers<L: Counts, N: Number>(
    (k, bias): (u64, i64),
    less: i64,
    (x, y): (u64, u64),
    residues: &[L],
    numbers: &mut [N],
) {
    with_vectors(Widened { of_residue_0: N::residue(k.cast_signed() - bias - less), residues, numbers });
    let in_hood = usize::try_from(hood_end(k, y).saturating_sub(x)).unwrap_or(usize::MAX);
    for (x, number) in (x..).zip(numbers).take(in_hood) {
        *number = N::residue((x + y + x.min(y)).cast_signed() - less);
    }
}

/// Residues that become numbers.
struct Widened<'n, L, N> {
    of_residue_0: N,
    residues: &'n [L],
    numbers: &'n mut [N],
}

impl<L: Counts, N: Number> Loop for Widened<'_, L, N> {
    type Output = ();

    #[expect(clippy::inline_always, reason = "only what is inlined is compiled for the caller's instructions")]
    #[inline(always)]
    fn run(self) {
        for (number, residue) in self.numbers.iter_mut().zip(self.residues) {
            *number = self.of_residue_0.plus(N::residue(residue.signed()));
        }
    }
}

/// A part of the board of W^k.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    x: u64,
    y: u64,
    width: usize,
    height: usize,
    stride: usize,
    bits: Vec<u8>,
    deviations: Vec<i64>,
}

impl Tile {
    /// The first column.
    pub fn x(&self) -> u64 {
        self.x
    }

    /// The first row.
    pub fn y(&self) -> u64 {
        self.y
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Whether the cell in this column and row of the tile is a palace.
    ///
    /// # Panics
    /// Outside the tile.
    pub fn is_p(&self, column: usize, row: usize) -> bool {
        assert!(column < self.width && row < self.height, "({column},{row}) is outside the tile");
        self.bits[row * self.stride + column / 8] >> (column % 8) & 1 == 1
    }

    /// The deviations by rows; empty if they were not asked for.
    pub fn deviations(&self) -> &[i64] {
        &self.deviations
    }

    /// The mirror image at the diagonal of the board.
    pub(super) fn mirrored(&self) -> Self {
        let stride = self.height.div_ceil(8);
        let mut mirror = Self {
            x: self.y,
            y: self.x,
            width: self.height,
            height: self.width,
            stride,
            bits: vec![0; stride * self.width],
            deviations: vec![0; self.deviations.len()],
        };
        for row in 0..self.height {
            for column in 0..self.width {
                mirror.bits[column * stride + row / 8] |= u8::from(self.is_p(column, row)) << (row % 8);
                if !self.deviations.is_empty() {
                    mirror.deviations[column * self.height + row] = self.deviations[row * self.width + column];
                }
            }
        }
        mirror
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::dense::{InstructionSet, Settings};

    /// A forged state is a board that cannot be: some residue leaves the window, on every instruction set.
    #[test]
    fn the_guard_fires_on_a_forged_state() {
        for instructions in InstructionSet::ALL {
            for (forged, sound) in [(0, true), (30, true), (90, false), (150, false)] {
                let plan = Plan::new(Settings { instructions: Some(instructions), ..Settings::default() }, 1000);
                let place = Place { k: 5, x: 0, right: plan.block(), y: 0, bottom: 64 };
                let mut top = Top::<u8>::nothing(plan.block());
                // Column 300 pretends to have palaces above the board.
                top.v[300] = forged;
                let left = vec![plan.nothing(place.k); place.row_blocks()];
                for numbers in [false, true] {
                    let drawn = Canvas::new(plan).draw(plan, place, &top, &left, numbers).is_some();
                    assert_eq!(drawn, sound, "{instructions:?}, {forged}");
                }
            }
        }
    }
}
