//! Whether an answer about a position is right, by the definitions.

use crate::game::{Game, Rules, Twist};
use crate::imitation::{Memory, Step};
use crate::{Board, Position};

/// A position and what is known of how it came about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The position.
    pub at: Position,
    /// The positions before it, oldest first.
    pub history: Vec<Position>,
    /// The options that are blocked now.
    pub blocked: Option<Vec<Position>>,
    /// The options that are proposed now.
    pub proposed: Option<Vec<Position>>,
}

/// What is said of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// Whether the previous player wins.
    pub p: bool,
    /// The moves that win, in the order of positions.
    pub winning: Vec<Winning>,
    /// How many more win that are not listed.
    pub left_out: usize,
    /// What the previous player has to block to keep a P-position P.
    pub must_block: Option<Vec<Position>>,
    /// A proposal that keeps a P-position P.
    pub propose: Option<Vec<Position>>,
    /// What each l of a `choice` game means.
    pub choices: Option<Vec<Choice>>,
    /// What the history of an imitation game means.
    pub credits: Option<Credits>,
}

/// A winning move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Winning {
    /// Where it leads.
    pub to: Position,
    /// What to block there.
    pub block: Vec<Position>,
    /// What to propose there.
    pub propose: Option<Vec<Position>>,
}

/// What an l of a `choice` game means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The second player's choice.
    pub l: usize,
    /// Whether he wins with it.
    pub p: bool,
    /// The first player's winning moves.
    pub winning: Vec<Winning>,
}

/// What the history of an imitation game means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credits {
    /// How many imitations in a row the player to move may make.
    pub own: usize,
    /// The same for the other one.
    pub opponent: usize,
    /// Imitations that are allowed now.
    pub imitations: Vec<Position>,
    /// Imitations that are not.
    pub forbidden: Vec<Position>,
    /// Whether the outcome depends on the history.
    pub dynamic: bool,
}

impl Game {
    /// Whether the rules allow the question: the position exists, moves lead to it, the block or the proposal is legal.
    /// Blocking nothing is always legal.
    pub fn allows(&self, question: &Question) -> bool {
        let Some(rules) = self.rules() else {
            // A `choice` game begins where it is asked for.
            return question.history.is_empty()
                && question.proposed.is_none()
                && question.blocked.as_ref().is_none_or(Vec::is_empty);
        };
        let line: Vec<Position> = question.history.iter().copied().chain([question.at]).collect();
        let reached = if self.imitation().is_some() {
            Memory::new(rules).after(&line).is_some()
        } else {
            let leads = |from: Position, to: Position| {
                from.0 >= to.0 && from.1 >= to.1 && rules.moves(from.0 - to.0, from.1 - to.1)
            };
            line.iter().all(|at| rules.exists(*at)) && line.windows(2).all(|step| leads(step[0], step[1]))
        };
        reached
            && question.blocked.as_ref().is_none_or(|blocked| rules.allows_block(question.at, blocked))
            && question.proposed.as_ref().is_none_or(|proposed| rules.allows_proposal(question.at, proposed))
    }

