//! wip

mod board;
pub mod game;
mod outcome;
pub mod play;
mod position;
pub mod solve;
pub mod strategy;
pub mod table;

pub use board::{Board, Cell, Signature, Window};
pub use game::{Class, Family, Form, Game, Hole, Moves, NotationError, Piece, Residues, Rules, Twist};
pub use outcome::Outcome;
pub use position::{HeapError, Move, Position, PositionError, parse_heap, parse_positions};
pub use solve::{Engine, SolveError};
