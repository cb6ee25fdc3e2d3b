//! Lar11: boards with y growing upwards, the slopes of the threads of W^k, and the tables.

use anyhow::Result;
use wythoff::exact::Surd;
use wythoff::printed::{self, LAR11_TABLE_2, LAR11_TABLE_3, LAR11_TABLE_4};
use wythoff::structure::ratio::{Interval, Ratio};
use wythoff::structure::threads::{Thread, measure};
use wythoff::{Outcome, Position};

use super::drawing::{Grid, INK, RED};
use super::games::{blocking, board};
use super::item::{Cell, Comparison, Item, Line, Note, Size, note};
use super::workshop::Workshop;
use crate::solve::parse_game;
use crate::watch::Progress;

pub(super) const ITEMS: &[Item] = &[
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
                text: "There are four: (3,7) and (8,12) on the diagonal, (11,5) below and (7,15) to the left. The \
                       outcome and the argument stay the same.",
            },
            note(
                &[],
                "The text names positions for the middle couple only. For W^1 and W^3 we take (11,15) again and a \
                 P-position near (8,12).",
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
    Item {
        id: "Lar11.Table1",
        title: "Table 1",
        across: 1,
        caption: "Section 4. The limits of b/a along the upper P-positions of W^k, k ≤ 20, as far as l(k) different \
                  ones are expected. Those of k ≤ 3 follow from Theorem 1.1; the others are estimates and conjectures. \
                  φ is the golden ratio.",
        shows: "The slopes of the threads of W^k, k ≤ 20, each enclosed in an interval from 1,000,000 columns (quick: \
                100,000); and the simplest number of the form p/q or (p + r√d)/q that fits. Digits that agree prove no \
                equality.",
        notes: &[
            Note {
                lines: &["10", "12", "13", "15", "19", "20"],
                checks: &["Lar11.Table1.values.printed", "Lar11.Table1.values"],
                text: "These entries are off by more than a rounding; the paper does not say how far its estimates \
                       were taken. The slope of k = 10 fits φ; for k = 15 the pair is 2.3815 and 2.6 instead of 1 + √2 \
                       and 2.58.",
            },
            Note {
                lines: &["5", "16"],
                checks: &["Lar11.Table1.values"],
                text: "The last printed digit is off by one: 1.477 for k = 5, 1.425 for k = 16.",
            },
            Note {
                lines: &[],
                checks: &["Lar11.Table1.number"],
                text: "The number l(k) of slopes is as printed for all k ≤ 20. An entry is read to its last digit, and \
                       to at least two: 2.0, 2.5 and 2.6 stand for 2, 5/2 and 13/5.",
            },
        ],
        make: table_1,
    },
    Item {
        id: "Lar11.Table2",
        title: "Table 2",
        across: 1,
        caption: "Section 4. The upper P-positions (a_n, b_n) of W^4, n < 90, with δ_n = b_n − a_n.",
        shows: "The first 90 upper P-positions, from the rules: blocking:k=4.",
        notes: &[note(&["Lar11.Table2"], "All 90 rows agree.")],
        make: |workshop| workshop.table(LAR11_TABLE_2, &["a", "b", "δ"]),
    },
    Item {
        id: "Lar11.Table3",
        title: "Table 3",
        across: 1,
        caption: "Section 4. The upper P-positions (a_n, b_n) of W^5, n < 90, with δ_n = b_n − a_n.",
        shows: "The first 90 upper P-positions, from the rules: blocking:k=5.",
        notes: &[note(&["Lar11.Table3"], "All 90 rows agree.")],
        make: |workshop| workshop.table(LAR11_TABLE_3, &["a", "b", "δ"]),
    },
    Item {
        id: "Lar11.Table4",
        title: "Table 4",
        across: 1,
        caption: "Section 4. The upper P-positions (a_n, b_n) of W^6, n < 90, with δ_n = b_n − a_n.",
        shows: "The first 90 upper P-positions, from the rules: blocking:k=6.",
        notes: &[note(&["Lar11.Table4"], "All 90 rows agree.")],
        make: |workshop| workshop.table(LAR11_TABLE_4, &["a", "b", "δ"]),
    },
];

const GREY: &str = "#d3d0c9";

fn figure_1(workshop: &mut Workshop) -> Result<()> {
    const SIDE: u64 = 18;
    let mut counts = Vec::new();
    for (k, at) in [(1, (11, 15)), (1, (8, 13)), (2, (11, 15)), (2, (8, 12)), (3, (11, 15)), (3, (7, 15))] {
        let board = board(&blocking(k), SIDE)?;
        let at = Position::new(at.0, at.1);
        let options = parse_game(&blocking(k))?.rules().map(|rules| rules.options(at)).unwrap_or_default();
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
        let board = board(&blocking(k), SIDE)?;
        let mut grid = Grid::new(SIDE, SIDE, 8, true);
        board.p_positions().for_each(|p| grid.fill(p, INK));
        let title = format!("P-positions of W^{k}");
        workshop.drawing(&format!("W{k}"), &title, &grid.finish(&title))?;
    }
    Ok(())
}

