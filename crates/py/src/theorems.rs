//! What the papers state, checked; proofs for the infinite board, found and checked.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use serde_json::{Value, json};
use wythoff::certificate::answer::{AnswerError, Palaces, Solution};
use wythoff::certificate::slopes::{self, Theorem};
use wythoff::certificate::verify::verify;
use wythoff::certificate::{self, drift_events};
use wythoff::engine::blocks::Numeration;
use wythoff::proof::{self, Candidates, search, smallest};
use wythoff::theorems::{self, Check, Report, errata};
use wythoff::{Outcome, Position, Watch, formal};

use crate::errors::Failure;
use crate::integers::{natural, natural_u64, to_python};
use crate::work;

impl From<AnswerError> for Failure {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::Interrupted => Self::Interrupted,
            AnswerError::TooLarge { .. } => Self::Memory(error.to_string()),
            error @ AnswerError::Area { .. } => Self::refused(error),
        }
    }
}

/// Every check, as JSON.
#[pyfunction]
pub(crate) fn checks() -> String {
    let document = |check: &'static Check| {
        let Check { id, source, statement, expect, bound, .. } = check;
        let bound = (*bound > 0).then_some(bound);
        let mut document = json!(expect);
        for (key, value) in [
            ("id", json!(id)),
            ("source", json!(source)),
            ("statement", json!(statement)),
            ("bound", json!(bound)),
            ("formal", json!(formal::of_check(id))),
        ] {
            document[key] = value;
        }
        document
    };
    theorems::all().map(document).collect::<Value>().to_string()
}

/// Sets a flag at the end, whatever happens.
struct AtTheEnd<'f>(&'f AtomicBool);

impl Drop for AtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs checks, which ask a flag whether to go on, under a watch.
fn run_checks(
    checks: &[&'static Check],
    bound: Option<u64>,
    watch: &(dyn Watch + Sync),
) -> Result<Vec<Report>, Failure> {
    const TICK: Duration = Duration::from_millis(20);
    let (stop, is_over, done) = (AtomicBool::new(false), AtomicBool::new(false), AtomicU64::new(0));
    let reports = thread::scope(|scope| {
        let asking = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                if watch.progress(done.load(Ordering::Relaxed), checks.len() as u64).is_break() {
                    stop.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(TICK);
            }
        });
        let end = AtTheEnd(&is_over);
        let reports = theorems::run(checks, bound, &stop, |_| {
            done.fetch_add(1, Ordering::Relaxed);
        });
        drop(end);
        asking.thread().unpark();
        reports
    });
    if stop.into_inner() { Err(Failure::Interrupted) } else { Ok(reports) }
}

fn as_json(reports: &[Report]) -> String {
    let document = |report: &Report| {
        let mut document = json!(report);
        document["finding"] = json!(report.finding());
        document
    };
    reports.iter().map(document).collect::<Value>().to_string()
}

/// The reports of the checks that are named, by an id or its beginning, and of those with one of the `ids`; of all
/// checks where there are none of both. As JSON.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "it is how arguments come from Python")]
pub(crate) fn check(
    py: Python<'_>,
    names: Vec<String>,
    ids: Vec<String>,
    bound: Option<&Bound<'_, PyAny>>,
) -> Result<String, Failure> {
    let bound = bound.map(|bound| natural_u64("bound", bound)).transpose()?;
    if bound == Some(0) {
        return Err(Failure::Refused("bound is 1 or more, not 0".to_owned()));
    }
    let named = theorems::select(&names).map_err(|error| {
        let near: Vec<String> = error.near.iter().map(|name| format!("`{name}`")).collect();
        let hint = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) };
        Failure::Refused(format!("{error}{hint}"))
    })?;
    let is_named = |check: &Check| {
        let is_by_name = (!names.is_empty() || ids.is_empty()) && named.iter().any(|named| named.id == check.id);
        is_by_name || ids.iter().any(|id| id == check.id)
    };
    let checks: Vec<&'static Check> = theorems::all().filter(|check| is_named(check)).collect();
    Ok(as_json(&work::run(py, |watch| run_checks(&checks, bound, watch))?))
}

/// The reports of the errors in print and of their corrections, and the page that is made of them.
#[pyfunction]
pub(crate) fn errata_reports(py: Python<'_>) -> Result<(String, String), Failure> {
    let reports = work::run(py, |watch| run_checks(&errata::checks(), None, watch))?;
    Ok((as_json(&reports), errata::markdown(&reports)))
}

