//! Lar09, sections 1.1 to 1.3: Nim, Wythoff Nim and Imitation Nim.

use rustc_hash::FxHashSet;

use super::{EARLIER, Nature, below, histories, natures, upper_half};
use crate::board::Board;
use crate::engine::states_needed;
use crate::game::history::Limits;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::theorems::diagonal::{self, Imitation, N, P, xi};
use crate::theorems::text::cell;
use crate::theorems::tools::{
    Checked, at, difference, fast, first, first_false, golden, holds, literal, printed, sorted,
};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "Lar09.S1.1.nim",
        "Lar09, section 1.1",
        "A position of 2-pile Nim is P iff both piles have the same height.",
        150,
        |scope| diagonal::nim(scope, |at| at.x == at.y),
    ),
    holds(
        "Lar09.S1.2.golden",
        "Lar09, section 1.2",
        "The P-positions of Wythoff Nim are ${⌊nφ⌋, ⌊nφ²⌋}$, $n ≥ 0$, with the golden ratio $φ$.",
        150,
        golden_pairs,
    ),
    holds(
        "Lar09.Ex2",
        "Lar09, Example 2",
        "In Imitation Nim only $(2,3) → (1,3)$ and $(3,3) → (1,3)$ prohibit an option of $(1,3)$: $(1,2)$ and \
         $(1,1)$; the first wins, the second loses.",
        24,
        example_2,
    ),
    holds(
        "Lar09.Prop5.i",
        "Lar09, Proposition 5 (i)",
        "A position of Imitation Nim is non-dynamic P iff it is P in Wythoff Nim.",
        11,
        proposition_5_i,
    ),
    holds(
        "Lar09.Prop5.ii",
        "Lar09, Proposition 5 (ii)",
        "$(a,b)$, $a ≤ b$, is non-dynamic N in Imitation Nim iff Wythoff Nim has a P-position $(c,d)$, $c ≤ d < b$, \
         with $b − a = d − c$, or $(a,c)$, $c < a$.",
        11,
        proposition_5_ii,
    ),
    holds(
        "Lar09.Rem6.a",
        "Lar09, Remark 6",
        "If a P-position $(x,b)$ of Wythoff Nim has $x < a ≤ b$, then $(a,b)$ is as in Proposition 5 (iia).",
        150,
        remark_6_a,
    ),
    holds(
        "Lar09.Rem6.b",
        "Lar09, Remark 6",
        "If $(c,d)$, $c < d$, is P in Wythoff Nim and $c$, $d$, $b$ are in arithmetic progression, then $(d,b)$ is as \
         in Proposition 5 (iia) and (iib).",
        150,
        remark_6_b,
    ),
    holds(
        "Lar09.AfterRem6.dynamic",
        "Lar09, after Remark 6",
        "$(c,b)$, $c ≤ b$, is dynamic in Imitation Nim iff Wythoff Nim has a P-position $(c,d)$, $c ≤ d < b$.",
        11,
        after_remark_6_dynamic,
    ),
    printed(
        "Lar09.AfterRem6.P.printed",
        "Lar09, after Remark 6, dynamic P-positions",
        "A dynamic $(c,b)$ is P iff the last move came from some $(a,b)$, $a > c$ ($a ≤ b$ as in Proposition 5).",
        "Lar09.AfterRem6.P",
        11,
        after_remark_6_printed,
    ),
    holds(
        "Lar09.AfterRem6.P",
        "Lar09, after Remark 6, dynamic P-positions",
        "A dynamic $(c,b)$ is P iff the last move came from the $(a,b)$ with $b − a = d − c$, where $(c,d)$, $d < b$, \
         is P in Wythoff Nim.",
        11,
        after_remark_6,
    ),
    holds(
        "Lar09.AfterRem6.examples",
        "Lar09, after Remark 6",
        "$(1,2)$ is non-dynamic P, $(1,3)$ dynamic, $(2,3)$ and $(3,4)$ non-dynamic N by (iia), $(2,x)$ with $x ≥ 3$ \
         non-dynamic N by (iib).",
        11,
        after_remark_6_examples,
    ),
    holds(
        "Lar09.Cor7",
        "Lar09, Corollary 7",
        "As initial positions, Imitation Nim and Wythoff Nim have the same P-positions.",
        24,
        diagonal::starts_of_imitation_nim,
    ),
];

