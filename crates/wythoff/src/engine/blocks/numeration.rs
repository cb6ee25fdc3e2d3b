//! Numerations: how the sides of the board are cut into intervals, level by level.
//!
//! A substitution σ replaces each symbol by a word. The intervals of level 0 have given lengths; an interval of level
//! j + 1 with symbol s consists of intervals of level j with the symbols of σ(s), in order. The first symbol is the
//! axiom, and its word begins with itself, so the axiom's interval at 0 of level j is the beginning of that of level
//! j + 1: in the end they cover the whole side, and every level cuts it into intervals.

use std::fmt;
use std::str::FromStr;

/// The index of a symbol.
pub type Symbol = u8;

/// A substitution with the lengths of level 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Numeration {
    name: String,
    words: Vec<Vec<Symbol>>,
    lengths: Vec<u64>,
}

/// The longest word of a numeration.
pub const WORD_LIMIT: usize = 16;

/// The longest interval of level 0.
pub const BASE_LIMIT: u64 = 256;

/// Why a text is not a numeration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumerationError {
    /// A name that nobody knows.
    #[error(
        "`{0}` is not a numeration; write binary, base:3, fibonacci, pell, metallic:3 or metallic:1,2 \
         (the partial quotients of a period)"
    )]
    Unknown(String),
    /// A base out of range.
    #[error("a base is from 2 to {WORD_LIMIT}, not {0}")]
    Base(usize),
    /// A partial quotient out of range.
    #[error("a partial quotient is from 1 to {most}, not {0}", most = WORD_LIMIT - 1)]
    Quotient(usize),
    /// Partial quotients that make too long a word.
    #[error(
        "{name}: the word of its first symbol has more than {WORD_LIMIT} letters, the limit: \
         take fewer or smaller quotients"
    )]
    Word {
        /// The numeration.
        name: String,
    },
    /// Lengths that do not fit the symbols.
    #[error("{given} lengths were given; this numeration has {symbols} kinds of intervals")]
    Lengths {
        /// How many.
        given: usize,
        /// How many there should be.
        symbols: usize,
    },
    /// A length out of range.
    #[error("an interval of level 0 has from 2 to {BASE_LIMIT} cells, not {0}")]
    Length(u64),
}

impl Numeration {
    /// Base b: A → A…A, b times.
    ///
    /// # Errors
    /// When b is not from 2 to [`WORD_LIMIT`].
    pub fn base(b: usize) -> Result<Self, NumerationError> {
        if !(2..=WORD_LIMIT).contains(&b) {
            return Err(NumerationError::Base(b));
        }
        let name = if b == 2 { "binary".to_owned() } else { format!("base:{b}") };
        Self { name, words: vec![vec![0; b]], lengths: Vec::new() }.with_lengths(vec![8])
    }

    /// The numeration of a quadratic number with the given period of partial quotients: the product of the
    /// substitutions A → AⁿB, B → A. One quotient 1 is Fibonacci's, 2 is Pell's.
    ///
    /// # Errors
    /// When there is no quotient, one is 0 or too large, or a word is too long.
    pub fn metallic(period: &[usize]) -> Result<Self, NumerationError> {
        if period.is_empty() {
            return Err(NumerationError::Quotient(0));
        }
        if let Some(n) = period.iter().find(|n| !(1..WORD_LIMIT).contains(*n)) {
            return Err(NumerationError::Quotient(*n));
        }
        let name = match period {
            [1] => "fibonacci".to_owned(),
            [2] => "pell".to_owned(),
            _ => format!("metallic:{}", period.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")),
        };
        let mut words: Vec<Vec<Symbol>> = vec![vec![0], vec![1]];
        for &n in period.iter().rev() {
            let single = [[vec![0; n], vec![1]].concat(), vec![0]];
            words =
                words.iter().map(|word| word.iter().flat_map(|s| single[usize::from(*s)].clone()).collect()).collect();
            // Every step makes it longer, so this ends soon, however many quotients there are.
            if words[0].len() > WORD_LIMIT {
                return Err(NumerationError::Word { name });
            }
        }
        // Lengths in the ratio that the levels tend to: those of level 0 are the lengths of words of a few levels.
        let mut lengths = vec![1, 1];
        while lengths.iter().any(|length| *length < 2) || lengths[0] < 5 {
            lengths = words.iter().map(|word| word.iter().map(|s| lengths[usize::from(*s)]).sum()).collect();
        }
        Self { name, words, lengths: Vec::new() }.with_lengths(lengths)
    }

    /// The same substitution with other lengths of level 0.
    ///
    /// # Errors
    /// When there is not one length for each symbol, or one is not from 2 to [`BASE_LIMIT`].
    pub fn with_lengths(self, lengths: Vec<u64>) -> Result<Self, NumerationError> {
        if lengths.len() != self.words.len() {
            return Err(NumerationError::Lengths { given: lengths.len(), symbols: self.words.len() });
        }
        match lengths.iter().find(|length| !(2..=BASE_LIMIT).contains(*length)) {
            Some(length) => Err(NumerationError::Length(*length)),
            None => Ok(Self { lengths, ..self }),
        }
    }

    /// Its name, as it is written.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// σ of each symbol; the first is the axiom.
    pub fn words(&self) -> &[Vec<Symbol>] {
        &self.words
    }

    /// σ(symbol).
    pub fn word(&self, symbol: Symbol) -> &[Symbol] {
        &self.words[usize::from(symbol)]
    }

    /// The lengths of level 0.
    pub fn lengths(&self) -> &[u64] {
        &self.lengths
    }

    /// How a symbol is written.
    pub fn letter(symbol: Symbol) -> char {
        char::from(b'A' + symbol)
    }
}

/// Its name with the lengths of level 0.
impl fmt::Display for Numeration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lengths: Vec<String> = self.lengths.iter().map(ToString::to_string).collect();
        write!(f, "{} blocks of {}", self.name, lengths.join(", "))
    }
}

impl FromStr for Numeration {
    type Err = NumerationError;

    fn from_str(text: &str) -> Result<Self, NumerationError> {
        let unknown = || NumerationError::Unknown(text.to_owned());
        let number = |digits: &str| digits.trim().parse::<usize>().map_err(|_| unknown());
        match text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest))) {
            ("binary", None) => Self::base(2),
            ("fibonacci", None) => Self::metallic(&[1]),
            ("pell", None) => Self::metallic(&[2]),
            ("base", Some(b)) => Self::base(number(b)?),
            ("metallic", Some(period)) => {
                Self::metallic(&period.split(',').map(number).collect::<Result<Vec<_>, _>>()?)
            }
            _ => Err(unknown()),
        }
    }
}
