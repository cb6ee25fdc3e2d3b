//! The pairs of `diagonal-blocking:m,p` at any index, by windows (after Hadad; Fraenkel and Peled).
//!
//! Lar09 Definition 13 and Proposition 14: the upper P-positions are the pairs (a_n, b_n) with
//!
//! > a_n = mex{a_i, b_i : i < n}, b_n = a_n + m⌊n/p⌋,
//!
//! so that a_n = b_n = n for n < p, and every number is exactly one of the a_n (n ≥ 0) or b_n (n ≥ p). Both sequences
//! increase. No closed form is known unless p divides m; but a window of the sequence is fixed by a window of it with
//! smaller indices, and that makes a fast algorithm.
//!
//! # One step, which needs no estimate
//!
//! Let a_j be known for s' ≤ j ≤ t', with s' ≥ p; then so are the b_j. Below b_{s'} lie exactly s' − p numbers b_j
//! (j ≥ p), hence b_{s'} − s' + p numbers a_i. So the numbers between b_{s'} and b_{t'} that are not some b_j are, in
//! order, the a_i with i = b_{s'} − s' + p and so on. This step is exact whatever the windows are; were a window too
//! narrow, indices would be missing, and that is seen. Only that they are wide enough needs an estimate.
//!
//! # How wide
//!
//! Let α, β = α + m/p be the slopes of Lar09 1.4.5: 1/α + 1/β = 1, and put r = α/β = α − 1 < 1. Let e_n = a_n − nα.
//!
//! **Lemma.** −E < e_n < F for all n, with F = αp/m and E = αp(1 + r/m).
//!
//! *Proof* by induction on n. For n < p, e_n = −nr. For n ≥ p let j be the least index ≥ p with b_j > a_n; since
//! b_n > a_n, j ≤ n. Counting the numbers below a_n gives a_n = n + j − p. If j = p then a_n = n and e_n = −nr, where
//! n < b_p = p + m; so e_n ≤ 0, and −nr ≥ −(p + m)r > −E because r(p + m) < αp: indeed mr = αp(1 − r), see below. Now
//! let j > p. From b_i = a_i + m⌊i/p⌋ and m/p = β − α,
//!
//! > iβ + e_i − (β − α)(p − 1) ≤ b_i ≤ iβ + e_i for every i.
//!
//! *Above:* b_{j−1} < a_n and j = a_n − n + p give (a_n − n + p − 1)β + e_{j−1} − (β − α)(p − 1) < a_n. Divide by β and
//! use 1 − 1/β = 1/α: e_n < −r(α(p − 1) + e_{j−1}) < r(E − α(p − 1)) = F. *Below:* a_n < b_j gives e_n > −pα − r·e_j.
//! If j < n this is more than −pα − rF = −E. If j = n it says (1 + r)e_n > −pα, so e_n > −p > −E. The two equations are
//! those that define E and F: rE − rα(p − 1) = rα + r²αp/m = F, because 1 − r = mr/(αp). (That is
//! m/p = β − α = α(1 − r)/r.) ∎
//!
//! To get the a_i for s ≤ i ≤ t it is therefore enough that b_{s'} < a_s and a_t < b_{t'}, and these follow from
//! s'β + F ≤ sα − E and tα + F ≤ t'β − E − (β − α)(p − 1). Now (E + F)/β = pr(1 + α/m), and even with (1 − r)(p − 1)
//! added this is less than p + 2p/m; so it is enough that
//!
//! > s' ≤ sr − (p + 2p/m), t' ≥ tr + (p + 2p/m).
//!
//! The width t − s becomes r(t − s) + 2p + 4p/m + O(1), which tends to (2p + 4p/m + O(1))/(1 − r), and
//! 1/(1 − r) = βp/m < 1 + 2p/m. Indices shrink by the factor r: about (1 + 2p/m)·ln n steps lead down to small ones,
//! where the mex is taken literally.
//!
//! # What it costs
//!
//! **Short indices.** All but the first number of a window are kept as differences to it, so that a step up costs a few
//! additions of long integers and one operation on a short integer per number in the window. Where the windows begin,
//! n, nr, nr², …, is computed without a multiplication of long integers, too: r² = 1 − (m/p)r makes each of these the
//! one before the last less m/p times the last, and the way up takes that back; see [`Way`]. In all these are
//! O((p + p/m)(1 + p/m)² log n) operations on short integers and O((1 + p/m) log n) on long ones, each of which is
//! linear in log n.
//!
//! **Long indices**, from [`LONG_FROM`] bits on. A step up needs little of the long numbers. Let the windows begin at
//! s_0 = n, s_1, s_2, …, and let b_{s_{k+1} + o_k} be the first b above a_{s_k}; counting the numbers below a_{s_k}
//! gives a_{s_k} = s_k + s_{k+1} + o_k − p. So the first a above b_{s_k} has the index
//!
//! > b_{s_k} − s_k + p = a_{s_k} + m⌊s_k/p⌋ − s_k + p = s_{k+1} + o_k + m⌊s_k/p⌋,
//!
//! and s_{k−1} is s_{k−1} − s_{k+1} − m⌊s_k/p⌋ − o_k further. That is a short number, so it can be computed modulo
//! 2^64; and the b's of the window as differences to the first one need s_k mod p. Both follow from s_k modulo p·2^64,
//! and these residues are found for all k together by halving, in [`Ladder`]. Only the windows with indices below 2^62
//! are computed as above, and at the end a_n = n + s_1 + o_0 − p. That makes O((1 + p/m) log n) windows of short
//! integers, and a few multiplications of numbers as long as n at each of O(log log n) depths.

