//! Plain loops, compiled once more for the vectors that the machine has: the compiler makes the vectors.

#![allow(unsafe_code, reason = "calls into code that is compiled for instructions that are there")]

/// A loop.
pub(crate) trait Loop {
    /// What comes out.
    type Output;

    /// Runs it. To be inlined always: only what is inlined is compiled for the caller's instructions.
    fn run(self) -> Self::Output;
}

/// Runs a loop with the widest vectors of this machine.
#[inline]
pub(crate) fn with_vectors<L: Loop>(work: L) -> L::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512dq") && is_x86_feature_detected!("avx512vl") && has_avx2() {
            // SAFETY: the machine has the instructions.
            return unsafe { avx512(work) };
        }
        if has_avx2() {
            // SAFETY: the machine has the instructions.
            return unsafe { avx2(work) };
        }
    }
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512dq,avx512vl,avx2,bmi1")]
fn avx512<L: Loop>(work: L) -> L::Output {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1")]
fn avx2<L: Loop>(work: L) -> L::Output {
    work.run()
}
