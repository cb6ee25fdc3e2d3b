//! Surds, Beatty sequences and continued fractions against slower ways to the same numbers.

use std::cmp::Ordering;

use proptest::prelude::*;
use wythoff::exact::{Beatty, IBig, Surd, UBig, beatty_pair, phi, slopes, wythoff_root};
use wythoff::solve::Columns;

fn int(number: i64) -> IBig {
    number.into()
}

fn whole(number: impl Into<IBig>) -> Surd {
    Surd::rational(number, 1)
}

fn root(d: u32) -> Surd {
    Surd::new(0, 1, d, 1)
}

/// The four numbers of (a + b√d)/c.
#[derive(Clone, Debug)]
struct Parts {
    a: IBig,
    b: IBig,
    c: IBig,
    d: UBig,
}

impl Parts {
    fn surd(&self) -> Surd {
        Surd::new(self.a.clone(), self.b.clone(), self.d.clone(), self.c.clone())
    }

    /// Integers with low ≤ 10^digits · s ≤ high, by decimal places of √d: no squares of a or b, no reduction.
    fn enclosure(&self, digits: usize) -> (IBig, IBig) {
        let scale = IBig::from(10).pow(digits);
        let root = newton_root(&(IBig::from(self.d.clone()) * &scale * &scale));
        let end = |root: IBig| floor_quotient(&(&self.a * &scale + &self.b * root), &self.c);
        let (one, other) = (end(root.clone()), end(root + 1));
        (one.clone().min(other.clone()), one.max(other) + 1)
    }
}

/// ⌊√n⌋ by Newton's method from above.
fn newton_root(n: &IBig) -> IBig {
    if *n == int(0) {
        return int(0);
    }
    // A decimal digit has less than 4 bits.
    let mut x = IBig::ONE << (2 * n.to_string().len());
    loop {
        let next: IBig = (&x + n / &x) / 2;
        if next >= x {
            return x;
        }
        x = next;
    }
}

/// ⌊x/y⌋ for y ≠ 0, by the quotient towards zero.
fn floor_quotient(x: &IBig, y: &IBig) -> IBig {
    let quotient = x / y;
    let rest = x - &quotient * y;
    if rest != int(0) && (rest < int(0)) != (*y < int(0)) { quotient - 1 } else { quotient }
}

/// The order by decimal places. Two different numbers with parts below 1000 differ by more than 10^−60, so that
/// numbers that agree so far are equal.
fn slow_order(x: &Parts, y: &Parts) -> Ordering {
    for digits in [5, 20, 70] {
        let ((low_x, high_x), (low_y, high_y)) = (x.enclosure(digits), y.enclosure(digits));
        if high_x < low_y {
            return Ordering::Less;
        }
        if low_x > high_y {
            return Ordering::Greater;
        }
    }
    Ordering::Equal
}

/// Small parts, with c of both signs, squares and 0 among the d, and few enough values to make equal numbers likely.
fn small() -> impl Strategy<Value = Parts> {
    let part = || prop_oneof![-3..4_i32, -999..1000];
    let denominator = part().prop_filter("c is not 0", |&c| c != 0);
    let under_root = prop_oneof![0..10_u32, 0..1000_u32, (0..31_u32).prop_map(|n| n * n)];
    (part(), part(), denominator, under_root).prop_map(|(a, b, c, d)| Parts {
        a: a.into(),
        b: b.into(),
        c: c.into(),
        d: d.into(),
    })
}

/// Integers of up to about a thousand digits.
fn large() -> impl Strategy<Value = UBig> {
    let words = proptest::collection::vec(any::<u32>(), 0..105);
    words.prop_map(|words| words.into_iter().fold(UBig::ZERO, |number, word| (number << 32) + word))
}

fn large_signed() -> impl Strategy<Value = IBig> {
    (large(), any::<bool>()).prop_map(|(size, negative)| if negative { -IBig::from(size) } else { size.into() })
}

