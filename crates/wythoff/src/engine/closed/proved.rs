//! `blocking:k` by what is proved of the infinite board: a certificate, a machine, strips, or the drift of W^7.

use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;

use dashu_int::ops::UnsignedAbs;
use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;

use super::rows::CountedColumns;
use super::{Exact, Members};
use crate::certificate::answer::{AnswerError, Palaces, Solution};
use crate::certificate::{Columns, Drift, machine, prove_drift, strips};
use crate::engine::SolveError;
use crate::watch::Watch;

/// The theorem on W^7; its finite part is proved when it is first asked for.
static DRIFT: LazyLock<Option<Drift>> = LazyLock::new(prove_drift);

/// W^7.
pub(super) struct Drifting(&'static Drift);

impl Drifting {
    pub(super) fn new() -> Option<Self> {
        DRIFT.as_ref().map(Self)
    }
}

impl Members for Drifting {
    fn holds(&mut self, at: &Exact, _: &dyn Watch) -> Result<bool, SolveError> {
        Ok(self.0.outcome(at).is_p())
    }

    fn on_column(&mut self, x: &UBig, _: &Range<UBig>, _: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
        Ok(self.0.whole_column(x))
    }

    /// The band is one diagonal.
    fn on_band(&mut self, band: &RangeInclusive<IBig>, _: &UBig, _: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
        let diagonal = self.0.diagonal(&band.start().clone().unsigned_abs()).into_iter();
        Ok(diagonal.map(|at| if *band.start() < IBig::ZERO { at.mirrored() } else { at }).collect())
    }
}

/// So many lines are remembered: those of a position and of its palaces are fewer for every k of the library.
const LINES_KEPT: usize = 1 << 10;

/// Whether a machine of the library writes the columns of W^k, alone or within strips.
pub(super) fn is_written(k: u32) -> bool {
    machine::answer::is_shipped(k) || strips::answer::is_solved(k)
}

/// The file that says so.
pub(super) fn written_in(k: u32) -> String {
    if machine::answer::is_shipped(k) { machine::answer::file(k) } else { strips::answer::file(k) }
}

/// The columns of W^k, if it is so; what says so is checked when it is first asked for.
pub(super) fn columns(k: u32) -> Option<&'static dyn Columns> {
    let by_strips = || strips::answer::Solution::shipped(k).map(|solution| solution as &dyn Columns);
    machine::answer::Solution::shipped(k).map(|solution| solution as &dyn Columns).or_else(by_strips)
}

/// W^k by the machine that writes its columns.
pub(super) struct Written {
    solution: &'static dyn Columns,
    /// The palaces of columns, and those of diagonals y − x ≥ 0.
    columns: FxHashMap<UBig, Vec<Exact>>,
    diagonals: FxHashMap<UBig, Vec<Exact>>,
}

impl Written {
    /// For a k whose machine is in the library.
    pub(super) fn new(k: u32) -> Option<Self> {
        Some(Self { solution: columns(k)?, columns: FxHashMap::default(), diagonals: FxHashMap::default() })
    }
}

/// What is on a line, found once.
fn remembered(
    lines: &mut FxHashMap<UBig, Vec<Exact>>,
    line: &UBig,
    find: impl FnOnce() -> Result<Vec<Exact>, AnswerError>,
) -> Result<Vec<Exact>, SolveError> {
    if let Some(palaces) = lines.get(line) {
        return Ok(palaces.clone());
    }
    let palaces = find()?;
    if lines.len() >= LINES_KEPT {
        lines.clear();
    }
    lines.insert(line.clone(), palaces.clone());
    Ok(palaces)
}

impl Members for Written {
    fn holds(&mut self, at: &Exact, watch: &dyn Watch) -> Result<bool, SolveError> {
        Ok(self.solution.outcome(at, watch)?.is_p())
    }

    fn on_column(&mut self, x: &UBig, _: &Range<UBig>, watch: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
        remembered(&mut self.columns, x, || self.solution.whole_column(x, watch))
    }

