//! The tables of the papers, row by row, against the lines engine on whole columns and the reference engine on a board.

use wythoff::Position;
use wythoff::printed::Table;
use wythoff::solve::{self, Engine};

use super::{game, index, upper};

/// The first `count` P-positions of a game are the rows of a table as they should be. Returns what is printed instead
/// in some rows: the row, the pair, and whether that is P.
pub(super) fn wrong_rows(table: Table, count: usize, text: &str) -> Vec<(usize, Position, bool)> {
    let rows = table.right();
    assert_eq!(rows.len(), count);
    let last = rows[count - 1];
    assert_eq!(upper(text, index(last.x) + 1)[..count], rows, "{text} by whole columns");

    // Four times as high as the table: a P-position above it, left of its last column, would come between its rows.
    let board = solve::board(&game(text), last.x + 1, 4 * (last.y + 1), Some(Engine::Reference), &()).unwrap();
    let mut upper: Vec<Position> = board.p_positions().filter(Position::is_upper).collect();
    upper.sort_unstable();
    assert_eq!(upper[..count], rows, "{text} by the reference engine");

    let printed = table.printed().into_iter().zip(rows).enumerate();
    printed.filter(|(_, (printed, right))| printed != right).map(|(n, (at, _))| (n, at, board.is_p(at))).collect()
}
