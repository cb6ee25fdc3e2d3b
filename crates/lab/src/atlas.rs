//! The atlas: the records of `wythoff sweep`. Those of k = 1..200 are part of the program; a folder may hold more, and
//! is looked at again when a second has passed, so that the atlas grows while a sweep runs. A record whose checksum is
//! wrong is not shown.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
#[cfg(not(target_family = "wasm"))]
use std::sync::LazyLock;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use wythoff::certificate::{answer, machine, strips};
use wythoff::seal;
use wythoff::structure::{atlas, machines};

use crate::ask::{InPath, InQuery, up_to};
use crate::cache::lock;
use crate::clock::{Instant, SystemTime};
use crate::disk as fs;
use crate::lab::{Answer, Lab};
use crate::limits;
use crate::problem::Problem;
use crate::tile::finished_tile;
use crate::wire::answer;
use crate::wire::atlas::{self as wire, AtlasRecord};

#[cfg(not(target_family = "wasm"))]
#[derive(rust_embed::RustEmbed)]
#[folder = "atlas"]
#[include = "*.json"]
struct Shipped;

/// Larger files are no records.
const FILE_LIMIT: u64 = 4 << 20;

/// How long what was read stays fresh.
const FRESH: Duration = Duration::from_secs(1);

/// Its slope is proved by `certificate/drift.rs`: two of its threads drift away from their line, so that it has no
/// certificate.
const DRIFTING_K: u32 = 7;

/// The largest k of a record.
const MOST_K: u64 = u32::MAX as u64;

/// A record and its k.
type Record = (u64, Arc<AtlasRecord>);
type Records = BTreeMap<u64, Arc<AtlasRecord>>;

#[cfg(not(target_family = "wasm"))]
static SHIPPED: LazyLock<Records> = LazyLock::new(|| shipped_records().filter_map(|line| record(&line)).collect());

#[cfg(not(target_family = "wasm"))]
fn shipped() -> &'static Records {
    &SHIPPED
}

/// Those that were given to the module, as lines: none before that, and then they are wanted.
#[cfg(target_family = "wasm")]
fn shipped() -> &'static Records {
    static RECORDS: std::sync::OnceLock<Records> = std::sync::OnceLock::new();
    static NONE: Records = Records::new();
    let lines = crate::module::given("atlas.jsonl").and_then(|given| std::str::from_utf8(given).ok());
    lines.map_or(&NONE, |lines| RECORDS.get_or_init(|| lines.split_inclusive('\n').filter_map(record).collect()))
}

/// The records of W^1 … W^200 that are part of the program, each as the line that [`seal::opened`] reads.
#[cfg(not(target_family = "wasm"))]
pub fn shipped_records() -> impl Iterator<Item = String> {
    let files = Shipped::iter().filter_map(|name| Shipped::get(&name));
    files.filter_map(|file| String::from_utf8(file.data.into_owned()).ok())
}

fn record(text: &str) -> Option<Record> {
    let record: AtlasRecord = seal::opened(text)?;
    Some((record.k, Arc::new(record)))
}

pub(crate) struct Atlas {
    folder: Option<PathBuf>,
    found: Mutex<Found>,
}

/// What the folder held when it was last looked at.
#[derive(Default)]
struct Found {
    when: Option<Instant>,
    /// By file: when it was written, how long it is, and the record in it.
    files: HashMap<PathBuf, (SystemTime, u64, Option<Record>)>,
}

impl Atlas {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, found: Mutex::default() }
    }

    /// All records, and how many of them are from the folder.
    fn records(&self) -> (Records, usize) {
        let mut records = shipped().clone();
        let mut found = lock(&self.found);
        if let Some(folder) = &self.folder
            && found.when.is_none_or(|when| when.elapsed() >= FRESH)
        {
            found.look(folder);
        }
        let own: Records = found.files.values().filter_map(|(_, _, record)| record.clone()).collect();
        let count = own.len();
        records.extend(own);
        (records, count)
    }
}

