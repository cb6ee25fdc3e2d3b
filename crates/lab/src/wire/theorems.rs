//! What the papers state, and what searches have found.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wythoff::Position;
use wythoff::theorems::text::Text;
use wythoff::theorems::{self, Expect, Finding};

/// What a search found.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Report {
    #[serde(flatten)]
    pub(crate) search: theorems::Report,
    /// `range` and `detail` with formulas in TeX between dollars; in `detail` a cell of a board is `⟦(x,y)|game⟧` or
    /// `⟦words|game|(x,y)⟧`.
    pub(crate) range_tex: String,
    pub(crate) detail_tex: String,
    /// Where the counterexample lies, if it is a cell of a board.
    pub(crate) board: Option<Drawing>,
    pub(crate) finding: Finding,
    pub(crate) bound: u64,
    pub(crate) seconds: f64,
}

/// All papers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Papers {
    pub(crate) papers: Vec<Paper>,
}

/// A paper.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Paper {
    pub(crate) key: &'static str,
    pub(crate) authors: &'static str,
    pub(crate) title: &'static str,
    pub(crate) checks: Vec<Check>,
}

/// A check.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Check {
    pub(crate) id: &'static str,
    pub(crate) source: &'static str,
    pub(crate) statement: Text,
    /// The statement with its formulas in TeX, between dollars.
    pub(crate) tex: String,
    #[serde(flatten)]
    pub(crate) expect: Expect,
    /// 0: the statement is finite.
    pub(crate) bound: u64,
    /// The theorems checked by Coq that prove it, if there are any.
    pub(crate) formal: &'static [&'static str],
    pub(crate) report: Option<Report>,
}

/// How far to search.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Bound {
    /// The side of boards or the number of terms; each check has its own unless given.
    #[schemars(range(min = 1))]
    pub(crate) bound: Option<u64>,
}

/// All misprints.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Errata {
    pub(crate) errata: Vec<Erratum>,
    /// The job that runs them.
    pub(crate) running: Option<String>,
}

/// A misprint.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Erratum {
    pub(crate) paper: &'static str,
    pub(crate) source: &'static str,
    pub(crate) printed: Statement,
    /// As it holds.
    pub(crate) corrected: Option<Statement>,
    pub(crate) report: Option<Report>,
    pub(crate) corrected_report: Option<Report>,
}

/// A statement.
#[derive(Serialize, JsonSchema)]
#[expect(clippy::struct_field_names, reason = "the interface has had this name from the first")]
pub(crate) struct Statement {
    pub(crate) id: &'static str,
    pub(crate) statement: Text,
    /// The statement with its formulas in TeX, between dollars.
    pub(crate) tex: String,
}

/// Cells of a board.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct Drawing {
    pub(crate) game: String,
    pub(crate) cells: Vec<Position>,
}
