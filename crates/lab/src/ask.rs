//! Reading requests: whatever comes in, a wrong one is answered with a [`Problem`].

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Json, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use serde::de::DeserializeOwned;
use wythoff::exact::UBig;
use wythoff::{Game, Position, Tokens, parse_heap};

use crate::limits;
use crate::problem::Problem;
use crate::wire::refusal::Code;

/// The parts of the path.
pub(crate) struct InPath<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for InPath<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let path = Path::<T>::from_request_parts(parts, state).await;
        path.map(|Path(path)| Self(path)).map_err(|error| Problem::bad_request(error.body_text()))
    }
}

/// What comes after the question mark.
pub(crate) struct InQuery<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for InQuery<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        query.map(|Query(query)| Self(query)).map_err(|error| Problem::bad_request(error.body_text()))
    }
}

/// A body in JSON.
pub(crate) struct InBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for InBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let length =
            request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        if length.is_some_and(|length: usize| length > limits::BODY) {
            return Err(too_long());
        }
        match Json::<T>::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(JsonRejection::MissingJsonContentType(_)) => {
                let message = "the body has to be JSON: send Content-Type: application/json";
                Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::BadRequest, message))
            }
            Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => Err(too_long()),
            Err(error) => Err(Problem::bad_request(error.body_text())),
        }
    }
}

fn too_long() -> Problem {
    Problem::limit("body", limits::BODY as u64, format!("a request's body has at most {} bytes", limits::BODY))
}

/// A game from its text.
pub(crate) fn game(text: &str) -> Result<Game, Problem> {
    if text.len() > limits::NAME {
        let message = format!("a game is written in at most {} bytes", limits::NAME);
        return Err(Problem::limit("name", limits::NAME as u64, message));
    }
    Ok(text.parse()?)
}

/// A whole number of any size.
pub(crate) fn number(name: &str, text: &str) -> Result<UBig, Problem> {
    if text.len() > limits::DIGITS {
        let message = format!("{name} has at most {} digits", limits::DIGITS);
        return Err(Problem::limit("digits", limits::DIGITS as u64, message));
    }
    parse_heap(text).map_err(|_| Problem::bad_number(format!("{name} is a whole number, 0 or more, in decimal digits")))
}

/// A whole number from 0 to `most`.
pub(crate) fn up_to(name: &'static str, text: &str, most: u64) -> Result<u64, Problem> {
    let found = u64::try_from(number(name, text)?).ok().filter(|number| *number <= most);
    found.ok_or_else(|| Problem::limit(name, most, format!("{name} is at most {most}")))
}

/// A whole number, perhaps negative, of at most so much.
pub(crate) fn shift(name: &'static str, text: Option<&str>) -> Result<i64, Problem> {
    let text = text.unwrap_or("0");
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    // At most a million.
    let size = up_to(name, digits, limits::SHIFT.unsigned_abs())?.cast_signed();
    Ok(if negative { -size } else { size })
}

/// Two numbers of any size.
pub(crate) fn position<T: Tokens>(x: &str, y: &str) -> Result<Position<T>, Problem> {
    let far = || {
        let message = "this game has no formula that is known here, so its heaps are below 2^64";
        Problem::limit("side", u64::MAX, message)
    };
    let read = |name, text| T::from_exact(number(name, text)?).ok_or_else(far);
    Ok(Position::new(read("x", x)?, read("y", y)?))
}
