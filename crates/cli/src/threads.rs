//! `wythoff threads`: the slopes of W^k, and what runs along them.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use serde_json::Value;
use wythoff::structure::forms::{Form, Origin};
use wythoff::structure::ratio::{Interval, Ratio};
use wythoff::structure::threads::{MOST_COLUMNS, Part, Thickness, Thread, Threads, fewest_columns, measure};

use crate::examples::examples;
use crate::output::Output;
use crate::values::{Span, whole_number};
use crate::watch::{Progress, Share};

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff threads 14 --columns 100000", "The threads of W^14"),
    ("wythoff threads 1..5 --columns 20000", "The slopes of five games, a line each"),
]))]
pub(crate) struct Args {
    /// k of W^k, or a range such as 1..20
    #[arg(value_name = "K|A..B", allow_hyphen_values = true)]
    k: Span,
    /// How many columns to look at
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = whole_number, allow_hyphen_values = true)]
    columns: u64,
    /// Prints one JSON document: of a range, a list
    #[arg(long)]
    json: bool,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    check_columns(args.k, args.columns)?;
    let progress = Progress::new().with_time_left();
    let of = args.k.last - args.k.first + 1;
    let mut out = Output::open(args.output.as_deref())?;
    if of == 1 {
        let found = measure(args.k.first, args.columns, &progress)?;
        drop(progress);
        if args.json {
            writeln!(out, "{:#}", found.json())?;
        } else {
            as_text(&found, &mut out)?;
        }
        return out.finish();
    }
    let mut documents = Vec::new();
    if !args.json {
        writeln!(out, "{:>5}  slopes in {} columns (* no period seen, ~ drifting)", "k", args.columns)?;
    }
    for k in args.k.first..=args.k.last {
        let found = measure(k, args.columns, &Share { progress: &progress, number: k - args.k.first, of })?;
        if args.json { documents.push(found.json()) } else { writeln!(out, "{}", line(&found))? }
    }
    drop(progress);
    if args.json {
        writeln!(out, "{:#}", Value::from(documents))?;
    }
    out.finish()
}

/// Refuses a number of columns that is too small or too large, before any work.
pub(crate) fn check_columns(k: Span, columns: u64) -> Result<()> {
    let fewest = fewest_columns(k.last);
    if columns < fewest {
        bail!("--columns {columns}: the threads of W^{} are apart only later; ask for at least {fewest}", k.last);
    }
    if columns > MOST_COLUMNS {
        bail!("--columns {columns}: at most {MOST_COLUMNS}");
    }
    Ok(())
}

/// A row of Lar11's Table 1.
fn line(found: &Threads) -> String {
    let slope = |thread: &Thread| {
        let marks = [(!thread.is_periodic(), '*'), (thread.drifts(), '~')];
        let marks: String = marks.iter().filter(|(marked, _)| *marked).map(|(_, mark)| *mark).collect();
        let form = match &thread.exact {
            Some(form) if form.discriminant != 0 => format!(" ≈ {}", form.value),
            _ => String::new(),
        };
        format!("{}{marks}{form}", slope_of(thread))
    };
    let slopes: Vec<String> = found.threads.iter().map(slope).collect();
    format!("{:>5}  {}", found.k, slopes.join("   "))
}

