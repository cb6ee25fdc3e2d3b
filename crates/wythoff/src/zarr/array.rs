//! Reading an array as its document describes it: a rectangle of a shard, of which only the chunks that are needed are
//! read.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::reader::ReadError;
use super::shard::{self, Shape};

/// A document is small.
const DOCUMENT_LIMIT: u64 = 1 << 20;

/// Bytes of a chunk and of an index, which are read whole.
const CHUNK_LIMIT: u64 = 1 << 26;

/// Rows and columns of an array, and of what is counted in it.
pub(super) const SIDE_LIMIT: u64 = 1 << 40;

/// An array of two axes in shards, whose chunks are not compressed and have checksums.
#[derive(Clone, Debug)]
pub(super) struct Array {
    folder: PathBuf,
    /// Rows and columns.
    pub(super) shape: [u64; 2],
    /// Rows and columns of a shard.
    pub(super) shard: [u64; 2],
    chunk: [u64; 2],
    /// Bytes of a number, none of which is below 0.
    width: u64,
}

/// The document of a node.
pub(super) fn document(folder: &Path) -> Result<Value, ReadError> {
    let path = folder.join("zarr.json");
    let mut text = Vec::new();
    let read = File::open(&path).and_then(|file| file.take(DOCUMENT_LIMIT).read_to_end(&mut text));
    read.map_err(|error| ReadError::Io { path: path.clone(), error })?;
    serde_json::from_slice(&text).map_err(|_| ReadError::Document { path, why: "it is not JSON".to_owned() })
}

impl Array {
    /// The array of a folder.
    pub(super) fn open(folder: &Path) -> Result<Self, ReadError> {
        let document = document(folder)?;
        Self::described(folder, &document)
            .map_err(|why| ReadError::Document { path: folder.join("zarr.json"), why: why.to_owned() })
    }

