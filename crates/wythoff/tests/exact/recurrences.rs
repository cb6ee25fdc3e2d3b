//! The streams of the mex recurrences against the recurrences taken literally, the boards, and the closed forms.

use wythoff::exact::{ClassPairs, CountedPairs, DiagonalPairs, IBig, Surd, beatty_pair, slopes};
use wythoff::solve::Columns;

type Pair = (u64, u64);

/// The first terms, each found from all terms before it: x_n is the least v that occurs for less than `times` indices
/// among the x_i and y_j, where `names` gives the i and the j for n.
fn literal<X, Y>(count: usize, times: u16, names: impl Fn(usize) -> (X, Y), m: u64) -> Vec<Pair>
where
    X: Iterator<Item = usize>,
    Y: Iterator<Item = usize>,
{
    let mut pairs: Vec<Pair> = Vec::new();
    let mut seen = vec![0_u16; 2 * count];
    for n in 0..count {
        seen.fill(0);
        let (xs, ys) = names(n);
        // An index counts once for a number: y_0 = x_0 = 0 is no second 0.
        let numbers = xs.map(|i| pairs[i].0).chain(ys.filter(|&j| j > 0).map(|j| pairs[j].1));
        for number in numbers.filter_map(|number| usize::try_from(number).ok()) {
            if let Some(seen) = seen.get_mut(number) {
                *seen += 1;
            }
        }
        let x = seen.iter().position(|&seen| seen < times).unwrap() as u64;
        pairs.push((x, x + m * n as u64));
    }
    pairs
}

/// Lar15, Proposition 5.2 (i), (ii), (iii).
fn literal_lar15(count: usize, m: u64, p: u16) -> [Vec<Pair>; 3] {
    let times = p;
    let p = usize::from(p);
    let by_residue = |n: usize| ((n % p..n).step_by(p), ((p - n % p) % p..n).step_by(p));
    let by_round = |n: usize| {
        let (round, l) = (n / p, n % p);
        let y_index = move |i| if l == 0 { p * i } else { p * (i + 1) - l };
        ((0..round).map(move |i| p * i + l), (0..round).map(y_index))
    };
    [literal(count, times, |n| (0..n, 0..n), m), literal(count, 1, by_residue, m), literal(count, 1, by_round, m)]
}

/// The streams of Lar15, Proposition 5.2 (i), (ii), (iii).
fn lar15(m: u32, p: u32) -> [Box<dyn Iterator<Item = Pair>>; 3] {
    [Box::new(CountedPairs::new(m, p)), Box::new(ClassPairs::by_residue(m, p)), Box::new(ClassPairs::by_round(m, p))]
}

/// All m, p ≤ 12; with the window as it is, which holds all these b's, and with small ones, which do not.
#[test]
fn diagonal_blocking_word_for_word() {
    for (m, p) in (1..=12).flat_map(|m| (1..=12).map(move |p| (m, p))) {
        let expected = oracle::pairs(m.into(), p.into()).take(2000).collect::<Vec<_>>();
        assert!(DiagonalPairs::new(m, p).take(2000).eq(expected.iter().copied()), "m = {m}, p = {p}");
        for words in [0, 1, 2, 5] {
            let mut pairs = DiagonalPairs::with_window(m, p, words);
            assert!(pairs.by_ref().take(2000).eq(expected.iter().copied()), "m = {m}, p = {p}, {words} words");
            if 2000 / p * m > 64 * 6 {
                assert!(pairs.levels() > 1, "m = {m}, p = {p}, {words} words");
            }
        }
    }
}

/// All m, p ≤ 12.
#[test]
fn lar15_proposition_5_2_word_for_word() {
    for (m, p) in (1..=12).flat_map(|m| (1..=12).map(move |p| (m, p))) {
        let count = 2000;
        let expected = literal_lar15(count, m.into(), u16::try_from(p).unwrap());
        for (part, (stream, expected)) in lar15(m, p).into_iter().zip(expected).enumerate() {
            assert!(stream.take(count).eq(expected), "part {part}, m = {m}, p = {p}");
        }
    }
}

