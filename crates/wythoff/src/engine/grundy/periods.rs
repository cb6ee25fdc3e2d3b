//! Additive periods of nim-values: for a fixed x the values g(x, y) of a column are y plus something periodic.
//!
//! **The games.** Every number of tokens may be taken from y, and every other move takes something from x: so from a
//! cell of column x it leads to one of finitely many (x − i, y − j), i ≥ 1. Let M be their number. Wythoff Nim has
//! M = 2x: the row and the diagonal.
//!
//! **A column remembers little.** A cell of the column sees all values of the cells before it in the column, and those
//! of M others. (1) Each value v stands in the column once at the most; and it stands there before row v + M + 1: of
//! the rows 0, …, v + M at most v have a smaller value, and at most M see v in another column (v stands there once at
//! the most, and by each of the M moves one row sees that cell); so one of them has v, if none before has. (2) No
//! value is above y + M, the number of options. So of the values used before row y all below y − M are used and none
//! above y + M: what the column remembers is a set of 2M + 1 bits, moved along with y.
//!
//! **So it is periodic.** Let the columns 0, …, x − 1 be additively periodic together, from some row on, with a common
//! period p. From there on, and M's furthest j rows more, what a row of column x does depends on y mod p and on the set
//! that it remembers, and on nothing else. When the set of row y is that of row y + kp, everything repeats: the value
//! in each row from y on is that of kp rows before, plus kp. Sets are finitely many, so that happens. (For Wythoff Nim
//! this is the argument of Landman 2002; the theorem is of Dress, Flammenkamp and Pink 1999.)
//!
//! [`ColumnPeriods`] runs this argument: it computes a column until its set repeats, so what it gives is proved for all
//! rows, not seen in some. That (1) and (2) hold is checked in each row that is computed, besides.

#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "rows are fewer than 2^26")]

use dashu_int::UBig;

use crate::engine::{SolveError, memory_needed, report};
use crate::game::history::Heap;
use crate::game::{Game, Piece, Residues, Rules};
use crate::position::{Move, Tokens};
use crate::watch::Watch;

/// The period of a column, from the least row on and the least there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ColumnPeriod {
    /// The column.
    pub x: u64,
    /// The first row y with g(x, y + period) = g(x, y) + period for it and for all rows after it.
    pub preperiod: u64,
    /// The least period.
    pub period: u64,
    /// The least and the greatest of g(x, y) − y in a period.
    pub least: i64,
    /// The greatest.
    pub greatest: i64,
    /// How many rows were computed until the argument was complete.
    pub rows: u64,
}

/// The columns x = 0, 1, … of a game, each with its period.
#[derive(Debug)]
pub struct ColumnPeriods {
    rules: Rules,
    columns: Vec<Column>,
    /// From this row on all columns so far repeat together, with this period.
    common: (usize, usize),
    /// The most cells that are looked at for a column.
    work: u64,
}

/// The values of a column, as far as they do not repeat.
#[derive(Debug)]
struct Column {
    /// g(x, y) − y for y < preperiod + period.
    offsets: Vec<i32>,
    period: usize,
}

impl Column {
    /// g(x, y).
    fn value(&self, y: usize) -> i64 {
        let length = self.offsets.len();
        let at = if y < length { y } else { length - self.period + (y - length) % self.period };
        y as i64 + i64::from(self.offsets[at])
    }
}

/// A column is computed for no more rows than this.
pub const ROW_LIMIT: u64 = 1 << 26;

/// A cell sees no more cells of other columns than this.
const MOST_SEEN: usize = 1 << 16;

/// The games that this speaks of.
const NO_PERIODS: SolveError = SolveError::Unsupported(
    "additive periods are found for games without removed cells in which every number of tokens may be taken from y",
);

/// Why a column is not computed.
const TOO_MANY_SEEN: SolveError = SolveError::Unsupported(
    "a cell of this column sees more than 65536 cells of other columns: its period is not looked for",
);

impl ColumnPeriods {
    /// The columns of a game, none computed yet.
    ///
    /// ```
    /// use wythoff::Game;
    /// use wythoff::structure::periods::ColumnPeriods;
    /// let game: Game = "wythoff".parse()?;
    /// let mut columns = ColumnPeriods::new(&game)?;
    /// let periods: Vec<u64> = (0..5).map(|_| columns.next(wythoff::UNWATCHED).unwrap().period).collect();
    /// assert_eq!(periods, [1, 3, 3, 6, 12]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game has no nim-values, has removed cells, or y has no rook of chess.
    pub fn new(game: &Game) -> Result<Self, SolveError> {
        let rules = match (game.rules(), game.no_nim_values()) {
            (Some(rules), None) => rules,
            (_, why) => return Err(SolveError::Unsupported(why.unwrap_or("this game has no nim-values"))),
        };
        let is_rook = |piece: &Piece| match piece.two_sided() {
            (Piece::Rook { from: 1, residues }, None | Some(Heap::Y)) => *residues == Residues::all(),
            _ => false,
        };
        if rules.hole.is_some() || !rules.moves.pieces().iter().any(is_rook) {
            return Err(NO_PERIODS);
        }
        Ok(Self { rules: rules.clone(), columns: Vec::new(), common: (0, 1), work: u64::MAX })
    }