/// The slope of a period as it is, another as far as it is known.
fn slope_of(thread: &Thread) -> String {
    match thread.period() {
        Some(period) => {
            let rounded = format!("{:.6}", period.slope().to_f64());
            rounded.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        None => decimal(thread.slope),
    }
}

/// The digits that the interval fixes, and one more.
fn decimal(interval: Interval) -> String {
    let uncertain = |decimals: &i32| interval.error() * 10_f64.powi(*decimals) > 0.5;
    let decimals = (1..9).find(uncertain).unwrap_or(9);
    format!("{:.*}", usize::try_from(decimals).unwrap_or(1), interval.middle())
}

fn as_text(found: &Threads, out: &mut impl Write) -> Result<()> {
    let slopes = if found.threads.len() == 1 { "slope" } else { "slopes" };
    writeln!(out, "W^{}, {} columns: {} {slopes}", found.k, found.columns, found.threads.len())?;
    for thread in &found.threads {
        writeln!(out, "\nslope {} ± {:.1e}", slope_of(thread), thread.slope.error())?;
        writeln!(out, "  {}", thread.exact.as_ref().map_or("no simple form fits".to_owned(), form))?;
        if let Some(slope) = thread.by_cover {
            writeln!(
                out,
                "  by its density, as each column holds {}: {} ± {:.1e}",
                found.k,
                decimal(slope),
                slope.error()
            )?;
        }
        for part in &thread.parts {
            writeln!(out, "  {}", described(part))?;
            for strand in &part.strands {
                let drift = if strand.drift == Ratio::ZERO {
                    String::new()
                } else {
                    format!(", drifting: {} so far", strand.drift)
                };
                let (low, high) = (strand.low, strand.high);
                let offsets = if low == high { format!("offset {low}") } else { format!("offsets {low} to {high}") };
                writeln!(out, "    {offsets}: {} in a column{drift}", strand.per_column)?;
            }
        }
    }
    if let Some(cover) = found.cover() {
        writeln!(out, "\nthreads and mirror images put {:.6} ± {:.1e} into a column", cover.middle(), cover.error())?;
    }
    writeln!(out, "{} upper P-positions, signature {}", found.p_count, found.signature)?;
    Ok(())
}

/// What fits, and how surely. Digits never make an equality.
fn form(form: &Form) -> String {
    let relation = match form.coefficients {
        [0, ..] => String::new(),
        coefficients => format!(", a root of {} with discriminant {}", polynomial(coefficients), form.discriminant),
    };
    let digits = format!("{} digits agree, {} would by chance (1 in {})", form.digits, form.by_chance, form.odds);
    match form.search {
        Origin::Period => format!("{} by its period; {} digits agree", form.value, form.digits),
        Origin::Cover => {
            format!("fits {}{relation}, with what the other threads leave of each column: {digits}", form.value)
        }
        Origin::Fraction | Origin::Difference | Origin::Relation => format!("fits {}{relation}: {digits}", form.value),
    }
}

/// `5s² − 4s − 5`.
fn polynomial(coefficients: [i128; 3]) -> String {
    let mut text = String::new();
    for (coefficient, power) in coefficients.into_iter().zip(["s²", "s", ""]) {
        let size = match coefficient.unsigned_abs() {
            0 => continue,
            1 if !power.is_empty() => String::new(),
            size => size.to_string(),
        };
        let sign = match (text.is_empty(), coefficient < 0) {
            (true, false) => "",
            (true, true) => "−",
            (false, false) => " + ",
            (false, true) => " − ",
        };
        let _ = write!(text, "{sign}{size}{power}");
    }
    text
}

fn described(part: &Part) -> String {
    let mut text = String::new();
    let lines = |counts: Thickness| {
        if counts.min == counts.max { counts.min.to_string() } else { format!("{} to {}", counts.min, counts.max) }
    };
    let per_column = match part.per_column_exact() {
        Some(exact) => format!("{exact} in a column"),
        None => format!("{} in a column on average", decimal(part.density)),
    };
    let _ = write!(text, "{per_column}; {} in each column", lines(part.vertical));
    for (counts, name) in [(part.horizontal, "in each row"), (part.diagonal, "on each diagonal")] {
        if let Some(counts) = counts {
            let _ = write!(text, ", {} {name}", lines(counts));
        }
    }
    let _ = match (part.period, part.quasi_period) {
        (Some(period), _) => {
            write!(text, "; period ({}, {}) seen from column {} on", period.dx, period.dy, period.from)
        }
        (None, Some(quasi)) => {
            write!(text, "; no period seen, ({}, {}) fits {} of {} columns", quasi.dx, quasi.dy, quasi.agree, quasi.of)
        }
        (None, None) => write!(text, "; no period seen"),
    };
    let _ = write!(text, "; alone since column {}", part.born);
    if !part.merged.is_empty() {
        let merged: Vec<String> = part.merged.iter().map(ToString::to_string).collect();
        let _ = write!(text, ", joined by others by column {}", merged.join(", "));
    }
    text
}
