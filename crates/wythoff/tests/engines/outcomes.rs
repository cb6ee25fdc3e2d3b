//! Many positions at once, and boards written to their places.

use proptest::prelude::*;
use wythoff::exact::UBig;
use wythoff::solve::{self, Engine, Number, Plan, Request, Values};
use wythoff::{Game, Outcome, Position, SolveError, UNWATCHED, Window};

use crate::common;

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

fn exists(game: &Game, at: Position) -> bool {
    game.rules().is_none_or(|rules| rules.exists(&at))
}

/// Every engine says of many positions what the board of the usual one says; in any order, and more than once.
#[test]
fn many_outcomes_are_those_of_the_board() {
    let (width, height) = (40, 47);
    for game in common::every_game(3) {
        let board = solve::board(&game, width, height, None, UNWATCHED).unwrap();
        let cells = (0..width).flat_map(|x| (0..height).map(move |y| Position::new(x, y)));
        let mut positions: Vec<Position> = cells.filter(|at| exists(&game, *at)).collect();
        // In no order, and some of them twice.
        positions.sort_by_key(|at| (at.x * 31 + at.y * 17) % 23);
        positions.extend_from_within(..20);
        let expected: Vec<Outcome> = positions.iter().map(|at| Outcome::p_if(board.is_p(*at))).collect();
        for engine in std::iter::once(None).chain(Engine::solving(&game).into_iter().map(Some)) {
            match solve::outcomes(&game, &positions, engine, UNWATCHED) {
                Ok(found) => assert!(found == expected, "{game} by {engine:?}"),
                Err(SolveError::BlocksGrow { .. } | SolveError::TooManyStates { .. }) => {}
                Err(error) => panic!("{game} by {engine:?}: {error}"),
            }
        }
        assert_eq!(solve::outcomes::<u64>(&game, &[], None, UNWATCHED), Ok(Vec::new()));
    }
}

/// Formulas, columns and rows are each taken where they pay, and say what an answer to the position says.
#[test]
fn far_outcomes_are_those_of_the_answers() {
    for (text, far, engine) in [
        ("wythoff:m=3", u64::MAX - 100, Engine::Closed),
        ("W^2", 1 << 40, Engine::Closed),
        ("W^3", 1 << 40, Engine::Closed),
        ("W^4", 1 << 40, Engine::Closed),
        ("W^7", 1 << 40, Engine::Closed),
        ("nim-blocking:k=4", 1 << 40, Engine::Closed),
        ("diagonal-blocking:m=2,p=3", 1 << 40, Engine::Closed),
        ("imitation:m=1,p=2", 1 << 40, Engine::Closed),
        ("rook-blocking:m=2,p=3", 1 << 63, Engine::Closed),
        ("shifted:m=2,p=3,l=1", 1 << 63, Engine::Closed),
        ("comply:k=3", 1 << 40, Engine::Closed),
        ("W^5", 30_000, Engine::Sparse),
        ("W^6", 30_000, Engine::Sparse),
        ("gdwn:p=1,q=2", 9_000, Engine::Sparse),
        ("W^300", 2_000, Engine::Dense),
    ] {
        let game = game(text);
        let mut positions = Vec::new();
        for step in 0..40_u64 {
            let x = far - 1000 + 17 * step;
            // Below and above the diagonal, and at P-positions where those are known.
            positions.extend([Position::new(x, x / 3 + step), Position::new(x / 2 + step, x)]);
        }
        let members = game.p_positions_from(far / 3).take(20).map_while(Result::ok);
        if engine == Engine::Closed {
            let members: Vec<Position> = members.collect();
            positions.extend(&members);
            positions.extend(members.iter().map(|at| Position::new(at.x, at.y.saturating_sub(1))));
        }
        positions.retain(|at| exists(&game, *at));
        let sides = |at: &Position| if game.is_symmetric() { (at.x.min(at.y), at.x.max(at.y)) } else { (at.x, at.y) };
        let width = positions.iter().map(|at| sides(at).0).max().unwrap();
        let height = positions.iter().map(|at| sides(at).1).max().unwrap();
        let request = Request::Outcomes { width: width + 1, height: height.saturating_add(1), count: positions.len() };
        assert_eq!(Plan::new(&game, request, None).unwrap().engine, engine, "{text}");
        let found = solve::outcomes(&game, &positions, None, UNWATCHED).unwrap();
        for (at, outcome) in positions.into_iter().zip(found) {
            assert_eq!(outcome, game.solve(at).unwrap().outcome, "{text} at {at}");
        }
    }
}

