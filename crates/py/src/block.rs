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
use wythoff::zarr::{self, ZarrError};

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
    let solved =
        work::run_on(py, threads, |watch| block::solve_block(&block, &left, top.as_ref(), bits, settings, watch))?;
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

    /// Solves a block and writes it.
    fn solve(&self, py: Python<'_>, row: u64, column: u64, threads: usize) -> Result<(), Failure> {
        let settings = Settings { threads: (threads > 0).then_some(threads), ..Settings::default() };
        work::run_on(py, threads, |watch| self.0.solve(row, column, settings, watch)).map(|_| ())
    }

    /// The same on a GPU, or on one thread where that can't; and why not, the first time that it can't.
    fn solve_on_gpu(&self, py: Python<'_>, row: u64, column: u64) -> Result<Option<String>, Failure> {
        work::run_on(py, 1, |watch| self.0.solve_by(gpu::solver(), row, column, watch))?;
        Ok(gpu::why_not())
    }

    /// Whether all that was written of a block can be read and adds up.
    fn check(&self, py: Python<'_>, row: u64, column: u64) -> bool {
        py.detach(|| self.0.check(row, column)).is_some()
    }

    /// When all blocks are done: writes what is too coarse for them, and that all is there; the sums, as JSON.
    fn finish(&self, py: Python<'_>) -> Result<String, Failure> {
        let stats = work::run(py, |_| self.0.finish())?;
        stats_as_json(&stats, Engine::Dense)
    }
}

/// The GPU of this process.
mod gpu {
    use std::sync::{Mutex, OnceLock, PoisonError};

    use wythoff::engine::dense::Settings;
    use wythoff::engine::dense::block::solve_block;
    use wythoff::zarr::Solver;

    /// Why it is of no use, as long as nobody has been told.
    static WHY_NOT: Mutex<Option<String>> = Mutex::new(None);

    pub(super) fn why_not() -> Option<String> {
        WHY_NOT.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn declined(why: String) {
        *WHY_NOT.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
    }

    /// Who solves blocks: the GPU, if there is one, else one thread.
    pub(super) fn solver() -> &'static Solver<'static> {
        static SOLVER: OnceLock<Box<Solver<'static>>> = OnceLock::new();
        SOLVER.get_or_init(|| of_gpu().unwrap_or_else(of_processor))
    }

    fn of_processor(why: String) -> Box<Solver<'static>> {
        declined(why);
        let settings = Settings { threads: Some(1), ..Settings::default() };
        Box::new(move |block, left, top, bits, watch| solve_block(block, left, top, bits, settings, watch))
    }

    #[cfg(feature = "gpu")]
    fn of_gpu() -> Result<Box<Solver<'static>>, String> {
        let device = wythoff_gpu::Device::new().map_err(|why| why.to_string())?;
        Ok(Box::new(wythoff_gpu::solver(device, |why| declined(why.to_string()))))
    }

    #[cfg(not(feature = "gpu"))]
    fn of_gpu() -> Result<Box<Solver<'static>>, String> {
        Err("this package was built without the feature `gpu`".to_owned())
    }
}
