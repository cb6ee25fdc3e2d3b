//! Misère play: what is known of it, against the boards.

use std::collections::BTreeSet;

use wythoff::solve::{self, Engine};
use wythoff::{Ending, Game, Position};

/// The P-positions x, y < side, by the engine `lines`.
fn p_positions(text: &str, side: u64) -> BTreeSet<(u64, u64)> {
    let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}"));
    let board = solve::board(&game, side, side, Some(Engine::Lines), &()).unwrap();
    let cells = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
    cells.filter(|&(x, y)| board.is_p(Position::new(x, y))).collect()
}

/// Misère Nim: as in normal play, once a heap has two tokens; with smaller heaps the number of tokens is odd.
#[test]
fn misere_nim() {
    let found = p_positions("nim | misere", 200);
    let is_p = |x: u64, y: u64| if x.max(y) <= 1 { (x + y) % 2 == 1 } else { x == y };
    let expected = (0..200).flat_map(|x| (0..200).map(move |y| (x, y))).filter(|&(x, y)| is_p(x, y));
    assert_eq!(found, expected.collect());
}

/// Misère Wythoff Nim: (0,0) and (1,2) give way to (0,1) and (2,2), and nothing else changes.
#[test]
fn misere_wythoff_nim() {
    const SIDE: u64 = 2000;
    let (normal, misere) = (p_positions("wythoff", SIDE), p_positions("wythoff | misere", SIDE));
    let lost: Vec<(u64, u64)> = normal.difference(&misere).copied().collect();
    let won: Vec<(u64, u64)> = misere.difference(&normal).copied().collect();
    assert_eq!(lost, [(0, 0), (1, 2), (2, 1)]);
    assert_eq!(won, [(0, 1), (1, 0), (2, 2)]);
}

/// Misère m-Wythoff Nim, m ≥ 2 (Fraenkel 1984): a_n = mex of the numbers before, b_n = a_n + mn + 1.
#[test]
fn misere_m_wythoff_nim() {
    const SIDE: u64 = 600;
    for m in 2..=6 {
        let mut used = BTreeSet::new();
        let mut expected = BTreeSet::new();
        for n in 0.. {
            let a = (0..=SIDE).find(|number| !used.contains(number)).unwrap_or(SIDE);
            let b = a + m * n + 1;
            if a >= SIDE {
                break;
            }
            used.extend([a, b]);
            if b < SIDE {
                expected.extend([(a, b), (b, a)]);
            }
        }
        assert_eq!(p_positions(&format!("wythoff:m={m} | misere"), SIDE), expected, "m = {m}");
    }
}

/// The ending is part of the game: it prints, it is read, and without it the game is another one.
#[test]
fn an_ending_belongs_to_the_game() {
    for text in ["W^5 | misere", "wythoff:m=2|misère", "2x3WN | Misere", "custom: rook | block 2 | misere"] {
        let game: Game = text.parse().unwrap();
        assert_eq!(game.ending(), Ending::Misere, "{text}");
        assert!(game.to_string().ends_with(" | misere"), "{game}");
        assert_eq!(game.to_string().parse(), Ok(game.clone()));
        assert_ne!(game.clone().with_ending(Ending::Normal), game);
        // What is known of normal play is not said of it.
        assert_eq!((game.blocking_k(), game.deviation_base()), (None, None), "{text}");
        let others = [Engine::Closed, Engine::Dense, Engine::Automaton, Engine::Sparse, Engine::Blocks, Engine::Dual];
        assert!(Engine::solving(&game).iter().all(|engine| !others.contains(engine)), "{text}");
    }
}

/// Where every option is P and could be blocked, the previous player has to leave one open.
#[test]
fn who_is_blocked_in_wins() {
    let game: Game = "nim-blocking:k=2 | misere".parse().unwrap();
    let answer = game.solve((0, 2)).unwrap();
    assert_eq!(answer.why, "(0,2) is P: its only P-option is (0,1), which gets blocked.");
    let blocked = game.ask((0, 1)).blocked([(0, 0)]).answer().unwrap();
    assert_eq!(blocked.why, "With (0,0) blocked, (0,1) is N: there is no move left, so the player to move wins.");
    assert_eq!(game.solve((0, 0)).unwrap().why, "(0,0) is N: there is no move, so the player to move wins.");
    let all: Game = "custom: leap(0,1) | block 1 | misere".parse().unwrap();
    assert_eq!(
        all.solve((0, 2)).unwrap().why,
        "(0,2) is N: its only option, (0,1), is P, and a player whose options are all blocked wins."
    );
}
