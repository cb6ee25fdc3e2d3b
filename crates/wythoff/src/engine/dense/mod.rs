//! The dense engine: boards of W^k (`blocking:k`) in which most cells are looked at, by vectors of 32 cells.
//!
//! Let V, H and D be the numbers of palaces above a cell, to its left, and on the diagonal up and left. The palace
//! number is n = V + H + D, the cell is a palace iff n < k, and the *deviation* is n − k. Everything here rests on five
//! remarks.
//!
//! # 1. Strips instead of neighbours
//!
//! A cell needs the cell to its left, so the 32 lanes of a vector are not 32 neighbours but 32 *strips* of W columns
//! each, one row block of four rows behind each other: see `kernel.rs`. A step of 4W cells in each lane needs no
//! exchange between lanes, and what a strip hands to the next one, it hands over once a step. Only V, H and D *modulo
//! 256* are kept; w = V + H + D − k + b, for a bias b, then is n − k + b modulo 256.
//!
//! # 2. Hood
//!
//! The *hood* are the cells with s(x, y) = x + y + min(x, y) < k. **All of it is P**: a cell has s(x, y) options in
//! all. In the hood V = y, H = x, D = min(x, y). Deviations there go down to −k and do not fit in a byte, so the hood
//! is forced, not computed, and exempt from the guard. In one row the hood is x < `hood_end`. In a step, lane i is W·i
//! columns to the right of lane 0 and 4i rows above, so its s is larger by at least (W − 4)·i − 4i = (W − 8)·i ≥ 0:
//! *when lane 0 has left the hood, so have all*.
//!
//! # 3. The guard
//!
//! **Lemma.** Let lo ≥ 6, hi ≥ 1, 3(lo + hi) + 5 < 256. Suppose that for every cell outside the hood the residue of its
//! deviation modulo 256 that was computed lies in [−lo, hi]. Then every computed residue is the deviation itself, and
//! every outcome is right.
//!
//! *Proof.* By induction in the order of computation; all outcomes before the cell (x, y) outside the hood are right,
//! so the residue is right modulo 256, and it remains to show that the deviation g is in [−(256 − hi) + 1,
//! 256 − lo − 1]: then it is the only number in its class that can be in the window. For x = 0 the column count is
//! min(y, k), so n = k and g = 0. For x = 1: column 0 has the palaces y < k, so n = V + \[y < k\] + \[y ≤ k\]. For
//! k ≥ 3 column 1 starts with its hood y < k − 2, then n = k, k, k − 1, k − 1 for y = k − 2, …, k + 1, and k from there
//! on. For k = 1 the deviations from y = 1 on are 0, −1, 0, 0, …; for k = 2 they are 1, 0, −1, 0, 0, …. So g ∈ [−1, 1];
//! and the board is symmetric, so the same holds for y ≤ 1. For x, y ≥ 2, eliminating V, H and D (CLN15) gives
//! g = a − b − c + e + f + 3\[a<0\] − 2\[b<0\] − 2\[c<0\] − \[d<0\] + \[e<0\] + \[f<0\], where a … f are the deviations
//! of (x−2, y−2), (x−1, y−2), (x−2, y−1), (x−1, y−1), (x, y−1), (x−1, y). Each of them lies in [−lo, hi]: outside the
//! hood by induction; in the hood because s falls by at most 6 from (x, y) to (x−2, y−2), so that there the deviation
//! s − k is at least −6, and it is negative. Thus −(3lo + 2hi + 5) ≤ g ≤ 3hi + 2lo + 5. Were g outside the window with
//! a residue in it, then g ≥ 256 − lo or g ≤ hi − 256, and both contradict 3(lo + hi) + 5 < 256. ∎
//!
//! Deviations grow slowly, and upwards: −4..11 at k = 20,000, −4..38 at k = 300,000, about like the root of k. So we
//! take all that the lemma allows above: lo = 6, hi = 77, and b = 6. Where the smallest and the largest residue are
//! kept, the window is 0..83. Elsewhere *one* union of all residues, tested for the upper two bits at the end, guards
//! all cells: then it is 0..63. (A narrower window within the lemma's is sound a fortiori; tests use still narrower
//! ones.) If the guard fires, the work is done again with counts of 32 bits, which are exact: sides are below 2^29, so
//! V + H + D is below 2^31.
//!
//! Cells left out need an argument. Those above the diagonal are mirror images; those in outer space repeat a deviation
//! that was seen.
//!
//! # 4. Mirror images
//!
//! The board is symmetric. So only x ≤ y is computed, by block columns of B = 32W columns. The square of a block column
//! on the diagonal is done whole. Above it lie the mirror images of what lies left of it: V(x', x) = H(x, x'), and
//! alike for D. So what enters the square on the left also enters it from above, and the diagonal needs no code of its
//! own.
//!
//! # 5. Outer space
//!
//! **Lemma.** Let the block column begin at x, and let Y be such that H(x, y) = D(x, y) = 0 for all y ≥ Y. If the rows
//! y' − B ≤ y < y' + 1 of the block column have no palace and Y ≤ y' − B, then it has no palace in any later row, and
//! H(x + B, y) = D(x + B, y) = 0 for all y > y'.
//!
//! *Proof.* In row y' there is no palace left of any cell of the block column, nor on its diagonal: within the block
//! column these are in the B rows before y', and left of it D(x, ·) = 0 in these rows. So n = V in this row, and as no
//! cell is a palace, V ≥ k in all columns. Then no later cell is a palace. For y > y' nothing in the row is left of
//! (x + B, y); its diagonal crosses the block column in rows after y' − B and enters it after row Y. ∎
//!
//! So a block column ends soon after its last palace, which saves up to 3/8 of the half board. The deviations of the
//! cells left out are those of row y'.
//!
//! In a *block* that is solved alone, what enters is known modulo 256 only. The argument then is one of residues: where
//! V ≡ k and H ≡ D ≡ 0 all along a row, the residues of the deviations are 0, so that nothing is a palace, and the same
//! holds in the next row; and 0 is in the guard's window, so that by its lemma these are the deviations.
//!
//! # Threads
//!
//! Block columns pass each other what crosses the line between them, row block by row block; each thread takes the next
//! block column that nobody has. The leftmost unfinished one never waits, so there is no deadlock. See `half.rs` for
//! counts and signatures, `block.rs` for blocks that are solved alone, on whatever machine, `bands.rs` for windows row
//! by row, `edges.rs` for tiles on demand, `growth.rs` for boards that grow and are kept elsewhere.

