//! Boards of games that a formula solves: outcomes at any coordinates.

use wythoff::Position;
use wythoff::exact::UBig;
use wythoff::solve::Closed;

use super::pixels::{NOT_READY, Pixels, REMOVED_OUTCOME, Region, TILE};
use crate::limits::Deadline;
use crate::problem::Problem;

pub(super) fn outcomes(closed: &mut Closed, region: &Region, deadline: &Deadline) -> Result<Vec<u8>, Problem> {
    let (_, at, [width, height]) = region.on_board();
    let hole = closed.rules().hole;
    let mut cells = vec![0_u8; width * height];
    if width > 0 {
        for (row, line) in cells.chunks_mut(width).enumerate() {
            let y = &at.y + row;
            for column in closed.p_on_row(&y, &at.x, width as u64, deadline)? {
                line[usize::try_from(column).expect("a column of the region")] = 1;
            }
            if let Some(hole) = hole {
                for (column, cell) in line.iter_mut().enumerate() {
                    if hole.contains(&Position::new(&at.x + column, y.clone())) {
                        *cell = REMOVED_OUTCOME;
                    }
                }
            }
        }
    }
    Ok(region.filled(NOT_READY, &cells))
}

/// The numbers of P-positions in the pixels of a tile.
pub(super) fn counts(
    closed: &mut Closed,
    level: u32,
    (x, y): (&UBig, &UBig),
    deadline: &Deadline,
) -> Result<Pixels, Problem> {
    let side = (TILE as u64) << level;
    let (left, top) = (x * side, y * side);
    let mut counts = vec![0_u32; TILE * TILE];
    for row in 0..side {
        for column in closed.p_on_row(&(&top + row), &left, side, deadline)? {
            // Both are below the side of the tile.
            #[expect(clippy::cast_possible_truncation, reason = "both are below the side of the tile")]
            let pixel = (row >> level) as usize * TILE + (column >> level) as usize;
            counts[pixel] += 1;
        }
    }
    Ok(Pixels::Counts { counts, cells: 1 << (2 * level) })
}
