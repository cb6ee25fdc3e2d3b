//! The checker: is this file a proof that the palaces of W^k keep to strips?
//!
//! docs/STRIPS.md says why these conditions make it a theorem, and its section 5 in which order they are checked. All
//! that the file does not hold (windows, steps, states) is found here again. Nothing here knows how certificates are
//! found. `proofs/strips.py` reads the same page, and has to say the same of every file.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};

use dashu_int::UBig;
use dashu_int::ops::Gcd;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

use super::super::machine::{add_palace, count};
use super::super::verify::{Checked, Condition, Natural, Object, Rejection, fail, parse, plain};
use super::slope_from;
use crate::exact::Surd;

/// The most units of work that a check may take: a cell that is walked through is one, what is kept more.
pub const WORK_LIMIT: u64 = 1 << 30;

/// Units for a number that is kept, and for a state, a step or a column of numbers. So memory is limited, too.
const NUMBER: u64 = 16;
const LIST: u64 = 512;

/// The greatest k, and the last column with which the machine may start.
const K_LIMIT: u32 = 1 << 24;
const COLUMN_LIMIT: u32 = 1 << 16;

/// The most sums that the greatest rise may take.
const SUM_LIMIT: u64 = 1 << 29;

/// A walk through a strip ends before this place.
const REACH: usize = 1 << 12;

/// The machine's frame passes fewer rows at a time.
const DOWN: usize = 1 << 10;

/// The file, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    k: Natural,
    column: Natural,
    frame: Natural,
    row: Natural,
    diagonal: Natural,
    keep: Natural,
    strips: Vec<Object<FileStrip>>,
    language: Vec<Vec<[Natural; 2]>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileStrip {
    slope: [Natural; 2],
    offset: Natural,
    palaces: Natural,
    period: Natural,
    rows: Vec<Natural>,
    diagonals: Vec<Natural>,
}

/// How many palaces something leaves in rows and on diagonals, by their number modulo the length of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Words {
    rows: Vec<u32>,
    diagonals: Vec<u32>,
}

impl Words {
    /// What nothing leaves.
    fn none() -> Self {
        Self { rows: vec![0], diagonals: vec![0] }
    }

    fn least(&self) -> u64 {
        let least = |list: &[u32]| u64::from(*list.iter().min().expect("lists are not empty"));
        least(&self.rows) + least(&self.diagonals)
    }
}

/// An entry of a sequence that repeats itself.
fn at(list: &[u32], index: usize) -> u64 {
    list[index % list.len()].into()
}

fn without_zeros(counts: &mut Vec<u32>) {
    counts.truncate(counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1));
}

/// What lines hold beyond a list that repeats itself, up to the last that holds more; `None` if one holds less.
fn beyond(counts: &[u32], list: &[u32], lines: std::ops::Range<usize>) -> Option<Vec<u32>> {
    let end = lines.end.min(counts.len()).max(lines.start);
    let more = |line: usize| u32::try_from(count(counts, line).checked_sub(at(list, line))?).ok();
    let mut found = (lines.start..end).map(more).collect::<Option<Vec<u32>>>()?;
    without_zeros(&mut found);
    // From here on nothing is there; the list repeats itself.
    (end..lines.end).take(list.len()).all(|line| at(list, line) == 0).then_some(found)
}

/// What stands in a strip beyond what the strips further out have left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Window {
    /// In the rows from its frame on.
    pub rows: Vec<u32>,
    /// On the diagonals from its frame on.
    pub diagonals: Vec<u32>,
}

impl Window {
    fn length(&self) -> usize {
        self.rows.len().max(self.diagonals.len())
    }

    /// Takes off what the frame has passed.
    fn pass(&mut self, rows: usize, diagonals: usize) {
        self.rows.drain(..rows.min(self.rows.len()));
        self.diagonals.drain(..diagonals.min(self.diagonals.len()));
        without_zeros(&mut self.rows);
        without_zeros(&mut self.diagonals);
    }

