//! The initial conditions of CLN15: the game's own, and the infinite ones in which parts of every large board are
//! prefixes.
//!
//! # The hood
//!
//! In W^k every cell with x + y + min(x,y) < k is a palace, as it sees only palaces and fewer than k of them: the
//! **hood**, with value x + y + min(x,y) − k (CLN15 section 3.2). Its border, the casing, has slopes −1/2 and −2 and
//! runs from the shoulder (0,k) to the nose at (k/3,k/3) and on to (k,0). Move one of these points to (0,0) and let the
//! hood go on without end: what follows by the rule does not know k any more.
//!
//! Such a hood obeys the rule by itself. (1−X)(1−Y) min(x,y) is 1 for x = y and 0 else, so L(x + y + min(x,y)) = 0, and
//! where all is negative M P = 1 + 1 − 1 − 2 − 2 + 3 = 0. So a run may start anywhere inside the hood
//! ([`Start::corner`]).
//!
//! # The épaulette
//!
//! Let the hood be the half plane 2x + y < 0 with value 2x + y. It is the same after a step (1,−2), so all that follows
//! is v(2x + y) for a sequence v with v(m) = m for m < 0 and, by the rule, v(m) = φ₃(v(m−6)) − φ₂(v(m−5)) − φ₂(v(m−4))
//! − ν(v(m−3)) + φ₁(v(m−2)) + φ₁(v(m−1)). The first values are 0 0 −1 −1 0 1 −1 −1 1 1 −1, and 0 0 −1 −1 0 1 again. Six
//! values decide the next, so v has the period 11 from m = 0 on: [`epaulette`]. On the plane the periods are spanned by
//! (5,1) and (4,3), and of 11 cells five are −1, three 0, three 1, as CLN15 observed.
//!
//! # The three fabrics and the arm
//!
//! **F_r**, r = 0, 1, 2 ([`Start::Casing`]), has the value x + y + min(x,y) − r wherever that is negative, and obeys
//! the rule elsewhere. **A** ([`Start::Shoulder`]) is 0 for x < 0, 2x + y for x ≥ 0 wherever that is negative, and
//! obeys the rule elsewhere. Both are well defined: before any cell only finitely many are not given.
//!
//! **Theorem (prefixes).** *Let δ be the automaton of W^k.*
//!
//! 1. *δ(x, k+y) = A(x,y) for 0 ≤ x ≤ (k−1)/3 and k + y ≥ x: all games have the same arm, and its column x is column x
//!    of every game with k > 3x.*
//! 2. *F_r(x,y) = v(2x + y − r) for x ≤ (r−1)/3 and y ≥ x.*
//! 3. *Let k = 3q + r ≥ 4, 0 ≤ r < 3. Then δ(q+x, q+y) = F_r(x,y) for 0 ≤ q+x, q+y ≤ k+1; but δ(0,k+2) = 0 and
//!    F_r(−q,k+2−q) = −1.*
//!
//! *Proof.* (1) Let (x,y) be a cell of the board with x ≤ (k−1)/3. If y ≥ x and it is in the hood, its value is 2x + y
//! − k, as in A. Let it be outside. If y < x, then x + 2y < 3x < k: in the hood. So y ≥ x and y ≥ k − 2x ≥ x + 1. Hence
//! the cells that decide (x,y) have y ≥ x themselves, or x < 0. The latter are 0 in A and in the game, too, but for a
//! pair a = b = k in row −1, which cancels (it occurs only for k = 1 at (0,1)). Induction does the rest. (2) The same,
//! with the épaulette's half plane for A. (3) In the hood both are equal. Elsewhere, and with x, y ≥ 2, the cells that
//! decide (x,y) are on the board and in the square: induction. Rows mirror columns, so columns 0 and 1 remain, with y ≤
//! k + 1. By (2) F_r is v(y − k) and v(y + 2 − k) there, that is 0 at (0,k), (0,k+1), (1,k−2), (1,k−1) and −1 at (1,k),
//! (1,k+1). The game has the same: column 0 has its k palaces in the hood; (1,y) sees the k−2 palaces of its column's
//! hood and, for y = k−2 and k−1, one to the left and one on the diagonal, for y = k one on the diagonal, for y = k+1
//! one above. At (0,k+2) F_r is v(2) = −1. ∎
//!
//! The fabric itself agrees farther (along the diagonal to 1.5k and more, observed): what starts at (0,k+2) has to
//! cross the épaulette first.
//!
//! # No overflow
//!
//! A row of the board has at most k palaces, since one that sees k others on its row is none; so with columns and
//! diagonals. Palace numbers are at most 3k and the game's values lie between −k and 2k. By the theorem every value of
//! A and F_r at coordinates up to 2^56 + 2 is one of a game with k < 2^58. All are below [`PROVED`](super::PROVED).

