//! The lines engine beside the reference engine and a plain nested loop over options, on one core.
//!
//! Rates are in cells per second; each bench asserts the number of P-positions it has found.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wythoff::solve::{self, Engine};
use wythoff::{Game, Position};

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
    // (game, m, k)
    for (text, m, k) in [("wythoff:m=3", 3, 1), ("blocking:k=50", 1, 50)] {
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
    let game: Game = "W^50".parse().expect("the game is written right");
    let board = solve::board(&game, 64, 64, None, &mut ()).expect("the board is small");
    assert!(board.is_p(Position::new(0, 49)) && !board.is_p(Position::new(0, 50)));
}

criterion_group!(lines, benches);
criterion_main!(lines);
