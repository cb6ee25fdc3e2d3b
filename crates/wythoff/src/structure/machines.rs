//! Threads as machines: how many states a thread goes through, and what it reads and writes.
//!
//! A column of W^k is written thread by thread, from the diagonal outwards. What a thread writes depends on its window
//! (`threads/states.rs`), on how many palaces the column has before, and on what the threads beyond have left in the
//! rows and on the diagonals that the window reaches. If there are finitely many windows, the thread is a finite
//! machine. Here they are counted; that is a measurement, and no proof that no others come later.
//!
//! The *word* of W^k is h(0), h(1), …: h(x) is the number of palaces in row x left of the diagonal, what column x reads
//! first. Its *complexity* is the number of different factors of each length.

use std::collections::BTreeSet;
use std::fmt;

use rustc_hash::FxHashSet;
use serde_json::{Value, json};

use super::threads::{self, States, Table, Threads, settled};
use crate::solve::SolveError;
use crate::watch::Watch;

pub use super::threads::{AHEAD, MOST_STATES};

/// Factors of the word are counted up to this length.
pub const LONGEST_FACTOR: usize = 16;

/// What the numbers of states say. Of several threads the greatest verdict counts: one that grows is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// None came after a quarter of the columns.
    Finite,
    /// Few came after a quarter of the columns, and after the half at most half as many as before it.
    PerhapsFinite,
    /// They grow slowly, by less than a quarter while the columns double: so does a logarithm.
    GrowingSlowly,
    /// They were not counted from before a quarter of the columns.
    Unknown,
    /// They grow faster, as a power of the columns does.
    Growing,
}

impl Verdict {
    /// By integers alone.
    pub fn of(states: &States) -> Self {
        let (quarter, half, all) = match (states.counts, states.is_full) {
            ([Some(quarter), Some(half), Some(all)], false) => (quarter, half, all),
            (_, true) => return Self::Growing,
            _ => return Self::Unknown,
        };
        let (before, after) = (half - quarter, all - half);
        if before + after == 0 {
            Self::Finite
        } else if after * 2 <= before && after * 16 <= all {
            Self::PerhapsFinite
        } else if after * 4 <= half {
            Self::GrowingSlowly
        } else {
            Self::Growing
        }
    }

    /// The one of this name; what is none is unknown.
    pub(super) fn named(name: &Value) -> Self {
        let all = [Self::Finite, Self::PerhapsFinite, Self::GrowingSlowly, Self::Growing];
        all.into_iter().find(|verdict| *name == verdict.name()).unwrap_or(Self::Unknown)
    }

    /// The name that is written in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Finite => "finite",
            Self::PerhapsFinite => "perhaps-finite",
            Self::GrowingSlowly => "growing-slowly",
            Self::Growing => "growing",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Finite => "finite, as far as seen: no new state since a quarter of the columns",
            Self::PerhapsFinite => "perhaps finite: few new states, and fewer and fewer",
            Self::GrowingSlowly => "growing slowly: by less than a quarter while the columns double",
            Self::Growing => "growing: by a quarter or more while the columns double",
            Self::Unknown => "too few columns to say",
        })
    }
}

/// If the states grow like a power of the columns, its exponent as the last doubling shows it: for printing.
#[allow(clippy::cast_precision_loss, reason = "for printing")]
pub fn exponent(states: &States) -> Option<f64> {
    let [_, half, all] = states.counts;
    (Verdict::of(states) == Verdict::Growing).then_some((all? as f64 / half? as f64).log2())
}

/// The machines of W^k.
#[derive(Clone, Debug)]
pub struct Machines {
    /// The threads; each part has its states.
    pub threads: Threads,
    /// The different letters of the word, from where the threads have settled.
    pub letters: Vec<u16>,
    /// How many factors of the lengths 1, 2, … the word has.
    pub complexity: Vec<u64>,
}

/// The fewest columns for W^k: so that threads have settled in an eighth of them.
pub const fn fewest_columns(k: u64) -> u64 {
    settled(k).saturating_mul(8)
}

