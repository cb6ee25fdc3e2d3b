//! CLN15, sections 3.4 and 4: the skin.

use std::collections::{BTreeMap, BTreeSet};

use super::moved;
use crate::board::{Board, Window};
use crate::exact::{IBig, Surd};
use crate::position::Position;
use crate::solve::{self, Engine, SolveError, Values};
use crate::structure::skin::{fibonacci, step_pattern};
use crate::theorems::text::words_at;
use crate::theorems::tools::{Checked, at, first, game, holds, index, open, printed};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "CLN15.S3.4.steps",
        "CLN15, section 3.4",
        "The skin's steps repeat the pattern $n$ of $2 → 23 → 23233 → …$: $n = 1$ at first, $n = 2$ after about 200 \
         pixels, $n = 3$ after about 7700.",
        3300,
        |scope| skin_steps(scope, &[1500]),
    ),
    holds(
        "CLN15.S3.4.one-arm",
        "CLN15, sections 3.3 and 3.4",
        "The arm's boundary does not depend on $k$: in $W^100, W^300$ and $W^500$ its first 240 rows are those of \
         $W^1500$.",
        240,
        one_arm,
    ),
    holds(
        "CLN15.S3.4.thickness",
        "CLN15, section 3.4",
        "The skin of level $n$ is $f_{2n}$ thick vertically ($f_{2n} + 1$ in one column of $f_{2n+3}$), $f_{2n+1}$ \
         diagonally, $f_{2n+2}$ horizontally.",
        3300,
        skin_thickness,
    ),
    holds(
        "CLN15.S3.4.period",
        "CLN15, section 3.4",
        "The skin of level $n$ has the horizontal period $f_{2n+3}$ and the vertical period $f_{2n+1}$, the palace \
         numbers $k−1$ and $k−2$, and $k$ beyond it.",
        3300,
        skin_period,
    ),
    printed(
        "CLN15.S3.4.left.printed",
        "CLN15, section 3.4, palaces left of the skin",
        "Left of the skin of level $n$ each row has $k − f_{2n+3}$ palaces.",
        "CLN15.S3.4.left",
        3300,
        |scope| left_of_skin(scope, 3),
    ),
    holds(
        "CLN15.S3.4.left",
        "CLN15, section 3.4, palaces left of the skin",
        "Left of the skin of level $n$ each row has $k − f_{2n+2}$ palaces.",
        3300,
        |scope| left_of_skin(scope, 2),
    ),
    holds(
        "CLN15.S3.4.slope",
        "CLN15, section 3.4",
        "The pattern $n$ of $2 → 23$, $3 → 233$ has $f_{2n+1}$ steps of $f_{2n+3}$ pixels in all; the slopes \
         $f_{2n+3}/f_{2n+1}$ increase to $φ²$.",
        12,
        skin_slope,
    ),
    open(holds(
        "CLN15.S4.skin",
        "CLN15, section 4, first question",
        "Does the skin's level rise without end in arms that are thick enough? For $k = 2000, 3000$, no row among \
         those searched breaks the levels $n = 1, 2, 3$.",
        3300,
        |scope| skin_steps(scope, &[2000, 3000]),
    )),
];

/// The upper arm of W^k with its skin: the rows y < `rows`, wide enough for their outer space.
fn upper_arm(k: u64, rows: u64, scope: &Scope) -> Result<Board, SolveError> {
    let width = rows.saturating_mul(3).saturating_add(k);
    solve::board(&game(&format!("blocking:k={k}")), width, rows, Some(Engine::Lines), scope)
}

/// The last palace of row y. Steps are 2 or 3 wide, so that it is between k − 1 and k + 3y.
fn last_palace(arm: &Board, k: u64, y: u64) -> Option<u64> {
    (k - 1..k + 3 * y.max(1)).rev().find(|&x| arm.is_p(at(x, y)))
}

/// The last palaces of all rows.
fn boundary(arm: &Board, k: u64) -> Vec<u64> {
    (0..arm.height()).map_while(|y| last_palace(arm, k, y)).collect()
}

/// Where the steps of each level are found: from this row on, until the next level.
const LEVELS: [(u32, usize); 3] = [(1, 2), (2, 81), (3, 2965)];

