//! The regions of CLN15 section 3.1 against other boards, other engines, and the paper's own numbers.

use std::collections::BTreeMap;

use wythoff::engine::dense;
use wythoff::solve::{self, Values};
use wythoff::structure::arm;
use wythoff::structure::atlas;
use wythoff::structure::regions::{Census, Region, Regions, SIDE_LIMIT, usual_side};
use wythoff::structure::warp::{self, Diagonals};
use wythoff::{Engine, Game, SolveError, Window};

fn regions(k: u32, side: u64) -> Regions {
    Regions::find(k, side, &()).expect("the board is small")
}

/// Deviations by the lines engine.
fn deviations(k: u32, side: u64) -> Vec<Vec<i64>> {
    let game: Game = format!("blocking:k={k}").parse().expect("a game");
    let mut rows = Vec::new();
    solve::rows(&game, Window::corner(side, side), Values::Deviation, Some(Engine::Lines), &(), |row| {
        rows.push(row.numbers.to_vec());
        Ok::<(), SolveError>(())
    })
    .expect("the board is small");
    rows
}

fn cell(rows: &[Vec<i64>], x: u64, y: u64) -> i64 {
    rows[usize::try_from(y).expect("small")][usize::try_from(x).expect("small")]
}

fn cells(side: u64) -> impl Iterator<Item = (u64, u64)> {
    (0..side).flat_map(move |y| (0..side).map(move |x| (x, y)))
}

#[test]
fn every_cell_has_the_deviation_that_the_lines_engine_finds() {
    for k in [1, 2, 3, 4, 5, 10, 37, 100] {
        let (side, found) = (usual_side(k), regions(k, usual_side(k)));
        let rows = deviations(k, side);
        for (x, y) in cells(side) {
            assert_eq!(found.deviation(x, y), Some(cell(&rows, x, y)), "W^{k} at ({x},{y})");
            assert_eq!(found.region(x, y), found.region(y, x));
        }
        assert_eq!(found.deviation(side, 0), None);
        assert_eq!(found.region(0, side), None);
    }
}

#[test]
fn the_hood_is_where_all_options_are_palaces_and_fewer_than_k() {
    for k in [1, 5, 20, 99, 100, 101] {
        let found = regions(k, usual_side(k));
        for (x, y) in cells(found.side()) {
            let options = x + y + x.min(y);
            let is_hood = found.region(x, y) == Some(Region::Hood);
            assert_eq!(is_hood, options < k.into(), "W^{k} at ({x},{y})");
            assert!(!is_hood || found.deviation(x, y) == Some(options.cast_signed() - i64::from(k)));
        }
    }
}

#[test]
fn epaulettes_have_the_periods_and_counts_of_the_paper() {
    for k in [100, 200, 401] {
        let found = regions(k, usual_side(k));
        let inside = |x: u64, y: u64| x < y && found.region(x, y) == Some(Region::Epaulette);
        let mut columns_of_eleven = 0;
        for (x, y) in cells(found.side()).filter(|(x, y)| inside(*x, *y)) {
            for (dx, dy) in [(5, 1), (4, 3)] {
                if inside(x + dx, y + dy) {
                    assert_eq!(found.deviation(x, y), found.deviation(x + dx, y + dy), "W^{k} at ({x},{y})");
                }
            }
            if (0..11).all(|j| inside(x, y + j)) {
                let times = |state| (0..11).filter(|j| found.deviation(x, y + j) == Some(state)).count();
                assert_eq!([-1, 0, 1].map(times), [5, 3, 3], "W^{k} at ({x},{y})");
                columns_of_eleven += 1;
            }
        }
        assert!(columns_of_eleven > k * k / 8, "W^{k} has an épaulette");
    }
}

/// The fabric and the arm of W^k are found again in larger games, which were computed by another engine and know
/// nothing of the patterns without end.
#[test]
fn fabric_and_arm_return_in_larger_games() {
    for k in [60, 61, 62, 100] {
        let found = regions(k, usual_side(k));
        let (steps, side) = (2 * u64::from(k), usual_side(k) + 2 * u64::from(k));
        let fabric = deviations(k + 6 * k, side);
        let arm_k = 7 * k;
        let arm = deviations(arm_k, usual_side(k) + u64::from(arm_k));
        for (x, y) in cells(found.side()).filter(|(x, y)| x <= y) {
            let deviation = found.deviation(x, y).expect("on the board");
            match found.region(x, y).expect("on the board") {
                Region::Hood | Region::Epaulette | Region::Fabric => {
                    // From k to k + 3·steps the nose moves by (steps, steps).
                    let there = cell(&fabric, x + steps, y + steps);
                    assert_eq!(deviation, there, "W^{k} at ({x},{y})");
                }
                Region::Arm => {
                    let there = cell(&arm, x, y + u64::from(arm_k - k));
                    assert_eq!(deviation, there, "W^{k} at ({x},{y})");
                }
                Region::OuterSpace => assert_eq!(deviation, 0),
                Region::Warp => {}
            }
        }
    }
}

