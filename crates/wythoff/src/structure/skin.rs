//! The skin of the arm (CLN15 section 3.4), measured on the arm without end.
//!
//! Seen from outer space, the arm ends in steps: from a column to the next the last palace moves down by 2 or 3 rows.
//! CLN15 found the steps periodic, with the pattern of **level** n, which is 2 under n times {2 → 23, 3 → 233};
//! f_{2n+1} steps, f_{2n+3} rows in all. The levels follow one another. [`measure`] computes the arm in its band
//! ([`super::arm`]) and reports where the steps fit which level, and for each level how thick the skin is in which
//! direction.
//!
//! The paper follows the upper arm along its rows, we follow the lower arm along its columns. So what is *vertical* in
//! the paper is counted along the shorter coordinate, x, here; what is *horizontal* along the longer one, y. The names
//! are the paper's.
//!
//! A level is **seen** from the first step to the last such that all steps between them repeat its pattern, at least
//! twice. The ends of two levels may overlap by a few steps that fit both.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use serde::Serialize;
use serde_json::{Value, json};

use super::arm::{self, ArmColumn, Extent, Hem};
use super::piece::Piece;
use crate::board::{Signature, Tally};
use crate::position::Position;
use crate::solve::SolveError;
use crate::watch::Watch;

/// The n-th Fibonacci number, f_0 = 0, f_1 = 1; for n ≤ 93.
pub fn fibonacci(n: u32) -> u64 {
    (0..n).fold((0, 1), |(f, next), _| (next, f + next)).0
}

/// The pattern of level n: 2 under n times {2 → 23, 3 → 233}. It has f_{2n+1} steps, so n is small.
pub fn step_pattern(n: u32) -> Vec<u8> {
    (0..n).fold(vec![2], |pattern, _| {
        pattern.into_iter().flat_map(|step| [2, 3, 3].into_iter().take(usize::from(step))).collect()
    })
}

/// The highest level that is looked for: its pattern has 17,711 steps.
const HIGHEST: u32 = 10;

/// How often a value was met, the most frequent first when printed.
pub type Counts = BTreeMap<u64, u64>;

/// A stretch of the arm with steps of one level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SkinLevel {
    /// n.
    pub n: u32,
    /// The first column whose step to the next one fits.
    pub from: u64,
    /// The first column whose step does not fit, or the end of what was computed.
    pub to: u64,
    /// The row of the last palace of column `from`, counted from the shoulder: CLN15's pixels.
    pub pixels: i64,
    /// The same for column `to`.
    pub pixels_to: i64,
    /// Whether the level ends before what was computed does.
    pub ends: bool,
    /// The thickness along x of the rows: f_{2n}, or one more where a line leaves the skin.
    pub vertical: Counts,
    /// On the diagonals: f_{2n+1}.
    pub diagonal: Counts,
    /// Along y, of the columns: f_{2n+2}.
    pub horizontal: Counts,
    /// The distances between the rows in which lines are emitted: f_{2n+3}.
    pub lines: Counts,
    /// How many columns have another skin value than −2 and −1, or another skin than the column f_{2n+1} columns
    /// before.
    pub irregular: u64,
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skin {
    /// How much of the arm was computed.
    pub extent: Extent,
    /// The levels, in order.
    pub levels: Vec<SkinLevel>,
    /// Steps other than 2 and 3: the column and the step.
    pub odd_steps: Vec<(u64, i64)>,
    /// Where the arm begins, every [`arm::BLOCK`] columns.
    pub hems: Vec<Hem>,
    /// The row of the last palace of each column.
    last: Vec<i64>,
    looks: Vec<Look>,
}

impl Skin {
    /// The row of the last palace of column x, counted from the shoulder.
    ///
    /// # Panics
    /// When the column was not computed.
    pub fn last(&self, x: usize) -> i64 {
        self.last[x]
    }

    /// The signature of the boundary: of the first cells of outer space, one for each column, with the shoulder as
    /// (0,0).
    pub fn signature(&self) -> Signature {
        let mut tally = Tally::default();
        for (x, last) in (0..).zip(&self.last) {
            tally.add(Position::new(x, (last + 1).unsigned_abs()));
        }
        tally.signature
    }

    /// One JSON document.
    pub fn json(&self) -> Value {
        let hems: Vec<[i64; 2]> = self.hems.iter().map(|hem| [hem.x.cast_signed(), hem.y]).collect();
        json!({
            "columns": self.extent.columns,
            "cells": self.extent.cells,
            "min_deviation": self.extent.min,
            "max_deviation": self.extent.max,
            "signature": self.signature().to_string(),
            "levels": self.levels,
            "odd_steps": self.odd_steps,
            "hem": hems,
        })
    }

    /// The row of the last palace of each column, counted from the shoulder.
    pub fn lasts(&self) -> &[i64] {
        &self.last
    }

