//! Lar09, section 1.4: (m,p)-Imitation Nim and (m,p)-Wythoff Nim.

use rustc_hash::FxHashSet;

use super::{Floors, Nature, histories, natures, upper_half};
use crate::board::Board;
use crate::engine::states_needed;
use crate::exact::{DiagonalPairs, Surd, slopes};
use crate::game::history::Limits;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::printed::{LAR09_EXAMPLE_15, LAR09_EXAMPLE_15_NON_DYNAMIC, LAR09_EXAMPLE_16, Table};
use crate::theorems::diagonal::{self, Imitation, N, P, definition_13, name, up_to_6};
use crate::theorems::text::cell;
use crate::theorems::tools::{
    Checked, at, difference, each, fast, first, first_false, holds, literal, p_options, printed, rules, sorted,
};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "Lar09.Rem9",
        "Lar09, Remark 9",
        "Making the heaps equal, which wins in 2-pile Nim, wins in $(1,p)$-Imitation Nim iff they then have fewer \
         than $p$ tokens each.",
        20,
        remark_9,
    ),
    holds(
        "Lar09.Ex10",
        "Lar09, Example 10",
        "$(1,2)$-Imitation Nim from $(2,2)$: $(1,2)$ wins for Alice; $(2,2)$ is non-dynamic N, $(1,2)$ dynamic, \
         $(2,3)$ the first non-dynamic P after $(0,0)$.",
        0,
        example_10,
    ),
    holds(
        "Lar09.Ex12",
        "Lar09, Example 12",
        "In $(2,1)$-Imitation Nim $(1,2)$ is non-dynamic N: after $(1,2) → (0,2)$ there is no move.",
        0,
        example_12,
    ),
    printed(
        "Lar09.S1.4.4.printed",
        "Lar09, section 1.4.4, the position (1,3)",
        "In $(1,2)$-Imitation Nim $(1,3)$ is P, whatever was played before.",
        "Lar09.S1.4.4",
        0,
        section_1_4_4_printed,
    ),
    holds(
        "Lar09.S1.4.4",
        "Lar09, section 1.4.4, the position (1,3)",
        "$(2,1)$-Wythoff Nim: $(1,2)$ is N by the move to $(0,0)$, $(1,3)$ is P; in $(2,1)$-Imitation Nim $(1,3)$ is \
         P, whatever was played before.",
        0,
        section_1_4_4,
    ),
    holds(
        "Lar09.Eq2",
        "Lar09, (2)",
        "The P-positions of $(m,1)$-Wythoff Nim are ${⌊nα⌋, ⌊nβ⌋}$, $n ≥ 0$, with $α = (2 − m + √(m² + 4))/2$ and $β \
         = α + m$.",
        100,
        equation_2,
    ),
    holds(
        "Lar09.Prop14.a",
        "Lar09, Proposition 14 (a)",
        "The P-positions of $(m,p)$-Wythoff Nim are ${a_n, b_n}$ with $a_n = mex{a_i, b_i : i < n}$, $b_n = a_n + \
         m⌊n/p⌋$.",
        80,
        |scope| diagonal::mex_algorithm(scope, "p", |_, _| true, |m, p, n| n / p * m),
    ),
    holds(
        "Lar09.Prop14.b",
        "Lar09, Proposition 14 (b)",
        "$(a_i)$, $i ≥ 0$, and $(b_i)$, $i ≥ p$, partition the numbers from 0 on, and $a_i = b_i = i$ for $i < p$.",
        4000,
        |scope| diagonal::partition(scope, "p"),
    ),
    holds(
        "Lar09.Prop14.c",
        "Lar09, Proposition 14 (c)",
        "P-positions $(a,b)$ and $(c,d)$ of $(m,p)$-Wythoff Nim with $a ≤ b$, $c ≤ d$ and $a < c$ have $b − a ≤ d − \
         c$ and $b < d$.",
        4000,
        proposition_14_c,
    ),
    holds(
        "Lar09.Prop14.d",
        "Lar09, Proposition 14 (d)",
        "Of the upper P-positions of $(m,p)$-Wythoff Nim, $p$ have the difference $δ$ if $m | δ$, and none otherwise \
         ($δ = 0$ too).",
        2000,
        |scope| diagonal::differences(scope, "p"),
    ),
    printed(
        "Lar09.S1.4.5.Beatty.printed",
        "Lar09, section 1.4.5, Beatty pairs if p | m",
        "The $(m,p)$-Wythoff pairs are a Beatty pair if $p | m$ (read: each of $(a_n)$ and $(b_n)$ is one Beatty \
         sequence).",
        "Lar09.S1.4.5.interleaved",
        100,
        |scope| diagonal::beatty_if_divides(scope, "p"),
    ),
    holds(
        "Lar09.S1.4.5.interleaved",
        "Lar09, section 1.4.5, Beatty pairs if p | m",
        "If $p | m$, the $(m,p)$-Wythoff pairs are $(pa_n + r, pb_n + r)$, $0 ≤ r < p$, with the pairs $(a_n, b_n)$ \
         of $(m/p,1)$-Wythoff Nim.",
        1000,
        |scope| diagonal::interleaved(scope, "p"),
    ),
    holds(
        "Lar09.S1.4.5.only-if",
        "Lar09, section 1.4.5, Beatty pairs only if p | m",
        "If $p ∤ m$, the $(m,p)$-Wythoff pairs are no $p$ interleaved Beatty pairs, even after division by common \
         factors.",
        4000,
        |scope| diagonal::unbalanced_unless_divides(scope, "p"),
    ),
    printed(
        "Lar09.S1.4.5.bounds.printed",
        "Lar09, section 1.4.5, bounds",
        "The pairs of $(m,p)$-Wythoff Nim have $(n − p + 1)α ≤ a_n ≤ nα$ and $(n − p + 1)β ≤ b_n ≤ nβ$, with $α = (2p \
         − m + √(m² + 4p²))/(2p)$ and $β = α + m/p$.",
        "Lar09.S1.4.5.bounds",
        100,
        bounds_printed,
    ),
    holds(
        "Lar09.S1.4.5.bounds",
        "Lar09, section 1.4.5, bounds",
        "The pairs of $(m,p)$-Wythoff Nim have $⌊(n − p + 1)α⌋ ≤ a_n ≤ ⌊nα⌋$ and $⌊(n − p + 1)β⌋ ≤ b_n ≤ ⌊nβ⌋$, with \
         $α = (2p − m + √(m² + 4p²))/(2p)$ and $β = α + m/p$.",
        20_000,
        bounds,
    ),
    holds(
        "Lar09.Ex15.list",
        "Lar09, Example 15",
        "$(2,3)$-Wythoff Nim begins with the P-positions $(0,0)$, $(1,1)$, …, $(13,19)$ as listed; $(0,0)$, $(3,5)$, \
         $(8,12)$, $(13,19)$ are non-dynamic P.",
        0,
        example_15_list,
    ),
    holds(
        "Lar09.Ex15.play",
        "Lar09, Example 15",
        "$(2,3)$-Imitation Nim: Alice wins by $(13,18) → (11,18)$, however Bob replies, and keeps him from $(8,12)$.",
        0,
        example_15_play,
    ),
    holds(
        "Lar09.Ex16.list",
        "Lar09, Example 16",
        "$(3,3)$-Wythoff Nim begins with the P-positions $(0,0)$, $(1,1)$, $(2,2)$, $(3,6)$, $(4,7)$, $(5,8)$, \
         $(9,15)$.",
        0,
        example_16_list,
    ),
    holds(
        "Lar09.Ex16.play",
        "Lar09, Example 16",
        "$(3,3)$-Imitation Nim: from $(6,9)$ Alice's second move $(4,6)$ is her mistake; from $(3,3)$ she wins by \
         $(2,1) → (1,1)$, not by $(2,0)$.",
        0,
        example_16_play,
    ),
];