fn skin_steps(scope: &Scope, games: &[u64]) -> Checked {
    let rows = scope.bound();
    let (mut found, mut notes) = (None, BTreeSet::new());
    for &k in games {
        let boundary = boundary(&upper_arm(k, rows, scope)?, k);
        let steps: Vec<u64> = boundary.windows(2).map(|pair| pair[1] - pair[0]).collect();
        if boundary.len() as u64 != rows {
            found.get_or_insert(format!("$W^{k}$: row {} has no boundary.", boundary.len()));
        }
        for (level, &(n, from)) in LEVELS.iter().enumerate() {
            let to = LEVELS.get(level + 1).map_or(steps.len(), |next| next.1).min(steps.len());
            let pattern = step_pattern(n);
            let (part, period) = (&steps[from.min(to)..to], pattern.len());
            let is_turned =
                |turn: &usize| part.iter().zip(pattern.iter().cycle().skip(*turn)).all(|(s, p)| *s == u64::from(*p));
            if !(0..period).any(|turn| is_turned(&turn)) {
                found.get_or_insert(format!("$W^{k}$: the steps of rows {from} to {to} are not those of level {n}."));
            }
            if let Some(x) = boundary.get(from) {
                notes.insert(format!("$n = {n}$ after {} pixels", x - k));
            }
        }
    }
    let range = format!(
        "$k ∈ {games:?}$, rows $y < {rows}$: $n = 1$ from row 2, $n = 2$ from row 81, $n = 3$ from \
                         row 2965"
    );
    let note: Vec<String> = notes.into_iter().collect();
    Ok(Evidence::new(range, found).with_note(note.join("; ")))
}

fn one_arm(scope: &Scope) -> Checked {
    let rows = scope.bound().min(240);
    let offsets = |k: u64| {
        let boundary = boundary(&upper_arm(k, rows, scope)?, k);
        Ok::<_, SolveError>(boundary.into_iter().map(|x| x + 1 - k).collect::<Vec<u64>>())
    };
    let expected = offsets(1500)?;
    let mut found = None;
    for k in [100, 300, 500] {
        let other = offsets(k)?;
        if let Some(y) = (0..index(rows)).find(|&y| other.get(y) != expected.get(y)) {
            found.get_or_insert(format!("The arms of $W^{k}$ and $W^1500$ differ in row {y}."));
        }
    }
    Ok(Evidence::new(format!("$k = 100, 300, 500, 1500$, rows $y < {rows}$"), found))
}

/// The game whose skin is measured.
const SKIN: u64 = 1500;

/// Rows in which nothing of the arm touches the skin, with the level there.
const CLEAR: [(u32, u64, u64); 2] = [(2, 120, 1500), (3, 3050, 3180)];

/// The clear rows far enough above the lower edge of the board to see the skin whole.
fn clear_rows(rows: u64) -> impl Iterator<Item = (u32, u64, u64)> {
    CLEAR
        .into_iter()
        .map(move |(n, from, to)| (n, from, to.min(rows.saturating_sub(40))))
        .filter(|(_, from, to)| from < to)
}

fn skin_range(rows: u64) -> String {
    let parts: Vec<String> =
        clear_rows(rows).map(|(n, from, to)| format!("$n = {n}$: rows {from} to {}", to - 1)).collect();
    if parts.is_empty() {
        format!("$k = {SKIN}$, no row (the skin is clear from row 120 on)")
    } else {
        format!("$k = {SKIN}$, {}", parts.join("; "))
    }
}

/// How many palaces there are in a row from `from` on, by steps.
fn run(arm: &Board, from: Position, step: impl Fn(Position) -> Position) -> u64 {
    let inside = |cell: &Position| cell.x < arm.width() && cell.y < arm.height() && arm.is_p(*cell);
    std::iter::successors(Some(from), |cell| Some(step(*cell))).take_while(inside).count() as u64
}

fn skin_thickness(scope: &Scope) -> Checked {
    let rows = scope.bound();
    let arm = upper_arm(SKIN, rows, scope)?;
    let last = boundary(&arm, SKIN);
    let mut found = None;
    for (n, from, to) in clear_rows(rows) {
        let (left, right) = (last[index(from)], last[index(to)]);
        // The first palace below the outer space in column x; on a diagonal it is the one with a free cell up and left.
        let top = |x: u64| (from.saturating_sub(20)..=to).find(|&y| arm.is_p(at(x, y))).unwrap_or(to);
        for y in from..to {
            scope.go_on()?;
            let horizontal = run(&arm, at(last[index(y)], y), |cell| at(cell.x - 1, cell.y));
            if horizontal != fibonacci(2 * n + 2) {
                found.get_or_insert(format!("Row {y}: the skin is {horizontal} wide."));
            }
        }
        let mut thick = Vec::new();
        for x in left..right {
            scope.go_on()?;
            let edge = at(x, top(x));
            let vertical = run(&arm, edge, |cell| moved(cell, 0, 1));
            if vertical == fibonacci(2 * n) + 1 {
                thick.push(x);
            } else if vertical != fibonacci(2 * n) {
                found.get_or_insert(format!("Column {x}: the skin is {vertical} high."));
            }
            // Only the topmost cell of a diagonal begins its run.
            if !arm.is_p(at(edge.x - 1, edge.y - 1)) {
                let diagonal = run(&arm, edge, |cell| moved(cell, 1, 1));
                if diagonal != fibonacci(2 * n + 1) {
                    found.get_or_insert(format!("{edge}: the skin is {diagonal} thick on the diagonal."));
                }
            }
        }
        if let Some(gap) = thick.windows(2).map(|pair| pair[1] - pair[0]).find(|gap| *gap != fibonacci(2 * n + 3)) {
            found.get_or_insert(format!("Level {n}: two vertical lines are {gap} columns apart."));
        }
        if (right - left) >= fibonacci(2 * n + 3) && thick.is_empty() {
            found.get_or_insert(format!("Level {n}: no vertical line is emitted."));
        }
    }
    Ok(Evidence::new(skin_range(rows), found))
}