use std::collections::VecDeque;

use dashu_int::ops::{BitTest, DivRem};
use dashu_int::{IBig, UBig};

use super::ladder::{FRACTION, Ladder};
use super::{Surd, slopes};
use crate::watch::{Interrupted, Watch, report};

/// The most work that one search may take, in words of 64 bits computed: a minute or two.
pub const WINDOW_LIMIT: u64 = 1 << 36;

/// The most numbers in a window, or of b's that the mex is taken of at small indices; two such lists are in memory at
/// once.
pub const WIDTH_LIMIT: u64 = 1 << 27;

/// More terms than a window lets out at its start. Lags and margins are below 2^(56 − l), where l = ⌊log₂(1/r)⌋ (see
/// [`Long::new`]), and a term of the window below is about 1/r < 2^(l+1) terms of the one above, so that fewer than
/// 2^60 are let out. A difference that is negative would be above this, modulo 2^64.
const SKIP_LIMIT: u64 = 1 << 62;

/// From so many bits on, an index is long: see the module's essay.
pub const LONG_FROM: usize = 1 << 10;

/// The pairs (a_n, b_n) of `diagonal-blocking:m,p`.
///
/// ```
/// use wythoff::exact::{Pairs, Side, UBig};
///
/// let pairs = Pairs::new(2, 3);
/// let n = UBig::from(10_u8).pow(100);
/// let a = pairs.a(&n, 1, &())?.values().next();
/// let a = a.expect("one was asked for");
/// let found = pairs.find(&a, &())?;
/// assert_eq!((found.side, found.index), (Side::A, n));
/// # Ok::<(), wythoff::exact::WindowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pairs {
    m: u32,
    p: u32,
}

/// Why a search has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WindowError {
    /// More work than [`WINDOW_LIMIT`].
    #[error(
        "p = {p} is too large for m = {m} at heaps of this size: the windows would take more than {WINDOW_LIMIT} steps"
    )]
    TooMuchWork {
        /// The m of the pairs.
        m: u32,
        /// Their p.
        p: u32,
    },
    /// More than [`WIDTH_LIMIT`] numbers at once.
    #[error(
        "p = {p} is too large for m = {m} at heaps of this size: a window would have {width} numbers, \
         and the limit is {WIDTH_LIMIT}"
    )]
    TooWide {
        /// The m of the pairs.
        m: u32,
        /// Their p.
        p: u32,
        /// The numbers in one window.
        width: u64,
    },
    /// The caller stopped it.
    #[error("interrupted")]
    Interrupted,
}

impl From<Interrupted> for WindowError {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Which sequence a number belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// It is a_n.
    A,
    /// It is b_n, n ≥ p.
    B,
}

/// Where a number stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// In which sequence.
    pub side: Side,
    /// Its n.
    pub index: UBig,
    /// The other number of the pair: b_n for a_n, a_n for b_n.
    pub partner: UBig,
}