/// The upper P-positions of the first columns of a game, in order.
fn upper_positions(game: &str, columns: u64) -> Vec<Pair> {
    let mut board = Columns::new(&game.parse().unwrap(), None).unwrap();
    let mut pairs = Vec::new();
    for x in 0..columns {
        let column = board.next(u64::MAX).unwrap();
        pairs.extend(column.p.iter().filter(|&&y| y >= x).map(|&y| (x, y)));
    }
    pairs
}

#[test]
fn streams_are_the_p_positions() {
    for (m, p) in (1..=5).flat_map(|m| (1..=5).map(move |p| (m, p))) {
        let expected = upper_positions(&format!("diagonal-blocking:m={m},p={p}"), 300);
        assert!(expected.len() > 150);
        assert!(DiagonalPairs::with_window(m, p, 1).take(expected.len()).eq(expected), "m = {m}, p = {p}");
        let expected = upper_positions(&format!("rook-blocking:m={m},p={p}"), 100);
        assert!(expected.len() > 100 * (p as usize) / 2);
        for stream in lar15(m, p) {
            assert!(stream.take(expected.len()).eq(expected.iter().copied()), "m = {m}, p = {p}");
        }
    }
}

/// Beyond the window, and many times beyond small ones.
#[test]
fn diagonal_blocking_far_out() {
    for (m, p) in [(1, 1), (2, 3), (1, 10), (7, 2), (64, 1), (65, 64), (1000, 3), (3, 1000), (200, 200)] {
        let count = 1_000_000;
        for words in [1, 16] {
            let pairs = DiagonalPairs::with_window(m, p, words).take(count);
            assert!(pairs.eq(oracle::pairs(m.into(), p.into()).take(count)), "m = {m}, p = {p}, {words} words");
        }
    }
    for (m, p) in [(1, 1), (2, 3), (5, 3)] {
        let count = 6_000_000;
        let mut pairs = DiagonalPairs::new(m, p);
        assert!(pairs.by_ref().take(count).eq(oracle::pairs(m.into(), p.into()).take(count)), "m = {m}, p = {p}");
        assert!(pairs.levels() > 2, "m = {m}, p = {p}");
    }
}

/// ⌊(n − p + 1)α⌋ ≤ a_n ≤ ⌊nα⌋ and the same for b_n with β (Lar09, 1.4.5, with floors), at 10^7.
#[test]
fn diagonal_blocking_is_close_to_beatty() {
    for (m, p) in [(1, 1), (1, 2), (2, 3), (3, 2)] {
        let n = 10_000_000_u64;
        let (a, b) = DiagonalPairs::new(m, p).nth(usize::try_from(n).unwrap()).unwrap();
        assert_eq!(b - a, u64::from(m) * (n / u64::from(p)));
        let (alpha, beta) = slopes(m, p);
        for (term, slope) in [(a, alpha), (b, beta)] {
            let floor = |n: u64| (&slope * &Surd::rational(n, 1)).floor();
            let term = IBig::from(term);
            assert!(floor(n - u64::from(p) + 1) <= term && term <= floor(n), "m = {m}, p = {p}");
        }
    }
}

/// If p | m the pairs are (pA_n + r, pB_n + r), 0 ≤ r < p, with the pairs of `wythoff:m/p` (Lar09, 1.4.5).
#[test]
fn diagonal_blocking_for_p_that_divides_m() {
    for (m, p) in [(1, 1), (3, 1), (2, 2), (6, 2), (6, 3), (64, 64), (1 << 16, 1 << 15), (1 << 31, 1), (u32::MAX, 5)] {
        let (a, b) = beatty_pair(m / p, 1);
        let p = u64::from(p);
        for (n, pair) in (0..1_000_000).zip(DiagonalPairs::with_window(m, u32::try_from(p).unwrap(), 1)) {
            if n % 997 < 3 {
                let (index, r) = (IBig::from(n / p), n % p);
                let expected = (a.term(&index) * p + r, b.term(&index) * p + r);
                assert_eq!((IBig::from(pair.0), IBig::from(pair.1)), expected, "m = {m}, p = {p}, n = {n}");
            }
        }
    }
}

