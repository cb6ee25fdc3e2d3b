//! Vectors of 32 bytes: in one register, by AVX2, and the same with what AVX-512VL adds; in two, by SIMD128 of
//! WebAssembly.
//!
//! The one file of this engine with unsafe code. There are two reasons for it, and no third: an intrinsic may only run
//! on a processor that has its instructions, and loads and stores take pointers.
//!
//! The types [`Avx2`] and [`Avx512`] are private, their vectors are made only inside `advance_avx2` and
//! `advance_avx512`, and [`advance`] calls those only after it has asked the processor. That is the safety argument of
//! every block that cites "the gate".

#![allow(
    unsafe_code,
    reason = "intrinsics of a processor that was asked for them, and loads and stores of whole vectors"
)]
#![allow(
    clippy::inline_always,
    reason = "code is compiled for the instructions of the function that it is inlined into"
)]

#[cfg(target_arch = "x86_64")]
pub(super) use x86_64::{advance, transposed};

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    #[allow(clippy::wildcard_imports)]
    use std::arch::x86_64::*;

    use super::super::InstructionSet;
    use super::super::kernel::{self, Lanes, SQUARE, Strips, Traffic};
    use super::super::vector::{Vector, With};

    /// Does the steps with the instruction set if the processor has it; says whether it did.
    pub(in super::super) fn advance(
        set: InstructionSet,
        strips: &mut Strips<u8>,
        traffic: &mut Traffic<'_, u8>,
    ) -> bool {
        if !set.is_available() {
            return false;
        }
        match set {
            // SAFETY: the processor has AVX2, as `is_available` found.
            InstructionSet::Avx2 => unsafe { advance_avx2(strips, traffic) },
            // SAFETY: the processor has AVX2 and AVX-512 F, BW and VL, as `is_available` found.
            InstructionSet::Avx512 => unsafe { advance_avx512(strips, traffic) },
            InstructionSet::Portable | InstructionSet::Simd128 => return false,
        }
        true
    }

    /// Rows become columns.
    ///
    /// Read the number of a byte as that of its row and that of its place in the row, four bits each. To interleave row
    /// i with row i + 8, for each i < 8, turns these eight bits by one; so four times exchange the two numbers.
    #[inline(always)]
    pub(in super::super) fn transposed(rows: [[u8; SQUARE]; SQUARE]) -> [[u8; SQUARE]; SQUARE] {
        // SAFETY: every x86-64 processor has SSE2.
        let mut vectors = unsafe { [_mm_setzero_si128(); SQUARE] };
        for (vector, row) in vectors.iter_mut().zip(&rows) {
            // SAFETY: every x86-64 processor has SSE2, and the row has 16 bytes.
            *vector = unsafe { _mm_loadu_si128(row.as_ptr().cast()) };
        }
        for _ in 0..4 {
            let mut turned = vectors;
            for row in 0..SQUARE / 2 {
                let (upper, lower) = (vectors[row], vectors[row + SQUARE / 2]);
                // SAFETY: every x86-64 processor has SSE2.
                turned[2 * row] = unsafe { _mm_unpacklo_epi8(upper, lower) };
                // SAFETY: every x86-64 processor has SSE2.
                turned[2 * row + 1] = unsafe { _mm_unpackhi_epi8(upper, lower) };
            }
            vectors = turned;
        }
        let mut columns = [[0; SQUARE]; SQUARE];
        for (column, vector) in columns.iter_mut().zip(vectors) {
            // SAFETY: every x86-64 processor has SSE2, and the column has 16 bytes.
            unsafe { _mm_storeu_si128(column.as_mut_ptr().cast(), vector) };
        }
        columns
    }

    #[target_feature(enable = "avx2")]
    fn advance_avx2(strips: &mut Strips<u8>, traffic: &mut Traffic<'_, u8>) {
        kernel::advance::<With<Avx2>>(strips, traffic);
    }

    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vl")]
    fn advance_avx512(strips: &mut Strips<u8>, traffic: &mut Traffic<'_, u8>) {
        kernel::advance::<With<Avx512>>(strips, traffic);
    }

    #[derive(Clone, Copy)]
    struct Avx2(__m256i);

    #[derive(Clone, Copy)]
    struct Avx512(__m256i);

    /// What the two have in common.
    macro_rules! shared {
        () => {
            #[inline(always)]
            fn splat(number: u8) -> Self {
                // SAFETY: the gate.
                Self(unsafe { _mm256_set1_epi8(number.cast_signed()) })
            }

            #[inline(always)]
            fn load(from: &Lanes<u8>) -> Self {
                // SAFETY: the gate; `Lanes<u8>` has 32 bytes and is aligned to 32.
                Self(unsafe { _mm256_load_si256(std::ptr::from_ref(from).cast()) })
            }

            #[inline(always)]
            fn store(self, to: &mut Lanes<u8>) {
                // SAFETY: the gate; `Lanes<u8>` has 32 bytes, is aligned to 32, and any bytes are valid in it.
                unsafe { _mm256_store_si256(std::ptr::from_mut(to).cast(), self.0) }
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: the gate.
                Self(unsafe { _mm256_add_epi8(self.0, other.0) })
            }

            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                // SAFETY: the gate.
                Self(unsafe { _mm256_sub_epi8(self.0, other.0) })
            }

            #[inline(always)]
            fn min(self, other: Self) -> Self {
                // SAFETY: the gate.
                Self(unsafe { _mm256_min_epi8(self.0, other.0) })
            }

            #[inline(always)]
            fn max(self, other: Self) -> Self {
                // SAFETY: the gate.
                Self(unsafe { _mm256_max_epi8(self.0, other.0) })
            }

            #[inline(always)]
            fn max_unsigned(self, other: Self) -> Self {
                // SAFETY: the gate.
                Self(unsafe { _mm256_max_epu8(self.0, other.0) })
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: the gate.
                Self(unsafe { _mm256_and_si256(self.0, other.0) })
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                // SAFETY: the gate.
                Self(unsafe { _mm256_or_si256(self.0, other.0) })
            }

            #[inline(always)]
            fn select(mask: Self, yes: Self, no: Self) -> Self {
                // SAFETY: the gate.
                Self(unsafe { _mm256_blendv_epi8(no.0, yes.0, mask.0) })
            }

            #[inline(always)]
            fn shift_in(self, first: u8) -> Self {
                // SAFETY: the gate. The upper half of what is shifted in is our lower half, its lower half ends in
                // `first`.
                Self(unsafe {
                    let before = _mm256_permute2x128_si256::<0x20>(Self::splat(first).0, self.0);
                    _mm256_alignr_epi8::<15>(self.0, before)
                })
            }
        };
    }

    impl Vector for Avx2 {
        shared!();

        #[inline(always)]
        fn greater(self, other: Self) -> Self {
            // SAFETY: the gate.
            Self(unsafe { _mm256_cmpgt_epi8(self.0, other.0) })
        }

        #[inline(always)]
        fn or_masked(self, mask: Self, bit: Self) -> Self {
            self.or(mask.and(bit))
        }
    }

    impl Vector for Avx512 {
        shared!();

        #[inline(always)]
        fn greater(self, other: Self) -> Self {
            // SAFETY: the gate.
            Self(unsafe { _mm256_cmpgt_epi8(self.0, other.0) })
        }

        #[inline(always)]
        fn or_masked(self, mask: Self, bit: Self) -> Self {
            // SAFETY: the gate. 0xF8 is the table of a | (b & c).
            Self(unsafe { _mm256_ternarylogic_epi32::<0xF8>(self.0, mask.0, bit.0) })
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use wasm32::{advance, transposed};

/// A module is compiled for SIMD128 as a whole, or not at all: its intrinsics are safe, but for loads and stores.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm32 {
    #[allow(clippy::wildcard_imports)]
    use std::arch::wasm32::*;

    use super::super::InstructionSet;
    use super::super::kernel::{self, Lanes, SQUARE, Strips, Traffic};
    use super::super::vector::{Vector, With};

    /// Does the steps with the instruction set if the module has it; says whether it did.
    pub(in super::super) fn advance(
        set: InstructionSet,
        strips: &mut Strips<u8>,
        traffic: &mut Traffic<'_, u8>,
    ) -> bool {
        let has = set == InstructionSet::Simd128;
        if has {
            kernel::advance::<With<Simd128>>(strips, traffic);
        }
        has
    }

    /// Rows become columns, as on x86-64.
    #[inline(always)]
    pub(in super::super) fn transposed(rows: [[u8; SQUARE]; SQUARE]) -> [[u8; SQUARE]; SQUARE] {
        // SAFETY: a row has 16 bytes; loads may be unaligned.
        let mut vectors = rows.each_ref().map(|row| unsafe { v128_load(row.as_ptr().cast()) });
        for _ in 0..4 {
            let mut turned = vectors;
            for row in 0..SQUARE / 2 {
                let (upper, lower) = (vectors[row], vectors[row + SQUARE / 2]);
                turned[2 * row] = i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(upper, lower);
                turned[2 * row + 1] =
                    i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(upper, lower);
            }
            vectors = turned;
        }
        let mut columns = [[0; SQUARE]; SQUARE];
        for (column, vector) in columns.iter_mut().zip(vectors) {
            // SAFETY: a column has 16 bytes; stores may be unaligned.
            unsafe { v128_store(column.as_mut_ptr().cast(), vector) };
        }
        columns
    }

    /// Lanes 0 to 15, and 16 to 31.
    #[derive(Clone, Copy)]
    struct Simd128(v128, v128);

    /// Both halves.
    macro_rules! both {
        ($of:ident, $a:expr, $b:expr) => {
            Simd128($of($a.0, $b.0), $of($a.1, $b.1))
        };
    }

    impl Vector for Simd128 {
        #[inline(always)]
        fn splat(number: u8) -> Self {
            Self(u8x16_splat(number), u8x16_splat(number))
        }

        #[inline(always)]
        fn load(from: &Lanes<u8>) -> Self {
            let from = std::ptr::from_ref(from).cast::<v128>();
            // SAFETY: `Lanes<u8>` has 32 bytes.
            unsafe { Self(v128_load(from), v128_load(from.add(1))) }
        }

        #[inline(always)]
        fn store(self, to: &mut Lanes<u8>) {
            let to = std::ptr::from_mut(to).cast::<v128>();
            // SAFETY: `Lanes<u8>` has 32 bytes, and any bytes are valid in it.
            unsafe {
                v128_store(to, self.0);
                v128_store(to.add(1), self.1);
            }
        }

        #[inline(always)]
        fn add(self, other: Self) -> Self {
            both!(i8x16_add, self, other)
        }

        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            both!(i8x16_sub, self, other)
        }

        #[inline(always)]
        fn greater(self, other: Self) -> Self {
            both!(i8x16_gt, self, other)
        }

        #[inline(always)]
        fn min(self, other: Self) -> Self {
            both!(i8x16_min, self, other)
        }

        #[inline(always)]
        fn max(self, other: Self) -> Self {
            both!(i8x16_max, self, other)
        }

        #[inline(always)]
        fn max_unsigned(self, other: Self) -> Self {
            both!(u8x16_max, self, other)
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            both!(v128_and, self, other)
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            both!(v128_or, self, other)
        }

        #[inline(always)]
        fn or_masked(self, mask: Self, bit: Self) -> Self {
            self.or(mask.and(bit))
        }

        #[inline(always)]
        fn select(mask: Self, yes: Self, no: Self) -> Self {
            Self(v128_bitselect(yes.0, no.0, mask.0), v128_bitselect(yes.1, no.1, mask.1))
        }

        #[inline(always)]
        fn shift_in(self, first: u8) -> Self {
            let shift = |before, lanes| {
                i8x16_shuffle::<15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30>(before, lanes)
            };
            Self(shift(u8x16_splat(first), self.0), shift(self.0, self.1))
        }
    }
}

/// Other processors have the portable path.
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
pub(super) fn advance(
    _: super::InstructionSet,
    _: &mut super::kernel::Strips<u8>,
    _: &mut super::kernel::Traffic<'_, u8>,
) -> bool {
    false
}

#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
pub(super) use super::kernel::transposed;
