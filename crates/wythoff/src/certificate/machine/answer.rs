//! What a machine knows: palaces and palace numbers of W^k at heaps of any size.
//!
//! The window of a column is determined by x mod q and the last m letters that were read (docs/MACHINES.md, section 5).
//! These letters were written near column qx/p; so the way down to the first columns has O(log x) levels, and on each
//! of them a stretch of bounded length is needed. On the way up the machine writes them anew.
//!
//! The columns before x hold U(x) = kx − R(x) upper palaces, where R(x) sums the letters before x. With x₁ the column
//! of the level below, R(x) is U(x₁), but for a few rows that are looked at; so U(x) is an alternating sum of the
//! columns on the way down, and of small numbers that are found on the way up.

use std::sync::OnceLock;

use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;

use super::verify::{Machine, Step, verify};
use crate::certificate::answer::AnswerError;
use crate::certificate::columns::{Columns, Frame, Lines, STRETCH};
use crate::watch::{Watch, report};

/// The machines that are part of the library, by k.
const SHIPPED: [(u32, &str); 4] = [
    (11, include_str!("../../../proofs/machines/k011.json")),
    (65, include_str!("../../../proofs/machines/k065.json")),
    (76, include_str!("../../../proofs/machines/k076.json")),
    (80, include_str!("../../../proofs/machines/k080.json")),
];

static SOLUTIONS: [OnceLock<Solution>; SHIPPED.len()] = [const { OnceLock::new() }; SHIPPED.len()];

/// The k with a machine in the library.
pub fn shipped() -> impl Iterator<Item = u32> {
    SHIPPED.into_iter().map(|(k, _)| k)
}

/// Whether the library has a machine that writes W^k.
pub fn is_shipped(k: u32) -> bool {
    shipped().any(|shipped| shipped == k)
}

/// The name of the file with the machine of W^k.
pub fn file(k: u32) -> String {
    format!("proofs/machines/k{k:03}.json")
}

/// What stands in that file.
pub fn text(k: u32) -> Option<&'static str> {
    SHIPPED.into_iter().find(|&(shipped, _)| shipped == k).map(|(_, text)| text)
}

/// So many levels are done between two reports.
const LEVELS_AT_ONCE: usize = 64;

/// A window and a state of the reader.
type Reading = (u32, u32);

/// A machine, ready to be asked.
///
/// ```
/// use wythoff::Position;
/// use wythoff::certificate::Columns;
/// use wythoff::certificate::machine::answer::Solution;
/// use wythoff::exact::UBig;
///
/// let eleven = Solution::shipped(11).expect("W^11 is solved");
/// let far = Position::new(UBig::from(10_u8).pow(100), UBig::from(10_u8).pow(101));
/// assert!(eleven.deviation(&far, wythoff::UNWATCHED)? >= 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solution {
    machine: Machine,
    /// m: a window is determined by so many letters before it, and its phase.
    memory: usize,
    /// For each phase the windows with it, and with the states of the reader.
    by_phase: FxHashMap<u32, Vec<Reading>>,
    /// The windows after m letters, as far as they occur in the first columns, by the phase and the letters.
    known: FxHashMap<(u32, Box<[u32]>), u32>,
    /// All palaces of column x ≥ X lie in the rows from r(x) to r(x) + W − 1.
    width: u32,
    /// h of the first rows, at least of those of the first columns.
    letters: Vec<u32>,
    /// The windows of the columns from X on, as far as `before` goes.
    windows: Vec<u32>,
    /// The upper palaces in the columns before each of the first ones.
    before: Vec<u64>,
    /// The palaces on the diagonal y = x.
    on_diagonal: i64,
}

/// Some columns in a row, all of them from X on.
struct Stretch {
    /// The window of the first one.
    window: u32,
    /// What they read.
    letters: Vec<u32>,
}

/// A level on the way down.
struct Level {
    /// The columns that are wanted.
    length: usize,
    /// The phase of the column m columns before them.
    phase: u32,
    /// What the columns of the level below write before that column.
    skip: usize,
}

