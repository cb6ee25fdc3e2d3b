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
    let mut missing = Vec::new();
    for &k in share {
        let path = record_path(&args.output, k);
        match columns_of(&path, k) {
            Some(columns) if columns == args.columns => {}
            Some(columns) if !args.again => bail!(
                "--columns {}: {} is a record of {columns} columns; --again replaces it, another folder keeps both",
                args.columns,
                path.display()
            ),
            _ => missing.push((k, path)),
        }
    }
    make_folder(&args.output)?;
    let since = Instant::now();
    let mut progress = Progress::new();
    for (number, (k, path)) in missing.iter().enumerate() {
        let mut watch = Share { progress: &mut progress, number: number as u64, of: missing.len() as u64 };
        write(path, &atlas::record(*k, args.columns, &mut watch)?)?;
    }
    drop(progress);
    let made = counted(missing.len());
    eprintln!("{made} made in {:.1?}, {} kept", since.elapsed(), share.len() - missing.len());
    Ok(())
}

fn counted(records: usize) -> String {
    format!("{records} {}", if records == 1 { "record" } else { "records" })
}

fn make_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("--output: can't make the folder {}", folder.display()))
}

fn record_path(folder: &Path, k: u64) -> PathBuf {
    folder.join(format!("k{k:05}.json"))
}

fn write(path: &Path, text: &str) -> Result<()> {
    let mut out = Output::open(Some(path))?;
    out.write_all(text.as_bytes())?;
    out.finish()
}

/// The columns of a whole record of this k, by this version of the program.
fn columns_of(path: &Path, k: u64) -> Option<u64> {
    let record = atlas::opened(&fs::read_to_string(path).ok()?)?;
    let is_mine = record["k"] == k && record["version"] == env!("CARGO_PKG_VERSION");
    record["columns"].as_u64().filter(|_| is_mine)
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
    let found = folders.iter().map(|folder| records(folder)).collect::<Result<Vec<_>>>()?;
    make_folder(into)?;
    let mut there = records(into)?;
    let (mut copied, mut kept) = (0, 0);
    for (folder, records) in folders.iter().zip(found) {
        for (k, record) in records {
            match there.get(&k) {
                Some((old, _)) if *old != record.0 => {
                    bail!("--merge: {} and {} hold different records of k = {k}", into.display(), folder.display())
                }
                Some(_) => kept += 1,
                None => {
                    write(&record_path(into, k), &record.0)?;
                    there.insert(k, record);
                    copied += 1;
                }
            }
        }
    }
    eprintln!("{} copied, {kept} were there", counted(copied));
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
