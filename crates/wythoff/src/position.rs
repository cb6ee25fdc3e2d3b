//! Where the play is: two heaps, or a queen on a quadrant, and what one move takes away.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use dashu_int::UBig;
use dashu_int::ops::DivRem;
use serde::{Serialize, Serializer};

use crate::exact::{ExpressionError, whole_number};

/// A number of tokens: `u64` where boards are computed, [`UBig`] where formulas answer at any size.
pub trait Tokens: Clone + Debug + Display + Eq + Hash + Ord + From<u64> + Send + Sync + 'static {
    /// This number, at any size.
    fn to_exact(&self) -> UBig;

    /// This number, if it fits in 64 bits.
    fn near(&self) -> Option<u64>;

    /// The number from one of any size, or `None` when it is too large for the type.
    fn from_exact(number: UBig) -> Option<Self>;

    /// The number that its decimal digits stand for, or `None` when it is too large for the type.
    fn from_digits(digits: &str) -> Option<Self>;

    /// Adds its decimal digits to a line.
    fn write_digits(&self, line: &mut Vec<u8>);

    /// The difference, or `None` below 0.
    fn minus(&self, other: &Self) -> Option<Self>;

    /// The sum, or `None` when it is too large for the type.
    fn plus(&self, more: u128) -> Option<Self>;

    /// The quotient and the remainder for a divisor that is not 0.
    fn divided(&self, divisor: u32) -> (Self, u32);
}

impl Tokens for u64 {
    fn to_exact(&self) -> UBig {
        (*self).into()
    }

    #[inline]
    fn near(&self) -> Option<u64> {
        Some(*self)
    }

    fn from_exact(number: UBig) -> Option<Self> {
        number.try_into().ok()
    }

    fn from_digits(digits: &str) -> Option<Self> {
        digits.parse().ok()
    }

    #[inline]
    fn write_digits(&self, line: &mut Vec<u8>) {
        // 2^64 has 20 digits. Tables of millions of rows are written with this.
        let (mut digits, mut at, mut rest) = ([b'0'; 20], 20, *self);
        while rest > 0 {
            at -= 1;
            digits[at] += u8::try_from(rest % 10).expect("a digit");
            rest /= 10;
        }
        line.extend_from_slice(&digits[at.min(19)..]);
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        self.checked_sub(*other)
    }

    #[inline]
    fn plus(&self, more: u128) -> Option<Self> {
        Self::try_from(u128::from(*self).checked_add(more)?).ok()
    }

    fn divided(&self, divisor: u32) -> (Self, u32) {
        let divisor = Self::from(divisor);
        (self / divisor, u32::try_from(self % divisor).expect("a remainder is below a 32-bit divisor"))
    }
}

impl Tokens for UBig {
    fn to_exact(&self) -> UBig {
        self.clone()
    }

    fn near(&self) -> Option<u64> {
        self.try_into().ok()
    }

    fn from_exact(number: UBig) -> Option<Self> {
        Some(number)
    }

    fn from_digits(digits: &str) -> Option<Self> {
        digits.parse().ok()
    }

    fn write_digits(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(self.to_string().as_bytes());
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        (self >= other).then(|| self - other)
    }

    fn plus(&self, more: u128) -> Option<Self> {
        Some(self + more)
    }

    fn divided(&self, divisor: u32) -> (Self, u32) {
        self.div_rem(divisor)
    }
}

/// A position (x, y): heaps of x and y tokens, or the queen in column x and row y, with (0,0) at the top left.
///
/// The order is by x, then by y: the order of the papers' tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position<T = u64> {
    /// The first heap; the column.
    pub x: T,
    /// The second heap; the row.
    pub y: T,
}

impl<T> Position<T> {
    /// The position with heaps of x and y tokens.
    pub const fn new(x: T, y: T) -> Self {
        Self { x, y }
    }

    /// The position with its heaps exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        Self { x: self.y, y: self.x }
    }
}

impl<T: Tokens> Position<T> {
    /// An upper position has y ≥ x.
    pub fn is_upper(&self) -> bool {
        self.y >= self.x
    }

    /// Where `removal` leads, or `None` when a heap is too small for it.
    ///
    /// ```
    /// use wythoff::{Move, Position};
    /// assert_eq!(Position::new(5, 3).after(&Move::new(2, 2)), Some(Position::new(3, 1)));
    /// assert_eq!(Position::new(5, 3).after(&Move::new(0, 4)), None);
    /// ```
    pub fn after(&self, removal: &Move<T>) -> Option<Self> {
        Some(Self { x: self.x.minus(&removal.i)?, y: self.y.minus(&removal.j)? })
    }

    /// The removal that leads from here to `to`, or `None` when a heap would grow or nothing would change.
    pub fn move_to(&self, to: &Self) -> Option<Move<T>> {
        let removal = Move { i: self.x.minus(&to.x)?, j: self.y.minus(&to.y)? };
        (self != to).then_some(removal)
    }

