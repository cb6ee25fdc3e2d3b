//! The windows of a thread, counted while columns pass by.
//!
//! Before column x a thread's *window* is what its next columns are written from and into: the counts of palaces in the
//! rows from the first that will still get a palace of the thread to the last that has one; the counts on the
//! diagonals, likewise; and where the two lists stand to each other. All palaces of earlier columns are counted, those
//! of other threads, too. Windows that differ by a shift along rows and diagonals are one *state*.
//!
//! What a row will still get is known by looking [`AHEAD`] columns ahead. States are told apart by 128-bit hashes: two
//! of 10^6 states have the same one by chance of 1 in 10^26.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use xxhash_rust::xxh3::xxh3_128;

/// Columns to look ahead. A row or a diagonal that gets nothing in so many columns is finished.
pub const AHEAD: u64 = 1 << 10;

/// More states than that are not counted.
pub const MOST_STATES: usize = 1 << 20;

/// Windows are counted in runs of at most so many columns: rows and diagonals behind need six bytes for each of them.
pub const MOST_STATE_COLUMNS: u64 = 1 << 26;

/// A table has at most so many states.
const TABLE_STATES: usize = 64;

/// A table has at most so many steps.
const TABLE_STEPS: usize = 1 << 12;

/// The first column whose window counts: threads are apart, and what the corner left behind has passed.
pub const fn settled(k: u64) -> u64 {
    let least = 4 * AHEAD;
    let own = k.saturating_mul(32);
    if own > least { own } else { least }
}

/// The number of states of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct States {
    /// Windows count from this column on.
    pub from: u64,
    /// How many there were in the first quarter of the columns, in the first half, and in all; `None` where they were
    /// not counted from before. Of all columns the last [`AHEAD`] are only seen ahead.
    pub counts: [Option<u64>; 3],
    /// There were more than [`MOST_STATES`].
    pub is_full: bool,
    /// The longest list of rows and of diagonals in a window.
    pub longest: [u64; 2],
    /// The machine, if it was asked for and is small.
    pub table: Option<Table>,
}

/// A machine: its windows, and the steps between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The windows, by the column in which each was first seen.
    pub windows: Vec<Shape>,
    /// What was read and written, sorted; and how often.
    pub steps: Vec<(Step, u64)>,
}

/// A window, as far as a shift leaves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Palaces in its rows.
    pub rows: Vec<u16>,
    /// Palaces on its diagonals.
    pub diagonals: Vec<u16>,
    /// The first of those diagonals, counted from the one through its first row.
    pub offset: i64,
}

/// What a machine does in a column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The state.
    pub from: u32,
    /// Palaces that the column has before: those in its row left of the diagonal, and those of the threads before.
    pub reads: u16,
    /// The counts of rows that the window reaches in this column, as threads beyond have left them.
    pub rows: Vec<u16>,
    /// The counts of diagonals that it reaches.
    pub diagonals: Vec<u16>,
    /// The palaces, in rows counted from the window's first.
    pub palaces: Vec<u32>,
    /// The rows that are finished then: how many palaces each has.
    pub writes: Vec<u16>,
    /// The next state.
    pub to: u32,
}

impl Table {
    /// Whether the state and what is read decide all that follows.
    pub fn is_deterministic(&self) -> bool {
        let read = |step: &Step| (step.from, step.reads, step.rows.clone(), step.diagonals.clone());
        self.steps.windows(2).all(|pair| read(&pair[0].0) != read(&pair[1].0))
    }
}

/// The palaces of all columns that are behind, in rows and on diagonals.
#[derive(Clone, Debug, Default)]
pub(super) struct Behind {
    rows: Vec<u16>,
    diagonals: Vec<u16>,
}

fn index(number: u64) -> usize {
    usize::try_from(number).expect("columns are bounded")
}

impl Behind {
    /// Room for a column's palaces, and for its own row.
    pub(super) fn reserve(&mut self, x: u64, upper: &[u32]) {
        let rows = index(upper.last().map_or(x, |&y| x.max(y.into()))) + 1;
        if rows > self.rows.len() {
            self.rows.resize(rows, 0);
            self.diagonals.resize(rows - index(x), 0);
        }
        self.diagonals.resize(self.diagonals.len().max(rows - index(x)), 0);
    }

    pub(super) fn add(&mut self, x: u64, upper: &[u32]) {
        for &y in upper {
            self.rows[y as usize] += 1;
            self.diagonals[index(u64::from(y) - x)] += 1;
        }
    }

    /// Palaces in row x, left of the diagonal, if column x is next.
    pub(super) fn left(&self, x: u64) -> u16 {
        self.rows[index(x)]
    }

    fn rows(&self, from: u64, to: u64) -> &[u16] {
        self.rows.get(index(from)..index(to)).unwrap_or_default()
    }

    fn diagonals(&self, from: u64, to: u64) -> &[u16] {
        self.diagonals.get(index(from)..index(to)).unwrap_or_default()
    }
}

/// The least of the numbers that came in the last columns.
#[derive(Clone, Debug, Default)]
struct Least(VecDeque<(u64, u64)>);

impl Least {
    fn push(&mut self, x: u64, number: u64) {
        while self.0.back().is_some_and(|&(_, last)| last >= number) {
            self.0.pop_back();
        }
        self.0.push_back((x, number));
    }

    /// Of those from column x on.
    fn since(&mut self, x: u64) -> Option<u64> {
        while self.0.front().is_some_and(|&(first, _)| first < x) {
            self.0.pop_front();
        }
        self.0.front().map(|&(_, number)| number)
    }
}