fn remark_9(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, 1..=4, |p| {
        states_needed(Limits { m: 1, p }, side, side)?;
        let mut imitation = Imitation::new(1, p);
        first(scope, upper_half(side), |Position { x: small, y: large }| {
            let equal = at(small, small);
            let start = imitation.limits.start(at(small, large));
            let state = start.position.move_to(&equal).and_then(|removal| imitation.next(&start, removal));
            let wins = imitation.judge(state.unwrap_or(start));
            let words =
                || format!("$p = {p}$: {equal} is {} when reached from $({small},{large})$.", Outcome::p_if(wins));
            Ok((wins != (small < u64::from(p))).then(words))
        })
    })?;
    Ok(Evidence::new(format!("$p ≤ 4$, heaps $< {side}$"), found))
}

fn example_10(scope: &Scope) -> Checked {
    let mut imitation = Imitation::new(1, 2);
    let natures = natures(1, 2, 4, scope)?;
    let non_dynamic_p: Vec<Position> = upper_half(4).filter(|here| natures[here] == Nature::NonDynamicP).collect();
    let mut claims = vec![
        ("Alice's move $(2,2) → (1,2)$ wins", imitation.after("2,2 1,2") == P),
        ("$(1,1)$ imitates it", imitation.imitates("2,2 1,2 1,1")),
        ("Alice's $(0,1)$ is then P", imitation.after("2,2 1,2 1,1 0,1") == P),
        ("$(0,1) → (0,0)$ is not permitted there", !imitation.permits("2,2 1,2 1,1 0,1 0,0")),
        ("Alice answers $(0,2)$ by $(0,0)$, no imitation", !imitation.imitates("2,2 1,2 0,2 0,0")),
        ("this wins", imitation.after("2,2 1,2 0,2 0,0") == P),
        ("$(1,2)$ is N as an initial position", !imitation.start(at(1, 2))),
        ("$(1,2) → (1,1)$ wins there", imitation.after("1,2 1,1") == P),
        ("$(2,2)$ is non-dynamic N", natures[&at(2, 2)] == Nature::NonDynamicN),
        ("$(1,2)$ is dynamic", natures[&at(1, 2)] == Nature::Dynamic),
        ("$(0,0)$ and $(2,3)$ are the non-dynamic P-positions with heaps $< 4$", non_dynamic_p == [at(0, 0), at(2, 3)]),
        ("$(2,3) → (2,2)$ loses", imitation.after("2,3 2,2") == N),
    ];
    for play in ["2,3 2,1 1,1", "2,3 1,3 1,1", "2,3 2,0 0,0", "2,3 0,3 0,0"] {
        claims.push((
            "the moves from $(2,3)$ to $(2,1)$, $(1,3)$, $(2,0)$, $(0,3)$ are answered",
            imitation.after(play) == P,
        ));
    }
    Ok(Evidence::new("the plays of the example; heaps $< 4$ with all histories from heaps $< 19$", first_false(claims)))
}

