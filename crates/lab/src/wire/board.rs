//! The server, boards, and what is seen of them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wythoff::exact::UBig;
use wythoff::solve::Values;
use wythoff::structure::regions::{Border, Junctions, Point};
use wythoff::{Engine, Outcome, Position};

use super::Integer;
use super::jobs::Report;

type Exact = Position<UBig>;

/// The server.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Status {
    /// Of the program.
    pub(crate) version: &'static str,
    /// What the page opens with.
    pub(crate) default_game: String,
    /// What one request may ask for.
    pub(crate) limits: BTreeMap<&'static str, u64>,
    pub(crate) store: Stored,
    pub(crate) jobs_running: usize,
}

/// What is on disk.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Stored {
    /// Bytes at most.
    pub(crate) budget: u64,
    /// Bytes.
    pub(crate) used: u64,
    pub(crate) boards: Vec<StoredBoard>,
    /// Why nothing new is kept: a disk that is full, or can't be written.
    pub(crate) trouble: Option<String>,
}

/// A board on disk.
#[derive(Serialize, JsonSchema)]
pub(crate) struct StoredBoard {
    pub(crate) game: String,
    /// Rows of squares of 2048 cells.
    pub(crate) rows: u32,
    pub(crate) side: u64,
    pub(crate) bytes: u64,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Palette {
    /// P and N.
    Outcome,
    /// CLN15's colours of palace numbers.
    Cln15,
    /// From blue (few palaces) over grey (k) to red (many).
    Deviation,
    /// For every eye: from yellow to dark blue, with P lighter than N.
    Safe,
    /// The colours of nim-values.
    Nim,
}

/// A board.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Board {
    /// As it is written; of a file its name, after `file:`.
    pub(crate) game: String,
    pub(crate) kind: Kind,
    /// In words.
    pub(crate) rules: String,
    pub(crate) symmetric: bool,
    /// Where a cell is P iff fewer than k options are.
    pub(crate) k: Option<u64>,
    pub(crate) values: Vec<Values>,
    pub(crate) palettes: Vec<Palette>,
    /// Pixels of a tile each way.
    pub(crate) tile: usize,
    /// Levels 0 … levels − 1 show the board up to its target.
    pub(crate) levels: u32,
    /// On the levels 0 … averaged − 1 a pixel has the mean colour of its cells, on the others the shade of their share
    /// of P. (In the colours of P and N it is the share on all.)
    pub(crate) averaged: u32,
    /// Cells x, y < ready can be seen now.
    pub(crate) ready: u64,
    /// Where the present job ends.
    pub(crate) target: u64,
    /// The largest side.
    pub(crate) most: u64,
    /// What is known at any coordinates, if anything is.
    pub(crate) endless: Option<Endless>,
    /// Columns and rows of removed cells.
    pub(crate) hole: Option<[u64; 2]>,
    /// The job that computes it.
    pub(crate) job: Option<String>,
    pub(crate) progress: Progress,
    /// Why it can't grow: nothing can be written to the store.
    pub(crate) trouble: Option<String>,
    /// The file that it is from.
    pub(crate) file: Option<FileFacts>,
}

/// Boards that were written as Zarr, in the folders that were named at the start.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BoardFiles {
    pub(crate) files: Vec<BoardFile>,
}

/// One of them.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BoardFile {
    /// How it is asked for, in the place of a game.
    pub(crate) board: String,
    pub(crate) name: String,
    /// What it holds.
    pub(crate) facts: Option<FileFacts>,
    /// Why it can't be shown.
    pub(crate) problem: Option<String>,
}

/// What a file holds.
#[derive(Serialize, JsonSchema)]
pub(crate) struct FileFacts {
    pub(crate) game: String,
    /// Columns.
    pub(crate) width: u64,
    /// Rows.
    pub(crate) height: u64,
    /// P-positions are counted in squares of so many columns and rows of cells, twice as many, and so on.
    pub(crate) finest: u64,
    /// Where finer ones and single cells come from.
    pub(crate) cells: FileCells,
    /// Whether the laboratory has a board of its own of this game, which knows more of its cells.
    pub(crate) own_board: bool,
    /// Whether all was written.
    pub(crate) complete: bool,
    /// Parts that are done: blocks or bands of rows.
    pub(crate) done: u64,
    /// Parts in all.
    pub(crate) total: u64,
    /// P-positions, when all was written.
    pub(crate) p_count: Option<Integer>,
}

/// Where the cells of a file come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum FileCells {
    /// They are in the file.
    Kept,
    /// They are solved from the edges of blocks, which are in the file.
    Solved,
    /// They can't be shown.
    None,
}

/// Where a board comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Kind {
    /// Kept on disk, and growing.
    Stored,
    /// Computed in memory.
    Computed,
    /// Known without end by a certificate.
    Proved,
    /// Read from a file.
    File,
}

