//! Answers against the definitions: every list that `ask` gives, recomputed from a reference board.

mod common;

use wythoff::solve::{self, Engine};
use wythoff::strategy::{Answer, Question, ask};
use wythoff::table::{Entry, Extent, Format, Sequence, Writer};
use wythoff::{Board, Class, Game, Outcome, Position, Rules, Twist};

const SIDE: u64 = 9;

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn board(game: &Game) -> Board {
    solve::board(game, SIDE, SIDE, Some(Engine::Reference), &()).unwrap()
}

fn square() -> impl Iterator<Item = Position> {
    (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| Position::new(x, y)))
}

fn inside(rules: &Rules, from: Position, to: Position) -> bool {
    let class = match &rules.twist {
        Twist::Block { class, .. } | Twist::Comply { class, .. } => class,
        _ => &Class::Any,
    };
    class.contains(&from.move_to(&to).unwrap())
}

/// The options of `from` that are P (or N) on the board.
fn options(rules: &Rules, board: &Board, from: Position, outcome: Outcome) -> Vec<Position> {
    rules.options(from).into_iter().filter(|&to| board.is_p(to) == outcome.is_p()).collect()
}

/// A legal proposal of N-options only, no larger than it has to be.
fn assert_good_proposal(rules: &Rules, board: &Board, at: Position, proposal: &[Position]) {
    let Twist::Comply { count, .. } = &rules.twist else { panic!("not a comply game") };
    assert!(proposal.iter().all(|&to| rules.is_option(&at, &to) && !board.is_p(to)), "{at}: {proposal:?}");
    let one_outside = proposal.len() == 1 && !inside(rules, at, proposal[0]);
    let enough_inside = proposal.len() as u64 == u64::from(*count) && proposal.iter().all(|&to| inside(rules, at, to));
    assert!(one_outside || enough_inside, "{at}: {proposal:?}");
}

/// Everything in the answer to an open question.
fn assert_answer(rules: &Rules, board: &Board, at: Position, answer: &Answer) {
    assert_eq!(answer.outcome, Outcome::p_if(board.is_p(at)));
    assert!(answer.why.starts_with(&format!("{at} is {}", answer.outcome)), "{}", answer.why);
    let comply = matches!(rules.twist, Twist::Comply { .. });
    if answer.outcome.is_p() {
        assert!(answer.winning_moves.is_empty());
        let blocked: Vec<Position> = if comply { vec![] } else { options(rules, board, at, Outcome::P) };
        assert_eq!(answer.must_block.as_deref(), Some(blocked.as_slice()), "{at}");
        match &answer.propose {
            Some(proposal) => assert_good_proposal(rules, board, at, proposal),
            None => assert!(!comply),
        }
    } else {
        assert_eq!((&answer.must_block, &answer.propose), (&None, &None));
        let winning: Vec<Position> = answer.winning_moves.iter().map(|winning| winning.to).collect();
        assert_eq!(winning, options(rules, board, at, Outcome::P), "{at}");
        for winning in &answer.winning_moves {
            let blocked = if comply { vec![] } else { options(rules, board, winning.to, Outcome::P) };
            assert_eq!(winning.block, blocked, "{at} to {}", winning.to);
            match &winning.propose {
                Some(proposal) => assert_good_proposal(rules, board, winning.to, proposal),
                None => assert!(!comply),
            }
        }
    }
}

#[test]
fn answers_are_those_of_the_board() {
    let mut games = common::every_game(3);
    games.extend(common::custom_games());
    for game in games {
        let Some(rules) = game.rules().filter(|rules| !rules.has_memory()) else { continue };
        let board = board(&game);
        for at in square().filter(|&at| rules.exists(&at)) {
            let answer = ask(&game, at, &Question::default(), &()).unwrap();
            assert_answer(rules, &board, at, &answer);
        }
    }
}

