//! What several test programs share.
#![allow(dead_code)]

use oracle::{Heap, Piece, Rules, Twist};
use wythoff::game::families::{FAMILIES, Limit};
use wythoff::strategy::{Answer, WinningMove};
use wythoff::{Ending, Game, Position};

/// Every game of every family with parameters up to `most` (those that may be 0 from 0 on), with every l.
pub(crate) fn every_game(most: u32) -> Vec<Game> {
    let mut games = Vec::new();
    for family in FAMILIES {
        let mut values: Vec<Vec<u32>> = vec![vec![]];
        for parameter in family.parameters {
            values = values
                .into_iter()
                .flat_map(|before| (parameter.min..=most).map(move |value| [before.clone(), vec![value]].concat()))
                .collect();
        }
        for values in values {
            match family.game(values) {
                Ok(game) => games.push(game),
                // l beyond p is not a game; nothing else may be refused.
                Err(parameter) => assert!(parameter.limit != Limit::Unlimited, "{} of {}", parameter.name, family.name),
            }
        }
    }
    games
}

/// Games that no family has: what the model can say and the papers do not.
pub(crate) fn custom_games() -> Vec<Game> {
    translated_games().into_iter().map(|(game, _)| game).collect()
}

/// The same, with their rules in the oracle's words.
pub(crate) fn translated_games() -> Vec<(Game, oracle::Game)> {
    let (rook, bishop, ray) = (Piece::rook, |width| Piece::Bishop { width }, |p, q| Piece::Ray { p, q });
    let long_rook = |from| Piece::Rook { from, modulus: 1, residues: vec![(0, 0)] };
    let rook_mod = |modulus, residues: &[(usize, usize)]| Piece::Rook { from: 1, modulus, residues: residues.to_vec() };
    let block = |budget, class: &[Piece]| Twist::Block { budget, class: Some(class.to_vec()) };
    let comply = |count, class: &[Piece]| Twist::Comply { count, class: Some(class.to_vec()) };
    let block_any = |budget| Twist::Block { budget, class: None };
    let comply_any = |count| Twist::Comply { count, class: None };
    let queen = || vec![rook(), bishop(1)];
    let rules = |moves, twist| Rules { moves, hole: None, twist, misere: false };
    let translated = [
        ("custom: rook", rules(vec![rook()], Twist::None)),
        ("custom: bishop", rules(vec![bishop(1)], Twist::None)),
        ("custom: bishop(3)", rules(vec![bishop(3)], Twist::None)),
        ("custom: ray(1,2)", rules(vec![ray(1, 2)], Twist::None)),
        ("custom: rook + bishop(2) | block 3 on bishop", rules(vec![rook(), bishop(2)], block(3, &[bishop(1)]))),
        ("custom: rook(mod 3: 0,1) + bishop", rules(vec![rook_mod(3, &[(0, 0), (1, 1)]), bishop(1)], Twist::None)),
        ("custom: rook + bishop + ray(1,2) | comply 2", rules(vec![rook(), bishop(1), ray(1, 2)], comply_any(2))),
        ("custom: rook + bishop(4) | block 2 on bishop(2)", rules(vec![rook(), bishop(4)], block(2, &[bishop(2)]))),
        ("custom: rook + bishop(4) | comply 3 on bishop(2)", rules(vec![rook(), bishop(4)], comply(3, &[bishop(2)]))),
        ("custom: rook + bishop(5) | block 2 on ray(1,2)", rules(vec![rook(), bishop(5)], block(2, &[ray(1, 2)]))),
        ("custom: rook(from 3) + bishop(2)", rules(vec![long_rook(3), bishop(2)], Twist::None)),
        (
            "custom: rook(from 2, mod 5: 1,3-4) + bishop",
            rules(vec![Piece::Rook { from: 2, modulus: 5, residues: vec![(1, 1), (3, 4)] }, bishop(1)], Twist::None),
        ),
        (
            "custom: rook(mod 2: 1) + rook(mod 3: 0) + bishop(2)",
            rules(vec![rook_mod(2, &[(1, 1)]), rook_mod(3, &[(0, 0)]), bishop(2)], Twist::None),
        ),
        (
            "custom: rook(mod 4: 0,2,3) | block 2 on rook(from 3)",
            rules(vec![rook_mod(4, &[(0, 0), (2, 2), (3, 3)])], block(2, &[long_rook(3)])),
        ),
        ("custom: rook + ray(2,2) + ray(3,3)", rules(vec![rook(), ray(2, 2), ray(3, 3)], Twist::None)),
        (
            "custom: rook + ray(2,4) + ray(3,6) + ray(1,3)",
            rules(vec![rook(), ray(2, 4), ray(3, 6), ray(1, 3)], Twist::None),
        ),
        (
            "custom: rook + bishop(3) + ray(1,2) + ray(2,3) | block 2 on ray(1,2) + rook(from 2)",
            rules(vec![rook(), bishop(3), ray(1, 2), ray(2, 3)], block(2, &[ray(1, 2), long_rook(2)])),
        ),
        (
            "custom: rook + bishop + ray(1,2) | block 1 on ray(2,4)",
            rules(vec![rook(), bishop(1), ray(1, 2)], block(1, &[ray(2, 4)])),
        ),
        (
            "custom: rook + bishop(6) | hole 5,2 | block 2",
            Rules { hole: Some((5, 2)), ..rules(vec![rook(), bishop(6)], block_any(2)) },
        ),
        (
            "custom: rook + bishop | hole 3,3 | comply 2 on rook",
            Rules { hole: Some((3, 3)), ..rules(queen(), comply(2, &[rook()])) },
        ),
        ("custom: rook + bishop(100)", rules(vec![rook(), bishop(100)], Twist::None)),
        ("custom: rook + bishop | block 4000000000", rules(queen(), block_any(4_000_000_000))),
        (
            "custom: rook + bishop(2) | block 4000000000 on bishop",
            rules(vec![rook(), bishop(2)], block(4_000_000_000, &[bishop(1)])),
        ),
        ("custom: rook(from 1000) + bishop", rules(vec![long_rook(1000), bishop(1)], Twist::None)),
        ("custom: rook(mod 1000: 0-499) + bishop(2)", rules(vec![rook_mod(1000, &[(0, 499)]), bishop(2)], Twist::None)),
        ("custom: rook + ray(1000,1) + bishop", rules(vec![rook(), ray(1000, 1), bishop(1)], Twist::None)),
        ("custom: rook + bishop | comply 1", rules(queen(), comply_any(1))),
        (
            "custom: rook(mod 2: 1) + bishop | block 2 on bishop(2)",
            rules(vec![rook_mod(2, &[(1, 1)]), bishop(1)], block(2, &[bishop(2)])),
        ),
    ];
    let both = |(text, rules): (&str, Rules)| {
        (text.parse().unwrap_or_else(|error| panic!("{error}")), oracle::Game::custom(rules))
    };
    translated.into_iter().chain(newer_games()).map(both).collect()
}

