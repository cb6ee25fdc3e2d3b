//! Lar11, section 2: the proof of Theorem 1.1.

use super::{columns, is_even, phi, r2, r3};
use crate::position::Position;
use crate::theorems::text::cell;
use crate::theorems::tools::{Checked, Found, at, fast, first, holds, literal, p_options, printed, rules, square};
use crate::theorems::{Check, Evidence, Scope};

pub(super) const CHECKS: &[Check] = &[
    printed(
        "Lar11.Def6.printed",
        "Lar11, Definition 6",
        "$v$ counts the $(w,y)$, $w < x$, as the vertical options of Definition 1, and $h$ the $(x,z)$, $z < y$, as \
         the horizontal ones.",
        "Lar11.Def6",
        90,
        |scope| definition_6(scope, |Counts { v, h, d }| Counts { v: h, h: v, d }),
    ),
    holds(
        "Lar11.Def6",
        "Lar11, Definition 6",
        "$v$ counts the $(x,z)$, $z < y$, as the vertical options of Definition 1, and $h$ the $(w,y)$, $w < x$, as \
         the horizontal ones.",
        90,
        |scope| definition_6(scope, |counts| counts),
    ),
    holds(
        "Lar11.S2.1.first",
        "Lar11, section 2.1",
        "In $W^2$ $f = 0, 1, 3, 2, 1$ at $(0,0)$, $(0,1)$, $(1,1)$, $(1,2)$, $(2,2)$: P, P, N, N, P; $f ≥ 2$ at \
         $(0,x)$, $x ≥ 2$: N.",
        60,
        section_2_1,
    ),
    holds(
        "Lar11.S2.1.least",
        "Lar11, section 2.1",
        "By its larger heap $(2,2)$ is the least P-position of $W^2$ that is not terminal; its only P-option is \
         $(0,0)$.",
        3,
        section_2_1_least,
    ),
    holds("Lar11.S2.1.R2", "Lar11, section 2.1", "$(x,y)$ is in $R_2$ if and only if $f(R_2) ≤ 1$.", 120, |scope| {
        let positions = columns(0..scope.bound(), |_| 0..scope.bound());
        let found =
            counted(scope, 2, positions, "$f ≤ 1$ iff it is in $R_2$", |at, counts| (counts.f() <= 1) == r2(at));
        Ok(Evidence::new(format!("$x, y < {}$", scope.bound()), found?))
    }),
    holds("Lar11.S2.1.Eq3", "Lar11, section 2.1, (3)", "Every $(r,s)$ in $R_2$ satisfies $s ≤ 2r+1$.", 150, equation_3),
    holds(
        "Lar11.S2.1.Case1",
        "Lar11, section 2.1, Case 1",
        "If $y = 2x+1$ and $x ≥ 1$, then $h = d = 0$ and $v = 1$ (in $R_2$).",
        300,
        |scope| {
            let positions = columns(1..scope.bound(), |x| 2 * x + 1..2 * x + 2);
            let found =
                counted(scope, 2, positions, "$v = 1$, $h = d = 0$", |_, counts| counts == Counts { v: 1, h: 0, d: 0 });
            Ok(Evidence::new(below(scope, "$y = 2x+1$"), found?))
        },
    ),
    holds(
        "Lar11.S2.1.Case1.cover",
        "Lar11, section 2.1, Case 1",
        "$(2⌊φn⌋+2), (2⌊φ²n⌋+2)$ and $(2n+1)$, $n ≥ 1$, together have each of 3, 4, 5, … exactly once.",
        10_000,
        |scope| cover(scope, 3, 1, vec![doubled_a(1), doubled_b(1), odd(1)]),
    ),
    printed(
        "Lar11.S2.1.Case1.identity.printed",
        "Lar11, section 2.1, Case 1, an identity",
        "If $z = ⌊φn⌋+1$, $n ≥ 1$, then $(2z, 4z+1) = (2⌊φn⌋+2, 4⌊φ²n⌋+3)$.",
        "Lar11.S2.1.Case1.identity",
        10_000,
        |scope| case_1_identity(scope, |n| 4 * (phi(n) + n) + 3),
    ),
    holds(
        "Lar11.S2.1.Case1.identity",
        "Lar11, section 2.1, Case 1, an identity",
        "If $z = ⌊φn⌋+1$, $n ≥ 1$, then $(2z, 4z+1) = (2⌊φn⌋+2, 4⌊φn⌋+5)$.",
        10_000,
        |scope| case_1_identity(scope, |n| 4 * phi(n) + 5),
    ),
    holds(
        "Lar11.S2.1.Case2",
        "Lar11, section 2.1, Case 2",
        "If $x = 2⌊φn⌋+2$ and $y = 2⌊φ²n⌋+2$, then $d = 1$ and $v = h = 0$ (in $R_2$).",
        200,
        |scope| {
            let positions = (0..scope.bound()).map(doubled);
            let found =
                counted(scope, 2, positions, "$d = 1$, $v = h = 0$", |_, counts| counts == Counts { v: 0, h: 0, d: 1 });
            Ok(Evidence::new(format!("$n < {}$", scope.bound()), found?))
        },
    ),
    holds(
        "Lar11.S2.1.Case2.steps",
        "Lar11, section 2.1, Case 2",
        "For $n ≥ 1$ $(2⌊φn⌋+2, 2⌊φ²n⌋+2) − (2n−1, 4n−1)$ is the diagonal move of $2⌊φn⌋−2n+3$, and $2x+1 ≥ 4⌊φn⌋+3 > \
         2⌊φ²n⌋+2 > 2⌊φn⌋+2 = x$.",
        10_000,
        case_2_steps,
    ),
    printed(
        "Lar11.S2.1.Case2.differences.printed",
        "Lar11, section 2.1, Case 2, the differences",
        "$(2⌊φ²n⌋+2 − (2⌊φn⌋+2))$ over $n ≥ 0$ is the sequence $(2n)$ over $n ≥ 1$.",
        "Lar11.S2.1.Case2.differences",
        10_000,
        |scope| case_2_differences(scope, 1),
    ),
    holds(
        "Lar11.S2.1.Case2.differences",
        "Lar11, section 2.1, Case 2, the differences",
        "$(2⌊φ²n⌋+2 − (2⌊φn⌋+2))$ over $n ≥ 0$ is the sequence $(2n)$ over $n ≥ 0$.",
        10_000,
        |scope| case_2_differences(scope, 0),
    ),
    holds(
        "Lar11.S2.1.Case3",
        "Lar11, section 2.1, Case 3",
        "If $y > 2x+1$, then $v = 2$ and $h = d = 0$ (in $R_2$).",
        60,
        |scope| {
            let rows = scope.bound().saturating_mul(4);
            let positions = columns(0..scope.bound(), |x| 2 * x + 2..rows);
            let found =
                counted(scope, 2, positions, "$v = 2$, $h = d = 0$", |_, counts| counts == Counts { v: 2, h: 0, d: 0 });
            Ok(Evidence::new(below(scope, &format!("$2x+1 < y < {rows}$")), found?))
        },
    ),
    printed(
        "Lar11.S2.1.Case3.cover.printed",
        "Lar11, section 2.1, Case 3, the cover",
        "$(n)$, $n ≥ 1$, and $(2n+1), (2⌊φn⌋+2), (2⌊φ²n⌋+2)$, $n ≥ 0$, together have each positive integer exactly \
         twice.",
        "Lar11.S2.1.Case3.cover",
        10_000,
        |scope| cover(scope, 1, 2, vec![Box::new(1..), odd(0), doubled_a(0), doubled_b(0)]),
    ),
    holds(
        "Lar11.S2.1.Case3.cover",
        "Lar11, section 2.1, Case 3, the cover",
        "$(n)$, $n ≥ 1$, $(2n+1)$, $(2⌊φn⌋+2)$, $n ≥ 0$, and $(2⌊φ²n⌋+2)$, $n ≥ 1$, together have each positive \
         integer exactly twice.",
        10_000,
        |scope| cover(scope, 1, 2, vec![Box::new(1..), odd(0), doubled_a(0), doubled_b(1)]),
    ),
    holds(
        "Lar11.S2.1.Case4",
        "Lar11, section 2.1, Case 4",
        "If $0 < x ≤ y < 2x+1$ and $(x,y)$ is not in $R_2$, then $d = 1$ and $h+v ≥ 1$, or $d = 2$.",
        120,
        |scope| {
            case_4(
                scope,
                "",
                |_| true,
                "$d = 1$ and $h+v ≥ 1$, or $d = 2$",
                |_, counts| counts.is_case_i() || counts.d == 2,
            )
        },
    ),
    holds(
        "Lar11.S2.1.Case4.a",
        "Lar11, section 2.1, Case 4 (a)",
        "If $φx < y < 2x+1$ and $(x,y)$ is not in $R_2$, then $v = d = 1$.",
        120,
        |scope| case_4(scope, "$y > φx$", above_phi, "$v = d = 1$", |_, counts| (counts.v, counts.d) == (1, 1)),
    ),
    printed(
        "Lar11.S2.1.Case4.a.z.printed",
        "Lar11, section 2.1, Case 4 (a), the range of z",
        "If $φx < y < 2x+1$ and $(x,y)$ is not in $R_2$, then $z = y−x−1$ has $0 < z < x$ and $2z+1 < y$.",
        "Lar11.S2.1.Case4.a.z",
        120,
        |scope| case_4_z(scope, 1),
    ),
    holds(
        "Lar11.S2.1.Case4.a.z",
        "Lar11, section 2.1, Case 4 (a), the range of z",
        "If $φx < y < 2x+1$ and $(x,y)$ is not in $R_2$, then $z = y−x−1$ has $0 ≤ z < x$ and $2z+1 < y$.",
        120,
        |scope| case_4_z(scope, 0),
    ),
    printed(
        "Lar11.S2.1.Case4.b.printed",
        "Lar11, section 2.1, Case 4 (b)",
        "If $0 < x ≤ y < φx$, $y−x$ is even and $(x,y)$ is not in $R_2$, then $d = 2$.",
        "Lar11.S2.1.Case4.b",
        120,
        |scope| {
            let is_b = |at: Position| !above_phi(at) && is_even(at.y - at.x);
            case_4(scope, "$y < φx$, $y−x$ even", is_b, "$d = 2$", |_, counts| counts.d == 2)
        },
    ),
    holds(
        "Lar11.S2.1.Case4.b",
        "Lar11, section 2.1, Case 4 (b)",
        "If $0 < x ≤ y < 2x+1$, $y−x = 2n$ and $(x,y)$ is not in $R_2$, then $d = 2$ where $x > 2⌊φn⌋+2$, and $d = \
         1$, $h+v ≥ 1$ where $x < 2⌊φn⌋+2$.",
        120,
        |scope| {
            let says = "$d = 2$ beyond the $(2⌊φn⌋+2, 2⌊φ²n⌋+2)$ of its diagonal, else $d = 1$ and $h+v ≥ 1$";
            case_4(
                scope,
                "$y−x$ even",
                |at| is_even(at.y - at.x),
                says,
                |at, counts| {
                    if at.x > doubled((at.y - at.x) / 2).x { counts.d == 2 } else { counts.is_case_i() }
                },
            )
        },
    ),
    holds(
        "Lar11.S2.1.Case4.c",
        "Lar11, section 2.1, Case 4 (c)",
        "If $0 < x ≤ y < φx$, $y−x$ is odd and $(x,y)$ is not in $R_2$, then $d = 1$ and $h+v ≥ 1$.",
        120,
        |scope| {
            let is_c = |at: Position| !above_phi(at) && !is_even(at.y - at.x);
            case_4(scope, "$y < φx$, $y−x$ odd", is_c, "$d = 1$ and $h+v ≥ 1$", |_, counts| counts.is_case_i())
        },
    ),
    holds(
        "Lar11.S2.1.R3",
        "Lar11, section 2.1, W^3",
        "$(x,y)$, $x ≤ y$, is in $R_3$ if and only if $f(R_3) ≤ 2$.",
        90,
        |scope| case_w3(scope, |_| true, "$f ≤ 2$ iff it is in $R_3$", |at, counts| (counts.f() <= 2) == r3(at)),
    ),
    printed(
        "Lar11.S2.1.R3.inside.printed",
        "Lar11, section 2.1, W^3, positions in R_3",
        "If $(x,y)$ is in $R_3$ and $x ≤ y$, then $d ≤ 1$, $h = 0$ and $v ≤ d+1$.",
        "Lar11.S2.1.R3.inside",
        90,
        |scope| {
            let says = "$d ≤ 1$, $h = 0$, $v ≤ d+1$";
            case_w3(scope, r3, says, |_, Counts { v, h, d }| d <= 1 && h == 0 && v <= d + 1)
        },
    ),
    holds(
        "Lar11.S2.1.R3.inside",
        "Lar11, section 2.1, W^3, positions in R_3",
        "If $(x,y)$ is in $R_3$ and $x ≤ y$, then $d ≤ 1$, $h = 0$ and $v ≤ 2−d$.",
        90,
        |scope| {
            let says = "$d ≤ 1$, $h = 0$, $v ≤ 2−d$";
            case_w3(scope, r3, says, |_, Counts { v, h, d }| d <= 1 && h == 0 && v + d <= 2)
        },
    ),
    holds("Lar11.S2.1.R3.above", "Lar11, section 2.1, W^3", "If $y > 2x+2$, then $v = 3$ (in $R_3$).", 90, |scope| {
        case_w3(scope, |at| at.y > 2 * at.x + 2, "$v = 3$", |_, counts| counts.v == 3)
    }),
    holds(
        "Lar11.S2.1.R3.below",
        "Lar11, section 2.1, W^3",
        "If $x ≤ y < 2x+1$ and $(x,y)$ is not in $R_3$, then $h = v = 1$ and $d ≥ 1$ (in $R_3$).",
        90,
        |scope| {
            let is_below = |at: Position| at.y < 2 * at.x + 1 && !r3(at);
            case_w3(scope, is_below, "$h = v = 1$, $d ≥ 1$", |_, Counts { v, h, d }| (h, v) == (1, 1) && d >= 1)
        },
    ),
];

