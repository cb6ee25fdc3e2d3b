//! Lar15, section 3: p-complementary sequences.

use std::ops::RangeInclusive;

use super::{Counter, ROOTS, VISIT_LIMIT, irrational, irrational_only, pairs, scaled, sequences, span, term, uneven};
use crate::exact::{IBig, Surd, phi};
use crate::theorems::tools::{Checked, each, first, holds, printed};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "Lar15.Thm3.1",
        "Lar15, Theorem 3.1 (O'Bryant)",
        "If $1/α + 1/β = 1$, then $⌊iα/p⌋$, $i ≥ 0$, and $⌊iβ/p⌋$, $i ≥ 1$, are $p$-complementary iff $α$ and $β$ are \
         irrational.",
        1000,
        |scope| irrational_only(scope, 1..=6, 0, 0),
    ),
    printed(
        "Lar15.Thm3.1.proof.printed",
        "Lar15, proof of Theorem 3.1, the set S",
        "If $1/α + 1/β = 1$ and $α, β$ are irrational, each $[n, n+1)$, $n ≥ 0$, holds $p$ of $0, α, β, 2α, 2β$ and \
         so on.",
        "Lar15.Thm3.1.proof",
        1000,
        |scope| members_of_s(scope, |_| 1),
    ),
    holds(
        "Lar15.Thm3.1.proof",
        "Lar15, proof of Theorem 3.1, the set S",
        "If $1/α + 1/β = 1$ and $α, β$ are irrational, each $[n, n+1)$, $n ≥ 0$, holds $p$ of $0, α/p, β/p, 2α/p, \
         2β/p$ and so on.",
        1000,
        |scope| members_of_s(scope, |p| p),
    ),
    holds(
        "Lar15.Prop3.2",
        "Lar15, Proposition 3.2 (Skolem, Fraenkel)",
        "$(x_{pi+l})$, $i ≥ 0$, and $(y_{pi−l})$, $i ≥ 1$, of Theorem 3.1 are complementary, for each $l$ with $0 ≤ l \
         < p$.",
        1000,
        proposition_3_2,
    ),
    printed(
        "Lar15.Lem3.3.i.printed",
        "Lar15, Lemma 3.3 (i) and abstract",
        "$(a_n)$ and $(b_n)$, $n ≥ 0$, are $p$-complementary: together they have each $v ≥ 0$ exactly $p$ times.",
        "Lar15.Lem3.3.i",
        3000,
        |scope| lemma_3_3_i(scope, 0),
    ),
    holds(
        "Lar15.Lem3.3.i",
        "Lar15, Lemma 3.3 (i)",
        "$(a_n)$, $n ≥ 0$, and $(b_n)$, $n ≥ 1$, are $p$-complementary: together they have each $v ≥ 0$ exactly $p$ \
         times.",
        3000,
        |scope| lemma_3_3_i(scope, 1),
    ),
    holds("Lar15.Lem3.3.ii", "Lar15, Lemma 3.3 (ii)", "$b_n − a_n = mn$.", 3000, |scope| {
        steps(scope, 1..=6, "$b_n − a_n = mn$", |m, n, pairs| pairs[0].1 - pairs[0].0 == m * n)
    }),
    holds(
        "Lar15.Lem3.3.iii",
        "Lar15, Lemma 3.3 (iii)",
        "If $p = 1$, then $a_{n+1} − a_n = 1$ and $b_{n+1} − b_n = m+1$, or $a_{n+1} − a_n = 2$ and $b_{n+1} − b_n = \
         m+2$.",
        3000,
        |scope| steps(scope, 1..=1, "$(1, m+1)$ or $(2, m+2)$", |m, _, pairs| is_step(pairs, m, 1..=2)),
    ),
    holds(
        "Lar15.Lem3.3.iv",
        "Lar15, Lemma 3.3 (iv)",
        "If $p > 1$, then $a_{n+1} − a_n = 0$ and $b_{n+1} − b_n = m$, or $a_{n+1} − a_n = 1$ and $b_{n+1} − b_n = \
         m+1$.",
        3000,
        |scope| steps(scope, 2..=6, "$(0, m)$ or $(1, m+1)$", |m, _, pairs| is_step(pairs, m, 0..=1)),
    ),
    printed(
        "Lar15.Lem3.3.proof.printed",
        "Lar15, proof of Lemma 3.3, the slope",
        "$φ_{mp}/p = 1/p − m/2 + √(m/4 + 1/p²)$.",
        "Lar15.Lem3.3.proof",
        60,
        |scope| lemma_3_3_proof(scope, |m| m),
    ),
    holds(
        "Lar15.Lem3.3.proof",
        "Lar15, proof of Lemma 3.3, the slope",
        "$0 < φ_{mp}/p = 1/p − m/2 + √(m²/4 + 1/p²) < 1/p + 1/p ≤ 1$ for $p > 1$.",
        60,
        |scope| lemma_3_3_proof(scope, |m| m * m),
    ),
    printed(
        "Lar15.Lem3.3.proof.floors.printed",
        "Lar15, proof of Lemma 3.3, the steps",
        "$a_{n+1} − a_n = ⌊(n+1)φ_{mp}/n⌋ − ⌊nφ_{mp}/n⌋ ∈ {0, 1}$, for $n ≥ 1$ and $p > 1$.",
        "Lar15.Lem3.3.iv",
        60,
        lemma_3_3_floors,
    ),
];

