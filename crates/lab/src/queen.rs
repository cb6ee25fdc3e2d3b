//! What a queen sees from a cell: its numbers, her rays, her winning moves.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};
use wythoff::engine::dense::SIDE;
use wythoff::exact::UBig;
use wythoff::solve::{self, Closed};
use wythoff::strategy::{Answer as Solution, Question, ask, ask_exact};
use wythoff::{Game, Outcome, Position, Tokens};

use crate::ask::{InPath, InQuery, game, position, up_to};
use crate::explore::{Answer, stored_k};
use crate::lab::Lab;
use crate::limits::{self, Deadline};
use crate::play::shortened;
use crate::problem::Problem;
use crate::proved::proved_k;
use crate::store::Kept;
use crate::tiles::{self, REMOVED_OUTCOME, Region, Source};

pub(crate) async fn cell(
    State(lab): State<Arc<Lab>>,
    InPath((name, x, y)): InPath<(String, String, String)>,
) -> Answer {
    let game = game(&name)?;
    stored_k(&game)?;
    let at = position::<UBig>(&x, &y)?;
    let quick = lab.boards.is_at_hand(&game, tiles::has_palace_numbers(&game));
    lab.work_or_study(quick, move |lab, deadline| Ok(Json(describe(lab, &game, &at, deadline)?).into_response())).await
}

fn describe(lab: &Lab, game: &Game, at: &Position<UBig>, deadline: &Deadline) -> Result<Value, Problem> {
    if let Some(k) = proved_k(game) {
        let [column, row, diagonal] = lab.boards.solvers.lines(k, at, deadline)?.map(|line| line.len());
        let palaces = column + row + diagonal;
        return Ok(json!({
            "position": at, "exists": true, "outcome": Outcome::p_if((palaces as u64) < u64::from(k)),
            "palace_number": palaces, "deviation": palaces.cast_signed() as i64 - i64::from(k), "method": "closed",
            "counts": { "column": column, "row": row, "diagonal": diagonal },
        }));
    }
    let numbers = tiles::has_palace_numbers(game);
    let source = lab.boards.source(game, numbers, deadline);
    let near = Position::<u64>::from_exact(at.clone());
    let ready = source.as_ref().map_or(0, Source::ready);
    let Some(near) = near.filter(|near| near.x < ready && near.y < ready) else {
        let Some(mut closed) = Closed::starts(game) else {
            source?;
            return Err(Problem::not_ready("this cell is beyond what is computed"));
        };
        let exists = game.rules().is_none_or(|rules| rules.exists(at));
        let outcome = Outcome::p_if(closed.is_p(at, deadline)?);
        return Ok(json!({
            "position": at, "exists": exists, "outcome": exists.then_some(outcome), "palace_number": null,
            "deviation": null, "counts": null, "method": "closed",
        }));
    };
    let k = tiles::k_of(game);
    match source? {
        Source::Stored(board) => {
            let sight = lab.boards.sight(&board, near.x, near.y)?;
            Ok(json!({
                "position": near, "exists": true, "outcome": Outcome::p_if(sight.is_p), "palace_number": sight.palace_number,
                "deviation": sight.deviation, "method": "dense",
                "counts": { "column": sight.vertical, "row": sight.horizontal, "diagonal": sight.diagonal },
            }))
        }
        source => {
            let region = Region { x: near.x.cast_signed(), y: near.y.cast_signed(), width: 1, height: 1 };
            let outcome = lab.boards.outcomes(&source, region)?[0];
            let exists = outcome != REMOVED_OUTCOME;
            let palaces = if numbers && exists { Some(lab.boards.numbers(&source, region, 0)?[0]) } else { None };
            let deviation = palaces.zip(k).map(|(palaces, k)| i64::from(palaces) - k.cast_signed());
            Ok(json!({
                "position": near, "exists": exists, "outcome": exists.then_some(Outcome::p_if(outcome == 1)),
                "palace_number": palaces, "deviation": deviation, "counts": null,
                "method": solve::Engine::solving(game).first(),
            }))
        }
    }
}

#[derive(Deserialize)]
pub(crate) struct RaysQuery {
    most: Option<String>,
}

pub(crate) async fn rays(
    State(lab): State<Arc<Lab>>,
    InPath((name, x, y)): InPath<(String, String, String)>,
    InQuery(query): InQuery<RaysQuery>,
) -> Answer {
    let game = game(&name)?;
    let stored = stored_k(&game)?;
    let at = position::<UBig>(&x, &y)?;
    let most = up_to("rays", query.most.as_deref().unwrap_or("2000"), limits::RAYS as u64)?;
    let most = usize::try_from(most).unwrap_or(limits::RAYS);
    lab.study(move |lab, deadline| {
        if let Some(k) = proved_k(&game) {
            let lines = lab.boards.solvers.lines(k, &at, deadline)?;
            let block = |to: &Position<UBig>| Ok(Some(lab.boards.solvers.lines(k, to, deadline)?.concat()));
            return Ok(Json(queen(&at, &lines, (k.into(), most), "closed", block)?).into_response());
        }
        let near = Position::<u64>::from_exact(at.clone());
        let board = stored.and_then(|k| lab.store.get(k));
        let rays = match (near, board) {
            (Some(near), Some(board)) if near.x.max(near.y) < u64::from(board.rows()) * SIDE => {
                let block = |to: &Position| {
                    let is_near = to.x.max(to.y) < limits::COMPUTED_SIDE && board.k() <= 1000;
                    is_near.then(|| Ok(seen(lab, &board, *to, *deadline)?.concat())).transpose()
                };
                queen(&near, &seen(lab, &board, near, *deadline)?, (board.k(), most), "dense", block)?
            }
            _ if stored.is_some() && !Closed::knows(&game) => {
                return Err(Problem::not_ready("this cell is beyond what is computed"));
            }
            (Some(near), _) if near.x.max(near.y) < limits::COMPUTED_SIDE => {
                answered(&shortened(ask(&game, near, &Question::default(), deadline)?), most)
            }
            _ => answered(&shortened(ask_exact(&game, at, &Question::default(), deadline)?), most),
        };
        Ok(Json(rays).into_response())
    })
    .await
}

