//! Lar13: *Imitation Nim*, slides.
//!
//! The slides write W_{k,m} and (k,m)-Imitation Nim for what the other papers call (m,p)-Wythoff Nim and (m,p)-Imitation
//! Nim, p = k: here `diagonal-blocking:m,p` and `imitation:m,p`.

use std::fmt::Debug;

use rustc_hash::FxHashMap;

use super::diagonal::{self, ENOUGH, Imitation, N, P, Reading, definition_13, name, terms, up_to_6, wythoff, xi};
use super::tools::{
    Checked, Found, at, difference, each, fast, first, first_false, golden, holds, literal, mex_pairs, occurrences,
    p_options, printed, rules, sorted, square, unbalanced, upper_of_columns,
};
use super::{Check, Scope, Search};
use crate::engine::memory_needed;
use crate::exact::{Beatty, IBig, Surd, slopes, wythoff_root};
use crate::game::Rules;
use crate::game::history::{State, replay};
use crate::position::{Move, Position};
use crate::solve::SolveError;

pub(super) const CHECKS: &[Check] = &[
    holds("Lar13.Nim", "Lar13, 2-pile Nim", "In 2-pile Nim the P-positions are (i, i), i ≥ 0.", 100, |scope| {
        nim(scope, |at| at.x == at.y)
    }),
    printed(
        "Lar13.Nim.moves.printed",
        "Lar13, Adjoining P-positions as moves",
        "In 2-pile Nim the P-positions are (k, k), k > 0.",
        "Lar13.Nim",
        100,
        |scope| nim(scope, |at| at.x == at.y && at.x > 0),
    ),
    holds(
        "Lar13.Nim.example",
        "Lar13, 2-pile Nim, start (3,5)",
        "From (3,5) Alice wins by (3,3), and then by taking each time as many as Bob did, from the other heap.",
        6,
        nim_example,
    ),
    holds(
        "Lar13.Wythoff.mex",
        "Lar13, The Wythoff-pairs",
        "Wythoff Nim: P = {(a_n, b_n), (b_n, a_n)} with a_n = mex{a_i, b_i : i < n} and b_n = a_n + n.",
        400,
        wythoff_mex,
    ),
    holds(
        "Lar13.Beatty",
        "Lar13, Theorem (Rayleigh 1894, Beatty 1926)",
        "If 1/α + 1/β = 1, then (⌊iα⌋), (⌊iβ⌋), i ≥ 1, are complementary iff α and β are irrational.",
        3000,
        rayleigh,
    ),
    holds(
        "Lar13.Wythoff1907.i",
        "Lar13, Theorem (Wythoff 1907) (i)",
        "For Wythoff Nim both (a_i) and (b_i) increase strictly.",
        3240,
        |scope| wythoff_1907(scope, first_not_increasing),
    ),
    holds(
        "Lar13.Wythoff1907.ii",
        "Lar13, Theorem (Wythoff 1907) (ii)",
        "For Wythoff Nim (a_i) and (b_i), i ≥ 1, are complementary: together they have each positive integer exactly \
         once.",
        3240,
        |scope| wythoff_1907(scope, |pairs| not_covered_once(&pairs[1.min(pairs.len())..])),
    ),
    holds(
        "Lar13.Wythoff1907.iii",
        "Lar13, Theorem (Wythoff 1907) (iii)",
        "For Wythoff Nim b_i − a_i = i.",
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
        "For Wythoff Nim (a_i, b_i) = (⌊φi⌋, ⌊φ²i⌋) with the golden ratio φ.",
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
        "Imitation Nim from (3,4): after (1,4) Bob can't move to (1,2), no other option of his is P in Wythoff Nim, \
         and (1,3) is answered by (1,2).",
        5,
        imitation_example,
    ),
    holds(
        "Lar13.Imitation2.example",
        "Lar13, 2-Imitation Nim, start (2,2)",
        "2-Imitation Nim from (2,2): Alice wins by (1,2), whether Bob moves to (0,2) or imitates to (1,1); in 2-pile \
         Nim (2,2) is P.",
        3,
        imitation_2_example,
    ),
    holds(
        "Lar13.Blocking2.example",
        "Lar13, 2-Blocking Wythoff Nim, start (2,2)",
        "With one diagonal option to be blocked, (2,2) is N: if Bob blocks (0,0), Alice moves to (1,1), blocks (0,0) \
         and wins.",
        3,
        blocking_2_example,
    ),
    printed(
        "Lar13.Prop.i.printed",
        "Lar13, The generalized algorithm and Proposition (i)",
        "The P-positions of W_{k,m} are {(a_n,b_n), (b_n,a_n)} with a_n = mex{a_i, b_i : i < n}, b_n = a_n + ⌊mn/k⌋.",
        "Lar13.Prop.i",
        80,
        |scope| diagonal::mex_algorithm(scope, "k", |_, _| true, |m, k, n| m * n / k),
    ),
    holds(
        "Lar13.Prop.i",
        "Lar13, The generalized algorithm and Proposition (i), as in Lar09, Definition 13",
        "The P-positions of W_{k,m} are {(a_n,b_n), (b_n,a_n)} with a_n = mex{a_i, b_i : i < n}, b_n = a_n + m⌊n/k⌋.",
        240,
        |scope| diagonal::mex_algorithm(scope, "k", |_, _| true, |m, k, n| n / k * m),
    ),
    holds(
        "Lar13.Prop.i.k1-m1",
        "Lar13, The generalized algorithm and Proposition (i)",
        "For k = 1 or m = 1 the printed b_n = a_n + ⌊mn/k⌋ is right.",
        240,
        |scope| diagonal::mex_algorithm(scope, "k", |m, k| m == 1 || k == 1, |m, k, n| m * n / k),
    ),
    printed(
        "Lar13.Complementary.printed",
        "Lar13, The generalized algorithm, complementarity",
        "(a_n) and (b_n) of the generalized algorithm are complementary: together they have each positive integer \
         exactly once.",
        "Lar13.Complementary",
        4000,
        complementary_printed,
    ),
    holds(
        "Lar13.Complementary",
        "Lar13, The generalized algorithm, complementarity, as in Lar09, Proposition 14 (b)",
        "For W_{k,m}, a_i = b_i = i for i < k, and (a_i), i ≥ 0, and (b_i), i ≥ k, partition the nonnegative integers.",
        4000,
        |scope| diagonal::partition(scope, "k"),
    ),
    holds(
        "Lar13.Prop.ii",
        "Lar13, Proposition (ii)",
        "For W_{k,m} both (a_n) and (b_n) increase strictly.",
        2000,
        increasing,
    ),
    holds(
        "Lar13.Prop.iii",
        "Lar13, Proposition (iii)",
        "For W_{k,m}, #{i : b_i − a_i = d} is k if m | d, otherwise 0.",
        2000,
        |scope| diagonal::differences(scope, "k"),
    ),
    printed(
        "Lar13.Prop.iv.printed",
        "Lar13, Proposition (iv)",
        "P-positions (a,b) and (c,d) of W_{k,m} with a < c have b − a ≤ d − c and b < d.",
        "Lar13.Prop.iv",
        80,
        |scope| ordered(scope, |_| true),
    ),
    holds(
        "Lar13.Prop.iv",
        "Lar13, Proposition (iv), as in Lar09, Proposition 14 (c)",
        "P-positions (a,b), a ≤ b, and (c,d), c ≤ d, of W_{k,m} with a < c have b − a ≤ d − c and b < d.",
        80,
        |scope| ordered(scope, Position::is_upper),
    ),
    holds(
        "Lar13.Prop.v",
        "Lar13, Proposition (v)",
        "For W_{k,m} b_n/a_n tends to the positive root x of x² − (m/k)x − 1: |b_n − x·a_n| < k + m + 2.",
        4000,
        limit_of_ratios,
    ),
    printed(
        "Lar13.Prop.vi.printed",
        "Lar13, Proposition (vi), each sequence by itself",
        "If k | m, then (a_i) of W_{k,m} is a Beatty sequence, so that sums of equally many consecutive differences \
         differ by at most 1.",
        "Lar13.Prop.vi",
        200,
        |scope| diagonal::beatty_if_divides(scope, "k"),
    ),
    holds(
        "Lar13.Prop.vi",
        "Lar13, Proposition (vi), k interleaved pairs",
        "If k | m, the pairs of W_{k,m} are (kA_n + r, kB_n + r), 0 ≤ r < k, with the Beatty pairs (A_n, B_n) of \
         (m/k)-Wythoff Nim.",
        1000,
        |scope| diagonal::interleaved(scope, "k"),
    ),
    holds(
        "Lar13.Prop.vi.never",
        "Lar13, Proposition (vi), each sequence by itself",
        "For k ≥ 2, (a_i) of W_{k,m} is no Beatty sequence, whether k | m or not: its differences are unbalanced.",
        4000,
        never_beatty,
    ),
    holds(
        "Lar13.Prop.vi.only-if",
        "Lar13, Proposition (vi), k interleaved sequences",
        "If k does not divide m, some (a_{kn+r}), n ≥ 0, of W_{k,m} is unbalanced, also after a common factor of its \
         differences is divided out.",
        4000,
        |scope| diagonal::unbalanced_unless_divides(scope, "k"),
    ),
    holds(
        "Lar13.Bound",
        "Lar13, A polynomial time approach",
        "For W_{k,m}: ⌊(n−k−1)α⌋ ≤ a_n ≤ ⌊nα⌋, α = (2k − m + √(m² + 4k²))/(2k).",
        4000,
        |scope| near_beatty(scope, -1),
    ),
    holds(
        "Lar13.Bound.sharper",
        "Lar13, A polynomial time approach, with the bound of Lar09",
        "For W_{k,m}: ⌊(n−k+1)α⌋ ≤ a_n ≤ ⌊nα⌋, α = (2k − m + √(m² + 4k²))/(2k).",
        4000,
        |scope| near_beatty(scope, 1),
    ),
    holds(
        "Lar13.xi",
        "Lar13, A dynamic counting of P-positions",
        "To keep a P-position (a,b) of W_{k,m}, exactly ξ(a,b) ≤ k − 1 options must be blocked; ξ ≤ k everywhere.",
        80,
        xi_blocks,
    ),
    holds(
        "Lar13.L",
        "Lar13, Imitations and how to count them",
        "To forbid moves to L(X) = −1 is to forbid a player his k-th m-imitation in a row.",
        6,
        credits,
    ),
    holds(
        "Lar13.Imitation.before",
        "Lar13, definition of m-imitation, pile sizes before the removal",
        "If the pile is to be smaller or equal before the removal, the starting positions have the outcomes of \
         W_{k,m}.",
        20,
        |scope| reading(scope, Reading::Before),
    ),
    holds(
        "Lar13.Imitation.after",
        "Lar13, definition of m-imitation, pile sizes after the removal",
        "If the pile is to be smaller or equal after the removal, the starting positions still have the outcomes of \
         W_{k,m}.",
        20,
        |scope| reading(scope, Reading::After),
    ),
    holds(
        "Lar13.Options",
        "Lar13, Comparing the number of options",
        "Wythoff: k up, fewer options; m up, more; more than Nim unblocked. Imitation: k up, more options; m up, \
         fewer; never more than Nim.",
        5,
        numbers_of_options,
    ),
    holds(
        "Lar13.Main",
        "Lar13, Main Theorem",
        "(x,y) is P in (k,m)-Imitation Nim iff it is P in W_{k,m} and ξ ≤ L, or a P-position (x,y−z) of W_{k,m} has L \
         < ξ there; similarly below.",
        24,
        |scope| diagonal::reachable_states(scope, "k"),
    ),
    holds(
        "Lar13.Main.starts",
        "Lar13, Main Theorem, first item",
        "As starting positions, (k,m)-Imitation Nim and W_{k,m} have the same P-positions.",
        24,
        |scope| diagonal::starts(scope, "k"),
    ),
];

