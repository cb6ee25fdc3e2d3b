//! The closed engine: games whose P-positions are known by a formula, at heaps of any size.
//!
//! Which formula solves a game is seen from its rules alone (`Formula`, which costs nothing). Five kinds of sets
//! (`Members`) cover them, a file each. Each decides whether a position belongs to it, and lists its members on a
//! column, on a row and on a band of diagonals by *inverting* its sequences; so the P-options of a position are found
//! without looking at its options one by one.
//!
//! - **Threads**: pairs (a_n, a_n + sn + o) with a Beatty sequence a_n, perhaps scaled and moved, and their mirror
//!   images. `wythoff` (Fraenkel), `rook-blocking` with l = m (Lar15 Theorem 2.1 (i)), `shifted` and `choice` (Theorem
//!   2.1 (iii) with the coordinates put right), `blocking:k=2` and `k=3` (Lar11 Theorem 1.1), and `modulo` where l
//!   divides m and p and m/l and p/l are coprime. Lar15 Theorem 2.1 (ii) has the cases l = 1 and l = m; the general one
//!   is Theorem 1 of docs/THEOREMS.md.
//! - **Steps**: `nim-blocking` (Lar11 Proposition 1.4), where a diagonal is P as a whole.
//! - **Windows**: `diagonal-blocking` (Lar09 Proposition 14), by [`Pairs`](crate::exact::Pairs).
//! - **Proved**: the other `blocking:k` with a certificate in the library (docs/SELF-SIMILAR.md), by [`Palaces`].
//! - **Written**: the `blocking:k` whose columns are written by a machine (docs/MACHINES.md), perhaps with strips that
//!   repeat themselves (docs/STRIPS.md).
//! - **Drift**: `blocking:k=7`, whose threads drift away from their line, by [`Drift`](crate::certificate::Drift).
//!
//! The P-positions of a comply game are the N-positions of the blocking game with the same count and class (Lar11
//! Propositions 3.1 and 3.2; the argument for any class is in the lines engine), so these sets serve both.

pub(crate) mod formal;
mod many;
mod proved;
mod rows;
mod steps;
mod threads;
mod windows;

use std::ops::{Range, RangeInclusive};

use dashu_int::ops::{BitTest, Gcd};
use dashu_int::{IBig, UBig};

pub(crate) use self::many::outcomes;
use self::proved::{Drifting, Proved, Written, columns, is_written, written_in};
pub(crate) use self::rows::{TableRows, rows};
use self::steps::Steps;
use self::threads::Threads;
pub(crate) use self::windows::Windows;
use super::{Engine, RUN_LENGTH, Run, SolveError, Values, dual, memory_needed, report};
use crate::board::Window;
use crate::certificate::Columns;
use crate::certificate::answer::{self, AnswerError, Palaces, Solution};
use crate::certificate::area::Area;
use crate::exact::WindowError;
use crate::game::{Class, Ending, Form, Game, Hole, Moves, Piece, Residues, Rules, Twist, families};
use crate::position::{Position, Tokens};
use crate::watch::Watch;

/// A position of any size.
type Exact = Position<UBig>;

/// The most members of a set that are listed on one line.
const LINE_LIMIT: u64 = 1 << 20;

/// The most bits that such a list may take.
const LINE_BITS_LIMIT: u64 = 1 << 31;

/// A set of positions that is known by a formula.
trait Members {
    /// Whether it holds the position.
    fn holds(&mut self, at: &Exact, watch: &dyn Watch) -> Result<bool, SolveError>;

    /// Its members with this x and with a y in `ys`; perhaps others of the column.
    fn on_column(&mut self, x: &UBig, ys: &Range<UBig>, watch: &dyn Watch) -> Result<Vec<Exact>, SolveError>;

    /// The same for a row. Most sets are symmetric.
    fn on_row(&mut self, y: &UBig, xs: &Range<UBig>, watch: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
        Ok(self.on_column(y, xs, watch)?.into_iter().map(Position::mirrored).collect())
    }

    /// Writes 1 for each member of row y from x = `left` on, 0 for the others, if that is faster than a list; says
    /// whether it was done.
    fn paint(&mut self, _left: &UBig, _y: &UBig, _cells: &mut [u8]) -> bool {
        false
    }

    /// Its members with y − x in `band` and with heaps up to `most`; perhaps others of these diagonals.
    fn on_band(
        &mut self,
        band: &RangeInclusive<IBig>,
        most: &UBig,
        watch: &dyn Watch,
    ) -> Result<Vec<Exact>, SolveError>;
}

