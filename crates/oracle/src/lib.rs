//! The games of Wythoff's family from their rules, literally: a slow second opinion for tests.
//!
//! The crate has no dependencies and shares no code with the library `wythoff`: its model of rules, its solvers, its
//! notation and its random numbers are its own, written from the specification of the games. Nothing here is clever. A
//! move is a removal (i, j) that a predicate accepts, a board is filled cell by cell by looking at every option, and an
//! imitation game is solved on its whole state.
//!
//! ```
//! use oracle::{Game, Random};
//!
//! let game = Game::family("blocking", &[2]);
//! assert_eq!(game.to_string(), "blocking:k=2");
//! let board = game.board(8, 8);
//! assert_eq!(board.p(1, 3), Some(true));
//! assert_eq!(board.palaces(0, 5), Some(2));
//!
//! // Any game of the families, or moves of one's own; the same seed gives the same game.
//! let any = Game::random(&mut Random::new(7));
//! assert_eq!(any, Game::random(&mut Random::new(7)));
//! ```
//!
//! - [`Game`]: what is played. [`Rules`] are moves, perhaps a hole, and a twist.
//! - [`Game::board`]: outcomes and palace numbers of every position with small heaps.
//! - [`Game::nim_values`]: the mex of what the options have.
//! - [`Game::check`]: whether an [`Answer`] about a position is right by the definitions.
//! - [`Memory`]: an imitation game with its history.
//! - [`Palaces`], [`pairs`]: W^k and (m,p)-Wythoff Nim far out, by plain loops that are themselves held against the
//!   boards.
//! - [`Game::random`], [`Game::spelling`], [`Game::simpler`]: for tests that try what nobody thought of.

mod answer;
mod board;
mod game;
mod imitation;
mod notation;
mod palaces;
mod random;

pub use answer::{Answer, Choice, Credits, Question, Winning};
pub use board::{Board, fingerprint, mix, signature};
pub use game::{FAMILIES, Form, Game, Moves, Name, Piece, Rules, Twist};
pub use imitation::{Heap, Memory, State};
pub use palaces::{Palaces, pairs};
pub use random::Random;

/// Two heaps (x, y): the queen's column and row.
pub type Position = (usize, usize);
