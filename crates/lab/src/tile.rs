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
use crate::boards::{Pixels, Region, TILE, View};
use crate::lab::{Answer, Lab};
use crate::limits::Deadline;
use crate::paint::{self, Rgb, Scale, Theme};
use crate::problem::Problem;
use crate::wire::board::Palette;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct TileQuery {
    /// The colours of a picture.
    #[schemars(extend("enum" = ["outcome", "cln15", "deviation", "safe", "nim"], "default" = "outcome"))]
    palette: Option<String>,
    /// What stands in a cell.
    #[schemars(extend("enum" = ["outcome", "palace", "deviation", "grundy"], "default" = "outcome"))]
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
    let values =
        text.parse().map_err(|_| Problem::bad_request("values is one of outcome, palace, deviation, grundy"))?;
    let known = view.values();
    if let (Values::Grundy, Some(why)) = (values, view.game().no_nim_values()) {
        return Err(Problem::unsupported(why));
    }
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
    pub(crate) x: UBig,
    pub(crate) y: UBig,
}

impl Address {
    pub(crate) const fn new(level: u32, x: UBig, y: UBig) -> Self {
        Self { level, x, y }
    }

    pub(crate) fn read(level: &str, x: &str, y: &str, levels: u32) -> Result<Self, Problem> {
        let level = up_to("tile-level", level, u64::from(levels - 1))?;
        let level = u32::try_from(level).map_err(|_| Problem::bad_number("level is too large"))?;
        Ok(Self::new(level, number("x", x)?, number("y", y)?))
    }

    pub(crate) fn region(&self) -> Region {
        Region::tile(self.level, (&self.x, &self.y))
    }

    /// The pixels of the tile on a board.
    fn pixels(&self, view: &View, form: Form, deadline: &Deadline) -> Result<Pixels, Problem> {
        let values = self.values(view, form);
        if self.level > 0 {
            return match form {
                Form::Png(palette, _) if values != Values::Outcome => self.means(view, palette, values, deadline),
                _ => view.counts(self.level, (&self.x, &self.y), deadline),
            };
        }
        if values == Values::Outcome {
            view.outcomes(&self.region(), deadline).map(Pixels::Outcomes)
        } else {
            numbers(view, &self.region(), values, deadline).map(Pixels::Numbers)
        }
    }

    /// The mean colours of its pixels' cells.
    fn means(&self, view: &View, palette: Palette, values: Values, deadline: &Deadline) -> Result<Pixels, Problem> {
        let scale = Scale::new(palette);
        let decides = values == Values::Grundy || view.k().is_some();
        let (region, side) = (self.region(), 1 << self.level);
        let mut colours = Vec::with_capacity(TILE * TILE);
        for row in 0..TILE {
            let cells = numbers(view, &region.rows(row * side, side), values, deadline)?;
            let mut counts = vec![0_u32; TILE * scale.len()];
            for line in cells.chunks_exact(TILE * side) {
                for (pixel, cells) in line.chunks_exact(side).enumerate() {
                    for value in cells {
                        counts[pixel * scale.len() + usize::from(scale.index(*value))] += 1;
                    }
                }
            }
            colours.extend(counts.chunks_exact(scale.len()).map(|counts| scale.mean(counts, decides)));
        }
        Ok(Pixels::Colours(colours))
    }

    /// The colours of the pixels in a picture of the tile; none where nothing is known.
    pub(crate) fn colours(
        &self,
        view: &View,
        palette: Palette,
        theme: Theme,
        deadline: &Deadline,
    ) -> Result<Vec<Option<Rgb>>, Problem> {
        let pixels = self.pixels(view, Form::Png(palette, theme), deadline)?;
        Ok(paint::colours(&pixels, palette, theme))
    }

    /// What the pixels of a picture of the tile show.
    pub(crate) fn shown(&self, view: &View, palette: Palette, theme: Theme) -> Values {
        self.values(view, Form::Png(palette, theme))
    }

    /// What the cells of the tile show.
    fn values(&self, view: &View, form: Form) -> Values {
        let values = match form {
            Form::Raw(_) if self.level > 0 => Values::Outcome,
            Form::Raw(values) => values,
            Form::Png(Palette::Nim, _) if view.has_nim_values() => Values::Grundy,
            Form::Png(Palette::Cln15 | Palette::Deviation | Palette::Safe, _) if view.has_palace_numbers() => {
                Values::Deviation
            }
            Form::Png(..) => Values::Outcome,
        };
        let counts = self.level > 0 && !view.averages(self.level, &self.region());
        if counts { Values::Outcome } else { values }
    }
}

/// The numbers of a region.
fn numbers(view: &View, region: &Region, values: Values, deadline: &Deadline) -> Result<Vec<i32>, Problem> {
    match values {
        // Games without a k as if k = 1.
        Values::Deviation => view.numbers(region, view.k().unwrap_or(1), deadline),
        Values::Grundy => view.nim_values(region, deadline),
        Values::Palace | Values::Outcome => view.numbers(region, 0, deadline),
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
    let quick = view.is_at_hand(address.values(&view, form));
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
