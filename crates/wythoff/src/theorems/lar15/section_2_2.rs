//! Lar15, section 2.2: the examples, Table 2 and Figure 2.

use super::{both_ways, columns, shifted_pairs, table, unlike_pairs, upper_pairs};
use crate::board::Board;
use crate::game::Twist;
use crate::position::{Move, Position};
use crate::printed::LAR15_TABLE_2;
use crate::theorems::text::cell;
use crate::theorems::tools::{
    Checked, at, difference, fast, first, first_false, first_upper, holds, literal, printed, rules,
};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "Lar15.Ex1",
        "Lar15, Example 1",
        "In $2WN^2$ Bob blocks $(0,2) → (0,0)$, and ${0,y}$ is P iff $y = 0$ or 2.",
        60,
        example_1,
    ),
    holds(
        "Lar15.Ex2",
        "Lar15, Example 2",
        "In $2WN^(2)$ $(0,2)$ is N, since $(0,0)$ is an option; $(0,3)$ is P, since only $(0,1)$ and $(0,2)$ are.",
        4,
        example_2,
    ),
    printed(
        "Lar15.Ex3.printed",
        "Lar15, Example 3",
        "In $2WN^(2,4)$ a rook can move $(0,y) → (0,0)$ iff $y ≡ 3, 4 (mod 4)$, so not for $y = 2$.",
        "Lar15.Ex3",
        60,
        |scope| example_3(scope, [3, 0]),
    ),
    holds(
        "Lar15.Ex3",
        "Lar15, Example 3",
        "In $2WN^(2,4)$ a rook can move $(0,y) → (0,0)$ iff $y ≡ 0, 1 (mod 4)$, so not for $y = 2$; ${0,y}$ is P iff \
         $y = 0$ or 2.",
        60,
        |scope| example_3(scope, [0, 1]),
    ),
    holds(
        "Lar15.Ex4",
        "Lar15, Example 4",
        "In $2WN^3$ $(0,4)$ has the roob options $(0,0)$, $(0,1)$, $(0,2)$ and the bishop option $(0,3)$; $(0,2)$ and \
         $(0,4)$ are P.",
        6,
        example_4,
    ),
    holds(
        "Lar15.Ex5",
        "Lar15, Example 5",
        "In $2WN^(3)$ Alice can't move $(0,4) → (0,0)$ or $(0,2)$; $(0,1)$ and $(0,3)$ are N by moves to $(0,0)$, so \
         $(0,4)$ is P.",
        6,
        example_5,
    ),
    holds(
        "Lar15.Ex5.after",
        "Lar15, after Example 5",
        "The P-positions of Examples 1 and 2 $(2WN^2, 2WN^(2))$ differ; those of 4 and 5, and those of 1 and 3, \
         coincide.",
        60,
        after_example_5,
    ),
    holds(
        "Lar15.Ex6",
        "Lar15, Example 6",
        "$(0,4)$ is terminal in $2×3WN_1$; in $2×3WN_2$ $(0,4) → (0,2)$ wins and $(1,8) → (0,2)$ is a move; $(1,7)$ \
         is P in $2×3WN_0$.",
        10,
        example_6,
    ),
    holds(
        "Lar15.Table2",
        "Lar15, Table 2",
        "The columns of Table 2 are $a_n, b_n$ for $m = 2$, $p = 3$, and the first 17 upper P-positions of $2WN^3$ \
         and $2WN^(3)$.",
        17,
        |scope| table(scope, &["2WN^3", "2WN^(3)"], &LAR15_TABLE_2.printed(), Some((2, 3))),
    ),
    holds(
        "Lar15.Fig2",
        "Lar15, Figure 2, caption",
        "$2WN^3, 2WN^(3), 2WN^(2,6)$, $2×3WN$ have the same P-positions: 3 to a row, 3 to a column, 1 to every second \
         diagonal.",
        90,
        figure_2,
    ),
    holds(
        "Lar15.Fig2.darkest",
        "Lar15, Figure 2, caption",
        "The pairs ${a_{3i}, b_{3i}}$ of $m = 2$, $p = 3$ are the P-positions of $6WN$.",
        90,
        figure_2_darkest,
    ),
    printed(
        "Lar15.Fig2.palest.printed",
        "Lar15, Figure 2, caption",
        "The P-positions of $2×3WN_1$ are $(a_{3n+1}, b_{3n+1})$ and $(b_{3n+2}, a_{3n+2})$, $m = 2$, $p = 3$.",
        "Lar15.Fig2.palest",
        60,
        |scope| figure_2_palest(scope, "2x3WN_1"),
    ),
    holds(
        "Lar15.Fig2.palest",
        "Lar15, Figure 2, caption",
        "The P-positions of $2×3WN_2$ are $(a_{3n+1}, b_{3n+1})$ and $(b_{3n+2}, a_{3n+2})$, $m = 2$, $p = 3$.",
        60,
        |scope| figure_2_palest(scope, "2x3WN_2"),
    ),
];

