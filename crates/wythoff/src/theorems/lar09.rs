//! Lar09: *2-pile Nim with a restricted number of move-size imitations*, with the appendix by P. Hegarty.
//!
//! W is (m,p)-Wythoff Nim, `diagonal-blocking:m,p`. Positions of Imitation Nim are judged by whole states: every state
//! that play reaches is looked at, and none is left out as irrelevant.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::diagonal::{self, Imitation, N, P, definition_13, in_words, name, theorem_19, up_to_6, wythoff, xi};
use super::tools::{
    Checked, at, difference, each, fast, first, first_false, gcd, golden, holds, index, literal, open, p_options,
    printed, rules, sorted, square, upper_half,
};
use super::{Check, Scope, Search};
use crate::board::Board;
use crate::engine::reference::States;
use crate::engine::{memory_needed, states_needed};
use crate::exact::{DiagonalPairs, Surd, slopes, wythoff_root};
use crate::game::history::Limits;
use crate::outcome::Outcome;
use crate::position::{Position, parse_positions};
use crate::solve::SolveError;

pub(super) const CHECKS: &[Check] = &[
    holds(
        "Lar09.S1.1.nim",
        "Lar09, section 1.1",
        "A position of 2-pile Nim is P iff both piles have the same height.",
        150,
        nim,
    ),
    holds(
        "Lar09.S1.2.golden",
        "Lar09, section 1.2",
        "The P-positions of Wythoff Nim are {⌊nφ⌋, ⌊nφ²⌋}, n ≥ 0, with the golden ratio φ.",
        150,
        golden_pairs,
    ),
    holds(
        "Lar09.Ex2",
        "Lar09, Example 2",
        "In Imitation Nim only (2,3) → (1,3) and (3,3) → (1,3) prohibit an option of (1,3): (1,2) and (1,1); the first \
         wins, the second loses.",
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
        "(a,b), a ≤ b, is non-dynamic N in Imitation Nim iff Wythoff Nim has a P-position (c,d), c ≤ d < b, with b − a \
         = d − c, or (a,c), c < a.",
        11,
        proposition_5_ii,
    ),
    holds(
        "Lar09.Rem6.a",
        "Lar09, Remark 6",
        "If a P-position (x,b) of Wythoff Nim has x < a ≤ b, then (a,b) is as in Proposition 5 (iia).",
        150,
        remark_6_a,
    ),
    holds(
        "Lar09.Rem6.b",
        "Lar09, Remark 6",
        "If (c,d), c < d, is P in Wythoff Nim and c, d, b are in arithmetic progression, then (d,b) is as in \
         Proposition 5 (iia) and (iib).",
        150,
        remark_6_b,
    ),
    holds(
        "Lar09.AfterRem6.dynamic",
        "Lar09, after Remark 6",
        "(c,b), c ≤ b, is dynamic in Imitation Nim iff Wythoff Nim has a P-position (c,d), c ≤ d < b.",
        11,
        after_remark_6_dynamic,
    ),
    printed(
        "Lar09.AfterRem6.P.printed",
        "Lar09, after Remark 6, dynamic P-positions",
        "A dynamic (c,b) is P iff the last move came from some (a,b), a > c (a ≤ b as in Proposition 5).",
        "Lar09.AfterRem6.P",
        11,
        after_remark_6_printed,
    ),
    holds(
        "Lar09.AfterRem6.P",
        "Lar09, after Remark 6, dynamic P-positions",
        "A dynamic (c,b) is P iff the last move came from the (a,b) with b − a = d − c, where (c,d), d < b, is P in \
         Wythoff Nim.",
        11,
        after_remark_6,
    ),
    holds(
        "Lar09.AfterRem6.examples",
        "Lar09, after Remark 6",
        "(1,2) is non-dynamic P, (1,3) dynamic, (2,3) and (3,4) non-dynamic N by (iia), (2,x) with x ≥ 3 non-dynamic N \
         by (iib).",
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
    holds(
        "Lar09.Rem9",
        "Lar09, Remark 9",
        "Making the heaps equal, which wins in 2-pile Nim, wins in (1,p)-Imitation Nim iff they then have fewer than \
         p tokens each.",
        20,
        remark_9,
    ),
    holds(
        "Lar09.Ex10",
        "Lar09, Example 10",
        "(1,2)-Imitation Nim from (2,2): (1,2) wins for Alice; (2,2) is non-dynamic N, (1,2) dynamic, (2,3) the \
         first non-dynamic P after (0,0).",
        0,
        example_10,
    ),
    holds(
        "Lar09.Ex12",
        "Lar09, Example 12",
        "In (2,1)-Imitation Nim (1,2) is non-dynamic N: after (1,2) → (0,2) there is no move.",
        0,
        example_12,
    ),
    printed(
        "Lar09.S1.4.4.printed",
        "Lar09, section 1.4.4, the position (1,3)",
        "In (1,2)-Imitation Nim (1,3) is P, whatever was played before.",
        "Lar09.S1.4.4",
        0,
        section_1_4_4_printed,
    ),
    holds(
        "Lar09.S1.4.4",
        "Lar09, section 1.4.4, the position (1,3)",
        "(2,1)-Wythoff Nim: (1,2) is N by the move to (0,0), (1,3) is P; in (2,1)-Imitation Nim (1,3) is P, whatever \
         was played before.",
        0,
        section_1_4_4,
    ),
    holds(
        "Lar09.Eq2",
        "Lar09, (2)",
        "The P-positions of (m,1)-Wythoff Nim are {⌊nα⌋, ⌊nβ⌋}, n ≥ 0, with α = (2 − m + √(m² + 4))/2 and β = α + m.",
        100,
        equation_2,
    ),
    holds(
        "Lar09.Prop14.a",
        "Lar09, Proposition 14 (a)",
        "The P-positions of (m,p)-Wythoff Nim are {a_n, b_n} with a_n = mex{a_i, b_i : i < n}, b_n = a_n + m⌊n/p⌋.",
        80,
        |scope| diagonal::mex_algorithm(scope, "p", |_, _| true, |m, p, n| n / p * m),
    ),
    holds(
        "Lar09.Prop14.b",
        "Lar09, Proposition 14 (b)",
        "(a_i), i ≥ 0, and (b_i), i ≥ p, partition the numbers from 0 on, and a_i = b_i = i for i < p.",
        4000,
        |scope| diagonal::partition(scope, "p"),
    ),
    holds(
        "Lar09.Prop14.c",
        "Lar09, Proposition 14 (c)",
        "P-positions (a,b) and (c,d) of (m,p)-Wythoff Nim with a ≤ b, c ≤ d and a < c have b − a ≤ d − c and b < d.",
        4000,
        proposition_14_c,
    ),
    holds(
        "Lar09.Prop14.d",
        "Lar09, Proposition 14 (d)",
        "Of the upper P-positions of (m,p)-Wythoff Nim, p have the difference δ if m | δ, and none otherwise (δ = 0 \
         too).",
        2000,
        |scope| diagonal::differences(scope, "p"),
    ),
    printed(
        "Lar09.S1.4.5.Beatty.printed",
        "Lar09, section 1.4.5, Beatty pairs if p | m",
        "The (m,p)-Wythoff pairs are a Beatty pair if p | m (read: each of (a_n) and (b_n) is one Beatty sequence).",
        "Lar09.S1.4.5.interleaved",
        100,
        |scope| diagonal::beatty_if_divides(scope, "p"),
    ),
    holds(
        "Lar09.S1.4.5.interleaved",
        "Lar09, section 1.4.5, Beatty pairs if p | m",
        "If p | m, the (m,p)-Wythoff pairs are (pa_n + r, pb_n + r), 0 ≤ r < p, with the pairs (a_n, b_n) of \
         (m/p,1)-Wythoff Nim.",
        1000,
        |scope| diagonal::interleaved(scope, "p"),
    ),
    holds(
        "Lar09.S1.4.5.only-if",
        "Lar09, section 1.4.5, Beatty pairs only if p | m",
        "If p ∤ m, the (m,p)-Wythoff pairs are no p interleaved Beatty pairs, even after division by common factors.",
        4000,
        |scope| diagonal::unbalanced_unless_divides(scope, "p"),
    ),
    printed(
        "Lar09.S1.4.5.bounds.printed",
        "Lar09, section 1.4.5, bounds",
        "The pairs of (m,p)-Wythoff Nim have (n − p + 1)α ≤ a_n ≤ nα and (n − p + 1)β ≤ b_n ≤ nβ, with α = (2p − m + \
         √(m² + 4p²))/(2p) and β = α + m/p.",
        "Lar09.S1.4.5.bounds",
        100,
        bounds_printed,
    ),
    holds(
        "Lar09.S1.4.5.bounds",
        "Lar09, section 1.4.5, bounds",
        "The pairs of (m,p)-Wythoff Nim have ⌊(n − p + 1)α⌋ ≤ a_n ≤ ⌊nα⌋ and ⌊(n − p + 1)β⌋ ≤ b_n ≤ ⌊nβ⌋, with α = (2p \
         − m + √(m² + 4p²))/(2p) and β = α + m/p.",
        20_000,
        bounds,
    ),
    holds(
        "Lar09.Ex15.list",
        "Lar09, Example 15",
        "(2,3)-Wythoff Nim begins with the P-positions (0,0), (1,1), …, (13,19) as listed; (0,0), (3,5), (8,12), \
         (13,19) are non-dynamic P.",
        0,
        example_15_list,
    ),
    holds(
        "Lar09.Ex15.play",
        "Lar09, Example 15",
        "(2,3)-Imitation Nim: Alice wins by (13,18) → (11,18), however Bob replies, and keeps him from (8,12).",
        0,
        example_15_play,
    ),
    holds(
        "Lar09.Ex16.list",
        "Lar09, Example 16",
        "(3,3)-Wythoff Nim begins with the P-positions (0,0), (1,1), (2,2), (3,6), (4,7), (5,8), (9,15).",
        0,
        example_16_list,
    ),
    holds(
        "Lar09.Ex16.play",
        "Lar09, Example 16",
        "(3,3)-Imitation Nim: from (6,9) Alice's second move (4,6) is her mistake; from (3,3) she wins by (2,1) → \
         (1,1), not by (2,0).",
        0,
        example_16_play,
    ),
    holds(
        "Lar09.Def17.range",
        "Lar09, after Definition 17",
        "0 ≤ ξ(a,b) ≤ p, and ξ(a,b) < p on the P-positions of (m,p)-Wythoff Nim.",
        80,
        xi_range,
    ),
    holds(
        "Lar09.Def17.block",
        "Lar09, after Definition 17",
        "On a P-position of (m,p)-Wythoff Nim ξ is the number of options that have to be blocked: the P-options, all \
         on the diagonal.",
        80,
        xi_block,
    ),
    holds(
        "Lar09.Thm19",
        "Lar09, Theorem 19",
        "(a,b), a ≤ b, is P in (m,p)-Imitation Nim iff (I) or (II), where L(a,c) in (II) is the credit that the mover \
         would have at (a,c).",
        24,
        |scope| diagonal::reachable_states(scope, "p"),
    ),
    holds(
        "Lar09.Thm19.formal",
        "Lar09, Theorem 19",
        "(I) and (II) decide every formal state: after an imitable move each removal with each credit of the mover, \
         else each credit L(a,b).",
        40,
        theorem_19_formal,
    ),
    holds(
        "Lar09.Cor20",
        "Lar09, Corollary 20",
        "As starting positions, (m,p)-Imitation Nim and (m,p)-Wythoff Nim have the same P-positions.",
        24,
        |scope| diagonal::starts(scope, "p"),
    ),
    holds(
        "Lar09.AfterCor20.P",
        "Lar09, after Corollary 20",
        "(a,b) is non-dynamic P iff (a,b) is in P(W) and ξ(a,b) = 0; the rest of P(W) is dynamic.",
        9,
        after_corollary_20_p,
    ),
    holds(
        "Lar09.AfterCor20.N",
        "Lar09, after Corollary 20",
        "If (a,b), a ≤ b, is in N(W), it is dynamic iff some (a,c), a ≤ c < b, is in P(W); else it is non-dynamic N.",
        9,
        after_corollary_20_n,
    ),
    holds(
        "Lar09.App.Thm.involution",
        "Lar09, Appendix, Theorem",
        "For the Beatty pair r_p, s_p every n ≥ 1 is exactly one of the numbers ⌊kr⌋, ⌊ks⌋, k ≥ 1: τ is an involution.",
        3000,
        involution,
    ),
    holds(
        "Lar09.App.Thm.greedy",
        "Lar09, Appendix, Theorem",
        "τ is the greedy permutation with the differences ±(⌊ks⌋ − ⌊kr⌋), k ≥ 1.",
        3000,
        greedy_is_tau,
    ),
    holds(
        "Lar09.App.Prop",
        "Lar09, Appendix, Proposition",
        "With 1/r + 1/s = 1 and d = 1/(s − r) rational: r is rational iff s is iff d = mn/(m² − n²) for some m > n.",
        40,
        rational_pairs,
    ),
    holds(
        "Lar09.App.Eq5",
        "Lar09, Appendix, (5)",
        "The greedy permutations have π̄_{1,p}(n) + p = π_{1,p}(n + p) for n ≥ 1.",
        5000,
        equation_5,
    ),
    holds(
        "Lar09.App.rs",
        "Lar09, Appendix, Lemma 1",
        "(r_p, s_p) is a Beatty pair with r_p in (3/2, 2) and s_p in (2, 3), and L_p = s_p/r_p = (1 + √(4p² + \
         1))/(2p).",
        200,
        slopes_of_the_appendix,
    ),
    holds(
        "Lar09.App.Lem1.i",
        "Lar09, Appendix, Lemma 1 (i)",
        "|M_p ∩ [1,n]| = |M_{1,p} ∩ [1,n]| + ε with ε in {0, …, p − 1}.",
        1500,
        lemma_1_i,
    ),
    holds(
        "Lar09.App.Lem1.ii",
        "Lar09, Appendix, Lemma 1 (ii)",
        "ε_k = (b_k − a_k) − (b*_k − a*_k) is 0 or 1, and 0 if p | k.",
        100_000,
        lemma_1_ii,
    ),
    holds(
        "Lar09.App.Lem1.iii",
        "Lar09, Appendix, Lemma 1 (iii)",
        "a*_{k+1} − a*_k is 1 or 2, and never 1 for two consecutive k.",
        100_000,
        lemma_1_iii,
    ),
    holds("Lar09.App.Lem1.iv", "Lar09, Appendix, Lemma 1 (iv)", "b*_{k+1} − b*_k is 2 or 3.", 100_000, lemma_1_iv),
    holds("Lar09.App.Main", "Lar09, Appendix, Main Theorem", "|a_k − a*_k| ≤ p − 1.", 100_000, main_theorem),
    open(holds(
        "Lar09.App.Main.best",
        "Lar09, Appendix, Remark after the Main Theorem",
        "The p − 1 of the Main Theorem can't be lowered; checked: |a_k − a*_k| = p − 1 for some k in the range.",
        100_000_000,
        best_possible,
    )),
    holds(
        "Lar09.App.P-positions",
        "Lar09, Appendix, before the Corollary",
        "The P-positions of (1,p)-Wythoff Nim are (n − 1, π_{1,p}(n) − 1), n ≥ 1.",
        80,
        p_positions_are_greedy,
    ),
    holds(
        "Lar09.App.Cor9",
        "Lar09, Appendix, Corollary (9)",
        "π_{1,p}(n) is ⌊nL⌋ + ε or ⌊n/L⌋ + ε with ε in {−1, 0, 1, 2}.",
        1_000_000,
        corollary_9,
    ),
    holds(
        "Lar09.App.Cor9.delta",
        "Lar09, Appendix, proof of the Corollary",
        "b*_k = a*_k L + δ with −1 < δ < 1.",
        100_000,
        delta,
    ),
    holds(
        "Lar09.App.Cor9.L",
        "Lar09, Appendix, proof of the Corollary",
        "(2p − 1)(L_p − 1) < 1.",
        200,
        two_p_minus_one,
    ),
    open(holds(
        "Lar09.App.Rem",
        "Lar09, Appendix, last Remark",
        "(9) holds with ε in {0, 1}.",
        100_000_000,
        zero_or_one,
    )),
];

fn letter(is_p: bool) -> Outcome {
    Outcome::p_if(is_p)
}

// ---------------------------------------------------------------------------------------------------------------------
// The sequences.

/// The floors ⌊nα⌋ of α = (u + √d)/v ≥ 0, asked for n that never decrease.
struct Floors {
    u: i64,
    d: i64,
    v: i64,
    n: i64,
    floor: i64,
}

impl Floors {
    fn new(u: i64, d: i64, v: i64) -> Self {
        Self { u, d, v, n: 0, floor: 0 }
    }

    /// α of Lar09 1.4.5; r_p of the appendix for m = 1.
    fn alpha(m: u32, p: u32) -> Self {
        let (m, p) = (i64::from(m), i64::from(p));
        Self::new(2 * p - m, m * m + 4 * p * p, 2 * p)
    }

    /// β = α + m/p; s_p of the appendix for m = 1.
    fn beta(m: u32, p: u32) -> Self {
        let alpha = Self::alpha(m, p);
        Self { u: alpha.u + 2 * i64::from(m), ..alpha }
    }

    /// L_p of the appendix.
    fn long(p: u32) -> Self {
        Self { u: 1, ..Self::alpha(1, p) }
    }

    /// l_p = 1/L_p.
    fn short(p: u32) -> Self {
        Self { u: -1, ..Self::alpha(1, p) }
    }

    /// ⌊nα⌋.
    fn at(&mut self, n: u64) -> u64 {
        while self.n.unsigned_abs() < n {
            self.n += 1;
            while self.reaches(self.floor + 1) {
                self.floor += 1;
            }
        }
        self.floor.unsigned_abs()
    }

    /// x ≤ nα, that is vx − un ≤ n√d.
    fn reaches(&self, x: i64) -> bool {
        let left = self.v * x - self.u * self.n;
        left <= 0 || i128::from(left) * i128::from(left) <= i128::from(self.n * self.d) * i128::from(self.n)
    }
}

/// The greedy permutation π of Hegarty and Larsson: π(n) is the least t that is no earlier value and for which t − n is
/// left in a multiset, which has `copies(|d|)` copies of d and of −d. Entry n is π(n), or 0 where no t is near.
fn greedy(count: u64, scope: &Scope, copies: impl Fn(u64) -> u64) -> Result<Vec<u64>, SolveError> {
    memory_needed(count.saturating_mul(64))?;
    let (mut values, mut differences) = (FxHashSet::default(), FxHashMap::<(bool, u64), u64>::default());
    let mut least = 1;
    let mut permutation = vec![0];
    for n in 1..=count {
        scope.go_on()?;
        let free = (least..=3 * n + 2).find(|&t| {
            let d = t.abs_diff(n);
            !values.contains(&t) && differences.get(&(t < n, d)).copied().unwrap_or(0) < copies(d)
        });
        if let Some(t) = free {
            values.insert(t);
            *differences.entry((t < n, t.abs_diff(n))).or_default() += 1;
        }
        while values.contains(&least) {
            least += 1;
        }
        permutation.push(free.unwrap_or(0));
    }
    Ok(permutation)
}

// ---------------------------------------------------------------------------------------------------------------------
// Imitation Nim by its states.

/// Lar09 Definition 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nature {
    NonDynamicP,
    NonDynamicN,
    Dynamic,
}

