//! Strips: certificates are valid, what they say is what the sparse engine finds, the finder finds them again; and of
//! the files that differ from them in one entry the checker accepts those alone that say the truth. That the checker in
//! Python says the same of every file is tested in `crates/cli/tests/program/checkers.rs`.

use std::cell::Cell;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use serde_json::{Value, json};
use wythoff::certificate::strips::answer::{shipped, with_slopes};
use wythoff::certificate::strips::stream::{Stream, follow};
use wythoff::certificate::strips::{Strips, Theorem, verify};
use wythoff::certificate::verify::{Condition, Rejection};
use wythoff::certificate::{Proof, check};
use wythoff::engine::sparse::Sparse;
use wythoff::proof::{find_machine, find_strips};
use wythoff::{SolveError, UNWATCHED};

use super::machine::{changes, places};

/// The k with a certificate.
const SHIPPED: [u32; 25] =
    [5, 7, 12, 15, 18, 19, 32, 36, 37, 43, 44, 47, 48, 51, 54, 55, 58, 66, 69, 73, 77, 108, 430, 448, 477];

fn text(k: u32) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("proofs/strips/k{k:03}.json"));
    fs::read_to_string(file).expect("it is shipped")
}

fn document(k: u32) -> Value {
    serde_json::from_str(&text(k)).expect("certificates are JSON")
}

fn proof(k: u32) -> Strips {
    verify(text(k)).expect("it is valid")
}

/// The upper palaces of the first columns, by the sparse engine.
fn board(k: u32, columns: u64) -> Vec<Vec<u64>> {
    let mut found = Vec::new();
    let mut engine = Sparse::new(k.into()).expect("k is small");
    let run = engine.run(columns, UNWATCHED, |column| {
        found.push(column.upper.to_vec());
        Ok::<(), SolveError>(())
    });
    run.expect("the board is small");
    found
}

/// Whether all columns of a board from X on are those of the strips.
fn agrees(proof: &Strips, board: &[Vec<u64>]) -> bool {
    let first: Vec<Vec<u64>> =
        proof.first_columns().iter().map(|column| column.iter().map(|y| u64::from(*y)).collect()).collect();
    let mut columns = Stream::new(proof).expect("its letters can be followed");
    let start = proof.column() as usize;
    first == board[..start.min(board.len())]
        && board.iter().zip(0..).skip(start).all(|(column, x)| columns.next_column() == (x, column.clone()))
}

#[test]
fn shipped_strips_are_valid() {
    let folder = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs/strips")).expect("it is there");
    assert_eq!(folder.count(), SHIPPED.len());
    assert!(shipped().eq(SHIPPED));
    for k in SHIPPED {
        let Ok(Proof::Strips(strips)) = check(text(k).as_bytes()) else { panic!("W^{k}") };
        assert_eq!(strips.k(), k);
        // All palaces of a column are in strips.
        let theorem = Theorem::of(&strips);
        let outer: u32 = theorem.strips.iter().map(|strip| strip.palaces).sum();
        assert_eq!(strips.level() + outer, k);
        assert!(theorem.inner.palaces[1] <= strips.level(), "W^{k}");
        assert_eq!(theorem.types, (k == 73).then_some(33), "W^{k}");
        let periods = [(32, 28_913), (108, 96_562), (430, 267), (448, 574), (477, 539)];
        let period = periods.into_iter().find(|(known, _)| *known == k);
        assert_eq!(theorem.inner.period, period.map(|(_, period)| period), "W^{k}");
    }
}

