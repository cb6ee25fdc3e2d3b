//! What strips know: palaces and palace numbers of W^k at heaps of any size, where the columns of the machine have
//! types that repeat themselves, or repeat themselves (docs/STRIPS.md, sections 6 and 7).

use std::sync::OnceLock;

use dashu_int::UBig;

use super::cycle::Cycle;
use super::levels::Tower;
use super::types::Types;
use super::verify::{Step, Strip, Strips, verify};
use super::way::{Measure, Place, Way};
use crate::certificate::answer::AnswerError;
use crate::certificate::columns::{Columns, Frame, Lines};
use crate::position::Tokens;
use crate::watch::Watch;

/// The strips that are part of the library, by k.
const SHIPPED: [(u32, &str); 25] = [
    (5, include_str!("../../../proofs/strips/k005.json")),
    (7, include_str!("../../../proofs/strips/k007.json")),
    (12, include_str!("../../../proofs/strips/k012.json")),
    (15, include_str!("../../../proofs/strips/k015.json")),
    (18, include_str!("../../../proofs/strips/k018.json")),
    (19, include_str!("../../../proofs/strips/k019.json")),
    (32, include_str!("../../../proofs/strips/k032.json")),
    (36, include_str!("../../../proofs/strips/k036.json")),
    (37, include_str!("../../../proofs/strips/k037.json")),
    (43, include_str!("../../../proofs/strips/k043.json")),
    (44, include_str!("../../../proofs/strips/k044.json")),
    (47, include_str!("../../../proofs/strips/k047.json")),
    (48, include_str!("../../../proofs/strips/k048.json")),
    (51, include_str!("../../../proofs/strips/k051.json")),
    (54, include_str!("../../../proofs/strips/k054.json")),
    (55, include_str!("../../../proofs/strips/k055.json")),
    (58, include_str!("../../../proofs/strips/k058.json")),
    (66, include_str!("../../../proofs/strips/k066.json")),
    (69, include_str!("../../../proofs/strips/k069.json")),
    (73, include_str!("../../../proofs/strips/k073.json")),
    (77, include_str!("../../../proofs/strips/k077.json")),
    (108, include_str!("../../../proofs/strips/k108.json")),
    (430, include_str!("../../../proofs/strips/k430.json")),
    (448, include_str!("../../../proofs/strips/k448.json")),
    (477, include_str!("../../../proofs/strips/k477.json")),
];

/// Those of them for which the slopes of all strips are proved: they are balanced, or all of them repeat themselves.
const WITH_SLOPES: [u32; 15] = [5, 12, 15, 19, 32, 37, 48, 55, 66, 73, 77, 108, 430, 448, 477];

/// Those of them whose columns repeat themselves, or have types that do.
const SOLVED: [u32; 6] = [32, 73, 108, 430, 448, 477];

/// Those that Coq has not checked: what their strips leave repeats itself after ten thousands of rows, or they begin
/// that far out, and Coq's lists are slow.
const NOT_FORMAL: [u32; 5] = [32, 108, 430, 448, 477];

static SOLUTIONS: [OnceLock<Solution>; SOLVED.len()] = [const { OnceLock::new() }; SOLVED.len()];

/// The k with strips in the library.
pub fn shipped() -> impl Iterator<Item = u32> {
    SHIPPED.into_iter().map(|(k, _)| k)
}

/// The k for which they prove all slopes.
pub fn with_slopes() -> impl Iterator<Item = u32> {
    WITH_SLOPES.into_iter()
}

/// The k that they solve at any size.
pub fn solved() -> impl Iterator<Item = u32> {
    SOLVED.into_iter()
}

/// Whether strips of the library solve W^k at any size.
pub fn is_solved(k: u32) -> bool {
    SOLVED.contains(&k)
}

/// Whether Coq has checked the strips of W^k.
pub fn is_formal(k: u32) -> bool {
    shipped().any(|shipped| shipped == k) && !NOT_FORMAL.contains(&k)
}

/// The name of the file with the strips of W^k.
pub fn file(k: u32) -> String {
    format!("proofs/strips/k{k:03}.json")
}

/// What stands in that file.
pub fn text(k: u32) -> Option<&'static str> {
    SHIPPED.into_iter().find(|&(shipped, _)| shipped == k).map(|(_, text)| text)
}

/// Strips, ready to be asked.
///
/// ```
/// use wythoff::Position;
/// use wythoff::certificate::Columns;
/// use wythoff::certificate::strips::answer::Solution;
/// use wythoff::exact::UBig;
///
/// let solution = Solution::shipped(73).expect("W^73 is solved");
/// let far = Position::new(UBig::from(10_u8).pow(100), UBig::from(10_u8).pow(101));
/// assert!(solution.deviation(&far, wythoff::UNWATCHED)? >= 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solution {
    strips: Strips,
    way: Box<dyn Way>,
    /// The upper palaces in the columns before each of those before X, and before X.
    before: Vec<u64>,
}

