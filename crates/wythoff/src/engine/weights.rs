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
//! lanes; on the diagonal; on each ray; the band 0 < |i − j| < m of a wide bishop, with a width for either side; and
//! single cells, to which a leaper jumps. Nothing here takes the heaps to be alike: a removal is written as
//! (lanes, cells), and the direction of the lanes says which heap is which.
//!
//! *Misère play.* Who cannot move wins, so a cell needs more to be a P-position: an option that is N, which the
//! previous player leaves open. In a cell whose sum is below k every P-option is in the class and weighs 1, so the sum
//! is their number; the cell is P iff that is also below the number of all its options. In a comply game a cell is P,
//! too, where no proposal can be made, because the weights of *all* moves add up to less than k. Both are a
//! threshold that is k almost everywhere, and lower in cells with few options: see `Endings` in the lines engine.
//!
//! *A line* has weights w(1), w(2), … by the number of steps. They are periodic from some point on, with the period P
//! of the residues, so E(t) = w(t) − w(t−P) vanishes but for a few t, its **taps**, and the sum F(n) of w(t)·mark(n−t)
//! obeys F(n) = F(n−P) + Σ E(t)·mark(n−t). When P > 1 and the residues come in runs, one more difference makes the
//! taps fewer: that is a *smooth* kernel. The taps are read off the weights themselves, so whatever the rules say
//! about a removal, the kernel says too. Removals on a ray through the band are counted there with the band's weight;
//! the ray's weights are what is missing to the true weight. A leaper's removals that lie on a lane or on the diagonal
//! are part of these lines; elsewhere a *point* has what is missing.

use std::collections::BTreeSet;

use super::SolveError;
use crate::game::history::Heap;
use crate::game::{Class, Hole, Piece, Rules, Twist};
use crate::position::Move;

/// Which way the lanes lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// Lane y is row y; its cells are x = 0, 1, ….
    Rows,
    /// Lane x is column x; its cells are y = 0, 1, ….
    Columns,
}

impl Lanes {
    /// What is removed of the first lanes: how many they are, and how much of each.
    pub(crate) fn hole(self, rules: &Rules) -> (u64, u64) {
        match (rules.hole, self) {
            (None, _) => (0, 0),
            (Some(Hole { width, height }), Self::Rows) => (height, width),
            (Some(Hole { width, height }), Self::Columns) => (width, height),
        }
    }

    /// The heap that moves along a lane take from.
    fn along(self) -> Heap {
        match self {
            Self::Rows => Heap::X,
            Self::Columns => Heap::Y,
        }
    }

    /// The removal that leads so many lanes and cells back.
    fn removal(self, lanes: u64, cells: u64) -> Move {
        match self {
            Self::Rows => Move::new(cells, lanes),
            Self::Columns => Move::new(lanes, cells),
        }
    }
}

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
    pub(super) fn new(rules: &'r Rules, direction: Lanes, lanes: u64, length: u64) -> Result<Self, SolveError> {
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
        let class = match class {
            Class::Any => None,
            Class::Of(moves) => Some(moves.pieces()),
        };
        Ok(Self { weights: Weights { moves: rules.moves.pieces(), class, outside, direction }, k, comply })
    }
}

/// The weight of every removal.
#[derive(Clone, Copy)]
pub(super) struct Weights<'r> {
    moves: &'r [Piece],
    /// The class's pieces; none for the class of all moves.
    class: Option<&'r [Piece]>,
    /// The weight of a move outside the class.
    outside: i64,
    direction: Lanes,
}