fn example_12(scope: &Scope) -> Checked {
    let mut imitation = Imitation::new(2, 1);
    let natures = natures(2, 1, 4, scope)?;
    let stuck = !["0,1", "0,0"].iter().any(|option| imitation.permits(&format!("1,2 0,2 {option}")));
    let claims = [
        ("Bob can't move after $(1,2) → (0,2)$", stuck),
        ("$(1,2) → (0,2)$ wins", imitation.after("1,2 0,2") == P),
        ("$(1,2)$ is non-dynamic N", natures[&at(1, 2)] == Nature::NonDynamicN),
    ];
    Ok(Evidence::new("the play of the example; all histories from heaps $< 19$", first_false(claims)))
}

fn section_1_4_4_printed(scope: &Scope) -> Checked {
    let nature = natures(1, 2, 4, scope)?[&at(1, 3)];
    let start = Outcome::p_if(Imitation::new(1, 2).start(at(1, 3)));
    let here = cell("imitation:m=1,p=2", at(1, 3));
    let words = || format!("{here} is {} in $(1,2)$-Imitation Nim; as a start it is {start}.", nature.words());
    Ok(Evidence::new("$(1,3)$, all histories from heaps $< 19$", (nature != Nature::NonDynamicP).then(words)))
}

fn section_1_4_4(scope: &Scope) -> Checked {
    let (board, natures) = (literal(&name(2, 1), 4, scope)?, natures(2, 1, 4, scope)?);
    let mut imitation = Imitation::new(2, 1);
    let rules = rules(&name(2, 1));
    let mut claims = vec![
        ("$(1,2)$ is N in $(2,1)$-Wythoff Nim", !board.is_p(at(1, 2))),
        ("$(0,0)$ is an option of $(1,2)$", rules.is_option(&at(1, 2), &at(0, 0))),
        ("$(1,3)$ is P in $(2,1)$-Wythoff Nim", board.is_p(at(1, 3))),
        ("$(1,3)$ is non-dynamic P in $(2,1)$-Imitation Nim", natures[&at(1, 3)] == Nature::NonDynamicP),
    ];
    for play in ["1,3 0,3", "1,3 1,0", "1,3 1,2", "1,3 1,1"] {
        claims.push(("every move from $(1,3)$ loses", imitation.after(play) == N));
    }
    Ok(Evidence::new("$(1,2)$ and $(1,3)$, all histories from heaps $< 19$", first_false(claims)))
}

