//! What there is of a board, and asking for more of it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use wythoff::game::words;

use crate::ask::{InBody, InPath, game, up_to};
use crate::boards::{TILE, View};
use crate::lab::{Answer, Lab};
use crate::limits;
use crate::problem::Problem;
use crate::wire::board::{Board, Grow, Grown, Palette, Progress};
use crate::wire::{answer, answer_with};

pub(crate) async fn board(State(lab): State<Arc<Lab>>, InPath(name): InPath<String>) -> Answer {
    let view = View::of(&lab.boards, game(&name)?)?;
    let at_work = view.growing_k().and_then(|k| lab.growers.job(k));
    let ready = view.ready();
    let target = at_work.as_ref().map_or(ready, |(_, side)| *side).max(ready);
    let job = at_work.map(|(job, _)| job.report());
    let (done, total) = job.as_ref().map_or((1, 1), |report| (report.done, report.total));
    let tiles_across = target.div_ceil(TILE as u64).max(1);
    let game = view.game();
    let palettes: &[Palette] =
        if view.has_palace_numbers() { &Palette::ALL } else { &[Palette::Outcome, Palette::Safe] };
    Ok(answer(Board {
        game: game.to_string(),
        kind: view.kind(),
        rules: words::rules(game),
        symmetric: game.is_symmetric(),
        k: view.k(),
        values: view.values(),
        palettes: palettes.to_vec(),
        tile: TILE,
        levels: tiles_across.next_power_of_two().ilog2() + 1,
        ready,
        target,
        most: view.most(),
        endless: view.endless(),
        hole: game.rules().and_then(|rules| rules.hole).map(|hole| [hole.width, hole.height]),
        job: job.map(|report| report.id),
        progress: Progress { done, total },
    }))
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
    Ok(answer_with(status, Grown { job: job.map(|job| job.report()), ready }))
}
