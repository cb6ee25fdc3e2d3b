//! A step's sums by vectors of carry-less products.
//!
//! A value of [`Avx512`] or [`Avx2`] can only be had from `detect`, and one of [`Pclmul`] likewise, so it proves that
//! this machine has the instructions: that is the safety argument of every call of an intrinsic below. Loads are
//! unaligned and lie within a group or a list of weights, 128 bytes each. The small functions are always inlined into
//! functions that are compiled for these instructions; a closure would not be, so there is none.

#![allow(unsafe_code, reason = "vector instructions; see the safety arguments")]

use super::Machine;
use crate::engine::dense::InstructionSet;
use crate::fingerprint::{Pclmul, Portable};

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512, with_pclmul};

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn with_pclmul(_: Pclmul, fold: &mut super::Fold, steps: super::Steps<'_>) {
    fold.fold(Portable, steps);
}

impl Machine {
    /// The best for these instructions.
    pub(super) fn of(set: InstructionSet) -> Self {
        let pclmul = Pclmul::detect().map(Self::Pclmul);
        #[cfg(target_arch = "x86_64")]
        let (avx2, avx512) = (Avx2::detect().map(Self::Avx2), Avx512::detect().map(Self::Avx512));
        #[cfg(not(target_arch = "x86_64"))]
        let (avx2, avx512) = (None, None);
        let found = match set {
            InstructionSet::Portable | InstructionSet::Simd128 => None,
            InstructionSet::Avx2 => avx2.or(pclmul),
            InstructionSet::Avx512 => avx512.or(avx2).or(pclmul),
        };
        found.unwrap_or(Self::Portable(Portable))
    }

