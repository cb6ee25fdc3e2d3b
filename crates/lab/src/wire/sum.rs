//! Sums of games.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wythoff::Position;
use wythoff::exact::UBig;
use wythoff::strategy::SumAnswer;

use super::Pair;
use super::play::{Side, Strength};

/// A sum where it starts, and all moves so far.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct SumMatch {
    /// Games with their positions: `wythoff 3,5 + nim 0,7`.
    pub(crate) sum: String,
    #[serde(default)]
    pub(crate) moves: Vec<SumStep>,
}

/// A move in one game of the sum.
#[derive(Clone, Deserialize, JsonSchema)]
pub(crate) struct SumStep {
    /// Which game, from 1 on.
    pub(crate) summand: usize,
    pub(crate) to: Pair,
}

/// A sum in which the opponent is to move.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct SumChallenge {
    #[serde(flatten)]
    pub(crate) play: SumMatch,
    /// How well the opponent plays.
    #[serde(default)]
    pub(crate) strength: Strength,
    /// Varies what a weaker opponent does.
    #[serde(default)]
    pub(crate) seed: u64,
}

/// What a sum has come to.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SumState {
    /// How a sum is played, in words.
    pub(crate) rules: &'static str,
    pub(crate) mover: Side,
    /// Who has won, once there is no move in any game.
    pub(crate) winner: Option<Side>,
    /// The sum as it stands: nim-values, who wins, and every winning move.
    pub(crate) answer: SumAnswer,
    /// The games, in the same order.
    pub(crate) tables: Vec<SumTable>,
    /// What to do; null once it is over.
    pub(crate) advice: Option<SumAdvice>,
}

/// A game of the sum.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SumTable {
    /// Its rules in words.
    pub(crate) rules: String,
    /// Where it stood at the start.
    pub(crate) start: Position<UBig>,
    pub(crate) options: Vec<Position>,
}

/// What to do in a sum.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SumAdvice {
    /// In which game, from 1 on.
    pub(crate) summand: usize,
    pub(crate) to: Position<UBig>,
    pub(crate) wins: bool,
    pub(crate) why: String,
}

impl From<wythoff::play::SumAdvice> for SumAdvice {
    fn from(advice: wythoff::play::SumAdvice) -> Self {
        let wythoff::play::SumAdvice { summand, to, wins, why, .. } = advice;
        Self { summand, to, wins, why }
    }
}

/// What the opponent does.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SumReply {
    /// In which game, from 1 on.
    pub(crate) summand: usize,
    pub(crate) to: Position<UBig>,
    /// The reason, in a sentence.
    pub(crate) why: String,
    pub(crate) state: SumState,
}

/// A match of a sum looked at afterwards.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SumReview {
    /// Its points: before each move, and where it has come to.
    pub(crate) plies: Vec<SumPly>,
}

/// A point of a match of a sum.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SumPly {
    pub(crate) mover: Side,
    /// Who wins under perfect play.
    pub(crate) winner: Side,
    /// What would have won where the move gave a win away.
    pub(crate) better: Option<SumAdvice>,
    /// How the other player wins then.
    pub(crate) refutation: Option<SumAdvice>,
}
