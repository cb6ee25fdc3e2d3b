//! Lar15, section 1: Wythoff Nim, Beatty, Connell; Table 1 and Figure 1.

use super::{
    VISIT_LIMIT, boards, columns, complementary, irrational_only, mex, mex_with_multiplicity, recurrence, sequences,
    table, term,
};
use crate::position::{Move, Position};
use crate::printed::LAR15_TABLE_1;
use crate::theorems::text::cell;
use crate::theorems::tools::{Checked, at, first, first_upper, holds, index, printed, rules, square};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    printed(
        "Lar15.S1.1.moves.printed",
        "Lar15, section 1.1, the moves of m-Wythoff Nim",
        "In $m$-Wythoff Nim $(x,y) → (x+i, y+j)$ is legal if $|i − j| < m$.",
        "Lar15.S1.1.moves",
        8,
        section_1_1_printed,
    ),
    holds(
        "Lar15.S1.1.moves",
        "Lar15, section 1.1, the moves of m-Wythoff Nim",
        "In $m$-Wythoff Nim $(x,y) → (x−i, y−j)$, $i, j ≥ 0$, not both 0, is legal iff $|i − j| < m$ or one of $i$, \
         $j$ is 0.",
        20,
        section_1_1,
    ),
    printed(
        "Lar15.S1.2.Beatty.printed",
        "Lar15, section 1.2, Beatty's theorem",
        "If $1/α + 1/β = 1$ and $α, β$ are irrational, then $⌊nα⌋$ and $⌊nβ⌋$, $n ≥ 1$, split the non-negative \
         integers.",
        "Lar15.S1.2.Beatty",
        3000,
        |scope| irrational_only(scope, 1..=1, 1, 0),
    ),
    holds(
        "Lar15.S1.2.Beatty",
        "Lar15, section 1.2, Beatty's theorem",
        "If $1/α + 1/β = 1$, then $⌊nα⌋$ and $⌊nβ⌋$, $n ≥ 1$, split the positive integers iff $α$ and $β$ are \
         irrational.",
        3000,
        |scope| irrational_only(scope, 1..=1, 1, 1),
    ),
    holds(
        "Lar15.S1.2.Fraenkel",
        "Lar15, section 1.2 (Wythoff, Fraenkel)",
        "The P-positions of $mWN$ are ${a_n, b_n}$, $n ≥ 0$, with $p = 1$.",
        100,
        |scope| boards(scope, 1..=8, 1..=1, |m, _| format!("wythoff:m={m}")),
    ),
    holds(
        "Lar15.S1.3.mex",
        "Lar15, (4) (Fraenkel)",
        "$x_n = mex{x_i, y_i : i < n}$, $y_n = x_n + mn$ has $x = a$ and $y = b$ for $p = 1$.",
        300,
        |scope| recurrence(scope, 8, 1, |_, _, x, y| mex(|v| x.contains(&v) || y.contains(&v))),
    ),
    holds(
        "Lar15.S1.3.Kimberling",
        "Lar15, section 1.3 (Kimberling)",
        "The pairs $(x_n, y_n)$ of Wythoff Nim have $x_{x_n} = y_n − 1$ for $n ≥ 1$.",
        1000,
        kimberling,
    ),
    holds(
        "Lar15.S1.4.Connell",
        "Lar15, section 1.4 (Connell)",
        "The P-positions of $WN^(p)$ are ${c_n, d_n}$ with $c_n = ⌊nφ_p/p⌋$, $d_n = c_n + n$, that is $a$ and $b$ \
         with $m = 1$.",
        90,
        |scope| boards(scope, 1..=1, 1..=8, |_, p| format!("modulo:m=1,p={p}")),
    ),
    holds(
        "Lar15.S1.4.complementary",
        "Lar15, section 1.4 (Connell)",
        "$(c_i)$, $i ≥ 0$, and $(d_i)$, $i > 0$, of $WN^(p)$ are $p$-complementary: each column holds exactly $p$ \
         P-positions.",
        90,
        |scope| complementary(scope, 1..=1, 1..=8, "$l = 1$", |p, l| (l == 1).then_some(p..=p)),
    ),
    holds(
        "Lar15.Table1",
        "Lar15, Table 1",
        "The first 17 upper P-positions of $WN^(3)$ are the columns of Table 1, and $c_n = ⌊nφ_3/3⌋$, $d_n = c_n + \
         n$.",
        17,
        |scope| table(scope, &["WN^(3)"], &LAR15_TABLE_1.printed(), Some((1, 3))),
    ),
    holds(
        "Lar15.Rem1",
        "Lar15, Remark 1",
        "$a_n^{p,1} = c_{pn}$ and $b_n^{p,1} = d_{pn}$: every $p$-th P-position of $WN^(p)$ is one of $pWN$, and \
         these are all.",
        501,
        remark_1,
    ),
    holds(
        "Lar15.Fig1",
        "Lar15, Figure 1, caption",
        "$WN^(3)$ has 3 P-positions to a row, 3 to a column and 1 to a diagonal, as near to $(0,0)$ as that allows; \
         every third is of 3WN.",
        90,
        figure_1,
    ),
];

