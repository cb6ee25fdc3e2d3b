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

mod ask;
mod atlas;
mod board;
mod boards;
mod cache;
mod compare;
mod events;
mod flight;
mod games;
mod golden;
mod grow;
mod guard;
mod jobs;
mod lab;
mod limits;
mod page;
mod paint;
mod play;
mod poster;
mod problem;
mod queen;
mod regions;
mod routes;
mod server;
mod status;
mod store;
mod streamed;
mod sum;
mod theorems;
mod thumbnail;
mod tile;
mod window;
mod wire;

pub use atlas::shipped_records;
pub use guard::Hosts;
pub use lab::{Config, DEFAULT_BUDGET, Lab, default_store};
pub use routes::openapi;
pub use server::{router, routes, serve};
pub use store::StoreError;
