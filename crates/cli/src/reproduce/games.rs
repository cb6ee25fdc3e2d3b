//! What the items ask of games.

use anyhow::Result;
use wythoff::strategy::{Answer, Question, ask};
use wythoff::{Board, Game, Position, solve};

use super::item::Cell;
use crate::solve::parse_game;

/// The name of W^k.
pub(super) fn blocking(k: u64) -> String {
    format!("blocking:k={k}")
}

/// The board x, y < `side`.
pub(super) fn board(game: &str, side: u64) -> Result<Board> {
    Ok(solve::board(&parse_game(game)?, side, side, None, &())?)
}

/// The first upper P-positions.
pub(super) fn first_upper(game: &str, count: usize) -> Result<Vec<Position>> {
    Ok(parse_game(game)?.p_positions().take(count).collect::<Result<_, _>>()?)
}

/// The upper positions of a square.
pub(super) fn upper_half(side: u64) -> impl Iterator<Item = Position> {
    (0..side).flat_map(move |x| (x..side).map(move |y| Position::new(x, y)))
}

pub(super) fn positions<const N: usize>(pairs: [(u64, u64); N]) -> [Position; N] {
    pairs.map(|(x, y)| Position::new(x, y))
}

/// The answer at the last of these positions, after the others.
pub(super) fn answer(game: &Game, play: &[Position]) -> Result<Answer> {
    let [history @ .., at] = play else { anyhow::bail!("a play has a position") };
    Ok(ask(game, *at, &Question { history: history.to_vec(), ..Question::default() }, &())?)
}

/// A statement that a move of a play wins.
pub(super) fn winning(game: &Game, play: &[Position], step: usize) -> Result<(String, Cell)> {
    let (from, to) = (play[step], play[step + 1]);
    let wins = answer(game, &play[..=step])?.winning_moves.iter().any(|found| found.to == to);
    Ok((format!("{from} → {to} wins"), Cell::yes(wins)))
}
