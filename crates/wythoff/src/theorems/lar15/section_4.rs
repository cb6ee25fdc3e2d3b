//! Lar15, section 4: how far such sequences are unique.

use super::{Counter, ROOTS, pairs, scaled, term, uneven};
use crate::exact::Surd;
use crate::theorems::tools::{Checked, each, first, holds, printed};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "Lar15.Thm4.1",
        "Lar15, Theorem 4.1 (i) ⇔ (iii)",
        "For $p > 1$, $x = a$ and $y = b$ is the only choice with $x$ non-decreasing, $y_n = x_n + mn$, and $(x_i)$, \
         $(y_i)_{i>0}$ $p$-complementary.",
        40,
        theorem_4_1,
    ),
    printed(
        "Lar15.Thm4.1.ii.printed",
        "Lar15, Theorem 4.1 (ii) ⇒ (iii)",
        "For $p > 1$, $p$-complementary Beatty sequences $(x_i)$, $(y_i)_{>0}$, $x ≤ y$, $y$ strictly increasing, \
         have $x = a$, $y = b$ for some $m$.",
        "Lar15.Thm4.1",
        3000,
        theorem_4_1_ii,
    ),
    printed(
        "Lar15.Abstract.unique.printed",
        "Lar15, abstract",
        "For $p > 1$, two $p$-complementary Beatty sequences, one of them strictly increasing, are $a$ and $b$ for \
         some $m$.",
        "Lar15.Thm4.1",
        3000,
        theorem_4_1_ii,
    ),
];

/// Every beginning x_0, …, x_n of a sequence as in Theorem 4.1 (i) is followed: the values below x_n have got all their
/// p representations, and no value has more. A value v = x_n then has p·v ≤ 2n representations below it, so v ≤ n.
fn theorem_4_1(scope: &Scope) -> Checked {
    let length = scope.bound();
    let found = first(scope, each(1..=4, 2..=5), |(m, p)| {
        let mut beginnings = vec![vec![0]];
        for n in 1..length {
            let mut longer = Vec::new();
            for x in &beginnings {
                for v in x[x.len() - 1]..=n {
                    scope.go_on()?;
                    let x = [&x[..], &[v]].concat();
                    let y: Vec<u64> = (0..).zip(&x).skip(1).map(|(n, x)| x + m * n).collect();
                    let times = |v: u64| (x.iter().chain(&y).filter(|&&term| term == v).count()) as u64;
                    let is_full = (0..v).rev().all(|below| times(below) == p);
                    if is_full && x.iter().chain(&y).all(|&v| times(v) <= p) {
                        longer.push(x);
                    }
                }
            }
            beginnings = longer;
        }
        let a: Vec<u64> = pairs(m, p).map(|pair| pair.0).zip(0..length.max(1)).map(|(a, _)| a).collect();
        let count = beginnings.len();
        Ok((beginnings != [a]).then(|| format!("$m = {m}$, $p = {p}$: there are {count} beginnings, not $a$ alone.")))
    })?;
    Ok(Evidence::new(format!("$m ≤ 4$, $2 ≤ p ≤ 5$, all beginnings of length {length}"), found))
}

/// With y_n = ⌊n√d⌋ any slope √d > 1 gives p-complementary Beatty sequences: x_n = ⌊nα⌋ with 1/α + 1/√d = p.
fn theorem_4_1_ii(scope: &Scope) -> Checked {
    let end = scope.bound();
    let found = first(scope, (2..=4_u64).flat_map(|p| ROOTS.map(|d| (p, d))), |(p, d)| {
        let beta = Surd::new(0, 1, d, 1);
        let inverse = |of: &Surd| of.inverse().expect("slopes are positive");
        let alpha = inverse(&(&Surd::rational(p, 1) - &inverse(&beta)));
        let (x, y) = (scaled(&alpha, 1), scaled(&beta, 1));
        if uneven(scope, [Counter::new(&x, 0, 1), Counter::new(&y, 1, 1)], p, 0..end)?.is_some() {
            return Ok(None);
        }
        // If y_n − x_n = mn, then m = y_1 − x_1.
        let m = term(&y, 1).abs_diff(term(&x, 1));
        let (mut last, mut other_than_mn) = (None, None);
        for n in 0..end {
            scope.go_on()?;
            let (x, y) = (term(&x, n), term(&y, n));
            if x > y || last.is_some_and(|last| last >= y) {
                return Ok(None);
            }
            last = Some(y);
            if other_than_mn.is_none() && y - x != m * n {
                other_than_mn = Some((n, y - x));
            }
        }
        Ok(other_than_mn.map(|(n, difference)| {
            format!(
                "$p = {p}$: $x_n = ⌊nα⌋$, $α = {alpha}$, and $y_n = ⌊n{beta}⌋$ are {p}-complementary Beatty sequences \
                 for values $< {end}$, $y$ strictly increasing, but $y_{n} − x_{n} = {difference}$, not ${m}·{n}$."
            )
        }))
    })?;
    Ok(Evidence::new(format!("$2 ≤ p ≤ 4$, $y_n = ⌊n√d⌋$, $d ∈ {ROOTS:?}$, $n < {end}$"), found))
}
