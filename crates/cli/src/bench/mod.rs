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

mod agreement;
mod area;
#[cfg(feature = "gpu")]
mod gpu;
mod machine;
mod naive;
mod report;
mod speed;

use std::cell::Cell;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Result;
use wythoff::solve::Watch;
use wythoff::{Engine, SolveError};

use crate::end::Failure;
use crate::examples::examples;
use crate::output::Output;
use crate::watch::Progress;
use agreement::{Refusal, Solved, combined};
use area::{AREAS, square};
use report::{Report, as_text};
use speed::{Race, Speed, races};

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff bench --quick", "The signature, and rates in seconds"),
    ("wythoff bench --json -o bench.json", "All rates, for programs"),
]))]
pub(crate) struct Args {
    /// Prints one JSON document
    #[arg(long)]
    json: bool,
    /// Measures rates for seconds instead of a minute; the signature is the same
    #[arg(long)]
    quick: bool,
    /// Compares a GPU with the processor instead; only in a program that was built with the feature `gpu`
    #[arg(long, conflicts_with = "json")]
    gpu: bool,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    #[cfg(not(feature = "gpu"))]
    if args.gpu {
        anyhow::bail!("--gpu: this program was built without the feature `gpu`");
    }
    // From here on Ctrl-C is heard.
    let progress = Progress::new().counting();
    let mut out = Output::open(args.output.as_deref())?;
    #[cfg(feature = "gpu")]
    if args.gpu {
        anyhow::Context::context(gpu::run(&mut out, args.quick, &progress), "--gpu")?;
        return out.finish();
    }
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

/// Solves every area, then measures the rates if all agree.
fn measure(report: &mut Report, quick: bool, progress: &Progress) -> Result<(), SolveError> {
    let engines = Engine::solving(&square(1, 1).game());
    let races: Vec<(Engine, Race)> = engines
        .into_iter()
        .flat_map(|engine| races(engine, quick).into_iter().map(move |race| (engine, race)))
        .collect();
    let of = (AREAS.len() + races.len()) as u64;
    let mut ear = PieceWatch { progress, done: 0, of, calls: Cell::new(0) };
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
struct PieceWatch<'p> {
    progress: &'p Progress,
    done: u64,
    of: u64,
    calls: Cell<u32>,
}

impl PieceWatch<'_> {
    /// A piece of work begins.
    fn next(&mut self) -> Result<(), SolveError> {
        self.calls.set(0);
        let heard = self.progress(0, 0);
        self.done += 1;
        if heard.is_break() { Err(SolveError::Interrupted) } else { Ok(()) }
    }
}

impl Watch for PieceWatch<'_> {
    /// Listens now and then only: a fast engine says more often than it matters how far it is.
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        const LISTENS_EVERY: u32 = 256;
        let listens = self.calls.get().is_multiple_of(LISTENS_EVERY);
        self.calls.set(self.calls.get().wrapping_add(1));
        if listens { self.progress.progress(self.done, self.of) } else { ControlFlow::Continue(()) }
    }
}