#[test]
fn slopes_are_those_of_the_atlas() {
    // The atlas' exact forms were fitted to 10^6 columns, with the cover's help.
    let known = [
        (5, "(2 + √29)/5"),
        (12, "(3 + √34)/5"),
        (15, "(51 + √5305)/52"),
        (19, "(9 + 5√10)/13"),
        (32, "64714/28913"),
        (37, "(45 + √4729)/52"),
        (48, "(8 + √233)/13"),
        (55, "(4 + √41)/5"),
        (66, "(48 + √6529)/65"),
        (73, "1 + √2"),
        (77, "(44 + √6161)/65"),
        (108, "111112/48281"),
        (430, "204/89"),
        (448, "85/41"),
        (477, "170/77"),
    ];
    assert!(with_slopes().eq(known.map(|(k, _)| k)));
    for k in SHIPPED {
        let slope = known.into_iter().find_map(|(known, slope)| (known == k).then_some(slope));
        assert_eq!(Theorem::of(&proof(k)).inner.slope.as_deref(), slope, "W^{k}");
    }
}

#[test]
fn columns_are_those_of_the_sparse_engine() {
    for k in SHIPPED {
        let proof = proof(k);
        assert!(agrees(&proof, &board(k, 20_000.max(u64::from(proof.column()) + 5000))), "W^{k}");
    }
}

/// Takes some minutes.
#[test]
#[ignore = "long"]
fn a_million_columns_are_those_of_the_sparse_engine() {
    for k in SHIPPED {
        let proof = proof(k);
        let mut columns = Stream::new(&proof).expect("its letters can be followed");
        let mut engine = Sparse::new(k.into()).expect("k is small");
        let run = engine.run(1_000_000, UNWATCHED, |column| {
            if column.x >= proof.column().into() {
                assert_eq!(columns.next_column(), (column.x, column.upper.to_vec()), "W^{k}");
            }
            Ok::<(), SolveError>(())
        });
        run.expect("the board is small");
    }
}

#[test]
fn machines_are_followed_in_little_memory() {
    for k in [5, 15, 54, 73] {
        let proof = proof(k);
        let far = follow(&proof, 300_000, UNWATCHED).unwrap().expect("its letters can be followed");
        assert!(far.x >= 300_000 && far.levels < 40);
        // The frame is at the machine's first palace of the column, or above it.
        let mut columns = Stream::new(&proof).expect("its letters can be followed");
        let level = proof.level() as usize;
        let outer = (proof.k() - proof.level()) as usize;
        loop {
            let (x, palaces) = columns.next_column();
            if x >= far.x && palaces.len() > outer {
                let place = palaces[0] - far.frame;
                assert!(place < 64 + 1024 * (x - far.x), "W^{k}: {place}");
                assert!(palaces.len() - outer <= level);
                break;
            }
        }
        if let Some(slope) = proof.slope() {
            let line = &slope * &wythoff::exact::Surd::rational(far.x, 1_u8);
            let off = u64::try_from(line.floor()).unwrap().abs_diff(far.frame);
            assert!(off < 200, "W^{k} is {off} rows off its line");
        }
    }
}

#[test]
fn strips_are_found_again() {
    // Two strands of W^7 drift away from the third; a strip of W^73 begins so far down that the first starts lie above.
    // All palaces of W^32 have their own periods, up to 28,913 columns.
    for (k, columns) in
        [(5, 20_000), (7, 20_000), (15, 20_000), (32, 130_000), (55, 20_000), (73, 60_000), (448, 60_000)]
    {
        let found = find_strips(k, columns, UNWATCHED).unwrap().expect("W^k has strips");
        let found = verify(found.to_json()).expect("what is found is valid");
        let slope = |strips: &Strips| Theorem::of(strips).inner.slope;
        assert_eq!(slope(&found), slope(&proof(u32::try_from(k).unwrap())));
    }
    // Their threads are no strips, or not seen to be.
    for (k, columns) in [(6, 8000), (9, 2000), (13, 2000)] {
        assert!(find_strips(k, columns, UNWATCHED).unwrap().is_none(), "W^{k}");
    }
}

