//! `wythoff automaton`: CLN15's rule from any of its starts, forwards or backwards.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::ValueEnum;
use serde_json::{Value, json};
use wythoff::SolveError;
use wythoff::engine::automaton::{Choice, Grid, Reversed, Site, Start, Strategy, Window, reverse};
use wythoff::render::{Palette, Pixels};
use wythoff::solve::Watch;

use crate::end::is_interruption;
use crate::examples::examples;
use crate::output::{Ending, Output, ending};
use crate::say::note;
use crate::text::json_integer;
use crate::values::{Signed, Size};
use crate::watch::Progress;

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff automaton game:5", "The deviations of W^5"),
    ("wythoff automaton shoulder --size 300 -o arm.png", "The arm without end"),
    ("wythoff automaton game:5 --size 12 --reverse smallest", "A past that leads to the same future"),
]))]
pub(crate) struct Args {
    /// `game:K` for W^K, `casing:R` for the fabric of k ≡ R (mod 3) without end, `shoulder` for the arm without end
    #[arg(value_name = "START")]
    start: Start,
    /// The window: N for N×N, or WxH
    #[arg(long, value_name = "N|WxH", default_value = "24", allow_hyphen_values = true)]
    size: Size,
    /// The window's top left cell; coordinates may be negative
    #[arg(long, value_name = "X,Y", default_value = "0,0", allow_hyphen_values = true)]
    at: Signed,
    /// Fills the window backwards from what stands below and right of it; where two values are possible it takes the
    /// `smallest`, the `largest`, a coin's (`random:SEED`), or those of a list of s and l (`list:slls`)
    #[arg(long, value_name = "CHOICE")]
    reverse: Option<Strategy>,
    /// How it is written [default: by the name of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<AutomatonFormat>,
    /// Prints one JSON document, like `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Pixels per cell (png), at most 1000
    #[arg(long, value_name = "PIXELS", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=1000))]
    scale: u32,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AutomatonFormat {
    /// Numbers in columns
    Text,
    /// Numbers, a line per row
    Csv,
    /// One JSON document
    Json,
    /// A picture in pixels
    Png,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let window = Window::new(Site::new(args.at.x, args.at.y), args.size.width, args.size.height)?;
    let path = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let format = match (args.format, path) {
        _ if args.json => AutomatonFormat::Json,
        (Some(format), _) => format,
        (None, Some(path)) => format_of_name(path)?,
        (None, None) => AutomatonFormat::Text,
    };
    let mut out = Output::open(path)?;
    if format == AutomatonFormat::Png {
        out.refuse_terminal("png")?;
    }
    let grid = match &args.reverse {
        None => args.start.grid(window, &Progress::new().with_time_left())?,
        Some(choice) => backwards(args, window, choice)?,
    };
    let written = match format {
        AutomatonFormat::Text => text(&grid, &mut out),
        AutomatonFormat::Csv => numbers(&grid, ",", 0, &mut out),
        AutomatonFormat::Json => json(&grid, args, &mut out),
        AutomatonFormat::Png => png(&grid, args.scale, &mut out),
    };
    match written {
        Ok(()) => out.finish(),
        Err(error) => {
            if is_interruption(&error) {
                out.abandon(matches!(format, AutomatonFormat::Text | AutomatonFormat::Csv))?;
            }
            Err(error)
        }
    }
}

/// The format that a file's name asks for.
fn format_of_name(path: &Path) -> Result<AutomatonFormat> {
    match ending(path) {
        Ending::Is("txt") | Ending::Device => Ok(AutomatonFormat::Text),
        Ending::Is("csv") => Ok(AutomatonFormat::Csv),
        Ending::Is("json") => Ok(AutomatonFormat::Json),
        Ending::Is("png") => Ok(AutomatonFormat::Png),
        _ => bail!("--output: the name {} does not end in .txt, .csv, .json or .png: add --format", path.display()),
    }
}

/// The window filled backwards from the start's own values below and right of it.
fn backwards(args: &Args, window: Window, strategy: &Strategy) -> Result<Grid> {
    let around = args.start.grid(window.with_bottom_right(), &Progress::new())?;
    let edges = around.bottom_right(window).ok_or_else(|| anyhow!("--size: the window is too large to be reversed"))?;
    let Reversed { run, choices } = reverse(&edges, strategy, &Progress::new())?;
    let smaller = choices.iter().filter(|choice| **choice == Choice::Smaller).count();
    let same = if run == around { "; this is the start's own past" } else { "" };
    note!("{} free choices: {smaller} smaller, {} larger{same}", choices.len(), choices.len() - smaller);
    run.cut(window).ok_or_else(|| anyhow!("--size: the window is too large to be reversed"))
}

/// Numbers in columns as wide as the widest of them, which is the least or the greatest.
fn text(grid: &Grid, out: &mut Output) -> Result<()> {
    let values = || grid.rows().flatten();
    let ends = values().min().into_iter().chain(values().max());
    let width = ends.map(|value| value.to_string().len()).max().unwrap_or(0);
    numbers(grid, " ", width, out)
}

/// A line for each row, its numbers right-aligned in columns of this width.
fn numbers(grid: &Grid, between: &str, width: usize, out: &mut Output) -> Result<()> {
    let mut line = Vec::new();
    each_row(grid, |row| {
        line.clear();
        for (index, value) in row.iter().enumerate() {
            let between = if index == 0 { "" } else { between };
            write!(line, "{between}{value:>width$}")?;
        }
        line.push(b'\n');
        Ok(out.write_all(&line)?)
    })
}

/// What is shown, and the rows, a line each.
fn json(grid: &Grid, args: &Args, out: &mut Output) -> Result<()> {
    let (window, at) = (grid.window(), [args.at.x, args.at.y].map(json_integer));
    let (width, height) = (window.width(), window.height());
    write!(
        out,
        r#"{{"start":{},"at":{},"width":{width},"height":{height},"rows":["#,
        json!(args.start.to_string()),
        json!(at)
    )?;
    let mut before = "\n";
    each_row(grid, |row| {
        let row: Value = row.iter().copied().map(json_integer).collect();
        write!(out, "{before}{row}")?;
        before = ",\n";
        Ok(())
    })?;
    Ok(writeln!(out, "\n]}}")?)
}

fn png(grid: &Grid, scale: u32, out: &mut Output) -> Result<()> {
    let palette = Palette::deviations();
    let sides = [grid.window().width(), grid.window().height()].map(|side| side as u128 * u128::from(scale));
    let mut pixels = Pixels::new(sides, palette.colours(), "CLN15's automaton", out)?;
    let mut line: Vec<u8> = Vec::new();
    each_row(grid, |row| {
        line.clear();
        for value in row {
            line.extend(std::iter::repeat_n(palette.index_of_number(*value), scale as usize));
        }
        Ok(pixels.lines(&line, scale as usize)?)
    })?;
    Ok(pixels.finish()?)
}

/// Hands over the rows until Ctrl-C.
fn each_row(grid: &Grid, mut sink: impl FnMut(&[i64]) -> Result<()>) -> Result<()> {
    let progress = Progress::new();
    let height = grid.window().height() as u64;
    for (y, row) in (0..).zip(grid.rows()) {
        if progress.progress(y, height).is_break() {
            return Err(SolveError::Interrupted.into());
        }
        sink(row)?;
    }
    Ok(())
}
