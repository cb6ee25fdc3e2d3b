//! Long work: what is being done, how far it is, and how to stop it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;

use crate::cache::lock;
use crate::limits;
use crate::problem::Problem;
use crate::wire::jobs::{Report, Standing, Work};

impl Standing {
    fn is_over(self) -> bool {
        !matches!(self, Self::Queued | Self::Running)
    }
}

impl Report {
    pub(crate) fn is_over(&self) -> bool {
        self.state.is_over()
    }
}

/// Long work.
pub(crate) struct Job {
    report: Mutex<Report>,
    stop: AtomicBool,
}

impl Job {
    pub(crate) fn report(&self) -> Report {
        lock(&self.report).clone()
    }

    pub(crate) fn id(&self) -> String {
        lock(&self.report).id.clone()
    }

    /// Set once the job is to stop.
    pub(crate) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Asks the job to stop; nothing happens when it is over.
    pub(crate) fn cancel(&self) {
        self.stop.store(true, Ordering::Relaxed);
        let mut report = lock(&self.report);
        if report.state == Standing::Queued {
            report.state = Standing::Cancelled;
        }
    }

    pub(crate) fn progress(&self, done: u64, total: u64, detail: impl Into<String>) {
        let mut report = lock(&self.report);
        if !report.is_over() {
            (report.state, report.done, report.total, report.detail) = (Standing::Running, done, total, detail.into());
            #[cfg(target_family = "wasm")]
            crate::module::tell("job", &*report);
        }
    }

    pub(crate) fn end(&self, state: Standing, result: Value, error: Option<String>) {
        let mut report = lock(&self.report);
        if !report.is_over() {
            (report.state, report.result, report.error) = (state, result, error);
            #[cfg(target_family = "wasm")]
            crate::module::tell("job", &*report);
        }
    }
}

/// All jobs of this session.
#[derive(Default)]
pub(crate) struct Jobs {
    next: AtomicU64,
    list: Mutex<VecDeque<Arc<Job>>>,
}

impl Jobs {
    /// A new job; it waits until somebody works on it.
    pub(crate) fn begin(&self, kind: Work, subject: String, title: String) -> Result<Arc<Job>, Problem> {
        let mut list = lock(&self.list);
        if list.iter().filter(|job| !job.report().is_over()).count() >= limits::JOBS {
            let message = format!("{} jobs are at work or wait, the limit; cancel one or wait", limits::JOBS);
            return Err(Problem::busy("jobs", limits::JOBS, message));
        }
        let id = (self.next.fetch_add(1, Ordering::Relaxed) + 1).to_string();
        let report = Report {
            id,
            kind,
            title,
            subject,
            state: Standing::Queued,
            done: 0,
            total: 1,
            detail: String::new(),
            result: Value::Null,
            error: None,
        };
        let job = Arc::new(Job { report: Mutex::new(report), stop: AtomicBool::new(false) });
        list.push_front(Arc::clone(&job));
        while list.len() > limits::JOBS_REMEMBERED {
            let Some(oldest) = list.iter().rposition(|job| job.report().is_over()) else { break };
            list.remove(oldest);
        }
        Ok(job)
    }

    /// Every job, the newest first.
    pub(crate) fn all(&self) -> Vec<Arc<Job>> {
        lock(&self.list).iter().cloned().collect()
    }

    pub(crate) fn get(&self, id: &str) -> Result<Arc<Job>, Problem> {
        let found = self.all().into_iter().find(|job| job.id() == id);
        found.ok_or_else(|| Problem::not_found("there is no such job; it may have been forgotten"))
    }

    pub(crate) fn unfinished(&self) -> usize {
        self.all().iter().filter(|job| !job.report().is_over()).count()
    }
}
