//! The dual engine: (m,p)-Imitation Nim through (m,p)-Wythoff Nim (Lar09 Theorem 19).
//!
//! Let W be `diagonal-blocking:m,p`, ξ(a,b) the number of its P-positions (i, j) with j − i = b − a and i < a, and L
//! the credit of imitations of the player who has moved to a position. For a ≤ b a state of Imitation Nim at (a, b) is
//! P iff
//!
//! - (I) (a, b) is P in W and ξ(a, b) ≤ L(a, b), or
//! - (II) some (a, c), a ≤ c < b, is P in W and the credit L(a, c) that the mover *would* have after moving there (−1
//!   when that is a forbidden imitation) is below ξ(a, c).
//!
//! As starting positions the two games therefore have the same P-positions (Corollary 20). Lar09 proves the theorem for
//! m = 1; for m > 1 it is stated, and checked here against the full state of the rules (see CORRECTNESS.md for how
//! far).

use super::{Engine, SolveError, lines};
use crate::board::Board;
use crate::game::history::{Kind, Limits, State};
use crate::game::{Class, Game, Moves, Piece, Rules, Twist};
use crate::outcome::Outcome;
use crate::position::{Move, Position};
use crate::watch::Watch;

/// Whether the theorem speaks of the game: rook moves under imitation, no removed cells.
pub(crate) fn applies(game: &Game) -> bool {
    game.rules().is_some_and(|rules| dual_rules(rules).is_some())
}

/// The rules of (m,p)-Wythoff Nim for those of (m,p)-Imitation Nim.
pub(crate) fn dual_rules(rules: &Rules) -> Option<Rules> {
    let Limits { m, p } = Limits::of(rules)?;
    let is_nim = rules.hole.is_none() && rules.moves.pieces() == [Piece::rook()];
    let class = Class::Of(Moves::new(vec![Piece::bishop(1)]));
    is_nim.then(|| {
        Rules::new(vec![Piece::rook(), Piece::bishop(m.into())]).with_twist(Twist::Block { budget: p - 1, class })
    })
}

/// The outcomes of every state of an imitation game up to given heaps.
pub struct Dual {
    limits: Limits,
    wythoff: Board,
}

impl Dual {
    /// Solves the dual game for x < `width`, y < `height`.
    ///
    /// # Errors
    /// When the theorem does not speak of the game, or the board is too large.
    pub fn new(rules: &Rules, width: u64, height: u64, watch: &dyn Watch) -> Result<Self, SolveError> {
        let (Some(limits), Some(dual)) = (Limits::of(rules), dual_rules(rules)) else {
            return Err(SolveError::WrongEngine { engine: Engine::Dual, others: "reference".to_owned() });
        };
        // W is symmetric: its upper positions are enough.
        let (short, long) = (width.min(height), width.max(height));
        let wythoff = lines::board(&dual, short, long, watch)?;
        Ok(Self { limits, wythoff })
    }

    /// Whether the position is P in W.
    fn is_p(&self, at: Position) -> bool {
        self.wythoff.is_p(if at.is_upper() { at } else { at.mirrored() })
    }

    /// The outcome of a state (Lar09 Theorem 19).
    pub fn outcome(&self, state: &State) -> Outcome {
        let here = state.position;
        let by_one = self.is_p(here) && self.xi(here) <= u64::from(state.opp);
        Outcome::p_if(by_one || self.by_two(state))
    }

    /// Whether the outcome of a position depends on the history (Lar09, after Corollary 20): a P-position of W with
    /// ξ > 0 does, and so does an N-position of W above a P-position of W.
    pub fn is_dynamic(&self, at: Position) -> bool {
        if self.is_p(at) {
            return self.xi(at) > 0;
        }
        let (a, b) = (at.x.min(at.y), at.x.max(at.y));
        (a..b).any(|c| self.is_p(Position::new(a, c)))
    }

    /// Case (II).
    fn by_two(&self, state: &State) -> bool {
        let Position { x, y } = state.position;
        let (a, b) = (x.min(y), x.max(y));
        (a..b).any(|c| {
            let (to, removal) = if x <= y {
                (Position::new(a, c), Move::new(0, b - c))
            } else {
                (Position::new(c, a), Move::new(b - c, 0))
            };
            self.is_p(to) && {
                let credit = match self.limits.kind(state, &removal) {
                    Kind::Plain => Some(self.limits.p - 1),
                    Kind::Imitation => Some(state.own - 1),
                    Kind::Forbidden => None,
                };
                credit.is_none_or(|credit| u64::from(credit) < self.xi(to))
            }
        })
    }

    /// ξ: the P-positions of W on the diagonal of `at` that are nearer to the edge.
    fn xi(&self, at: Position) -> u64 {
        let steps = at.x.min(at.y);
        (1..=steps).filter(|t| self.is_p(Position::new(at.x - t, at.y - t))).count() as u64
    }
}