fn golden_pairs(scope: &Scope) -> Checked {
    let side = scope.bound();
    let board = literal("wythoff", side, scope)?;
    let pairs: FxHashSet<Position> = (0..side).map(golden).collect();
    let found = difference(("wythoff", &board), side, "Wythoff Nim", scope, |at| pairs.contains(&sorted(at)))?;
    Ok(Evidence::new(format!("$x, y < {side}$"), found))
}

fn example_2(scope: &Scope) -> Checked {
    let most = scope.bound();
    states_needed(Limits { m: 1, p: 1 }, most, most)?;
    let mut imitation = Imitation::new(1, 1);
    let mut claims = vec![
        ("$(3,3) → (1,3)$ loses".to_owned(), imitation.after("3,3 1,3") == N),
        ("$(1,3) → (1,2)$ answers it".to_owned(), imitation.after("3,3 1,3 1,2") == P),
        ("$(2,3) → (1,3)$ wins".to_owned(), imitation.after("2,3 1,3") == P),
    ];
    for option in ["1,2", "1,1", "1,0", "0,3"] {
        claims.push((format!("$({option})$ is an option of the start"), imitation.permits(&format!("1,3 {option}"))));
        for x in 2..=most {
            let prohibited = x <= 3 && option == format!("1,{}", 4 - x);
            let permitted = imitation.permits(&format!("{x},3 1,3 {option}"));
            let word = if prohibited { "prohibited" } else { "permitted" };
            claims.push((format!("$({option})$ is {word} after $({x},3) → (1,3)$"), permitted != prohibited));
            if x >= 4 {
                let permitted = imitation.permits(&format!("1,{x} 1,3 {option}"));
                claims.push((format!("$({option})$ is permitted after $(1,{x}) → (1,3)$"), permitted));
            }
        }
    }
    Ok(Evidence::new(format!("the moves to $(1,3)$ from heaps $≤ {most}$"), first_false(claims)))
}

/// Lar09 Proposition 5 (iia): a P-position (c, d) of Wythoff Nim, c ≤ d < b, has b − a = d − c.
fn is_iia(wythoff: &Board, here: Position) -> bool {
    xi(wythoff, here) > 0
}

/// Lar09 Proposition 5 (iib): (a, c) is P in Wythoff Nim for some c < a.
fn is_iib(wythoff: &Board, here: Position) -> bool {
    (0..here.x).any(|c| wythoff.is_p(at(here.x, c)))
}

/// Searches for a position of Imitation Nim that is `nature` where `expected` says it is not, or the reverse.
fn natures_differ(scope: &Scope, nature: Nature, expected: fn(&Board, Position) -> bool) -> Checked {
    let side = scope.bound();
    let (wythoff, natures) = (literal("wythoff", side, scope)?, natures(1, 1, side, scope)?);
    let found = first(scope, upper_half(side), |here| {
        let (is, says) = (natures[&here] == nature, expected(&wythoff, here));
        let words = || {
            format!(
                "{here} is {}, the statement says {}{}.",
                natures[&here].words(),
                if says { "" } else { "not " },
                nature.words()
            )
        };
        Ok((is != says).then(words))
    })?;
    Ok(Evidence::new(histories(side), found))
}

fn proposition_5_i(scope: &Scope) -> Checked {
    natures_differ(scope, Nature::NonDynamicP, Board::is_p)
}

fn proposition_5_ii(scope: &Scope) -> Checked {
    natures_differ(scope, Nature::NonDynamicN, |wythoff, here| is_iia(wythoff, here) || is_iib(wythoff, here))
}

fn after_remark_6_dynamic(scope: &Scope) -> Checked {
    natures_differ(scope, Nature::Dynamic, |wythoff, here| below(wythoff, here).is_some())
}

fn remark_6_a(scope: &Scope) -> Checked {
    let side = scope.bound();
    let wythoff = fast("wythoff", side, scope)?;
    let found = first(scope, upper_half(side), |here| {
        let x = (0..here.x).find(|&x| wythoff.is_p(at(x, here.y)));
        let refuted = x.filter(|_| !is_iia(&wythoff, here));
        Ok(refuted.map(|x| format!("$({x},{})$ is P, but no P-position is on the diagonal before {here}.", here.y)))
    })?;
    Ok(Evidence::new(format!("$a ≤ b < {side}$"), found))
}

