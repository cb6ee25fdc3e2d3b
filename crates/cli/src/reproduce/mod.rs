//! `wythoff reproduce`: the papers' tables and figures, remade in a folder with an index.
//!
//! An [`Item`] is made in a [`Workshop`], which writes its files whole and ends with a record, in which each file has
//! its seal. The record is what makes a run resumable: an item is kept if its record is there, in the wanted size and
//! of this version, and every file is what was written. What is damaged is named and made again. The index is written
//! anew after each item, from the records alone, so that Ctrl-C leaves a folder that can be read. A run that is killed
//! leaves an item without its record, and perhaps something unfinished, which the next run removes.
//!
//! An item knows which lines of its printed values differ from ours and why. A difference without an explanation, or an
//! explanation without a difference, is unexpected.

/// Appends to a text.
macro_rules! put {
    ($text:expr, $($argument:tt)*) => {
        std::fmt::Write::write_fmt(&mut $text, format_args!($($argument)*)).expect("a string takes all")
    };
}

mod cln15;
mod drawing;
mod games;
mod item;
mod lar09;
mod lar11;
mod lar13;
mod lar15;
mod page;
mod raster;
mod workshop;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::{Value, json};
use wythoff::SolveError;
use wythoff::solve::Watch;

use crate::end::Failure;
use crate::examples::examples;
use crate::output::{Output, make_folder, remove_unfinished};
use crate::say::note;
use crate::watch::Progress;
use item::{Item, Record, Size};
use workshop::{Found, Workshop, found};

/// Every item, by paper, in the order of the text: figures and tables as they are numbered.
fn items() -> impl Iterator<Item = &'static Item> {
    [lar13::ITEMS, cln15::ITEMS, lar15::ITEMS, lar09::ITEMS, lar11::ITEMS].into_iter().flatten()
}

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff reproduce --list", "What can be remade"),
    ("wythoff reproduce Lar11.Table2 -o papers", "One table, beside the printed one"),
    ("wythoff reproduce Lar15 --quick -o papers", "All items of a paper, in seconds"),
]))]
#[expect(clippy::struct_excessive_bools, reason = "flags")]
pub(crate) struct Args {
    /// What to remake: an id as `--list` shows it or its beginning, e.g. `Lar11` or `CLN15.Figure5` [default: all]
    #[arg(value_name = "ITEM")]
    items: Vec<String>,
    /// The folder for the files and their index.html; what is complete there is kept
    #[arg(short, long, value_name = "DIR", required_unless_present = "list")]
    output: Option<PathBuf>,
    /// Lists the items and makes none
    #[arg(long, conflicts_with_all = ["output", "quick", "again"])]
    list: bool,
    /// Makes the largest figures of games a tenth as large, in seconds instead of minutes
    #[arg(long)]
    quick: bool,
    /// Makes also what is complete already
    #[arg(long)]
    again: bool,
    /// Prints one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let wanted = select(&args.items)?;
    let Some(folder) = args.output.as_deref().filter(|_| !args.list) else {
        return list(&wanted, args.json);
    };
    if folder.exists() && !folder.is_dir() {
        bail!("--output: {} is a file; name a folder", folder.display());
    }
    make_folder(folder).context("--output")?;
    let size = if args.quick { Size::Quick } else { Size::Full };
    remove_unfinished(folder, |name| name == INDEX || items().any(|item| is_file_of(item, name)));
    let mut records = BTreeMap::new();
    for item in items() {
        let is_wanted = wanted.iter().any(|wanted| wanted.id == item.id);
        records.extend(recorded(folder, item, is_wanted)?.map(|record| (item.id, record)));
    }
    let mut out = Output::open(None)?;
    let mut unexpected = Vec::new();
    let mut documents = Vec::new();
    for item in &wanted {
        // Between items, too, Ctrl-C is heard.
        if Progress::new().progress(0, 1).is_break() {
            return Err(SolveError::Interrupted.into());
        }
        let fits = |record: &Record| record.size.is_none_or(|found| found == size) && !args.again;
        let what = if records.get(item.id).is_some_and(fits) {
            "kept"
        } else {
            records.insert(item.id, Workshop::new(folder, size, item).make(item)?);
            "made"
        };
        write_index(folder, &records)?;
        let record = &records[item.id];
        if args.json {
            documents.push(document(item, Some(record)));
        } else {
            writeln!(out, "{what} {}: {}", item.id, summary(record))?;
            out.flush()?;
        }
        if !record.is_as_expected() {
            unexpected.push(item.id);
        }
    }
    let index = folder.join(INDEX);
    if args.json {
        // A name that is no text has no other place in a document.
        let [folder, index] = [folder, &index].map(|path| path.display().to_string());
        let all = json!({ "folder": folder, "index": index, "size": size, "items": documents });
        writeln!(out, "{all:#}")?;
    } else {
        writeln!(out, "index: {}", index.display())?;
    }
    out.finish()?;
    if unexpected.is_empty() {
        return Ok(());
    }
    let ids = unexpected.join(", ");
    Err(Failure::Unexpected(format!("differences from the papers that are not as explained: {ids}")).into())
}

