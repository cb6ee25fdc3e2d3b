//! What the program says beside its results: everything on standard error goes through here.
//!
//! Whoever listens there may have gone, and the device may be full. That is no reason to do anything else: what can't
//! be said is not said, and the program ends as it would have.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// Says something on standard error, without the endless part of it: what was typed may be a megabyte.
macro_rules! say {
    ($($argument:tt)*) => {
        $crate::say::whole(&$crate::say::in_short(&format!($($argument)*)))
    };
}

/// Says something that is no error, unless `--quiet` was typed.
macro_rules! note {
    ($($argument:tt)*) => {
        if !$crate::say::is_quiet() {
            $crate::say::say!($($argument)*);
        }
    };
}

pub(crate) use {note, say};

static QUIET: AtomicBool = AtomicBool::new(false);

/// From now on only errors are said.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether only errors are said.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Says all of it, in colours where somebody sees them.
pub(crate) fn whole(message: &str) {
    // In one piece: other processes may say something at the same time.
    let _ = anstream::stderr().write_all(format!("{message}\n").as_bytes());
}

/// Says all of something that is no error.
pub(crate) fn whole_note(message: &str) {
    if !is_quiet() {
        whole(message);
    }
}

/// Longer words lose their middle.
const LONGEST_WORD: usize = 200;
/// Longer lines lose their middle.
const LONGEST_LINE: usize = 1200;
/// Of longer messages the middle lines are left out.
const MOST_LINES: usize = 40;

/// The message without the endless part of it.
pub(crate) fn in_short(message: &str) -> String {
    let line = |line: &str| {
        let words: Vec<String> = line.split(' ').map(|word| without_middle(word, LONGEST_WORD)).collect();
        without_middle(&words.join(" "), LONGEST_LINE)
    };
    let mut lines: Vec<String> = message.split('\n').map(line).collect();
    if lines.len() > MOST_LINES {
        lines.splice(MOST_LINES / 2..lines.len() - MOST_LINES / 4, ["…".to_owned()]);
    }
    lines.join("\n")
}

/// The text, or of more than `longest` characters the first ones and the last ones.
pub(crate) fn without_middle(text: &str, longest: usize) -> String {
    let from_start = |count| text.char_indices().nth(count).map(|(at, _)| at);
    match (from_start(longest), from_start(longest / 2), text.char_indices().rev().nth(longest / 4)) {
        (Some(_), Some(head), Some((tail, _))) => format!("{}…{}", &text[..head], &text[tail..]),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_loses_its_middle() {
        assert_eq!(without_middle("áb", 2), "áb");
        assert_eq!(without_middle("abcdefghi", 8), "abcd…ghi");
        assert_eq!(without_middle("áéíóúáéíó", 8), "áéíó…éíó");
        let same = "error: a message\n  of two lines";
        assert_eq!(in_short(same), same);
        for endless in ["a".repeat(100_000), "a ".repeat(50_000), "a\n".repeat(50_000), "\u{1f451}".repeat(100_000)] {
            let message = in_short(&format!("error: first {endless} last"));
            assert!(message.starts_with("error: first ") && message.ends_with(" last"), "{message}");
            assert!(message.chars().count() < 2 * LONGEST_LINE, "{message}");
        }
    }
}
