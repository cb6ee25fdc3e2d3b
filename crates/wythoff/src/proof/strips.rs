//! The search for strips: W^k whose palaces all lie in strips of bounded width, the innermost of which a finite machine
//! writes, whatever words of some language it reads (docs/STRIPS.md).
//!
//! The threads beyond the innermost (or beyond those of its strands that drift), their counts and periods are
//! measured ([`threads::measure`], or palace by palace where each column has as many as the last); what they leave
//! in rows and on diagonals is read off the first columns, and so is what finished rows of the machine hold at
//! least. The language is all words whose every L letters in a row are in a set F. F is the least set that the
//! machine needs: at first the words of the first rows, then also what the machine writes having read words of the
//! language, until it writes nothing new. L is the first number for which this ends, and the machine is nowhere
//! steeper than its neighbour.

use std::collections::{BTreeMap, VecDeque};

use dashu_int::ops::Gcd;
use rustc_hash::{FxHashMap, FxHashSet};

use super::machine::{Board, Language, raise};
use super::patience::Patience;
use crate::certificate::strips::verify;
use crate::certificate::{STRIPS_FORMAT, StripFile, StripsFile};
use crate::engine::SolveError;
use crate::structure::ratio::Ratio;
use crate::structure::threads::{self, Part, Period, Strand};
use crate::watch::Watch;

/// The most letters in a row that a language looks at.
const LONGEST: usize = 18;

/// The most finished rows that a machine keeps in sight.
const KEPT: u32 = 64;

/// The most states of the machine with its reader and its writer.
const STATES: usize = 1 << 19;

/// So many numbers of rows to keep are tried, from the first with which the machine follows the board.
const TRIED: usize = 8;

/// The most windows of the machine, when it follows the board.
const WINDOWS: usize = 1 << 17;

/// A machine that reads a language has at most so many times the windows that the board shows, and 256 more.
const MORE: usize = 8;

/// The longest list that stands for what strips leave.
const PERIOD: u64 = 1 << 18;

/// The columns with which a machine may start.
const STARTS: [usize; 16] =
    [60, 125, 250, 500, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 11_000, 15_000, 20_000, 25_000, 35_000];

/// A walk that takes more places is none, and so is a frame that moves on by so many rows.
const FAR: usize = 1000;

/// Looks for strips to which all palaces of W^k keep, having seen so many columns.
///
/// ```
/// use wythoff::proof::find_strips;
/// let strips = find_strips(55, 4000, wythoff::UNWATCHED)?.expect("the palaces of W^55 keep to strips");
/// assert_eq!(strips.strips.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When k is out of range, there are too few columns to tell threads apart, or the watcher stops the search.
pub fn find_strips(k: u64, columns: u32, watch: &dyn Watch) -> Result<Option<StripsFile>, SolveError> {
    let threads = threads::measure(k, columns.into(), watch)?.threads;
    let board = Board::new(k, columns, watch)?;
    let of_threads = || {
        let mut parts = threads.iter().flat_map(|thread| &thread.parts);
        // The machine writes the innermost thread; where its strands drift, up to the last of these.
        let inner = parts.next()?;
        Outer::beyond_drift(inner).into_iter().chain(parts.map(Outer::measured)).collect::<Option<Vec<Outer>>>()
    };
    let Some(outer) = Outer::one_by_one(&board).or_else(of_threads) else { return Ok(None) };
    let patience = Patience::new(watch, STARTS.len());
    let search = Search::new(&board, &outer, &patience);
    let starts = || STARTS.into_iter().enumerate();
    let found = search.and_then(|search| starts().find_map(|(number, start)| search.from(number, start, &outer)));
    Ok(patience.end(found)?)
}

/// A thread that repeats itself.
struct Outer {
    palaces: u32,
    dx: u64,
    dy: u64,
}

impl Outer {
    /// The slope of its line, in lowest terms.
    fn slope(&self) -> (u64, u64) {
        let common = self.dx.gcd(self.dy);
        (self.dy / common, self.dx / common)
    }

    /// The least c such that ⌊px/q⌋ − c is at most the row of each of its palaces from a column on; in each column so
    /// many palaces lie beyond it.
    fn offset(&self, board: &Board, start: usize, beyond: u32) -> Option<u64> {
        let (p, q) = self.slope();
        let mut offset = 0;
        for (x, column) in board.columns.iter().enumerate().skip(start) {
            let first = column.len().checked_sub((beyond + self.palaces) as usize)?;
            offset = offset.max((p * x as u64 / q).saturating_sub(column[first].into()));
        }
        Some(offset)
    }
}

