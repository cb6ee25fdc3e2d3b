//! The sparse engine on games that are not W^k: against the reference, the lines engine, and a loop written for one
//! game.

use proptest::prelude::*;
use wythoff::solve::{self, Columns, Engine, Rest, Signing, Stats, Values};
use wythoff::table::Extent;
use wythoff::{Game, Position, SolveError, Twist, Window};

use super::lines::normal_rules;
use crate::common;

fn is_sparse(game: &Game) -> bool {
    Engine::solving(game).contains(&Engine::Sparse)
}

fn is_comply(game: &Game) -> bool {
    game.rules().is_some_and(|rules| matches!(rules.twist, Twist::Comply { .. }))
}

/// The rows of a window, and how much of each is removed.
fn content(game: &Game, window: Window, engine: Engine) -> Vec<(Vec<u8>, usize)> {
    let mut rows = Vec::new();
    solve::rows(game, window, Values::Outcome, Some(engine), &(), |row| {
        rows.push((row.p.to_vec(), row.removed));
        Ok::<(), SolveError>(())
    })
    .unwrap_or_else(|error| panic!("{game} by {engine}: {error}"));
    rows
}

fn assert_same(game: &Game, window: Window, other: Engine) {
    assert!(content(game, window, Engine::Sparse) == content(game, window, other), "{game}, {window:?}, {other}");
    // Statistics are found without rows.
    let stats = |engine| solve::stats(game, window, Signing::Small, Some(engine), &()).unwrap().0;
    let (ours, theirs) = (stats(Engine::Sparse), stats(other));
    let of = |stats: Stats| (stats.p_count, stats.fingerprint, stats.signature);
    assert_eq!(of(ours), of(theirs), "{game}, {window:?}, {other}");
}

/// The first columns, whole.
fn assert_same_columns(game: &Game, columns: u64) {
    let [mut sparse, mut lines] =
        [Engine::Sparse, Engine::Lines].map(|engine| Columns::new(game, Some(engine)).unwrap());
    for x in 0..columns {
        let (ours, theirs) = (sparse.next(u64::MAX).unwrap(), lines.next(u64::MAX).unwrap());
        assert_eq!((ours.p, ours.rest), (theirs.p, Rest::Empty), "{game}, column {x}");
        assert_eq!(theirs.rest, Rest::Empty);
    }
}

#[test]
fn sparse_equals_reference_for_every_family() {
    let games = common::every_game(4).into_iter().chain(common::custom_games()).filter(is_sparse);
    let mut count = 0;
    for game in games {
        assert_same(&game, Window::corner(48, 40), Engine::Reference);
        count += 1;
    }
    assert!(count > 200, "{count} games");
}

/// Long enough for bounds of every level below the top one to skip something.
const LONG: [&str; 15] = [
    "gdwn:p=1,q=2",
    "gdwn:p=2,q=3",
    "modulo:m=3,p=4,l=2",
    "modulo:m=2,p=5,l=3",
    "hole:m=2,p=3,u=7,v=5",
    "custom: rook + bishop(3) + ray(1,2) | block 5",
    "custom: rook(from 3) + bishop + ray(2,4)",
    "custom: rook + bishop(2) + ray(2,2) | block 3 on bishop",
    "custom: rook(mod 3: 0) + rook(mod 2: 0) + bishop | block 2",
    "custom: rook + bishop + ray(1,3) | comply 4",
    "shifted:m=2,p=3,l=1",
    "custom: rook + bishop | block 5",
    "custom: rook + bishop + leap(1,2)",
    "custom: rook(mod 2: 0,1) + leap(2,3; 0,7; 4,4) + ray(1,2)",
    "custom: rook + bishop(3) + leap(1,5; 2,9) | block 3 on leap(1,5; 1,2) + rook(from 4)",
];

#[test]
fn sparse_equals_lines_on_long_columns() {
    for text in LONG {
        let game: Game = text.parse().unwrap();
        assert!(is_sparse(&game), "{text}");
        assert_same(&game, Window::corner(300, 9000), Engine::Lines);
        assert_same(&game, Window { at: Position::new(700, 1), width: 3000, height: 900 }, Engine::Lines);
        if !is_comply(&game) {
            assert_same_columns(&game, 2000);
        }
    }
}

/// gdwn:p=1,q=2 by its definition: the first cell of a column that no line reaches. Far enough for the top level.
#[test]
fn gdwn_follows_a_loop_of_its_own() {
    const COLUMNS: usize = 120_000;
    let mut taken = [const { Vec::new() }; 4].map(|_: Vec<bool>| vec![false; 8 * COLUMNS]);
    let game: Game = "gdwn:p=1,q=2".parse().unwrap();
    let mut found = vec![None; COLUMNS];
    let table = game.p_positions().engine(Engine::Sparse).extent(Extent::MaxX(COLUMNS as u64 - 1));
    for at in table {
        let at = at.unwrap();
        let [x, y] = [at.x, at.y].map(|heap| usize::try_from(heap).unwrap());
        assert_eq!(found[x].replace(y), None, "one in each column");
        if let Some(mirrored) = found.get_mut(y) {
            *mirrored = Some(x);
        }
    }
    // What is P is reached by no other P-position; what is between is reached. The latter is looked at for some
    // columns.
    for (x, y) in found.into_iter().enumerate() {
        let y = y.expect("one in each column");
        let lines = |y: usize| [y, y + COLUMNS - x, y + 2 * COLUMNS - 2 * x, 2 * y + COLUMNS - x];
        for (taken, line) in taken.iter_mut().zip(lines(y)) {
            assert!(!taken[line], "({x},{y}) is reached");
        }
        if x % 601 == 0 {
            let reached = |y: usize| taken.iter().zip(lines(y)).any(|(taken, line)| taken[line]);
            assert!((0..y).all(reached), "column {x} has a P-position before {y}");
        }
        for (taken, line) in taken.iter_mut().zip(lines(y)) {
            taken[line] = true;
        }
    }
}