/// (a + b√d)/c with parts of any size; every other d is a square or next to one.
fn any_size() -> impl Strategy<Value = Parts> {
    let under_root = prop_oneof![large(), (large(), 0..3_u8).prop_map(|(n, more)| n.sqr() + more)];
    let denominator = large_signed().prop_filter("c is not 0", |c| *c != IBig::ZERO);
    let parts = (large_signed(), large_signed(), denominator, under_root);
    prop_oneof![small(), parts.prop_map(|(a, b, c, d)| Parts { a, b, c, d })]
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(4000))]

    /// Order, equality and sign agree with decimal places.
    #[test]
    fn order_is_that_of_the_numbers(x in small(), y in small()) {
        let zero = Parts { a: int(0), b: int(0), c: int(1), d: 0_u8.into() };
        let (s, t) = (x.surd(), y.surd());
        prop_assert_eq!(s.cmp(&t), slow_order(&x, &y));
        prop_assert_eq!(s == t, slow_order(&x, &y) == Ordering::Equal);
        prop_assert_eq!(s.sign(), slow_order(&x, &zero));
        prop_assert_eq!(s.cmp(&-&s), s.sign());
    }

    /// The same number in another form is equal: (ka + kb√d)/(kc) and (aj + b√(dj²))/(cj).
    #[test]
    fn equality_sees_through_forms(x in small(), k in 1..50_i32, j in 1..50_u32) {
        let (a, b, c, d) = (x.a.clone(), x.b.clone(), x.c.clone(), x.d.clone());
        let wider = Surd::new(&a * -k, &b * -k, d.clone(), &c * -k);
        let deeper = Surd::new(a * j, b, d * (j * j), c * j);
        prop_assert_eq!(wider.to_string(), x.surd().to_string());
        prop_assert!(wider == deeper && deeper.same_field(&wider) && (&wider - &deeper) == whole(0));
    }

    /// Sums, products and inverses obey the laws of a field, also across forms of one root.
    #[test]
    fn arithmetic_is_that_of_a_field(x in small(), y in small(), j in 1..9_u32) {
        let s = x.surd();
        let t = Surd::new(y.a, y.b, x.d * (j * j), y.c);
        let (sum, product) = (&s + &t, &s * &t);
        prop_assert_eq!(&(&sum - &t), &s);
        prop_assert_eq!(&(&sum * &sum), &(&(&(&s * &s) + &(&t * &t)) + &(&product * &whole(2))));
        prop_assert_eq!(t.inverse().map(|inverse| &product * &inverse), (t != whole(0)).then_some(s.clone()));
        prop_assert_eq!(s.inverse().is_none(), s == whole(0));
    }

    /// A sum has the decimal places of the sum.
    #[test]
    fn sum_and_product_have_the_right_places(x in small(), y in small()) {
        let y = Parts { d: x.d.clone(), ..y };
        let scale = IBig::from(10).pow(30);
        let ((low_x, high_x), (low_y, high_y)) = (x.enclosure(30), y.enclosure(30));
        let sum = &(&x.surd() + &y.surd()) * &whole(scale.clone());
        prop_assert!(whole(&low_x + &low_y) <= sum && sum <= whole(&high_x + &high_y));
        let product = &(&x.surd() * &y.surd()) * &whole(&scale * &scale);
        let corners = [&low_x * &low_y, &low_x * &high_y, &high_x * &low_y, &high_x * &high_y];
        prop_assert!(whole(corners.iter().min().unwrap().clone()) <= product);
        prop_assert!(product <= whole(corners.iter().max().unwrap().clone()));
    }
}

