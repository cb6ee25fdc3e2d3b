//! Arrays for `NumPy`: format version 1.0, in C order.

use std::io::Write;

use dashu_int::UBig;

use super::{Picture, RenderError, Sink, numbers};
use crate::board::{Cell, Window};
use crate::outcome::Outcome;
use crate::solve::{Run, Values};
use crate::watch::Watch;

/// A removed cell among outcomes.
const REMOVED_OUTCOME: u8 = 2;

/// A removed cell among numbers.
const REMOVED_NUMBER: i32 = i32::MIN;

pub(super) struct Npy<W> {
    out: W,
    /// What comes before the next row.
    bytes: Vec<u8>,
    /// The y of the next row.
    y: UBig,
}

impl<W: Write> Npy<W> {
    pub(super) fn new(picture: &Picture<'_>, out: W) -> Self {
        let kind = if picture.values == Values::Outcome { "|u1" } else { "<i4" };
        let Window { width, height, .. } = picture.window;
        let header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({height}, {width}), }}");
        // Magic, version, length, then the header, filled with spaces so that the data starts at a multiple of 64; two
        // 64-bit numbers keep it within 128 bytes.
        let start = (10 + header.len() + 1).next_multiple_of(64);
        let length = u8::try_from(start - 10).expect("the header is short");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend([length, 0]);
        bytes.extend(header.bytes());
        bytes.resize(start - 1, b' ');
        bytes.push(b'\n');
        Self { out, bytes, y: picture.window.at.y.clone() }
    }
}

impl<W: Write> Sink for Npy<W> {
    fn run(&mut self, run: Run<'_>) -> Result<(), RenderError> {
        if run.numbers.is_empty() {
            self.bytes.extend(run.cells().map(|cell| match cell {
                Cell::Removed => REMOVED_OUTCOME,
                Cell::Has(Outcome::P) => 1,
                Cell::Has(Outcome::N) => 0,
            }));
        } else {
            for number in numbers(run) {
                let cell = number.map_or(Ok(REMOVED_NUMBER), |number| {
                    let fits = i32::try_from(number).ok().filter(|&fits| fits != REMOVED_NUMBER);
                    fits.ok_or(RenderError::NumberTooLarge { number, y: self.y.clone() })
                });
                self.bytes.extend(cell?.to_le_bytes());
            }
        }
        self.out.write_all(&self.bytes)?;
        self.bytes.clear();
        Ok(())
    }

    fn end_row(&mut self, _: &dyn Watch) -> Result<(), RenderError> {
        self.y += 1_u8;
        Ok(())
    }

    fn finish(mut self: Box<Self>, _: &dyn Watch) -> Result<(), RenderError> {
        self.out.write_all(&self.bytes)?;
        Ok(self.out.flush()?)
    }
}
