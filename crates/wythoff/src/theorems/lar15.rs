//! Lar15: *Restrictions of m-Wythoff Nim and p-complementary Beatty sequences*.
//!
//! a and b are always a^{m,p} and b^{m,p} of (1) and (2). An (l,p)-rook goes 0, …, l−1 modulo p steps; l = 0 means l = 1.

use std::fmt::Display;
use std::ops::{ControlFlow, Range, RangeInclusive};

use rustc_hash::FxHashSet;

use super::tools::{
    Checked, Found, at, difference, each, fast, first, first_false, first_upper, game, gcd, holds, index, literal,
    open, printed, rules, square,
};
use super::{Check, Scope, Search};
use crate::board::Board;
use crate::exact::{Beatty, IBig, Surd, beatty_pair, phi};
use crate::game::{Rules, Twist};
use crate::position::{Move, Position};
use crate::solve::{self, Columns, Engine, REFERENCE_LIMIT, SolveError};

pub(super) const CHECKS: &[Check] = &[
    printed(
        "Lar15.S1.1.moves.printed",
        "Lar15, section 1.1, the moves of m-Wythoff Nim",
        "In m-Wythoff Nim (x,y) → (x+i, y+j) is legal if |i − j| < m.",
        "Lar15.S1.1.moves",
        8,
        section_1_1_printed,
    ),
    holds(
        "Lar15.S1.1.moves",
        "Lar15, section 1.1, the moves of m-Wythoff Nim",
        "In m-Wythoff Nim (x,y) → (x−i, y−j), i, j ≥ 0, not both 0, is legal iff |i − j| < m or one of i, j is 0.",
        20,
        section_1_1,
    ),
    printed(
        "Lar15.S1.2.Beatty.printed",
        "Lar15, section 1.2, Beatty's theorem",
        "If 1/α + 1/β = 1 and α, β are irrational, then ⌊nα⌋ and ⌊nβ⌋, n ≥ 1, split the non-negative integers.",
        "Lar15.S1.2.Beatty",
        3000,
        |scope| irrational_only(scope, 1..=1, 1, 0),
    ),
    holds(
        "Lar15.S1.2.Beatty",
        "Lar15, section 1.2, Beatty's theorem",
        "If 1/α + 1/β = 1, then ⌊nα⌋ and ⌊nβ⌋, n ≥ 1, split the positive integers iff α and β are irrational.",
        3000,
        |scope| irrational_only(scope, 1..=1, 1, 1),
    ),
    holds(
        "Lar15.S1.2.Fraenkel",
        "Lar15, section 1.2 (Wythoff, Fraenkel)",
        "The P-positions of mWN are {a_n, b_n}, n ≥ 0, with p = 1.",
        100,
        |scope| boards(scope, 1..=8, 1..=1, |m, _| format!("wythoff:m={m}")),
    ),
    holds(
        "Lar15.S1.3.mex",
        "Lar15, (4) (Fraenkel)",
        "x_n = mex{x_i, y_i : i < n}, y_n = x_n + mn has x = a and y = b for p = 1.",
        300,
        |scope| recurrence(scope, 8, 1, |_, _, x, y| mex(|v| x.contains(&v) || y.contains(&v))),
    ),
    holds(
        "Lar15.S1.3.Kimberling",
        "Lar15, section 1.3 (Kimberling)",
        "The pairs (x_n, y_n) of Wythoff Nim have x_{x_n} = y_n − 1 for n ≥ 1.",
        1000,
        kimberling,
    ),
    holds(
        "Lar15.S1.4.Connell",
        "Lar15, section 1.4 (Connell)",
        "The P-positions of WN^(p) are {c_n, d_n} with c_n = ⌊nφ_p/p⌋, d_n = c_n + n, that is a and b with m = 1.",
        90,
        |scope| boards(scope, 1..=1, 1..=8, |_, p| format!("modulo:m=1,p={p}")),
    ),
    holds(
        "Lar15.S1.4.complementary",
        "Lar15, section 1.4 (Connell)",
        "(c_i), i ≥ 0, and (d_i), i > 0, of WN^(p) are p-complementary: each column holds exactly p P-positions.",
        90,
        |scope| complementary(scope, 1..=1, 1..=8, "l = 1", |p, l| (l == 1).then_some(p..=p)),
    ),
    holds(
        "Lar15.Table1",
        "Lar15, Table 1",
        "The first 17 upper P-positions of WN^(3) are the columns of Table 1, and c_n = ⌊nφ_3/3⌋, d_n = c_n + n.",
        17,
        |scope| table(scope, &["WN^(3)"], &TABLE_1, Some((1, 3))),
    ),
    holds(
        "Lar15.Rem1",
        "Lar15, Remark 1",
        "a_n^{p,1} = c_{pn} and b_n^{p,1} = d_{pn}: every p-th P-position of WN^(p) is one of pWN, and these are all.",
        501,
        remark_1,
    ),
    holds(
        "Lar15.Fig1",
        "Lar15, Figure 1, caption",
        "WN^(3) has 3 P-positions to a row, 3 to a column and 1 to a diagonal, as near to (0,0) as that allows; \
         every third is of 3WN.",
        90,
        figure_1,
    ),
    printed(
        "Lar15.Def2.i.printed",
        "Lar15, Definition 2 (i)",
        "An (l,p)-rook goes ip + j > 0 steps, i ≥ 0, j ∈ {0, …, l−1}; a (0,p)-rook is the p-rook (multiples of p).",
        "Lar15.Def2.i",
        60,
        definition_2_i_printed,
    ),
    printed(
        "Lar15.Def2.l.printed",
        "Lar15, Definition 2, the range of l",
        "An (l,p)-rook has l ∈ {0, …, m}, and the (p,p)-rook is the rook.",
        "Lar15.Def2.i",
        6,
        definition_2_l_printed,
    ),
    holds(
        "Lar15.Def2.i",
        "Lar15, Definition 2 (i)",
        "With j ∈ {0, …, l−1}, 1 ≤ l ≤ p, the (1,p)-rook is the p-rook, the (p,p)-rook is the rook; l = 0 stands for l \
         = 1.",
        60,
        definition_2_i,
    ),
    holds(
        "Lar15.Def2.ii.literal",
        "Lar15, Definition 2 (ii)",
        "An m-bishop that goes i < m rook steps any way and then as a chess bishop, x + y falling, changes no outcome \
         of mWN.",
        40,
        definition_2_ii,
    ),
    holds(
        "Lar15.S2.1.roob",
        "Lar15, section 2.1",
        "Roob options take at least m from exactly one heap: for m = 2, (2,3) → (2,1) is roob, (2,2) and (1,3) are \
         not.",
        30,
        roob,
    ),
    printed(
        "Lar15.Def3.2.printed",
        "Lar15, Definition 3 (2)",
        "mWN^(l,p) with m = l = 0 is Wythoff modulo-p Nim.",
        "Lar15.Def3.2",
        30,
        |scope| definition_3_2(scope, "m = l = 0 (no bishop)", |p| format!("custom: rook(mod {p}: 0)")),
    ),
    holds(
        "Lar15.Def3.2",
        "Lar15, Definition 3 (2)",
        "mWN^(l,p) with m = 1 and l = 0 is Wythoff modulo-p Nim; with l = p it is mWN.",
        30,
        |scope| definition_3_2(scope, "m = 1, l = 0", |p| format!("modulo:m=1,p={p},l=0")),
    ),
    holds(
        "Lar15.Def3.3a",
        "Lar15, Definition 3 (3a)",
        "Exactly (ml, 0) and (0, m(p−l)) are terminal in m×pWN_l, 0 < l < p; m×pWN_0 is (mp)WN.",
        40,
        definition_3_3a,
    ),
    holds(
        "Lar15.Ex1",
        "Lar15, Example 1",
        "In 2WN^2 Bob blocks (0,2) → (0,0), and {0,y} is P iff y = 0 or 2.",
        60,
        example_1,
    ),
    holds(
        "Lar15.Ex2",
        "Lar15, Example 2",
        "In 2WN^(2) (0,2) is N, since (0,0) is an option; (0,3) is P, since only (0,1) and (0,2) are.",
        4,
        example_2,
    ),
    printed(
        "Lar15.Ex3.printed",
        "Lar15, Example 3",
        "In 2WN^(2,4) a rook can move (0,y) → (0,0) iff y ≡ 3, 4 (mod 4), so not for y = 2.",
        "Lar15.Ex3",
        60,
        |scope| example_3(scope, [3, 0]),
    ),
    holds(
        "Lar15.Ex3",
        "Lar15, Example 3",
        "In 2WN^(2,4) a rook can move (0,y) → (0,0) iff y ≡ 0, 1 (mod 4), so not for y = 2; {0,y} is P iff y = 0 or 2.",
        60,
        |scope| example_3(scope, [0, 1]),
    ),
    holds(
        "Lar15.Ex4",
        "Lar15, Example 4",
        "In 2WN^3 (0,4) has the roob options (0,0), (0,1), (0,2) and the bishop option (0,3); (0,2) and (0,4) are P.",
        6,
        example_4,
    ),
    holds(
        "Lar15.Ex5",
        "Lar15, Example 5",
        "In 2WN^(3) Alice can't move (0,4) → (0,0) or (0,2); (0,1) and (0,3) are N by moves to (0,0), so (0,4) is P.",
        6,
        example_5,
    ),
    holds(
        "Lar15.Ex5.after",
        "Lar15, after Example 5",
        "The P-positions of Examples 1 and 2 (2WN^2, 2WN^(2)) differ; those of 4 and 5, and those of 1 and 3, \
         coincide.",
        60,
        after_example_5,
    ),
    holds(
        "Lar15.Ex6",
        "Lar15, Example 6",
        "(0,4) is terminal in 2×3WN_1; in 2×3WN_2 (0,4) → (0,2) wins and (1,8) → (0,2) is a move; (1,7) is P in \
         2×3WN_0.",
        10,
        example_6,
    ),
    holds(
        "Lar15.Table2",
        "Lar15, Table 2",
        "The columns of Table 2 are a_n, b_n for m = 2, p = 3, and the first 17 upper P-positions of 2WN^3 and \
         2WN^(3).",
        17,
        |scope| table(scope, &["2WN^3", "2WN^(3)"], &TABLE_2, Some((2, 3))),
    ),
    holds(
        "Lar15.Fig2",
        "Lar15, Figure 2, caption",
        "2WN^3, 2WN^(3), 2WN^(2,6), 2×3WN have the same P-positions: 3 to a row, 3 to a column, 1 to every second \
         diagonal.",
        90,
        figure_2,
    ),
    holds(
        "Lar15.Fig2.darkest",
        "Lar15, Figure 2, caption",
        "The pairs {a_{3i}, b_{3i}} of m = 2, p = 3 are the P-positions of 6WN.",
        90,
        figure_2_darkest,
    ),
    printed(
        "Lar15.Fig2.palest.printed",
        "Lar15, Figure 2, caption",
        "The P-positions of 2×3WN_1 are (a_{3n+1}, b_{3n+1}) and (b_{3n+2}, a_{3n+2}), m = 2, p = 3.",
        "Lar15.Fig2.palest",
        60,
        |scope| figure_2_palest(scope, "2x3WN_1"),
    ),
    holds(
        "Lar15.Fig2.palest",
        "Lar15, Figure 2, caption",
        "The P-positions of 2×3WN_2 are (a_{3n+1}, b_{3n+1}) and (b_{3n+2}, a_{3n+2}), m = 2, p = 3.",
        60,
        |scope| figure_2_palest(scope, "2x3WN_2"),
    ),
    holds(
        "Lar15.Thm2.1.i",
        "Lar15, Theorem 2.1 (i)",
        "The P-positions of mWN^p are {a_i, b_i}, i ≥ 0.",
        80,
        |scope| boards(scope, 1..=6, 1..=6, |m, p| format!("rook-blocking:m={m},p={p}")),
    ),
    holds(
        "Lar15.Thm2.1.iia",
        "Lar15, Theorem 2.1 (ii) (a)",
        "The P-positions of mWN^(p) are {a_i, b_i}, i ≥ 0, iff gcd(m, p) = 1.",
        80,
        |scope| iff_coprime(scope, 1..=1, 8, 8),
    ),
    holds(
        "Lar15.Thm2.1.iia.proof",
        "Lar15, section 6, Case (iia)",
        "With p' = p/gcd(m,p) < p, in mWN^(p) the positions (0, mi), 0 ≤ i < p', are P, and (0, mp') is N.",
        80,
        theorem_2_1_iia_proof,
    ),
    holds(
        "Lar15.Thm2.1.iib",
        "Lar15, Theorem 2.1 (ii) (b)",
        "The P-positions of mWN^(m,mp), rook lengths 0, …, m−1 modulo mp, are {a_i, b_i}, i ≥ 0.",
        80,
        |scope| boards(scope, 1..=5, 1..=5, |m, p| modulo(m, m * p, 0..m)),
    ),
    holds(
        "Lar15.Thm2.1.iib.mirrored",
        "Lar15, section 6, Case (iib)",
        "With the rook lengths 0, −1, …, −(m−1) modulo mp, as the proof writes them, the P-positions are {a_i, b_i} \
         too.",
        80,
        |scope| boards(scope, 1..=5, 1..=5, |m, p| modulo(m, m * p, (0..m).map(|r| (m * p - r) % (m * p)))),
    ),
    printed(
        "Lar15.Thm2.1.iib.other-reading.printed",
        "Lar15, Theorem 2.1 (ii) (b), rook lengths read as 0, …, l modulo p",
        "The P-positions of mWN^(m,mp), rook lengths 0, …, m modulo mp, are {a_i, b_i}, i ≥ 0, for p ≥ 2.",
        "Lar15.Thm2.1.iib",
        80,
        |scope| boards(scope, 1..=5, 2..=5, |m, p| modulo(m, m * p, 0..=m)),
    ),
    printed(
        "Lar15.Thm2.1.iiia.printed",
        "Lar15, Theorem 2.1 (iii) (a)",
        "The P-positions of m×pWN_l are (a_{ip+l}, b_{ip+l}), i ≥ 0, and (b_{ip−l}, a_{ip−l}), i ≥ 1.",
        "Lar15.Thm2.1.iiia",
        60,
        |scope| theorem_2_1_iiia(scope, |at| at),
    ),
    holds(
        "Lar15.Thm2.1.iiia",
        "Lar15, Theorem 2.1 (iii) (a)",
        "The P-positions of m×pWN_l are (b_{ip+l}, a_{ip+l}), i ≥ 0, and (a_{ip−l}, b_{ip−l}), i ≥ 1.",
        60,
        |scope| theorem_2_1_iiia(scope, Position::mirrored),
    ),
    holds(
        "Lar15.Thm2.1.iiib",
        "Lar15, Theorem 2.1 (iii) (b)",
        "The P-positions of m×pWN are {a_i, b_i}, i ≥ 0, if no l may be chosen whose rectangle holds the start.",
        60,
        |scope| boards(scope, 1..=4, 1..=5, |m, p| format!("choice:m={m},p={p}")),
    ),
    printed(
        "Lar15.Thm2.1.iiib.inside.printed",
        "Lar15, Theorem 2.1 (iii) (b), the rectangle being forbidden to moves only",
        "The P-positions of m×pWN are {a_i, b_i}, i ≥ 0, also if the start may lie in the rectangle of the chosen l.",
        "Lar15.Thm2.1.iiib",
        60,
        theorem_2_1_iiib_inside,
    ),
    printed(
        "Lar15.Thm2.1.iiib.recipe.printed",
        "Lar15, section 6, Case (iiib), the choice of l",
        "The second player wins from (a_i, b_i) by l = i mod p, and from (b_i, a_i), i = pj − l', 0 < l' ≤ p, by l = p \
         − l'.",
        "Lar15.Thm2.1.iiib.recipe",
        60,
        |scope| recipe(scope, |i, p| i % p),
    ),
    holds(
        "Lar15.Thm2.1.iiib.recipe",
        "Lar15, section 6, Case (iiib), the choice of l",
        "The second player wins from (a_i, b_i) by l = −i mod p, and from (b_i, a_i) by l = i mod p.",
        60,
        |scope| recipe(scope, |i, p| (p - i % p) % p),
    ),
    holds(
        "Lar15.Thm3.1",
        "Lar15, Theorem 3.1 (O'Bryant)",
        "If 1/α + 1/β = 1, then ⌊iα/p⌋, i ≥ 0, and ⌊iβ/p⌋, i ≥ 1, are p-complementary iff α and β are irrational.",
        1000,
        |scope| irrational_only(scope, 1..=6, 0, 0),
    ),
    printed(
        "Lar15.Thm3.1.proof.printed",
        "Lar15, proof of Theorem 3.1, the set S",
        "If 1/α + 1/β = 1 and α, β are irrational, each [n, n+1), n ≥ 0, holds p of 0, α, β, 2α, 2β and so on.",
        "Lar15.Thm3.1.proof",
        1000,
        |scope| members_of_s(scope, |_| 1),
    ),
    holds(
        "Lar15.Thm3.1.proof",
        "Lar15, proof of Theorem 3.1, the set S",
        "If 1/α + 1/β = 1 and α, β are irrational, each [n, n+1), n ≥ 0, holds p of 0, α/p, β/p, 2α/p, 2β/p \
         and so on.",
        1000,
        |scope| members_of_s(scope, |p| p),
    ),
    holds(
        "Lar15.Prop3.2",
        "Lar15, Proposition 3.2 (Skolem, Fraenkel)",
        "(x_{pi+l}), i ≥ 0, and (y_{pi−l}), i ≥ 1, of Theorem 3.1 are complementary, for each l with 0 ≤ l < p.",
        1000,
        proposition_3_2,
    ),
    printed(
        "Lar15.Lem3.3.i.printed",
        "Lar15, Lemma 3.3 (i) and abstract",
        "(a_n) and (b_n), n ≥ 0, are p-complementary: together they have each v ≥ 0 exactly p times.",
        "Lar15.Lem3.3.i",
        3000,
        |scope| lemma_3_3_i(scope, 0),
    ),
    holds(
        "Lar15.Lem3.3.i",
        "Lar15, Lemma 3.3 (i)",
        "(a_n), n ≥ 0, and (b_n), n ≥ 1, are p-complementary: together they have each v ≥ 0 exactly p times.",
        3000,
        |scope| lemma_3_3_i(scope, 1),
    ),
    holds("Lar15.Lem3.3.ii", "Lar15, Lemma 3.3 (ii)", "b_n − a_n = mn.", 3000, |scope| {
        steps(scope, 1..=6, "b_n − a_n = mn", |m, n, pairs| pairs[0].1 - pairs[0].0 == m * n)
    }),
    holds(
        "Lar15.Lem3.3.iii",
        "Lar15, Lemma 3.3 (iii)",
        "If p = 1, then a_{n+1} − a_n = 1 and b_{n+1} − b_n = m+1, or a_{n+1} − a_n = 2 and b_{n+1} − b_n = m+2.",
        3000,
        |scope| steps(scope, 1..=1, "(1, m+1) or (2, m+2)", |m, _, pairs| is_step(pairs, m, 1..=2)),
    ),
    holds(
        "Lar15.Lem3.3.iv",
        "Lar15, Lemma 3.3 (iv)",
        "If p > 1, then a_{n+1} − a_n = 0 and b_{n+1} − b_n = m, or a_{n+1} − a_n = 1 and b_{n+1} − b_n = m+1.",
        3000,
        |scope| steps(scope, 2..=6, "(0, m) or (1, m+1)", |m, _, pairs| is_step(pairs, m, 0..=1)),
    ),
    printed(
        "Lar15.Lem3.3.proof.printed",
        "Lar15, proof of Lemma 3.3, the slope",
        "φ_{mp}/p = 1/p − m/2 + √(m/4 + 1/p²).",
        "Lar15.Lem3.3.proof",
        60,
        |scope| lemma_3_3_proof(scope, |m| m),
    ),
    holds(
        "Lar15.Lem3.3.proof",
        "Lar15, proof of Lemma 3.3, the slope",
        "0 < φ_{mp}/p = 1/p − m/2 + √(m²/4 + 1/p²) < 1/p + 1/p ≤ 1 for p > 1.",
        60,
        |scope| lemma_3_3_proof(scope, |m| m * m),
    ),
    printed(
        "Lar15.Lem3.3.proof.floors.printed",
        "Lar15, proof of Lemma 3.3, the steps",
        "a_{n+1} − a_n = ⌊(n+1)φ_{mp}/n⌋ − ⌊nφ_{mp}/n⌋ ∈ {0, 1}, for n ≥ 1 and p > 1.",
        "Lar15.Lem3.3.iv",
        60,
        lemma_3_3_floors,
    ),
    holds(
        "Lar15.Thm4.1",
        "Lar15, Theorem 4.1 (i) ⇔ (iii)",
        "For p > 1, x = a and y = b is the only choice with x non-decreasing, y_n = x_n + mn, and (x_i), (y_i)_{i>0} \
         p-complementary.",
        40,
        theorem_4_1,
    ),
    printed(
        "Lar15.Thm4.1.ii.printed",
        "Lar15, Theorem 4.1 (ii) ⇒ (iii)",
        "For p > 1, p-complementary Beatty sequences (x_i), (y_i)_{>0}, x ≤ y, y strictly increasing, have x = a, y = \
         b for some m.",
        "Lar15.Thm4.1",
        3000,
        theorem_4_1_ii,
    ),
    printed(
        "Lar15.Abstract.unique.printed",
        "Lar15, abstract",
        "For p > 1, two p-complementary Beatty sequences, one of them strictly increasing, are a and b for some m.",
        "Lar15.Thm4.1",
        3000,
        theorem_4_1_ii,
    ),
    holds(
        "Lar15.Thm5.1",
        "Lar15, Theorem 5.1 and (5), (7)",
        "φ_n = (a_n + (mp−1)b_n)/m = pb_n − n is the greatest integer with a_{φ_n} = b_n − 1, for n ≥ 1.",
        600,
        theorem_5_1,
    ),
    holds(
        "Lar15.Rem3",
        "Lar15, Remark 3",
        "For p = 1, n ≥ 1: a_{b_n} = a_n + b_n and b_n − 1 = a_{b_n − n}.",
        600,
        remark_3,
    ),
    holds(
        "Lar15.Prop5.2.i",
        "Lar15, Proposition 5.2 (i)",
        "x_n the least v with fewer than p indices j < n that have x_j = v or y_j = v, y_n = x_n + mn: x = a and y = \
         b.",
        160,
        |scope| recurrence(scope, 6, 6, mex_with_multiplicity),
    ),
    holds(
        "Lar15.Prop5.2.ii",
        "Lar15, Proposition 5.2 (ii)",
        "x_n the mex of x_i, i ≡ n, and y_i, i ≡ −n (mod p), over i < n, y_n = x_n + mn: x = a and y = b.",
        160,
        |scope| recurrence(scope, 6, 6, mex_of_residues),
    ),
    holds(
        "Lar15.Prop5.2.iii",
        "Lar15, Proposition 5.2 (iii)",
        "x_{pn+l} the mex of x_{pi+l} and y_{p(i+1)−l} (l > 0) or y_{pi} (l = 0) over i < n, y_n = x_n + mn: x = a and \
         y = b.",
        160,
        |scope| recurrence(scope, 6, 6, mex_of_shift),
    ),
    printed(
        "Lar15.Table3.caption.printed",
        "Lar15, Table 3, caption",
        "The columns of Table 3 are the first P-positions of 2WN^2.",
        "Lar15.Table3",
        17,
        |scope| table(scope, &["2WN^2"], &TABLE_3_PRINTED, None),
    ),
    printed(
        "Lar15.Table3.printed",
        "Lar15, Table 3, column 16",
        "The columns of Table 3 are the first 17 upper P-positions of 2WN^(2).",
        "Lar15.Table3",
        17,
        |scope| table(scope, &["2WN^(2)"], &TABLE_3_PRINTED, None),
    ),
    holds(
        "Lar15.Table3",
        "Lar15, Table 3",
        "With (9,50) in column 16, the columns of Table 3 are the first 17 upper P-positions of 2WN^(2).",
        17,
        |scope| table(scope, &["2WN^(2)"], &TABLE_3, None),
    ),
    printed(
        "Lar15.Table4.caption.printed",
        "Lar15, Table 4, caption",
        "The columns of Table 4 are the first P-positions of 2WN^(1,3).",
        "Lar15.Table4",
        17,
        |scope| table(scope, &["2WN^(1,3)"], &TABLE_4_PRINTED, None),
    ),
    printed(
        "Lar15.Table4.printed",
        "Lar15, Table 4, columns 9 to 16",
        "The columns of Table 4 are the first 17 upper P-positions of the game with a 2-bishop and rook lengths 0, 1 \
         (mod 3).",
        "Lar15.Table4",
        17,
        |scope| table(scope, &["2WN^(2,3)"], &TABLE_4_PRINTED, None),
    ),
    holds(
        "Lar15.Table4",
        "Lar15, Table 4",
        "With new columns 9 to 16, the columns of Table 4 are the first 17 upper P-positions of 2WN^(2,3).",
        17,
        |scope| table(scope, &["2WN^(2,3)"], &TABLE_4, None),
    ),
    holds(
        "Lar15.Table4.no-game",
        "Lar15, Table 4",
        "No m-bishop, m ≤ 4, with a rook of any set of residues modulo a p ≤ 8 has columns 0 to 9 of Table 4 as \
         printed.",
        8,
        table_4_no_game,
    ),
    holds(
        "Lar15.S7.differences",
        "Lar15, section 7, Tables 3 and 4",
        "In 2WN^(2) and in 2WN^(2,3) the differences d_i − c_i do not form an arithmetic progression.",
        17,
        not_arithmetic,
    ),
    printed(
        "Lar15.S7.arithmetic.printed",
        "Lar15, section 7, differences in arithmetic progression",
        "The differences d_i − c_i of mWN^(l,p) are in arithmetic progression only if l = 0 and gcd(m, p) = 1, or l = \
         m and m | p.",
        "Lar15.S7.arithmetic",
        1000,
        arithmetic_printed,
    ),
    holds(
        "Lar15.S7.arithmetic",
        "Lar15, section 7, differences in arithmetic progression",
        "The differences d_i − c_i of mWN^(l,p) are mi if l = 0 and gcd(m, p) = 1, or l = m and m | p.",
        1000,
        arithmetic,
    ),
    holds(
        "Lar15.S7.family",
        "Lar15, section 7, a theorem of ours (docs/THEOREMS.md)",
        "If l | m and l | p, the P-positions of mWN^(l,p) are {a_i, b_i}, i ≥ 0, of m and p/l iff gcd(m/l, p/l) = 1.",
        100,
        |scope| iff_coprime(scope, 1..=4, 4, 5),
    ),
    open(holds(
        "Lar15.S7.exceptions",
        "Lar15, section 7, a question of ours",
        "For m ≤ 6, 1 ≤ l < p ≤ 7: is d_i − c_i = mi for all i exactly if l | m, l | p, gcd(m/l, p/l) = 1, or m = p−1, \
         2l ≤ p?",
        1000,
        arithmetic_exceptions,
    )),
    printed(
        "Lar15.S7.complementary.printed",
        "Lar15, section 7, p-complementarity",
        "(c_i), i ≥ 0, and (d_i), i > 0, of mWN^(l,p) are p-complementary, whatever m, l and p.",
        "Lar15.S7.complementary",
        200,
        |scope| complementary(scope, 1..=6, 2..=7, "1 ≤ l < p", |p, l| (l < p).then_some(p..=p)),
    ),
    holds(
        "Lar15.S7.complementary",
        "Lar15, section 7, p-complementarity",
        "Each column of mWN^(l,p), 1 ≤ l ≤ p, holds at least ⌈p/l⌉ and at most p−l+1 P-positions: p in every column if \
         l = 1 (or 0), p in none if l ≥ 2.",
        200,
        |scope| complementary(scope, 1..=6, 1..=7, "1 ≤ l ≤ p", |p, l| Some(p.div_ceil(l)..=p - l + 1)),
    ),
    holds(
        "Lar15.Rem4",
        "Lar15, Remark 4",
        "mWN_m^p = mWN^p, and m×pWN_{lm, m(p−l)} = m×pWN_l for 0 < l < p.",
        4,
        remark_4,
    ),
    holds(
        "Lar15.Rem4.final",
        "Lar15, Remark 4",
        "Exactly (u,0) and (0,v) are terminal in m×pWN_{u,v}, u, v ≥ 1.",
        40,
        remark_4_final,
    ),
    open(holds(
        "Lar15.Rem4.coincide",
        "Lar15, Remark 4",
        "Does mWN_l^p, l ≠ m, p ≥ 2, ever have the P-positions of mWN^p? (A counterexample is such a game.)",
        60,
        remark_4_coincide,
    )),
];

