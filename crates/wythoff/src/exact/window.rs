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
//! *Proof* by induction on n. For n < p, e_n = −nr. For n ≥ p let j be the least index ≥ p with b_j > a_n; since b_n > a_n,
//! j ≤ n. Counting the numbers below a_n gives a_n = n + j − p. If j = p then a_n = n and e_n = −nr, where n < b_p = p + m; so
//! e_n ≤ 0, and −nr ≥ −(p + m)r > −E because r(p + m) < αp: indeed mr = αp(1 − r), see below. Now let j > p. From
//! b_i = a_i + m⌊i/p⌋ and m/p = β − α,
//!
//! > iβ + e_i − (β − α)(p − 1) ≤ b_i ≤ iβ + e_i for every i.
//!
//! *Above:* b_{j−1} < a_n and j = a_n − n + p give (a_n − n + p − 1)β + e_{j−1} − (β − α)(p − 1) < a_n. Divide by β and use
//! 1 − 1/β = 1/α: e_n < −r(α(p − 1) + e_{j−1}) < r(E − α(p − 1)) = F. *Below:* a_n < b_j gives e_n > −pα − r·e_j. If j < n this is
//! more than −pα − rF = −E. If j = n it says (1 + r)e_n > −pα, so e_n > −p > −E.
//! The two equations are those that define E and F: rE − rα(p − 1) = rα + r²αp/m = F, because 1 − r = mr/(αp). (That is
//! m/p = β − α = α(1 − r)/r.) ∎
//!
//! To get the a_i for s ≤ i ≤ t it is therefore enough that b_{s'} < a_s and a_t < b_{t'}, and these follow from
//! s'β + F ≤ sα − E and tα + F ≤ t'β − E − (β − α)(p − 1): with (E + F)/β = pr(1 + α/m) < p + 2p/m,
//!
//! > s' ≤ sr − (p + 2p/m), t' ≥ tr + (2p + 2p/m).
//!
//! So the width t − s becomes r(t − s) + 3p + 4p/m + O(1), which tends to (3p + 4p/m + O(1))/(1 − r), and 1/(1 − r) = βp/m <
//! 1 + 2p/m. Indices shrink by the factor r: about (1 + 2p/m)·ln n steps lead down to small ones, where the mex is taken literally.
//!
//! # What it costs
//!
//! All but the first number of a window are kept as differences to it, so that a step up costs a few additions of long integers and
//! one operation on a short integer per number in the window. Only the way down multiplies long integers, s by r. So it leaps: from s to
//! where k steps lead, by one multiplication with r^k; the k steps up from there keep all that they find, and only the last one cuts
//! its window down to what is asked for. The windows grow by 1/r in each step of a leap, and k is chosen so that they stay shorter than
//! the integers are. In all that is O((p + p/m)(1 + p/m)² log n) operations on short integers, and O((1 + p/m) log n) on long ones.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use dashu_int::ops::{BitTest, DivRem};
use dashu_int::{IBig, UBig};

use super::{Surd, slopes};

/// The most numbers, in all windows together, that one search may compute: about a minute.
pub const WINDOW_LIMIT: u64 = 1 << 36;

/// The most numbers that are in memory at once: a window, or what the mex is taken of at small indices.
pub const WIDTH_LIMIT: u64 = 1 << 27;

/// The most bytes that the starts of windows may take; when there are more, only every so many are kept.
const STARTS_LIMIT: u64 = 1 << 26;

/// In a leap windows grow to at most one number for so many bits of the index: they cost less than a multiplication then.
const BITS_PER_NUMBER: u64 = 16;

/// The pairs (a_n, b_n) of `diagonal-blocking:m,p`.
///
/// ```
/// use wythoff::exact::{Pairs, Side, UBig};
///
/// let pairs = Pairs::new(2, 3);
/// let n = UBig::from(10_u8).pow(100);
/// let a = pairs.a(&n, 1, &mut |_, _| std::ops::ControlFlow::Continue(()))?.values().next();
/// let a = a.expect("one was asked for");
/// let found = pairs.find(&a, &mut |_, _| std::ops::ControlFlow::Continue(()))?;
/// assert_eq!((found.side, found.index), (Side::A, n));
/// # Ok::<(), wythoff::exact::WindowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pairs {
    m: u32,
    p: u32,
}

/// Told how much of a search is done; may stop it.
pub type GoOn<'g> = &'g mut dyn FnMut(u64, u64) -> ControlFlow<()>;

