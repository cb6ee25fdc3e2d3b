//! Which colour says what.

use super::Picture;
use crate::solve::{Run, Values};

/// Red, green and blue, 0 to 255.
pub type Rgb = [u8; 3];

/// The deviation of the first colour of [`PALACE`].
const FIRST: i64 = -5;

/// The deviation of the last colour of [`PALACE`].
const LAST: i64 = 8;

/// Deviations from −5 to 8, removed cells, paper.
const PALACE: [Rgb; 16] = [
    [0x5c, 0x2b, 0x0a], // Dark brown
    [0x5f, 0x63, 0x0c], // Dark olive
    [0x8e, 0x8b, 0x1e], // Olive
    [0xc0, 0xb8, 0x50], // Light olive
    [0xff, 0xe6, 0x2e], // Yellow
    [0x00, 0x00, 0x00], // Black
    [0x1d, 0x4e, 0xd8], // Blue
    [0x56, 0x1c, 0x9e], // Indigo
    [0x8e, 0x3a, 0xdf], // Violet
    [0xbb, 0x6c, 0xf2],
    [0xd4, 0x2a, 0xb4], // Magenta
    [0xec, 0x5f, 0x9c],
    [0xf6, 0x94, 0xb0], // Pink
    [0xfc, 0xcf, 0xd8],
    REMOVED,
    PAPER,
];

/// Nim-values from 0 to 7.
const SMALL: [Rgb; 8] = [
    [0x00, 0x00, 0x00], // Black
    [0x9b, 0x00, 0x24], // Dark red
    [0xe3, 0x1a, 0x1c], // Red
    [0xfd, 0x7e, 0x14], // Orange
    [0xff, 0xb0, 0x00], // Amber
    [0xff, 0xe6, 0x00], // Yellow
    [0xd6, 0x3a, 0xa8], // Magenta
    [0xf7, 0x9c, 0xcf], // Pink
];

/// Nim-values from 8 on, each time 2^a times the one before, and a.
const LARGE: [(Rgb, u8); 5] = [
    ([0xf8, 0xf9, 0xd0], 0), // Cream
    ([0xb6, 0xe0, 0xb4], 3), // Pale green
    ([0x49, 0xb6, 0xc2], 3), // Turquoise
    ([0x22, 0x5e, 0xa8], 3), // Blue
    ([0x08, 0x1d, 0x58], 4), // Navy
];

/// Colours between a number and its double, from 8 on.
const STEPS: u8 = 8;

/// 2 to this power, and all numbers beyond, have the last colour of the nim-values.
const LAST_POWER: u8 = 16;

/// Nim-values, removed cells, paper.
fn nim_colours() -> Vec<Rgb> {
    let mut colours = SMALL.to_vec();
    for pair in LARGE.windows(2) {
        let [(from, _), (to, powers)] = [pair[0], pair[1]];
        let steps = powers * STEPS;
        colours.extend((0..steps).map(|step| mixed(from, to, step, steps)));
    }
    colours.extend([LARGE[LARGE.len() - 1].0, REMOVED, PAPER]);
    colours
}

/// The colour so many steps of the way.
fn mixed(from: Rgb, to: Rgb, step: u8, steps: u8) -> Rgb {
    let mix = |from: u8, to: u8| {
        let [step, steps] = [step, steps].map(u16::from);
        // A mean of two bytes is a byte.
        u8::try_from((u16::from(from) * (steps - step) + u16::from(to) * step) / steps).unwrap_or(u8::MAX)
    };
    std::array::from_fn(|channel| mix(from[channel], to[channel]))
}

/// N, P, removed cells, paper.
const OUTCOME: [Rgb; 4] = [[0xf3, 0xee, 0xdf], [0x14, 0x1c, 0x3a], REMOVED, PAPER];

const REMOVED: Rgb = [0x9a, 0x9a, 0x9a];
const PAPER: Rgb = [0xff, 0xff, 0xff];

/// The colours of a picture.
///
/// **Palace numbers and deviations** have the colours of CLN15 Fig. 1, which names them for k = 5: dark brown (0), dark
/// olive (1), olive (2), light olive (3), yellow (4), black (5), blue (6), indigo (7). They are read as colours of the
/// deviation (palace number − k), so that a picture of any W^k shows the same things in the same colours:
///
/// | deviation | ≤ −5 | −4 | −3 | −2 | −1 | 0 | 1 | 2 | 3 … 7 | ≥ 8 |
/// |---|---|---|---|---|---|---|---|---|---|---|
/// | colour | dark brown | dark olive | olive | light olive | yellow | black | blue | indigo | violet to pink | pale pink |
///
/// P-positions are then brown, olive and yellow, N-positions black to pink; the hood is brown. Games without a k are
/// drawn as if k = 1: yellow has no P-option.
///
/// **Nim-values** from 0 to 7 have colours of their own: black (0), dark red, red, orange, amber, yellow, magenta and
/// pink. From 8 on there are 8 colours from each number to its double: cream (8), pale green (64), turquoise (512),
/// blue (4096), navy (65536 and more).
///
/// **Outcomes** are ink (P) on a light ground (N). Removed cells are grey in every picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    values: Values,
    /// What deviation 0 is in the picture's numbers: k for palace numbers.
    zero: i64,
    colours: Vec<Rgb>,
    legend: Vec<(String, u8)>,
}

