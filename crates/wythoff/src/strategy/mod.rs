//! What to play, what to block, and why.
//!
//! [`ask`] answers a [`Question`] about a position: its outcome, every winning move with what to block (or propose)
//! after it, what keeps a P-position P, and the reason in a sentence. [`ask_exact`] does the same at heaps of any size,
//! for the games that a formula solves.

mod builder;
mod exact;
mod nim;
mod reasons;
mod sum;

pub use builder::Ask;
pub use exact::{DIGITS_LIMIT, ask_exact};
pub use nim::{NIM_CELLS, NIM_MOVES_LISTED, NimMove, NimValue, nim_value};
pub(crate) use reasons::listed;
use reasons::{POptions, Proposable};
pub use sum::{SumAnswer, SumMove, SumSolveError, SummandAnswer};

use std::ops::ControlFlow;

use dashu_int::UBig;
use serde::{Serialize, Serializer};

use crate::board::Board;
use crate::engine;
use crate::engine::reference::{Census, States};
use crate::engine::sparse::lanes::Marked;
use crate::engine::{on_the_board, report};
use crate::game::history::{self, HistoryError, Kind, Limits, State};
use crate::game::words;
use crate::game::{Ending, Form, Game, Rules, Twist, families};
use crate::outcome::Outcome;
use crate::position::{JsonInteger, Position, Tokens};
use crate::solve::{self, Dual, Engine, Plan, Request, SolveError};
use crate::watch::Watch;

/// A position and what is known of how it came about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question<T = u64> {
    /// The earlier positions, oldest first. Decides in an imitation game; elsewhere only checked.
    pub history: Vec<Position<T>>,
    /// The options that the previous player has blocked, if he has done so.
    pub blocked: Option<Vec<Position<T>>>,
    /// The options that the previous player has proposed, if he has done so (comply games).
    pub proposed: Option<Vec<Position<T>>>,
    /// Which engine has to answer.
    pub engine: Option<Engine>,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The engines can't.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The history is not one of the game.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The blocked or proposed options break the rules.
    #[error(transparent)]
    Twist(#[from] TwistError),
}

/// A block or a proposal that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TwistError {
    /// Blocking in a game without it.
    #[error("nothing can be blocked in this game{}", proposing(*.comply))]
    NoBlocking {
        /// Whether it is a comply game.
        comply: bool,
    },
    /// Proposing in a game without it.
    #[error("nothing is proposed in this game: only comply games have proposals")]
    NoProposing,
    /// Not an option.
    #[error("{to} is not an option of {from}")]
    NotAnOption {
        /// The position.
        from: Position<UBig>,
        /// What was named.
        to: Position<UBig>,
    },
    /// The same option twice.
    #[error("{0} is named twice")]
    Twice(Position<UBig>),
    /// An option outside the class.
    #[error("{to} can't be blocked: only {allowed} may be")]
    NotBlockable {
        /// What was named.
        to: Position<UBig>,
        /// What may be blocked, in words.
        allowed: String,
    },
    /// More than the budget.
    #[error("{count} options are named, but only {allowed} may be blocked")]
    TooMany {
        /// How many were named.
        count: usize,
        /// What may be blocked, in words.
        allowed: String,
    },
    /// Less than the count.
    #[error("this proposal is too small: it needs {needed}")]
    TooFew {
        /// What a proposal needs, in words.
        needed: String,
    },
}

fn proposing(comply: bool) -> &'static str {
    if comply { "; its opponent proposes options instead" } else { "" }
}

