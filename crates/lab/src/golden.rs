//! How far from the golden lines the nim-values of Wythoff's queen stand.

use std::sync::Arc;

use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use wythoff::structure::golden;

use crate::ask::{InQuery, up_to};
use crate::lab::{Answer, Lab};
use crate::limits;
use crate::problem::Problem;
use crate::tile::finished_tile;
use crate::wire::golden::Golden;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct GoldenQuery {
    /// The largest nim-value that is measured, at most 100.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "20"))]
    values: Option<String>,
    /// Columns x = 0, 1, …, at least 1 and at most 100,000.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "10000"))]
    columns: Option<String>,
    /// The nim-value whose positions are listed, one that is measured.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "0"))]
    value: Option<String>,
}

pub(crate) async fn golden(State(lab): State<Arc<Lab>>, InQuery(query): InQuery<GoldenQuery>) -> Answer {
    let values = up_to("golden-values", query.values.as_deref().unwrap_or("20"), golden::VALUES.into())?;
    let columns = up_to("golden-columns", query.columns.as_deref().unwrap_or("10000"), limits::GOLDEN_COLUMNS)?;
    if columns == 0 {
        return Err(Problem::bad_number("columns is at least 1"));
    }
    let value = up_to("golden-values", query.value.as_deref().unwrap_or("0"), golden::VALUES.into())?;
    if value > values {
        return Err(Problem::bad_number(format!("value is at most {values}, the largest that is measured")));
    }
    lab.study(move |lab, deadline| {
        let key = format!("golden/{values}/{columns}/{value}");
        if let Some(finished) = lab.tiles.get(&key) {
            return Ok(finished_tile(finished.0, finished.1.clone(), true));
        }
        // At most 100.
        let largest = u32::try_from(values).unwrap_or(golden::VALUES);
        let mut places = Vec::new();
        let spreads = golden::spreads(largest, columns, deadline, |found, place| {
            if u64::from(found) == value {
                places.push(place);
            }
        })?;
        let found = Golden { columns, spreads, value, places };
        let bytes = serde_json::to_vec(&found).map_err(|error| Problem::internal(error.to_string()))?;
        lab.tiles.put(key, Arc::new(("application/json", bytes.clone())), bytes.len() + 64);
        Ok(finished_tile("application/json", bytes, true))
    })
    .await
}
