//! What is asked of W^k when its columns, rows and diagonals can be listed at heaps of any size.

use dashu_int::{IBig, UBig};

use super::answer::AnswerError;
use crate::outcome::Outcome;
use crate::position::{Position, Tokens};
use crate::watch::Watch;

/// So many rows are looked at together.
pub(super) const STRETCH: usize = 1 << 10;

/// A board of W^k whose palaces are listed line by line; the rest follows.
pub trait Columns: Send + Sync {
    /// The game is W^k.
    fn k(&self) -> u32;

    /// The upper palaces of column x: their y, in order.
    ///
    /// # Errors
    /// When the work is stopped; so below.
    fn column(&self, x: &UBig, watch: &dyn Watch) -> Result<Vec<UBig>, AnswerError>;

    /// How many upper palaces the columns before x hold.
    ///
    /// # Errors
    /// As [`Self::column`].
    fn upper_before(&self, x: &UBig, watch: &dyn Watch) -> Result<UBig, AnswerError>;

    /// For so many rows from y on, the x < y of their palaces, in order.
    ///
    /// # Errors
    /// As [`Self::column`].
    fn rows(&self, y: &UBig, count: usize, watch: &dyn Watch) -> Result<Vec<Vec<UBig>>, AnswerError>;

    /// For so many diagonals y − x from d on, the x of their upper palaces, in order.
    ///
    /// # Errors
    /// As [`Self::column`].
    fn diagonals(&self, d: &UBig, count: usize, watch: &dyn Watch) -> Result<Vec<Vec<UBig>>, AnswerError>;

    /// All palaces of column x, in order. Their mirror images are those of row x.
    ///
    /// # Errors
    /// As [`Self::column`].
    fn whole_column(&self, x: &UBig, watch: &dyn Watch) -> Result<Vec<Position<UBig>>, AnswerError> {
        let above = self.rows(x, 1, watch)?.remove(0).into_iter().chain(self.column(x, watch)?);
        Ok(above.map(|y| Position::new(x.clone(), y)).collect())
    }

    /// The upper palaces with y − x = `difference`, in order.
    ///
    /// # Errors
    /// As [`Self::column`].
    fn diagonal(&self, difference: &UBig, watch: &dyn Watch) -> Result<Vec<Position<UBig>>, AnswerError> {
        let found = self.diagonals(difference, 1, watch)?.remove(0);
        Ok(found.into_iter().map(|x| Position::new(x.clone(), x + difference)).collect())
    }

    /// Whether (x, y) is P in W^k.
    ///
    /// # Errors
    /// As [`Self::column`].
    fn outcome(&self, at: &Position<UBig>, watch: &dyn Watch) -> Result<Outcome, AnswerError> {
        let (low, high) = if at.x <= at.y { (&at.x, &at.y) } else { (&at.y, &at.x) };
        Ok(Outcome::p_if(self.column(low, watch)?.contains(high)))
    }

    /// The palace number minus k.
    ///
    /// # Errors
    /// As [`Self::column`].
    fn deviation(&self, at: &Position<UBig>, watch: &dyn Watch) -> Result<i64, AnswerError> {
        let found = self.deviations(at, [1, 1], watch)?;
        Ok(found[0])
    }

    /// The palace numbers minus k in a rectangle of so many columns and rows, row by row.
    ///
    /// # Errors
    /// As [`Self::column`].
    fn deviations(
        &self,
        at: &Position<UBig>,
        [width, height]: [usize; 2],
        watch: &dyn Watch,
    ) -> Result<Vec<i64>, AnswerError> {
        // What a queen sees above a column of the rectangle, left of a row, and before it on a diagonal.
        let mut above = seen(self, &at.x, width, &at.y, watch)?;
        let mut left = seen(self, &at.y, height, &at.x, watch)?;
        let mut before = Vec::new();
        for index in 0..(width + height).saturating_sub(1) {
            // From the top right corner to the left, then down.
            let (x, y) = ((width - 1).saturating_sub(index), (index + 1).saturating_sub(width));
            let (x, y) = (&at.x + x, &at.y + y);
            let (low, high) = if x <= y { (x, y) } else { (y, x) };
            let palaces = self.diagonal(&(high - &low), watch)?;
            before.push(few(palaces.iter().filter(|palace| palace.x < low).count()));
        }
        let k = i64::from(self.k());
        let mut found = Vec::with_capacity(width * height);
        for left in &mut left {
            for (above, before) in above.iter_mut().zip(before[..width].iter_mut().rev()) {
                let deviation = *above + *left + *before - k;
                found.push(deviation);
                if deviation < 0 {
                    *above += 1;
                    *left += 1;
                    *before += 1;
                }
            }
            // The next row meets the diagonals one further down.
            before.rotate_left(1);
        }
        Ok(found)
    }
}

