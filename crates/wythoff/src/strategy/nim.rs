//! The nim-value of a position, and a move to each smaller value.

use dashu_int::UBig;
use serde::{Serialize, Serializer};

use super::reasons::{self, POptions};
use super::{Answer, WinningMove};
use crate::board::Window;
use crate::engine::grundy;
use crate::engine::grundy::periods::ColumnPeriods;
use crate::engine::{Engine, SolveError, cells_needed, memory_needed, on_the_board, options_needed};
use crate::game::{Game, Rules, numbers};
use crate::outcome::Outcome;
use crate::position::{JsonInteger, Position, Tokens};
use crate::watch::Watch;

/// A question about a position is answered with its nim-value where the board up to it has no more cells than this.
pub const NIM_CELLS: u64 = 1 << 22;

/// So many moves to smaller values are listed; the others are counted.
pub const NIM_MOVES_LISTED: u64 = 1 << 12;

/// The digits of all moves that are listed, about.
const NIM_DIGITS: usize = 1 << 20;

/// A nim-value, and how it comes about: there is a move to each smaller value, and none to this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "NimValue"))]
#[serde(bound = "")]
pub struct NimValue<T: Tokens = u64> {
    /// The value.
    #[serde(rename = "nim_value", serialize_with = "as_json_integer")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Integer"))]
    pub value: T,
    /// For each smaller value, from 0 on, the first move to it in the order of positions.
    #[serde(rename = "nim_moves")]
    pub moves: Vec<NimMove<T>>,
    /// How many of these are not listed, because there are too many.
    #[serde(rename = "nim_moves_left_out", skip_serializing_if = "UBig::is_zero", serialize_with = "as_json_integer")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Integer"))]
    pub moves_left_out: UBig,
}

/// A move to a position of a smaller nim-value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "NimMove"))]
#[serde(bound = "")]
pub struct NimMove<T: Tokens = u64> {
    /// The value.
    #[serde(serialize_with = "as_json_integer")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Integer"))]
    pub value: T,
    /// Where it leads.
    pub to: Position<T>,
}

fn as_json_integer<T: Tokens, S: Serializer>(number: &T, serializer: S) -> Result<S::Ok, S::Error> {
    JsonInteger(&number.to_exact()).serialize(serializer)
}

impl Game {
    /// The nim-value (Sprague–Grundy value) of a position, and a move to each smaller value.
    ///
    /// ```
    /// use wythoff::{Game, Position};
    /// let game: Game = "wythoff".parse()?;
    /// let nim = game.nim_value((3, 4))?;
    /// assert_eq!(nim.value, 2);
    /// assert_eq!(nim.moves[0].to, Position::new(1, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Nim itself has the value x ⊕ y at any size. Of other games the board up to the position is computed; or where
    /// one heap is short, its column until that repeats: then the other heap may have any length.
    ///
    /// # Errors
    /// When the game has no nim-values, the position is not on the board, or it is too far out.
    pub fn nim_value<T: Tokens>(&self, position: impl Into<Position<T>>) -> Result<NimValue<T>, SolveError> {
        nim_value(self, &position.into(), &())
    }
}

/// The nim-value of a position, and a move to each smaller value: [`Game::nim_value`] with a watch.
///
/// # Errors
/// When the game has no nim-values, the position is not on the board or too far out, or the watch stops the work.
pub fn nim_value<T: Tokens>(game: &Game, position: &Position<T>, watch: &dyn Watch) -> Result<NimValue<T>, SolveError> {
    let rules = match (game.rules(), game.no_nim_values()) {
        (Some(rules), None) => rules,
        (_, why) => return Err(SolveError::Unsupported(why.unwrap_or("this game has no nim-values"))),
    };
    on_the_board(rules, position)?;
    if grundy::is_nim(rules) {
        return Ok(of_nim(position));
    }
    if let Some(far) = Far::new(rules, &position.to_exact(), COLUMN_WORK, watch)? {
        return far.nim_value();
    }
    let near = position.near().ok_or(grundy::TOO_LARGE)?;
    let (value, options) = options_with_values(rules, near, watch)?;
    // Of those with the same value the first position counts.
    let mut firsts: Vec<Option<Position>> = Vec::new();
    for (to, value) in options {
        let value = value as usize;
        if firsts.len() <= value {
            firsts.resize(value + 1, None);
        }
        firsts[value] = Some(firsts[value].map_or(to, |first| first.min(to)));
    }
    let wide = |number: u64| T::from(number);
    let moves = firsts.into_iter().flatten().zip(0..u64::from(value).min(NIM_MOVES_LISTED));
    let moves = moves.map(|(to, value)| NimMove { value: wide(value), to: Position::new(wide(to.x), wide(to.y)) });
    let left_out = u64::from(value).saturating_sub(NIM_MOVES_LISTED);
    Ok(NimValue { value: wide(value.into()), moves: moves.collect(), moves_left_out: left_out.into() })
}

