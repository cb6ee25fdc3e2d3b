//! Lar13, the slides up to 2-Blocking Wythoff Nim: Nim, Wythoff Nim, Imitation Nim, and their examples.

use super::{first_not_increasing, not_covered_once, unlike};
use crate::exact::{Beatty, IBig, Surd};
use crate::position::{Move, Position};
use crate::theorems::diagonal::{self, Imitation, N, P, name};
use crate::theorems::tools::{
    Checked, at, difference, fast, first, first_false, golden, holds, literal, mex_pairs, p_options, printed, rules,
    sorted, upper_of_columns,
};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds("Lar13.Nim", "Lar13, 2-pile Nim", "In 2-pile Nim the P-positions are $(i, i)$, $i ≥ 0$.", 100, |scope| {
        diagonal::nim(scope, |at| at.x == at.y)
    }),
    printed(
        "Lar13.Nim.moves.printed",
        "Lar13, Adjoining P-positions as moves",
        "In 2-pile Nim the P-positions are $(k, k)$, $k > 0$.",
        "Lar13.Nim",
        100,
        |scope| diagonal::nim(scope, |at| at.x == at.y && at.x > 0),
    ),
    holds(
        "Lar13.Nim.example",
        "Lar13, 2-pile Nim, start (3,5)",
        "From $(3,5)$ Alice wins by $(3,3)$, and then by taking each time as many as Bob did, from the other heap.",
        6,
        nim_example,
    ),
    holds(
        "Lar13.Wythoff.mex",
        "Lar13, The Wythoff-pairs",
        "Wythoff Nim: $P = {(a_n, b_n), (b_n, a_n)}$ with $a_n = mex{a_i, b_i : i < n}$ and $b_n = a_n + n$.",
        400,
        wythoff_mex,
    ),
    holds(
        "Lar13.Beatty",
        "Lar13, Theorem (Rayleigh 1894, Beatty 1926)",
        "If $1/α + 1/β = 1$, then $(⌊iα⌋), (⌊iβ⌋)$, $i ≥ 1$, are complementary iff $α$ and $β$ are irrational.",
        3000,
        rayleigh,
    ),
    holds(
        "Lar13.Wythoff1907.i",
        "Lar13, Theorem (Wythoff 1907) (i)",
        "For Wythoff Nim both $(a_i)$ and $(b_i)$ increase strictly.",
        3240,
        |scope| wythoff_1907(scope, first_not_increasing),
    ),
    holds(
        "Lar13.Wythoff1907.ii",
        "Lar13, Theorem (Wythoff 1907) (ii)",
        "For Wythoff Nim $(a_i)$ and $(b_i)$, $i ≥ 1$, are complementary: together they have each positive integer \
         exactly once.",
        3240,
        |scope| wythoff_1907(scope, |pairs| not_covered_once(&pairs[1.min(pairs.len())..])),
    ),
    holds(
        "Lar13.Wythoff1907.iii",
        "Lar13, Theorem (Wythoff 1907) (iii)",
        "For Wythoff Nim $b_i − a_i = i$.",
        3240,
        |scope| {
            wythoff_1907(scope, |pairs| {
                (0..).zip(pairs).find(|(i, at)| at.y - at.x != *i).map(|(i, at)| format!("Pair {i} is {at}."))
            })
        },
    ),
    holds(
        "Lar13.Wythoff1907.iv",
        "Lar13, Theorem (Wythoff 1907) (iv)",
        "For Wythoff Nim $(a_i, b_i) = (⌊φi⌋, ⌊φ²i⌋)$ with the golden ratio $φ$.",
        3240,
        |scope| wythoff_1907(scope, not_golden),
    ),
    holds(
        "Lar13.Imitation.starts",
        "Lar13, Theorem (Larsson 2009)",
        "At the start of play each position has the same outcome in Imitation Nim as in Wythoff Nim.",
        24,
        diagonal::starts_of_imitation_nim,
    ),
    holds(
        "Lar13.Imitation.example",
        "Lar13, start (3,4)",
        "Imitation Nim from $(3,4)$: after $(1,4)$ Bob can't move to $(1,2)$, no other option of his is P in Wythoff \
         Nim, and $(1,3)$ is answered by $(1,2)$.",
        5,
        imitation_example,
    ),
    holds(
        "Lar13.Imitation2.example",
        "Lar13, 2-Imitation Nim, start (2,2)",
        "2-Imitation Nim from $(2,2)$: Alice wins by $(1,2)$, whether Bob moves to $(0,2)$ or imitates to $(1,1)$; in \
         2-pile Nim $(2,2)$ is P.",
        3,
        imitation_2_example,
    ),
    holds(
        "Lar13.Blocking2.example",
        "Lar13, 2-Blocking Wythoff Nim, start (2,2)",
        "With one diagonal option to be blocked, $(2,2)$ is N: if Bob blocks $(0,0)$, Alice moves to $(1,1)$, blocks \
         $(0,0)$ and wins.",
        3,
        blocking_2_example,
    ),
];

