//! What the papers state, each statement as a function that tries to refute it.
//!
//! A [`Check`] searches a finite range for a counterexample. That it finds none is reported as `verified` *for that
//! range*, never as `true`. A statement that is misprinted has two checks: the printed form, which is expected to fail,
//! and the corrected form. A question that the papers leave open has a check that expects nothing.
//!
//! One folder per paper, in it a file per section; each holds a list `CHECKS` in the order of the text, and the
//! functions that search. What several papers need is in `tools`, what Lar13 and Lar09 share in `diagonal`; the papers'
//! tables are in [`printed`](crate::printed). A statement is a [`text`] with formulas. [`errata`] makes the list of
//! misprints from the reports.

mod cln15;
mod diagonal;
pub mod errata;
mod lar09;
mod lar11;
mod lar13;
mod lar15;
pub mod text;
mod tools;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::Serialize;

use self::text::Text;
use crate::solve::SolveError;
use crate::watch::Watch;

/// A statement, and the function that tries to refute it.
#[derive(Clone, Copy)]
pub struct Check {
    /// Its name: the paper's key and the place, `Lar11.Prop1.2.ii`; the printed form of a misprint ends in `.printed`.
    pub id: &'static str,
    /// Where it stands, for people: `Lar11, Proposition 1.2 (ii)`.
    pub source: &'static str,
    /// What it says, in a sentence.
    pub statement: Text,
    /// What is expected of it.
    pub expect: Expect,
    /// How far it is checked unless a bound is given: the side of boards or the number of terms; 0 when the statement
    /// is finite, and a bound plays no part.
    pub bound: u64,
    /// Searches up to `scope.bound()` for a counterexample.
    pub run: fn(&Scope) -> Result<Evidence, SolveError>,
}

/// What is expected of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "expected", rename_all = "kebab-case")]
pub enum Expect {
    /// No counterexample: a theorem, a table that is right, a corrected form.
    Holds,
    /// A counterexample: it is misprinted, and the check with this id has the corrected form.
    Fails {
        /// The id of the corrected form.
        corrected: &'static str,
    },
    /// Nothing is known.
    Open,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// What was searched, as a [`Text`]: `$m, p ≤ 6$, boards 80×80`.
    pub range: String,
    /// The first counterexample, in a sentence with marks as in a [`Text`]; `None` when there is none in the range.
    pub counterexample: Option<String>,
    /// What else is worth saying: extreme values met, where they are; often empty.
    pub note: String,
}

impl Evidence {
    /// A search of `range` with this result.
    pub fn new(range: impl Into<String>, counterexample: Option<String>) -> Self {
        Self { range: range.into(), counterexample, note: String::new() }
    }

    /// The same with a remark.
    #[must_use]
    pub fn with_note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }
}

/// How far to search, and whether to go on.
pub struct Scope<'s> {
    bound: u64,
    stop: &'s AtomicBool,
}

impl Scope<'_> {
    /// The side of boards, or the number of terms.
    pub fn bound(&self) -> u64 {
        self.bound
    }

    /// To be asked often in long searches.
    ///
    /// # Errors
    /// `Interrupted` when the search is to stop.
    pub fn go_on(&self) -> Result<(), SolveError> {
        if self.stop.load(Ordering::Relaxed) { Err(SolveError::Interrupted) } else { Ok(()) }
    }
}

/// Engines ask a scope whether to go on.
impl Watch for Scope<'_> {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        if self.go_on().is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// What became of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// No counterexample in the range.
    Verified,
    /// There is one.
    Counterexample,
    /// Interrupted, or too large.
    NotRun,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Verified => "verified",
            Self::Counterexample => "counterexample",
            Self::NotRun => "not-run",
        })
    }
}

/// A check's result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// The check's id.
    pub id: &'static str,
    /// Where the statement stands.
    pub source: &'static str,
    /// What it says.
    pub statement: Text,
    /// What is expected of it.
    #[serde(flatten)]
    pub expect: Expect,
    /// The result.
    pub verdict: Verdict,
    /// What was searched.
    pub range: Text<String>,
    /// The first counterexample, remarks, or why it was not run.
    pub detail: Text<String>,
    /// Whether this is not what was expected of the statement.
    pub unexpected: bool,
}

/// What a report means, seen with what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// No counterexample in the range, as expected.
    Verified,
    /// A misprint, and its counterexample.
    Misprint,
    /// A misprint whose counterexample lies beyond a bound that is smaller than the check's own.
    Unreached,
    /// A question that is open, whatever was found in the range.
    Open,
    /// Not what was expected.
    Unexpected,
    /// Interrupted, or the bound is too large.
    NotRun,
}

impl Report {
    /// The key of its paper.
    pub fn key(&self) -> &'static str {
        self.id.split_once('.').map_or(self.id, |(key, _)| key)
    }

    /// What the report means.
    pub fn finding(&self) -> Finding {
        match (self.verdict, self.expect) {
            _ if self.unexpected => Finding::Unexpected,
            (Verdict::NotRun, _) => Finding::NotRun,
            (_, Expect::Open) => Finding::Open,
            (Verdict::Counterexample, _) => Finding::Misprint,
            (Verdict::Verified, Expect::Fails { .. }) => Finding::Unreached,
            (Verdict::Verified, Expect::Holds) => Finding::Verified,
        }
    }
}

impl Check {
    /// Whether `name` is the id or whole parts of its beginning, in any case: `lar15.table3` names
    /// `Lar15.Table3.printed`, and not `Lar15.Table30`.
    pub fn is_named(&self, name: &str) -> bool {
        beginnings(self.id).any(|beginning| beginning.eq_ignore_ascii_case(name))
    }

