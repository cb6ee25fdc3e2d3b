//! `wythoff bench`: one signature that is the same on every machine and engine, then rates.
//!
//! # The signature
//!
//! A fixed list of areas of W^k is solved by every engine that can, each by name, and by a naive loop that shares no
//! code with them. All must find the same P-positions: the same number and the same [`Signature`]. (The number alone
//! says little. Every row holds k palaces, so wrong boards often have the right count.) Each area is written as the
//! command that shows it: with `--format stats` anyone can ask for one alone.
//!
//! The areas' signatures s are then folded into one in the order of the list: from h = 0, h becomes mix(h + s) modulo
//! 2^64, where mix is the function that signatures are made of. Whoever gets another value has another program.
//!
//! # The rates
//!
//! Each engine counts the P-positions of an area that suits it, in turns with the naive loop, so that other work on the
//! machine slows both; the best time of each counts. A rate is in cells of the half board x ≤ y per second, whatever an
//! engine really visits; of a table the cells from the diagonal to the last P-position of each column count. Where the
//! area would take the naive loop minutes, its rate comes from a smaller one, and the report names it.

use std::cell::Cell;
use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde::{Serialize, Serializer};
use wythoff::engine::dense;
use wythoff::solve::{self, Values, Watch};
use wythoff::table::{Entry, Extent, entries};
use wythoff::{Engine, Game, Position, Signature, SolveError, Tally, Window};

use crate::end::Failure;
use crate::output::Output;
use crate::watch::Progress;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Prints one JSON document
    #[arg(long)]
    json: bool,
    /// Measures rates for seconds instead of a minute; the signature is the same
    #[arg(long)]
    quick: bool,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    // From here on Ctrl-C is heard.
    let progress = Progress::new().counting();
    let mut out = Output::open(args.output.as_deref())?;
    let mut report = Report::new();
    let ended = measure(&mut report, args.quick, &progress);
    drop(progress);
    if args.json {
        serde_json::to_writer_pretty(&mut out, &report)?;
        writeln!(out)?;
    } else {
        as_text(&report, &mut out)?;
    }
    if let Err(error) = ended {
        out.abandon(true)?;
        return Err(error.into());
    }
    out.finish()?;
    let wrong = report.disagreements();
    if wrong.is_empty() { Ok(()) } else { Err(Failure::Unexpected(wrong.join("\n")).into()) }
}

/// Some P-positions of W^k.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    k: u32,
    part: Part,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Those in a window.
    Window(Window),
    /// The upper ones (x ≤ y) of the columns up to this one.
    Columns { max_x: u64 },
}

const fn square(k: u32, side: u64) -> Area {
    window(k, 0, 0, side, side)
}

const fn window(k: u32, x: u64, y: u64, width: u64, height: u64) -> Area {
    Area { k, part: Part::Window(Window { at: Position::new(x, y), width, height }) }
}

const fn columns(k: u32, max_x: u64) -> Area {
    Area { k, part: Part::Columns { max_x } }
}

/// What the signature is made of. To change it is to change the signature.
const AREAS: [Area; 19] = [
    square(1, 1000),
    square(2, 1000),
    square(3, 1000),
    square(5, 1000),
    square(37, 1500),
    square(100, 2000),
    square(500, 3000),
    // Small enough for an engine that looks at options one by one; the last is all hood.
    square(4, 200),
    square(60, 150),
    square(1000, 100),
    // Away from the corner: across the diagonal, above it, below it, and where only formulas reach.
    window(2000, 2000, 1900, 700, 1300),
    window(37, 2000, 5000, 1500, 2000),
    window(500, 5000, 2000, 1300, 900),
    window(3, 1_000_000_000, 2_000_000_000, 1000, 2000),
    // Whole columns, also where 8-bit counts end.
    columns(1, 3000),
    columns(20, 2000),
    columns(127, 1000),
    columns(255, 800),
    columns(256, 800),
];

impl fmt::Display for Area {
    /// The command that shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let k = self.k;
        match self.part {
            Part::Window(Window { at, width, height }) => {
                write!(f, "board blocking:k={k} --size {width}")?;
                if height != width {
                    write!(f, "x{height}")?;
                }
                if at == Position::new(0, 0) { Ok(()) } else { write!(f, " --at {},{}", at.x, at.y) }
            }
            Part::Columns { max_x } => write!(f, "table blocking:k={k} --max-x {max_x}"),
        }
    }
}

