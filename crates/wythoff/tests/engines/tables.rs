//! Tables by a formula: against whole columns, from every start, and far out against the formula itself.

use proptest::prelude::*;
use wythoff::certificate::answer;
use wythoff::exact::UBig;
use wythoff::solve::{Closed, Engine};
use wythoff::table::Extent;
use wythoff::{Game, Position, Rules, SolveError, UNWATCHED};

use crate::common;

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

/// Every family's games with a formula, those with a certificate, and parameters that are large.
fn solved_games() -> impl Iterator<Item = Game> {
    let proved = answer::shipped().map(|k| format!("W^{k}"));
    let others =
        ["W^7", "W^11", "nim-blocking:k=37", "rook-blocking:m=1,p=50", "diagonal-blocking:m=3,p=70", "wythoff:m=1000"];
    let others = others.map(str::to_owned).into_iter().chain(proved).map(|text| game(&text));
    common::every_game(4).into_iter().filter(Closed::knows).chain(others)
}

/// An engine that goes through columns and knows no formula.
fn by_columns(game: &Game) -> Engine {
    if game.rules().is_some_and(Rules::has_memory) { Engine::Dual } else { Engine::Lines }
}

fn rows(game: &Game, engine: Engine, count: u64) -> Vec<Position> {
    let rows = game.p_positions().extent(Extent::Count(count)).engine(engine);
    rows.collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{game} by {engine}: {error}"))
}

/// Row by row, and from each row on.
#[test]
fn formulas_give_the_rows_of_the_columns() {
    const COUNT: usize = 400;
    for game in solved_games() {
        let expected = rows(&game, by_columns(&game), COUNT as u64);
        assert!(rows(&game, Engine::Closed, COUNT as u64) == expected, "{game}");
        for first in [1, 2, 3, 5, 17, 38, 50, 71, 100, 255, 256, 397] {
            let near = game.p_positions_from(first as u64).engine(Engine::Closed).take(3);
            let near: Vec<Position> = near.map(Result::unwrap).collect();
            assert_eq!(near, &expected[first..COUNT.min(first + 3)], "{game} from {first}");
            let exact = game.p_positions_from(UBig::from(first)).engine(Engine::Closed).take(3);
            let exact: Vec<Position<UBig>> = exact.map(Result::unwrap).collect();
            assert!(exact.iter().eq(near.iter().map(Position::to_exact).collect::<Vec<_>>().iter()), "{game} {first}");
        }
        let up_to = game.p_positions().extent(Extent::MaxX(20)).engine(Engine::Closed);
        match up_to.collect::<Result<Vec<Position>, _>>() {
            Ok(found) => {
                let seen = found.len().min(COUNT);
                assert!(found[..seen] == expected[..seen], "{game}");
                assert!(found.iter().all(|at| at.x <= 20) && expected.get(found.len()).is_none_or(|at| at.x > 20));
            }
            Err(error) => assert_eq!(error, SolveError::InfiniteColumn { column: 0 }, "{game}"),
        }
    }
}

/// The number of a row far out is that of an engine that walks there: across events of W^7, levels of certificates,
/// and what a table finds at once.
#[test]
fn rows_far_out_have_the_number_that_a_walk_gives_them() {
    let walks = ["W^2", "W^3", "W^4", "W^7", "W^8", "W^14", "W^50"].map(|text| (text, Engine::Sparse, 300_000));
    let columns = ["shifted:m=2,p=3,l=1", "hole:m=2,p=3,u=5,v=1", "nim-blocking:k=6", "rook-blocking:m=2,p=3"];
    let columns = columns.map(|text| (text, Engine::Lines, 6_000));
    let dual = [("imitation:m=2,p=3", Engine::Dual, 6_000), ("diagonal-blocking:m=2,p=3", Engine::Lines, 6_000)];
    for (text, engine, count) in walks.into_iter().chain(columns).chain(dual) {
        let game = game(text);
        let walked = rows(&game, engine, count);
        for first in [count / 3, count / 2, 5 * count / 6, count - 10] {
            let found = game.p_positions_from(first).engine(Engine::Closed).take(10);
            let found: Vec<Position> = found.map(Result::unwrap).collect();
            assert_eq!(found, walked[usize::try_from(first).unwrap()..][..10], "{text} from {first}");
        }
    }
}

/// What would not fit in memory is refused.
#[test]
fn rows_that_are_too_far_out_are_refused() {
    let far = UBig::ONE << 200_000;
    for text in ["W^14", "W^79"] {
        let error = game(text).p_positions_from(far.clone()).next().unwrap().unwrap_err();
        assert!(matches!(error, SolveError::Certificate(answer::AnswerError::TooLarge { .. })), "{text}: {error}");
    }
}

