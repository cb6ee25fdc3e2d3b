//! `wythoff table`: P-positions in order.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, bail};
use clap::ValueEnum;
use serde_json::json;
use wythoff::engine::sparse::Sparse;
use wythoff::exact::UBig;
use wythoff::table::{Entry, Extent, Format, Sequence, Writer};
use wythoff::{Engine, Game, SolveError, Tallier, Tally};

use crate::checkpoint::{self, Job};
use crate::examples::examples;
use crate::output::Output;
use crate::parquet;
use crate::say::note;
use crate::solve::parse_game;
use crate::values::{any_number, offset, whole_number};
use crate::watch::Progress;

const DEFAULT_COUNT: u64 = 20;

/// A table of so many rows takes minutes, and gigabytes as a file.
const MOST_ROWS: u64 = 1 << 31;

/// Why a table has no statistics.
const SIGNATURES_END: SolveError =
    SolveError::Unsupported("this table goes beyond heaps of 2^32 tokens, where signatures end");

#[derive(clap::Args)]
#[command(after_help = examples(&[
    (
        "wythoff table wythoff --from 1 --count 10000 --format bfile --column b --offset 1 -o b.txt",
        "The upper Wythoff sequence, as the OEIS wants it",
    ),
    ("wythoff table wythoff:m=2 --from 1000000000000000000000000000000", "Rows far out, where a formula is known"),
    (
        "wythoff table W^20 --max-x 20000 --format csv --checkpoint w20.state -o w20.csv",
        "A long table, which goes on where it was stopped",
    ),
]))]
pub(crate) struct Args {
    /// The game, e.g. `blocking:k=5` or `W^5`
    #[arg(allow_hyphen_values = true)]
    game: String,
    /// How many rows [default: 20]
    #[arg(long, value_name = "N", conflicts_with = "max_x", value_parser = whole_number, allow_hyphen_values = true)]
    count: Option<u64>,
    /// All rows with a ≤ X
    #[arg(long, value_name = "X", value_parser = whole_number, allow_hyphen_values = true)]
    max_x: Option<u64>,
    /// The positions of nim-value G instead of the P-positions, which have value 0; of games without a twist
    #[arg(long, value_name = "G", value_parser = nim_value, allow_hyphen_values = true, conflicts_with = "checkpoint")]
    value: Option<u32>,
    /// Begins with row N, counted from 0; of any length where a formula is known
    #[arg(long, value_name = "N", value_parser = any_number, allow_hyphen_values = true)]
    #[arg(conflicts_with = "checkpoint")]
    from: Option<UBig>,
    /// How it is written
    #[arg(long, value_enum, default_value = "text")]
    format: TableFormat,
    /// Prints one JSON document, like `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Keeps the state of a long table of W^k up to --max-x in FILE, and goes on from there the next time
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// The sequence of a b-file: a, b or delta (x or y)
    #[arg(long, value_name = "SEQUENCE")]
    column: Option<Sequence>,
    /// The index of the first line of a b-file [default: the number of its row, 0 for the first]
    #[arg(long, value_name = "N", value_parser = offset, allow_hyphen_values = true, conflicts_with = "checkpoint")]
    offset: Option<u64>,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Forces an engine; `wythoff games` says which solve a game
    #[arg(long)]
    engine: Option<Engine>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TableFormat {
    /// Aligned columns
    Text,
    /// Comma-separated values
    Csv,
    /// One JSON document
    Json,
    /// An OEIS b-file of one sequence
    Bfile,
    /// A LaTeX tabular
    Latex,
    /// A Parquet file; only in a program that was built with the feature `parquet`
    Parquet,
    /// No rows: their number, fingerprint and signature, as JSON
    Stats,
}

/// A nim-value that a table may be of.
fn nim_value(text: &str) -> std::result::Result<u32, &'static str> {
    const MOST: u64 = 1 << 20;
    match whole_number(text)? {
        value if value <= MOST => u32::try_from(value).map_err(|_| "a nim-value here is at most 2^20"),
        _ => Err("a nim-value here is at most 2^20"),
    }
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let game = parse_game(&args.game)?;
    let extent = match (args.count, args.max_x) {
        (_, Some(max_x)) => Extent::MaxX(max_x),
        (count, None) => Extent::Count(count.unwrap_or(DEFAULT_COUNT)),
    };
    match extent {
        Extent::Count(count) if count > MOST_ROWS => bail!("--count {count}: a table has at most {MOST_ROWS} rows"),
        Extent::MaxX(max_x) if max_x >= MOST_ROWS => bail!("--max-x {max_x}: a table has at most {MOST_ROWS} columns"),
        _ => {}
    }
    let format = match args.format {
        _ if args.json => Some(Format::Json),
        TableFormat::Text => Some(Format::Text),
        TableFormat::Csv => Some(Format::Csv),
        TableFormat::Json => Some(Format::Json),
        TableFormat::Bfile => Some(Format::Bfile(args.column.unwrap_or(Sequence::A))),
        TableFormat::Latex => Some(Format::Latex),
        TableFormat::Stats | TableFormat::Parquet => None,
    };
    if args.column.is_some() && !matches!(format, Some(Format::Bfile(_))) {
        bail!("--column selects the sequence of a b-file: use it with --format bfile");
    }
    if args.offset.is_some() && !matches!(format, Some(Format::Bfile(_))) {
        bail!("--offset belongs to a b-file: use it with --format bfile");
    }
    if format == Some(Format::Bfile(Sequence::Delta)) && !game.is_symmetric() {
        bail!("--column delta: {game} is not symmetric, so its table has x and y but no delta");
    }
    if let Some(value @ 1..) = args.value.filter(|_| args.format == TableFormat::Stats && !args.json) {
        bail!("--value {value}: statistics are of P-positions, which have value 0; use --format csv");
    }
    if args.format == TableFormat::Parquet {
        return run_parquet(args, &game, extent);
    }
    if let Some(checkpoint) = &args.checkpoint {
        return resumable(args, &game, format, checkpoint);
    }
    warn_of_days(args, &game, extent)?;
    let progress = Progress::new().with_time_left();
    let Some(format) = format else {
        let first = args.from.as_ref().map_or(Some(0), |first| u64::try_from(first).ok()).ok_or(SIGNATURES_END)?;
        let positions =
            game.p_positions_from(first).value(args.value).extent(extent).engine(args.engine).watch(&progress);
        let (mut tally, since) = (Tallier::default(), Instant::now());
        let engine = positions.plan()?.engine;
        // Whole columns of W^k: the engine keeps their tally anyway.
        if let (Engine::Sparse, Some(k), Extent::MaxX(max_x), 0) = (engine, game.blocking_k(), extent, first) {
            let tally = Sparse::new(k.into())?.run(max_x + 1, &progress, |_| Ok::<(), SolveError>(()))?;
            return print_stats(args, &game, tally, engine, since);
        }
        for at in positions {
            let at = at?;
            if at.x.max(at.y) >> 32 > 0 {
                return Err(SIGNATURES_END.into());
            }
            tally.add(at);
        }
        return print_stats(args, &game, tally.tally(), engine, since);
    };
    let mut out = Output::open(args.output.as_deref())?;
    let mut writer = Writer::new(&game, format, &mut out).of_value(args.value);
    let written: Result<()> = match &args.from {
        None => {
            let index = args.offset.unwrap_or(0);
            let positions = game.p_positions().value(args.value).extent(extent).engine(args.engine).watch(&progress);
            (index..).zip(positions).try_for_each(|(n, at)| Ok(writer.entry(Entry { n, at: at? })?))
        }
        Some(first) => {
            let positions = game
                .p_positions_from(first.clone())
                .value(args.value)
                .extent(extent)
                .engine(args.engine)
                .watch(&progress);
            let index = args.offset.map_or_else(|| first.clone(), UBig::from);
            let mut positions = (0_u64..).zip(positions);
            positions.try_for_each(|(n, at)| Ok(writer.entry(Entry { n: &index + n, at: at? })?))
        }
    };
    match written {
        Ok(()) => {
            writer.finish()?;
            out.finish()
        }
        Err(error) => {
            if matches!(error.downcast_ref(), Some(SolveError::Interrupted | SolveError::TableTooLong { .. })) {
                let lines = matches!(format, Format::Text | Format::Csv | Format::Bfile(_));
                out.abandon(lines)?;
            }
            Err(error)
        }
    }
}