impl Solution {
    /// What the machine knows; `None` if its windows are not determined by so many letters before them, however many.
    pub fn new(machine: Machine) -> Option<Self> {
        let mut readings: Vec<Reading> =
            machine.states().iter().map(|[window, reader, _]| (*window, *reader)).collect();
        readings.dedup();
        let mut by_phase: FxHashMap<u32, Vec<Reading>> = FxHashMap::default();
        for reading in readings {
            by_phase.entry(machine.windows()[reading.0 as usize].phase).or_default().push(reading);
        }
        let memory = memory(&machine, &by_phase)?;
        let palaces = machine.steps().values().flat_map(|step| &step.palaces);
        let width = palaces.max().map_or(0, |last| last + 1);
        let mut solution = Self {
            machine,
            memory,
            by_phase,
            known: FxHashMap::default(),
            width,
            letters: Vec::new(),
            windows: Vec::new(),
            before: Vec::new(),
            on_diagonal: 0,
        };
        solution.run_first_columns();
        Some(solution)
    }

    /// The solution of W^k by a machine of the library, which is checked when it is first asked for.
    ///
    /// # Panics
    /// When its certificate is not valid, or its memory is not bounded; the tests check them all.
    pub fn shipped(k: u32) -> Option<&'static Self> {
        let index = SHIPPED.iter().position(|&(shipped, _)| shipped == k)?;
        let solution = || {
            let machine = verify(SHIPPED[index].1).expect("shipped certificates are valid");
            Self::new(machine).expect("shipped machines have a bounded memory")
        };
        Some(SOLUTIONS[index].get_or_init(solution))
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// m: the window of a column is determined by so many letters before it, and its phase.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// No stretch on the way down from one of [`STRETCH`] columns is longer: with L columns on a level there are at
    /// most (m + L)q/p + 2 on the next one, which is at most L if L(p − q) ≥ mq + 2p. p > q, as X < r(X).
    fn longest(&self) -> usize {
        let (p, q) = self.machine.slope();
        let (p, q) = (p as usize, q as usize);
        STRETCH.max((self.memory * q + 2 * p).div_ceil(p - q))
    }

    /// Fills the lists of the first columns: so far that what a stretch beyond them needs was written from column X on.
    fn run_first_columns(&mut self) {
        let first = self.machine.column() as usize;
        let mut letters = vec![0; first];
        for (x, palaces) in (0..).zip(self.machine.first_columns()) {
            for y in palaces {
                match letters.get_mut(*y as usize) {
                    Some(count) if *y > x => *count += 1,
                    Some(_) => self.on_diagonal += 1,
                    None => {}
                }
            }
            self.before.push(self.before.last().copied().unwrap_or(0));
            *self.before.last_mut().expect("just pushed") += palaces.len() as u64;
        }
        // Shifted: `before` counts the columns before each.
        self.before.insert(0, 0);
        letters.extend_from_slice(self.machine.word());
        let end = letters.len() + self.memory + self.longest() + 1;
        let mut window = 0;
        for x in first..end {
            let letter = letters[x];
            let step = self.step(window, letter);
            let palaces = step.palaces.len() as u64;
            letters.extend_from_slice(&step.written);
            let next = step.next;
            self.windows.push(window);
            self.before.push(self.before[x] + palaces);
            window = next;
        }
        self.windows.push(window);
        for (at, &window) in self.windows.iter().enumerate().skip(self.memory) {
            let before = self.windows[at - self.memory];
            let phase = self.machine.windows()[before as usize].phase;
            self.known.insert((phase, letters[first + at - self.memory..first + at].into()), window);
        }
        self.letters = letters;
    }

    fn step(&self, window: u32, letter: u32) -> &Step {
        self.machine.steps().get(&(window, letter)).expect("the machine is closed")
    }

    fn frame(&self) -> Frame {
        Frame { slope: self.machine.slope(), offset: self.machine.offset() }
    }

