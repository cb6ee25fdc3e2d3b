//! W, that is (m,p)-Wythoff Nim (`diagonal-blocking:m,p`), and (m,p)-Imitation Nim, of which Lar13 and Lar09 both
//! speak. Lar13 writes k for p: what the papers share takes the `letter` for its sentences.

use rustc_hash::FxHashMap;

use super::tools::{
    Checked, Found, at, difference, each, fast, first, gcd, index, literal, mex_pairs, occurrences, sorted, square,
    unbalanced, upper_of_columns,
};
use super::{Evidence, Scope};
use crate::board::Board;
use crate::engine::states_needed;
use crate::exact::{IBig, beatty_pair};
use crate::game::history::{Heap, Kind, Limits, State};
use crate::position::{Move, Position, parse_positions};
use crate::solve::SolveError;

/// All (m, p) up to 6.
pub(super) fn up_to_6() -> impl Iterator<Item = (u32, u32)> {
    each(1..=6, 1..=6)
}

/// W in our notation.
pub(super) fn name(m: u32, p: u32) -> String {
    format!("diagonal-blocking:m={m},p={p}")
}

/// The board of W.
pub(super) fn wythoff(m: u32, p: u32, side: u64, scope: &Scope) -> Result<Board, SolveError> {
    fast(&name(m, p), side, scope)
}

/// The first `count` pairs as Lar09 Definition 13 has them: a_n = mex{a_i, b_i : i < n}, b_n = a_n + m⌊n/p⌋.
pub(super) fn definition_13(m: u32, p: u32, count: u64, scope: &Scope) -> Result<Vec<Position>, SolveError> {
    mex_pairs(count, scope, |n| u64::from(m) * (n / u64::from(p)))
}

/// (a_n) or (b_n) of a list of pairs.
pub(super) fn terms<'p>(pairs: impl IntoIterator<Item = &'p Position>, of: impl Fn(&Position) -> u64) -> Vec<u64> {
    pairs.into_iter().map(of).collect()
}

/// ξ of Lar09 Definition 17: the P-positions (i, j) of W with j − i = b − a and i < a.
pub(super) fn xi(wythoff: &Board, here: Position) -> u64 {
    (1..=here.x.min(here.y)).map(|t| u64::from(wythoff.is_p(at(here.x - t, here.y - t)))).sum()
}

// ---------------------------------------------------------------------------------------------------------------------
// Imitation Nim by its states.

/// When the heap of an imitable removal is to be the smaller one, or an equal one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// Before the removal (Lar09 Definition 1).
    Before,
    /// After it.
    After,
}

/// (m,p)-Imitation Nim: the outcome of every state that was met, told apart by all that it holds.
pub(super) struct Imitation {
    pub(super) limits: Limits,
    reading: Reading,
    pub(super) is_p: FxHashMap<State, bool>,
}

pub(super) const P: Option<bool> = Some(true);
pub(super) const N: Option<bool> = Some(false);

impl Imitation {
    pub(super) fn new(m: u32, p: u32) -> Self {
        Self { limits: Limits { m, p }, reading: Reading::Before, is_p: FxHashMap::default() }
    }

    /// Every state that play reaches from a start with heaps below `side`.
    pub(super) fn reached(m: u32, p: u32, side: u64, scope: &Scope) -> Result<Self, SolveError> {
        Self::read(Reading::Before, m, p, side, scope)
    }

    /// The same under a reading.
    pub(super) fn read(reading: Reading, m: u32, p: u32, side: u64, scope: &Scope) -> Result<Self, SolveError> {
        let mut imitation = Self { reading, ..Self::new(m, p) };
        states_needed(imitation.limits, side, side)?;
        for start in square(side) {
            scope.go_on()?;
            imitation.start(start);
        }
        Ok(imitation)
    }

    /// The state after a legal move.
    pub(super) fn next(&self, state: &State, removal: Move) -> Option<State> {
        let mut next = self.limits.after(state, removal)?;
        if let (Reading::After, Some(last)) = (self.reading, &mut next.last) {
            let Position { x, y } = next.position;
            last.armed = if last.heap == Heap::X { x <= y } else { y <= x };
        }
        Some(next)
    }

    /// The states that legal moves lead to.
    pub(super) fn options(&self, state: &State) -> Vec<State> {
        let Position { x, y } = state.position;
        let removals = (1..=x).map(|i| Move::new(i, 0)).chain((1..=y).map(|j| Move::new(0, j)));
        removals.filter_map(|removal| self.next(state, removal)).collect()
    }