/// Those with leapers, one-sided pieces and another ending.
fn newer_games() -> Vec<(&'static str, Rules)> {
    let (rook, bishop, ray) = (Piece::rook, |width| Piece::Bishop { width }, |p, q| Piece::Ray { p, q });
    let long_rook = |from| Piece::Rook { from, modulus: 1, residues: vec![(0, 0)] };
    let rook_mod = |modulus, residues: &[(usize, usize)]| Piece::Rook { from: 1, modulus, residues: residues.to_vec() };
    let leap = |pairs: &[(usize, usize)]| Piece::Leap(pairs.to_vec());
    let only_x = |piece| Piece::Only(Heap::X, Box::new(piece));
    let only_y = |piece| Piece::Only(Heap::Y, Box::new(piece));
    let queen = || vec![rook(), bishop(1)];
    let block = |budget, class: &[Piece]| Twist::Block { budget, class: Some(class.to_vec()) };
    let comply = |count, class: &[Piece]| Twist::Comply { count, class: Some(class.to_vec()) };
    let (block_any, comply_any) =
        (|budget| Twist::Block { budget, class: None }, |count| Twist::Comply { count, class: None });
    let rules = |moves, twist| Rules { moves, hole: None, twist, misere: false };
    let misere = |moves, twist| Rules { misere: true, ..rules(moves, twist) };
    vec![
        ("custom: rook + bishop + leap(1,2)", rules(vec![rook(), bishop(1), leap(&[(1, 2)])], Twist::None)),
        ("custom: leap(1,2; 0,3)", rules(vec![leap(&[(1, 2), (0, 3)])], Twist::None)),
        (
            "custom: rook + bishop(3) + leap(4,1; 2,2; 0,5; 3,1) | block 2 on leap(1,2; 3,3; 0,1) + ray(1,2)",
            rules(
                vec![rook(), bishop(3), leap(&[(4, 1), (2, 2), (0, 5), (3, 1)])],
                block(2, &[leap(&[(1, 2), (3, 3), (0, 1)]), ray(1, 2)]),
            ),
        ),
        (
            "custom: rook(mod 3: 1) + ray(1,2) + leap(2,4; 0,3; 0,4; 6,6) | comply 2 on leap(2,4)",
            rules(
                vec![rook_mod(3, &[(1, 1)]), ray(1, 2), leap(&[(2, 4), (0, 3), (0, 4), (6, 6)])],
                comply(2, &[leap(&[(2, 4)])]),
            ),
        ),
        ("custom: only-x rook + bishop", rules(vec![only_x(rook()), bishop(1)], Twist::None)),
        ("custom: rook + only-y leap(1,2)", rules(vec![rook(), only_y(leap(&[(1, 2)]))], Twist::None)),
        (
            "custom: only-y rook + only-x rook(from 2) + only-x bishop(4) + bishop(2) | block 1 on only-y rook(from 3)",
            rules(
                vec![only_y(rook()), only_x(long_rook(2)), only_x(bishop(4)), bishop(2)],
                block(1, &[only_y(long_rook(3))]),
            ),
        ),
        (
            "custom: rook + only-x ray(1,3) + ray(1,2) | hole 2,3 | comply 3 on only-y bishop(5)",
            Rules {
                hole: Some((2, 3)),
                ..rules(vec![rook(), only_x(ray(1, 3)), ray(1, 2)], comply(3, &[only_y(bishop(5))]))
            },
        ),
        ("custom: rook | misere", misere(vec![rook()], Twist::None)),
        ("custom: rook + bishop | misere", misere(queen(), Twist::None)),
        ("custom: rook + bishop(3) | block 4 | misere", misere(vec![rook(), bishop(3)], block_any(4))),
        ("custom: bishop + leap(0,2) | block 1 | misere", misere(vec![bishop(1), leap(&[(0, 2)])], block_any(1))),
        (
            "custom: rook(from 2, mod 3: 0,2) + bishop(2) | block 2 on rook | misere",
            misere(
                vec![Piece::Rook { from: 2, modulus: 3, residues: vec![(0, 0), (2, 2)] }, bishop(2)],
                block(2, &[rook()]),
            ),
        ),
        (
            "custom: rook + bishop(6) | hole 5,2 | block 40 | misere",
            Rules { hole: Some((5, 2)), ..misere(vec![rook(), bishop(6)], block_any(40)) },
        ),
        ("custom: rook + bishop | comply 7 on rook | misere", misere(queen(), comply(7, &[rook()]))),
        (
            "custom: rook(from 3) + ray(2,1) | hole 1,4 | comply 5 | misere",
            Rules { hole: Some((1, 4)), ..misere(vec![long_rook(3), ray(2, 1)], comply_any(5)) },
        ),
        ("custom: rook + bishop | block 4000000000 | misere", misere(queen(), block_any(4_000_000_000))),
        (
            "custom: only-x rook + bishop | block 3 on only-x rook | misere",
            misere(vec![only_x(rook()), bishop(1)], block(3, &[only_x(rook())])),
        ),
    ]
}