impl Nature {
    fn words(self) -> &'static str {
        match self {
            Self::NonDynamicP => "non-dynamic P",
            Self::NonDynamicN => "non-dynamic N",
            Self::Dynamic => "dynamic",
        }
    }
}

/// How much larger the heaps are with which histories begin: p more are enough for every state.
const EARLIER: u64 = 15;

/// The nature of each position with heaps below `side`, over all histories that begin with heaps up to 15 larger.
fn natures(m: u32, p: u32, side: u64, scope: &Scope) -> Result<FxHashMap<Position, Nature>, SolveError> {
    let imitation = Imitation::reached(m, p, side.saturating_add(EARLIER), scope)?;
    let mut natures = FxHashMap::default();
    for (state, &is_p) in imitation.is_p.iter().filter(|(state, _)| sorted(state.position).y < side) {
        let now = if is_p { Nature::NonDynamicP } else { Nature::NonDynamicN };
        let nature = natures.entry(state.position).or_insert(now);
        if *nature != now {
            *nature = Nature::Dynamic;
        }
    }
    Ok(natures)
}

fn histories(side: u64) -> String {
    format!("a ≤ b < {side}, all histories from heaps < {}", side.saturating_add(EARLIER))
}

// ---------------------------------------------------------------------------------------------------------------------
// Section 1: Nim, Wythoff Nim, Imitation Nim.