#[test]
fn there_are_three_fabrics() {
    let side = 200;
    let near_nose = |k: u32| {
        let found = regions(k, side);
        let nose = found.nose()[0];
        let window = (0..60).flat_map(|dy| (0..60).map(move |dx| (dx, dy)));
        window.map(|(dx, dy)| found.deviation(nose + dx, nose + dy)).collect::<Vec<_>>()
    };
    let fabrics = [99, 100, 101].map(near_nose);
    assert!(fabrics[0] != fabrics[1] && fabrics[1] != fabrics[2] && fabrics[0] != fabrics[2]);
    for (k, fabric) in (102..).zip(&fabrics) {
        assert_eq!(near_nose(k), *fabric, "W^{k}");
    }
}

#[test]
fn junctions_are_where_they_were_measured() {
    for (k, armpit, prism) in
        [(100, [73, 136], 159), (200, [144, 266], 329), (500, [353, 651], 801), (1000, [701, 1291], 1594)]
    {
        let found = regions(k, usual_side(k));
        assert_eq!(found.armpit(), Some(armpit), "W^{k}");
        assert_eq!(found.prism(), Some([prism; 2]), "W^{k}");
        assert_eq!(found.shoulder(), [0, k.into()]);
    }
    for (k, side) in [(100, 120), (100, 10), (5, 10)] {
        let small = regions(k, side);
        assert_eq!((small.armpit(), small.prism()), (None, None), "W^{k}: a small board has neither");
    }
}

#[test]
fn the_census_adds_up() {
    for k in [3, 50, 300] {
        let side = usual_side(k);
        let found = regions(k, side);
        let census = found.census();
        let total = |count: fn(&Census) -> u64| census.values().map(count).sum::<u64>();
        let stats = dense::stats(k.into(), side, false, dense::Settings::default(), &()).expect("the board is small");
        assert_eq!(total(|census| census.cells), side * side);
        assert_eq!(total(|census| census.palaces), stats.p_count);
        let outside = Regions::outside_hood(&census);
        assert_eq!(outside.range(), stats.min_deviation.zip(stats.max_deviation));
        assert_eq!(Census::count(k, side, &()), Ok(outside.clone()), "W^{k}: without regions");
        assert_eq!(outside.deviations.values().sum::<u64>() + census[&Region::Hood].cells, side * side);
        let firsts: BTreeMap<i64, [u64; 2]> = outside.first;
        for (deviation, [x, y]) in firsts {
            assert_eq!(found.deviation(x, y), Some(deviation));
        }
    }
}

/// CLN15's −4 of k = 500, at (7144,18979), is a cell of the arm that all games share: row 18979 − 500 of A.
#[test]
fn the_fourth_palace_state_is_in_the_skin() {
    let extent = |columns: u64| arm::columns(columns, None, &(), |_| Ok::<(), SolveError>(())).map(|done| done.0);
    assert_eq!(extent(6144).map(|extent| extent.min), Ok(-3));
    let mut first = None;
    let (all, _) = arm::columns(7168, None, &(), |column| {
        if let Some(up) = column.values.iter().position(|value| *value == -4) {
            first.get_or_insert((column.x, column.last - i64::try_from(up).expect("small")));
        }
        Ok::<(), SolveError>(())
    })
    .expect("a small part of the arm");
    assert_eq!((all.min, first), (-4, Some((7144, 18979 - 500))));
}

#[test]
fn borders_are_cells_of_the_board() {
    let found = regions(300, usual_side(300));
    for border in found.borders(16) {
        assert!(border.points.len() >= 2, "{} is on the board", border.name);
        assert!(border.points.len() <= 40);
        assert!(border.points.iter().all(|[x, y]| x <= y && *y < found.side()));
    }
    let hem = &found.borders(usize::MAX)[1];
    assert_eq!(hem.points.len() as u64, found.armpit().expect("on the board")[0], "each column once");
}

