//! Every engine against play itself.
//!
//! Nothing here counts P-options and nothing uses the library's model of a game: moves come from the rules' text by a
//! double loop over i and j, the previous player tries every block set or proposal (and every l of `choice`), the next
//! player tries every move that is left, and an imitation game is played with the whole list of its moves in hand. Who
//! cannot move (in a comply game: who cannot propose) loses.

mod common;

use std::collections::HashMap;

use wythoff::{Cell, Engine, Game, Outcome, Position, solve};

type Removals = Box<dyn Fn(u64, u64) -> bool>;

/// What the previous player may do before the next one moves.
enum Before {
    Nothing,
    /// He blocks at most this many options of the class.
    Block(usize),
    /// He proposes at least this many options of the class, or at least one other.
    Comply(usize),
}

/// A static game as its text states it.
struct Text {
    moves: Removals,
    class: Removals,
    before: Before,
    /// The cells x < .0, y < .1 do not exist.
    hole: (u64, u64),
}

fn rook(i: u64, j: u64) -> bool {
    (i == 0) != (j == 0)
}

fn bishop(m: u64, i: u64, j: u64) -> bool {
    i.abs_diff(j) < m
}

fn ray(p: u64, q: u64, i: u64, j: u64) -> bool {
    (1..=i.max(j)).any(|t| (i, j) == (p * t, q * t) || (i, j) == (q * t, p * t))
}

fn length(i: u64, j: u64) -> u64 {
    i.max(j)
}

impl Text {
    fn of(moves: impl Fn(u64, u64) -> bool + 'static) -> Self {
        Self { moves: Box::new(moves), class: Box::new(|_, _| true), before: Before::Nothing, hole: (0, 0) }
    }

    /// The rook and the m-bishop.
    fn queen(m: u64) -> Self {
        Self::of(move |i, j| rook(i, j) || bishop(m, i, j))
    }

    fn block(self, most: usize, class: impl Fn(u64, u64) -> bool + 'static) -> Self {
        Self { before: Before::Block(most), class: Box::new(class), ..self }
    }

    fn comply(self, least: usize, class: impl Fn(u64, u64) -> bool + 'static) -> Self {
        Self { before: Before::Comply(least), class: Box::new(class), ..self }
    }

    fn hole(self, width: u64, height: u64) -> Self {
        Self { hole: (width, height), ..self }
    }

    /// The table of the families, line by line; `choice` and `imitation` are played by functions of their own.
    fn family(name: &str, values: &[u32]) -> Self {
        let v: Vec<u64> = values.iter().copied().map(u64::from).collect();
        let n: Vec<usize> = values.iter().map(|&value| value as usize).collect();
        match name {
            "nim" => Self::of(rook),
            "nim-blocking" => Self::of(rook).block(n[0] - 1, |_, _| true),
            "wythoff" => Self::queen(v[0]),
            "blocking" => Self::queen(1).block(n[0] - 1, |_, _| true),
            "diagonal-blocking" => Self::queen(v[0]).block(n[1] - 1, |i, j| i == j),
            "rook-blocking" => Self::queen(v[0]).block(n[1] - 1, move |i, j| rook(i, j) && length(i, j) >= v[2]),
            "modulo" => {
                let residues = v[2].max(1);
                Self::of(move |i, j| bishop(v[0], i, j) || rook(i, j) && length(i, j) % v[1] < residues)
            }
            "shifted" => match v[2] {
                0 => Self::queen(v[0] * v[1]),
                l => Self::queen(v[0] * v[1]).hole(v[0] * l, v[0] * (v[1] - l)),
            },
            "hole" => Self::queen(v[0] * v[1]).hole(v[2], v[3]),
            "gdwn" => Self::of(move |i, j| rook(i, j) || i == j || ray(v[0], v[1], i, j)),
            "comply" => Self::queen(1).comply(n[0], |_, _| true),
            "comply-diagonal" => Self::queen(1).comply(n[0], |i, j| i == j),
            "comply-rook" => Self::queen(1).comply(n[0], rook),
            _ => panic!("no text for {name}"),
        }
    }

