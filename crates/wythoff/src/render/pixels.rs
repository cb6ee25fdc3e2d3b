//! Pixels with a palette of at most 16 colours, so that 1, 2 or 4 bits hold one: PNG, line by line.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter, StreamWriter};

use super::palette::Rgb;
use super::{PNG_SIDE_LIMIT, RenderError};
use crate::watch::{Watch, report};

/// A PNG that is written line by line, for pictures that are not windows of a game's board.
///
/// ```
/// use wythoff::render::Pixels;
/// let mut file = Vec::new();
/// let mut pixels = Pixels::new([2, 1], &[[0, 0, 0], [255, 255, 255]], "two pixels", &mut file)?;
/// pixels.lines(&[0, 1], 1)?;
/// pixels.finish()?;
/// assert_eq!(file[1..4], *b"PNG");
/// # Ok::<(), wythoff::render::RenderError>(())
/// ```
pub struct Pixels<W> {
    out: W,
    stream: StreamWriter<'static, Buffer>,
    encoded: Buffer,
    width: usize,
    bits: u8,
    /// The line so far, packed.
    packed: Vec<u8>,
    /// The pixels after these, fewer than fill a byte.
    loose: Vec<u8>,
    /// The pixels of the line so far.
    painted: usize,
}

impl<W: Write> Pixels<W> {
    /// A picture with so many pixels across and down, in at most 16 colours.
    ///
    /// # Errors
    /// When a PNG can't be as large, or `out` fails.
    pub fn new(sides: [u128; 2], colours: &[Rgb], title: &str, out: W) -> Result<Self, RenderError> {
        let [Some(columns), Some(lines)] = sides.map(side) else {
            let [width, height] = sides;
            return Err(RenderError::TooManyPixels { width, height });
        };
        let (depth, bits) = match colours.len() {
            0..=2 => (BitDepth::One, 1),
            3..=4 => (BitDepth::Two, 2),
            _ => (BitDepth::Four, 4),
        };
        let encoded = Buffer::default();
        let mut encoder = Encoder::new(encoded.clone(), columns, lines);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(depth);
        encoder.set_palette(colours.concat());
        encoder.set_filter(Filter::NoFilter);
        // Higher levels take up to twice the time for a twentieth of the size.
        encoder.set_deflate_compression(DeflateCompression::Level(3));
        encoder.add_itxt_chunk("Title".to_owned(), title.to_owned()).map_err(io::Error::from)?;
        let stream = encoder.write_header().and_then(png::Writer::into_stream_writer).map_err(io::Error::from)?;
        Ok(Self {
            out,
            stream,
            encoded,
            width: columns as usize,
            bits,
            packed: Vec::new(),
            loose: Vec::new(),
            painted: 0,
        })
    }

    /// Pixels in a line.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Writes a line, given by the indices of its colours, so many times.
    ///
    /// # Errors
    /// When the output fails.
    ///
    /// # Panics
    /// When the line is not as long as the picture is wide.
    pub fn lines(&mut self, line: &[u8], times: usize) -> Result<(), RenderError> {
        self.paint(line);
        self.end_line(times, &())
    }

    /// The next pixels of a line, by the indices of their colours.
    pub(super) fn paint(&mut self, mut pixels: &[u8]) {
        self.painted += pixels.len();
        let per_byte = usize::from(8 / self.bits);
        if !self.loose.is_empty() {
            let (first, rest) = pixels.split_at(pixels.len().min(per_byte - self.loose.len()));
            self.loose.extend_from_slice(first);
            pixels = rest;
            if self.loose.len() < per_byte {
                return;
            }
            let whole = std::mem::take(&mut self.loose);
            self.pack(&whole);
        }
        let (whole, loose) = pixels.split_at(pixels.len() / per_byte * per_byte);
        self.pack(whole);
        self.loose.extend_from_slice(loose);
    }

    /// Pixels of one colour up to the end of the line.
    pub(super) fn paint_rest(&mut self, index: u8) {
        const AT_ONCE: usize = 1 << 13;
        while self.painted < self.width {
            self.paint(&[index; AT_ONCE][..AT_ONCE.min(self.width - self.painted)]);
        }
    }

    /// Writes the line so many times.
    pub(super) fn end_line(&mut self, times: usize, watch: &dyn Watch) -> Result<(), RenderError> {
        assert_eq!(self.painted, self.width, "a line is as long as the picture is wide");
        let last = std::mem::take(&mut self.loose);
        self.pack(&last);
        for time in 0..times {
            report(watch, time as u64, times as u64)?;
            self.stream.write_all(&self.packed)?;
            pass_on(&self.encoded, &mut self.out)?;
        }
        self.packed.clear();
        self.painted = 0;
        Ok(())
    }

    fn pack(&mut self, pixels: &[u8]) {
        match self.bits {
            1 => pack::<8>(pixels, &mut self.packed),
            2 => pack::<4>(pixels, &mut self.packed),
            _ => pack::<2>(pixels, &mut self.packed),
        }
    }

    /// Ends the picture.
    ///
    /// # Errors
    /// When lines are missing, or the output fails.
    pub fn finish(self) -> Result<(), RenderError> {
        let Self { mut out, stream, encoded, .. } = self;
        stream.finish().map_err(io::Error::from)?;
        pass_on(&encoded, &mut out)?;
        Ok(out.flush()?)
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
