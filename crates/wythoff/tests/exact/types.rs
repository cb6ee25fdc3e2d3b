//! Strips whose columns repeat themselves, or have types that do: their answers are those of the sparse engine, of
//! other engines and of themselves at any size.

use wythoff::certificate::strips::answer::{Solution, file, is_solved, shipped, solved, text};
use wythoff::certificate::strips::verify;
use wythoff::certificate::{Columns, Proof, check};
use wythoff::engine::sparse::Sparse;
use wythoff::exact::{IBig, Surd, UBig};
use wythoff::solve::{self, Values};
use wythoff::strategy::{Question, ask_exact};
use wythoff::{Engine, Game, Outcome, Position, SolveError, UNWATCHED, Window};

use super::machine::{
    columns_are_those_of_the_sparse_engine, far, palace_numbers_obey_the_automaton, strategies_are_right,
};

fn solution(k: u32) -> &'static Solution {
    Solution::shipped(k).expect("it is solved")
}

#[test]
fn shipped_strips_are_valid() {
    assert!(solved().all(|k| shipped().any(|shipped| shipped == k)));
    for k in shipped() {
        let Ok(Proof::Strips(strips)) = check(text(k).unwrap().as_bytes()) else { panic!("{}", file(k)) };
        assert_eq!(strips.k(), k);
        assert_eq!(Solution::new(strips).is_some(), is_solved(k), "W^{k}");
    }
    assert!(!is_solved(11) && !is_solved(7));
}

#[test]
fn columns_of_strips_are_those_of_the_sparse_engine() {
    for k in solved() {
        columns_are_those_of_the_sparse_engine(solution(k), 120_000, 23);
    }
}

/// Takes some minutes.
#[test]
#[ignore = "long"]
fn a_million_columns_of_strips_are_those_of_the_sparse_engine() {
    for k in solved() {
        columns_are_those_of_the_sparse_engine(solution(k), 1_000_000, 1);
    }
}

/// Rows and diagonals, some near the corner and some far out, and positions next to palaces, against brute force.
#[test]
fn lines_of_strips_are_those_of_the_sparse_engine() {
    const COLUMNS: u64 = 100_000;
    for k in solved() {
        let solution = solution(k);
        let mut sparse = Sparse::new(k.into()).unwrap();
        let ranges = [(0, 4000), (31_990, 60), (COLUMNS - 700, 700)];
        let [mut rows, mut diagonals] = [(); 2].map(|()| ranges.map(|(_, count)| vec![Vec::new(); count]));
        for x in 0..COLUMNS {
            let upper = sparse.next_column().unwrap().upper;
            for &y in upper {
                // A row has the palaces left of the diagonal.
                let lines = [(y > x).then_some((y, &mut rows)), Some((y - x, &mut diagonals))];
                for (line, found) in lines.into_iter().flatten() {
                    for ((from, _), found) in ranges.iter().zip(found) {
                        let at = line.checked_sub(*from).and_then(|at| usize::try_from(at).ok());
                        if let Some(xs) = at.and_then(|at| found.get_mut(at)) {
                            xs.push(UBig::from(x));
                        }
                    }
                }
            }
            if x % 5003 == 0 {
                for y in upper.iter().flat_map(|y| [*y, y + 1]) {
                    let at = Position::new(UBig::from(y), UBig::from(x));
                    let outcome = Outcome::p_if(upper.contains(&y));
                    assert_eq!(solution.outcome(&at, UNWATCHED).unwrap(), outcome, "W^{k} at {at}");
                }
            }
        }
        for (((from, count), rows), diagonals) in ranges.into_iter().zip(rows).zip(diagonals) {
            assert_eq!(solution.rows(&from.into(), count, UNWATCHED).unwrap(), rows, "W^{k}, rows from {from}");
            let found = solution.diagonals(&from.into(), count, UNWATCHED).unwrap();
            assert_eq!(found, diagonals, "W^{k}, diagonals from {from}");
        }
    }
}

/// Palace numbers, cell by cell, against another engine: at the corner, where the strips begin, across the diagonal.
#[test]
fn palace_numbers_of_strips_are_those_of_the_lines_engine() {
    for k in solved() {
        let game: Game = format!("W^{k}").parse().unwrap();
        for (x, y, width, height) in [(0, 0, 40, 40), (980, 2270, 60, 50), (1200, 3000, 70, 30), (2000, 1990, 30, 30)] {
            let window = |engine| {
                let (at, mut numbers) = (Position::new(x, y), Vec::new());
                solve::rows(&game, Window { at, width, height }, Values::Palace, Some(engine), &(), |row| {
                    numbers.extend_from_slice(row.numbers);
                    Ok::<(), SolveError>(())
                })
                .expect("solved");
                numbers
            };
            assert_eq!(window(Engine::Closed), window(Engine::Lines), "W^{k} at ({x},{y})");
        }
    }
}

#[test]
fn palace_numbers_of_strips_obey_the_automaton() {
    for k in solved() {
        for digits in [20, 300] {
            palace_numbers_obey_the_automaton(solution(k), digits);
        }
    }
}

#[test]
fn strategies_by_strips() {
    for k in solved() {
        strategies_are_right(solution(k), &file(k), 1000);
    }
}

/// Palaces keep near the line of the machine, y = (1 + √2)x, and the other one, y = 13x/5, at any size.
#[test]
fn palaces_of_w73_keep_to_their_lines() {
    let x = far(1000);
    let slope = Surd::new(1, 1, 2_u8, 1);
    let line = (&slope * &Surd::from(IBig::from(x.clone()))).floor();
    let column = solution(73).column(&x, UNWATCHED).unwrap();
    assert_eq!(verify(text(73).unwrap()).unwrap().slope(), Some(slope));
    let near = |line: UBig| column.iter().filter(|y| **y < &line + 300_u16 && *y + 300_u16 > line).count();
    assert_eq!(near(UBig::try_from(line).unwrap()) + near(&x * 13_u8 / 5_u8), column.len());
}

/// So many levels that they are not all kept.
#[test]
fn strips_answer_at_thousands_of_digits() {
    let game: Game = "W^73".parse().unwrap();
    let x = far(3000);
    let column = solution(73).column(&x, UNWATCHED).unwrap();
    let answer = ask_exact(&game, Position::new(x, column[0].clone()), &Question::default(), &()).expect("solved");
    assert!(answer.outcome.is_p());
}
