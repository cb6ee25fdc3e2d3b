//! Fractions and intervals between them: what a finite stretch of the board says about a number.
//!
//! Numerators and denominators are 128-bit. The columns of a measurement number at most 2^30 and its rows are below
//! 2^32, so the ends of a measured [`Interval`] have at most 64 bits, a product of two of them fits, and nothing is
//! rounded.

use std::cmp::Ordering;
use std::fmt;

use serde::{Serialize, Serializer};

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    num: i128,
    den: i128,
}

impl Ratio {
    /// 0.
    pub const ZERO: Self = Self { num: 0, den: 1 };

    /// `num`/`den`.
    ///
    /// # Panics
    /// If `den` = 0.
    pub fn new(num: i128, den: i128) -> Self {
        assert!(den != 0, "a fraction has a denominator other than 0");
        let factor = gcd(num, den) * den.signum();
        Self { num: num / factor, den: den / factor }
    }

    /// The numerator.
    pub fn num(self) -> i128 {
        self.num
    }

    /// The denominator, positive.
    pub fn den(self) -> i128 {
        self.den
    }

    /// The sum, if it fits.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        let left = self.num.checked_mul(other.den)?;
        let right = other.num.checked_mul(self.den)?;
        Some(Self::new(left.checked_add(right)?, self.den.checked_mul(other.den)?))
    }

    /// The difference, if it fits.
    #[must_use]
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self { num: other.num.checked_neg()?, den: other.den })
    }

    /// The product, if it fits.
    #[must_use]
    pub fn times(self, other: Self) -> Option<Self> {
        Some(Self::new(self.num.checked_mul(other.num)?, self.den.checked_mul(other.den)?))
    }

    /// The quotient, if it fits and `other` is not 0.
    #[must_use]
    pub fn over(self, other: Self) -> Option<Self> {
        if other.num == 0 { None } else { self.times(Self::new(other.den, other.num)) }
    }

    /// The nearest double, for printing.
    #[allow(clippy::cast_precision_loss, reason = "it is for printing")]
    pub fn to_f64(self) -> f64 {
        self.num as f64 / self.den as f64
    }
}

/// The greatest common divisor; 1 for two zeros.
pub(crate) fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs().max(1)
}

/// The order of the numbers: whole parts first, then the reciprocals of what is left, so that nothing overflows.
impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b, mut c, mut d) = (self.num, self.den, other.num, other.den);
        loop {
            let whole = a.div_euclid(b).cmp(&c.div_euclid(d));
            if whole.is_ne() {
                return whole;
            }
            (a, c) = (a.rem_euclid(b), c.rem_euclid(d));
            match (a, c) {
                (0, 0) => return Ordering::Equal,
                (0, _) => return Ordering::Less,
                (_, 0) => return Ordering::Greater,
                // a/b < c/d exactly when d/c < b/a.
                _ => (a, b, c, d) = (d, c, b, a),
            }
        }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 { write!(f, "{}", self.num) } else { write!(f, "{}/{}", self.num, self.den) }
    }
}

/// As text, `13/5`: a JSON number would be rounded.
impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The numbers from `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: Ratio,
    /// The upper end, not below the lower one.
    pub high: Ratio,
}

impl Interval {
    /// Whether `ratio` lies in it.
    pub fn contains(self, ratio: Ratio) -> bool {
        self.low <= ratio && ratio <= self.high
    }

    /// What both hold, if anything.
    #[must_use]
    pub fn meet(self, other: Self) -> Option<Self> {
        let both = Self { low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }

    /// The least interval that holds both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The middle, for printing.
    pub fn middle(self) -> f64 {
        f64::midpoint(self.low.to_f64(), self.high.to_f64())
    }

    /// Half the width, for printing.
    pub fn error(self) -> f64 {
        self.high.minus(self.low).map_or(self.high.to_f64() - self.low.to_f64(), Ratio::to_f64) / 2.0
    }

    /// The fraction in it with the least denominator; among those, the one nearest to 0.
    ///
    /// It is found along the common beginning of the two ends' continued fractions: two numbers with an integer from
    /// `low` to `high` have that integer as the simplest fraction; if not, they share their whole part, and what is
    /// left is the same question for the reciprocals of the rests.
    pub fn simplest(self) -> Ratio {
        if self.low.num <= 0 {
            return if self.high.num >= 0 { Ratio::ZERO } else { self.mirrored().simplest().mirrored() };
        }
        let (mut low, mut high) = ((self.low.num, self.low.den), (self.high.num, self.high.den));
        // The convergents of the common beginning: the last and the one before.
        let (mut last, mut before) = ((1, 0), (0, 1));
        loop {
            let up = low.0.div_euclid(low.1) + i128::from(low.0.rem_euclid(low.1) != 0);
            let whole = if up * high.1 <= high.0 { up } else { low.0.div_euclid(low.1) };
            let next = (whole * last.0 + before.0, whole * last.1 + before.1);
            if whole == up {
                return Ratio::new(next.0, next.1);
            }
            (before, last) = (last, next);
            (low, high) = ((high.1, high.0 - whole * high.1), (low.1, low.0 - whole * low.1));
        }
    }

    fn mirrored(self) -> Self {
        Self { low: self.high.mirrored(), high: self.low.mirrored() }
    }
}

impl Ratio {
    fn mirrored(self) -> Self {
        Self { num: -self.num, den: self.den }
    }
}

/// Ends of a rounded interval are multiples of 1/2^40.
pub(crate) const FINE: i128 = 1 << 40;

impl Interval {
    /// The least interval around this one whose ends are multiples of 2^−40: what is added, multiplied and inverted
    /// next stays small. `None` where that does not fit.
    #[must_use]
    pub fn rounded(self) -> Option<Self> {
        let low = self.low.num.checked_mul(FINE)?.div_euclid(self.low.den);
        let high = -(-self.high.num.checked_mul(FINE)?).div_euclid(self.high.den);
        Some(Self { low: Ratio::new(low, FINE), high: Ratio::new(high, FINE) })
    }

    /// The width, high − low, if it fits.
    pub fn width(self) -> Option<Ratio> {
        self.high.minus(self.low)
    }
}

impl From<Ratio> for Interval {
    fn from(ratio: Ratio) -> Self {
        Self { low: ratio, high: ratio }
    }
}

impl From<u64> for Ratio {
    fn from(number: u64) -> Self {
        Self { num: number.into(), den: 1 }
    }
}