    fn exists(&self, at: Position) -> bool {
        at.x >= self.hole.0 || at.y >= self.hole.1
    }

    /// The options in the class, and the others.
    fn options(&self, at: Position) -> (Vec<Position>, Vec<Position>) {
        let (mut inside, mut outside) = (Vec::new(), Vec::new());
        for i in 0..=at.x {
            for j in 0..=at.y {
                let to = Position::new(at.x - i, at.y - j);
                if (i, j) != (0, 0) && (self.moves)(i, j) && self.exists(to) {
                    if (self.class)(i, j) { inside.push(to) } else { outside.push(to) }
                }
            }
        }
        (inside, outside)
    }
}

/// Whether `test` holds for some subset of `items` with at most `most` elements (besides those already `chosen`).
fn some_subset(
    items: &[Position],
    most: usize,
    chosen: &mut Vec<Position>,
    test: &impl Fn(&[Position]) -> bool,
) -> bool {
    if test(chosen) {
        return true;
    }
    if most == 0 {
        return false;
    }
    (0..items.len()).any(|index| {
        chosen.push(items[index]);
        let found = some_subset(&items[index + 1..], most - 1, chosen, test);
        chosen.pop();
        found
    })
}

/// Plays a game out, each position once: whether the player who has just moved wins.
type Play = fn(&Text, Position, &HashMap<Position, bool>) -> bool;

/// All block sets and all proposals, then all moves. A player who moves to `to` wins iff he wins there as the player
/// who has just moved.
fn twist_then_move(text: &Text, at: Position, wins: &HashMap<Position, bool>) -> bool {
    let (inside, outside) = text.options(at);
    let all = [inside.clone(), outside].concat();
    match text.before {
        Before::Nothing => all.iter().all(|to| !wins[to]),
        Before::Block(most) => some_subset(&inside, most, &mut vec![], &|blocked| {
            all.iter().filter(|to| !blocked.contains(to)).all(|to| !wins[to])
        }),
        Before::Comply(least) => some_subset(&all, all.len(), &mut vec![], &|proposed| {
            let in_class = proposed.iter().filter(|to| inside.contains(to)).count();
            let obeys = in_class >= least || in_class < proposed.len();
            obeys && proposed.iter().all(|to| !wins[to])
        }),
    }
}

/// Formulation 1 of CLN15: no set is announced. The next player attempts a move; the previous player lets it happen or,
/// at most k−1 times before one move, rejects it.
fn attempt_and_reject(text: &Text, at: Position, wins: &HashMap<Position, bool>) -> bool {
    /// The talk before one move.
    struct Talk {
        /// Whether each option that may be rejected wins.
        rejectable: Vec<bool>,
        most: usize,
        /// Whether the next player wins, by the set of the rejected options.
        known: HashMap<u128, bool>,
    }
    impl Talk {
        fn next_wins(&mut self, rejected: u128) -> bool {
            if let Some(&wins) = self.known.get(&rejected) {
                return wins;
            }
            let wins = (0..self.rejectable.len()).any(|option| {
                let attempt = 1 << option;
                let is_new = rejected & attempt == 0;
                let wins_if_let = self.rejectable[option];
                let can_be_rejected = (rejected.count_ones() as usize) < self.most;
                is_new && wins_if_let && (!can_be_rejected || self.next_wins(rejected | attempt))
            });
            self.known.insert(rejected, wins);
            wins
        }
    }
    let Before::Block(most) = text.before else { panic!("only blocking games have a Formulation 1") };
    let (inside, outside) = text.options(at);
    let rejectable = inside.iter().map(|to| wins[to]).collect();
    let next_wins = outside.iter().any(|to| wins[to]) || Talk { rejectable, most, known: HashMap::new() }.next_wins(0);
    !next_wins
}

/// What stands in each cell of a board, by rows, when the game is played out.
fn played(text: &Text, side: u64, play: Play) -> Vec<Cell> {
    let mut wins = HashMap::new();
    let mut cells = Vec::new();
    for at in (0..side).flat_map(|y| (0..side).map(move |x| Position::new(x, y))) {
        cells.push(if text.exists(at) {
            let previous_wins = play(text, at, &wins);
            wins.insert(at, previous_wins);
            Cell::Has(Outcome::p_if(previous_wins))
        } else {
            Cell::Removed
        });
    }
    cells
}