proptest! {
    #![proptest_config(config(600))]

    /// f ≤ s < f + 1 and f − 1 < s ≤ f; and f is where the decimal places put it, unless s is too near an integer.
    #[test]
    fn floor_and_ceiling_at_any_size(x in any_size()) {
        let s = x.surd();
        let (floor, ceiling) = (s.floor(), s.ceil());
        prop_assert!(whole(floor.clone()) <= s && s < whole(&floor + 1));
        prop_assert!(whole(&ceiling - 1) < s && s <= whole(ceiling.clone()));
        let scale = IBig::from(10).pow(1100);
        let (low, high) = x.enclosure(1100);
        let ends = (floor_quotient(&low, &scale), floor_quotient(&high, &scale));
        prop_assert!(ends.0 <= floor && floor <= ends.1);
    }

    /// v ≤ nα + γ < v + 1, n is among the indices of v, and those are all: the next n on either side give other values.
    #[test]
    fn beatty_inverse_at_any_size(alpha in any_size(), gamma in any_size(), n in large_signed(), v in large_signed()) {
        let gamma = Parts { d: alpha.d.clone(), ..gamma };
        let (alpha, gamma) = (alpha.surd(), gamma.surd());
        let positive = alpha > whole(0);
        let beatty = Beatty::new(alpha, gamma);
        prop_assert_eq!(beatty.is_some(), positive);
        if let Some(beatty) = beatty {
            let value = beatty.term(&n);
            let real = &(beatty.alpha() * &whole(n.clone())) + beatty.gamma();
            prop_assert!(whole(value.clone()) <= real && real < whole(&value + 1));
            prop_assert!(beatty.indices_of(&value).contains(&n));
            let range = beatty.indices_of(&v);
            prop_assert!(range.start <= range.end);
            prop_assert!(beatty.term(&(&range.start - 1)) < v && beatty.term(&range.end) > v);
            if !range.is_empty() {
                prop_assert_eq!(beatty.term(&range.start), v.clone());
                prop_assert_eq!(beatty.term(&(&range.end - 1)), v);
            }
        }
    }

    /// Convergents are in lowest terms, alternate around s, have |s − p/q| < 1/q², and end with s if it is rational.
    #[test]
    fn convergents_close_in(x in small()) {
        let s = x.surd();
        let convergents: Vec<(IBig, IBig)> = s.convergents().take(40).collect();
        for (index, (p, q)) in convergents.iter().enumerate() {
            prop_assert!(*q > int(0));
            let error = &s - &Surd::rational(p.clone(), q.clone());
            let side = if index % 2 == 0 { Ordering::Less } else { Ordering::Greater };
            prop_assert!(error.sign() != side);
            let bound = Surd::rational(1, q * q);
            prop_assert!(-&bound < error && error < bound);
        }
        // p_n q_{n−1} − p_{n−1} q_n = ±1, so that no p/q can be shortened.
        for (index, pair) in convergents.windows(2).enumerate() {
            let [(p, q), (next_p, next_q)] = pair else { unreachable!() };
            prop_assert_eq!(next_p * q - p * next_q, int(if index % 2 == 0 { 1 } else { -1 }));
        }
        if s.is_rational() {
            let (p, q) = convergents.last().unwrap().clone();
            prop_assert_eq!(Surd::rational(p, q), s);
        } else {
            prop_assert_eq!(convergents.len(), 40);
        }
    }

    /// The expansion repeats into the partial quotients, with no shorter start or period; and it gives s back.
    #[test]
    fn expansion_is_the_continued_fraction(x in small()) {
        let s = x.surd();
        let limit = 3000;
        if let Some(expansion) = s.expansion(limit) {
            let (start, period) = (&expansion.start, &expansion.period);
            prop_assert_eq!(period.is_empty(), s.is_rational());
            let length = start.len() + 2 * period.len();
            let twice = period.iter().cycle().take(2 * period.len());
            let repeated: Vec<IBig> = start.iter().chain(twice).cloned().collect();
            prop_assert_eq!(s.quotients().take(length + usize::from(period.is_empty())).collect::<Vec<_>>(), repeated);
            for shorter in (1..period.len()).filter(|shorter| period.len() % shorter == 0) {
                prop_assert!(period.chunks(shorter).any(|chunk| *chunk != period[..shorter]));
            }
            if let (Some(last), Some(end)) = (start.last(), period.last()) {
                prop_assert_ne!(last, end);
            }
            prop_assert!(s.expansion(start.len() + period.len()).is_some());
            prop_assert_eq!(s.expansion(start.len() + period.len() - 1), None);
        } else {
            prop_assert_eq!(s.quotients().take(limit).count(), limit);
        }
    }
}

