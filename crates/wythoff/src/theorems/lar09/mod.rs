//! Lar09: *2-pile Nim with a restricted number of move-size imitations*, with the appendix by P. Hegarty.
//!
//! W is (m,p)-Wythoff Nim, `diagonal-blocking:m,p`. Positions of Imitation Nim are judged by whole states: every state
//! that play reaches is looked at, and none is left out as irrelevant.

mod appendix;
mod section_1;
mod section_1_4;
mod section_2;

use rustc_hash::FxHashMap;

use crate::board::Board;
use crate::position::Position;
use crate::solve::SolveError;
use crate::theorems::diagonal::Imitation;
use crate::theorems::tools::{at, sorted, square};
use crate::theorems::{Check, Scope};

/// What the paper states, section by section.
pub(super) const SECTIONS: &[&[Check]] = &[section_1::CHECKS, section_1_4::CHECKS, section_2::CHECKS, appendix::CHECKS];

/// Every position with x ≤ y < `side`, a smallest one first.
fn upper_half(side: u64) -> impl Iterator<Item = Position> {
    square(side).filter(Position::is_upper)
}

/// The floors ⌊nα⌋ of α = (u + √d)/v ≥ 0, asked for n that never decrease.
struct Floors {
    u: i64,
    d: i64,
    v: i64,
    n: i64,
    floor: i64,
}

impl Floors {
    fn new(u: i64, d: i64, v: i64) -> Self {
        Self { u, d, v, n: 0, floor: 0 }
    }

    /// α of Lar09 1.4.5; r_p of the appendix for m = 1.
    fn alpha(m: u32, p: u32) -> Self {
        let (m, p) = (i64::from(m), i64::from(p));
        Self::new(2 * p - m, m * m + 4 * p * p, 2 * p)
    }

    /// β = α + m/p; s_p of the appendix for m = 1.
    fn beta(m: u32, p: u32) -> Self {
        let alpha = Self::alpha(m, p);
        Self { u: alpha.u + 2 * i64::from(m), ..alpha }
    }

    /// L_p of the appendix.
    fn long(p: u32) -> Self {
        Self { u: 1, ..Self::alpha(1, p) }
    }

    /// l_p = 1/L_p.
    fn short(p: u32) -> Self {
        Self { u: -1, ..Self::alpha(1, p) }
    }

    /// ⌊nα⌋.
    fn at(&mut self, n: u64) -> u64 {
        while self.n.unsigned_abs() < n {
            self.n += 1;
            while self.reaches(self.floor + 1) {
                self.floor += 1;
            }
        }
        self.floor.unsigned_abs()
    }

    /// x ≤ nα, that is vx − un ≤ n√d.
    fn reaches(&self, x: i64) -> bool {
        let left = self.v * x - self.u * self.n;
        left <= 0 || i128::from(left) * i128::from(left) <= i128::from(self.n * self.d) * i128::from(self.n)
    }
}

/// Lar09 Definition 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nature {
    NonDynamicP,
    NonDynamicN,
    Dynamic,
}

impl Nature {
    fn words(self) -> &'static str {
        match self {
            Self::NonDynamicP => "non-dynamic P",
            Self::NonDynamicN => "non-dynamic N",
            Self::Dynamic => "dynamic",
        }
    }
}

/// How much larger the heaps are with which histories begin: p more are enough for every state.
const EARLIER: u64 = 15;

/// The nature of each position with heaps below `side`, over all histories that begin with heaps up to 15 larger.
fn natures(m: u32, p: u32, side: u64, scope: &Scope) -> Result<FxHashMap<Position, Nature>, SolveError> {
    let imitation = Imitation::reached(m, p, side.saturating_add(EARLIER), scope)?;
    let mut natures = FxHashMap::default();
    for (state, &is_p) in imitation.is_p.iter().filter(|(state, _)| sorted(state.position).y < side) {
        let now = if is_p { Nature::NonDynamicP } else { Nature::NonDynamicN };
        let nature = natures.entry(state.position).or_insert(now);
        if *nature != now {
            *nature = Nature::Dynamic;
        }
    }
    Ok(natures)
}

fn histories(side: u64) -> String {
    format!("$a ≤ b < {side}$, all histories from heaps $< {}$", side.saturating_add(EARLIER))
}

/// The d of the P-position (c, d), c ≤ d < b, of a game.
fn below(wythoff: &Board, here: Position) -> Option<u64> {
    (here.x..here.y).find(|&d| wythoff.is_p(at(here.x, d)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{DiagonalPairs, Surd, slopes};
    use crate::theorems::Scope;
    use crate::theorems::diagonal::definition_13;
    use crate::theorems::tools::{at, each};

    #[test]
    fn pairs_are_those_of_definition_13() {
        for (m, p) in each(1..=6, 1..=10) {
            let count = 3000;
            let scope = Scope { bound: count, stop: &std::sync::atomic::AtomicBool::new(false) };
            let literally = definition_13(m, p, count, &scope).expect("it is small");
            let pairs = DiagonalPairs::new(m, p).map(|(a, b)| at(a, b));
            assert!(pairs.take(literally.len()).eq(literally), "$m = {m}$, $p = {p}$");
        }
    }

    #[test]
    fn floors_are_those_of_surds() {
        for (m, p) in each(1..=4, 1..=4) {
            let (alpha, beta) = slopes(m, p);
            let (mut below, mut above) = (Floors::alpha(m, p), Floors::beta(m, p));
            for n in 0..2000_u64 {
                let floor = |slope: &Surd| u64::try_from((&Surd::rational(n, 1) * slope).floor());
                assert_eq!(
                    (Ok(below.at(n)), Ok(above.at(n))),
                    (floor(&alpha), floor(&beta)),
                    "$m = {m}$, $p = {p}$, $n = {n}$"
                );
            }
        }
    }
}