/// Counts the states of a thread.
#[derive(Clone, Debug)]
pub(super) struct Recorder {
    from: u64,
    /// A quarter of the columns, and the half.
    marks: [u64; 2],
    /// The first row and diagonal that will get a palace.
    first: [Least; 2],
    /// The row and the diagonal after the last that has one.
    end: [u64; 2],
    seen: FxHashSet<u128>,
    is_full: bool,
    at_marks: [Option<u64>; 2],
    longest: [u64; 2],
    /// What the buffer of the last hash is kept for.
    bytes: Vec<u8>,
    maker: Option<Maker>,
}

/// Makes a table.
#[derive(Clone, Debug, Default)]
struct Maker {
    numbers: FxHashMap<u128, u32>,
    windows: Vec<Shape>,
    steps: FxHashMap<Step, u64>,
    /// The step of the last column, the row at which its window began.
    last: Option<(Step, u64)>,
}

impl Recorder {
    /// Of a thread that is seen from column x on.
    pub(super) fn new(x: u64, k: u64, columns: u64, is_detailed: bool) -> Self {
        Self {
            from: settled(k).max(x + AHEAD),
            marks: [columns / 4, columns / 2],
            first: Default::default(),
            end: [0; 2],
            seen: FxHashSet::default(),
            is_full: false,
            at_marks: [None; 2],
            longest: [0; 2],
            bytes: Vec::new(),
            maker: is_detailed.then(Maker::default),
        }
    }

    /// Forgets what was seen ahead: it will be told anew.
    pub(super) fn look_again(&mut self) {
        self.first = Default::default();
    }

    /// A column that is ahead.
    pub(super) fn ahead(&mut self, x: u64, lowest: Option<u64>) {
        if let Some(y) = lowest {
            self.first[0].push(x, y);
            self.first[1].push(x, y - x);
        }
    }

    /// Column x, the thread's palaces in it, and how many of the column's palaces come before them.
    pub(super) fn column(&mut self, x: u64, part: &[u32], before: u16, behind: &Behind) {
        if x >= self.from
            && !self.is_full
            && let [Some(row), Some(diagonal)] = self.first.each_mut().map(|first| first.since(x))
        {
            for (kept, mark) in self.at_marks.iter_mut().zip(self.marks) {
                if x == mark {
                    *kept = Some(self.seen.len() as u64);
                }
            }
            self.count(x, [row, diagonal], part, before, behind);
        }
        if let Some(&y) = part.last() {
            let y = u64::from(y);
            self.end = [self.end[0].max(y + 1), self.end[1].max(y - x + 1)];
        }
    }

    fn count(&mut self, x: u64, [row, diagonal]: [u64; 2], part: &[u32], before: u16, behind: &Behind) {
        let rows = behind.rows(row, self.end[0].max(row));
        let diagonals = behind.diagonals(diagonal, self.end[1].max(diagonal));
        let offset = (diagonal + x).cast_signed() - row.cast_signed();
        self.longest = [self.longest[0].max(rows.len() as u64), self.longest[1].max(diagonals.len() as u64)];
        self.bytes.clear();
        self.bytes.extend(offset.to_le_bytes());
        self.bytes.extend((rows.len() as u64).to_le_bytes());
        for counts in [rows, diagonals] {
            self.bytes.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
        }
        let hash = xxh3_128(&self.bytes);
        self.seen.insert(hash);
        self.is_full = self.seen.len() > MOST_STATES;
        let Some(maker) = &mut self.maker else { return };
        let next = maker.windows.len();
        let number = *maker.numbers.entry(hash).or_insert_with(|| u32::try_from(next).expect("few states"));
        if number as usize == next {
            maker.windows.push(Shape { rows: rows.to_vec(), diagonals: diagonals.to_vec(), offset });
        }
        if let Some((mut step, begin)) = maker.last.take() {
            step.to = number;
            step.writes = behind.rows(begin, row.max(begin)).to_vec();
            *maker.steps.entry(step).or_default() += 1;
        }
        let end = part.last().map_or(0, |&y| u64::from(y) + 1);
        let step = Step {
            from: number,
            reads: behind.left(x) + before,
            rows: behind.rows(self.end[0].max(row), end.max(self.end[0].max(row))).to_vec(),
            diagonals: {
                let from = self.end[1].max(diagonal);
                behind.diagonals(from, end.saturating_sub(x).max(from)).to_vec()
            },
            palaces: part.iter().map(|&y| u32::try_from(u64::from(y) - row).expect("a row of the window")).collect(),
            writes: Vec::new(),
            to: 0,
        };
        maker.last = Some((step, row));
        if maker.windows.len() > TABLE_STATES || maker.steps.len() > TABLE_STEPS {
            self.maker = None;
        }
    }

    /// What was counted, if the thread was there long enough.
    pub(super) fn states(&self) -> States {
        let table = self.maker.as_ref().map(|maker| {
            let mut steps: Vec<_> = maker.steps.iter().map(|(step, count)| (step.clone(), *count)).collect();
            steps.sort_unstable();
            Table { windows: maker.windows.clone(), steps }
        });
        let [quarter, half] = self.at_marks.map(|count| count.filter(|count| *count > 0));
        let all = (!self.is_full && !self.seen.is_empty()).then_some(self.seen.len() as u64);
        States {
            from: self.from,
            counts: [quarter, half, all],
            is_full: self.is_full,
            longest: self.longest,
            table: table.filter(|table| !table.windows.is_empty()),
        }
    }
}
