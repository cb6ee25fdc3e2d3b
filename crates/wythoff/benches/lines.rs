//! The lines engine beside the reference engine and a plain nested loop over options, on one core.
//!
//! Rates are in cells per second. Each bench asserts the number of P-positions it has found, which is known from Beatty
//! pairs or from a loop of its own. For W^k there is also the best scalar loop that knows only this game.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wythoff::Game;
use wythoff::exact::{IBig, beatty_pair};
use wythoff::solve::{self, Engine};

/// A game, and its m and k for the nested loop.
const GAMES: [(&str, usize, u32); 2] = [("wythoff:m=3", 3, 1), ("blocking:k=50", 1, 50)];

/// How many P-positions the engine finds for x, y < n.
fn p_count(game: &Game, n: u64, engine: Engine) -> u64 {
    let mut count = 0;
    let window = wythoff::Window::corner(n, n);
    let rows = solve::rows(game, window, solve::Values::Outcome, Some(engine), &(), |row| {
        count += row.p.iter().map(|p| u64::from(*p)).sum::<u64>();
        Ok::<(), wythoff::SolveError>(())
    });
    rows.expect("the board is small");
    count
}

/// What one writes in an afternoon: for each cell, count the P-positions among the options. Rook and m-bishop moves,
/// k−1 of any option blocked.
fn nested_loop(m: usize, k: u32, n: usize) -> u64 {
    let mut board = vec![false; n * n];
    for y in 0..n {
        for x in 0..n {
            let mut palaces = 0;
            for i in 1..=x {
                palaces += u32::from(board[y * n + x - i]);
            }
            for j in 1..=y {
                palaces += u32::from(board[(y - j) * n + x]);
            }
            for i in 1..=x {
                for j in (i + 1).saturating_sub(m).max(1)..(i + m).min(y + 1) {
                    palaces += u32::from(board[(y - j) * n + x - i]);
                }
            }
            board[y * n + x] = palaces < k;
        }
    }
    board.iter().map(|p| u64::from(*p)).sum()
}

/// The same board as `nested_loop` for m = 1, with running counts per row, column and diagonal: what the lines engine
/// does for every game, written out for one.
fn running_counts(k: u32, n: usize) -> u64 {
    let (mut columns, mut diagonals, mut palaces) = (vec![0_u32; n], vec![0_u32; 2 * n], 0);
    for y in 0..n {
        let mut row = 0;
        for x in 0..n {
            // The diagonal x − y + n of this cell.
            let diagonal = &mut diagonals[x + n - y];
            if row + columns[x] + *diagonal < k {
                row += 1;
                columns[x] += 1;
                *diagonal += 1;
                palaces += 1;
            }
        }
    }
    palaces
}

/// How many P-positions of m-Wythoff Nim have x, y < n, by Beatty pairs (Lar15 (1) and (2)).
fn beatty_count(m: u32, n: u64) -> u64 {
    let (_, b) = beatty_pair(m, 1);
    let upper = (0..n).take_while(|&i| b.term(&IBig::from(i)) < IBig::from(n)).count() as u64;
    // (0,0) is its own mirror image.
    2 * upper - 1
}

fn benches(c: &mut Criterion) {
    for (text, m, k) in GAMES {
        let game: Game = text.parse().expect("the games are written right");
        let mut group = c.benchmark_group(text);
        group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
        // The slow ones on a smaller board: their rate only falls with the size.
        for n in [256, 4096_u64] {
            let expected = match k {
                1 => beatty_count(u32::try_from(m).unwrap(), n),
                _ => running_counts(k, usize::try_from(n).unwrap()),
            };
            group.throughput(Throughput::Elements(n * n));
            group.bench_with_input(BenchmarkId::new("lines", n), &n, |b, &n| {
                b.iter(|| assert_eq!(p_count(black_box(&game), n, Engine::Lines), expected));
            });
            if k > 1 {
                group.bench_with_input(BenchmarkId::new("running counts", n), &n, |b, &n| {
                    b.iter(|| assert_eq!(running_counts(black_box(k), usize::try_from(n).unwrap()), expected));
                });
            }
            if n == 256 {
                group.bench_with_input(BenchmarkId::new("reference", n), &n, |b, &n| {
                    b.iter(|| assert_eq!(p_count(black_box(&game), n, Engine::Reference), expected));
                });
                group.bench_with_input(BenchmarkId::new("nested loop", n), &n, |b, &n| {
                    b.iter(|| assert_eq!(nested_loop(m, black_box(k), usize::try_from(n).unwrap()), expected));
                });
            }
        }
        group.finish();
    }
    print_ratios();
}

/// How many times as fast the lines engine is, in one run: the best of three each, on the board that all can do.
fn print_ratios() {
    const N: u64 = 256;
    let best = |work: &dyn Fn() -> u64| {
        let time = |_| {
            let since = Instant::now();
            black_box(work());
            since.elapsed().as_secs_f64()
        };
        (0..3).map(time).fold(f64::INFINITY, f64::min)
    };
    for (text, m, k) in GAMES {
        let game: Game = text.parse().expect("the games are written right");
        let lines = best(&|| p_count(&game, N, Engine::Lines));
        let reference = best(&|| p_count(&game, N, Engine::Reference));
        let nested = best(&|| nested_loop(m, k, usize::try_from(N).unwrap()));
        println!(
            "{text}, {N}×{N}: lines is {:.0} times as fast as the reference and {:.0} times as fast as the nested loop",
            reference / lines,
            nested / lines
        );
    }
}

criterion_group!(lines, benches);
criterion_main!(lines);
