//! One board, and where its cells come from. This is decided here and nowhere else.

use std::sync::Arc;

use wythoff::certificate::answer;
use wythoff::exact::UBig;
use wythoff::solve::{Closed, Values};
use wythoff::{Engine, Game, Outcome, Position, Window};

use super::computed::Computed;
use super::counting::Counting;
use super::pixels::{NOT_READY, Pixels, REMOVED_OUTCOME, Region, TILE, UNREADY_NUMBER};
use super::proved::{self, proved_k};
use super::{Boards, Opened, corner, file_name, formula, refused};
use crate::ask;
use crate::limits::{self, Deadline};
use crate::problem::Problem;
use crate::store::Kept;
use crate::wire::board::{Cell, Counts, Endless, Kind, Knowledge};

type Exact = Position<UBig>;

/// The highest level of a board that is not proved: the whole of the largest board is in a tile.
const LEVELS: u32 = 13;

/// Levels of the store whose squares are few enough in a tile to be looked at.
const STORED_AVERAGED: u32 = 6;

/// The side of a corner of a game that is not W^k which is solved on the spot rather than with the whole board.
const SMALL_SIDE: u64 = 256;

/// What is there of a board from its corner on.
enum Near {
    /// W^k, whose certificate knows every cell.
    Proved(u32),
    /// W^k on disk, as far as it has grown.
    Stored { k: u64, board: Option<Arc<Kept>> },
    /// Any other game, computed when it is looked at.
    Computed,
    /// A file, as far as it was written.
    Opened(Arc<Opened>),
}

/// Where some cells come from.
enum Source {
    Proved(u32),
    Stored(Arc<Kept>),
    Computed(Arc<Computed>),
    Formula(Box<Closed>),
    Opened(Arc<Opened>),
}

/// The palaces that a queen sees above a cell, to its left, and on its diagonal.
pub(crate) struct Lines {
    pub(crate) k: u64,
    /// How many there are on each line.
    pub(crate) counts: [u64; 3],
    /// The nearest of each line, the nearest first.
    pub(crate) palaces: [Vec<Exact>; 3],
    pub(crate) method: Engine,
}

/// A board to look at.
pub(crate) struct View {
    boards: Arc<Boards>,
    game: Game,
    near: Near,
}

impl View {
    /// The board of a game, or of a file, by its name.
    pub(crate) fn named(boards: &Arc<Boards>, name: &str) -> Result<Self, Problem> {
        let Some(file) = file_name(name) else { return Self::of(boards, ask::game(name)?) };
        let file = boards.opened.get(file)?;
        Ok(Self { boards: Arc::clone(boards), game: file.game.clone(), near: Near::Opened(file) })
    }

