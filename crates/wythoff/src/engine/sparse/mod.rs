//! The sparse engine: the palaces of W^k column by column, for boards that are much larger than k.
//!
//! # The recursion
//!
//! W^k is symmetric, so the engine keeps to the upper positions y ≥ x. It walks column x downwards and needs three
//! counts of the palaces that a queen on (x, y) sees: V in the column above, H(y) in the row to the left, D(y − x) on
//! the diagonal. The cell is a palace iff V + H(y) + D(y − x) < k; then all three grow by one. The row and the diagonal
//! of an upper position hold only upper positions to its left, so H and D need nothing from below the diagonal. The
//! part of the column above the diagonal, (x, j) with j < x, is the mirror image of the row (j, x): it holds H(x)
//! palaces, and the walk starts with V = H(x). A row y < x is never looked at again and is dropped.
//!
//! **Lemma 1 (bytes are enough).** H, D, V ≤ k. *Proof.* Each grows only at a palace, where the sum of all three, so
//! each of them, is below k. ∎ A lane of b bits thus holds every count if k < 2^b. The engine compares H + D, added
//! with saturation, to the threshold t = k − V ≤ k < 2^b: a sum that saturates is at least 2^b − 1 ≥ t, and so is the
//! true one.
//!
//! **Lemma 2 (columns end).** Let f be the last row and g the last diagonal that holds a palace of an earlier column.
//! UpperColumn x holds exactly k palaces (Lar11 Prop. 1.2), and the last is at most at y = max(f, g + x, x − 1) + k.
//! *Proof.* Beyond max(f, g + x, x − 1) both H and D vanish, so each cell there is a palace as long as V < k; and V
//! never exceeds k. ∎ So the walk stops at V = k, and the room for a column is made before it starts: a refusal never
//! leaves half a column behind.
//!
//! # Skipping
//!
//! Far out the palaces lie on a few thin beams. What lies between is proved to be empty 4096 cells at a time. The
//! engine keeps a *minimum* for each block of 64 rows and each superblock of 4096. UpperColumn x meets the rows 64j …
//! 64j + 63 on the diagonals from 64j − x on, which may start anywhere, so the minima of D are taken over two
//! neighbouring blocks: window w covers the diagonals of the blocks w and w + 1, and contains any 64 in a row that
//! start in block w. The same holds for superblocks.
//!
//! **Lemma 3 (stale is safe).** If each stored minimum was at some time at most the least count of its cells, it still
//! is. *Proof.* H and D never fall, and a cell that is added to the store has count 0 in a block whose minimum is 0. ∎
//!
//! **Lemma 4 (skips are right).** If the stored minima of a block of rows and of a window that contains its diagonals
//! add up to t or more, the block holds no palace. *Proof.* By Lemma 3 each of its cells has H + D ≥ t; V only grows
//! down the column, so t only falls. ∎
//!
//! On the board of W^2 H and D each differ from one cell to the next, so that the least of either says little about the
//! least sum. But in an even column even rows meet even diagonals and odd rows odd ones, in an odd column the other way
//! round. So the minimum of a block is kept twice, over its even cells and over its odd ones, and Lemmas 3 and 4 hold
//! for each kind of cell. (At 10^5 columns this leaves 2 tests of cells in a column instead of 151.)
//!
//! A palace does not touch the minima. Only when a test was passed in vain, because no cell of the block (no block of
//! the superblock) is below t, are the two minima computed again, and that only in every eighth column: the lazy
//! refresh. By Lemma 3 it may come at any time. Every thousand columns the eighth is another one: a block that is
//! tested only in odd columns must not wait for ever. Minima are compared 64 at a time, and so are cells.
//!
//! In a block the cells with H + D < t are candidates. The first is a palace. Then t falls by one, and the new
//! candidates are the old ones behind it that are still below t. So one compare and two bit operations find a palace,
//! and the counts are raised for all palaces of the block at once.
//!
//! # Stripes
//!
//! Some boards have a wedge where every cell is above t, but the least row and the least diagonal of a block are not,
//! even and odd cells apart or not. For k = 6 there are rows with H = 1 among those with H = 2, diagonals with D = 3
//! among those with D = 4, and t = 5: no row of the first kind meets a diagonal of the first kind. For D was filled by
//! a thread with a period, and repeats every five diagonals; and the thread that fills H keeps in step with it. The
//! wedge is *striped*.
//!
//! So the engine looks for a period q, and keeps a minimum for each of the q residues of the index of a cell, of every
//! block and superblock. In a column the rows of a residue meet the diagonals of one residue, the same for all blocks,
//! and Lemmas 3 and 4 hold for each pair. All these minima are 0 at first, and the lazy refresh does the rest. To ask q
//! stripes takes q times as long as to ask one minimum, so they are asked only after a few vain tests.
//!
//! The engine counts vain tests of blocks. When they were many in the last thousand columns, a sample of such blocks is
//! taken from a column, and the least q ≤ 32 that proves most of them is chosen. If none does, the next search comes
//! after twice as many columns; a search takes less than a millisecond at 10^6 columns. What is found depends on the
//! board only, not on the machine, and the palaces do not depend on what is found. A checkpoint holds no minima, so a
//! run that is resumed searches again.
//!
//! Of the k up to 255 six have such a wedge: 6 (q = 5), 10 (q = 10), 35, 57 (q = 26), 46 and 75 (q = 13). (W^6 has 730
//! tests of cells in a column at 10^6 columns without stripes, and 2 with.) A narrower wedge remains for k = 21, 39 and
//! 68: there H has single low rows far apart, which meet high diagonals, but those of k = 21 and 39 have no short
//! period, and those of k = 68 the period 52, too long to be worth it. At 10^6 columns that leaves 15 to 50 vain tests
//! in a column.
//!
//! # Memory
//!
//! The store holds H for the rows from x on and D for the diagonals, a lane each (one byte for k ≤ 255, two above), and
//! minima for a thirtieth of that; q stripes take another q/64, if there is so much. How far the palaces reach is not
//! proved, but [`REACH`] is tested: y < 3x + k. So N columns take about 4.7 N lanes, see [`bytes_for`]. What would
//! exceed [`MEMORY_LIMIT`](super::MEMORY_LIMIT) is refused.

