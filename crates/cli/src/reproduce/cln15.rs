//! CLN15: pictures of palace numbers, y growing downwards, in the colours that Figure 1 names.

use std::collections::BTreeSet;
use std::ops::Range;

use anyhow::Result;
use wythoff::render::{Palette, Picture, Rgb};
use wythoff::solve::automaton::{self, Residue, Site, Start};
use wythoff::solve::{self, Row, Values};
use wythoff::{Game, Position, SolveError, Window};

use super::drawing::Grid;
use super::item::{Cell, Comparison, Item, Note, Size};
use super::raster::Raster;
use super::tables::note;
use super::workshop::{View, Workshop, deviations, numbers};
use crate::solve::parse_game;
use crate::watch::Progress;

pub(super) const ITEMS: &[Item] = &[
    Item {
        id: "CLN15.Figure1",
        title: "Figure 1",
        across: 1,
        caption: "“Game 5: (0,0) is the upper left position on this 11×11 chessboard … The colors represent the number of \
                  winning moves available (ignoring blocking) from each position. 0: Dark Brown, 1: Dark Olive, 2: Olive, \
                  3: Light Olive, 4: Yellow, 5: Black, 6: Blue, 7: Indigo.”",
        shows: "The palace numbers of W^5, x, y < 11, in these colours, with the numbers written out; and Section 1’s example \
                around it.",
        notes: &[note(&["CLN15.Fig1", "CLN15.S1.example"], "The caption and the example game agree with the board.")],
        make: figure_1,
    },
    Item {
        id: "CLN15.Figure3",
        title: "Figure 3",
        across: 2,
        caption: "“Self-organized regions in game 100 (left, 300×300 region shown in top row) and game 1000 (right, 3000×3000 \
                  region shown in top row). The lower images are close-ups of the upper images, showing regions of \
                  identical behavior. The middle row shows a 100×100 region by the nose, and the bottom row shows a \
                  100×100 region by the shoulder.”",
        shows: "Deviations of W^100 and W^1000: the corners 300×300 and 3000×3000; 100×100 around the nose, from (9,9) and \
                (309,309); 100×100 around the shoulder, from (80,0) and (980,0).",
        notes: &[
            Note {
                lines: &["cells of the close-ups by the shoulder that are not identical"],
                checks: &["CLN15.Fig3.shoulder"],
                text: "Any 100×100 region by the shoulder holds the armpit of game 100, near (129,70), and there the games part. \
                       Hood, épaulette and arm are identical up to it: the first 52 rows of the region have no difference.",
            },
            note(
                &["CLN15.Fig3.nose"],
                "The caption does not place the close-ups. By the nose, ours are identical cell by cell; a region that begins \
                 at the nose itself is not, since the fabric of game 100 ends 86 cells from it.",
            ),
        ],
        make: figure_3,
    },
    Item {
        id: "CLN15.Figure4",
        title: "Figure 4",
        across: 2,
        caption: "“(left) A comparison between k = 497 and k = 500. Positions where the two images differ are masked in white. \
                  … if the palace number at position (x,y) is p in the image for k = 497, then the palace number at \
                  position (x+1,y+1) is p+3 in the image for k = 500. … Note that the hood, épaulettes, and fabric match \
                  perfectly. (right) A comparison between k = 499 and k = 500 … (x+1,y) is p+1 … Note that the épaulette \
                  and arm match perfectly, as does half of the hood.”",
        shows: "The board of W^500, 1400×1400, where it matches W^497 at (x−1,y−1), and where it matches W^499 at (x−1,y); \
                white elsewhere.",
        notes: &[note(
            &["CLN15.Fig4.left", "CLN15.Fig4.right"],
            "The size of the window is ours. As in the caption the shift (x+1,y) is used on the whole board; below the \
                 diagonal the shift that matches is (x,y+1).",
        )],
        make: figure_4,
    },
    Item {
        id: "CLN15.Figure5",
        title: "Figure 5",
        across: 1,
        caption: "“Game 9999. The armpit in the upper left corner is generated when the rift hits the seam. This starts the \
                  fray, which separates the meta-glider behavior in the fabric from the merging threads of the warp. If \
                  viewing this document electronically, zoom in for detail.”",
        shows: "Deviations of W^9999 at full size, a pixel for each cell, from the left armpit along the whole fray: x from \
                0.685k, y from 1.26k, 0.8k × 0.4k cells.",
        notes: &[note(
            &[],
            "The caption does not give the window. The armpit in the upper left corner and meta-gliders “in the top right” \
             (section 3.2) place it at the left armpit.",
        )],
        make: |workshop| {
            let k = match workshop.size() {
                Size::Full => 9999,
                Size::Quick => 999,
            };
            let window =
                Window { at: Position::new(685 * k / 1000, 126 * k / 100), width: 8 * k / 10, height: 4 * k / 10 };
            large(workshop, k, window, "the armpit, the fray, fabric above and warp below")
        },
    },
    Item {
        id: "CLN15.Figure6",
        title: "Figure 6",
        across: 1,
        caption: "“Game 40003: A prism and its light beam. The slightly higher palace numbers near the main diagonal can give \
                  the impression of a beam of light being emitted by the prism. When the two fraying edges of the fabric \
                  meet at the prism, such higher palace numbers are often produced.”",
        shows: "Deviations of W^40003 at full size, a pixel for each cell: x and y from 1.53k, 0.35k × 0.35k cells.",
        notes: &[note(&[], "The caption does not give the window: ours has the prism in its upper left third.")],
        make: |workshop| {
            let k = match workshop.size() {
                Size::Full => 40003,
                Size::Quick => 4003,
            };
            let corner = 153 * k / 100;
            let window = Window { at: Position::new(corner, corner), width: 35 * k / 100, height: 35 * k / 100 };
            large(workshop, k, window, "the prism and its light beam")
        },
    },
    Item {
        id: "CLN15.Figure7",
        title: "Figure 7",
        across: 3,
        caption: "“The 3 fabrics. (left) k = 0 mod 3. (center) k = 1 mod 3. (right) k = 2 mod 3. The upper row is the same as \
                  the lower row, but more zoomed in.”",
        shows: "Deviations of W^3000, W^3001, W^3002 by the nose: 80×80 from (988,988) and 480×480 from (940,940).",
        notes: &[note(
            &["CLN15.Fig4.left"],
            "The sizes are ours. Each cell is also computed by the automaton from a casing without end (section 3.3).",
        )],
        make: figure_7,
    },
    Item {
        id: "CLN15.Figure8",
        title: "Figure 8 and section 3.4",
        across: 1,
        caption: "“Skin pattern.” — “This skin consists of solidly packed P-positions, with a vertical thickness of f_{2n} (or \
                  f_{2n} + 1 where a line is emitted), a diagonal thickness of f_{2n+1}, a horizontal thickness of f_{2n+2}, a \
                  horizontal period of f_{2n+3}, and a vertical period of f_{2n+1} … after about 200 pixels … it changes to the \
                  form with n = 2, then after about 7700 pixels it changes to the form with n = 3.”",
        shows: "The upper arm’s skin in W^1500, whose arm is whole there: 120×45 cells of each of the levels n = 1, 2, 3, from rows \
                20, 200 and 3050; steps and thickness measured on rows 20–59, 200–399, 3050–3169.",
        notes: &[
            Note {
                lines: &["n = 2: palaces of a row left of the skin", "n = 3: palaces of a row left of the skin"],
                checks: &["CLN15.S3.4.left.printed", "CLN15.S3.4.left"],
                text: "“There are k − f_{2n+3} palaces to the left of the skin in each row”: each row holds k palaces, and \
                       f_{2n+2} of them are in the skin (its horizontal thickness), so that k − f_{2n+2} are left of it.",
            },
            note(
                &["CLN15.S3.4.steps", "CLN15.S3.4.thickness", "CLN15.S3.4.period"],
                "Thickness and period are measured on rows where nothing of the arm touches the skin. At n = 1 the arm is \
                 close to it everywhere; only the steps are compared there.",
            ),
        ],
        make: figure_8,
    },
];

