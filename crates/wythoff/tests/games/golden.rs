//! The tables of the papers, row by row, against the lines engine on whole columns and the reference engine on a board.
//!
//! The files say where their numbers come from and what was corrected. A row is `n a b delta`; `! n a b` is what a
//! paper prints in row n although it is an N-position; `~ n a b` is what it prints in row n although it is the
//! P-position of another row.

use wythoff::solve::{self, Columns, Engine};
use wythoff::{Game, Position};

/// A table: its rows in order, and what was printed wrongly, with the printed row's number.
struct Table {
    rows: Vec<Position>,
    printed_n: Vec<(usize, Position)>,
    printed_elsewhere: Vec<(usize, Position)>,
}

impl Table {
    fn read(text: &str) -> Self {
        let mut table = Self { rows: vec![], printed_n: vec![], printed_elsewhere: vec![] };
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |word: &str| word.parse::<u64>().unwrap_or_else(|_| panic!("`{word}` in `{line}`"));
            let entry = |n: &str, a: &str, b: &str| (n.parse().unwrap(), Position::new(number(a), number(b)));
            match words[..] {
                ["!", n, a, b] => table.printed_n.push(entry(n, a, b)),
                ["~", n, a, b] => table.printed_elsewhere.push(entry(n, a, b)),
                [n, a, b, delta] => {
                    let (n, row): (usize, _) = entry(n, a, b);
                    assert_eq!(n, table.rows.len(), "`{line}` is out of order");
                    assert_eq!(row.y - row.x, number(delta), "`{line}` has a wrong difference");
                    table.rows.push(row);
                }
                _ => panic!("`{line}` is not a row"),
            }
        }
        table
    }
}

/// The first upper P-positions, ordered by (a, b), from whole columns.
fn from_columns(game: &Game, count: usize) -> Vec<Position> {
    let mut upper = Vec::new();
    let mut columns = Columns::new(game, Some(Engine::Lines)).unwrap();
    while upper.len() < count {
        let column = columns.next(u64::MAX).unwrap();
        upper.extend(column.p.iter().map(|&y| Position::new(column.x, y)).filter(Position::is_upper));
    }
    upper.truncate(count);
    upper
}

/// Solves `game` both ways and compares the first rows, of which there are `count`.
fn assert_table(text: &str, count: usize, game: &str) {
    let table = Table::read(text);
    assert_eq!(table.rows.len(), count);
    let game: Game = game.parse().unwrap();
    assert_eq!(from_columns(&game, count), table.rows, "{game} by whole columns");

    // Four times as high as the table: a P-position above it, left of its last column, would come between its rows.
    let last = table.rows[count - 1];
    let board = solve::board(&game, last.x + 1, 4 * (last.y + 1), Some(Engine::Reference), &()).unwrap();
    let mut upper: Vec<Position> = board.p_positions().filter(Position::is_upper).collect();
    upper.sort_unstable();
    upper.truncate(count);
    assert_eq!(upper, table.rows, "{game} by the reference engine");

    for &(n, printed) in &table.printed_n {
        assert!(!board.is_p(printed), "row {n} of {game} as printed, {printed}, is an N-position");
    }
    for &(n, printed) in &table.printed_elsewhere {
        assert!(board.is_p(printed) && table.rows[n] != printed, "{printed} is P, but is not row {n} of {game}");
    }
}

/// Lar11 Table 2.
#[test]
fn lar11_table_2() {
    assert_table(include_str!("../golden/lar11-table-2.txt"), 90, "blocking:k=4");
}

/// Lar11 Table 3.
#[test]
fn lar11_table_3() {
    assert_table(include_str!("../golden/lar11-table-3.txt"), 90, "blocking:k=5");
}

/// Lar11 Table 4.
#[test]
fn lar11_table_4() {
    assert_table(include_str!("../golden/lar11-table-4.txt"), 90, "blocking:k=6");
}

/// Lar15 Table 1.
#[test]
fn lar15_table_1() {
    assert_table(include_str!("../golden/lar15-table-1.txt"), 17, "modulo:m=1,p=3");
}

/// Lar15 Table 2: the pairs of m = 2, p = 3, which solve four games (Theorem 2.1).
#[test]
fn lar15_table_2() {
    for game in ["rook-blocking:m=2,p=3", "modulo:m=2,p=3", "modulo:m=2,p=6,l=2", "choice:m=2,p=3"] {
        assert_table(include_str!("../golden/lar15-table-2.txt"), 17, game);
    }
}

/// Lar15 Table 3, corrected; the printed row 16 is not a P-position.
#[test]
fn lar15_table_3() {
    let text = include_str!("../golden/lar15-table-3.txt");
    assert_eq!(Table::read(text).printed_n, [(16, Position::new(9, 49))]);
    assert_table(text, 17, "modulo:m=2,p=2");
}

/// Lar15 Table 4, corrected; of the printed rows 9 to 16 only (6,29) is a P-position, and it is row 11.
#[test]
fn lar15_table_4() {
    let text = include_str!("../golden/lar15-table-4.txt");
    let table = Table::read(text);
    let printed: Vec<usize> = table.printed_n.iter().map(|printed| printed.0).collect();
    assert_eq!(printed, [9, 11, 12, 13, 14, 15, 16]);
    assert_eq!(table.printed_elsewhere, [(10, Position::new(6, 29))]);
    assert_table(text, 17, "modulo:m=2,p=3,l=2");
}

/// Lar09 Example 15: (2,3)-Wythoff Nim.
#[test]
fn lar09_example_15() {
    assert_table(include_str!("../golden/lar09-example-15.txt"), 10, "diagonal-blocking:m=2,p=3");
}

/// Lar09 Example 16: (3,3)-Wythoff Nim.
#[test]
fn lar09_example_16() {
    assert_table(include_str!("../golden/lar09-example-16.txt"), 7, "diagonal-blocking:m=3,p=3");
}