#![allow(clippy::inline_always, reason = "vector code must be inlined into what is compiled for the instructions")]

mod checkpoint;
pub(crate) mod lanes;
mod line;
mod options;
mod portable;
mod scan;
mod simd;
mod stripes;
mod wasm;

pub use crate::board::Tally;
pub use checkpoint::CheckpointError;
pub use options::options;

use std::fmt;

use scan::Scan;

use super::{Row, SolveError, memory_needed};
use crate::board::Window;
use crate::engine::report;
use crate::watch::Watch;
use portable::Portable;

/// The largest k, that of 16-bit lanes.
pub const LARGEST_K: u64 = u16::MAX as u64;

/// The palaces of column x lie below y = `REACH`·x + k. Not proved, but found for every k and column tested; the engine
/// is right without it, and needs more memory than [`bytes_for`] says where it fails.
pub const REACH: u64 = 3;

/// Columns between two reports to a [`Watch`].
const REPORT_EVERY: u64 = 1 << 12;

/// The bytes that the first `columns` columns of W^k take, if [`REACH`] holds and no stripes are found; with q of them
/// ([`Sparse::stripes`]) it is a share of q/64 more, or they are given up. While the store grows the allocator may
/// hold the old copy of a part of it, too; [`Sparse::reserve`] avoids that.
///
/// ```
/// use wythoff::engine::sparse::bytes_for;
/// assert!(bytes_for(20, 10_000_000) < 50 << 20);
/// assert!(bytes_for(255, 100_000_000) < 1 << 29);
/// ```
pub const fn bytes_for(k: u64, columns: u64) -> u64 {
    let lane = if k <= u8::MAX as u64 { 1 } else { 2 };
    let rows = rows_for(k, columns);
    scan::bytes(rows, scan::diagonals_for(rows), lane, 0).saturating_add(k.saturating_mul(16)).saturating_add(64)
}