fn blocking(k: u64) -> String {
    format!("blocking:k={k}")
}

/// The colours of deviations.
struct Colours {
    palette: Palette,
}

impl Colours {
    fn new() -> Result<Self> {
        let game: Game = parse_game("blocking:k=9")?;
        let picture = Picture { game: &game, window: Window::corner(1, 1), values: Values::Deviation };
        Ok(Self { palette: Palette::of(&picture) })
    }

    fn row(&self, deviations: &[i64]) -> Vec<Rgb> {
        let p: Vec<u8> = deviations.iter().map(|deviation| u8::from(*deviation < 0)).collect();
        let row = Row { y: 0, p: &p, removed: 0, numbers: deviations };
        self.palette.indices(&row).into_iter().map(|index| self.palette.colours()[usize::from(index)]).collect()
    }
}

fn figure_1(workshop: &mut Workshop) -> Result<()> {
    const SIDE: u64 = 11;
    let game = parse_game("blocking:k=5")?;
    let window = Window::corner(SIDE, SIDE);
    let palaces = numbers(&game, window, Values::Palace)?;
    let colours = Colours::new()?;
    let mut grid = Grid::new(SIDE, SIDE, 40, false);
    for (y, row) in (0..).zip(&palaces) {
        let deviations: Vec<i64> = row.iter().map(|number| number - 5).collect();
        for (x, (number, [red, green, blue])) in (0..).zip(row.iter().zip(colours.row(&deviations))) {
            let at = Position::new(x, y);
            grid.fill(at, &format!("#{red:02x}{green:02x}{blue:02x}"));
            let is_dark = u32::from(red) * 3 + u32::from(green) * 6 + u32::from(blue) < 1280;
            grid.letters(at, &number.to_string(), if is_dark { "#ffffff" } else { "#000000" });
        }
    }
    workshop.drawing("", "palace numbers of W^5", &grid.finish("Palace numbers of W^5"))?;

    let at = |x: usize, y: usize| palaces[y][x];
    let used: BTreeSet<i64> = palaces.iter().flatten().copied().collect();
    let join = |numbers: &mut dyn Iterator<Item = i64>| numbers.map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
    let options = [(3, 1), (3, 2), (2, 2), (2, 3), (1, 3)];
    let blocked = [(0, 0), (1, 1), (0, 3), (3, 0)];
    let lines = [
        ("palace numbers that occur".to_owned(), Cell::same("0 1 2 3 4 5 6 7", join(&mut used.into_iter()))),
        ("(3,3), “yellow”".to_owned(), Cell::same(4, at(3, 3))),
        (
            "blocked: (0,0), (1,1), (0,3), (3,0), “dark brown and light olive”".to_owned(),
            Cell::same("0 3 3 3", join(&mut blocked.iter().map(|&(x, y)| at(x, y)))),
        ),
        (
            "left over: (3,1), (3,2), (2,2), (2,3), (1,3), “each is black or blue”".to_owned(),
            Cell::same("5 or 6", five_or_six(&mut options.iter().map(|&(x, y)| at(x, y)))),
        ),
    ];
    workshop.compare("caption", "the caption and the example, printed and ours", Comparison::of_statements(lines))
}