/// For so many columns from x on, their palaces above row y.
fn seen(
    board: &(impl Columns + ?Sized),
    x: &UBig,
    count: usize,
    y: &UBig,
    watch: &dyn Watch,
) -> Result<Vec<i64>, AnswerError> {
    let mut seen = Vec::with_capacity(count);
    for done in (0..count).step_by(STRETCH) {
        let x = x + done;
        for (column, mut palaces) in board.rows(&x, STRETCH.min(count - done), watch)?.into_iter().enumerate() {
            palaces.extend(board.column(&(&x + column), watch)?);
            seen.push(few(palaces.iter().filter(|palace| *palace < y).count()));
        }
    }
    Ok(seen)
}

/// How many palaces are seen on a line: at most k.
fn few(palaces: usize) -> i64 {
    i64::try_from(palaces).expect("a line holds at most k palaces")
}

/// Lines y − slant·x one after the other: rows or diagonals.
#[derive(Clone, Copy)]
pub(super) struct Lines<'a> {
    /// The first one.
    pub from: &'a UBig,
    pub count: usize,
    /// 0 for rows, 1 for diagonals.
    pub slant: u32,
}

impl Lines<'_> {
    /// For each line the x of the palaces of the first columns; those with y = x are left out of rows.
    pub(super) fn in_first_columns(self, columns: &[Vec<u32>]) -> Vec<Vec<UBig>> {
        let mut found = vec![Vec::new(); self.count];
        if let Ok(from) = u32::try_from(self.from) {
            for (x, palaces) in (0_u32..).zip(columns) {
                for y in palaces.iter().filter(|y| **y > x || self.slant == 1) {
                    let at = (y - self.slant * x).checked_sub(from);
                    if let Some(xs) = at.and_then(|at| found.get_mut(at as usize)) {
                        xs.push(x.into());
                    }
                }
            }
        }
        found
    }

    /// Which of the lines goes through (x, `row`), counted from the first; those near it have numbers, too.
    pub(super) fn through(self, x: &UBig, row: UBig) -> isize {
        let line = IBig::from(row) - IBig::from(x * self.slant) - IBig::from(self.from.clone());
        isize::try_from(line).expect("the lines are near")
    }
}

/// A frame along a line of rational slope: in column x it begins with row r(x) = ⌊px/q⌋ − c. p > q.
pub(super) struct Frame {
    pub slope: (u32, u32),
    /// c.
    pub offset: u32,
}

impl Frame {
    /// r(x), for an x with r(x) ≥ 0.
    pub(super) fn row_at(&self, x: &UBig) -> UBig {
        let (p, q) = self.slope;
        x * p / q - self.offset
    }

    /// The last column x with r(x) − slant·x ≤ line.
    pub(super) fn column_at(&self, slant: u32, line: &UBig) -> UBig {
        let (p, q) = self.slope;
        ((line + self.offset + 1_u8) * q - 1_u8) / (p - slant * q)
    }

    /// The columns, from the first one on, that may have palaces on these lines, if all lie in the rows from r(x) to
    /// r(x) + width − 1: the first one and their number.
    pub(super) fn columns(&self, first: u32, width: u32, lines: Lines<'_>) -> (UBig, usize) {
        let first = UBig::from(first);
        let reached = lines.from.minus(&UBig::from(width));
        let low = reached.map_or(first.clone(), |line| self.column_at(lines.slant, &line).max(first));
        let high = self.column_at(lines.slant, &(lines.from + lines.count));
        let count = (high + 1_u8).minus(&low).map_or(0, |count| usize::try_from(count).expect("lines are few"));
        (low, count)
    }
}