/// How a certificate was looked for, and the one that was found.
#[pyfunction]
pub(crate) fn prove(
    py: Python<'_>,
    k: &Bound<'_, PyAny>,
    numeration: &str,
    lengths: Option<Vec<Bound<'_, PyAny>>>,
    rules: &Bound<'_, PyAny>,
) -> Result<(String, Option<String>), Failure> {
    /// The most rules that an attempt may have.
    const MOST_RULES: u64 = 1 << 22;
    let (k, rules) = (natural_u64("k", k)?, natural_u64("rules", rules)?);
    if k == 0 {
        return Err(Failure::Refused("k is 1 or more, not 0".to_owned()));
    }
    if !(1..=MOST_RULES).contains(&rules) {
        return Err(Failure::Refused(format!("rules is from 1 to {MOST_RULES}, not {rules}")));
    }
    let lengths = lengths.map(|lengths| lengths.iter().map(|length| natural_u64("a length", length)).collect());
    let plan = match (numeration, lengths.transpose()?) {
        ("auto", None) => Candidates::Auto,
        ("auto", Some(_)) => {
            return Err(Failure::Refused("lengths are those of one numeration: name it, too".to_owned()));
        }
        (name, lengths) => {
            let numeration: Numeration = name.parse().map_err(Failure::refused)?;
            match lengths {
                None => Candidates::Numeration(numeration),
                Some(lengths) => Candidates::Exact(numeration.with_lengths(lengths).map_err(Failure::refused)?),
            }
        }
    };
    let rules = usize::try_from(rules).map_err(Failure::refused)?;
    work::run(py, |watch| {
        let attempts = search(k, plan, rules, watch)?;
        let certificate = smallest(&attempts).map(certificate::CertificateFile::to_json);
        if let Some(certificate) = &certificate {
            verify(certificate).map_err(|error| {
                Failure::Refused(format!("a certificate was found, but the checker does not accept it: {error}"))
            })?;
        }
        Ok::<_, Failure>((proof::json(k, &attempts).to_string(), certificate))
    })
}

/// What follows from a certificate that was checked.
#[pyclass(frozen, module = "wythoff._wythoff")]
pub(crate) struct Proved {
    solution: Solution,
}

/// Checks a certificate: what it proves, as JSON.
#[pyfunction]
pub(crate) fn verified(py: Python<'_>, certificate: &[u8]) -> Result<(String, Proved), Failure> {
    work::run(py, |_| {
        let certificate = verify(certificate).map_err(Failure::refused)?;
        let threads = slopes::threads(&certificate);
        let theorem = json!(Theorem::of(&certificate, threads)).to_string();
        Ok::<_, Failure>((theorem, Proved { solution: Solution::new(certificate) }))
    })
}

#[pymethods]
impl Proved {
    /// The palace number minus k.
    fn deviation(&self, py: Python<'_>, x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>) -> Result<i64, Failure> {
        let at = Position { x: natural("x", x)?, y: natural("y", y)? };
        work::run(py, |_| Palaces::new(&self.solution).deviation(&at))
    }

    /// How many palaces there are with x, y < side.
    fn palaces<'py>(&self, py: Python<'py>, side: &Bound<'_, PyAny>) -> Result<Bound<'py, PyAny>, Failure> {
        let side = natural("side", side)?;
        let count = work::run(py, |_| Palaces::new(&self.solution).in_square(&side))?;
        Ok(to_python(py, &count)?)
    }
}

/// W^7, by its own theorem.
#[pyclass(frozen, module = "wythoff._wythoff")]
pub(crate) struct Drift {
    drift: certificate::Drift,
}

#[pymethods]
impl Drift {
    #[new]
    fn new(py: Python<'_>) -> Result<Self, Failure> {
        let drift = py.detach(certificate::prove_drift);
        let drift = drift.ok_or_else(|| Failure::Refused("a claim of the proof that W^7 drifts fails".to_owned()))?;
        Ok(Self { drift })
    }

    /// The column from which on the theorem is proved.
    #[staticmethod]
    fn proved_from() -> u32 {
        certificate::DRIFT_FROM
    }

    /// The rows y ≥ x of the P-positions of column x.
    fn column<'py>(&self, py: Python<'py>, x: &Bound<'_, PyAny>) -> Result<Vec<Bound<'py, PyAny>>, Failure> {
        let x = natural("x", x)?;
        let rows = py.detach(|| self.drift.column(&x));
        Ok(rows.iter().map(|y| to_python(py, y)).collect::<PyResult<_>>()?)
    }

    fn is_p(&self, py: Python<'_>, x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>) -> Result<bool, Failure> {
        let at = Position { x: natural("x", x)?, y: natural("y", y)? };
        Ok(py.detach(|| self.drift.outcome(&at)) == Outcome::P)
    }

    /// The first events.
    #[staticmethod]
    fn events<'py>(py: Python<'py>, count: &Bound<'_, PyAny>) -> Result<Vec<Bound<'py, PyAny>>, Failure> {
        const MOST: u64 = 1 << 14;
        let count = natural_u64("count", count)?;
        if count > MOST {
            return Err(Failure::Refused(format!("count is at most {MOST}, not {count}: events grow by 5/2 each")));
        }
        let count = usize::try_from(count).map_err(Failure::refused)?;
        Ok(drift_events().take(count).map(|event| to_python(py, &event)).collect::<PyResult<_>>()?)
    }
}
