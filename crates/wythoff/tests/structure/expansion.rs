//! The pattern of the skin against the arm that was computed, and its expansion from level to level.

use std::collections::BTreeMap;

use wythoff::SolveError;
use wythoff::structure::arm;
use wythoff::structure::expansion::{HIGHEST, MATRICES, Pattern, uses};
use wythoff::structure::skin::{fibonacci, step_pattern};

fn pattern(n: u32) -> Pattern {
    Pattern::of_level(n).expect("a low level")
}

/// Where the levels 1 to 4 were seen (`wythoff skin`), and how many columns are enough.
const SEEN: [(u32, u64, u64); 4] = [(1, 2, 77), (2, 82, 2954), (3, 2970, 4096), (4, 132_562, 134_144)];

/// The last palace of each column and the palaces above it, upwards; a column of the lower arm is a row of the paper's.
fn skins() -> BTreeMap<u64, (i64, Vec<i64>)> {
    let mut skins = BTreeMap::new();
    let last = SEEN[SEEN.len() - 1].2;
    arm::columns(last, None, &(), |column| {
        if SEEN.iter().any(|(_, from, to)| (*from..*to).contains(&column.x)) {
            let skin = column.values.iter().map(|value| i64::from(*value)).take_while(|value| *value < 0);
            skins.insert(column.x, (column.last, skin.collect()));
        }
        Ok::<(), SolveError>(())
    })
    .expect("a small part of the arm");
    skins
}

#[test]
fn the_arm_has_the_pattern_of_each_level() {
    let skins = skins();
    for (n, from, to) in SEEN {
        let pattern = pattern(n);
        let rows = u64::try_from(pattern.period().0).expect("positive");
        // The rotation of the step pattern with which the level begins.
        let steps: Vec<u8> =
            (from + 1..from + rows).map(|x| u8::try_from(skins[&x].0 - skins[&(x - 1)].0).expect("2 or 3")).collect();
        let turned = |turn: &usize| step_pattern(n).iter().cycle().skip(turn + 1).zip(&steps).all(|(a, b)| a == b);
        let turn = (0..step_pattern(n).len()).find(turned).expect("the steps of the level");
        let is_as_pattern = |x: u64| {
            let row = i64::try_from(x - from).expect("small") + i64::try_from(turn).expect("small");
            skins[&x].1.iter().rev().eq(&pattern.row(row))
        };
        let equal = (from..to).filter(|x| is_as_pattern(*x)).count();
        let whole = (from..to - rows).any(|first| (first..first + rows).all(is_as_pattern));
        assert!(whole, "level {n}: {equal} of {} columns, no whole period", to - from);
    }
}

#[test]
fn a_pattern_has_the_thicknesses_and_the_symmetry_of_the_paper() {
    for n in 1..=6 {
        let pattern = pattern(n);
        let f = |plus: u32| i64::try_from(fibonacci(2 * n + plus)).expect("small");
        let (rows, columns) = pattern.period();
        assert_eq!((rows, columns), (f(1), f(3)), "level {n}");
        let vertical: Vec<i64> = (0..columns).map(|x| i64::try_from(pattern.rows_of(x).count()).unwrap()).collect();
        let line = usize::try_from(columns - 1).expect("positive");
        assert!(vertical[..line].iter().all(|thickness| *thickness == f(0)) && vertical[line] == f(0) + 1);
        // Half a turn maps what is between two lines to itself, and exchanges −1 and −2.
        let last_row = pattern.rows_of(columns - 2).last().expect("a cell");
        for column in 0..columns - 1 {
            for row in pattern.rows_of(column) {
                let value = pattern.value(row, column);
                let turned = (last_row - row, columns - 2 - column);
                assert!([-1, -2].contains(&value) && pattern.contains(turned.0, turned.1), "level {n}");
                assert_eq!(pattern.value(turned.0, turned.1), -3 - value, "level {n} at ({column},{row})");
            }
        }
    }
}

#[test]
fn each_column_of_a_level_is_read_in_one_way_in_the_next() {
    // By a separate program.
    let expected = [
        [1, 2, 1, 0, 1, 1],
        [4, 10, 8, 5, 6, 7],
        [22, 65, 54, 39, 43, 50],
        [141, 442, 363, 272, 301, 351],
        [946, 3026, 2464, 1869, 2080, 2431],
    ];
    for (n, expected) in (1..).zip(expected) {
        assert_eq!(uses(n), Some(expected), "level {n}");
    }
    assert_eq!(uses(0), None);
    assert_eq!(uses(HIGHEST), None);
    for (index, one) in MATRICES.iter().enumerate() {
        assert!(MATRICES[index + 1..].iter().all(|other| one != other));
    }
}

/// The matrix of 2 → 23, 3 → 233 is (1 1; 1 2): it takes the numbers of twos and threes, and with them every pair of
/// neighbouring Fibonacci numbers of the skin, from a level to the next.
#[test]
fn one_matrix_takes_steps_and_thicknesses_to_the_next_level() {
    let counts = |n: u32| [2, 3].map(|step| step_pattern(n).into_iter().filter(|it| *it == step).count() as u64);
    for n in 0..HIGHEST {
        let of = |[a, b]: [u64; 2]| [a + b, a + 2 * b];
        let f = |plus: u32| [fibonacci(2 * n + plus), fibonacci(2 * n + plus + 1)];
        assert_eq!(of(counts(n)), counts(n + 1));
        assert_eq!(counts(n + 1), f(1));
        for plus in 0..4 {
            assert_eq!(of(f(plus)), f(plus + 2));
        }
    }
}
