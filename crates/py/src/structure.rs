//! What the boards of W^k look like, as JSON and arrays.

use std::path::PathBuf;

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use serde_json::{Value, json};
use wythoff::structure::atlas::{self, Kind, Sheet};
use wythoff::structure::compare::{Comparison, Offset};
use wythoff::structure::ratio::Interval;
use wythoff::structure::regions::{Region, Regions, usual_side};
use wythoff::structure::warp::Warp;
use wythoff::structure::{expansion, golden as golden_lines, skin as levels, threads as lines};
use wythoff::{Position, SolveError, Window, seal};

use crate::errors::Failure;
use crate::exact::parameter;
use crate::integers::{integer, natural_u64};
use crate::{memory, work};

/// A JSON document, and where asked for something of each cell.
type WithCells<'py, T> = (String, Option<Bound<'py, PyArray2<T>>>);

/// An integer from −2^63 to 2^63 − 1.
pub(crate) fn signed_i64(what: &str, given: &Bound<'_, PyAny>) -> Result<i64, Failure> {
    let number = integer(what, given)?;
    i64::try_from(&number).map_err(|_| Failure::Refused(format!("{what} is from −2^63 to 2^63 − 1")))
}

/// The threads of W^k.
#[pyfunction]
pub(crate) fn threads(py: Python<'_>, k: &Bound<'_, PyAny>, columns: &Bound<'_, PyAny>) -> Result<String, Failure> {
    let (k, columns) = (natural_u64("k", k)?, natural_u64("columns", columns)?);
    let fewest = lines::fewest_columns(k.min(1 << 32));
    if columns < fewest {
        return Err(Failure::Refused(format!(
            "the threads of W^{k} are apart only later: ask for at least {fewest} columns, not {columns}"
        )));
    }
    let found = work::run(py, |watch| lines::measure(k, columns, watch))?;
    let ends = |interval: Interval| [interval.low, interval.high];
    let mut document = found.json();
    // Beside the numbers for printing, the intervals that they come from.
    document["cover_interval"] = json!(found.cover().map(ends));
    for (index, thread) in found.threads.iter().enumerate() {
        document["threads"][index]["slope_by_cover_interval"] = json!(thread.by_cover.map(ends));
    }
    Ok(document.to_string())
}

/// How far from the golden lines the nim-values of Wythoff's queen stand.
#[pyfunction]
pub(crate) fn golden(py: Python<'_>, values: u32, columns: u64) -> Result<String, Failure> {
    let found = work::run(py, |watch| golden_lines::spreads(values, columns, watch, |_, _| ()))?;
    Ok(json!(found).to_string())
}

/// A table as JSON: its columns, with their kinds, and its rows.
fn table(sheet: &Sheet) -> String {
    let kind = |kind: Kind| match kind {
        Kind::Whole => "whole",
        Kind::Real => "real",
        Kind::Flag => "flag",
        Kind::Text => "text",
    };
    let columns: Vec<(&str, &str)> = sheet.columns.iter().map(|&(name, of)| (name, kind(of))).collect();
    json!({ "columns": columns, "rows": sheet.rows }).to_string()
}

/// The records of a folder, or those that come with the laboratory; and tables of their slopes and of their boards.
#[pyfunction]
pub(crate) fn atlas_records(py: Python<'_>, folder: Option<PathBuf>) -> Result<(Vec<String>, String, String), Failure> {
    let records: Vec<Value> = py.detach(|| {
        let Some(folder) = folder else {
            let mut records: Vec<Value> = wythoff_lab::shipped_records().filter_map(seal::opened).collect();
            records.sort_by_key(|record| record["k"].as_u64());
            return Ok(records);
        };
        let records = atlas::records(&folder).map_err(Failure::refused)?;
        Ok::<_, Failure>(records.into_values().map(|(_, record)| record).collect())
    })?;
    let tables = [Sheet::slopes(records.iter()), Sheet::boards(records.iter())].map(|sheet| table(&sheet));
    let [slopes, boards] = tables;
    Ok((records.iter().map(Value::to_string).collect(), slopes, boards))
}

