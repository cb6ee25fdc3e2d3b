//! Nim-values (Sprague–Grundy values) of the games without a twist: the least number that is the value of no option.
//!
//! A board of n × n cells has some n³ options, so nobody looks at them. A set of bits for each row, column, diagonal
//! and ray holds the values that are used on it. A cell's value is the first that none of its sets holds. The search
//! takes 512 values at a step, and passes over those steps where all values of one set are used: a bit of a second set
//! says so, for 64 of them at once.
//!
//! [`Scan`] does so for any rules, lane by lane, and [`Columns`] finds where one value stands; `queen` does it for
//! Wythoff's queen, in tiles and on all cores. Nim, a rook alone, has the value x ⊕ y.
//!
//! On the queen's board a search looks at 1.3 such steps for a cell at n = 1000, 1.5 at 2000, 1.7 at 4000, 1.8 at 8000
//! and 1.9 at 16,000: less than log n. So the board takes O(n² log n) steps as far as was measured, and the time grows
//! about as n² up to 20,000 (`bench/nim-values`); that it always does is not proved. (Without passing over, n/5 values
//! are walked over for a cell: n³ in all, a 512th of it in steps.) The second bits are looked at, too, from the first
//! that is not full on: 2^15 values with one of them.
//!
//! A value is at most x + y: every move takes at least one token, so by induction all options have less. And it is
//! at most the number of options.

mod columns;
pub mod periods;
mod queen;
mod scan;
mod sets;

pub use columns::Columns;
pub use scan::Scan;

use dashu_int::UBig;

use super::{RUN_LENGTH, Run, SolveError, cells_needed, memory_needed, report, to_usize};
use crate::board::Window;
use crate::game::{Game, Piece, Rules};
use crate::watch::Watch;

pub use super::lines::Lanes;

/// Stands where a cell does not exist: no nim-value.
pub const REMOVED: u32 = u32::MAX;

/// From a shorter side of so many cells on, the queen's board is solved in tiles.
const TILES_FROM: u64 = 100;

/// Why a value is not found.
pub(crate) const TOO_LARGE: SolveError =
    SolveError::Unsupported("nim-values are found below 2^31: ask for a board whose heaps have fewer tokens together");

/// Why values of Nim are not shown.
const LONG_VALUES: SolveError = SolveError::Unsupported("some nim-values of this window have more than 63 bits");

/// Refuses rules without nim-values.
pub(crate) fn needed(rules: &Rules) -> Result<(), SolveError> {
    rules.no_nim_values().map_or(Ok(()), |why| Err(SolveError::Unsupported(why)))
}

/// The largest value that a board of these sides could have.
fn largest_value(rules: &Rules, width: u64, height: u64) -> Result<u32, SolveError> {
    let tokens = width.saturating_sub(1).saturating_add(height.saturating_sub(1));
    let value = tokens.min(rules.moves.most_options(width, height));
    // A few values more are counted, and one of them stands for a removed cell.
    u32::try_from(value).ok().filter(|value| *value < 1 << 31).ok_or(TOO_LARGE)
}

/// Whether the game is Nim: a rook of chess and nothing else.
pub(crate) fn is_nim(rules: &Rules) -> bool {
    rules.hole.is_none() && rules.moves.pieces() == [Piece::rook()]
}

/// Whether the moves are those of a queen of chess.
fn is_queen(rules: &Rules) -> bool {
    let [rook, bishop] = [Piece::rook(), Piece::bishop(1)];
    rules.hole.is_none()
        && matches!(rules.moves.pieces(), [one, other] if
        (*one == rook && *other == bishop) || (*one == bishop && *other == rook))
}

/// Hands each row of the window to `sink`, with its y: the nim-values, and [`REMOVED`] where there is no cell.
///
/// ```
/// use wythoff::engine::grundy;
/// use wythoff::{Game, SolveError, Window};
/// let game: Game = "wythoff".parse()?;
/// let mut rows = Vec::new();
/// grundy::rows(game.rules().unwrap(), Window::corner(6, 3), wythoff::UNWATCHED, |_, values| {
///     rows.push(values.to_vec());
///     Ok::<(), SolveError>(())
/// })?;
/// assert_eq!(rows, [[0, 1, 2, 3, 4, 5], [1, 2, 0, 4, 5, 3], [2, 0, 1, 5, 3, 4]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the game has no nim-values, the window is too large, the watch stops the work, or the sink fails.
pub fn rows<E: From<SolveError>>(
    rules: &Rules,
    window: Window,
    watch: &dyn Watch,
    mut sink: impl FnMut(u64, &[u32]) -> Result<(), E>,
) -> Result<(), E> {
    needed(rules)?;
    let (right, bottom) = (window.right(), window.bottom());
    if is_nim(rules) {
        return nim_rows(window, watch, sink);
    }
    cells_needed(right, bottom, 1)?;
    let (width, height) = (right.unwrap_or(u64::MAX), bottom.unwrap_or(u64::MAX));
    if width.min(height) >= TILES_FROM && is_queen(rules) && memory_needed(queen::bytes(rules, window)).is_ok() {
        return queen::rows(rules, window, watch, sink);
    }
    // Sets are kept for each cell of a lane: the lanes lie along the shorter side, if the window can be turned over.
    if width > height && memory_needed(window.width.saturating_mul(window.height).saturating_mul(4)).is_ok() {
        return turned_rows(rules, window, watch, sink);
    }
    let left = to_usize(window.at.x)?;
    let mut scan = Scan::new(rules, Lanes::Rows, height, width)?;
    for y in 0..height {
        report(watch, y, height)?;
        let values = scan.next_lane();
        if y >= window.at.y {
            sink(y, &values[left..])?;
        }
    }
    report(watch, height, height)?;
    Ok(())
}

