//! Which removals are moves: unions of pieces.
//!
//! A [`Piece`] is a set of removals closed under exchanging the heaps, as every piece of the papers is, unless it says
//! that it is one-sided ([`Piece::Only`]). [`Moves`] is a union of pieces. The same type names the **class** of moves
//! that a twist speaks of, so "block 2 of the bishop moves" needs no vocabulary of its own.

use std::fmt;
use std::ops::ControlFlow;

use dashu_int::UBig;

use super::history::Heap;
use crate::position::{Move, Position, Tokens};

/// A set of residues modulo p, as disjoint ranges in increasing order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Residues {
    modulus: u32,
    /// Inclusive, disjoint, not adjacent, increasing.
    ranges: Vec<(u32, u32)>,
}

impl Residues {
    /// Every length: the residue 0 modulo 1.
    pub fn all() -> Self {
        Self { modulus: 1, ranges: vec![(0, 0)] }
    }

    /// The residues 0, 1, …, l−1 modulo p (Lar15 Def. 2 (i), an (l,p)-rook); `l = 0` means 1.
    ///
    /// # Panics
    /// When `modulus` is 0 or `l > modulus`; the notation refuses both before it comes here.
    pub fn below(l: u32, modulus: u32) -> Self {
        assert!(modulus > 0 && l <= modulus, "residues 0..{l} modulo {modulus}");
        Self::from_ranges(modulus, vec![(0, l.max(1) - 1)])
    }

    /// The residues in the given inclusive ranges, in any order, overlapping or not. A set that holds every residue
    /// is [`Residues::all`], whatever its modulus.
    ///
    /// # Panics
    /// When a range is empty, or reaches `modulus`, or there is none.
    pub fn from_ranges(modulus: u32, mut ranges: Vec<(u32, u32)>) -> Self {
        assert!(!ranges.is_empty() && ranges.iter().all(|&(low, high)| low <= high && high < modulus));
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if u64::from(low) <= u64::from(last.1) + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        if merged == [(0, modulus - 1)] { Self::all() } else { Self { modulus, ranges: merged } }
    }

    /// The modulus p.
    pub fn modulus(&self) -> u32 {
        self.modulus
    }

    /// The residues, as disjoint inclusive ranges in increasing order.
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// Whether `length` has one of these residues.
    pub fn contains<T: Tokens>(&self, length: &T) -> bool {
        let (_, residue) = length.divided(self.modulus);
        self.ranges.iter().any(|&(low, high)| (low..=high).contains(&residue))
    }

    /// The least of the lengths from `least` on. (It may have more than 64 bits.)
    pub(super) fn first_from(&self, least: u64) -> UBig {
        let modulus = u64::from(self.modulus);
        let residue = least % modulus;
        let later = self.ranges.iter().find(|(_, high)| u64::from(*high) >= residue);
        let next = later.map_or(modulus + u64::from(self.ranges[0].0), |(low, _)| residue.max((*low).into()));
        UBig::from(least) + (next - residue)
    }

    /// The lengths from `least` to `most` that have one of these residues, the longest first.
    fn lengths(&self, least: u64, most: u64) -> impl Iterator<Item = u64> {
        let modulus = u64::from(self.modulus);
        let turns = (least / modulus..=most / modulus).rev();
        turns.flat_map(move |turn| {
            // No more than `most`.
            let base = turn * modulus;
            self.ranges.iter().rev().flat_map(move |&(low, high)| {
                // A length beyond 64 bits is more than `most`.
                let first = base.checked_add(low.into()).map(|first| first.max(least));
                let last = base.saturating_add(high.into()).min(most);
                first.into_iter().flat_map(move |first| (first..=last).rev())
            })
        })
    }
}

/// One way of moving. Every piece moves towards (0,0) and takes at least one token.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Takes from exactly one heap, at least `from` ≥ 1 tokens, their number having one of `residues`.
    Rook {
        /// The shortest length.
        from: u64,
        /// The lengths' residues.
        residues: Residues,
    },
    /// Takes i and j with |i − j| < `width`, **including** the rook moves shorter than `width` (Lar15 Def. 2 (ii)).
    Bishop {
        /// m of the m-bishop, ≥ 1; 1 is the bishop of chess.
        width: u64,
    },
    /// Takes (pt, qt) or (qt, pt), t ≥ 1 (Lar11 section 4, generalized diagonal).
    Ray {
        /// Tokens per step from one heap, ≥ 1.
        p: u32,
        /// Tokens per step from the other heap, ≥ 1.
        q: u32,
    },
    /// Takes one of finitely many pairs: (a, b) or (b, a). The knight of chess is (1, 2).
    Leap(Leaps),
    /// The removals of a piece that take more from one heap than from the other: the rook only from the heap x, or
    /// only from y.
    Only {
        /// The heap that more is taken from.
        heap: Heap,
        /// The piece; it is not one-sided itself.
        piece: Box<Piece>,
    },
}

