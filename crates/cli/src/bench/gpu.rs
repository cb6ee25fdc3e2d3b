//! `wythoff bench --gpu`: boards by the naive loop, by the dense engine and by a GPU, one after the other.
//!
//! All who solve a board must find the same fingerprint. The best of several times counts; a GPU's has all of it, from
//! the call to the answer, except that its kernels were compiled before. The naive loop only counts; its fingerprint is
//! found in a second run.

use std::io::Write;
use std::time::Instant;

use anyhow::Result;
use wythoff::engine::dense::{self, Settings};
use wythoff::{Fingerprint, Position, SolveError, Watch};
use wythoff_gpu::{Device, GpuError};

use super::naive::naive_square;
use crate::end::Failure;
use crate::output::Output;

/// The boards (k, n), one by one; and what the slower ones are asked for.
const BOARDS: [(u32, u32); 6] = [
    (500, 4096),
    (5000, 40_000),
    (20_000, 100_000),
    (200_000, 1_000_000),
    (400_000, 2_000_000),
    (1_000_000, 10_000_000),
];
const NAIVE_SIDE: u32 = 40_000;
const DENSE_SIDE: u32 = 2_000_000;

/// Many boards at once: so many, of this side, with k in steps of this.
const BATCHES: [(u32, u32, u32); 2] = [(48, 60_000, 250), (192, 60_000, 60)];

/// With `--quick` no board is larger.
const QUICK_SIDE: u32 = 100_000;

pub(super) fn run(out: &mut Output, quick: bool, watch: &dyn Watch) -> Result<()> {
    let device = Device::new()?;
    // Compiles the kernels.
    solved(&device, &[(5, 100)], watch)?;
    solved(&device, &[(1_000_000, 100)], watch)?;
    writeln!(out, "{}: cells of the half board per second, and how many times the one before", device.name())?;
    for (k, n) in BOARDS.into_iter().filter(|(_, n)| !quick || *n <= QUICK_SIDE) {
        let mut line = Line::new(format!("W^{k}, n = {n}"), 1, n);
        if n <= NAIVE_SIDE {
            let since = Instant::now();
            let mut palaces = 0_u64;
            naive_square(k, n as usize, |_, _| palaces += 1);
            let seconds = since.elapsed().as_secs_f64();
            assert!(palaces > 0, "the loop is not left out");
            line.put("naive", seconds, vec![naive(k, n)])?;
        }
        if n <= DENSE_SIDE {
            line.add("dense", 1, || {
                let stats = dense::stats(k.into(), n.into(), false, Settings::default(), watch)?;
                Ok(vec![stats.fingerprint])
            })?;
        }
        line.add("GPU", 3, || solved(&device, &[(k, n)], watch))?;
        writeln!(out, "{}", line.text)?;
    }
    for (count, n, step) in BATCHES {
        batch(out, &device, (count, n, step), watch)?;
    }
    Ok(())
}

fn batch(out: &mut Output, device: &Device, (count, n, step): (u32, u32, u32), watch: &dyn Watch) -> Result<()> {
    let boards: Vec<(u32, u32)> = (1..=count).map(|i| (step * i, n)).collect();
    let mut line = Line::new(format!("{count} boards, W^{step} … W^{}, n = {n}, at once", step * count), count, n);
    line.add("dense", 1, || {
        let fingerprint = |&(k, n): &(u32, u32)| {
            dense::stats(k.into(), n.into(), false, Settings::default(), watch).map(|stats| stats.fingerprint)
        };
        Ok(boards.iter().map(fingerprint).collect::<Result<_, _>>()?)
    })?;
    line.add("GPU", 3, || solved(device, &boards, watch))?;
    writeln!(out, "{}", line.text)?;
    Ok(())
}

fn naive(k: u32, n: u32) -> Fingerprint {
    let mut fingerprint = Fingerprint::default();
    naive_square(k, n as usize, |x, y| {
        fingerprint.add(Position::new(x, y));
        if x != y {
            fingerprint.add(Position::new(y, x));
        }
    });
    fingerprint
}

fn solved(device: &Device, boards: &[(u32, u32)], watch: &dyn Watch) -> Result<Vec<Fingerprint>> {
    let boards: Vec<(u64, u64)> = boards.iter().map(|&(k, n)| (k.into(), n.into())).collect();
    match wythoff_gpu::stats(device, &boards, watch) {
        Ok(stats) => Ok(stats.iter().map(|stats| stats.fingerprint).collect()),
        Err(GpuError::Interrupted) => Err(SolveError::Interrupted.into()),
        Err(why) => Err(why.into()),
    }
}

/// A line of the report: who solved the boards, how fast.
struct Line {
    text: String,
    cells: f64,
    before: Option<(Vec<Fingerprint>, f64)>,
}

impl Line {
    fn new(text: String, boards: u32, n: u32) -> Self {
        let n = f64::from(n);
        Self { text, cells: f64::from(boards) * n * (n + 1.0) / 2.0, before: None }
    }

    fn add(&mut self, who: &str, times: u32, work: impl Fn() -> Result<Vec<Fingerprint>>) -> Result<()> {
        let (mut best, mut found) = (f64::INFINITY, Vec::new());
        for _ in 0..times {
            let since = Instant::now();
            found = work()?;
            best = best.min(since.elapsed().as_secs_f64());
        }
        self.put(who, best, found)
    }

    fn put(&mut self, who: &str, seconds: f64, found: Vec<Fingerprint>) -> Result<()> {
        let rate = self.cells / seconds;
        let mut line = format!("{who:<6} {:>9.1} ms  {rate:.2e}", seconds * 1e3);
        if let Some((expected, before)) = &self.before {
            if *expected != found {
                let text = format!("{}: {who} has another fingerprint than the one before", self.text);
                return Err(Failure::Unexpected(text).into());
            }
            line = format!("{line}  {:.1} ×", rate / before);
        }
        self.text = format!("{}\n  {line}  {}", self.text, found.first().copied().unwrap_or_default());
        self.before = Some((found, rate));
        Ok(())
    }
}