// ---------------------------------------------------------------------------------------------------------------------
// Nim, Wythoff Nim and the theorem of Rayleigh.

/// A sentence if what is and what is stated differ.
fn unlike<T: PartialEq + Debug>(what: &str, is: T, stated: T) -> Option<String> {
    let facts = [is, stated];
    (facts[0] != facts[1]).then(|| format!("{what}: {:?}, the statement says {:?}.", facts[0], facts[1]))
}

fn nim(scope: &Scope, expected: impl Fn(Position) -> bool) -> Checked {
    let side = scope.bound();
    let board = literal("nim", side, scope)?;
    Ok(Search::of(format!("x, y < {side}"), difference(&board, side, "2-pile Nim", scope, expected)?))
}

fn nim_example(scope: &Scope) -> Checked {
    let (board, rules) = (literal("nim", 6, scope)?, rules("nim"));
    let answers = |bob: Position| {
        // The same number from the other pile.
        let imitation = at(sorted(bob).x, sorted(bob).x);
        unlike(&format!("Winning moves from {bob}"), p_options(&rules, &board, bob), vec![imitation])
    };
    let found = unlike("Winning moves from (3,5)", p_options(&rules, &board, at(3, 5)), vec![at(3, 3)])
        .or_else(|| rules.options(at(3, 3)).into_iter().find_map(answers));
    Ok(Search::of("every play from (3,5) where Alice wins", found))
}