fn nim(scope: &Scope) -> Checked {
    let side = scope.bound();
    let board = literal("nim", side, scope)?;
    Ok(Search::of(format!("x, y < {side}"), difference(&board, side, "2-pile Nim", scope, |at| at.x == at.y)?))
}

fn golden_pairs(scope: &Scope) -> Checked {
    let side = scope.bound();
    let board = literal("wythoff", side, scope)?;
    let pairs: FxHashSet<Position> = (0..side).map(golden).collect();
    let found = difference(&board, side, "Wythoff Nim", scope, |at| pairs.contains(&sorted(at)))?;
    Ok(Search::of(format!("x, y < {side}"), found))
}

fn example_2(scope: &Scope) -> Checked {
    let most = scope.bound();
    states_needed(Limits { m: 1, p: 1 }, most, most)?;
    let mut imitation = Imitation::new(1, 1);
    let mut claims = vec![
        ("(3,3) → (1,3) loses".to_owned(), imitation.after("3,3 1,3") == N),
        ("(1,3) → (1,2) answers it".to_owned(), imitation.after("3,3 1,3 1,2") == P),
        ("(2,3) → (1,3) wins".to_owned(), imitation.after("2,3 1,3") == P),
    ];
    for option in ["1,2", "1,1", "1,0", "0,3"] {
        claims.push((format!("({option}) is an option of the start"), imitation.permits(&format!("1,3 {option}"))));
        for x in 2..=most {
            let prohibited = x <= 3 && option == format!("1,{}", 4 - x);
            let permitted = imitation.permits(&format!("{x},3 1,3 {option}"));
            let word = if prohibited { "prohibited" } else { "permitted" };
            claims.push((format!("({option}) is {word} after ({x},3) → (1,3)"), permitted != prohibited));
            if x >= 4 {
                let permitted = imitation.permits(&format!("1,{x} 1,3 {option}"));
                claims.push((format!("({option}) is permitted after (1,{x}) → (1,3)"), permitted));
            }
        }
    }
    Ok(Search::of(format!("the moves to (1,3) from heaps ≤ {most}"), first_false(claims)))
}

