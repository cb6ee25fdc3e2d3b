//! What the boards of W^k look like.

mod compare;
mod expansion;
mod forms;
mod regions;
mod skin;
mod threads;
