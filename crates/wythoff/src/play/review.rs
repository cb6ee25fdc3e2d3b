//! A match looked at afterwards: who would have won at each point of it, and which actions gave a win away.

use super::{Action, Advice, IllegalAction, Match, Opponent, Phase, Seat};
use crate::position::Position;
use crate::solve::SolveError;
use crate::watch::Watch;

/// A point of a match: before an action, or where it has come to.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The position.
    pub position: Position,
    /// What has to be done.
    pub phase: Phase,
    /// Who has to do it; nobody at the end.
    pub actor: Option<Seat>,
    /// Who wins under perfect play.
    pub verdict: Result<Verdict, SolveError>,
    /// What was done; nothing at the last point.
    pub action: Option<Action>,
    /// Why that was a mistake, if it was one.
    pub mistake: Option<Mistake>,
}

/// What perfect play would come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who wins; nobody knows where there is nothing to do.
    pub winner: Option<Seat>,
    /// How many moves it takes; none where the end is too far to be known.
    pub moves_left: Option<u32>,
}

/// An action that gave a win away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// What would have won.
    pub better: Advice,
    /// How the other player wins now; none if he has won already.
    pub refutation: Option<Advice>,
}

/// Judges every point of a match that begins as `play` does and goes on with the actions: one point more than there
/// are actions. Where the opponent can't say who wins, the point says why.
///
/// ```
/// use wythoff::play::{Action, Match, Opponent, review};
/// use wythoff::{Game, Position};
///
/// let game: Game = "wythoff".parse()?;
/// let start = Position::new(5, 7);
/// let mut opponent = Opponent::new(&game, start, &())?;
/// let actions = [Action::Move(Position::new(5, 6)), Action::Move(Position::new(1, 2))];
/// let plies = review(&mut opponent, Match::new(&game, start)?, &actions, &())?;
/// assert_eq!(plies.len(), 3);
/// let mistake = plies[0].mistake.as_ref().unwrap();
/// assert_eq!(mistake.better.action, Action::Move(Position::new(3, 5)));
/// assert_eq!(mistake.refutation.as_ref().unwrap().action, actions[1]);
/// assert!(plies[1].mistake.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the rules forbid an action.
pub fn review(
    opponent: &mut Opponent,
    mut play: Match,
    actions: &[Action],
    watch: &dyn Watch,
) -> Result<Vec<Ply>, IllegalAction> {
    let mut plies = Vec::with_capacity(actions.len() + 1);
    let mut here = Judged::of(opponent, &play, watch);
    for action in actions {
        let (position, phase, actor) = (play.position(), play.phase(), play.actor());
        play.act(action.clone())?;
        let after = Judged::of(opponent, &play, watch);
        let lost = actor.filter(|_| here.winner() == actor && after.winner() == actor.map(Seat::other));
        let mistake = here.advice.filter(|_| lost.is_some()).map(|better| Mistake {
            better,
            refutation: lost.and_then(|actor| refutation(opponent, play.clone(), actor, watch)),
        });
        let action = Some(action.clone());
        plies.push(Ply { position, phase, actor, verdict: here.verdict, action, mistake });
        here = after;
    }
    let (position, phase, actor) = (play.position(), play.phase(), play.actor());
    plies.push(Ply { position, phase, actor, verdict: here.verdict, action: None, mistake: None });
    Ok(plies)
}

struct Judged {
    verdict: Result<Verdict, SolveError>,
    advice: Option<Advice>,
}

impl Judged {
    fn of(opponent: &mut Opponent, play: &Match, watch: &dyn Watch) -> Self {
        if let Phase::Over(winner) = play.phase() {
            return Self { verdict: Ok(Verdict { winner: Some(winner), moves_left: Some(0) }), advice: None };
        }
        match opponent.advise(play, watch) {
            Ok(advice) => {
                let winner =
                    |advice: &Advice| play.actor().map(|actor| if advice.wins { actor } else { actor.other() });
                let moves_left = advice.as_ref().and_then(|advice| advice.moves_left);
                Self { verdict: Ok(Verdict { winner: advice.as_ref().and_then(winner), moves_left }), advice }
            }
            Err(error) => Self { verdict: Err(error), advice: None },
        }
    }

    fn winner(&self) -> Option<Seat> {
        self.verdict.as_ref().ok().and_then(|verdict| verdict.winner)
    }
}

/// What the other player does once `loser` has done what is left of his turn.
fn refutation(opponent: &mut Opponent, mut play: Match, loser: Seat, watch: &dyn Watch) -> Option<Advice> {
    loop {
        let advice = opponent.advise(&play, watch).ok()??;
        if play.actor() != Some(loser) {
            return Some(advice);
        }
        play.act(advice.action).ok()?;
    }
}
