//! The search for a machine: a finite transducer that reads its own output and writes the columns of W^k
//! (docs/MACHINES.md).
//!
//! What has to be guessed is read off the first columns: the slope of the strip that holds all palaces, the lowest
//! frame under which no row and no diagonal is unfinished, and the words that rows write. The rows with the least
//! number a of palaces are the common ones; a *token* is how many of them come before a row with more, and that row.
//! The language is all words whose every L tokens in a row were seen far out, for the first L with which the machine
//! is closed. It is minimized, so that the table is small.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use super::patience::Patience;
use crate::certificate::{MACHINE_FORMAT, MachineFile, WindowFile};
use crate::engine::SolveError;
use crate::engine::sparse::Sparse;
use crate::watch::Watch;

/// The largest denominator of a slope that is tried.
const DENOMINATORS: u64 = 64;

/// The most tokens in a row that a language looks at.
const LONGEST: usize = 16;

/// The most states of the machine with its reader and its writer.
const STATES: usize = 1 << 20;

/// How far the edges of the strip may differ between two quarters of the columns, in rows.
const TOLERANCE: i64 = 16;

/// Looks for a machine that writes the columns of W^k, having seen so many of them.
///
/// ```
/// use wythoff::proof::find_machine;
/// let machine = find_machine(11, 4000, wythoff::UNWATCHED)?.expect("W^11 has a machine");
/// assert_eq!((machine.slope, machine.windows.len()), ([5, 2], 5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When k is out of range, or the watcher stops the search.
pub fn find_machine(k: u64, columns: u32, watch: &dyn Watch) -> Result<Option<MachineFile>, SolveError> {
    let board = Board::new(k, columns, watch)?;
    let patience = Patience::new(watch, LONGEST);
    let frame = board.slope().and_then(|slope| Frame::new(&board, slope));
    Ok(patience.end(frame.and_then(|frame| frame.machine(&board, &patience)))?)
}

/// The first columns.
pub(super) struct Board {
    pub(super) k: u32,
    /// The upper palaces of each column.
    pub(super) columns: Vec<Vec<u32>>,
    /// How many of them are in each row, for the rows before the number of columns.
    pub(super) h: Vec<u32>,
}

impl Board {
    pub(super) fn new(k: u64, columns: u32, watch: &dyn Watch) -> Result<Self, SolveError> {
        let mut sparse = Sparse::new(k)?;
        let mut board = Self { k: 0, columns: Vec::new(), h: vec![0; columns as usize] };
        board.k = u32::try_from(k).map_err(|_| SolveError::HeapTooLarge)?;
        sparse.run(columns.into(), watch, |column| {
            let upper = column.upper.iter().map(|y| u32::try_from(*y).map_err(|_| SolveError::HeapTooLarge));
            let upper: Vec<u32> = upper.collect::<Result<_, _>>()?;
            for y in &upper {
                if let Some(count) = board.h.get_mut(*y as usize) {
                    *count += 1;
                }
            }
            board.columns.push(upper);
            Ok::<(), SolveError>(())
        })?;
        Ok(board)
    }

    /// The slope p/q of a strip that holds all palaces of the last columns, if there is one.
    fn slope(&self) -> Option<(u64, u64)> {
        let count = self.columns.len();
        let (middle, later) = (count / 2, count * 3 / 4);
        let last = |x: usize| self.columns[x].last().map(|y| i64::from(*y));
        let rise = u64::try_from(last(count.checked_sub(1)?)? - last(middle)?).ok()?;
        let run = (count - 1 - middle) as u64;
        if run == 0 {
            return None;
        }
        (1..=DENOMINATORS).find_map(|q| {
            let p = (2 * q * rise + run) / (2 * run);
            let (signed_p, signed_q) = (i64::try_from(p).ok()?, i64::try_from(q).ok()?);
            let edges = |range: std::ops::Range<usize>| {
                let columns = (0_i64..).zip(&self.columns).take(range.end).skip(range.start);
                let cells = columns.flat_map(|(x, column)| column.iter().map(move |y| (x, i64::from(*y))));
                let heights: Vec<i64> = cells.map(|(x, y)| signed_q * y - signed_p * x).collect();
                Some((*heights.iter().min()?, *heights.iter().max()?))
            };
            let (one, two) = (edges(middle..later)?, edges(later..count)?);
            let near = |a: i64, b: i64| (a - b).abs() <= TOLERANCE * signed_q;
            (near(one.0, two.0) && near(one.1, two.1)).then_some((p, q))
        })
    }
}

