//! Playing: a referee who knows the rules ([`Match`]) and a perfect opponent ([`Opponent`]).
//!
//! A turn has up to two parts. In a game with a twist the *previous* player acts first (blocks or proposes), then the
//! player to move moves. In a `choice` game the second player first fixes l.

mod marks;
mod opponent;
mod puzzle;
mod remoteness;
mod review;
mod sum;

use std::ops::ControlFlow;

use crate::engine;
use crate::game::history::{Kind, Limits, State};
use crate::game::{Class, Ending, Form, Game, Rules, Twist, families};
use crate::position::Position;
use crate::solve::SolveError;
use crate::strategy::{self, TwistError};

pub use opponent::{Advice, Opponent, WORK_LIMIT};
pub use puzzle::{LEVELS, Puzzle};
pub use review::{Mistake, Ply, Verdict, review};
pub use sum::{IllegalSumMove, SumAdvice, SumMatch};

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
    choice: Option<(u32, u32, Ending)>,
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
            Form::Choice { m, p, ending } => (None, Some((*m, *p, *ending))),
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

    /// The options that the present twist lets be blocked, in order.
    pub fn blockable(&self) -> Vec<Position> {
        listed(usize::MAX, |visit| self.visit_blockable(visit))
    }

    /// Every move that may be made now, once the twist is done, in order.
    pub fn legal_moves(&self) -> Vec<Position> {
        listed(usize::MAX, |visit| self.visit_moves(u64::MAX, visit))
    }

    /// Positions that the next action can name, to move to, to block or to propose, in order: all of them, or `most` of
    /// them where there are more. (Large heaps have more options than can be listed.)
    pub fn nameable(&self, most: usize) -> Vec<Position> {
        listed(most, |visit| match self.phase {
            Phase::Block => self.visit_blockable(visit),
            Phase::Propose | Phase::Move => self.visit_moves(u64::MAX, visit),
            Phase::Choose | Phase::Over(_) => ControlFlow::Continue(()),
        })
    }

    /// A shortest one of the legal moves: the larger one of its two removals is as small as can be.
    pub(crate) fn shortest_move(&self) -> Option<Position> {
        let within = |reach| listed(1, |visit| self.visit_moves(reach, visit)).first().copied();
        let (mut too_short, mut reach) = (0, self.position().x.max(self.position().y));
        let mut found = within(reach)?;
        while reach - too_short > 1 {
            let middle = too_short + (reach - too_short) / 2;
            match within(middle) {
                Some(to) => (found, reach) = (to, middle),
                None => too_short = middle,
            }
        }
        Some(found)
    }

    /// Visits the moves that may be made now and take at most `reach` from each heap, until the visitor breaks off.
    fn visit_moves(&self, reach: u64, visit: &mut dyn FnMut(Position) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(rules) = &self.rules else { return ControlFlow::Continue(()) };
        let from = self.position();
        if self.phase == Phase::Move && matches!(rules.twist, Twist::Comply { .. }) {
            let is_near = |to: &Position| from.x - to.x <= reach && from.y - to.y <= reach;
            return self.proposed.iter().copied().filter(is_near).try_for_each(visit);
        }
        rules.visit_near_options(from, reach, |_, to| match self.check_move(to) {
            Ok(_) => visit(to),
            Err(_) => ControlFlow::Continue(()),
        })
    }

    fn visit_blockable(&self, visit: &mut dyn FnMut(Position) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.rules.as_ref().map(|rules| (rules, &rules.twist)) {
            Some((rules, Twist::Block { budget: 1.., class })) => visit_inside(rules, self.position(), class, visit),
            _ => ControlFlow::Continue(()),
        }
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
        let (m, p, ending) = self.choice.ok_or(IllegalAction::WrongPhase)?;
        if l >= p {
            return Err(IllegalAction::Choice { l, reason: format!("it must be below p = {p}") });
        }
        let rules = families::shifted(m, p, l).with_ending(ending);
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
        if self.blocked.binary_search(&to).is_ok() {
            return Err(IllegalAction::Blocked(to));
        }
        let is_bound = self.phase == Phase::Move && matches!(rules.twist, Twist::Comply { .. });
        if is_bound && self.proposed.binary_search(&to).is_err() {
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
            Twist::Block { .. } if self.visit_blockable(&mut |_| ControlFlow::Break(())).is_break() => {
                self.phase = Phase::Block;
            }
            Twist::Comply { count, class } => {
                let mut missing = *count;
                let can_propose = rules.visit_options(self.position(), |removal, _| {
                    missing = if class.contains(&removal) { missing - 1 } else { 0 };
                    if missing == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                self.phase = if can_propose.is_break() { Phase::Propose } else { self.over(self.mover.other()) };
            }
            _ => self.begin_move(),
        }
    }

    fn begin_move(&mut self) {
        self.phase = Phase::Move;
        if self.visit_moves(u64::MAX, &mut |_| ControlFlow::Break(())).is_continue() {
            self.phase = self.over(self.mover);
        }
    }

    /// The end, where `stuck` can't do what he has to.
    fn over(&self, stuck: Seat) -> Phase {
        let is_misere = self.rules.as_ref().is_some_and(Rules::is_misere);
        Phase::Over(if is_misere { stuck } else { stuck.other() })
    }
}

/// Visits the options of a class until the visitor breaks off: whichever are fewer, those of the game or those that the
/// class would have as a game of its own.
fn visit_inside(
    rules: &Rules,
    from: Position,
    class: &Class,
    visit: &mut dyn FnMut(Position) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (width, height) = from.board_sides();
    match class {
        Class::Of(moves) if moves.most_options(width, height) < rules.moves.most_options(width, height) => {
            let of_class = Rules { moves: moves.clone(), ..rules.clone() };
            of_class.visit_options(from, |removal, to| {
                if rules.moves.contains(&removal) { visit(to) } else { ControlFlow::Continue(()) }
            })
        }
        _ => rules.visit_options(
            from,
            |removal, to| {
                if class.contains(&removal) { visit(to) } else { ControlFlow::Continue(()) }
            },
        ),
    }
}

/// The first `most` of what is visited, in order.
fn listed(
    most: usize,
    visit: impl FnOnce(&mut dyn FnMut(Position) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Vec<Position> {
    let mut found = Vec::new();
    // Whether all were visited is not asked.
    let _ = visit(&mut |to| {
        if found.len() == most {
            return ControlFlow::Break(());
        }
        found.push(to);
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    found
}
