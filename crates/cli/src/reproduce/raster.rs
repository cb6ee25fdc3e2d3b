//! Pictures of pixels, and smaller pictures of large boards: each pixel is the mean colour of a square of cells.

use std::io::{self, Write};

use anyhow::Result;
use wythoff::render::{Palette, Picture, Rgb};
use wythoff::solve::Row;

/// Pixels in rows from the top.
pub(super) struct Raster {
    pub(super) width: u64,
    pub(super) height: u64,
    pixels: Vec<Rgb>,
}

impl Raster {
    /// A picture with `scale` × `scale` pixels for each colour of `rows`.
    pub(super) fn of_rows(rows: &[Vec<Rgb>], scale: usize) -> Self {
        let line = |row: &Vec<Rgb>| row.iter().flat_map(|colour| vec![*colour; scale]).collect::<Vec<Rgb>>();
        let pixels: Vec<Rgb> = rows.iter().flat_map(|row| line(row).repeat(scale)).collect();
        let width = rows.first().map_or(0, Vec::len) * scale;
        Self { width: width as u64, height: (rows.len() * scale) as u64, pixels }
    }

    /// The same with sides of at most `most` pixels.
    pub(super) fn averaged(&self, most: u64) -> Self {
        let mut averages = Averages::new(self.width, self.height, most);
        for row in self.pixels.chunks(side(self.width)) {
            averages.row(row.iter().copied());
        }
        averages.finish()
    }

    pub(super) fn write(&self, out: impl Write) -> Result<()> {
        let narrow = |side: u64| u32::try_from(side).map_err(|_| io::Error::other("a picture is too large"));
        let mut encoder = png::Encoder::new(out, narrow(self.width)?, narrow(self.height)?);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(self.pixels.as_flattened())?;
        Ok(writer.finish()?)
    }
}

/// A smaller picture that grows while the rows of a board go by.
pub(super) struct Preview {
    palette: Palette,
    averages: Averages,
}

impl Preview {
    /// Of `picture`, with sides of at most `most` pixels.
    pub(super) fn new(picture: &Picture<'_>, most: u64) -> Self {
        let averages = Averages::new(picture.window.width, picture.window.height, most);
        Self { palette: Palette::of(picture), averages }
    }

    pub(super) fn row(&mut self, row: &Row<'_>) {
        let colours = self.palette.colours();
        self.averages.row(self.palette.indices(row.run()).into_iter().map(|index| colours[usize::from(index)]));
    }

    pub(super) fn finish(self) -> Raster {
        self.averages.finish()
    }
}

/// Sums of colours over squares. Squares at the right and lower edge may be cut off.
struct Averages {
    /// The side of a square.
    step: usize,
    /// For each square of the current line: the sums of red, green and blue, and how many cells.
    sums: Vec<([u64; 3], u64)>,
    /// How many rows went into the current line.
    rows: usize,
    pixels: Vec<Rgb>,
}

impl Averages {
    fn new(width: u64, height: u64, most: u64) -> Self {
        let step = width.max(height).div_ceil(most).max(1);
        let sums = vec![([0; 3], 0); side(width.div_ceil(step))];
        Self { step: side(step), sums, rows: 0, pixels: Vec::new() }
    }

    fn row(&mut self, colours: impl Iterator<Item = Rgb>) {
        for (x, colour) in colours.enumerate() {
            let (sums, count) = &mut self.sums[x / self.step];
            for (sum, part) in sums.iter_mut().zip(colour) {
                *sum += u64::from(part);
            }
            *count += 1;
        }
        self.rows += 1;
        if self.rows == self.step {
            self.line();
        }
    }

    /// Ends a line of squares.
    fn line(&mut self) {
        for (sums, count) in &mut self.sums {
            // A mean of bytes is a byte.
            self.pixels.push(sums.map(|sum| u8::try_from((sum + *count / 2) / (*count).max(1)).unwrap_or(u8::MAX)));
            (*sums, *count) = ([0; 3], 0);
        }
        self.rows = 0;
    }

    fn finish(mut self) -> Raster {
        if self.rows > 0 {
            self.line();
        }
        let width = self.sums.len();
        Raster { width: width as u64, height: (self.pixels.len() / width.max(1)) as u64, pixels: self.pixels }
    }
}

/// A side of a picture that is in memory.
fn side(pixels: u64) -> usize {
    usize::try_from(pixels).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smaller_picture_has_mean_colours() {
        let [black, white, red] = [[0, 0, 0], [255, 255, 255], [255, 0, 0]];
        let rows = [vec![black, white, red], vec![white, black, red], vec![white, white, black]];
        let small = Raster::of_rows(&rows, 1).averaged(2);
        assert_eq!((small.width, small.height), (2, 2));
        assert_eq!(small.pixels, [[128, 128, 128], red, white, black]);
        assert_eq!(Raster::of_rows(&rows, 2).averaged(3).pixels, rows.concat());
    }
}
