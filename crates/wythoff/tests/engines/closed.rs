//! The closed engine against the other engines near the origin, and against the rules themselves at a thousand digits.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use wythoff::exact::{IBig, UBig, beatty_pair};
use wythoff::game::history::{Limits, State};
use wythoff::solve::{self, Closed, Engine, Values};
use wythoff::strategy::{Answer, AskError, Question, ask, ask_exact, check_block, check_proposal};
use wythoff::{Board, Class, Form, Game, Outcome, Piece, Position, Rules, SolveError, Tokens, Twist, Window};

use crate::common;

type Exact = Position<UBig>;

fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Games that no family has and a formula solves.
fn custom_games() -> Vec<Game> {
    [
        "custom: rook",
        "custom: rook | block 2",
        "custom: rook | comply 1",
        "custom: rook | comply 4",
        "custom: rook + bishop | block 2",
        "custom: rook + bishop | comply 1 on ray(1,2)",
        "custom: rook + bishop(3) | block 0 on bishop(2)",
        "custom: rook + bishop(2) | block 3 on bishop",
        "custom: rook + bishop(2) | comply 3 on bishop",
        "custom: rook + bishop(3) | comply 2 on rook(from 3)",
        "custom: rook + bishop(2) | comply 4 on rook(from 2)",
        "custom: rook(mod 4: 0,1) + bishop(6)",
        "custom: rook(mod 3: 0-2) + bishop(2)",
        "custom: rook + bishop(7) | hole 5,2",
        "custom: rook | imitation(2,3)",
    ]
    .map(game)
    .to_vec()
}

fn is_solved(game: &Game) -> bool {
    Engine::solving(game).contains(&Engine::Closed)
}

/// Every game with parameters up to `most` that the closed engine solves, each set of rules once, and the custom ones.
fn solved_games(most: u32) -> Vec<Game> {
    let mut seen = HashSet::new();
    let games = common::every_game(most).into_iter().filter(is_solved).chain(custom_games());
    games.filter(|game| seen.insert(game.form().clone())).collect()
}

