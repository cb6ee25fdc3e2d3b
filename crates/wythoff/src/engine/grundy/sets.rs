//! Sets of values, as bits: which are used on a line, and the least that none of several lines uses.
//!
//! Values are kept in chunks of 512, and a second set of bits says which chunks are full. A search for a value that
//! none of several sets uses passes over what is full in any of them, so it looks only at chunks where each set has a
//! gap.

#![allow(clippy::inline_always, reason = "what runs with vectors must be inlined into what is compiled for them")]
#![allow(clippy::cast_possible_truncation, reason = "the values of a set have 32 bits, and its chunks less")]

use std::ops::Range;

/// The words of a [`Chunk`].
const WORDS: usize = 8;

/// The values of a chunk.
const VALUES: u64 = 512;

/// 512 values in a row: a bit is 1 if its value is used. One line of the processor's cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Chunk([u64; WORDS]);

impl Chunk {
    const EMPTY: Self = Self([0; WORDS]);
    const FULL: Self = Self([u64::MAX; WORDS]);

    #[inline(always)]
    fn or(mut self, other: &Self) -> Self {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
        self
    }

    /// The first value that is not used, if there is one.
    #[inline(always)]
    fn first_free(&self) -> Option<u32> {
        if *self == Self::FULL {
            return None;
        }
        let mut at = 0;
        for word in self.0 {
            if word != u64::MAX {
                return Some(at + word.trailing_ones());
            }
            at += u64::BITS;
        }
        None
    }
}

/// Sets of the same size, one after the other.
///
/// Every set is made large enough for the largest value that can be, and one more: so a search always ends.
#[derive(Clone, Debug)]
pub(super) struct Sets {
    chunks: Vec<Chunk>,
    chunks_each: usize,
    /// For each set a bit for each of its chunks, 1 if that is full.
    full: Vec<u64>,
    full_each: usize,
    /// For each set its first word of these bits that has a 0: all chunks before it are full.
    open: Vec<u32>,
}

impl Sets {
    /// The chunks that a set of values up to `most` has.
    fn chunks_for(most: u32) -> u64 {
        (u64::from(most) + 2).div_ceil(VALUES)
    }

    /// The bytes of `count` sets of values up to `most`.
    pub(super) fn bytes(count: u64, most: u32) -> u64 {
        let chunks = Self::chunks_for(most);
        count.saturating_mul(chunks * 64 + chunks.div_ceil(64) * 8 + 4)
    }

    /// `count` empty sets, for values up to `most`.
    pub(super) fn new(count: usize, most: u32) -> Self {
        let chunks_each = Self::chunks_for(most) as usize;
        let full_each = chunks_each.div_ceil(64);
        Self {
            chunks: vec![Chunk::EMPTY; count * chunks_each],
            chunks_each,
            full: vec![0; count * full_each],
            full_each,
            open: vec![0; count],
        }
    }

    /// A set, to be searched.
    #[inline(always)]
    pub(super) fn of(&self, set: usize) -> Set<'_> {
        let (chunks, full) = (set * self.chunks_each, set * self.full_each);
        Set {
            chunks: &self.chunks[chunks..chunks + self.chunks_each],
            full: &self.full[full..full + self.full_each],
            open: self.open[set] as usize,
        }
    }

    /// Puts a value into a set.
    #[inline(always)]
    pub(super) fn insert(&mut self, set: usize, value: u32) {
        self.set_bit(set, value);
        let at = value as usize / VALUES as usize;
        if self.chunks[set * self.chunks_each + at] != Chunk::FULL {
            return;
        }
        let full = &mut self.full[set * self.full_each..(set + 1) * self.full_each];
        full[at / 64] |= 1 << (at % 64);
        // The last chunk is never full.
        while full[self.open[set] as usize] == u64::MAX {
            self.open[set] += 1;
        }
    }

    /// Puts a value into a set that is to be emptied by [`Sets::clear_bit`].
    #[inline(always)]
    pub(super) fn set_bit(&mut self, set: usize, value: u32) {
        let word = (value / u64::BITS) as usize;
        self.chunks[set * self.chunks_each + word / WORDS].0[word % WORDS] |= 1 << (value % u64::BITS);
    }

    /// Takes a value out of a set that only [`Sets::set_bit`] has filled.
    #[inline(always)]
    pub(super) fn clear_bit(&mut self, set: usize, value: u32) {
        let word = (value / u64::BITS) as usize;
        self.chunks[set * self.chunks_each + word / WORDS].0[word % WORDS] &= !(1 << (value % u64::BITS));
    }

    /// Empties a set.
    #[inline(always)]
    pub(super) fn clear(&mut self, set: usize) {
        self.chunks[set * self.chunks_each..(set + 1) * self.chunks_each].fill(Chunk::EMPTY);
        self.full[set * self.full_each..(set + 1) * self.full_each].fill(0);
        self.open[set] = 0;
    }

    /// The least value that is in none of these sets.
    #[inline(always)]
    pub(super) fn mex(&self, sets: &[usize]) -> u32 {
        let open = sets.iter().map(|&set| self.open[set]).max().unwrap_or(0) as usize;
        let full = |word: usize| sets.iter().fold(0, |full, set| full | self.full[set * self.full_each + word]);
        let chunk =
            |at: usize| sets.iter().fold(Chunk::EMPTY, |used, set| used.or(&self.chunks[set * self.chunks_each + at]));
        search(open..self.full_each, full, chunk)
    }
}

