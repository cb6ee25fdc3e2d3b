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
pub mod sum;
mod twist;
pub mod words;

pub use families::Family;
pub use moves::{Leaps, Moves, Piece, Residues};
pub use notation::NotationError;
pub(crate) use options::numbers;
pub use sum::{Sum, SumError, Summand};
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

/// Who wins when the play is at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Who cannot move (in a comply game: who cannot propose) loses.
    #[default]
    Normal,
    /// Who cannot move, or cannot propose, wins. A player whose options are all blocked cannot move.
    Misere,
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
    /// Who wins at the end.
    pub ending: Ending,
}

impl Rules {
    /// Moves without removed cells and without a twist, in normal play.
    pub fn new(pieces: Vec<Piece>) -> Self {
        Self { moves: Moves::new(pieces), hole: None, twist: Twist::None, ending: Ending::Normal }
    }

    /// The same moves under `twist`.
    #[must_use]
    pub fn with_twist(self, twist: Twist) -> Self {
        Self { twist, ..self }
    }

    /// The same rules with this ending.
    #[must_use]
    pub fn with_ending(self, ending: Ending) -> Self {
        Self { ending, ..self }
    }

    /// Whether who cannot move wins.
    pub fn is_misere(&self) -> bool {
        self.ending == Ending::Misere
    }

