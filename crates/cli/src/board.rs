//! `wythoff board`: any window, as text, numbers or a picture.

use std::io::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use serde_json::json;
use wythoff::engine::Stats;
use wythoff::engine::dense::block::BlockError;
use wythoff::exact::UBig;
use wythoff::render::{Format, Options, RenderError};
use wythoff::solve::{Signing, Values};
use wythoff::zarr::{self, BlockBoard, ZarrError};
use wythoff::{Engine, Game, Position, SolveError, Window, solve};

use crate::examples::examples;
use crate::gpu::{self, Choice};
use crate::output::{Ending, Output, ending};
use crate::solve::parse_game;
use crate::values::{Size, Steps, offset};
use crate::watch::{Progress, Share};

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff board W^5", "The corner of the board"),
    ("wythoff board W^100 --size 400 --values deviation -o w100.png", "A picture in the colours of CLN15"),
    ("wythoff board wythoff --at 1000000000000000000000,1618033988749894848180 --size 40x40", "A window far away"),
    (
        "wythoff board wythoff --size 100 --values grundy --format bfile",
        "5050 nim-values by antidiagonals, as the OEIS wants them",
    ),
]))]
pub(crate) struct Args {
    /// The game, e.g. `blocking:k=5` or `W^5`
    #[arg(allow_hyphen_values = true, required_unless_present = "k")]
    game: Option<String>,
    /// Instead of a game, W^k for several k (stats): a range and a step
    #[arg(long, value_name = "A..B:STEP", conflicts_with = "game", allow_hyphen_values = true)]
    k: Option<Steps>,
    /// The window: N for N×N, or WxH
    #[arg(long, value_name = "N|WxH", default_value = "32", allow_hyphen_values = true)]
    size: Size,
    /// The window's top left cell, e.g. `3,5` or `10^99,floor(phi*10^99)`
    #[arg(long, value_name = "X,Y", default_value = "0,0", allow_hyphen_values = true)]
    at: Position<UBig>,
    /// What the cells show
    #[arg(long, value_parser = values(), default_value = "outcome")]
    values: Values,
    /// How it is written [default: by the name of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<BoardFormat>,
    /// Prints one JSON document, like `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Pixels per cell (png, svg), at most 1000
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    scale: Option<u32>,
    /// Adds a legend (png, svg)
    #[arg(long)]
    legend: bool,
    /// The index of the first line of a b-file [default: 0]
    #[arg(long, value_name = "N", value_parser = offset, allow_hyphen_values = true)]
    offset: Option<u64>,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Keeps no cells but counts of N×N cells and coarser ones (zarr); N is a power of two up to 1024
    #[arg(long, value_name = "N")]
    counts: Option<u64>,
    /// Asks for the signature (stats) of a window of more than 2^34 cells, too; it takes longer than all the rest
    #[arg(long)]
    signature: bool,
    /// Forces an engine; `wythoff games` says which solve a game. `gpu`: whole boards of W^k, as statistics or Zarr
    #[arg(long)]
    engine: Option<Choice>,
}