impl Serialize for Area {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Area {
    fn game(self) -> Game {
        format!("blocking:k={}", self.k).parse().expect("k is at least 1")
    }

    /// What the engine finds.
    fn solve(self, engine: Engine, watch: &dyn Watch) -> Result<Found, SolveError> {
        let (game, mut found) = (self.game(), Found::default());
        match self.part {
            Part::Window(window) => {
                found.cells = half(window.width);
                solve::rows(&game, window, Values::Outcome, Some(engine), watch, |row| {
                    for (x, _) in (window.at.x..).zip(row.p).filter(|(_, p)| **p == 1) {
                        found.summary.add(Position::new(x, row.y));
                    }
                    Ok::<(), SolveError>(())
                })?;
            }
            Part::Columns { max_x } => {
                let mut last = Position::new(0, 0);
                entries(&game, Extent::MaxX(max_x), Some(engine), watch, |entry: Entry| {
                    if entry.at.x != last.x {
                        found.cells += last.y - last.x + 1;
                    }
                    last = entry.at;
                    found.summary.add(entry.at);
                    Ok::<(), SolveError>(())
                })?;
                found.cells += last.y - last.x + 1;
            }
        }
        Ok(found)
    }

    /// How many P-positions the engine finds: the work of [`Area::solve`] without signatures, which is what is timed.
    /// An engine with a better way to count than through rows and columns has it used here.
    fn count(self, engine: Engine, watch: &dyn Watch) -> Result<u64, SolveError> {
        let (game, mut count) = (self.game(), 0);
        match self.part {
            // Rows of bytes would hide most of the wavefront's speed.
            Part::Window(window) if engine == Engine::Dense && window == Window::corner(window.width, window.width) => {
                count = dense::count(self.k.into(), window.width, dense::Settings::default(), watch)?.p_count;
            }
            Part::Window(window) => {
                solve::rows(&game, window, Values::Outcome, Some(engine), watch, |row| {
                    count += row.p.iter().map(|p| u64::from(*p)).sum::<u64>();
                    Ok::<(), SolveError>(())
                })?;
            }
            Part::Columns { max_x } => {
                entries(&game, Extent::MaxX(max_x), Some(engine), watch, |_| {
                    count += 1;
                    Ok::<(), SolveError>(())
                })?;
            }
        }
        Ok(count)
    }

    /// What the naive loop finds; nothing where it would take long.
    fn naive(self) -> Option<Found> {
        /// Columns of a table and sides of a square that the loop follows.
        const REACH: u64 = 1 << 16;
        let mut found = Found::default();
        match self.part {
            Part::Window(window) => {
                let side = window.right()?.max(window.bottom()?);
                let inside = |at: Position| {
                    let (right, below) = (at.x.checked_sub(window.at.x), at.y.checked_sub(window.at.y));
                    right.is_some_and(|x| x < window.width) && below.is_some_and(|y| y < window.height)
                };
                found.cells = half(window.width);
                naive_square(self.k, index(side, REACH)?, |x, y| {
                    let (upper, lower) = (Position::new(x, y), Position::new(y, x));
                    if inside(upper) {
                        found.summary.add(upper);
                    }
                    if x != y && inside(lower) {
                        found.summary.add(lower);
                    }
                });
            }
            Part::Columns { max_x } => {
                let Found { summary, cells } = &mut found;
                *cells = naive_columns(self.k, index(max_x, REACH)? + 1, |x, y| summary.add(Position::new(x, y)));
            }
        }
        Some(found)
    }