    /// The columns from x ≥ X on, at most [`STRETCH`] of them; and how many upper palaces the columns before x hold.
    fn descend(&self, x: &UBig, length: usize, watch: &dyn Watch) -> Result<(Stretch, UBig), AnswerError> {
        let first = self.machine.column() as usize;
        let (mut x, mut length, mut levels) = (x.clone(), length, Vec::new());
        // U(x) of the column that was asked for is this, and U(x) of the column that is looked at, with the sign.
        let (mut upper, mut sign) = (IBig::ZERO, IBig::ONE);
        let known = loop {
            if levels.len().is_multiple_of(LEVELS_AT_ONCE) {
                report(watch, levels.len() as u64, levels.len() as u64 + 1)?;
            }
            // `before` has an entry for each of the first columns, and one more.
            let known = usize::try_from(&x).ok().filter(|x| x + length < self.before.len());
            if let Some(known) = known {
                break known;
            }
            let from = &x - self.memory;
            let last = &x + length - 1_u8;
            let below = self.frame().column_at(0, &from);
            let end = self.frame().column_at(0, &last);
            let skip = &from - self.frame().row_at(&below);
            levels.push(Level {
                length,
                phase: &from % self.machine.slope().1,
                skip: usize::try_from(skip).expect("a column writes few rows"),
            });
            // U(x) = kx − R(x), and R(x) is U(x₁) and small numbers, which are added on the way up.
            upper += &sign * IBig::from(&x * self.machine.k());
            sign = -sign;
            length = usize::try_from(end - &below).expect("stretches are short") + 1;
            x = below;
        };
        upper += &sign * IBig::from(self.before[known]);
        let mut stretch =
            Stretch { window: self.windows[known - first], letters: self.letters[known..known + length].to_vec() };
        for (at, level) in levels.iter().enumerate().rev() {
            if at.is_multiple_of(LEVELS_AT_ONCE) {
                report(watch, 2 * levels.len() as u64 - at as u64, 2 * levels.len() as u64)?;
            }
            let rows = &self.machine.windows()[stretch.window as usize].rows;
            let unfinished: i64 = rows.iter().map(|count| i64::from(*count)).sum();
            let (mut window, mut written) = (stretch.window, Vec::new());
            for letter in stretch.letters {
                let step = self.step(window, letter);
                written.extend_from_slice(&step.written);
                window = step.next;
            }
            let (passed, wanted) = written.split_at(level.skip + self.memory);
            // R(x) = U(x₁) − δ − the rows of its window + the letters up to x. The sign is that of U(x₁), whose
            // own part of R(x) is in `upper`.
            let more = passed.iter().map(|letter| i64::from(*letter)).sum::<i64>() - unfinished - self.on_diagonal;
            upper += &sign * IBig::from(more);
            sign = -sign;
            stretch = Stretch {
                window: self.remembered(level.phase, &passed[level.skip..]),
                letters: wanted[..level.length].to_vec(),
            };
        }
        Ok((stretch, UBig::try_from(upper).expect("a count is not negative")))
    }

    /// The window after m letters, the first of which is read in this phase.
    fn remembered(&self, phase: u32, letters: &[u32]) -> u32 {
        if let Some(window) = self.known.get(&(phase, letters.into())) {
            return *window;
        }
        let mut readings = self.by_phase.get(&phase).expect("every phase has a window").clone();
        for letter in letters {
            readings = readings.iter().filter_map(|reading| after(&self.machine, *reading, *letter)).collect();
            readings.sort_unstable();
            readings.dedup();
        }
        readings[0].0
    }

    /// Shows the steps of the columns from x ≥ X on, with their number and the rows from r(x) to theirs.
    fn walk(
        &self,
        x: &UBig,
        length: usize,
        watch: &dyn Watch,
        mut visit: impl FnMut(usize, usize, &Step),
    ) -> Result<(), AnswerError> {
        let mut down = 0;
        for done in (0..length).step_by(STRETCH) {
            let Stretch { mut window, letters } = self.descend(&(x + done), STRETCH.min(length - done), watch)?.0;
            for (letter, index) in letters.into_iter().zip(done..) {
                let step = self.step(window, letter);
                visit(index, down, step);
                down += step.written.len();
                window = step.next;
            }
        }
        Ok(())
    }

