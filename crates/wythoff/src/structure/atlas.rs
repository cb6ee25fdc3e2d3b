//! The atlas: one record for each k, the same bytes on every machine.
//!
//! A record is a JSON document on one line, under a seal ([`crate::seal::opened`] checks it). Nothing in it depends on
//! time, machine or order of work: a record can be made anywhere, copied into a folder with others, and made again to
//! the same bytes.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::compare::blocking;
use super::regions::{Census, Regions, SIDE_LIMIT, usual_side};
use super::threads::{self, Threads};
use crate::board::Window;
use crate::seal::sealed;
use crate::solve::{self, Engine, SolveError, Values, Watch};

/// What a record holds has changed so many times: one that was made before is no longer whole.
pub const FORMAT: u32 = 2;

/// The board on which states are counted has a side of so many k, and at least [`SMALLEST_BOARD`].
const SIDE: u64 = 16;

/// See [`SIDE`].
const SMALLEST_BOARD: u64 = 256;

/// A thumbnail has so many lines and characters in a line.
const THUMBNAIL: u64 = 32;

/// From no P-positions to nothing else.
const SHADES: &[u8; 10] = b" .:-=+*#%@";

/// The record of W^k from so many columns, as a line of text.
///
/// ```
/// use wythoff::{seal, structure::atlas};
/// let line = atlas::record(3, 2000, wythoff::UNWATCHED)?;
/// let record: serde_json::Value = seal::opened(&line).expect("a whole record");
/// assert_eq!(record["k"], 3);
/// # Ok::<(), wythoff::SolveError>(())
/// ```
///
/// # Errors
/// As [`threads::measure`], [`Regions::find`] and [`Census::count`].
pub fn record(k: u32, columns: u64, watch: &dyn Watch) -> Result<String, SolveError> {
    let found = threads::measure(k.into(), columns, watch)?;
    let side = (SIDE * u64::from(k)).max(SMALLEST_BOARD);
    let mut record = header(&found);
    record["states"] = states(&Census::count(k, side, watch)?, side);
    record["regions"] = regions(&Regions::find(k, usual_side(k).min(SIDE_LIMIT), watch)?);
    record["thumbnail"] = thumbnail(k, side / 2, watch)?;
    Ok(sealed(&record.to_string()))
}

/// Which deviations occur outside the hood, how often, and where first.
fn states(census: &Census, side: u64) -> Value {
    let (least, most) = census.range().unzip();
    json!({
        "side": side,
        "min_deviation": least,
        "max_deviation": most,
        "deviations": census.deviations,
        "first": census.first,
    })
}

/// Where regions meet, each border by its two ends, and what each region holds.
fn regions(found: &Regions) -> Value {
    let borders = found.borders(usize::MAX).into_iter().map(|border| {
        let ends = border.points.first().zip(border.points.last());
        (border.name, ends.map(|(from, to)| [*from, *to]))
    });
    let census = found.census().into_iter().map(|(region, census)| {
        let (least, most) = census.range().unzip();
        let Census { cells, palaces, .. } = census;
        (region, json!({ "cells": cells, "palaces": palaces, "min_deviation": least, "max_deviation": most }))
    });
    let mut regions = json!({
        "side": found.side(),
        "junctions": found.junctions(),
        "borders": borders.collect::<BTreeMap<_, _>>(),
        "census": census.collect::<BTreeMap<_, _>>(),
    });
    if found.armpit().is_none() && found.prism().is_some() {
        regions["note"] = NO_ARMPIT.into();
    }
    regions
}

/// Why a record has a prism but no armpit; so it is for k ≤ 4.
const NO_ARMPIT: &str = "k is small: in no column of this board have fabric and arm parted, so there is no armpit";

/// What the threads say, and who said it.
fn header(found: &Threads) -> Value {
    let mut record = found.json();
    record["format"] = FORMAT.into();
    record["version"] = env!("CARGO_PKG_VERSION").into();
    record["engine"] = json!(Engine::Sparse);
    record
}

/// The board x, y < side, `side` a multiple of [`THUMBNAIL`], in shades.
fn thumbnail(k: u32, side: u64, watch: &dyn Watch) -> Result<Value, SolveError> {
    let cell = side.div_ceil(THUMBNAIL);
    let side = cell * THUMBNAIL;
    let mut counts = vec![0_u64; usize::try_from(THUMBNAIL * THUMBNAIL).unwrap_or_default()];
    solve::rows(&blocking(k)?, Window::corner(side, side), Values::Outcome, None, watch, |row| {
        let line = row.y / cell * THUMBNAIL;
        for (x, p) in row.p.iter().enumerate() {
            counts[usize::try_from(line + x as u64 / cell).unwrap_or_default()] += u64::from(*p);
        }
        Ok::<(), SolveError>(())
    })?;
    let shade = |count: &u64| {
        let level = (count * (SHADES.len() as u64 - 1)).div_ceil(cell * cell);
        char::from(SHADES[usize::try_from(level).unwrap_or_default()])
    };
    let lines = counts.chunks(usize::try_from(THUMBNAIL).unwrap_or(1));
    let lines: Vec<String> = lines.map(|line| line.iter().map(shade).collect()).collect();
    Ok(json!({ "side": side, "lines": lines }))
}
