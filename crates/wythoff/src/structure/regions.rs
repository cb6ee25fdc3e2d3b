//! The regions of a board of W^k (CLN15 section 3.1), found by comparison and not by eye.
//!
//! CLN15 names hood, épaulettes, fabric, arms, warps, inner sector and outer space, and where they meet: nose,
//! shoulder, armpit and prism. The paper also says what makes them: the fabric is a prefix of one of three patterns
//! without end, F_r with r = k mod 3, and the arm a prefix of another one, A. Both can be computed (see
//! [`crate::engine::automaton`]), and so the borders can be *defined*. Let x ≤ y; the other half is the mirror image.
//!
//! * The **casing** is the border of the hood x + y + min(x,y) < k; the **nose** is at ⌊k/3⌋ on the diagonal, the
//!   **shoulder** at (0,k).
//! * In column x, let F(x) be the first row y ≥ x in which the board differs from F_r laid on the nose, and A(x) the
//!   row after the last one in which it differs from A laid on the shoulder. As long as A(x) ≤ F(x), every cell of the
//!   column is as in the fabric's pattern or as in the arm's, and where both hold it is épaulette: the **hem** is F(x),
//!   the **rift** is A(x).
//! * The first column with A(x) > F(x) is where the two no longer meet: the **armpit** is its cell (x, F(x)). From
//!   there on F(x) is the **fray** and A(x) the **inside of the arm**.
//! * The first x with F(x) = x is where the diagonal leaves the fabric: the **prism**.
//! * What is neither is **warp** or **inner sector**; CLN15 says that there is no clear border between these two, and
//!   none is drawn here.
//! * Below the last palace of a column is **outer space**. A column has exactly k palaces, so that the last one is
//!   known as such.
//!
//! A column of which fewer than 64 rows up to the board's lower edge agree with A has no arm on this board. All of it
//! is exact on the board that was computed; nothing is said beyond it. A cell that differs from F_r and then agrees by
//! chance does not count as fabric, so that F and A err, if at all, on the side of the regions between them. Hood
//! values, the épaulette's pattern and the prefixes themselves are theorems (see there); that the borders look like the
//! paper's is what a reader can see.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::compare::blocking;
use crate::board::Window;
use crate::engine::automaton::{self, AutomatonError, Residue, Site, Start};
use crate::engine::memory_needed;
use crate::solve::{self, SolveError, Values};
use crate::watch::{Interrupted, UNWATCHED, Watch, report};

/// The largest side of a board whose regions are found: 2 GiB for its half.
pub const SIDE_LIMIT: u64 = 1 << 16;

/// A column belongs to the arm only if so many rows of it on the board do: fewer may agree by chance.
const PROOF: u64 = 64;

/// A part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Region {
    /// All options are palaces, and fewer than k.
    Hood,
    /// Periodic, between hood, fabric and arm.
    Epaulette,
    /// As in the pattern F_r, around the diagonal.
    Fabric,
    /// As in the pattern A, with palaces to come below.
    Arm,
    /// The warps and the inner sector between them.
    Warp,
    /// Below the last palace of the column.
    OuterSpace,
}

impl Region {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Hood, Self::Epaulette, Self::Fabric, Self::Arm, Self::Warp, Self::OuterSpace];

    /// CLN15's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hood => "hood",
            Self::Epaulette => "épaulette",
            Self::Fabric => "fabric",
            Self::Arm => "arm",
            Self::Warp => "warps and inner sector",
            Self::OuterSpace => "outer space",
        }
    }
}

/// A border or the first place of something, as [x, y] with x ≤ y.
pub type Point = [u64; 2];

/// A line between two regions, by some of its cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Border {
    /// CLN15's name.
    pub name: &'static str,
    /// Cells (x, y), x ≤ y, each exactly on the border: the first one of the region below it.
    pub points: Vec<Point>,
}

/// The points in which regions meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Junctions {
    /// Where hood, épaulettes and fabric meet.
    pub nose: Point,
    /// Where outer space, arm, épaulette and hood meet.
    pub shoulder: Point,
    /// Where épaulette, fabric, arm and warp meet, if it is on the board.
    pub armpit: Option<Point>,
    /// Where warps, inner sector and fabric meet, if it is on the board.
    pub prism: Option<Point>,
}

/// What a region holds, both halves of the board counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Census {
    /// Cells.
    pub cells: u64,
    /// Palaces.
    pub palaces: u64,
    /// How many cells have each deviation.
    pub deviations: BTreeMap<i64, u64>,
    /// The first cell with each deviation: the smallest x, then the smallest y ≥ x.
    pub first: BTreeMap<i64, Point>,
}

