//! CLN15: *A Cellular Automaton for Blocking Queen Games*.
//!
//! The paper's pictures are described in words; here each region is a set of cells that certainly lies inside it. x is
//! the smaller coordinate, except for the skin, where the upper arm is followed along the rows, as in the paper.

use std::collections::{BTreeMap, BTreeSet};

use super::lar11;
use super::tools::{
    Checked, at, difference, each, first, first_false, game, holds, index, literal, open, printed, rules, square,
};
use super::{Check, Scope, Search};
use crate::board::{Board, Window};
use crate::engine::memory_needed;
use crate::exact::{IBig, Surd};
use crate::position::Position;
use crate::solve::{self, Engine, SolveError, Values};
use crate::structure::skin::{fibonacci, step_pattern};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "CLN15.S1.formulations",
        "CLN15, section 1, Formulations 1 and 2",
        "Rejecting up to k−1 attempted moves, placing k−1 pawns, and counting (P iff fewer than k options are P) give \
         the same game.",
        6,
        formulations,
    ),
    holds(
        "CLN15.S1.example",
        "CLN15, section 1, Example Game",
        "k = 5, queen at (3,3): B blocks (0,0), (1,1), (0,3), (3,0); each of A's five other options leaves B at least \
         five moves that win at once.",
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
        "The P-positions of W^1 are (⌊nφ⌋, ⌊nφ²⌋) and (⌊nφ²⌋, ⌊nφ⌋), n ≥ 0, with the golden ratio φ.",
        300,
        |scope| lar11::theorem_1_1(scope, &[1]),
    ),
    holds(
        "CLN15.S1.k2-k3",
        "CLN15, section 1 (solved in Lar11, Theorem 1.1)",
        "W^2: (0,0), {n, 2n+1} and (2x+2, 2y+2) for (x,y) P in Wythoff Nim. W^3: (0,0), {n, 2n+1} and {n, 2n+2}.",
        300,
        |scope| lar11::theorem_1_1(scope, &[2, 3]),
    ),
    holds(
        "CLN15.Fig2.terms",
        "CLN15, Figure 2 and the proof of Theorem 1",
        "A palace at a, b, c, d, e or f adds 3, −2, −2, −1, 1, 1 to b + c + g − a − e − f: the palace compensation \
         terms.",
        2,
        compensation_terms,
    ),
    holds(
        "CLN15.S2.2.lines",
        "CLN15, section 2.2",
        "No row, column or diagonal has more than k palaces, so a palace number is at least 0 and at most 3k.",
        200,
        palaces_on_lines,
    ),
    holds(
        "CLN15.S2.2.k500",
        "CLN15, section 2.2",
        "For k = 500 the deviations outside the hood are eight: −4 to 3. (The first −4 is met in column 7144, at y = \
         18979.)",
        24_000,
        eight_states,
    ),
    holds(
        "CLN15.Thm1",
        "CLN15, Theorem 1",
        "The automaton, started with k where x, y < 0 and 0 where one of them is, computes palace numbers minus k: \
         negative exactly on P.",
        330,
        theorem_1,
    ),
    holds(
        "CLN15.S2.3",
        "CLN15, section 2.3",
        "Reversed, a + p_a = r has the solution r for r ≥ 3, r − 3 for r < 0, and both for r = 0, 1, 2: every \
         pattern has a predecessor, and none is a Garden of Eden.",
        5,
        reversed,
    ),
    holds(
        "CLN15.Fig3.nose",
        "CLN15, Figure 3, middle row",
        "Games 100 and 1000 have the same deviations by the nose: on the 86×86 boxes at (33,33) and (333,333).",
        86,
        |scope| same_boxes(scope, 86, [(100, 33, 33), (1000, 333, 333)]),
    ),
    holds(
        "CLN15.Fig3.shoulder",
        "CLN15, Figure 3, bottom row",
        "Games 100 and 1000 have the same deviations by the shoulder: on the 60×60 boxes at (0,100) and (0,1000).",
        60,
        |scope| same_boxes(scope, 60, [(100, 0, 100), (1000, 0, 1000)]),
    ),
    holds(
        "CLN15.S3.2.hood",
        "CLN15, section 3.2",
        "In the hood (at most k options) palace numbers are 0 to k; a step in the higher coordinate adds 1, in the \
         lower 2; nose (k/3,k/3), shoulders (0,k), (k,0).",
        500,
        hood,
    ),
    holds(
        "CLN15.S3.2.epaulettes",
        "CLN15, section 3.2",
        "The épaulettes have the periods (5,1) and (4,3); k−1, k and k+1 occur 5, 3 and 3 times in each region of 11 \
         cells.",
        500,
        epaulettes,
    ),
    holds(
        "CLN15.Fig4.left",
        "CLN15, Figure 4 (left) and section 3.3",
        "From W^{k−3} to W^k the hood, the épaulettes and the fabric move by (1,1) and palace numbers gain 3.",
        500,
        figure_4_left,
    ),
    holds(
        "CLN15.Fig4.right",
        "CLN15, Figure 4 (right) and section 3.3",
        "From W^{k−1} to W^k half of the hood, the épaulette and the arm move by 1 in the higher coordinate, and \
         palace numbers gain 1.",
        500,
        figure_4_right,
    ),
    holds(
        "CLN15.S3.4.steps",
        "CLN15, section 3.4",
        "The skin's steps repeat the pattern n of 2 → 23 → 23233 → …: n = 1 at first, n = 2 after about 200 pixels, n \
         = 3 after about 7700.",
        3300,
        |scope| skin_steps(scope, &[1500]),
    ),
    holds(
        "CLN15.S3.4.one-arm",
        "CLN15, sections 3.3 and 3.4",
        "The arm's boundary does not depend on k: in W^100, W^300 and W^500 its first 240 rows are those of W^1500.",
        240,
        one_arm,
    ),
    holds(
        "CLN15.S3.4.thickness",
        "CLN15, section 3.4",
        "The skin of level n is f_{2n} thick vertically (f_{2n} + 1 in one column of f_{2n+3}), f_{2n+1} diagonally, f_{2n+2} \
         horizontally.",
        3300,
        skin_thickness,
    ),
    holds(
        "CLN15.S3.4.period",
        "CLN15, section 3.4",
        "The skin of level n has the horizontal period f_{2n+3} and the vertical period f_{2n+1}, the palace numbers \
         k−1 and k−2, and k beyond it.",
        3300,
        skin_period,
    ),
    printed(
        "CLN15.S3.4.left.printed",
        "CLN15, section 3.4, palaces left of the skin",
        "Left of the skin of level n each row has k − f_{2n+3} palaces.",
        "CLN15.S3.4.left",
        3300,
        |scope| left_of_skin(scope, 3),
    ),
    holds(
        "CLN15.S3.4.left",
        "CLN15, section 3.4, palaces left of the skin",
        "Left of the skin of level n each row has k − f_{2n+2} palaces.",
        3300,
        |scope| left_of_skin(scope, 2),
    ),
    holds(
        "CLN15.S3.4.slope",
        "CLN15, section 3.4",
        "The pattern n of 2 → 23, 3 → 233 has f_{2n+1} steps of f_{2n+3} pixels in all; the slopes f_{2n+3}/f_{2n+1} increase \
         to φ².",
        12,
        skin_slope,
    ),
    open(holds(
        "CLN15.S4.skin",
        "CLN15, section 4, first question",
        "Does the skin's level rise without end in arms that are thick enough? For k = 2000, 3000, no row among \
         those searched breaks the levels n = 1, 2, 3.",
        3300,
        |scope| skin_steps(scope, &[2000, 3000]),
    )),
];

