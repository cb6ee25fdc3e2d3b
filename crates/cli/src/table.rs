//! `wythoff table`: P-positions in order.

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, bail};
use serde_json::json;
use wythoff::SolveError;
use wythoff::table::{Entry, Extent, Format, Sequence, Summary, Writer, entries};

use crate::args::{Table, TableFormat};
use crate::output::Output;
use crate::solve::parse_game;
use crate::watch::Progress;

const DEFAULT_COUNT: u64 = 20;

/// So that n, a and b stay below 2^32, where signatures are defined.
const MOST_ROWS: u64 = 1 << 31;

pub(crate) fn run(args: &Table) -> Result<()> {
    let game = parse_game(&args.game)?;
    let extent = match (args.count, args.max_x) {
        (_, Some(max_x)) => Extent::MaxX(max_x),
        (count, None) => Extent::Count(count.unwrap_or(DEFAULT_COUNT)),
    };
    if let Extent::Count(count) = extent
        && count > MOST_ROWS
    {
        bail!("--count {count}: a table has at most {MOST_ROWS} rows");
    }
    let format = match args.format {
        TableFormat::Text => Some(Format::Text),
        TableFormat::Csv => Some(Format::Csv),
        TableFormat::Json => Some(Format::Json),
        TableFormat::Bfile => Some(Format::Bfile(args.column.unwrap_or(Sequence::A))),
        TableFormat::Latex => Some(Format::Latex),
        TableFormat::Stats => None,
    };
    if args.column.is_some() && !matches!(format, Some(Format::Bfile(_))) {
        bail!("--column selects the sequence of a b-file: use it with --format bfile");
    }
    if format == Some(Format::Bfile(Sequence::Delta)) && !game.is_symmetric() {
        bail!("--column delta: {game} is not symmetric, so its table has x and y but no delta");
    }
    let mut progress = Progress::new();
    let Some(format) = format else {
        let (mut summary, since) = (Summary::default(), Instant::now());
        let engine = entries(&game, extent, args.engine, &mut progress, |entry: Entry| {
            summary.add(entry.at);
            Ok::<(), SolveError>(())
        })?;
        let seconds = since.elapsed().as_secs_f64();
        let mut out = Output::open(args.output.as_deref())?;
        let stats = json!({
            "game": game.to_string(),
            "p_count": summary.p_count,
            "signature": summary.signature.to_string(),
            "engine": engine,
            "seconds": seconds,
        });
        writeln!(out, "{stats:#}")?;
        return out.finish();
    };
    let mut out = Output::open(args.output.as_deref())?;
    let mut writer = Writer::new(&game, format, &mut out);
    match entries(&game, extent, args.engine, &mut progress, |entry| Ok::<(), anyhow::Error>(writer.entry(entry)?)) {
        Ok(_) => {
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