use std::fmt;
use std::str::FromStr;

use super::super::{Engine, Row, SolveError, Values, cells_needed, memory_needed};
use super::{AutomatonError, Grid, Site, Sums, TopLeft, Window, fill};
use crate::board;
use crate::engine::report;
use crate::watch::Watch;

/// k modulo 3: which of the three fabrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Residue {
    /// k = 3q.
    Zero,
    /// k = 3q + 1.
    One,
    /// k = 3q + 2.
    Two,
}

impl Residue {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Zero, Self::One, Self::Two];

    /// The residue of k.
    pub const fn of(k: u64) -> Self {
        Self::ALL[(k % 3) as usize]
    }

    const fn value(self) -> i64 {
        self as i64
    }
}

/// The period of the épaulette along the rows; 2x + y counts.
pub const EPAULETTE_PERIOD: usize = 11;

/// The value v(m) at the cells with 2x + y = m of the épaulette without end, whose hood is 2x + y < 0.
pub const fn epaulette(m: i64) -> i64 {
    const PERIOD: [i64; EPAULETTE_PERIOD] = [0, 0, -1, -1, 0, 1, -1, -1, 1, 1, -1];
    // A remainder below 11 fits.
    #[allow(clippy::cast_possible_truncation)]
    let phase = (m.unsigned_abs() % EPAULETTE_PERIOD as u64) as usize;
    if m < 0 { m } else { PERIOD[phase] }
}

/// An initial condition for the whole plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// W^k: k where x and y are negative, 0 where one of them is (CLN15 Theorem 1).
    Game {
        /// The game's k, at least 1.
        k: u32,
    },
    /// The casing without end, with the nose at (0,0): F_r, one of the three infinite fabrics between two épaulettes
    /// (CLN15 section 3.3).
    Casing {
        /// r.
        residue: Residue,
    },
    /// The shoulder at (0,0) of a hood without end: A, the arm between outer space (left) and the épaulette (CLN15
    /// section 3.3).
    Shoulder,
}

/// The name of a start, as [`Start::from_str`](std::str::FromStr) reads it.
impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game { k } => write!(f, "game:{k}"),
            Self::Casing { residue } => write!(f, "casing:{}", residue.value()),
            Self::Shoulder => write!(f, "shoulder"),
        }
    }
}

/// A text that names no start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a start is game:K with K from 1 to 4294967295, casing:0, casing:1, casing:2 or shoulder")]
pub struct UnknownStart;

impl FromStr for Start {
    type Err = UnknownStart;

    fn from_str(text: &str) -> Result<Self, UnknownStart> {
        match text.split_once(':') {
            None if text == "shoulder" => Ok(Self::Shoulder),
            Some(("game", k)) => {
                let k = k.parse().ok().filter(|k| *k > 0).ok_or(UnknownStart)?;
                Ok(Self::Game { k })
            }
            Some(("casing", r)) => {
                let r = r.parse().ok().filter(|r| *r < 3).ok_or(UnknownStart)?;
                Ok(Self::Casing { residue: Residue::of(r) })
            }
            _ => Err(UnknownStart),
        }
    }
}

impl Start {
    /// The value that is given at `site`; `None` where the rule decides. For coordinates within twice
    /// [`COORDINATE_LIMIT`](super::COORDINATE_LIMIT).
    pub fn given(self, site: Site) -> Option<i64> {
        let Site { x, y } = site;
        match self {
            Self::Game { k } if x < 0 && y < 0 => Some(i64::from(k)),
            Self::Game { .. } => (x < 0 || y < 0).then_some(0),
            Self::Casing { residue } => Some(x + y + x.min(y) - residue.value()).filter(|value| *value < 0),
            Self::Shoulder if x < 0 => Some(0),
            Self::Shoulder => Some(2 * x + y).filter(|value| *value < 0),
        }
    }