/// Why a search has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WindowError {
    /// More work than [`WINDOW_LIMIT`].
    #[error(
        "the windows for these m and p at numbers of {bits} bits have more than {WINDOW_LIMIT} numbers, the limit in one search"
    )]
    TooMuchWork {
        /// The length of the index asked for.
        bits: usize,
    },
    /// More than [`WIDTH_LIMIT`] numbers at once.
    #[error(
        "the windows for these m and p have {width} numbers, and the limit is {WIDTH_LIMIT}: p is too large, or too large for m"
    )]
    TooWide {
        /// The numbers in one window.
        width: u64,
    },
    /// The caller stopped it.
    #[error("interrupted")]
    Interrupted,
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
    pub fn a(&self, first: &UBig, count: usize, go_on: GoOn) -> Result<Stretch, WindowError> {
        assert!(count > 0, "at least one term");
        let descent = Descent::new(self, first);
        // Down: how wide the window before each leap is, and where every so many of them begin.
        let (mut widths, mut starts, mut start) = (Vec::new(), Vec::new(), Some(first.clone()));
        let (mut width, mut work) = (count as u64, 0_u64);
        while let Some(first) = start {
            report(go_on, 0, 1)?;
            start = descent.below(&first);
            // At the base, the b's below the window: for b_j < a_n has j < n, and a window below this one would have them all.
            let end = || u64::try_from(&first).unwrap_or(u64::MAX).saturating_add(width);
            let held = if start.is_none() { width.max(descent.step_width(end()).min(end())) } else { width };
            work = work.saturating_add(held.saturating_mul(descent.leap));
            if held > WIDTH_LIMIT {
                return Err(WindowError::TooWide { width: held });
            }
            if work > WINDOW_LIMIT {
                return Err(WindowError::TooMuchWork { bits: descent.bits });
            }
            if widths.len().is_multiple_of(descent.stride) {
                starts.push(first);
            }
            widths.push(width);
            width = descent.leap_width(width);
        }
        // And up again.
        let leaps = widths.len() as u64;
        let mut stretch: Option<Stretch> = None;
        while let Some(start) = starts.pop() {
            let mut between = vec![start];
            while between.len() < widths.len() - starts.len() * descent.stride {
                between.extend(between.last().and_then(|start| descent.below(start)));
            }
            for first in between.iter().rev() {
                let width = usize::try_from(widths.pop().unwrap_or_default()).expect("a width is limited");
                stretch = Some(match stretch {
                    None => self.base(first, width),
                    Some(below) => {
                        let below = (1..descent.leap).fold(below, |below, _| self.above(&below, None));
                        self.above(&below, Some((first, width)))
                    }
                });
                report(go_on, leaps - widths.len() as u64, leaps)?;
            }
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
    pub fn find(&self, number: &UBig, go_on: GoOn) -> Result<Found, WindowError> {
        // b_p = p + m is the first b.
        if *number < UBig::from(u64::from(self.p) + u64::from(self.m)) {
            let partner = number + self.difference(number);
            return Ok(Found { side: Side::A, index: number.clone(), partner });
        }
        // By the lemma a_s ≤ number < a_t for s ≤ number/α − p/m and t ≥ number/α + p(1 + 1/m) + 1.
        let below = u64::from(self.p.div_ceil(self.m)) + 1;
        let inverse = slopes(self.m, self.p).0.inverse().expect("a slope is positive");
        let quotient = (&Surd::from(IBig::from(number.clone())) * &inverse).floor();
        let first = UBig::try_from(quotient - below).unwrap_or(UBig::ZERO);
        let count = usize::try_from(2 * below + u64::from(self.p) + 3).expect("p is a 32-bit number");
        let stretch = self.a(&first, count, go_on)?;
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

    /// A bound on the number of windows.
    fn levels(&self, first: &UBig) -> u64 {
        // ln n is less than the bits of n, and 1/(1 − r) < 1 + 2p/m.
        (first.bit_len() as u64 + 1).saturating_mul(2 + 2 * u64::from(self.p) / u64::from(self.m))
    }

    /// How much further down than sr a window begins; 1 more than the essay has, so that an index lies in between.
    fn margin(&self) -> u64 {
        u64::from(self.p) + u64::from(self.p).saturating_mul(2).div_ceil(u64::from(self.m)) + 1
    }

    /// What the window above `below` has in full, or `count` terms of it from a given index on.
    fn above(&self, below: &Stretch, part: Option<(&UBig, usize)>) -> Stretch {
        let (m, p) = (u64::from(self.m), u64::from(self.p));
        let (quotient, residue) = (&below.first).div_rem(p);
        let b = &below.a + quotient * m;
        // The a just above b has this index.
        let index = &b - &below.first + p;
        let (first, count) = part.map_or_else(|| (index.clone(), usize::MAX), |(first, count)| (first.clone(), count));
        let mut skip = u64::try_from(&first - index).expect("the window below begins early enough: see the lemma");
        // The differences of the b's to the first one. They stay below 2^64: no width exceeds [`WIDTH_LIMIT`] = 2^27, and m < 2^32.
        let (mut left, mut shift) = (p - residue, 0);
        let mut bs = below.differences.iter().map(|difference| {
            if left == 0 {
                (left, shift) = (p, shift + m);
            }
            left -= 1;
            difference + shift
        });
        let mut last = bs.next().expect("a window is not empty");
        let mut values = Vec::with_capacity(count.min(2 * below.differences.len()));
        for next in bs {
            let gap = next - last - 1;
            if gap > skip {
                let room = (count - values.len()) as u64;
                let from = last + 1 + skip;
                values.extend(from..next.min(from.saturating_add(room)));
                skip = 0;
            } else {
                skip -= gap;
            }
            if values.len() == count {
                break;
            }
            last = next;
        }
        assert!(part.is_none() || values.len() == count, "the window below reaches far enough: see the lemma");
        let a = values[0];
        for value in &mut values {
            *value -= a;
        }
        Stretch { first, a: b + a, differences: values }
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

fn report(go_on: GoOn, done: u64, total: u64) -> Result<(), WindowError> {
    match go_on(done, total) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(WindowError::Interrupted),
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

/// The way down from a window to one with small indices.
struct Descent {
    /// How many steps a leap has, k.
    leap: u64,
    /// ⌊2^bits·r^k⌋.
    ratio: UBig,
    bits: usize,
    /// ⌊2^63·r⌋ + 1.
    step_ratio: u64,
    /// How much further down than sr^k a leap ends: at least (1 + r + … + r^(k−1)) margins of a step.
    margin: u64,
    /// How much wider than r times the width above it a window is: the two margins, p, and 4 for what is rounded.
    spread: u64,
    p: u64,
    /// Where every so many windows begin is kept; the others are computed a second time.
    stride: usize,
}

impl Descent {
    fn new(pairs: &Pairs, first: &UBig) -> Self {
        // r = (√(m² + 4p²) − m)/(2p).
        let (m, p) = (IBig::from(pairs.m), IBig::from(pairs.p));
        let r = Surd::new(-&m, 1, m.sqr() + p.sqr() * 4_u8, &p * 2);
        let scaled = |ratio: &Surd, bits| {
            let floor = (ratio * &Surd::from(IBig::ONE << bits)).floor();
            UBig::try_from(floor).expect("r is positive")
        };
        let bits = first.bit_len() + 2;
        let step_ratio = u64::try_from(scaled(&r, 63)).expect("r < 1") + 1;
        let margin = pairs.margin();
        let spread = 2 * margin + u64::from(pairs.p) + 4;
        // Windows tend to this width, since 1/(1 − r) < 1 + 2p/m; how many steps does it take to grow from there?
        let usual = spread.saturating_mul(2 + 2 * u64::from(pairs.p) / u64::from(pairs.m));
        let (mut leap, mut width) = (1, times(bits as u64 / BITS_PER_NUMBER, step_ratio));
        let (mut leap_margin, mut leap_ratio) = (margin, r.clone());
        while width > usual {
            leap += 1;
            leap_margin = times(leap_margin, step_ratio) + 1 + margin;
            leap_ratio = &leap_ratio * &r;
            width = times(width, step_ratio);
        }
        let bytes = (pairs.levels(first) / leap).saturating_mul(bits as u64 / 8);
        Self {
            leap,
            ratio: scaled(&leap_ratio, bits),
            bits,
            step_ratio,
            margin: leap_margin,
            spread,
            p: pairs.p.into(),
            stride: usize::try_from(bytes / STARTS_LIMIT + 1).unwrap_or(usize::MAX),
        }
    }

    /// Where a leap from `first` ends: between `first`·r^k − margin − 5/4 and `first`·r^k − margin; `None` when that is below p.
    fn below(&self, first: &UBig) -> Option<UBig> {
        // Bits beyond the length of `first` plus 2 change the product by less than 1/4.
        let bits = first.bit_len() + 2;
        let product: UBig = (first * (&self.ratio >> (self.bits - bits))) >> bits;
        (product >= UBig::from(self.p + self.margin)).then(|| product - self.margin)
    }

    /// How wide the window one step below one of this width has to be.
    fn step_width(&self, width: u64) -> u64 {
        times(width, self.step_ratio).saturating_add(self.spread)
    }

    /// How wide the window below a leap has to be. Writing Σ for 1 + r + … + r^(k−1), this is at least r^k·width + (spread − 1)Σ. Needed
    /// are r^k(width − 1), the margins (step's margin)Σ and (step's margin + p)Σ at the two ends, at most Σ − 1 for what the leap's margin is
    /// rounded up, 5/4 for where it begins, and 1: less in all, as spread − 1 is two margins and p + 3.
    fn leap_width(&self, width: u64) -> u64 {
        (0..self.leap).fold(width, |width, _| self.step_width(width))
    }
}

/// ⌊number·ratio/2^63⌋, which is at least r·number − 1 and little more than r·number for the step's ratio.
fn times(number: u64, ratio: u64) -> u64 {
    u64::try_from((u128::from(number) * u128::from(ratio)) >> 63).unwrap_or(u64::MAX)
}
