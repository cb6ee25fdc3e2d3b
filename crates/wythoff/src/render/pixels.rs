//! Pixels with a palette of at most 256 colours, so that 1, 2, 4 or 8 bits hold one: PNG, line by line.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use png::{BitDepth, ColorType, Encoder, EncodingError, chunk};

use super::palette::Rgb;
use super::{PNG_SIDE_LIMIT, RenderError};
use crate::watch::{Watch, report};

/// So many packed bytes of a line, or compressed ones, are kept before they are passed on.
const KEPT: usize = 1 << 15;

/// Higher levels take up to twice the time for a twentieth of the size.
const LEVEL: Compression = Compression::new(3);

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
pub struct Pixels<W: Write> {
    file: File<W>,
    /// The lines, each behind the number of its filter (0, none), compressed. The encoder of the library would keep two
    /// lines in memory, and a line may be long.
    compressed: ZlibEncoder<Vec<u8>>,
    width: usize,
    bits: u8,
    /// How often the line is written.
    times: usize,
    /// What is kept of the line so far, packed: all of it, if it is written several times.
    packed: Vec<u8>,
    /// The pixels after these, fewer than fill a byte.
    loose: Vec<u8>,
    /// The pixels of the line so far.
    painted: usize,
    /// The lines that are missing.
    missing: u32,
}

/// The file, which begins with the first line: what is refused before leaves no trace.
enum File<W: Write> {
    Waiting(Box<Encoder<'static, W>>),
    Open(png::Writer<W>),
    /// The head could not be written.
    Failed,
}

impl<W: Write> File<W> {
    fn opened(&mut self) -> io::Result<&mut png::Writer<W>> {
        if let Self::Waiting(_) = self
            && let Self::Waiting(encoder) = std::mem::replace(self, Self::Failed)
        {
            *self = Self::Open(encoder.write_header().map_err(io_error)?);
        }
        match self {
            Self::Open(writer) => Ok(writer),
            Self::Waiting(_) | Self::Failed => Err(io::Error::other("the picture could not be begun")),
        }
    }
}

impl<W: Write> Pixels<W> {
    /// A picture with so many pixels across and down, in at most 256 colours. Nothing is written before its first line.
    ///
    /// # Errors
    /// When a PNG can't be as large.
    pub fn new(sides: [u128; 2], colours: &[Rgb], title: &str, out: W) -> Result<Self, RenderError> {
        let [Some(columns), Some(lines)] = sides.map(side) else {
            let [width, height] = sides;
            return Err(RenderError::TooManyPixels { width, height });
        };
        let (depth, bits) = match colours.len() {
            0..=2 => (BitDepth::One, 1),
            3..=4 => (BitDepth::Two, 2),
            5..=16 => (BitDepth::Four, 4),
            _ => (BitDepth::Eight, 8),
        };
        let mut encoder = Encoder::new(out, columns, lines);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(depth);
        encoder.set_palette(colours.concat());
        encoder.add_itxt_chunk("Title".to_owned(), title.to_owned()).map_err(io_error)?;
        Ok(Self {
            file: File::Waiting(Box::new(encoder)),
            compressed: ZlibEncoder::new(Vec::new(), LEVEL),
            width: columns as usize,
            bits,
            times: 1,
            packed: Vec::new(),
            loose: Vec::new(),
            painted: 0,
            missing: lines,
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
        self.begin_line(times);
        self.paint(line)?;
        self.end_line(&())
    }

    /// A line that will be written so many times.
    pub(super) fn begin_line(&mut self, times: usize) {
        self.times = times;
        // The number of the filter.
        self.packed.push(0);
    }

    /// The next pixels of the line, by the indices of their colours.
    pub(super) fn paint(&mut self, mut pixels: &[u8]) -> Result<(), RenderError> {
        self.painted += pixels.len();
        let per_byte = usize::from(8 / self.bits);
        if !self.loose.is_empty() {
            let (first, rest) = pixels.split_at(pixels.len().min(per_byte - self.loose.len()));
            self.loose.extend_from_slice(first);
            pixels = rest;
            if self.loose.len() < per_byte {
                return Ok(());
            }
            let whole = std::mem::take(&mut self.loose);
            self.pack(&whole);
        }
        let (whole, loose) = pixels.split_at(pixels.len() / per_byte * per_byte);
        self.pack(whole);
        self.loose.extend_from_slice(loose);
        if self.times == 1 && self.packed.len() >= KEPT {
            self.compress()?;
            self.packed.clear();
        }
        Ok(())
    }

    /// Pixels of one colour up to the end of the line.
    pub(super) fn paint_rest(&mut self, index: u8) -> Result<(), RenderError> {
        const AT_ONCE: usize = 1 << 13;
        while self.painted < self.width {
            self.paint(&[index; AT_ONCE][..AT_ONCE.min(self.width - self.painted)])?;
        }
        Ok(())
    }

    /// Writes the line.
    pub(super) fn end_line(&mut self, watch: &dyn Watch) -> Result<(), RenderError> {
        assert_eq!(self.painted, self.width, "a line is as long as the picture is wide");
        let last = std::mem::take(&mut self.loose);
        self.pack(&last);
        for time in 0..self.times {
            report(watch, time as u64, self.times as u64)?;
            self.compress()?;
        }
        let lines = u32::try_from(self.times).unwrap_or(u32::MAX);
        self.missing = self.missing.checked_sub(lines).ok_or_else(|| io::Error::other("too many lines"))?;
        self.packed.clear();
        self.painted = 0;
        Ok(())
    }

    /// Compresses what is packed, and passes on what is compressed.
    fn compress(&mut self) -> Result<(), RenderError> {
        self.compressed.write_all(&self.packed)?;
        let file = self.file.opened()?;
        let bytes = self.compressed.get_mut();
        if bytes.len() >= KEPT {
            file.write_chunk(chunk::IDAT, bytes).map_err(io_error)?;
            bytes.clear();
        }
        Ok(())
    }

    fn pack(&mut self, pixels: &[u8]) {
        match self.bits {
            1 => pack::<8>(pixels, &mut self.packed),
            2 => pack::<4>(pixels, &mut self.packed),
            4 => pack::<2>(pixels, &mut self.packed),
            _ => self.packed.extend_from_slice(pixels),
        }
    }

    /// Ends the picture.
    ///
    /// # Errors
    /// When lines are missing, or the output fails.
    pub fn finish(mut self) -> Result<(), RenderError> {
        if self.missing > 0 {
            return Err(io::Error::other(format!("{} lines of the picture are missing", self.missing)).into());
        }
        let bytes = self.compressed.finish()?;
        self.file.opened()?.write_chunk(chunk::IDAT, &bytes).map_err(io_error)?;
        match self.file {
            File::Open(writer) => Ok(writer.finish().map_err(io_error)?),
            File::Waiting(_) | File::Failed => Ok(()),
        }
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

/// A side of a picture in pixels, if a PNG may have it.
fn side(pixels: u128) -> Option<u32> {
    u32::try_from(pixels).ok().filter(|&pixels| u64::from(pixels) <= PNG_SIDE_LIMIT)
}

/// What the output said, where it is the output that failed.
fn io_error(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}
