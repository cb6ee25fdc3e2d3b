//! CLN15's own grid: one-dimensional generations, each cell with two parents half a cell to either side.
//!
//! The correspondence with the board is exact: the cell (x,y) is born at **time** t = x + y, the generation of its
//! anti-diagonal, at **place** s = x − y, counted in half cells. Time and place have the same parity, and
//! x = (t+s)/2, y = (t−s)/2. The cells that decide g = (t,s) are
//!
//! ```text
//!   parents             f = (t−1, s−1)   e = (t−1, s+1)
//!   central grandparent         d = (t−2, s)
//!   its parents         c = (t−3, s−1)   b = (t−3, s+1)
//!   its grandparent             a = (t−4, s)
//! ```
//!
//! so four generations are the state of the automaton. It is of order four: no state of fewer generations would do, as
//! a stands four generations back.

use std::ops::RangeInclusive;

use super::reverse::{Chooser, Solved, solve, wide_target};
use super::{AutomatonError, COORDINATE_LIMIT, Choice, Site, Strategy, negative, signed, wide_phi};
use crate::engine::memory_needed;

/// A cell of the diamond grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// The generation: x + y.
    pub time: i64,
    /// Where, in half cells: x − y.
    pub place: i64,
}

impl Event {
    /// When and where the cell of the plane is born; for coordinates within twice [`COORDINATE_LIMIT`].
    pub const fn from_site(site: Site) -> Self {
        Self { time: site.x + site.y, place: site.x - site.y }
    }

    /// The cell of the plane; `None` between cells, where time and place differ in parity. For times and places within
    /// four times [`COORDINATE_LIMIT`].
    pub const fn site(self) -> Option<Site> {
        let (twice_x, twice_y) = (self.time + self.place, self.time - self.place);
        if twice_x % 2 == 0 { Some(Site::new(twice_x / 2, twice_y / 2)) } else { None }
    }
}

/// Neighbouring cells of one generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generation {
    time: i64,
    /// The place of the first cell; the next ones follow at distance 2.
    first: i64,
    cells: Vec<i64>,
}

impl Generation {
    /// The generation's time.
    pub const fn time(&self) -> i64 {
        self.time
    }

    /// Its values from left to right.
    pub fn values(&self) -> &[i64] {
        &self.cells
    }

    /// Its cells on the plane with their values, from the lowest row (left) to the highest (right).
    pub fn sites(&self) -> impl Iterator<Item = (Site, i64)> {
        (self.first..).step_by(2).zip(&self.cells).filter_map(|(place, value)| {
            let site = Event { time: self.time, place }.site()?;
            Some((site, *value))
        })
    }

    /// The last place with a cell; below the first when there is none.
    const fn last(&self) -> i64 {
        self.first + 2 * signed(self.cells.len()) - 2
    }

    /// The cells of places `from`, `from` + 2, …
    fn at(&self, from: i64) -> &[i64] {
        let skipped = usize::try_from((from - self.first) / 2).unwrap_or(usize::MAX);
        self.cells.get(skipped..).unwrap_or(&[])
    }
}

/// A state of the automaton: four generations in a row, of finitely many cells. A step in either direction gives the
/// cells that the known ones decide: half a cell fewer on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diamond {
    /// The oldest first.
    generations: [Generation; 4],
}

impl Diamond {
    /// The generations time − 3, …, time at the given places, with the values that `value` gives.
    ///
    /// ```
    /// use wythoff::engine::automaton::{Diamond, Start};
    /// // W^5 starts from six cells with 5 and zeros around them.
    /// let mut state = Diamond::new(-1, -20..=20, |site| Start::Game { k: 5 }.given(site).unwrap_or(0))?;
    /// for _ in 0..=6 {
    ///     state.forward()?;
    /// }
    /// let board = state.newest().sites().filter(|(site, _)| site.x >= 0 && site.y >= 0);
    /// let palaces: Vec<i64> = board.filter(|(_, value)| *value < 0).map(|(site, _)| site.x).collect();
    /// assert_eq!(palaces, [1, 2, 3, 4, 5]); // of the anti-diagonal x + y = 6
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the times or places are beyond [`COORDINATE_LIMIT`], or the cells do not fit in memory.
    pub fn new(
        time: i64,
        places: RangeInclusive<i64>,
        mut value: impl FnMut(Site) -> i64,
    ) -> Result<Self, AutomatonError> {
        let (from, to) = places.into_inner();
        if [time, from, to].iter().any(|c| c.unsigned_abs() > COORDINATE_LIMIT.unsigned_abs()) {
            return Err(AutomatonError::TooFar);
        }
        memory_needed((to - from).max(0).unsigned_abs().saturating_mul(4 * 8 / 2))?;
        let generations = [3, 2, 1, 0].map(|back| {
            let time = time - back;
            let first = from + (time - from).rem_euclid(2);
            let cell = |place| Event { time, place }.site().map_or(0, &mut value);
            Generation { time, first, cells: (first..=to).step_by(2).map(cell).collect() }
        });
        Ok(Self { generations })
    }

