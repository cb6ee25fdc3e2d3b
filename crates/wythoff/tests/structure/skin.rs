//! The arm in its band against the automaton's own start, against games, and the skin's levels.

use std::ops::ControlFlow;

use wythoff::engine::automaton::{Site, Start, Window as Plane, epaulette};
use wythoff::solve::{self, Values, Watch};
use wythoff::structure::arm::{self, BLOCK, COLUMN_LIMIT, SKIN_ROWS};
use wythoff::structure::skin::{fibonacci, measure, step_pattern};
use wythoff::{Engine, Game, Position, SolveError, Window};

/// Each column's last palace, and the values above it.
fn columns(count: u64, threads: usize) -> Vec<(i64, Vec<i8>)> {
    let mut columns = Vec::new();
    arm::columns(count, Some(threads), &(), |column| {
        assert_eq!(column.x, columns.len() as u64);
        columns.push((column.last, column.values.to_vec()));
        Ok::<(), SolveError>(())
    })
    .expect("a small part of the arm");
    columns
}

#[test]
fn the_band_is_the_arm_of_the_automaton() {
    let (width, height) = (BLOCK as u64 + 200, 3600);
    let above = 300;
    let window = Plane::new(Site::new(0, -above), width, height).expect("in the plane");
    let grid = Start::Shoulder.grid(window, &()).expect("small");
    let value = |x: u64, y: i64| grid.get(Site::new(x.cast_signed(), y)).expect("in the window");
    let found = columns(width, 2);
    for (x, (last, values)) in (0..width).zip(&found) {
        let rows = -above..height.cast_signed() - above;
        let expected = rows.rev().find(|y| value(x, *y) < 0).expect("every column has palaces");
        assert_eq!(*last, expected, "column {x}");
        // What is not kept is épaulette, from where the kept values begin up to the hood.
        let begin = last + 1 - i64::try_from(values.len()).expect("small");
        let is_whole = values.len() == SKIN_ROWS;
        assert!(is_whole || (-above..begin).all(|y| value(x, y) == epaulette(2 * x.cast_signed() + y)), "column {x}");
        for (y, cell) in (0..).map(|up| last - up).zip(values).filter(|(y, _)| *y >= -above) {
            assert_eq!(i64::from(*cell), value(x, y), "({x},{y})");
        }
    }
}

/// Column x of W^k is column x of the arm if k > 3x: by another engine, with other arithmetic.
#[test]
fn the_band_is_the_arm_of_a_game() {
    let (k, width) = (4000, 1300);
    let game: Game = format!("blocking:k={k}").parse().expect("a game");
    let window = Window { at: Position::new(0, k), width, height: 3500 };
    let mut lasts = vec![-1; 1300];
    solve::rows(&game, window, Values::Outcome, Some(Engine::Lines), &(), |row| {
        for (x, _) in row.p.iter().enumerate().filter(|(_, p)| **p == 1) {
            lasts[x] = (row.y - k).cast_signed();
        }
        Ok::<(), SolveError>(())
    })
    .expect("small");
    let found: Vec<i64> = columns(width, 1).into_iter().map(|column| column.0).take(1300).collect();
    assert_eq!(found, lasts);
}

#[test]
fn threads_do_not_matter() {
    assert_eq!(columns(5000, 1), columns(5000, 5));
}

/// From a border on the arm is what it is from the shoulder on.
#[test]
fn a_border_is_all_that_further_columns_need() {
    let (mut border, mut found, mut cells) = (None, Vec::new(), 0);
    for end in [1024, 3072, 5120] {
        let (extent, _, next) = arm::columns_after(border, end, Some(2), &(), |column| {
            assert_eq!(column.x, found.len() as u64);
            found.push((column.last, column.values.to_vec()));
            Ok::<(), SolveError>(())
        })
        .expect("a small part of the arm");
        cells += extent.cells;
        border = next;
    }
    assert_eq!(found, columns(5120, 2));
    let skin = measure(5120, None, &()).expect("small");
    assert_eq!((border.expect("the last one").x, cells), (5120, skin.extent.cells));
}

#[test]
fn the_hem_is_the_first_cell_that_is_not_epaulette() {
    let skin = measure(2048, None, &()).expect("small");
    assert_eq!(skin.hems.len(), 2);
    let window = Plane::new(Site::new(1022, -400), 2, 1200).expect("in the plane");
    let grid = Start::Shoulder.grid(window, &()).expect("small");
    let differs = |y: &i64| [1022, 1023].iter().any(|&x| grid.get(Site::new(x, *y)) != Some(epaulette(2 * x + y)));
    let first = (-400..800).find(differs).expect("the arm begins somewhere");
    assert!(first >= skin.hems[0].y && first <= skin.hems[0].y + 1, "{first} {:?}", skin.hems[0]);
    assert_eq!(skin.hems[0].x, 1023);
}

#[test]
fn patterns_have_fibonacci_lengths() {
    assert_eq!([1, 2].map(step_pattern), [vec![2, 3], vec![2, 3, 2, 3, 3]]);
    for n in 0..12 {
        let pattern = step_pattern(n);
        assert_eq!(pattern.len() as u64, fibonacci(2 * n + 1));
        assert_eq!(pattern.iter().copied().map(u64::from).sum::<u64>(), fibonacci(2 * n + 3));
    }
}

/// CLN15: n = 1 at first, n = 2 after about 200 pixels, n = 3 after about 7700. The programs of the audit
/// (tests/golden/audit.txt, CLN15.S3.4.steps) saw the changes in rows 2, 81 and 2965.
#[test]
fn levels_change_where_the_paper_saw_it() {
    let skin = measure(20_000, None, &()).expect("small");
    assert!(skin.odd_steps.is_empty());
    let levels: Vec<_> =
        skin.levels.iter().map(|level| (level.n, level.from, level.pixels, level.to, level.pixels_to)).collect();
    let expected = [(0, 0, -1, 3, 5), (1, 2, 3, 82, 203), (2, 77, 190, 2970, 7712), (3, 2954, 7670, 20_479, 53_505)];
    assert_eq!(levels, expected);
    // These rows fit the level before and the level after.
    for (pair, row) in skin.levels[1..].windows(2).zip([81, 2965]) {
        assert!(pair[1].from <= row && row < pair[0].to);
    }
    let last = &skin.levels[3];
    assert!(!last.ends && skin.levels[..3].iter().all(|level| level.ends));
    // Nearly all of level 3 has the paper's thicknesses.
    let share = |counts: &std::collections::BTreeMap<u64, u64>, value: u64| {
        let all: u64 = counts.values().sum();
        counts[&value] * 1000 / all
    };
    assert!(share(&last.horizontal, 21) >= 998);
    assert!(share(&last.diagonal, 13) >= 998);
    assert!(share(&last.vertical, 8) + share(&last.vertical, 9) >= 998);
    assert!(share(&last.lines, 34) >= 980);
    assert!(last.irregular < 20);
}

/// Breaks off at once.
struct Impatient;

impl Watch for Impatient {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn work_can_be_stopped_and_is_limited() {
    assert_eq!(measure(100_000, None, &Impatient).err(), Some(SolveError::Interrupted));
    assert!(matches!(measure(COLUMN_LIMIT + 1, None, &()), Err(SolveError::TooManyColumns { .. })));
    let refused =
        arm::columns(
            5000,
            None,
            &(),
            |column| {
                if column.x < 10 { Ok(()) } else { Err(SolveError::Unsupported("enough")) }
            },
        );
    assert_eq!(refused.err(), Some(SolveError::Unsupported("enough")));
}