    /// Walks from a row and a diagonal on until V is the level; the places of the palaces and the units of work, or
    /// these alone if it does not come to an end.
    fn walk(&mut self, beyond: &Words, from: (usize, usize), seen: u64, level: u64, k: u64) -> (Option<Vec<u32>>, u64) {
        let (mut seen, mut place, mut palaces) = (seen, 0, Vec::new());
        while seen < level {
            if place == REACH {
                return (None, REACH as u64);
            }
            let row = at(&beyond.rows, from.0 + place) + count(&self.rows, place);
            let diagonal = at(&beyond.diagonals, from.1 + place) + count(&self.diagonals, place);
            if seen + row + diagonal < k {
                seen += 1;
                add_palace(&mut self.rows, place);
                add_palace(&mut self.diagonals, place);
                palaces.push(u32::try_from(place).expect("places are few"));
            }
            place += 1;
        }
        (Some(palaces), place as u64)
    }
}

/// A strip that repeats itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    p: u32,
    q: u32,
    offset: u32,
    palaces: u32,
    period: u32,
    /// What it and those beyond it leave.
    left: Words,
    width: u32,
    /// The places of the palaces, for a period from column X on.
    columns: Vec<Vec<u32>>,
}

impl Strip {
    /// p and q: its frame rises by p rows in q columns.
    pub fn slope(&self) -> (u32, u32) {
        (self.p, self.q)
    }

    /// c: its frame begins with row ⌊px/q⌋ − c.
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// How many palaces a column has.
    pub fn palaces(&self) -> u32 {
        self.palaces
    }

    /// After so many columns it repeats itself.
    pub fn period(&self) -> u32 {
        self.period
    }

    /// All palaces of a column lie in so many rows from its frame on.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The places of the palaces in a column, by the columns from X on modulo the period.
    pub fn columns(&self) -> &[Vec<u32>] {
        &self.columns
    }

    /// What it and those beyond it leave in the rows and on the diagonals, by their number modulo the length.
    pub fn left(&self) -> (&[u32], &[u32]) {
        (&self.left.rows, &self.left.diagonals)
    }

    /// The row with which its frame begins in column x ≥ X.
    ///
    /// # Panics
    /// Where that is beyond 2^64.
    pub fn frame_at(&self, x: u64) -> u64 {
        u64::try_from(self.frame(x)).expect("frames are beyond their columns, and below 2^64")
    }

    /// r(x).
    fn frame(&self, x: u64) -> i128 {
        i128::from(self.p) * i128::from(x) / i128::from(self.q) - i128::from(self.offset)
    }
}

/// What a column does to the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its palaces, in rows counted from the frame.
    pub palaces: Vec<u32>,
    /// What is written: h of the rows that the frame passes.
    pub written: Vec<u32>,
    /// The window of the next column.
    pub next: u32,
}

/// A window of the machine, and where it stands: its first row and its first diagonal, modulo what is left there.
type Placed = (Window, usize, usize);

/// The innermost strip, which a machine writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inner {
    frame: u32,
    word: Vec<u32>,
    language: Vec<BTreeMap<u32, u32>>,
    windows: Vec<Placed>,
    steps: BTreeMap<(u32, u32), Step>,
    states: usize,
    width: u32,
    is_balanced: bool,
}

impl Inner {
    /// R: the row with which the frame begins in column X.
    pub fn frame(&self) -> u32 {
        self.frame
    }

    /// The palaces left of the diagonal in the rows from X up to R − 1.
    pub fn word(&self) -> &[u32] {
        &self.word
    }

    /// How many windows there are; the first is that of column X.
    pub fn windows(&self) -> usize {
        self.windows.len()
    }

    /// The steps, by window and letter.
    pub fn steps(&self) -> &BTreeMap<(u32, u32), Step> {
        &self.steps
    }

    /// How many states there are: window, reader, writer.
    pub fn states(&self) -> usize {
        self.states
    }

