//! Pairs (a_n, a_n + sn + o) with a Beatty sequence a_n, perhaps scaled and moved, and their mirror images.

use std::ops::{Range, RangeInclusive};

use dashu_int::ops::DivRemEuclid;
use dashu_int::{IBig, UBig};

use super::{Exact, Members, listed};
use crate::engine::{SolveError, report};
use crate::exact::{Beatty, Surd, phi};
use crate::position::{Position, Tokens};
use crate::watch::Watch;

/// A union of threads.
pub(super) struct Threads(pub(super) Vec<BeattyThread>);

/// (a_n, b_n) of Lar15 (1) and (2), and their mirror images.
pub(super) fn pairs(m: u64, p: u32) -> Option<Threads> {
    let slope = &phi(m.checked_mul(p.into())?, 1) * &Surd::rational(1, p);
    Some(Threads(both(&BeattyThread::new(slope, Surd::rational(0, 1), m, 0, 0))))
}

/// m×pWN_l, where only the bishop's width w = mp and the hole's width u = ml matter: a_{ip±l} = ⌊(i ± u/w)φ_w⌋ and
/// b_{ip±l} − a_{ip±l} = wi ± u.
pub(super) fn shifted(w: u64, u: u64) -> Threads {
    let slope = phi(w, 1);
    let offset = |u: IBig| &slope * &Surd::rational(u, IBig::from(w));
    let signed = IBig::from(u);
    let lower = BeattyThread::new(slope.clone(), offset(signed.clone()), w, signed.clone(), 0).mirrored();
    let upper = BeattyThread::new(slope.clone(), offset(-&signed), w, -signed, 1);
    Threads(vec![lower, upper])
}

/// Lar11 Theorem 1.1, k = 2: (0,0), {n, 2n+1}, and (2x+2, 2y+2) for the P-positions (x, y) of Wythoff Nim.
pub(super) fn blocking_two() -> Threads {
    let double = BeattyThread { scale: 2, shift: 2, ..BeattyThread::new(phi(1, 1), Surd::rational(0, 1), 1, 0, 0) };
    Threads([vec![origin()], both(&line(1)), both(&double)].concat())
}

/// Lar11 Theorem 1.1, k = 3: (0,0), {n, 2n+1} and {n, 2n+2}.
pub(super) fn blocking_three() -> Threads {
    Threads([vec![origin()], both(&line(1)), both(&line(2))].concat())
}

/// (n, 2n + o), n ≥ 0.
fn line(o: u32) -> BeattyThread {
    BeattyThread::new(Surd::rational(1, 1), Surd::rational(0, 1), 1, o, 0)
}

/// (0,0) alone.
fn origin() -> BeattyThread {
    BeattyThread { last: Some(IBig::ZERO), ..line(0) }
}

fn both(thread: &BeattyThread) -> Vec<BeattyThread> {
    vec![thread.clone(), thread.clone().mirrored()]
}

impl Members for Threads {
    fn holds(&mut self, at: &Exact, _: &dyn Watch) -> Result<bool, SolveError> {
        Ok(self.0.iter().any(|thread| thread.holds(at)))
    }

    fn on_column(&mut self, x: &UBig, ys: &Range<UBig>, watch: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
        let (mut found, most) = (Vec::new(), x.max(&ys.end));
        self.0.iter().try_for_each(|thread| thread.on_column(x, most, watch, &mut found))?;
        Ok(found)
    }

    fn on_row(&mut self, y: &UBig, xs: &Range<UBig>, watch: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
        let (mut found, most) = (Vec::new(), y.max(&xs.end));
        self.0.iter().try_for_each(|thread| thread.on_row(y, most, watch, &mut found))?;
        Ok(found)
    }

    fn on_band(
        &mut self,
        band: &RangeInclusive<IBig>,
        most: &UBig,
        watch: &dyn Watch,
    ) -> Result<Vec<Exact>, SolveError> {
        let mut found = Vec::new();
        self.0.iter().try_for_each(|thread| thread.on_band(band, most, watch, &mut found))?;
        Ok(found)
    }
}

