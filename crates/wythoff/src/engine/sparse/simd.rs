//! Vectors of 64 lanes for x86-64: the only unsafe code of the engine on such a machine.
//!
//! A value of [`Avx512`] or [`Avx2`] can only be had from `detect`, so it proves that this machine has the
//! instructions: that is the safety argument of every call of an intrinsic below. Loads and stores are unaligned and go
//! through a reference to exactly 64 lanes. The small functions are always inlined into the `column_…` functions, which
//! are compiled for these instructions; a closure would not be, so there is none.

#![cfg(target_arch = "x86_64")]
#![allow(unsafe_code, reason = "vector instructions; see the safety arguments")]
// Loads and stores are unaligned; and the intrinsics' names say where they come from.
#![allow(clippy::cast_ptr_alignment, clippy::wildcard_imports)]

use std::arch::x86_64::*;

use super::Tally;
use super::portable::{Lane, Portable, Vectors};
use super::scan::Scan;

/// 512-bit vectors: AVX-512F, BW and DQ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512(());

/// 256-bit vectors: AVX2.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx2(());

impl Avx512 {
    /// If this machine has them.
    #[inline]
    pub(super) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2");
        has.then_some(Self(()))
    }

    /// [`Scan::column`].
    #[inline]
    pub(super) fn column<L: Lane>(self, scan: &mut Scan<L>, upper: &mut [u64], tally: &mut Tally) -> usize
    where
        Self: Vectors<L>,
    {
        // SAFETY: `self` proves that the machine has the instructions.
        unsafe { column_avx512(self, scan, upper, tally) }
    }
}

impl Avx2 {
    /// If this machine has them.
    #[inline]
    pub(super) fn detect() -> Option<Self> {
        let has =
            is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2");
        has.then_some(Self(()))
    }

