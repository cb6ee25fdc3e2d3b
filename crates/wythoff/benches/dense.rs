//! The dense engine beside the naive loop, in one run: `cargo bench --bench dense`.
//!
//! The signatures of the two are compared first. Then both count palaces, each the best of several runs, in turn; the
//! rate is that of cells of the half board x ≤ y < n. The dense engine computes every bit and guards every cell. At the
//! end stands the share of the vector units' limit: 4 instructions a cycle, 7.5 instructions for 32 cells (counted in
//! the compiled loop for AVX-512: 2 additions, 3 subtractions, 1 comparison, 1 for the bit, and half of one for the
//! guard, as two cells share an instruction with three inputs).

#![allow(clippy::cast_precision_loss, reason = "rates are printed with three digits")]

use std::hint::black_box;
use std::time::Instant;

use wythoff::engine::dense::{self, InstructionSet, Settings};
use wythoff::{Position, Signature};

/// The best scalar loop: 32-bit counts and a branch. Hands each palace of the half board to `visit`.
fn naive(k: u32, n: usize, mut visit: impl FnMut(usize, usize)) -> u64 {
    let (mut columns, mut diagonals, mut palaces) = (vec![0_u32; n], vec![0_u32; n], 0);
    for y in 0..n {
        let mut row = 0;
        for x in 0..y {
            let diagonal = &mut diagonals[y - x];
            if row + columns[x] + *diagonal < k {
                row += 1;
                columns[x] += 1;
                *diagonal += 1;
                palaces += 2;
                visit(x, y);
            }
        }
        columns[y] = row;
        if 2 * row + diagonals[0] < k {
            columns[y] += 1;
            diagonals[0] += 1;
            palaces += 1;
            visit(y, y);
        }
    }
    palaces
}

fn seconds<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let since = Instant::now();
    let result = black_box(work());
    (since.elapsed().as_secs_f64(), result)
}

/// How long this thread was on a core, where the system says so. On a busy machine a second of the naive loop is
/// interrupted by others, 20 ms of the dense engine perhaps not; so work on one thread is measured by this.
fn seconds_on_core<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let on_core = || {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split(' ').next()?.parse::<u64>().ok()
    };
    let before = on_core();
    let (elapsed, result) = seconds(work);
    let spent = before.zip(on_core()).map(|(before, after)| (after - before) as f64 / 1e9);
    (spent.filter(|spent| *spent > 0.0).unwrap_or(elapsed), result)
}

/// Cycles a second, from a chain of additions and rotations that takes two cycles a turn.
fn frequency() -> f64 {
    const TURNS: u64 = 50_000_000;
    let chain = || (0..TURNS).fold(black_box(1_u64), |sum, turn| sum.rotate_left(7).wrapping_add(black_box(turn)));
    (0..5).map(|_| 2.0 * TURNS as f64 / seconds_on_core(chain).0).fold(0.0, f64::max)
}

fn main() {
    // `cargo test` runs this, too, without the word.
    let (k, n, runs, large) =
        if std::env::args().any(|word| word == "--bench") { (5000, 40_000, 15, true) } else { (500, 3000, 1, false) };
    let mut signature = Signature::default();
    let count = naive(k, n, |x, y| {
        signature.add(Position::new(x as u64, y as u64));
        if x != y {
            signature.add(Position::new(y as u64, x as u64));
        }
    });
    let cells = (n * (n + 1) / 2) as f64;
    let size = n as u64;
    let mut paths = Vec::new();
    for set in InstructionSet::ALL.into_iter().filter(|set| set.is_available()) {
        for threads in [1, 2] {
            let settings = Settings { threads: Some(threads), instructions: Some(set), ..Settings::default() };
            let stats = dense::stats(k.into(), size, true, settings, &()).expect("the board is small");
            assert_eq!((stats.p_count, stats.signature), (count, Some(signature)), "{settings:?}");
            paths.push((settings, f64::INFINITY, 0));
        }
    }
    println!("k = {k}, n = {n}: {count} palaces, signature {signature}, the same on every path");
    let mut naive_best = f64::INFINITY;
    for _ in 0..runs {
        let (time, found) = seconds_on_core(|| naive(black_box(k), n, |_, _| ()));
        assert_eq!(found, count);
        naive_best = naive_best.min(time);
        for (settings, best, computed) in &mut paths {
            let work = || dense::count(black_box(k).into(), size, *settings, &());
            let (time, found) = if settings.threads == Some(1) { seconds_on_core(work) } else { seconds(work) };
            let found = found.expect("the board is small");
            assert_eq!(found.p_count, count);
            (*best, *computed) = (best.min(time), found.cells);
        }
    }
    println!("naive: {:.2} G cells/s", cells / naive_best / 1e9);
    let hertz = frequency();
    for (settings, best, computed) in paths {
        let (set, threads) = (settings.instructions.unwrap_or(InstructionSet::Portable), settings.threads.unwrap_or(1));
        print!("{set:?}, {threads} threads: {:.1} G cells/s, {:.1} × naive", cells / best / 1e9, naive_best / best);
        if set == InstructionSet::Avx512 {
            let limit = hertz * 4.0 / 7.5 * 32.0 * f64::from(u32::try_from(threads).unwrap_or(1));
            let rate = computed as f64 / best;
            print!("; {:.0} % of the limit of {:.0} G/s at {:.2} GHz", 100.0 * rate / limit, limit / 1e9, hertz / 1e9);
        }
        println!();
    }
    // Statistics without a signature, as of giant boards: extremes and fingerprint cost little beside the count.
    let (k, n) = if large { (200_000, 1_000_000) } else { (500, 3000) };
    let (counting, counted) = seconds(|| dense::count(k, n, Settings::default(), &()).expect("the board is allowed"));
    let settings = Settings::default();
    let (time, stats) = seconds(|| dense::stats(k, n, false, settings, &()).expect("the board is allowed"));
    assert_eq!((stats.p_count, stats.signature), (counted.p_count, None));
    println!("k = {k}, n = {n}: {} palaces in {counting:.3} s", counted.p_count);
    println!("with extremes and fingerprint {time:.3} s: {:.2} × the count", time / counting);
}
