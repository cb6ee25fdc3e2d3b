//! Lar13: *Imitation Nim*, slides.
//!
//! The slides write W_{k,m} and (k,m)-Imitation Nim for what the other papers call (m,p)-Wythoff Nim and (m,p)-Imitation
//! Nim, p = k: here `diagonal-blocking:m,p` and `imitation:m,p`.

use std::fmt::Debug;

use rustc_hash::{FxHashMap, FxHashSet};

use super::tools::{difference, fast, game, literal, square};
use super::{Check, Expect, Scope, Search};
use crate::board::Board;
use crate::exact::{Beatty, IBig, Surd, beatty_pair, slopes, wythoff_root};
use crate::game::Rules;
use crate::game::history::{Heap, Limits, State, replay};
use crate::position::{Move, Position};
use crate::solve::{Columns, Engine, SolveError, memory_needed, states_needed};

pub(super) const CHECKS: &[Check] = &[
    Check {
        id: "Lar13.Nim",
        source: "Lar13, 2-pile Nim",
        statement: "The P-positions of 2-pile Nim are (i, i), i ≥ 0.",
        expect: Expect::Holds,
        bound: 100,
        run: |scope| nim(scope, |at| at.x == at.y),
    },
    Check {
        id: "Lar13.Nim.moves.printed",
        source: "Lar13, Adjoining P-positions as moves",
        statement: "The P-positions of 2-pile Nim are {(k, k) | k > 0}.",
        expect: Expect::Fails { corrected: "Lar13.Nim" },
        bound: 100,
        run: |scope| nim(scope, |at| at.x == at.y && at.x > 0),
    },
    Check {
        id: "Lar13.Nim.example",
        source: "Lar13, 2-pile Nim, start (3,5)",
        statement: "From (3,5) taking two tokens from the larger pile wins; whatever Bob takes from (3,3), Alice can imitate him, and wins so.",
        expect: Expect::Holds,
        bound: 6,
        run: nim_example,
    },
    Check {
        id: "Lar13.Wythoff.mex",
        source: "Lar13, The Wythoff-pairs",
        statement: "Wythoff Nim: P = {(a_n, b_n), (b_n, a_n)} with a_n = mex{a_i, b_i : i < n} and b_n = a_n + n.",
        expect: Expect::Holds,
        bound: 400,
        run: wythoff_mex,
    },
    Check {
        id: "Lar13.Beatty",
        source: "Lar13, Theorem (Rayleigh 1894, Beatty 1926)",
        statement: "If 1/α + 1/β = 1, then (⌊iα⌋), (⌊iβ⌋), i ≥ 1, are complementary iff α and β are irrational.",
        expect: Expect::Holds,
        bound: 3000,
        run: rayleigh,
    },
    Check {
        id: "Lar13.Wythoff1907.i",
        source: "Lar13, Theorem (Wythoff 1907) (i)",
        statement: "For Wythoff Nim (a_i) and (b_i) are strictly increasing.",
        expect: Expect::Holds,
        bound: 3240,
        run: |scope| wythoff_1907(scope, first_not_increasing),
    },
    Check {
        id: "Lar13.Wythoff1907.ii",
        source: "Lar13, Theorem (Wythoff 1907) (ii)",
        statement: "For Wythoff Nim (a_i) and (b_i), i ≥ 1, are complementary: each positive integer is in precisely one of them.",
        expect: Expect::Holds,
        bound: 3240,
        run: |scope| wythoff_1907(scope, |pairs| not_covered_once(&pairs[1.min(pairs.len())..], pairs, 1)),
    },
    Check {
        id: "Lar13.Wythoff1907.iii",
        source: "Lar13, Theorem (Wythoff 1907) (iii)",
        statement: "For Wythoff Nim b_i − a_i = i.",
        expect: Expect::Holds,
        bound: 3240,
        run: |scope| {
            wythoff_1907(scope, |pairs| {
                (0..).zip(pairs).find(|(i, at)| at.y - at.x != *i).map(|(i, at)| format!("Pair {i} is {at}."))
            })
        },
    },
    Check {
        id: "Lar13.Wythoff1907.iv",
        source: "Lar13, Theorem (Wythoff 1907) (iv)",
        statement: "For Wythoff Nim (a_i, b_i) = (⌊φi⌋, ⌊φ²i⌋) with the golden ratio φ.",
        expect: Expect::Holds,
        bound: 3240,
        run: |scope| wythoff_1907(scope, not_golden),
    },
    Check {
        id: "Lar13.Imitation.starts",
        source: "Lar13, Theorem (Larsson 2009)",
        statement: "As starting positions, the P-positions of Imitation Nim are those of Wythoff Nim.",
        expect: Expect::Holds,
        bound: 24,
        run: imitation_starts,
    },
    Check {
        id: "Lar13.Imitation.example",
        source: "Lar13, start (3,4)",
        statement: "Imitation Nim from (3,4): after (1,4) Bob can't move to (1,2), no other option of his is P in Wythoff Nim, and (1,3) is answered by (1,2).",
        expect: Expect::Holds,
        bound: 5,
        run: imitation_example,
    },
    Check {
        id: "Lar13.Imitation2.example",
        source: "Lar13, 2-Imitation Nim, start (2,2)",
        statement: "2-Imitation Nim from (2,2): Alice wins by (1,2), whether Bob moves to (0,2) or imitates to (1,1); in 2-pile Nim (2,2) is P.",
        expect: Expect::Holds,
        bound: 3,
        run: imitation_2_example,
    },
    Check {
        id: "Lar13.Blocking2.example",
        source: "Lar13, 2-Blocking Wythoff Nim, start (2,2)",
        statement: "With one diagonal option to be blocked, (2,2) is N: if Bob blocks (0,0), Alice moves to (1,1), blocks (0,0) and wins.",
        expect: Expect::Holds,
        bound: 3,
        run: blocking_2_example,
    },
    Check {
        id: "Lar13.Prop.i.printed",
        source: "Lar13, The generalized algorithm and Proposition (i)",
        statement: "The P-positions of W_{k,m} are {(a_n,b_n), (b_n,a_n)} with a_n = mex{a_i, b_i : i < n}, b_n = a_n + ⌊mn/k⌋.",
        expect: Expect::Fails { corrected: "Lar13.Prop.i" },
        bound: 80,
        run: |scope| generalized(scope, |_, _| true, |k, m, n| m * n / k),
    },
    Check {
        id: "Lar13.Prop.i",
        source: "Lar13, The generalized algorithm and Proposition (i), corrected (Lar09, Definition 13)",
        statement: "The P-positions of W_{k,m} are {(a_n,b_n), (b_n,a_n)} with a_n = mex{a_i, b_i : i < n}, b_n = a_n + m⌊n/k⌋.",
        expect: Expect::Holds,
        bound: 240,
        run: |scope| generalized(scope, |_, _| true, |k, m, n| n / k * m),
    },
    Check {
        id: "Lar13.Prop.i.k1-m1",
        source: "Lar13, The generalized algorithm and Proposition (i)",
        statement: "For k = 1 or m = 1 the printed b_n = a_n + ⌊mn/k⌋ is right.",
        expect: Expect::Holds,
        bound: 240,
        run: |scope| generalized(scope, |k, m| k == 1 || m == 1, |k, m, n| m * n / k),
    },
    Check {
        id: "Lar13.Complementary.printed",
        source: "Lar13, The generalized algorithm",
        statement: "(a_n) and (b_n) of the generalized algorithm are complementary: each positive integer is in precisely one of them.",
        expect: Expect::Fails { corrected: "Lar13.Complementary" },
        bound: 4000,
        run: complementary_printed,
    },
    Check {
        id: "Lar13.Complementary",
        source: "Lar13, The generalized algorithm, corrected (Lar09, Proposition 14 (b))",
        statement: "For W_{k,m}, a_i = b_i = i for i < k, and (a_i), i ≥ 0, and (b_i), i ≥ k, partition the nonnegative integers.",
        expect: Expect::Holds,
        bound: 4000,
        run: complementary,
    },
    Check {
        id: "Lar13.Prop.ii",
        source: "Lar13, Proposition (ii)",
        statement: "For W_{k,m} (a_n) and (b_n) are strictly increasing.",
        expect: Expect::Holds,
        bound: 300,
        run: |scope| of_columns(scope, |_, _, pairs| first_not_increasing(pairs)),
    },
    Check {
        id: "Lar13.Prop.iii",
        source: "Lar13, Proposition (iii)",
        statement: "For W_{k,m}, #{i : b_i − a_i = d} is k if m | d, otherwise 0.",
        expect: Expect::Holds,
        bound: 300,
        run: |scope| of_columns(scope, differences),
    },
    Check {
        id: "Lar13.Prop.iv.printed",
        source: "Lar13, Proposition (iv)",
        statement: "If (a,b) and (c,d) are two P-positions of W_{k,m}, then a < c implies b − a ≤ d − c and b < d.",
        expect: Expect::Fails { corrected: "Lar13.Prop.iv" },
        bound: 80,
        run: |scope| ordered(scope, |_| true),
    },
    Check {
        id: "Lar13.Prop.iv",
        source: "Lar13, Proposition (iv), corrected (Lar09, Proposition 14 (c))",
        statement: "If (a,b), a ≤ b, and (c,d), c ≤ d, are two P-positions of W_{k,m}, then a < c implies b − a ≤ d − c and b < d.",
        expect: Expect::Holds,
        bound: 80,
        run: |scope| ordered(scope, Position::is_upper),
    },
    Check {
        id: "Lar13.Prop.v",
        source: "Lar13, Proposition (v)",
        statement: "For W_{k,m} b_n/a_n tends to the positive root x of x² − (m/k)x − 1: |b_n − x·a_n| < k + m + 2.",
        expect: Expect::Holds,
        bound: 4000,
        run: limit_of_ratios,
    },
    Check {
        id: "Lar13.Prop.vi.printed",
        source: "Lar13, Proposition (vi), each sequence by itself",
        statement: "If k | m, then (a_i) of W_{k,m} is a Beatty sequence, so that sums of equally many consecutive differences differ by at most 1.",
        expect: Expect::Fails { corrected: "Lar13.Prop.vi" },
        bound: 200,
        run: beatty_if_divides,
    },
    Check {
        id: "Lar13.Prop.vi",
        source: "Lar13, Proposition (vi), k interleaved pairs",
        statement: "If k | m, the pairs of W_{k,m} are (kA_n + r, kB_n + r), 0 ≤ r < k, with the Beatty pairs (A_n, B_n) of (m/k)-Wythoff Nim.",
        expect: Expect::Holds,
        bound: 1000,
        run: interleaved,
    },
    Check {
        id: "Lar13.Prop.vi.never",
        source: "Lar13, Proposition (vi), each sequence by itself",
        statement: "For k ≥ 2, (a_i) of W_{k,m} is no Beatty sequence, whether k | m or not: its differences are unbalanced.",
        expect: Expect::Holds,
        bound: 4000,
        run: never_beatty,
    },
    Check {
        id: "Lar13.Prop.vi.only-if",
        source: "Lar13, Proposition (vi), k interleaved sequences",
        statement: "If k does not divide m, some (a_{kn+r}), n ≥ 0, of W_{k,m} is unbalanced, also after a common factor of its differences is divided out.",
        expect: Expect::Holds,
        bound: 4000,
        run: not_interleaved,
    },
    Check {
        id: "Lar13.Bound",
        source: "Lar13, A polynomial time approach",
        statement: "For W_{k,m}: ⌊(n−k−1)α⌋ ≤ a_n ≤ ⌊nα⌋, α = (2k − m + √(m² + 4k²))/(2k).",
        expect: Expect::Holds,
        bound: 4000,
        run: |scope| near_beatty(scope, -1),
    },
    Check {
        id: "Lar13.Bound.sharper",
        source: "Lar13, A polynomial time approach, with the bound of Lar09",
        statement: "For W_{k,m}: ⌊(n−k+1)α⌋ ≤ a_n ≤ ⌊nα⌋, α = (2k − m + √(m² + 4k²))/(2k).",
        expect: Expect::Holds,
        bound: 4000,
        run: |scope| near_beatty(scope, 1),
    },
    Check {
        id: "Lar13.xi",
        source: "Lar13, A dynamic counting of P-positions",
        statement: "To keep a P-position (a,b) of W_{k,m}, exactly ξ(a,b) ≤ k − 1 options must be blocked; ξ ≤ k everywhere.",
        expect: Expect::Holds,
        bound: 80,
        run: xi_blocks,
    },
    Check {
        id: "Lar13.L",
        source: "Lar13, Imitations and how to count them",
        statement: "'L(X) = −1 is not allowed' and 'at most k−1 consecutive m-imitations by one player' allow the same moves.",
        expect: Expect::Holds,
        bound: 6,
        run: credits,
    },
    Check {
        id: "Lar13.Imitation.before",
        source: "Lar13, definition of m-imitation, pile sizes before the removal",
        statement: "If the pile is to be smaller or equal before the removal, the starting positions have the outcomes of W_{k,m}.",
        expect: Expect::Holds,
        bound: 20,
        run: |scope| reading(scope, Reading::Before),
    },
    Check {
        id: "Lar13.Imitation.after",
        source: "Lar13, definition of m-imitation, pile sizes after the removal",
        statement: "If the pile is to be smaller or equal after the removal, the starting positions still have the outcomes of W_{k,m}.",
        expect: Expect::Holds,
        bound: 20,
        run: |scope| reading(scope, Reading::After),
    },
    Check {
        id: "Lar13.Options",
        source: "Lar13, Comparing the number of options",
        statement: "Wythoff: k up, fewer options; m up, more; more than Nim unblocked. Imitation: k up, more options; m up, fewer; never more than Nim.",
        expect: Expect::Holds,
        bound: 5,
        run: numbers_of_options,
    },
    Check {
        id: "Lar13.Main",
        source: "Lar13, Main Theorem",
        statement: "(x,y) is P in (k,m)-Imitation Nim iff it is P in W_{k,m} and ξ ≤ L, or a P-position (x,y−z) of W_{k,m} has L < ξ there; similarly below.",
        expect: Expect::Holds,
        bound: 24,
        run: main_theorem,
    },
    Check {
        id: "Lar13.Main.starts",
        source: "Lar13, Main Theorem, first item",
        statement: "As starting positions, (k,m)-Imitation Nim and W_{k,m} have the same P-positions.",
        expect: Expect::Holds,
        bound: 24,
        run: main_theorem_starts,
    },
];

