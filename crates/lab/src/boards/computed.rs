//! Boards that are computed at once and held in memory.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use wythoff::solve::{self, Values};
use wythoff::{Engine, Game, Hole, Position, SolveError, Window};

use super::counting::{Counting, each_count};
use super::pixels::{NOT_READY, REMOVED, REMOVED_OUTCOME, Region, UNREADY_NUMBER, narrow};
use crate::cache::{Shelf, lock};
use crate::limits::{self, Deadline};
use crate::problem::Problem;

/// A board in memory.
pub(super) struct Computed {
    /// 64 cells a word, row by row.
    bits: Vec<u64>,
    /// Palace numbers or nim-values, where asked for.
    numbers: Vec<i32>,
    hole: Option<Hole>,
}

impl Computed {
    /// Cells x, y below this are there.
    pub(super) const SIDE: u64 = limits::COMPUTED_SIDE;

    fn new(game: &Game, values: Values, deadline: &Deadline) -> Result<Self, Problem> {
        let hole = game.rules().and_then(|rules| rules.hole);
        let mut board = Self { bits: Vec::new(), numbers: Vec::new(), hole };
        // A `choice` game has a board for each l, and a formula for all of them.
        let engine = game.rules().is_none().then_some(Engine::Closed);
        solve::rows(game, Window::corner(Self::SIDE, Self::SIDE), values, engine, deadline, |row| {
            let pack = |cells: &[u8]| cells.iter().rev().fold(0, |word, p| word << 1 | u64::from(*p));
            board.bits.extend(row.p.chunks(64).map(pack));
            // A position of a board with side 4096 has at most about 2^24 options. What does not exist may be larger.
            board.numbers.extend(row.numbers.iter().map(|number| i32::try_from(*number).unwrap_or(i32::MAX)));
            Ok::<(), SolveError>(())
        })?;
        Ok(board)
    }

    fn bytes(&self) -> usize {
        8 * self.bits.len() + 4 * self.numbers.len()
    }

    fn exists(&self, x: u64, y: u64) -> bool {
        !self.hole.is_some_and(|hole| hole.contains(&Position::new(x, y)))
    }

    fn index(x: u64, y: u64) -> usize {
        usize::try_from(y * Self::SIDE + x).expect("the board is in memory")
    }

    /// Something of every cell of a region that exists.
    fn cells<T: Copy>(&self, region: &Region, unready: T, removed: T, value: impl Fn(u64, u64) -> T) -> Vec<T> {
        let mut cells = vec![unready; region.width * region.height];
        let [columns, rows] = region.within(Self::SIDE);
        for y in rows.filter(|_| !columns.is_empty()) {
            let first = region.at(columns.start, y);
            for (x, cell) in columns.clone().zip(&mut cells[first..]) {
                *cell = if self.exists(x, y) { value(x, y) } else { removed };
            }
        }
        cells
    }

    pub(super) fn outcomes(&self, region: &Region) -> Vec<u8> {
        self.cells(region, NOT_READY, REMOVED_OUTCOME, |x, y| {
            u8::from(self.bits[Self::index(x, y) / 64] >> (x % 64) & 1 == 1)
        })
    }

    /// The numbers less `zero`, on a board that was asked for with numbers.
    pub(super) fn numbers(&self, region: &Region, zero: u64) -> Vec<i32> {
        self.cells(region, UNREADY_NUMBER, REMOVED, |x, y| {
            narrow(i64::from(self.numbers[Self::index(x, y)]) - zero.cast_signed())
        })
    }

    pub(super) fn count(&self, counting: &mut Counting) {
        let [columns, rows] = counting.region().within(Self::SIDE);
        for y in rows {
            let first = Self::index(0, y) / 64;
            for word in columns.start / 64..columns.end.div_ceil(64) {
                let bits = self.bits[first + usize::try_from(word).expect("a word of a row")];
                each_count(&bits.to_le_bytes(), counting.level, |column, count| {
                    let x = word * 64 + column as u64;
                    if count > 0 && columns.contains(&x) {
                        counting.add(x, y, count);
                    }
                });
            }
        }
    }
}

/// A board in memory by game, and what its cells show.
type BoardKey = (String, Values);

/// All boards in memory.
pub(super) struct ComputedBoards {
    kept: Shelf<BoardKey, Computed>,
    /// Boards on their way, so that nobody computes one twice.
    coming: Mutex<HashMap<BoardKey, Arc<Mutex<()>>>>,
}

impl Default for ComputedBoards {
    fn default() -> Self {
        Self { kept: Shelf::new(limits::BOARDS_BYTES), coming: Mutex::default() }
    }
}

impl ComputedBoards {
    pub(super) fn get(&self, game: &Game, values: Values, deadline: &Deadline) -> Result<Arc<Computed>, Problem> {
        let key = (game.to_string(), values);
        if let Some(board) = self.kept.get(&key) {
            return Ok(board);
        }
        let turn = Arc::clone(lock(&self.coming).entry(key.clone()).or_default());
        let _turn = lock(&turn);
        if let Some(board) = self.kept.get(&key) {
            return Ok(board);
        }
        let board = Computed::new(game, values, deadline).map(Arc::new);
        if let Ok(board) = &board {
            self.kept.put(key.clone(), Arc::clone(board), board.bytes());
        }
        lock(&self.coming).remove(&key);
        board
    }

    /// Whether the board is there already.
    pub(super) fn has(&self, game: &Game, values: Values) -> bool {
        self.kept.get(&(game.to_string(), values)).is_some()
    }
}
