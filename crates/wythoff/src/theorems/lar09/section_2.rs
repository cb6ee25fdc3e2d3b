//! Lar09, section 2: the winning strategy.

use super::{Nature, below, histories, natures, upper_half};
use crate::board::Board;
use crate::engine::reference::States;
use crate::engine::states_needed;
use crate::game::history::Limits;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::theorems::diagonal::{self, in_words, name, theorem_19, up_to_6, wythoff, xi};
use crate::theorems::tools::{Checked, each, first, holds, p_options, rules, square};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "Lar09.Def17.range",
        "Lar09, after Definition 17",
        "$0 ≤ ξ(a,b) ≤ p$, and $ξ(a,b) < p$ on the P-positions of $(m,p)$-Wythoff Nim.",
        80,
        xi_range,
    ),
    holds(
        "Lar09.Def17.block",
        "Lar09, after Definition 17",
        "On a P-position of $(m,p)$-Wythoff Nim $ξ$ is the number of options that have to be blocked: the P-options, \
         all on the diagonal.",
        80,
        xi_block,
    ),
    holds(
        "Lar09.Thm19",
        "Lar09, Theorem 19",
        "$(a,b)$, $a ≤ b$, is P in $(m,p)$-Imitation Nim iff (I) or (II), where $L(a,c)$ in (II) is the credit that \
         the mover would have at $(a,c)$.",
        24,
        |scope| diagonal::reachable_states(scope, "p"),
    ),
    holds(
        "Lar09.Thm19.formal",
        "Lar09, Theorem 19",
        "(I) and (II) decide every formal state: after an imitable move each removal with each credit of the mover, \
         else each credit $L(a,b)$.",
        40,
        theorem_19_formal,
    ),
    holds(
        "Lar09.Cor20",
        "Lar09, Corollary 20",
        "As starting positions, $(m,p)$-Imitation Nim and $(m,p)$-Wythoff Nim have the same P-positions.",
        24,
        |scope| diagonal::starts(scope, "p"),
    ),
    holds(
        "Lar09.AfterCor20.P",
        "Lar09, after Corollary 20",
        "$(a,b)$ is non-dynamic P iff $(a,b)$ is in P(W) and $ξ(a,b) = 0$; the rest of P(W) is dynamic.",
        9,
        after_corollary_20_p,
    ),
    holds(
        "Lar09.AfterCor20.N",
        "Lar09, after Corollary 20",
        "If $(a,b)$, $a ≤ b$, is in N(W), it is dynamic iff some $(a,c)$, $a ≤ c < b$, is in P(W); else it is \
         non-dynamic N.",
        9,
        after_corollary_20_n,
    ),
];

fn xi_range(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, up_to_6(), |(m, p)| {
        let board = wythoff(m, p, side, scope)?;
        first(scope, square(side), |here| {
            let (xi, is_p) = (xi(&board, here), board.is_p(here));
            let refuted = xi > u64::from(p) || is_p && xi == u64::from(p);
            Ok(refuted.then(|| format!("$m = {m}$, $p = {p}$: {here} is {} and $ξ = {xi}$.", Outcome::p_if(is_p))))
        })
    })?;
    Ok(Evidence::new(format!("$m, p ≤ 6$, $a, b < {side}$"), found))
}

fn xi_block(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, up_to_6(), |(m, p)| {
        let board = wythoff(m, p, side, scope)?;
        let rules = rules(&name(m, p));
        first(scope, board.p_positions(), |here| {
            let p_options = p_options(&rules, &board, here);
            let on_diagonal = p_options.iter().all(|to| here.x - to.x == here.y - to.y);
            let refuted = !on_diagonal || p_options.len() as u64 != xi(&board, here);
            Ok(refuted.then(|| format!("$m = {m}$, $p = {p}$: {here} has {} P-options.", p_options.len())))
        })
    })?;
    Ok(Evidence::new(format!("$m, p ≤ 6$, P-positions $x, y < {side}$"), found))
}

fn theorem_19_formal(scope: &Scope) -> Checked {
    let side = scope.bound();
    let mut count = 0;
    let found = first(scope, up_to_6(), |(m, p)| {
        let limits = Limits { m, p };
        states_needed(limits, side, side)?;
        let rules = rules(&format!("imitation:m={m},p={p}"));
        let wythoff = wythoff(m, p, side, scope)?;
        let mut states = States::new(&rules, limits);
        first(scope, upper_half(side).flat_map(|here| limits.states_at(&rules, here)), |state| {
            count += 1;
            let is_p = states.outcome(&state).is_p();
            let refuted = is_p != theorem_19(limits, &wythoff, &state);
            Ok(refuted.then(|| format!("{}: it is {}.", in_words(limits, "p", &state), Outcome::p_if(is_p))))
        })
    })?;
    Ok(Evidence::new(format!("$m, p ≤ 6$, $a ≤ b < {side}$"), found).with_note(format!("{count} states.")))
}

/// Searches for a position of (m,p)-Imitation Nim, m, p ≤ 4, whose nature is not `right`.
fn natures_of_all(scope: &Scope, right: fn(&Board, Position, Nature) -> bool) -> Checked {
    let side = scope.bound();
    let found = first(scope, each(1..=4, 1..=4), |(m, p)| {
        let (wythoff, natures) = (wythoff(m, p, side, scope)?, natures(m, p, side, scope)?);
        first(scope, upper_half(side), |here| {
            let nature = natures[&here];
            let (in_w, xi) = (Outcome::p_if(wythoff.is_p(here)), xi(&wythoff, here));
            let words =
                || format!("$m = {m}$, $p = {p}$: {here} is {}; in W it is {in_w} and $ξ = {xi}$.", nature.words());
            Ok((!right(&wythoff, here, nature)).then(words))
        })
    })?;
    Ok(Evidence::new(format!("$m, p ≤ 4$, {}", histories(side)), found))
}

fn after_corollary_20_p(scope: &Scope) -> Checked {
    natures_of_all(scope, |wythoff, here, nature| match (wythoff.is_p(here), xi(wythoff, here)) {
        (true, 0) => nature == Nature::NonDynamicP,
        (true, _) => nature == Nature::Dynamic,
        (false, _) => nature != Nature::NonDynamicP,
    })
}

fn after_corollary_20_n(scope: &Scope) -> Checked {
    natures_of_all(scope, |wythoff, here, nature| {
        let says = if below(wythoff, here).is_some() { Nature::Dynamic } else { Nature::NonDynamicN };
        wythoff.is_p(here) || nature == says
    })
}
