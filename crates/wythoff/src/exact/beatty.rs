//! Beatty sequences ⌊nα + γ⌋ and their inverses.

use std::cmp::Ordering;
use std::ops::Range;

use dashu_int::IBig;

use super::Surd;

/// The sequence ⌊nα + γ⌋ over all integers n, with α > 0.
#[derive(Clone, Debug)]
pub struct Beatty {
    alpha: Surd,
    gamma: Surd,
    /// 1/α.
    inverse: Surd,
}

impl Beatty {
    /// ⌊nα + γ⌋, or `None` unless α > 0 and α and γ are of one field.
    pub fn new(alpha: Surd, gamma: Surd) -> Option<Self> {
        let inverse = alpha.inverse()?;
        let valid = alpha.sign() == Ordering::Greater && alpha.same_field(&gamma);
        valid.then_some(Self { alpha, gamma, inverse })
    }

    /// The slope α.
    pub fn alpha(&self) -> &Surd {
        &self.alpha
    }

    /// The offset γ.
    pub fn gamma(&self) -> &Surd {
        &self.gamma
    }

    /// The integer v with v ≤ nα + γ < v + 1.
    pub fn term(&self, n: &IBig) -> IBig {
        (&(&self.alpha * &Surd::from(n.clone())) + &self.gamma).floor()
    }

    /// The term of n = `first`, and for `count` ≥ 1 indices from there on how much their terms exceed it.
    ///
    /// All but a few are found with 64 binary digits after the point. With F and A the floors of 2^64 times the
    /// fraction of the first nα + γ, and times α, the j-th number after it is, times 2^64, at least F + jA and less
    /// than F + jA + j + 1. So its floor is that of F + jA, unless that of F + jA + j is another; then it is
    /// computed in full.
    ///
    /// ```
    /// use wythoff::exact::{IBig, beatty_pair};
    /// let (a, _) = beatty_pair(1, 1);
    /// assert_eq!(a.stretch(&IBig::from(5), 4), (IBig::from(8), vec![0, 1, 3, 4]));
    /// ```
    ///
    /// # Panics
    /// When a term exceeds the first by 2^63 or more.
    pub fn stretch(&self, first: &IBig, count: usize) -> (IBig, Vec<u64>) {
        let scaled = |number: &Surd| (number * &Surd::from(IBig::ONE << 64)).floor();
        let start = &(&self.alpha * &Surd::from(first.clone())) + &self.gamma;
        let term = start.floor();
        let fraction = scaled(&(&start - &Surd::from(term.clone())));
        let steps = scaled(&self.alpha);
        let (fraction, steps) = (u128::try_from(fraction), u128::try_from(steps));
        let (fraction, steps) = (fraction.expect("below 2^64"), steps.expect("the terms would exceed 2^63"));
        let last = (count as u128).checked_mul(steps).and_then(|rise| rise.checked_add(fraction));
        assert!(last.is_some_and(|last| last >> 127 == 0), "the terms exceed the first by less than 2^63");
        let mut at = fraction;
        let rises = (0_u64..count as u64).map(|index| {
            let (floor, above) = (at >> 64, (at + u128::from(index)) >> 64);
            at += steps;
            // Below 2^63.
            #[allow(clippy::cast_possible_truncation)]
            let rise = floor as u64;
            if floor == above { rise } else { self.rise(&term, &(first + index)) }
        });
        let rises = rises.collect();
        (term, rises)
    }

    /// How much the term of n exceeds `term`.
    #[cold]
    fn rise(&self, term: &IBig, n: &IBig) -> u64 {
        u64::try_from(self.term(n) - term).expect("terms do not fall")
    }

    /// All n with ⌊nα + γ⌋ = v: none, one, or for α < 1 perhaps several. An empty range lies where v would.
    ///
    /// Since α > 0, v ≤ nα + γ < v + 1 says (v − γ)/α ≤ n < (v + 1 − γ)/α, so that both ends are ceilings.
    pub fn indices_of(&self, value: &IBig) -> Range<IBig> {
        let from = |value: IBig| (&(&Surd::from(value) - &self.gamma) * &self.inverse).ceil();
        from(value.clone())..from(value + 1)
    }
}
