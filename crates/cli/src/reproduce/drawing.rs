//! Drawings on squared paper, as SVG: boards with letters and arrows.

use wythoff::Position;

pub(super) const PAPER: &str = "#fffdf7";
pub(super) const INK: &str = "#1b2036";
/// Arrows and rings.
pub(super) const RED: &str = "#b3261e";
pub(super) const FONT: &str = "'Iowan Old Style', Palatino, 'Palatino Linotype', Georgia, serif";
const LINES: &str = "#ddd6c6";
const MARGIN: u64 = 30;

/// A board of squares with numbers along two sides.
pub(super) struct Grid {
    side: u64,
    columns: u64,
    rows: u64,
    /// Whether y grows upwards, as in Larsson's papers, or downwards, as in CLN15.
    is_upward: bool,
    body: String,
}

impl Grid {
    pub(super) fn new(columns: u64, rows: u64, side: u64, is_upward: bool) -> Self {
        Self { side, columns, rows, is_upward, body: String::new() }
    }

    /// The top left corner of a square.
    fn corner(&self, at: Position) -> (u64, u64) {
        let row = if self.is_upward { self.rows - 1 - at.y } else { at.y };
        let top = if self.is_upward { MARGIN / 2 } else { MARGIN };
        (MARGIN + at.x * self.side, top + row * self.side)
    }

    fn centre(&self, at: Position) -> (u64, u64) {
        let (x, y) = self.corner(at);
        (x + self.side / 2, y + self.side / 2)
    }

    pub(super) fn fill(&mut self, at: Position, colour: &str) {
        let ((x, y), side) = (self.corner(at), self.side);
        self.add(format_args!(r#"<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{colour}"/>"#));
    }

    /// A disc within a square.
    pub(super) fn disc(&mut self, at: Position, colour: &str) {
        let ((x, y), radius) = (self.centre(at), self.side * 3 / 10);
        self.add(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>"#));
    }

    /// A ring around what is in a square.
    pub(super) fn ring(&mut self, at: Position, colour: &str) {
        let ((x, y), radius) = (self.centre(at), self.side * 2 / 5);
        self.add(format_args!(
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{colour}" stroke-width="2"/>"#
        ));
    }

    pub(super) fn letters(&mut self, at: Position, text: &str, colour: &str) {
        let ((x, y), size) = (self.centre(at), self.side / 2);
        let y = y + self.side / 6;
        self.add(format_args!(
            r#"<text x="{x}" y="{y}" font-size="{size}" text-anchor="middle" fill="{colour}">{text}</text>"#
        ));
    }

    pub(super) fn arrow(&mut self, from: Position, to: Position, colour: &str) {
        let ((x1, y1), (x2, y2)) = (self.centre(from), self.centre(to));
        // The arrow begins and ends a little inside the squares, so that their letters stay legible.
        let inset = self.side * 2 / 5;
        let toward = |from: u64, to: u64| match from.cmp(&to) {
            std::cmp::Ordering::Less => from + inset,
            std::cmp::Ordering::Equal => from,
            std::cmp::Ordering::Greater => from - inset,
        };
        let (a, b, c, d) = (toward(x1, x2), toward(y1, y2), toward(x2, x1), toward(y2, y1));
        self.add(format_args!(
            r#"<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" stroke="{colour}" stroke-width="2.5" marker-end="url(#tip)"/>"#
        ));
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        put!(self.body, "{element}\n");
    }

    /// The drawing: what was drawn, under the lines of the paper.
    pub(super) fn finish(mut self, title: &str) -> String {
        let body = std::mem::take(&mut self.body);
        let (width, height) = (self.columns * self.side, self.rows * self.side);
        let (left, top) = (MARGIN, if self.is_upward { MARGIN / 2 } else { MARGIN });
        let (right, bottom) = (left + width, top + height);
        let mut lines = String::new();
        for x in (left..=right).step_by(usize::try_from(self.side).unwrap_or(usize::MAX)) {
            put!(lines, "M{x} {top}v{height}");
        }
        for y in (top..=bottom).step_by(usize::try_from(self.side).unwrap_or(usize::MAX)) {
            put!(lines, "M{left} {y}h{width}");
        }
        // Every number where there is room, else every fifth.
        let step = if self.side >= 20 { 1 } else { 5 };
        self.add(format_args!(r##"<g font-size="11" fill="#6b665a" text-anchor="middle">"##));
        for x in (0..self.columns).step_by(step) {
            let (place, line) =
                (self.centre(Position::new(x, 0)).0, if self.is_upward { bottom + 15 } else { top - 7 });
            self.add(format_args!(r#"<text x="{place}" y="{line}">{x}</text>"#));
        }
        for y in (0..self.rows).step_by(step) {
            let (line, place) = (self.centre(Position::new(0, y)).1 + 4, left - 12);
            self.add(format_args!(r#"<text x="{place}" y="{line}">{y}</text>"#));
        }
        let numbers = std::mem::take(&mut self.body) + "</g>\n";
        let grid = format!("<path d=\"{lines}\" fill=\"none\" stroke=\"{LINES}\"/>\n");
        svg(right + MARGIN / 2, bottom + MARGIN, title, &(body + &grid + &numbers))
    }
}

/// A document of this size with a title, paper and the tip of arrows.
pub(super) fn svg(width: u64, height: u64, title: &str, body: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONT}\">\n<title>{title}</title>\n\
         <defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"6\" refY=\"4\" markerWidth=\"5\" markerHeight=\"5\" \
         orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" fill=\"{RED}\"/></marker></defs>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n{body}</svg>\n"
    )
}
