//! The automaton engine beside the lines engine and the best scalar loop for W^k, on one core. Rates are in cells per
//! second; each bench asserts what it has found.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use wythoff::engine::automaton::{self, Diamond, Site, Start, Strategy, Window, forward, reverse};
use wythoff::solve::{self, Engine, Row, Values};
use wythoff::{Game, SolveError};

const K: u32 = 500;
const N: u64 = 4096;

/// The P-positions of W^K for x, y < N, with running counts per row, column and diagonal.
fn running_counts() -> usize {
    let n = usize::try_from(N).expect("small");
    let (mut columns, mut diagonals, mut palaces) = (vec![0_u32; n], vec![0_u32; 2 * n], 0);
    for y in 0..n {
        let mut row = 0;
        for x in 0..n {
            let diagonal = &mut diagonals[x + n - y];
            if row + columns[x] + *diagonal < K {
                row += 1;
                columns[x] += 1;
                *diagonal += 1;
                palaces += 1;
            }
        }
    }
    palaces
}

fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("automaton, W^500");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    let expected = running_counts();
    let board = wythoff::Window::corner(N, N);
    let game: Game = format!("blocking:k={K}").parse().expect("the game is written right");
    let palaces = |row: &Row<'_>| row.p.iter().map(|p| usize::from(*p)).sum::<usize>();

    group.throughput(Throughput::Elements(N * N));
    group.bench_function("running counts", |b| b.iter(|| assert_eq!(black_box(running_counts()), expected)));
    for values in [Values::Outcome, Values::Deviation] {
        group.bench_function(format!("lines, {values:?}"), |b| {
            b.iter(|| {
                let mut found = 0;
                let rows = solve::rows(&game, board, values, Some(Engine::Lines), &(), |row| {
                    found += palaces(&row);
                    Ok::<(), SolveError>(())
                });
                rows.expect("the board is small");
                assert_eq!(found, expected);
            });
        });
        group.bench_function(format!("automaton, {values:?}"), |b| {
            b.iter(|| {
                let mut found = 0;
                let rows = automaton::rows(K, board, values, &(), |row| {
                    found += palaces(&row);
                    Ok::<(), SolveError>(())
                });
                rows.expect("the board is small");
                assert_eq!(found, expected);
            });
        });
    }

    // A window alone, and back again.
    let window = Window::new(Site::new(1000, 2000), 1024, 1024).expect("near");
    let start = Start::Game { k: K };
    let run = start.grid(window.with_top_left(), &()).expect("small");
    let edges = run.top_left(window).expect("the run has them");
    let end = run.bottom_right(run.window().without_bottom_right().expect("large")).expect("the run has them");
    let choices = Strategy::Given(run.choices());
    group.throughput(Throughput::Elements(1024 * 1024));
    group.bench_function("forward", |b| b.iter(|| assert!(forward(black_box(&edges), &()).as_ref() == Ok(&run))));
    group.bench_function("reverse", |b| {
        b.iter(|| assert!(reverse(black_box(&end), &choices, &()).expect("small").run == run));
    });
    let state = Diamond::new(-1, -4000..=4000, |site| start.given(site).unwrap_or(0)).expect("small");
    // 1000 generations of 4000 cells, half a cell fewer on both sides each.
    group.throughput(Throughput::Elements(1000 * 3500));
    group.bench_function("diamond", |b| {
        b.iter(|| {
            let mut state = state.clone();
            for _ in 0..1000 {
                state.forward().expect("the values are small");
            }
            assert_eq!(state.newest().time(), 999);
        });
    });
    group.finish();
}

criterion_group!(automaton_benches, benches);
criterion_main!(automaton_benches);
