//! `wythoff periods`: the additive periods of the columns of nim-values.

use std::io::Write;

use anyhow::Result;
use serde_json::json;
use wythoff::structure::periods::{ColumnPeriod, ColumnPeriods};

use crate::examples::examples;
use crate::output::Output;
use crate::solve::parse_game;
use crate::watch::Progress;

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff periods wythoff", "Preperiod and period of the columns x = 0, …, 20, proved"),
    ("wythoff periods \"custom: rook + bishop + leap(1,2)\" --max-x 40 --json", "Maharaja Nim, for programs"),
]))]
pub(crate) struct Args {
    /// The game: one without a twist in which any number may be taken from y
    #[arg(allow_hyphen_values = true)]
    game: String,
    /// The last column
    #[arg(long, value_name = "X", default_value = "20", value_parser = clap::value_parser!(u32).range(0..=1000))]
    max_x: u32,
    /// Prints one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let game = parse_game(&args.game)?;
    let mut columns = ColumnPeriods::new(&game)?;
    let progress = Progress::new();
    let mut out = Output::open(None)?;
    if args.json {
        let all = (0..=args.max_x).map(|_| columns.next(&progress)).collect::<Result<Vec<_>, _>>()?;
        let document = json!({ "game": game.to_string(), "columns": all, "common_period": columns.common_period() });
        writeln!(out, "{document}")?;
        return out.finish();
    }
    writeln!(out, "{game}: g(x, y + period) = g(x, y) + period for all y ≥ preperiod, both as small as can be")?;
    writeln!(out, "{:>4} {:>10} {:>8} {:>15} {:>10}", "x", "preperiod", "period", "g − y there", "rows")?;
    for _ in 0..=args.max_x {
        // Each column is said as soon as it is found.
        let ColumnPeriod { x, preperiod, period, least, greatest, rows } = columns.next(&progress)?;
        let range = format!("{least} to {greatest}");
        writeln!(out, "{x:>4} {preperiod:>10} {period:>8} {range:>15} {rows:>10}")?;
    }
    writeln!(out, "proved for all y: the rows computed show that what a column remembers repeats")?;
    out.finish()
}
