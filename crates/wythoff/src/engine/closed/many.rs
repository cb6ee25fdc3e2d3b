//! Many positions at once. Heaps of 64 bits are mostly decided without integers of any size.

use std::sync::Mutex;

use dashu_int::IBig;
use rayon::prelude::*;

use super::threads::{BeattyThread, Threads};
use super::{Closed, Formula, is_comply};
use crate::engine::{SolveError, report};
use crate::exact::Surd;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::position::{Position, Tokens};
use crate::watch::Watch;

/// So many positions are decided by one thread in a row.
const CHUNK: usize = 1 << 10;

/// So many times that in each thread between two looks at the watch.
const CHUNKS: usize = 16;

/// The outcomes of so many starting positions, of which `at` gives each; none if no formula for the game is known.
pub(crate) fn outcomes<T: Tokens>(
    game: &Game,
    count: usize,
    at: &(impl Fn(usize) -> Position<T> + Sync),
    watch: &dyn Watch,
) -> Option<Result<Vec<Outcome>, SolveError>> {
    let (rules, formula) = Formula::of_starts(game)?;
    let near = formula.threads().and_then(|threads| NearThreads::new(&threads));
    let comply = is_comply(&rules);
    let spare: Mutex<Vec<Closed>> = Mutex::new(Vec::new());
    let chunk = |(chunk, outcomes): (usize, &mut [Outcome])| -> Result<(), SolveError> {
        // What a set has worked out for one position may serve the next.
        let mut closed = spare.lock().ok().and_then(|mut spare| spare.pop());
        for (index, outcome) in (chunk * CHUNK..).zip(outcomes) {
            let at = at(index);
            let is_p = if let Some(holds) = near.as_ref().and_then(|near| near.holds(at.near()?)) {
                holds != comply
            } else {
                if closed.is_none() {
                    closed = Closed::new(rules.clone(), formula);
                }
                closed.as_mut().ok_or(SolveError::NoFormula)?.is_p(&at.to_exact(), &())?
            };
            *outcome = Outcome::p_if(is_p);
        }
        if let (Some(closed), Ok(mut spare)) = (closed, spare.lock()) {
            spare.push(closed);
        }
        Ok(())
    };
    let mut outcomes = vec![Outcome::N; count];
    // Only this thread speaks to the watch: some chunks for every thread, then a look.
    let stretch = CHUNKS * rayon::current_num_threads().max(1);
    let mut all = || {
        let mut chunks: Vec<_> = outcomes.chunks_mut(CHUNK).enumerate().collect();
        while !chunks.is_empty() {
            report(watch, (count - CHUNK * chunks.len().min(count / CHUNK)) as u64, count as u64)?;
            let later = chunks.split_off(stretch.min(chunks.len()));
            chunks.into_par_iter().try_for_each(chunk)?;
            chunks = later;
        }
        report(watch, count as u64, count as u64)
    };
    let done = all();
    Some(done.map(|()| outcomes))
}

/// Threads, at heaps of 64 bits.
pub(crate) struct NearThreads(Vec<NearThread>);

impl NearThreads {
    /// None if a number does not fit.
    fn new(threads: &Threads) -> Option<Self> {
        threads.0.iter().map(NearThread::new).collect::<Option<_>>().map(Self)
    }

    /// Whether one of them holds the position; none where only integers of any size decide.
    fn holds(&self, at: Position) -> Option<bool> {
        let mut is_decided = true;
        for thread in &self.0 {
            match thread.holds(at) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => is_decided = false,
            }
        }
        is_decided.then_some(false)
    }
}

/// The positions (ca + t, cb + t) with a = ⌊nα + γ⌋ and b = a + sn + o, or these with x and y exchanged.
///
/// α and γ are kept as the floors of their 2^64-folds. So the number nα + γ is at least what they give and exceeds it
/// by less than (n + 1)/2^64 ≤ 1: its floor is v, that of what they give, or v + 1. Where x is neither of the two
/// that follow, the position is not in the thread, whatever the floor is. That decides all positions but few.
struct NearThread {
    alpha: Fixed,
    gamma: Fixed,
    step: u64,
    offset: i128,
    first: u64,
    last: u64,
    scale: i128,
    shift: i128,
    mirrored: bool,
}

/// The number whole + part/2^64.
struct Fixed {
    whole: i128,
    part: u64,
}

impl Fixed {
    /// The floor with 64 binary digits after the point; none where its size is 2^60 or more.
    fn new(number: &Surd) -> Option<Self> {
        let floor = number.floor();
        let rest = &(number - &Surd::from(floor.clone())) * &Surd::from(IBig::ONE << 64);
        let whole = i128::try_from(floor).ok().filter(|whole| whole.unsigned_abs() < 1 << 60)?;
        Some(Self { whole, part: u64::try_from(rest.floor()).ok()? })
    }
}

impl NearThread {
    fn new(thread: &BeattyThread) -> Option<Self> {
        // Sums of offsets and heaps are far below 2^127.
        let offset = i128::try_from(&thread.offset).ok().filter(|offset| offset.unsigned_abs() < 1 << 100)?;
        Some(Self {
            alpha: Fixed::new(thread.a.alpha())?,
            gamma: Fixed::new(thread.a.gamma())?,
            step: u64::try_from(&thread.step).ok()?,
            offset,
            first: u64::try_from(&thread.first).ok()?,
            last: thread.last.as_ref().map_or(Some(u64::MAX), |last| u64::try_from(last).ok())?,
            scale: thread.scale.into(),
            shift: thread.shift.into(),
            mirrored: thread.mirrored,
        })
    }

    fn holds(&self, at: Position) -> Option<bool> {
        let (a, b) = if self.mirrored { (at.y, at.x) } else { (at.x, at.y) };
        let difference = i128::from(b) - i128::from(a);
        let steps = if self.scale == 1 { difference } else { difference.div_euclid(self.scale) };
        let Ok(steps_up) = u64::try_from(steps - self.offset) else {
            // Negative, so that n would be; or beyond 2^64.
            return (steps < self.offset).then_some(false);
        };
        let n = if self.step == 1 { steps_up } else { steps_up / self.step };
        let is_index = steps * self.scale == difference && n * self.step == steps_up;
        if !is_index || n < self.first || n > self.last {
            return Some(false);
        }
        // n·part + part < 2^128; n·whole < 2^124, so that twice the floor is below 2^127 (the scale is 1 or 2).
        let sum = u128::from(n) * u128::from(self.alpha.part) + u128::from(self.gamma.part);
        #[expect(clippy::cast_possible_truncation, reason = "the digits after the point")]
        let (carried, fraction) = ((sum >> 64).cast_signed(), sum as u64);
        let floor = i128::from(n) * self.alpha.whole + self.gamma.whole + carried;
        let x = i128::from(a) - self.shift;
        let is_one_of_two = x == self.scale * floor || x == self.scale * (floor + 1);
        if !is_one_of_two {
            return Some(false);
        }
        let is_sure = fraction.checked_add(n).is_some_and(|sum| sum < u64::MAX);
        is_sure.then_some(x == self.scale * floor)
    }
}
