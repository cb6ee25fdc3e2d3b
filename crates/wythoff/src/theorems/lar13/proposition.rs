//! Lar13, the slides on W_{k,m}: the generalized algorithm and the proposition.

use super::{first_not_increasing, not_covered_once};
use crate::exact::{Beatty, IBig, Surd, slopes, wythoff_root};
use crate::position::Position;
use crate::theorems::diagonal::{self, ENOUGH, definition_13, name, terms, up_to_6, wythoff};
use crate::theorems::text::cell;
use crate::theorems::tools::{
    Checked, Found, each, first, holds, mex_pairs, printed, square, unbalanced, upper_of_columns,
};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    printed(
        "Lar13.Prop.i.printed",
        "Lar13, The generalized algorithm and Proposition (i)",
        "The P-positions of $W_{k,m}$ are ${(a_n,b_n), (b_n,a_n)}$ with $a_n = mex{a_i, b_i : i < n}$, $b_n = a_n + \
         ⌊mn/k⌋$.",
        "Lar13.Prop.i",
        80,
        |scope| diagonal::mex_algorithm(scope, "k", |_, _| true, |m, k, n| m * n / k),
    ),
    holds(
        "Lar13.Prop.i",
        "Lar13, The generalized algorithm and Proposition (i), as in Lar09, Definition 13",
        "The P-positions of $W_{k,m}$ are ${(a_n,b_n), (b_n,a_n)}$ with $a_n = mex{a_i, b_i : i < n}$, $b_n = a_n + \
         m⌊n/k⌋$.",
        240,
        |scope| diagonal::mex_algorithm(scope, "k", |_, _| true, |m, k, n| n / k * m),
    ),
    holds(
        "Lar13.Prop.i.k1-m1",
        "Lar13, The generalized algorithm and Proposition (i)",
        "For $k = 1$ or $m = 1$ the printed $b_n = a_n + ⌊mn/k⌋$ is right.",
        240,
        |scope| diagonal::mex_algorithm(scope, "k", |m, k| m == 1 || k == 1, |m, k, n| m * n / k),
    ),
    printed(
        "Lar13.Complementary.printed",
        "Lar13, The generalized algorithm, complementarity",
        "$(a_n)$ and $(b_n)$ of the generalized algorithm are complementary: together they have each positive integer \
         exactly once.",
        "Lar13.Complementary",
        4000,
        complementary_printed,
    ),
    holds(
        "Lar13.Complementary",
        "Lar13, The generalized algorithm, complementarity, as in Lar09, Proposition 14 (b)",
        "For $W_{k,m}$, $a_i = b_i = i$ for $i < k$, and $(a_i)$, $i ≥ 0$, and $(b_i)$, $i ≥ k$, partition the \
         nonnegative integers.",
        4000,
        |scope| diagonal::partition(scope, "k"),
    ),
    holds(
        "Lar13.Prop.ii",
        "Lar13, Proposition (ii)",
        "For $W_{k,m}$ both $(a_n)$ and $(b_n)$ increase strictly.",
        2000,
        increasing,
    ),
    holds(
        "Lar13.Prop.iii",
        "Lar13, Proposition (iii)",
        "For $W_{k,m}$, $#{i : b_i − a_i = d}$ is $k$ if $m | d$, otherwise 0.",
        2000,
        |scope| diagonal::differences(scope, "k"),
    ),
    printed(
        "Lar13.Prop.iv.printed",
        "Lar13, Proposition (iv)",
        "P-positions $(a,b)$ and $(c,d)$ of $W_{k,m}$ with $a < c$ have $b − a ≤ d − c$ and $b < d$.",
        "Lar13.Prop.iv",
        80,
        |scope| ordered(scope, |_| true),
    ),
    holds(
        "Lar13.Prop.iv",
        "Lar13, Proposition (iv), as in Lar09, Proposition 14 (c)",
        "P-positions $(a,b)$, $a ≤ b$, and $(c,d)$, $c ≤ d$, of $W_{k,m}$ with $a < c$ have $b − a ≤ d − c$ and $b < \
         d$.",
        80,
        |scope| ordered(scope, Position::is_upper),
    ),
    holds(
        "Lar13.Prop.v",
        "Lar13, Proposition (v)",
        "For $W_{k,m}$ $b_n/a_n$ tends to the positive root $x$ of $x² − (m/k)x − 1$: $|b_n − x·a_n| < k + m + 2$.",
        4000,
        limit_of_ratios,
    ),
    printed(
        "Lar13.Prop.vi.printed",
        "Lar13, Proposition (vi), each sequence by itself",
        "If $k | m$, then $(a_i)$ of $W_{k,m}$ is a Beatty sequence, so that sums of equally many consecutive \
         differences differ by at most 1.",
        "Lar13.Prop.vi",
        200,
        |scope| diagonal::beatty_if_divides(scope, "k"),
    ),
    holds(
        "Lar13.Prop.vi",
        "Lar13, Proposition (vi), k interleaved pairs",
        "If $k | m$, the pairs of $W_{k,m}$ are $(kA_n + r, kB_n + r)$, $0 ≤ r < k$, with the Beatty pairs $(A_n, \
         B_n)$ of $(m/k)$-Wythoff Nim.",
        1000,
        |scope| diagonal::interleaved(scope, "k"),
    ),
    holds(
        "Lar13.Prop.vi.never",
        "Lar13, Proposition (vi), each sequence by itself",
        "For $k ≥ 2$, $(a_i)$ of $W_{k,m}$ is no Beatty sequence, whether $k | m$ or not: its differences are \
         unbalanced.",
        4000,
        never_beatty,
    ),
    holds(
        "Lar13.Prop.vi.only-if",
        "Lar13, Proposition (vi), k interleaved sequences",
        "If $k$ does not divide $m$, some $(a_{kn+r})$, $n ≥ 0$, of $W_{k,m}$ is unbalanced, also after a common \
         factor of its differences is divided out.",
        4000,
        |scope| diagonal::unbalanced_unless_divides(scope, "k"),
    ),
    holds(
        "Lar13.Bound",
        "Lar13, A polynomial time approach",
        "For $W_{k,m}$: $⌊(n−k−1)α⌋ ≤ a_n ≤ ⌊nα⌋$, $α = (2k − m + √(m² + 4k²))/(2k)$.",
        4000,
        |scope| near_beatty(scope, -1),
    ),
    holds(
        "Lar13.Bound.sharper",
        "Lar13, A polynomial time approach, with the bound of Lar09",
        "For $W_{k,m}$: $⌊(n−k+1)α⌋ ≤ a_n ≤ ⌊nα⌋$, $α = (2k − m + √(m² + 4k²))/(2k)$.",
        4000,
        |scope| near_beatty(scope, 1),
    ),
];

