//! Edges: the counts along a grid of lines, from which any tile of the board is computed alone.
//!
//! The half board x ≤ y < n is cut into squares of B = 32·W columns and rows. For each square the edges keep what
//! enters it: on the left the row counts and the diagonal counts of its B rows, from above the column counts and the
//! diagonal counts of its B columns, one byte each. That is 4B bytes for each of the m(m + 1)/2 squares, m = ⌈n/B⌉:
//! about 2n²/B bytes, or 1 GB for n = 10^6 and B = 2048. A square above the diagonal is the mirror image of one below.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::kernel::{Crossing, Place, ROWS};
use super::tile::{Canvas, Tile, Top};
use super::{Counts, Halt, Halting, Plan, Settings, usize_of};
use crate::engine::report;
use crate::engine::{SolveError, memory_needed};
use crate::watch::Watch;

/// The edges of the board x, y < n of W^k.
pub struct Edges {
    grid: Grid,
}

/// The edges with narrow or wide counts.
enum Grid {
    Narrow(Squares<u8>),
    Wide(Squares<u32>),
}

impl Edges {
    /// Solves the board and keeps its edges.
    ///
    /// # Errors
    /// When they do not fit in memory, or when the watcher stops the work.
    pub fn new(k: u64, n: u64, settings: Settings, watch: &dyn Watch) -> Result<Self, SolveError> {
        super::k_needed(k)?;
        match Squares::new(k, n, settings, watch) {
            Ok(squares) => return Ok(Self { grid: Grid::Narrow(squares) }),
            Err(Halt::Error(error)) => return Err(error),
            Err(Halt::GuardFired) => {}
        }
        match Squares::new(k, n, settings, watch) {
            Ok(squares) => Ok(Self { grid: Grid::Wide(squares) }),
            Err(Halt::Error(error)) => Err(error),
            Err(Halt::GuardFired) => unreachable!("counts of 32 bits are exact and have no guard"),
        }
    }

    /// At most how many bytes the edges take: 4B for each of the m(m + 1)/2 squares.
    pub fn bytes(n: u64, settings: Settings) -> u64 {
        Squares::<u8>::bytes(n, Plan::for_edges(settings))
    }

    /// Columns and rows of a square; the last ones may have fewer.
    pub fn side(&self) -> u64 {
        match &self.grid {
            Grid::Narrow(squares) => squares.plan.block(),
            Grid::Wide(squares) => squares.plan.block(),
        }
    }

    /// How many squares the board has from left to right, and from top to bottom.
    pub fn squares(&self) -> usize {
        match &self.grid {
            Grid::Narrow(squares) => squares.across,
            Grid::Wide(squares) => squares.across,
        }
    }

    /// How many palaces are in the square of this column and row of squares.
    ///
    /// # Panics
    /// Outside the board.
    pub fn p_count(&self, column: usize, row: usize) -> u64 {
        let (column, row) = (column.min(row), column.max(row));
        match &self.grid {
            Grid::Narrow(squares) => squares.square(column, row).p_count(),
            Grid::Wide(squares) => squares.square(column, row).p_count(),
        }
    }

    /// The cells of the square of this column and row of squares; their deviations, too, where asked for.
    ///
    /// # Panics
    /// Outside the board.
    pub fn tile(&self, column: usize, row: usize, deviations: bool) -> Tile {
        let (short, long) = (column.min(row), column.max(row));
        let tile = match &self.grid {
            Grid::Narrow(squares) => squares.tile(short, long, deviations),
            Grid::Wide(squares) => squares.tile(short, long, deviations),
        };
        if column <= row { tile } else { tile.mirrored() }
    }
}

/// What enters a square, and what it holds.
struct Square<L> {
    left: OnceLock<Box<[Crossing<L>]>>,
    top: OnceLock<Top<L>>,
    p_count: OnceLock<u64>,
}

impl<L> Square<L> {
    fn new() -> Self {
        Self { left: OnceLock::new(), top: OnceLock::new(), p_count: OnceLock::new() }
    }

    fn p_count(&self) -> u64 {
        self.p_count.get().copied().unwrap_or_default()
    }
}

struct Squares<L> {
    k: u64,
    n: u64,
    plan: Plan,
    across: usize,
    /// Row by row, each up to the diagonal.
    entries: Vec<Square<L>>,
    /// The diagonal count that leaves each square on the diagonal at its lower right corner.
    corners: Vec<OnceLock<L>>,
}

impl<L: Counts> Squares<L> {
    fn bytes(n: u64, plan: Plan) -> u64 {
        let m = n.div_ceil(plan.block());
        let square = 4 * plan.block() * size_of::<L>() as u64 + size_of::<Square<L>>() as u64;
        m.saturating_mul(m.saturating_add(1)).saturating_mul(square) / 2
    }

    fn new(k: u64, n: u64, settings: Settings, watch: &dyn Watch) -> Result<Self, Halt> {
        let plan = Plan::for_edges(settings);
        memory_needed(Self::bytes(n, plan)).map_err(Halt::Error)?;
        let across = usize_of(n.div_ceil(plan.block()));
        let entries: Vec<Square<L>> = (0..across * (across + 1) / 2).map(|_| Square::new()).collect();
        let corners = (0..across).map(|_| OnceLock::new()).collect();
        let grid = Self { k, n, plan, across, entries, corners };
        grid.solve(watch)?;
        Ok(grid)
    }

