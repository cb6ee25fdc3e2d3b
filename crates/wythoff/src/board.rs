//! A window of the board and what stands in its cells.

use std::ops::Range;

use dashu_int::UBig;

use crate::fingerprint::Fingerprint;
use crate::game::Hole;
use crate::outcome::Outcome;
use crate::position::{Position, Tokens};
use crate::vectors::{Loop, with_vectors};

/// The cells `at.x ≤ x < at.x + width`, `at.y ≤ y < at.y + height`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window<T = u64> {
    /// The top left cell.
    pub at: Position<T>,
    /// Columns.
    pub width: u64,
    /// Rows.
    pub height: u64,
}

impl Window {
    /// The window of `width` columns and `height` rows at (0,0).
    pub const fn corner(width: u64, height: u64) -> Self {
        Self { at: Position::new(0, 0), width, height }
    }

    /// The first column to the right of the window, if there is one below 2^64.
    pub const fn right(self) -> Option<u64> {
        self.at.x.checked_add(self.width)
    }

    /// The first row below the window, if there is one below 2^64.
    pub const fn bottom(self) -> Option<u64> {
        self.at.y.checked_add(self.height)
    }

    /// The same cells with the heaps exchanged.
    pub(crate) const fn mirrored(self) -> Self {
        Self { at: Position::new(self.at.y, self.at.x), width: self.height, height: self.width }
    }
}

impl Window<UBig> {
    /// The same window with 64-bit coordinates, if all its cells have such.
    pub fn near(&self) -> Option<Window> {
        let [x, y] = [&self.at.x, &self.at.y].map(|heap| u64::from_exact(heap.clone()));
        let near = Window { at: Position::new(x?, y?), width: self.width, height: self.height };
        near.right().and(near.bottom()).map(|_| near)
    }
}

impl From<Window> for Window<UBig> {
    fn from(window: Window) -> Self {
        let at = Position::new(window.at.x.into(), window.at.y.into());
        Self { at, width: window.width, height: window.height }
    }
}

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// The cell does not exist in this game.
    Removed,
    /// The position's outcome (for a game with memory: as a starting position).
    Has(Outcome),
}

impl Cell {
    /// Whether a P-position stands here.
    pub const fn is_p(self) -> bool {
        matches!(self, Self::Has(Outcome::P))
    }
}

/// The outcomes of all positions in a window: one bit a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    window: Window,
    words_per_row: usize,
    p_positions: Vec<u64>,
    hole: Option<Hole>,
}

impl Board {
    /// How many bytes a board of this size takes, if that fits in 64 bits.
    pub fn bytes(width: u64, height: u64) -> Option<u64> {
        width.div_ceil(64).checked_mul(8)?.checked_mul(height)
    }

    /// A board without rows and with room for those of the window; [`Board::push_row`] adds them from the top.
    ///
    /// # Panics
    /// When [`Board::bytes`] was not checked, or the system refuses.
    pub(crate) fn empty(window: Window, hole: Option<Hole>) -> Self {
        let words =
            |rows: u64| usize::try_from(window.width.div_ceil(64).saturating_mul(rows)).expect("the size was checked");
        let p_positions = Vec::with_capacity(words(window.height));
        Self { window: Window { height: 0, ..window }, words_per_row: words(1), p_positions, hole }
    }

    /// Adds the next row: 1 for each P-position, 0 for the other cells.
    pub(crate) fn push_row(&mut self, p: &[u8]) {
        let pack = |cells: &[u8]| cells.iter().rev().fold(0, |word, p| word << 1 | u64::from(*p));
        self.p_positions.extend(p.chunks(64).map(pack));
        self.window.height += 1;
    }

    /// Where the board lies, and how large it is.
    pub fn window(&self) -> Window {
        self.window
    }

    /// Columns.
    pub fn width(&self) -> u64 {
        self.window.width
    }

    /// Rows.
    pub fn height(&self) -> u64 {
        self.window.height
    }

    /// Whether the position is P; removed cells are not.
    ///
    /// # Panics
    /// Outside the board.
    pub fn is_p(&self, at: Position) -> bool {
        let Window { at: from, width, height } = self.window;
        let (x, y) = (at.x.wrapping_sub(from.x), at.y.wrapping_sub(from.y));
        // A coordinate below the window's wraps to a number that is at least 2^64 − from, and no window reaches so far.
        assert!(x < width && y < height, "{at} is outside a board of {width}×{height} cells from {from} on");
        // Within the board, so within the vector that holds it.
        #[allow(clippy::cast_possible_truncation)]
        let (word, row) = ((x / 64) as usize, y as usize);
        self.p_positions[row * self.words_per_row + word] >> (x % 64) & 1 == 1
    }

