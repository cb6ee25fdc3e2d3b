//! Boards: what there is, tiles, windows, thumbnails.

use std::num::NonZeroU32;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use wythoff::certificate::answer;
use wythoff::certificate::area::Area;
use wythoff::engine::dense::SIDE;
use wythoff::exact::UBig;
use wythoff::game::words;
use wythoff::solve::{self, Closed};
use wythoff::{Game, Position, SolveError, Window};

use crate::ask::{InBody, InPath, InQuery, game, number, position, up_to};
use crate::lab::{DEFAULT_K, Lab};
use crate::limits::{self, Deadline};
use crate::paint::{self, Palette, Theme};
use crate::problem::Problem;
use crate::proved::{self, narrow, proved_k};
use crate::store::Kept;
use crate::tiles::{self, LEVELS, NOT_READY, Pixels, REMOVED, Region, Source, TILE, UNREADY_NUMBER};

pub(crate) type Answer = Result<Response, Problem>;

pub(crate) async fn status(State(lab): State<Arc<Lab>>) -> Answer {
    let board = |board: Arc<Kept>| {
        let rows = board.rows();
        json!({ "game": format!("blocking:k={}", board.k()), "rows": rows, "side": u64::from(rows) * SIDE, "bytes": board.bytes() })
    };
    let boards: Vec<Value> = lab.store.boards().into_iter().map(board).collect();
    Ok(Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "default_game": format!("blocking:k={DEFAULT_K}"),
        "limits": limits::as_json(),
        "store": { "budget": lab.store.budget(), "used": lab.store.used(), "boards": boards },
        "jobs_running": lab.jobs.unfinished(),
    }))
    .into_response())
}

/// k of W^k, for k that the store takes.
pub(crate) fn stored_k(game: &Game) -> Result<Option<u64>, Problem> {
    match game.blocking_k().map(u64::from) {
        Some(k) if k > limits::K => {
            Err(Problem::limit("k", limits::K, format!("boards of W^k are shown for k ≤ {}", limits::K)))
        }
        k => Ok(k),
    }
}

/// What a game's cells can show.
fn values_of(game: &Game) -> Vec<&'static str> {
    let palace = tiles::has_palace_numbers(game).then_some("palace");
    let deviation = palace.and(tiles::k_of(game)).map(|_| "deviation");
    std::iter::once("outcome").chain(palace).chain(deviation).collect()
}

pub(crate) async fn board(State(lab): State<Arc<Lab>>, InPath(name): InPath<String>) -> Answer {
    let game = game(&name)?;
    let (mut ready, mut target, mut most, mut job) =
        (limits::COMPUTED_SIDE, limits::COMPUTED_SIDE, limits::COMPUTED_SIDE, None);
    let kind = if proved_k(&game).is_some() {
        (ready, target, most) = (proved::SIDE, proved::SIDE, proved::SIDE);
        "proved"
    } else if let Some(k) = stored_k(&game)? {
        lab.boards.begin(k)?;
        ready = lab.store.get(k).map_or(0, |board| u64::from(board.rows()) * SIDE);
        let at_work = lab.growers.job(k);
        target = at_work.as_ref().map_or(ready, |(_, rows)| u64::from(*rows) * SIDE).max(ready);
        most = limits::SIDE;
        job = at_work.map(|(job, _)| job.report());
        "stored"
    } else {
        "computed"
    };
    let progress = job.as_ref().map_or((1, 1), |report| (report.done, report.total));
    let palettes: Vec<&str> = Palette::ALL.iter().map(|(name, _)| *name).collect();
    let has_numbers = tiles::has_palace_numbers(&game);
    let tiles_across = target.div_ceil(TILE as u64).max(1);
    Ok(Json(json!({
        "game": game.to_string(),
        "kind": kind,
        "rules": words::rules(&game),
        "symmetric": game.is_symmetric(),
        "k": tiles::k_of(&game),
        "values": values_of(&game),
        "palettes": if has_numbers { palettes } else { vec!["outcome", "safe"] },
        "tile": TILE,
        "levels": tiles_across.next_power_of_two().ilog2() + 1,
        "ready": ready,
        "target": target,
        "most": most,
        "endless": endless(&game),
        "hole": game.rules().and_then(|rules| rules.hole).map(|hole| [hole.width, hole.height]),
        "job": job.as_ref().map(|report| report.id.clone()),
        "progress": { "done": progress.0, "total": progress.1 },
    }))
    .into_response())
}

