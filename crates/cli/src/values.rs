//! What the arguments of several commands are made of.

use anyhow::{Result, anyhow};
use wythoff::engine::sparse::LARGEST_K;
use wythoff::exact::UBig;
use wythoff::render::OFFSET_LIMIT;

/// A game at a position.
#[derive(clap::Args)]
pub(crate) struct Start {
    /// The game, e.g. `blocking:k=5` or `W^5`; or a sum, e.g. "wythoff 3,5 + nim 0,7"
    #[arg(allow_hyphen_values = true)]
    pub(crate) game: String,
    /// The first heap, or the queen's column, e.g. `3`, `10^99` or `floor(sqrt(2)*10^99)`; or the position, e.g. `3,5`
    #[arg(allow_hyphen_values = true)]
    pub(crate) x: Option<String>,
    /// The second heap, or the queen's row
    #[arg(allow_hyphen_values = true)]
    pub(crate) y: Option<String>,
}

/// The numbers from `first` to `last`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) first: u64,
    pub(crate) last: u64,
}

impl Span {
    /// Numbers from 1 to `most`: one, or a range.
    fn parse(text: &str, most: u64, example: &str) -> Result<Self> {
        let end = |digits: &str| match wythoff::parse_heap(digits.trim()) {
            Ok(k) if (1..=most).contains(&k) => Ok(k),
            Ok(_) | Err(wythoff::HeapError::TooLarge) => Err(anyhow!("k is from 1 to {most}")),
            Err(wythoff::HeapError::NotANumber) => Err(anyhow!("write a number or a range, e.g. {example}")),
        };
        let (first, last) = match text.split_once("..") {
            Some((first, last)) => (end(first)?, end(last)?),
            None => (end(text)?, end(text)?),
        };
        if first > last { Err(anyhow!("{first} is above {last}")) } else { Ok(Self { first, last }) }
    }
}

impl std::str::FromStr for Span {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text, LARGEST_K, "20 or 1..20")
    }
}

/// The same in steps, for games of any k that a board may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    span: Span,
    step: u64,
}

impl Steps {
    /// How many numbers these are.
    pub(crate) fn count(self) -> u64 {
        (self.span.last - self.span.first) / self.step + 1
    }

    /// The numbers, in order.
    pub(crate) fn numbers(self) -> impl Iterator<Item = u64> {
        (0..self.count()).map(move |i| self.span.first + i * self.step)
    }
}

impl std::str::FromStr for Steps {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let (span, step) = text.split_once(':').unwrap_or((text, "1"));
        let step = bound(step.trim()).map_err(|_| anyhow!("a step is a whole number, e.g. 1..100:5"))?;
        Ok(Self { span: Span::parse(span, u32::MAX.into(), "20, 1..20 or 1..100:5")?, step })
    }
}

/// How far to search.
pub(crate) fn bound(text: &str) -> std::result::Result<u64, &'static str> {
    match wythoff::parse_heap(text) {
        Ok(0) | Err(wythoff::HeapError::NotANumber) => Err("write a whole number, 1 or more"),
        Ok(bound) => Ok(bound),
        Err(wythoff::HeapError::TooLarge) => Err("a number here is below 2^64"),
    }
}

/// A count of something.
pub(crate) fn whole_number(text: &str) -> std::result::Result<u64, &'static str> {
    match wythoff::parse_heap(text) {
        Ok(number) => Ok(number),
        Err(wythoff::HeapError::NotANumber) => Err("write a whole number, 0 or more"),
        Err(wythoff::HeapError::TooLarge) => Err("a number here is below 2^64"),
    }
}

/// The index of a b-file's first line.
pub(crate) fn offset(text: &str) -> std::result::Result<u64, String> {
    let number = whole_number(text)?;
    if number <= OFFSET_LIMIT {
        Ok(number)
    } else {
        Err(format!("an index of a b-file begins at most at {OFFSET_LIMIT}"))
    }
}

/// A count of any length.
pub(crate) fn any_number(text: &str) -> std::result::Result<UBig, &'static str> {
    wythoff::parse_heap(text).map_err(|_| "write a whole number, 0 or more")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: u64,
    pub(crate) height: u64,
}

impl std::str::FromStr for Size {
    type Err = &'static str;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        let side = |digits: &str| match wythoff::parse_heap(digits.trim()) {
            Ok(0) => Err("a side is at least 1"),
            Ok(side) => Ok(side),
            Err(wythoff::HeapError::TooLarge) => Err("a side is below 2^64"),
            Err(wythoff::HeapError::NotANumber) => Err("write N for N×N cells, or WxH, e.g. 60 or 80x40"),
        };
        match text.split_once(['x', '×']) {
            Some((width, height)) => Ok(Self { width: side(width)?, height: side(height)? }),
            None => side(text).map(|side| Self { width: side, height: side }),
        }
    }
}

/// Two coordinates that may be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signed {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl std::str::FromStr for Signed {
    type Err = &'static str;

    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        use std::num::IntErrorKind::{NegOverflow, PosOverflow};
        const PATTERN: &str = "write X,Y with whole numbers, e.g. 1,1 or -40,0";
        let coordinate = |text: &str| {
            text.trim().parse().map_err(|error: std::num::ParseIntError| match error.kind() {
                PosOverflow | NegOverflow => "a number here is from -2^63 to 2^63 - 1",
                _ => PATTERN,
            })
        };
        let (x, y) = text.split_once(',').ok_or(PATTERN)?;
        Ok(Self { x: coordinate(x)?, y: coordinate(y)? })
    }
}
