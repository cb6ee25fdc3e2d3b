//! A block of a giant board from the edges that enter it: what the library's `solve_block` does, on a GPU.

use std::sync::atomic::{AtomicBool, Ordering};

use wythoff::engine::Elements;
use wythoff::engine::dense::Settings;
use wythoff::engine::dense::block::{self, Block, BlockError, Direction, Edge, Solved};
use wythoff::{Fingerprint, Watch};

use crate::board::run;
use crate::device::{Device, Memory, Wanted};
use crate::layout::{BIAS, Found, Job, Pair, Record, STRIP, TILE, halves, int};
use crate::{GpuError, SIDE_LIMIT};

/// Solves a block, and finds all that the library's [`solve_block`](block::solve_block) finds from edges that are
/// residues.
///
/// # Errors
/// When the edges are not those of the block, or the GPU can't: see [`GpuError`].
pub fn solve_block(
    device: &Device,
    block: &Block,
    left: &Edge,
    top: Option<&Edge>,
    bits: bool,
) -> Result<Solved, GpuError> {
    block.enter(left, top)?;
    // Blocks that several threads ask for are solved at the same time: one alone can't fill a GPU.
    let device = &device.beside()?;
    let (x, y, (columns, rows)) = (block.x(), block.y(), block.size());
    if y + block.side() > SIDE_LIMIT {
        return Err(GpuError::Size("a GPU solves blocks that end before column and row 50,330,880"));
    }
    let side = usize::try_from(block.side()).map_err(|_| GpuError::Size("this block is too large"))?;
    // A square whose palaces are counted is 8 × 8 tiles.
    let tiles = side / TILE as usize;
    let squares = tiles / 8;
    let bit_bytes = if bits { side * side / 8 } else { 0 };
    device.has_room_for((side * 8 + squares * squares * 2 + bit_bytes) as u64)?;

    // On the diagonal, what enters from above is the mirror image of what enters on the left.
    let above = top.unwrap_or(left);
    let straight = device.copy(&above.straight().iter().copied().map(residue).collect::<Vec<u8>>())?;
    let diagonal = device.copy(&above.diagonal()[..side])?;
    let records = device.copy(&records(left, bias(block)))?;
    let strips = columns.div_ceil(STRIP.into());
    let strips = u32::try_from(strips).map_err(|_| GpuError::Size("this block is too large"))?;
    let outer_from = device.copy(&vec![u32::MAX; strips as usize])?;
    let counts = device.zeros::<u32>(squares * squares / 2)?;
    let cells: Option<Memory<u64>> = bits.then(|| device.zeros(tiles * tiles)).transpose()?;
    let job = Job {
        k: int(block.k().min(3 * SIDE_LIMIT))?,
        k_residue: block.k().to_le_bytes()[0].into(),
        x: int(x)?,
        right: int(x + columns)?,
        y: int(y)?,
        bottom: int(y + rows)?,
        is_half_board: 0,
        skips_hood: 0,
        tag: TAG,
        straight: straight.address(),
        diagonal: diagonal.address(),
        records: records.address(),
        outer_from: outer_from.address(),
        counts: counts.address(),
        tiles: cells.as_ref().map_or(0, Memory::address),
        counts_stride: squares as u64,
        tiles_stride: tiles as u64,
    };
    let tickets: Vec<[u32; 2]> = (0..strips).map(|strip| [0, strip]).collect();
    let found = run(device, &[job], &tickets, Wanted::Cells, || {})?;

    // Beyond the last strip's end all is outer space, and nothing crosses.
    let outer = outer_from.read()?.last().copied().unwrap_or(u32::MAX);
    let (row_counts, departing) = crossed(&records.read()?, outer, block, bias(block));
    let edge = |direction, at, mut straight: Vec<u8>, mut diagonal: Vec<u8>| {
        // What lies beyond the board is 0.
        straight.resize(side, 0);
        diagonal.resize(side + 1, 0);
        Edge::of_residues(block.k(), direction, at, &straight, diagonal)
    };
    let last = departing.last().copied();
    let right = top.map(|top| {
        let arriving = top.diagonal().last().copied().into_iter().chain(departing).collect();
        edge(Direction::Vertical, (x + block.side(), y), row_counts, arriving)
    });
    let below = if rows < block.side() {
        [Vec::new(), Vec::new()]
    } else {
        [straight.read()?, diagonal.read()?.into_iter().chain(last).collect()]
    };
    let [straight, diagonal] = below;
    let bottom = edge(Direction::Horizontal, (x, y + block.side()), straight, diagonal)?;
    let palaces: u64 = found.iter().map(|found| found.in_square + found.elsewhere).sum();
    let [low, high] = [0, 1].map(|which| found.iter().filter_map(move |found| found.deviations()[which]));
    Ok(Solved {
        right: right.transpose()?,
        bottom,
        p_count: if block.is_diagonal() { palaces } else { 2 * palaces },
        fingerprint: fingerprint(block, &found),
        min_deviation: low.min(),
        max_deviation: high.max(),
        counts: counts.read()?.iter().flat_map(|pair| halves(*pair)).collect(),
        bits: cells.map_or(Ok(Vec::new()), |cells| Ok::<_, GpuError>(by_rows(&cells.read()?, tiles)))?.into(),
    })
}

