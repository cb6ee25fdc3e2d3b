//! Playing: a referee who knows the rules ([`Match`]) and a perfect opponent ([`Opponent`]).
//!
//! A turn has up to two parts. In a game with a twist the *previous* player acts first (blocks or proposes), then the
//! player to move moves. In a `choice` game the second player first fixes l.

mod opponent;
mod remoteness;

use crate::engine;
use crate::game::history::{Kind, Limits, State};
use crate::game::{Class, Form, Game, Rules, Twist, families};
use crate::position::Position;
use crate::solve::SolveError;
use crate::strategy::{self, TwistError};

pub use opponent::{Advice, Opponent, WORK_LIMIT};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seat {
    /// Who makes the first move.
    First,
    /// The other.
    Second,
}

impl Seat {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// What has to happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The second player fixes l.
    Choose,
    /// The previous player blocks options.
    Block,
    /// The previous player proposes options.
    Propose,
    /// The player to move moves.
    Move,
    /// Nothing: this player has won.
    Over(Seat),
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Fixes l.
    Choose(u32),
    /// Blocks these options, perhaps none.
    Block(Vec<Position>),
    /// Proposes these options.
    Propose(Vec<Position>),
    /// Moves there.
    Move(Position),
}

/// Why an action is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalAction {
    /// The rules of blocking or proposing.
    #[error(transparent)]
    Twist(#[from] TwistError),
    /// Not a move.
    #[error("no move leads from {from} to {to}")]
    NotAMove {
        /// Here.
        from: Position,
        /// There.
        to: Position,
    },
    /// A blocked move.
    #[error("{0} is blocked")]
    Blocked(Position),
    /// A move that was not proposed.
    #[error("{0} is not among the proposed options")]
    NotProposed(Position),
    /// An imitation too many.
    #[error("moving to {to} is forbidden: it would be imitation number {p} in a row")]
    Forbidden {
        /// There.
        to: Position,
        /// The limit.
        p: u32,
    },
    /// A value of l that may not be chosen.
    #[error("l = {l} can't be chosen: {reason}")]
    Choice {
        /// The value.
        l: u32,
        /// Why not.
        reason: String,
    },
    /// Something else has to happen now.
    #[error("that is not what has to be done now")]
    WrongPhase,
}

/// A game in progress: the referee.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    rules: Option<Rules>,
    choice: Option<(u32, u32)>,
    state: State,
    mover: Seat,
    phase: Phase,
    blocked: Vec<Position>,
    proposed: Vec<Position>,
    history: Vec<Position>,
}

impl Match {
    /// A match that starts at `start`.
    ///
    /// # Errors
    /// When the start is not on the board.
    pub fn new(game: &Game, start: Position) -> Result<Self, SolveError> {
        let (rules, choice) = match game.form() {
            Form::Rules(rules) => {
                engine::on_the_board(rules, &start)?;
                (Some(rules.clone()), None)
            }
            Form::Choice { m, p } => (None, Some((*m, *p))),
        };
        let state = match rules.as_ref().and_then(Limits::of) {
            Some(limits) => limits.start(start),
            None => State { position: start, last: None, own: 0, opp: 0 },
        };
        let mut play = Self {
            rules,
            choice,
            state,
            mover: Seat::First,
            phase: Phase::Choose,
            blocked: Vec::new(),
            proposed: Vec::new(),
            history: Vec::new(),
        };
        if play.choice.is_none() {
            play.begin_turn();
        }
        Ok(play)
    }

    /// The rules, once they are fixed.
    pub fn rules(&self) -> Option<&Rules> {
        self.rules.as_ref()
    }

    /// The position.
    pub fn position(&self) -> Position {
        self.state.position
    }

    /// The position with the memory of an imitation game.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whose move it is, or will be after the opponent has blocked or proposed.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// What has to happen next.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Who has to act now; `None` when the match is over.
    pub fn actor(&self) -> Option<Seat> {
        match self.phase {
            Phase::Choose => Some(Seat::Second),
            Phase::Block | Phase::Propose => Some(self.mover.other()),
            Phase::Move => Some(self.mover),
            Phase::Over(_) => None,
        }
    }

    /// The options that are blocked for this move.
    pub fn blocked(&self) -> &[Position] {
        &self.blocked
    }

    /// The options that are proposed for this move (comply games).
    pub fn proposed(&self) -> &[Position] {
        &self.proposed
    }

    /// The earlier positions, oldest first.
    pub fn history(&self) -> &[Position] {
        &self.history
    }