    /// The position for a sentence: numbers of more than 40 digits are shortened to their first and last ones.
    ///
    /// ```
    /// use wythoff::{Position, exact::UBig};
    /// let far = Position::new(UBig::from(10_u8).pow(99) + 1_u8, UBig::ONE);
    /// assert_eq!(far.short(), "(1000000000…0000000001 [100 digits],1)");
    /// ```
    pub fn short(&self) -> String {
        format!("({},{})", shortened(&self.x), shortened(&self.y))
    }

    /// The same position with heaps of any size.
    pub fn to_exact(&self) -> Position<UBig> {
        Position { x: self.x.to_exact(), y: self.y.to_exact() }
    }

    /// The same position with 64-bit heaps, or `None` when a heap is too large.
    pub(crate) fn near(&self) -> Option<Position> {
        Some(Position { x: self.x.near()?, y: self.y.near()? })
    }

    /// The position from one with heaps of any size, or `None` when a heap is too large for the type.
    pub fn from_exact(exact: Position<UBig>) -> Option<Self> {
        Some(Self { x: T::from_exact(exact.x)?, y: T::from_exact(exact.y)? })
    }
}

impl Position {
    /// The width and height of the smallest board at (0,0) that holds the position. (2^64 is cut to 2^64 − 1: no engine
    /// comes near it.)
    pub(crate) const fn board_sides(self) -> (u64, u64) {
        (self.x.saturating_add(1), self.y.saturating_add(1))
    }
}

impl<T> From<(T, T)> for Position<T> {
    fn from((x, y): (T, T)) -> Self {
        Self { x, y }
    }
}

impl<T: Display> Display for Position<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

impl<T: Tokens> Serialize for Position<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [JsonInteger(&self.x), JsonInteger(&self.y)].serialize(serializer)
    }
}

/// The number, or of more than 40 digits the first and last ones: `1000000000…0000000001 [100 digits]`.
pub fn shortened<T: Tokens>(number: &T) -> String {
    const LONGEST: usize = 40;
    const SHOWN: usize = 10;
    let digits = number.to_string();
    if digits.len() <= LONGEST {
        return digits;
    }
    format!("{}…{} [{} digits]", &digits[..SHOWN], &digits[digits.len() - SHOWN..], digits.len())
}

/// An integer as JSON readers keep it exactly: a number up to 2^53, a string of digits above.
pub(crate) struct JsonInteger<'t, T>(pub(crate) &'t T);

impl<T: Tokens> Serialize for JsonInteger<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::from_exact(self.0.to_exact()) {
            Some(small) if small <= 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.collect_str(self.0),
        }
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// It is not two heaps.
    #[error("`{text}` is not a position: {reason}; write two heaps as `3,5` or `(3,5)`")]
    Form {
        /// What was read.
        text: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A heap that is no number.
    #[error(transparent)]
    Heap(ExpressionError),
}

impl<T: Tokens> FromStr for Position<T> {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let error = |reason| PositionError::Form { text: text.to_owned(), reason };
        let (x, y) = heaps(text).map_err(error)?;
        let heap = |part: &str| {
            read_heap(part).map_err(|problem| match problem {
                CoordinateError::TooLarge => error("a heap here is below 2^64 = 18446744073709551616"),
                CoordinateError::Expression(problem) => {
                    PositionError::Heap(problem.within(text, part.as_ptr().addr() - text.as_ptr().addr()))
                }
            })
        };
        Ok(Self { x: heap(x)?, y: heap(y)? })
    }
}

/// The two heaps of `x,y` or `(x,y)`, as they are written.
pub(crate) fn heaps(text: &str) -> Result<(&str, &str), &'static str> {
    let trimmed = text.trim();
    let inner = trimmed.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let inside = inner.filter(|inner| outer_commas(inner).is_some_and(|commas| !commas.is_empty())).unwrap_or(trimmed);
    match *outer_commas(inside).ok_or("a parenthesis is missing")? {
        [comma] => Ok((&inside[..comma], &inside[comma + 1..])),
        [] => Err("there is no comma between two numbers"),
        _ => Err("there are more than two numbers"),
    }
}

/// The commas outside all parentheses, or `None` where these do not match.
fn outer_commas(text: &str) -> Option<Vec<usize>> {
    let (mut depth, mut commas) = (0_usize, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => commas.push(at),
            _ => {}
        }
    }
    (depth == 0).then_some(commas)
}

/// Why a text is not a coordinate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoordinateError {
    /// It is neither digits nor an expression for a natural number.
    #[error(transparent)]
    Expression(ExpressionError),
    /// A number of 2^64 or more.
    #[error("{}", HeapError::TooLarge)]
    TooLarge,
}

/// The size of a heap from its decimal digits, or from an expression: see [`whole_number`].
///
/// # Errors
/// Where it is neither, or is too large for the type.
///
/// ```
/// use wythoff::{exact::UBig, read_heap};
/// assert_eq!(read_heap("2^10 - 1"), Ok(1023_u64));
/// assert_eq!(read_heap("floor(sqrt(2)*10^30)"), Ok("1414213562373095048801688724209".parse::<UBig>().unwrap()));
/// ```
pub fn read_heap<T: Tokens>(text: &str) -> Result<T, CoordinateError> {
    let heap = match parse_heap(text.trim()) {
        Err(HeapError::NotANumber) => T::from_exact(whole_number(text).map_err(CoordinateError::Expression)?),
        found => found.ok(),
    };
    heap.ok_or(CoordinateError::TooLarge)
}