/// The first y for which (0,y) is P or in `expected` but not both.
fn unlike_column(board: &Board, side: u64, expected: &[u64]) -> Option<String> {
    let y = (0..side).find(|y| board.is_p(at(0, *y)) != expected.contains(y))?;
    let (is, says) = if board.is_p(at(0, y)) { ("P", "N") } else { ("N", "P") };
    Some(format!("$(0,{y})$ is {is}, the statement says {says}."))
}

fn example_1(scope: &Scope) -> Checked {
    let side = scope.bound().max(4);
    let (rules, board) = (rules("2WN^2"), literal("2WN^2", side, scope)?);
    let Twist::Block { budget, class } = &rules.twist else { unreachable!("$2WN^2$ blocks") };
    let found = first_false([
        ("$(0,2)$ has the options $(0,0)$ and $(0,1)$", rules.options(at(0, 2)) == [at(0, 0), at(0, 1)]),
        ("Bob may block $(0,2) → (0,0)$", *budget == 1 && class.contains(&Move::new(0, 2))),
        ("$(0,1) → (0,0)$ can't be blocked", !class.contains(&Move::new(0, 1))),
    ]);
    Ok(Evidence::new(format!("$y < {side}$"), found.or_else(|| unlike_column(&board, side, &[0, 2]))))
}

fn example_2(scope: &Scope) -> Checked {
    let side = scope.bound().max(4);
    let (rules, board) = (rules("2WN^(2)"), literal("2WN^(2)", side, scope)?);
    let found = first_false([
        ("$(0,2) → (0,0)$ is legal", rules.is_option(&at(0, 2), &at(0, 0))),
        ("$(0,2)$ is N", !board.is_p(at(0, 2))),
        ("$(0,3)$ has the options $(0,1)$ and $(0,2)$ only", rules.options(at(0, 3)) == [at(0, 1), at(0, 2)]),
        ("$(0,1) → (0,0)$ is legal", rules.is_option(&at(0, 1), &at(0, 0))),
        ("$(0,3)$ is P", board.is_p(at(0, 3))),
    ]);
    Ok(Evidence::new("the positions of the example", found))
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
        format!("{} → $(0,0)$ {is} legal, the statement says it {says}.", cell("2WN^(2,4)", at(0, y)))
    });
    let claims =
        first_false([("$y = 4$ and 5 are legal and $y = 2$ is not", !is_legal(2) && is_legal(4) && is_legal(5))]);
    let outcomes = unlike_column(&board, side, &[0, 2]);
    Ok(Evidence::new(format!("$0 < y < {side}$"), found.or(claims).or(outcomes)))
}

