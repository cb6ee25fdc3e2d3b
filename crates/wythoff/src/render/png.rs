//! A window as pixels, with a legend where one is asked for.

use std::io::Write;

use super::legend::Legend;
use super::palette::Palette;
use super::pixels::Pixels;
use super::{Options, Picture, RenderError, Sink};
use crate::board::Window;
use crate::solve::{Row, Values};

pub(super) struct Png<W> {
    pixels: Pixels<W>,
    palette: Palette,
    legend: Option<Legend>,
    scale: usize,
    /// A line of pixels, one in a byte; to the right of the board there is paper.
    line: Vec<u8>,
}

impl<W: Write> Png<W> {
    pub(super) fn new(picture: &Picture<'_>, options: Options, out: W) -> Result<Self, RenderError> {
        let Window { width, height, .. } = picture.window;
        if width == 0 || height == 0 {
            return Err(RenderError::Empty { width, height });
        }
        let palette = Palette::of(picture);
        let scale = options.scale.unwrap_or_else(|| picture.default_scale()).get();
        let [mut width, mut height] = [width, height].map(|cells| u128::from(cells) * u128::from(scale));
        let legend = options.legend.then(|| Legend::new(&palette, u64::try_from(width).unwrap_or(u64::MAX)));
        if let Some(legend) = &legend {
            width = width.max(legend.pixel_width().into());
            height += u128::from(legend.pixel_height());
        }
        // Only what is used of the outcomes' colours: N and P, removed cells, paper.
        let colours = match picture.values {
            Values::Outcome if legend.is_none() && !picture.has_removed_cells() => 2,
            _ => palette.colours().len(),
        };
        let pixels = Pixels::new([width, height], &palette.colours()[..colours], &picture.title(), out)?;
        let line = vec![palette.paper(); pixels.width()];
        Ok(Self { pixels, palette, legend, scale: scale as usize, line })
    }
}

impl<W: Write> Sink for Png<W> {
    fn row(&mut self, row: &Row<'_>) -> Result<(), RenderError> {
        let indices = self.palette.indices(row);
        if self.scale == 1 {
            self.line[..indices.len()].copy_from_slice(&indices);
        } else {
            for (cell, index) in self.line.chunks_mut(self.scale).zip(indices) {
                cell.fill(index);
            }
        }
        self.pixels.lines(&self.line, self.scale)
    }

    fn finish(mut self: Box<Self>) -> Result<(), RenderError> {
        if let Some(legend) = self.legend.take() {
            for y in 0..legend.pixel_height() {
                self.line.fill(self.palette.paper());
                legend.paint(y, &self.palette, &mut self.line);
                self.pixels.lines(&self.line, 1)?;
            }
        }
        self.pixels.finish()
    }
}
