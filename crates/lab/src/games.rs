//! The catalogue, single games, and tables.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use wythoff::catalogue;
use wythoff::game::families::FAMILIES;
use wythoff::game::words;
use wythoff::render::OFFSET_LIMIT;
use wythoff::solve::Closed;
use wythoff::table::{Entry, Extent, Format, Sequence, Writer};
use wythoff::{Class, Ending, Engine, Form, Game, Moves, Piece, Twist};

use crate::ask::{InPath, InQuery, game, up_to};
use crate::lab::{Answer, Lab};
use crate::limits;
use crate::problem::Problem;
use crate::wire::answer;
use crate::wire::games::{Catalogue, Custom, Facts, TwistName};

/// A piece of each kind, to begin with.
const PIECES: [&str; 9] = [
    "rook",
    "rook(from 2)",
    "rook(mod 3: 0,1)",
    "bishop",
    "bishop(2)",
    "ray(1,2)",
    "leap(1,2)",
    "only-x rook",
    "only-y leap(1,2; 0,3)",
];

pub(crate) async fn list() -> Response {
    answer(Catalogue {
        families: FAMILIES.iter().map(catalogue::describe).collect(),
        custom: Custom {
            example: "custom: rook + bishop(2) | block 3 on bishop",
            help: "Moves of your own: rook, rook(from 2), rook(mod 3: 0,1), bishop, bishop(2), ray(1,2), leap(1,2), \
                   leap(1,2; 0,3), joined by +; a piece after only-x or only-y takes more from that heap than from \
                   the other; after a bar block 3, block 3 on bishop, comply 2, imitation(m,p), hole w,h or misere.",
            pieces: &PIECES,
        },
    })
}

/// The game with the same P-positions among starting positions (Lar09 Corollary 20), where the papers know one.
fn dual(game: &Game) -> Option<String> {
    let rules = game.rules().filter(|rules| rules.hole.is_none() && !rules.is_misere())?;
    match (rules.moves.pieces(), &rules.twist) {
        ([rook], Twist::Imitation { m, p }) if *rook == Piece::rook() => Some(format!("diagonal-blocking:m={m},p={p}")),
        ([rook, Piece::Bishop { width }], Twist::Block { budget, class })
            if *rook == Piece::rook() && *class == Class::Of(Moves::new(vec![Piece::bishop(1)])) =>
        {
            Some(format!("imitation:m={width},p={}", budget.checked_add(1)?))
        }
        _ => None,
    }
}

fn twist_name(game: &Game) -> TwistName {
    match game.form() {
        Form::Choice { .. } => TwistName::Choice,
        Form::Rules(rules) => match rules.twist {
            Twist::None => TwistName::None,
            Twist::Block { .. } => TwistName::Block,
            Twist::Comply { .. } => TwistName::Comply,
            Twist::Imitation { .. } => TwistName::Imitation,
        },
    }
}

