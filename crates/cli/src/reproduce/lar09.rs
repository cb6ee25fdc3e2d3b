//! Lar09: the examples' lists, and pictures of strategies. What these show is asked of the strategy, history included.

use anyhow::Result;
use wythoff::printed::{LAR09_EXAMPLE_15, LAR09_EXAMPLE_15_NON_DYNAMIC, LAR09_EXAMPLE_16};
use wythoff::{Game, Outcome, Position};

use super::drawing::{Grid, INK, RED};
use super::games::{answer, board, first_upper, positions, upper_half, winning};
use super::item::{Cell, Comparison, Item, note};
use super::workshop::Workshop;
use crate::solve::parse_game;

pub(super) const ITEMS: &[Item] = &[
    Item {
        id: "Lar09.Pairs",
        title: "Section 1.3, Wythoff’s pairs",
        across: 1,
        caption: "Section 1.3, after Remark 6. Wythoff Nim’s least P-positions: (0,0), (1,2), (3,5), …",
        shows: "The first upper P-positions of Wythoff Nim, from the rules: wythoff.",
        notes: &[],
        make: |workshop| {
            let pairs = Comparison::of_pairs(&positions([(0, 0), (1, 2), (3, 5)]), &first_upper("wythoff", 3)?);
            workshop.compare("", "every pair, printed and ours", pairs)
        },
    },
    Item {
        id: "Lar09.Example15",
        title: "Example 15, the lists",
        across: 1,
        caption: "Section 1.4.6. Ten P-positions of (2,3)-Wythoff Nim, from (0,0) to (13,19); and of (2,3)-Imitation \
                  Nim those that are non-dynamic: (0,0), (3,5), (8,12), (13,19).",
        shows: "The first 10 upper P-positions, from the rules: diagonal-blocking:m=2,p=3; and those x ≤ y < 20 that \
                are P after every history of imitation:m=2,p=3.",
        notes: &[note(&["Lar09.Ex15.list", "Lar09.Ex15.play"], "Both lists agree.")],
        make: |workshop| {
            workshop.table(LAR09_EXAMPLE_15, &["a", "b"])?;
            let list = LAR09_EXAMPLE_15_NON_DYNAMIC;
            let comparison = Comparison::of_pairs(&list.printed(), &always_p(list.game, 20)?);
            workshop.compare("non-dynamic", "the non-dynamic P-positions, printed and ours", comparison)
        },
    },
    Item {
        id: "Lar09.Example16",
        title: "Example 16, the list",
        across: 1,
        caption: "Section 1.4.6. Seven P-positions of (3,3)-Wythoff Nim, from (0,0) to (9,15).",
        shows: "The first 7 upper P-positions, from the rules: diagonal-blocking:m=3,p=3.",
        notes: &[note(&["Lar09.Ex16.list", "Lar09.Ex16.play"], "All seven agree.")],
        make: |workshop| workshop.table(LAR09_EXAMPLE_16, &["a", "b"]),
    },
    Item {
        id: "Lar09.Figure1",
        title: "Figure 1",
        across: 2,
        caption: "Section 1.3, after Remark 6. Imitation Nim above the main diagonal, around a P-position of Wythoff \
                  Nim, marked P: dynamic positions (D), non-dynamic N-positions by Proposition 5 (iia) and (iib) \
                  (Na, Nb), and an arrow for a move that wins from Q.",
        shows: "Imitation Nim, x ≤ y < 14: what P = (3,5) makes of its column (D), its diagonal (Na) and the column 5 \
                (Nb), with Q = (9,11); and the kind of every position x ≤ y < 24.",
        notes: &[note(
            &["Lar09.Prop5.i", "Lar09.Prop5.ii"],
            "The caption names no coordinates, and gives Proposition 5 the number 1. Every kind is found from the \
             rules, over all histories, and then compared with the proposition.",
        )],
        make: figure_1,
    },
    Item {
        id: "Lar09.Figure2",
        title: "Figure 2",
        across: 1,
        caption: "Section 1.4.2. (1,3)-Imitation Nim above the main diagonal. Black: the P-positions of \
                  (1,3)-Wythoff Nim in one diagonal, of which the first, marked P, is non-dynamic. D and N mark \
                  dynamic positions and non-dynamic N-positions, three arrows a chain of moves that win from Q.",
        shows: "(1,3)-Imitation Nim, x ≤ y < 14: P = (3,4), the black positions (3,4), (5,6), (7,8), and Q = (9,10).",
        notes: &[note(
            &["Lar09.Thm19", "Lar09.Prop14.d"],
            "The caption names no coordinates: the diagonal y = x + 1 is the first with three black positions above \
             the main diagonal. Between the arrows the opponent imitates; after the third he may not.",
        )],
        make: figure_2,
    },
];

/// What the histories of an imitation game make of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    AlwaysP,
    AlwaysN,
    Dynamic,
}

impl Kind {
    fn of(game: &Game, at: Position) -> Result<Self> {
        let answer = answer(game, &[at])?;
        Ok(match answer.imitation {
            Some(imitation) if imitation.dynamic => Self::Dynamic,
            _ if answer.outcome == Outcome::P => Self::AlwaysP,
            _ => Self::AlwaysN,
        })
    }

    fn letter(self) -> &'static str {
        match self {
            Self::AlwaysP => "P",
            Self::AlwaysN => "N",
            Self::Dynamic => "D",
        }
    }

    fn colour(self) -> &'static str {
        match self {
            Self::AlwaysP => "#141c3a",
            Self::AlwaysN => "#f3eedf",
            Self::Dynamic => "#e9b44c",
        }
    }
}

