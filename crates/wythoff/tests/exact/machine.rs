//! Machines: the checker refuses whatever differs from a shipped certificate, the finder finds them again, and their
//! answers are those of the sparse engine, of the automaton and of themselves at any size. That the checker in Python
//! says the same of every file is tested in `crates/cli/tests/program/checkers.rs`.

use serde_json::{Value, json};
use wythoff::certificate::machine::answer::{Solution, file, is_shipped, shipped, text};
use wythoff::certificate::machine::{Theorem, verify};
use wythoff::certificate::verify::{Condition, Rejection};
use wythoff::certificate::{Columns, Proof, check};
use wythoff::engine::sparse::Sparse;
use wythoff::exact::{IBig, UBig};
use wythoff::proof::find_machine;
use wythoff::strategy::{Answer, Question, ask, ask_exact};
use wythoff::{Engine, Game, Outcome, Position, UNWATCHED};

fn document(k: u32) -> Value {
    serde_json::from_str(text(k).expect("it is shipped")).expect("certificates are JSON")
}

fn solution(k: u32) -> &'static Solution {
    Solution::shipped(k).expect("it is shipped")
}

/// The pointers to all numbers, texts and lists of a document.
pub(super) fn places(value: &Value, place: &str, found: &mut Vec<String>) {
    if !place.is_empty() {
        found.push(place.to_owned());
    }
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| places(item, &format!("{place}/{at}"), found));
        }
        Value::Object(items) => items.iter().for_each(|(key, item)| places(item, &format!("{place}/{key}"), found)),
        _ => {}
    }
}

/// The document with one thing changed at a place: a number made another one; an entry of a list left out, or there
/// twice, or exchanged with the next one.
pub(super) fn changes(document: &Value, place: &str) -> Vec<Value> {
    let mut changed = Vec::new();
    let entry = document.pointer(place).expect("it is a place");
    if let Some(number) = entry.as_i64() {
        for other in [number + 1, number - 1, number ^ 7, 0, 2 * number + 40, i64::from(i32::MAX)] {
            let mut document = document.clone();
            *document.pointer_mut(place).expect("it is a place") = json!(other);
            changed.push(document);
        }
    }
    let (list, last) = place.rsplit_once('/').expect("places begin with a slash");
    if let (Some(_), Ok(at)) = (document.pointer(list).and_then(Value::as_array), last.parse::<usize>()) {
        let mut with = |change: &dyn Fn(&mut Vec<Value>)| {
            let mut document = document.clone();
            change(document.pointer_mut(list).and_then(Value::as_array_mut).expect("it is a list"));
            changed.push(document);
        };
        with(&|list| drop(list.remove(at)));
        with(&|list| list.insert(at, list[at].clone()));
        with(&|list| {
            let next = (at + 1) % list.len();
            list.swap(at, next);
        });
    }
    changed.retain(|other| other != document);
    changed
}

/// No change of every `step`-th place is accepted.
fn no_change_is_accepted(k: u32, step: usize) -> usize {
    let document = document(k);
    let mut all = Vec::new();
    places(&document, "", &mut all);
    let mut refused = 0;
    for place in all.iter().step_by(step) {
        for changed in changes(&document, place) {
            assert!(verify(changed.to_string()).is_err(), "W^{k}: a change at {place} is accepted");
            refused += 1;
        }
    }
    refused
}

#[test]
fn shipped_machines_are_valid() {
    assert_eq!(shipped().collect::<Vec<_>>(), [11, 65, 76, 80]);
    for k in shipped() {
        let Ok(Proof::Machine(machine)) = check(text(k).unwrap().as_bytes()) else { panic!("{}", file(k)) };
        assert_eq!(machine.k(), k);
    }
    let theorem = Theorem::of(solution(11).machine());
    assert_eq!((theorem.column, theorem.windows, &theorem.slope[..], &theorem.per_column[..]), (48, 5, "5/2", "55/7"));
    assert!(!is_shipped(7) && !is_shipped(5));
}

#[test]
fn every_entry_of_a_machine_counts() {
    assert!(no_change_is_accepted(11, 1) > 3000);
}

#[test]
fn entries_of_larger_machines_count() {
    for (k, step) in [(65, 2011), (76, 1511), (80, 4001)] {
        assert!(no_change_is_accepted(k, step) > 50, "W^{k}");
    }
}

/// Takes an hour.
#[test]
#[ignore = "long"]
fn every_entry_of_all_machines_counts() {
    for k in shipped() {
        assert!(no_change_is_accepted(k, 1) > 3000);
    }
}

