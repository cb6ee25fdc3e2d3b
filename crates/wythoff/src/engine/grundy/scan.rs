//! The nim-values of any rules, lane by lane.
//!
//! Every move goes along a **direction**: a step (lanes, cells), taken t times. A line is what such steps lead along,
//! and a set holds the values that the next cell of the line can be moved to. When the scan comes to a cell it first
//! puts the value that has just come into reach into the set: the one `from` steps back. So sets never hold too much,
//! and never have to be looked at but to find the mex. A rook with residues has a set for each residue, and a value
//! goes into those of the cells that can be moved from to it. A direction of few steps has no sets: the values are
//! looked up in the lanes before; so are those of leapers.
//!
//! *A wide bishop.* The cell (x, y) can be moved to where (x−1, y−1) can be moved to, and besides to (x−1, y−1), to
//! the m−1 cells before it in its row, and to the m−1 before it in its column. So the set of its diagonal gets these.
//! Of a one-sided bishop it gets those of its row, or of its column, alone.

#![allow(clippy::inline_always, reason = "what runs with vectors must be inlined into what is compiled for them")]

use super::sets::Sets;
use super::{REMOVED, largest_value, needed};
use crate::engine::lines::Lanes;
use crate::engine::{SolveError, cells_needed, memory_needed, to_usize};
use crate::game::history::Heap;
use crate::game::{Piece, Residues, Rules};
use crate::position::Move;
use crate::vectors::{Loop, with_vectors};

/// A direction of no more steps than this is looked up step by step.
const LOOKED_UP: usize = 4;

/// The moves that take x·t and y·t tokens, for t ≥ `from` with one of `residues`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Direction {
    x: u64,
    y: u64,
    from: u64,
    residues: Residues,
}

impl Direction {
    fn new(x: u64, y: u64) -> Self {
        Self { x, y, from: 1, residues: Residues::all() }
    }

    /// The numbers of steps that are moves, up to `most`: from period to period of the residues.
    fn steps(&self, most: u64) -> impl Iterator<Item = u64> {
        let modulus = u64::from(self.residues.modulus());
        let periods = if self.from <= most { self.from / modulus..most / modulus + 1 } else { 0..0 };
        periods.flat_map(move |period| {
            let before = period * modulus;
            let lengths = move |&(low, high): &(u32, u32)| {
                (before + u64::from(low)).max(self.from)..(before + u64::from(high) + 1).min(most + 1)
            };
            self.residues.ranges().iter().flat_map(lengths)
        })
    }

    /// The step, in lanes and in cells.
    fn step(&self, lanes: Lanes) -> (u64, u64) {
        match lanes {
            Lanes::Rows => (self.y, self.x),
            Lanes::Columns => (self.x, self.y),
        }
    }
}

/// Every direction of the rules, once.
fn directions(rules: &Rules) -> Vec<Direction> {
    let mut directions = Vec::new();
    for piece in rules.moves.pieces() {
        let (piece, side) = piece.two_sided();
        let both = |x: u64, y: u64| {
            let is_there = |(x, y): &(u64, u64)| side.is_none_or(|heap| heap.has_more_of(&Move { i: *x, j: *y }));
            [(x, y), (y, x)].into_iter().filter(is_there).map(|(x, y)| Direction::new(x, y)).collect::<Vec<_>>()
        };
        let more = match piece {
            Piece::Rook { from, residues } => both(1, 0)
                .into_iter()
                .map(|direction| Direction { from: *from, residues: residues.clone(), ..direction })
                .collect(),
            // The diagonal itself is on no side.
            Piece::Bishop { .. } if side.is_some() => vec![Direction { from: NEVER, ..Direction::new(1, 1) }],
            Piece::Bishop { .. } => vec![Direction::new(1, 1)],
            Piece::Ray { p, q } => both((*p).into(), (*q).into()),
            Piece::Leap(_) | Piece::Only { .. } => Vec::new(),
        };
        for direction in more {
            if !directions.contains(&direction) {
                directions.push(direction);
            }
        }
    }
    let has_diagonal = directions.contains(&Direction::new(1, 1));
    directions.retain(|direction| direction.from != NEVER || !has_diagonal);
    directions
}