/// Consecutive terms a_n.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The first index.
    first: UBig,
    /// The first term.
    a: UBig,
    /// The terms less the first one.
    differences: Vec<u64>,
}

impl Stretch {
    /// The terms.
    pub fn values(&self) -> impl Iterator<Item = UBig> + '_ {
        self.differences.iter().map(|difference| &self.a + *difference)
    }
}

impl Pairs {
    /// The pairs for m, p ≥ 1.
    ///
    /// # Panics
    /// If m or p is 0.
    pub fn new(m: u32, p: u32) -> Self {
        assert!(m > 0 && p > 0, "m = {m} and p = {p} must be at least 1");
        Self { m, p }
    }

    /// b_n − a_n = m⌊n/p⌋.
    pub fn difference(&self, n: &UBig) -> UBig {
        n / UBig::from(self.p) * self.m
    }

    /// a_n for `count` ≥ 1 indices from n = `first` on.
    ///
    /// # Errors
    /// When it is too much work, or was stopped.
    ///
    /// # Panics
    /// If count = 0.
    pub fn a(&self, first: &UBig, count: usize, watch: &dyn Watch) -> Result<Stretch, WindowError> {
        assert!(count > 0, "at least one term");
        if first.bit_len() >= LONG_FROM
            && let Some(long) = Long::new(self, first, count)?
        {
            return long.a(watch);
        }
        self.a_short(first, count, watch)
    }

    /// a_n for `count` indices, with the windows' first numbers in full.
    fn a_short(&self, first: &UBig, count: usize, watch: &dyn Watch) -> Result<Stretch, WindowError> {
        let (m, p) = (self.m, self.p);
        let mut way = Way::new(self, first);
        // Down: how wide each window is, and by how much it begins earlier than nr^k.
        let (mut windows, mut work) = (vec![(count as u64, 0_u64)], 0_u64);
        while let Some(&(width, lag)) = windows.last() {
            report(watch, 0, 1)?;
            let next = way.scale.next_window(width, lag);
            let is_base = way.next_start(next.1).is_none_or(|start| start < UBig::from(p));
            // At the base, the b's below the window: for b_j < a_n has j < n, and a window below this one would have
            // them all.
            let end = || u64::try_from(way.start(lag)).unwrap_or(u64::MAX).saturating_add(width);
            let b_count = || way.scale.times_r(end()).saturating_add(2 * way.scale.margin + 8).min(end());
            let held = if is_base { width.max(b_count()) } else { width };
            work = work.saturating_add(held).saturating_add(way.words());
            if held > WIDTH_LIMIT {
                return Err(WindowError::TooWide { m, p, width: held });
            }
            if work > WINDOW_LIMIT {
                return Err(WindowError::TooMuchWork { m, p });
            }
            if is_base {
                break;
            }
            windows.push(next);
            way.down();
        }
        // And up again.
        let levels = windows.len() as u64;
        let mut stretch: Option<Stretch> = None;
        while let Some((width, lag)) = windows.pop() {
            let (first, width) = (way.start(lag), usize::try_from(width).expect("a width is limited"));
            let above = |below: &Stretch| self.above(below, &first, width);
            stretch = Some(stretch.as_ref().map_or_else(|| self.base(&first, width), above));
            report(watch, levels - windows.len() as u64, levels)?;
            way.up();
        }
        Ok(stretch.expect("there is at least one window"))
    }

    /// The pair that holds `number`: there is exactly one.
    ///
    /// # Errors
    /// When it is too much work, or was stopped.
    ///
    /// # Panics
    /// Never, by the lemma.
    pub fn find(&self, number: &UBig, watch: &dyn Watch) -> Result<Found, WindowError> {
        // b_p = p + m is the first b.
        if *number < UBig::from(u64::from(self.p) + u64::from(self.m)) {
            let partner = number + self.difference(number);
            return Ok(Found { side: Side::A, index: number.clone(), partner });
        }
        // By the lemma a_s ≤ number < a_t for s ≤ number/α − p/m and t ≥ number/α + p(1 + 1/m).
        let below = u64::from(self.p.div_ceil(self.m)) + 1;
        let inverse = slopes(self.m, self.p).0.inverse().expect("a slope is positive");
        let quotient = (&Surd::from(IBig::from(number.clone())) * &inverse).floor();
        let first = UBig::try_from(quotient - below).unwrap_or(UBig::ZERO);
        let count = usize::try_from(2 * below + u64::from(self.p) + 3).expect("p is a 32-bit number");
        let stretch = self.a(&first, count, watch)?;
        let difference = u64::try_from(number - &stretch.a).expect("the stretch begins near the number");
        let place = stretch.differences.binary_search(&difference);
        assert!(place != Err(count), "the stretch reaches the number: see the lemma");
        Ok(match place {
            Ok(place) => {
                let index = first + place;
                Found { side: Side::A, partner: number + self.difference(&index), index }
            }
            // As many a_i as `before` are smaller; the other smaller numbers are the b_i with p ≤ i < index.
            Err(place) => {
                let before = first + place;
                let index = number - before + self.p;
                Found { side: Side::B, partner: number - self.difference(&index), index }
            }
        })
    }

