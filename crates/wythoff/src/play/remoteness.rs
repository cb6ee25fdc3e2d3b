//! How long a game lasts when the winner hurries and the loser resists.
//!
//! The **remoteness** of a position is the number of moves to the end under such play. Let each option count with its
//! own remoteness. With a twist the previous player acts first, and he too hurries when he wins and resists when he
//! loses:
//!
//! - *blocking, P*: all P-options get blocked; the budget that is left blocks the longest N-options; the mover takes
//!   the longest of what remains.
//! - *blocking, N*: the budget blocks the shortest P-options; the mover takes the shortest that remains.
//! - *comply, P*: the cheapest proposal of N-options: the count shortest inside the class, or the shortest outside;
//!   the mover takes the longest proposed.
//! - *comply, N*: every proposal holds a P-option, and the mover takes the shortest one. The previous player proposes
//!   the longest P-option outside the class, or all N-options of the class with as many of its longest P-options as
//!   the count needs. If he can't propose, the game is over.
//!
//! In misère play a mover who has no move left has won at once. So the previous player leaves an option open where
//! there is one: at a P-position an N-option, which he has; at an N-position the longest P-option.

use rustc_hash::FxHashMap;

use crate::board::Board;
use crate::engine::reference::Census;
use crate::engine::report;
use crate::game::history::{Limits, State};
use crate::game::{Rules, Twist};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::solve::SolveError;
use crate::watch::Watch;

/// The remotenesses of a static game for x < width, y < height.
pub(crate) struct Remoteness {
    width: usize,
    board: Board,
    moves: Vec<u32>,
}

impl Remoteness {
    /// Computes them all, given the outcomes.
    pub(crate) fn new(rules: &Rules, board: Board, watch: &dyn Watch) -> Result<Self, SolveError> {
        let width = usize::try_from(board.width()).expect("the board is in memory");
        let mut all = Self { width, board, moves: Vec::new() };
        for y in 0..all.board.height() {
            report(watch, y, all.board.height())?;
            for x in 0..all.board.width() {
                let at = Position::new(x, y);
                let moves = if rules.exists(&at) { all.next(rules, at) } else { 0 };
                all.moves.push(moves);
            }
        }
        Ok(all)
    }

    /// Whether it is one of them.
    pub(crate) fn covers(&self, at: Position) -> bool {
        at.x < self.board.width() && at.y < self.board.height()
    }

    pub(crate) fn is_p(&self, at: Position) -> bool {
        self.board.is_p(at)
    }

    pub(crate) fn moves_left(&self, at: Position) -> u32 {
        // Positions of the board are within its vector.
        #[allow(clippy::cast_possible_truncation)]
        let (x, y) = (at.x as usize, at.y as usize);
        self.moves[y * self.width + x]
    }

    fn next(&self, rules: &Rules, at: Position) -> u32 {
        let playable = match &rules.twist {
            Twist::Comply { .. } => self.best_proposal(rules, at),
            Twist::Block { budget: 1.., .. } => {
                let blocked = self.best_block(rules, at);
                let mut options = rules.options(at);
                options.retain(|to| blocked.binary_search(to).is_err());
                options
            }
            _ => rules.options(at),
        };
        self.best_move(&playable).map_or(0, |to| self.moves_left(to) + 1)
    }

    /// The shortest P-option; where there is none, the longest option.
    pub(crate) fn best_move(&self, options: &[Position]) -> Option<Position> {
        let winning = options.iter().copied().filter(|&to| self.is_p(to)).min_by_key(|&to| (self.moves_left(to), to));
        winning.or_else(|| self.longest(options))
    }