/// The library's answer in the form of rays.
fn answered<T: Tokens>(answer: &Solution<T>, most: usize) -> Value {
    let moves = &answer.winning_moves;
    let blocked = answer.must_block.as_deref().unwrap_or_default();
    let won: Vec<&Position<T>> = moves.iter().map(|winning| &winning.to).take(most).collect();
    let seen = if won.is_empty() { blocked.iter().take(most).collect() } else { won };
    let listed = moves.len().max(blocked.len());
    // More moves may win than the library lists.
    let left_out = u64::try_from(&answer.winning_moves_left_out).unwrap_or(u64::MAX);
    json!({
        "position": answer.position, "outcome": answer.outcome, "why": answer.why, "method": answer.method,
        "lines": [{ "name": "options", "towards": null, "count": (listed as u64).saturating_add(left_out), "palaces": seen }],
        "palaces_left_out": ((listed - seen.len()) as u64).saturating_add(left_out),
        "winning_moves": &moves[..moves.len().min(limits::WINNING_MOVES)],
        "winning_moves_left_out": (moves.len().saturating_sub(limits::WINNING_MOVES) as u64).saturating_add(left_out),
        "must_block": answer.outcome.is_p().then(|| &blocked[..blocked.len().min(most)]),
    })
}

/// The palaces that a queen sees on each line, the nearest first.
fn seen(lab: &Lab, board: &Kept, at: Position, deadline: Deadline) -> Result<[Vec<Position>; 3], Problem> {
    let look = |steps: u64, (i, j): (u64, u64)| {
        let mut palaces = Vec::new();
        for t in 1..=steps {
            if t % SIDE == 0 && deadline.is_over() {
                return Err(Problem::timeout(limits::TIME.as_secs()));
            }
            let to = Position::new(at.x - i * t, at.y - j * t);
            if lab.boards.is_p(board, to.x, to.y)? {
                palaces.push(to);
            }
        }
        Ok(palaces)
    };
    Ok([look(at.y, (0, 1))?, look(at.x, (1, 0))?, look(at.x.min(at.y), (1, 1))?])
}

/// The palaces that a queen sees on each line, whether she wins, and by which moves with which blocks. `block` says what to block after a
/// move, where that is known.
fn queen<T: Tokens>(
    at: &Position<T>,
    lines: &[Vec<Position<T>>; 3],
    (k, most): (u64, usize),
    method: &str,
    mut block: impl FnMut(&Position<T>) -> Result<Option<Vec<Position<T>>>, Problem>,
) -> Result<Value, Problem> {
    let total: usize = lines.iter().map(Vec::len).sum();
    let is_p = (total as u64) < k;
    let mut palaces = lines.concat();
    palaces.sort_unstable_by_key(|to| at.x.minus(&to.x).max(at.y.minus(&to.y)));
    let mut winning = Vec::new();
    if !is_p {
        for to in palaces.iter().take(limits::WINNING_MOVES.min(most)) {
            winning.push(json!({ "to": to, "block": block(to)? }));
        }
    }
    let mut room = most;
    let zero = T::from(0);
    let corner = Position::new(at.x.minus(&at.y).unwrap_or(zero.clone()), at.y.minus(&at.x).unwrap_or(zero.clone()));
    let towards = [Position::new(at.x.clone(), zero.clone()), Position::new(zero, at.y.clone()), corner];
    let mut shown = Vec::new();
    for ((name, line), towards) in ["column", "row", "diagonal"].iter().zip(lines).zip(towards) {
        let listed = &line[..line.len().min(room)];
        room -= listed.len();
        shown.push(json!({ "name": name, "towards": towards, "count": line.len(), "palaces": listed }));
    }
    let here = at.short();
    let why = if is_p {
        let block = if total == 0 { String::new() } else { format!("; all {total} can be blocked") };
        format!("{here} is P: a queen there sees {total} palaces, fewer than k = {k}{block}.")
    } else {
        format!("{here} is N: a queen there sees {total} palaces, and at most {} of them can be blocked.", k - 1)
    };
    let winners = if is_p { 0 } else { total };
    Ok(json!({
        "position": at, "outcome": Outcome::p_if(is_p), "why": why, "method": method, "lines": shown,
        "palaces_left_out": total.saturating_sub(most),
        "winning_moves": winning, "winning_moves_left_out": winners - winning.len(),
        "must_block": is_p.then(|| palaces.iter().take(most).collect::<Vec<_>>()),
    }))
}
