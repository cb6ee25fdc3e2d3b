//! What fits in memory.

use wythoff::SolveError;
use wythoff::engine::MEMORY_LIMIT;

use crate::errors::Failure;

/// Refuses what does not fit in the memory that one request may take.
pub(crate) fn needed(bytes: u128) -> Result<(), Failure> {
    if bytes <= u128::from(MEMORY_LIMIT) {
        return Ok(());
    }
    Err(SolveError::TooMuchMemory { bytes: u64::try_from(bytes).unwrap_or(u64::MAX) }.into())
}
