//! What the papers print: their tables and lists, as data.
//!
//! Each file of `tests/golden` says where its numbers come from. A table of P-positions has a row `n a b delta` for
//! each n; where the paper prints another pair in row n, a line `! n a b` after the rows says so. So one file holds
//! both what is printed and what is right.

use crate::position::Position;

/// A table or list of P-positions (a_n, b_n), n = 0, 1, …, that a paper prints.
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The game whose P-positions they are.
    pub game: &'static str,
    text: &'static str,
}

/// Lar15 Table 1: WN^(3).
pub const LAR15_TABLE_1: Table =
    Table { game: "modulo:m=1,p=3", text: include_str!("../tests/golden/lar15-table-1.txt") };
/// Lar15 Table 2: the pairs of m = 2, p = 3.
pub const LAR15_TABLE_2: Table =
    Table { game: "rook-blocking:m=2,p=3", text: include_str!("../tests/golden/lar15-table-2.txt") };
/// Lar15 Table 3: 2WN^(2).
pub const LAR15_TABLE_3: Table =
    Table { game: "modulo:m=2,p=2", text: include_str!("../tests/golden/lar15-table-3.txt") };
/// Lar15 Table 4: 2WN^(2,3).
pub const LAR15_TABLE_4: Table =
    Table { game: "modulo:m=2,p=3,l=2", text: include_str!("../tests/golden/lar15-table-4.txt") };
/// Lar09 Example 15: (2,3)-Wythoff Nim.
pub const LAR09_EXAMPLE_15: Table =
    Table { game: "diagonal-blocking:m=2,p=3", text: include_str!("../tests/golden/lar09-example-15.txt") };
/// Lar09 Example 15: what is P in (2,3)-Imitation Nim whatever was played before.
pub const LAR09_EXAMPLE_15_NON_DYNAMIC: Table =
    Table { game: "imitation:m=2,p=3", text: include_str!("../tests/golden/lar09-example-15-non-dynamic.txt") };
/// Lar09 Example 16: (3,3)-Wythoff Nim.
pub const LAR09_EXAMPLE_16: Table =
    Table { game: "diagonal-blocking:m=3,p=3", text: include_str!("../tests/golden/lar09-example-16.txt") };
/// Lar11 Table 2: W^4.
pub const LAR11_TABLE_2: Table =
    Table { game: "blocking:k=4", text: include_str!("../tests/golden/lar11-table-2.txt") };
/// Lar11 Table 3: W^5.
pub const LAR11_TABLE_3: Table =
    Table { game: "blocking:k=5", text: include_str!("../tests/golden/lar11-table-3.txt") };
/// Lar11 Table 4: W^6.
pub const LAR11_TABLE_4: Table =
    Table { game: "blocking:k=6", text: include_str!("../tests/golden/lar11-table-4.txt") };

const LAR11_TABLE_1: &str = include_str!("../tests/golden/lar11-table-1.txt");

impl Table {
    /// The pairs as they are printed, mistakes included.
    ///
    /// ```
    /// use wythoff::{Position, printed::LAR15_TABLE_3};
    /// assert_eq!(LAR15_TABLE_3.printed()[16], Position::new(9, 49));
    /// assert_eq!(LAR15_TABLE_3.right()[16], Position::new(9, 50));
    /// ```
    pub fn printed(&self) -> Vec<Position> {
        let mut pairs = self.right();
        for (n, pair) in rows(self.text).filter_map(|row| row.strip_prefix("! ")).map(entry) {
            pairs[n] = pair;
        }
        pairs
    }

    /// The pairs as they should be.
    pub fn right(&self) -> Vec<Position> {
        rows(self.text).filter(|row| !row.starts_with('!')).map(|row| entry(row).1).collect()
    }
}

/// Lar11 Table 1: the slopes of W^k as they are printed, for k = 1 to 20.
pub fn slopes() -> Vec<Vec<&'static str>> {
    rows(LAR11_TABLE_1).map(|row| row.split(' ').skip(1).collect()).collect()
}

/// The lines of a file that are no comments.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// n and the pair of a row.
fn entry(row: &str) -> (usize, Position) {
    let numbers: Vec<u64> = row.split(' ').map(|word| word.parse().expect("a number")).collect();
    (usize::try_from(numbers[0]).expect("a short table"), Position::new(numbers[1], numbers[2]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_and_have_their_differences() {
        let lar15 = [LAR15_TABLE_1, LAR15_TABLE_2, LAR15_TABLE_3, LAR15_TABLE_4];
        let lar09 = [LAR09_EXAMPLE_15, LAR09_EXAMPLE_15_NON_DYNAMIC, LAR09_EXAMPLE_16];
        let lar11 = [LAR11_TABLE_2, LAR11_TABLE_3, LAR11_TABLE_4];
        for table in [&lar15[..], &lar09, &lar11].concat() {
            for ((n, pair), row) in table.right().into_iter().enumerate().zip(rows(table.text)) {
                assert_eq!(row, format!("{n} {} {} {}", pair.x, pair.y, pair.y - pair.x), "{}", table.game);
            }
        }
    }
}
