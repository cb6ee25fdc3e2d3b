//! `wythoff golden`: how far from the golden lines nim-values stand. `table --value` lists their positions.

use std::io::Write;

use anyhow::{Result, bail};
use serde_json::json;
use wythoff::structure::golden::{COLUMNS, Spread, VALUES, spreads};

use crate::examples::examples;
use crate::output::Output;
use crate::values::bound;
use crate::watch::Progress;

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff golden", "The nim-values 0 to 20 in 100,000 columns"),
    ("wythoff golden --values 3 --columns 1000 --json", "Four nim-values as JSON"),
]))]
pub(crate) struct Args {
    /// The largest nim-value
    #[arg(long, value_name = "G", default_value = "20")]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(VALUES)))]
    values: u32,
    /// How many columns x = 0, 1, … to look at
    #[arg(long, value_name = "N", default_value = "100000", value_parser = bound, allow_hyphen_values = true)]
    columns: u64,
    /// Prints one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if args.columns > COLUMNS {
        bail!("--columns {}: at most {COLUMNS}", args.columns);
    }
    let progress = Progress::new().with_time_left();
    let found = spreads(args.values, args.columns, &progress, |_, _| ())?;
    drop(progress);
    let mut out = Output::open(None)?;
    if args.json {
        writeln!(out, "{:#}", json!({ "columns": args.columns, "spreads": found }))?;
        return out.finish();
    }
    writeln!(out, "Wythoff Nim, x ≤ y, x < {}: ⌊y − φx⌋ of the positions of each nim-value", args.columns)?;
    writeln!(out, "{:>5}{:>11}{:>7} {:<20}{:>9} first at", "value", "positions", "least", "first at", "greatest")?;
    for Spread { value, count, least, greatest } in found {
        let [first, last] = [least, greatest].map(|place| format!("({},{})", place.x, place.y));
        writeln!(out, "{value:>5}{count:>11}{:>7} {first:<20}{:>9} {last}", least.distance, greatest.distance)?;
    }
    out.finish()
}