    /// A site at or before the window's first one, from which the rule may run to the window: the edges there are
    /// given.
    pub fn corner(self, window: Window) -> Site {
        let (x, y) = match self {
            Self::Game { .. } => (0, 0),
            // (x−1, last row) is in the hood, as 2(x−1) + (bottom−1) < r; likewise for the rows.
            Self::Casing { residue } => {
                let last = |end: i64| (residue.value() - end).div_euclid(2);
                (last(window.bottom()) + 1, last(window.right()) + 1)
            }
            // (last column, y−1) is in the hood, as 2(right−1) + (y−1) < 0; or there is no column but zeros.
            Self::Shoulder => (0, 2 - 2 * window.right()),
        };
        Site::new(x.min(window.at.x), y.min(window.at.y))
    }

    /// Hands each row of `window`, with its y, to `sink`. All rows and columns from the corner on are computed; three
    /// of the rows are kept.
    ///
    /// # Errors
    /// When there are too many cells to compute or a row does not fit in memory, when the watcher stops the work, or
    /// `sink` fails.
    pub fn rows<E: From<AutomatonError>>(
        self,
        window: Window,
        watch: &dyn Watch,
        sink: impl FnMut(i64, &[i64]) -> Result<(), E>,
    ) -> Result<(), E> {
        Scan::new(self, window)?.each_row(window, watch, E::from, sink)
    }

    /// The values of `window`.
    ///
    /// ```
    /// use wythoff::engine::automaton::{Residue, Site, Start, Window};
    /// // The nose of every W^k with k = 3q + 1, k ≥ 4: the cells around (q,q).
    /// let window = Window::new(Site::new(-1, -1), 3, 3)?;
    /// let fabric = Start::Casing { residue: Residue::One }.grid(window, wythoff::UNWATCHED)?;
    /// assert_eq!(fabric.rows().map(<[i64]>::to_vec).collect::<Vec<_>>(), [[-4, -3, -2], [-3, -1, 0], [-2, 0, 0]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Start::rows`], and when the window does not fit in memory.
    pub fn grid(self, window: Window, watch: &dyn Watch) -> Result<Grid, AutomatonError> {
        window.kept(8)?;
        let mut cells = Vec::with_capacity(window.width * window.height);
        self.rows(window, watch, |_, row| {
            cells.extend_from_slice(row);
            Ok::<(), AutomatonError>(())
        })?;
        Ok(Grid { window, cells })
    }

    /// The edges above and left of `window`, from which it can be computed alone.
    ///
    /// # Errors
    /// As [`Start::rows`].
    pub fn edges(self, window: Window, watch: &dyn Watch) -> Result<TopLeft, AutomatonError> {
        let whole = window.with_top_left();
        let (mut top, mut left) = (Vec::new(), Vec::new());
        self.rows(whole, watch, |y, row| {
            if y < window.at.y {
                top.extend_from_slice(row);
            } else {
                left.extend_from_slice(&row[..2]);
            }
            Ok::<(), AutomatonError>(())
        })?;
        let (mut top, mut left) = (top.into_iter(), left.into_iter());
        // Asked in the order in which they were kept: the rows, then the pairs.
        TopLeft::new(window, |site| if site.y < window.at.y { top.next() } else { left.next() }.unwrap_or(0))
    }
}

/// A start's values, row by row from the corner on.
struct Scan {
    start: Start,
    /// From the corner to the end of the window that was asked for.
    all: Window,
    y: i64,
    /// The last rows; each begins with the two cells left of the corner.
    older: Vec<i64>,
    newer: Vec<i64>,
    row: Vec<i64>,
}

impl Scan {
    fn new(start: Start, window: Window) -> Result<Self, AutomatonError> {
        let at = start.corner(window);
        let sides = [window.right() - at.x, window.bottom() - at.y].map(i64::unsigned_abs);
        cells_needed(Some(sides[0]), Some(sides[1]), 1)?;
        memory_needed(sides[0].saturating_mul(3 * 8))?;
        let all = Window::new(at, sides[0], sides[1])?;
        let edge = |y| (at.x - 2..all.right()).map(|x| start.known(Site::new(x, y))).collect();
        let (older, newer): (Vec<i64>, Vec<i64>) = (edge(at.y - 2), edge(at.y - 1));
        Ok(Self { start, all, y: at.y, row: vec![0; newer.len()], older, newer })
    }

