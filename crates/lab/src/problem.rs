//! Why a request is refused, in words and in JSON.

use std::ops::Range;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use wythoff::strategy::{AskError, SumSolveError};
use wythoff::{NotationError, PositionError, SolveError, SumError, UnknownName};

use crate::wire::refusal::{Code, Reason, Refusal};
use crate::wire::{Integer, answer_with};

/// A refusal: a status, a word for programs, a sentence for people.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) status: StatusCode,
    pub(crate) code: Code,
    pub(crate) message: String,
    /// The limit that was hit, and how much it allows.
    pub(crate) limit: Option<(&'static str, Option<u64>)>,
    /// The illegal action of a match.
    pub(crate) action: Option<usize>,
    /// Which bytes of a text are wrong.
    pub(crate) place: Option<Range<usize>>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, code: Code, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), limit: None, action: None, place: None }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, Code::BadRequest, message)
    }

    pub(crate) fn bad_number(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, Code::BadNumber, message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, Code::NotFound, message)
    }

    pub(crate) fn not_ready(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, Code::NotReady, message)
    }

    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, Code::Unsupported, message)
    }

    pub(crate) fn rules(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, Code::Rules, message)
    }

    pub(crate) fn wrong_method() -> Self {
        let message = "this address does not take this method; /api/openapi.json lists what it takes";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, Code::MethodNotAllowed, message)
    }

    /// More than `most` of something was asked for.
    pub(crate) fn limit(limit: &'static str, most: u64, message: impl Into<String>) -> Self {
        Self { limit: Some((limit, Some(most))), ..Self::new(StatusCode::PAYLOAD_TOO_LARGE, Code::Limit, message) }
    }

    /// Too much at the same time.
    pub(crate) fn busy(limit: &'static str, most: usize, message: impl Into<String>) -> Self {
        let problem = Self::new(StatusCode::TOO_MANY_REQUESTS, Code::Busy, message);
        Self { limit: Some((limit, Some(most as u64))), ..problem }
    }

    pub(crate) fn timeout(seconds: u64) -> Self {
        let message = format!("this takes longer than {seconds} seconds, the limit for one answer");
        let problem = Self::new(StatusCode::REQUEST_TIMEOUT, Code::Timeout, message);
        Self { limit: Some(("time", Some(seconds))), ..problem }
    }

    /// Something is wrong with the program; the client can't help it.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, Code::Internal, message)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Self { status, code, message, limit, action, place } = self;
        #[cfg(target_family = "wasm")]
        let message = match limit.and_then(|(limit, _)| crate::limits::more_elsewhere(limit)) {
            Some(more) => format!("{message}; {more}"),
            None => message,
        };
        let (limit, most) = limit.map_or((None, None), |(limit, most)| (Some(limit), most.map(Integer::from)));
        let place = place.map(|place| [place.start, place.end]);
        answer_with(status, Refusal { error: Reason { code, message, limit, most, action, place } })
    }
}

impl From<NotationError> for Problem {
    fn from(error: NotationError) -> Self {
        Self { place: Some(error.span()), ..Self::new(StatusCode::BAD_REQUEST, Code::BadGame, error.to_string()) }
    }
}

impl From<PositionError> for Problem {
    fn from(error: PositionError) -> Self {
        let place = match &error {
            PositionError::Heap(error) => Some(error.span()),
            PositionError::Form { .. } => None,
        };
        Self { place, ..Self::bad_number(error.to_string()) }
    }
}

impl From<SolveError> for Problem {
    fn from(error: SolveError) -> Self {
        let message = error.to_string();
        let limit = |name, most| Self { limit: Some((name, most)), ..Self::limit(name, 0, message.clone()) };
        match error {
            SolveError::Interrupted => Self::timeout(crate::limits::TIME.as_secs()),
            SolveError::TooManyCells { limit: most, .. } => limit("cells", Some(most)),
            SolveError::TooMuchMemory { .. } => limit("memory", Some(wythoff::solve::MEMORY_LIMIT)),
            SolveError::TooMuchWork { limit: most, .. } => limit("work", Some(most)),
            SolveError::TooManyStates { limit: most, .. } => limit("states", Some(most)),
            SolveError::LineTooLong { limit: most, .. } | SolveError::TooManyChoices { limit: most, .. } => {
                limit("line", Some(most))
            }
            SolveError::ColumnTooLong { limit: most, .. }
            | SolveError::TableTooLong { limit: most, .. }
            | SolveError::TooManyColumns { limit: most, .. } => limit("columns", Some(most)),
            SolveError::AnswerTooLong { limit: most, .. } => limit("digits", Some(most)),
            SolveError::SumsTooLarge | SolveError::Windows(_) => limit("numbers", None),
            SolveError::RemovedCell { .. } => Self::rules(message),
            _ => Self::unsupported(message),
        }
    }
}

impl From<SumError> for Problem {
    fn from(error: SumError) -> Self {
        let message = error.to_string();
        match error {
            SumError::NoNimValues { .. } => Self::unsupported(message),
            SumError::RemovedCell { .. } => Self::rules(message),
            SumError::Position { .. } => Self::bad_number(message),
            _ => Self::new(StatusCode::BAD_REQUEST, Code::BadGame, message),
        }
    }
}

impl From<SumSolveError> for Problem {
    fn from(error: SumSolveError) -> Self {
        let message = error.to_string();
        match Self::from(error.error) {
            // A deadline has a sentence of its own.
            problem if problem.code == Code::Timeout => problem,
            problem => Self { message, ..problem },
        }
    }
}

impl From<UnknownName> for Problem {
    fn from(error: UnknownName) -> Self {
        Self::bad_request(error.to_string())
    }
}

impl From<AskError> for Problem {
    fn from(error: AskError) -> Self {
        match error {
            AskError::Solve(error) => error.into(),
            AskError::History(_) | AskError::Twist(_) => Self::rules(error.to_string()),
        }
    }
}
