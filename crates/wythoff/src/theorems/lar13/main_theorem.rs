//! Lar13, the slides on counting blocks and imitations, and the Main Theorem.

use rustc_hash::FxHashMap;

use super::unlike;
use crate::engine::memory_needed;
use crate::game::Rules;
use crate::game::history::{State, replay};
use crate::position::Position;
use crate::solve::SolveError;
use crate::theorems::diagonal::{self, Imitation, Reading, name, up_to_6, wythoff, xi};
use crate::theorems::tools::{Checked, Found, difference, each, first, holds, literal, p_options, rules, square};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "Lar13.xi",
        "Lar13, A dynamic counting of P-positions",
        "To keep a P-position $(a,b)$ of $W_{k,m}$, exactly $ξ(a,b) ≤ k − 1$ options must be blocked; $ξ ≤ k$ \
         everywhere.",
        80,
        xi_blocks,
    ),
    holds(
        "Lar13.L",
        "Lar13, Imitations and how to count them",
        "To forbid moves to $L(X) = −1$ is to forbid a player his $k$-th $m$-imitation in a row.",
        6,
        credits,
    ),
    holds(
        "Lar13.Imitation.before",
        "Lar13, definition of m-imitation, pile sizes before the removal",
        "If the pile is to be smaller or equal before the removal, the starting positions have the outcomes of \
         $W_{k,m}$.",
        20,
        |scope| reading(scope, Reading::Before),
    ),
    holds(
        "Lar13.Imitation.after",
        "Lar13, definition of m-imitation, pile sizes after the removal",
        "If the pile is to be smaller or equal after the removal, the starting positions still have the outcomes of \
         $W_{k,m}$.",
        20,
        |scope| reading(scope, Reading::After),
    ),
    holds(
        "Lar13.Options",
        "Lar13, Comparing the number of options",
        "Wythoff: $k$ up, fewer options; $m$ up, more; more than Nim unblocked. Imitation: $k$ up, more options; $m$ \
         up, fewer; never more than Nim.",
        5,
        numbers_of_options,
    ),
    holds(
        "Lar13.Main",
        "Lar13, Main Theorem",
        "$(x,y)$ is P in $(k,m)$-Imitation Nim iff it is P in $W_{k,m}$ and $ξ ≤ L$, or a P-position $(x,y−z)$ of \
         $W_{k,m}$ has $L < ξ$ there; similarly below.",
        24,
        |scope| diagonal::reachable_states(scope, "k"),
    ),
    holds(
        "Lar13.Main.starts",
        "Lar13, Main Theorem, first item",
        "As starting positions, $(k,m)$-Imitation Nim and $W_{k,m}$ have the same P-positions.",
        24,
        |scope| diagonal::starts(scope, "k"),
    ),
];

fn xi_blocks(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, up_to_6(), |(m, k)| {
        let (board, rules) = (wythoff(m, k, side, scope)?, rules(&name(m, k)));
        first(scope, square(side), |here| {
            let (xi, k) = (xi(&board, here), u64::from(k));
            let must_block = board.is_p(here).then(|| p_options(&rules, &board, here).len() as u64);
            let refuted = xi > k || must_block.is_some_and(|blocks| blocks != xi || xi >= k);
            Ok(refuted.then(|| format!("$m = {m}$, $k = {k}$: {here} has $ξ = {xi}$, and {must_block:?} P-options.")))
        })
    })?;
    Ok(Evidence::new(format!("$m, k ≤ 6$, $x, y < {side}$"), found))
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
            match unlike(&format!("$m = {m}$, $k = {k}$, {play:?}"), &counted, &options) {
                None => Ok(options),
                Some(found) => Err(found),
            }
        })
    })?;
    Ok(Evidence::new(format!("$m, k ≤ 3$, every play from $x, y < {side}$"), found))
}

/// The starting positions of (k,m)-Imitation Nim under a reading against W_{k,m}.
fn reading(scope: &Scope, reading: Reading) -> Checked {
    let side = scope.bound();
    let found = first(scope, each(1..=3, 1..=3), |(m, k)| {
        let imitation = Imitation::read(reading, m, k, side, scope)?;
        let text = name(m, k);
        let is_p = |start: Position| imitation.is_p[&imitation.limits.start(start)];
        difference((&text, &literal(&text, side, scope)?), side, &format!("$m = {m}$, $k = {k}$"), scope, is_p)
    })?;
    let note = match reading {
        Reading::Before => String::new(),
        Reading::After => {
            let changed = changed(scope)?;
            format!("In play {changed} outcomes are others than with sizes before ($m = k = 1$, piles $< 14$).")
        }
    };
    Ok(Evidence::new(format!("$m, k ≤ 3$, starts $x, y < {side}$"), found).with_note(note))
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
            let words = || {
                format!(
                    "{here}, $m = {m}$, $k = {k}$: {now} options, {more_blocks} for $k + 1$, {wider} for $m + \
                            1$."
                )
            };
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
            let words = || format!("{play:?}: {now} options for $m = {m}$, $k = {k}$.");
            (fewer || more || now > free.len()).then(words)
        });
        refuted.map_or(Ok(free), Err)
    })?;
    let range = format!(
        "$m, k ≤ 4$: $W_{{k,m}}$ on $x, y < {SIDE}$; $m, k ≤ 3$: every play of Nim from $x, y < \
                         {side}$"
    );
    Ok(Evidence::new(range, blocking.or(imitating)))
}