    /// The number of P-positions by the naive loop, which is what is timed: a square at the corner, or columns.
    fn naive_count(self) -> u64 {
        let mut count = 0;
        match self.part {
            Part::Window(window) => {
                naive_square(self.k, index(window.width, u64::MAX).unwrap_or(0), |x, y| count += 1 + u64::from(x != y));
            }
            Part::Columns { max_x } => {
                naive_columns(self.k, index(max_x, u64::MAX).unwrap_or(0) + 1, |_, _| count += 1);
            }
        }
        count
    }
}

/// A number as an index, when it is at most `most`.
fn index(number: u64, most: u64) -> Option<usize> {
    usize::try_from(number).ok().filter(|_| number <= most)
}

/// The cells x ≤ y < side.
fn half(side: u64) -> u64 {
    side * (side + 1) / 2
}

/// The naive loop: hands every palace x ≤ y < side of W^k to `palace`. Kept plain: `if` is faster here than any clever
/// arithmetic, because palaces are few.
///
/// The queen on (x, y) sees the palaces to her left, `rows[y]`; those on her diagonal, `diagonals[y − x]`; and those
/// above her, `column`. The board is symmetric, so those above the diagonal are as many as row x has left of it.
fn naive_square(k: u32, side: usize, mut palace: impl FnMut(u64, u64)) {
    let (mut rows, mut diagonals) = (vec![0_u32; side], vec![0_u32; side]);
    for x in 0..side {
        let mut column = rows[x];
        for (y, (row, diagonal)) in (x..).zip(rows[x..].iter_mut().zip(&mut diagonals)) {
            if column + *row + *diagonal < k {
                column += 1;
                *row += 1;
                *diagonal += 1;
                palace(x as u64, y as u64);
            }
        }
    }
}

/// The same for whole columns x < width: a column ends when it holds k palaces. How many cells were looked at.
fn naive_columns(k: u32, width: usize, mut palace: impl FnMut(u64, u64)) -> u64 {
    let (mut rows, mut diagonals, mut cells) = (vec![0_u32; 4 * width], vec![0_u32; 4 * width], 0);
    for x in 0..width {
        let (mut column, mut y) = (rows[x], x);
        while column < k {
            if y == rows.len() {
                rows.resize(2 * y, 0);
                diagonals.resize(2 * y, 0);
            }
            for (row, diagonal) in rows[y..].iter_mut().zip(&mut diagonals[y - x..]) {
                y += 1;
                if column + *row + *diagonal < k {
                    column += 1;
                    *row += 1;
                    *diagonal += 1;
                    palace(x as u64, y as u64 - 1);
                    if column == k {
                        break;
                    }
                }
            }
        }
        cells += (y - x) as u64;
    }
    cells
}

/// P-positions, and the cells that count for a rate: those of the half board, when the area is a square at the corner.
#[derive(Clone, Copy, Debug, Default)]
struct Found {
    summary: Tally,
    cells: u64,
}

/// What is measured.
#[derive(Clone, Copy)]
struct Race {
    /// What the engine does.
    area: Area,
    /// What the naive loop does: the same, or a part of it.
    naive: Area,
}

const fn race(area: Area) -> Race {
    Race { area, naive: area }
}

/// What suits an engine: areas for `--quick`, and for the full run. (By name, so that an engine without an entry is
/// measured like any other.)
fn races(engine: Engine, quick: bool) -> Vec<Race> {
    let long_table = |max_x| Race { area: columns(20, max_x), naive: columns(20, 20_000) };
    match (engine.to_string().as_str(), quick) {
        ("reference", _) => vec![race(square(5, 200))],
        ("closed", true) => vec![race(square(3, 1000))],
        ("closed", false) => vec![race(square(3, 4000))],
        ("sparse", true) => vec![Race { area: columns(20, 100_000), naive: columns(20, 3000) }],
        ("sparse", false) => vec![race(columns(20, 20_000)), long_table(1_000_000), race(columns(1000, 10_000))],
        ("blocks", true) => vec![race(square(14, 2000))],
        ("blocks", false) => vec![race(square(14, 16384))],
        ("dense", false) => vec![race(square(500, 4096)), race(square(5000, 40_000))],
        ("lines", false) => vec![race(square(500, 4096)), race(columns(20, 5000))],
        (_, true) => vec![race(square(200, 2000))],
        (_, false) => vec![race(square(500, 4096))],
    }
}

/// Solves every area, then measures the rates if all agree.
fn measure(report: &mut Report, quick: bool, progress: &Progress) -> Result<(), SolveError> {
    let engines = Engine::solving(&square(1, 1).game());
    let races: Vec<(Engine, Race)> = engines
        .into_iter()
        .flat_map(|engine| races(engine, quick).into_iter().map(move |race| (engine, race)))
        .collect();
    let of = (AREAS.len() + races.len()) as u64;
    let mut ear = Ear { progress, done: 0, of, calls: Cell::new(0) };
    for area in AREAS {
        ear.next()?;
        report.boards.push(Solved::by_all(area, &ear)?);
    }
    report.signature = combined(&report.boards);
    if report.signature.is_none() {
        return Ok(());
    }
    for (engine, race) in races {
        ear.next()?;
        match Speed::of(engine, race, quick, &ear) {
            Ok(rate) => report.rates.push(rate),
            Err(SolveError::Interrupted) => return Err(SolveError::Interrupted),
            Err(why) => report.not_measured.push(Refusal { engine, board: race.area, why: why.to_string() }),
        }
    }
    report.complete = true;
    Ok(())
}

/// Hears Ctrl-C during a piece of work; the bar counts the pieces.
struct Ear<'p> {
    progress: &'p Progress,
    done: u64,
    of: u64,
    calls: Cell<u32>,
}

