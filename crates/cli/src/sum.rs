//! Sums of games, for `solve` and `play`.

use std::io::{self, BufRead, Write};

use anstyle::Style;
use anyhow::{Result, bail};
use wythoff::exact::UBig;
use wythoff::game::sum::{Sum, Summand};
use wythoff::game::words;
use wythoff::play::{Seat, SumMatch};
use wythoff::strategy::{SumAnswer, SumMove};
use wythoff::{Outcome, Position, shortened};

use crate::output::Output;
use crate::play::read_line;
use crate::text::{LINE, wrapped};
use crate::values::Start;
use crate::watch::Progress;

/// More winning moves are counted, not listed; `--json` has them all.
const MOVES_SHOWN: usize = 40;

const STRONG: Style = Style::new().bold();

/// The sum that the arguments mean, if they mean one: there is no position beside the text.
pub(crate) fn parse(start: &Start) -> Result<Option<Sum>> {
    match &start.x {
        Some(_) => Ok(None),
        None if Sum::is_like(&start.game) || start.game.contains('+') => Ok(Some(start.game.parse()?)),
        None => bail!(
            "X is missing: write the position after the game, as `{} 3 5`, or a sum of games with their positions, as \
             `\"wythoff 3,5 + nim 0,7\"`",
            start.game.trim()
        ),
    }
}

/// `wythoff solve SUM`.
pub(crate) fn solve(sum: &Sum, json: bool) -> Result<()> {
    let answer = sum.solve(&Progress::new())?;
    let mut out = Output::open(None)?;
    if json {
        serde_json::to_writer(&mut out, &answer)?;
        writeln!(out)?;
    } else {
        as_text(&answer, &mut out)?;
    }
    out.finish()
}

fn as_text(answer: &SumAnswer, out: &mut impl Write) -> Result<()> {
    let winner = match answer.outcome {
        Outcome::P => "P: the previous player wins",
        Outcome::N => "N: the next player wins",
    };
    writeln!(out, "{winner}")?;
    for (summand, number) in answer.summands.iter().zip(1..) {
        let value = shortened(&summand.nim_value);
        writeln!(out, "  {number}. {} {}: nim-value {value}", summand.game, summand.position.short())?;
    }
    for SumMove { summand, to, nim_value } in answer.winning_moves.iter().take(MOVES_SHOWN) {
        writeln!(out, "winning move: {} in summand {summand}, of nim-value {}", to.short(), shortened(nim_value))?;
    }
    if answer.winning_moves.len() > MOVES_SHOWN {
        writeln!(out, "and {} more winning moves; --json lists them all", answer.winning_moves.len() - MOVES_SHOWN)?;
    }
    Ok(writeln!(out, "{}", answer.why)?)
}

const HELP: &str = "\
Type a summand's number and where to move there: `2 0,3`.
  hint   what to do, and why        why    why the computer did what it did
  undo   takes your last step back  board  shows the sum again
  rules  the rules of each summand  quit   ends the game";

/// A human and the computer, with a sum between them.
struct Table {
    human: Seat,
    hints: bool,
    play: SumMatch,
    /// The sum before each of the human's moves, with the computer's reason then.
    steps: Vec<(SumMatch, Option<String>)>,
    reason: Option<String>,
}

/// `wythoff play SUM`.
pub(crate) fn play(sum: Sum, human: Seat, hints: bool) -> Result<()> {
    let table = Table { human, hints, play: SumMatch::new(sum), steps: Vec::new(), reason: None };
    // What can't be solved is refused at the start.
    table.play.advise(&Progress::bar())?;
    table.sit(io::stdin().lock(), anstream::stdout())
}