/// Why a text is not the size of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeapError {
    /// Nothing, or something that is not a digit.
    #[error("a heap is a whole number, 0 or more, written in decimal digits")]
    NotANumber,
    /// A number of 2^64 or more.
    #[error("a heap here is below 2^64 = 18446744073709551616; `solve` takes heaps of any size")]
    TooLarge,
}

/// The size of a heap from its decimal digits.
///
/// # Errors
/// When `text` has a character that is not a digit, is empty, or is too large for the type.
///
/// ```
/// assert_eq!(wythoff::parse_heap("12"), Ok(12));
/// assert!(wythoff::parse_heap::<u64>("-1").is_err());
/// ```
pub fn parse_heap<T: Tokens>(text: &str) -> Result<T, HeapError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(HeapError::NotANumber);
    }
    T::from_digits(text).ok_or(HeapError::TooLarge)
}

/// Positions separated by semicolons or by blanks outside parentheses: `3,5 (0,2); 1,1`.
///
/// # Errors
/// The first part that is not a position.
///
/// ```
/// use wythoff::{Position, parse_positions};
/// assert_eq!(parse_positions("3,5 (0, 2)"), Ok(vec![Position::new(3, 5), Position::new(0, 2)]));
/// ```
pub fn parse_positions<T: Tokens>(text: &str) -> Result<Vec<Position<T>>, PositionError> {
    let mut depth = 0_usize;
    let parts = text.split(move |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ';' || (c.is_whitespace() && depth == 0)
    });
    parts.filter(|part| !part.trim().is_empty()).map(str::parse).collect()
}

/// What a move takes away: i tokens from the first heap and j from the second, not both 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move<T = u64> {
    /// Taken from the first heap (x).
    pub i: T,
    /// Taken from the second heap (y).
    pub j: T,
}

impl<T> Move<T> {
    /// The removal of i and j tokens.
    pub const fn new(i: T, j: T) -> Self {
        Self { i, j }
    }
}

impl<T: Ord> Move<T> {
    /// The smaller and the larger number.
    pub(crate) fn in_order(&self) -> (&T, &T) {
        if self.i <= self.j { (&self.i, &self.j) } else { (&self.j, &self.i) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_those_that_are_displayed() {
        let edges = [0, 1, 9, 10, 99, 100, 1 << 32, (1 << 53) + 1, 9_999_999_999_999_999_999, u64::MAX - 1, u64::MAX];
        for number in edges {
            let (mut near, mut exact) = (b"7,".to_vec(), b"7,".to_vec());
            number.write_digits(&mut near);
            UBig::from(number).write_digits(&mut exact);
            assert_eq!(String::from_utf8(near).unwrap(), format!("7,{number}"));
            assert_eq!(String::from_utf8(exact).unwrap(), format!("7,{number}"));
        }
    }

    #[test]
    fn positions_are_read_with_and_without_parentheses() {
        for text in ["3,5", "(3,5)", " ( 3 , 5 ) "] {
            assert_eq!(text.parse(), Ok(Position::new(3, 5)), "{text}");
        }
        for text in ["", "3", "3,", ",5", "3,5,7", "(3,5", "3,5)", "-1,2", "+1,2", "3;5", "1e3,4", "1.5,2"] {
            assert!(text.parse::<Position>().is_err(), "{text}");
        }
        let wide = format!("{},{}", u64::MAX, u64::MAX);
        assert_eq!(wide.parse(), Ok(Position::new(u64::MAX, u64::MAX)));
        let error = "18446744073709551616,0".parse::<Position>().unwrap_err().to_string();
        assert!(error.contains("2^64"), "{error}");
    }

    #[test]
    fn heaps_may_be_expressions() {
        for text in ["1+2,5", "(3,10/2)", "(1+2),(2+3)", "((1+2),(2+3))", "min(3,7), mod(12,7)", "3, (4+1)"] {
            assert_eq!(text.parse(), Ok(Position::new(3, 5)), "{text}");
        }
        let PositionError::Heap(error) = "3, 2*sqrt(2)".parse::<Position>().unwrap_err() else { panic!("a heap") };
        assert_eq!((error.span(), error.help().contains("floor(2*sqrt(2))")), (3..12, true));
        let several = parse_positions("2^3,min(1, 2) (0, (1+1)); 1,1");
        assert_eq!(several, Ok(vec![Position::new(8, 1), Position::new(0, 2), Position::new(1, 1)]));
    }

    #[test]
    fn json_keeps_every_digit() {
        let json = |x, y| serde_json::to_string(&Position::<u64>::new(x, y)).unwrap();
        assert_eq!(json(3, 1 << 53), "[3,9007199254740992]");
        assert_eq!(json(0, (1 << 53) + 1), "[0,\"9007199254740993\"]");
    }
}
