//! An edge of a thread: its lowest (or highest) P-position in each column, and what that says about the slope. Other
//! sequences of points are treated alike: the number of P-positions up to a column has a slope, too, the density.
//!
//! Let the edge run from (x₀, y₀) to (x₁, y₁), and let c = (y₁ − y₀)/(x₁ − x₀) be the slope of its chord. Its *sway* w
//! is by how much y − cx varies over all its points, or 1 if that is less: points of a grid say no more.
//!
//! **Lemma.** If y − sx varies by no more than w over the points of the edge, then |s − c| ≤ w/(x₁ − x₀). *Proof.*
//! Between the two ends y − sx changes by (c − s)(x₁ − x₀), which is at most w in size. ∎
//!
//! So the interval of width 2w/(x₁ − x₀) about c holds the slope of every line that keeps as close to the edge as the
//! chord does. It is a statement about the columns seen. If the thread goes on to sway no more than it did, it also
//! holds the limit of y/x; a thread that drifts may leave it.
//!
//! The chord is known only at the end, but the extremes of y − cx are taken on the convex hull of the points, whatever
//! c is. The points come in the order of x, so the hull is kept as two stacks, and each point is pushed and popped at
//! most once. Where a thread is periodic, the first and the last period are enough: y − cx changes by the same amount
//! from each period to the next, so it has its extremes in one of those two.

use crate::structure::ratio::{Interval, Ratio};

/// A point: x < 2^31, y < 2^32.
pub(super) type Point = (i64, i64);

/// The edge so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Edge {
    first: Point,
    /// The hull's lower and upper chain.
    below: Vec<Point>,
    above: Vec<Point>,
}

/// Whether b lies on or above the line from a to c.
///
/// Differences of x are below 2^31 and those of y at most 2^32 in size: the products are below 2^63.
#[inline]
fn on_or_above(a: Point, b: Point, c: Point) -> bool {
    (b.1 - a.1) * (c.0 - a.0) >= (c.1 - a.1) * (b.0 - a.0)
}

/// Adds the point to the chain from which those go that `needless` says lie within.
#[inline]
fn push(chain: &mut Vec<Point>, point: Point, needless: impl Fn(Point, Point, Point) -> bool) {
    while let [.., a, b] = chain[..]
        && needless(a, b, point)
    {
        chain.pop();
    }
    chain.push(point);
}

impl Edge {
    /// Adds a point to the right of all others.
    #[inline]
    pub(super) fn add(&mut self, point: Point) {
        if self.below.is_empty() {
            self.first = point;
        }
        push(&mut self.below, point, on_or_above);
        push(&mut self.above, point, |a, b, c| on_or_above(c, b, a));
    }

    /// The first point and the last.
    pub(super) fn ends(&self) -> Option<(Point, Point)> {
        Some((self.first, *self.below.last()?))
    }

    /// The interval of the lemma; `None` before the second point.
    pub(super) fn slope(&self) -> Option<Interval> {
        let (first, last) = self.ends()?;
        let (dx, dy) = (i128::from(last.0 - first.0), i128::from(last.1 - first.1));
        if dx == 0 {
            return None;
        }
        // dx·(y − cx), exactly.
        let offset = |&(x, y): &Point| i128::from(y) * dx - i128::from(x) * dy;
        let least = self.below.iter().map(offset).min()?;
        let most = self.above.iter().map(offset).max()?;
        let (middle, sway) = (dy * dx, (most - least).max(dx));
        Some(Interval { low: Ratio::new(middle - sway, dx * dx), high: Ratio::new(middle + sway, dx * dx) })
    }
}
