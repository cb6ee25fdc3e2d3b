//! Games: their notation, answers and play; every engine against the oracle.

#[path = "../common/mod.rs"]
mod common;

mod api;
mod imitation;
mod literal;
mod notation;
mod play;
mod strategy;