/// y > φx, that is (2y − x)² > 5x² and 2y > x.
fn above_phi(Position { x, y }: Position) -> bool {
    let (x, y) = (u128::from(x), u128::from(y));
    2 * y > x && (2 * y - x).pow(2) > 5 * x * x
}

/// (2⌊φn⌋+2, 2⌊φ²n⌋+2).
fn doubled(n: u64) -> Position {
    at(2 * phi(n) + 2, 2 * (phi(n) + n) + 2)
}

/// The options of a position in a set, by the types of Definition 1.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Counts {
    v: u64,
    h: u64,
    d: u64,
}

impl Counts {
    fn of(set: impl Fn(Position) -> bool, Position { x, y }: Position) -> Self {
        let count = |steps, to: &dyn Fn(u64) -> Position| (0..steps).map(|step| u64::from(set(to(step)))).sum();
        let d = count(x.min(y), &|step| at(x - step - 1, y - step - 1));
        Self { v: count(y, &|z| at(x, z)), h: count(x, &|w| at(w, y)), d }
    }

    fn f(self) -> u64 {
        self.v + self.h + self.d
    }

    /// (i) of Case 4: d = 1 and h + v ≥ 1.
    fn is_case_i(self) -> bool {
        self.d == 1 && self.h + self.v >= 1
    }
}

