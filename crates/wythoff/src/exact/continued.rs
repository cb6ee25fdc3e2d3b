//! Continued fractions [q₀; q₁, q₂, …] of surds.

use std::cmp::Ordering;

use dashu_int::IBig;

use super::Surd;
use crate::watch::{Interrupted, UNWATCHED, Watch, report};

/// The partial quotients q₀, q₁, … of a number: q is its floor, and the rest is 1/(s − q). They end exactly when the
/// number is rational, and then with a quotient of at least 2, unless it is the only one.
#[derive(Clone, Debug)]
pub struct Quotients {
    /// The complete quotient, or `None` at the end.
    complete: Option<Surd>,
}

impl Iterator for Quotients {
    type Item = IBig;

    fn next(&mut self) -> Option<IBig> {
        let complete = self.complete.take()?;
        let quotient = complete.floor();
        self.complete = (&complete - &Surd::from(quotient.clone())).inverse();
        Some(quotient)
    }
}

/// The convergents p/q of a number s as pairs (p, q): in lowest terms, q > 0, |s − p/q| < 1/q², in turn p/q ≤ s and
/// p/q ≥ s. They end exactly when s is rational, and then with s.
#[derive(Clone, Debug)]
pub struct Convergents {
    quotients: Quotients,
    /// The pair just given, at first 1/0, and the one before it, at first 0/1.
    last: (IBig, IBig),
    before: (IBig, IBig),
}

impl Iterator for Convergents {
    type Item = (IBig, IBig);

    fn next(&mut self) -> Option<(IBig, IBig)> {
        let quotient = self.quotients.next()?;
        let next = (&quotient * &self.last.0 + &self.before.0, &quotient * &self.last.1 + &self.before.1);
        self.before = std::mem::replace(&mut self.last, next.clone());
        Some(next)
    }
}

/// A whole continued fraction: `start`, then `period` again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The quotients before the period; for a rational number, all of them.
    pub start: Vec<IBig>,
    /// The shortest period; empty for a rational number.
    pub period: Vec<IBig>,
}

impl Surd {
    /// The partial quotients.
    pub fn quotients(&self) -> Quotients {
        Quotients { complete: Some(self.clone()) }
    }

    /// The convergents.
    pub fn convergents(&self) -> Convergents {
        let (zero, one) = (IBig::ZERO, IBig::ONE);
        Convergents { quotients: self.quotients(), last: (one.clone(), zero.clone()), before: (zero, one) }
    }

    /// The whole continued fraction, or `None` when start and period are longer than `limit` together: the period may
    /// be about as long as √d.
    ///
    /// By Lagrange every quadratic irrational is periodic in the end; by Galois it is so from the first complete
    /// quotient x on that has x > 1 and −1 < x' < 0, with the conjugate x'. The period ends where that x returns.
    pub fn expansion(&self, limit: usize) -> Option<Expansion> {
        self.watched_expansion(limit, UNWATCHED).ok().flatten()
    }

    /// The same for numbers of many digits, which take their time.
    ///
    /// # Errors
    /// When the watch stops it.
    pub fn watched_expansion(&self, limit: usize, watch: &dyn Watch) -> Result<Option<Expansion>, Interrupted> {
        let mut quotients = self.quotients();
        let (mut start, mut period) = (Vec::new(), Vec::new());
        let mut first: Option<Surd> = None;
        while let Some(complete) = quotients.complete.clone() {
            if first.as_ref() == Some(&complete) {
                break;
            }
            let found = start.len() + period.len();
            if found == limit {
                return Ok(None);
            }
            report(watch, found as u64, limit as u64)?;
            if first.is_none() && is_reduced(&complete) {
                first = Some(complete);
            }
            let part = if first.is_some() { &mut period } else { &mut start };
            part.extend(quotients.next());
        }
        Ok(Some(Expansion { start, period }))
    }
}

/// Whether x > 1 and −1 < x' < 0; never so for a rational x, which is its own conjugate.
fn is_reduced(x: &Surd) -> bool {
    let conjugate = x.conjugate();
    let one = Surd::from(IBig::ONE);
    *x > one && conjugate.sign() == Ordering::Less && conjugate > -&one
}