fn wythoff_mex(scope: &Scope) -> Checked {
    let side = scope.bound();
    let board = fast("wythoff", side, scope)?;
    // a_n ≥ n.
    let pairs = mex_pairs(side, scope, |n| n)?;
    let is_pair = |at| pairs.binary_search(&sorted(at)).is_ok();
    Ok(Search::of(format!("x, y < {side}"), difference(&board, side, "Wythoff Nim", scope, is_pair)?))
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
    let range = format!("6 irrational α = (a + √d)/c, 5 rational α, each integer from 1 to {}", end.saturating_sub(1));
    let irrational = first(scope, IRRATIONAL, |(a, d, c)| {
        let sequences = complementary_slopes(&Surd::new(a, 1, d, c));
        first(scope, 1..end, |v| {
            let times = times(&sequences, v);
            Ok((times != 1).then(|| format!("α = ({a} + √{d})/{c}: {v} occurs {times} times.")))
        })
    })?;
    let rational = first(scope, RATIONAL, |(p, q)| {
        let sequences = complementary_slopes(&Surd::rational(p, q));
        // The q-th multiple of p/q is p, a multiple of p/(p − q) as well: there the two meet.
        let splits = p < end && (1..=p).all(|v| times(&sequences, v) == 1);
        Ok(splits.then(|| format!("The sequences of {p}/{q} are complementary up to {p}.")))
    })?;
    Ok(Search::of(range, irrational.or(rational)))
}

