//! The block engine: boards of W^k (`blocking:k`) cut into blocks that repeat.
//!
//! A numeration cuts each side of the board into intervals, level by level, and products of intervals cut the board
//! into blocks. By CLN15's automaton the two rows above a block and the two columns left of it fix the block; intervals
//! have at least two cells, so its neighbours to the north, west and north-west fix it. Outside the board stand two
//! more blocks that fit any shape: K, all k, to the north-west of (0,0), and Z, all 0, above and to the left of the
//! rest. A block of level j + 1 is a grid of blocks of level j; equal blocks are one block, kept once. So the map
//!
//! > (north-west, north, west, shape) → block
//!
//! is a function on numbers, remembered at every level, and a block of level j + 1 is found by asking it at level j for
//! each of its parts, in rows. Each entry of the map is a *rule*. The board up to the axiom's length at level j is the
//! block that K, Z and Z fix.
//!
//! How much that is depends on the board alone. Where a constant number of blocks serves every level the board is
//! self-similar: each level costs the same, so a side of 2^60 costs little more than one of 2^20, and [`crate::proof`]
//! makes a theorem of it. Elsewhere the numbers grow with the level and the engine stops at its limit and says so
//! ([`SolveError::BlocksGrow`]).
//!
//! # What fits
//!
//! Every row and column holds at most k palaces, and so does every diagonal: the next one would see k of them. So a
//! palace number is at most 3k, and a block of side ℓ has at most kℓ palaces. Palace numbers are kept in 32 bits, which
//! k ≤ 2^24 allows; lengths and populations in 128 bits.

mod count;
mod numeration;
mod window;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::Serialize;

pub use numeration::{BASE_LIMIT, Numeration, NumerationError, Symbol, WORD_LIMIT};
pub use window::rows;

use super::{SolveError, memory_needed};
use crate::engine::report;
use crate::watch::Watch;

/// The largest k.
pub const LARGEST_K: u64 = 1 << 24;

/// The most rules, over all levels, that are kept.
pub const RULE_LIMIT: usize = 1 << 22;

/// Lengths of at least 2^100 have no level above them: sums of [`WORD_LIMIT`] such lengths fit in 128 bits.
const LENGTH_BITS: u32 = 100;

/// The memory of a rule, in a table that is half full.
const RULE_BYTES: u64 = 2 * (size_of::<(Place, Id)>() as u64 + 1);

/// The memory of a block without its parts: the block, its entry in a table that is half full, and its share of the
/// heap.
const BLOCK_BYTES: u64 = (size_of::<Block>() + 2 * size_of::<((Shape, Arc<[u32]>), Id)>() + 32) as u64;

/// How many rules are made between two looks at the watcher.
const WATCHED_EVERY: usize = 1 << 12;

/// A block of some level: K, Z, or one of those made, from 2 on.
pub type Id = u32;

/// All k: the block to the north-west of (0,0).
pub const K: Id = 0;

/// All 0: the blocks above and to the left of the board.
pub const Z: Id = 1;

/// The symbols of a block's interval of rows and of its interval of columns.
pub type Shape = (Symbol, Symbol);

/// What fixes a block: its neighbours to the north-west, north and west, and its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The block to the north-west.
    pub north_west: Id,
    /// The block to the north.
    pub north: Id,
    /// The block to the west.
    pub west: Id,
    /// The shape to be filled.
    pub shape: Shape,
}

/// A block of the board.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its shape.
    pub shape: Shape,
    /// Row by row: at level 0 palace numbers, above it blocks of the level below.
    pub parts: Arc<[u32]>,
    /// How many P-positions it holds.
    pub palaces: u128,
}

/// What is known of one level.
#[derive(Clone, Debug, Default)]
pub struct Level {
    lengths: Vec<u128>,
    /// Block i is the one with id i + 2.
    blocks: Vec<Block>,
    ids: FxHashMap<(Shape, Arc<[u32]>), Id>,
    rules: FxHashMap<Place, Id>,
}

impl Level {
    /// The length of a symbol's interval.
    pub fn length(&self, symbol: Symbol) -> u128 {
        self.lengths[usize::from(symbol)]
    }

    /// The blocks that were met; the first has id 2.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The rules that were used, in no order.
    pub fn rules(&self) -> impl Iterator<Item = (Place, Id)> + '_ {
        self.rules.iter().map(|(place, id)| (*place, *id))
    }

    /// How many rules were used.
    pub fn rule_count(&self) -> usize {
        self.rules.len()
    }

    /// A block that is not K or Z.
    fn block(&self, id: Id) -> &Block {
        &self.blocks[id as usize - 2]
    }

    /// The block with these parts, made if it is new.
    fn intern(&mut self, shape: Shape, parts: Vec<u32>, palaces: impl FnOnce(&[u32]) -> u128) -> Id {
        let key = (shape, Arc::<[u32]>::from(parts));
        if let Some(id) = self.ids.get(&key) {
            return *id;
        }
        let id = u32::try_from(self.blocks.len() + 2).expect("there are fewer blocks than RULE_LIMIT");
        let parts = key.1.clone();
        self.blocks.push(Block { shape, palaces: palaces(&parts), parts });
        self.ids.insert(key, id);
        id
    }
}