impl Found {
    /// Reads the files that are new or have changed.
    fn look(&mut self, folder: &Path) {
        let mut before = std::mem::take(&mut self.files);
        // A folder that is not there yet may come with the sweep.
        for file in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = file.path();
            let Ok(facts) = file.metadata() else { continue };
            let Ok(written) = facts.modified() else { continue };
            if path.extension().is_none_or(|ending| ending != "json") || facts.len() > FILE_LIMIT {
                continue;
            }
            let known = before.remove(&path).filter(|(when, length, _)| (*when, *length) == (written, facts.len()));
            let read = || (written, facts.len(), fs::read_to_string(&path).ok().as_deref().and_then(record));
            let kept = known.unwrap_or_else(read);
            self.files.insert(path, kept);
        }
        self.when = Some(Instant::now());
    }
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Range {
    /// The least k.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "1"))]
    from: Option<String>,
    /// The greatest k.
    #[schemars(extend("pattern" = "^[0-9]+$"))]
    to: Option<String>,
}

pub(crate) async fn list(State(lab): State<Arc<Lab>>, InQuery(range): InQuery<Range>) -> Answer {
    let bound = |text: Option<&str>, otherwise| text.map_or(Ok(otherwise), |text| up_to("k", text, MOST_K));
    let from = bound(range.from.as_deref(), 0)?;
    let to = bound(range.to.as_deref(), MOST_K)?;
    lab.work(move |lab, _| {
        let (records, own) = lab.atlas.records();
        let chosen = if from <= to {
            records.range(from..=to).map(|(_, record)| AtlasRecord::clone(record)).collect()
        } else {
            Vec::new()
        };
        let folder = if own > 0 { format!(", and {own} records from the folder of a sweep") } else { String::new() };
        let source = format!("{} records that are part of the program{folder}", shipped().len());
        Ok(answer(wire::Atlas { records: chosen, total: records.len(), proved: proved(&records), source }))
    })
    .await
}

/// The k whose slopes are proved, and known to the atlas: the periods of some are longer than a sweep looks for.
fn proved(records: &Records) -> Vec<u32> {
    let is_known = |k: &u32| {
        let record = records.get(&u64::from(*k));
        record.is_some_and(|record| record.threads.iter().all(|thread| thread.exact.is_some()))
    };
    let machines = machine::answer::shipped().chain(strips::answer::with_slopes());
    let all = answer::shipped().chain(machines).chain([DRIFTING_K]);
    let mut proved: Vec<u32> = all.filter(is_known).collect();
    proved.sort_unstable();
    proved
}

/// The record of one k; where the atlas has none, it is made on the spot from fewer columns.
pub(crate) async fn one(State(lab): State<Arc<Lab>>, InPath(k): InPath<String>) -> Answer {
    let k = up_to("k", &k, MOST_K)?;
    lab.study(move |lab, deadline| {
        if let Some(record) = lab.atlas.records().0.get(&k) {
            return Ok(answer(&**record));
        }
        // Nothing is measured before it is clear that nobody has done it.
        #[cfg(target_family = "wasm")]
        crate::module::nothing_missing()?;
        let key = format!("atlas/{k}");
        if let Some(finished) = lab.tiles.get(&key) {
            return Ok(finished_tile(finished.0, finished.1.clone(), true));
        }
        let Some(k) = u32::try_from(k).ok().filter(|k| u64::from(*k) <= limits::MEASURED_K) else {
            let message = format!("the atlas has no record of k = {k}, and measures k ≤ {} itself", limits::MEASURED_K);
            return Err(Problem::limit("measured-k", limits::MEASURED_K, message));
        };
        let line = atlas::record(k, limits::MEASURED_COLUMNS, deadline)?;
        let mut record: AtlasRecord =
            seal::opened(&line).ok_or_else(|| Problem::internal("a record that can't be read"))?;
        record.measured = Some(true);
        let bytes = serde_json::to_vec(&record).map_err(|error| Problem::internal(error.to_string()))?;
        lab.tiles.put(key, Arc::new(("application/json", bytes.clone())), bytes.len() + 64);
        Ok(finished_tile("application/json", bytes, true))
    })
    .await
}

