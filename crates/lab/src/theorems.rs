//! The papers' statements: what they say, what the last search found, and searches as jobs.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};
use wythoff::theorems::{self, Check, Expect, PAPERS, Verdict, errata};
use wythoff::{Game, formal};

use crate::ask::{InBody, InPath};
use crate::cache::lock;
use crate::clock::Instant;
use crate::jobs::Job;
use crate::lab::{Answer, Lab};
use crate::limits;
use crate::problem::Problem;
use crate::wire::jobs::{Standing, Started, Work};
use crate::wire::theorems::{self as wire, Bound, Drawing, Errata, Erratum, Paper, Papers, Report, Statement};
use crate::wire::{answer, answer_with};

/// The last report of each check, and the desks at which checks are run.
#[derive(Default)]
pub(crate) struct Reports {
    last: Mutex<BTreeMap<&'static str, Report>>,
    at_work: Mutex<usize>,
    desk_is_free: Condvar,
}

impl Reports {
    fn last(&self, id: &str) -> Option<Report> {
        lock(&self.last).get(id).cloned()
    }

    /// Waits for a desk; `false` when the job is stopped before.
    fn sit_down(&self, job: &Job) -> bool {
        let mut at_work = lock(&self.at_work);
        while *at_work >= limits::CHECKS_AT_ONCE {
            let pause = Duration::from_millis(200);
            at_work = self.desk_is_free.wait_timeout(at_work, pause).unwrap_or_else(PoisonError::into_inner).0;
            if job.is_stopped() {
                return false;
            }
        }
        *at_work += 1;
        true
    }

    fn stand_up(&self) {
        *lock(&self.at_work) -= 1;
        self.desk_is_free.notify_one();
    }

    /// Runs a check and keeps its report.
    fn run(&self, check: &'static Check, bound: Option<u64>, job: &Job) -> Report {
        let since = Instant::now();
        let report = check.report(bound, job.stop());
        let found = Report {
            finding: report.finding(),
            bound: bound.unwrap_or(check.bound),
            seconds: since.elapsed().as_secs_f64(),
            range_tex: report.range.tex(),
            detail_tex: report.detail.tex(),
            board: drawn(&report),
            search: report,
        };
        #[cfg(target_family = "wasm")]
        crate::module::tell(check.id, &found);
        if !job.is_stopped() {
            lock(&self.last).insert(check.id, found.clone());
        }
        found
    }
}

pub(crate) async fn list(State(lab): State<Arc<Lab>>) -> Answer {
    let check = |check: &Check| wire::Check {
        id: check.id,
        source: check.source,
        statement: check.statement,
        tex: check.statement.tex(),
        expect: check.expect,
        bound: check.bound,
        formal: formal::of_check(check.id),
        report: lab.reports.last(check.id),
    };
    let paper = |paper: &theorems::Paper| Paper {
        key: paper.key,
        authors: paper.authors,
        title: paper.title,
        checks: paper.checks().map(check).collect(),
    };
    Ok(answer(Papers { papers: PAPERS.iter().map(paper).collect() }))
}

pub(crate) async fn run(
    State(lab): State<Arc<Lab>>,
    InPath(id): InPath<String>,
    InBody(Bound { bound }): InBody<Bound>,
) -> Answer {
    if bound == Some(0) {
        return Err(Problem::bad_number("bound is a whole number, 1 or more"));
    }
    let checks = theorems::select(&[&id]).map_err(|error| {
        let near = if error.near.is_empty() { String::new() } else { format!("; perhaps {}", error.near.join(" or ")) };
        Problem::not_found(format!("there is no such check{near}"))
    })?;
    for check in &checks {
        fits(check, bound)?;
    }
    let title = match checks.as_slice() {
        [check] => format!("checking {}", check.id),
        checks => format!("checking {id}: {} statements", checks.len()),
    };
    started(&lab, Work::Check, id, title, move |lab, job| search(lab, job, &checks, bound))
}

/// Refuses a bound that is too large here. A finite statement takes any: it plays no part.
fn fits(check: &Check, bound: Option<u64>) -> Result<(), Problem> {
    let most = check.bound.saturating_mul(limits::BOUND_TIMES);
    if check.bound == 0 || bound.is_none_or(|bound| bound <= most) {
        return Ok(());
    }
    Err(Problem::limit("bound", most, format!("{} is checked up to {most}", check.id)))
}

pub(crate) async fn run_errata(State(lab): State<Arc<Lab>>, InBody(_): InBody<Value>) -> Answer {
    let title = "checking the misprints".to_owned();
    started(&lab, Work::Errata, String::new(), title, |lab, job| search(lab, job, &errata::checks(), None))
}