/// Lar09 Proposition 5 (iia): a P-position (c, d) of Wythoff Nim, c ≤ d < b, has b − a = d − c.
fn is_iia(wythoff: &Board, here: Position) -> bool {
    xi(wythoff, here) > 0
}

/// Lar09 Proposition 5 (iib): (a, c) is P in Wythoff Nim for some c < a.
fn is_iib(wythoff: &Board, here: Position) -> bool {
    (0..here.x).any(|c| wythoff.is_p(at(here.x, c)))
}

/// The d of the P-position (c, d), c ≤ d < b, of a game.
fn below(wythoff: &Board, here: Position) -> Option<u64> {
    (here.x..here.y).find(|&d| wythoff.is_p(at(here.x, d)))
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
    Ok(Search::of(histories(side), found))
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
        Ok(refuted.map(|x| format!("({x},{}) is P, but no P-position is on the diagonal before {here}.", here.y)))
    })?;
    Ok(Search::of(format!("a ≤ b < {side}"), found))
}

fn remark_6_b(scope: &Scope) -> Checked {
    let side = scope.bound();
    let wythoff = fast("wythoff", side, scope)?;
    let both = |here| is_iia(&wythoff, here) && is_iib(&wythoff, here);
    let found =
        first(scope, upper_half(side).filter(|at| at.x < at.y && wythoff.is_p(*at)), |Position { x: c, y: d }| {
            let here = at(d, 2 * d - c);
            Ok((here.y < side && !both(here)).then(|| format!("({c},{d}) is P, but {here} is not of both types.")))
        })?;
    // a = d of (iia): (c, a) is P and lies on the diagonal of (a, b).
    let is_progression =
        |here: Position| (0..here.x).any(|c| wythoff.is_p(at(c, here.x)) && here.y - here.x == here.x - c);
    let other = upper_half(side).find(|&here| both(here) && !is_progression(here));
    let note = other.map(|here| format!("These are not all: {here} is of both types with a ≠ d."));
    Ok(Search::of(format!("b < {side}"), found).with_note(note.unwrap_or_default()))
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
            let words =
                || format!("{here} is {} after {before} → {here}; the text says {}.", letter(is_p), letter(says));
            Ok((is_p != says).then(words))
        })
    })?;
    Ok(Search::of(format!("c ≤ b < {side}, previous moves from heaps < {most}"), found))
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
    let is = |x, y, nature: Nature| (format!("({x},{y}) is {}", nature.words()), natures[&at(x, y)] == nature);
    let iia = |x, y| (format!("({x},{y}) is as in (iia)"), is_iia(&wythoff, at(x, y)));
    let mut claims = vec![is(1, 2, Nature::NonDynamicP), is(1, 3, Nature::Dynamic), iia(2, 3), iia(3, 4)];
    claims.extend([is(2, 3, Nature::NonDynamicN), is(3, 4, Nature::NonDynamicN)]);
    for x in 3..side {
        claims.push(is(2, x, Nature::NonDynamicN));
        claims.push((format!("(2,{x}) is as in (iib)"), is_iib(&wythoff, at(2, x))));
    }
    Ok(Search::of(histories(side), first_false(claims)))
}

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
            let words = || format!("p = {p}: {equal} is {} when reached from ({small},{large}).", letter(wins));
            Ok((wins != (small < u64::from(p))).then(words))
        })
    })?;
    Ok(Search::of(format!("p ≤ 4, heaps < {side}"), found))
}

fn example_10(scope: &Scope) -> Checked {
    let mut imitation = Imitation::new(1, 2);
    let natures = natures(1, 2, 4, scope)?;
    let non_dynamic_p: Vec<Position> = upper_half(4).filter(|here| natures[here] == Nature::NonDynamicP).collect();
    let mut claims = vec![
        ("Alice's move (2,2) → (1,2) wins", imitation.after("2,2 1,2") == P),
        ("(1,1) imitates it", imitation.imitates("2,2 1,2 1,1")),
        ("Alice's (0,1) is then P", imitation.after("2,2 1,2 1,1 0,1") == P),
        ("(0,1) → (0,0) is not permitted there", !imitation.permits("2,2 1,2 1,1 0,1 0,0")),
        ("Alice answers (0,2) by (0,0), no imitation", !imitation.imitates("2,2 1,2 0,2 0,0")),
        ("this wins", imitation.after("2,2 1,2 0,2 0,0") == P),
        ("(1,2) is N as an initial position", !imitation.start(at(1, 2))),
        ("(1,2) → (1,1) wins there", imitation.after("1,2 1,1") == P),
        ("(2,2) is non-dynamic N", natures[&at(2, 2)] == Nature::NonDynamicN),
        ("(1,2) is dynamic", natures[&at(1, 2)] == Nature::Dynamic),
        ("(0,0) and (2,3) are the non-dynamic P-positions with heaps < 4", non_dynamic_p == [at(0, 0), at(2, 3)]),
        ("(2,3) → (2,2) loses", imitation.after("2,3 2,2") == N),
    ];
    for play in ["2,3 2,1 1,1", "2,3 1,3 1,1", "2,3 2,0 0,0", "2,3 0,3 0,0"] {
        claims.push(("the moves from (2,3) to (2,1), (1,3), (2,0), (0,3) are answered", imitation.after(play) == P));
    }
    Ok(Search::of("the plays of the example; heaps < 4 with all histories from heaps < 19", first_false(claims)))
}