/// Which formula solves a game: found by looking at the rules, at no cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Formula {
    /// `nim-blocking`.
    Steps {
        k: u32,
    },
    /// The pairs of Lar15 (1) and (2).
    Pairs {
        m: u64,
        p: u32,
    },
    /// m×pWN_l, by the bishop's width and the hole's.
    Shifted {
        width: u64,
        hole: u64,
    },
    BlockingTwo,
    BlockingThree,
    /// W^7.
    Drift,
    /// W^k by its certificate.
    Proved {
        k: u32,
    },
    /// W^k by the machine that writes its columns.
    Written {
        k: u32,
    },
    /// `diagonal-blocking:m,p`.
    Windows {
        m: u32,
        p: u32,
    },
}

impl Formula {
    /// The formula for the P-positions of a game with these rules, or for its N-positions when it is a comply game.
    fn find(rules: &Rules) -> Option<Self> {
        if rules.is_misere() {
            return None;
        }
        // Comply with k is blocking k − 1, with the outcomes exchanged.
        let (budget, class) = match &rules.twist {
            Twist::None => (0, &Class::Any),
            Twist::Block { budget, class } => (*budget, class),
            Twist::Comply { count, class } => (count - 1, class),
            Twist::Imitation { .. } => return None,
        };
        match (rules.moves.pieces(), rules.hole) {
            ([rook], None) if *rook == Piece::rook() && *class == Class::Any => {
                Some(Self::Steps { k: budget.checked_add(1)? })
            }
            (
                [Piece::Rook { from: 1, residues }, Piece::Bishop { width }]
                | [Piece::Bishop { width }, Piece::Rook { from: 1, residues }],
                hole,
            ) => {
                // A comply game has winning moves almost everywhere. They are counted for the rook of chess on the
                // whole board.
                let comply = matches!(rules.twist, Twist::Comply { .. });
                if comply && (hole.is_some() || *residues != Residues::all()) {
                    return None;
                }
                Self::of_queen(residues, *width, hole, budget, class)
            }
            _ => None,
        }
    }

    /// For a rook with `residues` and a bishop of this width: m, or m·p with a hole.
    fn of_queen(residues: &Residues, width: u64, hole: Option<Hole>, budget: u32, class: &Class) -> Option<Self> {
        let rook = |from| Class::Of(Moves::new(vec![Piece::rook_from(from)]));
        let bishop = Class::Of(Moves::new(vec![Piece::bishop(1)]));
        let k = budget.checked_add(1)?;
        let is_queen = *class == Class::Any && width == 1;
        if *residues != Residues::all() {
            let (l, p) = (u64::from(residues_below(residues)?), u64::from(residues.modulus()));
            // docs/THEOREMS.md, Theorem 1.
            return match (hole, budget) {
                (None, 0) if width.is_multiple_of(l) && p.is_multiple_of(l) && (width / l).gcd(p / l) == 1 => {
                    Self::pairs(width, u32::try_from(p / l).ok()?)
                }
                _ => None,
            };
        }
        match (hole, budget) {
            // Lar15 Theorem 2.1 (iiia), with x and y exchanged.
            (Some(hole), 0) if hole.width.checked_add(hole.height) == Some(width) => {
                Some(Self::Shifted { width, hole: hole.width })
            }
            (None, 0) => Self::pairs(width, 1),
            (None, 1) if is_queen => Some(Self::BlockingTwo),
            (None, 2) if is_queen => Some(Self::BlockingThree),
            (None, 6) if is_queen => Some(Self::Drift),
            (None, _) if is_queen && is_written(k) => Some(Self::Written { k }),
            (None, _) if is_queen => answer::is_shipped(k).then_some(Self::Proved { k }),
            (None, _) if *class == bishop => Some(Self::Windows { m: u32::try_from(width).ok()?, p: k }),
            // Lar15 Theorem 2.1 (i).
            (None, _) if *class == rook(width) => Self::pairs(width, k),
            _ => None,
        }
    }

    fn pairs(m: u64, p: u32) -> Option<Self> {
        m.checked_mul(p.into()).map(|_| Self::Pairs { m, p })
    }

    /// The formula for the starting positions of a game, and the rules it speaks of.
    fn of_starts(game: &Game) -> Option<(Rules, Self)> {
        match game.form() {
            Form::Choice { ending: Ending::Misere, .. } => None,
            Form::Choice { m, p, ending: Ending::Normal } => {
                Self::pairs((*m).into(), *p).map(|formula| (families::shifted(*m, *p, 0), formula))
            }
            Form::Rules(rules) => {
                let rules = dual::dual_rules(rules).unwrap_or_else(|| rules.clone());
                Self::find(&rules).map(|formula| (rules, formula))
            }
        }
    }

