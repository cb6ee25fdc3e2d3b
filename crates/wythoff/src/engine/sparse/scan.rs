//! The store of counts and minima, and the walk down a column. See the module's essay for why it is right.

use std::collections::TryReserveError;

use super::portable::{Lane, Vectors};
use super::stripes::{self, Search, Vain};
use super::{SolveError, Tally, memory_needed};

/// Cells of a block.
const BLOCK: usize = 64;
/// Cells of a superblock: a vector of blocks.
pub(super) const SUPER: usize = 64 * BLOCK;
/// Minima are refreshed in one of so many columns: a refresh takes longer than a vain test, and most change nothing.
const PATIENCE: u64 = 8;
/// So many superblocks, of 64, are looked into in vain before their stripes are asked.
const FEW: u32 = 2;
/// Rows and diagonals stay below this: signatures end there.
const ROW_LIMIT: u64 = 1 << 32;

/// Whether minima are refreshed in column x: in every eighth. As threads have periods, some blocks are tested only in
/// columns of a few residues; so the eighth column is another one after 1024.
#[inline(always)]
fn is_for_refreshing(x: u64) -> bool {
    (x + (x >> 10)).is_multiple_of(PATIENCE)
}

/// How many rows are kept so that `reach` of them can be used: some more, so that the store grows seldom.
pub(super) const fn rows_for(reach: u64) -> u64 {
    let rows = reach.saturating_add(reach / 8).saturating_add(2 * SUPER as u64);
    rows / SUPER as u64 * SUPER as u64
}

/// The diagonals that go with so many rows: a superblock before the first, and the windows that reach beyond the last.
pub(super) const fn diagonals_for(rows: u64) -> u64 {
    rows.saturating_add(4 * SUPER as u64)
}

/// The bytes of a store with so many stripes.
pub(super) const fn bytes(rows: u64, diagonals: u64, lane: u64, stripes: u64) -> u64 {
    let cells = rows.saturating_add(diagonals);
    let (blocks, supers) = (cells / BLOCK as u64, cells / SUPER as u64 + 128);
    let minima = blocks.saturating_mul(2 + stripes).saturating_add(supers.saturating_mul(1 + stripes));
    cells.saturating_add(minima).saturating_mul(lane)
}

/// Counts with their minima over blocks and superblocks.
#[derive(Clone, Debug)]
struct Counts<L> {
    cells: Vec<L>,
    /// Over the even cells, and over the odd ones. Rows: over a block. Diagonals: over two blocks, this one and the
    /// next.
    blocks: [Vec<L>; 2],
    /// The same of superblocks, even and odd cells together; then a vector of padding.
    supers: Vec<L>,
    /// Where the board has stripes: the same, over the cells of each residue of the index modulo q.
    stripes: Vec<Stripe<L>>,
    padding: L,
}

/// Minima over the cells of one residue.
#[derive(Clone, Debug)]
struct Stripe<L> {
    blocks: Vec<L>,
    supers: Vec<L>,
}

impl<L: Lane> Counts<L> {
    fn new(padding: L) -> Self {
        let blocks = [Vec::new(), Vec::new()];
        Self { cells: Vec::new(), blocks, supers: vec![padding; 64], stripes: Vec::new(), padding }
    }

    /// The lists of minima of blocks.
    fn of_blocks(&mut self) -> impl Iterator<Item = &mut Vec<L>> {
        self.blocks.iter_mut().chain(self.stripes.iter_mut().map(|stripe| &mut stripe.blocks))
    }

    /// The lists of minima of superblocks.
    fn of_supers(&mut self) -> impl Iterator<Item = &mut Vec<L>> {
        [&mut self.supers].into_iter().chain(self.stripes.iter_mut().map(|stripe| &mut stripe.supers))
    }

    /// Sets memory aside for `cells`, a number of superblocks.
    fn reserve(&mut self, cells: usize) -> Result<(), TryReserveError> {
        fn up_to<L>(list: &mut Vec<L>, length: usize) -> Result<(), TryReserveError> {
            list.try_reserve_exact(length.saturating_sub(list.len()))
        }
        up_to(&mut self.cells, cells)?;
        self.of_blocks().try_for_each(|list| up_to(list, cells / BLOCK))?;
        self.of_supers().try_for_each(|list| up_to(list, cells / SUPER + 64))
    }