/// c > 0, no common factor, squares under the root leave.
#[test]
fn normal_form() {
    let shown = |a: i32, b: i32, d: u32, c: i32| Surd::new(a, b, d, c).to_string();
    assert_eq!(shown(2, -2, 5, -4), "(-1 + √5)/2");
    assert_eq!(shown(-1, -2, 2, 1), "-1 - 2√2");
    assert_eq!(shown(0, 3, 8, 6), "√8/2");
    assert_eq!(shown(0, -1, 2, 1), "-√2");
    assert_eq!(shown(1, 3, 49, -33), "-2/3");
    assert_eq!(shown(7, 5, 0, 7), "1");
    assert_eq!(shown(0, 0, 3, -9), "0");
    assert!(Surd::new(5, 2, 9_u8, 4).is_rational() && !Surd::new(5, 2, 8_u8, 4).is_rational());
    assert!(root(8).same_field(&root(2)) && !root(2).same_field(&root(3)));
    assert_eq!(&root(8) - &root(2), root(2));
}

/// √2 + √3 cannot be written with one root.
#[test]
#[should_panic(expected = "rational multiples")]
fn no_sum_across_fields() {
    let _ = &root(2) + &root(3);
}

#[test]
#[should_panic(expected = "denominator")]
fn no_denominator_of_zero() {
    let _ = Surd::new(1, 1, 2_u8, 0);
}

/// Close calls: 10^2000 ± 1 and 10^2000 under the root of 10^1000, and 665857/470832 next to √2.
#[test]
fn close_calls() {
    let (n, square) = (UBig::from(10_u8).pow(1000), UBig::from(10_u8).pow(2000));
    let big = |d: UBig, sign: i32| Surd::new(0, sign, d, 1);
    let n = IBig::from(n);
    assert_eq!(big(&square - 1_u8, 1).floor(), &n - 1);
    assert_eq!(big(square.clone(), 1).floor(), n);
    assert_eq!(big(&square + 1_u8, 1).floor(), n);
    assert_eq!(big(&square - 1_u8, -1).floor(), -&n);
    assert_eq!(big(square.clone(), -1).floor(), -&n);
    assert_eq!(big(&square + 1_u8, -1).floor(), -&n - 1);
    assert!(big(square.clone(), 1) < big(square + 1_u8, 1));
    assert!(root(2) > -&root(2));
    // 665857² = 2·470832² + 1.
    assert!(Surd::rational(665_857, 470_832) > root(2));
    assert_eq!(Surd::new(665_857, -470_832, 2_u8, 1).floor(), int(0));
    assert_eq!(Surd::new(-665_857, 470_832, 2_u8, 1).floor(), int(-1));
}

/// Exhaustively: all n and all values of a range, slopes above and below 1, rational and not, by listing the terms.
#[test]
fn beatty_inverse_by_listing() {
    let slopes =
        [root(2), Surd::new(1, 1, 5_u8, 2), Surd::new(-1, 1, 5_u8, 8), Surd::rational(3, 7), Surd::rational(7, 3)];
    for alpha in &slopes {
        for gamma in [whole(0), Surd::rational(-5, 3), alpha.clone(), &whole(2) - alpha] {
            let beatty = Beatty::new(alpha.clone(), gamma).unwrap();
            let terms: Vec<(i64, IBig)> = (-400..400).map(|n| (n, beatty.term(&int(n)))).collect();
            for value in (-40..40).map(int) {
                let listed: Vec<i64> = terms.iter().filter(|(_, term)| *term == value).map(|(n, _)| *n).collect();
                let range = beatty.indices_of(&value);
                let found: Vec<i64> = (-400..400).filter(|&n| range.contains(&int(n))).collect();
                assert_eq!(listed, found, "{alpha} at {value}");
            }
        }
    }
    assert!(Beatty::new(root(2), root(3)).is_none());
    assert!(Beatty::new(whole(0), whole(0)).is_none());
}

