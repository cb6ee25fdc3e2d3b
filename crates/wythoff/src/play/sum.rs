//! Sums in play: a referee, and an opponent who knows the values.

use dashu_int::UBig;

use super::Seat;
use crate::game::sum::{Sum, Summand};
use crate::position::{Move, Position};
use crate::strategy::{SumAnswer, SumSolveError};
use crate::watch::Watch;

/// A sum in progress: the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMatch {
    sum: Sum,
    mover: Seat,
    history: Vec<(usize, Position<UBig>)>,
}

/// Why a move in a sum is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalSumMove {
    /// There is no such game.
    #[error("there is no summand {number}: they are numbered from 1 to {count}")]
    NoSummand {
        /// What was named.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// Not a move.
    #[error("no move leads from {from} to {to} in summand {number}")]
    NotAMove {
        /// Which game, from 1 on.
        number: usize,
        /// Here.
        from: Position<UBig>,
        /// There.
        to: Position<UBig>,
    },
}

impl SumMatch {
    /// A match that starts here.
    pub fn new(sum: Sum) -> Self {
        Self { sum, mover: Seat::First, history: Vec::new() }
    }

    /// The sum as it stands.
    pub fn sum(&self) -> &Sum {
        &self.sum
    }

    /// Whose move it is.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// The moves so far: which game, from 1 on, and where to.
    pub fn history(&self) -> &[(usize, Position<UBig>)] {
        &self.history
    }

    /// Who has won, once there is no move in any game.
    pub fn winner(&self) -> Option<Seat> {
        self.shortest_move().is_none().then(|| self.mover.other())
    }

    /// Moves in game `number`, counted from 1.
    ///
    /// # Errors
    /// When there is no such game, or no such move in it; nothing has changed then.
    pub fn act(&mut self, number: usize, to: &Position<UBig>) -> Result<(), IllegalSumMove> {
        let index = number.checked_sub(1).unwrap_or(usize::MAX);
        let Some(summand) = self.sum.summands().get(index) else {
            return Err(IllegalSumMove::NoSummand { number, count: self.sum.summands().len() });
        };
        let not_a_move = || IllegalSumMove::NotAMove { number, from: summand.position.clone(), to: to.clone() };
        self.sum = self.sum.after(index, to).ok_or_else(not_a_move)?;
        self.mover = self.mover.other();
        self.history.push((number, to.clone()));
        Ok(())
    }

    /// A shortest move in the first game that has a move: which game, from 1 on, and where to.
    pub fn shortest_move(&self) -> Option<(usize, Position<UBig>)> {
        let in_game = |Summand { game, position }: &Summand| {
            // What removed cells forbid to a move, they forbid to those that take more.
            let rules = game.rules()?;
            let moves = rules.moves.least_removals().into_iter();
            let moves = moves
                .filter_map(|Move { i, j }| Some((position.after(&Move { i: i.clone(), j: j.clone() })?, i.max(j))));
            let moves = moves.filter(|(to, _)| rules.exists(to));
            moves.min_by(|(_, taken), (_, other)| taken.cmp(other)).map(|(to, _)| to)
        };
        self.sum.summands().iter().zip(1..).find_map(|(summand, number)| Some((number, in_game(summand)?)))
    }

    /// What the player to move should do: a winning move that leaves few tokens, or a short one where no move wins;
    /// nothing when the match is over.
    ///
    /// # Errors
    /// When a game is too far out for its nim-value, or the watch stops the work.
    pub fn advise(&self, watch: &dyn Watch) -> Result<Option<SumAdvice>, SumSolveError> {
        let Some(shortest) = self.shortest_move() else { return Ok(None) };
        let answer = self.sum.solve(watch)?;
        let winning = answer.winning_moves.iter().min_by_key(|winning| {
            let before = &self.sum.summands()[winning.summand - 1].position;
            // What is left in that game, less what was there: smaller for a move that takes more.
            dashu_int::IBig::from(&winning.to.x + &winning.to.y) - dashu_int::IBig::from(&before.x + &before.y)
        });
        let wins = winning.is_some();
        let (summand, to) = winning.map_or(shortest, |winning| (winning.summand, winning.to.clone()));
        let why = match winning {
            Some(winning) => format!(
                "In summand {summand} {} has the nim-value {}, and with that the sum has 0.",
                to.short(),
                crate::position::shortened(&winning.nim_value)
            ),
            None => format!("{} Summand {summand} to {} is a short move.", answer.why, to.short()),
        };
        Ok(Some(SumAdvice { summand, to, wins, why, answer }))
    }
}

/// What to do in a sum, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumAdvice {
    /// In which game, from 1 on.
    pub summand: usize,
    /// Where to.
    pub to: Position<UBig>,
    /// Whether it wins.
    pub wins: bool,
    /// The reason, in a sentence.
    pub why: String,
    /// The sum's values and all winning moves.
    pub answer: SumAnswer,
}
