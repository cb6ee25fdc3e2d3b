//! What the engine needs from vectors of 64 lanes, and the same in plain Rust.

use std::fmt::Debug;

/// A count.
pub(super) trait Lane: Copy + Ord + Debug + Into<u64> + 'static {
    /// No count.
    const ZERO: Self;
    /// The largest.
    const MAX: Self;

    /// The sum, or the largest number if it is larger.
    fn plus(self, other: Self) -> Self;

    /// One more.
    fn raised(self) -> Self;

    /// One less; not for 0.
    fn lowered(self) -> Self;

    /// The difference; `other` is not larger.
    fn less(self, other: Self) -> Self;

    /// The lane in a file.
    fn write(lanes: &[Self], bytes: &mut Vec<u8>);

    /// The lane from a file.
    fn read(bytes: &[u8], lanes: &mut Vec<Self>);
}

macro_rules! lane {
    ($lane:ty) => {
        impl Lane for $lane {
            const ZERO: Self = 0;
            const MAX: Self = Self::MAX;

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.saturating_add(other)
            }

            #[inline(always)]
            fn raised(self) -> Self {
                self + 1
            }

            #[inline(always)]
            fn lowered(self) -> Self {
                self - 1
            }

            #[inline(always)]
            fn less(self, other: Self) -> Self {
                self - other
            }

            fn write(lanes: &[Self], bytes: &mut Vec<u8>) {
                bytes.extend(lanes.iter().flat_map(|lane| lane.to_le_bytes()));
            }

            fn read(bytes: &[u8], lanes: &mut Vec<Self>) {
                let (chunks, _) = bytes.as_chunks();
                lanes.extend(chunks.iter().map(|bytes| Self::from_le_bytes(*bytes)));
            }
        }
    };
}

lane!(u8);
lane!(u16);

/// Vectors of 64 lanes. A value of the type is the proof that this machine has them.
pub(super) trait Vectors<L: Lane>: Copy {
    /// 64 sums.
    type Sums: Copy;

    /// Lane by lane, with saturation.
    fn sums(self, a: &[L; 64], b: &[L; 64]) -> Self::Sums;

    /// A bit for each sum below `t`.
    fn below(self, sums: Self::Sums, t: L) -> u64;

    /// The lesser of two sums, lane by lane.
    fn lesser(self, a: Self::Sums, b: Self::Sums) -> Self::Sums;

    /// The least of the even lanes, and of the odd ones.
    fn least(self, lanes: &[L; 64]) -> [L; 2];

    /// Raises the lanes whose bits are set by one; none of them is the largest number.
    fn raise(self, lanes: &mut [L; 64], which: u64);
}

/// Plain Rust.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

impl<L: Lane> Vectors<L> for Portable {
    type Sums = [L; 64];

    #[inline(always)]
    fn sums(self, a: &[L; 64], b: &[L; 64]) -> [L; 64] {
        std::array::from_fn(|i| a[i].plus(b[i]))
    }

    #[inline(always)]
    fn below(self, sums: [L; 64], t: L) -> u64 {
        let flags: [u8; 64] = std::array::from_fn(|i| u8::from(sums[i] < t));
        // The product moves the flag of byte i to bit 56 + i: it adds up no two flags in one place.
        let (words, _) = flags.as_chunks();
        let byte = |word: &[u8; 8]| u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        words.iter().rev().fold(0, |bits, word| bits << 8 | byte(word))
    }

    #[inline(always)]
    fn lesser(self, a: [L; 64], b: [L; 64]) -> [L; 64] {
        std::array::from_fn(|i| a[i].min(b[i]))
    }

    #[inline(always)]
    fn least(self, lanes: &[L; 64]) -> [L; 2] {
        let (pairs, _) = lanes.as_chunks();
        pairs.iter().fold([L::MAX; 2], |[even, odd], &[a, b]| [even.min(a), odd.min(b)])
    }

    #[inline(always)]
    fn raise(self, lanes: &mut [L; 64], which: u64) {
        let mut rest = which;
        while rest != 0 {
            let lane = &mut lanes[rest.trailing_zeros() as usize];
            *lane = lane.raised();
            rest &= rest - 1;
        }
    }
}