// ---------------------------------------------------------------------------------------------------------------------
// Boards.

/// Deviations of W^k for x < width, y < height.
struct Deviations {
    width: u64,
    cells: Vec<i64>,
}

impl Deviations {
    fn of(k: u64, width: u64, height: u64, engine: Engine, scope: &Scope) -> Result<Self, SolveError> {
        affordable(width, height)?;
        let (game, window) = (game(&format!("blocking:k={k}")), Window::corner(width, height));
        let mut cells = Vec::new();
        solve::rows(&game, window, Values::Deviation, Some(engine), scope, |row| {
            cells.extend_from_slice(row.numbers);
            Ok::<(), SolveError>(())
        })?;
        Ok(Self { width, cells })
    }

    fn fast(k: u64, width: u64, height: u64, scope: &Scope) -> Result<Self, SolveError> {
        Self::of(k, width, height, Engine::Lines, scope)
    }

    fn at(&self, Position { x, y }: Position) -> i64 {
        self.cells[index(y * self.width + x)]
    }
}

/// Refuses numbers for more cells than memory holds.
fn affordable(width: u64, height: u64) -> Result<(), SolveError> {
    memory_needed(width.saturating_mul(height).saturating_mul(8))
}

fn moved(Position { x, y }: Position, dx: u64, dy: u64) -> Position {
    at(x + dx, y + dy)
}

