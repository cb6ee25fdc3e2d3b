//! A window as pixels, with a legend where one is asked for.

use std::io::Write;

use super::legend::Legend;
use super::palette::Palette;
use super::pixels::Pixels;
use super::{Options, Picture, RenderError, Sink};
use crate::board::Window;
use crate::solve::{Run, Values};
use crate::watch::Watch;

pub(super) struct Png<W: Write> {
    pixels: Pixels<W>,
    palette: Palette,
    legend: Option<Legend>,
    scale: usize,
    /// Whether the next run is the first of its row.
    begins: bool,
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
        let board = [width, height].map(|side| u64::try_from(side).unwrap_or(u64::MAX));
        let legend = options.legend.then(|| Legend::new(&palette, board));
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
        Ok(Self { pixels, palette, legend, scale: scale as usize, begins: true })
    }
}

impl<W: Write> Sink for Png<W> {
    fn run(&mut self, run: Run<'_>) -> Result<(), RenderError> {
        /// So many pixels are in memory at once.
        const PIXELS: usize = 1 << 20;
        let indices = self.palette.indices(run);
        if std::mem::take(&mut self.begins) {
            self.pixels.begin_line(self.scale);
        }
        if self.scale == 1 {
            self.pixels.paint(&indices)?;
        } else {
            for part in indices.chunks((PIXELS / self.scale).max(1)) {
                let enlarged: Vec<u8> = part.iter().flat_map(|index| std::iter::repeat_n(*index, self.scale)).collect();
                self.pixels.paint(&enlarged)?;
            }
        }
        Ok(())
    }

    fn end_row(&mut self, watch: &dyn Watch) -> Result<(), RenderError> {
        // To the right of the board there is paper, if the legend is wider.
        self.pixels.paint_rest(self.palette.paper())?;
        self.begins = true;
        self.pixels.end_line(watch)
    }

    fn finish(mut self: Box<Self>, watch: &dyn Watch) -> Result<(), RenderError> {
        if let Some(legend) = self.legend.take() {
            let drawn = usize::try_from(legend.drawn_width()).expect("a line of pixels is in memory");
            for y in 0..legend.pixel_height() {
                let mut line = vec![self.palette.paper(); drawn];
                legend.paint(y, &self.palette, &mut line);
                self.pixels.begin_line(1);
                self.pixels.paint(&line)?;
                self.pixels.paint_rest(self.palette.paper())?;
                self.pixels.end_line(watch)?;
            }
        }
        self.pixels.finish()
    }
}