/// The rows to keep for column `columns` − 1: from a superblock's start on, up to what Lemma 2 allows.
const fn rows_for(k: u64, columns: u64) -> u64 {
    let reach = columns.saturating_mul(REACH - 1).saturating_add(k.saturating_mul(2));
    scan::rows_for(reach.saturating_add(scan::SUPER as u64))
}

/// The instructions that the engine uses; all give the same palaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Instructions {
    /// 512-bit vectors (AVX-512BW).
    Avx512,
    /// 256-bit vectors.
    Avx2,
    /// 128-bit vectors, of a module in a browser.
    Simd128,
    /// Plain Rust: every machine.
    Portable,
}

impl Instructions {
    /// Those of this machine, the fastest first.
    pub fn available() -> Vec<Self> {
        let all = [Self::Avx512, Self::Avx2, Self::Simd128, Self::Portable];
        all.into_iter().filter(|&one| Hardware::detect(one).is_some()).collect()
    }
}

/// The same, with the proof that the machine has them.
#[derive(Clone, Copy, Debug)]
enum Hardware {
    #[cfg(target_arch = "x86_64")]
    Avx512(simd::Avx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(simd::Avx2),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(wasm::Simd128),
    Portable(Portable),
}

impl Hardware {
    fn detect(instructions: Instructions) -> Option<Self> {
        match instructions {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => simd::Avx512::detect().map(Self::Avx512),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => simd::Avx2::detect().map(Self::Avx2),
            #[cfg(not(target_arch = "x86_64"))]
            Instructions::Avx512 | Instructions::Avx2 => None,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Instructions::Simd128 => Some(Self::Simd128(wasm::Simd128)),
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            Instructions::Simd128 => None,
            Instructions::Portable => Some(Self::Portable(Portable)),
        }
    }

    /// The fastest of this machine.
    fn best() -> Self {
        let all = [Instructions::Avx512, Instructions::Avx2, Instructions::Simd128];
        all.into_iter().find_map(Self::detect).unwrap_or(Self::Portable(Portable))
    }

    fn instructions(self) -> Instructions {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(_) => Instructions::Avx512,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(_) => Instructions::Avx2,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128(_) => Instructions::Simd128,
            Self::Portable(_) => Instructions::Portable,
        }
    }
}

impl fmt::Display for Instructions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Simd128 => "simd128",
            Self::Portable => "portable",
        })
    }
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpperColumn<'s> {
    /// The column's x.
    pub x: u64,
    /// The y ≥ x of its palaces, in order.
    pub upper: &'s [u64],
}

impl Tally {
    /// Adds the positions of the column that have y < n, and their mirror images: all columns below n together give the
    /// tally of the whole board x, y < n.
    pub fn add_to_square(&mut self, column: UpperColumn<'_>, n: u64) {
        let inside = &column.upper[..column.upper.partition_point(|&y| y < n)];
        self.add_column(column.x, inside);
        self.add_mirrored(column.x, &inside[usize::from(inside.first() == Some(&column.x))..]);
    }
}

/// The store, with lanes as wide as k needs.
#[derive(Clone, Debug)]
enum Store {
    Bytes(Scan<u8>),
    Words(Scan<u16>),
}

/// Runs an expression on the store, whatever its lanes.
macro_rules! with_scan {
    ($store:expr, $scan:ident => $work:expr) => {
        match $store {
            Store::Bytes($scan) => $work,
            Store::Words($scan) => $work,
        }
    };
}
use with_scan;

