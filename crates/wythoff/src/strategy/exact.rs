//! Answers at heaps of any size, by the closed engine.

use dashu_int::UBig;

use super::reasons::{self, POptions, Proposable};
use super::{Answer, AskError, Choice, Imitation, Question, WinningMove, check_block, check_proposal, nothing_named};
use crate::engine::closed::{Windows, in_order};
use crate::engine::dual::{self, DualPositions};
use crate::engine::{on_the_board, report};
use crate::formal;
use crate::game::history::{self, Heap, Limits, State};
use crate::game::{Class, Ending, Form, Game, Piece, Rules, Twist, families, numbers};
use crate::outcome::Outcome;
use crate::position::{Position, Tokens};
use crate::solve::{self, Closed, Engine, SolveError};
use crate::watch::Watch;

type Exact = Position<UBig>;

/// An answer of the closed engine has at most about this many digits; winning moves beyond are only counted.
pub const DIGITS_LIMIT: usize = 1 << 24;

/// A comply game has winning moves almost everywhere: so many are listed, the others are counted.
const COMPLY_MOVES_LISTED: usize = 4;

/// The most values of l that the answer about a `choice` game goes through.
const CHOICE_LIMIT: u64 = 1 << 12;

/// Answers a question about `position`, at any size, in a game that a formula solves: see [`Closed`].
///
/// ```
/// use wythoff::exact::UBig;
/// use wythoff::strategy::{Question, ask_exact};
/// use wythoff::{Game, Outcome, Position};
///
/// let game: Game = "wythoff".parse()?;
/// let far = Position::new(UBig::from(10_u8).pow(1000), UBig::from(10_u8).pow(1000) + 1_u8);
/// let answer = ask_exact(&game, far, &Question::default(), wythoff::UNWATCHED)?;
/// assert_eq!(answer.outcome, Outcome::N);
/// let to = answer.winning_moves[0].to.clone();
/// assert_eq!(ask_exact(&game, to, &Question::default(), wythoff::UNWATCHED)?.outcome, Outcome::P);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When no formula solves the game, the position is not on the board, or the question contradicts the rules.
pub fn ask_exact<T: Tokens>(
    game: &Game,
    position: Position<T>,
    question: &Question<T>,
    watch: &dyn Watch,
) -> Result<Answer<T>, AskError> {
    if let Some(engine) = question.engine.filter(|&engine| engine != Engine::Closed) {
        return Err(SolveError::TooFar { engine }.into());
    }
    let answer = match game.form() {
        Form::Choice { m, p, .. } => choice((*m, *p), &position, question, watch)?,
        Form::Rules(rules) => {
            on_the_board(rules, &position)?;
            match Limits::of(rules) {
                Some(limits) => imitation(rules, limits, &position, question, watch)?,
                None => with_rules(rules, &position, question, watch)?,
            }
        }
    };
    let Reply { outcome, proof, winning_moves, left_out, must_block, propose, why, choices, imitation } = answer;
    Ok(Answer {
        proof,
        formal: formal::of_game(game),
        winning_moves,
        winning_moves_left_out: left_out,
        must_block: outcome.is_p().then_some(must_block),
        propose,
        choices,
        imitation,
        ..Answer::new(game, position, outcome, Engine::Closed, why)
    })
}

/// The part of an answer that differs from game to game.
struct Reply<T: Tokens> {
    outcome: Outcome,
    proof: Option<String>,
    winning_moves: Vec<WinningMove<T>>,
    left_out: UBig,
    must_block: Vec<Position<T>>,
    propose: Option<Vec<Position<T>>>,
    why: String,
    choices: Option<Vec<Choice<T>>>,
    imitation: Option<Imitation<T>>,
}

impl<T: Tokens> Reply<T> {
    fn new(outcome: Outcome, why: String) -> Self {
        Self {
            outcome,
            proof: None,
            winning_moves: Vec::new(),
            left_out: UBig::ZERO,
            must_block: Vec::new(),
            propose: None,
            why,
            choices: None,
            imitation: None,
        }
    }
}

/// A position that one move leads to is no larger than the one it comes from, so it fits where that did.
fn fitted<T: Tokens>(option: Exact) -> Position<T> {
    Position::from_exact(option).expect("no heap grows")
}

fn fitted_all<T: Tokens>(options: Vec<Exact>) -> Vec<Position<T>> {
    options.into_iter().map(fitted).collect()
}

/// Counts the digits that an answer names.
struct Names {
    digits_each: usize,
    left: usize,
}

impl Names {
    fn of(here: &Exact) -> Self {
        // log₁₀ 2 < 1/3.
        let digits = |heap: &UBig| dashu_int::ops::BitTest::bit_len(heap) / 3 + 1;
        Self { digits_each: digits(&here.x) + digits(&here.y), left: DIGITS_LIMIT }
    }