/// A solver of blocks, for `BlockBoard::solve_by` of the library: a GPU and, where it can't, the processor. Why not,
/// `declined` is told, the first time.
pub fn solver(
    device: Device,
    declined: impl Fn(&GpuError) + Send + Sync,
) -> impl Fn(&Block, &Edge, Option<&Edge>, bool, &dyn Watch) -> Result<Solved, BlockError> + Send + Sync {
    let (is_told, is_lost) = (AtomicBool::new(false), AtomicBool::new(false));
    move |block, left, top, bits, watch| {
        if !is_lost.load(Ordering::Relaxed) {
            match solve_block(&device, block, left, top, bits) {
                Ok(solved) => return Ok(solved),
                Err(GpuError::Block(error)) => return Err(error),
                Err(why) => {
                    if !is_told.swap(true, Ordering::Relaxed) {
                        declined(&why);
                    }
                    // Another block may have better luck.
                    if !matches!(why, GpuError::GuardFired | GpuError::TooLittleMemory { .. }) {
                        is_lost.store(true, Ordering::Relaxed);
                    }
                }
            }
        }
        let settings = Settings { threads: Some(1), ..Settings::default() };
        block::solve_block(block, left, top, bits, settings, watch)
    }
}

/// The tag of what enters on the left.
const TAG: u32 = 1 << 16;

/// What row counts have in records, besides themselves.
fn bias(block: &Block) -> u8 {
    BIAS.wrapping_sub(block.k().to_le_bytes()[0])
}

fn residue(count: u32) -> u8 {
    count.to_le_bytes()[0]
}

/// An edge as a strip before the first one would have left it.
fn records(left: &Edge, bias: u8) -> Vec<Record> {
    let word = |bytes: [u8; 4]| u32::from_le_bytes(bytes);
    let (straight, diagonal) = (left.straight().as_chunks::<4>().0, left.diagonal()[1..].as_chunks::<4>().0);
    let pairs = straight.as_chunks::<2>().0.iter().zip(diagonal.as_chunks::<2>().0);
    let record = |(straight, diagonal): (&[[u32; 4]; 2], &[[u8; 4]; 2])| {
        let [a, b] = straight.map(|counts| word(counts.map(|count| residue(count).wrapping_add(bias))));
        let [c, d] = diagonal.map(word);
        Record([a, TAG, b, TAG, c, TAG, d, TAG])
    };
    // Strips look ahead by one.
    pairs.map(record).chain([Record::default()]).collect()
}

/// The row counts that leave a block on the right, and the diagonal counts, of its rows on the board.
fn crossed(records: &[Record], outer: u32, block: &Block, bias: u8) -> (Vec<u8>, Vec<u8>) {
    let rows = usize::try_from(block.size().1).unwrap_or(usize::MAX);
    let (mut straight, mut diagonal) = (Vec::new(), Vec::new());
    let first = block.y() / u64::from(TILE);
    for (record, row_block) in records.iter().zip(first..).take(rows.div_ceil(TILE as usize)) {
        let [a, _, b, _, c, _, d, _] = record.0;
        let is_outer = row_block >= u64::from(outer);
        let bytes = |words: [u32; 2], bias: u8| {
            let bytes = words.into_iter().flat_map(u32::to_le_bytes);
            bytes.map(move |byte| if is_outer { 0 } else { byte.wrapping_sub(bias) })
        };
        straight.extend(bytes([a, b], bias));
        diagonal.extend(bytes([c, d], 0));
    }
    straight.truncate(rows);
    diagonal.truncate(rows);
    (straight, diagonal)
}

/// The fingerprint of a block and of its mirror image.
fn fingerprint(block: &Block, found: &[Found]) -> Fingerprint {
    let mut sums = Pair::default();
    for (found, strip) in found.iter().zip(0_u64..) {
        sums.add(found.sums.moved(block.x() + strip * u64::from(STRIP), found.row));
    }
    // On the diagonal all of the block was solved.
    Elements::fingerprint(if block.is_diagonal() { 0 } else { sums.mirror }, sums.direct)
}

/// The cells by rows, from those by tiles; so many tiles are in a row.
fn by_rows(cells: &[u64], tiles: usize) -> Vec<u8> {
    let mut bits = vec![0; cells.len() * 8];
    for (rows, cells) in bits.chunks_mut(8 * tiles).zip(cells.chunks(tiles)) {
        for (column, tile) in cells.iter().enumerate().filter(|(_, tile)| **tile != 0) {
            for (row, byte) in transposed(*tile).to_le_bytes().into_iter().enumerate() {
                rows[row * tiles + column] = byte;
            }
        }
    }
    bits
}

/// The mirror image of 8 × 8 bits.
fn transposed(mut tile: u64) -> u64 {
    for (shift, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let exchanged = (tile ^ tile >> shift) & mask;
        tile ^= exchanged ^ exchanged << shift;
    }
    tile
}
