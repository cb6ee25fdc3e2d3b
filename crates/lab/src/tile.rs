//! Tiles of a board, as pictures or raw.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::Deserialize;
use wythoff::exact::UBig;
use wythoff::solve::Values;

use crate::ask::{InPath, InQuery, number, up_to};
use crate::boards::{Pixels, Region, View};
use crate::lab::{Answer, Lab};
use crate::limits::Deadline;
use crate::paint::{self, Theme};
use crate::problem::Problem;
use crate::wire::board::Palette;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct TileQuery {
    /// The colours of a picture.
    #[schemars(extend("enum" = ["outcome", "cln15", "deviation", "safe"], "default" = "outcome"))]
    palette: Option<String>,
    /// What stands in a cell.
    #[schemars(extend("enum" = ["outcome", "palace", "deviation"], "default" = "outcome"))]
    values: Option<String>,
    #[serde(flatten)]
    look: Look,
}

/// What a picture is written as, and what lies under it.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Look {
    /// A picture, or the values themselves.
    #[schemars(extend("enum" = ["png", "raw"], "default" = "png"))]
    format: Option<String>,
    /// Light or dark paper.
    #[schemars(extend("enum" = ["light", "dark"], "default" = "light"))]
    theme: Option<String>,
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

/// What a tile is to be.
#[derive(Clone, Copy, Debug)]
enum Form {
    Png(Palette, Theme),
    Raw(Values),
}

impl TileQuery {
    fn form(&self, view: &View) -> Result<Form, Problem> {
        if self.look.is_raw()? {
            return Ok(Form::Raw(values(self.values.as_deref(), view)?));
        }
        let palette = Palette::parse(self.palette.as_deref().unwrap_or("outcome"))?;
        Ok(Form::Png(palette, self.look.theme()?))
    }
}

/// Values that the cells of a board have.
pub(crate) fn values(text: Option<&str>, view: &View) -> Result<Values, Problem> {
    let text = text.unwrap_or("outcome");
    let values = text.parse().map_err(|_| Problem::bad_request("values is one of outcome, palace, deviation"))?;
    let known = view.values();
    if !known.contains(&values) {
        let known: Vec<&str> = known.into_iter().map(Values::name).collect();
        let game = view.game();
        return Err(Problem::unsupported(format!("{game} has no {text} numbers; it has {}", known.join(", "))));
    }
    Ok(values)
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

    pub(crate) fn region(&self) -> Region {
        Region::tile(self.level, (&self.x, &self.y))
    }

    /// The pixels of the tile on a board.
    fn pixels(&self, view: &View, form: Form, deadline: &Deadline) -> Result<Pixels, Problem> {
        if self.level > 0 {
            return view.counts(self.level, (&self.x, &self.y), deadline);
        }
        if !self.needs_numbers(view, form) {
            return view.outcomes(&self.region(), deadline).map(Pixels::Outcomes);
        }
        // Pictures show deviations; games without a k as if k = 1.
        let zero = match form {
            Form::Raw(Values::Palace) => 0,
            _ => view.k().unwrap_or(1),
        };
        view.numbers(&self.region(), zero, deadline).map(Pixels::Numbers)
    }

    /// Whether the tile shows more than outcomes.
    fn needs_numbers(&self, view: &View, form: Form) -> bool {
        self.level == 0
            && match form {
                Form::Raw(values) => values != Values::Outcome,
                Form::Png(palette, _) => palette != Palette::Outcome && view.has_palace_numbers(),
            }
    }
}

pub(crate) async fn tile(
    State(lab): State<Arc<Lab>>,
    InPath((name, level, x, y)): InPath<(String, String, String, String)>,
    InQuery(query): InQuery<TileQuery>,
) -> Answer {
    let view = View::named(&lab.boards, &name)?;
    let address = Address::read(&level, &x, &y, view.levels())?;
    let form = query.form(&view)?;
    let Address { level, x, y } = &address;
    // Another board may take the place of a file.
    let key = format!("{}/{}/{level}/{x}/{y}/{form:?}", view.name(), view.game());
    if let Some(finished) = lab.tiles.get(&key) {
        return Ok(finished_tile(finished.0, finished.1.clone(), true));
    }
    // A board that has to be computed first takes seconds.
    let quick = view.is_at_hand(address.needs_numbers(&view, form));
    let (kind, bytes, full) = lab
        .work_or_study(quick, move |lab, deadline| {
            let pixels = address.pixels(&view, form, deadline)?;
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