// ---------------------------------------------------------------------------------------------------------------------
// The tables.

/// c_n and d_n, or a_n and b_n, for n = 0, …, 16.
struct Table {
    c: [u64; 17],
    d: [u64; 17],
}

impl Table {
    fn columns(&self) -> Vec<Position> {
        self.c.iter().zip(&self.d).map(|(&c, &d)| at(c, d)).collect()
    }
}

/// Lar15, Table 1, as printed.
const TABLE_1: Table = Table {
    c: [0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 6, 6],
    d: [0, 1, 2, 4, 5, 7, 8, 10, 11, 12, 14, 15, 17, 18, 20, 21, 22],
};

/// Lar15, Table 2, as printed.
const TABLE_2: Table = Table {
    c: [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6],
    d: [0, 2, 4, 7, 9, 11, 14, 16, 19, 21, 23, 26, 28, 31, 33, 35, 38],
};

/// Lar15, Table 3, as printed.
const TABLE_3_PRINTED: Table = Table {
    c: [0, 0, 1, 1, 2, 2, 3, 4, 4, 5, 5, 6, 7, 7, 8, 8, 9],
    d: [0, 3, 6, 9, 12, 15, 19, 22, 25, 28, 31, 34, 37, 40, 43, 46, 49],
};

/// Lar15, Table 4, as printed.
const TABLE_4_PRINTED: Table = Table {
    c: [0, 0, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 9],
    d: [0, 2, 5, 7, 11, 14, 16, 19, 21, 26, 29, 31, 36, 39, 41, 44, 46],
};

