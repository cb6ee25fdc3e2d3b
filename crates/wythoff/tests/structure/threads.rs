//! Threads against a naive scan that keeps the whole board, and against the slopes of Lar11's Table 1.

use oracle::Palaces;
use wythoff::exact::{IBig, Surd};
use wythoff::structure::ratio::{Interval, Ratio};
use wythoff::structure::threads::{Part, Thickness, Threads, fewest_columns, measure};
use wythoff::{Position, SolveError, Tally};

fn parts(found: &Threads) -> Vec<&Part> {
    found.threads.iter().flat_map(|thread| &thread.parts).collect()
}

/// What each column from `from` on holds of each part: cut along rays through the middle between neighbours in the last
/// column.
fn cut(board: &[Vec<u64>], parts: &[&Part]) -> Vec<Vec<(u64, Vec<u64>)>> {
    let middle = |pair: &[&Part]| {
        let (x, low) = (pair[1].last.0, pair[1].last.1);
        let high = pair[0].last.2 * x / pair[0].last.0;
        (x, u64::midpoint(low, high))
    };
    let rays: Vec<(u64, u64)> = parts.windows(2).map(middle).collect();
    let belongs = |x: u64, y: u64| rays.iter().filter(|(rx, ry)| y * rx > ry * x).count();
    let of_part = |number: usize| {
        let columns = (parts[number].from..).zip(&board[usize::try_from(parts[number].from).unwrap()..]);
        let mine = |(x, ys): (u64, &Vec<u64>)| (x, ys.iter().copied().filter(|&y| belongs(x, y) == number).collect());
        columns.map(mine).collect()
    };
    (0..parts.len()).map(of_part).collect()
}

/// The interval of the lemma from all points, not from a hull.
fn interval(points: &[(u64, u64)]) -> Interval {
    let ((x0, y0), (x1, y1)) = (points[0], points[points.len() - 1]);
    let (dx, dy) = (i128::from(x1 - x0), i128::from(y1) - i128::from(y0));
    let offsets: Vec<i128> = points.iter().map(|&(x, y)| i128::from(y) * dx - i128::from(x) * dy).collect();
    let sway = (offsets.iter().max().unwrap() - offsets.iter().min().unwrap()).max(dx);
    Interval { low: Ratio::new(dy * dx - sway, dx * dx), high: Ratio::new(dy * dx + sway, dx * dx) }
}

#[test]
fn records_agree_with_a_naive_scan() {
    let mut periodic = 0;
    for (k, n) in [
        (1, 2000),
        (2, 3000),
        (3, 1024),
        (4, 5000),
        (5, 4000),
        (6, 2500),
        (7, 6000),
        (8, 3000),
        (9, 4000),
        (15, 8000),
        (20, 9000),
    ] {
        let board = Palaces::columns(k, n);
        let found = measure(k.into(), n as u64, &()).unwrap();
        let mut tally = Tally::default();
        let all = || board.iter().zip(0..).flat_map(|(ys, x)| ys.iter().map(move |&y| Position::new(x, y)));
        all().for_each(|at| tally.add(at));
        let (p_count, signature, fingerprint) = (found.p_count, found.signature, found.fingerprint);
        assert_eq!(Tally { p_count, signature, fingerprint }, tally, "W^{k}");
        let parts = parts(&found);
        for (part, columns) in parts.iter().zip(cut(&board, &parts)) {
            let from = part.from;
            let note = format!("W^{k}, {n} columns, the thread through {:?}", part.last);
            let sizes = || columns.iter().map(|(_, ys)| ys.len() as u64);
            assert_eq!((part.columns, part.count), (n as u64 - from, sizes().sum()), "{note}");
            let vertical = Thickness { min: sizes().min().unwrap(), max: sizes().max().unwrap() };
            assert_eq!(part.vertical, vertical, "{note}");
            let nonempty = || columns.iter().filter(|(_, ys)| !ys.is_empty());
            let low = interval(&nonempty().map(|(x, ys)| (*x, ys[0])).collect::<Vec<_>>());
            let high = interval(&nonempty().map(|(x, ys)| (*x, ys[ys.len() - 1])).collect::<Vec<_>>());
            assert_eq!(part.slope, low.meet(high).unwrap_or(low.join(high)), "{note}");
            let mut before = 0;
            let counts = columns.iter().map(|(x, ys)| {
                before += ys.len() as u64;
                (*x, before - ys.len() as u64)
            });
            assert_eq!(part.density, interval(&counts.collect::<Vec<_>>()), "{note}");
            if let Some(period) = part.period {
                periodic += 1;
                for (x, ys) in columns.iter().filter(|(x, _)| *x >= period.from.max(from) && x + period.dx < n as u64) {
                    let moved: Vec<u64> = ys.iter().map(|y| y + period.dy).collect();
                    assert_eq!(columns[usize::try_from(x + period.dx - from).unwrap()].1, moved, "{note}, column {x}");
                }
            }
        }
    }
    assert!(periodic >= 10, "only {periodic} periods were there to check");
}

