//! `wythoff compare`: two boards laid over each other.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use wythoff::render::{Palette, Pixels, RenderError};
use wythoff::structure::compare::{Comparison, Matches, Offset, Pair};
use wythoff::{Position, Window};

use crate::examples::examples;
use crate::output::Output;
use crate::values::{Signed, Size};
use crate::watch::Progress;

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff compare 100 103 --offset 1,1", "Where the fabrics of W^100 and W^103 agree"),
    ("wythoff compare 100 103 --offset 1,1 --size 400 -o differences.png", "A picture, white where they differ"),
]))]
pub(crate) struct Args {
    /// The first game's k
    #[arg(value_name = "K1", value_parser = clap::value_parser!(u32).range(1..))]
    first: u32,
    /// The second game's k
    #[arg(value_name = "K2", value_parser = clap::value_parser!(u32).range(1..))]
    second: u32,
    /// Where the first board's (0,0) lies on the second, e.g. 1,1
    #[arg(long, value_name = "DX,DY", default_value = "0,0", allow_hyphen_values = true)]
    offset: Signed,
    /// The window of the first board: N for N×N, or WxH
    #[arg(long, value_name = "N|WxH", default_value = "256", allow_hyphen_values = true)]
    size: Size,
    /// The window's top left cell
    #[arg(long, value_name = "X,Y", default_value = "0,0", allow_hyphen_values = true)]
    at: Position,
    /// Prints one JSON document
    #[arg(long)]
    json: bool,
    /// Draws the first board to a PNG, with white where the second one differs
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let Signed { x: dx, y: dy } = args.offset;
    let window = Window { at: args.at, width: args.size.width, height: args.size.height };
    if window.right().is_none() || window.bottom().is_none() {
        bail!("--at, --size: the window at {} leaves the board, whose coordinates are below 2^64", window.at);
    }
    let compared = Comparison { first: args.first, second: args.second, offset: Offset { dx, dy }, window };
    let matches = match &args.output {
        None => compared.rows(&Progress::new().with_time_left(), |_| Ok::<(), RenderError>(()))?,
        Some(path) => {
            let mut out = Output::beside_report(path)?;
            let matches = draw(&compared, &mut out)?;
            out.finish()?;
            matches
        }
    };
    let mut out = Output::open(None)?;
    if args.json {
        let document = compared.json(&matches);
        writeln!(out, "{document:#}")?;
    } else {
        print(&mut out, args, &matches)?;
    }
    out.finish()
}

fn print(out: &mut Output, args: &Args, matches: &Matches) -> Result<()> {
    let Matches { compared, equal, first_difference, first_on_diagonal, nearest } = matches;
    let Signed { x: dx, y: dy } = args.offset;
    writeln!(out, "W^{} at (x,y) against W^{} at (x,y) + ({dx},{dy})", args.first, args.second)?;
    writeln!(out, "{compared} cells compared: {equal} have equal deviations, {} differ", compared - equal)?;
    let differences = [
        ("first difference, by rows", first_difference),
        ("first on the diagonal x = y", first_on_diagonal),
        ("first by x + y", nearest),
    ];
    for (what, at) in differences {
        writeln!(out, "{what:<30} {}", at.map_or("none".to_owned(), |at| at.to_string()))?;
    }
    Ok(())
}

/// The first board in the colours of its deviations; white where the other one differs, grey where there is nothing to
/// compare.
fn draw(compared: &Comparison, out: &mut Output) -> Result<Matches, RenderError> {
    let palette = Palette::deviations();
    let Window { at, width, height } = compared.window;
    let title = format!("W^{} against W^{}", compared.first, compared.second);
    let mut pixels = Pixels::new([width.into(), height.into()], palette.colours(), &title, out)?;
    let mut line = vec![palette.removed(); pixels.width()];
    // Rows that lead off the other board come first, and have nothing to compare.
    let mut next = at.y;
    let matches = compared.rows(&Progress::new().with_time_left(), |pair: &Pair<'_>| {
        while next < pair.y {
            pixels.lines(&line, 1)?;
            next += 1;
        }
        next += 1;
        let from = line.len() - pair.first.len();
        for (pixel, (first, second)) in line[from..].iter_mut().zip(pair.first.iter().zip(pair.second)) {
            *pixel = if first == second { palette.index_of_number(*first) } else { palette.paper() };
        }
        pixels.lines(&line, 1)
    })?;
    while next < at.y + height {
        pixels.lines(&line, 1)?;
        next += 1;
    }
    pixels.finish()?;
    Ok(matches)
}