/// The range x < bound with a condition on y.
fn below(scope: &Scope, rows: &str) -> String {
    format!("$x < {}$, {rows}", scope.bound())
}

/// The first of `positions` where the options in R_k, k = 2 or 3, are not as the text says, in words.
fn counted(
    scope: &Scope,
    k: u64,
    positions: impl Iterator<Item = Position>,
    says: &str,
    holds: impl Fn(Position, Counts) -> bool,
) -> Found {
    let (set, game) = (if k == 2 { r2 } else { r3 }, format!("blocking:k={k}"));
    first(scope, positions, |at| {
        let counts = Counts::of(set, at);
        let Counts { v, h, d } = counts;
        let here = cell(&game, at);
        Ok((!holds(at, counts)).then(|| format!("{here} has $v = {v}$, $h = {h}$, $d = {d}$; the text says {says}.")))
    })
}

/// Compares the counts, read as `read`, with the options of Definition 1 among the P-positions of W^2.
fn definition_6(scope: &Scope, read: fn(Counts) -> Counts) -> Checked {
    let side = scope.bound();
    let (queen, board) = (rules("wythoff"), fast("blocking:k=2", side, scope)?);
    let found = first(scope, square(side), |at| {
        let mut options = Counts { v: 0, h: 0, d: 0 };
        queen.for_each_option(at, |removal, to| {
            let count = match (removal.i, removal.j) {
                (0, _) => &mut options.v,
                (_, 0) => &mut options.h,
                _ => &mut options.d,
            };
            *count += u64::from(board.is_p(to));
        });
        let Counts { v, h, d } = read(Counts::of(|to| board.is_p(to), at));
        let words = || {
            format!(
                "{} has {} vertical, {} horizontal and {} diagonal options in $S$, but $v = {v}$, $h = {h}$, $d = \
                 {d}$.",
                cell("blocking:k=2", at),
                options.v,
                options.h,
                options.d
            )
        };
        Ok((options != Counts { v, h, d }).then(words))
    })?;
    Ok(Evidence::new(format!("$S = P_2$, $x, y < {side}$"), found))
}

