//! Any window, row by row, in bounded memory.
//!
//! The rectangle of all cells that the window's last cell can see is computed in bands of rows, each band tile by tile
//! from left to right. A band hands down to the next the column counts and diagonal counts along its lower side, two
//! bytes a column; so any number of rows takes the memory of a few bands. The mirror image is not used: a row's cells
//! right of the diagonal are the mirror images of rows that come later, so that half the work would cost a board of
//! bits in memory.
//!
//! As many bands as there are threads are computed at a time, each band at least one tile behind the band above it.

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use super::kernel::{Crossing, Place, ROWS};
use super::tile::{Canvas, Top, write_numbers};
use super::{Counts, Halt, Halting, Plan, Settings, usize_of};
use crate::board::Window;
use crate::engine::report;
use crate::engine::{Engine, Number, Row, SolveError, Values, memory_needed};
use crate::position::Position;
use crate::watch::Watch;

/// The most cells of the rectangle from (0,0) to the window's last cell.
const RECTANGLE_LIMIT: u64 = 1 << 43;

/// Bands share about this many bytes.
const BANDS_BYTES: u64 = 1 << 30;

/// So many bands follow each other in each thread before all wait for the last one.
const BANDS_WITH_ROOM: usize = 16;

/// Hands out every row of the window of W^k.
///
/// # Errors
/// When the window is too far or too wide, when the watcher stops the work, or when the sink fails.
pub fn rows<E: From<SolveError>>(
    k: u64,
    window: Window,
    values: Values,
    settings: Settings,
    watch: &dyn Watch,
    mut sink: impl FnMut(Row<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let plan = plan(k, window, settings)?;
    let mut next_row = window.at.y;
    let mut hand_out = |row: Row<'_>| {
        // After a change of lanes the first rows come again.
        if row.y < next_row {
            return Ok(());
        }
        next_row = row.y + 1;
        sink(row)
    };
    match Bands::<u8>::new(k, window, values, plan)?.run::<u8, E>(watch, &mut [], &mut hand_out) {
        Ok(()) => return Ok(()),
        Err(Halt::Error(error)) => return Err(error),
        Err(Halt::GuardFired) => {}
    }
    match Bands::<u32>::new(k, window, values, plan)?.run::<u8, E>(watch, &mut [], &mut hand_out) {
        Err(Halt::Error(error)) => Err(error),
        Ok(()) | Err(Halt::GuardFired) => Ok(()),
    }
}

/// Writes every row of the window of W^k to its place in `cells`: outcomes as 1 for P and 0 for N, or numbers. Says
/// whether the numbers fit their type, or nothing where only counts of 32 bits tell: [`rows`] has them.
///
/// # Errors
/// As [`rows`].
pub(crate) fn fill<N: Number>(
    k: u64,
    window: Window,
    values: Values,
    settings: Settings,
    watch: &dyn Watch,
    cells: &mut [N],
) -> Result<Option<bool>, SolveError> {
    let bands = Bands::<u8>::new(k, window, values, plan(k, window, settings)?)?;
    if !bands.fit::<N>() {
        return Ok(Some(false));
    }
    match bands.run::<N, SolveError>(watch, cells, &mut |_| Ok(())) {
        Ok(()) => Ok(Some(true)),
        Err(Halt::Error(error)) => Err(error),
        Err(Halt::GuardFired) => Ok(None),
    }
}

/// Refuses what is too far or too wide.
fn plan(k: u64, window: Window, settings: Settings) -> Result<Plan, SolveError> {
    let (right, bottom) = (window.right().unwrap_or(u64::MAX), window.bottom().unwrap_or(u64::MAX));
    let cells = u128::from(right) * u128::from(bottom);
    if cells > u128::from(RECTANGLE_LIMIT) || right.max(bottom) > SIDE_LIMIT {
        return Err(SolveError::TooManyCells { cells: cells.to_string(), limit: RECTANGLE_LIMIT });
    }
    super::k_needed(k)?;
    Ok(Plan::new(settings, right))
}

/// The sums of three counts fit in 32 bits.
const SIDE_LIMIT: u64 = 1 << 29;

/// Cells between two rows of a tile on a desk.
const DESK_PADDING: usize = 64;