    /// The board of a game. Nothing is computed before it is asked for.
    pub(crate) fn of(boards: &Arc<Boards>, game: Game) -> Result<Self, Problem> {
        let near = match (proved_k(&game), game.blocking_k().map(u64::from)) {
            (Some(k), _) => Near::Proved(k),
            (None, Some(k)) if k > limits::K => {
                return Err(Problem::limit("k", limits::K, format!("boards of W^k are shown for k ≤ {}", limits::K)));
            }
            (None, Some(k)) => Near::Stored { k, board: boards.store.get(k) },
            (None, None) => Near::Computed,
        };
        Ok(Self { boards: Arc::clone(boards), game, near })
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// How it is asked for.
    pub(crate) fn name(&self) -> String {
        self.opened().map_or_else(|| self.game.to_string(), |file| file.board.clone())
    }

    /// The file that it is from.
    pub(crate) fn opened(&self) -> Option<&Opened> {
        if let Near::Opened(file) = &self.near { Some(file) } else { None }
    }

    pub(crate) fn kind(&self) -> Kind {
        match self.near {
            Near::Proved(_) => Kind::Proved,
            Near::Stored { .. } => Kind::Stored,
            Near::Computed => Kind::Computed,
            Near::Opened(_) => Kind::File,
        }
    }

    /// k of a board that grows in the store.
    pub(crate) fn growing_k(&self) -> Option<u64> {
        if let Near::Stored { k, .. } = self.near { Some(k) } else { None }
    }

    /// Cells x, y below this are known, or are as soon as they are looked at.
    pub(crate) fn ready(&self) -> u64 {
        match &self.near {
            Near::Proved(_) => proved::SIDE,
            Near::Stored { board, .. } => board.as_ref().map_or(0, |board| board.side()),
            Near::Computed => Computed::SIDE,
            Near::Opened(file) => file.side,
        }
    }

    /// Up to which side the board is shown from its corner, at most.
    pub(crate) fn most(&self) -> u64 {
        match &self.near {
            Near::Proved(_) => proved::SIDE,
            Near::Stored { .. } => limits::SIDE,
            Near::Computed => Computed::SIDE,
            Near::Opened(file) => file.side,
        }
    }

    /// Levels of tiles that may be asked for.
    pub(crate) fn levels(&self) -> u32 {
        match &self.near {
            Near::Proved(_) => proved::LEVELS,
            Near::Opened(file) => levels_of(file.side),
            Near::Stored { .. } | Near::Computed => LEVELS,
        }
    }

    /// On so many levels a pixel can have the mean colour of its cells; on higher ones there are counts of P alone.
    pub(crate) fn averaged(&self) -> u32 {
        match &self.near {
            Near::Proved(_) => proved::AVERAGED,
            Near::Stored { .. } => STORED_AVERAGED,
            Near::Computed => LEVELS,
            Near::Opened(_) => 1,
        }
    }

    /// Whether a tile of a level has such colours.
    pub(crate) fn averages(&self, level: u32, region: &Region) -> bool {
        level < self.averaged() && !self.ends_before(region)
    }

    /// k of a game in which a cell is P iff fewer than k of its options are.
    pub(crate) fn k(&self) -> Option<u64> {
        self.game.deviation_base()
    }

    pub(crate) fn has_palace_numbers(&self) -> bool {
        self.opened().is_none() && self.game.rules().is_some_and(|rules| !rules.has_memory())
    }

    pub(crate) fn has_nim_values(&self) -> bool {
        self.opened().is_none() && self.game.no_nim_values().is_none()
    }

    /// What the cells can show.
    pub(crate) fn values(&self) -> Vec<Values> {
        let palace = self.has_palace_numbers().then_some(Values::Palace);
        let deviation = palace.and(self.k()).map(|_| Values::Deviation);
        let nim = self.has_nim_values().then_some(Values::Grundy);
        std::iter::once(Values::Outcome).chain(palace).chain(deviation).chain(nim).collect()
    }

    /// What is told of a cell.
    pub(crate) fn usual_values(&self) -> Values {
        if self.has_palace_numbers() { Values::Palace } else { Values::Outcome }
    }

    /// What is known at any coordinates: on how many levels, which values, and from what.
    pub(crate) fn endless(&self) -> Option<Endless> {
        if let Near::Proved(k) = self.near {
            let (levels, proof) = (proved::LEVELS, Some(answer::file(k)));
            let values = self.values().into_iter().filter(|values| *values != Values::Grundy).collect();
            return Some(Endless { levels, values, by: Knowledge::Certificate, proof });
        }
        let levels = limits::FORMULA_LEVEL + 1;
        self.formula().map(|_| Endless { levels, values: vec![Values::Outcome], by: Knowledge::Formula, proof: None })
    }

    /// Whether the board can be looked at without being computed first.
    pub(crate) fn is_at_hand(&self, values: Values) -> bool {
        match self.near {
            _ if values == Values::Grundy => self.boards.computed.has(&self.game, values),
            Near::Proved(_) | Near::Stored { .. } => true,
            Near::Computed => self.boards.computed.has(&self.game, kept_as(values)),
            // Disks may be slow, and cells that are not kept are solved again.
            Near::Opened(_) => false,
        }
    }

    fn formula(&self) -> Option<Closed> {
        self.opened().is_none().then(|| Closed::starts(&self.game)).flatten()
    }

    /// Whether all cells of the region are known without a formula.
    fn reaches(&self, region: &Region) -> bool {
        matches!(self.near, Near::Proved(_)) || region.is_within(self.ready())
    }

    /// Whether some cells of the region are beyond a board that never grows.
    fn ends_before(&self, region: &Region) -> bool {
        matches!(self.near, Near::Computed) && !self.reaches(region)
    }

    /// What is there from the corner on.
    fn near(&self, values: Values, deadline: &Deadline) -> Result<Source, Problem> {
        match &self.near {
            Near::Proved(k) => Ok(Source::Proved(*k)),
            Near::Stored { board: Some(board), .. } => Ok(Source::Stored(Arc::clone(board))),
            Near::Stored { board: None, .. } => {
                let game = &self.game;
                Err(Problem::not_ready(format!(
                    "nothing of the board of {game} is computed yet: ask for it with `grow`"
                )))
            }
            Near::Computed => self.boards.computed.get(&self.game, kept_as(values), deadline).map(Source::Computed),
            Near::Opened(file) => Ok(Source::Opened(Arc::clone(file))),
        }
    }

    /// Where the outcomes of a region come from: what is there, or a formula where that does not reach or can't be
    /// computed.
    fn source(&self, region: &Region, deadline: &Deadline) -> Result<Source, Problem> {
        let far = || self.formula().map(|closed| Source::Formula(Box::new(closed)));
        if !self.reaches(region)
            && let Some(far) = far()
        {
            return Ok(far);
        }
        self.near(Values::Outcome, deadline).or_else(|problem| far().ok_or(problem))
    }

    /// The outcomes of a region.
    pub(crate) fn outcomes(&self, region: &Region, deadline: &Deadline) -> Result<Vec<u8>, Problem> {
        match self.source(region, deadline)? {
            Source::Proved(k) => self.boards.solvers.outcomes(k, region),
            Source::Stored(board) => self.boards.stored_outcomes(&board, region),
            Source::Computed(board) => Ok(board.outcomes(region)),
            Source::Formula(mut closed) => formula::outcomes(&mut closed, region, deadline),
            Source::Opened(file) => self.boards.opened.outcomes(&file, region, deadline),
        }
    }

    /// The palace numbers of a region, less `zero`. No formula knows them.
    pub(crate) fn numbers(&self, region: &Region, zero: u64, deadline: &Deadline) -> Result<Vec<i32>, Problem> {
        match self.near(Values::Palace, deadline)? {
            Source::Proved(k) => self.boards.solvers.numbers(k, region, zero),
            Source::Stored(board) => self.boards.stored_numbers(&board, region, zero),
            Source::Computed(board) => Ok(board.numbers(region, zero)),
            Source::Formula(_) => Err(no_numbers()),
            Source::Opened(_) => Err(Problem::unsupported("a file has outcomes, not palace numbers")),
        }
    }

    /// The nim-values of a region: of the cells x, y below [`Computed::SIDE`], whatever else is known of the board.
    pub(crate) fn nim_values(&self, region: &Region, deadline: &Deadline) -> Result<Vec<i32>, Problem> {
        Ok(self.boards.computed.get(&self.game, Values::Grundy, deadline)?.numbers(region, 0))
    }

    /// That of a cell of the game, if it is one of these.
    pub(crate) fn nim_value(&self, at: &Exact, deadline: &Deadline) -> Result<Option<i32>, Problem> {
        let region = Region::new(at, 1, 1);
        if !region.is_within(Computed::SIDE) {
            return Ok(None);
        }
        Ok(self.nim_values(&region, deadline)?.first().copied())
    }

    /// The numbers of P-positions in the pixels of a tile of a level above 0.
    pub(crate) fn counts(&self, level: u32, tile: (&UBig, &UBig), deadline: &Deadline) -> Result<Pixels, Problem> {
        let source = if level <= limits::FORMULA_LEVEL {
            self.source(&Region::tile(level, tile), deadline)?
        } else {
            self.near(Values::Outcome, deadline)?
        };
        let counting = || {
            let beyond = || Problem::not_ready("this tile is beyond what is computed");
            Counting::before(self.ready(), level, tile).ok_or_else(beyond)
        };
        match source {
            Source::Proved(k) => self.boards.solvers.counts(k, level, tile),
            Source::Stored(board) => {
                let (mut counting, ready) = (counting()?, board.side());
                self.boards.count_stored(&board, &mut counting)?;
                Ok(counting.finish(ready))
            }
            Source::Computed(board) => {
                let mut counting = counting()?;
                board.count(&mut counting);
                Ok(counting.finish(Computed::SIDE))
            }
            Source::Formula(mut closed) => formula::counts(&mut closed, level, tile, deadline),
            Source::Opened(file) => self.boards.opened.counts(&file, level, &Region::tile(level, tile), deadline),
        }
    }

    /// The numbers of P-positions in `size` × `size` squares of `scale` × `scale` cells, from the corner on, of any
    /// board.
    pub(crate) fn thumbnail(&self, size: u64, scale: u64, deadline: &Deadline) -> Result<Vec<u32>, Problem> {
        corner::counts(&self.game, size, scale, deadline)
    }

    /// The outcomes of a region, all of which have to be known; a small corner is solved on the spot.
    pub(crate) fn all_outcomes(&self, region: &Region, deadline: &Deadline) -> Result<Vec<u8>, Problem> {
        if let Some(window) = self.small_corner(region) {
            return corner::outcomes(&self.game, window, deadline);
        }
        if self.ends_before(region) && self.formula().is_none() {
            return Err(beyond());
        }
        let cells = self.outcomes(region, deadline)?;
        if cells.contains(&NOT_READY) { Err(beyond()) } else { Ok(cells) }
    }

    /// The same for palace numbers, deviations or nim-values.
    pub(crate) fn all_numbers(
        &self,
        region: &Region,
        values: Values,
        deadline: &Deadline,
    ) -> Result<Vec<i32>, Problem> {
        if let Some(window) = self.small_corner(region) {
            return corner::numbers(&self.game, window, values, deadline);
        }
        if values == Values::Grundy {
            if !region.is_within(Computed::SIDE) {
                return Err(beyond());
            }
            return self.nim_values(region, deadline);
        }
        if self.ends_before(region) {
            return Err(if self.formula().is_some() { no_numbers() } else { beyond() });
        }
        let zero = if values == Values::Palace { 0 } else { self.k().unwrap_or(0) };
        let cells = self.numbers(region, zero, deadline)?;
        if cells.contains(&UNREADY_NUMBER) { Err(beyond()) } else { Ok(cells) }
    }

    /// Refuses a region whose pixels of a level are not all known, and says what is there.
    pub(crate) fn has_all(&self, region: &Region, level: u32, values: Values) -> Result<(), Problem> {
        let has_formula = values == Values::Outcome && level <= limits::FORMULA_LEVEL && self.formula().is_some();
        let (ready, more) = match &self.near {
            _ if values == Values::Grundy => (Computed::SIDE, "as far as nim-values are computed"),
            _ if has_formula => return Ok(()),
            Near::Proved(_) => return Ok(()),
            Near::Stored { .. } => (self.ready(), "and more if it is asked for with `grow`"),
            Near::Computed => (Computed::SIDE, "as far as such a board is computed"),
            Near::Opened(file) => (file.facts().map_err(refused)?.1, "as far as the file was written"),
        };
        if region.is_within(ready) {
            return Ok(());
        }
        let game = &self.game;
        Err(Problem::not_ready(format!(
            "this reaches beyond what is there of {game}: the cells x, y < {ready}, {more}"
        )))
    }

    /// The region as a window, if it lies in a corner that is solved faster than the board is looked at.
    fn small_corner(&self, region: &Region) -> Option<Window> {
        let side = match self.near {
            Near::Proved(_) | Near::Opened(_) => return None,
            Near::Stored { .. } => limits::COMPUTED_SIDE,
            Near::Computed => SMALL_SIDE,
        };
        let (_, at, [width, height]) = region.on_board();
        let at = Position::<u64>::from_exact(at)?;
        region.is_within(side).then_some(Window { at, width: width as u64, height: height as u64 })
    }

    /// Whether a region is solved on the spot.
    pub(crate) fn is_small_corner(&self, region: &Region) -> bool {
        self.small_corner(region).is_some()
    }

    /// What is known of a cell.
    pub(crate) fn cell(&self, at: &Exact, deadline: &Deadline) -> Result<Cell, Problem> {
        let (region, position) = (Region::new(at, 1, 1), at.clone());
        let is_begun = !matches!(self.near, Near::Stored { board: None, .. });
        let near = if self.reaches(&region) || !is_begun {
            self.near(self.usual_values(), deadline)
        } else {
            Err(Problem::not_ready("this cell is beyond what is computed"))
        };
        let source = near.or_else(|problem| self.formula().map(|f| Source::Formula(Box::new(f))).ok_or(problem))?;
        match source {
            Source::Proved(k) => {
                let lines = self.boards.solvers.lines(k, at, deadline)?;
                let [column, row, diagonal] = lines.map(|line| i64::try_from(line.len()).unwrap_or(i64::MAX));
                let palaces = column + row + diagonal;
                let deviation = palaces - i64::from(k);
                Ok(Cell {
                    position,
                    exists: true,
                    outcome: Some(Outcome::p_if(deviation < 0)),
                    palace_number: Some(palaces),
                    deviation: Some(deviation),
                    counts: Some(Counts { column, row, diagonal }),
                    nim_value: None,
                    method: Engine::Closed,
                })
            }
            Source::Stored(board) => {
                let sight = self.boards.sight(&board, near_position(at)?)?;
                Ok(Cell {
                    position,
                    exists: true,
                    outcome: Some(Outcome::p_if(sight.is_p)),
                    palace_number: Some(sight.palace_number),
                    deviation: Some(sight.deviation),
                    counts: Some(Counts { column: sight.vertical, row: sight.horizontal, diagonal: sight.diagonal }),
                    nim_value: None,
                    method: Engine::Dense,
                })
            }
            Source::Computed(board) => {
                let outcome = board.outcomes(&region)[0];
                let exists = outcome != REMOVED_OUTCOME;
                let numbers = exists && self.has_palace_numbers();
                let palaces = numbers.then(|| i64::from(board.numbers(&region, 0)[0]));
                Ok(Cell {
                    position,
                    exists,
                    outcome: exists.then_some(Outcome::p_if(outcome == 1)),
                    palace_number: palaces,
                    deviation: palaces.zip(self.k()).map(|(palaces, k)| palaces - k.cast_signed()),
                    counts: None,
                    nim_value: None,
                    method: Engine::solving(&self.game).first().copied().unwrap_or(Engine::Closed),
                })
            }
            Source::Formula(mut closed) => {
                let exists = self.game.rules().is_none_or(|rules| rules.exists(at));
                let outcome = Outcome::p_if(closed.is_p(at, deadline)?);
                let outcome = exists.then_some(outcome);
                let method = Engine::Closed;
                Ok(Cell {
                    position,
                    exists,
                    outcome,
                    palace_number: None,
                    deviation: None,
                    counts: None,
                    nim_value: None,
                    method,
                })
            }
            Source::Opened(file) => {
                if let Some(own) = self.own(at) {
                    return own.cell(at, deadline);
                }
                let outcome = self.boards.opened.outcomes(&file, &region, deadline)?[0];
                if outcome == NOT_READY {
                    return Err(Problem::not_ready("this cell is not in the file yet, or is beyond it"));
                }
                let exists = outcome != REMOVED_OUTCOME;
                let outcome = exists.then_some(Outcome::p_if(outcome == 1));
                let method = Engine::solving(&self.game).first().copied().unwrap_or(Engine::Closed);
                Ok(Cell {
                    position,
                    exists,
                    outcome,
                    palace_number: None,
                    deviation: None,
                    counts: None,
                    nim_value: None,
                    method,
                })
            }
        }
    }

    /// The laboratory's own board of the game of a file, if it is W^k and this cell is there.
    fn own(&self, at: &Exact) -> Option<Self> {
        let own = Self::of(&self.boards, self.game.clone()).ok()?;
        let is_there = !matches!(own.near, Near::Computed) && own.reaches(&Region::new(at, 1, 1));
        is_there.then_some(own)
    }

    /// The palaces that a queen sees from a cell of W^k, with the nearest `most` of each line. `None` where the board
    /// does not tell: in other games, and where a formula goes on.
    pub(crate) fn lines(&self, at: &Exact, most: usize, deadline: &Deadline) -> Result<Option<Lines>, Problem> {
        match &self.near {
            Near::Proved(k) => {
                let mut palaces = self.boards.solvers.lines(*k, at, deadline)?;
                let counts = palaces.each_ref().map(|line| line.len() as u64);
                for line in &mut palaces {
                    line.truncate(most);
                }
                Ok(Some(Lines { k: u64::from(*k), counts, palaces, method: Engine::Closed }))
            }
            Near::Stored { k, board: Some(board) } if self.reaches(&Region::new(at, 1, 1)) => {
                let near = near_position(at)?;
                let sight = self.boards.sight(board, near)?;
                let counts = [sight.vertical, sight.horizontal, sight.diagonal].map(i64::cast_unsigned);
                let exact = |line: Vec<Position>| line.into_iter().map(|to| to.to_exact()).collect();
                let palaces = self.boards.stored_lines(board, near, most, *deadline)?.map(exact);
                Ok(Some(Lines { k: *k, counts, palaces, method: Engine::Dense }))
            }
            Near::Stored { .. } if self.formula().is_none() => {
                Err(Problem::not_ready("this cell is beyond what is computed"))
            }
            Near::Stored { .. } | Near::Computed => Ok(None),
            Near::Opened(file) => match self.own(at) {
                Some(own) => own.lines(at, most, deadline),
                None if self.game.blocking_k().is_none() => Ok(None),
                None if !file.has_own() => Err(Problem::unsupported("a file says P or N, and no more")),
                None => Err(Problem::not_ready(format!(
                    "a file says P or N; what a queen sees is known on the laboratory's own board of {}, as far as \
                    that is computed",
                    self.game
                ))),
            },
        }
    }

    /// Whether the lines of a cell are found so fast that they may be asked for with those of another one.
    pub(crate) fn has_quick_lines(&self, at: &Exact) -> bool {
        match self.near {
            Near::Proved(_) => true,
            Near::Stored { k, .. } => k <= 1000 && Region::new(at, 1, 1).is_within(limits::COMPUTED_SIDE),
            Near::Computed => false,
            Near::Opened(_) => self.own(at).is_some_and(|own| own.has_quick_lines(at)),
        }
    }
}

/// Levels of tiles, the last of which has all cells below a side in one tile.
pub(crate) fn levels_of(side: u64) -> u32 {
    side.div_ceil(TILE as u64).max(1).next_power_of_two().ilog2() + 1
}

/// What is kept in memory to show these values: deviations are palace numbers less k.
fn kept_as(values: Values) -> Values {
    if values == Values::Deviation { Values::Palace } else { values }
}

/// A cell that is stored has heaps of few digits.
fn near_position(at: &Exact) -> Result<Position, Problem> {
    Position::from_exact(at.clone()).ok_or_else(beyond)
}

fn beyond() -> Problem {
    Problem::not_ready("this window is beyond what is computed")
}

fn no_numbers() -> Problem {
    Problem::unsupported("a formula gives outcomes, not palace numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_board_is_in_one_tile_of_the_highest_level() {
        assert_eq!(crate::grow::rows_of(limits::SIDE), 489);
        assert!((TILE as u64) << (LEVELS - 1) >= limits::SIDE);
        assert!((TILE as u64) << (LEVELS - 2) < limits::SIDE);
    }
}
