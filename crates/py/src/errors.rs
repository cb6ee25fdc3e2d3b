//! What goes wrong, as Python's exceptions. Their classes are in `wythoff/errors.py`.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use wythoff::engine::automaton::AutomatonError;
use wythoff::render::RenderError;
use wythoff::solve::SolveError;
use wythoff::strategy::{AskError, SumSolveError};

/// Why there is no answer, with the library's sentence.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked makes no sense, or can't be done.
    Refused(String),
    /// It is not of the kind that was expected: a float for an integer.
    Kind(String),
    /// It does not fit in memory.
    Memory(String),
    /// Somebody stopped it.
    Interrupted,
    /// Python's own.
    Raised(PyErr),
}

impl Failure {
    /// What a statement of the library says.
    pub(crate) fn refused(error: impl std::fmt::Display) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Interrupted => Self::Interrupted,
            SolveError::TooMuchMemory { .. } => Self::Memory(error.to_string()),
            error => Self::refused(error),
        }
    }
}

impl From<AskError> for Failure {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Solve(error) => error.into(),
            error => Self::refused(error),
        }
    }
}

impl From<SumSolveError> for Failure {
    fn from(error: SumSolveError) -> Self {
        let sentence = error.to_string();
        match Self::from(error.error) {
            Self::Refused(_) => Self::Refused(sentence),
            Self::Memory(_) => Self::Memory(sentence),
            failure => failure,
        }
    }
}

impl From<AutomatonError> for Failure {
    fn from(error: AutomatonError) -> Self {
        match error {
            AutomatonError::Solve(error) => error.into(),
            error => Self::refused(error),
        }
    }
}

impl From<RenderError> for Failure {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Solve(error) => error.into(),
            error => Self::refused(error),
        }
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        let (class, sentence) = match failure {
            Failure::Refused(sentence) => ("WythoffError", sentence),
            Failure::Kind(sentence) => ("KindError", sentence),
            Failure::Memory(sentence) => ("LimitError", sentence),
            Failure::Interrupted => return PyKeyboardInterrupt::new_err(()),
            Failure::Raised(error) => return error,
        };
        Python::attach(|py| {
            let made = py.import("wythoff.errors").and_then(|errors| errors.getattr(class)?.call1((sentence,)));
            made.map_or_else(|error| error, Self::from_value)
        })
    }
}
