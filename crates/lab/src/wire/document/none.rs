//! What is said of an address, which a module leaves to the server: it is given the document.

use schemars::JsonSchema;

pub(crate) struct Operation;

impl Operation {
    pub(crate) const fn new(_: &'static str, _: &'static str, _: &'static str) -> Self {
        Self
    }

    pub(crate) fn query<Q: JsonSchema>(self) -> Self {
        self
    }

    pub(crate) fn body<B: JsonSchema>(self) -> Self {
        self
    }

    pub(crate) fn json<T: JsonSchema>(self) -> Self {
        self
    }

    pub(crate) fn json_with<T: JsonSchema>(self, _: &'static str, _: &'static str) -> Self {
        self
    }

    pub(crate) fn tile(self, _: &'static str) -> Self {
        self
    }

    pub(crate) fn picture(self, _: &'static str) -> Self {
        self
    }

    pub(crate) fn json_or<T: JsonSchema>(self, _: &[&'static str], _: &'static str) -> Self {
        self
    }

    pub(crate) fn streamed(self, _: &[&'static str], _: &'static str) -> Self {
        self
    }
}