impl Ear<'_> {
    /// A piece of work begins.
    fn next(&mut self) -> Result<(), SolveError> {
        self.calls.set(0);
        let heard = self.progress(0, 0);
        self.done += 1;
        if heard.is_break() { Err(SolveError::Interrupted) } else { Ok(()) }
    }
}

impl Watch for Ear<'_> {
    /// Listens now and then only: a fast engine says more often than it matters how far it is.
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        const LISTENS_EVERY: u32 = 256;
        let listens = self.calls.get().is_multiple_of(LISTENS_EVERY);
        self.calls.set(self.calls.get().wrapping_add(1));
        if listens { self.progress.progress(self.done, self.of) } else { ControlFlow::Continue(()) }
    }
}

/// Everything that the command says.
#[derive(Serialize)]
struct Report {
    /// Of all areas together; none when engines disagree or the work was interrupted before.
    signature: Option<String>,
    /// Whether nothing is missing.
    complete: bool,
    boards: Vec<Solved>,
    rates: Vec<Speed>,
    not_measured: Vec<Refusal>,
    machine: Machine,
}

impl Report {
    fn new() -> Self {
        let machine = Machine::this();
        Self { signature: None, complete: false, boards: vec![], rates: vec![], not_measured: vec![], machine }
    }

    /// What is wrong, area by area.
    fn disagreements(&self) -> Vec<String> {
        let boards = self.boards.iter().flat_map(Solved::disagreements);
        boards.chain(self.rates.iter().filter_map(Speed::disagreement)).collect()
    }
}

/// An area, solved.
#[derive(Serialize)]
struct Solved {
    board: Area,
    /// By the first of `solvers`, which all the others should have found.
    p_count: u64,
    signature: String,
    solvers: Vec<Solver>,
    /// The engines that solve the game but not an area of this size.
    refusals: Vec<Refusal>,
}

#[derive(Serialize)]
struct Solver {
    /// The engine's name, or `naive`.
    engine: String,
    p_count: u64,
    signature: String,
    seconds: f64,
}

#[derive(Serialize)]
struct Refusal {
    engine: Engine,
    board: Area,
    why: String,
}

impl Solver {
    fn new(engine: &impl ToString, found: Found, since: Instant) -> Self {
        let Tally { p_count, signature } = found.summary;
        let seconds = since.elapsed().as_secs_f64();
        Self { engine: engine.to_string(), p_count, signature: signature.to_string(), seconds }
    }

    fn finds_same_as(&self, other: &Self) -> bool {
        (self.p_count, &self.signature) == (other.p_count, &other.signature)
    }
}

impl Solved {
    /// Asks the naive loop and every engine.
    fn by_all(area: Area, watch: &dyn Watch) -> Result<Self, SolveError> {
        /// A board on which the reference engine takes a fraction of a second.
        const REFERENCE_SIDE: u64 = 200;
        let since = Instant::now();
        let mut solvers: Vec<Solver> =
            area.naive().map(|found| Solver::new(&"naive", found, since)).into_iter().collect();
        let mut refusals = Vec::new();
        let mut refuse = |engine, why: String| refusals.push(Refusal { engine, board: area, why });
        for engine in Engine::solving(&area.game()) {
            if engine == Engine::Reference
                && let Part::Window(window) = area.part
                && [window.right(), window.bottom()].iter().any(|end| end.is_none_or(|end| end > REFERENCE_SIDE))
            {
                refuse(engine, format!("options one by one take long beyond {REFERENCE_SIDE}×{REFERENCE_SIDE} cells"));
                continue;
            }
            let since = Instant::now();
            match area.solve(engine, watch) {
                Ok(found) => solvers.push(Solver::new(&engine, found, since)),
                Err(SolveError::Interrupted) => return Err(SolveError::Interrupted),
                Err(why) => refuse(engine, why.to_string()),
            }
        }
        Ok(Self::new(area, solvers, refusals))
    }

