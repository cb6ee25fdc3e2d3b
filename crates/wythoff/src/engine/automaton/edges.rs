//! Edges of windows, and the run that given top and left edges have.

use super::{AutomatonError, Grid, Site, Sums, Window, fill, growth};
use crate::engine::report;
use crate::watch::Watch;

/// The numbers on two rows and two columns around a window.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Edges {
    /// What the edges are of.
    window: Window,
    /// Both rows, two cells longer than the window.
    rows: [Vec<i64>; 2],
    /// For each row of the window, its two cells in the columns.
    columns: Vec<[i64; 2]>,
}

impl Edges {
    /// With the rows from (x,y) on, and the columns from `beside` on.
    fn new(
        window: Window,
        (x, y): (i64, i64),
        beside: i64,
        mut value: impl FnMut(Site) -> i64,
    ) -> Result<Self, AutomatonError> {
        let length = (window.width as u64).saturating_add(window.height as u64).saturating_add(4);
        super::memory_needed(length.saturating_mul(16))?;
        let right = x + super::signed(window.width + 2);
        let rows = [y, y + 1].map(|y| (x..right).map(|x| value(Site::new(x, y))).collect());
        let pair = |y| [beside, beside + 1].map(|x| value(Site::new(x, y)));
        Ok(Self { window, rows, columns: (window.at.y..window.bottom()).map(pair).collect() })
    }

    fn bound(&self) -> u128 {
        let values = self.rows.iter().flatten().chain(self.columns.iter().flatten());
        growth(values.map(|value| value.unsigned_abs()).max().unwrap_or(0), self.window)
    }
}

/// The two rows above a window and the two columns to its left, with the corner: what a run starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopLeft(Edges);

impl TopLeft {
    /// The edges of `window` with the numbers that `value` gives.
    ///
    /// # Errors
    /// When they do not fit in memory.
    pub fn new(window: Window, value: impl FnMut(Site) -> i64) -> Result<Self, AutomatonError> {
        let at = window.with_top_left().at;
        Edges::new(window, (at.x, at.y), at.x, value).map(Self)
    }

    /// The window that the edges enclose; it does not contain them.
    pub const fn window(&self) -> Window {
        self.0.window
    }

    /// No value of the run exceeds this in absolute value (the growth lemma).
    pub fn bound(&self) -> u128 {
        self.0.bound()
    }
}

/// The two rows below a window and the two columns to its right, with the corner: what a reversed run starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BottomRight(Edges);

impl BottomRight {
    /// The edges of `window` with the numbers that `value` gives.
    ///
    /// # Errors
    /// When they do not fit in memory.
    pub fn new(window: Window, value: impl FnMut(Site) -> i64) -> Result<Self, AutomatonError> {
        Edges::new(window, (window.at.x, window.bottom()), window.right(), value).map(Self)
    }

    /// The window that the edges enclose; it does not contain them.
    pub const fn window(&self) -> Window {
        self.0.window
    }

    /// No value of a reversed run exceeds this in absolute value (the growth lemma), whatever is chosen.
    pub fn bound(&self) -> u128 {
        self.0.bound()
    }

    /// The window with the edges in place and zeros in it.
    pub(super) fn around_zeros(&self, bytes_per_cell: u64) -> Result<Grid, AutomatonError> {
        let Edges { window, rows, columns } = &self.0;
        let mut grid = Grid::zero(window.with_bottom_right(), bytes_per_cell)?;
        let width = grid.window.width;
        for (row, pair) in grid.cells.chunks_mut(width).zip(columns) {
            row[width - 2..].copy_from_slice(pair);
        }
        for (row, edge) in grid.cells.chunks_mut(width).skip(window.height).zip(rows) {
            row.copy_from_slice(edge);
        }
        Ok(grid)
    }
}

/// The run with these edges: the window and, above and left of it, the edges themselves.
///
/// ```
/// use wythoff::engine::automaton::{Site, TopLeft, Window, forward};
/// // W^5 from CLN15's initial condition; the value is the palace number minus 5.
/// let window = Window::new(Site::new(0, 0), 11, 11)?;
/// let game = |site: Site| if site.x < 0 && site.y < 0 { 5 } else { 0 };
/// let run = forward(&TopLeft::new(window, game)?, wythoff::UNWATCHED)?;
/// assert_eq!(run.get(Site::new(3, 3)), Some(-1)); // a palace that sees four others
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the run does not fit in memory, a value not in 64 bits, or the watcher stops it.
pub fn forward(edges: &TopLeft, watch: &dyn Watch) -> Result<Grid, AutomatonError> {
    let Edges { window, rows, columns } = &edges.0;
    let mut grid = Grid::zero(window.with_top_left(), 8)?;
    let (at, width) = (grid.window.at, grid.window.width);
    for (row, edge) in grid.cells.chunks_mut(width).zip(rows) {
        row.copy_from_slice(edge);
    }
    let sums = Sums::of(edges.bound());
    let total = window.height as u64;
    for (y, (index, pair)) in (window.at.y..).zip(columns.iter().enumerate()) {
        report(watch, index as u64, total)?;
        let (above, rest) = grid.cells[index * width..].split_at_mut(2 * width);
        let (older, newer) = above.split_at(width);
        let row = &mut rest[..width];
        row[..2].copy_from_slice(pair);
        fill(older, newer, row, sums, Site::new(at.x, y))?;
    }
    report(watch, total, total)?;
    Ok(grid)
}
