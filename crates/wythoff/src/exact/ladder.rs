//! ⌊nr⌋, ⌊nr²⌋, ⌊nr³⌋, …, each modulo p·2^64, for an n of any length: by halving, in little more time than it takes to
//! multiply numbers as long as n.
//!
//! Here r = (√(m² + 4p²) − m)/(2p), so that 0 < r < 1 and r² = 1 − (m/p)r. With X_k = nr^k,
//!
//! > (X_{k+1}, X_{k+2}) = T(X_k, X_{k+1}), where T has the rows (0, 1) and (1, −m/p).
//!
//! **What h steps need to know.** pT is a matrix of integers, so (X_{k+h}, X_{k+h+1}) = (pT)^h (X_k, X_{k+1}) / p^h.
//! Known modulo p^h·2^64, the pair gives the next h pairs modulo p^{h−1}·2^64, …, 2^64: each step loses a factor p. (A
//! real number is known modulo Q when it is known up to a multiple of Q.) So a stretch of h steps is computed from
//! numbers of O(h) digits, however long n is. It is cut in two: the first part takes the pair as it is, with the digits
//! that it does not need taken off at both ends; the second part takes the pair times a power of pT. That is
//! T(h) = 2T(h/2) + O(M(h)), where M(h) is the time of a multiplication.
//!
//! **How many digits behind the point.** The entries of T^h are V_{h−1}, V_h, V_{h+1} with
//! V_j = (r^j − (−1/r)^j)/(r + 1/r), so they are at most r^{−h−1} in absolute value, as r + 1/r ≥ 2. A stretch of h
//! steps keeps f(h) = ⌈log₂ r^{−h}⌉ + g bits. Let its pair be wrong by at most E·r^h. Its first part, of h₁ steps, is
//! given a pair that is wrong by at most E·r^h + 2^{−f(h₁)} ≤ (E + 2^{−g})r^{h₁}. Its second part is wrong by at most
//! 2r^{−h₁−1}·E·r^h + 2·2^{−f(h−h₁)} ≤ (2E/r + 2·2^{−g})r^{h−h₁}. A stretch that is not cut has at most [`LEAF`] steps,
//! each of which rounds once: the error at its end is at most 2E/r + LEAF·2^{−g}. With E = 2^{−g} at the top and d
//! cuts, it is at most (2/r)^{d+1}·2^{−g}·2(d + 2 + LEAF). So it is below 1/4 if g = 16 + (d + 2)(1 + ⌈log₂(1/r)⌉ + 1):
//! the sum 2(d + 2 + LEAF) is below 2^{14}.

use dashu_int::ops::{BitTest, DivRem, DivRemEuclid};
use dashu_int::{IBig, UBig};

use super::Surd;
use crate::watch::{Interrupted, Watch, report};

/// A stretch of so many steps is computed step by step.
const LEAF: usize = 32;

/// Bits of log₂(1/r) behind the point.
pub(super) const FRACTION: u32 = 40;

/// Powers of T for stretches of [`LEAF`]·2^i steps.
struct Rung {
    /// (pT)^steps: the corner, the two entries beside the diagonal, the other corner.
    matrix: [IBig; 3],
    /// p^steps.
    scale: UBig,
}

/// The floors of nr^k.
pub(super) struct Ladder {
    m: u32,
    p: u32,
    rungs: Vec<Rung>,
    /// As [`Ladder::bits_per_step`].
    bits_per_step: u64,
    guard: usize,
}

impl Ladder {
    /// An upper bound of 2^[`FRACTION`]·log₂(1/r), less than 2 above it, where r is at least `below`/2^63 and below
    /// that by less than 2^−62.
    pub(super) fn bits_per_step(below: u64) -> u64 {
        // r^(2^i) ≥ mantissa·2^(−63−exponent): squared so often, the exponent is what is asked for.
        let (mut mantissa, mut exponent) = (below << below.leading_zeros() >> 1, u64::from(below.leading_zeros()) - 1);
        for _ in 0..FRACTION {
            // Between 2^124 and 2^126, as the mantissa is between 2^62 and 2^63.
            let square = u128::from(mantissa) * u128::from(mantissa);
            let is_small = square >> 125 == 0;
            mantissa = u64::try_from(square >> if is_small { 62 } else { 63 }).unwrap_or(u64::MAX);
            exponent = 2 * exponent + u64::from(is_small);
        }
        exponent + 1
    }

    /// How many steps n can take so that nr^k stays at least 2^`least`. One more step goes below 2^(`least` + 2), if n
    /// has at most half as many bits as `bits_per_step` says.
    pub(super) fn steps(n: &UBig, least: usize, bits_per_step: u64) -> usize {
        let room = (n.bit_len().saturating_sub(least + 1) as u128) << FRACTION;
        usize::try_from(room / u128::from(bits_per_step)).unwrap_or(usize::MAX)
    }