struct Bands<L> {
    k: u64,
    window: Window,
    right: u64,
    bottom: u64,
    values: Values,
    plan: Plan,
    /// Rows of a band.
    height: u64,
    tiles: usize,
    /// The first tile that is kept, and how many columns are kept from there on.
    kept_from: usize,
    kept: usize,
    lanes: std::marker::PhantomData<L>,
}

/// What a band keeps of its part of the window.
#[derive(Default)]
struct Band<L> {
    y: u64,
    bits: Vec<u8>,
    residues: Vec<L>,
}

/// Where a thread works: what it needs for a tile, and for the next one again.
struct Desk<L> {
    canvas: Canvas<L>,
    band: Band<L>,
}

impl<L: Counts> Bands<L> {
    fn new(k: u64, window: Window, values: Values, plan: Plan) -> Result<Self, SolveError> {
        values.not_nim(Engine::Dense)?;
        let (right, bottom) = (window.at.x + window.width, window.at.y + window.height);
        let tiles = usize_of(right.div_ceil(plan.block()));
        let numbers = values != Values::Outcome;
        let kept_from = usize_of(window.at.x / plan.block()).min(tiles.saturating_sub(1));
        let kept = (tiles - kept_from) as u64 * plan.block();
        let per_row = kept / 8 + if numbers { size_of::<L>() as u64 * kept } else { 0 };
        let bytes = |height: u64| {
            let band = height.saturating_mul(per_row) + Canvas::<L>::bytes(plan, height, numbers);
            band.saturating_mul(plan.threads as u64) + 4 * size_of::<L>() as u64 * right
        };
        let mut height = plan.block();
        while height > 64 && bytes(height) > BANDS_BYTES {
            height /= 2;
        }
        memory_needed(bytes(height))?;
        let kept = usize_of(kept);
        Ok(Self {
            k,
            window,
            right,
            bottom,
            values,
            plan,
            height,
            tiles,
            kept_from,
            kept,
            lanes: std::marker::PhantomData,
        })
    }

    /// What is subtracted from palace numbers, if numbers are wanted.
    fn less(&self) -> Option<i64> {
        match self.values {
            Values::Outcome | Values::Grundy => None,
            Values::Palace => Some(0),
            Values::Deviation => Some(self.k.cast_signed()),
        }
    }

    /// Whether the type holds whatever may be written. Outside the hood the guard sees to it; in the hood the numbers
    /// rise from the window's first cell on, and are below k.
    fn fit<N: Number>(&self) -> bool {
        let Some(less) = self.less() else { return N::holds(0, 1) };
        let (k, bias) = (self.k.cast_signed(), self.plan.bias().cast_signed());
        let Position { x, y } = self.window.at;
        // Sides are at most 2^29.
        let options = |x: u64, y: u64| (x + y + x.min(y)).cast_signed();
        let (first, last) = (options(x, y), options(self.right.max(1) - 1, self.bottom.max(1) - 1));
        // No count is below 0.
        let least = first.min(k - bias).max(0);
        let greatest = if last < k { last } else { k - bias + self.plan.window() - 1 };
        N::holds(least - less, greatest - less)
    }

