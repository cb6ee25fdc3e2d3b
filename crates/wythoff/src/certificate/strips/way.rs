//! Ways from column X to any other, however far it is, without the columns between them.

use dashu_int::UBig;

use crate::watch::{Interrupted, Watch};

/// What does not decrease from a column x to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// x.
    Column,
    /// r(x).
    Row,
    /// r(x) − x.
    Diagonal,
}

impl Measure {
    /// Of a column x and its r(x); or what is added to it where so many are added to these.
    pub(super) fn of(self, x: u64, row: u64) -> u64 {
        match self {
            Self::Column => x,
            Self::Row => row,
            Self::Diagonal => row - x,
        }
    }

    pub(super) fn is_at_most(self, x: &UBig, row: &UBig, most: &UBig) -> bool {
        match self {
            Self::Column => x <= most,
            Self::Row => row <= most,
            Self::Diagonal => *row <= x + most,
        }
    }
}

/// A column, and the way to it.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// x.
    pub x: UBig,
    /// r(x).
    pub row: UBig,
    /// Its place among the columns that are known one by one, or that of what it is a part of.
    pub at: usize,
    /// The parts of parts that it lies in.
    pub steps: Vec<(u32, u32)>,
}

/// How the columns of a machine are found.
pub(super) trait Way: Send + Sync {
    /// The last column whose measure is at most this, or column X if there is none.
    fn last(&self, measure: Measure, most: &UBig, watch: &dyn Watch) -> Result<Place, Interrupted>;

    /// The machine's window in a column, and the letter that it reads there.
    fn look(&self, place: &Place) -> (u32, u32);

    /// Goes on to the next column, but leaves x and r(x) as they are.
    fn advance(&self, place: &mut Place);

    /// The sum of the letters that are read from column X on, before this one.
    fn read_before(&self, place: &Place) -> UBig;
}