/// Once options are blocked or proposed, the mover wins iff a P-option is left.
#[test]
fn what_is_blocked_or_proposed_decides() {
    for text in ["W^3", "W^3N", "2WN^3", "nim-blocking:k=2", "comply:k=2", "comply-rook:p=2", "comply-diagonal:p=2"] {
        let game = game(text);
        let (rules, board) = (game.rules().unwrap(), board(&game));
        for at in square() {
            let all = rules.options(at);
            let comply = matches!(rules.twist, Twist::Comply { .. });
            for (first, &a) in all.iter().enumerate() {
                for &b in &all[first + 1..] {
                    let named = Some(vec![a, b]);
                    let question = if comply {
                        Question { proposed: named, ..Question::default() }
                    } else {
                        Question { blocked: named, ..Question::default() }
                    };
                    let left: Vec<Position> =
                        all.iter().copied().filter(|to| board.is_p(*to) && ([a, b].contains(to) == comply)).collect();
                    match ask(&game, at, &question, &()) {
                        Ok(answer) => {
                            let winning: Vec<Position> =
                                answer.winning_moves.iter().map(|winning| winning.to).collect();
                            assert_eq!(winning, left, "{text} {at} {a} {b}");
                            assert_eq!(answer.outcome, Outcome::p_if(left.is_empty()));
                        }
                        // Two options of which one can't be blocked, or that make no proposal.
                        Err(_) if comply => {
                            assert!(inside(rules, at, a) && inside(rules, at, b) && text != "comply:k=2");
                        }
                        Err(_) => {
                            let budget_is_1 = text == "nim-blocking:k=2";
                            assert!(
                                budget_is_1 || !inside(rules, at, a) || !inside(rules, at, b),
                                "{text} {at} {a} {b}"
                            );
                        }
                    }
                }
            }
        }
    }
    // An empty block says nothing in a comply game.
    let question = Question { blocked: Some(vec![]), ..Question::default() };
    assert_eq!(ask(&game("comply:k=2"), Position::new(0, 0), &question, &()).unwrap().outcome, Outcome::N);
}

/// The choices are the `shifted` games; a move that wins in general wins for every l.
#[test]
fn choices_are_the_shifted_games() {
    let choice = game("choice:m=2,p=3");
    for at in square() {
        let answer = ask(&choice, at, &Question::default(), &()).unwrap();
        let choices = answer.choices.unwrap();
        let mut in_all: Option<Vec<Position>> = None;
        let mut some_p = false;
        for l in 0..3 {
            let shifted = game(&format!("shifted:m=2,p=3,l={l}"));
            let found = choices.iter().find(|choice| choice.l == l);
            if !shifted.rules().unwrap().exists(&at) {
                assert_eq!(found, None, "{at} is in the hole of l = {l}");
                continue;
            }
            let alone = ask(&shifted, at, &Question::default(), &()).unwrap();
            let found = found.unwrap();
            assert_eq!((found.outcome, &found.winning_moves), (alone.outcome, &alone.winning_moves), "{at} l = {l}");
            some_p |= alone.outcome.is_p();
            let moves: Vec<Position> = alone.winning_moves.iter().map(|winning| winning.to).collect();
            in_all = Some(match in_all {
                None => moves,
                Some(all) => all.into_iter().filter(|to| moves.contains(to)).collect(),
            });
        }
        let winning: Vec<Position> = answer.winning_moves.iter().map(|winning| winning.to).collect();
        assert_eq!((answer.outcome, winning), (Outcome::p_if(some_p), in_all.unwrap()), "{at}");
    }
}

/// Answers stay within bounds where a queen has very many winning moves with very many blocks each.
#[test]
fn an_answer_names_a_bounded_number_of_positions() {
    let answer = ask(&game("W^3000"), Position::new(40_000, 3000), &Question::default(), &()).unwrap();
    let named: usize = answer.winning_moves.iter().map(|winning| 1 + winning.block.len()).sum();
    assert_eq!(answer.outcome, Outcome::N);
    assert!(named <= wythoff::strategy::NAMED_LIMIT && !answer.winning_moves_left_out.is_zero());
}