/// All k ≤ 100 and the multiples of 50 up to `most`.
fn some(most: u64) -> impl Iterator<Item = u64> {
    (1..=most.min(100)).chain((150..=most).step_by(50))
}

fn some_range(most: u64) -> String {
    if most <= 100 { format!("k ≤ {most}") } else { format!("k ≤ 100, and 50 | k up to {most}") }
}

/// The number of options of a queen.
fn options(Position { x, y }: Position) -> u64 {
    x + y + x.min(y)
}

// ---------------------------------------------------------------------------------------------------------------------
// Section 1.

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
                    "W^{k}: {here} is P: {by_rejecting} by rejections, {by_pawns} by pawns, {by_counting} by counting."
                )
            };
            Ok(([by_rejecting, by_pawns] != [by_counting; 2]).then(words))
        })
    })?;
    Ok(Search::of(format!("k ≤ 4, x, y < {side}"), found))
}

fn example_game(scope: &Scope) -> Checked {
    let (board, rules) = (literal("blocking:k=5", 4, scope)?, rules("blocking:k=5"));
    let palaces = Deviations::of(5, 4, 4, Engine::Reference, scope)?;
    let number = |cell| palaces.at(cell) + 5;
    let (p, left): (Vec<Position>, Vec<Position>) = rules.options(at(3, 3)).into_iter().partition(|&to| board.is_p(to));
    let wins_at_once = |to: &&Position| board.is_p(**to) && rules.options(**to).len() <= 4;
    let five_wins = |a: &Position| rules.options(*a).iter().filter(wins_at_once).count() >= 5;
    let claims = [
        ("the queen sees the palaces (0,0), (0,3), (1,1), (3,0)", p == [at(0, 0), at(0, 3), at(1, 1), at(3, 0)]),
        ("A's options are the other five", left == [at(1, 3), at(2, 2), at(2, 3), at(3, 1), at(3, 2)]),
        ("(3,3) is yellow (4), (0,0) dark brown (0)", [at(3, 3), at(0, 0)].map(number) == [4, 0]),
        ("(1,1), (0,3), (3,0) are light olive (3)", [at(1, 1), at(0, 3), at(3, 0)].map(number) == [3; 3]),
        ("A's options are black or blue (5 or 6)", left.iter().all(|a| [5, 6].contains(&number(*a)))),
        ("each of A's options leaves B five moves that win at once", left.iter().all(five_wins)),
    ];
    Ok(Search::of("W^5, every play from (3,3)", first_false(claims)))
}

fn figure_1(scope: &Scope) -> Checked {
    let (board, palaces) = (literal("blocking:k=5", 11, scope)?, Deviations::of(5, 11, 11, Engine::Reference, scope)?);
    let numbers: BTreeSet<i64> = square(11).map(|cell| palaces.at(cell) + 5).collect();
    let others = (numbers != (0..=7).collect()).then(|| format!("The palace numbers are {numbers:?}."));
    let found = difference(&board, 11, "W^5", scope, |cell| palaces.at(cell) + 5 <= 4)?;
    Ok(Search::of("W^5, x, y < 11", others.or(found)))
}

