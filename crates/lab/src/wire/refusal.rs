//! Why a request is refused.

use schemars::JsonSchema;
use serde::Serialize;

use super::Integer;

/// Why a request is refused.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Error")]
pub(crate) struct Refusal {
    pub(crate) error: Reason,
}

/// The reason.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Reason {
    pub(crate) code: Code,
    /// A sentence for people.
    pub(crate) message: String,
    /// The limit that was hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<&'static str>,
    /// How much the limit allows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) most: Option<Integer>,
    /// The index of the illegal action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) action: Option<usize>,
    /// Which bytes of the text that was sent are wrong, from the first to one after the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<[usize; 2]>,
}

/// A word for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub(crate) enum Code {
    BadGame,
    BadNumber,
    BadRequest,
    ForbiddenHost,
    ForbiddenOrigin,
    NotFound,
    NotReady,
    Limit,
    Busy,
    Timeout,
    Rules,
    MethodNotAllowed,
    Unsupported,
    Internal,
}
