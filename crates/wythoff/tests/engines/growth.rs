//! Boards that grow square by square, against the lines engine.

use wythoff::engine::dense::{BLOCK, Entry, Growth, Painter, SIDE, Solved, Task};
use wythoff::solve::{self, Values};
use wythoff::{Engine, Game, SolveError, Window};

fn rows_of(growth: &mut Growth, end: u32) -> Vec<Vec<Solved>> {
    let mut rows = Vec::new();
    while let Some(task) = growth.claim(end) {
        rows.extend(growth.settle(task.solve().expect("the guard is silent")));
    }
    rows
}

/// Deviations of the corner, by the lines engine.
fn truth(k: u64, side: u64) -> Vec<Vec<i64>> {
    let game: Game = format!("blocking:k={k}").parse().expect("a game");
    let mut rows = Vec::new();
    let window = Window::corner(side, side);
    solve::rows(&game, window, Values::Deviation, Some(Engine::Lines), &(), |row| {
        rows.push(row.numbers.to_vec());
        Ok::<(), SolveError>(())
    })
    .expect("small enough");
    rows
}

#[test]
fn squares_hold_what_the_lines_engine_finds() {
    let side = usize::try_from(SIDE).expect("small");
    for k in [1, 2, 37, 100, 1500, 5000] {
        let mut painter = Painter::new();
        let rows = rows_of(&mut Growth::new(k).expect("k is small"), 2);
        assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
        let truth = truth(k, 2 * SIDE);
        for square in rows.into_iter().flatten() {
            let (x, y) = (square.column as usize * side, square.row as usize * side);
            let is_p = |column: usize, row: usize| truth[row][column] < 0;
            let task = Task::new(k, square.column, square.row, square.entry.clone());
            let cells = painter.paint(&task, true).expect("the guard is silent");
            for row in 0..side {
                for column in 0..side {
                    let deviation = truth[y + row][x + column];
                    assert_eq!(cells.deviation(column, row), deviation, "k = {k}, ({},{})", x + column, y + row);
                    assert_eq!(cells.is_p(column, row), deviation < 0);
                }
            }
            assert_eq!(painter.paint(&task, false).expect("the guard is silent").row(5), cells.row(5));
            for line in 0..side {
                let left = (0..x).filter(|column| is_p(*column, y + line)).count();
                let above = (0..y).filter(|row| is_p(x + line, *row)).count();
                assert_eq!(square.entry.rows()[line] as usize, left, "k = {k}, row {}", y + line);
                assert_eq!(square.entry.columns()[line] as usize, above, "k = {k}, column {}", x + line);
            }
            let block = usize::try_from(BLOCK).expect("small");
            let per_side = side / block;
            for (index, count) in square.blocks.iter().enumerate() {
                let (left, top) = (x + index % per_side * block, y + index / per_side * block);
                let palaces = (0..block * block).filter(|cell| is_p(left + cell % block, top + cell / block)).count();
                assert_eq!(usize::from(*count), palaces, "k = {k}, the block at ({left},{top})");
            }
        }
    }
}

/// However the squares are handed out, and wherever the work is taken up again, the entries are the same.
#[test]
fn the_order_of_work_does_not_matter() {
    let k = 300;
    let entries = |rows: &[Vec<Solved>]| -> Vec<Entry> { rows.iter().flatten().map(|s| s.entry.clone()).collect() };
    let straight = rows_of(&mut Growth::new(k).expect("k is small"), 5);

    // As many squares at a time as can be had, settled from the last to the first.
    let mut growth = Growth::new(k).expect("k is small");
    let (mut rows, mut most) = (Vec::new(), 0);
    while growth.rows() < 5 {
        let tasks: Vec<Task> = std::iter::from_fn(|| growth.claim(5)).collect();
        most = most.max(tasks.len());
        for task in tasks.into_iter().rev() {
            rows.extend(growth.settle(task.solve().expect("the guard is silent")));
        }
    }
    assert!(most >= 2, "two threads find work on one board");
    assert_eq!(entries(&rows), entries(&straight));

    // From the third row on, from bytes.
    let again = straight[2].iter().map(|square| {
        let mut bytes = Vec::new();
        square.entry.write(&mut bytes);
        let entry = Entry::read(&bytes).expect("what was written can be read");
        assert_eq!(entry, square.entry);
        assert_eq!(Entry::read(&bytes[1..]), None);
        assert_eq!(Entry::read(&bytes[..bytes.len() - 1]), None);
        Task::new(k, square.column, square.row, entry).solve().expect("the guard is silent")
    });
    let again: Vec<Solved> = again.collect();
    let resumed = rows_of(&mut Growth::after(k, again).expect("k is small"), 5);
    assert_eq!(entries(&resumed), entries(&straight[3..]));
}

/// A claim that is given up is handed out again.
#[test]
fn a_released_square_is_claimed_again() {
    let mut growth = Growth::new(3).expect("k is small");
    let task = growth.claim(1).expect("the first square waits for nothing");
    assert!(growth.claim(1).is_none());
    growth.release(&task);
    assert_eq!(growth.claim(1).map(|task| (task.column(), task.row())), Some((0, 0)));
}
