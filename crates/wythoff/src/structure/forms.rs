//! Exact forms: which simple number could a measured slope be?
//!
//! A measurement is an interval, and every interval holds fractions and quadratic irrationals; the question is whether
//! it holds one that is *too simple for its width*. Three searches, all over integers:
//!
//! * the fraction p/r with the least r in the interval, by continued fractions;
//! * the number s with the simplest q = s − 1/s, that is s² − qs − 1 = 0, by continued fractions for q;
//! * the least integers a, b, c with as² + bs + c = 0.
//!
//! **Why s − 1/s.** Each column holds exactly k P-positions (Lar11 Prop. 1.2). A thread of slope s with c P-positions
//! on each diagonal y − x = d puts c(s − 1) into each column, and its mirror image c(s − 1)/s. So Σ
//! c(s − 1)(1 + 1/s) = Σ c(s − 1/s) = k over the threads, as far as these densities exist. If all threads but one are
//! periodic, what they leave is a fraction K, and the last has s − 1/s = K/c: a fraction whenever c is one. That makes
//! a fourth search, the sharpest: the simplest c that the interval and K allow ([`by_cover`]).
//!
//! **Chance.** The fractions with denominators up to r number at most r(r+1)/2 in each unit of length (one with
//! numerator a for each a < b ≤ r), so by chance an interval of width w holds about wr(r+1)/2 of them. [`Form::odds`]
//! is the inverse of that: "1 in so many". It is evidence, never a proof: an equality does not follow from digits.

use std::cmp::Reverse;

use serde::Serialize;

use super::ratio::{FINE, Interval, Ratio, gcd};
use crate::exact::{IBig, Surd, UBig};

/// A form is named when chance would name one in fewer than one of so many cases.
pub const SURE: u64 = 100;

/// The third search goes through coefficients up to this size.
const LARGEST_COEFFICIENT: i128 = 60;

/// Where a form comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Search {
    /// The simplest fraction.
    Fraction,
    /// The simplest s − 1/s.
    Difference,
    /// The least integer relation of degree 2.
    Relation,
    /// What the other threads leave of each column.
    Cover,
    /// The period of the thread: far better evidence than its digits.
    Period,
}

/// A number that fits the measurement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The number.
    pub value: Surd,
    /// Coprime integers with as² + bs + c = 0 (a = 0 for a fraction), the first that is not 0 positive.
    pub coefficients: [i128; 3],
    /// b² − 4ac; for a fraction, 0.
    pub discriminant: i128,
    /// How it was found.
    pub search: Search,
    /// The decimal digits that the measurement fixes, all of which agree: ⌊−log₁₀ w⌋ for an interval of width w.
    pub digits: u32,
    /// The digits that would agree by chance with the best of as many candidates: ⌈log₁₀ of their number in a unit of
    /// length⌉.
    pub by_chance: u32,
    /// Chance would give so simple a form to one interval of this width in so many.
    pub odds: u64,
}

/// The form that chance explains worst, if it explains it badly enough ([`SURE`]).
///
/// ```
/// use wythoff::structure::forms::identify;
/// use wythoff::structure::ratio::{Interval, Ratio};
/// let digits = Interval { low: Ratio::new(1_618_030, 1_000_000), high: Ratio::new(1_618_039, 1_000_000) };
/// let form = identify(digits).ok_or("nothing simple")?;
/// assert_eq!(form.value.to_string(), "(1 + √5)/2");
/// assert_eq!((form.coefficients, form.discriminant), ([1, -1, -1], 5));
/// assert_eq!((form.digits, form.by_chance), (5, 1));
/// # Ok::<(), &str>(())
/// ```
pub fn identify(slope: Interval) -> Option<Form> {
    let slope = slope.rounded()?;
    let found = [fraction(slope), difference(slope), relation(slope)];
    best(found.into_iter().flatten())
}

/// The same, with what the other threads leave of each column: K of s − 1/s = K/c.
pub fn by_cover(slope: Interval, rest: Ratio) -> Option<Form> {
    best(identify(slope).into_iter().chain(cover(slope, rest)))
}

/// The simplest c that the interval and K allow.
fn cover(slope: Interval, rest: Ratio) -> Option<Form> {
    let slope = slope.rounded()?;
    if rest <= Ratio::ZERO || slope.low <= Ratio::from(1) {
        return None;
    }
    // c = K·s/(s² − 1), which falls as s grows. With s = p/r, p < 2^42 and r ≤ 2^40: s/(s² − 1) = pr/(p² − r²).
    let weight = |s: Ratio| Ratio::new(s.num() * s.den(), s.num() * s.num() - s.den() * s.den());
    let weights = Interval { low: weight(slope.high), high: weight(slope.low) }.rounded()?;
    let rests = Interval::from(rest).rounded()?;
    let counts = Interval { low: rests.low.times(weights.low)?, high: rests.high.times(weights.high)? }.rounded()?;
    let count = counts.simplest();
    let q = rest.over(count)?;
    quadratic([q.den(), -q.num(), -q.den()], slope, counts, fractions_up_to(count.den()), Search::Cover)
}

/// The slope of a period, of a thread that was measured to have a slope in the interval.
pub fn by_period(slope: Interval, period: Ratio) -> Option<Form> {
    let candidates = fractions_up_to(period.den());
    named([0, period.den(), -period.num()], slope.rounded()?, candidates, Search::Period)
}