mod bands;
pub mod block;
mod census;
mod edges;
mod fold;
mod growth;
mod half;
mod kernel;
mod portable;
mod simd;
mod tile;
mod vector;

pub(crate) use bands::fill;
pub use bands::rows;
pub use edges::Edges;
pub use growth::{BLOCK, Entry, Growth, GuardFired, Painter, SIDE, Solved, Square, Task};
pub use half::{Count, count, stats};
pub use tile::Tile;

use std::sync::atomic::{AtomicBool, Ordering};

use kernel::{Crossing, LANES, Lane, ROWS, Strips, Traffic};

use super::SolveError;

/// The vector instructions that do the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InstructionSet {
    /// Plain arrays, on every machine.
    Portable,
    /// 32 bytes in two registers, in a module for browsers that is compiled for them.
    Simd128,
    /// 32 bytes in a register.
    Avx2,
    /// The same with more registers and three-input logic: AVX-512 F, BW and VL.
    Avx512,
}

impl InstructionSet {
    /// All of them, the best last.
    pub const ALL: [Self; 4] = [Self::Portable, Self::Simd128, Self::Avx2, Self::Avx512];

    /// Whether this processor has them.
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return match self {
            Self::Portable => true,
            Self::Simd128 => false,
            Self::Avx2 => is_x86_feature_detected!("avx2"),
            Self::Avx512 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
            }
        };
        #[cfg(not(target_arch = "x86_64"))]
        return self == Self::Portable || self == Self::Simd128 && cfg!(target_feature = "simd128");
    }

    /// The best that this processor has.
    pub fn best() -> Self {
        Self::ALL.into_iter().rfind(|set| set.is_available()).unwrap_or(Self::Portable)
    }
}

/// How the work is done; the answers do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Settings {
    /// Threads; as many as rayon works with when not given, which is all cores unless it is told otherwise.
    pub threads: Option<usize>,
    /// Instructions; the best that the processor has when not given, and portable ones when it has not those given.
    pub instructions: Option<InstructionSet>,
    /// Columns of a strip: 16, 32 or 64; chosen by the size of the board when not given.
    pub strip: Option<usize>,
    /// Bits of the guard's window, at most 6; fewer make it fire early, which only tests want.
    pub guard_bits: Option<u32>,
}

/// The settings made definite.
#[derive(Clone, Copy, Debug)]
struct Plan {
    threads: usize,
    instructions: InstructionSet,
    strip: usize,
    guard_bits: u32,
}

impl Plan {
    fn new(settings: Settings, n: u64) -> Self {
        let strip = match n {
            0..8_000 => 16,
            8_000..60_000 => 32,
            _ => 64,
        };
        Self {
            threads: settings.threads.unwrap_or_else(rayon::current_num_threads).clamp(1, 256),
            instructions: settings.instructions.filter(|set| set.is_available()).unwrap_or_else(InstructionSet::best),
            strip: settings.strip.map_or(strip, |width| width.next_power_of_two().clamp(16, 64)),
            guard_bits: settings.guard_bits.unwrap_or(GUARD_BITS).min(GUARD_BITS),
        }
    }

    /// The widest strips keep the fewest edges.
    fn for_edges(settings: Settings) -> Self {
        Self::new(settings, u64::MAX)
    }

