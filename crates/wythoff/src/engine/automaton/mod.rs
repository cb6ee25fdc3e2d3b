//! The automaton engine: CLN15's rule on any window, from any initial condition, forwards and backwards.
//!
//! # The rule
//!
//! Let g stand at (x,y) and name the cells before it as CLN15 Fig. 2 does:
//!
//! ```text
//!   a b .        a = (x−2,y−2)   b = (x−1,y−2)
//!   c d e        c = (x−2,y−1)   d = (x−1,y−1)   e = (x,y−1)
//!   . f g                        f = (x−1,y)     g = (x,y)
//! ```
//!
//! With φ_m(v) = v + m if v < 0 and φ_m(v) = v else, and ν(v) = 1 if v < 0 and ν(v) = 0 else, the rule is
//!
//! ```text
//!   g = φ₃(a) − φ₂(b) − φ₂(c) − ν(d) + φ₁(e) + φ₁(f).
//! ```
//!
//! As polynomials in the shifts X (one column) and Y (one row): a function δ on the plane obeys the rule everywhere iff
//! L δ = M P, where P = ν(δ) and
//!
//! ```text
//!   L = (1−X)(1−Y)(1−XY)                                     = 1 − X − Y + X²Y + XY² − X²Y²
//!   M = X(1−Y)(1−XY) + Y(1−X)(1−XY) + XY(1−X)(1−Y)           = X + Y − XY − 2X²Y − 2XY² + 3X²Y².
//! ```
//!
//! # Why it plays the game (CLN15 Theorem 1)
//!
//! **Theorem.** *Let n(x,y) be the palace number of W^k on the board and 0 off it, and let u be −k on the board (x, y ≥
//! 0), k where x and y are both negative, and 0 elsewhere. Then δ = n + u obeys the rule on the whole plane, and it is
//! the only function that does so and equals u off the board. So the automaton, started from u off the board, has
//! palace number minus k on it, and a cell is P iff its value is negative.*
//!
//! *Proof.* Let P be 1 on the palaces and 0 elsewhere. A queen looks along a row, a column and a diagonal, so n =
//! (X/(1−X) + Y/(1−Y) + XY/(1−XY)) P, a finite sum in every cell, and L n = M P. With H(t) = 1 for t ≥ 0 and 0 for t <
//! 0, u = k(1 − H(x) − H(y)): a sum of functions of one coordinate, so (1−X)(1−Y) u = 0 and L u = 0. Hence L δ = M P.
//! And P = ν(δ): on the board a cell is a palace iff n < k, off the board δ = u ≥ 0. The rule gives each cell from
//! cells before it, so by induction nothing else obeys it. ∎
//!
//! No case of the first rows needs a look: the rule holds there too, and even off the board. On CLN15's diamond grid
//! ([`Diamond`]) the game therefore starts from six cells: k at the three cells (−1,−3), (−2,−2), (−3,−1), at
//! (−1,−2), (−2,−1) and at (−1,−1); all else of the four generations x + y = −4, …, −1 is 0.
//!
//! # Runs, and how far their values grow
//!
//! A **run** is a rectangle of numbers that obeys the rule at each cell with two rows above it and two columns to its
//! left in the rectangle. [`forward`] makes the run that has given top and left edges ([`TopLeft`]).
//!
//! **Lemma (lines).** *In a run, δ = N + u, where N(x,y) counts the negative cells of the rectangle that a queen on
//! (x,y) sees above, left and above left, and u = A(x) + B(y) + C(x−y) for some functions.* So a run is a blocking game
//! in which every line has its own number: a cell is a palace iff it sees fewer than −A(x) − B(y) − C(x−y) palaces.
//!
//! *Proof.* As above L N = M P, so L u = 0 at each cell that the rule gives: t = (1−X)(1−Y) u is constant along
//! diagonals, t = τ(x−y). Let C have −C(d−1) + 2C(d) − C(d+1) = τ(d). Then (1−X)(1−Y)(u − C(x−y)) = 0, so the rest is
//! A(x) + B(y). ∎
//!
//! **Lemma (growth).** *If no edge value exceeds E in absolute value, then no value of a run on a window of w columns
//! and h rows exceeds (E + S + 6)(8s + 3) + 3(S + 2), where S = max(w,h) and s = min(w,h).* The values grow with the
//! sides, not exponentially, although the rule adds up five of them.
//!
//! *Proof.* Let the window's corner be (0,0), and let |u| ≤ K on the edges. There N ≤ S + 3, so K ≤ E + S + 3. Put v(x)
//! = u(x,−1) − u(x,−2) and z(y) = u(−1,y) − u(−2,y), both at most 2K. Reading t on the edges, τ(d) = v(d−1) − v(d−2)
//! for d ≥ 0 and τ(−d) = z(d−1) − z(d−2) for d ≥ 0: first differences. So the sum of τ over d in an interval is a sum
//! of at most four values of v and z, at most 8K. Now u(x,y) = u(x,−1) + u(−1,y) − u(−1,−1) + T, where T adds up t over
//! the cells (i,j) with 0 ≤ i ≤ x, 0 ≤ j ≤ y. Each of its columns, and each of its rows, is a sum of τ over an
//! interval, so |T| ≤ 8K·min(x+1, y+1) and |u| ≤ K(8s + 3). Last, N ≤ 3(S + 1). The rest of the bound is for the other
//! direction of time, below. ∎
//!
//! When the bound is at most [`PROVED`] = 2^60, all sums of the rule stay below 5(2^60 + 3) + 1 < 2^63, and plain
//! 64-bit numbers are right. Else every cell is added up in 128 bits, and the first one that leaves the 64-bit range is
//! reported ([`AutomatonError::Overflow`]). The initial conditions of [`Start`] never need that: see there.
//!
//! # Backwards (CLN15 section 2.3)
//!
//! Solved for a, the rule reads φ₃(a) = r with r = g − φ₁(e) − φ₁(f) + ν(d) + φ₂(b) + φ₂(c). Every r has a solution:
//! a = r if r ≥ 3, a = r − 3 if r < 0, and both for r = 0, 1, 2. So given any bottom and right edges ([`BottomRight`])
//! a run can be continued up and to the left without end ([`reverse()`], [`solutions`]): no pattern is a Garden of
//! Eden. On the diamond grid the cells of a generation do not depend on one another, so any four generations have a
//! predecessor, and 2^f of them if f cells are free.
//!
//! **Theorem (reversal).** *Let R be a rectangle of at least 2×2 cells. (i) A reversed run from any edges with any
//! choices is a run: `forward` from its top and left edges gives it back. (ii) A run is the reversed run from its own
//! bottom and right edges for exactly one list of choices. A choice is met just at the cells, outside those edges, with
//! a value from −3 to 2: the larger solution where the value is ≥ 0, the smaller one where it is negative
//! ([`Grid::choices`]). (iii) So a run is determined by its bottom and right edges alone iff no other cell of it has a
//! value from −3 to 2.*
//!
//! *Proof.* Forward rule and reversed rule are the same equation between the seven cells of each 3×3 square: a
//! rectangle obeys one iff it obeys the other. (i) Both runs have the same top and left edges and obey the rule, which
//! has one solution. (ii) By induction in the order of the reversed run, the cells already done are those of R. For the
//! next cell a of R, r = φ₃(a), and there is another solution iff r is 0, 1 or 2, that is iff −3 ≤ a ≤ 2; then the sign
//! of a tells which one it is, so one choice continues to R and the other leaves it. (iii) If a cell has such a value,
//! take the other choice there and go on with any choices: another run with the same edges. ∎
//!
//! The growth lemma holds for reversed runs, too. Let N′(x,y) count the negative cells on the queen's three lines to
//! the right, below and below right, the own cell on each of them. Expanded in 1/X, X/(1−X) is −(1 + 1/X + 1/X² + …),
//! so −N′ = (X/(1−X) + Y/(1−Y) + XY/(1−XY)) P in this sense, and L(−N′) = M P. Hence δ = u − N′ with L u = 0; on the
//! edges N′ ≤ S + 6, everywhere N′ ≤ 3(S + 2). Half a turn of the plane changes only the sign of L, so the bound of u
//! is the same.