#[test]
fn positions_of_any_size_go_together() {
    let game = game("wythoff");
    let far = UBig::from(10_u8).pow(100);
    let member = game.p_positions_from(far.clone()).next().unwrap().unwrap();
    let positions = [Position::new(UBig::ONE, UBig::from(2_u8)), member, Position::new(far.clone(), far)];
    let found = solve::outcomes(&game, &positions, None, UNWATCHED);
    assert_eq!(found, Ok(vec![Outcome::P, Outcome::P, Outcome::N]));
    let refused = |text: &str, engine| {
        let game: Game = text.parse().unwrap();
        solve::outcomes(&game, &positions, engine, UNWATCHED).unwrap_err()
    };
    assert_eq!(refused("W^5", None), SolveError::NoFormula);
    assert_eq!(refused("wythoff", Some(Engine::Lines)), SolveError::TooFar { engine: Engine::Lines });
}

#[test]
fn what_is_not_on_the_board_is_refused() {
    let game = game("hole:m=2,p=3,u=2,v=4");
    let positions = [Position::new(5, 5), Position::new(1, 3)];
    let refused = solve::outcomes(&game, &positions, None, UNWATCHED).unwrap_err();
    assert!(refused.to_string().starts_with("(1,3) is not on the board"), "{refused}");
}

#[test]
fn many_outcomes_can_be_stopped() {
    use std::ops::ControlFlow;
    let stop = |_: u64, _: u64| ControlFlow::Break(());
    for text in ["wythoff", "W^5", "W^300", "gdwn:p=1,q=2"] {
        let positions = [Position::new(20_000, 20_000)];
        let stopped = solve::outcomes(&game(text), &positions, None, &stop);
        assert_eq!(stopped, Err(SolveError::Interrupted), "{text}");
    }
}

proptest! {
    /// At and beside a thread's members up to 2^64, 64 digits after the point do not always decide.
    #[test]
    fn near_threads_are_the_exact_ones(
        text in prop::sample::select(vec![
            "wythoff", "wythoff:m=5", "wythoff:m=4294967295", "W^2", "W^3", "rook-blocking:m=2,p=3",
            "rook-blocking:m=4294967295,p=7", "shifted:m=2,p=3,l=1", "shifted:m=3,p=7,l=5", "modulo:m=3,p=4,l=1",
        ]),
        row in 0..=u64::MAX, beside in 0..3_u64, mirrored: bool,
    ) {
        let game = game(text);
        let row = row >> (row % 60);
        let member = game.p_positions_from(UBig::from(row)).next().unwrap().unwrap();
        let Some(at) = Position::<u64>::from_exact(member) else { return Ok(()) };
        let at = Position::new(at.x, at.y.saturating_add(beside).saturating_sub(1));
        let at = if mirrored { at.mirrored() } else { at };
        if exists(&game, at) {
            let found = solve::outcomes(&game, &[at], Some(Engine::Closed), UNWATCHED).unwrap();
            let answer = game.ask(at).engine(Engine::Closed).answer().unwrap();
            prop_assert_eq!(found[0], answer.outcome, "{} at {}", text, at);
        }
    }
}

/// The numbers of a window, in this type; none if they do not fit.
fn filled<N: Number + Default + Into<i128>>(
    game: &Game,
    window: &Window,
    values: Values,
    engine: Option<Engine>,
) -> Option<Vec<i128>> {
    let cells = usize::try_from(window.width * window.height).unwrap();
    let mut numbers = vec![N::default(); cells];
    let fits = game.board(*window).values(values).engine(engine).fill(&mut numbers).unwrap();
    fits.then(|| numbers.into_iter().map(Into::into).collect())
}

