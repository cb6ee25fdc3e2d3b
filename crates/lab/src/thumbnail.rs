//! Small pictures of boards of W^k.

use std::num::NonZeroU32;
use std::sync::Arc;

use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::ask::{InPath, InQuery, game, up_to};
use crate::boards::{Pixels, View};
use crate::lab::{Answer, Lab};
use crate::limits;
use crate::paint::{self, Theme};
use crate::problem::Problem;
use crate::tile::finished_tile;
use crate::wire::board::Palette;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct ThumbnailQuery {
    /// Pixels each way.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "128"))]
    size: Option<String>,
    /// Light or dark paper.
    #[schemars(extend("enum" = ["light", "dark"], "default" = "light"))]
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
    let view = View::of(&lab.boards, game(&format!("blocking:k={k}"))?)?;
    lab.study(move |lab, deadline| {
        let size = u64::from(size.get());
        // The board to the first eight times k, or as many cells as pixels.
        let scale = (8 * k).div_ceil(size).clamp(1, 64);
        let counts = view.thumbnail(size, scale, deadline)?;
        let cells = u32::try_from(scale * scale).unwrap_or(u32::MAX);
        let png = paint::png(&Pixels::Counts { counts, cells }, Palette::Outcome, theme)?;
        lab.tiles.put(key.clone(), Arc::new(("image/png", png.clone())), png.len() + key.len());
        Ok(finished_tile("image/png", png, true))
    })
    .await
}