    /// The x of the upper palaces on these lines, those with y = x left out when they are rows.
    fn lines(&self, lines: Lines<'_>, watch: &dyn Watch) -> Result<Vec<Vec<UBig>>, AnswerError> {
        let mut found = lines.in_first_columns(self.machine.first_columns());
        let (low, length) = self.frame().columns(self.machine.column(), self.width, lines);
        let start = lines.through(&low, self.frame().row_at(&low));
        self.walk(&low, length, watch, |index, down, step| {
            for place in &step.palaces {
                let at = start.checked_add_unsigned(down - lines.slant as usize * index + *place as usize);
                let xs = at.and_then(|at| found.get_mut(usize::try_from(at).ok()?));
                if let Some(xs) = xs {
                    xs.push(&low + index);
                }
            }
        })?;
        Ok(found)
    }
}

impl Columns for Solution {
    fn k(&self) -> u32 {
        self.machine.k()
    }

    fn column(&self, x: &UBig, watch: &dyn Watch) -> Result<Vec<UBig>, AnswerError> {
        if let Some(first) = usize::try_from(x).ok().and_then(|x| self.machine.first_columns().get(x)) {
            return Ok(first.iter().map(|y| UBig::from(*y)).collect());
        }
        let (r, mut column) = (self.frame().row_at(x), Vec::new());
        self.walk(x, 1, watch, |_, _, step| column.extend(step.palaces.iter().map(|place| &r + *place)))?;
        Ok(column)
    }

    fn upper_before(&self, x: &UBig, watch: &dyn Watch) -> Result<UBig, AnswerError> {
        match usize::try_from(x).ok().and_then(|x| self.before.get(x)) {
            Some(count) => Ok((*count).into()),
            None => Ok(self.descend(x, 1, watch)?.1),
        }
    }

    fn rows(&self, y: &UBig, count: usize, watch: &dyn Watch) -> Result<Vec<Vec<UBig>>, AnswerError> {
        self.lines(Lines { from: y, count, slant: 0 }, watch)
    }

    fn diagonals(&self, d: &UBig, count: usize, watch: &dyn Watch) -> Result<Vec<Vec<UBig>>, AnswerError> {
        self.lines(Lines { from: d, count, slant: 1 }, watch)
    }
}

/// What follows when a letter is read, if it may be.
fn after(machine: &Machine, (window, reader): Reading, letter: u32) -> Option<Reading> {
    let reader = machine.language()[reader as usize].get(&letter)?;
    Some((machine.steps().get(&(window, letter))?.next, *reader))
}

/// m, by the longest path through pairs of readings with different windows and the same phase; `None` if there is a
/// cycle.
fn memory(machine: &Machine, by_phase: &FxHashMap<u32, Vec<Reading>>) -> Option<usize> {
    type Pair = (Reading, Reading);
    let following = |(one, other): Pair| -> Vec<Pair> {
        let letters = machine.language()[one.1 as usize].keys();
        let both = letters.filter_map(|letter| Some((after(machine, one, *letter)?, after(machine, other, *letter)?)));
        both.filter(|(one, other)| one.0 != other.0).map(|(one, other)| (one.min(other), one.max(other))).collect()
    };
    // The edges of the longest path from each pair; `None` while the search is below it.
    let mut longest: FxHashMap<Pair, Option<usize>> = FxHashMap::default();
    for readings in by_phase.values() {
        let pairs = readings.iter().flat_map(|one| readings.iter().map(move |other| (*one, *other)));
        for pair in pairs.filter(|(one, other)| one.0 < other.0) {
            let mut stack = vec![pair];
            while let Some(&pair) = stack.last() {
                if let Some(Some(_)) = longest.get(&pair) {
                    stack.pop();
                    continue;
                }
                let next = following(pair);
                if longest.insert(pair, None).is_none() {
                    // Seen for the first time: what follows comes first.
                    if next.iter().any(|next| longest.get(next) == Some(&None)) {
                        return None;
                    }
                    stack.extend(next.into_iter().filter(|next| !longest.contains_key(next)));
                } else {
                    let below = next.iter().filter_map(|next| longest.get(next).copied().flatten());
                    longest.insert(pair, Some(below.map(|edges| edges + 1).max().unwrap_or(0)));
                    stack.pop();
                }
            }
        }
    }
    Some(longest.into_values().flatten().max().unwrap_or(0) + 1)
}
