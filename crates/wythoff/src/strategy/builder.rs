//! Questions put together step by step, at heaps of any size.

use super::{Answer, AskError, Choice, Imitation, Question, WinningMove, ask, ask_exact, nim};
use crate::engine::{Engine, SolveError};
use crate::game::Game;
use crate::position::{Position, Tokens};
use crate::watch::Watch;

impl Game {
    /// Who wins from a position, what to play and block, and why. [`Game::ask`] takes a history, blocks and more.
    ///
    /// ```
    /// use wythoff::{Game, Outcome};
    /// let game: Game = "W^2".parse()?;
    /// let answer = game.solve((8, 12))?;
    /// assert_eq!(answer.outcome, Outcome::P);
    /// assert_eq!(answer.why, "(8,12) is P: its only P-option is (3,7), which gets blocked.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Heaps beyond 64 bits are answered where a formula is known:
    ///
    /// ```
    /// use wythoff::exact::UBig;
    /// use wythoff::{Game, Outcome};
    /// let game: Game = "wythoff".parse()?;
    /// let far = UBig::from(10_u8).pow(1000);
    /// let answer = game.solve((far.clone(), far + 1_u8))?;
    /// let best = answer.winning_moves[0].to.clone();
    /// assert_eq!(game.solve(best)?.outcome, Outcome::P);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the position is not on the board, or too far out for every engine.
    pub fn solve<T: Tokens>(&self, position: impl Into<Position<T>>) -> Result<Answer<T>, AskError> {
        self.ask(position).answer()
    }

    /// A question about a position, to which a history, blocks, an engine and a watch can be added.
    ///
    /// ```
    /// use wythoff::{Game, Outcome};
    /// let game: Game = "Imitation Nim".parse()?;
    /// assert_eq!(game.ask((1, 3)).answer()?.outcome, Outcome::N);
    /// assert_eq!(game.ask((1, 3)).history([(2, 3)]).answer()?.outcome, Outcome::P);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ask<T: Tokens>(&self, position: impl Into<Position<T>>) -> Ask<'_, T> {
        let question = Question { history: Vec::new(), blocked: None, proposed: None, engine: None };
        Ask { game: self, position: position.into(), question, nim: false, watch: &() }
    }
}

/// A question about a position that is being put together: see [`Game::ask`].
#[must_use = "a question is answered by `answer`"]
pub struct Ask<'a, T: Tokens = u64> {
    game: &'a Game,
    position: Position<T>,
    question: Question<T>,
    /// Whether the nim-value is to be found, too.
    nim: bool,
    watch: &'a dyn Watch,
}

impl<'a, T: Tokens> Ask<'a, T> {
    /// The earlier positions, oldest first. They decide in an imitation game; elsewhere they are only checked.
    pub fn history(mut self, history: impl IntoIterator<Item = impl Into<Position<T>>>) -> Self {
        self.question.history = history.into_iter().map(Into::into).collect();
        self
    }

    /// The options that the previous player has blocked.
    pub fn blocked(mut self, blocked: impl IntoIterator<Item = impl Into<Position<T>>>) -> Self {
        self.question.blocked = Some(blocked.into_iter().map(Into::into).collect());
        self
    }

    /// The options that the previous player has proposed (comply games).
    pub fn proposed(mut self, proposed: impl IntoIterator<Item = impl Into<Position<T>>>) -> Self {
        self.question.proposed = Some(proposed.into_iter().map(Into::into).collect());
        self
    }

    /// The engine that has to answer; the usual one otherwise.
    pub fn engine(mut self, engine: impl Into<Option<Engine>>) -> Self {
        self.question.engine = engine.into();
        self
    }

