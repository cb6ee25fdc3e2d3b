//! Games and tables.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use wythoff::Engine;
use wythoff::catalogue::Description;

use super::Integer;

/// All families.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Catalogue {
    pub(crate) families: Vec<Description>,
    pub(crate) custom: Custom,
}

/// Games of one's own.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Custom {
    pub(crate) example: &'static str,
    pub(crate) help: &'static str,
}

/// A game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Game")]
pub(crate) struct Facts {
    pub(crate) game: String,
    pub(crate) family: Option<&'static str>,
    /// Its parameters.
    pub(crate) values: Option<BTreeMap<&'static str, u32>>,
    /// In words.
    pub(crate) rules: String,
    pub(crate) symmetric: bool,
    pub(crate) engines: Vec<Engine>,
    /// Whether a formula solves it at any size.
    pub(crate) formula: bool,
    pub(crate) memory: bool,
    pub(crate) twist: TwistName,
    /// The game with the same starting P-positions (Lar09).
    pub(crate) dual: Option<String>,
    pub(crate) k: Option<u64>,
}

/// What the previous player does.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum TwistName {
    None,
    Block,
    Comply,
    Imitation,
    Choice,
}

/// A table, as the library writes it.
#[derive(JsonSchema)]
#[cfg_attr(test, derive(serde::Deserialize))]
#[expect(dead_code, reason = "the library writes it row by row")]
pub(crate) struct Table {
    game: String,
    columns: Vec<String>,
    rows: Vec<Vec<Integer>>,
}