    /// The threads, where the set consists of such.
    fn threads(self) -> Option<Threads> {
        match self {
            Self::Pairs { m, p } => threads::pairs(m, p),
            Self::Shifted { width, hole } => Some(threads::shifted(width, hole)),
            Self::BlockingTwo => Some(threads::blocking_two()),
            Self::BlockingThree => Some(threads::blocking_three()),
            Self::Steps { .. } | Self::Drift | Self::Proved { .. } | Self::Written { .. } | Self::Windows { .. } => {
                None
            }
        }
    }

    /// The set, ready to be asked.
    fn members(self) -> Option<Box<dyn Members + Send>> {
        Some(match self {
            Self::Steps { k } => Box::new(Steps { k }),
            Self::Drift => Box::new(Drifting::new()?),
            Self::Proved { k } => Box::new(Proved::new(k)),
            Self::Written { k } => Box::new(Written::new(k)?),
            Self::Windows { m, p } => Box::new(Windows::new(m, p)),
            _ => Box::new(self.threads()?),
        })
    }
}

/// A game that is solved by a formula.
///
/// ```
/// use wythoff::exact::UBig;
/// use wythoff::solve::Closed;
/// use wythoff::{Game, Position};
///
/// let game: Game = "wythoff".parse()?;
/// let mut wythoff = Closed::find(game.rules().expect("play begins at once")).expect("Wythoff Nim is solved");
/// assert!(wythoff.is_p(&Position::new(UBig::from(8_u8), UBig::from(13_u8)), wythoff::UNWATCHED)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Closed {
    rules: Rules,
    formula: Formula,
    /// The P-positions of the game, or of the blocking game when it is a comply game.
    members: Box<dyn Members + Send>,
}

impl Closed {
    /// The solution of a game with these rules, if one is known.
    pub fn find(rules: &Rules) -> Option<Self> {
        Self::new(rules.clone(), Formula::find(rules)?)
    }

    fn new(rules: Rules, formula: Formula) -> Option<Self> {
        Some(Self { rules, formula, members: formula.members()? })
    }

    /// Whether a formula for the starting positions of a game is known: what [`Closed::starts`] gives, at no cost.
    pub fn knows(game: &Game) -> bool {
        Formula::of_starts(game).is_some()
    }

    /// Whether a position with heaps of 64 bits is decided by a few multiplications.
    pub(crate) fn is_quick(game: &Game) -> bool {
        Formula::of_starts(game).is_some_and(|(_, formula)| formula.threads().is_some())
    }

    /// Whether whole rows are painted by the formula, faster than by any other engine: `nim-blocking`.
    pub(crate) fn paints(game: &Game) -> bool {
        matches!(Formula::of_starts(game), Some((rules, Formula::Steps { .. })) if !is_comply(&rules))
    }

    /// The P-positions among the starting positions of a game, if a formula for them is known: of a `choice` game by
    /// Lar15 Theorem 2.1 (iiib), of an imitation game by Lar09 Corollary 20 (for m > 1: docs/THEOREMS.md, Theorem 3).
    /// The options of a start are another matter.
    pub fn starts(game: &Game) -> Option<Self> {
        let (rules, formula) = Formula::of_starts(game)?;
        Self::new(rules, formula)
    }

    /// Whether a proof in the library tells the palace numbers of W^k.
    pub(crate) fn tells_numbers(k: u32) -> bool {
        answer::is_shipped(k) || is_written(k)
    }