/// One of [`Sets`].
#[derive(Clone, Copy)]
pub(super) struct Set<'s> {
    chunks: &'s [Chunk],
    full: &'s [u64],
    open: usize,
}

/// The least value that is in none of three sets of the same size.
#[inline(always)]
pub(super) fn mex([first, second, third]: [Set<'_>; 3]) -> u32 {
    let open = first.open.max(second.open).max(third.open);
    let full = |word: usize| first.full[word] | second.full[word] | third.full[word];
    search(open..first.full.len(), full, |at| first.chunks[at].or(&second.chunks[at]).or(&third.chunks[at]))
}

/// The least value that is not used, in the chunks of these words: `full` says which of them need not be looked at.
#[inline(always)]
fn search(words: Range<usize>, full: impl Fn(usize) -> u64, used: impl Fn(usize) -> Chunk) -> u32 {
    for word in words {
        let mut open = !full(word);
        while open != 0 {
            let at = word * 64 + open.trailing_zeros() as usize;
            if let Some(value) = used(at).first_free() {
                return at as u32 * VALUES as u32 + value;
            }
            open &= open - 1;
        }
    }
    unreachable!("a set has one value more than there are options")
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Sets with gaps, over more chunks than one word says are full; emptied, they are as new.
    #[test]
    fn the_first_gap_is_found() {
        let most = 64 * 512 + 5000;
        let mut sets = Sets::new(4, most);
        let is_used = |set: usize, value: u32| match set {
            0 => value < 33_333 || value % 7 == 3,
            1 => value % 512 != 17 || value < 600,
            _ => value > 35_000 && value.is_multiple_of(2),
        };
        for set in 0..3 {
            (0..=most).filter(|value| is_used(set, *value)).for_each(|value| sets.insert(set, value));
        }
        for together in [vec![], vec![0], vec![1], vec![2], vec![0, 1], vec![1, 2], vec![0, 2], vec![0, 1, 2], vec![3]]
        {
            let mex = (0..=most + 1).find(|value| !together.iter().any(|&set| is_used(set, *value)));
            assert_eq!(Some(sets.mex(&together)), mex, "{together:?}");
        }
        assert_eq!(mex([0, 1, 2].map(|set| sets.of(set))), sets.mex(&[0, 1, 2]));
        sets.set_bit(3, 0);
        assert_eq!(sets.mex(&[3]), 1);
        sets.clear_bit(3, 0);
        sets.clear(0);
        assert_eq!((sets.mex(&[0, 2, 3]), sets.mex(&[0, 1])), (0, 1041));
    }

    /// On the queen's board a search looks at few chunks: those that are full in one of the sets are passed over.
    #[test]
    fn few_chunks_are_looked_at() {
        let (side, most) = (2000, 4000);
        let (mut lines, mut diagonals) = (Sets::new(side, most), Sets::new(side, most));
        let looked_at = Cell::new(0_u32);
        for (y, x) in (0..side).flat_map(|y| (0..=y).map(move |x| (y, x))) {
            let all = [lines.of(y), lines.of(x), diagonals.of(y - x)];
            let full = |word: usize| all.iter().fold(0, |full, set| full | set.full[word]);
            let value = search(0..all[0].full.len(), full, |at| {
                looked_at.set(looked_at.get() + 1);
                all.iter().fold(Chunk::EMPTY, |used, set| used.or(&set.chunks[at]))
            });
            lines.insert(y, value);
            lines.insert(x, value);
            diagonals.insert(y - x, value);
        }
        // 1.5 for each of 2,001,000 cells; 1.8 if none were passed over.
        assert!((2_900_000..3_200_000).contains(&looked_at.get()), "{looked_at:?}");
    }
}
