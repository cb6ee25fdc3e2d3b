//! Lar11, section 1: what is stated.

use super::{columns, r1, r2, r3};
use crate::position::Position;
use crate::theorems::text::{cell, words_at};
use crate::theorems::tools::{
    Checked, Found, at, difference, fast, first, holds, literal, occurrences, p_options, printed, rules,
    upper_of_columns,
};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "Lar11.Thm1.1.k1",
        "Lar11, Theorem 1.1 (k = 1)",
        "The P-positions of $W^1$ are $R_1 = {⌊φn⌋, ⌊φ²n⌋}$, $n ≥ 0$.",
        300,
        |scope| theorem_1_1(scope, &[1]),
    ),
    holds(
        "Lar11.Thm1.1.k2",
        "Lar11, Theorem 1.1 (k = 2)",
        "The P-positions of $W^2$ are $R_2$: $(0,0), {n, 2n+1}$ for $n ≥ 0$, and $(2x+2, 2y+2)$ for $(x,y)$ in $R_1$.",
        300,
        |scope| theorem_1_1(scope, &[2]),
    ),
    holds(
        "Lar11.Thm1.1.k3",
        "Lar11, Theorem 1.1 (k = 3)",
        "The P-positions of $W^3$ are $R_3$: $(0,0), {n, 2n+1}$ and ${n, 2n+2}$ for $n ≥ 0$.",
        300,
        |scope| theorem_1_1(scope, &[3]),
    ),
    printed(
        "Lar11.Fig1.printed",
        "Lar11, Figure 1, caption",
        "In $W^2$ $(11,15)$ is N with two P-positions among its options.",
        "Lar11.Fig1",
        16,
        |scope| figure_1(scope, 2),
    ),
    holds(
        "Lar11.Fig1",
        "Lar11, Figure 1, caption",
        "In $W^2$ $(11,15)$ is N with four P-positions among its options, and $(8,12)$ is P with precisely one.",
        16,
        |scope| figure_1(scope, 4),
    ),
    holds(
        "Lar11.Prop1.2.i",
        "Lar11, Proposition 1.2 (i)",
        "$(a_x, b_x) = (0, x)$ if and only if $x < k$.",
        150,
        |scope| for_each_k(scope, proposition_1_2_i),
    ),
    printed(
        "Lar11.Prop1.2.ii.printed",
        "Lar11, Proposition 1.2 (ii)",
        "Each positive integer occurs exactly $k$ times among the $a_i$ and $b_i$ with $i ≥ k$.",
        "Lar11.Prop1.2.ii",
        150,
        |scope| for_each_k(scope, proposition_1_2_ii_printed),
    ),
    holds(
        "Lar11.Prop1.2.ii",
        "Lar11, Proposition 1.2 (ii)",
        "For each $x ≥ 0$ exactly $k$ indices $i ≥ 0$ have $a_i = x$ or $b_i = x$: a column has $k$ P-positions.",
        150,
        |scope| for_each_k(scope, proposition_1_2_ii),
    ),
    holds(
        "Lar11.Prop1.2.iii",
        "Lar11, Proposition 1.2 (iii)",
        "For each $d$ at most $k$ indices $i$ have $b_i − a_i = d$.",
        200,
        |scope| for_each_k(scope, proposition_1_2_iii),
    ),
    printed(
        "Lar11.Prop1.2.proof.printed",
        "Lar11, proof of Proposition 1.2",
        "The columns $0, …, x−1$ of $W^k$ hold precisely $k(x−1)$ P-positions, $x ≥ 1$, $k > 1$.",
        "Lar11.Prop1.2.proof",
        150,
        |scope| {
            for_each_k(scope, |k, pairs, columns| {
                // The proof takes k = 1 from Wythoff.
                if k == 1 { None } else { columns_hold(k, pairs, columns, |x| k * (x - 1)) }
            })
        },
    ),
    holds(
        "Lar11.Prop1.2.proof",
        "Lar11, proof of Proposition 1.2",
        "The columns $0, …, x−1$ of $W^k$ hold precisely $kx$ P-positions, $x ≥ 1$.",
        150,
        |scope| for_each_k(scope, |k, pairs, columns| columns_hold(k, pairs, columns, |x| k * x)),
    ),
    holds(
        "Lar11.Prop1.2.two-options",
        "Lar11, proof of Proposition 1.2",
        "For each position left of column $x$ there are exactly two in that column with a move to it.",
        30,
        two_options,
    ),
    holds(
        "Lar11.Prop1.3.terminal",
        "Lar11, Proposition 1.3",
        "All options of a position of $W^k$ can be blocked iff it is in $T(k) = {{x, y} : x ≤ y < k − 2x}$.",
        30,
        proposition_1_3_terminal,
    ),
    holds(
        "Lar11.Prop1.3.ideal",
        "Lar11, Proposition 1.3",
        "$T(k)$ is a lower ideal: with $(x,y)$ it has every $(x−i, y−j)$, $i ≤ x$, $j ≤ y$.",
        30,
        proposition_1_3_ideal,
    ),
    holds(
        "Lar11.Prop1.3.size",
        "Lar11, Proposition 1.3",
        "With $M = m+1$, $T(k)$ has $3M² − 2M$ positions for $k = 3m+1$, $3M²$ for $k = 3m+2$, $3M² + 2M$ for $k = \
         3m+3$.",
        100,
        proposition_1_3_size,
    ),
    holds(
        "Lar11.Prop1.4",
        "Lar11, Proposition 1.4",
        "With $k−1$ blocks in 2-pile Nim $(x,y)$ is P iff $|y−x| < k$ and $y−x ≡ k−1 (mod 2)$, or $x+y < k$.",
        60,
        proposition_1_4,
    ),
];

