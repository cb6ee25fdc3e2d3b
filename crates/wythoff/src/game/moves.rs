//! Which removals are moves: unions of pieces.
//!
//! A [`Piece`] is a set of removals closed under exchanging the heaps, as every piece of the papers is. [`Moves`] is a
//! union of pieces. The same type names the **class** of moves that a twist speaks of, so "block 2 of the bishop
//! moves" needs no vocabulary of its own.

use std::fmt;
use std::ops::ControlFlow;

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
        }
    }

    /// Visits every removal of the piece from heaps of x and y, each once, longer ones before shorter ones on each
    /// line, until the visitor breaks off.
    fn visit(&self, x: u64, y: u64, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        match self {
            Self::Rook { from, residues } => {
                for i in (*from..=x).rev().filter(|length| residues.contains(length)) {
                    visit(Move { i, j: 0 })?;
                }
                for j in (*from..=y).rev().filter(|length| residues.contains(length)) {
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
        }
        ControlFlow::Continue(())
    }
}

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
    /// The notation of `custom:` games: `rook(from 2, mod 3: 0,1)`, `bishop(2)`, `ray(1,2)`.
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
