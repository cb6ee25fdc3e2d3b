//! The perfect opponent: wins where a win is, and says why.
//!
//! Where the board below the position is small he has studied every option of every position there: he wins as fast as
//! can be, and resists as long as can be. On larger boards he asks the engine that answers questions about the start
//! of the match. Then he plays a winning move that leaves few tokens, blocks what has to be blocked and proposes what
//! keeps a position P; a lost position he leaves by a shortest move. So he wins everything that can be won there, too,
//! but how long it takes is not known.

use std::ops::ControlFlow;

use super::marks::Marks;
use super::remoteness::{Remoteness, StateRemoteness};
use super::{Action, Match, Phase, visit_inside};
use crate::engine::{self, STATE_LIMIT};
use crate::game::history::Limits;
use crate::game::words;
use crate::game::{Class, Form, Game, Rules, Twist, families};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::solve::{self, Closed, Engine, SolveError};
use crate::strategy::{self, Answer, AskError, DIGITS_LIMIT, Question, listed};
use crate::watch::Watch;

/// An opponent studies a board if that means to look at about this many options at the most: about a second.
pub const WORK_LIMIT: u64 = 1 << 25;

/// What to do, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The action.
    pub action: Action,
    /// Whether it wins.
    pub wins: bool,
    /// How many moves the match will still last under perfect play, this one included; none where the board below is
    /// too large for that to be known.
    pub moves_left: Option<u32>,
    /// The reason, in a sentence.
    pub why: String,
}

/// Knows who wins, and how, from the start of a match down.
pub struct Opponent {
    game: Game,
    start: Position,
    /// How many options may be looked at to study one set of rules.
    work: u64,
    /// A `choice` game that is too large to be studied: each l, and whether the start is P under it.
    choices: Option<Vec<(u32, bool)>>,
    /// The sets of rules that were played so far: one, or in a `choice` game perhaps several.
    games: Vec<Known>,
}

impl Opponent {
    /// Studies the game from `start` down, or solves it by an engine where that is too much.
    ///
    /// # Errors
    /// When the start is not on the board, or the engines can't say who wins from there.
    pub fn new(game: &Game, start: Position, watch: &dyn Watch) -> Result<Self, SolveError> {
        Self::with_work(game, start, WORK_LIMIT, watch)
    }

    /// The same for an opponent who looks at no more than `work` options one by one: with 0 he only asks the engines.
    ///
    /// # Errors
    /// As [`Opponent::new`].
    pub fn with_work(game: &Game, start: Position, work: u64, watch: &dyn Watch) -> Result<Self, SolveError> {
        let mut opponent = Self { game: game.clone(), start, work, choices: None, games: Vec::new() };
        match game.form() {
            Form::Rules(rules) => {
                opponent.known(rules, watch)?;
            }
            Form::Choice { m, p, ending } => {
                let (width, height) = start.board_sides();
                let shifts = solve::choosable(*m, *p, width, height);
                opponent.work /= solve::choices(&shifts).max(1);
                let any = families::shifted(*m, *p, 0).with_ending(*ending);
                let is_small = engine::work_needed(&any, width, height, opponent.work).is_ok();
                if !is_small || solve::choices_needed(&shifts, start).is_err() {
                    let answer = answered(strategy::ask(game, start, &Question::default(), watch))?;
                    let choices = answer.choices.unwrap_or_default();
                    opponent.choices = Some(choices.iter().map(|choice| (choice.l, choice.outcome.is_p())).collect());
                }
            }
        }
        Ok(opponent)
    }

    /// What the player who has to act should do; nothing when the match is over or does not come from the start.
    ///
    /// # Errors
    /// When an engine can't answer after all, what would have to be named is too long, or the watch stops the work.
    pub fn advise(&mut self, play: &Match, watch: &dyn Watch) -> Result<Option<Advice>, SolveError> {
        match (play.phase(), play.rules()) {
            _ if !self.is_met_in(play) => Ok(None),
            (Phase::Over(_), _) => Ok(None),
            (_, None) => self.advise_choice(watch),
            (_, Some(rules)) => {
                let work = self.work;
                let known = self.known(rules, watch)?;
                known.study(play.position(), work, watch)?;
                known.advise(play, watch)
            }
        }
    }

