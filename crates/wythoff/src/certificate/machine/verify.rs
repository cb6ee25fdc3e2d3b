//! The checker: is this file a proof that a machine writes the columns of W^k?
//!
//! docs/MACHINES.md says why the first five of these conditions make it a theorem, and its section 6 how the table is
//! written. This file checks all six, in this order, and nothing here knows how certificates are found.
//! `proofs/machine.py` reads the same page, and has to say the same of every file.
//!
//! - **frame**: the frame moves on, and two finished rows and a finished diagonal leave no room for a palace.
//! - **table**: its entries are sorted, and name what there is.
//! - **start**: what the table says of the first column is what the board shows.
//! - **step**: each step is what a column does to its window.
//! - **closed**: there is a step for whatever may be read, and what is written may be read.
//! - **canonical**: nothing that is never needed. Not needed for the theorem.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::ops::Gcd;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;

use super::super::verify::{Checked, Condition, Natural, Object, Rejection, fail, parse, plain};

/// The most units of work that a check may take: cells that are walked through, and edges.
pub const WORK_LIMIT: u64 = 1 << 25;

/// The file, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    k: Natural,
    slope: [Natural; 2],
    offset: Natural,
    row: Natural,
    diagonal: Natural,
    column: Natural,
    word: Vec<Natural>,
    language: Vec<Vec<[Natural; 2]>>,
    windows: Vec<Object<FileWindow>>,
    steps: Vec<[Natural; 3]>,
    states: Vec<[Natural; 3]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileWindow {
    phase: Natural,
    rows: Vec<Natural>,
    diagonals: Vec<Natural>,
}

/// What the frame shows at a column.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// x mod q.
    pub phase: u32,
    /// The palaces so far in the rows from r(x) on.
    pub rows: Vec<u32>,
    /// The palaces so far on the diagonals from r(x) − x on.
    pub diagonals: Vec<u32>,
}

/// What a column does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its palaces, in rows counted from r(x).
    pub palaces: Vec<u32>,
    /// What is written: h of the rows from r(x) to r(x + 1) − 1.
    pub written: Vec<u32>,
    /// The window of the next column.
    pub next: u32,
}

/// A machine that was checked: a proof that it writes the columns of W^k. [`verify`] is the only way to get one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    k: u32,
    p: u32,
    q: u32,
    offset: u32,
    row: u32,
    diagonal: u32,
    column: u32,
    word: Vec<u32>,
    language: Vec<BTreeMap<u32, u32>>,
    windows: Vec<Window>,
    steps: BTreeMap<(u32, u32), Step>,
    states: Vec<[u32; 3]>,
    /// The upper palaces of the columns before X.
    first_columns: Vec<Vec<u32>>,
}

/// Reads a certificate, the bytes of a file, and checks all its conditions.
///
/// # Errors
/// When it has not the form of a certificate or is over a limit, or the first condition that fails, and where.
pub fn verify(file: impl AsRef<[u8]>) -> Result<Machine, Rejection> {
    let File { format, k, slope: [p, q], offset, row, diagonal, column, word, language, windows, steps, states } =
        parse(plain(file.as_ref())?)?;
    if format != super::FORMAT || k.0 == 0 {
        let reason = format!("its format is `{format}`, for k = {}; the one known is `{}`", k.0, super::FORMAT);
        return Err(Rejection::Unreadable(reason));
    }
    let naturals = |list: Vec<Natural>| list.into_iter().map(|natural| natural.0).collect::<Vec<u32>>();
    let triples = |list: Vec<[Natural; 3]>| list.into_iter().map(|entry| entry.map(|n| n.0)).collect::<Vec<_>>();
    let window = |Object(FileWindow { phase, rows, diagonals })| Window {
        phase: phase.0,
        rows: naturals(rows),
        diagonals: naturals(diagonals),
    };
    let table = triples(steps);
    let edges: Vec<Vec<[u32; 2]>> =
        language.into_iter().map(|edges| edges.into_iter().map(|edge| edge.map(|n| n.0)).collect()).collect();
    let mut machine = Machine {
        k: k.0,
        p: p.0,
        q: q.0,
        offset: offset.0,
        row: row.0,
        diagonal: diagonal.0,
        column: column.0,
        word: naturals(word),
        language: Vec::new(),
        windows: windows.into_iter().map(window).collect(),
        steps: BTreeMap::new(),
        states: triples(states),
        first_columns: Vec::new(),
    };
    machine.check_frame()?;
    machine.check_table(&edges, &table)?;
    machine.language = edges.iter().map(|edges| edges.iter().map(|&[letter, to]| (letter, to)).collect()).collect();
    let work = machine.table_work(&table)?;
    machine.check_start(work)?;
    machine.check_steps(&table)?;
    let following = machine.check_closed()?;
    machine.check_canonical(&table, &following)?;
    Ok(machine)
}

