//! Two boards, cell by cell.

use std::sync::Arc;

use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use wythoff::Position;
use wythoff::exact::UBig;

use crate::ask::{InPath, InQuery, shift, up_to};
use crate::boards::{NOT_READY, Pixels, REMOVED, REMOVED_OUTCOME, Region, TILE, UNREADY_COUNT, UNREADY_NUMBER, View};
use crate::lab::{Answer, Lab};
use crate::limits::{self, Deadline};
use crate::paint;
use crate::problem::Problem;
use crate::tile::{self, Address, Look, finished_tile};
use crate::wire::answer;
use crate::wire::board::{Comparison, Palette};

/// Where B's cell lies, seen from A's.
#[derive(Clone, Copy, Debug)]
struct Offset {
    dx: i64,
    dy: i64,
    along: i64,
}

#[derive(Deserialize, JsonSchema)]
struct PairQuery {
    /// What is compared.
    #[schemars(extend("enum" = ["outcome", "deviation"], "default" = "outcome"))]
    values: Option<String>,
    /// Columns from A's cell to B's.
    #[schemars(extend("pattern" = "^-?[0-9]+$", "default" = "0"))]
    dx: Option<String>,
    /// Rows from A's cell to B's.
    #[schemars(extend("pattern" = "^-?[0-9]+$", "default" = "0"))]
    dy: Option<String>,
    /// Steps from A's cell to B's along the larger coordinate.
    #[schemars(extend("pattern" = "^-?[0-9]+$", "default" = "0"))]
    along: Option<String>,
}

/// Two boards, and what is compared.
struct Pair {
    a: View,
    b: View,
    offset: Offset,
    deviations: bool,
}

impl Pair {
    fn read(lab: &Lab, a: &str, b: &str, query: &PairQuery) -> Result<Self, Problem> {
        let step = |name, text: &Option<String>| shift(name, text.as_deref());
        let offset =
            Offset { dx: step("dx", &query.dx)?, dy: step("dy", &query.dy)?, along: step("along", &query.along)? };
        let values = query.values.as_deref();
        let view = |name| View::named(&lab.boards, name);
        let (a, b) = (view(a)?, view(b)?);
        let deviations = match values {
            None | Some("outcome") => false,
            Some("deviation") => {
                tile::values(values, &a)?;
                tile::values(values, &b)?;
                true
            }
            Some(_) => return Err(Problem::bad_request("values is outcome or deviation")),
        };
        Ok(Self { a, b, offset, deviations })
    }

    /// The cells of a region: 0 both N or equal, 1 both P, 2 only A is P or A is larger, 3 only B, and what is not
    /// known.
    fn classes(&self, region: &Region, deadline: &Deadline) -> Result<Vec<u8>, Problem> {
        let read = |view: &View, region: &Region| {
            if self.deviations {
                return view.numbers(region, view.k().unwrap_or(0), deadline);
            }
            let as_number = |outcome: u8| match outcome {
                NOT_READY => UNREADY_NUMBER,
                REMOVED_OUTCOME => REMOVED,
                outcome => i32::from(outcome),
            };
            Ok(view.outcomes(region, deadline)?.into_iter().map(as_number).collect())
        };
        let Offset { dx, dy, along } = self.offset;
        let first = read(&self.a, region)?;
        let below = read(&self.b, &region.moved(dx, dy + along))?;
        let above = if along == 0 { None } else { Some(read(&self.b, &region.moved(dx + along, dy))?) };
        let rise = region.rise();
        let class = |(index, a): (usize, &i32)| {
            let (column, row) = (index % region.width, index / region.width);
            let is_upper = rise.saturating_add_unsigned(row as u64) >= column.cast_signed() as i64;
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

#[derive(Deserialize, JsonSchema)]
pub(crate) struct WindowQuery {
    /// The window's first column.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "0"))]
    x: Option<String>,
    /// The window's first row.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "0"))]
    y: Option<String>,
    /// Columns.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "1024"))]
    width: Option<String>,
    /// Rows.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "1024"))]
    height: Option<String>,
    #[serde(flatten)]
    pair: PairQuery,
}

pub(crate) async fn window(
    State(lab): State<Arc<Lab>>,
    InPath((a, b)): InPath<(String, String)>,
    InQuery(query): InQuery<WindowQuery>,
) -> Answer {
    let pair = Pair::read(&lab, &a, &b, &query.pair)?;
    let side = |text: Option<String>| up_to("compared-side", text.as_deref().unwrap_or("1024"), limits::COMPARED_SIDE);
    let corner = |text: Option<String>| up_to("side", text.as_deref().unwrap_or("0"), limits::SIDE);
    let (width, height) = (side(query.width)?, side(query.height)?);
    let (x, y) = (corner(query.x)?, corner(query.y)?);
    lab.study(move |_, deadline| {
        let length = |side: u64| usize::try_from(side).unwrap_or(TILE);
        let at = Position::new(UBig::from(x), UBig::from(y));
        let region = Region::new(&at, length(width), length(height));
        let classes = pair.classes(&region, deadline)?;
        let count = |class: u8| classes.iter().map(|other| usize::from(*other == class)).sum::<usize>();
        let (only_a, only_b) = (count(2), count(3));
        let first = classes.iter().position(|class| matches!(class, 2 | 3));
        let cell = |index: usize| Position::new(x + (index % region.width) as u64, y + (index / region.width) as u64);
        let compared = classes.len() - count(NOT_READY);
        let (differ, first) = (only_a + only_b, first.map(cell));
        Ok(answer(Comparison { compared, differ, only_a, only_b, first }))
    })
    .await
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct TileQuery {
    #[serde(flatten)]
    look: Look,
    #[serde(flatten)]
    pair: PairQuery,
}

pub(crate) async fn tile(
    State(lab): State<Arc<Lab>>,
    InPath((a, b, level, x, y)): InPath<(String, String, String, String, String)>,
    InQuery(query): InQuery<TileQuery>,
) -> Answer {
    let pair = Pair::read(&lab, &a, &b, &query.pair)?;
    let (raw, theme) = (query.look.is_raw()?, query.look.theme()?);
    let address = Address::read(&level, &x, &y, limits::COMPARED_LEVEL + 1)?;
    let (level, region) = (address.level, address.region());
    if !region.begins_before(limits::SIDE) {
        return Err(Problem::not_ready("this tile is beyond every board"));
    }
    lab.study(move |_, deadline| {
        let classes = pair.classes(&region, deadline)?;
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