/// A period is claimed from a column on that lies before the record; the whole thread is checked there, strand by
/// strand.
#[test]
fn strands_hold_what_they_say_since_the_period_began() {
    for (k, n) in [(5, 3000), (8, 3000), (13, 4000), (14, 5000)] {
        let board = Palaces::columns(k, n);
        let found = measure(k.into(), n as u64, &()).unwrap();
        for part in parts(&found) {
            let Some(period) = part.period else { continue };
            let slope = period.slope();
            let (p, q) = (slope.num(), slope.den());
            for strand in &part.strands {
                let inside = |x: u64, y: u64| {
                    let offset = Ratio::new(i128::from(y) * q - i128::from(x) * p, q);
                    strand.low <= offset && offset <= strand.high
                };
                let columns = period.from..n as u64 - period.dx;
                let mut count = 0;
                for x in columns.clone() {
                    let here: Vec<u64> =
                        board[usize::try_from(x).unwrap()].iter().copied().filter(|&y| inside(x, y)).collect();
                    let there = &board[usize::try_from(x + period.dx).unwrap()];
                    assert!(here.iter().all(|y| there.contains(&(y + period.dy))), "W^{k}, column {x}");
                    if x < period.from + period.dx {
                        count += here.len();
                    }
                }
                assert_eq!(strand.per_column, Ratio::new(count as i128, period.dx.into()), "W^{k}, {strand:?}");
            }
        }
    }
}

#[test]
fn lar11_table_1() {
    let table = include_str!("../golden/lar11-slopes.txt");
    let mut rows = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (k, slopes) = line.split_once(' ').unwrap();
        let k: u64 = k.parse().unwrap();
        let measured: Vec<f64> = slopes.split(' ').map(|slope| slope.parse().unwrap()).collect();
        let found = measure(k, 100_000, &()).unwrap();
        assert_eq!(found.threads.len(), measured.len(), "the number of slopes of W^{k}");
        for (thread, measured) in found.threads.iter().zip(measured) {
            let off = (thread.slope.middle() - measured).abs();
            assert!(
                off <= thread.slope.error() + 5e-5,
                "W^{k}: {measured} is not {} ± {}",
                thread.slope.middle(),
                thread.slope.error()
            );
            assert!(thread.slope.error() < 5e-3, "W^{k}: ± {} at {measured}", thread.slope.error());
        }
        rows += 1;
    }
    assert_eq!(rows, 20);
}

/// The slopes on which the printed table is off, and some others: the interval holds the closed form and is narrower
/// than one in so many.
#[test]
fn intervals_hold_the_forms() {
    let golden = || Surd::new(1, 1, 5_u8, 2);
    let cases: [(u64, u64, usize, Surd, i128, &str); 14] = [
        (1, 50_000, 0, golden(), 10_000, "(1 + √5)/2"),
        (2, 50_000, 0, golden(), 7_000, "(1 + √5)/2"),
        (2, 50_000, 1, Surd::rational(2, 1), 10_000, "2"),
        (3, 50_000, 0, Surd::rational(2, 1), 10_000, "2"),
        (4, 50_000, 0, Surd::new(1, 1, 2_u8, 1), 7_000, "1 + √2"),
        (5, 200_000, 0, Surd::new(2, 1, 29_u8, 5), 4_000, "(2 + √29)/5"),
        (6, 500_000, 0, Surd::new(1, 1, 17_u8, 4), 1_300, "(1 + √17)/4"),
        (10, 200_000, 0, golden(), 5_000, "(1 + √5)/2"),
        (12, 500_000, 0, Surd::new(3, 1, 34_u8, 5), 6_000, "(3 + √34)/5"),
        (13, 1_000_000, 0, Surd::new(1, 1, 26_u8, 5), 3_000, "(1 + √26)/5"),
        (15, 200_000, 0, Surd::new(51, 1, 5305_u16, 52), 14_000, "(51 + √5305)/52"),
        (15, 200_000, 1, Surd::rational(13, 5), 30_000, "13/5"),
        (19, 500_000, 0, Surd::new(9, 5, 10_u8, 13), 6_000, "(9 + 5√10)/13"),
        (20, 1_000_000, 0, Surd::new(17, 1, 4514_u16, 65), 5_000, "(17 + √4514)/65"),
    ];
    let surd = |ratio: Ratio| Surd::rational(IBig::from(ratio.num()), IBig::from(ratio.den()));
    for (k, columns, number, slope, one_in, form) in cases {
        let found = measure(k, columns, &()).unwrap();
        let thread = &found.threads[number];
        let Interval { low, high } = thread.slope;
        assert!(surd(low) <= slope && slope <= surd(high), "W^{k}: {form} is not between {low} and {high}");
        let width = thread.slope.width().unwrap();
        assert!(width < Ratio::new(1, one_in), "W^{k}: the interval from {low} to {high} is {} wide", width.to_f64());
        let exact = thread.exact.as_ref().unwrap_or_else(|| panic!("W^{k}: no form for {form}"));
        assert_eq!(exact.value.to_string(), form, "W^{k}");
        assert!(exact.odds >= 100 && exact.digits > exact.by_chance, "W^{k}: {exact:?}");
    }
}