    /// The options that the present twist lets be blocked.
    pub fn blockable(&self) -> Vec<Position> {
        match self.rules.as_ref().map(|rules| (rules, &rules.twist)) {
            Some((rules, Twist::Block { budget: 1.., class })) => inside(rules, self.position(), class),
            _ => Vec::new(),
        }
    }

    /// Every move that may be made now, once the twist is done.
    pub fn legal_moves(&self) -> Vec<Position> {
        let Some(rules) = &self.rules else { return Vec::new() };
        let mut moves = rules.options(self.position());
        moves.retain(|&to| self.check_move(to).is_ok());
        moves
    }

    /// Does what a player wants.
    ///
    /// # Errors
    /// When the rules forbid it; nothing has changed then.
    pub fn act(&mut self, action: Action) -> Result<(), IllegalAction> {
        match (self.phase, action) {
            (Phase::Choose, Action::Choose(l)) => {
                self.rules = Some(self.chosen(l)?);
                self.begin_turn();
            }
            (Phase::Block, Action::Block(mut blocked)) => {
                strategy::check_block(
                    self.rules.as_ref().ok_or(IllegalAction::WrongPhase)?,
                    &self.position(),
                    &blocked,
                )?;
                blocked.sort_unstable();
                self.blocked = blocked;
                self.begin_move();
            }
            (Phase::Propose, Action::Propose(mut proposed)) => {
                let rules = self.rules.as_ref().ok_or(IllegalAction::WrongPhase)?;
                strategy::check_proposal(rules, &self.position(), &proposed)?;
                proposed.sort_unstable();
                self.proposed = proposed;
                self.begin_move();
            }
            (Phase::Move, Action::Move(to)) => {
                let state = self.check_move(to)?;
                self.history.push(self.position());
                self.state = state;
                self.mover = self.mover.other();
                self.begin_turn();
            }
            _ => return Err(IllegalAction::WrongPhase),
        }
        Ok(())
    }

    /// The rules that l leads to.
    fn chosen(&self, l: u32) -> Result<Rules, IllegalAction> {
        let (m, p) = self.choice.ok_or(IllegalAction::WrongPhase)?;
        if l >= p {
            return Err(IllegalAction::Choice { l, reason: format!("it must be below p = {p}") });
        }
        let rules = families::shifted(m, p, l);
        match engine::on_the_board(&rules, &self.position()) {
            Ok(()) => Ok(rules),
            Err(error) => Err(IllegalAction::Choice { l, reason: error.to_string() }),
        }
    }

    /// The state that the move to `to` leads to.
    fn check_move(&self, to: Position) -> Result<State, IllegalAction> {
        let from = self.position();
        let not_a_move = IllegalAction::NotAMove { from, to };
        let (Some(rules), Some(removal)) = (&self.rules, from.move_to(&to)) else { return Err(not_a_move) };
        if !rules.is_option(&from, &to) {
            return Err(not_a_move);
        }
        if self.blocked.contains(&to) {
            return Err(IllegalAction::Blocked(to));
        }
        if self.phase == Phase::Move && matches!(rules.twist, Twist::Comply { .. }) && !self.proposed.contains(&to) {
            return Err(IllegalAction::NotProposed(to));
        }
        match Limits::of(rules) {
            Some(limits) => limits.after(&self.state, removal).ok_or(IllegalAction::Forbidden { to, p: limits.p }),
            None => Ok(State { position: to, ..self.state }),
        }
    }

    /// What each option is to the rule of imitation.
    pub fn kind(&self, to: Position) -> Option<Kind> {
        let limits = Limits::of(self.rules.as_ref()?)?;
        Some(limits.kind(&self.state, &self.position().move_to(&to)?))
    }

    fn begin_turn(&mut self) {
        self.blocked.clear();
        self.proposed.clear();
        let Some(rules) = &self.rules else { return };
        match &rules.twist {
            Twist::Block { .. } if !self.blockable().is_empty() => self.phase = Phase::Block,
            Twist::Comply { count, class } => {
                let options = rules.options(self.position());
                let inside = inside(rules, self.position(), class).len();
                let can_propose = inside < options.len() || u32::try_from(inside).is_ok_and(|inside| inside >= *count);
                self.phase = if can_propose { Phase::Propose } else { Phase::Over(self.mover) };
            }
            _ => self.begin_move(),
        }
    }

    fn begin_move(&mut self) {
        self.phase = Phase::Move;
        if self.legal_moves().is_empty() {
            self.phase = Phase::Over(self.mover.other());
        }
    }
}

/// The options of a class.
fn inside(rules: &Rules, from: Position, class: &Class) -> Vec<Position> {
    let mut options = rules.options(from);
    options.retain(|&to| from.move_to(&to).is_some_and(|removal| class.contains(&removal)));
    options
}
