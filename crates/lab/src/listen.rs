//! Jobs over HTTP: events as they happen.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use tokio::sync::OwnedSemaphorePermit;

use crate::ask::InPath;
use crate::guard::Streamed;
use crate::jobs::Job;
use crate::lab::{Answer, Lab};
use crate::limits;
use crate::problem::Problem;
use crate::wire::jobs::Report;

/// At most so often a job is heard of.
const PACE: Duration = Duration::from_millis(200);

fn listener(lab: &Lab) -> Result<OwnedSemaphorePermit, Problem> {
    Arc::clone(&lab.places.listeners).try_acquire_owned().map_err(|_| {
        let message = format!("{} listeners are connected, the limit", limits::LISTENERS);
        Problem::busy("connections", limits::LISTENERS, message)
    })
}

fn event(report: &Report) -> Event {
    let name = if report.is_over() { "end" } else { "progress" };
    Event::default().event(name).json_data(report).unwrap_or_default()
}

fn streamed(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    let events = Sse::new(events).keep_alive(KeepAlive::new().interval(Duration::from_secs(15)));
    (Extension(Streamed), events).into_response()
}

/// Somebody who listens to one job, and what he has heard last.
struct JobEar {
    job: Arc<Job>,
    last: Option<Report>,
    _permit: OwnedSemaphorePermit,
}

/// Somebody who listens to all jobs.
struct LabEar {
    lab: Arc<Lab>,
    last: HashMap<String, Report>,
    _permit: OwnedSemaphorePermit,
}

pub(crate) async fn of_job(State(lab): State<Arc<Lab>>, InPath(id): InPath<String>) -> Answer {
    let job = lab.jobs.get(&id)?;
    let permit = listener(&lab)?;
    let ear = JobEar { job, last: None, _permit: permit };
    let events = stream::unfold(ear, |mut ear| async move {
        if ear.last.as_ref().is_some_and(Report::is_over) {
            return None;
        }
        loop {
            let report = ear.job.report();
            if ear.last.as_ref() != Some(&report) {
                let event = event(&report);
                ear.last = Some(report);
                return Some((Ok(event), ear));
            }
            tokio::time::sleep(PACE).await;
        }
    });
    Ok(streamed(events))
}

pub(crate) async fn of_all(State(lab): State<Arc<Lab>>) -> Answer {
    let permit = listener(&lab)?;
    let ear = LabEar { lab, last: HashMap::new(), _permit: permit };
    let events = stream::unfold(ear, |mut ear| async move {
        loop {
            let reports: Vec<Report> = ear.lab.jobs.all().into_iter().rev().map(|job| job.report()).collect();
            // Jobs that are forgotten are forgotten here, too.
            ear.last.retain(|id, _| reports.iter().any(|report| report.id == *id));
            if let Some(report) = reports.into_iter().find(|report| ear.last.get(&report.id) != Some(report)) {
                let event = event(&report);
                ear.last.insert(report.id.clone(), report);
                return Some((Ok(event), ear));
            }
            tokio::time::sleep(PACE).await;
        }
    });
    Ok(streamed(events))
}
