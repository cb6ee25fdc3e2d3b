//! The atlas: one record for each k, the same bytes on every machine.
//!
//! A record is a JSON document on one line, `{"checksum":"…","record":{…}}`. The checksum is that of the record's bytes, so it is
//! checked without reading numbers. Nothing in it depends on time, machine or order of work: a record can be made anywhere, copied
//! into a folder with others, and made again to the same bytes.

use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_64;

use super::threads::{self, Threads};
use crate::board::Window;
use crate::game::Game;
use crate::solve::dense::{self, Settings};
use crate::solve::{self, Engine, SolveError, Values, Watch};

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
/// # Errors
/// As [`threads::measure`] and [`dense::stats`].
pub fn record(k: u64, columns: u64, watch: &mut dyn Watch) -> Result<String, SolveError> {
    let found = threads::measure(k, columns, watch)?;
    let side = (SIDE * k).max(SMALLEST_BOARD);
    let states = dense::stats(k, side, Settings::default(), watch)?;
    let mut record = header(&found);
    record["states"] = json!({
        "side": side,
        "min_deviation": states.min_deviation,
        "max_deviation": states.max_deviation,
    });
    record["thumbnail"] = thumbnail(k, side / 2, watch)?;
    Ok(sealed(&record.to_string()))
}

/// What the threads say, and who said it.
fn header(found: &Threads) -> Value {
    let mut record = found.json();
    record["version"] = env!("CARGO_PKG_VERSION").into();
    record["engine"] = json!(Engine::Sparse);
    record
}

/// The board x, y < side, `side` a multiple of [`THUMBNAIL`], in shades.
fn thumbnail(k: u64, side: u64, watch: &mut dyn Watch) -> Result<Value, SolveError> {
    let game: Game = format!("blocking:k={k}").parse().expect("the sparse engine has solved it");
    let cell = side.div_ceil(THUMBNAIL);
    let side = cell * THUMBNAIL;
    let mut counts = vec![0_u64; usize::try_from(THUMBNAIL * THUMBNAIL).unwrap_or_default()];
    solve::rows(&game, Window::corner(side, side), Values::Outcome, None, watch, |row| {
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

const BEFORE: &str = "{\"checksum\":\"";
const BETWEEN: &str = "\",\"record\":";
const AFTER: &str = "}\n";

fn sealed(record: &str) -> String {
    format!("{BEFORE}{:016x}{BETWEEN}{record}{AFTER}", xxh3_64(record.as_bytes()))
}

/// The record in a line, if it is whole.
///
/// ```
/// use wythoff::structure::atlas::{opened, record};
/// let line = record(3, 2000, &mut ())?;
/// assert_eq!(opened(&line).map(|record| record["k"].clone()), Some(3.into()));
/// assert_eq!(opened(&line.replace("\"k\":3", "\"k\":4")), None);
/// # Ok::<(), wythoff::SolveError>(())
/// ```
pub fn opened(line: &str) -> Option<Value> {
    let rest = line.strip_prefix(BEFORE)?.strip_suffix(AFTER)?;
    let (checksum, record) = rest.split_once(BETWEEN)?;
    (checksum == format!("{:016x}", xxh3_64(record.as_bytes()))).then(|| serde_json::from_str(record).ok())?
}
