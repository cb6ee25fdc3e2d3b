//! The rows of a table by a formula, from any row on, at a cost that does not depend on how far out they are.
//!
//! Row n of a table is the n-th P-position in the order of (x, y); of a symmetric game only those with x ≤ y count. For
//! each kind of set there is a way to find row n, and a way to go on from there:
//!
//! - **Threads**: a thread's members come in order. How many lie before a column is seen by inverting its Beatty
//!   sequence, so the column of row n is found by halving; from there on the threads are merged.
//! - **Windows**: row n is (a_n, b_n).
//! - **Steps**: columns have as many rows as a formula says, and row by row, too.
//! - **Proved**, **Written** and **Drift**: columns are listed one by one. The columns before x hold kx palaces. Those
//!   with y < x are mirror images of those with x < y in the same square, which a certificate counts.
//! - A comply game has infinitely many P-positions in column 0: all that the set does not hold.

use std::collections::{BTreeSet, VecDeque};

use dashu_int::{IBig, UBig};

use super::proved::{Drifting, Proved, Written};
use super::threads::{BeattyThread, Threads};
use super::{Closed, Formula};
use crate::engine::{SolveError, report};
use crate::exact::{DiagonalPairs, Pairs};
use crate::game::{Game, Rules, Twist};
use crate::position::{Position, Tokens};
use crate::watch::Watch;

/// The most rows that are found at once.
const AT_ONCE: usize = 1 << 14;

/// Rows of a table, one part after the other.
pub(crate) trait TableRows<T: Tokens> {
    /// Adds the next rows, at least one, unless there are no more. What was found before an error is added, too.
    ///
    /// # Errors
    /// When a heap does not fit its type, the windows of the algorithm are too large, or the work is stopped.
    fn more(&mut self, watch: &dyn Watch, rows: &mut Vec<Position<T>>) -> Result<(), SolveError>;
}

/// The rows of the table of `game` from row `first` on, if a formula for them is known.
///
/// # Errors
/// When the first row takes too long to find.
pub(crate) fn rows<T: Tokens>(
    game: &Game,
    first: &UBig,
    watch: &dyn Watch,
) -> Result<Option<Box<dyn TableRows<T> + Send>>, SolveError> {
    let Some((rules, formula)) = Formula::of_starts(game) else { return Ok(None) };
    if matches!(rules.twist, Twist::Comply { .. }) {
        return Ok(Some(Box::new(Complement::new(&rules, formula, first, watch)?)));
    }
    Ok(Some(match formula {
        Formula::Windows { m, p } => Box::new(Windows::new(m, p, first.clone())),
        Formula::Steps { k } => Box::new(Steps::new(k, first)?),
        Formula::Proved { k } => Box::new(Listed::new(Proved::new(k), first, watch)?),
        Formula::Written { k } => Box::new(Listed::new(Written::new(k).ok_or(SolveError::NoFormula)?, first, watch)?),
        Formula::Drift => Box::new(Listed::new(Drifting::new().ok_or(SolveError::NoFormula)?, first, watch)?),
        _ => Box::new(Merged::new(formula.threads().ok_or(SolveError::NoFormula)?, game.is_symmetric(), first)?),
    }))
}

/// The heap as the type that is asked for.
fn fitted<T: Tokens>(heap: UBig) -> Result<T, SolveError> {
    T::from_exact(heap).ok_or(SolveError::HeapTooLarge)
}

/// The last x with `before(x)` ≤ n, where `before` counts the rows in the columns before x: it does not decrease, and
/// exceeds n somewhere. The counts grow almost evenly, so a straight line between two of them leads near the place, and
/// from there steps that double lead past it.
fn last_column(n: &UBig, mut before: impl FnMut(&UBig) -> Result<UBig, SolveError>) -> Result<UBig, SolveError> {
    // Most sets have a row in each column or more.
    let start = n + 1_u8;
    let (mut low, mut above) = ((UBig::ZERO, UBig::ZERO), (start.clone(), before(&start)?));
    while above.1 <= *n {
        let further = &above.0 * 2_u8;
        low = above;
        above = (further.clone(), before(&further)?);
    }
    while &low.0 + 1_u8 < above.0 {
        let width = &above.0 - &low.0;
        // The count is at most n at the one end and more at the other, so there is something to divide by.
        let along = (n - &low.1) * &width / (&above.1 - &low.1);
        let guess = &low.0 + along.clamp(UBig::ONE, width - 1_u8);
        let count = before(&guess)?;
        let is_low = count <= *n;
        *(if is_low { &mut low } else { &mut above }) = (guess, count);
        let mut step = UBig::ONE;
        loop {
            let next = if is_low { &low.0 + &step } else { above.0.minus(&step).unwrap_or(UBig::ZERO) };
            if next <= low.0 || next >= above.0 {
                break;
            }
            let count = before(&next)?;
            let is_still_low = count <= *n;
            *(if is_still_low { &mut low } else { &mut above }) = (next, count);
            if is_still_low != is_low {
                break;
            }
            step *= 2_u8;
        }
    }
    Ok(low.0)
}