    /// How many states the language has.
    pub fn language(&self) -> usize {
        self.language.len()
    }

    /// What may be read in a state of the language, and where it leads.
    pub fn edges(&self, state: u32) -> &BTreeMap<u32, u32> {
        &self.language[state as usize]
    }

    /// All palaces of a column lie in so many rows from the frame on.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The least and the greatest letter.
    pub fn letters(&self) -> (u32, u32) {
        let letters = || self.language.iter().flat_map(BTreeMap::keys).copied();
        (letters().min().unwrap_or(0), letters().max().unwrap_or(0))
    }
}

/// Strips that were checked: a proof that all palaces of W^k keep to them. [`verify`] is the only way to get one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strips {
    k: u32,
    column: u32,
    row: u32,
    diagonal: u32,
    keep: u32,
    /// The strips beyond that of the machine, the nearest first.
    outer: Vec<Strip>,
    inner: Inner,
    /// The upper palaces of the columns before X.
    first_columns: Vec<Vec<u32>>,
}

/// H and D before column X.
struct Board {
    h: Vec<u32>,
    d: Vec<u32>,
    work: Work,
}

/// The units of work so far.
#[derive(Clone, Copy)]
struct Work(u64);

impl Work {
    fn add(&mut self, more: u64) -> Checked {
        self.0 += more;
        if self.0 > WORK_LIMIT {
            return Err(Rejection::OverLimit { limit: WORK_LIMIT.into(), unit: "units of work" });
        }
        Ok(())
    }
}

/// Reads a certificate, the bytes of a file, and checks all its conditions.
///
/// # Errors
/// When it has not the form of a certificate or is over a limit, or the first condition that fails, and where.
pub fn verify(file: impl AsRef<[u8]>) -> Result<Strips, Rejection> {
    let File { format, k, column, frame, row, diagonal, keep, strips, language } = parse(plain(file.as_ref())?)?;
    if format != super::FORMAT || k.0 == 0 {
        let reason = format!("its format is `{format}`, for k = {}; the one known is `{}`", k.0, super::FORMAT);
        return Err(Rejection::Unreadable(reason));
    }
    let naturals = |list: Vec<Natural>| list.into_iter().map(|natural| natural.0).collect::<Vec<u32>>();
    let strip = |Object(FileStrip { slope, offset, palaces, period, rows, diagonals })| Strip {
        p: slope[0].0,
        q: slope[1].0,
        offset: offset.0,
        palaces: palaces.0,
        period: period.0,
        left: Words { rows: naturals(rows), diagonals: naturals(diagonals) },
        width: 0,
        columns: Vec::new(),
    };
    let edges: Vec<Vec<[u32; 2]>> =
        language.into_iter().map(|edges| edges.into_iter().map(|edge| edge.map(|n| n.0)).collect()).collect();
    let mut proof = Strips {
        k: k.0,
        column: column.0,
        row: row.0,
        diagonal: diagonal.0,
        keep: keep.0,
        outer: strips.into_iter().map(strip).collect(),
        inner: Inner {
            frame: frame.0,
            word: Vec::new(),
            language: edges.iter().map(|edges| edges.iter().map(|edge| (edge[0], edge[1])).collect()).collect(),
            windows: Vec::new(),
            steps: BTreeMap::new(),
            states: 0,
            width: 0,
            is_balanced: false,
        },
        first_columns: Vec::new(),
    };
    for (number, limit, unit) in [(k, K_LIMIT, "for k"), (column, COLUMN_LIMIT, "columns before the machine")] {
        if number.0 > limit {
            return Err(Rejection::OverLimit { limit: limit.into(), unit });
        }
    }
    proof.check_frame()?;
    proof.check_table(&edges)?;
    proof.check_between()?;
    let mut board = proof.walk_first_columns()?;
    let mut windows = proof.check_start(&board)?;
    for strip in (0..proof.outer.len()).rev() {
        proof.check_strip(strip, &windows.remove(strip + 1), &mut board.work)?;
    }
    let (states, written) = proof.check_closed(windows.remove(0), &mut board.work)?;
    proof.check_apart(&states)?;
    proof.check_canonical(&states, &written)?;
    Ok(proof)
}

