//! `wythoff sweep`: an atlas, one record for each k.
//!
//! A record is a file `k00020.json` that appears whole or not at all, under a seal. What is there and checks out is
//! kept, so a sweep that was interrupted, or killed, goes on where it stopped, and folders from several machines are
//! merged by putting their files together. What is damaged is named and made again. The tables `atlas.csv` and
//! `regions.csv` (or Parquet) are made from all records of the folder each time, whoever made them.

use std::collections::BTreeMap;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde_json::{Value, json};
use wythoff::seal;
use wythoff::structure::atlas;

use crate::examples::examples;
use crate::output::{Output, remove_unfinished};
use crate::say::note;
use crate::threads::check_columns;
use crate::values::{Span, whole_number};
use crate::watch::{Progress, Share};

/// What is made from the records.
const TABLES: [&str; 2] = ["atlas", "regions"];

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff sweep --k 1..6 --columns 5000 -o atlas", "Six records, and tables of them"),
    ("wythoff sweep --k 7..10 --columns 5000 --shard 1/2 -o half", "Every second of four, for two machines"),
    ("wythoff sweep --merge half -o atlas", "What the other machine made"),
]))]
pub(crate) struct Args {
    /// The range of k, e.g. 1..200
    #[arg(long, value_name = "A..B", required_unless_present = "merge", allow_hyphen_values = true)]
    k: Option<Span>,
    /// How many columns to look at
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = whole_number, allow_hyphen_values = true)]
    columns: u64,
    /// Makes only every n-th record, from the i-th on: several machines share the work
    #[arg(long, value_name = "i/n", allow_hyphen_values = true)]
    shard: Option<Shard>,
    /// Replaces records of another number of columns, too
    #[arg(long)]
    again: bool,
    /// Copies the records of other folders instead of making any
    #[arg(long, value_name = "FOLDER", num_args = 1.., conflicts_with_all = ["k", "columns", "shard", "again"])]
    merge: Vec<PathBuf>,
    /// How the tables of all records are written
    #[arg(long, value_enum, default_value = "csv")]
    format: SheetFormat,
    /// Prints one JSON document: what the folder holds then
    #[arg(long)]
    json: bool,
    /// The folder of the records, and of the tables `atlas` and `regions` of all of them
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SheetFormat {
    /// Comma-separated values
    Csv,
    /// Parquet files; only in a program that was built with the feature `parquet`
    Parquet,
}

/// The i-th of n shares, 1 ≤ i ≤ n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shard {
    number: u64,
    of: u64,
}

impl std::str::FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const PATTERN: &str = "write i/n with 1 ≤ i ≤ n, e.g. 1/4";
        let (number, of) = text.split_once('/').ok_or(PATTERN)?;
        let (number, of) =
            wythoff::parse_heap(number).and_then(|i| Ok((i, wythoff::parse_heap(of)?))).map_err(|_| PATTERN)?;
        if (1..=of).contains(&number) { Ok(Self { number, of }) } else { Err(PATTERN) }
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.format == SheetFormat::Parquet {
        crate::parquet::needed()?;
    }
    match args.k {
        Some(span) => {
            check_columns(span, args.columns)?;
            let Shard { number, of } = args.shard.unwrap_or(Shard { number: 1, of: 1 });
            let share = (span.first..=span.last).filter(|k| (k - span.first) % of == number - 1);
            let share: Vec<u32> = share.map(u32::try_from).collect::<Result<_, _>>()?;
            make(&share, args)?;
        }
        None => merge(&args.merge, &args.output)?,
    }
    remove_unfinished(&args.output, |name| TABLES.iter().any(|table| name.starts_with(table)) || is_record(name));
    let records = records(&args.output)?;
    for (name, sheet) in TABLES.into_iter().zip([slopes(&records), boards(&records)]) {
        let path = args.output.join(name);
        match args.format {
            SheetFormat::Csv => write(&path.with_extension("csv"), &sheet.csv())?,
            #[cfg(feature = "parquet")]
            SheetFormat::Parquet => sheet.write_parquet(&path.with_extension("parquet"))?,
            #[cfg(not(feature = "parquet"))]
            SheetFormat::Parquet => unreachable!("it was refused"),
        }
    }
    if args.json {
        let ending = if args.format == SheetFormat::Csv { "csv" } else { "parquet" };
        let tables = ["atlas", "regions"].map(|name| format!("{name}.{ending}"));
        let ks: Vec<&u64> = records.keys().collect();
        let mut out = Output::open(None)?;
        writeln!(out, "{:#}", json!({ "folder": args.output.display().to_string(), "records": ks, "tables": tables }))?;
        out.finish()?;
    }
    Ok(())
}

/// Makes the records that are missing.
fn make(share: &[u32], args: &Args) -> Result<()> {
    let mut missing = Vec::new();
    for &k in share {
        let path = record_path(&args.output, k.into());
        let shown = path.display();
        match found_at(&path)? {
            Found::Whole(_, record) if is_current(&record, k) => match record["columns"].as_u64() {
                Some(columns) if columns == args.columns => continue,
                columns if !args.again => bail!(
                    "--columns {}: {shown} is a record of {} columns; --again replaces it, another folder keeps both",
                    args.columns,
                    columns.unwrap_or_default()
                ),
                _ => {}
            },
            Found::Whole(..) => note!("{shown} is no record of k = {k} by this version: it is made again"),
            Found::Damaged => damaged(&path, "made"),
            Found::Nothing => {}
        }
        missing.push((k, path));
    }
    make_folder(&args.output)?;
    let since = Instant::now();
    let progress = Progress::new().with_time_left();
    for (number, (k, path)) in missing.iter().enumerate() {
        let watch = Share { progress: &progress, number: number as u64, of: missing.len() as u64 };
        write(path, &atlas::record(*k, args.columns, &watch)?)?;
    }
    drop(progress);
    let made = counted(missing.len());
    note!("{made} made in {:.1?}, {} kept", since.elapsed(), share.len() - missing.len());
    Ok(())
}