    /// The steps from these columns to the next ones.
    ///
    /// # Panics
    /// When a column was not computed.
    pub fn steps(&self, columns: Range<usize>) -> Vec<i64> {
        self.last[columns.start..=columns.end].windows(2).map(|last| last[1] - last[0]).collect()
    }

    /// These columns, measured as a stretch of level n.
    ///
    /// # Panics
    /// When a column was not computed.
    pub fn stretch(&self, n: u32, columns: Range<usize>) -> SkinLevel {
        let level = SkinLevel {
            n,
            from: columns.start as u64,
            to: columns.end as u64,
            pixels: self.last[columns.start],
            pixels_to: self.last[columns.end],
            ends: columns.end + 1 < self.last.len(),
            vertical: Counts::new(),
            diagonal: Counts::new(),
            horizontal: Counts::new(),
            lines: Counts::new(),
            irregular: 0,
        };
        thicknesses(level, self.looks.get(columns).unwrap_or_default())
    }

    /// What the boundary alone tells: the row of the last palace of each column, from whoever has computed it. Levels
    /// then have no thickness.
    pub fn of_boundary(last: Vec<i64>) -> Self {
        let extent = Extent { columns: last.len() as u64, cells: 0, min: 0, max: 0 };
        let mut skin =
            Self { extent, levels: Vec::new(), odd_steps: Vec::new(), hems: Vec::new(), last, looks: Vec::new() };
        skin.find_levels();
        skin
    }

    /// Finds the levels and the odd steps.
    fn find_levels(&mut self) {
        let all: Vec<i64> = self.last.array_windows().map(|[here, next]| next - here).collect();
        let odd = (0..).zip(&all).filter(|(_, step)| ![2, 3].contains(*step)).map(|(x, step)| (x, *step));
        self.odd_steps = odd.collect();
        let steps: Vec<u8> = all.into_iter().map(|step| u8::try_from(step).unwrap_or(0)).collect();
        self.levels = levels_of(&steps).into_iter().map(|(n, from, to)| self.stretch(n, from..to)).collect();
    }
}

/// Computes the arm without end up to so many columns, and measures its skin.
///
/// ```
/// let skin = wythoff::structure::skin::measure(3100, None, wythoff::UNWATCHED)?;
/// let changes: Vec<(u32, u64, i64)> = skin.levels.iter().map(|level| (level.n, level.from, level.pixels)).collect();
/// assert_eq!(changes[2..], [(2, 77, 190), (3, 2954, 7670)]);
/// # Ok::<(), wythoff::SolveError>(())
/// ```
///
/// # Errors
/// When there are too many columns, or the watcher stops the work.
pub fn measure(columns: u64, threads: Option<usize>, watch: &dyn Watch) -> Result<Skin, SolveError> {
    let mut measuring = Measuring::default();
    let (extent, hems) = arm::columns(columns, threads, watch, |column| {
        measuring.push(&column);
        Ok::<(), SolveError>(())
    })?;
    Ok(measuring.finish(extent, hems))
}

/// The same from pieces of the arm, in order from the shoulder on.
///
/// # Errors
/// Those of the pieces.
pub fn measure_pieces<E>(pieces: impl Iterator<Item = Result<Piece, E>>) -> Result<Skin, E> {
    let mut measuring = Measuring::default();
    let (mut extent, mut hems) = (Extent::default(), Vec::new());
    for piece in pieces {
        let piece = piece?;
        extent = extent.with(piece.extent);
        hems.extend(&piece.hems);
        piece.columns().for_each(|column| measuring.push(&column));
    }
    Ok(measuring.finish(extent, hems))
}

/// What is kept while columns come in.
#[derive(Default)]
struct Measuring {
    last: Vec<i64>,
    looks: Vec<Look>,
    recent: Recent,
}

impl Measuring {
    fn push(&mut self, column: &ArmColumn<'_>) {
        self.last.push(column.last);
        self.looks.extend(self.recent.push(column));
    }

    fn finish(self, extent: Extent, hems: Vec<Hem>) -> Skin {
        let Self { last, mut looks, recent } = self;
        looks.extend(recent.rest());
        let mut skin = Skin { extent, levels: Vec::new(), odd_steps: Vec::new(), hems, last, looks };
        skin.find_levels();
        skin
    }
}

/// How many columns before and after a column a look at its skin needs: more than any thickness or period up to level
/// 5.
const NEIGHBOURS: usize = 256;

/// The skin at a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Look {
    last: i64,
    horizontal: u16,
    /// For each row that the column is the first one of: thickness along x, and on the diagonal (0 where it begins
    /// elsewhere).
    rows: [(u8, u8); 3],
    count: u8,
    /// Whether the values are −2 and −1.
    is_plain: bool,
    /// Bit n: the skin is that of f_{2n+1} columns before.
    repeats: u8,
}

/// The last columns.
#[derive(Default)]
struct Recent {
    columns: VecDeque<(i64, Vec<i8>)>,
    /// Which of them is looked at next.
    next: usize,
}

