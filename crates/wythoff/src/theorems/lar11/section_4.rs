//! Lar11, section 4: questions, and Tables 1 to 4.

use super::columns;
use crate::exact::Surd;
use crate::position::Position;
use crate::printed::{LAR11_TABLE_2, LAR11_TABLE_3, LAR11_TABLE_4, Table, slopes};
use crate::solve::SolveError;
use crate::theorems::text::words_at;
use crate::theorems::tools::{Checked, at, first, first_upper, holds, open, printed, rules, upper_of_columns};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    open(holds(
        "Lar11.S4.W4.delta",
        "Lar11, section 4",
        "In $W^4$ $δ_n = n/2 + O(1)$: no $n$ is found with $2δ_n − n$ outside $[−8, 3]$.",
        3000,
        w4_delta,
    )),
    open(holds(
        "Lar11.S4.W4.limit",
        "Lar11, section 4",
        "In $W^4$ $b_i/a_i → 1+√2$: no P-position is found with $|b − (1+√2)a| > 4$.",
        3000,
        w4_limit,
    )),
    holds(
        "Lar11.S4.W4.algebra",
        "Lar11, section 4",
        "$α > 0$, $1/α + 1/β = 4$ and $β − α = 1/2$ give $α = √2/4$ and $β/α = 1+√2$.",
        1,
        |_| Ok(w4_algebra()),
    ),
    holds(
        "Lar11.S4.GDWN.moves",
        "Lar11, section 4",
        "$(1,2)$GDWN has the moves of Wythoff Nim, $(x,y) → (x−i, y−2i)$ and $(x,y) → (x−2i, y−i)$, $i > 0$.",
        24,
        gdwn_moves,
    ),
    holds(
        "Lar11.S4.GDWN.split",
        "Lar11, section 4",
        "$lim b_i/a_i$ does not exist in $(1,2)$GDWN: where $100 ≤ A ≤ a < 2A$, no $b/a$ is in $(1.6, 2.1)$, and some \
         are on either side.",
        3000,
        |scope| splits(scope, "gdwn:p=1,q=2", 100, [16, 21]),
    ),
    holds(
        "Lar11.S4.W2.split",
        "Lar11, Remark 1",
        "$lim b_i/a_i$ does not exist in $W^2$: where $5 ≤ A ≤ a < 2A$, no $b/a$ is in $(1.7, 2)$, and some are on \
         either side.",
        3000,
        |scope| splits(scope, "blocking:k=2", 5, [17, 20]),
    ),
    open(holds(
        "Lar11.Table1.number",
        "Lar11, Table 1, the number of slopes",
        "The upper P-positions of $W^k$, $k ≤ 20$, have as many slopes as row $k$ of Table 1 has entries: no $k$ is \
         found where they form another number of threads.",
        3000,
        table_1_number,
    )),
    printed(
        "Lar11.Table1.values.printed",
        "Lar11, Table 1, the slopes",
        "The slopes of $W^k$, $k ≤ 20$, are those of Table 1, to within 0.012.",
        "Lar11.Table1.values",
        3000,
        |scope| table_1_values(scope, &table_1()),
    ),
    holds(
        "Lar11.Table1.values",
        "Lar11, Table 1, the slopes",
        "To within 0.012 the slopes of $W^k$, $k ≤ 20$, are those of Table 1, but 1.618 for $k = 10$, 1.766 for 12, \
         1.220 for 13, 2.381 and 2.6 for 15, 2.345 for 18, 1.909 for 19, 1.295 for 20.",
        3000,
        |scope| table_1_values(scope, &table_1_corrected()),
    ),
    holds(
        "Lar11.Table2",
        "Lar11, Table 2",
        "The first 90 upper P-positions of $W^4$ and their differences are those of Table 2.",
        90,
        |scope| printed_table(scope, LAR11_TABLE_2),
    ),
    holds(
        "Lar11.Table3",
        "Lar11, Table 3",
        "The first 90 upper P-positions of $W^5$ and their differences are those of Table 3.",
        90,
        |scope| printed_table(scope, LAR11_TABLE_3),
    ),
    holds(
        "Lar11.Table4",
        "Lar11, Table 4",
        "The first 90 upper P-positions of $W^6$ and their differences are those of Table 4.",
        90,
        |scope| printed_table(scope, LAR11_TABLE_4),
    ),
];

/// Table 1 as printed, in thousandths, rows k = 1 to 20; φ is 1.618 and 1+√2 is 2.414.
fn table_1() -> Vec<Vec<u64>> {
    let thousandths = |entry: &str| match entry {
        "phi" => 1618,
        "1+sqrt2" => 2414,
        decimal => {
            let (whole, digits) = decimal.split_once('.').unwrap_or((decimal, ""));
            format!("{whole}{digits:0<3}").parse().expect("a decimal with at most three digits")
        }
    };
    slopes().into_iter().map(|row| row.into_iter().map(thousandths).collect()).collect()
}

