//! How many P-positions the pixels of a tile hold.

use wythoff::exact::UBig;

use super::pixels::{Pixels, Region, TILE, UNREADY_COUNT};

/// Hands out the number of set bits of each run of 2^level bits with the run's first bit.
pub(super) fn each_count(bytes: &[u8], level: u32, mut each: impl FnMut(usize, u32)) {
    if level < 3 {
        let run = 1_usize << level;
        let mask = ((1_u16 << run) - 1).to_le_bytes()[0];
        for (index, byte) in bytes.iter().enumerate().filter(|(_, byte)| **byte != 0) {
            for bit in (0..8).step_by(run) {
                each(index * 8 + bit, (byte >> bit & mask).count_ones());
            }
        }
    } else {
        let run = (1_usize << level) / 8;
        for (index, bytes) in bytes.chunks(run).enumerate() {
            each(index * run * 8, bytes.iter().map(|byte| byte.count_ones()).sum());
        }
    }
}

/// A tile in which P-positions are counted.
pub(super) struct Counting {
    pub(super) level: u32,
    tile: (u64, u64),
    counts: Vec<u32>,
}

impl Counting {
    /// The tile of a level, if its first cell is before `side`.
    pub(super) fn before(side: u64, level: u32, (x, y): (&UBig, &UBig)) -> Option<Self> {
        let within = |tile: &UBig| {
            let tile = u64::try_from(tile).ok()?;
            let cell = tile.checked_mul(TILE as u64)?.checked_mul(1 << level)?;
            (cell < side).then_some(tile)
        };
        Some(Self { level, tile: (within(x)?, within(y)?), counts: vec![0; TILE * TILE] })
    }

    pub(super) fn region(&self) -> Region {
        Region::tile(self.level, (&self.tile.0.into(), &self.tile.1.into()))
    }

    /// The first pixel of the tile, among those of the whole board.
    fn first(&self) -> (u64, u64) {
        (self.tile.0 * TILE as u64, self.tile.1 * TILE as u64)
    }

    /// Adds palaces that are in one pixel, given a cell of it.
    pub(super) fn add(&mut self, x: u64, y: u64, count: u32) {
        let (left, top) = self.first();
        let (column, row) = ((x >> self.level).checked_sub(left), (y >> self.level).checked_sub(top));
        if let (Some(column @ 0..256), Some(row @ 0..256)) = (column, row) {
            #[expect(clippy::cast_possible_truncation, reason = "a pixel of a tile")]
            let pixel = row as usize * TILE + column as usize;
            self.counts[pixel] += count;
        }
    }

    /// A pixel is known when all its cells are, which are those below `ready`.
    pub(super) fn finish(mut self, ready: u64) -> Pixels {
        let ((left, top), known) = (self.first(), ready >> self.level);
        for (row, pixels) in (top..).zip(self.counts.chunks_mut(TILE)) {
            for (_, pixel) in (left..).zip(pixels).filter(|(column, _)| *column >= known || row >= known) {
                *pixel = UNREADY_COUNT;
            }
        }
        Pixels::Counts { counts: self.counts, cells: 1 << (2 * self.level) }
    }
}