impl Recent {
    /// Takes a column; gives a look at the one whose neighbours are complete now.
    fn push(&mut self, column: &ArmColumn<'_>) -> Option<Look> {
        self.columns.push_back((column.last, column.values.to_vec()));
        if self.columns.len() <= self.next + NEIGHBOURS {
            return None;
        }
        let look = self.look(true);
        if self.next == NEIGHBOURS {
            self.columns.pop_front();
        } else {
            self.next += 1;
        }
        Some(look)
    }

    /// Looks at the last columns, whose rows are cut off.
    fn rest(mut self) -> Vec<Look> {
        let mut looks = Vec::new();
        while self.next < self.columns.len() {
            looks.push(self.look(false));
            self.next += 1;
        }
        looks
    }

    fn is_p(&self, index: usize, y: i64) -> bool {
        let Some((last, values)) = self.columns.get(index) else { return false };
        usize::try_from(last - y).is_ok_and(|up| values.get(up).is_some_and(|value| *value < 0))
    }

    /// The palaces of the column's skin, upwards.
    fn skin(&self, index: usize) -> &[i8] {
        let values = &self.columns[index].1;
        &values[..values.iter().take_while(|value| **value < 0).count()]
    }

    fn look(&self, with_rows: bool) -> Look {
        let (here, skin) = (self.next, self.skin(self.next));
        let last = self.columns[here].0;
        let mut look = Look {
            last,
            horizontal: u16::try_from(skin.len()).unwrap_or(u16::MAX),
            is_plain: skin.iter().all(|value| [-2, -1].contains(value)),
            ..Look::default()
        };
        for n in 0..7 {
            let before = usize::try_from(fibonacci(2 * n + 1)).ok().and_then(|period| here.checked_sub(period));
            look.repeats |= u8::from(before.is_some_and(|before| self.skin(before) == skin)) << n;
        }
        let Some((above, _)) = here.checked_sub(1).and_then(|before| self.columns.get(before)) else { return look };
        if with_rows && (1..=3).contains(&(last - above)) {
            for (y, row) in (above + 1..=last).zip(&mut look.rows) {
                let along = |dy: i64| {
                    let run = (0..).zip(here..).take_while(|&(step, column)| self.is_p(column, y + step * dy));
                    u8::try_from(run.count()).unwrap_or(u8::MAX)
                };
                *row = (along(0), if self.is_p(here - 1, y - 1) { 0 } else { along(1) });
                look.count += 1;
            }
        }
        look
    }
}

/// Which steps fit which level: (n, from, to), in order.
fn levels_of(steps: &[u8]) -> Vec<(u32, usize, usize)> {
    let patterns: Vec<Vec<u8>> = (0..=HIGHEST).map(step_pattern).collect();
    let mut levels = Vec::new();
    let mut at = 0;
    while at < steps.len() {
        let fits = |pattern: &[u8]| {
            let fit =
                |turn: usize| steps[at..].iter().zip(pattern.iter().cycle().skip(turn)).take_while(|(s, p)| s == p);
            (0..pattern.len()).map(|turn| fit(turn).count()).max().filter(|length| *length >= 2 * pattern.len())
        };
        let best = (0..).zip(&patterns).filter_map(|(n, pattern)| Some((fits(pattern)?, n))).max();
        let Some((length, n)) = best else {
            at += 1;
            continue;
        };
        // The pattern may have begun earlier, in steps that fit the level before, too.
        let (period, mut from) = (patterns[n as usize].len(), at);
        while from > 0 && steps[from - 1] == steps[from - 1 + period] {
            from -= 1;
        }
        levels.push((n, from, at + length));
        at += length;
    }
    levels
}

/// Adds up what the columns of a level have shown.
fn thicknesses(mut level: SkinLevel, looks: &[Look]) -> SkinLevel {
    let n = level.n;
    let (thin, period) = (fibonacci(2 * n), usize::try_from(fibonacci(2 * n + 1)).unwrap_or(usize::MAX));
    let mut line: Option<i64> = None;
    for (index, look) in looks.iter().enumerate() {
        *level.horizontal.entry(look.horizontal.into()).or_default() += 1;
        let repeats = index < period || n > 6 || look.repeats >> n & 1 == 1;
        level.irregular += u64::from(!(look.is_plain && repeats));
        let first = look.last - i64::from(look.count) + 1;
        for (y, &(vertical, diagonal)) in (first..).zip(&look.rows[..look.count.into()]) {
            *level.vertical.entry(vertical.into()).or_default() += 1;
            if diagonal > 0 {
                *level.diagonal.entry(diagonal.into()).or_default() += 1;
            }
            if u64::from(vertical) == thin + 1
                && let Some(line) = line.replace(y)
            {
                *level.lines.entry((y - line).unsigned_abs()).or_default() += 1;
            }
        }
    }
    level
}
