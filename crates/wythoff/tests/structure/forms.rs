//! Exact forms: what is simple is found, and what is not is named no more often than chance says.

use proptest::prelude::*;
use wythoff::exact::{IBig, Surd};
use wythoff::structure::forms::{Origin, SURE, by_cover, identify};
use wythoff::structure::ratio::{Interval, Ratio};

/// An interval of this width around a number, off the middle.
fn around(value: &Surd, one_in: i64) -> Interval {
    let scaled = (value * &Surd::rational(4 * one_in, 1)).floor();
    let low = i128::try_from(scaled).unwrap();
    Interval { low: Ratio::new(low - 1, (4 * one_in).into()), high: Ratio::new(low + 3, (4 * one_in).into()) }
}

fn surd(ratio: Ratio) -> Surd {
    Surd::rational(IBig::from(ratio.num()), IBig::from(ratio.den()))
}

proptest! {
    /// The simplest fraction of an interval, by trying all denominators.
    #[test]
    fn simplest_is_the_least_denominator(a in -500_i128..500, b in 1_i128..60, c in 0_i128..100, d in 1_i128..900) {
        let low = Ratio::new(a, b);
        let high = low.plus(Ratio::new(c, d)).unwrap();
        let simplest = Interval { low, high }.simplest();
        prop_assert!(low <= simplest && simplest <= high);
        for den in 1..simplest.den() {
            // The first multiple of 1/den that is not below `low`.
            let num = -(-low.num() * den).div_euclid(low.den());
            prop_assert!(Ratio::new(num, den) > high, "{num}/{den} is in [{low}, {high}], but {simplest} was found");
        }
    }

    /// The order of fractions is that of the surds.
    #[test]
    fn ratios_are_in_order(a in any::<i64>(), b in 1_i64.., c in any::<i64>(), d in 1_i64..) {
        let (left, right) = (Ratio::new(a.into(), b.into()), Ratio::new(c.into(), d.into()));
        prop_assert_eq!(left.cmp(&right), surd(left).cmp(&surd(right)));
    }

    #[test]
    fn rounding_is_outward_and_fine(a in 1_i128..1 << 40, b in 1_i128..1 << 38, c in 0_i128..1 << 20) {
        let (low, high) = (Ratio::new(a, b), Ratio::new(a + c, b));
        let rounded = Interval { low, high }.rounded().unwrap();
        prop_assert!(rounded.low <= low && high <= rounded.high);
        let slack = rounded.width().unwrap().to_f64() - Interval { low, high }.width().unwrap().to_f64();
        prop_assert!(slack <= 2.0_f64.powi(-38));
    }

    /// A simple fraction is found from few digits.
    #[test]
    fn fractions_are_found(q in 1_i128..=20, above in 0_i128..40) {
        // From 1 to 3, as slopes are.
        let value = Ratio::new(q + above.min(2 * q), q);
        let form = identify(around(&surd(value), 1_000_000)).unwrap();
        prop_assert_eq!(form.value.to_string(), value.to_string());
        // The interval is a millionth wide, and a little more after rounding.
        prop_assert_eq!((form.discriminant, form.digits), (0, 5));
    }

    /// The root of s² − qs − 1 for a simple q, and c from what is left of each column.
    #[test]
    fn quadratics_are_found(p in 1_i128..20, r in 1_i128..10) {
        let q = Ratio::new(p, r);
        let (num, den) = (IBig::from(q.num()), IBig::from(q.den()));
        let square = u128::try_from(q.num() * q.num() + 4 * q.den() * q.den()).unwrap();
        let value = Surd::new(num, 1, square, den * 2);
        prop_assume!(!value.is_rational() && value < Surd::rational(3, 1));
        let slope = around(&value, 10_000_000);
        let form = identify(slope).unwrap();
        prop_assert_eq!(&form.value, &value);
        let [a, b, c] = form.coefficients;
        let surds = form.coefficients.map(|coefficient| Surd::rational(coefficient, 1));
        let zero = &(&(&(&value * &value) * &surds[0]) + &(&value * &surds[1])) + &surds[2];
        prop_assert_eq!(zero, Surd::rational(0, 1), "the relation holds");
        prop_assert_eq!(form.discriminant, b * b - 4 * a * c);
        // c = 2 on each diagonal leaves K = 2q; one in ten thousand is enough then.
        let rest = q.times(Ratio::from(2)).unwrap();
        let coarse = by_cover(around(&value, 10_000), rest).unwrap();
        prop_assert_eq!(&coarse.value, &value);
    }
}

/// Of many numbers without a form, each search names no more than its share.
#[test]
fn chance_names_as_few_as_it_says() {
    const CASES: u64 = 3000;
    for one_in in [1_000_i128, 100_000] {
        let mut named = 0;
        let mut state = 1_u64;
        for _ in 0..CASES {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // From 1 to 3, 2^−34 apart.
            let low = Ratio::new(i128::from(state >> 29) + (1 << 34), 1 << 34);
            let slope = Interval { low, high: low.plus(Ratio::new(1, one_in)).unwrap() };
            named += u64::from(identify(slope).is_some());
        }
        // Three searches.
        assert!(named <= 3 * CASES / SURE, "{named} of {CASES} intervals of width 1/{one_in} were named");
        assert!(named > 0, "the bound is worth something only if chance strikes at all");
    }
}

/// What is left of each column may be a fraction with a large denominator: the inner thread of W^24.
#[test]
fn covers_with_large_denominators_are_used() {
    let parts = [(1, 161, 74), (8, 143, 56), (8, 13, 5)].map(|(count, dy, dx)| {
        let count = Ratio::from(count);
        count.plus(count.times(Ratio::new(dx, dy)).unwrap()).unwrap()
    });
    let rest = parts.iter().fold(Ratio::from(24), |rest, part| rest.minus(*part).unwrap());
    // c = 1: s² − Ks − 1 = 0.
    let (k, d) = (rest.num(), rest.den());
    let value = Surd::new(k, 1, u128::try_from(k * k + 4 * d * d).unwrap(), 2 * d);
    let form = by_cover(around(&value, 4000), rest).unwrap();
    assert_eq!((form.value, form.search), (value, Origin::Cover));
}

/// A relation of degree 2 that is neither of the other kinds: 3s² − 7s + 1 = 0.
#[test]
fn relations_are_found() {
    let value = Surd::new(7, 1, 37_u8, 6);
    let form = identify(around(&value, 1_000_000_000)).unwrap();
    assert_eq!(
        (form.value, form.coefficients, form.discriminant, form.search),
        (value, [3, -7, 1], 37, Origin::Relation)
    );
}
