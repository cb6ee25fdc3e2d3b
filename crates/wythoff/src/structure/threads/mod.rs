//! Threads of W^k: chains of P-positions along rays, measured from the sparse engine's stream of columns.
//!
//! Far out the upper P-positions of W^k lie on a few thin threads. Lar11 (Table 1) and CLN15 (section 3) read their
//! slopes and thicknesses off pictures. Here the columns pass by once, none is kept for longer than the last few
//! thousand, and for each thread the following is recorded, all of it in integers:
//!
//! * its *edges*, the lowest and the highest P-position in each column, and from them an interval for the slope that
//!   shrinks like 1/N (the lemma is in `edge.rs`);
//! * how many P-positions it has: in all, and at least and at most in a column, a row, a diagonal;
//! * a *period* (dx, dy), if column x + dx holds what column x does, moved by dy: P-position for P-position, in every
//!   column from the one given to the last, and for a quarter of all columns at least (or for an eighth before it was
//!   interrupted, and again at the end). Only that is claimed: what was seen. A thread without one, among the periods
//!   of up to 10,922 columns (a third of the columns that are kept), is marked as not periodic; it may still have a
//!   *quasi-period*, for which most columns agree;
//! * its *strands*, which run side by side at their own offsets y − sx, and whether they drift apart;
//! * where it was first seen to stand alone, and where others joined it.
//!
//! Numbers are of the second half of the columns, where the threads have settled: from 64/125 of the columns on, or
//! from the column where the thread last split or merged. How threads are told apart and followed is in `track.rs`.
//!
//! Threads of *equal slope* are one entry with several parts: the intervals of their slopes meet, or the distance
//! between them grew by less than a half while the columns about doubled. (Between different slopes it doubles.)

mod edge;
mod states;
mod strands;
mod track;
mod window;

use serde_json::{Value, json};

pub use states::{AHEAD, MOST_STATE_COLUMNS, MOST_STATES, Shape, States, Step, Table, settled};
pub use strands::{Strand, Thickness};

use super::forms::{self, Form};
use super::ratio::{Interval, Ratio, gcd};
use crate::board::{Signature, Tally};
use crate::engine::sparse::Sparse;
use crate::fingerprint::Fingerprint;
use crate::solve::SolveError;
use crate::watch::Watch;
use edge::{Edge, Point};
use states::Recorder;
use track::{SeenPeriod, Sight, ThreadRecord, Tracker, Windows};

/// The most columns: so that products of coordinates fit in 64 bits.
pub const MOST_COLUMNS: u64 = 1 << 30;

/// The fewest columns for W^k: before, the threads are not apart.
pub const fn fewest_columns(k: u64) -> u64 {
    if k < 64 { 1024 } else { 16 * k }
}

/// The threads of W^k.
#[derive(Clone, Debug)]
pub struct Threads {
    /// k of W^k.
    pub k: u64,
    /// How many columns were seen.
    pub columns: u64,
    /// How many upper P-positions they hold.
    pub p_count: u64,
    /// The signature of those.
    pub signature: Signature,
    /// Their fingerprint.
    pub fingerprint: Fingerprint,
    /// By slope, the least first.
    pub threads: Vec<Thread>,
}

/// Threads of one slope.
#[derive(Clone, Debug)]
pub struct Thread {
    /// What the slope is, as far as seen.
    pub slope: Interval,
    /// What it is by the density alone, if all other threads are periodic: each column holds k P-positions.
    pub by_cover: Option<Interval>,
    /// A number that the slope could be.
    pub exact: Option<Form>,
    /// The threads, the lowest first.
    pub parts: Vec<Part>,
}

/// A thread.
#[derive(Clone, Debug)]
pub struct Part {
    /// What its slope is, as far as seen.
    pub slope: Interval,
    /// The first look at which it stood alone; looks are 4/5 of the next one apart, so it may be younger by a fifth.
    pub born: u64,
    /// The looks at which others had joined it.
    pub merged: Vec<u64>,
    /// The first column of the record.
    pub from: u64,
    /// Columns in the record.
    pub columns: u64,
    /// P-positions in the record.
    pub count: u64,
    /// P-positions in a column, on average: the slope of their number, by the same lemma.
    pub density: Interval,
    /// P-positions in a column of the record.
    pub vertical: Thickness,
    /// P-positions in a row, in the last columns; `None` where the window shows no whole row.
    pub horizontal: Option<Thickness>,
    /// P-positions on a diagonal y − x, in the last columns.
    pub diagonal: Option<Thickness>,
    /// The period, if it is periodic.
    pub period: Option<Period>,
    /// The best period of those that nearly hold, if it is not.
    pub quasi_period: Option<QuasiPeriod>,
    /// The strands of a thread that is periodic, or drifts and is periodic between its steps; the lowest first.
    pub strands: Vec<Strand>,
    /// The P-positions' least and greatest y in the last column that has any.
    pub last: (u64, u64, u64),
    /// The states that it goes through, if they were counted.
    pub states: Option<States>,
}

