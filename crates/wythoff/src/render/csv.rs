//! Comma-separated numbers, a line for each row, without a header.

use std::io::Write;

use super::{RenderError, Sink, numbers};
use crate::board::Cell;
use crate::solve::Run;
use crate::watch::Watch;

pub(super) struct Csv<W> {
    out: W,
    line: Vec<u8>,
    /// Whether the next field is the first of its row.
    begins: bool,
}

impl<W: Write> Csv<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, line: Vec::new(), begins: true }
    }

    fn fields(&mut self, fields: impl Iterator<Item = Option<i64>>) -> Result<(), RenderError> {
        self.line.clear();
        for field in fields {
            if !self.begins {
                self.line.push(b',');
            }
            self.begins = false;
            if let Some(number) = field {
                write!(self.line, "{number}")?;
            }
        }
        Ok(self.out.write_all(&self.line)?)
    }
}

impl<W: Write> Sink for Csv<W> {
    fn run(&mut self, run: Run<'_>) -> Result<(), RenderError> {
        if run.numbers.is_empty() {
            self.fields(run.cells().map(|cell| (cell != Cell::Removed).then_some(cell.is_p().into())))
        } else {
            self.fields(numbers(run))
        }
    }

    fn end_row(&mut self, _: &dyn Watch) -> Result<(), RenderError> {
        self.begins = true;
        Ok(self.out.write_all(b"\n")?)
    }

    fn finish(mut self: Box<Self>, _: &dyn Watch) -> Result<(), RenderError> {
        Ok(self.out.flush()?)
    }
}
