//! Strips: finding and checking certificates, and a machine that is followed far out beside the sparse engine, which
//! finds the same columns from the rules.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wythoff::certificate::strips::answer::{shipped, text};
use wythoff::certificate::strips::stream::{Far, Stream, follow};
use wythoff::certificate::strips::{Strips, verify};
use wythoff::engine::sparse::{Sparse, Tally};
use wythoff::proof::find_strips;
use wythoff::{SolveError, UNWATCHED};

/// k, and the columns that are to show its strips.
const FOUND: [(u64, u32); 5] = [(7, 20_000), (55, 20_000), (5, 60_000), (73, 60_000), (32, 130_000)];

/// Machines that are followed.
const FOLLOWED: [u32; 2] = [54, 73];

/// So many columns by the sparse engine, and by a machine.
const NEAR: u64 = 1_000_000;
const FAR: u64 = 100_000_000;

fn proof(k: u32) -> Strips {
    verify(text(k).expect("it is shipped")).expect("it is valid")
}

fn find(k: u64, columns: u32) -> Strips {
    let file = find_strips(k, columns, UNWATCHED).expect("k is small").expect("W^k has strips");
    verify(file.to_json()).expect("what is found is valid")
}

fn sparse(k: u32) -> Tally {
    let mut engine = Sparse::new(k.into()).expect("k is small");
    engine.run(NEAR, UNWATCHED, |_| Ok::<(), SolveError>(())).expect("the columns fit in memory")
}

fn followed(proof: &Strips) -> Far {
    follow(proof, FAR, UNWATCHED).expect("nobody stops it").expect("its letters can be followed")
}

/// The palaces of the first columns are those of the sparse engine, all of them.
fn assert_same(k: u32, proof: &Strips) {
    let mut columns = Stream::new(proof).expect("its letters can be followed");
    let mut engine = Sparse::new(k.into()).expect("k is small");
    let compared = engine.run(20_000, UNWATCHED, |column| {
        if column.x >= u64::from(proof.column()) {
            assert_eq!(columns.next_column(), (column.x, column.upper.to_vec()), "W^{k}");
        }
        Ok::<(), SolveError>(())
    });
    compared.expect("the columns fit in memory");
}

fn certificates(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("strips");
    group.sample_size(10);
    for (k, columns) in FOUND {
        assert_eq!(u64::from(find(k, columns).k()), k);
        group.bench_function(BenchmarkId::new("find", k), |bench| bench.iter(|| black_box(find(k, columns))));
    }
    group.bench_function("check all", |bench| bench.iter(|| shipped().map(|k| proof(k).k()).sum::<u32>()));
    group.finish();
}

fn far_out(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("columns of strips");
    group.sample_size(10);
    for k in FOLLOWED {
        let proof = proof(k);
        assert_same(k, &proof);
        assert!(followed(&proof).x >= FAR);
        group.throughput(Throughput::Elements(NEAR));
        group.bench_function(BenchmarkId::new("sparse engine", k), |bench| bench.iter(|| black_box(sparse(k))));
        group.throughput(Throughput::Elements(FAR));
        group.bench_function(BenchmarkId::new("machine", k), |bench| bench.iter(|| black_box(followed(&proof))));
    }
    group.finish();
}

criterion_group!(benches, certificates, far_out);
criterion_main!(benches);
