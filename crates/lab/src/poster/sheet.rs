//! The sheet around a board: a margin, and below the board what its colours mean and what it shows.

use super::letters::{self, Weight};
use crate::paint::{Rgb, Theme};
use crate::problem::Problem;

/// A line that is cut holds at least so many letters.
const LEAST_LETTERS: u64 = 64;

/// What is written below a board.
#[derive(Default)]
pub(super) struct Words {
    /// A heading, and what each colour means.
    pub(super) legend: Option<(String, Vec<(String, Rgb)>)>,
    /// Paragraphs.
    pub(super) caption: Vec<(String, Weight)>,
    /// Commands, below them: a backslash at the end of a line joins it to the next one, as a shell has it.
    pub(super) commands: Vec<String>,
}

/// Something below the board, by its top left corner.
pub(super) enum Mark {
    Swatch { x: u64, y: u64, colour: Rgb },
    Line { x: u64, y: u64, text: String, weight: Weight },
}

impl Mark {
    fn lower(self, by: u64) -> Self {
        match self {
            Self::Swatch { x, y, colour } => Self::Swatch { x, y: y + by, colour },
            Self::Line { x, y, text, weight } => Self::Line { x, y: y + by, text, weight },
        }
    }
}

/// A board with what is around it, in pixels.
pub(super) struct Sheet {
    pub(super) width: u64,
    pub(super) height: u64,
    /// The board, and its top left corner.
    pub(super) board: [u64; 2],
    pub(super) corner: [u64; 2],
    /// Pixels of the sheet for one of the board's level, each way.
    pub(super) enlarged: u64,
    /// The height of letters.
    pub(super) letter: u64,
    pub(super) paper: Rgb,
    pub(super) ink: Rgb,
    pub(super) marks: Vec<Mark>,
}

impl Sheet {
    /// The sheet of a board with so many pixels of its level across and down, which are drawn `enlarged`. Letters grow
    /// with the board, but below one that is all width they stay small. Without words there is no margin. A sheet that
    /// is to have a size has it, unless it needs more.
    pub(super) fn new(pixels: [usize; 2], enlarged: u32, words: Words, theme: Theme, size: Option<[u64; 2]>) -> Self {
        let enlarged = u64::from(enlarged);
        let board = pixels.map(|pixels| pixels as u64 * enlarged);
        let [paper, ink] = theme.around();
        let [width, height] = board;
        let [wide, high] = size.unwrap_or(board);
        if words.legend.is_none() && words.caption.is_empty() {
            let (width, height) = (wide.max(width), high.max(height));
            let corner = [(width - board[0]) / 2, (height - board[1]) / 2];
            return Self { width, height, board, corner, enlarged, letter: 0, paper, ink, marks: Vec::new() };
        }
        let letter = (wide.min(high.saturating_mul(4)) / 72).clamp(20, 256);
        let texts = words.caption.iter().map(|(text, _)| text).chain(&words.commands);
        let longest = texts.map(|text| text.chars().count() as u64).max().unwrap_or(0);
        let least = if words.legend.is_some() { LEAST_LETTERS } else { LEAST_LETTERS.min(longest) };
        let asked = size.map_or(0, |_| wide.saturating_sub(2 * letter));
        let inner = width.max(least * letters::advance(letter)).max(asked);
        let mut pen =
            Pen { left: letter, right: letter + inner, x: letter, y: 2 * letter + height, letter, marks: Vec::new() };
        if let Some((heading, colours)) = words.legend {
            pen.label(heading, None);
            for (text, colour) in colours {
                pen.label(text, Some(colour));
            }
            pen.feed(7);
        }
        for (text, weight) in words.caption {
            pen.paragraph(&text, weight, false);
        }
        for command in words.commands {
            pen.paragraph(&command, Weight::Regular, true);
        }
        let foot = pen.y + letter / 2;
        // The board has what room there is; the words stay at the foot.
        let room = if size.is_some() { high.saturating_sub(foot) } else { 0 };
        let left = if size.is_some() { letter + (inner - width) / 2 } else { letter };
        Self {
            width: inner + 2 * letter,
            height: foot + room,
            board,
            corner: [left, letter + room / 2],
            enlarged,
            letter,
            paper,
            ink,
            marks: pen.marks.into_iter().map(|mark| mark.lower(room)).collect(),
        }
    }