fn board(game: &Game, side: u64, engine: Engine) -> Board {
    solve::board(game, side, side, Some(engine), &()).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// A fast engine that does not use formulas.
fn fast(game: &Game) -> Engine {
    if game.rules().is_some_and(Rules::has_memory) { Engine::Dual } else { Engine::Lines }
}

fn is_comply(rules: &Rules) -> bool {
    matches!(rules.twist, Twist::Comply { .. })
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether a theorem solves a game of a family: the cases of the papers, of docs/THEOREMS.md and of proofs/, and no
/// others.
fn has_a_theorem(game: &Game) -> bool {
    let (family, v) = game.family().expect("a game of a family");
    match family.name {
        "nim" | "nim-blocking" | "wythoff" | "diagonal-blocking" | "shifted" | "choice" | "imitation"
        | "comply-diagonal" | "comply-rook" => true,
        "blocking" | "comply" => v[0] <= 4,
        "rook-blocking" => v[2] == v[0] || v[1] == 1,
        "modulo" => {
            let (m, p, l) = (v[0], v[1], v[2].max(1));
            l == p || (m % l == 0 && p % l == 0 && gcd(m / l, p / l) == 1)
        }
        "hole" => v[2] == 0 || v[3] == 0 || v[2] + v[3] == v[0] * v[1],
        "gdwn" => false,
        other => panic!("{other}: a new family"),
    }
}

#[test]
fn exactly_the_games_with_a_theorem_are_claimed() {
    let mut unsolved = 0;
    for game in common::every_game(6) {
        assert_eq!(is_solved(&game), has_a_theorem(&game), "{game}");
        unsolved += u32::from(!is_solved(&game));
    }
    assert!(unsolved > 500);
    for game in common::custom_games().iter().chain(&custom_games()) {
        // Whatever is claimed is right on a board.
        if is_solved(game) {
            assert_eq!(board(game, 40, Engine::Closed), board(game, 40, Engine::Reference), "{game}");
        }
    }
    assert!(custom_games().iter().all(is_solved));
}

/// docs/THEOREMS.md, Theorem 1, only if: where gcd(m/l, p/l) > 1 the pairs are not the P-positions, so that claiming
/// them would be wrong.
#[test]
fn modulo_games_without_a_theorem_have_other_p_positions() {
    let mut refuted = 0;
    for (m, p, l) in (1..=8).flat_map(|m| (1..=8).flat_map(move |p| (1..=p).map(move |l| (m, p, l)))) {
        if m % l != 0 || p % l != 0 {
            continue;
        }
        let modulo = game(&format!("modulo:m={m},p={p},l={l}"));
        let board = board(&modulo, 64, Engine::Lines);
        let (a, b) = beatty_pair(m, p / l);
        let mut pairs = HashSet::new();
        for n in 0..64 * p {
            let (a, b) = (a.term(&n.into()), b.term(&n.into()));
            if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
                pairs.extend([Position::new(a, b), Position::new(b, a)]);
            }
        }
        pairs.retain(|at| at.x < 64 && at.y < 64);
        let coprime = gcd(m / l, p / l) == 1;
        assert_eq!(board.p_positions().collect::<HashSet<_>>() == pairs, coprime, "{modulo}");
        assert_eq!(is_solved(&modulo), coprime, "{modulo}");
        refuted += u32::from(!coprime);
    }
    assert!(refuted > 20);
}

#[test]
fn boards_are_those_of_the_lines_engine() {
    let games = solved_games(6);
    assert!(games.len() > 300, "{} games", games.len());
    for game in games {
        assert_eq!(board(&game, 200, Engine::Closed), board(&game, 200, fast(&game)), "{game}");
    }
}

#[test]
fn boards_are_those_of_the_reference_engine() {
    for game in solved_games(6) {
        let side = match game.form() {
            Form::Rules(rules) if rules.has_memory() => 14,
            _ => 60,
        };
        assert_eq!(board(&game, side, Engine::Closed), board(&game, side, Engine::Reference), "{game}");
    }
}

/// The cells of a window, row by row: P or not, and whether they exist.
fn window(game: &Game, window: Window, engine: Engine) -> Vec<(u64, usize, Vec<u8>)> {
    let mut rows = Vec::new();
    solve::rows(game, window, Values::Outcome, Some(engine), &(), |row| {
        rows.push((row.y, row.removed, row.p.to_vec()));
        Ok::<_, SolveError>(())
    })
    .unwrap_or_else(|error| panic!("{game}: {error}"));
    rows
}

/// A strip of rows and a part of a strip of columns.
#[test]
fn windows_far_from_the_origin_are_those_of_the_lines_engine() {
    for game in solved_games(3) {
        let rows = Window { at: Position::new(17, 1490), width: 1483, height: 20 };
        let columns = Window { at: Position::new(1490, 600), width: 20, height: 400 };
        for part in [rows, columns] {
            assert_eq!(window(&game, part, Engine::Closed), window(&game, part, fast(&game)), "{game} {part:?}");
        }
    }
    // Windows that a hole cuts.
    let game = game("shifted:m=20,p=4,l=3");
    for at in [(50, 10), (59, 19), (60, 19), (0, 15)].map(|(x, y)| Position::new(x, y)) {
        let part = Window { at, width: 20, height: 20 };
        assert_eq!(window(&game, part, Engine::Closed), window(&game, part, Engine::Lines), "{part:?}");
    }
}

/// Rows are found by inverting sequences, single cells by looking at their difference: around P-positions far out they
/// agree, and no P-position has a P-option outside what can be blocked.
#[test]
fn windows_beyond_all_boards_agree_with_single_cells() {
    const SIDE: u64 = 25;
    for game in solved_games(3) {
        let Some(mut closed) = Closed::starts(&game) else { panic!("{game} is solved") };
        for exponent in [20, 32, 40] {
            let far = 1_u64 << exponent;
            let start = Position::new(far + 12_345, 3 * far + 7);
            let answer = exact_answer(&game, start.to_exact());
            let to = answer.choices.as_ref().map_or(&answer.winning_moves, |choices| &choices[0].winning_moves);
            let near = to.last().map_or(start, |winning| Position::from_exact(winning.to.clone()).unwrap());
            let at = Position::new(near.x.saturating_sub(SIDE / 2), near.y.saturating_sub(SIDE / 2));
            let cells = window(&game, Window { at, width: SIDE, height: SIDE }, Engine::Closed);
            let mut found = Vec::new();
            for (y, removed, row) in cells {
                assert_eq!(removed, 0, "{game}");
                for (x, &p) in (at.x..).zip(&row) {
                    let cell = Position::new(x, y);
                    assert_eq!(p == 1, closed.is_p(&cell.to_exact(), &()).unwrap(), "{game} {cell}");
                    found.extend((p == 1).then_some(cell));
                }
            }
            // After a move of an imitation game the history decides.
            let memory = game.rules().is_some_and(Rules::has_memory);
            assert!(found.contains(&near) || to.is_empty() || memory, "{game}: {near}");
            let Some(rules) = game.rules().filter(|rules| !is_comply(rules) && !rules.has_memory()) else { continue };
            for from in &found {
                let options: Vec<Position> = found.iter().copied().filter(|to| rules.is_option(from, to)).collect();
                assert_eq!(check_block(rules, from, &options), Ok(()), "{game} {from}");
            }
        }
    }
}

fn closed_question<T>() -> Question<T> {
    Question { history: Vec::new(), blocked: None, proposed: None, engine: Some(Engine::Closed) }
}

fn exact_answer(game: &Game, at: Exact) -> Answer<UBig> {
    ask_exact(game, at, &closed_question(), &()).unwrap_or_else(|error| panic!("{game}: {error}"))
}

fn inside(rules: &Rules, from: Position, to: Position) -> bool {
    rules.twist.class().contains(&from.move_to(&to).unwrap())
}

/// A proposal that the rules allow, no larger than it has to be, of N-positions.
fn assert_good_proposal(rules: &Rules, at: Position, proposal: Option<&[Position]>, is_p: impl Fn(Position) -> bool) {
    let Twist::Comply { count, .. } = &rules.twist else { panic!("not a comply game") };
    let proposal = proposal.unwrap_or_else(|| panic!("{at}: no proposal"));
    assert_eq!(check_proposal(rules, &at, proposal), Ok(()), "{at} {proposal:?}");
    assert!(proposal.iter().all(|&to| !is_p(to)), "{at}: {proposal:?}");
    let outside = proposal.iter().filter(|&&to| !inside(rules, at, to)).count();
    let enough = if outside > 0 { 1 } else { u64::from(*count) };
    assert_eq!(proposal.len() as u64, enough, "{at}: {proposal:?}");
}

/// An answer about a comply game, against a board.
fn assert_comply_answer(rules: &Rules, board: &Board, at: Position, proposed: Option<&[Position]>, answer: &Answer) {
    let is_p = |to| board.is_p(to);
    let mut options = rules.options(at);
    options.retain(|to| proposed.is_none_or(|proposed| proposed.contains(to)));
    let winning: Vec<Position> = options.into_iter().filter(|&to| is_p(to)).collect();
    let outcome = Outcome::p_if(if proposed.is_some() { winning.is_empty() } else { is_p(at) });
    assert_eq!(answer.outcome, outcome, "{at}");
    assert_eq!(answer.must_block, outcome.is_p().then(Vec::new));
    if outcome.is_p() {
        assert!(answer.winning_moves.is_empty() && answer.winning_moves_left_out.is_zero());
        match proposed {
            None => assert_good_proposal(rules, at, answer.propose.as_deref(), is_p),
            Some(_) => assert_eq!(answer.propose, None),
        }
        return;
    }
    assert_eq!(answer.propose, None);
    let listed: Vec<Position> = answer.winning_moves.iter().map(|winning| winning.to).collect();
    assert_eq!(listed, winning[..listed.len().min(winning.len())], "{at}: the first winning moves");
    assert_eq!(&answer.winning_moves_left_out + listed.len(), UBig::from(winning.len()), "{at}");
    assert!(!listed.is_empty() || winning.is_empty(), "{at}: a winning move is named");
    for winning in &answer.winning_moves {
        assert!(winning.block.is_empty());
        assert_good_proposal(rules, winning.to, winning.propose.as_deref(), is_p);
    }
}

/// Everything but the engine, the sentence, and who proved it.
fn assert_same(game: &Game, mut closed: Answer, other: &Answer) {
    assert_eq!(closed.method, Engine::Closed);
    // The other engine counts the options.
    assert!(closed.why.starts_with(other.why.split(" is P").next().unwrap().split(" is N").next().unwrap()), "{game}");
    (closed.method, closed.proof, closed.why) = (other.method, None, other.why.clone());
    closed.formal.clear();
    assert_eq!(closed, *other, "{game}");
}

fn square(side: u64) -> impl Iterator<Item = Position> {
    (0..side).flat_map(move |x| (0..side).map(move |y| Position::new(x, y)))
}

fn assert_answers(game: &Game, side: u64) {
    let comply = game.rules().filter(|rules| is_comply(rules));
    let board = board(game, side, fast(game));
    for at in square(side).filter(|at| game.rules().is_none_or(|rules| rules.exists(at))) {
        let answer = ask(game, at, &closed_question(), &()).unwrap_or_else(|error| panic!("{game} {at}: {error}"));
        if let Some(rules) = comply {
            assert_comply_answer(rules, &board, at, None, &answer);
        } else {
            let question = Question { engine: Some(fast(game)), ..Question::default() };
            assert_same(game, answer, &ask(game, at, &question, &()).unwrap());
        }
    }
}

#[test]
fn answers_are_those_of_the_lines_engine() {
    for game in solved_games(6) {
        assert_answers(&game, 14);
    }
    for text in ["W^2", "W^3", "2WN^3", "diagonal-blocking:m=2,p=3", "shifted:m=2,p=3,l=2", "W_2", "comply-rook:p=3"] {
        assert_answers(&game(text), 45);
    }
}

/// The winning moves of a comply game are counted for a chess rook on a whole board: others are not claimed.
#[test]
fn comply_games_with_other_rooks_and_holes_are_not_claimed() {
    for text in [
        "custom: rook(mod 3: 0) + bishop | comply 1",
        "custom: rook(mod 4: 0,1) + bishop(6) | comply 1 on bishop",
        "custom: rook + bishop(6) | hole 2,4 | comply 1",
    ] {
        assert!(!Engine::solving(&game(text)).contains(&Engine::Closed), "{text}");
    }
}

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound.max(1)
    }

    /// Some of the positions, at most `most`.
    fn some(&mut self, positions: &[Position], most: usize) -> Vec<Position> {
        let size = self.below(most.min(positions.len()) + 1);
        let mut left = positions.to_vec();
        (0..size).map(|_| left.swap_remove(self.below(left.len()))).collect()
    }
}

