//! Windows and tiles of a board, wherever its cells come from: a store, memory, a certificate, or a formula.
//!
//! A tile of level L has [`TILE`] × [`TILE`] pixels of 2^L × 2^L cells. On level 0 a pixel is a cell; above, it is the *number* of P-positions among its cells,
//! exactly: from the bits of squares up to level 5, from the counts of blocks up to level 8, from those of 512 × 512 cells beyond. What is not
//! computed yet says so.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use wythoff::certificate::area::Area;
use wythoff::engine::dense::{BLOCK, Entry, Painter, SIDE, Square, Task};
use wythoff::exact::UBig;
use wythoff::solve::{self, Closed, Values};
use wythoff::{Class, Engine, Game, Hole, Position, Rules, SolveError, Twist, Window};

use crate::cache::{Shelf, lock};
use crate::grow::{Growers, refused, rows_of};
use crate::limits::{self, Deadline};
use crate::problem::Problem;
use crate::proved::{self, Solvers, narrow, proved_k};
use crate::store::{BLOCKS, Kept, Store, StoreError};

/// Pixels of a tile each way.
pub(crate) const TILE: usize = 256;

/// What stands for a cell or a pixel that is not known, and for a cell that does not exist.
pub(crate) const NOT_READY: u8 = 255;
pub(crate) const REMOVED_OUTCOME: u8 = 2;
pub(crate) const REMOVED: i32 = i32::MIN;
pub(crate) const UNREADY_NUMBER: i32 = i32::MIN + 1;
pub(crate) const UNREADY_COUNT: u32 = u32::MAX;

/// The highest level: the whole of the largest board is in a tile.
pub(crate) const LEVELS: u32 = 13;

/// From this level on the blocks are enough, and from this one on their sums.
const BLOCK_LEVEL: u32 = BLOCK.ilog2();
const COARSE_LEVEL: u32 = (SIDE / 4).ilog2();

/// The pixels of a tile, by rows.
pub(crate) enum Pixels {
    /// 0 N, 1 P, 2 removed.
    Outcomes(Vec<u8>),
    /// Palace numbers or deviations.
    Numbers(Vec<i32>),
    /// P-positions (or differing cells) among so many cells.
    Counts { counts: Vec<u32>, cells: u32 },
    /// How two boards compare.
    Classes(Vec<u8>),
}

impl Pixels {
    /// How many pixels are known.
    pub(crate) fn known(&self) -> usize {
        match self {
            Self::Outcomes(values) | Self::Classes(values) => values.iter().filter(|v| **v != NOT_READY).count(),
            Self::Numbers(values) => values.iter().filter(|v| **v != UNREADY_NUMBER).count(),
            Self::Counts { counts, .. } => counts.iter().filter(|v| **v != UNREADY_COUNT).count(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Outcomes(values) | Self::Classes(values) => values.len(),
            Self::Numbers(values) => values.len(),
            Self::Counts { counts, .. } => counts.len(),
        }
    }
}

/// A rectangle of cells; it may reach beyond the board on every side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Region {
    fn at(self, x: u64, y: u64) -> usize {
        let column = usize::try_from(x.cast_signed() - self.x).expect("the cell is in the region");
        let row = usize::try_from(y.cast_signed() - self.y).expect("the cell is in the region");
        row * self.width + column
    }

    /// The columns and rows of the region that a board of this side has.
    fn within(self, side: u64) -> [std::ops::Range<u64>; 2] {
        let clip = |from: i64, length: usize| {
            let end = from.saturating_add_unsigned(length as u64).max(0).cast_unsigned().min(side);
            from.max(0).cast_unsigned().min(end)..end
        };
        [clip(self.x, self.width), clip(self.y, self.height)]
    }
}

/// A board that was computed at once and is held in memory.
pub(crate) struct Computed {
    side: u64,
    /// 64 cells a word, row by row.
    bits: Vec<u64>,
    /// Palace numbers, where asked for.
    numbers: Vec<i32>,
    hole: Option<Hole>,
}