/// The positive roots of s² − qs − 1 with q = 1, 6/5, 2/5, 51/26, 18/13 and 34/65 for k = 10, 12, 13, 15, 19 and 20, to
/// which the exact k-cover leads; 2.345 for k = 18, whose thread wavers (2.344 over 3000 ≤ a < 24000); else as printed.
fn table_1_corrected() -> Vec<Vec<u64>> {
    let mut table = table_1();
    for (k, first) in [(10, 1618), (12, 1766), (13, 1220), (15, 2381), (18, 2345), (19, 1909), (20, 1295)] {
        table[k - 1][0] = first;
    }
    table[14][1] = 2600;
    table
}

fn w4_delta(scope: &Scope) -> Checked {
    let pairs = upper_of_columns("blocking:k=4", scope.bound(), scope)?;
    let off = |(n, pair): (i128, &Position)| 2 * i128::from(pair.y - pair.x) - n;
    let values = || (0..).zip(&pairs).map(off);
    let found = values().position(|value| !(-8..=3).contains(&value));
    let range = format!("$a_n < {}$, that is $n < {}$", scope.bound(), pairs.len());
    let found = found.map(|n| format!("$(a_{n}, b_{n}) = {}$.", pairs[n]));
    let note =
        values().min().zip(values().max()).map(|(min, max)| format!("$2δ_n − n$ is {min} at least and {max} at most."));
    Ok(Evidence::new(range, found).with_note(note.unwrap_or_default()))
}

fn w4_limit(scope: &Scope) -> Checked {
    // |δ − √2a| ≤ 4 with r = ⌊√2a⌋: δ − 4 ≤ √2a says δ − 4 ≤ r, and √2a ≤ δ + 4 says r < δ + 4, as √2a is irrational or
    // 0.
    let is_near = |pair: &Position| {
        let (r, delta) = ((2 * u128::from(pair.x).pow(2)).isqrt(), u128::from(pair.y - pair.x));
        delta <= r + 4 && r < delta + 4
    };
    let pairs = upper_of_columns("blocking:k=4", scope.bound(), scope)?;
    let found = pairs.iter().find(|pair| !is_near(pair)).map(|pair| format!("{pair} is P."));
    Ok(Evidence::new(format!("$a < {}$", scope.bound()), found))
}

fn w4_algebra() -> Evidence {
    let number = |p: i32, q: i32| Surd::rational(p, q);
    // 1/α + 1/(α + 1/2) = 4 says 4α² = 1/2.
    let alpha = Surd::new(0, 1, 2_u8, 4);
    let beta = &alpha + &number(1, 2);
    let sum = alpha.inverse().zip(beta.inverse()).map(|(a, b)| &a + &b);
    let ratio = alpha.inverse().map(|inverse| &beta * &inverse);
    let holds = sum == Some(number(4, 1)) && ratio == Some(Surd::new(1, 1, 2_u8, 1));
    Evidence::new("$α = √2/4$, $β = α + 1/2$", (!holds).then(|| format!("$α = {alpha}$, $β = {beta}$.")))
}

fn gdwn_moves(scope: &Scope) -> Checked {
    let (side, gdwn) = (scope.bound(), rules("gdwn:p=1,q=2"));
    let found = first(scope, columns(0..side, |_| 0..side), |from| {
        let has_move = |to: &Position| {
            let (i, j) = (from.x - to.x, from.y - to.y);
            (i, j) != (0, 0) && (i == 0 || j == 0 || i == j || j == 2 * i || i == 2 * j)
        };
        let text: Vec<Position> = columns(0..from.x + 1, |_| 0..from.y + 1).filter(has_move).collect();
        let mut options = gdwn.options(from);
        options.sort_unstable();
        let words = || format!("{from} has {} options, the text gives {}.", options.len(), text.len());
        Ok((options != text).then(words))
    })?;
    Ok(Evidence::new(format!("$x, y < {side}$"), found))
}

/// Whether the upper P-positions with A ≤ a < 2A, for each A from `least` on, have slopes b/a on both sides of a gap,
/// and none within; its ends are in tenths.
fn splits(scope: &Scope, text: &str, least: u64, gap: [u64; 2]) -> Checked {
    let pairs = upper_of_columns(text, scope.bound(), scope)?;
    let last = scope.bound() / 2;
    let [from, to] = gap;
    let within = first(scope, pairs.iter().filter(|pair| (least..2 * last).contains(&pair.x)), |pair| {
        Ok((from * pair.x < 10 * pair.y && 10 * pair.y < to * pair.x).then(|| format!("{pair} is P.")))
    })?;
    let one_sided = first(scope, least..=last, |a| {
        let start = pairs.partition_point(|pair| pair.x < a);
        let end = pairs.partition_point(|pair| pair.x < 2 * a);
        let low = pairs[start..end].iter().filter(|pair| 10 * pair.y <= from * pair.x).count();
        Ok((low == 0 || low == end - start).then(|| format!("The slopes with ${a} ≤ a < {}$ are on one side.", 2 * a)))
    })?;
    Ok(Evidence::new(format!("${least} ≤ A ≤ {last}$"), within.or(one_sided)))
}

