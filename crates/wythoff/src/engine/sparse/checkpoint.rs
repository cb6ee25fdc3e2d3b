//! Checkpoints: the state between two columns as bytes, so that a long run can be stopped and resumed.
//!
//! | bytes | what |
//! |---|---|
//! | 16 | `wythoff sparse\r\n` |
//! | 4 | the version of the format, 2 |
//! | 4 | the bytes of a lane, 1 or 2 |
//! | 8 | k |
//! | 8 | x, the next column |
//! | 8 + 8 + 8 | how many palaces, their signature, and their fingerprint |
//! | 8 + 8 | how many rows and diagonals follow |
//! | 8 | XXH3 of all that |
//! | … | H for the rows x, x + 1, …; D for the diagonals 0, 1, … |
//! | 8 | XXH3 of the header and the counts |
//!
//! All numbers are little-endian. Version 1 had no fingerprint, and none can be made from counts: such a file is
//! refused. Minima are not written: 0 is a lower bound, and the lazy refresh does the rest.
//!
//! A file is trusted if both checksums are right, nothing follows, and the counts could be those of W^k: none exceeds
//! k, the diagonals add up to the number of palaces (each palace lies on one), the rows to at most that, and there are
//! enough palaces for x columns.

use std::io::{self, Read, Write};

use xxhash_rust::xxh3::Xxh3;

use super::portable::Lane;
use super::scan::Scan;
use super::{LARGEST_K, SolveError, Sparse, Store, Tally, bytes_for, memory_needed, with_scan};
use crate::board::Signature;
use crate::fingerprint::Fingerprint;

const MAGIC: [u8; 16] = *b"wythoff sparse\r\n";
const VERSION: u32 = 2;
const HEADER: usize = 88;
/// Bytes that are read or written at once.
const CHUNK: usize = 1 << 16;

/// Why a checkpoint was not written or read.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another kind of file.
    #[error("this is not a checkpoint of the sparse engine")]
    Foreign,
    /// A version of the format that this program does not know.
    #[error("this checkpoint has version {0}; this program reads version {VERSION}")]
    Version(u32),
    /// The file ends too early.
    #[error("this checkpoint is truncated")]
    Truncated,
    /// The file is longer than it says.
    #[error("this checkpoint goes on after its end")]
    TooLong,
    /// A checksum is wrong.
    #[error("this checkpoint is damaged: the checksum of its {0} is wrong")]
    Damaged(&'static str),
    /// The checksums are right, but no run has this state.
    #[error("this checkpoint contradicts itself: {0}")]
    Impossible(&'static str),
    /// It needs too much memory.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// What comes before the counts.
struct Header {
    lane: u32,
    k: u64,
    x: u64,
    tally: Tally,
    rows: u64,
    diagonals: u64,
}

impl Header {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.lane.to_le_bytes());
        let Tally { p_count, signature, fingerprint } = self.tally;
        for number in [self.k, self.x, p_count, signature.0, fingerprint.0, self.rows, self.diagonals] {
            bytes.extend(number.to_le_bytes());
        }
        let sum = xxhash_rust::xxh3::xxh3_64(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8; HEADER]) -> Result<Self, CheckpointError> {
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        if bytes[..16] != MAGIC {
            return Err(CheckpointError::Foreign);
        }
        if word(16) != VERSION {
            return Err(CheckpointError::Version(word(16)));
        }
        if number(HEADER - 8) != xxhash_rust::xxh3::xxh3_64(&bytes[..HEADER - 8]) {
            return Err(CheckpointError::Damaged("header"));
        }
        let (signature, fingerprint) = (Signature(number(48)), Fingerprint(number(56)));
        let tally = Tally { p_count: number(40), signature, fingerprint };
        let header =
            Self { lane: word(20), k: number(24), x: number(32), tally, rows: number(64), diagonals: number(72) };
        header.check()?;
        Ok(header)
    }

    /// Refuses what would not be a state, or too large a one.
    fn check(&self) -> Result<(), CheckpointError> {
        let wide = match self.k {
            1..=0xff => 1,
            0x100..=LARGEST_K => 2,
            _ => return Err(CheckpointError::Impossible("k is not from 1 to 65535")),
        };
        if self.lane != wide {
            return Err(CheckpointError::Impossible("the lanes are not those of its k"));
        }
        // Below 2^32 each: no sum of them overflows.
        if [self.x, self.rows, self.diagonals].iter().any(|number| number >> 32 != 0) {
            return Err(CheckpointError::Impossible("it lies beyond row 2^32"));
        }
        // Each column holds k palaces: upper ones, or mirror images of upper ones in other columns.
        if self.tally.p_count > self.k * self.x || self.tally.p_count.saturating_mul(2) < self.k * self.x {
            return Err(CheckpointError::Impossible("its columns do not hold k palaces each"));
        }
        memory_needed((self.rows + self.diagonals) * u64::from(self.lane) + bytes_for(self.k, 0))?;
        Ok(())
    }
}

