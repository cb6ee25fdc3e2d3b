//! Whole columns, however far their P-positions reach.
//!
//! Most columns close: from some y on, what is in the column decides that nothing (in a comply game: everything) is P,
//! and the lines engine sees that. Without a rook, whose moves reach along the whole column, it is otherwise:
//!
//! - Without a twist and with blocking, column 0 never ends: the P-positions of a column that ended would be out of
//!   reach of the cells far above them, which would be P, too.
//! - In a comply game the columns are N throughout until the moves that reach far down from a column are worth k
//!   together. From a cell far up they all lead to N-positions then, so that a column with one P-position has
//!   infinitely many. The columns before it are N to infinity, and no running sum of them is known beyond the cells
//!   that were computed; so these columns are cut at a height, and the height is doubled until it is enough. Leapers
//!   alone may never be worth k: then there is no P-position at all.

use super::rows::MEMORY_CHECKED_EVERY;
use super::{Plan, Request};
use crate::engine::lines::{self, COLUMN_LIMIT, Lanes, Tail};
use crate::engine::sparse::lanes::{SparseLanes, most_marks};
use crate::engine::{CELL_LIMIT, Engine, SolveError, cells_needed, dual, memory_needed};
use crate::game::history::Heap;
use crate::game::{Form, Game, Piece, Rules, Twist, families};

/// What a column holds.
#[derive(Debug)]
pub struct Column<'c> {
    /// The column's x.
    pub x: u64,
    /// The y of its P-positions, in increasing order, up to where `rest` begins.
    pub p: &'c [u64],
    /// What follows them.
    pub rest: Rest,
}

/// What a column holds beyond the P-positions that are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// No P-position.
    Empty,
    /// P-positions only, from this y on (comply games).
    AllP {
        /// The first of them.
        from: u64,
    },
    /// It is not known: as many as were asked for have been found.
    Unseen {
        /// The first y that is not known.
        from: u64,
    },
}

/// Whole columns x = 0, 1, … with all their P-positions, however large y is.
///
/// ```
/// use wythoff::solve::Columns;
/// let mut columns = Columns::new(&"W^3".parse()?, None)?;
/// assert_eq!(columns.next(u64::MAX)?.p, [0, 1, 2]);
/// assert_eq!(columns.next(u64::MAX)?.p, [0, 3, 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Columns {
    engine: Engine,
    /// One, or for `choice` one for each l.
    scans: Vec<Scan>,
    ends: Ends,
    x: u64,
    cells: u64,
    p: Vec<u64>,
}

/// An engine that walks columns.
enum Scan {
    Lines(Box<lines::Scan>),
    Sparse(Box<SparseLanes>),
}

impl Scan {
    fn lines(scan: lines::Scan) -> Self {
        Self::Lines(Box::new(scan))
    }

    /// Adds the P-positions of the next column to `p`; what follows them, and how many cells were looked at.
    fn next(&mut self, enough: u64, p: &mut Vec<u64>) -> Result<(Tail, u64), SolveError> {
        match self {
            Self::Lines(scan) => {
                let lane = scan.next_lane_until(enough)?;
                p.extend(p_of(lane.p));
                Ok((lane.tail, lane.p.len() as u64))
            }
            Self::Sparse(lanes) => {
                let lane = lanes.next_lane(usize::try_from(enough).unwrap_or(usize::MAX))?;
                p.extend(lane.marks.iter().map(|y| u64::from(*y)));
                let end = lane.marks.last().map_or(0, |last| u64::from(*last) + 1);
                Ok((if lane.is_whole { Tail::N } else { Tail::Unseen }, end))
            }
        }
    }
}

/// How the columns of a game end.
enum Ends {
    /// They close, or hold as many P-positions as one likes.
    Close,
    /// The first one has infinitely many P-positions.
    Never,
    /// They are cut: a comply game without a rook.
    Cut(Rules),
    /// No column has a P-position: a comply game with too few moves for any proposal.
    Nothing,
    /// Nothing is known: misère play without a rook. A column may have no P-position, and none in sight.
    Unknown,
}