/// The answer to a [`Question`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "Answer"))]
#[serde(bound = "")]
pub struct Answer<T: Tokens = u64> {
    /// The game, as it is written.
    pub game: String,
    /// The position.
    pub position: Position<T>,
    /// Who wins.
    pub outcome: Outcome,
    /// Which engine answered.
    pub method: Engine,
    /// The certificate by which the closed engine answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// The theorems checked by Coq that solve the game at any size, when the closed engine answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub formal: Vec<String>,
    /// The moves that win, in the order of positions.
    pub winning_moves: Vec<WinningMove<T>>,
    /// How many more moves win that are not listed, because the answer would be too long.
    #[serde(skip_serializing_if = "UBig::is_zero", serialize_with = "as_json_integer")]
    #[cfg_attr(feature = "schema", schemars(with = "crate::schema::Integer"))]
    pub winning_moves_left_out: UBig,
    /// For a P-position: the options that the previous player has to block to keep it P. None in other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub must_block: Option<Vec<Position<T>>>,
    /// For a P-position of a comply game: a proposal that keeps it P.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub propose: Option<Vec<Position<T>>>,
    /// The reason, in a sentence.
    pub why: String,
    /// `choice` games: what each l would mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Choice<T>>>,
    /// Imitation games: what the history means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub imitation: Option<Imitation<T>>,
    /// The nim-value, where it was asked for: see [`Ask::nim_value`].
    #[serde(flatten)]
    pub nim: Option<NimValue<T>>,
    /// Why the nim-value is not here, where it was asked for and is within reach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nim_value_left_out: Option<&'static str>,
}

impl<T: Tokens> Answer<T> {
    /// An answer with no winning moves yet, and with nothing to block, propose or choose.
    fn new(game: &Game, position: Position<T>, outcome: Outcome, method: Engine, why: String) -> Self {
        Self {
            game: game.to_string(),
            position,
            outcome,
            method,
            proof: None,
            formal: Vec::new(),
            winning_moves: Vec::new(),
            winning_moves_left_out: UBig::ZERO,
            must_block: outcome.is_p().then(Vec::new),
            propose: None,
            why,
            choices: None,
            imitation: None,
            nim: None,
            nim_value_left_out: None,
        }
    }
}

fn as_json_integer<S: Serializer>(number: &UBig, serializer: S) -> Result<S::Ok, S::Error> {
    JsonInteger(number).serialize(serializer)
}

/// A winning move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "WinningMove"))]
#[serde(bound = "")]
pub struct WinningMove<T: Tokens = u64> {
    /// Where it leads.
    pub to: Position<T>,
    /// What to block there.
    pub block: Vec<Position<T>>,
    /// What to propose there (comply games).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub propose: Option<Vec<Position<T>>>,
}

/// What one choice of l means for the starting position of a `choice` game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "Choice"))]
#[serde(bound = "")]
pub struct Choice<T: Tokens = u64> {
    /// The choice.
    pub l: u32,
    /// The outcome of the start under it: the second player takes an l with P.
    pub outcome: Outcome,
    /// The first player's winning moves under it.
    pub winning_moves: Vec<WinningMove<T>>,
}

/// The memory of an imitation game at the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(bound = "", rename = "Imitation"))]
#[serde(bound = "")]
pub struct Imitation<T: Tokens = u64> {
    /// Whether the outcome of the position depends on the history (Lar09 Definition 3).
    pub dynamic: bool,
    /// How many imitations in a row the player to move may still make.
    pub own_credit: u32,
    /// The same for the previous player.
    pub opponent_credit: u32,
    /// The options that are imitations and allowed.
    pub imitations: Vec<Position<T>>,
    /// The options that are forbidden imitations.
    pub forbidden: Vec<Position<T>>,
}

/// Answers a question about `position`.
///
/// ```
/// use wythoff::strategy::{Question, ask};
/// use wythoff::{Game, Outcome, Position};
///
/// let game: Game = "W^2".parse()?;
/// let answer = ask(&game, Position::new(8, 12), &Question::default(), wythoff::UNWATCHED)?;
/// assert_eq!(answer.outcome, Outcome::P);
/// assert_eq!(answer.why, "(8,12) is P: its only P-option is (3,7), which gets blocked.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the position is not on the board or too far out for the engine, or the question contradicts the rules.
pub fn ask(game: &Game, position: Position, question: &Question, watch: &dyn Watch) -> Result<Answer, AskError> {
    let plan = Plan::new(game, Request::Position(position), question.engine)?;
    if plan.engine == Engine::Closed {
        return ask_exact(game, position, question, watch);
    }
    match game.form() {
        Form::Choice { m, p, ending } => ask_choice(game, (*m, *p, *ending), position, question, watch),
        Form::Rules(rules) => {
            on_the_board(rules, &position)?;
            match Limits::of(rules) {
                Some(limits) => ask_imitation(game, rules, limits, (position, plan.engine), question, watch),
                None => ask_static(game, rules, (position, plan.engine), question, watch),
            }
        }
    }
}

