//! The store of counts and minima, and the walk down a column. See the module's essay for why it is right.

use super::portable::{Lane, Vectors};
use super::{SolveError, Tally, memory_needed};

/// Cells of a block.
const BLOCK: usize = 64;
/// Cells of a superblock: a vector of blocks.
pub(super) const SUPER: usize = 64 * BLOCK;
/// Minima are refreshed in one of so many columns: a refresh takes longer than a vain test, and most change nothing.
const PATIENCE: u64 = 8;
/// Rows and diagonals stay below this: signatures end there.
const ROW_LIMIT: u64 = 1 << 32;

/// How many rows are kept so that `reach` of them can be used: some more, so that the store grows seldom.
pub(super) const fn rows_for(reach: u64) -> u64 {
    let rows = reach.saturating_add(reach / 8).saturating_add(2 * SUPER as u64);
    rows / SUPER as u64 * SUPER as u64
}

/// The diagonals that go with so many rows: a superblock before the first, and the windows that reach beyond the last.
pub(super) const fn diagonals_for(rows: u64) -> u64 {
    rows.saturating_add(4 * SUPER as u64)
}

/// The bytes of a store.
pub(super) const fn bytes(rows: u64, diagonals: u64, lane: u64) -> u64 {
    let cells = rows.saturating_add(diagonals);
    let minima = 2 * (cells / BLOCK as u64) + cells / SUPER as u64 + 128;
    cells.saturating_add(minima).saturating_mul(lane)
}

/// Minima over the even cells, and over the odd ones.
type Minima<L> = [Vec<L>; 2];

/// Counts with their minima over blocks and superblocks.
#[derive(Clone, Debug)]
struct Counts<L> {
    cells: Vec<L>,
    /// Rows: over a block. Diagonals: over two blocks, this one and the next. Even and odd cells apart.
    blocks: Minima<L>,
    /// The same of superblocks, even and odd cells together; then a vector of padding.
    supers: Vec<L>,
    padding: L,
}

impl<L: Lane> Counts<L> {
    fn new(padding: L) -> Self {
        Self { cells: Vec::new(), blocks: [Vec::new(), Vec::new()], supers: vec![padding; 64], padding }
    }

    /// Sets memory aside for `cells`, a number of superblocks.
    fn reserve(&mut self, cells: usize) -> Result<(), std::collections::TryReserveError> {
        fn up_to<L>(list: &mut Vec<L>, length: usize) -> Result<(), std::collections::TryReserveError> {
            list.try_reserve_exact(length.saturating_sub(list.len()))
        }
        up_to(&mut self.cells, cells)?;
        up_to(&mut self.blocks[0], cells / BLOCK)?;
        up_to(&mut self.blocks[1], cells / BLOCK)?;
        up_to(&mut self.supers, cells / SUPER + 64)
    }

    /// Adds cells with count 0, up to `cells`, for which memory is set aside.
    fn extend(&mut self, cells: usize) {
        self.cells.resize(cells, L::ZERO);
        for blocks in &mut self.blocks {
            blocks.resize(cells / BLOCK, L::ZERO);
        }
        self.supers.truncate(self.supers.len() - 64);
        self.supers.resize(cells / SUPER, L::ZERO);
        self.supers.resize(cells / SUPER + 64, self.padding);
    }

    /// Drops the first `cells`, a number of superblocks.
    fn drop_front(&mut self, cells: usize) {
        self.cells.drain(..cells);
        for blocks in &mut self.blocks {
            blocks.drain(..cells / BLOCK);
        }
        self.supers.drain(..cells / SUPER);
    }

    fn bytes_held(&self) -> u64 {
        let lists = [&self.cells, &self.supers].into_iter().chain(&self.blocks);
        lists.map(|list| (size_of::<L>() * list.capacity()) as u64).sum()
    }
}

/// The 64 lanes from `from` on.
#[inline(always)]
fn lanes<L>(list: &[L], from: usize) -> &[L; 64] {
    list[from..].first_chunk().expect("the store ends beyond")
}

#[inline(always)]
fn lanes_mut<L>(list: &mut [L], from: usize) -> &mut [L; 64] {
    list[from..].first_chunk_mut().expect("the store ends beyond")
}

/// Where 4096 cells of a column are in the store: a superblock of rows, and diagonals that start anywhere.
#[derive(Clone, Copy)]
struct Stretch {
    /// The superblock of the rows.
    rows: usize,
    /// The window of two superblocks that contains the diagonals.
    window: usize,
    /// The index of the first diagonal.
    diagonal: usize,
}