fn five_or_six(numbers: &mut dyn Iterator<Item = i64>) -> String {
    let numbers: Vec<i64> = numbers.collect();
    if numbers.iter().all(|number| [5, 6].contains(number)) { "5 or 6".to_owned() } else { format!("{numbers:?}") }
}

fn figure_3(workshop: &mut Workshop) -> Result<()> {
    let mut lines = Vec::new();
    for (panel, of_100, of_1000, scale) in [
        ("top", Window::corner(300, 300), Window::corner(3000, 3000), 1),
        ("nose", square(9, 9, 100), square(309, 309, 100), 6),
        ("shoulder", square(80, 0, 100), square(980, 0, 100), 6),
    ] {
        for (k, window) in [(100, of_100), (1000, of_1000)] {
            let scale = if (panel, k) == ("top", 100) { 3 } else { scale };
            let Window { at, width, height } = window;
            let label = format!("W^{k}, {width}×{height} cells at {at}");
            let (panel, game) = (format!("{panel}-{k}"), blocking(k));
            workshop.view(&View { panel: &panel, label, game: &game, window, values: Values::Deviation, scale })?;
        }
        if panel != "top" {
            let [one, other] = [(100, of_100), (1000, of_1000)].map(|(k, window)| deviations(k, window));
            let (one, other) = (one?, other?);
            let differing = one.iter().flatten().zip(other.iter().flatten()).filter(|(a, b)| a != b).count();
            lines.push((
                format!("cells of the close-ups by the {panel} that are not identical"),
                Cell::same(0, differing),
            ));
            let rows = one.iter().zip(&other).take_while(|(a, b)| a == b).count();
            lines.push((format!("rows by the {panel}, from the top, without a difference"), Cell::ours(rows)));
        }
    }
    workshop.compare("caption", "the caption, printed and ours", Comparison::of_statements(lines))
}

fn square(x: u64, y: u64, side: u64) -> Window {
    Window { at: Position::new(x, y), width: side, height: side }
}

