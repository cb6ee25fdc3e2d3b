//! Comma-separated numbers, a line for each row, without a header.

use std::io::Write;

use super::{RenderError, Sink, numbers};
use crate::board::Cell;
use crate::solve::Row;

pub(super) struct Csv<W> {
    out: W,
    line: Vec<u8>,
}

impl<W: Write> Csv<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, line: Vec::new() }
    }

    fn line(&mut self, fields: impl Iterator<Item = Option<i64>>) -> Result<(), RenderError> {
        self.line.clear();
        for (index, field) in fields.enumerate() {
            if index > 0 {
                self.line.push(b',');
            }
            if let Some(number) = field {
                write!(self.line, "{number}")?;
            }
        }
        self.line.push(b'\n');
        Ok(self.out.write_all(&self.line)?)
    }
}

impl<W: Write> Sink for Csv<W> {
    fn row(&mut self, row: &Row<'_>) -> Result<(), RenderError> {
        if row.numbers.is_empty() {
            self.line(row.cells().map(|cell| (cell != Cell::Removed).then_some(cell.is_p().into())))
        } else {
            self.line(numbers(row))
        }
    }

    fn finish(mut self: Box<Self>) -> Result<(), RenderError> {
        Ok(self.out.flush()?)
    }
}
