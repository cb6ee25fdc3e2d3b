//! The closed engine: games whose P-positions are known by a formula, at heaps of any size.
//!
//! Five kinds of sets cover them. Each decides whether a position belongs to it, and lists its members on a column, on a
//! row and on a band of diagonals by *inverting* its sequences; so the P-options of a position are found without looking
//! at its options one by one.
//!
//! - **Threads**: pairs (a_n, a_n + sn + o) with a Beatty sequence a_n, perhaps scaled and moved, and their mirror images.
//!   `wythoff` (Fraenkel), `rook-blocking` with l = m (Lar15 Theorem 2.1 (i)), `shifted` and `choice` (Theorem 2.1 (iii) with the
//!   coordinates put right), `blocking:k=2` and `k=3` (Lar11 Theorem 1.1), and `modulo` where l divides m and p and m/l and p/l
//!   are coprime. Lar15 Theorem 2.1 (ii) has the cases l = 1 and l = m; the general one is Theorem 1 of docs/THEOREMS.md.
//! - **Steps**: `nim-blocking` (Lar11 Proposition 1.4), where a diagonal is P as a whole.
//! - **Windows**: `diagonal-blocking` (Lar09 Proposition 14), by [`Pairs`].
//! - **Proved**: the other `blocking:k` with a certificate in the library (docs/SELF-SIMILAR.md), by [`Palaces`].
//! - **Drift**: `blocking:k=7`, whose threads drift away from their line, by [`Drift`].
//!
//! The P-positions of a comply game are the N-positions of the blocking game with the same count and class (Lar11
//! Propositions 3.1 and 3.2; the argument for any class is in the lines engine), so these sets serve both.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use dashu_int::ops::{BitTest, DivRem, DivRemEuclid, Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};
use rustc_hash::FxHashMap;

use super::{Engine, RUN_LENGTH, Run, SolveError, Values};
use crate::board::Window;
use crate::certificate::answer::{self, AnswerError, Palaces, Solution};
use crate::certificate::area::Area;
use crate::certificate::{Drift, prove_drift};
use crate::engine::report;
use crate::exact::{Beatty, Found, Pairs, Side, Surd, WindowError, phi};
use crate::game::{Class, Form, Game, Hole, Moves, Piece, Residues, Rules, Twist, families};
use crate::position::{Position, Tokens};
use crate::watch::Watch;

/// A position of any size.
type Exact = Position<UBig>;

/// The most members of a set that are listed on one line.
const LINE_LIMIT: u64 = 1 << 20;

/// The most bits that such a list may take.
const LINE_BITS_LIMIT: u64 = 1 << 31;

/// A game that is solved by a formula.
///
/// ```
/// use wythoff::exact::UBig;
/// use wythoff::solve::Closed;
/// use wythoff::{Game, Position};
///
/// let game: Game = "wythoff".parse()?;
/// let mut wythoff = Closed::of(game.rules().expect("play begins at once")).expect("Wythoff Nim is solved");
/// assert!(wythoff.is_p(&Position::new(UBig::from(8_u8), UBig::from(13_u8)), &())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Closed {
    rules: Rules,
    set: Set,
}

/// The P-positions of the game, or of the blocking game when it is a comply game.
enum Set {
    /// |y − x| < k with y − x ≡ k − 1 (mod 2), or x + y < k.
    Steps {
        k: u32,
    },
    Threads(Vec<Thread>),
    Windows(Windows),
    Proved(Proved),
    /// W^7.
    Drift(&'static Drift),
}

impl Closed {
    /// The solution of a game with these rules, if one is known.
    pub fn of(rules: &Rules) -> Option<Self> {
        // Comply with k is blocking k − 1, with the outcomes exchanged.
        let (budget, class) = match &rules.twist {
            Twist::None => (0, &Class::Any),
            Twist::Block { budget, class } => (*budget, class),
            Twist::Comply { count, class } => (count - 1, class),
            Twist::Imitation { .. } => return None,
        };
        let set = match (rules.moves.pieces(), rules.hole) {
            ([rook], None) if *rook == Piece::rook() && *class == Class::Any => {
                Set::Steps { k: budget.checked_add(1)? }
            }
            (
                [Piece::Rook { from: 1, residues }, Piece::Bishop { width }]
                | [Piece::Bishop { width }, Piece::Rook { from: 1, residues }],
                hole,
            ) => {
                // A comply game has winning moves almost everywhere. They are counted for the rook of chess on the whole board.
                let comply = matches!(rules.twist, Twist::Comply { .. });
                if comply && (hole.is_some() || *residues != Residues::all()) {
                    return None;
                }
                queen(residues, *width, hole, budget, class)?
            }
            _ => return None,
        };
        Some(Self { rules: rules.clone(), set })
    }