/// The palaces of a column so far.
struct Found<'l> {
    list: &'l mut [u64],
    count: usize,
}

/// The counts of W^k before column x.
#[derive(Clone, Debug)]
pub(super) struct Scan<L> {
    k: L,
    x: u64,
    /// The first row that is kept; a multiple of [`SUPER`], at most x.
    first_row: u64,
    /// H.
    rows: Counts<L>,
    /// D, behind a superblock of cells that no sum is below: what lies above the diagonal of the board.
    diagonals: Counts<L>,
    /// One more than the last row that holds a palace.
    rows_end: u64,
    /// One more than the last diagonal that holds a palace.
    diagonals_end: u64,
}

impl<L: Lane> Scan<L> {
    pub(super) fn new(k: L) -> Self {
        let mut diagonals = Counts::new(L::ZERO);
        diagonals.extend(SUPER);
        diagonals.cells.fill(L::MAX);
        // The last window of blocks reaches beyond; its minimum stays 0, and so does that of the superblock.
        for blocks in &mut diagonals.blocks {
            blocks[..SUPER / BLOCK - 1].fill(L::MAX);
        }
        Self { k, x: 0, first_row: 0, rows: Counts::new(L::MAX), diagonals, rows_end: 0, diagonals_end: 0 }
    }

    /// The state before column x: the counts of the rows from x on, and of the diagonals.
    ///
    /// # Errors
    /// When it needs too much memory.
    pub(super) fn restore(k: L, x: u64, rows: &[L], diagonals: &[L]) -> Result<Self, SolveError> {
        let mut scan = Self::new(k);
        scan.x = x;
        scan.first_row = x / SUPER as u64 * SUPER as u64;
        scan.rows_end = x + rows.len() as u64;
        scan.diagonals_end = diagonals.len() as u64;
        scan.make_room()?;
        let first = scan.index_of_row(x);
        scan.rows.cells[first..][..rows.len()].copy_from_slice(rows);
        scan.diagonals.cells[SUPER..][..diagonals.len()].copy_from_slice(diagonals);
        Ok(scan)
    }

    pub(super) fn k(&self) -> L {
        self.k
    }

    pub(super) fn x(&self) -> u64 {
        self.x
    }

    /// The counts of the rows from x on, up to the last palace.
    pub(super) fn row_counts(&self) -> &[L] {
        // Before any column there is no row.
        let rows = self.rows.cells.get(self.index_of_row(self.x)..).unwrap_or(&[]);
        &rows[..usize_of(self.rows_end.saturating_sub(self.x))]
    }

    /// The counts of the diagonals, up to the last palace.
    pub(super) fn diagonal_counts(&self) -> &[L] {
        &self.diagonals.cells[SUPER..][..usize_of(self.diagonals_end)]
    }

    pub(super) fn bytes_held(&self) -> u64 {
        self.rows.bytes_held() + self.diagonals.bytes_held()
    }

    fn index_of_row(&self, y: u64) -> usize {
        usize_of(y - self.first_row)
    }

    /// Sets memory aside for so many rows, a number of superblocks, and their diagonals.
    ///
    /// # Errors
    /// When that is too much.
    pub(super) fn reserve(&mut self, rows: u64) -> Result<(), SolveError> {
        let bytes = bytes(rows, diagonals_for(rows), size_of::<L>() as u64);
        memory_needed(bytes)?;
        self.rows
            .reserve(usize_of(rows))
            .and_then(|()| self.diagonals.reserve(usize_of(diagonals_for(rows))))
            .map_err(|_| SolveError::TooMuchMemory { bytes })
    }

    /// Makes room for column x: for the rows that Lemma 2 allows.
    ///
    /// # Errors
    /// When that is too much memory, or too far. Nothing has changed then.
    #[inline]
    pub(super) fn make_room(&mut self) -> Result<(), SolveError> {
        let end = self.rows_end.max(self.diagonals_end + self.x).max(self.x) + self.k.into();
        if end - self.first_row < self.rows.cells.len() as u64 { Ok(()) } else { self.grow(end) }
    }

