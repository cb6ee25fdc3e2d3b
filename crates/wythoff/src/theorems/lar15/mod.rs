//! Lar15: *Restrictions of m-Wythoff Nim and p-complementary Beatty sequences*.
//!
//! a and b are always a^{m,p} and b^{m,p} of (1) and (2). An (l,p)-rook goes 0, …, l−1 modulo p steps; l = 0 means l =
//! 1.

mod section_1;
mod section_2_1;
mod section_2_2;
mod section_3;
mod section_4;
mod section_5;
mod section_7;
mod theorem_2_1;

use std::ops::{ControlFlow, Range, RangeInclusive};

use rustc_hash::FxHashSet;

use crate::exact::{Beatty, IBig, Surd, beatty_pair};
use crate::position::Position;
use crate::solve::{Columns, Engine, SolveError};
use crate::theorems::text::{cell, words_at};
use crate::theorems::tools::{
    Checked, Found, at, difference, each, fast, first, first_upper, game, gcd, rules, square,
};
use crate::theorems::{Check, Evidence, Scope};

/// What the paper states, section by section.
pub(super) const SECTIONS: &[&[Check]] = &[
    section_1::CHECKS,
    section_2_1::CHECKS,
    section_2_2::CHECKS,
    theorem_2_1::CHECKS,
    section_3::CHECKS,
    section_4::CHECKS,
    section_5::CHECKS,
    section_7::CHECKS,
];

// ---------------------------------------------------------------------------------------------------------------------
// The sequences.

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

/// The d of the pairs α = 1 + 1/√d, β = 1 + √d: irrational, and 1/α + 1/β = 1.
const ROOTS: [u32; 5] = [2, 3, 5, 7, 10];

/// α = 1 + 1/√d and β = 1 + √d.
fn irrational(d: u32) -> (Surd, Surd) {
    (Surd::new(d, 1, d, d), Surd::new(1, 1, d, 1))
}

/// Rational α and β with 1/α + 1/β = 1, as numerators and denominators.
const RATIONAL: [((u32, u32), (u32, u32)); 3] = [((3, 2), (3, 1)), ((4, 3), (4, 1)), ((5, 3), (5, 2))];

fn rational((alpha, beta): ((u32, u32), (u32, u32))) -> (Surd, Surd) {
    (Surd::rational(alpha.0, alpha.1), Surd::rational(beta.0, beta.1))
}

/// A rational pair fails at a value below this, for p ≤ 6.
const RATIONAL_FAILS_BELOW: u64 = 60;

/// ⌊nα/p⌋.
fn scaled(alpha: &Surd, p: u64) -> Beatty {
    Beatty::new(alpha * &Surd::rational(1, p), Surd::rational(0, 1)).expect("slopes are positive")
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

/// Whether ⌊iα/p⌋, i ≥ `from`, and ⌊iβ/p⌋, i ≥ 1, represent each v ≥ `start` exactly p times if α and β are irrational,
/// and not if they are rational.
fn irrational_only(scope: &Scope, p: RangeInclusive<u64>, from: u64, start: u64) -> Checked {
    let uneven = |(alpha, beta): &(Surd, Surd), p, end| {
        let (x, y) = (scaled(alpha, p), scaled(beta, p));
        uneven(scope, [Counter::new(&x, from, 1), Counter::new(&y, 1, 1)], p, start..end)
    };
    let end = scope.bound();
    let far = end.max(RATIONAL_FAILS_BELOW);
    let range =
        format!("$β = 1 + √d$, $d ∈ {ROOTS:?}$, {}, $v < {end}$; $α = 3/2, 4/3, 5/3$, $v < {far}$", span("p", &p));
    let irrational = first(scope, ROOTS.into_iter().flat_map(|d| p.clone().map(move |p| (d, p))), |(d, p)| {
        let uneven = uneven(&irrational(d), p, end)?;
        Ok(uneven.map(|(v, count)| format!("$β = 1 + √{d}$, $p = {p}$: {v} is represented {count} times, not {p}.")))
    })?;
    let rational =
        first(scope, RATIONAL.into_iter().flat_map(|pair| p.clone().map(move |p| (pair, p))), |(pair, p)| {
            let slopes = rational(pair);
            let even = uneven(&slopes, p, far)?.is_none();
            Ok(even.then(|| format!("$α = {}$, $p = {p}$: each $v < {far}$ is represented {p} times.", slopes.0)))
        })?;
    Ok(Evidence::new(range, irrational.or(rational)))
}

/// The least v ≥ 0 that is not excluded.
fn mex(excluded: impl Fn(u64) -> bool) -> u64 {
    (0..=u64::MAX).find(|&v| !excluded(v)).expect("finitely many values are excluded")
}

fn mex_with_multiplicity(_: u64, p: u64, x: &[u64], y: &[u64]) -> u64 {
    mex(|v| x.iter().zip(y).filter(|&(&x, &y)| v == x || v == y).count() as u64 >= p)
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
            Ok(differs.then(|| {
                format!(
                    "$m = {m}$, $p = {p}$, $n = {n}$: $({x_n},{y_n})$ is not $(a_n, b_n) = \
                                        ({a},{b})$."
                )
            }))
        })
    })?;
    let p = if p_most == 1 { "$p = 1$".to_owned() } else { format!("$p ≤ {p_most}$") };
    Ok(Evidence::new(format!("$m ≤ {m_most}$, {p}, $n < {end}$"), found))
}