    /// The same, but no column may look at more than `work` cells.
    pub(crate) fn with_work(self, work: u64) -> Self {
        Self { work, ..self }
    }

    /// The period of the next column, proved.
    ///
    /// # Errors
    /// When it does not repeat within [`ROW_LIMIT`] rows, takes too much memory, or the watch stops the work.
    #[allow(clippy::should_implement_trait, reason = "it takes a watch, and may fail")]
    pub fn next(&mut self, watch: &dyn Watch) -> Result<ColumnPeriod, SolveError> {
        let x = self.columns.len();
        let seen = self.seen(x)?;
        let most = seen.len();
        let furthest = seen.iter().map(|(_, j)| *j).max().unwrap_or(0);
        let (start, step) = (self.common.0 + furthest, self.common.1);
        let mut scan = Scan::new(most);
        let limit = ROW_LIMIT.min(self.work / (most as u64 + 1));
        // Brent: the set of row `kept.0` is compared with those of later rows in steps of the common period; it is
        // replaced at distances that double.
        let (mut kept, mut distance): (Option<(usize, Vec<u64>)>, usize) = (None, 1);
        let (from, period) = loop {
            let y = scan.offsets.len();
            if y as u64 >= limit {
                return Err(SolveError::ColumnTooLong { column: x as u64, limit });
            }
            if y.is_multiple_of(1 << 16) {
                report(watch, y as u64, limit)?;
                let earlier: usize = self.columns.iter().map(|column| column.offsets.len()).sum();
                memory_needed(4 * earlier as u64 + scan.bytes())?;
            }
            if y >= start && (y - start).is_multiple_of(step) {
                let set = scan.remembered();
                match &kept {
                    Some((from, same)) if *same == set => break (*from, y - from),
                    Some((from, _)) if y - from < distance * step => {}
                    _ => {
                        kept = Some((y, set));
                        distance *= 2;
                    }
                }
            }
            scan.next(seen.iter().filter(|(_, j)| *j <= y).map(|&(i, j)| self.columns[x - i].value(y - j)));
        };
        let rows = scan.offsets.len() as u64;
        let (preperiod, shortest) = shortest(&scan.offsets, from, period);
        let mut offsets = scan.offsets;
        offsets.truncate(preperiod + shortest);
        let repeating = &offsets[preperiod..];
        let least = repeating.iter().copied().min().unwrap_or(0).into();
        let greatest = repeating.iter().copied().max().unwrap_or(0).into();
        self.common = (self.common.0.max(preperiod), lcm(self.common.1, shortest));
        self.columns.push(Column { offsets, period: shortest });
        let (preperiod, period) = (preperiod as u64, shortest as u64);
        Ok(ColumnPeriod { x: x as u64, preperiod, period, least, greatest, rows })
    }

    /// The period with which all columns so far repeat together.
    pub fn common_period(&self) -> u64 {
        self.common.1 as u64
    }

    /// g(x, y) of a column that was computed, at any height.
    ///
    /// # Panics
    /// When column x was not computed yet.
    pub fn value(&self, x: usize, y: u64) -> u64 {
        let column = &self.columns[x];
        let (length, period) = (column.offsets.len() as u64, column.period as u64);
        let at = if y < length { y } else { length - period + (y - length) % period };
        let at = usize::try_from(at).expect("a row that was computed");
        y.wrapping_add_signed(i64::from(column.offsets[at]))
    }

    /// g(x, y) of a column that was computed, at any height.
    pub(crate) fn exact_value(&self, x: usize, y: &UBig) -> UBig {
        let Column { offsets, period } = &self.columns[x];
        let at = match y.minus(&UBig::from(offsets.len())) {
            None => usize::try_from(y).expect("a row that was computed"),
            Some(beyond) => offsets.len() - period + beyond % *period,
        };
        let offset = i64::from(offsets[at]);
        if offset < 0 { y - offset.unsigned_abs() } else { y + offset.unsigned_abs() }
    }

