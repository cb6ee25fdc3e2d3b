//! CLN15: *A Cellular Automaton for Blocking Queen Games*.
//!
//! The paper's pictures are described in words; here each region is a set of cells that certainly lies inside it. x is
//! the smaller coordinate, except for the skin, where the upper arm is followed along the rows, as in the paper.

mod section_1;
mod section_2;
mod section_3;
mod section_3_4;

use crate::board::Window;
use crate::engine::memory_needed;
use crate::position::Position;
use crate::solve::{self, Engine, SolveError, Values};
use crate::theorems::tools::{at, game, index};
use crate::theorems::{Check, Scope};

/// What the paper states, section by section.
pub(super) const SECTIONS: &[&[Check]] =
    &[section_1::CHECKS, section_2::CHECKS, section_3::CHECKS, section_3_4::CHECKS];

/// Deviations of W^k for x < width, y < height.
struct Deviations {
    width: u64,
    cells: Vec<i64>,
}

impl Deviations {
    fn solve(k: u64, width: u64, height: u64, engine: Engine, scope: &Scope) -> Result<Self, SolveError> {
        affordable(width, height)?;
        let (game, window) = (game(&format!("blocking:k={k}")), Window::corner(width, height));
        let mut cells = Vec::new();
        solve::rows(&game, window, Values::Deviation, Some(engine), scope, |row| {
            cells.extend_from_slice(row.numbers);
            Ok::<(), SolveError>(())
        })?;
        Ok(Self { width, cells })
    }

    fn fast(k: u64, width: u64, height: u64, scope: &Scope) -> Result<Self, SolveError> {
        Self::solve(k, width, height, Engine::Lines, scope)
    }

    fn at(&self, Position { x, y }: Position) -> i64 {
        self.cells[index(y * self.width + x)]
    }
}

/// Refuses numbers for more cells than memory holds.
fn affordable(width: u64, height: u64) -> Result<(), SolveError> {
    memory_needed(width.saturating_mul(height).saturating_mul(8))
}

fn moved(Position { x, y }: Position, dx: u64, dy: u64) -> Position {
    at(x + dx, y + dy)
}
