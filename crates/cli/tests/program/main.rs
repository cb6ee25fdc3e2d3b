//! The program as its users see it.

mod bench;
mod check;
mod checkers;
mod checkpoint;
mod commands;
mod everywhere;
mod fuzz;
mod gpu;
mod harm;
mod lab;
mod output;
#[cfg(feature = "parquet")]
mod parquet;
mod play;
mod reproduce;
mod signals;
mod skin;
mod streams;
mod sweep;
mod verify;
mod zarr;
