//! Every engine against the oracle, which shares no code with the library and is itself held against play.

use oracle::Random;
use wythoff::{Cell, Ending, Engine, Game, Outcome, Position, solve};

use crate::common;

/// Every engine that solves the game finds on a board of this size what the oracle has found on one at least as large.
fn assert_every_engine_agrees(game: &Game, width: usize, height: usize, expected: &oracle::Board) {
    let engines = Engine::solving(game);
    assert!(engines.contains(&Engine::Reference), "{game}");
    for engine in engines {
        let board = solve::board(game, width as u64, height as u64, Some(engine), &()).unwrap();
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            let cell = expected.p(x, y).map_or(Cell::Removed, |p| Cell::Has(Outcome::p_if(p)));
            let at = Position::new(x as u64, y as u64);
            assert_eq!(board.cell(at), cell, "{game} by {engine}, {width}×{height}, {at}");
        }
    }
}

#[test]
fn every_engine_agrees_for_every_family() {
    let mut families_seen = Vec::new();
    let both = |game: Game| [game.clone(), game.with_ending(Ending::Misere)];
    for game in common::every_game(4).into_iter().flat_map(both) {
        let (family, _) = game.family().unwrap();
        families_seen.push(family.name);
        let side = if family.name == "imitation" { 10 } else { 20 };
        assert_every_engine_agrees(&game, side, side, &common::oracle_of(&game).board(side, side));
    }
    families_seen.dedup();
    assert_eq!(families_seen.len(), oracle::FAMILIES.len(), "{families_seen:?}");
}

/// On a small board some choices of l leave no cell at all; the others still decide.
#[test]
fn choice_is_played_right_on_boards_of_every_shape() {
    const SIDE: usize = 13;
    for (m, p) in (1..=4).flat_map(|m| (1..=4).map(move |p| (m, p))) {
        let expected = oracle::Game::family("choice", &[m, p]).board(SIDE, SIDE);
        let game: Game = format!("choice:m={m},p={p}").parse().unwrap();
        for (width, height) in (1..=SIDE).flat_map(|width| (1..=SIDE).map(move |height| (width, height))) {
            assert_every_engine_agrees(&game, width, height, &expected);
        }
    }
}

/// Games of no family, translated by hand.
#[test]
fn every_engine_agrees_for_custom_games() {
    for (game, literal) in common::translated_games() {
        assert_eq!(literal.to_string().parse(), Ok(game.clone()), "the translation");
        assert_every_engine_agrees(&game, 20, 20, &literal.board(20, 20));
    }
}

/// Games that nobody has written down, by their texts.
#[test]
fn every_engine_agrees_for_random_games() {
    let mut random = Random::new(14);
    for _ in 0..300 {
        let literal = oracle::Game::random(&mut random);
        let side = if literal.imitation().is_some() { 7 } else { 14 };
        let game: Game = literal.to_string().parse().unwrap_or_else(|error| panic!("{literal}: {error}"));
        assert_every_engine_agrees(&game, side, side, &literal.board(side, side));
    }
}