/// For each state those that follow, with the letters that are read.
struct Following {
    start: [u32; 3],
    of: FxHashMap<[u32; 3], Vec<(u32, [u32; 3])>>,
    /// The edges of the language that are written: state and letter.
    written: FxHashSet<(u32, u32)>,
}

fn increase<T: Ord>(mut entries: impl Iterator<Item = T>) -> bool {
    let Some(mut last) = entries.next() else { return true };
    entries.all(|entry| {
        let is_more = last < entry;
        last = entry;
        is_more
    })
}

/// The count of palaces at a place, 0 beyond the list.
pub(in crate::certificate) fn count(counts: &[u32], at: usize) -> u64 {
    counts.get(at).copied().unwrap_or(0).into()
}

pub(in crate::certificate) fn add_palace(counts: &mut Vec<u32>, at: usize) {
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += 1;
}

impl Machine {
    /// The game is W^k.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// p and q: the strip that holds the palaces has the slope p/q.
    pub fn slope(&self) -> (u32, u32) {
        (self.p, self.q)
    }

    /// X: what is proved holds from this column on.
    pub fn column(&self) -> u32 {
        self.column
    }

    /// The states of the language: for each its letters, and where they lead.
    pub fn language(&self) -> &[BTreeMap<u32, u32>] {
        &self.language
    }

    /// The windows.
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// The steps, by window and letter.
    pub fn steps(&self) -> &BTreeMap<(u32, u32), Step> {
        &self.steps
    }

    /// The states: window, reader, writer.
    pub fn states(&self) -> &[[u32; 3]] {
        &self.states
    }

    /// The upper palaces of the columns before X.
    pub fn first_columns(&self) -> &[Vec<u32>] {
        &self.first_columns
    }

    /// The palaces left of the diagonal in the rows from X on: the machine's first words.
    pub fn word(&self) -> &[u32] {
        &self.word
    }

    /// c: the frame begins with row ⌊px/q⌋ − c.
    pub fn offset(&self) -> u32 {
        self.offset
    }

    /// r(X); `None` if the frame is above the board.
    fn first_row(&self) -> Option<u64> {
        (u64::from(self.p) * u64::from(self.column) / u64::from(self.q)).checked_sub(self.offset.into())
    }

    /// How many rows the frame moves down.
    fn down(&self, phase: u32) -> u64 {
        let [p, q, phase] = [self.p, self.q, phase].map(u64::from);
        p * (phase + 1) / q - p * phase / q
    }

    fn check_frame(&self) -> Checked {
        let Self { k, p, q, row, diagonal, column, .. } = *self;
        if q < 1 || p < q || p.gcd(q) != 1 {
            return fail(Condition::Frame, format!("slope {p}/{q}"), "it is not at least 1 and in lowest terms");
        }
        if row < 1 || 2 * u64::from(row) + u64::from(diagonal) < k.into() {
            let reason = format!("a row is 0, or two rows and a diagonal are below {k}");
            return fail(Condition::Frame, format!("rows {row}, diagonals {diagonal}"), reason);
        }
        if self.first_row().is_none_or(|r| r <= column.into()) {
            return fail(Condition::Frame, format!("column {column}"), "the frame does not begin beyond it");
        }
        Ok(())
    }

    fn check_table(&self, language: &[Vec<[u32; 2]>], steps: &[[u32; 3]]) -> Checked {
        if language.is_empty() || self.windows.is_empty() {
            return fail(Condition::Table, "language and windows", "there is none");
        }
        let is_state = |state: u32| (state as usize) < language.len();
        let is_window = |window: u32| (window as usize) < self.windows.len();
        for (state, edges) in language.iter().enumerate() {
            let are_letters =
                increase(edges.iter().map(|edge| edge[0])) && edges.iter().all(|edge| edge[0] >= self.row);
            if !are_letters || !edges.iter().all(|edge| is_state(edge[1])) {
                let reason = "letters increase from the least, edges lead to states";
                return fail(Condition::Table, format!("language, state {state}"), reason);
            }
        }
        let mut windows = FxHashSet::default();
        for (index, window) in self.windows.iter().enumerate() {
            if window.phase >= self.q || window.rows.last() == Some(&0) || window.diagonals.last() == Some(&0) {
                let reason = "its phase is not below q, or a list ends with 0";
                return fail(Condition::Table, format!("window {index}"), reason);
            }
            if !windows.insert(window) {
                return fail(Condition::Table, format!("window {index}"), "there is another one like it");
            }
        }
        if !increase(steps.iter().map(|[window, letter, _]| (window, letter))) {
            return fail(Condition::Table, "steps", "they do not increase");
        }
        if let Some(step) = steps.iter().find(|step| !is_window(step[0]) || step[1] < self.row || !is_window(step[2])) {
            return fail(Condition::Table, format!("step {step:?}"), "there is no such window or letter");
        }
        if !increase(self.states.iter()) {
            return fail(Condition::Table, "states", "they do not increase");
        }
        let is_known = |state: &&[u32; 3]| is_window(state[0]) && is_state(state[1]) && is_state(state[2]);
        match self.states.iter().find(|state| !is_known(state)) {
            Some(state) => fail(Condition::Table, format!("state {state:?}"), "there is no such window or state"),
            None => Ok(()),
        }
    }