fn example_12(scope: &Scope) -> Checked {
    let mut imitation = Imitation::new(2, 1);
    let natures = natures(2, 1, 4, scope)?;
    let stuck = !["0,1", "0,0"].iter().any(|option| imitation.permits(&format!("1,2 0,2 {option}")));
    let claims = [
        ("Bob can't move after (1,2) → (0,2)", stuck),
        ("(1,2) → (0,2) wins", imitation.after("1,2 0,2") == P),
        ("(1,2) is non-dynamic N", natures[&at(1, 2)] == Nature::NonDynamicN),
    ];
    Ok(Search::of("the play of the example; all histories from heaps < 19", first_false(claims)))
}

fn section_1_4_4_printed(scope: &Scope) -> Checked {
    let nature = natures(1, 2, 4, scope)?[&at(1, 3)];
    let start = letter(Imitation::new(1, 2).start(at(1, 3)));
    let words = || format!("(1,3) is {} in (1,2)-Imitation Nim; as a start it is {start}.", nature.words());
    Ok(Search::of("(1,3), all histories from heaps < 19", (nature != Nature::NonDynamicP).then(words)))
}

fn section_1_4_4(scope: &Scope) -> Checked {
    let (board, natures) = (literal(&name(2, 1), 4, scope)?, natures(2, 1, 4, scope)?);
    let mut imitation = Imitation::new(2, 1);
    let rules = rules(&name(2, 1));
    let mut claims = vec![
        ("(1,2) is N in (2,1)-Wythoff Nim", !board.is_p(at(1, 2))),
        ("(0,0) is an option of (1,2)", rules.is_option(&at(1, 2), &at(0, 0))),
        ("(1,3) is P in (2,1)-Wythoff Nim", board.is_p(at(1, 3))),
        ("(1,3) is non-dynamic P in (2,1)-Imitation Nim", natures[&at(1, 3)] == Nature::NonDynamicP),
    ];
    for play in ["1,3 0,3", "1,3 1,0", "1,3 1,2", "1,3 1,1"] {
        claims.push(("every move from (1,3) loses", imitation.after(play) == N));
    }
    Ok(Search::of("(1,2) and (1,3), all histories from heaps < 19", first_false(claims)))
}

// ---------------------------------------------------------------------------------------------------------------------
// Section 1.4: (m,p)-Wythoff Nim.

fn equation_2(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, 1..=8, |m| {
        let board = fast(&format!("wythoff:m={m}"), side, scope)?;
        let (mut alpha, mut beta) = (Floors::alpha(m, 1), Floors::beta(m, 1));
        let pairs: FxHashSet<_> = (0..side).map(|n| at(alpha.at(n), beta.at(n))).collect();
        difference(&board, side, &format!("m = {m}"), scope, |at| pairs.contains(&sorted(at)))
    })?;
    Ok(Search::of(format!("m ≤ 8, x, y < {side}"), found))
}

fn proposition_14_c(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, up_to_6(), |(m, p)| {
        let pairs = definition_13(m, p, count, scope)?;
        // The a's increase, and what is claimed is transitive: neighbours are enough.
        first(scope, pairs.windows(2), |two| {
            let refuted = two[0].x >= two[1].x || two[0].y >= two[1].y || two[0].y - two[0].x > two[1].y - two[1].x;
            Ok(refuted.then(|| format!("m = {m}, p = {p}: {} and {}.", two[0], two[1])))
        })
    })?;
    Ok(Search::of(format!("m, p ≤ 6, the first {count} pairs"), found))
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
                        let above = || format!("{low}{slope} > {name}_{n} = {term}");
                        let below = || format!("{name}_{n} = {term} > {n}{slope}");
                        over.then(above).or_else(|| under.then(below))
                    });
                Ok(refuted.map(|words| format!("m = {m}, p = {p}: {words}.")))
            })
        })
    };
    let note = search(2)?.map(|also| format!("With p > 1: {also}"));
    Ok(Search::of(format!("m, p ≤ 6, n < {count}"), search(1)?).with_note(note.unwrap_or_default()))
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
            Ok((!(a_within && b_within)).then(|| format!("m = {m}, p = {p}: pair {n} is ({a},{b}).")))
        })
    })?;
    Ok(Search::of(format!("m, p ≤ 8, n < {count}"), found))
}

/// Whether these are the first upper P-positions of the board.
fn begins(board: &Board, list: &[Position]) -> bool {
    let mut upper: Vec<Position> = board.p_positions().filter(Position::is_upper).collect();
    upper.sort_unstable();
    upper.get(..list.len()) == Some(list)
}

fn positions(text: &str) -> Vec<Position> {
    parse_positions(text).expect("the lists are constants of the checks")
}

fn example_15_list(scope: &Scope) -> Checked {
    let list = positions("0,0 1,1 2,2 3,5 4,6 7,9 8,12 10,14 11,15 13,19");
    let board = literal(&name(2, 3), 24, scope)?;
    let natures = natures(2, 3, 20, scope)?;
    let mut non_dynamic: Vec<Position> = upper_half(20).filter(|here| natures[here] == Nature::NonDynamicP).collect();
    non_dynamic.sort_unstable();
    let claims = [
        ("(2,3)-Wythoff Nim begins with the list", begins(&board, &list)),
        (
            "(0,0), (3,5), (8,12), (13,19) are the non-dynamic P-positions with heaps < 20",
            non_dynamic == positions("0,0 3,5 8,12 13,19"),
        ),
    ];
    Ok(Search::of(histories(20), first_false(claims)))
}

