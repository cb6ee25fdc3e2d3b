//! What the previous player may do to the next one before the move: the Muller twist, or the memory of imitations.

use super::moves::Moves;
use crate::position::{Move, Tokens};

/// The moves that a twist speaks of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Every move of the game.
    Any,
    /// The moves of the game that are also among these.
    Of(Moves),
}

impl Class {
    /// Whether the class holds this move of the game.
    pub fn contains<T: Tokens>(&self, removal: &Move<T>) -> bool {
        match self {
            Self::Any => true,
            Self::Of(moves) => moves.contains(removal),
        }
    }

    /// The class with the heaps exchanged.
    #[must_use]
    pub(crate) fn mirrored(&self) -> Self {
        match self {
            Self::Any => Self::Any,
            Self::Of(moves) => Self::Of(moves.mirrored()),
        }
    }

    /// The pieces that bound the class; none for [`Class::Any`].
    pub(crate) fn pieces(&self) -> &[super::Piece] {
        match self {
            Self::Any => &[],
            Self::Of(moves) => moves.pieces(),
        }
    }
}

/// What happens before each move. A block or a proposal lasts for that one move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Twist {
    /// Nothing.
    None,
    /// The previous player forbids at most `budget` options of `class`; the others can't be forbidden.
    Block {
        /// How many options may be blocked (the papers' k−1 or p−1).
        budget: u32,
        /// Which options may be blocked.
        class: Class,
    },
    /// The previous player proposes at least `count` options of `class`, or at least one option outside it; the next
    /// player must play a proposed one. Who can't propose loses (Lar11 Def. 7 and 10).
    Comply {
        /// How many options of the class make a proposal, ≥ 1.
        count: u32,
        /// The class.
        class: Class,
    },
    /// Nobody may imitate the opponent p times in a row (Lar09 Def. 11; see [`crate::game::history`]).
    Imitation {
        /// Removing t to t+m−1 tokens imitates the removal of t, m ≥ 1.
        m: u32,
        /// The p-th imitation in a row is forbidden, p ≥ 1.
        p: u32,
    },
}

impl Twist {
    /// The twist with the heaps exchanged.
    #[must_use]
    pub(crate) fn mirrored(&self) -> Self {
        match self {
            Self::Block { budget, class } => Self::Block { budget: *budget, class: class.mirrored() },
            Self::Comply { count, class } => Self::Comply { count: *count, class: class.mirrored() },
            Self::None | Self::Imitation { .. } => self.clone(),
        }
    }

    /// The class that the twist speaks of; every move where it speaks of none.
    pub fn class(&self) -> &Class {
        match self {
            Self::None | Self::Imitation { .. } => &Class::Any,
            Self::Block { class, .. } | Self::Comply { class, .. } => class,
        }
    }
}
