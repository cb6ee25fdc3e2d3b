//! CLN15: pictures of palace numbers, y growing downwards, in the colours that Figure 1 names.

use std::collections::BTreeSet;
use std::ops::Range;

use anyhow::Result;
use wythoff::engine::automaton::{self, Residue, Site, Start};
use wythoff::render::{Palette, Rgb};
use wythoff::solve::{self, Values};
use wythoff::structure::compare::{self, Offset};
use wythoff::structure::skin::{self, Counts, SkinLevel};
use wythoff::{Position, SolveError, Window};

use super::drawing::Grid;
use super::games::blocking;
use super::item::{Cell, Comparison, Item, Note, Size, note};
use super::raster::Raster;
use super::workshop::{View, Workshop};
use crate::solve::parse_game;
use crate::watch::Progress;

pub(super) const ITEMS: &[Item] = &[
    Item {
        id: "CLN15.Figure1",
        title: "Figure 1",
        across: 1,
        caption: "Section 1. The first 11×11 positions of game 5, with (0,0) at the upper left. Each has the colour \
                  of its palace number, which counts the palaces a move away: dark brown 0, dark olive 1, olive 2, \
                  light olive 3, yellow 4, black 5, blue 6, indigo 7. Claim: palaces are those with at most 4. The \
                  example of the same section is played on this board.",
        shows: "The palace numbers of W^5, x, y < 11, in these colours, with the numbers written out; and Section 1’s \
                example around it.",
        notes: &[note(&["CLN15.Fig1", "CLN15.S1.example"], "The caption and the example game agree with the board.")],
        make: figure_1,
    },
    Item {
        id: "CLN15.Figure3",
        title: "Figure 3",
        across: 2,
        caption: "Section 3. Games 100 and 1000 beside each other: above, the corners of 300×300 and 3000×3000 \
                  cells; below, 100×100 cells of each by the nose, then 100×100 by the shoulder. Claim: on the large \
                  scale the two look alike, and in the close-ups they are the same.",
        shows: "Deviations of W^100 and W^1000: the corners 300×300 and 3000×3000; 100×100 around the nose, from (9,9) \
                and (309,309); 100×100 around the shoulder, from (80,0) and (980,0).",
        notes: &[
            Note {
                lines: &["cells of the close-ups by the shoulder that are not identical"],
                checks: &["CLN15.Fig3.shoulder"],
                text: "Any window of this size around the shoulder holds the armpit of game 100, near (129,70), where \
                       the games part. Hood, épaulette and arm are identical up to it: the first 52 rows of ours have \
                       no difference.",
            },
            note(
                &["CLN15.Fig3.nose"],
                "The caption does not place the close-ups. By the nose, ours are identical cell by cell; a region that \
                 begins at the nose itself is not, since the fabric of game 100 ends 86 cells from it.",
            ),
        ],
        make: figure_3,
    },
    Item {
        id: "CLN15.Figure4",
        title: "Figure 4",
        across: 2,
        caption: "Section 3.2. Game 500 laid over game 497 (left; the latter moved by (1,1) and its palace numbers \
                  raised by 3) and over game 499 (right; moved by (1,0), raised by 1), white wherever the two \
                  disagree. Claims: on the left they agree in the whole hood, both épaulettes and the fabric; on the \
                  right in one épaulette, one arm and one half of the hood.",
        shows: "The board of W^500, 1400×1400, where it matches W^497 at (x−1,y−1), and where it matches W^499 at \
                (x−1,y); white elsewhere.",
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
        caption: "Section 3.2. A part of game 9999 with an armpit at its upper left. Claims: the armpit is where the \
                  rift runs into the seam, and there the fray begins. On one side of the fray the fabric has \
                  meta-gliders, on the other the warp’s threads join up.",
        shows: "Deviations of W^9999 at full size, a pixel for each cell, from the left armpit along the whole fray: x \
                from 0.685k, y from 1.26k, 0.8k × 0.4k cells.",
        notes: &[note(
            &[],
            "The caption does not give the window. An armpit at the upper left and, by section 3.2, meta-gliders at \
             the upper right place it at the left armpit.",
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
        caption: "Section 3.3. The prism of game 40003. Claim: the main diagonal beyond it has somewhat larger \
                  palace numbers than its surroundings, which looks like light; this is common where the two frays \
                  come together.",
        shows: "Deviations of W^40003 at full size, a pixel for each cell: x and y from 1.53k, 0.35k × 0.35k cells.",
        notes: &[note(&[], "The caption does not give the window: ours has the prism in its upper left third.")],
        make: |workshop| {
            let k = match workshop.size() {
                Size::Full => 40003,
                Size::Quick => 4003,
            };
            let corner = 153 * k / 100;
            let window = Window { at: Position::new(corner, corner), width: 35 * k / 100, height: 35 * k / 100 };
            large(workshop, k, window, "the prism and the diagonal beyond it")
        },
    },
    Item {
        id: "CLN15.Figure7",
        title: "Figure 7",
        across: 3,
        caption: "Section 3.3. The surroundings of the nose for k ≡ 0, 1 and 2 (mod 3), from left to right, small \
                  windows above large ones. Claim: the fabric is one of three, and k mod 3 tells which.",
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
        caption: "Section 3.4. A drawing of the skin’s pattern. Claims about its level n: palaces fill it; it \
                  measures f_{2n} vertically (one more where a line leaves it), f_{2n+1} diagonally and f_{2n+2} \
                  horizontally; it repeats after f_{2n+3} columns and f_{2n+1} rows; a row has k − f_{2n+3} palaces \
                  on its left. SkinLevel 2 is said to begin after some 200 pixels, level 3 after some 7700.",
        shows: "The upper arm’s skin in W^1500, whose arm is whole there: 120×45 cells of each of the levels n = 1, 2, \
                3, from rows 20, 200 and 3050; steps and thickness measured on the arm without end (k → ∞), on rows \
                20–59, 200–399, 3050–3169.",
        notes: &[
            Note {
                lines: &["n = 2: palaces of a row left of the skin", "n = 3: palaces of a row left of the skin"],
                checks: &["CLN15.S3.4.left.printed", "CLN15.S3.4.left"],
                text: "Printed is k − f_{2n+3}. But each row holds k palaces, and f_{2n+2} of them are in the skin \
                       (its horizontal thickness), so that k − f_{2n+2} are left of it.",
            },
            note(
                &["CLN15.S3.4.steps", "CLN15.S3.4.thickness", "CLN15.S3.4.period"],
                "Thickness and period are measured on rows where nothing of the arm touches the skin. At n = 1 the arm \
                 is close to it everywhere; only the steps are compared there.",
            ),
        ],
        make: figure_8,
    },
];

/// The numbers of a window of W^k, row by row.
fn numbers(k: u64, window: Window, values: Values) -> Result<Vec<Vec<i64>>> {
    let mut rows = Vec::new();
    solve::rows(&parse_game(&blocking(k))?, window, values, None, &Progress::new(), |row| {
        rows.push(row.numbers.to_vec());
        Ok::<(), SolveError>(())
    })?;
    Ok(rows)
}

fn deviations(k: u64, window: Window) -> Result<Vec<Vec<i64>>> {
    numbers(k, window, Values::Deviation)
}

fn figure_1(workshop: &mut Workshop) -> Result<()> {
    const SIDE: u64 = 11;
    let palaces = numbers(5, Window::corner(SIDE, SIDE), Values::Palace)?;
    let palette = Palette::deviations();
    let mut grid = Grid::new(SIDE, SIDE, 40, false);
    for (y, row) in (0..).zip(&palaces) {
        for (x, number) in (0..).zip(row) {
            let at = Position::new(x, y);
            let [red, green, blue] = colour(&palette, number - 5);
            grid.fill(at, &format!("#{red:02x}{green:02x}{blue:02x}"));
            let is_dark = u32::from(red) * 3 + u32::from(green) * 6 + u32::from(blue) < 1280;
            grid.letters(at, &number.to_string(), if is_dark { "#ffffff" } else { "#000000" });
        }
    }
    workshop.drawing("", "palace numbers of W^5", &grid.finish("Palace numbers of W^5"))?;

    let at = |x: usize, y: usize| palaces[y][x];
    let used: BTreeSet<i64> = palaces.iter().flatten().copied().collect();
    let join = |numbers: &mut dyn Iterator<Item = i64>| numbers.map(|n| n.to_string()).collect::<Vec<_>>().join(" ");
    let options = [(1, 3), (2, 2), (2, 3), (3, 1), (3, 2)];
    let blocked = [(0, 0), (0, 3), (1, 1), (3, 0)];
    let lines = [
        ("palace numbers that occur".to_owned(), Cell::same("0 1 2 3 4 5 6 7", join(&mut used.into_iter()))),
        ("(3,3), which is yellow".to_owned(), Cell::same(4, at(3, 3))),
        (
            "what B blocks: (0,0), (0,3), (1,1), (3,0)".to_owned(),
            Cell::same("0 3 3 3", join(&mut blocked.iter().map(|&(x, y)| at(x, y)))),
        ),
        (
            "what A is left with: (1,3), (2,2), (2,3), (3,1), (3,2)".to_owned(),
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

/// A part of the board of W^500 that a caption speaks of.
type Part = (&'static str, fn(u64, u64) -> bool);

const LEFT: [Part; 2] = [
    ("k = 497: mismatches in the hood", in_hood),
    ("k = 497: mismatches with x, y < 500 (hood, épaulettes, fabric)", |x, y| x < 500 && y < 500),
];

const RIGHT: [Part; 3] = [
    ("k = 499: mismatches in the half x > y of the hood", |x, y| x > y && in_hood(x, y)),
    ("k = 499: mismatches with x > 2y + 150, y < 300 (épaulette, arm)", |x, y| x > 2 * y + 150 && y < 300),
    ("k = 499: the other half of the hood", |x, y| x < y && in_hood(x, y)),
];

fn in_hood(x: u64, y: u64) -> bool {
    x + y + x.min(y) < 500
}

fn figure_4(workshop: &mut Workshop) -> Result<()> {
    let mut lines = Vec::new();
    for (panel, k, right, down, parts) in [("left", 497, 1, 1, &LEFT[..]), ("right", 499, 1, 0, &RIGHT)] {
        let mut mismatches = vec![0_u64; parts.len()];
        let offset = Offset { dx: -right, dy: -down };
        let (rows, first) = overlay(k, offset, |x, y| {
            for (count, (_, is_in)) in mismatches.iter_mut().zip(parts) {
                *count += u64::from(is_in(x, y));
            }
        })?;
        let label = format!("W^500 where it matches W^{k} at (x−{right},y−{down})");
        workshop.raster(panel, &label, &Raster::of_rows(&rows, 1))?;
        let none = parts.iter().zip(&mismatches).take(2);
        lines.extend(none.map(|((what, _), count)| ((*what).to_owned(), Cell::same(0, count))));
        if let Some(((what, _), count)) = parts.iter().zip(&mismatches).nth(2) {
            let differ = if *count > 0 { "differs" } else { "matches" };
            lines.push(((*what).to_owned(), Cell::same("differs", differ)));
        } else {
            let first = first.map_or("none".to_owned(), |at| format!("x = {}", at.x));
            lines.push((format!("k = {k}: first mismatch on the main diagonal"), Cell::ours(first)));
        }
    }
    workshop.compare("caption", "the caption, printed and ours", Comparison::of_statements(lines))
}

/// The board of W^500 where it matches that of W^k, white elsewhere, and the first mismatch on the main diagonal; each
/// mismatch is handed to `mismatch`.
fn overlay(k: u32, offset: Offset, mut mismatch: impl FnMut(u64, u64)) -> Result<(Vec<Vec<Rgb>>, Option<Position>)> {
    const SIDE: u64 = 1400;
    const WHITE: Rgb = [255, 255, 255];
    let palette = Palette::deviations();
    let white = vec![WHITE; usize::try_from(SIDE)?];
    // The first rows and columns may have nothing to be compared with.
    let mut rows = vec![white.clone(); usize::try_from(-offset.dy)?];
    let compared = compare::Comparison { first: 500, second: k, offset, window: Window::corner(SIDE, SIDE) };
    let matches = compared.rows(&Progress::new(), |pair| {
        let mut row = white.clone();
        let from = row.len() - pair.first.len();
        for ((x, pixel), (ours, theirs)) in (pair.x..).zip(&mut row[from..]).zip(pair.first.iter().zip(pair.second)) {
            if ours == theirs {
                *pixel = colour(&palette, *ours);
            } else {
                mismatch(x, pair.y);
            }
        }
        rows.push(row);
        Ok::<(), SolveError>(())
    })?;
    Ok((rows, matches.first_on_diagonal))
}

fn colour(palette: &Palette, deviation: i64) -> Rgb {
    palette.colours()[usize::from(palette.index_of_number(deviation))]
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
                let fabric = Start::Casing { residue }.grid(infinite, &())?;
                let differing =
                    ours.iter().flatten().zip(fabric.rows().flatten()).filter(|(game, fabric)| game != fabric).count();
                let label = format!("k = {} mod 3: cells that are not those of the infinite fabric", k % 3);
                lines.push((label, Cell::same(0, differing)));
            }
        }
    }
    workshop.compare("caption", "section 3.3 beside the games", Comparison::of_statements(lines))
}

/// The game whose skin is drawn: large enough that its arm is whole where we look.
const SKIN: u64 = 1500;

/// Rows of each level; those of n = 2 and 3 have nothing of the arm touching the skin.
const LEVELS: [(u32, Range<usize>); 3] = [(1, 20..60), (2, 200..400), (3, 3050..3170)];

fn figure_8(workshop: &mut Workshop) -> Result<()> {
    let skin = skin::measure(3200, None, &Progress::new())?;
    let mut lines = Vec::new();
    for (n, clear) in LEVELS {
        let left = SKIN + u64::try_from(skin.last(clear.start) - 12)?;
        let window = Window { at: Position::new(left, clear.start as u64), width: 120, height: 45 };
        let label = format!("n = {n}: 120×45 cells at {} of W^{SKIN}", window.at);
        let (panel, game) = (format!("n{n}"), blocking(SKIN));
        workshop.view(&View { panel: &panel, label, game: &game, window, values: Values::Deviation, scale: 8 })?;
        lines.extend(measured_steps(n, &skin.steps(clear.clone())));
        if n > 1 {
            lines.extend(measured_thickness(&skin.stretch(n, clear)));
        }
    }
    for (n, says) in [(2, 200), (3, 7700_i64)] {
        let pixels = skin.levels.iter().find(|level| level.n == n).map(|level| level.pixels);
        let cell = Cell {
            printed: format!("about {says}"),
            ours: pixels.map_or("not seen".to_owned(), |pixels| pixels.to_string()),
            agrees: pixels.is_some_and(|pixels| (pixels - says).abs() * 10 <= says),
        };
        lines.push((format!("n = {n} begins after so many pixels"), cell));
    }
    workshop.compare("caption", "section 3.4, printed and ours", Comparison::of_statements(lines))
}

/// The steps of a level and its periods.
fn measured_steps(n: u32, steps: &[i64]) -> [(String, Cell); 3] {
    let text = |steps: &[i64]| steps.iter().map(ToString::to_string).collect::<String>();
    let pattern: Vec<i64> = skin::step_pattern(n).into_iter().map(i64::from).collect();
    let period = (1..steps.len()).find(|&period| steps[period..] == steps[..steps.len() - period]);
    let period = period.unwrap_or(steps.len());
    // The pattern may begin anywhere.
    let is_pattern = pattern.len() == period && text(&pattern.repeat(2)).contains(&text(&steps[..period]));
    let wide: i64 = steps[..period].iter().sum();
    [
        (format!("n = {n}: steps"), Cell::same(text(&pattern), text(if is_pattern { &pattern } else { steps }))),
        (format!("n = {n}: vertical period"), Cell::same(skin::fibonacci(2 * n + 1), period)),
        (format!("n = {n}: horizontal period"), Cell::same(skin::fibonacci(2 * n + 3), wide)),
    ]
}

/// The skin's thickness in three directions over all rows and columns of its clear part, and what is left of it: each
/// row has k palaces.
fn measured_thickness(level: &SkinLevel) -> [(String, Cell); 4] {
    let values = |counts: &Counts| counts.keys().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
    let (n, f) = (level.n, |plus: u32| skin::fibonacci(2 * level.n + plus));
    let wide = values(&level.horizontal);
    [
        (format!("n = {n}: vertical thickness"), {
            Cell::same(format!("{} or {}", f(0), f(0) + 1), values(&level.vertical))
        }),
        (format!("n = {n}: diagonal thickness"), Cell::same(f(1), values(&level.diagonal))),
        (format!("n = {n}: horizontal thickness"), Cell::same(f(2), &wide)),
        (format!("n = {n}: palaces of a row left of the skin"), {
            Cell::same(format!("k − {}", f(3)), format!("k − {wide}"))
        }),
    ]
}
