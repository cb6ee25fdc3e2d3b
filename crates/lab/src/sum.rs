//! Sums of games, without a memory as in `play.rs`: every request brings the start and all moves.

use std::sync::Arc;

use axum::extract::State;
use wythoff::game::words;
use wythoff::play::SumMatch;
use wythoff::{Position, Sum};

use crate::ask::InBody;
use crate::lab::{Answer, Lab};
use crate::limits::{self, Deadline};
use crate::play::{BY_FEEL, HEAP, NEAR, OPTIONS, chance, pair};
use crate::problem::Problem;
use crate::wire::answer;
use crate::wire::play::Strength;
use crate::wire::sum::{self as wire, SumChallenge, SumPly, SumReply, SumReview, SumState, SumTable};

const RULES: &str = "Several games at once: who is to move takes one of them and moves there. Who can move in none of \
                     them loses.";

/// A sum as far as it has come.
struct Table {
    start: Sum,
    play: SumMatch,
}

impl Table {
    fn new(asked: &wire::SumMatch) -> Result<Self, Problem> {
        const LONGEST: usize = limits::SUMMANDS * limits::NAME;
        if asked.sum.len() > LONGEST {
            let message = format!("a sum is written in at most {LONGEST} bytes");
            return Err(Problem::limit("name", LONGEST as u64, message));
        }
        let start: Sum = asked.sum.parse()?;
        if start.summands().len() > limits::SUMMANDS {
            let message = format!("a sum here has at most {} games", limits::SUMMANDS);
            return Err(Problem::limit("summands", limits::SUMMANDS as u64, message));
        }
        if asked.moves.len() > limits::ACTIONS {
            let message = format!("a match has at most {} actions", limits::ACTIONS);
            return Err(Problem::limit("actions", limits::ACTIONS as u64, message));
        }
        for (number, options) in (1..).zip(options(&start)?) {
            if options.len() > OPTIONS {
                let message = format!("summand {number} has {} options; a match has at most {OPTIONS}", options.len());
                return Err(Problem::limit("options", OPTIONS as u64, message));
            }
        }
        let mut table = Self { play: SumMatch::new(start.clone()), start };
        for (index, step) in asked.moves.iter().enumerate() {
            let to = pair(&step.to)?.to_exact();
            let done = table.play.act(step.summand, &to);
            done.map_err(|error| Problem { action: Some(index), ..Problem::rules(error.to_string()) })?;
        }
        Ok(table)
    }

    fn state(&self, deadline: &Deadline) -> Result<SumState, Problem> {
        let sum = self.play.sum();
        let advice = self.play.advise(deadline)?;
        let answer = match &advice {
            Some(advice) => advice.answer.clone(),
            None => sum.solve(deadline)?,
        };
        let games = self.start.summands().iter().zip(options(sum)?);
        let tables = games.map(|(summand, options)| SumTable {
            rules: words::rules(&summand.game),
            start: summand.position.clone(),
            options,
        });
        let advice = advice.map(Into::into);
        let winner = self.play.winner().map(Into::into);
        let tables = tables.collect();
        Ok(SumState { rules: RULES, mover: self.play.mover().into(), winner, answer, tables, advice })
    }
}

/// Judges every point of a match.
pub(crate) async fn review(State(lab): State<Arc<Lab>>, InBody(asked): InBody<wire::SumMatch>) -> Answer {
    lab.study(move |_, deadline| {
        let table = Table::new(&asked)?;
        let mut play = SumMatch::new(table.start);
        let mut points = vec![(play.mover(), play.advise(deadline)?)];
        for (summand, to) in table.play.history() {
            play.act(*summand, to).map_err(|error| Problem::internal(error.to_string()))?;
            points.push((play.mover(), play.advise(deadline)?));
        }
        let wins = |advice: &Option<wythoff::play::SumAdvice>| advice.as_ref().is_some_and(|advice| advice.wins);
        let plies = points.iter().enumerate().map(|(index, (mover, advice))| {
            // Two players in a row who can win: the first of them has erred.
            let refutation = points.get(index + 1).and_then(|(_, after)| after.clone()).filter(|after| after.wins);
            let refutation = refutation.filter(|_| wins(advice));
            SumPly {
                mover: (*mover).into(),
                winner: if wins(advice) { *mover } else { mover.other() }.into(),
                better: advice.clone().filter(|_| refutation.is_some()).map(Into::into),
                refutation: refutation.map(Into::into),
            }
        });
        Ok(answer(SumReview { plies: plies.collect() }))
    })
    .await
}

/// The options of each game.
fn options(sum: &Sum) -> Result<Vec<Vec<Position>>, Problem> {
    let in_game = |summand: &wythoff::Summand| {
        let near = Position::<u64>::from_exact(summand.position.clone()).filter(|at| at.x.max(at.y) <= HEAP);
        let near =
            near.ok_or_else(|| Problem::limit("heap", HEAP, format!("a match has heaps of at most {HEAP} tokens")))?;
        Ok(summand.game.rules().map(|rules| rules.options(near)).unwrap_or_default())
    };
    sum.summands().iter().map(in_game).collect()
}

pub(crate) async fn state(State(lab): State<Arc<Lab>>, InBody(asked): InBody<wire::SumMatch>) -> Answer {
    lab.study(move |_, deadline| Ok(answer(Table::new(&asked)?.state(deadline)?))).await
}

pub(crate) async fn opponent_moves(State(lab): State<Arc<Lab>>, InBody(asked): InBody<SumChallenge>) -> Answer {
    lab.study(move |_, deadline| {
        let mut table = Table::new(&asked.play)?;
        let best = table.play.advise(deadline)?.ok_or_else(|| Problem::rules("the match is over"))?;
        let (summand, to, why) = match weakened(&table, (best.summand, &best.to), asked.strength, asked.seed)? {
            Some((summand, to)) => (summand, to.to_exact(), BY_FEEL.to_owned()),
            None => (best.summand, best.to, best.why),
        };
        table.play.act(summand, &to).map_err(|error| Problem::internal(error.to_string()))?;
        Ok(answer(SumReply { summand, to, why, state: table.state(deadline)? }))
    })
    .await
}

/// The move by which an opponent of this strength errs, where he does: the same in the same match.
fn weakened(
    table: &Table,
    best: (usize, &Position<wythoff::exact::UBig>),
    strength: Strength,
    seed: u64,
) -> Result<Option<(usize, Position)>, Problem> {
    let sum = table.play.sum();
    let situation = format!("{sum} {}", table.play.history().len());
    let chance = |use_, of| chance(&situation, seed, use_, of);
    // Every move takes a token, so there are at most so many moves left.
    let tokens = sum.summands().iter().map(|summand| &summand.position.x + &summand.position.y);
    let is_near = tokens.sum::<wythoff::exact::UBig>() <= NEAR.into();
    let mut after = table.play.clone();
    let ends = after.act(best.0, best.1).is_ok() && after.winner().is_some();
    let errs = match strength {
        Strength::Perfect => false,
        Strength::Strong => !is_near && chance(0, 4) == 0,
        Strength::Casual => !ends && chance(0, 3) != 0,
    };
    if !errs {
        return Ok(None);
    }
    let moves: Vec<(usize, Position)> = (1..)
        .zip(options(sum)?)
        .flat_map(|(summand, options)| options.into_iter().map(move |to| (summand, to)))
        .collect();
    Ok(moves.get(chance(1, moves.len())).copied())
}