impl Census {
    /// Counts the board x, y < side of W^k outside the hood, of which no row is kept.
    ///
    /// ```
    /// use wythoff::structure::regions::Census;
    /// let census = Census::count(5, 100, wythoff::UNWATCHED)?;
    /// assert_eq!(census.range(), Some((-2, 2)));
    /// # Ok::<(), wythoff::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// When the board is too large, or the watcher stops the work.
    pub fn count(k: u32, side: u64, watch: &dyn Watch) -> Result<Self, SolveError> {
        let mut census = Self::default();
        solve::rows(&blocking(k)?, Window::corner(side, side), Values::Deviation, None, watch, |row| {
            let outside = (0..=row.y).zip(row.numbers).skip_while(|(x, _)| is_hood(k.into(), *x, row.y));
            outside.for_each(|(x, deviation)| census.add([x, row.y], *deviation));
            Ok::<(), SolveError>(())
        })?;
        Ok(census)
    }

    /// The smallest and the largest deviation.
    pub fn range(&self) -> Option<(i64, i64)> {
        Some((*self.deviations.keys().next()?, *self.deviations.keys().next_back()?))
    }

    fn add(&mut self, at: Point, deviation: i64) {
        let weight = if at[0] == at[1] { 1 } else { 2 };
        self.cells += weight;
        self.palaces += weight * u64::from(deviation < 0);
        *self.deviations.entry(deviation).or_default() += weight;
        let first = self.first.entry(deviation).or_insert(at);
        *first = (*first).min(at);
    }

    fn merge(&mut self, other: &Self) {
        self.cells += other.cells;
        self.palaces += other.palaces;
        for (deviation, count) in &other.deviations {
            *self.deviations.entry(*deviation).or_default() += count;
        }
        for (deviation, at) in &other.first {
            let first = self.first.entry(*deviation).or_insert(*at);
            *first = (*first).min(*at);
        }
    }
}

/// The regions of the board x, y < side of W^k.
#[derive(Clone, Debug)]
pub struct Regions {
    k: u64,
    side: u64,
    columns: Vec<ColumnBorders>,
    armpit: Option<Point>,
    prism: Option<u64>,
    half: Half,
}

/// Where the regions of a column begin.
#[derive(Clone, Copy, Debug)]
struct ColumnBorders {
    /// F(x).
    fabric_to: u64,
    /// A(x).
    arm_from: u64,
    /// The row after the last palace, when it is known.
    outer_from: Option<u64>,
}

/// Deviations of the cells x ≤ y; in the hood, whose values are known, −128.
#[derive(Clone, Debug)]
struct Half(Vec<i8>);

impl Half {
    fn solve(k: u32, side: u64, watch: &dyn Watch) -> Result<Self, SolveError> {
        memory_needed(side.saturating_mul(side) / 2 + 64 * side)?;
        let mut cells = Vec::with_capacity(index(side * (side + 1) / 2));
        solve::rows(&blocking(k)?, Window::corner(side, side), Values::Deviation, None, watch, |row| {
            for (x, deviation) in (0..=row.y).zip(row.numbers) {
                let fits = i8::try_from(*deviation).ok().filter(|deviation| *deviation > i8::MIN);
                let hood = is_hood(k.into(), x, row.y).then_some(i8::MIN);
                cells.push(hood.or(fits).ok_or(SolveError::SumsTooLarge)?);
            }
            Ok::<(), SolveError>(())
        })?;
        Ok(Self(cells))
    }

    fn row(&self, y: u64) -> &[i8] {
        &self.0[index(y * (y + 1) / 2)..][..index(y + 1)]
    }
}

fn index(number: u64) -> usize {
    usize::try_from(number).expect("the size was checked")
}

/// s(x,y) < k, where s is the number of options.
const fn is_hood(k: u64, x: u64, y: u64) -> bool {
    x + y + if x < y { x } else { y } < k
}

/// The side of a board that shows everything that CLN15 names: as Fig. 3 does, 3k, and a margin for small k.
pub fn usual_side(k: u32) -> u64 {
    3 * u64::from(k) + PROOF
}

