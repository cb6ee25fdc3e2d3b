//! A poster as an SVG: few pixels as rectangles, many as a PNG within; legend and caption as text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderWriter;

use super::grid::Grid;
use super::letters::{self, Weight};
use super::raster;
use super::sheet::{Mark, Sheet, Words};
use crate::limits;
use crate::paint::Rgb;
use crate::problem::Problem;
use crate::streamed::unsent;

/// From the top of a letter's box to its foot, and the size of the font, in 32nds of the box.
const FOOT: u64 = 25;
const SIZE: u64 = 23;

pub(super) fn write(
    grid: &Grid,
    sheet: &Sheet,
    [title, command]: [&str; 2],
    mut out: impl Write,
) -> Result<(), Problem> {
    let (columns, rows) = (grid.width, grid.height);
    let is_vector = (columns * rows) as u64 <= limits::SVG_PIXELS;
    // What is refused is refused before the first byte.
    let paths = if is_vector { paths(grid)? } else { grid.band(0).map(|_| String::new())? };
    let Sheet { width, height, corner: [left, top], enlarged, .. } = *sheet;
    write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<desc>{}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n\
         <g transform=\"translate({left} {top}) scale({enlarged})\" shape-rendering=\"crispEdges\">\n{paths}",
        escaped(title),
        escaped(command),
        hex(sheet.paper),
    )
    .map_err(unsent)?;
    if !is_vector {
        write!(
            out,
            "<image width=\"{columns}\" height=\"{rows}\" style=\"image-rendering:pixelated\" \
             href=\"data:image/png;base64,"
        )
        .map_err(unsent)?;
        let mut encoder = EncoderWriter::new(&mut out, &STANDARD);
        let bare = Sheet::new([columns, rows], 1, Words::default(), grid.theme, None);
        raster::write(grid, &bare, &[], &mut encoder)?;
        encoder.finish().map_err(unsent)?;
        drop(encoder);
        out.write_all(b"\"/>\n").map_err(unsent)?;
    }
    out.write_all(b"</g>\n").map_err(unsent)?;
    out.write_all(marks(sheet).as_bytes()).map_err(unsent)?;
    out.write_all(b"</svg>\n").map_err(unsent)
}

/// A path for each colour, in which equal neighbours of a row are one rectangle.
fn paths(grid: &Grid) -> Result<String, Problem> {
    let mut paths: BTreeMap<Rgb, String> = BTreeMap::new();
    let mut row = 0;
    while row < grid.height {
        let band = grid.band(row)?;
        for (line, y) in band.chunks(grid.width).zip(row..) {
            let mut x = 0;
            for run in line.chunk_by(|a, b| a == b) {
                let width = run.len();
                // Text in memory takes whatever is written.
                let _ = write!(paths.entry(run[0]).or_default(), "M{x} {y}h{width}v1h-{width}z");
                x += width;
            }
        }
        row += band.len() / grid.width;
    }
    let path = |(colour, path): (Rgb, String)| format!("<path fill=\"{}\" d=\"{path}\"/>\n", hex(colour));
    Ok(paths.into_iter().map(path).collect())
}

/// What is below the board.
fn marks(sheet: &Sheet) -> String {
    if sheet.marks.is_empty() {
        return String::new();
    }
    let (letter, side, ink) = (sheet.letter, sheet.swatch(), hex(sheet.ink));
    let (size, stroke) = (letter * SIZE / 32, (letter / 24).max(1));
    let mark = |mark: &Mark| match mark {
        Mark::Swatch { x, y, colour } => {
            let fill = hex(*colour);
            format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" stroke=\"{ink}\" \
                 stroke-opacity=\"0.43\" stroke-width=\"{stroke}\"/>\n"
            )
        }
        Mark::Line { x, y, text, weight } => {
            let foot = y + letter * FOOT / 32;
            let length = text.chars().count() as u64 * letters::advance(letter);
            let weight = if *weight == Weight::Bold { " font-weight=\"bold\"" } else { "" };
            let text = escaped(text);
            format!(
                "<text x=\"{x}\" y=\"{foot}\" textLength=\"{length}\" \
                 lengthAdjust=\"spacingAndGlyphs\"{weight}>{text}</text>\n"
            )
        }
    };
    let marks: String = sheet.marks.iter().map(mark).collect();
    format!(
        "<g fill=\"{ink}\" font-family=\"'Noto Sans Mono', ui-monospace, monospace\" \
         font-size=\"{size}\">\n{marks}</g>\n"
    )
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
