//! Imitation Nim: what the rules remember, and Lar09 Theorem 19 on every state that play can reach.

use std::collections::{HashMap, HashSet};

use oracle::Memory;
use wythoff::game::history::{Heap, Limits, State, check, replay};
use wythoff::solve::{self, Dual, Engine};
use wythoff::strategy::{Question, ask};
use wythoff::{Game, Move, Outcome, Position, Rules};

fn rules(text: &str) -> Rules {
    let game: Game = text.parse().unwrap_or_else(|error| panic!("{error}"));
    game.rules().unwrap().clone()
}

fn imitation(limits: Limits) -> Rules {
    rules(&format!("imitation:m={},p={}", limits.m, limits.p))
}

/// All (m, p) with both up to `most`.
fn every_limits(most: u32) -> impl Iterator<Item = Limits> {
    (1..=most).flat_map(move |m| (1..=most).map(move |p| Limits { m, p }))
}

/// All positions with heaps up to `most`.
fn every_position(most: u64) -> impl Iterator<Item = Position> {
    (0..=most).flat_map(move |x| (0..=most).map(move |y| Position::new(x, y)))
}

/// Every removal from one heap.
fn removals(at: Position) -> impl Iterator<Item = Move> {
    (1..=at.x).map(|i| Move::new(i, 0)).chain((1..=at.y).map(|j| Move::new(0, j)))
}

/// Every state that play reaches from a start with heaps up to `most`. They are told apart by all that they hold;
/// nothing is left out as irrelevant. Each step is that of the oracle.
fn reachable(limits: Limits, memory: &Memory<'_>, most: u64) -> HashSet<State> {
    let mut open: Vec<State> = every_position(most).map(|start| limits.start(start)).collect();
    let mut seen: HashSet<State> = open.iter().copied().collect();
    while let Some(state) = open.pop() {
        for removal in removals(state.position) {
            let next = limits.after(&state, removal);
            let to = literal(state.position.after(&removal).unwrap());
            assert_eq!(next.map(literal_state), memory.next(literal_state(state), to), "{limits:?} {state:?} {to:?}");
            open.extend(next.filter(|next| seen.insert(*next)));
        }
    }
    seen
}

/// Whether the state is P by trying all moves on.
fn outcome(memory: &mut Memory<'_>, state: State) -> Outcome {
    Outcome::p_if(!memory.next_player_wins(literal_state(state)))
}

/// A position in the oracle's words.
fn literal(at: Position) -> oracle::Position {
    (usize::try_from(at.x).unwrap(), usize::try_from(at.y).unwrap())
}

/// A state in the oracle's words: a move that can't be imitated is forgotten.
fn literal_state(state: State) -> oracle::State {
    let last = state.last.filter(|last| last.armed).map(|last| {
        let heap = if last.heap == Heap::X { oracle::Heap::X } else { oracle::Heap::Y };
        (heap, usize::try_from(last.taken).unwrap())
    });
    oracle::State { at: literal(state.position), last, own: state.own as usize, opp: state.opp as usize }
}

/// (m,p)-Imitation Nim in the oracle's words.
fn literal_game(limits: Limits) -> oracle::Game {
    oracle::Game::family("imitation", &[limits.m as usize, limits.p as usize])
}

/// The P-positions (a, b), a ≤ b, of (m,p)-Wythoff Nim by Lar09 Definition 13:
/// `a_n = mex{a_i, b_i : i < n}` and `b_n = a_n + m⌊n/p⌋`.
struct Wythoff(HashSet<(u64, u64)>);

impl Wythoff {
    fn new(limits: Limits, most: u64) -> Self {
        let pairs = oracle::pairs(limits.m.into(), limits.p.into());
        Self(pairs.take_while(|(a, _)| *a <= most).collect())
    }

    fn is_p(&self, a: u64, b: u64) -> bool {
        self.0.contains(&(a, b))
    }

    /// ξ(a, b) of Lar09 Definition 17.
    fn xi(&self, a: u64, b: u64) -> i64 {
        self.0.iter().map(|&(i, j)| i64::from(j - i == b - a && i < a)).sum()
    }
}

/// The smaller heap and the larger one.
fn sorted(at: Position) -> (u64, u64) {
    (at.x.min(at.y), at.x.max(at.y))
}