const INDEX: &str = "index.html";

/// Whether a file has a name that files of this item have.
fn is_file_of(item: &Item, name: &str) -> bool {
    name.strip_prefix(item.id).is_some_and(|rest| rest.starts_with('.'))
}

/// The record of an item that is complete. Says what is damaged.
fn recorded(folder: &Path, item: &Item, is_wanted: bool) -> Result<Option<Record>> {
    match found(folder, item)? {
        Found::Complete(record) => Ok(Some(record)),
        Found::Nothing => Ok(None),
        Found::Damaged(path, how) => {
            let (shown, id) = (path.display(), item.id);
            let then = if is_wanted { "is made again" } else { "no longer counts as made" };
            note!("{shown} {how}: {id} {then}");
            Ok(None)
        }
    }
}

fn write_index(folder: &Path, records: &BTreeMap<&str, Record>) -> Result<()> {
    let records: Vec<(&Item, Option<&Record>)> = items().map(|item| (item, records.get(item.id))).collect();
    let mut out = Output::open(Some(&folder.join(INDEX)))?;
    out.write_all(page::index(&records).as_bytes())?;
    out.finish()
}

/// The items with these names, each an id or its beginning; all for none and for `all`.
fn select(names: &[String]) -> Result<Vec<&'static Item>> {
    if names.is_empty() || names.iter().any(|name| name == "all") {
        return Ok(items().collect());
    }
    let is_named = |item: &Item, name: &str| {
        let rest = item.id.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    if let Some(name) = names.iter().find(|name| !items().any(|item| is_named(item, name))) {
        return Err(unknown(name));
    }
    Ok(items().filter(|item| names.iter().any(|name| is_named(item, name))).collect())
}

/// Why a name is refused, and what could have been meant.
fn unknown(name: &str) -> anyhow::Error {
    let key = name.split('.').next().unwrap_or_default();
    let of_paper = |item: &&Item| item.paper().eq_ignore_ascii_case(key);
    let near: Vec<String> = items().filter(of_paper).map(|item| format!("`{}`", item.id)).collect();
    let hint = if near.is_empty() { String::new() } else { format!("Of that paper there are {}.\n", near.join(", ")) };
    anyhow!("ITEM: there is no `{name}`\n{hint}`wythoff reproduce --list` lists every item.")
}

fn list(items: &[&'static Item], as_json: bool) -> Result<()> {
    let mut out = Output::open(None)?;
    if as_json {
        let documents: Vec<Value> = items.iter().map(|item| document(item, None)).collect();
        writeln!(out, "{:#}", Value::from(documents))?;
    } else {
        let width = items.iter().map(|item| item.id.len()).max().unwrap_or_default();
        for item in items {
            writeln!(out, "{:width$}  {}", item.id, item.title)?;
        }
    }
    out.finish()
}

/// An item, and what was made of it.
fn document(item: &Item, record: Option<&Record>) -> Value {
    let notes = item.notes.iter().map(|note| json!({ "lines": note.lines, "checks": note.checks, "text": note.text }));
    let notes: Vec<Value> = notes.collect();
    let mut document = json!({
        "id": item.id,
        "title": item.title,
        "caption": item.caption,
        "shows": item.shows,
        "notes": notes,
    });
    if let Some(record) = record {
        document["record"] = json!(record);
    }
    document
}

/// What was made, in a line.
fn summary(record: &Record) -> String {
    let files = match record.files.len() {
        1 => "1 file".to_owned(),
        files => format!("{files} files"),
    };
    let values = match (record.values(), record.differing()) {
        (0, _) => String::new(),
        (1, 0) => "; 1 value as printed".to_owned(),
        (values, 0) => format!("; {values} values as printed"),
        (values, differing) => format!("; {} of {values} values as printed", values - differing),
    };
    let expected = match record.is_as_expected() {
        true if record.differing() > 0 => ", the others explained",
        true => "",
        false => ", NOT as explained",
    };
    format!("{files}{values}{expected}")
}