/// The positions (ca + t, cb + t) with a = ⌊nα + γ⌋ and b = a + sn + o for first ≤ n (≤ last), or these with x and y
/// exchanged; s ≥ 1.
#[derive(Clone)]
pub(super) struct BeattyThread {
    pub(super) a: Beatty,
    b: Beatty,
    pub(super) step: IBig,
    pub(super) offset: IBig,
    pub(super) first: IBig,
    pub(super) last: Option<IBig>,
    pub(super) scale: u32,
    pub(super) shift: u32,
    pub(super) mirrored: bool,
}

impl BeattyThread {
    fn new(alpha: Surd, gamma: Surd, step: u64, offset: impl Into<IBig>, first: u32) -> Self {
        let (step, offset) = (IBig::from(step), offset.into());
        let sequence = |alpha, gamma| Beatty::new(alpha, gamma).expect("slopes are positive and of one field");
        let b = sequence(&alpha + &Surd::from(step.clone()), &gamma + &Surd::from(offset.clone()));
        let a = sequence(alpha, gamma);
        Self { a, b, step, offset, first: first.into(), last: None, scale: 1, shift: 0, mirrored: false }
    }

    fn mirrored(self) -> Self {
        Self { mirrored: true, ..self }
    }

    fn has(&self, n: &IBig) -> bool {
        *n >= self.first && self.last.as_ref().is_none_or(|last| n <= last)
    }

    /// The first index whose member has at least this x.
    pub(super) fn first_from(&self, x: &UBig) -> IBig {
        // ca + t ≥ x says a ≥ (x − t)/c.
        let value = -(self.shift - IBig::from(x.clone())).div_rem_euclid(IBig::from(self.scale)).0;
        let sequence = if self.mirrored { &self.b } else { &self.a };
        sequence.indices_of(&value).start.max(self.first.clone())
    }

    /// How many members have a smaller x.
    pub(super) fn members_before(&self, x: &UBig) -> UBig {
        let end = self.first_from(x);
        let end = self.last.as_ref().map_or(end.clone(), |last| end.min(last + 1));
        UBig::try_from(end - &self.first).unwrap_or(UBig::ZERO)
    }

    /// The members with `count` indices from n = `from` on, or fewer at the thread's end.
    ///
    /// # Errors
    /// When a heap does not fit its type.
    pub(super) fn stretch<T: Tokens>(&self, from: &IBig, count: usize) -> Result<Vec<Position<T>>, SolveError> {
        let end = self.last.as_ref().map(|last| last - from + 1);
        let count = end.map_or(count, |left| usize::try_from(left).unwrap_or(0).min(count));
        if count == 0 {
            return Ok(Vec::new());
        }
        // From the first member on, a rises by c times what the sequence rises, and b by cs more for each index. A
        // rise is below 2^64, c is 1 or 2, s < 2^64 and the count small: no sum reaches 2^128.
        let (a, rises) = self.a.stretch(from, count);
        let a = a * self.scale + self.shift;
        let b = &a + self.difference(from);
        let fitted = |heap: IBig| T::from_exact(UBig::try_from(heap).ok()?);
        let (a, b) = fitted(a).zip(fitted(b)).ok_or(SolveError::HeapTooLarge)?;
        let scale = u128::from(self.scale);
        let step = scale * u128::try_from(&self.step).expect("a step is a width, which has 64 bits");
        let member = |(index, rise): (u128, u64)| {
            let rise = scale * u128::from(rise);
            let (a, b) = (a.plus(rise)?, b.plus(rise + index * step)?);
            Some(if self.mirrored { Position::new(b, a) } else { Position::new(a, b) })
        };
        (0..).zip(rises).map(|next| member(next).ok_or(SolveError::HeapTooLarge)).collect()
    }

