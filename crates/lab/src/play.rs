//! Play without a memory: every request brings the whole match, and the referee replays it.

use std::sync::{Arc, Mutex};

use axum::extract::State;
use schemars::JsonSchema;
use serde::Deserialize;
use wythoff::exact::UBig;
use wythoff::game::history::Limits;
use wythoff::game::{families, words};
use wythoff::play::{Action, Advice, LEVELS, Match, Opponent, Phase, Puzzle};
use wythoff::strategy::{Answer as Solution, Question};
use wythoff::{Engine, Form, Game, Position, Twist, parse_positions};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::ask::{InBody, InPath, InQuery, game, position, up_to};
use crate::cache::{Shelf, lock};
use crate::lab::{Answer, Lab};
use crate::limits::{self, Deadline};
use crate::problem::Problem;
use crate::wire::play::{
    self as wire, Action as Deed, Blocking, Challenge, LastMove, Memory, MoveOption, OptionValue, Proposing, Reply,
    Strength, Worth,
};
use crate::wire::{Integer, Pair, answer};

/// The largest heap of a match, and the most options of its start: what a table shows, and what a referee goes through
/// in no time.
pub(crate) const HEAP: u64 = 1000;
pub(crate) const OPTIONS: usize = 20_000;

/// Values of l that are shown.
const CHOICES: usize = 256;

/// Positions that the winning moves of an answer name.
const NAMED: usize = 20_000;

/// The games that were studied, by game and start.
pub(crate) struct Tables {
    opponents: Shelf<(String, Position), Mutex<Opponent>>,
}

impl Default for Tables {
    fn default() -> Self {
        Self { opponents: Shelf::new(limits::OPPONENTS) }
    }
}

impl Tables {
    fn opponent(&self, table: &Table, deadline: &Deadline) -> Result<Arc<Mutex<Opponent>>, Problem> {
        let key = (table.game.to_string(), table.start);
        if let Some(opponent) = self.opponents.get(&key) {
            return Ok(opponent);
        }
        let opponent = Opponent::new(&table.game, table.start, deadline)?;
        let opponent = Arc::new(Mutex::new(opponent));
        self.opponents.put(key, Arc::clone(&opponent), 1);
        Ok(opponent)
    }
}

fn heap(number: &Integer) -> Result<u64, Problem> {
    up_to("heap", &number.digits(), u64::MAX)
}

pub(crate) fn pair(Pair([x, y]): &Pair) -> Result<Position, Problem> {
    Ok(Position::new(heap(x)?, heap(y)?))
}

fn action(deed: &Deed) -> Result<Action, Problem> {
    let all = |pairs: &[Pair]| pairs.iter().map(pair).collect::<Result<Vec<Position>, Problem>>();
    Ok(match deed {
        Deed::Move(to) => Action::Move(pair(to)?),
        Deed::Block(blocked) => Action::Block(all(blocked)?),
        Deed::Propose(proposed) => Action::Propose(all(proposed)?),
        Deed::Choose(l) => Action::Choose(*l),
    })
}

/// A match as far as it has come.
struct Table {
    game: Game,
    start: Position,
    play: Match,
    /// l, once it is fixed.
    chosen: Option<u32>,
    actions: usize,
}

impl Table {
    fn new(asked: &wire::Match, deadline: Deadline) -> Result<Self, Problem> {
        let game = game(&asked.game)?;
        let start = pair(&asked.start)?;
        if start.x.max(start.y) > HEAP {
            return Err(Problem::limit("heap", HEAP, format!("a match has heaps of at most {HEAP} tokens")));
        }
        if asked.actions.len() > limits::ACTIONS {
            let message = format!("a match has at most {} actions", limits::ACTIONS);
            return Err(Problem::limit("actions", limits::ACTIONS as u64, message));
        }
        let mut table = Self { play: Match::new(&game, start)?, game, start, chosen: None, actions: 0 };
        table.small_enough()?;
        for (index, deed) in asked.actions.iter().enumerate() {
            if deadline.is_over() {
                return Err(Problem::timeout(limits::TIME.as_secs()));
            }
            let action = action(deed)?;
            table.act(action).map_err(|problem| Problem { action: Some(index), ..problem })?;
        }
        Ok(table)
    }

    fn act(&mut self, action: Action) -> Result<(), Problem> {
        let choice = if let Action::Choose(l) = action { Some(l) } else { None };
        self.play.act(action).map_err(|error| Problem::rules(error.to_string()))?;
        self.actions += 1;
        if choice.is_some() {
            self.chosen = choice;
            self.small_enough()?;
        }
        Ok(())
    }

