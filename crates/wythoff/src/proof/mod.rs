//! Finding certificates: [`find`] looks for one in a given numeration, [`search`] in several, [`find_machine`] for that
//! of a machine, [`find_strips`] for that of strips. What is found is checked by [`crate::certificate`].

mod find;
mod machine;
mod patience;
mod strips;
mod suggest;

pub use find::{Attempt, find};
pub use machine::find_machine;
pub use strips::find_strips;
pub use suggest::{Candidates, json, search, smallest, suggested};