/// Lar09 Theorem 19 as it is written.
fn theorem_19(limits: Limits, wythoff: &Wythoff, state: &State) -> bool {
    let (a, b) = sorted(state.position);
    let (xi, credit) = (wythoff.xi(a, b), i64::from(state.opp));
    let one = wythoff.is_p(a, b) && 0 <= xi && xi <= credit;
    let two = (a..b).any(|c| {
        let removal = if state.position.is_upper() { Move::new(0, b - c) } else { Move::new(b - c, 0) };
        // L(a, c) is the credit that the mover would have there; −1 when he may not go.
        let credit = limits.after(state, removal).map_or(-1, |next| i64::from(next.opp));
        let xi = wythoff.xi(a, c);
        wythoff.is_p(a, c) && -1 <= credit && credit < xi && xi < i64::from(limits.p)
    });
    one || two
}

/// Over the ranges of the audit of the papers, which counted the reachable states by a program of its own.
#[test]
fn theorem_19_holds_on_every_reachable_state() {
    let larger = [(5, 2), (6, 3), (2, 5), (5, 5), (6, 6), (1, 6)].map(|(m, p)| (Limits { m, p }, 15));
    let mut count = 0;
    for (limits, most) in every_limits(4).map(|limits| (limits, 23)).chain(larger) {
        let dual = Dual::new(&imitation(limits), most + 1, most + 1, &()).unwrap();
        let wythoff = Wythoff::new(limits, most);
        let game = literal_game(limits);
        let mut memory = Memory::new(game.rules().unwrap());
        let states = reachable(limits, &memory, most);
        for &state in &states {
            let outcome = outcome(&mut memory, state);
            assert_eq!(Outcome::p_if(theorem_19(limits, &wythoff, &state)), outcome, "{limits:?} {state:?}");
            assert_eq!(dual.outcome(&state), outcome, "{limits:?} {state:?}");
        }
        // Corollary 20.
        for start in every_position(most) {
            let (a, b) = sorted(start);
            let outcome = outcome(&mut memory, limits.start(start));
            assert_eq!(outcome.is_p(), wythoff.is_p(a, b), "{limits:?} {start}");
        }
        count += states.len();
    }
    assert_eq!(count, 697_706);
}

/// The theorem speaks of a ≤ b: a board with only one long side still has to know both heaps as the smaller one.
#[test]
fn the_dual_of_a_narrow_board_answers_every_state_on_it() {
    let limits = Limits { m: 2, p: 3 };
    let game = literal_game(limits);
    let mut memory = Memory::new(game.rules().unwrap());
    let states = reachable(limits, &memory, 15);
    for (width, height) in [(3, 16), (16, 3)] {
        let dual = Dual::new(&imitation(limits), width, height, &()).unwrap();
        for &state in states.iter().filter(|state| state.position.x < width && state.position.y < height) {
            assert_eq!(dual.outcome(&state), outcome(&mut memory, state), "{state:?}");
        }
    }
    let other = rules("custom: rook + bishop | imitation(1,2)");
    let error = Dual::new(&other, 4, 4, &()).err().unwrap().to_string();
    assert_eq!(error, "the engine `dual` does not solve this game; these do: reference");
}

#[test]
fn the_canonical_state_has_the_same_outcome() {
    for limits in every_limits(4) {
        let game = literal_game(limits);
        let mut memory = Memory::new(game.rules().unwrap());
        let mut forgotten = 0;
        for state in reachable(limits, &memory, 14) {
            let canonical = state.canonical(limits);
            assert_eq!(outcome(&mut memory, canonical), outcome(&mut memory, state), "{limits:?} {state:?}");
            assert_eq!(canonical.canonical(limits), canonical);
            forgotten += u32::from(canonical != state);
        }
        assert!(forgotten > 0, "{limits:?}: nothing was ever left out");
    }
}

/// `states_at` lists the canonical states that play reaches at a position: all of them, no others, each once. A heap of
/// at most 5 and p−1 rounds of removal and imitation need starts up to 5 + 3 and little more.
#[test]
fn the_listed_states_are_those_that_play_reaches() {
    for limits in every_limits(4) {
        let mut reached: HashMap<Position, HashSet<State>> = HashMap::new();
        let game = literal_game(limits);
        for state in reachable(limits, &Memory::new(game.rules().unwrap()), 11) {
            reached.entry(state.position).or_default().insert(state.canonical(limits));
        }
        for at in every_position(5) {
            let listed = limits.states_at(&imitation(limits), at);
            let as_set: HashSet<State> = listed.iter().copied().collect();
            assert_eq!(as_set.len(), listed.len(), "{limits:?} {at}: a state is listed twice");
            assert_eq!(as_set, reached[&at], "{limits:?} {at}");
        }
    }
}