/// The members of S, each divided by `divisor` of p. They are irrational but for 0, so that no two are equal.
fn members_of_s(scope: &Scope, divisor: impl Fn(u64) -> u64) -> Checked {
    let end = scope.bound();
    let found = first(scope, ROOTS.into_iter().flat_map(|d| (1..=6).map(move |p| (d, p))), |(d, p)| {
        let (alpha, beta) = irrational(d);
        let (x, y) = (scaled(&alpha, divisor(p)), scaled(&beta, divisor(p)));
        let uneven = uneven(scope, [Counter::new(&x, 0, 1), Counter::new(&y, 1, 1)], p, 0..end)?;
        Ok(uneven.map(|(n, count)| format!("$β = 1 + √{d}$, $p = {p}$: $[{n}, {})$ holds {count} of them.", n + 1)))
    })?;
    Ok(Evidence::new(format!("$β = 1 + √d$, $d ∈ {ROOTS:?}$, $p ≤ 6$, $n < {end}$"), found))
}

fn proposition_3_2(scope: &Scope) -> Checked {
    let end = scope.bound();
    let shifts = || (1..=6_u64).flat_map(|p| (0..p).map(move |l| (p, l)));
    let found = first(scope, ROOTS.into_iter().flat_map(|d| shifts().map(move |(p, l)| (d, p, l))), |(d, p, l)| {
        let (alpha, beta) = irrational(d);
        let (x, y) = (scaled(&alpha, p), scaled(&beta, p));
        let uneven = uneven(scope, [Counter::new(&x, l, p), Counter::new(&y, p - l, p)], 1, 0..end)?;
        Ok(uneven.map(|(v, count)| format!("$β = 1 + √{d}$, $p = {p}$, $l = {l}$: {v} occurs {count} times.")))
    })?;
    Ok(Evidence::new(format!("$β = 1 + √d$, $d ∈ {ROOTS:?}$, $0 ≤ l < p ≤ 6$, $v < {end}$"), found))
}

/// The b_n are counted from n = `start` on.
fn lemma_3_3_i(scope: &Scope, start: u64) -> Checked {
    let end = scope.bound();
    let found = first(scope, each(1..=6, 1..=6), |(m, p)| {
        let (a, b) = sequences(m, p);
        let uneven = uneven(scope, [Counter::new(&a, 0, 1), Counter::new(&b, start, 1)], p, 0..end)?;
        Ok(uneven.map(|(v, count)| format!("$m = {m}$, $p = {p}$: {v} is represented {count} times, not {p}.")))
    })?;
    Ok(Evidence::new(format!("$m, p ≤ 6$, $v < {end}$"), found))
}

/// Whether (a_n, b_n) and (a_{n+1}, b_{n+1}) are as stated, for n < bound.
fn steps(
    scope: &Scope,
    p: RangeInclusive<u64>,
    what: &str,
    is_so: impl Fn(u64, u64, [(u64, u64); 2]) -> bool,
) -> Checked {
    let end = scope.bound();
    let range = format!("$m ≤ 6$, {}, $n < {end}$", span("p", &p));
    let found = first(scope, each(1..=6, p), |(m, p)| {
        let successive = pairs(m, p).zip(pairs(m, p).skip(1));
        first(scope, (0..end).zip(successive), |(n, (now, next))| {
            let fails = !is_so(m, n, [now, next]);
            Ok(fails.then(|| {
                format!(
                    "$m = {m}$, $p = {p}$, $n = {n}$: {now:?} is followed by {next:?}, against \
                                      {what}."
                )
            }))
        })
    })?;
    Ok(Evidence::new(range, found))
}

/// a grows by one of `by`, and b by m more.
fn is_step([now, next]: [(u64, u64); 2], m: u64, by: RangeInclusive<u64>) -> bool {
    let step = next.0 - now.0;
    by.contains(&step) && next.1 - now.1 == step + m
}

/// φ_{mp}/p against 1/p − m/2 + √(r/4 + 1/p²) = (2 − mp + √(rp² + 4))/(2p), with r a function of m.
fn lemma_3_3_proof(scope: &Scope, under_root: impl Fn(u64) -> u64) -> Checked {
    let end = scope.bound().clamp(2, VISIT_LIMIT);
    let found = first(scope, each(1..end, 2..end), |(m, p)| {
        let slope = &phi(m * p, 1) * &Surd::rational(1, p);
        let formula = Surd::new(IBig::from(2) - m * p, 1, under_root(m) * p * p + 4, 2 * p);
        if slope != formula {
            return Ok(Some(format!("$m = {m}$, $p = {p}$: $φ_{{mp}}/p = {slope}$, not {formula}.")));
        }
        let is_between = slope > Surd::rational(0, 1) && slope < Surd::rational(2, p);
        Ok((!is_between).then(|| format!("$m = {m}$, $p = {p}$: $φ_{{mp}}/p$ is not between 0 and $2/p$.")))
    })?;
    Ok(Evidence::new(format!("$m < {end}$, $2 ≤ p < {end}$"), found))
}

fn lemma_3_3_floors(scope: &Scope) -> Checked {
    let end = scope.bound();
    let found = first(scope, each(1..=6, 2..=6), |(m, p)| {
        let (a, phi) = (sequences(m, p).0, phi(m * p, 1));
        first(scope, 1..end, |n| {
            let step = term(&a, n + 1) - term(&a, n);
            let floors = (&phi * &Surd::rational(n + 1, n)).floor() - phi.floor();
            let differs = floors != IBig::from(step);
            Ok(differs.then(|| {
                format!(
                    "$m = {m}$, $p = {p}$, $n = {n}$: $a_{{n+1}} − a_n = {step}$, the floors give \
                                        {floors}."
                )
            }))
        })
    })?;
    Ok(Evidence::new(format!("$m ≤ 6$, $2 ≤ p ≤ 6$, $1 ≤ n < {end}$"), found))
}