    /// How much there is to do, but for the first columns. The file has fewer than 2^25 entries, and all numbers are
    /// below 2^32; so there is no overflow.
    fn table_work(&self, steps: &[[u32; 3]]) -> Checked<u64> {
        let step = |step: &[u32; 3]| {
            let window = &self.windows[step[0] as usize];
            u64::from(self.k) + window.rows.len().max(window.diagonals.len()) as u64
        };
        let state = |state: &[u32; 3]| {
            self.language[state[1] as usize].len() as u64 * (u64::from(self.p) / u64::from(self.q) + 2)
        };
        let work = steps.iter().map(step).sum::<u64>() + self.states.iter().map(state).sum::<u64>();
        if work > WORK_LIMIT { over_limit() } else { Ok(work) }
    }

    /// Walks through the columns before X, as the rules of the game say: H and D.
    fn walk_first_columns(&mut self, mut work: u64) -> Checked<(Vec<u32>, Vec<u32>)> {
        let (mut h, mut d, k) = (Vec::new(), Vec::new(), u64::from(self.k));
        for x in 0..self.column as usize {
            let (mut seen, mut y, mut palaces) = (count(&h, x), x, Vec::new());
            while seen < k {
                work += 1;
                if work > WORK_LIMIT {
                    return over_limit();
                }
                if seen + count(&h, y) + count(&d, y - x) < k {
                    seen += 1;
                    add_palace(&mut h, y);
                    add_palace(&mut d, y - x);
                    palaces.push(u32::try_from(y).expect("the work is limited"));
                }
                y += 1;
            }
            self.first_columns.push(palaces);
        }
        Ok((h, d))
    }

    fn check_start(&mut self, work: u64) -> Checked {
        let (h, mut d) = self.walk_first_columns(work)?;
        let x = self.column as usize;
        let place = format!("column {x}");
        let r = self.first_row().and_then(|r| usize::try_from(r).ok()).unwrap_or(usize::MAX);
        let Some(finished) = h.get(x..r).filter(|rows| rows.iter().all(|count| *count >= self.row)) else {
            return fail(Condition::Start, place, "a row before the frame is not finished");
        };
        if !self.are_finished(&d, r - x) {
            return fail(Condition::Start, place, "a diagonal before the frame is not finished");
        }
        if finished != self.word {
            return fail(Condition::Start, "word", "it is not what these rows hold");
        }
        let shown = Window {
            phase: self.column % self.q,
            // The last row and the last diagonal hold a palace.
            rows: h[r..].to_vec(),
            diagonals: d.split_off((r - x).min(d.len())),
        };
        if shown != self.windows[0] {
            return fail(Condition::Start, "window 0", "it is not that of the board");
        }
        Ok(())
    }

    /// Whether so many diagonals hold enough palaces.
    fn are_finished(&self, diagonals: &[u32], so_many: usize) -> bool {
        (0..so_many).all(|at| count(diagonals, at) >= self.diagonal.into())
    }

    /// What a column does to a window; `None` if the frame would pass what is not finished.
    fn walk(&self, window: &Window, letter: u32) -> Option<(Window, Step)> {
        let (mut rows, mut diagonals, mut palaces) = (window.rows.clone(), window.diagonals.clone(), Vec::new());
        let (mut seen, mut place, k) = (u64::from(letter), 0, u64::from(self.k));
        while seen < k {
            if seen + count(&rows, place) + count(&diagonals, place) < k {
                seen += 1;
                add_palace(&mut rows, place);
                add_palace(&mut diagonals, place);
                palaces.push(u32::try_from(place).expect("the work is limited"));
            }
            place += 1;
        }
        let down = usize::try_from(self.down(window.phase)).ok()?;
        let written = rows.get(..down)?.to_vec();
        if written.iter().any(|count| *count < self.row) || !self.are_finished(&diagonals, down - 1) {
            return None;
        }
        let passed = (down - 1).min(diagonals.len());
        let phase = if window.phase + 1 == self.q { 0 } else { window.phase + 1 };
        let next = Window { phase, rows: rows.split_off(down), diagonals: diagonals.split_off(passed) };
        Some((next, Step { palaces, written, next: 0 }))
    }