impl Weights<'_> {
    /// The same moves, all of weight 1.
    pub(super) fn counting(self) -> Self {
        Self { class: None, outside: 1, ..self }
    }

    /// Whether every move has weight 1.
    pub(super) fn are_counting(&self) -> bool {
        self.class.is_none()
    }

    fn weight(&self, lanes: u64, cells: u64) -> i64 {
        self.weight_by(lanes, cells, |_| true)
    }

    /// The weight without the leapers.
    fn steady_weight(&self, lanes: u64, cells: u64) -> i64 {
        self.weight_by(lanes, cells, |piece| leaps_of(piece).is_empty())
    }

    /// The weight by the pieces that count.
    fn weight_by(&self, lanes: u64, cells: u64, counts: impl Fn(&Piece) -> bool) -> i64 {
        let removal = self.direction.removal(lanes, cells);
        let has = |pieces: &[Piece]| pieces.iter().any(|piece| counts(piece) && piece.contains(&removal));
        match self.class {
            _ if !has(self.moves) => 0,
            Some(class) if !has(class) => self.outside,
            _ => 1,
        }
    }

    /// Whether no number of the rules is above `most`, and no period of a line above `period`: then the kernels have
    /// few taps, and are found at once.
    pub(super) fn are_small(&self, most: u64, period: u64) -> bool {
        let is_small = |piece: &Piece| match piece.two_sided().0 {
            Piece::Rook { from, .. } => *from <= most,
            Piece::Bishop { width } => *width <= most,
            Piece::Ray { p, q } => u64::from(*p.max(q)) <= most,
            Piece::Leap(leaps) => leaps.pairs().iter().all(|(_, longest)| u64::from(*longest) <= most),
            Piece::Only { .. } => false,
        };
        let periods = self.pieces().map(|piece| match piece.two_sided().0 {
            Piece::Rook { residues, .. } => u64::from(residues.modulus()),
            Piece::Ray { p, q } => gcd(u64::from(*p), u64::from(*q)),
            _ => 1,
        });
        self.pieces().all(is_small) && least_common_multiple(periods) <= period
    }

    fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.moves.iter().chain(self.class.unwrap_or_default())
    }

    /// The steps of the band's weight on one side, where removals take more along the lane or more across lanes: for
    /// each (m, d), every removal with i, j ≥ 1 and 0 < |i−j| < m has weight d more.
    pub(super) fn band(&self, side: Side) -> Vec<(u64, i64)> {
        let more = match side {
            Side::Along => self.direction.along(),
            Side::Across => self.direction.along().other(),
        };
        let width = |piece: &Piece| match piece.two_sided() {
            (Piece::Bishop { width }, heap) if heap.is_none_or(|heap| heap == more) => Some(*width),
            _ => None,
        };
        let widest = |pieces: &[Piece]| pieces.iter().filter_map(width).max().unwrap_or(1);
        let moves = widest(self.moves);
        let inside = self.class.map_or(moves, widest);
        let steps =
            if inside < moves { vec![(inside, 1 - self.outside), (moves, self.outside)] } else { vec![(moves, 1)] };
        steps.into_iter().filter(|&(width, delta)| width > 1 && delta != 0).collect()
    }

    /// The weights of the moves along the lane.
    pub(super) fn along(&self, reach: u64) -> Kernel {
        self.rook_line(reach, |t| self.weight(0, t))
    }

    /// The weights of the moves straight across the lanes.
    pub(super) fn across(&self, reach: u64) -> Kernel {
        self.rook_line(reach, |t| self.weight(t, 0))
    }

    fn rook_line(&self, reach: u64, weight: impl Fn(u64) -> i64) -> Kernel {
        let pieces = || self.pieces().map(|piece| piece.two_sided().0);
        let moduli = pieces().filter_map(|piece| match piece {
            Piece::Rook { residues, .. } => Some(u64::from(residues.modulus())),
            _ => None,
        });
        let breaks = pieces().flat_map(|piece| match piece {
            Piece::Rook { from, .. } => vec![*from],
            Piece::Bishop { width } => vec![*width],
            Piece::Ray { .. } | Piece::Only { .. } => Vec::new(),
            Piece::Leap(leaps) => breaks_at(leaps.pairs().iter().filter(|(a, _)| *a == 0)),
        });
        Kernel::new(weight, least_common_multiple(moduli), &breaks.collect::<Vec<_>>(), reach)
    }

    pub(super) fn diagonal(&self, reach: u64) -> Kernel {
        let steps = self.pieces().filter_map(|piece| match piece {
            Piece::Ray { p, q } if p == q => Some(u64::from(*p)),
            _ => None,
        });
        let breaks = self.pieces().flat_map(|piece| breaks_at(leaps_of(piece).iter().filter(|(a, b)| a == b)));
        let breaks: Vec<u64> = breaks.collect();
        Kernel::new(|t| self.weight(t, t), least_common_multiple(steps), &breaks, reach)
    }

    /// The rays as steps of (lanes, cells), both coprime and different, with their kernels.
    pub(super) fn rays(&self, reach: u64) -> Vec<((u64, u64), Kernel)> {
        let rays: Vec<((u64, u64), u64)> = self
            .pieces()
            .filter_map(|piece| match piece.two_sided().0 {
                Piece::Ray { p, q } if p != q => {
                    let (p, q) = (u64::from(*p), u64::from(*q));
                    let common = gcd(p, q);
                    Some(((p.min(q) / common, p.max(q) / common), common))
                }
                _ => None,
            })
            .collect();
        let directions: BTreeSet<(u64, u64)> = rays.iter().map(|(direction, _)| *direction).collect();
        let bands = [Side::Along, Side::Across].map(|side| self.band(side));
        let kernel = |(p, q): (u64, u64), (lanes, cells): (u64, u64)| {
            let steps = rays.iter().filter(|(direction, _)| *direction == (p, q)).map(|(_, common)| *common);
            let widths = self.pieces().filter_map(|piece| match piece.two_sided().0 {
                Piece::Bishop { width } => Some(*width),
                _ => None,
            });
            let breaks: Vec<u64> = widths.map(|width| width.div_ceil(q - p)).collect();
            let band = &bands[usize::from(lanes > cells)];
            let weight = |t: u64| {
                let in_band = band.iter().filter(|(width, _)| (q - p) * t < *width).map(|(_, delta)| delta);
                self.steady_weight(lanes * t, cells * t) - in_band.sum::<i64>()
            };
            Kernel::new(weight, least_common_multiple(steps), &breaks, reach / q)
        };
        let both = directions.into_iter().flat_map(|(p, q)| [((p, q), (p, q)), ((p, q), (q, p))]);
        both.map(|(ray, step)| (step, kernel(ray, step))).filter(|(_, kernel)| !kernel.taps.is_empty()).collect()
    }

    /// The removals (lanes, cells) of leapers that lie neither on a lane nor on the diagonal, with what the lines and
    /// the band lack of their weight.
    pub(super) fn points(&self) -> Vec<((u64, u64), i64)> {
        let pairs = self.pieces().flat_map(leaps_of).map(|&(a, b)| (u64::from(a), u64::from(b)));
        let both: BTreeSet<(u64, u64)> = pairs.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        let points = both.into_iter().filter(|(lanes, cells)| *lanes > 0 && *cells > 0 && lanes != cells);
        let missing = |(lanes, cells)| self.weight(lanes, cells) - self.steady_weight(lanes, cells);
        points.map(|at| (at, missing(at))).filter(|(_, missing)| *missing != 0).collect()
    }
}

/// Where a removal takes more: along the lane, or across lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Along,
    Across,
}

/// The pairs of a leaper, one-sided or not; none of other pieces.
fn leaps_of(piece: &Piece) -> &[(u32, u32)] {
    match piece.two_sided().0 {
        Piece::Leap(leaps) => leaps.pairs(),
        _ => &[],
    }
}

/// A weight that stands alone differs from what is around it where it stands, and behind it.
fn breaks_at<'p>(pairs: impl Iterator<Item = &'p (u32, u32)>) -> Vec<u64> {
    pairs.flat_map(|(_, t)| [u64::from(*t), u64::from(*t) + 1]).collect()
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// 1 for no numbers; `u64::MAX` when it does not fit, which is then longer than any board.
pub(super) fn least_common_multiple(numbers: impl Iterator<Item = u64>) -> u64 {
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
    /// A single removal, on a board whose lines have `reach` steps at the most.
    pub(super) fn point(weight: i64, reach: u64) -> Self {
        // Nothing repeats.
        Self { period: to_index(reach.saturating_add(1)), smooth: false, taps: vec![(1, weight)] }
    }

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
