//! CLN15, section 1: the game and its example.

use std::collections::{BTreeMap, BTreeSet};

use super::Deviations;
use crate::position::Position;
use crate::solve::Engine;
use crate::theorems::tools::{Checked, at, difference, first, first_false, holds, literal, rules, square};
use crate::theorems::{Check, Evidence, Scope, lar11};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "CLN15.S1.formulations",
        "CLN15, section 1, Formulations 1 and 2",
        "Rejecting up to $k−1$ attempted moves, placing $k−1$ pawns, and counting (P iff fewer than $k$ options are \
         P) give the same game.",
        6,
        formulations,
    ),
    holds(
        "CLN15.S1.example",
        "CLN15, section 1, Example Game",
        "$k = 5$, queen at $(3,3)$: B blocks $(0,0)$, $(1,1)$, $(0,3)$, $(3,0)$; each of A's five other options \
         leaves B at least five moves that win at once.",
        4,
        example_game,
    ),
    holds(
        "CLN15.Fig1",
        "CLN15, Figure 1",
        "On the 11×11 board of game 5 the palace numbers are 0 to 7, and the palaces are the positions with at most \
         four.",
        11,
        figure_1,
    ),
    holds(
        "CLN15.S1.k1",
        "CLN15, section 1",
        "The P-positions of $W^1$ are $(⌊nφ⌋, ⌊nφ²⌋)$ and $(⌊nφ²⌋, ⌊nφ⌋)$, $n ≥ 0$, with the golden ratio $φ$.",
        300,
        |scope| lar11::theorem_1_1(scope, &[1]),
    ),
    holds(
        "CLN15.S1.k2-k3",
        "CLN15, section 1 (solved in Lar11, Theorem 1.1)",
        "$W^2$: $(0,0), {n, 2n+1}$ and $(2x+2, 2y+2)$ for $(x,y)$ P in Wythoff Nim. $W^3$: $(0,0), {n, 2n+1}$ and \
         ${n, 2n+2}$.",
        300,
        |scope| lar11::theorem_1_1(scope, &[2, 3]),
    ),
];

/// Whether up to `pawns` pawns can be placed on the options, given as P or not, so that none that is P stays free.
fn pawns_hold(options: &[bool], pawns: u32) -> bool {
    match options {
        [] => true,
        [first, rest @ ..] => (pawns > 0 && pawns_hold(rest, pawns - 1)) || (!first && pawns_hold(rest, pawns)),
    }
}

/// Whether the mover has an attempt that is P if it is let through, and after whose rejection he can go on so.
fn gets_through(options: &[bool], rejections: u32) -> bool {
    let after_rejecting = |i: usize| {
        let rest = [&options[..i], &options[i + 1..]].concat();
        rejections == 0 || gets_through(&rest, rejections - 1)
    };
    (0..options.len()).any(|i| options[i] && after_rejecting(i))
}

fn formulations(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, 1..=4, |k| {
        let text = format!("blocking:k={k}");
        let (counted, rules) = (literal(&text, side, scope)?, rules(&text));
        let (mut rejecting, mut pawns) = (BTreeMap::new(), BTreeMap::new());
        first(scope, square(side), |here| {
            let options = rules.options(here);
            let of = |known: &BTreeMap<Position, bool>| options.iter().map(|to| known[to]).collect::<Vec<bool>>();
            let by_rejecting = !gets_through(&of(&rejecting), k - 1);
            let by_pawns = pawns_hold(&of(&pawns), k - 1);
            rejecting.insert(here, by_rejecting);
            pawns.insert(here, by_pawns);
            let by_counting = counted.is_p(here);
            let words = || {
                format!(
                    "$W^{k}$: {here} is P: {by_rejecting} by rejections, {by_pawns} by pawns, {by_counting} by \
                     counting."
                )
            };
            Ok(([by_rejecting, by_pawns] != [by_counting; 2]).then(words))
        })
    })?;
    Ok(Evidence::new(format!("$k ≤ 4$, $x, y < {side}$"), found))
}

fn example_game(scope: &Scope) -> Checked {
    let (board, rules) = (literal("blocking:k=5", 4, scope)?, rules("blocking:k=5"));
    let palaces = Deviations::solve(5, 4, 4, Engine::Reference, scope)?;
    let number = |cell| palaces.at(cell) + 5;
    let (p, left): (Vec<Position>, Vec<Position>) = rules.options(at(3, 3)).into_iter().partition(|&to| board.is_p(to));
    let wins_at_once = |to: &&Position| board.is_p(**to) && rules.options(**to).len() <= 4;
    let five_wins = |a: &Position| rules.options(*a).iter().filter(wins_at_once).count() >= 5;
    let claims = [
        (
            "the queen sees the palaces $(0,0)$, $(0,3)$, $(1,1)$, $(3,0)$",
            p == [at(0, 0), at(0, 3), at(1, 1), at(3, 0)],
        ),
        ("A's options are the other five", left == [at(1, 3), at(2, 2), at(2, 3), at(3, 1), at(3, 2)]),
        ("$(3,3)$ is yellow (4), $(0,0)$ dark brown (0)", [at(3, 3), at(0, 0)].map(number) == [4, 0]),
        ("$(1,1)$, $(0,3)$, $(3,0)$ are light olive (3)", [at(1, 1), at(0, 3), at(3, 0)].map(number) == [3; 3]),
        ("A's options are black or blue (5 or 6)", left.iter().all(|a| [5, 6].contains(&number(*a)))),
        ("each of A's options leaves B five moves that win at once", left.iter().all(five_wins)),
    ];
    Ok(Evidence::new("$W^5$, every play from $(3,3)$", first_false(claims)))
}

fn figure_1(scope: &Scope) -> Checked {
    let (board, palaces) =
        (literal("blocking:k=5", 11, scope)?, Deviations::solve(5, 11, 11, Engine::Reference, scope)?);
    let numbers: BTreeSet<i64> = square(11).map(|cell| palaces.at(cell) + 5).collect();
    let others = (numbers != (0..=7).collect()).then(|| format!("The palace numbers are {numbers:?}."));
    let found = difference(("blocking:k=5", &board), 11, "$W^5$", scope, |cell| palaces.at(cell) + 5 <= 4)?;
    Ok(Evidence::new("$W^5$, $x, y < 11$", others.or(found)))
}