/// Exactly what each format writes, byte by byte.
#[test]
fn tables_are_written_exactly() {
    let written = |text: &str, format| {
        let (game, mut out) = (game(text), Vec::new());
        let mut writer = Writer::new(&game, format, &mut out);
        for (n, at) in (0..).zip(game.p_positions().take(3)) {
            writer.entry(Entry { n, at: at.unwrap() }).unwrap();
        }
        writer.finish().unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(written("wythoff", Format::Csv), "n,a,b,delta\n0,0,0,0\n1,1,2,1\n2,3,5,2\n");
    assert_eq!(written("2x3WN_1", Format::Csv), "n,x,y\n0,0,4\n1,1,11\n2,2,0\n");
    assert_eq!(written("wythoff", Format::Bfile(Sequence::A)), "0 0\n1 1\n2 3\n");
    assert_eq!(written("wythoff", Format::Bfile(Sequence::B)), "0 0\n1 2\n2 5\n");
    assert_eq!(written("wythoff", Format::Bfile(Sequence::Delta)), "0 0\n1 1\n2 2\n");
    assert_eq!(
        written("wythoff", Format::Json),
        "{\"game\":\"wythoff:m=1\",\"columns\":[\"n\",\"a\",\"b\",\"delta\"],\"rows\":[\n[0,0,0,0],\n[1,1,2,1],\n[2,3,5,2]\n]}\n"
    );
    assert_eq!(
        written("wythoff", Format::Latex),
        "% wythoff:m=1\n\\begin{tabular}{rrrr}\n$n$ & $a_n$ & $b_n$ & $b_n - a_n$ \\\\\n\\hline\n0 & 0 & 0 & 0 \\\\\n\
         1 & 1 & 2 & 1 \\\\\n2 & 3 & 5 & 2 \\\\\n\\end{tabular}\n"
    );
    assert_eq!(
        written("wythoff", Format::Text),
        "       n          a          b        b-a\n       0          0          0          0\n\
         \x20      1          1          2          1\n       2          3          5          2\n"
    );
}

/// A table up to a column has every upper P-position there, those on the diagonal included.
#[test]
fn tables_miss_nothing() {
    for text in [
        "W^4",
        "W^7",
        "wythoff:m=3",
        "2WN^(2,6)",
        "W^3N",
        "imitation:m=2,p=2",
        "choice:m=2,p=3",
        "hole:m=1,p=2,u=3,v=1",
    ] {
        let game = game(text);
        let rows: Vec<Position> = game.p_positions().extent(Extent::MaxX(6)).map(Result::unwrap).collect();
        let board = solve::board(&game, 7, 60, Some(Engine::Reference), &()).unwrap();
        let mut expected: Vec<Position> =
            board.p_positions().filter(|at| !game.is_symmetric() || at.is_upper()).collect();
        expected.sort_unstable();
        assert_eq!(rows, expected, "{text}");
    }
}

/// The answers of W^k from the stream of columns are those from a board, to the word, on both sides of the diagonal.
#[test]
fn streamed_answers_are_those_of_the_board() {
    for k in [1, 2, 3, 5, 9, 30] {
        let game = game(&format!("W^{k}"));
        let asked = |at: Position, engine: Engine, blocked: Option<Vec<Position>>| {
            let question = Question { engine: Some(engine), blocked, ..Question::default() };
            let answer = ask(&game, at, &question, &()).expect("small");
            assert_eq!(answer.method, engine);
            Answer { method: Engine::Lines, ..answer }
        };
        for at in (0..22).flat_map(|x| (0..31).map(move |y| Position::new(x, y))) {
            let answer = asked(at, Engine::Sparse, None);
            assert_eq!(answer, asked(at, Engine::Lines, None), "W^{k} at {at}");
            if k > 1 {
                let blocked: Vec<Position> =
                    answer.winning_moves.iter().take(k - 1).step_by(2).map(|winning| winning.to).collect();
                assert_eq!(
                    asked(at, Engine::Sparse, Some(blocked.clone())),
                    asked(at, Engine::Lines, Some(blocked)),
                    "W^{k} at {at}"
                );
            }
        }
    }
}

/// Far beyond any board the stream agrees with the certificate of W^14, whichever heap is the larger.
#[test]
fn streamed_answers_are_those_of_the_certificate() {
    let game = game("W^14");
    for (x, y) in [(100_000, 250_000), (250_013, 100_006), (77_777, 77_777), (12, 4_000_000_000), (199_999, 500_001)] {
        let asked = |engine| {
            let question = Question { engine: Some(engine), ..Question::default() };
            let answer = ask(&game, Position::new(x, y), &question, &()).expect("within the limits");
            Answer { method: Engine::Closed, proof: None, ..answer }
        };
        assert_eq!(asked(Engine::Sparse), asked(Engine::Closed), "({x},{y})");
    }
}
