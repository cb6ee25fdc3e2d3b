//! Boards put together step by step.

use dashu_int::UBig;

use super::{Plan, Request, Signing, Watch, rows, runs, stats};
use crate::board::{Board, Window};
use crate::engine::{Engine, Number, Row, Run, SolveError, Stats, Values, dense, memory_needed};
use crate::game::Game;

impl Game {
    /// A window of the board, to be solved: [`BoardBuilder::solve`] keeps it, [`BoardBuilder::rows`] hands it out row
    /// by row, [`BoardBuilder::stats`] counts, [`BoardBuilder::draw`] writes it as text, numbers or a picture.
    ///
    /// ```
    /// use wythoff::{Game, Position, Window};
    /// let game: Game = "W^2".parse()?;
    /// let board = game.board(Window::corner(16, 16)).solve()?;
    /// assert!(board.is_p(Position::new(8, 12)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn board(&self, window: impl Into<Window<UBig>>) -> BoardBuilder<'_> {
        BoardBuilder { game: self, window: window.into(), values: Values::Outcome, engine: None, watch: &() }
    }
}

/// Why not all cells were written.
enum Unfilled {
    TooNarrow,
    Failed(SolveError),
}

impl From<SolveError> for Unfilled {
    fn from(error: SolveError) -> Self {
        Self::Failed(error)
    }
}

/// A window of a board that is to be solved: see [`Game::board`].
#[must_use = "a board is solved by `solve`, `rows`, `stats` or `draw`"]
#[derive(Clone)]
pub struct BoardBuilder<'a> {
    pub(crate) game: &'a Game,
    pub(crate) window: Window<UBig>,
    pub(crate) values: Values,
    pub(crate) engine: Option<Engine>,
    pub(crate) watch: &'a dyn Watch,
}

impl<'a> BoardBuilder<'a> {
    /// What the rows tell of each cell; outcomes, where this is not said.
    pub fn values(self, values: Values) -> Self {
        Self { values, ..self }
    }

    /// The engine that has to solve it; the usual one otherwise.
    pub fn engine(self, engine: impl Into<Option<Engine>>) -> Self {
        Self { engine: engine.into(), ..self }
    }

    /// Who is told how far the work is, and may stop it.
    pub fn watch(self, watch: &'a dyn Watch) -> Self {
        Self { watch, ..self }
    }

    /// Which engine solves it, and how.
    ///
    /// # Errors
    /// When the engine that was asked for does not solve the game, or the values have no meaning in it.
    pub fn plan(&self) -> Result<Plan, SolveError> {
        Plan::new(self.game, Request::Runs(&self.window, self.values), self.engine)
    }

    /// The outcomes of the whole window, in memory.
    ///
    /// # Errors
    /// As [`BoardBuilder::rows`], and when the board does not fit in [`MEMORY_LIMIT`](super::MEMORY_LIMIT).
    pub fn solve(self) -> Result<Board, SolveError> {
        let window = self.near()?;
        memory_needed(Board::bytes(window.width, window.height).unwrap_or(u64::MAX))?;
        let mut board = Board::empty(window, self.game.rules().and_then(|rules| rules.hole));
        self.values(Values::Outcome).rows(|row| {
            board.push_row(row.p);
            Ok::<(), SolveError>(())
        })?;
        Ok(board)
    }

    /// Hands each row to `sink`, in bounded memory.
    ///
    /// ```
    /// use wythoff::solve::Values;
    /// use wythoff::{Game, SolveError, Window};
    /// let game: Game = "W^3".parse()?;
    /// let mut palaces = Vec::new();
    /// game.board(Window::corner(4, 2)).values(Values::Palace).rows(|row| {
    ///     palaces.push(row.numbers.to_vec());
    ///     Ok::<(), SolveError>(())
    /// })?;
    /// assert_eq!(palaces, [[0, 1, 2, 3], [1, 3, 3, 2]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the window is too large for the engine, the values have no meaning in the game, the watch stops the work,
    /// or the sink fails.
    pub fn rows<E: From<SolveError>>(self, sink: impl FnMut(Row<'_>) -> Result<(), E>) -> Result<(), E> {
        rows(self.game, self.near()?, self.values, self.engine, self.watch, sink).map(|_| ())
    }

    /// Hands the cells to `sink` row by row, long rows in several runs: a window of any place and shape.
    ///
    /// # Errors
    /// As [`BoardBuilder::rows`]; beyond 2^64 only where a formula is known.
    pub fn runs<E: From<SolveError>>(self, sink: impl FnMut(Run<'_>) -> Result<(), E>) -> Result<(), E> {
        runs(self.game, &self.window, self.values, self.engine, self.watch, sink).map(|_| ())
    }

    /// Writes the cells row by row to their places: outcomes as 1 for P and 0 for N, or numbers. Cells that do not
    /// exist are 0. Says whether all numbers fit their type; if not, what was written is not to be used.
    ///
    /// ```
    /// use wythoff::solve::Values;
    /// use wythoff::{Game, Window};
    /// let game: Game = "W^3".parse()?;
    /// let mut palaces = [0_u8; 8];
    /// assert!(game.board(Window::corner(4, 2)).values(Values::Palace).fill(&mut palaces)?);
    /// assert_eq!(palaces, [0, 1, 2, 3, 1, 3, 3, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`BoardBuilder::runs`].
    ///
    /// # Panics
    /// When there are not as many places as cells.
    pub fn fill<N: Number>(self, cells: &mut [N]) -> Result<bool, SolveError> {
        let count = u128::from(self.window.width) * u128::from(self.window.height);
        assert_eq!(cells.len() as u128, count, "a place for each cell");
        let (engine, values) = (self.plan()?.engine, self.values);
        if let (Engine::Dense, Some(k), Some(window)) = (engine, self.game.blocking_k(), self.window.near()) {
            let filled = dense::fill(k.into(), window, values, dense::Settings::default(), self.watch, cells)?;
            if let Some(fits) = filled {
                return Ok(fits);
            }
        }
        let mut places = cells.iter_mut();
        let filled = self.runs(|run| {
            for (index, place) in places.by_ref().take(run.p.len()).enumerate() {
                let number = match values {
                    _ if index < run.removed => 0,
                    Values::Outcome => run.p[index].into(),
                    Values::Palace | Values::Deviation | Values::Grundy => run.numbers[index],
                };
                if !N::holds(number, number) {
                    return Err(Unfilled::TooNarrow);
                }
                *place = N::residue(number);
            }
            Ok(())
        });
        match filled {
            Ok(()) => Ok(true),
            Err(Unfilled::TooNarrow) => Ok(false),
            Err(Unfilled::Failed(error)) => Err(error),
        }
    }

    /// How many P-positions the window holds, which, and how far palace numbers stray from k; with a signature if it is
    /// [`Signing::Small`].
    ///
    /// # Errors
    /// As [`BoardBuilder::rows`].
    pub fn stats(self) -> Result<Stats, SolveError> {
        stats(self.game, self.near()?, Signing::default(), self.engine, self.watch).map(|(stats, _)| stats)
    }

    fn near(&self) -> Result<Window, SolveError> {
        let beyond = "a window beyond 2^64 is handed out in runs: it has no board, no row numbers and no signature";
        self.window.near().ok_or(SolveError::Unsupported(beyond))
    }
}
