//! States of threads against plain loops over a board that is kept whole, and against numbers that another program
//! counted before.

use std::collections::BTreeSet;

use oracle::Palaces;
use wythoff::structure::machines::{AHEAD, Machines, Verdict, fewest_columns, measure};
use wythoff::structure::threads::{Part, settled};

fn parts(found: &Machines) -> Vec<&Part> {
    found.threads.threads.iter().flat_map(|thread| &thread.parts).collect()
}

fn counts(found: &Machines) -> Vec<[Option<u64>; 3]> {
    parts(found).into_iter().map(|part| part.states.as_ref().expect("counted").counts).collect()
}

/// The windows of the palaces that `belongs` names, literally: for each column all palaces before it are counted, and
/// all that come are looked through.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the boards are small")]
fn literal(board: &[Vec<u64>], from: usize, end: usize, belongs: impl Fn(u64, u64) -> bool) -> [u64; 3] {
    let mine: Vec<Vec<u64>> =
        (0..).zip(board).map(|(x, column)| column.iter().copied().filter(|&y| belongs(x, y)).collect()).collect();
    // By column: the first row, and the first diagonal, that gets a palace in it or later.
    let mut first = vec![(u64::MAX, u64::MAX); board.len() + 1];
    for x in (0..board.len()).rev() {
        let lowest = mine[x].first().map_or((u64::MAX, u64::MAX), |y| (*y, *y - x as u64));
        first[x] = (first[x + 1].0.min(lowest.0), first[x + 1].1.min(lowest.1));
    }
    let size = board.iter().flatten().max().map_or(0, |y| *y as usize + 2);
    let (mut rows, mut diagonals) = (vec![0_u32; size], vec![0_u32; size]);
    let (mut last_row, mut last_diagonal) = (0, 0);
    let mut windows = BTreeSet::new();
    let mut counted = [0; 3];
    for (x, column) in board.iter().enumerate().take(end) {
        for (count, mark) in counted.iter_mut().zip([board.len() / 4, board.len() / 2, end]) {
            if x == mark {
                *count = windows.len() as u64;
            }
        }
        let (row, diagonal) = (first[x].0 as usize, first[x].1 as usize);
        if x >= from {
            let of_rows: Vec<u32> = (row..=last_row).map(|y| rows[y]).collect();
            let of_diagonals: Vec<u32> = (diagonal..=last_diagonal).map(|d| diagonals[d]).collect();
            windows.insert((of_rows, of_diagonals, (x + diagonal) as i64 - row as i64));
        }
        for &y in column {
            rows[y as usize] += 1;
            diagonals[y as usize - x] += 1;
        }
        if let Some(&y) = mine[x].last() {
            last_row = last_row.max(y as usize);
            last_diagonal = last_diagonal.max(y as usize - x);
        }
    }
    counted[2] = windows.len() as u64;
    counted
}

#[test]
fn states_agree_with_plain_loops() {
    // No two of their threads run side by side, so that rays tell them apart.
    for k in [1, 3, 5, 7, 11, 15, 36, 47, 58] {
        let n = usize::try_from(fewest_columns(k.into())).unwrap();
        let board = Palaces::columns(k, n);
        let found = measure(k.into(), n as u64, &()).unwrap();
        let parts = parts(&found);
        // Rays through the middle between neighbours.
        let rays: Vec<(u64, u64)> =
            parts.windows(2).map(|pair| (pair[1].last.0, u64::midpoint(pair[0].last.2, pair[1].last.1))).collect();
        let belongs = |x: u64, y: u64| rays.iter().filter(|(rx, ry)| y * rx > ry * x).count();
        for (number, part) in parts.iter().enumerate() {
            let states = part.states.as_ref().unwrap();
            let from = usize::try_from(states.from).unwrap();
            let end = n - usize::try_from(AHEAD).unwrap();
            let expected = literal(&board, from, end, |x, y| belongs(x, y) == number);
            assert_eq!(states.counts, expected.map(Some), "W^{k}, thread {number}");
            assert_eq!(states.from, settled(k.into()), "W^{k}, thread {number}");
        }
    }
}

/// What another program counted over 200,000 columns, after the fact. It took threads of one slope as one: for W^65 and
/// W^76, which have two that run side by side, it has 19 and 22 states.
#[test]
fn finite_machines_have_the_states_that_were_counted_before() {
    let known: [(u64, &[u64]); 10] = [
        (11, &[7]),
        (15, &[37, 5]),
        (36, &[47, 5]),
        (47, &[22, 5]),
        (55, &[2, 3, 5]),
        (58, &[124, 10]),
        (65, &[17, 5]),
        (73, &[2, 4, 5]),
        (76, &[18, 5]),
        (80, &[35]),
    ];
    for (k, states) in known {
        let found = measure(k, 60_000, &()).unwrap();
        assert_eq!(counts(&found), states.iter().map(|count| [Some(*count); 3]).collect::<Vec<_>>(), "W^{k}");
        let verdicts = parts(&found).into_iter().map(|part| Verdict::of(part.states.as_ref().unwrap()));
        assert!(verdicts.into_iter().all(|verdict| verdict == Verdict::Finite), "W^{k}");
    }
    // One that looks like a logarithm, and is finite (docs/STRIPS.md); and one that was late.
    let first = |k, columns| counts(&measure(k, columns, &()).unwrap())[0].map(Option::unwrap);
    assert_eq!(first(5, 200_000), [106, 108, 124]);
    assert_eq!(first(66, 200_000), [56, 64, 64]);
}

/// W^11 by hand: a machine whose table is complete, and whose word has few factors.
#[test]
fn a_table_says_what_each_column_does() {
    let found = measure(11, 40_000, &()).unwrap();
    assert_eq!(found.letters, [3, 4]);
    let states = parts(&found)[0].states.clone().unwrap();
    let table = states.table.expect("it is small");
    assert_eq!(table.windows.len(), 7);
    let seen: u64 = table.steps.iter().map(|(_, count)| count).sum();
    assert_eq!(seen, 40_000 - AHEAD - states.from - 1);
    for (step, _) in &table.steps {
        // Each column has 11 palaces, and a palace is where fewer than 11 are seen.
        assert_eq!(usize::from(step.reads) + step.palaces.len(), 11);
        let window = &table.windows[step.from as usize];
        let at = |counts: &[u16], more: &[u16], place: i64| {
            let all = || counts.iter().chain(more);
            usize::try_from(place).ok().and_then(|place| all().nth(place)).map_or(0, |count| usize::from(*count))
        };
        for (before, &place) in step.palaces.iter().enumerate() {
            let place = i64::from(place);
            let row = at(&window.rows, &step.rows, place);
            let diagonal = at(&window.diagonals, &step.diagonals, place - window.offset);
            assert!(usize::from(step.reads) + before + row + diagonal < 11, "{step:?}");
        }
    }
}
