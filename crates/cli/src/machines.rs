//! `wythoff machines`: the threads of W^k as machines.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use wythoff::structure::machines::{AHEAD, MOST_STATES, Machines, Verdict, exponent, fewest_columns, measure};
use wythoff::structure::threads::{MOST_STATE_COLUMNS, States, Step, Table};

use crate::examples::examples;
use crate::output::Output;
use crate::values::whole_number;
use crate::watch::Progress;

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff machines 11 --columns 40000", "The machine that writes W^11, with its table"),
    ("wythoff machines 15 --columns 40000 --states 8", "Two machines, and tables only of small ones"),
]))]
pub(crate) struct Args {
    /// k of W^k
    #[arg(value_name = "K", value_parser = whole_number, allow_hyphen_values = true)]
    k: u64,
    /// How many columns to look at
    #[arg(long, value_name = "N", default_value = "200000", value_parser = whole_number, allow_hyphen_values = true)]
    columns: u64,
    /// Prints the table of a machine that has at most so many states, up to 64
    #[arg(long, value_name = "N", default_value = "16", value_parser = whole_number, allow_hyphen_values = true)]
    states: u64,
    /// Prints one JSON document, with all tables
    #[arg(long)]
    json: bool,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let fewest = fewest_columns(args.k);
    if args.columns < fewest {
        bail!("--columns {}: the threads of W^{} settle only later; ask for at least {fewest}", args.columns, args.k);
    }
    if args.columns > MOST_STATE_COLUMNS {
        bail!("--columns {}: at most {MOST_STATE_COLUMNS}", args.columns);
    }
    let progress = Progress::new().with_time_left();
    let found = measure(args.k, args.columns, &progress)?;
    drop(progress);
    let mut out = Output::open(args.output.as_deref())?;
    if args.json {
        writeln!(out, "{:#}", found.json())?;
    } else {
        as_text(&found, args.states, &mut out)?;
    }
    out.finish()
}

fn as_text(found: &Machines, tables: u64, out: &mut impl Write) -> Result<()> {
    let Machines { threads, letters, complexity } = found;
    writeln!(out, "W^{}, {} columns", threads.k, threads.columns)?;
    writeln!(out, "\nh, the palaces of a row left of the diagonal: {}", list(letters))?;
    writeln!(out, "  factors of length 1, 2, …: {}", list(complexity))?;
    if let Some(exponent) = found.complexity_exponent() {
        writeln!(out, "  from length 8 to 16 they grow like the power {exponent:.2} of the length")?;
    }
    for thread in &threads.threads {
        for states in thread.parts.iter().filter_map(|part| part.states.as_ref()) {
            writeln!(out, "\nthread of slope {:.6}", thread.shown_slope())?;
            described(states, threads.columns, out)?;
            match &states.table {
                Some(table) if table.windows.len() as u64 <= tables => as_table(table, out)?,
                _ => {}
            }
        }
    }
    Ok(())
}

fn described(states: &States, columns: u64, out: &mut impl Write) -> Result<()> {
    let [quarter, half, all] = states.counts.map(|count| count.map_or("–".to_owned(), |count| count.to_string()));
    let all = if states.is_full { format!("more than {MOST_STATES}") } else { all };
    writeln!(
        out,
        "  states from column {} to {}, {}, {}: {quarter}, {half}, {all}",
        states.from,
        columns / 4,
        columns / 2,
        columns - AHEAD
    )?;
    write!(out, "  {}", Verdict::of(states))?;
    match exponent(states) {
        Some(exponent) => writeln!(out, ", the exponent being {exponent:.2} in the last half")?,
        None => writeln!(out)?,
    }
    writeln!(out, "  windows of at most {} rows and {} diagonals", states.longest[0], states.longest[1])?;
    Ok(())
}

/// Windows, and the steps between them.
fn as_table(table: &Table, out: &mut impl Write) -> Result<()> {
    for (number, window) in table.windows.iter().enumerate() {
        let (rows, diagonals) = (list(&window.rows), list(&window.diagonals));
        writeln!(out, "  window {number}: rows {rows}; diagonals {diagonals} from place {}", window.offset)?;
    }
    if !table.is_deterministic() {
        writeln!(out, "  the window and what is read do not always decide what follows")?;
    }
    for (Step { from, reads, rows, diagonals, palaces, writes, to }, _) in &table.steps {
        write!(out, "  {from} reads {reads}")?;
        for (counts, name) in [(rows, "rows"), (diagonals, "diagonals")] {
            if counts.iter().any(|count| *count > 0) {
                write!(out, ", {name} {}", list(counts))?;
            }
        }
        writeln!(out, ": palaces at {}, writes {}, to {to}", list(palaces), list(writes))?;
    }
    Ok(())
}

/// Numbers with spaces between; a bar where there are none.
fn list<T: ToString>(numbers: &[T]) -> String {
    if numbers.is_empty() {
        return "–".to_owned();
    }
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