mod diamond;
mod edges;
mod reverse;
mod start;

pub use diamond::{Diamond, Event, Generation};
pub use edges::{BottomRight, TopLeft, forward};
pub use reverse::{Choice, Reversed, Solutions, Strategy, UnknownStrategy, reverse, solutions};
pub use start::{EPAULETTE_PERIOD, Residue, Start, UnknownStart, epaulette, rows};

use std::fmt;

use super::{SolveError, cells_needed, memory_needed};

/// The sides and corners of a window may be this far from (0,0).
pub const COORDINATE_LIMIT: i64 = 1 << 56;

/// Up to this size of the values no sum of the rule can overflow.
pub const PROVED: u128 = 1 << 60;

/// Why the automaton did not run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AutomatonError {
    /// A value left the range of 64 bits.
    #[error("the value at {site} does not fit in 64 bits")]
    Overflow {
        /// The first such cell, in the order of the run.
        site: Site,
    },
    /// A window too far out.
    #[error("the window leaves the plane of the automaton: coordinates are at most 2^56 in absolute value")]
    TooFar,
    /// A list of choices that is too short.
    #[error("the list of {given} choices ends before the free cell {site}")]
    TooFewChoices {
        /// The length of the list.
        given: usize,
        /// The cell that has two solutions.
        site: Site,
    },
    /// A list of choices that is too long.
    #[error("the reversed run has {needed} free cells; {given} choices were given")]
    TooManyChoices {
        /// The length of the list.
        given: usize,
        /// The choices that were used.
        needed: usize,
    },
    /// Too large a request, or an interrupt.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// A cell of the plane on which the automaton lives; the board is the quadrant x, y ≥ 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// The column.
    pub x: i64,
    /// The row.
    pub y: i64,
}

