//! The way from column X to any other, where the machine can read one word only (docs/STRIPS.md, section 7).
//!
//! If each state of the language has one edge, there is one word without end that can be read, and so the machine goes
//! through its states in one way only: after some columns they come again, one after the other, for ever. Which column
//! it is, modulo the period, tells all.

use dashu_int::UBig;
use rustc_hash::FxHashMap;

use super::verify::Strips;
use super::way::{Measure, Place, Way};
use crate::exact::Surd;
use crate::position::Tokens;
use crate::watch::{Interrupted, Watch};

/// A column of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Column {
    x: u64,
    window: u32,
    letter: u32,
    /// r(x).
    row: u64,
    /// The sum of the letters before it, from column X on.
    read: u64,
}

/// The columns X, X + 1, …, up to where they come again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cycle {
    columns: Vec<Column>,
    /// The place of the column that comes after the last one, again.
    again: usize,
    /// What is added in a period: to r(x), and to what was read.
    rows: u64,
    read: u64,
}

impl Cycle {
    /// The columns of a machine that can read one word only; `None` if it can read others.
    pub(super) fn new(strips: &Strips) -> Option<Self> {
        let inner = strips.inner();
        let edge = |state: u32| {
            let edges = inner.edges(state);
            let (letter, next) = edges.iter().next()?;
            (edges.len() == 1).then_some((*letter, *next))
        };
        let mut known: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        let (mut window, mut reader, mut row, mut read) = (0, 0, u64::from(inner.frame()), 0);
        let mut columns: Vec<Column> = Vec::new();
        loop {
            let (letter, next) = edge(reader)?;
            if let Some(&again) = known.get(&(window, reader)) {
                let from = columns[again];
                let (rows, read) = (row - from.row, read - from.read);
                let cycle = Self { columns, again, rows, read };
                // The frame gains on the diagonal.
                return (rows > cycle.period() as u64).then_some(cycle);
            }
            known.insert((window, reader), columns.len());
            let x = u64::from(strips.column()) + columns.len() as u64;
            columns.push(Column { x, window, letter, row, read });
            let step = &inner.steps()[&(window, letter)];
            (window, reader) = (step.next, next);
            row += step.written.len() as u64;
            read += u64::from(letter);
        }
    }

    /// After so many columns the strip repeats itself.
    pub(super) fn period(&self) -> usize {
        self.columns.len() - self.again
    }

    /// The slope of its line.
    pub(super) fn slope(&self) -> Surd {
        Surd::rational(self.rows, self.period())
    }
}

impl Way for Cycle {
    fn last(&self, measure: Measure, most: &UBig, _watch: &dyn Watch) -> Result<Place, Interrupted> {
        let of = |column: &Column| UBig::from(measure.of(column.x, column.row));
        let length = measure.of(self.period() as u64, self.rows);
        let periods = most.minus(&of(&self.columns[self.again])).map_or(UBig::ZERO, |beyond| beyond / length);
        // So many periods before.
        let most = most - &periods * length;
        let at = self.columns.partition_point(|column| of(column) <= most).saturating_sub(1);
        let column = self.columns[at];
        let (x, row) = (&periods * self.period() + column.x, periods * self.rows + column.row);
        Ok(Place { x, row, at, steps: Vec::new() })
    }

    fn look(&self, place: &Place) -> (u32, u32) {
        let column = self.columns[place.at];
        (column.window, column.letter)
    }

    fn advance(&self, place: &mut Place) {
        place.at += 1;
        if place.at == self.columns.len() {
            place.at = self.again;
        }
    }

    fn read_before(&self, place: &Place) -> UBig {
        let column = self.columns[place.at];
        (&place.x - column.x) / self.period() * self.read + column.read
    }
}