/// What column x holds, moved by dy, is what column x + dx holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// Columns.
    pub dx: u64,
    /// Rows.
    pub dy: u64,
    /// It was seen to hold from this column on, to the last.
    pub from: u64,
}

/// A period that holds for most of the last columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuasiPeriod {
    /// Columns.
    pub dx: u64,
    /// Rows.
    pub dy: u64,
    /// In so many columns it holds…
    pub agree: u64,
    /// …of so many.
    pub of: u64,
}

/// Measures the threads in the first `columns` columns of W^k.
///
/// ```
/// use wythoff::structure::threads::measure;
/// let found = measure(2, 20_000, wythoff::UNWATCHED)?;
/// let exact: Vec<String> = found.threads.iter().flat_map(|t| &t.exact).map(|form| form.value.to_string()).collect();
/// assert_eq!(exact, ["(1 + √5)/2", "2"]);
/// # Ok::<(), wythoff::SolveError>(())
/// ```
///
/// # Errors
/// When there are fewer columns than [`fewest_columns`], or more than [`MOST_COLUMNS`]; as [`Sparse::run`].
pub fn measure(k: u64, columns: u64, watch: &dyn Watch) -> Result<Threads, SolveError> {
    Ok(follow(k, columns, Windows::Counted, watch)?.0)
}

/// The same with the tables of small machines; and what each column reads first, the palaces of its row left of the
/// diagonal, for all columns but the last [`AHEAD`].
pub(super) fn measure_machines(k: u64, columns: u64, watch: &dyn Watch) -> Result<(Threads, Vec<u16>), SolveError> {
    follow(k, columns, Windows::Detailed, watch)
}

fn follow(k: u64, columns: u64, windows: Windows, watch: &dyn Watch) -> Result<(Threads, Vec<u16>), SolveError> {
    let mut engine = Sparse::new(k)?;
    if columns > MOST_COLUMNS {
        return Err(SolveError::TooManyColumns { columns, limit: MOST_COLUMNS });
    }
    if columns < fewest_columns(k) {
        return Err(SolveError::Unsupported(
            "threads are apart only after 16k columns, and 1024: ask for more columns",
        ));
    }
    let mut tracker = Tracker::new(k, columns, fewest_columns(k) / 8, windows);
    let tally = engine.run(columns, watch, |column| {
        tracker.column(column.x, column.upper);
        Ok::<(), SolveError>(())
    })?;
    tracker.finish(columns);
    let parts = (0..tracker.threads.len()).filter_map(|number| part(&tracker, number, columns)).collect();
    let Tally { p_count, signature, fingerprint } = tally;
    let mut found = Threads { k, columns, p_count, signature, fingerprint, threads: grouped(parts) };
    found.identify();
    Ok((found, tracker.word.take().unwrap_or_default()))
}

/// What is reported of a thread; `None` if it was seen in fewer than two columns.
fn part(tracker: &Tracker, number: usize, columns: u64) -> Option<(Part, [Edge; 2])> {
    let thread = &tracker.threads[number];
    let ThreadRecord { born, merged, from, count, fewest, most, lowest, highest, counts, period, history, .. } = thread;
    let (low, high) = (lowest.slope()?, highest.slope()?);
    let slope = low.meet(high).unwrap_or(low.join(high));
    let (_, last) = lowest.ends()?;
    // A stretch that runs another way than the thread does is no period of it.
    let period = period.filter(|held| slope.contains(held.slope()));
    let sight = history.last().filter(|sight| sight.x * 4 >= columns * 3 && slope.contains(sight.slope));
    let strands = sight.map_or(Vec::new(), |sight| drifts(sight, history, columns));
    let drifting = strands.iter().any(|strand| strand.drift != Ratio::ZERO);
    let part = Part {
        slope,
        born: *born,
        merged: merged.clone(),
        from: *from,
        columns: columns - from,
        count: *count,
        density: counts.slope()?,
        vertical: Thickness { min: *fewest as u64, max: *most as u64 },
        horizontal: strands::thickness(tracker, number, |_, y| y),
        diagonal: strands::thickness(tracker, number, |x, y| y - x),
        period: period.map(|SeenPeriod { dx, dy, from }| Period { dx, dy, from }),
        quasi_period: if period.is_some() { None } else { quasi_period(tracker, number, slope) },
        strands: if period.is_some() || drifting { strands } else { Vec::new() },
        last: (last.0.cast_unsigned(), last.1.cast_unsigned(), highest.ends()?.1.1.cast_unsigned()),
        states: thread.states.as_ref().map(Recorder::states),
    };
    Some((part, [lowest.clone(), highest.clone()]))
}

