//! The atlas: the records of a sweep over k, read from its folder as they are.
//!
//! A sweep writes JSON: a record (an object with a `k`), a list of records, an object with a list `records`, or one record a line. The folder is looked at again when a second has
//! passed, so that the atlas grows while a sweep runs.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::ask::{InPath, InQuery, up_to};
use crate::cache::lock;
use crate::lab::Lab;
use crate::problem::Problem;

/// Larger files are no records of a sweep.
const FILE_LIMIT: u64 = 64 << 20;

/// How long what was read stays fresh.
const FRESH: Duration = Duration::from_secs(1);

type Records = Arc<BTreeMap<u64, Value>>;

pub(crate) struct Atlas {
    folder: Option<PathBuf>,
    known: Mutex<Option<(Instant, Records)>>,
}

impl Atlas {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, known: Mutex::default() }
    }

    fn records(&self) -> Records {
        let mut known = lock(&self.known);
        if let Some((_, records)) = known.as_ref().filter(|(when, _)| when.elapsed() < FRESH) {
            return Arc::clone(records);
        }
        let records = Arc::new(self.read());
        *known = Some((Instant::now(), Arc::clone(&records)));
        records
    }

    fn read(&self) -> BTreeMap<u64, Value> {
        let mut records = BTreeMap::new();
        let Some(files) = self.folder.as_ref().and_then(|folder| fs::read_dir(folder).ok()) else { return records };
        let mut paths: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
        paths.sort();
        for path in paths {
            let is_json = path.extension().is_some_and(|ending| ending == "json" || ending == "jsonl");
            let is_small = fs::metadata(&path).is_ok_and(|found| found.len() <= FILE_LIMIT);
            if !is_json || !is_small {
                continue;
            }
            // A file that is being written is read again in a second.
            let Ok(text) = fs::read_to_string(&path) else { continue };
            match serde_json::from_str::<Value>(&text) {
                Ok(value) => keep(value, &mut records),
                Err(_) => text
                    .lines()
                    .filter_map(|line| serde_json::from_str(line).ok())
                    .for_each(|value| keep(value, &mut records)),
            }
        }
        records
    }
}

fn keep(value: Value, records: &mut BTreeMap<u64, Value>) {
    match value {
        Value::Array(values) => values.into_iter().for_each(|value| keep(value, records)),
        Value::Object(mut fields) => {
            if let Some(k) = fields.get("k").and_then(Value::as_u64) {
                records.insert(k, Value::Object(fields));
            } else if let Some(list) = fields.remove("records") {
                keep(list, records);
            }
        }
        _ => {}
    }
}

#[derive(Deserialize)]
pub(crate) struct Range {
    from: Option<String>,
    to: Option<String>,
}

pub(crate) async fn list(State(lab): State<Arc<Lab>>, InQuery(range): InQuery<Range>) -> Result<Response, Problem> {
    let bound =
        |text: Option<&str>, otherwise| text.map_or(Ok(otherwise), |text| up_to("k", text, u64::from(u32::MAX)));
    let from = bound(range.from.as_deref(), 0)?;
    let to = bound(range.to.as_deref(), u64::from(u32::MAX))?;
    lab.work(move |lab, _| {
        let records = lab.atlas.records();
        let chosen: Vec<&Value> =
            if from <= to { records.range(from..=to).map(|(_, record)| record).collect() } else { Vec::new() };
        Ok(Json(json!({ "records": chosen, "total": records.len() })).into_response())
    })
    .await
}

pub(crate) async fn one(State(lab): State<Arc<Lab>>, InPath(k): InPath<String>) -> Result<Response, Problem> {
    let k = up_to("k", &k, u64::from(u32::MAX))?;
    lab.work(move |lab, _| {
        let records = lab.atlas.records();
        let record =
            records.get(&k).ok_or_else(|| Problem::not_found(format!("the atlas has no record of k = {k}")))?;
        Ok(Json(record.clone()).into_response())
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every form in which a sweep may write is read; what is no record is left alone; later files hold.
    #[test]
    fn records_in_every_form() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = [
            ("a.json", r#"{"k":1,"threads":[]}"#),
            ("b.json", r#"[{"k":2},{"k":3},7,{"x":1}]"#),
            ("c.json", r#"{"records":[{"k":4},{"k":1,"new":true}]}"#),
            ("d.jsonl", "{\"k\":5}\n{\"k\":6}\n{\"k\":"),
            ("e.csv", "k\n7\n"),
            ("f.json", "not JSON"),
        ];
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("writes");
        }
        let records = Atlas::new(Some(folder.path().to_owned())).read();
        assert_eq!(records.keys().copied().collect::<Vec<u64>>(), [1, 2, 3, 4, 5, 6]);
        assert_eq!(records[&1], json!({ "k": 1, "new": true }));
        assert!(Atlas::new(None).read().is_empty());
    }
}
