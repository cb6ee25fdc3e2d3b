//! The arm in pieces, so that long work on the skin may end at any time and go on elsewhere.
//!
//! A piece is [`PIECE`] columns: what a look at the skin needs of each, and the border at which the next piece begins.
//! As a file it is a sealed line of JSON, the header, and a body whose seal the header has. The bytes are the same on
//! every machine.

use serde::{Deserialize, Serialize};

use super::arm::{self, ArmColumn, Border, Extent, Hem};
use crate::seal::{Seal, opened, sealed};
use crate::solve::SolveError;
use crate::watch::Watch;

/// The columns of a piece, a multiple of [`arm::BLOCK`].
pub const PIECE: u64 = 1 << 15;

/// What the files of pieces begin with; with the version, as they may change with it.
const FORMAT: &str = concat!("wythoff arm 1, ", env!("CARGO_PKG_VERSION"));

/// A stretch of the arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What is known of these columns as a whole.
    pub extent: Extent,
    /// Where the arm begins at the end of each block.
    pub hems: Vec<Hem>,
    /// Where the next piece begins.
    pub border: Border,
    /// The row of each column's last palace.
    last: Vec<i64>,
    /// How many values of each column are kept.
    kept: Vec<u8>,
    values: Vec<i8>,
}

/// The first line of a file.
#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    extent: Extent,
    hems: Vec<Hem>,
    /// See [`Border`].
    x: u64,
    hem: i64,
    body: Seal,
}

impl Piece {
    /// Computes the piece after a border, or the one at the shoulder.
    ///
    /// # Errors
    /// As [`arm::columns_after`].
    pub fn after(border: Option<Border>, watch: &dyn Watch) -> Result<Self, SolveError> {
        let (mut last, mut kept, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let end = border.as_ref().map_or(0, |border| border.x) + PIECE;
        let (extent, hems, border) = arm::columns_after(border, end, None, watch, |column| {
            last.push(column.last);
            kept.push(u8::try_from(column.values.len()).unwrap_or(u8::MAX));
            values.extend(column.values);
            Ok::<(), SolveError>(())
        })?;
        let border = border.ok_or(SolveError::Interrupted)?;
        Ok(Self { extent, hems, border, last, kept, values })
    }

    /// The columns, in order.
    pub fn columns(&self) -> impl Iterator<Item = ArmColumn<'_>> {
        let mut rest = &self.values[..];
        let first = self.border.x - PIECE;
        (first..).zip(self.last.iter().zip(&self.kept)).map(move |(x, (&last, &kept))| {
            let values;
            (values, rest) = rest.split_at(kept.into());
            ArmColumn { x, last, values }
        })
    }

    /// The piece as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut body: Vec<u8> = self.last.iter().flat_map(|last| last.to_le_bytes()).collect();
        body.extend(&self.kept);
        body.extend(self.values.iter().chain(self.border.rows.as_flattened()).map(|value| value.cast_unsigned()));
        let Border { x, hem, .. } = self.border;
        let sum = Seal::of(&body[..]).unwrap_or_else(|_| unreachable!("memory can be read"));
        let header =
            Header { format: FORMAT.to_owned(), extent: self.extent, hems: self.hems.clone(), x, hem, body: sum };
        let header = serde_json::to_string(&header).unwrap_or_else(|_| unreachable!("numbers and names are JSON"));
        let mut file = sealed(&header).into_bytes();
        file.append(&mut body);
        file
    }

    /// The piece that begins at this column, if that is what a file holds, every byte right.
    pub fn from_bytes(file: &[u8], first: u64) -> Option<Self> {
        let line = file.iter().position(|byte| *byte == b'\n')? + 1;
        let (header, body) = file.split_at(line);
        let Header { format, extent, hems, x, hem, body: sum } = opened(header)?;
        let is_it = format == FORMAT && x == first + PIECE && Seal::of(body).ok()? == sum;
        let columns = usize::try_from(PIECE).ok().filter(|_| is_it)?;
        let (last, body) = body.split_at_checked(8 * columns)?;
        let (kept, body) = body.split_at_checked(columns)?;
        let (values, rows) = body.split_at_checked(kept.iter().map(|kept| usize::from(*kept)).sum())?;
        let signed = |bytes: &[u8]| bytes.iter().map(|byte| byte.cast_signed()).collect::<Vec<i8>>();
        Some(Self {
            extent,
            hems,
            border: Border { x, hem, rows: signed(rows).as_chunks().0.to_vec() },
            last: last.as_chunks().0.iter().map(|bytes| i64::from_le_bytes(*bytes)).collect(),
            kept: kept.to_vec(),
            values: signed(values),
        })
    }
}