impl Outer {
    /// Where each column has as many palaces as the next, and each of these its own period: the runs of palaces with
    /// one slope, but for the innermost. A period may be as long as a quarter of the columns.
    fn one_by_one(board: &Board) -> Option<Vec<Self>> {
        let last = &board.columns[board.columns.len() / 2..];
        let count = last.first()?.len();
        if count == 0 || last.iter().any(|column| column.len() != count) {
            return None;
        }
        let mut runs: Vec<Self> = Vec::new();
        for place in 0..count {
            // From a column to the next a palace may come to a row further up.
            let step = |pair: &[Vec<u32>]| i64::from(pair[1][place]) - i64::from(pair[0][place]);
            let steps: Vec<i64> = last.windows(2).map(step).collect();
            let period = repetition(&steps)?;
            let dx = period as u64;
            let dy = u64::try_from(steps[..period].iter().sum::<i64>()).ok().filter(|dy| *dy > dx)?;
            let one = Self { palaces: 1, dx, dy };
            match runs.last_mut().filter(|run| run.slope() == one.slope()) {
                Some(run) => {
                    run.dx = least_common(run.dx, dx);
                    run.dy = run.dx / dx * dy;
                    run.palaces += 1;
                }
                None => runs.push(one),
            }
        }
        Some(runs.split_off(1))
    }

    fn measured(part: &Part) -> Option<Self> {
        let period = part.period?;
        let palaces = u32::try_from(part.vertical.max).ok()?;
        (part.vertical.min == part.vertical.max && period.dy > period.dx).then_some(Self {
            palaces,
            dx: period.dx,
            dy: period.dy,
        })
    }

    /// The strands of a thread that lie beyond all that drift.
    fn beyond_drift(part: &Part) -> Vec<Option<Self>> {
        let drifts = |strand: &Strand| strand.drift != Ratio::ZERO;
        let Some(last) = part.strands.iter().rposition(drifts) else { return Vec::new() };
        let outer = |strand: &Strand| {
            let Period { dx, dy, .. } = part.period?;
            let palaces = u32::try_from(strand.per_column.num()).ok()?;
            (strand.per_column.den() == 1 && dy > dx).then_some(Self { palaces, dx, dy })
        };
        part.strands[last + 1..].iter().map(outer).collect()
    }
}

/// How many palaces something leaves in rows and on diagonals.
#[derive(Clone)]
struct Words {
    rows: Vec<u32>,
    diagonals: Vec<u32>,
}

/// What is known before the machine is looked for.
struct Search<'b> {
    board: &'b Board,
    patience: &'b Patience<'b>,
    /// The strips beyond the machine's, the nearest first; the offsets come later.
    strips: Vec<StripFile>,
    /// What they leave.
    words: Words,
    /// V behind the machine's strip.
    level: u32,
    /// What finished rows and diagonals hold at least.
    row: u32,
    diagonal: u32,
}

/// The least number after which a list repeats itself, if it does so at least once.
fn repetition(list: &[i64]) -> Option<usize> {
    // How many of the first entries are the last ones up to each place, as Knuth, Morris and Pratt look for words.
    let (mut borders, mut border) = (vec![0], 0);
    for place in 1..list.len() {
        while border > 0 && list[place] != list[border] {
            border = borders[border - 1];
        }
        border += usize::from(list[place] == list[border]);
        borders.push(border);
    }
    let period = list.len() - borders.last()?;
    (2 * period <= list.len()).then_some(period)
}

/// The least number after which a sequence repeats itself, among the divisors of one that does.
fn least_period(list: &[u32], period: u64) -> Option<u64> {
    let repeats = |period: u64| {
        let period = usize::try_from(period).unwrap_or(usize::MAX);
        list.len() >= 2 * period && list.iter().zip(&list[period..]).all(|(one, other)| one == other)
    };
    (1..=period.min(PERIOD)).filter(|divisor| period.is_multiple_of(*divisor)).find(|divisor| repeats(*divisor))
}

/// The list whose entry at y modulo its length is that of row y, from what the rows from `first` on hold.
fn by_residue(list: &[u32], first: usize, period: u64) -> Vec<u32> {
    let period = usize::try_from(period).expect("periods are small");
    (0..period).map(|residue| list[(residue + period - first % period) % period]).collect()
}

fn least_common(a: u64, b: u64) -> u64 {
    a / a.gcd(b) * b
}

