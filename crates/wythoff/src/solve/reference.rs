//! The reference engine: the rules, literally.
//!
//! For a static game the positions are taken in order; each one's options are listed, and their outcomes decide its
//! own. For an imitation game the same is done on states: a position together with what the rules remember. Nothing
//! is counted incrementally, no symmetry and no theorem is used. Every other engine is tested against this one.

use rustc_hash::FxHashMap;

use crate::board::Board;
use crate::game::history::{Limits, State};
use crate::game::{Class, Rules, Twist};
use crate::outcome::Outcome;
use crate::position::Position;

/// The options of a position, sorted by what the twist says of them.
pub(crate) struct Census {
    /// P-options in the twist's class.
    pub(crate) p_inside: Vec<Position>,
    /// P-options outside it.
    pub(crate) p_outside: Vec<Position>,
    /// N-options in the twist's class.
    pub(crate) n_inside: Vec<Position>,
    /// N-options outside it.
    pub(crate) n_outside: Vec<Position>,
}

impl Census {
    /// Asks `is_p` of every option of `from`.
    pub(crate) fn take(rules: &Rules, from: Position, is_p: impl Fn(Position) -> bool) -> Self {
        let class = class(rules);
        let mut census = Self { p_inside: vec![], p_outside: vec![], n_inside: vec![], n_outside: vec![] };
        for to in rules.options(from) {
            let inside = from.move_to(to).is_some_and(|removal| class.contains(removal));
            let group = match (is_p(to), inside) {
                (true, true) => &mut census.p_inside,
                (true, false) => &mut census.p_outside,
                (false, true) => &mut census.n_inside,
                (false, false) => &mut census.n_outside,
            };
            group.push(to);
        }
        census
    }

    /// The outcome of a position with these options under the twist of `rules`:
    ///
    /// - no twist: P iff no option is P;
    /// - block a budget on a class: P iff no P-option is outside the class and at most the budget are inside
    ///   (Lar11 Def. 3);
    /// - comply with a count on a class: P iff at least the count of N-options are inside the class, or one is
    ///   outside (Lar11 Def. 8 and 10).
    ///
    /// # Panics
    /// For imitation, where positions have no outcome, only states.
    pub(crate) fn outcome(&self, rules: &Rules) -> Outcome {
        Outcome::p_if(match &rules.twist {
            Twist::None => self.p_inside.is_empty() && self.p_outside.is_empty(),
            Twist::Block { budget, .. } => self.p_outside.is_empty() && at_most(self.p_inside.len(), *budget),
            Twist::Comply { count, .. } => !self.n_outside.is_empty() || !at_most(self.n_inside.len(), count - 1),
            Twist::Imitation { .. } => panic!("a position of an imitation game has no outcome without its history"),
        })
    }
}

fn class(rules: &Rules) -> &Class {
    match &rules.twist {
        Twist::None | Twist::Imitation { .. } => &Class::Any,
        Twist::Block { class, .. } | Twist::Comply { class, .. } => class,
    }
}

fn at_most(number: usize, bound: u32) -> bool {
    u64::try_from(number).is_ok_and(|number| number <= u64::from(bound))
}

/// A static game for x < width, row by row.
pub(crate) struct Static<'r> {
    rules: &'r Rules,
    /// The rows that are done.
    board: Board,
}

impl<'r> Static<'r> {
    pub(crate) fn new(rules: &'r Rules, width: u64) -> Self {
        Self { rules, board: Board::empty(width, rules.hole) }
    }

    /// The next row: 1 for each P-position, and each cell's number of P-options (its palace number).
    pub(crate) fn next_row(&mut self) -> (Vec<u8>, Vec<i64>) {
        let y = self.board.height();
        let (mut p, mut palace_numbers) = (Vec::new(), Vec::new());
        for x in 0..self.board.width() {
            let at = Position::new(x, y);
            if !self.rules.exists(at) {
                p.push(0);
                palace_numbers.push(0);
                continue;
            }
            let is_p = |to: Position| if to.y == y { p[index(to.x)] == 1 } else { self.board.is_p(to) };
            let census = Census::take(self.rules, at, is_p);
            p.push(u8::from(census.outcome(self.rules).is_p()));
            let palaces = census.p_inside.len() + census.p_outside.len();
            palace_numbers.push(i64::try_from(palaces).expect("options are fewer than 2^63"));
        }
        self.board.push_row(&p);
        (p, palace_numbers)
    }
}

fn index(x: u64) -> usize {
    usize::try_from(x).expect("boards are smaller than memory")
}

/// The outcomes of the states of an imitation game, each computed once.
pub(crate) struct States<'r> {
    rules: &'r Rules,
    limits: Limits,
    known: FxHashMap<State, Outcome>,
}

impl<'r> States<'r> {
    pub(crate) fn new(rules: &'r Rules, limits: Limits) -> Self {
        Self { rules, limits, known: FxHashMap::default() }
    }

    /// P iff no legal move leads to a P-state.
    pub(crate) fn outcome(&mut self, state: &State) -> Outcome {
        let key = state.canonical(self.limits);
        if let Some(&outcome) = self.known.get(&key) {
            return outcome;
        }
        let mut outcome = Outcome::P;
        for to in self.rules.options(state.position) {
            let removal = state.position.move_to(to).expect("an option is reached by a move");
            let next = self.limits.after(state, removal);
            if next.is_some_and(|next| self.outcome(&next).is_p()) {
                outcome = Outcome::N;
                break;
            }
        }
        self.known.insert(key, outcome);
        outcome
    }
}
