//! `wythoff board`: any window, as text, numbers or a picture.

use std::io::Write;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, bail};
use serde_json::json;
use wythoff::render::{Format, Options, Picture, RenderError, Writer};
use wythoff::table::Summary;
use wythoff::{Game, Position, SolveError, Window, solve};

use crate::args::{Board, BoardFormat, Values};
use crate::output::Output;
use crate::solve::parse_game;
use crate::watch::Progress;

pub(crate) fn run(args: &Board) -> Result<()> {
    let game = parse_game(&args.game)?;
    let window = Window { at: args.at, width: args.size.width, height: args.size.height };
    let values = match args.values {
        Values::Outcome => solve::Values::Outcome,
        Values::Palace => solve::Values::Palace,
        Values::Deviation => solve::Values::Deviation,
    };
    let path = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let format = match (args.format, path) {
        (Some(format), _) => format,
        (None, Some(path)) => format_of_name(path)?,
        (None, None) => BoardFormat::Text,
    };
    let format = match format {
        BoardFormat::Text => Format::Text,
        BoardFormat::Csv => Format::Csv,
        BoardFormat::Npy => Format::Npy,
        BoardFormat::Png => Format::Png,
        BoardFormat::Svg => Format::Svg,
        BoardFormat::Stats => return stats(args, &game, window),
    };
    let is_picture = matches!(format, Format::Png | Format::Svg);
    if !is_picture && (args.scale.is_some() || args.legend) {
        bail!("--scale and --legend belong to pictures: use them with --format png or svg");
    }
    let scale = args.scale.and_then(NonZeroU32::new);
    let picture = Picture { game: &game, window, values };
    let mut out = Output::open(path)?;
    if matches!(format, Format::Npy | Format::Png) {
        out.refuse_terminal(&format.to_string())?;
    }
    let mut writer = Writer::new(format, picture, Options { scale, legend: args.legend }, &mut out)?;
    match solve::rows(&game, window, values, args.engine, &mut Progress::new(), |row| writer.row(&row)) {
        Ok(_) => {
            writer.finish()?;
            out.finish()
        }
        Err(RenderError::Solve(SolveError::Interrupted)) => {
            drop(writer);
            out.abandon(matches!(format, Format::Text | Format::Csv))?;
            Err(SolveError::Interrupted.into())
        }
        Err(error) => Err(error.into()),
    }
}

/// The format that a file's name asks for.
fn format_of_name(path: &Path) -> Result<BoardFormat> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("txt") => Ok(BoardFormat::Text),
        Some("csv") => Ok(BoardFormat::Csv),
        Some("npy") => Ok(BoardFormat::Npy),
        Some("png") => Ok(BoardFormat::Png),
        Some("svg") => Ok(BoardFormat::Svg),
        // A device has no ending.
        None if path.exists() && !path.is_file() => Ok(BoardFormat::Text),
        _ => {
            bail!("--output: the name {} does not end in .txt, .csv, .npy, .png or .svg: add --format", path.display())
        }
    }
}

fn stats(args: &Board, game: &Game, window: Window) -> Result<()> {
    if [window.right(), window.bottom()].iter().any(|end| end.is_none_or(|end| end > 1 << 32)) {
        bail!("--format stats: the signature is defined for x, y < 2^32 only");
    }
    // Deviations have a meaning in W^k only.
    let k = game.family().filter(|(family, _)| family.name == "blocking").map(|(_, values)| u64::from(values[0]));
    let values = if k.is_some() { solve::Values::Deviation } else { solve::Values::Outcome };
    let mut summary = Summary::default();
    let mut deviations: Option<(i64, i64)> = None;
    let since = Instant::now();
    let engine = solve::rows(game, window, values, args.engine, &mut Progress::new(), |row| {
        let at = |index: usize| Position::new(window.at.x + index as u64, row.y);
        for (index, _) in row.p.iter().enumerate().filter(|(_, p)| **p == 1) {
            summary.add(at(index));
        }
        let outside_hood = |at: Position| k.is_some_and(|k| at.x + at.y + at.x.min(at.y) >= k);
        for (_, &deviation) in row.numbers.iter().enumerate().filter(|(index, _)| outside_hood(at(*index))) {
            let (least, most) = deviations.unwrap_or((deviation, deviation));
            deviations = Some((least.min(deviation), most.max(deviation)));
        }
        Ok::<(), SolveError>(())
    })?;
    let seconds = since.elapsed().as_secs_f64();
    let stats = json!({
        "game": game.to_string(),
        "p_count": summary.p_count,
        "signature": summary.signature.to_string(),
        "min_deviation": deviations.map(|(least, _)| least),
        "max_deviation": deviations.map(|(_, most)| most),
        "engine": engine,
        "seconds": seconds,
    });
    let mut out = Output::open(args.output.as_deref())?;
    writeln!(out, "{stats:#}")?;
    out.finish()
}
