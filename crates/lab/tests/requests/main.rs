//! What the server answers.

#[path = "../../../cli/tests/program/harm.rs"]
mod harm;

mod animations;
mod boards;
mod client;
mod files;
mod interface;
mod play;
mod posters;
