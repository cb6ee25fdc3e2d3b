//! Lar15, section 5: identities and recurrences.

use super::{mex, mex_with_multiplicity, recurrence, sequences, term};
use crate::theorems::tools::{Checked, each, first, holds, index};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "Lar15.Thm5.1",
        "Lar15, Theorem 5.1 and (5), (7)",
        "$φ_n = (a_n + (mp−1)b_n)/m = pb_n − n$ is the greatest integer with $a_{φ_n} = b_n − 1$, for $n ≥ 1$.",
        600,
        theorem_5_1,
    ),
    holds(
        "Lar15.Rem3",
        "Lar15, Remark 3",
        "For $p = 1$, $n ≥ 1$: $a_{b_n} = a_n + b_n$ and $b_n − 1 = a_{b_n − n}$.",
        600,
        remark_3,
    ),
    holds(
        "Lar15.Prop5.2.i",
        "Lar15, Proposition 5.2 (i)",
        "$x_n$ the least $v$ with fewer than $p$ indices $j < n$ that have $x_j = v$ or $y_j = v$, $y_n = x_n + mn$: \
         $x = a$ and $y = b$.",
        160,
        |scope| recurrence(scope, 6, 6, mex_with_multiplicity),
    ),
    holds(
        "Lar15.Prop5.2.ii",
        "Lar15, Proposition 5.2 (ii)",
        "$x_n$ the mex of $x_i$, $i ≡ n$, and $y_i$, $i ≡ −n (mod p)$, over $i < n$, $y_n = x_n + mn$: $x = a$ and $y \
         = b$.",
        160,
        |scope| recurrence(scope, 6, 6, mex_of_residues),
    ),
    holds(
        "Lar15.Prop5.2.iii",
        "Lar15, Proposition 5.2 (iii)",
        "$x_{pn+l}$ the mex of $x_{pi+l}$ and $y_{p(i+1)−l}$ $(l > 0)$ or $y_{pi}$ $(l = 0)$ over $i < n$, $y_n = x_n \
         + mn$: $x = a$ and $y = b$.",
        160,
        |scope| recurrence(scope, 6, 6, mex_of_shift),
    ),
];

fn theorem_5_1(scope: &Scope) -> Checked {
    let end = scope.bound();
    let found = first(scope, each(1..=6, 1..=6), |(m, p)| {
        let (a, b) = sequences(m, p);
        first(scope, 1..end, |n| {
            let (a_n, b_n) = (term(&a, n), term(&b, n));
            let numerator = a_n + (m * p - 1) * b_n;
            let index = numerator / m;
            let is_index = numerator.is_multiple_of(m) && index == p * b_n - n;
            let is_greatest = term(&a, index) == b_n - 1 && term(&a, index + 1) > b_n - 1;
            let fails = !(is_index && is_greatest);
            Ok(fails.then(|| format!("$m = {m}$, $p = {p}$, $n = {n}$: $φ_n = {numerator}/{m}$ is not as stated.")))
        })
    })?;
    Ok(Evidence::new(format!("$m, p ≤ 6$, $1 ≤ n < {end}$"), found))
}

fn remark_3(scope: &Scope) -> Checked {
    let end = scope.bound();
    let found = first(scope, 1..=6, |m| {
        let (a, b) = sequences(m, 1);
        first(scope, 1..end, |n| {
            let (a_n, b_n) = (term(&a, n), term(&b, n));
            let is_so = term(&a, b_n) == a_n + b_n && term(&a, b_n - n) == b_n - 1;
            Ok((!is_so).then(|| format!("$m = {m}$, $n = {n}$: $a_n = {a_n}$, $b_n = {b_n}$ are not as stated.")))
        })
    })?;
    Ok(Evidence::new(format!("$p = 1$, $m ≤ 6$, $1 ≤ n < {end}$"), found))
}

fn mex_of_residues(n: u64, p: u64, x: &[u64], y: &[u64]) -> u64 {
    let excludes = |(i, (x_i, y_i)): (u64, (&u64, &u64)), v| {
        (n % p == i % p && *x_i == v) || ((n + i).is_multiple_of(p) && *y_i == v)
    };
    mex(|v| (0..).zip(x.iter().zip(y)).any(|term| excludes(term, v)))
}

fn mex_of_shift(n: u64, p: u64, x: &[u64], y: &[u64]) -> u64 {
    let (l, rounds) = (n % p, n / p);
    let y_index = |i| if l == 0 { p * i } else { p * (i + 1) - l };
    mex(|v| (0..rounds).any(|i| x[index(p * i + l)] == v || y[index(y_index(i))] == v))
}