fn table_1(workshop: &mut Workshop) -> Result<()> {
    const MOST_SLOPES: usize = 4;
    let columns = match workshop.size() {
        Size::Full => 1_000_000,
        Size::Quick => 100_000,
    };
    let mut lines = Vec::new();
    let mut forms = Vec::new();
    for (k, printed) in (1..).zip(printed::slopes()) {
        let found = measure(k, columns, &Progress::new())?.threads;
        let cell = |place: usize| {
            let (printed, ours) = (printed.get(place).copied(), found.get(place));
            let agrees = match (printed, ours) {
                (Some(printed), Some(ours)) => agrees(printed, ours.slope)?,
                (printed, ours) => printed.is_none() == ours.is_none(),
            };
            let shown = printed.unwrap_or_default().replace("phi", "φ").replace("sqrt", "√");
            Ok(Cell { printed: shown, ours: ours.map(decimal).unwrap_or_default(), agrees })
        };
        let cells = (0..found.len().max(MOST_SLOPES)).map(cell).collect::<Result<_>>()?;
        lines.push(Line { label: k.to_string(), cells });
        for (l, thread) in (1..).zip(&found) {
            let form = thread.exact.as_ref();
            let value = form.map_or("no simple one".to_owned(), |form| form.value.to_string());
            let digits = form.map_or(String::new(), |form| format!("{} ({})", form.digits, form.by_chance));
            let error = format!("{:.1e}", thread.slope.error());
            let cells = [decimal(thread), error, value, digits].map(Cell::ours).to_vec();
            forms.push(Line { label: format!("{k}, {l}"), cells });
        }
    }
    let names = (1..=MOST_SLOPES).map(|l| format!("l = {l}")).collect();
    let comparison = Comparison { heading: "k".to_owned(), columns: names, lines, ..Comparison::default() };
    workshop.compare("", "every slope, printed and ours", comparison)?;
    let columns = ["slope", "± ", "fits", "digits (by chance)"].map(|name| name.trim().to_owned()).to_vec();
    let forms = Comparison { heading: "k, l".to_owned(), columns, lines: forms, ..Comparison::default() };
    workshop.compare("forms", "every slope with its error, and a number that fits", forms)
}

/// A slope to five decimals, for people.
fn decimal(thread: &Thread) -> String {
    format!("{:.5}", thread.slope.middle())
}

/// Whether the printed number can be the slope: a decimal stands for all that are rounded to it.
fn agrees(printed: &str, slope: Interval) -> Result<bool> {
    let surd = |ratio: Ratio| Surd::rational(ratio.num(), ratio.den());
    let (low, high) = match printed {
        "phi" => (Surd::new(1, 1, 5_u8, 2), Surd::new(1, 1, 5_u8, 2)),
        "1+sqrt2" => (Surd::new(1, 1, 2_u8, 1), Surd::new(1, 1, 2_u8, 1)),
        decimal => {
            let (whole, digits) = decimal.split_once('.').unwrap_or((decimal, ""));
            let digits = format!("{digits:0<2}");
            let unit = 10_i64.pow(u32::try_from(digits.len())?);
            let number = whole.parse::<i64>()? * unit + digits.parse::<i64>()?;
            (Surd::rational(2 * number - 1, 2 * unit), Surd::rational(2 * number + 1, 2 * unit))
        }
    };
    Ok(surd(slope.low) <= high && low <= surd(slope.high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_stands_for_what_is_rounded_to_it() {
        let slope = |low: i128, high: i128| Interval { low: Ratio::new(low, 10_000), high: Ratio::new(high, 10_000) };
        for (printed, low, high, expected) in [
            ("2.5", 25_000, 25_000, true),
            ("2.5", 25_049, 25_051, true),
            ("2.5", 25_051, 25_060, false),
            ("2", 19_949, 19_949, false),
            ("1.476", 14_755, 14_756, true),
            ("1.476", 14_766, 14_770, false),
            ("phi", 16_180, 16_181, true),
            ("phi", 16_181, 16_182, false),
            ("1+sqrt2", 24_142, 24_143, true),
            ("1+sqrt2", 24_141, 24_142, false),
        ] {
            assert_eq!(agrees(printed, slope(low, high)).unwrap(), expected, "{printed}, {low} to {high}");
        }
    }
}