    fn new(board: Area, solvers: Vec<Solver>, refusals: Vec<Refusal>) -> Self {
        let (p_count, signature) =
            solvers.first().map(|first| (first.p_count, first.signature.clone())).unwrap_or_default();
        Self { board, p_count, signature, solvers, refusals }
    }

    /// Who finds something else than the first.
    fn disagreements(&self) -> Vec<String> {
        let board = self.board;
        let Some((first, others)) = self.solvers.split_first() else {
            return vec![format!("{board}: no engine solves it")];
        };
        let wrong = others.iter().filter(|other| !other.finds_same_as(first));
        let said = |solver: &Solver| format!("`{}` {} {}", solver.engine, solver.p_count, solver.signature);
        wrong.map(|other| format!("{board}: {} is not {}", said(other), said(first))).collect()
    }
}

/// The signature of all areas, in order, when nobody disagrees.
fn combined(boards: &[Solved]) -> Option<String> {
    let mut hash = 0_u64;
    for board in boards {
        if !board.disagreements().is_empty() {
            return None;
        }
        let z = hash.wrapping_add(number(&board.signature)?);
        // The signature of one position is mix(x·2^32 + y).
        let mut mixed = Signature::default();
        mixed.add(Position::new(z >> 32, z & 0xFFFF_FFFF));
        hash = number(&mixed.to_string())?;
    }
    Some(format!("{hash:016x}"))
}

fn number(signature: &str) -> Option<u64> {
    u64::from_str_radix(signature, 16).ok()
}

/// How fast an engine is.
#[derive(Serialize)]
struct Speed {
    engine: Engine,
    board: Area,
    p_count: u64,
    signature: String,
    cells: u64,
    /// The best time of so many.
    seconds: f64,
    runs: u32,
    /// Cells per second.
    rate: f64,
    naive: NaiveRate,
    /// How many times as fast as the naive loop.
    ratio: f64,
    /// Whether the engine finds what the naive loop finds, on the naive loop's board.
    agrees: bool,
}

#[derive(Serialize)]
struct NaiveRate {
    board: Area,
    cells: u64,
    seconds: f64,
    rate: f64,
}

impl Speed {
    fn of(engine: Engine, race: Race, quick: bool, ear: &Ear<'_>) -> Result<Self, SolveError> {
        const FEWEST_RUNS: u32 = 3;
        let budget = Duration::from_millis(if quick { 250 } else { 3000 });
        let found = race.area.solve(engine, ear)?;
        let naive_found = race.naive.naive().unwrap_or_default();
        let same = if race.naive == race.area { found } else { race.naive.solve(engine, ear)? };
        let agrees = (same.summary, same.cells) == (naive_found.summary, naive_found.cells);
        let (since, mut best, mut naive_best) = (Instant::now(), f64::INFINITY, f64::INFINITY);
        let (mut runs, mut counts_agree) = (0, true);
        while runs < FEWEST_RUNS || since.elapsed() < budget {
            runs += 1;
            let start = Instant::now();
            let naive_count = race.naive.naive_count();
            naive_best = naive_best.min(start.elapsed().as_secs_f64());
            // A short run would else not listen at all.
            ear.calls.set(0);
            let start = Instant::now();
            let count = race.area.count(engine, ear)?;
            best = best.min(start.elapsed().as_secs_f64());
            counts_agree &= (count, naive_count) == (found.summary.p_count, naive_found.summary.p_count);
        }
        let rate = per_second(found.cells, best);
        let naive_rate = per_second(naive_found.cells, naive_best);
        Ok(Self {
            engine,
            board: race.area,
            p_count: found.summary.p_count,
            signature: found.summary.signature.to_string(),
            cells: found.cells,
            seconds: best,
            runs,
            rate,
            naive: NaiveRate { board: race.naive, cells: naive_found.cells, seconds: naive_best, rate: naive_rate },
            ratio: rate / naive_rate,
            agrees: agrees && counts_agree,
        })
    }

    fn disagreement(&self) -> Option<String> {
        let Self { engine, board, naive, .. } = self;
        (!self.agrees).then(|| format!("{board}: `{engine}` is not `naive` on {}", naive.board))
    }
}