fn section_2_1(scope: &Scope) -> Checked {
    let side = scope.bound().max(3);
    let board = literal("blocking:k=2", side, scope)?;
    let f = |at: Position| Counts::of(r2, at).f();
    let wrong = |at: Position, says: u64, is_p: bool| {
        (f(at) != says || board.is_p(at) != is_p).then(|| format!("{at} has $f = {}$, the text says {says}.", f(at)))
    };
    let listed = [(0, 0, 0, true), (0, 1, 1, true), (1, 1, 3, false), (1, 2, 2, false), (2, 2, 1, true)];
    let listed = listed.into_iter().flat_map(|(x, y, f, is_p)| [(at(x, y), f, is_p), (at(y, x), f, is_p)]);
    let edge = (2..side).flat_map(|x| [at(0, x), at(x, 0)]).find(|&at| f(at) < 2 || board.is_p(at));
    let found = listed.into_iter().find_map(|(at, f, is_p)| wrong(at, f, is_p));
    let found = found.or_else(|| edge.map(|at| format!("{at} has $f = {}$, the text says at least 2 and N.", f(at))));
    Ok(Evidence::new(format!("$x, y < {side}$"), found))
}

fn section_2_1_least(scope: &Scope) -> Checked {
    let (w2, board) = (rules("blocking:k=2"), literal("blocking:k=2", 3, scope)?);
    let is_new = |from| board.is_p(from) && w2.options(from).len() >= 2;
    let wrong = |&from: &Position| {
        is_new(from) != (from == at(2, 2)) || is_new(from) && p_options(&w2, &board, from) != [at(0, 0)]
    };
    Ok(Evidence::new("$x, y < 3$", square(3).find(wrong).map(|at| format!("{at} is an exception."))))
}

