//! Lar13: *Imitation Nim*, slides.
//!
//! The slides write W_{k,m} and (k,m)-Imitation Nim for what the other papers call (m,p)-Wythoff Nim and
//! (m,p)-Imitation Nim, p = k: here `diagonal-blocking:m,p` and `imitation:m,p`.

mod main_theorem;
mod nim;
mod proposition;

use std::fmt::Debug;

use crate::position::Position;
use crate::theorems::Check;
use crate::theorems::tools::occurrences;

/// What the paper states, section by section.
pub(super) const SECTIONS: &[&[Check]] = &[nim::CHECKS, proposition::CHECKS, main_theorem::CHECKS];

/// A sentence if what is and what is stated differ.
fn unlike<T: PartialEq + Debug>(what: &str, is: T, stated: T) -> Option<String> {
    let facts = [is, stated];
    (facts[0] != facts[1]).then(|| format!("{what}: {:?}, the statement says {:?}.", facts[0], facts[1]))
}

fn first_not_increasing(pairs: &[Position]) -> Option<String> {
    let wrong = |pair: &&[Position]| pair[0].x >= pair[1].x || pair[0].y >= pair[1].y;
    pairs.windows(2).find(wrong).map(|pair| format!("{} is followed by {}.", pair[0], pair[1]))
}

/// The first positive integer up to the last a that does not occur once among the a's and b's.
fn not_covered_once(pairs: &[Position]) -> Option<String> {
    let times = occurrences(pairs.iter().flat_map(|pair| [pair.x, pair.y]));
    (1..pairs.last()?.x)
        .find(|&v| times(v) != 1)
        .map(|v| format!("{v} occurs {} times among the $a_n$ and $b_n$.", times(v)))
}