    fn described(folder: &Path, document: &Value) -> Result<Self, &'static str> {
        let pair = |value: &Value| -> Option<[u64; 2]> {
            let numbers: Option<Vec<u64>> = value.as_array()?.iter().map(Value::as_u64).collect();
            numbers?.try_into().ok()
        };
        let is_plain = |codecs: &Value| {
            let codecs = codecs.as_array().map(Vec::as_slice).unwrap_or_default();
            let names = codecs.iter().map(|codec| codec["name"].as_str());
            names.eq([Some("bytes"), Some("crc32c")])
                && matches!(codecs[0]["configuration"]["endian"].as_str(), None | Some("little"))
        };
        if document["zarr_format"] != 3 || document["node_type"] != "array" {
            return Err("it is not that of an array of Zarr, version 3");
        }
        let width = match document["data_type"].as_str() {
            Some("uint8") => 1,
            Some("uint16") => 2,
            Some("uint32") => 4,
            Some("uint64") => 8,
            _ => return Err("its numbers are not unsigned ones of 8, 16, 32 or 64 bits"),
        };
        let shape = pair(&document["shape"]).ok_or("it has not two axes")?;
        let grid = &document["chunk_grid"];
        let shard = pair(&grid["configuration"]["chunk_shape"]).filter(|_| grid["name"] == "regular");
        let codecs = document["codecs"].as_array().map(Vec::as_slice).unwrap_or_default();
        let ([codec], Some(shard)) = (codecs, shard) else { return Err("it is not in shards") };
        let sharding = &codec["configuration"];
        let is_ours = codec["name"] == "sharding_indexed"
            && is_plain(&sharding["codecs"])
            && is_plain(&sharding["index_codecs"])
            && matches!(sharding["index_location"].as_str(), None | Some("end"));
        let keys = &document["chunk_key_encoding"];
        let has_plain_keys =
            keys["name"] == "default" && matches!(keys["configuration"]["separator"].as_str(), None | Some("/"));
        if !is_ours || !has_plain_keys || document["fill_value"] != 0 {
            return Err("its shards are written in another way than ours");
        }
        let chunk = pair(&sharding["chunk_shape"]).ok_or("its chunks have not two axes")?;
        let fits = |axis: usize| {
            (1..=SIDE_LIMIT).contains(&shape[axis])
                && (1..=SIDE_LIMIT).contains(&shard[axis])
                && chunk[axis] > 0
                && shard[axis].is_multiple_of(chunk[axis])
        };
        let wrong = "the sides of its chunks and shards do not go together, or are too large";
        if !(fits(0) && fits(1)) {
            return Err(wrong);
        }
        // Sides are at most 2^40.
        let bytes = u128::from(chunk[0]) * u128::from(chunk[1]) * u128::from(width);
        let index = u128::from(shard[0] / chunk[0]) * u128::from(shard[1] / chunk[1]) * 16;
        if bytes.max(index) > u128::from(CHUNK_LIMIT) {
            return Err(wrong);
        }
        Ok(Self { folder: folder.to_owned(), shape, shard, chunk, width })
    }

    /// The file of a shard.
    pub(super) fn file(&self, [row, column]: [u64; 2]) -> PathBuf {
        self.folder.join(format!("c/{row}/{column}"))
    }

    /// Rows and columns of a shard, as far as the array goes.
    pub(super) fn within(&self, shard: [u64; 2]) -> [Range<u64>; 2] {
        [0, 1].map(|axis| {
            let start = shard[axis] * self.shard[axis];
            start..(start + self.shard[axis]).min(self.shape[axis])
        })
    }

    /// The shards that have some of these rows and columns.
    pub(super) fn shards(&self, rows: &Range<u64>, columns: &Range<u64>) -> Vec<[u64; 2]> {
        let on = |axis: usize, cells: &Range<u64>| {
            let end = cells.end.min(self.shape[axis]);
            if cells.start < end { cells.start / self.shard[axis]..end.div_ceil(self.shard[axis]) } else { 0..0 }
        };
        let columns = on(1, columns);
        on(0, rows).flat_map(|row| columns.clone().map(move |column| [row, column])).collect()
    }

    /// The numbers of some rows and columns of a shard, by rows; nothing if it has no file.
    pub(super) fn read(
        &self,
        shard: [u64; 2],
        rows: &Range<u64>,
        columns: &Range<u64>,
    ) -> Result<Option<Vec<u64>>, ReadError> {
        let bytes = self.read_bytes(shard, rows, columns)?;
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
        Ok(bytes.map(|bytes| bytes.chunks_exact(usize_of(self.width)).map(number).collect()))
    }

    /// The same in bytes.
    pub(super) fn read_bytes(
        &self,
        shard: [u64; 2],
        rows: &Range<u64>,
        columns: &Range<u64>,
    ) -> Result<Option<Vec<u8>>, ReadError> {
        let path = self.file(shard);
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(ReadError::Io { path, error }),
        };
        let damaged = || ReadError::Damaged(path.clone());
        let mut read = |from: u64, length: usize| {
            let mut bytes = vec![0; length];
            let read = file.seek(SeekFrom::Start(from)).and_then(|_| file.read_exact(&mut bytes));
            read.map(|()| bytes).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidInput => damaged(),
                _ => ReadError::Io { path: path.clone(), error },
            })
        };
        let [shard_rows, shard_columns, chunk_rows, chunk_columns] =
            [self.shard[0], self.shard[1], self.chunk[0], self.chunk[1]];
        let shape = Shape {
            rows: usize_of(shard_rows),
            row_bytes: usize_of(shard_columns * self.width),
            chunk_rows: usize_of(chunk_rows),
            chunk_row_bytes: usize_of(chunk_columns * self.width),
        };
        let length = path.metadata().map_err(|error| ReadError::Io { path: path.clone(), error })?.len();
        let index_at = length.checked_sub(shard::index_bytes(shape) as u64).ok_or_else(damaged)?;
        let index = shard::index(shape, &read(index_at, shard::index_bytes(shape))?).ok_or_else(damaged)?;
        // From here on rows and columns are those of the shard.
        let [top, left] = [shard[0] * shard_rows, shard[1] * shard_columns];
        let (rows, columns) = (rows.start - top..rows.end - top, columns.start - left..columns.end - left);
        let row_bytes = usize_of((columns.end - columns.start) * self.width);
        let mut found = vec![0; usize_of(rows.end - rows.start) * row_bytes];
        for chunk_row in rows.start / chunk_rows..rows.end.div_ceil(chunk_rows) {
            for chunk_column in columns.start / chunk_columns..columns.end.div_ceil(chunk_columns) {
                let Some(at) = index[usize_of(chunk_row * (shard_columns / chunk_columns) + chunk_column)] else {
                    continue;
                };
                let bytes = read(at, shard::chunk_bytes(shape))?;
                let cells = shard::checked(&bytes).ok_or_else(damaged)?;
                let (first_row, first_column) = (chunk_row * chunk_rows, chunk_column * chunk_columns);
                let from = columns.start.max(first_column);
                let end = columns.end.min(first_column + chunk_columns);
                let length = usize_of((end - from) * self.width);
                for row in rows.start.max(first_row)..rows.end.min(first_row + chunk_rows) {
                    let line = &cells[usize_of(row - first_row) * shape.chunk_row_bytes..];
                    let to = usize_of(row - rows.start) * row_bytes + usize_of((from - columns.start) * self.width);
                    let line = &line[usize_of((from - first_column) * self.width)..][..length];
                    found[to..to + length].copy_from_slice(line);
                }
            }
        }
        Ok(Some(found))
    }
}

fn usize_of(number: u64) -> usize {
    usize::try_from(number).expect("sides were checked")
}
