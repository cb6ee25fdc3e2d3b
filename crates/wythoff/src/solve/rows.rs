//! Windows and boards, row by row.

use super::plan::{numbers_needed, thin_dual};
use super::{Plan, Request, Watch, choices, choosable};
use crate::board::{Board, Window};
use crate::engine::lines::Lanes;
use crate::engine::sparse::lanes::SparseLanes;
use crate::engine::{
    Engine, REFERENCE_LIMIT, Row, SolveError, Values, automaton, blocks, cells_needed, closed, dense, dual, grundy,
    lines, memory_needed, reference, report, sparse, states_needed, to_usize, work_needed,
};
use crate::game::history::Limits;
use crate::game::{Form, Game, Rules, Twist, families};

/// How many lanes are computed between two looks at the memory in use.
pub(super) const MEMORY_CHECKED_EVERY: u64 = 64;

/// Solves the window row by row and hands each row to `sink`, in bounded memory.
///
/// Games with memory are solved as starting positions.
///
/// # Errors
/// When the window is too large for the engine, the values have no meaning in the game, or the watcher stops the work.
pub fn rows<E: From<SolveError>>(
    game: &Game,
    window: Window,
    values: Values,
    engine: Option<Engine>,
    watch: &dyn Watch,
    mut sink: impl FnMut(Row<'_>) -> Result<(), E>,
) -> Result<Engine, E> {
    let numbers_wanted = values != Values::Outcome;
    let subtract = numbers_needed(game, values)?;
    let engine = Plan::new(game, Request::Rows(window, values), engine)?.engine;
    let (right, bottom) = (window.right(), window.bottom());
    let (width, height) = (right.unwrap_or(u64::MAX), bottom.unwrap_or(u64::MAX));
    if let (Engine::Grundy, Some(rules)) = (engine, game.rules()) {
        return nim_rows(rules, window, watch, sink).map(|()| engine);
    }
    if engine == Engine::Closed {
        return closed_rows(game, window, values, watch, sink).map(|()| engine);
    }
    match (engine, game.blocking_k()) {
        (Engine::Automaton, Some(k)) => return automaton::rows(k, window, values, watch, sink).map(|()| engine),
        (Engine::Dense, Some(k)) => {
            let settings = dense::Settings::default();
            return dense::rows(k.into(), window, values, settings, watch, sink).map(|()| engine);
        }
        (Engine::Sparse, Some(k)) => return sparse::rows(k.into(), window, watch, sink).map(|()| engine),
        (Engine::Blocks, Some(k)) => return blocks::rows(k.into(), window, values, watch, sink).map(|()| engine),
        _ => {}
    }
    let boards = match game.form() {
        Form::Rules(_) => 1,
        Form::Choice { m, p, .. } => choices(&choosable(*m, *p, width, height)),
    };
    cells_needed(right, bottom, boards)?;
    // The columns left of the window are solved with the rest but not handed out.
    let left = to_usize(window.at.x)?;
    let hole = game.rules().and_then(|rules| rules.hole);
    let mut numbers: Vec<i64> = Vec::new();
    let mut hand_out = |y: u64, p: &[u8], palace_numbers: &[i64]| {
        report(watch, y, height)?;
        if y < window.at.y {
            return Ok(());
        }
        numbers.clear();
        if numbers_wanted {
            numbers.extend(palace_numbers[left..].iter().map(|palaces| palaces - subtract));
        }
        let p = &p[left..];
        let removed = hole.filter(|hole| y < hole.height).map_or(0, |hole| hole.width.saturating_sub(window.at.x));
        let removed = usize::try_from(removed).unwrap_or(usize::MAX).min(p.len());
        sink(Row { y, p, removed, numbers: &numbers })
    };
    let mut source = source(game, engine, width, height, values)?;
    for y in 0..height {
        let (p, palace_numbers) = source.next_row()?;
        hand_out(y, p, palace_numbers)?;
    }
    report(watch, height, height)?;
    Ok(engine)
}

/// The rows of the engine for nim-values. The P-positions are those of value 0.
fn nim_rows<E: From<SolveError>>(
    rules: &Rules,
    window: Window,
    watch: &dyn Watch,
    mut sink: impl FnMut(Row<'_>) -> Result<(), E>,
) -> Result<(), E> {
    memory_needed(window.width.saturating_mul(13))?;
    let (mut p, mut numbers) = (Vec::new(), Vec::new());
    grundy::rows(rules, window, watch, |y, values| {
        p.clear();
        p.extend(values.iter().map(|value| u8::from(*value == 0)));
        numbers.clear();
        numbers.extend(values.iter().map(|value| i64::from(*value)));
        // A hole lies at the corner.
        let removed = values.iter().take_while(|value| **value == grundy::REMOVED).count();
        sink(Row { y, p: &p, removed, numbers: &numbers })
    })
}

/// The rows of the closed engine, put together from its runs.
fn closed_rows<E: From<SolveError>>(
    game: &Game,
    window: Window,
    values: Values,
    watch: &dyn Watch,
    mut sink: impl FnMut(Row<'_>) -> Result<(), E>,
) -> Result<(), E> {
    // Rows beyond 2^64 have no number here: see [`runs`](runs()).
    cells_needed(window.right().and(Some(window.width)), window.bottom().and(Some(window.height)), 1)?;
    let width = to_usize(window.width)?;
    let bytes_per_cell = if values == Values::Outcome { 1 } else { 9 };
    memory_needed(window.width.saturating_mul(bytes_per_cell))?;
    let (mut y, mut p, mut removed, mut numbers) = (window.at.y, Vec::new(), 0, Vec::new());
    closed::runs(game, &window.into(), values, watch, |run| {
        if run.p.len() == width {
            sink(Row { y, p: run.p, removed: run.removed, numbers: run.numbers })?;
            y += 1;
            return Ok(());
        }
        removed += run.removed;
        p.extend_from_slice(run.p);
        numbers.extend_from_slice(run.numbers);
        if p.len() == width {
            sink(Row { y, p: &p, removed, numbers: &numbers })?;
            y += 1;
            removed = 0;
            p.clear();
            numbers.clear();
        }
        Ok(())
    })
}

/// A solved board, row by row from y = 0.
trait Source {
    /// The next row: 1 for each P-position, 0 for other cells; and its numbers, where they were asked for.
    fn next_row(&mut self) -> Result<(&[u8], &[i64]), SolveError>;
}

/// What the engine makes of the game, for x < width, y < height.
fn source<'g>(
    game: &'g Game,
    engine: Engine,
    width: u64,
    height: u64,
    values: Values,
) -> Result<Box<dyn Source + 'g>, SolveError> {
    let palace_numbers = values != Values::Outcome;
    let lines = |rules: &Rules| lines::Scan::new(rules, lines::Lanes::Rows, Some(height), Some(width), palace_numbers);
    Ok(match (game.form(), engine) {
        (Form::Rules(rules), Engine::Lines) => Box::new(lines(rules)?),
        // Lar09 Corollary 20: as starting positions the two games have the same P-positions.
        (Form::Rules(rules), Engine::Dual) => match thin_dual(game, width, height) {
            Some(dual) => Box::new(SparseRows::new(&dual, width)?),
            None => Box::new(lines(&dual::dual_rules(rules).ok_or(SolveError::NotStatic)?)?),
        },
        (Form::Rules(rules), Engine::Reference) => match Limits::of(rules) {
            None => {
                work_needed(rules, width, height, REFERENCE_LIMIT)?;
                if values == Values::Grundy {
                    return Ok(Box::new(reference::Nim::new(rules.clone(), width)));
                }
                Box::new(reference::Static::new(rules.clone(), width))
            }
            Some(limits) => {
                states_needed(limits, width, height)?;
                Box::new(reference::Starts::new(rules, limits, width))
            }
        },
        (Form::Rules(rules), Engine::Sparse) => Box::new(SparseRows::new(rules, width)?),
        (_, Engine::Closed | Engine::Automaton | Engine::Dense | Engine::Blocks | Engine::Grundy) => {
            return Err(SolveError::Unsupported("this engine has rows of its own"));
        }
        (Form::Choice { m, p, ending }, engine) => {
            let mut boards: Vec<Box<dyn Source>> = Vec::new();
            let shifts = choosable(*m, *p, width, height);
            let (mut bytes, count) = (0_u64, choices(&shifts));
            for l in shifts.into_iter().flatten() {
                let rules = families::shifted(*m, *p, l).with_ending(*ending);
                boards.push(if engine == Engine::Sparse {
                    Box::new(SparseRows::new(&rules, width)?)
                } else if engine == Engine::Lines {
                    let scan = lines(&rules)?;
                    bytes = bytes.saturating_add(scan.bytes_expected());
                    memory_needed(bytes)?;
                    Box::new(scan)
                } else {
                    work_needed(&rules, width, height, REFERENCE_LIMIT / count)?;
                    Box::new(reference::Static::new(rules, width))
                });
            }
            Box::new(Union { boards, p: vec![0; to_usize(width)?] })
        }
    })
}

impl Source for lines::Scan {
    fn next_row(&mut self) -> Result<(&[u8], &[i64]), SolveError> {
        if self.lanes_done().is_multiple_of(MEMORY_CHECKED_EVERY) {
            memory_needed(self.bytes_held())?;
        }
        let lane = self.next_lane()?;
        Ok((lane.p, lane.palace_numbers.unwrap_or(&[])))
    }
}

/// Rows painted from the marks of the sparse engine.
struct SparseRows {
    lanes: SparseLanes,
    comply: bool,
    /// The removed cells: of the first rows, and how many of each.
    hole: (u64, usize),
    y: u64,
    p: Vec<u8>,
}

impl SparseRows {
    fn new(rules: &Rules, width: u64) -> Result<Self, SolveError> {
        let (rows, cells) = Lanes::Rows.hole(rules);
        let comply = matches!(rules.twist, Twist::Comply { .. });
        let hole = (rows, to_usize(cells.min(width))?);
        memory_needed(width)?;
        let lanes = SparseLanes::new(rules, Lanes::Rows, Some(width))?;
        Ok(Self { lanes, comply, hole, y: 0, p: vec![u8::from(comply); to_usize(width)?] })
    }
}

impl Source for SparseRows {
    fn next_row(&mut self) -> Result<(&[u8], &[i64]), SolveError> {
        let (usual, marked) = (u8::from(self.comply), u8::from(!self.comply));
        let removed = if self.y < self.hole.0 { self.hole.1 } else { 0 };
        self.p.fill(usual);
        self.p[..removed].fill(0);
        for mark in self.lanes.next_lane(usize::MAX)?.marks {
            self.p[*mark as usize] = marked;
        }
        self.y += 1;
        Ok((&self.p, &[]))
    }
}

impl Source for reference::Static {
    fn next_row(&mut self) -> Result<(&[u8], &[i64]), SolveError> {
        Ok(self.solve_row())
    }
}

impl Source for reference::Nim {
    fn next_row(&mut self) -> Result<(&[u8], &[i64]), SolveError> {
        Ok(self.solve_row())
    }
}

impl Source for reference::Starts<'_> {
    fn next_row(&mut self) -> Result<(&[u8], &[i64]), SolveError> {
        Ok((self.solve_row(), &[]))
    }
}

/// A cell is P when it is on some board: the second player chooses the board.
struct Union {
    boards: Vec<Box<dyn Source>>,
    p: Vec<u8>,
}

impl Source for Union {
    fn next_row(&mut self) -> Result<(&[u8], &[i64]), SolveError> {
        self.p.fill(0);
        for board in &mut self.boards {
            for (any, p) in self.p.iter_mut().zip(board.next_row()?.0) {
                *any |= p;
            }
        }
        Ok((&self.p, &[]))
    }
}

/// The whole board x < width, y < height in memory.
///
/// ```
/// use wythoff::{Game, Position, solve};
/// let game: Game = "W^2".parse()?;
/// let board = solve::board(&game, 16, 16, None, wythoff::UNWATCHED)?;
/// assert!(board.is_p(Position::new(8, 12)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`rows`], and when the board does not fit in [`MEMORY_LIMIT`](super::MEMORY_LIMIT).
pub fn board(
    game: &Game,
    width: u64,
    height: u64,
    engine: Option<Engine>,
    watch: &dyn Watch,
) -> Result<Board, SolveError> {
    game.board(Window::corner(width, height)).engine(engine).watch(watch).solve()
}
