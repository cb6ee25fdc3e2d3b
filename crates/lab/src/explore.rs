//! Boards: what there is, tiles, cells, rays, windows, comparisons.

use std::num::NonZeroU32;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use wythoff::exact::UBig;
use wythoff::game::words;
use wythoff::solve::dense::SIDE;
use wythoff::solve::{self, Closed, blocking_k};
use wythoff::strategy::{Answer as Solution, Question, ask, ask_exact};
use wythoff::{Game, Outcome, Position, SolveError, Tokens, Window};

use crate::ask::{InBody, InPath, InQuery, game, number, position, shift, up_to};
use crate::lab::{DEFAULT_K, Lab};
use crate::limits::{self, Deadline};
use crate::paint::{self, Palette, Theme};
use crate::play::shortened;
use crate::problem::Problem;
use crate::store::Kept;
use crate::tiles::{
    self, LEVELS, NOT_READY, Pixels, REMOVED, REMOVED_OUTCOME, Region, Source, TILE, UNREADY_COUNT, UNREADY_NUMBER,
};

type Answer = Result<Response, Problem>;

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
fn stored_k(game: &Game) -> Result<Option<u64>, Problem> {
    match blocking_k(game).map(u64::from) {
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
    let kind = if let Some(k) = stored_k(&game)? {
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
        "endless": Closed::starts(&game).is_some(),
        "hole": game.rules().and_then(|rules| rules.hole).map(|hole| [hole.width, hole.height]),
        "job": job.as_ref().map(|report| report.id.clone()),
        "progress": { "done": progress.0, "total": progress.1 },
    }))
    .into_response())
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
    let Some(k) = stored_k(&game)? else {
        return Err(Problem::unsupported("only boards of W^k grow; this one is computed as far as it can be"));
    };
    let job = lab.growers.grow(k, side)?;
    let ready = lab.store.get(k).map_or(0, |board| u64::from(board.rows()) * SIDE);
    let status = if job.is_some() { StatusCode::ACCEPTED } else { StatusCode::OK };
    let body = json!({ "job": job.map(|job| job.report()), "ready": ready });
    Ok((status, Json(body)).into_response())
}

#[derive(Default, Deserialize)]
pub(crate) struct TileQuery {
    format: Option<String>,
    palette: Option<String>,
    theme: Option<String>,
    values: Option<String>,
    dx: Option<String>,
    dy: Option<String>,
    along: Option<String>,
}