impl Sparse {
    /// Writes the state between two columns. What is cut short or changed later is recognised. To keep a file whole
    /// whenever the program is killed, write the new one beside it and rename it.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn write_checkpoint(&self, out: impl Write) -> Result<(), CheckpointError> {
        with_scan!(&self.store, scan => write(scan, self.tally, out))
    }

    /// Reads what [`Sparse::write_checkpoint`] has written, on any machine.
    ///
    /// ```
    /// use wythoff::engine::sparse::Sparse;
    /// let mut sparse = Sparse::new(5)?;
    /// sparse.next_column()?;
    /// let mut file = Vec::new();
    /// sparse.write_checkpoint(&mut file)?;
    /// let mut resumed = Sparse::from_checkpoint(&file[..])?;
    /// assert_eq!(resumed.next_column()?, sparse.next_column()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it is not such a file, or is damaged, or the state takes too much memory.
    pub fn from_checkpoint(mut file: impl Read) -> Result<Self, CheckpointError> {
        let mut bytes = [0; HEADER];
        let length = read_up_to(&mut file, &mut bytes)?;
        if length < MAGIC.len().min(HEADER) || bytes[..16] != MAGIC {
            return Err(CheckpointError::Foreign);
        }
        if length < HEADER {
            return Err(CheckpointError::Truncated);
        }
        let header = Header::from_bytes(&bytes)?;
        let mut sum = Xxh3::new();
        sum.update(&bytes);
        let store = match (u8::try_from(header.k), u16::try_from(header.k)) {
            (Ok(k), _) => Store::Bytes(read(k, &header, sum, file)?),
            (_, Ok(k)) => Store::Words(read(k, &header, sum, file)?),
            _ => return Err(CheckpointError::Impossible("k is not from 1 to 65535")),
        };
        Ok(Self::between_columns(store, header.tally))
    }
}

fn write<L: Lane>(scan: &Scan<L>, tally: Tally, mut out: impl Write) -> Result<(), CheckpointError> {
    let (rows, diagonals) = (scan.row_counts(), scan.diagonal_counts());
    let header = Header {
        lane: if scan.k().into() <= 0xff { 1 } else { 2 },
        k: scan.k().into(),
        x: scan.x(),
        tally,
        rows: rows.len() as u64,
        diagonals: diagonals.len() as u64,
    };
    let mut sum = Xxh3::new();
    let mut bytes = header.to_bytes();
    sum.update(&bytes);
    out.write_all(&bytes)?;
    for lanes in rows.chunks(CHUNK).chain(diagonals.chunks(CHUNK)) {
        bytes.clear();
        L::write(lanes, &mut bytes);
        sum.update(&bytes);
        out.write_all(&bytes)?;
    }
    out.write_all(&sum.digest().to_le_bytes())?;
    Ok(out.flush()?)
}

fn read<L: Lane>(k: L, header: &Header, mut sum: Xxh3, mut file: impl Read) -> Result<Scan<L>, CheckpointError> {
    let mut list = |length: u64| {
        let mut rest = length * u64::from(header.lane);
        // Grows with what is really there.
        let (mut lanes, mut buffer) = (Vec::<L>::new(), vec![0; CHUNK]);
        while rest > 0 {
            let part = usize::try_from(rest).unwrap_or(CHUNK).min(CHUNK);
            if read_up_to(&mut file, &mut buffer[..part])? < part {
                return Err(CheckpointError::Truncated);
            }
            sum.update(&buffer[..part]);
            L::read(&buffer[..part], &mut lanes);
            rest -= part as u64;
        }
        Ok(lanes)
    };
    let (rows, diagonals) = (list(header.rows)?, list(header.diagonals)?);
    let mut end = [0; 9];
    match read_up_to(&mut file, &mut end)? {
        0..8 => return Err(CheckpointError::Truncated),
        8 => {}
        _ => return Err(CheckpointError::TooLong),
    }
    if end[..8] != sum.digest().to_le_bytes() {
        return Err(CheckpointError::Damaged("counts"));
    }
    if rows.iter().chain(&diagonals).any(|&count| count > k) {
        return Err(CheckpointError::Impossible("a row or a diagonal holds more than k palaces"));
    }
    // Fewer than 2^32 counts below 2^16 each: no overflow.
    let [rows_sum, diagonals_sum] =
        [&rows, &diagonals].map(|counts| counts.iter().map(|&count| count.into()).sum::<u64>());
    if diagonals_sum != header.tally.p_count || rows_sum > header.tally.p_count {
        return Err(CheckpointError::Impossible("its rows and diagonals do not hold its palaces"));
    }
    Ok(Scan::restore(k, header.x, &rows, &diagonals)?)
}

/// Fills the buffer as far as the file goes.
fn read_up_to(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match file.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(more) => length += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}