/// Says so first when a table takes more than a day: a formula gives rows of any length. (What would take other engines
/// so long is refused for its memory or for its number of cells.)
fn warn_of_days(args: &Args, game: &Game, extent: Extent) -> Result<()> {
    /// As measured on one machine, and rather too little than too much.
    const NANOSECONDS_PER_DIGIT: u128 = 50;
    const DAY: u128 = 86_400 * 1_000_000_000;
    let (Some(first), Extent::Count(count)) = (&args.from, extent) else { return Ok(()) };
    let digits = first.to_le_bytes().len() as u128 * 12 / 5;
    let days = u128::from(count) * digits * NANOSECONDS_PER_DIGIT / DAY;
    let is_by_formula = || game.p_positions_from(first.clone()).value(args.value).engine(args.engine).plan();
    if days > 0 && is_by_formula()?.engine == Engine::Closed {
        let more = if days == 1 { "a day".to_owned() } else { format!("{days} days") };
        note!("this table takes more than {more}; Ctrl-C stops it");
    }
    Ok(())
}

#[cfg(not(feature = "parquet"))]
fn run_parquet(_: &Args, _: &Game, _: Extent) -> Result<()> {
    parquet::needed()
}

/// The rows in groups.
#[cfg(feature = "parquet")]
fn run_parquet(args: &Args, game: &Game, extent: Extent) -> Result<()> {
    use parquet::{Column, Sheet};
    const GROUP: usize = 1 << 18;
    if args.from.is_some() {
        bail!("--from: a Parquet file begins with row 0; use --format csv");
    }
    if args.checkpoint.is_some() {
        bail!("--checkpoint: a Parquet file can't be continued; use --format csv");
    }
    let mut out = Output::open(args.output.as_deref())?;
    out.refuse_terminal("Parquet")?;
    let columns = |rows: &[Entry]| {
        let column = |number: fn(&Entry) -> u64| Column::Natural(rows.iter().map(number).collect());
        let names = if game.is_symmetric() { ["n", "a", "b"] } else { ["n", "x", "y"] };
        let numbers: [fn(&Entry) -> u64; 3] = [|entry| entry.n, |entry| entry.at.x, |entry| entry.at.y];
        let mut columns: Vec<(&str, Column)> = names.into_iter().zip(numbers.map(column)).collect();
        if game.is_symmetric() {
            columns.push(("delta", column(|entry| entry.at.y - entry.at.x)));
        }
        columns
    };
    let mut sheet = Sheet::new(&mut out, &columns(&[]))?;
    let mut rows = Vec::new();
    let progress = Progress::new().with_time_left();
    for (n, at) in (0..).zip(game.p_positions().value(args.value).extent(extent).engine(args.engine).watch(&progress)) {
        rows.push(Entry { n, at: at? });
        if rows.len() == GROUP {
            sheet.group(&columns(&rows))?;
            rows.clear();
        }
    }
    if !rows.is_empty() {
        sheet.group(&columns(&rows))?;
    }
    sheet.finish()?;
    out.finish()
}

