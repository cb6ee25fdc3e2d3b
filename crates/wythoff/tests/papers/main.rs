//! The tables and worked examples of the five papers, and the statements around them: a file for each paper.
//!
//! Each test asserts what the text says. Where the text is wrong it asserts the right reading, and that the printed one
//! fails. Static games are solved by every engine that can. Outcomes of imitation games are found twice: by the library
//! (the rules of `game::history`, then the dual engine), and by the oracle, which knows only Lar09's definitions.

// The papers' formulas are not code.
#![allow(clippy::doc_markdown)]

mod cln15;
mod imitation;
mod lar09;
mod lar11;
mod lar13;
mod lar15;
mod tables;

use std::collections::BTreeSet;

use wythoff::solve::{self, Columns, Engine, Rest};
use wythoff::strategy::{self, Answer, Question};
use wythoff::{Board, Game, Position, Rules};

fn at(x: u64, y: u64) -> Position {
    Position::new(x, y)
}

fn all<const COUNT: usize>(positions: [(u64, u64); COUNT]) -> Vec<Position> {
    positions.map(|(x, y)| at(x, y)).to_vec()
}

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn rules(text: &str) -> Rules {
    game(text).rules().expect("play begins at once").clone()
}

/// Every position with x, y < side.
fn square(side: u64) -> impl Iterator<Item = Position> {
    (0..side).flat_map(move |x| (0..side).map(move |y| at(x, y)))
}

/// The board x, y < side, on which every engine that solves the game agrees.
fn solved(text: &str, side: u64) -> Board {
    let game = game(text);
    let by = |engine| solve::board(&game, side, side, Some(engine), &()).unwrap();
    let boards: Vec<Board> = Engine::solving(&game).into_iter().map(by).collect();
    assert!(boards.windows(2).all(|pair| pair[0] == pair[1]), "the engines disagree on {text}");
    boards[0].clone()
}

fn p_positions(text: &str, side: u64) -> BTreeSet<Position> {
    solved(text, side).p_positions().collect()
}

/// The options of `from` that are P on the board.
fn p_options(rules: &Rules, board: &Board, from: Position) -> Vec<Position> {
    rules.options(from).into_iter().filter(|&to| board.is_p(to)).collect()
}

/// What the library says of a position with this history.
fn ask(text: &str, history: &[Position], present: Position) -> Answer {
    let question = Question { history: history.to_vec(), ..Question::default() };
    strategy::ask(&game(text), present, &question, &()).unwrap()
}

/// What has to be blocked to keep a P-position P.
fn must_block(text: &str, at: Position) -> Vec<Position> {
    ask(text, &[], at).must_block.expect("a P-position of a blocking game")
}

/// The y of all P-positions in each of the first columns.
fn columns(text: &str, count: usize) -> Vec<Vec<u64>> {
    let mut columns = Columns::new(&game(text), Some(Engine::Lines)).unwrap();
    let next = || {
        let column = columns.next(u64::MAX).unwrap();
        assert_eq!(column.rest, Rest::Empty);
        column.p.to_vec()
    };
    std::iter::repeat_with(next).take(count).collect()
}

/// The upper P-positions of the first columns, ordered by (a, b).
fn upper(text: &str, count: usize) -> Vec<Position> {
    let columns = columns(text, count);
    (0..)
        .zip(&columns)
        .flat_map(|(x, column)| column.iter().map(move |&y| at(x, y)))
        .filter(Position::is_upper)
        .collect()
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap()
}

/// ⌊nφ⌋ = ⌊(n + √(5n²))/2⌋.
fn floor_phi(n: u64) -> u64 {
    u64::midpoint(n, (5 * n * n).isqrt())
}
