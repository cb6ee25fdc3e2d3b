//! `wythoff skin`: the levels of the skin of the arm without end.
//!
//! With a checkpoint the arm is kept in a folder, a file `x0032768.arm` for each piece, named after its first column. A
//! file appears whole or not at all, under a seal; what is there and checks out is kept.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use wythoff::structure::arm::{BLOCK, Border, COLUMN_LIMIT};
use wythoff::structure::expansion::{self, LEVELS, MATRICES, Matrix};
use wythoff::structure::piece::{PIECE, Piece};
use wythoff::structure::skin::{self, Counts, Skin, SkinLevel};

use crate::examples::examples;
use crate::gpu;
use crate::output::{Output, make_folder, remove_unfinished};
use crate::say::note;
use crate::values::bound;
use crate::watch::{Progress, Share};

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff skin", "The levels in the first 4096 columns"),
    ("wythoff skin --columns 8192 --matrices", "Also how each level becomes the next"),
    ("wythoff skin --columns 65536 --checkpoint arm", "May be stopped, and goes on where it ended"),
]))]
pub(crate) struct Args {
    /// How many columns of the arm, rounded up to a multiple of 1024; level 4 begins at about 132,600
    #[arg(long, value_name = "N", default_value = "4096", value_parser = bound, allow_hyphen_values = true)]
    columns: u64,
    /// Shows also by which matrices the pattern of each level becomes that of the next
    #[arg(long)]
    matrices: bool,
    /// Keeps the arm in this folder, a file for each 32768 columns, and goes on where they end
    #[arg(long, value_name = "FOLDER")]
    checkpoint: Option<PathBuf>,
    /// Measures the arm that is in this folder, and computes none: what is missing or damaged is named
    #[arg(long, value_name = "FOLDER", conflicts_with = "checkpoint")]
    from: Option<PathBuf>,
    /// `gpu`: computes on a GPU where the columns end, and the levels that follow from it, but nothing inside the arm
    #[arg(long, value_name = "ENGINE", value_parser = ["gpu"], conflicts_with_all = ["checkpoint", "from"])]
    engine: Option<String>,
    /// Prints one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.columns > COLUMN_LIMIT {
        bail!("--columns {}: the arm is computed up to {COLUMN_LIMIT} columns", args.columns);
    }
    if args.engine.is_some() {
        if args.matrices {
            bail!("--matrices: a GPU computes the boundary alone; leave --engine out");
        }
        let found = gpu::boundary(args.columns, &Progress::new().with_time_left())?;
        if let Some(last) = found {
            return print_boundary(&Skin::of_boundary(last), args.json);
        }
    }
    let (skin, unit) = match (&args.checkpoint, &args.from) {
        (Some(folder), _) => (resumed(folder, args.columns)?, PIECE),
        (None, Some(folder)) => (kept(folder, args.columns)?, PIECE),
        (None, None) => (skin::measure(args.columns, None, &Progress::new().with_time_left())?, BLOCK as u64),
    };
    let extent = skin.extent;
    let mut out = Output::open(None)?;
    if args.json {
        let mut document = skin.json();
        if args.matrices {
            document["matrices"] = expansion::json();
        }
        writeln!(out, "{document:#}")?;
        return out.finish();
    }
    writeln!(
        out,
        "The arm for k → ∞: columns x < {}, {} cells, deviations {} to {}. Rows are counted from the shoulder (0,k).",
        extent.columns, extent.cells, extent.min, extent.max
    )?;
    if extent.columns != args.columns {
        writeln!(out, "It is computed in blocks of {unit} columns, so {} is rounded up.", args.columns)?;
    }
    for level in &skin.levels {
        print(&mut out, level)?;
    }
    print_steps(&mut out, &skin)?;
    if args.matrices {
        print_matrices(&mut out)?;
    }
    out.finish()
}

fn print_steps(out: &mut Output, skin: &Skin) -> Result<()> {
    match skin.odd_steps.first() {
        None => writeln!(out, "\nAll steps are 2 or 3.")?,
        Some((x, step)) => {
            let count = skin.odd_steps.len();
            writeln!(out, "\n{count} steps are not 2 or 3; the first one is {step}, at x = {x}.")?;
        }
    }
    Ok(())
}

/// What the boundary tells, which is all that a GPU computes.
fn print_boundary(skin: &Skin, json: bool) -> Result<()> {
    let mut out = Output::open(None)?;
    let signature = skin.signature().to_string();
    if json {
        let level = |level: &SkinLevel| {
            let SkinLevel { n, from, to, pixels, pixels_to, ends, .. } = level;
            json!({ "n": n, "from": from, "to": to, "pixels": pixels, "pixels_to": pixels_to, "ends": ends })
        };
        let levels: Vec<Value> = skin.levels.iter().map(level).collect();
        let columns = skin.extent.columns;
        let document = json!({
            "engine": "gpu", "columns": columns, "signature": signature, "levels": levels, "odd_steps": skin.odd_steps,
        });
        writeln!(out, "{document:#}")?;
        return out.finish();
    }
    writeln!(
        out,
        "The arm for k → ∞, by a GPU: columns x < {}, boundary {signature}. Rows are counted from the shoulder (0,k).",
        skin.extent.columns
    )?;
    for level in &skin.levels {
        print_place(&mut out, level)?;
    }
    print_steps(&mut out, skin)?;
    out.finish()
}

/// What is at the place of a piece.
enum Found {
    Nothing,
    Damaged,
    Whole(Piece),
}

/// Where the piece that begins at this column is.
fn piece_path(folder: &Path, first: u64) -> PathBuf {
    folder.join(format!("x{first:07}.arm"))
}

