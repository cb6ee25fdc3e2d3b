//! What a board looks like: the shapes that the papers read off pictures, measured.

pub mod arm;
pub mod atlas;
pub mod compare;
pub mod expansion;
pub mod forms;
pub mod golden;
pub mod machines;
pub mod piece;
pub mod ratio;
pub mod regions;
pub mod skin;
pub mod threads;
pub mod warp;

pub use crate::engine::grundy::periods;