impl Solution {
    /// What the strips know; `None` if their columns neither repeat themselves, nor have types that do (or too many).
    pub fn new(strips: Strips) -> Option<Self> {
        let by_cycle = || Cycle::new(&strips).map(|cycle| Box::new(cycle) as Box<dyn Way>);
        let by_types = || Some(Box::new(Tower::new(Types::find(&strips)?, strips.column())) as Box<dyn Way>);
        let way = by_cycle().or_else(by_types)?;
        let mut before = vec![0];
        for palaces in strips.first_columns() {
            before.push(before[before.len() - 1] + palaces.len() as u64);
        }
        Some(Self { strips, way, before })
    }

    /// The solution of W^k by strips of the library, which are checked when it is first asked for.
    ///
    /// # Panics
    /// When the certificate is not valid, or its columns do not repeat themselves; the tests check them all.
    pub fn shipped(k: u32) -> Option<&'static Self> {
        let index = SOLVED.iter().position(|&solved| solved == k)?;
        let solution = || {
            let strips = verify(text(k)?).expect("shipped certificates are valid");
            Self::new(strips)
        };
        Some(SOLUTIONS[index].get_or_init(|| solution().expect("what is solved repeats itself")))
    }

    /// The strips.
    pub fn strips(&self) -> &Strips {
        &self.strips
    }

    fn step(&self, place: &Place) -> &Step {
        &self.strips.inner().steps()[&self.way.look(place)]
    }

    /// The palaces of a strip in column x ≥ X, in rows counted from its frame.
    fn in_column<'a>(&self, strip: &'a Strip, x: &UBig) -> &'a [u32] {
        let phase = (x - self.strips.column()) % strip.period();
        &strip.columns()[phase as usize]
    }

    /// The x of the upper palaces on these lines, those with y = x left out when they are rows.
    fn lines(&self, lines: Lines<'_>, measure: Measure, watch: &dyn Watch) -> Result<Vec<Vec<UBig>>, AnswerError> {
        let mut found = lines.in_first_columns(self.strips.first_columns());
        for strip in self.strips.strips() {
            let frame = frame(strip);
            let (low, length) = frame.columns(self.strips.column(), strip.width(), lines);
            for x in (0..length).map(|index| &low + index) {
                add(&mut found, lines.through(&x, frame.row_at(&x)), self.in_column(strip, &x), &x);
            }
        }
        // The machine: from the last column all of whose palaces are before these lines.
        let reached = lines.from.minus(&UBig::from(self.strips.inner().width()));
        let mut place = self.way.last(measure, &reached.unwrap_or(UBig::ZERO), watch)?;
        let mut line = lines.through(&place.x, place.row.clone());
        let mut x = place.x.clone();
        while usize::try_from(line).map_or(true, |line| line < lines.count) {
            let step = self.step(&place);
            add(&mut found, line, &step.palaces, &x);
            line = line.checked_add_unsigned(step.written.len() - lines.slant as usize).expect("lines are near");
            self.way.advance(&mut place);
            x += 1_u8;
        }
        for xs in &mut found {
            xs.sort_unstable();
        }
        Ok(found)
    }
}

/// The frame of a strip that repeats itself. Its slope is above 1, since its frame at X is beyond X.
fn frame(strip: &Strip) -> Frame {
    Frame { slope: strip.slope(), offset: strip.offset() }
}

/// Adds the palaces of column x, whose frame is on this line.
fn add(found: &mut [Vec<UBig>], line: isize, palaces: &[u32], x: &UBig) {
    for place in palaces {
        let at = line.checked_add_unsigned(*place as usize);
        let xs = at.and_then(|at| found.get_mut(usize::try_from(at).ok()?));
        if let Some(xs) = xs {
            xs.push(x.clone());
        }
    }
}

impl Columns for Solution {
    fn k(&self) -> u32 {
        self.strips.k()
    }

    fn column(&self, x: &UBig, watch: &dyn Watch) -> Result<Vec<UBig>, AnswerError> {
        if let Some(first) = usize::try_from(x).ok().and_then(|x| self.strips.first_columns().get(x)) {
            return Ok(first.iter().map(|y| UBig::from(*y)).collect());
        }
        let place = self.way.last(Measure::Column, x, watch)?;
        let mut column: Vec<UBig> = self.step(&place).palaces.iter().map(|more| &place.row + *more).collect();
        for strip in self.strips.strips() {
            let row = frame(strip).row_at(x);
            column.extend(self.in_column(strip, x).iter().map(|more| &row + *more));
        }
        Ok(column)
    }

    fn upper_before(&self, x: &UBig, watch: &dyn Watch) -> Result<UBig, AnswerError> {
        if let Some(count) = usize::try_from(x).ok().and_then(|x| self.before.get(x)) {
            return Ok((*count).into());
        }
        // A column has k − h upper palaces.
        let place = self.way.last(Measure::Column, x, watch)?;
        let more = (x - self.strips.column()) * self.strips.k() - self.way.read_before(&place);
        Ok(more + self.before[self.before.len() - 1])
    }

    fn rows(&self, y: &UBig, count: usize, watch: &dyn Watch) -> Result<Vec<Vec<UBig>>, AnswerError> {
        self.lines(Lines { from: y, count, slant: 0 }, Measure::Row, watch)
    }

    fn diagonals(&self, d: &UBig, count: usize, watch: &dyn Watch) -> Result<Vec<Vec<UBig>>, AnswerError> {
        self.lines(Lines { from: d, count, slant: 1 }, Measure::Diagonal, watch)
    }
}