    /// The rules with the heaps exchanged: their board is this one's, turned over.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self {
            moves: self.moves.mirrored(),
            hole: self.hole.and_then(|hole| Hole::new(hole.height, hole.width)),
            twist: self.twist.mirrored(),
            ending: self.ending,
        }
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

    /// The same, until the visitor breaks off.
    pub(crate) fn visit_options(
        &self,
        from: Position,
        visit: impl FnMut(Move, Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.visit_near_options(from, u64::MAX, visit)
    }

    /// The same for the moves that take at most `reach` from each heap.
    ///
    /// A move ends on the board when it leaves at least the hole's width in x or its height in y. So no removed cell is
    /// visited, however many there are.
    pub(crate) fn visit_near_options(
        &self,
        from: Position,
        reach: u64,
        mut visit: impl FnMut(Move, Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // The moves from so many tokens are those that take no more.
        let (hole_width, hole_height) = self.hole.map_or((0, 0), |hole| (hole.width, hole.height));
        let beside = from.x.checked_sub(hole_width).map(|most| most.min(reach));
        let below = from.y.checked_sub(hole_height).filter(|_| self.hole.is_some()).map(|most| most.min(reach));
        let (wide, high) = (from.x.min(reach), from.y.min(reach));
        let mut visit = |removal: Move| match from.after(&removal) {
            Some(to) => visit(removal, to),
            None => ControlFlow::Continue(()),
        };
        if let Some(most) = beside {
            self.moves.visit_options(Position::new(most, high), |removal, _| visit(removal))?;
        }
        if let Some(most) = below {
            self.moves.visit_options(Position::new(wide, most), |removal, _| {
                let is_new = beside.is_none_or(|beside| removal.i > beside);
                if is_new { visit(removal) } else { ControlFlow::Continue(()) }
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Every position that one move leads to, blocked or not, each once, in order.
    pub fn options(&self, from: Position) -> Vec<Position> {
        let mut options = Vec::new();
        self.for_each_option(from, |_, to| options.push(to));
        options.sort_unstable();
        options
    }

    /// Whether one move leads from `from` to `to`.
    pub fn is_option<T: Tokens>(&self, from: &Position<T>, to: &Position<T>) -> bool {
        self.exists(to) && from.move_to(to).is_some_and(|removal| self.moves.contains(&removal))
    }

    /// Whether (x, y) and (y, x) always have the same outcome because the rules treat the heaps alike.
    pub fn is_symmetric(&self) -> bool {
        let class_is_symmetric = match self.twist.class() {
            Class::Any => true,
            Class::Of(moves) => moves.is_symmetric(),
        };
        self.hole.is_none_or(|hole| hole.width == hole.height) && self.moves.is_symmetric() && class_is_symmetric
    }

    /// What makes the rules unplayable: numbers that are 0 and may not be, pieces without a move.
    fn faults(&self) -> Vec<&'static str> {
        let faults = [
            (self.moves.pieces().is_empty(), "there are no moves"),
            (*self.twist.class() == Class::Of(Moves::new(Vec::new())), "the twist's class has no moves"),
            (self.hole.is_some_and(|hole| hole.width == 0 || hole.height == 0), "a hole's sides are at least 1"),
            (matches!(self.twist, Twist::Comply { count: 0, .. }), "a comply game's count is at least 1"),
            (
                matches!(self.twist, Twist::Imitation { m: 0, .. } | Twist::Imitation { p: 0, .. }),
                "an imitation game's m and p are at least 1",
            ),
        ];
        let pieces = self.moves.pieces().iter().chain(self.twist.class().pieces());
        let faults = faults.into_iter().filter_map(|(is_fault, reason)| is_fault.then_some(reason));
        let mut faults: Vec<&'static str> = faults.chain(pieces.filter_map(Piece::fault)).collect();
        faults.dedup();
        faults
    }

    /// Why positions of the game have no nim-values; nothing, where they have.
    ///
    /// The value of a position is the least number that no option has, and a sum of games is lost for the next player
    /// when the values' exclusive or is 0. Both need that the mover may take any option, whatever was before.
    pub fn no_nim_values(&self) -> Option<&'static str> {
        match self.twist {
            Twist::None | Twist::Block { budget: 0, .. } if self.is_misere() => Some(
                "misère play has no nim-values: the exclusive or of the values decides a sum only where who cannot \
                 move loses",
            ),
            Twist::None | Twist::Block { budget: 0, .. } => None,
            Twist::Block { .. } => Some(
                "a blocking game has no nim-values: which options are open depends on what the opponent blocks, so a \
                 position is not the set of its options",
            ),
            Twist::Comply { .. } => Some(
                "a comply game has no nim-values: which options are open depends on what the opponent proposes, so a \
                 position is not the set of its options",
            ),
            Twist::Imitation { .. } => Some(
                "an imitation game has no nim-values: which options are open depends on the history, so a position \
                 alone has no set of options",
            ),
        }
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
        /// Who wins at the end.
        ending: Ending,
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

    /// The game with this ending.
    #[must_use]
    pub fn with_ending(self, ending: Ending) -> Self {
        let form = match self.form {
            Form::Rules(rules) => Form::Rules(rules.with_ending(ending)),
            Form::Choice { m, p, .. } => Form::Choice { m, p, ending },
        };
        Self { form, ..self }
    }

    /// Who wins at the end.
    pub fn ending(&self) -> Ending {
        match &self.form {
            Form::Rules(rules) => rules.ending,
            Form::Choice { ending, .. } => *ending,
        }
    }

    /// k, when the game is W^k: the moves of a queen, k−1 of any of which may be blocked. (W^1 is Wythoff Nim.)
    pub fn blocking_k(&self) -> Option<u32> {
        let rules = self.rules().filter(|rules| !rules.is_misere())?;
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
        match self.rules().filter(|rules| !rules.is_misere()).map(|rules| &rules.twist)? {
            Twist::None => Some(1),
            Twist::Block { budget, class: Class::Any } => Some(u64::from(*budget) + 1),
            _ => None,
        }
    }

    /// Why positions of the game have no nim-values; nothing, where they have. See [`Rules::no_nim_values`].
    pub fn no_nim_values(&self) -> Option<&'static str> {
        match &self.form {
            Form::Rules(rules) => rules.no_nim_values(),
            Form::Choice { .. } => Some(
                "a `choice` game has no nim-values: the second player chooses the rules before the first move, so a \
                 position has no options of its own",
            ),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Against every removal there is, tried one by one.
    #[test]
    fn options_are_the_removals_that_stay_on_the_board() {
        for text in [
            "wythoff",
            "gdwn:p=2,q=3",
            "shifted:m=2,p=3,l=1",
            "custom: rook(from 2, mod 5: 1,3-4) + bishop(3)",
            "custom: rook(mod 4000000000: 0-2) + ray(2,2) | hole 4,1",
            "custom: bishop(3) + rook + ray(1,2) | hole 3,5",
            "custom: rook + bishop | hole 100,2",
        ] {
            let game: Game = text.parse().unwrap();
            let rules = game.rules().unwrap();
            let cells = || (0..10).flat_map(|x| (0..10).map(move |y| Position::new(x, y)));
            for (from, reach) in cells().flat_map(|from| [0, 1, 2, 5, u64::MAX].map(|reach| (from, reach))) {
                let is_near = |to: &Position| from.x - to.x <= reach && from.y - to.y <= reach;
                let expected: Vec<Position> = cells().filter(|to| rules.is_option(&from, to)).filter(is_near).collect();
                let mut found = Vec::new();
                let end = rules.visit_near_options(from, reach, |removal, to| {
                    assert_eq!(from.after(&removal), Some(to), "{text}");
                    found.push(to);
                    ControlFlow::Continue(())
                });
                found.sort_unstable();
                assert_eq!((found, end), (expected, ControlFlow::Continue(())), "{text} {from} {reach}");
            }
        }
    }

    /// The first option comes at once, however far out, and however large the hole and the modulus.
    #[test]
    fn options_at_the_end_of_64_bits() {
        for (text, length) in [
            ("custom: rook(mod 4294967295: 4294967294)", u64::MAX - 1),
            ("custom: rook(mod 4294967291: 7-9)", u64::MAX / 4_294_967_291 * 4_294_967_291 + 9),
            ("custom: rook(from 18446744073709551615)", u64::MAX),
            ("custom: rook + bishop | hole 18446744073709551614,18446744073709551615", 1),
        ] {
            let game: Game = text.parse().unwrap();
            let from = Position::new(u64::MAX, u64::MAX);
            let mut first = None;
            let _ = game.rules().unwrap().visit_options(from, |removal, _| {
                first = Some(removal);
                ControlFlow::Break(())
            });
            assert_eq!(first, Some(Move { i: length, j: 0 }), "{text}");
        }
    }
}