    /// Whether so many more positions may be named.
    fn spend(&mut self, positions: usize) -> bool {
        match self.left.checked_sub(positions.saturating_mul(self.digits_each)) {
            Some(left) => {
                self.left = left;
                true
            }
            None => false,
        }
    }

    /// Refuses what can't be left out.
    fn need(&mut self, positions: usize) -> Result<(), SolveError> {
        let digits = positions.saturating_mul(self.digits_each) as u64;
        if self.spend(positions) {
            Ok(())
        } else {
            Err(SolveError::AnswerTooLong { digits, limit: DIGITS_LIMIT as u64 })
        }
    }
}

fn solution(rules: &Rules) -> Result<Closed, SolveError> {
    Closed::find(rules).ok_or(SolveError::NoFormula)
}

/// The members of the solution's set among the options of `from`, in the twist's class and outside it.
fn members(closed: &mut Closed, from: &Exact, watch: &dyn Watch) -> Result<(Vec<Exact>, Vec<Exact>), SolveError> {
    let members = closed.options(from, watch)?;
    let class = closed.rules().twist.class();
    Ok(members.into_iter().partition(|to| from.move_to(to).is_some_and(|removal| class.contains(&removal))))
}

fn with_rules<T: Tokens>(
    rules: &Rules,
    position: &Position<T>,
    question: &Question<T>,
    watch: &dyn Watch,
) -> Result<Reply<T>, AskError> {
    history::check(rules, &question.history, position)?;
    if let Some(blocked) = &question.blocked {
        check_block(rules, position, blocked)?;
    }
    if let Some(proposed) = &question.proposed {
        check_proposal(rules, position, proposed)?;
    }
    let mut closed = solution(rules)?;
    let reply = if let Twist::Comply { count, class } = &rules.twist {
        comply(&mut closed, (*count, class), position, question, watch)
    } else {
        blocking(&mut closed, position, question, watch)
    };
    reply.map(|reply| Reply { proof: closed.proof(), ..reply })
}

/// A game with blocks or without a twist: the set is that of the P-positions.
fn blocking<T: Tokens>(
    closed: &mut Closed,
    position: &Position<T>,
    question: &Question<T>,
    watch: &dyn Watch,
) -> Result<Reply<T>, AskError> {
    let here = position.to_exact();
    let (inside, outside) = members(closed, &here, watch)?;
    let mut winning = fitted_all::<T>([inside.clone(), outside.clone()].concat());
    winning.sort_unstable();
    winning.retain(|to| question.blocked.as_ref().is_none_or(|blocked| !blocked.contains(to)));
    let outcome = match question.blocked {
        Some(_) => Outcome::p_if(winning.is_empty()),
        None => Outcome::p_if(closed.holds(&here, watch)?),
    };
    let (inside, outside) = (fitted_all(inside), fitted_all(outside));
    let why = if question.blocked.is_some() {
        reasons::settled(position, question, &winning)
    } else {
        let options = is_terminal(closed.rules(), &here).then_some(0);
        let options = POptions { inside: &inside, outside: &outside, options };
        reasons::blocking(closed.rules(), position, &options)
    };
    let mut reply = Reply::new(outcome, why);
    let mut names = Names::of(&here);
    if outcome.is_p() {
        names.need(inside.len())?;
        reply.must_block = inside;
        return Ok(reply);
    }
    let blocks = matches!(closed.rules().twist, Twist::Block { budget: 1.., .. });
    let total = winning.len();
    for to in winning {
        report(watch, reply.winning_moves.len() as u64, total as u64)?;
        let block = if blocks { members(closed, &to.to_exact(), watch)?.0 } else { Vec::new() };
        if reply.winning_moves.is_empty() {
            names.need(1 + block.len())?;
        } else if !names.spend(1 + block.len()) {
            break;
        }
        reply.winning_moves.push(WinningMove { to, block: fitted_all(block), propose: None });
    }
    reply.left_out = UBig::from(total - reply.winning_moves.len());
    Ok(reply)
}

/// Whether there is no move at all: in a solved game with a hole at its two inner corners (Lar15 Definition 3), in
/// others when one heap is empty and the other smaller than the shortest move.
fn is_terminal(rules: &Rules, at: &Exact) -> bool {
    if let Some(hole) = rules.hole {
        let corner = |x: u64, y: u64| at.x == UBig::from(x) && at.y == UBig::from(y);
        return corner(hole.width, 0) || corner(0, hole.height);
    }
    let shortest = |piece: &Piece| match piece {
        Piece::Rook { residues, .. } if !residues.contains(&1) => u64::from(residues.modulus()),
        Piece::Bishop { width: 1 } => u64::MAX,
        _ => 1,
    };
    let shortest = rules.moves.pieces().iter().map(shortest).min().unwrap_or(u64::MAX);
    let (short, long) = in_order(at);
    short.is_zero() && *long < UBig::from(shortest)
}