    /// [`Scan::column`].
    #[inline]
    pub(super) fn column<L: Lane>(self, scan: &mut Scan<L>, upper: &mut [u64], tally: &mut Tally) -> usize
    where
        Self: Vectors<L>,
    {
        // SAFETY: `self` proves that the machine has the instructions.
        unsafe { column_avx2(self, scan, upper, tally) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi1,bmi2")]
fn column_avx512<L: Lane>(vectors: Avx512, scan: &mut Scan<L>, upper: &mut [u64], tally: &mut Tally) -> usize
where
    Avx512: Vectors<L>,
{
    scan.column(vectors, upper, tally)
}

#[target_feature(enable = "avx2,bmi1,bmi2")]
fn column_avx2<L: Lane>(vectors: Avx2, scan: &mut Scan<L>, upper: &mut [u64], tally: &mut Tally) -> usize
where
    Avx2: Vectors<L>,
{
    scan.column(vectors, upper, tally)
}

impl Vectors<u8> for Avx512 {
    type Sums = __m512i;

    #[inline(always)]
    fn sums(self, a: &[u8; 64], b: &[u8; 64]) -> __m512i {
        // SAFETY: AVX-512BW by `self`; each reference covers 64 bytes.
        unsafe { _mm512_adds_epu8(load_512(a, 0), load_512(b, 0)) }
    }

    #[inline(always)]
    fn below(self, sums: __m512i, t: u8) -> u64 {
        // SAFETY: AVX-512BW by `self`.
        unsafe { _mm512_cmplt_epu8_mask(sums, _mm512_set1_epi8(t.cast_signed())) }
    }

    #[inline(always)]
    fn lesser(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: AVX-512BW by `self`.
        unsafe { _mm512_min_epu8(a, b) }
    }

    #[inline(always)]
    fn least(self, lanes: &[u8; 64]) -> [u8; 2] {
        // SAFETY: AVX-512F by `self`, with all that comes before it; the reference covers 64 bytes.
        unsafe {
            let all = load_512(lanes, 0);
            least_bytes(_mm256_min_epu8(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64::<1>(all)))
        }
    }

    #[inline(always)]
    fn raise(self, lanes: &mut [u8; 64], which: u64) {
        // SAFETY: AVX-512BW by `self`; the reference covers 64 bytes.
        unsafe {
            let all = load_512(lanes, 0);
            let raised = _mm512_mask_add_epi8(all, which, all, _mm512_set1_epi8(1));
            _mm512_storeu_si512(lanes.as_mut_ptr().cast(), raised);
        }
    }
}

impl Vectors<u16> for Avx512 {
    type Sums = [__m512i; 2];

    #[inline(always)]
    fn sums(self, a: &[u16; 64], b: &[u16; 64]) -> [__m512i; 2] {
        // SAFETY: AVX-512BW by `self`; `load_512` is asked for the parts 0 and 1.
        unsafe {
            [_mm512_adds_epu16(load_512(a, 0), load_512(b, 0)), _mm512_adds_epu16(load_512(a, 1), load_512(b, 1))]
        }
    }

    #[inline(always)]
    fn below(self, [near, far]: [__m512i; 2], t: u16) -> u64 {
        // SAFETY: AVX-512BW by `self`.
        unsafe {
            let t = _mm512_set1_epi16(t.cast_signed());
            u64::from(_mm512_cmplt_epu16_mask(far, t)) << 32 | u64::from(_mm512_cmplt_epu16_mask(near, t))
        }
    }

    #[inline(always)]
    fn lesser(self, a: [__m512i; 2], b: [__m512i; 2]) -> [__m512i; 2] {
        // SAFETY: AVX-512BW by `self`.
        unsafe { [_mm512_min_epu16(a[0], b[0]), _mm512_min_epu16(a[1], b[1])] }
    }

    #[inline(always)]
    fn least(self, lanes: &[u16; 64]) -> [u16; 2] {
        // SAFETY: AVX-512BW by `self`, with all that comes before it; `load_512` is asked for the parts 0 and 1.
        unsafe {
            let all = _mm512_min_epu16(load_512(lanes, 0), load_512(lanes, 1));
            least_words(_mm256_min_epu16(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64::<1>(all)))
        }
    }

    #[inline(always)]
    // Each half of the bits goes to its vector.
    #[allow(clippy::cast_possible_truncation)]
    fn raise(self, lanes: &mut [u16; 64], which: u64) {
        // SAFETY: AVX-512BW by `self`; the reference covers two vectors of 32 lanes.
        unsafe {
            let (near, far) = (load_512(lanes, 0), load_512(lanes, 1));
            let near = _mm512_mask_add_epi16(near, which as u32, near, _mm512_set1_epi16(1));
            let far = _mm512_mask_add_epi16(far, (which >> 32) as u32, far, _mm512_set1_epi16(1));
            let to = lanes.as_mut_ptr().cast::<__m512i>();
            _mm512_storeu_si512(to, near);
            _mm512_storeu_si512(to.add(1), far);
        }
    }
}

impl Vectors<u8> for Avx2 {
    type Sums = [__m256i; 2];

    #[inline(always)]
    fn sums(self, a: &[u8; 64], b: &[u8; 64]) -> [__m256i; 2] {
        // SAFETY: AVX2 by `self`; `load_256` is asked for the parts 0 and 1.
        unsafe { [_mm256_adds_epu8(load_256(a, 0), load_256(b, 0)), _mm256_adds_epu8(load_256(a, 1), load_256(b, 1))] }
    }

    #[inline(always)]
    fn below(self, [near, far]: [__m256i; 2], t: u8) -> u64 {
        // There is no unsigned compare; but a ≥ t iff max(a, t) = a.
        // SAFETY: AVX2 by `self`.
        unsafe {
            let t = _mm256_set1_epi8(t.cast_signed());
            let near = _mm256_cmpeq_epi8(_mm256_max_epu8(near, t), near);
            let far = _mm256_cmpeq_epi8(_mm256_max_epu8(far, t), far);
            !bits(near, far)
        }
    }

    #[inline(always)]
    fn lesser(self, a: [__m256i; 2], b: [__m256i; 2]) -> [__m256i; 2] {
        // SAFETY: AVX2 by `self`.
        unsafe { [_mm256_min_epu8(a[0], b[0]), _mm256_min_epu8(a[1], b[1])] }
    }

    #[inline(always)]
    fn least(self, lanes: &[u8; 64]) -> [u8; 2] {
        // SAFETY: AVX2 by `self`; `load_256` is asked for the parts 0 and 1.
        unsafe { least_bytes(_mm256_min_epu8(load_256(lanes, 0), load_256(lanes, 1))) }
    }

    #[inline(always)]
    fn raise(self, lanes: &mut [u8; 64], which: u64) {
        Portable.raise(lanes, which);
    }
}

impl Vectors<u16> for Avx2 {
    type Sums = [__m256i; 4];

    #[inline(always)]
    fn sums(self, a: &[u16; 64], b: &[u16; 64]) -> [__m256i; 4] {
        // SAFETY: AVX2 by `self`; `load_256` is asked for the parts 0 to 3.
        unsafe {
            [
                _mm256_adds_epu16(load_256(a, 0), load_256(b, 0)),
                _mm256_adds_epu16(load_256(a, 1), load_256(b, 1)),
                _mm256_adds_epu16(load_256(a, 2), load_256(b, 2)),
                _mm256_adds_epu16(load_256(a, 3), load_256(b, 3)),
            ]
        }
    }

    #[inline(always)]
    fn below(self, [a, b, c, d]: [__m256i; 4], t: u16) -> u64 {
        // SAFETY: AVX2 by `self`.
        unsafe {
            let t = _mm256_set1_epi16(t.cast_signed());
            let a = _mm256_cmpeq_epi16(_mm256_max_epu16(a, t), a);
            let b = _mm256_cmpeq_epi16(_mm256_max_epu16(b, t), b);
            let c = _mm256_cmpeq_epi16(_mm256_max_epu16(c, t), c);
            let d = _mm256_cmpeq_epi16(_mm256_max_epu16(d, t), d);
            // Packing takes the quarters in the order 0, 2, 1, 3.
            let near = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(a, b));
            let far = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(c, d));
            !bits(near, far)
        }
    }

    #[inline(always)]
    fn lesser(self, a: [__m256i; 4], b: [__m256i; 4]) -> [__m256i; 4] {
        // SAFETY: AVX2 by `self`.
        unsafe {
            [
                _mm256_min_epu16(a[0], b[0]),
                _mm256_min_epu16(a[1], b[1]),
                _mm256_min_epu16(a[2], b[2]),
                _mm256_min_epu16(a[3], b[3]),
            ]
        }
    }

    #[inline(always)]
    fn least(self, lanes: &[u16; 64]) -> [u16; 2] {
        // SAFETY: AVX2 by `self`; `load_256` is asked for the parts 0 to 3.
        unsafe {
            let near = _mm256_min_epu16(load_256(lanes, 0), load_256(lanes, 1));
            let far = _mm256_min_epu16(load_256(lanes, 2), load_256(lanes, 3));
            least_words(_mm256_min_epu16(near, far))
        }
    }

    #[inline(always)]
    fn raise(self, lanes: &mut [u16; 64], which: u64) {
        Portable.raise(lanes, which);
    }
}

/// A part of 64 lanes: the vector with this number.
///
/// # Safety
/// The machine has AVX-512F, and 64 lanes hold more vectors than `part`.
#[inline(always)]
unsafe fn load_512<L: Lane>(lanes: &[L; 64], part: usize) -> __m512i {
    // SAFETY: as the caller says; the load may be unaligned.
    unsafe { _mm512_loadu_si512(lanes.as_ptr().cast::<__m512i>().add(part)) }
}

/// The same with AVX2.
///
/// # Safety
/// The machine has AVX2, and 64 lanes hold more vectors than `part`.
#[inline(always)]
unsafe fn load_256<L: Lane>(lanes: &[L; 64], part: usize) -> __m256i {
    // SAFETY: as the caller says; the load may be unaligned.
    unsafe { _mm256_loadu_si256(lanes.as_ptr().cast::<__m256i>().add(part)) }
}

/// The highest bit of each of 64 bytes.
///
/// # Safety
/// The machine has AVX2.
#[inline(always)]
unsafe fn bits(near: __m256i, far: __m256i) -> u64 {
    // SAFETY: AVX2, says the caller.
    let (near, far) = unsafe { (_mm256_movemask_epi8(near), _mm256_movemask_epi8(far)) };
    u64::from(far.cast_unsigned()) << 32 | u64::from(near.cast_unsigned())
}

/// The least of the even ones of 32 bytes, and of the odd ones.
///
/// # Safety
/// The machine has AVX2.
#[inline(always)]
// The least of words below 256.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
unsafe fn least_bytes(lanes: __m256i) -> [u8; 2] {
    // SAFETY: AVX2, says the caller.
    unsafe {
        let half = _mm_min_epu8(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        let even = _mm_minpos_epu16(_mm_and_si128(half, _mm_set1_epi16(0xff)));
        let odd = _mm_minpos_epu16(_mm_srli_epi16::<8>(half));
        [_mm_cvtsi128_si32(even) as u8, _mm_cvtsi128_si32(odd) as u8]
    }
}

/// The least of the even ones of 16 words, and of the odd ones.
///
/// # Safety
/// The machine has AVX2.
#[inline(always)]
// The least word is in the low half; the high half says where it was.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
unsafe fn least_words(lanes: __m256i) -> [u16; 2] {
    // SAFETY: AVX2, says the caller.
    unsafe {
        let half = _mm_min_epu16(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
        // The others become the largest number.
        let even = _mm_minpos_epu16(_mm_or_si128(half, _mm_set1_epi32(-0x1_0000)));
        let odd = _mm_minpos_epu16(_mm_or_si128(half, _mm_set1_epi32(0xffff)));
        [_mm_cvtsi128_si32(even) as u16, _mm_cvtsi128_si32(odd) as u16]
    }
}
