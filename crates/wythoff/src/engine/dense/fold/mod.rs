//! The fingerprint of a block column, from the bits of the wavefront as they come.
//!
//! A lane's columns of one row are a word, that is an element of the field (see [`crate::fingerprint`]) in the frame of
//! rows; taken for a column of the board's mirror image, the same word is one in the frame of columns. So a step adds
//! Σ word · weight in either frame, with weights that depend on lane and row only, in unreduced products; and Horner's
//! rule leads from step to step. That is two multiplications for 64 cells, their mirror images included.
//!
//! Let a be the frame's own number and b the other one. The word of lane i and row r of step t begins in column x + iW
//! and row y + 4(t − i) + r. So its weight is a^(iW) b^(r − 4i), times a^x b^(y + 4t), which is taken out of the sum.

#![allow(
    clippy::inline_always,
    reason = "code is compiled for the instructions of the function that it is inlined into"
)]

mod simd;

use std::sync::OnceLock;

use super::InstructionSet;
use super::kernel::{DELAY, LANES, Lanes, Place, ROWS};
use crate::fingerprint::{Carryless, Frame, Pclmul, Portable};

/// The bits of 8 columns of every strip, four rows each.
type Group = [Lanes<u8>; ROWS];

/// Groups of the widest strip.
const GROUPS: usize = 8;

/// The weights of a step's words, in the order in which vectors of any width have them: for each two rows, and for each
/// two lanes of a half, those of both halves in the first row and in the second.
#[repr(C, align(64))]
struct Weights([[[u64; 8]; 8]; ROWS / 2]);

impl Weights {
    fn new(frame: Frame, strip: usize) -> Self {
        let power = |base, exponent: usize| frame.power(Portable, base, exponent as u64);
        let back = frame.inverse(Portable, power(frame.other, ROWS));
        let mut weights = Self([[[0; 8]; 8]; ROWS / 2]);
        for lane in 0..LANES {
            let of_lane = frame.product(Portable, power(Frame::OWN, lane * strip), power(back, lane));
            for r in 0..ROWS {
                *weights.of(lane, r) = frame.product(Portable, of_lane, power(frame.other, r));
            }
        }
        weights
    }

    /// Those of both frames, made once: a block that is solved alone does not wait for them.
    fn of_strip(strip: usize) -> &'static [Self; 2] {
        static WEIGHTS: [OnceLock<Box<[Weights; 2]>>; GROUPS] = [const { OnceLock::new() }; GROUPS];
        WEIGHTS[strip / 8 - 1].get_or_init(|| Box::new(FRAMES.map(|frame| Self::new(frame, strip))))
    }

    fn of(&mut self, lane: usize, r: usize) -> &mut u64 {
        &mut self.0[r / 2][lane % 16 / 2][r % 2 * 4 + lane / 16 * 2 + lane % 2]
    }
}

/// How a step is summed up.
trait Kernel: Carryless {
    /// Σ word · weight, unreduced, for either list of weights.
    fn sums(self, groups: &[Group; GROUPS], weights: &[Weights; 2]) -> [Self::Polynomial; 2];
}

impl Kernel for Portable {
    fn sums(self, groups: &[Group; GROUPS], weights: &[Weights; 2]) -> [u128; 2] {
        let mut sums = [0; 2];
        for (pair, j, at) in (0..2).flat_map(|pair| (0..8).flat_map(move |j| (0..8).map(move |at| (pair, j, at)))) {
            let (lane, r) = (at / 2 % 2 * 16 + 2 * j + at % 2, 2 * pair + at / 4);
            let word = groups.iter().rev().fold(0, |word, group| word << 8 | u64::from(group[r].0[lane]));
            if word != 0 {
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    *sum ^= self.times(word, weights.0[pair][j][at]);
                }
            }
        }
        sums
    }
}

/// The frames of the palaces as they are, and of their mirror images.
const FRAMES: [Frame; 2] = [Frame::ROWS, Frame::COLUMNS];

/// What the machine has.
#[derive(Clone, Copy, Debug)]
enum Machine {
    Portable(Portable),
    Pclmul(Pclmul),
    #[cfg(target_arch = "x86_64")]
    Avx2(simd::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(simd::Avx512),
}

/// The sums of a block column on its way down.
pub(super) struct Fold {
    machine: Machine,
    weights: &'static [Weights; 2],
    /// b^−4: from a step to the one before.
    back: [u64; 2],
    /// In each frame, what was found in step t, times b^−4 for each step that follows.
    sums: [u64; 2],
    /// Steps that are done.
    step: usize,
}

impl Fold {
    /// For strips of this width, with these instructions or less.
    pub(super) fn new(set: InstructionSet, strip: usize) -> Self {
        let back = |frame: Frame| frame.inverse(Portable, frame.power(Portable, frame.other, ROWS as u64));
        Self {
            machine: Machine::of(set),
            weights: Weights::of_strip(strip),
            back: FRAMES.map(back),
            sums: [0; 2],
            step: 0,
        }
    }

    /// Adds the palaces of these steps: those in row blocks from `square` on with their mirror images, the others as
    /// they are.
    pub(super) fn add(&mut self, from: usize, bits: &[Lanes<u8>], strip: usize, square: usize) {
        let gap = (from - self.step) as u64;
        if gap > 0 {
            for ((sum, back), frame) in self.sums.iter_mut().zip(self.back).zip(FRAMES) {
                *sum = frame.product(Portable, *sum, frame.power(Portable, back, gap));
            }
            self.step = from;
        }
        let steps = Steps { bits, groups: strip / 8, square };
        match self.machine {
            Machine::Portable(portable) => self.fold(portable, steps),
            Machine::Pclmul(kernel) => simd::with_pclmul(kernel, self, steps),
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(kernel) => kernel.fold(self, steps),
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(kernel) => kernel.fold(self, steps),
        }
    }