/// The palaces of W^k, column after column.
///
/// ```
/// use wythoff::engine::sparse::Sparse;
/// let mut sparse = Sparse::new(2)?;
/// assert_eq!(sparse.next_column()?.upper, [0, 1]);
/// assert_eq!(sparse.next_column()?.upper, [3]);
/// assert_eq!(sparse.next_column()?.upper, [2, 5]);
/// assert_eq!(sparse.tally().p_count, 5);
/// # Ok::<(), wythoff::SolveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sparse {
    store: Store,
    hardware: Hardware,
    /// Of the columns so far.
    tally: Tally,
    /// Room for the palaces of a column.
    upper: Vec<u64>,
}

impl Sparse {
    /// W^k, from column 0 on.
    ///
    /// # Errors
    /// When k is 0 or above [`LARGEST_K`].
    pub fn new(k: u64) -> Result<Self, SolveError> {
        let store = match (u8::try_from(k), u16::try_from(k)) {
            (Ok(0), _) | (_, Err(_)) => {
                return Err(SolveError::Unsupported("the sparse engine solves W^k for k from 1 to 65535"));
            }
            (Ok(k), _) => Store::Bytes(Scan::new(k)),
            (_, Ok(k)) => Store::Words(Scan::new(k)),
        };
        Ok(Self::between_columns(store, Tally::default()))
    }

    fn between_columns(store: Store, tally: Tally) -> Self {
        let k = with_scan!(&store, scan => usize::from(scan.k()));
        Self { store, hardware: Hardware::best(), tally, upper: vec![0; k] }
    }

    /// The same, from here on with other instructions than the fastest.
    ///
    /// # Errors
    /// When this machine does not have them.
    pub fn using(self, instructions: Instructions) -> Result<Self, SolveError> {
        match Hardware::detect(instructions) {
            Some(hardware) => Ok(Self { hardware, ..self }),
            None => Err(SolveError::Unsupported("this machine lacks the instructions that were asked for")),
        }
    }

    /// k of W^k.
    pub fn k(&self) -> u64 {
        with_scan!(&self.store, scan => u64::from(scan.k()))
    }

    /// The column that comes next: how many are done.
    pub fn x(&self) -> u64 {
        with_scan!(&self.store, scan => scan.x())
    }

    /// The upper palaces of the columns so far: the rows that a table of them prints.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The instructions in use.
    pub fn instructions(&self) -> Instructions {
        self.hardware.instructions()
    }

    /// How many stripes are told apart, 0 on most boards (see the module's essay). The palaces do not depend on it.
    pub fn stripes(&self) -> usize {
        with_scan!(&self.store, scan => scan.stripes())
    }

    /// The bytes in use, or set aside.
    pub fn bytes_held(&self) -> u64 {
        with_scan!(&self.store, scan => scan.bytes_held()) + 8 * self.upper.capacity() as u64
    }

    /// Sets memory aside for columns 0 to `columns` − 1, so that it need not be moved later.
    ///
    /// # Errors
    /// When [`bytes_for`] them exceeds [`MEMORY_LIMIT`](super::MEMORY_LIMIT), or the system refuses.
    pub fn reserve(&mut self, columns: u64) -> Result<(), SolveError> {
        memory_needed(bytes_for(self.k(), columns))?;
        let rows = rows_for(self.k(), columns);
        with_scan!(&mut self.store, scan => scan.reserve(rows))
    }

    /// The next column.
    ///
    /// # Errors
    /// When it needs more than [`MEMORY_LIMIT`](super::MEMORY_LIMIT) of memory, or rows from 2^32 on. The columns
    /// before it stay as they are, and can be written to a checkpoint.
    pub fn next_column(&mut self) -> Result<UpperColumn<'_>, SolveError> {
        let Self { store, hardware, tally, upper } = self;
        let x = with_scan!(&mut *store, scan => {
            scan.make_room()?;
            scan.x()
        });
        let count = match hardware {
            #[cfg(target_arch = "x86_64")]
            Hardware::Avx512(vectors) => with_scan!(store, scan => vectors.column(scan, upper, tally)),
            #[cfg(target_arch = "x86_64")]
            Hardware::Avx2(vectors) => with_scan!(store, scan => vectors.column(scan, upper, tally)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Hardware::Simd128(vectors) => with_scan!(store, scan => scan.column(*vectors, upper, tally)),
            Hardware::Portable(vectors) => with_scan!(store, scan => scan.column(*vectors, upper, tally)),
        };
        Ok(UpperColumn { x, upper: &upper[..count] })
    }

