//! Games.

use pyo3::prelude::*;

use crate::errors::Failure;

/// A game, from its notation.
#[pyclass(frozen, module = "wythoff._wythoff")]
pub(crate) struct Game {
    game: wythoff::Game,
}

#[pymethods]
impl Game {
    #[new]
    fn new(text: &str) -> Result<Self, Failure> {
        Ok(Self { game: text.parse().map_err(Failure::refused)? })
    }

    /// The game as the library writes it.
    #[getter]
    fn name(&self) -> String {
        self.game.to_string()
    }
}
