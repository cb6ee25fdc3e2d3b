//! A second name for a set of positions, which costs next to nothing on giant boards.

#![allow(
    clippy::inline_always,
    reason = "code is compiled for the instructions of the function that it is inlined into"
)]

mod field;
mod simd;

pub(crate) use field::{Carryless, Frame, Portable};
pub(crate) use simd::Pclmul;

use field::{Powers, Work};
use simd::best;

use crate::position::Position;

/// The fingerprint of a set of positions: the sum of α^x β^y over them, for two fixed elements α and β of the field of
/// 2^64 elements.
///
/// Fingerprints of parts add up to that of the whole, in any order, by XOR: so a position that is added twice is gone.
/// 64 neighbours in a row are a polynomial in α whose coefficients are bits, that is a word of memory: one
/// multiplication for 64 cells, where a [`Signature`](crate::Signature) hashes each of them. It is defined at all x and
/// y; only a difference of 2^64 − 1 in one of them is not seen.
///
/// **What it is worth.** Two different sets in a square of side n differ by a polynomial in α and β that is not 0 and
/// has degree below n in each. For α and β drawn at random after the sets were fixed, it vanishes with a probability
/// below 2n/2^64 (Schwartz and Zippel; its place on the board does not matter, since α^x β^y is not 0): 2^-43 for
/// n = 10^6. Here α and β were drawn once (see `field.rs`), and from then on nothing is random: whether two given sets
/// agree is a fact. So the bound is what to expect of sets that were not made with α and β in mind, such as a board and
/// what a defective engine makes of it. It says nothing of sets that were: 65 positions always have a part whose sum
/// is 0, and linear algebra finds it. It is no cryptographic hash.
///
/// ```
/// use wythoff::{Fingerprint, Position};
/// let mut fingerprint = Fingerprint::default();
/// fingerprint.add(Position::new(0, 0));
/// fingerprint.add(Position::new(4, 0));
/// assert_eq!(fingerprint.to_string(), "0000000000000011");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint(pub(crate) u64);

impl Fingerprint {
    /// The fingerprint as a number; [`Display`](std::fmt::Display) writes it as 16 hexadecimal digits.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// Adds a position.
    pub fn add(&mut self, at: Position) {
        self.add_column(at.x, &[at.y]);
    }

    /// Adds the positions (x, y) for several y in order.
    #[inline]
    pub(crate) fn add_column(&mut self, x: u64, ys: &[u64]) {
        self.0 ^= best(Line { factor: (Powers::of_alpha(), x), terms: (Powers::of_beta(), ys) });
    }

    /// Adds the positions (x, y) for several x in order.
    #[inline]
    pub(crate) fn add_row(&mut self, y: u64, xs: &[u64]) {
        self.0 ^= best(Line { factor: (Powers::of_beta(), y), terms: (Powers::of_alpha(), xs) });
    }

    /// Adds the positions of a row from `at` on that have a 1; the others have a 0.
    pub(crate) fn add_cells(&mut self, at: Position, cells: &[u8]) {
        self.0 ^= best(Cells { at, cells });
    }

    /// Adds several positions. It takes least time when they come column by column, and columns lie close together.
    pub(crate) fn add_all(&mut self, positions: &[Position]) {
        self.0 ^= best(Points { positions });
    }

    /// Adds all positions of the window of this width and height at `at`.
    pub fn add_window(&mut self, at: Position, width: u64, height: u64) {
        self.0 ^= best(Full { at, width, height });
    }

    /// Adds what was summed up in [`Frame::COLUMNS`].
    pub(crate) fn add_from_columns(&mut self, element: u64) {
        self.0 ^= best(FromColumns { element });
    }
}

/// The field of fingerprints in one of its two bases, for whoever sums them up elsewhere, as a GPU does.
///
/// An element is 64 bits; bit i stands for the i-th power of the basis' own number: α in [`Elements::ROWS`], β in
/// [`Elements::COLUMNS`].
#[derive(Clone, Copy, Debug)]
pub struct Elements(Frame);

