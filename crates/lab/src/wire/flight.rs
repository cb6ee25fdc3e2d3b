//! Flights over boards that a certificate knows as a whole.

use schemars::JsonSchema;
use serde::Serialize;

use super::Integer;

/// The games that are solved.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Flights {
    pub(crate) games: Vec<Solved>,
}

/// A solved W^k.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Solved {
    pub(crate) k: u32,
    /// The name of the file with its certificate.
    pub(crate) proof: String,
}

/// What a certificate says of its blocks.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Flight {
    pub(crate) k: u32,
    /// The name of the file with the certificate.
    pub(crate) proof: String,
    /// The kinds of intervals that the sides of the board are cut into, the corner's first.
    pub(crate) symbols: Vec<Symbol>,
    /// How many types of blocks there are, on the level with most of them and on the one that repeats for ever.
    pub(crate) types: [usize; 2],
    /// How many rules say which block follows from its three neighbours, on all levels together.
    pub(crate) rules: usize,
}

/// A kind of interval.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Symbol {
    /// Its cells on level 0.
    pub(crate) length: u32,
    /// What it consists of one level below, by the numbers of the kinds.
    pub(crate) word: Vec<usize>,
}

/// Blocks of one level, side by side.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Blocks {
    pub(crate) level: usize,
    /// The cells with which the columns of blocks begin, and the one after the last.
    pub(crate) columns: Vec<Integer>,
    /// The same for the rows.
    pub(crate) rows: Vec<Integer>,
    /// The types by their numbers in the certificate, row by row; 0 where a block holds no palace.
    pub(crate) types: Vec<Vec<u32>>,
}
