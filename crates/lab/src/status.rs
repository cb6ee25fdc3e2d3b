//! The server: its version, its limits, its store, and what is running.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use serde_json::{Value, json};

use crate::lab::{Answer, DEFAULT_K, Lab};
use crate::limits;
use crate::store::Kept;

pub(crate) async fn status(State(lab): State<Arc<Lab>>) -> Answer {
    let board = |board: Arc<Kept>| {
        json!({
            "game": format!("blocking:k={}", board.k()), "rows": board.rows(), "side": board.side(), "bytes": board.bytes(),
        })
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