/// The machines of W^k, as its first columns show them.
///
/// ```
/// use wythoff::structure::machines::{Verdict, measure};
/// let found = measure(11, 40_000, wythoff::UNWATCHED)?;
/// let states = found.threads.threads[0].parts[0].states.as_ref().expect("counted");
/// assert_eq!((states.counts, Verdict::of(states)), ([Some(7); 3], Verdict::Finite));
/// # Ok::<(), wythoff::SolveError>(())
/// ```
///
/// # Errors
/// When there are fewer columns than [`fewest_columns`]; as [`threads::measure`].
pub fn measure(k: u64, columns: u64, watch: &dyn Watch) -> Result<Machines, SolveError> {
    if columns < fewest_columns(k) {
        return Err(SolveError::Unsupported(
            "threads have settled only after 32k columns, and 4096: ask for eight times as many",
        ));
    }
    let (threads, word) = threads::measure_machines(k, columns, watch)?;
    let settled = usize::try_from(settled(k)).unwrap_or(usize::MAX);
    let word = word.get(settled..).unwrap_or_default();
    let letters: BTreeSet<u16> = word.iter().copied().collect();
    Ok(Machines { threads, letters: letters.into_iter().collect(), complexity: complexity(word) })
}

/// How many different factors of the lengths 1, 2, … a word has.
fn complexity(word: &[u16]) -> Vec<u64> {
    let factors = |length| word.windows(length).collect::<FxHashSet<&[u16]>>().len() as u64;
    (1..=LONGEST_FACTOR).map(factors).collect()
}

impl Machines {
    /// If the complexity grows like a power of the length, its exponent between the lengths 8 and 16: for printing.
    #[allow(clippy::cast_precision_loss, reason = "for printing")]
    pub fn complexity_exponent(&self) -> Option<f64> {
        let [half, all] = [LONGEST_FACTOR / 2, LONGEST_FACTOR].map(|length| self.complexity.get(length - 1).copied());
        Some((all? as f64 / half? as f64).log2())
    }

    /// One JSON document.
    pub fn json(&self) -> Value {
        let Self { threads, letters, complexity } = self;
        json!({
            "k": threads.k,
            "columns": threads.columns,
            "word": { "letters": letters, "complexity": complexity, "exponent": self.complexity_exponent() },
            "threads": all(threads).map(|(slope, states)| {
                let mut value = summary(slope, states);
                value["exponent"] = exponent(states).into();
                value["longest"] = json!({ "rows": states.longest[0], "diagonals": states.longest[1] });
                value["table"] = states.table.as_ref().map_or(Value::Null, table);
                value
            }).collect::<Vec<_>>(),
        })
    }
}

/// What a record says: the states of each thread, from the diagonal outwards; threads of one slope may be several.
pub fn record(threads: &Threads) -> Value {
    all(threads).map(|(slope, states)| summary(slope, states)).collect::<Vec<_>>().into()
}

/// Each thread's slope and states.
fn all(threads: &Threads) -> impl Iterator<Item = (f64, &States)> {
    let parts = threads.threads.iter().flat_map(|thread| thread.parts.iter().map(|part| (thread.shown_slope(), part)));
    parts.filter_map(|(slope, part)| Some((slope, part.states.as_ref()?)))
}

fn summary(slope: f64, states: &States) -> Value {
    json!({
        "slope": slope,
        "from": states.from,
        "states": states.counts,
        "more": states.is_full,
        "verdict": Verdict::of(states).name(),
    })
}

fn table(table: &Table) -> Value {
    let windows = table
        .windows
        .iter()
        .map(|window| json!({ "rows": window.rows, "diagonals": window.diagonals, "offset": window.offset }));
    let steps = table.steps.iter().map(|(step, count)| {
        json!({
            "from": step.from,
            "reads": step.reads,
            "rows": step.rows,
            "diagonals": step.diagonals,
            "palaces": step.palaces,
            "writes": step.writes,
            "to": step.to,
            "count": count,
        })
    });
    json!({
        "deterministic": table.is_deterministic(),
        "windows": windows.collect::<Vec<_>>(),
        "steps": steps.collect::<Vec<_>>(),
    })
}