    /// The outcome of the match's position, before the previous player blocks or proposes, and how many moves the
    /// match then lasts under perfect play, where that is known.
    ///
    /// # Errors
    /// As [`Opponent::advise`].
    pub fn outcome(&mut self, play: &Match, watch: &dyn Watch) -> Result<Option<(Outcome, Option<u32>)>, SolveError> {
        match play.rules() {
            Some(rules) if self.is_met_in(play) => self.known(rules, watch)?.outcome(play, watch).map(Some),
            _ => Ok(None),
        }
    }

    /// Whether the match is one of this game, and has come below the start.
    fn is_met_in(&self, play: &Match) -> bool {
        let at = play.position();
        let same = match self.game.form() {
            Form::Rules(rules) => play.choice.is_none() && play.rules() == Some(rules),
            Form::Choice { m, p, ending } => play.choice == Some((*m, *p, *ending)),
        };
        same && at.x <= self.start.x && at.y <= self.start.y
    }

    /// What is known of these rules: the board below the start is studied, or solved by an engine.
    fn known(&mut self, rules: &Rules, watch: &dyn Watch) -> Result<&mut Known, SolveError> {
        let index = self.games.iter().position(|known| known.rules == *rules).unwrap_or(self.games.len());
        if index == self.games.len() {
            self.games.push(Known::new(rules, self.start, self.work, watch)?);
        }
        Ok(&mut self.games[index])
    }

    /// A P-start wins, the shorter the better; else the longer the better.
    fn advise_choice(&mut self, watch: &dyn Watch) -> Result<Option<Advice>, SolveError> {
        let start = self.start;
        let Form::Choice { m, p, ending } = *self.game.form() else { return Ok(None) };
        let mut values = Vec::new();
        if let Some(choices) = &self.choices {
            values.extend(choices.iter().map(|(l, is_p)| (*l, Outcome::p_if(*is_p), None)));
        } else {
            let (width, height) = start.board_sides();
            for l in solve::choosable(m, p, width, height).into_iter().flatten() {
                let rules = families::shifted(m, p, l).with_ending(ending);
                if rules.exists(&start)
                    && let Some((outcome, moves)) = self.known(&rules, watch)?.studied(start)
                {
                    values.push((l, outcome, Some(moves)));
                }
            }
        }
        let best = values.into_iter().min_by_key(|&(_, outcome, moves)| {
            let moves = moves.unwrap_or(0);
            if outcome.is_p() { (0, moves) } else { (1, u32::MAX - moves) }
        });
        Ok(best.map(|(l, outcome, moves_left)| {
            let why = match (outcome, moves_left) {
                (Outcome::P, _) => format!("With l = {l} the start {start} is P."),
                (Outcome::N, Some(_)) => format!("The start {start} is N for every l; l = {l} resists longest."),
                (Outcome::N, None) => {
                    format!("The start {start} is N for every l, and so l = {l} loses like any other.")
                }
            };
            Advice { action: Action::Choose(l), wins: outcome.is_p(), moves_left, why }
        }))
    }
}

/// Everything about one set of rules.
struct Known {
    rules: Rules,
    /// The board below some position.
    study: Option<Study>,
    /// The board below the start, where it is too large to be studied; of a static game.
    marks: Option<Marks>,
}

enum Study {
    Static(Remoteness),
    /// The states below a position; they are studied when they are needed.
    Imitation(Position, StateRemoteness),
}

impl Study {
    fn covers(&self, at: Position) -> bool {
        match self {
            Self::Static(remoteness) => remoteness.covers(at),
            Self::Imitation(below, _) => at.x <= below.x && at.y <= below.y,
        }
    }
}