    /// What stands at `at`.
    ///
    /// # Panics
    /// Outside the board.
    pub fn cell(&self, at: Position) -> Cell {
        if self.hole.is_some_and(|hole| hole.contains(&at)) {
            Cell::Removed
        } else {
            Cell::Has(Outcome::p_if(self.is_p(at)))
        }
    }

    /// Every P-position, by rows.
    pub fn p_positions(&self) -> impl Iterator<Item = Position> + '_ {
        let Window { at, width, height } = self.window;
        (0..height)
            .flat_map(move |y| (0..width).map(move |x| Position::new(at.x + x, at.y + y)))
            .filter(|&at| self.is_p(at))
    }
}

/// The signature of a set of positions: the sum modulo 2^64 of mix(x·2^32 + y) over them, where mix is the output
/// function of SplitMix64. The order of the positions does not matter.
///
/// ```
/// use wythoff::{Position, Signature};
/// let mut signature = Signature::default();
/// signature.add(Position::new(0, 0));
/// assert_eq!(signature.to_string(), "e220a8397b1dcdaf");
/// assert_eq!(signature.number(), 0xe220_a839_7b1d_cdaf);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signature(pub(crate) u64);

impl Signature {
    /// The signature as a number; [`Display`](std::fmt::Display) writes it as 16 hexadecimal digits.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// Adds a position with x, y < 2^32.
    ///
    /// # Panics
    /// When a coordinate is 2^32 or more: the signature is not defined there.
    pub fn add(&mut self, at: Position) {
        assert!(at.x >> 32 == 0 && at.y >> 32 == 0, "{at} is beyond the range of signatures");
        self.add_column(at.x, &[at.y]);
    }

    /// Adds the positions (x, y) for several y; all coordinates are known to be below 2^32. Without a branch in the
    /// loop the compiler makes vectors of it.
    #[inline]
    pub(crate) fn add_column(&mut self, x: u64, ys: &[u64]) {
        self.0 = ys.iter().fold(self.0, |sum, y| sum.wrapping_add(mix(x << 32 | y)));
    }

    /// Adds the positions (x, y) for all y of a range; all coordinates are known to be below 2^32.
    pub(crate) fn add_cells(&mut self, x: u64, ys: Range<u64>) {
        self.0 = self.0.wrapping_add(with_vectors(MixedCells { x, ys }));
    }

    /// Adds the positions of a row from `at` on that have a 1, the others having a 0; all coordinates are known to be
    /// below 2^32.
    pub(crate) fn add_row(&mut self, at: Position, cells: &[u8]) {
        self.0 = self.0.wrapping_add(with_vectors(MixedRow { at, cells }));
    }

    /// Adds positions whose coordinates are known to be below 2^32.
    fn add_all(&mut self, positions: &[Position]) {
        self.0 = self.0.wrapping_add(with_vectors(MixedPositions { positions }));
    }
}

/// [`Signature::add_cells`].
struct MixedCells {
    x: u64,
    ys: Range<u64>,
}

impl Loop for MixedCells {
    type Output = u64;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "vectors need the instructions that the caller is compiled for")]
    fn run(self) -> u64 {
        self.ys.fold(0, |sum: u64, y| sum.wrapping_add(mix(self.x << 32 | y)))
    }
}

/// [`Signature::add_row`].
struct MixedRow<'c> {
    at: Position,
    cells: &'c [u8],
}

impl Loop for MixedRow<'_> {
    type Output = u64;

    /// Where there is a 1 all 64 cells are mixed, and not all are added: vectors of fixed length.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "vectors need the instructions that the caller is compiled for")]
    fn run(self) -> u64 {
        let mut sum = 0_u64;
        for (cells, x) in self.cells.chunks(64).zip((self.at.x..).step_by(64)) {
            if cells.iter().fold(0, |any, cell| any | cell) == 1 {
                for (cell, x) in cells.iter().zip(x..) {
                    sum = sum.wrapping_add(mix(x << 32 | self.at.y) & 0_u64.wrapping_sub(u64::from(*cell)));
                }
            }
        }
        sum
    }
}