    /// Makes room for the rows below `end`.
    #[cold]
    fn grow(&mut self, end: u64) -> Result<(), SolveError> {
        if end >= ROW_LIMIT {
            return Err(SolveError::Unsupported("the sparse engine ends at row 2^32"));
        }
        let first_row = self.x / SUPER as u64 * SUPER as u64;
        let rows = rows_for(end - first_row);
        self.reserve(rows)?;
        let passed = self.index_of_row(first_row).min(self.rows.cells.len());
        self.rows.drop_front(passed);
        self.first_row = first_row;
        self.rows.extend(usize_of(rows).max(self.rows.cells.len()));
        self.diagonals.extend(usize_of(diagonals_for(rows)).max(self.diagonals.cells.len()));
        Ok(())
    }

    /// Finds the palaces of column x, for which there is room, and goes on to the next. The list has room for k of
    /// them; returns how many there are.
    #[inline(always)]
    pub(super) fn column<V: Vectors<L>>(&mut self, vectors: V, list: &mut [u64], tally: &mut Tally) -> usize {
        let mut upper = Found { list, count: 0 };
        let first = self.index_of_row(self.x);
        // Not more than k: Lemma 1.
        let t = self.k.less(self.rows.cells[first]);
        if t > L::ZERO {
            let left = self.walk(vectors, t, first, &mut upper);
            assert!(left == L::ZERO, "column {} ends before it holds k palaces, against Lar11 Prop. 1.2", self.x);
        }
        if let Some(last) = upper.list[..upper.count].last() {
            self.rows_end = self.rows_end.max(last + 1);
            self.diagonals_end = self.diagonals_end.max(last - self.x + 1);
        }
        tally.add_first(self.x, upper.list, upper.count);
        self.x += 1;
        upper.count
    }

    /// Walks down the column from the row with index `first`; returns how many palaces are missing at the end.
    #[inline(always)]
    fn walk<V: Vectors<L>>(&mut self, vectors: V, mut t: L, first: usize, upper: &mut Found<'_>) -> L {
        let start = Stretch {
            rows: first / SUPER,
            window: usize::from(first.is_multiple_of(SUPER)),
            diagonal: SUPER - first % SUPER,
        };
        let mut done = 0;
        while start.rows + done < self.rows.cells.len() / SUPER {
            let minima = lanes(&self.rows.supers, start.rows + done);
            let sums = vectors.sums(minima, lanes(&self.diagonals.supers, start.window + done));
            let mut hopeful = vectors.below(sums, t);
            while hopeful != 0 {
                let at = done + hopeful.trailing_zeros() as usize;
                let stretch =
                    Stretch { rows: start.rows + at, window: start.window + at, diagonal: start.diagonal + at * SUPER };
                t = self.stretch(vectors, stretch, t, upper);
                if t == L::ZERO {
                    return t;
                }
                hopeful &= (hopeful - 1) & vectors.below(sums, t);
            }
            done += 64;
        }
        t
    }

    /// Walks down 4096 cells; returns the new threshold.
    #[inline(always)]
    fn stretch<V: Vectors<L>>(&mut self, vectors: V, at: Stretch, mut t: L, upper: &mut Found<'_>) -> L {
        let (row_block, window) = (at.rows * 64, at.diagonal / BLOCK);
        // In an even column even rows meet even diagonals, in an odd column odd ones.
        let parity = usize::from(!self.x.is_multiple_of(2));
        let (rows, diagonals) = (&self.rows.blocks, &self.diagonals.blocks);
        let even = vectors.sums(lanes(&rows[0], row_block), lanes(&diagonals[parity], window));
        let odd = vectors.sums(lanes(&rows[1], row_block), lanes(&diagonals[1 - parity], window));
        let sums = vectors.lesser(even, odd);
        let mut hopeful = vectors.below(sums, t);
        if hopeful == 0 && self.x.is_multiple_of(PATIENCE) {
            let (mut row, mut diagonal) = (L::MAX, L::MAX);
            for parity in 0..2 {
                let [a, b] = vectors.least(lanes(&rows[parity], row_block));
                row = row.min(a).min(b);
                // The windows of blocks from 0 to 126 make up that of two superblocks.
                let [a, b] = vectors.least(lanes(&diagonals[parity], at.window * 64));
                let [c, d] = vectors.least(lanes(&diagonals[parity], at.window * 64 + 63));
                diagonal = diagonal.min(a).min(b).min(c).min(d);
            }
            self.rows.supers[at.rows] = row;
            self.diagonals.supers[at.window] = diagonal;
        }
        while hopeful != 0 {
            let block = hopeful.trailing_zeros() as usize;
            t = self.block(vectors, row_block + block, window + block, at.diagonal + block * BLOCK, t, upper);
            if t == L::ZERO {
                break;
            }
            hopeful &= (hopeful - 1) & vectors.below(sums, t);
        }
        t
    }