fn equation_2(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, 1..=8, |m| {
        let text = format!("wythoff:m={m}");
        let board = fast(&text, side, scope)?;
        let (mut alpha, mut beta) = (Floors::alpha(m, 1), Floors::beta(m, 1));
        let pairs: FxHashSet<_> = (0..side).map(|n| at(alpha.at(n), beta.at(n))).collect();
        difference((&text, &board), side, &format!("$m = {m}$"), scope, |at| pairs.contains(&sorted(at)))
    })?;
    Ok(Evidence::new(format!("$m ≤ 8$, $x, y < {side}$"), found))
}

fn proposition_14_c(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, up_to_6(), |(m, p)| {
        let pairs = definition_13(m, p, count, scope)?;
        // The a's increase, and what is claimed is transitive: neighbours are enough.
        first(scope, pairs.windows(2), |two| {
            let refuted = two[0].x >= two[1].x || two[0].y >= two[1].y || two[0].y - two[0].x > two[1].y - two[1].x;
            Ok(refuted.then(|| format!("$m = {m}$, $p = {p}$: {} and {}.", two[0], two[1])))
        })
    })?;
    Ok(Evidence::new(format!("$m, p ≤ 6$, the first {count} pairs"), found))
}

fn bounds_printed(scope: &Scope) -> Checked {
    let count = scope.bound();
    let search = |from| {
        first(scope, up_to_6().filter(|(_, p)| *p >= from), |(m, p)| {
            let (alpha, beta) = slopes(m, p);
            first(scope, (0..count).zip(DiagonalPairs::new(m, p)), |(n, (a, b))| {
                // Before n = p − 1 the lower bound is negative.
                let low = (n + 1).saturating_sub(u64::from(p));
                let refuted =
                    [("a", a, "α", &alpha), ("b", b, "β", &beta)].into_iter().find_map(|(name, term, slope, value)| {
                        let (is, times) = (Surd::rational(term, 1), |k: u64| &Surd::rational(k, 1) * value);
                        let (over, under) = (times(low) > is, is > times(n));
                        let above = || format!("${low}{slope} > {name}_{n} = {term}$");
                        let below = || format!("${name}_{n} = {term} > {n}{slope}$");
                        over.then(above).or_else(|| under.then(below))
                    });
                Ok(refuted.map(|words| format!("$m = {m}$, $p = {p}$: {words}.")))
            })
        })
    };
    let note = search(2)?.map(|also| format!("With $p > 1$: {also}"));
    Ok(Evidence::new(format!("$m, p ≤ 6$, $n < {count}$"), search(1)?).with_note(note.unwrap_or_default()))
}

fn bounds(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, each(1..=8, 1..=8), |(m, p)| {
        let [mut a_low, mut a_high] = [Floors::alpha(m, p), Floors::alpha(m, p)];
        let [mut b_low, mut b_high] = [Floors::beta(m, p), Floors::beta(m, p)];
        first(scope, (0..count).zip(DiagonalPairs::new(m, p)), |(n, (a, b))| {
            let low = (n + 1).saturating_sub(u64::from(p));
            let a_within = (a_low.at(low)..=a_high.at(n)).contains(&a);
            let b_within = (b_low.at(low)..=b_high.at(n)).contains(&b);
            Ok((!(a_within && b_within)).then(|| format!("$m = {m}$, $p = {p}$: pair {n} is $({a},{b})$.")))
        })
    })?;
    Ok(Evidence::new(format!("$m, p ≤ 8$, $n < {count}$"), found))
}

/// Whether the printed list has the first upper P-positions of the board.
fn begins(board: &Board, list: Table) -> bool {
    let mut upper: Vec<Position> = board.p_positions().filter(Position::is_upper).collect();
    upper.sort_unstable();
    upper.starts_with(&list.printed())
}