fn section_1_1_printed(scope: &Scope) -> Checked {
    let side = scope.bound().min(VISIT_LIMIT);
    let rules = rules("wythoff:m=1");
    let found = first(scope, square(side), |from| {
        let steps = square(side).filter(|step| *step != at(0, 0) && step.x.abs_diff(step.y) < 1);
        let to = steps.map(|step| at(from.x + step.x, from.y + step.y)).find(|&to| !rules.is_option(&from, &to));
        let words = |to| {
            let [from, to] = [from, to].map(|at| cell("wythoff", at));
            format!("$m = 1$: {from} → {to} would be legal, but no heap grows.")
        };
        Ok(to.map(words))
    })?;
    Ok(Evidence::new(format!("$m = 1$, $x, y, i, j < {side}$"), found))
}

fn section_1_1(scope: &Scope) -> Checked {
    let side = scope.bound().min(VISIT_LIMIT);
    let found = first(scope, 1..=6, |m| {
        let rules = rules(&format!("wythoff:m={m}"));
        first(scope, square(side), |from| {
            let is_legal = |removal: Move| removal.i.abs_diff(removal.j) < m || removal.i.min(removal.j) == 0;
            let says = |to: &Position| from.move_to(to).is_some_and(is_legal);
            let to = square(side).find(|&to| rules.is_option(&from, &to) != says(&to));
            Ok(to.map(|to| format!("$m = {m}$: ${from} → {to}$ is legal in only one of the statement and the game.")))
        })
    })?;
    Ok(Evidence::new(format!("$m ≤ 6$, positions with $x, y < {side}$"), found))
}

fn kimberling(scope: &Scope) -> Checked {
    let end = scope.bound();
    let (a, b) = sequences(1, 1);
    let found = first(scope, 1..end, |n| {
        let (composed, b) = (term(&a, term(&a, n)), term(&b, n));
        Ok((composed + 1 != b).then(|| format!("$n = {n}$: $a_{{a_n}} = {composed}$, $b_n = {b}$.")))
    })?;
    Ok(Evidence::new(format!("$m = p = 1$, $1 ≤ n < {end}$"), found))
}

fn remark_1(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, 1..=10_u64, |p| {
        let wythoff = first_upper(&format!("wythoff:m={p}"), count, scope)?;
        let modulo = first_upper(&format!("modulo:m=1,p={p}"), count.saturating_mul(p), scope)?;
        let mut rows = (0..).zip(wythoff.into_iter().zip(modulo.into_iter().step_by(index(p))));
        let wrong = rows.find(|(_, (wythoff, modulo))| wythoff != modulo);
        Ok(wrong.map(|(n, (wythoff, modulo))| {
            format!("$p = {p}$, $n = {n}$: $pWN$ has {wythoff}, $WN^(p)$ has {modulo} at index $pn$.")
        }))
    })?;
    Ok(Evidence::new(format!("$p ≤ 10$, $n < {count}$"), found))
}

/// Nearest the origin: diagonal by diagonal, in the first column that still has fewer than three, which is the
/// recurrence of Proposition 5.2 (i).
fn figure_1(scope: &Scope) -> Checked {
    let count = scope.bound();
    let mut whole = columns("WN^(3)")?;
    let other_than_3 = first(scope, 0..count, |x| {
        let held = whole.next(u64::MAX)?.p.len();
        Ok((held != 3).then(|| format!("Column {x} of $WN^(3)$ holds {held} P-positions.")))
    })?;
    let (modulo, wythoff) = (first_upper("WN^(3)", count, scope)?, first_upper("3WN", count.div_ceil(3), scope)?);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let not_nearest = first(scope, (0..).zip(&modulo), |(n, &pair)| {
        x.push(mex_with_multiplicity(n, 3, &x, &y));
        y.push(x[x.len() - 1] + n);
        let nearest = at(x[x.len() - 1], y[y.len() - 1]);
        Ok((pair != nearest).then(|| format!("On diagonal {n} $WN^(3)$ has {pair}; {nearest} is the nearest.")))
    })?;
    let mut black = modulo.iter().step_by(3).zip(&wythoff);
    let not_black = black.find(|(modulo, wythoff)| modulo != wythoff);
    let not_black = not_black.map(|(modulo, wythoff)| format!("{modulo} stands where 3WN has {wythoff}."));
    let range = format!("columns $x < {count}$, diagonals $n < {count}$");
    Ok(Evidence::new(range, other_than_3.or(not_nearest).or(not_black)))
}
