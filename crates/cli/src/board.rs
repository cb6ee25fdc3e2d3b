//! `wythoff board`: any window, as text, numbers or a picture.

use std::io::Write;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::json;
use wythoff::exact::UBig;
use wythoff::render::{Format, Options, Picture, RenderError, Writer};
use wythoff::{Engine, Game, SolveError, Window, solve};

use crate::args::{Board, BoardFormat, Values};
use crate::output::{Ending, Output, ending};
use crate::solve::parse_game;
use crate::watch::Progress;

pub(crate) fn run(args: &Board) -> Result<()> {
    let game = parse_game(&args.game)?;
    let window = Window { at: args.at.clone(), width: args.size.width, height: args.size.height };
    let values = match args.values {
        Values::Outcome => solve::Values::Outcome,
        Values::Palace => solve::Values::Palace,
        Values::Deviation => solve::Values::Deviation,
    };
    let path = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let format = match (args.format, path) {
        _ if args.json => BoardFormat::Json,
        (Some(format), _) => format,
        (None, Some(path)) => format_of_name(path)?,
        (None, None) => BoardFormat::Text,
    };
    let format = match format {
        BoardFormat::Text => Format::Text,
        BoardFormat::Csv => Format::Csv,
        BoardFormat::Json => Format::Json,
        BoardFormat::Npy => Format::Npy,
        BoardFormat::Png => Format::Png,
        BoardFormat::Svg => Format::Svg,
        BoardFormat::Stats => return stats(args, &game, &window),
    };
    let is_picture = matches!(format, Format::Png | Format::Svg);
    if !is_picture && (args.scale.is_some() || args.legend) {
        bail!("--scale and --legend belong to pictures: use them with --format png or svg");
    }
    let scale = args.scale.and_then(NonZeroU32::new);
    let picture = Picture::new(&game, window, values);
    let mut out = Output::open(path)?;
    if matches!(format, Format::Npy | Format::Png) {
        out.refuse_terminal(&format.to_string())?;
    }
    let progress = progress(args.engine);
    let mut writer =
        Writer::new(format, &picture, Options { scale, legend: args.legend }, &mut out)?.watched(&progress);
    let solved = solve::runs(&game, &picture.window, values, args.engine, &progress, |run| writer.run(run));
    match solved.and_then(|_| writer.finish()) {
        Ok(()) => out.finish(),
        Err(RenderError::Solve(SolveError::Interrupted)) => {
            out.abandon(matches!(format, Format::Text | Format::Csv))?;
            Err(SolveError::Interrupted.into())
        }
        Err(error) => Err(error.into()),
    }
}

/// Rows are one run of steps, but how many blocks a board will have is not known before they are there.
fn progress(engine: Option<Engine>) -> Progress {
    if engine == Some(Engine::Blocks) { Progress::new() } else { Progress::new().with_time_left() }
}

/// The format that a file's name asks for.
fn format_of_name(path: &Path) -> Result<BoardFormat> {
    match ending(path) {
        Ending::Is("txt") | Ending::Device => Ok(BoardFormat::Text),
        Ending::Is("csv") => Ok(BoardFormat::Csv),
        Ending::Is("json") => Ok(BoardFormat::Json),
        Ending::Is("npy") => Ok(BoardFormat::Npy),
        Ending::Is("png") => Ok(BoardFormat::Png),
        Ending::Is("svg") => Ok(BoardFormat::Svg),
        _ => {
            bail!(
                "--output: the name {} does not end in .txt, .csv, .json, .npy, .png or .svg: add --format",
                path.display()
            )
        }
    }
}

fn stats(args: &Board, game: &Game, window: &Window<UBig>) -> Result<()> {
    let window = window.near().context("--format stats: the signature of a window is defined for x, y < 2^32 only")?;
    let since = Instant::now();
    let (stats, engine) = solve::stats(game, window, args.engine, &progress(args.engine)).context("--format stats")?;
    let seconds = since.elapsed().as_secs_f64();
    let stats = json!({
        "game": game.to_string(),
        "p_count": stats.p_count,
        "signature": stats.signature.to_string(),
        "min_deviation": stats.min_deviation,
        "max_deviation": stats.max_deviation,
        "engine": engine,
        "seconds": seconds,
    });
    let mut out = Output::open(args.output.as_deref())?;
    writeln!(out, "{stats:#}")?;
    out.finish()
}