impl Known {
    fn new(rules: &Rules, start: Position, work: u64, watch: &dyn Watch) -> Result<Self, SolveError> {
        engine::on_the_board(rules, &start)?;
        let mut known = Self { rules: rules.clone(), study: None, marks: None };
        known.study(start, work, watch)?;
        match &known.study {
            Some(_) => {}
            None if rules.has_memory() => {
                known.ask(&[], start, watch)?;
            }
            None => known.marks = Some(Marks::up_to(rules, start, None, watch)?),
        }
        Ok(known)
    }

    /// Studies the board below the position, if that is not too much.
    fn study(&mut self, at: Position, work: u64, watch: &dyn Watch) -> Result<(), SolveError> {
        if self.study.as_ref().is_some_and(|study| study.covers(at)) {
            return Ok(());
        }
        let (width, height) = at.board_sides();
        if let Some(limits) = Limits::of(&self.rules) {
            if engine::states(limits, width, height) <= STATE_LIMIT.min(work) {
                self.study = Some(Study::Imitation(at, StateRemoteness::new(self.rules.clone(), limits)));
            }
        } else if engine::work_needed(&self.rules, width, height, work).is_ok() {
            let board = solve::board(&Game::unnamed(self.rules.clone()), width, height, None, watch)?;
            self.study = Some(Study::Static(Remoteness::new(&self.rules, board, watch)?));
        }
        Ok(())
    }

    /// What was studied of a position as a start.
    fn studied(&self, at: Position) -> Option<(Outcome, u32)> {
        match &self.study {
            Some(Study::Static(remoteness)) if remoteness.covers(at) => {
                Some((Outcome::p_if(remoteness.is_p(at)), remoteness.moves_left(at)))
            }
            _ => None,
        }
    }

    fn outcome(&mut self, play: &Match, watch: &dyn Watch) -> Result<(Outcome, Option<u32>), SolveError> {
        let at = play.position();
        match &mut self.study {
            Some(study) if study.covers(at) => Ok(match study {
                Study::Imitation(_, states) => {
                    let (outcome, moves) = states.outcome_and_moves(play.state());
                    (outcome, Some(moves))
                }
                Study::Static(remoteness) => (Outcome::p_if(remoteness.is_p(at)), Some(remoteness.moves_left(at))),
            }),
            _ => match &mut self.marks {
                Some(marks) => Ok((Outcome::p_if(marks.is_p(at, watch)?), None)),
                None => Ok((self.ask(play.history(), at, watch)?.outcome, None)),
            },
        }
    }

    fn advise(&mut self, play: &Match, watch: &dyn Watch) -> Result<Option<Advice>, SolveError> {
        match &mut self.study {
            Some(study) if study.covers(play.position()) => Ok(match study {
                Study::Imitation(_, states) => advise_imitation(states, play),
                Study::Static(remoteness) => advise_static(&self.rules, remoteness, play),
            }),
            _ => {
                if let Some(marks) = &mut self.marks {
                    return advise_by_marks(&self.rules, marks, play, watch);
                }
                let answer = self.ask(play.history(), play.position(), watch)?;
                let winning = answer.winning_moves.iter().map(|winning| winning.to);
                Ok(advise_move(play, winning.min_by_key(tokens), " with this history"))
            }
        }
    }

    /// An imitation game that is too large to be studied.
    fn ask(&self, history: &[Position], at: Position, watch: &dyn Watch) -> Result<Answer, SolveError> {
        let game = Game::unnamed(self.rules.clone());
        // The dual engine looks at every option; formulas do not.
        let engine = Closed::knows(&game).then_some(Engine::Closed);
        let question = Question { history: history.to_vec(), engine, ..Question::default() };
        answered(strategy::ask(&game, at, &question, watch))
    }
}

fn answered(answer: Result<Answer, AskError>) -> Result<Answer, SolveError> {
    answer.map_err(|error| match error {
        AskError::Solve(error) => error,
        AskError::History(_) | AskError::Twist(_) => unreachable!("the referee has checked what was played: {error}"),
    })
}

