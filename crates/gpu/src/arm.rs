//! The arm without end of CLN15: where its columns end.

use wythoff::Watch;
use wythoff::structure::arm::COLUMN_LIMIT;

use crate::GpuError;
use crate::device::{ARM_THREADS, Device};
use crate::layout::{Arm, int};

/// Generations of a launch.
const SPAN: i64 = 256;

/// Columns of a thread, those that a block of threads adds to the band, and those that it computes in vain.
const COLUMNS: i64 = 16;
const HALO: i64 = 272;
const OUTPUT: i64 = ARM_THREADS as i64 * COLUMNS - HALO;

/// Launches between two looks at the watch.
const LAUNCHES: i64 = 256;

/// The row of the last palace of each column x < `columns` of the arm without end, counted from the shoulder; columns
/// are rounded up to a multiple of 1024.
///
/// # Errors
/// When there are too many columns, or the GPU can't: see [`GpuError`].
pub fn boundary(device: &Device, columns: u64, watch: &dyn Watch) -> Result<Vec<i64>, GpuError> {
    if columns == 0 || columns > COLUMN_LIMIT {
        return Err(GpuError::Size("the arm is computed for at least one and at most 2^23 columns"));
    }
    let columns = i64::from(int(columns.next_multiple_of(1024))?);
    let stride = usize::try_from(columns + 4 * OUTPUT).unwrap_or(usize::MAX);
    device.has_room_for(12 * stride as u64)?;
    let generations = [device.zeros::<u8>(4 * stride)?, device.zeros::<u8>(4 * stride)?];
    let (last, flags) = (device.zeros::<u32>(stride)?, device.zeros::<u32>(3)?);
    let place = |number: i64| int(number.unsigned_abs());
    let (mut before, mut turn) = ((0, 0), 0);
    for launch in 0.. {
        let time = launch * SPAN;
        // The skin is near x = t/(1 + φ²) = t/3.618, the hem near t/1.38; whether the band holds both, the flags tell.
        let start = (time * 10_000 / 36_185 - 64).max(0) / COLUMNS * COLUMNS;
        let wanted = ((time + SPAN) * 100 / 138 + 2000).min(columns);
        if wanted <= start {
            break;
        }
        if launch % LAUNCHES == 0 {
            device.wait()?;
            let done = time.min(columns * 36_185 / 10_000).unsigned_abs();
            if watch.progress(done, (columns * 36_185 / 10_000).unsigned_abs()).is_break() {
                return Err(GpuError::Interrupted);
            }
        }
        let blocks = (wanted - start + OUTPUT - 1) / OUTPUT;
        let end = start + blocks * OUTPUT;
        let arm = Arm {
            old: generations[turn].address(),
            next: generations[1 - turn].address(),
            stride: stride as u64,
            time: place(time)?,
            before_start: place(before.0)?,
            before_end: place(before.1)?,
            start: place(start)?,
            end: place(end)?,
            columns: place(columns)?,
            last: last.address(),
            flags: flags.address(),
        };
        device.arm(arm, place(blocks)?.unsigned_abs())?;
        (before, turn) = ((start, end), 1 - turn);
    }
    device.wait()?;
    // A value out of range, or a band that was too narrow.
    if flags.read()? != [0; 3] {
        return Err(GpuError::GuardFired);
    }
    // Column 0 has no palace at all.
    let row = |(x, generation): (i64, u32)| if x == 0 { -1 } else { i64::from(generation) - x };
    Ok((0..columns).zip(last.read()?).map(row).collect())
}