/// Rates are for people: no answer depends on them.
#[expect(clippy::cast_precision_loss, reason = "a rate has a few digits")]
fn per_second(cells: u64, seconds: f64) -> f64 {
    cells as f64 / seconds.max(1e-9)
}

/// What the rates depend on.
#[derive(Serialize)]
struct Machine {
    version: &'static str,
    /// The model's name, where the system tells.
    cpu: Option<String>,
    cores: usize,
    architecture: &'static str,
    instruction_sets: Vec<&'static str>,
    /// Overflow checks and the like, which cost time.
    debug_assertions: bool,
}

impl Machine {
    fn this() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION"),
            cpu: std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| cpu_model(&text)),
            cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            architecture: std::env::consts::ARCH,
            instruction_sets: instruction_sets(),
            debug_assertions: cfg!(debug_assertions),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cores = if self.cores == 1 { "core" } else { "cores" };
        let cpu = self.cpu.as_deref().unwrap_or("unknown CPU");
        write!(f, "wythoff {}, {cpu}, {} {cores}, {}", self.version, self.cores, self.architecture)?;
        if !self.instruction_sets.is_empty() {
            write!(f, " with {}", self.instruction_sets.join(" "))?;
        }
        f.write_str(if self.debug_assertions { "; built with debug assertions, which cost time" } else { "" })
    }
}

/// The first processor's name in Linux's list.
fn cpu_model(cpuinfo: &str) -> Option<String> {
    let fields = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    let mut names = fields.filter(|(key, _)| key.trim() == "model name").map(|(_, name)| name.trim());
    names.find(|name| !name.is_empty()).map(str::to_owned)
}

/// The vector instructions that an engine may choose.
fn instruction_sets() -> Vec<&'static str> {
    #[cfg(target_arch = "x86_64")]
    let found = [
        ("sse4.1", is_x86_feature_detected!("sse4.1")),
        ("avx2", is_x86_feature_detected!("avx2")),
        ("bmi2", is_x86_feature_detected!("bmi2")),
        ("avx512f", is_x86_feature_detected!("avx512f")),
        ("avx512bw", is_x86_feature_detected!("avx512bw")),
        ("avx512vl", is_x86_feature_detected!("avx512vl")),
    ];
    #[cfg(target_arch = "aarch64")]
    let found = [("neon", std::arch::is_aarch64_feature_detected!("neon"))];
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let found: [(&str, bool); 0] = [];
    found.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect()
}

/// First what is the same everywhere, then a line of dashes, then what is not.
fn as_text(report: &Report, out: &mut impl Write) -> Result<()> {
    let name = |board: &Area| board.to_string();
    let widest = |boards: &mut dyn Iterator<Item = String>| boards.map(|name| name.len()).max().unwrap_or_default();
    let width = widest(&mut report.boards.iter().map(|solved| name(&solved.board)));
    for solved in &report.boards {
        let first = solved.solvers.first();
        let solvers = solved.solvers.iter().map(|solver| match first {
            Some(first) if !solver.finds_same_as(first) => format!("{}(!)", solver.engine),
            _ => solver.engine.clone(),
        });
        let (board, solvers) = (name(&solved.board), solvers.collect::<Vec<_>>().join(" "));
        writeln!(out, "{board:width$}  {:>8}  {}  {solvers}", solved.p_count, solved.signature)?;
    }
    if let Some(signature) = &report.signature {
        writeln!(out, "signature {signature}")?;
    }
    if report.rates.is_empty() && report.not_measured.is_empty() {
        return Ok(());
    }
    writeln!(out, "---\n{}", report.machine)?;
    writeln!(out, "Cells of the half board per second, and how many times as fast as the naive loop:")?;
    let width = widest(&mut report.rates.iter().map(|rate| name(&rate.board)));
    for rate in &report.rates {
        let (engine, board, naive) = (rate.engine.to_string(), name(&rate.board), &rate.naive);
        let smaller = if naive.board == rate.board { String::new() } else { format!(" on {}", naive.board) };
        writeln!(
            out,
            "{engine:9}  {board:width$}  {:>7} G/s  naive {:>7} G/s{smaller}  {:>7}×",
            digits(rate.rate / 1e9),
            digits(naive.rate / 1e9),
            digits(rate.ratio)
        )?;
    }
    for refusal in &report.not_measured {
        writeln!(out, "{:9}  {}: {}", refusal.engine.to_string(), refusal.board, refusal.why)?;
    }
    Ok(())
}