/// Begins a job that waits for a core, then works. If it panics, it has failed, and nothing else has.
fn started(
    lab: &Arc<Lab>,
    kind: Work,
    subject: String,
    title: String,
    work: impl FnOnce(&Lab, &Job) -> Value + Send + 'static,
) -> Answer {
    let job = lab.jobs.begin(kind, subject, title)?;
    let (lab, begun) = (Arc::clone(lab), Arc::clone(&job));
    let run = move || {
        if !lab.reports.sit_down(&job) {
            return job.end(Standing::Cancelled, Value::Null, None);
        }
        let work = catch_unwind(AssertUnwindSafe(|| work(&lab, &job)));
        lab.reports.stand_up();
        match work {
            Ok(result) if !job.is_stopped() => job.end(Standing::Done, result, None),
            Ok(result) => job.end(Standing::Cancelled, result, None),
            Err(_) => job.end(Standing::Failed, Value::Null, Some("the check failed unexpectedly".to_owned())),
        }
    };
    // A module has one thread: it answers when all is done, and tells on the way how far it is.
    #[cfg(target_family = "wasm")]
    run();
    let report = begun.report();
    #[cfg(not(target_family = "wasm"))]
    std::thread::spawn(run);
    Ok(answer_with(StatusCode::ACCEPTED, Started { job: report }))
}

fn search(lab: &Lab, job: &Job, checks: &[&'static Check], bound: Option<u64>) -> Value {
    let mut reports = Vec::new();
    for (done, check) in checks.iter().enumerate() {
        job.progress(done as u64, checks.len() as u64, check.id);
        reports.push(lab.reports.run(check, bound, job));
    }
    job.progress(checks.len() as u64, checks.len() as u64, "");
    if let [report] = reports.as_slice() { json!(report) } else { json!(reports) }
}

pub(crate) async fn list_errata(State(lab): State<Arc<Lab>>) -> Answer {
    let mut list = Vec::new();
    for paper in PAPERS {
        for check in paper.checks() {
            let Expect::Fails { corrected } = check.expect else { continue };
            let right = theorems::all().find(|other| other.id == corrected);
            list.push(Erratum {
                paper: paper.key,
                source: check.source,
                printed: statement_of(check),
                corrected: right.map(statement_of),
                report: lab.reports.last(check.id),
                corrected_report: lab.reports.last(corrected),
            });
        }
    }
    let jobs = lab.jobs.all().into_iter().map(|job| job.report());
    let running = jobs.into_iter().find(|job| job.kind == Work::Errata && !job.is_over()).map(|job| job.id);
    Ok(answer(Errata { errata: list, running }))
}

fn statement_of(check: &Check) -> Statement {
    Statement { id: check.id, statement: check.statement, tex: check.statement.tex() }
}

/// The board on which a counterexample lies, where its sentence names a cell.
fn drawn(report: &theorems::Report) -> Option<Drawing> {
    let cells = report.detail.cells();
    let (game, _) = cells.first().filter(|_| report.verdict == Verdict::Counterexample)?;
    // A link has one spelling of a game, the notation's.
    let name = game.parse::<Game>().ok()?.to_string();
    Some(Drawing { game: name, cells: cells.iter().filter(|(of, _)| of == game).map(|(_, at)| *at).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::Config;
    use crate::wire::refusal::Code;

    /// Work that panics fails, with its place at the table given back; work before and after it does not.
    #[tokio::test]
    async fn a_panic_fails_its_own_job_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let lab =
            Lab::open(&Config { store: folder.path().to_owned(), budget: 1 << 26, atlas: None, boards: Vec::new() })
                .expect("a store");
        for turn in 0..3 * limits::CHECKS_AT_ONCE {
            let is_bad = turn % 2 == 0;
            let work = move |_: &Lab, _: &Job| if is_bad { panic!("on purpose") } else { json!("well") };
            started(&lab, Work::Check, String::new(), format!("turn {turn}"), work).expect("a job");
        }
        let ours = || lab.jobs.all().into_iter().map(|job| job.report()).filter(|job| job.kind == Work::Check);
        while !ours().all(|job| job.is_over()) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let count = |state| ours().filter(|job| job.state == state).count();
        let half = 3 * limits::CHECKS_AT_ONCE / 2;
        assert_eq!((count(Standing::Failed), count(Standing::Done)), (half, half));
        // The same for an answer that is not a job.
        let bad = lab.work(|_, _| -> Result<(), Problem> { panic!("on purpose") }).await;
        assert_eq!(bad.map_err(|problem| problem.code), Err(Code::Internal));
        assert!(matches!(lab.work(|_, _| Ok(7)).await, Ok(7)));
        lab.park();
    }
}