/// Whether the P-positions of W^k are R_k, for these k ≤ 3.
pub(in crate::theorems) fn theorem_1_1(scope: &Scope, games: &[u64]) -> Checked {
    let side = scope.bound();
    let found = first(scope, games, |&k| {
        let set = match k {
            1 => r1,
            2 => r2,
            _ => r3,
        };
        let text = format!("blocking:k={k}");
        difference((&text, &fast(&text, side, scope)?), side, &format!("$W^{k}$"), scope, set)
    })?;
    Ok(Evidence::new(format!("$x, y < {side}$"), found))
}

fn figure_1(scope: &Scope, options_of_11_15: usize) -> Checked {
    let (w2, board) = (rules("blocking:k=2"), literal("blocking:k=2", 16, scope)?);
    let wrong = |from: Position, is_p: bool, says: usize| {
        let mut to = p_options(&w2, &board, from);
        to.sort_unstable();
        let list: Vec<String> = to.iter().map(ToString::to_string).collect();
        let outcome = if board.is_p(from) { "P" } else { "N" };
        let text = || {
            let from = cell("blocking:k=2", from);
            format!("{from} is {outcome} and has {} P-options, {}; the text says {says}.", to.len(), list.join(", "))
        };
        (board.is_p(from) != is_p || to.len() != says).then(text)
    };
    let found = wrong(at(8, 12), true, 1).or_else(|| wrong(at(11, 15), false, options_of_11_15));
    Ok(Evidence::new("$(8,12)$ and $(11,15)$", found))
}

/// Tries to refute a statement on the pairs (a_i, b_i) of W^k with a_i below the bound, for each k.
fn for_each_k(scope: &Scope, refute: impl Fn(u64, &[Position], u64) -> Option<String>) -> Checked {
    let columns = scope.bound();
    let found = first(scope, 1..=12, |k| {
        let pairs = upper_of_columns(&format!("blocking:k={k}"), columns, scope)?;
        Ok(refute(k, &pairs, columns).map(|found| format!("$W^{k}$: {found}")))
    })?;
    Ok(Evidence::new(format!("$k ≤ 12$, $x < {columns}$"), found))
}

fn proposition_1_2_i(k: u64, pairs: &[Position], _: u64) -> Option<String> {
    let wrong = |(x, pair): &(u64, &Position)| (**pair == at(0, *x)) != (*x < k);
    (0..).zip(pairs).find(wrong).map(|(x, pair)| format!("$(a_{x}, b_{x})$ is {pair}."))
}

/// The a_i and b_i of the pairs; a pair with a_i = b_i gives its number once or twice.
fn coordinates(pairs: &[Position], twice: bool) -> impl Iterator<Item = u64> {
    pairs.iter().flat_map(move |&Position { x, y }| [Some(x), (twice || x != y).then_some(y)]).flatten()
}

fn proposition_1_2_ii_printed(k: u64, pairs: &[Position], columns: u64) -> Option<String> {
    let skipped = pairs.iter().zip(0..k).count();
    let count = occurrences(coordinates(&pairs[skipped..], true));
    let x = (1..columns).find(|&x| count(x) != k)?;
    let (x, count) = (words_at(&x.to_string(), &format!("blocking:k={k}"), at(x, 0)), count(x));
    Some(format!("{x} has the multiplicity {count} among the $a_i$ and $b_i$, $i ≥ {k}$; the text says {k}."))
}

fn proposition_1_2_ii(k: u64, pairs: &[Position], columns: u64) -> Option<String> {
    let count = occurrences(coordinates(pairs, false));
    let x = (0..columns).find(|&x| count(x) != k)?;
    Some(format!("{} indices $i$ have $a_i = {x}$ or $b_i = {x}$, the text says {k}.", count(x)))
}