    /// Finds the palaces of 64 cells; returns the new threshold.
    #[inline(always)]
    fn block<V: Vectors<L>>(
        &mut self,
        vectors: V,
        row_block: usize,
        window: usize,
        diagonal: usize,
        mut t: L,
        upper: &mut Found<'_>,
    ) -> L {
        let rows = lanes_mut(&mut self.rows.cells, row_block * BLOCK);
        let diagonals = lanes_mut(&mut self.diagonals.cells, diagonal);
        let sums = vectors.sums(rows, diagonals);
        let mut candidates = vectors.below(sums, t);
        if candidates == 0 {
            if self.x.is_multiple_of(PATIENCE) {
                let least = vectors.least(rows);
                let near = vectors.least(lanes(&self.diagonals.cells, window * BLOCK));
                let far = vectors.least(lanes(&self.diagonals.cells, window * BLOCK + BLOCK));
                for parity in 0..2 {
                    self.rows.blocks[parity][row_block] = least[parity];
                    self.diagonals.blocks[parity][window] = near[parity].min(far[parity]);
                }
            }
            return t;
        }
        let (mut palaces, first_row) = (0_u64, self.first_row + (row_block * BLOCK) as u64);
        // None is left when t is 0, so the list suffices.
        for place in &mut upper.list[upper.count..] {
            *place = first_row + u64::from(candidates.trailing_zeros());
            let later = candidates & (candidates - 1);
            palaces |= candidates ^ later;
            t = t.lowered();
            upper.count += 1;
            candidates = later & vectors.below(sums, t);
            if candidates == 0 {
                break;
            }
        }
        vectors.raise(rows, palaces);
        vectors.raise(diagonals, palaces);
        t
    }
}

/// A number of cells in the store.
fn usize_of(cells: u64) -> usize {
    usize::try_from(cells).expect("the store fits in memory")
}

#[cfg(test)]
mod tests {
    use super::super::portable::Portable;
    use super::*;

    /// Lemma 3, after every column: no stored minimum exceeds a count of its cells.
    fn assert_minima_are_lower_bounds<L: Lane>(k: L, columns: u64) {
        fn holds<L: Lane>(counts: &Counts<L>, blocks: usize) -> bool {
            let below = |parity: usize, minima: &[L], size: usize| {
                // A window that reaches beyond the store sees cells that are still 0.
                minima.iter().enumerate().all(|(at, &least)| match counts.cells.get(at * size..(at + blocks) * size) {
                    Some(cells) => cells.iter().skip(parity).step_by(2).all(|&cell| least <= cell),
                    None => least == L::ZERO,
                })
            };
            let supers = &counts.supers[..counts.supers.len() - 64];
            (0..2).all(|parity| below(parity, &counts.blocks[parity], BLOCK) && below(parity, supers, SUPER))
        }
        let mut scan = Scan::new(k);
        let (mut upper, mut tally) = (vec![0; usize_of(k.into())], Tally::default());
        for x in 0..columns {
            scan.make_room().unwrap();
            scan.column(Portable, &mut upper, &mut tally);
            if x.is_multiple_of(61) {
                assert!(holds(&scan.rows, 1) && holds(&scan.diagonals, 2), "W^{k:?}, after column {x}");
            }
        }
    }

    #[test]
    fn minima_are_lower_bounds() {
        assert_minima_are_lower_bounds(1_u8, 9000);
        assert_minima_are_lower_bounds(20_u8, 9000);
        assert_minima_are_lower_bounds(255_u8, 3000);
        assert_minima_are_lower_bounds(300_u16, 3000);
    }

    /// No run gets there, for lack of memory: the last rows are asked for at once.
    #[test]
    fn rows_end_where_signatures_end() {
        let mut scan = Scan::restore(1_u8, ROW_LIMIT - 9000, &[], &[]).unwrap();
        let refused = std::iter::repeat_with(|| {
            scan.column(Portable, &mut [0], &mut Tally::default());
            scan.make_room()
        });
        assert!(refused.take(9000).any(|room| matches!(room, Err(SolveError::Unsupported(_)))));
        assert!(Scan::restore(1_u8, ROW_LIMIT, &[], &[]).is_err());
    }
}
