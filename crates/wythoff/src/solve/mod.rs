//! How answers are found: a [`Plan`] is made once, and windows, columns and statistics follow it.

mod builder;
mod columns;
mod outcomes;
mod plan;
mod rows;
mod runs;
mod stats;

pub use builder::BoardBuilder;
pub use columns::{Column, Columns, Rest};
pub use outcomes::{outcomes, outcomes_of};
pub use plan::{CLOSED_FROM, DENSE_FROM, Form, Plan, Request, SPARSE_FROM, THIN_FROM};
pub(crate) use plan::{choices, choices_needed, choosable};
pub use rows::{board, rows};
pub use runs::{WIDE_FROM, runs};
pub use stats::{SIGNED_CELLS, Signing, counts, stats};

pub use crate::engine::closed::Closed;
pub use crate::engine::dual::Dual;
pub use crate::engine::lines::COLUMN_LIMIT;
pub use crate::engine::{
    CELL_LIMIT, Engine, MEMORY_LIMIT, Number, OPTION_LIMIT, REFERENCE_LIMIT, RUN_LENGTH, Row, Run, STATE_LIMIT,
    SolveError, Stats, Values,
};
pub use crate::watch::Watch;