/// The states of the machine, in the order in which they are found: window, reader, writer.
struct States {
    all: Vec<[u32; 3]>,
}

/// The edges of the language that are written: state and letter.
type Written = FxHashSet<(u32, u32)>;

impl Strips {
    /// The game is W^k.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// X: what is proved holds from this column on.
    pub fn column(&self) -> u32 {
        self.column
    }

    /// The strips that repeat themselves, the nearest first.
    pub fn strips(&self) -> &[Strip] {
        &self.outer
    }

    /// The strip of the machine.
    pub fn inner(&self) -> &Inner {
        &self.inner
    }

    /// t: how many palaces a column holds before the strips that repeat themselves.
    pub fn level(&self) -> u32 {
        self.k - self.outer.iter().map(|strip| strip.palaces).sum::<u32>()
    }

    /// The upper palaces of the columns before X.
    pub fn first_columns(&self) -> &[Vec<u32>] {
        &self.first_columns
    }

    /// The slope of the line from which the palaces of the machine keep a bounded distance, if the certificate is
    /// balanced (docs/STRIPS.md, section 4).
    pub fn slope(&self) -> Option<Surd> {
        let Words { rows, diagonals } = self.words(0);
        let missing = |level: u32, list: &[u32]| {
            let sum: u64 = list.iter().map(|count| u64::from(*count)).sum();
            // A list has fewer than 2^25 entries below 2^31.
            (u64::from(level) * list.len() as u64).checked_sub(sum).filter(|missing| *missing > 0)
        };
        let (row, diagonal) = (missing(self.level(), rows)?, missing(self.diagonal, diagonals)?);
        let top = UBig::from(row) * diagonals.len();
        let bottom = UBig::from(diagonal) * rows.len();
        self.inner.is_balanced.then(|| slope_from(&top, &bottom))
    }

    /// What the strips beyond strip i leave; 0 is the machine's strip.
    fn words(&self, strip: usize) -> &Words {
        static NONE: std::sync::LazyLock<Words> = std::sync::LazyLock::new(Words::none);
        self.outer.get(strip).map_or(&NONE, |next| &next.left)
    }

    /// V behind strip i; 0 is the machine's strip.
    fn level_of(&self, strip: usize) -> u64 {
        u64::from(self.k) - self.outer[strip..].iter().map(|strip| u64::from(strip.palaces)).sum::<u64>()
    }

    fn check_frame(&self) -> Checked {
        let Self { k, column, row, diagonal, outer: ref strips, ref inner, .. } = *self;
        if row < 1 || 2 * u64::from(row) + u64::from(diagonal) < k.into() {
            let reason = format!("a row is 0, or two rows and a diagonal are below {k}");
            return fail(Condition::Frame, format!("rows {row}, diagonals {diagonal}"), reason);
        }
        if inner.frame <= column {
            return fail(Condition::Frame, format!("column {column}"), "the frame does not begin beyond it");
        }
        for (number, strip) in (2..).zip(strips) {
            let place = format!("strip {number}");
            if strip.q < 1 || strip.p < strip.q || strip.p.gcd(strip.q) != 1 {
                return fail(Condition::Frame, place, "its slope is not at least 1 and in lowest terms");
            }
            if strip.palaces < 1 || strip.period < 1 || strip.left.rows.is_empty() || strip.left.diagonals.is_empty() {
                return fail(Condition::Frame, place, "it has no palaces, no period, or leaves nothing");
            }
        }
        let outer: u64 = strips.iter().map(|strip| u64::from(strip.palaces)).sum();
        if outer + u64::from(row) > k.into() {
            return fail(Condition::Frame, "strips", format!("no row of {row} palaces is left for the machine"));
        }
        for (number, pair) in (2..).zip(strips.windows(2)) {
            if u64::from(pair[1].p) * u64::from(pair[0].q) < u64::from(pair[0].p) * u64::from(pair[1].q) {
                return fail(Condition::Frame, format!("strip {}", number + 1), "it is less steep than the one before");
            }
        }
        let above = strips.iter().position(|strip| strip.frame(column.into()) <= column.into());
        match above {
            Some(strip) => fail(Condition::Frame, format!("strip {}", strip + 2), "its frame is not beyond column X"),
            None => Ok(()),
        }
    }

