//! A text with the part of it marked that is wrong.

use std::fmt;
use std::ops::Range;

/// A wrong text of at most this many characters is shown whole.
pub(crate) const EXCERPT: usize = 72;

/// Writes a line of `text` around `span`, and carets below it.
pub(crate) fn write_marked(f: &mut fmt::Formatter<'_>, text: &str, span: Range<usize>) -> fmt::Result {
    let (line, from, length) = excerpt(text, span);
    writeln!(f, "  {line}\n  {}{}", " ".repeat(from), "^".repeat(length))
}

/// One line of `text` around `span`, with the span's first character and length in characters of that line.
fn excerpt(text: &str, span: Range<usize>) -> (String, usize, usize) {
    let letters: Vec<char> = text.chars().map(visible).collect();
    let from = text[..span.start].chars().count();
    let to = from + text[span].chars().count();
    let (mut first, mut marked, mut last) = (0, to, letters.len());
    if letters.len() > EXCERPT {
        first = from.saturating_sub(EXCERPT / 4);
        marked = to.min(from + EXCERPT / 2);
        last = if marked < to { marked } else { last.min(to + EXCERPT / 4) };
    }
    let cut = |is_cut| if is_cut { "…" } else { "" };
    let shown: String = letters[first..last].iter().collect();
    let line = format!("{}{shown}{}", cut(first > 0), cut(last < letters.len()));
    (line, from - first + usize::from(first > 0), marked - from)
}

/// The text, or its beginning when it is long.
pub(crate) fn clip(text: &str) -> String {
    const LONGEST: usize = 24;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => text[..end].chars().map(visible).chain(['…']).collect(),
        None => text.chars().map(visible).collect(),
    }
}

/// A control character as a dot: a text stays in its line.
fn visible(c: char) -> char {
    if c.is_control() { '·' } else { c }
}
