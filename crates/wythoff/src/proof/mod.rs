//! Finding certificates: [`find`] looks for one in a given numeration, [`search`] in several, [`find_machine`] for that
//! of a machine. What is found is checked by [`crate::certificate`].

mod find;
mod machine;
mod suggest;

pub use find::{Attempt, find};
pub use machine::find_machine;
pub use suggest::{Candidates, json, search, smallest, suggested};