    fn check_table(&self, language: &[Vec<[u32; 2]>]) -> Checked {
        if language.is_empty() {
            return fail(Condition::Table, "language", "it has no state");
        }
        let letters = u64::from(self.row)..=self.level_of(0);
        for (state, edges) in language.iter().enumerate() {
            let increase = edges.windows(2).all(|pair| pair[0][0] < pair[1][0]);
            let known = |&[letter, to]: &[u32; 2]| letters.contains(&letter.into()) && (to as usize) < language.len();
            if !increase || !edges.iter().all(known) {
                let reason = "letters increase from the least, edges lead to states";
                return fail(Condition::Table, format!("language, state {state}"), reason);
            }
        }
        Ok(())
    }

    fn check_between(&self) -> Checked {
        for strip in 0..self.outer.len() {
            if self.level_of(strip) + self.words(strip).least() < self.k.into() {
                let reason = "there may be palaces between it and the next one";
                return fail(Condition::Between, format!("strip {}", strip + 1), reason);
            }
        }
        Ok(())
    }

    /// Walks through the columns before X, as the rules of the game say.
    fn walk_first_columns(&mut self) -> Checked<Board> {
        let (mut board, k) = (Board { h: Vec::new(), d: Vec::new(), work: Work(0) }, u64::from(self.k));
        for x in 0..self.column as usize {
            let (mut seen, mut y, mut palaces) = (count(&board.h, x), x, Vec::new());
            while seen < k {
                board.work.add(1)?;
                if seen + count(&board.h, y) + count(&board.d, y - x) < k {
                    seen += 1;
                    add_palace(&mut board.h, y);
                    add_palace(&mut board.d, y - x);
                    board.work.add(NUMBER)?;
                    palaces.push(u32::try_from(y).expect("the work is limited"));
                }
                y += 1;
            }
            self.first_columns.push(palaces);
        }
        Ok(board)
    }

    /// The windows of all strips at column X, that of the machine first.
    fn check_start(&mut self, board: &Board) -> Checked<Vec<Window>> {
        let x = self.column as usize;
        let frame = self.inner.frame as usize;
        let place = || format!("column {x}");
        let finished: Option<&[u32]> = board.h.get(x..frame);
        let Some(word) = finished.filter(|rows| rows.iter().all(|count| *count >= self.row)) else {
            return fail(Condition::Start, place(), "a row before the frame is not finished");
        };
        if (0..frame - x).any(|diagonal| count(&board.d, diagonal) < self.diagonal.into()) {
            return fail(Condition::Start, place(), "a diagonal before the frame is not finished");
        }
        self.inner.word = word.to_vec();
        let mut frames = vec![i128::from(self.inner.frame)];
        frames.extend(self.outer.iter().map(|strip| strip.frame(x as u64)));
        if !frames.is_sorted() {
            return fail(Condition::Start, place(), "the frames are not in order");
        }
        let frames: Vec<usize> =
            frames.into_iter().map(|row| usize::try_from(row).expect("frames are beyond column X")).collect();
        let mut windows = Vec::new();
        for (strip, &from) in frames.iter().enumerate() {
            let to = frames.get(strip + 1).copied().unwrap_or(usize::MAX);
            let words = self.words(strip);
            let rows = beyond(&board.h, &words.rows, from..to);
            let diagonals = beyond(&board.d, &words.diagonals, from - x..to - x);
            let (Some(rows), Some(diagonals)) = (rows, diagonals) else {
                let reason = "a row or a diagonal holds less than the strips beyond leave";
                return fail(Condition::Start, format!("strip {}", strip + 1), reason);
            };
            windows.push(Window { rows, diagonals });
        }
        Ok(windows)
    }

