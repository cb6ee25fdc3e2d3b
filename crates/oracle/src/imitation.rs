//! Imitation games on their whole state.

use std::collections::{HashMap, HashSet};

use crate::Position;
use crate::game::{Rules, Twist};

/// One of the two heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heap {
    /// The first.
    X,
    /// The second.
    Y,
}

/// What the player to move of an imitation game has before him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The heaps.
    pub at: Position,
    /// The heap that the last move took from and how many tokens, where that move is armed: the heap was no larger than
    /// the other one before. A move that is not armed can't be imitated, so nothing is kept of it.
    pub last: Option<(Heap, usize)>,
    /// How many imitations in a row the player to move may still make.
    pub own: usize,
    /// The same for the player who has just moved.
    pub opp: usize,
}

/// What a removal is in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// No imitation.
    Plain(State),
    /// An imitation that the credit allows.
    Imitation(State),
    /// An imitation too many.
    Forbidden,
}

/// An imitation game, with what has been found out about its states.
#[derive(Debug)]
pub struct Memory<'r> {
    rules: &'r Rules,
    m: usize,
    p: usize,
    known: HashMap<State, bool>,
    /// Where moves lead, by position.
    options: HashMap<Position, Vec<Position>>,
}

impl<'r> Memory<'r> {
    /// Nothing is known yet.
    ///
    /// # Panics
    /// When the game is not an imitation game.
    pub fn new(rules: &'r Rules) -> Self {
        let Twist::Imitation { m, p } = rules.twist else { panic!("not an imitation game") };
        Self { rules, m, p, known: HashMap::new(), options: HashMap::new() }
    }

    /// The state in which a game begins.
    pub fn start(&self, at: Position) -> State {
        State { at, last: None, own: self.p - 1, opp: self.p - 1 }
    }

    /// The state after the moves from each position to the next; `None` when one of them is not allowed.
    pub fn after(&self, positions: &[Position]) -> Option<State> {
        let (first, rest) = positions.split_first()?;
        let start = self.rules.exists(*first).then(|| self.start(*first))?;
        rest.iter().try_fold(start, |state, to| self.next(state, *to))
    }

    /// The state after the move to `to`; `None` when it is not allowed.
    pub fn next(&self, state: State, to: Position) -> Option<State> {
        match self.step(state, to)? {
            Step::Plain(next) | Step::Imitation(next) => Some(next),
            Step::Forbidden => None,
        }
    }

    /// Whether the move to `to` is an imitation, allowed or not.
    pub fn imitates(&self, state: State, to: Position) -> bool {
        matches!(self.step(state, to), Some(Step::Imitation(_) | Step::Forbidden))
    }

    /// What moving to `to` is; `None` when no move leads there.
    pub(crate) fn step(&self, state: State, to: Position) -> Option<Step> {
        let (x, y) = state.at;
        let (i, j) = (x.checked_sub(to.0)?, y.checked_sub(to.1)?);
        if !self.rules.moves(i, j) || !self.rules.exists(to) {
            return None;
        }
        // The heap that alone is taken from, how many tokens, and whether the heap is no larger than the other.
        let single = match (i, j) {
            (taken, 0) => Some((Heap::X, taken, x <= y)),
            (0, taken) => Some((Heap::Y, taken, y <= x)),
            _ => None,
        };
        let imitates = match (state.last, single) {
            (Some((last_heap, last)), Some((heap, taken, _))) => {
                heap != last_heap && last <= taken && taken - last < self.m
            }
            _ => false,
        };
        if imitates && state.own == 0 {
            return Some(Step::Forbidden);
        }
        let credit = if imitates { state.own - 1 } else { self.p - 1 };
        let last = single.and_then(|(heap, taken, armed)| armed.then_some((heap, taken)));
        let next = State { at: to, last, own: state.opp, opp: credit };
        Some(if imitates { Step::Imitation(next) } else { Step::Plain(next) })
    }

    /// The states after each move that is allowed, in the order of positions.
    pub fn next_states(&mut self, state: State) -> Vec<State> {
        let rules = self.rules;
        let look = || rules.options(state.at).into_iter().map(|(to, _)| to).collect();
        let options = self.options.entry(state.at).or_insert_with(look).clone();
        options.into_iter().filter_map(|to| self.next(state, to)).collect()
    }

    /// Whether the player to move wins.
    pub fn next_player_wins(&mut self, state: State) -> bool {
        if let Some(known) = self.known.get(&state) {
            return *known;
        }
        let next = self.next_states(state);
        let wins =
            if next.is_empty() { self.rules.misere } else { next.into_iter().any(|next| !self.next_player_wins(next)) };
        self.known.insert(state, wins);
        wins
    }

    /// Whether the outcome of `at` depends on how it was reached, in games that begin with heaps below `start_below`.
    pub fn is_dynamic(&mut self, at: Position, start_below: usize) -> bool {
        let starts = (0..start_below).flat_map(|x| (0..start_below).map(move |y| (x, y)));
        let starts = starts.filter(|start| self.rules.exists(*start)).map(|start| self.start(start));
        let mut open: Vec<State> = starts.collect();
        let mut seen: HashSet<State> = open.iter().copied().collect();
        let (mut won, mut lost) = (false, false);
        while let Some(state) = open.pop() {
            if state.at == at {
                if self.next_player_wins(state) { won = true } else { lost = true }
            }
            let next = self.next_states(state).into_iter();
            open.extend(next.filter(|next| next.at.0 >= at.0 && next.at.1 >= at.1).filter(|next| seen.insert(*next)));
        }
        won && lost
    }
}
