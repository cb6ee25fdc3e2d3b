//! `wythoff sweep`: an atlas, one record for each k.
//!
//! A record is a file `k00020.json` that appears whole or not at all, under a seal. What is there and checks out is
//! kept, so a sweep that was interrupted, or killed, goes on where it stopped, and folders from several machines are
//! merged by putting their files together. What is damaged is named and made again. The tables `atlas.csv` and
//! `regions.csv` (or Parquet) are made from all records of the folder each time, whoever made them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde_json::{Value, json};
use wythoff::structure::atlas::{self, Found, Sheet, found_at, record_path, records};

use crate::examples::examples;
use crate::output::{Output, make_folder, remove_unfinished};
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
    ("wythoff sweep --merge half -o atlas", "What the other machine made; with --k, only if nothing is missing"),
]))]
pub(crate) struct Args {
    /// The range of k, e.g. 1..200; with `--merge`, all of its records have to be there
    #[arg(long, value_name = "A..B", required_unless_present = "merge", allow_hyphen_values = true)]
    k: Option<Span>,
    /// How many columns to look at
    #[arg(long, value_name = "N", default_value = "1000000", requires = "k")]
    #[arg(value_parser = whole_number, allow_hyphen_values = true)]
    columns: u64,
    /// Makes only every n-th record, from the i-th on: several machines share the work
    #[arg(long, value_name = "i/n", allow_hyphen_values = true)]
    shard: Option<Shard>,
    /// Replaces records of another number of columns, too
    #[arg(long)]
    again: bool,
    /// Copies the records of other folders instead of making any
    #[arg(long, value_name = "FOLDER", num_args = 1.., conflicts_with_all = ["shard", "again"])]
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
    if let Some(span) = args.k {
        check_columns(span, args.columns)?;
    }
    match args.k.filter(|_| args.merge.is_empty()) {
        Some(span) => {
            let Shard { number, of } = args.shard.unwrap_or(Shard { number: 1, of: 1 });
            let share = (span.first..=span.last).filter(|k| (k - span.first) % of == number - 1);
            let share: Vec<u32> = share.map(u32::try_from).collect::<Result<_, _>>()?;
            make(&share, args)?;
        }
        None => merge(args)?,
    }
    remove_unfinished(&args.output, |name| TABLES.iter().any(|table| name.starts_with(table)) || is_record(name));
    let records = records(&args.output)?;
    let told = || records.values().map(|(_, record)| record);
    for (name, sheet) in TABLES.into_iter().zip([Sheet::slopes(told()), Sheet::boards(told())]) {
        let path = args.output.join(name);
        match args.format {
            SheetFormat::Csv => write(&path.with_extension("csv"), &sheet.csv())?,
            #[cfg(feature = "parquet")]
            SheetFormat::Parquet => write_parquet(&sheet, &path.with_extension("parquet"))?,
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
            Found::Whole(_, record) if is_current(&record, k.into()) => match record["columns"].as_u64() {
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
    make_folder(&args.output).context("--output")?;
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

/// Numbers that grow, e.g. 3, 5..8.
fn in_runs(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next).filter_map(|run| Some((*run.first()?, *run.last()?)));
    let shown = runs.map(|(from, to)| if from == to { from.to_string() } else { format!("{from}..{to}") });
    shown.collect::<Vec<_>>().join(", ")
}

fn write(path: &Path, text: &str) -> Result<()> {
    let mut out = Output::open(Some(path))?;
    out.write_all(text.as_bytes())?;
    out.finish()
}

/// Whether a record is of this k, of this format and by this version of the program.
fn is_current(record: &Value, k: u64) -> bool {
    record["k"] == k && record["format"] == atlas::FORMAT && record["version"] == env!("CARGO_PKG_VERSION")
}

/// Whether a file has the name of a record.
fn is_record(name: &str) -> bool {
    let k = name.strip_prefix('k').and_then(|name| name.strip_suffix(".json")).and_then(|digits| digits.parse().ok());
    k.is_some_and(|k| record_path(Path::new(""), k) == Path::new(name))
}

/// Copies records; two that differ for one k are an error, and so is one that is asked for and not there.
fn merge(args: &Args) -> Result<()> {
    let (folders, into) = (&args.merge, &args.output);
    let found = folders.iter().map(|folder| records(folder)).collect::<Result<Vec<_>, _>>()?;
    if let Some(span) = args.k {
        let is_it = |k: u64, record: &Value| is_current(record, k) && record["columns"] == args.columns;
        let is_found = |k: u64| found.iter().any(|records| records.get(&k).is_some_and(|(_, record)| is_it(k, record)));
        let missing: Vec<u64> = (span.first..=span.last).filter(|k| !is_found(*k)).collect();
        if !missing.is_empty() {
            bail!("--merge: records of {} columns are missing for k = {}", args.columns, in_runs(&missing));
        }
    }
    make_folder(into).context("--output")?;
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

/// The table as a Parquet file.
#[cfg(feature = "parquet")]
fn write_parquet(sheet: &Sheet, path: &Path) -> Result<()> {
    use crate::parquet::{self, Column};
    use wythoff::structure::atlas::{Kind, plain};
    let column = |index: usize, kind: Kind| {
        let values = || sheet.rows.iter().map(move |row| &row[index]);
        match kind {
            Kind::Whole => Column::Whole(values().map(Value::as_i64).collect()),
            Kind::Real => Column::Real(values().map(Value::as_f64).collect()),
            Kind::Flag => Column::Flag(values().map(Value::as_bool).collect()),
            Kind::Text => Column::Text(values().map(plain).collect()),
        }
    };
    let named = (0..).zip(sheet.columns).map(|(index, &(name, kind))| (name, column(index, kind)));
    let columns: Vec<(&str, Column)> = named.collect();
    let mut out = Output::open(Some(path))?;
    let mut sheet = parquet::Sheet::new(&mut out, &columns)?;
    sheet.group(&columns)?;
    sheet.finish()?;
    out.finish()
}