/// k and m of the games that most checks run through.
const MOST: u64 = 6;

/// All (k, m) up to `most`, by k.
fn each(most: u64) -> impl Iterator<Item = (u64, u64)> {
    (1..=most).flat_map(move |k| (1..=most).map(move |m| (k, m)))
}

/// W_{k,m} in our notation.
fn blocking(k: u64, m: u64) -> String {
    format!("diagonal-blocking:m={m},p={k}")
}

fn rules(text: &str) -> Rules {
    game(text).rules().expect("the family has rules").clone()
}

fn at(x: u64, y: u64) -> Position {
    Position::new(x, y)
}

/// The smaller heap first.
fn upper(Position { x, y }: Position) -> Position {
    at(x.min(y), x.max(y))
}

/// A sentence if what is and what is stated differ.
fn unlike<T: PartialEq + Debug>(what: &str, is: T, stated: T) -> Option<String> {
    let facts = [is, stated];
    (facts[0] != facts[1]).then(|| format!("{what}: {:?}, the statement says {:?}.", facts[0], facts[1]))
}

fn nim(scope: &Scope, expected: impl Fn(Position) -> bool) -> Result<Search, SolveError> {
    let side = scope.bound();
    let board = literal("nim", side, scope)?;
    Ok(Search::of(format!("x, y < {side}"), difference(&board, side, "Nim", expected)))
}