/// A table that goes on from a checkpoint.
fn resumable(args: &Args, game: &Game, format: Option<Format>, checkpoint: &Path) -> Result<()> {
    let Some(max_x) = args.max_x else {
        bail!("--checkpoint needs --max-x: a long table is computed column by column, up to a last one")
    };
    let k = checkpoint::k_of(game, args.engine, format)?;
    let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
    if let Some(output) = output {
        checkpoint::refuse_collision(checkpoint, output)?;
    }
    let rows = match (format, output) {
        (None, _) => None,
        (Some(format), Some(path)) => Some((format, path)),
        (Some(_), None) => {
            bail!("--checkpoint: name the file of the rows with -o FILE, or ask for --format stats")
        }
    };
    let since = Instant::now();
    let tally = checkpoint::run(&Job { game, k, columns: max_x.saturating_add(1), checkpoint, rows })?;
    if rows.is_none() { print_stats(args, game, tally, Engine::Sparse, since) } else { Ok(()) }
}

fn print_stats(args: &Args, game: &Game, tally: Tally, engine: Engine, since: Instant) -> Result<()> {
    let stats = json!({
        "game": game.to_string(),
        "p_count": tally.p_count,
        "fingerprint": tally.fingerprint.to_string(),
        "signature": tally.signature.to_string(),
        "engine": engine,
        "seconds": since.elapsed().as_secs_f64(),
    });
    let mut out = Output::open(args.output.as_deref())?;
    writeln!(out, "{stats:#}")?;
    out.finish()
}
