//! The vector engines on boards so small that an interpreter can follow every access: `tests/memory` runs this file
//! under Miri (the portable twins, threads and all) and under the address sanitizer (every instruction set of the
//! machine).

use wythoff::engine::dense::{self, Edges, InstructionSet, Settings};
use wythoff::engine::sparse::{Instructions, Sparse};
use wythoff::solve::{self, Engine, Signing, Values};
use wythoff::{Game, Position, Tally, Window};

fn game(k: u64) -> Game {
    format!("W^{k}").parse().unwrap()
}

/// Two block columns, the second one cut off, by two threads; one board has a hood, one outer space.
#[test]
fn dense() {
    for (k, n) in [(40, 530), (300, 520)] {
        let expected =
            solve::stats(&game(k), Window::corner(n, n), Signing::Small, Some(Engine::Lines), &()).unwrap().0;
        for instructions in InstructionSet::ALL.into_iter().filter(|set| set.is_available()) {
            let settings =
                Settings { threads: Some(2), instructions: Some(instructions), strip: Some(16), ..Settings::default() };
            assert_eq!(dense::stats(k, n, true, settings, &()).unwrap(), expected, "{instructions:?}");
        }
    }
}

/// Rows with their numbers, and a tile that is computed alone.
#[test]
fn dense_windows() {
    let (k, window) = (40, Window { at: Position::new(500, 60), width: 25, height: 20 });
    let mut expected = Vec::new();
    solve::rows(&game(k), window, Values::Deviation, Some(Engine::Lines), &(), |row| {
        expected.push((row.p.to_vec(), row.numbers.to_vec()));
        Ok::<(), wythoff::SolveError>(())
    })
    .unwrap();
    for instructions in InstructionSet::ALL.into_iter().filter(|set| set.is_available()) {
        let settings = Settings { threads: Some(2), instructions: Some(instructions), ..Settings::default() };
        let mut rows = Vec::new();
        dense::rows(k, window, Values::Deviation, Settings { strip: Some(16), ..settings }, &(), |row| {
            rows.push((row.p.to_vec(), row.numbers.to_vec()));
            Ok::<(), wythoff::SolveError>(())
        })
        .unwrap();
        assert!(rows == expected, "{instructions:?}");
        let tile = Edges::new(k, 90, settings, &()).unwrap().tile(0, 0, true);
        let row = &tile.deviations()[70 * tile.width()..][..tile.width()];
        let expected: Vec<i64> = (0..90_u64).map(|x| palaces(k, x, 70) - 40).collect();
        assert_eq!(row, expected, "{instructions:?}");
    }
}

/// The palace number of a position.
fn palaces(k: u64, x: u64, y: u64) -> i64 {
    let mut found = 0;
    let window = Window { at: Position::new(x, y), width: 1, height: 1 };
    solve::rows(&game(k), window, Values::Palace, Some(Engine::Lines), &(), |row| {
        found = row.numbers[0];
        Ok::<(), wythoff::SolveError>(())
    })
    .unwrap();
    found
}

/// Both widths of lanes, a checkpoint in the middle.
#[test]
fn sparse() {
    for (k, columns) in [(3, 90), (20, 40), (300, 3)] {
        let mut tally = Tally::default();
        let extent = wythoff::table::Extent::MaxX(columns - 1);
        game(k).p_positions().extent(extent).engine(Engine::Lines).for_each(|at| tally.add(at.unwrap()));
        for instructions in Instructions::available() {
            let mut sparse = Sparse::new(k).unwrap().using(instructions).unwrap();
            sparse.run(columns / 2, &(), |_| Ok::<(), wythoff::SolveError>(())).unwrap();
            let mut file = Vec::new();
            sparse.write_checkpoint(&mut file).unwrap();
            let mut sparse = Sparse::from_checkpoint(&file[..]).unwrap().using(instructions).unwrap();
            let found = sparse.run(columns, &(), |_| Ok::<(), wythoff::SolveError>(())).unwrap();
            assert_eq!(found, tally, "k = {k}, {instructions}");
        }
    }
}