    fn small_enough(&self) -> Result<(), Problem> {
        let options = self.play.rules().map_or(0, |rules| rules.options(self.play.position()).len());
        if options <= OPTIONS {
            return Ok(());
        }
        let message = format!("{} has {options} options; a match has at most {OPTIONS}", self.start);
        Err(Problem::limit("options", OPTIONS as u64, message))
    }

    fn options(&self) -> Vec<Position> {
        self.play.rules().map(|rules| rules.options(self.play.position())).unwrap_or_default()
    }

    /// The values of l that may be chosen.
    fn choices(&self) -> Vec<u32> {
        let Form::Choice { m, p, .. } = *self.game.form() else { return Vec::new() };
        (0..p).take(OPTIONS).filter(|l| families::shifted(m, p, *l).exists(&self.start)).take(CHOICES).collect()
    }

    /// The match once the previous player has done his part without effect: any option may be moved to.
    fn before_move(&self) -> Option<Match> {
        let mut play = self.play.clone();
        match play.phase() {
            Phase::Block => play.act(Action::Block(Vec::new())).ok()?,
            Phase::Propose => play.act(Action::Propose(self.options())).ok()?,
            Phase::Move => {}
            Phase::Choose | Phase::Over(_) => return None,
        }
        Some(play)
    }

    fn state(&self) -> wire::State {
        let play = &self.play;
        let (legal, blockable) = (play.legal_moves(), play.blockable());
        let option = |to: Position| MoveOption {
            to,
            legal: legal.binary_search(&to).is_ok(),
            blockable: blockable.binary_search(&to).is_ok(),
            kind: play.kind(to).map(Into::into),
        };
        let twist = play.rules().map(|rules| &rules.twist);
        let block = match twist {
            Some(Twist::Block { budget, class }) => {
                Some(Blocking { most: *budget, class: words::up_to(*budget, class) })
            }
            _ => None,
        };
        let propose = match twist {
            Some(Twist::Comply { count, class }) => Some(Proposing { needs: words::proposal(*count, class) }),
            _ => None,
        };
        wire::State {
            game: self.game.to_string(),
            position: play.position(),
            phase: play.phase().into(),
            actor: play.actor().map(Into::into),
            mover: play.mover().into(),
            winner: if let Phase::Over(winner) = play.phase() { Some(winner.into()) } else { None },
            blocked: play.blocked().to_vec(),
            proposed: play.proposed().to_vec(),
            history: play.history().to_vec(),
            options: self.options().into_iter().map(option).collect(),
            block,
            propose,
            choose: (play.phase() == Phase::Choose).then(|| self.choices()),
            imitation: play.rules().and_then(Limits::of).map(|limits| self.memory(limits)),
        }
    }

    fn memory(&self, limits: Limits) -> Memory {
        let state = self.play.state();
        let last = state.last.as_ref().map(|last| LastMove {
            heap: last.heap.into(),
            taken: last.taken.into(),
            armed: last.armed,
        });
        Memory { m: limits.m, p: limits.p, own_credit: state.own, opponent_credit: state.opp, last }
    }

    /// Why the position is what it is.
    fn why(&self, deadline: &Deadline) -> Result<String, Problem> {
        let play = &self.play;
        let settled = play.phase() == Phase::Move;
        let some = |positions: &[Position]| settled.then(|| positions.to_vec()).filter(|all| !all.is_empty());
        let question = Question {
            history: play.history().to_vec(),
            blocked: some(play.blocked()),
            proposed: some(play.proposed()),
            engine: None,
        };
        // Once l is fixed, the game is another one.
        let game = match (self.game.form(), self.chosen) {
            (Form::Choice { m, p, ending }, Some(l)) => {
                format!("shifted:m={m},p={p},l={l}").parse::<Game>()?.with_ending(*ending)
            }
            _ => self.game.clone(),
        };
        Ok(game.ask(play.position()).question(question).watch(deadline).answer()?.why)
    }
}

pub(crate) async fn state(State(lab): State<Arc<Lab>>, InBody(asked): InBody<wire::Match>) -> Answer {
    lab.work(move |_, deadline| Ok(answer(Table::new(&asked, *deadline)?.state()))).await
}

fn advice(lab: &Lab, table: &Table, deadline: &Deadline) -> Result<Advice, Problem> {
    if table.play.actor().is_none() {
        return Err(Problem::rules("the match is over"));
    }
    let opponent = lab.tables.opponent(table, deadline)?;
    let advice = lock(&opponent).advise(&table.play, deadline)?;
    advice.ok_or_else(|| Problem::rules("there is nothing to do"))
}