/// The options of `from` that are P.
fn p_options(rules: &Rules, board: &Board, from: Position) -> Vec<Position> {
    rules.options(from).into_iter().filter(|&to| board.is_p(to)).collect()
}

fn nim_example(scope: &Scope) -> Result<Search, SolveError> {
    let (board, rules) = (literal("nim", 6, scope)?, rules("nim"));
    let answers = |bob: Position| {
        // The same number from the other pile.
        let imitation = at(upper(bob).x, upper(bob).x);
        unlike(&format!("Winning moves from {bob}"), p_options(&rules, &board, bob), vec![imitation])
    };
    let found = unlike("Winning moves from (3,5)", p_options(&rules, &board, at(3, 5)), vec![at(3, 3)])
        .or_else(|| rules.options(at(3, 3)).into_iter().find_map(answers));
    Ok(Search::of("every play from (3,5) where Alice wins", found))
}

/// a_n = mex{a_i, b_i : i < n}, b_n = a_n + difference(n), as long as n < `count` and a_n < `end`.
fn mex_pairs(
    count: u64,
    end: u64,
    scope: &Scope,
    difference: impl Fn(u64) -> u64,
) -> Result<Vec<Position>, SolveError> {
    let (mut used, mut pairs, mut a) = (FxHashSet::default(), Vec::new(), 0);
    for n in 0..count {
        scope.go_on()?;
        while used.contains(&a) {
            a += 1;
        }
        if a >= end {
            break;
        }
        let b = a + difference(n);
        used.extend([a, b]);
        pairs.push(at(a, b));
    }
    Ok(pairs)
}

/// The first `count` pairs of W_{k,m} (Proposition (i), corrected).
fn pairs_of(k: u64, m: u64, count: u64, scope: &Scope) -> Result<Vec<Position>, SolveError> {
    memory_needed(count.saturating_mul(64))?;
    mex_pairs(count, u64::MAX, scope, |n| n / k * m)
}

/// The upper P-positions in the columns x < `columns`, from the rules.
fn upper_pairs(text: &str, columns: u64, scope: &Scope) -> Result<Vec<Position>, SolveError> {
    let mut each = Columns::new(&game(text), Some(Engine::Lines))?;
    let mut pairs = Vec::new();
    for x in 0..columns {
        scope.go_on()?;
        pairs.extend(each.next(u64::MAX)?.p.iter().filter(|y| **y >= x).map(|y| at(x, *y)));
    }
    Ok(pairs)
}