    /// Whether a state is P: no legal move leads to P. The search never breaks off, so that it meets every state.
    pub(super) fn judge(&mut self, state: State) -> bool {
        if let Some(&known) = self.is_p.get(&state) {
            return known;
        }
        let is_p = self.options(&state).into_iter().fold(true, |is_p, next| is_p & !self.judge(next));
        self.is_p.insert(state, is_p);
        is_p
    }

    /// Whether a start is P.
    pub(super) fn start(&mut self, start: Position) -> bool {
        self.judge(self.limits.start(start))
    }

    /// Whether P arises by a play, a start and at least one move; `None` when the last move is not permitted.
    pub(super) fn after(&mut self, play: &str) -> Option<bool> {
        let (before, removal) = self.last_move(play)?;
        self.next(&before, removal).map(|state| self.judge(state))
    }

    /// Whether the play's last move is permitted.
    pub(super) fn permits(&self, play: &str) -> bool {
        self.last_move(play).is_some_and(|(before, removal)| self.next(&before, removal).is_some())
    }

    /// Whether the last move of the play is an imitation, permitted or not.
    pub(super) fn imitates(&self, play: &str) -> bool {
        self.last_move(play).is_some_and(|(before, removal)| self.limits.kind(&before, &removal) != Kind::Plain)
    }

    /// The state before the last move of a play, and that move.
    fn last_move(&self, play: &str) -> Option<(State, Move)> {
        let play = parse_positions(play).expect("the plays are constants of the checks");
        let (&last, earlier) = play.split_last()?;
        let (&start, between) = earlier.split_first()?;
        let step = |state: State, to: &Position| self.next(&state, state.position.move_to(to)?);
        let before = between.iter().try_fold(self.limits.start(start), step)?;
        Some((before, before.position.move_to(&last)?))
    }
}

/// A state, in words.
pub(super) fn in_words(limits: Limits, letter: &str, state: &State) -> String {
    let last = match state.last {
        None => "no imitable move".to_owned(),
        Some(last) => format!("the removal of {} ({}imitable)", last.taken, if last.armed { "" } else { "not " }),
    };
    let State { position, own, opp, .. } = state;
    format!("$m = {}$, ${letter} = {}$: {position} after {last}, credits {own} and {opp}", limits.m, limits.p)
}

/// (I) or (II) of Lar09 Theorem 19, as it is written: whether the state is P.
pub(super) fn theorem_19(limits: Limits, wythoff: &Board, state: &State) -> bool {
    let here = state.position;
    let one = wythoff.is_p(here) && xi(wythoff, here) <= u64::from(state.opp);
    let Position { x: a, y: b } = sorted(here);
    let two = (a..b).filter(|&c| wythoff.is_p(at(a, c))).any(|c| {
        let removal = if here.is_upper() { Move::new(0, b - c) } else { Move::new(b - c, 0) };
        // L(a, c) is the credit that the mover would have there, and −1 when he may not go.
        let credit = limits.after(state, removal).map(|next| u64::from(next.opp));
        let xi = xi(wythoff, at(a, c));
        credit.is_none_or(|credit| credit < xi) && xi < u64::from(limits.p)
    });
    one || two
}

// ---------------------------------------------------------------------------------------------------------------------
// What both papers state.

/// Whether the P-positions of 2-pile Nim are those `expected`.
pub(super) fn nim(scope: &Scope, expected: impl Fn(Position) -> bool) -> Checked {
    let side = scope.bound();
    let board = literal("nim", side, scope)?;
    Ok(Evidence::new(format!("$x, y < {side}$"), difference(("nim", &board), side, "2-pile Nim", scope, expected)?))
}

/// The games in which states are searched: m, p ≤ 4 with heaps below `side`, six larger ones with heaps below 2/3 of
/// it.
fn searched(side: u64) -> impl Iterator<Item = (u32, u32, u64)> {
    const LARGER: [(u32, u32); 6] = [(5, 2), (6, 3), (2, 5), (5, 5), (6, 6), (1, 6)];
    each(1..=4, 1..=4).map(move |(m, p)| (m, p, side)).chain(LARGER.map(|(m, p)| (m, p, side / 3 * 2)))
}

