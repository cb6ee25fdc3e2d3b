//! Small windows of a board in JSON, and sections through it.

use std::sync::Arc;

use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use wythoff::Position;
use wythoff::exact::UBig;
use wythoff::solve::Values;

use crate::ask::{InPath, InQuery, position, up_to};
use crate::boards::{REMOVED, REMOVED_OUTCOME, Region, View};
use crate::lab::{Answer, Lab};
use crate::limits::{self, Deadline};
use crate::problem::Problem;
use crate::tile;
use crate::wire::answer;
use crate::wire::board::{Section, Way, Window, WindowRow};

#[derive(Deserialize, JsonSchema)]
pub(crate) struct WindowQuery {
    /// Columns.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "16"))]
    width: Option<String>,
    /// Rows.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "16"))]
    height: Option<String>,
    /// What stands in a cell.
    #[schemars(extend("enum" = ["outcome", "palace", "deviation", "grundy"], "default" = "outcome"))]
    values: Option<String>,
}

pub(crate) async fn window(
    State(lab): State<Arc<Lab>>,
    InPath((name, x, y)): InPath<(String, String, String)>,
    InQuery(query): InQuery<WindowQuery>,
) -> Answer {
    let view = View::named(&lab.boards, &name)?;
    let values = tile::values(query.values.as_deref(), &view)?;
    let at = position::<UBig>(&x, &y)?;
    let width = up_to("window-cells", query.width.as_deref().unwrap_or("16"), limits::WINDOW_CELLS)?;
    let height = up_to("window-cells", query.height.as_deref().unwrap_or("16"), limits::WINDOW_CELLS)?;
    if width * height > limits::WINDOW_CELLS || width * height == 0 {
        let message = format!("a window here has from 1 to {} cells", limits::WINDOW_CELLS);
        return Err(Problem::limit("window-cells", limits::WINDOW_CELLS, message));
    }
    lab.study(move |_, deadline| {
        // Both are at most the cells of a window.
        let side = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
        let rows = rows(&view, &Region::new(&at, side(width), side(height)), values, deadline)?;
        Ok(answer(Window { at, width, height, values, rows }))
    })
    .await
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct SectionQuery {
    /// Where the cells lie.
    #[schemars(extend("enum" = ["row", "column", "diagonal"], "default" = "row"))]
    way: Option<String>,
    /// How many cells, at most 4096.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "256"))]
    length: Option<String>,
    /// What stands in a cell: outcomes are 1 (P) and 0.
    #[schemars(extend("enum" = ["outcome", "palace", "deviation", "grundy"], "default" = "palace"))]
    values: Option<String>,
}

pub(crate) async fn section(
    State(lab): State<Arc<Lab>>,
    InPath((name, x, y)): InPath<(String, String, String)>,
    InQuery(query): InQuery<SectionQuery>,
) -> Answer {
    let view = View::named(&lab.boards, &name)?;
    let values = tile::values(Some(query.values.as_deref().unwrap_or("palace")), &view)?;
    let way = match query.way.as_deref() {
        None | Some("row") => Way::Row,
        Some("column") => Way::Column,
        Some("diagonal") => Way::Diagonal,
        Some(_) => return Err(Problem::bad_request("way is row, column or diagonal")),
    };
    let at = position::<UBig>(&x, &y)?;
    let length = up_to("section", query.length.as_deref().unwrap_or("256"), limits::SECTION as u64)?;
    let length = usize::try_from(length).unwrap_or(limits::SECTION).max(1);
    lab.study(move |_, deadline| {
        let regions = match way {
            Way::Row => vec![Region::new(&at, length, 1)],
            Way::Column => vec![Region::new(&at, 1, length)],
            Way::Diagonal => {
                let cell = |step: usize| Region::new(&Position::new(&at.x + step, &at.y + step), 1, 1);
                (0..length).map(cell).collect()
            }
        };
        let mut cells = Vec::with_capacity(length);
        for region in regions {
            if deadline.is_over() {
                return Err(Problem::timeout(limits::TIME.as_secs()));
            }
            if values == Values::Outcome {
                let outcome = |cell: u8| (cell != REMOVED_OUTCOME).then_some(i32::from(cell));
                cells.extend(view.all_outcomes(&region, deadline)?.into_iter().map(outcome));
            } else {
                let number = |cell: i32| (cell != REMOVED).then_some(cell);
                cells.extend(view.all_numbers(&region, values, deadline)?.into_iter().map(number));
            }
        }
        Ok(answer(Section { at, way, values, cells }))
    })
    .await
}

/// Outcomes as a text for each row, numbers as a list.
fn rows(view: &View, region: &Region, values: Values, deadline: &Deadline) -> Result<Vec<WindowRow>, Problem> {
    if values == Values::Outcome {
        let sign = |cell: &u8| ['.', '#', ' '][usize::from(*cell)];
        let cells = view.all_outcomes(region, deadline)?;
        return Ok(cells.chunks(region.width).map(|row| WindowRow::Outcomes(row.iter().map(sign).collect())).collect());
    }
    let number = |cell: &i32| (*cell != REMOVED).then_some(*cell);
    let cells = view.all_numbers(region, values, deadline)?;
    Ok(cells.chunks(region.width).map(|row| WindowRow::Numbers(row.iter().map(number).collect())).collect())
}