fn wythoff_mex(scope: &Scope) -> Result<Search, SolveError> {
    let side = scope.bound();
    let board = fast("wythoff", side, scope)?;
    let pairs: FxHashSet<Position> = mex_pairs(u64::MAX, side, scope, |n| n)?.into_iter().collect();
    Ok(Search::of(format!("x, y < {side}"), difference(&board, side, "Wythoff Nim", |at| pairs.contains(&upper(at)))))
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
fn complementary_slopes(alpha: Surd) -> Option<[Beatty; 2]> {
    let beta = &alpha * &(&alpha - &Surd::rational(1, 1)).inverse()?;
    let zero = || Surd::rational(0, 1);
    Some([Beatty::new(alpha, zero())?, Beatty::new(beta, zero())?])
}

fn rayleigh(scope: &Scope) -> Result<Search, SolveError> {
    /// Irrational α between 1 and 2, as (a + √d)/c.
    const ALPHAS: [(i32, u8, i32); 6] = [(1, 5, 2), (0, 2, 1), (0, 3, 1), (1, 3, 2), (2, 7, 3), (1, 13, 3)];
    /// Rational ones, p/q.
    const RATIONAL: [(u64, u64); 5] = [(3, 2), (4, 3), (5, 3), (7, 4), (13, 8)];
    let end = scope.bound();
    let range = format!("6 irrational α = (a + √d)/c, 5 rational α, each integer from 1 to {}", end.saturating_sub(1));
    for (a, d, c) in ALPHAS {
        let sequences = complementary_slopes(Surd::new(a, 1, d, c)).expect("α is not 1");
        for v in 1..end {
            scope.go_on()?;
            if times(&sequences, v) != 1 {
                let found = format!("α = ({a} + √{d})/{c}: {v} occurs {} times.", times(&sequences, v));
                return Ok(Search::of(range, Some(found)));
            }
        }
    }
    for (p, q) in RATIONAL {
        let sequences = complementary_slopes(Surd::rational(p, q)).expect("α is not 1");
        // The q-th multiple of p/q is p, a multiple of p/(p − q) as well: there the two meet.
        if p < end && (1..end).all(|v| times(&sequences, v) == 1) {
            return Ok(Search::of(range, Some(format!("The sequences of {p}/{q} are complementary."))));
        }
    }
    Ok(Search::of(range, None))
}

fn wythoff_1907(scope: &Scope, refute: impl Fn(&[Position]) -> Option<String>) -> Result<Search, SolveError> {
    let pairs = upper_pairs("wythoff", scope.bound(), scope)?;
    Ok(Search::of(format!("the {} pairs with a < {}", pairs.len(), scope.bound()), refute(&pairs)))
}

fn first_not_increasing(pairs: &[Position]) -> Option<String> {
    let wrong = |pair: &&[Position]| pair[0].x >= pair[1].x || pair[0].y >= pair[1].y;
    pairs.windows(2).find(wrong).map(|pair| format!("{} is followed by {}.", pair[0], pair[1]))
}

/// The first integer from `from` up to the last a of `all` that does not occur once among the a's and b's of `pairs`.
fn not_covered_once(pairs: &[Position], all: &[Position], from: u64) -> Option<String> {
    let mut times: FxHashMap<u64, u32> = FxHashMap::default();
    for value in pairs.iter().flat_map(|pair| [pair.x, pair.y]) {
        *times.entry(value).or_default() += 1;
    }
    let of = |v: u64| times.get(&v).copied().unwrap_or(0);
    (from..all.last()?.x).find(|&v| of(v) != 1).map(|v| format!("{v} occurs {} times.", of(v)))
}

fn not_golden(pairs: &[Position]) -> Option<String> {
    let golden = Surd::new(1, 1, 5_u8, 2);
    let square = &golden * &golden;
    let term = |slope: &Surd, i: u64| (slope * &Surd::from(IBig::from(i))).floor();
    let wrong = |(i, at): &(u64, &Position)| term(&golden, *i) != at.x.into() || term(&square, *i) != at.y.into();
    (0..).zip(pairs).find(wrong).map(|(i, at)| format!("Pair {i} is {at}."))
}

fn imitation_starts(scope: &Scope) -> Result<Search, SolveError> {
    let side = scope.bound();
    let (imitation, wythoff) = (literal("imitation:m=1,p=1", side, scope)?, literal("wythoff", side, scope)?);
    let found = difference(&imitation, side, "Imitation Nim", |at| wythoff.is_p(at));
    Ok(Search::of(format!("starts x, y < {side}"), found))
}

/// How the size of the pile in the definition of an imitation is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// Before the imitated removal: `a + x ≤ b`.
    Before,
    /// After it.
    After,
}

/// Imitation Nim, played out: the outcome of every state met, told apart by all that it holds.
struct Play {
    limits: Limits,
    reading: Reading,
    is_p: FxHashMap<State, bool>,
}

impl Play {
    fn new(k: u64, m: u64, reading: Reading) -> Self {
        let small = |n: u64| u32::try_from(n).expect("k and m are constants of the checks");
        Self { limits: Limits { m: small(m), p: small(k) }, reading, is_p: FxHashMap::default() }
    }

    /// Every state that play from the starts x, y < side reaches.
    fn from_starts(k: u64, m: u64, reading: Reading, side: u64, scope: &Scope) -> Result<Self, SolveError> {
        let mut play = Self::new(k, m, reading);
        states_needed(play.limits, side, side)?;
        for start in square(side) {
            scope.go_on()?;
            play.is_p(play.limits.start(start));
        }
        Ok(play)
    }

    fn after(&self, state: &State, removal: Move) -> Option<State> {
        let mut next = self.limits.after(state, removal)?;
        if let (Reading::After, Some(last)) = (self.reading, &mut next.last) {
            let Position { x, y } = next.position;
            last.armed = if last.heap == Heap::X { x <= y } else { y <= x };
        }
        Some(next)
    }

    /// The states that legal moves lead to.
    fn options(&self, state: &State) -> Vec<State> {
        let Position { x, y } = state.position;
        let removals = (1..=x).map(|i| Move::new(i, 0)).chain((1..=y).map(|j| Move::new(0, j)));
        removals.filter_map(|removal| self.after(state, removal)).collect()
    }

    /// P iff no legal move leads to a P-state. Every option is looked at, so that all states are reached.
    fn is_p(&mut self, state: State) -> bool {
        if let Some(&known) = self.is_p.get(&state) {
            return known;
        }
        let wins = self.options(&state).into_iter().map(|next| self.is_p(next)).fold(false, |any, is_p| any | is_p);
        self.is_p.insert(state, !wins);
        !wins
    }

