//! Sums of games: who is to move takes one of them and moves there; who can move in none of them loses.
//!
//! A sum is written as its summands joined by `+`, each a game and its position: `wythoff 3,5 + nim 0,7`. The `+`
//! between the pieces of a `custom:` game is told from that of a sum by what is before it: a summand ends with a
//! position.

use std::fmt;
use std::str::FromStr;

use dashu_int::UBig;

use super::{Game, NotationError};
use crate::position::{Position, PositionError, heaps};

/// A sum has at most so many summands.
pub const MOST_SUMMANDS: usize = 64;

/// A game of a sum, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Summand {
    /// The game.
    pub game: Game,
    /// Its position.
    pub position: Position<UBig>,
}

/// Games that are played together: a move is a move in one of them.
///
/// ```
/// use wythoff::Sum;
/// let sum: Sum = "wythoff 3,5 + nim 0,7".parse()?;
/// assert_eq!(sum.summands().len(), 2);
/// assert_eq!(sum.to_string(), "wythoff:m=1 3,5 + nim 0,7");
/// # Ok::<(), wythoff::SumError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum {
    summands: Vec<Summand>,
}

/// Why a sum is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SumError {
    /// Nothing between two signs.
    #[error("summand {number} is missing: write games with their positions, as in `wythoff 3,5 + nim 0,7`")]
    Missing {
        /// Which one, from 1 on.
        number: usize,
    },
    /// A summand without a position.
    #[error(
        "summand {number}, `{text}`, has no position at its end: write games with their positions, as in \
         `wythoff 3,5 + nim 0,7`"
    )]
    NoPosition {
        /// Which one, from 1 on.
        number: usize,
        /// What is written.
        text: String,
    },
    /// A summand that is not a game.
    #[error("summand {number}: {error}")]
    Game {
        /// Which one, from 1 on.
        number: usize,
        /// What is wrong.
        error: NotationError,
    },
    /// Games that are joined by another sign.
    #[error("summand {number}: the games of a sum are joined by `+`, not by `{sign}`, as in `wythoff 3,5 + nim 0,7`")]
    NotJoined {
        /// Which one, from 1 on.
        number: usize,
        /// What is between them.
        sign: char,
    },
    /// A position that is none.
    #[error("summand {number}: {error}")]
    Position {
        /// Which one, from 1 on.
        number: usize,
        /// What is wrong.
        error: PositionError,
    },
    /// A game without nim-values.
    #[error("summand {number}, {game}: {why}")]
    NoNimValues {
        /// Which one, from 1 on.
        number: usize,
        /// The game.
        game: String,
        /// Why.
        why: &'static str,
    },
    /// A cell that does not exist.
    #[error("summand {number}: {position} is not on the board of {game}")]
    RemovedCell {
        /// Which one, from 1 on.
        number: usize,
        /// The game.
        game: String,
        /// The position.
        position: Position<UBig>,
    },
    /// Too many summands.
    #[error("{count} summands are too many: a sum here has at most {MOST_SUMMANDS}")]
    TooMany {
        /// How many.
        count: usize,
    },
}

impl Sum {
    /// The sum of these games.
    ///
    /// # Errors
    /// When there are none or too many, one of them has no nim-values, or a position is not on its board.
    pub fn new(summands: Vec<Summand>) -> Result<Self, SumError> {
        if summands.is_empty() {
            return Err(SumError::Missing { number: 1 });
        }
        if summands.len() > MOST_SUMMANDS {
            return Err(SumError::TooMany { count: summands.len() });
        }
        for (Summand { game, position }, number) in summands.iter().zip(1..) {
            if let Some(why) = game.no_nim_values() {
                return Err(SumError::NoNimValues { number, game: game.to_string(), why });
            }
            if game.rules().is_some_and(|rules| !rules.exists(position)) {
                return Err(SumError::RemovedCell { number, game: game.to_string(), position: position.clone() });
            }
        }
        Ok(Self { summands })
    }

    /// The games and their positions.
    pub fn summands(&self) -> &[Summand] {
        &self.summands
    }

    /// The sum after a move in one of its games; nothing where that is no move.
    #[must_use]
    pub fn after(&self, summand: usize, to: &Position<UBig>) -> Option<Self> {
        let mut next = self.clone();
        let Summand { game, position } = next.summands.get_mut(summand)?;
        if !game.rules()?.is_option(position, to) {
            return None;
        }
        *position = to.clone();
        Some(next)
    }

    /// Whether a text has the form of a sum: it ends with a position.
    pub fn is_like(text: &str) -> bool {
        split_position(text.trim()).is_some()
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Summand { game, position: Position { x, y } }) in self.summands.iter().enumerate() {
            write!(f, "{}{game} {x},{y}", if index > 0 { " + " } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for Sum {
    type Err = SumError;

    fn from_str(text: &str) -> Result<Self, SumError> {
        let parts = parts(text);
        if parts.len() > MOST_SUMMANDS {
            return Err(SumError::TooMany { count: parts.len() });
        }
        let summand = |(part, number): (&str, usize)| {
            let part = part.trim();
            if part.is_empty() {
                return Err(SumError::Missing { number });
            }
            let Some((game, position)) = split_position(part) else {
                return Err(SumError::NoPosition { number, text: clip(part) });
            };
            let game = game.parse().map_err(|error| match joined_by(game) {
                Some(sign) => SumError::NotJoined { number, sign },
                None => SumError::Game { number, error },
            })?;
            let position = position.parse().map_err(|error| SumError::Position { number, error })?;
            Ok(Summand { game, position })
        };
        Self::new(parts.into_iter().zip(1..).map(summand).collect::<Result<_, _>>()?)
    }
}

/// The parts between the signs of the sum: a `+` outside parentheses that follows a position.
fn parts(text: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '+' if depth == 0
                && (text[from..at].trim().is_empty() || split_position(text[from..at].trim()).is_some()) =>
            {
                parts.push(&text[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    parts
}

/// A sign that follows a position as `+` does in a sum.
fn joined_by(text: &str) -> Option<char> {
    let is_sign = |letter: &char| "-−–—&*×/;^⊕".contains(*letter);
    let mut signs = text.char_indices().filter(|(_, letter)| is_sign(letter));
    signs.find(|(at, _)| split_position(text[..*at].trim()).is_some()).map(|(_, sign)| sign)
}

/// A text that ends with `x,y` after a blank, apart; without blanks the two may be expressions.
fn split_position(text: &str) -> Option<(&str, &str)> {
    let last_word = || {
        let (game, word) = text.rsplit_once(char::is_whitespace)?;
        let game = game.trim_end();
        let is_name = word.contains([':', '=', '_']);
        (!is_name && !game.is_empty() && heaps(word).is_ok()).then_some((game, word))
    };
    split_numbers(text).or_else(last_word)
}

/// A text that ends with two numbers and a comma, apart.
fn split_numbers(text: &str) -> Option<(&str, &str)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let before_y = text.trim_end_matches(is_digit);
    let comma = before_y.trim_end().strip_suffix(',')?;
    let before_x = comma.trim_end().trim_end_matches(is_digit);
    let has_heaps = before_y.len() < text.len() && before_x.len() < comma.trim_end().len();
    let game = before_x.trim_end();
    (has_heaps && game.len() < before_x.len() && !game.is_empty()).then(|| (game, text[before_x.len()..].trim()))
}

/// A text, or its beginning when it is long.
fn clip(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut letters = text.chars().map(|c| if c.is_control() { '·' } else { c });
    let clipped: String = letters.by_ref().take(LONGEST).collect();
    if letters.next().is_some() { clipped + "…" } else { clipped }
}
