//! Every engine against the reference.

mod common;

use proptest::prelude::*;
use wythoff::solve::{self, Engine, Values};
use wythoff::{Game, Position, Window};

/// Outcomes and, for static games, palace numbers of the window, as one list.
fn content(game: &Game, window: Window, values: Values, engine: Engine) -> Vec<(u64, Vec<wythoff::Cell>, Vec<i64>)> {
    let mut rows = Vec::new();
    solve::rows(game, window, values, Some(engine), &mut (), |row| {
        let cells: Vec<wythoff::Cell> = row.cells().collect();
        let number = |(x, number): (usize, &i64)| if x < row.removed { 0 } else { *number };
        rows.push((row.y, cells, row.numbers.iter().enumerate().map(number).collect()));
        Ok::<(), wythoff::SolveError>(())
    })
    .unwrap_or_else(|error| panic!("{game} by {engine}: {error}"));
    rows
}

fn assert_lines_equal_reference(game: &Game, width: u64, height: u64) {
    let has_numbers = game.rules().is_some_and(|rules| !rules.has_memory());
    let values = if has_numbers { Values::Palace } else { Values::Outcome };
    let window = Window::corner(width, height);
    let fast = Engine::solving(game).into_iter().find(|&engine| engine != Engine::Reference).unwrap();
    assert_eq!(content(game, window, values, fast), content(game, window, values, Engine::Reference), "{game}");
}

#[test]
fn lines_equal_reference_for_parameters_to_6() {
    for game in common::every_game(6) {
        let is_memory = game.rules().is_some_and(wythoff::Rules::has_memory);
        // The hole family has 6^2·7^2 games: a smaller board sees each of their holes whole.
        let side = match game.family().unwrap().0.name {
            "hole" => 28,
            _ if is_memory => 20,
            _ => 64,
        };
        assert_lines_equal_reference(&game, side, side);
    }
}

#[test]
fn lines_equal_reference_for_custom_games() {
    for game in common::custom_games() {
        for (width, height) in [(48, 48), (70, 20), (20, 70), (1, 30), (30, 1), (0, 5), (1, 1)] {
            assert_lines_equal_reference(&game, width, height);
        }
    }
}
#[test]
fn position_unused() {
    let _ = Position::new(0, 0);
}
proptest! { #[test] fn dummy(_x in 0..1u8) {} }