/// Table 3 with column 16 put right.
const TABLE_3: Table =
    Table { c: TABLE_3_PRINTED.c, d: [0, 3, 6, 9, 12, 15, 19, 22, 25, 28, 31, 34, 37, 40, 43, 46, 50] };

/// Table 4 with columns 9 to 16 put right, by brute force outside this program.
const TABLE_4: Table =
    Table { c: TABLE_4_PRINTED.c, d: [0, 2, 5, 7, 11, 14, 16, 19, 21, 24, 27, 29, 33, 36, 38, 41, 43] };

// ---------------------------------------------------------------------------------------------------------------------
// Sequences and games.

/// The d of the pairs α = 1 + 1/√d, β = 1 + √d: irrational, and 1/α + 1/β = 1.
const ROOTS: [u32; 5] = [2, 3, 5, 7, 10];

/// Rational α and β with 1/α + 1/β = 1, as numerators and denominators.
const RATIONAL: [((u32, u32), (u32, u32)); 3] = [((3, 2), (3, 1)), ((4, 3), (4, 1)), ((5, 3), (5, 2))];

/// A rational pair fails at a value below this, for p ≤ 6.
const RATIONAL_FAILS_BELOW: u64 = 60;

/// The largest side of a board whose cells are visited one by one without an engine.
const VISIT_LIMIT: u64 = 1 << 12;