    /// For so many steps.
    fn new(m: u32, p: u32, steps: usize, bits_per_step: u64) -> Self {
        let first = Rung { matrix: [IBig::ZERO, p.into(), -IBig::from(m)], scale: p.into() };
        let doubled = |rung: &Rung| {
            let [a, b, c] = &rung.matrix;
            let square = b * b;
            Rung { matrix: [a * a + &square, (a + c) * b, square + c * c], scale: &rung.scale * &rung.scale }
        };
        let leaf = (0..LEAF.ilog2()).fold(first, |rung, _| doubled(&rung));
        let mut rungs = vec![leaf];
        while LEAF << rungs.len() < steps {
            rungs.extend(rungs.last().map(doubled));
        }
        let cuts = rungs.len() + 1;
        let guard = 16 + (cuts + 2) * (2 + usize::try_from(bits_per_step >> FRACTION).unwrap_or(0) + 1);
        Self { m, p, rungs, bits_per_step, guard }
    }

    /// f(h).
    fn bits(&self, steps: usize) -> usize {
        let whole = (steps as u128 * u128::from(self.bits_per_step)) >> FRACTION;
        usize::try_from(whole).unwrap_or(usize::MAX / 4) + 1 + self.guard
    }

    /// The integers near nr^k for 0 ≤ k < steps (at least two), modulo p·2^64: each is the floor of a number that
    /// differs from nr^k by less than 1/4. And the one for nr in full.
    pub(super) fn floors(
        (m, p): (u32, u32),
        r: &Surd,
        n: &UBig,
        (steps, bits_per_step): (usize, u64),
        watch: &dyn Watch,
    ) -> Result<(Vec<u128>, UBig), Interrupted> {
        let ladder = Self::new(m, p, steps, bits_per_step);
        let bits = ladder.bits(steps);
        let scaled = IBig::from(n.clone()) << bits;
        let next = UBig::try_from((r * &Surd::from(scaled.clone())).floor()).unwrap_or(UBig::ZERO);
        let near = &next >> bits;
        let mut floors = Vec::with_capacity(steps);
        ladder.descend(steps, n << bits, next, steps, &mut floors, watch)?;
        // The floor that stands in the list may be one more or less.
        let modulus = UBig::from(u128::from(p) << 64);
        let is_listed = |floor: &UBig| UBig::from(floors[1]) == reduce(floor, &modulus);
        let first = [near.clone(), &near + 1_u8, near - 1_u8].into_iter().find(is_listed);
        Ok((floors, first.expect("both differ from nr by less than 1/4, before they are rounded")))
    }

    /// A stretch: x and y are nr^k and nr^(k+1) times 2^bits(steps), modulo p^steps·2^64·2^bits(steps).
    fn descend(
        &self,
        steps: usize,
        x: UBig,
        y: UBig,
        total: usize,
        floors: &mut Vec<u128>,
        watch: &dyn Watch,
    ) -> Result<(), Interrupted> {
        report(watch, floors.len() as u64, 2 * total as u64)?;
        if steps <= LEAF {
            self.walk(steps, x, y, floors);
            return Ok(());
        }
        // The longest stretch with a rung that leaves something.
        let rung = (steps - 1).ilog2() - LEAF.ilog2();
        let first_steps = LEAF << rung;
        let rest_steps = steps - first_steps;
        let Rung { matrix: [a, b, c], scale } = &self.rungs[rung as usize];
        let bits = self.bits(steps);
        let modulus = (scale.clone() << 64) << bits;
        let reduced = |number: &UBig| reduce(number, &modulus) >> (bits - self.bits(first_steps));
        self.descend(first_steps, reduced(&x), reduced(&y), total, floors, watch)?;
        let (x, y) = (IBig::from(x), IBig::from(y));
        let less = bits - self.bits(rest_steps);
        let rest = self.power(rest_steps) << 64 << self.bits(rest_steps);
        let jumped = |number: IBig| {
            let quotient = number.div_rem_euclid(IBig::from(scale.clone())).0 >> less;
            quotient.div_rem_euclid(IBig::from(rest.clone())).1
        };
        let (next_x, next_y) = (jumped(a * &x + b * &y), jumped(b * &x + c * &y));
        drop((x, y));
        self.descend(rest_steps, next_x, next_y, total, floors, watch)
    }

    /// p^steps.
    fn power(&self, steps: usize) -> UBig {
        UBig::from(self.p).pow(steps)
    }

    /// A stretch, step by step.
    fn walk(&self, steps: usize, mut x: UBig, mut y: UBig, floors: &mut Vec<u128>) {
        let bits = self.bits(steps);
        let last = u128::from(self.p) << 64;
        let mut modulus = self.power(steps) << 64 << bits;
        for _ in 0..steps {
            let floor = reduce(&(&x >> bits), &UBig::from(last));
            floors.push(u128::try_from(floor).unwrap_or(0));
            modulus /= self.p;
            let (_, after) =
                (IBig::from(x) - IBig::from(&y * self.m / self.p)).div_rem_euclid(IBig::from(modulus.clone()));
            (x, y) = (y, after);
        }
    }
}

/// The remainder; nothing is divided that is small already.
fn reduce(number: &UBig, modulus: &UBig) -> UBig {
    if number < modulus { number.clone() } else { number.div_rem(modulus).1 }
}