/// A direction whose own steps are no moves.
const NEVER: u64 = u64::MAX;

/// The removals of leapers, as tokens of x and of y.
fn leaps(rules: &Rules) -> Vec<(u64, u64)> {
    let mut leaps = Vec::new();
    for piece in rules.moves.pieces() {
        let (Piece::Leap(pairs), _) = piece.two_sided() else { continue };
        for (a, b) in pairs.pairs().iter().map(|&(a, b)| (u64::from(a), u64::from(b))) {
            leaps.extend([(a, b), (b, a)].into_iter().filter(|&(i, j)| piece.contains(&Move { i, j })));
        }
    }
    leaps.sort_unstable();
    leaps.dedup();
    leaps
}

/// How far the widest bishop may stray from its diagonal: taking more from this heap than from the other.
fn stray(rules: &Rules, more: Heap) -> u64 {
    let width = |piece: &Piece| match piece.two_sided() {
        (Piece::Bishop { width }, side) if side.is_none_or(|heap| heap == more) => *width,
        _ => 1,
    };
    rules.moves.pieces().iter().map(width).max().unwrap_or(1) - 1
}

/// The sets of the lines of a direction.
#[derive(Debug)]
struct Bank {
    /// Lanes and cells of a step.
    step: (usize, usize),
    /// The first number of steps that is a move.
    from: usize,
    /// The residues of the numbers of steps that are moves, modulo `modulus`.
    residues: Vec<usize>,
    modulus: usize,
    /// The first of the sets: for each residue of a lane modulo the step's lanes, for each line, for each residue of
    /// the steps.
    first: usize,
    /// How many lines such a residue of a lane has.
    lines: usize,
    /// How far a wide bishop may stray from this diagonal, in lanes and in cells.
    stray: (usize, usize),
    /// Where the line of this lane's cell 0 is among the lines.
    turn: usize,
    /// The first set of this lane.
    here: usize,
    /// Along the lane: the steps from the edge to the cell; otherwise those to the lane.
    steps: usize,
}

impl Bank {
    fn sets(&self) -> usize {
        self.step.0.max(1) * self.lines * self.modulus
    }

    /// Comes to the next lane.
    fn begin(&mut self, lane: usize, sets: &mut Sets) {
        let (lanes, cells) = self.step;
        if lanes == 0 {
            (0..self.sets()).for_each(|set| sets.clear(self.first + set));
            return;
        }
        self.steps = lane / lanes;
        self.here = self.first + lane % lanes * self.lines * self.modulus;
        // Each step moves a line by `cells`: it began so far to the left, around the end.
        let moved = (self.steps as u128 * cells as u128 % self.lines as u128) as usize;
        self.turn = if moved == 0 { 0 } else { self.lines - moved };
    }

    /// The set that the cell looks at, after what it has come to reach is in it.
    #[inline(always)]
    fn look(&mut self, history: &History, (lane, cell): (usize, usize), most: u32, sets: &mut Sets) -> usize {
        let (lanes, cells) = self.step;
        let (line, steps) = if lanes == 0 {
            (cell % cells, cell / cells)
        } else {
            let line = cell + self.turn;
            (if line >= self.lines { line - self.lines } else { line }, self.steps)
        };
        let first = if lanes == 0 { self.first } else { self.here } + line * self.modulus;
        if cell < cells && lanes > 0 {
            // A new line in the place of one that has left the board.
            (first..first + self.modulus).for_each(|set| sets.clear(set));
        } else if steps >= self.from && cell >= self.from * cells {
            let value = history.value(lane - self.from * lanes, cell - self.from * cells);
            if value <= most {
                if self.modulus == 1 {
                    sets.insert(first, value);
                } else {
                    let back = steps - self.from;
                    for residue in &self.residues {
                        sets.insert(first + (back + residue) % self.modulus, value);
                    }
                }
            }
        }
        let before = (1..=self.stray.0.min(lane)).map(|away| (lane - away, cell));
        for (lane, cell) in before.chain((1..=self.stray.1.min(cell)).map(|away| (lane, cell - away))) {
            let value = history.value(lane, cell);
            if value <= most {
                sets.insert(first, value);
            }
        }
        first + steps % self.modulus
    }
}