fn wythoff_1907(scope: &Scope, refute: impl Fn(&[Position]) -> Option<String>) -> Checked {
    let pairs = upper_of_columns("wythoff", scope.bound(), scope)?;
    Ok(Search::of(format!("the {} pairs with a < {}", pairs.len(), scope.bound()), refute(&pairs)))
}

fn first_not_increasing(pairs: &[Position]) -> Option<String> {
    let wrong = |pair: &&[Position]| pair[0].x >= pair[1].x || pair[0].y >= pair[1].y;
    pairs.windows(2).find(wrong).map(|pair| format!("{} is followed by {}.", pair[0], pair[1]))
}

/// The first positive integer up to the last a that does not occur once among the a's and b's.
fn not_covered_once(pairs: &[Position]) -> Option<String> {
    let times = occurrences(pairs.iter().flat_map(|pair| [pair.x, pair.y]));
    (1..pairs.last()?.x)
        .find(|&v| times(v) != 1)
        .map(|v| format!("{v} occurs {} times among the a_n and b_n.", times(v)))
}

fn not_golden(pairs: &[Position]) -> Option<String> {
    (0..).zip(pairs).find(|(i, at)| **at != golden(*i)).map(|(i, at)| format!("Pair {i} is {at}."))
}

// ---------------------------------------------------------------------------------------------------------------------
// The examples.

