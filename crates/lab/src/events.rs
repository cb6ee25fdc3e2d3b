//! Jobs over HTTP: reports, and cancelling.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::ask::{InPath, InQuery};
use crate::jobs::Job;
use crate::lab::{Answer, Lab};
use crate::wire::answer;
use crate::wire::jobs::{Jobs, Report};

/// What of the jobs is listed.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct ListQuery {
    /// `false` leaves out what came of them: short enough to be asked for often.
    #[serde(default = "with_results")]
    results: bool,
}

fn with_results() -> bool {
    true
}

pub(crate) async fn list(State(lab): State<Arc<Lab>>, InQuery(ListQuery { results }): InQuery<ListQuery>) -> Response {
    let report = |job: &Arc<Job>| if results { job.report() } else { Report { result: Value::Null, ..job.report() } };
    answer(Jobs { jobs: lab.jobs.all().iter().map(report).collect() })
}

pub(crate) async fn one(State(lab): State<Arc<Lab>>, InPath(id): InPath<String>) -> Answer {
    Ok(answer(lab.jobs.get(&id)?.report()))
}

pub(crate) async fn cancel(State(lab): State<Arc<Lab>>, InPath(id): InPath<String>) -> Answer {
    let job = lab.jobs.get(&id)?;
    job.cancel();
    Ok(answer(job.report()))
}
