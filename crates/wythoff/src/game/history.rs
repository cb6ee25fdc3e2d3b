//! The memory of Imitation Nim, exactly (Lar09 Definitions 1, 11 and 18).
//!
//! Suppose the previous player took t tokens from one heap that **before** his move was not larger than the other.
//! Then he has *armed* the other heap: taking t, t+1, … or t+m−1 tokens from it is an **m-imitation**. A player has a
//! credit of imitations, p−1 at the start. An imitation needs a credit of at least 1 and uses one; every other move
//! fills the mover's credit up to p−1 again.

use std::fmt;

use dashu_int::UBig;

use super::{Rules, Twist};
use crate::position::{Move, Position, Tokens};

/// One of the two heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Heap {
    /// The first heap.
    X,
    /// The second heap.
    Y,
}

impl Heap {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::X => Self::Y,
            Self::Y => Self::X,
        }
    }

    /// Whether the removal takes more from this heap than from the other.
    pub(crate) fn has_more_of<T: Tokens>(self, removal: &Move<T>) -> bool {
        match self {
            Self::X => removal.i > removal.j,
            Self::Y => removal.j > removal.i,
        }
    }
}

impl fmt::Display for Heap {
    /// `x` or `y`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::X => "x",
            Self::Y => "y",
        })
    }
}

/// The most recent removal from a single heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Last<T = u64> {
    /// Where the tokens were taken.
    pub heap: Heap,
    /// How many, ≥ 1.
    pub taken: T,
    /// Whether that heap had been no larger than the other one before the removal, so that it can be imitated.
    pub armed: bool,
}

/// A position of an imitation game together with what the rules remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<T = u64> {
    /// The heaps.
    pub position: Position<T>,
    /// The most recent move; `None` at the start and after a move that took from both heaps.
    pub last: Option<Last<T>>,
    /// How many imitations the player to move may still make in a row.
    pub own: u32,
    /// The same for the player who has just moved: L(x, y) of Lar09 Definition 18.
    pub opp: u32,
}

impl<T> State<T> {
    /// The state without what can't matter: when the last move is not armed, the next one is no imitation, so neither
    /// that move nor the mover's own credit (which the next move fills) has any effect.
    #[must_use]
    pub fn canonical(self, limits: Limits) -> Self {
        match &self.last {
            Some(last) if last.armed => self,
            _ => Self { last: None, own: limits.p - 1, ..self },
        }
    }
}

/// What a move is to the rule of imitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Not an imitation.
    Plain,
    /// An imitation that the mover's credit allows.
    Imitation,
    /// An imitation for which the mover has no credit left: not a legal move.
    Forbidden,
}

/// The two numbers of (m,p)-Imitation Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// How much an imitation may exceed the imitated removal, plus 1.
    pub m: u32,
    /// Which imitation in a row is forbidden.
    pub p: u32,
}

impl Limits {
    /// The limits of `rules`, if they are those of an imitation game.
    pub fn of(rules: &Rules) -> Option<Self> {
        match rules.twist {
            Twist::Imitation { m, p } => Some(Self { m, p }),
            _ => None,
        }
    }

    /// `position` as a starting position.
    pub fn start<T>(self, position: Position<T>) -> State<T> {
        State { position, last: None, own: self.p - 1, opp: self.p - 1 }
    }

    /// What `removal` is in `state`.
    pub fn kind<T: Tokens>(self, state: &State<T>, removal: &Move<T>) -> Kind {
        let imitates = state.last.as_ref().is_some_and(|last| {
            let (from_other, from_same) = match last.heap {
                Heap::X => (&removal.j, &removal.i),
                Heap::Y => (&removal.i, &removal.j),
            };
            let excess = from_other.minus(&last.taken);
            last.armed && *from_same == T::from(0) && excess.is_some_and(|excess| excess < T::from(self.m.into()))
        });
        match (imitates, state.own) {
            (false, _) => Kind::Plain,
            (true, 0) => Kind::Forbidden,
            (true, _) => Kind::Imitation,
        }
    }