    /// Adds cells with count 0, up to `cells`, for which memory is set aside.
    fn extend(&mut self, cells: usize) {
        self.cells.resize(cells, L::ZERO);
        let padding = self.padding;
        for list in self.of_blocks() {
            list.resize(cells / BLOCK, L::ZERO);
        }
        for list in self.of_supers() {
            list.truncate(list.len() - 64);
            list.resize(cells / SUPER, L::ZERO);
            list.resize(cells / SUPER + 64, padding);
        }
    }

    /// Drops the first `cells`, a number of superblocks.
    fn drop_front(&mut self, cells: usize) {
        self.cells.drain(..cells);
        for list in self.of_blocks() {
            list.drain(..cells / BLOCK);
        }
        for list in self.of_supers() {
            list.drain(..cells / SUPER);
        }
        // The index of a cell, and so its residue, has changed.
        if let Some(turn) = cells.checked_rem(self.stripes.len()) {
            self.stripes.rotate_left(turn);
        }
    }

    /// So many stripes with minima 0.
    fn new_stripes(&self, count: usize) -> Result<Vec<Stripe<L>>, TryReserveError> {
        let zeros = |like: &Vec<L>, padding: &[L]| {
            let mut list = Vec::new();
            list.try_reserve_exact(like.capacity())?;
            list.resize(like.len() - padding.len(), L::ZERO);
            list.extend(padding);
            Ok::<_, TryReserveError>(list)
        };
        let blocks = || zeros(&self.blocks[0], &[]);
        let supers = || zeros(&self.supers, &[self.padding; 64]);
        let stripe = |_| Ok(Stripe { blocks: blocks()?, supers: supers()? });
        (0..count).map(stripe).collect()
    }

    fn bytes_held(&self) -> u64 {
        let stripes = self.stripes.iter().flat_map(|stripe| [&stripe.blocks, &stripe.supers]);
        let lists = [&self.cells, &self.supers].into_iter().chain(&self.blocks).chain(stripes);
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
    /// For stripes.
    search: Search,
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
        let (rows, search) = (Counts::new(L::MAX), Search::new(0, stripes::MANY));
        Self { k, x: 0, first_row: 0, rows, diagonals, rows_end: 0, diagonals_end: 0, search }
    }