fn example_15_play(scope: &Scope) -> Checked {
    let mut imitation = Imitation::new(2, 3);
    let board = literal(&name(2, 3), 24, scope)?;
    let nim = rules("nim");
    let only = |from: Position, to: Position| p_options(&nim, &board, from) == [to];
    let long = "13,18 11,18 11,15 10,15 10,14 8,14";
    let mut claims = vec![
        ("(13,18) is N".to_owned(), !imitation.start(at(13, 18))),
        ("(13,18) → (11,18) wins".to_owned(), imitation.after("13,18 11,18") == P),
        ("(11,15) is a 2-imitation".to_owned(), imitation.imitates("13,18 11,18 11,15")),
        ("(11,15) → (10,15) wins".to_owned(), imitation.after("13,18 11,18 11,15 10,15") == P),
        ("(10,14) is the only move to P(W)".to_owned(), only(at(10, 15), at(10, 14))),
        ("(10,14) is a 2-imitation".to_owned(), imitation.imitates("13,18 11,18 11,15 10,15 10,14")),
        ("(10,14) → (8,14) wins".to_owned(), imitation.after(long) == P),
        ("Bob may not move to (8,12)".to_owned(), !imitation.permits(&format!("{long} 8,12"))),
    ];
    for x in 0..=10 {
        let answer = (0..=x + 4).find(|&y| board.is_p(at(x, y)));
        let play = answer.map(|y| format!("13,18 11,18 {x},18 {x},{y}"));
        let wins = play.is_some_and(|play| !imitation.imitates(&play) && imitation.after(&play) == P);
        claims.push((format!("Alice answers ({x},18) by a move to P(W), y ≤ x + 4, without imitation"), wins));
    }
    Ok(Search::of("the plays of the example", first_false(claims)))
}

fn example_16_list(scope: &Scope) -> Checked {
    let board = literal(&name(3, 3), 24, scope)?;
    let list = positions("0,0 1,1 2,2 3,6 4,7 5,8 9,15");
    let claim = ("(3,3)-Wythoff Nim begins with the list", begins(&board, &list));
    Ok(Search::of("x, y < 24", first_false([claim])))
}

fn example_16_play(scope: &Scope) -> Checked {
    let mut imitation = Imitation::reached(3, 3, 10, scope)?;
    let claims = [
        ("(5,9) → (5,6) is an imitation", imitation.imitates("6,9 5,9 5,6")),
        ("(4,6) → (3,6) is no imitation", !imitation.imitates("6,9 5,9 5,6 4,6 3,6")),
        ("Bob wins by (3,6)", imitation.after("6,9 5,9 5,6 4,6 3,6") == P),
        ("Alice's first move is no mistake", imitation.after("6,9 5,9") == P),
        ("Alice could win before her second move", imitation.after("6,9 5,9 5,6") == N),
        ("her second move is the mistake", imitation.after("6,9 5,9 5,6 4,6") == N),
        ("(2,3) → (2,1) is an imitation", imitation.imitates("3,3 2,3 2,1")),
        ("(2,1) → (2,0) loses", imitation.after("3,3 2,3 2,1 2,0") == N),
        ("Bob imitates a second time", imitation.imitates("3,3 2,3 2,1 2,0 0,0")),
        ("he then wins", imitation.after("3,3 2,3 2,1 2,0 0,0") == P),
        ("(2,1) → (1,1) wins", imitation.after("3,3 2,3 2,1 1,1") == P),
        ("Alice imitates in the end", imitation.imitates("3,3 2,3 2,1 1,1 0,1 0,0")),
        ("she wins", imitation.after("3,3 2,3 2,1 1,1 0,1 0,0") == P),
    ];
    Ok(Search::of("the plays of the example", first_false(claims)))
}

// ---------------------------------------------------------------------------------------------------------------------
// Section 2: the winning strategy.

fn xi_range(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, up_to_6(), |(m, p)| {
        let board = wythoff(m, p, side, scope)?;
        first(scope, square(side), |here| {
            let (xi, is_p) = (xi(&board, here), board.is_p(here));
            let refuted = xi > u64::from(p) || is_p && xi == u64::from(p);
            Ok(refuted.then(|| format!("m = {m}, p = {p}: {here} is {} and ξ = {xi}.", letter(is_p))))
        })
    })?;
    Ok(Search::of(format!("m, p ≤ 6, a, b < {side}"), found))
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
            Ok(refuted.then(|| format!("m = {m}, p = {p}: {here} has {} P-options.", p_options.len())))
        })
    })?;
    Ok(Search::of(format!("m, p ≤ 6, P-positions x, y < {side}"), found))
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
            Ok(refuted.then(|| format!("{}: it is {}.", in_words(limits, "p", &state), letter(is_p))))
        })
    })?;
    Ok(Search::of(format!("m, p ≤ 6, a ≤ b < {side}"), found).with_note(format!("{count} states.")))
}

/// Searches for a position of (m,p)-Imitation Nim, m, p ≤ 4, whose nature is not `right`.
fn natures_of_all(scope: &Scope, right: fn(&Board, Position, Nature) -> bool) -> Checked {
    let side = scope.bound();
    let found = first(scope, each(1..=4, 1..=4), |(m, p)| {
        let (wythoff, natures) = (wythoff(m, p, side, scope)?, natures(m, p, side, scope)?);
        first(scope, upper_half(side), |here| {
            let nature = natures[&here];
            let (in_w, xi) = (letter(wythoff.is_p(here)), xi(&wythoff, here));
            let words = || format!("m = {m}, p = {p}: {here} is {}; in W it is {in_w} and ξ = {xi}.", nature.words());
            Ok((!right(&wythoff, here, nature)).then(words))
        })
    })?;
    Ok(Search::of(format!("m, p ≤ 4, {}", histories(side)), found))
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

// ---------------------------------------------------------------------------------------------------------------------
// The appendix: m = 1.

/// The largest p of the checks of the appendix.
const MOST_P: u32 = 10;

/// τ(n) for 1 ≤ n ≤ `count`, and how often each n is met as ⌊kr⌋ or ⌊ks⌋.
fn tau(p: u32, count: u64) -> Result<Vec<(u64, u32)>, SolveError> {
    memory_needed(count.saturating_mul(16))?;
    let mut tau = vec![(0, 0); index(count) + 1];
    let (mut r, mut s) = (Floors::alpha(1, p), Floors::beta(1, p));
    for (small, large) in (1..=count).map(|k| (r.at(k), s.at(k))) {
        for (n, image) in [(small, large), (large, small)] {
            if let Some(entry) = tau.get_mut(index(n)) {
                *entry = (image, entry.1 + 1);
            }
        }
    }
    Ok(tau)
}

fn involution(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, 1..=MOST_P, |p| {
        let wrong = (0_u64..).zip(tau(p, count)?).skip(1).find(|(_, (_, times))| *times != 1);
        Ok(wrong.map(|(n, (_, times))| format!("p = {p}: {n} is met {times} times.")))
    })?;
    Ok(Search::of(format!("p ≤ {MOST_P}, n ≤ {count}"), found))
}

/// How often each number up to `most` is a difference ⌊ks⌋ − ⌊kr⌋, k ≥ 1: the multiset M_p.
fn beatty_differences(p: u32, most: u64, scope: &Scope) -> Result<Vec<u64>, SolveError> {
    memory_needed(most.saturating_mul(8))?;
    let mut times = vec![0; index(most) + 1];
    let (mut r, mut s) = (Floors::alpha(1, p), Floors::beta(1, p));
    // The difference is more than k/p − 1.
    for k in 1..=u64::from(p) * (most + 1) {
        scope.go_on()?;
        if let Some(times) = times.get_mut(index(s.at(k) - r.at(k))) {
            *times += 1;
        }
    }
    Ok(times)
}