// ---------------------------------------------------------------------------------------------------------------------
// Section 2: the automaton.

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
    Ok(Search::of("the six cells of the neighbourhood", found))
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
                found.get_or_insert(format!("W^{k}: {here} sees {number} palaces."));
            }
            if palaces.at(here) < 0 {
                let (x, y) = (here.x.cast_signed(), here.y.cast_signed());
                for line in [("column", x), ("row", y), ("diagonal", y - x)] {
                    *lines.entry(line).or_default() += 1;
                }
            }
        }
        if let Some(((kind, n), count)) = lines.iter().find(|(_, count)| **count > k) {
            found.get_or_insert(format!("W^{k}: the {kind} {n} has {count} palaces."));
        }
        most.push(format!("{} for k = {k}", palaces.cells.iter().max().map_or(0, |most| most + k.cast_signed())));
    }
    let note = format!("The largest palace numbers are {}.", most.join(", "));
    Ok(Search::of(format!("k ∈ {GAMES:?}, x, y < {side}"), found).with_note(note))
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
        (None, Some(here)) if *here != at(7144, 18979) => Some(format!("The first −4 is at {here}.")),
        (None, None) if columns > 7144 => Some("There is no −4.".to_owned()),
        _ => None,
    };
    let note = format!("The deviations met are {:?}.", first.keys().collect::<Vec<_>>());
    Ok(Search::of(format!("k = 500, x < {columns}, x ≤ y < 3·{columns} + 500"), found).with_note(note))
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
            let words = || format!("k = {k}: the automaton has {cell} at {here}, the game {}.", palaces.at(here));
            Ok((cell != palaces.at(here)).then(words))
        })
    })?;
    Ok(Search::of(format!("k ≤ 20 and k = 50, 100, 151, x, y < {side}"), found))
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
                let words = || format!("b…g = {:?}: a is {solutions:?}, not {expected:?}.", [b, c, d, e, f, g]);
                Ok((solutions != expected).then(words))
            })
        })
    })?;
    let range = format!("b, c, e, f, g from −{most} to {most}, d ∈ {{−1, 0}}, every |a| ≤ 5·{most} + 9");
    Ok(Search::of(range, found))
}

// ---------------------------------------------------------------------------------------------------------------------
// Sections 3.1 to 3.3: hood, épaulettes and fabric.

/// Whether two games have the same deviations on boxes of up to `most` cells a side; each is given as k and a corner.
fn same_boxes(scope: &Scope, most: u64, boxes: [(u64, u64, u64); 2]) -> Checked {
    let side = scope.bound().min(most);
    let [one, two] = boxes.map(|(k, x, y)| Deviations::fast(k, x + side, y + side, scope));
    let ([(_, x1, y1), (_, x2, y2)], one, two) = (boxes, one?, two?);
    let differs = |offset: &Position| one.at(moved(*offset, x1, y1)) != two.at(moved(*offset, x2, y2));
    let found = square(side).find(differs).map(|offset| format!("The cells {offset} of the boxes differ."));
    Ok(Search::of(format!("k = 100, 1000, boxes {side}×{side}"), found))
}