/// The positions x ≤ y < `side` of an imitation game that are P whatever was played before.
fn always_p(game: &str, side: u64) -> Result<Vec<Position>> {
    let game = parse_game(game)?;
    let mut found = Vec::new();
    for at in upper_half(side) {
        if Kind::of(&game, at)? == Kind::AlwaysP {
            found.push(at);
        }
    }
    Ok(found)
}

fn figure_1(workshop: &mut Workshop) -> Result<()> {
    const SIDE: u64 = 14;
    const BOARD: u64 = 24;
    let game = parse_game("imitation")?;
    let wythoff = board("wythoff", BOARD)?;
    let (p, q) = (Position::new(3, 5), Position::new(9, 11));

    let mut grid = Grid::new(SIDE, SIDE, 30, true);
    let mut lines = Vec::new();
    for at in upper_half(SIDE) {
        let is_na = at.x > p.x && at.y - at.x == p.y - p.x;
        let is_nb = at.x == p.y;
        let is_d = at.x == p.x && at.y > p.y;
        let kind = Kind::of(&game, at)?;
        let (letters, expected) = match (is_na, is_nb, is_d) {
            _ if at == p => ("P", Kind::AlwaysP),
            _ if at == q => ("Q", Kind::AlwaysN),
            (true, true, _) => ("Nab", Kind::AlwaysN),
            (true, ..) => ("Na", Kind::AlwaysN),
            (_, true, _) => ("Nb", Kind::AlwaysN),
            (.., true) => ("D", Kind::Dynamic),
            _ => continue,
        };
        grid.fill(at, expected.colour());
        grid.letters(at, letters, if expected == Kind::AlwaysP { "#ffffff" } else { INK });
        if kind != expected {
            lines.push((format!("{at}, drawn as {letters}"), Cell::same(expected.letter(), kind.letter())));
        }
    }
    let to = Position::new(p.x, q.y);
    grid.arrow(q, to, RED);
    let title = "Imitation Nim around P = (3,5)";
    workshop.drawing("strategy", title, &grid.finish(title))?;
    lines.push(winning(&game, &[q, to], 0)?);

    let mut grid = Grid::new(BOARD, BOARD, 18, true);
    let mut wrong = [0, 0];
    for at in upper_half(BOARD) {
        let kind = Kind::of(&game, at)?;
        grid.fill(at, kind.colour());
        let is_iia = (0..at.x).any(|c| wythoff.is_p(Position::new(c, c + at.y - at.x)));
        let is_iib = (0..at.x).any(|c| wythoff.is_p(Position::new(at.x, c)));
        wrong[0] += usize::from(wythoff.is_p(at) != (kind == Kind::AlwaysP));
        wrong[1] += usize::from((is_iia || is_iib) != (kind == Kind::AlwaysN));
    }
    let title = "Imitation Nim: always P (dark), always N (pale), dynamic (amber)";
    workshop.drawing("kinds", title, &grid.finish(title))?;
    for (part, wrong) in ["(i)", "(ii)"].iter().zip(wrong) {
        lines.push((format!("positions x ≤ y < {BOARD} against Proposition 5 {part}"), Cell::same(0, wrong)));
    }
    workshop.compare("caption", "the caption and Proposition 5, printed and ours", Comparison::of_statements(lines))
}

fn figure_2(workshop: &mut Workshop) -> Result<()> {
    const SIDE: u64 = 14;
    let game = parse_game("imitation:m=1,p=3")?;
    let blocking = board("diagonal-blocking:m=1,p=3", SIDE)?;
    let mut grid = Grid::new(SIDE, SIDE, 30, true);
    let play = positions([(9, 10), (7, 10), (7, 8), (5, 8), (5, 6), (3, 6)]);
    let mut black = Vec::new();
    for at in upper_half(SIDE) {
        let kind = Kind::of(&game, at)?;
        let is_black = at.y - at.x == 1 && blocking.is_p(at);
        grid.fill(at, if is_black { "#141c3a" } else { kind.colour() });
        let letter = if at == play[0] { "Q" } else { kind.letter() };
        let is_light = is_black || kind == Kind::AlwaysP;
        grid.letters(at, letter, if is_light { "#ffffff" } else { INK });
        if is_black {
            black.push(at.to_string());
        }
    }
    let mut lines = vec![
        ("P in (1,3)-Wythoff Nim, on the diagonal y = x + 1".to_owned(), Cell::ours(black.join(" "))),
        ("how many they are (Proposition 14 d)".to_owned(), Cell::same(3, black.len())),
        ("(3,4) after any history".to_owned(), Cell::same("P", Kind::of(&game, Position::new(3, 4))?.letter())),
        ("Q after any history".to_owned(), Cell::same("N", Kind::of(&game, play[0])?.letter())),
    ];
    for step in [0, 2, 4] {
        grid.arrow(play[step], play[step + 1], RED);
        lines.push(winning(&game, &play, step)?);
    }
    let forbidden = answer(&game, &play)?.imitation.map(|imitation| imitation.forbidden).unwrap_or_default();
    let is_forbidden = forbidden.contains(&Position::new(3, 4));
    lines.push(("then (3,6) → (3,4) is forbidden".to_owned(), Cell::yes(is_forbidden)));
    let title = "(1,3)-Imitation Nim around P = (3,4)";
    workshop.drawing("", title, &grid.finish(title))?;
    workshop.compare("caption", "the caption, printed and ours", Comparison::of_statements(lines))
}
