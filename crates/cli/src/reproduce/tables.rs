//! The papers' tables and lists of P-positions.

use anyhow::Result;
use wythoff::printed::{self, Table};
use wythoff::strategy::{Question, ask};
use wythoff::table::{Extent, entries};
use wythoff::{Outcome, Position, SolveError};

use super::imitation::positions;
use super::item::{Cell, Comparison, Item, Line, Note};
use super::workshop::Workshop;
use crate::solve::parse_game;

pub(super) const LAR15: &[Item] = &[
    Item {
        id: "Lar15.Table1",
        title: "Table 1",
        across: 1,
        caption: "Section 1.4. c_n = ⌊nφ_3/3⌋ and d_n = c_n + n for n ≤ 16, which by Connell’s formula are the \
                  P-positions of WN^(3).",
        shows: "The first 17 upper P-positions of Wythoff modulo-3 Nim, WN^(3), from the rules: modulo:m=1,p=3.",
        notes: &[note(&["Lar15.Table1"], "All 17 pairs agree.")],
        make: |workshop| table(workshop, printed::LAR15_TABLE_1, &["c", "d"]),
    },
    Item {
        id: "Lar15.Table2",
        title: "Table 2",
        across: 1,
        caption: "Section 2.2. a_n, b_n and b_n − a_n, which is 2n, for n ≤ 16: the sequences (1) and (2) with m = \
                  2, p = 3.",
        shows: "The first 17 upper P-positions of 2WN^3, from the rules: rook-blocking:m=2,p=3.",
        notes: &[note(
            &["Lar15.Table2", "Lar15.Fig2"],
            "All 17 pairs agree. Three more games have them: see Figure 2.",
        )],
        make: |workshop| table(workshop, printed::LAR15_TABLE_2, &["a", "b", "b − a"]),
    },
    Item {
        id: "Lar15.Table3",
        title: "Table 3",
        across: 1,
        caption: "Section 7. P-positions {c_n, d_n} and differences d_n − c_n for n ≤ 16. The caption names 2WN^2 as \
                  the game.",
        shows: "The first 17 upper P-positions of 2WN^(2), from the rules: modulo:m=2,p=2.",
        notes: &[
            Note {
                lines: &["16"],
                checks: &["Lar15.Table3.printed", "Lar15.Table3"],
                text: "From the printed (9,49) the rook takes 48 tokens, an even number, and reaches the P-position (9,1). So \
                       (9,49) is N; the next P-position is (9,50).",
            },
            Note {
                lines: &["the game of the caption"],
                checks: &["Lar15.Table3.caption.printed"],
                text: "The columns are headed c^(0,2,2) and d^(0,2,2), and rows 0 to 15 are those of 2WN^(2), where rooks move \
                       by even numbers. 2WN^2, where one rook option may be blocked, begins (0,0), (0,2).",
            },
        ],
        make: |workshop| {
            table(workshop, printed::LAR15_TABLE_3, &["c", "d", "d − c"])?;
            game_of_caption(workshop, printed::LAR15_TABLE_3, ["2WN^2", "2WN^(2)"])
        },
    },
    Item {
        id: "Lar15.Table4",
        title: "Table 4",
        across: 1,
        caption: "Section 7. The same for a game that the caption names as 2WN^(1,3). Claim: neither here nor in \
                  Table 3 do the differences form an arithmetic progression.",
        shows: "The first 17 upper P-positions of the 2-bishop with rook lengths 0 and 1 modulo 3, from the rules: \
                modulo:m=2,p=3,l=2.",
        notes: &[
            Note {
                lines: &["9", "10", "11", "12", "13", "14", "15", "16"],
                checks: &["Lar15.Table4.printed", "Lar15.Table4", "Lar15.Table4.no-game"],
                text: "From the printed (5,26) the rook takes 25 tokens, 1 modulo 3, and reaches the P-position (5,1). The \
                       next P-position is (5,24), and the rows after it follow the mistake: of the printed pairs only \
                       (6,29) is P, in row 11. No m-bishop, m ≤ 4, with rook residues modulo 8 or less fits the printed rows.",
            },
            Note {
                lines: &["the game of the caption"],
                checks: &["Lar15.Table4.caption.printed", "Lar15.Def2.i"],
                text: "By Definition 2 the (1,3)-rook moves by multiples of 3 only, which is the game of Table 2. Rook lengths \
                       0 and 1 modulo 3 are the (2,3)-rook.",
            },
        ],
        make: |workshop| {
            table(workshop, printed::LAR15_TABLE_4, &["c", "d", "d − c"])?;
            game_of_caption(workshop, printed::LAR15_TABLE_4, ["2WN^(1,3)", "2WN^(2,3)"])
        },
    },
];

