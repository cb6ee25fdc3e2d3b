//! Lar15: boards with y growing upwards, P-positions in shades; and the tables.

use std::collections::BTreeSet;

use anyhow::Result;
use wythoff::printed::{LAR15_TABLE_1, LAR15_TABLE_2, LAR15_TABLE_3, LAR15_TABLE_4, Table};
use wythoff::{Board, Position};

use super::drawing::Grid;
use super::games::{board, first_upper};
use super::item::{Cell, Comparison, Item, Note, note};
use super::workshop::Workshop;

pub(super) const ITEMS: &[Item] = &[
    Item {
        id: "Lar15.Figure1",
        title: "Figure 1",
        across: 1,
        caption: "Section 1.4. The board of WN^(3) in three shades. Claims: its P-positions stand three to a row, \
                  three to a column and one to a diagonal, as near to (0,0) as that allows; the black ones, of \
                  3-Wythoff Nim, stand one to a row and one to every third diagonal.",
        shows: "WN^(3), x, y < 24; black: 3-Wythoff Nim; the two lighter shades: 1×3WN_1 and 1×3WN_2 (Remark 1).",
        notes: &[note(
            &["Lar15.Fig1", "Lar15.Rem1"],
            "The text does not say which of the two lighter shades is which: we follow the form that the caption of \
             Figure 2 gives to its palest squares.",
        )],
        make: figure_1,
    },
    Item {
        id: "Lar15.Figure2",
        title: "Figure 2",
        across: 1,
        caption: "Section 2.2. One board for 2WN^(3), 2WN^3, 2WN^(2,6) and 2×3WN, in three shades. Claims: the four \
                  games have these P-positions, three to a row, three to a column and one to every second diagonal, \
                  as near to (0,0) as that allows; the palest, (a_{3n+1}, b_{3n+1}) and (b_{3n+2}, a_{3n+2}), are \
                  those of 2×3WN_1; the darkest, {a_{3i}, b_{3i}}, are those of 6WN.",
        shows: "The P-positions of the four games, x, y < 40; darkest: 6WN; the palest are of the form that the \
                caption gives.",
        notes: &[
            Note {
                lines: &["the game of the palest squares"],
                checks: &["Lar15.Fig2.palest.printed", "Lar15.Fig2.palest"],
                text: "By Definition 3 (3a) and Example 6 the positions of this form are those of 2×3WN_2: the same \
                       with the two heaps exchanged.",
            },
            note(
                &["Lar15.Fig2", "Lar15.Fig2.darkest"],
                "The four games agree, and the darkest squares are those of 6WN.",
            ),
        ],
        make: figure_2,
    },
    Item {
        id: "Lar15.Table1",
        title: "Table 1",
        across: 1,
        caption: "Section 1.4. c_n = ⌊nφ_3/3⌋ and d_n = c_n + n for n ≤ 16, which by Connell’s formula are the \
                  P-positions of WN^(3).",
        shows: "The first 17 upper P-positions of Wythoff modulo-3 Nim, WN^(3), from the rules: modulo:m=1,p=3.",
        notes: &[note(&["Lar15.Table1"], "All 17 pairs agree.")],
        make: |workshop| workshop.table(LAR15_TABLE_1, &["c", "d"]),
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
        make: |workshop| workshop.table(LAR15_TABLE_2, &["a", "b", "b − a"]),
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
                text: "From the printed (9,49) the rook takes 48 tokens, an even number, and reaches the P-position \
                       (9,1). So (9,49) is N; the next P-position is (9,50).",
            },
            Note {
                lines: &["the game of the caption"],
                checks: &["Lar15.Table3.caption.printed"],
                text: "The columns are headed c^(0,2,2) and d^(0,2,2), and rows 0 to 15 are those of 2WN^(2), where \
                       rooks move by even numbers. 2WN^2, where one rook option may be blocked, begins (0,0), (0,2).",
            },
        ],
        make: |workshop| {
            workshop.table(LAR15_TABLE_3, &["c", "d", "d − c"])?;
            game_of_caption(workshop, LAR15_TABLE_3, ["2WN^2", "2WN^(2)"])
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
                text: "From the printed (5,26) the rook takes 25 tokens, 1 modulo 3, and reaches the P-position (5,1). \
                       The next P-position is (5,24), and the rows after it follow the mistake: of the printed pairs \
                       only (6,29) is P, in row 11. No m-bishop, m ≤ 4, with rook residues modulo 8 or less fits the \
                       printed rows.",
            },
            Note {
                lines: &["the game of the caption"],
                checks: &["Lar15.Table4.caption.printed", "Lar15.Def2.i"],
                text: "By Definition 2 the (1,3)-rook moves by multiples of 3 only, which is the game of Table 2. Rook \
                       lengths 0 and 1 modulo 3 are the (2,3)-rook.",
            },
        ],
        make: |workshop| {
            workshop.table(LAR15_TABLE_4, &["c", "d", "d − c"])?;
            game_of_caption(workshop, LAR15_TABLE_4, ["2WN^(1,3)", "2WN^(2,3)"])
        },
    },
];

/// The P-positions of mWN^(3) in three shades.
struct Shades {
    m: u32,
    side: u64,
    all: Board,
    /// Those of 3m-Wythoff Nim.
    darkest: Board,
    /// Those of the form (a_{3n+1}, b_{3n+1}) or (b_{3n+2}, a_{3n+2}).
    palest: Vec<Position>,
}

