//! Boards as arrays: each cell is written once, where it stays.

use numpy::{Element, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use wythoff::solve::{Number, Values};
use wythoff::{Engine, Window};

use crate::errors::Failure;
use crate::game::{Game, engine_named, memory_needed, values_named, window_of};
use crate::work;

/// What the board of a game is asked for.
struct Asked<'g> {
    game: &'g wythoff::Game,
    window: Window<dashu_int::UBig>,
    values: Values,
    engine: Option<Engine>,
}

/// The rows and columns of a window, if an array of it fits in memory.
#[pyfunction]
pub(crate) fn shape_needed(window: &Bound<'_, PyAny>, bytes_per_cell: u32) -> Result<(u64, u64), Failure> {
    let window = window_of(window)?;
    memory_needed(&window, bytes_per_cell.into())?;
    Ok((window.height, window.width))
}

#[pymethods]
impl Game {
    /// Writes a window to an array of its shape. Says whether all numbers fit.
    fn fill(
        &self,
        py: Python<'_>,
        window: &Bound<'_, PyAny>,
        values: &str,
        engine: Option<&str>,
        cells: &Bound<'_, PyAny>,
    ) -> Result<bool, Failure> {
        let (window, values, engine) = (window_of(window)?, values_named(values)?, engine_named(engine)?);
        let asked = Asked { game: &self.game, window, values, engine };
        let filled = None
            .or_else(|| asked.fill::<u8>(py, cells))
            .or_else(|| asked.fill::<u16>(py, cells))
            .or_else(|| asked.fill::<u32>(py, cells))
            .or_else(|| asked.fill::<u64>(py, cells))
            .or_else(|| asked.fill::<i8>(py, cells))
            .or_else(|| asked.fill::<i16>(py, cells))
            .or_else(|| asked.fill::<i32>(py, cells))
            .or_else(|| asked.fill::<i64>(py, cells));
        filled.unwrap_or_else(|| Err(Failure::Kind("a board is written to an array of integers".to_owned())))
    }
}

impl Asked<'_> {
    /// Nothing if the array is of another kind.
    fn fill<N: Number + Element>(&self, py: Python<'_>, array: &Bound<'_, PyAny>) -> Option<Result<bool, Failure>> {
        let array = array.cast::<PyArray2<N>>().ok()?;
        let write = || {
            let refused = |_| Failure::refused("a board is written to an array that is contiguous and can be written");
            let mut array = array.try_readwrite().map_err(Failure::refused)?;
            let cells = array.as_slice_mut().map_err(refused)?;
            if cells.len() as u128 != u128::from(self.window.width) * u128::from(self.window.height) {
                return Err(Failure::refused("the array has another shape than the window"));
            }
            let Self { game, window, values, engine } = self;
            work::run(py, |watch| game.board(window.clone()).values(*values).engine(*engine).watch(watch).fill(cells))
        };
        Some(write())
    }
}