fn imitation_example(scope: &Scope) -> Checked {
    let mut imitation = Imitation::new(1, 1);
    let wythoff = literal("wythoff", 5, scope)?;
    let mut bob = rules("nim").options(at(1, 4)).into_iter().filter(|to| *to != at(1, 2));
    let claims = [
        ("(3,4) is N", !imitation.start(at(3, 4))),
        ("(3,4) → (1,4) wins", imitation.after("3,4 1,4") == P),
        ("Bob may not imitate by (1,4) → (1,2)", !imitation.permits("3,4 1,4 1,2")),
        ("no other option of (1,4) is P in Wythoff Nim", bob.all(|to| !wythoff.is_p(to))),
        ("Bob's (1,4) → (1,3) is N", imitation.after("3,4 1,4 1,3") == N),
        ("(1,3) → (1,2) answers it", imitation.after("3,4 1,4 1,3 1,2") == P),
    ];
    Ok(Search::of("(1,1)-Imitation Nim, the play from (3,4)", first_false(claims)))
}

fn imitation_2_example(scope: &Scope) -> Checked {
    let mut imitation = Imitation::new(1, 2);
    let nim = literal("nim", 3, scope)?;
    let claims = [
        ("(2,2) is N", !imitation.start(at(2, 2))),
        ("(2,2) → (1,2) wins", imitation.after("2,2 1,2") == P),
        ("Bob's (1,2) → (0,2) is N", imitation.after("2,2 1,2 0,2") == N),
        ("Alice answers the imitation (1,1) by (0,1)", imitation.after("2,2 1,2 1,1 0,1") == P),
        ("Bob may not imitate a second time", !imitation.permits("2,2 1,2 1,1 0,1 0,0")),
        ("(2,2) is P in 2-pile Nim", nim.is_p(at(2, 2))),
    ];
    Ok(Search::of("2-Imitation Nim, the plays from (2,2)", first_false(claims)))
}

fn blocking_2_example(scope: &Scope) -> Checked {
    let (board, rules) = (literal(&name(1, 2), 3, scope)?, rules(&name(1, 2)));
    let unblockable = |from: Position| !rules.twist.class().contains(&Move::new(from.x, from.y));
    let claims = [
        ("the P-options of (2,2) are (0,0) and (1,1)", p_options(&rules, &board, at(2, 2)) == [at(0, 0), at(1, 1)]),
        ("the only P-option of (1,1) is (0,0)", p_options(&rules, &board, at(1, 1)) == [at(0, 0)]),
        ("(2,2) is N and (1,1) is P", !board.is_p(at(2, 2)) && board.is_p(at(1, 1))),
        ("a single token can't be blocked", [at(0, 1), at(1, 0)].into_iter().all(unblockable)),
    ];
    Ok(Search::of("W_{2,1}, the play from (2,2)", first_false(claims)))
}

// ---------------------------------------------------------------------------------------------------------------------
// The proposition on W_{k,m}.

/// Searches the first `count` pairs of each W_{k,m}, k, m ≤ 6.
fn of_pairs(scope: &Scope, count: u64, mut refute: impl FnMut(u32, u32, &[Position]) -> Found) -> Checked {
    let found = first(scope, up_to_6(), |(m, k)| {
        let what = refute(m, k, &definition_13(m, k, count, scope)?)?;
        Ok(what.map(|what| format!("m = {m}, k = {k}: {what}")))
    })?;
    Ok(Search::of(format!("m, k ≤ 6, n < {count}"), found))
}

fn complementary_printed(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, up_to_6(), |(m, k)| {
        let pairs = mex_pairs(count, scope, |n| u64::from(m) * n / u64::from(k))?;
        // 0 is a_0 and b_0, and no positive integer.
        Ok(not_covered_once(&pairs).map(|what| format!("m = {m}, k = {k}: {what}")))
    })?;
    Ok(Search::of(format!("m, k ≤ 6, b_n = a_n + ⌊mn/k⌋, n < {count}"), found))
}

fn increasing(scope: &Scope) -> Checked {
    let columns = scope.bound();
    let found = first(scope, up_to_6(), |(m, k)| {
        let pairs = upper_of_columns(&name(m, k), columns, scope)?;
        Ok(first_not_increasing(&pairs).map(|what| format!("m = {m}, k = {k}: {what}")))
    })?;
    Ok(Search::of(format!("m, k ≤ 6, columns x < {columns}"), found))
}