/// Many terms in a row are the single terms. With α = 1/3 or γ = 5/7 the digits after the point do not decide at every
/// third or seventh index, for there nα + γ is an integer; with huge n and surds they nearly always do.
#[test]
fn stretches_are_terms() {
    let surds = [whole(1), Surd::rational(1, 3), Surd::rational(22, 7), phi(1, 1), phi(1000, 1), root(2)];
    for alpha in surds {
        for gamma in [whole(0), Surd::rational(5, 7), Surd::rational(-1, 3), whole(9)] {
            let beatty = Beatty::new(alpha.clone(), gamma).unwrap();
            for first in [IBig::from(0), IBig::from(-50), IBig::from(1_u64 << 53), IBig::from(10).pow(300)] {
                let (term, rises) = beatty.stretch(&first, 200);
                let expected: Vec<IBig> = (0..200).map(|index| beatty.term(&(&first + index))).collect();
                let found: Vec<IBig> = rises.iter().map(|rise| &term + *rise).collect();
                assert_eq!(found, expected, "{alpha} from {first}");
            }
        }
    }
}

/// How many indices i ≥ first have term v.
fn count(beatty: &Beatty, first: i64, v: i64) -> IBig {
    let range = beatty.indices_of(&int(v));
    (range.end - range.start.max(int(first))).max(int(0))
}

/// Lar15 Theorem 3.1 (O'Bryant): for 1/α + 1/β = 1 the sequences ⌊iα/p⌋ (i ≥ 0) and ⌊iβ/p⌋ (i ≥ 1) take each n ≥ 0 for
/// p indices in all, if and only if α is irrational. For p = 1 and n ≥ 1 this is the theorem of Rayleigh and Beatty.
#[test]
fn lar15_theorem_3_1() {
    let mut irrational: Vec<Surd> = [2, 3, 5, 7, 10].map(|d| &root(d) + &whole(1)).into();
    irrational.push(Surd::new(1, 1, 5_u8, 2));
    let rational = [Surd::rational(2, 1), Surd::rational(3, 2), Surd::rational(17, 5)];
    for alpha in irrational.iter().chain(&rational) {
        let beta = (&whole(1) - &alpha.inverse().unwrap()).inverse().unwrap();
        for p in 1..=6 {
            let over = |slope: &Surd| Beatty::new(slope * &Surd::rational(1, p), whole(0)).unwrap();
            let (x, y) = (over(alpha), over(&beta));
            let complementary = (0..300).all(|n| count(&x, 0, n) + count(&y, 1, n) == int(p));
            assert_eq!(complementary, !alpha.is_rational(), "{alpha} and {beta}, p = {p}");
        }
    }
}

/// 1/φ_α + 1/(φ_α + α) = 1; x² − (m/k)x − 1 = 0 with x > 0; β = α + m/p, and β/α is the root.
#[test]
fn the_numbers_of_the_papers() {
    for m in 0..30_u32 {
        for k in 1..30_u32 {
            let ratio = Surd::rational(m, k);
            let x = wythoff_root(m.into(), k.into());
            assert!(x > whole(0));
            assert_eq!(&(&x * &x) - &(&ratio * &x), whole(1));

            let phi = phi(m.into(), k.into());
            let sum = &phi.inverse().unwrap() + &(&phi + &ratio).inverse().unwrap();
            assert_eq!(sum, whole(1));

            let (alpha, beta) = slopes(m, k);
            let (m, p) = (IBig::from(m), IBig::from(k));
            let d = UBig::try_from(&m * &m + &p * &p * 4).unwrap();
            assert_eq!(alpha, Surd::new(&p * 2 - &m, 1, d.clone(), &p * 2));
            assert_eq!(beta, Surd::new(&p * 2 + &m, 1, d, &p * 2));
            assert_eq!(&beta * &alpha.inverse().unwrap(), x);
            assert_eq!(alpha, phi);
        }
    }
    assert_eq!(phi(1, 1).to_string(), "(1 + √5)/2");
    assert_eq!(phi(u64::MAX, 1).floor(), int(1));
}