fn figure_4(workshop: &mut Workshop) -> Result<()> {
    const SIDE: u64 = 1400;
    const WHITE: Rgb = [255, 255, 255];
    let colours = Colours::new()?;
    let mut lines = Vec::new();
    let after = deviations(500, Window::corner(SIDE, SIDE))?;
    for (panel, k, right, down) in [("left", 497, 1, 1), ("right", 499, 1, 0)] {
        let before = deviations(k, Window::corner(SIDE, SIDE))?;
        let matches = |x: usize, y: usize| {
            let shifted = x.checked_sub(right).zip(y.checked_sub(down));
            shifted.is_some_and(|(from_x, from_y)| before[from_y][from_x] == after[y][x])
        };
        let mask = |y: usize, row: &Vec<i64>| -> Vec<Rgb> {
            let masked = |(x, colour)| if matches(x, y) { colour } else { WHITE };
            colours.row(row).into_iter().enumerate().map(masked).collect()
        };
        let rows: Vec<Vec<Rgb>> = after.iter().enumerate().map(|(y, row)| mask(y, row)).collect();
        let label = format!("W^500 where it matches W^{k} at (x−{right},y−{down})");
        workshop.raster(panel, &label, &Raster::of_rows(&rows, 1))?;
        let count = |wanted: &dyn Fn(usize, usize) -> bool| {
            let cells = (down..after.len()).flat_map(|y| (right..after.len()).map(move |x| (x, y)));
            cells.filter(|&(x, y)| wanted(x, y) && !matches(x, y)).count()
        };
        let in_hood = |x: usize, y: usize| x + y + x.min(y) < 500;
        if panel == "left" {
            lines.push(("k = 497: mismatches in the hood".to_owned(), Cell::same(0, count(&in_hood))));
            let near = |x: usize, y: usize| x < 500 && y < 500;
            lines.push((
                "k = 497: mismatches with x, y < 500 (hood, épaulettes, fabric)".to_owned(),
                Cell::same(0, count(&near)),
            ));
            let first = (1..after.len()).find(|&x| !matches(x, x)).map_or("none".to_owned(), |x| format!("x = {x}"));
            lines.push(("k = 497: first mismatch on the main diagonal".to_owned(), Cell::ours(first)));
        } else {
            let half_hood = |x: usize, y: usize| x > y && in_hood(x, y);
            lines.push((
                "k = 499: mismatches in the half x > y of the hood".to_owned(),
                Cell::same(0, count(&half_hood)),
            ));
            let arm = |x: usize, y: usize| x > 2 * y + 150 && y < 300;
            lines.push((
                "k = 499: mismatches with x > 2y + 150, y < 300 (épaulette, arm)".to_owned(),
                Cell::same(0, count(&arm)),
            ));
            let other_half = |x: usize, y: usize| x < y && in_hood(x, y);
            let differ = if count(&other_half) > 0 { "differs" } else { "matches" };
            lines.push(("k = 499: the other half of the hood".to_owned(), Cell::same("differs", differ)));
        }
    }
    workshop.compare("caption", "the caption, printed and ours", Comparison::of_statements(lines))
}

/// A large window at full size, and the extremes of its deviations.
fn large(workshop: &mut Workshop, k: u64, window: Window, what: &str) -> Result<()> {
    let Window { at, width, height } = window;
    let label = format!("W^{k}, {width}×{height} cells at {at}: {what}");
    let (game, values) = (blocking(k), Values::Deviation);
    let census = workshop.view(&View { panel: "", label, game: &game, window, values, scale: 1 })?;
    let lines = [
        ("least deviation in the window".to_owned(), Cell::ours(census.least)),
        ("greatest deviation in the window, and its first place".to_owned(), {
            Cell::ours(format!("{} at {}", census.greatest, census.place))
        }),
        ("greatest deviation on the main diagonal, where the window meets it".to_owned(), {
            Cell::ours(census.on_diagonal.map_or("–".to_owned(), |greatest| greatest.to_string()))
        }),
    ];
    workshop.compare("census", "extremes of the window", Comparison::of_statements(lines))
}