fn hood(scope: &Scope) -> Checked {
    let most = scope.bound();
    affordable(most.saturating_add(2), most.saturating_add(2))?;
    let found = first(scope, some(most), |k| {
        let palaces = Deviations::fast(k, k + 2, k + 2, scope)?;
        let number = |here: Position| palaces.at(here) + k.cast_signed();
        let inside = |here: &Position| options(*here) <= k;
        let is_right_step = |here: Position| {
            let gain = |to: Position| inside(&to).then(|| number(to) - number(here));
            let right = if here.x < here.y { 2 } else { 1 };
            let down = if here.y < here.x { 2 } else { 1 };
            gain(moved(here, 1, 0)).is_none_or(|gain| gain == right)
                && gain(moved(here, 0, 1)).is_none_or(|gain| gain == down)
        };
        let cells = || square(k + 1).filter(inside);
        let numbers: BTreeSet<i64> = cells().map(number).collect();
        let size = k.cast_signed();
        let claims = [
            ("a step in the higher coordinate adds 1, in the lower 2", cells().all(is_right_step)),
            // Every move can be answered by blocking all: no more options than blocks, all of them palaces.
            ("each option is a palace", cells().all(|here| number(here) == options(here).cast_signed())),
            ("the shoulders are (0,k) and (k,0)", [at(0, 0), at(0, k), at(k, 0)].map(number) == [0, size, size]),
            ("the nose is (k/3,k/3)", inside(&at(k / 3, k / 3)) && !inside(&at(k / 3 + 1, k / 3 + 1))),
            ("the palace numbers are 0 to k", numbers == (0..=size).collect()),
        ];
        Ok(first_false(claims).map(|found| format!("W^{k}: {found}")))
    })?;
    Ok(Search::of(format!("{}, the whole hood", some_range(most)), found))
}

fn epaulettes(scope: &Scope) -> Checked {
    let most = scope.bound();
    affordable(most.saturating_add(20), most.saturating_mul(2))?;
    let found = first(scope, (100..=most).step_by(100), |k| {
        let states = Deviations::fast(k, k / 2, 5 * k / 4, scope)?;
        let times = |here: Position, state: i64| (0..11).filter(|j| states.at(moved(here, 0, *j)) == state).count();
        let boxes = [(8, 90), (16, 80), (24, 66)];
        let cells =
            boxes.into_iter().flat_map(|(x, y)| square(k / 20).map(move |at| moved(at, x * k / 100, y * k / 100)));
        first(scope, cells, |here| {
            let is_period = |(dx, dy)| states.at(here) == states.at(moved(here, dx, dy));
            // (5,1) and (4,3) span a lattice of determinant 11 to which (0,11) is the first of (0,j): 11 cells of a column
            // are one of each class.
            let repeats = is_period((5, 1)) && is_period((4, 3));
            let is_pattern = repeats && [-1, 0, 1].map(|state| times(here, state)) == [5, 3, 3];
            Ok((!is_pattern).then(|| format!("W^{k}: the pattern breaks at {here}.")))
        })
    })?;
    let range = format!("k ≤ {most}, 100 | k; boxes of side k/20 at (8k,90k)/100, (16k,80k)/100, (24k,66k)/100");
    Ok(Search::of(range, found))
}

fn figure_4_left(scope: &Scope) -> Checked {
    let most = scope.bound();
    affordable(most.saturating_mul(2), most.saturating_mul(2))?;
    let found = first(scope, some(most).filter(|k| *k > 3), |k| {
        let side = 4 * k / 3 + 1;
        let [before, after] = [k - 3, k].map(|k| Deviations::fast(k, side, side, scope));
        let (before, after) = (before?, after?);
        first(scope, square(k - 1).chain((0..4 * k / 3).map(|x| at(x, x))), |here| {
            let differs = before.at(here) != after.at(moved(here, 1, 1));
            Ok(differs.then(|| format!("W^{} at {here} does not match W^{k}.", k - 3)))
        })
    })?;
    Ok(Search::of(format!("{}, x, y < k − 1 and x = y < 4k/3", some_range(most)), found))
}