/// The deviations of the skin and of the outer space next to it repeat, and are −2 or −1, and 0.
fn skin_period(scope: &Scope) -> Checked {
    let rows = scope.bound();
    let window = Window::corner(rows.saturating_mul(3).saturating_add(SKIN), rows);
    let (mut found, mut skin): (_, BTreeMap<u64, (usize, Vec<i64>)>) = (None, BTreeMap::new());
    solve::rows(&game("blocking:k=1500"), window, Values::Deviation, Some(Engine::Lines), scope, |row| {
        let Some((n, ..)) = clear_rows(rows).find(|(_, from, to)| (from..to).contains(&&row.y)) else { return Ok(()) };
        let end = row.p.iter().rposition(|p| *p == 1).map_or(0, |x| x + 1);
        let width = index(fibonacci(2 * n + 2));
        let cells = row.numbers[end - width..end].to_vec();
        if cells.iter().any(|state| ![-2, -1].contains(state)) || row.numbers[end..].iter().any(|state| *state != 0) {
            found.get_or_insert(format!("Row {}: the skin and what follows it are {cells:?}, …", row.y));
        }
        skin.insert(row.y, (end, cells));
        Ok::<(), SolveError>(())
    })?;
    for (n, from, to) in clear_rows(rows) {
        let (high, wide) = (fibonacci(2 * n + 1), index(fibonacci(2 * n + 3)));
        let repeats = |y: &u64| {
            let ((end, cells), (next_end, next)) = (&skin[y], &skin[&(y + high)]);
            end + wide == *next_end && cells == next
        };
        if let Some(y) = (from..to.saturating_sub(high)).find(|y| !repeats(y)) {
            found.get_or_insert(format!("Level {n}: the skin of row {y} does not return in row {}.", y + high));
        }
    }
    Ok(Evidence::new(skin_range(rows), found))
}

/// Palaces left of the skin of level n: k − f_{2n+`plus`}.
fn left_of_skin(scope: &Scope, plus: u32) -> Checked {
    let rows = scope.bound();
    let arm = upper_arm(SKIN, rows, scope)?;
    let found = first(scope, clear_rows(rows), |(n, from, to)| {
        let says = SKIN - fibonacci(2 * n + plus);
        first(scope, from..to, |y| {
            let Some(last) = last_palace(&arm, SKIN, y) else { return Ok(None) };
            let skin = run(&arm, at(last, y), |cell| at(cell.x - 1, cell.y));
            let left = (0..=last - skin).filter(|&x| arm.is_p(at(x, y))).count() as u64;
            let words = || {
                let row = words_at(&format!("Row {y}"), &format!("blocking:k={SKIN}"), at(last, y));
                format!("{row} of $W^{SKIN}$ ($n = {n}$): left of the skin are {left} palaces, the text says {says}.")
            };
            Ok((left != says).then(words))
        })
    })?;
    Ok(Evidence::new(skin_range(rows), found))
}

fn skin_slope(scope: &Scope) -> Checked {
    /// Patterns grow by the factor φ²; this one has 3,524,578 steps.
    const MOST: u64 = 16;
    let most = u32::try_from(scope.bound().min(MOST)).unwrap_or(0);
    let golden = Surd::new(1, 1, 5_u8, 2);
    let limit = &golden * &golden;
    let mut found = None;
    let mut last = Surd::rational(0, 1);
    for n in 0..=most {
        scope.go_on()?;
        let pattern = step_pattern(n);
        let (steps, pixels) = (pattern.len() as u64, pattern.iter().copied().map(u64::from).sum::<u64>());
        let (high, wide) = (fibonacci(2 * n + 1), fibonacci(2 * n + 3));
        if (steps, pixels) != (high, wide) {
            found.get_or_insert(format!("The pattern {n} has {steps} steps of {pixels} pixels."));
        }
        // The distance from the limit is less than 1/f_{2n+1}².
        let slope = Surd::rational(wide, high);
        let near = &slope + &Surd::rational(1, IBig::from(high) * high);
        if slope <= last || slope >= limit || near <= limit {
            found.get_or_insert(format!("{wide}/{high} does not continue the sequence to $φ²$."));
        }
        last = slope;
    }
    Ok(Evidence::new(format!("$n ≤ {most}$"), found))
}