/// What one level needed, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LevelSize {
    /// The axiom's length.
    pub length: u128,
    /// Different blocks.
    pub blocks: usize,
    /// Different rules.
    pub rules: usize,
}

/// The board of W^k as blocks.
#[derive(Clone, Debug)]
pub struct Blocks {
    k: u32,
    numeration: Numeration,
    levels: Vec<Level>,
    /// The block at (0,0) of each level.
    origins: Vec<Id>,
    rules: usize,
    rule_limit: usize,
    /// About the memory in use.
    bytes: u64,
}

impl Blocks {
    /// No level yet.
    ///
    /// # Errors
    /// When k is 0 or larger than [`LARGEST_K`].
    pub fn new(k: u64, numeration: Numeration) -> Result<Self, SolveError> {
        let small = u32::try_from(k).ok().filter(|_| (1..=LARGEST_K).contains(&k));
        let small = small.ok_or(SolveError::Unsupported("the block engine takes k from 1 to 2^24"))?;
        Ok(Self {
            k: small,
            numeration,
            levels: Vec::new(),
            origins: Vec::new(),
            rules: 0,
            rule_limit: RULE_LIMIT,
            bytes: 0,
        })
    }

    /// With a smaller limit on the rules.
    #[must_use]
    pub fn with_rule_limit(self, limit: usize) -> Self {
        Self { rule_limit: limit.min(RULE_LIMIT), ..self }
    }

    /// The game.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// How the sides are cut.
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// The levels so far.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The block at (0,0) of each level.
    pub fn origins(&self) -> &[Id] {
        &self.origins
    }

    /// What each level needed so far.
    pub fn sizes(&self) -> Vec<LevelSize> {
        let size = |level: &Level| LevelSize {
            length: level.length(0),
            blocks: level.blocks.len() + 2,
            rules: level.rules.len(),
        };
        self.levels.iter().map(size).collect()
    }

    /// Whether the engine has room for another level.
    pub fn can_rise(&self) -> bool {
        let is_long = |level: &Level| level.lengths.iter().any(|length| length >> LENGTH_BITS != 0);
        !self.levels.last().is_some_and(is_long)
    }

    /// One level more: the board up to the axiom's length there.
    ///
    /// # Errors
    /// When there are too many rules or levels or too little memory, or the watcher stops the work.
    pub fn raise(&mut self, watch: &dyn Watch) -> Result<(), SolveError> {
        let lengths: Vec<u128> = match self.levels.last() {
            None => self.numeration.lengths().iter().map(|length| u128::from(*length)).collect(),
            Some(below) => {
                let sum = |word: &Vec<Symbol>| word.iter().map(|symbol| below.length(*symbol)).sum();
                self.numeration.words().iter().map(sum).collect()
            }
        };
        if !self.can_rise() {
            return Err(SolveError::Unsupported("the block engine reaches lengths of about 2^100"));
        }
        let top = self.levels.len();
        self.levels.push(Level { lengths, ..Level::default() });
        let filled = self.fill(top, Place { north_west: K, north: Z, west: Z, shape: (0, 0) }, watch);
        match filled {
            Ok(origin) => self.origins.push(origin),
            // The level is taken back, so that what is there stays of use.
            Err(_) => drop(self.levels.pop()),
        }
        filled.map(|_| ())
    }

    /// Raises levels until the board reaches beyond `side`.
    fn reach(&mut self, side: u128, watch: &dyn Watch) -> Result<(), SolveError> {
        while self.levels.last().is_none_or(|level| level.length(0) <= side) {
            self.raise(watch)?;
        }
        Ok(())
    }

    /// The block at `place`.
    fn fill(&mut self, level: usize, place: Place, watch: &dyn Watch) -> Result<Id, SolveError> {
        if let Some(id) = self.levels[level].rules.get(&place) {
            return Ok(*id);
        }
        let known = self.levels[level].blocks.len();
        let id = if level == 0 { self.fill_cells(place) } else { self.fill_parts(level, place, watch)? };
        self.levels[level].rules.insert(place, id);
        self.rules += 1;
        self.bytes += RULE_BYTES;
        if self.levels[level].blocks.len() > known {
            self.bytes += BLOCK_BYTES + 4 * self.levels[level].block(id).parts.len() as u64;
        }
        memory_needed(self.bytes)?;
        if self.rules > self.rule_limit {
            return Err(SolveError::BlocksGrow {
                k: self.k.into(),
                numeration: self.numeration.to_string(),
                limit: self.rule_limit,
                blocks: self.sizes().iter().map(|size| size.blocks).collect(),
            });
        }
        if self.rules.is_multiple_of(WATCHED_EVERY) {
            report(watch, self.rules as u64, self.rule_limit as u64)?;
        }
        Ok(id)
    }

