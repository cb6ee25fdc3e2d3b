//! What the kernels and their callers share: the types of `kernels/board.cu`, field by field.

use cudarc::driver::{DeviceRepr, ValidAsZeroBits};
use wythoff::engine::Elements;

use crate::GpuError;

/// Columns and rows of a tile.
pub(crate) const TILE: u32 = 8;

/// Tracks of a strip.
const TRACKS: u32 = 96;

/// Columns of a strip.
pub(crate) const STRIP: u32 = TRACKS * TILE;

/// The residue of deviation 0.
pub(crate) const BIAS: u8 = 128;

/// What crosses the line between two strips in a row block. Data and tags alternate: row counts, then diagonal counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(16))]
pub(crate) struct Record(pub(crate) [u32; 8]);

/// Two elements: the palaces as they are, in the frame of columns, and their mirror images, in the frame of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(16))]
pub(crate) struct Pair {
    pub(crate) direct: u64,
    pub(crate) mirror: u64,
}

/// The frames of a pair.
const FRAMES: [Elements; 2] = [Elements::COLUMNS, Elements::ROWS];

impl Pair {
    fn by(mut element: impl FnMut(Elements) -> u64) -> Self {
        let [direct, mirror] = FRAMES.map(&mut element);
        Self { direct, mirror }
    }

    fn times(self, other: Self) -> Self {
        Self {
            direct: FRAMES[0].product(self.direct, other.direct),
            mirror: FRAMES[1].product(self.mirror, other.mirror),
        }
    }

    fn power(self, exponent: u64) -> Self {
        Self { direct: FRAMES[0].power(self.direct, exponent), mirror: FRAMES[1].power(self.mirror, exponent) }
    }

    /// What is relative to a column and a row, at its place on the board.
    pub(crate) fn moved(self, column: u64, row: u64) -> Self {
        let weight =
            |frame: Elements| frame.product(frame.power(frame.other(), column), frame.power(Elements::OWN, row));
        self.times(Self::by(weight))
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.direct ^= other.direct;
        self.mirror ^= other.mirror;
    }
}

/// What places on a board weigh: for each strip, for row blocks below 2^10, and for multiples of 2^10.
pub(crate) struct Weights {
    strips: Vec<Pair>,
    lower: Vec<Pair>,
    upper: Vec<Pair>,
}

impl Weights {
    /// For boards of so many columns and rows.
    pub(crate) fn new(n: u32) -> Self {
        let powers = |base: Pair, count: u32| {
            let next = |power: &Pair| Some(power.times(base));
            std::iter::successors(Some(Pair { direct: 1, mirror: 1 }), next).take(count as usize).collect()
        };
        let row_block = Pair::by(|frame| frame.power(Elements::OWN, TILE.into()));
        Self {
            strips: powers(Pair::by(|frame| frame.power(frame.other(), STRIP.into())), n.div_ceil(STRIP)),
            lower: powers(row_block, 1 << 10),
            upper: powers(row_block.power(1 << 10), n.div_ceil(TILE << 10) + 1),
        }
    }

    /// A pair that is relative to a strip and a row, and an element of its first frame that is to another row.
    pub(crate) fn put(&self, (pair, row): (Pair, u64), (direct, its_row): (u64, u64), strip: u32) -> Pair {
        let weight = |row: u64| {
            let block = usize::try_from(row).unwrap_or(usize::MAX) / TILE as usize;
            (self.lower[block % (1 << 10)], self.upper[block >> 10])
        };
        let (lower, upper) = weight(row);
        let mut sum = pair.times(lower.times(upper));
        if direct != 0 {
            let (lower, upper) = weight(its_row);
            sum.direct ^= FRAMES[0].product(direct, FRAMES[0].product(lower.direct, upper.direct));
        }
        sum.times(self.strips[strip as usize])
    }
}

/// What the fingerprints of tiles are put together from.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(crate) struct Tables {
    columns: [[Pair; 256]; TILE as usize - 1],
    back: [Pair; 256],
    tracks: [Pair; TRACKS as usize],
    columns_of_tracks: [u64; TRACKS as usize],
    moduli: Pair,
}