impl Computed {
    fn new(game: &Game, numbers: bool, deadline: &Deadline) -> Result<Self, Problem> {
        let side = limits::COMPUTED_SIDE;
        let hole = game.rules().and_then(|rules| rules.hole);
        let mut board = Self { side, bits: Vec::new(), numbers: Vec::new(), hole };
        let values = if numbers { Values::Palace } else { Values::Outcome };
        // A `choice` game has a board for each l, and a formula for all of them.
        let engine = game.rules().is_none().then_some(Engine::Closed);
        solve::rows(game, Window::corner(side, side), values, engine, deadline, |row| {
            let pack = |cells: &[u8]| cells.iter().rev().fold(0, |word, p| word << 1 | u64::from(*p));
            board.bits.extend(row.p.chunks(64).map(pack));
            // A position of a board with side 4096 has at most about 2^24 options.
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

    fn index(&self, x: u64, y: u64) -> usize {
        usize::try_from(y * self.side + x).expect("the board is in memory")
    }

    fn is_p(&self, x: u64, y: u64) -> bool {
        self.bits[self.index(x, y) / 64] >> (x % 64) & 1 == 1
    }
}

/// Where the cells of a board come from.
#[derive(Clone)]
pub(crate) enum Source {
    Stored(Arc<Kept>),
    Computed(Arc<Computed>),
    /// W^k, by a certificate.
    Proved(u32),
}

impl Source {
    /// Cells x, y below this are known.
    pub(crate) fn ready(&self) -> u64 {
        match self {
            Self::Stored(board) => u64::from(board.rows()) * SIDE,
            Self::Computed(board) => board.side,
            Self::Proved(_) => proved::SIDE,
        }
    }
}

/// Which numbers a game's cells have.
pub(crate) fn has_palace_numbers(game: &Game) -> bool {
    game.rules().is_some_and(|rules| !rules.has_memory())
}

/// k of a game in which a cell is P iff fewer than k of its options are.
pub(crate) fn k_of(game: &Game) -> Option<u64> {
    match game.rules().map(|rules: &Rules| &rules.twist) {
        Some(Twist::None) => Some(1),
        Some(Twist::Block { budget, class: Class::Any }) => Some(u64::from(*budget) + 1),
        _ => None,
    }
}

/// A square by board, column and row of squares.
type SquareKey = (u64, u32, u32);

/// A board in memory by game, and whether with numbers.
type BoardKey = (String, bool);

/// All boards that can be seen.
pub(crate) struct Boards {
    store: Arc<Store>,
    growers: Arc<Growers>,
    squares: Shelf<SquareKey, Square>,
    computed: Shelf<BoardKey, Computed>,
    /// Boards on their way, so that nobody computes one twice.
    coming: Mutex<HashMap<BoardKey, Arc<Mutex<()>>>>,
    painters: Mutex<Vec<Painter>>,
    pub(crate) solvers: Solvers,
}

impl Boards {
    pub(crate) fn new(store: Arc<Store>, growers: Arc<Growers>) -> Self {
        Self {
            store,
            growers,
            squares: Shelf::new(limits::SQUARES_BYTES),
            computed: Shelf::new(limits::BOARDS_BYTES),
            coming: Mutex::default(),
            painters: Mutex::default(),
            solvers: Solvers::default(),
        }
    }

    /// The board of a game; one of W^k may have no cells yet.
    pub(crate) fn source(&self, game: &Game, numbers: bool, deadline: &Deadline) -> Result<Source, Problem> {
        if let Some(k) = proved_k(game) {
            return Ok(Source::Proved(k));
        }
        let Some(k) = game.blocking_k() else { return self.computed(game, numbers, deadline).map(Source::Computed) };
        if let Some(board) = self.store.get(k.into()) {
            return Ok(Source::Stored(board));
        }
        Err(Problem::not_ready(format!("nothing of the board of {game} is computed yet: ask for it with `grow`")))
    }

    fn computed(&self, game: &Game, numbers: bool, deadline: &Deadline) -> Result<Arc<Computed>, Problem> {
        let key = (game.to_string(), numbers);
        if let Some(board) = self.computed.get(&key) {
            return Ok(board);
        }
        let turn = Arc::clone(lock(&self.coming).entry(key.clone()).or_default());
        let _turn = lock(&turn);
        if let Some(board) = self.computed.get(&key) {
            return Ok(board);
        }
        let board = Computed::new(game, numbers, deadline).map(Arc::new);
        if let Ok(board) = &board {
            self.computed.put(key.clone(), Arc::clone(board), board.bytes());
        }
        lock(&self.coming).remove(&key);
        board
    }

    /// Whether the board is at hand, so that it can be looked at without being computed first.
    pub(crate) fn is_at_hand(&self, game: &Game, numbers: bool) -> bool {
        game.blocking_k().is_some() || self.computed.get(&(game.to_string(), numbers)).is_some()
    }

    /// What became of an error of the store: damage is removed, and computed again.
    fn troubled(&self, error: &StoreError) -> Problem {
        // A board that was dropped in the meantime is not damaged.
        if let StoreError::Damaged { k, .. } = error
            && let Some(board) = self.store.get(*k)
        {
            // Nobody writes to the board while rows of it are removed.
            let side = self.growers.dismiss(*k).max(u64::from(board.rows()) * SIDE);
            let repaired = self.store.repair(error);
            self.squares.forget(|(board, _, _)| board == k);
            if let Err(error) = repaired {
                return refused(&error);
            }
            // Whether that works is seen when the board is asked for again.
            let _ = self.growers.grow(*k, side);
        }
        refused(error)
    }

    /// The entry of a square on or below the diagonal.
    fn entry(&self, board: &Kept, column: u32, row: u32) -> Result<Entry, Problem> {
        let entry = board.entry(column, row).map_err(|error| self.troubled(&error))?;
        entry.ok_or_else(|| Problem::not_ready("this part of the board is not computed yet"))
    }

    /// A square on or below the diagonal.
    pub(crate) fn square(&self, board: &Kept, column: u32, row: u32, numbers: bool) -> Result<Arc<Square>, Problem> {
        let key = (board.k(), column, row);
        if let Some(square) = self.squares.get(&key).filter(|square| square.has_deviations() || !numbers) {
            return Ok(square);
        }
        let task = Task::new(board.k(), column, row, self.entry(board, column, row)?);
        let mut painter = lock(&self.painters).pop().unwrap_or_default();
        let square = painter.paint(&task, numbers);
        lock(&self.painters).push(painter);
        // A sound entry never fires the guard.
        let square = square.map_err(|_| self.troubled(&StoreError::Damaged { k: board.k(), row }))?;
        let square = Arc::new(square);
        self.squares.put(key, Arc::clone(&square), square.bytes());
        Ok(square)
    }

    /// Something of every cell of a region of a stored board; `unready` beyond what is known.
    fn of_squares<T: Copy>(
        &self,
        board: &Kept,
        region: Region,
        numbers: bool,
        unready: T,
        value: impl Fn(&Square, usize, usize) -> T,
    ) -> Result<Vec<T>, Problem> {
        let mut cells = vec![unready; region.width * region.height];
        let [columns, rows] = region.within(u64::from(board.rows()) * SIDE);
        for r in squares_in(&rows) {
            for c in squares_in(&columns) {
                let square = self.square(board, c.min(r), c.max(r), numbers)?;
                let (left, top) = (u64::from(c) * SIDE, u64::from(r) * SIDE);
                for y in rows.start.max(top)..rows.end.min(top + SIDE) {
                    let from = columns.start.max(left);
                    let first = region.at(from, y);
                    for (x, cell) in (from..columns.end.min(left + SIDE)).zip(&mut cells[first..]) {
                        // Both are below 2048.
                        #[expect(clippy::cast_possible_truncation, reason = "both are below 2048")]
                        let (column, row) = ((x - left) as usize, (y - top) as usize);
                        // Above the diagonal lie the mirror images.
                        *cell = if c <= r { value(&square, column, row) } else { value(&square, row, column) };
                    }
                }
            }
        }
        Ok(cells)
    }

    /// Something of every cell of a region of a proved board; `unready` outside.
    fn of_proved<T: Copy>(
        &self,
        k: u32,
        region: Region,
        unready: T,
        value: impl Fn(i64) -> T,
    ) -> Result<Vec<T>, Problem> {
        let [columns, rows] = region.within(proved::SIDE);
        let mut cells = vec![unready; region.width * region.height];
        let length = |range: &std::ops::Range<u64>| u32::try_from(range.end - range.start).unwrap_or(u32::MAX);
        let at = Position::new(UBig::from(columns.start), UBig::from(rows.start));
        let area = Area { at, size: [length(&columns), length(&rows)], shift: 0 };
        let deviations = self.solvers.ask(k, |palaces| palaces.deviations(&area))?;
        let width = deviations.len() / (area.size[1] as usize).max(1);
        for (y, line) in rows.zip(deviations.chunks(width.max(1))) {
            let first = region.at(columns.start, y);
            for (cell, deviation) in cells[first..].iter_mut().zip(line) {
                *cell = value(*deviation);
            }
        }
        Ok(cells)
    }

    /// The outcomes of a region.
    pub(crate) fn outcomes(&self, source: &Source, region: Region) -> Result<Vec<u8>, Problem> {
        match source {
            Source::Stored(board) => self
                .of_squares(board, region, false, NOT_READY, |square, column, row| u8::from(square.is_p(column, row))),
            Source::Computed(board) => Ok(of_computed(board, region, NOT_READY, |x, y| {
                if board.exists(x, y) { u8::from(board.is_p(x, y)) } else { REMOVED_OUTCOME }
            })),
            Source::Proved(k) => self.of_proved(*k, region, NOT_READY, |deviation| u8::from(deviation < 0)),
        }
    }

    /// The palace numbers of a region, less `zero`. A computed board needs to have been asked for with numbers.
    pub(crate) fn numbers(&self, source: &Source, region: Region, zero: u64) -> Result<Vec<i32>, Problem> {
        match source {
            Source::Stored(board) => {
                let shift = board.k().cast_signed() - zero.cast_signed();
                self.of_squares(board, region, true, UNREADY_NUMBER, |square, column, row| {
                    narrow(square.deviation(column, row) + shift)
                })
            }
            Source::Computed(board) => Ok(of_computed(board, region, UNREADY_NUMBER, |x, y| {
                if board.exists(x, y) {
                    narrow(i64::from(board.numbers[board.index(x, y)]) - zero.cast_signed())
                } else {
                    REMOVED
                }
            })),
            Source::Proved(k) => {
                let shift = i64::from(*k) - zero.cast_signed();
                self.of_proved(*k, region, UNREADY_NUMBER, |deviation| narrow(deviation + shift))
            }
        }
    }

    /// The numbers of P-positions in the pixels of a tile of a level above 0.
    pub(crate) fn counts(&self, source: &Source, level: u32, tile: (u64, u64)) -> Result<Pixels, Problem> {
        let mut counting = Counting::new(level, tile);
        match source {
            Source::Stored(board) => self.count_stored(board, &mut counting)?,
            Source::Computed(board) => count_computed(board, &mut counting),
            Source::Proved(k) => return self.solvers.tile(*k, level, (&tile.0.into(), &tile.1.into())),
        }
        Ok(counting.finish(source.ready()))
    }

    fn count_stored(&self, board: &Kept, counting: &mut Counting) -> Result<(), Problem> {
        let [columns, lines] = counting.region().within(u64::from(board.rows()) * SIDE);
        let level = counting.level;
        for r in squares_in(&lines) {
            for c in squares_in(&columns) {
                let (low, high) = (c.min(r), c.max(r));
                let (left, top) = (u64::from(c) * SIDE, u64::from(r) * SIDE);
                // A part of the square below the diagonal, wherever it is seen.
                let mut add = |unit: u64, column: usize, row: usize, count: u32| {
                    let (i, j) = if c <= r { (column, row) } else { (row, column) };
                    counting.add(left + i as u64 * unit, top + j as u64 * unit, count);
                };
                if level >= COARSE_LEVEL {
                    for (part, count) in board.coarse(low, high).iter().flatten().enumerate() {
                        add(SIDE / 4, part % 4, part / 4, *count);
                    }
                } else if level >= BLOCK_LEVEL {
                    let blocks = board.blocks(high, low, low + 1).map_err(|error| self.troubled(&error))?;
                    for (block, count) in blocks.iter().flatten().enumerate() {
                        add(BLOCK, block % BLOCKS, block / BLOCKS, u32::from(*count));
                    }
                } else {
                    let square = self.square(board, low, high, false)?;
                    // Only the rows that are seen: above the diagonal these are columns.
                    let seen = if c <= r { &lines } else { &columns };
                    let origin = if c <= r { top } else { left };
                    let from = seen.start.saturating_sub(origin);
                    for row in from..(seen.end - origin).min(SIDE) {
                        let row = usize::try_from(row).expect("a row of a square");
                        each_count(square.row(row), level, |column, count| {
                            if count > 0 {
                                add(1, column, row, count);
                            }
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// The palace number of a cell of a stored board, and the palaces above, to the left, and on the diagonal.
    pub(crate) fn sight(&self, board: &Kept, x: u64, y: u64) -> Result<Sight, Problem> {
        let (low, high) = (x.min(y), x.max(y));
        let (c, r) = (square_of(low), square_of(high));
        let square = self.square(board, c, r, true)?;
        let entry = self.entry(board, c, r)?;
        let (column, row) = (offset_in(low), offset_in(high));
        let above = (0..row).filter(|row| square.is_p(column, *row)).count();
        let left = (0..column).filter(|column| square.is_p(*column, row)).count();
        let deviation = square.deviation(column, row);
        let signed = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let vertical = i64::from(entry.columns()[column]) + signed(above);
        let horizontal = i64::from(entry.rows()[row]) + signed(left);
        let palace_number = deviation + board.k().cast_signed();
        let diagonal = palace_number - vertical - horizontal;
        let (vertical, horizontal) = if x <= y { (vertical, horizontal) } else { (horizontal, vertical) };
        Ok(Sight { is_p: square.is_p(column, row), palace_number, deviation, vertical, horizontal, diagonal })
    }

    /// Whether a cell of a stored board is a palace.
    pub(crate) fn is_p(&self, board: &Kept, x: u64, y: u64) -> Result<bool, Problem> {
        let (low, high) = (x.min(y), x.max(y));
        let square = self.square(board, square_of(low), square_of(high), false)?;
        Ok(square.is_p(offset_in(low), offset_in(high)))
    }

    /// Begins a board that nobody has looked at.
    pub(crate) fn begin(&self, k: u64) -> Result<(), Problem> {
        let side = limits::first_side(k);
        // Whoever has stopped the work does not want it begun again by looking.
        let is_short = self.store.get(k).is_none_or(|board| board.rows() < rows_of(side));
        if is_short && !self.growers.is_given_up(k) {
            self.growers.grow(k, side)?;
        }
        Ok(())
    }
}

/// What a queen on a cell of W^k sees.
pub(crate) struct Sight {
    pub(crate) is_p: bool,
    pub(crate) palace_number: i64,
    pub(crate) deviation: i64,
    pub(crate) vertical: i64,
    pub(crate) horizontal: i64,
    pub(crate) diagonal: i64,
}

fn squares_in(cells: &std::ops::Range<u64>) -> std::ops::Range<u32> {
    if cells.is_empty() { 0..0 } else { square_of(cells.start)..square_of(cells.end - 1) + 1 }
}

fn square_of(cell: u64) -> u32 {
    u32::try_from(cell / SIDE).expect("a board has few squares")
}

fn offset_in(cell: u64) -> usize {
    usize::try_from(cell % SIDE).expect("a square is small")
}

fn of_computed<T: Copy>(board: &Computed, region: Region, unready: T, value: impl Fn(u64, u64) -> T) -> Vec<T> {
    let mut cells = vec![unready; region.width * region.height];
    let [columns, rows] = region.within(board.side);
    for y in rows {
        for x in columns.clone() {
            cells[region.at(x, y)] = value(x, y);
        }
    }
    cells
}

fn count_computed(board: &Computed, counting: &mut Counting) {
    let [columns, rows] = counting.region().within(board.side);
    for y in rows {
        let first = board.index(0, y) / 64;
        for word in columns.start / 64..columns.end.div_ceil(64) {
            let bits = board.bits[first + usize::try_from(word).expect("a word of a row")];
            each_count(&bits.to_le_bytes(), counting.level, |column, count| {
                let x = word * 64 + column as u64;
                if count > 0 && columns.contains(&x) {
                    counting.add(x, y, count);
                }
            });
        }
    }
}

/// Hands out the number of set bits of each run of 2^level bits with the run's first bit.
fn each_count(bytes: &[u8], level: u32, mut each: impl FnMut(usize, u32)) {
    if level < 3 {
        let run = 1_usize << level;
        let mask = ((1_u16 << run) - 1).to_le_bytes()[0];
        for (index, byte) in bytes.iter().enumerate().filter(|(_, byte)| **byte != 0) {
            for bit in (0..8).step_by(run) {
                each(index * 8 + bit, (byte >> bit & mask).count_ones());
            }
        }
    } else {
        let run = (1_usize << level) / 8;
        for (index, bytes) in bytes.chunks(run).enumerate() {
            each(index * run * 8, bytes.iter().map(|byte| byte.count_ones()).sum());
        }
    }
}

/// A tile in which P-positions are counted.
struct Counting {
    level: u32,
    x: u64,
    y: u64,
    counts: Vec<u32>,
}

impl Counting {
    fn new(level: u32, (x, y): (u64, u64)) -> Self {
        Self { level, x: x * TILE as u64, y: y * TILE as u64, counts: vec![0; TILE * TILE] }
    }

    fn region(&self) -> Region {
        let side = TILE << self.level;
        let cell = |pixel: u64| (pixel << self.level).cast_signed();
        Region { x: cell(self.x), y: cell(self.y), width: side, height: side }
    }

    /// Adds palaces that are in one pixel, given a cell of it.
    fn add(&mut self, x: u64, y: u64, count: u32) {
        let (column, row) = ((x >> self.level).checked_sub(self.x), (y >> self.level).checked_sub(self.y));
        if let (Some(column @ 0..256), Some(row @ 0..256)) = (column, row) {
            #[expect(clippy::cast_possible_truncation, reason = "a pixel of a tile")]
            let pixel = row as usize * TILE + column as usize;
            self.counts[pixel] += count;
        }
    }

    /// A pixel is known when all its cells are.
    fn finish(mut self, ready: u64) -> Pixels {
        let known = ready >> self.level;
        for (row, pixels) in (self.y..).zip(self.counts.chunks_mut(TILE)) {
            for (_, pixel) in (self.x..).zip(pixels).filter(|(column, _)| *column >= known || row >= known) {
                *pixel = UNREADY_COUNT;
            }
        }
        Pixels::Counts { counts: self.counts, cells: 1 << (2 * self.level) }
    }
}

/// The tile of a level up to [`limits::FORMULA_LEVEL`] at any coordinates, by a formula.
pub(crate) fn by_formula(
    closed: &mut Closed,
    level: u32,
    (x, y): (&UBig, &UBig),
    deadline: &Deadline,
) -> Result<Pixels, Problem> {
    let side = (TILE as u64) << level;
    let (left, top) = (x * side, y * side);
    let hole = closed.rules().hole;
    let (mut outcomes, mut counts) = (vec![0_u8; TILE * TILE], vec![0_u32; TILE * TILE]);
    for row in 0..side {
        let here = &top + row;
        for column in closed.p_on_row(&here, &left, side, deadline)? {
            // Both are below the side of the tile.
            #[expect(clippy::cast_possible_truncation, reason = "both are below the side of the tile")]
            let pixel = (row >> level) as usize * TILE + (column >> level) as usize;
            outcomes[pixel] = 1;
            counts[pixel] += 1;
        }
    }
    if level > 0 {
        return Ok(Pixels::Counts { counts, cells: 1 << (2 * level) });
    }
    if let Some(hole) = hole {
        for (index, cell) in outcomes.iter_mut().enumerate() {
            if hole.contains(&Position::new(&left + index % TILE, &top + index / TILE)) {
                *cell = REMOVED_OUTCOME;
            }
        }
    }
    Ok(Pixels::Outcomes(outcomes))
}
