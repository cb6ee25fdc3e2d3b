//! Lar15, Theorem 2.1, and its proof in section 6.

use rustc_hash::FxHashSet;

use super::{boards, both_ways, iff_coprime, modulo, shifted_pairs, upper_pairs};
use crate::board::Board;
use crate::game::Rules;
use crate::position::Position;
use crate::solve::SolveError;
use crate::theorems::text::cell;
use crate::theorems::tools::{Checked, at, difference, each, fast, first, gcd, holds, printed, rules, square};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "Lar15.Thm2.1.i",
        "Lar15, Theorem 2.1 (i)",
        "The P-positions of $mWN^p$ are ${a_i, b_i}$, $i ≥ 0$.",
        80,
        |scope| boards(scope, 1..=6, 1..=6, |m, p| format!("rook-blocking:m={m},p={p}")),
    ),
    holds(
        "Lar15.Thm2.1.iia",
        "Lar15, Theorem 2.1 (ii) (a)",
        "The P-positions of $mWN^(p)$ are ${a_i, b_i}$, $i ≥ 0$, iff $gcd(m, p) = 1$.",
        80,
        |scope| iff_coprime(scope, 1..=1, 8, 8),
    ),
    holds(
        "Lar15.Thm2.1.iia.proof",
        "Lar15, section 6, Case (iia)",
        "With $p' = p/gcd(m,p) < p$, in $mWN^(p)$ the positions $(0, mi)$, $0 ≤ i < p'$, are P, and $(0, mp')$ is N.",
        80,
        theorem_2_1_iia_proof,
    ),
    holds(
        "Lar15.Thm2.1.iib",
        "Lar15, Theorem 2.1 (ii) (b)",
        "The P-positions of $mWN^(m,mp)$, rook lengths $0, …, m−1$ modulo $mp$, are ${a_i, b_i}$, $i ≥ 0$.",
        80,
        |scope| boards(scope, 1..=5, 1..=5, |m, p| modulo(m, m * p, 0..m)),
    ),
    holds(
        "Lar15.Thm2.1.iib.mirrored",
        "Lar15, section 6, Case (iib)",
        "With the rook lengths $0, −1, …, −(m−1)$ modulo $mp$, as the proof writes them, the P-positions are ${a_i, \
         b_i}$ too.",
        80,
        |scope| boards(scope, 1..=5, 1..=5, |m, p| modulo(m, m * p, (0..m).map(|r| (m * p - r) % (m * p)))),
    ),
    printed(
        "Lar15.Thm2.1.iib.other-reading.printed",
        "Lar15, Theorem 2.1 (ii) (b), rook lengths read as 0, …, l modulo p",
        "The P-positions of $mWN^(m,mp)$, rook lengths $0, …, m$ modulo $mp$, are ${a_i, b_i}$, $i ≥ 0$, for $p ≥ 2$.",
        "Lar15.Thm2.1.iib",
        80,
        |scope| boards(scope, 1..=5, 2..=5, |m, p| modulo(m, m * p, 0..=m)),
    ),
    printed(
        "Lar15.Thm2.1.iiia.printed",
        "Lar15, Theorem 2.1 (iii) (a)",
        "The P-positions of $m×pWN_l$ are $(a_{ip+l}, b_{ip+l})$, $i ≥ 0$, and $(b_{ip−l}, a_{ip−l})$, $i ≥ 1$.",
        "Lar15.Thm2.1.iiia",
        60,
        |scope| theorem_2_1_iiia(scope, |at| at),
    ),
    holds(
        "Lar15.Thm2.1.iiia",
        "Lar15, Theorem 2.1 (iii) (a)",
        "The P-positions of $m×pWN_l$ are $(b_{ip+l}, a_{ip+l})$, $i ≥ 0$, and $(a_{ip−l}, b_{ip−l})$, $i ≥ 1$.",
        60,
        |scope| theorem_2_1_iiia(scope, Position::mirrored),
    ),
    holds(
        "Lar15.Thm2.1.iiib",
        "Lar15, Theorem 2.1 (iii) (b)",
        "The P-positions of $m×pWN$ are ${a_i, b_i}$, $i ≥ 0$, if no $l$ may be chosen whose rectangle holds the \
         start.",
        60,
        |scope| boards(scope, 1..=4, 1..=5, |m, p| format!("choice:m={m},p={p}")),
    ),
    printed(
        "Lar15.Thm2.1.iiib.inside.printed",
        "Lar15, Theorem 2.1 (iii) (b), the rectangle being forbidden to moves only",
        "The P-positions of $m×pWN$ are ${a_i, b_i}$, $i ≥ 0$, also if the start may lie in the rectangle of the \
         chosen $l$.",
        "Lar15.Thm2.1.iiib",
        60,
        theorem_2_1_iiib_inside,
    ),
    printed(
        "Lar15.Thm2.1.iiib.recipe.printed",
        "Lar15, section 6, Case (iiib), the choice of l",
        "The second player wins from $(a_i, b_i)$ by $l = i mod p$, and from $(b_i, a_i)$, $i = pj − l'$, $0 < l' ≤ \
         p$, by $l = p − l'$.",
        "Lar15.Thm2.1.iiib.recipe",
        60,
        |scope| recipe(scope, |i, p| i % p),
    ),
    holds(
        "Lar15.Thm2.1.iiib.recipe",
        "Lar15, section 6, Case (iiib), the choice of l",
        "The second player wins from $(a_i, b_i)$ by $l = −i mod p$, and from $(b_i, a_i)$ by $l = i mod p$.",
        60,
        |scope| recipe(scope, |i, p| (p - i % p) % p),
    ),
];