/// m×pWN: the second player tries every l whose hole does not hold the start.
fn played_choice(values: &[u32], side: u64) -> Vec<Cell> {
    let boards: Vec<Vec<Cell>> = (0..values[1])
        .map(|l| played(&Text::family("shifted", &[values[0], values[1], l]), side, twist_then_move))
        .collect();
    let cells = usize::try_from(side * side).unwrap();
    (0..cells).map(|cell| Cell::Has(Outcome::p_if(boards.iter().any(|board| board[cell].is_p())))).collect()
}

/// A removal from one heap and what the heaps were before it.
#[derive(Clone, Copy)]
struct Step {
    heaps: [u64; 2],
    heap: usize,
    taken: u64,
}

/// Lar09 Definitions 1 and 11: the step takes t to t+m−1 tokens from pile B when the step before it took t from pile A
/// and #A ≤ #B before that.
fn is_imitation(m: u64, history: &[Step], index: usize) -> bool {
    index > 0 && {
        let (before, now) = (history[index - 1], history[index]);
        before.heap != now.heap
            && before.heaps[before.heap] <= before.heaps[now.heap]
            && (before.taken..before.taken + m).contains(&now.taken)
    }
}

/// Whether the last step and the p−1 steps of the same player before it are all imitations.
fn is_forbidden(m: u64, p: usize, history: &[Step]) -> bool {
    let last = history.len() - 1;
    (0..p).all(|back| last >= 2 * back && is_imitation(m, history, last - 2 * back))
}

/// Plays (m,p)-Imitation Nim with the list of all moves so far: whether the player to move wins.
fn next_wins_imitation(m: u64, p: usize, heaps: [u64; 2], history: &mut Vec<Step>) -> bool {
    (0..2).any(|heap| {
        (1..=heaps[heap]).any(|taken| {
            history.push(Step { heaps, heap, taken });
            let mut left = heaps;
            left[heap] -= taken;
            let wins = !is_forbidden(m, p, history) && !next_wins_imitation(m, p, left, history);
            history.pop();
            wins
        })
    })
}

fn played_imitation(values: &[u32], side: u64) -> Vec<Cell> {
    let (m, p) = (u64::from(values[0]), values[1] as usize);
    let next_wins = |x, y| next_wins_imitation(m, p, [x, y], &mut Vec::new());
    let starts = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    starts.map(|(x, y)| Cell::Has(Outcome::p_if(!next_wins(x, y)))).collect()
}

/// Every engine that solves the game finds these cells.
fn assert_every_engine_agrees(game: &Game, side: u64, expected: &[Cell]) {
    let engines = Engine::solving(game);
    assert!(engines.contains(&Engine::Reference), "{game}");
    for engine in engines {
        let board = solve::board(game, side, side, Some(engine), &()).unwrap();
        let cells: Vec<Cell> =
            (0..side).flat_map(|y| (0..side).map(move |x| Position::new(x, y))).map(|at| board.cell(at)).collect();
        assert_eq!(cells, expected, "{game} by {engine}, {side}×{side} cells by rows");
    }
}

/// All families with parameters up to 4, on boards as large as the subsets allow: with at most 3 blocks the sets are
/// few, while a proposal may be any set of options.
#[test]
fn play_equals_every_engine_for_every_family() {
    let mut families_seen = Vec::new();
    for game in common::every_game(4) {
        let (family, values) = game.family().unwrap();
        families_seen.push(family.name);
        let (side, expected) = match family.name {
            "choice" => (20, played_choice(values, 20)),
            "imitation" => (7, played_imitation(values, 7)),
            name => {
                let side = match name {
                    "comply" | "comply-diagonal" | "comply-rook" => 7,
                    "nim-blocking" | "blocking" | "diagonal-blocking" | "rook-blocking" => 9,
                    _ => 16,
                };
                (side, played(&Text::family(name, values), side, twist_then_move))
            }
        };
        assert_every_engine_agrees(&game, side, &expected);
    }
    families_seen.dedup();
    assert_eq!(families_seen.len(), 15, "{families_seen:?}");
}

