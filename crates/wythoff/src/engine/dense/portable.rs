//! The steps in plain Rust, for every machine and for lanes of any width.
//!
//! Each column is one loop over the lanes, with all four rows in its body; the compiler turns it into whatever vectors
//! the target has. The code shares nothing with the vectors of `simd.rs` but the rule, and the tests compare the two.

use super::kernel::{Crossing, EXTREMES, LANES, Lane, Lanes, ROWS, Steps, Strips, WITHIN};

/// The portable steps.
pub(super) struct Plain<L>(std::marker::PhantomData<L>);

macro_rules! plain {
    ($lane:ident) => {
        impl Steps for Plain<$lane> {
            type Lane = $lane;

            fn step<const MASKED: bool, const GUARD: u8, const RESIDUES: bool>(
                strips: &mut Strips<$lane>,
                left: &Crossing<$lane>,
                bits: &mut [Lanes<u8>],
                residues: &mut [Lanes<$lane>],
            ) -> Crossing<$lane> {
                let bias = strips.bias.cast_signed();
                let [[real, forced], [busy, takes]] = if MASKED {
                    let ([real, forced], [busy, takes]) = (strips.masks(), strips.busy());
                    [[real, forced], [[busy; ROWS], [takes; ROWS]]]
                } else {
                    Default::default()
                };
                let (busy, takes) = (&busy[0].0, &takes[0].0);
                let shifted = |lanes: &Lanes<$lane>, first: $lane| {
                    let mut result = [first; LANES];
                    result[1..].copy_from_slice(&lanes.0[..LANES - 1]);
                    result
                };
                let mut h: [[$lane; LANES]; ROWS] = std::array::from_fn(|r| shifted(&strips.h[r], left[r]));
                let mut e: [[$lane; LANES]; ROWS - 1] = std::array::from_fn(|r| shifted(&strips.e[r], left[ROWS + r]));
                let arriving = shifted(&strips.e[ROWS], strips.entering);
                strips.entering = left[2 * ROWS - 1];
                let mut below = strips.d[0].0;
                for i in 0..LANES {
                    if !MASKED || takes[i] != 0 {
                        below[i] = arriving[i];
                    }
                }
                strips.d[0].0 = below;
                let mut found = [[0; LANES]; ROWS];
                let (union, low, high) = (&mut strips.union.0, &mut strips.low.0, &mut strips.high.0);
                let (floor, excess) = (strips.floor, &mut strips.excess.0);
                for (c, (v, d)) in strips.v.iter_mut().zip(&mut strips.d).enumerate() {
                    let (v, d) = (&mut v.0, &mut d.0);
                    let column = $lane::residue(c as u64);
                    let bit: $lane = 1 << (c % 8);
                    let mut seen = [[0; LANES]; ROWS];
                    let (mut real_here, mut forced_here) = ([[$lane::MAX; LANES]; ROWS], [[0; LANES]; ROWS]);
                    if MASKED {
                        for r in 0..ROWS {
                            for i in 0..LANES {
                                real_here[r][i] = if real[r].0[i] > column { $lane::MAX } else { 0 };
                                forced_here[r][i] = if forced[r].0[i] > column { $lane::MAX } else { 0 };
                            }
                        }
                    }
                    for i in 0..LANES {
                        let mut v_here = v[i];
                        let mut union_here = union[i];
                        let mut leaving = [0; ROWS];
                        for r in 0..ROWS {
                            let d_here = if r == 0 { d[i] } else { e[r - 1][i] };
                            let w = v_here.wrapping_add(d_here.wrapping_add(h[r][i]));
                            let mut m = if w.cast_signed() < bias { $lane::MAX } else { 0 };
                            let mut free = $lane::MAX;
                            if MASKED {
                                m = m & real_here[r][i] | forced_here[r][i];
                                free = real_here[r][i] & !forced_here[r][i];
                            }
                            if GUARD == WITHIN {
                                excess[i] = excess[i].max(w.wrapping_sub(floor) & free);
                            } else if GUARD == EXTREMES {
                                let (w, l, g) = (w.cast_signed(), low[i].cast_signed(), high[i].cast_signed());
                                let (least, greatest) = (w.min(l).cast_unsigned(), w.max(g).cast_unsigned());
                                low[i] = least & free | low[i] & !free;
                                high[i] = greatest & free | high[i] & !free;
                            } else {
                                union_here |= w & free;
                            }
                            if RESIDUES {
                                seen[r][i] = w;
                            }
                            h[r][i] = h[r][i].wrapping_sub(m);
                            v_here = v_here.wrapping_sub(m);
                            found[r][i] |= m & bit;
                            leaving[r] = d_here.wrapping_sub(m);
                        }
                        d[i] = if MASKED { d[i] & !busy[i] | below[i] & busy[i] } else { below[i] };
                        v[i] = v_here;
                        union[i] = union_here;
                        below[i] = leaving[ROWS - 1];
                        for r in 0..ROWS - 1 {
                            e[r][i] = leaving[r];
                        }
                    }
                    if RESIDUES {
                        for (seen, room) in seen.iter().zip(&mut residues[c * ROWS..]) {
                            room.0 = *seen;
                        }
                    }
                    if c % 8 == 7 {
                        for (found, bits) in found.iter().zip(&mut bits[c / 8 * ROWS..]) {
                            bits.0 = found.map(|bits| u8::residue(bits.into()));
                        }
                        found = [[0; LANES]; ROWS];
                    }
                }
                strips.e[ROWS] = strips.e[ROWS - 1];
                let [e0, e1, e2] = e;
                let mut right = Crossing::<$lane>::default();
                for (r, (h, e)) in h.into_iter().zip([e0, e1, e2, below]).enumerate() {
                    (strips.h[r].0, strips.e[r].0) = (h, e);
                    (right[r], right[ROWS + r]) = (h[LANES - 1], e[LANES - 1]);
                }
                right
            }
        }
    };
}

plain!(u8);
plain!(u32);