/// After Lar09 Corollary 20: (a, b) is non-dynamic P iff it is P in (m,p)-Wythoff Nim and ξ = 0; an N-position of that
/// game is dynamic iff some (a, c), a ≤ c < b, is P there. The other P-positions of that game are dynamic.
#[test]
fn dynamic_positions_are_those_of_the_paper() {
    for limits in every_limits(4) {
        let wythoff = Wythoff::new(limits, 12);
        let game = literal_game(limits);
        let mut memory = Memory::new(game.rules().unwrap());
        let dual = Dual::new(&imitation(limits), 9, 9, &()).unwrap();
        for at in every_position(8) {
            let (a, b) = sorted(at);
            let outcomes: HashSet<bool> =
                limits.states_at(&imitation(limits), at).into_iter().map(|s| outcome(&mut memory, s).is_p()).collect();
            let dynamic = if wythoff.is_p(a, b) { wythoff.xi(a, b) > 0 } else { (a..b).any(|c| wythoff.is_p(a, c)) };
            let expected = if dynamic { HashSet::from([true, false]) } else { HashSet::from([wythoff.is_p(a, b)]) };
            assert_eq!(outcomes, expected, "{limits:?} {at}");
            assert_eq!(dual.is_dynamic(at), dynamic, "{limits:?} {at}");
        }
    }
}

/// A play: its positions, oldest first.
type Path = Vec<Position>;

/// At every step of every play from here [`replay`] finds the state, and the oracle, which is told the whole play, too.
fn follow(limits: Limits, rules: &Rules, memory: &Memory<'_>, path: &mut Path, state: State) {
    let (&present, earlier) = path.split_last().unwrap();
    assert_eq!(replay(rules, limits, earlier, &present), Ok(state), "{limits:?} {path:?}");
    let line: Vec<oracle::Position> = path.iter().copied().map(literal).collect();
    assert_eq!(memory.after(&line), Some(literal_state(state)), "{limits:?} {path:?}");
    for removal in removals(present) {
        let to = present.after(&removal).unwrap();
        match limits.after(&state, removal) {
            Some(next) => {
                path.push(to);
                follow(limits, rules, memory, path, next);
                path.pop();
            }
            None => assert_eq!(memory.after(&[&line[..], &[literal(to)]].concat()), None, "{limits:?} {path:?} {to}"),
        }
    }
}

#[test]
fn credits_agree_with_whole_histories() {
    for limits in every_limits(3) {
        let (rules, game) = (imitation(limits), literal_game(limits));
        let mut memory = Memory::new(game.rules().unwrap());
        let wythoff = Wythoff::new(limits, 5);
        let board = solve::board(&Game::custom(rules.clone()).unwrap(), 6, 6, Some(Engine::Reference), &()).unwrap();
        for start in every_position(5) {
            follow(limits, &rules, &memory, &mut vec![start], limits.start(start));
            let is_p = outcome(&mut memory, limits.start(start)).is_p();
            let (a, b) = sorted(start);
            assert_eq!((board.is_p(start), wythoff.is_p(a, b)), (is_p, is_p), "{limits:?} {start}");
        }
    }
}

/// Lar09 Example 2: after (2,3) to (1,3) the move to (1,2) is forbidden, after (3,3) to (1,3) the one to (1,1); after
/// (4,3) to (1,3) and after (1,4) to (1,3) nothing is.
#[test]
fn example_2_of_imitation_nim() {
    let limits = Limits { m: 1, p: 1 };
    let rules = imitation(limits);
    let present = Position::new(1, 3);
    let forbidden = |before: Option<Position>| -> Vec<Position> {
        let state = replay(&rules, limits, before.as_slice(), &present).unwrap();
        rules
            .options(present)
            .into_iter()
            .filter(|&to| limits.after(&state, present.move_to(&to).unwrap()).is_none())
            .collect()
    };
    assert_eq!(forbidden(None), []);
    assert_eq!(forbidden(Some(Position::new(2, 3))), [Position::new(1, 2)]);
    assert_eq!(forbidden(Some(Position::new(3, 3))), [Position::new(1, 1)]);
    assert_eq!(forbidden(Some(Position::new(4, 3))), []);
    assert_eq!(forbidden(Some(Position::new(1, 4))), []);
}

fn path(positions: &[(u64, u64)]) -> Path {
    positions.iter().map(|&(x, y)| Position::new(x, y)).collect()
}

/// What [`check`] says of a play that ends at the last of the positions.
fn check_error(game: &str, positions: &[(u64, u64)]) -> String {
    let path = path(positions);
    let (&present, earlier) = path.split_last().unwrap();
    check(&rules(game), earlier, &present).unwrap_err().to_string()
}