    /// A block of level 0, by the automaton.
    fn fill_cells(&mut self, place: Place) -> Id {
        let level = &self.levels[0];
        let [height, width] = [place.shape.0, place.shape.1].map(|s| usize::try_from(level.length(s)).expect("short"));
        let k = i64::from(self.k);
        // The cell at (row, column) of the frame: two rows and two columns of neighbours, then the block.
        let columns = width + 2;
        let mut frame = vec![0_i64; (height + 2) * columns];
        let outer = |id: Id, row_from_end: usize, column_from_end: usize, row: usize, column: usize| match id {
            K => k,
            Z => 0,
            _ => {
                let block = level.block(id);
                let sides = [block.shape.0, block.shape.1].map(|s| usize::try_from(level.length(s)).expect("short"));
                let row = if row_from_end > 0 { sides[0] - row_from_end } else { row };
                let column = if column_from_end > 0 { sides[1] - column_from_end } else { column };
                i64::from(block.parts[row * sides[1] + column]) - k
            }
        };
        for row in 0..2 {
            for column in 0..2 {
                frame[row * columns + column] = outer(place.north_west, 2 - row, 2 - column, 0, 0);
            }
            for column in 0..width {
                frame[row * columns + column + 2] = outer(place.north, 2 - row, 0, 0, column);
            }
        }
        for row in 0..height {
            for column in 0..2 {
                frame[(row + 2) * columns + column] = outer(place.west, 0, 2 - column, row, 0);
            }
        }
        for row in 2..height + 2 {
            for column in 2..columns {
                let at = row * columns + column;
                frame[at] = automaton_rule(&frame, at, columns);
            }
        }
        let cell = |deviation: &i64| u32::try_from(deviation + k).expect("a palace number is from 0 to 3k");
        let cells = frame.chunks(columns).skip(2).flat_map(|row| row[2..].iter().map(cell)).collect();
        let limit = self.k;
        self.levels[0].intern(place.shape, cells, |cells| cells.iter().filter(|n| **n < limit).count() as u128)
    }

    /// A block of a higher level, part by part.
    fn fill_parts(&mut self, level: usize, place: Place, watch: &dyn Watch) -> Result<Id, SolveError> {
        let [rows, columns] = [place.shape.0, place.shape.1].map(|symbol| self.numeration.word(symbol).to_vec());
        let width = columns.len();
        let mut parts: Vec<Id> = Vec::with_capacity(rows.len() * width);
        for (row, row_symbol) in rows.iter().enumerate() {
            for (column, column_symbol) in columns.iter().enumerate() {
                let here = row * width + column;
                let north = if row > 0 { parts[here - width] } else { self.last_row(level, place.north, column) };
                let west = if column > 0 { parts[here - 1] } else { self.last_column(level, place.west, row) };
                let north_west = match (row, column) {
                    (0, 0) => self.last_part(level, place.north_west),
                    (0, _) => self.last_row(level, place.north, column - 1),
                    (_, 0) => self.last_column(level, place.west, row - 1),
                    _ => parts[here - width - 1],
                };
                let shape = (*row_symbol, *column_symbol);
                parts.push(self.fill(level - 1, Place { north_west, north, west, shape }, watch)?);
            }
        }
        let [below, above] = self.levels.get_disjoint_mut([level - 1, level]).expect("two levels");
        Ok(above.intern(place.shape, parts, |parts| parts.iter().map(|id| below.block(*id).palaces).sum()))
    }

    /// The part of a block in its last row and the given column; those of K and Z are K and Z.
    fn last_row(&self, level: usize, id: Id, column: usize) -> Id {
        if id <= Z {
            return id;
        }
        let block = self.levels[level].block(id);
        let width = self.numeration.word(block.shape.1).len();
        block.parts[block.parts.len() - width + column]
    }

    /// The part of a block in its last column and the given row.
    fn last_column(&self, level: usize, id: Id, row: usize) -> Id {
        if id <= Z {
            return id;
        }
        let block = self.levels[level].block(id);
        let width = self.numeration.word(block.shape.1).len();
        block.parts[(row + 1) * width - 1]
    }

    /// The last part of a block.
    fn last_part(&self, level: usize, id: Id) -> Id {
        if id <= Z { id } else { *self.levels[level].block(id).parts.last().expect("words are not empty") }
    }
}

/// CLN15's rule for the cell `at` of a grid with rows of the given width.
fn automaton_rule(grid: &[i64], at: usize, width: usize) -> i64 {
    let value = |up: usize, left: usize| grid[at - up * width - left];
    let phi = |m: i64, v: i64| if v < 0 { v + m } else { v };
    phi(3, value(2, 2)) - phi(2, value(2, 1)) - phi(2, value(1, 2)) - i64::from(value(1, 1) < 0)
        + phi(1, value(1, 0))
        + phi(1, value(0, 1))
}