/// The rows from r(x) = ⌊px/q⌋ − c on, and the diagonals from r(x) − x on.
struct Frame {
    p: u64,
    q: u64,
    offset: u64,
    /// The least number of palaces in a finished row and on a finished diagonal.
    row: u32,
    diagonal: u32,
    /// From this column on, what the frame has passed is finished.
    from: usize,
}

/// What the frame shows at a column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Window {
    phase: u64,
    rows: Vec<u32>,
    diagonals: Vec<u32>,
}

impl Frame {
    fn new(board: &Board, (p, q): (u64, u64)) -> Option<Self> {
        let count = board.columns.len();
        let row = *board.h[count / 2..].iter().min()?;
        let diagonal = board.k.checked_sub(2 * row)?;
        // Where the line stands, above the row or the diagonal, when its last palace that is needed comes.
        let mut late = Vec::new();
        let mut rows: FxHashMap<u64, u32> = FxHashMap::default();
        let mut diagonals: FxHashMap<u64, u32> = FxHashMap::default();
        for (x, column) in (0_u64..).zip(&board.columns) {
            let line = i64::try_from(p * x / q).ok()?;
            for y in column.iter().map(|y| u64::from(*y)) {
                let (in_row, on_diagonal) = (rows.entry(y).or_default(), diagonals.entry(y - x).or_default());
                *in_row += 1;
                *on_diagonal += 1;
                if *in_row == row {
                    late.push((x, line - i64::try_from(y).ok()?));
                }
                if *on_diagonal == diagonal {
                    late.push((x, line - i64::try_from(y).ok()?));
                }
            }
        }
        let far = late.iter().filter(|(x, _)| *x >= count as u64 / 2);
        let offset = far.map(|(_, above)| *above).max()?.max(0);
        let before = late.iter().filter(|(_, above)| *above > offset).map(|(x, _)| *x + 1).max().unwrap_or(0);
        let mut frame =
            Self { p, q, offset: u64::try_from(offset).ok()?, row, diagonal, from: usize::try_from(before).ok()? };
        while frame.row_at(frame.from) <= frame.from {
            frame.from += 1;
        }
        let end = frame.row_at(count) as u64;
        let is_full = |counts: &FxHashMap<u64, u32>, at: u64, least: u32| counts.get(&at).is_some_and(|n| *n >= least);
        let is_finished = (frame.from as u64..end).all(|y| is_full(&rows, y, row))
            && (0..end - count as u64).all(|d| is_full(&diagonals, d, diagonal));
        is_finished.then_some(frame)
    }

    /// r(x).
    fn row_at(&self, x: usize) -> usize {
        in_memory((self.p * x as u64 / self.q).saturating_sub(self.offset))
    }

    fn advance(&self, phase: u64) -> usize {
        in_memory(self.p * (phase + 1) / self.q - self.p * phase / self.q)
    }

    /// The window at a column, from the board.
    fn window(&self, board: &Board, x: usize) -> Window {
        let r = self.row_at(x);
        let mut window = Window { phase: x as u64 % self.q, rows: Vec::new(), diagonals: Vec::new() };
        for (column, palaces) in board.columns[..x].iter().enumerate() {
            for y in palaces.iter().map(|y| *y as usize) {
                y.checked_sub(r).into_iter().for_each(|at| raise(&mut window.rows, at));
                (y - column).checked_sub(r - x).into_iter().for_each(|at| raise(&mut window.diagonals, at));
            }
        }
        window
    }

    /// The window at the next column, and what is written, if h is read; `None` if that is not finished.
    fn step(&self, k: u32, window: &Window, h: u32) -> Option<(Window, Vec<u32>)> {
        let Window { phase, mut rows, mut diagonals } = window.clone();
        let (mut seen, mut at) = (h, 0);
        let count = |counts: &[u32], at: usize| counts.get(at).copied().unwrap_or(0);
        while seen < k {
            if seen + count(&rows, at) + count(&diagonals, at) < k {
                seen += 1;
                raise(&mut rows, at);
                raise(&mut diagonals, at);
            }
            at += 1;
        }
        let advance = self.advance(phase);
        let is_finished = rows.len() >= advance
            && diagonals.len() + 1 >= advance
            && rows[..advance].iter().all(|count| *count >= self.row)
            && diagonals[..advance - 1].iter().all(|count| *count >= self.diagonal);
        is_finished.then(|| {
            let written = rows.drain(..advance).collect();
            diagonals.drain(..advance - 1);
            (Window { phase: (phase + 1) % self.q, rows, diagonals }, written)
        })
    }