    /// After a play, a list of positions from the start on: whether the last one is P, or `None` for an illegal play.
    fn after_play(&mut self, play: &[(u64, u64)]) -> Option<bool> {
        let mut positions = play.iter().map(|&(x, y)| at(x, y));
        let start = self.limits.start(positions.next()?);
        let end = positions.try_fold(start, |state, to| self.after(&state, state.position.move_to(&to)?))?;
        Some(self.is_p(end))
    }
}

fn imitation_example(scope: &Scope) -> Result<Search, SolveError> {
    let mut play = Play::new(1, 1, Reading::Before);
    let wythoff = literal("wythoff", 5, scope)?;
    let bob: Vec<Position> = rules("nim").options(at(1, 4)).into_iter().filter(|to| *to != at(1, 2)).collect();
    let found = unlike("P: (3,4)", play.after_play(&[(3, 4)]), Some(false))
        .or_else(|| unlike("P: (1,4)", play.after_play(&[(3, 4), (1, 4)]), Some(true)))
        .or_else(|| unlike("P: the imitation (1,2)", play.after_play(&[(3, 4), (1, 4), (1, 2)]), None))
        .or_else(|| bob.iter().find(|to| wythoff.is_p(**to)).map(|to| format!("Bob can move to {to}.")))
        .or_else(|| unlike("P: (1,3)", play.after_play(&[(3, 4), (1, 4), (1, 3)]), Some(false)))
        .or_else(|| unlike("P: (1,2)", play.after_play(&[(3, 4), (1, 4), (1, 3), (1, 2)]), Some(true)));
    Ok(Search::of("(1,1)-Imitation Nim, the play from (3,4)", found))
}

fn imitation_2_example(scope: &Scope) -> Result<Search, SolveError> {
    let mut play = Play::new(2, 1, Reading::Before);
    let nim = literal("nim", 3, scope)?;
    let found = unlike("P: (2,2)", play.after_play(&[(2, 2)]), Some(false))
        .or_else(|| unlike("P: (1,2)", play.after_play(&[(2, 2), (1, 2)]), Some(true)))
        .or_else(|| unlike("P: (0,2)", play.after_play(&[(2, 2), (1, 2), (0, 2)]), Some(false)))
        .or_else(|| unlike("P: (0,1)", play.after_play(&[(2, 2), (1, 2), (1, 1), (0, 1)]), Some(true)))
        .or_else(|| unlike("P: a second imitation", play.after_play(&[(2, 2), (1, 2), (1, 1), (0, 1), (0, 0)]), None))
        .or_else(|| unlike("P: (2,2) in 2-pile Nim", nim.is_p(at(2, 2)), true));
    Ok(Search::of("2-Imitation Nim, the plays from (2,2)", found))
}

fn blocking_2_example(scope: &Scope) -> Result<Search, SolveError> {
    let text = blocking(2, 1);
    let (board, rules) = (literal(&text, 3, scope)?, rules(&text));
    let unblockable = |from: Position| !rules.twist.class().contains(&Move::new(from.x, from.y));
    let found = unlike("P-options of (2,2)", p_options(&rules, &board, at(2, 2)), vec![at(0, 0), at(1, 1)])
        .or_else(|| unlike("P-options of (1,1)", p_options(&rules, &board, at(1, 1)), vec![at(0, 0)]))
        .or_else(|| unlike("P: (2,2) and (1,1)", [at(2, 2), at(1, 1)].map(|at| board.is_p(at)), [false, true]))
        .or_else(|| unlike("A single token can't be blocked", [at(0, 1), at(1, 0)].map(unblockable), [true; 2]));
    Ok(Search::of("W_{2,1}, the play from (2,2)", found))
}

fn generalized(
    scope: &Scope,
    concerned: impl Fn(u64, u64) -> bool,
    b_minus_a: impl Fn(u64, u64, u64) -> u64,
) -> Result<Search, SolveError> {
    let side = scope.bound();
    let range = format!("k, m ≤ {MOST}, x, y < {side}");
    for (k, m) in each(MOST).filter(|&(k, m)| concerned(k, m)) {
        let board = fast(&blocking(k, m), side, scope)?;
        let pairs: FxHashSet<Position> =
            mex_pairs(u64::MAX, side, scope, |n| b_minus_a(k, m, n))?.into_iter().collect();
        let found = difference(&board, side, &format!("k = {k}, m = {m}"), |at| pairs.contains(&upper(at)));
        if found.is_some() {
            return Ok(Search::of(range, found));
        }
    }
    Ok(Search::of(range, None))
}

/// The first (k, m) up to 6 for which `refute` finds something in the first `scope.bound()` pairs.
fn of_pairs(scope: &Scope, refute: impl Fn(u64, u64, &[Position]) -> Option<String>) -> Result<Search, SolveError> {
    let count = scope.bound();
    let mut found = None;
    for (k, m) in each(MOST) {
        let pairs = pairs_of(k, m, count, scope)?;
        found = found.or_else(|| refute(k, m, &pairs).map(|what| format!("k = {k}, m = {m}: {what}")));
        // A search that was stopped has found nothing.
        scope.go_on()?;
    }
    Ok(Search::of(format!("k, m ≤ {MOST}, n < {count}"), found))
}

/// The same for the upper P-positions of the columns x < `scope.bound()`, from the rules.
fn of_columns(scope: &Scope, refute: impl Fn(u64, u64, &[Position]) -> Option<String>) -> Result<Search, SolveError> {
    let columns = scope.bound();
    let mut found = None;
    for (k, m) in each(MOST) {
        let pairs = upper_pairs(&blocking(k, m), columns, scope)?;
        found = found.or_else(|| refute(k, m, &pairs).map(|what| format!("k = {k}, m = {m}: {what}")));
    }
    Ok(Search::of(format!("k, m ≤ {MOST}, columns x < {columns}"), found))
}

