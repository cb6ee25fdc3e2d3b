//! Windows of any place and shape: far out, and wider than rows are kept.

use wythoff::exact::UBig;
use wythoff::solve::{self, Engine, RUN_LENGTH, Signing, Values, WIDE_FROM};
use wythoff::strategy::{Question, ask_exact};
use wythoff::{Game, Outcome, Position, SolveError, Window};

use crate::common;

/// The cells of a window, run after run: removed ones are 2.
fn cells(game: &Game, window: &Window<UBig>, values: Values, engine: Option<Engine>) -> (Vec<u8>, Vec<i64>, Engine) {
    let (mut p, mut numbers) = (Vec::new(), Vec::new());
    let engine = solve::runs(game, window, values, engine, &(), |run| {
        assert!(run.p.len() as u64 <= window.width.min(RUN_LENGTH.max(WIDE_FROM)));
        p.extend(vec![2; run.removed]);
        p.extend(&run.p[run.removed..]);
        numbers.extend(run.numbers);
        Ok::<(), SolveError>(())
    });
    (p, numbers, engine.unwrap_or_else(|error| panic!("{game}: {error}")))
}

/// Far windows hold what the answers about their positions say; games without a formula are refused.
#[test]
fn far_windows_are_those_of_the_answers() {
    let (width, height) = (7, 5);
    let mut known = 0;
    for game in common::every_game(3).into_iter().chain(["W^4", "W^7", "W^8", "W^14"].map(|k| k.parse().unwrap())) {
        for far in [UBig::from(10_u8).pow(30), UBig::from(10_u8).pow(20), UBig::ONE << 64] {
            let (x, y) = (&far - 3_u8, &far * 2_u8 - 2_u8);
            let window = Window { at: Position::new(x.clone(), y.clone()), width, height };
            let result = solve::runs(&game, &window, Values::Outcome, None, &(), |_| Ok::<(), SolveError>(()));
            if result == Err(SolveError::NoFormula) {
                continue;
            }
            let (p, _, engine) = cells(&game, &window, Values::Outcome, None);
            assert_eq!(engine, Engine::Closed);
            known += 1;
            for (index, is_p) in p.into_iter().enumerate() {
                let at = Position::new(&x + index as u64 % width, &y + index as u64 / width);
                let answer = ask_exact(&game, at.clone(), &Question::default(), &()).unwrap();
                assert_eq!(Outcome::p_if(is_p == 1), answer.outcome, "{game} at {at}");
            }
        }
    }
    assert!(known > 100, "{known} windows");
    let far = Window { at: Position::new(UBig::ONE << 64, UBig::ZERO), width: 3, height: 2 };
    let refused = |text: &str, values, engine| {
        let game: Game = text.parse().unwrap();
        solve::runs(&game, &far, values, engine, &(), |_| Ok::<(), SolveError>(())).unwrap_err().to_string()
    };
    assert!(refused("W^5", Values::Outcome, None).contains("no formula is known"));
    assert!(refused("W^7", Values::Palace, None).contains("gives outcomes, not palace numbers"));
    assert!(refused("W^4", Values::Outcome, Some(Engine::Lines)).contains("does not reach heaps of 2^64"));
    let endless = Window { width: u64::MAX, ..far.clone() };
    let game: Game = "W^4".parse().unwrap();
    let refusal = solve::runs(&game, &endless, Values::Outcome, None, &(), |_| Ok::<(), SolveError>(()));
    assert!(matches!(refusal, Err(SolveError::TooManyCells { .. })));
}

/// At the border of 64 bits, palace numbers are those of the same window from below.
#[test]
fn far_windows_have_palace_numbers_where_a_certificate_has() {
    let game: Game = "W^8".parse().unwrap();
    let at = Position::new((UBig::ONE << 64) - 4_u8, UBig::ONE << 65);
    let window = Window { at, width: 9, height: 3 };
    let (p, deviations, _) = cells(&game, &window, Values::Deviation, None);
    let (same, palaces, _) = cells(&game, &window, Values::Palace, None);
    assert_eq!(p, same);
    for ((p, deviation), palaces) in p.into_iter().zip(deviations).zip(palaces) {
        assert_eq!((p == 1, deviation + 8), (deviation < 0, palaces));
    }
}

/// A wide window is solved on its side, or by runs of the closed engine: the same cells as row by row.
#[test]
fn wide_windows_are_those_of_the_rows() {
    for (text, values, height) in [
        ("hole:m=1,p=2,u=7,v=2", Values::Outcome, 3),
        ("hole:m=1,p=2,u=7,v=2", Values::Palace, 3),
        ("custom: rook(mod 3: 1) + bishop(2) | block 2 on bishop | hole 2,1", Values::Outcome, 2),
        ("comply:k=3", Values::Outcome, 2),
        ("choice:m=1,p=2", Values::Outcome, 2),
        ("W^300", Values::Deviation, 2),
    ] {
        let game: Game = text.parse().unwrap();
        let window = Window { at: Position::new(3, 1), width: WIDE_FROM + 5, height };
        let (p, numbers, engine) = cells(&game, &window.into(), values, None);
        let (mut row_p, mut row_numbers) = (Vec::new(), Vec::<i64>::new());
        solve::rows(&game, window, values, Some(engine), &(), |row| {
            row_p.extend(vec![2; row.removed]);
            row_p.extend(&row.p[row.removed..]);
            row_numbers.extend(row.numbers);
            Ok::<(), SolveError>(())
        })
        .unwrap();
        assert!(p == row_p && numbers == row_numbers, "{text}");
    }
    for (text, width, height) in [("W^3", 3 * RUN_LENGTH + 1, 2), ("W^7", RUN_LENGTH + 1, 1)] {
        let game: Game = text.parse().unwrap();
        let window = Window { at: Position::new(1 << 33, 1 << 32), width, height };
        let (p, ..) = cells(&game, &window.into(), Values::Outcome, None);
        assert_eq!(p.len() as u64, width * height, "{text}");
    }
}

/// The statistics of a window are given wherever its outcomes can be had.
#[test]
fn statistics_take_outcomes_where_there_is_no_more() {
    let game: Game = "W^7".parse().unwrap();
    let window = Window { at: Position::new(3_000_000_000, 3_000_000_000), width: 100, height: 100 };
    let (stats, engine) = solve::stats(&game, window, Signing::Small, None, &()).unwrap();
    assert_eq!((engine, stats.min_deviation), (Engine::Closed, None));
    assert_eq!(solve::stats(&game, window, Signing::Small, Some(Engine::Closed), &()).unwrap().0, stats);
}