/// The pairs of `diagonal-blocking`.
enum Windows {
    /// From the first one on.
    Stream(DiagonalPairs),
    /// From this index on.
    From(Pairs, UBig),
}

impl Windows {
    fn new(m: u32, p: u32, first: UBig) -> Self {
        if first.is_zero() { Self::Stream(DiagonalPairs::new(m, p)) } else { Self::From(Pairs::new(m, p), first) }
    }
}

impl<T: Tokens> TableRows<T> for Windows {
    fn more(&mut self, watch: &dyn Watch, rows: &mut Vec<Position<T>>) -> Result<(), SolveError> {
        match self {
            Self::Stream(stream) => {
                report(watch, 0, 1)?;
                let before = rows.len();
                rows.extend(stream.by_ref().take(AT_ONCE).map(|(a, b)| Position::new(T::from(a), T::from(b))));
                // The stream ends where 64 bits do.
                if rows.len() == before { Err(SolveError::HeapTooLarge) } else { Ok(()) }
            }
            Self::From(pairs, index) => {
                for a in pairs.a(index, AT_ONCE, watch)?.values() {
                    let b = &a + pairs.difference(index);
                    rows.push(Position::new(fitted(a)?, fitted(b)?));
                    *index += 1_u8;
                }
                Ok(())
            }
        }
    }
}

/// The rows of `nim-blocking`. With h = ⌊k/2⌋, column x has ⌈k/2⌉ + max(0, h − x) of them: y = x + s for each s up to
/// k − 2x − 1, and from there on for each second one below k. (Without the first part, that is for x ≥ h, s begins with
/// the one of 0 and 1 that has the parity of k − 1.)
struct Steps {
    k: u64,
    x: UBig,
    /// The rows of the column that were given.
    given: u64,
}

impl Steps {
    fn new(k: u32, first: &UBig) -> Result<Self, SolveError> {
        let k = u64::from(k);
        let x = last_column(first, |x| Ok(Self::before(k, x)))?;
        let given = u64::try_from(first - Self::before(k, &x)).expect("a column has at most k rows");
        Ok(Self { k, x, given })
    }

    /// The rows in the columns before x.
    fn before(k: u64, x: &UBig) -> UBig {
        let half = UBig::from(k / 2);
        let short = x.clone().min(half.clone());
        // h + (h − 1) + … as far as there are columns.
        let more = if short.is_zero() { UBig::ZERO } else { &short * &half - &short * (&short - 1_u8) / 2_u8 };
        x * UBig::from(k.div_ceil(2)) + more
    }

    /// How far the row with this number in its column is from the diagonal; `None` after the last one.
    fn step(&self) -> Option<u64> {
        let k = self.k;
        let short = u64::try_from(&self.x).ok().filter(|x| *x < k / 2);
        let every = short.map(|x| k - 2 * x - 1);
        let step = match every {
            Some(every) if self.given <= every => self.given,
            Some(every) => every + 2 * (self.given - every),
            None => (k - 1) % 2 + 2 * self.given,
        };
        (step < k).then_some(step)
    }
}

impl<T: Tokens> TableRows<T> for Steps {
    fn more(&mut self, watch: &dyn Watch, rows: &mut Vec<Position<T>>) -> Result<(), SolveError> {
        report(watch, 0, 1)?;
        for _ in 0..AT_ONCE {
            let step = self.step().unwrap_or_else(|| {
                self.x += 1_u8;
                self.given = 0;
                self.step().expect("each column has a row")
            });
            rows.push(Position::new(fitted(self.x.clone())?, fitted(&self.x + step)?));
            self.given += 1;
        }
        Ok(())
    }
}

/// All y of column 0 that a set does not hold.
struct Complement {
    /// The y that the set holds and that are still to come.
    held: VecDeque<UBig>,
    y: UBig,
}

impl Complement {
    fn new(rules: &Rules, formula: Formula, first: &UBig, watch: &dyn Watch) -> Result<Self, SolveError> {
        // Of Nim a whole stretch, which may be long.
        let (mut y, mut held) = if let Formula::Steps { k } = formula {
            (first + k, VecDeque::new())
        } else {
            let mut closed = Closed::new(rules.clone(), formula).ok_or(SolveError::NoFormula)?;
            // No game has numbers of more than 64 bits in its rules.
            let far = UBig::ZERO..UBig::ONE << 80;
            let found = closed.members.on_column(&UBig::ZERO, &far, watch)?;
            let held: BTreeSet<UBig> = found.into_iter().map(|at| at.y).collect();
            (first.clone(), held.into_iter().collect())
        };
        while held.front().is_some_and(|held| *held <= y) {
            held.pop_front();
            y += 1_u8;
        }
        Ok(Self { held, y })
    }
}

