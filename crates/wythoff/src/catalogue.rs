//! The catalogue of families as it is written as JSON, for the program and for the laboratory.

use serde::Serialize;

use crate::game::families::{Default, Family, Limit, Parameter};
use crate::game::words;
use crate::solve::Engine;

/// What there is to know of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Family"))]
pub struct Description {
    /// Its name.
    pub family: &'static str,
    /// How its games are written.
    pub pattern: String,
    /// Its parameters, in the order in which they are printed.
    pub parameters: Vec<ParameterDescription>,
    /// What the papers call it.
    pub papers: &'static [&'static str],
    /// A game of it.
    pub example: String,
    /// The example's rules in words.
    pub rules: String,
    /// The engines that solve its games.
    pub engines: Vec<Engine>,
    /// The engines that give the nim-values of the example; none, where it has none.
    pub nim_value_engines: Vec<Engine>,
    /// Why the example has no nim-values, if it has none.
    pub no_nim_values: Option<&'static str>,
    /// For which parameters a formula solves the game at any size, in words.
    pub formula: Option<&'static str>,
}

/// What there is to know of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Parameter"))]
pub struct ParameterDescription {
    /// Its name.
    pub name: &'static str,
    /// What it may be, in words.
    pub range: String,
    /// The least value.
    pub min: u32,
    /// The greatest value.
    pub max: u32,
    /// What it is when it is not written; it must be written where there is none.
    pub default: Option<DefaultValue>,
    /// A limit that another parameter sets.
    pub limit: Option<UpperLimit>,
}

/// What a parameter is when it is not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(untagged)]
pub enum DefaultValue {
    /// This number.
    Value(u32),
    /// The value of the named parameter.
    Same(&'static str),
}

/// A limit that another parameter sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(rename_all = "snake_case")]
pub enum UpperLimit {
    /// At most the named parameter.
    AtMost(&'static str),
    /// Less than the named parameter.
    Below(&'static str),
}

/// Describes a family: its pattern and parameters, the papers' names, an example with its rules in words, the engines
/// that solve its games, and where the engine `closed` does.
///
/// ```
/// use wythoff::catalogue::describe;
/// use wythoff::game::families::FAMILIES;
/// let nim = FAMILIES.iter().map(describe).find(|family| family.family == "nim").unwrap();
/// assert_eq!(nim.example, "nim");
/// ```
pub fn describe(family: &'static Family) -> Description {
    let example = family.example();
    Description {
        family: family.name,
        pattern: family.pattern(),
        parameters: family.parameters.iter().map(parameter).collect(),
        papers: family.papers,
        example: example.to_string(),
        rules: words::rules(&example),
        engines: engines(family),
        nim_value_engines: Engine::with_nim_values(&example),
        no_nim_values: example.no_nim_values(),
        formula: family.formula,
    }
}

/// The engines that solve the games of the family: all of them, except that `closed` comes last and solves those that
/// [`Family::formula`] tells.
pub fn engines(family: &'static Family) -> Vec<Engine> {
    let others = Engine::solving(&family.example()).into_iter().filter(|engine| *engine != Engine::Closed);
    others.chain(family.formula.map(|_| Engine::Closed)).collect()
}

fn parameter(parameter: &Parameter) -> ParameterDescription {
    ParameterDescription {
        name: parameter.name,
        range: parameter.range(),
        min: parameter.min,
        max: Parameter::MAX,
        default: match parameter.default {
            Default::Required => None,
            Default::Value(value) => Some(DefaultValue::Value(value)),
            Default::Same(other) => Some(DefaultValue::Same(other)),
        },
        limit: match parameter.limit {
            Limit::Unlimited => None,
            Limit::AtMost(other) => Some(UpperLimit::AtMost(other)),
            Limit::Below(other) => Some(UpperLimit::Below(other)),
        },
    }
}
