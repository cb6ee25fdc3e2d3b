//! The engines, against each other, the oracle and what is known of the games.

#[path = "../common/mod.rs"]
mod common;

mod automaton;
mod blocks;
mod closed;
mod closed_rows;
mod dense;
mod edges;
mod fingerprint;
mod growth;
mod grundy;
mod lines;
mod outcomes;
mod runs;
mod sparse;
mod sparse_games;
mod tables;
