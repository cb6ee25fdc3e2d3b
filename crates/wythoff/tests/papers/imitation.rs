//! (m,p)-Imitation Nim, twice: in the library, and by Lar09's definitions alone.

use std::collections::{HashMap, HashSet};

use wythoff::game::history::{self, HistoryError, Kind, Limits};
use wythoff::solve::Dual;
use wythoff::{Outcome, Position, Rules};

use super::{ask, at, index, rules, square};

pub(super) const P: Option<Outcome> = Some(Outcome::P);
pub(super) const N: Option<Outcome> = Some(Outcome::N);

/// (m,p)-Imitation Nim by Lar09's Definitions 1 and 11 alone, on the whole list of positions of a play.
struct Literal {
    m: u64,
    p: usize,
    known: HashMap<Digest, Outcome>,
}

/// What the rules can still see of a play: the last two positions, and how many imitations in a row the player to move
/// and the other one have made.
type Digest = (Option<Position>, Position, usize, usize);

impl Literal {
    /// Whether the move from `play[i−1]` to `play[i]` imitates the move before it.
    fn imitates(&self, play: &[Position], i: usize) -> bool {
        if i < 2 {
            return false;
        }
        let [before, between, after] = [play[i - 2], play[i - 1], play[i]];
        let m_imitates = |before: Position, between: Position, after: Position| {
            let (taken, answer) = (before.x - between.x, between.y - after.y);
            taken > 0 && before.x <= before.y && (taken..taken + self.m).contains(&answer)
        };
        m_imitates(before, between, after) || m_imitates(before.mirrored(), between.mirrored(), after.mirrored())
    }

    /// How many moves in a row, the last of them leading to `play[i]`, were imitations by the player who made them.
    fn imitations_in_a_row(&self, play: &[Position], i: usize) -> usize {
        if self.imitates(play, i) { 1 + self.imitations_in_a_row(play, i - 2) } else { 0 }
    }

    /// No player makes p imitations in a row.
    fn is_legal(&self, play: &[Position]) -> bool {
        (0..play.len()).all(|i| self.imitations_in_a_row(play, i) < self.p)
    }

    /// Every legal play that is one move longer.
    fn longer(&self, play: &[Position]) -> Vec<Vec<Position>> {
        let Position { x, y } = play[play.len() - 1];
        let options = (0..x).map(|to| at(to, y)).chain((0..y).map(|to| at(x, to)));
        let plays = options.map(|to| [play, &[to]].concat());
        plays.filter(|play| self.imitations_in_a_row(play, play.len() - 1) < self.p).collect()
    }

    fn digest(&self, play: &[Position]) -> Digest {
        let last = play.len() - 1;
        let previous = last.checked_sub(1);
        let own = previous.map_or(0, |previous| self.imitations_in_a_row(play, previous));
        (previous.map(|previous| play[previous]), play[last], own, self.imitations_in_a_row(play, last))
    }

    /// P iff no legal move leads to P.
    fn outcome(&mut self, play: &[Position]) -> Outcome {
        let digest = self.digest(play);
        if let Some(&outcome) = self.known.get(&digest) {
            return outcome;
        }
        let outcome = Outcome::p_if(self.longer(play).iter().all(|play| self.outcome(play) == Outcome::N));
        self.known.insert(digest, outcome);
        outcome
    }
}

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

/// (m,p)-Imitation Nim with heaps of less than 24 tokens, in the library and literally.
pub(super) struct Imitation {
    pub(super) rules: Rules,
    pub(super) limits: Limits,
    pub(super) dual: Dual,
    literal: Literal,
}

impl Imitation {
    pub(super) fn new(m: u32, p: u32) -> Self {
        let rules = rules(&format!("imitation:m={m},p={p}"));
        let limits = Limits::of(&rules).unwrap();
        let dual = Dual::new(&rules, 24, 24, &()).unwrap();
        let literal = Literal { m: m.into(), p: index(p.into()), known: HashMap::new() };
        Self { rules, limits, dual, literal }
    }

    /// The outcome after the play, or `None` when its last imitation is forbidden.
    pub(super) fn after_play(&mut self, play: &[Position]) -> Option<Outcome> {
        let (&present, history) = play.split_last().unwrap();
        let literally = self.literal.is_legal(play).then(|| self.literal.outcome(play));
        let by_library = match history::replay(&self.rules, self.limits, history, &present) {
            Ok(state) => Some(self.dual.outcome(&state)),
            Err(HistoryError::Forbidden { .. }) => None,
            Err(error) => panic!("{error}"),
        };
        assert_eq!(by_library, literally, "after {play:?}");
        literally
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
        assert_eq!(by_library, self.literal.imitates(&play, play.len() - 1), "{play:?}");
        by_library
    }

    /// Where the player to move can go.
    pub(super) fn options(&self, play: &str) -> Vec<Position> {
        let mut options: Vec<Position> =
            self.literal.longer(&positions(play)).iter().map(|play| play[play.len() - 1]).collect();
        options.sort_unstable();
        options
    }

    /// The nature of every position with heaps of at most `most`, over all plays from starts with heaps of less than
    /// 2·`most` + 3. The states that the library lists for a position have the same nature.
    pub(super) fn natures(&mut self, most: u64) -> HashMap<Position, Nature> {
        let mut plays: HashMap<Digest, Vec<Position>> = HashMap::new();
        let mut open: Vec<Vec<Position>> = square(2 * most + 3).map(|start| vec![start]).collect();
        while let Some(play) = open.pop() {
            if let std::collections::hash_map::Entry::Vacant(entry) = plays.entry(self.literal.digest(&play)) {
                open.extend(self.literal.longer(&play));
                entry.insert(play);
            }
        }
        let mut outcomes: HashMap<Position, Vec<Outcome>> = HashMap::new();
        for ((_, present, ..), play) in plays {
            if present.x.max(present.y) <= most {
                outcomes.entry(present).or_default().push(self.literal.outcome(&play));
            }
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

fn positions(text: &str) -> Vec<Position> {
    text.split(' ').map(|position| position.parse().unwrap()).collect()
}