#[test]
fn searches_can_be_stopped() {
    // The watcher sees the columns of the board, then the attempts of the search, which are few.
    let in_the_search =
        |_: u64, total: u64| if total < 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    assert_eq!(find_strips(16, 4000, &in_the_search), Err(SolveError::Interrupted));
    assert_eq!(find_machine(11, 4000, &in_the_search), Err(SolveError::Interrupted));
    let after_a_while = Cell::new(0);
    let in_an_attempt = |_: u64, total: u64| {
        after_a_while.set(after_a_while.get() + u32::from(total < 100));
        if after_a_while.get() > 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(find_strips(16, 4000, &in_an_attempt), Err(SolveError::Interrupted));
}

/// Many certificates are valid that differ in one entry from a shipped one: they begin later, or look further ahead. An
/// accepted one must say the truth.
fn accepted_changes_are_true(k: u32, step: usize) -> (usize, usize) {
    let document = document(k);
    let board = board(k, 6000);
    let mut all = Vec::new();
    places(&document, "", &mut all);
    let (mut accepted, mut refused) = (0, 0);
    for place in all.iter().step_by(step) {
        for changed in changes(&document, place) {
            match verify(changed.to_string()) {
                Err(_) => refused += 1,
                Ok(proof) => {
                    accepted += 1;
                    assert!(proof.k() == k && agrees(&proof, &board), "W^{k}: {place}: {changed}");
                }
            }
        }
    }
    (accepted, refused)
}

#[test]
fn what_is_accepted_is_true() {
    for (k, step) in [(55, 1), (7, 1), (47, 1), (15, 2), (73, 23), (5, 1009)] {
        let (accepted, refused) = accepted_changes_are_true(k, step);
        assert!(refused > 2 * accepted && refused > 30, "W^{k}: {accepted} accepted, {refused} refused");
    }
}

#[test]
fn rejections_name_the_condition() {
    let rejected = |k: u32, place: &str, entry: Value| {
        let mut document = document(k);
        *document.pointer_mut(place).expect("it is a place") = entry;
        match verify(document.to_string()) {
            Err(Rejection::Invalid { condition, .. }) => condition,
            other => panic!("{place}: {other:?}"),
        }
    };
    assert_eq!(rejected(55, "/row", json!(0)), Condition::Frame);
    assert_eq!(rejected(55, "/frame", json!(100)), Condition::Frame);
    assert_eq!(rejected(55, "/strips/0/slope", json!([26, 10])), Condition::Frame);
    assert_eq!(rejected(55, "/strips/0/palaces", json!(41)), Condition::Frame);
    assert_eq!(rejected(55, "/language/0/0/1", json!(7)), Condition::Table);
    assert_eq!(rejected(55, "/strips/0/rows", json!([0])), Condition::Between);
    assert_eq!(rejected(55, "/frame", json!(1300)), Condition::Start);
    assert_eq!(rejected(55, "/strips/1/period", json!(4)), Condition::Strips);
    assert_eq!(rejected(47, "/language/0", json!([[13, 0]])), Condition::Closed);
    // A machine that may read any word of its letters could be steeper than the next strip.
    assert_eq!(rejected(73, "/language", json!([[[20, 0], [21, 0]]])), Condition::Apart);
    let mut more = document(55)["language"].as_array().expect("a list").clone();
    more.push(json!([]));
    assert_eq!(rejected(55, "/language", more.into()), Condition::Canonical);
}

#[test]
fn sizes_have_limits() {
    let with = |place: &str, entry: Value| {
        let mut document = document(55);
        *document.pointer_mut(place).expect("it is a place") = entry;
        verify(document.to_string())
    };
    for (place, entry) in [("/column", json!(1_000_000)), ("/column", json!(i32::MAX - 5))] {
        let far = with(place, entry);
        assert!(matches!(far, Err(Rejection::Invalid { .. } | Rejection::OverLimit { .. })), "{place}: {far:?}");
    }
    assert!(matches!(with("/k", json!(-1)), Err(Rejection::Unreadable(_))));
    assert!(with("/keep", json!(i32::MAX)).is_err());
    assert!(with("/strips/0/period", json!(i32::MAX)).is_err());
    assert!(with("/strips/1/slope", json!([i32::MAX, 1])).is_err());
}