/// What is known at any coordinates.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Endless {
    /// Tiles of the levels 0 … levels − 1 are answered anywhere.
    pub(crate) levels: u32,
    /// What they show.
    pub(crate) values: Vec<Values>,
    pub(crate) by: Knowledge,
    /// The file of the certificate.
    pub(crate) proof: Option<String>,
}

/// What knows a board without end.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Knowledge {
    Formula,
    Certificate,
}

/// In squares.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Progress {
    pub(crate) done: u64,
    pub(crate) total: u64,
}

/// How far a board is to grow.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Grow {
    /// The side; as far as a first look needs, unless it is given.
    pub(crate) side: Option<Integer>,
}

/// What is being done.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Grown {
    /// The job; null where all of it is ready, or where its work was stopped and nobody has said how far to go.
    pub(crate) job: Option<Report>,
    /// Cells x, y < ready can be seen now.
    pub(crate) ready: u64,
}

/// A cell.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Cell {
    pub(crate) position: Exact,
    /// False where the game has no such cell.
    pub(crate) exists: bool,
    pub(crate) outcome: Option<Outcome>,
    /// P-options.
    pub(crate) palace_number: Option<i64>,
    /// Palace number − k.
    pub(crate) deviation: Option<i64>,
    /// Palaces seen on each line; W^k only.
    pub(crate) counts: Option<Counts>,
    /// Where it was asked for, and is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nim_value: Option<i32>,
    pub(crate) method: Engine,
}

/// Palaces seen on each line.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Counts {
    /// Above.
    pub(crate) column: i64,
    /// To the left.
    pub(crate) row: i64,
    /// Up and left.
    pub(crate) diagonal: i64,
}

/// What a queen sees.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Rays {
    pub(crate) position: Exact,
    pub(crate) outcome: Outcome,
    /// The reason, in a sentence.
    pub(crate) why: String,
    pub(crate) lines: Vec<Line>,
    pub(crate) palaces_left_out: u64,
    pub(crate) winning_moves: Vec<RaysMove>,
    pub(crate) winning_moves_left_out: u64,
    /// What keeps a P-position P.
    pub(crate) must_block: Option<Vec<Exact>>,
    pub(crate) method: Engine,
}

/// A line on which palaces are seen.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Line {
    pub(crate) name: LineName,
    /// Its last cell.
    pub(crate) towards: Option<Exact>,
    /// Palaces on it.
    pub(crate) count: u64,
    /// The nearest first.
    pub(crate) palaces: Vec<Exact>,
}

/// Which line it is; `options` are all lines of another game.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum LineName {
    Column,
    Row,
    Diagonal,
    Options,
}

/// A winning move.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RaysMove {
    pub(crate) to: Exact,
    /// What to block there; null: not computed.
    pub(crate) block: Option<Vec<Exact>>,
    /// What to propose there, in a comply game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) propose: Option<Vec<Exact>>,
}

/// A window.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Window {
    pub(crate) at: Exact,
    pub(crate) width: u64,
    pub(crate) height: u64,
    pub(crate) values: Values,
    pub(crate) rows: Vec<WindowRow>,
}

/// Outcomes: `#` P, `.` N, a space for a removed cell. Else numbers, null for a removed cell.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum WindowRow {
    Outcomes(String),
    Numbers(Vec<Option<i32>>),
}

/// Where the cells of a section lie.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Way {
    /// To the right.
    Row,
    /// Downwards.
    Column,
    /// Both.
    Diagonal,
}

/// A section through a board.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Section {
    /// The first cell.
    pub(crate) at: Exact,
    pub(crate) way: Way,
    pub(crate) values: Values,
    /// What stands in the cells, one after the other; null for a removed cell.
    pub(crate) cells: Vec<Option<i32>>,
}

/// A comparison.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Comparison {
    /// Cells that exist on both boards.
    pub(crate) compared: usize,
    pub(crate) differ: usize,
    /// Only A is P, or A is larger.
    pub(crate) only_a: usize,
    /// Only B is P, or B is larger.
    pub(crate) only_b: usize,
    /// The first cell that differs.
    pub(crate) first: Option<Position>,
}

/// The parts of a board of W^k that CLN15 names, of cells with x ≤ y: the mirror image has the rest.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Regions {
    pub(crate) k: u64,
    /// The k of the board on which they were measured: k itself, or 2000 for larger ones, which follow by proportion.
    pub(crate) measured_k: u64,
    /// The side of that board.
    pub(crate) side: u64,
    pub(crate) junctions: Junctions,
    pub(crate) borders: Vec<Border>,
    /// Where there is room for a name.
    pub(crate) names: Vec<Named>,
}

/// A name, and where it stands.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Named {
    pub(crate) name: &'static str,
    pub(crate) kind: NamedKind,
    pub(crate) at: Point,
}

/// What is named.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum NamedKind {
    Region,
    Border,
}

/// Two coordinates that were written as expressions.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Coordinates {
    pub(crate) cell: Exact,
}
