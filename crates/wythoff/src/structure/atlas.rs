//! The atlas: one record for each k, the same bytes on every machine.
//!
//! A record is a JSON document on one line, under a seal ([`crate::seal::opened`] checks it). Nothing in it depends on
//! time, machine or order of work: a record can be made anywhere, copied into a folder with others, and made again to
//! the same bytes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use serde_json::{Value, json};

use super::compare::blocking;
use super::machines::{self, Verdict};
use super::regions::{Census, Regions, SIDE_LIMIT, usual_side};
use super::threads::{self, Threads};
use crate::board::Window;
use crate::seal::{opened, sealed};
use crate::solve::{self, Engine, SolveError, Values, Watch};

/// What a record holds has changed so many times: one that was made before is no longer whole.
pub const FORMAT: u32 = 3;

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
    record["machines"] = machines::record(&found);
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

/// Where the record of W^k is in a folder.
pub fn record_path(folder: &Path, k: u64) -> PathBuf {
    folder.join(format!("k{k:05}.json"))
}

/// What is at the place of a record.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// No file.
    Nothing,
    /// A file whose checksum is wrong.
    Damaged,
    /// A record, as the text of the file and as what that says.
    Whole(String, Value),
}

/// Why records can't be read.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    /// A file can't.
    #[error("can't read {}: {error}", path.display())]
    File {
        /// Where it is.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The folder can't.
    #[error("can't read the folder {}: {error}", path.display())]
    Folder {
        /// Where it is.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is there that is none.
    #[error("{} is no whole record: its checksum or its name is wrong; remove it and sweep again", path.display())]
    NotWhole {
        /// Where it is.
        path: PathBuf,
    },
}

/// Reads a file that may be a record.
///
/// # Errors
/// When there is a file that can't be read.
pub fn found_at(path: &Path) -> Result<Found, AtlasError> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::Nothing),
        bytes => bytes.map_err(|error| AtlasError::File { path: path.to_owned(), error })?,
    };
    Ok(match (opened(&bytes), String::from_utf8(bytes)) {
        (Some(record), Ok(text)) => Found::Whole(text, record),
        _ => Found::Damaged,
    })
}

/// The records of a folder, by k, each as the text of its file and as what that says.
pub type Records = BTreeMap<u64, (String, Value)>;

/// Reads the records of a folder.
///
/// # Errors
/// When something can't be read, or a `.json` file is no record, or not whole.
pub fn records(folder: &Path) -> Result<Records, AtlasError> {
    let mut found = BTreeMap::new();
    let unread = |error| AtlasError::Folder { path: folder.to_owned(), error };
    for entry in fs::read_dir(folder).map_err(unread)? {
        let path = entry.map_err(unread)?.path();
        if path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let whole = match found_at(&path)? {
            Found::Whole(text, record) => record["k"].as_u64().map(|k| (k, (text, record))),
            Found::Damaged | Found::Nothing => None,
        };
        match whole {
            Some((k, record)) if path == record_path(folder, k) => found.insert(k, record),
            _ => return Err(AtlasError::NotWhole { path }),
        };
    }
    Ok(found)
}

/// What the values of a table's column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Integers.
    Whole,
    /// Numbers for printing.
    Real,
    /// Yes or no.
    Flag,
    /// Text; exact numbers are written so.
    Text,
}

/// A table: its columns, and its rows of as many values, null where there is none.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// The columns' names, and what is in them.
    pub columns: &'static [(&'static str, Kind)],
    /// A value for each column.
    pub rows: Vec<Vec<Value>>,
}

const SLOPES: [(&str, Kind); 16] = [
    ("k", Kind::Whole),
    ("columns", Kind::Whole),
    ("slope", Kind::Real),
    ("slope_error", Kind::Real),
    ("exact", Kind::Text),
    ("discriminant", Kind::Whole),
    ("odds", Kind::Whole),
    ("per_column", Kind::Text),
    ("periodic", Kind::Flag),
    ("dx", Kind::Whole),
    ("dy", Kind::Whole),
    ("from", Kind::Whole),
    ("drifting", Kind::Flag),
    ("parts", Kind::Whole),
    ("states", Kind::Whole),
    ("machine", Kind::Text),
];

