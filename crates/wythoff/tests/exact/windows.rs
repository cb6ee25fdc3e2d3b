//! The window algorithm for `diagonal-blocking:m,p` against the mex recurrence, the boards, the closed form for p | m,
//! and its own laws at a thousand digits.

use std::cell::Cell;
use std::ops::ControlFlow;

use proptest::prelude::*;
use wythoff::exact::{Beatty, Found, IBig, LONG_FROM, Pairs, Side, UBig, WindowError, beatty_pair, slopes};

fn a(pairs: &Pairs, first: impl Into<UBig>, count: usize) -> Vec<UBig> {
    pairs.a(&first.into(), count, &()).unwrap().values().collect()
}

fn find(pairs: &Pairs, number: impl Into<UBig>) -> Found {
    pairs.find(&number.into(), &()).unwrap()
}

/// a_0, …, a_{count−1} by their definition.
fn mex(m: u32, p: u32, count: usize) -> Vec<u64> {
    oracle::pairs(m.into(), p.into()).take(count).map(|(a, _)| a).collect()
}

#[test]
fn windows_give_the_mex_recurrence() {
    const COUNT: usize = 1_000_000;
    for m in 1..=12 {
        for p in 1..=12 {
            let (expected, pairs) = (mex(m, p, COUNT), Pairs::new(m, p));
            let mut first = 0;
            // Long stretches from one end to the other, of lengths that differ.
            for length in [1, 2, 13, 999, 98_985, 300_000, 600_000] {
                let length = length.min(COUNT - first);
                let stretch = pairs.a(&UBig::from(first), length, &()).unwrap();
                for (n, (value, expected)) in (first..).zip(stretch.values().zip(&expected[first..])) {
                    assert_eq!(value, UBig::from(*expected), "m={m} p={p} n={n}");
                }
                first += length;
            }
            assert_eq!(first, COUNT);
        }
    }
}

#[test]
fn single_terms_and_places_near_the_origin() {
    for m in 1..=12 {
        for p in 1..=12 {
            let (expected, pairs) = (mex(m, p, 600), Pairs::new(m, p));
            for (n, &value) in (0_u64..).zip(&expected) {
                assert_eq!(a(&pairs, n, 1), [UBig::from(value)], "m={m} p={p} n={n}");
                let partner = UBig::from(value + u64::from(m) * (n / u64::from(p)));
                let found = Found { side: Side::A, index: n.into(), partner: partner.clone() };
                assert_eq!(find(&pairs, value), found, "m={m} p={p} a_{n}={value}");
                if n >= u64::from(p) {
                    let found = Found { side: Side::B, index: n.into(), partner: value.into() };
                    assert_eq!(find(&pairs, partner), found, "m={m} p={p} b_{n}");
                }
            }
        }
    }
}

/// For p | m the pairs are (pA_i + r, pB_i + r), 0 ≤ r < p, with the pairs of `wythoff:m/p` (Lar09 section 1.4.5).
fn closed(m: u32, p: u32, n: &IBig) -> IBig {
    let (wythoff, _): (Beatty, Beatty) = beatty_pair(m / p, 1);
    let (quotient, residue) = (n / IBig::from(p), n % IBig::from(p));
    wythoff.term(&quotient) * p + residue
}

#[test]
fn far_out_where_p_divides_m() {
    for (m, p) in [
        (1, 1),
        (2, 1),
        (7, 1),
        (2, 2),
        (6, 2),
        (6, 3),
        (12, 4),
        (10, 10),
        (1 << 20, 1),
        (1 << 16, 1 << 8),
        (4_294_967_295, 1),
        (4_294_967_295, 3),
    ] {
        let pairs = Pairs::new(m, p);
        for digits in [1, 5, 16, 19, 20, 40, 300] {
            let n = UBig::from(10_u8).pow(digits) + 7_u8;
            let expected: Vec<UBig> =
                (0..5_u8).map(|i| closed(m, p, &IBig::from(&n + i)).try_into().unwrap()).collect();
            assert_eq!(a(&pairs, n, 5), expected, "m={m} p={p} 10^{digits}+7");
        }
    }
}

#[test]
fn edges_of_the_parameters() {
    // p ≫ m and m ≫ p near the origin, where the sequence is known from its definition.
    for (m, p) in [(1, 200), (3, 500), (200, 1), (100_000, 7), (1, 1 << 12)] {
        let (expected, pairs) = (mex(m, p, 4000), Pairs::new(m, p));
        let got = a(&pairs, 0_u8, 4000);
        assert!(got.iter().zip(&expected).all(|(value, expected)| *value == UBig::from(*expected)), "m={m} p={p}");
        assert_eq!(find(&pairs, expected[3999]).index, UBig::from(3999_u16), "m={m} p={p}");
    }
    // a_n = n below p + m, however large.
    let pairs = Pairs::new(u32::MAX, 2);
    assert_eq!(
        a(&pairs, u64::from(u32::MAX), 4),
        [4_294_967_295_u64, 4_294_967_296, 4_294_967_299, 4_294_967_300].map(UBig::from)
    );
}