impl Table {
    fn sit(mut self, mut input: impl BufRead, mut out: impl Write) -> Result<()> {
        writeln!(out, "{STRONG}{}{STRONG:#}", self.play.sum())?;
        let rules = "A move is a move in one summand. Who can move in none of them loses.";
        let seat = if self.human == Seat::First { "first" } else { "second" };
        writeln!(out, "{rules} You are the {seat} player. `help` lists what you can type.")?;
        let mut shown = false;
        loop {
            if let Some(winner) = self.play.winner() {
                let (result, who) =
                    if winner == self.human { ("You win", "the computer") } else { ("The computer wins", "you") };
                return Ok(writeln!(out, "{STRONG}{result}{STRONG:#}: {who} can move in no summand.")?);
            }
            if self.play.mover() != self.human {
                self.computer(&mut out)?;
                shown = false;
                continue;
            }
            if !shown {
                self.show(&mut out)?;
                shown = true;
            }
            if self.hints {
                self.hint(&mut out)?;
            }
            write!(out, "your move> ")?;
            out.flush()?;
            let Some(line) = read_line(&mut input)? else {
                return Ok(writeln!(out, "\nThe input has ended, and so has the game.")?);
            };
            match line.trim().to_lowercase().as_str() {
                "quit" | "exit" | "q" => return Ok(writeln!(out, "Goodbye.")?),
                "help" | "?" | "h" => writeln!(out, "{HELP}")?,
                "board" => self.show(&mut out)?,
                "rules" => self.rules(&mut out)?,
                "hint" => self.hint(&mut out)?,
                "why" => match &self.reason {
                    Some(reason) => writeln!(out, "The computer's reason: {reason}")?,
                    None => writeln!(out, "The computer has not done anything yet.")?,
                },
                "undo" => match self.steps.pop() {
                    Some((play, reason)) => {
                        (self.play, self.reason) = (play, reason);
                        writeln!(out, "Your last step is taken back.")?;
                        self.show(&mut out)?;
                    }
                    None => writeln!(out, "There is nothing to take back.")?,
                },
                text => match named(text) {
                    Err(problem) => writeln!(out, "{problem}")?,
                    Ok((number, to)) => {
                        let before = self.play.clone();
                        if let Err(error) = self.play.act(number, &to) {
                            writeln!(out, "That can't be done: {error}.")?;
                        } else {
                            self.steps.push((before, self.reason.clone()));
                            shown = false;
                        }
                    }
                },
            }
        }
    }

    fn computer(&mut self, out: &mut impl Write) -> Result<()> {
        let Some(advice) = self.play.advise(&Progress::bar())? else { return Ok(()) };
        let from = self.play.sum().summands()[advice.summand - 1].position.clone();
        writeln!(out, "The computer moves {from} → {STRONG}{}{STRONG:#} in summand {}.", advice.to, advice.summand)?;
        self.play.act(advice.summand, &advice.to)?;
        self.reason = Some(advice.why);
        Ok(())
    }

    fn show(&self, out: &mut impl Write) -> Result<()> {
        writeln!(out)?;
        for (Summand { game, position }, number) in self.play.sum().summands().iter().zip(1..) {
            writeln!(out, "{number:>4}  {game} at {STRONG}{position}{STRONG:#}")?;
        }
        Ok(())
    }

    fn rules(&self, out: &mut impl Write) -> Result<()> {
        for (summand, number) in self.play.sum().summands().iter().zip(1..) {
            let text = format!("{number}. {}", words::rules(&summand.game));
            writeln!(out, "{}", wrapped(&text, LINE).join("\n"))?;
        }
        Ok(())
    }

    fn hint(&self, out: &mut impl Write) -> Result<()> {
        let Some(advice) = self.play.advise(&Progress::bar())? else { return Ok(()) };
        let end = if advice.wins { "You win." } else { "Against perfect play you lose." };
        let hint = format!("Hint: move to {} in summand {}. {} {end}", advice.to, advice.summand, advice.why);
        Ok(writeln!(out, "{}", wrapped(&hint, LINE).join("\n"))?)
    }
}

/// `2 0,3`: a summand's number, and where to move there.
fn named(line: &str) -> Result<(usize, Position<UBig>), String> {
    let help = "Type a summand's number and where to move there, e.g. `2 0,3`; `help` tells more.";
    let line = line.trim();
    let end = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    let number = line[..end].parse().map_err(|_| help.to_owned())?;
    let rest = line[end..].trim_start_matches([':', '.']).trim();
    if rest.is_empty() {
        return Err(help.to_owned());
    }
    rest.parse().map(|to| (number, to)).map_err(|error| format!("{error}. {help}"))
}
