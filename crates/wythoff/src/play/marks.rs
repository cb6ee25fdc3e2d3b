//! The marks among the options of a position: its P-options, in a comply game its N-options.
//!
//! An engine is put to work once, for the start of a match, and what it has computed serves every later turn.

use crate::engine::{Engine, sparse};
use crate::game::{Game, Rules, Twist};
use crate::position::Position;
use crate::solve::{Closed, Plan, Request, SolveError};
use crate::strategy::Solved;
use crate::watch::Watch;

/// A static game whose outcomes are known up to a position.
pub(crate) struct Marks {
    rules: Rules,
    source: Source,
    /// The position that was asked for last, and the marks among its options.
    last: Option<(Position, Vec<Position>)>,
}

enum Source {
    Solved(Solved),
    /// W^k: the columns up to the position are walked through once more.
    Columns {
        k: u64,
    },
    Formula(Closed),
}

impl Marks {
    /// Solves the game up to `start`, by the engine that answers a question about it.
    ///
    /// # Errors
    /// Where such a question has no answer.
    pub(crate) fn up_to(
        rules: &Rules,
        start: Position,
        engine: Option<Engine>,
        watch: &dyn Watch,
    ) -> Result<Self, SolveError> {
        let game = Game::unnamed(rules.clone());
        let engine = Plan::new(&game, Request::Position(start), engine)?.engine;
        let source = match (engine, game.blocking_k()) {
            (Engine::Closed, _) => Source::Formula(Closed::find(rules).ok_or(SolveError::NoFormula)?),
            (Engine::Sparse, Some(k)) => Source::Columns { k: k.into() },
            _ => Source::Solved(Solved::up_to(&game, rules, (start, engine), watch)?),
        };
        let mut marks = Self { rules: rules.clone(), source, last: None };
        // What can't be listed is refused at the start already.
        marks.options(start, watch)?;
        Ok(marks)
    }

    /// The marks among the options of a position up to the start, in order.
    pub(crate) fn options(&mut self, at: Position, watch: &dyn Watch) -> Result<&[Position], SolveError> {
        if self.last.as_ref().is_none_or(|(last, _)| *last != at) {
            let found = match &mut self.source {
                Source::Formula(closed) => {
                    let found = closed.options(&at.to_exact(), watch)?;
                    found.into_iter().map(|to| Position::from_exact(to).expect("no heap grows")).collect()
                }
                Source::Columns { k } => sparse::options(*k, &[at], watch)?.concat(),
                Source::Solved(solved) => {
                    let comply = matches!(self.rules.twist, Twist::Comply { .. });
                    let mut found = Vec::new();
                    self.rules.for_each_option(at, |_, to| {
                        if solved.is_p(to) != comply {
                            found.push(to);
                        }
                    });
                    found.sort_unstable();
                    found
                }
            };
            self.last = Some((at, found));
        }
        Ok(self.last.as_ref().map_or(&[], |(_, found)| found))
    }

    /// Whether a position up to the start is P.
    pub(crate) fn is_p(&mut self, at: Position, watch: &dyn Watch) -> Result<bool, SolveError> {
        match &mut self.source {
            Source::Formula(closed) => closed.is_p(&at.to_exact(), watch),
            Source::Solved(solved) => Ok(solved.is_p(at)),
            Source::Columns { k } => {
                let k = *k;
                Ok((self.options(at, watch)?.len() as u64) < k)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every engine that answers finds the marks that the rules give, at each position up to the start.
    #[test]
    fn engines_agree() {
        let start = Position::new(23, 19);
        let cells = || (0..=start.x).flat_map(|x| (0..=start.y).map(move |y| Position::new(x, y)));
        for text in [
            "nim",
            "nim-blocking:k=3",
            "wythoff:m=2",
            "W^2",
            "W^4",
            "W^5",
            "W^7",
            "W^8",
            "diagonal-blocking:m=2,p=3",
            "rook-blocking:m=2,p=3",
            "modulo:m=2,p=6,l=2",
            "shifted:m=2,p=3,l=1",
            "comply:k=3",
            "comply-rook:p=2",
            "custom: rook + bishop | comply 2 on bishop",
            "custom: rook + bishop | hole 3,2 | block 2",
        ] {
            let game: Game = text.parse().unwrap();
            let rules = game.rules().unwrap();
            let comply = matches!(rules.twist, Twist::Comply { .. });
            let literal = Solved::up_to(&game, rules, (start, Engine::Reference), &()).unwrap();
            for engine in Engine::solving(&game) {
                let mut marks = match Marks::up_to(rules, start, Some(engine), &()) {
                    Err(SolveError::Certificate(_) | SolveError::BlocksGrow { .. }) => continue,
                    marks => marks.unwrap_or_else(|error| panic!("{text} by {engine}: {error}")),
                };
                for at in cells().filter(|at| rules.exists(at)) {
                    let mut expected = rules.options(at);
                    expected.retain(|to| literal.is_p(*to) != comply);
                    assert_eq!(marks.options(at, &()).unwrap(), expected, "{text} by {engine} at {at}");
                    assert_eq!(marks.is_p(at, &()).unwrap(), literal.is_p(at), "{text} by {engine} at {at}");
                }
            }
        }
    }
}
