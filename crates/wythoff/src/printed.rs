//! What the papers print: their tables and lists, as data.
//!
//! Each file says where its numbers come from. A table of P-positions has a row `n a b delta` for each n; where the paper
//! prints something else, a line after the rows says so: `! n a b` is printed in row n although it is an N-position, and
//! `~ n a b` although it is the P-position of another row. So one file holds both what is printed and what is right.
//! They are the files of `tests/golden`, so that a program can show its results beside what they were tested against.

use crate::position::Position;

/// Lar11 Table 2: W^4.
pub const LAR11_TABLE_2: &str = include_str!("../tests/golden/lar11-table-2.txt");
/// Lar11 Table 3: W^5.
pub const LAR11_TABLE_3: &str = include_str!("../tests/golden/lar11-table-3.txt");
/// Lar11 Table 4: W^6.
pub const LAR11_TABLE_4: &str = include_str!("../tests/golden/lar11-table-4.txt");
/// Lar15 Table 1: WN^(3).
pub const LAR15_TABLE_1: &str = include_str!("../tests/golden/lar15-table-1.txt");
/// Lar15 Table 2: the pairs of m = 2, p = 3.
pub const LAR15_TABLE_2: &str = include_str!("../tests/golden/lar15-table-2.txt");
/// Lar15 Table 3: 2WN^(2).
pub const LAR15_TABLE_3: &str = include_str!("../tests/golden/lar15-table-3.txt");
/// Lar15 Table 4: 2WN^(2,3).
pub const LAR15_TABLE_4: &str = include_str!("../tests/golden/lar15-table-4.txt");
/// Lar09 Example 15: (2,3)-Wythoff Nim.
pub const LAR09_EXAMPLE_15: &str = include_str!("../tests/golden/lar09-example-15.txt");
/// Lar09 Example 16: (3,3)-Wythoff Nim.
pub const LAR09_EXAMPLE_16: &str = include_str!("../tests/golden/lar09-example-16.txt");

const LAR11_TABLE_1: &str = include_str!("../tests/golden/lar11-table-1.txt");

/// The pairs that a table of P-positions prints, in the order of n, mistakes included.
///
/// ```
/// use wythoff::{Position, printed};
/// let table = printed::pairs(printed::LAR15_TABLE_3);
/// assert_eq!(table[16], Position::new(9, 49)); // The P-position is (9,50).
/// ```
///
/// # Panics
/// When `text` is not one of the tables of this module.
pub fn pairs(text: &str) -> Vec<Position> {
    let mut pairs = Vec::new();
    for line in rows(text) {
        let numbers: Vec<u64> = line
            .trim_start_matches(['!', '~'])
            .split_whitespace()
            .map(|word| word.parse().expect("a number"))
            .collect();
        let [n, a, b] = numbers[..3] else { unreachable!("three numbers") };
        let n = usize::try_from(n).expect("a short table");
        if n == pairs.len() {
            pairs.push(Position::new(a, b));
        } else {
            pairs[n] = Position::new(a, b);
        }
    }
    pairs
}

/// Lar11 Table 1: the slopes of W^k as they are printed, for k = 1 to 20.
pub fn slopes() -> Vec<Vec<&'static str>> {
    rows(LAR11_TABLE_1).map(|line| line.split(' ').skip(1).collect()).collect()
}

/// The lines of a table that are no comments.
pub fn rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}