#[test]
fn rejections_name_the_condition() {
    let rejected = |place: &str, entry: Value| {
        let mut document = document(11);
        *document.pointer_mut(place).expect("it is a place") = entry;
        match verify(document.to_string()) {
            Err(Rejection::Invalid { condition, .. }) => Some(condition),
            Err(Rejection::OverLimit { .. }) => None,
            other => panic!("{place}: {other:?}"),
        }
    };
    assert_eq!(rejected("/slope", json!([10, 4])), Some(Condition::Frame));
    assert_eq!(rejected("/slope", json!([2, 5])), Some(Condition::Frame));
    assert_eq!(rejected("/row", json!(2)), Some(Condition::Frame));
    assert_eq!(rejected("/column", json!(4)), Some(Condition::Frame));
    assert_eq!(rejected("/windows/1/phase", json!(2)), Some(Condition::Table));
    assert_eq!(rejected("/language/0", json!([[3, 10]])), Some(Condition::Table));
    assert_eq!(rejected("/column", json!(1_000_000)), None);
    assert_eq!(rejected("/k", json!(2_000_000_000)), Some(Condition::Frame));
    assert_eq!(rejected("/k", json!(10)), Some(Condition::Start));
    assert_eq!(rejected("/column", json!(50)), Some(Condition::Start));
    assert_eq!(rejected("/word/0", json!(4)), Some(Condition::Start));
    assert_eq!(rejected("/windows/0/rows/0", json!(4)), Some(Condition::Start));
    assert_eq!(rejected("/windows/1/rows/0", json!(4)), Some(Condition::Step));
    assert_eq!(rejected("/steps/0/2", json!(3)), Some(Condition::Step));
    assert_eq!(rejected("/language/4", json!([[3, 5]])), Some(Condition::Closed));
    // Words that are never written: the machine could read them, and goes on.
    assert_eq!(rejected("/language/3", json!([[3, 4], [4, 0]])), Some(Condition::Canonical));
}

/// The shipped files are what the finder finds.
#[test]
fn machines_are_found_again() {
    for (k, columns) in [(11, 4000), (65, 20_000), (76, 20_000)] {
        let found = find_machine(k, columns, UNWATCHED).unwrap().expect("there is a machine");
        assert_eq!(found.to_json().trim_end(), text(u32::try_from(k).unwrap()).unwrap().trim_end(), "W^{k}");
    }
    // Palaces along several lines; an irrational slope; a drift; a slope with a machine that is not closed.
    for k in [8, 4, 7, 15] {
        assert_eq!(find_machine(k, 4000, UNWATCHED).unwrap(), None, "W^{k}");
    }
}

/// Columns and their counts, against brute force.
pub(crate) fn columns_are_those_of_the_sparse_engine(solution: &dyn Columns, columns: u32, every: u32) {
    let k = solution.k();
    let mut sparse = Sparse::new(k.into()).unwrap();
    let mut before = 0_u64;
    for x in 0..columns {
        let upper = sparse.next_column().unwrap().upper;
        if x < 200 || x % every == 0 {
            let expected: Vec<UBig> = upper.iter().map(|y| UBig::from(*y)).collect();
            assert_eq!(solution.column(&x.into(), UNWATCHED).unwrap(), expected, "W^{k}, column {x}");
            assert_eq!(solution.upper_before(&x.into(), UNWATCHED).unwrap(), before.into(), "W^{k}, before {x}");
        }
        before += upper.len() as u64;
    }
}

#[test]
fn first_columns_are_those_of_the_sparse_engine() {
    columns_are_those_of_the_sparse_engine(solution(11), 20_000, 1);
    for k in [65, 76, 80] {
        columns_are_those_of_the_sparse_engine(solution(k), 30_000, 17);
    }
}

/// Takes some minutes.
#[test]
#[ignore = "long"]
fn a_million_columns_are_those_of_the_sparse_engine() {
    for k in shipped() {
        columns_are_those_of_the_sparse_engine(solution(k), 1_000_000, 1);
    }
}

/// The closed form of W^11 in docs/MACHINES.md, section 7.
#[test]
fn w11_is_as_the_theorem_says() {
    let solution = solution(11);
    // Rows 46 and 47 have 3 and 4; what is before is not looked at.
    let mut h: Vec<u32> = vec![3; 47];
    h.push(4);
    h.extend(solution.machine().word());
    let mut sparse = Sparse::new(11).unwrap();
    for x in 0..60_000_usize {
        let column: Vec<i64> = sparse.next_column().unwrap().upper.iter().map(|y| i64::try_from(*y).unwrap()).collect();
        if x < 48 {
            continue;
        }
        // Row x, from the rows before it; x + 13 = 5n.
        if x >= 106 {
            let n = (x + 13) / 5;
            h.push(if x % 5 == 2 && h[2 * n - 2] == 3 && h[2 * n - 1] == 3 { 4 } else { 3 });
        }
        let first = match (x % 2, h[x], h[x - 1]) {
            (_, 4, _) => None,
            (0, ..) => Some(-12),
            (_, _, 4) => Some(-14),
            _ => Some(-10),
        };
        let others = if x % 2 == 0 { [-8, 0, 1, 2, 7, 8, 9] } else { [-8, -1, 1, 3, 7, 8, 9] };
        let line = i64::try_from(5 * x / 2).unwrap();
        let expected: Vec<i64> = first.into_iter().chain(others).map(|more| line + more).collect();
        assert_eq!(column, expected, "column {x}");
    }
}