/// Heaps up to this are short: their columns of nim-values are computed until they repeat.
pub(super) const SHORT_HEAP: u64 = 64;

/// The most cells that are looked at for one of these columns: where a nim-value is asked for, and where it comes with
/// an answer.
pub(super) const COLUMN_WORK: u64 = 1 << 34;
const LITTLE_WORK: u64 = 1 << 24;

/// A position with a short heap and a long one: the values of its column, of the rows of the game turned over where x
/// is the long one, are known by their period at any height.
pub(super) struct Far {
    columns: ColumnPeriods,
    /// The short heap, and the long one.
    short: usize,
    long: UBig,
    is_turned: bool,
    /// The moves that take from the short heap, and how many from the long one with it.
    seen: Vec<(usize, usize)>,
}

impl Far {
    /// Nothing where no heap is short, the board is small, or columns need not repeat.
    pub(super) fn new(
        rules: &Rules,
        at: &Position<UBig>,
        work: u64,
        watch: &dyn Watch,
    ) -> Result<Option<Self>, SolveError> {
        let is_turned = at.x > at.y;
        let (short, long) = if is_turned { (&at.y, &at.x) } else { (&at.x, &at.y) };
        let is_small = (short + 1_u8) * (long + 1_u8) <= UBig::from(NIM_CELLS);
        let Some(short) = usize::try_from(short).ok().filter(|short| *short as u64 <= SHORT_HEAP && !is_small) else {
            return Ok(None);
        };
        let rules = if is_turned { rules.mirrored() } else { rules.clone() };
        let Ok(columns) = ColumnPeriods::new(&Game::unnamed(rules)) else { return Ok(None) };
        let mut columns = columns.with_work(work);
        for _ in 0..=short {
            match columns.next(watch) {
                Ok(_) => {}
                Err(SolveError::Interrupted) => return Err(SolveError::Interrupted),
                // Rules with large numbers.
                Err(_) => return Ok(None),
            }
        }
        let seen = columns.seen(short)?;
        Ok(Some(Self { columns, short, long: long.clone(), is_turned, seen }))
    }

    pub(super) fn value(&self) -> UBig {
        self.columns.exact_value(self.short, &self.long)
    }

    /// Every move to a position of this value, in order.
    pub(super) fn moves_to(&self, value: &UBig) -> Vec<Position<UBig>> {
        // A value stands in the column within as many rows as there are moves from the short heap.
        let most = UBig::from(self.seen.len());
        let from = value.minus(&most).unwrap_or(UBig::ZERO);
        let rows = numbers(from, value + &most).filter(|row| *row < self.long);
        let own = rows.map(|row| (self.short, row));
        let others = self.seen.iter().filter_map(|(i, j)| Some((self.short - i, self.long.minus(&UBig::from(*j))?)));
        let is_there = |(column, row): &(usize, UBig)| self.columns.exact_value(*column, row) == *value;
        let mut moves: Vec<Position<UBig>> = own
            .chain(others)
            .filter(is_there)
            .map(|(column, row)| {
                let to = Position::new(UBig::from(column), row);
                if self.is_turned { to.mirrored() } else { to }
            })
            .collect();
        moves.sort_unstable();
        moves
    }

    fn nim_value<T: Tokens>(&self) -> Result<NimValue<T>, SolveError> {
        // Beside heaps of almost 2^64 it may be larger than that.
        let too_large = SolveError::Unsupported("the nim-value has more than 64 bits: ask with heaps of any size");
        let value = self.value();
        let told = T::from_exact(value.clone()).ok_or(too_large)?;
        let exact = |number: UBig| T::from_exact(number).expect("less than the heaps or the value");
        let listed = UBig::from(NIM_MOVES_LISTED).min(value.clone());
        let first = |smaller: UBig| {
            let to = self.moves_to(&smaller).into_iter().next().expect("there is a move to each smaller value");
            NimMove { value: exact(smaller), to: Position::new(exact(to.x), exact(to.y)) }
        };
        let moves = match listed.minus(&UBig::ONE) {
            Some(last) => numbers(UBig::ZERO, last).map(first).collect(),
            None => Vec::new(),
        };
        Ok(NimValue { moves_left_out: value - listed, value: told, moves })
    }
}

/// The nim-value of a position, and every option with its value, in the order of rows.
pub(super) fn options_with_values(
    rules: &Rules,
    near: Position,
    watch: &dyn Watch,
) -> Result<(u32, Vec<(Position, u32)>), SolveError> {
    options_needed(rules, near)?;
    let (width, height) = near.board_sides();
    // A position and a value for each option, and a position once more.
    memory_needed(rules.moves.most_options(width, height).saturating_mul(40))?;
    let mut options = rules.options(near);
    options.sort_unstable_by_key(|to| (to.y, to.x));
    let mut options = options.into_iter().peekable();
    let (mut value, mut valued) = (0, Vec::with_capacity(options.len()));
    grundy::rows(rules, Window::corner(width, height), watch, |y, values| {
        let there = |x: u64| usize::try_from(x).ok().and_then(|x| values.get(x)).copied().unwrap_or(grundy::REMOVED);
        while let Some(to) = options.next_if(|to| to.y == y) {
            valued.push((to, there(to.x)));
        }
        if y == near.y {
            value = there(near.x);
        }
        Ok::<(), SolveError>(())
    })?;
    Ok((value, valued))
}