/// The three streams are the Beatty pairs (Lar15, Proposition 5.2): some terms of the first million, and at 10^7.
#[test]
fn lar15_far_out() {
    let edges = [1 << 16, 1 << 31, u32::MAX];
    let ordinary = [(1, 1), (1, 2), (2, 3), (1, 10), (10, 1), (7, 7), (1000, 3), (3, 1000)];
    let large = edges.into_iter().flat_map(|edge| [(1, edge), (edge, 1), (edge, 5), (edge, edge), (edge, 1 << 16)]);
    for (m, p) in ordinary.into_iter().chain(large) {
        let (a, b) = beatty_pair(m, p);
        for (part, stream) in lar15(m, p).into_iter().enumerate() {
            let mut ended = false;
            let mut terms = (0..1_000_000_u64).zip(stream);
            for (n, (x, y)) in terms.by_ref().filter(|(n, _)| n % 9973 < 3 || *n == 999_999) {
                let n = IBig::from(n);
                assert_eq!((IBig::from(x), IBig::from(y)), (a.term(&n), b.term(&n)), "{part}, m = {m}, p = {p}, {n}");
                ended = n == IBig::from(999_999);
            }
            assert!(ended, "part {part}, m = {m}, p = {p}");
        }
    }
    for (m, p) in [(1, 1), (2, 3)] {
        let (a, b) = beatty_pair(m, p);
        let n = 10_000_000;
        let expected = (a.term(&IBig::from(n)), b.term(&IBig::from(n)));
        for mut stream in lar15(m, p) {
            let (x, y) = stream.nth(n).unwrap();
            assert_eq!((IBig::from(x), IBig::from(y)), expected, "m = {m}, p = {p}");
        }
    }
}

/// m ≫ p, p ≫ m, and the edges of the 32-bit numbers, with the b's that are still below 2^63.
#[test]
fn diagonal_blocking_at_the_edges() {
    let edges = [1, 63, 64, 65, 1 << 16, 1 << 31, u32::MAX];
    for (m, p) in edges.into_iter().flat_map(|m| edges.map(|p| (m, p))) {
        let count = 200_000;
        for words in [1, 1 << 14] {
            let mut pairs = DiagonalPairs::with_window(m, p, words);
            let expected = oracle::pairs(m.into(), p.into()).take(count);
            assert!(pairs.by_ref().take(count).eq(expected), "m = {m}, p = {p}, {words} words");
            assert!(pairs.levels() <= count / (32 * words) + 2, "m = {m}, p = {p}: {}", pairs.levels());
        }
    }
}

/// Copies lie a factor β/α apart. It is least for m = p = 1, the golden ratio: 1.44 copies more when n doubles.
#[test]
fn lar15_needs_few_copies() {
    for (m, p) in [(1, 1), (1, 2), (2, 3), (1, 10), (10, 1), (1, u32::MAX), (u32::MAX, 1), (1 << 16, 1 << 16)] {
        let mut counted = CountedPairs::new(m, p);
        let mut by_residue = ClassPairs::by_residue(m, p);
        let mut by_round = ClassPairs::by_round(m, p);
        for n in 1..=1_u32 << 20 {
            assert!(counted.next().is_some() && by_residue.next().is_some() && by_round.next().is_some());
            if n.is_power_of_two() {
                let levels = [counted.levels(), by_residue.levels(), by_round.levels()];
                let limit = n.ilog2() as usize * 3 / 2 + 4;
                assert!(levels.iter().all(|&levels| levels <= limit), "{levels:?} for {n}, m = {m}, p = {p}");
            }
        }
    }
}

/// When n doubles, the chain gets longer by log 2 / log L copies, L = β/α: 1.44, 2.12, 0.66 and 13.9 for these.
#[test]
fn diagonal_blocking_needs_a_logarithm_of_copies() {
    for (m, p, more) in [(1, 1, 2), (2, 3, 3), (5, 2, 1), (1, 10, 15)] {
        let mut pairs = DiagonalPairs::with_window(m, p, 1);
        assert!(pairs.nth((1 << 12) - 1).is_some());
        for doubled in 12..21 {
            let before = pairs.levels();
            assert!(pairs.nth((1 << doubled) - 1).is_some());
            assert!(pairs.levels() <= before + more, "{} copies after {before}, m = {m}, p = {p}", pairs.levels());
        }
        assert!(pairs.levels() > 4);
    }
}

#[test]
#[should_panic(expected = "at least 1")]
fn no_m_of_zero() {
    let _ = CountedPairs::new(0, 1);
}

#[test]
#[should_panic(expected = "at least 1")]
fn no_p_of_zero() {
    let _ = DiagonalPairs::new(1, 0);
}
