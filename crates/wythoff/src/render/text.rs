//! Characters for people.

use std::io::Write;

use super::{Picture, RenderError, Sink, numbers, signs};
use crate::solve::{Row, Values};

pub(super) struct Text<W> {
    out: W,
    line: Vec<u8>,
    /// The width of a number's column; `None` for outcomes.
    digits: Option<usize>,
}

impl<W: Write> Text<W> {
    pub(super) fn new(picture: &Picture<'_>, out: W) -> Self {
        let (low, high) = picture.range();
        let digits = low.to_string().len().max(high.to_string().len());
        Self { out, line: Vec::new(), digits: (picture.values != Values::Outcome).then_some(digits) }
    }
}

impl<W: Write> Sink for Text<W> {
    fn row(&mut self, row: &Row<'_>) -> Result<(), RenderError> {
        self.line.clear();
        match self.digits {
            None => self.line.extend(signs(row)),
            Some(digits) => {
                for (index, number) in numbers(row).enumerate() {
                    let space = if index == 0 { "" } else { " " };
                    match number {
                        Some(number) => write!(self.line, "{space}{number:>digits$}")?,
                        None => write!(self.line, "{space}{:digits$}", "")?,
                    }
                }
            }
        }
        self.line.push(b'\n');
        Ok(self.out.write_all(&self.line)?)
    }

    fn finish(mut self: Box<Self>) -> Result<(), RenderError> {
        Ok(self.out.flush()?)
    }
}
