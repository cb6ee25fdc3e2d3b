//! The catalogue of families as JSON, for the program and for the laboratory.

use serde_json::{Value, json};

use crate::game::families::{Default, Family, Limit, Parameter};
use crate::game::words;
use crate::solve::Engine;

/// What there is to know of a family: its pattern and parameters, the papers' names, an example with its rules in words,
/// the engines that solve its games, and where the engine `closed` does.
///
/// ```
/// use wythoff::catalogue::describe;
/// use wythoff::game::families::FAMILIES;
/// let nim = FAMILIES.iter().map(describe).find(|family| family["family"] == "nim").unwrap();
/// assert_eq!(nim["example"], "nim");
/// ```
pub fn describe(family: &'static Family) -> Value {
    let example = family.example();
    json!({
        "family": family.name,
        "pattern": family.pattern(),
        "parameters": family.parameters.iter().map(parameter).collect::<Vec<Value>>(),
        "papers": family.papers,
        "example": example.to_string(),
        "rules": words::rules(&example),
        "engines": engines(family),
        "formula": family.formula,
    })
}

/// The engines that solve the games of the family: all of them, except that `closed` comes last and solves those that
/// [`Family::formula`] tells.
pub fn engines(family: &'static Family) -> Vec<Engine> {
    let others = Engine::solving(&family.example()).into_iter().filter(|engine| *engine != Engine::Closed);
    others.chain(family.formula.map(|_| Engine::Closed)).collect()
}

fn parameter(parameter: &Parameter) -> Value {
    let default = match parameter.default {
        Default::Required => Value::Null,
        Default::Value(value) => json!(value),
        Default::Same(other) => json!(other),
    };
    let limit = match parameter.limit {
        Limit::Unlimited => Value::Null,
        Limit::AtMost(other) => json!({ "at_most": other }),
        Limit::Below(other) => json!({ "below": other }),
    };
    json!({
        "name": parameter.name,
        "range": parameter.range(),
        "min": parameter.min,
        "max": Parameter::MAX,
        "default": default,
        "limit": limit,
    })
}