impl Sheet {
    /// One row for each slope of each k.
    pub fn slopes<'r>(records: impl Iterator<Item = &'r Value>) -> Self {
        let row = |record: &Value, (number, thread): (usize, &Value)| {
            let (states, machine) = machine_of(record, number);
            let (exact, period) = (&thread["exact"], &thread["period"]);
            let parts = thread["parts"].as_array().map_or(0, Vec::len);
            let per_column =
                if thread["per_column_exact"].is_null() { &thread["per_column"] } else { &thread["per_column_exact"] };
            let values = [
                &record["k"],
                &record["columns"],
                &thread["slope"],
                &thread["slope_error"],
                &exact["value"],
                &exact["discriminant"],
                &exact["odds"],
                per_column,
                &thread["periodic"],
                &period["dx"],
                &period["dy"],
                &period["from"],
                &thread["drifting"],
            ];
            values.into_iter().cloned().chain([parts.into(), states, machine]).collect()
        };
        let of = |record: &Value| {
            let threads = record["threads"].as_array().into_iter().flatten();
            threads.enumerate().map(|it| row(record, it)).collect::<Vec<_>>()
        };
        Self { columns: &SLOPES, rows: records.flat_map(of).collect() }
    }
}

/// The verdicts of a record's machines, those of one slope together; the worst comes last.
fn verdicts(record: &Value) -> Vec<Vec<(Verdict, &Value)>> {
    let mut machines = record["machines"].as_array().into_iter().flatten();
    let threads = record["threads"].as_array().into_iter().flatten();
    let parts = threads.map(|thread| thread["parts"].as_array().map_or(0, Vec::len));
    parts
        .map(|parts| {
            let told = machines.by_ref().take(parts);
            let mut told: Vec<_> = told.map(|it| (Verdict::named(&it["verdict"]), &it["states"][2])).collect();
            told.sort_by_key(|(verdict, states)| (*verdict, states.as_u64()));
            told
        })
        .collect()
}

/// The states of a slope's thread at the end, and the verdict; of several threads, those of the worst.
fn machine_of(record: &Value, number: usize) -> (Value, Value) {
    let verdicts = verdicts(record);
    let worst = verdicts.get(number).and_then(|told| told.last());
    worst.map_or_else(Default::default, |(verdict, states)| (Value::clone(states), verdict.name().into()))
}

/// The verdict on all threads of a record together.
pub fn verdict(record: &Value) -> Verdict {
    verdicts(record).into_iter().flatten().map(|(verdict, _)| verdict).max().unwrap_or(Verdict::Unknown)
}

const BOARDS: [(&str, Kind); 14] = [
    ("k", Kind::Whole),
    ("columns", Kind::Whole),
    ("p_count", Kind::Whole),
    ("signature", Kind::Text),
    ("regions_side", Kind::Whole),
    ("nose", Kind::Whole),
    ("armpit_x", Kind::Whole),
    ("armpit_y", Kind::Whole),
    ("prism", Kind::Whole),
    ("states_side", Kind::Whole),
    ("states", Kind::Whole),
    ("min_deviation", Kind::Whole),
    ("max_deviation", Kind::Whole),
    ("machine", Kind::Text),
];

impl Sheet {
    /// One row for each k.
    pub fn boards<'r>(records: impl Iterator<Item = &'r Value>) -> Self {
        let row = |record: &Value| {
            let (regions, states) = (&record["regions"], &record["states"]);
            let junctions = &regions["junctions"];
            let number = states["deviations"].as_object().map_or(0, serde_json::Map::len).into();
            let values = [
                &record["k"],
                &record["columns"],
                &record["p_count"],
                &record["signature"],
                &regions["side"],
                &junctions["nose"][0],
                &junctions["armpit"][0],
                &junctions["armpit"][1],
                &junctions["prism"][0],
                &states["side"],
                &number,
                &states["min_deviation"],
                &states["max_deviation"],
                &verdict(record).name().into(),
            ];
            values.into_iter().cloned().collect()
        };
        Self { columns: &BOARDS, rows: records.map(row).collect() }
    }

    /// As text with commas, nothing for null; no value here holds a comma.
    pub fn csv(&self) -> String {
        let head: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        let mut table = head.join(",") + "\n";
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|value| plain(value).unwrap_or_default()).collect();
            table += &cells.join(",");
            table.push('\n');
        }
        table
    }
}

/// A value without quotes; `None` for null.
pub fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}
