//! The strip under a picture that says what its colours mean: a heading, then a swatch and a label for each colour, in
//! as many lines as the picture's width asks for.
//!
//! Positions are in units of one pixel of the font; the unit grows with the picture.

use super::font;
use super::palette::Palette;

/// The side of a swatch, a unit of ink around it included.
pub(super) const SWATCH: u64 = font::HEIGHT + 2;

const MARGIN: u64 = 5;
/// From a swatch to its label.
const GAP: u64 = 3;
/// From a label to the next swatch.
const BETWEEN: u64 = 9;
/// From a line to the next.
const LINE: u64 = SWATCH + 4;

/// A label, perhaps with a swatch, and the top left corner of both.
pub(super) struct Item {
    pub(super) x: u64,
    pub(super) y: u64,
    pub(super) colour: Option<u8>,
    pub(super) label: String,
}

impl Item {
    /// Where the label begins.
    pub(super) fn label_x(&self) -> u64 {
        self.x + if self.colour.is_some() { SWATCH + GAP } else { 0 }
    }

    fn right(&self) -> u64 {
        self.label_x() + font::ADVANCE * self.label.chars().count() as u64
    }
}

pub(super) struct Legend {
    /// Pixels in a unit.
    pub(super) unit: u64,
    pub(super) items: Vec<Item>,
    /// Units from left to right, at least; the picture may be wider.
    width: u64,
    height: u64,
}

impl Legend {
    /// The legend under a board of so many pixels across and down. It grows with the board, but under a board that is
    /// all width it stays small.
    pub(super) fn new(palette: &Palette, [board_width, board_height]: [u64; 2]) -> Self {
        let unit = (board_width.min(board_height.saturating_mul(8)) / 250).clamp(1, 32);
        let heading = Item { x: 0, y: 0, colour: None, label: palette.heading().to_owned() };
        let colours = palette.legend().iter().map(|(label, index)| (label.clone(), Some(*index)));
        let colours = colours.map(|(label, colour)| Item { x: 0, y: 0, colour, label });
        let mut items: Vec<Item> = std::iter::once(heading).chain(colours).collect();
        let widest = items.iter().map(Item::right).max().unwrap_or(0);
        let width = (board_width / unit).max(widest + 2 * MARGIN);
        let (mut x, mut y) = (MARGIN, MARGIN);
        for item in &mut items {
            if x + item.right() + MARGIN > width {
                (x, y) = (MARGIN, y + LINE);
            }
            (item.x, item.y) = (x, y);
            x = item.right() + BETWEEN;
        }
        Self { unit, items, width, height: y + SWATCH + MARGIN }
    }

    /// The width in pixels of what is drawn, counted from the left.
    pub(super) fn drawn_width(&self) -> u64 {
        self.items.iter().map(Item::right).max().unwrap_or(0) * self.unit
    }

    /// The least width in pixels.
    pub(super) fn pixel_width(&self) -> u64 {
        self.width * self.unit
    }

    /// The height in pixels.
    pub(super) fn pixel_height(&self) -> u64 {
        self.height * self.unit
    }

    /// Draws the pixels of line `y`, counted from the top of the legend, on a line of paper.
    pub(super) fn paint(&self, y: u64, palette: &Palette, pixels: &mut [u8]) {
        let y = y / self.unit;
        let mut fill = |from: u64, to: u64, index: u8| {
            // Within a line of pixels that is in memory.
            let [from, to] = [from, to].map(|x| usize::try_from(x * self.unit).unwrap_or(usize::MAX));
            pixels[from..to].fill(index);
        };
        for item in self.items.iter().filter(|item| (item.y..item.y + SWATCH).contains(&y)) {
            let line = y - item.y;
            if let Some(colour) = item.colour {
                fill(item.x, item.x + SWATCH, palette.ink());
                if (1..SWATCH - 1).contains(&line) {
                    fill(item.x + 1, item.x + SWATCH - 1, colour);
                }
            }
            for (character, place) in item.label.chars().zip(0..) {
                let x = item.label_x() + place * font::ADVANCE;
                for column in font::dots(character, line.wrapping_sub(1)) {
                    fill(x + column, x + column + 1, palette.ink());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::render::Picture;
    use crate::solve::Values;
    use crate::{Position, Window};

    fn palettes() -> Vec<Palette> {
        let games = ["W^1", "W^5", "W^123", "W^4567890", "hole:m=1,p=2,u=8,v=9"];
        let games = games.map(|text| text.parse::<Game>().unwrap());
        let each = |game: &Game| {
            Values::ALL.map(|values| {
                let window = Window { at: Position::new(3, 3), width: 9, height: 9 };
                Palette::of(&Picture::new(game, window, values))
            })
        };
        games.iter().flat_map(each).collect()
    }

    #[test]
    fn every_character_of_a_legend_has_its_glyph() {
        let glyph = |character| -> Vec<Vec<u64>> {
            (0..font::HEIGHT).map(|line| font::dots(character, line).collect()).collect()
        };
        let mut characters: Vec<char> = palettes()
            .iter()
            .flat_map(|palette| Legend::new(palette, [100, 100]).items)
            .flat_map(|item| item.label.chars().collect::<Vec<char>>())
            .collect();
        characters.sort_unstable();
        characters.dedup();
        assert!("-0123456789≤≥".chars().all(|character| characters.contains(&character)), "{characters:?}");
        for (index, &character) in characters.iter().enumerate() {
            assert!(character == ' ' || glyph(character) != glyph(' '), "no glyph for {character}");
            for &other in &characters[..index] {
                assert!(glyph(character) != glyph(other), "{character} looks like {other}");
            }
        }
    }

    #[test]
    fn items_lie_within_the_legend_and_apart() {
        for palette in palettes() {
            let widths = [1, 11, 86, 249, 250, 264, 499, 500, 600, 10_007, 1 << 31];
            for board in widths.into_iter().flat_map(|width| [[width, 1], [width, 90], [width, width]]) {
                let legend = Legend::new(&palette, board);
                assert!(legend.drawn_width() <= legend.pixel_width());
                let taken = |item: &Item| (item.x..item.right(), item.y..item.y + SWATCH);
                for (index, item) in legend.items.iter().enumerate() {
                    let (xs, ys) = taken(item);
                    assert!(xs.end + MARGIN <= legend.width && ys.end + MARGIN <= legend.height);
                    for other in &legend.items[..index] {
                        let (other_xs, other_ys) = taken(other);
                        let same_line = ys == other_ys;
                        assert!(if same_line { other_xs.end < xs.start } else { other_ys.end < ys.start });
                    }
                }
            }
        }
    }
}