impl Site {
    /// The cell in column x and row y.
    pub const fn new(x: i64, y: i64) -> Self {
        Self { x, y }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// A rectangle of the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    at: Site,
    width: usize,
    height: usize,
}

impl Window {
    /// The sites from `at` on, `width` columns and `height` rows of them.
    ///
    /// # Errors
    /// When it reaches beyond [`COORDINATE_LIMIT`].
    pub fn new(at: Site, width: u64, height: u64) -> Result<Self, AutomatonError> {
        let limit = COORDINATE_LIMIT.unsigned_abs();
        let inside = [at.x, at.y].iter().all(|c| c.unsigned_abs() <= limit) && width <= limit && height <= limit;
        let (Ok(width), Ok(height), true) = (usize::try_from(width), usize::try_from(height), inside) else {
            return Err(AutomatonError::TooFar);
        };
        let window = Self { at, width, height };
        if window.right() > COORDINATE_LIMIT || window.bottom() > COORDINATE_LIMIT {
            return Err(AutomatonError::TooFar);
        }
        Ok(window)
    }

    /// The top left site.
    pub const fn at(self) -> Site {
        self.at
    }

    /// Columns.
    pub const fn width(self) -> usize {
        self.width
    }

    /// Rows.
    pub const fn height(self) -> usize {
        self.height
    }

    /// The first column to the right of the window.
    pub const fn right(self) -> i64 {
        self.at.x + signed(self.width)
    }

    /// The first row below the window.
    pub const fn bottom(self) -> i64 {
        self.at.y + signed(self.height)
    }

    /// Whether the site is in the window.
    pub const fn contains(self, site: Site) -> bool {
        self.at.x <= site.x && site.x < self.right() && self.at.y <= site.y && site.y < self.bottom()
    }

    /// Whether all of `inner` is in the window.
    pub const fn covers(self, inner: Self) -> bool {
        self.at.x <= inner.at.x
            && self.at.y <= inner.at.y
            && inner.right() <= self.right()
            && inner.bottom() <= self.bottom()
    }

    /// The window together with the two rows above it and the two columns to its left.
    #[must_use]
    pub const fn with_top_left(self) -> Self {
        let at = Site::new(self.at.x - 2, self.at.y - 2);
        Self { at, width: self.width + 2, height: self.height + 2 }
    }

