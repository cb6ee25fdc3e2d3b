//! A square of a board from what enters it.

use crate::board::run;
use crate::device::{Device, Wanted};
use crate::layout::{BIAS, Job, Record, STRIP, TILE, halves, int};
use crate::{GpuError, SIDE_LIMIT};

/// What crosses a line: residues modulo 256, one for each row or column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockEdges<'e> {
    /// Palaces on the row or the column before the line.
    pub straight: &'e [u8],
    /// Palaces on the diagonal. Across a horizontal line those that arrive at the column; across a vertical one those
    /// that leave the row, and arrive a row below.
    pub diagonal: &'e [u8],
}

/// What leaves a square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crossed {
    /// As in [`BlockEdges`].
    pub straight: Vec<u8>,
    /// As in [`BlockEdges`].
    pub diagonal: Vec<u8>,
}

/// A square of W^k with its corner at (x, y), x ≤ y; its side is the length of its edges, a multiple of 2048.
#[derive(Clone, Copy, Debug)]
pub struct Block<'e> {
    /// The k of W^k.
    pub k: u64,
    /// The first column.
    pub x: u64,
    /// The first row.
    pub y: u64,
    /// What enters on the left.
    pub left: BlockEdges<'e>,
    /// What enters from above.
    pub top: BlockEdges<'e>,
}

/// Sides are multiples of this.
const STEP: usize = 2048;

/// A square that is solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedBlock {
    /// What leaves on the right.
    pub right: Crossed,
    /// What leaves below.
    pub bottom: Crossed,
    /// The palaces of each 64 × 64 cells, row by row.
    pub counts: Vec<u16>,
    /// All palaces.
    pub p_count: u64,
}

/// Solves a square, on the diagonal, too: there all of it, the mirror image included.
///
/// # Errors
/// When the GPU can't: see [`GpuError`].
pub fn solve_block(device: &Device, block: &Block<'_>) -> Result<SolvedBlock, GpuError> {
    let side = block.left.straight.len();
    if side == 0 || !side.is_multiple_of(STEP) {
        return Err(GpuError::Size("the side of a square is a multiple of 2048"));
    }
    if [block.left.diagonal, block.top.straight, block.top.diagonal].iter().any(|edge| edge.len() != side) {
        return Err(GpuError::Size("all edges of a square have the length of its side"));
    }
    let far = block.y.saturating_add(side as u64);
    if block.x > block.y || far > SIDE_LIMIT || block.k == 0 {
        return Err(GpuError::Size("a square has x ≤ y, k > 0, and ends before column and row 50,330,880"));
    }
    let residue = u32::from(block.k.to_le_bytes()[0]);
    // What the strip before the first one would have left.
    let tag = 1 << 16;
    let bias = BIAS.wrapping_sub(block.k.to_le_bytes()[0]);
    let mut records: Vec<Record> = block
        .left
        .straight
        .chunks(8)
        .zip(block.left.diagonal.chunks(8))
        .map(|(straight, diagonal)| {
            let word = |rows: &[u8], bias: u8| u32::from_le_bytes(std::array::from_fn(|r| rows[r].wrapping_add(bias)));
            let [a, b] = [&straight[..4], &straight[4..]].map(|rows| word(rows, bias));
            let [c, d] = [&diagonal[..4], &diagonal[4..]].map(|rows| word(rows, 0));
            Record([a, tag, b, tag, c, tag, d, tag])
        })
        .collect();
    // Strips look ahead by one.
    records.push(Record::default());
    let strips = side.div_ceil(STRIP as usize);
    let blocks = side / 64;
    device.has_room_for((side * 8 + blocks * blocks * 2) as u64)?;
    let records = device.copy(&records)?;
    let [straight, diagonal] = [block.top.straight, block.top.diagonal].map(|edge| device.copy(edge));
    let (straight, diagonal) = (straight?, diagonal?);
    let outer_from = device.copy(&vec![u32::MAX; strips])?;
    let counts = device.zeros::<u32>(blocks * blocks / 2)?;
    let job = Job {
        k: int(block.k.min(3 * SIDE_LIMIT))?,
        k_residue: residue,
        x: int(block.x)?,
        right: int(block.x + side as u64)?,
        y: int(block.y)?,
        bottom: int(far)?,
        is_half_board: 0,
        skips_hood: 0,
        tag,
        straight: straight.address(),
        diagonal: diagonal.address(),
        records: records.address(),
        outer_from: outer_from.address(),
        counts: counts.address(),
        tiles: 0,
        counts_stride: blocks as u64,
        tiles_stride: 0,
    };
    let tickets: Vec<[u32; 2]> = (0..strips).map(|strip| [0, u32::try_from(strip).unwrap_or(u32::MAX)]).collect();
    let found = run(device, &[job], &tickets, Wanted::Cells, || {})?;
    // Beyond the last strip's end all is outer space, and nothing crosses.
    let outer = *outer_from.read()?.last().unwrap_or(&u32::MAX);
    let mut right = Crossed::default();
    for (record, row_block) in records
        .read()?
        .iter()
        .take(side / TILE as usize)
        .zip(u32::try_from(block.y / u64::from(TILE)).unwrap_or(u32::MAX)..)
    {
        let [a, _, b, _, c, _, d, _] = if row_block < outer { record.0 } else { [0; 8] };
        let bias = if row_block < outer { bias } else { 0 };
        right.straight.extend([a, b].iter().flat_map(|word| word.to_le_bytes().map(|byte| byte.wrapping_sub(bias))));
        right.diagonal.extend([c, d].iter().flat_map(|word| word.to_le_bytes()));
    }
    let bottom = Crossed { straight: straight.read()?, diagonal: diagonal.read()? };
    let counts = counts.read()?.iter().flat_map(|pair| halves(*pair)).collect();
    Ok(SolvedBlock {
        right,
        bottom,
        counts,
        p_count: found.iter().map(|found| found.in_square + found.elsewhere).sum(),
    })
}
