//! A part of the board that is computed alone, from the counts that enter it on the left and from above.

use super::kernel::{Crossing, DELAY, Guard, LANES, Lanes, Place, ROWS, Strips, Traffic};
use super::{Counts, Plan, usize_of};

/// The counts that enter a tile from above: of columns, and of diagonals on arrival in its first row.
#[derive(Clone, Debug)]
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

    /// Computes the tile. Gives back what leaves it on the right, by row blocks, and below; or nothing, when a residue left
    /// the window of the guard.
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
        let (bits, residues) = (&mut self.bits, &mut self.residues);
        L::advance(
            plan.instructions,
            &mut strips,
            &mut Traffic { left: &self.left, right: &mut self.right, bits, residues },
        );
        let [v, d] = strips.bottom().map(Vec::into_boxed_slice);
        plan.is_sound(&strips).then(|| (&self.right[DELAY.min(steps)..], Top { v, d }))
    }

    fn rows(&self) -> usize {
        usize_of(self.place.bottom - self.place.y)
    }

    /// Writes the bits of a row of the tile, 8 cells a byte.
    pub(super) fn row_bits(&self, row: usize, bytes: &mut [u8]) {
        let groups = self.strip / 8;
        for (lane, strip) in bytes.chunks_mut(groups).enumerate() {
            let at = (row / ROWS + lane) * groups * ROWS + row % ROWS;
            for (byte, lanes) in strip.iter_mut().zip(self.bits[at..].iter().step_by(ROWS)) {
                *byte = lanes.0[lane];
            }
        }
    }

    /// Writes the deviations of a row of the tile.
    pub(super) fn row_deviations(&self, row: usize, deviations: &mut [i64]) {
        let y = self.place.y + row as u64;
        for (lane, strip) in deviations.chunks_mut(self.strip).enumerate() {
            let at = (row / ROWS + lane) * self.strip * ROWS + row % ROWS;
            for (deviation, lanes) in strip.iter_mut().zip(self.residues[at..].iter().step_by(ROWS)) {
                *deviation = lanes.0[lane].signed() - self.bias;
            }
        }
        // In the hood, all options are palaces.
        let k = self.place.k;
        let in_hood = super::kernel::hood_end(k, y).saturating_sub(self.place.x);
        for (x, deviation) in (self.place.x..).zip(deviations).take(usize::try_from(in_hood).unwrap_or(usize::MAX)) {
            *deviation = (x + y + x.min(y)).cast_signed() - k.cast_signed();
        }
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
        for (row, bytes) in tile.bits.chunks_mut(stride).enumerate() {
            self.row_bits(row, bytes);
        }
        if numbers {
            tile.deviations = vec![0; width * height];
            for (row, deviations) in tile.deviations.chunks_mut(width).enumerate() {
                self.row_deviations(row, deviations);
            }
        }
        tile
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
    use crate::solve::dense::{InstructionSet, Settings};

    /// A forged state is a board that cannot be: some residue leaves the window, on every instruction set.
    #[test]
    fn the_guard_fires_on_a_forged_state() {
        for instructions in InstructionSet::ALL {
            for (forged, sound) in [(0, true), (30, true), (70, false), (150, false)] {
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