/// A game of a family in the oracle's words.
pub(crate) fn oracle_of(game: &Game) -> oracle::Game {
    let (family, values) = game.family().expect("a game of a family");
    let same = oracle::Game::family(family.name, &values.iter().map(|value| *value as usize).collect::<Vec<_>>());
    if game.ending() == Ending::Misere { same.misere() } else { same }
}

/// A position in the oracle's words.
pub(crate) fn literal(at: Position) -> oracle::Position {
    (usize::try_from(at.x).unwrap(), usize::try_from(at.y).unwrap())
}

/// Positions in the oracle's words.
pub(crate) fn literals(positions: &[Position]) -> Vec<oracle::Position> {
    positions.iter().copied().map(literal).collect()
}

/// An answer in the oracle's words.
pub(crate) fn literal_answer(answer: &Answer) -> oracle::Answer {
    let winning = |moves: &[WinningMove]| -> Vec<oracle::Winning> {
        let literally = |WinningMove { to, block, propose, .. }: &WinningMove| oracle::Winning {
            to: literal(*to),
            block: literals(block),
            propose: propose.as_deref().map(literals),
        };
        moves.iter().map(literally).collect()
    };
    let choices = answer.choices.as_ref().map(|choices| {
        let literally = |choice: &wythoff::strategy::Choice| oracle::Choice {
            l: choice.l as usize,
            p: choice.outcome.is_p(),
            winning: winning(&choice.winning_moves),
        };
        choices.iter().map(literally).collect()
    });
    let credits = answer.imitation.as_ref().map(|imitation| oracle::Credits {
        own: imitation.own_credit as usize,
        opponent: imitation.opponent_credit as usize,
        imitations: literals(&imitation.imitations),
        forbidden: literals(&imitation.forbidden),
        dynamic: imitation.dynamic,
    });
    oracle::Answer {
        p: answer.outcome.is_p(),
        winning: winning(&answer.winning_moves),
        left_out: usize::try_from(&answer.winning_moves_left_out).unwrap(),
        must_block: answer.must_block.as_deref().map(literals),
        propose: answer.propose.as_deref().map(literals),
        choices,
        credits,
    }
}
