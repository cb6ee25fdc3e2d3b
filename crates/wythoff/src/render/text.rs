//! Characters for people.

use std::io::Write;

use super::{Picture, RenderError, Sink, numbers, signs};
use crate::solve::{Run, Values};
use crate::watch::Watch;

pub(super) struct Text<W> {
    out: W,
    line: Vec<u8>,
    /// The width of a number's column; `None` for outcomes.
    digits: Option<usize>,
    /// Whether the next number is the first of its row.
    begins: bool,
}

impl<W: Write> Text<W> {
    pub(super) fn new(picture: &Picture<'_>, out: W) -> Self {
        let (low, high) = picture.range();
        let digits = low.to_string().len().max(high.to_string().len());
        Self { out, line: Vec::new(), digits: (picture.values != Values::Outcome).then_some(digits), begins: true }
    }
}

impl<W: Write> Sink for Text<W> {
    fn run(&mut self, run: Run<'_>) -> Result<(), RenderError> {
        self.line.clear();
        match self.digits {
            None => self.line.extend(signs(run)),
            Some(digits) => {
                for number in numbers(run) {
                    let space = if self.begins { "" } else { " " };
                    self.begins = false;
                    match number {
                        Some(number) => write!(self.line, "{space}{number:>digits$}")?,
                        None => write!(self.line, "{space}{:digits$}", "")?,
                    }
                }
            }
        }
        Ok(self.out.write_all(&self.line)?)
    }

    fn end_row(&mut self, _: &dyn Watch) -> Result<(), RenderError> {
        self.begins = true;
        Ok(self.out.write_all(b"\n")?)
    }

    fn finish(mut self: Box<Self>, _: &dyn Watch) -> Result<(), RenderError> {
        Ok(self.out.flush()?)
    }
}