/// How a range of a constant is written: `m ≤ 6`, `2 ≤ p ≤ 5`, `m = 1`.
fn span(name: &str, range: &RangeInclusive<u64>) -> String {
    match (*range.start(), *range.end()) {
        (first, last) if first == last => format!("{name} = {last}"),
        (1, last) => format!("{name} ≤ {last}"),
        (first, last) => format!("{first} ≤ {name} ≤ {last}"),
    }
}

/// An m-bishop, and a rook with the given residues modulo `modulus`.
fn modulo(m: u64, modulus: u64, residues: impl IntoIterator<Item = u64>) -> String {
    let mut residues: Vec<u64> = residues.into_iter().collect();
    residues.sort_unstable();
    let residues: Vec<String> = residues.iter().map(u64::to_string).collect();
    format!("custom: bishop({m}) + rook(mod {modulus}: {})", residues.join(","))
}

/// a and b of (1) and (2).
fn sequences(m: u64, p: u64) -> (Beatty, Beatty) {
    let small = |constant| u32::try_from(constant).expect("the constants of the checks are small");
    beatty_pair(small(m), small(p))
}

/// The term with index n.
fn term(sequence: &Beatty, n: u64) -> u64 {
    u64::try_from(sequence.term(&IBig::from(n))).expect("no search comes to terms of 64 bits")
}

/// (a_n, b_n), n = 0, 1, …, by (1) and (2).
fn pairs(m: u64, p: u64) -> impl Iterator<Item = (u64, u64)> {
    let (a, b) = sequences(m, p);
    (0..).map(move |n| (term(&a, n), term(&b, n)))
}

/// The positions (a_n, b_n) with b_n < side.
fn upper_pairs(m: u64, p: u64, side: u64) -> Vec<Position> {
    pairs(m, p).take_while(|pair| pair.1 < side).map(|(a, b)| at(a, b)).collect()
}

/// The positions and their mirror images.
fn both_ways(upper: &[Position]) -> FxHashSet<Position> {
    upper.iter().flat_map(|&at| [at, at.mirrored()]).collect()
}

/// Where the P-positions of the game, x, y < side, are not {a_n, b_n} of m and p.
fn unlike_pairs(name: &str, text: &str, side: u64, scope: &Scope, (m, p): (u64, u64)) -> Found {
    let board = fast(text, side, scope)?;
    let expected = both_ways(&upper_pairs(m, p, side));
    difference(&board, side, name, scope, |at| expected.contains(&at))
}

/// Whether the P-positions of games with constants m and p are {a_n, b_n}.
fn boards(scope: &Scope, m: RangeInclusive<u64>, p: RangeInclusive<u64>, text: impl Fn(u64, u64) -> String) -> Checked {
    let side = scope.bound();
    let range = format!("{}, {}, x, y < {side}", span("m", &m), span("p", &p));
    let found = first(scope, each(m, p), |(m, p)| {
        unlike_pairs(&format!("m = {m}, p = {p}"), &text(m, p), side, scope, (m, p))
    })?;
    Ok(Search::of(range, found))
}

/// Whole columns of the game, from x = 0 on.
fn columns(text: &str) -> Result<Columns, SolveError> {
    Columns::new(&game(text), Some(Engine::Lines))
}

/// The terms of a sequence with the indices from, from + step, …, counted by value.
struct Counter<'b> {
    sequence: &'b Beatty,
    index: u64,
    step: u64,
    term: u64,
}

impl<'b> Counter<'b> {
    fn new(sequence: &'b Beatty, from: u64, step: u64) -> Self {
        Self { sequence, index: from, step, term: term(sequence, from) }
    }

    /// How many terms are equal to `value`; the values must be asked for in increasing order.
    fn count(&mut self, value: u64) -> u64 {
        let mut count = 0;
        while self.term <= value {
            count += u64::from(self.term == value);
            self.index += self.step;
            self.term = term(self.sequence, self.index);
        }
        count
    }
}

/// The first of `values` that does not occur exactly `times` in the sequences, and how often it does.
fn uneven(
    scope: &Scope,
    mut sequences: [Counter; 2],
    times: u64,
    values: Range<u64>,
) -> Result<Option<(u64, u64)>, SolveError> {
    for value in values {
        scope.go_on()?;
        let count = sequences.iter_mut().map(|sequence| sequence.count(value)).sum();
        if count != times {
            return Ok(Some((value, count)));
        }
    }
    Ok(None)
}

/// ⌊nα/p⌋.
fn scaled(alpha: &Surd, p: u64) -> Beatty {
    Beatty::new(alpha * &Surd::rational(1, p), Surd::rational(0, 1)).expect("slopes are positive")
}

/// α = 1 + 1/√d and β = 1 + √d.
fn irrational(d: u32) -> (Surd, Surd) {
    (Surd::new(d, 1, d, d), Surd::new(1, 1, d, 1))
}

fn rational((alpha, beta): ((u32, u32), (u32, u32))) -> (Surd, Surd) {
    (Surd::rational(alpha.0, alpha.1), Surd::rational(beta.0, beta.1))
}

/// The least v ≥ 0 that is not excluded.
fn mex(excluded: impl Fn(u64) -> bool) -> u64 {
    (0..=u64::MAX).find(|&v| !excluded(v)).expect("finitely many values are excluded")
}

// ---------------------------------------------------------------------------------------------------------------------
// Section 1.

fn section_1_1_printed(scope: &Scope) -> Checked {
    let side = scope.bound().min(VISIT_LIMIT);
    let rules = rules("wythoff:m=1");
    let found = first(scope, square(side), |from| {
        let steps = square(side).filter(|step| *step != at(0, 0) && step.x.abs_diff(step.y) < 1);
        let to = steps.map(|step| at(from.x + step.x, from.y + step.y)).find(|&to| !rules.is_option(&from, &to));
        Ok(to.map(|to| format!("m = 1: {from} → {to} would be legal, but no heap grows.")))
    })?;
    Ok(Search::of(format!("m = 1, x, y, i, j < {side}"), found))
}

fn section_1_1(scope: &Scope) -> Checked {
    let side = scope.bound().min(VISIT_LIMIT);
    let found = first(scope, 1..=6, |m| {
        let rules = rules(&format!("wythoff:m={m}"));
        first(scope, square(side), |from| {
            let is_legal = |removal: Move| removal.i.abs_diff(removal.j) < m || removal.i.min(removal.j) == 0;
            let says = |to: &Position| from.move_to(to).is_some_and(is_legal);
            let to = square(side).find(|&to| rules.is_option(&from, &to) != says(&to));
            Ok(to.map(|to| format!("m = {m}: {from} → {to} is legal in only one of the statement and the game.")))
        })
    })?;
    Ok(Search::of(format!("m ≤ 6, positions with x, y < {side}"), found))
}

fn kimberling(scope: &Scope) -> Checked {
    let end = scope.bound();
    let (a, b) = sequences(1, 1);
    let found = first(scope, 1..end, |n| {
        let (composed, b) = (term(&a, term(&a, n)), term(&b, n));
        Ok((composed + 1 != b).then(|| format!("n = {n}: a_(a_n) = {composed}, b_n = {b}.")))
    })?;
    Ok(Search::of(format!("m = p = 1, 1 ≤ n < {end}"), found))
}

/// The printed columns against upper P-positions, and against a and b for constants (m, p).
fn table(scope: &Scope, texts: &[&str], table: &Table, formula: Option<(u64, u64)>) -> Checked {
    let count = scope.bound().min(17);
    let differ = |name: &dyn Display, true_pairs: &[Position]| {
        let mut columns = (0..).zip(table.columns().into_iter().zip(true_pairs));
        let wrong = columns.find(|(_, (printed, truth))| printed != *truth);
        wrong.map(|(n, (printed, truth))| format!("n = {n}: the table has {printed}, {name} has {truth}."))
    };
    let by_games = first(scope, texts, |text| Ok(differ(text, &first_upper(text, count, scope)?)))?;
    let by_formula = formula.and_then(|(m, p)| {
        let true_pairs: Vec<Position> = pairs(m, p).take(17).map(|(a, b)| at(a, b)).collect();
        differ(&"the formula", &true_pairs)
    });
    Ok(Search::of(format!("n < {count}"), by_games.or(by_formula)))
}

/// Column 9 is (5,26): the P-positions with x < 6, ordered by (x, y), decide.
fn table_4_no_game(scope: &Scope) -> Checked {
    let most = scope.bound().min(8);
    let printed = &TABLE_4_PRINTED.columns()[..10];
    let found = first(scope, each(1..=4, 1..=most), |(m, p)| {
        first(scope, 1..1_u64 << p, |set| {
            let text = modulo(m, p, (0..p).filter(|residue| set >> residue & 1 == 1));

            let board = solve::board(&game(&text), 6, 60, Some(Engine::Lines), scope)?;
            let cells = (0..6).flat_map(|x| (x..60).map(move |y| at(x, y)));
            let fits = cells.filter(|&at| board.is_p(at)).take(10).eq(printed.iter().copied());
            Ok(fits.then(|| format!("{text} has these columns.")))
        })
    })?;
    Ok(Search::of(format!("m ≤ 4, p ≤ {most}, all sets of residues, y < 60"), found))
}