    fn machine(&self, board: &Board, patience: &Patience) -> Option<MachineFile> {
        let mut windows = Windows::new(self, board.k, self.window(board, self.from));
        // The names of the windows of the columns from `from` on.
        let mut run = vec![0];
        for &h in &board.h[self.from..] {
            let (next, _) = windows.step(*run.last()?, h)?;
            run.push(*next);
        }
        let middle = run.len() / 2;
        let common: FxHashSet<u32> = run[middle..].iter().copied().collect();
        let early = run[..middle].iter().rposition(|window| !common.contains(window));
        let settled = self.from + early.map_or(0, |early| early + 1);
        (1..=LONGEST).find_map(|length| {
            patience.attempt(length - 1)?;
            let (language, from) = Language::seen(board, self.row, length, settled)?;
            if self.row_at(from) > board.h.len() {
                return None;
            }
            let start = Start { x: from, window: &windows.known[run[from - self.from] as usize] };
            self.closed(board, &start, &language, patience)?;
            let language = language.minimized();
            let states = self.closed(board, &start, &language, patience)?;
            Some(self.written_down(board, &start, &language, states))
        })
    }

    /// All states of the machine, with its reader and its writer, from a column on; `None` if it can't go on, or writes
    /// what is not in the language.
    fn closed(&self, board: &Board, start: &Start, language: &Language, patience: &Patience) -> Option<States> {
        let writer = language.after(0, &board.h[start.x..self.row_at(start.x)])?;
        let mut windows = Windows::new(self, board.k, start.window.clone());
        let mut states = BTreeSet::from([[0, 0, writer]]);
        let mut queue = VecDeque::from([[0, 0, writer]]);
        while let Some([window, reader, writer]) = queue.pop_front() {
            for (&letter, &reader) in &language.edges[reader as usize] {
                patience.step()?;
                let (next, written) = windows.step(window, letter)?;
                let state = [*next, reader, language.after(writer, written)?];
                if states.insert(state) {
                    queue.push_back(state);
                }
            }
            if states.len() > STATES {
                return None;
            }
        }
        let steps = windows.steps.into_iter().map(|((window, letter), (next, _))| [window, letter, next]).collect();
        Some(States { windows: windows.known, steps, all: states.into_iter().collect() })
    }

    fn written_down(&self, board: &Board, start: &Start, language: &Language, states: States) -> MachineFile {
        let window = |Window { phase, rows, diagonals }: Window| WindowFile { phase: small(phase), rows, diagonals };
        MachineFile {
            format: MACHINE_FORMAT.to_owned(),
            k: board.k,
            slope: [small(self.p), small(self.q)],
            offset: small(self.offset),
            row: self.row,
            diagonal: self.diagonal,
            column: small(start.x as u64),
            word: board.h[start.x..self.row_at(start.x)].to_vec(),
            language: language.edges.iter().map(|edges| edges.iter().map(|(a, b)| [*a, *b]).collect()).collect(),
            windows: states.windows.into_iter().map(window).collect(),
            steps: states.steps,
            states: states.all,
        }
    }
}

/// A row or column of the first columns, which are in memory.
fn in_memory(line: u64) -> usize {
    usize::try_from(line).expect("the first columns are in memory")
}

/// A number that the file has 32 bits for: rows of the first columns, windows and states.
fn small(number: u64) -> u32 {
    u32::try_from(number).expect("rows of the first columns have 32 bits")
}

pub(super) fn raise(counts: &mut Vec<u32>, at: usize) {
    if at >= counts.len() {
        counts.resize(at + 1, 0);
    }
    counts[at] += 1;
}

/// Where the machine begins.
struct Start<'w> {
    x: usize,
    window: &'w Window,
}

/// What a machine can come to.
struct States {
    windows: Vec<Window>,
    steps: Vec<[u32; 3]>,
    all: Vec<[u32; 3]>,
}

/// Windows by number, in the order in which they are found, and the steps between them.
struct Windows<'f> {
    frame: &'f Frame,
    k: u32,
    known: Vec<Window>,
    names: FxHashMap<Window, u32>,
    /// From a window, having read a letter: the next one, and what is written.
    steps: BTreeMap<(u32, u32), (u32, Vec<u32>)>,
}

impl<'f> Windows<'f> {
    fn new(frame: &'f Frame, k: u32, first: Window) -> Self {
        let names = FxHashMap::from_iter([(first.clone(), 0)]);
        Self { frame, k, known: vec![first], names, steps: BTreeMap::new() }
    }

    fn step(&mut self, window: u32, letter: u32) -> Option<&(u32, Vec<u32>)> {
        match self.steps.entry((window, letter)) {
            Entry::Occupied(known) => Some(known.into_mut()),
            Entry::Vacant(new) => {
                let (next, written) = self.frame.step(self.k, &self.known[window as usize], letter)?;
                let fresh = small(self.known.len() as u64);
                let name = *self.names.entry(next).or_insert_with_key(|next| {
                    self.known.push(next.clone());
                    fresh
                });
                Some(new.insert((name, written)))
            }
        }
    }
}

