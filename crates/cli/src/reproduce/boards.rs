//! Lar11 and Lar15: boards with y growing upwards, P-positions in shades.

use std::collections::BTreeSet;

use anyhow::Result;
use wythoff::{Board, Game, Outcome, Position, solve};

use super::drawing::{Grid, INK};
use super::item::{Cell, Comparison, Item, Note};
use super::tables::note;
use super::workshop::Workshop;
use crate::solve::parse_game;

pub(super) const LAR11: &[Item] = &[
    Item {
        id: "Lar11.Figure1",
        title: "Figure 1",
        across: 2,
        caption: "Section 1, beside Theorem 1.1. Six boards, a pair for each of W^1, W^2 and W^3: the first \
                  P-positions, and what can be reached from one position. Claims about W^2: (11,15) has two \
                  P-options, one more than may be blocked, and so is N; (8,12) has a single one, which will be \
                  blocked, and so is P.",
        shows: "W^1, W^2, W^3, x, y < 18: P-positions are discs, the options of a black position are grey, P-options \
                have a ring.",
        notes: &[
            Note {
                lines: &["P-options of (11,15)"],
                checks: &["Lar11.Fig1.printed", "Lar11.Fig1"],
                text: "There are four: (3,7) and (8,12) on the diagonal, (11,5) below and (7,15) to the left. The outcome and \
                       the argument stay the same.",
            },
            note(
                &[],
                "The text names positions for the middle couple only. For W^1 and W^3 we take (11,15) again and a P-position \
                 near (8,12).",
            ),
        ],
        make: figure_1,
    },
    Item {
        id: "Lar11.Figure2",
        title: "Figure 2",
        across: 3,
        caption: "Section 4. Boards of W^4, W^5 and W^6 in the manner of Figure 1; Tables 2 to 4 list their \
                  P-positions as numbers.",
        shows: "The P-positions of W^4, W^5, W^6, x, y < 60.",
        notes: &[note(
            &[],
            "The size of the window is ours; it holds the upper P-positions of the tables with b < 60.",
        )],
        make: figure_2,
    },
];

pub(super) const LAR15: &[Item] = &[
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
            "The text does not say which of the two lighter shades is which: we follow the form that the caption of Figure 2 \
             gives to its palest squares.",
        )],
        make: lar15_figure_1,
    },
    Item {
        id: "Lar15.Figure2",
        title: "Figure 2",
        across: 1,
        caption: "Section 2.2. One board for 2WN^(3), 2WN^3, 2WN^(2,6) and 2×3WN, in three shades. Claims: the four \
                  games have these P-positions, three to a row, three to a column and one to every second diagonal, \
                  as near to (0,0) as that allows; the palest, (a_{3n+1}, b_{3n+1}) and (b_{3n+2}, a_{3n+2}), are \
                  those of 2×3WN_1; the darkest, {a_{3i}, b_{3i}}, are those of 6WN.",
        shows: "The P-positions of the four games, x, y < 40; darkest: 6WN; the palest are of the form that the caption gives.",
        notes: &[
            Note {
                lines: &["the game of the palest squares"],
                checks: &["Lar15.Fig2.palest.printed", "Lar15.Fig2.palest"],
                text: "By Definition 3 (3a) and Example 6 the positions of this form are those of 2×3WN_2: the same with the \
                       two heaps exchanged.",
            },
            note(
                &["Lar15.Fig2", "Lar15.Fig2.darkest"],
                "The four games agree, and the darkest squares are those of 6WN.",
            ),
        ],
        make: lar15_figure_2,
    },
];

const GREY: &str = "#d3d0c9";
const RED: &str = "#b3261e";

fn board(game: &str, side: u64) -> Result<(Game, Board)> {
    let game = parse_game(game)?;
    let board = solve::board(&game, side, side, None, &())?;
    Ok((game, board))
}

