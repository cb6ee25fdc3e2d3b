//! The search for stripes: classes of cells modulo q whose own minima prove more. See the module's essay.

use super::portable::Lane;

/// The most stripes that are told apart: each has two cells of a block. (Seen: 5, 10, 13 and 26.)
pub(super) const LARGEST: usize = 32;
/// More vain tests than this in a column of W^k are worth a search: together they take about as long as all else.
pub(super) const MANY: u64 = 8;
/// Columns between two looks at the number of vain tests.
const PERIOD: u64 = 1 << 10;
/// Blocks that a modulus is tried on.
pub(super) const SAMPLE: usize = 64;

/// So many vain tests of blocks take as long as to ask all stripes.
#[inline(always)]
pub(super) const fn patience(stripes: usize) -> u64 {
    1 + stripes as u64 / 8
}

/// The vain tests, and when they are looked at.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// Vain tests of blocks from column `from` on.
    pub(super) vain: u64,
    from: u64,
    /// The column to look at them.
    until: u64,
    /// Columns from one look to the next.
    wait: u64,
    /// So many vain tests in a column are worth a search.
    many: u64,
}

impl Search {
    pub(super) fn new(x: u64, many: u64) -> Self {
        Self { vain: 0, from: x, until: x + PERIOD, wait: PERIOD, many }
    }

    /// Whether the period is over, before column x.
    #[inline(always)]
    pub(super) fn is_due(&self, x: u64) -> bool {
        x >= self.until
    }

    /// Whether stripes are to be searched after a column with so many vain tests: if there were many in the
    /// period, and not fewer than usual in the column. If there were few, the next period begins.
    pub(super) fn is_wanted(&mut self, x: u64, in_column: u64) -> bool {
        let usual = self.vain / (x - self.from);
        if usual < self.many {
            self.restart(x);
        }
        usual >= self.many && in_column >= usual
    }

    /// Begins the next period, after a search.
    pub(super) fn went(&mut self, well: bool, x: u64) {
        self.wait = if well { PERIOD } else { self.wait.saturating_mul(2) };
        self.restart(x);
    }

    fn restart(&mut self, x: u64) {
        *self = Self { vain: 0, from: x, until: x.saturating_add(self.wait), ..*self };
    }
}

/// A block that was tested in vain.
pub(super) struct Vain<'c, L> {
    /// H, for 64 rows.
    pub(super) rows: &'c [L; 64],
    /// D, for the two blocks of the window.
    pub(super) diagonals: [&'c [L; 64]; 2],
    /// Where in the window the first row's diagonal is.
    pub(super) offset: usize,
    /// The threshold.
    pub(super) t: L,
}

impl<L: Lane> Vain<'_, L> {
    /// Whether fresh minima of the classes modulo `q` prove that the block is empty.
    fn is_proved(&self, q: usize) -> bool {
        let rows = least(q, [self.rows], self.offset);
        let diagonals = least(q, self.diagonals, 0);
        rows[..q].iter().zip(diagonals).all(|(row, diagonal)| row.plus(diagonal) >= self.t)
    }
}

/// The least counts of the classes modulo `q` in some blocks; the first cell has index `first`.
pub(super) fn least<L: Lane, const N: usize>(q: usize, blocks: [&[L; 64]; N], first: usize) -> [L; LARGEST] {
    let (mut minima, mut class) = ([L::MAX; LARGEST], first % q);
    for block in blocks {
        // After the step q·2^i a cell holds the least of 2^(i + 1) cells of its class, from it on.
        let mut least = [L::MAX; 128];
        least[..64].copy_from_slice(block);
        let mut step = q;
        while step < 64 {
            let mut later = [L::MAX; 64];
            later.copy_from_slice(&least[step..step + 64]);
            for (cell, later) in least.iter_mut().zip(later) {
                *cell = later.min(*cell);
            }
            step *= 2;
        }
        for &cell in &least[..q] {
            minima[class] = cell.min(minima[class]);
            class = if class + 1 < q { class + 1 } else { 0 };
        }
        class = (class + 64) % q;
    }
    minima
}

/// The least number of stripes that proves most of the blocks; none if fresh minima do.
///
/// Where there are stripes already, their number was needed. So only multiples follow, which prove all that it does.
pub(super) fn find<L: Lane>(stripes: usize, vain: &[Vain<'_, L>]) -> Option<usize> {
    let step = vain.len().div_ceil(SAMPLE).max(1);
    let sample = || vain.iter().step_by(step);
    let is_hard = |block: &&Vain<'_, L>| !block.is_proved(2) && (stripes == 0 || !block.is_proved(stripes));
    let hard: Vec<_> = sample().filter(is_hard).collect();
    if 2 * hard.len() <= sample().len() {
        return None;
    }
    let proves_most = |q: &usize| hard.iter().filter(|block| !block.is_proved(*q)).nth(hard.len() / 4).is_none();
    (stripes.max(2) + 1..=LARGEST).filter(|q| stripes == 0 || q.is_multiple_of(stripes)).find(proves_most)
}