impl Regions {
    /// Computes the board and finds its regions.
    ///
    /// ```
    /// use wythoff::structure::regions::{Region, Regions, usual_side};
    /// let regions = Regions::find(100, usual_side(100), wythoff::UNWATCHED)?;
    /// assert_eq!(regions.nose(), [33, 33]);
    /// assert_eq!(regions.region(5, 95), Some(Region::Epaulette));
    /// # Ok::<(), wythoff::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// When the board is too large, or the watcher stops the work.
    pub fn find(k: u32, side: u64, watch: &dyn Watch) -> Result<Self, SolveError> {
        if side > SIDE_LIMIT {
            let cells = u128::from(side) * u128::from(side);
            return Err(SolveError::TooManyCells { cells: cells.to_string(), limit: SIDE_LIMIT * SIDE_LIMIT });
        }
        let half = Half::solve(k, side, watch)?;
        let k = u64::from(k);
        let mut columns: Vec<ColumnBorders> =
            (0..side).map(|x| ColumnBorders { fabric_to: side, arm_from: x, outer_from: None }).collect();
        let nose = k.cast_signed() / 3;
        let casing = Start::Casing { residue: Residue::of(k) };
        differences(&half, casing, Site::new(-nose, -nose), side, watch, |x, y| {
            let to = &mut columns[index(x)].fabric_to;
            *to = (*to).min(y);
        })?;
        differences(&half, Start::Shoulder, Site::new(0, -k.cast_signed()), side, watch, |x, y| {
            columns[index(x)].arm_from = y + 1;
        })?;
        for column in columns.iter_mut().filter(|column| column.arm_from + PROOF > side) {
            column.arm_from = side;
        }
        for (column, outer) in columns.iter_mut().zip(outer_space(&half, k, side)) {
            column.outer_from = outer;
        }
        let is_parted = |column: &ColumnBorders| column.arm_from < side && column.arm_from > column.fabric_to;
        let parted = (0..).zip(&columns).find(|(_, column)| is_parted(column));
        let armpit = parted.map(|(x, column)| [x, column.fabric_to]);
        let prism = (0..).zip(&columns).find(|(x, column)| column.fabric_to == *x).map(|(x, _)| x);
        Ok(Self { k, side, columns, armpit, prism, half })
    }

    /// k.
    pub const fn k(&self) -> u64 {
        self.k
    }

    /// The side of the board.
    pub const fn side(&self) -> u64 {
        self.side
    }

    /// Where regions meet.
    pub fn junctions(&self) -> Junctions {
        Junctions { nose: self.nose(), shoulder: self.shoulder(), armpit: self.armpit(), prism: self.prism() }
    }

    /// Where hood, épaulettes and fabric meet.
    pub const fn nose(&self) -> Point {
        [self.k / 3, self.k / 3]
    }

    /// Where outer space, arm, épaulette and hood meet.
    pub const fn shoulder(&self) -> Point {
        [0, self.k]
    }

    /// Where épaulette, fabric, arm and warp meet, if it is on the board.
    pub const fn armpit(&self) -> Option<Point> {
        self.armpit
    }

    /// Where warps, inner sector and fabric meet, if it is on the board.
    pub fn prism(&self) -> Option<Point> {
        self.prism.map(|x| [x, x])
    }

    /// The region of the cell, in either half; `None` outside the board.
    pub fn region(&self, x: u64, y: u64) -> Option<Region> {
        let (x, y) = (x.min(y), x.max(y));
        let column = self.columns.get(index(x)).filter(|_| y < self.side)?;
        let is_before_armpit = self.armpit.is_none_or(|armpit| x < armpit[0]);
        Some(if is_hood(self.k, x, y) {
            Region::Hood
        } else if column.outer_from.is_some_and(|from| y >= from) {
            Region::OuterSpace
        } else if is_before_armpit && y >= column.arm_from && y < column.fabric_to {
            Region::Epaulette
        } else if y < column.fabric_to && self.prism.is_none_or(|prism| x < prism) {
            Region::Fabric
        } else if y >= column.arm_from {
            Region::Arm
        } else {
            Region::Warp
        })
    }

    /// The deviation of the cell; `None` outside the board.
    pub fn deviation(&self, x: u64, y: u64) -> Option<i64> {
        let (x, y) = (x.min(y), x.max(y));
        if y >= self.side {
            return None;
        }
        // No sum overflows: k is below 2^32, and sides below 2^16.
        let hood = (2 * x + y).cast_signed() - self.k.cast_signed();
        Some(if is_hood(self.k, x, y) { hood } else { self.half.row(y)[index(x)].into() })
    }

    /// What each region holds.
    pub fn census(&self) -> BTreeMap<Region, Census> {
        self.watched_census(UNWATCHED).unwrap_or_default()
    }