/// Says what is damaged, and what becomes of it.
fn damaged(path: &Path, becomes: &str) {
    note!("{} is damaged (its checksum is wrong): it is {becomes} again", path.display());
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

/// What is at the place of a record.
enum Found {
    Nothing,
    Damaged,
    /// A record, as the text of the file and as what that says.
    Whole(String, Value),
}

fn found_at(path: &Path) -> Result<Found> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Found::Nothing),
        bytes => bytes.with_context(|| format!("can't read {}", path.display()))?,
    };
    Ok(match (seal::opened(&bytes), String::from_utf8(bytes)) {
        (Some(record), Ok(text)) => Found::Whole(text, record),
        _ => Found::Damaged,
    })
}

/// Whether a record is of this k, of this format and by this version of the program.
fn is_current(record: &Value, k: u32) -> bool {
    record["k"] == k && record["format"] == atlas::FORMAT && record["version"] == env!("CARGO_PKG_VERSION")
}

/// Whether a file has the name of a record.
fn is_record(name: &str) -> bool {
    let k = name.strip_prefix('k').and_then(|name| name.strip_suffix(".json")).and_then(|digits| digits.parse().ok());
    k.is_some_and(|k| record_path(Path::new(""), k) == Path::new(name))
}

/// The records of a folder, by k; a `.json` file that is not one, or not whole, is an error.
fn records(folder: &Path) -> Result<Records> {
    let mut found = BTreeMap::new();
    let entries = fs::read_dir(folder).with_context(|| format!("can't read the folder {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        let is_record = path.extension().is_some_and(|ending| ending == "json");
        if !is_record {
            continue;
        }
        let whole = match found_at(&path)? {
            Found::Whole(text, record) => record["k"].as_u64().map(|k| (k, (text, record))),
            Found::Damaged | Found::Nothing => None,
        };
        match whole {
            Some((k, record)) if path == record_path(folder, k) => found.insert(k, record),
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
    let (mut copied, mut kept) = (0, 0);
    for (folder, records) in folders.iter().zip(found) {
        for (k, (text, _)) in records {
            let path = record_path(into, k);
            match found_at(&path)? {
                Found::Whole(old, _) if old == text => {
                    kept += 1;
                    continue;
                }
                Found::Whole(..) => {
                    bail!("--merge: {} and {} hold different records of k = {k}", into.display(), folder.display())
                }
                Found::Damaged => damaged(&path, "copied"),
                Found::Nothing => {}
            }
            write(&path, &text)?;
            copied += 1;
        }
    }
    note!("{} copied, {kept} were there", counted(copied));
    Ok(())
}

/// The records of a folder, by k, each as the text of its file and as what that says.
type Records = BTreeMap<u64, (String, Value)>;

/// What the values of a table's column are.
#[derive(Clone, Copy)]
enum Kind {
    Whole,
    Real,
    Flag,
    Text,
}

/// A table: its columns, and its rows of as many values.
struct Sheet {
    columns: &'static [(&'static str, Kind)],
    rows: Vec<Vec<Value>>,
}

const SLOPES: [(&str, Kind); 14] = [
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
];

/// One row for each slope of each k.
fn slopes(records: &Records) -> Sheet {
    let row = |record: &Value, thread: &Value| {
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
        values.into_iter().cloned().chain([parts.into()]).collect()
    };
    let threads = |record: &'_ Value| record["threads"].as_array().cloned().unwrap_or_default();
    let rows = records.values().flat_map(|(_, record)| threads(record).into_iter().map(move |it| row(record, &it)));
    Sheet { columns: &SLOPES, rows: rows.collect() }
}

const BOARDS: [(&str, Kind); 13] = [
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
];

/// One row for each k.
fn boards(records: &Records) -> Sheet {
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
        ];
        values.into_iter().cloned().collect()
    };
    Sheet { columns: &BOARDS, rows: records.values().map(|(_, record)| row(record)).collect() }
}

impl Sheet {
    /// As text with commas, nothing for null; no value here holds a comma.
    fn csv(&self) -> String {
        let head: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        let mut table = head.join(",") + "\n";
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(|value| plain(value).unwrap_or_default()).collect();
            table += &cells.join(",");
            table.push('\n');
        }
        table
    }

    #[cfg(feature = "parquet")]
    fn write_parquet(&self, path: &Path) -> Result<()> {
        use crate::parquet::{self, Column};
        let column = |index: usize, kind: Kind| {
            let values = || self.rows.iter().map(move |row| &row[index]);
            match kind {
                Kind::Whole => Column::Whole(values().map(Value::as_i64).collect()),
                Kind::Real => Column::Real(values().map(Value::as_f64).collect()),
                Kind::Flag => Column::Flag(values().map(Value::as_bool).collect()),
                Kind::Text => Column::Text(values().map(plain).collect()),
            }
        };
        let named = (0..).zip(self.columns).map(|(index, &(name, kind))| (name, column(index, kind)));
        let columns: Vec<(&str, Column)> = named.collect();
        let mut out = Output::open(Some(path))?;
        let mut sheet = parquet::Sheet::new(&mut out, &columns)?;
        sheet.group(&columns)?;
        sheet.finish()?;
        out.finish()
    }
}

/// A value without quotes.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}