impl Palette {
    /// The palette of a picture.
    pub fn of(picture: &Picture<'_>) -> Self {
        let zero = match picture.values {
            Values::Palace => i64::try_from(picture.k()).unwrap_or(i64::MAX),
            Values::Outcome | Values::Deviation | Values::Grundy => 0,
        };
        let mut palette = Self { values: picture.values, zero, colours: Vec::new(), legend: Vec::new() };
        let (low, high) = picture.range();
        match picture.values {
            Values::Outcome => {
                palette.colours = OUTCOME.to_vec();
                palette.legend = vec![("P".to_owned(), 1), ("N".to_owned(), 0)];
            }
            Values::Palace | Values::Deviation => {
                palette.colours = PALACE.to_vec();
                let numbers = palette.index_of_number(low)..=palette.index_of_number(high);
                palette.legend = numbers.map(|index| (palette.label(index, low, high), index)).collect();
            }
            Values::Grundy => {
                palette.colours = nim_colours();
                // Each small number, and each power of two.
                let numbers = (0..8).chain((3..=LAST_POWER).map(|power| 1 << power)).filter(|number| *number <= high);
                let label =
                    |number: i64| if number >> LAST_POWER > 0 { format!("≥{number}") } else { number.to_string() };
                palette.legend = numbers.map(|number| (label(number), palette.index_of_number(number))).collect();
            }
        }
        if picture.has_removed_cells() {
            palette.legend.push(("removed".to_owned(), palette.removed()));
        }
        palette
    }

    /// The palette of deviations, for pictures that are not windows of a game's board.
    pub fn deviations() -> Self {
        Self { values: Values::Deviation, zero: 0, colours: PALACE.to_vec(), legend: Vec::new() }
    }

    /// The palette of nim-values, for pictures that are not windows of a game's board.
    pub fn nim_values() -> Self {
        Self { values: Values::Grundy, zero: 0, colours: nim_colours(), legend: Vec::new() }
    }

    /// The colours by index; a cell has one of [`Palette::indices`].
    pub fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    /// What the colours of the cells mean: a label and an index for each colour that the picture may have.
    pub fn legend(&self) -> &[(String, u8)] {
        &self.legend
    }

    /// The index of each cell's colour, from the left.
    pub fn indices(&self, run: Run<'_>) -> Vec<u8> {
        let mut indices: Vec<u8> = match self.values {
            // N is 0, P is 1, in a run and in the palette.
            Values::Outcome => run.p.to_vec(),
            Values::Palace | Values::Deviation | Values::Grundy => {
                run.numbers.iter().map(|&number| self.index_of_number(number)).collect()
            }
        };
        indices[..run.removed].fill(self.removed());
        indices
    }

    /// The index of the colour of a number.
    pub fn index_of_number(&self, number: i64) -> u8 {
        if self.values == Values::Grundy {
            let number = number.clamp(0, 1 << LAST_POWER);
            let doublings = number.max(1).ilog2().saturating_sub(3);
            // From 8 to 15, or less; then 8 for each power of two. It is at most 112: the lowest byte is the number.
            return ((number >> doublings) + i64::from(STEPS) * i64::from(doublings)).to_le_bytes()[0];
        }
        let deviation = number.saturating_sub(self.zero).clamp(FIRST, LAST);
        // From 0 to 13: the lowest byte is the number.
        (deviation - FIRST).to_le_bytes()[0]
    }

    /// What the colour of this index says in a picture with the numbers from `low` to `high`.
    fn label(&self, index: u8, low: i64, high: i64) -> String {
        let number = i64::from(index) + FIRST + self.zero;
        match number - self.zero {
            FIRST if low < number => format!("≤{number}"),
            LAST if high > number => format!("≥{number}"),
            _ => number.to_string(),
        }
    }

    /// What the legend is about.
    pub(super) fn heading(&self) -> &'static str {
        match self.values {
            Values::Outcome => "outcome",
            Values::Palace => "palace number",
            Values::Deviation => "deviation",
            Values::Grundy => "nim-value",
        }
    }

    /// The index of the removed cells' colour; those of the other cells are smaller.
    pub fn removed(&self) -> u8 {
        match self.values {
            Values::Outcome => 2,
            Values::Palace | Values::Deviation => 14,
            Values::Grundy => self.index_of_number(1 << LAST_POWER) + 1,
        }
    }

    /// The index of the colour around the board, the last one.
    pub fn paper(&self) -> u8 {
        self.removed() + 1
    }

    /// The index of the usual colour of a cell: N, deviation 0, or nim-value 64.
    pub(super) fn ground(&self) -> u8 {
        match self.values {
            Values::Outcome => 0,
            Values::Palace | Values::Deviation => self.index_of_number(self.zero),
            Values::Grundy => self.index_of_number(64),
        }
    }

    /// The index of the colour that the legend is written in: P of the outcomes, or black.
    pub(super) fn ink(&self) -> u8 {
        match self.values {
            Values::Outcome => 1,
            Values::Palace | Values::Deviation => self.ground(),
            Values::Grundy => 0,
        }
    }
}
