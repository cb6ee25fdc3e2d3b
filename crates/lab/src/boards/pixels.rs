//! Rectangles of cells, and what is told of them.
//!
//! A tile of level L has [`TILE`] × [`TILE`] pixels of 2^L × 2^L cells. On level 0 a pixel is a cell; above, it is the
//! *number* of P-positions among its cells, exactly, or, in colours, the mean of theirs. What is not computed yet says
//! so.

use std::ops::Range;

use wythoff::Position;
use wythoff::exact::{IBig, UBig};

/// Pixels of a tile each way.
pub(crate) const TILE: usize = 256;

/// What stands for a cell or a pixel that is not known, and for a cell that does not exist.
pub(crate) const NOT_READY: u8 = 255;
pub(crate) const REMOVED_OUTCOME: u8 = 2;
pub(crate) const REMOVED: i32 = i32::MIN;
pub(crate) const UNREADY_NUMBER: i32 = i32::MIN + 1;
pub(crate) const UNREADY_COUNT: u32 = u32::MAX;

/// The pixels of a tile, by rows.
pub(crate) enum Pixels {
    /// 0 N, 1 P, 2 removed.
    Outcomes(Vec<u8>),
    /// Palace numbers or deviations.
    Numbers(Vec<i32>),
    /// P-positions (or differing cells) among so many cells.
    Counts { counts: Vec<u32>, cells: u32 },
    /// How two boards compare.
    Classes(Vec<u8>),
    /// The mean colours of the cells.
    Colours(Vec<Option<[u8; 3]>>),
}

impl Pixels {
    /// How many pixels are known.
    pub(crate) fn known(&self) -> usize {
        match self {
            Self::Outcomes(values) | Self::Classes(values) => values.iter().filter(|v| **v != NOT_READY).count(),
            Self::Numbers(values) => values.iter().filter(|v| **v != UNREADY_NUMBER).count(),
            Self::Counts { counts, .. } => counts.iter().filter(|v| **v != UNREADY_COUNT).count(),
            Self::Colours(colours) => colours.iter().flatten().count(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Outcomes(values) | Self::Classes(values) => values.len(),
            Self::Numbers(values) => values.len(),
            Self::Counts { counts, .. } => counts.len(),
            Self::Colours(colours) => colours.len(),
        }
    }
}

/// A rectangle of cells, wherever it lies; it may reach beyond the board on every side.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    x: IBig,
    y: IBig,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Region {
    pub(crate) fn new(at: &Position<UBig>, width: usize, height: usize) -> Self {
        Self { x: at.x.clone().into(), y: at.y.clone().into(), width, height }
    }

    /// The cells of a tile of a level, given the tile's column and row.
    pub(crate) fn tile(level: u32, (x, y): (&UBig, &UBig)) -> Self {
        let side = TILE << level;
        Self::new(&Position::new(x * side, y * side), side, side)
    }

    /// The rectangle so many columns and rows away.
    pub(crate) fn moved(&self, dx: i64, dy: i64) -> Self {
        Self { x: &self.x + dx, y: &self.y + dy, ..*self }
    }

    /// Some of its rows.
    pub(crate) fn rows(&self, first: usize, height: usize) -> Self {
        Self { x: self.x.clone(), y: &self.y + first, height, ..*self }
    }

    /// The place of a cell in a list of the region's cells, row by row.
    pub(super) fn at(&self, x: u64, y: u64) -> usize {
        let offset =
            |cell: u64, from: &IBig| usize::try_from(IBig::from(cell) - from).expect("the cell is in the region");
        offset(y, &self.y) * self.width + offset(x, &self.x)
    }

    /// The columns and rows of the region that a board of this side has.
    pub(super) fn within(&self, side: u64) -> [Range<u64>; 2] {
        let clip = |from: &IBig, length: usize| {
            let bound = |cell: IBig| u64::try_from(cell.max(IBig::ZERO)).unwrap_or(u64::MAX).min(side);
            bound(from.clone())..bound(from + length)
        };
        [clip(&self.x, self.width), clip(&self.y, self.height)]
    }

    /// The part of the region that has heaps of 0 and more: how many columns and rows come before it, its first cell,
    /// and its size.
    pub(super) fn on_board(&self) -> ([usize; 2], Position<UBig>, [usize; 2]) {
        let clip = |from: &IBig, length: usize| {
            if let Ok(from) = UBig::try_from(from.clone()) {
                return (0, from, length);
            }
            let before = usize::try_from(-from).map_or(length, |before| before.min(length));
            (before, UBig::ZERO, length - before)
        };
        let ((left, x, width), (above, y, height)) = (clip(&self.x, self.width), clip(&self.y, self.height));
        ([left, above], Position::new(x, y), [width, height])
    }

    /// How far the first cell is below the diagonal.
    pub(crate) fn rise(&self) -> i64 {
        let rise = &self.y - &self.x;
        i64::try_from(&rise).unwrap_or(if rise > IBig::ZERO { i64::MAX } else { i64::MIN })
    }

    /// Whether a board of this side has the first cell.
    pub(crate) fn begins_before(&self, side: u64) -> bool {
        self.x < IBig::from(side) && self.y < IBig::from(side)
    }

    /// Whether no cell of the region has a heap of `side` or more.
    pub(super) fn is_within(&self, side: u64) -> bool {
        &self.x + self.width <= IBig::from(side) && &self.y + self.height <= IBig::from(side)
    }

    /// Something of every cell, from the rows of the part that has heaps of 0 and more.
    pub(super) fn filled<T: Copy>(&self, outside: T, part: &[T]) -> Vec<T> {
        let ([left, above], _, [width, _]) = self.on_board();
        let mut cells = vec![outside; self.width * self.height];
        if width > 0 {
            for (line, known) in cells.chunks_mut(self.width).skip(above).zip(part.chunks(width)) {
                line[left..].copy_from_slice(known);
            }
        }
        cells
    }
}

/// No palace number is larger than 3k, and no k that is shown than 100,000.
pub(super) fn narrow(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