    /// Pixels each way.
    pub(super) fn sides(&self) -> Result<[u32; 2], Problem> {
        let side = |pixels| u32::try_from(pixels).map_err(|_| Problem::internal("a picture is too large"));
        Ok([side(self.width)?, side(self.height)?])
    }

    /// The side of a swatch.
    pub(super) const fn swatch(&self) -> u64 {
        swatch(self.letter)
    }

    /// Draws line `y` of the sheet, below the board, on a line of paper.
    pub(super) fn paint(&self, y: u64, line: &mut [Rgb]) {
        let frame = mixed(self.paper, self.ink, 110);
        for mark in &self.marks {
            match mark {
                Mark::Swatch { x, y: top, colour } if (*top..top + self.swatch()).contains(&y) => {
                    let border = (self.letter / 24).max(1);
                    let (from, side) = (place(*x), place(self.swatch()));
                    line[from..from + side].fill(frame);
                    if (border..self.swatch() - border).contains(&(y - top)) {
                        line[from + place(border)..from + side - place(border)].fill(*colour);
                    }
                }
                Mark::Line { x, y: top, text, weight } if (*top..top + self.letter).contains(&y) => {
                    for (letter, left) in text.chars().zip((*x..).step_by(place(letters::advance(self.letter)))) {
                        let inks = letters::row(letter, *weight, self.letter, y - top);
                        for (pixel, ink) in line[place(left)..].iter_mut().zip(inks) {
                            *pixel = mixed(*pixel, self.ink, ink);
                        }
                    }
                }
                Mark::Swatch { .. } | Mark::Line { .. } => {}
            }
        }
    }
}

const fn swatch(letter: u64) -> u64 {
    letter * 3 / 4
}

/// A place in a line that is in memory.
fn place(pixel: u64) -> usize {
    usize::try_from(pixel).unwrap_or(usize::MAX)
}

/// A colour so many 255ths of the way.
fn mixed(from: Rgb, to: Rgb, way: u8) -> Rgb {
    let mix = |from: u8, to: u8| {
        let [from, to, way] = [from, to, way].map(u16::from);
        // A mean of two bytes is a byte.
        u8::try_from((from * (255 - way) + to * way) / 255).unwrap_or(u8::MAX)
    };
    std::array::from_fn(|channel| mix(from[channel], to[channel]))
}

/// Where the next mark is put.
struct Pen {
    left: u64,
    right: u64,
    x: u64,
    y: u64,
    letter: u64,
    marks: Vec<Mark>,
}

impl Pen {
    /// On to the next line, which is so many quarters of a letter's height away.
    fn feed(&mut self, quarters: u64) {
        self.x = self.left;
        self.y += self.letter * quarters / 4;
    }

    fn width_of(&self, text: &str) -> u64 {
        text.chars().count() as u64 * letters::advance(self.letter)
    }

    /// A label, perhaps after a swatch; on the next line if this one is full.
    fn label(&mut self, text: String, colour: Option<Rgb>) {
        let (side, width) = (swatch(self.letter), self.width_of(&text));
        let before = if colour.is_some() { side + side / 2 } else { 0 };
        if self.x > self.left && self.x + before + width > self.right {
            self.feed(6);
        }
        if let Some(colour) = colour {
            self.marks.push(Mark::Swatch { x: self.x, y: self.y + (self.letter - side) / 2, colour });
        }
        self.marks.push(Mark::Line { x: self.x + before, y: self.y, text, weight: Weight::Regular });
        self.x += before + width + self.letter;
    }

