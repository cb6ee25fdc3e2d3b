//! What a user calls: questions, P-positions and boards, put together step by step.

use std::cell::Cell;
use std::ops::ControlFlow;

use proptest::prelude::*;
use wythoff::exact::UBig;
use wythoff::render::Format;
use wythoff::solve::{self, Engine, Form, Values};
use wythoff::strategy::{AskError, Question, ask};
use wythoff::table::{Extent, Sequence};
use wythoff::{Game, Outcome, Position, SolveError, UNWATCHED, Window};

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

const GAMES: [&str; 12] = [
    "W^1",
    "W^4",
    "W^7",
    "wythoff:m=2",
    "diagonal-blocking:m=2,p=3",
    "comply:k=3",
    "comply-diagonal:p=3",
    "imitation:m=2,p=2",
    "choice:m=2,p=3",
    "hole:m=1,p=2,u=3,v=1",
    "gdwn:p=1,q=2",
    "custom: rook(mod 2: 0) + bishop(2) | block 2 on bishop",
];

/// One way through all sizes of heaps: what is asked with 64 bits and with any number of digits has the same answer.
#[test]
fn heaps_of_any_type_have_the_same_answers() {
    for text in GAMES {
        let game = game(text);
        for at in (0..9).flat_map(|x| (0..9).map(move |y| Position::new(x, y))) {
            let (near, far) = (game.solve(at), game.solve(at.to_exact()));
            match (near, far) {
                (Ok(near), Ok(far)) => {
                    assert_eq!(
                        serde_json::to_value(&near).unwrap(),
                        serde_json::to_value(&far).unwrap(),
                        "{text} {at}"
                    );
                    assert_eq!(near, ask(&game, at, &Question::default(), UNWATCHED).unwrap(), "{text} {at}");
                }
                (near, far) => assert_eq!(near.unwrap_err(), far.unwrap_err(), "{text} {at}"),
            }
        }
    }
}

/// 2^64 − 1 is the last heap of 64 bits, 2^64 the first one beyond.
#[test]
fn the_edge_of_64_bits() {
    let edge = UBig::from(u64::MAX);
    let game = game("wythoff");
    for x in [edge.clone() - 1_u8, edge.clone(), &edge + 1_u8, &edge + 2_u8] {
        let answer = game.solve((x.clone(), &x + 5_u8)).unwrap();
        assert_eq!(answer.method, Engine::Closed);
        let best = answer.winning_moves[0].to.clone();
        assert_eq!(game.solve(best).unwrap().outcome, Outcome::P, "{x}");
    }
    let lines = game.ask((&edge + 1_u8, UBig::ONE)).engine(Engine::Lines).answer().unwrap_err();
    assert_eq!(lines, AskError::Solve(SolveError::TooFar { engine: Engine::Lines }));
    // A history may come from beyond.
    let answer = game.ask((UBig::from(1_u8), UBig::from(2_u8))).history([(UBig::from(1_u8), &edge + 9_u8)]).answer();
    assert_eq!(answer.unwrap().outcome, Outcome::P);
}

#[test]
fn questions_take_blocks_proposals_and_engines() {
    let answer = game("W^3").ask((2, 2)).blocked([(1, 1), (0, 0)]).answer().unwrap();
    assert_eq!(answer.outcome, Outcome::N);
    let answer = game("comply:k=1").ask((1, 1)).proposed([(0, 0)]).answer().unwrap();
    assert!(!answer.winning_moves.iter().any(|winning| winning.to != Position::new(0, 0)));
    let wrong = game("W^3").ask((2, 2)).blocked([(5, 5)]).answer().unwrap_err();
    assert_eq!(wrong.to_string(), "(5,5) is not an option of (2,2)");
    for engine in [Engine::Reference, Engine::Lines, Engine::Automaton, Engine::Dense, Engine::Sparse] {
        assert_eq!(game("W^3").ask((4, 9)).engine(engine).answer().unwrap().method, engine);
    }
}

/// Whole and in parts: an iterator without end, the first so many, and all up to a column agree, also where columns
/// have no end.
#[test]
fn p_positions_go_on() {
    let endless = ["custom: bishop", "custom: bishop | comply 3", "comply:k=4", "custom: ray(1,2) | block 1"];
    for text in GAMES.into_iter().chain(endless) {
        let game = game(text);
        let taken: Vec<Position> = game.p_positions().take(300).map(Result::unwrap).collect();
        let counted: Vec<Position> = game.p_positions().extent(Extent::Count(300)).map(Result::unwrap).collect();
        assert_eq!(taken, counted, "{text}");
        assert!(taken.is_sorted() && taken.len() == 300, "{text}");
    }
    // More of a column than is asked for at first.
    let far = game("custom: bishop").p_positions().nth(200_000).unwrap().unwrap();
    assert_eq!(far, Position::new(0, 200_000));
    let far = game("blocking:k=300000").p_positions().nth(299_999).unwrap().unwrap();
    assert_eq!(far, Position::new(0, 299_999));
    let far = game("comply:k=4").p_positions().nth(150_000).unwrap().unwrap();
    assert_eq!(far, Position::new(0, 150_004));
}

