//! CLN15's automaton on windows, as arrays.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use wythoff::engine::automaton::{
    AutomatonError, BottomRight, Choice, Grid, Reversed, Site, Start, Strategy, TopLeft, Window, forward, reverse,
};

use crate::errors::Failure;
use crate::integers::natural_u64;
use crate::structure::signed_i64;
use crate::work;

/// A window filled, and of a reversed run the choices and whether it is the start's own past.
type Filled<'py> = (Bound<'py, PyAny>, Option<String>, Option<bool>);

/// An s for each smaller choice, an l for each larger one.
fn letters(choices: &[Choice]) -> String {
    choices.iter().map(|choice| if *choice == Choice::Smaller { 's' } else { 'l' }).collect()
}

/// The cells in the smallest type that holds them.
fn array<'py>(py: Python<'py>, grid: &Grid) -> Result<Bound<'py, PyAny>, Failure> {
    let cells = || grid.rows().flatten().copied();
    let (least, most) = (cells().min().unwrap_or(0), cells().max().unwrap_or(0));
    let shape = [grid.window().height(), grid.window().width()];
    macro_rules! in_type {
        ($type:ty) => {
            if <$type>::try_from(least).is_ok() && <$type>::try_from(most).is_ok() {
                let cells = cells().map(|cell| <$type>::try_from(cell).unwrap_or(0)).collect();
                return Ok(PyArray1::<$type>::from_vec(py, cells).reshape(shape)?.into_any());
            }
        };
    }
    in_type!(i8);
    in_type!(i16);
    in_type!(i32);
    Ok(PyArray1::from_vec(py, cells().collect()).reshape(shape)?.into_any())
}

fn strategy(text: Option<&str>) -> Result<Option<Strategy>, Failure> {
    text.map(str::parse).transpose().map_err(Failure::refused)
}

fn inner(grid: &Grid, window: Window) -> Result<Grid, AutomatonError> {
    grid.cut(window).ok_or(AutomatonError::TooFar)
}

/// A window of one of the papers' starts, forwards or backwards.
#[pyfunction]
pub(crate) fn automaton_from_start<'py>(
    py: Python<'py>,
    start: &str,
    x: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
    height: &Bound<'_, PyAny>,
    width: &Bound<'_, PyAny>,
    choice: Option<&str>,
) -> Result<Filled<'py>, Failure> {
    let start: Start = start.parse().map_err(Failure::refused)?;
    let strategy = strategy(choice)?;
    let at = Site::new(signed_i64("x", x)?, signed_i64("y", y)?);
    let (height, width) = (natural_u64("the height", height)?, natural_u64("the width", width)?);
    let window = Window::new(at, width, height)?;
    let (grid, choices, is_own) = work::run(py, |watch| {
        let Some(strategy) = &strategy else { return Ok((start.grid(window, watch)?, None, None)) };
        let around = start.grid(window.with_bottom_right(), watch)?;
        let edges = around.bottom_right(window).ok_or(AutomatonError::TooFar)?;
        let Reversed { run, choices } = reverse(&edges, strategy, watch)?;
        Ok::<_, AutomatonError>((inner(&run, window)?, Some(letters(&choices)), Some(run == around)))
    })?;
    Ok((array(py, &grid)?, choices, is_own))
}

/// A window from edges of one's own: two rows, two cells longer than the window, and two columns, as long as it.
/// Forwards these are above and left of it, backwards below and right of it.
#[pyfunction]
pub(crate) fn automaton_from_edges<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyArray2<i64>>,
    columns: &Bound<'py, PyArray2<i64>>,
    x: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
    choice: Option<&str>,
) -> Result<Filled<'py>, Failure> {
    let strategy = strategy(choice)?;
    let at = Site::new(signed_i64("x", x)?, signed_i64("y", y)?);
    let (rows, columns) = (rows.to_owned_array(), columns.to_owned_array());
    let ((lines, length), (height, pair)) = (rows.dim(), columns.dim());
    if lines != 2 || pair != 2 || length < 2 {
        return Err(Failure::Refused(format!(
            "the edges of a window of h × w cells are arrays of the shapes (2, w + 2) and (h, 2), \
             not ({lines}, {length}) and ({height}, {pair})"
        )));
    }
    let window = Window::new(at, length as u64 - 2, height as u64)?;
    let value = |[row, column]: [i64; 2], is_in_rows: bool| {
        let place = [row, column].map(|index| usize::try_from(index).unwrap_or(usize::MAX));
        let cell = if is_in_rows { rows.get(place) } else { columns.get(place) };
        cell.copied().unwrap_or(0)
    };
    let (grid, choices) = work::run(py, |watch| {
        let Some(strategy) = &strategy else {
            let edges = TopLeft::new(window, |site| {
                let is_above = site.y < at.y;
                value([site.y - at.y + if is_above { 2 } else { 0 }, site.x - at.x + 2], is_above)
            })?;
            return Ok((inner(&forward(&edges, watch)?, window)?, None));
        };
        let edges = BottomRight::new(window, |site| {
            let is_below = site.y >= window.bottom();
            let origin = if is_below { [window.bottom(), at.x] } else { [at.y, window.right()] };
            value([site.y - origin[0], site.x - origin[1]], is_below)
        })?;
        let Reversed { run, choices } = reverse(&edges, strategy, watch)?;
        Ok::<_, AutomatonError>((inner(&run, window)?, Some(letters(&choices))))
    })?;
    Ok((array(py, &grid)?, choices, None))
}