/// What is blocked or proposed decides: random sets, those included that break the rules.
#[test]
fn answers_after_blocks_and_proposals_are_those_of_the_lines_engine() {
    let mut dice = Dice(1);
    let (mut blocks, mut proposals, mut refused) = (0, 0, 0);
    for game in solved_games(4) {
        let Some(rules) = game.rules().filter(|rules| rules.twist != Twist::None && !rules.has_memory()) else {
            continue;
        };
        let board = board(&game, 14, Engine::Lines);
        for at in square(14).chain(square(14)) {
            let options = rules.options(at);
            let blockable: Vec<Position> = options.iter().copied().filter(|&to| inside(rules, at, to)).collect();
            let closed = |question: &Question| ask(&game, at, question, &());
            let lines = |question: &Question| {
                ask(&game, at, &Question { engine: Some(Engine::Lines), ..question.clone() }, &())
            };
            if is_comply(rules) {
                let named = dice.some(&options, 6);
                let question = Question { proposed: Some(named.clone()), ..closed_question() };
                match closed(&question) {
                    Ok(answer) => {
                        assert_comply_answer(rules, &board, at, Some(&named), &answer);
                        proposals += 1;
                    }
                    Err(error) => {
                        assert_eq!(lines(&question).unwrap_err(), error, "{game} {at}");
                        refused += 1;
                    }
                }
            } else {
                let named = if dice.below(8) == 0 { dice.some(&options, 4) } else { dice.some(&blockable, 4) };
                let question = Question { blocked: Some(named), ..closed_question() };
                match closed(&question) {
                    Ok(answer) => {
                        assert_same(&game, answer, &lines(&question).unwrap());
                        blocks += 1;
                    }
                    Err(error) => {
                        assert_eq!(lines(&question).unwrap_err(), error, "{game} {at}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(blocks > 5000 && proposals > 1000 && refused > 1000, "{blocks} {proposals} {refused}");
}

/// Every state that play reaches from heaps below `side`, each with a play that leads there.
fn plays(limits: Limits, side: u64) -> HashMap<State, Vec<Position>> {
    let mut known: HashMap<State, Vec<Position>> =
        square(side).map(|start| (limits.start(start), Vec::new())).collect();
    let mut queue: VecDeque<State> = known.keys().copied().collect();
    while let Some(state) = queue.pop_front() {
        let mut path = known[&state].clone();
        path.push(state.position);
        let Position { x, y } = state.position;
        let options = (0..x).map(|x| Position::new(x, y)).chain((0..y).map(|y| Position::new(x, y)));
        for to in options {
            let removal = state.position.move_to(&to).unwrap();
            if let Some(next) = limits.after(&state, removal)
                && !known.contains_key(&next)
            {
                known.insert(next, path.clone());
                queue.push_back(next);
            }
        }
    }
    known
}

#[test]
fn imitation_answers_are_those_of_the_reference_engine_in_every_state() {
    let mut count = 0;
    for (m, p) in (1..=3).flat_map(|m| (1..=3).map(move |p| (m, p))) {
        let game = game(&format!("imitation:m={m},p={p}"));
        for (state, history) in plays(Limits { m, p }, 9) {
            let question = |engine| Question { history: history.clone(), engine: Some(engine), ..Question::default() };
            let mut answer = ask(&game, state.position, &question(Engine::Closed), &()).unwrap();
            let expected = ask(&game, state.position, &question(Engine::Reference), &()).unwrap();
            answer.method = Engine::Reference;
            answer.formal.clear();
            assert_eq!(answer, expected, "after {history:?}");
            count += 1;
        }
    }
    assert!(count > 5000, "{count} states");
}

/// The games that are asked about far out: each kind of formula.
const FAR_GAMES: [&str; 22] = [
    "nim",
    "nim-blocking:k=4",
    "wythoff",
    "wythoff:m=3",
    "W^2",
    "W^3",
    "diagonal-blocking:m=2,p=3",
    "diagonal-blocking:m=3,p=2",
    "rook-blocking:m=2,p=3",
    "modulo:m=6,p=4,l=2",
    "modulo:m=2,p=3",
    "shifted:m=2,p=3,l=1",
    "hole:m=2,p=3,u=5,v=1",
    "choice:m=2,p=3",
    "imitation:m=2,p=3",
    "comply:k=2",
    "comply:k=3",
    "comply-diagonal:p=3",
    "comply-rook:p=2",
    "custom: rook | comply 3",
    "custom: rook + bishop(3) | comply 2 on rook(from 3)",
    "custom: rook + bishop(2) | comply 3 on bishop",
];

fn is_p(game: &Game, at: &Exact) -> bool {
    Closed::starts(game).unwrap().is_p(at, &()).unwrap()
}

/// A few options of `from`: short and long ones, in every direction, to the edges, and those of `others` that are
/// options.
fn some_options(rules: &Rules, from: &Exact, fraction: u64, others: &[Exact]) -> Vec<Exact> {
    let Position { x, y } = from;
    let part = |heap: &UBig| (heap * fraction) >> 64;
    let lengths = |heap: &UBig| {
        let mut lengths: Vec<UBig> = (1_u8..=4).map(UBig::from).collect();
        lengths.extend([part(heap), heap.clone(), heap >> 1, heap >> 64]);
        lengths
    };
    let mut options = others.to_vec();
    let take = |i: &UBig, j: &UBig| Some(Position::new(x.minus(i)?, y.minus(j)?));
    for i in lengths(x) {
        options.extend(take(&i, &UBig::ZERO));
        for more in 0_u8..4 {
            options.extend(take(&i, &(&i + more)));
            options.extend(take(&(&i + more), &i));
        }
    }
    for j in lengths(y) {
        options.extend(take(&UBig::ZERO, &j));
    }
    options.retain(|to| rules.is_option(from, to));
    options.sort_unstable();
    options.dedup();
    options
}

fn budget(rules: &Rules) -> usize {
    match rules.twist {
        Twist::Block { budget, .. } => usize::try_from(budget).unwrap(),
        _ => 0,
    }
}

/// The rules of the game, applied to what the engine says of a position and of its options. `others` are P-positions.
fn assert_obeys_the_rules(rules: &Rules, game: &Game, at: &Exact, fraction: u64, others: &[Exact]) -> Answer<UBig> {
    let answer = exact_answer(game, at.clone());
    let mut closed = Closed::find(rules).unwrap();
    let mut is_p = |at: &Exact| closed.is_p(at, &()).unwrap();
    assert_eq!(answer.outcome.is_p(), is_p(at), "{game}");
    let options = some_options(rules, at, fraction, others);
    if is_comply(rules) {
        let mut good = |from: &Exact, proposal: &[Exact]| {
            check_proposal(rules, from, proposal).is_ok() && proposal.iter().all(|to| !is_p(to))
        };
        match answer.outcome {
            Outcome::P => assert!(good(at, answer.propose.as_deref().unwrap()), "{game}"),
            Outcome::N => {
                assert!(!answer.winning_moves.is_empty(), "{game}");
                for winning in &answer.winning_moves {
                    assert!(rules.is_option(at, &winning.to), "{game}");
                    assert!(good(&winning.to, winning.propose.as_deref().unwrap()), "{game}");
                    assert_eq!(exact_answer(game, winning.to.clone()).outcome, Outcome::P, "{game}");
                }
                // The N-options are too few for a proposal.
                let n: Vec<Exact> = options.into_iter().filter(|to| !is_p(to)).collect();
                assert!(check_proposal(rules, at, &n).is_err(), "{game}");
            }
        }
        return answer;
    }
    let blockable = |to: &Exact| at.move_to(to).is_some_and(|removal| rules.twist.class().contains(&removal));
    let p_options: Vec<Exact> = match &answer.must_block {
        Some(blocked) => blocked.clone(),
        None => answer.winning_moves.iter().map(|winning| winning.to.clone()).collect(),
    };
    // The P-options are P and options; the others that were tried are N.
    assert!(p_options.iter().all(|to| rules.is_option(at, to) && is_p(to)), "{game}");
    for to in options {
        assert_eq!(is_p(&to), p_options.contains(&to), "{game}");
    }
    let (inside, outside): (Vec<Exact>, Vec<Exact>) = p_options.into_iter().partition(blockable);
    assert_eq!(answer.outcome.is_p(), outside.is_empty() && inside.len() <= budget(rules), "{game}");
    for winning in &answer.winning_moves {
        assert_eq!(check_block(rules, &winning.to, &winning.block), Ok(()), "{game}");
        let there = exact_answer(game, winning.to.clone());
        assert_eq!(there.must_block.as_ref(), Some(&winning.block), "{game}");
    }
    answer
}

/// A position, and positions near the P-positions that its winning moves lead to.
fn assert_obeys_the_rules_around(game: &Game, at: &Exact, by: &UBig, fraction: u64) {
    let rules = game.rules().expect("play begins at once");
    let answer = assert_obeys_the_rules(rules, game, at, fraction, &[]);
    let near: Vec<Exact> = answer.winning_moves.iter().map(|winning| winning.to.clone()).collect();
    let near = near.last().unwrap_or(at);
    let moved = |i: UBig, j: UBig| Position::new(&near.x + i, &near.y + j);
    let zero = || UBig::ZERO;
    let mut others = vec![near.clone()];
    if is_comply(rules) {
        others.clear();
    }
    let around = [
        near.clone(),
        moved(by.clone(), zero()),
        moved(zero(), by.clone()),
        moved(by.clone(), by.clone()),
        moved(UBig::ONE, zero()),
        moved(zero(), UBig::ONE),
        moved(UBig::ONE, UBig::ONE),
        moved(UBig::from(2_u8), UBig::ONE),
        moved(by.clone(), by + 1_u8),
    ];
    for at in around {
        let answer = assert_obeys_the_rules(rules, game, &at, fraction, &others);
        if !is_comply(rules) {
            others.extend(answer.winning_moves.into_iter().map(|winning| winning.to));
        }
    }
}

/// Play with a history: a state is N iff some legal move leads to a P-state.
fn assert_imitation_obeys_the_rules(game: &Game, start: &Exact, dice: &mut Dice) {
    let rules = game.rules().unwrap();
    let dual = match rules.twist {
        Twist::Imitation { m, p } => self::game(&format!("diagonal-blocking:m={m},p={p}")),
        _ => panic!("not an imitation game"),
    };
    let (mut history, mut at) = (Vec::new(), start.clone());
    for step in 0..4 {
        let after = |to: &Exact| {
            let history = history.iter().chain([&at]).cloned().collect();
            ask_exact(game, to.clone(), &Question { history, ..closed_question() }, &())
        };
        let question = Question { history: history.clone(), ..closed_question() };
        let answer = ask_exact(game, at.clone(), &question, &()).unwrap();
        if step == 0 {
            // Lar09 Corollary 20.
            assert_eq!(answer.outcome.is_p(), is_p(&dual, &at), "{game}");
        }
        let imitation = answer.imitation.unwrap();
        assert!(imitation.forbidden.iter().all(|to| matches!(after(to), Err(AskError::History(_)))), "{game}");
        let winning: Vec<Exact> = answer.winning_moves.into_iter().map(|winning| winning.to).collect();
        assert_eq!(answer.outcome.is_p(), winning.is_empty(), "{game}");
        let dual_moves = exact_answer(&dual, at.clone()).winning_moves.into_iter().map(|winning| winning.to);
        let others: Vec<Exact> = dual_moves.chain(imitation.imitations).collect();
        let mut tried = some_options(rules, &at, dice.0, &others);
        // All of them would take long.
        while tried.len() > 8 {
            let place = dice.below(tried.len());
            if !others.contains(&tried[place]) || tried.len() > 16 {
                tried.swap_remove(place);
            }
        }
        tried.extend(winning.iter().cloned());
        for to in &tried {
            if !imitation.forbidden.contains(to) {
                assert_eq!(after(to).unwrap().outcome.is_p(), winning.contains(to), "{game}");
            }
        }
        match tried.get(dice.below(tried.len())) {
            Some(to) if !imitation.forbidden.contains(to) => {
                history.push(at);
                at = to.clone();
            }
            _ => return,
        }
    }
}

/// A number of 960 to 990 digits.
fn long() -> impl Strategy<Value = UBig> {
    (prop::collection::vec(any::<u64>(), 49..51), 1..=u64::MAX)
        .prop_map(|(words, first)| words.iter().fold(UBig::from(first), |sum, &word| (sum << 64) + word))
}

/// The games of which a question takes no window, and the others.
fn far_games(windows: bool) -> impl Iterator<Item = Game> {
    let windowed = |game: &Game| match game.rules().map(|rules| &rules.twist) {
        Some(Twist::Imitation { .. }) => true,
        Some(Twist::Block { class, .. } | Twist::Comply { class, .. }) => {
            matches!(class, Class::Of(moves) if moves.pieces() == [Piece::bishop(1)])
        }
        _ => false,
    };
    FAR_GAMES.map(game).into_iter().filter(move |game| windowed(game) == windows)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn formulas_obey_the_rules_at_a_thousand_digits(
        x in long(),
        y in long(),
        small in 1_u64..100,
        cut in 0_usize..3200,
        fraction: u64,
    ) {
        for game in far_games(false) {
            let by = if cut % 2 == 0 { UBig::from(small) } else { (&y >> cut) + small };
            match game.form() {
                Form::Rules(_) => {
                    assert_obeys_the_rules_around(&game, &Position::new(x.clone(), y.clone()), &by, fraction);
                    assert_obeys_the_rules_around(&game, &Position::new(x.clone(), &x + &by), &by, fraction);
                }
                Form::Choice { .. } => {
                    // l by l, and in one formula.
                    let shifted = |l: u32| self::game(&format!("shifted:m=2,p=3,l={l}"));
                    let mut tried = vec![Position::new(x.clone(), y.clone()), Position::new(x.clone(), &x + &by)];
                    for l in 0..3 {
                        let answer = exact_answer(&shifted(l), tried[0].clone());
                        tried.extend(answer.winning_moves.into_iter().map(|winning| winning.to));
                    }
                    let mut p = 0;
                    for at in tried {
                        let answer = exact_answer(&game, at.clone());
                        for choice in answer.choices.as_ref().unwrap() {
                            let alone = exact_answer(&shifted(choice.l), at.clone());
                            prop_assert_eq!(choice.outcome, alone.outcome);
                            prop_assert_eq!(&choice.winning_moves, &alone.winning_moves);
                        }
                        prop_assert_eq!(answer.outcome.is_p(), (0..3).any(|l| is_p(&shifted(l), &at)));
                        prop_assert_eq!(answer.outcome.is_p(), is_p(&game, &at));
                        p += u32::from(answer.outcome.is_p());
                    }
                    prop_assert!(p > 0);
                }
            }
        }
    }

    /// Two formulas for one set.
    #[test]
    fn formulas_agree_at_a_thousand_digits(n in long(), i in 0_u8..3, j in 0_u8..3) {
        let index = IBig::from(n.clone());
        let pair = |m, p, n: &IBig| {
            let (a, b) = beatty_pair(m, p);
            Position::new(UBig::try_from(a.term(n)).unwrap(), UBig::try_from(b.term(n)).unwrap())
        };
        let moved = |at: &Exact| Position::new(&at.x + i, &at.y + j);
        // Lar15 Remark 1: a_n^{p,1} = c_{pn}, with c = a^{1,p}.
        for p in 1_u32..5 {
            let (thin, dense) = (game(&format!("wythoff:m={p}")), game(&format!("rook-blocking:m=1,p={p}")));
            let at = pair(1, p, &index);
            prop_assert!(is_p(&dense, &at));
            prop_assert_eq!(is_p(&thin, &at), &index % p == 0);
            prop_assert!(is_p(&thin, &pair(p, 1, &index)) && is_p(&dense, &pair(p, 1, &index)));
            prop_assert_eq!(pair(p, 1, &index), pair(1, p, &(&index * p)));
        }
        // Lar11 Theorem 1.1 by its words; and comply games by their complements (Propositions 3.1 and 3.2).
        let wythoff = game("wythoff");
        let at = moved(&pair(1, 1, &index));
        let double = Position::new(&at.x * 2_u8 + 2_u8, &at.y * 2_u8 + 2_u8);
        prop_assert_eq!(is_p(&game("W^2"), &double), is_p(&wythoff, &at));
        let line = Position::new(n.clone(), &n * 2_u8 + i);
        prop_assert_eq!(is_p(&game("W^2"), &line), i == 1);
        prop_assert_eq!(is_p(&game("W^3"), &line), i == 1 || i == 2);
        for (blocking, comply) in [("W^2", "W_2"), ("W^3", "W_3"), ("rook-blocking:m=1,p=3", "comply-rook:p=3")] {
            for at in [&double, &line, &at, &pair(1, 3, &index)] {
                prop_assert_eq!(is_p(&game(blocking), at), !is_p(&game(comply), at));
            }
        }
        // Lar11 Proposition 1.4: nim-blocking is a set of diagonals.
        let step = Position::new(n.clone(), &n + i);
        prop_assert_eq!(is_p(&game("nim-blocking:k=2"), &step), i == 1);
        prop_assert_eq!(is_p(&game("nim-blocking:k=3"), &step), i == 0 || i == 2);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1))]

    #[test]
    fn windows_obey_the_rules_at_a_thousand_digits(x in long(), y in long(), small in 1_u64..100, fraction: u64) {
        let mut dice = Dice(fraction);
        for game in far_games(true) {
            let rules = game.rules().unwrap();
            let at = Position::new(x.clone(), y.clone());
            if rules.has_memory() {
                assert_imitation_obeys_the_rules(&game, &at, &mut dice);
                assert_imitation_obeys_the_rules(&game, &Position::new(x.clone(), &x + small), &mut dice);
            } else {
                let answer = exact_answer(&game, at.clone());
                let near = answer.winning_moves.last().map_or(at, |winning| winning.to.clone());
                let ancestor = Position::new(&near.x + small, &near.y + small);
                assert_obeys_the_rules(rules, &game, &near, fraction, &[]);
                assert_obeys_the_rules(rules, &game, &ancestor, fraction, &[]);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    /// The same at a hundred digits, with more around each case.
    #[test]
    fn windows_obey_the_rules_at_a_hundred_digits(
        x in long(),
        y in long(),
        small in 1_u64..100,
        cut in 0_usize..300,
        fraction: u64,
    ) {
        let mut dice = Dice(fraction);
        let (x, y) = (x >> 2900, y >> 2900);
        for game in far_games(true) {
            let by = if cut % 2 == 0 { UBig::from(small) } else { (&y >> cut) + small };
            for at in [Position::new(x.clone(), y.clone()), Position::new(x.clone(), &x + &by)] {
                if game.rules().unwrap().has_memory() {
                    assert_imitation_obeys_the_rules(&game, &at, &mut dice);
                } else {
                    assert_obeys_the_rules_around(&game, &at, &by, fraction);
                }
            }
        }
    }

    /// For p | m the pairs are (pA + r, pB + r), 0 ≤ r < p, with the pairs (A, B) of `wythoff:m/p`.
    #[test]
    fn windows_agree_with_the_closed_form(n in long(), shift in 0_usize..3000, i in 0_u8..3, j in 0_u8..3) {
        let index = IBig::from(n >> shift);
        for (m, p) in [(1_u32, 1_u32), (3, 1), (2, 2), (6, 3), (8, 4)] {
            let (a, b) = beatty_pair(m / p, 1);
            let windows = game(&format!("diagonal-blocking:m={m},p={p}"));
            let wythoff = game(&format!("wythoff:m={}", m / p));
            let [x, y] = [&a, &b].map(|sequence| UBig::try_from(sequence.term(&index)).unwrap());
            let mut at = Position::new(x, y);
            at = Position::new(at.x + i, at.y + j);
            let residue = u32::from(i + j) % p;
            let large = Position::new(&at.x * p + residue, &at.y * p + residue);
            prop_assert_eq!(is_p(&windows, &large), is_p(&wythoff, &at));
            // The residues of the two heaps are the same.
            if residue > 0 {
                prop_assert!(!is_p(&windows, &Position::new(&large.x + (p - residue), large.y)));
            }
        }
    }
}

/// The answer at 64 bits is that at any size.
fn assert_same_at_any_size(game: &Game, at: Position) {
    let small = ask(game, at, &closed_question(), &());
    let large = ask_exact(game, at.to_exact(), &closed_question(), &());
    match (small, large) {
        (Ok(small), Ok(large)) => {
            assert_eq!(serde_json::to_value(small).unwrap(), serde_json::to_value(large).unwrap(), "{game} {at}");
        }
        (Err(small), Err(large)) => assert_eq!(small.to_string(), large.to_string(), "{game} {at}"),
        other => panic!("{game} {at}: {other:?}"),
    }
}

#[test]
fn edges_of_the_heaps() {
    let small = [0, 1, 1 << 8, 1 << 16, 1 << 32, 1 << 53, 1 << 63, u64::MAX].map(UBig::from);
    let large = [UBig::ONE << 64, (UBig::ONE << 64) + 1_u8, UBig::from(10_u8).pow(200), UBig::from(10_u8).pow(1000)];
    for windows in [false, true] {
        let heaps: Vec<&UBig> = small.iter().chain(&large[..if windows { 3 } else { 4 }]).collect();
        for game in far_games(windows) {
            for at in heaps.iter().flat_map(|&x| heaps.iter().map(|&y| Position::new(x.clone(), y.clone()))) {
                if game.rules().is_some_and(|rules| !rules.exists(&at)) {
                    let error = ask_exact(&game, at, &closed_question(), &()).unwrap_err();
                    assert!(matches!(error, AskError::Solve(SolveError::RemovedCell { .. })), "{game}: {error}");
                    continue;
                }
                if let Some(at) = Position::from_exact(at.clone()) {
                    assert_same_at_any_size(&game, at);
                }
                match game.rules().filter(|rules| !rules.has_memory() && !is_terminal_comply(rules, &at)) {
                    Some(rules) => {
                        assert_obeys_the_rules(rules, &game, &at, 1 << 62, &[]);
                    }
                    None => assert_eq!(exact_answer(&game, at.clone()).outcome.is_p(), is_p(&game, &at)),
                }
            }
        }
    }
}

/// Whether too few moves are left for any proposal: then the previous player loses, and no move is named.
fn is_terminal_comply(rules: &Rules, at: &Exact) -> bool {
    is_comply(rules) && &at.x + &at.y < UBig::from(4_u8)
}

/// Whatever the parameters are, there is an answer or a reason, and both soon.
#[test]
fn edges_of_the_parameters() {
    let most = u32::MAX;
    let mut games = Vec::new();
    for (m, p) in [(1, most), (most, 1), (most, most), (1 << 16, 1), (3, 2), (1, 1 << 21), (most, 2), (most, 3)] {
        for family in ["diagonal-blocking", "rook-blocking", "modulo", "choice", "imitation"] {
            games.push(format!("{family}:m={m},p={p}"));
        }
        games.push(format!("wythoff:m={m}"));
        for l in [0, p / 2, p - 1] {
            games.push(format!("shifted:m={m},p={p},l={l}"));
            games.push(format!("modulo:m={m},p={p},l={}", l + 1));
        }
    }
    for k in [1000, 1 << 21, most] {
        for name in ["nim-blocking:k", "comply-diagonal:p", "comply-rook:p", "blocking:k", "comply:k"] {
            games.push(format!("{name}={k}"));
        }
    }
    let heaps = [UBig::ZERO, UBig::from(7_u8), UBig::from(most), UBig::ONE << 40, UBig::from(10_u8).pow(30)];
    let (mut answers, mut refusals) = (0, 0);
    for text in games {
        let game = game(&text);
        for at in heaps.iter().flat_map(|x| heaps.iter().map(move |y| Position::new(x.clone(), y.clone()))) {
            match ask_exact(&game, at.clone(), &closed_question(), &()) {
                Ok(answer) => {
                    answers += 1;
                    assert_eq!(answer.outcome.is_p(), is_p(&game, &at), "{game} {at}");
                    for winning in answer.winning_moves.iter().take(2) {
                        let there = ask_exact(&game, winning.to.clone(), &closed_question(), &());
                        // In an imitation game the history decides there.
                        if let Some(rules) = game.rules().filter(|rules| !rules.has_memory()) {
                            assert!(rules.is_option(&at, &winning.to), "{game} {at}");
                            // What was listed from afar may be too long to list from near.
                            if matches!(there, Err(AskError::Solve(SolveError::LineTooLong { .. }))) {
                                continue;
                            }
                            let there = there.unwrap_or_else(|error| panic!("{game} {at} to {}: {error}", winning.to));
                            assert!(there.outcome.is_p(), "{game} {at}");
                        }
                    }
                }
                Err(AskError::Solve(error)) => {
                    refusals += 1;
                    let expected = matches!(
                        error,
                        SolveError::TooMuchWork { .. }
                            | SolveError::Windows(_)
                            | SolveError::NoFormula
                            | SolveError::RemovedCell { .. }
                            | SolveError::AnswerTooLong { .. }
                            | SolveError::LineTooLong { .. }
                            | SolveError::TooManyChoices { .. }
                    );
                    assert!(expected, "{game} {at}: {error}");
                }
                Err(error) => panic!("{game} {at}: {error}"),
            }
        }
    }
    assert!(answers > 500 && refusals > 500, "{answers} {refusals}");
}

/// The slopes of m = 3, p = 2 are rational: m² + 4p² = 25.
#[test]
fn rational_slopes() {
    let game = game("diagonal-blocking:m=3,p=2");
    assert_eq!(board(&game, 600, Engine::Closed), board(&game, 600, Engine::Lines));
    assert_answers(&game, 30);
}

#[test]
fn other_engines_are_refused_far_out() {
    let far = || Position::new(UBig::ONE << 64, UBig::ONE);
    for engine in [Engine::Reference, Engine::Lines, Engine::Dual] {
        let question = Question { engine: Some(engine), ..closed_question() };
        let error = ask_exact(&game("wythoff"), far(), &question, &()).unwrap_err();
        assert_eq!(error, SolveError::TooFar { engine }.into());
    }
    for text in [
        "W^5",
        "W_5",
        "gdwn:p=1,q=2",
        "modulo:m=2,p=2",
        "hole:m=2,p=3,u=1,v=1",
        "custom: rook + bishop | imitation(1,1)",
    ] {
        let error = ask_exact(&game(text), far(), &Question::default(), &()).unwrap_err();
        assert_eq!(error, SolveError::NoFormula.into(), "{text}");
        let error = ask(&game(text), Position::new(3, 4), &closed_question(), &()).unwrap_err();
        assert!(matches!(error, AskError::Solve(SolveError::WrongEngine { .. })), "{text}");
    }
}

/// Formulas need no board, but a row of a window is in memory.
#[test]
fn rows_that_do_not_fit_in_memory_are_refused() {
    let wide = Window { at: Position::new(0, 1 << 41), width: 1 << 37, height: 1 };
    let rows = solve::rows(&game("wythoff"), wide, Values::Outcome, None, &(), |_| Ok::<_, SolveError>(()));
    assert!(matches!(rows, Err(SolveError::TooMuchMemory { .. })), "{rows:?}");
}

/// No floating-point number decides anything: none occurs.
#[test]
fn no_floating_point() {
    fn files(path: PathBuf) -> Vec<PathBuf> {
        if path.is_dir() {
            fs::read_dir(path).unwrap().flat_map(|entry| files(entry.unwrap().path())).collect()
        } else {
            vec![path]
        }
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut count = 0;
    let searched = ["certificate", "engine", "exact", "game", "play", "solve", "strategy", "table.rs"];
    for file in searched.into_iter().flat_map(|name| files(source.join(name))) {
        let text = fs::read_to_string(&file).unwrap();
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        assert!(!words.any(|word| word == "f32" || word == "f64"), "{}", file.display());
        count += 1;
    }
    assert!(count >= 60, "{count} files");
}

/// Rows of `nim-blocking` are painted below 2^62 and listed beyond: the same cells on both sides of the border, and
/// those of single positions.
#[test]
fn painted_rows_are_those_of_single_positions() {
    const BORDER: u64 = 1 << 62;
    for text in ["nim", "nim-blocking:k=2", "nim-blocking:k=7", "custom: rook | comply 3"] {
        let game: Game = text.parse().unwrap();
        for (x, y) in [(0, 0), (0, 5), (BORDER - 9, BORDER - 6), (BORDER - 6, BORDER - 9), (BORDER, BORDER - 3)] {
            let window = Window { at: Position::new(x, y), width: 14, height: 12 };
            game.board(window)
                .engine(Engine::Closed)
                .rows(|row| {
                    for (x, p) in (x..).zip(row.p) {
                        let answer = game.ask((x, row.y)).engine(Engine::Closed).answer().unwrap();
                        assert_eq!(*p == 1, answer.outcome.is_p(), "{text} at ({x},{})", row.y);
                    }
                    Ok::<(), SolveError>(())
                })
                .unwrap();
        }
    }
}