/// What is written to its place is what the rows say, at any width of numbers, and never a number that was cut.
#[test]
fn boards_are_filled_with_what_their_rows_say() {
    let windows = [
        Window::corner(1100, 1030),
        Window { at: Position::new(700, 5), width: 900, height: 1300 },
        Window { at: Position::new(3, 2000), width: 515, height: 3 },
        Window { at: Position::new(1023, 511), width: 2, height: 600 },
    ];
    for k in [1, 2, 5, 100, 240, 500, 70_000, u32::MAX] {
        let game = game(&format!("W^{k}"));
        for window in windows {
            for values in [Values::Outcome, Values::Palace, Values::Deviation] {
                let (mut expected, mut p) = (Vec::new(), Vec::new());
                let rows = game.board(window).values(values).engine(Engine::Automaton);
                rows.rows(|row| {
                    expected.extend(row.numbers.iter().map(|number| i128::from(*number)));
                    p.extend(row.p.iter().map(|p| i128::from(*p)));
                    Ok::<(), SolveError>(())
                })
                .unwrap();
                let expected = if values == Values::Outcome { p } else { expected };
                let (least, greatest) = (*expected.iter().min().unwrap(), *expected.iter().max().unwrap());
                for engine in [Engine::Dense, Engine::Lines] {
                    let engine = Some(engine);
                    let all = [
                        (0, 255, filled::<u8>(&game, &window, values, engine)),
                        (0, 65535, filled::<u16>(&game, &window, values, engine)),
                        (0, u32::MAX.into(), filled::<u32>(&game, &window, values, engine)),
                        (0, u64::MAX.into(), filled::<u64>(&game, &window, values, engine)),
                        (-128, 127, filled::<i8>(&game, &window, values, engine)),
                        (-32768, 32767, filled::<i16>(&game, &window, values, engine)),
                        (i64::MIN.into(), i64::MAX.into(), filled::<i64>(&game, &window, values, engine)),
                    ];
                    for (low, high, filled) in all {
                        let context = format!("{game}, {values}, {window:?}, {engine:?}, {low}..={high}");
                        if let Some(filled) = filled {
                            assert!(filled == expected, "{context}");
                            continue;
                        }
                        // The vectors are refused when a number might not fit, all else only when one does not.
                        let slack = if engine == Some(Engine::Dense) { 64 } else { 0 };
                        assert!(least - slack < low || greatest + slack > high, "{context}");
                    }
                }
            }
        }
    }
}

/// Other games, cells that do not exist, and windows far away.
#[test]
fn every_board_is_filled() {
    for game in common::every_game(3) {
        let window = Window { at: Position::new(1, 0), width: 23, height: 19 };
        let mut cells = vec![7_u8; 23 * 19];
        assert!(game.board(window).fill(&mut cells).unwrap());
        let board = solve::board(&game, 24, 19, None, UNWATCHED).unwrap();
        for (index, cell) in (0..).zip(cells) {
            let at = Position::new(1 + index % 23, index / 23);
            assert_eq!(cell, u8::from(exists(&game, at) && board.is_p(at)), "{game} at {at}");
        }
    }
    let far = UBig::from(10_u8).pow(40);
    let window = Window { at: Position::new(far.clone(), &far + 3_u8), width: 6, height: 4 };
    let mut cells = [7_u16; 24];
    assert!(game("W^4").board(window).values(Values::Palace).fill(&mut cells).unwrap());
    assert!(cells.iter().all(|palaces| (1..12).contains(palaces)), "{cells:?}");
}

#[test]
#[should_panic(expected = "a place for each cell")]
fn a_board_needs_all_its_places() {
    let _ = game("W^5").board(Window::corner(3, 3)).fill(&mut [0_u8; 8]);
}