    /// The four generations, the oldest first.
    pub const fn generations(&self) -> &[Generation; 4] {
        &self.generations
    }

    /// The last generation.
    pub const fn newest(&self) -> &Generation {
        &self.generations[3]
    }

    /// The first generation.
    pub const fn oldest(&self) -> &Generation {
        &self.generations[0]
    }

    /// One generation forward: the oldest one goes, a new one comes.
    ///
    /// # Errors
    /// When a value does not fit in 64 bits; the state stays as it was.
    pub fn forward(&mut self) -> Result<(), AutomatonError> {
        let [g4, g3, g2, g1] = &self.generations;
        let (time, (s, count)) = (g1.time + 1, decided([g1, g2, g3, g4]));
        let (a, c, b, d, f, e) = (g4.at(s), g3.at(s - 1), g3.at(s + 1), g2.at(s), g1.at(s - 1), g1.at(s + 1));
        let cell = |i: usize| {
            let old = wide_phi(3, a[i]) - wide_phi(2, b[i]) - wide_phi(2, c[i]) - i128::from(negative(d[i]));
            narrow(old + wide_phi(1, e[i]) + wide_phi(1, f[i]), time, s, i)
        };
        let cells = (0..count).map(cell).collect::<Result<_, _>>()?;
        self.generations[0] = Generation { time, first: s, cells };
        self.generations.rotate_left(1);
        Ok(())
    }

    /// One generation back: the newest one goes, an older one comes, solved from left to right. Returns the choices
    /// made.
    ///
    /// # Errors
    /// When a value does not fit in 64 bits or a list of choices has the wrong length; the state stays as it was.
    pub fn backward(&mut self, strategy: &Strategy) -> Result<Vec<Choice>, AutomatonError> {
        let [g3, g2, g1, g0] = &self.generations;
        let (time, (s, count)) = (g3.time - 1, decided([g3, g2, g1, g0]));
        let (c, b, d, f, e, g) = (g3.at(s - 1), g3.at(s + 1), g2.at(s), g1.at(s - 1), g1.at(s + 1), g0.at(s));
        let (mut chooser, mut choices) = (Chooser::new(strategy), Vec::new());
        let cell = |i: usize| match solve(wide_target([b[i], c[i], d[i], e[i], f[i], g[i]])) {
            Solved::One(a) => narrow(a, time, s, i),
            Solved::Two { smaller, larger } => {
                let too_few = |given| AutomatonError::TooFewChoices { given, site: site(time, s, i) };
                let choice = chooser.choose().map_err(too_few)?;
                choices.push(choice);
                Ok(if choice == Choice::Smaller { smaller } else { larger })
            }
        };
        let cells = (0..count).map(cell).collect::<Result<_, _>>()?;
        chooser.finish()?;
        self.generations[3] = Generation { time, first: s, cells };
        self.generations.rotate_right(1);
        Ok(choices)
    }
}

/// The first place, and the number of places, that four generations decide: the nearest one first.
fn decided([near, second, third, fourth]: [&Generation; 4]) -> (i64, usize) {
    let first = (near.first.max(third.first) + 1).max(second.first.max(fourth.first));
    let last = (near.last().min(third.last()) - 1).min(second.last().min(fourth.last()));
    (first, usize::try_from((last - first) / 2 + 1).unwrap_or(0) * usize::from(first <= last))
}

/// The site of cell `i` of a generation.
fn site(time: i64, first: i64, i: usize) -> Site {
    Event { time, place: first + 2 * signed(i) }.site().expect("the places of a generation have its parity")
}

fn narrow(value: i128, time: i64, first: i64, i: usize) -> Result<i64, AutomatonError> {
    i64::try_from(value).map_err(|_| AutomatonError::Overflow { site: site(time, first, i) })
}