    /// Compares an answer to a question that the rules allow with the definitions.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn check(&self, question: &Question, answer: &Answer) -> Result<(), String> {
        if let Some((m, p)) = self.imitation() {
            return self.check_imitation(question, answer, m + p);
        }
        match self.rules() {
            Some(rules) => rules.check(question, answer),
            None => self.check_choice(question.at, answer),
        }
    }

    fn check_choice(&self, at: Position, answer: &Answer) -> Result<(), String> {
        let choices = answer.choices.as_deref().ok_or("no choices")?;
        let possible = self.possible_rules(at);
        let (ls, wanted): (Vec<usize>, Vec<usize>) =
            (choices.iter().map(|choice| choice.l).collect(), possible.iter().map(|(l, _)| *l).collect());
        same("the choices of l", &ls, &wanted)?;
        let mut p = false; // With l = 0 every position exists, so there is a choice.
        for (choice, (l, rules)) in choices.iter().zip(&possible) {
            let question = Question { at, ..Question::default() };
            let must_block = choice.p.then(Vec::new);
            let answer = Answer { p: choice.p, winning: choice.winning.clone(), must_block, ..Answer::default() };
            rules.check(&question, &answer).map_err(|error| format!("l = {l}: {error}"))?;
            p |= choice.p;
        }
        same("outcome is P", &answer.p, &p)?;
        // Whatever the second player takes.
        let wins_always = |winning: &&Winning| choices.iter().all(|choice| choice.winning.contains(winning));
        let always: Vec<Winning> = choices[0].winning.iter().filter(wins_always).cloned().collect();
        same("winning moves", &answer.winning, &always)
    }

    fn check_imitation(&self, question: &Question, answer: &Answer, reach: usize) -> Result<(), String> {
        let rules = self.rules().ok_or("no rules")?;
        let mut memory = Memory::new(rules);
        let line: Vec<Position> = question.history.iter().copied().chain([question.at]).collect();
        let state = memory.after(&line).ok_or("the history breaks the rules")?;
        let lost = memory.next_states(state).into_iter().filter(|next| !memory.next_player_wins(*next));
        let wanted: Vec<Winning> =
            lost.collect::<Vec<_>>().into_iter().map(|next| Winning { to: next.at, ..Winning::default() }).collect();
        same("outcome is P", &answer.p, &!memory.next_player_wins(state))?;
        same("winning moves", &answer.winning, &wanted)?;
        // Nothing can be blocked or proposed.
        same("must_block", &answer.must_block.clone().unwrap_or_default(), &Vec::new())?;
        same("a proposal", &answer.propose, &None)?;
        let credits = answer.credits.as_ref().ok_or("no credits")?;
        same("credits", &(credits.own, credits.opponent), &(state.own, state.opp))?;
        let (mut imitations, mut forbidden) = (Vec::new(), Vec::new());
        for (to, _) in rules.options(question.at) {
            match memory.step(state, to) {
                Some(Step::Imitation(_)) => imitations.push(to),
                Some(Step::Forbidden) => forbidden.push(to),
                Some(Step::Plain(_)) | None => {}
            }
        }
        same("imitations", &credits.imitations, &imitations)?;
        same("forbidden imitations", &credits.forbidden, &forbidden)?;
        // To use a credit up, each imitation takes a few tokens from both heaps: games that begin a little further out
        // show every state of a small position. Only the rook of Nim is known to need no more.
        let (larger, spread) = (question.at.0.max(question.at.1), question.at.0.abs_diff(question.at.1));
        if matches!(&self.name, crate::Name::Family(..)) && larger <= 6 && reach <= 5 {
            same("dynamic", &credits.dynamic, &memory.is_dynamic(question.at, larger + spread + 2 * reach))?;
        }
        Ok(())
    }
}

impl Rules {
    fn allows_block(&self, at: Position, blocked: &[Position]) -> bool {
        let Twist::Block { budget, .. } = self.twist else { return blocked.is_empty() };
        let options = self.options(at);
        all_different(blocked) && blocked.len() <= budget && blocked.iter().all(|to| options.contains(&(*to, true)))
    }

    fn allows_proposal(&self, at: Position, proposed: &[Position]) -> bool {
        let Twist::Comply { count, .. } = self.twist else { return false };
        let options = self.options(at);
        let inside = proposed.iter().filter(|to| options.contains(&(**to, true))).count();
        let outside = proposed.iter().filter(|to| options.contains(&(**to, false))).count();
        all_different(proposed) && inside + outside == proposed.len() && (inside >= count || outside > 0)
    }

    /// The P-options, in the order of positions.
    fn p_options(&self, board: &Board, at: Position) -> Vec<Position> {
        self.options(at).into_iter().map(|(to, _)| to).filter(|to| board.p(to.0, to.1) == Some(true)).collect()
    }