    /// A text in as many lines as it needs.
    fn paragraph(&mut self, text: &str, weight: Weight, is_command: bool) {
        let letters = place((self.right - self.left) / letters::advance(self.letter));
        for text in if is_command { continued(text, letters) } else { wrapped(text, letters) } {
            self.marks.push(Mark::Line { x: self.left, y: self.y, text, weight });
            self.feed(5);
        }
    }
}

/// Lines of at most so many letters, cut between words where that is possible.
fn wrapped(text: &str, letters: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest: Vec<char> = text.chars().collect();
    while rest.len() > letters {
        let space = rest[..=letters].iter().rposition(|letter| *letter == ' ').filter(|space| *space > 0);
        let line: String = rest.drain(..space.unwrap_or(letters)).collect();
        lines.push(line);
        if rest.first() == Some(&' ') {
            rest.remove(0);
        }
    }
    lines.push(rest.into_iter().collect());
    lines
}

/// The same of a command, which stays one in a shell.
fn continued(command: &str, letters: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest: Vec<char> = command.chars().collect();
    while rest.len() > letters {
        let room = letters - 1;
        let space = rest[..room].iter().rposition(|letter| *letter == ' ');
        let line: String = rest.drain(..space.map_or(room, |space| space + 1)).collect();
        lines.push(format!("{line}\\"));
    }
    lines.push(rest.into_iter().collect());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_between_words_or_within_long_ones() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("at 1234567890 on", 6), ["at", "123456", "7890", "on"]);
        assert_eq!(wrapped("", 6), [""]);
    }

    #[test]
    fn a_command_in_lines_is_the_same_command() {
        let command = "curl -o poster.png \"http://127.0.0.1:8013/api/board/blocking:k=8/poster?x=0&y=0\"";
        for letters in [4, 20, 33, 500] {
            let lines = continued(command, letters);
            assert!(lines.iter().all(|line| line.chars().count() <= letters), "{lines:?}");
            assert_eq!(lines.join("\n").replace("\\\n", ""), command);
        }
    }

    #[test]
    fn a_sheet_has_the_size_that_is_asked_for() {
        let words = || {
            let caption = vec![("word ".repeat(20), Weight::Bold)];
            Words { legend: None, caption, commands: vec!["command ".repeat(30)] }
        };
        for words in [words(), Words::default()] {
            let sheet = Sheet::new([700, 400], 2, words, Theme::Light, Some([1920, 1080]));
            assert_eq!((sheet.width, sheet.height), (1920, 1080));
            assert_eq!(sheet.corner[0], 260, "in the middle");
        }
    }

    #[test]
    fn marks_lie_within_the_sheet_and_below_the_board() {
        for board in [[1, 1], [90, 4000], [4000, 90], [2000, 1500], [20_000, 20_000]] {
            let colours = (0..18).map(|number| (format!("{number} or more"), [number, 0, 0])).collect();
            let caption = vec![("word ".repeat(99), Weight::Bold), ("1".repeat(500), Weight::Regular)];
            let commands = vec!["a command ".repeat(99)];
            let words = Words { legend: Some(("palace number".to_owned(), colours)), caption, commands };
            let sheet = Sheet::new(board, 2, words, Theme::Light, None);
            let below = sheet.corner[1] + sheet.board[1];
            for mark in &sheet.marks {
                let (x, y, width) = match mark {
                    Mark::Swatch { x, y, .. } => (x, y, sheet.swatch()),
                    Mark::Line { x, y, text, .. } => {
                        (x, y, text.chars().count() as u64 * letters::advance(sheet.letter))
                    }
                };
                assert!(*y > below && y + sheet.letter <= sheet.height, "{board:?}");
                assert!(x + width <= sheet.width, "{board:?}");
            }
            let line = vec![sheet.paper; place(sheet.width)];
            for y in below..sheet.height {
                sheet.paint(y, &mut line.clone());
            }
        }
    }
}