    /// The window of `count` terms from `first` on, from the window below it.
    fn above(&self, below: &Stretch, first: &UBig, count: usize) -> Stretch {
        let (quotient, residue) = (&below.first).div_rem(u64::from(self.p));
        let b = &below.a + quotient * self.m;
        // The a just above b has this index.
        let index = &b - &below.first + self.p;
        let skip = u64::try_from(first - index).expect("the window below begins early enough: see the lemma");
        let step = self.step(&below.differences, residue, skip, count);
        Stretch { first: first.clone(), a: b + step.rise, differences: step.differences }
    }

    /// A step from a window to the one above it, with differences alone. The window below begins at an index with this
    /// residue modulo p, and the one above has `count` terms, from the one on that has `skip` a's between it and the
    /// first b of the window below.
    fn step(&self, below: &[u64], residue: u64, mut skip: u64, count: usize) -> Step {
        let (m, p) = (u64::from(self.m), u64::from(self.p));
        // The differences of the b's to the first one. They stay below 2^64: no width w exceeds [`WIDTH_LIMIT`] = 2^27,
        // m < 2^32, and the a's of a window lie within wα + E + F.
        let (mut left, mut shift) = (p - residue, 0);
        let mut bs = below.iter().map(|difference| {
            if left == 0 {
                (left, shift) = (p, shift + m);
            }
            left -= 1;
            difference + shift
        });
        let mut last = bs.next().expect("a window is not empty");
        let (mut values, mut passed) = (Vec::with_capacity(count), 0);
        for (index, next) in (1..).zip(bs) {
            let gap = next - last - 1;
            if gap > skip {
                if values.is_empty() {
                    passed = index;
                }
                let room = (count - values.len()) as u64;
                let from = last + 1 + skip;
                values.extend(from..next.min(from + room));
                skip = 0;
            } else {
                skip -= gap;
            }
            if values.len() == count {
                break;
            }
            last = next;
        }
        assert!(values.len() == count, "the window below reaches far enough: see the lemma");
        let rise = values[0];
        for value in &mut values {
            *value -= rise;
        }
        Step { rise, passed, differences: values }
    }

    /// The window at small indices, from the definition.
    fn base(&self, first: &UBig, count: usize) -> Stretch {
        let from = u64::try_from(first).expect("a base window begins at a small index");
        let (mut value, mut index, mut values) = (0, 0, Vec::with_capacity(count));
        for b in Bs::new(self.m, self.p) {
            // The numbers from `value` to b − 1 are a's, from a_index on.
            let begin = value + from.saturating_sub(index);
            values.extend((begin..b).take(count - values.len()));
            (index, value) = (index + (b - value), b + 1);
            if values.len() == count {
                break;
            }
        }
        let a = values[0];
        Stretch { first: first.clone(), a: a.into(), differences: values.iter().map(|value| value - a).collect() }
    }
}

/// What a step from one window to the next finds.
struct Step {
    /// How far the first a of the window above is from the first b of the window below.
    rise: u64,
    /// How many b's of the window below are less than that a.
    passed: u64,
    /// The terms of the window above, less its first one.
    differences: Vec<u64>,
}

/// A search at a long index.
struct Long<'n> {
    pairs: Pairs,
    n: &'n UBig,
    r: Surd,
    /// The width of each window, and by how much it begins earlier than nr^k.
    windows: Vec<(usize, u64)>,
    bits_per_step: u64,
}

