//! The papers' minimal exclusive algorithms as streams: one term after the other, none of them stored.
//!
//! All four have one shape. A term x_n is the least number that earlier terms leave free, and y_n = x_n + (a difference
//! that grows with n). The x's are in order, so the numbers below x_n are settled, and what stands in the way of the
//! next x is only the next y. But a y is known long before it is met: between x_n and y_n lie a number of pending y's
//! that grows like n.
//!
//! **The chain.** Pending y's need not be kept, for they can be computed again: the next y to be met has an index
//! smaller than n by the factor L = β/α of the slopes, and a second, slower copy of the same stream gives it just when
//! it is met. That copy needs a third one, at n/L², and so on. A copy at n asks for terms before n only, so that the
//! chain ends: there are about log n / log L copies, each created when it is first asked. All together make less than
//! n·L/(L − 1) terms, besides those of a batch that a copy makes at once. The copies lie in a `Vec` and are served by a
//! loop, not by recursion: the chain may be long.
//!
//! **Words.** L is at least 1.6 for the recurrences of Lar15, but close to 1 + m/2p for Lar09 with p ≫ m. There the
//! stream runs in words: 64 numbers at a time, a set bit for each a. With t = ⌊n/p⌋, the b's of p a's in a row are
//! these a's moved up by mt, so that they take one shift for each word, not one step for each term. And the chain
//! starts late: the b's of a fixed window ahead (128 KiB of bits) are kept, and until b − a outgrows it, near
//! n = 2^20·p/m, there is one copy only. All further copies start from the state at that moment and share its window.
//! Each comes into being when the one before it has passed that window, so that there are never more than one for every
//! 2^20 numbers.
//!
//! Each stream takes the mex that its definition names; no slope and no closed form occurs here.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::sync::Arc;

/// A stream of which slower copies feed faster ones.
trait Link: Clone {
    type Out: Copy + Debug;

    /// Whether [`Link::step`] can be called: nothing more has to be fed before.
    fn ready(&mut self) -> bool;

    /// The next output.
    fn step(&mut self) -> Self::Out;

    /// Takes the next output of the slower copy.
    fn feed(&mut self, out: Self::Out);
}

/// How many outputs a copy makes at once, if it can.
const BATCH: usize = 256;

/// One copy of a stream.
#[derive(Clone, Debug)]
struct Level<L: Link> {
    link: L,
    /// What the slower copy has made, and how much of it has been fed.
    inbox: Vec<L::Out>,
    fed: usize,
}

impl<L: Link> Level<L> {
    fn new(link: L) -> Self {
        Self { link, inbox: Vec::new(), fed: 0 }
    }

    /// The next output, or `None` if the slower copy has to make more before.
    #[inline]
    fn next(&mut self) -> Option<L::Out> {
        while !self.link.ready() {
            let &out = self.inbox.get(self.fed)?;
            self.fed += 1;
            self.link.feed(out);
        }
        Some(self.link.step())
    }
}

/// The copies of a stream: each is fed by the one after it.
#[derive(Clone, Debug)]
struct Chain<L: Link> {
    /// What a new copy starts as.
    seed: L,
    levels: Vec<Level<L>>,
}

impl<L: Link> Chain<L> {
    fn new(seed: L) -> Self {
        Self { levels: vec![Level::new(seed.clone())], seed }
    }

    #[inline]
    fn next(&mut self) -> L::Out {
        loop {
            if let Some(out) = self.levels[0].next() {
                return out;
            }
            self.feed_first();
        }
    }

    /// Feeds the first copy: goes down the chain to one that can make something, and up again with what each can make
    /// then.
    #[inline(never)]
    fn feed_first(&mut self) {
        let mut k = 1;
        while k > 0 {
            if k == self.levels.len() {
                self.levels.push(Level::new(self.seed.clone()));
            }
            let (faster, slower) = self.levels.split_at_mut(k);
            let (faster, slower) = (&mut faster[k - 1], &mut slower[0]);
            faster.inbox.clear();
            faster.fed = 0;
            faster.inbox.extend(std::iter::from_fn(|| slower.next()).take(BATCH));
            if faster.inbox.is_empty() {
                k += 1;
            } else {
                k -= 1;
            }
        }
    }
}