impl<'b> Search<'b> {
    /// Reads off what the outer strips leave, in the second half of the columns.
    fn new(board: &'b Board, outer: &[Outer], patience: &'b Patience<'b>) -> Option<Self> {
        let count = board.columns.len();
        let middle = count / 2;
        let mut words = Words { rows: vec![0], diagonals: vec![0] };
        let (mut strips, mut level) = (VecDeque::new(), board.k);
        // What the strips so far hold, in the rows and on the diagonals.
        let (mut in_rows, mut on_diagonals) = (vec![0_u32; 3 * count], vec![0_u32; 2 * count]);
        for strip in outer.iter().rev() {
            let Outer { palaces, dx, dy } = *strip;
            let (p, q) = strip.slope();
            let beyond = board.k - level;
            // Its first columns may be out of order; the rows that are looked at get nothing from these.
            for (x, column) in board.columns.iter().enumerate().skip(count / 8) {
                let end = column.len().checked_sub(beyond as usize)?;
                for y in column.get(end.checked_sub(palaces as usize)?..end)? {
                    *in_rows.get_mut(*y as usize)? += 1;
                    *on_diagonals.get_mut(*y as usize - x)? += 1;
                }
            }
            let offset = strip.offset(board, middle, beyond)?;
            let frame = |x: usize| usize::try_from((p * x as u64 / q).checked_sub(offset)?).ok();
            let (first, last) = (frame(middle)?, frame(count)?);
            let list = in_rows.get(first..last)?;
            let rows = by_residue(list, first, least_period(list, least_common(words.rows.len() as u64, dy))?);
            let first = first.checked_sub(middle)?;
            let list = on_diagonals.get(first..last.checked_sub(count)?)?;
            let diagonals =
                by_residue(list, first, least_period(list, least_common(words.diagonals.len() as u64, dy - dx))?);
            // So many periods of the strip, until all that it meets and leaves is in the same phase.
            let times = [(&words.rows, dy), (&rows, dy), (&words.diagonals, dy - dx), (&diagonals, dy - dx)];
            let times = times.map(|(list, lines)| list.len() as u64 / (list.len() as u64).gcd(lines));
            let period = dx * times.into_iter().fold(1, least_common);
            level = level.checked_sub(palaces)?;
            strips.push_front(StripFile {
                slope: [u32::try_from(p).ok()?, u32::try_from(q).ok()?],
                offset: 0,
                palaces,
                period: u32::try_from(period).ok().filter(|period| *period < 1 << 20)?,
                rows: rows.clone(),
                diagonals: diagonals.clone(),
            });
            words = Words { rows, diagonals };
        }
        let row = *board.h[middle..].iter().min()?;
        let diagonal = board.k.saturating_sub(2 * row);
        Some(Self { board, patience, strips: strips.into(), words, level, row, diagonal })
    }

    /// The strips from a column on, which is the `number`-th that is tried.
    fn from(&self, number: usize, start: usize, outer: &[Outer]) -> Option<StripsFile> {
        self.patience.attempt(number)?;
        let board = self.board;
        if start >= board.columns.len() / 2 {
            return None;
        }
        let (mut strips, mut beyond) = (self.strips.clone(), 0);
        for (strip, file) in outer.iter().zip(&mut strips).rev() {
            file.offset = u32::try_from(strip.offset(board, start, beyond)?).ok()?;
            beyond += strip.palaces;
        }
        // What the columns before hold.
        let (mut rows, mut diagonals) = (Vec::new(), Vec::new());
        for (x, column) in board.columns[..start].iter().enumerate() {
            for y in column {
                raise(&mut rows, *y as usize);
                raise(&mut diagonals, *y as usize - x);
            }
        }
        let count = |list: &[u32], at: usize| list.get(at).copied().unwrap_or(0);
        let finished = (start..=rows.len())
            .take_while(|y| count(&rows, *y) >= self.row)
            .take_while(|y| *y == start || count(&diagonals, y - 1 - start) >= self.diagonal)
            .count();
        let next = strips.first().map_or(usize::MAX, |strip| {
            let [p, q] = strip.slope.map(u64::from);
            usize::try_from((p * start as u64 / q).saturating_sub(strip.offset.into())).unwrap_or(usize::MAX)
        });
        let mut tried = 0;
        for keep in 0..=KEPT {
            let frame = start + finished.checked_sub(keep as usize).filter(|rows| *rows > 0)?;
            let window = self.window(&rows, &diagonals, start, frame, next)?;
            let machine = Machine::new(self, keep, window.clone());
            let Some(seen) = machine.run(&board.h[start..], frame - start) else { continue };
            tried += 1;
            if tried > TRIED {
                break;
            }
            let word = board.h.get(start..frame)?;
            let mut before = Vec::new();
            for length in 1..=LONGEST {
                let machine = Machine { most: MORE * seen + 256, ..Machine::new(self, keep, window.clone()) };
                let Some(language) = machine.language(word, length) else { continue };
                // Longer words do not always tell more.
                if language == before {
                    continue;
                }
                before.clone_from(&language);
                let file = StripsFile {
                    format: STRIPS_FORMAT.to_owned(),
                    k: board.k,
                    column: u32::try_from(start).ok()?,
                    frame: u32::try_from(frame).ok()?,
                    row: self.row,
                    diagonal: self.diagonal,
                    keep,
                    strips: strips.clone(),
                    language,
                };
                // What may still be wrong: the strips come too near to each other, or the start is too far out.
                if verify(file.to_json()).is_ok() {
                    return Some(file);
                }
            }
        }
        None
    }

