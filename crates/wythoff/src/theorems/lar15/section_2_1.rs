//! Lar15, section 2.1: Definitions 2 and 3.

use rustc_hash::FxHashSet;

use super::{VISIT_LIMIT, modulo, unlike_terminal};
use crate::game::Twist;
use crate::position::{Move, Position};
use crate::solve::{REFERENCE_LIMIT, SolveError};
use crate::theorems::tools::{
    Checked, at, difference, each, first, first_false, holds, literal, printed, rules, square,
};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    printed(
        "Lar15.Def2.i.printed",
        "Lar15, Definition 2 (i)",
        "An $(l,p)$-rook goes $ip + j > 0$ steps, $i ≥ 0$, $j ∈ {0, …, l−1}$; a $(0,p)$-rook is the $p$-rook \
         (multiples of $p$).",
        "Lar15.Def2.i",
        60,
        definition_2_i_printed,
    ),
    printed(
        "Lar15.Def2.l.printed",
        "Lar15, Definition 2, the range of l",
        "An $(l,p)$-rook has $l ∈ {0, …, m}$, and the $(p,p)$-rook is the rook.",
        "Lar15.Def2.i",
        6,
        definition_2_l_printed,
    ),
    holds(
        "Lar15.Def2.i",
        "Lar15, Definition 2 (i)",
        "With $j ∈ {0, …, l−1}$, $1 ≤ l ≤ p$, the $(1,p)$-rook is the $p$-rook, the $(p,p)$-rook is the rook; $l = 0$ \
         stands for $l = 1$.",
        60,
        definition_2_i,
    ),
    holds(
        "Lar15.Def2.ii.literal",
        "Lar15, Definition 2 (ii)",
        "An $m$-bishop that goes $i < m$ rook steps any way and then as a chess bishop, $x + y$ falling, changes no \
         outcome of $mWN$.",
        40,
        definition_2_ii,
    ),
    holds(
        "Lar15.S2.1.roob",
        "Lar15, section 2.1",
        "Roob options take at least $m$ from exactly one heap: for $m = 2$, $(2,3) → (2,1)$ is roob, $(2,2)$ and \
         $(1,3)$ are not.",
        30,
        roob,
    ),
    printed(
        "Lar15.Def3.2.printed",
        "Lar15, Definition 3 (2)",
        "$mWN^(l,p)$ with $m = l = 0$ is Wythoff modulo-p Nim.",
        "Lar15.Def3.2",
        30,
        |scope| definition_3_2(scope, "$m = l = 0$ (no bishop)", |p| format!("custom: rook(mod {p}: 0)")),
    ),
    holds(
        "Lar15.Def3.2",
        "Lar15, Definition 3 (2)",
        "$mWN^(l,p)$ with $m = 1$ and $l = 0$ is Wythoff modulo-p Nim; with $l = p$ it is mWN.",
        30,
        |scope| definition_3_2(scope, "$m = 1$, $l = 0$", |p| format!("modulo:m=1,p={p},l=0")),
    ),
    holds(
        "Lar15.Def3.3a",
        "Lar15, Definition 3 (3a)",
        "Exactly $(ml, 0)$ and $(0, m(p−l))$ are terminal in $m×pWN_l$, $0 < l < p$; $m×pWN_0$ is $(mp)WN$.",
        40,
        definition_3_3a,
    ),
];

/// ip + j > 0 for some i ≥ 0 and some j ∈ {0, …, l−1}.
fn is_length_of_rook(length: u64, l: u64, p: u64) -> bool {
    length > 0 && (0..l).any(|j| length >= j && (length - j).is_multiple_of(p))
}

fn definition_2_i_printed(scope: &Scope) -> Checked {
    let end = scope.bound();
    let found = first(scope, 1..=6_u64, |p| {
        let length = (1..end).find(|&length| is_length_of_rook(length, 0, p) != length.is_multiple_of(p));
        Ok(length.map(|length| {
            format!(
                "$p = {p}$: {length} is a multiple of $p$, but no length of a $(0,p)$-rook: no $j$ is in ${{0, …, \
                     −1}}$."
            )
        }))
    })?;
    Ok(Evidence::new(format!("$p ≤ 6$, lengths $< {end}$"), found))
}

fn definition_2_l_printed(scope: &Scope) -> Checked {
    let end = scope.bound().saturating_add(1);
    let found = first(scope, each(1..end, 1..end), |(m, p)| {
        let excluded = !(0..=m).contains(&p);
        Ok(excluded.then(|| {
            format!(
                "$m = {m}$, $p = {p}$: the $(p,p)$-rook has $l = {p}$, which is not in ${{0, …, \
                                     {m}}}$."
            )
        }))
    })?;
    Ok(Evidence::new(format!("$m, p < {end}$"), found))
}

fn definition_2_i(scope: &Scope) -> Checked {
    let end = scope.bound().min(VISIT_LIMIT);
    let cases = (1..=6_u64).flat_map(|p| (0..=p).map(move |l| (p, l)));
    let found = first(scope, cases, |(p, l)| {
        let rules = rules(&format!("modulo:m=1,p={p},l={l}"));
        let says = |length: u64| match l {
            0 | 1 => length.is_multiple_of(p),
            _ if l == p => true,
            _ => is_length_of_rook(length, l, p),
        };
        let is_legal = |length| rules.is_option(&at(0, length), &at(0, 0));
        let length = (1..end).find(|&length| is_legal(length) != says(length));
        Ok(length.map(|length| format!("$p = {p}$, $l = {l}$: the length {length} is legal in only one of the two.")))
    })?;
    Ok(Evidence::new(format!("$l ≤ p ≤ 6$, lengths $< {end}$"), found))
}

