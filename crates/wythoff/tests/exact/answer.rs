//! What certificates answer: against the boards of other engines, the papers' closed forms, and itself.

use std::ops::ControlFlow;

use proptest::prelude::*;
use wythoff::certificate::answer::{AnswerError, Palaces, Solution, shipped};
use wythoff::certificate::{machine, strips};
use wythoff::exact::UBig;
use wythoff::solve::{self, Values};
use wythoff::strategy::{Answer, Question, ask, ask_exact};
use wythoff::{Engine, Game, Outcome, Position, SolveError, Window};

type Exact = Position<UBig>;

fn palaces(k: u32) -> Palaces<'static> {
    Palaces::new(Solution::shipped(k).expect("only shipped k are asked for"))
}

fn game(k: u32) -> Game {
    format!("blocking:k={k}").parse().expect("a game")
}

/// A number with about so many digits that looks random.
fn long(seed: u64, digits: usize) -> UBig {
    let power = UBig::from(2 * seed + 3).pow(digits * 4);
    power % UBig::from(10_u8).pow(digits)
}

/// The palaces in every column are those of the dense engine's board: as many in all, and each of them is one.
#[test]
fn boards_are_those_of_the_dense_engine() {
    const SIDE: u64 = 5000;
    for k in shipped() {
        let board = solve::board(&game(k), SIDE, SIDE, Some(Engine::Dense), &()).expect("a small board");
        let (mut palaces, side) = (palaces(k), UBig::from(SIDE));
        let mut count = 0;
        for x in 0..SIDE {
            for at in palaces.column(&UBig::from(x), &side, &()).expect("short numbers").iter() {
                let Some(at) = Position::<u64>::from_exact(at.clone()).filter(|at| at.y < SIDE) else { continue };
                assert!(board.is_p(at), "k = {k}, {at}");
                count += 1;
            }
        }
        assert_eq!(count, board.p_positions().count(), "k = {k}");
    }
}

#[test]
fn deviations_are_those_of_the_dense_engine() {
    for k in shipped() {
        let mut palaces = palaces(k);
        let window = Window { at: Position::new(700, 1100), width: 120, height: 120 };
        for window in [Window::corner(150, 150), window] {
            let rows = |row: solve::Row<'_>| -> Result<(), SolveError> {
                for (x, &number) in (window.at.x..).zip(row.numbers) {
                    let at = Position::new(UBig::from(x), UBig::from(row.y));
                    assert_eq!(palaces.deviation(&at), Ok(number), "k = {k}, ({x},{})", row.y);
                }
                Ok(())
            };
            solve::rows(&game(k), window, Values::Deviation, Some(Engine::Dense), &(), rows).expect("small");
        }
    }
}

/// Options: as many as the palace number says, all of them palaces; fewer than k exactly at palaces. Columns hold k
/// palaces.
fn assert_consistent(palaces: &mut Palaces, k: u32, at: &Exact) {
    let number = palaces.deviation(at).expect("within the limits") + i64::from(k);
    let options = palaces.options(at, &()).expect("within the limits");
    assert_eq!(i64::try_from(options.len()), Ok(number), "k = {k}, {}", at.short());
    assert!(options.windows(2).all(|pair| pair[0] < pair[1]));
    for option in options {
        assert!(at.move_to(&option).is_some_and(|by| by.i == UBig::ZERO || by.j == UBig::ZERO || by.i == by.j));
        assert!(palaces.deviation(&option).expect("smaller") < 0);
    }
}

