//! What there is of a board, and asking for more of it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use wythoff::game::words;
use wythoff::solve::Values;

use crate::ask::{InBody, InPath, up_to};
use crate::boards::{TILE, View, file_name, levels_of, refused};
use crate::lab::{Answer, Lab};
use crate::limits;
use crate::problem::Problem;
use crate::wire::board::{Board, BoardFiles, Grow, Grown, Palette, Progress};
use crate::wire::{answer, answer_with};

pub(crate) async fn board(State(lab): State<Arc<Lab>>, InPath(name): InPath<String>) -> Answer {
    if file_name(&name).is_none() {
        return Ok(answer(described(&lab, &name)?));
    }
    lab.study(move |lab, _| {
        lab.boards.opened.look_again(file_name(&name).unwrap_or_default());
        Ok(answer(described(lab, &name)?))
    })
    .await
}

fn described(lab: &Lab, name: &str) -> Result<Board, Problem> {
    let view = View::named(&lab.boards, name)?;
    let at_work = view.growing_k().and_then(|k| lab.growers.job(k));
    let (mut ready, mut file) = (view.ready(), None);
    let mut target = at_work.as_ref().map_or(ready, |(_, side)| *side).max(ready);
    let job = at_work.map(|(job, _)| job.report());
    let (mut done, mut total) = job.as_ref().map_or((1, 1), |report| (report.done, report.total));
    if let Some(opened) = view.opened() {
        let (facts, there) = opened.facts().map_err(refused)?;
        (ready, target, done, total) = (there, view.most(), facts.done, facts.total);
        file = Some(facts);
    }
    let game = view.game();
    let has = |palette: &Palette| match palette {
        Palette::Outcome | Palette::Safe => true,
        Palette::Cln15 => view.has_palace_numbers(),
        Palette::Deviation => view.values().contains(&Values::Deviation),
        Palette::Nim => view.has_nim_values(),
    };
    Ok(Board {
        game: view.name(),
        kind: view.kind(),
        rules: words::rules(game),
        symmetric: game.is_symmetric(),
        k: view.k(),
        values: view.values(),
        palettes: Palette::ALL.into_iter().filter(has).collect(),
        tile: TILE,
        levels: levels_of(target),
        averaged: view.averaged(),
        ready,
        target,
        most: view.most(),
        endless: view.endless(),
        hole: game.rules().and_then(|rules| rules.hole).map(|hole| [hole.width, hole.height]),
        job: job.map(|report| report.id),
        progress: Progress { done, total },
        trouble: view.growing_k().and_then(|_| lab.store.trouble()),
        file,
    })
}

/// The boards in the folders that were named at the start.
pub(crate) async fn files(State(lab): State<Arc<Lab>>) -> Answer {
    lab.study(|lab, _| Ok(answer(BoardFiles { files: lab.boards.opened.list() }))).await
}

pub(crate) async fn grow(
    State(lab): State<Arc<Lab>>,
    InPath(name): InPath<String>,
    InBody(Grow { side }): InBody<Grow>,
) -> Answer {
    let view = View::named(&lab.boards, &name)?;
    let side = side.map(|side| up_to("side", &side.digits(), limits::SIDE)).transpose()?;
    let Some(k) = view.growing_k() else {
        return Err(Problem::unsupported(
            "only boards of W^k without a certificate grow; this one is there as far as it can be",
        ));
    };
    // What the host has of it is not computed again.
    #[cfg(target_family = "wasm")]
    crate::module::nothing_missing()?;
    let job = match side {
        Some(side) => lab.growers.grow(k, side)?,
        None => lab.growers.begin(k)?,
    };
    let ready = lab.store.get(k).map_or(0, |board| board.side());
    let status = if job.is_some() { StatusCode::ACCEPTED } else { StatusCode::OK };
    Ok(answer_with(status, Grown { job: job.map(|job| job.report()), ready }))
}
