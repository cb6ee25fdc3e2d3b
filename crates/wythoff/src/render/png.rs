//! Pixels with a palette of at most 16 colours, so that 1, 2 or 4 bits hold one.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter, StreamWriter};

use super::legend::Legend;
use super::palette::Palette;
use super::{Options, PNG_SIDE_LIMIT, Picture, RenderError, Sink};
use crate::board::Window;
use crate::solve::{Row, Values};

pub(super) struct Png<W> {
    out: W,
    stream: StreamWriter<'static, Buffer>,
    encoded: Buffer,
    palette: Palette,
    legend: Option<Legend>,
    scale: usize,
    bits: u8,
    /// A line of pixels, one in a byte; to the right of the board there is paper.
    pixels: Vec<u8>,
    /// The same, packed.
    packed: Vec<u8>,
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
        let (Some(columns), Some(lines)) = (side(width), side(height)) else {
            return Err(RenderError::TooManyPixels { width, height });
        };
        // Only what is used of the outcomes' colours: N and P, removed cells, paper.
        let colours = match picture.values {
            Values::Outcome if legend.is_none() && !picture.has_removed_cells() => 2,
            _ => palette.colours().len(),
        };
        let (depth, bits) = match colours {
            2 => (BitDepth::One, 1),
            4 => (BitDepth::Two, 2),
            _ => (BitDepth::Four, 4),
        };
        let encoded = Buffer::default();
        let mut encoder = Encoder::new(encoded.clone(), columns, lines);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(depth);
        encoder.set_palette(palette.colours()[..colours].concat());
        encoder.set_filter(Filter::NoFilter);
        // Higher levels take up to twice the time for a twentieth of the size.
        encoder.set_deflate_compression(DeflateCompression::Level(3));
        encoder.add_itxt_chunk("Title".to_owned(), picture.title()).map_err(io::Error::from)?;
        let stream = encoder.write_header().and_then(png::Writer::into_stream_writer).map_err(io::Error::from)?;
        let pixels = vec![palette.paper(); columns as usize];
        let scale = scale as usize;
        Ok(Self { out, stream, encoded, palette, legend, scale, bits, pixels, packed: Vec::new() })
    }

    /// Writes the line of pixels so many times.
    fn lines(&mut self, times: usize) -> Result<(), RenderError> {
        self.packed.clear();
        match self.bits {
            1 => pack::<8>(&self.pixels, &mut self.packed),
            2 => pack::<4>(&self.pixels, &mut self.packed),
            _ => pack::<2>(&self.pixels, &mut self.packed),
        }
        (0..times).try_for_each(|_| {
            self.stream.write_all(&self.packed)?;
            pass_on(&self.encoded, &mut self.out)
        })
    }
}

/// Puts so many pixels in a byte, the first one highest.
fn pack<const PER_BYTE: usize>(pixels: &[u8], packed: &mut Vec<u8>) {
    let bits = 8 / PER_BYTE;
    let (chunks, rest) = pixels.as_chunks::<PER_BYTE>();
    packed.extend(chunks.iter().map(|chunk| chunk.iter().fold(0, |byte, pixel| byte << bits | pixel)));
    if !rest.is_empty() {
        let byte = rest.iter().fold(0, |byte, pixel| byte << bits | pixel);
        packed.push(byte << (bits * (PER_BYTE - rest.len())));
    }
}

/// Writes what the encoder has left.
fn pass_on(encoded: &Buffer, out: &mut impl Write) -> Result<(), RenderError> {
    let mut bytes = encoded.0.borrow_mut();
    out.write_all(&bytes)?;
    bytes.clear();
    Ok(())
}

/// A side of a picture in pixels, if a PNG may have it.
fn side(pixels: u128) -> Option<u32> {
    u32::try_from(pixels).ok().filter(|&pixels| u64::from(pixels) <= PNG_SIDE_LIMIT)
}

impl<W: Write> Sink for Png<W> {
    fn row(&mut self, row: &Row<'_>) -> Result<(), RenderError> {
        let indices = self.palette.indices(row);
        if self.scale == 1 {
            self.pixels[..indices.len()].copy_from_slice(&indices);
        } else {
            for (cell, index) in self.pixels.chunks_mut(self.scale).zip(indices) {
                cell.fill(index);
            }
        }
        self.lines(self.scale)
    }

    fn finish(mut self: Box<Self>) -> Result<(), RenderError> {
        if let Some(legend) = self.legend.take() {
            for y in 0..legend.pixel_height() {
                self.pixels.fill(self.palette.paper());
                legend.paint(y, &self.palette, &mut self.pixels);
                self.lines(1)?;
            }
        }
        let Self { mut out, stream, encoded, .. } = *self;
        stream.finish().map_err(io::Error::from)?;
        pass_on(&encoded, &mut out)?;
        Ok(out.flush()?)
    }
}

/// Where the encoder leaves its bytes until they are passed on: it wants an output of its own, and would not tell of the
/// errors at the end, when it is dropped. Memory does not fail.
#[derive(Clone, Default)]
struct Buffer(Rc<RefCell<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