fn theorem_2_1_iia_proof(scope: &Scope) -> Checked {
    let side = scope.bound();
    let not_coprime = each(1..=8, 1..=8).filter(|&(m, p)| gcd(m, p) > 1);
    let found = first(scope, not_coprime, |(m, p)| {
        let text = format!("modulo:m={m},p={p}");
        let board = fast(&text, side, scope)?;
        let last = p / gcd(m, p);
        let wrong = (0..=last).find(|&i| m * i < side && board.is_p(at(0, m * i)) != (i < last));
        Ok(wrong.map(|i| format!("{text}: $(0,{})$ has the other outcome.", m * i)))
    })?;
    Ok(Evidence::new(format!("$m, p ≤ 8$, $gcd(m, p) > 1$, $y < {side}$"), found))
}

/// The printed coordinates, or each position read in `order`.
fn theorem_2_1_iiia(scope: &Scope, order: impl Fn(Position) -> Position) -> Checked {
    let side = scope.bound();
    let cases = each(1..=4, 1..=5).flat_map(|(m, p)| (0..p).map(move |l| (m, p, l)));
    let found = first(scope, cases, |(m, p, l)| {
        let text = format!("shifted:m={m},p={p},l={l}");
        let board = fast(&text, side, scope)?;
        let expected: FxHashSet<Position> = shifted_pairs(m, p, l, side).into_iter().map(&order).collect();
        let name = format!("$m = {m}$, $p = {p}$, $l = {l}$");
        difference((&text, &board), side, &name, scope, |at| expected.contains(&at))
    })?;
    Ok(Evidence::new(format!("$m ≤ 4$, $p ≤ 5$, $0 ≤ l < p$, $x, y < {side}$"), found))
}

fn theorem_2_1_iiib_inside(scope: &Scope) -> Checked {
    let side = scope.bound();
    let found = first(scope, each(1..=4, 1..=5), |(m, p)| {
        let text = format!("choice:m={m},p={p}");
        let board = fast(&text, side, scope)?;
        let games: Vec<Rules> = (0..p).map(|l| rules(&format!("shifted:m={m},p={p},l={l}"))).collect();
        let expected = both_ways(&upper_pairs(m, p, side));
        // From inside the rectangle every move ends inside it.
        let trapped = |here: Position| games.iter().any(|rules| !rules.exists(&here) && rules.options(here).is_empty());
        let wrong = square(side).find(|&at| (board.is_p(at) || trapped(at)) != expected.contains(&at));
        Ok(wrong.map(|at| {
            let (is, says) = if expected.contains(&at) { ("N", "P") } else { ("P", "N") };
            let at = cell(&text, at);
            format!("$m = {m}$, $p = {p}$, starts in the rectangle allowed: {at} is {is}, the statement says {says}.")
        }))
    })?;
    Ok(Evidence::new(format!("$m ≤ 4$, $p ≤ 5$, $x, y < {side}$"), found))
}

/// The second player's choice of l from (a_i, b_i) by `choose`; from (b_i, a_i) it is i mod p, which is the printed p −
/// l'.
fn recipe(scope: &Scope, choose: impl Fn(u64, u64) -> u64) -> Checked {
    let side = scope.bound();
    let found = first(scope, each(1..=4, 1..=5), |(m, p)| {
        let board = |l| fast(&format!("shifted:m={m},p={p},l={l}"), side, scope);
        let boards = (0..p).map(board).collect::<Result<Vec<Board>, SolveError>>()?;
        let choices = (0..).zip(upper_pairs(m, p, side));
        let mut choices = choices.flat_map(|(i, pair)| [(pair, choose(i, p)), (pair.mirrored(), i % p)]);
        let wins = |(start, l): (Position, u64)| (0..).zip(&boards).any(|(of, board)| of == l && board.is_p(start));
        let lost = choices.find(|&choice| !wins(choice));
        Ok(lost.map(|(start, l)| {
            let start = cell(&format!("shifted:m={m},p={p},l={l}"), start);
            format!("$m = {m}$, $p = {p}$: $l = {l}$ does not make {start} a P-position.")
        }))
    })?;
    Ok(Evidence::new(format!("$m ≤ 4$, $p ≤ 5$, $x, y < {side}$"), found))
}
