//! What an answer is.

use std::fmt;

use serde::Serialize;

/// Who wins under perfect play: the **p**revious player (who has just moved) or the **n**ext one (who is to move).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// The previous player wins.
    P,
    /// The next player wins.
    N,
}

impl Outcome {
    /// `P` when `condition` holds, else `N`.
    pub const fn p_if(condition: bool) -> Self {
        if condition { Self::P } else { Self::N }
    }

    /// Whether this is `P`.
    pub const fn is_p(self) -> bool {
        matches!(self, Self::P)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_p() { "P" } else { "N" })
    }
}
