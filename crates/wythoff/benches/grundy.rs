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

fn main() {
    // `cargo test` runs this, too, without the word.
    let is_bench = std::env::args().any(|word| word == "--bench");
    let (small, middle, large) = if is_bench { (300, 1500, 10_000) } else { (40, 150, 300) };
    let game: Game = "wythoff".parse().expect("the game is written right");
    let rules = game.rules().expect("it has rules");
    let folder = tempfile::tempdir().expect("a folder");
    let in_c = compiled(folder.path());
    if let Err(why) = &in_c {
        println!("{why}");
    }
    for (n, runs, has_recursion) in [(small, 5, true), (middle, 2, false)] {
        let (time, found) = best(5, || engine(rules, n));
        let (scan_time, by_scan) = best(runs, || scan(rules, n));
        let (flags_time, by_flags) = best(runs, || flags(n));
        assert_eq!((by_scan, by_flags), (found, found), "{n} × {n}");
        println!("{n} × {n}: {:.2} ms in tiles on all cores", time * 1e3);
        println!("    {:.1} × that: lane by lane on one", scan_time / time);
        println!("    {:.0} × that: the loop with flags, in Rust", flags_time / time);
        if let Ok(program) = &in_c {
            let (c_time, by_c) = flags_in_c(program, n, runs);
            assert_eq!(by_c, found, "{n} × {n}, in C");
            println!("    {:.0} × that: the loop with flags, in C", c_time / time);
        }
        if has_recursion {
            let (recursion_time, by_recursion) = best(1, || recursion(n));
            assert_eq!(by_recursion, found, "{n} × {n}");
            println!("    {:.0} × that: recursion with a table", recursion_time / time);
        }
    }
    let (time, _) = best(if is_bench { 3 } else { 1 }, || engine(rules, large));
    let cells = (large * large) as f64;
    println!("{large} × {large}: {time:.2} s, {:.0} million cells a second", cells / time / 1e6);
}
