//! Matches.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wythoff::game::history::{Heap, Kind};
use wythoff::play::{self, Phase, Seat};
use wythoff::{Outcome, Position};

use super::{Integer, Pair};

/// A match: its start and all actions so far.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Match {
    pub(crate) game: String,
    pub(crate) start: Pair,
    #[serde(default)]
    pub(crate) actions: Vec<Action>,
}

/// A match in which the opponent is to act.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Challenge {
    #[serde(flatten)]
    pub(crate) play: Match,
    /// How well the opponent plays.
    #[serde(default)]
    pub(crate) strength: Strength,
    /// Varies what a weaker opponent does.
    #[serde(default)]
    pub(crate) seed: u64,
}

/// How well an opponent plays.
#[derive(Clone, Copy, Default, Deserialize, Serialize, PartialEq, Eq, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Strength {
    /// Never errs.
    #[default]
    Perfect,
    /// Errs in one action out of four while the end is far.
    Strong,
    /// Errs in two out of three, but takes a win that is one move away.
    Casual,
}

/// What a player does: exactly one of these.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Action {
    /// Moves.
    Move(Pair),
    /// Blocks options, perhaps none.
    Block(Vec<Pair>),
    /// Proposes options.
    Propose(Vec<Pair>),
    /// Fixes l.
    Choose(u32),
}

impl From<&play::Action> for Action {
    fn from(action: &play::Action) -> Self {
        let all = |positions: &[Position]| positions.iter().copied().map(Pair::from).collect();
        match action {
            play::Action::Choose(l) => Self::Choose(*l),
            play::Action::Block(blocked) => Self::Block(all(blocked)),
            play::Action::Propose(proposed) => Self::Propose(all(proposed)),
            play::Action::Move(to) => Self::Move((*to).into()),
        }
    }
}

/// A player.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    First,
    Second,
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::First => Self::First,
            Seat::Second => Self::Second,
        }
    }
}

/// What is to be done.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum PhaseName {
    Choose,
    Block,
    Propose,
    Move,
    Over,
}

impl From<Phase> for PhaseName {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Choose => Self::Choose,
            Phase::Block => Self::Block,
            Phase::Propose => Self::Propose,
            Phase::Move => Self::Move,
            Phase::Over(_) => Self::Over,
        }
    }
}

/// The referee's view.
#[derive(Serialize, JsonSchema)]
pub(crate) struct State {
    pub(crate) game: String,
    pub(crate) position: Position,
    pub(crate) phase: PhaseName,
    pub(crate) actor: Option<Side>,
    pub(crate) mover: Side,
    pub(crate) winner: Option<Side>,
    pub(crate) blocked: Vec<Position>,
    pub(crate) proposed: Vec<Position>,
    pub(crate) history: Vec<Position>,
    pub(crate) options: Vec<MoveOption>,
    pub(crate) block: Option<Blocking>,
    pub(crate) propose: Option<Proposing>,
    /// Values of l that may be chosen.
    pub(crate) choose: Option<Vec<u32>>,
    pub(crate) imitation: Option<Memory>,
}

/// An option.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Option")]
pub(crate) struct MoveOption {
    pub(crate) to: Position,
    /// May be moved to, as far as the twist is done.
    pub(crate) legal: bool,
    pub(crate) blockable: bool,
    pub(crate) kind: Option<MoveKind>,
}

/// What a move is in an imitation game.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum MoveKind {
    Plain,
    Imitation,
    Forbidden,
}

impl From<Kind> for MoveKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Plain => Self::Plain,
            Kind::Imitation => Self::Imitation,
            Kind::Forbidden => Self::Forbidden,
        }
    }
}

/// What may be blocked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Blocking {
    pub(crate) most: u32,
    /// In words.
    pub(crate) class: String,
}

/// What has to be proposed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Proposing {
    /// In words.
    pub(crate) needs: String,
}

/// What an imitation game remembers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Memory {
    pub(crate) m: u32,
    pub(crate) p: u32,
    /// Of the player to move.
    pub(crate) own_credit: u32,
    pub(crate) opponent_credit: u32,
    pub(crate) last: Option<LastMove>,
}

