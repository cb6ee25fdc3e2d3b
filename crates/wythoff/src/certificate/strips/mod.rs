//! Certificates of strips: W^k all of whose palaces keep to strips of bounded width, the innermost of which a finite
//! machine writes (docs/STRIPS.md). [`verify`] checks one and shares no code with what finds it ([`crate::proof`]);
//! [`answer`] has what follows at any size, where the columns of the machine have types that repeat themselves, or
//! repeat themselves.

pub mod answer;
mod cycle;
mod levels;
pub mod stream;
mod types;
mod verify;
mod way;

use dashu_int::UBig;
use dashu_int::ops::Gcd;
use serde::{Deserialize, Serialize};

use crate::exact::Surd;

pub use verify::{Inner, Step, Strip, Strips, WORK_LIMIT, Window, verify};

/// The first entry of every certificate of strips.
pub const FORMAT: &str = "wythoff strips 1";

/// A proof that the palaces of W^k keep to strips, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StripsFile {
    /// [`FORMAT`].
    pub format: String,
    /// The game.
    pub k: u32,
    /// X: the column with which the machine starts.
    pub column: u32,
    /// R: the row with which its frame begins there.
    pub frame: u32,
    /// a: the least number of palaces in a finished row.
    pub row: u32,
    /// g: the least number of palaces on a finished diagonal.
    pub diagonal: u32,
    /// e: how many finished rows the machine keeps in sight.
    pub keep: u32,
    /// The strips beyond that of the machine, the nearest first.
    pub strips: Vec<StripFile>,
    /// For each state of the language its letters, and where they lead.
    pub language: Vec<Vec<[u32; 2]>>,
}

impl StripsFile {
    /// The certificate as JSON, on one line.
    ///
    /// # Panics
    /// Never: it holds numbers and strings only.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers and strings have a JSON form")
    }
}

/// A strip that repeats itself, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StripFile {
    /// p and q: its frame rises by p rows in q columns.
    pub slope: [u32; 2],
    /// c: in column x its frame begins with row ⌊px/q⌋ − c.
    pub offset: u32,
    /// How many palaces it has in each column.
    pub palaces: u32,
    /// After so many columns it repeats itself.
    pub period: u32,
    /// How many palaces it and those beyond leave in the rows y, by y modulo the length of the list.
    pub rows: Vec<u32>,
    /// The same for diagonals.
    pub diagonals: Vec<u32>,
}

/// What strips prove, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Theorem {
    /// The palaces of W^k keep to these strips.
    pub k: u32,
    /// From this column on.
    pub column: u32,
    /// The strip of the machine.
    pub inner: InnerStrip,
    /// The others, the nearest first.
    pub strips: Vec<OuterStrip>,
    /// How many states the machine has with its reader and its writer.
    pub states: usize,
    /// How many states its language has.
    pub language: usize,
    /// How many types its columns have, where they repeat themselves: then W^k is solved at any size.
    pub types: Option<usize>,
}

/// The strip of the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InnerStrip {
    /// The fewest and the most palaces of a column.
    pub palaces: [u32; 2],
    /// All of them lie in so many rows.
    pub rows: u32,
    /// The line from which they keep a bounded distance, where it is known.
    pub slope: Option<String>,
    /// How many windows the machine has.
    pub windows: usize,
    /// After so many columns it repeats itself, if it can read one word only: then W^k is solved at any size, too.
    pub period: Option<usize>,
}

/// A strip that repeats itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OuterStrip {
    /// The slope of its line.
    pub slope: String,
    /// The palaces of a column.
    pub palaces: u32,
    /// It repeats itself after so many columns.
    pub period: u32,
    /// All palaces of a column lie in so many rows.
    pub rows: u32,
}

impl Theorem {
    /// What the strips say.
    pub fn of(proof: &Strips) -> Self {
        let quotient = |p: u32, q: u32| if q == 1 { p.to_string() } else { format!("{p}/{q}") };
        let inner = proof.inner();
        let level = proof.level();
        let cycle = cycle::Cycle::new(proof);
        let slope = cycle.as_ref().map(cycle::Cycle::slope).or_else(|| proof.slope());
        Self {
            k: proof.k(),
            column: proof.column(),
            inner: InnerStrip {
                palaces: [level - inner.letters().1, level - inner.letters().0],
                rows: inner.width(),
                slope: slope.map(|slope| slope.to_string()),
                windows: inner.windows(),
                period: cycle.map(|cycle| cycle.period()),
            },
            strips: proof
                .strips()
                .iter()
                .map(|strip| OuterStrip {
                    slope: quotient(strip.slope().0, strip.slope().1),
                    palaces: strip.palaces(),
                    period: strip.period(),
                    rows: strip.width(),
                })
                .collect(),
            states: inner.states(),
            language: inner.language(),
            types: types::Types::find(proof).map(|types| types.all.len()),
        }
    }
}

impl Theorem {
    /// Each strip in words.
    pub fn lines(&self) -> Vec<String> {
        let InnerStrip { palaces: [least, most], rows, slope, period, .. } = &self.inner;
        let palaces = if least == most { format!("{least}") } else { format!("{least} to {most}") };
        let line = slope.as_ref().map_or("moving on by at least a row a column".to_owned(), |slope| {
            format!("at a bounded distance from the line y = αx, α = {slope}")
        });
        let repeats = period.map_or(String::new(), |period| format!(", the same every {period} columns"));
        let inner = format!("{palaces} palaces in {rows} rows, {line}{repeats}: written by a machine");
        let outer = self.strips.iter().map(|OuterStrip { slope, palaces, period, rows }| {
            format!("{palaces} palaces in {rows} rows along y = αx, α = {slope}, the same every {period} columns")
        });
        std::iter::once(inner).chain(outer).collect()
    }
}

/// σ, the slope of the strip of a balanced machine, from κ = top/bottom: the positive solution of σ² = κσ + 1.
fn slope_from(top: &UBig, bottom: &UBig) -> Surd {
    let common = top.gcd(bottom);
    let (top, bottom) = (top / &common, bottom / common);
    let mut square = top.sqr() + bottom.sqr() * 4_u8;
    // Small squares come out of the root, for people.
    let mut factor = UBig::ONE;
    for prime in (2_u8..100).filter(|n| (2..*n).all(|d| n % d != 0)) {
        while (&square % (u16::from(prime) * u16::from(prime))) == 0 {
            square /= u16::from(prime) * u16::from(prime);
            factor *= prime;
        }
    }
    Surd::new(top, factor, square, bottom * 2_u8)
}
