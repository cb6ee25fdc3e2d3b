//! (m,p)-Imitation Nim, twice: in the library, and by the oracle.

use std::collections::{HashMap, HashSet};

use oracle::Memory;
use wythoff::game::history::{self, HistoryError, Kind, Limits};
use wythoff::solve::Dual;
use wythoff::{Outcome, Position, Rules};

use super::{ask, index, rules, square};

pub(super) const P: Option<Outcome> = Some(Outcome::P);
pub(super) const N: Option<Outcome> = Some(Outcome::N);

/// Lar09 Definition 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nature {
    NonDynamicP,
    NonDynamicN,
    Dynamic,
}

impl Nature {
    pub(super) fn of(outcomes: impl IntoIterator<Item = Outcome>) -> Self {
        let outcomes: HashSet<Outcome> = outcomes.into_iter().collect();
        match (outcomes.contains(&Outcome::P), outcomes.contains(&Outcome::N)) {
            (true, false) => Self::NonDynamicP,
            (false, true) => Self::NonDynamicN,
            (true, true) => Self::Dynamic,
            (false, false) => panic!("no play reaches the position"),
        }
    }
}

/// (m,p)-Imitation Nim with heaps of less than 24 tokens, in the library and by the oracle.
pub(super) struct Imitation {
    pub(super) rules: Rules,
    pub(super) limits: Limits,
    pub(super) dual: Dual,
    oracle: Memory<'static>,
}

impl Imitation {
    pub(super) fn new(m: u32, p: u32) -> Self {
        let rules = rules(&format!("imitation:m={m},p={p}"));
        let limits = Limits::of(&rules).unwrap();
        let dual = Dual::new(&rules, 24, 24, &()).unwrap();
        // One for each test, as long as the tests run.
        let game = Box::leak(Box::new(oracle::Game::family("imitation", &[m as usize, p as usize])));
        Self { rules, limits, dual, oracle: Memory::new(game.rules().unwrap()) }
    }

    /// The outcome after the play, or `None` when its last imitation is forbidden.
    pub(super) fn after_play(&mut self, play: &[Position]) -> Option<Outcome> {
        let (&present, history) = play.split_last().unwrap();
        let by_oracle = self.oracle.after(&plain(play)).map(|state| self.outcome(state));
        let by_library = match history::replay(&self.rules, self.limits, history, &present) {
            Ok(state) => Some(self.dual.outcome(&state)),
            Err(HistoryError::Forbidden { .. }) => None,
            Err(error) => panic!("{error}"),
        };
        assert_eq!(by_library, by_oracle, "after {play:?}");
        by_oracle
    }

    fn outcome(&mut self, state: oracle::State) -> Outcome {
        Outcome::p_if(!self.oracle.next_player_wins(state))
    }

    /// As [`Imitation::after_play`], of positions separated by spaces; a player who asks is told the same.
    pub(super) fn after(&mut self, play: &str) -> Option<Outcome> {
        let play = positions(play);
        let outcome = self.after_play(&play);
        if let (Some(outcome), Some((&present, history))) = (outcome, play.split_last()) {
            let Limits { m, p } = self.limits;
            assert_eq!(ask(&format!("imitation:m={m},p={p}"), history, present).outcome, outcome, "{play:?}");
        }
        outcome
    }

    /// Whether the last move of the play is an imitation, allowed or not.
    pub(super) fn imitates(&self, play: &str) -> bool {
        let play = positions(play);
        let [history @ .., present, to] = &play[..] else { panic!("a play with a move") };
        let state = history::replay(&self.rules, self.limits, history, present).unwrap();
        let by_library = self.limits.kind(&state, &present.move_to(to).unwrap()) != Kind::Plain;
        let before = self.oracle.after(&plain(&play[..play.len() - 1])).unwrap();
        assert_eq!(by_library, self.oracle.imitates(before, plain(&[*to])[0]), "{play:?}");
        by_library
    }

    /// Where the player to move can go.
    pub(super) fn options(&mut self, play: &str) -> Vec<Position> {
        let state = self.oracle.after(&plain(&positions(play))).unwrap();
        let to = |next: oracle::State| Position::new(next.at.0 as u64, next.at.1 as u64);
        let mut options: Vec<Position> = self.oracle.next_states(state).into_iter().map(to).collect();
        options.sort_unstable();
        options
    }

    /// The nature of every position with heaps of at most `most`, over all plays from starts with heaps of less than
    /// 2·`most` + 3. The states that the library lists for a position have the same nature.
    pub(super) fn natures(&mut self, most: u64) -> HashMap<Position, Nature> {
        let mut open: Vec<oracle::State> =
            square(2 * most + 3).map(|start| self.oracle.start(plain(&[start])[0])).collect();
        let mut seen: HashSet<oracle::State> = open.iter().copied().collect();
        let mut outcomes: HashMap<Position, Vec<Outcome>> = HashMap::new();
        while let Some(state) = open.pop() {
            let at = Position::new(state.at.0 as u64, state.at.1 as u64);
            if at.x.max(at.y) <= most {
                outcomes.entry(at).or_default().push(self.outcome(state));
            }
            open.extend(self.oracle.next_states(state).into_iter().filter(|next| seen.insert(*next)));
        }
        let natures: HashMap<Position, Nature> =
            outcomes.into_iter().map(|(present, outcomes)| (present, Nature::of(outcomes))).collect();
        for (&present, &nature) in &natures {
            let states = self.limits.states_at(&self.rules, present);
            assert_eq!(Nature::of(states.iter().map(|state| self.dual.outcome(state))), nature, "{present}");
        }
        natures
    }
}

/// The positions as the oracle writes them.
fn plain(play: &[Position]) -> Vec<oracle::Position> {
    play.iter().map(|at| (index(at.x), index(at.y))).collect()
}

fn positions(text: &str) -> Vec<Position> {
    text.split(' ').map(|position| position.parse().unwrap()).collect()
}