fn remark_1(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, 1..=10_u64, |p| {
        let wythoff = first_upper(&format!("wythoff:m={p}"), count, scope)?;
        let modulo = first_upper(&format!("modulo:m=1,p={p}"), count.saturating_mul(p), scope)?;
        let mut rows = (0..).zip(wythoff.into_iter().zip(modulo.into_iter().step_by(index(p))));
        let wrong = rows.find(|(_, (wythoff, modulo))| wythoff != modulo);
        Ok(wrong.map(|(n, (wythoff, modulo))| {
            format!("p = {p}, n = {n}: pWN has {wythoff}, WN^(p) has {modulo} at index pn.")
        }))
    })?;
    Ok(Search::of(format!("p ≤ 10, n < {count}"), found))
}

/// Nearest the origin: diagonal by diagonal, in the first column that still has fewer than three, which is the
/// recurrence of Proposition 5.2 (i).
fn figure_1(scope: &Scope) -> Checked {
    let count = scope.bound();
    let mut whole = columns("WN^(3)")?;
    let other_than_3 = first(scope, 0..count, |x| {
        let held = whole.next(u64::MAX)?.p.len();
        Ok((held != 3).then(|| format!("Column {x} of WN^(3) holds {held} P-positions.")))
    })?;
    let (modulo, wythoff) = (first_upper("WN^(3)", count, scope)?, first_upper("3WN", count.div_ceil(3), scope)?);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    let not_nearest = first(scope, (0..).zip(&modulo), |(n, &pair)| {
        x.push(mex_with_multiplicity(n, 3, &x, &y));
        y.push(x[x.len() - 1] + n);
        let nearest = at(x[x.len() - 1], y[y.len() - 1]);
        Ok((pair != nearest).then(|| format!("On diagonal {n} WN^(3) has {pair}; {nearest} is the nearest.")))
    })?;
    let mut black = modulo.iter().step_by(3).zip(&wythoff);
    let not_black = black.find(|(modulo, wythoff)| modulo != wythoff);
    let not_black = not_black.map(|(modulo, wythoff)| format!("{modulo} stands where 3WN has {wythoff}."));
    let range = format!("columns x < {count}, diagonals n < {count}");
    Ok(Search::of(range, other_than_3.or(not_nearest).or(not_black)))
}

// ---------------------------------------------------------------------------------------------------------------------
// Section 2: the games and the examples.

/// ip + j > 0 for some i ≥ 0 and some j ∈ {0, …, l−1}.
fn is_length_of_rook(length: u64, l: u64, p: u64) -> bool {
    length > 0 && (0..l).any(|j| length >= j && (length - j).is_multiple_of(p))
}

fn definition_2_i_printed(scope: &Scope) -> Checked {
    let end = scope.bound();
    let found = first(scope, 1..=6_u64, |p| {
        let length = (1..end).find(|&length| is_length_of_rook(length, 0, p) != length.is_multiple_of(p));
        Ok(length.map(|length| {
            format!("p = {p}: {length} is a multiple of p, but no length of a (0,p)-rook: no j is in {{0, …, −1}}.")
        }))
    })?;
    Ok(Search::of(format!("p ≤ 6, lengths < {end}"), found))
}

fn definition_2_l_printed(scope: &Scope) -> Checked {
    let end = scope.bound().saturating_add(1);
    let found = first(scope, each(1..end, 1..end), |(m, p)| {
        let excluded = !(0..=m).contains(&p);
        Ok(excluded.then(|| format!("m = {m}, p = {p}: the (p,p)-rook has l = {p}, which is not in {{0, …, {m}}}.")))
    })?;
    Ok(Search::of(format!("m, p < {end}"), found))
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
        Ok(length.map(|length| format!("p = {p}, l = {l}: the length {length} is legal in only one of the two.")))
    })?;
    Ok(Search::of(format!("l ≤ p ≤ 6, lengths < {end}"), found))
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
            Ok((board.is_p(here) == is_n).then(|| format!("m = {m}: {here} has another outcome with that bishop.")))
        })
    })?;
    Ok(Search::of(format!("m ≤ 4, x + y < {end}"), found))
}

fn roob(scope: &Scope) -> Checked {
    let side = scope.bound().min(VISIT_LIMIT);
    let class_of = |m: u64| match rules(&format!("rook-blocking:m={m},p=2")).twist {
        Twist::Block { class, .. } => class,
        _ => unreachable!("mWN^p blocks"),
    };
    let found = first(scope, 1..=6, |m| {
        let class = class_of(m);
        first(scope, square(side), |step| {
            let removal = Move::new(step.x, step.y);
            let is_roob = removal.i.min(removal.j) == 0 && removal.i.max(removal.j) >= m;
            let differs = class.contains(&removal) != is_roob;
            Ok(differs.then(|| format!("m = {m}: taking {step} is roob in only one of the statement and the game.")))
        })
    })?;
    let (class, rules) = (class_of(2), rules("rook-blocking:m=2,p=2"));
    let is_roob = |to| {
        let removal = at(2, 3).move_to(to);
        rules.is_option(&at(2, 3), to) && removal.is_some_and(|removal| class.contains(&removal))
    };
    let claims = first_false([
        ("(2,3) → (2,1) is roob for m = 2", is_roob(&at(2, 1))),
        ("(2,3) → (2,2) is not roob for m = 2", !is_roob(&at(2, 2))),
        ("(2,3) → (1,3) is not roob for m = 2", !is_roob(&at(1, 3))),
    ]);
    Ok(Search::of(format!("m ≤ 6, removals of i, j < {side}"), found.or(claims)))
}

/// Whether the game of p has the P-positions of WN^(p), given by Connell's rules; and whether l = p is mWN.
fn definition_3_2(scope: &Scope, name: &str, reduced: impl Fn(u64) -> String) -> Checked {
    let side = scope.bound();
    let found = first(scope, 1..=6_u64, |p| {
        let (board, connell) = (literal(&reduced(p), side, scope)?, literal(&modulo(1, p, [0]), side, scope)?);
        difference(&board, side, &format!("{name}, p = {p}"), scope, |at| connell.is_p(at))
    })?;
    let whole = first(scope, each(1..=4, 1..=4), |(m, p)| {
        let (text, wythoff) = (format!("modulo:m={m},p={p},l={p}"), literal(&format!("wythoff:m={m}"), side, scope)?);
        difference(&literal(&text, side, scope)?, side, &text, scope, |at| wythoff.is_p(at))
    })?;
    Ok(Search::of(format!("p ≤ 6 (l = p: m, p ≤ 4), x, y < {side}"), found.or(whole)))
}

/// The first position of the board, x, y < side, that is terminal or in `expected` but not both.
fn unlike_terminal(scope: &Scope, text: &str, side: u64, expected: [Position; 2]) -> Found {
    let rules = rules(text);
    first(scope, square(side), |here| {
        let is_terminal = rules.exists(&here) && rules.visit_options(here, |_, _| ControlFlow::Break(())).is_continue();
        let (is, says) = if is_terminal { ("is", "not") } else { ("is not", "so") };
        let differs = is_terminal != expected.contains(&here);
        Ok(differs.then(|| format!("{text}: {here} {is} terminal, the statement says {says}.")))
    })
}

fn definition_3_3a(scope: &Scope) -> Checked {
    let side = scope.bound().min(VISIT_LIMIT);
    let found = first(scope, each(1..=3, 1..=5), |(m, p)| {
        if rules(&format!("shifted:m={m},p={p},l=0")) != rules(&format!("wythoff:m={}", m * p)) {
            return Ok(Some(format!("m = {m}, p = {p}: m×pWN_0 has other rules than (mp)WN.")));
        }
        first(scope, 1..p, |l| {
            unlike_terminal(scope, &format!("shifted:m={m},p={p},l={l}"), side, [at(m * l, 0), at(0, m * (p - l))])
        })
    })?;
    Ok(Search::of(format!("m ≤ 3, p ≤ 5, 0 ≤ l < p, x, y < {side}"), found))
}

/// The first y for which (0,y) is P or in `expected` but not both.
fn unlike_column(board: &Board, side: u64, expected: &[u64]) -> Option<String> {
    let y = (0..side).find(|y| board.is_p(at(0, *y)) != expected.contains(y))?;
    let (is, says) = if board.is_p(at(0, y)) { ("P", "N") } else { ("N", "P") };
    Some(format!("(0,{y}) is {is}, the statement says {says}."))
}

fn example_1(scope: &Scope) -> Checked {
    let side = scope.bound().max(4);
    let (rules, board) = (rules("2WN^2"), literal("2WN^2", side, scope)?);
    let Twist::Block { budget, class } = &rules.twist else { unreachable!("2WN^2 blocks") };
    let found = first_false([
        ("(0,2) has the options (0,0) and (0,1)", rules.options(at(0, 2)) == [at(0, 0), at(0, 1)]),
        ("Bob may block (0,2) → (0,0)", *budget == 1 && class.contains(&Move::new(0, 2))),
        ("(0,1) → (0,0) can't be blocked", !class.contains(&Move::new(0, 1))),
    ]);
    Ok(Search::of(format!("y < {side}"), found.or_else(|| unlike_column(&board, side, &[0, 2]))))
}

fn example_2(scope: &Scope) -> Checked {
    let side = scope.bound().max(4);
    let (rules, board) = (rules("2WN^(2)"), literal("2WN^(2)", side, scope)?);
    let found = first_false([
        ("(0,2) → (0,0) is legal", rules.is_option(&at(0, 2), &at(0, 0))),
        ("(0,2) is N", !board.is_p(at(0, 2))),
        ("(0,3) has the options (0,1) and (0,2) only", rules.options(at(0, 3)) == [at(0, 1), at(0, 2)]),
        ("(0,1) → (0,0) is legal", rules.is_option(&at(0, 1), &at(0, 0))),
        ("(0,3) is P", board.is_p(at(0, 3))),
    ]);
    Ok(Search::of("the positions of the example", found))
}

