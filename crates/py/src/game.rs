//! Games: outcomes, answers, pictures and statistics. Boards are in `board.rs`, tables in `table.rs`.

use std::num::NonZeroU32;
use std::path::PathBuf;

use dashu_int::UBig;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PySequence};
use serde_json::json;
use wythoff::render::{Format, Options};
use wythoff::solve::{Signing, Stats, Values};
use wythoff::strategy::{self, Question};
use wythoff::structure::periods::ColumnPeriods;
use wythoff::{Engine, Position, Window, solve, zarr};

use crate::errors::Failure;
use crate::integers::{natural, natural_u64};
use crate::{memory, work};

/// A game, from its notation.
#[pyclass(frozen, module = "wythoff._wythoff")]
pub(crate) struct Game {
    pub(crate) game: wythoff::Game,
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

    /// The rules in plain English.
    #[getter]
    fn words(&self) -> String {
        wythoff::game::words::rules(&self.game)
    }

    /// The engines that solve it, the usual one first.
    #[getter]
    fn engines(&self) -> Vec<String> {
        Engine::solving(&self.game).iter().map(ToString::to_string).collect()
    }

    /// Whether (x, y) and (y, x) are alike.
    #[getter]
    fn is_symmetric(&self) -> bool {
        self.game.is_symmetric()
    }

    /// Whether who cannot move wins.
    #[getter]
    fn is_misere(&self) -> bool {
        self.game.ending() == wythoff::Ending::Misere
    }

    /// Why its positions have no nim-values, if they have none.
    #[getter]
    fn no_nim_values(&self) -> Option<&'static str> {
        self.game.no_nim_values()
    }

    /// k, if it is W^k.
    #[getter]
    fn k(&self) -> Option<u32> {
        self.game.blocking_k()
    }

    /// Whether each position is P.
    #[expect(clippy::needless_pass_by_value, reason = "what Python hands over is borrowed for the call")]
    fn outcomes<'py>(
        &self,
        py: Python<'py>,
        x: PyReadonlyArray1<'py, u64>,
        y: PyReadonlyArray1<'py, u64>,
        engine: Option<&str>,
    ) -> Result<Bound<'py, PyArray1<bool>>, Failure> {
        let engine = engine_named(engine)?;
        let (x, y) = (x.as_slice().map_err(Failure::refused)?, y.as_slice().map_err(Failure::refused)?);
        let found = work::run(py, |watch| {
            let count = x.len().min(y.len());
            let outcomes =
                solve::outcomes_of(&self.game, count, |index| Position::new(x[index], y[index]), engine, watch)?;
            Ok::<_, Failure>(outcomes.into_iter().map(wythoff::Outcome::is_p).collect::<Vec<bool>>())
        })?;
        Ok(found.into_pyarray(py))
    }

    /// The same at heaps of any size.
    fn outcomes_exact(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyList>,
        engine: Option<&str>,
    ) -> Result<Vec<bool>, Failure> {
        let engine = engine_named(engine)?;
        let positions = positions_of(positions.as_sequence())?;
        work::run(py, |watch| {
            let outcomes = solve::outcomes(&self.game, &positions, engine, watch)?;
            Ok::<_, Failure>(outcomes.into_iter().map(wythoff::Outcome::is_p).collect())
        })
    }

    /// The answer to a position, as JSON.
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        history: &Bound<'_, PySequence>,
        blocked: Option<&Bound<'_, PySequence>>,
        proposed: Option<&Bound<'_, PySequence>>,
        engine: Option<&str>,
        nim_value: bool,
    ) -> Result<String, Failure> {
        let position = position_of(position)?;
        let question = Question {
            history: positions_of(history)?,
            blocked: blocked.map(positions_of).transpose()?,
            proposed: proposed.map(positions_of).transpose()?,
            engine: engine_named(engine)?,
        };
        let answer = work::run(py, |watch| {
            let ask = self.game.ask(position).question(question).watch(watch);
            if nim_value { ask.nim_value() } else { ask }.answer()
        })?;
        serde_json::to_string(&answer).map_err(Failure::refused)
    }

    /// The nim-value of a position, as JSON.
    fn nim_value(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> Result<String, Failure> {
        let position = position_of(position)?;
        let nim = work::run(py, |watch| strategy::nim_value(&self.game, &position, watch))?;
        serde_json::to_string(&nim).map_err(Failure::refused)
    }

    /// The additive periods of the columns up to a last one, as JSON.
    fn periods(&self, py: Python<'_>, max_x: u32) -> Result<String, Failure> {
        let (columns, common) = work::run(py, |watch| {
            let mut columns = ColumnPeriods::new(&self.game)?;
            let all = (0..=max_x).map(|_| columns.next(watch)).collect::<Result<Vec<_>, _>>()?;
            Ok::<_, Failure>((all, columns.common_period()))
        })?;
        Ok(json!({ "columns": columns, "common_period": common }).to_string())
    }

    /// A window as a text or a picture.
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        window: &Bound<'py, PyAny>,
        values: &str,
        format: &str,
        scale: Option<u32>,
        legend: bool,
        offset: u64,
        engine: Option<&str>,
    ) -> Result<Bound<'py, PyBytes>, Failure> {
        const MOST_PIXELS: u32 = 1000;
        let window = window_of(window)?;
        let (values, engine) = (values_named(values)?, engine_named(engine)?);
        let format: Format = format.parse().map_err(Failure::refused)?;
        if scale.is_some_and(|scale| scale == 0 || scale > MOST_PIXELS) {
            return Err(Failure::Refused(format!("scale is from 1 to {MOST_PIXELS} pixels for a cell")));
        }
        // A picture is kept in memory here: at most so many bytes for a cell.
        let bytes_per_cell = if format == Format::Svg { 80 } else { 24 };
        memory_needed(&window, bytes_per_cell)?;
        let options = Options { scale: scale.and_then(NonZeroU32::new), legend, offset };
        let drawn = work::run(py, |watch| {
            let mut drawn = Vec::new();
            let board = self.game.board(window).values(values).engine(engine).watch(watch);
            board.draw(format, options, &mut drawn).map(|()| drawn)
        })?;
        Ok(PyBytes::new(py, &drawn))
    }

    /// The statistics of a window, as JSON.
    fn stats(
        &self,
        py: Python<'_>,
        window: &Bound<'_, PyAny>,
        signature: bool,
        engine: Option<&str>,
    ) -> Result<String, Failure> {
        let window = window_of(window)?.near();
        let window = window.ok_or_else(|| Failure::refused("statistics are given of windows with x, y < 2^64 only"))?;
        let signing = if signature { Signing::Always } else { Signing::Small };
        let engine = engine_named(engine)?;
        let (stats, engine) = work::run(py, |watch| solve::stats(&self.game, window, signing, engine, watch))?;
        stats_as_json(&stats, engine)
    }

    /// Writes a window as Zarr, or goes on with it; its statistics, as JSON.
    #[expect(clippy::too_many_arguments, reason = "they are Python's")]
    #[expect(clippy::needless_pass_by_value, reason = "Python's path becomes one of Rust's")]
    fn to_zarr(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        window: &Bound<'_, PyAny>,
        values: &str,
        finest: Option<u64>,
        cells: bool,
        engine: Option<&str>,
    ) -> Result<String, Failure> {
        let (window, engine) = (window_of(window)?, engine_named(engine)?);
        let values: Values = values.parse().map_err(Failure::refused)?;
        let (stats, engine) = work::run(py, |watch| {
            let board = self.game.board(window).values(values).engine(engine).watch(watch);
            zarr::write(&board, &folder, finest, cells)
        })?;
        stats_as_json(&stats, engine)
    }
}

