//! What the rules say about sums: the weight of every removal, and each line's weights as a recurrence.
//!
//! Give each removal a **weight**: 0 if it is not a move, 1 if it is in the twist's class, k if it is a move outside
//! the class, where k = budget + 1 for a blocking game, k = 1 (and every move in the class) without a twist, and
//! k = count for a comply game. Mark a cell when the weights of the moves to marked cells add up to less than k.
//! For a blocking game the marked cells are the P-positions: fewer than k P-options inside the class and none outside.
//! For a comply game they are the N-positions, by the same line with N for P. (That the two are the same sets with the
//! outcomes exchanged is Lar11 Prop. 3.1 and 3.2.)
//!
//! The weighted sum that a cell sees splits into lines: along its own lane (a lane is a row, or a column); across the
//! lanes; on the diagonal; on each ray; and the band 0 < |i − j| < m of a wide bishop.
//!
//! *A line* has weights w(1), w(2), … by the number of steps. They are periodic from some point on, with the period P
//! of the residues, so E(t) = w(t) − w(t−P) vanishes but for a few t, its **taps**, and the sum F(n) of w(t)·mark(n−t)
//! obeys F(n) = F(n−P) + Σ E(t)·mark(n−t). When P > 1 and the residues come in runs, one more difference makes the
//! taps fewer: that is a *smooth* kernel. The taps are read off the weights themselves, so whatever the rules say
//! about a removal, the kernel says too. Removals on a ray through the band are counted there with the band's weight;
//! the ray's weights are what is missing to the true weight.

use std::collections::BTreeSet;

use super::SolveError;
use crate::game::{Class, Piece, Rules, Twist};
use crate::position::Move;

/// Which cells are marked: those whose weighted sum is below k.
pub(super) struct Marking<'r> {
    pub(super) weights: Weights<'r>,
    pub(super) k: i64,
    /// Whether the marked cells are the N-positions.
    pub(super) comply: bool,
}

impl<'r> Marking<'r> {
    /// The marks of a static game on a board of `lanes` × `length` cells.
    ///
    /// # Errors
    /// When the game is not static, or k times the number of a cell's options could reach 2^60.
    pub(super) fn new(rules: &'r Rules, lanes: u64, length: u64) -> Result<Self, SolveError> {
        let (class, k, comply) = match &rules.twist {
            Twist::None => (&Class::Any, 1, false),
            Twist::Block { budget, class } => (class, u64::from(*budget) + 1, false),
            Twist::Comply { count, class } => (class, u64::from(*count), true),
            Twist::Imitation { .. } => {
                return Err(SolveError::NotStatic);
            }
        };
        // More than every option of the class is never needed: k beyond that changes nothing.
        let class_options = match class {
            Class::Any => rules.moves.most_options(lanes, length),
            Class::Of(moves) => moves.most_options(lanes, length),
        };
        let k = k.min(class_options.saturating_add(1));
        let most = if *class == Class::Any { 1 } else { k };
        let bound = rules.moves.most_options(lanes, length).saturating_add(1).saturating_mul(most);
        if bound >= 1 << 60 {
            return Err(SolveError::SumsTooLarge);
        }
        // Below 2^60 each: they fit.
        let k = i64::try_from(k).map_err(|_| SolveError::SumsTooLarge)?;
        let outside = i64::try_from(most).map_err(|_| SolveError::SumsTooLarge)?;
        Ok(Self { weights: Weights { moves: rules.moves.pieces(), class: class.pieces(), outside }, k, comply })
    }
}

/// The weight of every removal.
#[derive(Clone, Copy)]
pub(super) struct Weights<'r> {
    pub(super) moves: &'r [Piece],
    /// The class's pieces; none for the class of all moves.
    pub(super) class: &'r [Piece],
    /// The weight of a move outside the class.
    pub(super) outside: i64,
}