    /// Runs the check up to its own bound, or up to `bound`.
    pub fn report(&self, bound: Option<u64>, stop: &AtomicBool) -> Report {
        let scope = Scope { bound: bound.unwrap_or(self.bound), stop };
        let result = scope.go_on().and_then(|()| (self.run)(&scope));
        let (verdict, range, detail) = match result {
            Ok(Evidence { range, counterexample: Some(counterexample), note }) => {
                let detail = if note.is_empty() { counterexample } else { format!("{counterexample} {note}") };
                (Verdict::Counterexample, range, detail)
            }
            Ok(Evidence { range, counterexample: None, note }) => (Verdict::Verified, range, note),
            Err(error) => (Verdict::NotRun, String::new(), error.to_string()),
        };
        let unexpected = match (self.expect, verdict) {
            (Expect::Holds, Verdict::Counterexample) => true,
            // A shorter search may end before the counterexample.
            (Expect::Fails { .. }, Verdict::Verified) => scope.bound >= self.bound,
            // A larger search may be too large.
            (_, Verdict::NotRun) => scope.bound <= self.bound && scope.go_on().is_ok(),
            _ => false,
        };
        let Self { id, source, statement, expect, .. } = *self;
        Report { id, source, statement, expect, verdict, range: Text(range), detail: Text(detail), unexpected }
    }
}

/// `Lar11`, `Lar11.Prop1`, `Lar11.Prop1.2` and `Lar11.Prop1.2.ii` of the last.
fn beginnings(id: &'static str) -> impl Iterator<Item = &'static str> {
    id.match_indices('.').map(|(end, _)| &id[..end]).chain([id])
}

/// A paper, and the checks of its statements in the order of the text.
pub struct Paper {
    /// Its key: the first part of its checks' ids.
    pub key: &'static str,
    /// Who wrote it.
    pub authors: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What it states, section by section.
    pub sections: &'static [&'static [Check]],
}

impl Paper {
    /// What it states, in the order of the text.
    pub fn checks(&self) -> impl Iterator<Item = &'static Check> {
        self.sections.iter().copied().flatten()
    }
}

/// The papers.
pub const PAPERS: &[Paper] = &[
    Paper { key: "Lar13", authors: "U. Larsson", title: "Imitation Nim", sections: lar13::SECTIONS },
    Paper {
        key: "CLN15",
        authors: "M. Cook, U. Larsson, T. Neary",
        title: "A Cellular Automaton for Blocking Queen Games",
        sections: cln15::SECTIONS,
    },
    Paper {
        key: "Lar15",
        authors: "U. Larsson",
        title: "Restrictions of m-Wythoff Nim and p-complementary Beatty sequences",
        sections: lar15::SECTIONS,
    },
    Paper {
        key: "Lar09",
        authors: "U. Larsson",
        title: "2-pile Nim with a restricted number of move-size imitations",
        sections: lar09::SECTIONS,
    },
    Paper { key: "Lar11", authors: "U. Larsson", title: "Blocking Wythoff Nim", sections: lar11::SECTIONS },
];

/// Every check, paper by paper.
pub fn all() -> impl Iterator<Item = &'static Check> {
    PAPERS.iter().flat_map(Paper::checks)
}

/// A name that no check has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no check called `{name}`")]
pub struct UnknownCheck {
    /// What was asked for.
    pub name: String,
    /// Names that look like it, the likeliest first.
    pub near: Vec<&'static str>,
}

/// The checks that are [named](Check::is_named) by any of `names`, each once, paper by paper; all checks when there are
/// no names.
///
/// # Errors
/// `UnknownCheck` for the first name that names none.
pub fn select<S: AsRef<str>>(names: &[S]) -> Result<Vec<&'static Check>, UnknownCheck> {
    let unknown = names.iter().map(AsRef::as_ref).find(|name| !all().any(|check| check.is_named(name)));
    if let Some(name) = unknown {
        return Err(UnknownCheck { name: name.to_owned(), near: near(name) });
    }
    Ok(all().filter(|check| names.is_empty() || names.iter().any(|name| check.is_named(name.as_ref()))).collect())
}

/// What can be written for a check and is not far from `name`.
fn near(name: &str) -> Vec<&'static str> {
    const MOST: usize = 3;
    const LONGEST: usize = 64;
    // A text much longer than any name is no misspelt name.
    if name.len() > LONGEST {
        return Vec::new();
    }
    let name = name.to_ascii_lowercase();
    let mut near: Vec<(usize, &str)> = all()
        .flat_map(|check| beginnings(check.id))
        .map(|known| (strsim::damerau_levenshtein(&known.to_ascii_lowercase(), &name), known))
        .filter(|(distance, known)| *distance <= (known.len() / 4).max(1))
        .collect();
    near.sort_unstable();
    near.dedup();
    near.truncate(MOST);
    near.into_iter().map(|(_, known)| known).collect()
}

/// Runs `checks` on all cores, in the given order as far as there are cores, and hands each report to `done` as it
/// comes. Once `stop` is set, the checks that are not finished are reported as not run.
pub fn run(
    checks: &[&'static Check],
    bound: Option<u64>,
    stop: &AtomicBool,
    done: impl Fn(&Report) + Sync,
) -> Vec<Report> {
    let report = |check: &&'static Check| {
        let report = check.report(bound, stop);
        done(&report);
        report
    };
    checks.par_iter().with_max_len(1).map(report).collect()
}
