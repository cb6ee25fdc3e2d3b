//! Carry-less multiplication by the instruction that x86-64 has for it: the only unsafe code of fingerprints, but for
//! the dense engine's (`engine/dense/fold.rs`).
//!
//! A value of [`Pclmul`] can only be had from `detect`, so it proves that this machine has the instruction: that is the
//! safety argument. The product is always inlined into `with_pclmul`, which is compiled for it.

#![allow(unsafe_code, reason = "an instruction that not every machine has; see the safety arguments")]
#![allow(
    clippy::inline_always,
    reason = "code is compiled for the instructions of the function that it is inlined into"
)]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m128i, _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_xor_si128};

use super::field::{Carryless, Frame, Portable, Work};

/// The instruction PCLMULQDQ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pclmul(());

impl Pclmul {
    /// If this machine has it.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        return is_x86_feature_detected!("pclmulqdq").then_some(Self(()));
        #[cfg(not(target_arch = "x86_64"))]
        return None;
    }
}

#[cfg(target_arch = "x86_64")]
impl Carryless for Pclmul {
    type Polynomial = __m128i;

    #[inline(always)]
    fn polynomial(self, coefficients: u128) -> __m128i {
        // SAFETY: both types are 128 bits, and any bits are valid.
        unsafe { std::mem::transmute::<u128, __m128i>(coefficients) }
    }

    #[inline(always)]
    fn times(self, a: u64, b: u64) -> __m128i {
        // SAFETY: PCLMULQDQ by `self`; SSE2 is in every x86-64.
        unsafe { _mm_clmulepi64_si128::<0x00>(_mm_cvtsi64_si128(a.cast_signed()), _mm_cvtsi64_si128(b.cast_signed())) }
    }

    #[inline(always)]
    fn plus(self, a: __m128i, b: __m128i) -> __m128i {
        // SAFETY: SSE2 is in every x86-64.
        unsafe { _mm_xor_si128(a, b) }
    }

    #[inline(always)]
    fn reduced(self, frame: Frame, polynomial: __m128i) -> u64 {
        // SAFETY: PCLMULQDQ by `self`; SSE2 is in every x86-64. 0x01 takes the upper half of the first factor.
        unsafe {
            let reciprocal = _mm_cvtsi64_si128(frame.reciprocal.cast_signed());
            let modulus = _mm_cvtsi64_si128(frame.modulus.cast_signed());
            let quotient = _mm_xor_si128(polynomial, _mm_clmulepi64_si128::<0x01>(polynomial, reciprocal));
            _mm_cvtsi128_si64(_mm_xor_si128(polynomial, _mm_clmulepi64_si128::<0x01>(quotient, modulus)))
        }
        .cast_unsigned()
    }
}

/// Never used: there is no value of this type here.
#[cfg(not(target_arch = "x86_64"))]
impl Carryless for Pclmul {
    type Polynomial = u128;

    fn polynomial(self, coefficients: u128) -> u128 {
        Portable.polynomial(coefficients)
    }

    fn times(self, a: u64, b: u64) -> u128 {
        Portable.times(a, b)
    }

    fn plus(self, a: u128, b: u128) -> u128 {
        Portable.plus(a, b)
    }

    fn reduced(self, frame: Frame, polynomial: u128) -> u64 {
        Portable.reduced(frame, polynomial)
    }
}

/// Does the work in the fastest way that this machine has.
#[inline]
pub(crate) fn best<W: Work>(work: W) -> W::Output {
    match Pclmul::detect() {
        // SAFETY: `pclmul` proves that the machine has the instruction.
        #[cfg(target_arch = "x86_64")]
        Some(pclmul) => unsafe { with_pclmul(pclmul, work) },
        _ => work.run(Portable),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "pclmulqdq")]
fn with_pclmul<W: Work>(pclmul: Pclmul, work: W) -> W::Output {
    work.run(pclmul)
}