impl Ends {
    fn of(rules: &Rules) -> Self {
        let has_rook = rules
            .moves
            .pieces()
            .iter()
            .any(|piece| matches!(piece.two_sided(), (Piece::Rook { .. }, None | Some(Heap::Y))));
        match rules.twist {
            _ if has_rook => Self::Close,
            _ if rules.is_misere() => Self::Unknown,
            Twist::Comply { .. } if never_proposes(rules) => Self::Nothing,
            Twist::Comply { .. } => Self::Cut(rules.clone()),
            _ => Self::Never,
        }
    }
}

/// Whether all moves together are too few for a proposal: those of leapers are finitely many.
fn never_proposes(rules: &Rules) -> bool {
    let (Twist::Comply { count, class }, Some(removals)) = (&rules.twist, rules.moves.removals()) else { return false };
    let inside = removals.iter().filter(|removal| class.contains(*removal)).count();
    inside == removals.len() && (inside as u64) < u64::from(*count)
}

impl Columns {
    /// Prepares the columns of `game`.
    ///
    /// # Errors
    /// When the engine can't follow columns, or the game's numbers are too large.
    pub fn new(game: &Game, engine: Option<Engine>) -> Result<Self, SolveError> {
        let engine = Plan::new(game, Request::Columns, engine)?.engine;
        let rules: Vec<Rules> = match (game.form(), engine) {
            (Form::Rules(rules), Engine::Dual) => vec![dual::dual_rules(rules).ok_or(SolveError::NotStatic)?],
            (Form::Rules(rules), _) => vec![rules.clone()],
            (Form::Choice { m, p, ending }, _) => {
                cells_needed(Some(u64::from(*p)), Some(COLUMN_LIMIT), 1)?;
                (0..*p).map(|l| families::shifted(*m, *p, l).with_ending(*ending)).collect()
            }
        };
        // `choice` games have rooks, so that one of the rules speaks for all.
        let ends = Ends::of(&rules[0]);
        let scan = |rules| match ends {
            // The game that an imitation game is played through has few P-positions, too.
            _ if matches!(engine, Engine::Sparse | Engine::Dual) && most_marks(rules).is_some() => {
                Ok(Scan::Sparse(Box::new(SparseLanes::new(rules, Lanes::Columns, None)?)))
            }
            Ends::Cut(_) => columns_of(rules, FIRST_HEIGHT).map(Scan::lines),
            Ends::Unknown => Err(SolveError::OpenColumns),
            Ends::Nothing => Err(SolveError::NoProposal),
            Ends::Close | Ends::Never => lines::Scan::new(rules, Lanes::Columns, None, None, false).map(Scan::lines),
        };
        let scans = rules.iter().map(scan).collect::<Result<_, _>>()?;
        Ok(Self { engine, scans, ends, x: 0, cells: 0, p: Vec::new() })
    }

