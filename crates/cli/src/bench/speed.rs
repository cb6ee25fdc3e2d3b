//! How fast engines are.

use std::time::{Duration, Instant};

use serde::Serialize;
use wythoff::{Engine, SolveError};

use super::PieceWatch;
use super::area::{Area, columns, square};

/// What is measured.
#[derive(Clone, Copy)]
pub(super) struct Race {
    /// What the engine does.
    pub(super) area: Area,
    /// What the naive loop does: the same, or a part of it.
    pub(super) naive: Area,
}

const fn race(area: Area) -> Race {
    Race { area, naive: area }
}

/// What suits an engine: areas for `--quick`, and for the full run. (By name, so that an engine without an entry is
/// measured like any other.)
pub(super) fn races(engine: Engine, quick: bool) -> Vec<Race> {
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

/// How fast an engine is.
#[derive(Serialize)]
pub(super) struct Speed {
    pub(super) engine: Engine,
    pub(super) board: Area,
    pub(super) p_count: u64,
    pub(super) signature: String,
    pub(super) cells: u64,
    /// The best time of so many.
    pub(super) seconds: f64,
    pub(super) runs: u32,
    /// Cells per second.
    pub(super) rate: f64,
    pub(super) naive: NaiveRate,
    /// How many times as fast as the naive loop.
    pub(super) ratio: f64,
    /// Whether the engine finds what the naive loop finds, on the naive loop's board.
    pub(super) agrees: bool,
}

#[derive(Serialize)]
pub(super) struct NaiveRate {
    pub(super) board: Area,
    pub(super) cells: u64,
    pub(super) seconds: f64,
    pub(super) rate: f64,
}

impl Speed {
    pub(super) fn of(engine: Engine, race: Race, quick: bool, ear: &PieceWatch<'_>) -> Result<Self, SolveError> {
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

    pub(super) fn disagreement(&self) -> Option<String> {
        let Self { engine, board, naive, .. } = self;
        (!self.agrees).then(|| format!("{board}: `{engine}` is not `naive` on {}", naive.board))
    }
}

/// Rates are for people: no answer depends on them.
#[expect(clippy::cast_precision_loss, reason = "a rate has a few digits")]
fn per_second(cells: u64, seconds: f64) -> f64 {
    cells as f64 / seconds.max(1e-9)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::bench::area::AREAS;

    #[test]
    fn an_area_is_a_command() {
        for engine in Engine::ALL {
            for area in races(engine, true).into_iter().chain(races(engine, false)).map(|race| race.area).chain(AREAS) {
                let command = format!("wythoff {area}");
                assert!(crate::args::Args::try_parse_from(command.split(' ')).is_ok(), "{command}");
            }
        }
    }
}
