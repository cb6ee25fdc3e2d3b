//! Which arrays a board has as a Zarr hierarchy, and in which shards they are written: the documents of its nodes.
//!
//! | node | what it holds |
//! |---|---|
//! | `cells/bits` | outcomes, 8 cells of a row a byte, the first in the lowest bit, 1 for P |
//! | `cells/palace`, `cells/deviation`, `cells/grundy` | numbers, where these are asked for |
//! | `counts/F/p` | the P-positions of each F × F cells, for each power of two F from the finest on |
//! | `blocks` | of each block of W^k: 1 when it is done, P-positions, fingerprint, least and greatest deviation |
//! | `bands` | of each band of rows, where there are no blocks: 1 when it is done, P-positions, fingerprint, the sum of numbers |
//! | `edges/right`, `edges/bottom` | what leaves each block, in the format of [`crate::engine::dense::block`] |
//!
//! The root's attribute `wythoff` names game, window, engine and version, and when all is written also the number of
//! P-positions and their fingerprint; `ome` lists the counts as a pyramid in the form that viewers look for (OME-Zarr
//! 0.5). Arrays of cells and counts are cut into shards of one block each, so that a block is written by one writer and
//! whole: parts of a shard that two write at a time get lost. Counts that are too coarse for that come last.

use std::collections::BTreeMap;

use dashu_int::UBig;
use serde_json::{Value, json};

use super::store::usize_of;
use crate::board::Window;
use crate::engine::dense::block::{SIDE_STEP, edge_bytes};

/// The version of the form.
pub const FORMAT: u32 = 1;

/// Cells of a chunk each way, at most; a shard holds as many chunks as it has room for.
const CHUNK: u64 = 512;

/// Blocks write counts down to shards of this side; what is coarser would be many small files.
const LEAST_SHARD: u64 = 128;

/// The side of a shard of counts is even.
pub(super) const FINEST_LIMIT: u64 = SIDE_STEP / 2;

/// Shards of counts that are too coarse for a shard a block.
const COARSE_SHARD: u64 = 1024;

/// The numbers that an array holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Whether some may be below 0.
    pub is_signed: bool,
    /// 1, 2, 4 or 8.
    pub bytes: u8,
}

impl Kind {
    const BYTES: Self = Self { is_signed: false, bytes: 1 };
    /// What palace numbers and deviations are kept in, as in arrays of `NumPy`.
    pub(super) const NUMBERS: Self = Self { is_signed: true, bytes: 4 };
    const WORDS: Self = Self { is_signed: false, bytes: 8 };

    /// As Zarr names it.
    pub fn name(self) -> String {
        format!("{}int{}", if self.is_signed { "" } else { "u" }, 8 * u32::from(self.bytes))
    }

    /// The smallest that holds so much.
    fn holding(most: u64) -> Self {
        let bytes = match most {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            0x1_0000..=0xffff_ffff => 4,
            _ => 8,
        };
        Self { is_signed: false, bytes }
    }
}

/// The counts at one scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Columns and rows of cells that are counted together.
    pub factor: u64,
    /// The numbers.
    pub kind: Kind,
    /// Columns and rows of a shard; those of the last level that blocks write, and of all finer ones, are a block's.
    pub shard: u64,
    /// Whether each block writes a shard of it. Otherwise all of it is written last.
    pub by_blocks: bool,
}

impl Level {
    /// Columns and rows of a chunk.
    pub fn chunk(&self) -> u64 {
        1 << self.shard.trailing_zeros().min(CHUNK.trailing_zeros())
    }

    /// Its array, the only one of a group: a name of an axis has one length in a group.
    pub fn path(&self) -> String {
        format!("{}/p", self.group())
    }

    fn group(&self) -> String {
        format!("counts/{}", self.factor)
    }
}

/// What is kept of each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cells {
    /// Nothing: counts are enough.
    Nothing,
    /// Outcomes, as bits.
    Outcome,
    /// Palace numbers.
    Palace(Kind),
    /// Deviations.
    Deviation(Kind),
    /// Nim-values.
    Grundy(Kind),
}