fn example_4(scope: &Scope) -> Checked {
    let side = scope.bound().max(6);
    let (rules, board) = (rules("2WN^3"), literal("2WN^3", side, scope)?);
    let Twist::Block { budget, class } = &rules.twist else { unreachable!("$2WN^3$ blocks") };
    let is_roob = |to: &Position| at(0, 4).move_to(to).is_some_and(|removal| class.contains(&removal));
    let (roob, bishop): (Vec<_>, Vec<_>) = rules.options(at(0, 4)).into_iter().partition(is_roob);
    let found = first_false([
        ("Bob may block two options", *budget == 2),
        ("$(0,0)$, $(0,1)$, $(0,2)$ are what is roob from $(0,4)$", roob == [at(0, 0), at(0, 1), at(0, 2)]),
        ("$(0,3)$ is all that the bishop reaches from $(0,4)$", bishop == [at(0, 3)]),
        ("$(0,1)$ and $(0,3)$ are N", !board.is_p(at(0, 1)) && !board.is_p(at(0, 3))),
        ("$(0,2)$ and $(0,4)$ are P", board.is_p(at(0, 2)) && board.is_p(at(0, 4))),
    ]);
    Ok(Evidence::new("the positions of the example", found))
}

fn example_5(scope: &Scope) -> Checked {
    let side = scope.bound().max(6);
    let (rules, board) = (rules("2WN^(3)"), literal("2WN^(3)", side, scope)?);
    let found = first_false([
        ("$(0,4)$ has the options $(0,1)$ and $(0,3)$ only", rules.options(at(0, 4)) == [at(0, 1), at(0, 3)]),
        ("$(0,1) → (0,0)$ is legal", rules.is_option(&at(0, 1), &at(0, 0))),
        ("$(0,3) → (0,0)$ is legal", rules.is_option(&at(0, 3), &at(0, 0))),
        ("$(0,4)$ is P", board.is_p(at(0, 4))),
    ]);
    Ok(Evidence::new("the positions of the example", found))
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
    Ok(Evidence::new(format!("$x, y < {side}$"), found))
}

fn example_6(scope: &Scope) -> Checked {
    let side = scope.bound().max(10);
    let (two, zero) = (rules("2x3WN_2"), rules("2x3WN_0"));
    let (board_2, board_0) = (literal("2x3WN_2", side, scope)?, literal("2x3WN_0", side, scope)?);
    let found = first_false([
        ("$(0,4)$ is terminal in $2×3WN_1$", rules("2x3WN_1").options(at(0, 4)).is_empty()),
        ("$(0,2)$ is terminal in $2×3WN_2$", two.options(at(0, 2)).is_empty()),
        ("$(0,4) → (0,2)$ wins in $2×3WN_2$", two.is_option(&at(0, 4), &at(0, 2)) && !board_2.is_p(at(0, 4))),
        ("$(1,8) → (0,2)$ is legal in $2×3WN_2$", two.is_option(&at(1, 8), &at(0, 2))),
        ("Bob wins from $(1,7)$ in $2×3WN_0$", !zero.is_option(&at(1, 7), &at(0, 0)) && board_0.is_p(at(1, 7))),
    ]);
    Ok(Evidence::new("the positions of the example", found))
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
    Ok(Evidence::new(format!("$x, y < {side}$, columns $x < {side}$"), found))
}

fn figure_2_darkest(scope: &Scope) -> Checked {
    let side = scope.bound();
    let board = fast("6WN", side, scope)?;
    let darkest: Vec<Position> = upper_pairs(2, 3, side).into_iter().step_by(3).collect();
    let expected = both_ways(&darkest);
    let found = difference(("6WN", &board), side, "$6WN$", scope, |at| expected.contains(&at))?;
    Ok(Evidence::new(format!("$x, y < {side}$"), found))
}

fn figure_2_palest(scope: &Scope, text: &str) -> Checked {
    let side = scope.bound();
    let board = fast(text, side, scope)?;
    let expected = shifted_pairs(2, 3, 1, side);
    let found = difference((text, &board), side, text, scope, |at| expected.contains(&at))?;
    Ok(Evidence::new(format!("$x, y < {side}$"), found))
}
