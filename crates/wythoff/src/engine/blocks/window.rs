//! Windows of the board, row by row, and the choice of a numeration for them.

use super::{Blocks, Id, Numeration};
use crate::board::Window;
use crate::engine::report;
use crate::engine::{Engine, Row, SolveError, Values, cells_needed, memory_needed};
use crate::watch::Watch;

/// How far the numerations are compared at most.
const TRIAL_SIDE: u128 = 1 << 13;

/// The most rules of a trial.
const TRIAL_RULES: usize = 1 << 18;

/// The numerations that are tried: rational slopes, and the two simplest kinds of quadratic ones.
fn candidates() -> impl Iterator<Item = Numeration> {
    let known = [("binary", vec![8]), ("fibonacci", vec![16, 10]), ("pell", vec![12, 5])];
    known.into_iter().filter_map(|(name, lengths)| name.parse::<Numeration>().ok()?.with_lengths(lengths).ok())
}

impl Blocks {
    /// The board of W^k in the numeration that needs the fewest rules for a board of this side, or of 8192 if that is
    /// less.
    ///
    /// # Errors
    /// When k is out of range, none of the numerations reaches so far, or the watcher stops the work.
    pub fn best(k: u64, side: u64, watch: &dyn Watch) -> Result<Self, SolveError> {
        let mut best: Option<Self> = None;
        let mut refusal = SolveError::Unsupported("no numeration was tried");
        for numeration in candidates() {
            let limit = best.as_ref().map_or(TRIAL_RULES, |best| best.rules);
            let mut blocks = Self::new(k, numeration)?.with_rule_limit(limit);
            match blocks.reach(TRIAL_SIDE.min(side.into()), watch) {
                Ok(()) => best = Some(blocks),
                Err(error @ SolveError::BlocksGrow { .. }) => refusal = error,
                Err(error) => return Err(error),
            }
        }
        best.map(|blocks| Self { rule_limit: super::RULE_LIMIT, ..blocks }).ok_or(refusal)
    }

    /// The palace numbers of row y from column `left` on, as many as `numbers` has room for; the board must reach so
    /// far.
    fn row(&self, y: u64, left: u64, numbers: &mut [i64]) {
        let top = self.levels.len() - 1;
        self.paint(top, self.origins[top], y.into(), left.into(), numbers);
    }

    /// The same within a block. All that `numbers` has room for lies in the block.
    fn paint(&self, level: usize, id: Id, y: u128, left: u128, numbers: &mut [i64]) {
        let block = self.levels[level].block(id);
        let short = |number: u128| usize::try_from(number).expect("within the window");
        if level == 0 {
            let start = short(y * self.levels[0].length(block.shape.1) + left);
            for (number, palaces) in numbers.iter_mut().zip(&block.parts[start..]) {
                *number = (*palaces).into();
            }
            return;
        }
        let rows = self.pieces(level, block.shape.0).find(|(_, height, top)| y - top < *height);
        let (row, _, top) = rows.expect("the row is in the block");
        let (mut numbers, mut left) = (numbers, left);
        for (column, width, start) in self.pieces(level, block.shape.1) {
            if numbers.is_empty() {
                break;
            }
            if left >= start + width {
                continue;
            }
            let room = (start + width - left).min(numbers.len() as u128);
            let (here, rest) = std::mem::take(&mut numbers).split_at_mut(short(room));
            self.paint(level - 1, self.part(level, id, row, column), y - top, left - start, here);
            (numbers, left) = (rest, left + room);
        }
    }
}

/// Hands the rows of the window to `sink`.
///
/// # Errors
/// When the board does not consist of few enough blocks, the window has too many cells, or the watcher stops the work.
pub fn rows<E: From<SolveError>>(
    k: u64,
    window: Window,
    values: Values,
    watch: &dyn Watch,
    mut sink: impl FnMut(Row<'_>) -> Result<(), E>,
) -> Result<(), E> {
    values.not_nim(Engine::Blocks)?;
    let (right, bottom) = (window.right(), window.bottom());
    cells_needed(right.and(Some(window.width)), bottom.and(Some(window.height)), 1)?;
    memory_needed(window.width.saturating_mul(9))?;
    let side = right.max(bottom).unwrap_or(u64::MAX);
    let mut blocks = Blocks::best(k, side, watch)?;
    blocks.reach(side.into(), watch)?;
    // At most MEMORY_LIMIT.
    let width = usize::try_from(window.width).map_err(|_| SolveError::SumsTooLarge)?;
    let (mut numbers, mut p) = (vec![0_i64; width], vec![0_u8; width]);
    let k = i64::from(blocks.k);
    for row in 0..window.height {
        report(watch, row, window.height)?;
        let y = window.at.y + row;
        blocks.row(y, window.at.x, &mut numbers);
        for (p, palaces) in p.iter_mut().zip(&numbers) {
            *p = u8::from(*palaces < k);
        }
        let numbers = match values {
            Values::Outcome | Values::Grundy => &[],
            Values::Palace => numbers.as_slice(),
            Values::Deviation => {
                for palaces in &mut numbers {
                    *palaces -= k;
                }
                numbers.as_slice()
            }
        };
        sink(Row { y, p: &p, removed: 0, numbers })?;
    }
    report(watch, window.height, window.height)?;
    Ok(())
}
