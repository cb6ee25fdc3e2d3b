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

use rustc_hash::FxHashMap;

use crate::board::Board;
use crate::game::history::{Limits, State};
use crate::game::{Rules, Twist};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::solve::reference::Census;
use crate::solve::{self, SolveError, Watch};

/// The remotenesses of a static game for x < width, y < height.
pub(crate) struct Remoteness {
    width: usize,
    board: Board,
    moves: Vec<u32>,
}

impl Remoteness {
    /// Computes them all, given the outcomes.
    pub(crate) fn new(rules: &Rules, board: Board, watch: &mut dyn Watch) -> Result<Self, SolveError> {
        let width = usize::try_from(board.width()).expect("the board is in memory");
        let mut all = Self { width, board, moves: Vec::new() };
        for y in 0..all.board.height() {
            solve::report(watch, y, all.board.height())?;
            for x in 0..all.board.width() {
                let at = Position::new(x, y);
                let moves = if rules.exists(at) { all.next(rules, at) } else { 0 };
                all.moves.push(moves);
            }
        }
        Ok(all)
    }

    pub(crate) fn is_p(&self, at: Position) -> bool {
        self.board.is_p(at)
    }

    pub(crate) fn of(&self, at: Position) -> u32 {
        // Positions of the board are within its vector.
        #[allow(clippy::cast_possible_truncation)]
        let (x, y) = (at.x as usize, at.y as usize);
        self.moves[y * self.width + x]
    }

    fn next(&self, rules: &Rules, at: Position) -> u32 {
        let census = Census::take(rules, at, |to| self.is_p(to));
        let sorted = |positions: &[Position]| {
            let mut moves: Vec<u32> = positions.iter().map(|&to| self.of(to)).collect();
            moves.sort_unstable();
            moves
        };
        let (p_inside, n_inside) = (sorted(&census.p_inside), sorted(&census.n_inside));
        let (p_outside, n_outside) = (sorted(&census.p_outside), sorted(&census.n_outside));
        let is_p = self.is_p(at);
        let then = match &rules.twist {
            Twist::Comply { count, .. } => {
                let count = usize::try_from(*count).unwrap_or(usize::MAX);
                if is_p {
                    // The `count` shortest inside end with index count−1.
                    [n_inside.get(count - 1), n_outside.first()].into_iter().flatten().min().copied()
                } else {
                    // With all N-options, count − |n_inside| P-options are needed; of the longest ones the shortest.
                    let needed = count.saturating_sub(n_inside.len());
                    let shortest = p_inside.len().checked_sub(needed).map(|index| p_inside[index]);
                    [shortest, p_outside.last().copied()].into_iter().flatten().max()
                }
            }
            twist => {
                let budget = match twist {
                    Twist::Block { budget, .. } => usize::try_from(*budget).unwrap_or(usize::MAX),
                    _ => 0,
                };
                if is_p {
                    let left = budget - p_inside.len();
                    let longest = n_inside.len().checked_sub(left + 1).map(|index| n_inside[index]);
                    [longest, n_outside.last().copied()].into_iter().flatten().max()
                } else {
                    [p_inside.get(budget), p_outside.first()].into_iter().flatten().min().copied()
                }
            }
        };
        then.map_or(0, |moves| moves + 1)
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

    /// P with the longest move, or N with the shortest winning move.
    pub(crate) fn of(&mut self, state: &State) -> (Outcome, u32) {
        let key = state.canonical(self.limits);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let (mut longest, mut shortest_win) = (0, None);
        for to in self.rules.options(state.position) {
            let removal = state.position.move_to(to).expect("an option is reached by a move");
            let Some(next) = self.limits.after(state, removal) else { continue };
            let (outcome, moves) = self.of(&next);
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
