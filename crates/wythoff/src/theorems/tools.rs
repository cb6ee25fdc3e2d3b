//! What several papers' checks need.

use super::Scope;
use crate::board::Board;
use crate::game::Game;
use crate::position::Position;
use crate::solve::{self, Engine, SolveError};

/// The game that `text` stands for.
///
/// # Panics
/// When it stands for none: the texts are constants of the checks.
pub(super) fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The board x, y < `side` from the rules alone: by the reference engine, which applies the definitions literally.
pub(super) fn literal(text: &str, side: u64, scope: &Scope) -> Result<Board, SolveError> {
    board_by(Engine::Reference, text, side, scope)
}

/// The board x, y < `side` by the lines engine, for sizes that the reference engine can't reach.
pub(super) fn fast(text: &str, side: u64, scope: &Scope) -> Result<Board, SolveError> {
    board_by(Engine::Lines, text, side, scope)
}

fn board_by(engine: Engine, text: &str, side: u64, mut scope: &Scope) -> Result<Board, SolveError> {
    solve::board(&game(text), side, side, Some(engine), &mut scope)
}

/// Every position with x, y < `side`, by x + y and then x: the first one that fails is a smallest one.
pub(super) fn square(side: u64) -> impl Iterator<Item = Position> {
    (0..side.saturating_mul(2).saturating_sub(1))
        .flat_map(move |sum| (sum.saturating_sub(side - 1)..=sum.min(side - 1)).map(move |x| Position::new(x, sum - x)))
}

/// The first position on which the board and `expected` differ, in words.
pub(super) fn difference(board: &Board, side: u64, name: &str, expected: impl Fn(Position) -> bool) -> Option<String> {
    square(side).find(|&at| board.is_p(at) != expected(at)).map(|at| {
        let (is, says) = if board.is_p(at) { ("P", "N") } else { ("N", "P") };
        format!("{name}: {at} is {is}, the statement says {says}.")
    })
}
