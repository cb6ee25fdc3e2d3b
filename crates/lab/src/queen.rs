//! What a queen sees from a cell: its numbers, her rays, her winning moves.

use std::sync::Arc;

use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use wythoff::exact::UBig;
use wythoff::solve::{Closed, Values};
use wythoff::strategy::Answer as Solution;
use wythoff::{Engine, Outcome, Position, SolveError, Tokens};

use crate::ask::{InPath, InQuery, position, up_to};
use crate::boards::{Lines, View};
use crate::lab::{Answer, Lab};
use crate::limits::{self, Deadline};
use crate::play::shortened;
use crate::problem::Problem;
use crate::tile;
use crate::wire::answer;
use crate::wire::board::{Coordinates, Line, LineName, Rays, RaysMove};

type Exact = Position<UBig>;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct CoordinatesQuery {
    /// Two expressions with a comma between them, e.g. `10^99, floor(phi*10^99)`.
    text: String,
}

/// Where an expression leads. It is computed by a worker: its cost is bounded, but not by the length of the text.
pub(crate) async fn coordinates(
    State(lab): State<Arc<Lab>>,
    InQuery(CoordinatesQuery { text }): InQuery<CoordinatesQuery>,
) -> Answer {
    lab.work(move |_, _| {
        let cell: Position<UBig> = text.parse()?;
        // Plain digits have no limit of their own.
        position::<UBig>(&cell.x.to_string(), &cell.y.to_string())?;
        Ok(answer(Coordinates { cell }))
    })
    .await
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct CellQuery {
    /// With `grundy` the nim-value is told, too, of cells x, y < 4096.
    #[schemars(extend("enum" = ["outcome", "palace", "deviation", "grundy"], "default" = "outcome"))]
    values: Option<String>,
}

pub(crate) async fn cell(
    State(lab): State<Arc<Lab>>,
    InPath((name, x, y)): InPath<(String, String, String)>,
    InQuery(query): InQuery<CellQuery>,
) -> Answer {
    let view = View::named(&lab.boards, &name)?;
    let values = tile::values(query.values.as_deref(), &view)?;
    let at = position::<UBig>(&x, &y)?;
    let is_at_hand = |values| view.is_at_hand(values);
    let quick = is_at_hand(view.usual_values()) && (values != Values::Grundy || is_at_hand(values));
    lab.work_or_study(quick, move |_, deadline| {
        let mut cell = view.cell(&at, deadline)?;
        if values == Values::Grundy && cell.exists {
            cell.nim_value = view.nim_value(&at, deadline)?;
        }
        Ok(answer(cell))
    })
    .await
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct RaysQuery {
    /// How many palaces are listed in all, at most 10000.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "2000"))]
    most: Option<String>,
}

pub(crate) async fn rays(
    State(lab): State<Arc<Lab>>,
    InPath((name, x, y)): InPath<(String, String, String)>,
    InQuery(query): InQuery<RaysQuery>,
) -> Answer {
    let view = View::named(&lab.boards, &name)?;
    let at = position::<UBig>(&x, &y)?;
    let most = up_to("rays", query.most.as_deref().unwrap_or("2000"), limits::RAYS as u64)?;
    let most = usize::try_from(most).unwrap_or(limits::RAYS);
    lab.study(move |_, deadline| {
        let rays = match view.lines(&at, most, deadline)? {
            Some(lines) => queen(&view, &at, lines, most, deadline)?,
            None => asked(&view, at, most, deadline)?,
        };
        Ok(answer(rays))
    })
    .await
}

/// What the library answers where the board does not tell.
fn asked(view: &View, at: Exact, most: usize, deadline: &Deadline) -> Result<Rays, Problem> {
    let is_near = at.x.clone().max(at.y.clone()) < limits::COMPUTED_SIDE.into();
    if !is_near && !Closed::knows(view.game()) {
        return Err(SolveError::NoFormula.into());
    }
    let engine = (!is_near).then_some(Engine::Closed);
    Ok(answered(&shortened(view.game().ask(at).engine(engine).watch(deadline).answer()?), most))
}

/// The library's answer in the form of rays.
fn answered(found: &Solution<UBig>, most: usize) -> Rays {
    let moves = &found.winning_moves;
    let blocked = found.must_block.as_deref().unwrap_or_default();
    let won: Vec<Exact> = moves.iter().map(|winning| winning.to.clone()).take(most).collect();
    let seen = if won.is_empty() { blocked[..blocked.len().min(most)].to_vec() } else { won };
    let listed = moves.len().max(blocked.len());
    // More moves may win than the library lists.
    let left_out = u64::try_from(&found.winning_moves_left_out).unwrap_or(u64::MAX);
    let palaces_left_out = ((listed - seen.len()) as u64).saturating_add(left_out);
    let count = (listed as u64).saturating_add(left_out);
    let winning = moves.iter().take(limits::WINNING_MOVES).map(|winning| RaysMove {
        to: winning.to.clone(),
        block: Some(winning.block.clone()),
        propose: winning.propose.clone(),
    });
    Rays {
        position: found.position.clone(),
        outcome: found.outcome,
        why: found.why.clone(),
        lines: vec![Line { name: LineName::Options, towards: None, count, palaces: seen }],
        palaces_left_out,
        winning_moves: winning.collect(),
        winning_moves_left_out: (moves.len().saturating_sub(limits::WINNING_MOVES) as u64).saturating_add(left_out),
        must_block: found.outcome.is_p().then(|| blocked[..blocked.len().min(most)].to_vec()),
        method: found.method,
    }
}

/// The palaces that a queen sees on each line, whether she wins, and by which moves with which blocks.
fn queen(view: &View, at: &Exact, lines: Lines, most: usize, deadline: &Deadline) -> Result<Rays, Problem> {
    let Lines { k, counts, palaces: mut lines, method } = lines;
    let total: u64 = counts.iter().sum();
    let is_p = total < k;
    let away = |to: &Exact| at.x.minus(&to.x).max(at.y.minus(&to.y));
    let mut palaces: Vec<(usize, Exact)> =
        lines.iter().enumerate().flat_map(|(line, listed)| listed.iter().map(move |to| (line, to.clone()))).collect();
    palaces.sort_by_cached_key(|(_, to)| away(to));
    palaces.truncate(most);
    for (line, listed) in lines.iter_mut().enumerate() {
        listed.truncate(palaces.iter().filter(|(of, _)| *of == line).count());
    }
    let mut winning = Vec::new();
    if !is_p {
        for (_, to) in palaces.iter().take(limits::WINNING_MOVES) {
            let seen = if view.has_quick_lines(to) { view.lines(to, usize::MAX, deadline)? } else { None };
            winning.push(RaysMove { to: to.clone(), block: seen.map(|seen| seen.palaces.concat()), propose: None });
        }
    }
    let corner = Position::new(at.x.minus(&at.y).unwrap_or(UBig::ZERO), at.y.minus(&at.x).unwrap_or(UBig::ZERO));
    let towards = [Position::new(at.x.clone(), UBig::ZERO), Position::new(UBig::ZERO, at.y.clone()), corner];
    let names = [LineName::Column, LineName::Row, LineName::Diagonal];
    let shown = names.into_iter().zip(towards).zip(counts.into_iter().zip(lines));
    let shown = shown.map(|((name, towards), (count, palaces))| Line { name, towards: Some(towards), count, palaces });
    let shown = shown.collect();
    let here = at.short();
    let why = if is_p {
        let block = if total == 0 { String::new() } else { format!("; all {total} can be blocked") };
        format!("{here} is P: a queen there sees {total} palaces, fewer than k = {k}{block}.")
    } else {
        format!("{here} is N: a queen there sees {total} palaces, and at most {} of them can be blocked.", k - 1)
    };
    let winners = if is_p { 0 } else { total };
    Ok(Rays {
        position: at.clone(),
        outcome: Outcome::p_if(is_p),
        why,
        lines: shown,
        palaces_left_out: total - palaces.len() as u64,
        winning_moves_left_out: winners - winning.len() as u64,
        winning_moves: winning,
        must_block: is_p.then(|| palaces.into_iter().map(|(_, to)| to).collect()),
        method,
    })
}