/// The best of the convergents of the slope that fit in the window four times.
fn quasi_period(tracker: &Tracker, number: usize, slope: Interval) -> Option<QuasiPeriod> {
    let recent = tracker.window.recent();
    let longest = (recent.end - recent.start) / 4;
    convergents(slope)
        .take_while(|&(_, dx)| dx <= longest)
        .map(|(dy, dx)| {
            let (mut agree, mut of) = (0, 0);
            for same in tracker.agreement(number, dx, dy) {
                agree += u64::from(same);
                of += 1;
            }
            QuasiPeriod { dx, dy, agree, of }
        })
        .filter(|quasi| quasi.agree * 2 > quasi.of)
        // agree/of, compared without division: both are below 2^16.
        .max_by(|a, b| (a.agree * b.of).cmp(&(b.agree * a.of)))
}

/// The convergents of the interval's middle, as (numerator, denominator).
fn convergents(slope: Interval) -> impl Iterator<Item = (u64, u64)> {
    let middle = slope.low.plus(slope.high).map_or(slope.low, |sum| Ratio::new(sum.num(), sum.den() * 2));
    let mut rest = Some((middle.num(), middle.den()));
    let (mut last, mut before) = ((1, 0), (0, 1));
    std::iter::from_fn(move || {
        let (num, den) = rest?;
        let whole = num.div_euclid(den);
        rest = Some((den, num.rem_euclid(den))).filter(|rest| rest.1 != 0);
        (before, last) = (last, (whole * last.0 + before.0, whole * last.1 + before.1));
        Some((u64::try_from(last.0).ok()?, u64::try_from(last.1).ok()?))
    })
}

/// The strands that were seen last, with their drift while the columns grew eightfold.
fn drifts(last: &Sight, history: &[Sight], columns: u64) -> Vec<Strand> {
    let alike = |sight: &&Sight| {
        let same = |(a, b): (&Strand, &Strand)| a.per_column == b.per_column;
        let pairs = || sight.strands.iter().zip(&last.strands);
        sight.x * 8 >= columns
            && sight.slope == last.slope
            && sight.strands.len() == last.strands.len()
            && pairs().all(same)
    };
    let recent: Vec<&Vec<Strand>> = history.iter().filter(alike).map(|sight| &sight.strands).collect();
    let drift = |number: usize| {
        let steps: Vec<Ratio> = recent
            .windows(2)
            .filter_map(|pair| {
                let (a, b) = (&pair[0][number], &pair[1][number]);
                let (low, high) = (b.low.minus(a.low)?, b.high.minus(a.high)?);
                (low == high && low != Ratio::ZERO).then_some(low)
            })
            .collect();
        let up = steps.iter().filter(|step| **step > Ratio::ZERO).count();
        let one_way = steps.len() >= 2 && (up == 0 || up == steps.len());
        let sum = steps.iter().try_fold(Ratio::ZERO, |sum, step| sum.plus(*step));
        sum.filter(|_| one_way).unwrap_or(Ratio::ZERO)
    };
    last.strands.iter().enumerate().map(|(number, strand)| Strand { drift: drift(number), ..strand.clone() }).collect()
}

/// Parts of equal slope together.
fn grouped(parts: Vec<(Part, [Edge; 2])>) -> Vec<Thread> {
    let mut threads: Vec<Thread> = Vec::new();
    let mut above: Option<Edge> = None;
    for (part, [lowest, highest]) in parts {
        let parallel = above.as_ref().is_some_and(|edge| stay_close(edge, &lowest));
        let slope = part.slope;
        match threads.last_mut() {
            Some(thread) if parallel || thread.slope.meet(slope).is_some() => {
                thread.slope = thread.slope.meet(slope).unwrap_or(thread.slope.join(slope));
                thread.parts.push(part);
            }
            _ => threads.push(Thread { slope, by_cover: None, exact: None, parts: vec![part] }),
        }
        above = Some(highest);
    }
    threads
}