fn figure_7(workshop: &mut Workshop) -> Result<()> {
    let mut lines = Vec::new();
    for (panel, from, side, scale) in [("near", 988, 80, 6), ("far", 940, 480, 1)] {
        for (k, residue) in (3000..).zip(Residue::ALL) {
            let label = format!("k = {} mod 3: W^{k}, {side}×{side} cells at ({from},{from})", k % 3);
            let (panel, game) = (format!("{panel}-{}", k % 3), blocking(k));
            let window = square(from, from, side);
            workshop.view(&View { panel: &panel, label, game: &game, window, values: Values::Deviation, scale })?;
            if scale == 1 {
                let ours = deviations(k, window)?;
                let corner = i64::try_from(from)? - 1000;
                let infinite = automaton::Window::new(Site::new(corner, corner), side, side)?;
                let fabric = Start::Casing { residue }.grid(infinite, &mut ())?;
                let differing =
                    ours.iter().flatten().zip(fabric.rows().flatten()).filter(|(game, fabric)| game != fabric).count();
                let label = format!("k = {} mod 3: cells that are not those of the infinite fabric", k % 3);
                lines.push((label, Cell::same(0, differing)));
            }
        }
    }
    workshop.compare("caption", "section 3.3 beside the games", Comparison::of_statements(lines))
}

/// f_0 = 0, f_1 = 1.
fn fibonacci(n: usize) -> usize {
    (0..n).fold((0, 1), |(a, b), _| (b, a + b)).0
}

/// 2 under n times {2 → 23, 3 → 233}.
fn step_pattern(n: usize) -> String {
    (0..n)
        .fold("2".to_owned(), |pattern, _| pattern.chars().map(|step| if step == '2' { "23" } else { "233" }).collect())
}

/// The upper arm of a game: outer space above and to the right of it.
struct Arm {
    rows: Vec<ArmRow>,
}

/// A row of the arm, of which only the end is kept.
struct ArmRow {
    /// The x of the first cell that is kept.
    left: usize,
    /// Deviations from there on, somewhat into outer space.
    end: Vec<i64>,
    /// The x of the last palace.
    last: usize,
    palaces: usize,
}

impl Arm {
    /// More than a skin of level 3 is thick, and a picture is wide.
    const KEPT: usize = 240;

    /// The rows y < `rows` of W^k.
    fn new(k: u64, rows: u64) -> Result<Self> {
        let window = Window::corner(k + 3 * rows + Self::KEPT as u64, rows);
        let mut kept = Vec::new();
        solve::rows(&parse_game(&blocking(k))?, window, Values::Deviation, None, &mut Progress::new(), |row| {
            let last = row.p.iter().rposition(|p| *p == 1).unwrap_or_default();
            let left = last.saturating_sub(Self::KEPT);
            let end = row.numbers[left..(last + Self::KEPT).min(row.numbers.len())].to_vec();
            let palaces = row.p.iter().map(|p| usize::from(*p)).sum();
            kept.push(ArmRow { left, end, last, palaces });
            Ok::<(), SolveError>(())
        })?;
        Ok(Self { rows: kept })
    }

    fn is_p(&self, x: usize, y: usize) -> bool {
        let row = self.rows.get(y);
        let cell = row.and_then(|row| x.checked_sub(row.left).and_then(|x| row.end.get(x)));
        cell.is_some_and(|deviation| *deviation < 0)
    }

    /// How many palaces follow each other from (x,y) on, in steps.
    fn run(&self, x: usize, y: usize, right: usize, down: usize) -> usize {
        // A run ends at the latest where the cells that are kept do.
        (0..2 * Self::KEPT).take_while(|t| self.is_p(x + t * right, y + t * down)).count()
    }

    /// How many palaces end the row.
    fn horizontal(&self, y: usize) -> usize {
        (0..=self.rows[y].last).rev().take_while(|&x| self.is_p(x, y)).count()
    }

    /// The first palace of column x.
    fn top(&self, x: usize) -> usize {
        (0..self.rows.len()).find(|&y| self.is_p(x, y)).unwrap_or_default()
    }

    /// The widths of the boundary's steps.
    fn steps(&self) -> Vec<usize> {
        self.rows.windows(2).map(|rows| rows[1].last - rows[0].last).collect()
    }
}

/// The game whose skin is drawn: large enough that its arm is whole where we look.
const SKIN: u64 = 1500;

/// Rows of each level; those of n = 2 and 3 have nothing of the arm touching the skin.
const LEVELS: [(usize, Range<usize>); 3] = [(1, 20..60), (2, 200..400), (3, 3050..3170)];