/// The regions of a board, and where asked for the region of each cell.
#[pyfunction]
pub(crate) fn regions<'py>(
    py: Python<'py>,
    k: &Bound<'_, PyAny>,
    side: Option<&Bound<'_, PyAny>>,
    points: &Bound<'_, PyAny>,
    warp_from: Option<&Bound<'_, PyAny>>,
    is_labelled: bool,
) -> Result<WithCells<'py, u8>, Failure> {
    let k = parameter("k", k)?;
    let side = side.map_or_else(|| Ok(usual_side(k)), |side| natural_u64("side", side))?;
    let points = parameter("points", points)? as usize;
    let warp_from = warp_from.map(|from| natural_u64("warp_from", from)).transpose()?;
    if side == 0 {
        return Err(Failure::Refused("side is 1 or more, not 0".to_owned()));
    }
    if is_labelled {
        memory::needed(u128::from(side) * u128::from(side) * 3 / 2)?;
    }
    let (document, labels) = work::run(py, |watch| {
        let found = Regions::find(k, side, watch)?;
        let census = found.watched_census(watch)?;
        let mut document = found.json(&census, points);
        if let Some(from) = warp_from {
            document["warp"] = json!(Warp::measure(k, from, watch)?);
        }
        let label = |x, y| {
            let region = found.region(x, y).and_then(|region| Region::ALL.iter().position(|other| *other == region));
            region.and_then(|region| u8::try_from(region).ok()).unwrap_or(0)
        };
        let mut labels = Vec::new();
        if is_labelled {
            for y in 0..side {
                if watch.progress(y, side).is_break() {
                    return Err(Failure::Interrupted);
                }
                labels.extend((0..side).map(|x| label(x, y)));
            }
        }
        Ok::<_, Failure>((document.to_string(), labels))
    })?;
    if !is_labelled {
        return Ok((document, None));
    }
    let side = usize::try_from(side).map_err(Failure::refused)?;
    Ok((document, Some(PyArray1::from_vec(py, labels).reshape([side, side])?)))
}

/// The names of the regions, in the order of their labels.
#[pyfunction]
pub(crate) fn region_names() -> Vec<String> {
    Region::ALL.iter().filter_map(|region| json!(region).as_str().map(str::to_owned)).collect()
}

/// The levels of the skin, and the row of the last palace of each column.
#[pyfunction]
pub(crate) fn skin<'py>(
    py: Python<'py>,
    columns: &Bound<'_, PyAny>,
) -> Result<(String, Bound<'py, PyArray1<i64>>), Failure> {
    let columns = natural_u64("columns", columns)?;
    if columns == 0 {
        return Err(Failure::Refused("columns is 1 or more, not 0".to_owned()));
    }
    let found = work::run(py, |watch| levels::measure(columns, None, watch))?;
    Ok((found.json().to_string(), PyArray1::from_slice(py, found.lasts())))
}

/// The matrices between the levels of the skin.
#[pyfunction]
pub(crate) fn skin_matrices(py: Python<'_>) -> String {
    py.detach(|| expansion::json().to_string())
}

/// How well two boards match, and where asked for each cell: 1 where they do, 0 where not, −1 where there is nothing to
/// compare.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "two games, an offset and a window")]
pub(crate) fn compare<'py>(
    py: Python<'py>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    dx: &Bound<'_, PyAny>,
    dy: &Bound<'_, PyAny>,
    x: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
    height: &Bound<'_, PyAny>,
    width: &Bound<'_, PyAny>,
    is_laid_over: bool,
) -> Result<WithCells<'py, i8>, Failure> {
    let (first, second) = (parameter("a", first)?, parameter("b", second)?);
    let offset = Offset { dx: signed_i64("dx", dx)?, dy: signed_i64("dy", dy)? };
    let at = Position::new(natural_u64("x", x)?, natural_u64("y", y)?);
    let (height, width) = (natural_u64("the height", height)?, natural_u64("the width", width)?);
    let window = Window { at, width, height };
    if window.right().is_none() || window.bottom().is_none() {
        return Err(Failure::Refused(format!("the window at {at} leaves the board, whose coordinates are below 2^64")));
    }
    if is_laid_over {
        memory::needed(u128::from(width) * u128::from(height))?;
    }
    let compared = Comparison { first, second, offset, window };
    let [rows, columns] = if is_laid_over { [height, width] } else { [0, 0] };
    let [rows, columns] = [usize::try_from(rows), usize::try_from(columns)].map(|side| side.map_err(Failure::refused));
    let (rows, columns) = (rows?, columns?);
    let (matches, cells) = work::run(py, |watch| {
        let mut cells = vec![-1_i8; rows * columns];
        let matches = compared.rows(watch, |pair| {
            if is_laid_over {
                let row = usize::try_from(pair.y - at.y).unwrap_or(0) * columns;
                let line = &mut cells[row..][..columns];
                // What leads off the other board comes first.
                let from = columns - pair.first.len();
                for (cell, (first, second)) in line[from..].iter_mut().zip(pair.first.iter().zip(pair.second)) {
                    *cell = i8::from(first == second);
                }
            }
            Ok::<(), SolveError>(())
        })?;
        Ok::<_, SolveError>((matches, cells))
    })?;
    let document = compared.json(&matches).to_string();
    if !is_laid_over {
        return Ok((document, None));
    }
    Ok((document, Some(PyArray1::from_vec(py, cells).reshape([rows, columns])?)))
}
