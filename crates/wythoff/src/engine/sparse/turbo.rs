//! The walk along a lane, compiled for the machine's vectors: the loops are plain Rust.

#![cfg_attr(
    target_arch = "x86_64",
    allow(unsafe_code, reason = "a call into code compiled for vectors that are there")
)]

use super::lanes::SparseLanes;
use crate::engine::SolveError;

/// [`SparseLanes::walk`].
#[inline]
pub(super) fn walk(lanes: &mut SparseLanes, from: usize, enough: usize) -> Result<bool, SolveError> {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") {
        // SAFETY: the machine has the instructions.
        return unsafe { walk_avx2(lanes, from, enough) };
    }
    lanes.walk(from, enough)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
fn walk_avx2(lanes: &mut SparseLanes, from: usize, enough: usize) -> Result<bool, SolveError> {
    lanes.walk(from, enough)
}
