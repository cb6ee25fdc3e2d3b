//! The lines engine beside the reference engine and a plain nested loop over options, on one core.
//!
//! Rates are in cells per second; each bench asserts the number of P-positions it has found.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wythoff::Game;
use wythoff::solve::{self, Engine};

/// A game, and its m and k for the nested loop.
const GAMES: [(&str, usize, u32); 2] = [("wythoff:m=3", 3, 1), ("blocking:k=50", 1, 50)];

/// How many P-positions the engine finds for x, y < n.
fn p_count(game: &Game, n: u64, engine: Engine) -> u64 {
    let mut count = 0;
    let window = wythoff::Window::corner(n, n);
    let rows = solve::rows(game, window, solve::Values::Outcome, Some(engine), &mut (), |row| {
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

fn benches(c: &mut Criterion) {
    for (text, m, k) in GAMES {
        let game: Game = text.parse().expect("the games are written right");
        let mut group = c.benchmark_group(text);
        group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(3));
        // The slow ones on a smaller board: their rate only falls with the size.
        for n in [256, 4096_u64] {
            let expected = p_count(&game, n, Engine::Lines);
            group.throughput(Throughput::Elements(n * n));
            group.bench_with_input(BenchmarkId::new("lines", n), &n, |b, &n| {
                b.iter(|| assert_eq!(p_count(black_box(&game), n, Engine::Lines), expected));
            });
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