fn nim_example(scope: &Scope) -> Checked {
    let (board, rules) = (literal("nim", 6, scope)?, rules("nim"));
    let answers = |bob: Position| {
        // The same number from the other pile.
        let imitation = at(sorted(bob).x, sorted(bob).x);
        unlike(&format!("Winning moves from {bob}"), p_options(&rules, &board, bob), vec![imitation])
    };
    let found = unlike("Winning moves from $(3,5)$", p_options(&rules, &board, at(3, 5)), vec![at(3, 3)])
        .or_else(|| rules.options(at(3, 3)).into_iter().find_map(answers));
    Ok(Evidence::new("every play from $(3,5)$ where Alice wins", found))
}

fn wythoff_mex(scope: &Scope) -> Checked {
    let side = scope.bound();
    let board = fast("wythoff", side, scope)?;
    // a_n ≥ n.
    let pairs = mex_pairs(side, scope, |n| n)?;
    let is_pair = |at| pairs.binary_search(&sorted(at)).is_ok();
    Ok(Evidence::new(format!("$x, y < {side}$"), difference(("wythoff", &board), side, "Wythoff Nim", scope, is_pair)?))
}

/// How often ⌊iα⌋ or ⌊iβ⌋, i ≥ 1, is v.
fn times(sequences: &[Beatty; 2], value: u64) -> usize {
    let positive = |sequence: &Beatty| {
        let indices = sequence.indices_of(&value.into());
        usize::try_from(&indices.end - indices.start.max(IBig::ONE)).unwrap_or(0)
    };
    sequences.iter().map(positive).sum()
}

/// The sequences of α and of β = α/(α − 1).
fn complementary_slopes(alpha: &Surd) -> [Beatty; 2] {
    let sequences = || {
        let beta = alpha * &(alpha - &Surd::rational(1, 1)).inverse()?;
        let zero = || Surd::rational(0, 1);
        Some([Beatty::new(alpha.clone(), zero())?, Beatty::new(beta, zero())?])
    };
    sequences().expect("α is more than 1")
}

fn rayleigh(scope: &Scope) -> Checked {
    /// Irrational α between 1 and 2, as (a + √d)/c.
    const IRRATIONAL: [(i32, u8, i32); 6] = [(1, 5, 2), (0, 2, 1), (0, 3, 1), (1, 3, 2), (2, 7, 3), (1, 13, 3)];
    /// Rational ones, p/q.
    const RATIONAL: [(u64, u64); 5] = [(3, 2), (4, 3), (5, 3), (7, 4), (13, 8)];
    let end = scope.bound();
    let range =
        format!("6 irrational $α = (a + √d)/c$, 5 rational $α$, each integer from 1 to {}", end.saturating_sub(1));
    let irrational = first(scope, IRRATIONAL, |(a, d, c)| {
        let sequences = complementary_slopes(&Surd::new(a, 1, d, c));
        first(scope, 1..end, |v| {
            let times = times(&sequences, v);
            Ok((times != 1).then(|| format!("$α = ({a} + √{d})/{c}$: {v} occurs {times} times.")))
        })
    })?;
    let rational = first(scope, RATIONAL, |(p, q)| {
        let sequences = complementary_slopes(&Surd::rational(p, q));
        // The q-th multiple of p/q is p, a multiple of p/(p − q) as well: there the two meet.
        let splits = p < end && (1..=p).all(|v| times(&sequences, v) == 1);
        Ok(splits.then(|| format!("The sequences of {p}/{q} are complementary up to {p}.")))
    })?;
    Ok(Evidence::new(range, irrational.or(rational)))
}