pub(crate) async fn hint(State(lab): State<Arc<Lab>>, InBody(asked): InBody<wire::Match>) -> Answer {
    lab.study(move |lab, deadline| {
        let table = Table::new(&asked, *deadline)?;
        Ok(answer(wire::Advice::from(advice(lab, &table, deadline)?)))
    })
    .await
}

pub(crate) async fn opponent_moves(State(lab): State<Arc<Lab>>, InBody(asked): InBody<Challenge>) -> Answer {
    lab.study(move |lab, deadline| {
        let mut table = Table::new(&asked.play, *deadline)?;
        let best = advice(lab, &table, deadline)?;
        let (action, why) = weakened(&table, best, asked.strength, asked.seed);
        let done = (&action).into();
        table.act(action)?;
        Ok(answer(Reply { action: done, why, state: table.state() }))
    })
    .await
}

/// So near the end a strong player does not err.
pub(crate) const NEAR: u32 = 5;

/// Why a weaker opponent does what he does.
pub(crate) const BY_FEEL: &str = "This one is played by feel.";

/// A number below `of`: the same for the same situation, seed and use.
pub(crate) fn chance(situation: &str, seed: u64, use_: u64, of: usize) -> usize {
    let number = xxh3_64_with_seed(situation.as_bytes(), seed.wrapping_add(use_ << 32));
    usize::try_from(number % (of.max(1) as u64)).unwrap_or(0)
}

/// What an opponent of this strength does: the same in the same match, so that a link shows the same.
fn weakened(table: &Table, best: Advice, strength: Strength, seed: u64) -> (Action, String) {
    let at = table.play.position();
    let text = format!("{} {at} {}", table.game, table.actions);
    let chance = |use_: u64, of: usize| chance(&text, seed, use_, of);
    let errs = match strength {
        Strength::Perfect => false,
        // Where the end is too far to be known, it is far.
        Strength::Strong => best.moves_left.is_none_or(|moves| moves > NEAR) && chance(0, 4) == 0,
        Strength::Casual => best.moves_left.is_none_or(|moves| moves > 1) && chance(0, 3) != 0,
    };
    if !errs {
        return (best.action, best.why);
    }
    let pick = |from: &[Position], count: usize| {
        let mut from = from.to_vec();
        let mut picked: Vec<Position> =
            (0..count.min(from.len())).map(|turn| from.swap_remove(chance(turn as u64 + 1, from.len()))).collect();
        picked.sort_unstable();
        picked
    };
    let action = match best.action {
        Action::Move(to) => {
            let legal = table.play.legal_moves();
            Action::Move(pick(&legal, 1).first().copied().unwrap_or(to))
        }
        Action::Block(best) => Action::Block(pick(&table.play.blockable(), best.len())),
        Action::Propose(_) => Action::Propose(table.options()),
        Action::Choose(l) => {
            let choices = table.choices();
            Action::Choose(choices.get(chance(1, choices.len())).copied().unwrap_or(l))
        }
    };
    (action, BY_FEEL.to_owned())
}

pub(crate) async fn values(State(lab): State<Arc<Lab>>, InBody(asked): InBody<wire::Match>) -> Answer {
    lab.study(move |lab, deadline| {
        let table = Table::new(&asked, *deadline)?;
        let opponent = lab.tables.opponent(&table, deadline)?;
        let mut opponent = lock(&opponent);
        let here = opponent.outcome(&table.play, deadline)?;
        let here = here.map(|(outcome, moves_left)| Worth { outcome, moves_left });
        let mut options = Vec::new();
        for l in table.choices().into_iter().filter(|_| table.play.phase() == Phase::Choose) {
            let mut play = table.play.clone();
            if play.act(Action::Choose(l)).is_ok()
                && let Some((outcome, moves_left)) = opponent.outcome(&play, deadline)?
            {
                // The mover, who is the first player, wins where the start is N.
                options.push(OptionValue { to: None, l: Some(l), outcome, wins: !outcome.is_p(), moves_left });
            }
        }
        if let Some(before) = table.before_move() {
            for to in table.options() {
                if deadline.is_over() {
                    return Err(Problem::timeout(limits::TIME.as_secs()));
                }
                let mut play = before.clone();
                if play.act(Action::Move(to)).is_ok()
                    && let Some((outcome, moves_left)) = opponent.outcome(&play, deadline)?
                {
                    options.push(OptionValue { to: Some(to), l: None, outcome, wins: outcome.is_p(), moves_left });
                }
            }
        }
        let why = table.why(deadline)?;
        Ok(answer(wire::Values { position: here, why, options }))
    })
    .await
}

