//! CLN15, sections 3.1 to 3.3: hood, épaulettes and fabric.

use std::collections::BTreeSet;

use super::{Deviations, affordable, moved};
use crate::position::Position;
use crate::theorems::tools::{Checked, at, each, first, first_false, holds, square};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    holds(
        "CLN15.Fig3.nose",
        "CLN15, Figure 3, middle row",
        "Games 100 and 1000 have the same deviations by the nose: on the 86×86 boxes at $(33,33)$ and $(333,333)$.",
        86,
        |scope| same_boxes(scope, 86, [(100, 33, 33), (1000, 333, 333)]),
    ),
    holds(
        "CLN15.Fig3.shoulder",
        "CLN15, Figure 3, bottom row",
        "Games 100 and 1000 have the same deviations by the shoulder: on the 60×60 boxes at $(0,100)$ and $(0,1000)$.",
        60,
        |scope| same_boxes(scope, 60, [(100, 0, 100), (1000, 0, 1000)]),
    ),
    holds(
        "CLN15.S3.2.hood",
        "CLN15, section 3.2",
        "In the hood (at most $k$ options) palace numbers are 0 to $k$; a step in the higher coordinate adds 1, in \
         the lower 2; nose $(k/3,k/3)$, shoulders $(0,k)$, $(k,0)$.",
        500,
        hood,
    ),
    holds(
        "CLN15.S3.2.epaulettes",
        "CLN15, section 3.2",
        "The épaulettes have the periods $(5,1)$ and $(4,3)$; $k−1$, $k$ and $k+1$ occur 5, 3 and 3 times in each \
         region of 11 cells.",
        500,
        epaulettes,
    ),
    holds(
        "CLN15.Fig4.left",
        "CLN15, Figure 4 (left) and section 3.3",
        "From $W^{k−3}$ to $W^k$ the hood, the épaulettes and the fabric move by $(1,1)$ and palace numbers gain 3.",
        500,
        figure_4_left,
    ),
    holds(
        "CLN15.Fig4.right",
        "CLN15, Figure 4 (right) and section 3.3",
        "From $W^{k−1}$ to $W^k$ half of the hood, the épaulette and the arm move by 1 in the higher coordinate, and \
         palace numbers gain 1.",
        500,
        figure_4_right,
    ),
];

/// All k ≤ 100 and the multiples of 50 up to `most`.
fn some(most: u64) -> impl Iterator<Item = u64> {
    (1..=most.min(100)).chain((150..=most).step_by(50))
}

fn some_range(most: u64) -> String {
    if most <= 100 { format!("$k ≤ {most}$") } else { format!("$k ≤ 100$, and $50 | k$ up to {most}") }
}

/// The number of options of a queen.
fn options(Position { x, y }: Position) -> u64 {
    x + y + x.min(y)
}

/// Whether two games have the same deviations on boxes of up to `most` cells a side; each is given as k and a corner.
fn same_boxes(scope: &Scope, most: u64, boxes: [(u64, u64, u64); 2]) -> Checked {
    let side = scope.bound().min(most);
    let [one, two] = boxes.map(|(k, x, y)| Deviations::fast(k, x + side, y + side, scope));
    let ([(_, x1, y1), (_, x2, y2)], one, two) = (boxes, one?, two?);
    let differs = |offset: &Position| one.at(moved(*offset, x1, y1)) != two.at(moved(*offset, x2, y2));
    let found = square(side).find(differs).map(|offset| format!("The cells {offset} of the boxes differ."));
    Ok(Evidence::new(format!("$k = 100, 1000$, boxes {side}×{side}"), found))
}