/// `pair`, unless its second number was cut off at the end of the 64-bit numbers.
fn below_the_end(pair: (u64, u64)) -> Option<(u64, u64)> {
    (pair.1 < u64::MAX).then_some(pair)
}

/// The m and p of a recurrence, as numbers to count with.
#[derive(Clone, Copy, Debug)]
struct Parameters {
    m: u64,
    p: u64,
}

impl Parameters {
    fn new(m: u32, p: u32) -> Self {
        assert!(m > 0 && p > 0, "m and p are at least 1");
        Self { m: m.into(), p: p.into() }
    }
}

/// How many words of b's [`DiagonalPairs::new`] keeps.
const WINDOW: usize = 1 << 14;

/// a_n = mex{a_i, b_i : i < n}, b_n = a_n + m⌊n/p⌋, for n = 0, 1, …: the upper P-positions of `diagonal-blocking:m,p`
/// (Lar09, Definition 13 and Proposition 14).
///
/// The a's increase, for each is a mex of more than the one before, and so do the b's. A number v is an a unless it is
/// some b_i with b_i > a_i: then i < n for the n whose turn it would be.
///
/// Ends before a b that is 2^64 − 1 or more.
///
/// ```
/// use wythoff::exact::DiagonalPairs;
/// let pairs: Vec<(u64, u64)> = DiagonalPairs::new(2, 3).take(9).collect();
/// assert_eq!(pairs, [(0, 0), (1, 1), (2, 2), (3, 5), (4, 6), (7, 9), (8, 12), (10, 14), (11, 15)]);
/// ```
#[derive(Clone, Debug)]
pub struct DiagonalPairs {
    /// The a's that have been found and not yet given.
    head: Head,
    source: Source,
}

/// Where the words of a's come from.
#[derive(Clone, Debug)]
enum Source {
    /// All pending b's are in the window.
    Young(Young),
    Chain(Chain<Words>),
}

impl DiagonalPairs {
    /// The pairs for m and p.
    ///
    /// # Panics
    /// If m = 0 or p = 0.
    pub fn new(m: u32, p: u32) -> Self {
        Self::with_window(m, p, WINDOW)
    }

    /// The pairs for m and p, with a window of so many words (at least 1, at most 2^20): more memory, fewer copies.
    ///
    /// # Panics
    /// If m = 0 or p = 0.
    pub fn with_window(m: u32, p: u32, words: usize) -> Self {
        let head = Head::new(Parameters::new(m, p));
        let window = VecDeque::from(vec![0; words.clamp(1, 1 << 20)]);
        Self { head: head.clone(), source: Source::Young(Young { at: 0, window, head }) }
    }

    /// How many copies of the stream are at work.
    pub fn levels(&self) -> usize {
        match &self.source {
            Source::Young(_) => 1,
            Source::Chain(chain) => chain.levels.len(),
        }
    }

    #[inline(never)]
    fn refill(&mut self) {
        while self.head.rest == 0 {
            let word = match &mut self.source {
                Source::Chain(chain) => chain.next(),
                Source::Young(young) => {
                    let word = young.step();
                    if young.is_grown_up() {
                        self.source = Source::Chain(Chain::new(young.seed()));
                    }
                    word
                }
            };
            self.head.read(word);
        }
    }
}

impl Iterator for DiagonalPairs {
    type Item = (u64, u64);

    #[inline]
    fn next(&mut self) -> Option<(u64, u64)> {
        if self.head.rest == 0 {
            self.refill();
        }
        below_the_end(self.head.next_pair())
    }
}

/// Goes through the a's in order and knows b − a of each.
#[derive(Clone, Debug)]
struct Head {
    parameters: Parameters,
    /// The word that is read, or to be read next if nothing of it is left.
    word: u64,
    /// The a's of the word that are left.
    rest: u64,
    /// How many a's, from the next one on, have the same difference.
    left: u64,
    /// That difference. It and all sums with it are cut off at 2^64 − 1. Only the head that gives the pairs gets there:
    /// all others are behind it.
    difference: u64,
}

impl Head {
    fn new(parameters: Parameters) -> Self {
        Self { parameters, word: 0, rest: 0, left: parameters.p, difference: 0 }
    }

    /// Takes the next word. Nothing of the one before is left.
    fn read(&mut self, word: u64) {
        self.rest = word;
        self.word += u64::from(word == 0);
    }