/// Searches the first `count` pairs of each W_{k,m}, k, m ≤ 6.
fn of_pairs(scope: &Scope, count: u64, mut refute: impl FnMut(u32, u32, &[Position]) -> Found) -> Checked {
    let found = first(scope, up_to_6(), |(m, k)| {
        let what = refute(m, k, &definition_13(m, k, count, scope)?)?;
        Ok(what.map(|what| format!("$m = {m}$, $k = {k}$: {what}")))
    })?;
    Ok(Evidence::new(format!("$m, k ≤ 6$, $n < {count}$"), found))
}

fn complementary_printed(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, up_to_6(), |(m, k)| {
        let pairs = mex_pairs(count, scope, |n| u64::from(m) * n / u64::from(k))?;
        // 0 is a_0 and b_0, and no positive integer.
        Ok(not_covered_once(&pairs).map(|what| format!("$m = {m}$, $k = {k}$: {what}")))
    })?;
    Ok(Evidence::new(format!("$m, k ≤ 6$, $b_n = a_n + ⌊mn/k⌋$, $n < {count}$"), found))
}

fn increasing(scope: &Scope) -> Checked {
    let columns = scope.bound();
    let found = first(scope, up_to_6(), |(m, k)| {
        let pairs = upper_of_columns(&name(m, k), columns, scope)?;
        Ok(first_not_increasing(&pairs).map(|what| format!("$m = {m}$, $k = {k}$: {what}")))
    })?;
    Ok(Evidence::new(format!("$m, k ≤ 6$, columns $x < {columns}$"), found))
}

fn ordered(scope: &Scope, concerned: impl Fn(&Position) -> bool) -> Checked {
    let side = scope.bound();
    let found = first(scope, up_to_6(), |(m, k)| {
        let (text, board) = (name(m, k), wythoff(m, k, side, scope)?);
        let p: Vec<Position> = square(side).filter(|at| board.is_p(*at)).filter(&concerned).collect();
        first(scope, each(&p, &p), |(one, other)| {
            let keeps = || one.y + other.x <= other.y + one.x && one.y < other.y;
            let words = || {
                let [here, there] = [one, other].map(|at| cell(&text, *at));
                format!("$m = {m}$, $k = {k}$: {here} and {there} are P, ${} < {}$.", one.x, other.x)
            };
            Ok((one.x < other.x && !keeps()).then(words))
        })
    })?;
    Ok(Evidence::new(format!("$m, k ≤ 6$, all pairs of P-positions with $x, y < {side}$"), found))
}

fn limit_of_ratios(scope: &Scope) -> Checked {
    of_pairs(scope, scope.bound(), |m, k, pairs| {
        let (root, most) = (wythoff_root(m.into(), k.into()), Surd::rational(k + m + 2, 1));
        first(scope, pairs, |pair| {
            let gap = &Surd::rational(pair.y, 1) - &(&root * &Surd::rational(pair.x, 1));
            Ok((gap >= most || gap <= -&most).then(|| format!("{pair} is far from the line.")))
        })
    })
}

fn never_beatty(scope: &Scope) -> Checked {
    of_pairs(scope, scope.bound().max(ENOUGH), |_, k, pairs| {
        let is_balanced = k >= 2 && unbalanced(&terms(pairs, |pair| pair.x), 1, scope)?.is_none();
        Ok(is_balanced.then(|| "$(a_i)$ is balanced as far as it was seen.".to_owned()))
    })
}

/// ⌊(n−k+shift)α⌋ ≤ a_n ≤ ⌊nα⌋.
fn near_beatty(scope: &Scope, shift: i64) -> Checked {
    of_pairs(scope, scope.bound(), |m, k, pairs| {
        let multiples = Beatty::new(slopes(m, k).0, Surd::rational(0, 1)).expect("α is positive");
        first(scope, (0_u64..).zip(pairs), |(n, pair)| {
            let (a, high) = (IBig::from(pair.x), IBig::from(n));
            let low = &high - k + shift;
            let outside = a > multiples.term(&high) || a < multiples.term(&low);
            Ok(outside.then(|| format!("$a_{n} = {a}$ is outside.")))
        })
    })
}