impl Cells {
    /// The numbers of its array.
    pub(super) fn kind(self) -> Kind {
        match self {
            Self::Nothing | Self::Outcome => Kind::BYTES,
            Self::Palace(kind) | Self::Deviation(kind) | Self::Grundy(kind) => kind,
        }
    }

    /// Rows and columns of a chunk of its array.
    pub(super) fn chunk(self) -> [u64; 2] {
        match self {
            Self::Nothing | Self::Outcome => [1024, 128],
            Self::Palace(_) | Self::Deviation(_) | Self::Grundy(_) => [CHUNK, CHUNK],
        }
    }

    /// Its array.
    pub(super) fn path(self) -> String {
        format!("cells/{}", if self == Self::Outcome { "bits" } else { self.name() })
    }

    fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Outcome => "outcome",
            Self::Palace(_) => "palace",
            Self::Deviation(_) => "deviation",
            Self::Grundy(_) => "grundy",
        }
    }
}

/// Why there is no such hierarchy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// The finest counts are not those of a power of two.
    #[error(
        "the finest counts are those of F × F cells, where F is a power of two from 2 to {FINEST_LIMIT}, not {finest}"
    )]
    Finest {
        /// What was asked for.
        finest: u64,
    },
    /// The side of a shard is not a multiple of a chunk's.
    #[error("the side of a shard is a multiple of {SIDE_STEP}, not {0}")]
    Side(u64),
}

/// A board as a hierarchy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The game.
    pub game: String,
    /// The window.
    pub window: Window<UBig>,
    /// What is kept of each cell.
    pub cells: Cells,
    /// Columns and rows of a shard of cells: those of a block, where the board is solved in blocks.
    pub side: u64,
    /// The finest counts.
    pub finest: u64,
    /// Whether the board is solved in blocks, of which records and edges are kept; and not in bands of rows.
    pub in_blocks: bool,
    /// The engine.
    pub engine: String,
}

impl Layout {
    /// Refuses sides that do not go together.
    ///
    /// # Errors
    /// When the finest counts are not those of a power of two, or the side of a shard is none.
    pub fn checked(self) -> Result<Self, LayoutError> {
        let Self { side, finest, .. } = self;
        if side == 0 || !side.is_multiple_of(SIDE_STEP) {
            return Err(LayoutError::Side(side));
        }
        if !(2..=FINEST_LIMIT).contains(&finest) || !finest.is_power_of_two() {
            return Err(LayoutError::Finest { finest });
        }
        Ok(self)
    }

    /// The counts, from the finest on, to those of all cells together.
    pub fn levels(&self) -> Vec<Level> {
        let mut levels = Vec::new();
        let mut factor = self.finest;
        loop {
            let kind = Kind::holding(factor.saturating_mul(factor));
            let by_blocks = factor == self.finest || self.side.is_multiple_of(factor * LEAST_SHARD);
            let shard = if by_blocks { self.side / factor } else { COARSE_SHARD };
            levels.push(Level { factor, kind, shard, by_blocks });
            if factor >= self.window.width.max(self.window.height) {
                return levels;
            }
            factor *= 2;
        }
    }

    /// Blocks from left to right, and from top to bottom.
    pub fn blocks(&self) -> [u64; 2] {
        [self.window.width.div_ceil(self.side), self.window.height.div_ceil(self.side)]
    }

    /// The bytes of an edge, whose counts are residues.
    pub fn edge_bytes(&self) -> u64 {
        edge_bytes(usize_of(self.side), false) as u64
    }

