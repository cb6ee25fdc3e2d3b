//! Any window, row by row, in bounded memory.
//!
//! The rectangle of all cells that the window's last cell can see is computed in bands of rows, each band tile by tile
//! from left to right. A band hands down to the next the column counts and diagonal counts along its lower side, two
//! bytes a column; so any number of rows takes the memory of a few bands. The mirror image is not used: a row's cells
//! right of the diagonal are the mirror images of rows that come later, so that half the work would cost a board of
//! bits in memory.
//!
//! As many bands as there are threads are computed at a time, each band one tile behind the band above it.

use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::kernel::{Crossing, Place, ROWS};
use super::tile::{Canvas, Top, write_numbers};
use super::{Counts, Halt, Halting, Plan, Settings, usize_of};
use crate::board::Window;
use crate::engine::report;
use crate::engine::{Row, SolveError, Values, memory_needed};
use crate::watch::Watch;

/// The most cells of the rectangle from (0,0) to the window's last cell.
const RECTANGLE_LIMIT: u64 = 1 << 43;

/// Bands share about this many bytes.
const BANDS_BYTES: u64 = 1 << 30;

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
    let (right, bottom) = (window.right().unwrap_or(u64::MAX), window.bottom().unwrap_or(u64::MAX));
    let cells = u128::from(right) * u128::from(bottom);
    if cells > u128::from(RECTANGLE_LIMIT) || right.max(bottom) > SIDE_LIMIT {
        return Err(SolveError::TooManyCells { cells: cells.to_string(), limit: RECTANGLE_LIMIT }.into());
    }
    super::k_needed(k)?;
    let plan = Plan::new(settings, right);
    let mut next_row = window.at.y;
    let mut hand_out = |row: Row<'_>| {
        // After a change of lanes the first rows come again.
        if row.y < next_row {
            return Ok(());
        }
        next_row = row.y + 1;
        sink(row)
    };
    match Bands::<u8>::new(k, window, values, plan)?.run(watch, &mut hand_out) {
        Ok(()) => return Ok(()),
        Err(Halt::Error(error)) => return Err(error),
        Err(Halt::GuardFired) => {}
    }
    match Bands::<u32>::new(k, window, values, plan)?.run(watch, &mut hand_out) {
        Err(Halt::Error(error)) => Err(error),
        Ok(()) | Err(Halt::GuardFired) => Ok(()),
    }
}

/// The sums of three counts fit in 32 bits.
const SIDE_LIMIT: u64 = 1 << 29;

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
struct Band<L> {
    y: u64,
    bits: Vec<u8>,
    residues: Vec<L>,
}

impl<L: Counts> Bands<L> {
    fn new(k: u64, window: Window, values: Values, plan: Plan) -> Result<Self, SolveError> {
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

    fn run<E: From<SolveError>>(
        &self,
        watch: &dyn Watch,
        sink: &mut dyn FnMut(Row<'_>) -> Result<(), E>,
    ) -> Result<(), Halt<E>> {
        let stop = |error: SolveError| Halt::Error(error.into());
        let mut tops: Vec<Top<L>> = vec![Top::nothing(self.plan.block()); self.tiles];
        let mut y = 0;
        while y < self.bottom && self.right > 0 {
            report(watch, y, self.bottom).map_err(stop)?;
            let starts: Vec<u64> = (0..self.plan.threads as u64)
                .map(|band| y + band * self.height)
                .take_while(|y| *y < self.bottom)
                .collect();
            // Between two bands: what the upper one hands down, tile by tile.
            let seams: Vec<Vec<OnceLock<Top<L>>>> =
                starts.iter().map(|_| (0..self.tiles).map(|_| OnceLock::new()).collect()).collect();
            let halted = AtomicBool::new(false);
            let band = |index: usize| {
                let mut halting = Halting::new(&halted);
                let band = self.band(starts[index], |tile| wait_for(&seams[index - 1][tile], &halted), &seams[index]);
                halting.finished = band.is_some();
                band
            };
            // The first band asks before each tile whether to go on: the others wait for it.
            let is_stopped = Cell::new(false);
            let first_band = || {
                let mut halting = Halting::new(&halted);
                let above = |tile: usize| {
                    is_stopped.set(report(watch, y, self.bottom).is_err());
                    if is_stopped.get() { None } else { Some(&tops[tile]) }
                };
                let band = self.band(y, above, &seams[0]);
                halting.finished = band.is_some();
                band
            };
            let bands: Vec<Option<Band<L>>> = std::thread::scope(|scope| {
                let band = &band;
                let helpers: Vec<_> = (1..starts.len()).map(|index| scope.spawn(move || band(index))).collect();
                let first = first_band();
                let others = helpers
                    .into_iter()
                    .map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
                std::iter::once(first).chain(others).collect()
            });
            if is_stopped.get() {
                return Err(stop(SolveError::Interrupted));
            }
            for band in bands {
                self.hand_out(&band.ok_or(Halt::GuardFired)?, watch, sink)?;
            }
            y = starts[0] + self.height * starts.len() as u64;
            let last = seams.into_iter().next_back().unwrap_or_default();
            tops = last.into_iter().filter_map(OnceLock::into_inner).collect();
        }
        report(watch, self.bottom, self.bottom).map_err(stop)
    }

    /// Computes the band from row y on; nothing when a guard has fired.
    fn band<'t>(
        &self,
        y: u64,
        above: impl Fn(usize) -> Option<&'t Top<L>>,
        below: &[OnceLock<Top<L>>],
    ) -> Option<Band<L>> {
        let (plan, window) = (self.plan, self.window);
        let bottom = (y + self.height).min(self.bottom);
        let first_row = usize_of(window.at.y.saturating_sub(y).min(bottom - y));
        let rows = first_row..usize_of(bottom - y);
        let numbers = self.values != Values::Outcome;
        let mut band = Band {
            y: y + first_row as u64,
            bits: vec![0; rows.len() * self.kept / 8],
            residues: vec![L::default(); if numbers { rows.len() * self.kept } else { 0 }],
        };
        let mut canvas = Canvas::new(plan);
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
                let column = (tile - self.kept_from) * usize_of(plan.block());
                canvas.write_bits(rows.clone(), &mut band.bits[column / 8..], self.kept / 8);
                if numbers {
                    canvas.write_residues(rows.clone(), &mut band.residues[column..], self.kept);
                }
            }
        }
        Some(band)
    }

    fn hand_out<E: From<SolveError>>(
        &self,
        band: &Band<L>,
        watch: &dyn Watch,
        sink: &mut dyn FnMut(Row<'_>) -> Result<(), E>,
    ) -> Result<(), Halt<E>> {
        let (at, width) = (self.window.at, usize_of(self.window.width));
        let left = usize_of(at.x) - self.kept_from * usize_of(self.plan.block());
        let (k, bias) = (self.k.cast_signed(), self.plan.bias().cast_signed());
        let (numbers_wanted, less) = match self.values {
            Values::Outcome => (false, 0),
            Values::Palace => (true, 0),
            Values::Deviation => (true, k),
        };
        let mut p = vec![0; width];
        let mut numbers = vec![0; if numbers_wanted { width } else { 0 }];
        for (row, bits) in band.bits.chunks(self.kept / 8).enumerate() {
            let y = band.y + row as u64;
            report(watch, y, self.bottom).map_err(|error| Halt::Error(error.into()))?;
            unpack(bits, left, &mut p);
            if numbers_wanted {
                let residues = &band.residues[row * self.kept + left..][..width];
                write_numbers((self.k, bias), less, (at.x, y), residues, &mut numbers);
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
