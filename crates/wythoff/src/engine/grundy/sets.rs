//! Sets of values, as bits: which are used on a line, and the least that none of several lines uses.

#![allow(clippy::inline_always, reason = "what runs with vectors must be inlined into what is compiled for them")]
#![allow(clippy::cast_possible_truncation, reason = "the values of a set have 32 bits, and its chunks less")]

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
    /// For each set its first word that has a value free: all before it are used.
    open: Vec<u32>,
}

impl Sets {
    /// The chunks that a set of values up to `most` has.
    fn chunks_for(most: u32) -> u64 {
        (u64::from(most) + 2).div_ceil(VALUES)
    }

    /// The bytes of `count` sets of values up to `most`.
    pub(super) fn bytes(count: u64, most: u32) -> u64 {
        count.saturating_mul(Self::chunks_for(most) * 64 + 4)
    }

    /// `count` empty sets, for values up to `most`.
    pub(super) fn new(count: usize, most: u32) -> Self {
        let chunks_each = Self::chunks_for(most) as usize;
        Self { chunks: vec![Chunk::EMPTY; count * chunks_each], chunks_each, open: vec![0; count] }
    }

    /// The chunks of a set, and its first one that has a value free.
    #[inline(always)]
    pub(super) fn of(&self, set: usize) -> (&[Chunk], usize) {
        let from = set * self.chunks_each;
        (&self.chunks[from..from + self.chunks_each], self.open[set] as usize / WORDS)
    }

    /// Puts a value into a set.
    #[inline(always)]
    pub(super) fn insert(&mut self, set: usize, value: u32) {
        let word = value / u64::BITS;
        self.set_bit(set, value);
        if word != self.open[set] {
            return;
        }
        let from = set * self.chunks_each;
        let chunks = &self.chunks[from..from + self.chunks_each];
        let mut open = word as usize;
        while chunks[open / WORDS].0[open % WORDS] == u64::MAX {
            open += 1;
        }
        self.open[set] = open as u32;
    }

    /// Puts a value into a set that is to be emptied by [`Sets::remove`].
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
        let from = set * self.chunks_each;
        self.chunks[from..from + self.chunks_each].fill(Chunk::EMPTY);
        self.open[set] = 0;
    }

    /// The least value that is in none of these sets.
    #[inline(always)]
    pub(super) fn mex(&self, sets: &[usize]) -> u32 {
        let from = sets.iter().map(|&set| self.open[set] as usize / WORDS).max().unwrap_or(0);
        (from..self.chunks_each)
            .find_map(|at| {
                let used =
                    sets.iter().fold(Chunk::EMPTY, |used, set| used.or(&self.chunks[set * self.chunks_each + at]));
                used.first_free().map(|value| value + at as u32 * VALUES as u32)
            })
            .expect("one value more than there are options")
    }
}

/// The least value that is in none of three sets.
#[inline(always)]
pub(super) fn mex(sets: [(&[Chunk], usize); 3]) -> u32 {
    let [(first, from), (second, from_second), (third, from_third)] = sets;
    let from = from.max(from_second).max(from_third);
    let chunks = first[from..].iter().zip(&second[from..]).zip(&third[from..]);
    let mut at = from as u32 * VALUES as u32;
    for ((first, second), third) in chunks {
        if let Some(value) = first.or(second).or(third).first_free() {
            return at + value;
        }
        at += VALUES as u32;
    }
    unreachable!("a set has one value more than there are options")
}