/// The same counts as a separate program in Python, which reads the board from a file.
#[test]
fn threads_of_the_warp_are_as_thick_as_fibonacci_numbers() {
    for (k, expected) in [(500, vec![(2, 4), (3, 6), (5, 6)]), (700, vec![(3, 6), (5, 8)])] {
        let threads = warp::threads(k, 2 * u64::from(k), 400, &()).expect("the board is small");
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        for thread in &threads {
            *counts.entry(thread.thickness).or_default() += 1;
        }
        assert_eq!(counts.into_iter().collect::<Vec<_>>(), expected, "W^{k}");
    }
}

/// What is seen along the diagonal, counted for each cell anew.
#[test]
fn the_numbers_seen_along_the_diagonal_are_those_of_the_board() {
    for (k, from, columns) in [(1, 0, 40), (5, 30, 50), (20, 40, 60), (100, 150, 30)] {
        let side = 3 * (from + columns) + u64::from(k);
        let rows = deviations(k, side);
        let seen_from = |x: u64, y: u64| (1..=x).filter(|t| cell(&rows, x - t, y - t) < 0).count();
        let mut expected = Diagonals::default();
        for x in from..from + columns {
            let mut first = x;
            for y in (x..side).filter(|y| cell(&rows, x, *y) < 0) {
                if y - first > warp::GAP {
                    let seen = if first == x { &mut expected.inner } else { &mut expected.between };
                    let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
                    (first..y).for_each(|y| *counts.entry(seen_from(x, y)).or_default() += 1);
                    let mut counts: Vec<u64> = counts.into_values().collect();
                    counts.sort_unstable();
                    seen.gaps += 1;
                    seen.cells += y - first;
                    seen.most_frequent += counts[counts.len() - 1];
                    seen.two_most_frequent += counts.iter().rev().take(2).sum::<u64>();
                    *seen.numbers.entry(counts.len() as u64).or_default() += 1;
                }
                first = y + 1;
            }
        }
        assert!(expected.inner.gaps > 0);
        assert_eq!(warp::diagonals(k, from, columns, &()), Ok(expected), "W^{k}");
    }
}

/// A record says where the regions are, and for small k that they are not all there.
#[test]
fn a_record_of_the_atlas_holds_regions_and_states() {
    for k in [2, 4, 5, 20, 40] {
        let line = atlas::record(k, 4000, &()).expect("a small record");
        let record: serde_json::Value = wythoff::seal::opened(&line).expect("a whole record");
        let found = regions(k, usual_side(k));
        let (junctions, borders) = (&record["regions"]["junctions"], &record["regions"]["borders"]);
        assert_eq!(junctions["nose"], serde_json::json!(found.nose()));
        assert_eq!(junctions["armpit"], serde_json::json!(found.armpit()));
        assert_eq!(junctions["prism"], serde_json::json!(found.prism()));
        assert_eq!(record["regions"]["note"].is_string(), k <= 4, "W^{k}");
        assert_eq!(borders["fray"].is_null(), k <= 4, "W^{k}");
        if let Some(armpit) = found.armpit() {
            assert_eq!(borders["fray"][0], serde_json::json!(armpit));
            assert_eq!(borders["fray"][1], serde_json::json!(found.prism()));
        }
        let cells = record["regions"]["census"].as_object().expect("regions").values();
        assert_eq!(cells.map(|held| held["cells"].as_u64().unwrap()).sum::<u64>(), usual_side(k).pow(2));
        let states = &record["states"];
        let side = states["side"].as_u64().expect("a side");
        let expected = dense::stats(k.into(), side, false, dense::Settings::default(), &()).expect("a small board");
        assert_eq!(states["min_deviation"].as_i64(), expected.min_deviation);
        assert_eq!(states["max_deviation"].as_i64(), expected.max_deviation);
    }
}

#[test]
fn too_large_a_board_is_refused() {
    assert!(matches!(Regions::find(5, SIDE_LIMIT + 1, &()), Err(SolveError::TooManyCells { .. })));
    assert!(matches!(Regions::find(5, u64::MAX, &()), Err(SolveError::TooManyCells { .. })));
    assert!(warp::threads(5, u64::MAX, u64::MAX, &()).is_err());
    assert!(warp::diagonals(5, u64::MAX, u64::MAX, &()).is_err());
    assert!(warp::diagonals(5, 1 << 40, 400, &()).is_err());
}
