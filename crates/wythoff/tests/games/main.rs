//! Games: their notation, answers and play; every engine against the oracle, and against the papers' tables.

#[path = "../common/mod.rs"]
mod common;

mod golden;
mod imitation;
mod literal;
mod notation;
mod play;
mod strategy;