/// The general engine and that of W^k have only the rules in common. W^6 has a wedge that no bound modulo 1 skips.
#[test]
fn whole_columns_of_blocking_games_are_those_of_their_own_engine() {
    for k in [1, 2, 6, 20] {
        let game: Game = format!("W^{k}").parse().unwrap();
        let mut whole = Columns::new(&game, Some(Engine::Sparse)).unwrap();
        let mut upper = wythoff::engine::sparse::Sparse::new(k).unwrap();
        for x in 0..12_000 {
            let column = whole.next(u64::MAX).unwrap();
            let from = column.p.partition_point(|y| *y < x);
            assert_eq!(&column.p[from..], upper.next_column().unwrap().upper, "W^{k}, column {x}");
            assert_eq!(column.p.len() as u64, k);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Rules that nobody has written down: small boards against the reference, long ones against the lines engine.
    #[test]
    fn sparse_equals_others_for_random_rules(rules in normal_rules(), width in 0..34_u64, height in 0..34_u64) {
        let game = Game::custom(rules).unwrap();
        if is_sparse(&game) {
            assert_same(&game, Window::corner(width, height), Engine::Reference);
            assert_same(&game, Window::corner(width * 40, height * 8), Engine::Lines);
            if !is_comply(&game) {
                assert_same_columns(&game, height * 4);
            }
        }
    }

    /// A column that may stop early.
    #[test]
    fn columns_stop_after_enough(rules in normal_rules(), enough in 1..12_u64) {
        let game = Game::custom(rules).unwrap();
        prop_assume!(is_sparse(&game) && !is_comply(&game));
        let [mut cut, mut whole] = [(); 2].map(|()| Columns::new(&game, Some(Engine::Sparse)).unwrap());
        let (cut, whole) = (cut.next(enough).unwrap(), whole.next(u64::MAX).unwrap());
        prop_assert!(whole.p.starts_with(cut.p));
        match cut.rest {
            Rest::Unseen { from } => {
                prop_assert_eq!(cut.p.len() as u64, enough);
                prop_assert!(whole.p[cut.p.len()..].iter().all(|y| *y >= from));
            }
            rest => prop_assert_eq!((rest, cut.p), (Rest::Empty, whole.p)),
        }
    }

    /// Answers about a position, with and without a board.
    #[test]
    fn answers_are_those_of_the_lines_engine(rules in normal_rules(), x in 0..90_u64, y in 0..90_u64) {
        let game = Game::custom(rules).unwrap();
        prop_assume!(is_sparse(&game));
        let ask = |engine| game.ask((x, y)).engine(engine).answer();
        match (ask(Engine::Sparse), ask(Engine::Lines)) {
            (Ok(sparse), Ok(lines)) => {
                prop_assert_eq!(sparse.method, Engine::Sparse);
                prop_assert_eq!(wythoff::strategy::Answer { method: Engine::Lines, ..sparse }, lines);
            }
            (sparse, lines) => prop_assert_eq!(sparse.unwrap_err(), lines.unwrap_err()),
        }
    }
}

/// What is dense is said to be so, with the engines that do it.
#[test]
fn dense_columns_are_left_to_the_lines_engine() {
    let texts = [
        "custom: bishop | block 2",
        "custom: rook(mod 3: 1) + bishop",
        "custom: rook(mod 100: 0) + bishop",
        "custom: rook(from 1000) + bishop",
        "custom: rook + bishop(1000)",
        "nim-blocking:k=4000000000",
        "imitation:m=1,p=2",
    ];
    for text in texts {
        let game: Game = text.parse().unwrap();
        assert!(!is_sparse(&game), "{text}");
        let refused = game.p_positions().engine(Engine::Sparse).plan().unwrap_err();
        assert!(matches!(refused, SolveError::WrongEngine { engine: Engine::Sparse, .. }), "{text}: {refused}");
    }
}

/// Only what a window needs is kept: heaps beyond 2^31 are refused at once.
#[test]
fn far_lanes_are_refused() {
    let game: Game = "gdwn:p=1,q=2".parse().unwrap();
    let far = Window { at: Position::new(1 << 31, 0), width: 10, height: 10 };
    let refused = game.board(far).engine(Engine::Sparse).stats().unwrap_err();
    assert_eq!(refused.to_string(), "the sparse engine ends at heaps of 2^31 tokens");
}

/// A giant board of few P-positions has a signature, too: that of its table and its mirror image.
#[test]
fn giant_boards_have_signatures() {
    const SIDE: u64 = 150_000;
    const { assert!(SIDE * SIDE > solve::SIGNED_CELLS) };
    let game: Game = "gdwn:p=1,q=2".parse().unwrap();
    let stats = game.board(Window::corner(SIDE, SIDE)).stats().unwrap();
    let mut tally = wythoff::Tally::default();
    for at in game.p_positions().extent(Extent::MaxX(SIDE - 1)) {
        let at = at.unwrap();
        if at.y < SIDE {
            tally.add(at);
            if at.x < at.y {
                tally.add(at.mirrored());
            }
        }
    }
    assert_eq!((stats.p_count, stats.signature), (tally.p_count, Some(tally.signature)));
    assert_eq!(stats.fingerprint, tally.fingerprint);
}