impl Tables {
    pub(crate) fn new() -> Box<Self> {
        let one_back = Pair::by(|frame| frame.inverse(frame.power(Elements::OWN, TILE.into())));
        let next_track = one_back.times(Pair::by(|frame| frame.power(frame.other(), TILE.into())));
        let multiples =
            |factor: Pair| std::array::from_fn(|byte| factor.times(Pair { direct: byte as u64, mirror: byte as u64 }));
        Box::new(Self {
            columns: std::array::from_fn(|c| multiples(Pair::by(|frame| frame.power(frame.other(), c as u64 + 1)))),
            back: multiples(one_back),
            tracks: std::array::from_fn(|track| next_track.power(track as u64)),
            columns_of_tracks: std::array::from_fn(|track| {
                FRAMES[0].power(FRAMES[0].other(), track as u64 * u64::from(TILE))
            }),
            moduli: Pair::by(Elements::modulus),
        })
    }
}

/// A rectangle of a board; or the part of a half board between two rows.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Job {
    pub(crate) k: i32,
    pub(crate) k_residue: u32,
    pub(crate) x: i32,
    pub(crate) right: i32,
    pub(crate) y: i32,
    pub(crate) bottom: i32,
    pub(crate) is_half_board: u32,
    pub(crate) skips_hood: u32,
    pub(crate) tag: u32,
    /// Addresses follow.
    pub(crate) straight: u64,
    pub(crate) diagonal: u64,
    pub(crate) records: u64,
    pub(crate) outer_from: u64,
    pub(crate) counts: u64,
    pub(crate) tiles: u64,
    pub(crate) counts_stride: u64,
    pub(crate) tiles_stride: u64,
}

/// What a strip has found.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub(crate) struct Found {
    pub(crate) sums: Pair,
    pub(crate) square: u64,
    pub(crate) row: u64,
    pub(crate) square_row: u64,
    pub(crate) in_square: u64,
    pub(crate) elsewhere: u64,
    pub(crate) guard: u32,
    pub(crate) low: u16,
    pub(crate) high: u16,
}

impl Found {
    /// The least and the greatest deviation outside the hood, if they were looked for and there is such a cell.
    pub(crate) fn deviations(&self) -> [Option<i64>; 2] {
        let deviation = |residue: i64| (self.high > 0).then_some(residue - i64::from(BIAS));
        [deviation(255 - i64::from(self.low)), deviation(self.high.into())]
    }
}

/// What all warps share: addresses.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Work {
    pub(crate) jobs: u64,
    pub(crate) tickets: u64,
    pub(crate) ticket_count: u32,
    pub(crate) found: u64,
    pub(crate) next: u64,
    pub(crate) halted: u64,
    pub(crate) one: u32,
}

/// The two counts of a word.
pub(crate) fn halves(pair: u32) -> [u16; 2] {
    let [a, b, c, d] = pair.to_le_bytes();
    [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])]
}

/// A coordinate, for the kernels.
pub(crate) fn int(number: u64) -> Result<i32, GpuError> {
    i32::try_from(number).map_err(|_| GpuError::Size("a GPU computes with coordinates below 2^31"))
}

/// What a launch of the arm works on.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Arm {
    pub(crate) old: u64,
    pub(crate) next: u64,
    pub(crate) stride: u64,
    pub(crate) time: i32,
    pub(crate) before_start: i32,
    pub(crate) before_end: i32,
    pub(crate) start: i32,
    pub(crate) end: i32,
    pub(crate) columns: i32,
    pub(crate) last: u64,
    pub(crate) flags: u64,
}

// SAFETY: plain numbers in the layout of C, as the kernels have them.
#[allow(unsafe_code)]
mod plain {
    use super::{Arm, DeviceRepr, Found, Job, Record, Tables, ValidAsZeroBits, Work};

    unsafe impl DeviceRepr for Record {}
    unsafe impl ValidAsZeroBits for Record {}
    unsafe impl DeviceRepr for Tables {}
    unsafe impl DeviceRepr for Job {}
    unsafe impl DeviceRepr for Found {}
    unsafe impl ValidAsZeroBits for Found {}
    unsafe impl DeviceRepr for Work {}
    unsafe impl DeviceRepr for Arm {}
}