// ---------------------------------------------------------------------------------------------------------------------
// Positions and games.

/// The largest side of a board whose cells are visited one by one without an engine.
const VISIT_LIMIT: u64 = 1 << 12;

/// How a range of a constant is written: `m ≤ 6`, `2 ≤ p ≤ 5`, `m = 1`.
fn span(name: &str, range: &RangeInclusive<u64>) -> String {
    match (*range.start(), *range.end()) {
        (first, last) if first == last => format!("${name} = {last}$"),
        (1, last) => format!("${name} ≤ {last}$"),
        (first, last) => format!("${first} ≤ {name} ≤ {last}$"),
    }
}

/// An m-bishop, and a rook with the given residues modulo `modulus`.
fn modulo(m: u64, modulus: u64, residues: impl IntoIterator<Item = u64>) -> String {
    let mut residues: Vec<u64> = residues.into_iter().collect();
    residues.sort_unstable();
    let residues: Vec<String> = residues.iter().map(u64::to_string).collect();
    format!("custom: bishop({m}) + rook(mod {modulus}: {})", residues.join(","))
}

/// Whole columns of the game, from x = 0 on.
fn columns(text: &str) -> Result<Columns, SolveError> {
    Columns::new(&game(text), Some(Engine::Lines))
}

/// The positions (a_n, b_n) with b_n < side.
fn upper_pairs(m: u64, p: u64, side: u64) -> Vec<Position> {
    pairs(m, p).take_while(|pair| pair.1 < side).map(|(a, b)| at(a, b)).collect()
}