/// [`Signature::add_all`].
struct MixedPositions<'p> {
    positions: &'p [Position],
}

impl Loop for MixedPositions<'_> {
    type Output = u64;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "vectors need the instructions that the caller is compiled for")]
    fn run(self) -> u64 {
        self.positions.iter().fold(0, |sum: u64, at| sum.wrapping_add(mix(at.x << 32 | at.y)))
    }
}

/// How many positions a set has, and which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Their number.
    pub p_count: u64,
    /// Their signature.
    pub signature: Signature,
    /// Their fingerprint.
    pub fingerprint: Fingerprint,
}

impl Tally {
    /// Adds a position with x, y < 2^32.
    ///
    /// # Panics
    /// As [`Signature::add`].
    pub fn add(&mut self, at: Position) {
        self.p_count += 1;
        self.signature.add(at);
        self.fingerprint.add(at);
    }

    /// Adds the positions (x, y) for several y in order; all coordinates are known to be below 2^32.
    #[inline]
    pub(crate) fn add_column(&mut self, x: u64, ys: &[u64]) {
        self.p_count += ys.len() as u64;
        self.signature.add_column(x, ys);
        self.fingerprint.add_column(x, ys);
    }

    /// Adds their mirror images (y, x).
    pub(crate) fn add_mirrored(&mut self, x: u64, ys: &[u64]) {
        self.p_count += ys.len() as u64;
        for &y in ys {
            self.signature.add_column(y, &[x]);
        }
        self.fingerprint.add_row(x, ys);
    }

    /// The same for the first `count` numbers of a list, whatever comes behind them. Of a short list all are mixed, and
    /// not all are added: vectors of fixed length, measured to be faster than a loop over 14 numbers or 15.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "vectors need the instructions that the caller is compiled for")]
    pub(crate) fn add_first(&mut self, x: u64, list: &[u64], count: usize) {
        const SHORT: usize = 16;
        match list.first_chunk::<SHORT>() {
            Some(short) if count <= SHORT => {
                let mut mixed = [0_u64; SHORT];
                for (at, (mixed, y)) in mixed.iter_mut().zip(short).enumerate() {
                    *mixed = mix(x << 32 | y) & 0_u64.wrapping_sub(u64::from(at < count));
                }
                self.p_count += count as u64;
                self.signature.0 = mixed.into_iter().fold(self.signature.0, u64::wrapping_add);
                self.fingerprint.add_column(x, &list[..count]);
            }
            _ => self.add_column(x, &list[..count]),
        }
    }
}

/// A tally of many positions: some are added together, which takes less time, least when they come column by column.
///
/// ```
/// use wythoff::{Position, Tallier, Tally};
/// let (mut tallier, mut tally) = (Tallier::default(), Tally::default());
/// for at in [(0, 0), (1, 2), (3, 5)].map(Position::from) {
///     tallier.add(at);
///     tally.add(at);
/// }
/// assert_eq!(tallier.tally(), tally);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tallier {
    tally: Tally,
    /// What is not yet added.
    rest: Vec<Position>,
}

impl Tallier {
    /// Adds a position with x, y < 2^32.
    ///
    /// # Panics
    /// When a coordinate is 2^32 or more.
    #[inline]
    pub fn add(&mut self, at: Position) {
        const AT_ONCE: usize = 1 << 8;
        assert!(at.x >> 32 == 0 && at.y >> 32 == 0, "{at} is beyond the range of signatures");
        self.rest.push(at);
        if self.rest.len() == AT_ONCE {
            self.add_rest();
        }
    }

    /// The tally of all.
    pub fn tally(mut self) -> Tally {
        self.add_rest();
        self.tally
    }

    fn add_rest(&mut self) {
        self.tally.p_count += self.rest.len() as u64;
        self.tally.signature.add_all(&self.rest);
        self.tally.fingerprint.add_all(&self.rest);
        self.rest.clear();
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { p_count, signature, fingerprint } = self;
        write!(f, "{p_count} P-positions, signature {signature}, fingerprint {fingerprint}")
    }
}

/// The output function of SplitMix64.
#[inline]
pub(crate) const fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// The signature of the union of two sets that have nothing in common.
impl std::ops::AddAssign for Signature {
    fn add_assign(&mut self, other: Self) {
        self.0 = self.0.wrapping_add(other.0);
    }
}

impl std::fmt::Display for Signature {
    /// 16 hexadecimal digits.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl serde::Serialize for Signature {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