#[test]
fn thousand_digits_are_consistent() {
    for k in shipped() {
        let mut palaces = palaces(k);
        for seed in 0..2 {
            let x = long(seed, 1000);
            let column = palaces.column(&x, &(&x << 8), &()).expect("within the limits");
            assert_eq!(column.len(), k as usize, "every column holds k palaces");
            // At palaces and beside them, where it is closest, and anywhere.
            for at in column.iter().step_by(k as usize / 3 + 1) {
                assert_consistent(&mut palaces, k, at);
                assert_consistent(&mut palaces, k, &Position::new(&at.x + 1_u8, at.y.clone()));
            }
            assert_consistent(&mut palaces, k, &Position::new(x.clone(), long(seed + 10, 1000)));
            assert_consistent(&mut palaces, k, &Position::new(x.clone(), x));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn all_sizes_are_consistent(
        which in 0..6_usize,
        x in any::<u128>(),
        y in any::<u128>(),
        right in 0..120_u32,
        down in 0..120_u32,
    ) {
        let k = shipped().nth(which).expect("there are more");
        let at = Position::new(UBig::from(x >> right), UBig::from(y >> down));
        assert_consistent(&mut palaces(k), k, &at);
    }
}

/// The catalogue of games names the k that certificates solve, of blocks, machines or strips, and 7, which drifts.
#[test]
fn the_catalogue_knows_what_is_proved() {
    let written = machine::answer::shipped().chain(strips::answer::solved());
    let mut proved: Vec<u32> = shipped().chain(written).chain([7]).collect();
    proved.sort_unstable();
    let (first, others) = proved.split_at(4);
    assert_eq!(first, [1, 2, 3, 4]);
    let others: Vec<String> = others.iter().map(ToString::to_string).collect();
    let formula = format!("k ≤ 4 or in {}", others.join(", "));
    for family in ["blocking:k=1", "comply:k=1"] {
        let game: Game = family.parse().expect("a game");
        assert_eq!(game.family().expect("of a family").0.formula, Some(formula.as_str()));
    }
    for k in 1..=100 {
        let solved = Engine::solving(&game(k)).contains(&Engine::Closed);
        assert_eq!(solved, proved.contains(&k), "k = {k}");
    }
}

fn p_options(answer: &Answer<UBig>) -> Vec<Exact> {
    match answer.outcome {
        Outcome::P => answer.must_block.clone().expect("a P-position has a list of what to block"),
        Outcome::N => answer.winning_moves.iter().map(|winning| winning.to.clone()).collect(),
    }
}

/// R1, R2 and R3 of Lar11 Theorem 1.1, by the closed forms, at a thousand digits and near the threads.
#[test]
fn equal_to_the_closed_forms() {
    for k in 1..=3 {
        let (game, mut palaces) = (game(k), palaces(k));
        for seed in 0..8 {
            let x = long(seed, if seed % 2 == 0 { 1000 } else { 40 });
            let column = palaces.column(&x, &(&x << 4), &()).expect("within the limits");
            let near = |at: &Exact| [at.clone(), Position::new(at.x.clone(), &at.y + 1_u8)];
            let anywhere = [Position::new(x.clone(), long(seed + 20, 1000)), Position::new(long(seed + 30, 990), x)];
            for at in column.iter().flat_map(near).chain(anywhere) {
                let answer = ask_exact(&game, at.clone(), &Question::default(), &()).expect("solved");
                assert_eq!(answer.proof, None);
                assert_eq!(answer.outcome.is_p(), palaces.deviation(&at).expect("within the limits") < 0);
                assert_eq!(p_options(&answer), palaces.options(&at, &()).expect("within the limits"));
            }
        }
    }
}

/// `solve` and `ask` answer by certificates: the same as by counting on boards, and at a thousand digits.
#[test]
fn strategies_by_certificate() {
    for k in shipped().filter(|&k| k > 3) {
        let game = game(k);
        for (x, y) in [(0, 0), (3, 400), (57, 57), (130, 250), (300, 121), (77, 341)] {
            let by = |engine| Question { engine: Some(engine), ..Question::default() };
            let at = Position::new(x, y);
            let closed = ask(&game, at, &by(Engine::Closed), &()).expect("solved");
            let lines = ask(&game, at, &by(Engine::Lines), &()).expect("solved");
            assert_eq!(closed.proof, Some(format!("proofs/k{k:03}.json")));
            assert_eq!(Answer { method: Engine::Lines, proof: None, formal: Vec::new(), ..closed }, lines, "k = {k}");
        }
    }
    let far = Position::new(long(5, 1000), long(6, 1000));
    let answer = ask_exact(&game(14), far, &Question::default(), &()).expect("solved");
    assert_eq!((answer.outcome, answer.method), (Outcome::N, Engine::Closed));
    assert!(answer.winning_moves.len() >= 14);
    for winning in answer.winning_moves {
        let then = ask_exact(&game(14), winning.to, &Question::default(), &()).expect("solved");
        assert_eq!(then.outcome, Outcome::P);
        assert!(winning.block.len() < 14);
        assert_eq!(then.must_block, Some(winning.block));
    }
}

#[test]
fn windows_by_certificate() {
    for k in [4, 14, 72] {
        let window = Window { at: Position::new(5000, 12000), width: 300, height: 1100 };
        let rows = |engine| {
            let mut rows = Vec::new();
            let sink = |row: solve::Row<'_>| -> Result<(), SolveError> {
                rows.push(row.p.to_vec());
                Ok(())
            };
            solve::rows(&game(k), window, Values::Outcome, Some(engine), &(), sink).map(|_| rows)
        };
        let found = rows(Engine::Closed).expect("solved");
        assert!(found.concat().contains(&1), "a window with palaces");
        assert_eq!(found, rows(Engine::Dense).expect("solved"), "k = {k}");
    }
}

#[test]
fn limits_and_interrupts() {
    let mut palaces = palaces(14);
    let far = Position::new(UBig::ONE << 400_000, UBig::ONE);
    assert!(matches!(palaces.deviation(&far), Err(AnswerError::TooLarge { bits: 400_001, .. })));
    let far = Position::new(UBig::ONE << 100, UBig::ONE);
    let stopped = palaces.options(&far, &|_, _| ControlFlow::Break(()));
    assert_eq!(stopped, Err(AnswerError::Interrupted));
}