fn greedy_is_tau(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, 1..=MOST_P, |p| {
        let tau = tau(p, count)?;
        let differences = beatty_differences(p, count.saturating_add(1), scope)?;
        let copies = |d| differences.get(index(d)).copied().unwrap_or(0);
        let wrong = (0..).zip(greedy(count, scope, copies)?).zip(tau).find(|((_, greedy), tau)| *greedy != tau.0);
        Ok(wrong.map(|((n, greedy), tau): ((u64, _), _)| format!("p = {p}: π({n}) = {greedy}, τ({n}) = {}.", tau.0)))
    })?;
    Ok(Search::of(format!("p ≤ {MOST_P}, n ≤ {count}"), found))
}

fn rational_pairs(scope: &Scope) -> Checked {
    let most = scope.bound();
    // d = a/b with r = (2a − b + √(4a² + b²))/(2a), where mn/(m² − n²) = a/b has the solution m/n = (b + √…)/(2a).
    let largest = most.saturating_mul(4);
    memory_needed(largest.saturating_mul(largest).saturating_mul(16))?;
    let reduced = |a: u64, b: u64| (a / gcd(a, b), b / gcd(a, b));
    let mut form = FxHashSet::default();
    for m in 1..=largest {
        scope.go_on()?;
        form.extend((1..m).map(|n| reduced(m * n, m * m - n * n)));
    }
    let found = first(scope, (1..=most).flat_map(|a| (1..=most).map(move |b| (a, b))), |(a, b)| {
        let r = Surd::new(i128::from(2 * a) - i128::from(b), 1, 4 * a * a + b * b, 2 * a);
        let s = &r + &Surd::rational(b, a);
        let is_form = form.contains(&reduced(a, b));
        let complementary = match (r.inverse(), s.inverse()) {
            (Some(r), Some(s)) => &r + &s == Surd::rational(1, 1),
            _ => false,
        };
        let refuted = !complementary || r.is_rational() != s.is_rational() || r.is_rational() != is_form;
        Ok(refuted.then(|| format!("d = {a}/{b}: r = {r}, s = {s}.")))
    })?;
    Ok(Search::of(format!("d = a/b with a, b ≤ {most}, m ≤ {largest}"), found))
}

fn equation_5(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, 1..=MOST_P, |p| {
        let copies = u64::from(p);
        let all = greedy(count.saturating_add(copies), scope, |_| copies)?;
        let bar = greedy(count, scope, |d| if d == 0 { 0 } else { copies })?;
        let wrong =
            (0_u64..).zip(bar).zip(all.into_iter().skip(index(p))).skip(1).find(|((_, bar), pi)| bar + copies != *pi);
        Ok(wrong.map(|((n, bar), pi)| format!("p = {p}: π̄({n}) = {bar}, π({n} + {p}) = {pi}.")))
    })?;
    Ok(Search::of(format!("p ≤ {MOST_P}, n ≤ {count}"), found))
}

fn slopes_of_the_appendix(scope: &Scope) -> Checked {
    let most = scope.bound().min(u64::from(u32::MAX));
    let found = first(scope, 1..=most, |p| {
        let p = u32::try_from(p).unwrap_or(u32::MAX);
        let (r, s) = slopes(1, p);
        let number = |a: u32, b: u32| Surd::rational(a, b);
        let within = number(3, 2) < r && r < number(2, 1) && number(2, 1) < s && s < number(3, 1);
        let pair = match (r.inverse(), s.inverse()) {
            (Some(x), Some(y)) => !r.is_rational() && &x + &y == number(1, 1) && &s * &x == wythoff_root(1, p.into()),
            _ => false,
        };
        Ok((!(within && pair)).then(|| format!("p = {p}: r = {r}, s = {s}.")))
    })?;
    Ok(Search::of(format!("p ≤ {most}"), found))
}

fn lemma_1_i(scope: &Scope) -> Checked {
    let most = scope.bound();
    let found = first(scope, 1..=MOST_P, |p| {
        let differences = beatty_differences(p, most, scope)?;
        let mut in_m_p = 0;
        first(scope, (0_u64..).zip(differences).skip(1), |(n, times)| {
            in_m_p += times;
            let both = u64::from(p) * n;
            let refuted = in_m_p < both || in_m_p - both >= u64::from(p);
            Ok(refuted.then(|| format!("p = {p}, n = {n}: the numbers are {in_m_p} and {both}.")))
        })
    })?;
    Ok(Search::of(format!("p ≤ {MOST_P}, n ≤ {most}"), found))
}

/// a_k, b_k of π̄_{1,p} and a*_k, b*_k of τ.
struct Terms {
    k: u64,
    a: u64,
    b: u64,
    a_star: u64,
    b_star: u64,
}

/// These for k = 1, 2, … By (5), and as the P-positions are (n − 1, π(n) − 1), the pair of k is that of index k + p − 1
/// in Definition 13, less p − 1.
fn terms(p: u32) -> impl Iterator<Item = Terms> {
    let shift = u64::from(p) - 1;
    let (mut r, mut s) = (Floors::alpha(1, p), Floors::beta(1, p));
    (1..).zip(DiagonalPairs::new(1, p).skip(index(p))).map(move |(k, (a, b))| Terms {
        k,
        a: a - shift,
        b: b - shift,
        a_star: r.at(k),
        b_star: s.at(k),
    })
}

/// What each p ≤ 10 gives, on all cores, in order.
fn for_each_p<T: Send>(search: impl Fn(u32) -> Result<T, SolveError> + Sync) -> Result<Vec<T>, SolveError> {
    (1..=MOST_P).into_par_iter().map(&search).collect()
}

/// Searches the terms of every p, from k = 1 on, for one that is refuted; `refuter` makes for each p what judges them.
fn first_terms<R: FnMut(&Terms) -> bool>(scope: &Scope, refuter: impl Fn(u32) -> R + Sync) -> Checked {
    let most = scope.bound();
    let found = for_each_p(|p| {
        let mut refutes = refuter(p);
        first(scope, terms(p).take_while(|terms| terms.k <= most), |terms| {
            let Terms { k, a, b, a_star, b_star } = terms;
            let words = || format!("p = {p}, k = {k}: a = {a}, b = {b}, a* = {a_star}, b* = {b_star}.");
            Ok(refutes(&terms).then(words))
        })
    })?;
    Ok(Search::of(format!("p ≤ {MOST_P}, k ≤ {most}"), found.into_iter().flatten().next()))
}

fn lemma_1_ii(scope: &Scope) -> Checked {
    first_terms(scope, |p| {
        move |terms: &Terms| {
            let (difference, star) = (terms.b - terms.a, terms.b_star - terms.a_star);
            !(difference == star || difference == star + 1 && !terms.k.is_multiple_of(u64::from(p)))
        }
    })
}

