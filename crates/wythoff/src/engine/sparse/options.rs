//! What queens see, from the stream of columns: the palaces among the options of some positions, without a board.
//!
//! W^k is symmetric, so a position may be taken as (a, b) with a ≤ b. Its options lie in column a, in row b, and on the
//! diagonal b − a. Of its column, (a, j) with j < a is the mirror image of (j, a). So every palace that it sees, or its
//! mirror image, is an upper position of a column up to a: the *smaller* heap is how far the stream has to go.

use rustc_hash::FxHashMap;

use super::{Column, Sparse};
use crate::engine::SolveError;
use crate::position::Position;
use crate::watch::Watch;

/// The positions that look along a line, by their index.
type Lookers = FxHashMap<u64, Vec<usize>>;

/// For each of these positions of W^k the palaces among its options, in order.
///
/// ```
/// use wythoff::{Position, engine::sparse};
/// let seen = sparse::options(2, &[Position::new(11, 15), Position::new(3, 1)], &())?;
/// assert_eq!(seen[0], [(3, 7), (7, 15), (8, 12), (11, 5)].map(|(x, y)| Position::new(x, y)));
/// assert_eq!(seen[1], [Position::new(0, 1)]);
/// # Ok::<(), wythoff::SolveError>(())
/// ```
///
/// # Errors
/// As [`Sparse::run`]; as many columns are needed as the largest of the smaller heaps.
pub fn options(k: u64, of: &[Position], watch: &dyn Watch) -> Result<Vec<Vec<Position>>, SolveError> {
    let upper: Vec<Position> = of.iter().map(|at| if at.x <= at.y { *at } else { at.mirrored() }).collect();
    let by = |line: fn(&Position) -> u64| {
        let mut lookers = Lookers::default();
        for (index, at) in upper.iter().enumerate() {
            lookers.entry(line(at)).or_default().push(index);
        }
        lookers
    };
    let (by_low, by_high, by_diagonal) = (by(|at| at.x), by(|at| at.y), by(|at| at.y - at.x));
    let mut seen = vec![Vec::new(); of.len()];
    let columns = upper.iter().map(|at| at.x.saturating_add(1)).max().unwrap_or(0);
    Sparse::new(k)?.run(columns, watch, |Column { x, upper: palaces }| {
        for index in by_low.get(&x).into_iter().flatten() {
            let before = palaces.iter().take_while(|y| **y < upper[*index].y);
            seen[*index].extend(before.map(|y| Position::new(x, *y)));
        }
        for y in palaces {
            let palace = Position::new(x, *y);
            let mut show = |lookers: &Lookers, line: u64, palace: Position| {
                for index in lookers.get(&line).into_iter().flatten().filter(|index| x < upper[**index].x) {
                    seen[*index].push(palace);
                }
            };
            show(&by_high, *y, palace);
            show(&by_low, *y, palace.mirrored());
            show(&by_diagonal, y - x, palace);
        }
        Ok::<(), SolveError>(())
    })?;
    for (found, at) in seen.iter_mut().zip(of) {
        if at.x > at.y {
            for to in found.iter_mut() {
                *to = to.mirrored();
            }
        }
        found.sort_unstable();
    }
    Ok(seen)
}
