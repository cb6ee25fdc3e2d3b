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
fn ask<T>(work: impl FnOnce(&Device) -> Result<T, GpuError>) -> anyhow::Result<Option<T>> {
    match Device::new().and_then(|device| work(&device)) {
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
    let stats = ask(|device| wythoff_gpu::stats(device, &[(k, n)], watch))?;
    Ok(stats.and_then(|stats| stats.first().copied()))
}

/// The row of the last palace of each column x < `columns` of the arm without end, from a GPU; or nothing, as
/// [`stats`].
#[cfg(feature = "gpu")]
pub(crate) fn boundary(columns: u64, watch: &dyn wythoff::Watch) -> anyhow::Result<Option<Vec<i64>>> {
    ask(|device| wythoff_gpu::boundary(device, columns, watch))
}

/// Who solves blocks: a GPU, and the processor where it does not; nothing, and a sentence, if there is none.
#[cfg(feature = "gpu")]
pub(crate) fn solver() -> Option<Box<Solver<'static>>> {
    match Device::new() {
        Ok(device) => Some(Box::new(wythoff_gpu::solver(device, |why| declined(&why.to_string())))),
        Err(why) => {
            declined(&why.to_string());
            None
        }
    }
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
pub(crate) fn boundary(_: u64, _: &dyn wythoff::Watch) -> anyhow::Result<Option<Vec<i64>>> {
    declined(WITHOUT);
    Ok(None)
}
