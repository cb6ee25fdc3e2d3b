//! A differential fuzz of the program: random games, commands, formats and windows, run as a user runs them. Every
//! output is read back and compared with `oracle`, which shares no code with the library.
//!
//! `cargo test` runs a fixed seed. `tests/fuzz` runs fresh ones for as long as one likes. What fails is made simpler
//! until nothing simpler fails, and is printed as a command line.

mod board;
mod program;
mod readers;
mod solve;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::ScopedJoinHandle;
use std::time::{Duration, Instant};

use board::BoardCase;
use oracle::{FAMILIES, Game, Name, Random};
use solve::SolveCase;
use table::TableCase;

/// How often each kind of thing was compared.
#[derive(Default)]
pub(crate) struct Coverage(BTreeMap<String, u64>);

impl Coverage {
    pub(crate) fn count(&mut self, what: String) {
        *self.0.entry(what).or_default() += 1;
    }
}

/// A command with what is needed to check its output.
#[derive(Clone, Debug)]
enum Case {
    Solve(SolveCase),
    Table(TableCase),
    Board(BoardCase),
}

impl Case {
    fn random(game: &Game, random: &mut Random) -> Self {
        let text = game.spelling(random);
        match random.number(0, 9) {
            0..4 => Self::Solve(SolveCase::random(game, text, random)),
            4..6 if table::is_near(game) => Self::Table(TableCase::random(game, text, random)),
            _ => Self::Board(BoardCase::random(game, text, random)),
        }
    }

    fn arguments(&self) -> Vec<String> {
        match self {
            Self::Solve(case) => case.arguments(),
            Self::Table(case) => case.arguments(),
            Self::Board(case) => case.arguments(),
        }
    }

    fn check(&self, coverage: &mut Coverage) -> Result<(), String> {
        match self {
            Self::Solve(case) => case.check(coverage),
            Self::Table(case) => case.check(coverage),
            Self::Board(case) => case.check(coverage),
        }
    }

    fn simpler(&self) -> Vec<Self> {
        match self {
            Self::Solve(case) => case.simpler().into_iter().map(Self::Solve).collect(),
            Self::Table(case) => case.simpler().into_iter().map(Self::Table).collect(),
            Self::Board(case) => case.simpler().into_iter().map(Self::Board).collect(),
        }
    }

    /// What failed, without its numbers: failures of one kind have one cause, as a rule.
    fn kind(&self, problem: &str) -> String {
        let command = self.arguments().swap_remove(0);
        let words = problem.lines().next().unwrap_or_default().chars().filter(|c| !c.is_ascii_digit());
        format!("{command}: {}", words.collect::<String>())
    }

    /// The simplest case that can be found from here that fails, too, and how.
    fn shrunk(mut self, mut problem: String) -> (Self, String) {
        let mut tries = 0;
        'again: loop {
            for simpler in self.simpler() {
                tries += 1;
                if tries > MOST_TRIES {
                    return (self, problem);
                }
                if let Err(found) = simpler.check(&mut Coverage::default()) {
                    (self, problem) = (simpler, found);
                    continue 'again;
                }
            }
            return (self, problem);
        }
    }
}

/// How many simpler cases are tried for one that fails.
const MOST_TRIES: u64 = 500;

/// How many cases a game gets.
const CASES: u64 = 10;

/// How many different failures are printed before the run ends.
const MOST_FAILURES: usize = 10;

/// What a run found.
#[derive(Default)]
struct Findings {
    coverage: Coverage,
    /// What failed, in its simplest form, the first of each kind.
    failures: BTreeMap<String, String>,
    games: u64,
}

/// Runs the cases of the games `first`, `first + 1`, … of a seed on two threads, as long as `go_on` says so.
fn fuzz(seed: u64, first: u64, go_on: impl Fn(u64) -> bool + Sync) -> Findings {
    let next = AtomicU64::new(first);
    let found = Mutex::new(Findings::default());
    let worker = || {
        let mut coverage = Coverage::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let is_full = found.lock().unwrap().failures.len() >= MOST_FAILURES;
            if is_full || !go_on(number) {
                break;
            }
            // The games of a seed are the same in whatever order they are played.
            let mut random = Random::new(Random::new(seed).bits() ^ Random::new(number).bits());
            let game = Game::random(&mut random);
            coverage.count(format!("family {}", family(&game)));
            for _ in 0..CASES {
                let case = Case::random(&game, &mut random);
                let Err(problem) = case.check(&mut coverage) else { continue };
                let kind = case.kind(&problem);
                if found.lock().unwrap().failures.contains_key(&kind) {
                    continue;
                }
                let asked = program::command_line(&case.arguments());
                let (case, problem) = case.shrunk(problem);
                let failure = format!("{}\n    {}", program::command_line(&case.arguments()), problem.trim_end());
                eprintln!("\n{failure}\n    found by seed {seed}, game {number}: {asked}");
                found.lock().unwrap().failures.extend([(case.kind(&problem), failure.clone()), (kind, failure)]);
            }
            found.lock().unwrap().games += 1;
        }
        let mut found = found.lock().unwrap();
        for (what, times) in coverage.0 {
            *found.coverage.0.entry(what).or_default() += times;
        }
    };
    std::thread::scope(|scope| {
        let workers = [scope.spawn(worker), scope.spawn(worker)];
        while !workers.iter().all(ScopedJoinHandle::is_finished) {
            std::thread::sleep(Duration::from_millis(200));
            program::say_what_is_slow();
        }
    });
    found.into_inner().unwrap()
}

