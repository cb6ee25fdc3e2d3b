//! The server: its version, its limits, its store, and what is running.

use std::sync::Arc;

use axum::extract::State;

use crate::lab::{Answer, DEFAULT_K, Lab};
use crate::limits;
use crate::store::Kept;
use crate::wire::answer;
use crate::wire::board::{Status, Stored, StoredBoard};

pub(crate) async fn status(State(lab): State<Arc<Lab>>) -> Answer {
    let board = |board: Arc<Kept>| StoredBoard {
        game: format!("blocking:k={}", board.k()),
        rows: board.rows(),
        side: board.side(),
        bytes: board.bytes(),
    };
    let boards = lab.store.boards().into_iter().map(board).collect();
    Ok(answer(Status {
        version: env!("CARGO_PKG_VERSION"),
        default_game: format!("blocking:k={DEFAULT_K}"),
        limits: limits::by_name(),
        store: Stored { budget: lab.store.budget(), used: lab.store.used(), boards, trouble: lab.store.trouble() },
        jobs_running: lab.jobs.unfinished(),
    }))
}
