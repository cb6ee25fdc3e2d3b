//! How many options there are, and which come first, at heaps of any size.

use dashu_int::UBig;

use super::{Class, Moves, Piece, Residues};
use crate::position::{Move, Position, Tokens};

impl Moves {
    /// No position of a board of these sides has more options than this.
    pub(crate) fn most_options(&self, width: u64, height: u64) -> u64 {
        let (short, long) = (width.min(height), width.max(height));
        self.pieces().iter().fold(0, |sum: u64, piece| {
            sum.saturating_add(match piece.two_sided().0 {
                Piece::Rook { .. } => long.saturating_mul(2),
                Piece::Bishop { width } => {
                    let straight = (width - 1).min(long).saturating_mul(2);
                    short.saturating_mul(straight.saturating_add(1)).saturating_add(straight)
                }
                Piece::Ray { .. } => short.saturating_mul(2),
                Piece::Leap(leaps) => 2 * leaps.pairs().len() as u64,
                Piece::Only { .. } => u64::MAX,
            })
        })
    }

    /// Removals of which every other one takes as much from each heap as one of them, or more: where none of these is a
    /// move, there is none.
    pub(crate) fn least_removals(&self) -> Vec<Move<UBig>> {
        let mut least = Vec::new();
        for piece in self.pieces() {
            let pairs = match piece.two_sided().0 {
                Piece::Rook { from, residues } => vec![(UBig::ZERO, residues.first_from(*from))],
                Piece::Bishop { width: 1 } => vec![(UBig::ONE, UBig::ONE)],
                Piece::Bishop { .. } => vec![(UBig::ONE, UBig::ONE), (UBig::ZERO, UBig::ONE)],
                Piece::Ray { p, q } => vec![(UBig::from(*p), UBig::from(*q))],
                Piece::Leap(leaps) => leaps.pairs().iter().map(|&(a, b)| (a.into(), b.into())).collect(),
                Piece::Only { .. } => Vec::new(),
            };
            let both = pairs.into_iter().flat_map(|(a, b)| [Move { i: b.clone(), j: a.clone() }, Move { i: a, j: b }]);
            least.extend(both.filter(|removal| piece.contains(removal)));
        }
        least
    }

    /// How many options a position has, for a rook without residues, a bishop, or a rook of chess and a bishop.
    pub(crate) fn option_count(&self, at: &Position<UBig>) -> Option<UBig> {
        let Position { x, y } = at;
        let from_each = |lengths: &dyn Fn(&UBig) -> UBig| lengths(x) + lengths(y);
        match (self.pieces(), self.width_beside_rook()) {
            (_, Some(width)) => Some(x + y + from_both(at, width)),
            ([Piece::Bishop { width }], None) => {
                Some(from_each(&|heap| heap.clone().min(UBig::from(width - 1))) + from_both(at, *width))
            }
            ([Piece::Rook { from, residues }], None) if *residues == Residues::all() => {
                Some(from_each(&|heap| heap.minus(&UBig::from(from - 1)).unwrap_or(UBig::ZERO)))
            }
            _ => None,
        }
    }

    /// The width of the bishop beside a rook of chess, 0 where there is none; nothing for other moves.
    fn width_beside_rook(&self) -> Option<u64> {
        match self.pieces() {
            [rook] if *rook == Piece::rook() => Some(0),
            [rook, Piece::Bishop { width }] | [Piece::Bishop { width }, rook] if *rook == Piece::rook() => Some(*width),
            _ => None,
        }
    }