fn ordered(scope: &Scope, concerned: impl Fn(&Position) -> bool) -> Checked {
    let side = scope.bound();
    let found = first(scope, up_to_6(), |(m, k)| {
        let board = wythoff(m, k, side, scope)?;
        let p: Vec<Position> = square(side).filter(|at| board.is_p(*at)).filter(&concerned).collect();
        first(scope, each(&p, &p), |(one, other)| {
            let keeps = || one.y + other.x <= other.y + one.x && one.y < other.y;
            let words = || format!("m = {m}, k = {k}: {one} and {other} are P, {} < {}.", one.x, other.x);
            Ok((one.x < other.x && !keeps()).then(words))
        })
    })?;
    Ok(Search::of(format!("m, k ≤ 6, all pairs of P-positions with x, y < {side}"), found))
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
        Ok(is_balanced.then(|| "(a_i) is balanced as far as it was seen.".to_owned()))
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
            Ok(outside.then(|| format!("a_{n} = {a} is outside.")))
        })
    })
}

// ---------------------------------------------------------------------------------------------------------------------
// Counting blocks and imitations.

fn xi_blocks(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, up_to_6(), |(m, k)| {
        let (board, rules) = (wythoff(m, k, side, scope)?, rules(&name(m, k)));
        first(scope, square(side), |here| {
            let (xi, k) = (xi(&board, here), u64::from(k));
            let must_block = board.is_p(here).then(|| p_options(&rules, &board, here).len() as u64);
            let refuted = xi > k || must_block.is_some_and(|blocks| blocks != xi || xi >= k);
            Ok(refuted.then(|| format!("m = {m}, k = {k}: {here} has ξ = {xi}, and {must_block:?} P-options.")))
        })
    })?;
    Ok(Search::of(format!("m, k ≤ 6, x, y < {side}"), found))
}

/// Whether the move from the end of `play` to `to` m-imitates the move before it, by the definition.
fn imitates(m: u32, play: &[Position], to: Position) -> bool {
    let [.., before, from] = play else { return false };
    let taken = |from: Position, to: Position| (from.x - to.x, from.y - to.y);
    let is_near = |taken: u64, answer: u64| (taken..taken + u64::from(m)).contains(&answer);
    match (taken(*before, *from), taken(*from, to)) {
        ((x, 0), (0, r)) => before.x <= before.y && is_near(x, r),
        ((0, x), (r, 0)) => before.y <= before.x && is_near(x, r),
        _ => false,
    }
}

/// The options after a play in (k,m)-Imitation Nim, from the whole play: no player m-imitates k times in a row.
fn legal(m: u32, k: u32, play: &[Position], nim: &Rules) -> Vec<Position> {
    let Some(&here) = play.last() else { return Vec::new() };
    // The mover's own earlier moves are every second one.
    let own = (1..play.len().saturating_sub(1)).rev().step_by(2);
    let in_a_row = own.take_while(|&i| imitates(m, &play[..i], play[i])).count() as u64;
    nim.options(here).into_iter().filter(|&to| !imitates(m, play, to) || in_a_row + 1 < k.into()).collect()
}

/// Visits every play from each start x, y < side: after it, `visit` says where it may go on, or that it has found
/// something.
fn plays(side: u64, scope: &Scope, mut visit: impl FnMut(&[Position]) -> Result<Vec<Position>, String>) -> Found {
    memory_needed(side.saturating_mul(side))?;
    let mut open: Vec<Vec<Position>> = Vec::new();
    first(scope, square(side), |start| {
        open.push(vec![start]);
        while let Some(play) = open.pop() {
            scope.go_on()?;
            match visit(&play) {
                Ok(options) => open.extend(options.into_iter().map(|to| [&play[..], &[to]].concat())),
                Err(found) => return Ok(Some(found)),
            }
        }
        Ok(None)
    })
}

fn credits(scope: &Scope) -> Checked {
    let (side, nim) = (scope.bound(), rules("nim"));
    let found = first(scope, each(1..=3, 1..=3), |(m, k)| {
        let (rules, counting) = (rules(&format!("imitation:m={m},p={k}")), Imitation::new(m, k));
        plays(side, scope, |play| {
            let options = legal(m, k, play, &nim);
            let (here, history) = play.split_last().ok_or("an empty play")?;
            let state = replay(&rules, counting.limits, history, here).map_err(|error| error.to_string())?;
            let mut counted: Vec<Position> = counting.options(&state).iter().map(|next| next.position).collect();
            counted.sort_unstable();
            match unlike(&format!("m = {m}, k = {k}, {play:?}"), &counted, &options) {
                None => Ok(options),
                Some(found) => Err(found),
            }
        })
    })?;
    Ok(Search::of(format!("m, k ≤ 3, every play from x, y < {side}"), found))
}