/// What is known at any coordinates: on how many levels, which values, and from what.
fn endless(game: &Game) -> Option<Value> {
    if let Some(k) = proved_k(game) {
        let values = values_of(game);
        return Some(
            json!({ "levels": proved::LEVELS, "values": values, "by": "certificate", "proof": answer::file(k) }),
        );
    }
    Closed::starts(game)?;
    Some(json!({ "levels": limits::FORMULA_LEVEL + 1, "values": ["outcome"], "by": "formula", "proof": null }))
}

#[derive(Deserialize)]
pub(crate) struct Grow {
    side: Side,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Side {
    Number(u64),
    Digits(String),
}

pub(crate) async fn grow(
    State(lab): State<Arc<Lab>>,
    InPath(name): InPath<String>,
    InBody(Grow { side }): InBody<Grow>,
) -> Answer {
    let game = game(&name)?;
    let side = match side {
        Side::Number(side) => up_to("side", &side.to_string(), limits::SIDE)?,
        Side::Digits(digits) => up_to("side", &digits, limits::SIDE)?,
    };
    let Some(k) = stored_k(&game)?.filter(|_| proved_k(&game).is_none()) else {
        return Err(Problem::unsupported(
            "only boards of W^k without a certificate grow; this one is there as far as it can be",
        ));
    };
    let job = lab.growers.grow(k, side)?;
    let ready = lab.store.get(k).map_or(0, |board| u64::from(board.rows()) * SIDE);
    let status = if job.is_some() { StatusCode::ACCEPTED } else { StatusCode::OK };
    let body = json!({ "job": job.map(|job| job.report()), "ready": ready });
    Ok((status, Json(body)).into_response())
}

#[derive(Deserialize)]
pub(crate) struct TileQuery {
    palette: Option<String>,
    values: Option<String>,
    #[serde(flatten)]
    look: Look,
}

/// What a picture is written as, and what lies under it.
#[derive(Deserialize)]
pub(crate) struct Look {
    format: Option<String>,
    theme: Option<String>,
}

/// What a tile is to be.
#[derive(Clone, Copy, Debug)]
enum Form {
    Png(Palette, Theme),
    Raw(Values),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Values {
    Outcome,
    Palace,
    Deviation,
}

impl Values {
    pub(crate) fn parse(text: Option<&str>, game: &Game) -> Result<Self, Problem> {
        let text = text.unwrap_or("outcome");
        let values = match text {
            "outcome" => Self::Outcome,
            "palace" => Self::Palace,
            "deviation" => Self::Deviation,
            _ => return Err(Problem::bad_request("values is one of outcome, palace, deviation")),
        };
        let known = values_of(game);
        if !known.contains(&text) {
            return Err(Problem::unsupported(format!("{game} has no {text} numbers; it has {}", known.join(", "))));
        }
        Ok(values)
    }
}

impl Look {
    pub(crate) fn theme(&self) -> Result<Theme, Problem> {
        Theme::parse(self.theme.as_deref().unwrap_or("light"))
    }

    pub(crate) fn is_raw(&self) -> Result<bool, Problem> {
        match self.format.as_deref() {
            None | Some("png") => Ok(false),
            Some("raw") => Ok(true),
            Some(_) => Err(Problem::bad_request("format is png or raw")),
        }
    }
}

impl TileQuery {
    fn form(&self, game: &Game) -> Result<Form, Problem> {
        if self.look.is_raw()? {
            return Ok(Form::Raw(Values::parse(self.values.as_deref(), game)?));
        }
        let palette = Palette::parse(self.palette.as_deref().unwrap_or("outcome"))?;
        Ok(Form::Png(palette, self.look.theme()?))
    }
}

/// A tile's place.
pub(crate) struct Address {
    pub(crate) level: u32,
    x: UBig,
    y: UBig,
}

impl Address {
    pub(crate) fn read(level: &str, x: &str, y: &str, levels: u32) -> Result<Self, Problem> {
        let level = up_to("tile-level", level, u64::from(levels - 1))?;
        let level = u32::try_from(level).map_err(|_| Problem::bad_number("level is too large"))?;
        Ok(Self { level, x: number("x", x)?, y: number("y", y)? })
    }

