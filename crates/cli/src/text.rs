//! Text for people.

use serde_json::Value;
use wythoff::{Position, Tokens};

/// Lines of prose are at most this long.
pub(crate) const LINE: usize = 96;

/// The text in lines of at most `width` characters.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

/// `(0,3) (1,1)`.
pub(crate) fn joined<T: Tokens>(positions: &[Position<T>]) -> String {
    positions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// An integer as JSON readers keep it exactly: a number up to 2^53, a string of digits above.
pub(crate) fn json_integer(number: i64) -> Value {
    if number.unsigned_abs() <= 1 << 53 { number.into() } else { number.to_string().into() }
}