fn equation_3(scope: &Scope) -> Checked {
    let side = scope.bound();
    let board = fast("blocking:k=2", side, scope)?;
    let found = first(scope, square(side).filter(|&at| board.is_p(at)), |at| {
        Ok((at.y > 2 * at.x + 1).then(|| format!("{at} is P in $W^2$.")))
    })?;
    Ok(Evidence::new(format!("$r, s < {side}$"), found))
}

type Increasing = Box<dyn Iterator<Item = u64>>;

/// 2⌊φn⌋+2 from n = `from` on.
fn doubled_a(from: u64) -> Increasing {
    Box::new((from..).map(|n| doubled(n).x))
}

/// 2⌊φ²n⌋+2 from n = `from` on.
fn doubled_b(from: u64) -> Increasing {
    Box::new((from..).map(|n| doubled(n).y))
}

/// 2n+1 from n = `from` on.
fn odd(from: u64) -> Increasing {
    Box::new((from..).map(|n| 2 * n + 1))
}

/// Whether each x from `from` on occurs exactly `times` times in the increasing sequences.
fn cover(scope: &Scope, from: u64, times: u64, sequences: Vec<Increasing>) -> Checked {
    let mut sequences: Vec<_> = sequences.into_iter().map(Iterator::peekable).collect();
    let found = first(scope, from..scope.bound(), |x| {
        let mut count = 0;
        for sequence in &mut sequences {
            while let Some(term) = sequence.next_if(|&term| term <= x) {
                count += u64::from(term == x);
            }
        }
        Ok((count != times).then(|| format!("{x} is covered {count} times, the text says {times}.")))
    })?;
    Ok(Evidence::new(format!("${from} ≤ x < {}$", scope.bound()), found))
}

