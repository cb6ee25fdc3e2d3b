//! Lar11: *Blocking Wythoff Nim*.
//!
//! The proofs count the options of (x,y) in a candidate set: v vertical ones, h horizontal ones, d diagonal ones, as in
//! Definition 1 (Definition 6 exchanges v and h); f = v + h + d.

mod section_1;
mod section_2;
mod section_3;
mod section_4;

use std::ops::Range;

use crate::position::Position;
use crate::theorems::Check;
use crate::theorems::tools::{at, golden, sorted};
pub(super) use section_1::theorem_1_1;

/// What the paper states, section by section.
pub(super) const SECTIONS: &[&[Check]] = &[section_1::CHECKS, section_2::CHECKS, section_3::CHECKS, section_4::CHECKS];

fn is_even(number: u64) -> bool {
    number.is_multiple_of(2)
}

/// ⌊φn⌋.
fn phi(n: u64) -> u64 {
    golden(n).x
}

/// R_1 of Definition 4: {⌊φn⌋, ⌊φ²n⌋}; their difference is n.
fn r1(Position { x, y }: Position) -> bool {
    x.min(y) == phi(x.abs_diff(y))
}

/// R_2 of Definition 4: (0,0), {n, 2n+1}, and (2x+2, 2y+2) for (x,y) in R_1.
fn r2(here: Position) -> bool {
    let Position { x: a, y: b } = sorted(here);
    b == 0 || b == 2 * a + 1 || a >= 2 && is_even(a) && is_even(b) && r1(at(a / 2 - 1, b / 2 - 1))
}

/// R_3 of Definition 4: (0,0), {n, 2n+1} and {n, 2n+2}.
fn r3(here: Position) -> bool {
    let Position { x: a, y: b } = sorted(here);
    b == 0 || b == 2 * a + 1 || b == 2 * a + 2
}

/// The positions of the columns `xs`, each with its own rows.
fn columns(xs: Range<u64>, rows: impl Fn(u64) -> Range<u64>) -> impl Iterator<Item = Position> {
    xs.flat_map(move |x| rows(x).map(move |y| at(x, y)))
}