    /// c(sn + o).
    fn difference(&self, n: &IBig) -> IBig {
        (n * &self.step + &self.offset) * self.scale
    }

    /// The position with index n.
    fn at(&self, n: &IBig) -> Option<Exact> {
        let a = self.a.term(n) * self.scale + self.shift;
        let b = &a + self.difference(n);
        let (a, b) = (UBig::try_from(a).ok()?, UBig::try_from(b).ok()?);
        Some(if self.mirrored { Position::new(b, a) } else { Position::new(a, b) })
    }

    fn holds(&self, at: &Exact) -> bool {
        let (a, b) = if self.mirrored { (&at.y, &at.x) } else { (&at.x, &at.y) };
        let difference = IBig::from(b.clone()) - IBig::from(a.clone());
        let (steps, rest) = difference.div_rem_euclid(IBig::from(self.scale));
        let (n, other_rest) = (steps - &self.offset).div_rem_euclid(self.step.clone());
        rest.is_zero() && other_rest.is_zero() && self.has(&n) && self.at(&n).as_ref() == Some(at)
    }

    /// Adds the members with this x and with heaps up to `most`.
    fn on_column(&self, x: &UBig, most: &UBig, watch: &dyn Watch, found: &mut Vec<Exact>) -> Result<(), SolveError> {
        self.with_value(if self.mirrored { &self.b } else { &self.a }, x, most, watch, found)
    }

    /// Adds the members with this y and with heaps up to `most`.
    fn on_row(&self, y: &UBig, most: &UBig, watch: &dyn Watch, found: &mut Vec<Exact>) -> Result<(), SolveError> {
        self.with_value(if self.mirrored { &self.a } else { &self.b }, y, most, watch, found)
    }

    /// Adds the members of which `sequence`, scaled and moved, has this value.
    fn with_value(
        &self,
        sequence: &Beatty,
        value: &UBig,
        most: &UBig,
        watch: &dyn Watch,
        found: &mut Vec<Exact>,
    ) -> Result<(), SolveError> {
        let (value, rest) = (IBig::from(value.clone()) - self.shift).div_rem_euclid(IBig::from(self.scale));
        if !rest.is_zero() {
            return Ok(());
        }
        let indices = sequence.indices_of(&value);
        self.all(&indices.start, &(indices.end - 1), most, watch, found)
    }

    /// Adds the members with y − x in `band` and with heaps up to `most`.
    fn on_band(
        &self,
        band: &RangeInclusive<IBig>,
        most: &UBig,
        watch: &dyn Watch,
        found: &mut Vec<Exact>,
    ) -> Result<(), SolveError> {
        let (low, high) =
            if self.mirrored { (-band.end(), -band.start()) } else { (band.start().clone(), band.end().clone()) };
        // low ≤ c(sn + o) ≤ high.
        let offset = &self.offset * self.scale;
        let (first, last) = (-self.floor(-(low - &offset)), self.floor(high - &offset));
        self.all(&first, &last, most, watch, found)
    }

    /// ⌊number/(cs)⌋.
    fn floor(&self, number: IBig) -> IBig {
        number.div_rem_euclid(&self.step * self.scale).0
    }

    /// Adds the members with these indices and with heaps up to `most`.
    fn all(
        &self,
        first: &IBig,
        last: &IBig,
        most: &UBig,
        watch: &dyn Watch,
        found: &mut Vec<Exact>,
    ) -> Result<(), SolveError> {
        let first = first.max(&self.first);
        // c(sn + o) is at most the larger heap.
        let furthest = self.floor(IBig::from(most.clone()) - &self.offset * self.scale);
        let last = self.last.as_ref().map_or(last, |end| last.min(end)).min(&furthest);
        let Ok(count) = UBig::try_from(last - first + 1) else { return Ok(()) };
        let count = listed(&count, most)?;
        for done in 0..count {
            report(watch, done, count)?;
            found.extend(self.at(&(first + done)));
        }
        Ok(())
    }
}
