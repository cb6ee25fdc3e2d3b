//! Vectors of 32 bytes in one register: AVX2, and the same with what AVX-512VL adds.
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
    use super::super::kernel::{self, Crossing, EXTREMES, LANES, Lanes, ROWS, SQUARE, Steps, Strips, Traffic, WITHIN};

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
            InstructionSet::Portable => return false,
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

    /// A vector of 32 bytes in a register. Masks have all bits or none in each lane; additions and subtractions wrap.
    trait Vector: Copy {
        fn splat(number: u8) -> Self;
        fn load(from: &Lanes<u8>) -> Self;
        fn store(self, to: &mut Lanes<u8>);
        fn add(self, other: Self) -> Self;
        fn sub(self, other: Self) -> Self;
        /// Signed.
        fn greater(self, other: Self) -> Self;
        /// Signed.
        fn min(self, other: Self) -> Self;
        /// Signed.
        fn max(self, other: Self) -> Self;
        fn max_unsigned(self, other: Self) -> Self;
        fn and(self, other: Self) -> Self;
        fn or(self, other: Self) -> Self;
        /// `self | (mask & bit)`.
        fn or_masked(self, mask: Self, bit: Self) -> Self;
        /// `yes` where the mask is set, else `no`.
        fn select(mask: Self, yes: Self, no: Self) -> Self;
        /// Each lane takes over from the one to its left, the first from outside.
        fn shift_in(self, first: u8) -> Self;
    }

    /// The steps with a kind of vector.
    struct With<V>(std::marker::PhantomData<V>);

    impl<V: Vector> Steps for With<V> {
        type Lane = u8;

        #[inline(always)]
        fn step<const MASKED: bool, const GUARD: u8, const RESIDUES: bool>(
            strips: &mut Strips<u8>,
            left: &Crossing<u8>,
            bits: &mut [Lanes<u8>],
            residues: &mut [Lanes<u8>],
        ) -> Crossing<u8> {
            step::<V, MASKED, GUARD, RESIDUES>(strips, left, bits, residues)
        }
    }

    /// One step: four rows of each strip, column by column.
    ///
    /// A cell's residue w = v + d + h stands for its deviation; the mask m of the palaces is −1, so that the counts
    /// grow by subtraction. Eight columns are written out, so that all counts stay in registers.
    #[allow(clippy::too_many_lines, reason = "one loop, written out")]
    #[inline(always)]
    fn step<V: Vector, const MASKED: bool, const GUARD: u8, const RESIDUES: bool>(
        strips: &mut Strips<u8>,
        left: &Crossing<u8>,
        bits: &mut [Lanes<u8>],
        residues: &mut [Lanes<u8>],
    ) -> Crossing<u8> {
        // Everything is written out: a closure given to a function of the library would not be compiled for our
        // instructions.
        let zero = V::splat(0);
        let (masks, [busy, takes]) = if MASKED { (strips.masks(), strips.busy()) } else { Default::default() };
        let load =
            |rows: &[Lanes<u8>; ROWS]| [V::load(&rows[0]), V::load(&rows[1]), V::load(&rows[2]), V::load(&rows[3])];
        let (on_board, in_hood) = (load(&masks[0]), load(&masks[1]));
        let (busy, takes) = (V::load(&busy), V::load(&takes));
        // Above a floor all residues are less by it, and so are the row counts, which cost nothing in the loop.
        let floor = if GUARD == WITHIN { strips.floor } else { 0 };
        let bias = V::splat(strips.bias.wrapping_sub(floor));
        let floor = V::splat(floor);
        let mut excess = V::load(&strips.excess);
        let one_bit = [
            V::splat(1),
            V::splat(2),
            V::splat(4),
            V::splat(8),
            V::splat(16),
            V::splat(32),
            V::splat(64),
            V::splat(128),
        ];
        let (mut union, mut low, mut high) = (V::load(&strips.union), V::load(&strips.low), V::load(&strips.high));

        // What comes from the lanes to the left, and from outside into the first.
        let [h0, h1, h2, h3] = load(&strips.h);
        let mut h = [h0.shift_in(left[0]), h1.shift_in(left[1]), h2.shift_in(left[2]), h3.shift_in(left[3])];
        if GUARD == WITHIN {
            h = [h[0].sub(floor), h[1].sub(floor), h[2].sub(floor), h[3].sub(floor)];
        }
        let [e0, e1, e2, e3] = [&strips.e[0], &strips.e[1], &strips.e[2], &strips.e[ROWS]];
        let mut e = [
            V::load(e0).shift_in(left[ROWS]),
            V::load(e1).shift_in(left[ROWS + 1]),
            V::load(e2).shift_in(left[ROWS + 2]),
        ];
        // In the first row that is what the left neighbour's last row sent out two steps ago.
        let arriving = V::load(e3).shift_in(strips.entering);
        strips.entering = left[2 * ROWS - 1];
        let first = if MASKED { V::select(takes, arriving, V::load(&strips.d[0])) } else { arriving };
        first.store(&mut strips.d[0]);
        let mut below = first;

        let (vs, _) = strips.v.as_chunks_mut::<8>();
        let (ds, _) = strips.d.as_chunks_mut::<8>();
        let (bits, _) = bits.as_chunks_mut::<ROWS>();
        let (residues, _) = residues.as_chunks_mut::<ROWS>();
        let mut residues = residues.iter_mut();
        let mut column = zero;
        for ((vs, ds), bits) in vs.iter_mut().zip(ds).zip(bits) {
            let mut found = [zero; ROWS];
            macro_rules! cell {
                ($r:literal, $j:literal, $v:ident, $d:expr, $room:ident) => {{
                    let d = $d;
                    let w = $v.add(d.add(h[$r]));
                    let mut m = bias.greater(w);
                    if MASKED {
                        let (real, forced) = (on_board[$r].greater(column), in_hood[$r].greater(column));
                        m = m.and(real).or(forced);
                        let free = V::select(forced, zero, real);
                        if GUARD == EXTREMES {
                            low = V::select(free, low.min(w), low);
                            high = V::select(free, high.max(w), high);
                        } else if GUARD == WITHIN {
                            excess = V::select(free, excess.max_unsigned(w), excess);
                        } else {
                            union = union.or_masked(free, w);
                        }
                    } else if GUARD == EXTREMES {
                        (low, high) = (low.min(w), high.max(w));
                    } else if GUARD == WITHIN {
                        excess = excess.max_unsigned(w);
                    } else {
                        union = union.or(w);
                    }
                    if RESIDUES {
                        w.store(&mut $room[$r]);
                    }
                    h[$r] = h[$r].sub(m);
                    $v = $v.sub(m);
                    found[$r] = found[$r].or_masked(m, one_bit[$j]);
                    d.sub(m)
                }};
            }
            macro_rules! columns {
                ($($j:literal)*) => {$(
                    let mut v = V::load(&vs[$j]);
                    let d = V::load(&ds[$j]);
                    if MASKED { V::select(busy, below, d) } else { below }.store(&mut ds[$j]);
                    let mut nowhere = [Lanes([0; LANES]); ROWS];
                    let room = if RESIDUES { residues.next().expect("every column has room") } else { &mut nowhere };
                    let e0 = cell!(0, $j, v, d, room);
                    let e1 = cell!(1, $j, v, e[0], room);
                    let e2 = cell!(2, $j, v, e[1], room);
                    below = cell!(3, $j, v, e[2], room);
                    e = [e0, e1, e2];
                    v.store(&mut vs[$j]);
                    if MASKED {
                        column = column.add(one_bit[0]);
                    }
                )*};
            }
            columns!(0 1 2 3 4 5 6 7);
            for r in 0..ROWS {
                found[r].store(&mut bits[r]);
            }
        }

        strips.e[ROWS] = strips.e[ROWS - 1];
        let mut right = Crossing::default();
        let e = [e[0], e[1], e[2], below];
        if GUARD == WITHIN {
            h = [h[0].add(floor), h[1].add(floor), h[2].add(floor), h[3].add(floor)];
        }
        for r in 0..ROWS {
            h[r].store(&mut strips.h[r]);
            e[r].store(&mut strips.e[r]);
            (right[r], right[ROWS + r]) = (strips.h[r].0[LANES - 1], strips.e[r].0[LANES - 1]);
        }
        union.store(&mut strips.union);
        excess.store(&mut strips.excess);
        low.store(&mut strips.low);
        high.store(&mut strips.high);
        right
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

/// Other processors have the portable path.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn advance(
    _: super::InstructionSet,
    _: &mut super::kernel::Strips<u8>,
    _: &mut super::kernel::Traffic<'_, u8>,
) -> bool {
    false
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) use super::kernel::transposed;