/// The pairs of a leaper, each as (a, b) with a ≤ b, in order, each once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Leaps {
    pairs: Vec<(u32, u32)>,
}

impl Leaps {
    /// The pairs, in any order.
    pub fn new(pairs: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut pairs: Vec<(u32, u32)> = pairs.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        Self { pairs }
    }

    /// The pairs (a, b) with a ≤ b, in order.
    pub fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs
    }
}

impl Piece {
    /// The rook of chess: any number from one heap.
    pub fn rook() -> Self {
        Self::Rook { from: 1, residues: Residues::all() }
    }

    /// Rook moves that take at least `from` tokens.
    pub fn rook_from(from: u64) -> Self {
        Self::Rook { from, residues: Residues::all() }
    }

    /// Rook moves whose length has one of `residues`.
    pub fn rook_modulo(residues: Residues) -> Self {
        Self::Rook { from: 1, residues }
    }

    /// The m-bishop, `width` = m.
    pub fn bishop(width: u64) -> Self {
        Self::Bishop { width }
    }

    /// The leaper that takes (a, b) or (b, a); the knight of chess is the leaper of (1, 2).
    pub fn leap(a: u32, b: u32) -> Self {
        Self::Leap(Leaps::new([(a, b)]))
    }

    /// The removals of `self` that take more from `heap` than from the other.
    #[must_use]
    pub fn only(self, heap: Heap) -> Self {
        Self::Only { heap, piece: Box::new(self) }
    }

    /// The piece without the word that makes it one-sided, and that word's heap.
    pub fn two_sided(&self) -> (&Self, Option<Heap>) {
        match self {
            Self::Only { heap, piece } => (piece, Some(*heap)),
            _ => (self, None),
        }
    }

    /// The piece with the heaps exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        match self {
            Self::Only { heap, piece } => Self::Only { heap: heap.other(), piece: piece.clone() },
            _ => self.clone(),
        }
    }

    /// What keeps it from being a piece.
    pub(super) fn fault(&self) -> Option<&'static str> {
        match self {
            Self::Rook { from: 0, .. } => Some("a rook's shortest move is at least 1"),
            Self::Bishop { width: 0 } => Some("a bishop's width is at least 1"),
            Self::Ray { p: 0, .. } | Self::Ray { q: 0, .. } => Some("a ray's p and q are at least 1"),
            Self::Leap(leaps) if leaps.pairs.is_empty() => Some("a leaper has at least one pair"),
            Self::Leap(leaps) if leaps.pairs[0] == (0, 0) => Some("a leaper takes at least one token"),
            Self::Only { piece, .. } => match &**piece {
                Self::Only { .. } => Some("a piece is one-sided at most once"),
                Self::Bishop { width: 1 } => Some(NO_SIDES),
                Self::Ray { p, q } if p == q => Some(NO_SIDES),
                Self::Leap(leaps) if leaps.pairs.iter().all(|(a, b)| a == b) => Some(NO_SIDES),
                piece => piece.fault(),
            },
            _ => None,
        }
    }

    /// Whether the piece can make this removal.
    pub fn contains<T: Tokens>(&self, removal: &Move<T>) -> bool {
        let (short, long) = removal.in_order();
        if *long == T::from(0) {
            return false;
        }
        match self {
            Self::Rook { from, residues } => *short == T::from(0) && *long >= T::from(*from) && residues.contains(long),
            Self::Bishop { width } => long.minus(short).is_some_and(|difference| difference < T::from(*width)),
            Self::Ray { p, q } => {
                // (pt, qt) with t ≥ 1, for the smaller one of p and q on the smaller heap.
                let (steps, rest) = short.divided(*p.min(q));
                let (other_steps, other_rest) = long.divided(*p.max(q));
                rest == 0 && other_rest == 0 && steps == other_steps && steps > T::from(0)
            }
            Self::Leap(leaps) => {
                leaps.pairs.iter().any(|&(a, b)| *short == T::from(a.into()) && *long == T::from(b.into()))
            }
            Self::Only { heap, piece } => heap.has_more_of(removal) && piece.contains(removal),
        }
    }

    /// Visits every removal of the piece from heaps of x and y, each once, longer ones before shorter ones on each
    /// line, until the visitor breaks off.
    fn visit(&self, x: u64, y: u64, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match self {
            Self::Only { heap, piece } => piece.visit_both_sides(x, y, |removal| {
                if heap.has_more_of(&removal) { visit(removal) } else { ControlFlow::Continue(()) }
            }),
            piece => piece.visit_both_sides(x, y, visit),
        }
    }

    /// The same of a piece that is not one-sided.
    fn visit_both_sides(&self, x: u64, y: u64, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match self {
            Self::Rook { from, residues } => {
                for i in residues.lengths(*from, x) {
                    visit(Move { i, j: 0 })?;
                }
                for j in residues.lengths(*from, y) {
                    visit(Move { i: 0, j })?;
                }
            }
            Self::Bishop { width } => {
                let reach = width - 1;
                for i in (0..=x.min(y.saturating_add(reach))).rev() {
                    let first = if i == 0 { 1 } else { i.saturating_sub(reach) };
                    for j in (first..=i.saturating_add(reach).min(y)).rev() {
                        visit(Move { i, j })?;
                    }
                }
            }
            Self::Ray { p, q } => {
                let (p, q) = (u64::from(*p), u64::from(*q));
                for t in (1..=(x / p).min(y / q)).rev() {
                    visit(Move { i: p * t, j: q * t })?;
                }
                if p != q {
                    for t in (1..=(x / q).min(y / p)).rev() {
                        visit(Move { i: q * t, j: p * t })?;
                    }
                }
            }
            Self::Leap(leaps) => {
                for (a, b) in leaps.pairs.iter().map(|&(a, b)| (u64::from(a), u64::from(b))) {
                    if a <= x && b <= y {
                        visit(Move { i: a, j: b })?;
                    }
                    if a != b && b <= x && a <= y {
                        visit(Move { i: b, j: a })?;
                    }
                }
            }
            Self::Only { .. } => unreachable!("a piece is one-sided at most once"),
        }
        ControlFlow::Continue(())
    }
}

