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
//! m = 1, docs/THEOREMS.md (Theorem 3) for every m.

use std::convert::Infallible;

use super::{Engine, SolveError, lines};
use crate::board::Board;
use crate::game::history::{Kind, Limits, State};
use crate::game::{Class, Game, Moves, Piece, Rules, Twist};
use crate::outcome::Outcome;
use crate::position::{Position, Tokens};
use crate::watch::Watch;

/// Whether the theorem speaks of the game: rook moves under imitation, no removed cells, normal play.
pub(crate) fn applies(game: &Game) -> bool {
    game.rules().is_some_and(|rules| dual_rules(rules).is_some())
}

/// The rules of (m,p)-Wythoff Nim for those of (m,p)-Imitation Nim.
pub(crate) fn dual_rules(rules: &Rules) -> Option<Rules> {
    let Limits { m, p } = Limits::of(rules)?;
    let is_nim = rules.hole.is_none() && rules.moves.pieces() == [Piece::rook()] && !rules.is_misere();
    let class = Class::Of(Moves::new(vec![Piece::bishop(1)]));
    is_nim.then(|| {
        Rules::new(vec![Piece::rook(), Piece::bishop(m.into())]).with_twist(Twist::Block { budget: p - 1, class })
    })
}

/// The P-positions of W, and what the theorem asks of them.
pub(crate) trait DualPositions<T: Tokens> {
    /// Why a question may stay without an answer.
    type Error;

    /// Whether the position is P in W.
    fn is_p(&mut self, at: &Position<T>) -> Result<bool, Self::Error>;

    /// ξ of a P-position of W: how many P-positions on its diagonal are nearer to the edge.
    fn xi(&mut self, at: &Position<T>) -> Result<u64, Self::Error>;

    /// The c, a ≤ c < b, with (a, c) P in W, where a ≤ b are the heaps of `at`. A heap has one partner in W, so there
    /// is at most one.
    fn below(&mut self, at: &Position<T>) -> Result<Option<T>, Self::Error>;
}

/// The outcome of a state of Imitation Nim (Lar09 Theorem 19).
pub(crate) fn outcome<T: Tokens, W: DualPositions<T>>(
    limits: Limits,
    state: &State<T>,
    wythoff: &mut W,
) -> Result<Outcome, W::Error> {
    let here = &state.position;
    if wythoff.is_p(here)? {
        // (II) is out of question: (a, b) itself is the one P-position of its column.
        return Ok(Outcome::p_if(wythoff.xi(here)? <= u64::from(state.opp)));
    }
    let Some(c) = wythoff.below(here)? else { return Ok(Outcome::N) };
    let to = if here.is_upper() { Position::new(here.x.clone(), c) } else { Position::new(c, here.y.clone()) };
    let kind = here.move_to(&to).map_or(Kind::Plain, |removal| limits.kind(state, &removal));
    let credit = match kind {
        Kind::Plain => Some(limits.p - 1),
        Kind::Imitation => Some(state.own - 1),
        Kind::Forbidden => None,
    };
    let xi = wythoff.xi(&to)?;
    Ok(Outcome::p_if(credit.is_none_or(|credit| u64::from(credit) < xi)))
}

/// Whether the outcome of a position depends on the history (Lar09, after Corollary 20; the
/// proof is in docs/THEOREMS.md): a P-position of W with ξ > 0
/// does, and so does an N-position of W above a P-position of W.
pub(crate) fn is_dynamic<T: Tokens, W: DualPositions<T>>(at: &Position<T>, wythoff: &mut W) -> Result<bool, W::Error> {
    if wythoff.is_p(at)? { Ok(wythoff.xi(at)? > 0) } else { Ok(wythoff.below(at)?.is_some()) }
}

/// The outcomes of every state of an imitation game up to given heaps.
pub struct Dual {
    limits: Limits,
    wythoff: Upper,
}

/// The upper positions of W: it is symmetric.
struct Upper(Board);

impl Dual {
    /// Solves the dual game for x < `width`, y < `height`.
    ///
    /// # Errors
    /// When the theorem does not speak of the game, or the board is too large.
    pub fn new(rules: &Rules, width: u64, height: u64, watch: &dyn Watch) -> Result<Self, SolveError> {
        let (Some(limits), Some(dual)) = (Limits::of(rules), dual_rules(rules)) else {
            return Err(SolveError::WrongEngine { engine: Engine::Dual, others: "reference".to_owned() });
        };
        let (short, long) = (width.min(height), width.max(height));
        Ok(Self { limits, wythoff: Upper(lines::board(&dual, short, long, watch)?) })
    }

    /// The outcome of a state.
    pub fn outcome(&self, state: &State) -> Outcome {
        let Ok(outcome) = outcome(self.limits, state, &mut &self.wythoff);
        outcome
    }

    /// Whether the outcome of a position depends on the history.
    pub fn is_dynamic(&self, at: Position) -> bool {
        let Ok(is_dynamic) = is_dynamic(&at, &mut &self.wythoff);
        is_dynamic
    }
}

impl Upper {
    fn holds(&self, at: Position) -> bool {
        self.0.is_p(if at.is_upper() { at } else { at.mirrored() })
    }
}

impl DualPositions<u64> for &Upper {
    type Error = Infallible;

    fn is_p(&mut self, at: &Position) -> Result<bool, Infallible> {
        Ok(self.holds(*at))
    }

    fn xi(&mut self, at: &Position) -> Result<u64, Infallible> {
        let steps = at.x.min(at.y);
        Ok((1..=steps).filter(|t| self.holds(Position::new(at.x - t, at.y - t))).count() as u64)
    }

    fn below(&mut self, at: &Position) -> Result<Option<u64>, Infallible> {
        let (a, b) = (at.x.min(at.y), at.x.max(at.y));
        Ok((a..b).find(|c| self.holds(Position::new(a, *c))))
    }
}
