//! `wythoff skin`: the levels of the skin of the arm without end.

use std::io::Write;

use anyhow::{Result, bail};
use serde_json::{Value, json};
use wythoff::structure::arm::{BLOCK, COLUMN_LIMIT};
use wythoff::structure::expansion::{self, LEVELS, MATRICES, Matrix};
use wythoff::structure::skin::{self, Counts, Skin, SkinLevel};

use crate::examples::examples;
use crate::gpu;
use crate::output::Output;
use crate::values::bound;
use crate::watch::Progress;

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff skin", "The levels in the first 4096 columns"),
    ("wythoff skin --columns 8192 --matrices", "Also how each level becomes the next"),
]))]
pub(crate) struct Args {
    /// How many columns of the arm, rounded up to a multiple of 1024; level 4 begins at about 132,600
    #[arg(long, value_name = "N", default_value = "4096", value_parser = bound, allow_hyphen_values = true)]
    columns: u64,
    /// Shows also by which matrices the pattern of each level becomes that of the next
    #[arg(long)]
    matrices: bool,
    /// `gpu`: computes on a GPU where the columns end, and the levels that follow from it, but nothing inside the arm
    #[arg(long, value_name = "ENGINE", value_parser = ["gpu"])]
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
    let skin = skin::measure(args.columns, None, &Progress::new().with_time_left())?;
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
        writeln!(out, "It is computed in blocks of {BLOCK} columns, so {} is rounded up.", args.columns)?;
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
