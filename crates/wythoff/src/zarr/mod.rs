//! Boards as Zarr hierarchies, on any disk that all who work on a board see.
//!
//! [Zarr](https://zarr.dev) (version 3) keeps arrays in chunks that many programs read, whole or in parts. What we
//! write is simple: shards of chunks that are not compressed, each with its checksum. So there is no library for it
//! here but a page ([`shard`]); that other programs read it is tested with Python's.
//!
//! [`Layout`] says which arrays a board has, and in which shards they lie. [`BlockBoard`] is a board of W^k that is
//! solved in blocks, by whoever calls [`BlockBoard::solve`], on however many machines, and goes on where it ended.
//! [`write()`] writes any window of any game, from the top down. [`Reader`] looks at a board, finished or not, and
//! never writes.

mod array;
mod bands;
mod blocks;
mod layout;
mod reader;
mod refined;
pub mod shard;
mod store;

pub use bands::write;
pub use blocks::{BlockBoard, Done, Solver};
pub use layout::{Cells, FORMAT, Kind, Layout, LayoutError, Level};
pub use reader::{ReadError, Reader};
pub use refined::Refined;
pub use store::ZarrError;