pub(crate) fn far(digits: usize) -> UBig {
    UBig::from(7_u8) * UBig::from(10_u8).pow(digits - 1) + 12_345_678_901_u64
}

/// At 300 digits CLN15's automaton holds cell by cell around every palace of a column, also where the window
/// crosses the strip of the other half; each column holds k palaces, and the counts say so.
pub(crate) fn palace_numbers_obey_the_automaton(solution: &dyn Columns, digits: usize) {
    let (k, x) = (solution.k(), far(digits));
    let column = solution.whole_column(&x, UNWATCHED).unwrap();
    assert_eq!(column.len(), k as usize);
    let upper = column.iter().filter(|palace| palace.y >= x).count();
    let counts = [&x, &(&x + 1_u8)].map(|x| solution.upper_before(x, UNWATCHED).unwrap());
    assert_eq!(&counts[1] - &counts[0], UBig::from(upper), "W^{k}");
    let (first, last) = (&column[0].y, &column[column.len() - 1].y);
    let side = 12;
    for y in [first.clone() - 6_u8, column[upper / 2].y.clone() - 3_u8, last.clone() - 4_u8, x.clone()] {
        let at = Position::new(&x - 5_u8, y);
        let found = solution.deviations(&at, [side, side], UNWATCHED).unwrap();
        let value = |x: usize, y: usize| found[y * side + x];
        let negative = |value: i64| i64::from(value < 0);
        for (x, y) in (2..side).flat_map(|x| (2..side).map(move |y| (x, y))) {
            let (a, b, c) = (value(x - 2, y - 2), value(x - 1, y - 2), value(x - 2, y - 1));
            let (d, e, f) = (value(x - 1, y - 1), value(x, y - 1), value(x - 1, y));
            let expected = a - b - c + e + f + 3 * negative(a) - 2 * negative(b) - 2 * negative(c) - negative(d)
                + negative(e)
                + negative(f);
            assert_eq!(value(x, y), expected, "W^{k}");
        }
        assert!(found.iter().any(|deviation| *deviation >= 0), "W^{k}");
    }
    let palace = &column[k as usize - 1];
    assert_eq!(solution.outcome(palace, UNWATCHED).unwrap(), Outcome::P);
    assert!(solution.deviation(palace, UNWATCHED).unwrap() < 0);
    assert!(solution.deviation(&palace.clone().mirrored(), UNWATCHED).unwrap() < 0);
}

#[test]
fn palace_numbers_of_machines_obey_the_automaton() {
    for k in shipped() {
        palace_numbers_obey_the_automaton(solution(k), 300);
    }
}

/// `solve` answers by what proves the columns, as by counting on boards; and far out a queen on a palace sees fewer
/// than k palaces, one step further down at least k.
pub(crate) fn strategies_are_right(solution: &dyn Columns, proof: &str, digits: usize) {
    let k = solution.k();
    let game: Game = format!("W^{k}").parse().unwrap();
    let by = |engine| Question { engine: Some(engine), ..Question::default() };
    for (x, y) in [(0, 0), (3, 400), (57, 57), (130, 321), (300, 121), (77, 187), (500, 1247)] {
        let at = Position::new(x, y);
        let closed = ask(&game, at, &by(Engine::Closed), &()).expect("solved");
        let lines = ask(&game, at, &by(Engine::Lines), &()).expect("solved");
        assert_eq!(closed.proof.as_deref(), Some(proof));
        // In the hood, where all options are P, the closed engine does not count them.
        let why = if 2 * x.min(y) + x.max(y) < k.into() { lines.why.clone() } else { closed.why };
        let closed = Answer { method: Engine::Lines, proof: None, formal: Vec::new(), why, ..closed };
        assert!(closed == lines, "W^{k} at ({x},{y}): {} or {}", closed.why, lines.why);
    }
    let x = far(digits);
    let column = solution.column(&x, UNWATCHED).unwrap();
    for y in [column[0].clone(), column[column.len() - 1].clone() + 1_u8] {
        let at = Position::new(x.clone(), y.clone());
        let answer = ask_exact(&game, at.clone(), &Question::default(), &()).expect("solved");
        assert_eq!(answer.outcome.is_p(), column.contains(&y));
        let deviation = solution.deviation(&at, UNWATCHED).unwrap();
        assert_eq!(answer.outcome.is_p(), deviation < 0);
        let seen = answer.winning_moves.len() + answer.must_block.iter().flatten().count();
        let seen = answer.winning_moves_left_out + seen;
        assert_eq!(IBig::from(seen), IBig::from(deviation + i64::from(k)), "W^{k}");
    }
}

#[test]
fn strategies_by_machine() {
    for k in shipped() {
        strategies_are_right(solution(k), &file(k), if k == 11 { 1000 } else { 100 });
    }
}
