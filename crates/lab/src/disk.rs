//! The disk, as the store uses it. A module in a browser has its files in memory (`disk/memory.rs`).

pub(crate) use std::fs::*;
