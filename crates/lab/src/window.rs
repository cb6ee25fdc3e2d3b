//! Small windows of a board in JSON.

use std::sync::Arc;

use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use wythoff::exact::UBig;
use wythoff::solve::Values;

use crate::ask::{InPath, InQuery, position, up_to};
use crate::boards::{REMOVED, Region, View};
use crate::lab::{Answer, Lab};
use crate::limits::{self, Deadline};
use crate::problem::Problem;
use crate::tile;
use crate::wire::answer;
use crate::wire::board::{Window, WindowRow};

#[derive(Deserialize, JsonSchema)]
pub(crate) struct WindowQuery {
    /// Columns.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "16"))]
    width: Option<String>,
    /// Rows.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "16"))]
    height: Option<String>,
    /// What stands in a cell.
    #[schemars(extend("enum" = ["outcome", "palace", "deviation"], "default" = "outcome"))]
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