/// The rook lengths have these residues modulo 4.
fn example_3(scope: &Scope, residues: [u64; 2]) -> Checked {
    let side = scope.bound().max(6);
    let (rules, board) = (rules("2WN^(2,4)"), literal("2WN^(2,4)", side, scope)?);
    // The 2-bishop has (0,1) → (0,0) in any case.
    let says = |y: u64| residues.contains(&(y % 4)) || y == 1;
    let is_legal = |y: u64| rules.is_option(&at(0, y), &at(0, 0));
    let length = (1..side).find(|&y| is_legal(y) != says(y));
    let found = length.map(|y| {
        let (is, says) = if is_legal(y) { ("is", "is not") } else { ("is not", "is") };
        format!("(0,{y}) → (0,0) {is} legal, the statement says it {says}.")
    });
    let claims = first_false([("y = 4 and 5 are legal and y = 2 is not", !is_legal(2) && is_legal(4) && is_legal(5))]);
    let outcomes = unlike_column(&board, side, &[0, 2]);
    Ok(Search::of(format!("0 < y < {side}"), found.or(claims).or(outcomes)))
}

fn example_4(scope: &Scope) -> Checked {
    let side = scope.bound().max(6);
    let (rules, board) = (rules("2WN^3"), literal("2WN^3", side, scope)?);
    let Twist::Block { budget, class } = &rules.twist else { unreachable!("2WN^3 blocks") };
    let is_roob = |to: &Position| at(0, 4).move_to(to).is_some_and(|removal| class.contains(&removal));
    let (roob, bishop): (Vec<_>, Vec<_>) = rules.options(at(0, 4)).into_iter().partition(is_roob);
    let found = first_false([
        ("Bob may block two options", *budget == 2),
        ("(0,0), (0,1), (0,2) are what is roob from (0,4)", roob == [at(0, 0), at(0, 1), at(0, 2)]),
        ("(0,3) is all that the bishop reaches from (0,4)", bishop == [at(0, 3)]),
        ("(0,1) and (0,3) are N", !board.is_p(at(0, 1)) && !board.is_p(at(0, 3))),
        ("(0,2) and (0,4) are P", board.is_p(at(0, 2)) && board.is_p(at(0, 4))),
    ]);
    Ok(Search::of("the positions of the example", found))
}

fn example_5(scope: &Scope) -> Checked {
    let side = scope.bound().max(6);
    let (rules, board) = (rules("2WN^(3)"), literal("2WN^(3)", side, scope)?);
    let found = first_false([
        ("(0,4) has the options (0,1) and (0,3) only", rules.options(at(0, 4)) == [at(0, 1), at(0, 3)]),
        ("(0,1) → (0,0) is legal", rules.is_option(&at(0, 1), &at(0, 0))),
        ("(0,3) → (0,0) is legal", rules.is_option(&at(0, 3), &at(0, 0))),
        ("(0,4) is P", board.is_p(at(0, 4))),
    ]);
    Ok(Search::of("the positions of the example", found))
}

fn after_example_5(scope: &Scope) -> Checked {
    let side = scope.bound();
    let board = |text| literal(text, side, scope);
    let (one, two, three) = (board("2WN^2")?, board("2WN^(2)")?, board("2WN^(2,4)")?);
    let (four, five) = (board("2WN^3")?, board("2WN^(3)")?);
    let found = first_false([
        // They differ on (0,2).
        ("the P-positions of Examples 1 and 2 differ", side < 3 || one != two),
        ("the P-positions of Examples 4 and 5 coincide", four == five),
        ("the P-positions of Examples 1 and 3 coincide", one == three),
    ]);
    Ok(Search::of(format!("x, y < {side}"), found))
}

fn example_6(scope: &Scope) -> Checked {
    let side = scope.bound().max(10);
    let (two, zero) = (rules("2x3WN_2"), rules("2x3WN_0"));
    let (board_2, board_0) = (literal("2x3WN_2", side, scope)?, literal("2x3WN_0", side, scope)?);
    let found = first_false([
        ("(0,4) is terminal in 2×3WN_1", rules("2x3WN_1").options(at(0, 4)).is_empty()),
        ("(0,2) is terminal in 2×3WN_2", two.options(at(0, 2)).is_empty()),
        ("(0,4) → (0,2) wins in 2×3WN_2", two.is_option(&at(0, 4), &at(0, 2)) && !board_2.is_p(at(0, 4))),
        ("(1,8) → (0,2) is legal in 2×3WN_2", two.is_option(&at(1, 8), &at(0, 2))),
        ("Bob wins from (1,7) in 2×3WN_0", !zero.is_option(&at(1, 7), &at(0, 0)) && board_0.is_p(at(1, 7))),
    ]);
    Ok(Search::of("the positions of the example", found))
}

fn figure_2(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, ["2WN^(3)", "2WN^3", "2WN^(2,6)", "2x3WN"], |text| {
        if let Some(found) = unlike_pairs(text, text, side, scope, (2, 3))? {
            return Ok(Some(found));
        }
        let diagonals = (0..).zip(first_upper(text, side, scope)?).find(|(n, pair)| pair.y - pair.x != 2 * n);
        if let Some((n, pair)) = diagonals {
            return Ok(Some(format!("{text}: the P-position {n}, {pair}, is not on diagonal {}.", 2 * n)));
        }
        let mut columns = columns(text)?;
        first(scope, 0..side, |x| {
            let held = columns.next(u64::MAX)?.p.len();
            Ok((held != 3).then(|| format!("{text}: column {x} holds {held} P-positions.")))
        })
    })?;
    Ok(Search::of(format!("x, y < {side}, columns x < {side}"), found))
}

fn figure_2_darkest(scope: &Scope) -> Checked {
    let side = scope.bound();
    let board = fast("6WN", side, scope)?;
    let darkest: Vec<Position> = upper_pairs(2, 3, side).into_iter().step_by(3).collect();
    let expected = both_ways(&darkest);
    let found = difference(&board, side, "6WN", scope, |at| expected.contains(&at))?;
    Ok(Search::of(format!("x, y < {side}"), found))
}

/// (a_{ip+l}, b_{ip+l}), i ≥ 0, and (b_{ip−l}, a_{ip−l}), i ≥ 1, with coordinates below `side`.
fn shifted_pairs(m: u64, p: u64, l: u64, side: u64) -> FxHashSet<Position> {
    let (mut positions, upper) = (FxHashSet::default(), upper_pairs(m, p, side));
    for (n, pair) in (0..).zip(upper) {
        if n % p == l {
            positions.insert(pair);
        }
        if n > 0 && (n + l).is_multiple_of(p) {
            positions.insert(pair.mirrored());
        }
    }
    positions
}

fn figure_2_palest(scope: &Scope, text: &str) -> Checked {
    let side = scope.bound();
    let board = fast(text, side, scope)?;
    let expected = shifted_pairs(2, 3, 1, side);
    let found = difference(&board, side, text, scope, |at| expected.contains(&at))?;
    Ok(Search::of(format!("x, y < {side}"), found))
}

// ---------------------------------------------------------------------------------------------------------------------
// Theorem 2.1.

/// Lar15 Theorem 2.1 (iia), and the same for m = l·m' and p = l·q, which holds both parts of (ii): l = 1 and l = m.
/// Proved for all l, m' and q in docs/THEOREMS.md, Theorem 1.
fn iff_coprime(scope: &Scope, l: RangeInclusive<u64>, m_most: u64, q_most: u64) -> Checked {
    let side = scope.bound();
    let cases = l.clone().flat_map(|l| each(1..=m_most, 1..=q_most).map(move |(m, q)| (l, m, q)));
    let found = first(scope, cases, |(l, factor, q)| {
        let m = l * factor;
        let case = Case { l, m, p: l * q };
        let name = case.in_words();
        let unlike = unlike_pairs(&name, &case.text(), side, scope, (m, q))?;
        let common = gcd(factor, q);
        Ok(match unlike {
            unlike if common == 1 => unlike,
            // From (0, b_i), i = q/gcd, a rook takes mi, a multiple of p.
            None if side > m * (q / common) => Some(format!("{name}: the P-positions are {{a_i, b_i}} of m and p/l.")),
            _ => None,
        })
    })?;
    let range = if *l.end() == 1 {
        format!("m, p ≤ {m_most}, x, y < {side}")
    } else {
        format!("{}, m/l ≤ {m_most}, p/l ≤ {q_most}, x, y < {side}", span("l", &l))
    };
    Ok(Search::of(range, found))
}

fn theorem_2_1_iia_proof(scope: &Scope) -> Checked {
    let side = scope.bound();
    let not_coprime = each(1..=8, 1..=8).filter(|&(m, p)| gcd(m, p) > 1);
    let found = first(scope, not_coprime, |(m, p)| {
        let text = format!("modulo:m={m},p={p}");
        let board = fast(&text, side, scope)?;
        let last = p / gcd(m, p);
        let wrong = (0..=last).find(|&i| m * i < side && board.is_p(at(0, m * i)) != (i < last));
        Ok(wrong.map(|i| format!("{text}: (0,{}) has the other outcome.", m * i)))
    })?;
    Ok(Search::of(format!("m, p ≤ 8, gcd(m, p) > 1, y < {side}"), found))
}

/// The printed coordinates, or each position read in `order`.
fn theorem_2_1_iiia(scope: &Scope, order: impl Fn(Position) -> Position) -> Checked {
    let side = scope.bound();
    let cases = each(1..=4, 1..=5).flat_map(|(m, p)| (0..p).map(move |l| (m, p, l)));
    let found = first(scope, cases, |(m, p, l)| {
        let board = fast(&format!("shifted:m={m},p={p},l={l}"), side, scope)?;
        let expected: FxHashSet<Position> = shifted_pairs(m, p, l, side).into_iter().map(&order).collect();
        difference(&board, side, &format!("m = {m}, p = {p}, l = {l}"), scope, |at| expected.contains(&at))
    })?;
    Ok(Search::of(format!("m ≤ 4, p ≤ 5, 0 ≤ l < p, x, y < {side}"), found))
}

