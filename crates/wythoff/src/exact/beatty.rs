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

    /// All n with ⌊nα + γ⌋ = v: none, one, or for α < 1 perhaps several. An empty range lies where v would.
    ///
    /// Since α > 0, v ≤ nα + γ < v + 1 says (v − γ)/α ≤ n < (v + 1 − γ)/α, so that both ends are ceilings.
    pub fn indices_of(&self, value: &IBig) -> Range<IBig> {
        let from = |value: IBig| (&(&Surd::from(value) - &self.gamma) * &self.inverse).ceil();
        from(value.clone())..from(value + 1)
    }
}