/// Other engines begin later, too, by walking there.
#[test]
fn rows_without_a_formula_begin_anywhere_near() {
    for text in ["gdwn:p=1,q=2", "W^5", "custom: rook + bishop | block 2 on ray(1,2)", "custom: bishop"] {
        let game = game(text);
        let all: Vec<Position> = game.p_positions().take(120).map(Result::unwrap).collect();
        for first in [0, 1, 50, 100] {
            let extent = Extent::Count(20);
            let found: Vec<Position> = game.p_positions_from(first).extent(extent).map(Result::unwrap).collect();
            let first = usize::try_from(first).unwrap();
            assert_eq!(found, &all[first..first + 20], "{text} from {first}");
        }
        let far = game.p_positions_from(UBig::from(10_u8).pow(30)).next().unwrap();
        assert_eq!(far, Err(SolveError::NoFormula), "{text}");
    }
}

/// Where 64 bits end, heaps of any size go on.
#[test]
fn rows_leave_64_bits() {
    for text in ["wythoff:m=2", "shifted:m=2,p=3,l=1", "diagonal-blocking:m=2,p=3", "comply:k=3"] {
        let game = game(text);
        let far = UBig::from(u64::MAX);
        let near = game.p_positions_from(u64::MAX).next().unwrap();
        assert_eq!(near, Err(SolveError::HeapTooLarge), "{text}");
        assert!(game.p_positions_from(far).next().unwrap().is_ok(), "{text}");
    }
}

/// Row n of a Beatty game is its n-th pair, also where it begins in the middle of a column with many rows.
#[test]
fn pairs_are_rows() {
    let n = UBig::from(10_u8).pow(100) + 7_u8;
    for (text, m) in
        [("wythoff:m=2", 2_u8), ("rook-blocking:m=2,p=3", 2), ("modulo:m=6,p=4,l=2", 6), ("choice:m=3,p=5", 3)]
    {
        let at = game(text).p_positions_from(n.clone()).next().unwrap().unwrap();
        assert_eq!(at.y - at.x, &n * m, "{text}");
    }
    let at = game("diagonal-blocking:m=3,p=5").p_positions_from(n.clone()).next().unwrap().unwrap();
    assert_eq!(at.y - at.x, n / 5_u8 * 3_u8);
}

fn number() -> impl Strategy<Value = UBig> {
    (any::<u128>(), 0_usize..400).prop_map(|(digits, up)| (UBig::from(digits) << up) + 1_u8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    /// Far out: rows are P-positions in order, nothing between two of them is P, and it does not matter where the table
    /// begins.
    #[test]
    fn far_rows_are_rows(first in number(), later in 1_usize..12) {
        const COUNT: usize = 24;
        let games = [
            "wythoff:m=3", "shifted:m=2,p=3,l=1", "hole:m=2,p=3,u=5,v=1", "W^2", "W^3", "W^4", "W^14", "W^7",
            "diagonal-blocking:m=2,p=3", "imitation:m=1,p=2", "nim-blocking:k=5", "comply:k=3", "comply-diagonal:p=3",
        ];
        for text in games {
            let game = game(text);
            let part = |first: UBig, count: usize| -> Vec<Position<UBig>> {
                game.p_positions_from(first).take(count).map(Result::unwrap).collect()
            };
            let found = part(first.clone(), COUNT);
            prop_assert!(found.is_sorted_by(|one, next| one < next), "{} from {}", text, first);
            prop_assert_eq!(&part(&first + later, COUNT - later), &found[later..], "{}", text);
            let mut closed = Closed::starts(&game).unwrap();
            for at in &found {
                prop_assert!(closed.is_p(at, UNWATCHED).unwrap(), "{} {}", text, at);
                prop_assert!(!game.is_symmetric() || at.is_upper());
            }
            // No column lacks a row that an upper P-position of it would be.
            let is_close = |pair: &&[Position<UBig>]| {
                pair[0].x == pair[1].x && &pair[1].y - &pair[0].y < UBig::from(64_u8)
            };
            for pair in found.windows(2).filter(is_close) {
                let mut y = &pair[0].y + 1_u8;
                while y < pair[1].y {
                    prop_assert!(!closed.is_p(&Position::new(pair[0].x.clone(), y.clone()), UNWATCHED).unwrap());
                    y += 1_u8;
                }
            }
        }
    }
}