impl Elements {
    /// The powers of α.
    pub const ROWS: Self = Self(Frame::ROWS);
    /// The powers of β.
    pub const COLUMNS: Self = Self(Frame::COLUMNS);
    /// Of α and β that which is the basis' own.
    pub const OWN: u64 = Frame::OWN;

    /// Of α and β the other one.
    pub fn other(self) -> u64 {
        self.0.other
    }

    /// The 64th power of the basis' own number.
    pub fn modulus(self) -> u64 {
        self.0.modulus
    }

    /// The product of two elements.
    pub fn product(self, a: u64, b: u64) -> u64 {
        best(Product { frame: self.0, a, b })
    }

    /// A power of an element.
    pub fn power(self, base: u64, exponent: u64) -> u64 {
        best(Power { frame: self.0, base, exponent })
    }

    /// One over an element that is not 0.
    pub fn inverse(self, element: u64) -> u64 {
        self.power(element, u64::MAX - 1)
    }

    /// The fingerprint that is the sum of an element of [`Elements::ROWS`] and one of [`Elements::COLUMNS`].
    pub fn fingerprint(rows: u64, columns: u64) -> Fingerprint {
        let mut fingerprint = Fingerprint(rows);
        fingerprint.add_from_columns(columns);
        fingerprint
    }
}

/// The union of two sets that have nothing in common.
impl std::ops::AddAssign for Fingerprint {
    #[expect(clippy::suspicious_op_assign_impl, reason = "the sum in a field of characteristic 2")]
    fn add_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl std::fmt::Display for Fingerprint {
    /// 16 hexadecimal digits.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl serde::Serialize for Fingerprint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Fingerprint {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let digits = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        let number = u64::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 16);
        number.map(Self).ok_or_else(|| serde::de::Error::custom("a fingerprint has 16 hexadecimal digits"))
    }
}

/// A power of one of α and β, times a sum of powers of the other.
struct Line<'l> {
    factor: (&'l Powers, u64),
    terms: (&'l Powers, &'l [u64]),
}

impl Work for Line<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<C: Carryless>(self, carryless: C) -> u64 {
        let ((powers, exponent), (of_terms, terms)) = (self.factor, self.terms);
        let factor = powers.power(carryless, exponent);
        Frame::ROWS.product(carryless, factor, of_terms.sum(carryless, terms))
    }
}

/// Positions one by one.
struct Points<'p> {
    positions: &'p [Position],
}

impl Work for Points<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<C: Carryless>(self, carryless: C) -> u64 {
        let (alpha, beta) = (Powers::of_alpha(), Powers::of_beta());
        let (mut column, mut factor) = (0, 1);
        let mut sum = carryless.polynomial(0);
        for at in self.positions {
            factor = match at.x.checked_sub(column) {
                Some(0) => factor,
                // α^step is one bit of a word.
                Some(step @ 1..64) => carryless.reduced(Frame::ROWS, carryless.polynomial(u128::from(factor) << step)),
                _ => alpha.power(carryless, at.x),
            };
            column = at.x;
            sum = carryless.plus(sum, carryless.times(factor, beta.power(carryless, at.y)));
        }
        carryless.reduced(Frame::ROWS, sum)
    }
}

/// Part of a row, a byte a cell.
struct Cells<'c> {
    at: Position,
    cells: &'c [u8],
}

impl Work for Cells<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<C: Carryless>(self, carryless: C) -> u64 {
        // Horner's rule, from the right: α^64 is a word up.
        let mut row = 0;
        for cells in self.cells.chunks(64).rev() {
            row =
                carryless.reduced(Frame::ROWS, carryless.polynomial(u128::from(row) << 64 | u128::from(packed(cells))));
        }
        if row == 0 {
            return 0;
        }
        let [x, y] = [(Powers::of_alpha(), self.at.x), (Powers::of_beta(), self.at.y)]
            .map(|(powers, exponent)| powers.power(carryless, exponent));
        Frame::ROWS.product(carryless, row, Frame::ROWS.product(carryless, x, y))
    }
}

