//! Threads beside the sparse engine alone: the same columns, with and without a look at them.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use wythoff::SolveError;
use wythoff::engine::sparse::{Sparse, Tally};
use wythoff::structure::threads::{Threads, measure};

const COLUMNS: u64 = 1_000_000;

fn engine_alone(k: u64) -> Tally {
    let mut engine = Sparse::new(k).expect("k is small");
    engine.run(COLUMNS, &(), |_| Ok::<(), SolveError>(())).expect("the columns fit in memory")
}

fn threads(k: u64) -> Threads {
    measure(k, COLUMNS, &()).expect("the columns fit in memory")
}

/// k, and the number of slopes.
const CASES: [(u64, usize); 3] = [(4, 1), (20, 3), (100, 4)];

fn compare(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("threads");
    group.sample_size(10);
    for (k, slopes) in CASES {
        let (tally, found) = (engine_alone(k), threads(k));
        assert_eq!((found.p_count, found.signature), (tally.p_count, tally.signature), "W^{k}: the same palaces");
        assert_eq!(found.threads.len(), slopes, "W^{k}");
        group.bench_function(BenchmarkId::new("engine alone", k), |bench| bench.iter(|| black_box(engine_alone(k))));
        group.bench_function(BenchmarkId::new("threads", k), |bench| bench.iter(|| black_box(threads(k))));
    }
    group.finish();
}

criterion_group!(benches, compare);
criterion_main!(benches);