fn hood(scope: &Scope) -> Checked {
    let most = scope.bound();
    affordable(most.saturating_add(2), most.saturating_add(2))?;
    let found = first(scope, some(most), |k| {
        let palaces = Deviations::fast(k, k + 2, k + 2, scope)?;
        let number = |here: Position| palaces.at(here) + k.cast_signed();
        let inside = |here: &Position| options(*here) <= k;
        let is_right_step = |here: Position| {
            let gain = |to: Position| inside(&to).then(|| number(to) - number(here));
            let right = if here.x < here.y { 2 } else { 1 };
            let down = if here.y < here.x { 2 } else { 1 };
            gain(moved(here, 1, 0)).is_none_or(|gain| gain == right)
                && gain(moved(here, 0, 1)).is_none_or(|gain| gain == down)
        };
        let cells = || square(k + 1).filter(inside);
        let numbers: BTreeSet<i64> = cells().map(number).collect();
        let size = k.cast_signed();
        let claims = [
            ("a step in the higher coordinate adds 1, in the lower 2", cells().all(is_right_step)),
            // Every move can be answered by blocking all: no more options than blocks, all of them palaces.
            ("each option is a palace", cells().all(|here| number(here) == options(here).cast_signed())),
            ("the shoulders are $(0,k)$ and $(k,0)$", [at(0, 0), at(0, k), at(k, 0)].map(number) == [0, size, size]),
            ("the nose is $(k/3,k/3)$", inside(&at(k / 3, k / 3)) && !inside(&at(k / 3 + 1, k / 3 + 1))),
            ("the palace numbers are 0 to $k$", numbers == (0..=size).collect()),
        ];
        Ok(first_false(claims).map(|found| format!("$W^{k}$: {found}")))
    })?;
    Ok(Evidence::new(format!("{}, the whole hood", some_range(most)), found))
}

fn epaulettes(scope: &Scope) -> Checked {
    let most = scope.bound();
    affordable(most.saturating_add(20), most.saturating_mul(2))?;
    let found = first(scope, (100..=most).step_by(100), |k| {
        let states = Deviations::fast(k, k / 2, 5 * k / 4, scope)?;
        let times = |here: Position, state: i64| (0..11).filter(|j| states.at(moved(here, 0, *j)) == state).count();
        let boxes = [(8, 90), (16, 80), (24, 66)];
        let cells =
            boxes.into_iter().flat_map(|(x, y)| square(k / 20).map(move |at| moved(at, x * k / 100, y * k / 100)));
        first(scope, cells, |here| {
            let is_period = |(dx, dy)| states.at(here) == states.at(moved(here, dx, dy));
            // (5,1) and (4,3) span a lattice of determinant 11 to which (0,11) is the first of (0,j): 11 cells of a
            // column are one of each class.
            let repeats = is_period((5, 1)) && is_period((4, 3));
            let is_pattern = repeats && [-1, 0, 1].map(|state| times(here, state)) == [5, 3, 3];
            Ok((!is_pattern).then(|| format!("$W^{k}$: the pattern breaks at {here}.")))
        })
    })?;
    let range = format!(
        "$k ≤ {most}$, $100 | k$; boxes of side $k/20$ at $(8k,90k)/100$, $(16k,80k)/100$, \
                         $(24k,66k)/100$"
    );
    Ok(Evidence::new(range, found))
}

fn figure_4_left(scope: &Scope) -> Checked {
    let most = scope.bound();
    affordable(most.saturating_mul(2), most.saturating_mul(2))?;
    let found = first(scope, some(most).filter(|k| *k > 3), |k| {
        let side = 4 * k / 3 + 1;
        let [before, after] = [k - 3, k].map(|k| Deviations::fast(k, side, side, scope));
        let (before, after) = (before?, after?);
        first(scope, square(k - 1).chain((0..4 * k / 3).map(|x| at(x, x))), |here| {
            let differs = before.at(here) != after.at(moved(here, 1, 1));
            Ok(differs.then(|| format!("$W^{}$ at {here} does not match $W^{k}$.", k - 3)))
        })
    })?;
    Ok(Evidence::new(format!("{}, $x, y < k − 1$ and $x = y < 4k/3$", some_range(most)), found))
}

fn figure_4_right(scope: &Scope) -> Checked {
    let most = scope.bound();
    affordable(most, most.saturating_mul(3))?;
    let found = first(scope, some(most).filter(|k| *k > 1), |k| {
        let (width, height) = ((3 * k).div_ceil(5), 9 * k / 5);
        let [before, after] = [k - 1, k].map(|k| Deviations::fast(k, width, height + 1, scope));
        let (before, after) = (before?, after?);
        let is_arm = |here: &Position| 10 * here.y > 20 * here.x + 3 * k;
        let is_half_hood = |here: &Position| here.x < here.y && options(*here) < k;
        let cells = each(0..height, 0..width).map(|(y, x)| at(x, y));
        first(scope, cells.filter(|here| is_arm(here) || is_half_hood(here)), |here| {
            let differs = before.at(here) != after.at(moved(here, 0, 1));
            Ok(differs.then(|| format!("$W^{}$ at {here} does not match $W^{k}$.", k - 1)))
        })
    })?;
    let range = format!("{}, the half hood $x < y$, and $5x < 3k$, $2x + 3k/10 < y < 9k/5$", some_range(most));
    Ok(Evidence::new(range, found))
}
