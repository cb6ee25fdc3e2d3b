//! Lar11, section 3: comply games.

use crate::solve::{self, Engine};
use crate::theorems::tools::{Checked, at, difference, first, game, holds, literal};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "Lar11.S3.one-pile",
        "Lar11, section 3, after Definition 8",
        "One heap, at least one option to be proposed: the empty heap is N, every other P, which is the reverse of \
         Nim.",
        100,
        one_pile,
    ),
    holds(
        "Lar11.Prop3.1.wythoff",
        "Lar11, Proposition 3.1 (Wythoff Nim)",
        "The comply game $W_k$ is P exactly where the blocking game $W^k$ is N.",
        40,
        |scope| reversed(scope, 8, |k| [format!("comply:k={k}"), format!("blocking:k={k}")]),
    ),
    holds(
        "Lar11.Prop3.1.nim",
        "Lar11, Proposition 3.1 (2-pile Nim)",
        "2-pile Nim with $k$ options to be proposed is P exactly where 2-pile Nim with $k−1$ blocks is N.",
        40,
        |scope| reversed(scope, 8, |k| [format!("custom: rook | comply {k}"), format!("nim-blocking:k={k}")]),
    ),
    holds(
        "Lar11.Prop3.2.diagonal",
        "Lar11, Definition 10 and Proposition 3.2",
        "$W_kN$ (propose $k$ diagonal options or one other) is P exactly where $W^kN$ is N.",
        40,
        |scope| reversed(scope, 6, |k| [format!("comply-diagonal:p={k}"), format!("diagonal-blocking:p={k}")]),
    ),
    holds(
        "Lar11.Prop3.2.rook",
        "Lar11, Definition 10 and Proposition 3.2",
        "$WN_k$ (propose $k$ rook options or one diagonal one) is P exactly where $WN^k$ is N.",
        40,
        |scope| reversed(scope, 6, |k| [format!("comply-rook:p={k}"), format!("rook-blocking:p={k}")]),
    ),
];

/// One pile is a column of width 1 of two piles: the other pile is empty for ever.
fn one_pile(scope: &Scope) -> Checked {
    let piles = scope.bound();
    let pile_of = |text| solve::board(&game(text), 1, piles, Some(Engine::Reference), scope);
    let (comply, nim) = (pile_of("custom: rook | comply 1")?, pile_of("nim")?);
    let found = (0..piles).find(|&n| comply.is_p(at(0, n)) == (n == 0) || nim.is_p(at(0, n)) != (n == 0));
    Ok(Evidence::new(format!("piles $< {piles}$"), found.map(|n| format!("The pile of {n} has the wrong outcome."))))
}

/// Whether one game's P-positions are the other's N-positions, for each k.
fn reversed(scope: &Scope, most: u64, games: fn(u64) -> [String; 2]) -> Checked {
    let side = scope.bound();
    let found = first(scope, 1..=most, |k| {
        let [one, other] = games(k);
        let (one_board, other_board) = (literal(&one, side, scope)?, literal(&other, side, scope)?);
        difference((&one, &one_board), side, &format!("{one} against {other}"), scope, |at| !other_board.is_p(at))
    })?;
    Ok(Evidence::new(format!("$k ≤ {most}$, $x, y < {side}$"), found))
}