/// The nim-value where it costs little; nothing where the game has none or the position is far out.
pub(super) fn if_small<T: Tokens>(
    game: &Game,
    position: &Position<T>,
    watch: &dyn Watch,
) -> Result<Option<NimValue<T>>, SolveError> {
    let Some(rules) = game.rules().filter(|_| game.no_nim_values().is_none()) else { return Ok(None) };
    let is_small = position.near().is_some_and(|near| {
        let (width, height) = near.board_sides();
        width.saturating_mul(height) <= NIM_CELLS
    });
    if !is_small && !grundy::is_nim(rules) {
        let far = Far::new(rules, &position.to_exact(), LITTLE_WORK, watch)?;
        return Ok(far.and_then(|far| far.nim_value().ok()));
    }
    match nim_value(game, position, watch) {
        Ok(value) => Ok(Some(value)),
        Err(SolveError::Interrupted) => Err(SolveError::Interrupted),
        // Rules with large numbers may need more memory than there is.
        Err(_) => Ok(None),
    }
}

/// Why an answer comes without a nim-value that is within reach; nothing where there is none, or nobody knows it.
pub(super) fn left_out<T: Tokens>(game: &Game, position: &Position<T>) -> Option<&'static str> {
    let is_short = |heap: &T| heap.near().is_some_and(|heap| heap <= SHORT_HEAP);
    let is_board = position.near().is_some_and(|near| {
        let (width, height) = near.board_sides();
        cells_needed(Some(width), Some(height), 1).is_ok()
    });
    let is_within_reach = is_board || is_short(&position.x) || is_short(&position.y);
    let is_there = is_within_reach && game.no_nim_values().is_none();
    is_there.then_some("finding it takes longer than the rest of the answer")
}

/// Who wins, from the columns of a game that is played with a short heap and a long one; nothing where they need not
/// repeat.
pub(super) fn far_answer<T: Tokens>(
    game: &Game,
    position: &Position<T>,
    watch: &dyn Watch,
) -> Result<Option<Answer<T>>, SolveError> {
    let playable = |rules: &&Rules| game.no_nim_values().is_none() && on_the_board(rules, position).is_ok();
    let Some(rules) = game.rules().filter(playable) else { return Ok(None) };
    let Some(far) = Far::new(rules, &position.to_exact(), COLUMN_WORK, watch)? else { return Ok(None) };
    let outcome = Outcome::p_if(far.value().is_zero());
    let p_options = far.moves_to(&UBig::ZERO);
    let seen = POptions { inside: &p_options, outside: &[], options: None };
    let why = reasons::blocking(rules, &position.to_exact(), &seen);
    let fitted = |to| Position::from_exact(to).expect("no heap grows");
    let winning_moves =
        p_options.into_iter().map(|to| WinningMove { to: fitted(to), block: Vec::new(), propose: None }).collect();
    Ok(Some(Answer { winning_moves, ..Answer::new(game, position.clone(), outcome, Engine::Grundy, why) }))
}

/// Nim: the value is x ⊕ y. For each smaller v one of x ⊕ v … is a move: at the highest bit in which v differs from
/// the value, one heap has a 1, and that heap becomes smaller by taking the bits of value ⊕ v out of it.
fn of_nim<T: Tokens>(position: &Position<T>) -> NimValue<T> {
    let Position { x, y } = position.to_exact();
    let value = &x ^ &y;
    let exact = |number: UBig| T::from_exact(number).expect("no more bits than the heaps");
    let digits = dashu_int::ops::BitTest::bit_len(&x).max(dashu_int::ops::BitTest::bit_len(&y)) / 3 + 1;
    let listed = UBig::from(NIM_MOVES_LISTED.min((NIM_DIGITS / digits) as u64 + 1)).min(value.clone());
    let mut moves = Vec::new();
    let mut smaller = UBig::ZERO;
    while smaller < listed {
        let change = &value ^ &smaller;
        let (left, right) = (&x ^ &change, &y ^ &change);
        // (left, y) comes before (x, right), if both are moves.
        let to = if left < x { Position::new(left, y.clone()) } else { Position::new(x.clone(), right) };
        let to = Position::new(exact(to.x), exact(to.y));
        moves.push(NimMove { value: exact(smaller.clone()), to });
        smaller += UBig::ONE;
    }
    NimValue { moves_left_out: &value - listed, value: exact(value), moves }
}