    /// Hands each row to `sink`; or, where there are `cells`, writes it there.
    fn run<N: Number, E: From<SolveError>>(
        &self,
        watch: &dyn Watch,
        mut cells: &mut [N],
        sink: &mut dyn FnMut(Row<'_>) -> Result<(), E>,
    ) -> Result<(), Halt<E>> {
        let stop = |error: SolveError| Halt::Error(error.into());
        let mut tops: Vec<Top<L>> = vec![Top::nothing(self.plan.block()); self.tiles];
        let mut y = 0;
        while y < self.bottom && self.right > 0 {
            report(watch, y, self.bottom).map_err(stop)?;
            // What is handed out is kept until then: one band for each thread. What has room elsewhere is not.
            let together = self.plan.threads * if cells.is_empty() { 1 } else { BANDS_WITH_ROOM };
            let starts: Vec<u64> =
                (0..together as u64).map(|band| y + band * self.height).take_while(|y| *y < self.bottom).collect();
            // Between two bands: what the upper one hands down, tile by tile.
            let seams: Vec<Vec<OnceLock<Top<L>>>> =
                starts.iter().map(|_| (0..self.tiles).map(|_| OnceLock::new()).collect()).collect();
            let mut rooms = Vec::new();
            for y in &starts {
                let rows = self.rows_of(*y).len() * usize_of(self.window.width);
                let (room, later) = cells.split_at_mut(rows.min(cells.len()));
                rooms.push(room);
                cells = later;
            }
            let halted = AtomicBool::new(false);
            // Bands are taken in order, so that the first that is not done never waits.
            let next = Mutex::new(rooms.into_iter().enumerate());
            let done: Vec<OnceLock<Band<L>>> = starts.iter().map(|_| OnceLock::new()).collect();
            let work = |go_on: &dyn Fn() -> bool| {
                let mut halting = Halting::new(&halted);
                let mut desk = Desk { canvas: Canvas::new(self.plan), band: Band::default() };
                let take = || next.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some((index, room)) = take() {
                    let above = |tile: usize| match index {
                        _ if !go_on() || halted.load(Ordering::Relaxed) => None,
                        0 => Some(&tops[tile]),
                        _ => wait_for(&seams[index - 1][tile], &halted),
                    };
                    let Some(band) = self.band(starts[index], above, &seams[index], room, &mut desk) else { return };
                    let _ = done[index].set(band);
                }
                halting.finished = true;
            };
            // The watch is asked before each tile of this thread; the others hear of it.
            let is_stopped = Cell::new(false);
            std::thread::scope(|scope| {
                for _ in 1..self.plan.threads.min(starts.len()) {
                    scope.spawn(|| work(&|| true));
                }
                work(&|| {
                    is_stopped.set(report(watch, y, self.bottom).is_err());
                    !is_stopped.get()
                });
            });
            if is_stopped.get() {
                return Err(stop(SolveError::Interrupted));
            }
            for band in done {
                self.hand_out(&band.into_inner().ok_or(Halt::GuardFired)?, watch, sink)?;
            }
            y = starts[0] + self.height * starts.len() as u64;
            let last = seams.into_iter().next_back().unwrap_or_default();
            tops = last.into_iter().filter_map(OnceLock::into_inner).collect();
        }
        report(watch, self.bottom, self.bottom).map_err(stop)
    }

    /// From row to row of a tile on a desk. Rows that are written together are a few apart; were they a power of two
    /// apart, they would share few places of the cache.
    fn desk_stride(&self) -> usize {
        usize_of(self.plan.block()) + DESK_PADDING
    }

    /// The rows of the window in the band from row y on, counted from there.
    fn rows_of(&self, y: u64) -> Range<usize> {
        let end = self.height.min(self.bottom - y);
        usize_of(self.window.at.y.saturating_sub(y).min(end))..usize_of(end)
    }

    /// Computes the band from row y on; nothing when a guard has fired. It goes where there is room for it, and is
    /// kept otherwise.
    fn band<'t, N: Number>(
        &self,
        y: u64,
        above: impl Fn(usize) -> Option<&'t Top<L>>,
        below: &[OnceLock<Top<L>>],
        room: &mut [N],
        desk: &mut Desk<L>,
    ) -> Option<Band<L>> {
        let plan = self.plan;
        let bottom = (y + self.height).min(self.bottom);
        let rows = self.rows_of(y);
        let numbers = self.values != Values::Outcome;
        // What has room elsewhere goes there tile by tile.
        let has_room = !room.is_empty();
        let kept = if has_room { self.desk_stride() } else { self.kept };
        let Desk { canvas, band: spare } = desk;
        let Band { mut bits, mut residues, .. } = if has_room { std::mem::take(spare) } else { Band::default() };
        bits.resize(if has_room && numbers { 0 } else { rows.len() * kept / 8 }, 0);
        residues.resize(if numbers { rows.len() * kept } else { 0 }, L::default());
        let mut band = Band { y: y + rows.start as u64, bits, residues };
        let mut left: Vec<Crossing<L>> = vec![plan.nothing(self.k); usize_of(bottom - y).div_ceil(ROWS)];
        for (tile, below) in below.iter().enumerate() {
            let x = tile as u64 * plan.block();
            let end = x + plan.block();
            let place = Place { k: self.k, x, right: self.right.min(end), y, bottom };
            let is_kept = !rows.is_empty() && tile >= self.kept_from;
            let numbers = numbers && is_kept;
            let (right, bottom) = canvas.draw(plan, place, above(tile)?, &left, numbers)?;
            left.copy_from_slice(right);
            let _ = below.set(bottom);
            if is_kept {
                let column = if has_room { 0 } else { (tile - self.kept_from) * usize_of(plan.block()) };
                if !(numbers && has_room) {
                    canvas.write_bits(rows.clone(), &mut band.bits[column / 8..], kept / 8);
                }
                if numbers {
                    canvas.write_residues(rows.clone(), &mut band.residues[column..], kept);
                }
                if has_room {
                    self.write(&band, x, room);
                }
            }
        }
        if has_room {
            *spare = std::mem::take(&mut band);
        }
        Some(band)
    }