    /// The same for a large board, which takes its time.
    ///
    /// # Errors
    /// When the watcher stops it.
    pub fn watched_census(&self, watch: &dyn Watch) -> Result<BTreeMap<Region, Census>, Interrupted> {
        let mut all: BTreeMap<Region, Census> = BTreeMap::new();
        for y in 0..self.side {
            report(watch, y, self.side)?;
            for x in 0..=y {
                let (Some(region), Some(deviation)) = (self.region(x, y), self.deviation(x, y)) else { continue };
                all.entry(region).or_default().add([x, y], deviation);
            }
        }
        Ok(all)
    }

    /// What the whole board outside the hood holds.
    pub fn outside_hood(census: &BTreeMap<Region, Census>) -> Census {
        let mut all = Census::default();
        for (_, census) in census.iter().filter(|(region, _)| **region != Region::Hood) {
            all.merge(census);
        }
        all
    }

    /// One JSON document: where regions meet, borders by at most so many of their cells, what each region holds.
    pub fn json(&self, census: &BTreeMap<Region, Census>, points: usize) -> Value {
        let outside = Self::outside_hood(census);
        json!({
            "k": self.k,
            "side": self.side,
            "junctions": self.junctions(),
            "borders": self.borders(points),
            "regions": census,
            "outside_hood": outside,
            "states": outside.deviations.len(),
        })
    }

    /// The borders, each by at most `most` of its cells (and its ends).
    pub fn borders(&self, most: usize) -> Vec<Border> {
        let nose = self.k / 3;
        let armpit = self.armpit.map_or(self.side, |armpit| armpit[0]);
        let prism = self.prism.unwrap_or(self.side);
        let border = |name, columns: std::ops::Range<u64>, row: &dyn Fn(u64) -> Option<u64>| {
            let step = (columns.end.saturating_sub(columns.start) / most.max(1) as u64).max(1);
            let last = columns.end.saturating_sub(1).max(columns.start);
            let chosen = columns.clone().step_by(index(step)).chain((!columns.is_empty()).then_some(last));
            let mut points: Vec<Point> = chosen.filter_map(|x| Some([x, row(x).filter(|y| *y < self.side)?])).collect();
            points.dedup();
            Border { name, points }
        };
        let column = |x: u64| self.columns.get(index(x));
        vec![
            border("casing", 0..nose + 1, &|x| Some((self.k.saturating_sub(2 * x)).max(x))),
            border("hem", 0..armpit, &|x| {
                column(x).filter(|column| column.arm_from < self.side).map(|it| it.fabric_to)
            }),
            border("rift", nose + 1..armpit, &|x| Some(column(x)?.arm_from)),
            border("fray", armpit..prism.saturating_add(1).min(self.side), &|x| Some(column(x)?.fabric_to)),
            border("inside of the arm", armpit..self.side, &|x| Some(column(x)?.arm_from)),
            border("skin", 0..self.side, &|x| column(x)?.outer_from),
        ]
    }
}

/// Visits every cell x ≤ y at which the board differs from the pattern of `start`, whose site `at` lies on (0,0); by
/// rows.
fn differences(
    half: &Half,
    start: Start,
    at: Site,
    side: u64,
    watch: &dyn Watch,
    mut visit: impl FnMut(u64, u64),
) -> Result<(), SolveError> {
    let window = automaton::Window::new(at, side, side).map_err(solve_error)?;
    let rows = start.rows(window, watch, |row_y, pattern| {
        let y = (row_y - at.y).unsigned_abs();
        for ((x, cell), expected) in (0..).zip(half.row(y)).zip(pattern) {
            // In the hood both are 2x + y − k.
            if *cell != i8::MIN && i64::from(*cell) != *expected {
                visit(x, y);
            }
        }
        Ok::<(), AutomatonError>(())
    });
    rows.map_err(solve_error)
}

/// Windows of patterns fit in 64 bits, so that nothing else can go wrong.
fn solve_error(error: AutomatonError) -> SolveError {
    if let AutomatonError::Solve(error) = error { error } else { SolveError::SumsTooLarge }
}

/// For each column the row after its k-th palace, if that is on the board: there are no more.
fn outer_space(half: &Half, k: u64, side: u64) -> Vec<Option<u64>> {
    let mut palaces = vec![0_u64; index(side)];
    let mut outer = vec![None; index(side)];
    for y in 0..side {
        for (x, _) in half.row(y).iter().enumerate().filter(|(_, cell)| **cell < 0) {
            palaces[x] += 1;
            if palaces[x] == k {
                outer[x] = Some(y + 1);
            }
            // The mirror image, in a column whose upper half this is.
            if x < index(y) {
                palaces[index(y)] += 1;
            }
        }
    }
    outer
}