/// The values of the last lanes.
#[derive(Debug)]
struct History {
    values: Vec<u32>,
    /// How many lanes are kept, at least 1: this one, and those that some move leads to.
    kept: usize,
    length: usize,
}

impl History {
    #[inline(always)]
    fn value(&self, lane: usize, cell: usize) -> u32 {
        self.values[lane % self.kept * self.length + cell]
    }
}

/// The nim-values of a game, lane by lane from the first.
#[derive(Debug)]
pub struct Scan {
    banks: Vec<Bank>,
    /// Moves, as lanes and cells, whose values are looked up.
    moves: Vec<(usize, usize)>,
    /// The largest value that is told from others.
    most: u32,
    sets: Sets,
    history: History,
    /// Removed cells: those of the first `hole.0` lanes whose index in the lane is below `hole.1`.
    hole: (u64, u64),
    lane: usize,
    /// The sets that a cell looks at: a place to list them.
    looked_at: Vec<usize>,
}

impl Scan {
    /// `count` lanes of `length` cells.
    ///
    /// # Errors
    /// When the memory would exceed the limit, or the game has no nim-values.
    pub fn new(rules: &Rules, lanes: Lanes, count: u64, length: u64) -> Result<Self, SolveError> {
        let most = largest_value(rules, count, length)?;
        Self::up_to(most, rules, lanes, count, length)
    }