    /// The residue of deviation 0.
    fn bias(self) -> u64 {
        BIAS.min(1 << self.guard_bits >> 2)
    }

    /// The end of the window where the smallest and the largest residue are known, and not only their union.
    fn window(self) -> i64 {
        if self.guard_bits == GUARD_BITS { WINDOW } else { 1 << self.guard_bits }
    }

    /// Columns of a block.
    fn block(self) -> u64 {
        (LANES * self.strip) as u64
    }

    /// What enters the board on the left: row counts with the bias, and no palaces on the diagonals.
    fn nothing<L: Counts>(self, k: u64) -> Crossing<L> {
        let h = L::residue(self.bias().wrapping_sub(k));
        std::array::from_fn(|r| if r < ROWS { h } else { L::default() })
    }

    /// Whether all residues have stayed in the window, or need none.
    fn is_sound<L: Counts>(self, strips: &Strips<L>) -> bool {
        let below = |end: i64| move |w: L| (0..end).contains(&w.signed());
        let inside = below(self.window());
        // Before the first free cell of a lane the smallest residue is above the largest. Residues that were only seen
        // to lie between two that were met are as sound as those, of which each was the smallest or largest of a lane.
        let mut extremes =
            strips.low.0.into_iter().zip(strips.high.0).filter(|(low, high)| low.signed() <= high.signed());
        L::EXACT
            || strips.union.0.into_iter().all(below(1 << self.guard_bits))
                && extremes.all(|(low, high)| inside(low) && inside(high))
    }
}

/// Why the work ended early.
enum Halt<E = SolveError> {
    /// A residue left the window: its lane may be too narrow.
    GuardFired,
    Error(E),
}

/// Tells the other workers to stop when one ends without having finished.
struct Halting<'h> {
    halted: &'h AtomicBool,
    finished: bool,
}

impl<'h> Halting<'h> {
    fn new(halted: &'h AtomicBool) -> Self {
        Self { halted, finished: false }
    }
}

impl Drop for Halting<'_> {
    fn drop(&mut self) {
        if !self.finished {
            self.halted.store(true, Ordering::Relaxed);
        }
    }
}

/// Refuses a k that is far beyond every board.
fn k_needed(k: u64) -> Result<(), SolveError> {
    if k < 1 << 60 { Ok(()) } else { Err(SolveError::SumsTooLarge) }
}

fn usize_of(number: u64) -> usize {
    usize::try_from(number).expect("sizes were checked")
}

/// The window of a union has 2^6 residues.
const GUARD_BITS: u32 = 6;

/// The window where extremes are known, and the residue of deviation 0 in it: see the essay.
const WINDOW: i64 = 84;
const BIAS: u64 = 6;

/// A lane that the wavefront can work with.
trait Counts: Lane {
    /// 64-bit words of a crossing.
    const WORDS: usize;
    /// Whether the counts themselves fit, so that no guard is needed.
    const EXACT: bool;

    fn advance(set: InstructionSet, strips: &mut Strips<Self>, traffic: &mut Traffic<'_, Self>);
    fn pack(crossing: &Crossing<Self>, words: impl FnMut(usize, u64));
    fn unpack(words: impl Fn(usize) -> u64) -> Crossing<Self>;
}

impl Counts for u8 {
    const WORDS: usize = 1;
    const EXACT: bool = false;

    fn advance(set: InstructionSet, strips: &mut Strips<Self>, traffic: &mut Traffic<'_, Self>) {
        if !simd::advance(set, strips, traffic) {
            kernel::advance::<portable::Plain<Self>>(strips, traffic);
        }
    }

    fn pack(crossing: &Crossing<Self>, mut words: impl FnMut(usize, u64)) {
        words(0, u64::from_le_bytes(*crossing));
    }

    fn unpack(words: impl Fn(usize) -> u64) -> Crossing<Self> {
        words(0).to_le_bytes()
    }
}

impl Counts for u32 {
    const WORDS: usize = ROWS;
    const EXACT: bool = true;

    fn advance(_: InstructionSet, strips: &mut Strips<Self>, traffic: &mut Traffic<'_, Self>) {
        kernel::advance::<portable::Plain<Self>>(strips, traffic);
    }

    fn pack(crossing: &Crossing<Self>, mut words: impl FnMut(usize, u64)) {
        for r in 0..ROWS {
            words(r, u64::from(crossing[r]) << 32 | u64::from(crossing[ROWS + r]));
        }
    }

    fn unpack(words: impl Fn(usize) -> u64) -> Crossing<Self> {
        std::array::from_fn(|r| if r < ROWS { Self::residue(words(r) >> 32) } else { Self::residue(words(r - ROWS)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_those_of_the_pool_unless_they_are_given() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("three threads");
        let threads =
            |given| pool.install(|| Plan::new(Settings { threads: given, ..Settings::default() }, 100).threads);
        assert_eq!(threads(None), 3);
        assert_eq!(threads(Some(5)), 5);
    }
}
