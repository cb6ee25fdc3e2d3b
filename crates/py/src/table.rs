//! Tables of P-positions: as one array, or in pieces for those that do not fit.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use dashu_int::UBig;
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyList;
use wythoff::solve::SolveError;
use wythoff::table::Extent;
use wythoff::{Engine, Position, Watch};

use crate::errors::Failure;
use crate::game::{Game, engine_named};
use crate::integers::{natural, natural_u64, to_python};
use crate::memory;
use crate::work::{self, LOOK_EVERY};

/// The part of a table that is wanted.
#[derive(Clone)]
struct Part {
    first: UBig,
    extent: Extent,
    /// The nim-value of the positions, if it was asked for.
    value: Option<u32>,
    engine: Option<Engine>,
}

impl Part {
    fn of(
        start: &Bound<'_, PyAny>,
        count: Option<&Bound<'_, PyAny>>,
        max_x: Option<&Bound<'_, PyAny>>,
        value: Option<u32>,
        engine: Option<&str>,
    ) -> Result<Self, Failure> {
        let extent = match (count, max_x) {
            (Some(count), None) => Extent::Count(natural_u64("count", count)?),
            (None, Some(max_x)) => Extent::MaxX(natural_u64("max_x", max_x)?),
            (None, None) => Extent::All,
            (Some(_), Some(_)) => return Err(Failure::refused("give count or max_x, not both")),
        };
        Ok(Self { first: natural("start", start)?, extent, value, engine: engine_named(engine)? })
    }
}

/// P-positions with heaps below 2^63, x and y in turn; or with heaps of any size.
enum Piece {
    Near(Vec<i64>),
    Far(Vec<Position<UBig>>),
}

/// What a position with heaps of any size is taken to need at least, in memory and as Python's integers.
const BYTES_FAR: u64 = 256;

/// Finds the P-positions in pieces of at most `size`. From the first heap of 2^63 tokens on they are of any size.
fn find(
    game: &wythoff::Game,
    part: &Part,
    size: usize,
    watch: &dyn Watch,
    mut send: impl FnMut(Piece) -> ControlFlow<()>,
) -> Result<(), Failure> {
    let stopped = || Failure::Interrupted;
    let (mut part, mut found) = (part.clone(), Vec::new());
    if let Ok(first) = u64::try_from(&part.first) {
        let mut is_far = false;
        let mut done = 0_u64;
        for at in game.p_positions_from(first).value(part.value).extent(part.extent).engine(part.engine).watch(watch) {
            let near = match at {
                Ok(at) => i64::try_from(at.x).ok().zip(i64::try_from(at.y).ok()),
                Err(SolveError::HeapTooLarge) => None,
                Err(error) => {
                    // What was found is not lost with what was not.
                    let _ = send(Piece::Near(found));
                    return Err(error.into());
                }
            };
            let Some((x, y)) = near else {
                is_far = true;
                break;
            };
            found.extend([x, y]);
            done += 1;
            if found.len() == 2 * size {
                send(Piece::Near(std::mem::take(&mut found))).is_continue().then_some(()).ok_or_else(stopped)?;
            }
            memory_needed(8 * found.len() as u64)?;
        }
        if !found.is_empty() {
            send(Piece::Near(found)).is_continue().then_some(()).ok_or_else(stopped)?;
        }
        if !is_far {
            return Ok(());
        }
        part.first += done;
        if let Extent::Count(count) = &mut part.extent {
            *count -= done;
        }
    }
    let mut found = Vec::new();
    for at in game.p_positions_from(part.first).value(part.value).extent(part.extent).engine(part.engine).watch(watch) {
        found.push(at?);
        if found.len() == size {
            send(Piece::Far(std::mem::take(&mut found))).is_continue().then_some(()).ok_or_else(stopped)?;
        }
        memory_needed(BYTES_FAR * found.len() as u64)?;
    }
    if !found.is_empty() && send(Piece::Far(found)).is_break() {
        return Err(stopped());
    }
    Ok(())
}

fn memory_needed(bytes: u64) -> Result<(), Failure> {
    memory::needed(bytes.into())
}

/// An array of two columns, or a list of pairs.
fn to_array(py: Python<'_>, piece: Piece) -> Result<Bound<'_, PyAny>, Failure> {
    match piece {
        Piece::Near(numbers) => {
            let rows = numbers.len() / 2;
            Ok(numbers.into_pyarray(py).reshape([rows, 2])?.into_any())
        }
        Piece::Far(positions) => {
            let pairs = positions.iter().map(|at| Ok((to_python(py, &at.x)?, to_python(py, &at.y)?)));
            Ok(PyList::new(py, pairs.collect::<PyResult<Vec<_>>>()?)?.into_any())
        }
    }
}

#[pymethods]
impl Game {
    /// The P-positions in at most two pieces, those below 2^63 first.
    fn p_positions<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
        count: Option<&Bound<'py, PyAny>>,
        max_x: Option<&Bound<'py, PyAny>>,
        value: Option<u32>,
        engine: Option<&str>,
    ) -> Result<Vec<Bound<'py, PyAny>>, Failure> {
        let part = Part::of(start, count, max_x, value, engine)?;
        if let Extent::Count(count) = part.extent {
            memory_needed(count.saturating_mul(16))?;
        }
        let pieces = work::run(py, |watch| {
            let mut pieces = Vec::new();
            find(&self.game, &part, usize::MAX / 2, watch, |piece| {
                pieces.push(piece);
                ControlFlow::Continue(())
            })?;
            Ok::<_, Failure>(pieces)
        })?;
        pieces.into_iter().map(|piece| to_array(py, piece)).collect()
    }

    /// The same in pieces of this size, without end where none is given.
    fn p_positions_in_pieces(
        &self,
        start: &Bound<'_, PyAny>,
        count: Option<&Bound<'_, PyAny>>,
        max_x: Option<&Bound<'_, PyAny>>,
        value: Option<u32>,
        engine: Option<&str>,
        size: usize,
    ) -> Result<Pieces, Failure> {
        let part = Part::of(start, count, max_x, value, engine)?;
        memory_needed((size as u64).saturating_mul(2 * 16))?;
        Ok(Pieces::begin(self.game.clone(), part, size))
    }
}

/// Pieces of a table. A thread finds the next one while the last one is used.
#[pyclass(frozen, module = "wythoff._wythoff")]
pub(crate) struct Pieces {
    next: Mutex<Receiver<Result<Piece, Failure>>>,
    is_stopped: Arc<AtomicBool>,
    /// The process that the thread is in.
    process: u32,
}

impl Pieces {
    fn begin(game: wythoff::Game, part: Part, size: usize) -> Self {
        let (sender, next) = sync_channel(1);
        let is_stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_stopped);
        thread::spawn(move || {
            let watch = |_: u64, _: u64| {
                if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let send = |piece| match sender.send(Ok(piece)) {
                Ok(()) => ControlFlow::Continue(()),
                // Nobody wants more.
                Err(_) => ControlFlow::Break(()),
            };
            if let Err(error) = find(&game, &part, size, &watch, send) {
                let _ = sender.send(Err(error));
            }
        });
        Self { next: Mutex::new(next), is_stopped, process: std::process::id() }
    }
}

impl Drop for Pieces {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

#[pymethods]
impl Pieces {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyAny>>, Failure> {
        if std::process::id() != self.process {
            return Err(Failure::refused("this iterator belongs to the process that this one was forked from"));
        }
        loop {
            let next = py.detach(|| {
                let next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
                next.recv_timeout(LOOK_EVERY)
            });
            match next {
                Ok(piece) => return Ok(Some(to_array(py, piece?)?)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }
}