    /// The window together with the two rows below it and the two columns to its right.
    #[must_use]
    pub const fn with_bottom_right(self) -> Self {
        Self { at: self.at, width: self.width + 2, height: self.height + 2 }
    }

    /// What remains without the first two rows and columns; `None` when there are fewer.
    pub fn without_top_left(self) -> Option<Self> {
        let at = Site::new(self.at.x + 2, self.at.y + 2);
        Some(Self { at, width: self.width.checked_sub(2)?, height: self.height.checked_sub(2)? })
    }

    /// What remains without the last two rows and columns; `None` when there are fewer.
    pub fn without_bottom_right(self) -> Option<Self> {
        Some(Self { at: self.at, width: self.width.checked_sub(2)?, height: self.height.checked_sub(2)? })
    }

    /// The sites, row by row.
    pub fn sites(self) -> impl Iterator<Item = Site> {
        (self.at.y..self.bottom()).flat_map(move |y| (self.at.x..self.right()).map(move |x| Site::new(x, y)))
    }

    /// The site in the given row and column of the window.
    const fn site(self, row: usize, column: usize) -> Site {
        Site::new(self.at.x + signed(column), self.at.y + signed(row))
    }

    /// Refuses a window that is too large to be kept, with so many bytes for each cell.
    fn kept(self, bytes_per_cell: u64) -> Result<(), SolveError> {
        let cells = cells_needed(Some(self.width as u64), Some(self.height as u64), 1)?;
        memory_needed(cells.saturating_mul(bytes_per_cell))
    }
}

/// A length within a window.
#[allow(clippy::cast_possible_wrap, reason = "lengths are at most COORDINATE_LIMIT + 2 < 2^63")]
const fn signed(length: usize) -> i64 {
    length as i64
}

/// Numbers on a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    window: Window,
    /// Row by row.
    cells: Vec<i64>,
}

impl Grid {
    /// The numbers that `value` gives, asked row by row.
    ///
    /// # Errors
    /// When the window does not fit in memory.
    pub fn new(window: Window, value: impl FnMut(Site) -> i64) -> Result<Self, AutomatonError> {
        window.kept(8)?;
        Ok(Self { window, cells: window.sites().map(value).collect() })
    }

    /// Zeros, for an engine to fill.
    fn zero(window: Window, bytes_per_cell: u64) -> Result<Self, SolveError> {
        window.kept(bytes_per_cell)?;
        Ok(Self { window, cells: vec![0; window.width * window.height] })
    }

    /// Where the numbers stand.
    pub const fn window(&self) -> Window {
        self.window
    }

    /// The number at `site`; `None` outside the window.
    pub fn get(&self, site: Site) -> Option<i64> {
        let column = usize::try_from(site.x - self.window.at.x).ok()?;
        let row = usize::try_from(site.y - self.window.at.y).ok()?;
        self.window.contains(site).then(|| self.cells[row * self.window.width + column])
    }

    /// The rows, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[i64]> {
        (0..self.window.height).map(|row| self.row(row))
    }

    fn row(&self, row: usize) -> &[i64] {
        &self.cells[row * self.window.width..][..self.window.width]
    }

    /// The part of the grid in `window`; `None` unless the grid covers it.
    pub fn cut(&self, window: Window) -> Option<Self> {
        if !self.window.covers(window) {
            return None;
        }
        let cells = window.sites().filter_map(|site| self.get(site)).collect();
        Some(Self { window, cells })
    }

    /// The edges above and left of `window`; `None` unless the grid covers the window with them.
    pub fn top_left(&self, window: Window) -> Option<TopLeft> {
        let value = |site| self.get(site).unwrap_or(0);
        if self.window.covers(window.with_top_left()) { TopLeft::new(window, value).ok() } else { None }
    }

    /// The edges below and right of `window`; `None` unless the grid covers the window with them.
    pub fn bottom_right(&self, window: Window) -> Option<BottomRight> {
        let value = |site| self.get(site).unwrap_or(0);
        if self.window.covers(window.with_bottom_right()) { BottomRight::new(window, value).ok() } else { None }
    }

    /// The first site, row by row, that has two rows above and two columns left of it in the grid and does not obey the
    /// rule; `None` when the grid is a run.
    pub fn first_breach(&self) -> Option<Site> {
        let width = self.window.width;
        (2..self.window.height).find_map(|y| {
            let (older, newer, row) = (self.row(y - 2), self.row(y - 1), self.row(y));
            let obeys = |x: usize| wide(older, newer, row[x - 1], x) == i128::from(row[x]);
            (2..width).find(|&x| !obeys(x)).map(|x| self.window.site(y, x))
        })
    }

    /// The choices that lead a reversed run from the grid's bottom and right edges back to the grid, if it is a run:
    /// one for each other cell with a value from −3 to 2, from the last row and column to the first.
    pub fn choices(&self) -> Vec<Choice> {
        let Some(inner) = self.window.without_bottom_right() else { return Vec::new() };
        let rows = (0..inner.height).rev().map(|y| &self.row(y)[..inner.width]);
        let free = rows.flat_map(|row| row.iter().rev()).filter(|value| (-3..=2).contains(*value));
        free.map(|value| if *value < 0 { Choice::Smaller } else { Choice::Larger }).collect()
    }
}