    fn total(&self) -> u64 {
        self.all.height as u64
    }

    /// Computes the next row into `newer`.
    fn next(&mut self, watch: &dyn Watch) -> Result<(), AutomatonError> {
        report(watch, (self.y - self.all.at.y).unsigned_abs(), self.total())?;
        let first = Site::new(self.all.at.x - 2, self.y);
        self.row[0] = self.start.known(first);
        self.row[1] = self.start.known(Site::new(first.x + 1, self.y));
        fill(&self.older, &self.newer, &mut self.row, Sums::Proved, first)?;
        std::mem::swap(&mut self.older, &mut self.newer);
        std::mem::swap(&mut self.newer, &mut self.row);
        self.y += 1;
        Ok(())
    }

    /// Computes all rows and hands those of `window` to `sink`.
    fn each_row<E>(
        mut self,
        window: Window,
        watch: &dyn Watch,
        lift: impl Fn(AutomatonError) -> E,
        mut sink: impl FnMut(i64, &[i64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let left = self.row.len() - window.width;
        for y in self.all.at.y..window.bottom() {
            self.next(watch).map_err(&lift)?;
            if y >= window.at.y {
                sink(y, &self.newer[left..])?;
            }
        }
        report(watch, self.total(), self.total()).map_err(|error| lift(error.into()))
    }
}

impl Start {
    /// The value on an edge of the corner.
    fn known(self, site: Site) -> i64 {
        self.given(site).expect("the edges of a corner are given")
    }
}

/// W^k on a window of the board, row by row, by the automaton from the game's own initial condition: three rows are
/// kept.
///
/// ```
/// use wythoff::engine::automaton;
/// use wythoff::solve::Values;
/// use wythoff::{SolveError, Window};
/// let mut palaces = 0;
/// automaton::rows(5, Window::corner(11, 11), Values::Palace, wythoff::UNWATCHED, |row| {
///     palaces += row.numbers.iter().filter(|number| **number < 5).count();
///     Ok::<(), SolveError>(())
/// })?;
/// assert_eq!(palaces, 33);
/// # Ok::<(), SolveError>(())
/// ```
///
/// # Errors
/// When the window is too large, the watcher stops the work, or `sink` fails.
pub fn rows<E: From<SolveError>>(
    k: u32,
    window: board::Window,
    values: Values,
    watch: &dyn Watch,
    mut sink: impl FnMut(Row<'_>) -> Result<(), E>,
) -> Result<(), E> {
    values.not_nim(Engine::Automaton)?;
    cells_needed(window.right(), window.bottom(), 1)?;
    // Below 2^39 now, or one side is 0 and the other may be anything.
    let signed = |number: u64| i64::try_from(number).map_err(|_| SolveError::SumsTooLarge);
    let at = Site::new(signed(window.at.x)?, signed(window.at.y)?);
    let whole = Window::new(at, window.width, window.height).map_err(|_| SolveError::SumsTooLarge)?;
    memory_needed(whole.right().unsigned_abs().saturating_mul(3 * 8 + 9))?;
    let add = match values {
        Values::Palace => i64::from(k),
        Values::Outcome | Values::Deviation | Values::Grundy => 0,
    };
    let (mut p, mut numbers) = (Vec::new(), Vec::new());
    let scan = Scan::new(Start::Game { k }, whole).map_err(only_solve_errors)?;
    scan.each_row(
        whole,
        watch,
        |error| only_solve_errors(error).into(),
        |y, row| {
            p.clear();
            p.extend(row.iter().map(|value| u8::from(*value < 0)));
            if values != Values::Outcome {
                numbers.clear();
                numbers.extend(row.iter().map(|value| value + add));
            }
            sink(Row { y: y.unsigned_abs(), p: &p, removed: 0, numbers: &numbers })
        },
    )
}

/// The game's values are proved to fit, so nothing else can go wrong.
fn only_solve_errors(error: AutomatonError) -> SolveError {
    if let AutomatonError::Solve(error) = error { error } else { SolveError::SumsTooLarge }
}