/// The starting positions of (k,m)-Imitation Nim under a reading against W_{k,m}.
fn reading(scope: &Scope, reading: Reading) -> Checked {
    let side = scope.bound();
    let found = first(scope, each(1..=3, 1..=3), |(m, k)| {
        let imitation = Imitation::read(reading, m, k, side, scope)?;
        let board = literal(&name(m, k), side, scope)?;
        let is_p = |start: Position| imitation.is_p[&imitation.limits.start(start)];
        difference(&board, side, &format!("m = {m}, k = {k}"), scope, is_p)
    })?;
    let note = match reading {
        Reading::Before => String::new(),
        Reading::After => {
            let changed = changed(scope)?;
            format!("In play {changed} outcomes are others than with sizes before (m = k = 1, piles < 14).")
        }
    };
    Ok(Search::of(format!("m, k ≤ 3, starts x, y < {side}"), found).with_note(note))
}

/// How many states of Imitation Nim, reached under both readings, have another outcome.
fn changed(scope: &Scope) -> Result<usize, SolveError> {
    let [before, after] = [Reading::Before, Reading::After].map(|reading| Imitation::read(reading, 1, 1, 14, scope));
    // Whether a move is armed belongs to the reading.
    let key = |state: &State| (state.position, state.last.map(|last| (last.heap, last.taken)), state.own, state.opp);
    let before: FxHashMap<_, bool> = before?.is_p.iter().map(|(state, is_p)| (key(state), *is_p)).collect();
    let differs = |(state, is_p): &(&State, &bool)| before.get(&key(state)).is_some_and(|other| other != *is_p);
    Ok(after?.is_p.iter().filter(differs).count())
}

fn numbers_of_options(scope: &Scope) -> Checked {
    const SIDE: u64 = 12;
    let (side, nim) = (scope.bound(), rules("nim"));
    // The options that are left when as many as possible are blocked.
    let left = |here: Position, m: u32, k: u32| {
        let rules = rules(&name(m, k));
        let options = rules.options(here);
        let is_blockable =
            |to: &&Position| here.move_to(&**to).is_some_and(|removal| rules.twist.class().contains(&removal));
        options.len() as u64 - (options.iter().filter(is_blockable).count() as u64).min(u64::from(k) - 1)
    };
    let blocking = first(scope, square(SIDE), |here| {
        first(scope, each(1..=3, 1..=3), |(m, k)| {
            let (now, more_blocks, wider) = (left(here, m, k), left(here, m, k + 1), left(here, m + 1, k));
            let refuted = more_blocks > now || wider < now || left(here, m, 1) < nim.options(here).len() as u64;
            let words =
                || format!("{here}, m = {m}, k = {k}: {now} options, {more_blocks} for k + 1, {wider} for m + 1.");
            Ok(refuted.then(words))
        })
    })?;
    let imitating = plays(side, scope, |play| {
        // A play counts in a game when each of its moves is legal there.
        let is_play = |m, k| (1..play.len()).all(|i| legal(m, k, &play[..i], &nim).contains(&play[i]));
        let count = |m, k| is_play(m, k).then(|| legal(m, k, play, &nim).len());
        let free = nim.options(*play.last().ok_or("an empty play")?);
        let refuted = each(1..=2, 1..=2).find_map(|(m, k)| {
            let now = count(m, k)?;
            let fewer = count(m, k + 1).is_none_or(|more| more < now);
            let more = count(m + 1, k).is_some_and(|less| less > now);
            let words = || format!("{play:?}: {now} options for m = {m}, k = {k}.");
            (fewer || more || now > free.len()).then(words)
        });
        refuted.map_or(Ok(free), Err)
    })?;
    let range = format!("m, k ≤ 4: W_{{k,m}} on x, y < {SIDE}; m, k ≤ 3: every play of Nim from x, y < {side}");
    Ok(Search::of(range, blocking.or(imitating)))
}