    /// The file of the certificate that solves the game, if one does.
    pub fn proof(&self) -> Option<String> {
        match self.formula {
            Formula::Proved { k } => Some(answer::file(k)),
            Formula::Written { k } => Some(written_in(k)),
            _ => None,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether the position is P.
    ///
    /// # Errors
    /// When the windows that it needs are too large, or it was stopped.
    pub fn is_p(&mut self, at: &Exact, watch: &dyn Watch) -> Result<bool, SolveError> {
        let comply = is_comply(&self.rules);
        Ok(self.holds(at, watch)? != comply)
    }

    /// The P-positions (x, y) with left ≤ x < left + width, each as x − left, in order.
    ///
    /// # Errors
    /// As [`Self::is_p`], and when the row has too many of them.
    pub fn p_on_row(&mut self, y: &UBig, left: &UBig, width: u64, watch: &dyn Watch) -> Result<Vec<u64>, SolveError> {
        report(watch, 0, 1)?;
        let comply = is_comply(&self.rules);
        if comply || matches!(self.formula, Formula::Steps { .. }) {
            // There may be as many as cells.
            memory_needed(width.saturating_mul(8))?;
        }
        let found = self.members.on_row(y, &(left.clone()..left + width), watch)?;
        let here = |x: u64| Position::new(left + x, y.clone());
        let near = |at: Exact| u64::try_from((at.x >= *left).then(|| at.x - left)?).ok();
        let mut held: Vec<u64> = found.into_iter().filter_map(near).filter(|x| *x < width).collect();
        held.sort_unstable();
        held.dedup();
        held.retain(|x| self.rules.exists(&here(*x)));
        if comply {
            let others = (0..width).filter(|x| held.binary_search(x).is_err() && self.rules.exists(&here(*x)));
            return Ok(others.collect());
        }
        Ok(held)
    }

    /// Whether the set holds the position: whether it is P, or N in a comply game.
    pub(crate) fn holds(&mut self, at: &Exact, watch: &dyn Watch) -> Result<bool, SolveError> {
        Ok(self.rules.exists(at) && self.members.holds(at, watch)?)
    }

    /// The outcomes in a window, run by run.
    fn runs<E: From<SolveError>>(
        &mut self,
        window: &Window<UBig>,
        watch: &dyn Watch,
        sink: &mut impl FnMut(Run<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (columns, mut p) = (window.width.div_ceil(RUN_LENGTH).max(1), Vec::new());
        for row in 0..window.height {
            let y = &window.at.y + row;
            let hole = self.rules.hole.filter(|hole| y < UBig::from(hole.height)).map_or(0, |hole| hole.width);
            for column in 0..columns {
                report(watch, row * columns + column, window.height * columns)?;
                let left = &window.at.x + column * RUN_LENGTH;
                let width = RUN_LENGTH.min(window.width - column * RUN_LENGTH);
                let removed = UBig::from(hole).minus(&left).map_or(0, |cells| u64::try_from(cells).unwrap_or(u64::MAX));
                p.clear();
                p.resize(in_memory(width), 0);
                if is_comply(&self.rules) || !self.members.paint(&left, &y, &mut p) {
                    for x in self.p_on_row(&y, &left, width, watch)? {
                        p[in_memory(x)] = 1;
                    }
                }
                sink(Run { p: &p, removed: in_memory(removed.min(width)), numbers: &[] })?;
            }
        }
        Ok(report(watch, 1, 1)?)
    }

    /// The options of `from` that the set holds, in order.
    ///
    /// # Errors
    /// When there are too many of them, or as [`Self::is_p`].
    pub(crate) fn options(&mut self, from: &Exact, watch: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
        let mut found = self.members.on_column(&from.x, &(UBig::ZERO..from.y.clone()), watch)?;
        found.extend(self.members.on_row(&from.y, &(UBig::ZERO..from.x.clone()), watch)?);
        let width = self.rules.moves.pieces().iter().find_map(|piece| match piece {
            Piece::Bishop { width } => Some(IBig::from(*width)),
            _ => None,
        });
        if let Some(width) = width {
            let diagonal = IBig::from(from.y.clone()) - IBig::from(from.x.clone());
            let band = (&diagonal - &width + 1)..=(&diagonal + &width - 1);
            // No option has a larger heap.
            found.extend(self.members.on_band(&band, in_order(from).1, watch)?);
        }
        found.retain(|to| self.rules.is_option(from, to));
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}

fn is_comply(rules: &Rules) -> bool {
    matches!(rules.twist, Twist::Comply { .. })
}

/// l, when the residues are 0, …, l − 1.
fn residues_below(residues: &Residues) -> Option<u32> {
    match residues.ranges() {
        [(0, last)] => last.checked_add(1),
        _ => None,
    }
}

pub(crate) fn in_order(at: &Exact) -> (&UBig, &UBig) {
    if at.x <= at.y { (&at.x, &at.y) } else { (&at.y, &at.x) }
}

/// Refuses to list too many positions with heaps up to `most`.
fn listed(count: &UBig, most: &UBig) -> Result<u64, SolveError> {
    let limit = LINE_LIMIT.min(LINE_BITS_LIMIT / (most.bit_len() as u64 + 1));
    match u64::try_from(count) {
        Ok(count) if count <= limit => Ok(count),
        _ => Err(SolveError::LineTooLong { count: count.clone(), limit }),
    }
}

/// A window of a game that a formula or a certificate solves, run by run, wherever it lies.
///
/// # Errors
/// When no formula is known, or it tells outcomes only and numbers are asked for; when there are too many cells, a
/// window of the algorithm is too large, or the work is stopped.
pub(crate) fn runs<E: From<SolveError>>(
    game: &Game,
    window: &Window<UBig>,
    values: Values,
    watch: &dyn Watch,
    mut sink: impl FnMut(Run<'_>) -> Result<(), E>,
) -> Result<(), E> {
    values.not_nim(Engine::Closed)?;
    super::cells_needed(Some(window.width), Some(window.height), 1)?;
    let mut closed = Closed::starts(game).ok_or(SolveError::NoFormula)?;
    match game.blocking_k().filter(|k| Closed::tells_numbers(*k)) {
        Some(k) if values != Values::Outcome || matches!(closed.formula, Formula::Proved { .. }) => {
            proved_runs(k, window, values, watch, &mut sink)
        }
        _ if values != Values::Outcome => Err(SolveError::OnlyOutcomes { engine: Engine::Closed }.into()),
        _ => closed.runs(window, watch, &mut sink),
    }
}

/// What tells the palace numbers of W^k, minus k, in an area.
enum Numbers {
    Proved(Palaces<'static>),
    Written(&'static dyn Columns),
}

impl Numbers {
    fn of(k: u32) -> Option<Self> {
        let written = || columns(k).map(Self::Written);
        Solution::shipped(k).map(|solution| Self::Proved(Palaces::new(solution))).or_else(written)
    }

    fn deviations(&mut self, at: Exact, size: [u32; 2], watch: &dyn Watch) -> Result<Vec<i64>, AnswerError> {
        match self {
            Self::Proved(palaces) => palaces.deviations(&Area { at, size, shift: 0 }),
            Self::Written(solution) => solution.deviations(&at, size.map(|side| side as usize), watch),
        }
    }
}

/// A window of W^k, run by run, by its certificate.
fn proved_runs<E: From<SolveError>>(
    k: u32,
    window: &Window<UBig>,
    values: Values,
    watch: &dyn Watch,
    sink: &mut impl FnMut(Run<'_>) -> Result<(), E>,
) -> Result<(), E> {
    if window.width == 0 {
        return (0..window.height).try_for_each(|_| sink(Run { p: &[], removed: 0, numbers: &[] }));
    }
    let mut palaces = Numbers::of(k).ok_or(SolveError::NoFormula)?;
    let add = if values == Values::Palace { i64::from(k) } else { 0 };
    // Areas of about RUN_LENGTH cells: several rows of a narrow window at once, or a part of a row of a wide one.
    let width = RUN_LENGTH.min(window.width);
    let height = RUN_LENGTH / width;
    let mut p = Vec::new();
    for row in (0..window.height).step_by(in_memory(height)) {
        let height = height.min(window.height - row);
        for column in (0..window.width).step_by(in_memory(width)) {
            report(watch, row, window.height)?;
            let width = width.min(window.width - column);
            let at = Position::new(&window.at.x + column, &window.at.y + row);
            // Both are at most 2^20.
            let size = [width, height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
            let mut numbers = palaces.deviations(at, size, watch).map_err(SolveError::from)?;
            for row in 0..in_memory(height) {
                let numbers = &mut numbers[row * in_memory(width)..][..in_memory(width)];
                p.clear();
                p.extend(numbers.iter().map(|deviation| u8::from(*deviation < 0)));
                for deviation in &mut *numbers {
                    *deviation += add;
                }
                let numbers: &[i64] = if values == Values::Outcome { &[] } else { numbers };
                sink(Run { p: &p, removed: 0, numbers })?;
            }
        }
    }
    Ok(report(watch, window.height, window.height)?)
}

/// A number of cells that are in memory, so that it fits.
#[expect(clippy::cast_possible_truncation, reason = "cells of a run in memory")]
fn in_memory(cells: u64) -> usize {
    cells as usize
}

impl From<AnswerError> for SolveError {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::Interrupted => Self::Interrupted,
            other => Self::Certificate(other),
        }
    }
}

impl From<WindowError> for SolveError {
    fn from(error: WindowError) -> Self {
        match error {
            WindowError::Interrupted => Self::Interrupted,
            other => Self::Windows(other),
        }
    }
}
