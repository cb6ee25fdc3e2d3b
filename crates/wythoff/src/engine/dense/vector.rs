//! The step of the wavefront with vectors that a processor has; `simd.rs` makes them.

#![allow(
    clippy::inline_always,
    reason = "code is compiled for the instructions of the function that it is inlined into"
)]

use super::kernel::{Crossing, EXTREMES, LANES, Lanes, ROWS, Steps, Strips, WITHIN};

/// A vector of 32 bytes, in a register or in two. Masks have all bits or none in each lane; additions and subtractions
/// wrap.
pub(super) trait Vector: Copy {
    fn splat(number: u8) -> Self;
    fn load(from: &Lanes<u8>) -> Self;
    fn store(self, to: &mut Lanes<u8>);
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    /// Signed.
    fn greater(self, other: Self) -> Self;
    /// Signed.
    fn min(self, other: Self) -> Self;
    /// Signed.
    fn max(self, other: Self) -> Self;
    fn max_unsigned(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// `self | (mask & bit)`.
    fn or_masked(self, mask: Self, bit: Self) -> Self;
    /// `yes` where the mask is set, else `no`.
    fn select(mask: Self, yes: Self, no: Self) -> Self;
    /// Each lane takes over from the one to its left, the first from outside.
    fn shift_in(self, first: u8) -> Self;
}

/// The steps with a kind of vector.
pub(super) struct With<V>(std::marker::PhantomData<V>);

impl<V: Vector> Steps for With<V> {
    type Lane = u8;

