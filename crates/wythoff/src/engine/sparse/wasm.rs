//! Vectors of 64 lanes for modules in a browser: SIMD128. A module is compiled for it as a whole, or not at all, so its
//! intrinsics are safe, but for loads.

#![cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#![allow(unsafe_code, reason = "vector loads; see the safety arguments")]

use std::arch::wasm32::*;

use super::portable::{Lane, Portable, Vectors};

/// 128-bit vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simd128;

/// A part of 64 lanes: the vector with this number.
///
/// # Safety
/// 64 lanes hold more vectors than `part`.
#[inline(always)]
unsafe fn load<L: Lane>(lanes: &[L; 64], part: usize) -> v128 {
    // SAFETY: as the caller says; the load may be unaligned.
    unsafe { v128_load(lanes.as_ptr().cast::<v128>().add(part)) }
}

/// The least of the even ones of 16 bytes, and of the odd ones.
#[inline(always)]
fn least_bytes(lanes: v128) -> [u8; 2] {
    let lesser = u8x16_min(lanes, i64x2_shuffle::<1, 0>(lanes, lanes));
    let lesser = u8x16_min(lesser, i32x4_shuffle::<1, 0, 3, 2>(lesser, lesser));
    let lesser = u8x16_min(lesser, i16x8_shuffle::<1, 0, 3, 2, 5, 4, 7, 6>(lesser, lesser));
    [u8x16_extract_lane::<0>(lesser), u8x16_extract_lane::<1>(lesser)]
}

/// The least of the even ones of 8 words, and of the odd ones.
#[inline(always)]
fn least_words(lanes: v128) -> [u16; 2] {
    let lesser = u16x8_min(lanes, i64x2_shuffle::<1, 0>(lanes, lanes));
    let lesser = u16x8_min(lesser, i32x4_shuffle::<1, 0, 3, 2>(lesser, lesser));
    [u16x8_extract_lane::<0>(lesser), u16x8_extract_lane::<1>(lesser)]
}

impl Vectors<u8> for Simd128 {
    type Sums = [v128; 4];

    #[inline(always)]
    fn sums(self, a: &[u8; 64], b: &[u8; 64]) -> [v128; 4] {
        // SAFETY: `load` is asked for the parts 0 to 3 of 64 bytes.
        unsafe {
            [
                u8x16_add_sat(load(a, 0), load(b, 0)),
                u8x16_add_sat(load(a, 1), load(b, 1)),
                u8x16_add_sat(load(a, 2), load(b, 2)),
                u8x16_add_sat(load(a, 3), load(b, 3)),
            ]
        }
    }

    #[inline(always)]
    fn below(self, [a, b, c, d]: [v128; 4], t: u8) -> u64 {
        let t = u8x16_splat(t);
        let bits = |sums| u64::from(i8x16_bitmask(u8x16_lt(sums, t)));
        bits(a) | bits(b) << 16 | bits(c) << 32 | bits(d) << 48
    }

    #[inline(always)]
    fn lesser(self, a: [v128; 4], b: [v128; 4]) -> [v128; 4] {
        [u8x16_min(a[0], b[0]), u8x16_min(a[1], b[1]), u8x16_min(a[2], b[2]), u8x16_min(a[3], b[3])]
    }

    #[inline(always)]
    fn least(self, lanes: &[u8; 64]) -> [u8; 2] {
        // SAFETY: `load` is asked for the parts 0 to 3 of 64 bytes.
        let [a, b, c, d] = unsafe { [load(lanes, 0), load(lanes, 1), load(lanes, 2), load(lanes, 3)] };
        least_bytes(u8x16_min(u8x16_min(a, b), u8x16_min(c, d)))
    }

    #[inline(always)]
    fn raise(self, lanes: &mut [u8; 64], which: u64) {
        Portable.raise(lanes, which);
    }
}

impl Vectors<u16> for Simd128 {
    type Sums = [v128; 8];

    #[inline(always)]
    fn sums(self, a: &[u16; 64], b: &[u16; 64]) -> [v128; 8] {
        // SAFETY: `load` is asked for the parts 0 to 7 of 64 words.
        unsafe {
            [
                u16x8_add_sat(load(a, 0), load(b, 0)),
                u16x8_add_sat(load(a, 1), load(b, 1)),
                u16x8_add_sat(load(a, 2), load(b, 2)),
                u16x8_add_sat(load(a, 3), load(b, 3)),
                u16x8_add_sat(load(a, 4), load(b, 4)),
                u16x8_add_sat(load(a, 5), load(b, 5)),
                u16x8_add_sat(load(a, 6), load(b, 6)),
                u16x8_add_sat(load(a, 7), load(b, 7)),
            ]
        }
    }

    #[inline(always)]
    fn below(self, [a, b, c, d, e, f, g, h]: [v128; 8], t: u16) -> u64 {
        let t = u16x8_splat(t);
        // Two vectors of words become one of bytes; all bits of a lane are alike.
        let bits = |near, far| u64::from(i8x16_bitmask(i8x16_narrow_i16x8(u16x8_lt(near, t), u16x8_lt(far, t))));
        bits(a, b) | bits(c, d) << 16 | bits(e, f) << 32 | bits(g, h) << 48
    }

    #[inline(always)]
    fn lesser(self, a: [v128; 8], b: [v128; 8]) -> [v128; 8] {
        [
            u16x8_min(a[0], b[0]),
            u16x8_min(a[1], b[1]),
            u16x8_min(a[2], b[2]),
            u16x8_min(a[3], b[3]),
            u16x8_min(a[4], b[4]),
            u16x8_min(a[5], b[5]),
            u16x8_min(a[6], b[6]),
            u16x8_min(a[7], b[7]),
        ]
    }

    #[inline(always)]
    fn least(self, lanes: &[u16; 64]) -> [u16; 2] {
        // SAFETY: `load` is asked for the parts 0 to 7 of 64 words.
        let pair = |part| unsafe { u16x8_min(load(lanes, part), load(lanes, part + 1)) };
        least_words(u16x8_min(u16x8_min(pair(0), pair(2)), u16x8_min(pair(4), pair(6))))
    }

    #[inline(always)]
    fn raise(self, lanes: &mut [u16; 64], which: u64) {
        Portable.raise(lanes, which);
    }
}