fn wythoff_1907(scope: &Scope, refute: impl Fn(&[Position]) -> Option<String>) -> Checked {
    let pairs = upper_of_columns("wythoff", scope.bound(), scope)?;
    Ok(Evidence::new(format!("the {} pairs with $a < {}$", pairs.len(), scope.bound()), refute(&pairs)))
}

fn not_golden(pairs: &[Position]) -> Option<String> {
    (0..).zip(pairs).find(|(i, at)| **at != golden(*i)).map(|(i, at)| format!("Pair {i} is {at}."))
}

fn imitation_example(scope: &Scope) -> Checked {
    let mut imitation = Imitation::new(1, 1);
    let wythoff = literal("wythoff", 5, scope)?;
    let mut bob = rules("nim").options(at(1, 4)).into_iter().filter(|to| *to != at(1, 2));
    let claims = [
        ("$(3,4)$ is N", !imitation.start(at(3, 4))),
        ("$(3,4) → (1,4)$ wins", imitation.after("3,4 1,4") == P),
        ("Bob may not imitate by $(1,4) → (1,2)$", !imitation.permits("3,4 1,4 1,2")),
        ("no other option of $(1,4)$ is P in Wythoff Nim", bob.all(|to| !wythoff.is_p(to))),
        ("Bob's $(1,4) → (1,3)$ is N", imitation.after("3,4 1,4 1,3") == N),
        ("$(1,3) → (1,2)$ answers it", imitation.after("3,4 1,4 1,3 1,2") == P),
    ];
    Ok(Evidence::new("$(1,1)$-Imitation Nim, the play from $(3,4)$", first_false(claims)))
}

fn imitation_2_example(scope: &Scope) -> Checked {
    let mut imitation = Imitation::new(1, 2);
    let nim = literal("nim", 3, scope)?;
    let claims = [
        ("$(2,2)$ is N", !imitation.start(at(2, 2))),
        ("$(2,2) → (1,2)$ wins", imitation.after("2,2 1,2") == P),
        ("Bob's $(1,2) → (0,2)$ is N", imitation.after("2,2 1,2 0,2") == N),
        ("Alice answers the imitation $(1,1)$ by $(0,1)$", imitation.after("2,2 1,2 1,1 0,1") == P),
        ("Bob may not imitate a second time", !imitation.permits("2,2 1,2 1,1 0,1 0,0")),
        ("$(2,2)$ is P in 2-pile Nim", nim.is_p(at(2, 2))),
    ];
    Ok(Evidence::new("2-Imitation Nim, the plays from $(2,2)$", first_false(claims)))
}

fn blocking_2_example(scope: &Scope) -> Checked {
    let (board, rules) = (literal(&name(1, 2), 3, scope)?, rules(&name(1, 2)));
    let unblockable = |from: Position| !rules.twist.class().contains(&Move::new(from.x, from.y));
    let claims = [
        (
            "the P-options of $(2,2)$ are $(0,0)$ and $(1,1)$",
            p_options(&rules, &board, at(2, 2)) == [at(0, 0), at(1, 1)],
        ),
        ("the only P-option of $(1,1)$ is $(0,0)$", p_options(&rules, &board, at(1, 1)) == [at(0, 0)]),
        ("$(2,2)$ is N and $(1,1)$ is P", !board.is_p(at(2, 2)) && board.is_p(at(1, 1))),
        ("a single token can't be blocked", [at(0, 1), at(1, 0)].into_iter().all(unblockable)),
    ];
    Ok(Evidence::new("$W_{2,1}$, the play from $(2,2)$", first_false(claims)))
}
