//! wip

mod board;
pub mod game;
mod outcome;
mod position;
pub mod solve;

pub use board::{Board, Cell, Signature, Window};
pub use game::{Class, Family, Form, Game, Hole, Moves, NotationError, Piece, Residues, Rules, Twist};
pub use outcome::Outcome;
pub use position::{HeapError, Move, Position, PositionError, parse_heap};
pub use solve::{Engine, SolveError};
