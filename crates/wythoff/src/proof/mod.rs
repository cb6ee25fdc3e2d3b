//! Finding certificates: [`find`] looks for one in a given numeration, [`search`] in several. What is found is checked
//! by [`crate::certificate`].

mod find;
mod suggest;

pub use find::{Attempt, find};
pub use suggest::{Candidates, json, search, smallest, suggested};