/// The machines of one k, with the tables of the small ones, measured on the spot.
pub(crate) async fn machines(State(lab): State<Arc<Lab>>, InPath(k): InPath<String>) -> Answer {
    let k = up_to("k", &k, MOST_K)?;
    lab.study(move |lab, deadline| {
        if k > limits::MEASURED_K {
            let message = format!("machines are measured for k ≤ {}, not for k = {k}", limits::MEASURED_K);
            return Err(Problem::limit("measured-k", limits::MEASURED_K, message));
        }
        let key = format!("machines/{k}");
        if let Some(finished) = lab.tiles.get(&key) {
            return Ok(finished_tile(finished.0, finished.1.clone(), true));
        }
        let columns = machines::fewest_columns(k).max(limits::MEASURED_COLUMNS);
        let found = machines::measure(k, columns, deadline)?;
        let bytes = serde_json::to_vec(&found.json()).map_err(|error| Problem::internal(error.to_string()))?;
        lab.tiles.put(key, Arc::new(("application/json", bytes.clone())), bytes.len() + 64);
        Ok(finished_tile("application/json", bytes, true))
    })
    .await
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_shipped_records_are_those_of_the_repository() {
        assert_eq!(SHIPPED.keys().copied().collect::<Vec<u64>>(), (1..=200).collect::<Vec<u64>>());
    }

    /// A folder's records come on top, as they are written; what is no whole record is left alone.
    #[test]
    fn the_folder_is_read_as_it_grows() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("writes");
        let atlas = Atlas::new(Some(folder.path().to_owned()));
        let again = || {
            lock(&atlas.found).when = None;
            atlas.records()
        };
        assert_eq!(again().1, 0);
        let line = super::atlas::record(300, 20_000, &()).expect("small");
        write("k00300.json", &line[..line.len() - 9]);
        write("notes.json", "{\"k\":7}");
        write("atlas.csv", "k\n301\n");
        assert_eq!(again().1, 0);
        write("k00300.json", &line);
        let (records, own) = again();
        assert_eq!((own, records.len()), (1, 201));
        assert_eq!(records[&300].columns, 20_000);
        // A sweep with other columns replaces what was shipped.
        write("k00003.json", &super::atlas::record(3, 3000, &()).expect("small"));
        assert_eq!(again().0[&3].columns, 3000);
        assert_eq!(SHIPPED[&3].columns, 1_000_000);
        fs::remove_file(folder.path().join("k00003.json")).expect("removes");
        assert_eq!(again().0[&3].columns, 1_000_000);
        assert_eq!(Atlas::new(None).records().1, 0);
    }

    /// What a sweep writes counts more than what was measured on the spot before.
    #[tokio::test]
    async fn a_sweep_replaces_what_was_measured() {
        let folders = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
        let [store, sweep] = folders.each_ref().map(|folder| folder.path().to_owned());
        let config = crate::Config { store, budget: 1 << 26, atlas: Some(sweep.clone()), boards: Vec::new() };
        let lab = Lab::open(&config).expect("a store");
        let columns = async || {
            let answer = one(State(Arc::clone(&lab)), InPath("201".to_owned())).await.expect("a record");
            let bytes = axum::body::to_bytes(answer.into_body(), 1 << 20).await.expect("a body");
            serde_json::from_slice::<Value>(&bytes).expect("JSON")["columns"].clone()
        };
        assert_eq!(columns().await, limits::MEASURED_COLUMNS);
        assert_eq!(columns().await, limits::MEASURED_COLUMNS);
        let record = super::atlas::record(201, 4000, &()).expect("small");
        fs::write(sweep.join("k00201.json"), record).expect("writes");
        lock(&lab.atlas.found).when = None;
        assert_eq!(columns().await, 4000);
        lab.park();
    }
}
