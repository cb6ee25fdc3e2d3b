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
    /// Pieces that can be added, one of each kind.
    pub(crate) pieces: &'static [&'static str],
}

/// A game.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Game")]
#[expect(clippy::struct_excessive_bools, reason = "what is said of a game, each by its name")]
pub(crate) struct Facts {
    pub(crate) game: String,
    pub(crate) family: Option<&'static str>,
    /// Its parameters.
    pub(crate) values: Option<BTreeMap<&'static str, u32>>,
    /// In words.
    pub(crate) rules: String,
    pub(crate) symmetric: bool,
    /// Whether who cannot move wins.
    pub(crate) misere: bool,
    /// Why its positions have no nim-values; null if they have.
    pub(crate) no_nim_values: Option<&'static str>,
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
    /// The nim-value of the positions, where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<u32>,
    columns: Vec<String>,
    rows: Vec<Vec<Integer>>,
}