    /// Adds the nim-value to the answer, where the game has nim-values and the board up to the position is small (of at
    /// most [`NIM_CELLS`](super::NIM_CELLS) cells) or a formula is known. On larger boards the answer says that it was
    /// left out: [`Game::nim_value`] finds it.
    ///
    /// ```
    /// use wythoff::Game;
    /// let game: Game = "wythoff".parse()?;
    /// let nim = game.ask((3, 3)).nim_value().answer()?.nim.expect("a small board");
    /// assert_eq!(nim.value, 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nim_value(mut self) -> Self {
        self.nim = true;
        self
    }

    /// All that is known besides the position, at once.
    pub fn question(mut self, question: Question<T>) -> Self {
        self.question = question;
        self
    }

    /// Who is told how far the work is, and may stop it.
    pub fn watch(mut self, watch: &'a dyn Watch) -> Self {
        self.watch = watch;
        self
    }

    /// Who wins, what to play and block, and why.
    ///
    /// # Errors
    /// When the position is not on the board or too far out for the engine, or the question contradicts the rules.
    pub fn answer(self) -> Result<Answer<T>, AskError> {
        // Heaps that fit in 64 bits may be answered by any engine, larger ones by formulas.
        let found = match (self.position.near(), self.question.near()) {
            (Some(position), Some(question)) => ask(self.game, position, &question, self.watch).map(Answer::widened),
            _ => ask_exact(self.game, self.position.clone(), &self.question, self.watch),
        };
        let mut answer = match found {
            Err(AskError::Solve(error)) if error != SolveError::Interrupted && self.question.is_open() => {
                nim::far_answer(self.game, &self.position, self.watch)?.ok_or(error)?
            }
            found => found?,
        };
        if self.nim {
            answer.nim = nim::if_small(self.game, &answer.position, self.watch)?;
            if answer.nim.is_none() {
                answer.nim_value_left_out = nim::left_out(self.game, &answer.position);
            }
        }
        Ok(answer)
    }
}

impl<T: Tokens> Question<T> {
    /// Whether nothing is said but the position.
    fn is_open(&self) -> bool {
        let Self { history, blocked, proposed, engine } = self;
        history.is_empty() && blocked.is_none() && proposed.is_none() && engine.is_none()
    }

    /// The same question with 64-bit heaps, if all of them are.
    fn near(&self) -> Option<Question> {
        let all =
            |positions: &Vec<Position<T>>| positions.iter().map(Position::near).collect::<Option<Vec<Position>>>();
        let some = |positions: &Option<Vec<Position<T>>>| match positions {
            Some(positions) => all(positions).map(Some),
            None => Some(None),
        };
        let (history, blocked, proposed) = (all(&self.history)?, some(&self.blocked)?, some(&self.proposed)?);
        Some(Question { history, blocked, proposed, engine: self.engine })
    }
}

impl Answer {
    /// The same answer with heaps of another type.
    fn widened<T: Tokens>(self) -> Answer<T> {
        let moves = |moves: Vec<WinningMove>| moves.into_iter().map(WinningMove::widened).collect();
        let choice = |choice: Choice| Choice {
            l: choice.l,
            outcome: choice.outcome,
            winning_moves: moves(choice.winning_moves),
        };
        let imitation = |imitation: Imitation| Imitation {
            dynamic: imitation.dynamic,
            own_credit: imitation.own_credit,
            opponent_credit: imitation.opponent_credit,
            imitations: widened(imitation.imitations),
            forbidden: widened(imitation.forbidden),
        };
        Answer {
            game: self.game,
            position: wide(self.position),
            outcome: self.outcome,
            method: self.method,
            proof: self.proof,
            formal: self.formal,
            winning_moves: moves(self.winning_moves),
            winning_moves_left_out: self.winning_moves_left_out,
            must_block: self.must_block.map(widened),
            propose: self.propose.map(widened),
            why: self.why,
            choices: self.choices.map(|choices| choices.into_iter().map(choice).collect()),
            imitation: self.imitation.map(imitation),
            // Found after the others, at any size.
            nim: None,
            nim_value_left_out: None,
        }
    }
}

impl WinningMove {
    fn widened<T: Tokens>(self) -> WinningMove<T> {
        WinningMove { to: wide(self.to), block: widened(self.block), propose: self.propose.map(widened) }
    }
}

fn wide<T: Tokens>(near: Position) -> Position<T> {
    Position::new(near.x.into(), near.y.into())
}

fn widened<T: Tokens>(near: Vec<Position>) -> Vec<Position<T>> {
    near.into_iter().map(wide).collect()
}