/// The first n below the bound, from `from` on, that `refute` refutes.
fn first_n(scope: &Scope, from: u64, refute: impl Fn(u64) -> Option<String>) -> Checked {
    let found = first(scope, from..scope.bound(), |n| Ok(refute(n).map(|found| format!("$n = {n}$: {found}"))))?;
    Ok(Evidence::new(format!("${from} ≤ n < {}$", scope.bound()), found))
}

fn case_1_identity(scope: &Scope, y: fn(u64) -> u64) -> Checked {
    first_n(scope, 1, |n| {
        let z = phi(n) + 1;
        let (is, says) = (at(2 * z, 4 * z + 1), at(2 * phi(n) + 2, y(n)));
        (is != says).then(|| format!("$(2z, 4z+1) = {is}$, the text says {says}."))
    })
}

fn case_2_steps(scope: &Scope) -> Checked {
    first_n(scope, 1, |n| {
        let Position { x, y } = doubled(n);
        let step = (2 * phi(n) + 3).checked_sub(2 * n);
        let is_move = step.is_some_and(|step| step > 0 && x == 2 * n - 1 + step && y == 4 * n - 1 + step);
        let is_ordered = 2 * x + 1 >= 4 * phi(n) + 3 && 4 * phi(n) + 3 > y && y > x;
        (!is_move || !is_ordered).then(|| format!("$(x,y) = ({x},{y})$."))
    })
}

/// The differences b − a of the doubled pairs against 2(n + shift).
fn case_2_differences(scope: &Scope, shift: u64) -> Checked {
    first_n(scope, 0, |n| {
        let (is, says) = (doubled(n).y - doubled(n).x, 2 * (n + shift));
        (is != says).then(|| format!("the difference is {is}, the text says {says}."))
    })
}

/// The positions of Case 4: 0 < x ≤ y < 2x+1, outside R_2.
fn case_4_positions(scope: &Scope) -> impl Iterator<Item = Position> {
    columns(1..scope.bound(), |x| x..2 * x + 1).filter(|&at| !r2(at))
}

fn case_4(
    scope: &Scope,
    when: &str,
    applies: impl Fn(Position) -> bool,
    says: &str,
    holds: impl Fn(Position, Counts) -> bool,
) -> Checked {
    let found = counted(scope, 2, case_4_positions(scope).filter(|&at| applies(at)), says, holds)?;
    let when = if when.is_empty() { String::new() } else { format!(", {when}") };
    Ok(Evidence::new(format!("$0 < x < {}$, $x ≤ y ≤ 2x${when}", scope.bound()), found))
}

fn case_4_z(scope: &Scope, least: u64) -> Checked {
    let found = first(scope, case_4_positions(scope).filter(|&at| above_phi(at)), |at| {
        let z = at.y - at.x - 1;
        Ok((!(least <= z && z < at.x && 2 * z + 1 < at.y))
            .then(|| format!("{} has $z = {z}$.", cell("blocking:k=2", at))))
    })?;
    Ok(Evidence::new(format!("$0 < x < {}$, $φx < y ≤ 2x$", scope.bound()), found))
}

/// Counts the options in R_3 of the upper positions to which the claim applies.
fn case_w3(
    scope: &Scope,
    applies: fn(Position) -> bool,
    says: &str,
    holds: impl Fn(Position, Counts) -> bool,
) -> Checked {
    let rows = scope.bound().saturating_mul(3).saturating_add(10);
    let positions = columns(0..scope.bound(), |x| x..rows);
    let found = counted(scope, 3, positions, says, |at, counts| !applies(at) || holds(at, counts))?;
    Ok(Evidence::new(below(scope, &format!("$x ≤ y < {rows}$")), found))
}