    /// All that this machine has.
    #[cfg(test)]
    pub(super) fn all() -> Vec<Self> {
        let pclmul = Pclmul::detect().map(Self::Pclmul);
        let sets = InstructionSet::ALL.map(Self::of);
        pclmul.into_iter().chain(sets).collect()
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    // Loads are unaligned; and the intrinsics' names say where they come from.
    #![allow(clippy::cast_ptr_alignment, clippy::wildcard_imports)]

    use std::arch::x86_64::*;

    use super::super::{Fold, GROUPS, Group, Kernel, Steps, Weights};
    use crate::fingerprint::{Carryless, Frame, Pclmul};

    /// 512-bit vectors: AVX-512 F and BW, VPCLMULQDQ.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Avx512(Pclmul);

    /// 256-bit vectors: AVX2, VPCLMULQDQ.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Avx2(Pclmul);

    impl Avx512 {
        /// If this machine has them.
        pub(super) fn detect() -> Option<Self> {
            let has = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("vpclmulqdq");
            Pclmul::detect().filter(|_| has).map(Self)
        }

        /// [`Fold::fold`].
        pub(in super::super) fn fold(self, fold: &mut Fold, steps: Steps<'_>) {
            #[target_feature(enable = "avx512f,avx512bw,vpclmulqdq,pclmulqdq")]
            fn fold_avx512(kernel: Avx512, fold: &mut Fold, steps: Steps<'_>) {
                fold.fold(kernel, steps);
            }
            // SAFETY: `self` proves that the machine has the instructions.
            unsafe { fold_avx512(self, fold, steps) }
        }
    }

    impl Avx2 {
        /// If this machine has them.
        pub(super) fn detect() -> Option<Self> {
            let has = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("vpclmulqdq");
            Pclmul::detect().filter(|_| has).map(Self)
        }

        /// [`Fold::fold`].
        pub(in super::super) fn fold(self, fold: &mut Fold, steps: Steps<'_>) {
            #[target_feature(enable = "avx2,vpclmulqdq,pclmulqdq")]
            fn fold_avx2(kernel: Avx2, fold: &mut Fold, steps: Steps<'_>) {
                fold.fold(kernel, steps);
            }
            // SAFETY: `self` proves that the machine has the instructions.
            unsafe { fold_avx2(self, fold, steps) }
        }
    }

    /// [`Fold::fold`], with 128-bit vectors.
    pub(in super::super) fn with_pclmul(pclmul: Pclmul, fold: &mut Fold, steps: Steps<'_>) {
        #[target_feature(enable = "pclmulqdq")]
        fn fold_pclmul(kernel: Pclmul, fold: &mut Fold, steps: Steps<'_>) {
            fold.fold(kernel, steps);
        }
        // SAFETY: `pclmul` proves that the machine has the instruction.
        unsafe { fold_pclmul(pclmul, fold, steps) }
    }

    macro_rules! carryless {
        ($($vectors:ident)*) => {$(
            impl Carryless for $vectors {
                type Polynomial = __m128i;

                #[inline(always)]
                fn polynomial(self, coefficients: u128) -> __m128i {
                    self.0.polynomial(coefficients)
                }

                #[inline(always)]
                fn times(self, a: u64, b: u64) -> __m128i {
                    self.0.times(a, b)
                }

                #[inline(always)]
                fn plus(self, a: __m128i, b: __m128i) -> __m128i {
                    self.0.plus(a, b)
                }

                #[inline(always)]
                fn reduced(self, frame: Frame, polynomial: __m128i) -> u64 {
                    self.0.reduced(frame, polynomial)
                }
            }
        )*};
    }

    carryless!(Avx512 Avx2);

    /// The sum of the 128-bit parts of a vector.
    ///
    /// # Safety
    /// The machine has AVX2.
    #[inline(always)]
    unsafe fn folded_256(vector: __m256i) -> __m128i {
        // SAFETY: AVX2, says the caller.
        unsafe { _mm_xor_si128(_mm256_castsi256_si128(vector), _mm256_extracti128_si256::<1>(vector)) }
    }

    /// The same with AVX-512F.
    ///
    /// # Safety
    /// The machine has AVX-512F.
    #[inline(always)]
    unsafe fn folded_512(vector: __m512i) -> __m128i {
        // SAFETY: AVX-512F, says the caller, with all that comes before it.
        unsafe { folded_256(_mm256_xor_si256(_mm512_castsi512_si256(vector), _mm512_extracti64x4_epi64::<1>(vector))) }
    }

    /// It is one part already.
    #[inline(always)]
    fn folded_128(vector: __m128i) -> __m128i {
        vector
    }

    /// The words of two rows are two lists of 64 bytes in each group: vectors of 16, 32 or 64 bytes take them in 4, 2
    /// or 1 parts. In each 16 bytes of a part the bytes of 16 lanes become 16 words, two in each vector, in order.
    macro_rules! kernel {
        (
            $vectors:ident, $vector:ident, $load:ident, $folded:ident, $zero:ident, $xor:ident, $product:ident,
            $low_8:ident, $high_8:ident, $low_16:ident, $high_16:ident, $low_32:ident, $high_32:ident
        ) => {
            impl Kernel for $vectors {
                #[inline(always)]
                fn sums(self, groups: &[Group; GROUPS], weights: &[Weights; 2]) -> [__m128i; 2] {
                    const BYTES: usize = size_of::<$vector>();
                    // SAFETY: the instructions by `self`. A group has two lists of 64 bytes, and each two lanes of the
                    // weights have one; a part of `BYTES` bytes begins at a multiple of that.
                    unsafe {
                        let mut sums = [$zero(); 2];
                        for pair in 0..2 {
                            for part in 0..64 / BYTES {
                                let mut g = [$zero(); GROUPS];
                                for (vector, group) in g.iter_mut().zip(groups) {
                                    let bytes = group.as_ptr().cast::<u8>();
                                    *vector = $load(bytes.add(64 * pair + BYTES * part).cast());
                                }
                                let [a, b] = [$low_8(g[0], g[1]), $low_8(g[2], g[3])];
                                let [c, d] = [$low_8(g[4], g[5]), $low_8(g[6], g[7])];
                                let [e, f] = [$high_8(g[0], g[1]), $high_8(g[2], g[3])];
                                let [h, i] = [$high_8(g[4], g[5]), $high_8(g[6], g[7])];
                                let near = [$low_16(a, b), $low_16(c, d), $high_16(a, b), $high_16(c, d)];
                                let far = [$low_16(e, f), $low_16(h, i), $high_16(e, f), $high_16(h, i)];
                                let words = [
                                    $low_32(near[0], near[1]),
                                    $high_32(near[0], near[1]),
                                    $low_32(near[2], near[3]),
                                    $high_32(near[2], near[3]),
                                    $low_32(far[0], far[1]),
                                    $high_32(far[0], far[1]),
                                    $low_32(far[2], far[3]),
                                    $high_32(far[2], far[3]),
                                ];
                                for j in 0..8 {
                                    for side in 0..2 {
                                        let bytes = weights[side].0[pair][j].as_ptr().cast::<u8>();
                                        let weight = $load(bytes.add(BYTES * part).cast());
                                        let first = $product::<0x00>(words[j], weight);
                                        let second = $product::<0x11>(words[j], weight);
                                        sums[side] = $xor(sums[side], $xor(first, second));
                                    }
                                }
                            }
                        }
                        [$folded(sums[0]), $folded(sums[1])]
                    }
                }
            }
        };
    }

    kernel!(
        Pclmul,
        __m128i,
        _mm_loadu_si128,
        folded_128,
        _mm_setzero_si128,
        _mm_xor_si128,
        _mm_clmulepi64_si128,
        _mm_unpacklo_epi8,
        _mm_unpackhi_epi8,
        _mm_unpacklo_epi16,
        _mm_unpackhi_epi16,
        _mm_unpacklo_epi32,
        _mm_unpackhi_epi32
    );
    kernel!(
        Avx2,
        __m256i,
        _mm256_loadu_si256,
        folded_256,
        _mm256_setzero_si256,
        _mm256_xor_si256,
        _mm256_clmulepi64_epi128,
        _mm256_unpacklo_epi8,
        _mm256_unpackhi_epi8,
        _mm256_unpacklo_epi16,
        _mm256_unpackhi_epi16,
        _mm256_unpacklo_epi32,
        _mm256_unpackhi_epi32
    );
    kernel!(
        Avx512,
        __m512i,
        _mm512_loadu_si512,
        folded_512,
        _mm512_setzero_si512,
        _mm512_xor_si512,
        _mm512_clmulepi64_epi128,
        _mm512_unpacklo_epi8,
        _mm512_unpackhi_epi8,
        _mm512_unpacklo_epi16,
        _mm512_unpackhi_epi16,
        _mm512_unpacklo_epi32,
        _mm512_unpackhi_epi32
    );
}