/// Three digits, as far as possible without a power of ten.
fn digits(number: f64) -> String {
    match number {
        100.0.. => format!("{number:.0}"),
        10.0.. => format!("{number:.1}"),
        1.0.. => format!("{number:.2}"),
        0.1.. => format!("{number:.3}"),
        0.01.. => format!("{number:.4}"),
        _ => format!("{number:.5}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solver(engine: &str, p_count: u64, signature: &str) -> Solver {
        Solver { engine: engine.into(), p_count, signature: signature.into(), seconds: 0.0 }
    }

    fn solved(solvers: Vec<Solver>) -> Solved {
        Solved::new(window(3, 5, 6, 7, 8), solvers, vec![])
    }

    #[test]
    fn who_finds_something_else_is_named() {
        let right = "00000000000000ff";
        let others =
            vec![solver("naive", 9, right), solver("lines", 9, right), solver("reference", 9, "0000000000000001")];
        let mut report = Report::new();
        report.boards = vec![solved(vec![solver("naive", 1, right)]), solved(others), solved(vec![])];
        assert_eq!(
            report.disagreements(),
            [
                "board blocking:k=3 --size 7x8 --at 5,6: `reference` 9 0000000000000001 is not `naive` 9 00000000000000ff",
                "board blocking:k=3 --size 7x8 --at 5,6: no engine solves it",
            ]
        );
        assert!(combined(&report.boards[..1]).is_some());
        assert_eq!(combined(&report.boards), None);
        let mut text = Vec::new();
        as_text(&report, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.lines().nth(1).unwrap().ends_with("00000000000000ff  naive lines reference(!)"), "{text}");
        assert!(!text.contains("signature"), "{text}");
    }

    /// From h = 0, h becomes mix(h + s); mix(0) = e220a8397b1dcdaf is the first output of SplitMix64, and its second
    /// output from that state is mix of the constant that it adds.
    #[test]
    fn the_signature_of_all_depends_on_the_order() {
        let zero = || solved(vec![solver("naive", 0, "0000000000000000")]);
        let one = || solved(vec![solver("naive", 0, "9e3779b97f4a7c15")]);
        assert_eq!(combined(&[zero()]).unwrap(), "e220a8397b1dcdaf");
        assert_eq!(combined(&[one()]).unwrap(), "6e789e6aa1b965f4");
        assert_ne!(combined(&[one(), zero()]), combined(&[zero(), one()]));
    }

    /// Lar11 Theorem 1.1: W^3 is (0,0), {n, 2n+1}, {n, 2n+2}.
    #[test]
    fn the_naive_loops_find_the_palaces_of_w_3() {
        let mut square = Vec::new();
        naive_square(3, 9, |x, y| square.push((x, y)));
        assert_eq!(square, [(0, 0), (0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6), (3, 7), (3, 8)]);
        let mut columns = Vec::new();
        let cells = naive_columns(3, 3, |x, y| columns.push((x, y)));
        assert_eq!(columns, [(0, 0), (0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6)]);
        assert_eq!(cells, 3 + 4 + 5);
    }

    #[test]
    fn an_area_is_a_command() {
        use clap::Parser;
        for engine in Engine::ALL {
            for area in races(engine, true).into_iter().chain(races(engine, false)).map(|race| race.area).chain(AREAS) {
                let command = format!("wythoff {area}");
                assert!(crate::args::Args::try_parse_from(command.split(' ')).is_ok(), "{command}");
            }
        }
    }

    #[test]
    fn the_model_is_read_from_the_list_of_processors() {
        let text =
            "processor\t: 0\nvendor_id\t: Acme\nmodel\t\t: 17\nmodel name\t: Acme 9000\n\nmodel name\t: Acme 1\n";
        assert_eq!(cpu_model(text).as_deref(), Some("Acme 9000"));
        assert_eq!(cpu_model("processor\t: 0\n"), None);
    }

    #[test]
    fn three_digits_are_enough() {
        let shown = [1234.5, 99.94, 1.0, 0.25, 0.0123, 0.000_04].map(digits);
        assert_eq!(shown, ["1234", "99.9", "1.00", "0.250", "0.0123", "0.00004"]);
    }
}