/// The positions and their mirror images.
fn both_ways(upper: &[Position]) -> FxHashSet<Position> {
    upper.iter().flat_map(|&at| [at, at.mirrored()]).collect()
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

/// Where the P-positions of the game, x, y < side, are not {a_n, b_n} of m and p.
fn unlike_pairs(name: &str, text: &str, side: u64, scope: &Scope, (m, p): (u64, u64)) -> Found {
    let board = fast(text, side, scope)?;
    let expected = both_ways(&upper_pairs(m, p, side));
    difference((text, &board), side, name, scope, |at| expected.contains(&at))
}

/// Whether the P-positions of games with constants m and p are {a_n, b_n}.
fn boards(scope: &Scope, m: RangeInclusive<u64>, p: RangeInclusive<u64>, text: impl Fn(u64, u64) -> String) -> Checked {
    let side = scope.bound();
    let range = format!("{}, {}, $x, y < {side}$", span("m", &m), span("p", &p));
    let found = first(scope, each(m, p), |(m, p)| {
        unlike_pairs(&format!("$m = {m}$, $p = {p}$"), &text(m, p), side, scope, (m, p))
    })?;
    Ok(Evidence::new(range, found))
}

/// The first position of the board, x, y < side, that is terminal or in `expected` but not both.
fn unlike_terminal(scope: &Scope, text: &str, side: u64, expected: [Position; 2]) -> Found {
    let rules = rules(text);
    first(scope, square(side), |here| {
        let is_terminal = rules.exists(&here) && rules.visit_options(here, |_, _| ControlFlow::Break(())).is_continue();
        let (is, says) = if is_terminal { ("is", "not") } else { ("is not", "so") };
        let differs = is_terminal != expected.contains(&here);
        Ok(differs.then(|| format!("{text}: {} {is} terminal, the statement says {says}.", cell(text, here))))
    })
}

/// The columns of a table against upper P-positions, and against a and b for constants (m, p).
fn table(scope: &Scope, texts: &[&str], table: &[Position], formula: Option<(u64, u64)>) -> Checked {
    let count = scope.bound().min(17);
    let differ = |name: &str, show: &dyn Fn(Position) -> String, true_pairs: &[Position]| {
        let mut columns = (0..).zip(table.iter().zip(true_pairs));
        let wrong = columns.find(|(_, (printed, truth))| printed != truth);
        wrong.map(|(n, (&printed, &truth))| {
            format!("$n = {n}$: the table has {}, {name} has {}.", show(printed), show(truth))
        })
    };
    let by_games =
        first(scope, texts, |text| Ok(differ(text, &|at| cell(text, at), &first_upper(text, count, scope)?)))?;
    let by_formula = formula.and_then(|(m, p)| {
        let true_pairs: Vec<Position> = pairs(m, p).take(17).map(|(a, b)| at(a, b)).collect();
        differ("the formula", &|at| at.to_string(), &true_pairs)
    });
    Ok(Evidence::new(format!("$n < {count}$"), by_games.or(by_formula)))
}

/// mWN^(l,p).
#[derive(Clone, Copy)]
struct Case {
    l: u64,
    m: u64,
    p: u64,
}

impl Case {
    fn text(self) -> String {
        format!("modulo:m={},p={},l={}", self.m, self.p, self.l)
    }

    fn in_words(self) -> String {
        format!("$m = {}$, $p = {}$, $l = {}$", self.m, self.p, self.l)
    }
}

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
            None if side > m * (q / common) => Some(format!(
                "{name}: the P-positions are ${{a_i, b_i}}$ of $m$ and \
                                                             $p/l$."
            )),
            _ => None,
        })
    })?;
    let range = if *l.end() == 1 {
        format!("$m, p ≤ {m_most}$, $x, y < {side}$")
    } else {
        format!("{}, $m/l ≤ {m_most}$, $p/l ≤ {q_most}$, $x, y < {side}$", span("l", &l))
    };
    Ok(Evidence::new(range, found))
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
    let range = format!("{}, {}, {l}, columns $x < {end}$", span("m", &m), span("p", &p));
    let cases = each(p, m).flat_map(|(p, m)| (1..=p).map(move |l| Case { l, m, p }));
    let found = first(scope, cases, |case| {
        let Some(allowed) = allowed(case.p, case.l) else { return Ok(None) };
        let mut columns = columns(&case.text())?;
        first(scope, 0..end, |x| {
            let column = columns.next(u64::MAX)?.p;
            let held = column.len() as u64;
            let says = if allowed.start() == allowed.end() {
                allowed.end().to_string()
            } else {
                format!("{} to {}", allowed.start(), allowed.end())
            };
            let words = || {
                let column =
                    words_at(&format!("column {x}"), &case.text(), at(x, column.last().copied().unwrap_or_default()));
                format!("{}: {column} holds {held} P-positions, the statement says {says}.", case.in_words())
            };
            Ok((!allowed.contains(&held)).then(words))
        })
    })?;
    Ok(Evidence::new(range, found))
}