fn found_at(path: &Path, first: u64) -> Result<Found> {
    match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Found::Nothing),
        Err(error) => Err(error).with_context(|| format!("can't read {}", path.display())),
        Ok(bytes) => Ok(Piece::from_bytes(&bytes, first).map_or(Found::Damaged, Found::Whole)),
    }
}

/// Measures what a folder holds, when what it lacks has been made.
fn resumed(folder: &Path, columns: u64) -> Result<Skin> {
    make_folder(folder).context("--checkpoint")?;
    let progress = Progress::new().with_time_left();
    let mut border: Option<Border> = None;
    let pieces = columns.div_ceil(PIECE);
    let skin = skin::measure_pieces((0..pieces).map(|number| {
        let path = piece_path(folder, number * PIECE);
        let piece = match found_at(&path, number * PIECE)? {
            Found::Whole(piece) => piece,
            found => {
                if let Found::Damaged = found {
                    note!("{}: it is made again", damaged(&path));
                }
                let piece = Piece::after(border.take(), &Share { progress: &progress, number, of: pieces })?;
                let mut out = Output::open(Some(&path))?;
                out.write_all(&piece.to_bytes())?;
                out.finish()?;
                piece
            }
        };
        border = Some(piece.border.clone());
        anyhow::Ok(piece)
    }))?;
    remove_unfinished(folder, |name| name.strip_suffix(".arm").is_some());
    Ok(skin)
}

/// Measures what a folder holds, if that is all that is asked for.
fn kept(folder: &Path, columns: u64) -> Result<Skin> {
    let (mut lacking, mut missing) = (Vec::new(), Vec::new());
    let firsts = (0..columns.div_ceil(PIECE)).map(|number| number * PIECE);
    let skin = skin::measure_pieces(firsts.filter_map(|first| {
        let path = piece_path(folder, first);
        match found_at(&path, first) {
            Ok(Found::Whole(piece)) => return Some(Ok(piece)),
            Ok(Found::Damaged) => lacking.push(damaged(&path)),
            Ok(Found::Nothing) => missing.push(first),
            Err(error) => return Some(Err(error)),
        }
        None
    }))?;
    for run in missing.chunk_by(|first, next| first + PIECE == *next) {
        lacking.push(format!("columns {}..{} are missing", run[0], run[run.len() - 1] + PIECE - 1));
    }
    if lacking.is_empty() { Ok(skin) } else { bail!("--from {}: {}", folder.display(), lacking.join("; ")) }
}

fn damaged(path: &Path) -> String {
    format!("{} is damaged, or of another version", path.display())
}

fn print_matrices(out: &mut Output) -> Result<()> {
    writeln!(out, "\nFrom a level to the next each cell of the pattern becomes a matrix:")?;
    for Matrix { of, rows } in MATRICES {
        let lines: Vec<String> = rows.iter().map(|row| format!("({})", line(row))).collect();
        writeln!(out, "  {of} → {}", lines.join(" "))?;
    }
    writeln!(out, "\nHow often each is used in a period; every column can be read in exactly one way:")?;
    for n in LEVELS {
        match expansion::uses(n) {
            Some(uses) => writeln!(out, "  {n} → {}: {}", n + 1, line(&uses))?,
            None => writeln!(out, "  {n} → {}: a column can't be read, or in several ways", n + 1)?,
        }
    }
    Ok(())
}

fn line(numbers: &[impl ToString]) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn print_place(out: &mut Output, level: &SkinLevel) -> Result<()> {
    let SkinLevel { n, from, to, pixels, pixels_to, .. } = level;
    let end = if level.ends { "" } else { ", where the computation ends" };
    writeln!(out, "\nLevel {n}: columns {from} to {to}, rows {pixels} to {pixels_to}{end}")?;
    Ok(())
}

fn print(out: &mut Output, level: &SkinLevel) -> Result<()> {
    let SkinLevel { n, from, to, .. } = level;
    print_place(out, level)?;
    let pattern = skin::step_pattern(*n);
    let word: String = pattern.iter().take(40).map(ToString::to_string).collect();
    let dots = if pattern.len() > 40 { "…" } else { "" };
    let rows: u64 = pattern.iter().map(|step| u64::from(*step)).sum();
    writeln!(out, "  {:<22}{word}{dots}, {} columns, {rows} rows", "steps", pattern.len())?;
    let f = |plus: u32| skin::fibonacci(2 * n + plus);
    let measured = [
        ("vertical thickness", f(0), &level.vertical),
        ("diagonal thickness", f(1), &level.diagonal),
        ("horizontal thickness", f(2), &level.horizontal),
        ("distance of lines", f(3), &level.lines),
    ];
    for (what, expected, counts) in measured {
        writeln!(out, "  {what:<22}{expected:>4} expected: {}", common(counts))?;
    }
    writeln!(out, "  {:<22}{} of {} columns", "irregular", level.irregular, to - from)?;
    Ok(())
}

/// The most frequent values and how many there are.
fn common(counts: &Counts) -> String {
    const SHOWN: usize = 4;
    let mut sorted: Vec<(u64, u64)> = counts.iter().map(|(value, count)| (*value, *count)).collect();
    sorted.sort_by_key(|(value, count)| (std::cmp::Reverse(*count), *value));
    let words: Vec<String> = sorted.iter().take(SHOWN).map(|(value, count)| format!("{value} ({count}×)")).collect();
    let others: u64 = sorted.iter().skip(SHOWN).map(|(_, count)| count).sum();
    if others == 0 { words.join(", ") } else { format!("{}, others ({others}×)", words.join(", ")) }
}
