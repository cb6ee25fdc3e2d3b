//! Nim-values of Wythoff's queen beside the golden lines.

use schemars::JsonSchema;
use serde::Serialize;
use wythoff::structure::golden::{Place, Spread};

/// How far from the line y = φx the nim-values stand, x ≤ y: the mirror images stand as far from x = φy.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Golden {
    /// The columns x = 0, 1, … that were looked at.
    pub(crate) columns: u64,
    /// One for each nim-value from 0 on.
    pub(crate) spreads: Vec<Spread>,
    /// The nim-value whose positions are listed.
    pub(crate) value: u64,
    /// Its positions, by x.
    pub(crate) places: Vec<Place>,
}
