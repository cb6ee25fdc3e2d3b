//! The cells of a block from its edges: first the edges of the squares that it is made of, then any of these alone.

use crate::engine::dense::Settings;
use crate::engine::dense::block::{Block, BlockError, Edge, SIDE_STEP, solve_block};
use crate::fingerprint::Fingerprint;
use crate::watch::Watch;

/// What enters each square of a block of W^k.
#[derive(Debug)]
pub struct Refined {
    k: u64,
    n: u64,
    /// The row and the column of its first square.
    first: [u64; 2],
    /// Rows of squares. On the diagonal each has one square more than the one above.
    rows: Vec<Vec<(Edge, Option<Edge>)>>,
}

/// The work is done on the thread that asks.
const ALONE: Settings = Settings { threads: Some(1), instructions: None, strip: None, guard_bits: None };

impl Refined {
    /// Solves a block in squares, from what enters it; says its palaces and their fingerprint, mirror image included.
    pub(super) fn new(
        k: u64,
        n: u64,
        left: &Edge,
        top: Option<&Edge>,
        watch: &dyn Watch,
    ) -> Result<(Self, u64, Fingerprint), BlockError> {
        let (across, (x, y)) = (left.straight().len() as u64 / SIDE_STEP, left.at());
        let first = [y / SIDE_STEP, x / SIDE_STEP];
        let below = n.div_ceil(SIDE_STEP) - first[0];
        let part = |edge: &Edge, index: u64| edge.part(index * SIDE_STEP, SIDE_STEP);
        let mut above: Vec<Edge> = top.map_or(Vec::new(), |top| (0..across).map(|column| part(top, column)).collect());
        let (mut p_count, mut fingerprint) = (0, Fingerprint::default());
        let mut rows = Vec::new();
        for row in 0..across.min(below) {
            let mut entering = Vec::new();
            let mut left = part(left, row);
            for column in 0..if top.is_some() { across } else { row + 1 } {
                let block = Block::new(k, n, SIDE_STEP, first[1] + column, first[0] + row)?;
                let index = usize::try_from(column).expect("a block has few squares");
                let top = above.get(index).cloned();
                let solved = solve_block(&block, &left, top.as_ref(), false, ALONE, watch)?;
                p_count += solved.p_count;
                fingerprint += solved.fingerprint;
                above.truncate(if block.is_diagonal() { index } else { above.len() });
                match above.get_mut(index) {
                    Some(above) => *above = solved.bottom,
                    None => above.push(solved.bottom),
                }
                let next = solved.right.unwrap_or_else(|| left.clone());
                entering.push((std::mem::replace(&mut left, next), top));
            }
            rows.push(entering);
        }
        Ok((Self { k, n, first, rows }, p_count, fingerprint))
    }

    /// The bytes of memory that it takes.
    pub fn bytes(&self) -> usize {
        let bytes = |edge: &Edge| 4 * edge.straight().len() + edge.diagonal().len() + size_of::<Edge>();
        self.rows.iter().flatten().map(|(left, top)| bytes(left) + top.as_ref().map_or(0, bytes)).sum()
    }

    /// The cells of a square of the block, as [`super::Reader::square`] has them; nothing if the block has no such
    /// square on or below the diagonal.
    ///
    /// # Errors
    /// When the watcher stops the work.
    pub fn square(&self, row: u64, column: u64, watch: &dyn Watch) -> Result<Option<Vec<u8>>, BlockError> {
        let index = |at: u64, first: u64| at.checked_sub(first).and_then(|index| usize::try_from(index).ok());
        let squares = index(row, self.first[0]).and_then(|row| self.rows.get(row));
        let entering = squares.zip(index(column, self.first[1])).and_then(|(squares, column)| squares.get(column));
        let Some((left, top)) = entering else { return Ok(None) };
        let block = Block::new(self.k, self.n, SIDE_STEP, column, row)?;
        Ok(Some(solve_block(&block, left, top.as_ref(), true, ALONE, watch)?.bits.into()))
    }
}