pub(crate) async fn one(InPath(name): InPath<String>) -> Answer {
    let game = game(&name)?;
    let values = game.family().map(|(family, values)| {
        family.parameters.iter().zip(values).map(|(parameter, value)| (parameter.name, *value)).collect()
    });
    Ok(answer(Facts {
        game: game.to_string(),
        family: game.family().map(|(family, _)| family.name),
        values,
        rules: words::rules(&game),
        symmetric: game.is_symmetric(),
        misere: game.ending() == Ending::Misere,
        no_nim_values: game.no_nim_values(),
        engines: Engine::solving(&game),
        formula: Closed::starts(&game).is_some(),
        memory: game.rules().is_some_and(wythoff::Rules::has_memory),
        twist: twist_name(&game),
        dual: dual(&game),
        k: game.deviation_base(),
    }))
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct TableQuery {
    /// How many rows.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "20"))]
    count: Option<String>,
    /// All rows with a ≤ this, instead of a count.
    #[schemars(extend("pattern" = "^[0-9]+$"))]
    max_x: Option<String>,
    /// How it is written.
    #[schemars(extend("enum" = ["json", "csv", "bfile", "latex", "text"], "default" = "json"))]
    format: Option<String>,
    /// The sequence of a b-file.
    #[schemars(extend("enum" = ["a", "b", "delta"], "default" = "a"))]
    column: Option<String>,
    /// The positions of this nim-value, at most 2^20, instead of the P-positions, which have 0; in games without a
    /// twist.
    #[schemars(extend("pattern" = "^[0-9]+$"))]
    value: Option<String>,
    /// The index of a b-file's first line.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "0"))]
    offset: Option<String>,
}

pub(crate) async fn table(
    State(lab): State<Arc<Lab>>,
    InPath(name): InPath<String>,
    InQuery(query): InQuery<TableQuery>,
) -> Answer {
    let game = game(&name)?;
    let extent = match (&query.max_x, &query.count) {
        (Some(_), Some(_)) => return Err(Problem::bad_request("give either count or max_x")),
        (Some(max_x), None) => Extent::MaxX(up_to("table-rows", max_x, limits::TABLE_ROWS)?),
        (None, count) => Extent::Count(up_to("table-rows", count.as_deref().unwrap_or("20"), limits::TABLE_ROWS)?),
    };
    let column: Sequence = query.column.as_deref().unwrap_or("a").parse()?;
    let (format, kind, ending) = match query.format.as_deref().unwrap_or("json") {
        "json" => (Format::Json, "application/json", "json"),
        "csv" => (Format::Csv, "text/csv; charset=utf-8", "csv"),
        "bfile" => (Format::Bfile(column), "text/plain; charset=utf-8", "txt"),
        "latex" => (Format::Latex, "text/plain; charset=utf-8", "tex"),
        "text" => (Format::Text, "text/plain; charset=utf-8", "txt"),
        _ => return Err(Problem::bad_request("format is one of json, csv, bfile, latex, text")),
    };
    if column == Sequence::Delta && matches!(format, Format::Bfile(_)) && !game.is_symmetric() {
        return Err(Problem::unsupported("only symmetric games have a sequence b − a; use column a or b"));
    }
    let value = query.value.as_deref().map(|value| up_to("table-value", value, limits::TABLE_VALUE)).transpose()?;
    // At most 2^20.
    let value = value.and_then(|value| u32::try_from(value).ok());
    let first = query.offset.as_deref().map(|offset| up_to("offset", offset, OFFSET_LIMIT)).transpose()?;
    if first.is_some() && !matches!(format, Format::Bfile(_)) {
        return Err(Problem::bad_request("an offset belongs to a b-file: ask for it with format=bfile"));
    }
    lab.study(move |_, deadline| {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&game, format, &mut bytes).of_value(value);
        for (n, at) in (0..).zip(game.p_positions().value(value).extent(extent).watch(deadline)) {
            if n >= limits::TABLE_ROWS {
                let message = format!("a table here has at most {} rows", limits::TABLE_ROWS);
                return Err(Problem::limit("table-rows", limits::TABLE_ROWS, message));
            }
            let n = first.unwrap_or(0) + n;
            writer.entry(Entry { n, at: at? }).map_err(|error| Problem::internal(error.to_string()))?;
        }
        writer.finish().map_err(|error| Problem::internal(error.to_string()))?;
        let mut response = ([(header::CONTENT_TYPE, kind)], bytes).into_response();
        if ending != "json" {
            let column = match format {
                Format::Bfile(Sequence::A) => "_a",
                Format::Bfile(Sequence::B) => "_b",
                Format::Bfile(Sequence::Delta) => "_delta",
                _ => "",
            };
            let name = file_stem(&game.to_string());
            let of = value.map_or_else(String::new, |value| format!("_value_{value}"));
            let disposition = format!("attachment; filename=\"{name}{of}{column}.{ending}\"");
            if let Ok(value) = disposition.parse() {
                response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
            }
        }
        Ok(response)
    })
    .await
}

/// What a file about a game is called, without its ending.
pub(crate) fn file_stem(game: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    game.chars().map(safe).take(60).collect()
}
