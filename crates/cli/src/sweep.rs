//! `wythoff sweep`: an atlas, one record for each k.
//!
//! A record is a file `k00020.json` that appears whole or not at all. What is there and checks out is kept, so a sweep that was
//! interrupted, or killed, goes on where it stopped, and folders from several machines are merged by putting their files
//! together. The table `atlas.csv` is made from all records of the folder, whoever made them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use wythoff::structure::atlas;

use crate::args::{Shard, Sweep};
use crate::output::Output;
use crate::threads::check_columns;
use crate::watch::{Progress, Share};

pub(crate) fn run(args: &Sweep) -> Result<()> {
    fs::create_dir_all(&args.output)
        .with_context(|| format!("--output: can't make the folder {}", args.output.display()))?;
    match args.k {
        Some(span) => {
            check_columns(span, args.columns)?;
            let Shard { number, of } = args.shard.unwrap_or(Shard { number: 1, of: 1 });
            let share: Vec<u64> = (span.first..=span.last).filter(|k| (k - span.first) % of == number - 1).collect();
            make(&share, args)?;
        }
        None => merge(&args.merge, &args.output)?,
    }
    write_table(&args.output)
}

/// Makes the records that are missing.
fn make(share: &[u64], args: &Sweep) -> Result<()> {
    let (since, mut made) = (Instant::now(), 0_u64);
    let mut progress = Progress::new();
    for (number, &k) in share.iter().enumerate() {
        let path = record_path(&args.output, k);
        if is_finished(&path, k, args.columns) {
            continue;
        }
        let mut watch = Share { progress: &mut progress, number: number as u64, of: share.len() as u64 };
        let record = atlas::record(k, args.columns, &mut watch)?;
        write(&path, &record)?;
        made += 1;
    }
    drop(progress);
    let records = if made == 1 { "record" } else { "records" };
    eprintln!("{made} {records} made in {:.1?}, {} kept", since.elapsed(), share.len() as u64 - made);
    Ok(())
}

fn record_path(folder: &Path, k: u64) -> PathBuf {
    folder.join(format!("k{k:05}.json"))
}

fn write(path: &Path, text: &str) -> Result<()> {
    let mut out = Output::open(Some(path))?;
    out.write_all(text.as_bytes())?;
    out.finish()
}

/// Whether the file is a whole record of this k, these columns, and this version of the program.
fn is_finished(path: &Path, k: u64, columns: u64) -> bool {
    let record = fs::read_to_string(path).ok().and_then(|text| atlas::opened(&text));
    record.is_some_and(|record| {
        record["k"] == k && record["columns"] == columns && record["version"] == env!("CARGO_PKG_VERSION")
    })
}

/// The records of a folder, by k; a `.json` file that is not one, or not whole, is an error.
fn records(folder: &Path) -> Result<BTreeMap<u64, (String, Value)>> {
    let mut found = BTreeMap::new();
    let entries = fs::read_dir(folder).with_context(|| format!("can't read the folder {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let is_record = path.extension().is_some_and(|ending| ending == "json");
        if !is_record {
            continue;
        }
        let text = fs::read_to_string(&path).with_context(|| format!("can't read {}", path.display()))?;
        let whole = atlas::opened(&text).and_then(|record| Some((record["k"].as_u64()?, record)));
        match whole {
            Some((k, record)) if path == record_path(folder, k) => found.insert(k, (text, record)),
            _ => bail!(
                "{} is no whole record: its checksum or its name is wrong; remove it and sweep again",
                path.display()
            ),
        };
    }
    Ok(found)
}

/// Copies records; two that differ for one k are an error.
fn merge(folders: &[PathBuf], into: &Path) -> Result<()> {
    for folder in folders {
        let there = records(into)?;
        for (k, (text, _)) in records(folder)? {
            match there.get(&k) {
                Some((old, _)) if *old != text => {
                    bail!("--merge: {} and {} hold different records of k = {k}", into.display(), folder.display())
                }
                Some(_) => {}
                None => write(&record_path(into, k), &text)?,
            }
        }
    }
    Ok(())
}

const HEAD: &str = "k,columns,slope,slope_error,exact,discriminant,odds,per_column,periodic,dx,dy,from,drifting,parts";

/// One line for each slope of each k.
fn write_table(folder: &Path) -> Result<()> {
    let mut table = format!("{HEAD}\n");
    for (k, (_, record)) in records(folder)? {
        for thread in record["threads"].as_array().into_iter().flatten() {
            let (exact, period) = (&thread["exact"], &thread["period"]);
            let parts = thread["parts"].as_array().map_or(0, Vec::len);
            let per_column =
                if thread["per_column_exact"].is_null() { &thread["per_column"] } else { &thread["per_column_exact"] };
            let cells = [
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
            let cells: Vec<String> = cells.into_iter().map(plain).collect();
            writeln!(table, "{k},{},{parts}", cells.join(","))?;
        }
    }
    write(&folder.join("atlas.csv"), &table)
}

/// A value without quotes, nothing for null; no value here holds a comma.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