impl<'n> Long<'n> {
    /// How wide the windows are; `None` if m and p ask for so wide ones that long and short indices differ little.
    fn new(pairs: &Pairs, n: &'n UBig, count: usize) -> Result<Option<Self>, WindowError> {
        let (m, p) = (pairs.m, pairs.p);
        let scale = Scale::new(pairs);
        let bits_per_step = Ladder::bits_per_step(scale.ratio - 1);
        // The last window begins below 2^62, also when a step is a long one; and p and the lags are much shorter than
        // its index.
        let least = 58 - usize::try_from(bits_per_step >> FRACTION).expect("r > 2^−33");
        if bits_per_step < 2 * n.bit_len() as u64 {
            return Ok(None);
        }
        let steps = Ladder::steps(n, least, bits_per_step);
        if steps as u64 > WIDTH_LIMIT {
            return Err(WindowError::TooMuchWork { m, p });
        }
        let (mut windows, mut work) = (Vec::new(), 0_u64);
        let (mut width, mut lag) = (count as u64, 0_u64);
        for _ in 0..=steps {
            if lag.saturating_add(p.into()) >> (least - 2) > 0 {
                return Ok(None);
            }
            if width > WIDTH_LIMIT {
                return Err(WindowError::TooWide { m, p, width });
            }
            work = work.saturating_add(width);
            if work > WINDOW_LIMIT {
                return Err(WindowError::TooMuchWork { m, p });
            }
            windows.push((usize::try_from(width).expect("a width is limited"), lag));
            (width, lag) = scale.next_window(width, lag);
        }
        let r = scale.r;
        Ok((steps > 2).then_some(Self { pairs: pairs.clone(), n, r, windows, bits_per_step }))
    }

    /// The terms from n on.
    fn a(self, watch: &dyn Watch) -> Result<Stretch, WindowError> {
        let Self { pairs, n, r, windows, bits_per_step } = self;
        let (m, p) = (u64::from(pairs.m), u64::from(pairs.p));
        let steps = windows.len();
        let (floors, nr) = Ladder::floors((pairs.m, pairs.p), &r, n, (steps, bits_per_step), watch)?;
        // s_k modulo 2^64, ⌊s_k/p⌋ modulo 2^64, and s_k modulo p. The lag is far below p·2^64.
        let modulus = u128::from(p) << 64;
        #[expect(clippy::cast_possible_truncation, reason = "modulo 2^64")]
        let parts = |k: usize| {
            let start = (floors[k] + modulus - u128::from(windows[k].1)) % modulus;
            (start as u64, (start / u128::from(p)) as u64, (start % u128::from(p)) as u64)
        };
        let last = steps - 1;
        let (start, quotient, residue) = parts(last);
        let base = pairs.a_short(&start.into(), windows[last].0, &())?;
        let a = u64::try_from(&base.a).expect("a_s ≤ 2s and s < 2^62");
        let index = a.wrapping_add(m.wrapping_mul(quotient)).wrapping_sub(start).wrapping_add(p);
        let skip = parts(last - 1).0.wrapping_sub(index);
        assert!(skip < SKIP_LIMIT, "the window below begins early enough: see the lemma");
        let mut step = pairs.step(&base.differences, residue, skip, windows[last - 1].0);
        for k in (1..last).rev() {
            if k.is_multiple_of(1 << 8) {
                report(watch, (2 * steps - k) as u64, 2 * steps as u64)?;
            }
            let (_, quotient, residue) = parts(k);
            let further = parts(k - 1).0.wrapping_sub(parts(k + 1).0).wrapping_sub(m.wrapping_mul(quotient));
            let skip = further.wrapping_sub(step.passed);
            assert!(skip < SKIP_LIMIT, "the window below begins early enough: see the lemma");
            step = pairs.step(&step.differences, residue, skip, windows[k - 1].0);
        }
        let a = n + nr - windows[1].1 + step.passed - p;
        Ok(Stretch { first: n.clone(), a, differences: step.differences })
    }
}

/// b_p, b_{p+1}, … from the definition, with all those in memory that an a may still meet.
struct Bs {
    m: u64,
    p: u64,
    /// The next index.
    n: u64,
    /// The least number that is not known to be an a or a b.
    next: u64,
    to_come: VecDeque<u64>,
}

impl Bs {
    fn new(m: u32, p: u32) -> Self {
        Self { m: m.into(), p: p.into(), n: p.into(), next: p.into(), to_come: VecDeque::new() }
    }
}