/// A comply game: the set is that of the N-positions.
fn comply<T: Tokens>(
    closed: &mut Closed,
    (count, class): (u32, &Class),
    position: &Position<T>,
    question: &Question<T>,
    watch: &dyn Watch,
) -> Result<Reply<T>, AskError> {
    let here = position.to_exact();
    let mut names = Names::of(&here);
    let play = |closed: &mut Closed, to: Exact, watch: &dyn Watch| {
        let propose = proposal(closed, count, &to, watch)?;
        Ok::<_, SolveError>(WinningMove { to: fitted(to), block: Vec::new(), propose: Some(fitted_all(propose)) })
    };
    if let Some(proposed) = &question.proposed {
        let mut winning = Vec::new();
        for to in proposed {
            if closed.is_p(&to.to_exact(), watch)? {
                winning.push(to.clone());
            }
        }
        winning.sort_unstable();
        let why = reasons::settled(position, question, &winning);
        let mut reply = Reply::new(Outcome::p_if(winning.is_empty()), why);
        for to in winning {
            let winning_move = play(closed, to.to_exact(), watch)?;
            names.need(1 + winning_move.propose.as_ref().map_or(0, Vec::len))?;
            reply.winning_moves.push(winning_move);
        }
        return Ok(reply);
    }
    let proposal = fitted_all(proposal(closed, count, &here, watch)?);
    let outcome = Outcome::p_if(closed.is_p(&here, watch)?);
    let members = closed.options(&here, watch)?;
    let moves = closed.rules().moves.clone();
    let all = moves.option_count(&here).ok_or(SolveError::NoFormula)?;
    // Where one option is a proposal, the class plays no part.
    let inside = if count == 1 { Some(all.clone()) } else { class.option_count(&moves, &here) };
    let inside = inside.ok_or(SolveError::NoFormula)?;
    let options = Proposable { outside: &all - &inside, inside, n_inside: members.len() };
    let mut reply = Reply::new(outcome, reasons::comply(Ending::Normal, (count, class), position, &proposal, &options));
    if outcome.is_p() {
        names.need(proposal.len())?;
        reply.propose = Some(proposal);
        return Ok(reply);
    }
    let total = all - members.len();
    for to in moves.options_in_order(&here).ok_or(SolveError::NoFormula)? {
        if reply.winning_moves.len() == COMPLY_MOVES_LISTED {
            break;
        }
        if members.binary_search(&to).is_err() {
            reply.winning_moves.push(play(closed, to, watch)?);
        }
    }
    reply.left_out = total - reply.winning_moves.len();
    Ok(reply)
}

/// A proposal that keeps a P-position of a comply game P; empty at an N-position.
fn proposal(closed: &mut Closed, count: u32, at: &Exact, watch: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
    let (mut inside, outside) = members(closed, at, watch)?;
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    if let Some(one) = outside.into_iter().next() {
        return Ok(vec![one]);
    }
    if inside.len() < count {
        return Ok(Vec::new());
    }
    inside.truncate(count);
    Ok(inside)
}

fn choice<T: Tokens>(
    (m, p): (u32, u32),
    position: &Position<T>,
    question: &Question<T>,
    watch: &dyn Watch,
) -> Result<Reply<T>, AskError> {
    super::choice_begins_here(question)?;
    let side = |heap: &T| u64::from_exact(heap.to_exact()).unwrap_or(u64::MAX).saturating_add(1);
    let shifts = solve::choosable(m, p, side(&position.x), side(&position.y));
    let count = solve::choices(&shifts);
    if count > CHOICE_LIMIT {
        return Err(SolveError::TooManyChoices { count, limit: CHOICE_LIMIT }.into());
    }
    let mut choices = Vec::new();
    for l in shifts.into_iter().flatten() {
        report(watch, choices.len() as u64, count)?;
        let rules = families::shifted(m, p, l);
        if rules.exists(position) {
            let Reply { outcome, winning_moves, .. } = blocking(&mut solution(&rules)?, position, question, &())?;
            choices.push(Choice { l, outcome, winning_moves });
        }
    }
    let (outcome, winning_moves, why) = super::summed_up(&position.short(), &choices);
    Ok(Reply { winning_moves, choices: Some(choices), ..Reply::new(outcome, why) })
}

/// The P-positions of the dual game of (m,p)-Imitation Nim, at any size: see [`dual`].
struct Far<'w> {
    limits: Limits,
    pairs: Windows,
    watch: &'w dyn Watch,
}