/// Fewer columns than these do not show the threads.
const ENOUGH_COLUMNS: u64 = 1000;

/// The threads of W^k: its upper P-positions with X/2 ≤ a < X, ordered by b/a, and cut where b/a grows by more than
/// 3/100.
fn threads(k: usize, columns: u64, scope: &Scope) -> Result<Vec<Vec<Position>>, SolveError> {
    let mut pairs = upper_of_columns(&format!("blocking:k={k}"), columns, scope)?;
    pairs.retain(|pair| pair.x >= columns / 2);
    // b/a and b'/a' over the common denominator aa'.
    let over = |one: &Position, other: &Position| u128::from(one.y) * u128::from(other.x);
    pairs.sort_unstable_by(|one, other| over(one, other).cmp(&over(other, one)));
    let is_near = |one: &Position, next: &Position| {
        100 * (over(next, one) - over(one, next)) <= 3 * u128::from(one.x) * u128::from(next.x)
    };
    Ok(pairs.chunk_by(is_near).map(<[_]>::to_vec).collect())
}

/// The slope of the line through the thread with the least squares of errors in b, as a fraction.
fn slope(thread: &[Position]) -> (i128, i128) {
    let sum = |term: fn(i128, i128) -> i128| -> i128 { thread.iter().map(|at| term(at.x.into(), at.y.into())).sum() };
    let (n, a, b) = (sum(|_, _| 1), sum(|a, _| a), sum(|_, b| b));
    (n * sum(|a, b| a * b) - a * b, n * sum(|a, _| a * a) - a * a)
}

fn thousandths(number: i128) -> String {
    format!("{}.{:03}", number / 1000, number % 1000)
}

/// What is looked at, if there are enough columns.
fn thread_range(scope: &Scope) -> Option<String> {
    let columns = scope.bound();
    (columns >= ENOUGH_COLUMNS).then(|| format!("$k ≤ 20$, ${} ≤ a < {columns}$", columns / 2))
}

fn too_few_columns() -> Evidence {
    Evidence::new(format!("nothing: threads need {ENOUGH_COLUMNS} columns"), None)
}

fn table_1_number(scope: &Scope) -> Checked {
    let Some(range) = thread_range(scope) else { return Ok(too_few_columns()) };
    let found = first(scope, (1..).zip(table_1()), |(k, row)| {
        let threads = threads(k, scope.bound(), scope)?.len();
        Ok((threads != row.len()).then(|| format!("$W^{k}$ has {threads} threads, the table says {}.", row.len())))
    })?;
    Ok(Evidence::new(range, found))
}

/// Compares the slope of each thread with the table's, in thousandths.
fn table_1_values(scope: &Scope, table: &[Vec<u64>]) -> Checked {
    let Some(range) = thread_range(scope) else { return Ok(too_few_columns()) };
    let mut off = Vec::new();
    for (k, row) in (1..).zip(table) {
        let threads = threads(k, scope.bound(), scope)?;
        let found = threads.iter().zip(row).find_map(|(thread, &says)| {
            let ((numerator, denominator), says) = (slope(thread), i128::from(says));
            let is_off = (1000 * numerator - says * denominator).abs() > 12 * denominator;
            let is = || thousandths((1000 * numerator + denominator / 2) / denominator);
            is_off.then(|| {
                let nearest = thread.iter().min_by_key(|at| at.x).copied().unwrap_or_else(|| at(0, 0));
                let thread = words_at("A thread", &format!("blocking:k={k}"), nearest);
                format!("{thread} of $W^{k}$ has the slope {}, the table says {}.", is(), thousandths(says))
            })
        });
        let number = || format!("$W^{k}$ has {} threads, the table says {}.", threads.len(), row.len());
        off.extend(found.or_else(|| (threads.len() != row.len()).then(number)).map(|found| (k, found)));
    }
    let all: Vec<String> = off.iter().map(|(k, _)| k.to_string()).collect();
    let note = if all.len() > 1 { format!("Off are $k = {}$.", all.join(", ")) } else { String::new() };
    Ok(Evidence::new(range, off.into_iter().next().map(|(_, found)| found)).with_note(note))
}

fn printed_table(scope: &Scope, table: Table) -> Checked {
    let count = scope.bound().min(90);
    let (ours, printed) = (first_upper(table.game, count, scope)?, table.printed());
    let row = |n: usize, Position { x, y }: &Position| format!("{n} {x} {y} {}", y - x);
    let differs = ours.iter().zip(&printed).enumerate().find(|(_, (is, says))| is != says);
    let words =
        |(n, (is, says))| format!("The row $n$ $a$ $b$ $δ$ is {}, the table says {}.", row(n, is), row(n, says));
    Ok(Evidence::new(format!("$n < {count}$"), differs.map(words)))
}
