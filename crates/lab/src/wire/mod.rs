//! What goes over the wire, each answer and request once: these types are what is sent and read, and what the OpenAPI
//! document and the page's types are made of.

pub(crate) mod atlas;
pub(crate) mod board;
#[cfg_attr(target_family = "wasm", path = "document/none.rs")]
pub(crate) mod document;
pub(crate) mod flight;
pub(crate) mod games;
pub(crate) mod golden;
pub(crate) mod jobs;
pub(crate) mod play;
pub(crate) mod refusal;
pub(crate) mod sum;
pub(crate) mod theorems;

use std::borrow::Cow;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use wythoff::exact::UBig;
use wythoff::{Position, schema};

/// An answer in JSON. Only what is described can be sent.
pub(crate) fn answer<T: Serialize + JsonSchema>(body: T) -> Response {
    Json(body).into_response()
}

/// The same with a status.
pub(crate) fn answer_with<T: Serialize + JsonSchema>(status: StatusCode, body: T) -> Response {
    (status, Json(body)).into_response()
}

/// A whole number in a body: a number, or digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Integer {
    Number(u64),
    Digits(String),
}

impl Integer {
    pub(crate) fn digits(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Digits(digits) => digits.clone(),
        }
    }
}

impl From<u64> for Integer {
    fn from(number: u64) -> Self {
        if number <= 1 << 53 { Self::Number(number) } else { Self::Digits(number.to_string()) }
    }
}

impl From<&UBig> for Integer {
    fn from(number: &UBig) -> Self {
        u64::try_from(number).map_or_else(|_| Self::Digits(number.to_string()), Self::from)
    }
}

/// Described as the library describes it.
impl JsonSchema for Integer {
    fn schema_name() -> Cow<'static, str> {
        schema::Integer::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        schema::Integer::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        schema::Integer::json_schema(generator)
    }
}

/// A position in a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Pair(pub(crate) [Integer; 2]);

impl From<Position> for Pair {
    fn from(at: Position) -> Self {
        Self([at.x.into(), at.y.into()])
    }
}

impl JsonSchema for Pair {
    fn schema_name() -> Cow<'static, str> {
        Position::<u64>::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        Position::<u64>::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Position::<u64>::json_schema(generator)
    }
}
