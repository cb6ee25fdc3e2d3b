//! `--engine gpu`: large boards of W^k on an NVIDIA GPU, in a program that was built with the feature `gpu`.
//!
//! A GPU that is not there, or can't do the work, is no error: a sentence says why, and the processor does it.

use std::str::FromStr;

use wythoff::Engine;
use wythoff::solve::Stats;
use wythoff::zarr::Solver;
#[cfg(feature = "gpu")]
use wythoff_gpu::{Device, GpuError};

use crate::say::note;

/// The engine that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// One of the library's.
    Engine(Engine),
    /// A GPU.
    Gpu,
}

impl FromStr for Choice {
    type Err = wythoff::UnknownName;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "gpu" { Ok(Self::Gpu) } else { text.parse().map(Self::Engine) }
    }
}

impl Choice {
    /// The library's engine, for work that no GPU does.
    pub(crate) fn of_the_library(choice: Option<Self>, work: &str) -> Option<Engine> {
        match choice? {
            Self::Engine(engine) => Some(engine),
            Self::Gpu => {
                declined(&format!("a GPU does not compute {work}"));
                None
            }
        }
    }
}

/// Says why the processor does it.
pub(crate) fn declined(why: &str) {
    note!("{why}: the processor does it instead");
}

/// What a program without the feature says.
#[cfg(not(feature = "gpu"))]
const WITHOUT: &str = "this program was built without the feature `gpu`";

/// Asks a GPU; nothing, and a sentence, if there is none that can.
#[cfg(feature = "gpu")]
fn ask<T>(work: impl FnOnce() -> Result<T, GpuError>) -> anyhow::Result<Option<T>> {
    match work() {
        Ok(result) => Ok(Some(result)),
        Err(GpuError::Interrupted) => Err(wythoff::SolveError::Interrupted.into()),
        Err(why) => {
            declined(&why.to_string());
            Ok(None)
        }
    }
}

/// The statistics of the board x, y < n of W^k from a GPU; nothing, and a sentence, if there is none that can.
#[cfg(feature = "gpu")]
pub(crate) fn stats(k: u64, n: u64, watch: &dyn wythoff::Watch) -> anyhow::Result<Option<Stats>> {
    let stats = ask(|| wythoff_gpu::stats(&Device::new()?, &[(k, n)], watch))?;
    Ok(stats.and_then(|stats| stats.first().copied()))
}

/// The statistics of the boards x, y < n of W^k for several k, from a GPU, in batches that fit into its memory. Each
/// goes to `put` with k and its share of the time. Gives back for how many; a sentence says why, if not for all.
#[cfg(feature = "gpu")]
pub(crate) fn many_stats(
    mut ks: impl Iterator<Item = u64>,
    n: u64,
    watch: &dyn wythoff::Watch,
    mut put: impl FnMut(u64, &Stats, f64) -> anyhow::Result<()>,
) -> anyhow::Result<usize> {
    let mut done = 0;
    let Some(device) = ask(Device::new)? else { return Ok(0) };
    while let Some(batch) = ask(|| wythoff_gpu::batch(&device, n))? {
        let since = std::time::Instant::now();
        let boards: Vec<(u64, u64)> = ks.by_ref().take(batch).map(|k| (k, n)).collect();
        let Some(found) = ask(|| wythoff_gpu::stats(&device, &boards, watch))?.filter(|found| !found.is_empty()) else {
            break;
        };
        let seconds = (since.elapsed() / u32::try_from(found.len()).unwrap_or(u32::MAX)).as_secs_f64();
        for ((k, _), stats) in boards.iter().zip(&found) {
            put(*k, stats, seconds)?;
        }
        done += found.len();
    }
    Ok(done)
}

/// The row of the last palace of each column x < `columns` of the arm without end, from a GPU; or nothing, as
/// [`stats`].
#[cfg(feature = "gpu")]
pub(crate) fn boundary(columns: u64, watch: &dyn wythoff::Watch) -> anyhow::Result<Option<Vec<i64>>> {
    ask(|| wythoff_gpu::boundary(&Device::new()?, columns, watch))
}

/// Who solves blocks: a GPU, and the processor where it does not; nothing, and a sentence, if there is none.
#[cfg(feature = "gpu")]
pub(crate) fn solver() -> Option<Box<Solver<'static>>> {
    let device = ask(Device::new).ok()??;
    Some(Box::new(wythoff_gpu::solver(device, |why| declined(&why.to_string()))))
}

#[cfg(not(feature = "gpu"))]
pub(crate) fn solver() -> Option<Box<Solver<'static>>> {
    declined(WITHOUT);
    None
}

#[cfg(not(feature = "gpu"))]
#[expect(clippy::unnecessary_wraps, reason = "as with the feature")]
pub(crate) fn stats(_: u64, _: u64, _: &dyn wythoff::Watch) -> anyhow::Result<Option<Stats>> {
    declined(WITHOUT);
    Ok(None)
}

#[cfg(not(feature = "gpu"))]
#[expect(clippy::unnecessary_wraps, reason = "as with the feature")]
pub(crate) fn many_stats(
    _: impl Iterator<Item = u64>,
    _: u64,
    _: &dyn wythoff::Watch,
    _: impl FnMut(u64, &Stats, f64) -> anyhow::Result<()>,
) -> anyhow::Result<usize> {
    declined(WITHOUT);
    Ok(0)
}

#[cfg(not(feature = "gpu"))]
#[expect(clippy::unnecessary_wraps, reason = "as with the feature")]
pub(crate) fn boundary(_: u64, _: &dyn wythoff::Watch) -> anyhow::Result<Option<Vec<i64>>> {
    declined(WITHOUT);
    Ok(None)
}