/// The rows of a window whose columns are computed, and kept.
fn turned_rows<E: From<SolveError>>(
    rules: &Rules,
    window: Window,
    watch: &dyn Watch,
    mut sink: impl FnMut(u64, &[u32]) -> Result<(), E>,
) -> Result<(), E> {
    let (right, bottom) = (window.at.x + window.width, window.at.y + window.height);
    let (top, height) = (to_usize(window.at.y)?, to_usize(window.height)?);
    let mut scan = Scan::new(rules, Lanes::Columns, right, bottom)?;
    let mut columns = Vec::with_capacity(to_usize(window.width)? * height);
    for x in 0..right {
        report(watch, x, right)?;
        let values = scan.next_lane();
        if x >= window.at.x {
            columns.extend_from_slice(&values[top..]);
        }
    }
    let mut row: Vec<u32> = Vec::with_capacity(to_usize(window.width)?);
    for (index, y) in (window.at.y..bottom).enumerate() {
        row.clear();
        row.extend(columns.iter().skip(index).step_by(height));
        sink(y, &row)?;
    }
    report(watch, right, right)?;
    Ok(())
}

/// Whether a window is one of Nim, and beyond what [`rows`] computes.
pub(crate) fn is_far_nim(game: &Game, window: &Window<UBig>) -> bool {
    let ends = |near: Window| [near.right(), near.bottom()];
    let is_near =
        window.near().map(ends).is_some_and(|ends| ends.iter().all(|end| end.is_some_and(|end| end < 1 << 31)));
    game.rules().is_some_and(is_nim) && !is_near
}

/// A window of Nim anywhere, run by run: x ⊕ y.
pub(crate) fn nim_runs<E: From<SolveError>>(
    window: &Window<UBig>,
    watch: &dyn Watch,
    mut sink: impl FnMut(Run<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let Window { at, width, height } = window;
    let cells = cells_needed(Some(*width), Some(*height), 1)?;
    // Where all heaps have the same digits above 63 bits, these are not in the values.
    let ends = [&at.x + width.saturating_sub(1), &at.y + height.saturating_sub(1), at.x.clone(), at.y.clone()];
    let [.., high] = &ends.clone().map(|heap| heap >> 63);
    if !ends.iter().all(|heap| heap >> 63 == *high) {
        return Err(LONG_VALUES.into());
    }
    let [left, top] = [&at.x, &at.y].map(|heap| u64::try_from(heap & UBig::from(u64::MAX >> 1)).expect("63 bits"));
    for row in 0..*height {
        report(watch, row * width, cells)?;
        for from in (0..*width).step_by(to_usize(RUN_LENGTH)?) {
            let xs = left + from..left + (from + RUN_LENGTH).min(*width);
            let numbers: Vec<i64> = xs.map(|x| (x ^ (top + row)).cast_signed()).collect();
            let p: Vec<u8> = numbers.iter().map(|number| u8::from(*number == 0)).collect();
            sink(Run { p: &p, removed: 0, numbers: &numbers })?;
        }
        if *width == 0 {
            sink(Run { p: &[], removed: 0, numbers: &[] })?;
        }
    }
    Ok(report(watch, cells, cells)?)
}

/// The rows of Nim: x ⊕ y, wherever the window is.
fn nim_rows<E: From<SolveError>>(
    window: Window,
    watch: &dyn Watch,
    mut sink: impl FnMut(u64, &[u32]) -> Result<(), E>,
) -> Result<(), E> {
    let near = |number: Option<u64>| {
        let number = number.and_then(|number| u32::try_from(number).ok()).filter(|number| *number < 1 << 31);
        number.ok_or(TOO_LARGE)
    };
    let (left, right) = (near(Some(window.at.x))?, near(window.right())?);
    let (top, bottom) = (near(Some(window.at.y))?, near(window.bottom())?);
    cells_needed(Some(window.width), Some(window.height), 1)?;
    memory_needed(window.width.saturating_mul(4))?;
    let mut values = vec![0; to_usize(window.width)?];
    for y in top..bottom {
        report(watch, (y - top).into(), window.height)?;
        values.iter_mut().zip(left..right).for_each(|(value, x)| *value = x ^ y);
        sink(y.into(), &values)?;
    }
    report(watch, window.height, window.height)?;
    Ok(())
}
