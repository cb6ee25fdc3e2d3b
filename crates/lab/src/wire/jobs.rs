//! Long work.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Standing {
    Queued,
    Running,
    Done,
    Failed,
    Cancelled,
    /// Stopped with the server; what is finished is kept, and the rest goes on at the next start.
    Parked,
}

/// What a job does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Work {
    Grow,
    Check,
    Errata,
}

/// Long work.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Job")]
pub(crate) struct Report {
    pub(crate) id: String,
    pub(crate) kind: Work,
    pub(crate) title: String,
    /// What it works on: a game, or the id of checks; empty where its kind says all.
    pub(crate) subject: String,
    pub(crate) state: Standing,
    pub(crate) done: u64,
    pub(crate) total: u64,
    pub(crate) detail: String,
    /// What came out.
    pub(crate) result: Value,
    pub(crate) error: Option<String>,
}

/// Every job.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Jobs {
    pub(crate) jobs: Vec<Report>,
}

/// A job that has begun.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Started {
    pub(crate) job: Report,
}
