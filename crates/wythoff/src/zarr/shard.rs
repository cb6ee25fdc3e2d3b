//! Shards: a file with several chunks of an array, and an index of them at its end.
//!
//! A chunk is its cells by rows, then their CRC-32C. One that holds nothing but zeros is left out. The index has where
//! each chunk begins and how long it is, by rows of chunks, and a CRC-32C of its own.

use std::ops::Range;

/// The shape of a shard in bytes: a cell of two bytes is two columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows of the shard.
    pub rows: usize,
    /// Bytes of a row of the shard.
    pub row_bytes: usize,
    /// Rows of a chunk; the shard's are a multiple of them.
    pub chunk_rows: usize,
    /// Bytes of a row of a chunk; the shard's are a multiple of them.
    pub chunk_row_bytes: usize,
}

/// What stands in the index for a chunk that is not there.
const NOTHING: u64 = u64::MAX;

const CHECKSUM: usize = 4;

impl Shape {
    fn chunks(self) -> [usize; 2] {
        [self.rows / self.chunk_rows, self.row_bytes / self.chunk_row_bytes]
    }

    /// The rows of a chunk in the shard's bytes.
    fn rows_of(self, row: usize, column: usize) -> impl Iterator<Item = Range<usize>> {
        (row * self.chunk_rows..(row + 1) * self.chunk_rows).map(move |row| {
            let start = row * self.row_bytes + column * self.chunk_row_bytes;
            start..start + self.chunk_row_bytes
        })
    }
}

/// The file of a shard with these cells, by rows; nothing if all of them are 0.
///
/// # Panics
/// When the cells are not those of the shape.
pub fn encode(shape: Shape, cells: &[u8]) -> Option<Vec<u8>> {
    assert_eq!(cells.len(), shape.rows * shape.row_bytes, "the cells are those of the shape");
    let [rows, columns] = shape.chunks();
    let mut file = Vec::with_capacity(cells.len() + rows * columns * (CHECKSUM + 2 * 8) + CHECKSUM);
    let mut index = Vec::with_capacity(rows * columns * 16);
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let (mut at, mut length) = (NOTHING, NOTHING);
        let is_zero = |row: Range<usize>| cells[row].iter().fold(0, |all, byte| all | byte) == 0;
        if !shape.rows_of(row, column).all(is_zero) {
            let start = file.len();
            for row in shape.rows_of(row, column) {
                file.extend_from_slice(&cells[row]);
            }
            file.extend(crc32c::crc32c(&file[start..]).to_le_bytes());
            (at, length) = (start as u64, (file.len() - start) as u64);
        }
        index.extend(at.to_le_bytes().into_iter().chain(length.to_le_bytes()));
    }
    (!file.is_empty()).then(|| {
        file.extend_from_slice(&index);
        file.extend(crc32c::crc32c(&index).to_le_bytes());
        file
    })
}

/// The cells of a shard from its file; nothing if a byte of it is wrong.
pub fn decode(shape: Shape, file: &[u8]) -> Option<Vec<u8>> {
    let (chunks, end) = file.split_at_checked(file.len().checked_sub(index_bytes(shape))?)?;
    let columns = shape.chunks()[1];
    let mut cells = vec![0; shape.rows * shape.row_bytes];
    for (chunk, place) in index(shape, end)?.into_iter().enumerate().filter_map(|(chunk, place)| Some((chunk, place?)))
    {
        let at = usize::try_from(place).ok()?;
        let bytes = chunks.get(at..at.checked_add(chunk_bytes(shape))?)?;
        let rows = shape.rows_of(chunk / columns, chunk % columns);
        for (row, bytes) in rows.zip(checked(bytes)?.chunks_exact(shape.chunk_row_bytes)) {
            cells[row].copy_from_slice(bytes);
        }
    }
    Some(cells)
}

/// How many bytes at the end of a file are its index.
pub fn index_bytes(shape: Shape) -> usize {
    let [rows, columns] = shape.chunks();
    rows * columns * 16 + CHECKSUM
}

/// How many bytes of a file are a chunk that is there.
pub fn chunk_bytes(shape: Shape) -> usize {
    shape.chunk_rows * shape.chunk_row_bytes + CHECKSUM
}

/// Where each chunk begins, by rows of chunks, from the bytes of the index; nothing for a chunk of zeros. Nothing at
/// all if a byte is wrong.
pub fn index(shape: Shape, bytes: &[u8]) -> Option<Vec<Option<u64>>> {
    let entries = checked(bytes).filter(|_| bytes.len() == index_bytes(shape))?;
    let place = |entry: &[[u8; 8]; 2]| match entry.map(u64::from_le_bytes) {
        [NOTHING, NOTHING] => Some(None),
        [at, length] => (length == chunk_bytes(shape) as u64).then_some(Some(at)),
    };
    entries.as_chunks::<8>().0.as_chunks::<2>().0.iter().map(place).collect()
}

/// Bytes without the checksum at their end, if it is theirs: so the cells of a chunk, by rows.
pub fn checked(bytes: &[u8]) -> Option<&[u8]> {
    let (bytes, checksum) = bytes.split_last_chunk::<CHECKSUM>()?;
    (crc32c::crc32c(bytes) == u32::from_le_bytes(*checksum)).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_survive_and_damage_is_seen() {
        let shape = Shape { rows: 16, row_bytes: 24, chunk_rows: 4, chunk_row_bytes: 6 };
        let mut cells: Vec<u8> = (0..16 * 24).map(|at| u8::try_from(at * 7 % 251).unwrap_or(1)).collect();
        // A chunk of zeros is left out.
        for row in shape.rows_of(1, 2) {
            cells[row].fill(0);
        }
        let file = encode(shape, &cells).expect("not all is 0");
        assert_eq!(file.len(), 15 * (4 * 6 + 4) + 16 * 16 + 4);
        assert_eq!(decode(shape, &file), Some(cells));
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= 4;
            assert_eq!(decode(shape, &damaged), None, "byte {at}");
            assert_eq!(decode(shape, &file[..at]), None, "cut after {at} bytes");
        }
        assert_eq!(encode(shape, &[0; 16 * 24]), None);
    }
}