pub(crate) fn stats_as_json(stats: &Stats, engine: Engine) -> Result<String, Failure> {
    let mut stats = serde_json::to_value(stats).map_err(Failure::refused)?;
    stats["engine"] = engine.to_string().into();
    Ok(stats.to_string())
}

/// The families of games, as JSON.
#[pyfunction]
pub(crate) fn families() -> Result<String, Failure> {
    let families: Vec<_> = wythoff::game::families::FAMILIES.iter().map(wythoff::catalogue::describe).collect();
    serde_json::to_string(&families).map_err(Failure::refused)
}

pub(crate) fn engine_named(name: Option<&str>) -> Result<Option<Engine>, Failure> {
    name.map(|name| name.parse().map_err(Failure::refused)).transpose()
}

pub(crate) fn values_named(name: &str) -> Result<Values, Failure> {
    name.parse().map_err(Failure::refused)
}

/// A pair of integers.
pub(crate) fn position_of(given: &Bound<'_, PyAny>) -> Result<Position<UBig>, Failure> {
    let refused = || Failure::Kind("a position is a pair of integers: (3, 5)".to_owned());
    let (x, y): (Bound<'_, PyAny>, Bound<'_, PyAny>) = given.extract().map_err(|_| refused())?;
    Ok(Position::new(natural("x", &x)?, natural("y", &y)?))
}

fn positions_of(given: &Bound<'_, PySequence>) -> Result<Vec<Position<UBig>>, Failure> {
    given.try_iter()?.map(|at| position_of(&at?)).collect()
}

/// ((x, y), (height, width)).
pub(crate) fn window_of(given: &Bound<'_, PyAny>) -> Result<Window<UBig>, Failure> {
    let (at, (height, width)): (Bound<'_, PyAny>, (Bound<'_, PyAny>, Bound<'_, PyAny>)) = given.extract()?;
    let (width, height) = (natural_u64("the width", &width)?, natural_u64("the height", &height)?);
    Ok(Window { at: position_of(&at)?, width, height })
}

/// Refuses a window that takes too much memory at so many bytes for a cell.
pub(crate) fn memory_needed(window: &Window<UBig>, bytes_per_cell: u128) -> Result<(), Failure> {
    let cells = u128::from(window.width) * u128::from(window.height);
    memory::needed(cells.saturating_mul(bytes_per_cell))
}