    /// The columns up to `columns` − 1, each handed to `sink`, and their tally.
    ///
    /// # Errors
    /// As [`Sparse::reserve`] and [`Sparse::next_column`]; when the watch stops it, or the sink fails. Columns that
    /// were handed to the sink are done, and the others can follow later.
    pub fn run<E: From<SolveError>>(
        &mut self,
        columns: u64,
        watch: &dyn Watch,
        mut sink: impl FnMut(UpperColumn<'_>) -> Result<(), E>,
    ) -> Result<Tally, E> {
        self.reserve(columns)?;
        for x in self.x()..columns {
            if x.is_multiple_of(REPORT_EVERY) {
                report(watch, x, columns)?;
            }
            sink(self.next_column()?)?;
        }
        Ok(self.tally)
    }
}

/// The tally of the whole board x, y < n of W^k, both halves.
///
/// # Errors
/// As [`Sparse::run`].
pub fn square(k: u64, n: u64, watch: &dyn Watch) -> Result<Tally, SolveError> {
    let mut square = Tally::default();
    Sparse::new(k)?.run(n, watch, |column| {
        square.add_to_square(column, n);
        Ok::<(), SolveError>(())
    })?;
    Ok(square)
}

/// The outcomes in a window of W^k, row by row: the palaces of as many columns as it takes are kept as bits.
///
/// # Errors
/// When the window does not fit in memory, or as [`Sparse::run`].
pub(crate) fn rows<E: From<SolveError>>(
    k: u64,
    window: Window,
    watch: &dyn Watch,
    mut sink: impl FnMut(Row<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let (Some(right), Some(bottom)) = (window.right(), window.bottom()) else {
        return Err(SolveError::SumsTooLarge.into());
    };
    let size = |number: u64| usize::try_from(number).map_err(|_| SolveError::SumsTooLarge);
    let words_in_a_row = window.width.div_ceil(64);
    let words = words_in_a_row.checked_mul(window.height).ok_or(SolveError::SumsTooLarge)?;
    memory_needed(words.saturating_mul(8).saturating_add(window.width))?;
    let (mut bits, words_in_a_row) = (vec![0_u64; size(words)?], size(words_in_a_row)?);
    let mut note = |x: u64, y: u64| {
        if (window.at.x..right).contains(&x) && (window.at.y..bottom).contains(&y) {
            let (x, y) = (size(x - window.at.x)?, size(y - window.at.y)?);
            bits[y * words_in_a_row + x / 64] |= 1 << (x % 64);
        }
        Ok::<_, SolveError>(())
    };
    // An upper palace (x, y) and its mirror image (y, x) both belong to column x, which the shorter side bounds.
    Sparse::new(k)?.run(right.min(bottom), watch, |column| {
        for &y in column.upper {
            note(column.x, y)?;
            note(y, column.x)?;
        }
        Ok::<_, SolveError>(())
    })?;
    let mut p = Vec::with_capacity(size(window.width)?);
    for row in 0..window.height {
        let words = &bits[size(row)? * words_in_a_row..][..words_in_a_row];
        p.clear();
        p.extend((0..size(window.width)?).map(|x| u8::from(words[x / 64] >> (x % 64) & 1 == 1)));
        sink(Row { y: window.at.y + row, p: &p, removed: 0, numbers: &[] })?;
    }
    Ok(())
}