impl Weights<'_> {
    fn weight(&self, removal: Move) -> i64 {
        if !self.moves.iter().any(|piece| piece.contains(&removal)) {
            0
        } else if self.class.is_empty() || self.class.iter().any(|piece| piece.contains(&removal)) {
            1
        } else {
            self.outside
        }
    }

    /// Whether no number of the rules is above `most`, and no period of a line above `period`: then the kernels have
    /// few taps, and are found at once.
    pub(super) fn are_small(&self, most: u64, period: u64) -> bool {
        let is_small = |piece: &Piece| match *piece {
            Piece::Rook { from, .. } => from <= most,
            Piece::Bishop { width } => width <= most,
            Piece::Ray { p, q } => u64::from(p.max(q)) <= most,
        };
        let periods = self.pieces().map(|piece| match piece {
            Piece::Rook { residues, .. } => u64::from(residues.modulus()),
            Piece::Bishop { .. } => 1,
            Piece::Ray { p, q } => gcd(u64::from(*p), u64::from(*q)),
        });
        self.pieces().all(is_small) && least_common_multiple(periods) <= period
    }

    fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.moves.iter().chain(self.class)
    }

    /// The steps of the band's weight: for each (m, d), every removal with i, j ≥ 1 and 0 < |i−j| < m has weight d
    /// more.
    pub(super) fn band(&self) -> Vec<(u64, i64)> {
        let widest = |pieces: &[Piece]| pieces.iter().filter_map(bishop_width).max().unwrap_or(1);
        let moves = widest(self.moves);
        let inside = if self.class.is_empty() { moves } else { widest(self.class) };
        let steps =
            if inside < moves { vec![(inside, 1 - self.outside), (moves, self.outside)] } else { vec![(moves, 1)] };
        steps.into_iter().filter(|&(width, delta)| width > 1 && delta != 0).collect()
    }

    pub(super) fn along(&self, reach: u64) -> Kernel {
        let moduli = self.pieces().filter_map(|piece| match piece {
            Piece::Rook { residues, .. } => Some(u64::from(residues.modulus())),
            _ => None,
        });
        let breaks: Vec<u64> = self
            .pieces()
            .filter_map(|piece| match piece {
                Piece::Rook { from, .. } => Some(*from),
                Piece::Bishop { width } => Some(*width),
                Piece::Ray { .. } => None,
            })
            .collect();
        Kernel::new(|t| self.weight(Move::new(0, t)), least_common_multiple(moduli), &breaks, reach)
    }

    pub(super) fn diagonal(&self, reach: u64) -> Kernel {
        let steps = self.pieces().filter_map(|piece| match piece {
            Piece::Ray { p, q } if p == q => Some(u64::from(*p)),
            _ => None,
        });
        Kernel::new(|t| self.weight(Move::new(t, t)), least_common_multiple(steps), &[], reach)
    }

    /// The rays (p, q), p < q coprime, with their kernels.
    pub(super) fn rays(&self, reach: u64) -> Vec<((u64, u64), Kernel)> {
        let primitive = |p: u32, q: u32| {
            let common = gcd(p.into(), q.into());
            ((u64::from(p.min(q)) / common, u64::from(p.max(q)) / common), common)
        };
        let rays: Vec<((u64, u64), u64)> = self
            .pieces()
            .filter_map(|piece| match piece {
                Piece::Ray { p, q } if p != q => Some(primitive(*p, *q)),
                _ => None,
            })
            .collect();
        let directions: BTreeSet<(u64, u64)> = rays.iter().map(|(direction, _)| *direction).collect();
        let band = self.band();
        directions
            .into_iter()
            .map(|(p, q)| {
                let steps = rays.iter().filter(|(direction, _)| *direction == (p, q)).map(|(_, common)| *common);
                let breaks: Vec<u64> =
                    self.pieces().filter_map(bishop_width).map(|width| width.div_ceil(q - p)).collect();
                let weight = |t: u64| {
                    let in_band = band.iter().filter(|(width, _)| (q - p) * t < *width).map(|(_, delta)| delta);
                    self.weight(Move::new(p * t, q * t)) - in_band.sum::<i64>()
                };
                ((p, q), Kernel::new(weight, least_common_multiple(steps), &breaks, reach / q))
            })
            .collect()
    }
}

fn bishop_width(piece: &Piece) -> Option<u64> {
    match piece {
        Piece::Bishop { width } => Some(*width),
        _ => None,
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// 1 for no numbers; `u64::MAX` when it does not fit, which is then longer than any board.
fn least_common_multiple(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(1, |a, b| (a / gcd(a, b)).saturating_mul(b))
}

/// The weights of a line, as a recurrence.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    /// P ≥ 1, and at most one more than the line is long.
    pub(super) period: usize,
    /// Whether the taps are differences once more.
    pub(super) smooth: bool,
    /// (t, E(t)) with E(t) ≠ 0, in increasing t ≥ 1.
    pub(super) taps: Vec<(usize, i64)>,
}

impl Kernel {
    /// The kernel of `weight` on a line of `reach` steps, where for t > period the weight differs from that one
    /// period before only if one of `breaks` lies in t−period+1..=t.
    fn new(weight: impl Fn(u64) -> i64, period: u64, breaks: &[u64], reach: u64) -> Self {
        let period = period.min(reach.saturating_add(1));
        let mut starts: Vec<u64> = breaks.iter().chain([&1]).map(|start| (*start).max(1)).collect();
        starts.sort_unstable();
        // The places after each start, without those that an earlier start has reached.
        let places = || {
            let mut reached = 0;
            starts.iter().flat_map(move |&start| {
                let from = start.max(reached + 1);
                reached = start.saturating_add(period).min(reach).max(reached);
                from..=reached
            })
        };
        let first = |t: u64| weight(t) - if t > period { weight(t - period) } else { 0 };
        let second = |t: u64| first(t) - if t > 1 { first(t - 1) } else { 0 };
        let smooth = period > 1 && {
            places().filter(|&t| second(t) != 0).count() < places().filter(|&t| first(t) != 0).count()
        };
        let taps = places().map(|t| (to_index(t), if smooth { second(t) } else { first(t) }));
        Self { period: to_index(period), smooth, taps: taps.filter(|(_, tap)| *tap != 0).collect() }
    }

    /// The taps of the kernel that is not smooth; none where they are more than `most`.
    pub(super) fn first_differences(&self, most: usize) -> Option<Vec<(usize, i64)>> {
        let taps = if self.smooth {
            // Each second difference holds until the next; after the last, the first ones vanish.
            let mut sum = 0;
            let ends = self.taps.iter().skip(1).map(|(t, _)| *t).chain([0]);
            let runs = self.taps.iter().zip(ends).filter_map(|(&(t, tap), end)| {
                sum += tap;
                (sum != 0).then_some((t..end, sum))
            });
            runs.flat_map(|(run, tap)| run.map(move |t| (t, tap))).take(most + 1).collect()
        } else {
            self.taps.clone()
        };
        (taps.len() <= most).then_some(taps)
    }

    /// The weight, when it is the same for every number of steps.
    pub(super) fn plain(&self) -> Option<i64> {
        match self.taps.as_slice() {
            [(1, weight)] if self.period == 1 && !self.smooth => Some(*weight),
            _ => None,
        }
    }

    pub(super) fn last_tap(&self) -> usize {
        self.taps.last().map_or(0, |(t, _)| *t)
    }
}

pub(super) fn to_index(t: u64) -> usize {
    usize::try_from(t).expect("lines are no longer than lanes")
}