/// Whether the distance between the edges grew by less than a half, over columns that grew by a half or more.
fn stay_close(below: &Edge, above: &Edge) -> bool {
    let (Some(a), Some(b)) = (below.ends(), above.ends()) else { return false };
    let start = if a.0.0 > b.0.0 { a.0 } else { b.0 };
    // Rows of the two edges in one column, the lower one moved along its ray.
    let distance = |a: Point, b: Point| i128::from(b.1) - i128::from(a.1) * i128::from(b.0) / i128::from(a.0.max(1));
    let same_start = (a.0.0 - b.0.0).abs() * 64 < start.0;
    same_start && a.1.0 * 2 >= start.0 * 3 && distance(a.1, b.1) * 2 < distance(a.0, b.0) * 3
}

impl Part {
    /// P-positions in a column: exactly, over a period.
    pub fn per_column_exact(&self) -> Option<Ratio> {
        self.period?; // The strands are those of the period then.
        self.strands.iter().try_fold(Ratio::ZERO, |sum, strand| sum.plus(strand.per_column))
    }

    /// P-positions in a column, on average over the record.
    pub fn per_column(&self) -> Ratio {
        self.per_column_exact().unwrap_or(Ratio::new(self.count.into(), self.columns.max(1).into()))
    }

    /// Whether some of its strands drift.
    pub fn drifts(&self) -> bool {
        self.strands.iter().any(|strand| strand.drift != Ratio::ZERO)
    }
}

impl Thread {
    /// P-positions in a column: exactly, if all parts are periodic.
    pub fn per_column_exact(&self) -> Option<Ratio> {
        self.parts.iter().try_fold(Ratio::ZERO, |sum, part| sum.plus(part.per_column_exact()?))
    }

    /// P-positions in a column, on average over the record.
    pub fn per_column(&self) -> f64 {
        self.parts.iter().map(|part| part.per_column().to_f64()).sum()
    }

    /// The common period of all parts, if all have one.
    pub fn period(&self) -> Option<Period> {
        let mut periods = self.parts.iter().map(|part| part.period);
        let first = periods.next()??;
        periods.try_fold(first, |common, period| {
            let period = period?;
            let times = u64::try_from(i128::from(period.dx) / gcd(common.dx.into(), period.dx.into())).ok()?;
            let same = u128::from(common.dx) * u128::from(period.dy) == u128::from(common.dy) * u128::from(period.dx);
            let common = Period { dx: common.dx * times, dy: common.dy * times, from: common.from.max(period.from) };
            same.then_some(common)
        })
    }

    /// The slope for printing: that of the period, or the middle of the interval.
    pub fn shown_slope(&self) -> f64 {
        self.period().map_or(self.slope.middle(), |period| period.slope().to_f64())
    }

    /// Whether every part is periodic.
    pub fn is_periodic(&self) -> bool {
        self.parts.iter().all(|part| part.period.is_some())
    }

    /// Whether strands of it drift.
    pub fn drifts(&self) -> bool {
        self.parts.iter().any(Part::drifts)
    }

    /// P-positions in a column, on average: exactly for a periodic thread.
    fn density(&self) -> Option<Interval> {
        if let Some(exact) = self.per_column_exact() {
            return Some(exact.into());
        }
        self.parts.iter().try_fold(Interval::from(Ratio::ZERO), |sum, part| {
            let density = part.density.rounded()?;
            Some(Interval { low: sum.low.plus(density.low)?, high: sum.high.plus(density.high)? })
        })
    }

    /// What it and its mirror image put into each column, d(1 + 1/s): exactly for a periodic thread, and else within
    /// the intervals of d and s.
    fn cover(&self) -> Option<Interval> {
        let with = |density: Ratio, slope: Ratio| density.plus(density.over(slope)?);
        let density = self.density()?;
        if let Some(period) = self.period() {
            return Some(with(density.low, period.slope())?.into());
        }
        let slope = self.slope.rounded()?;
        Interval { low: with(density.low, slope.high)?, high: with(density.high, slope.low)? }.rounded()
    }

    /// The slopes s for which d(1 + 1/s) is what the other threads leave of each column: 1/s = rest/d − 1, which falls
    /// as d grows.
    fn slope_by_cover(&self, rest: Ratio) -> Option<Interval> {
        let density = self.density()?.rounded()?;
        let slope = |density: Ratio| density.over(rest.minus(density)?);
        let found = Interval { low: slope(density.low)?, high: slope(density.high)? };
        (Ratio::ZERO < density.low && density.high < rest).then_some(found)?.rounded()
    }
}

