//! What a game is.
//!
//! One model serves every game of the papers: [`Rules`] are a set of [`Moves`], perhaps a [`Hole`] of removed cells,
//! and a [`Twist`]. A named family ([`families`]) is a short constructor in that model; [`notation`] is the one gate
//! from text to a [`Game`]; [`words`] says any rules in plain English. Nothing here solves anything.

pub mod families;
pub mod history;
mod moves;
pub mod notation;
mod options;
mod twist;
pub mod words;

pub use families::Family;
pub use moves::{Moves, Piece, Residues};
pub use notation::NotationError;
pub(crate) use options::numbers;
pub use twist::{Class, Twist};

use std::ops::ControlFlow;

use crate::position::{Move, Position, Tokens};

/// Removed cells: x < `width` and y < `height`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hole {
    /// Columns, ≥ 1.
    pub width: u64,
    /// Rows, ≥ 1.
    pub height: u64,
}

impl Hole {
    /// The hole of `width` columns and `height` rows; none when either is 0.
    pub fn new(width: u64, height: u64) -> Option<Self> {
        (width > 0 && height > 0).then_some(Self { width, height })
    }

    /// Whether the cell is removed.
    pub fn contains<T: Tokens>(self, cell: &Position<T>) -> bool {
        cell.x < T::from(self.width) && cell.y < T::from(self.height)
    }
}

/// The rules of a game once play has begun.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Which removals are moves.
    pub moves: Moves,
    /// Cells that do not exist: no move ends there.
    pub hole: Option<Hole>,
    /// What happens before each move.
    pub twist: Twist,
}

impl Rules {
    /// Moves without removed cells and without a twist.
    pub fn new(pieces: Vec<Piece>) -> Self {
        Self { moves: Moves::new(pieces), hole: None, twist: Twist::None }
    }

    /// The same moves under `twist`.
    #[must_use]
    pub fn with_twist(self, twist: Twist) -> Self {
        Self { twist, ..self }
    }

    /// Whether the cell is on the board.
    pub fn exists<T: Tokens>(&self, cell: &Position<T>) -> bool {
        !self.hole.is_some_and(|hole| hole.contains(cell))
    }

    /// Visits every position that one move leads to, with that move, blocked or not, each once, in no promised order.
    pub(crate) fn for_each_option(&self, from: Position, mut visit: impl FnMut(Move, Position)) {
        let _ = self.visit_options(from, |removal, to| {
            visit(removal, to);
            ControlFlow::Continue(())
        });
    }

    /// The same, until the visitor breaks off. On each line the positions nearest to (0,0) come first.
    pub(crate) fn visit_options(
        &self,
        from: Position,
        mut visit: impl FnMut(Move, Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.moves.visit_options(
            from,
            |removal, to| {
                if self.exists(&to) { visit(removal, to) } else { ControlFlow::Continue(()) }
            },
        )
    }

    /// Every position that one move leads to, blocked or not, each once, in order.
    pub fn options(&self, from: Position) -> Vec<Position> {
        let mut options = self.moves.options(from);
        options.retain(|to| self.exists(to));
        options
    }

    /// Whether one move leads from `from` to `to`.
    pub fn is_option<T: Tokens>(&self, from: &Position<T>, to: &Position<T>) -> bool {
        self.exists(to) && from.move_to(to).is_some_and(|removal| self.moves.contains(&removal))
    }

    /// Whether (x, y) and (y, x) always have the same outcome because the rules treat the heaps alike.
    pub fn is_symmetric(&self) -> bool {
        self.hole.is_none_or(|hole| hole.width == hole.height)
    }

    /// What makes the rules unplayable: numbers that are 0 and may not be.
    fn faults(&self) -> Vec<&'static str> {
        let pieces = || self.moves.pieces().iter().chain(self.twist.class().pieces());
        let faults = [
            (self.moves.pieces().is_empty(), "there are no moves"),
            (*self.twist.class() == Class::Of(Moves::new(Vec::new())), "the twist's class has no moves"),
            (
                pieces().any(|piece| matches!(piece, Piece::Rook { from: 0, .. })),
                "a rook's shortest move is at least 1",
            ),
            (pieces().any(|piece| matches!(piece, Piece::Bishop { width: 0 })), "a bishop's width is at least 1"),
            (
                pieces().any(|piece| matches!(piece, Piece::Ray { p: 0, .. } | Piece::Ray { q: 0, .. })),
                "a ray's p and q are at least 1",
            ),
            (self.hole.is_some_and(|hole| hole.width == 0 || hole.height == 0), "a hole's sides are at least 1"),
            (matches!(self.twist, Twist::Comply { count: 0, .. }), "a comply game's count is at least 1"),
            (
                matches!(self.twist, Twist::Imitation { m: 0, .. } | Twist::Imitation { p: 0, .. }),
                "an imitation game's m and p are at least 1",
            ),
        ];
        faults.into_iter().filter_map(|(is_fault, reason)| is_fault.then_some(reason)).collect()
    }

