//! What a queen sees from a cell: its numbers, her rays, her winning moves.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};
use wythoff::exact::UBig;
use wythoff::strategy::{Answer as Solution, Question, ask, ask_exact};
use wythoff::{Outcome, Position, Tokens};

use crate::ask::{InPath, InQuery, game, position, up_to};
use crate::boards::{Cell, Lines, View};
use crate::lab::{Answer, Lab};
use crate::limits::{self, Deadline};
use crate::play::shortened;
use crate::problem::Problem;

type Exact = Position<UBig>;

pub(crate) async fn cell(
    State(lab): State<Arc<Lab>>,
    InPath((name, x, y)): InPath<(String, String, String)>,
) -> Answer {
    let view = View::of(&lab.boards, game(&name)?)?;
    let at = position::<UBig>(&x, &y)?;
    let quick = view.is_at_hand(view.has_palace_numbers());
    lab.work_or_study(quick, move |_, deadline| {
        let Cell { exists, outcome, palace_number, deviation, counts, method } = view.cell(&at, deadline)?;
        let counts =
            counts.map(|[column, row, diagonal]| json!({ "column": column, "row": row, "diagonal": diagonal }));
        Ok(Json(json!({
            "position": at, "exists": exists, "outcome": outcome, "palace_number": palace_number,
            "deviation": deviation, "counts": counts, "method": method,
        }))
        .into_response())
    })
    .await
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
    let view = View::of(&lab.boards, game(&name)?)?;
    let at = position::<UBig>(&x, &y)?;
    let most = up_to("rays", query.most.as_deref().unwrap_or("2000"), limits::RAYS as u64)?;
    let most = usize::try_from(most).unwrap_or(limits::RAYS);
    lab.study(move |_, deadline| {
        let rays = match view.lines(&at, deadline)? {
            Some(lines) => queen(&view, &at, &lines, most, deadline)?,
            None => asked(&view, at, most, deadline)?,
        };
        Ok(Json(rays).into_response())
    })
    .await
}

/// What the library answers where the board does not tell.
fn asked(view: &View, at: Exact, most: usize, deadline: &Deadline) -> Result<Value, Problem> {
    let near = Position::<u64>::from_exact(at.clone()).filter(|near| near.x.max(near.y) < limits::COMPUTED_SIDE);
    let game = view.game();
    Ok(match near {
        Some(near) => answered(&shortened(ask(game, near, &Question::default(), deadline)?), most),
        None => answered(&shortened(ask_exact(game, at, &Question::default(), deadline)?), most),
    })
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

/// The palaces that a queen sees on each line, whether she wins, and by which moves with which blocks.
fn queen(view: &View, at: &Exact, lines: &Lines, most: usize, deadline: &Deadline) -> Result<Value, Problem> {
    let Lines { k, palaces: lines, method } = lines;
    let total: usize = lines.iter().map(Vec::len).sum();
    let is_p = (total as u64) < *k;
    let mut palaces = lines.concat();
    palaces.sort_by_cached_key(|to| at.x.minus(&to.x).max(at.y.minus(&to.y)));
    let mut winning = Vec::new();
    if !is_p {
        for to in palaces.iter().take(limits::WINNING_MOVES.min(most)) {
            let seen = if view.has_quick_lines(to) { view.lines(to, deadline)? } else { None };
            winning.push(json!({ "to": to, "block": seen.map(|seen| seen.palaces.concat()) }));
        }
    }
    let mut room = most;
    let corner = Position::new(at.x.minus(&at.y).unwrap_or(UBig::ZERO), at.y.minus(&at.x).unwrap_or(UBig::ZERO));
    let towards = [Position::new(at.x.clone(), UBig::ZERO), Position::new(UBig::ZERO, at.y.clone()), corner];
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