fn theorem_2_1_iiib_inside(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, each(1..=4, 1..=5), |(m, p)| {
        let board = fast(&format!("choice:m={m},p={p}"), side, scope)?;
        let games: Vec<Rules> = (0..p).map(|l| rules(&format!("shifted:m={m},p={p},l={l}"))).collect();
        let expected = both_ways(&upper_pairs(m, p, side));
        // From inside the rectangle every move ends inside it.
        let trapped = |here: Position| games.iter().any(|rules| !rules.exists(&here) && rules.options(here).is_empty());
        let wrong = square(side).find(|&at| (board.is_p(at) || trapped(at)) != expected.contains(&at));
        Ok(wrong.map(|at| {
            let (is, says) = if expected.contains(&at) { ("N", "P") } else { ("P", "N") };
            format!("m = {m}, p = {p}, starts in the rectangle allowed: {at} is {is}, the statement says {says}.")
        }))
    })?;
    Ok(Search::of(format!("m ≤ 4, p ≤ 5, x, y < {side}"), found))
}

/// The second player's choice of l from (a_i, b_i) by `choose`; from (b_i, a_i) it is i mod p, which is the printed p − l'.
fn recipe(scope: &Scope, choose: impl Fn(u64, u64) -> u64) -> Checked {
    let side = scope.bound();
    let found = first(scope, each(1..=4, 1..=5), |(m, p)| {
        let board = |l| fast(&format!("shifted:m={m},p={p},l={l}"), side, scope);
        let boards = (0..p).map(board).collect::<Result<Vec<Board>, SolveError>>()?;
        let choices = (0..).zip(upper_pairs(m, p, side));
        let mut choices = choices.flat_map(|(i, pair)| [(pair, choose(i, p)), (pair.mirrored(), i % p)]);
        let wins = |(start, l): (Position, u64)| (0..).zip(&boards).any(|(of, board)| of == l && board.is_p(start));
        let lost = choices.find(|&choice| !wins(choice));
        Ok(lost.map(|(start, l)| format!("m = {m}, p = {p}: l = {l} does not make {start} a P-position.")))
    })?;
    Ok(Search::of(format!("m ≤ 4, p ≤ 5, x, y < {side}"), found))
}

// ---------------------------------------------------------------------------------------------------------------------
// Sections 3 to 5: the sequences.

/// Whether ⌊iα/p⌋, i ≥ `from`, and ⌊iβ/p⌋, i ≥ 1, represent each v ≥ `start` exactly p times if α and β are irrational, and
/// not if they are rational.
fn irrational_only(scope: &Scope, p: RangeInclusive<u64>, from: u64, start: u64) -> Checked {
    let uneven = |(alpha, beta): &(Surd, Surd), p, end| {
        let (x, y) = (scaled(alpha, p), scaled(beta, p));
        uneven(scope, [Counter::new(&x, from, 1), Counter::new(&y, 1, 1)], p, start..end)
    };
    let end = scope.bound();
    let far = end.max(RATIONAL_FAILS_BELOW);
    let range = format!("β = 1 + √d, d ∈ {ROOTS:?}, {}, v < {end}; α = 3/2, 4/3, 5/3, v < {far}", span("p", &p));
    let irrational = first(scope, ROOTS.into_iter().flat_map(|d| p.clone().map(move |p| (d, p))), |(d, p)| {
        let uneven = uneven(&irrational(d), p, end)?;
        Ok(uneven.map(|(v, count)| format!("β = 1 + √{d}, p = {p}: {v} is represented {count} times, not {p}.")))
    })?;
    let rational =
        first(scope, RATIONAL.into_iter().flat_map(|pair| p.clone().map(move |p| (pair, p))), |(pair, p)| {
            let slopes = rational(pair);
            let even = uneven(&slopes, p, far)?.is_none();
            Ok(even.then(|| format!("α = {}, p = {p}: each v < {far} is represented {p} times.", slopes.0)))
        })?;
    Ok(Search::of(range, irrational.or(rational)))
}

/// The members of S, each divided by `divisor` of p. They are irrational but for 0, so that no two are equal.
fn members_of_s(scope: &Scope, divisor: impl Fn(u64) -> u64) -> Checked {
    let end = scope.bound();
    let found = first(scope, ROOTS.into_iter().flat_map(|d| (1..=6).map(move |p| (d, p))), |(d, p)| {
        let (alpha, beta) = irrational(d);
        let (x, y) = (scaled(&alpha, divisor(p)), scaled(&beta, divisor(p)));
        let uneven = uneven(scope, [Counter::new(&x, 0, 1), Counter::new(&y, 1, 1)], p, 0..end)?;
        Ok(uneven.map(|(n, count)| format!("β = 1 + √{d}, p = {p}: [{n}, {}) holds {count} of them.", n + 1)))
    })?;
    Ok(Search::of(format!("β = 1 + √d, d ∈ {ROOTS:?}, p ≤ 6, n < {end}"), found))
}

fn proposition_3_2(scope: &Scope) -> Checked {
    let end = scope.bound();
    let shifts = || (1..=6_u64).flat_map(|p| (0..p).map(move |l| (p, l)));
    let found = first(scope, ROOTS.into_iter().flat_map(|d| shifts().map(move |(p, l)| (d, p, l))), |(d, p, l)| {
        let (alpha, beta) = irrational(d);
        let (x, y) = (scaled(&alpha, p), scaled(&beta, p));
        let uneven = uneven(scope, [Counter::new(&x, l, p), Counter::new(&y, p - l, p)], 1, 0..end)?;
        Ok(uneven.map(|(v, count)| format!("β = 1 + √{d}, p = {p}, l = {l}: {v} occurs {count} times.")))
    })?;
    Ok(Search::of(format!("β = 1 + √d, d ∈ {ROOTS:?}, 0 ≤ l < p ≤ 6, v < {end}"), found))
}

/// The b_n are counted from n = `start` on.
fn lemma_3_3_i(scope: &Scope, start: u64) -> Checked {
    let end = scope.bound();
    let found = first(scope, each(1..=6, 1..=6), |(m, p)| {
        let (a, b) = sequences(m, p);
        let uneven = uneven(scope, [Counter::new(&a, 0, 1), Counter::new(&b, start, 1)], p, 0..end)?;
        Ok(uneven.map(|(v, count)| format!("m = {m}, p = {p}: {v} is represented {count} times, not {p}.")))
    })?;
    Ok(Search::of(format!("m, p ≤ 6, v < {end}"), found))
}

/// Whether (a_n, b_n) and (a_{n+1}, b_{n+1}) are as stated, for n < bound.
fn steps(
    scope: &Scope,
    p: RangeInclusive<u64>,
    what: &str,
    is_so: impl Fn(u64, u64, [(u64, u64); 2]) -> bool,
) -> Checked {
    let end = scope.bound();
    let range = format!("m ≤ 6, {}, n < {end}", span("p", &p));
    let found = first(scope, each(1..=6, p), |(m, p)| {
        let successive = pairs(m, p).zip(pairs(m, p).skip(1));
        first(scope, (0..end).zip(successive), |(n, (now, next))| {
            let fails = !is_so(m, n, [now, next]);
            Ok(fails.then(|| format!("m = {m}, p = {p}, n = {n}: {now:?} is followed by {next:?}, against {what}.")))
        })
    })?;
    Ok(Search::of(range, found))
}

/// a grows by one of `by`, and b by m more.
fn is_step([now, next]: [(u64, u64); 2], m: u64, by: RangeInclusive<u64>) -> bool {
    let step = next.0 - now.0;
    by.contains(&step) && next.1 - now.1 == step + m
}

/// φ_{mp}/p against 1/p − m/2 + √(r/4 + 1/p²) = (2 − mp + √(rp² + 4))/(2p), with r a function of m.
fn lemma_3_3_proof(scope: &Scope, under_root: impl Fn(u64) -> u64) -> Checked {
    let end = scope.bound().clamp(2, VISIT_LIMIT);
    let found = first(scope, each(1..end, 2..end), |(m, p)| {
        let slope = &phi(m * p, 1) * &Surd::rational(1, p);
        let formula = Surd::new(IBig::from(2) - m * p, 1, under_root(m) * p * p + 4, 2 * p);
        if slope != formula {
            return Ok(Some(format!("m = {m}, p = {p}: φ_(mp)/p = {slope}, not {formula}.")));
        }
        let is_between = slope > Surd::rational(0, 1) && slope < Surd::rational(2, p);
        Ok((!is_between).then(|| format!("m = {m}, p = {p}: φ_(mp)/p is not between 0 and 2/p.")))
    })?;
    Ok(Search::of(format!("m < {end}, 2 ≤ p < {end}"), found))
}

fn lemma_3_3_floors(scope: &Scope) -> Checked {
    let end = scope.bound();
    let found = first(scope, each(1..=6, 2..=6), |(m, p)| {
        let (a, phi) = (sequences(m, p).0, phi(m * p, 1));
        first(scope, 1..end, |n| {
            let step = term(&a, n + 1) - term(&a, n);
            let floors = (&phi * &Surd::rational(n + 1, n)).floor() - phi.floor();
            let differs = floors != IBig::from(step);
            Ok(differs.then(|| format!("m = {m}, p = {p}, n = {n}: a_(n+1) − a_n = {step}, the floors give {floors}.")))
        })
    })?;
    Ok(Search::of(format!("m ≤ 6, 2 ≤ p ≤ 6, 1 ≤ n < {end}"), found))
}

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
        Ok((beginnings != [a]).then(|| format!("m = {m}, p = {p}: there are {count} beginnings, not a alone.")))
    })?;
    Ok(Search::of(format!("m ≤ 4, 2 ≤ p ≤ 5, all beginnings of length {length}"), found))
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
                "p = {p}: x_n = ⌊nα⌋, α = {alpha}, and y_n = ⌊n{beta}⌋ are {p}-complementary Beatty sequences for \
                 values < {end}, y strictly increasing, but y_{n} − x_{n} = {difference}, not {m}·{n}."
            )
        }))
    })?;
    Ok(Search::of(format!("2 ≤ p ≤ 4, y_n = ⌊n√d⌋, d ∈ {ROOTS:?}, n < {end}"), found))
}

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
            Ok(fails.then(|| format!("m = {m}, p = {p}, n = {n}: φ_n = {numerator}/{m} is not as stated.")))
        })
    })?;
    Ok(Search::of(format!("m, p ≤ 6, 1 ≤ n < {end}"), found))
}