fn complementary_printed(scope: &Scope) -> Result<Search, SolveError> {
    let count = scope.bound();
    memory_needed(count.saturating_mul(64))?;
    let range = format!("k, m ≤ {MOST}, b_n = a_n + ⌊mn/k⌋, n < {count}");
    for (k, m) in each(MOST) {
        let pairs = mex_pairs(count, u64::MAX, scope, |n| m * n / k)?;
        // 0 is a_0 and b_0, and no positive integer.
        if let Some(what) = not_covered_once(&pairs, &pairs, 1) {
            return Ok(Search::of(range, Some(format!("k = {k}, m = {m}: {what}"))));
        }
    }
    Ok(Search::of(range, None))
}

fn complementary(scope: &Scope) -> Result<Search, SolveError> {
    of_pairs(scope, |k, _, pairs| {
        let first =
            (0..k).zip(pairs).find(|(i, pair)| **pair != at(*i, *i)).map(|(i, pair)| format!("Pair {i} is {pair}."));
        let mut values: Vec<u64> = pairs.iter().map(|pair| pair.x).collect();
        values.extend((0..).zip(pairs).filter(|(i, _)| *i >= k).map(|(_, pair)| pair.y));
        values.sort_unstable();
        let end = pairs.last()?.x;
        let gap = (0..end).zip(values).find(|(v, value)| v != value).map(|(v, _)| format!("{v} does not occur once."));
        first.or(gap)
    })
}

/// Proposition (iii) for the differences below that of the last pair: by (iv) no more of them are to come.
fn differences(k: u64, m: u64, pairs: &[Position]) -> Option<String> {
    let last = pairs.last()?;
    let mut times: FxHashMap<u64, u64> = FxHashMap::default();
    for pair in pairs {
        *times.entry(pair.y - pair.x).or_default() += 1;
    }
    let of = |d: u64| times.get(&d).copied().unwrap_or(0);
    let wrong = |d: &u64| of(*d) != if d.is_multiple_of(m) { k } else { 0 };
    (0..last.y - last.x).find(wrong).map(|d| format!("The difference {d} occurs {} times.", of(d)))
}

fn ordered(scope: &Scope, concerned: impl Fn(&Position) -> bool) -> Result<Search, SolveError> {
    let side = scope.bound();
    let range = format!("k, m ≤ {MOST}, all pairs of P-positions with x, y < {side}");
    for (k, m) in each(MOST) {
        let board = fast(&blocking(k, m), side, scope)?;
        let p: Vec<Position> = square(side).filter(|at| board.is_p(*at)).filter(&concerned).collect();
        for (first, second) in p.iter().flat_map(|first| p.iter().map(move |second| (first, second))) {
            let keeps = || first.y + second.x <= second.y + first.x && first.y < second.y;
            if first.x < second.x && !keeps() {
                let found = format!("k = {k}, m = {m}: {first} and {second} are P, {} < {}.", first.x, second.x);
                return Ok(Search::of(range, Some(found)));
            }
        }
    }
    Ok(Search::of(range, None))
}

fn limit_of_ratios(scope: &Scope) -> Result<Search, SolveError> {
    of_pairs(scope, |k, m, pairs| {
        let (root, most) = (wythoff_root(m, k), Surd::rational(k + m + 2, 1));
        let far = |pair: &&Position| {
            let gap = &Surd::rational(pair.y, 1) - &(&root * &Surd::rational(pair.x, 1));
            gap >= most || gap <= -&most || scope.go_on().is_err()
        };
        pairs.iter().find(far).map(|pair| format!("{pair} is far from the line."))
    })
}

/// Two sums of `length` consecutive differences of an increasing sequence that differ by 2 or more. A sequence ⌊iα + γ⌋
/// has none. Lengths up to 64 are looked at.
fn unbalanced(sequence: &[u64]) -> Option<(usize, u64, u64)> {
    (1..sequence.len().min(65)).find_map(|length| {
        let sums = || sequence.iter().zip(&sequence[length..]).map(|(from, to)| to - from);
        let (least, most) = (sums().min()?, sums().max()?);
        (most - least >= 2).then_some((length, least, most))
    })
}

fn a_of(pairs: &[Position]) -> Vec<u64> {
    pairs.iter().skip(1).map(|pair| pair.x).collect()
}

fn beatty_if_divides(scope: &Scope) -> Result<Search, SolveError> {
    of_pairs(scope, |k, m, pairs| {
        let (length, least, most) = unbalanced(&a_of(pairs)).filter(|_| m.is_multiple_of(k))?;
        Some(format!("{length} differences of (a_i) in a row add up to {least} and to {most}."))
    })
}

fn interleaved(scope: &Scope) -> Result<Search, SolveError> {
    let count = scope.bound();
    let range = format!("k ≤ {MOST}, m ≤ {}, k | m, n < {count}", 2 * MOST);
    for (k, m) in each(2 * MOST).filter(|&(k, m)| k <= MOST && m.is_multiple_of(k)) {
        let width = u32::try_from(m / k).expect("m is a constant of the check");
        let (a, b) = beatty_pair(width, 1);
        for (i, pair) in (0_u64..).zip(pairs_of(k, m, count, scope)?) {
            scope.go_on()?;
            let n = IBig::from(i / k);
            let [x, y] = [&a, &b].map(|sequence| sequence.term(&n) * k + i % k);
            if (x.clone(), y.clone()) != (pair.x.into(), pair.y.into()) {
                let found = format!("k = {k}, m = {m}: pair {i} is {pair}, not ({x},{y}).");
                return Ok(Search::of(range, Some(found)));
            }
        }
    }
    Ok(Search::of(range, None))
}

/// How many terms show that a sequence is unbalanced, at least.
const WITNESSES: u64 = 4000;

/// `of_pairs` with as many terms as are needed to see that a sequence is unbalanced.
fn of_long_pairs(
    scope: &Scope,
    refute: impl Fn(u64, u64, &[Position]) -> Option<String>,
) -> Result<Search, SolveError> {
    let mut found = None;
    for (k, m) in each(MOST) {
        let pairs = pairs_of(k, m, WITNESSES, scope)?;
        found = found.or_else(|| refute(k, m, &pairs).map(|what| format!("k = {k}, m = {m}: {what}")));
    }
    Ok(Search::of(format!("k, m ≤ {MOST}, n < {WITNESSES} whatever the bound"), found))
}