    /// The tile's column and row, where its first cell is before `side`.
    pub(crate) fn before(&self, side: u64) -> Option<(u64, u64)> {
        let within = |tile: &UBig| {
            let tile = u64::try_from(tile).ok()?;
            let cell = tile.checked_mul(TILE as u64)?.checked_mul(1 << self.level)?;
            (cell < side).then_some(tile)
        };
        Some((within(&self.x)?, within(&self.y)?))
    }
}

pub(crate) async fn tile(
    State(lab): State<Arc<Lab>>,
    InPath((name, level, x, y)): InPath<(String, String, String, String)>,
    InQuery(query): InQuery<TileQuery>,
) -> Answer {
    let game = game(&name)?;
    stored_k(&game)?;
    let levels = if proved_k(&game).is_some() { proved::LEVELS } else { LEVELS };
    let address = Address::read(&level, &x, &y, levels)?;
    let form = query.form(&game)?;
    let key = format!("{game}/{}/{}/{}/{form:?}", address.level, address.x, address.y);
    if let Some(finished) = lab.tiles.get(&key) {
        return Ok(finished_tile(finished.0, finished.1.clone(), true));
    }
    // A board that has to be computed first takes seconds.
    let quick = lab.boards.is_at_hand(&game, needs_numbers(&game, &address, form));
    let (kind, bytes, full) = lab
        .work_or_study(quick, move |lab, deadline| {
            let pixels = pixels(lab, &game, &address, form, deadline)?;
            let (known, all) = (pixels.known(), pixels.len());
            if known == 0 {
                return Err(Problem::not_ready("nothing of this tile is computed yet, or it is beyond the board"));
            }
            let finished = match form {
                Form::Png(palette, theme) => ("image/png", paint::png(&pixels, palette, theme)?),
                Form::Raw(_) => ("application/octet-stream", paint::raw(&pixels)),
            };
            if known == all {
                let weight = finished.1.len() + key.len() + 64;
                lab.tiles.put(key, Arc::new(finished.clone()), weight);
            }
            Ok((finished.0, finished.1, known == all))
        })
        .await?;
    Ok(finished_tile(kind, bytes, full))
}

pub(crate) fn finished_tile(kind: &str, bytes: Vec<u8>, full: bool) -> Response {
    let ready = if full { "full" } else { "partial" };
    ([(header::CONTENT_TYPE.as_str(), kind), ("x-wythoff-ready", ready)], bytes).into_response()
}

/// Whether a tile shows more than outcomes.
fn needs_numbers(game: &Game, address: &Address, form: Form) -> bool {
    address.level == 0
        && match form {
            Form::Raw(values) => values != Values::Outcome,
            Form::Png(palette, _) => palette != Palette::Outcome && tiles::has_palace_numbers(game),
        }
}

fn pixels(lab: &Lab, game: &Game, address: &Address, form: Form, deadline: &Deadline) -> Result<Pixels, Problem> {
    let numbers = needs_numbers(game, address, form);
    // Pictures show deviations; games without a k as if k = 1.
    let zero = match form {
        Form::Raw(Values::Palace) => 0,
        _ => tiles::k_of(game).unwrap_or(1),
    };
    if let Some(k) = proved_k(game) {
        return Ok(match lab.boards.solvers.tile(k, address.level, (&address.x, &address.y))? {
            Pixels::Numbers(cells) if !numbers => {
                Pixels::Outcomes(cells.into_iter().map(|deviation| u8::from(deviation < 0)).collect())
            }
            Pixels::Numbers(cells) => {
                let shift = i64::from(k) - zero.cast_signed();
                Pixels::Numbers(cells.into_iter().map(|deviation| narrow(i64::from(deviation) + shift)).collect())
            }
            counts => counts,
        });
    }
    let source = lab.boards.source(game, numbers, deadline);
    let ready = source.as_ref().map_or(0, Source::ready);
    let Some(tile) = address.before(ready) else {
        return match Closed::starts(game) {
            Some(mut closed) if address.level <= limits::FORMULA_LEVEL && !numbers => {
                tiles::by_formula(&mut closed, address.level, (&address.x, &address.y), deadline)
            }
            _ => {
                source?;
                Err(Problem::not_ready("this tile is beyond what is computed"))
            }
        };
    };
    let source = source?;
    if address.level > 0 {
        return lab.boards.counts(&source, address.level, tile);
    }
    let corner = |tile: u64| (tile * TILE as u64).cast_signed();
    let region = Region { x: corner(tile.0), y: corner(tile.1), width: TILE, height: TILE };
    if !numbers {
        return lab.boards.outcomes(&source, region).map(Pixels::Outcomes);
    }
    lab.boards.numbers(&source, region, zero).map(Pixels::Numbers)
}

#[derive(Deserialize)]
pub(crate) struct WindowQuery {
    width: Option<String>,
    height: Option<String>,
    values: Option<String>,
}

pub(crate) async fn window(
    State(lab): State<Arc<Lab>>,
    InPath((name, x, y)): InPath<(String, String, String)>,
    InQuery(query): InQuery<WindowQuery>,
) -> Answer {
    let game = game(&name)?;
    let stored = stored_k(&game)?;
    let values = Values::parse(query.values.as_deref(), &game)?;
    let at = position::<UBig>(&x, &y)?;
    let width = up_to("window-cells", query.width.as_deref().unwrap_or("16"), limits::WINDOW_CELLS)?;
    let height = up_to("window-cells", query.height.as_deref().unwrap_or("16"), limits::WINDOW_CELLS)?;
    if width * height > limits::WINDOW_CELLS || width * height == 0 {
        let message = format!("a window here has from 1 to {} cells", limits::WINDOW_CELLS);
        return Err(Problem::limit("window-cells", limits::WINDOW_CELLS, message));
    }
    lab.study(move |lab, deadline| {
        let near = Position::<u64>::from_exact(at.clone()).filter(|near| near.x.max(near.y) < limits::SIDE);
        let end = near.map_or(u64::MAX, |near| (near.x + width).max(near.y + height));
        let rows = match (proved_k(&game), near) {
            (Some(k), _) => proved_window(lab, k, &at, (width, height), values)?,
            // A small corner is solved at once, whether the board is stored or not.
            (None, Some(near)) if end <= limits::COMPUTED_SIDE && (stored.is_some() || end <= 256) => {
                small_window(&game, Window { at: near, width, height }, values, deadline)?
            }
            // A formula goes further than what is stored.
            (None, Some(near))
                if end <= limits::COMPUTED_SIDE
                    || stored.is_some() && !(values == Values::Outcome && endless(&game).is_some()) =>
            {
                let source = lab.boards.source(&game, values != Values::Outcome, deadline)?;
                let side = |length: u64| usize::try_from(length).unwrap_or(TILE);
                let region = Region {
                    x: near.x.cast_signed(),
                    y: near.y.cast_signed(),
                    width: side(width),
                    height: side(height),
                };
                board_window(lab, &game, &source, region, values)?
            }
            _ => formula_window(&game, &at, (width, height), values, deadline)?,
        };
        let values = match values {
            Values::Outcome => "outcome",
            Values::Palace => "palace",
            Values::Deviation => "deviation",
        };
        Ok(Json(json!({ "at": at, "width": width, "height": height, "values": values, "rows": rows })).into_response())
    })
    .await
}

fn small_window(game: &Game, window: Window, values: Values, deadline: &Deadline) -> Result<Vec<Value>, Problem> {
    let wanted = match values {
        Values::Outcome => solve::Values::Outcome,
        Values::Palace => solve::Values::Palace,
        Values::Deviation => solve::Values::Deviation,
    };
    let mut rows = Vec::new();
    solve::rows(game, window, wanted, None, deadline, |row| {
        rows.push(if values == Values::Outcome {
            let sign = |(index, p): (usize, &u8)| if index < row.removed { ' ' } else { ['.', '#'][usize::from(*p)] };
            Value::from(row.p.iter().enumerate().map(sign).collect::<String>())
        } else {
            let number = |(index, number): (usize, &i64)| (index >= row.removed).then_some(*number);
            row.numbers.iter().enumerate().map(number).map(Value::from).collect()
        });
        Ok::<(), SolveError>(())
    })?;
    Ok(rows)
}

fn board_window(
    lab: &Lab,
    game: &Game,
    source: &Source,
    region: Region,
    values: Values,
) -> Result<Vec<Value>, Problem> {
    let unready = || Problem::not_ready("this window is beyond what is computed");
    if values == Values::Outcome {
        let cells = lab.boards.outcomes(source, region)?;
        if cells.contains(&NOT_READY) {
            return Err(unready());
        }
        let sign = |cell: &u8| ['.', '#', ' '][usize::from(*cell)];
        return Ok(cells.chunks(region.width).map(|row| row.iter().map(sign).collect::<String>().into()).collect());
    }
    let zero = if values == Values::Palace { 0 } else { tiles::k_of(game).unwrap_or(0) };
    let cells = lab.boards.numbers(source, region, zero)?;
    if cells.contains(&UNREADY_NUMBER) {
        return Err(unready());
    }
    let number = |cell: &i32| (*cell != REMOVED).then_some(*cell);
    Ok(cells.chunks(region.width).map(|row| row.iter().map(number).map(Value::from).collect()).collect())
}

fn proved_window(
    lab: &Lab,
    k: u32,
    at: &Position<UBig>,
    (width, height): (u64, u64),
    values: Values,
) -> Result<Vec<Value>, Problem> {
    // Both are at most the cells of a window.
    let size = [width, height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    let area = Area { at: at.clone(), size, shift: 0 };
    let cells = lab.boards.solvers.ask(k, |palaces| palaces.deviations(&area))?;
    let zero = if values == Values::Palace { i64::from(k) } else { 0 };
    let line = |row: &[i64]| match values {
        Values::Outcome => Value::from(row.iter().map(|cell| if *cell < 0 { '#' } else { '.' }).collect::<String>()),
        Values::Palace | Values::Deviation => row.iter().map(|cell| Value::from(cell + zero)).collect(),
    };
    Ok(cells.chunks(size[0] as usize).map(line).collect())
}

fn formula_window(
    game: &Game,
    at: &Position<UBig>,
    (width, height): (u64, u64),
    values: Values,
    deadline: &Deadline,
) -> Result<Vec<Value>, Problem> {
    let Some(mut closed) = Closed::starts(game) else {
        return Err(Problem::not_ready("this window is beyond what is computed"));
    };
    if values != Values::Outcome {
        return Err(Problem::unsupported("a formula gives outcomes, not palace numbers"));
    }
    let mut rows = Vec::new();
    for row in 0..height {
        let y = &at.y + row;
        let palaces = closed.p_on_row(&y, &at.x, width, deadline)?;
        let sign = |x: u64| {
            let exists = closed.rules().exists(&Position::new(&at.x + x, y.clone()));
            if !exists {
                ' '
            } else if palaces.binary_search(&x).is_ok() {
                '#'
            } else {
                '.'
            }
        };
        rows.push((0..width).map(sign).collect::<String>().into());
    }
    Ok(rows)
}

#[derive(Deserialize)]
pub(crate) struct ThumbnailQuery {
    size: Option<String>,
    theme: Option<String>,
}

pub(crate) async fn thumbnail(
    State(lab): State<Arc<Lab>>,
    InPath(k): InPath<String>,
    InQuery(query): InQuery<ThumbnailQuery>,
) -> Answer {
    let k = up_to("k", &k, limits::THUMBNAIL_K)?;
    let size = up_to("size", query.size.as_deref().unwrap_or("128"), limits::THUMBNAIL_SIZE)?;
    let theme = Theme::parse(query.theme.as_deref().unwrap_or("light"))?;
    let narrow = |number: u64| u32::try_from(number).ok().and_then(NonZeroU32::new);
    let (Some(_), Some(size)) = (narrow(k), narrow(size)) else {
        return Err(Problem::bad_number("k and size are at least 1"));
    };
    let key = format!("thumbnail/{k}/{size}/{theme:?}");
    if let Some(finished) = lab.tiles.get(&key) {
        return Ok(finished_tile(finished.0, finished.1.clone(), true));
    }
    lab.study(move |lab, deadline| {
        let size = u64::from(size.get());
        // The board to the first eight times k, or as many cells as pixels.
        let scale = (8 * k).div_ceil(size).clamp(1, 64);
        let game: Game = format!("blocking:k={k}").parse()?;
        let side = size * scale;
        let pixels = usize::try_from(size * size).map_err(|_| Problem::internal("a thumbnail is small"))?;
        let mut counts = vec![0_u32; pixels];
        solve::rows(&game, Window::corner(side, side), solve::Values::Outcome, None, deadline, |row| {
            for (x, _) in (0_u64..).zip(row.p).filter(|(_, p)| **p == 1) {
                // Below size², which is in memory.
                #[expect(clippy::cast_possible_truncation, reason = "a pixel of a picture in memory")]
                let pixel = (row.y / scale * size + x / scale) as usize;
                counts[pixel] += 1;
            }
            Ok::<(), SolveError>(())
        })?;
        let cells = u32::try_from(scale * scale).unwrap_or(u32::MAX);
        let png = paint::png(&Pixels::Counts { counts, cells }, Palette::Outcome, theme)?;
        lab.tiles.put(key.clone(), Arc::new(("image/png", png.clone())), png.len() + key.len());
        Ok(finished_tile("image/png", png, true))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_board_is_in_one_tile_of_the_highest_level() {
        assert_eq!(crate::grow::rows_of(limits::SIDE), 489);
        assert!((TILE as u64) << (LEVELS - 1) >= limits::SIDE);
        assert!((TILE as u64) << (LEVELS - 2) < limits::SIDE);
    }
}