/// The upper P-positions of the games that a_n and b_n solve are {a_n, b_n}, for the first columns of each.
#[test]
fn beatty_pairs_are_the_p_positions() {
    let games = [
        ("wythoff:m=1", 1, 1),
        ("wythoff:m=3", 3, 1),
        ("modulo:m=1,p=3,l=1", 1, 3),
        ("modulo:m=2,p=3,l=1", 2, 3),
        ("modulo:m=2,p=6,l=2", 2, 3),
        ("rook-blocking:m=2,p=4", 2, 4),
        ("choice:m=3,p=2", 3, 2),
    ];
    for (text, m, p) in games {
        let (a, b) = beatty_pair(m, p);
        let mut columns = Columns::new(&text.parse().unwrap(), None).unwrap();
        let mut n = int(0);
        for x in 0..300_u64 {
            let column = columns.next(u64::MAX).unwrap();
            for &y in column.p.iter().filter(|&&y| y >= x) {
                assert_eq!((a.term(&n), b.term(&n)), (x.into(), y.into()), "{text}, n = {n}");
                assert_eq!(b.term(&n) - a.term(&n), &n * m);
                n += 1;
            }
        }
        assert!(n > int(150), "{text}");
    }
}

/// Lar15 Lemma 3.3 (i), with i ≥ 0 for a and i ≥ 1 for b, and (ii) also for an n of a thousand digits.
#[test]
fn lar15_lemma_3_3() {
    let huge = IBig::from(7).pow(1200);
    for m in 1..=6 {
        for p in 1..=6 {
            let (a, b) = beatty_pair(m, p);
            assert!((0..200).all(|v| count(&a, 0, v) + count(&b, 1, v) == p.into()), "m = {m}, p = {p}");
            assert_eq!(b.term(&huge), a.term(&huge) + &huge * m);
        }
    }
}

/// The convergents of (1 + √5)/2 are the quotients of Fibonacci numbers.
#[test]
fn golden_convergents_are_fibonacci() {
    let (mut before, mut now) = (int(1), int(1));
    for convergent in phi(1, 1).convergents().take(500) {
        assert_eq!(convergent, (now.clone(), before.clone()));
        (before, now) = (now.clone(), before + now);
    }
}

/// Known expansions: √2 = [1; 2, 2, …], √7 = [2; 1,1,1,4, …], √(n² + 1) = [n; 2n, …], φ_m + m − 1 = [m; m, …],
/// −√2 = [−2; 1, 1, 2, 2, …], 415/93 = [4; 2, 6, 7].
#[test]
fn known_expansions() {
    let expansion = |s: Surd| {
        let expansion = s.expansion(100).unwrap();
        let numbers = |list: Vec<IBig>| list.iter().map(|n| i64::try_from(n).unwrap()).collect::<Vec<_>>();
        (numbers(expansion.start), numbers(expansion.period))
    };
    assert_eq!(expansion(root(2)), (vec![1], vec![2]));
    assert_eq!(expansion(root(7)), (vec![2], vec![1, 1, 1, 4]));
    assert_eq!(expansion(-&root(2)), (vec![-2, 1, 1], vec![2]));
    assert_eq!(expansion(Surd::rational(415, 93)), (vec![4, 2, 6, 7], vec![]));
    assert_eq!(expansion(Surd::rational(-7, 2)), (vec![-4, 2], vec![]));
    assert_eq!(expansion(whole(0)), (vec![0], vec![]));
    for n in 1..40_u32 {
        assert_eq!(expansion(root(n * n + 1)), (vec![n.into()], vec![(2 * n).into()]));
        assert_eq!(expansion(wythoff_root(n.into(), 1)), (vec![], vec![n.into()]));
    }
}