/// The values of cells, with what they are.
fn values() -> impl TypedValueParser<Value = Values> {
    let named = |values: Values| {
        PossibleValue::new(values.name()).help(match values {
            Values::Outcome => "P or N",
            Values::Palace => "The number of P-options",
            Values::Deviation => "The palace number minus k",
            Values::Grundy => "The nim-value, of games without a twist",
        })
    };
    PossibleValuesParser::new(Values::ALL.map(named)).try_map(|name| name.parse())
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BoardFormat {
    /// Characters: # for P, . for N
    Text,
    /// Numbers, a line per row
    Csv,
    /// One JSON document
    Json,
    /// A NumPy array
    Npy,
    /// A picture in pixels
    Png,
    /// A picture in squares
    Svg,
    /// No cells: the number of P-positions, their fingerprint and signature, as JSON; of other values how often each
    /// is there
    Stats,
    /// An OEIS b-file: the square's antidiagonals (0,0), (0,1), (1,0), (0,2), (1,1), … as far as they are whole; P is 1
    Bfile,
    /// A folder of arrays: cells as bits or numbers, and counts of P-positions at every power of two
    Zarr,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let window = Window { at: args.at.clone(), width: args.size.width, height: args.size.height };
    let path = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let format = match (args.format, path) {
        _ if args.json => BoardFormat::Json,
        (Some(format), _) => format,
        (None, Some(path)) => format_of_name(path)?,
        (None, None) => BoardFormat::Text,
    };
    if args.offset.is_some() && format != BoardFormat::Bfile {
        bail!("--offset belongs to a b-file: use it with --format bfile");
    }
    let game = match (args.k, &args.game) {
        (None, Some(game)) => parse_game(game)?,
        (Some(_), _) if args.values != Values::Outcome => {
            bail!("--k counts P-positions: it does not go with --values {}", args.values)
        }
        (Some(ks), _) if format == BoardFormat::Stats => return many_stats(args, ks, &window),
        _ => bail!("--k belongs to statistics: use it with --format stats"),
    };
    let format = match format {
        BoardFormat::Text => Format::Text,
        BoardFormat::Csv => Format::Csv,
        BoardFormat::Json => Format::Json,
        BoardFormat::Npy => Format::Npy,
        BoardFormat::Png => Format::Png,
        BoardFormat::Svg => Format::Svg,
        BoardFormat::Bfile => Format::Bfile,
        BoardFormat::Stats if args.values != Values::Outcome => return counts(args, &game, &window),
        BoardFormat::Stats => return stats(args, &game, &window),
        BoardFormat::Zarr => return write_zarr(args, &game, &window),
    };
    if args.counts.is_some() {
        bail!("--counts belongs to Zarr: use it with --format zarr");
    }
    if args.signature {
        bail!("--signature belongs to statistics: use it with --format stats");
    }
    let is_picture = matches!(format, Format::Png | Format::Svg);
    if !is_picture && (args.scale.is_some() || args.legend) {
        bail!("--scale and --legend belong to pictures: use them with --format png or svg");
    }
    let scale = args.scale.and_then(NonZeroU32::new);
    let mut out = Output::open(path)?;
    if matches!(format, Format::Npy | Format::Png) {
        out.refuse_terminal(&format.to_string())?;
    }
    let engine = Choice::of_the_library(args.engine, "cells that are shown or written");
    let progress = progress(engine);
    let board = game.board(window).values(args.values).engine(engine).watch(&progress);
    match board.draw(format, Options { scale, legend: args.legend, offset: args.offset.unwrap_or(0) }, &mut out) {
        Ok(()) => out.finish(),
        Err(RenderError::Solve(SolveError::Interrupted)) => {
            out.abandon(matches!(format, Format::Text | Format::Csv | Format::Bfile))?;
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
        Ending::Is("zarr") => Ok(BoardFormat::Zarr),
        _ => {
            bail!(
                "--output: the name {} does not end in .txt, .csv, .json, .npy, .png, .svg or .zarr: add --format",
                path.display()
            )
        }
    }
}

/// Writes a board as Zarr, or goes on with it; prints its statistics.
fn write_zarr(args: &Args, game: &Game, window: &Window<UBig>) -> Result<()> {
    let Some(folder) = args.output.as_deref().filter(|path| *path != Path::new("-")) else {
        bail!("--format zarr writes a folder: name it with --output");
    };
    if args.counts.is_some() && args.values != Values::Outcome {
        bail!("--counts keeps counts of P-positions and no cells: it does not go with --values {}", args.values);
    }
    let (since, keeps_cells) = (Instant::now(), args.counts.is_none());
    let is_corner = window.at == Position::new(UBig::ZERO, UBig::ZERO) && window.width == window.height;
    let is_dense = matches!(args.engine, None | Some(Choice::Gpu | Choice::Engine(Engine::Dense)));
    let in_blocks = is_corner && is_dense && args.values == Values::Outcome;
    let written = if let Some(k) = game.blocking_k().filter(|_| in_blocks) {
        let board = BlockBoard::new(folder, k.into(), window.width, None, args.counts, keeps_cells)?;
        let (threads, progress) = (rayon::current_num_threads(), Progress::new().with_time_left());
        let gpu = if args.engine == Some(Choice::Gpu) { gpu::solver() } else { None };
        match &gpu {
            Some(solver) => board.solve_all_by(solver, threads, &progress).map(|stats| (stats, "gpu".to_owned())),
            None => board.solve_all(threads, &progress).map(|stats| (stats, Engine::Dense.to_string())),
        }
    } else {
        let engine = Choice::of_the_library(args.engine, "cells but outcomes of W^k, x, y < N");
        let progress = progress(engine);
        let board = game.board(window.clone()).values(args.values).engine(engine).watch(&progress);
        zarr::write(&board, folder, args.counts, keeps_cells).map(|(stats, engine)| (stats, engine.to_string()))
    };
    let (stats, engine) = match written {
        Ok(written) => written,
        Err(ZarrError::Block(BlockError::Solve(error))) => return Err(error.into()),
        Err(error) => return Err(error.into()),
    };
    print_stats(game, &stats, &engine, since, None)
}

fn stats(args: &Args, game: &Game, window: &Window<UBig>) -> Result<()> {
    let window = window.near().context(NEAR)?;
    let signing = if args.signature { Signing::Always } else { Signing::Small };
    let since = Instant::now();
    let of_gpu = if args.engine == Some(Choice::Gpu) { stats_of_gpu(game, window, args.signature)? } else { None };
    let (stats, engine) = if let Some(stats) = of_gpu {
        (stats, "gpu".to_owned())
    } else {
        let engine = match args.engine {
            Some(Choice::Engine(engine)) => Some(engine),
            Some(Choice::Gpu) | None => None,
        };
        let found = solve::stats(game, window, signing, engine, &progress(engine)).context("--format stats")?;
        (found.0, found.1.to_string())
    };
    print_stats(game, &stats, &engine, since, args.output.as_deref())
}

/// How often each value stands in a window, as JSON with a line for them all.
fn counts(args: &Args, game: &Game, window: &Window<UBig>) -> Result<()> {
    if args.signature {
        bail!("--signature is that of P-positions: it does not go with --values {}", args.values);
    }
    let engine = Choice::of_the_library(args.engine, "statistics of values");
    let since = Instant::now();
    let (counts, engine) = solve::counts(game, window, args.values, engine, &progress(engine))?;
    let (least, greatest) = (counts.keys().next(), counts.keys().next_back());
    let lines = [
        ("game", json!(game.to_string())),
        ("values", json!(args.values.name())),
        ("cells", json!(counts.values().sum::<u64>())),
        ("least", json!(least)),
        ("greatest", json!(greatest)),
        ("counts", json!(counts.iter().collect::<Vec<_>>())),
        ("engine", json!(engine)),
        ("seconds", json!(since.elapsed().as_secs_f64())),
    ];
    let mut out = Output::open(args.output.as_deref())?;
    let lines = lines.map(|(name, value)| format!("  \"{name}\": {value}"));
    writeln!(out, "{{\n{}\n}}", lines.join(",\n"))?;
    out.finish()
}

/// The statistics of the same window of several games, a line each, as they are found.
fn many_stats(args: &Args, ks: Steps, window: &Window<UBig>) -> Result<()> {
    let mut out = Output::open(args.output.as_deref())?;
    let mut put = |k: u64, stats: &Stats, engine: &str, seconds: f64| {
        writeln!(out, "{}", described(&game_of(k)?, stats, engine, seconds)?)?;
        Ok(out.flush()?)
    };
    match many_stats_of(args, ks, window, &mut put) {
        Ok(()) => out.finish(),
        Err(error) => {
            out.abandon(matches!(error.downcast_ref(), Some(SolveError::Interrupted)))?;
            Err(error)
        }
    }
}

fn game_of(k: u64) -> Result<Game> {
    parse_game(&format!("W^{k}"))
}

/// Finds them: k, statistics, engine and seconds go to `put`.
fn many_stats_of(
    args: &Args,
    ks: Steps,
    window: &Window<UBig>,
    put: &mut dyn FnMut(u64, &Stats, &str, f64) -> Result<()>,
) -> Result<()> {
    let window = window.near().context(NEAR)?;
    let progress = Progress::new().with_time_left();
    let done = match args.engine {
        Some(Choice::Gpu) if is_whole(window) && !args.signature => {
            let put = |k, stats: &Stats, seconds| put(k, stats, "gpu", seconds);
            gpu::many_stats(ks.numbers(), window.width, &progress, put)?
        }
        Some(Choice::Gpu) => {
            gpu::declined(NO_GPU);
            0
        }
        _ => 0,
    };
    let signing = if args.signature { Signing::Always } else { Signing::Small };
    let engine = match args.engine {
        Some(Choice::Engine(engine)) => Some(engine),
        Some(Choice::Gpu) | None => None,
    };
    for (number, k) in (0..).zip(ks.numbers()).skip(done) {
        let since = Instant::now();
        let watch = Share { progress: &progress, number, of: ks.count() };
        let (stats, engine) = solve::stats(&game_of(k)?, window, signing, engine, &watch).context("--format stats")?;
        put(k, &stats, &engine.to_string(), since.elapsed().as_secs_f64())?;
    }
    Ok(())
}

/// Statistics with what they are of.
fn described(game: &Game, stats: &Stats, engine: &str, seconds: f64) -> Result<serde_json::Value> {
    let mut stats = serde_json::to_value(stats)?;
    stats["game"] = game.to_string().into();
    stats["engine"] = engine.into();
    stats["seconds"] = seconds.into();
    Ok(stats)
}

fn print_stats(game: &Game, stats: &Stats, engine: &str, since: Instant, path: Option<&Path>) -> Result<()> {
    let stats = described(game, stats, engine, since.elapsed().as_secs_f64())?;
    let mut out = Output::open(path)?;
    writeln!(out, "{stats:#}")?;
    out.finish()
}

const NEAR: &str = "--format stats: statistics are given of windows with x, y < 2^64 only";

const NO_GPU: &str = "a GPU computes square boards of W^k from the corner on, without a signature";

/// Whether a window is a board as a GPU computes them.
fn is_whole(window: Window) -> bool {
    window == Window::corner(window.width, window.width)
}

/// The statistics from a GPU; nothing, and a sentence, when it does not compute them.
fn stats_of_gpu(game: &Game, window: Window, signature: bool) -> Result<Option<Stats>> {
    match game.blocking_k() {
        Some(k) if is_whole(window) && !signature => gpu::stats(k.into(), window.width, &progress(None)),
        _ => {
            gpu::declined(NO_GPU);
            Ok(None)
        }
    }
}
