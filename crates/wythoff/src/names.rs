//! Names that stand for something: one way to read them, and one to say which there are.

use std::fmt::Display;

/// A name that stands for nothing where it was read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {expected}")]
pub struct UnknownName {
    /// What was read.
    pub text: String,
    /// What was expected, and which names there are.
    pub expected: String,
}

impl UnknownName {
    pub(crate) fn new(text: &str, expected: impl Into<String>) -> Self {
        Self { text: text.to_owned(), expected: expected.into() }
    }
}

/// The one among `all` that is written as `text`; `expected` says what they are, and introduces their names.
pub(crate) fn find<T: Copy + Display>(all: &[T], text: &str, expected: &str) -> Result<T, UnknownName> {
    all.iter().copied().find(|one| one.to_string() == text).ok_or_else(|| {
        let names: Vec<String> = all.iter().map(ToString::to_string).collect();
        UnknownName::new(text, format!("{expected} {}", names.join(", ")))
    })
}
