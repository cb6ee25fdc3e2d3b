//! The OpenAPI document: what is said of each address, and the types of the wire.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::refusal::Refusal;

/// Makes the description of a type.
type Describe = fn(&mut SchemaGenerator) -> Schema;

fn described<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// What is said of an address and a method.
pub(crate) struct Operation {
    id: &'static str,
    tag: &'static str,
    summary: &'static str,
    query: Option<Describe>,
    body: Option<Describe>,
    answers: Vec<Answer>,
}

struct Answer {
    status: &'static str,
    description: &'static str,
    /// Types of content, each with what it holds: bytes or text that JSON does not describe, unless it is said.
    content: Vec<(&'static str, Option<Describe>)>,
    /// Whether a header says how much of it is known.
    is_tile: bool,
    /// Whether it is sent while it is made, without a tag.
    is_streamed: bool,
}

impl Operation {
    pub(crate) const fn new(id: &'static str, tag: &'static str, summary: &'static str) -> Self {
        Self { id, tag, summary, query: None, body: None, answers: Vec::new() }
    }

    /// What may come after the question mark.
    pub(crate) fn query<Q: JsonSchema>(self) -> Self {
        Self { query: Some(|generator| Q::json_schema(generator)), ..self }
    }

    /// What has to be sent.
    pub(crate) fn body<B: JsonSchema>(self) -> Self {
        Self { body: Some(described::<B>), ..self }
    }

    pub(crate) fn json<T: JsonSchema>(self) -> Self {
        self.json_with::<T>("200", "The answer.")
    }

    pub(crate) fn json_with<T: JsonSchema>(self, status: &'static str, description: &'static str) -> Self {
        let content = vec![("application/json", Some(described::<T> as Describe))];
        self.answer(Answer { status, description, content, is_tile: false, is_streamed: false })
    }

    /// A picture, or its values.
    pub(crate) fn tile(self, description: &'static str) -> Self {
        let content = vec![("image/png", None), ("application/octet-stream", None)];
        self.answer(Answer { status: "200", description, content, is_tile: true, is_streamed: false })
    }

    pub(crate) fn picture(self, description: &'static str) -> Self {
        self.answer(Answer {
            status: "200",
            description,
            content: vec![("image/png", None)],
            is_tile: true,
            is_streamed: false,
        })
    }