pub(super) const LAR09: &[Item] = &[
    Item {
        id: "Lar09.Pairs",
        title: "Section 1.3, Wythoff’s pairs",
        across: 1,
        caption: "Section 1.3, after Remark 6. Wythoff Nim’s least P-positions: (0,0), (1,2), (3,5), …",
        shows: "The first upper P-positions of Wythoff Nim, from the rules: wythoff.",
        notes: &[],
        make: |workshop| list(workshop, &positions([(0, 0), (1, 2), (3, 5)]), &upper("wythoff", 3)?),
    },
    Item {
        id: "Lar09.Example15",
        title: "Example 15, the lists",
        across: 1,
        caption: "Section 1.4.6. Ten P-positions of (2,3)-Wythoff Nim, from (0,0) to (13,19); and of (2,3)-Imitation \
                  Nim those that are non-dynamic: (0,0), (3,5), (8,12), (13,19).",
        shows: "The first 10 upper P-positions, from the rules: diagonal-blocking:m=2,p=3; and those x ≤ y < 20 that are P \
                after every history of imitation:m=2,p=3.",
        notes: &[note(&["Lar09.Ex15.list", "Lar09.Ex15.play"], "Both lists agree.")],
        make: |workshop| {
            table(workshop, printed::LAR09_EXAMPLE_15, &["a", "b"])?;
            let list = printed::LAR09_EXAMPLE_15_NON_DYNAMIC;
            let comparison = pairs(&list.printed(), &always_p(list.game, 20)?);
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
        make: |workshop| table(workshop, printed::LAR09_EXAMPLE_16, &["a", "b"]),
    },
];

pub(super) const LAR11: &[Item] = &[
    Item {
        id: "Lar11.Table2",
        title: "Table 2",
        across: 1,
        caption: "Section 4. The upper P-positions (a_n, b_n) of W^4, n < 90, with δ_n = b_n − a_n.",
        shows: "The first 90 upper P-positions, from the rules: blocking:k=4.",
        notes: &[note(&["Lar11.Table2"], "All 90 rows agree.")],
        make: |workshop| table(workshop, printed::LAR11_TABLE_2, &["a", "b", "δ"]),
    },
    Item {
        id: "Lar11.Table3",
        title: "Table 3",
        across: 1,
        caption: "Section 4. The upper P-positions (a_n, b_n) of W^5, n < 90, with δ_n = b_n − a_n.",
        shows: "The first 90 upper P-positions, from the rules: blocking:k=5.",
        notes: &[note(&["Lar11.Table3"], "All 90 rows agree.")],
        make: |workshop| table(workshop, printed::LAR11_TABLE_3, &["a", "b", "δ"]),
    },
    Item {
        id: "Lar11.Table4",
        title: "Table 4",
        across: 1,
        caption: "Section 4. The upper P-positions (a_n, b_n) of W^6, n < 90, with δ_n = b_n − a_n.",
        shows: "The first 90 upper P-positions, from the rules: blocking:k=6.",
        notes: &[note(&["Lar11.Table4"], "All 90 rows agree.")],
        make: |workshop| table(workshop, printed::LAR11_TABLE_4, &["a", "b", "δ"]),
    },
];

/// A remark that explains no difference.
pub(super) const fn note(checks: &'static [&'static str], text: &'static str) -> Note {
    Note { lines: &[], checks, text }
}

/// The first rows of the game's table.
fn upper(game: &str, count: usize) -> Result<Vec<Position>> {
    let mut rows = Vec::new();
    entries(&parse_game(game)?, Extent::Count(count as u64), None, &(), |entry| {
        rows.push(entry.at);
        Ok::<(), SolveError>(())
    })?;
    Ok(rows)
}

/// A table of P-positions beside the printed one, which has these columns: the pair, and perhaps its difference.
fn table(workshop: &mut Workshop, table: Table, columns: &[&str]) -> Result<()> {
    let printed = table.printed();
    let ours = upper(table.game, printed.len())?;
    let numbers = |at: &Position| [at.x, at.y, at.y - at.x];
    let line = |(n, (printed, ours)): (usize, (&Position, &Position))| Line {
        label: n.to_string(),
        cells: (columns.iter().zip(numbers(printed)).zip(numbers(ours)))
            .map(|((_, printed), ours)| Cell::same(printed, ours))
            .collect(),
    };
    let comparison = Comparison {
        heading: "n".to_owned(),
        columns: columns.iter().map(ToString::to_string).collect(),
        lines: printed.iter().zip(&ours).enumerate().map(line).collect(),
        ..Comparison::default()
    };
    workshop.compare("", "every row, printed and ours", comparison)
}

/// A list of positions beside ours.
fn pairs(printed: &[Position], ours: &[Position]) -> Comparison {
    let shown = |list: &[Position], n| list.get(n).map(ToString::to_string).unwrap_or_default();
    let cell = |n: usize| Cell::same(shown(printed, n), shown(ours, n));
    let lines = (0..printed.len().max(ours.len())).map(|n| Line { label: n.to_string(), cells: vec![cell(n)] });
    Comparison {
        heading: "n".to_owned(),
        columns: vec!["pair".to_owned()],
        lines: lines.collect(),
        ..Comparison::default()
    }
}

fn list(workshop: &mut Workshop, printed: &[Position], ours: &[Position]) -> Result<()> {
    workshop.compare("", "every pair, printed and ours", pairs(printed, ours))
}

/// The positions x ≤ y < `side` of an imitation game that are P whatever was played before.
fn always_p(game: &str, side: u64) -> Result<Vec<Position>> {
    let game = parse_game(game)?;
    let mut found = Vec::new();
    for at in (0..side).flat_map(|x| (x..side).map(move |y| Position::new(x, y))) {
        let answer = ask(&game, at, &Question::default(), &())?;
        if answer.outcome == Outcome::P && answer.imitation.is_some_and(|imitation| !imitation.dynamic) {
            found.push(at);
        }
    }
    Ok(found)
}

/// Whether the table is one of the caption's game; all but its wrong rows are those of the other.
fn game_of_caption(workshop: &mut Workshop, table: Table, [caption, other]: [&str; 2]) -> Result<()> {
    let printed = table.printed();
    let agreeing = |game: &str| -> Result<usize> {
        let ours = upper(game, printed.len())?;
        Ok(printed.iter().zip(&ours).take_while(|(printed, ours)| printed == ours).count())
    };
    let best = if agreeing(caption)? >= agreeing(other)? { caption } else { other };
    let lines = [("the game of the caption".to_owned(), Cell::same(caption, best))];
    workshop.compare("caption", "the caption, printed and ours", Comparison::of_statements(lines))
}