/// What a tile is to be.
#[derive(Clone, Copy, Debug)]
enum Form {
    Png(Palette, Theme),
    Raw(Values),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Values {
    Outcome,
    Palace,
    Deviation,
}

impl Values {
    fn parse(text: Option<&str>, game: &Game) -> Result<Self, Problem> {
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

impl TileQuery {
    fn theme(&self) -> Result<Theme, Problem> {
        Theme::parse(self.theme.as_deref().unwrap_or("light"))
    }

    fn is_raw(&self) -> Result<bool, Problem> {
        match self.format.as_deref() {
            None | Some("png") => Ok(false),
            Some("raw") => Ok(true),
            Some(_) => Err(Problem::bad_request("format is png or raw")),
        }
    }

    fn form(&self, game: &Game) -> Result<Form, Problem> {
        if self.is_raw()? {
            return Ok(Form::Raw(Values::parse(self.values.as_deref(), game)?));
        }
        let palette = Palette::parse(self.palette.as_deref().unwrap_or("outcome"))?;
        Ok(Form::Png(palette, self.theme()?))
    }
}

/// A tile's place.
struct Address {
    level: u32,
    x: UBig,
    y: UBig,
}

impl Address {
    fn read(level: &str, x: &str, y: &str, levels: u32) -> Result<Self, Problem> {
        let level = up_to("tile-level", level, u64::from(levels - 1))?;
        let level = u32::try_from(level).map_err(|_| Problem::bad_number("level is too large"))?;
        Ok(Self { level, x: number("x", x)?, y: number("y", y)? })
    }

    /// The tile's column and row, where its first cell is before `side`.
    fn before(&self, side: u64) -> Option<(u64, u64)> {
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
    let address = Address::read(&level, &x, &y, LEVELS)?;
    let form = query.form(&game)?;
    let key = format!("{game}/{}/{}/{}/{form:?}", address.level, address.x, address.y);
    if let Some(finished) = lab.tiles.get(&key) {
        return Ok(finished_tile(finished.0, finished.1.clone(), true));
    }
    let (kind, bytes, full) = lab
        .work(move |lab, deadline| {
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

fn finished_tile(kind: &str, bytes: Vec<u8>, full: bool) -> Response {
    let ready = if full { "full" } else { "partial" };
    ([(header::CONTENT_TYPE.as_str(), kind), ("x-wythoff-ready", ready)], bytes).into_response()
}

fn pixels(lab: &Lab, game: &Game, address: &Address, form: Form, deadline: &mut Deadline) -> Result<Pixels, Problem> {
    let numbers = address.level == 0
        && match form {
            Form::Raw(values) => values != Values::Outcome,
            Form::Png(palette, _) => palette != Palette::Outcome && tiles::has_palace_numbers(game),
        };
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
    // Pictures show deviations; games without a k as if k = 1.
    let zero = match form {
        Form::Raw(Values::Palace) => 0,
        _ => tiles::k_of(game).unwrap_or(1),
    };
    lab.boards.numbers(&source, region, zero).map(Pixels::Numbers)
}

pub(crate) async fn cell(
    State(lab): State<Arc<Lab>>,
    InPath((name, x, y)): InPath<(String, String, String)>,
) -> Answer {
    let game = game(&name)?;
    stored_k(&game)?;
    let at = position::<UBig>(&x, &y)?;
    lab.work(move |lab, deadline| Ok(Json(describe(lab, &game, &at, deadline)?).into_response())).await
}

fn describe(lab: &Lab, game: &Game, at: &Position<UBig>, deadline: &mut Deadline) -> Result<Value, Problem> {
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
        source @ Source::Computed(_) => {
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
        let near = Position::<u64>::from_exact(at.clone());
        let board = stored.and_then(|k| lab.store.get(k));
        let rays = match (near, board) {
            (Some(near), Some(board)) if near.x.max(near.y) < u64::from(board.rows()) * SIDE => {
                queen(lab, &board, near, most, *deadline)?
            }
            _ if stored.is_some() && Closed::starts(&game).is_none() => {
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

fn queen(lab: &Lab, board: &Kept, at: Position, most: usize, deadline: Deadline) -> Result<Value, Problem> {
    let lines = seen(lab, board, at, deadline)?;
    let total: usize = lines.iter().map(Vec::len).sum();
    let k = board.k();
    let is_p = (total as u64) < k;
    let mut palaces: Vec<Position> = lines.concat();
    palaces.sort_unstable_by_key(|to| (at.x - to.x).max(at.y - to.y));
    let mut winning = Vec::new();
    if !is_p {
        for to in palaces.iter().take(limits::WINNING_MOVES.min(most)) {
            let near = to.x.max(to.y) < limits::COMPUTED_SIDE && k <= 1000;
            let block = if near { Some(seen(lab, board, *to, deadline)?.concat()) } else { None };
            winning.push(json!({ "to": to, "block": block }));
        }
    }
    let mut room = most;
    let towards = [(at.x, 0), (0, at.y), (at.x - at.x.min(at.y), at.y - at.x.min(at.y))];
    let mut shown = Vec::new();
    for ((name, line), (x, y)) in ["column", "row", "diagonal"].iter().zip(&lines).zip(towards) {
        let listed = &line[..line.len().min(room)];
        room -= listed.len();
        shown.push(json!({ "name": name, "towards": [x, y], "count": line.len(), "palaces": listed }));
    }
    let why = if is_p {
        let block = if total == 0 { String::new() } else { format!("; all {total} can be blocked") };
        format!("{at} is P: a queen there sees {total} palaces, fewer than k = {k}{block}.")
    } else {
        format!("{at} is N: a queen there sees {total} palaces, and at most {} of them can be blocked.", k - 1)
    };
    let winners = if is_p { 0 } else { total };
    Ok(json!({
        "position": at, "outcome": Outcome::p_if(is_p), "why": why, "method": "dense", "lines": shown,
        "palaces_left_out": total.saturating_sub(most),
        "winning_moves": winning, "winning_moves_left_out": winners - winning.len(),
        "must_block": is_p.then(|| palaces.iter().take(most).collect::<Vec<_>>()),
    }))
}

#[derive(Deserialize)]
pub(crate) struct WindowQuery {
    width: Option<String>,
    height: Option<String>,
    values: Option<String>,
    x: Option<String>,
    y: Option<String>,
    dx: Option<String>,
    dy: Option<String>,
    along: Option<String>,
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
        let rows = match near {
            // A small corner is solved at once, whether the board is stored or not.
            Some(near) if end <= limits::COMPUTED_SIDE && (stored.is_some() || end <= 256) => {
                small_window(&game, Window { at: near, width, height }, values, deadline)?
            }
            Some(near) if end <= limits::COMPUTED_SIDE || stored.is_some() => {
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

fn small_window(game: &Game, window: Window, values: Values, deadline: &mut Deadline) -> Result<Vec<Value>, Problem> {
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

fn formula_window(
    game: &Game,
    at: &Position<UBig>,
    (width, height): (u64, u64),
    values: Values,
    deadline: &mut Deadline,
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

/// Where B's cell lies, seen from A's.
#[derive(Clone, Copy, Debug)]
struct Offset {
    dx: i64,
    dy: i64,
    along: i64,
}

impl Offset {
    fn read(dx: Option<&str>, dy: Option<&str>, along: Option<&str>) -> Result<Self, Problem> {
        Ok(Self { dx: shift("dx", dx)?, dy: shift("dy", dy)?, along: shift("along", along)? })
    }
}

/// Two boards, and what is compared.
struct Pair {
    a: Game,
    b: Game,
    offset: Offset,
    deviations: bool,
}

impl Pair {
    fn read(a: &str, b: &str, values: Option<&str>, offset: Offset) -> Result<Self, Problem> {
        let (a, b) = (game(a)?, game(b)?);
        stored_k(&a)?;
        stored_k(&b)?;
        let deviations = match values {
            None | Some("outcome") => false,
            Some("deviation") => {
                Values::parse(values, &a)?;
                Values::parse(values, &b)?;
                true
            }
            Some(_) => return Err(Problem::bad_request("values is outcome or deviation")),
        };
        Ok(Self { a, b, offset, deviations })
    }

    /// The cells of a region: 0 both N or equal, 1 both P, 2 only A is P or A is larger, 3 only B, and what is not known.
    fn classes(&self, lab: &Lab, region: Region, deadline: &mut Deadline) -> Result<Vec<u8>, Problem> {
        let read = |game: &Game, dx: i64, dy: i64, deadline: &mut Deadline| {
            let moved = Region { x: region.x + dx, y: region.y + dy, ..region };
            let source = lab.boards.source(game, self.deviations, deadline)?;
            if self.deviations {
                lab.boards.numbers(&source, moved, tiles::k_of(game).unwrap_or(0))
            } else {
                let outcomes = lab.boards.outcomes(&source, moved)?;
                let as_number = |outcome: u8| match outcome {
                    NOT_READY => UNREADY_NUMBER,
                    REMOVED_OUTCOME => REMOVED,
                    outcome => i32::from(outcome),
                };
                Ok(outcomes.into_iter().map(as_number).collect::<Vec<i32>>())
            }
        };
        let Offset { dx, dy, along } = self.offset;
        let first = read(&self.a, 0, 0, deadline)?;
        let below = read(&self.b, dx, dy + along, deadline)?;
        let above = if along == 0 { None } else { Some(read(&self.b, dx + along, dy, deadline)?) };
        let class = |(index, a): (usize, &i32)| {
            let (column, row) = (index % region.width, index / region.width);
            let is_upper = region.y + row.cast_signed() as i64 >= region.x + column.cast_signed() as i64;
            let b = match &above {
                Some(above) if !is_upper => above[index],
                _ => below[index],
            };
            match (*a, b) {
                (UNREADY_NUMBER | REMOVED, _) | (_, UNREADY_NUMBER | REMOVED) => NOT_READY,
                (a, b) if a > b => 2,
                (a, b) if a < b => 3,
                (1, _) if !self.deviations => 1,
                _ => 0,
            }
        };
        Ok(first.iter().enumerate().map(class).collect())
    }
}

pub(crate) async fn compare(
    State(lab): State<Arc<Lab>>,
    InPath((a, b)): InPath<(String, String)>,
    InQuery(query): InQuery<WindowQuery>,
) -> Answer {
    let offset = Offset::read(query.dx.as_deref(), query.dy.as_deref(), query.along.as_deref())?;
    let pair = Pair::read(&a, &b, query.values.as_deref(), offset)?;
    let side = |text: Option<String>| up_to("compared-side", text.as_deref().unwrap_or("1024"), limits::COMPARED_SIDE);
    let corner = |text: Option<String>| up_to("side", text.as_deref().unwrap_or("0"), limits::SIDE);
    let (width, height) = (side(query.width)?, side(query.height)?);
    let (x, y) = (corner(query.x)?, corner(query.y)?);
    lab.study(move |lab, deadline| {
        let length = |side: u64| usize::try_from(side).unwrap_or(TILE);
        let region = Region { x: x.cast_signed(), y: y.cast_signed(), width: length(width), height: length(height) };
        let classes = pair.classes(lab, region, deadline)?;
        let count = |class: u8| classes.iter().map(|other| usize::from(*other == class)).sum::<usize>();
        let (only_a, only_b) = (count(2), count(3));
        let first = classes.iter().position(|class| matches!(class, 2 | 3));
        let first = first.map(|index| [x + (index % region.width) as u64, y + (index / region.width) as u64]);
        let compared = classes.len() - count(NOT_READY);
        Ok(Json(json!({
            "compared": compared, "differ": only_a + only_b, "only_a": only_a, "only_b": only_b, "first": first,
        }))
        .into_response())
    })
    .await
}

pub(crate) async fn compare_tile(
    State(lab): State<Arc<Lab>>,
    InPath((a, b, level, x, y)): InPath<(String, String, String, String, String)>,
    InQuery(query): InQuery<TileQuery>,
) -> Answer {
    let offset = Offset::read(query.dx.as_deref(), query.dy.as_deref(), query.along.as_deref())?;
    let pair = Pair::read(&a, &b, query.values.as_deref(), offset)?;
    let (raw, theme) = (query.is_raw()?, query.theme()?);
    let address = Address::read(&level, &x, &y, limits::COMPARED_LEVEL + 1)?;
    let Some((x, y)) = address.before(limits::SIDE) else {
        return Err(Problem::not_ready("this tile is beyond every board"));
    };
    let level = address.level;
    lab.study(move |lab, deadline| {
        let side = TILE << level;
        let corner = |tile: u64| (tile * side as u64).cast_signed();
        let region = Region { x: corner(x), y: corner(y), width: side, height: side };
        let classes = pair.classes(lab, region, deadline)?;
        let pixels = if level == 0 { Pixels::Classes(classes) } else { differing(&classes, level) };
        let (known, all) = (pixels.known(), pixels.len());
        if known == 0 {
            return Err(Problem::not_ready("nothing of this tile is computed yet on both boards"));
        }
        let kind = if raw { "application/octet-stream" } else { "image/png" };
        let bytes = if raw { paint::raw(&pixels) } else { paint::png(&pixels, Palette::Outcome, theme)? };
        Ok(finished_tile(kind, bytes, known == all))
    })
    .await
}

/// How many cells of each pixel differ.
fn differing(classes: &[u8], level: u32) -> Pixels {
    let mut counts = vec![0_u32; TILE * TILE];
    let side = TILE << level;
    for (index, class) in classes.iter().enumerate() {
        let pixel = &mut counts[((index / side) >> level) * TILE + ((index % side) >> level)];
        match class {
            &NOT_READY => *pixel = UNREADY_COUNT,
            2 | 3 if *pixel != UNREADY_COUNT => *pixel += 1,
            _ => {}
        }
    }
    Pixels::Counts { counts, cells: 1 << (2 * level) }
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