impl Threads {
    /// Names the slopes, with the help of what the others leave of each column. Where those are all periodic, that and
    /// the density give the slope once more: the count of P-positions sways less than their places do.
    fn identify(&mut self) {
        let covers: Vec<Option<Interval>> = self.threads.iter().map(Thread::cover).collect();
        for (number, thread) in self.threads.iter_mut().enumerate() {
            let others = || covers.iter().enumerate().filter(|(other, _)| *other != number);
            let rest = others().try_fold(Ratio::from(self.k), |rest, (_, cover)| {
                let cover = cover.filter(|cover| cover.low == cover.high)?;
                rest.minus(cover.low)
            });
            thread.exact = match (thread.period(), rest) {
                (Some(period), _) => forms::by_period(thread.slope, period.slope()),
                (None, Some(rest)) => {
                    thread.by_cover = thread.slope_by_cover(rest);
                    let both = thread.by_cover.and_then(|slope| slope.meet(thread.slope));
                    thread.slope = both.unwrap_or(thread.slope);
                    forms::by_cover(thread.slope, rest)
                }
                (None, None) => forms::identify(thread.slope),
            };
        }
    }

    /// What the threads and their mirror images put into each column: k, as far as the measurement goes.
    pub fn cover(&self) -> Option<Interval> {
        self.threads.iter().try_fold(Interval::from(Ratio::ZERO), |sum, thread| {
            let cover = thread.cover()?.rounded()?;
            Some(Interval { low: sum.low.plus(cover.low)?, high: sum.high.plus(cover.high)? })
        })
    }

    /// One JSON document; the keys are those of SPEC.
    pub fn json(&self) -> Value {
        json!({
            "k": self.k,
            "columns": self.columns,
            "p_count": self.p_count,
            "signature": self.signature.to_string(),
            "fingerprint": self.fingerprint.to_string(),
            "cover": self.cover().map(|cover| json!({ "sum": cover.middle(), "error": cover.error() })),
            "threads": self.threads.iter().map(Thread::json).collect::<Vec<_>>(),
        })
    }
}

impl Thread {
    fn json(&self) -> Value {
        json!({
            "slope": self.shown_slope(),
            "slope_error": self.slope.error(),
            "slope_interval": [self.slope.low, self.slope.high],
            "slope_by_cover": self.by_cover.map(|slope| json!({ "slope": slope.middle(), "error": slope.error() })),
            "exact": self.exact.as_ref().map(form_json),
            "per_column": self.per_column(),
            "per_column_exact": self.per_column_exact(),
            "thickness": {
                "vertical": total(self.parts.iter().map(|part| Some(part.vertical))),
                "horizontal": total(self.parts.iter().map(|part| part.horizontal)),
                "diagonal": total(self.parts.iter().map(|part| part.diagonal)),
            },
            "periodic": self.is_periodic(),
            "period": self.period().map(Period::json),
            "drifting": self.drifts(),
            "offsets": self.parts.iter().flat_map(|part| &part.strands).collect::<Vec<_>>(),
            "parts": self.parts.iter().map(Part::json).collect::<Vec<_>>(),
        })
    }
}

/// The sums of the parts' extremes: no line holds fewer or more.
fn total(mut parts: impl Iterator<Item = Option<Thickness>>) -> Option<Thickness> {
    parts.try_fold(Thickness { min: 0, max: 0 }, |sum, part| {
        part.map(|part| Thickness { min: sum.min + part.min, max: sum.max + part.max })
    })
}

impl Part {
    fn json(&self) -> Value {
        json!({
            "slope_interval": [self.slope.low, self.slope.high],
            "from": self.from,
            "count": self.count,
            "columns": self.columns,
            "per_column": self.per_column().to_f64(),
            "per_column_exact": self.per_column_exact(),
            "thickness": { "vertical": self.vertical, "horizontal": self.horizontal, "diagonal": self.diagonal },
            "period": self.period.map(Period::json),
            "quasi_period": self.quasi_period.map(|quasi| json!({
                "dx": quasi.dx, "dy": quasi.dy, "agree": quasi.agree, "of": quasi.of,
            })),
            "last": { "x": self.last.0, "low": self.last.1, "high": self.last.2 },
            "born": self.born,
            "merged": self.merged,
        })
    }
}

impl Period {
    /// dy/dx.
    pub fn slope(self) -> Ratio {
        Ratio::new(self.dy.into(), self.dx.into())
    }

    fn json(self) -> Value {
        json!({ "dx": self.dx, "dy": self.dy, "from": self.from })
    }
}

fn form_json(form: &Form) -> Value {
    json!({
        "value": form.value.to_string(),
        "coefficients": form.coefficients,
        "discriminant": form.discriminant,
        "search": form.search,
        "digits": form.digits,
        "digits_by_chance": form.by_chance,
        "odds": form.odds,
    })
}
