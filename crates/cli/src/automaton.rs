//! `wythoff automaton`: CLN15's rule from any of its starts, forwards or backwards.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, anyhow};
use wythoff::SolveError;
use wythoff::render::{Palette, Pixels};
use wythoff::solve::automaton::{AutomatonError, Choice, Grid, Reversed, Site, Strategy, Window, reverse};

use crate::args::{Automaton, AutomatonFormat};
use crate::output::Output;
use crate::watch::Progress;

pub(crate) fn run(args: &Automaton) -> Result<()> {
    let window = Window::new(Site::new(args.at.x, args.at.y), args.size.width, args.size.height)?;
    let path = args.output.as_deref().filter(|path| *path != Path::new("-"));
    let format = args.format.unwrap_or(if path.is_some() { AutomatonFormat::Png } else { AutomatonFormat::Text });
    let mut out = Output::open(path)?;
    if format == AutomatonFormat::Png {
        out.refuse_terminal("png")?;
    }
    let grid = match &args.reverse {
        None => args.start.0.grid(window, &mut Progress::new()).map_err(interrupts)?,
        Some(choice) => backwards(args, window, &choice.0)?,
    };
    match format {
        AutomatonFormat::Text => text(&grid, &mut out)?,
        AutomatonFormat::Csv => csv(&grid, &mut out)?,
        AutomatonFormat::Png => png(&grid, args.scale, &mut out)?,
    }
    out.finish()
}

/// An interrupt is told to the shell by the one error that it knows.
fn interrupts(error: AutomatonError) -> anyhow::Error {
    if let AutomatonError::Solve(error @ SolveError::Interrupted) = error { error.into() } else { error.into() }
}

/// The window filled backwards from the start's own values below and right of it.
fn backwards(args: &Automaton, window: Window, strategy: &Strategy) -> Result<Grid> {
    let around = args.start.0.grid(window.with_bottom_right(), &mut Progress::new()).map_err(interrupts)?;
    let edges = around.bottom_right(window).ok_or_else(|| anyhow!("--size: the window is too large to be reversed"))?;
    let Reversed { run, choices } = reverse(&edges, strategy, &mut Progress::new()).map_err(interrupts)?;
    let smaller = choices.iter().filter(|choice| **choice == Choice::Smaller).count();
    let same = if run == around { "; this is the start's own past" } else { "" };
    eprintln!("{} free choices: {smaller} smaller, {} larger{same}", choices.len(), choices.len() - smaller);
    run.cut(window).ok_or_else(|| anyhow!("--size: the window is too large to be reversed"))
}

fn text(grid: &Grid, out: &mut Output) -> Result<()> {
    let width = grid.rows().flatten().map(|value| value.to_string().len()).max().unwrap_or(0);
    for row in grid.rows() {
        let cells: Vec<String> = row.iter().map(|value| format!("{value:>width$}")).collect();
        writeln!(out, "{}", cells.join(" "))?;
    }
    Ok(())
}

fn csv(grid: &Grid, out: &mut Output) -> Result<()> {
    for row in grid.rows() {
        let cells: Vec<String> = row.iter().map(ToString::to_string).collect();
        writeln!(out, "{}", cells.join(","))?;
    }
    Ok(())
}

fn png(grid: &Grid, scale: u32, out: &mut Output) -> Result<()> {
    let palette = Palette::deviations();
    let sides = [grid.window().width(), grid.window().height()].map(|side| side as u128 * u128::from(scale));
    let mut pixels = Pixels::new(sides, palette.colours(), "CLN15's automaton", out)?;
    for row in grid.rows() {
        let colours = row.iter().map(|value| palette.index_of_number(*value));
        let line: Vec<u8> = colours.flat_map(|colour| std::iter::repeat_n(colour, scale as usize)).collect();
        pixels.lines(&line, scale as usize)?;
    }
    Ok(pixels.finish()?)
}