fn searched_in_words(side: u64, letter: &str) -> String {
    let (six, less) = ("(5,2), (6,3), (2,5), (5,5), (6,6), (1,6)", side / 3 * 2);
    format!("$m, {letter} ≤ 4$, heaps $< {side}$; $(m,{letter}) = {six}$, heaps $< {less}$")
}

/// Whether [`theorem_19`] is right about every reachable state.
pub(super) fn reachable_states(scope: &Scope, letter: &str) -> Checked {
    let side = scope.bound();
    let mut count = 0;
    let found = first(scope, searched(side), |(m, p, side)| {
        let imitation = Imitation::reached(m, p, side, scope)?;
        let wythoff = wythoff(m, p, side, scope)?;
        count += imitation.is_p.len();
        first(scope, &imitation.is_p, |(state, &is_p)| {
            let refuted = is_p != theorem_19(imitation.limits, &wythoff, state);
            let outcome = if is_p { "P" } else { "N" };
            Ok(refuted.then(|| format!("{}: it is {outcome}.", in_words(imitation.limits, letter, state))))
        })
    })?;
    Ok(Evidence::new(searched_in_words(side, letter), found).with_note(format!("{count} reachable states.")))
}

/// Whether starts have the outcomes of W.
pub(super) fn starts(scope: &Scope, letter: &str) -> Checked {
    let side = scope.bound();
    let found = first(scope, searched(side), |(m, p, side)| starts_differ(m, p, side, scope))?;
    Ok(Evidence::new(searched_in_words(side, letter), found))
}

/// The same for Imitation Nim and Wythoff Nim.
pub(super) fn starts_of_imitation_nim(scope: &Scope) -> Checked {
    let side = scope.bound();
    Ok(Evidence::new(format!("starts $x, y < {side}$"), starts_differ(1, 1, side, scope)?))
}

/// The first start of (m,p)-Imitation Nim whose outcome is not that in W.
fn starts_differ(m: u32, p: u32, side: u64, scope: &Scope) -> Found {
    let text = format!("imitation:m={m},p={p}");
    let (imitation, wythoff) = (literal(&text, side, scope)?, literal(&name(m, p), side, scope)?);
    difference((&text, &imitation), side, &text, scope, |at| wythoff.is_p(at))
}

/// Whether the P-positions of W are the pairs with a_n = mex{a_i, b_i : i < n}, b_n = a_n + `gap`(m, p, n), for the m
/// and p that are `concerned`.
pub(super) fn mex_algorithm(
    scope: &Scope,
    letter: &str,
    concerned: impl Fn(u32, u32) -> bool,
    gap: impl Fn(u64, u64, u64) -> u64,
) -> Checked {
    let side = scope.bound();
    let found = first(scope, up_to_6().filter(|&(m, p)| concerned(m, p)), |(m, p)| {
        let board = wythoff(m, p, side, scope)?;
        // a_n ≥ n.
        let pairs = mex_pairs(side, scope, |n| gap(m.into(), p.into(), n))?;
        let is_pair = |at| pairs.binary_search(&sorted(at)).is_ok();
        difference((&name(m, p), &board), side, &format!("$m = {m}$, ${letter} = {p}$"), scope, is_pair)
    })?;
    Ok(Evidence::new(format!("$m, {letter} ≤ 6$, $x, y < {side}$"), found))
}

/// Whether a_i = b_i = i for i < p, and (a_i), i ≥ 0, and (b_i), i ≥ p, partition the numbers from 0 on.
pub(super) fn partition(scope: &Scope, letter: &str) -> Checked {
    let count = scope.bound();
    let found = first(scope, up_to_6(), |(m, p)| {
        let pairs = definition_13(m, p, count, scope)?;
        let mut values = terms(&pairs, |pair| pair.x);
        let most = values.last().copied();
        values.extend(pairs.iter().skip(index(p)).map(|pair| pair.y).filter(|&b| Some(b) <= most));
        values.sort_unstable();
        let number = (0..).zip(&values).find(|&(number, &value)| number != value).map(|(number, _)| number);
        let pair = (0..u64::from(p)).zip(&pairs).find(|&(i, &pair)| pair != at(i, i));
        let uneven = number.map(|number| format!("{number} is not met exactly once"));
        let unequal = pair.map(|(i, pair)| format!("the pair of $i = {i}$ is {pair}"));
        Ok(uneven.or(unequal).map(|words| format!("$m = {m}$, ${letter} = {p}$: {words}.")))
    })?;
    Ok(Evidence::new(format!("$m, {letter} ≤ 6$, $i < {count}$"), found))
}