    /// What the previous player should block at `at`, in order.
    pub(crate) fn best_block(&self, rules: &Rules, at: Position) -> Vec<Position> {
        let Twist::Block { budget, .. } = &rules.twist else { return Vec::new() };
        let budget = usize::try_from(*budget).unwrap_or(usize::MAX);
        let Census { p_inside, p_outside, n_inside, n_outside } = self.census(rules, at);
        let is_closed = p_outside.is_empty() && n_outside.is_empty() && rules.is_misere();
        let mut block = p_inside;
        if self.is_p(at) {
            let spare = (budget - block.len()).min(n_inside.len() - usize::from(is_closed));
            // The longest ones.
            block.extend(self.by_length(n_inside).into_iter().rev().take(spare));
        } else {
            block = self.by_length(block);
            let open = usize::from(is_closed && n_inside.is_empty());
            block.truncate(budget.min(block.len().saturating_sub(open)));
        }
        block.sort_unstable();
        block
    }

    /// What the previous player should propose at `at`, in order; nothing where he can't propose.
    pub(crate) fn best_proposal(&self, rules: &Rules, at: Position) -> Vec<Position> {
        let Twist::Comply { count, .. } = &rules.twist else { return Vec::new() };
        let count = usize::try_from(*count).unwrap_or(usize::MAX);
        let Census { p_inside, p_outside, n_inside, n_outside } = self.census(rules, at);
        let (one, mut many) = if self.is_p(at) {
            (self.by_length(n_outside).first().copied(), self.by_length(n_inside))
        } else {
            // All N-options first, then the longest P-options.
            let p_inside = self.by_length(p_inside).into_iter().rev();
            (self.longest(&p_outside), n_inside.into_iter().chain(p_inside).collect())
        };
        many.truncate(count);
        let many = (many.len() == count).then_some(many);
        let candidates = [one.map(|one| vec![one]), many].into_iter().flatten();
        // The mover takes the longest N, or the shortest P.
        let length = |proposal: &Vec<Position>| self.best_move(proposal).map_or(0, |to| self.moves_left(to));
        let best = if self.is_p(at) { candidates.min_by_key(length) } else { candidates.max_by_key(length) };
        let mut proposal = best.unwrap_or_default();
        proposal.sort_unstable();
        proposal
    }

    pub(crate) fn census(&self, rules: &Rules, at: Position) -> Census {
        Census::take(rules, at, |to| self.is_p(to))
    }

    fn by_length(&self, mut positions: Vec<Position>) -> Vec<Position> {
        positions.sort_by_key(|&to| (self.moves_left(to), to));
        positions
    }

    fn longest(&self, positions: &[Position]) -> Option<Position> {
        positions.iter().copied().max_by_key(|&to| (self.moves_left(to), to))
    }
}

/// The outcomes and remotenesses of the states of an imitation game, each computed once.
pub(crate) struct StateRemoteness {
    rules: Rules,
    limits: Limits,
    known: FxHashMap<State, (Outcome, u32)>,
}

impl StateRemoteness {
    pub(crate) fn new(rules: Rules, limits: Limits) -> Self {
        Self { rules, limits, known: FxHashMap::default() }
    }

    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// P with the longest move, or N with the shortest winning move; in misère play N without a move, too.
    pub(crate) fn outcome_and_moves(&mut self, state: &State) -> (Outcome, u32) {
        let key = state.canonical(self.limits);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let (mut longest, mut shortest_win) = (0, self.rules.is_misere().then_some(0));
        for to in self.rules.options(state.position) {
            let removal = state.position.move_to(&to).expect("an option is reached by a move");
            let Some(next) = self.limits.after(state, removal) else { continue };
            let (outcome, moves) = self.outcome_and_moves(&next);
            if longest == 0 {
                // There is a move: nobody wins for want of one.
                shortest_win = None;
            }
            longest = longest.max(moves + 1);
            if outcome.is_p() {
                shortest_win = Some(shortest_win.map_or(moves + 1, |shortest: u32| shortest.min(moves + 1)));
            }
        }
        let result = shortest_win.map_or((Outcome::P, longest), |shortest| (Outcome::N, shortest));
        self.known.insert(key, result);
        result
    }
}
