//! Answers at heaps of any size, by the closed engine.

use dashu_int::UBig;

use super::reasons::{self, POptions, Proposable};
use super::{
    Answer, AskError, Choice, Imitation, Question, WinningMove, check_block, check_proposal, nothing_named,
    on_the_board,
};
use crate::engine;
use crate::engine::closed::{Windows, in_order};
use crate::engine::report;
use crate::game::history::{self, Heap, Kind, Limits, State};
use crate::game::{Class, Form, Game, Piece, Rules, Twist, families};
use crate::outcome::Outcome;
use crate::position::{Move, Position, Tokens};
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
/// let answer = ask_exact(&game, far, &Question::default(), &())?;
/// assert_eq!(answer.outcome, Outcome::N);
/// let to = answer.winning_moves[0].to.clone();
/// assert_eq!(ask_exact(&game, to, &Question::default(), &())?.outcome, Outcome::P);
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
) -> Result<Answer<T>, AskError<T>> {
    if let Some(engine) = question.engine.filter(|&engine| engine != Engine::Closed) {
        return Err(SolveError::TooFar { engine }.into());
    }
    let answer = match game.form() {
        Form::Choice { m, p } => choice((*m, *p), &position, question, watch)?,
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
    Closed::of(rules).ok_or(SolveError::NoFormula)
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
) -> Result<Reply<T>, AskError<T>> {
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
) -> Result<Reply<T>, AskError<T>> {
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

/// Whether there is no move at all: in a solved game with a hole at its two inner corners (Lar15 Definition 3), in others when one heap
/// is empty and the other smaller than the shortest move.
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
) -> Result<Reply<T>, AskError<T>> {
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
    let all = option_count(closed.rules(), &here);
    let inside = class_count(class, &here, &all);
    let options = Proposable { outside: &all - &inside, inside, n_inside: members.len() };
    let mut reply = Reply::new(outcome, reasons::comply((count, class), position, &proposal, &options));
    if outcome.is_p() {
        names.need(proposal.len())?;
        reply.propose = Some(proposal);
        return Ok(reply);
    }
    let total = all - members.len();
    let rules = closed.rules().clone();
    for to in options_in_order(&rules, &here) {
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

/// The width of the bishop, 0 without one.
fn bishop_width(rules: &Rules) -> u64 {
    let width = |piece: &Piece| if let Piece::Bishop { width } = piece { Some(*width) } else { None };
    rules.moves.pieces().iter().find_map(width).unwrap_or(0)
}

/// How many options a rook of chess, perhaps with a bishop, has at `at`.
fn option_count(rules: &Rules, at: &Exact) -> UBig {
    let Position { x, y } = at;
    let width = UBig::from(bishop_width(rules));
    let both = if width.is_zero() {
        UBig::ZERO
    } else {
        // (i, j) with 1 ≤ i ≤ x, 1 ≤ j ≤ y, less those with i ≥ j + width or j ≥ i + width.
        x * y - beyond(x, y, &width) - beyond(y, x, &width)
    };
    x + y + both
}

/// The pairs 1 ≤ i ≤ x, 1 ≤ j ≤ y with i ≥ j + width: the sum of min(y, t) for t = 1, …, x − width.
fn beyond(x: &UBig, y: &UBig, width: &UBig) -> UBig {
    let Some(terms) = x.minus(width) else { return UBig::ZERO };
    let triangle = |n: &UBig| n * (n + 1_u8) / 2_u8;
    match terms.minus(y) {
        None => triangle(&terms),
        Some(flat) => triangle(y) + flat * y,
    }
}

/// How many of the options are in the class: all of them, the bishop's, or those of a rook.
fn class_count(class: &Class, at: &Exact, all: &UBig) -> UBig {
    match class.pieces() {
        [Piece::Bishop { .. }] => at.x.clone().min(at.y.clone()),
        [Piece::Rook { from, .. }] => {
            let lengths = |heap: &UBig| heap.minus(&UBig::from(from - 1)).unwrap_or(UBig::ZERO);
            lengths(&at.x) + lengths(&at.y)
        }
        _ => all.clone(),
    }
}

/// The options of a rook of chess, perhaps with a bishop, in order.
fn options_in_order<'p>(rules: &Rules, at: &'p Exact) -> impl Iterator<Item = Exact> + 'p {
    let width = UBig::from(bishop_width(rules));
    let one = UBig::ONE;
    numbers(UBig::ZERO, at.x.clone()).flat_map(move |x| {
        let i = &at.x - &x;
        // The bishop takes j with |i − j| < width, the rook takes from y alone when i = 0 and nothing from y otherwise.
        let rook = if i.is_zero() { (UBig::ZERO, at.y.minus(&one)) } else { (at.y.clone(), Some(at.y.clone())) };
        let least_j = (&i + &one).minus(&width).unwrap_or(UBig::ZERO);
        let most_j = (&i + &width).minus(&one).unwrap_or(UBig::ZERO).min(at.y.clone());
        let bishop = (!i.is_zero() && !width.is_zero() && least_j <= at.y)
            .then(|| (&at.y - most_j, at.y.minus(&least_j.max(one.clone()))));
        // The bishop's cells come first, and the rook's only one, (x, y), is above them all.
        let ranges = bishop.into_iter().chain([rook]);
        ranges
            .filter_map(|(low, high)| high.map(|high| numbers(low, high)))
            .flatten()
            .map(move |y| Position::new(x.clone(), y))
    })
}

/// The integers from `low` to `high`.
fn numbers(low: UBig, high: UBig) -> impl Iterator<Item = UBig> {
    std::iter::successors(Some(low), |number| Some(number + 1_u8)).take_while(move |number| *number <= high)
}

fn choice<T: Tokens>(
    (m, p): (u32, u32),
    position: &Position<T>,
    question: &Question<T>,
    watch: &dyn Watch,
) -> Result<Reply<T>, AskError<T>> {
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

/// (m,p)-Imitation Nim at any size, through its dual game (Lar09 Theorem 19; see [`crate::solve::Dual`]).
struct Memory {
    limits: Limits,
    dual: Windows,
}

impl Memory {
    fn dual_holds(&mut self, at: &Exact, watch: &dyn Watch) -> Result<bool, SolveError> {
        let (short, long) = in_order(at);
        Ok(self.dual.partner(short, watch)? == *long)
    }

    /// ξ of a P-position (a_n, b_n) of the dual game, in either order: its diagonal has those with the same ⌊n/p⌋, so that
    /// n mod p of them are nearer to the edge.
    fn xi(&mut self, at: &Exact, watch: &dyn Watch) -> Result<u32, SolveError> {
        let index = self.dual.find(&at.x, watch)?.index;
        Ok(index.divided(self.limits.p).1)
    }

    /// c, when (a, c) is a P-position of the dual game with a ≤ c < b, for heaps a ≤ b.
    fn below(&mut self, at: &Exact, watch: &dyn Watch) -> Result<Option<UBig>, SolveError> {
        let (short, long) = in_order(at);
        let partner = self.dual.partner(short, watch)?;
        Ok((partner >= *short && partner < *long).then_some(partner))
    }

    /// Lar09 Theorem 19.
    fn outcome(&mut self, state: &State<UBig>, watch: &dyn Watch) -> Result<Outcome, SolveError> {
        let here = &state.position;
        if self.dual_holds(here, watch)? {
            // (II) is out of question: a column has one P-position.
            return Ok(Outcome::p_if(self.xi(here, watch)? <= state.opp));
        }
        let Some(c) = self.below(here, watch)? else { return Ok(Outcome::N) };
        let (to, removal) = if here.is_upper() {
            (Position::new(here.x.clone(), c.clone()), Move::new(UBig::ZERO, &here.y - c))
        } else {
            (Position::new(c.clone(), here.y.clone()), Move::new(&here.x - c, UBig::ZERO))
        };
        let credit = match self.limits.kind(state, &removal) {
            Kind::Plain => Some(self.limits.p - 1),
            Kind::Imitation => Some(state.own - 1),
            Kind::Forbidden => None,
        };
        let xi = self.xi(&to, watch)?;
        Ok(Outcome::p_if(credit.is_none_or(|credit| credit < xi)))
    }

    /// Lar09, after Corollary 20.
    fn is_dynamic(&mut self, at: &Exact, watch: &dyn Watch) -> Result<bool, SolveError> {
        if self.dual_holds(at, watch)? {
            return Ok(self.xi(at, watch)? > 0);
        }
        Ok(self.below(at, watch)?.is_some())
    }

    /// Where a winning move can lead. To a state of form (I): a P-position of the dual game. To one of form (II): from heaps a ≤ b
    /// to (x, b), x < a, when its P-position (x, c) of the dual game can be reached only by an imitation, so that
    /// a − x ≤ b − c < a − x + m; that puts (x, c) on a diagonal c − x from b − a − m + 1 to b − a.
    fn candidates(&mut self, at: &Exact, watch: &dyn Watch) -> Result<Vec<Exact>, SolveError> {
        let mut found = vec![
            Position::new(at.x.clone(), self.dual.partner(&at.x, watch)?),
            Position::new(self.dual.partner(&at.y, watch)?, at.y.clone()),
        ];
        let (short, long) = in_order(at);
        let difference = long - short;
        let (_, above) = difference.divided(self.limits.m);
        for member in self.dual.on_diagonal(&(difference - above), short, watch)? {
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
) -> Result<Reply<T>, AskError<T>> {
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
    engine::dual::dual_rules(rules).ok_or(SolveError::NoFormula)?;
    let mut memory = Memory { limits, dual: Windows::new(limits.m, limits.p) };
    let outcome = memory.outcome(&state, watch)?;
    let mut winning = Vec::new();
    for to in memory.candidates(here, watch)? {
        if rules.is_option(here, &to)
            && let Some(next) = here.move_to(&to).and_then(|removal| limits.after(&state, removal))
            && memory.outcome(&next, watch)?.is_p()
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
    let why = reasons::imitation(&format!("{} is {outcome}{when}", position.short()), &winning, &legal, &forbidden);
    Ok(Reply {
        winning_moves: winning.into_iter().map(|to| WinningMove { to, block: Vec::new(), propose: None }).collect(),
        imitation: Some(Imitation {
            dynamic: memory.is_dynamic(here, watch)?,
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
