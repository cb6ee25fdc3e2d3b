//! How answers are found: the engine is chosen here, once, and windows, columns and statistics come from it.

mod choose;
mod columns;
mod rows;
mod runs;
mod stats;

pub use choose::{CLOSED_FROM, DENSE_FROM, SPARSE_FROM, Work, choose};
pub(crate) use choose::{choices, choices_needed, choosable, tells_numbers};
pub use columns::{Column, Columns, Rest};
pub use rows::{board, rows};
pub use runs::{WIDE_FROM, runs};
pub use stats::stats;

pub use crate::engine::closed::Closed;
pub use crate::engine::dual::Dual;
pub use crate::engine::lines::COLUMN_LIMIT;
pub use crate::engine::{
    CELL_LIMIT, Engine, MEMORY_LIMIT, OPTION_LIMIT, REFERENCE_LIMIT, RUN_LENGTH, Row, Run, STATE_LIMIT, SolveError,
    Stats, Values,
};
pub use crate::watch::Watch;
