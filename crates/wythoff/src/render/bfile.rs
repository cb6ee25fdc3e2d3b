//! A b-file of the OEIS: a line `n a(n)` for each cell, along the antidiagonals x + y = 0, 1, 2, …
//!
//! On each of them x grows: (0,0), (0,1), (1,0), (0,2), (1,1), (2,0), … Only antidiagonals that the window holds whole
//! are read, so a window is a square at the corner of the board, and its other half is left out.

use std::collections::VecDeque;
use std::io::Write;

use dashu_int::UBig;

use super::{Options, Picture, RenderError, Sink, numbers};
use crate::board::Window;
use crate::engine::memory_needed;
use crate::solve::Run;
use crate::watch::Watch;

pub(super) struct Bfile<W> {
    out: W,
    /// The index of the next line.
    next: u64,
    /// The antidiagonals that are not complete, from the one that this row completes on: their numbers from the top.
    open: VecDeque<Vec<i64>>,
    /// Cells of this row that have come.
    columns: usize,
    lines: Vec<u8>,
}

impl<W: Write> Bfile<W> {
    pub(super) fn new(picture: &Picture<'_>, options: Options, out: W) -> Result<Self, RenderError> {
        let Window { at, width, height } = &picture.window;
        if at.x != UBig::ZERO || at.y != UBig::ZERO || width != height {
            return Err(RenderError::NotACorner);
        }
        if picture.has_removed_cells() {
            return Err(RenderError::RemovedCells);
        }
        if options.offset > super::OFFSET_LIMIT {
            return Err(RenderError::OffsetTooLarge { offset: options.offset });
        }
        // After y rows each of the n − y antidiagonals that are left has y numbers: at most n²/4.
        let numbers = u128::from(*width) * u128::from(*width) / 4;
        memory_needed(u64::try_from(numbers * 8 + u128::from(*width) * 24).unwrap_or(u64::MAX))?;
        let side = usize::try_from(*width).unwrap_or(usize::MAX);
        Ok(Self {
            out,
            next: options.offset,
            open: (0..side).map(|_| Vec::new()).collect(),
            columns: 0,
            lines: Vec::new(),
        })
    }
}

impl<W: Write> Sink for Bfile<W> {
    fn run(&mut self, run: Run<'_>) -> Result<(), RenderError> {
        let cells = self.open.iter_mut().skip(self.columns);
        self.columns += run.p.len();
        if run.numbers.is_empty() {
            cells.zip(run.p).for_each(|(diagonal, p)| diagonal.push((*p).into()));
        } else {
            // No cell is removed.
            cells.zip(numbers(run).flatten()).for_each(|(diagonal, number)| diagonal.push(number));
        }
        Ok(())
    }

    fn end_row(&mut self, _: &dyn Watch) -> Result<(), RenderError> {
        self.columns = 0;
        self.lines.clear();
        // From the bottom to the top x grows.
        for number in self.open.pop_front().unwrap_or_default().into_iter().rev() {
            writeln!(self.lines, "{} {number}", self.next)?;
            self.next += 1;
        }
        Ok(self.out.write_all(&self.lines)?)
    }

    fn finish(mut self: Box<Self>, _: &dyn Watch) -> Result<(), RenderError> {
        Ok(self.out.flush()?)
    }
}
