//! CLN15, section 2: the automaton.

use std::collections::BTreeMap;

use super::{Deviations, affordable};
use crate::board::Window;
use crate::position::Position;
use crate::solve::{self, Engine, SolveError, Values};
use crate::theorems::tools::{Checked, at, each, first, game, holds, index, rules, square};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "CLN15.Fig2.terms",
        "CLN15, Figure 2 and the proof of Theorem 1",
        "A palace at $a$, $b$, $c$, $d$, $e$ or $f$ adds $3, −2, −2, −1, 1, 1$ to $b + c + g − a − e − f$: the palace \
         compensation terms.",
        2,
        compensation_terms,
    ),
    holds(
        "CLN15.S2.2.lines",
        "CLN15, section 2.2",
        "No row, column or diagonal has more than $k$ palaces, so a palace number is at least 0 and at most $3k$.",
        200,
        palaces_on_lines,
    ),
    holds(
        "CLN15.S2.2.k500",
        "CLN15, section 2.2",
        "For $k = 500$ the deviations outside the hood are eight: $−4$ to 3. (The first $−4$ is met in column 7144, \
         at $y = 18979$.)",
        24_000,
        eight_states,
    ),
    holds(
        "CLN15.Thm1",
        "CLN15, Theorem 1",
        "The automaton, started with $k$ where $x, y < 0$ and 0 where one of them is, computes palace numbers minus \
         $k$: negative exactly on P.",
        330,
        theorem_1,
    ),
    holds(
        "CLN15.S2.3",
        "CLN15, section 2.3",
        "Reversed, $a + p_a = r$ has the solution $r$ for $r ≥ 3$, $r − 3$ for $r < 0$, and both for $r = 0, 1, 2$: \
         every pattern has a predecessor, and none is a Garden of Eden.",
        5,
        reversed,
    ),
];

/// The neighbourhood of g = (2,2), with the compensation terms.
const NEIGHBOURHOOD: [(char, Position, i64); 6] = [
    ('a', Position::new(0, 0), 3),
    ('b', Position::new(1, 0), -2),
    ('c', Position::new(0, 1), -2),
    ('d', Position::new(1, 1), -1),
    ('e', Position::new(2, 1), 1),
    ('f', Position::new(1, 2), 1),
];

fn compensation_terms(scope: &Scope) -> Checked {
    scope.go_on()?;
    let moves = rules("wythoff");
    let cell = |letter| NEIGHBOURHOOD.iter().find(|cell| cell.0 == letter).map_or(at(2, 2), |cell| cell.1);
    let wrong = |&&(_, palace, term): &&(char, Position, i64)| {
        let seen_from = |letter| i64::from(moves.is_option(&cell(letter), &palace));
        let gain: i64 =
            ['b', 'c', 'g'].map(seen_from).iter().sum::<i64>() - ['a', 'e', 'f'].map(seen_from).iter().sum::<i64>();
        gain != term
    };
    let found = NEIGHBOURHOOD.iter().find(wrong).map(|(letter, ..)| format!("A palace at {letter} has another term."));
    Ok(Evidence::new("the six cells of the neighbourhood", found))
}

fn palaces_on_lines(scope: &Scope) -> Checked {
    const GAMES: [u64; 7] = [1, 2, 3, 5, 8, 20, 50];
    let side = scope.bound();
    let (mut found, mut most) = (None, Vec::new());
    for k in GAMES {
        let palaces = Deviations::fast(k, side, side, scope)?;
        let mut lines: BTreeMap<(&str, i64), u64> = BTreeMap::new();
        for here in square(side) {
            scope.go_on()?;
            let number = palaces.at(here) + k.cast_signed();
            if !(0..=3 * k.cast_signed()).contains(&number) {
                found.get_or_insert(format!("$W^{k}$: {here} sees {number} palaces."));
            }
            if palaces.at(here) < 0 {
                let (x, y) = (here.x.cast_signed(), here.y.cast_signed());
                for line in [("column", x), ("row", y), ("diagonal", y - x)] {
                    *lines.entry(line).or_default() += 1;
                }
            }
        }
        if let Some(((kind, n), count)) = lines.iter().find(|(_, count)| **count > k) {
            found.get_or_insert(format!("$W^{k}$: the {kind} {n} has {count} palaces."));
        }
        most.push(format!("{} for $k = {k}$", palaces.cells.iter().max().map_or(0, |most| most + k.cast_signed())));
    }
    let note = format!("The largest palace numbers are {}.", most.join(", "));
    Ok(Evidence::new(format!("$k ∈ {GAMES:?}$, $x, y < {side}$"), found).with_note(note))
}