    /// The same for the questions and answers of a static game.
    fn check(&self, question: &Question, answer: &Answer) -> Result<(), String> {
        let at = question.at;
        let board = self.board(at.0 + 1, at.1 + 1);
        let p_options = self.p_options(&board, at);
        let comply = matches!(self.twist, Twist::Comply { .. });
        // Of a block or a proposal that is made, only what it leaves counts.
        let settled = if comply { question.proposed.is_some() } else { question.blocked.is_some() };
        let is_left = |to: &Position| {
            question.blocked.as_ref().is_none_or(|blocked| !blocked.contains(to))
                && question.proposed.as_ref().is_none_or(|proposed| proposed.contains(to))
        };
        let left: Vec<Position> = p_options.iter().copied().filter(is_left).collect();
        // In misère play who has no move left has won.
        let has_move = self.options(at).iter().any(|(to, _)| is_left(to));
        let p = if settled { left.is_empty() && (has_move || !self.misere) } else { board.p(at.0, at.1) == Some(true) };
        same("outcome is P", &answer.p, &p)?;
        let wanted = if p { Vec::new() } else { left };
        // Those that are left out are counted; the others are in order, and none is there twice.
        let listed: Vec<Position> = answer.winning.iter().map(|winning| winning.to).collect();
        let found: Vec<Position> = wanted.iter().copied().filter(|to| listed.contains(to)).collect();
        same("winning moves", &listed, if answer.left_out == 0 { &wanted } else { &found })?;
        same("winning moves listed and left out", &(listed.len() + answer.left_out), &wanted.len())?;
        for Winning { to, block, propose } in &answer.winning {
            let after = format!("after the move to {to:?}, ");
            self.check_block(&board, *to, block).map_err(|error| format!("{after}{error}"))?;
            same(&format!("{after}a proposal is given"), &propose.is_some(), &comply)?;
            propose
                .as_ref()
                .map_or(Ok(()), |propose| self.check_proposal(&board, *to, propose))
                .map_err(|error| after + &error)?;
        }
        same("must_block is given", &answer.must_block.is_some(), &p)?;
        answer.must_block.as_ref().map_or(Ok(()), |block| self.check_block(&board, at, block))?;
        same("a proposal is given", &answer.propose.is_some(), &(comply && p && !settled))?;
        answer.propose.as_ref().map_or(Ok(()), |propose| self.check_proposal(&board, at, propose))
    }

    /// A block that keeps a P-position P has to hold every P-option, and nothing else has to be in it.
    fn check_block(&self, board: &Board, at: Position, block: &Vec<Position>) -> Result<(), String> {
        let has_to = if matches!(self.twist, Twist::Block { .. }) { self.p_options(board, at) } else { Vec::new() };
        same("the options to block", block, &has_to)?;
        if self.allows_block(at, block) { Ok(()) } else { Err(format!("the block {block:?} is not allowed")) }
    }

    /// A proposal that keeps a P-position P is legal and has N-positions only.
    fn check_proposal(&self, board: &Board, at: Position, proposal: &[Position]) -> Result<(), String> {
        let all: Vec<Position> = self.options(at).into_iter().map(|(to, _)| to).collect();
        if self.misere && proposal.is_empty() && !self.allows_proposal(at, &all) {
            // Nothing can be proposed, and that wins.
            return Ok(());
        }
        if !self.allows_proposal(at, proposal) {
            return Err(format!("the proposal {proposal:?} is not allowed"));
        }
        match proposal.iter().find(|to| board.p(to.0, to.1) == Some(true)) {
            Some(to) => Err(format!("the proposal {proposal:?} holds {to:?}, which is P")),
            None => Ok(()),
        }
    }
}

fn all_different(positions: &[Position]) -> bool {
    (1..positions.len()).all(|index| !positions[..index].contains(&positions[index]))
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, right: &T) -> Result<(), String> {
    if found == right { Ok(()) } else { Err(format!("{what}: {found:?}, but right is {right:?}")) }
}
