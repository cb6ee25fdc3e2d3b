//! The reference engine: the rules, literally.
//!
//! For a static game the positions are taken in order; each one's options are listed, and their outcomes decide its
//! own. For an imitation game the same is done on states: a position together with what the rules remember. Nothing
//! is counted incrementally, no symmetry and no theorem is used. Every other engine is tested against this one.

use rustc_hash::FxHashMap;

use crate::board::{Board, Window};
use crate::game::history::{Limits, State};
use crate::game::{Rules, Twist};
use crate::outcome::Outcome;
use crate::position::Position;

/// How many options of a position are P and N, inside and outside the twist's class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) p_inside: u64,
    pub(crate) p_outside: u64,
    pub(crate) n_inside: u64,
    pub(crate) n_outside: u64,
}

impl Tally {
    /// Asks `is_p` of every option of `from`.
    fn take(rules: &Rules, from: Position, is_p: impl Fn(Position) -> bool) -> Self {
        let class = rules.twist.class();
        let mut tally = Self::default();
        rules.for_each_option(from, |removal, to| {
            *match (is_p(to), class.contains(&removal)) {
                (true, true) => &mut tally.p_inside,
                (true, false) => &mut tally.p_outside,
                (false, true) => &mut tally.n_inside,
                (false, false) => &mut tally.n_outside,
            } += 1;
        });
        tally
    }

    /// The outcome of a position with these options under the twist of `rules`:
    ///
    /// - no twist: P iff no option is P;
    /// - block a budget on a class: P iff no P-option is outside the class and at most the budget are inside
    ///   (Lar11 Def. 3);
    /// - comply with a count on a class: P iff at least the count of N-options are inside the class, or one is
    ///   outside (Lar11 Def. 8 and 10).
    ///
    /// In misère play who cannot move wins. Without a twist and with blocking, a P-position then needs an N-option,
    /// too, which is left open: the mover must move, and to there. In a comply game a position is P, too, where the
    /// options do not suffice for a proposal.
    ///
    /// # Panics
    /// For imitation, where positions have no outcome, only states.
    pub(crate) fn outcome(self, rules: &Rules) -> Outcome {
        let (p, n) = (self.p_inside + self.p_outside, self.n_inside + self.n_outside);
        let can_be_left_to_move = n > 0 || !rules.is_misere();
        Outcome::p_if(match &rules.twist {
            Twist::None => p == 0 && can_be_left_to_move,
            Twist::Block { budget, .. } => {
                self.p_outside == 0 && self.p_inside <= u64::from(*budget) && can_be_left_to_move
            }
            Twist::Comply { count, .. } => {
                let all = self.p_inside + self.n_inside;
                let no_proposal = self.p_outside + self.n_outside == 0 && all < u64::from(*count);
                self.n_outside > 0 || self.n_inside >= u64::from(*count) || (no_proposal && rules.is_misere())
            }
            Twist::Imitation { .. } => panic!("a position of an imitation game has no outcome without its history"),
        })
    }
}

/// The options of a position, each list in order: P and N, inside and outside the twist's class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Census {
    pub(crate) p_inside: Vec<Position>,
    pub(crate) p_outside: Vec<Position>,
    pub(crate) n_inside: Vec<Position>,
    pub(crate) n_outside: Vec<Position>,
}

impl Census {
    /// Asks `is_p` of every option of `from`.
    pub(crate) fn take(rules: &Rules, from: Position, is_p: impl Fn(Position) -> bool) -> Self {
        let class = rules.twist.class();
        let mut census = Self::default();
        rules.for_each_option(from, |removal, to| {
            match (is_p(to), class.contains(&removal)) {
                (true, true) => &mut census.p_inside,
                (true, false) => &mut census.p_outside,
                (false, true) => &mut census.n_inside,
                (false, false) => &mut census.n_outside,
            }
            .push(to);
        });
        for list in [&mut census.p_inside, &mut census.p_outside, &mut census.n_inside, &mut census.n_outside] {
            list.sort_unstable();
        }
        census
    }

    /// Their numbers.
    pub(crate) fn tally(&self) -> Tally {
        let [p_inside, p_outside, n_inside, n_outside] =
            [&self.p_inside, &self.p_outside, &self.n_inside, &self.n_outside].map(|list| list.len() as u64);
        Tally { p_inside, p_outside, n_inside, n_outside }
    }