    fn taken(&mut self, bits: u64, count: u64) {
        self.rest ^= bits;
        self.word += u64::from(self.rest == 0);
        self.left -= count;
        if self.left == 0 {
            self.left = self.parameters.p;
            self.difference = self.difference.saturating_add(self.parameters.m);
        }
    }

    /// The next a and its b; some a is left.
    #[inline]
    fn next_pair(&mut self) -> (u64, u64) {
        let a = (self.word << 6) + u64::from(self.rest.trailing_zeros());
        let pair = (a, a.saturating_add(self.difference));
        self.taken(self.rest & self.rest.wrapping_neg(), 1);
        pair
    }

    /// The next a's that have the same difference and are `among` these; at least one is.
    #[inline]
    fn take(&mut self, among: u64) -> u64 {
        let mut bits = self.rest & among;
        if self.left == 1 {
            bits &= bits.wrapping_neg();
            self.taken(bits, 1);
            return bits;
        }
        let count = u64::from(bits.count_ones());
        if count > self.left {
            let beyond = (0..self.left).fold(bits, |bits, _| bits & (bits - 1));
            bits ^= beyond;
        }
        self.taken(bits, count.min(self.left));
        bits
    }

    /// Where the first bit of the word goes when the word moves up by the difference: a word, and a place in it.
    fn target(&self) -> (u64, u64) {
        let target = (self.word << 6).saturating_add(self.difference);
        (target >> 6, target & 63)
    }
}

/// `bits`, moved up by `places` < 64: what stays in the word, and what goes to the next.
fn moved_up(bits: u64, places: u64) -> (u64, u64) {
    (bits << places, (bits >> 1) >> (63 - places))
}

/// The stream as long as all pending b's are in the window: every a puts its b there at once.
#[derive(Clone, Debug)]
struct Young {
    /// The next word.
    at: u64,
    /// The b's of that word and of those after it.
    window: VecDeque<u64>,
    /// Puts the b's.
    head: Head,
}

impl Young {
    /// The a's of the next word.
    fn step(&mut self) -> u64 {
        let mut word = !self.window.pop_front().unwrap_or(0);
        self.window.push_back(0);
        self.head.word = self.at;
        self.head.rest = word;
        while self.head.rest != 0 {
            let difference = self.head.difference;
            // Two words may get b's: the one in which the a's are comes before the window.
            let Some(next) = usize::try_from(difference >> 6).ok().filter(|&next| next < self.window.len()) else {
                break;
            };
            // b's may fall into this word: only the a's before the first of them are certain.
            let certain = match difference {
                1..64 => ((1 << difference) - 1) << self.head.rest.trailing_zeros(),
                _ => u64::MAX,
            };
            let (near, far) = moved_up(self.head.take(certain), difference & 63);
            if difference == 0 {
                continue;
            }
            if next == 0 {
                word &= !near;
                self.head.rest &= !near;
            } else {
                self.window[next - 1] |= near;
            }
            self.window[next] |= far;
        }
        self.at += 1;
        word
    }

    /// Whether a b did not find its place in the window.
    fn is_grown_up(&self) -> bool {
        self.head.rest != 0
    }

    fn seed(&self) -> Words {
        Words {
            window: self.window.iter().copied().collect(),
            first: self.at,
            at: self.at,
            near: 0,
            far: 0,
            head: self.head.clone(),
        }
    }
}

/// The stream once b − a ≥ 64 for each b that is not in the window: such b's in a word come from a's in words before
/// it.
#[derive(Clone, Debug)]
struct Words {
    /// The b's known from the start, in the words from `first` on.
    window: Arc<[u64]>,
    first: u64,
    /// The next word, and the other b's found in it and in the one after it.
    at: u64,
    near: u64,
    far: u64,
    /// Reads the words of the slower copy and puts their b's.
    head: Head,
}

impl Link for Words {
    /// A word of a's.
    type Out = u64;

    fn ready(&mut self) -> bool {
        loop {
            // b's come in order, so that none is left behind: word ≥ at.
            let (word, places) = self.head.target();
            if word > self.at {
                return true;
            }
            if self.head.rest == 0 {
                return false;
            }
            let (near, far) = moved_up(self.head.take(u64::MAX), places);
            self.near |= near;
            self.far |= far;
        }
    }