    /// The state after `removal`, or `None` when a heap is too small or the imitation is forbidden.
    pub fn after<T: Tokens>(self, state: &State<T>, removal: Move<T>) -> Option<State<T>> {
        let position = state.position.after(&removal)?;
        let credit = match self.kind(state, &removal) {
            Kind::Plain => self.p - 1,
            Kind::Imitation => state.own - 1,
            Kind::Forbidden => return None,
        };
        let Position { x, y } = &state.position;
        let nothing = T::from(0);
        let last = match (removal.i, removal.j) {
            (i, j) if j == nothing => Some(Last { heap: Heap::X, taken: i, armed: x <= y }),
            (i, j) if i == nothing => Some(Last { heap: Heap::Y, taken: j, armed: y <= x }),
            _ => None,
        };
        Some(State { position, last, own: state.opp, opp: credit })
    }

    /// Every state that can arise at `position` in play from some start, up to what can't matter: after an armed
    /// removal the opponent's credit is p−1 (an imitation takes from a heap that was the larger one, so it is never
    /// armed itself), and after any other move the mover's own credit does not matter (his next move is no imitation
    /// and fills it). Where the moves are not those of Nim, some of the credits listed may be out of reach.
    pub fn states_at(self, rules: &Rules, position: Position) -> Vec<State> {
        let full = self.p - 1;
        let mut states: Vec<State> = (0..self.p).map(|opp| State { position, last: None, own: full, opp }).collect();
        let (heap, gap) = match position {
            Position { x, y } if x <= y => (Heap::X, y - x),
            Position { x, y } => (Heap::Y, x - y),
        };
        for taken in 1..=gap {
            let before = match heap {
                Heap::X => Position { x: position.x + taken, ..position },
                Heap::Y => Position { y: position.y + taken, ..position },
            };
            if rules.is_option(&before, &position) {
                let last = Some(Last { heap, taken, armed: true });
                states.extend((0..self.p).map(|own| State { position, last, own, opp: full }));
            }
        }
        states
    }
}

/// Why a list of earlier positions is no history.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    /// A cell that the game does not have.
    #[error("{0} is a removed cell, where no play can be")]
    Removed(Position<UBig>),
    /// Two positions in a row with no move between them.
    #[error(
        "no move of this game leads from {from} to {to}; list the earlier positions, oldest first, \
         without the present one"
    )]
    NotAMove {
        /// The earlier position.
        from: Position<UBig>,
        /// The later position.
        to: Position<UBig>,
    },
    /// An imitation beyond the limit.
    #[error(
        "{from} to {to} is imitation number {p} in a row by the same player, which (m,p)-Imitation Nim with \
         p={p} forbids"
    )]
    Forbidden {
        /// The earlier position.
        from: Position<UBig>,
        /// The later position.
        to: Position<UBig>,
        /// The limit.
        p: u32,
    },
}

/// Checks that each position of `history` (oldest first), and then `present`, follows from the one before by a move
/// of `rules`. Which options were blocked or proposed on the way is not known and not asked.
///
/// # Errors
/// Names the first step that is not a move.
pub fn check<T: Tokens>(rules: &Rules, history: &[Position<T>], present: &Position<T>) -> Result<(), HistoryError> {
    let path: Vec<&Position<T>> = history.iter().chain([present]).collect();
    if let Some(&removed) = path.iter().find(|cell| !rules.exists(**cell)) {
        return Err(HistoryError::Removed(removed.to_exact()));
    }
    match path.windows(2).find(|step| !rules.is_option(step[0], step[1])) {
        Some(step) => Err(HistoryError::NotAMove { from: step[0].to_exact(), to: step[1].to_exact() }),
        None => Ok(()),
    }
}

/// The state of an imitation game at `present` after `history` (the earlier positions, oldest first).
///
/// # Errors
/// As [`check`]; and when a step is a forbidden imitation.
pub fn replay<T: Tokens>(
    rules: &Rules,
    limits: Limits,
    history: &[Position<T>],
    present: &Position<T>,
) -> Result<State<T>, HistoryError> {
    check(rules, history, present)?;
    let mut path = history.iter().chain([present]);
    let mut state = limits.start(path.next().unwrap_or(present).clone());
    for to in path {
        let next = state.position.move_to(to).map(|removal| limits.after(&state, removal));
        let from = &state.position;
        state = match next {
            None => return Err(HistoryError::NotAMove { from: from.to_exact(), to: to.to_exact() }),
            Some(None) => {
                return Err(HistoryError::Forbidden { from: from.to_exact(), to: to.to_exact(), p: limits.p });
            }
            Some(Some(next)) => next,
        };
    }
    Ok(state)
}
