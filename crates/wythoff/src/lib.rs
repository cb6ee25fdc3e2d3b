//! The laboratory for Wythoff Nim and its blocked, imitated and restricted relatives, as a library.
//!
//! Two heaps, or a queen on a quadrant board that moves towards (0,0). Who cannot move loses. From that grow the games
//! of five papers: moves get wider or are restricted, options get blocked or proposed, imitation gets forbidden. This
//! crate knows them all as data, solves each from its rules, and says what to play, what to block, and why.
//!
//! | key | paper |
//! |---|---|
//! | `Lar13` | U. Larsson, *Imitation Nim*, slides, Stony Brook 2013 |
//! | `CLN15` | M. Cook, U. Larsson, T. Neary, *A Cellular Automaton for Blocking Queen Games* |
//! | `Lar15` | U. Larsson, *Restrictions of m-Wythoff Nim and p-complementary Beatty sequences* (preprint 2009:45) |
//! | `Lar09` | U. Larsson, *2-pile Nim with a restricted number of move-size imitations* |
//! | `Lar11` | U. Larsson, *Blocking Wythoff Nim* |
//!
//! # A tour
//!
//! Parse a game, in our notation or a paper's, and ask who wins:
//!
//! ```
//! use wythoff::{Game, Outcome};
//!
//! let game: Game = "W^2".parse()?;
//! assert_eq!(game, "blocking:k=2".parse()?);
//!
//! let answer = game.solve((11, 15))?;
//! assert_eq!(answer.outcome, Outcome::N);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The answer is a strategy: each winning move comes with what to block after it.
//!
//! ```
//! # use wythoff::{Game, Position};
//! # let game: Game = "W^2".parse()?;
//! # let answer = game.solve((11, 15))?;
//! let best = &answer.winning_moves[2];
//! assert_eq!(best.to, Position::new(8, 12));
//! assert_eq!(best.block, [Position::new(3, 7)]);
//! assert_eq!(
//!     answer.why,
//!     "(11,15) is N: it has 4 P-options, (3,7), (7,15), (8,12) and (11,5), and at most 1 of them can be blocked."
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! More can be said in the question: what is blocked already, which engine has to answer, who may stop the work. In an
//! imitation game the history decides:
//!
//! ```
//! # use wythoff::{Game, Outcome};
//! let game: Game = "Imitation Nim".parse()?;
//! assert_eq!(game.ask((1, 3)).answer()?.outcome, Outcome::N);
//! assert_eq!(game.ask((1, 3)).history([(2, 3)]).answer()?.outcome, Outcome::P);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where a formula is known, heaps of any size are answered at once:
//!
//! ```
//! # use wythoff::{Game, Outcome};
//! use wythoff::exact::UBig;
//!
//! let game: Game = "(2,3)-Wythoff Nim".parse()?;
//! let answer = game.solve((UBig::from(10_u8).pow(200), UBig::from(10_u8).pow(201)))?;
//! assert_eq!(answer.outcome, Outcome::N);
//! let best = answer.winning_moves[0].to.clone();
//! assert_eq!(game.solve(best)?.outcome, Outcome::P);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All P-positions, one after the other, for as long as you like (of a symmetric game those with x ≤ y):
//!
//! ```
//! # use wythoff::{Game, Position};
//! let game: Game = "wythoff".parse()?;
//! let first: Vec<Position> = game.p_positions().take(4).collect::<Result<_, _>>()?;
//! assert_eq!(first, [(0, 0), (1, 2), (3, 5), (4, 7)].map(Position::from));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A board: in memory, row by row, as numbers, or as a picture (`#` is a P-position):
//!
//! ```
//! use wythoff::render::{Format, Options};
//! use wythoff::{Game, Position, Window};
//!
//! let game: Game = "W^3".parse()?;
//! let corner = game.board(Window::corner(6, 6));
//! assert!(corner.clone().solve()?.is_p(Position::new(3, 1)));
//! let mut text = Vec::new();
//! corner.draw(Format::Text, Options::default(), &mut text)?;
//! assert_eq!(String::from_utf8(text)?, "###...\n#..##.\n#....#\n.#....\n.#....\n..#...\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Add a game of your own: moves, removed cells and a twist are data, and every engine, table and opponent takes them.
//!
//! ```
//! use wythoff::{Class, Ending, Game, Moves, Outcome, Piece, Rules, Twist};
//!
//! // A queen that also moves like a knight that goes on and on; rook moves of 2 or more may be blocked, one at a time.
//! let rules = Rules {
//!     moves: Moves::new(vec![Piece::rook(), Piece::bishop(1), Piece::Ray { p: 1, q: 2 }]),
//!     hole: None,
//!     twist: Twist::Block { budget: 1, class: Class::Of(Moves::new(vec![Piece::rook_from(2)])) },
//!     ending: Ending::Normal,
//! };
//! let game = Game::custom(rules)?;
//! assert_eq!(game.to_string(), "custom: rook + bishop + ray(1,2) | block 1 on rook(from 2)");
//! assert_eq!(game.solve((0, 2))?.outcome, Outcome::P); // (0,0) gets blocked, and (0,1) loses.
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where things are
//!
//! [`game`] says what a game is, [`solve`] finds outcomes, [`strategy`] turns them into answers, [`play`] is a referee
//! and a perfect opponent, [`table`] and [`render`] write results down, [`theorems`] checks what the papers state.
//! Dependencies point in that order. [`exact`] is the arithmetic of the papers' closed forms, at any size.

mod board;
pub mod catalogue;
pub mod certificate;
#[doc(hidden)]
pub mod engine;
pub mod exact;
mod fingerprint;
pub mod formal;
pub mod game;
mod marked;
mod names;
mod outcome;
pub mod play;
mod position;
pub mod printed;
pub mod proof;
pub mod render;
#[cfg(feature = "schema")]
pub mod schema;
pub mod seal;
pub mod solve;
pub mod strategy;
pub mod structure;
pub mod table;
pub mod theorems;
mod vectors;
mod watch;
pub mod zarr;

pub use board::{Board, Cell, Signature, Tallier, Tally, Window};
pub use fingerprint::Fingerprint;
pub use game::{
    Class, Ending, Family, Form, Game, Hole, Leaps, Moves, NotationError, Piece, Residues, Rules, RulesError, Sum,
    SumError, Summand, Twist,
};
pub use names::UnknownName;
pub use outcome::Outcome;
pub use position::{
    CoordinateError, HeapError, Move, Position, PositionError, Tokens, parse_heap, parse_positions, read_heap,
    shortened,
};
pub use solve::{Engine, SolveError};
pub use watch::{Interrupted, UNWATCHED, Watch};
