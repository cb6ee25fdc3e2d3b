//! What there is of a board, and asking for more of it.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::Deserialize;
use serde_json::{Value, json};
use wythoff::game::words;

use crate::ask::{InBody, InPath, Number, game, up_to};
use crate::boards::{Endless, TILE, Values, View};
use crate::lab::{Answer, Lab};
use crate::limits;
use crate::paint::Palette;
use crate::problem::Problem;

pub(crate) async fn board(State(lab): State<Arc<Lab>>, InPath(name): InPath<String>) -> Answer {
    let view = View::of(&lab.boards, game(&name)?)?;
    let at_work = view.growing_k().and_then(|k| lab.growers.job(k));
    let ready = view.ready();
    let target = at_work.as_ref().map_or(ready, |(_, side)| *side).max(ready);
    let job = at_work.map(|(job, _)| job.report());
    let progress = job.as_ref().map_or((1, 1), |report| (report.done, report.total));
    let palettes: Vec<&str> = Palette::ALL.iter().map(|(name, _)| *name).collect();
    let tiles_across = target.div_ceil(TILE as u64).max(1);
    let game = view.game();
    Ok(Json(json!({
        "game": game.to_string(),
        "kind": view.kind(),
        "rules": words::rules(game),
        "symmetric": game.is_symmetric(),
        "k": view.k(),
        "values": names(&view.values()),
        "palettes": if view.has_palace_numbers() { palettes } else { vec!["outcome", "safe"] },
        "tile": TILE,
        "levels": tiles_across.next_power_of_two().ilog2() + 1,
        "ready": ready,
        "target": target,
        "most": view.most(),
        "endless": view.endless().map(endless),
        "hole": game.rules().and_then(|rules| rules.hole).map(|hole| [hole.width, hole.height]),
        "job": job.as_ref().map(|report| report.id.clone()),
        "progress": { "done": progress.0, "total": progress.1 },
    }))
    .into_response())
}

fn names(values: &[Values]) -> Vec<&'static str> {
    values.iter().map(|values| values.name()).collect()
}

fn endless(endless: Endless) -> Value {
    let Endless { levels, values, by, proof } = endless;
    json!({ "levels": levels, "values": names(&values), "by": by, "proof": proof })
}

/// How far a board is to grow; as far as a first look needs, unless it is said.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Grow {
    side: Option<Number>,
}

pub(crate) async fn grow(
    State(lab): State<Arc<Lab>>,
    InPath(name): InPath<String>,
    InBody(Grow { side }): InBody<Grow>,
) -> Answer {
    let view = View::of(&lab.boards, game(&name)?)?;
    let side = side.map(|side| up_to("side", &side.digits(), limits::SIDE)).transpose()?;
    let Some(k) = view.growing_k() else {
        return Err(Problem::unsupported(
            "only boards of W^k without a certificate grow; this one is there as far as it can be",
        ));
    };
    let job = match side {
        Some(side) => lab.growers.grow(k, side)?,
        None => lab.growers.begin(k)?,
    };
    let ready = lab.store.get(k).map_or(0, |board| board.side());
    let status = if job.is_some() { StatusCode::ACCEPTED } else { StatusCode::OK };
    let body = json!({ "job": job.map(|job| job.report()), "ready": ready });
    Ok((status, Json(body)).into_response())
}
