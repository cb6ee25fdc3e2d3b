//! Where the play is: two heaps, or a queen on a quadrant, and what one move takes away.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// A position (x, y): heaps of x and y tokens, or the queen in column x and row y, with (0,0) at the top left.
///
/// The order is by x, then by y: the order of the papers' tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The first heap; the column.
    pub x: u64,
    /// The second heap; the row.
    pub y: u64,
}

impl Position {
    /// The position with heaps of x and y tokens.
    pub const fn new(x: u64, y: u64) -> Self {
        Self { x, y }
    }

    /// The position with its heaps exchanged.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { x: self.y, y: self.x }
    }

    /// An upper position has y ≥ x.
    pub const fn is_upper(self) -> bool {
        self.y >= self.x
    }

    /// The width and height of the smallest board at (0,0) that holds the position. (2^64 is cut to 2^64 − 1: no engine
    /// comes near it.)
    pub(crate) const fn board_sides(self) -> (u64, u64) {
        (self.x.saturating_add(1), self.y.saturating_add(1))
    }

    /// Where `removal` leads, or `None` when a heap is too small for it.
    ///
    /// ```
    /// use wythoff::{Move, Position};
    /// assert_eq!(Position::new(5, 3).after(Move::new(2, 2)), Some(Position::new(3, 1)));
    /// assert_eq!(Position::new(5, 3).after(Move::new(0, 4)), None);
    /// ```
    pub fn after(self, removal: Move) -> Option<Self> {
        Some(Self { x: self.x.checked_sub(removal.i)?, y: self.y.checked_sub(removal.j)? })
    }

    /// The removal that leads from here to `to`, or `None` when a heap would grow or nothing would change.
    pub fn move_to(self, to: Self) -> Option<Move> {
        let removal = Move { i: self.x.checked_sub(to.x)?, j: self.y.checked_sub(to.y)? };
        (removal != Move { i: 0, j: 0 }).then_some(removal)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [JsonInteger(self.x), JsonInteger(self.y)].serialize(serializer)
    }
}

/// An integer as JSON readers keep it exactly: a number up to 2^53, a string of digits above.
pub(crate) struct JsonInteger(pub(crate) u64);

impl Serialize for JsonInteger {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 <= 1 << 53 { serializer.serialize_u64(self.0) } else { serializer.collect_str(&self.0) }
    }
}

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a position: {reason}; write two heaps as `3,5` or `(3,5)`")]
pub struct PositionError {
    text: String,
    reason: &'static str,
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let error = |reason| PositionError { text: text.to_owned(), reason };
        let trimmed = text.trim();
        let inner = match (trimmed.strip_prefix('('), trimmed.strip_suffix(')')) {
            (Some(_), Some(_)) => &trimmed[1..trimmed.len() - 1],
            (None, None) => trimmed,
            _ => return Err(error("a parenthesis is missing")),
        };
        let (x, y) = inner.split_once(',').ok_or_else(|| error("there is no comma between two numbers"))?;
        let heap = |digits: &str| parse_heap(digits.trim()).map_err(|problem| error(problem.in_a_pair()));
        Ok(Self { x: heap(x)?, y: heap(y)? })
    }
}

/// Why a text is not the size of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeapError {
    /// Nothing, or something that is not a digit.
    #[error("a heap is a whole number, 0 or more, written in decimal digits")]
    NotANumber,
    /// A number of 2^64 or more.
    #[error("heaps of 2^64 = 18446744073709551616 tokens or more are beyond the engines of this version")]
    TooLarge,
}

impl HeapError {
    fn in_a_pair(self) -> &'static str {
        match self {
            Self::NotANumber => "each heap is a whole number, 0 or more",
            Self::TooLarge => "a heap is below 2^64 = 18446744073709551616 in this version",
        }
    }
}

/// The size of a heap from its decimal digits.
///
/// # Errors
/// When `text` has a character that is not a digit, is empty, or is 2^64 or more.
///
/// ```
/// assert_eq!(wythoff::parse_heap("12"), Ok(12));
/// assert!(wythoff::parse_heap("-1").is_err());
/// ```
pub fn parse_heap(text: &str) -> Result<u64, HeapError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(HeapError::NotANumber);
    }
    text.parse().map_err(|_| HeapError::TooLarge)
}

/// Positions separated by blanks or semicolons: `3,5 (0,2); 1,1`.
///
/// # Errors
/// The first part that is not a position.
///
/// ```
/// use wythoff::{Position, parse_positions};
/// assert_eq!(parse_positions("3,5 (0, 2)"), Ok(vec![Position::new(3, 5), Position::new(0, 2)]));
/// ```
pub fn parse_positions(text: &str) -> Result<Vec<Position>, PositionError> {
    let mut inside = false;
    let parts = text.split(move |c: char| {
        inside = (inside || c == '(') && c != ')';
        c == ';' || (c.is_whitespace() && !inside)
    });
    parts.filter(|part| !part.trim().is_empty()).map(str::parse).collect()
}

/// What a move takes away: i tokens from the first heap and j from the second, not both 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Taken from the first heap (x).
    pub i: u64,
    /// Taken from the second heap (y).
    pub j: u64,
}

impl Move {
    /// The removal of i and j tokens.
    pub const fn new(i: u64, j: u64) -> Self {
        Self { i, j }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_with_and_without_parentheses() {
        for text in ["3,5", "(3,5)", " ( 3 , 5 ) "] {
            assert_eq!(text.parse(), Ok(Position::new(3, 5)), "{text}");
        }
        for text in ["", "3", "3,", ",5", "3,5,7", "(3,5", "3,5)", "-1,2", "+1,2", "3;5", "1e3,4"] {
            assert!(text.parse::<Position>().is_err(), "{text}");
        }
        let wide = format!("{},{}", u64::MAX, u64::MAX);
        assert_eq!(wide.parse(), Ok(Position::new(u64::MAX, u64::MAX)));
        let error = "18446744073709551616,0".parse::<Position>().unwrap_err().to_string();
        assert!(error.contains("2^64"), "{error}");
    }

    #[test]
    fn json_keeps_every_digit() {
        let json = |x, y| serde_json::to_string(&Position::new(x, y)).unwrap();
        assert_eq!(json(3, 1 << 53), "[3,9007199254740992]");
        assert_eq!(json(0, (1 << 53) + 1), "[0,\"9007199254740993\"]");
    }
}