fn proposition_1_2_iii(k: u64, pairs: &[Position], _: u64) -> Option<String> {
    let count = occurrences(pairs.iter().map(|pair| pair.y - pair.x));
    let pair = pairs.iter().find(|pair| count(pair.y - pair.x) > k)?;
    Some(format!("{} indices $i$ have $b_i − a_i = {}$.", count(pair.y - pair.x), pair.y - pair.x))
}

/// Whether the columns 0, …, x−1 hold as many P-positions as `says`, for each x.
fn columns_hold(k: u64, pairs: &[Position], columns: u64, says: impl Fn(u64) -> u64) -> Option<String> {
    let count = occurrences(coordinates(pairs, false));
    let mut held = 0;
    (1..=columns).find_map(|x| {
        held += count(x - 1);
        let text = || {
            let column = words_at(&format!("column {x}"), &format!("blocking:k={k}"), at(x, 0));
            format!("the number of P-positions left of {column} is {held}, the text says {}.", says(x))
        };
        (held != says(x)).then(text)
    })
}

fn two_options(scope: &Scope) -> Checked {
    let (side, queen) = (scope.bound(), rules("wythoff"));
    let found = first(scope, 0..side, |x| {
        first(scope, columns(0..x, |_| 0..side), |to| {
            let from = (0..=to.y.saturating_add(x)).filter(|&y| queen.is_option(&at(x, y), &to)).count();
            Ok((from != 2).then(|| format!("{to} is an option of {from} positions in column {x}.")))
        })
    })?;
    Ok(Evidence::new(format!("$x, y < {side}$"), found))
}

/// T(k) of Proposition 1.3.
fn t(k: u64, Position { x, y }: Position) -> bool {
    x.max(y) + 2 * x.min(y) < k
}

/// The first k up to the bound, and what refutes the statement there.
fn first_k(scope: &Scope, range: &str, mut refute: impl FnMut(u64) -> Found) -> Checked {
    let found = first(scope, 1..=scope.bound(), |k| Ok(refute(k)?.map(|found| format!("$k = {k}$: {found}"))))?;
    Ok(Evidence::new(format!("$k ≤ {}${range}", scope.bound()), found))
}

fn proposition_1_3_terminal(scope: &Scope) -> Checked {
    let queen = rules("wythoff");
    first_k(scope, ", $x, y < k+2$", |k| {
        first(scope, columns(0..k + 2, |_| 0..k + 2), |at| {
            let options = queen.options(at).len() as u64;
            Ok(((options < k) != t(k, at)).then(|| format!("{at} has {options} options.")))
        })
    })
}

fn proposition_1_3_ideal(scope: &Scope) -> Checked {
    first_k(scope, "", |k| {
        first(scope, columns(0..k, |_| 0..k).filter(|&from| t(k, from)), |from| {
            let outside = columns(0..from.x + 1, |_| 0..from.y + 1).find(|&to| !t(k, to));
            Ok(outside.map(|to| format!("{from} is in $T(k)$, {to} is not.")))
        })
    })
}

fn proposition_1_3_size(scope: &Scope) -> Checked {
    first_k(scope, "", |k| {
        scope.go_on()?;
        let size = columns(0..k, |_| 0..k).filter(|&at| t(k, at)).count() as u64;
        let m = k.div_ceil(3);
        let says = match k % 3 {
            1 => 3 * m * m - 2 * m,
            2 => 3 * m * m,
            _ => 3 * m * m + 2 * m,
        };
        Ok((size != says).then(|| format!("$T(k)$ has {size} positions, the text says {says}.")))
    })
}

fn proposition_1_4(scope: &Scope) -> Checked {
    let side = scope.bound();
    let blocking = |k| format!("nim-blocking:k={k}");
    let by_formula = first(scope, 1..=10, |k| {
        let is_p = |Position { x, y }: Position| {
            let gap = x.abs_diff(y);
            gap < k && gap % 2 == (k - 1) % 2 || x + y < k
        };
        let text = blocking(k);
        difference((&text, &literal(&text, side, scope)?), side, &format!("$k = {k}$"), scope, is_p)
    })?;
    let nim = literal("nim", side, scope)?;
    let (text, name) = (blocking(1), "$k = 1$ and Nim");
    let unblocked = difference((&text, &literal(&text, side, scope)?), side, name, scope, |at| nim.is_p(at))?;
    Ok(Evidence::new(format!("$k ≤ 10$, $x, y < {side}$"), by_formula.or(unblocked)))
}