fn figure_8(workshop: &mut Workshop) -> Result<()> {
    let arm = Arm::new(SKIN, 3200)?;
    let steps = arm.steps();
    let colours = Colours::new()?;
    let mut lines = Vec::new();
    for (n, clear) in LEVELS {
        const WIDTH: usize = 120;
        let top = clear.start;
        let left = arm.rows[top].last - 12;
        let row = |y: usize| {
            let ArmRow { left: from, end, .. } = &arm.rows[y];
            let cells: Vec<i64> = (left..left + WIDTH).map(|x| x.checked_sub(*from).map_or(0, |x| end[x])).collect();
            colours.row(&cells)
        };
        let rows: Vec<Vec<Rgb>> = (top..top + 45).map(row).collect();
        let label = format!("n = {n}: {WIDTH}×45 cells at ({left},{top}) of W^{SKIN}");
        workshop.raster(&format!("n{n}"), &label, &Raster::of_rows(&rows, 8))?;
        lines.extend(measured_steps(n, &steps[clear.clone()]));
        if n > 1 {
            lines.extend(measured_thickness(n, &arm, clear));
        }
    }
    for (n, says) in [(2, 200), (3, 7700)] {
        let pixels = (2..).take_while(|y| y + 2 * step_pattern(n).len() <= steps.len());
        let pixels = pixels.filter(|y| is_level(n, &steps[*y..])).map(|y| arm.rows[y].last - to_usize(SKIN)).next();
        let cell = Cell {
            printed: format!("about {says}"),
            ours: pixels.map_or("not seen".to_owned(), |pixels| pixels.to_string()),
            agrees: pixels.is_some_and(|pixels| pixels.abs_diff(says) * 10 <= says),
        };
        lines.push((format!("n = {n} begins after so many pixels"), cell));
    }
    workshop.compare("caption", "section 3.4, printed and ours", Comparison::of_statements(lines))
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Whether the next steps go twice through the pattern of level n, from wherever.
fn is_level(n: usize, steps: &[usize]) -> bool {
    let pattern = step_pattern(n);
    let word: String = steps[..2 * pattern.len()].iter().map(ToString::to_string).collect();
    let (one, other) = word.split_at(pattern.len());
    one == other && pattern.repeat(2).contains(one)
}

/// The steps of a level and its periods.
fn measured_steps(n: usize, steps: &[usize]) -> [(String, Cell); 3] {
    let pattern = step_pattern(n);
    let word: String = steps.iter().map(ToString::to_string).collect();
    let period = least_period(word.as_bytes());
    // The pattern may begin anywhere.
    let found = if pattern.len() == period && pattern.repeat(2).contains(&word[..period]) { &pattern } else { &word };
    let wide: usize = steps[..period].iter().sum();
    [
        (format!("n = {n}: steps"), Cell::same(&pattern, found)),
        (format!("n = {n}: vertical period"), Cell::same(fibonacci(2 * n + 1), period)),
        (format!("n = {n}: horizontal period"), Cell::same(fibonacci(2 * n + 3), wide)),
    ]
}

/// The least period of a word.
fn least_period(word: &[u8]) -> usize {
    (1..word.len()).find(|&period| word[period..] == word[..word.len() - period]).unwrap_or(word.len())
}

/// The skin's thickness in three directions over all rows and columns of its clear part, and what is left of it.
fn measured_thickness(n: usize, arm: &Arm, clear: Range<usize>) -> [(String, Cell); 4] {
    let values = |counts: &mut dyn Iterator<Item = usize>| {
        let counts: BTreeSet<usize> = counts.collect();
        counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
    };
    let wide = values(&mut clear.clone().map(|y| arm.horizontal(y)));
    let columns = arm.rows[clear.start].last..arm.rows[clear.end - 1].last;
    let high = values(&mut columns.clone().map(|x| arm.run(x, arm.top(x), 0, 1)));
    let is_edge = |x: &usize| !arm.is_p(x - 1, arm.top(*x) - 1);
    let across = values(&mut columns.filter(is_edge).map(|x| arm.run(x, arm.top(x), 1, 1)));
    let left = values(&mut clear.map(|y| to_usize(SKIN) - (arm.rows[y].palaces - arm.horizontal(y))));
    let f = fibonacci;
    [
        (format!("n = {n}: vertical thickness"), Cell::same(format!("{} or {}", f(2 * n), f(2 * n) + 1), high)),
        (format!("n = {n}: diagonal thickness"), Cell::same(f(2 * n + 1), across)),
        (format!("n = {n}: horizontal thickness"), Cell::same(f(2 * n + 2), wide)),
        (
            format!("n = {n}: palaces of a row left of the skin"),
            Cell::same(format!("k − {}", f(2 * n + 3)), format!("k − {left}")),
        ),
    ]
}