    /// JSON, or text of other types.
    pub(crate) fn json_or<T: JsonSchema>(self, others: &[&'static str], description: &'static str) -> Self {
        let others = others.iter().map(|kind| (*kind, None));
        let content = std::iter::once(("application/json", Some(described::<T> as Describe))).chain(others).collect();
        self.answer(Answer { status: "200", description, content, is_tile: false, is_streamed: false })
    }

    pub(crate) fn events(self, description: &'static str) -> Self {
        self.streamed(&["text/event-stream"], description)
    }

    /// One of several types, sent while it is made.
    pub(crate) fn streamed(self, kinds: &[&'static str], description: &'static str) -> Self {
        let content = kinds.iter().map(|kind| (*kind, None)).collect();
        self.answer(Answer { status: "200", description, content, is_tile: false, is_streamed: true })
    }

    fn answer(mut self, answer: Answer) -> Self {
        self.answers.push(answer);
        self
    }
}

/// The whole document of addresses with their methods.
pub(crate) fn document<'o>(operations: impl Iterator<Item = (&'o str, &'o str, &'o Operation)>) -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut sent = settings.clone().for_serialize().into_generator();
    let mut read = settings.for_deserialize().into_generator();
    let mut paths = Map::new();
    for (path, method, operation) in operations {
        let said = operation.described(path, method == "get", &mut sent, &mut read);
        let place = paths.entry(path).or_insert_with(|| json!({}));
        place[method] = said;
    }
    let mut schemas = sent.take_definitions(true);
    schemas.values_mut().for_each(without_absent_nulls);
    for (name, schema) in read.take_definitions(true) {
        // What is both sent and read has one form.
        let other = schemas.insert(name.clone(), schema.clone());
        assert!(other.is_none_or(|other| other == schema), "two types are called {name}");
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "The laboratory for Wythoff Nim",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "The interface of `wythoff lab`: the page uses this one and no other. Requests are answered \
                only for the server's own host and origin. GET answers carry an ETag, and a GET changes nothing. \
                Limits are refused with a 4xx error that names the limit.",
        },
        "servers": [{ "url": "/" }],
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

impl Operation {
    fn described(&self, path: &str, is_get: bool, sent: &mut SchemaGenerator, read: &mut SchemaGenerator) -> Value {
        let in_path = path.split(['{', '}']).skip(1).step_by(2).map(|name| path_parameter(path, name));
        let in_query = self.query.map(|query| query_parameters(query(read))).unwrap_or_default();
        let mut said = json!({
            "operationId": self.id,
            "tags": [self.tag],
            "summary": self.summary,
            "parameters": in_path.chain(in_query).collect::<Vec<Value>>(),
            "responses": {},
        });
        if let Some(body) = self.body {
            said["requestBody"] =
                json!({ "required": true, "content": { "application/json": { "schema": body(read) } } });
        }
        for answer in &self.answers {
            said["responses"][answer.status] = answer.described(is_get, sent);
        }
        let refusal = described::<Refusal>(sent);
        said["responses"]["4XX"] =
            json!({ "description": "Why not.", "content": { "application/json": { "schema": refusal } } });
        said
    }
}

impl Answer {
    fn described(&self, is_get: bool, sent: &mut SchemaGenerator) -> Value {
        let of = |(kind, describe): &(&str, Option<Describe>)| {
            let schema = match describe {
                Some(describe) => describe(sent).to_value(),
                None if kind.starts_with("text/") => json!({ "type": "string" }),
                None => json!({ "type": "string", "format": "binary" }),
            };
            ((*kind).to_owned(), json!({ "schema": schema }))
        };
        let content: Map<String, Value> = self.content.iter().map(of).collect();
        let mut headers = json!({});
        if is_get && !self.is_streamed {
            headers["ETag"] = json!({ "schema": { "type": "string" } });
        }
        if self.is_tile {
            headers["X-Wythoff-Ready"] = json!({
                "description": "Whether all cells of the tile are known.",
                "schema": { "type": "string", "enum": ["full", "partial"] },
            });
        }
        json!({ "description": self.description, "headers": headers, "content": content })
    }
}

/// What is left out when there is none of it is never sent as null.
fn without_absent_nulls(schema: &mut Value) {
    let required = schema["required"].clone();
    let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    let is_required = |name: &String| required.as_array().is_some_and(|names| names.contains(&json!(name)));
    for (_, field) in fields.iter_mut().filter(|(name, _)| !is_required(name)) {
        let null = json!({ "type": "null" });
        if let Some(kinds) = field.get_mut("type").and_then(Value::as_array_mut) {
            kinds.retain(|kind| kind != "null");
            if let [kind] = kinds.as_slice() {
                field["type"] = kind.clone();
            }
        } else if let Some(others) = field.get_mut("anyOf").and_then(Value::as_array_mut) {
            others.retain(|other| *other != null);
            if let [Value::Object(other)] = others.as_slice() {
                let other = other.clone();
                let mut rest = std::mem::take(field);
                if let Some(rest) = rest.as_object_mut() {
                    rest.remove("anyOf");
                    rest.extend(other);
                }
                *field = rest;
            }
        }
    }
}

const DIGITS: &str = "^[0-9]+$";

fn path_parameter(path: &str, name: &str) -> Value {
    let of_tile =
        ["/api/board/", "/api/flight/"].iter().any(|start| path.starts_with(start)) && path.contains("/tile/");
    let (description, schema) = match name {
        "game" => ("A game, as the library reads it.", json!({ "type": "string", "examples": ["blocking:k=100"] })),
        "a" => ("The first game.", json!({ "type": "string" })),
        "b" => ("The second game.", json!({ "type": "string" })),
        "id" if path.contains("/theorems/") => ("A check's id, or its beginning.", json!({ "type": "string" })),
        "id" => ("The id.", json!({ "type": "string" })),
        "level" if path.contains("/blocks/") => {
            ("The level of the blocks in the certificate.", json!({ "type": "string", "pattern": DIGITS }))
        }
        "level" => ("A pixel is 2^level × 2^level cells.", json!({ "type": "string", "pattern": DIGITS })),
        "x" if of_tile => {
            ("The tile's column: it begins at cell x·256·2^level.", json!({ "type": "string", "pattern": DIGITS }))
        }
        "y" if of_tile => ("The tile's row.", json!({ "type": "string", "pattern": DIGITS })),
        "x" => ("Column.", json!({ "type": "string", "pattern": DIGITS })),
        "y" => ("Row.", json!({ "type": "string", "pattern": DIGITS })),
        _ => ("k of W^k.", json!({ "type": "string", "pattern": DIGITS })),
    };
    json!({ "name": name, "in": "path", "required": true, "description": description, "schema": schema })
}

/// The fields of a type as parameters: all are text and none has to be given.
fn query_parameters(schema: Schema) -> Vec<Value> {
    let mut schema = schema.to_value();
    let Some(fields) = schema["properties"].as_object_mut() else { return Vec::new() };
    let parameter = |(name, field): (&String, &mut Value)| {
        let description = field["description"].take();
        if let Some(field) = field.as_object_mut() {
            field.remove("description");
            field.insert("type".to_owned(), "string".into());
        }
        json!({ "name": name, "in": "query", "required": false, "description": description, "schema": field })
    };
    fields.iter_mut().map(parameter).collect()
}
