//! Blocks of giant boards: jobs for many machines, and the form in which their results are kept.

use std::path::PathBuf;

use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::json;
use wythoff::Engine;
use wythoff::engine::dense::Settings;
use wythoff::engine::dense::block::{self, Block, BlockError, Edge};
use wythoff::zarr::{self, Done, ZarrError};

use crate::errors::Failure;
use crate::game::stats_as_json;
use crate::work;

impl From<BlockError> for Failure {
    fn from(error: BlockError) -> Self {
        match error {
            BlockError::Solve(error) => error.into(),
            error => Self::refused(error),
        }
    }
}

/// What leaves a block on the right and below, in bytes, its record as JSON, counts and bits.
type Solved<'py> =
    (Option<Bound<'py, PyBytes>>, Bound<'py, PyBytes>, String, Bound<'py, PyArray1<u16>>, Bound<'py, PyArray1<u8>>);

/// Solves a block: (k, n, side, column, row) from the edges that enter it. The one on the left of the board is nothing.
#[pyfunction]
pub(crate) fn solve_block<'py>(
    py: Python<'py>,
    place: (u64, u64, u64, u64, u64),
    left: Option<&[u8]>,
    top: Option<&[u8]>,
    bits: bool,
    threads: usize,
) -> Result<Solved<'py>, Failure> {
    let (k, n, side, column, row) = place;
    let block = Block::new(k, n, side, column, row)?;
    let edge = |bytes: &[u8]| Edge::from_bytes(bytes).map_err(Failure::refused);
    let left = left.map_or_else(|| Ok(Edge::start_of_row(k, side, row)?.residues()), edge)?;
    let top = top.map(edge).transpose()?;
    let settings = Settings { threads: (threads > 0).then_some(threads), ..Settings::default() };
    let solved = work::run(py, |watch| block::solve_block(&block, &left, top.as_ref(), bits, settings, watch))?;
    let record = json!({
        "p_count": solved.p_count,
        "fingerprint": solved.fingerprint,
        "min_deviation": solved.min_deviation,
        "max_deviation": solved.max_deviation,
    });
    let bytes = |edge: &Edge| PyBytes::new(py, &edge.to_bytes());
    Ok((
        solved.right.as_ref().map(bytes),
        bytes(&solved.bottom),
        record.to_string(),
        solved.counts.into_vec().into_pyarray(py),
        solved.bits.into_vec().into_pyarray(py),
    ))
}

/// A board of W^k in blocks, kept as Zarr.
#[pyclass(frozen, module = "wythoff._wythoff")]
pub(crate) struct BlockBoard(zarr::BlockBoard);

impl From<ZarrError> for Failure {
    fn from(error: ZarrError) -> Self {
        match error {
            ZarrError::Block(error) => error.into(),
            ZarrError::Io { error: ref cause, .. } => {
                PyOSError::new_err((cause.raw_os_error(), error.to_string())).into()
            }
            error => Self::refused(error),
        }
    }
}

#[pymethods]
impl BlockBoard {
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "Python's path becomes one of Rust's")]
    fn new(
        folder: PathBuf,
        k: u64,
        n: u64,
        side: Option<u64>,
        finest: Option<u64>,
        bits: bool,
    ) -> Result<Self, Failure> {
        Ok(Self(zarr::BlockBoard::new(&folder, k, n, side, finest, bits)?))
    }

    /// Rows of blocks.
    #[getter]
    fn rows(&self) -> u64 {
        self.0.rows()
    }

    /// The side of a block.
    #[getter]
    fn side(&self) -> u64 {
        self.0.side()
    }

    /// At most how many bytes of memory it takes to solve a block and to write it.
    #[getter]
    fn memory(&self) -> Result<u64, Failure> {
        Ok(self.0.memory()?)
    }

    /// Makes the folder, or sees that it holds this board. Says whether it did.
    fn create(&self, py: Python<'_>) -> Result<bool, Failure> {
        Ok(py.detach(|| self.0.create())?)
    }

    /// Solves a block and writes it; what is noted of it, as JSON.
    fn solve(&self, py: Python<'_>, row: u64, column: u64, threads: usize) -> Result<String, Failure> {
        let settings = Settings { threads: (threads > 0).then_some(threads), ..Settings::default() };
        let done = work::run(py, |watch| self.0.solve(row, column, settings, watch))?;
        serde_json::to_string(&done).map_err(Failure::refused)
    }

    /// What is noted of a block, as JSON, if all that was written of it can be read and adds up.
    fn check(&self, py: Python<'_>, row: u64, column: u64) -> Result<Option<String>, Failure> {
        let done = py.detach(|| self.0.check(row, column));
        done.map(|done| serde_json::to_string(&done).map_err(Failure::refused)).transpose()
    }

    /// Writes what is too coarse for blocks, and that all is there; the sums, as JSON.
    #[expect(clippy::needless_pass_by_value, reason = "Python's list becomes one of Rust's")]
    fn finish(&self, py: Python<'_>, done: Vec<String>) -> Result<String, Failure> {
        let done: Result<Vec<Done>, _> = done.iter().map(|done| serde_json::from_str(done)).collect();
        let done = done.map_err(Failure::refused)?;
        let stats = work::run(py, |_| self.0.finish(&done))?;
        stats_as_json(&stats, Engine::Dense)
    }
}