fn family(game: &Game) -> &'static str {
    match game.name {
        Name::Family(name, _) => name,
        Name::Custom => "custom",
    }
}

fn report(findings: &Findings) -> String {
    let failures: BTreeSet<&String> = findings.failures.values().collect();
    let mut text = format!("{} failures in {} games", failures.len(), findings.games);
    for failure in failures {
        let _ = write!(text, "\n{failure}");
    }
    text
}

/// The seed of `cargo test`.
const SEED: u64 = 1907;

/// How many games of it: a minute on two cores.
const GAMES: u64 = 1200;

#[test]
fn a_fixed_seed_agrees_with_the_oracle() {
    let findings = fuzz(SEED, 0, |number| number < GAMES);
    assert!(findings.failures.is_empty(), "{}", report(&findings));
    // What was compared, and not only asked for: every family, format, kind of value and engine.
    let families = FAMILIES.map(|(name, _)| format!("family {name}"));
    let boards =
        board::FORMATS.into_iter().filter(|format| program::formats("board").iter().any(|offered| offered == format));
    let boards = boards.flat_map(|format| board::VALUES.map(|values| format!("board {format} {values}")));
    let engines = program::ENGINES
        .into_iter()
        .flat_map(|engine| ["board", "solve"].map(|command| format!("{command} by {engine}")));
    let tables = table::FORMATS.map(|format| format!("table {format}"));
    let others = [
        "table by lines",
        "table by sparse",
        "table by dual",
        "table by closed",
        "table from a later row",
        "solve P",
        "solve N",
        "solve as text",
        "solve with a nim-value",
    ];
    let others = others.into_iter().map(str::to_owned);
    for what in families.into_iter().chain(boards).chain(engines).chain(tables).chain(others) {
        let times = findings.coverage.0.get(&what).copied().unwrap_or(0);
        assert!(times >= LEAST, "{what}: compared {times} times only");
    }
}

/// How often each kind of thing has to be compared.
const LEAST: u64 = 4;

/// Parquet is read back by a test of its own, where that feature is on; Zarr by `tests/program/zarr.rs` and in Python.
#[test]
fn every_format_has_a_reader() {
    let tables: Vec<&str> = table::FORMATS.iter().filter_map(|format| format.split(' ').next()).collect();
    for (command, readers) in [("board", board::FORMATS.to_vec()), ("table", tables)] {
        let offered = program::formats(command);
        assert!(offered.len() > 4, "{offered:?}");
        for format in offered.iter().filter(|format| !["parquet", "zarr"].contains(&format.as_str())) {
            assert!(readers.contains(&format.as_str()), "no reader for `{command} --format {format}`");
        }
    }
}

/// Fresh seeds: `tests/fuzz` sets the variables.
#[test]
#[ignore = "runs without end: tests/fuzz"]
fn fresh_seeds_agree_with_the_oracle() {
    let number = |name: &str| {
        let text = std::env::var(name).ok().filter(|text| !text.is_empty())?;
        Some(text.parse::<u64>().unwrap_or_else(|_| panic!("{name}={text} is not a number")))
    };
    let seed = number("WYTHOFF_FUZZ_SEED").unwrap_or(SEED);
    let seconds = number("WYTHOFF_FUZZ_SECONDS").map(Duration::from_secs);
    let (since, first) = (Instant::now(), number("WYTHOFF_FUZZ_FIRST").unwrap_or(0));
    let findings = fuzz(seed, first, |_| seconds.is_none_or(|seconds| since.elapsed() < seconds));
    for (what, times) in &findings.coverage.0 {
        eprintln!("{times:8} {what}");
    }
    assert!(findings.failures.is_empty(), "{}", report(&findings));
    eprintln!("{}", report(&findings));
}