    /// Whether the outcome of a position depends on how it was reached.
    pub fn has_memory(&self) -> bool {
        matches!(self.twist, Twist::Imitation { .. })
    }
}

/// Rules that are none, handed back with every reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("these rules can't be played: {}", .reasons.join("; "))]
pub struct RulesError {
    /// The rules.
    pub rules: Rules,
    /// What is wrong with them.
    pub reasons: Vec<&'static str>,
}

/// How play begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// At once.
    Rules(Rules),
    /// The second player first fixes l, 0 ≤ l < p, and play goes on as `shifted:m,p,l` (Lar15 Def. 3 (3b)). An l whose
    /// hole holds the starting position may not be chosen; l = 0 always may.
    Choice {
        /// m of m×pWN.
        m: u32,
        /// p of m×pWN.
        p: u32,
    },
}

/// A game with its name: what a text like `blocking:k=5` stands for.
///
/// ```
/// use wythoff::Game;
/// let game: Game = "W^5".parse()?;
/// assert_eq!(game.to_string(), "blocking:k=5");
/// assert_eq!(game.to_string().parse::<Game>()?, game);
/// # Ok::<(), wythoff::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Game {
    label: Label,
    form: Form,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Label {
    Family { family: &'static Family, values: Vec<u32> },
    Custom,
}

impl Game {
    /// A game of one's own; it is written as `custom:`.
    ///
    /// # Errors
    /// When a number of the rules is 0 that may not be.
    pub fn custom(rules: Rules) -> Result<Self, RulesError> {
        let reasons = rules.faults();
        if reasons.is_empty() { Ok(Self::unnamed(rules)) } else { Err(RulesError { rules, reasons }) }
    }

    /// The game of rules that are known to be sound.
    pub(crate) fn unnamed(rules: Rules) -> Self {
        Self { label: Label::Custom, form: Form::Rules(rules) }
    }

    /// How play begins.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// The family and its parameters' values in the family's order, or `None` for a `custom:` game.
    pub fn family(&self) -> Option<(&'static Family, &[u32])> {
        match &self.label {
            Label::Family { family, values } => Some((family, values)),
            Label::Custom => None,
        }
    }

    /// The rules, unless the second player still has to choose among several.
    pub fn rules(&self) -> Option<&Rules> {
        match &self.form {
            Form::Rules(rules) => Some(rules),
            Form::Choice { .. } => None,
        }
    }

    /// k, when the game is W^k: the moves of a queen, k−1 of any of which may be blocked. (W^1 is Wythoff Nim.)
    pub fn blocking_k(&self) -> Option<u32> {
        let rules = self.rules()?;
        let [rook, bishop] = [Piece::rook(), Piece::bishop(1)];
        let is_queen = match rules.moves.pieces() {
            [one, other] => {
                rules.hole.is_none() && ((*one == rook && *other == bishop) || (*one == bishop && *other == rook))
            }
            _ => false,
        };
        match &rules.twist {
            Twist::None if is_queen => Some(1),
            Twist::Block { budget, class: Class::Any } if is_queen => budget.checked_add(1),
            _ => None,
        }
    }

    /// k, when a position is P iff it has fewer than k P-options: k−1 of all options may be blocked.
    pub fn deviation_base(&self) -> Option<u64> {
        match self.rules().map(|rules| &rules.twist)? {
            Twist::None => Some(1),
            Twist::Block { budget, class: Class::Any } => Some(u64::from(*budget) + 1),
            _ => None,
        }
    }

    /// Whether (x, y) and (y, x) always have the same outcome.
    pub fn is_symmetric(&self) -> bool {
        match &self.form {
            Form::Rules(rules) => rules.is_symmetric(),
            // Exchanging the heaps exchanges the holes of l and p−l.
            Form::Choice { .. } => true,
        }
    }
}