/// Of the upper P-positions of W, p have the difference δ if m | δ, and none otherwise. In the columns x < bound each δ
/// below the largest is complete.
pub(super) fn differences(scope: &Scope, letter: &str) -> Checked {
    let columns = scope.bound();
    let found = first(scope, up_to_6(), |(m, p)| {
        let pairs = upper_of_columns(&name(m, p), columns, scope)?;
        let count = occurrences(pairs.iter().map(|pair| pair.y - pair.x));
        let most = pairs.iter().map(|pair| pair.y - pair.x).max().unwrap_or(0);
        first(scope, 0..most, |delta| {
            let expected = if delta.is_multiple_of(m.into()) { p } else { 0 };
            let is = count(delta);
            let words = || format!("$m = {m}$, ${letter} = {p}$: {is} pairs have the difference {delta}.");
            Ok((is != u64::from(expected)).then(words))
        })
    })?;
    Ok(Evidence::new(format!("$m, {letter} ≤ 6$, columns $x < {columns}$, every $δ$ but the largest"), found))
}

/// Whether (a_n) is balanced, as one Beatty sequence is, if p | m.
pub(super) fn beatty_if_divides(scope: &Scope, letter: &str) -> Checked {
    let count = scope.bound();
    let found = first(scope, up_to_6().filter(|(m, p)| m % p == 0), |(m, p)| {
        let a = terms(&definition_13(m, p, count, scope)?, |pair| pair.x);
        let words = |(length, least, most)| {
            format!(
                "$m = {m}$, ${letter} = {p}$: $a_{{n+{length}}} − a_n$ is {least} for one $n$ and {most} for another; \
                 in one Beatty sequence they differ by at most 1."
            )
        };
        Ok(unbalanced(&a, 1, scope)?.map(words))
    })?;
    Ok(Evidence::new(format!("$m, {letter} ≤ 6$, ${letter} | m$, $n < {count}$"), found))
}

/// Whether the pairs are (pa_n + r, pb_n + r), 0 ≤ r < p, with the pairs (a_n, b_n) of (m/p,1)-Wythoff Nim, if p | m.
pub(super) fn interleaved(scope: &Scope, letter: &str) -> Checked {
    let count = scope.bound();
    let found = first(scope, each(1..=12, 1..=6).filter(|(m, p)| m % p == 0), |(m, p)| {
        let pairs = definition_13(m, p, count, scope)?;
        let (a, b) = beatty_pair(m / p, 1);
        let p = u64::from(p);
        first(scope, (0..).zip(&pairs), |(n, pair)| {
            let [x, y] = [&a, &b].map(|sequence| sequence.term(&IBig::from(n / p)) * p + n % p);
            let words = || format!("$m = {m}$, ${letter} = {p}$: pair {n} is {pair}, not $({x},{y})$.");
            Ok((IBig::from(pair.x) != x || IBig::from(pair.y) != y).then(words))
        })
    })?;
    Ok(Evidence::new(format!("${letter} ≤ 6$, $m ≤ 12$, ${letter} | m$, $n < {count}$"), found))
}

/// Whether p ∤ m makes some (a_{pn+r}), r < p, unbalanced, also after division by the common factor of its differences.
pub(super) fn unbalanced_unless_divides(scope: &Scope, letter: &str) -> Checked {
    let count = scope.bound().max(ENOUGH);
    let found = first(scope, up_to_6().filter(|(m, p)| m % p != 0), |(m, p)| {
        let pairs = definition_13(m, p, count, scope)?;
        for r in 0..index(p) {
            let part = terms(pairs.iter().skip(r).step_by(index(p)), |pair| pair.x);
            let factor = part.iter().fold(0, |factor, a| gcd(factor, a - part[0]));
            if unbalanced(&part, factor, scope)?.is_some() {
                return Ok(None);
            }
        }
        Ok(Some(format!("$m = {m}$, ${letter} = {p}$: every $(a_{{{letter}n+r}})$, $r < {letter}$, grows evenly.")))
    })?;
    Ok(Evidence::new(format!("$m, {letter} ≤ 6$, ${letter} ∤ m$, $n < {count}$"), found))
}

/// So many pairs show for each of the games that some sequence grows unevenly.
pub(super) const ENOUGH: u64 = 30;