    /// The band is one diagonal.
    fn on_band(&mut self, band: &RangeInclusive<IBig>, _: &UBig, watch: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
        let difference = band.start().clone().unsigned_abs();
        let diagonal = remembered(&mut self.diagonals, &difference, || self.solution.diagonal(&difference, watch))?;
        Ok(diagonal.into_iter().map(|at| if *band.start() < IBig::ZERO { at.mirrored() } else { at }).collect())
    }
}

impl CountedColumns for Written {
    fn upper(&mut self, x: &UBig, watch: &dyn Watch) -> Result<Vec<UBig>, SolveError> {
        Ok(self.solution.column(x, watch)?)
    }

    fn before(&mut self, x: &UBig, watch: &dyn Watch) -> Result<UBig, SolveError> {
        Ok(self.solution.upper_before(x, watch)?)
    }
}

/// W^k by its certificate, which is read and checked when it is first needed.
pub(super) struct Proved {
    k: u32,
    palaces: Option<Palaces<'static>>,
}

impl Proved {
    /// For a k whose certificate is in the library.
    pub(super) fn new(k: u32) -> Self {
        Self { k, palaces: None }
    }

    /// Fails only where the certificate is not part of the library, and was not given to it.
    fn palaces(&mut self) -> Result<&mut Palaces<'static>, SolveError> {
        if self.palaces.is_none() {
            self.palaces = Solution::shipped(self.k).map(Palaces::new);
        }
        self.palaces.as_mut().ok_or(SolveError::NoFormula)
    }
}

impl Members for Proved {
    fn holds(&mut self, at: &Exact, _: &dyn Watch) -> Result<bool, SolveError> {
        Ok(self.palaces()?.deviation(at)? < 0)
    }

    fn on_column(&mut self, x: &UBig, ys: &Range<UBig>, watch: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
        Ok(self.palaces()?.column(x, &ys.end, watch)?.to_vec())
    }

    /// The band is one diagonal.
    fn on_band(
        &mut self,
        band: &RangeInclusive<IBig>,
        most: &UBig,
        watch: &dyn Watch,
    ) -> Result<Vec<Exact>, SolveError> {
        let upper = self.palaces()?.diagonal(&band.start().clone().unsigned_abs(), most, watch)?;
        let turned = |at: &Exact| if *band.start() < IBig::ZERO { at.clone().mirrored() } else { at.clone() };
        Ok(upper.iter().map(turned).collect())
    }
}

impl CountedColumns for Drifting {
    fn upper(&mut self, x: &UBig, _: &dyn Watch) -> Result<Vec<UBig>, SolveError> {
        Ok(self.0.column(x))
    }

    fn before(&mut self, x: &UBig, _: &dyn Watch) -> Result<UBig, SolveError> {
        Ok(self.0.upper_before(x))
    }
}

impl CountedColumns for Proved {
    fn upper(&mut self, x: &UBig, watch: &dyn Watch) -> Result<Vec<UBig>, SolveError> {
        let k = self.k as usize;
        // A column holds k palaces, most often within this reach.
        let mut reach = x * 4_u8 + 2 * self.k;
        loop {
            let column = self.palaces()?.column(x, &reach, watch)?;
            if column.len() >= k {
                let mut upper: Vec<UBig> = column.iter().map(|at| at.y.clone()).filter(|y| y >= x).collect();
                upper.sort_unstable();
                return Ok(upper);
            }
            reach *= 2_u8;
        }
    }

    /// The columns hold k palaces each, kx together. Those with y < x, as many as those with x < y < their number,
    /// are not upper ones.
    fn before(&mut self, x: &UBig, watch: &dyn Watch) -> Result<UBig, SolveError> {
        let palaces = self.palaces()?;
        let diagonal = palaces.diagonal(&UBig::ZERO, x, watch)?.iter().filter(|at| at.x < *x).count();
        let lower = (palaces.in_square(x)? - diagonal) / 2_u8;
        Ok(x * self.k - lower)
    }
}