/// How many common rows come before one with more, and its number.
type Token = (usize, u32);

/// A finite automaton without final states: its words are those along its edges from state 0.
pub(super) struct Language {
    /// For each state its letters, and where they lead.
    pub(super) edges: Vec<BTreeMap<u32, u32>>,
}

impl Language {
    /// The words whose every `length` tokens in a row were seen in the second half of the rows; and the first column
    /// from `settled` on from where on, and `length` tokens before it, all rows are such a word. State 0 is that of its
    /// row.
    fn seen(board: &Board, common: u32, length: usize, settled: usize) -> Option<(Self, usize)> {
        let mut tokens: Vec<Token> = Vec::new();
        // Where tokens end: the row after.
        let mut ends = Vec::new();
        let mut count = 0;
        for (y, &h) in board.h.iter().enumerate() {
            if h == common {
                count += 1;
            } else {
                tokens.push((count, h));
                ends.push(y + 1);
                count = 0;
            }
        }
        let half = ends.partition_point(|end| *end <= board.h.len() / 2);
        let mut next: FxHashMap<&[Token], BTreeSet<Token>> = FxHashMap::default();
        for word in tokens[half..].windows(length) {
            next.entry(&word[..length - 1]).or_default().insert(word[length - 1]);
        }
        let is_seen =
            |word: &[Token]| next.get(&word[..length - 1]).is_some_and(|next| next.contains(&word[length - 1]));
        // The first of the words from which on all are seen.
        let first = tokens.windows(length).rposition(|word| !is_seen(word)).map_or(0, |last| last + 1);
        let start = (first..ends.len()).find(|at| ends.get(at + length - 1).is_some_and(|end| *end >= settled))?;
        let from = ends[start + length - 1];
        let mut language = Self { edges: Vec::new() };
        let mut names: FxHashMap<(&[Token], usize), u32> = FxHashMap::default();
        let mut queue = VecDeque::new();
        let root = (&tokens[start + 1..start + length], 0);
        names.insert(root, 0);
        queue.push_back(root);
        // Contexts are parts of `tokens`, so that they need not be copied.
        let context = |context: &[Token], token: Token| {
            let word: Vec<Token> = context.iter().copied().chain([token]).collect();
            next.get_key_value(&word[1..]).map(|(key, _)| *key)
        };
        while let Some((before, count)) = queue.pop_front() {
            let mut edges = BTreeMap::new();
            let follow = next.get(before)?;
            let more = follow.iter().any(|token| token.0 > count).then_some((common, (before, count + 1)));
            let ended = follow.iter().filter(|token| token.0 == count);
            let ended = ended.filter_map(|token| Some((token.1, (context(before, *token)?, 0))));
            for (letter, state) in more.into_iter().chain(ended) {
                let fresh = small(names.len() as u64);
                let name = *names.entry(state).or_insert_with(|| {
                    queue.push_back(state);
                    fresh
                });
                edges.insert(letter, name);
            }
            language.edges.push(edges);
        }
        Some((language, from))
    }

    /// The state after a word.
    fn after(&self, state: u32, word: &[u32]) -> Option<u32> {
        word.iter().try_fold(state, |state, letter| self.edges[state as usize].get(letter).copied())
    }

    /// The least automaton with the same words: states are told apart by their letters, then by where they lead. Its
    /// states are numbered in the order in which they are reached.
    pub(super) fn minimized(&self) -> Self {
        let mut class = vec![0_usize; self.edges.len()];
        let mut count = 1;
        loop {
            let mut names = FxHashMap::default();
            let next: Vec<usize> = (0..class.len())
                .map(|state| {
                    let edges = self.edges[state].iter().map(|(letter, next)| (*letter, class[*next as usize]));
                    let key: (usize, Vec<(u32, usize)>) = (class[state], edges.collect());
                    let fresh = names.len();
                    *names.entry(key).or_insert(fresh)
                })
                .collect();
            class = next;
            if names.len() == count {
                break;
            }
            count = names.len();
        }
        let (mut order, mut names) = (vec![0_usize], FxHashMap::from_iter([(class[0], 0_u32)]));
        let mut edges = Vec::new();
        while let Some(&state) = order.get(edges.len()) {
            let mut renamed = BTreeMap::new();
            for (letter, next) in &self.edges[state] {
                let fresh = small(names.len() as u64);
                let name = *names.entry(class[*next as usize]).or_insert_with(|| {
                    order.push(*next as usize);
                    fresh
                });
                renamed.insert(*letter, name);
            }
            edges.push(renamed);
        }
        Self { edges }
    }
}