fn never_beatty(scope: &Scope) -> Result<Search, SolveError> {
    of_long_pairs(scope, |k, _, pairs| {
        (k >= 2 && unbalanced(&a_of(pairs)).is_none()).then(|| "(a_i) is balanced as far as it was seen.".to_owned())
    })
}

fn not_interleaved(scope: &Scope) -> Result<Search, SolveError> {
    of_long_pairs(scope, |k, m, pairs| {
        let every = usize::try_from(k).ok()?;
        let is_unbalanced = |r: usize| {
            let a: Vec<u64> = pairs.iter().skip(r).step_by(every).map(|pair| pair.x).collect();
            let factor = a.windows(2).fold(0, |factor, pair| gcd(factor, pair[1] - pair[0])).max(1);
            let divided: Vec<u64> = a.iter().map(|term| (term - a[0]) / factor).collect();
            unbalanced(&divided).is_some()
        };
        let expected = !m.is_multiple_of(k);
        let found = (0..every).any(is_unbalanced);
        (found != expected).then(|| format!("That one of the k sequences is unbalanced is {found}."))
    })
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// ⌊(n−k+shift)α⌋ ≤ a_n ≤ ⌊nα⌋.
fn near_beatty(scope: &Scope, shift: i64) -> Result<Search, SolveError> {
    of_pairs(scope, |k, m, pairs| {
        let small = |n: u64| u32::try_from(n).expect("k and m are constants of the check");
        let multiples = Beatty::new(slopes(small(m), small(k)).0, Surd::rational(0, 1)).expect("α is positive");
        let outside = |(n, pair): &(u64, &Position)| {
            let (a, n) = (IBig::from(pair.x), IBig::from(*n));
            a > multiples.term(&n) || a < multiples.term(&(n - k + shift)) || scope.go_on().is_err()
        };
        (0..).zip(pairs).find(outside).map(|(n, pair)| format!("a_{n} = {} is outside.", pair.x))
    })
}

/// ξ(a,b) = #{(i,j) P in W_{k,m} : i < a, j − i = b − a}.
fn xi(board: &Board, Position { x, y }: Position) -> u64 {
    (1..=x.min(y)).filter(|t| board.is_p(at(x - t, y - t))).count() as u64
}

fn xi_blocks(scope: &Scope) -> Result<Search, SolveError> {
    let side = scope.bound();
    let range = format!("k, m ≤ {MOST}, x, y < {side}");
    for (k, m) in each(MOST) {
        let (board, rules) = (fast(&blocking(k, m), side, scope)?, rules(&blocking(k, m)));
        for here in square(side) {
            scope.go_on()?;
            let xi = xi(&board, here);
            let must_block = board.is_p(here).then(|| p_options(&rules, &board, here).len() as u64);
            if xi > k || must_block.is_some_and(|blocks| blocks != xi || xi >= k) {
                let found = format!("k = {k}, m = {m}: {here} has ξ = {xi}, and {must_block:?} P-options.");
                return Ok(Search::of(range, Some(found)));
            }
        }
    }
    Ok(Search::of(range, None))
}

/// Whether the move from the end of `play` to `to` m-imitates the move before it, by the definition.
fn imitates(m: u64, play: &[Position], to: Position) -> bool {
    let [.., before, from] = play else { return false };
    let taken = |from: Position, to: Position| (from.x - to.x, from.y - to.y);
    match (taken(*before, *from), taken(*from, to)) {
        ((x, 0), (0, r)) => before.x <= before.y && (x..x + m).contains(&r),
        ((0, x), (r, 0)) => before.y <= before.x && (x..x + m).contains(&r),
        _ => false,
    }
}

/// The options after a play in (k,m)-Imitation Nim, from the whole play: at most k − 1 consecutive m-imitations by one
/// and the same player.
fn legal(k: u64, m: u64, play: &[Position], nim: &Rules) -> Vec<Position> {
    let Some(&here) = play.last() else { return Vec::new() };
    // The mover's own earlier moves are every second one.
    let own = (1..play.len().saturating_sub(1)).rev().step_by(2);
    let in_a_row = own.take_while(|&i| imitates(m, &play[..i], play[i])).count() as u64;
    nim.options(here).into_iter().filter(|&to| !imitates(m, play, to) || in_a_row + 1 < k).collect()
}

/// Visits every play from each start x, y < side: after it, `visit` says where it may go on, or that it has found
/// something.
fn plays(
    side: u64,
    scope: &Scope,
    mut visit: impl FnMut(&[Position]) -> Result<Vec<Position>, String>,
) -> Result<Option<String>, SolveError> {
    memory_needed(side.saturating_mul(side))?;
    let mut open: Vec<Vec<Position>> = Vec::new();
    for start in square(side) {
        open.push(vec![start]);
        while let Some(play) = open.pop() {
            scope.go_on()?;
            match visit(&play) {
                Ok(options) => open.extend(options.into_iter().map(|to| [&play[..], &[to]].concat())),
                Err(found) => return Ok(Some(found)),
            }
        }
    }
    Ok(None)
}

fn credits(scope: &Scope) -> Result<Search, SolveError> {
    let (side, nim) = (scope.bound(), rules("nim"));
    let range = format!("k, m ≤ 3, every play from x, y < {side}");
    for (k, m) in each(3) {
        let text = format!("imitation:m={m},p={k}");
        let (rules, counting) = (rules(&text), Play::new(k, m, Reading::Before));
        let found = plays(side, scope, |play| {
            let options = legal(k, m, play, &nim);
            let (here, history) = play.split_last().ok_or("an empty play")?;
            let state = replay(&rules, counting.limits, history, here).map_err(|error| error.to_string())?;
            let mut counted: Vec<Position> = counting.options(&state).iter().map(|next| next.position).collect();
            counted.sort_unstable();
            match unlike(&format!("k = {k}, m = {m}, {play:?}"), counted, options.clone()) {
                None => Ok(options),
                Some(found) => Err(found),
            }
        })?;
        if found.is_some() {
            return Ok(Search::of(range, found));
        }
    }
    Ok(Search::of(range, None))
}

/// The starting positions of (k,m)-Imitation Nim under a reading against W_{k,m}.
fn reading(scope: &Scope, reading: Reading) -> Result<Search, SolveError> {
    let side = scope.bound();
    let range = format!("k, m ≤ 3, starts x, y < {side}");
    for (k, m) in each(3) {
        let play = Play::from_starts(k, m, reading, side, scope)?;
        let board = literal(&blocking(k, m), side, scope)?;
        let is_p = |start: Position| play.is_p[&play.limits.start(start)];
        let found = difference(&board, side, &format!("W_{{{k},{m}}}"), is_p);
        if found.is_some() {
            return Ok(Search::of(range, found));
        }
    }
    if reading == Reading::Before {
        return Ok(Search::of(range, None));
    }
    let note =
        format!("In play {} outcomes are others than with sizes before (m = k = 1, piles < 14).", changed(scope)?);
    Ok(Search::of(range, None).with_note(note))
}

/// How many states of Imitation Nim, reached under both readings, have another outcome.
fn changed(scope: &Scope) -> Result<usize, SolveError> {
    let [before, after] = [Reading::Before, Reading::After].map(|reading| Play::from_starts(1, 1, reading, 14, scope));
    // Whether a move is armed belongs to the reading.
    let key = |state: &State| (state.position, state.last.map(|last| (last.heap, last.taken)), state.own, state.opp);
    let before: FxHashMap<_, bool> = before?.is_p.iter().map(|(state, is_p)| (key(state), *is_p)).collect();
    let differs = |(state, is_p): &(&State, &bool)| before.get(&key(state)).is_some_and(|other| other != *is_p);
    Ok(after?.is_p.iter().filter(differs).count())
}

fn numbers_of_options(scope: &Scope) -> Result<Search, SolveError> {
    const SIDE: u64 = 12;
    let (side, nim) = (scope.bound(), rules("nim"));
    let range = format!("k, m ≤ 4: W_{{k,m}} on x, y < {SIDE}; k, m ≤ 3: every play of Nim from x, y < {side}");
    // The options that are left when as many as possible are blocked.
    let left = |here: Position, k: u64, m: u64| {
        let rules = rules(&blocking(k, m));
        let options = rules.options(here);
        let is_blockable =
            |to: &&Position| here.move_to(&**to).is_some_and(|removal| rules.twist.class().contains(&removal));
        options.len() as u64 - (options.iter().filter(is_blockable).count() as u64).min(k - 1)
    };
    for here in square(SIDE) {
        scope.go_on()?;
        for (k, m) in each(3) {
            let (now, more_blocks, wider) = (left(here, k, m), left(here, k + 1, m), left(here, k, m + 1));
            if more_blocks > now || wider < now || left(here, 1, m) < nim.options(here).len() as u64 {
                let found =
                    format!("{here}, k = {k}, m = {m}: {now} options, {more_blocks} for k + 1, {wider} for m + 1.");
                return Ok(Search::of(range, Some(found)));
            }
        }
    }
    let found = plays(side, scope, |play| {
        // A play counts in a game when each of its moves is legal there.
        let is_play = |k, m| (1..play.len()).all(|i| legal(k, m, &play[..i], &nim).contains(&play[i]));
        let count = |k, m| is_play(k, m).then(|| legal(k, m, play, &nim).len());
        let free = nim.options(*play.last().ok_or("an empty play")?);
        for (k, m) in each(2) {
            let Some(now) = count(k, m) else { continue };
            let fewer = count(k + 1, m).is_none_or(|more| more < now);
            let more = count(k, m + 1).is_some_and(|less| less > now);
            if fewer || more || now > free.len() {
                return Err(format!("{play:?}: {now} options for k = {k}, m = {m}."));
            }
        }
        Ok(free)
    })?;
    Ok(Search::of(range, found))
}

/// The games of the main theorem, with the piles that all plays start from.
fn imitation_games(side: u64) -> impl Iterator<Item = (u64, u64, u64)> {
    const LARGER: [(u64, u64); 6] = [(2, 5), (3, 6), (5, 2), (5, 5), (6, 6), (6, 1)];
    each(4).map(move |(k, m)| (k, m, side)).chain(LARGER.into_iter().map(move |(k, m)| (k, m, side.min(16))))
}

fn imitation_range(side: u64, what: &str) -> String {
    let larger = side.min(16);
    format!("{what}: k, m ≤ 4, piles < {side}; (k,m) = (2,5), (3,6), (5,2), (5,5), (6,6), (6,1), piles < {larger}")
}

/// What the main theorem says of a state.
fn is_p_by_theorem(play: &Play, board: &Board, state: &State) -> bool {
    let Position { x: a, y: b } = upper(state.position);
    if board.is_p(at(a, b)) && xi(board, at(a, b)) <= u64::from(state.opp) {
        return true;
    }
    (a..b).filter(|&c| board.is_p(at(a, c))).any(|c| {
        let removal = if state.position.is_upper() { Move::new(0, b - c) } else { Move::new(b - c, 0) };
        // L(a, c) is the credit that the mover would have there; −1, when he may not go, is below every ξ.
        play.after(state, removal).is_none_or(|next| u64::from(next.opp) < xi(board, at(a, c)))
    })
}

fn main_theorem(scope: &Scope) -> Result<Search, SolveError> {
    let (mut count, mut found) = (0, None);
    for (k, m, side) in imitation_games(scope.bound()) {
        let play = Play::from_starts(k, m, Reading::Before, side, scope)?;
        let board = literal(&blocking(k, m), side, scope)?;
        for (state, is_p) in &play.is_p {
            if is_p_by_theorem(&play, &board, state) != *is_p {
                found.get_or_insert(format!("k = {k}, m = {m}: {state:?} is P: {is_p}, the theorem says otherwise."));
            }
        }
        count += play.is_p.len();
    }
    Ok(Search::of(imitation_range(scope.bound(), &format!("every reachable state ({count})")), found))
}

fn main_theorem_starts(scope: &Scope) -> Result<Search, SolveError> {
    let range = imitation_range(scope.bound(), "starts");
    for (k, m, side) in imitation_games(scope.bound()) {
        let imitation = literal(&format!("imitation:m={m},p={k}"), side, scope)?;
        let board = literal(&blocking(k, m), side, scope)?;
        let found = difference(&imitation, side, &format!("k = {k}, m = {m}"), |at| board.is_p(at));
        if found.is_some() {
            return Ok(Search::of(range, found));
        }
    }
    Ok(Search::of(range, None))
}