fn figure_4_right(scope: &Scope) -> Checked {
    let most = scope.bound();
    affordable(most, most.saturating_mul(3))?;
    let found = first(scope, some(most).filter(|k| *k > 1), |k| {
        let (width, height) = ((3 * k).div_ceil(5), 9 * k / 5);
        let [before, after] = [k - 1, k].map(|k| Deviations::fast(k, width, height + 1, scope));
        let (before, after) = (before?, after?);
        let is_arm = |here: &Position| 10 * here.y > 20 * here.x + 3 * k;
        let is_half_hood = |here: &Position| here.x < here.y && options(*here) < k;
        let cells = each(0..height, 0..width).map(|(y, x)| at(x, y));
        first(scope, cells.filter(|here| is_arm(here) || is_half_hood(here)), |here| {
            let differs = before.at(here) != after.at(moved(here, 0, 1));
            Ok(differs.then(|| format!("W^{} at {here} does not match W^{k}.", k - 1)))
        })
    })?;
    let range = format!("{}, the half hood x < y, and 5x < 3k, 2x + 3k/10 < y < 9k/5", some_range(most));
    Ok(Search::of(range, found))
}

// ---------------------------------------------------------------------------------------------------------------------
// Sections 3.4 and 4: the skin.

/// The upper arm of W^k with its skin: the rows y < `rows`, wide enough for their outer space.
fn upper_arm(k: u64, rows: u64, scope: &Scope) -> Result<Board, SolveError> {
    let width = rows.saturating_mul(3).saturating_add(k);
    solve::board(&game(&format!("blocking:k={k}")), width, rows, Some(Engine::Lines), scope)
}

/// The last palace of row y. Steps are 2 or 3 wide, so that it is between k − 1 and k + 3y.
fn last_palace(arm: &Board, k: u64, y: u64) -> Option<u64> {
    (k - 1..k + 3 * y.max(1)).rev().find(|&x| arm.is_p(at(x, y)))
}

/// The last palaces of all rows.
fn boundary(arm: &Board, k: u64) -> Vec<u64> {
    (0..arm.height()).map_while(|y| last_palace(arm, k, y)).collect()
}

/// Where the steps of each level are found: from this row on, until the next level.
const LEVELS: [(u32, usize); 3] = [(1, 2), (2, 81), (3, 2965)];

fn skin_steps(scope: &Scope, games: &[u64]) -> Checked {
    let rows = scope.bound();
    let (mut found, mut notes) = (None, BTreeSet::new());
    for &k in games {
        let boundary = boundary(&upper_arm(k, rows, scope)?, k);
        let steps: Vec<u64> = boundary.windows(2).map(|pair| pair[1] - pair[0]).collect();
        if boundary.len() as u64 != rows {
            found.get_or_insert(format!("W^{k}: row {} has no boundary.", boundary.len()));
        }
        for (level, &(n, from)) in LEVELS.iter().enumerate() {
            let to = LEVELS.get(level + 1).map_or(steps.len(), |next| next.1).min(steps.len());
            let pattern = step_pattern(n);
            let (part, period) = (&steps[from.min(to)..to], pattern.len());
            let is_turned =
                |turn: &usize| part.iter().zip(pattern.iter().cycle().skip(*turn)).all(|(s, p)| *s == u64::from(*p));
            if !(0..period).any(|turn| is_turned(&turn)) {
                found.get_or_insert(format!("W^{k}: the steps of rows {from} to {to} are not those of level {n}."));
            }
            if let Some(x) = boundary.get(from) {
                notes.insert(format!("n = {n} after {} pixels", x - k));
            }
        }
    }
    let range = format!("k ∈ {games:?}, rows y < {rows}: n = 1 from row 2, n = 2 from row 81, n = 3 from row 2965");
    let note: Vec<String> = notes.into_iter().collect();
    Ok(Search::of(range, found).with_note(note.join("; ")))
}

fn one_arm(scope: &Scope) -> Checked {
    let rows = scope.bound().min(240);
    let offsets = |k: u64| {
        let boundary = boundary(&upper_arm(k, rows, scope)?, k);
        Ok::<_, SolveError>(boundary.into_iter().map(|x| x + 1 - k).collect::<Vec<u64>>())
    };
    let expected = offsets(1500)?;
    let mut found = None;
    for k in [100, 300, 500] {
        let other = offsets(k)?;
        if let Some(y) = (0..index(rows)).find(|&y| other.get(y) != expected.get(y)) {
            found.get_or_insert(format!("The arms of W^{k} and W^1500 differ in row {y}."));
        }
    }
    Ok(Search::of(format!("k = 100, 300, 500, 1500, rows y < {rows}"), found))
}

