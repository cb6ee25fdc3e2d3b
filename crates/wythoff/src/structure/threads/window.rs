//! The last columns, kept whole: what can be seen of the threads at one time.

use std::ops::Range;

/// The most columns that are kept: a period may be a third of that.
const COLUMNS: u64 = 1 << 15;

/// The most columns in which threads are told apart.
const APART_IN: u64 = 1 << 12;

/// The most P-positions that are kept: 64 MiB.
const ROOM: u64 = 1 << 24;

/// Two P-positions whose rays are further apart belong to different threads, in rows of the column they have been moved
/// to.
const APART: u64 = 64;

/// A thread with fewer P-positions than one in so many columns is thin: it has gaps of its own.
const THIN: usize = 4;

/// What is left of a thin thread's pieces is joined when their slopes differ by less than 1 in so many.
const NEAR: u64 = 128;

/// A ring of columns.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// Columns kept, at most.
    size: u64,
    /// Room for a column.
    stride: usize,
    ys: Vec<u32>,
    lengths: Vec<u32>,
    /// The column that comes next.
    next: u64,
}

/// Numbers that fit: sizes of the ring, rows below 2^32.
#[allow(clippy::cast_possible_truncation)]
const fn index(number: u64) -> usize {
    number as usize
}

impl Window {
    /// A window for W^k.
    pub(super) fn new(k: u64) -> Self {
        let size = COLUMNS.min(1 << (ROOM / k).max(1).ilog2());
        Self { size, stride: index(k), ys: vec![0; index(size * k)], lengths: vec![0; index(size)], next: 0 }
    }

    /// Adds the next column, all of whose rows are below 2^32.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "rows are below 2^32, and a column holds at most k of them")]
    pub(super) fn push(&mut self, x: u64, upper: &[u64]) {
        let slot = index(x & (self.size - 1));
        self.lengths[slot] = upper.len() as u32;
        let start = slot * self.stride;
        for (kept, &y) in self.ys[start..start + upper.len()].iter_mut().zip(upper) {
            *kept = y as u32;
        }
        self.next = x + 1;
    }

    /// The P-positions of a column in the window.
    #[inline]
    pub(super) fn column(&self, x: u64) -> &[u32] {
        let slot = index(x & (self.size - 1));
        let start = slot * self.stride;
        &self.ys[start..start + self.lengths[slot] as usize]
    }

    /// How far back a column may lie.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The columns that are looked at together: no more than a sixteenth of all, so that rays through (0,0) are good
    /// guides.
    pub(super) fn recent(&self) -> Range<u64> {
        self.next - self.size.min(self.next / 16)..self.next
    }

    /// The rows that the threads take up in the next column: each P-position is moved there along its ray, and where
    /// two neighbours are further [`APART`] there is a boundary; unless one side is thin, and the other near.
    pub(super) fn bundles(&self) -> Vec<Range<u64>> {
        let recent = self.recent().start.max(self.next.saturating_sub(APART_IN))..self.next;
        let columns = index(recent.end - recent.start);
        let mut rows: Vec<u64> = Vec::new();
        for x in recent.filter(|&x| x > 0) {
            // Columns are below 2^30 and rows below 2^32.
            rows.extend(self.column(x).iter().map(|&y| u64::from(y) * self.next / x));
        }
        rows.sort_unstable();
        let mut bundles: Vec<(Range<u64>, usize)> = Vec::new();
        for group in rows.chunk_by(|a, b| b - a <= APART) {
            let (span, count) = (group[0]..group[group.len() - 1] + 1, group.len());
            match bundles.last_mut() {
                Some((before, many))
                    if (*many).min(count) * THIN < columns && (span.start - before.end) * NEAR < self.next =>
                {
                    before.end = span.end;
                    *many += count;
                }
                _ => bundles.push((span, count)),
            }
        }
        bundles.into_iter().map(|(span, _)| span).collect()
    }
}