    #[inline(always)]
    fn step<const MASKED: bool, const GUARD: u8, const RESIDUES: bool>(
        strips: &mut Strips<u8>,
        left: &Crossing<u8>,
        bits: &mut [Lanes<u8>],
        residues: &mut [Lanes<u8>],
    ) -> Crossing<u8> {
        step::<V, MASKED, GUARD, RESIDUES>(strips, left, bits, residues)
    }
}

/// One step: four rows of each strip, column by column.
///
/// A cell's residue w = v + d + h stands for its deviation; the mask m of the palaces is −1, so that the counts
/// grow by subtraction. Eight columns are written out, so that all counts stay in registers.
#[allow(clippy::too_many_lines, reason = "one loop, written out")]
#[inline(always)]
fn step<V: Vector, const MASKED: bool, const GUARD: u8, const RESIDUES: bool>(
    strips: &mut Strips<u8>,
    left: &Crossing<u8>,
    bits: &mut [Lanes<u8>],
    residues: &mut [Lanes<u8>],
) -> Crossing<u8> {
    // Everything is written out: a closure given to a function of the library would not be compiled for our
    // instructions.
    let zero = V::splat(0);
    let (masks, [busy, takes]) = if MASKED { (strips.masks(), strips.busy()) } else { Default::default() };
    let load = |rows: &[Lanes<u8>; ROWS]| [V::load(&rows[0]), V::load(&rows[1]), V::load(&rows[2]), V::load(&rows[3])];
    let (on_board, in_hood) = (load(&masks[0]), load(&masks[1]));
    let (busy, takes) = (V::load(&busy), V::load(&takes));
    // Above a floor all residues are less by it, and so are the row counts, which cost nothing in the loop.
    let floor = if GUARD == WITHIN { strips.floor } else { 0 };
    let bias = V::splat(strips.bias.wrapping_sub(floor));
    let floor = V::splat(floor);
    let mut excess = V::load(&strips.excess);
    let one_bit =
        [V::splat(1), V::splat(2), V::splat(4), V::splat(8), V::splat(16), V::splat(32), V::splat(64), V::splat(128)];
    let (mut union, mut low, mut high) = (V::load(&strips.union), V::load(&strips.low), V::load(&strips.high));

    // What comes from the lanes to the left, and from outside into the first.
    let [h0, h1, h2, h3] = load(&strips.h);
    let mut h = [h0.shift_in(left[0]), h1.shift_in(left[1]), h2.shift_in(left[2]), h3.shift_in(left[3])];
    if GUARD == WITHIN {
        h = [h[0].sub(floor), h[1].sub(floor), h[2].sub(floor), h[3].sub(floor)];
    }
    let [e0, e1, e2, e3] = [&strips.e[0], &strips.e[1], &strips.e[2], &strips.e[ROWS]];
    let mut e =
        [V::load(e0).shift_in(left[ROWS]), V::load(e1).shift_in(left[ROWS + 1]), V::load(e2).shift_in(left[ROWS + 2])];
    // In the first row that is what the left neighbour's last row sent out two steps ago.
    let arriving = V::load(e3).shift_in(strips.entering);
    strips.entering = left[2 * ROWS - 1];
    let first = if MASKED { V::select(takes, arriving, V::load(&strips.d[0])) } else { arriving };
    first.store(&mut strips.d[0]);
    let mut below = first;

    let (vs, _) = strips.v.as_chunks_mut::<8>();
    let (ds, _) = strips.d.as_chunks_mut::<8>();
    let (bits, _) = bits.as_chunks_mut::<ROWS>();
    let (residues, _) = residues.as_chunks_mut::<ROWS>();
    let mut residues = residues.iter_mut();
    let mut column = zero;
    for ((vs, ds), bits) in vs.iter_mut().zip(ds).zip(bits) {
        let mut found = [zero; ROWS];
        macro_rules! cell {
            ($r:literal, $j:literal, $v:ident, $d:expr, $room:ident) => {{
                let d = $d;
                let w = $v.add(d.add(h[$r]));
                let mut m = bias.greater(w);
                if MASKED {
                    let (real, forced) = (on_board[$r].greater(column), in_hood[$r].greater(column));
                    m = m.and(real).or(forced);
                    let free = V::select(forced, zero, real);
                    if GUARD == EXTREMES {
                        low = V::select(free, low.min(w), low);
                        high = V::select(free, high.max(w), high);
                    } else if GUARD == WITHIN {
                        excess = V::select(free, excess.max_unsigned(w), excess);
                    } else {
                        union = union.or_masked(free, w);
                    }
                } else if GUARD == EXTREMES {
                    (low, high) = (low.min(w), high.max(w));
                } else if GUARD == WITHIN {
                    excess = excess.max_unsigned(w);
                } else {
                    union = union.or(w);
                }
                if RESIDUES {
                    w.store(&mut $room[$r]);
                }
                h[$r] = h[$r].sub(m);
                $v = $v.sub(m);
                found[$r] = found[$r].or_masked(m, one_bit[$j]);
                d.sub(m)
            }};
        }
        macro_rules! columns {
            ($($j:literal)*) => {$(
                let mut v = V::load(&vs[$j]);
                let d = V::load(&ds[$j]);
                if MASKED { V::select(busy, below, d) } else { below }.store(&mut ds[$j]);
                let mut nowhere = [Lanes([0; LANES]); ROWS];
                let room = if RESIDUES { residues.next().expect("every column has room") } else { &mut nowhere };
                let e0 = cell!(0, $j, v, d, room);
                let e1 = cell!(1, $j, v, e[0], room);
                let e2 = cell!(2, $j, v, e[1], room);
                below = cell!(3, $j, v, e[2], room);
                e = [e0, e1, e2];
                v.store(&mut vs[$j]);
                if MASKED {
                    column = column.add(one_bit[0]);
                }
            )*};
        }
        columns!(0 1 2 3 4 5 6 7);
        for r in 0..ROWS {
            found[r].store(&mut bits[r]);
        }
    }

    strips.e[ROWS] = strips.e[ROWS - 1];
    let mut right = Crossing::default();
    let e = [e[0], e[1], e[2], below];
    if GUARD == WITHIN {
        h = [h[0].add(floor), h[1].add(floor), h[2].add(floor), h[3].add(floor)];
    }
    for r in 0..ROWS {
        h[r].store(&mut strips.h[r]);
        e[r].store(&mut strips.e[r]);
        (right[r], right[ROWS + r]) = (strips.h[r].0[LANES - 1], strips.e[r].0[LANES - 1]);
    }
    union.store(&mut strips.union);
    excess.store(&mut strips.excess);
    low.store(&mut strips.low);
    high.store(&mut strips.high);
    right
}