#[test]
fn a_step_that_is_no_move_is_named() {
    let advice = "; list the earlier positions, oldest first, without the present one";
    for (game, positions, step) in [
        ("nim", &[(3, 3), (2, 2)][..], "(3,3) to (2,2)"),
        ("wythoff:m=1", &[(5, 5), (3, 3), (3, 3)], "(3,3) to (3,3)"),
        ("blocking:k=3", &[(2, 5), (1, 5), (2, 5)], "(1,5) to (2,5)"),
        ("modulo:m=1,p=3,l=1", &[(0, 7), (0, 4), (0, 3), (0, 0)], "(0,4) to (0,3)"),
        ("imitation:m=1,p=1", &[(4, 4), (3, 3)], "(4,4) to (3,3)"),
    ] {
        assert_eq!(check_error(game, positions), format!("no move of this game leads from {step}{advice}"));
    }
}

#[test]
fn a_removed_cell_is_named() {
    // The cells x < 2, y < 4 do not exist.
    let game = "shifted:m=2,p=3,l=1";
    assert_eq!(check(&rules(game), &path(&[(2, 7), (1, 4)]), &Position::new(0, 4)), Ok(()));
    let removed = "(1,3) is a removed cell, where no play can be";
    assert_eq!(check_error(game, &[(1, 3), (1, 2)]), removed);
    assert_eq!(check_error(game, &[(2, 4), (1, 3)]), removed);
    assert_eq!(check_error(game, &[(1, 3)]), removed);
    // It is named before a step that is no move.
    assert_eq!(check_error(game, &[(9, 9), (9, 10), (1, 3)]), removed);
}

/// What [`replay`] says of a play that ends at the last of the positions.
fn replayed(limits: Limits, positions: &[(u64, u64)]) -> Result<State, String> {
    let path = path(positions);
    let (&present, earlier) = path.split_last().unwrap();
    replay(&imitation(limits), limits, earlier, &present).map_err(|error| error.to_string())
}

#[test]
fn a_forbidden_imitation_is_named() {
    assert_eq!(
        replayed(Limits { m: 1, p: 1 }, &[(2, 3), (1, 3), (1, 2)]),
        Err("(1,3) to (1,2) is imitation number 1 in a row by the same player, which (m,p)-Imitation Nim \
             with p=1 forbids"
            .to_owned())
    );
    // Lar13: in 2-Imitation Nim from (2,2) the second imitation in a row is forbidden.
    let play = [(2, 2), (1, 2), (1, 1), (0, 1), (0, 0)];
    assert!(replayed(Limits { m: 1, p: 2 }, &play[..4]).is_ok());
    assert_eq!(
        replayed(Limits { m: 1, p: 2 }, &play),
        Err("(0,1) to (0,0) is imitation number 2 in a row by the same player, which (m,p)-Imitation Nim \
             with p=2 forbids"
            .to_owned())
    );
    assert!(replayed(Limits { m: 1, p: 3 }, &play).is_ok());
    // With m = 2 taking one more imitates too; with m = 1 it does not.
    assert!(replayed(Limits { m: 1, p: 1 }, &[(1, 2), (0, 2), (0, 0)]).is_ok());
    assert!(replayed(Limits { m: 2, p: 1 }, &[(1, 2), (0, 2), (0, 0)]).is_err());
}

#[test]
fn replay_names_the_other_errors_too() {
    let limits = Limits { m: 1, p: 1 };
    assert_eq!(
        replayed(limits, &[(4, 4), (3, 3)]),
        Err("no move of this game leads from (4,4) to (3,3); list the earlier positions, oldest first, \
             without the present one"
            .to_owned())
    );
    let with_hole = rules("custom: rook | hole 2,2 | imitation(1,1)");
    let error = replay(&with_hole, limits, &path(&[(1, 4)]), &Position::new(1, 1)).unwrap_err().to_string();
    assert_eq!(error, "(1,1) is a removed cell, where no play can be");
    assert_eq!(replayed(limits, &[(6, 4)]), Ok(limits.start(Position::new(6, 4))));
}

/// A removal that is no move arms nothing: with lengths 2, 5, 8, … no play takes 1 token to reach (1,2), so its outcome
/// does not depend on the history. In Imitation Nim (1,3) does (Lar09, after Remark 6).
#[test]
fn only_moves_of_the_game_make_a_position_dynamic() {
    let dynamic = |text: &str, x, y| {
        let answer = ask(&text.parse().unwrap(), Position::new(x, y), &Question::default(), &()).unwrap();
        answer.imitation.unwrap().dynamic
    };
    assert!(!dynamic("custom: rook(mod 3: 2) | imitation(2,1)", 1, 2));
    assert!(dynamic("imitation", 1, 3));
}
