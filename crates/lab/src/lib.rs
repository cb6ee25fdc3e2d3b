//! The laboratory: a server of boards, play, games, theorems and the atlas, and of the page that shows them.
//!
//! Everything mathematical is in the library `wythoff`; here it is put on the wire, within limits. A request passes
//! four gates (`guard`): it must be meant for this server, come from its own page, end in time, and is tagged. What
//! takes long to compute goes to a thread of its own, of which there are few (`Lab::work`), or becomes a job (`jobs`).
//! Boards of W^k are kept on disk as the edges of their squares (`store`) and grow in turns (`grow`); every board,
//! wherever its cells come from, is seen through a view (`boards`). `limits` has every limit in one place. What goes
//! over the wire is in `wire`, each answer once; `openapi.json` is made of it and of the table of addresses (`routes`),
//! and a test says when it is out of date.

// A server outlives whoever started it: it says nothing on streams that may be gone.
#![deny(clippy::print_stdout, clippy::print_stderr)]
// What the server alone uses.
#![cfg_attr(target_family = "wasm", allow(dead_code))]

mod ask;
mod atlas;
mod board;
mod boards;
mod cache;
mod clock;
mod compare;
#[cfg_attr(target_family = "wasm", path = "disk/memory.rs")]
mod disk;
mod events;
mod flight;
mod games;
mod golden;
mod grow;
#[cfg(not(target_family = "wasm"))]
mod guard;
mod jobs;
mod lab;
mod limits;
#[cfg(not(target_family = "wasm"))]
mod listen;
#[cfg(target_family = "wasm")]
pub mod module;
#[cfg(not(target_family = "wasm"))]
mod page;
mod paint;
mod play;
mod poster;
mod problem;
mod queen;
mod regions;
mod routes;
#[cfg(not(target_family = "wasm"))]
mod server;
mod status;
mod store;
#[cfg_attr(target_family = "wasm", path = "streamed/whole.rs")]
mod streamed;
mod sum;
mod theorems;
mod thumbnail;
mod tile;
mod window;
mod wire;

#[cfg(not(target_family = "wasm"))]
pub use atlas::shipped_records;
#[cfg(not(target_family = "wasm"))]
pub use guard::Hosts;
pub use lab::{Config, DEFAULT_BUDGET, Lab, default_store};
#[cfg(not(target_family = "wasm"))]
pub use routes::openapi;
#[cfg(not(target_family = "wasm"))]
pub use server::{router, routes, serve};
pub use store::StoreError;