fn remark_3(scope: &Scope) -> Checked {
    let end = scope.bound();
    let found = first(scope, 1..=6, |m| {
        let (a, b) = sequences(m, 1);
        first(scope, 1..end, |n| {
            let (a_n, b_n) = (term(&a, n), term(&b, n));
            let is_so = term(&a, b_n) == a_n + b_n && term(&a, b_n - n) == b_n - 1;
            Ok((!is_so).then(|| format!("m = {m}, n = {n}: a_n = {a_n}, b_n = {b_n} are not as stated.")))
        })
    })?;
    Ok(Search::of(format!("p = 1, m ≤ 6, 1 ≤ n < {end}"), found))
}

/// x_n from n, p and the x and y before.
type Recurrence = fn(u64, u64, &[u64], &[u64]) -> u64;

/// Whether x_n by the recurrence and y_n = x_n + mn are a_n and b_n.
fn recurrence(scope: &Scope, m_most: u64, p_most: u64, next: Recurrence) -> Checked {
    let end = scope.bound();
    let found = first(scope, each(1..=m_most, 1..=p_most), |(m, p)| {
        let (mut x, mut y) = (Vec::new(), Vec::new());
        first(scope, (0..end).zip(pairs(m, p)), |(n, (a, b))| {
            let x_n = next(n, p, &x, &y);
            let y_n = x_n + m * n;
            x.push(x_n);
            y.push(y_n);
            let differs = (x_n, y_n) != (a, b);
            Ok(differs.then(|| format!("m = {m}, p = {p}, n = {n}: ({x_n},{y_n}) is not (a_n, b_n) = ({a},{b}).")))
        })
    })?;
    let p = if p_most == 1 { "p = 1".to_owned() } else { format!("p ≤ {p_most}") };
    Ok(Search::of(format!("m ≤ {m_most}, {p}, n < {end}"), found))
}

fn mex_with_multiplicity(_: u64, p: u64, x: &[u64], y: &[u64]) -> u64 {
    mex(|v| x.iter().zip(y).filter(|&(&x, &y)| v == x || v == y).count() as u64 >= p)
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

// ---------------------------------------------------------------------------------------------------------------------
// Section 7.

/// mWN^(l,p).
#[derive(Clone, Copy)]
struct Case {
    l: u64,
    m: u64,
    p: u64,
}

impl Case {
    /// 1 ≤ l < p ≤ 7, m ≤ 6, by p.
    fn all() -> impl Iterator<Item = Self> {
        each(2..=7, 1..=6).flat_map(|(p, m)| (1..p).map(move |l| Self { l, m, p }))
    }

    fn text(self) -> String {
        format!("modulo:m={},p={},l={}", self.m, self.p, self.l)
    }

    fn in_words(self) -> String {
        format!("m = {}, p = {}, l = {}", self.m, self.p, self.l)
    }

    /// l = 0, which is l = 1, and gcd(m, p) = 1, or l = m and m | p.
    fn is_believed(self) -> bool {
        let Self { l, m, p } = self;
        (l == 1 && gcd(m, p) == 1) || (l == m && p.is_multiple_of(m))
    }

    /// l | m, l | p and gcd(m/l, p/l) = 1.
    fn is_of_family(self) -> bool {
        let Self { l, m, p } = self;
        m.is_multiple_of(l) && p.is_multiple_of(l) && gcd(m / l, p / l) == 1
    }

    /// d_i − c_i for i < count.
    fn differences(self, count: u64, scope: &Scope) -> Result<Vec<u64>, SolveError> {
        Ok(first_upper(&self.text(), count, scope)?.iter().map(|pair| pair.y - pair.x).collect())
    }
}

/// The first i for which the difference is not i times `step`.
fn irregular(differences: &[u64], step: u64) -> Option<u64> {
    (0..).zip(differences).find(|&(i, &difference)| difference != step * i).map(|(i, _)| i)
}

fn not_arithmetic(scope: &Scope) -> Checked {
    let count = scope.bound().max(17);
    let found = first(scope, [Case { l: 1, m: 2, p: 2 }, Case { l: 2, m: 2, p: 3 }], |case| {
        let differences = case.differences(count, scope)?;
        let regular = irregular(&differences, differences[1]).is_none();
        Ok(regular.then(|| format!("{}: the first {count} differences are in progression.", case.in_words())))
    })?;
    Ok(Search::of(format!("i < {count}"), found))
}

/// So many differences in progression are taken for a progression.
const LOOKS_ARITHMETIC: u64 = 200;

/// The cases of [`Case::is_of_family`] come first: of the others only the numbers speak.
fn arithmetic_printed(scope: &Scope) -> Checked {
    let count = scope.bound().max(LOOKS_ARITHMETIC);
    let (family, others): (Vec<Case>, Vec<Case>) = Case::all().partition(|case| case.is_of_family());
    let unbelieved = family.into_iter().chain(others).filter(|case| !case.is_believed());
    let found = first(scope, unbelieved, |case| {
        let differences = case.differences(count, scope)?;
        let (l, step) = (case.l, differences[1]);
        let regular = irregular(&differences, step).is_none();
        let proof = if case.is_of_family() { " (docs/THEOREMS.md proves it for all i)" } else { "" };
        let words = || {
            let name = case.in_words();
            format!("{name}: d_i − c_i = {step}i for all i < {count}{proof}, though l = {l} is neither 0 nor m.")
        };
        Ok(regular.then(words))
    })?;
    Ok(Search::of(format!("1 ≤ l < p ≤ 7, m ≤ 6, i < {count}"), found))
}

fn arithmetic(scope: &Scope) -> Checked {
    let count = scope.bound();
    let found = first(scope, Case::all().filter(|case| case.is_believed()), |case| {
        let irregular = irregular(&case.differences(count, scope)?, case.m);
        Ok(irregular.map(|i| format!("{}: d_{i} − c_{i} is not {}·{i}.", case.in_words(), case.m)))
    })?;
    Ok(Search::of(format!("1 ≤ l < p ≤ 7, m ≤ 6, i < {count}"), found))
}

fn arithmetic_exceptions(scope: &Scope) -> Checked {
    let count = scope.bound().max(LOOKS_ARITHMETIC);
    let mut latest = 0;
    let found = first(scope, Case::all(), |case| {
        let irregular = irregular(&case.differences(count, scope)?, case.m);
        latest = latest.max(irregular.unwrap_or(0));
        let is_listed = case.is_of_family() || (case.m + 1 == case.p && 2 * case.l <= case.p);
        Ok(match irregular {
            Some(i) if is_listed => Some(format!("{}: d_{i} − c_{i} is not {}·{i}.", case.in_words(), case.m)),
            None if !is_listed => Some(format!("{}: d_i − c_i = {}i for all i < {count}.", case.in_words(), case.m)),
            _ => None,
        })
    })?;
    let note = format!("Where it is not mi, that shows at some i ≤ {latest}.");
    Ok(Search::of(format!("1 ≤ l < p ≤ 7, m ≤ 6, i < {count}"), found).with_note(note))
}

/// How many P-positions a column of mWN^(l,p) holds, against what is `allowed` for p and l, if l is to be looked at.
/// At least ⌈p/l⌉ and at most p − l + 1, for every m: docs/THEOREMS.md, Theorem 2.
fn complementary(
    scope: &Scope,
    m: RangeInclusive<u64>,
    p: RangeInclusive<u64>,
    l: &str,
    allowed: impl Fn(u64, u64) -> Option<RangeInclusive<u64>>,
) -> Checked {
    let end = scope.bound();
    let range = format!("{}, {}, {l}, columns x < {end}", span("m", &m), span("p", &p));
    let cases = each(p, m).flat_map(|(p, m)| (1..=p).map(move |l| Case { l, m, p }));
    let found = first(scope, cases, |case| {
        let Some(allowed) = allowed(case.p, case.l) else { return Ok(None) };
        let mut columns = columns(&case.text())?;
        first(scope, 0..end, |x| {
            let held = columns.next(u64::MAX)?.p.len() as u64;
            let says = if allowed.start() == allowed.end() {
                allowed.end().to_string()
            } else {
                format!("{} to {}", allowed.start(), allowed.end())
            };
            let name = case.in_words();
            let words = || format!("{name}: column {x} holds {held} P-positions, the statement says {says}.");
            Ok((!allowed.contains(&held)).then(words))
        })
    })?;
    Ok(Search::of(range, found))
}

fn remark_4(scope: &Scope) -> Checked {
    let end = scope.bound().min(VISIT_LIMIT) + 1;
    let found = first(scope, each(1..end, 1..end), |(m, p)| {
        if rules(&format!("rook-blocking:m={m},p={p},l={m}")) != rules(&format!("{m}WN^{p}")) {
            return Ok(Some(format!("m = {m}, p = {p}: mWN_m^p has other rules than mWN^p.")));
        }
        first(scope, 1..p, |l| {
            let hole = format!("hole:m={m},p={p},u={},v={}", l * m, m * (p - l));
            let differs = rules(&hole) != rules(&format!("shifted:m={m},p={p},l={l}"));
            Ok(differs.then(|| format!("{hole} has other rules than m×pWN_{l}.")))
        })
    })?;
    Ok(Search::of(format!("m, p < {end}, 0 < l < p"), found))
}

fn remark_4_final(scope: &Scope) -> Checked {
    let side = scope.bound().min(VISIT_LIMIT);
    let found = first(scope, each(1..=4, 1..=4), |(m, p)| {
        first(scope, each(1..=6, 1..=6), |(u, v)| {
            unlike_terminal(scope, &format!("hole:m={m},p={p},u={u},v={v}"), side, [at(u, 0), at(0, v)])
        })
    })?;
    Ok(Search::of(format!("m, p ≤ 4, u, v ≤ 6, x, y < {side}"), found))
}

fn remark_4_coincide(scope: &Scope) -> Checked {
    let side = scope.bound().max(60);
    let found = first(scope, each(1..=4, 2..=4), |(m, p)| {
        let board = fast(&format!("rook-blocking:m={m},p={p}"), side, scope)?;
        first(scope, (1..=5).filter(|&l| l != m), |l| {
            let text = format!("rook-blocking:m={m},p={p},l={l}");
            let same = fast(&text, side, scope)? == board;
            Ok(same.then(|| format!("{text} has the P-positions of mWN^p for x, y < {side}.")))
        })
    })?;
    Ok(Search::of(format!("m ≤ 4, 2 ≤ p ≤ 4, l ≤ 5, l ≠ m, x, y < {side}"), found))
}