/// Every position that the m-bishop of Definition 2 (ii) reaches if its words are taken at their most literal.
fn literal_bishop(m: u64, from: Position) -> Vec<Position> {
    let nearer = |to: &Position| to.x + to.y < from.x + from.y;
    let mut options = Vec::new();
    for i in 0..m {
        let rook_steps = [(i, 0, true), (0, i, true), (i, 0, false), (0, i, false)];
        let after_rook = rook_steps.into_iter().filter_map(|(dx, dy, grows)| {
            if grows { Some(at(from.x + dx, from.y + dy)) } else { from.after(&Move::new(dx, dy)) }
        });
        for start in after_rook {
            for j in 0..=from.x + from.y + m {
                let (right, down) = (start.x + j, start.y + j);
                let (left, up) = (start.x.checked_sub(j), start.y.checked_sub(j));
                let corners = [(left, up), (left, Some(down)), (Some(right), up), (Some(right), Some(down))];
                let corners = corners.into_iter().filter_map(|(x, y)| Some(at(x?, y?)));
                options.extend(corners.filter(nearer));
            }
        }
    }
    options
}

fn definition_2_ii(scope: &Scope) -> Checked {
    let end = scope.bound();
    let work = end.saturating_pow(3).saturating_mul(64);
    if work > REFERENCE_LIMIT {
        return Err(SolveError::TooMuchWork { work, limit: REFERENCE_LIMIT });
    }
    let found = first(scope, 1..=4, |m| {
        let board = literal(&format!("wythoff:m={m}"), end, scope)?;
        let mut p_positions: FxHashSet<Position> = FxHashSet::default();
        first(scope, square(end).filter(|at| at.x + at.y < end), |here| {
            let mut rook = (0..here.x).map(|x| at(x, here.y)).chain((0..here.y).map(|y| at(here.x, y)));
            let is_n = rook.any(|to| p_positions.contains(&to))
                || literal_bishop(m, here).iter().any(|to| p_positions.contains(to));
            if !is_n {
                p_positions.insert(here);
            }
            Ok((board.is_p(here) == is_n).then(|| format!("$m = {m}$: {here} has another outcome with that bishop.")))
        })
    })?;
    Ok(Evidence::new(format!("$m ≤ 4$, $x + y < {end}$"), found))
}

fn roob(scope: &Scope) -> Checked {
    let side = scope.bound().min(VISIT_LIMIT);
    let class_of = |m: u64| match rules(&format!("rook-blocking:m={m},p=2")).twist {
        Twist::Block { class, .. } => class,
        _ => unreachable!("$mWN^p$ blocks"),
    };
    let found = first(scope, 1..=6, |m| {
        let class = class_of(m);
        first(scope, square(side), |step| {
            let removal = Move::new(step.x, step.y);
            let is_roob = removal.i.min(removal.j) == 0 && removal.i.max(removal.j) >= m;
            let differs = class.contains(&removal) != is_roob;
            Ok(differs.then(|| format!("$m = {m}$: taking {step} is roob in only one of the statement and the game.")))
        })
    })?;
    let (class, rules) = (class_of(2), rules("rook-blocking:m=2,p=2"));
    let is_roob = |to| {
        let removal = at(2, 3).move_to(to);
        rules.is_option(&at(2, 3), to) && removal.is_some_and(|removal| class.contains(&removal))
    };
    let claims = first_false([
        ("$(2,3) → (2,1)$ is roob for $m = 2$", is_roob(&at(2, 1))),
        ("$(2,3) → (2,2)$ is not roob for $m = 2$", !is_roob(&at(2, 2))),
        ("$(2,3) → (1,3)$ is not roob for $m = 2$", !is_roob(&at(1, 3))),
    ]);
    Ok(Evidence::new(format!("$m ≤ 6$, removals of $i, j < {side}$"), found.or(claims)))
}

/// Whether the game of p has the P-positions of WN^(p), given by Connell's rules; and whether l = p is mWN.
fn definition_3_2(scope: &Scope, name: &str, reduced: impl Fn(u64) -> String) -> Checked {
    let side = scope.bound();
    let found = first(scope, 1..=6_u64, |p| {
        let (text, connell) = (reduced(p), literal(&modulo(1, p, [0]), side, scope)?);
        difference((&text, &literal(&text, side, scope)?), side, &format!("{name}, $p = {p}$"), scope, |at| {
            connell.is_p(at)
        })
    })?;
    let whole = first(scope, each(1..=4, 1..=4), |(m, p)| {
        let (text, wythoff) = (format!("modulo:m={m},p={p},l={p}"), literal(&format!("wythoff:m={m}"), side, scope)?);
        difference((&text, &literal(&text, side, scope)?), side, &text, scope, |at| wythoff.is_p(at))
    })?;
    Ok(Evidence::new(format!("$p ≤ 6$ ($l = p$: $m, p ≤ 4$), $x, y < {side}$"), found.or(whole)))
}

fn definition_3_3a(scope: &Scope) -> Checked {
    let side = scope.bound().min(VISIT_LIMIT);
    let found = first(scope, each(1..=3, 1..=5), |(m, p)| {
        if rules(&format!("shifted:m={m},p={p},l=0")) != rules(&format!("wythoff:m={}", m * p)) {
            return Ok(Some(format!("$m = {m}$, $p = {p}$: $m×pWN_0$ has other rules than $(mp)WN$.")));
        }
        first(scope, 1..p, |l| {
            unlike_terminal(scope, &format!("shifted:m={m},p={p},l={l}"), side, [at(m * l, 0), at(0, m * (p - l))])
        })
    })?;
    Ok(Evidence::new(format!("$m ≤ 3$, $p ≤ 5$, $0 ≤ l < p$, $x, y < {side}$"), found))
}