/// How many tokens a position has, and where they are.
fn tokens(at: &Position) -> (u128, Position) {
    (u128::from(at.x) + u128::from(at.y), *at)
}

/// The move to `winning`, or a shortest one where no move wins.
fn advise_move(play: &Match, winning: Option<Position>, when: &str) -> Option<Advice> {
    let to = winning.or_else(|| play.shortest_move())?;
    let why = match winning {
        Some(_) => why_move(to, true, when),
        None => format!("No move wins, and none is shorter than the one to {to}."),
    };
    Some(Advice { action: Action::Move(to), wins: winning.is_some(), moves_left: None, why })
}

/// What to do in a static game by the marks among the options.
fn advise_by_marks(
    rules: &Rules,
    marks: &mut Marks,
    play: &Match,
    watch: &dyn Watch,
) -> Result<Option<Advice>, SolveError> {
    let at = play.position();
    let is_inside = |class: &Class, to: &Position| at.move_to(to).is_some_and(|removal| class.contains(&removal));
    // Those with the fewest tokens come first.
    let inside = |marks: &mut Marks, class: &Class| {
        let mut inside: Vec<Position> = marks.options(at, watch)?.to_vec();
        inside.retain(|to| is_inside(class, to));
        inside.sort_by_key(tokens);
        Ok::<_, SolveError>(inside)
    };
    let (action, wins, why) = match (play.phase(), &rules.twist) {
        (Phase::Move, Twist::Comply { .. }) => {
            let mut winning = None;
            for &to in play.proposed() {
                if winning.is_none_or(|best| tokens(&to) < tokens(&best)) && marks.is_p(to, watch)? {
                    winning = Some(to);
                }
            }
            return Ok(advise_move(play, winning, ""));
        }
        (Phase::Move, _) => {
            let open = |to: &&Position| play.blocked().binary_search(to).is_err();
            let winning = marks.options(at, watch)?.iter().filter(open).copied().min_by_key(tokens);
            return Ok(advise_move(play, winning, ""));
        }
        (Phase::Block, Twist::Block { budget, class }) => {
            let wins = marks.is_p(at, watch)?;
            let mut block = inside(marks, class)?;
            // Where all of them can't be blocked, the fewest tokens are the worst to leave.
            block.truncate(usize::try_from(*budget).unwrap_or(usize::MAX));
            let last = block.last().copied();
            block.sort_unstable();
            if rules.is_misere() && are_all(rules, at, &block) {
                // A mover without a move has won at once.
                block.retain(|to| Some(*to) != last);
            }
            let why = why_block(at, wins, &block);
            (Action::Block(block), wins, why)
        }
        (Phase::Propose, Twist::Comply { count, class }) => {
            let wins = marks.is_p(at, watch)?;
            let one = marks.options(at, watch)?.iter().filter(|to| !is_inside(class, to)).copied().min_by_key(tokens);
            let proposal = if let Some(one) = one {
                vec![one]
            } else {
                proposal(rules, at, (*count, class), inside(marks, class)?)?
            };
            let why = why_proposal(at, wins, (*count, class));
            (Action::Propose(proposal), wins, why)
        }
        _ => return Ok(None),
    };
    Ok(Some(Advice { action, wins, moves_left: None, why }))
}

/// Whether there is no option but these, which are in order.
fn are_all(rules: &Rules, at: Position, options: &[Position]) -> bool {
    let is_one =
        |to| if options.binary_search(&to).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    rules.visit_options(at, |_, to| is_one(to)).is_continue()
}