impl Iterator for Bs {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        while self.to_come.front() == Some(&self.next) {
            self.to_come.pop_front();
            self.next += 1;
        }
        let b = self.next + self.m * (self.n / self.p);
        self.to_come.push_back(b);
        self.next += 1;
        self.n += 1;
        Some(b)
    }
}

/// r, and how windows grow and begin earlier from one to the next.
struct Scale {
    /// (√(m² + 4p²) − m)/(2p).
    r: Surd,
    /// ⌊2^63·r⌋ + 1.
    ratio: u64,
    /// p + 2p/m, rounded up: how much further down than sr, and up than tr, a window reaches.
    margin: u64,
}

impl Scale {
    fn new(pairs: &Pairs) -> Self {
        let (m, p) = (IBig::from(pairs.m), IBig::from(pairs.p));
        let r = Surd::new(-&m, 1, m.sqr() + p.sqr() * 4_u8, &p * 2);
        let margin = u64::from(pairs.p) + (2 * u64::from(pairs.p)).div_ceil(pairs.m.into());
        let ratio = u64::try_from((&r * &Surd::from(IBig::ONE << 63)).floor()).expect("0 < r < 1") + 1;
        Self { r, ratio, margin }
    }

    /// At least r·number − 1, and at most r·number and a little.
    fn times_r(&self, number: u64) -> u64 {
        u64::try_from((u128::from(number) * u128::from(self.ratio)) >> 63).unwrap_or(u64::MAX)
    }

    /// The width and the lag of the window below one with these.
    fn next_window(&self, width: u64, lag: u64) -> (u64, u64) {
        (self.times_r(width).saturating_add(2 * self.margin + 8), self.times_r(lag) + self.margin + 3)
    }
}

/// n, nr, nr², … in turn, as multiples of 2^−bits, down and up again.
///
/// Since r² = 1 − (m/p)r, each is the one before the last less m/p times the last. Rounding makes errors of one unit,
/// which grow by the factor 1/r in each step (the other root of x² = 1 − (m/p)x is −1/r): as long as nr^k ≥ 1 they add
/// up to less than n/(r(1 − r)) units, and 1/(r(1 − r)) < (2 + m/p)(1 + 2p/m) < 2^35. With 48 bits more than n has,
/// they stay below 1/4. The same rounding takes each step back exactly.
struct Way {
    m: u32,
    p: u32,
    bits: usize,
    /// nr^k.
    now: IBig,
    /// nr^(k+1).
    next: IBig,
    scale: Scale,
}

impl Way {
    fn new(pairs: &Pairs, n: &UBig) -> Self {
        let scale = Scale::new(pairs);
        let bits = n.bit_len() + 48;
        let now = IBig::from(n.clone()) << bits;
        let next = (&scale.r * &Surd::from(now.clone())).floor();
        Self { m: pairs.m, p: pairs.p, bits, now, next, scale }
    }

    fn down(&mut self) {
        let after = &self.now - &self.next * self.m / self.p;
        self.now = std::mem::replace(&mut self.next, after);
    }

    fn up(&mut self) {
        let before = &self.next + &self.now * self.m / self.p;
        self.next = std::mem::replace(&mut self.now, before);
    }

    /// The index `lag` before nr^k: at least nr^k − lag − 5/4, and at most nr^k − lag + 1/4.
    ///
    /// With s of this form and s' = nr^(k+1) − lag', rounded likewise, s' ≤ sr − margin holds if
    /// lag' ≥ r·lag + margin + 5r/4 + 1/4; and then s' is at least sr − margin − 5 if lag' ≤ r·lag + margin + 3 and a
    /// little. A window of r(t − s) + 2 margins and 6 reaches far enough up then.
    fn start(&self, lag: u64) -> UBig {
        UBig::try_from((&self.now >> self.bits) - lag).expect("windows end before indices do")
    }

    /// The same for nr^(k+1), or `None` below 0.
    fn next_start(&self, lag: u64) -> Option<UBig> {
        UBig::try_from((&self.next >> self.bits) - lag).ok()
    }

    /// What a step down and up costs: two numbers of twice as many bits, in words of 64.
    fn words(&self) -> u64 {
        self.bits as u64 / 16
    }
}