impl Shades {
    fn new(side: u64, m: u32) -> Result<Self> {
        let all = board(&format!("modulo:m={m},p=3"), side)?;
        let darkest = board(&format!("wythoff:m={}", 3 * m), side)?;
        // The differences b_n − a_n are mn.
        let is_palest = |at: &Position| {
            let n = at.x.abs_diff(at.y) / u64::from(m);
            n % 3 == if at.is_upper() { 1 } else { 2 }
        };
        let palest = all.p_positions().filter(is_palest).collect();
        Ok(Self { m, side, all, darkest, palest })
    }

    fn draw(&self) -> String {
        let mut grid = Grid::new(self.side, self.side, if self.side > 30 { 12 } else { 20 }, true);
        for at in self.all.p_positions() {
            let (is_darkest, is_palest) = (self.darkest.is_p(at), self.palest.contains(&at));
            grid.fill(
                at,
                if is_darkest {
                    "#141c3a"
                } else if is_palest {
                    "#cbd3ea"
                } else {
                    "#7f8bb5"
                },
            );
        }
        grid.finish(&format!("P-positions of {}WN^(3) in three shades", self.m))
    }

    /// What the captions of both figures state.
    fn statements(&self) -> Vec<(String, Cell)> {
        let m = u64::from(self.m);
        // The pairs are (⌊nα⌋, ⌊nβ⌋) with β/α < 3m + 1 ≤ 4m, so that b < 4m(a + 1): these lines are whole in the
        // window.
        let whole = self.side / (4 * m);
        let in_each = |line: &dyn Fn(Position) -> Option<u64>| {
            let counts: BTreeSet<usize> =
                (0..whole).map(|number| self.all.p_positions().filter(|p| line(*p) == Some(number)).count()).collect();
            counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
        };
        let diagonal = |p: Position| p.is_upper().then(|| p.y - p.x).filter(|d| d % m == 0).map(|d| d / m);
        let off = self.all.p_positions().filter(|p| p.x.abs_diff(p.y) % m != 0).count();
        let are_dark = self.darkest.p_positions().all(|at| self.all.is_p(at));
        let every = if m == 1 { String::new() } else { format!(" with {m} | y − x") };
        vec![
            ("P-positions in each column".to_owned(), Cell::same(3, in_each(&|p| Some(p.x)))),
            ("P-positions in each row".to_owned(), Cell::same(3, in_each(&|p| Some(p.y)))),
            (format!("P-positions in each diagonal{every}"), Cell::same(1, in_each(&diagonal))),
            ("P-positions in other diagonals".to_owned(), Cell::same(0, off)),
            (format!("the darkest are the P-positions of {}WN", 3 * m), Cell::yes(are_dark)),
        ]
    }

    /// The game m×3WN_l whose P-positions are the palest squares.
    fn game_of_palest(&self) -> Result<String> {
        for l in 1..3 {
            let solution = board(&format!("shifted:m={},p=3,l={l}", self.m), self.side)?;
            if solution.p_positions().eq(self.palest.iter().copied()) {
                return Ok(format!("{}×3WN_{l}", self.m));
            }
        }
        Ok("none of them".to_owned())
    }
}

fn figure_1(workshop: &mut Workshop) -> Result<()> {
    let shades = Shades::new(24, 1)?;
    workshop.drawing("", "P-positions of WN^(3) in three shades", &shades.draw())?;
    let mut lines = shades.statements();
    lines.push(("the game of the palest squares".to_owned(), Cell::ours(shades.game_of_palest()?)));
    workshop.compare("caption", "the caption, printed and ours", Comparison::of_statements(lines))
}

fn figure_2(workshop: &mut Workshop) -> Result<()> {
    let shades = Shades::new(40, 2)?;
    workshop.drawing("", "P-positions of 2WN^(3) in three shades", &shades.draw())?;
    let mut lines = shades.statements();
    for (name, game) in
        [("2WN^3", "rook-blocking:m=2,p=3"), ("2WN^(2,6)", "modulo:m=2,p=6,l=2"), ("2×3WN", "choice:m=2,p=3")]
    {
        let agrees = board(game, shades.side)?.p_positions().eq(shades.all.p_positions());
        lines.push((format!("{name} has the same P-positions"), Cell::yes(agrees)));
    }
    lines.push(("the game of the palest squares".to_owned(), Cell::same("2×3WN_1", shades.game_of_palest()?)));
    workshop.compare("caption", "the caption, printed and ours", Comparison::of_statements(lines))
}

/// Whether the table is one of the caption's game; all but its wrong rows are those of the other.
fn game_of_caption(workshop: &mut Workshop, table: Table, [caption, other]: [&str; 2]) -> Result<()> {
    let printed = table.printed();
    let agreeing = |game: &str| -> Result<usize> {
        let ours = first_upper(game, printed.len())?;
        Ok(printed.iter().zip(&ours).take_while(|(printed, ours)| printed == ours).count())
    };
    let best = if agreeing(caption)? >= agreeing(other)? { caption } else { other };
    let lines = [("the game of the caption".to_owned(), Cell::same(caption, best))];
    workshop.compare("caption", "the caption, printed and ours", Comparison::of_statements(lines))
}