fn example_15_list(scope: &Scope) -> Checked {
    let board = literal(&name(2, 3), 24, scope)?;
    let natures = natures(2, 3, 20, scope)?;
    let mut non_dynamic: Vec<Position> = upper_half(20).filter(|here| natures[here] == Nature::NonDynamicP).collect();
    non_dynamic.sort_unstable();
    let claims = [
        ("$(2,3)$-Wythoff Nim begins with the list", begins(&board, LAR09_EXAMPLE_15)),
        (
            "$(0,0)$, $(3,5)$, $(8,12)$, $(13,19)$ are the non-dynamic P-positions with heaps $< 20$",
            non_dynamic == LAR09_EXAMPLE_15_NON_DYNAMIC.printed(),
        ),
    ];
    Ok(Evidence::new(histories(20), first_false(claims)))
}

fn example_15_play(scope: &Scope) -> Checked {
    let mut imitation = Imitation::new(2, 3);
    let board = literal(&name(2, 3), 24, scope)?;
    let nim = rules("nim");
    let only = |from: Position, to: Position| p_options(&nim, &board, from) == [to];
    let long = "13,18 11,18 11,15 10,15 10,14 8,14";
    let mut claims = vec![
        ("$(13,18)$ is N".to_owned(), !imitation.start(at(13, 18))),
        ("$(13,18) → (11,18)$ wins".to_owned(), imitation.after("13,18 11,18") == P),
        ("$(11,15)$ is a 2-imitation".to_owned(), imitation.imitates("13,18 11,18 11,15")),
        ("$(11,15) → (10,15)$ wins".to_owned(), imitation.after("13,18 11,18 11,15 10,15") == P),
        ("$(10,14)$ is the only move to P(W)".to_owned(), only(at(10, 15), at(10, 14))),
        ("$(10,14)$ is a 2-imitation".to_owned(), imitation.imitates("13,18 11,18 11,15 10,15 10,14")),
        ("$(10,14) → (8,14)$ wins".to_owned(), imitation.after(long) == P),
        ("Bob may not move to $(8,12)$".to_owned(), !imitation.permits(&format!("{long} 8,12"))),
    ];
    for x in 0..=10 {
        let answer = (0..=x + 4).find(|&y| board.is_p(at(x, y)));
        let play = answer.map(|y| format!("13,18 11,18 {x},18 {x},{y}"));
        let wins = play.is_some_and(|play| !imitation.imitates(&play) && imitation.after(&play) == P);
        claims.push((format!("Alice answers $({x},18)$ by a move to P(W), $y ≤ x + 4$, without imitation"), wins));
    }
    Ok(Evidence::new("the plays of the example", first_false(claims)))
}

fn example_16_list(scope: &Scope) -> Checked {
    let board = literal(&name(3, 3), 24, scope)?;
    let claim = ("$(3,3)$-Wythoff Nim begins with the list", begins(&board, LAR09_EXAMPLE_16));
    Ok(Evidence::new("$x, y < 24$", first_false([claim])))
}

fn example_16_play(scope: &Scope) -> Checked {
    let mut imitation = Imitation::reached(3, 3, 10, scope)?;
    let claims = [
        ("$(5,9) → (5,6)$ is an imitation", imitation.imitates("6,9 5,9 5,6")),
        ("$(4,6) → (3,6)$ is no imitation", !imitation.imitates("6,9 5,9 5,6 4,6 3,6")),
        ("Bob wins by $(3,6)$", imitation.after("6,9 5,9 5,6 4,6 3,6") == P),
        ("Alice's first move is no mistake", imitation.after("6,9 5,9") == P),
        ("Alice could win before her second move", imitation.after("6,9 5,9 5,6") == N),
        ("her second move is the mistake", imitation.after("6,9 5,9 5,6 4,6") == N),
        ("$(2,3) → (2,1)$ is an imitation", imitation.imitates("3,3 2,3 2,1")),
        ("$(2,1) → (2,0)$ loses", imitation.after("3,3 2,3 2,1 2,0") == N),
        ("Bob imitates a second time", imitation.imitates("3,3 2,3 2,1 2,0 0,0")),
        ("he then wins", imitation.after("3,3 2,3 2,1 2,0 0,0") == P),
        ("$(2,1) → (1,1)$ wins", imitation.after("3,3 2,3 2,1 1,1") == P),
        ("Alice imitates in the end", imitation.imitates("3,3 2,3 2,1 1,1 0,1 0,0")),
        ("she wins", imitation.after("3,3 2,3 2,1 1,1 0,1 0,0") == P),
    ];
    Ok(Evidence::new("the plays of the example", first_false(claims)))
}