    /// What the machine's frame shows at its start; `None` if the next strip lies behind the diagonal there.
    fn window(&self, rows: &[u32], diagonals: &[u32], x: usize, frame: usize, outer: usize) -> Option<Window> {
        let rest = |list: &[u32], word: &[u32], from: usize, to: usize| -> Option<Vec<u32>> {
            let lines = from..to.min(list.len()).max(from);
            let mut rest =
                lines.map(|line| list[line].checked_sub(word[line % word.len()])).collect::<Option<Vec<u32>>>()?;
            trim(&mut rest);
            Some(rest)
        };
        Some(Window {
            row: frame % self.words.rows.len(),
            diagonal: (frame - x) % self.words.diagonals.len(),
            rows: rest(rows, &self.words.rows, frame, outer)?,
            diagonals: rest(diagonals, &self.words.diagonals, frame - x, outer.checked_sub(x)?)?,
        })
    }
}

fn trim(counts: &mut Vec<u32>) {
    while counts.last() == Some(&0) {
        counts.pop();
    }
}

/// What the machine's frame shows beyond what the outer strips leave, and where it stands in their words.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Window {
    row: usize,
    diagonal: usize,
    rows: Vec<u32>,
    diagonals: Vec<u32>,
}

/// The next window, and what is written.
type Passed = (u32, Vec<u32>);

/// The machine, as far as it is known.
struct Machine<'s> {
    search: &'s Search<'s>,
    keep: u32,
    /// It has no more windows than this.
    most: usize,
    windows: Vec<Window>,
    names: FxHashMap<Window, u32>,
    /// From a window, having read a letter: the next one, and what is written; `None` if that is no step.
    steps: FxHashMap<(u32, u32), Option<Passed>>,
}

impl<'s> Machine<'s> {
    fn new(search: &'s Search<'s>, keep: u32, first: Window) -> Self {
        let names = FxHashMap::from_iter([(first.clone(), 0)]);
        Self { search, keep, most: WINDOWS, windows: vec![first], names, steps: FxHashMap::default() }
    }

    fn step(&mut self, window: u32, letter: u32) -> Option<&Passed> {
        if !self.steps.contains_key(&(window, letter)) {
            let step = self.found(window, letter);
            self.steps.insert((window, letter), step);
        }
        self.steps[&(window, letter)].as_ref()
    }

    fn found(&mut self, window: u32, letter: u32) -> Option<Passed> {
        let Search { words, level, row: least_row, diagonal: least_diagonal, board, .. } = self.search;
        let Window { row, diagonal, mut rows, mut diagonals } = self.windows[window as usize].clone();
        let mut seen = letter;
        let mut place = 0;
        let at = |word: &[u32], counts: &[u32], from: usize, place: usize| {
            word[(from + place) % word.len()] + counts.get(place).copied().unwrap_or(0)
        };
        while seen < *level {
            let line = at(&words.rows, &rows, row, place) + at(&words.diagonals, &diagonals, diagonal, place);
            if seen + line < board.k {
                seen += 1;
                raise(&mut rows, place);
                raise(&mut diagonals, place);
            }
            place += 1;
            if place == FAR {
                return None;
            }
        }
        let finished = (0..FAR)
            .take_while(|place| at(&words.rows, &rows, row, *place) >= *least_row)
            .take_while(|place| {
                *place == 0 || at(&words.diagonals, &diagonals, diagonal, *place - 1) >= *least_diagonal
            })
            .count();
        if finished == 0 || finished == FAR || seen != *level {
            return None;
        }
        let down = finished.saturating_sub(self.keep as usize).max(1);
        let written = (0..down).map(|place| at(&words.rows, &rows, row, place)).collect();
        rows.drain(..down.min(rows.len()));
        diagonals.drain(..(down - 1).min(diagonals.len()));
        trim(&mut rows);
        trim(&mut diagonals);
        let next = Window {
            row: (row + down) % words.rows.len(),
            diagonal: (diagonal + down - 1) % words.diagonals.len(),
            rows,
            diagonals,
        };
        let fresh = u32::try_from(self.windows.len()).ok().filter(|_| self.windows.len() < self.most)?;
        let name = *self.names.entry(next).or_insert_with_key(|next| {
            self.windows.push(next.clone());
            fresh
        });
        Some((name, written))
    }