    /// Where moves lead that take from x: (i, j), i ≥ 1.
    pub(crate) fn seen(&self, x: usize) -> Result<Vec<(usize, usize)>, SolveError> {
        let reach = |piece: &Piece, i: u64| match piece.two_sided().0 {
            Piece::Rook { .. } | Piece::Only { .. } => 0,
            Piece::Bishop { width } => i.saturating_add(width - 1),
            Piece::Ray { p, q } => (i / u64::from(*p.min(q))).saturating_mul((*p.max(q)).into()),
            Piece::Leap(leaps) => leaps.pairs().iter().map(|(_, longest)| u64::from(*longest)).max().unwrap_or(0),
        };
        let mut seen = Vec::new();
        for i in 1..=x as u64 {
            let furthest = self.rules.moves.pieces().iter().map(|piece| reach(piece, i)).max().unwrap_or(0);
            if furthest > MOST_SEEN as u64 {
                return Err(TOO_MANY_SEEN);
            }
            let moves = (0..=furthest).filter(|j| self.rules.moves.contains(&Move::new(i, *j)));
            seen.extend(moves.map(|j| (i as usize, j as usize)));
            if seen.len() > MOST_SEEN {
                return Err(TOO_MANY_SEEN);
            }
        }
        Ok(seen)
    }
}

/// A column that is computed row by row.
struct Scan {
    /// M: how many cells of other columns a cell sees.
    most: usize,
    /// g − y of each row.
    offsets: Vec<i32>,
    /// Which values are used, a bit each.
    used: Vec<u64>,
    /// All values below are used.
    free: usize,
    /// The row that has seen a value in another column last, plus 1.
    marked: Vec<u32>,
}

impl Scan {
    fn new(most: usize) -> Self {
        Self { most, offsets: Vec::new(), used: Vec::new(), free: 0, marked: Vec::new() }
    }

    fn bytes(&self) -> u64 {
        4 * (self.offsets.capacity() + self.marked.capacity()) as u64 + 8 * self.used.capacity() as u64
    }

    fn is_used(&self, value: usize) -> bool {
        self.used.get(value / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// Computes the next row, which sees these values in other columns.
    fn next(&mut self, seen: impl Iterator<Item = i64>) {
        let y = self.offsets.len();
        let row = u32::try_from(y + 1).expect("rows are fewer than 2^26");
        let bound = y + self.most + 1;
        if self.marked.len() <= bound {
            self.marked.resize(2 * bound + 64, 0);
            self.used.resize(bound / 16 + 64, 0);
        }
        for value in seen {
            // A value above y + M is above every value that this row may have.
            if let Some(mark) = usize::try_from(value).ok().and_then(|value| self.marked.get_mut(value)) {
                *mark = row;
            }
        }
        // (2) of the proof: there is one.
        let value = (self.free..=y + self.most).find(|value| !self.is_used(*value) && self.marked[*value] != row);
        let value = value.expect("there are y + M options");
        self.used[value / 64] |= 1 << (value % 64);
        while self.is_used(self.free) {
            self.free += 1;
        }
        // (1) of the proof: what is not used by the next row is at least y + 1 − M.
        assert!(self.free + self.most > y, "value {} is free after row {y}", self.free);
        let offset = value as i64 - y as i64;
        self.offsets.push(i32::try_from(offset).expect("between −M and M"));
    }

    /// Which of the values y − M, …, y + M are used before row y.
    fn remembered(&self) -> Vec<u64> {
        let y = self.offsets.len();
        let mut set = vec![0; (2 * self.most + 1).div_ceil(64)];
        for bit in 0..=2 * self.most {
            // Numbers below 0 count as used.
            let is_used = (y + bit).checked_sub(self.most).is_none_or(|value| self.is_used(value));
            set[bit / 64] |= u64::from(is_used) << (bit % 64);
        }
        set
    }
}

/// The least preperiod and the least period of a sequence that repeats from `from` on with `period`, and is known for
/// one period at least.
fn shortest(offsets: &[i32], from: usize, period: usize) -> (usize, usize) {
    let cycle = &offsets[from..from + period];
    let repeats = |length: &usize| (0..period).all(|at| cycle[at] == cycle[(at + length) % period]);
    let divisors = (1..=period).filter(|length| period.is_multiple_of(*length));
    let least = divisors.into_iter().find(repeats).unwrap_or(period);
    let mut begin = from;
    while begin > 0 && offsets[begin - 1] == offsets[begin - 1 + least] {
        begin -= 1;
    }
    (begin, least)
}

fn lcm(a: usize, b: usize) -> usize {
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (a / gcd(a, b)).saturating_mul(b)
}
