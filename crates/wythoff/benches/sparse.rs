//! The sparse engine beside the naive scan of the same columns, on one core.
//!
//! The naive scan visits every cell of a column down to its last palace: about 0.8 n² cells for n columns. It runs to
//! the end only on a smaller board, where both signatures are compared; its time for more columns is that time scaled
//! by the number of cells, which the sparse engine knows. (The rate of a scan only falls when its counts leave the
//! cache.) Both times are of one run, and processor times where the system tells them: the machine may be shared.
//!
//! Last, a question about a position is answered from the columns and from a board.
//!
//! `cargo bench --bench sparse` runs to 10^6 columns; `-- --long` also runs 10^7 and 10^8.

use std::hint::black_box;
use std::time::Instant;

use wythoff::engine::sparse::{Instructions, Sparse, Tally, bytes_for};
use wythoff::strategy::{Question, ask};
use wythoff::{Engine, Game, Position, SolveError};

/// The number of cells that a naive scan visits in the columns below n, and what it finds there.
fn naive(k: u32, n: usize) -> (u64, Tally) {
    let (mut rows, mut diagonals) = (vec![0_u32; 3 * n + 2 * k as usize], vec![0_u32; 3 * n + 2 * k as usize]);
    let (mut cells, mut tally) = (0, Tally::default());
    for x in 0..n {
        let (mut seen, mut y) = (rows[x], x);
        while seen < k {
            if seen + rows[y] + diagonals[y - x] < k {
                seen += 1;
                rows[y] += 1;
                diagonals[y - x] += 1;
                tally.add(Position::new(x as u64, y as u64));
            }
            y += 1;
        }
        cells += (y - x) as u64;
    }
    (cells, tally)
}

/// The same by the sparse engine; also the engine at the end.
fn sparse(k: u32, n: u64, instructions: Instructions) -> (u64, Tally, Sparse) {
    let mut engine = Sparse::new(k.into()).and_then(|sparse| sparse.using(instructions)).expect("k is small");
    let mut cells = 0;
    let tally = engine
        .run(n, &(), |column| {
            cells += column.upper.last().map_or(0, |y| y + 1 - column.x);
            Ok::<(), SolveError>(())
        })
        .expect("the columns fit in memory");
    (cells, tally, engine)
}

/// The bytes that the engine holds after so many columns: not more than it says.
fn bytes_held(engine: &Sparse, columns: u64) -> u64 {
    let (bytes, stripes) = (engine.bytes_held(), engine.stripes() as u64);
    assert!(bytes <= bytes_for(engine.k(), columns) / 64 * (64 + stripes));
    bytes
}

/// Seconds of this thread on a processor, or on the clock where that is not known.
struct Watch(Option<f64>, Instant);

impl Watch {
    fn start() -> Self {
        Self(Self::processor(), Instant::now())
    }

    /// What Linux says: nanoseconds on a processor, first in the line.
    fn processor() -> Option<f64> {
        let line = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        line.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
    }

    fn seconds(&self) -> (f64, f64) {
        let clock = self.1.elapsed().as_secs_f64();
        (Self::processor().zip(self.0).map_or(clock, |(now, then)| now - then), clock)
    }
}

/// The fastest of `runs` runs: what it gave, and its times.
fn best<T>(runs: u32, work: impl Fn() -> T) -> (T, f64, f64) {
    let time = |_| {
        let watch = Watch::start();
        let result = black_box(work());
        let (processor, clock) = watch.seconds();
        (result, processor, clock)
    };
    (0..runs).map(time).min_by(|a, b| a.1.total_cmp(&b.1)).expect("at least one run")
}

/// Compares the signatures on `small` boards; then times `large` ones.
#[allow(clippy::cast_precision_loss)]
fn compare(k: u32, small: u64, large: Option<u64>) {
    let ((cells, expected), naive_time, _) = best(1, || naive(k, usize::try_from(small).expect("it is small")));
    for instructions in Instructions::available() {
        let found = sparse(k, small, instructions);
        assert_eq!((found.0, found.1), (cells, expected), "W^{k}: the naive scan and {instructions} differ");
    }
    println!("W^{k}, {small} columns: {expected} by the naive scan and by the sparse engine");
    let Some(large) = large else { return };
    let rate = cells as f64 / naive_time;
    println!("  naive: {naive_time:.3} s, {:.2}·10^9 cells a second", rate / 1e9);
    let mut tallies = Vec::new();
    for instructions in Instructions::available() {
        let runs = if instructions == Instructions::Portable { 1 } else { 3 };
        let ((cells, tally, engine), time, clock) = best(runs, || sparse(k, large, instructions));
        let bytes = bytes_held(&engine, large);
        let extrapolated = cells as f64 / rate;
        println!(
            "  {instructions}, {large} columns: {time:.3} s ({clock:.3} s by the clock), {:.0} times as fast as the \
             naive \
             scan (extrapolated: {extrapolated:.0} s); {:.2} ns a palace, {} MiB, {} stripes; {tally}",
            extrapolated / time,
            time * 1e9 / tally.p_count as f64,
            bytes.div_ceil(1 << 20),
            engine.stripes()
        );
        tallies.push(tally);
    }
    assert!(tallies.iter().all(|tally| *tally == tallies[0]), "W^{k}: the instruction sets differ");
}

/// What a queen of W^20 sees, and how she wins: from the stream of columns, and from the dense engine's board.
fn answers(x: u64, y: u64) {
    let game: Game = "W^20".parse().expect("a game");
    let asked = |engine: Engine| {
        let question = Question { engine: Some(engine), ..Question::default() };
        let answer = ask(&game, Position::new(x, y), &question, &()).expect("within the limits");
        (answer.outcome, answer.winning_moves, answer.must_block)
    };
    let ((streamed, time, _), (drawn, board_time, _)) =
        (best(1, || asked(Engine::Sparse)), best(1, || asked(Engine::Dense)));
    assert!(streamed == drawn, "W^20 at ({x},{y})");
    println!(
        "W^20 at ({x},{y}): answered in {time:.3} s from columns, {:.0} times as fast as from a board",
        board_time / time
    );
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    for k in [1, 2, 5, 6, 10, 20, 35, 100, 255, 1000] {
        // `cargo test --benches` only wants the right answers.
        match (has("--test"), k) {
            (true, _) => compare(k, 2000, None),
            (_, 20) => compare(k, 100_000, Some(1_000_000)),
            _ => compare(k, 20_000, Some(1_000_000)),
        }
    }
    if has("--test") {
        answers(700, 1800);
    } else {
        answers(40_000, 100_000);
    }
    if has("--long") {
        for columns in [10_000_000, 100_000_000] {
            let ((_, tally, engine), time, clock) = best(1, || sparse(20, columns, Instructions::available()[0]));
            let mebibytes = bytes_held(&engine, columns).div_ceil(1 << 20);
            println!("W^20, {columns} columns: {time:.2} s ({clock:.2} s by the clock), {mebibytes} MiB; {tally}");
        }
    }
}