/// On a small board some choices of l leave no cell at all; the others still decide.
#[test]
fn choice_is_played_right_on_boards_of_every_shape() {
    const SIDE: u64 = 13;
    for (m, p) in (1..=4).flat_map(|m| (1..=4).map(move |p| (m, p))) {
        let expected = played_choice(&[m, p], SIDE);
        let game: Game = format!("choice:m={m},p={p}").parse().unwrap();
        for (width, height) in (1..=SIDE).flat_map(|width| (1..=SIDE).map(move |height| (width, height))) {
            for engine in Engine::solving(&game) {
                let board = solve::board(&game, width, height, Some(engine), &()).unwrap();
                for at in (0..width).flat_map(|x| (0..height).map(move |y| Position::new(x, y))) {
                    let index = usize::try_from(at.y * SIDE + at.x).unwrap();
                    assert_eq!(board.cell(at), expected[index], "{game} by {engine}, {width}×{height}, {at}");
                }
            }
        }
    }
}

/// CLN15 says that the two formulations are one game; so they are for every class that may be blocked.
#[test]
fn rejecting_attempts_one_by_one_equals_every_engine() {
    let mut games = 0;
    for game in common::every_game(4) {
        let (family, values) = game.family().unwrap();
        if matches!(family.name, "nim-blocking" | "blocking" | "diagonal-blocking" | "rook-blocking") {
            let expected = played(&Text::family(family.name, values), 9, attempt_and_reject);
            assert_every_engine_agrees(&game, 9, &expected);
            games += 1;
        }
    }
    assert_eq!(games, 4 + 4 + 16 + 64);
}

/// Games of no family, translated by hand.
#[test]
fn play_equals_every_engine_for_custom_games() {
    let translated: Vec<(&str, u64, Text)> = vec![
        ("custom: rook", 12, Text::of(rook)),
        ("custom: bishop", 12, Text::of(|i, j| i == j)),
        ("custom: bishop(3)", 12, Text::of(|i, j| bishop(3, i, j))),
        ("custom: ray(1,2)", 16, Text::of(|i, j| ray(1, 2, i, j))),
        ("custom: rook + bishop(2) | block 3 on bishop", 9, Text::queen(2).block(3, |i, j| i == j)),
        (
            "custom: rook(mod 3: 0,1) + bishop",
            12,
            Text::of(|i, j| rook(i, j) && matches!(length(i, j) % 3, 0 | 1) || i == j),
        ),
        (
            "custom: rook + bishop + ray(1,2) | comply 2",
            6,
            Text::of(|i, j| rook(i, j) || i == j || ray(1, 2, i, j)).comply(2, |_, _| true),
        ),
        ("custom: rook + bishop(4) | block 2 on bishop(2)", 8, Text::queen(4).block(2, |i, j| bishop(2, i, j))),
        ("custom: rook + bishop(4) | comply 3 on bishop(2)", 5, Text::queen(4).comply(3, |i, j| bishop(2, i, j))),
        ("custom: rook + bishop(5) | block 2 on ray(1,2)", 8, Text::queen(5).block(2, |i, j| ray(1, 2, i, j))),
        ("custom: rook(from 3) + bishop(2)", 12, Text::of(|i, j| rook(i, j) && length(i, j) >= 3 || bishop(2, i, j))),
        (
            "custom: rook(from 2, mod 5: 1,3-4) + bishop",
            14,
            Text::of(|i, j| rook(i, j) && length(i, j) >= 2 && [1, 3, 4].contains(&(length(i, j) % 5)) || i == j),
        ),
        (
            "custom: rook(mod 2: 1) + rook(mod 3: 0) + bishop(2)",
            12,
            Text::of(|i, j| rook(i, j) && matches!(length(i, j) % 6, 0 | 1 | 3 | 5) || bishop(2, i, j)),
        ),
        (
            "custom: rook(mod 4: 0,2,3) | block 2 on rook(from 3)",
            10,
            Text::of(|i, j| rook(i, j) && length(i, j) % 4 != 1).block(2, |i, j| rook(i, j) && length(i, j) >= 3),
        ),
        ("custom: rook + ray(2,2) + ray(3,3)", 13, Text::of(|i, j| rook(i, j) || i == j && (i % 2 == 0 || i % 3 == 0))),
        (
            "custom: rook + bishop(3) + ray(1,2) + ray(2,3) | block 2 on ray(1,2) + rook(from 2)",
            7,
            Text::of(|i, j| rook(i, j) || bishop(3, i, j) || ray(1, 2, i, j) || ray(2, 3, i, j))
                .block(2, |i, j| ray(1, 2, i, j) || rook(i, j) && length(i, j) >= 2),
        ),
        (
            "custom: rook + bishop + ray(1,2) | block 1 on ray(2,4)",
            12,
            Text::of(|i, j| rook(i, j) || i == j || ray(1, 2, i, j)).block(1, |i, j| ray(2, 4, i, j)),
        ),
        ("custom: rook + bishop(6) | hole 5,2 | block 2", 9, Text::queen(6).block(2, |_, _| true).hole(5, 2)),
        ("custom: rook + bishop | hole 3,3 | comply 2 on rook", 7, Text::queen(1).comply(2, rook).hole(3, 3)),
        ("custom: rook + bishop | block 4000000000", 6, Text::queen(1).block(4_000_000_000, |_, _| true)),
        (
            "custom: rook + bishop(2) | block 4000000000 on bishop",
            9,
            Text::queen(2).block(4_000_000_000, |i, j| i == j),
        ),
        ("custom: rook + bishop | comply 1", 7, Text::queen(1).comply(1, |_, _| true)),
        ("custom: rook + bishop(100)", 9, Text::of(|_, _| true)),
        ("custom: rook(from 1000) + bishop", 9, Text::of(|i, j| i == j)),
        ("custom: rook(mod 1000: 0-499) + bishop(2)", 9, Text::queen(2)),
        ("custom: rook + ray(1000,1) + bishop", 9, Text::queen(1)),
    ];
    for (written, side, text) in translated {
        let game: Game = written.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_every_engine_agrees(&game, side, &played(&text, side, twist_then_move));
        if matches!(text.before, Before::Block(_)) {
            assert_every_engine_agrees(&game, side, &played(&text, side, attempt_and_reject));
        }
    }
}