    fn step(&mut self) -> u64 {
        let known = usize::try_from(self.at - self.first).ok().and_then(|word| self.window.get(word));
        let word = !(self.near | known.copied().unwrap_or(0));
        self.near = std::mem::take(&mut self.far);
        self.at += 1;
        word
    }

    fn feed(&mut self, word: u64) {
        self.head.read(word);
    }
}

/// Lar15, Proposition 5.2 (i): x_n is the least v with x_j = v or y_j = v for less than p of the j < n, and
/// y_n = x_n + mn.
///
/// The x's do not decrease, so that the y's increase. A number v > 0 is x_n for p indices n, or for p − 1 if it is a y.
///
/// Ends before a y that is 2^64 − 1 or more.
///
/// ```
/// use wythoff::exact::CountedPairs;
/// let pairs: Vec<(u64, u64)> = CountedPairs::new(2, 3).take(8).collect();
/// assert_eq!(pairs, [(0, 0), (0, 2), (0, 4), (1, 7), (1, 9), (1, 11), (2, 14), (2, 16)]);
/// ```
#[derive(Clone, Debug)]
pub struct CountedPairs(Chain<Counted>);

impl CountedPairs {
    /// The pairs for m and p.
    ///
    /// # Panics
    /// If m = 0 or p = 0.
    pub fn new(m: u32, p: u32) -> Self {
        let parameters = Parameters::new(m, p);
        let start = Counted { parameters, n: 0, x: 0, left: parameters.p, difference: 0, fed: 0, y: 0 };
        Self(Chain::new(start))
    }

    /// How many copies of the stream are at work.
    pub fn levels(&self) -> usize {
        self.0.levels.len()
    }
}

impl Iterator for CountedPairs {
    type Item = (u64, u64);

    #[inline]
    fn next(&mut self) -> Option<(u64, u64)> {
        below_the_end(self.0.next())
    }
}

#[derive(Clone, Debug)]
struct Counted {
    parameters: Parameters,
    n: u64,
    /// The x of the last term, and for how many more it is free.
    x: u64,
    left: u64,
    /// mn, cut off at 2^64 − 1.
    difference: u64,
    /// How many y's have been fed, and the last of them.
    fed: u64,
    y: u64,
}

impl Link for Counted {
    type Out = (u64, u64);

    #[inline]
    fn ready(&mut self) -> bool {
        // Every y_j ≤ x + 1 with j < n has been fed: y is the next one above x, or there is none.
        self.y > self.x || self.fed == self.n
    }

    #[inline]
    fn step(&mut self) -> (u64, u64) {
        // Twice for p = 1 where x + 1 is a y: then x + 2 is none, for x's, and with them y's, are at least 1 and m + 1
        // apart.
        while self.left == 0 {
            self.x += 1;
            self.left = self.parameters.p - u64::from(self.x == self.y);
        }
        let pair = (self.x, self.x.saturating_add(self.difference));
        self.left -= 1;
        self.n += 1;
        self.difference = self.difference.saturating_add(self.parameters.m);
        pair
    }

    #[inline]
    fn feed(&mut self, (_, y): (u64, u64)) {
        self.fed += 1;
        self.y = y;
    }
}

/// Lar15, Proposition 5.2 (ii) and (iii): for each residue of n mod p a mex of its own, and y_n = x_n + mn.
///
/// Within a residue the x's increase, and the y's by at least 2, so that a mex skips one y at most. The residues keep
/// step: x_{n−p}, …, x_{n−1} are few numbers many times, and are kept as such. That they do not decrease (the
/// Proposition says that they are ⌊nφ_{mp}/p⌋) is used in one place: the y's are met in order.
///
/// Ends before a y that is 2^64 − 1 or more.
///
/// ```
/// use wythoff::exact::{ClassPairs, CountedPairs};
/// let counted = || CountedPairs::new(2, 3).take(1000);
/// assert!(ClassPairs::by_residue(2, 3).take(1000).eq(counted()));
/// assert!(ClassPairs::by_round(2, 3).take(1000).eq(counted()));
/// ```
#[derive(Clone, Debug)]
pub struct ClassPairs(Chain<Classes>);

impl ClassPairs {
    /// (ii): x_n = mex({x_i : i < n, i ≡ n} ∪ {y_i : i < n, i ≡ −n}) mod p.
    ///
    /// # Panics
    /// If m = 0 or p = 0.
    pub fn by_residue(m: u32, p: u32) -> Self {
        Self::new(m, p, |y, x| y < x)
    }