    /// The same, but all values above `most` are told as `most` + 1: it takes little memory, and less time. (Which
    /// cells have a value up to `most` depends on such values only.)
    ///
    /// # Errors
    /// As [`Scan::new`].
    pub fn up_to(most: u32, rules: &Rules, lanes: Lanes, count: u64, length: u64) -> Result<Self, SolveError> {
        needed(rules)?;
        let most = most.min(largest_value(rules, count, length)?);
        let (x, y) = (stray(rules, Heap::X), stray(rules, Heap::Y));
        let (across, along) = if lanes == Lanes::Rows { (y, x) } else { (x, y) };
        let (across, along) = (across.min(count), along.min(length));
        let stray = across.max(along);
        // A wide bishop's cells each take so many insertions.
        cells_needed(Some(count), Some(length), 1 + stray / 8)?;
        let (mut banks, mut moves): (Vec<Bank>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
        // What is kept: this lane, and those that some move of the rules leads to.
        let (mut kept, mut sets) = (1 + across, 1_u64);
        for (x, y) in leaps(rules) {
            let (back, left) = Direction::new(x, y).step(lanes);
            if back < count && left < length {
                kept = kept.max(1 + back);
                moves.push((to_usize(back)?, to_usize(left)?));
            }
        }
        let directions = if count == 0 || length == 0 { Vec::new() } else { directions(rules) };
        for direction in directions {
            let (back, left) = direction.step(lanes);
            let most_steps = |side: u64, step: u64| side.saturating_sub(1).checked_div(step).unwrap_or(u64::MAX);
            let steps = most_steps(count, back).min(most_steps(length, left));
            let is_wide = stray > 0 && (direction.x, direction.y) == (1, 1);
            let is_short = direction.steps(steps).nth(LOOKED_UP).is_none();
            if is_short && !is_wide {
                for steps in direction.steps(steps) {
                    kept = kept.max(1 + steps * back);
                    moves.push((to_usize(steps * back)?, to_usize(steps * left)?));
                }
                continue;
            }
            // No line has more steps: the residues of a longer period are the numbers of steps themselves. And where
            // all of them are moves, or none is, there is nothing to tell apart.
            let mut is_plain = true;
            if direction.from != NEVER {
                kept = kept.max(1 + direction.from * back);
                is_plain = direction.steps(steps).count() as u64 == steps + 1 - direction.from;
            }
            let modulus = if is_plain { 1 } else { steps.saturating_add(1).min(direction.residues.modulus().into()) };
            let lines = if back == 0 { left } else { length };
            let first = to_usize(sets)?;
            sets = sets.saturating_add(back.max(1).saturating_mul(lines).saturating_mul(modulus));
            memory_needed(Sets::bytes(sets, most))?;
            let residues = direction.residues.ranges().iter().flat_map(|&(low, high)| low..=high);
            let residues = residues.take_while(|residue| u64::from(*residue) < modulus);
            banks.push(Bank {
                step: (to_usize(back)?, to_usize(left)?),
                from: to_usize(direction.from)?,
                residues: residues.map(|residue| residue as usize).collect(),
                modulus: to_usize(modulus)?,
                first,
                lines: to_usize(lines)?,
                stray: if is_wide { (to_usize(across)?, to_usize(along)?) } else { (0, 0) },
                turn: 0,
                here: first,
                steps: 0,
            });
        }
        let history = kept.min(count.max(1)).saturating_mul(length);
        memory_needed(Sets::bytes(sets, most).saturating_add(history.saturating_mul(4)))?;
        let history = History {
            values: vec![REMOVED; to_usize(history)?],
            kept: to_usize(kept.min(count.max(1)))?,
            length: to_usize(length)?,
        };
        let sets = Sets::new(to_usize(sets)?, most);
        let hole = lanes.hole(rules);
        Ok(Self { banks, moves, most, sets, history, hole, lane: 0, looked_at: Vec::new() })
    }

    /// The values of the next lane; [`REMOVED`] where a cell does not exist.
    ///
    /// There are no more lanes than were asked for: those after them mean nothing.
    pub fn next_lane(&mut self) -> &[u32] {
        for bank in &mut self.banks {
            bank.begin(self.lane, &mut self.sets);
        }
        with_vectors(NextLane(self));
        let from = self.lane % self.history.kept * self.history.length;
        self.lane += 1;
        &self.history.values[from..from + self.history.length]
    }
}

/// The set for values that are looked up.
const SCRATCH: usize = 0;

/// Computes the lane that the scan is at.
struct NextLane<'s>(&'s mut Scan);

impl Loop for NextLane<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Scan { banks, moves, most, sets, history, hole, lane, looked_at } = self.0;
        let (lane, length, most) = (*lane, history.length, *most);
        let removed = if (lane as u64) < hole.0 { hole.1 } else { 0 };
        let from = lane % history.kept * length;
        for cell in 0..length {
            // Removed cells lie on lines, too: what comes into reach there is to be seen from the cells after them.
            looked_at.clear();
            for bank in banks.iter_mut() {
                looked_at.push(bank.look(history, (lane, cell), most, sets));
            }
            if (cell as u64) < removed {
                history.values[from + cell] = REMOVED;
                continue;
            }
            let looked_up = |history: &History, &(back, left): &(usize, usize)| {
                let there = lane >= back && cell >= left;
                there.then(|| history.value(lane - back, cell - left)).filter(|value| *value <= most)
            };
            if !moves.is_empty() {
                looked_at.push(SCRATCH);
                moves.iter().filter_map(|by| looked_up(history, by)).for_each(|value| sets.set_bit(SCRATCH, value));
            }
            let value = sets.mex(looked_at);
            moves.iter().filter_map(|by| looked_up(history, by)).for_each(|value| sets.clear_bit(SCRATCH, value));
            history.values[from + cell] = value;
        }
    }
}
