//! What fits in memory, and where it comes from.
//!
//! The system clears the memory that it gives, which takes about as long as to write a board to it. So whatever is
//! allocated here comes from an allocator that keeps for a while what was freed; so do arrays, up to a size.

#![allow(unsafe_code, reason = "NumPy's arrays are views of memory that Rust owns")]

use mimalloc::MiMalloc;
use numpy::PyArray1;
use numpy::ndarray::ArrayView1;
use pyo3::prelude::*;
use wythoff::SolveError;
use wythoff::engine::MEMORY_LIMIT;

use crate::errors::Failure;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Arrays of more bytes go back to the system at once when they are freed: nobody is to wonder where the memory is.
const KEPT_AFTER_USE: u64 = 1 << 26;

/// Refuses what does not fit in the memory that one request may take.
pub(crate) fn needed(bytes: u128) -> Result<(), Failure> {
    if bytes <= u128::from(MEMORY_LIMIT) {
        return Ok(());
    }
    Err(SolveError::TooMuchMemory { bytes: u64::try_from(bytes).unwrap_or(u64::MAX) }.into())
}

/// Memory that an array is a view of.
#[pyclass(frozen)]
struct Memory(#[expect(dead_code, reason = "it is freed with this")] Vec<u64>);

/// So many bytes as an array, whatever is in them; nothing where there is no reason to take them from here.
#[pyfunction]
pub(crate) fn room(py: Python<'_>, bytes: u64) -> PyResult<Option<Bound<'_, PyArray1<u8>>>> {
    if bytes > KEPT_AFTER_USE {
        return Ok(None);
    }
    let bytes = usize::try_from(bytes)?;
    let mut memory = Vec::<u64>::new();
    if memory.try_reserve_exact(bytes.div_ceil(size_of::<u64>())).is_err() {
        return Ok(None);
    }
    let start = memory.as_mut_ptr().cast::<u8>();
    let owner = Bound::new(py, Memory(memory))?.into_any();
    // SAFETY: the memory has room for so many bytes, and stays where it is until the owner, which nobody else knows, is
    // freed; that is after the array. Python writes to it before anybody reads it.
    let array = unsafe { PyArray1::borrow_from_array(&ArrayView1::from_shape_ptr(bytes, start), owner) };
    Ok(Some(array))
}