    /// Runs through a period of a strip, from its window at column X on.
    fn check_strip(&mut self, index: usize, first: &Window, work: &mut Work) -> Checked {
        let strip = &self.outer[index];
        let place = || format!("strip {}", index + 2);
        let beyond = self.words(index + 1);
        let Strip { p, q, period, ref left, .. } = *strip;
        let rows = u64::from(p) * u64::from(period) / u64::from(q);
        let diagonals = rows - u64::from(period);
        let divides = |list: &[u32], lines: u64| lines.is_multiple_of(list.len() as u64);
        if !period.is_multiple_of(q)
            || ![&beyond.rows, &left.rows].iter().all(|list| divides(list, rows))
            || ![&beyond.diagonals, &left.diagonals].iter().all(|list| divides(list, diagonals))
        {
            return fail(Condition::Strips, place(), "its period does not fit its words");
        }
        let (seen, level, k) = (self.level_of(index), self.level_of(index + 1), u64::from(self.k));
        let (mut window, mut width, mut columns) = (first.clone(), first.length(), Vec::new());
        for x in u64::from(self.column)..u64::from(self.column) + u64::from(period) {
            // The frame is beyond column X < 2^31, and rises by less than 2^31 in a column.
            let frame = |x: u64| usize::try_from(strip.frame(x)).expect("frames are beyond their columns");
            let (row, next) = (frame(x), frame(x + 1));
            let (diagonal, next_diagonal) = (row - index_of(x), next - index_of(x + 1));
            let (palaces, units) = window.walk(beyond, (row, diagonal), seen, level, k);
            work.add(NUMBER * (units + (next - row) as u64) + LIST)?;
            let Some(palaces) = palaces else {
                return fail(Condition::Strips, place(), format!("column {x} does not end in it"));
            };
            width = width.max(window.length());
            let leaves_rows =
                (row..next).all(|y| at(&beyond.rows, y) + count(&window.rows, y - row) == at(&left.rows, y));
            let leaves_diagonals = (diagonal..next_diagonal)
                .all(|d| at(&beyond.diagonals, d) + count(&window.diagonals, d - diagonal) == at(&left.diagonals, d));
            if !leaves_rows || !leaves_diagonals {
                return fail(Condition::Strips, place(), format!("column {x} does not leave what it says"));
            }
            window.pass(next - row, next_diagonal - diagonal);
            columns.push(palaces);
        }
        if window != *first {
            return fail(Condition::Strips, place(), "after its period it is not what it was");
        }
        let strip = &mut self.outer[index];
        strip.width = u32::try_from(width).expect("windows are in memory");
        strip.columns = columns;
        Ok(())
    }

    /// What a column does to a window of the machine, and the units of work; `None` if it is no step.
    fn step(&self, placed: &Placed, letter: u32) -> (Option<(Placed, Step, usize, bool)>, u64) {
        let (window, row, diagonal) = placed;
        let (words, k) = (self.words(0), u64::from(self.k));
        let mut window = window.clone();
        let (palaces, units) = window.walk(words, (*row, *diagonal), letter.into(), self.level_of(0), k);
        let Some(palaces) = palaces else { return (None, units) };
        let length = window.length();
        let in_row = |place: usize| at(&words.rows, row + place) + count(&window.rows, place);
        let on_diagonal = |place: usize| at(&words.diagonals, diagonal + place) + count(&window.diagonals, place);
        let is_finished = |place: usize| {
            in_row(place) >= self.row.into() && (place == 0 || on_diagonal(place - 1) >= self.diagonal.into())
        };
        let finished = (0..DOWN).take_while(|place| is_finished(*place)).count();
        let units = units + finished as u64;
        if finished == 0 || finished == DOWN {
            return (None, units);
        }
        let down = finished.saturating_sub(self.keep as usize).max(1);
        let written: Vec<u32> =
            (0..down).map(|place| u32::try_from(in_row(place)).expect("counts are small")).collect();
        let is_balanced = (0..down - 1).all(|place| on_diagonal(place) == u64::from(self.diagonal));
        window.pass(down, down - 1);
        let next = (window, (row + down) % words.rows.len(), (diagonal + down - 1) % words.diagonals.len());
        (Some((next, Step { palaces, written, next: 0 }, length, is_balanced)), units)
    }