    /// The engine at work.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The next column. It may stop after `enough` P-positions (a column may have millions, or no end); no column can
    /// follow it then.
    ///
    /// # Errors
    /// When the column does not end within [`COLUMN_LIMIT`] cells, or all columns so far have more than [`CELL_LIMIT`].
    pub fn next(&mut self, enough: u64) -> Result<Column<'_>, SolveError> {
        let x = self.x;
        self.x += 1;
        let rest = match &self.ends {
            Ends::Never if enough == u64::MAX => return Err(SolveError::InfiniteColumn { column: x }),
            Ends::Close | Ends::Never | Ends::Nothing | Ends::Unknown => self.closing(x, enough)?,
            Ends::Cut(rules) => {
                let rules = rules.clone();
                self.cut(x, enough, &rules)?
            }
        };
        Ok(Column { x, p: &self.p, rest })
    }

    /// The next column of each scan, together.
    fn closing(&mut self, x: u64, enough: u64) -> Result<Rest, SolveError> {
        self.p.clear();
        let (mut rest, mut bytes) = (Rest::Empty, 0_u64);
        for scan in &mut self.scans {
            let (tail, end) = scan.next(enough, &mut self.p)?;
            // Only comply games have columns that are P from some y on, and of those there is one scan.
            rest = match (tail, rest) {
                (Tail::N, rest) => rest,
                (Tail::P, _) => Rest::AllP { from: end },
                (Tail::Unseen, Rest::Unseen { from }) => Rest::Unseen { from: from.min(end) },
                (Tail::Unseen, _) => Rest::Unseen { from: end },
            };
            let Scan::Lines(scan) = scan else { continue };
            add_cells(&mut self.cells, end, x)?;
            if x.is_multiple_of(MEMORY_CHECKED_EVERY) {
                bytes = bytes.saturating_add(scan.bytes_held());
                memory_needed(bytes)?;
            }
        }
        if self.scans.len() > 1 {
            self.p.sort_unstable();
            self.p.dedup();
            // Beyond, the P-positions of some scan are missing.
            if let Rest::Unseen { from } = rest {
                self.p.retain(|y| *y < from);
            }
        }
        Ok(rest)
    }

    /// The next column of a comply game without a rook. Each column so far is N throughout.
    fn cut(&mut self, x: u64, enough: u64, rules: &Rules) -> Result<Rest, SolveError> {
        let hole = rules.hole.map_or(0, |hole| hole.height);
        // From here on a cell sees all cells that its moves lead to, so that its sum is the largest of the column.
        let full = hole.saturating_add(furthest(rules, x));
        loop {
            self.p.clear();
            let (_, height) = self.scans[0].next(u64::MAX, &mut self.p)?;
            add_cells(&mut self.cells, height, x)?;
            if self.p.is_empty() && height > full {
                return Ok(Rest::Empty);
            }
            if !self.p.is_empty() && enough == u64::MAX {
                return Err(SolveError::InfiniteColumn { column: x });
            }
            if !self.p.is_empty() && self.p.len() as u64 >= enough {
                return Ok(Rest::Unseen { from: height });
            }
            let height = height.saturating_mul(2).max(full.saturating_add(1));
            if height > COLUMN_LIMIT {
                return Err(SolveError::ColumnTooLong { column: x, limit: COLUMN_LIMIT });
            }
            let mut scan = columns_of(rules, height)?;
            for before in 0..x {
                scan.next_lane()?;
                add_cells(&mut self.cells, height, before)?;
            }
            self.scans[0] = Scan::lines(scan);
        }
    }
}

/// The height at which columns that do not close are cut at first.
const FIRST_HEIGHT: u64 = 1 << 10;

/// Columns that are cut.
fn columns_of(rules: &Rules, height: u64) -> Result<lines::Scan, SolveError> {
    lines::Scan::new(rules, Lanes::Columns, Some(COLUMN_LIMIT), Some(height), false)
}

/// How far down the moves of a game without a rook reach that remove at most x from the other heap.
fn furthest(rules: &Rules, x: u64) -> u64 {
    let reach = |piece: &Piece| match piece.two_sided() {
        // What is left of a one-sided rook takes from the other heap.
        (Piece::Rook { .. }, Some(Heap::X)) => 0,
        (Piece::Rook { .. } | Piece::Only { .. }, _) => u64::MAX,
        (Piece::Bishop { width }, _) => x.saturating_add(*width),
        (Piece::Ray { p, q }, _) => u64::from(*p.max(q)).saturating_mul(x),
        (Piece::Leap(leaps), _) => leaps.pairs().iter().map(|(_, longest)| u64::from(*longest)).max().unwrap_or(0),
    };
    rules.moves.pieces().iter().map(reach).max().unwrap_or(0)
}

/// Refuses a table that goes on for too long.
fn add_cells(cells: &mut u64, more: u64, column: u64) -> Result<(), SolveError> {
    *cells = cells.saturating_add(more);
    if *cells > CELL_LIMIT { Err(SolveError::TableTooLong { column, limit: CELL_LIMIT }) } else { Ok(()) }
}

fn p_of(cells: &[u8]) -> impl Iterator<Item = u64> + '_ {
    (0..).zip(cells).filter(|(_, is_p)| **is_p == 1).map(|(y, _)| y)
}