    /// The state before column x: the counts of the rows from x on, and of the diagonals.
    ///
    /// # Errors
    /// When it needs too much memory.
    pub(super) fn restore(k: L, x: u64, rows: &[L], diagonals: &[L]) -> Result<Self, SolveError> {
        let mut scan = Self::new(k);
        scan.x = x;
        scan.search = Search::new(x, stripes::MANY);
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

    /// How many stripes are told apart: their period, or 0.
    pub(super) fn stripes(&self) -> usize {
        self.rows.stripes.len()
    }

    #[inline(always)]
    fn has_stripes(&self) -> bool {
        !self.rows.stripes.is_empty()
    }

    fn index_of_row(&self, y: u64) -> usize {
        usize_of(y - self.first_row)
    }

    /// Sets memory aside for so many rows, a number of superblocks, and their diagonals; for stripes if there is
    /// enough.
    ///
    /// # Errors
    /// When that is too much.
    pub(super) fn reserve(&mut self, rows: u64) -> Result<(), SolveError> {
        let bytes = |stripes| bytes(rows, diagonals_for(rows), size_of::<L>() as u64, stripes);
        if memory_needed(bytes(self.stripes() as u64)).is_err() {
            (self.rows.stripes, self.diagonals.stripes) = (Vec::new(), Vec::new());
        }
        let bytes = bytes(self.stripes() as u64);
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
        let vain = self.search.vain;
        if t > L::ZERO {
            let left = if self.has_stripes() {
                self.walk::<V, true>(vectors, t, first, &mut upper)
            } else {
                self.walk::<V, false>(vectors, t, first, &mut upper)
            };
            assert!(left == L::ZERO, "column {} ends before it holds k palaces, against Lar11 Prop. 1.2", self.x);
        }
        if let Some(last) = upper.list[..upper.count].last() {
            self.rows_end = self.rows_end.max(last + 1);
            self.diagonals_end = self.diagonals_end.max(last - self.x + 1);
        }
        tally.add_first(self.x, upper.list, upper.count);
        self.x += 1;
        if self.search.is_due(self.x) {
            self.look(&upper.list[..upper.count], t, self.search.vain - vain);
        }
        upper.count
    }

    /// Walks down the column from the row with index `first`; returns how many palaces are missing at the end.
    #[inline(always)]
    fn walk<V: Vectors<L>, const STRIPED: bool>(
        &mut self,
        vectors: V,
        mut t: L,
        first: usize,
        upper: &mut Found<'_>,
    ) -> L {
        let start = Stretch {
            rows: first / SUPER,
            window: usize::from(first.is_multiple_of(SUPER)),
            diagonal: SUPER - first % SUPER,
        };
        let turn = if STRIPED { self.turn(first) } else { 0 };
        let mut done = 0;
        while start.rows + done < self.rows.cells.len() / SUPER {
            let (row, window) = (start.rows + done, start.window + done);
            let mut sums = vectors.sums(lanes(&self.rows.supers, row), lanes(&self.diagonals.supers, window));
            let mut hopeful = vectors.below(sums, t);
            let mut vain = 0;
            while hopeful != 0 {
                let at = done + hopeful.trailing_zeros() as usize;
                let stretch =
                    Stretch { rows: start.rows + at, window: start.window + at, diagonal: start.diagonal + at * SUPER };
                let found = upper.count;
                t = self.stretch::<V, STRIPED>(vectors, stretch, turn, t, upper);
                if t == L::ZERO {
                    return t;
                }
                if STRIPED && upper.count == found {
                    vain += 1;
                    if vain == FEW {
                        sums = self.striped(vectors, turn, |stripe| &stripe.supers, row, window);
                    }
                }
                hopeful &= (hopeful - 1) & vectors.below(sums, t);
            }
            done += 64;
        }
        t
    }

    /// Walks down 4096 cells; returns the new threshold.
    #[inline(always)]
    fn stretch<V: Vectors<L>, const STRIPED: bool>(
        &mut self,
        vectors: V,
        at: Stretch,
        turn: usize,
        mut t: L,
        upper: &mut Found<'_>,
    ) -> L {
        let (row_block, window) = (at.rows * 64, at.diagonal / BLOCK);
        // In an even column even rows meet even diagonals, in an odd column odd ones.
        let parity = usize::from(!self.x.is_multiple_of(2));
        let (rows, diagonals) = (&self.rows.blocks, &self.diagonals.blocks);
        let even = vectors.sums(lanes(&rows[0], row_block), lanes(&diagonals[parity], window));
        let odd = vectors.sums(lanes(&rows[1], row_block), lanes(&diagonals[1 - parity], window));
        let mut sums = vectors.lesser(even, odd);
        let mut hopeful = vectors.below(sums, t);
        // With stripes it may take some vain tests to see that there is no hope.
        let may_be_vain = STRIPED || hopeful == 0;
        let (found, mut enough) = (upper.count, self.search.vain + stripes::patience(self.stripes()));
        while hopeful != 0 {
            let block = hopeful.trailing_zeros() as usize;
            let (row_block, window) = (row_block + block, window + block);
            t = self.block::<V, STRIPED>(vectors, row_block, window, at.diagonal + block * BLOCK, t, upper);
            if t == L::ZERO {
                break;
            }
            if STRIPED && self.search.vain == enough {
                sums = self.striped(vectors, turn, |stripe| &stripe.blocks, at.rows * 64, at.diagonal / BLOCK);
                // Once is enough.
                enough = u64::MAX;
            }
            hopeful &= (hopeful - 1) & vectors.below(sums, t);
        }
        if may_be_vain && upper.count == found && is_for_refreshing(self.x) {
            self.refresh_supers(vectors, at);
        }
        t
    }

    /// Takes the minima of a superblock of rows and of a window of diagonals from those of blocks.
    #[inline(always)]
    fn refresh_supers<V: Vectors<L>>(&mut self, vectors: V, at: Stretch) {
        let (mut row, mut diagonal) = (L::MAX, L::MAX);
        for blocks in &self.rows.blocks {
            row = row.min(least_row(vectors, blocks, at));
        }
        for blocks in &self.diagonals.blocks {
            diagonal = diagonal.min(least_diagonal(vectors, blocks, at));
        }
        self.rows.supers[at.rows] = row;
        self.diagonals.supers[at.window] = diagonal;
        for Stripe { blocks, supers } in &mut self.rows.stripes {
            supers[at.rows] = least_row(vectors, blocks, at);
        }
        for Stripe { blocks, supers } in &mut self.diagonals.stripes {
            supers[at.window] = least_diagonal(vectors, blocks, at);
        }
    }

    /// The stripes of the rows, each with that of the diagonals that it meets, in a column with this turn.
    #[inline(always)]
    fn meetings(&self, turn: usize) -> impl Iterator<Item = (&Stripe<L>, &Stripe<L>)> {
        let (before, from) = self.diagonals.stripes.split_at(turn);
        self.rows.stripes.iter().zip(from.iter().chain(before))
    }

    /// Which stripe of the diagonals meets the first of the rows, in the column that starts at index `first`: row i
    /// meets diagonal i + [`SUPER`] − `first`.
    #[inline(always)]
    fn turn(&self, first: usize) -> usize {
        let q = self.stripes();
        first.checked_rem(q).map_or(0, |rest| (SUPER + q - rest) % q)
    }

    /// Lower bounds of 64 sums: the least over all stripes, of their minima from these places on.
    #[inline(always)]
    fn striped<V: Vectors<L>>(
        &self,
        vectors: V,
        turn: usize,
        minima: impl Fn(&Stripe<L>) -> &Vec<L>,
        row: usize,
        diagonal: usize,
    ) -> V::Sums {
        let mut least = vectors.sums(&[L::MAX; 64], &[L::MAX; 64]);
        for (rows, diagonals) in self.meetings(turn) {
            let sums = vectors.sums(lanes(minima(rows), row), lanes(minima(diagonals), diagonal));
            least = vectors.lesser(least, sums);
        }
        least
    }

    /// Finds the palaces of 64 cells; returns the new threshold.
    #[inline(always)]
    fn block<V: Vectors<L>, const STRIPED: bool>(
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
            self.search.vain += 1;
            if is_for_refreshing(self.x) {
                let least = vectors.least(rows);
                let near = vectors.least(lanes(&self.diagonals.cells, window * BLOCK));
                let far = vectors.least(lanes(&self.diagonals.cells, window * BLOCK + BLOCK));
                for parity in 0..2 {
                    self.rows.blocks[parity][row_block] = least[parity];
                    self.diagonals.blocks[parity][window] = near[parity].min(far[parity]);
                }
                if STRIPED {
                    self.refresh_stripes(row_block, window);
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

    /// Takes the minima of the stripes of a block of rows and of a window of diagonals from their cells.
    #[inline(never)]
    fn refresh_stripes(&mut self, row_block: usize, window: usize) {
        let Counts { cells, stripes, .. } = &mut self.rows;
        let least = stripes::least(stripes.len(), [lanes(cells, row_block * BLOCK)], row_block * BLOCK);
        for (stripe, least) in stripes.iter_mut().zip(least) {
            stripe.blocks[row_block] = least;
        }
        let Counts { cells, stripes, .. } = &mut self.diagonals;
        let both = [window, window + 1].map(|block| lanes(cells, block * BLOCK));
        let least = stripes::least(stripes.len(), both, window * BLOCK);
        for (stripe, least) in stripes.iter_mut().zip(least) {
            stripe.blocks[window] = least;
        }
    }

    /// After a column, which began with threshold `t` and had so many vain tests: looks for stripes, if such tests are
    /// many.
    #[cold]
    fn look(&mut self, palaces: &[u64], t: L, vain: u64) {
        if self.search.is_wanted(self.x, vain) {
            let q = stripes::find(self.stripes(), &self.vain_blocks(palaces, t));
            let well = q.is_some_and(|q| self.split(q).is_ok());
            self.search.went(well, self.x);
        }
    }

    /// The blocks of the last column that hold no palace, which no minima prove.
    fn vain_blocks(&self, palaces: &[u64], mut t: L) -> Vec<Vain<'_, L>> {
        let first = self.index_of_row(self.x - 1);
        let turn = self.turn(first);
        let (mut vain, mut rest) = (Vec::new(), palaces);
        for row_block in first / BLOCK.. {
            let end = self.first_row + (row_block * BLOCK + BLOCK) as u64;
            let (here, below) = rest.split_at(rest.partition_point(|&y| y < end));
            for _ in here {
                t = t.lowered();
            }
            rest = below;
            if rest.is_empty() {
                break;
            }
            let diagonal = row_block * BLOCK + SUPER - first;
            let window = diagonal / BLOCK;
            let reaches = |rows: &Vec<L>, diagonals: &Vec<L>| rows[row_block].plus(diagonals[window]) >= t;
            let by_parity = (0..2).all(|i| reaches(&self.rows.blocks[i], &self.diagonals.blocks[(i + first) % 2]));
            let by_stripes = self.has_stripes() && self.meetings(turn).all(|(a, b)| reaches(&a.blocks, &b.blocks));
            if here.is_empty() && !by_parity && !by_stripes {
                let rows = lanes(&self.rows.cells, row_block * BLOCK);
                let diagonals = [window, window + 1].map(|block| lanes(&self.diagonals.cells, block * BLOCK));
                vain.push(Vain { rows, diagonals, offset: diagonal % BLOCK, t });
            }
        }
        vain
    }

    /// Tells q stripes apart from here on. All their minima are 0 at first: Lemma 3.
    ///
    /// # Errors
    /// When that is too much memory. Nothing has changed then.
    fn split(&mut self, q: usize) -> Result<(), SolveError> {
        let [rows, diagonals] = [&self.rows, &self.diagonals].map(|counts| counts.cells.capacity() as u64);
        let bytes = bytes(rows, diagonals, size_of::<L>() as u64, q as u64);
        memory_needed(bytes)?;
        let (Ok(rows), Ok(diagonals)) = (self.rows.new_stripes(q), self.diagonals.new_stripes(q)) else {
            return Err(SolveError::TooMuchMemory { bytes });
        };
        (self.rows.stripes, self.diagonals.stripes) = (rows, diagonals);
        Ok(())
    }
}

/// The least of the minima of the blocks of rows.
#[inline(always)]
fn least_row<L: Lane, V: Vectors<L>>(vectors: V, blocks: &[L], at: Stretch) -> L {
    let [a, b] = vectors.least(lanes(blocks, at.rows * 64));
    a.min(b)
}

/// The least of the minima of the windows of diagonals: those from 0 to 126 make up that of two superblocks.
#[inline(always)]
fn least_diagonal<L: Lane, V: Vectors<L>>(vectors: V, blocks: &[L], at: Stretch) -> L {
    let [a, b] = vectors.least(lanes(blocks, at.window * 64));
    let [c, d] = vectors.least(lanes(blocks, at.window * 64 + 63));
    a.min(b).min(c).min(d)
}

/// A number of cells in the store.
fn usize_of(cells: u64) -> usize {
    usize::try_from(cells).expect("the store fits in memory")
}

#[cfg(test)]
mod tests {
    use super::super::portable::Portable;
    use super::*;

    /// Lemma 3, after every column: no stored minimum exceeds a count of its cells. From the middle on with stripes.
    fn assert_minima_are_lower_bounds<L: Lane>(k: L, columns: u64, stripes: usize) {
        /// Whether the minima are below the counts of their cells, those with index = class modulo q.
        fn below<L: Lane>(minima: &[L], cells: &[L], size: usize, step: usize, [class, q]: [usize; 2]) -> bool {
            minima.iter().enumerate().all(|(at, &least)| match cells.get(at * step..at * step + size) {
                Some(cells) => cells.iter().skip((class + q - at * step % q) % q).step_by(q).all(|&cell| least <= cell),
                // A window that reaches beyond the store sees cells that are still 0.
                None => least == L::ZERO,
            })
        }
        fn holds<L: Lane>(counts: &Counts<L>, width: usize) -> bool {
            let blocks = |minima: &[L], class| below(minima, &counts.cells, width * BLOCK, BLOCK, class);
            let supers =
                |minima: &[L], class| below(&minima[..minima.len() - 64], &counts.cells, width * SUPER, SUPER, class);
            let q = counts.stripes.len();
            supers(&counts.supers, [0, 1])
                && (0..2).all(|parity| blocks(&counts.blocks[parity], [parity, 2]))
                && counts
                    .stripes
                    .iter()
                    .enumerate()
                    .all(|(class, stripe)| blocks(&stripe.blocks, [class, q]) && supers(&stripe.supers, [class, q]))
        }
        let mut scan = Scan::new(k);
        let (mut upper, mut tally) = (vec![0; usize_of(k.into())], Tally::default());
        for x in 0..columns {
            if x == columns / 2 {
                scan.split(stripes).unwrap();
            }
            scan.make_room().unwrap();
            scan.column(Portable, &mut upper, &mut tally);
            if x.is_multiple_of(61) {
                assert!(holds(&scan.rows, 1) && holds(&scan.diagonals, 2), "W^{k:?}, after column {x}");
            }
        }
    }

    #[test]
    fn minima_are_lower_bounds() {
        assert_minima_are_lower_bounds(1_u8, 9000, 0);
        assert_minima_are_lower_bounds(20_u8, 9000, 0);
        assert_minima_are_lower_bounds(255_u8, 3000, 0);
        assert_minima_are_lower_bounds(300_u16, 3000, 0);
        // A store that moves, which changes the residues.
        for stripes in [1, 2, 3, 5, 7, 8, 13, 26, 31, 32] {
            assert_minima_are_lower_bounds(6_u8, 20_000, stripes);
        }
        assert_minima_are_lower_bounds(300_u16, 3000, 13);
    }

    /// How many vain tests of blocks columns 30,000 to 40,000 of W^k take, with a search for stripes or without, and
    /// how many stripes there are.
    fn vain_tests(k: u8, searches: bool) -> (u64, usize) {
        let (mut scan, mut upper, mut vain) = (Scan::new(k), vec![0; k.into()], 0);
        for x in 0..40_000 {
            if !searches {
                scan.search = Search::new(x, stripes::MANY);
            }
            scan.make_room().unwrap();
            let before = scan.search.vain;
            scan.column(Portable, &mut upper, &mut Tally::default());
            // A look may have set it back.
            vain += if x < 30_000 { 0 } else { scan.search.vain.saturating_sub(before) };
        }
        (vain, scan.stripes())
    }

    /// For k = 10 it takes refreshes in columns of other residues than 0 modulo 8, too.
    #[test]
    fn stripes_are_found_and_save_tests() {
        for (k, stripes) in [(6, 5), (10, 10), (35, 26), (20, 0)] {
            let (without, none) = vain_tests(k, false);
            let (with, found) = vain_tests(k, true);
            assert_eq!((none, found), (0, stripes), "W^{k}");
            assert!(with < 40_000, "W^{k}: {with} vain tests in 10,000 columns");
            assert_eq!(without > 3 * with, stripes > 0, "W^{k}: {without} vain tests without stripes, {with} with");
        }
    }

    /// Threads have periods.
    #[test]
    fn minima_are_refreshed_in_columns_of_every_residue() {
        for q in 1..=128 {
            let mut seen = vec![false; q];
            (0..8192).filter(|&x| is_for_refreshing(x as u64)).for_each(|x| seen[x % q] = true);
            assert!(seen.iter().all(|seen| *seen), "modulo {q}: {seen:?}");
        }
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