/// A proposal of `count` options of the class, those of `marks` before others; where the class has not so many, of one
/// option outside it.
fn proposal(
    rules: &Rules,
    at: Position,
    (count, class): (u32, &Class),
    mut marks: Vec<Position>,
) -> Result<Vec<Position>, SolveError> {
    /// A position has two heaps of at most 20 digits.
    const DIGITS: u64 = 40;
    let size = usize::try_from(count).unwrap_or(usize::MAX);
    let (digits, limit) = (u64::from(count) * DIGITS, DIGITS_LIMIT as u64);
    let is_short = digits <= limit;
    marks.truncate(size);
    marks.sort_unstable();
    let mut others = Vec::new();
    let missing = size - marks.len();
    if is_short && missing > 0 {
        let _ = visit_inside(rules, at, class, &mut |to| {
            if marks.binary_search(&to).is_err() {
                others.push(to);
            }
            if others.len() == missing { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    }
    if is_short && others.len() == missing {
        marks.extend(others);
        marks.sort_unstable();
        return Ok(marks);
    }
    let mut outside = None;
    let _ = rules.visit_options(at, |removal, to| {
        outside = (!class.contains(&removal)).then_some(to);
        if outside.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    outside.map(|to| vec![to]).ok_or(SolveError::AnswerTooLong { digits, limit })
}

fn advise_static(rules: &Rules, remoteness: &Remoteness, play: &Match) -> Option<Advice> {
    let at = play.position();
    // Before the move it is the previous player who acts: he wins where the position is P.
    let wins = remoteness.is_p(at);
    let moves_left = Some(remoteness.moves_left(at));
    match (play.phase(), &rules.twist) {
        (Phase::Move, _) => {
            let to = remoteness.best_move(&play.legal_moves())?;
            let wins = remoteness.is_p(to);
            Some(Advice {
                action: Action::Move(to),
                wins,
                moves_left: Some(remoteness.moves_left(to) + 1),
                why: why_move(to, wins, ""),
            })
        }
        (Phase::Block, _) => {
            let why = why_block(at, wins, &remoteness.census(rules, at).p_inside);
            Some(Advice { action: Action::Block(remoteness.best_block(rules, at)), wins, moves_left, why })
        }
        (Phase::Propose, Twist::Comply { count, class }) => {
            let why = why_proposal(at, wins, (*count, class));
            Some(Advice { action: Action::Propose(remoteness.best_proposal(rules, at)), wins, moves_left, why })
        }
        _ => None,
    }
}

fn why_move(to: Position, wins: bool, when: &str) -> String {
    if wins {
        format!("{to} is P{when}: whoever has to move from there loses.")
    } else {
        format!("No move wins; {to} resists longest.")
    }
}

fn why_block(at: Position, wins: bool, p_inside: &[Position]) -> String {
    match (wins, p_inside) {
        (true, []) => format!("{at} is P and none of its options is: nothing has to be blocked."),
        (true, [one]) => format!("{at} is P once its P-option {one} is blocked."),
        (true, many) => format!("{at} is P once its P-options {} are blocked.", listed(many)),
        (false, _) => format!("{at} is N: the block can only make the game longer."),
    }
}

fn why_proposal(at: Position, wins: bool, (count, class): (u32, &Class)) -> String {
    if wins {
        "Every proposed option is N.".to_owned()
    } else {
        format!("{at} is N: a proposal needs {}, and so it holds a P-option.", words::proposal(count, class))
    }
}

fn advise_imitation(states: &mut StateRemoteness, play: &Match) -> Option<Advice> {
    let limits = states.limits();
    let at = play.position();
    let moves = play.legal_moves().into_iter().filter_map(|to| {
        let next = limits.after(play.state(), at.move_to(&to)?)?;
        let (outcome, moves) = states.outcome_and_moves(&next);
        Some((to, outcome.is_p(), moves + 1))
    });
    let best = moves.min_by_key(|&(to, wins, moves)| if wins { (0, moves, to) } else { (1, u32::MAX - moves, to) });
    let (to, wins, moves_left) = best?;
    let why = why_move(to, wins, " with this history");
    Some(Advice { action: Action::Move(to), wins, moves_left: Some(moves_left), why })
}
