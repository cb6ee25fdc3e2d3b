//! `diagonal-blocking` (Lar09 Proposition 14), by the window algorithm of [`Pairs`].

use std::ops::{Range, RangeInclusive};

use dashu_int::ops::{DivRem, DivRemEuclid, UnsignedAbs};
use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;

use super::{Exact, Members, in_order, listed};
use crate::engine::SolveError;
use crate::exact::{Found, Pairs, Side};
use crate::position::{Position, Tokens};
use crate::watch::Watch;

/// The pairs of `diagonal-blocking:m,p`, with what was found already.
pub(crate) struct Windows {
    m: u32,
    p: u32,
    pairs: Pairs,
    found: FxHashMap<UBig, Found>,
}

impl Windows {
    pub(crate) fn new(m: u32, p: u32) -> Self {
        Self { m, p, pairs: Pairs::new(m, p), found: FxHashMap::default() }
    }

    /// Where `number` stands.
    pub(crate) fn find(&mut self, number: &UBig, watch: &dyn Watch) -> Result<Found, SolveError> {
        if let Some(found) = self.found.get(number) {
            return Ok(found.clone());
        }
        let found = self.pairs.find(number, watch)?;
        self.found.insert(number.clone(), found.clone());
        Ok(found)
    }

    /// The other number of the pair that holds `number`: each column has exactly one member.
    pub(crate) fn partner(&mut self, number: &UBig, watch: &dyn Watch) -> Result<UBig, SolveError> {
        Ok(self.find(number, watch)?.partner)
    }

    /// The (a_n, b_n) with m⌊n/p⌋ = difference and with heaps up to `most`, in order.
    pub(crate) fn on_diagonal(
        &mut self,
        difference: &UBig,
        most: &UBig,
        watch: &dyn Watch,
    ) -> Result<Vec<Exact>, SolveError> {
        let (quotient, rest) = difference.div_rem(self.m);
        let first = quotient * self.p;
        // a_n ≥ n.
        let Some(room) = most.minus(&first).filter(|_| rest == 0) else { return Ok(Vec::new()) };
        let count = listed(&(room + 1_u8).min(self.p.into()), most)?;
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let stretch = self.pairs.a(&first, count, watch)?;
        let mut members = Vec::with_capacity(count);
        for (place, a) in stretch.values().enumerate() {
            let (index, b) = (&first + place, &a + difference);
            if index >= UBig::from(self.p) {
                self.found.insert(b.clone(), Found { side: Side::B, index: index.clone(), partner: a.clone() });
            }
            self.found.insert(a.clone(), Found { side: Side::A, index, partner: b.clone() });
            members.push(Position::new(a, b));
        }
        Ok(members)
    }
}

impl Members for Windows {
    fn holds(&mut self, at: &Exact, watch: &dyn Watch) -> Result<bool, SolveError> {
        let (short, long) = in_order(at);
        Ok(self.partner(short, watch)? == *long)
    }

    fn on_column(&mut self, x: &UBig, _: &Range<UBig>, watch: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
        Ok(vec![Position::new(x.clone(), self.partner(x, watch)?)])
    }

    /// The band is narrower than 2m, so that it holds at most two multiples of m.
    fn on_band(
        &mut self,
        band: &RangeInclusive<IBig>,
        most: &UBig,
        watch: &dyn Watch,
    ) -> Result<Vec<Exact>, SolveError> {
        let (m, mut found) = (IBig::from(self.m), Vec::new());
        let mut difference = -((-band.start()).div_rem_euclid(m.clone()).0) * &m;
        while difference <= *band.end() {
            let upper = difference >= IBig::ZERO;
            let members = self.on_diagonal(&difference.clone().unsigned_abs(), most, watch)?;
            found.extend(members.into_iter().map(|member| if upper { member } else { member.mirrored() }));
            difference += &m;
        }
        Ok(found)
    }
}
