//! Nim-values of Wythoff's queen: the engine beside the obvious loop, in Rust and in C, and beside a recursion with a
//! table, in one run.
//!
//! All find the same values. The loop marks the value of every option of a cell in a row of flags, and looks for the
//! first that is not marked; in C it is bench/baselines/flags.c, compiled here for this processor. The recursion is
//! what a general system for games does: each position asks its options, a table remembers, and the mex is taken of the
//! set of their values.

#![allow(clippy::cast_precision_loss, reason = "rates are rounded")]

use std::collections::{HashMap, HashSet};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use wythoff::engine::grundy::{self, Lanes, Scan};
use wythoff::{Game, Rules, SolveError, UNWATCHED, Window};

/// A number that depends on each value and its place.
fn mixed(sum: u64, value: u32) -> u64 {
    (sum ^ u64::from(value)).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
}

fn engine(rules: &Rules, n: usize) -> u64 {
    let mut sum = 0;
    grundy::rows(rules, Window::corner(n as u64, n as u64), UNWATCHED, |_, values| {
        sum = values.iter().fold(sum, |sum, value| mixed(sum, *value));
        Ok::<(), SolveError>(())
    })
    .expect("the board fits in memory");
    sum
}

/// The engine for any rules, lane by lane on one core.
fn scan(rules: &Rules, n: usize) -> u64 {
    let mut scan = Scan::new(rules, Lanes::Rows, n as u64, n as u64).expect("the board fits in memory");
    (0..n).fold(0, |sum, _| scan.next_lane().iter().fold(sum, |sum, value| mixed(sum, *value)))
}

/// For each cell: mark the values of all options, look for the first that is missing.
fn flags(n: usize) -> u64 {
    let mut values = vec![0_u32; n * n];
    // The number of the cell that has marked a value last: so nothing has to be cleared.
    let mut marked = vec![0_u32; 3 * n + 1];
    let mut sum = 0;
    for y in 0..n {
        for x in 0..n {
            let here = u32::try_from(y * n + x + 1).expect("a small board");
            for i in 1..=x {
                marked[values[y * n + x - i] as usize] = here;
            }
            for j in 1..=y {
                marked[values[(y - j) * n + x] as usize] = here;
            }
            for t in 1..=x.min(y) {
                marked[values[(y - t) * n + x - t] as usize] = here;
            }
            let value = (0..).zip(&marked).find(|(_, mark)| **mark != here).expect("fewer options than flags").0;
            values[y * n + x] = value;
            sum = mixed(sum, value);
        }
    }
    sum
}

/// The same loop in C, as a program in a folder; or why there is none.
fn compiled(folder: &Path) -> Result<PathBuf, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/baselines/flags.c");
    if !source.exists() {
        return Err("bench/baselines/flags.c is not here: the loop in C is left out".to_owned());
    }
    let program = folder.join("flags");
    let command = Command::new("cc").args(["-O3", "-march=native"]).arg(source).arg("-o").arg(&program).output();
    match command {
        Ok(done) if done.status.success() => Ok(program),
        Ok(done) => panic!("the loop in C does not compile: {}", String::from_utf8_lossy(&done.stderr)),
        Err(_) => Err("no C compiler here: the loop in C is left out".to_owned()),
    }
}

/// The best time of some runs of that program, in seconds, and what they find.
fn flags_in_c(program: &Path, n: usize, runs: usize) -> (f64, u64) {
    let done = Command::new(program).args([n, runs].map(|number| number.to_string())).output().expect("it runs");
    let text = String::from_utf8(done.stdout).expect("plain text");
    let (sum, time) = text.trim().split_once(' ').expect("two numbers");
    (time.parse().expect("seconds"), sum.parse().expect("a number"))
}

/// Each position asks its options; a table remembers.
fn ask(x: u32, y: u32, table: &mut HashMap<(u32, u32), u32>) -> u32 {
    if let Some(value) = table.get(&(x, y)) {
        return *value;
    }
    let mut options = HashSet::new();
    for i in 1..=x {
        options.insert(ask(x - i, y, table));
    }
    for j in 1..=y {
        options.insert(ask(x, y - j, table));
    }
    for t in 1..=x.min(y) {
        options.insert(ask(x - t, y - t, table));
    }
    let value = (0..=x + y).find(|value| !options.contains(value)).expect("a value is at most x + y");
    table.insert((x, y), value);
    value
}