fn figure_1(workshop: &mut Workshop) -> Result<()> {
    const SIDE: u64 = 18;
    let mut counts = Vec::new();
    for (k, at) in [(1, (11, 15)), (1, (8, 13)), (2, (11, 15)), (2, (8, 12)), (3, (11, 15)), (3, (7, 15))] {
        let (game, board) = board(&format!("blocking:k={k}"), SIDE)?;
        let at = Position::new(at.0, at.1);
        let options = game.rules().map(|rules| rules.options(at)).unwrap_or_default();
        let mut grid = Grid::new(SIDE, SIDE, 20, true);
        for option in &options {
            grid.fill(*option, GREY);
        }
        grid.fill(at, "#000000");
        board.p_positions().filter(|p| *p != at).for_each(|p| grid.disc(p, INK));
        let p_options: Vec<&Position> = options.iter().filter(|option| board.is_p(**option)).collect();
        for option in &p_options {
            grid.ring(**option, RED);
        }
        let outcome = Outcome::p_if(board.is_p(at));
        let plural = if p_options.len() == 1 { "P-option" } else { "P-options" };
        let title = format!("W^{k}: {at} is {outcome}, with {} {plural}", p_options.len());
        workshop.drawing(&format!("W{k}-{outcome}"), &title, &grid.finish(&title))?;
        counts.push((k, at, outcome, p_options.len()));
    }
    let of_w2 = counts.iter().filter(|(k, ..)| *k == 2);
    let lines = of_w2.zip([("N", 2), ("P", 1)]).flat_map(|((_, at, outcome, count), (says, number))| {
        [
            (format!("outcome of {at}"), Cell::same(says, outcome)),
            (format!("P-options of {at}"), Cell::same(number, count)),
        ]
    });
    workshop.compare("caption", "the caption, printed and ours", Comparison::of_statements(lines))
}

fn figure_2(workshop: &mut Workshop) -> Result<()> {
    const SIDE: u64 = 60;
    for k in 4..=6 {
        let (_, board) = board(&format!("blocking:k={k}"), SIDE)?;
        let mut grid = Grid::new(SIDE, SIDE, 8, true);
        board.p_positions().for_each(|p| grid.fill(p, INK));
        let title = format!("P-positions of W^{k}");
        workshop.drawing(&format!("W{k}"), &title, &grid.finish(&title))?;
    }
    Ok(())
}

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
        let all = board(&format!("modulo:m={m},p=3"), side)?.1;
        let darkest = board(&format!("wythoff:m={}", 3 * m), side)?.1;
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
        // The pairs are (⌊nα⌋, ⌊nβ⌋) with β/α < 3m + 1 ≤ 4m, so that b < 4m(a + 1): these lines are whole in the window.
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
            (format!("the darkest are the P-positions of {}WN", 3 * m), Cell::same("yes", yes_or_no(are_dark))),
        ]
    }

    /// The game m×3WN_l whose P-positions are the palest squares.
    fn game_of_palest(&self) -> Result<String> {
        for l in 1..3 {
            let solution = board(&format!("shifted:m={},p=3,l={l}", self.m), self.side)?.1;
            if solution.p_positions().eq(self.palest.iter().copied()) {
                return Ok(format!("{}×3WN_{l}", self.m));
            }
        }
        Ok("none of them".to_owned())
    }
}

fn lar15_figure_1(workshop: &mut Workshop) -> Result<()> {
    let shades = Shades::new(24, 1)?;
    workshop.drawing("", "P-positions of WN^(3) in three shades", &shades.draw())?;
    let mut lines = shades.statements();
    lines.push(("the game of the palest squares".to_owned(), Cell::ours(shades.game_of_palest()?)));
    workshop.compare("caption", "the caption, printed and ours", Comparison::of_statements(lines))
}

fn lar15_figure_2(workshop: &mut Workshop) -> Result<()> {
    let shades = Shades::new(40, 2)?;
    workshop.drawing("", "P-positions of 2WN^(3) in three shades", &shades.draw())?;
    let mut lines = shades.statements();
    for (name, game) in
        [("2WN^3", "rook-blocking:m=2,p=3"), ("2WN^(2,6)", "modulo:m=2,p=6,l=2"), ("2×3WN", "choice:m=2,p=3")]
    {
        let agrees = board(game, shades.side)?.1.p_positions().eq(shades.all.p_positions());
        lines.push((format!("{name} has the same P-positions"), Cell::same("yes", yes_or_no(agrees))));
    }
    lines.push(("the game of the palest squares".to_owned(), Cell::same("2×3WN_1", shades.game_of_palest()?)));
    workshop.compare("caption", "the caption, printed and ours", Comparison::of_statements(lines))
}

fn yes_or_no(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}