/// ν(v): 1 if v < 0, else 0.
const fn negative(v: i64) -> i64 {
    (v.cast_unsigned() >> 63).cast_signed()
}

/// φ_m(v): v + m if v < 0, else v.
const fn phi(m: i64, v: i64) -> i64 {
    v + m * negative(v)
}

/// φ_m without overflow.
fn wide_phi(m: i128, v: i64) -> i128 {
    i128::from(v) + if v < 0 { m } else { 0 }
}

/// The rule at index `x` of a row whose predecessors are `newer` and, before it, `older`; `f` is the number left of x.
fn wide(older: &[i64], newer: &[i64], f: i64, x: usize) -> i128 {
    let above = wide_phi(3, older[x - 2]) - wide_phi(2, older[x - 1]) - wide_phi(2, newer[x - 2]);
    above - i128::from(negative(newer[x - 1])) + wide_phi(1, newer[x]) + wide_phi(1, f)
}

/// Whether the sums need a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sums {
    /// No value exceeds [`PROVED`].
    Proved,
    /// Any value may be the first to overflow.
    Checked,
}

impl Sums {
    fn of(bound: u128) -> Self {
        if bound <= PROVED { Self::Proved } else { Self::Checked }
    }
}

/// The growth lemma's bound on the values of a run, when those on the edges are at most `largest` in absolute value.
fn growth(largest: u64, window: Window) -> u128 {
    // All below 2^64: the products are below 2^128.
    let [long, short] = [window.width.max(window.height), window.width.min(window.height)].map(|side| side as u128);
    (u128::from(largest) + long + 6) * (8 * short + 3) + 3 * (long + 2)
}

/// Fills `row` from its third cell on. The first two cells of `row`, and the two rows above it, are given; `site` is
/// the place of the row's first cell.
fn fill(older: &[i64], newer: &[i64], row: &mut [i64], sums: Sums, site: Site) -> Result<(), AutomatonError> {
    if sums == Sums::Checked {
        for x in 2..row.len() {
            let value = i64::try_from(wide(older, newer, row[x - 1], x));
            row[x] = value.map_err(|_| AutomatonError::Overflow { site: Site::new(site.x + signed(x), site.y) })?;
        }
        return Ok(());
    }
    let length = row.len();
    if length < 3 {
        return Ok(());
    }
    // What comes from above has no order, so this loop runs in vectors; slices of one length spare the bounds checks.
    let inner = length - 2;
    let (a, b) = (&older[..inner], &older[1..=inner]);
    let (c, d, e) = (&newer[..inner], &newer[1..=inner], &newer[2..length]);
    let (left, targets) = row.split_at_mut(2);
    let targets = &mut targets[..inner];
    for i in 0..inner {
        targets[i] = phi(3, a[i]) - phi(2, b[i]) - phi(2, c[i]) - negative(d[i]) + phi(1, e[i]);
    }
    let mut f = left[1];
    for g in targets {
        *g += phi(1, f);
        f = *g;
    }
    Ok(())
}