/// Judges every point of a match. What the deadline does not leave time for is left open, with that reason.
pub(crate) async fn review(State(lab): State<Arc<Lab>>, InBody(asked): InBody<wire::Match>) -> Answer {
    lab.study(move |lab, deadline| {
        let table = Table::new(&asked, *deadline)?;
        let opponent = lab.tables.opponent(&table, deadline)?;
        let actions = asked.actions.iter().map(action).collect::<Result<Vec<Action>, Problem>>()?;
        let play = Match::new(&table.game, table.start)?;
        let plies = wythoff::play::review(&mut lock(&opponent), play, &actions, deadline);
        let plies = plies.map_err(|error| Problem::rules(error.to_string()))?;
        Ok(answer(wire::Review { plies: plies.into_iter().map(Into::into).collect() }))
    })
    .await
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct PuzzleQuery {
    /// The same seed gives the same puzzle, below 2^32.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "1"))]
    seed: Option<String>,
    /// From 1 to 10: the higher, the harder.
    #[schemars(extend("pattern" = "^[0-9]+$", "default" = "1"))]
    level: Option<String>,
}

pub(crate) async fn puzzle(State(lab): State<Arc<Lab>>, InQuery(query): InQuery<PuzzleQuery>) -> Answer {
    let number = |name, text: Option<String>, most: u32| {
        let number = up_to(name, text.as_deref().unwrap_or("1"), most.into())?;
        u32::try_from(number).map_err(|error| Problem::bad_number(error.to_string()))
    };
    let seed = number("seed", query.seed, u32::MAX)?;
    let level = number("level", query.level, LEVELS)?;
    if level == 0 {
        return Err(Problem::bad_number("levels begin with 1"));
    }
    lab.study(move |_, deadline| {
        let Puzzle { game, start, actions, phase, solution, why, moves_left } =
            Puzzle::new(seed.into(), level, deadline)?;
        Ok(answer(wire::Puzzle {
            seed,
            level,
            levels: LEVELS,
            game: game.to_string(),
            rules: words::rules(&game),
            start,
            actions: actions.iter().map(Into::into).collect(),
            phase: phase.into(),
            solution: (&solution).into(),
            why,
            moves_left,
        }))
    })
    .await
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct SolveQuery {
    /// Earlier positions, oldest first: `3,5;2,5`.
    history: Option<String>,
    /// The options blocked now.
    blocked: Option<String>,
    /// The options proposed now.
    proposed: Option<String>,
}

pub(crate) async fn solve(
    State(lab): State<Arc<Lab>>,
    InPath((name, x, y)): InPath<(String, String, String)>,
    InQuery(query): InQuery<SolveQuery>,
) -> Answer {
    /// Cells of the largest board that is solved for an answer.
    const CELLS: u64 = 1 << 28;
    let game = game(&name)?;
    let at = position::<UBig>(&x, &y)?;
    let read = |text: Option<&str>| {
        text.map(parse_positions).transpose().map_err(|error| Problem::bad_number(error.to_string()))
    };
    let question: Question<UBig> = Question {
        history: read(query.history.as_deref())?.unwrap_or_default(),
        blocked: read(query.blocked.as_deref())?,
        proposed: read(query.proposed.as_deref())?,
        engine: None,
    };
    lab.study(move |_, deadline| {
        let near = Position::<u64>::from_exact(at.clone());
        let cells = near.and_then(|near| near.x.saturating_add(1).checked_mul(near.y.saturating_add(1)));
        let is_near = cells.is_some_and(|cells| cells <= CELLS);
        if !is_near && !wythoff::solve::Closed::knows(&game) {
            let message = format!("no formula is known for {game}, so its boards here have at most {CELLS} cells");
            return Err(Problem::limit("cells", CELLS, message));
        }
        // Further out, a board would take too long here.
        let engine = (!is_near).then_some(Engine::Closed);
        let question = Question { engine, ..question };
        Ok(answer(shortened(game.ask(at).question(question).watch(deadline).answer()?)))
    })
    .await
}

/// The answer with as many winning moves as a page can use; the others are counted.
pub(crate) fn shortened(mut solution: Solution<UBig>) -> Solution<UBig> {
    let mut named = 0;
    let mut fits = |found: &wythoff::strategy::WinningMove<UBig>| {
        named += 1 + found.block.len() + found.propose.as_ref().map_or(0, Vec::len);
        named <= NAMED
    };
    let kept = solution.winning_moves.iter().take_while(|found| fits(found)).count().max(1);
    let left_out = solution.winning_moves.len().saturating_sub(kept);
    solution.winning_moves.truncate(kept);
    solution.winning_moves_left_out += left_out;
    solution
}
