//! `wythoff regions`: the parts of a board of W^k.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use serde_json::json;
use wythoff::render::{Pixels, RenderError, Rgb};
use wythoff::structure::regions::{Census, Point, Region, Regions, usual_side};
use wythoff::structure::warp::{Seen, Warp, WarpThread};

use crate::examples::examples;
use crate::output::Output;
use crate::values::{bound, whole_number};
use crate::watch::Progress;

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff regions 100", "Borders, where they meet, and what the regions of W^100 hold"),
    ("wythoff regions 100 --side 600 -o regions.png", "A picture of them"),
]))]
pub(crate) struct Args {
    /// The game's k
    #[arg(value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    k: u32,
    /// The side of the board [default: 3K + 64]
    #[arg(long, value_name = "N", value_parser = bound, allow_hyphen_values = true)]
    side: Option<u64>,
    /// Prints one JSON document
    #[arg(long)]
    json: bool,
    /// Measures 400 columns of the warp, too: how thick threads are, and what is seen along the diagonal
    #[arg(long)]
    warp: bool,
    /// The first of these columns [default: 2K]
    #[arg(long, value_name = "X", requires = "warp", value_parser = whole_number, allow_hyphen_values = true)]
    warp_from: Option<u64>,
    /// Cells of each border in the JSON document
    #[arg(long, value_name = "N", default_value = "64", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    points: u32,
    /// Draws the regions to a PNG
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let side = args.side.unwrap_or_else(|| usual_side(args.k));
    // A place that can't be written is told before the work.
    let picture = args.output.as_deref().map(Output::beside_report).transpose()?;
    let regions = Regions::find(args.k, side, &Progress::new())?;
    let from = args.warp_from.unwrap_or(2 * u64::from(args.k));
    let warp = args.warp.then(|| Warp::measure(args.k, from, &Progress::new())).transpose()?;
    if let Some(mut out) = picture {
        draw(&regions, &mut out)?;
        out.finish()?;
    }
    let census = regions.census();
    let mut out = Output::open(None)?;
    if args.json {
        let mut document = regions.json(&census, args.points as usize);
        if let Some(warp) = &warp {
            document["warp"] = json!(warp);
        }
        writeln!(out, "{document:#}")?;
        return out.finish();
    }
    print(&mut out, &regions, &census)?;
    if let Some(warp) = &warp {
        print_warp(warp, &mut out)?;
    }
    out.finish()
}

fn print_warp(warp: &Warp, out: &mut Output) -> Result<()> {
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    for thread in &warp.threads {
        *counts.entry(thread.thickness).or_default() += 1;
    }
    let Warp { from, columns, threads, diagonals } = warp;
    writeln!(out, "\nthreads of the warp, columns {from} to {}, by thickness:", from + columns)?;
    let words: Vec<String> = counts.iter().map(|(thickness, count)| format!("{thickness} ({count}×)")).collect();
    writeln!(out, "  {}", if words.is_empty() { "none".to_owned() } else { words.join(", ") })?;
    for thread in threads.iter().filter(|thread| !thread.is_fibonacci()) {
        let WarpThread { thickness, from, to, row } = thread;
        writeln!(out, "  not a Fibonacci number: {thickness}, columns {from} to {to}, at row {row}")?;
    }
    writeln!(out, "palaces seen along the diagonal, from the gaps of these columns:")?;
    for (what, seen) in [("inner sector", &diagonals.inner), ("between threads", &diagonals.between)] {
        let Seen { gaps, cells, most_frequent, two_most_frequent, numbers } = seen;
        let words: Vec<String> = numbers.iter().map(|(number, gaps)| format!("{number} ({gaps}×)")).collect();
        writeln!(out, "  {what}: {gaps} gaps, {cells} cells; different numbers in a gap: {}", words.join(", "))?;
        writeln!(
            out,
            "    {most_frequent} cells see the most frequent number of their gap, \
             {two_most_frequent} one of the two most frequent"
        )?;
    }
    Ok(())
}

fn point(at: Option<Point>) -> String {
    at.map_or("not on this board".to_owned(), |[x, y]| format!("({x},{y})"))
}

fn print(out: &mut Output, regions: &Regions, census: &BTreeMap<Region, Census>) -> Result<()> {
    writeln!(out, "W^{}: the board x, y < {}; in the half x ≤ y", regions.k(), regions.side())?;
    writeln!(out, "  nose     {}", point(Some(regions.nose())))?;
    writeln!(out, "  shoulder {}", point(Some(regions.shoulder())))?;
    writeln!(out, "  armpit   {}", point(regions.armpit()))?;
    writeln!(out, "  prism    {}", point(regions.prism()))?;
    writeln!(out, "\n{:<24}{:>12}{:>12}  deviations", "region", "cells", "palaces")?;
    for (region, census) in census {
        let range = census.range().map_or(String::new(), |(least, most)| format!("{least} to {most}"));
        writeln!(out, "{:<24}{:>12}{:>12}  {range}", region.name(), census.cells, census.palaces)?;
    }
    writeln!(out, "\nborder                from → to")?;
    for border in regions.borders(usize::MAX) {
        if let (Some(first), Some(last)) = (border.points.first(), border.points.last()) {
            writeln!(out, "{:<22}{} → {}", border.name, point(Some(*first)), point(Some(*last)))?;
        }
    }
    let outside = Regions::outside_hood(census);
    writeln!(out, "\n{} states outside the hood; the first cell with each:", outside.deviations.len())?;
    for (deviation, count) in &outside.deviations {
        writeln!(out, "{deviation:>4} {count:>12}×  {}", point(outside.first.get(deviation).copied()))?;
    }
    Ok(())
}

/// For each region the colours of N and P.
const COLOURS: [[Rgb; 2]; 6] = [
    [[0x5c, 0x2b, 0x0a], [0x8a, 0x4b, 0x1e]], // Hood: brown
    [[0x12, 0x33, 0x2a], [0x3f, 0xc1, 0x9a]], // Épaulette: green
    [[0x2b, 0x12, 0x3d], [0xc9, 0x8a, 0xf0]], // Fabric: violet
    [[0x3d, 0x33, 0x0a], [0xff, 0xe6, 0x2e]], // Arm: yellow
    [[0x0c, 0x1c, 0x3d], [0x6a, 0xa8, 0xff]], // Warps and inner sector: blue
    [[0x00, 0x00, 0x00], [0x00, 0x00, 0x00]], // Outer space: black
];

fn draw(regions: &Regions, out: &mut Output) -> Result<(), RenderError> {
    let side = regions.side();
    let title = format!("Regions of W^{}", regions.k());
    let mut pixels = Pixels::new([side.into(); 2], &COLOURS.concat(), &title, out)?;
    for y in 0..side {
        let colour = |x: u64| {
            let region = regions.region(x, y).and_then(|region| Region::ALL.iter().position(|other| *other == region));
            let is_palace = regions.deviation(x, y).is_some_and(|deviation| deviation < 0);
            u8::try_from(2 * region.unwrap_or(0) + usize::from(is_palace)).unwrap_or(0)
        };
        let line: Vec<u8> = (0..side).map(colour).collect();
        pixels.lines(&line, 1)?;
    }
    pixels.finish()
}
