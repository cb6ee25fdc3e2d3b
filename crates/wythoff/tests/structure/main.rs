//! What boards look like.

mod compare;
mod expansion;
mod forms;
mod machines;
mod periods;
mod regions;
mod skin;
mod threads;