fn ask_static(
    game: &Game,
    rules: &Rules,
    (position, method): (Position, Engine),
    question: &Question,
    watch: &dyn Watch,
) -> Result<Answer, AskError> {
    history::check(rules, &question.history, &position)?;
    if let Some(blocked) = &question.blocked {
        check_block(rules, &position, blocked)?;
    }
    if let Some(proposed) = &question.proposed {
        check_proposal(rules, &position, proposed)?;
    }
    if let (Engine::Sparse, Some(k)) = (method, game.blocking_k()) {
        return ask_streamed(game, rules, k.into(), position, question, watch);
    }
    let solved = Solved::up_to(game, rules, (position, method), watch)?;
    let is_p = |at| solved.is_p(at);
    let census = Census::take(rules, position, is_p);
    let playable = |to: &Position| {
        question.blocked.as_ref().is_none_or(|blocked| !blocked.contains(to))
            && question.proposed.as_ref().is_none_or(|proposed| proposed.contains(to))
    };
    let comply = matches!(rules.twist, Twist::Comply { .. });
    let settled = if comply { question.proposed.is_some() } else { question.blocked.is_some() };
    let mut winning: Vec<Position> =
        census.p_inside.iter().chain(&census.p_outside).copied().filter(playable).collect();
    winning.sort_unstable();
    // In misère play who has no move has won.
    let is_stuck = || !rules.options(position).iter().any(playable);
    let outcome = match settled {
        true if rules.is_misere() && is_stuck() => Outcome::N,
        true => Outcome::p_if(winning.is_empty()),
        false => census.outcome(rules),
    };
    let why = if settled && winning.is_empty() && !outcome.is_p() {
        reasons::stuck(&position, question)
    } else if settled {
        reasons::settled(&position, question, &winning)
    } else {
        let proposal = if outcome.is_p() { proposal(rules, position, is_p) } else { Vec::new() };
        why(rules, position, &census, &proposal)
    };
    let (winning_moves, winning_moves_left_out) = match outcome {
        Outcome::P => (Vec::new(), UBig::ZERO),
        Outcome::N => winning_moves(rules, winning, is_p, watch)?,
    };
    Ok(Answer {
        winning_moves,
        winning_moves_left_out,
        must_block: outcome.is_p().then(|| if comply { Vec::new() } else { census.p_inside.clone() }),
        propose: (comply && outcome.is_p() && !settled).then(|| proposal(rules, position, is_p)),
        ..Answer::new(game, position, outcome, method, why)
    })
}

/// The outcomes of a static game up to a position, whose options can be looked at one by one.
pub(crate) enum Solved {
    /// One bit for each cell.
    Board(Board),
    /// What the sparse engine has marked.
    Lanes(Marked),
}

impl Solved {
    /// Computes them by an engine that has columns or a board.
    pub(crate) fn up_to(
        game: &Game,
        rules: &Rules,
        (position, engine): (Position, Engine),
        watch: &dyn Watch,
    ) -> Result<Self, SolveError> {
        engine::options_needed(rules, position)?;
        if engine == Engine::Sparse {
            return Marked::up_to(rules, position, watch).map(Self::Lanes);
        }
        let (width, height) = position.board_sides();
        solve::board(game, width, height, Some(engine), watch).map(Self::Board)
    }

    /// Whether a position up to there is P.
    pub(crate) fn is_p(&self, at: Position) -> bool {
        match self {
            Self::Board(board) => board.is_p(at),
            Self::Lanes(marked) => marked.is_p(at),
        }
    }
}

