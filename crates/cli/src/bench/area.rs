//! Areas of boards of W^k: what is solved, by whom, and what is found.

use std::fmt;

use serde::{Serialize, Serializer};
use wythoff::engine::dense;
use wythoff::solve::{self, Values, Watch};
use wythoff::table::Extent;
use wythoff::{Engine, Game, Position, SolveError, Tally, Window};

use super::naive::{naive_columns, naive_square};

/// Some P-positions of W^k.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) k: u32,
    pub(super) part: Part,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Those in a window.
    Window(Window),
    /// The upper ones (x ≤ y) of the columns up to this one.
    Columns { max_x: u64 },
}

pub(super) const fn square(k: u32, side: u64) -> Area {
    window(k, 0, 0, side, side)
}

pub(super) const fn window(k: u32, x: u64, y: u64, width: u64, height: u64) -> Area {
    Area { k, part: Part::Window(Window { at: Position::new(x, y), width, height }) }
}

pub(super) const fn columns(k: u32, max_x: u64) -> Area {
    Area { k, part: Part::Columns { max_x } }
}

/// What the signature is made of. To change it is to change the signature.
pub(super) const AREAS: [Area; 19] = [
    square(1, 1000),
    square(2, 1000),
    square(3, 1000),
    square(5, 1000),
    square(37, 1500),
    square(100, 2000),
    square(500, 3000),
    // Small enough for an engine that looks at options one by one; the last is all hood.
    square(4, 200),
    square(60, 150),
    square(1000, 100),
    // Away from the corner: across the diagonal, above it, below it, and where only formulas reach.
    window(2000, 2000, 1900, 700, 1300),
    window(37, 2000, 5000, 1500, 2000),
    window(500, 5000, 2000, 1300, 900),
    window(3, 1_000_000_000, 2_000_000_000, 1000, 2000),
    // Whole columns, also where 8-bit counts end.
    columns(1, 3000),
    columns(20, 2000),
    columns(127, 1000),
    columns(255, 800),
    columns(256, 800),
];

impl fmt::Display for Area {
    /// The command that shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let k = self.k;
        match self.part {
            Part::Window(Window { at, width, height }) => {
                write!(f, "board blocking:k={k} --size {width}")?;
                if height != width {
                    write!(f, "x{height}")?;
                }
                if at == Position::new(0, 0) { Ok(()) } else { write!(f, " --at {},{}", at.x, at.y) }
            }
            Part::Columns { max_x } => write!(f, "table blocking:k={k} --max-x {max_x}"),
        }
    }
}

impl Serialize for Area {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Area {
    pub(super) fn game(self) -> Game {
        format!("blocking:k={}", self.k).parse().expect("k is at least 1")
    }

    /// What the engine finds.
    pub(super) fn solve(self, engine: Engine, watch: &dyn Watch) -> Result<Found, SolveError> {
        let (game, mut found) = (self.game(), Found::default());
        match self.part {
            Part::Window(window) => {
                found.cells = half(window.width);
                solve::rows(&game, window, Values::Outcome, Some(engine), watch, |row| {
                    for (x, _) in (window.at.x..).zip(row.p).filter(|(_, p)| **p == 1) {
                        found.summary.add(Position::new(x, row.y));
                    }
                    Ok::<(), SolveError>(())
                })?;
            }
            Part::Columns { max_x } => {
                let mut last = Position::new(0, 0);
                for at in game.p_positions().extent(Extent::MaxX(max_x)).engine(engine).watch(watch) {
                    let at = at?;
                    if at.x != last.x {
                        found.cells += last.y - last.x + 1;
                    }
                    last = at;
                    found.summary.add(at);
                }
                found.cells += last.y - last.x + 1;
            }
        }
        Ok(found)
    }

    /// How many P-positions the engine finds: the work of [`Area::solve`] without signatures, which is what is timed.
    /// An engine with a better way to count than through rows and columns has it used here.
    pub(super) fn count(self, engine: Engine, watch: &dyn Watch) -> Result<u64, SolveError> {
        let (game, mut count) = (self.game(), 0);
        match self.part {
            // Rows of bytes would hide most of the wavefront's speed.
            Part::Window(window) if engine == Engine::Dense && window == Window::corner(window.width, window.width) => {
                count = dense::count(self.k.into(), window.width, dense::Settings::default(), watch)?.p_count;
            }
            Part::Window(window) => {
                solve::rows(&game, window, Values::Outcome, Some(engine), watch, |row| {
                    count += row.p.iter().map(|p| u64::from(*p)).sum::<u64>();
                    Ok::<(), SolveError>(())
                })?;
            }
            Part::Columns { max_x } => {
                for at in game.p_positions().extent(Extent::MaxX(max_x)).engine(engine).watch(watch) {
                    at?;
                    count += 1;
                }
            }
        }
        Ok(count)
    }

    /// What the naive loop finds; nothing where it would take long.
    pub(super) fn naive(self) -> Option<Found> {
        /// Columns of a table and sides of a square that the loop follows.
        const REACH: u64 = 1 << 16;
        let mut found = Found::default();
        match self.part {
            Part::Window(window) => {
                let side = window.right()?.max(window.bottom()?);
                let inside = |at: Position| {
                    let (right, below) = (at.x.checked_sub(window.at.x), at.y.checked_sub(window.at.y));
                    right.is_some_and(|x| x < window.width) && below.is_some_and(|y| y < window.height)
                };
                found.cells = half(window.width);
                naive_square(self.k, index(side, REACH)?, |x, y| {
                    let (upper, lower) = (Position::new(x, y), Position::new(y, x));
                    if inside(upper) {
                        found.summary.add(upper);
                    }
                    if x != y && inside(lower) {
                        found.summary.add(lower);
                    }
                });
            }
            Part::Columns { max_x } => {
                let Found { summary, cells } = &mut found;
                *cells = naive_columns(self.k, index(max_x, REACH)? + 1, |x, y| summary.add(Position::new(x, y)));
            }
        }
        Some(found)
    }

    /// The number of P-positions by the naive loop, which is what is timed: a square at the corner, or columns.
    pub(super) fn naive_count(self) -> u64 {
        let mut count = 0;
        match self.part {
            Part::Window(window) => {
                naive_square(self.k, index(window.width, u64::MAX).unwrap_or(0), |x, y| count += 1 + u64::from(x != y));
            }
            Part::Columns { max_x } => {
                naive_columns(self.k, index(max_x, u64::MAX).unwrap_or(0) + 1, |_, _| count += 1);
            }
        }
        count
    }
}

/// A number as an index, when it is at most `most`.
fn index(number: u64, most: u64) -> Option<usize> {
    usize::try_from(number).ok().filter(|_| number <= most)
}

/// The cells x ≤ y < side.
fn half(side: u64) -> u64 {
    side * (side + 1) / 2
}

/// P-positions, and the cells that count for a rate: those of the half board, when the area is a square at the corner.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    pub(super) summary: Tally,
    pub(super) cells: u64,
}