/// The move before.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LastMove {
    pub(crate) heap: HeapName,
    pub(crate) taken: Integer,
    /// Whether it can be imitated.
    pub(crate) armed: bool,
}

/// One of the two heaps.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum HeapName {
    X,
    Y,
}

impl From<Heap> for HeapName {
    fn from(heap: Heap) -> Self {
        if heap == Heap::X { Self::X } else { Self::Y }
    }
}

/// What to do.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Advice {
    pub(crate) action: Action,
    pub(crate) wins: bool,
    /// How many moves the match will still last under perfect play; null where the heaps are too large for that.
    pub(crate) moves_left: Option<u32>,
    pub(crate) why: String,
}

/// What the opponent does.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Reply {
    pub(crate) action: Action,
    /// The reason, in a sentence.
    pub(crate) why: String,
    pub(crate) state: State,
}

/// What every option is worth.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Values {
    pub(crate) position: Option<Worth>,
    pub(crate) why: String,
    pub(crate) options: Vec<OptionValue>,
}

/// What the position is worth.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Worth {
    pub(crate) outcome: Outcome,
    /// Null where the heaps are too large for that.
    pub(crate) moves_left: Option<u32>,
}

/// What an option, or a choice of l, is worth.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OptionValue {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<Position>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) l: Option<u32>,
    pub(crate) outcome: Outcome,
    /// For the player to move.
    pub(crate) wins: bool,
    /// Null where the heaps are too large for that.
    pub(crate) moves_left: Option<u32>,
}

/// A match looked at afterwards.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Review {
    /// Its points: before each action, and where it has come to.
    pub(crate) plies: Vec<Ply>,
}

/// A point of a match.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Ply {
    pub(crate) position: Position,
    pub(crate) phase: PhaseName,
    /// Who has to act; null at the end.
    pub(crate) actor: Option<Side>,
    /// Who wins under perfect play.
    pub(crate) winner: Option<Side>,
    /// How many moves that takes; null where the end is too far to be known.
    pub(crate) moves_left: Option<u32>,
    /// Why it is not known who wins.
    pub(crate) unknown: Option<String>,
    /// What was done; null at the last point.
    pub(crate) action: Option<Action>,
    /// Null where nothing was given away.
    pub(crate) mistake: Option<Mistake>,
}

/// An action that gave a win away.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Mistake {
    /// What would have won.
    pub(crate) better: Advice,
    /// How the other player wins now; null if that has happened.
    pub(crate) refutation: Option<Advice>,
}

impl From<play::Advice> for Advice {
    fn from(play::Advice { action, wins, moves_left, why }: play::Advice) -> Self {
        Self { action: (&action).into(), wins, moves_left, why }
    }
}

impl From<play::Ply> for Ply {
    fn from(ply: play::Ply) -> Self {
        let verdict = ply.verdict.as_ref().ok();
        Self {
            position: ply.position,
            phase: ply.phase.into(),
            actor: ply.actor.map(Into::into),
            winner: verdict.and_then(|verdict| verdict.winner).map(Into::into),
            moves_left: verdict.and_then(|verdict| verdict.moves_left),
            unknown: ply.verdict.as_ref().err().map(ToString::to_string),
            action: ply.action.as_ref().map(Into::into),
            mistake: ply.mistake.map(|mistake| Mistake {
                better: mistake.better.into(),
                refutation: mistake.refutation.map(Into::into),
            }),
        }
    }
}

/// A match at a point where one action wins, and every other one loses.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Puzzle {
    pub(crate) seed: u32,
    pub(crate) level: u32,
    /// The highest level.
    pub(crate) levels: u32,
    pub(crate) game: String,
    /// Its rules in words.
    pub(crate) rules: String,
    pub(crate) start: Position,
    pub(crate) actions: Vec<Action>,
    /// What is asked for.
    pub(crate) phase: PhaseName,
    /// What wins.
    pub(crate) solution: Action,
    pub(crate) why: String,
    /// How many moves the match then lasts.
    pub(crate) moves_left: Option<u32>,
}
