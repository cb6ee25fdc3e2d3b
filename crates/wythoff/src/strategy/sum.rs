//! Sums: the value of a sum is the exclusive or of the values of its games, and the next player loses where it is 0.

use dashu_int::UBig;
use serde::{Serialize, Serializer};

use super::nim;
use crate::engine::SolveError;
use crate::engine::grundy;
use crate::game::sum::{Sum, Summand};
use crate::outcome::Outcome;
use crate::position::{JsonInteger, Position, shortened};
use crate::watch::Watch;

/// Who wins a sum, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SumAnswer {
    /// The sum, as it is written.
    pub sum: String,
    /// Who wins.
    pub outcome: Outcome,
    /// The exclusive or of the summands' values.
    #[serde(serialize_with = "as_json_integer")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Integer"))]
    pub nim_value: UBig,
    /// What each game is worth.
    pub summands: Vec<SummandAnswer>,
    /// Every move that wins: game by game, in the order of positions.
    pub winning_moves: Vec<SumMove>,
    /// The reason, in a sentence.
    pub why: String,
}

/// A game of the sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SummandAnswer {
    /// The game, as it is written.
    pub game: String,
    /// Its position.
    pub position: Position<UBig>,
    /// Its nim-value.
    #[serde(serialize_with = "as_json_integer")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Integer"))]
    pub nim_value: UBig,
}

/// A move in one game of the sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SumMove {
    /// Which game, from 1 on.
    pub summand: usize,
    /// Where it leads.
    pub to: Position<UBig>,
    /// The nim-value there: the exclusive or of the other games' values.
    #[serde(serialize_with = "as_json_integer")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Integer"))]
    pub nim_value: UBig,
}

fn as_json_integer<S: Serializer>(number: &UBig, serializer: S) -> Result<S::Ok, S::Error> {
    JsonInteger(number).serialize(serializer)
}

/// Why a sum has no answer: which summand can't be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("summand {number}, {game}: {error}")]
pub struct SumSolveError {
    /// Which one, from 1 on.
    pub number: usize,
    /// The game.
    pub game: String,
    /// What is wrong.
    pub error: SolveError,
}

impl Sum {
    /// Who wins the sum, and every winning move.
    ///
    /// ```
    /// use wythoff::{Outcome, Position, Sum};
    /// let sum: Sum = "wythoff 3,5 + nim 0,7 + modulo:m=1,p=2 4,4".parse()?;
    /// let answer = sum.solve(wythoff::UNWATCHED)?;
    /// assert_eq!(answer.outcome, Outcome::N);
    /// let of_nim = answer.winning_moves.iter().find(|winning| winning.summand == 2);
    /// assert_eq!(of_nim.map(|winning| &winning.to), Some(&Position::new(0, 4).to_exact()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a game is too far out for its nim-value, or the watch stops the work.
    pub fn solve(&self, watch: &dyn Watch) -> Result<SumAnswer, SumSolveError> {
        let valued = self.summands().iter().zip(1..).map(|(summand, number)| {
            Valued::new(summand, watch).map_err(|error| SumSolveError { number, game: summand.game.to_string(), error })
        });
        let valued = valued.collect::<Result<Vec<_>, _>>()?;
        let total = valued.iter().fold(UBig::ZERO, |total, valued| total ^ &valued.value);
        let outcome = Outcome::p_if(total.is_zero());
        let mut winning_moves = Vec::new();
        if !outcome.is_p() {
            for (valued, summand) in valued.iter().zip(1..) {
                // Some game has a move to a smaller value; a larger one may be there, too, and wins as well.
                let wanted = &valued.value ^ &total;
                let moves = valued.moves_to(&wanted).into_iter();
                winning_moves.extend(moves.map(|to| SumMove { summand, to, nim_value: wanted.clone() }));
            }
        }
        let values: Vec<String> = valued.iter().map(|valued| shortened(&valued.value)).collect();
        let why = match (outcome, values.as_slice()) {
            (Outcome::P, [_]) => "The nim-value is 0, and every move changes it: the sum is P.".to_owned(),
            (Outcome::N, [value]) => format!("The nim-value is {value}, which a move can make 0: the sum is N."),
            (Outcome::P, values) => {
                format!("{} = 0, and every move changes one of them: the sum is P.", values.join(" ⊕ "))
            }
            (Outcome::N, values) => {
                let values = values.join(" ⊕ ");
                format!("{values} = {}, which a move can make 0: the sum is N.", shortened(&total))
            }
        };
        let summands = self.summands().iter().zip(&valued).map(|(summand, valued)| SummandAnswer {
            game: summand.game.to_string(),
            position: summand.position.clone(),
            nim_value: valued.value.clone(),
        });
        let summands = summands.collect();
        Ok(SumAnswer { sum: self.to_string(), outcome, nim_value: total, summands, winning_moves, why })
    }
}

/// The value of a game of the sum, and what its moves lead to.
struct Valued {
    value: UBig,
    options: Options,
}

enum Options {
    /// Nim, at any size.
    Nim(Position<UBig>),
    /// A short heap and a long one.
    Far(Box<nim::Far>),
    /// Every option with its value, in order.
    Listed(Vec<(Position, u32)>),
}

impl Valued {
    fn new(Summand { game, position }: &Summand, watch: &dyn Watch) -> Result<Self, SolveError> {
        let Some(rules) = game.rules() else { return Err(SolveError::NotStatic) };
        if grundy::is_nim(rules) {
            let Position { x, y } = position;
            return Ok(Self { value: x ^ y, options: Options::Nim(position.clone()) });
        }
        if let Some(far) = nim::Far::new(rules, position, nim::COLUMN_WORK, watch)? {
            return Ok(Self { value: far.value(), options: Options::Far(Box::new(far)) });
        }
        let near = position.near().ok_or(grundy::TOO_LARGE)?;
        let (value, mut options) = nim::options_with_values(rules, near, watch)?;
        options.sort_unstable();
        Ok(Self { value: value.into(), options: Options::Listed(options) })
    }

    /// Every move to a position of this value, in order.
    fn moves_to(&self, wanted: &UBig) -> Vec<Position<UBig>> {
        match &self.options {
            Options::Nim(Position { x, y }) => {
                let (left, right) = (wanted ^ y, wanted ^ x);
                let first = (left < *x).then(|| Position::new(left, y.clone()));
                let second = (right < *y).then(|| Position::new(x.clone(), right));
                first.into_iter().chain(second).collect()
            }
            Options::Far(far) => far.moves_to(wanted),
            Options::Listed(options) => {
                let is_wanted = |value: u32| UBig::from(value) == *wanted;
                options.iter().filter(|(_, value)| is_wanted(*value)).map(|(to, _)| to.to_exact()).collect()
            }
        }
    }
}
