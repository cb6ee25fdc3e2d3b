//! Answers against the definitions, by the oracle: every list that `ask` gives.

use wythoff::solve::{self, Engine};
use wythoff::strategy::{Answer, Question, ask};
use wythoff::table::{Entry, Extent, Format, Sequence, Writer};
use wythoff::{Ending, Game, Outcome, Position, Rules, Twist};

use crate::common;

const SIDE: u64 = 9;

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn square() -> impl Iterator<Item = Position> {
    (0..SIDE).flat_map(|x| (0..SIDE).map(move |y| Position::new(x, y)))
}

/// No proposal is larger than it has to be: `count` options of the class, or one other.
fn assert_short_proposals(rules: &Rules, answer: &Answer) {
    let Twist::Comply { count, class } = &rules.twist else { return };
    let made = answer.winning_moves.iter().map(|winning| (winning.to, winning.propose.as_ref()));
    for (at, proposal) in made.chain([(answer.position, answer.propose.as_ref())]) {
        let Some(proposal) = proposal else { continue };
        if rules.is_misere() && proposal.is_empty() {
            // Nothing can be proposed, and that wins: the oracle has checked it.
            continue;
        }
        let outside = proposal.iter().filter(|to| !class.contains(&at.move_to(to).unwrap())).count();
        let enough = if outside > 0 { 1 } else { u64::from(*count) };
        assert_eq!(proposal.len() as u64, enough, "{at}: {proposal:?}");
    }
}

/// Every position of every game, imitation games and choices included, by the definitions.
#[test]
fn answers_are_those_of_the_definitions() {
    let both = |game: Game| [game.clone(), game.with_ending(Ending::Misere)];
    let games = common::every_game(3).into_iter().flat_map(both).map(|game| (common::oracle_of(&game), game));
    let custom = common::translated_games().into_iter().map(|(game, literal)| (literal, game));
    for (literal, game) in games.chain(custom) {
        for at in square() {
            let question = oracle::Question { at: common::literal(at), ..oracle::Question::default() };
            if !literal.allows(&question) {
                assert!(ask(&game, at, &Question::default(), &()).is_err(), "{game} at {at}");
                continue;
            }
            let answer = ask(&game, at, &Question::default(), &()).unwrap();
            assert_eq!(literal.check(&question, &common::literal_answer(&answer)), Ok(()), "{game} at {at}");
            assert!(answer.why.starts_with(&format!("{at} is {}", answer.outcome)), "{}", answer.why);
            game.rules().iter().for_each(|rules| assert_short_proposals(rules, &answer));
        }
    }
}

/// Once options are blocked or proposed, the mover wins iff a P-option is left; what the rules do not allow is refused.
#[test]
fn what_is_blocked_or_proposed_decides() {
    let texts = ["W^3", "W^3N", "2WN^3", "nim-blocking:k=2", "comply:k=2", "comply-rook:p=3", "comply-diagonal:p=3"];
    for (text, ending) in texts.into_iter().flat_map(|text| [(text, Ending::Normal), (text, Ending::Misere)]) {
        let game = game(text).with_ending(ending);
        let (rules, literal) = (game.rules().unwrap(), common::oracle_of(&game));
        let comply = matches!(rules.twist, Twist::Comply { .. });
        let (mut answers, mut refusals) = (0, 0);
        for at in square() {
            let all = rules.options(at);
            let pairs = (0..all.len()).flat_map(|a| (a + 1..all.len()).map(move |b| [a, b]));
            for named in pairs.map(|pair| pair.map(|index| all[index])) {
                let named = Some(named.to_vec());
                let (blocked, proposed) = if comply { (None, named) } else { (named, None) };
                let question = Question { blocked, proposed, ..Question::default() };
                let asked = oracle::Question {
                    at: common::literal(at),
                    blocked: question.blocked.as_deref().map(common::literals),
                    proposed: question.proposed.as_deref().map(common::literals),
                    ..oracle::Question::default()
                };
                let found = ask(&game, at, &question, &());
                assert_eq!(found.is_ok(), literal.allows(&asked), "{text} {asked:?}");
                if let Ok(answer) = found {
                    answers += 1;
                    assert_eq!(literal.check(&asked, &common::literal_answer(&answer)), Ok(()), "{text} {asked:?}");
                } else {
                    refusals += 1;
                }
            }
        }
        // Two options are one too many for a budget of 1, and any two will do where the class is all moves.
        let (some, any) = (text != "nim-blocking:k=2", matches!(text, "W^3" | "comply:k=2"));
        assert_eq!((answers > 0, refusals == 0), (some, any), "{text}");
    }
    // An empty block says nothing in a comply game.
    let question = Question { blocked: Some(vec![]), ..Question::default() };
    assert_eq!(ask(&game("comply:k=2"), Position::new(0, 0), &question, &()).unwrap().outcome, Outcome::N);
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
            Answer { method: Engine::Closed, proof: None, formal: Vec::new(), ..answer }
        };
        assert_eq!(asked(Engine::Sparse), asked(Engine::Closed), "({x},{y})");
    }
}
