//! What several papers' checks need.

use dashu_int::ops::Gcd;
use rustc_hash::{FxHashMap, FxHashSet};

use super::text::{Text, cell};
use super::{Check, Evidence, Expect, Scope};
use crate::board::{Board, Cell};
use crate::engine::memory_needed;
use crate::game::{Game, Rules};
use crate::position::Position;
use crate::solve::{self, Engine, SolveError};
use crate::table::Extent;

/// What a check returns.
pub(super) type Checked = Result<Evidence, SolveError>;
/// The first counterexample, in words, if there is one.
pub(super) type Found = Result<Option<String>, SolveError>;

type Run = fn(&Scope) -> Checked;

/// A statement that holds: a theorem, a table that is right, a corrected form.
pub(super) const fn holds(
    id: &'static str,
    source: &'static str,
    statement: &'static str,
    bound: u64,
    run: Run,
) -> Check {
    Check { id, source, statement: Text(statement), expect: Expect::Holds, bound, run }
}

/// A misprint, and the id of its corrected form.
pub(super) const fn printed(
    id: &'static str,
    source: &'static str,
    statement: &'static str,
    corrected: &'static str,
    bound: u64,
    run: Run,
) -> Check {
    Check { id, source, statement: Text(statement), expect: Expect::Fails { corrected }, bound, run }
}

/// An open question: whether this holds.
pub(super) const fn open(check: Check) -> Check {
    Check { expect: Expect::Open, ..check }
}

// ---------------------------------------------------------------------------------------------------------------------
// Searches.

