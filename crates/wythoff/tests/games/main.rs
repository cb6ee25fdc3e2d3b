//! Games: their notation, answers and play; every engine against the oracle.

#[path = "../common/mod.rs"]
mod common;

mod api;
mod formal;
mod imitation;
mod literal;
mod misere;
mod notation;
mod play;
mod puzzles;
mod strategy;
mod sums;