fn remark_6_b(scope: &Scope) -> Checked {
    let side = scope.bound();
    let wythoff = fast("wythoff", side, scope)?;
    let both = |here| is_iia(&wythoff, here) && is_iib(&wythoff, here);
    let found =
        first(scope, upper_half(side).filter(|at| at.x < at.y && wythoff.is_p(*at)), |Position { x: c, y: d }| {
            let here = at(d, 2 * d - c);
            Ok((here.y < side && !both(here)).then(|| format!("$({c},{d})$ is P, but {here} is not of both types.")))
        })?;
    // a = d of (iia): (c, a) is P and lies on the diagonal of (a, b).
    let is_progression =
        |here: Position| (0..here.x).any(|c| wythoff.is_p(at(c, here.x)) && here.y - here.x == here.x - c);
    let other = upper_half(side).find(|&here| both(here) && !is_progression(here));
    let note = other.map(|here| format!("These are not all: {here} is of both types with $a ≠ d$."));
    Ok(Evidence::new(format!("$b < {side}$"), found).with_note(note.unwrap_or_default()))
}

/// Searches for a dynamic position (c, b) and a previous move to it after which it is not P exactly when that move was
/// (a, b) → (c, b), c < a ≤ b, and `expected` holds of b − a and d − c, where (c, d) is the P-position below. As p = 1,
/// no more than the previous move is remembered.
fn dynamic_p(scope: &Scope, expected: fn(u64, u64) -> bool) -> Checked {
    let side = scope.bound();
    let most = side.saturating_add(EARLIER);
    let (wythoff, limits) = (literal("wythoff", side, scope)?, Limits { m: 1, p: 1 });
    let mut imitation = Imitation::reached(1, 1, most, scope)?;
    let found = first(scope, upper_half(side), |here| {
        let Position { x: c, y: b } = here;
        let Some(d) = below(&wythoff, here) else { return Ok(None) };
        let from_smaller = (c + 1..most).map(|a| (at(a, b), a <= b && expected(b.abs_diff(a), d - c)));
        let from_larger = (b + 1..most).map(|y| (at(c, y), false));
        first(scope, from_smaller.chain(from_larger), |(before, says)| {
            let state = before.move_to(&here).and_then(|removal| limits.after(&limits.start(before), removal));
            let is_p = state.is_some_and(|state| imitation.judge(state));
            let words = || {
                format!(
                    "{} is {} after ${before} → {here}$; the text says {}.",
                    cell("imitation", here),
                    Outcome::p_if(is_p),
                    Outcome::p_if(says)
                )
            };
            Ok((is_p != says).then(words))
        })
    })?;
    Ok(Evidence::new(format!("$c ≤ b < {side}$, previous moves from heaps $< {most}$"), found))
}

fn after_remark_6_printed(scope: &Scope) -> Checked {
    dynamic_p(scope, |_, _| true)
}

fn after_remark_6(scope: &Scope) -> Checked {
    dynamic_p(scope, |above, below| above == below)
}

fn after_remark_6_examples(scope: &Scope) -> Checked {
    let side = scope.bound().max(5);
    let (wythoff, natures) = (literal("wythoff", side, scope)?, natures(1, 1, side, scope)?);
    let is = |x, y, nature: Nature| (format!("$({x},{y})$ is {}", nature.words()), natures[&at(x, y)] == nature);
    let iia = |x, y| (format!("$({x},{y})$ is as in (iia)"), is_iia(&wythoff, at(x, y)));
    let mut claims = vec![is(1, 2, Nature::NonDynamicP), is(1, 3, Nature::Dynamic), iia(2, 3), iia(3, 4)];
    claims.extend([is(2, 3, Nature::NonDynamicN), is(3, 4, Nature::NonDynamicN)]);
    for x in 3..side {
        claims.push(is(2, x, Nature::NonDynamicN));
        claims.push((format!("$(2,{x})$ is as in (iib)"), is_iib(&wythoff, at(2, x))));
    }
    Ok(Evidence::new(histories(side), first_false(claims)))
}