#[test]
fn p_positions_end_with_an_error() {
    let game = game("custom: bishop");
    let mut whole = game.p_positions().extent(Extent::MaxX(3));
    assert_eq!(whole.next(), Some(Err(SolveError::InfiniteColumn { column: 0 })));
    assert_eq!(whole.next(), None);
    let mut wrong = game.p_positions().engine(Engine::Sparse);
    assert!(matches!(wrong.plan(), Err(SolveError::WrongEngine { .. })));
    assert!(matches!(wrong.next(), Some(Err(SolveError::WrongEngine { .. }))));
    assert_eq!(wrong.next(), None);
    // Stopped in the middle of a long column, and between columns.
    for text in ["custom: bishop", "W^3", "wythoff:m=2"] {
        let calls = Cell::new(0);
        let impatient = |_: u64, _: u64| {
            calls.set(calls.get() + 1);
            if calls.get() > 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let game: Game = text.parse().unwrap();
        let last = game.p_positions().watch(&impatient).take(1 << 22).last();
        assert_eq!(last, Some(Err(SolveError::Interrupted)), "{text}");
    }
}

#[test]
fn boards_begin_anywhere() {
    for text in GAMES {
        let game = game(text);
        let whole = game.board(Window::corner(30, 25)).solve().unwrap();
        let window = Window { at: Position::new(7, 5), width: 23, height: 20 };
        let part = game.board(window).solve().unwrap();
        assert_eq!(part.window(), window);
        assert_eq!((part.width(), part.height()), (23, 20));
        for at in (7..30).flat_map(|x| (5..25).map(move |y| Position::new(x, y))) {
            assert_eq!(part.cell(at), whole.cell(at), "{text} {at}");
        }
        let inside = |at: &Position| at.x >= 7 && at.y >= 5;
        assert!(part.p_positions().eq(whole.p_positions().filter(inside)), "{text}");
        let stats = game.board(Window::corner(30, 25)).stats().unwrap();
        assert_eq!(stats.p_count, whole.p_positions().count() as u64, "{text}");
    }
    // As far as 64 bits go, by a formula.
    let at = Position::new(u64::MAX - 40, u64::MAX - 30);
    let board = game("wythoff").board(Window { at, width: 40, height: 30 }).solve().unwrap();
    assert_eq!(board.p_positions().count(), 0);
    let beyond = game("wythoff").board(Window { at, width: 41, height: 31 }).solve().unwrap_err();
    assert!(matches!(beyond, SolveError::Unsupported(_)));
}

#[test]
#[should_panic(expected = "(6,5) is outside a board of 3×3 cells from (7,5) on")]
fn left_of_a_board_there_is_nothing() {
    let window = Window { at: Position::new(7, 5), width: 3, height: 3 };
    game("W^3").board(window).solve().unwrap().is_p(Position::new(6, 5));
}

#[test]
fn a_plan_can_be_seen_before_the_work() {
    let game = game("W^5");
    assert_eq!(game.board(Window::corner(4000, 4000)).plan().unwrap().engine, Engine::Dense);
    assert_eq!(game.p_positions().plan().unwrap().engine, Engine::Sparse);
    let wide = Window { at: Position::new(0, 0), width: solve::WIDE_FROM, height: 2 };
    assert_eq!(game.board(wide).plan().unwrap().form, Form::OnItsSide);
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let engine = "lins".parse::<Engine>().unwrap_err();
    assert_eq!(
        engine.to_string(),
        "`lins` is not an engine; the engines are reference, lines, dual, closed, automaton, dense, sparse, blocks, \
         grundy"
    );
    let values = "palaces".parse::<Values>().unwrap_err();
    assert_eq!(
        values.to_string(),
        "`palaces` is not a kind of values; the kinds are outcome, palace, deviation, grundy"
    );
    assert_eq!(
        "c".parse::<Sequence>().unwrap_err().to_string(),
        "`c` is not a column; the columns are a, b, delta (or x, y)"
    );
    assert_eq!(
        "gif".parse::<Format>().unwrap_err().to_string(),
        "`gif` is not a format of a board; the formats are text, csv, json, npy, png, svg, bfile"
    );
}

proptest! {
    /// However a table is cut, it is the same table.
    #[test]
    fn tables_are_cut_anywhere(k in 1_u32..9, max_x in 0_u64..40, count in 0_u64..200) {
        let game = game(&format!("blocking:k={k}"));
        let all: Vec<Position> = game.p_positions().take(400).map(Result::unwrap).collect();
        let lines = game.p_positions().engine(Engine::Lines);
        let first: Vec<Position> = lines.extent(Extent::Count(count)).map(Result::unwrap).collect();
        prop_assert_eq!(&first[..], &all[..first.len()]);
        prop_assert_eq!(first.len() as u64, count);
        let up_to: Vec<Position> = game.p_positions().extent(Extent::MaxX(max_x)).map(Result::unwrap).collect();
        let shared = up_to.len().min(all.len());
        prop_assert_eq!(&up_to[..shared], &all[..shared]);
        prop_assert!(up_to.iter().all(|at| at.x <= max_x));
    }
}

/// The order in which pieces are written does not matter to the engines.
#[test]
fn a_queen_is_a_queen_either_way() {
    for (text, k) in
        [("custom: bishop + rook", 1), ("custom: rook + bishop", 1), ("custom: bishop + rook | block 4", 5)]
    {
        let game = game(text);
        assert_eq!(game.blocking_k(), Some(k), "{text}");
        let board = game.board(Window::corner(60, 60));
        assert_eq!(
            board.clone().engine(Engine::Dense).solve().unwrap(),
            board.engine(Engine::Reference).solve().unwrap(),
            "{text}"
        );
    }
    for text in [
        "custom: rook + rook",
        "custom: bishop + bishop",
        "custom: bishop(2) + rook",
        "custom: rook + bishop | hole 1,1",
    ] {
        assert_eq!(game(text).blocking_k(), None, "{text}");
    }
}
