//! W^7 as an answer: the theorem of `proof/drift.rs` against the sparse engine, and against itself at any size.

use wythoff::certificate::{drift_events, prove_drift};
use wythoff::exact::UBig;
use wythoff::solve::Closed;
use wythoff::strategy::{Answer, Question, ask, ask_exact};
use wythoff::{Engine, Game, Position};

/// Answers about W^7 by the theorem are those of the sparse engine, around events and elsewhere, on all lines, near and
/// far.
#[test]
fn w7_is_answered_by_the_theorem() {
    let game: Game = "W^7".parse().unwrap();
    let asked = |at: Position, engine: Engine| {
        let question = Question { engine: Some(engine), ..Question::default() };
        let answer = ask(&game, at, &question, &()).unwrap();
        assert_eq!(answer.method, engine);
        // The reasons tell apart whether options were counted.
        Answer { method: Engine::Closed, formal: Vec::new(), why: String::new(), ..answer }
    };
    let small = (0..24).flat_map(|x| (0..70).map(move |y| (x, y)));
    let events = [66_u64, 166, 411, 1021, 2546, 6356];
    let near =
        events.into_iter().flat_map(|event| [0, 3, 7, 12, 40].map(|more| (event + more, (event + more) * 5 / 2 + 4)));
    let rays =
        events.into_iter().flat_map(|event| [(event, event), (2 * event + 3, event), (3 * event, 4000), (event, 7000)]);
    for (x, y) in small.chain(near).chain(rays) {
        let at = Position::new(x, y);
        assert_eq!(asked(at, Engine::Closed), asked(at, Engine::Sparse), "{at}");
    }
}

/// At any size a queen of W^7 sees fewer than 7 palaces exactly from a palace, and all that she sees are palaces.
#[test]
fn w7_is_consistent_at_any_size() {
    let game: Game = "W^7".parse().unwrap();
    let size = UBig::from(10_u8).pow(300);
    let event = drift_events().find(|event| *event > size).unwrap();
    let seven = prove_drift().unwrap();
    let mut closed = Closed::find(game.rules().unwrap()).unwrap();
    for more in [0_u32, 1, 5, 10, 11, 500] {
        let x = &event + more;
        assert_eq!(seven.whole_column(&x).len(), 7);
        let rows = seven.column(&x).into_iter().flat_map(|y| [y.clone(), y + 1_u8]);
        for y in rows.chain([x.clone(), &x * 2_u8]) {
            for at in [Position::new(x.clone(), y.clone()), Position::new(y, x.clone())] {
                let answer = ask_exact(&game, at.clone(), &Question::default(), &()).unwrap();
                let seen =
                    answer.winning_moves.iter().map(|winning| &winning.to).chain(answer.must_block.iter().flatten());
                let seen: Vec<&Position<UBig>> = seen.collect();
                assert_eq!(seen.len() < 7, closed.is_p(&at, &()).unwrap(), "event + {more}");
                for to in seen {
                    assert!(closed.is_p(to, &()).unwrap(), "event + {more}");
                }
            }
        }
    }
}