    /// Follows the columns of the board, the frame being so many rows ahead: how many windows it has then; `None` if it
    /// can't, or writes something else.
    fn run(mut self, letters: &[u32], mut frame: usize) -> Option<usize> {
        let mut window = 0;
        for letter in letters {
            self.search.patience.step()?;
            let (next, written) = self.step(window, *letter)?.clone();
            let rows = letters.get(frame..).unwrap_or_default().iter();
            if rows.zip(&written).any(|(one, other)| one != other) {
                return None;
            }
            (window, frame) = (next, frame + written.len());
        }
        Some(self.windows.len())
    }

    /// The least language of words whose every `length` letters in a row are in a set, such that the machine can read
    /// all its words and writes no other; `None` if there is none, or not within the limits.
    fn language(mut self, word: &[u32], length: usize) -> Option<Vec<Vec<[u32; 2]>>> {
        let mut grams = Grams { length, edges: Vec::new(), names: FxHashMap::default(), contexts: Vec::new() };
        // The first letters of a word have fewer than L − 1 before them; so have the states at its start.
        let start = grams.name(Vec::new());
        let mut writer = start;
        for letter in word {
            writer = grams.read(writer, *letter).1;
        }
        let first = [0, start, writer];
        let mut known: FxHashSet<[u32; 3]> = FxHashSet::from_iter([first]);
        let mut by_reader: FxHashMap<u32, Vec<[u32; 3]>> = FxHashMap::from_iter([(start, vec![first])]);
        let mut queue: Vec<([u32; 3], u32)> = grams.letters(start).map(|letter| (first, letter)).collect();
        while let Some(([window, reader, mut writer], letter)) = queue.pop() {
            self.search.patience.step()?;
            let (next, written) = self.step(window, letter)?.clone();
            for letter in written {
                let (is_new, after) = grams.read(writer, letter);
                if is_new {
                    queue.extend(by_reader.get(&writer).into_iter().flatten().map(|state| (*state, letter)));
                }
                writer = after;
            }
            let reader = grams.read(reader, letter).1;
            let state = [next, reader, writer];
            if known.insert(state) {
                by_reader.entry(reader).or_default().push(state);
                queue.extend(grams.letters(reader).map(|letter| (state, letter)));
            }
            if known.len() > STATES {
                return None;
            }
        }
        let language = Language { edges: grams.edges }.minimized();
        Some(language.edges.iter().map(|edges| edges.iter().map(|(a, b)| [*a, *b]).collect()).collect())
    }
}

/// The automaton of words whose every L letters in a row are in a set that grows: its states are the last L − 1
/// letters.
struct Grams {
    length: usize,
    edges: Vec<BTreeMap<u32, u32>>,
    names: FxHashMap<Vec<u32>, u32>,
    contexts: Vec<Vec<u32>>,
}

impl Grams {
    fn name(&mut self, context: Vec<u32>) -> u32 {
        let fresh = u32::try_from(self.contexts.len()).expect("states are limited");
        *self.names.entry(context).or_insert_with_key(|context| {
            self.contexts.push(context.clone());
            self.edges.push(BTreeMap::new());
            fresh
        })
    }

    fn letters(&self, state: u32) -> impl Iterator<Item = u32> + use<> {
        self.edges[state as usize].keys().copied().collect::<Vec<_>>().into_iter()
    }

    /// Where a letter leads, which may be read from now on; and whether it could not before.
    fn read(&mut self, state: u32, letter: u32) -> (bool, u32) {
        if let Some(next) = self.edges[state as usize].get(&letter) {
            return (false, *next);
        }
        let before = self.contexts[state as usize].iter().copied().chain([letter]);
        let context: Vec<u32> = before.collect();
        let next = self.name(context[(context.len() + 1).saturating_sub(self.length)..].to_vec());
        self.edges[state as usize].insert(letter, next);
        (true, next)
    }
}