/// Σ d(1 + 1/s) = k over the threads, from Lar11 Prop. 1.2. Irregular threads may sway more than they were seen to:
/// twice the error is allowed.
#[test]
fn threads_and_mirror_images_cover_each_column_k_times() {
    for k in 1..=30 {
        let cover = measure(k, 60_000, &()).unwrap().cover().unwrap();
        let off = (cover.middle() - f64::from(u32::try_from(k).unwrap())).abs();
        assert!(
            off <= 2.0 * cover.error() + 1e-9 && cover.error() < 5e-3,
            "W^{k}: {} ± {}",
            cover.middle(),
            cover.error()
        );
    }
}

#[test]
fn the_inner_strands_of_w7_drift_and_those_of_w8_do_not() {
    let seven = measure(7, 300_000, &()).unwrap();
    assert_eq!(seven.threads.len(), 1);
    assert!(seven.threads[0].drifts());
    let drifts: Vec<bool> = seven.threads[0].parts[0].strands.iter().map(|strand| strand.drift < Ratio::ZERO).collect();
    assert_eq!(drifts, [true, true, false], "the two inner strands move away from the outer one");
    let eight = measure(8, 300_000, &()).unwrap();
    assert!(eight.threads.iter().all(|thread| !thread.drifts()));
}

/// Intervals shrink like 1/N: ten times the columns, at most a third of the width.
#[test]
fn intervals_shrink() {
    for k in [1, 4, 5, 9, 15] {
        let [few, many] = [20_000, 200_000].map(|columns| measure(k, columns, &()).unwrap());
        for (few, many) in few.threads.iter().zip(&many.threads) {
            assert!(
                many.slope.error() * 3.0 < few.slope.error(),
                "W^{k}: {} and {}",
                few.slope.error(),
                many.slope.error()
            );
        }
    }
}

#[test]
fn requests_out_of_range_are_refused() {
    assert!(matches!(measure(0, 5000, &()), Err(SolveError::Unsupported(_))));
    assert!(matches!(measure(1 << 16, 1 << 21, &()), Err(SolveError::Unsupported(_))));
    assert!(matches!(measure(100, fewest_columns(100) - 1, &()), Err(SolveError::Unsupported(_))));
    assert!(matches!(measure(2, (1 << 30) + 1, &()), Err(SolveError::TooManyColumns { .. })));
    for k in [1, 63, 64, 300] {
        assert!(!measure(k, fewest_columns(k), &()).unwrap().threads.is_empty(), "W^{k}");
    }
}

#[test]
fn json_has_the_keys_of_the_specification() {
    let document = measure(7, 20_000, &()).unwrap().json();
    assert_eq!((document["k"].as_u64(), document["columns"].as_u64()), (Some(7), Some(20_000)));
    let thread = &document["threads"][0];
    assert!((thread["slope"].as_f64().unwrap() - 2.5).abs() <= thread["slope_error"].as_f64().unwrap());
    for key in ["per_column", "thickness", "period", "exact", "offsets"] {
        assert!(thread.get(key).is_some(), "{key}");
    }
}