    /// Writes the rows of a tile that begins at column x where there is room for
    /// them.
    fn write<N: Number>(&self, tile: &Band<L>, x: u64, room: &mut [N]) {
        let (at, width, stride) = (self.window.at.x, usize_of(self.window.width), self.desk_stride());
        let (from, to) = (x.max(at), self.right.min(x + self.plan.block()));
        let (skipped, left) = (usize_of(from - x), usize_of(from - at));
        let cells = usize_of(to.saturating_sub(from));
        let (k, bias) = (self.k, self.plan.bias().cast_signed());
        let mut p = vec![0; if self.less().is_none() { cells } else { 0 }];
        for (row, room) in room.chunks_mut(width).enumerate() {
            let room = &mut room[left..left + cells];
            if let Some(less) = self.less() {
                let residues = &tile.residues[row * stride + skipped..][..cells];
                write_numbers((k, bias), less, (from, tile.y + row as u64), residues, room);
                continue;
            }
            unpack(&tile.bits[row * stride / 8..], skipped, &mut p);
            for (cell, p) in room.iter_mut().zip(&p) {
                *cell = N::residue((*p).into());
            }
        }
    }

    fn hand_out<E: From<SolveError>>(
        &self,
        band: &Band<L>,
        watch: &dyn Watch,
        sink: &mut dyn FnMut(Row<'_>) -> Result<(), E>,
    ) -> Result<(), Halt<E>> {
        let (at, width) = (self.window.at, usize_of(self.window.width));
        let left = usize_of(at.x) - self.kept_from * usize_of(self.plan.block());
        let (k, bias) = (self.k, self.plan.bias().cast_signed());
        let mut p = vec![0; width];
        let mut numbers = vec![0_i64; if self.less().is_some() { width } else { 0 }];
        for (row, bits) in band.bits.chunks(self.kept / 8).enumerate() {
            let y = band.y + row as u64;
            report(watch, y, self.bottom).map_err(|error| Halt::Error(error.into()))?;
            unpack(bits, left, &mut p);
            if let Some(less) = self.less() {
                let residues = &band.residues[row * self.kept + left..][..width];
                write_numbers((k, bias), less, (at.x, y), residues, &mut numbers);
            }
            sink(Row { y, p: &p, removed: 0, numbers: &numbers }).map_err(Halt::Error)?;
        }
        Ok(())
    }
}

/// One byte a cell, from bit `left` on.
fn unpack(bits: &[u8], left: usize, p: &mut [u8]) {
    let (start, skip) = (left / 8, left % 8);
    let head = p.len().min((8 - skip) % 8);
    let (first, rest) = p.split_at_mut(head);
    for (bit, p) in (skip..).zip(first) {
        *p = bits[start] >> bit & 1;
    }
    for (byte, cells) in bits[start + usize::from(skip > 0)..].iter().zip(rest.chunks_mut(8)) {
        for (bit, p) in cells.iter_mut().enumerate() {
            *p = byte >> bit & 1;
        }
    }
}

/// Waits until the band above has handed down, or somebody has halted.
fn wait_for<'t, T>(slot: &'t OnceLock<T>, halted: &AtomicBool) -> Option<&'t T> {
    for turn in 0_u64.. {
        if let Some(top) = slot.get() {
            return Some(top);
        }
        if halted.load(Ordering::Relaxed) {
            return None;
        }
        if turn < 200 { std::hint::spin_loop() } else { std::thread::yield_now() }
    }
    None
}