    /// Where a word leads in the language.
    fn read(&self, state: u32, word: &[u32]) -> Option<u32> {
        word.iter().try_fold(state, |state, letter| self.inner.language[state as usize].get(letter).copied())
    }

    /// Adds the edges of a word.
    fn mark(&self, mut state: u32, word: &[u32], edges: &mut Written) {
        for letter in word {
            edges.insert((state, *letter));
            state = self.inner.language[state as usize][letter];
        }
    }

    /// Finds all states, from the window at column X on, and the edges that are written.
    fn check_closed(&mut self, first: Window, work: &mut Work) -> Checked<(States, Written)> {
        work.add(NUMBER * (first.rows.len() + first.diagonals.len()) as u64)?;
        let Some(writer) = self.read(0, &self.inner.word) else {
            return fail(Condition::Closed, "the first word", "it is not in the language");
        };
        let mut written = Written::default();
        self.mark(0, &self.inner.word, &mut written);
        let words = self.words(0);
        let (row, diagonal) = (self.inner.frame as usize, (self.inner.frame - self.column) as usize);
        let mut width = first.length();
        let placed = (first, row % words.rows.len(), diagonal % words.diagonals.len());
        let mut names: FxHashMap<Placed, u32> = FxHashMap::from_iter([(placed.clone(), 0)]);
        let mut windows = vec![placed];
        let mut steps: BTreeMap<(u32, u32), Step> = BTreeMap::new();
        let mut is_balanced = true;
        let (mut known, mut queue) = (FxHashSet::default(), VecDeque::from([[0, 0, writer]]));
        known.insert([0, 0, writer]);
        work.add(LIST)?;
        let mut states = States { all: Vec::new() };
        while let Some(state) = queue.pop_front() {
            states.all.push(state);
            let [window, reader, writer] = state;
            let place = || format!("state {state:?}");
            for (&letter, &reader) in &self.inner.language[reader as usize] {
                let step = match steps.entry((window, letter)) {
                    Entry::Occupied(step) => step.into_mut(),
                    Entry::Vacant(new) => {
                        let (step, units) = self.step(&windows[window as usize], letter);
                        work.add(NUMBER * units + LIST)?;
                        let Some((next, step, length, balanced)) = step else {
                            let reason = format!("{letter} may be read, and there is no step");
                            return fail(Condition::Closed, place(), reason);
                        };
                        width = width.max(length);
                        is_balanced &= balanced;
                        let fresh = u32::try_from(windows.len()).expect("the work is limited");
                        let entries = (next.0.rows.len() + next.0.diagonals.len()) as u64;
                        let next = *names.entry(next).or_insert_with_key(|next| {
                            windows.push(next.clone());
                            fresh
                        });
                        if next == fresh {
                            work.add(NUMBER * entries)?;
                        }
                        new.insert(Step { next, ..step })
                    }
                };
                work.add(step.written.len() as u64)?;
                let Some(next_writer) = self.read(writer, &step.written) else {
                    let reason = format!("having read {letter}, it writes {:?}", step.written);
                    return fail(Condition::Closed, place(), reason);
                };
                self.mark(writer, &step.written, &mut written);
                let next = [step.next, reader, next_writer];
                if known.insert(next) {
                    work.add(LIST)?;
                    queue.push_back(next);
                }
            }
        }
        let inner = &mut self.inner;
        (inner.windows, inner.steps, inner.is_balanced) = (windows, steps, is_balanced);
        (inner.states, inner.width) = (states.all.len(), u32::try_from(width).expect("windows are in memory"));
        Ok((states, written))
    }