impl DualPositions<UBig> for Far<'_> {
    type Error = SolveError;

    fn is_p(&mut self, at: &Exact) -> Result<bool, SolveError> {
        let (short, long) = in_order(at);
        Ok(self.pairs.partner(short, self.watch)? == *long)
    }

    /// The diagonal of (a_n, b_n) has the pairs with the same ⌊n/p⌋, so that n mod p of them are nearer to the edge.
    fn xi(&mut self, at: &Exact) -> Result<u64, SolveError> {
        let index = self.pairs.find(&at.x, self.watch)?.index;
        Ok(index.divided(self.limits.p).1.into())
    }

    fn below(&mut self, at: &Exact) -> Result<Option<UBig>, SolveError> {
        let (short, long) = in_order(at);
        let partner = self.pairs.partner(short, self.watch)?;
        Ok((partner >= *short && partner < *long).then_some(partner))
    }
}

impl Far<'_> {
    /// Where a winning move can lead. To a state of form (I): a P-position of the dual game. To one of form (II): from
    /// heaps a ≤ b to (x, b), x < a, when its P-position (x, c) of the dual game can be reached only by an imitation,
    /// so that a − x ≤ b − c < a − x + m; that puts (x, c) on a diagonal c − x from b − a − m + 1 to b − a.
    fn candidates(&mut self, at: &Exact) -> Result<Vec<Exact>, SolveError> {
        let mut found = vec![
            Position::new(at.x.clone(), self.pairs.partner(&at.x, self.watch)?),
            Position::new(self.pairs.partner(&at.y, self.watch)?, at.y.clone()),
        ];
        let (short, long) = in_order(at);
        let difference = long - short;
        let (_, above) = difference.divided(self.limits.m);
        for member in self.pairs.on_diagonal(&(difference - above), short, self.watch)? {
            found.push(Position::new(member.x.clone(), at.y.clone()));
            found.push(Position::new(at.x.clone(), member.x));
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}

fn imitation<T: Tokens>(
    rules: &Rules,
    limits: Limits,
    position: &Position<T>,
    question: &Question<T>,
    watch: &dyn Watch,
) -> Result<Reply<T>, AskError> {
    nothing_named(question)?;
    let state = history::replay(rules, limits, &question.history, position)?;
    let state = State {
        position: state.position.to_exact(),
        last: state.last.map(|last| history::Last { heap: last.heap, taken: last.taken.to_exact(), armed: last.armed }),
        own: state.own,
        opp: state.opp,
    };
    let here = &state.position;
    // The theorem speaks of Nim.
    dual::dual_rules(rules).ok_or(SolveError::NoFormula)?;
    let mut wythoff = Far { limits, pairs: Windows::new(limits.m, limits.p), watch };
    let outcome = dual::outcome(limits, &state, &mut wythoff)?;
    let mut winning = Vec::new();
    for to in wythoff.candidates(here)? {
        if rules.is_option(here, &to)
            && let Some(next) = here.move_to(&to).and_then(|removal| limits.after(&state, removal))
            && dual::outcome(limits, &next, &mut wythoff)?.is_p()
        {
            winning.push(fitted(to));
        }
    }
    let mut names = Names::of(here);
    names.need(winning.len())?;
    let imitated = fitted_all::<T>(imitations(limits, &state, &mut names)?);
    let (imitations, forbidden) = if state.own > 0 { (imitated, Vec::new()) } else { (Vec::new(), imitated) };
    let legal = &here.x + &here.y - forbidden.len();
    let when = if question.history.is_empty() { " as a starting position" } else { " with this history" };
    let claim = format!("{} is {outcome}{when}", position.short());
    let why = reasons::imitation(Ending::Normal, &claim, &winning, &legal, &forbidden);
    Ok(Reply {
        winning_moves: winning.into_iter().map(|to| WinningMove { to, block: Vec::new(), propose: None }).collect(),
        imitation: Some(Imitation {
            dynamic: dual::is_dynamic(here, &mut wythoff)?,
            own_credit: state.own,
            opponent_credit: state.opp,
            imitations,
            forbidden,
        }),
        ..Reply::new(outcome, why)
    })
}

/// The options that imitate the last move, allowed or not, in order.
fn imitations(limits: Limits, state: &State<UBig>, names: &mut Names) -> Result<Vec<Exact>, SolveError> {
    let Some(last) = state.last.as_ref().filter(|last| last.armed) else { return Ok(Vec::new()) };
    let Position { x, y } = &state.position;
    let other = if last.heap == Heap::X { y } else { x };
    let Some(most) = other.minus(&last.taken) else { return Ok(Vec::new()) };
    let least = (&most + 1_u8).minus(&UBig::from(limits.m)).unwrap_or(UBig::ZERO);
    names.need(usize::try_from(&most - &least + 1_u8).unwrap_or(usize::MAX))?;
    let to =
        |left: UBig| if last.heap == Heap::X { Position::new(x.clone(), left) } else { Position::new(left, y.clone()) };
    Ok(numbers(least, most).map(to).collect())
}
