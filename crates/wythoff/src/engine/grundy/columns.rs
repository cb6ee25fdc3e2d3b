//! Where a value stands, column by column, each of them whole.
//!
//! Let p be a common period of the rooks' lengths. Where a rook may take multiples of p (from some number on), a
//! column holds a value only finitely often: of the cells whose y has one residue modulo p, all far below one of the
//! value can be moved from to it. And if no rook takes the far cells of a residue to the value, one of them has it:
//! only finitely many have a smaller value, or see this one on another line. So a column is known to its end as soon as
//! rooks take the later cells of each residue to the value. Until then, what is scanned gets longer.

use std::collections::BTreeSet;

use super::{Lanes, Scan, needed};
use crate::engine::lines::COLUMN_LIMIT;
use crate::engine::weights::least_common_multiple;
use crate::engine::{CELL_LIMIT, SolveError, report};
use crate::game::history::Heap;
use crate::game::{Piece, Residues, Rules};
use crate::watch::Watch;

/// Columns and rows that are scanned at first.
const FIRST: u64 = 256;

/// Why a value has no table.
const NO_ROOK: SolveError = SolveError::Unsupported(
    "a table of a nim-value needs a rook that may take every multiple of some number from the heap y: without one, a \
     column may hold the value without end; a board shows a part of it",
);

/// The longest common period of rooks.
const LONGEST_PERIOD: u64 = 1 << 12;

/// Why another value has no table.
const LONG_PERIOD: SolveError = SolveError::Unsupported(
    "a table of a nim-value follows rooks whose lengths repeat after at most 4096 tokens; a board shows a part of it",
);

/// The columns of a value: see [`Columns::next_column`].
#[derive(Debug)]
pub struct Columns {
    rules: Rules,
    value: u32,
    /// The rooks, each with its shortest move and its residues.
    rooks: Vec<(u64, Residues)>,
    /// The common period of their residues.
    period: u64,
    scan: Scan,
    /// How many columns it has, and how long they are.
    count: u64,
    length: u64,
    /// The column that comes next.
    x: u64,
    /// What was scanned in all.
    cells: u64,
    found: Vec<u64>,
}

impl Columns {
    /// The columns of a value, from the first.
    ///
    /// # Errors
    /// When the game has no nim-values, or a column may not end.
    pub fn new(rules: &Rules, value: u32) -> Result<Self, SolveError> {
        needed(rules)?;
        let rooks = rules.moves.pieces().iter().filter_map(|piece| match piece.two_sided() {
            (Piece::Rook { from, residues }, None | Some(Heap::Y)) => Some((*from, residues.clone())),
            _ => None,
        });
        let rooks: Vec<(u64, Residues)> = rooks.collect();
        let period = least_common_multiple(rooks.iter().map(|(_, residues)| residues.modulus().into()));
        if !rooks.iter().any(|(_, residues)| residues.contains(&0_u64)) {
            return Err(NO_ROOK);
        }
        if period > LONGEST_PERIOD {
            return Err(LONG_PERIOD);
        }
        let (count, length) = (FIRST, 4 * FIRST);
        let scan = Scan::up_to(value, rules, Lanes::Columns, count, length)?;
        let (rules, found) = (rules.clone(), Vec::new());
        Ok(Self { rules, value, rooks, period, scan, count, length, x: 0, cells: 0, found })
    }

    /// The y of all cells of the value in the next column, in order. The watch is asked whether to go on.
    ///
    /// # Errors
    /// When this has become too long, or is stopped.
    pub fn next_column(&mut self, watch: &dyn Watch) -> Result<&[u64], SolveError> {
        loop {
            if self.x == self.count {
                self.begin_again(self.count * 2, self.length, watch)?;
            }
            self.found.clear();
            let values = self.scan.next_lane().iter().zip(0..);
            self.found.extend(values.filter(|(value, _)| **value == self.value).map(|(_, y)| y));
            self.spend(1)?;
            if self.is_whole() {
                self.x += 1;
                return Ok(&self.found);
            }
            self.begin_again(self.count, self.length * 2, watch)?;
        }
    }

    /// Whether each residue has a cell that all later ones of the residue can be moved from to.
    fn is_whole(&self) -> bool {
        let mut unseen: BTreeSet<u64> = (0..self.period).collect();
        for y in &self.found {
            // A rook whose shortest move leads beyond what was scanned is not sure to see the rest.
            for (_, residues) in self.rooks.iter().filter(|(from, _)| *from <= self.length - y) {
                for length in (0..self.period).filter(|length| residues.contains(length)) {
                    unseen.remove(&((y + length) % self.period));
                }
            }
        }
        unseen.is_empty()
    }

    fn spend(&mut self, columns: u64) -> Result<(), SolveError> {
        self.cells = self.cells.saturating_add(columns.saturating_mul(self.length));
        let too_long = SolveError::TableTooLong { column: self.x, limit: CELL_LIMIT };
        if self.cells <= CELL_LIMIT { Ok(()) } else { Err(too_long) }
    }

    /// Scans more columns or longer ones, up to where it was.
    fn begin_again(&mut self, count: u64, length: u64, watch: &dyn Watch) -> Result<(), SolveError> {
        if length > COLUMN_LIMIT {
            return Err(SolveError::ColumnTooLong { column: self.x, limit: COLUMN_LIMIT });
        }
        (self.count, self.length) = (count, length);
        self.scan = Scan::up_to(self.value, &self.rules, Lanes::Columns, count, length)?;
        self.spend(self.x)?;
        for x in 0..self.x {
            report(watch, x, self.x)?;
            self.scan.next_lane();
        }
        Ok(())
    }
}