    /// The outcome of the position.
    pub(crate) fn outcome(&self, rules: &Rules) -> Outcome {
        self.tally().outcome(rules)
    }
}

/// A static game for x < width, row by row.
pub(crate) struct Static {
    rules: Rules,
    /// The rows that are done.
    board: Board,
    p: Vec<u8>,
    palace_numbers: Vec<i64>,
}

impl Static {
    pub(crate) fn new(rules: Rules, width: u64) -> Self {
        let board = Board::empty(Window::corner(width, 0), rules.hole);
        Self { rules, board, p: Vec::new(), palace_numbers: Vec::new() }
    }

    /// The next row: 1 for each P-position, and each cell's number of P-options (its palace number).
    pub(crate) fn solve_row(&mut self) -> (&[u8], &[i64]) {
        let y = self.board.height();
        self.p.clear();
        self.palace_numbers.clear();
        for x in 0..self.board.width() {
            let at = Position::new(x, y);
            let (mut p, mut palaces) = (0, 0);
            if self.rules.exists(&at) {
                let is_p = |to: Position| if to.y == y { self.p[index(to.x)] == 1 } else { self.board.is_p(to) };
                let tally = Tally::take(&self.rules, at, is_p);
                p = u8::from(tally.outcome(&self.rules).is_p());
                palaces = tally.p_inside + tally.p_outside;
            }
            self.p.push(p);
            self.palace_numbers.push(i64::try_from(palaces).expect("options are fewer than 2^63"));
        }
        self.board.push_row(&self.p);
        (&self.p, &self.palace_numbers)
    }
}

/// The nim-values of a game without a twist for x < width, row by row.
pub(crate) struct Nim {
    rules: Rules,
    width: u64,
    /// The rows so far.
    values: Vec<Vec<i64>>,
    p: Vec<u8>,
}

impl Nim {
    pub(crate) fn new(rules: Rules, width: u64) -> Self {
        Self { rules, width, values: Vec::new(), p: Vec::new() }
    }

    /// The next row: 1 for each P-position, and the values: the least number that no option has.
    pub(crate) fn solve_row(&mut self) -> (&[u8], &[i64]) {
        let y = self.values.len();
        self.values.push(Vec::new());
        self.p.clear();
        for x in 0..self.width {
            let at = Position::new(x, y as u64);
            let mut used = Vec::new();
            self.rules.for_each_option(at, |_, to| used.push(self.values[index(to.y)][index(to.x)]));
            used.sort_unstable();
            used.dedup();
            let value = used.iter().zip(0..).take_while(|(used, value)| **used == *value).count();
            let exists = self.rules.exists(&at);
            self.p.push(u8::from(exists && value == 0));
            self.values[y].push(i64::try_from(value).expect("options are fewer than 2^63"));
        }
        (&self.p, &self.values[y])
    }
}

/// The starting positions of an imitation game for x < width, row by row.
pub(crate) struct Starts<'r> {
    states: States<'r>,
    width: u64,
    y: u64,
    p: Vec<u8>,
}

impl<'r> Starts<'r> {
    pub(crate) fn new(rules: &'r Rules, limits: Limits, width: u64) -> Self {
        Self { states: States::new(rules, limits), width, y: 0, p: Vec::new() }
    }

    /// The next row: 1 for each P-position.
    pub(crate) fn solve_row(&mut self) -> &[u8] {
        self.p.clear();
        for x in 0..self.width {
            let at = Position::new(x, self.y);
            let is_p = self.states.rules.exists(&at) && self.states.outcome(&self.states.limits.start(at)).is_p();
            self.p.push(u8::from(is_p));
        }
        self.y += 1;
        &self.p
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

    /// P iff no legal move leads to a P-state; in misère play, where there is a legal move.
    pub(crate) fn outcome(&mut self, state: &State) -> Outcome {
        let key = state.canonical(self.limits);
        if let Some(&outcome) = self.known.get(&key) {
            return outcome;
        }
        let mut outcome = Outcome::p_if(!self.rules.is_misere());
        for to in self.rules.options(state.position) {
            let removal = state.position.move_to(&to).expect("an option is reached by a move");
            let Some(next) = self.limits.after(state, removal) else { continue };
            outcome = Outcome::p_if(!self.outcome(&next).is_p());
            if !outcome.is_p() {
                break;
            }
        }
        self.known.insert(key, outcome);
        outcome
    }
}
