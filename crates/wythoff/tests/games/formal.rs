//! The formal theorems that are named: they are those that `proofs/formal/check` lists, and answers name them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use wythoff::certificate::{answer, machine, strips};
use wythoff::strategy::{Question, ask_exact};
use wythoff::theorems::{self, Expect};
use wythoff::{Game, Position, UNWATCHED, formal};

use crate::common::every_game;

/// The names of the list that Coq's answers are compared with.
fn proved() -> BTreeSet<String> {
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs/formal/theorems");
    let text = fs::read_to_string(list).expect("it is part of the project");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

fn of(game: &str) -> Vec<String> {
    formal::of_game(&game.parse().expect("it is a game"))
}

#[test]
fn every_formula_has_its_theorem() {
    for (game, names) in [
        ("nim", "BlockingNim.lar11_blocking_nim"),
        ("nim-blocking:k=5", "BlockingNim.lar11_blocking_nim"),
        ("wythoff", "WythoffNim.wythoff_nim"),
        ("wythoff:m=3", "WythoffNim.wythoff_nim"),
        ("blocking:k=2", "Lar11.lar11_W2"),
        ("blocking:k=3", "Lar11.lar11_W3"),
        ("blocking:k=7", "W7Palaces.solved_7"),
        ("comply:k=7", "Comply.comply_any W7Palaces.solved_7"),
        ("blocking:k=73", "S073.palaces_of_73"),
        ("diagonal-blocking:m=2,p=3", "WythoffBlocking.P_positions_of_W"),
        ("rook-blocking:m=2,p=3", "RookBlocking.rook_blocking"),
        ("modulo:m=4,p=6,l=2", "Modulo.modulo_games_with_pairs"),
        ("shifted:m=2,p=3,l=1", "Shifted.shifted"),
        ("choice:m=2,p=3", "Shifted.choice"),
        ("imitation:m=2,p=3", "Imitation.theorem_19 WythoffBlocking.P_positions_of_W"),
        ("imitation:m=2,p=1", "Imitation.theorem_19 WythoffBlocking.P_positions_of_W"),
    ] {
        assert_eq!(of(game).join(" "), names, "{game}");
    }
}

#[test]
fn every_solved_blocking_game_has_its_theorem() {
    let proved = proved();
    let blocks = answer::shipped().chain(machine::answer::shipped()).map(|k| (k, format!("K{k:03}.solved_{k}")));
    let strips = strips::answer::shipped()
        .filter(|&k| strips::answer::is_formal(k))
        .map(|k| (k, format!("S{k:03}.palaces_of_{k}")));
    for (k, name) in blocks.chain(strips) {
        assert!(proved.contains(&name), "{name}");
        // For k <= 3 there are formulas as well; most strips do not answer at any size.
        if k > 3 && (name.starts_with('K') || strips::answer::is_solved(k)) {
            assert_eq!(of(&format!("blocking:k={k}")), [name]);
        }
    }
}

#[test]
fn no_theorem_where_there_is_no_formula() {
    for game in
        ["blocking:k=5", "modulo:m=2,p=4,l=1", "modulo:m=2,p=5,l=3", "rook-blocking:m=2,p=3,l=1", "gdwn:p=1,q=2"]
    {
        assert!(of(game).is_empty(), "{game}");
    }
    // Coq has not checked their strips.
    assert!(of("blocking:k=32").is_empty() && of("comply:k=108").is_empty());
    // Coq knows nothing of misère play.
    assert!(of("custom: rook + bishop(1) | misere").is_empty());
}

/// What is named has been proved: for every family with parameters up to 6, and for the papers' statements.
#[test]
fn what_is_named_is_proved() {
    let proved = proved();
    let mut named: BTreeSet<String> = every_game(6).iter().flat_map(formal::of_game).collect();
    assert!(named.len() > 10, "{named:?}");
    for check in theorems::all() {
        let names = formal::of_check(check.id);
        named.extend(names.iter().map(|&name| name.to_owned()));
        assert!(names.is_empty() || check.expect == Expect::Holds, "{}", check.id);
    }
    assert_eq!(named.difference(&proved).collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn answers_name_them() {
    let game: Game = "blocking:k=14".parse().expect("it is a game");
    let answer = ask_exact(&game, Position::new(10_u64, 25), &Question::default(), UNWATCHED).expect("it is solved");
    assert_eq!(answer.formal, ["K014.solved_14"]);
}