fn best(found: impl Iterator<Item = Form>) -> Option<Form> {
    found.filter(|form| form.odds >= SURE).min_by_key(|form| Reverse(form.odds))
}

/// At least as many as the fractions with denominators up to r in a unit of length.
fn fractions_up_to(r: i128) -> i128 {
    r.saturating_mul(r.saturating_add(1)) / 2
}

fn fraction(slope: Interval) -> Option<Form> {
    let value = slope.simplest();
    let candidates = fractions_up_to(value.den());
    named([0, value.den(), -value.num()], slope, candidates, Search::Fraction)
}

fn difference(slope: Interval) -> Option<Form> {
    let of = |s: Ratio| s.minus(Ratio::from(1).over(s)?);
    let differences = Interval { low: of(slope.low)?, high: of(slope.high)? }.rounded()?;
    let q = differences.simplest();
    // This search comes second: there were as many fractions before.
    let candidates = fractions_up_to(q.den()).saturating_mul(2);
    quadratic([q.den(), -q.num(), -q.den()], slope, differences, candidates, Search::Difference)
}

/// The relation with the least largest coefficient.
fn relation(slope: Interval) -> Option<Form> {
    // The ends are multiples of 1/FINE, below 4: their squares, times a coefficient, are below 2^91.
    let [low, high] = [slope.low, slope.high].map(|end| end.num() * (FINE / end.den()));
    let pairs =
        (1..=LARGEST_COEFFICIENT).flat_map(|a| (-LARGEST_COEFFICIENT..=LARGEST_COEFFICIENT).map(move |b| (a, b)));
    let fits = |(a, b): (i128, i128)| {
        // −c = as² + bs lies between the values at both ends, if that has no turn between them: there it would be no
        // root.
        let at = |end: i128| a * end * end + b * end * FINE;
        let (least, most) = (at(low).min(at(high)), at(low).max(at(high)));
        let c = -most.div_euclid(FINE * FINE);
        let discriminant = u64::try_from(b * b - 4 * a * c).unwrap_or(0);
        let irrational = discriminant.isqrt().pow(2) != discriminant;
        let fits = -c * FINE * FINE >= least && c.abs() <= LARGEST_COEFFICIENT;
        (fits && irrational).then_some([a, b, c])
    };
    let height = |coefficients: &[i128; 3]| coefficients.iter().map(|part| part.abs()).max();
    let coefficients = pairs.filter_map(fits).min_by_key(height)?;
    let height = height(&coefficients)?;
    // For each of the a and b up to that size, c is one integer of those as close as 1/|2as + b| ≥ 1/(7·height) apart
    // (s ≤ 3).
    let candidates = height * (2 * height + 1) * 7 * height * 3;
    named(coefficients, slope, candidates, Search::Relation)
}

/// A root of the relation, where it is irrational.
fn quadratic(
    coefficients: [i128; 3],
    slope: Interval,
    measured: Interval,
    candidates: i128,
    search: Search,
) -> Option<Form> {
    let form = named(coefficients, slope, candidates, search)?;
    let width = measured.width()?;
    Some(Form { odds: odds(width, candidates), ..form })
}

/// The root in the interval, with what is to be said of it.
fn named(coefficients: [i128; 3], slope: Interval, candidates: i128, search: Search) -> Option<Form> {
    let [a, b, c] = coefficients.map(|part| part / gcd(gcd(coefficients[0], coefficients[1]), coefficients[2]));
    let discriminant = if a == 0 { 0 } else { b.checked_mul(b)?.checked_sub(a.checked_mul(c)?.checked_mul(4)?)? };
    let (factor, rest) = without_squares(discriminant);
    let root = UBig::try_from(rest).ok()?;
    let roots = if a == 0 {
        vec![Surd::rational(-c, b)]
    } else {
        [factor, -factor].map(|factor| Surd::new(-b, factor, root.clone(), 2 * a)).into()
    };
    let ends = [slope.low, slope.high].map(|end| Surd::rational(IBig::from(end.num()), IBig::from(end.den())));
    let value = roots.into_iter().find(|root| ends[0] <= *root && *root <= ends[1])?;
    let width = slope.width()?;
    Some(Form {
        value,
        coefficients: [a, b, c],
        discriminant,
        search,
        digits: digits_of(width),
        by_chance: digits_needed(candidates),
        odds: odds(width, candidates),
    })
}

/// f and e with d = f²e, where e has no square factor made of small primes.
fn without_squares(d: i128) -> (i128, i128) {
    let (mut factor, mut rest) = (1, d);
    for number in 2..1000 {
        while rest != 0 && rest % (number * number) == 0 {
            rest /= number * number;
            factor *= number;
        }
    }
    (factor, rest)
}

/// 1 over the number of candidates to be expected in an interval of this width.
fn odds(width: Ratio, candidates: i128) -> u64 {
    if width.num() == 0 {
        return u64::MAX;
    }
    let expected = width.num().saturating_mul(candidates.max(1));
    u64::try_from(width.den() / expected).unwrap_or(u64::MAX)
}

/// ⌊−log₁₀ w⌋ for a width w < 1.
fn digits_of(width: Ratio) -> u32 {
    if width.num() == 0 {
        return 0;
    }
    (width.den() / width.num()).checked_ilog10().unwrap_or(0)
}

/// ⌈log₁₀ n⌉.
fn digits_needed(n: i128) -> u32 {
    (n - 1).checked_ilog10().map_or(0, |digits| digits + 1)
}