/// What the papers say of single plays: Lar09 Examples 2 and 12, Lar15 Examples 1 to 6.
#[test]
fn the_papers_examples_are_played_right() {
    let previous_wins = |family: &str, values: &[u32], x: usize, y: usize| {
        played(&Text::family(family, values), 9, twist_then_move)[y * 9 + x].is_p()
    };
    let column =
        |family, values: &[u32]| -> Vec<usize> { (0..9).filter(|&y| previous_wins(family, values, 0, y)).collect() };
    assert_eq!(column("rook-blocking", &[2, 2, 2]), [0, 2], "Example 1");
    assert!(!previous_wins("modulo", &[2, 2, 1], 0, 2) && previous_wins("modulo", &[2, 2, 1], 0, 3), "Example 2");
    assert_eq!(column("modulo", &[2, 4, 2]), [0, 2], "Example 3");
    assert!(previous_wins("rook-blocking", &[2, 3, 2], 0, 4), "Example 4");
    assert!(previous_wins("modulo", &[2, 3, 1], 0, 4), "Example 5");
    assert!(previous_wins("shifted", &[2, 3, 1], 0, 4) && !previous_wins("shifted", &[2, 3, 2], 0, 4), "Example 6");
    assert!(!previous_wins("shifted", &[2, 3, 2], 1, 8) && previous_wins("shifted", &[2, 3, 0], 1, 7), "Example 6");

    let after = |x: u64, y: u64| {
        let took = Step { heaps: [x, y], heap: 0, taken: x - 1 };
        next_wins_imitation(1, 1, [1, y], &mut vec![took])
    };
    assert!(after(3, 3), "(3,3) to (1,3) loses");
    assert!(!after(2, 3), "(2,3) to (1,3) wins");
    assert!(next_wins_imitation(2, 1, [1, 2], &mut vec![]), "Example 12");
}
