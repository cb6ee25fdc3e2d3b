//! How far from the golden lines the nim-values of Wythoff's queen stand.
//!
//! The positions of value 0 lie on the lines y = φx and x = φy, but for less than 1. Those of every other value stay
//! within a bounded distance of them, too: how far is measured here, above the diagonal, where the line is y = φx.
//!
//! Column by column, each value has its place in the first row, from the diagonal on, where no smaller value is and no
//! move leads to the value: neither along the row nor along the diagonal. (If the column has it above the diagonal
//! already, so to say mirrored, it has no place here.) All smaller values are then seen from there: one that has its
//! place further down was refused this cell because it is seen.

use serde::Serialize;

use crate::engine::{SolveError, memory_needed, report};
use crate::watch::Watch;

/// The most columns that are looked at.
pub const COLUMNS: u64 = 1 << 24;

/// The largest value that is looked at.
pub const VALUES: u32 = 100;

/// Columns between two reports to a [`Watch`].
const COLUMNS_PER_REPORT: u64 = 1 << 12;

/// A position, and how far it is from the line y = φx.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The column.
    pub x: u64,
    /// The row.
    pub y: u64,
    /// ⌊y − φx⌋, exactly: at least 0 on the side of x = 0, negative on that of the diagonal.
    pub distance: i64,
}

impl Place {
    /// The place of a position with x < 2^32.
    fn new(x: u64, y: u64) -> Self {
        let wide = u128::from(x);
        // ⌊(x + √(5x²))/2⌋. The root is irrational unless x = 0.
        let below = u128::midpoint(wide, (5 * wide * wide).isqrt()) + u128::from(x > 0);
        // Both are below 2^34.
        let signed = |number: u128| i64::try_from(number).unwrap_or(i64::MAX);
        Self { x, y, distance: signed(y.into()) - signed(below) }
    }
}

/// Where the positions of a nim-value stand, x ≤ y; their mirror images stand as far from x = φy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spread {
    /// The value.
    pub value: u32,
    /// How many there are.
    pub count: u64,
    /// The first whose distance is the least.
    pub least: Place,
    /// The first whose distance is the greatest.
    pub greatest: Place,
}

impl Spread {
    fn add(&mut self, place: Place) {
        self.count += 1;
        if place.distance < self.least.distance {
            self.least = place;
        }
        if place.distance > self.greatest.distance {
            self.greatest = place;
        }
    }
}

/// Where the positions (x, y), x ≤ y, of the nim-values 0 to `values` stand that have x < `columns`. Each of them is
/// shown to `sink` as it is found: by columns, and in a column by values.
///
/// ```
/// use wythoff::structure::golden;
/// let spreads = golden::spreads(1, 1000, wythoff::UNWATCHED, |_, _| ())?;
/// let [least, greatest] = [spreads[0].least, spreads[0].greatest].map(|place| place.distance);
/// assert_eq!((least, greatest), (0, 0));
/// # Ok::<(), wythoff::SolveError>(())
/// ```
///
/// # Errors
/// When these are more than [`VALUES`] or [`COLUMNS`], or the watch stops the work.
pub fn spreads(
    values: u32,
    columns: u64,
    watch: &dyn Watch,
    mut sink: impl FnMut(u32, Place),
) -> Result<Vec<Spread>, SolveError> {
    if values > VALUES || columns > COLUMNS {
        let why = "the golden lines are followed for nim-values up to 100 and columns up to 2^24";
        return Err(SolveError::Unsupported(why));
    }
    // A row or a diagonal for each column, and about as many again: see `Lines`.
    memory_needed((u64::from(values) + 1).saturating_mul(columns))?;
    let mut lines: Vec<Lines> = (0..=values).map(|_| Lines::default()).collect();
    let mut spreads: Vec<Spread> = Vec::new();
    let mut taken = Vec::new();
    for x in 0..columns {
        if x.is_multiple_of(COLUMNS_PER_REPORT) {
            report(watch, x, columns)?;
        }
        taken.clear();
        for (value, lines) in (0..).zip(&mut lines) {
            if lines.rows.has(x) {
                continue;
            }
            let mut y = x.max(lines.rows.first).max(x + lines.diagonals.first);
            while lines.rows.has(y) || lines.diagonals.has(y - x) || taken.contains(&y) {
                y += 1;
            }
            lines.rows.insert(y);
            lines.diagonals.insert(y - x);
            taken.push(y);
            let place = Place::new(x, y);
            // Column 0 has all values, in order.
            match spreads.get_mut(value as usize) {
                Some(spread) => spread.add(place),
                None => spreads.push(Spread { value, count: 1, least: place, greatest: place }),
            }
            sink(value, place);
        }
    }
    report(watch, columns, columns)?;
    Ok(spreads)
}

/// The rows and the diagonals that a value is on so far.
#[derive(Default)]
struct Lines {
    rows: Numbers,
    diagonals: Numbers,
}

/// A set of numbers, as bits.
#[derive(Default)]
struct Numbers {
    words: Vec<u64>,
    /// The first that is not in it.
    first: u64,
}

impl Numbers {
    fn has(&self, number: u64) -> bool {
        let word = usize::try_from(number / 64).ok().and_then(|index| self.words.get(index));
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    fn insert(&mut self, number: u64) {
        let index = usize::try_from(number / 64).expect("a set in memory");
        if self.words.len() <= index {
            self.words.resize(index + 1, 0);
        }
        self.words[index] |= 1 << (number % 64);
        while self.has(self.first) {
            self.first += 1;
        }
    }
}