    fn check_steps(&mut self, table: &[[u32; 3]]) -> Checked {
        for &[window, letter, next] in table {
            let place = || format!("step {:?}", [window, letter, next]);
            match self.walk(&self.windows[window as usize], letter) {
                None => return fail(Condition::Step, place(), "what the frame passes is not finished"),
                Some((found, _)) if found != self.windows[next as usize] => {
                    return fail(Condition::Step, place(), "it leads to another window");
                }
                Some((_, step)) => self.steps.insert((window, letter), Step { next, ..step }),
            };
        }
        Ok(())
    }

    /// Where a word leads in the language.
    fn read(&self, state: u32, word: &[u32]) -> Option<u32> {
        word.iter().try_fold(state, |state, letter| self.language[state as usize].get(letter).copied())
    }

    /// Adds the edges of a word.
    fn mark(&self, mut state: u32, word: &[u32], edges: &mut FxHashSet<(u32, u32)>) {
        for letter in word {
            edges.insert((state, *letter));
            state = self.language[state as usize][letter];
        }
    }

    fn check_closed(&self) -> Checked<Following> {
        let states: FxHashSet<[u32; 3]> = self.states.iter().copied().collect();
        let start = self.read(0, &self.word).map(|writer| [0, 0, writer]).filter(|start| states.contains(start));
        let Some(start) = start else {
            return fail(Condition::Closed, "word", "it is not in the language, or does not lead to a state");
        };
        let mut of: FxHashMap<_, Vec<_>> = FxHashMap::default();
        let mut written = FxHashSet::default();
        self.mark(0, &self.word, &mut written);
        for &state in &self.states {
            let [window, reader, writer] = state;
            let place = || format!("state {state:?}");
            for (&letter, &reader) in &self.language[reader as usize] {
                let Some(step) = self.steps.get(&(window, letter)) else {
                    return fail(Condition::Closed, place(), format!("{letter} may be read, and there is no step"));
                };
                let Some(next_writer) = self.read(writer, &step.written) else {
                    let reason = format!("having read {letter}, it writes {:?}", step.written);
                    return fail(Condition::Closed, place(), reason);
                };
                self.mark(writer, &step.written, &mut written);
                let next = [step.next, reader, next_writer];
                if !states.contains(&next) {
                    let reason = format!("having read {letter}, it comes to {next:?}, which is no state");
                    return fail(Condition::Closed, place(), reason);
                }
                of.entry(state).or_default().push((letter, next));
            }
        }
        Ok(Following { start, of, written })
    }

    fn check_canonical(&self, steps: &[[u32; 3]], following: &Following) -> Checked {
        let (mut reached, mut new) = (FxHashSet::from_iter([following.start]), vec![following.start]);
        let (mut used, mut windows, mut readers) = (BTreeSet::new(), FxHashSet::default(), FxHashSet::default());
        while let Some(state) = new.pop() {
            windows.insert(state[0]);
            readers.insert(state[1]);
            for &(letter, next) in following.of.get(&state).into_iter().flatten() {
                used.insert((state[0], letter));
                if reached.insert(next) {
                    new.push(next);
                }
            }
        }
        if let Some(state) = self.states.iter().find(|state| !reached.contains(*state)) {
            return fail(Condition::Canonical, format!("state {state:?}"), "it is never reached");
        }
        if let Some(window) = (0_u32..).take(self.windows.len()).find(|window| !windows.contains(window)) {
            return fail(Condition::Canonical, format!("window {window}"), "no state has it");
        }
        if let Some(state) = (0_u32..).take(self.language.len()).find(|state| !readers.contains(state)) {
            return fail(Condition::Canonical, format!("language, state {state}"), "the reader never comes to it");
        }
        for (state, edges) in (0_u32..).zip(&self.language) {
            if let Some(letter) = edges.keys().find(|letter| !following.written.contains(&(state, **letter))) {
                let reason = format!("{letter} is never written");
                return fail(Condition::Canonical, format!("language, state {state}"), reason);
            }
        }
        match steps.iter().find(|step| !used.contains(&(step[0], step[1]))) {
            Some(step) => fail(Condition::Canonical, format!("step {step:?}"), "it is never taken"),
            None => Ok(()),
        }
    }
}

fn over_limit<T>() -> Checked<T> {
    Err(Rejection::OverLimit { limit: WORK_LIMIT.into(), unit: "units of work" })
}