    /// The documents `zarr.json` of all nodes, by path; the root's is the empty one.
    pub fn documents(&self) -> BTreeMap<String, Value> {
        let Window { width, height, .. } = self.window;
        let mut documents =
            BTreeMap::from([(String::new(), group(&self.attributes(None))), ("counts".to_owned(), group(&json!({})))]);
        let mut add = |path: &str, array: Value| documents.insert(path.to_owned(), array);
        let square = |side| [side, side];
        if self.cells != Cells::Nothing {
            // Bits are 8 columns a number.
            let (columns, axis) = if self.cells == Cells::Outcome { (8, "x8") } else { (1, "x") };
            let (shape, shard) = ([height, width.div_ceil(columns)], [self.side, self.side / columns]);
            add("cells", group(&json!({})));
            add(&self.cells.path(), sharded(self.cells.kind(), shape, shard, self.cells.chunk(), ["y", axis]));
        }
        for level in self.levels() {
            let shape = [height, width].map(|side| side.div_ceil(level.factor));
            add(&level.group(), group(&json!({})));
            add(&level.path(), sharded(level.kind, shape, square(level.shard), square(level.chunk()), ["y", "x"]));
        }
        if self.in_blocks {
            let [columns, rows] = self.blocks();
            add("blocks", plain(Kind::WORDS, &[rows, columns, 5], &[1, 1, 5], &["row", "column", "record"]));
            let bytes = self.edge_bytes();
            add("edges", group(&json!({})));
            for side in ["edges/right", "edges/bottom"] {
                add(side, plain(Kind::BYTES, &[rows, columns, bytes], &[1, 1, bytes], &["row", "column", "byte"]));
            }
        } else {
            let [_, bands] = self.blocks();
            add("bands", plain(Kind::WORDS, &[bands, 4], &[1, 4], &["band", "record"]));
        }
        documents
    }

    /// The attributes of the root: as long as not all is written, without the sums.
    pub fn attributes(&self, sums: Option<(u64, &str)>) -> Value {
        let Window { at, width, height } = &self.window;
        let datasets: Vec<Value> = self
            .levels()
            .iter()
            .map(|level| {
                // The middle of the cells that are counted together.
                let middle = format!("{}.5", level.factor / 2 - 1).parse::<f64>().unwrap_or_default();
                json!({"path": level.path(), "coordinateTransformations": [
                    {"type": "scale", "scale": [level.factor, level.factor]},
                    {"type": "translation", "translation": [middle, middle]},
                ]})
            })
            .collect();
        let axes: Vec<Value> = ["y", "x"].iter().map(|name| json!({"name": name, "type": "space"})).collect();
        json!({
            "wythoff": {
                "format": FORMAT,
                "game": self.game,
                "window": {"x": at.x.to_string(), "y": at.y.to_string(), "width": width, "height": height},
                "cells": self.cells.name(),
                "side": self.side,
                "finest": self.finest,
                "in_blocks": self.in_blocks,
                "engine": self.engine,
                "version": env!("CARGO_PKG_VERSION"),
                "complete": sums.is_some(),
                "p_count": sums.map(|(p_count, _)| p_count),
                "fingerprint": sums.map(|(_, fingerprint)| fingerprint),
            },
            "ome": {
                "version": "0.5",
                "multiscales": [{"name": self.game, "axes": axes, "datasets": datasets, "type": "sum"}],
            },
        })
    }
}

/// The document of a group.
pub(super) fn group(attributes: &Value) -> Value {
    json!({"zarr_format": 3, "node_type": "group", "attributes": attributes})
}

/// The codecs of numbers, and of what finds damage.
fn bytes(kind: Kind) -> Value {
    match kind.bytes {
        1 => json!({"name": "bytes"}),
        _ => json!({"name": "bytes", "configuration": {"endian": "little"}}),
    }
}

fn plain(kind: Kind, shape: &[u64], chunk: &[u64], names: &[&str]) -> Value {
    array(kind, shape, chunk, names, &[bytes(kind), json!({"name": "crc32c"})])
}

/// An array in shards; each holds its chunks compressed, and an index of them.
fn sharded(kind: Kind, shape: [u64; 2], shard: [u64; 2], chunk: [u64; 2], names: [&str; 2]) -> Value {
    let crc = json!({"name": "crc32c"});
    let sharding = json!({"name": "sharding_indexed", "configuration": {
        "chunk_shape": chunk,
        "codecs": [bytes(kind), crc],
        "index_codecs": [bytes(Kind::WORDS), crc],
        "index_location": "end",
    }});
    array(kind, &shape, &shard, &names, &[sharding])
}

fn array(kind: Kind, shape: &[u64], chunk: &[u64], names: &[&str], codecs: &[Value]) -> Value {
    json!({
        "zarr_format": 3,
        "node_type": "array",
        "shape": shape,
        "data_type": kind.name(),
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": 0,
        "codecs": codecs,
        "dimension_names": names,
        "attributes": {},
    })
}