    fn square(&self, column: usize, row: usize) -> &Square<L> {
        assert!(column <= row && row < self.across, "there is no square {column}, {row}");
        &self.entries[row * (row + 1) / 2 + column]
    }

    fn place(&self, column: usize, row: usize) -> Place {
        let block = self.plan.block();
        let (x, y) = (column as u64 * block, row as u64 * block);
        Place { k: self.k, x, right: (x + block).min(self.n), y, bottom: (y + block).min(self.n) }
    }

    fn solve(&self, watch: &dyn Watch) -> Result<(), Halt> {
        let (halted, fired) = (AtomicBool::new(false), AtomicBool::new(false));
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        // Each worker takes a column of squares; within it the squares go down.
        let work = |go_on: &mut dyn FnMut(u64) -> bool| {
            let mut halting = Halting::new(&halted);
            let mut canvas = Canvas::new(self.plan);
            loop {
                let column = next.fetch_add(1, Ordering::Relaxed);
                if column >= self.across {
                    halting.finished = true;
                    return;
                }
                for row in column..self.across {
                    let mut wait = || go_on(done.load(Ordering::Relaxed) as u64) && !halted.load(Ordering::Relaxed);
                    if !wait() || !self.enter(column, row, &mut wait) {
                        return;
                    }
                    if !self.pass(column, row, &mut canvas) {
                        fired.store(true, Ordering::Relaxed);
                        return;
                    }
                    done.fetch_add(1, Ordering::Relaxed);
                }
            }
        };
        let total = self.entries.len() as u64;
        let mut error = None;
        std::thread::scope(|scope| {
            for _ in 1..self.plan.threads.min(self.across) {
                scope.spawn(|| work(&mut |_| true));
            }
            work(&mut |done| {
                error = report(watch, done, total).err();
                error.is_none()
            });
        });
        if fired.into_inner() {
            return Err(Halt::GuardFired);
        }
        error.or_else(|| report(watch, total, total).err()).map_or(Ok(()), |error| Err(Halt::Error(error)))
    }

    /// Makes sure that what enters the square is there: on the left from the column before, from above from the square
    /// above or, on the diagonal, as the mirror image of what enters on the left.
    fn enter(&self, column: usize, row: usize, wait: &mut dyn FnMut() -> bool) -> bool {
        let square = self.square(column, row);
        let block = usize_of(self.plan.block());
        if column == 0 {
            let _ = square.left.set(vec![self.plan.nothing(self.k); block / ROWS].into());
        }
        let mut turn = 0_u32;
        let left = loop {
            if let Some(left) = square.left.get() {
                break left;
            }
            turn += 1;
            if turn < 200 {
                std::hint::spin_loop();
            } else if turn.is_multiple_of(100) && !wait() {
                return false;
            } else {
                std::thread::yield_now();
            }
        };
        if column == row {
            let unbiased = self.plan.nothing::<L>(self.k)[0];
            let corner =
                if column == 0 { L::default() } else { self.corners[column - 1].get().copied().unwrap_or_default() };
            let v = (0..block).map(|row| left[row / ROWS][row % ROWS].minus(unbiased)).collect();
            let departing = (0..block - 1).map(|row| left[row / ROWS][ROWS + row % ROWS]);
            let _ = square.top.set(Top { v, d: std::iter::once(corner).chain(departing).collect() });
        }
        true
    }

    /// Computes the square and passes on what leaves it; says whether all residues were sound.
    fn pass(&self, column: usize, row: usize, canvas: &mut Canvas<L>) -> bool {
        let square = self.square(column, row);
        let (Some(left), Some(top)) = (square.left.get(), square.top.get()) else {
            unreachable!("what enters a square is there before it is computed")
        };
        let place = self.place(column, row);
        let Some((right, bottom)) = canvas.draw(self.plan, place, top, &left[..place.row_blocks()], false) else {
            return false;
        };
        if column == row {
            let _ = self.corners[column].set(right.last().map_or(L::default(), |last| last[2 * ROWS - 1]));
        } else {
            let mut right = right.to_vec();
            right.resize(left.len(), self.plan.nothing(self.k));
            let _ = self.square(column + 1, row).left.set(right.into());
        }
        if row + 1 < self.across {
            let _ = self.square(column, row + 1).top.set(bottom);
        }
        let _ = square.p_count.set(canvas.p_count());
        true
    }

    fn tile(&self, column: usize, row: usize, deviations: bool) -> Tile {
        let square = self.square(column, row);
        let (Some(left), Some(top)) = (square.left.get(), square.top.get()) else {
            unreachable!("all squares have been computed")
        };
        let (place, mut canvas) = (self.place(column, row), Canvas::new(self.plan));
        let drawn = canvas.draw(self.plan, place, top, &left[..place.row_blocks()], deviations);
        assert!(drawn.is_some(), "the guard was silent when the square was computed first");
        canvas.tile(deviations)
    }
}