fn lemma_1_iii(scope: &Scope) -> Checked {
    first_terms(scope, |_| {
        let (mut last, mut last_step) = (None, 0);
        move |terms: &Terms| {
            let Some(last) = last.replace(terms.a_star) else { return false };
            let before = std::mem::replace(&mut last_step, terms.a_star - last);
            !(last_step == 2 || last_step == 1 && before != 1)
        }
    })
}

fn lemma_1_iv(scope: &Scope) -> Checked {
    first_terms(scope, |_| {
        let mut last = None;
        move |terms: &Terms| last.replace(terms.b_star).is_some_and(|last| ![2, 3].contains(&(terms.b_star - last)))
    })
}

fn main_theorem(scope: &Scope) -> Checked {
    first_terms(scope, |p| move |terms: &Terms| terms.a.abs_diff(terms.a_star) >= u64::from(p))
}

/// The least and the largest a_k − a*_k, k ≤ `most`, with the first k of each.
fn extremes(p: u32, most: u64, scope: &Scope) -> Result<[(i64, u64); 2], SolveError> {
    let [mut least, mut largest] = [(0, 1); 2];
    for terms in terms(p).take_while(|terms| terms.k <= most) {
        scope.go_on()?;
        let over = terms.a.cast_signed() - terms.a_star.cast_signed();
        if over < least.0 {
            least = (over, terms.k);
        }
        if over > largest.0 {
            largest = (over, terms.k);
        }
    }
    Ok([least, largest])
}

fn best_possible(scope: &Scope) -> Checked {
    let most = scope.bound();
    let extremes = for_each_p(|p| extremes(p, most, scope))?;
    let of_each = || (1_i64..).zip(&extremes);
    let open: Vec<String> =
        of_each().filter(|(p, [least, largest])| largest.0.max(-least.0) < p - 1).map(|(p, _)| p.to_string()).collect();
    let open_words = || {
        format!(
            "p = {}: |a_k − a*_k| < p − 1 for all k ≤ {most}. This refutes nothing: a larger k may attain p − 1.",
            open.join(", ")
        )
    };
    let met: Vec<String> = of_each()
        .map(|(p, [least, largest])| {
            format!("p = {p}: {} (k = {}) to {} (k = {})", least.0, least.1, largest.0, largest.1)
        })
        .collect();
    let found = (!open.is_empty()).then(open_words);
    let note = format!("Extremes of a_k − a*_k, where first met: {}.", met.join("; "));
    Ok(Search::of(format!("p ≤ {MOST_P}, k ≤ {most}"), found).with_note(note))
}

fn p_positions_are_greedy(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, 1..=MOST_P, |p| {
        let board = wythoff(1, p, side, scope)?;
        let permutation = greedy(side, scope, |_| u64::from(p))?;
        difference(&board, side, &format!("p = {p}"), scope, |at| permutation[index(at.x) + 1] == at.y + 1)
    })?;
    Ok(Search::of(format!("p ≤ {MOST_P}, x, y < {side}"), found))
}

/// Searches for an n ≤ bound for which π_{1,p}(n) is neither ⌊nL⌋ + ε nor ⌊nl⌋ + ε with ε from −`below` to `above`.
/// Every n is a + 1 or b + 1 for a pair (a, b), and π exchanges the two.
fn epsilons(scope: &Scope, below: u64, above: u64) -> Checked {
    let most = scope.bound();
    let near = move |value: u64, floor: u64| value + below >= floor && value <= floor + above;
    let found = for_each_p(|p| {
        let mut of_a = [Floors::long(p), Floors::short(p)];
        let mut of_b = [Floors::short(p), Floors::long(p)];
        let up_to = DiagonalPairs::new(1, p).map(|(a, b)| (a + 1, b + 1)).take_while(|(a, _)| *a <= most);
        first(scope, up_to, |(a, b)| {
            let a_near = of_a.iter_mut().any(|floors| near(b, floors.at(a)));
            let b_near = of_b.iter_mut().any(|floors| near(a, floors.at(b)));
            let words = |n: u64, value: u64| {
                let [long, short] = [Floors::long(p).at(n), Floors::short(p).at(n)];
                format!("p = {p}: π({n}) = {value}, ⌊{n}L⌋ = {long}, ⌊{n}l⌋ = {short}.")
            };
            Ok(match (a_near, b_near) {
                (true, true) => None,
                (false, _) => Some(words(a, b)),
                (true, false) => Some(words(b, a)),
            })
        })
    })?;
    Ok(Search::of(format!("p ≤ {MOST_P}, n ≤ {most}"), found.into_iter().flatten().next()))
}

fn corollary_9(scope: &Scope) -> Checked {
    epsilons(scope, 1, 2)
}

fn zero_or_one(scope: &Scope) -> Checked {
    let search = epsilons(scope, 0, 1)?;
    let note = if search.counterexample.is_none() { "No n in the range needs another ε." } else { "" };
    Ok(search.with_note(note))
}

fn delta(scope: &Scope) -> Checked {
    first_terms(scope, |p| {
        let mut floors = Floors::long(p);
        move |terms: &Terms| {
            // −1 < b* − a*L < 1, that is ⌊a*L⌋ = b* − 1 or b*: a*L is irrational.
            let floor = floors.at(terms.a_star);
            floor != terms.b_star && floor + 1 != terms.b_star
        }
    })
}

fn two_p_minus_one(scope: &Scope) -> Checked {
    let most = scope.bound().min(u64::from(u32::MAX));
    let found = first(scope, 1..=most, |p| {
        let over_one = &wythoff_root(1, p) - &Surd::rational(1, 1);
        let product = &Surd::rational(2 * p - 1, 1) * &over_one;
        Ok((product >= Surd::rational(1, 1)).then(|| format!("p = {p}: the product is {product}.")))
    })?;
    Ok(Search::of(format!("p ≤ {most}"), found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_those_of_definition_13() {
        for (m, p) in each(1..=6, 1..=10) {
            let count = 3000;
            let scope = Scope { bound: count, stop: &std::sync::atomic::AtomicBool::new(false) };
            let literally = definition_13(m, p, count, &scope).expect("it is small");
            let pairs = DiagonalPairs::new(m, p).map(|(a, b)| at(a, b));
            assert!(pairs.take(literally.len()).eq(literally), "m = {m}, p = {p}");
        }
    }

    #[test]
    fn floors_are_those_of_surds() {
        for (m, p) in each(1..=4, 1..=4) {
            let (alpha, beta) = slopes(m, p);
            let (mut below, mut above) = (Floors::alpha(m, p), Floors::beta(m, p));
            for n in 0..2000_u64 {
                let floor = |slope: &Surd| u64::try_from((&Surd::rational(n, 1) * slope).floor());
                assert_eq!(
                    (Ok(below.at(n)), Ok(above.at(n))),
                    (floor(&alpha), floor(&beta)),
                    "m = {m}, p = {p}, n = {n}"
                );
            }
        }
    }
}
