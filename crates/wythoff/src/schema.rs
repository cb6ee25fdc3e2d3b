//! JSON schemas of what is written as JSON, for those who describe an interface with it. Behind the feature `schema`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::position::{Position, Tokens};

/// How a whole number is written: as a number up to 2^53, as digits above.
pub struct Integer;

impl JsonSchema for Integer {
    fn schema_name() -> Cow<'static, str> {
        "Integer".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number, 0 or more: a number up to 2^53, digits in a string at any size.",
            "oneOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^[0-9]+$" }],
        })
    }
}

/// The same for heaps of any size.
impl<T: Tokens> JsonSchema for Position<T> {
    fn schema_name() -> Cow<'static, str> {
        "Position".into()
    }

    fn schema_id() -> Cow<'static, str> {
        "wythoff::Position".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let items = generator.subschema_for::<Integer>();
        json_schema!({ "description": "(x, y).", "type": "array", "items": items, "minItems": 2, "maxItems": 2 })
    }
}
