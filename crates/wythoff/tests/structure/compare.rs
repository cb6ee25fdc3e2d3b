//! Boards laid over each other, against a loop over two whole boards.

use proptest::prelude::*;
use wythoff::solve::{self, Values};
use wythoff::structure::compare::{Comparison, Matches, Offset};
use wythoff::{Engine, Game, Position, SolveError, Window};

fn compare(first: u32, second: u32, (dx, dy): (i64, i64), window: Window) -> Matches {
    let compared = Comparison { first, second, offset: Offset { dx, dy }, window };
    compared.rows(&(), |_| Ok::<(), SolveError>(())).expect("small")
}

fn deviations(k: u32, side: u64) -> Vec<Vec<i64>> {
    let game: Game = format!("blocking:k={k}").parse().expect("a game");
    let mut rows = Vec::new();
    solve::rows(&game, Window::corner(side, side), Values::Deviation, Some(Engine::Reference), &(), |row| {
        rows.push(row.numbers.to_vec());
        Ok::<(), SolveError>(())
    })
    .expect("small");
    rows
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn matches_are_those_of_a_plain_loop(
        first in 1_u32..9, second in 1_u32..9, dx in -12_i64..12, dy in -12_i64..12,
        x in 0_u64..8, y in 0_u64..8, width in 0_u64..14, height in 0_u64..14,
    ) {
        let (one, other) = (deviations(first, 40), deviations(second, 40));
        let mut expected = Matches::default();
        for row in y..y + height {
            for column in x..x + width {
                let moved = (column.checked_add_signed(dx), row.checked_add_signed(dy));
                let (Some(to_x), Some(to_y)) = moved else { continue };
                let index = |at: u64| usize::try_from(at).unwrap();
                let at = |rows: &[Vec<i64>], x: u64, y: u64| rows[index(y)][index(x)];
                expected.compared += 1;
                let here = Position::new(column, row);
                if at(&one, column, row) == at(&other, to_x, to_y) {
                    expected.equal += 1;
                } else {
                    expected.first_difference.get_or_insert(here);
                    if column == row {
                        expected.first_on_diagonal.get_or_insert(here);
                    }
                    if expected.nearest.is_none_or(|near| (near.x + near.y, near.x) > (column + row, column)) {
                        expected.nearest = Some(here);
                    }
                }
            }
        }
        let window = Window { at: Position::new(x, y), width, height };
        prop_assert_eq!(compare(first, second, (dx, dy), window), expected);
    }
}

/// CLN15 Fig. 4, left, with the counts that the audit's programs found (tests/golden/audit.txt, CLN15.Fig4.left).
#[test]
fn from_497_to_500() {
    let matches = compare(497, 500, (1, 1), Window::corner(899, 899));
    assert_eq!((matches.compared, matches.compared - matches.equal), (808_201, 206_702));
    assert_eq!(matches.first_on_diagonal, Some(Position::new(805, 805)));
    assert_eq!(matches.nearest, Some(Position::new(0, 499)), "the square up to k + 1 is the same in both");
}

/// CLN15 Fig. 4, right: épaulette and arm, and half of the hood.
#[test]
fn from_499_to_500() {
    for window in [
        Window { at: Position::new(0, 170), width: 60, height: 330 },
        Window { at: Position::new(0, 500), width: 166, height: 1000 },
    ] {
        let matches = compare(499, 500, (0, 1), window);
        assert_eq!(matches.equal, matches.compared);
        assert_eq!(matches.nearest, None);
    }
}

#[test]
fn there_and_back_is_the_same() {
    let there = compare(97, 100, (1, 1), Window::corner(250, 250));
    let back = compare(100, 97, (-1, -1), Window::corner(251, 251));
    assert_eq!((there.compared, there.equal), (back.compared, back.equal));
}

#[test]
fn nothing_to_compare_and_too_much() {
    assert_eq!(compare(5, 6, (-100, 0), Window::corner(50, 50)), Matches::default());
    assert_eq!(compare(5, 6, (i64::MIN, i64::MIN), Window::corner(50, 50)), Matches::default());
    let far = Window { at: Position::new(u64::MAX - 5, 0), width: 5, height: 5 };
    let compared = Comparison { first: 5, second: 6, offset: Offset { dx: 100, dy: 0 }, window: far };
    assert!(compared.rows(&(), |_| Ok::<(), SolveError>(())).is_err());
    let compared = Comparison { first: 0, second: 6, offset: Offset::default(), window: Window::corner(5, 5) };
    assert!(compared.rows(&(), |_| Ok::<(), SolveError>(())).is_err());
    let failing = Comparison { first: 5, second: 6, offset: Offset::default(), window: Window::corner(5, 5) };
    let result = failing.rows(&(), |_| Err::<(), SolveError>(SolveError::Unsupported("enough")));
    assert_eq!(result, Err(SolveError::Unsupported("enough")));
}
