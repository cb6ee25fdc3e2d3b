//! Additive periods of nim-values, against the values themselves.

use proptest::prelude::*;
use wythoff::engine::grundy::{Lanes, Scan};
use wythoff::structure::periods::{ColumnPeriod, ColumnPeriods};
use wythoff::{Game, SolveError, UNWATCHED};

/// The first columns of a game, with their periods.
fn periods(game: &Game, columns: usize) -> (ColumnPeriods, Vec<ColumnPeriod>) {
    let mut all = ColumnPeriods::new(game).unwrap_or_else(|error| panic!("{game}: {error}"));
    let found = (0..columns).map(|_| all.next(UNWATCHED).unwrap_or_else(|error| panic!("{game}: {error}")));
    let found = found.collect();
    (all, found)
}

/// The values that the periods say are those of the engine, for three periods beyond; and neither the preperiod nor the
/// period can be smaller.
fn assert_periods(game: &Game, columns: usize) {
    let (all, found) = periods(game, columns);
    let rows = found.iter().map(|column| column.preperiod + 3 * column.period).max().unwrap().max(60);
    let mut scan = Scan::new(game.rules().unwrap(), Lanes::Columns, columns as u64, rows).unwrap();
    for (x, ColumnPeriod { preperiod, period, least, greatest, .. }) in found.into_iter().enumerate() {
        let values: Vec<u64> = scan.next_lane().iter().map(|value| u64::from(*value)).collect();
        for (y, value) in (0..).zip(&values) {
            assert_eq!(all.value(x, y), *value, "{game} at ({x},{y})");
        }
        let repeats = |from: u64, period: u64| {
            (from..rows - period).all(|y| {
                let at = |y: u64| values[usize::try_from(y).unwrap()];
                at(y + period) == at(y) + period
            })
        };
        assert!(repeats(preperiod, period), "{game}, column {x}");
        assert!(preperiod == 0 || !repeats(preperiod - 1, period), "{game}, column {x}: a shorter preperiod");
        let shorter = (1..period).find(|shorter| repeats(preperiod, *shorter));
        assert_eq!(shorter, None, "{game}, column {x}: a shorter period");
        let offsets = (preperiod..preperiod + period)
            .map(|y| i64::try_from(values[usize::try_from(y).unwrap()]).unwrap() - i64::try_from(y).unwrap());
        let offsets: Vec<i64> = offsets.collect();
        assert_eq!((offsets.iter().min(), offsets.iter().max()), (Some(&least), Some(&greatest)), "{game}, column {x}");
    }
}

#[test]
fn columns_repeat_as_they_are_said_to() {
    for (text, columns) in [
        ("wythoff", 21),
        ("nim", 20),
        ("wythoff:m=2", 14),
        ("wythoff:m=3", 8),
        ("gdwn:p=1,q=2", 14),
        ("gdwn:p=2,q=3", 10),
        ("custom: rook + bishop + leap(1,2)", 14),
        ("custom: rook + leap(2,3; 1,7; 4,0)", 12),
        ("custom: only-y rook + rook(mod 3: 1) + only-x bishop(3)", 10),
        ("W^1", 8),
    ] {
        assert_periods(&text.parse().unwrap(), columns);
    }
}

/// What is known of Wythoff Nim: the first columns, and that all periods up to x = 60 are 3·2^n (here).
#[test]
fn the_columns_of_wythoff_nim() {
    let (all, found) = periods(&"wythoff".parse().unwrap(), 61);
    let first: Vec<(u64, u64)> = found.iter().take(8).map(|column| (column.preperiod, column.period)).collect();
    assert_eq!(first, [(0, 1), (0, 3), (0, 3), (8, 6), (9, 12), (27, 24), (37, 12), (92, 24)]);
    assert!(found.iter().skip(1).all(|column| column.period % 3 == 0 && (column.period / 3).is_power_of_two()));
    // Far beyond what was computed: y = 3·2^60 + 5 is as far from its value as y = 5 plus a multiple of the period.
    let far = 3_u64 << 60;
    assert_eq!(all.value(3, far + 100) - far, all.value(3, 100));
}

#[test]
fn nim_has_powers_of_two() {
    let (_, found) = periods(&"nim".parse().unwrap(), 100);
    for ColumnPeriod { x, preperiod, period, .. } in found {
        assert_eq!((preperiod, period), (0, (x + 1).next_power_of_two()), "{x}");
    }
}

#[test]
fn other_games_are_refused() {
    for text in ["W^2", "comply:k=2", "imitation", "choice:m=1,p=2", "wythoff | misere"] {
        let game: Game = text.parse().unwrap();
        let why = game.no_nim_values().unwrap();
        assert_eq!(ColumnPeriods::new(&game).unwrap_err(), SolveError::Unsupported(why), "{text}");
    }
    for text in ["shifted:m=2,p=3,l=1", "modulo:m=1,p=3", "custom: bishop", "custom: only-x rook + bishop"] {
        let error = ColumnPeriods::new(&text.parse().unwrap()).unwrap_err();
        assert!(error.to_string().starts_with("additive periods are found for games"), "{text}: {error}");
    }
    // A cell of the first column but one sees too many others.
    let mut wide = ColumnPeriods::new(&"wythoff:m=4000000000".parse().unwrap()).unwrap();
    assert_eq!(wide.next(UNWATCHED).unwrap().period, 1);
    assert!(wide.next(UNWATCHED).unwrap_err().to_string().contains("sees more than 65536 cells"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// Rooks with leapers and narrow bishops that nobody has written down.
    #[test]
    fn random_games_repeat(
        pairs in prop::collection::vec((0..4_u32, 1..5_u32), 1..3),
        width in 1..4_u64,
        columns in 1..7_usize,
    ) {
        let leaps: Vec<String> = pairs.iter().map(|(a, b)| format!("{a},{b}")).collect();
        let text = format!("custom: rook + bishop({width}) + leap({})", leaps.join("; "));
        assert_periods(&text.parse().unwrap(), columns);
    }
}