    #[inline(always)]
    fn fold<K: Kernel>(&mut self, kernel: K, steps: Steps<'_>) {
        let (groups, _) = steps.bits.as_chunks::<ROWS>();
        let mut sums = self.sums;
        for groups in groups.chunks_exact(steps.groups) {
            let wide;
            let groups = if let Ok(groups) = groups.try_into() {
                groups
            } else {
                // A narrow strip has no palaces in its missing columns.
                wide = lanes_before(groups, LANES);
                &wide
            };
            let mut found = kernel.sums(groups, self.weights);
            if self.step < steps.square {
                found[1] = kernel.polynomial(0);
            } else if self.step < steps.square + DELAY {
                // Lane i is in row block step − i: the last ones are still in the square.
                let below = lanes_before(groups, self.step - steps.square + 1);
                found[1] = kernel.sums(&below, self.weights)[1];
            }
            for side in 0..2 {
                let before = kernel.times(sums[side], self.back[side]);
                sums[side] = kernel.reduced(FRAMES[side], kernel.plus(before, found[side]));
            }
            self.step += 1;
        }
        self.sums = sums;
    }

    /// The sum of all palaces that were added, in the frame of rows, and that of the mirror images, in the frame of
    /// columns. Nothing is left.
    pub(super) fn take(&mut self, place: &Place) -> [u64; 2] {
        let (sums, step) = (std::mem::take(&mut self.sums), std::mem::take(&mut self.step));
        let last = place.y + (ROWS * step.saturating_sub(1)) as u64;
        std::array::from_fn(|side| {
            let frame = FRAMES[side];
            let [x, y] = [(Frame::OWN, place.x), (frame.other, last)]
                .map(|(base, exponent)| frame.power(Portable, base, exponent));
            frame.product(Portable, sums[side], frame.product(Portable, x, y))
        })
    }
}

/// The bits of some steps.
#[derive(Clone, Copy)]
struct Steps<'b> {
    bits: &'b [Lanes<u8>],
    /// Groups of a step.
    groups: usize,
    /// Row blocks of the square on the diagonal, which has no mirror image.
    square: usize,
}

/// The groups of a step, with nothing in the lanes from `end` on.
fn lanes_before(groups: &[Group], end: usize) -> [Group; GROUPS] {
    let mut result: [Group; GROUPS] = Default::default();
    for (result, lanes) in result.iter_mut().flatten().zip(groups.iter().flatten()) {
        result.0[..end].copy_from_slice(&lanes.0[..end]);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::mix;
    use crate::fingerprint::Fingerprint;
    use crate::position::Position;

    /// Some steps of random bits, on every machine, in parts and with a gap: cell by cell, the lanes that are not yet
    /// in the first row block left out.
    #[test]
    fn every_machine_folds() {
        for (strip, square, steps) in [(16, 0, 3), (16, 4, 50), (32, 0, 40), (64, 8, 45), (64, 512, 33)] {
            let groups = strip / 8;
            let place = Place { k: 1, x: 4096, right: u64::MAX, y: 4100, bottom: u64::MAX };
            let (mut expected, mut expected_mirror) = (Fingerprint::default(), Fingerprint::default());
            let mut bits = vec![Lanes([0_u8; LANES]); steps * groups * ROWS];
            let empty = 7..11_usize;
            for (at, lanes) in bits.iter_mut().enumerate() {
                let (step, group, r) = (at / ROWS / groups, at / ROWS % groups, at % ROWS);
                for lane in 0..LANES.min(step + 1) {
                    let byte = mix((at * LANES + lane) as u64).to_le_bytes()[0];
                    lanes.0[lane] = if empty.contains(&step) { 0 } else { byte };
                    for bit in (0..8).filter(|bit| lanes.0[lane] >> bit & 1 == 1) {
                        let x = place.x + (lane * strip + group * 8 + bit) as u64;
                        let y = place.y + ((step - lane) * ROWS + r) as u64;
                        expected.add(Position::new(x, y));
                        if step - lane >= square {
                            expected_mirror.add(Position::new(y, x));
                        }
                    }
                }
            }
            for machine in Machine::all() {
                let mut fold = Fold::new(InstructionSet::Portable, strip);
                fold.machine = machine;
                // Twice: nothing is left over.
                for _ in 0..2 {
                    let per_step = groups * ROWS;
                    let parts = [(0, 1), (1, empty.start), (empty.end, 20), (20, steps)];
                    for (from, to) in parts.into_iter().filter(|(from, to)| from < to && *to <= steps) {
                        fold.add(from, &bits[from * per_step..to * per_step], strip, square);
                    }
                    if steps < empty.start {
                        fold.add(1, &bits[per_step..], strip, square);
                    }
                    let [direct, mirror] = fold.take(&place);
                    let mut mirrored = Fingerprint::default();
                    mirrored.add_from_columns(mirror);
                    assert_eq!((direct, mirrored), (expected.0, expected_mirror), "{machine:?}, {strip}, {square}");
                }
            }
        }
    }
}