/// The game whose skin is measured.
const SKIN: u64 = 1500;

/// Rows in which nothing of the arm touches the skin, with the level there.
const CLEAR: [(u32, u64, u64); 2] = [(2, 120, 1500), (3, 3050, 3180)];

/// The clear rows far enough above the lower edge of the board to see the skin whole.
fn clear_rows(rows: u64) -> impl Iterator<Item = (u32, u64, u64)> {
    CLEAR
        .into_iter()
        .map(move |(n, from, to)| (n, from, to.min(rows.saturating_sub(40))))
        .filter(|(_, from, to)| from < to)
}

fn skin_range(rows: u64) -> String {
    let parts: Vec<String> =
        clear_rows(rows).map(|(n, from, to)| format!("n = {n}: rows {from} to {}", to - 1)).collect();
    if parts.is_empty() {
        format!("k = {SKIN}, no row (the skin is clear from row 120 on)")
    } else {
        format!("k = {SKIN}, {}", parts.join("; "))
    }
}

/// How many palaces there are in a row from `from` on, by steps.
fn run(arm: &Board, from: Position, step: impl Fn(Position) -> Position) -> u64 {
    let inside = |cell: &Position| cell.x < arm.width() && cell.y < arm.height() && arm.is_p(*cell);
    std::iter::successors(Some(from), |cell| Some(step(*cell))).take_while(inside).count() as u64
}

fn skin_thickness(scope: &Scope) -> Checked {
    let rows = scope.bound();
    let arm = upper_arm(SKIN, rows, scope)?;
    let last = boundary(&arm, SKIN);
    let mut found = None;
    for (n, from, to) in clear_rows(rows) {
        let (left, right) = (last[index(from)], last[index(to)]);
        // The first palace below the outer space in column x; on a diagonal it is the one with a free cell up and left.
        let top = |x: u64| (from.saturating_sub(20)..=to).find(|&y| arm.is_p(at(x, y))).unwrap_or(to);
        for y in from..to {
            scope.go_on()?;
            let horizontal = run(&arm, at(last[index(y)], y), |cell| at(cell.x - 1, cell.y));
            if horizontal != fibonacci(2 * n + 2) {
                found.get_or_insert(format!("Row {y}: the skin is {horizontal} wide."));
            }
        }
        let mut thick = Vec::new();
        for x in left..right {
            scope.go_on()?;
            let edge = at(x, top(x));
            let vertical = run(&arm, edge, |cell| moved(cell, 0, 1));
            if vertical == fibonacci(2 * n) + 1 {
                thick.push(x);
            } else if vertical != fibonacci(2 * n) {
                found.get_or_insert(format!("Column {x}: the skin is {vertical} high."));
            }
            // Only the topmost cell of a diagonal begins its run.
            if !arm.is_p(at(edge.x - 1, edge.y - 1)) {
                let diagonal = run(&arm, edge, |cell| moved(cell, 1, 1));
                if diagonal != fibonacci(2 * n + 1) {
                    found.get_or_insert(format!("{edge}: the skin is {diagonal} thick on the diagonal."));
                }
            }
        }
        if let Some(gap) = thick.windows(2).map(|pair| pair[1] - pair[0]).find(|gap| *gap != fibonacci(2 * n + 3)) {
            found.get_or_insert(format!("Level {n}: two vertical lines are {gap} columns apart."));
        }
        if (right - left) >= fibonacci(2 * n + 3) && thick.is_empty() {
            found.get_or_insert(format!("Level {n}: no vertical line is emitted."));
        }
    }
    Ok(Search::of(skin_range(rows), found))
}

