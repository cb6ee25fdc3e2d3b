//! Lar11 Table 1: the slopes of the threads of W^k, k ≤ 20.

use anyhow::Result;
use wythoff::exact::Surd;
use wythoff::printed;
use wythoff::structure::ratio::{Interval, Ratio};
use wythoff::structure::threads::{Thread, measure};

use super::item::{Cell, Comparison, Item, Line, Note, Size};
use super::workshop::Workshop;
use crate::watch::Progress;

pub(super) const ITEMS: &[Item] = &[Item {
    id: "Lar11.Table1",
    title: "Table 1",
    across: 1,
    caption: "Section 4. The limits of b/a along the upper P-positions of W^k, k ≤ 20, as far as l(k) different ones \
              are expected. Those of k ≤ 3 follow from Theorem 1.1; the others are estimates and conjectures. φ is \
              the golden ratio.",
    shows: "The slopes of the threads of W^k, k ≤ 20, each enclosed in an interval from 1,000,000 columns (quick: 100,000); and \
            the simplest number of the form p/q or (p + r√d)/q that fits. Digits that agree prove no equality.",
    notes: &[
        Note {
            lines: &["10", "12", "13", "15", "19", "20"],
            checks: &["Lar11.Table1.values.printed", "Lar11.Table1.values"],
            text: "These entries are off by more than a rounding; the paper does not say how far its estimates were taken. The \
                   slope of k = 10 fits φ; for k = 15 the pair is 2.3815 and 2.6 instead of 1 + √2 and 2.58.",
        },
        Note {
            lines: &["5", "16"],
            checks: &["Lar11.Table1.values"],
            text: "The last printed digit is off by one: 1.477 for k = 5, 1.425 for k = 16.",
        },
        Note {
            lines: &[],
            checks: &["Lar11.Table1.number"],
            text: "The number l(k) of slopes is as printed for all k ≤ 20. An entry is read to its last digit, and to at least \
                   two: 2.0, 2.5 and 2.6 stand for 2, 5/2 and 13/5.",
        },
    ],
    make: table_1,
}];

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