    /// The options of a rook of chess, perhaps with a bishop, in order; nothing for other moves.
    pub(crate) fn options_in_order(&self, at: &Position<UBig>) -> Option<impl Iterator<Item = Position<UBig>>> {
        let width = self.width_beside_rook()?;
        let (width, one) = (UBig::from(width), UBig::ONE);
        Some(numbers(UBig::ZERO, at.x.clone()).flat_map(move |x| {
            let i = &at.x - &x;
            // The bishop takes j with |i − j| < width, the rook takes from y alone when i = 0 and nothing from y
            // otherwise.
            let rook = if i.is_zero() { (UBig::ZERO, at.y.minus(&one)) } else { (at.y.clone(), Some(at.y.clone())) };
            let least_j = (&i + &one).minus(&width).unwrap_or(UBig::ZERO);
            let most_j = (&i + &width).minus(&one).unwrap_or(UBig::ZERO).min(at.y.clone());
            let bishop = (!i.is_zero() && !width.is_zero() && least_j <= at.y)
                .then(|| (&at.y - most_j, at.y.minus(&least_j.max(one.clone()))));
            // The bishop's cells come first, and the rook's only one, (x, y), is above them all.
            let ranges = bishop.into_iter().chain([rook]);
            ranges
                .filter_map(|(low, high)| high.map(|high| numbers(low, high)))
                .flatten()
                .map(move |y| Position::new(x.clone(), y))
        }))
    }
}

impl Class {
    /// How many of the options of `moves` are in the class, where both can be counted. The class's moves are among
    /// them.
    pub(crate) fn option_count(&self, moves: &Moves, at: &Position<UBig>) -> Option<UBig> {
        match self {
            Self::Any => moves.option_count(at),
            Self::Of(class) => class.option_count(at),
        }
    }
}

/// The removals (i, j) of a bishop with i, j ≥ 1: those with 1 ≤ i ≤ x, 1 ≤ j ≤ y, less those with i ≥ j + width or
/// j ≥ i + width.
fn from_both(at: &Position<UBig>, width: u64) -> UBig {
    if width == 0 {
        return UBig::ZERO;
    }
    let (Position { x, y }, width) = (at, UBig::from(width));
    x * y - beyond(x, y, &width) - beyond(y, x, &width)
}

/// The pairs 1 ≤ i ≤ x, 1 ≤ j ≤ y with i ≥ j + width: the sum of min(y, t) for t = 1, …, x − width.
fn beyond(x: &UBig, y: &UBig, width: &UBig) -> UBig {
    let Some(terms) = x.minus(width) else { return UBig::ZERO };
    let triangle = |n: &UBig| n * (n + 1_u8) / 2_u8;
    match terms.minus(y) {
        None => triangle(&terms),
        Some(flat) => triangle(y) + flat * y,
    }
}

/// The integers from `low` to `high`.
pub(crate) fn numbers(low: UBig, high: UBig) -> impl Iterator<Item = UBig> {
    std::iter::successors(Some(low), |number| Some(number + 1_u8)).take_while(move |number| *number <= high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the options themselves, on all boards up to 9 × 9.
    #[test]
    fn counts_and_order_are_those_of_the_options() {
        let unions = [
            vec![Piece::rook()],
            vec![Piece::rook_from(3)],
            vec![Piece::bishop(1)],
            vec![Piece::bishop(4)],
            vec![Piece::rook(), Piece::bishop(1)],
            vec![Piece::rook(), Piece::bishop(3)],
            vec![Piece::bishop(2), Piece::rook()],
            vec![Piece::rook(), Piece::bishop(u64::MAX)],
        ];
        for moves in unions.map(Moves::new) {
            for at in (0..9).flat_map(|x| (0..9).map(move |y| Position::new(x, y))) {
                let options = moves.options(at);
                assert_eq!(moves.option_count(&at.to_exact()), Some(options.len().into()), "{moves} at {at}");
                assert!(options.len() as u64 <= moves.most_options(at.x + 1, at.y + 1), "{moves} at {at}");
                if let Some(in_order) = moves.options_in_order(&at.to_exact()) {
                    assert!(in_order.eq(options.iter().map(Position::to_exact)), "{moves} at {at}");
                }
            }
        }
        assert_eq!(Moves::new(vec![Piece::Ray { p: 1, q: 2 }]).option_count(&Position::new(9, 9).to_exact()), None);
    }
}
