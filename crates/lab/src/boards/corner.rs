//! Small corners, solved on the spot, whether anything of the board is there or not.

use wythoff::solve::{self, Values};
use wythoff::{Game, SolveError, Window};

use super::pixels::{REMOVED, REMOVED_OUTCOME, narrow};
use crate::limits::Deadline;
use crate::problem::Problem;

/// The outcomes of a window's cells.
pub(super) fn outcomes(game: &Game, window: Window, deadline: &Deadline) -> Result<Vec<u8>, Problem> {
    let mut cells = Vec::new();
    solve::rows(game, window, Values::Outcome, None, deadline, |row| {
        let cell = |(index, p): (usize, &u8)| if index < row.removed { REMOVED_OUTCOME } else { *p };
        cells.extend(row.p.iter().enumerate().map(cell));
        Ok::<(), SolveError>(())
    })?;
    Ok(cells)
}

/// The palace numbers, deviations or nim-values of a window's cells.
pub(super) fn numbers(game: &Game, window: Window, values: Values, deadline: &Deadline) -> Result<Vec<i32>, Problem> {
    let mut cells = Vec::new();
    solve::rows(game, window, values, None, deadline, |row| {
        let cell = |(index, number): (usize, &i64)| if index < row.removed { REMOVED } else { narrow(*number) };
        cells.extend(row.numbers.iter().enumerate().map(cell));
        Ok::<(), SolveError>(())
    })?;
    Ok(cells)
}

/// How many P-positions are in each of `size` × `size` squares of `scale` × `scale` cells.
pub(super) fn counts(game: &Game, size: u64, scale: u64, deadline: &Deadline) -> Result<Vec<u32>, Problem> {
    let side = size * scale;
    let pixels = usize::try_from(size * size).map_err(|_| Problem::internal("a thumbnail is small"))?;
    let mut counts = vec![0_u32; pixels];
    solve::rows(game, Window::corner(side, side), Values::Outcome, None, deadline, |row| {
        for (x, _) in (0_u64..).zip(row.p).filter(|(_, p)| **p == 1) {
            // Below size², which is in memory.
            #[expect(clippy::cast_possible_truncation, reason = "a pixel of a picture in memory")]
            let pixel = (row.y / scale * size + x / scale) as usize;
            counts[pixel] += 1;
        }
        Ok::<(), SolveError>(())
    })?;
    Ok(counts)
}
