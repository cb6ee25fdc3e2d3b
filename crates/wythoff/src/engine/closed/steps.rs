//! `nim-blocking` (Lar11 Proposition 1.4): |y − x| < k with y − x ≡ k − 1 (mod 2), or x + y < k. A diagonal is P as a
//! whole.

use std::ops::{Range, RangeInclusive};

use dashu_int::{IBig, UBig};

use super::{Exact, Members, in_order, listed};
use crate::engine::SolveError;
use crate::position::{Position, Tokens};
use crate::vectors::{Loop, with_vectors};
use crate::watch::Watch;

/// The P-positions of `nim-blocking`.
pub(super) struct Steps {
    pub(super) k: u32,
}

impl Members for Steps {
    fn holds(&mut self, at: &Exact, _: &dyn Watch) -> Result<bool, SolveError> {
        Ok(on_steps(self.k, at))
    }

    fn on_column(&mut self, x: &UBig, ys: &Range<UBig>, _: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
        // None is further than k from the diagonal.
        let first = x.minus(&UBig::from(self.k)).unwrap_or(UBig::ZERO).max(ys.start.clone());
        let end = (x + self.k).min(ys.end.clone());
        let count = end.minus(&first).unwrap_or(UBig::ZERO);
        let count = listed(&count, &end)?;
        let candidates = (0..count).map(|y| Position::new(x.clone(), &first + y));
        Ok(candidates.filter(|at| on_steps(self.k, at)).collect())
    }

    fn paint(&mut self, left: &UBig, y: &UBig, cells: &mut [u8]) -> bool {
        let (Ok(left), Ok(y)) = (u64::try_from(left), u64::try_from(y)) else { return false };
        if left.max(y) >= 1 << 62 {
            return false;
        }
        let k = u64::from(self.k);
        with_vectors(Row { left, y, k, cells });
        true
    }

    /// Whole diagonals: they are not listed. The game has rook moves only.
    fn on_band(&mut self, _: &RangeInclusive<IBig>, _: &UBig, _: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
        Ok(Vec::new())
    }
}

/// [`on_steps`] for the cells of a row; all numbers are below 2^63.
struct Row<'c> {
    left: u64,
    y: u64,
    k: u64,
    cells: &'c mut [u8],
}

impl Loop for Row<'_> {
    type Output = ();

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "vectors need the instructions that the caller is compiled for")]
    fn run(self) {
        let Self { left, y, k, cells } = self;
        for (cell, x) in cells.iter_mut().zip(left..) {
            let difference = x.abs_diff(y);
            *cell = u8::from(difference < k) & u8::from((difference + k) % 2 == 1) | u8::from(x + y < k);
        }
    }
}

/// Whether |y − x| < k with y − x ≡ k − 1 (mod 2), or x + y < k.
fn on_steps(k: u32, at: &Exact) -> bool {
    let (short, long) = in_order(at);
    let difference = long - short;
    let even_steps = (&difference + k) % 2_u8 == 1;
    (difference < UBig::from(k) && even_steps) || short + long < UBig::from(k)
}