    /// The P-positions among the starting positions of a game, if a formula for them is known: of a `choice` game by Lar15
    /// Theorem 2.1 (iiib), of an imitation game by Lar09 Corollary 20 (checked, not proved, for m > 1). The options of a
    /// start are another matter.
    pub fn starts(game: &Game) -> Option<Self> {
        match game.form() {
            Form::Choice { m, p } => {
                let rules = families::shifted(*m, *p, 0);
                pairs((*m).into(), *p).map(|set| Self { rules, set })
            }
            Form::Rules(rules) => Self::of(&super::dual::dual_rules(rules).unwrap_or_else(|| rules.clone())),
        }
    }

    /// The file of the certificate that solves the game, if one does.
    pub fn proof(&self) -> Option<String> {
        match &self.set {
            Set::Proved(proved) => Some(answer::file(proved.k)),
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
        let comply = matches!(self.rules.twist, Twist::Comply { .. });
        Ok(self.holds(at, watch)? != comply)
    }

    /// The P-positions (x, y) with left ≤ x < left + width, each as x − left, in order.
    ///
    /// # Errors
    /// As [`Self::is_p`], and when the row has too many of them.
    pub fn p_on_row(&mut self, y: &UBig, left: &UBig, width: u64, watch: &dyn Watch) -> Result<Vec<u64>, SolveError> {
        report(watch, 0, 1)?;
        let here = |x: u64| Position::new(left + x, y.clone());
        let comply = matches!(self.rules.twist, Twist::Comply { .. });
        if comply || matches!(self.set, Set::Steps { .. }) {
            // There may be as many as cells.
            super::memory_needed(width.saturating_mul(8))?;
        }
        if let Set::Steps { .. } = self.set {
            let mut found = Vec::new();
            for x in 0..width {
                if self.is_p(&here(x), watch)? {
                    found.push(x);
                }
            }
            return Ok(found);
        }
        let mut found = Vec::new();
        match &mut self.set {
            Set::Steps { .. } => {}
            Set::Threads(threads) => {
                let most = y.clone().max(left + width);
                for thread in threads {
                    thread.on_row(y, &most, watch, &mut found)?;
                }
            }
            Set::Windows(windows) => found.push(Position::new(windows.partner(y, watch)?, y.clone())),
            Set::Proved(proved) => {
                let column = proved.palaces().column(y, &(left + width), watch)?;
                found.extend(column.iter().map(|at| at.clone().mirrored()));
            }
            Set::Drift(drift) => found.extend(drift.whole_column(y).into_iter().map(Position::mirrored)),
        }
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
        if !self.rules.exists(at) {
            return Ok(false);
        }
        match &mut self.set {
            Set::Steps { k } => Ok(on_steps(*k, at)),
            Set::Threads(threads) => Ok(threads.iter().any(|thread| thread.holds(at))),
            Set::Windows(windows) => {
                let (short, long) = in_order(at);
                Ok(windows.partner(short, watch)? == *long)
            }
            Set::Proved(proved) => Ok(proved.palaces().deviation(at)? < 0),
            Set::Drift(drift) => Ok(drift.outcome(at).is_p()),
        }
    }

    /// The outcomes in a window, run by run.
    fn runs<E: From<SolveError>>(
        &mut self,
        window: &Window<UBig>,
        watch: &dyn Watch,
        sink: &mut impl FnMut(Run<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let columns = window.width.div_ceil(RUN_LENGTH).max(1);
        for row in 0..window.height {
            let y = &window.at.y + row;
            let hole = self.rules.hole.filter(|hole| y < UBig::from(hole.height)).map_or(0, |hole| hole.width);
            for column in 0..columns {
                report(watch, row * columns + column, window.height * columns)?;
                let left = &window.at.x + column * RUN_LENGTH;
                let width = RUN_LENGTH.min(window.width - column * RUN_LENGTH);
                let removed = UBig::from(hole).minus(&left).map_or(0, |cells| u64::try_from(cells).unwrap_or(u64::MAX));
                let mut p = vec![0; in_memory(width)];
                for x in self.p_on_row(&y, &left, width, watch)? {
                    p[in_memory(x)] = 1;
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
        let mut found = Vec::new();
        let width = self.rules.moves.pieces().iter().find_map(|piece| match piece {
            Piece::Bishop { width } => Some(IBig::from(*width)),
            _ => None,
        });
        let diagonal = IBig::from(from.y.clone()) - IBig::from(from.x.clone());
        let band = width.map(|width| (&diagonal - &width + 1)..=(&diagonal + &width - 1));
        // No option has a larger heap.
        let most = in_order(from).1;
        match &mut self.set {
            // Only the lengths of rook moves matter.
            Set::Steps { k } => steps_below(*k, from, &mut found)?,
            Set::Threads(threads) => {
                for thread in threads.iter() {
                    thread.on_column(&from.x, most, watch, &mut found)?;
                    thread.on_row(&from.y, most, watch, &mut found)?;
                    if let Some(band) = &band {
                        thread.on_band(band, most, watch, &mut found)?;
                    }
                }
            }
            Set::Windows(windows) => {
                found.push(Position::new(from.x.clone(), windows.partner(&from.x, watch)?));
                found.push(Position::new(windows.partner(&from.y, watch)?, from.y.clone()));
                if let Some(band) = &band {
                    windows.on_band(band, most, watch, &mut found)?;
                }
            }
            Set::Proved(proved) => {
                found = proved.palaces().options(from, watch)?;
            }
            Set::Drift(drift) => {
                found = drift.whole_column(&from.x);
                found.extend(drift.whole_column(&from.y).into_iter().map(Position::mirrored));
                let (short, long) = in_order(from);
                let diagonal = drift.diagonal(&(long - short)).into_iter();
                found.extend(diagonal.map(|at| if from.x > from.y { at.mirrored() } else { at }));
            }
        }
        found.retain(|to| self.rules.is_option(from, to));
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}

/// The set for a rook with `residues` and a bishop of this width: m, or m·p with a hole.
fn queen(residues: &Residues, width: u64, hole: Option<Hole>, budget: u32, class: &Class) -> Option<Set> {
    let rook = |from| Class::Of(Moves::new(vec![Piece::rook_from(from)]));
    let bishop = Class::Of(Moves::new(vec![Piece::bishop(1)]));
    let k = budget.checked_add(1)?;
    if *residues != Residues::all() {
        let (l, p) = (u64::from(residues_below(residues)?), u64::from(residues.modulus()));
        // docs/THEOREMS.md, Theorem 1.
        return match (hole, budget) {
            (None, 0) if width.is_multiple_of(l) && p.is_multiple_of(l) && (width / l).gcd(p / l) == 1 => {
                pairs(width, u32::try_from(p / l).ok()?)
            }
            _ => None,
        };
    }
    match (hole, budget) {
        // Lar15 Theorem 2.1 (iiia), with x and y exchanged.
        (Some(hole), 0) if hole.width.checked_add(hole.height) == Some(width) => Some(shifted(width, hole.width)),
        (None, 0) => pairs(width, 1),
        (None, 1) if *class == Class::Any && width == 1 => Some(blocking_two()),
        (None, 2) if *class == Class::Any && width == 1 => Some(blocking_three()),
        (None, 6) if *class == Class::Any && width == 1 => Some(Set::Drift(DRIFT.as_ref()?)),
        (None, _) if *class == Class::Any && width == 1 => {
            answer::is_shipped(k).then_some(Set::Proved(Proved { k, palaces: None }))
        }
        (None, _) if *class == bishop => Some(Set::Windows(Windows::new(u32::try_from(width).ok()?, k))),
        // Lar15 Theorem 2.1 (i).
        (None, _) if *class == rook(width) => pairs(width, k),
        _ => None,
    }
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

/// (a_n, b_n) of Lar15 (1) and (2), and their mirror images.
fn pairs(m: u64, p: u32) -> Option<Set> {
    let slope = &phi(m.checked_mul(p.into())?, 1) * &Surd::rational(1, p);
    Some(Set::Threads(both(&Thread::new(slope, Surd::rational(0, 1), m, 0, 0))))
}

/// m×pWN_l, where only the bishop's width w = mp and the hole's width u = ml matter: a_{ip±l} = ⌊(i ± u/w)φ_w⌋ and
/// b_{ip±l} − a_{ip±l} = wi ± u.
fn shifted(w: u64, u: u64) -> Set {
    let slope = phi(w, 1);
    let offset = |u: IBig| &slope * &Surd::rational(u, IBig::from(w));
    let signed = IBig::from(u);
    let lower = Thread::new(slope.clone(), offset(signed.clone()), w, signed.clone(), 0).mirrored();
    let upper = Thread::new(slope.clone(), offset(-&signed), w, -signed, 1);
    Set::Threads(vec![lower, upper])
}

/// Lar11 Theorem 1.1, k = 2: (0,0), {n, 2n+1}, and (2x+2, 2y+2) for the P-positions (x, y) of Wythoff Nim.
fn blocking_two() -> Set {
    let double = Thread { scale: 2, shift: 2, ..Thread::new(phi(1, 1), Surd::rational(0, 1), 1, 0, 0) };
    Set::Threads([vec![origin()], both(&line(1)), both(&double)].concat())
}

/// Lar11 Theorem 1.1, k = 3: (0,0), {n, 2n+1} and {n, 2n+2}.
fn blocking_three() -> Set {
    Set::Threads([vec![origin()], both(&line(1)), both(&line(2))].concat())
}

/// (n, 2n + o), n ≥ 0.
fn line(o: u32) -> Thread {
    Thread::new(Surd::rational(1, 1), Surd::rational(0, 1), 1, o, 0)
}

/// (0,0) alone.
fn origin() -> Thread {
    Thread { last: Some(IBig::ZERO), ..line(0) }
}

fn both(thread: &Thread) -> Vec<Thread> {
    vec![thread.clone(), thread.clone().mirrored()]
}

/// The positions (ca + t, cb + t) with a = ⌊nα + γ⌋ and b = a + sn + o for first ≤ n (≤ last), or these with x and y
/// exchanged; s ≥ 1.
#[derive(Clone)]
struct Thread {
    a: Beatty,
    b: Beatty,
    step: IBig,
    offset: IBig,
    first: IBig,
    last: Option<IBig>,
    scale: u32,
    shift: u32,
    mirrored: bool,
}

impl Thread {
    fn new(alpha: Surd, gamma: Surd, step: u64, offset: impl Into<IBig>, first: u32) -> Self {
        let (step, offset) = (IBig::from(step), offset.into());
        let sequence = |alpha, gamma| Beatty::new(alpha, gamma).expect("slopes are positive and of one field");
        let b = sequence(&alpha + &Surd::from(step.clone()), &gamma + &Surd::from(offset.clone()));
        let a = sequence(alpha, gamma);
        Self { a, b, step, offset, first: first.into(), last: None, scale: 1, shift: 0, mirrored: false }
    }

    fn mirrored(self) -> Self {
        Self { mirrored: true, ..self }
    }

    fn has(&self, n: &IBig) -> bool {
        *n >= self.first && self.last.as_ref().is_none_or(|last| n <= last)
    }

    /// c(sn + o).
    fn difference(&self, n: &IBig) -> IBig {
        (n * &self.step + &self.offset) * self.scale
    }

    /// The position with index n.
    fn at(&self, n: &IBig) -> Option<Exact> {
        let a = self.a.term(n) * self.scale + self.shift;
        let b = &a + self.difference(n);
        let (a, b) = (UBig::try_from(a).ok()?, UBig::try_from(b).ok()?);
        Some(if self.mirrored { Position::new(b, a) } else { Position::new(a, b) })
    }

    fn holds(&self, at: &Exact) -> bool {
        let (a, b) = if self.mirrored { (&at.y, &at.x) } else { (&at.x, &at.y) };
        let difference = IBig::from(b.clone()) - IBig::from(a.clone());
        let (steps, rest) = difference.div_rem_euclid(IBig::from(self.scale));
        let (n, other_rest) = (steps - &self.offset).div_rem_euclid(self.step.clone());
        rest.is_zero() && other_rest.is_zero() && self.has(&n) && self.at(&n).as_ref() == Some(at)
    }

    /// Adds the members with this x and with heaps up to `most`.
    fn on_column(&self, x: &UBig, most: &UBig, watch: &dyn Watch, found: &mut Vec<Exact>) -> Result<(), SolveError> {
        self.with_value(if self.mirrored { &self.b } else { &self.a }, x, most, watch, found)
    }

    /// Adds the members with this y and with heaps up to `most`.
    fn on_row(&self, y: &UBig, most: &UBig, watch: &dyn Watch, found: &mut Vec<Exact>) -> Result<(), SolveError> {
        self.with_value(if self.mirrored { &self.a } else { &self.b }, y, most, watch, found)
    }

    /// Adds the members of which `sequence`, scaled and moved, has this value.
    fn with_value(
        &self,
        sequence: &Beatty,
        value: &UBig,
        most: &UBig,
        watch: &dyn Watch,
        found: &mut Vec<Exact>,
    ) -> Result<(), SolveError> {
        let (value, rest) = (IBig::from(value.clone()) - self.shift).div_rem_euclid(IBig::from(self.scale));
        if !rest.is_zero() {
            return Ok(());
        }
        let indices = sequence.indices_of(&value);
        self.all(&indices.start, &(indices.end - 1), most, watch, found)
    }

    /// Adds the members with y − x in `band` and with heaps up to `most`.
    fn on_band(
        &self,
        band: &RangeInclusive<IBig>,
        most: &UBig,
        watch: &dyn Watch,
        found: &mut Vec<Exact>,
    ) -> Result<(), SolveError> {
        let (low, high) =
            if self.mirrored { (-band.end(), -band.start()) } else { (band.start().clone(), band.end().clone()) };
        // low ≤ c(sn + o) ≤ high.
        let offset = &self.offset * self.scale;
        let (first, last) = (-self.floor(-(low - &offset)), self.floor(high - &offset));
        self.all(&first, &last, most, watch, found)
    }

    /// ⌊number/(cs)⌋.
    fn floor(&self, number: IBig) -> IBig {
        number.div_rem_euclid(&self.step * self.scale).0
    }

    /// Adds the members with these indices and with heaps up to `most`.
    fn all(
        &self,
        first: &IBig,
        last: &IBig,
        most: &UBig,
        watch: &dyn Watch,
        found: &mut Vec<Exact>,
    ) -> Result<(), SolveError> {
        let first = first.max(&self.first);
        // c(sn + o) is at most the larger heap.
        let furthest = self.floor(IBig::from(most.clone()) - &self.offset * self.scale);
        let last = self.last.as_ref().map_or(last, |end| last.min(end)).min(&furthest);
        let Ok(count) = UBig::try_from(last - first + 1) else { return Ok(()) };
        let count = listed(&count, most)?;
        for done in 0..count {
            report(watch, done, count)?;
            found.extend(self.at(&(first + done)));
        }
        Ok(())
    }
}

/// Refuses to list too many positions with heaps up to `most`.
fn listed(count: &UBig, most: &UBig) -> Result<u64, SolveError> {
    let limit = LINE_LIMIT.min(LINE_BITS_LIMIT / (most.bit_len() as u64 + 1));
    match u64::try_from(count) {
        Ok(count) if count <= limit => Ok(count),
        _ => Err(SolveError::LineTooLong { count: count.clone(), limit }),
    }
}

/// Whether |y − x| < k with y − x ≡ k − 1 (mod 2), or x + y < k.
fn on_steps(k: u32, at: &Exact) -> bool {
    let (short, long) = in_order(at);
    let difference = long - short;
    let even_steps = (&difference + k) % 2_u8 == 1;
    (difference < UBig::from(k) && even_steps) || short + long < UBig::from(k)
}

/// Adds the members of [`Set::Steps`] on the column and on the row of `from` that are below it.
fn steps_below(k: u32, from: &Exact, found: &mut Vec<Exact>) -> Result<(), SolveError> {
    let mut along = |fixed: &UBig, moving: &UBig, position: fn(UBig, UBig) -> Exact| {
        // Up to `fixed` + k − 1; those with x + y < k, or with the differences k − 1, k − 3, …, 1 − k.
        let end = moving.clone().min(fixed + k);
        let start = fixed.minus(&UBig::from(k)).unwrap_or(UBig::ZERO);
        let Some(count) = end.minus(&start) else { return Ok(()) };
        listed(&count, moving)?;
        let mut value = start;
        while value < end {
            let candidate = position(fixed.clone(), value.clone());
            found.extend(on_steps(k, &candidate).then_some(candidate));
            value += 1_u8;
        }
        Ok::<_, SolveError>(())
    };
    along(&from.x, &from.y, Position::new)?;
    along(&from.y, &from.x, |y, x| Position::new(x, y))
}

/// The pairs of `diagonal-blocking:m,p`, with what was found already.
pub(crate) struct Windows {
    m: u32,
    p: u32,
    pairs: Pairs,
    found: FxHashMap<UBig, Found>,
}

impl Windows {
    pub(crate) fn new(m: u32, p: u32) -> Self {
        Self { m, p, pairs: Pairs::new(m, p), found: FxHashMap::default() }
    }

    /// Where `number` stands.
    pub(crate) fn find(&mut self, number: &UBig, watch: &dyn Watch) -> Result<Found, SolveError> {
        if let Some(found) = self.found.get(number) {
            return Ok(found.clone());
        }
        let found = self.pairs.find(number, watch)?;
        self.found.insert(number.clone(), found.clone());
        Ok(found)
    }

    /// The other number of the pair that holds `number`: each column has exactly one member.
    pub(crate) fn partner(&mut self, number: &UBig, watch: &dyn Watch) -> Result<UBig, SolveError> {
        Ok(self.find(number, watch)?.partner)
    }

    /// The (a_n, b_n) with m⌊n/p⌋ = difference and with heaps up to `most`, in order.
    pub(crate) fn on_diagonal(
        &mut self,
        difference: &UBig,
        most: &UBig,
        watch: &dyn Watch,
    ) -> Result<Vec<Exact>, SolveError> {
        let (quotient, rest) = difference.div_rem(self.m);
        let first = quotient * self.p;
        // a_n ≥ n.
        let Some(room) = most.minus(&first).filter(|_| rest == 0) else { return Ok(Vec::new()) };
        let count = listed(&(room + 1_u8).min(self.p.into()), most)?;
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let stretch = self.pairs.a(&first, count, watch)?;
        let mut members = Vec::with_capacity(count);
        for (place, a) in stretch.values().enumerate() {
            let (index, b) = (&first + place, &a + difference);
            if index >= UBig::from(self.p) {
                self.found.insert(b.clone(), Found { side: Side::B, index: index.clone(), partner: a.clone() });
            }
            self.found.insert(a.clone(), Found { side: Side::A, index, partner: b.clone() });
            members.push(Position::new(a, b));
        }
        Ok(members)
    }

    /// Adds the members with y − x in `band`, which is narrower than 2m, so that it holds at most two multiples of m.
    fn on_band(
        &mut self,
        band: &RangeInclusive<IBig>,
        most: &UBig,
        watch: &dyn Watch,
        found: &mut Vec<Exact>,
    ) -> Result<(), SolveError> {
        let m = IBig::from(self.m);
        let mut difference = -((-band.start()).div_rem_euclid(m.clone()).0) * &m;
        while difference <= *band.end() {
            let upper = difference >= IBig::ZERO;
            let members = self.on_diagonal(&difference.clone().unsigned_abs(), most, watch)?;
            found.extend(members.into_iter().map(|member| if upper { member } else { member.mirrored() }));
            difference += &m;
        }
        Ok(())
    }
}

/// The theorem on W^7; its finite part is proved when it is first asked for.
static DRIFT: LazyLock<Option<Drift>> = LazyLock::new(prove_drift);

/// W^k by its certificate, which is read and checked when it is first needed.
struct Proved {
    k: u32,
    palaces: Option<Palaces<'static>>,
}

impl Proved {
    fn palaces(&mut self) -> &mut Palaces<'static> {
        let solution = || Solution::shipped(self.k).expect("only such k are proved");
        self.palaces.get_or_insert_with(|| Palaces::new(solution()))
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
    super::cells_needed(Some(window.width), Some(window.height), 1)?;
    let mut closed = Closed::starts(game).ok_or(SolveError::NoFormula)?;
    match game.blocking_k().filter(|k| answer::is_shipped(*k)) {
        Some(k) if values != Values::Outcome || closed.proof().is_some() => {
            proved_runs(k, window, values, watch, &mut sink)
        }
        _ if values != Values::Outcome => Err(SolveError::OnlyOutcomes { engine: Engine::Closed }.into()),
        _ => closed.runs(window, watch, &mut sink),
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
    let mut palaces = Palaces::new(Solution::shipped(k).ok_or(SolveError::NoFormula)?);
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
            let mut numbers = palaces.deviations(&Area { at, size, shift: 0 }).map_err(SolveError::from)?;
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