/// The bits of at most 64 bytes, each of which is 0 or 1.
#[inline(always)]
fn packed(cells: &[u8]) -> u64 {
    // The product takes byte i to bit 56 + i, and nothing else up there.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, rest) = cells.as_chunks::<8>();
    let tail = rest.iter().rev().fold(0, |bits, cell| bits << 1 | u64::from(*cell));
    eights.iter().rev().fold(tail, |bits, cells| bits << 8 | u64::from_le_bytes(*cells).wrapping_mul(GATHER) >> 56)
}

/// All of a window.
struct Full {
    at: Position,
    width: u64,
    height: u64,
}

impl Work for Full {
    type Output = u64;

    #[inline(always)]
    fn run<C: Carryless>(self, carryless: C) -> u64 {
        let Self { at, width, height } = self;
        let [x, y] = [(Frame::OWN, at.x, width), (Frame::ROWS.other, at.y, height)]
            .map(|(base, from, length)| Frame::ROWS.geometric(carryless, base, from, from + length));
        Frame::ROWS.product(carryless, x, y)
    }
}

/// The product of two elements.
struct Product {
    frame: Frame,
    a: u64,
    b: u64,
}

impl Work for Product {
    type Output = u64;

    #[inline(always)]
    fn run<C: Carryless>(self, carryless: C) -> u64 {
        self.frame.product(carryless, self.a, self.b)
    }
}

/// A power of an element.
struct Power {
    frame: Frame,
    base: u64,
    exponent: u64,
}

impl Work for Power {
    type Output = u64;

    #[inline(always)]
    fn run<C: Carryless>(self, carryless: C) -> u64 {
        self.frame.power(carryless, self.base, self.exponent)
    }
}

/// A sum in the frame of columns.
struct FromColumns {
    element: u64,
}

impl Work for FromColumns {
    type Output = u64;

    #[inline(always)]
    fn run<C: Carryless>(self, carryless: C) -> u64 {
        Frame::taken_over(carryless, self.element)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way to add a set is the sum of its positions, near and far.
    #[test]
    fn all_ways_to_add_agree() {
        let xs: Vec<u64> = (0..200).filter(|x| x * x % 7 < 3).collect();
        for (x, y) in
            [(0, 0), (1, 63), (64, 4095), ((1 << 22) - 100, (1 << 32) - 1), (1 << 32, 1 << 53), (u64::MAX - 200, 9)]
        {
            let at = Position::new(x, y);
            let row: Vec<u64> = xs.iter().map(|i| x + i).collect();
            let (mut single, mut swapped) = (Fingerprint::default(), Fingerprint::default());
            for &x in &row {
                single.add(Position::new(x, y));
                swapped.add(Position::new(y, x));
            }
            assert_ne!(single, swapped);
            let (mut line, mut column, mut cells) =
                (Fingerprint::default(), Fingerprint::default(), Fingerprint::default());
            line.add_row(y, &row);
            column.add_column(y, &row);
            let bytes: Vec<u8> = (0..200).map(|i| u8::from(xs.contains(&i))).collect();
            cells.add_cells(at, &bytes);
            assert_eq!((line, cells, column), (single, single, swapped), "{at}");
            // In parts, of any length.
            for split in [0, 1, 8, 63, 64, 65, 199, 200] {
                let mut parts = Fingerprint::default();
                parts.add_cells(Position::new(x + split as u64, y), &bytes[split..]);
                let mut left = Fingerprint::default();
                left.add_cells(at, &bytes[..split]);
                parts += left;
                assert_eq!(parts, single, "{at}, {split}");
            }
        }
    }

    #[test]
    fn a_full_window_is_the_sum_of_its_cells() {
        for (at, width, height) in [((0, 0), 1, 1), ((0, 0), 0, 5), ((3, 70), 65, 9), ((1 << 33, 1 << 20), 7, 130)] {
            let at = Position::from(at);
            let (mut full, mut sum) = (Fingerprint::default(), Fingerprint::default());
            full.add_window(at, width, height);
            for y in at.y..at.y + height {
                sum.add_cells(Position::new(at.x, y), &vec![1; usize::try_from(width).unwrap()]);
            }
            assert_eq!(full, sum, "{width}×{height} at {at}");
        }
    }
}