/// W^k without a board: the lines of the position, and those of its winning moves, from the sparse engine's columns.
fn ask_streamed(
    game: &Game,
    rules: &Rules,
    k: u64,
    position: Position,
    question: &Question,
    watch: &dyn Watch,
) -> Result<Answer, AskError> {
    let palaces = engine::sparse::options(k, &[position], watch)?.concat();
    let is_open = |to: &Position| question.blocked.as_ref().is_none_or(|blocked| !blocked.contains(to));
    let mut winning: Vec<Position> = palaces.iter().copied().filter(is_open).collect();
    let (outcome, why) = if question.blocked.is_some() {
        (Outcome::p_if(winning.is_empty()), reasons::settled(&position, question, &winning))
    } else {
        let Position { x, y } = position;
        let options = u128::from(x) + u128::from(y) + u128::from(x.min(y));
        let seen = POptions { inside: &palaces, outside: &[], options: usize::try_from(options).ok() };
        (Outcome::p_if((palaces.len() as u64) < k), reasons::blocking(rules, &position, &seen))
    };
    let total = winning.len();
    // A winning move leads to a P-position, where fewer than k options are P.
    winning.truncate(if outcome.is_p() { 0 } else { NAMED_LIMIT / usize::try_from(k).unwrap_or(NAMED_LIMIT).max(1) });
    let blocks = if k > 1 { engine::sparse::options(k, &winning, watch)? } else { vec![Vec::new(); winning.len()] };
    let moves = winning.into_iter().zip(blocks).map(|(to, block)| WinningMove { to, block, propose: None });
    let winning_moves: Vec<WinningMove> = moves.collect();
    let left_out = if outcome.is_p() { 0 } else { total - winning_moves.len() };
    Ok(Answer {
        winning_moves,
        winning_moves_left_out: UBig::from(left_out),
        must_block: outcome.is_p().then_some(palaces),
        ..Answer::new(game, position, outcome, Engine::Sparse, why)
    })
}

/// An answer names at most this many positions in its winning moves: what goes beyond is only counted.
pub const NAMED_LIMIT: usize = 1 << 22;

/// The moves to the P-positions `winning`, each with what to do there, and how many are left out.
fn winning_moves(
    rules: &Rules,
    winning: Vec<Position>,
    is_p: impl Fn(Position) -> bool,
    watch: &dyn Watch,
) -> Result<(Vec<WinningMove>, UBig), SolveError> {
    let (mut moves, mut named, total) = (Vec::new(), 0, winning.len());
    for to in winning {
        report(watch, moves.len() as u64, total as u64)?;
        let (block, propose) = match &rules.twist {
            Twist::Block { budget: 1.., .. } => (Census::take(rules, to, &is_p).p_inside, None),
            Twist::Comply { .. } => (Vec::new(), Some(proposal(rules, to, &is_p))),
            _ => (Vec::new(), None),
        };
        named += 1 + block.len() + propose.as_ref().map_or(0, Vec::len);
        if named > NAMED_LIMIT {
            break;
        }
        moves.push(WinningMove { to, block, propose });
    }
    let left_out = UBig::from(total - moves.len());
    Ok((moves, left_out))
}

