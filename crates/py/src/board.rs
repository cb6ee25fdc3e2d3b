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

#[pymethods]
impl Game {
    /// A window as an array of integers with these bits, unsigned unless they are deviations; nothing if some number
    /// does not fit.
    fn board<'py>(
        &self,
        py: Python<'py>,
        window: &Bound<'py, PyAny>,
        values: &str,
        engine: Option<&str>,
        bits: u32,
    ) -> Result<Option<Bound<'py, PyAny>>, Failure> {
        let (window, values, engine) = (window_of(window)?, values_named(values)?, engine_named(engine)?);
        let asked = Asked { game: &self.game, window, values, engine };
        match (values, bits) {
            (Values::Deviation, 8) => asked.array::<i8>(py),
            (Values::Deviation, 16) => asked.array::<i16>(py),
            (Values::Deviation, 32) => asked.array::<i32>(py),
            (Values::Deviation, _) => asked.array::<i64>(py),
            (_, 8) => asked.array::<u8>(py),
            (_, 16) => asked.array::<u16>(py),
            (_, 32) => asked.array::<u32>(py),
            (_, _) => asked.array::<u64>(py),
        }
    }
}

impl Asked<'_> {
    fn array<N: Number + Element>(self, py: Python<'_>) -> Result<Option<Bound<'_, PyAny>>, Failure> {
        memory_needed(&self.window, size_of::<N>() as u128)?;
        // Both sides are below the memory limit, unless the other one is 0.
        let sides = [self.window.height, self.window.width].map(|side| usize::try_from(side).unwrap_or(usize::MAX));
        let array = PyArray2::<N>::zeros(py, sides, false);
        let mut writable = array.try_readwrite().map_err(Failure::refused)?;
        let cells = writable.as_slice_mut().map_err(Failure::refused)?;
        let Self { game, window, values, engine } = self;
        let fits = work::run(py, |watch| game.board(window).values(values).engine(engine).watch(watch).fill(cells))?;
        drop(writable);
        Ok(fits.then(|| array.into_any()))
    }
}