fn eight_states(scope: &Scope) -> Checked {
    const K: u64 = 500;
    let columns = scope.bound();
    // Beyond y = k + 3x is outer space.
    let window = Window::corner(columns, columns.saturating_mul(3).saturating_add(K));
    // The first column in which each state occurs, and the y.
    let mut first: BTreeMap<i64, Position> = BTreeMap::new();
    // Whether each of −3 to 3 was met: nothing more is asked of them.
    let mut is_common = [false; 7];
    solve::rows(&game("blocking:k=500"), window, Values::Deviation, Some(Engine::Lines), scope, |row| {
        let from = K.saturating_sub(row.y).div_ceil(2);
        for (x, &state) in (0..=row.y).zip(row.numbers).skip(index(from.min(columns))) {
            let common = usize::try_from(state + 3).ok().and_then(|i| is_common.get_mut(i));
            if common.is_none_or(|met| !std::mem::replace(met, true)) {
                let here = at(x, row.y);
                first.entry(state).and_modify(|known| *known = here.min(*known)).or_insert(here);
            }
        }
        Ok::<(), SolveError>(())
    })?;
    let other = first.iter().find(|(state, _)| !(-4..=3).contains(*state));
    let found = match (other, first.get(&-4)) {
        (Some((state, here)), _) => Some(format!("{here} has the deviation {state}.")),
        (None, Some(here)) if *here != at(7144, 18979) => Some(format!("The first $−4$ is at {here}.")),
        (None, None) if columns > 7144 => Some("There is no $−4$.".to_owned()),
        _ => None,
    };
    let note = format!("The deviations met are {:?}.", first.keys().collect::<Vec<_>>());
    Ok(Evidence::new(format!("$k = 500$, $x < {columns}$, $x ≤ y < 3·{columns} + 500$"), found).with_note(note))
}

/// The rule of Figure 2: g from its neighbourhood.
fn automaton([a, b, c, d, e, f]: [i64; 6]) -> i64 {
    let palace = |cell: i64| i64::from(cell < 0);
    a - b - c + e + f + 3 * palace(a) - 2 * palace(b) - 2 * palace(c) - palace(d) + palace(e) + palace(f)
}

fn theorem_1(scope: &Scope) -> Checked {
    let side = scope.bound();
    affordable(side.saturating_add(2), side.saturating_add(2))?;
    let width = index(side) + 2;
    let found = first(scope, (1..=20).chain([50, 100, 151]), |k| {
        let palaces = Deviations::fast(k, side, side, scope)?;
        // Two rows and two columns of the initial condition, then the game.
        let mut cells = vec![vec![0; width]; width];
        for (x, y) in each(0..2, 0..2) {
            cells[y][x] = k.cast_signed();
        }
        first(scope, each(2..width, 2..width), |(y, x)| {
            let above = [cells[y - 2][x - 2], cells[y - 2][x - 1], cells[y - 1][x - 2]];
            let near = [cells[y - 1][x - 1], cells[y - 1][x], cells[y][x - 1]];
            let cell = automaton([above[0], above[1], above[2], near[0], near[1], near[2]]);
            cells[y][x] = cell;
            let here = at(x as u64 - 2, y as u64 - 2);
            let words = || format!("$k = {k}$: the automaton has {cell} at {here}, the game {}.", palaces.at(here));
            Ok((cell != palaces.at(here)).then(words))
        })
    })?;
    Ok(Evidence::new(format!("$k ≤ 20$ and $k = 50, 100, 151$, $x, y < {side}$"), found))
}

fn reversed(scope: &Scope) -> Checked {
    /// More entries than any search ends with.
    const MOST: u64 = 1 << 16;
    let most = scope.bound().min(MOST).cast_signed();
    let entries = || -most..=most;
    let found = first(scope, each(entries(), entries()), |(b, c)| {
        first(scope, each(entries(), entries()), |(e, f)| {
            first(scope, each(-1..=0, entries()), |(d, g)| {
                // What is left for a + p_a: with a = 0 the rule adds nothing for a.
                let rest = g - automaton([0, b, c, d, e, f]);
                let solves = |&a: &i64| automaton([a, b, c, d, e, f]) == g;
                let solutions: Vec<i64> = (-5 * most - 9..=5 * most + 9).filter(solves).collect();
                let expected = match rest {
                    3.. => vec![rest],
                    0..3 => vec![rest - 3, rest],
                    _ => vec![rest - 3],
                };
                let words = || format!("$b$…$g$ $= {:?}$: a is {solutions:?}, not {expected:?}.", [b, c, d, e, f, g]);
                Ok((solutions != expected).then(words))
            })
        })
    })?;
    let range = format!(
        "$b$, $c$, $e$, $f$, $g$ from $−{most}$ to ${most}$, $d ∈ {{−1, 0}}$, every $|a| ≤ 5·{most} + \
                         9$"
    );
    Ok(Evidence::new(range, found))
}