    /// (iii): x_{pn} = mex{x_{pi}, y_{pi} : i < n} and x_{pn+l} = mex{x_{pi+l}, y_{p(i+1)−l} : i < n} for 0 < l < p.
    ///
    /// # Panics
    /// If m = 0 or p = 0.
    pub fn by_round(m: u32, p: u32) -> Self {
        // p(i + 1) − l = pi + (p − l) is of round i, and so is pi.
        Self::new(m, p, |y, x| y.round < x.round)
    }

    fn new(m: u32, p: u32, is_before: fn(Index, Index) -> bool) -> Self {
        let parameters = Parameters::new(m, p);
        let n = Index { round: 0, residue: 0 };
        // No x yet: 0 is the least number for every residue.
        let start = Classes {
            parameters,
            is_before,
            n,
            free: Run { number: 0, times: parameters.p },
            between: VecDeque::new(),
            last: Run::EMPTY,
            difference: 0,
            next_fed: n,
            fed: [None; 2],
        };
        Self(Chain::new(start))
    }

    /// How many copies of the stream are at work.
    pub fn levels(&self) -> usize {
        self.0.levels.len()
    }
}

impl Iterator for ClassPairs {
    type Item = (u64, u64);

    #[inline]
    fn next(&mut self) -> Option<(u64, u64)> {
        let term = self.0.next();
        below_the_end((term.x, term.y))
    }
}

/// The index p·round + residue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Index {
    round: u64,
    residue: u64,
}

impl Index {
    fn next(self, p: u64) -> Self {
        let residue = self.residue + 1;
        if residue == p { Self { round: self.round + 1, residue: 0 } } else { Self { residue, ..self } }
    }

    /// Whether i + j ≡ 0 mod p.
    fn is_opposite(self, other: Self, p: u64) -> bool {
        let sum = self.residue + other.residue;
        sum == 0 || sum == p
    }
}

/// A number that occurs so many times in a row.
#[derive(Clone, Copy, Debug)]
struct Run {
    number: u64,
    times: u64,
}

impl Run {
    const EMPTY: Self = Self { number: 0, times: 0 };
}

#[derive(Clone, Copy, Debug)]
struct Term {
    n: Index,
    x: u64,
    y: u64,
}

#[derive(Clone, Debug)]
struct Classes {
    parameters: Parameters,
    /// Whether the y of the first index counts for the x of the second, apart from their residues.
    is_before: fn(Index, Index) -> bool,
    n: Index,
    /// The least number above the x's of its residue, for the residues of n, n + 1, …, n + p − 1: as runs. First, those
    /// between, and last (which may be empty).
    free: Run,
    between: VecDeque<Run>,
    last: Run,
    /// mn, cut off at 2^64 − 1.
    difference: u64,
    /// The index of the term to be fed next, and the last two that were. More are not fed until `free` gets there.
    next_fed: Index,
    fed: [Option<Term>; 2],
}

impl Link for Classes {
    type Out = Term;

    #[inline]
    fn ready(&mut self) -> bool {
        // Every y_j ≤ free with j < n has been fed.
        self.fed[1].is_some_and(|term| term.y > self.free.number) || self.next_fed == self.n
    }

    #[inline]
    fn step(&mut self) -> Term {
        let Self { parameters: Parameters { m, p }, n, is_before, .. } = *self;
        let free = self.free.number;
        let is_taken = |term: &Term| term.y == free && term.n.is_opposite(n, p) && is_before(term.n, n);
        let x = free + u64::from(self.fed.iter().flatten().any(is_taken));
        let term = Term { n, x, y: x.saturating_add(self.difference) };

        if self.last.number != x + 1 {
            let before = std::mem::replace(&mut self.last, Run { number: x + 1, times: 0 });
            self.between.extend((before.times > 0).then_some(before));
        }
        self.last.times += 1;
        self.free.times -= 1;
        if self.free.times == 0 {
            self.free = self.between.pop_front().unwrap_or_else(|| std::mem::replace(&mut self.last, Run::EMPTY));
        }
        self.n = n.next(p);
        self.difference = self.difference.saturating_add(m);
        term
    }

    #[inline]
    fn feed(&mut self, term: Term) {
        self.next_fed = self.next_fed.next(self.parameters.p);
        self.fed = [self.fed[1], Some(term)];
    }
}