impl<T: Tokens> TableRows<T> for Complement {
    fn more(&mut self, watch: &dyn Watch, rows: &mut Vec<Position<T>>) -> Result<(), SolveError> {
        report(watch, 0, 1)?;
        for _ in 0..AT_ONCE {
            rows.push(Position::new(T::from(0), fitted(self.y.clone())?));
            self.y += 1_u8;
            while self.held.front() == Some(&self.y) {
                self.held.pop_front();
                self.y += 1_u8;
            }
        }
        Ok(())
    }
}

/// A set whose columns can be listed and counted.
pub(super) trait CountedColumns {
    /// The y ≥ x of its members, in order.
    fn upper(&mut self, x: &UBig, watch: &dyn Watch) -> Result<Vec<UBig>, SolveError>;

    /// How many upper members the columns before x hold.
    fn before(&mut self, x: &UBig, watch: &dyn Watch) -> Result<UBig, SolveError>;
}

/// Column by column.
struct Listed<C> {
    columns: C,
    x: UBig,
    /// The rows of the first column that are not wanted.
    skip: usize,
}

impl<C: CountedColumns> Listed<C> {
    fn new(mut columns: C, first: &UBig, watch: &dyn Watch) -> Result<Self, SolveError> {
        let x = last_column(first, |x| {
            report(watch, 0, 1)?;
            columns.before(x, watch)
        })?;
        let skip = first - columns.before(&x, watch)?;
        Ok(Self { columns, x, skip: usize::try_from(skip).expect("a column has at most k rows") })
    }
}

impl<T: Tokens, C: CountedColumns> TableRows<T> for Listed<C> {
    fn more(&mut self, watch: &dyn Watch, rows: &mut Vec<Position<T>>) -> Result<(), SolveError> {
        let before = rows.len();
        while rows.len() == before {
            let x = fitted::<T>(self.x.clone())?;
            for y in self.columns.upper(&self.x, watch)?.into_iter().skip(self.skip) {
                rows.push(Position::new(x.clone(), fitted(y)?));
            }
            self.x += 1_u8;
            self.skip = 0;
        }
        Ok(())
    }
}

/// The members of several threads, in order.
struct Merged<T: Tokens> {
    threads: Vec<Cursor<T>>,
    /// The first ones that are not wanted: fewer than a column has.
    skip: UBig,
}

/// A thread, and what is at hand of it.
struct Cursor<T: Tokens> {
    thread: BeattyThread,
    /// The index of the first member that is not at hand.
    next: IBig,
    at_hand: VecDeque<Position<T>>,
}

impl<T: Tokens> Merged<T> {
    fn new(threads: Threads, symmetric: bool, first: &UBig) -> Result<Self, SolveError> {
        // A thread and its mirror image are both there where the game is symmetric, and the first one is upper.
        let mut threads: Vec<BeattyThread> = threads.0.into_iter().filter(|one| !(symmetric && one.mirrored)).collect();
        let cursor = |thread: BeattyThread, next: IBig| Cursor { thread, next, at_hand: VecDeque::new() };
        if let [_] = threads[..] {
            let thread = threads.swap_remove(0);
            let next = &thread.first + IBig::from(first.clone());
            return Ok(Self { threads: vec![cursor(thread, next)], skip: UBig::ZERO });
        }
        let before = |x: &UBig| threads.iter().map(|thread| thread.members_before(x)).sum::<UBig>();
        let x = last_column(first, |x| Ok(before(x)))?;
        let skip = first - before(&x);
        let from = |thread: BeattyThread| {
            let next = thread.first_from(&x);
            cursor(thread, next)
        };
        Ok(Self { threads: threads.into_iter().map(from).collect(), skip })
    }

    fn next(&mut self) -> Result<Position<T>, SolveError> {
        for cursor in &mut self.threads {
            if cursor.at_hand.is_empty() {
                cursor.fill()?;
            }
        }
        let least = self.threads.iter_mut().filter(|cursor| !cursor.at_hand.is_empty());
        let least = least.min_by(|one, other| one.at_hand[0].cmp(&other.at_hand[0]));
        least.and_then(|cursor| cursor.at_hand.pop_front()).ok_or(SolveError::NoFormula)
    }
}

impl<T: Tokens> Cursor<T> {
    fn fill(&mut self) -> Result<(), SolveError> {
        let found = self.thread.stretch(&self.next, AT_ONCE)?;
        self.next += found.len();
        self.at_hand.extend(found);
        Ok(())
    }
}

impl<T: Tokens> TableRows<T> for Merged<T> {
    fn more(&mut self, watch: &dyn Watch, rows: &mut Vec<Position<T>>) -> Result<(), SolveError> {
        report(watch, 0, 1)?;
        while !self.skip.is_zero() {
            self.next()?;
            self.skip -= 1_u8;
        }
        if let [alone] = &mut self.threads[..] {
            if alone.at_hand.is_empty() {
                alone.fill()?;
            }
            rows.extend(alone.at_hand.drain(..));
            return Ok(());
        }
        for _ in 0..AT_ONCE {
            rows.push(self.next()?);
        }
        Ok(())
    }
}
