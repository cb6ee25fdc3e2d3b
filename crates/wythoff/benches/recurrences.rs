//! The streams of the mex recurrences, in time per term, beside a plain loop that keeps all pending b's in a queue.
//!
//! Each bench asserts its last term. The queue and the stream of Lar09 must agree there, and for p | m with the closed
//! form; those of Lar15 must give the Beatty pair.

use std::collections::VecDeque;
use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use wythoff::exact::{ClassPairs, CountedPairs, DiagonalPairs, IBig, beatty_pair};

type Pair = (u64, u64);

/// m and p.
const GAMES: [(u32, u32); 3] = [(1, 1), (2, 3), (1, 10)];

/// How many terms: far beyond the window of [`DiagonalPairs`] for the first two.
const COUNT: u64 = 10_000_000;

/// The last of so many terms.
fn last(terms: impl Iterator<Item = Pair>, count: u64) -> Pair {
    (0..count).zip(terms).last().expect("the streams do not end here").1
}

/// Lar09, Definition 13, with a queue of all pending b's.
fn queue(m: u64, p: u64, count: u64) -> Pair {
    let (mut free, mut difference, mut left) = (0, 0, p);
    let mut pending = VecDeque::new();
    let mut pair = (0, 0);
    for _ in 0..count {
        while pending.front() == Some(&free) {
            pending.pop_front();
            free += 1;
        }
        pair = (free, free + difference);
        if difference > 0 {
            pending.push_back(pair.1);
        }
        free += 1;
        left -= 1;
        if left == 0 {
            left = p;
            difference += m;
        }
    }
    pair
}

/// (a_n, b_n) of Lar15 (1) and (2).
fn closed(m: u32, p: u32, n: u64) -> Pair {
    let (a, b) = beatty_pair(m, p);
    let fits = |term: IBig| u64::try_from(term).expect("the terms are small");
    (fits(a.term(&n.into())), fits(b.term(&n.into())))
}

fn benches(c: &mut Criterion) {
    for (m, p) in GAMES {
        let diagonal = queue(m.into(), p.into(), COUNT);
        if p == 1 {
            assert_eq!(diagonal, closed(m, 1, COUNT - 1));
        }
        let beatty = closed(m, p, COUNT - 1);
        let mut group = c.benchmark_group(format!("recurrences of ({m},{p})"));
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
        group.throughput(Throughput::Elements(COUNT));
        group.bench_function(BenchmarkId::new("Lar09 queue", COUNT), |b| {
            b.iter(|| assert_eq!(queue(black_box(m).into(), p.into(), COUNT), diagonal));
        });
        group.bench_function(BenchmarkId::new("Lar09 stream", COUNT), |b| {
            b.iter(|| assert_eq!(last(DiagonalPairs::new(black_box(m), p), COUNT), diagonal));
        });
        group.bench_function(BenchmarkId::new("Lar15 (i)", COUNT), |b| {
            b.iter(|| assert_eq!(last(CountedPairs::new(black_box(m), p), COUNT), beatty));
        });
        group.bench_function(BenchmarkId::new("Lar15 (ii)", COUNT), |b| {
            b.iter(|| assert_eq!(last(ClassPairs::by_residue(black_box(m), p), COUNT), beatty));
        });
        group.bench_function(BenchmarkId::new("Lar15 (iii)", COUNT), |b| {
            b.iter(|| assert_eq!(last(ClassPairs::by_round(black_box(m), p), COUNT), beatty));
        });
        group.finish();
    }
    print_far_out();
}

/// 10^8 terms, once each, with the number of copies: that number times some 2 KiB is what grows.
fn print_far_out() {
    let count = 10 * COUNT;
    for (m, p) in GAMES {
        let mut pairs = DiagonalPairs::new(m, p);
        let since = Instant::now();
        let (a, b) = last(pairs.by_ref(), count);
        let time = since.elapsed().as_nanos() / u128::from(count);
        assert_eq!((a, b), queue(m.into(), p.into(), count));
        println!("({m},{p}), n = {}: a = {a}, b = {b}, {time} ns per term, {} copies", count - 1, pairs.levels());
    }
}

criterion_group!(recurrences, benches);
criterion_main!(recurrences);