/// The deviations of the skin and of the outer space next to it repeat, and are −2 or −1, and 0.
fn skin_period(scope: &Scope) -> Checked {
    let rows = scope.bound();
    let window = Window::corner(rows.saturating_mul(3).saturating_add(SKIN), rows);
    let (mut found, mut skin): (_, BTreeMap<u64, (usize, Vec<i64>)>) = (None, BTreeMap::new());
    solve::rows(&game("blocking:k=1500"), window, Values::Deviation, Some(Engine::Lines), scope, |row| {
        let Some((n, ..)) = clear_rows(rows).find(|(_, from, to)| (from..to).contains(&&row.y)) else { return Ok(()) };
        let end = row.p.iter().rposition(|p| *p == 1).map_or(0, |x| x + 1);
        let width = index(fibonacci(2 * n + 2));
        let cells = row.numbers[end - width..end].to_vec();
        if cells.iter().any(|state| ![-2, -1].contains(state)) || row.numbers[end..].iter().any(|state| *state != 0) {
            found.get_or_insert(format!("Row {}: the skin and what follows it are {cells:?}, …", row.y));
        }
        skin.insert(row.y, (end, cells));
        Ok::<(), SolveError>(())
    })?;
    for (n, from, to) in clear_rows(rows) {
        let (high, wide) = (fibonacci(2 * n + 1), index(fibonacci(2 * n + 3)));
        let repeats = |y: &u64| {
            let ((end, cells), (next_end, next)) = (&skin[y], &skin[&(y + high)]);
            end + wide == *next_end && cells == next
        };
        if let Some(y) = (from..to.saturating_sub(high)).find(|y| !repeats(y)) {
            found.get_or_insert(format!("Level {n}: the skin of row {y} does not return in row {}.", y + high));
        }
    }
    Ok(Search::of(skin_range(rows), found))
}

/// Palaces left of the skin of level n: k − f_{2n+`plus`}.
fn left_of_skin(scope: &Scope, plus: u32) -> Checked {
    let rows = scope.bound();
    let arm = upper_arm(SKIN, rows, scope)?;
    let found = first(scope, clear_rows(rows), |(n, from, to)| {
        let says = SKIN - fibonacci(2 * n + plus);
        first(scope, from..to, |y| {
            let Some(last) = last_palace(&arm, SKIN, y) else { return Ok(None) };
            let skin = run(&arm, at(last, y), |cell| at(cell.x - 1, cell.y));
            let left = (0..=last - skin).filter(|&x| arm.is_p(at(x, y))).count() as u64;
            let words =
                || format!("Row {y} of W^{SKIN} (n = {n}): left of the skin are {left} palaces, the text says {says}.");
            Ok((left != says).then(words))
        })
    })?;
    Ok(Search::of(skin_range(rows), found))
}

fn skin_slope(scope: &Scope) -> Checked {
    /// Patterns grow by the factor φ²; this one has 3,524,578 steps.
    const MOST: u64 = 16;
    let most = u32::try_from(scope.bound().min(MOST)).unwrap_or(0);
    let golden = Surd::new(1, 1, 5_u8, 2);
    let limit = &golden * &golden;
    let mut found = None;
    let mut last = Surd::rational(0, 1);
    for n in 0..=most {
        scope.go_on()?;
        let pattern = step_pattern(n);
        let (steps, pixels) = (pattern.len() as u64, pattern.iter().copied().map(u64::from).sum::<u64>());
        let (high, wide) = (fibonacci(2 * n + 1), fibonacci(2 * n + 3));
        if (steps, pixels) != (high, wide) {
            found.get_or_insert(format!("The pattern {n} has {steps} steps of {pixels} pixels."));
        }
        // The distance from the limit is less than 1/f_{2n+1}².
        let slope = Surd::rational(wide, high);
        let near = &slope + &Surd::rational(1, IBig::from(high) * high);
        if slope <= last || slope >= limit || near <= limit {
            found.get_or_insert(format!("{wide}/{high} does not continue the sequence to φ²."));
        }
        last = slope;
    }
    Ok(Search::of(format!("n ≤ {most}"), found))
}
