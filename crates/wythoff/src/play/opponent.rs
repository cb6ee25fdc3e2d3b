//! The perfect opponent: wins as fast as can be, resists as long as can be, and says why.

use std::cell::RefCell;

use super::remoteness::{Remoteness, StateRemoteness};
use super::{Action, Match, Phase};
use crate::engine;
use crate::game::history::Limits;
use crate::game::words;
use crate::game::{Game, Rules, Twist};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::solve::{self, SolveError};
use crate::strategy::listed;
use crate::watch::Watch;

/// An opponent looks at about this many options before a match at the most.
pub const WORK_LIMIT: u64 = 1 << 28;

/// What to do, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The action.
    pub action: Action,
    /// Whether it wins.
    pub wins: bool,
    /// How many moves the match will still last under perfect play, this one included.
    pub moves_left: u32,
    /// The reason, in a sentence.
    pub why: String,
}

/// Knows everything that can be reached from the start of a match.
pub struct Opponent {
    games: Vec<Known>,
    choices: Vec<u32>,
}

/// Everything about one set of rules.
struct Known {
    rules: Rules,
    study: Study,
}

enum Study {
    Static(Remoteness),
    /// What was needed so far.
    Imitation(Limits, RefCell<StateRemoteness>),
}

impl Opponent {
    /// Studies the game from `start` down.
    ///
    /// # Errors
    /// When the start is not on the board, or there is too much to study ([`WORK_LIMIT`]).
    pub fn new(game: &Game, start: Position, watch: &dyn Watch) -> Result<Self, SolveError> {
        let (width, height) = start.board_sides();
        let (choices, all): (Vec<u32>, Vec<Rules>) = match game.form() {
            crate::Form::Rules(rules) => (Vec::new(), vec![rules.clone()]),
            crate::Form::Choice { m, p } => {
                let shifts = solve::choosable(*m, *p, width, height);
                solve::choices_needed(&shifts, start)?;
                let rules = shifts.into_iter().flatten().map(|l| (l, crate::game::families::shifted(*m, *p, l)));
                rules.filter(|(_, rules)| rules.exists(&start)).unzip()
            }
        };
        let mut games = Vec::new();
        let limit = WORK_LIMIT / (all.len() as u64).max(1);
        for rules in all {
            crate::engine::on_the_board(&rules, &start)?;
            let study = if let Some(limits) = Limits::of(&rules) {
                engine::states_needed(limits, width, height)?;
                Study::Imitation(limits, RefCell::new(StateRemoteness::new(rules.clone(), limits)))
            } else {
                engine::work_needed(&rules, width, height, limit)?;
                let board = solve::board(&Game::unnamed(rules.clone()), width, height, None, watch)?;
                Study::Static(Remoteness::new(&rules, board, watch)?)
            };
            games.push(Known { rules, study });
        }
        Ok(Self { games, choices })
    }

    /// What the player who has to act should do; `None` when the match is over or is not the one studied.
    pub fn advise(&self, play: &Match) -> Option<Advice> {
        if play.phase() == Phase::Choose {
            return self.advise_choice(play.position());
        }
        let known = self.known(play)?;
        match &known.study {
            Study::Imitation(limits, states) => advise_imitation(*limits, &mut states.borrow_mut(), play),
            Study::Static(remoteness) => advise_static(&known.rules, remoteness, play),
        }
    }

    /// The outcome of the match's position, before the previous player blocks or proposes, and how many moves the
    /// match then lasts under perfect play.
    pub fn outcome(&self, play: &Match) -> Option<(Outcome, u32)> {
        let at = play.position();
        Some(match &self.known(play)?.study {
            Study::Imitation(_, states) => states.borrow_mut().outcome_and_moves(play.state()),
            Study::Static(remoteness) => (Outcome::p_if(remoteness.is_p(at)), remoteness.moves_left(at)),
        })
    }

    fn known(&self, play: &Match) -> Option<&Known> {
        self.games.iter().find(|known| Some(&known.rules) == play.rules())
    }

    fn advise_choice(&self, start: Position) -> Option<Advice> {
        let values = self.choices.iter().zip(&self.games).filter_map(|(&l, known)| match &known.study {
            Study::Static(remoteness) => Some((l, remoteness.is_p(start), remoteness.moves_left(start))),
            Study::Imitation(..) => None,
        });
        // A P-start wins, the shorter the better; else the longer the better.
        let best = values.min_by_key(|&(_, is_p, moves)| if is_p { (0, moves) } else { (1, u32::MAX - moves) });
        let (l, is_p, moves) = best?;
        let why = if is_p {
            format!("With l = {l} the start {start} is P.")
        } else {
            format!("The start {start} is N for every l; l = {l} resists longest.")
        };
        Some(Advice { action: Action::Choose(l), wins: is_p, moves_left: moves, why })
    }
}

fn advise_static(rules: &Rules, remoteness: &Remoteness, play: &Match) -> Option<Advice> {
    let at = play.position();
    // Before the move it is the previous player who acts: he wins where the position is P.
    let wins = remoteness.is_p(at);
    let moves_left = remoteness.moves_left(at);
    match (play.phase(), &rules.twist) {
        (Phase::Move, _) => {
            let to = remoteness.best_move(&play.legal_moves())?;
            let wins = remoteness.is_p(to);
            Some(Advice {
                action: Action::Move(to),
                wins,
                moves_left: remoteness.moves_left(to) + 1,
                why: why_move(to, wins, ""),
            })
        }
        (Phase::Block, _) => {
            let why = match (wins, remoteness.census(rules, at).p_inside.as_slice()) {
                (true, []) => format!("{at} is P and none of its options is: nothing has to be blocked."),
                (true, [one]) => format!("{at} is P once its P-option {one} is blocked."),
                (true, many) => format!("{at} is P once its P-options {} are blocked.", listed(many)),
                (false, _) => format!("{at} is N: the block can only make the game longer."),
            };
            Some(Advice { action: Action::Block(remoteness.best_block(rules, at)), wins, moves_left, why })
        }
        (Phase::Propose, Twist::Comply { count, class }) => {
            let why = if wins {
                "Every proposed option is N.".to_owned()
            } else {
                format!("{at} is N: a proposal needs {}, and so it holds a P-option.", words::proposal(*count, class))
            };
            Some(Advice { action: Action::Propose(remoteness.best_proposal(rules, at)), wins, moves_left, why })
        }
        _ => None,
    }
}

fn why_move(to: Position, wins: bool, when: &str) -> String {
    if wins {
        format!("{to} is P{when}: whoever has to move from there loses.")
    } else {
        format!("No move wins; {to} resists longest.")
    }
}

fn advise_imitation(limits: Limits, states: &mut StateRemoteness, play: &Match) -> Option<Advice> {
    let at = play.position();
    let moves = play.legal_moves().into_iter().filter_map(|to| {
        let next = limits.after(play.state(), at.move_to(&to)?)?;
        let (outcome, moves) = states.outcome_and_moves(&next);
        Some((to, outcome.is_p(), moves + 1))
    });
    let best = moves.min_by_key(|&(to, wins, moves)| if wins { (0, moves, to) } else { (1, u32::MAX - moves, to) });
    let (to, wins, moves_left) = best?;
    let why = why_move(to, wins, " with this history");
    Some(Advice { action: Action::Move(to), wins, moves_left, why })
}