/// What the first of `items` that is refuted is refuted by.
pub(super) fn first<T>(scope: &Scope, items: impl IntoIterator<Item = T>, mut refute: impl FnMut(T) -> Found) -> Found {
    for item in items {
        scope.go_on()?;
        if let Some(found) = refute(item)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// The first claim that is false, in words.
pub(super) fn first_false<C: AsRef<str>>(claims: impl IntoIterator<Item = (C, bool)>) -> Option<String> {
    claims.into_iter().find(|(_, holds)| !holds).map(|(claim, _)| format!("It is not so that {}.", claim.as_ref()))
}

/// Every pair of the two ranges, by the first.
pub(super) fn each<T: Copy>(
    one: impl IntoIterator<Item = T>,
    other: impl IntoIterator<Item = T> + Clone,
) -> impl Iterator<Item = (T, T)> {
    one.into_iter().flat_map(move |one| other.clone().into_iter().map(move |other| (one, other)))
}

/// Every position with x, y < `side`, by x + y and then x: the first one that fails is a smallest one.
pub(super) fn square(side: u64) -> impl Iterator<Item = Position> {
    (0..side.saturating_mul(2).saturating_sub(1))
        .flat_map(move |sum| (sum.saturating_sub(side - 1)..=sum.min(side - 1)).map(move |x| at(x, sum - x)))
}

/// The first position on which the board of a game and `expected` differ, in words.
pub(super) fn difference(
    (game, board): (&str, &Board),
    side: u64,
    name: &str,
    scope: &Scope,
    expected: impl Fn(Position) -> bool,
) -> Found {
    first(scope, square(side), |at| {
        let words = || {
            let (is, says) = match board.cell(at) {
                Cell::Removed => ("not on the board", "P"),
                cell if cell.is_p() => ("P", "N"),
                Cell::Has(_) => ("N", "P"),
            };
            format!("{name}: {} is {is}, the statement says {says}.", cell(game, at))
        };
        Ok((board.is_p(at) != expected(at)).then(words))
    })
}

// ---------------------------------------------------------------------------------------------------------------------
// Games.

/// The game that `text` stands for.
///
/// # Panics
/// When it stands for none: the texts are constants of the checks.
pub(super) fn game(text: &str) -> Game {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Its rules.
pub(super) fn rules(text: &str) -> Rules {
    game(text).rules().expect("play begins at once").clone()
}

/// The board x, y < `side` from the rules alone: by the reference engine, which applies the definitions literally.
pub(super) fn literal(text: &str, side: u64, scope: &Scope) -> Result<Board, SolveError> {
    board_by(Engine::Reference, text, side, scope)
}

/// The board x, y < `side` by the lines engine, for sizes that the reference engine can't reach.
pub(super) fn fast(text: &str, side: u64, scope: &Scope) -> Result<Board, SolveError> {
    board_by(Engine::Lines, text, side, scope)
}

fn board_by(engine: Engine, text: &str, side: u64, scope: &Scope) -> Result<Board, SolveError> {
    solve::board(&game(text), side, side, Some(engine), scope)
}

/// The options of `from` that are P.
pub(super) fn p_options(rules: &Rules, board: &Board, from: Position) -> Vec<Position> {
    rules.options(from).into_iter().filter(|&to| board.is_p(to)).collect()
}

/// The upper P-positions of the columns x < `columns`, whole, ordered by (x, y).
pub(super) fn upper_of_columns(text: &str, columns: u64, scope: &Scope) -> Result<Vec<Position>, SolveError> {
    columns.checked_sub(1).map_or(Ok(Vec::new()), |last| upper_p(text, Extent::MaxX(last), scope))
}

/// The first `count` upper P-positions, ordered by (x, y).
pub(super) fn first_upper(text: &str, count: u64, scope: &Scope) -> Result<Vec<Position>, SolveError> {
    upper_p(text, Extent::Count(count), scope)
}

fn upper_p(text: &str, extent: Extent, scope: &Scope) -> Result<Vec<Position>, SolveError> {
    game(text).p_positions().extent(extent).engine(Engine::Lines).watch(scope).collect()
}

// ---------------------------------------------------------------------------------------------------------------------
// Positions, pairs and numbers.

pub(super) const fn at(x: u64, y: u64) -> Position {
    Position::new(x, y)
}

/// The smaller heap first.
pub(super) fn sorted(Position { x, y }: Position) -> Position {
    at(x.min(y), x.max(y))
}

pub(super) fn index(number: impl Into<u64>) -> usize {
    usize::try_from(number.into()).expect("the sizes were checked")
}

pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if (a, b) == (0, 0) { 0 } else { a.gcd(b) }
}

/// (⌊φn⌋, ⌊φ²n⌋) with the golden ratio φ: ⌊φn⌋ = ⌊(n + ⌊√(5n²)⌋)/2⌋, and φ²n = φn + n.
pub(super) fn golden(n: u64) -> Position {
    let wide = u128::from(n);
    let a = u64::try_from(wide.midpoint((5 * wide * wide).isqrt())).expect("⌊φn⌋ < 2n");
    at(a, a + n)
}

/// a_n = mex{a_i, b_i : i < n}, b_n = a_n + difference(n), for n < `count`: literally.
pub(super) fn mex_pairs(
    count: u64,
    scope: &Scope,
    difference: impl Fn(u64) -> u64,
) -> Result<Vec<Position>, SolveError> {
    memory_needed(count.saturating_mul(64))?;
    let (mut used, mut a) = (FxHashSet::default(), 0);
    let mut pair = |n| {
        scope.go_on()?;
        while used.contains(&a) {
            a += 1;
        }
        let b = a + difference(n);
        used.extend([a, b]);
        Ok(at(a, b))
    };
    (0..count).map(&mut pair).collect()
}

/// How often each number occurs.
pub(super) fn occurrences(numbers: impl Iterator<Item = u64>) -> impl Fn(u64) -> u64 {
    let mut counts: FxHashMap<u64, u64> = FxHashMap::default();
    for number in numbers {
        *counts.entry(number).or_default() += 1;
    }
    move |number| counts.get(&number).copied().unwrap_or(0)
}

/// Two stretches of the same length over which the increasing sequence grows by amounts that differ by more than
/// `slack`: the length and the amounts. With slack 1 there are none in ⌊nα + γ⌋.
pub(super) fn unbalanced(sequence: &[u64], slack: u64, scope: &Scope) -> Result<Option<(usize, u64, u64)>, SolveError> {
    for length in 1..sequence.len() {
        scope.go_on()?;
        let growth = || sequence.iter().zip(&sequence[length..]).map(|(from, to)| to - from);
        if let (Some(least), Some(most)) = (growth().min(), growth().max())
            && most - least > slack
        {
            return Ok(Some((length, least, most)));
        }
    }
    Ok(None)
}
