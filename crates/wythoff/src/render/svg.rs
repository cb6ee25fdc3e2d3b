//! Squares: the board is a ground of the usual colour with a path for each other colour of a row, in which equal
//! neighbours are one rectangle.

use std::io::{self, Write};

use super::font;
use super::legend::{Legend, SWATCH};
use super::palette::Palette;
use super::{Options, Picture, RenderError, SVG_CELL_LIMIT, Sink};
use crate::board::Window;
use crate::solve::Run;
use crate::watch::Watch;

pub(super) struct Svg<W> {
    out: W,
    /// What comes before the next row.
    lines: Vec<u8>,
    palette: Palette,
    legend: Option<Legend>,
    /// Rows drawn.
    rows: u64,
    /// In pixels.
    board_height: u64,
    indices: Vec<u8>,
    /// What is drawn of a row in each colour.
    paths: Vec<Vec<u8>>,
}

impl<W: Write> Svg<W> {
    pub(super) fn new(picture: &Picture<'_>, options: Options, out: W) -> Result<Self, RenderError> {
        let Window { width, height, .. } = picture.window;
        if width == 0 || height == 0 {
            return Err(RenderError::Empty { width, height });
        }
        let cells = u128::from(width) * u128::from(height);
        if cells > SVG_CELL_LIMIT.into() {
            return Err(RenderError::TooManyCells { cells });
        }
        let palette = Palette::of(picture);
        let scale = u64::from(options.scale.unwrap_or_else(|| picture.default_scale()).get());
        // At most a million cells with sides below 2^32: no product overflows.
        let (board_width, board_height) = (width * scale, height * scale);
        let legend = options.legend.then(|| Legend::new(&palette, [board_width, board_height]));
        let full_width = legend.as_ref().map_or(board_width, |legend| board_width.max(legend.pixel_width()));
        let full_height = board_height + legend.as_ref().map_or(0, Legend::pixel_height);
        let mut lines = Vec::new();
        writeln!(
            lines,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{full_width}\" height=\"{full_height}\" \
             viewBox=\"0 0 {full_width} {full_height}\" shape-rendering=\"crispEdges\">"
        )?;
        writeln!(lines, "<title>{}</title>", escaped(&picture.title()))?;
        if legend.is_some() {
            let paper = colour(&palette, palette.paper());
            writeln!(lines, r#"<rect width="{full_width}" height="{full_height}" fill="{paper}"/>"#)?;
        }
        let ground = colour(&palette, palette.ground());
        writeln!(lines, r#"<g transform="scale({scale})">"#)?;
        writeln!(lines, r#"<rect width="{width}" height="{height}" fill="{ground}"/>"#)?;
        let paths = vec![Vec::new(); palette.colours().len()];
        Ok(Self { out, lines, palette, legend, rows: 0, board_height, indices: Vec::new(), paths })
    }
}

impl<W: Write> Sink for Svg<W> {
    fn run(&mut self, run: Run<'_>) -> Result<(), RenderError> {
        self.indices.extend(self.palette.indices(run));
        Ok(())
    }

    fn end_row(&mut self, _: &dyn Watch) -> Result<(), RenderError> {
        let (mut x, y) = (0, self.rows);
        self.rows += 1;
        for run in self.indices.chunk_by(|left, right| left == right) {
            let (index, length) = (run[0], run.len());
            if index != self.palette.ground() {
                write!(self.paths[usize::from(index)], "M{x} {y}h{length}v1h-{length}z")?;
            }
            x += length;
        }
        for (index, path) in (0..).zip(&mut self.paths).filter(|(_, path)| !path.is_empty()) {
            write!(self.lines, r#"<path fill="{}" d=""#, colour(&self.palette, index))?;
            self.lines.append(path);
            self.lines.extend(b"\"/>\n");
        }
        self.indices.clear();
        self.out.write_all(&self.lines)?;
        self.lines.clear();
        Ok(())
    }

    fn finish(mut self: Box<Self>, _: &dyn Watch) -> Result<(), RenderError> {
        let mut end = b"</g>\n".to_vec();
        if let Some(legend) = &self.legend {
            write_legend(&mut end, legend, &self.palette, self.board_height)?;
        }
        end.extend(b"</svg>\n");
        self.out.write_all(&end)?;
        Ok(self.out.flush()?)
    }
}

fn write_legend(out: &mut Vec<u8>, legend: &Legend, palette: &Palette, top: u64) -> io::Result<()> {
    let (unit, ink) = (legend.unit, colour(palette, palette.ink()));
    writeln!(out, r#"<g transform="translate(0 {top}) scale({unit})" font-family="monospace" font-size="10">"#)?;
    for item in &legend.items {
        let (x, y, label) = (item.label_x(), item.y + font::HEIGHT + 1, &item.label);
        if let Some(index) = item.colour {
            // A stroke lies half on each side of the line: half a unit from the corner it fills whole pixels.
            let (left, top, side, fill) = (item.x, item.y, SWATCH - 1, colour(palette, index));
            writeln!(
                out,
                r#"<rect x="{left}.5" y="{top}.5" width="{side}" height="{side}" fill="{fill}" stroke="{ink}"/>"#
            )?;
        }
        let length = font::ADVANCE * label.chars().count() as u64;
        writeln!(out, r#"<text x="{x}" y="{y}" textLength="{length}" fill="{ink}">{label}</text>"#)?;
    }
    writeln!(out, "</g>")
}

fn colour(palette: &Palette, index: u8) -> String {
    let [red, green, blue] = palette.colours()[usize::from(index)];
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