#[test]
fn too_much_work_is_refused_and_interrupts_are_heard() {
    let pairs = Pairs::new(1, u32::MAX);
    assert_eq!(a(&pairs, 12_345_u16, 2), [12_345_u16, 12_346].map(UBig::from));
    let far = UBig::from(10_u8).pow(30);
    assert!(matches!(pairs.a(&far, 1, &()), Err(WindowError::TooWide { .. })));
    assert!(matches!(pairs.find(&far, &()), Err(WindowError::TooWide { .. })));
    assert!(matches!(Pairs::new(1, 1000).find(&far, &()), Err(WindowError::TooMuchWork { .. })));
    let far = UBig::from(10_u8).pow(1000);
    let stopped = Pairs::new(2, 3).find(&far, &|_, _| ControlFlow::Break(()));
    assert_eq!(stopped, Err(WindowError::Interrupted));
    let calls = Cell::new(0);
    let late = Pairs::new(2, 3).find(&far, &|done, total| {
        assert!(done <= total);
        calls.set(calls.get() + 1);
        if done * 2 > total { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(late, Err(WindowError::Interrupted));
    assert!(calls.get() > 50);
}

/// A number of about this many digits.
fn long() -> impl Strategy<Value = UBig> {
    prop::collection::vec(any::<u64>(), 1..52)
        .prop_map(|words| words.iter().fold(UBig::ZERO, |sum, &word| (sum << 64) + word))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Every number has one place; partners find each other; the bounds of Lar09 1.4.5 hold there (with floors).
    #[test]
    fn laws_at_a_thousand_digits(n in long(), m in 1_u32..9, p in 1_u32..9) {
        let pairs = Pairs::new(m, p);
        let terms = a(&pairs, n.clone(), 3);
        prop_assert!(terms[0] < terms[1] && terms[1] < terms[2]);
        let found = find(&pairs, terms[1].clone());
        prop_assert_eq!(found.side, Side::A);
        prop_assert_eq!(&found.index, &(&n + 1_u8));
        let other = find(&pairs, found.partner.clone());
        prop_assert_eq!(&other.partner, &terms[1]);
        prop_assert_eq!(&other.index, &found.index);
        // Every number from one a to the next is a b.
        let mut number = &terms[1] + 1_u8;
        let mut before: Option<UBig> = None;
        while number < terms[2] {
            let b = find(&pairs, number.clone());
            prop_assert_eq!(b.side, Side::B);
            prop_assert!(before.is_none_or(|index| &index + 1_u8 == b.index));
            prop_assert_eq!(find(&pairs, b.partner.clone()).partner, number.clone());
            before = Some(b.index);
            number += 1_u8;
        }
        let (alpha, _) = slopes(m, p);
        let sequence = Beatty::new(alpha, wythoff::exact::Surd::rational(0, 1)).unwrap();
        let (value, index) = (IBig::from(terms[0].clone()), IBig::from(n));
        prop_assert!(sequence.term(&(&index - (p - 1))) <= value && value <= sequence.term(&index));
    }
}

/// Long indices go another way than short ones. At the border both ways meet: neighbours on either side of it are
/// neighbours in the sequence, and where p divides m there is a closed form.
#[test]
fn long_indices_continue_the_short_ones() {
    let border = UBig::ONE << (LONG_FROM - 1);
    for (m, p) in [(1, 1), (2, 3), (3, 2), (1, 5), (5, 7), (12, 5), (2, 9), (1000, 3), (1 << 20, 7), (u32::MAX, 2)] {
        let pairs = Pairs::new(m, p);
        let below = a(&pairs, &border - 20_u8, 60);
        let above = a(&pairs, border.clone(), 40);
        assert_eq!(below[20..], above, "m={m} p={p}");
        for (n, a) in (0_u64..).zip(&above).step_by(13) {
            let found = find(&pairs, a.clone());
            assert_eq!((found.side, found.index), (Side::A, &border + n), "m={m} p={p} +{n}");
        }
    }
    for (m, p) in [(1, 1), (6, 3), (10, 10), (1 << 16, 1 << 8), (4_294_967_295, 3)] {
        let pairs = Pairs::new(m, p);
        for bits in [LONG_FROM, 1500, 5000, 40_000] {
            let n = (UBig::ONE << bits) + 12_345_u16;
            let expected: Vec<UBig> =
                (0..7_u8).map(|i| closed(m, p, &IBig::from(&n + i)).try_into().unwrap()).collect();
            assert_eq!(a(&pairs, n, 7), expected, "m={m} p={p} 2^{bits}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// The sequence's own law at long indices: b_n is no a, and it is found where it belongs; neighbours increase.
    #[test]
    fn long_indices_obey_the_law(m in 1..30_u32, p in 1..30_u32, bits in LONG_FROM..6000, low in any::<u64>()) {
        // Windows grow like p²/m.
        let p = p.min(3 * m);
        let pairs = Pairs::new(m, p);
        let n = (UBig::from(low | 1) << (bits - 64)) + UBig::from(low);
        let terms = a(&pairs, n.clone(), 30);
        prop_assert!(terms.is_sorted_by(|a, b| a < b));
        for (i, term) in (0_u64..).zip(&terms).step_by(15) {
            let index = &n + i;
            let b = term + pairs.difference(&index);
            let found = find(&pairs, b.clone());
            prop_assert_eq!((found.side, found.index, found.partner), (Side::B, index, term.clone()));
        }
        // The numbers between two terms are b's.
        let between = &terms[0] + 1_u8;
        if between < terms[1] {
            prop_assert_eq!(find(&pairs, between).side, Side::B);
        }
    }
}
