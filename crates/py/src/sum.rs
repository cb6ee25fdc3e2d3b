//! Sums of games.

use pyo3::prelude::*;

use crate::errors::Failure;
use crate::game::position_of;
use crate::integers::to_python;
use crate::work;

/// A game with its position: its notation, and two integers.
type Written<'py> = (String, (Bound<'py, PyAny>, Bound<'py, PyAny>));

/// Games with their positions, from their notation.
#[pyclass(frozen, module = "wythoff._wythoff")]
pub(crate) struct Sum {
    sum: wythoff::Sum,
}

#[pymethods]
impl Sum {
    #[new]
    fn new(text: &str) -> Result<Self, Failure> {
        Ok(Self { sum: text.parse().map_err(Failure::refused)? })
    }

    /// The sum as the library writes it.
    #[getter]
    fn name(&self) -> String {
        self.sum.to_string()
    }

    /// Each game, as the library writes it, and its position.
    #[getter]
    fn summands<'py>(&self, py: Python<'py>) -> Result<Vec<Written<'py>>, Failure> {
        let summands = self.sum.summands().iter().map(|summand| {
            let at = &summand.position;
            Ok((summand.game.to_string(), (to_python(py, &at.x)?, to_python(py, &at.y)?)))
        });
        summands.collect()
    }

    /// The sum after a move in the game of this number, from 1 on.
    fn after(&self, summand: usize, to: &Bound<'_, PyAny>) -> Result<Self, Failure> {
        let mut play = wythoff::play::SumMatch::new(self.sum.clone());
        play.act(summand, &position_of(to)?).map_err(Failure::refused)?;
        Ok(Self { sum: play.sum().clone() })
    }

    /// Who wins, as JSON.
    fn solve(&self, py: Python<'_>) -> Result<String, Failure> {
        let answer = work::run(py, |watch| self.sum.solve(watch))?;
        serde_json::to_string(&answer).map_err(Failure::refused)
    }
}