fn recursion(n: usize) -> u64 {
    let (mut table, n) = (HashMap::new(), u32::try_from(n).expect("a small board"));
    let mut sum = 0;
    for (x, y) in (0..n).flat_map(|y| (0..n).map(move |x| (x, y))) {
        sum = mixed(sum, ask(x, y, &mut table));
    }
    sum
}

/// The best of some runs, in seconds, and what they find.
fn best(runs: usize, work: impl Fn() -> u64) -> (f64, u64) {
    let mut best = (f64::INFINITY, 0);
    for _ in 0..runs {
        let since = Instant::now();
        let found = black_box(work());
        best = (best.0.min(since.elapsed().as_secs_f64()), found);
    }
    best
}

/// A row of a table: who, how long, and how many times as long as the engine.
fn row(name: &str, time: f64, of: f64) {
    println!("| {name} | {time:.4} | {:.1} |", time / of);
}

/// The engine beside others, which must find the same.
fn compare(rules: &Rules, n: usize, runs: usize, in_c: Option<&Path>, has_recursion: bool) {
    println!("{n} × {n} cells:\n\n| | seconds | × the engine |\n|---|---:|---:|");
    let (time, found) = best(5, || engine(rules, n));
    row("**in tiles, on all cores**", time, time);
    let (scan_time, by_scan) = best(runs, || scan(rules, n));
    row("lane by lane, on one", scan_time, time);
    if let Some(program) = in_c {
        let (c_time, by_c) = flags_in_c(program, n, runs);
        assert_eq!(by_c, found, "{n} × {n}, in C");
        row("the loop with flags, in C", c_time, time);
    }
    let (flags_time, by_flags) = best(runs, || flags(n));
    row("the loop with flags, in Rust", flags_time, time);
    assert_eq!((by_scan, by_flags), (found, found), "{n} × {n}");
    if has_recursion {
        let (recursion_time, by_recursion) = best(1, || recursion(n));
        assert_eq!(by_recursion, found, "{n} × {n}");
        row("recursion with a table (CGSuite style), in Rust", recursion_time, time);
    }
    println!();
}

/// How the times of the engine, and of the loop in C as far as it goes, grow with the side: as exponents.
fn growth(rules: &Rules, sides: &[usize], in_c: Option<&Path>, most_in_c: usize) {
    println!("| n × n cells | seconds | grows like | million cells a second | loop in C, seconds | grows like |");
    println!("|---:|---:|---:|---:|---:|---:|");
    let mut last: Option<(usize, f64, Option<f64>)> = None;
    for &n in sides {
        let (time, _) = best(2, || engine(rules, n));
        let c_time = in_c.filter(|_| n <= most_in_c).map(|program| flags_in_c(program, n, 1).0);
        let exponent = |time: Option<f64>, before: Option<f64>| match (time, before, last) {
            (Some(time), Some(before), Some((smaller, ..))) => {
                format!("n^{:.2}", (time / before).ln() / (n as f64 / smaller as f64).ln())
            }
            _ => String::new(),
        };
        let ours = exponent(Some(time), last.map(|last| last.1));
        let theirs = exponent(c_time, last.and_then(|last| last.2));
        let rate = (n * n) as f64 / time / 1e6;
        let told = c_time.map_or_else(String::new, |time| format!("{time:.2}"));
        println!("| {n} | {time:.3} | {ours} | {rate:.0} | {told} | {theirs} |");
        last = Some((n, time, c_time));
    }
}

fn main() {
    // `cargo test` runs this, too, without the first word; the second is ours.
    let said = |word: &str| std::env::args().any(|argument| argument == word);
    let is_bench = said("--bench") && !said("--quick");
    let (small, middle, most_in_c) = if is_bench { (300, 1500, 2500) } else { (40, 150, 200) };
    let sides: &[usize] = if is_bench { &[1250, 2500, 5000, 10_000, 20_000] } else { &[100, 200, 400] };
    let game: Game = "wythoff".parse().expect("the game is written right");
    let rules = game.rules().expect("it has rules");
    let folder = tempfile::tempdir().expect("a folder");
    let in_c = compiled(folder.path());
    if let Err(why) = &in_c {
        println!("{why}\n");
    }
    let in_c = in_c.as_deref().ok();
    compare(rules, small, 5, in_c, true);
    compare(rules, middle, 2, in_c, false);
    growth(rules, sides, in_c, most_in_c);
}