    fn check_apart(&self, states: &States) -> Checked {
        let near = |strip: usize| fail(Condition::Apart, format!("strip {strip}"), "the next one may come too near");
        if let Some(next) = self.outer.first() {
            let (p, q) = (i128::from(next.p), i128::from(next.q));
            let Some(rise) = self.greatest_rise(states, p, q)? else {
                return fail(Condition::Apart, "strip 1", "it may be steeper than the next one");
            };
            let [x, r, offset, width] = [self.column, self.inner.frame, next.offset, self.inner.width].map(i128::from);
            if p * x - q * r - rise - offset * q < width * q {
                return near(1);
            }
        }
        for (number, pair) in (2..).zip(self.outer.windows(2)) {
            let [(p, q), (next_p, next_q)] =
                [&pair[0], &pair[1]].map(|strip| (i128::from(strip.p), i128::from(strip.q)));
            let [offset, next_offset, width, x] =
                [pair[0].offset, pair[1].offset, pair[0].width, self.column].map(i128::from);
            if (next_p * q - p * next_q) * x + (offset - next_offset) * q * next_q < width * q * next_q {
                return near(number);
            }
        }
        Ok(())
    }

    /// M: the greatest sum of q·s − p along a way through the states; `None` if there is none. What follows a state
    /// does not depend on its writer, so windows and readers are enough.
    fn greatest_rise(&self, states: &States, p: i128, q: i128) -> Checked<Option<i128>> {
        let mut numbers: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        let mut readings = Vec::new();
        for &[window, reader, _] in &states.all {
            numbers.entry((window, reader)).or_insert_with(|| {
                readings.push((window, reader));
                readings.len() - 1
            });
        }
        let edges: Vec<(usize, usize, i128)> = readings
            .iter()
            .enumerate()
            .flat_map(|(from, &(window, reader))| {
                let numbers = &numbers;
                self.inner.language[reader as usize].iter().map(move |(letter, to)| {
                    let step = &self.inner.steps[&(window, *letter)];
                    (from, numbers[&(step.next, *to)], q * step.written.len() as i128 - p)
                })
            })
            .collect();
        // The first reading is that of column X, and comes first; all others are reached from it. A sum that still
        // grows after as many rounds as there are readings grows for ever.
        let mut rises = vec![None; readings.len()];
        rises[0] = Some(0);
        for round in 0..=readings.len() as u64 {
            if round * edges.len() as u64 > SUM_LIMIT {
                return Err(Rejection::OverLimit { limit: SUM_LIMIT.into(), unit: "sums" });
            }
            let mut grows = false;
            for &(from, to, more) in &edges {
                if let Some(rise) = rises[from].map(|rise: i128| rise + more)
                    && rises[to].is_none_or(|known| known < rise)
                {
                    rises[to] = Some(rise);
                    grows = true;
                }
            }
            if !grows {
                return Ok(rises.into_iter().flatten().max());
            }
        }
        Ok(None)
    }

    fn check_canonical(&self, states: &States, written: &Written) -> Checked {
        let readers: FxHashSet<u32> = states.all.iter().map(|state| state[1]).collect();
        for (state, edges) in (0_u32..).zip(&self.inner.language) {
            let place = format!("language, state {state}");
            if !readers.contains(&state) {
                return fail(Condition::Canonical, place, "the reader never comes to it");
            }
            if let Some(letter) = edges.keys().find(|letter| !written.contains(&(state, **letter))) {
                return fail(Condition::Canonical, place, format!("{letter} is never written"));
            }
        }
        Ok(())
    }
}

/// A column that is in memory.
fn index_of(x: u64) -> usize {
    usize::try_from(x).expect("columns have 32 bits")
}