/// Why a piece has no one-sided part.
const NO_SIDES: &str = "a one-sided piece needs moves that take more from one heap than from the other";

/// A union of pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Moves {
    pieces: Vec<Piece>,
}

impl Moves {
    /// The union of `pieces`.
    pub fn new(pieces: Vec<Piece>) -> Self {
        Self { pieces }
    }

    /// The pieces, in the order they were given.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The moves with the heaps exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { pieces: self.pieces.iter().map(Piece::mirrored).collect() }
    }

    /// All removals, where they are finitely many: where all pieces are leapers.
    pub(crate) fn removals(&self) -> Option<Vec<Move>> {
        let mut all = Vec::new();
        for piece in &self.pieces {
            let (Piece::Leap(leaps), _) = piece.two_sided() else { return None };
            let pairs = leaps.pairs.iter().map(|&(a, b)| (u64::from(a), u64::from(b)));
            let both = pairs.flat_map(|(a, b)| [Move { i: a, j: b }, Move { i: b, j: a }]);
            all.extend(both.filter(|removal| piece.contains(removal)));
        }
        all.sort_unstable_by_key(|removal| (removal.i, removal.j));
        all.dedup();
        Some(all)
    }

    /// Whether each one-sided piece comes with its mirror image, so that the moves treat the heaps alike.
    pub fn is_symmetric(&self) -> bool {
        self.pieces.iter().all(|piece| self.pieces.contains(&piece.mirrored()))
    }

    /// Whether some piece can make this removal.
    pub fn contains<T: Tokens>(&self, removal: &Move<T>) -> bool {
        self.pieces.iter().any(|piece| piece.contains(removal))
    }

    /// Visits every position that one move leads to, with that move, each once, in no promised order, until the visitor
    /// breaks off.
    pub(crate) fn visit_options(
        &self,
        from: Position,
        mut visit: impl FnMut(Move, Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (index, piece) in self.pieces.iter().enumerate() {
            let earlier = &self.pieces[..index];
            piece.visit(from.x, from.y, |removal| match from.after(&removal) {
                Some(to) if !earlier.iter().any(|piece| piece.contains(&removal)) => visit(removal, to),
                _ => ControlFlow::Continue(()),
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Every position that one move leads to, each once, in the order of positions.
    ///
    /// ```
    /// use wythoff::{Moves, Piece, Position};
    /// let queen = Moves::new(vec![Piece::rook(), Piece::bishop(1)]);
    /// let options = queen.options(Position::new(1, 2));
    /// assert_eq!(options, [(0, 1), (0, 2), (1, 0), (1, 1)].map(|(x, y)| Position::new(x, y)));
    /// ```
    pub fn options(&self, from: Position) -> Vec<Position> {
        let mut options = Vec::new();
        // The visitor never breaks off.
        let _ = self.visit_options(from, |_, to| {
            options.push(to);
            ControlFlow::Continue(())
        });
        options.sort_unstable();
        options
    }
}

impl fmt::Display for Piece {
    /// The notation of `custom:` games: `rook(from 2, mod 3: 0,1)`, `bishop(2)`, `ray(1,2)`, `leap(1,2; 0,3)`,
    /// `only-x rook`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rook { from, residues } => {
                f.write_str("rook")?;
                let mut parts = Vec::new();
                if *from > 1 {
                    parts.push(format!("from {from}"));
                }
                if *residues != Residues::all() {
                    parts.push(format!("mod {}: {residues}", residues.modulus));
                }
                if parts.is_empty() { Ok(()) } else { write!(f, "({})", parts.join(", ")) }
            }
            Self::Bishop { width: 1 } => f.write_str("bishop"),
            Self::Bishop { width } => write!(f, "bishop({width})"),
            Self::Ray { p, q } => write!(f, "ray({p},{q})"),
            Self::Leap(leaps) => {
                let pairs: Vec<String> = leaps.pairs.iter().map(|(a, b)| format!("{a},{b}")).collect();
                write!(f, "leap({})", pairs.join("; "))
            }
            Self::Only { heap, piece } => write!(f, "only-{heap} {piece}"),
        }
    }
}

impl fmt::Display for Residues {
    /// The residues without their modulus: `0,1,4-9`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, &(low, high)) in self.ranges.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            match high - low {
                0 => write!(f, "{low}")?,
                1 => write!(f, "{low},{high}")?,
                _ => write!(f, "{low}-{high}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Moves {
    /// The pieces joined by ` + `.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, piece) in self.pieces.iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            write!(f, "{piece}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_piece() -> Vec<Piece> {
        vec![
            Piece::rook(),
            Piece::rook_from(3),
            Piece::rook_modulo(Residues::below(2, 5)),
            Piece::Rook { from: 4, residues: Residues::from_ranges(7, vec![(5, 6), (1, 1)]) },
            Piece::bishop(1),
            Piece::bishop(3),
            Piece::bishop(u64::MAX),
            Piece::Ray { p: 1, q: 2 },
            Piece::Ray { p: 6, q: 4 },
            Piece::Ray { p: 2, q: 2 },
            Piece::leap(2, 1),
            Piece::Leap(Leaps::new([(3, 3), (0, 2), (5, 1), (2, 0)])),
            Piece::rook().only(Heap::X),
            Piece::bishop(3).only(Heap::Y),
            Piece::Ray { p: 3, q: 1 }.only(Heap::X),
            Piece::leap(1, 2).only(Heap::Y),
        ]
    }

    /// `options` is exactly the set that `contains` describes, for every piece and every union of two.
    #[test]
    fn options_are_the_removals_that_are_contained() {
        let pieces = every_piece();
        for first in &pieces {
            for second in &pieces {
                let moves = Moves::new(vec![first.clone(), second.clone()]);
                for from in (0..12).flat_map(|x| (0..12).map(move |y| Position::new(x, y))) {
                    let mut expected = Vec::new();
                    for x in 0..=from.x {
                        for y in 0..=from.y {
                            let to = Position::new(x, y);
                            if from.move_to(&to).is_some_and(|removal| moves.contains(&removal)) {
                                expected.push(to);
                            }
                        }
                    }
                    assert_eq!(moves.options(from), expected, "{moves} from {from}");
                }
            }
        }
    }

    #[test]
    fn the_m_bishop_takes_short_rook_moves() {
        let bishop = Piece::bishop(3);
        assert!(
            bishop.contains(&Move::new(2, 0)) && bishop.contains(&Move::new(0, 1)) && bishop.contains(&Move::new(5, 7))
        );
        assert!(
            !bishop.contains(&Move::new(3, 0))
                && !bishop.contains(&Move::new(5, 8))
                && !bishop.contains(&Move::new(0, 0))
        );
    }

    #[test]
    fn residues_are_normal() {
        assert_eq!(Residues::below(0, 4), Residues::below(1, 4));
        assert_eq!(Residues::below(4, 4), Residues::all());
        assert_eq!(
            Residues::from_ranges(9, vec![(4, 5), (0, 1), (2, 2), (5, 7)]),
            Residues::from_ranges(9, vec![(0, 2), (4, 7)])
        );
        assert_eq!(Residues::from_ranges(9, vec![(4, 7), (0, 1)]).to_string(), "0,1,4-7");
        let widest = Residues::below(u32::MAX, u32::MAX);
        assert_eq!(widest, Residues::all());
    }
}