/// A legal proposal of N-options only, at a P-position of a comply game.
fn proposal(rules: &Rules, at: Position, is_p: impl Fn(Position) -> bool) -> Vec<Position> {
    let Twist::Comply { count, class } = &rules.twist else { return Vec::new() };
    let size = usize::try_from(*count).unwrap_or(usize::MAX);
    let mut proposal = Vec::new();
    let done = rules.visit_options(at, |removal, to| {
        if is_p(to) {
            return ControlFlow::Continue(());
        }
        if !class.contains(&removal) {
            proposal = vec![to];
            return ControlFlow::Break(());
        }
        proposal.push(to);
        if proposal.len() >= size { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if done.is_continue() {
        // In misère play a position may be P because nothing can be proposed.
        proposal.clear();
    }
    proposal.sort_unstable();
    proposal
}

/// Checks a block against the rules.
///
/// # Errors
/// When an option is none, can't be blocked, is named twice, or there are too many.
pub fn check_block<T: Tokens>(rules: &Rules, from: &Position<T>, blocked: &[Position<T>]) -> Result<(), TwistError> {
    let (budget, class) = match &rules.twist {
        Twist::Block { budget, class } => (*budget, class),
        _ if blocked.is_empty() => return Ok(()),
        other => return Err(TwistError::NoBlocking { comply: matches!(other, Twist::Comply { .. }) }),
    };
    named_options(rules, from, blocked)?;
    let allowed = || words::up_to(budget, class);
    let blockable = |to: &Position<T>| from.move_to(to).is_some_and(|removal| class.contains(&removal));
    if let Some(to) = blocked.iter().find(|to| !blockable(to)) {
        return Err(TwistError::NotBlockable { to: to.to_exact(), allowed: allowed() });
    }
    match u32::try_from(blocked.len()) {
        Ok(count) if count <= budget => Ok(()),
        _ => Err(TwistError::TooMany { count: blocked.len(), allowed: allowed() }),
    }
}

/// Checks a proposal against the rules.
///
/// # Errors
/// When an option is none or named twice, or there are too few.
pub fn check_proposal<T: Tokens>(
    rules: &Rules,
    from: &Position<T>,
    proposed: &[Position<T>],
) -> Result<(), TwistError> {
    let Twist::Comply { count, class } = &rules.twist else { return Err(TwistError::NoProposing) };
    named_options(rules, from, proposed)?;
    let inside = |to: &&Position<T>| from.move_to(to).is_some_and(|removal| class.contains(&removal));
    let inside = proposed.iter().filter(inside).count();
    if inside < proposed.len() || u32::try_from(inside).is_ok_and(|inside| inside >= *count) {
        return Ok(());
    }
    Err(TwistError::TooFew { needed: words::proposal(*count, class) })
}

fn named_options<T: Tokens>(rules: &Rules, from: &Position<T>, named: &[Position<T>]) -> Result<(), TwistError> {
    if let Some(to) = named.iter().find(|to| !rules.is_option(from, to)) {
        return Err(TwistError::NotAnOption { from: from.to_exact(), to: to.to_exact() });
    }
    let mut sorted: Vec<&Position<T>> = named.iter().collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(TwistError::Twice(pair[0].to_exact())),
        None => Ok(()),
    }
}

fn why(rules: &Rules, position: Position, census: &Census, proposal: &[Position]) -> String {
    let Census { p_inside, p_outside, n_inside, n_outside } = census;
    let (inside, outside) = (p_inside.len() + n_inside.len(), p_outside.len() + n_outside.len());
    if let Twist::Comply { count, class } = &rules.twist {
        let options = Proposable { inside: inside.into(), outside: outside.into(), n_inside: n_inside.len() };
        return reasons::comply(rules.ending, (*count, class), &position, proposal, &options);
    }
    let options = POptions { inside: p_inside, outside: p_outside, options: Some(inside + outside) };
    reasons::blocking(rules, &position, &options)
}

/// Refuses blocked or proposed options where the game has neither.
fn nothing_named<T: Tokens>(question: &Question<T>) -> Result<(), TwistError> {
    if question.blocked.as_ref().is_some_and(|blocked| !blocked.is_empty()) {
        return Err(TwistError::NoBlocking { comply: false });
    }
    if question.proposed.is_some() { Err(TwistError::NoProposing) } else { Ok(()) }
}

fn ask_choice(
    game: &Game,
    (m, p, ending): (u32, u32, Ending),
    position: Position,
    question: &Question,
    watch: &dyn Watch,
) -> Result<Answer, AskError> {
    choice_begins_here(question)?;
    let (width, height) = position.board_sides();
    let shifts = solve::choosable(m, p, width, height);
    solve::choices_needed(&shifts, position)?;
    let mut method = Engine::Lines;
    let mut choices = Vec::new();
    for l in shifts.into_iter().flatten() {
        let rules = families::shifted(m, p, l).with_ending(ending);
        if !rules.exists(&position) {
            continue;
        }
        let shifted = Game::unnamed(rules.clone());
        let engine = Plan::new(&shifted, Request::Position(position), question.engine)?.engine;
        let answer = ask_static(&shifted, &rules, (position, engine), question, watch)?;
        method = answer.method;
        choices.push(Choice { l, outcome: answer.outcome, winning_moves: answer.winning_moves });
    }
    let (outcome, winning_moves, why) = summed_up(&position.short(), &choices);
    Ok(Answer { winning_moves, choices: Some(choices), ..Answer::new(game, position, outcome, method, why) })
}

/// Refuses a history, blocks and proposals in a `choice` game.
fn choice_begins_here<T: Tokens>(question: &Question<T>) -> Result<(), AskError> {
    if !question.history.is_empty() {
        let why = "a `choice` game begins at the position asked for: once l is fixed, ask `shifted` with that l";
        return Err(SolveError::Unsupported(why).into());
    }
    Ok(nothing_named(question)?)
}

/// What the choices mean for the start: its outcome, the moves that win whatever l is, and why.
fn summed_up<T: Tokens>(position: &str, choices: &[Choice<T>]) -> (Outcome, Vec<WinningMove<T>>, String) {
    const MOST: usize = 6;
    let good: Vec<String> = choices.iter().filter(|c| c.outcome.is_p()).map(|c| c.l.to_string()).collect();
    let outcome = Outcome::p_if(!good.is_empty());
    let why = match outcome {
        Outcome::P if good.len() > MOST => {
            format!("{position} is P: the second player takes l = {} or another of {} values.", good[0], good.len())
        }
        Outcome::P => format!("{position} is P: the second player takes l = {}.", good.join(" or ")),
        Outcome::N => format!(
            "{position} is N: for each of the {} values of l that the second player may take the first player has \
             a winning move.",
            choices.len()
        ),
    };
    let wins_always = |to: &WinningMove<T>| choices.iter().all(|choice| choice.winning_moves.contains(to));
    let first = choices.first().map(|choice| choice.winning_moves.clone()).unwrap_or_default();
    (outcome, first.into_iter().filter(wins_always).collect(), why)
}

/// The outcomes of the states of an imitation game, by whichever engine was chosen.
enum Memory<'r> {
    Reference(States<'r>),
    Dual(Dual),
}

impl Memory<'_> {
    fn outcome(&mut self, state: &State) -> Outcome {
        match self {
            Self::Reference(states) => states.outcome(state),
            Self::Dual(dual) => dual.outcome(state),
        }
    }

    /// Whether the states that can arise at the position have different outcomes (Lar09 Definition 3).
    fn is_dynamic(&mut self, rules: &Rules, limits: Limits, at: Position) -> bool {
        match self {
            Self::Dual(dual) => dual.is_dynamic(at),
            Self::Reference(states) => {
                // A credit that is larger than the number of moves to come acts like any other such credit.
                let moves = u32::try_from(at.x.saturating_add(at.y)).unwrap_or(u32::MAX);
                let limits = Limits { p: limits.p.min(moves.saturating_add(2)), ..limits };
                let mut outcomes = limits.states_at(rules, at).into_iter().map(|state| states.outcome(&state));
                let first = outcomes.next();
                outcomes.any(|outcome| Some(outcome) != first)
            }
        }
    }
}

fn ask_imitation(
    game: &Game,
    rules: &Rules,
    limits: Limits,
    (position, method): (Position, Engine),
    question: &Question,
    watch: &dyn Watch,
) -> Result<Answer, AskError> {
    nothing_named(question)?;
    let state = history::replay(rules, limits, &question.history, &position)?;
    let (width, height) = position.board_sides();
    let mut memory = if method == Engine::Dual {
        Memory::Dual(Dual::new(rules, width, height, watch)?)
    } else {
        engine::states_needed(limits, width, height)?;
        Memory::Reference(States::new(rules, limits))
    };
    let outcome = memory.outcome(&state);
    let (mut winning, mut imitations, mut forbidden, mut legal) = (Vec::new(), Vec::new(), Vec::new(), UBig::ZERO);
    let options = rules.options(position);
    for (index, &to) in options.iter().enumerate() {
        report(watch, index as u64, options.len() as u64)?;
        let Some(removal) = position.move_to(&to) else { continue };
        match limits.kind(&state, &removal) {
            Kind::Plain => {}
            Kind::Imitation => imitations.push(to),
            Kind::Forbidden => forbidden.push(to),
        }
        if let Some(next) = limits.after(&state, removal) {
            legal += 1_u8;
            if memory.outcome(&next).is_p() {
                winning.push(to);
            }
        }
    }
    let dynamic = memory.is_dynamic(rules, limits, position);
    let when = if question.history.is_empty() { " as a starting position" } else { " with this history" };
    let claim = format!("{position} is {outcome}{when}");
    let why = reasons::imitation(rules.ending, &claim, &winning, &legal, &forbidden);
    Ok(Answer {
        winning_moves: winning.into_iter().map(|to| WinningMove { to, block: Vec::new(), propose: None }).collect(),
        imitation: Some(Imitation {
            dynamic,
            own_credit: state.own,
            opponent_credit: state.opp,
            imitations,
            forbidden,
        }),
        ..Answer::new(game, position, outcome, method, why)
    })
}
