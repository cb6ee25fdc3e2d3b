//! Two boards laid over each other (CLN15 Fig. 4 and section 3.3): where W^k and W^k′ have the same deviations.
//!
//! The cell (x,y) of the first game is held against the cell (x,y) + offset of the second one. A **match** is an equal
//! deviation: palace numbers that differ by k′ − k. From k−3 to k, with offset (1,1), hood, épaulettes and fabric
//! match; from k−1 to k, with offset (0,1), half of the hood, an épaulette and the lower arm do.
//!
//! Both boards are computed at the same time, a row of each is looked at and forgotten: memory does not grow with the
//! number of rows. Where the offset leads off the board there is nothing to compare, and such cells are left out.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};

use serde::Serialize;
use serde_json::{Value, json};

use crate::board::Window;
use crate::game::Game;
use crate::position::Position;
use crate::solve::{self, SolveError, Values};
use crate::watch::Watch;

/// From the first board to the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Offset {
    /// Columns.
    pub dx: i64,
    /// Rows.
    pub dy: i64,
}

/// What is laid over what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The first game's k.
    pub first: u32,
    /// The second game's k.
    pub second: u32,
    /// Where the cell (0,0) of the first board comes to lie on the second.
    pub offset: Offset,
    /// The cells of the first board to be compared.
    pub window: Window,
}

/// A row of both boards.
pub struct Pair<'r> {
    /// The row's y on the first board.
    pub y: u64,
    /// The x of the first cell, on the first board.
    pub x: u64,
    /// Deviations of the first game.
    pub first: &'r [i64],
    /// Deviations of the second game at the same place, moved by the offset.
    pub second: &'r [i64],
}

/// How well two boards match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Matches {
    /// Cells compared.
    pub compared: u64,
    /// Cells with equal deviations.
    pub equal: u64,
    /// The first other cell, by rows, on the first board.
    #[serde(serialize_with = "as_pair")]
    pub first_difference: Option<Position>,
    /// The first other cell with x = y.
    #[serde(serialize_with = "as_pair")]
    pub first_on_diagonal: Option<Position>,
    /// The other cell with the smallest x + y, of these the one with the smallest x.
    #[serde(serialize_with = "as_pair")]
    pub nearest: Option<Position>,
}

#[expect(clippy::ref_option, reason = "the signature that serde asks for")]
fn as_pair<S: serde::Serializer>(at: &Option<Position>, serializer: S) -> Result<S::Ok, S::Error> {
    at.map(|at| [at.x, at.y]).serialize(serializer)
}

impl Matches {
    fn add(&mut self, pair: &Pair<'_>) {
        self.compared += pair.first.len() as u64;
        for (x, (first, second)) in (pair.x..).zip(pair.first.iter().zip(pair.second)) {
            if first == second {
                self.equal += 1;
                continue;
            }
            let at = Position::new(x, pair.y);
            self.first_difference.get_or_insert(at);
            if x == pair.y {
                self.first_on_diagonal.get_or_insert(at);
            }
            let order = |at: &Position| (u128::from(at.x) + u128::from(at.y), at.x);
            self.nearest = self.nearest.into_iter().chain([at]).min_by_key(order);
        }
    }
}

impl Comparison {
    /// The part of the window that the offset keeps on the board, and where it lies on the second board.
    fn windows(&self) -> Result<(Window, Window), SolveError> {
        let Window { at, width, height } = self.window;
        let [x, y] = [(at.x, self.offset.dx), (at.y, self.offset.dy)].map(|(from, by)| {
            let skipped = if by < 0 { by.unsigned_abs().saturating_sub(from) } else { 0 };
            (skipped, from.checked_add(skipped), from.saturating_add(skipped).checked_add_signed(by))
        });
        let ((left, Some(x), Some(moved_x)), (above, Some(y), Some(moved_y))) = (x, y) else {
            return Err(SolveError::Unsupported("the offset leads beyond 2^64"));
        };
        let (width, height) = (width.saturating_sub(left), height.saturating_sub(above));
        let window = |x, y| Window { at: Position::new(x, y), width, height };
        Ok((window(x, y), window(moved_x, moved_y)))
    }

    /// What was laid over what, and how well it matches, as one JSON document.
    pub fn json(&self, matches: &Matches) -> Value {
        json!({
            "first": self.first,
            "second": self.second,
            "offset": [self.offset.dx, self.offset.dy],
            "at": self.window.at,
            "size": [self.window.width, self.window.height],
            "compared": matches.compared,
            "equal": matches.equal,
            "first_difference": matches.first_difference,
            "first_on_diagonal": matches.first_on_diagonal,
            "nearest": matches.nearest,
        })
    }

    /// Compares the boards and hands each row to `sink`.
    ///
    /// ```
    /// use wythoff::structure::compare::{Comparison, Offset};
    /// use wythoff::{SolveError, Window};
    /// // CLN15 Fig. 4, left: 497 and 500.
    /// let offset = Offset { dx: 1, dy: 1 };
    /// let compared = Comparison { first: 497, second: 500, offset, window: Window::corner(900, 900) };
    /// let matches = compared.rows(wythoff::UNWATCHED, |_| Ok::<(), SolveError>(()))?;
    /// assert_eq!(matches.first_on_diagonal.map(|at| at.x), Some(805));
    /// # Ok::<(), SolveError>(())
    /// ```
    ///
    /// # Errors
    /// When a board is too large, the watcher stops the work, or `sink` fails.
    pub fn rows<E: From<SolveError>>(
        &self,
        watch: &dyn Watch,
        mut sink: impl FnMut(&Pair<'_>) -> Result<(), E>,
    ) -> Result<Matches, E> {
        let (first_window, second_window) = self.windows()?;
        let mut matches = Matches::default();
        if first_window.width == 0 || first_window.height == 0 {
            return Ok(matches);
        }
        let (first, second) = (blocking(self.first)?, blocking(self.second)?);
        let done = &AtomicBool::new(false);
        std::thread::scope(|scope| {
            // A few rows ahead.
            let (rows, others) = sync_channel::<Vec<i64>>(16);
            let other = scope.spawn(move || send_rows(&second, second_window, &rows, done));
            let result = solve::rows(&first, first_window, Values::Deviation, None, watch, |row| {
                let second = others.recv().map_err(|_| SolveError::Interrupted)?;
                let pair = Pair { y: row.y, x: first_window.at.x, first: row.numbers, second: &second };
                matches.add(&pair);
                sink(&pair)
            });
            done.store(true, Ordering::Relaxed);
            drop(others);
            let other = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            match (result, other) {
                (Ok(_), _) => Ok(()),
                // The other side ended first, and knows why.
                (Err(_), Err(error)) if error != SolveError::Interrupted => Err(error.into()),
                (Err(error), _) => Err(error),
            }
        })?;
        Ok(matches)
    }
}

pub(super) fn blocking(k: u32) -> Result<Game, SolveError> {
    format!("blocking:k={k}").parse().map_err(|_| SolveError::Unsupported("k is at least 1"))
}

/// Stops the other side when this one has ended.
struct Until<'d>(&'d AtomicBool);

impl Watch for Until<'_> {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        if self.0.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Sends the rows until nobody listens any more.
fn send_rows(game: &Game, window: Window, rows: &SyncSender<Vec<i64>>, done: &AtomicBool) -> Result<(), SolveError> {
    let send = |row: solve::Row<'_>| rows.send(row.numbers.to_vec()).map_err(|_| SolveError::Interrupted);
    solve::rows(game, window, Values::Deviation, None, &Until(done), send).map(|_| ())
}
