//! `wythoff play`: a match against the perfect opponent, line by line.

use std::io::{self, BufRead, Read, Write};

use anstyle::{AnsiColor, Style};
use anyhow::Result;
use clap::ValueEnum;
use wythoff::game::history::{Kind, Limits};
use wythoff::game::words;
use wythoff::play::{Action, Advice, Match, Opponent, Phase, Seat};
use wythoff::{Game, Piece, Position, Rules, SolveError, Twist};

use crate::examples::examples;
use crate::solve::parse_start;
use crate::sum;
use crate::text::{LINE, joined, wrapped};
use crate::values::Start;
use crate::watch::Progress;

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff play W^3 5 8", "You begin"),
    ("wythoff play nim 3,4 --first computer --hint", "The computer begins, and you get hints"),
    ("wythoff play wythoff 500 800", "Large heaps, too: what `solve` answers below 2^64 can be played"),
    ("wythoff play \"wythoff 3,5 + nim 2,7\"", "A sum of games"),
]))]
pub(crate) struct Args {
    #[command(flatten)]
    start: Start,
    /// Who makes the first move
    #[arg(long, value_enum, default_value = "me")]
    first: First,
    /// Shows a hint before each of your decisions
    #[arg(long)]
    hint: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum First {
    /// You
    Me,
    /// The computer
    Computer,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let human = if args.first == First::Me { Seat::First } else { Seat::Second };
    if let Some(sum) = sum::parse(&args.start)? {
        return sum::play(sum, human, args.hint);
    }
    let (game, start) = parse_start(&args.start)?;
    let opponent = Opponent::new(&game, start, &Progress::bar())?;
    let play = Match::new(&game, start)?;
    let table = Table {
        human,
        hints: args.hint,
        opponent,
        game,
        start,
        play,
        actions: Vec::new(),
        steps: Vec::new(),
        reason: None,
    };
    table.sit(io::stdin().lock(), anstream::stdout())
}

const QUEEN: Style = AnsiColor::Cyan.on_default().bold();
const OPTION: Style = AnsiColor::Blue.on_default();
const BLOCKED: Style = AnsiColor::Red.on_default();
const IMITATION: Style = AnsiColor::Green.on_default();
const FORBIDDEN: Style = AnsiColor::Yellow.on_default();
const STRONG: Style = Style::new().bold();

const HELP: &str = "\
Type a position (`3,5`) or its number in the list. To block or propose, type several, or press Enter for none.
  hint   what to do, and why        why    why the computer did what it did
  undo   takes your last step back  board  shows the position again
  rules  the rules of this game     quit   ends the game";

/// Larger boards are not drawn.
const WIDEST: u64 = 40;
const TALLEST: u64 = 24;
/// Longer lines are cut.
const LONGEST_LINE: u64 = 1 << 16;
/// Longer lists are not numbered, and much longer ones not counted.
const LONGEST_LIST: usize = 60;
const LONGEST_COUNT: usize = 1_000_000;

/// A human and the computer, with the board between them.
struct Table {
    human: Seat,
    hints: bool,
    opponent: Opponent,
    game: Game,
    start: Position,
    play: Match,
    /// What was done so far.
    actions: Vec<Action>,
    /// How many actions there were before each of the human's steps, with the computer's reason then.
    steps: Vec<(usize, Option<String>)>,
    /// Why the computer did what it did last.
    reason: Option<String>,
}

/// What a line of input asks for.
enum Said {
    Nothing,
    Act(Action),
    Quit,
}

impl Table {
    fn sit(mut self, mut input: impl BufRead, mut out: impl Write) -> Result<()> {
        writeln!(out, "{STRONG}{}{STRONG:#} from {}", self.game, self.play.position())?;
        writeln!(out, "{}", wrapped(&words::rules(&self.game), LINE).join("\n"))?;
        writeln!(out, "You are the {} player. `help` lists what you can type.", self.seat_name())?;
        let mut shown = false;
        loop {
            match self.play.actor() {
                None => {
                    self.end(&mut out)?;
                    if !self.after_the_end(&mut input, &mut out)? {
                        return Ok(());
                    }
                    shown = true;
                }
                Some(seat) if seat != self.human => {
                    let goes_on = match self.computer(&mut out)? {
                        Ok(()) => true,
                        // The match is not lost with it: another step may lead to positions that can be solved.
                        Err(error) => {
                            writeln!(
                                out,
                                "{}",
                                wrapped(&format!("The computer is at a loss: {error}."), LINE).join("\n")
                            )?;
                            self.after_the_end(&mut input, &mut out)?
                        }
                    };
                    if !goes_on {
                        return Ok(());
                    }
                    shown = false;
                }
                Some(_) => {
                    if !shown {
                        self.show(&mut out)?;
                        shown = true;
                    }
                    let Some(line) = self.prompt(&mut input, &mut out)? else {
                        writeln!(out, "\nThe input has ended, and so has the game.")?;
                        return Ok(());
                    };
                    match self.understand(line.trim(), &mut out)? {
                        Said::Quit => return Ok(writeln!(out, "Goodbye.")?),
                        Said::Nothing => {}
                        Said::Act(action) => match self.play.act(action.clone()) {
                            Ok(()) => {
                                self.steps.push((self.actions.len(), self.reason.clone()));
                                self.actions.push(action);
                                shown = false;
                            }
                            Err(error) => writeln!(out, "That can't be done: {error}.")?,
                        },
                    }
                }
            }
        }
    }

    fn seat_name(&self) -> &'static str {
        if self.human == Seat::First { "first" } else { "second" }
    }

    /// What the player to act should do; the inner error: why nobody knows.
    fn advice(&mut self) -> Result<Result<Option<Advice>, SolveError>> {
        match self.opponent.advise(&self.play, &Progress::bar()) {
            Err(SolveError::Interrupted) => Err(SolveError::Interrupted.into()),
            advice => Ok(advice),
        }
    }

    fn computer(&mut self, out: &mut impl Write) -> Result<Result<(), SolveError>> {
        let advice = match self.advice()? {
            Ok(Some(advice)) => advice,
            Ok(None) => return Ok(Ok(())),
            Err(error) => return Ok(Err(error)),
        };
        match &advice.action {
            Action::Choose(l) => writeln!(out, "The computer takes {STRONG}l = {l}{STRONG:#}.")?,
            Action::Block(block) if block.is_empty() => writeln!(out, "The computer blocks nothing.")?,
            Action::Block(block) => writeln!(out, "The computer blocks {BLOCKED}{}{BLOCKED:#}.", joined(block))?,
            Action::Propose(all) => writeln!(out, "The computer proposes {OPTION}{}{OPTION:#}.", joined(all))?,
            Action::Move(to) => {
                writeln!(out, "The computer moves {} → {STRONG}{to}{STRONG:#}.", self.play.position())?;
            }
        }
        self.reason = Some(advice.why);
        self.play.act(advice.action.clone())?;
        self.actions.push(advice.action);
        Ok(Ok(()))
    }

    fn end(&self, out: &mut impl Write) -> Result<()> {
        let Phase::Over(winner) = self.play.phase() else { return Ok(()) };
        let who = |seat: Seat| if seat == self.human { "you" } else { "the computer" };
        let at = self.play.position();
        let comply = matches!(self.play.rules().map(|rules| &rules.twist), Some(Twist::Comply { .. }));
        let reason = if comply {
            format!("{} can't propose enough options of {at}", who(self.play.mover().other()))
        } else {
            format!("{} can't move from {at}", who(self.play.mover()))
        };
        let result = if winner == self.human { "You win" } else { "The computer wins" };
        Ok(writeln!(out, "{STRONG}{result}{STRONG:#}: {reason}.")?)
    }

    /// The game is over, or can't go on; whether it does, because the human takes a step back.
    fn after_the_end(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<bool> {
        loop {
            write!(out, "`undo` takes your last step back, `why` explains, Enter ends> ")?;
            out.flush()?;
            match read_line(input)?.as_deref().map(str::trim) {
                None => {
                    writeln!(out)?;
                    return Ok(false);
                }
                Some("undo") if !self.steps.is_empty() => {
                    self.understand("undo", out)?;
                    return Ok(true);
                }
                Some("undo") => writeln!(out, "There is nothing to take back.")?,
                Some("why") => self.why(out)?,
                Some(_) => return Ok(false),
            }
        }
    }

    /// Asks for the human's next step.
    fn prompt(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<String>> {
        if self.hints {
            self.hint(out)?;
        }
        let question = match self.play.phase() {
            Phase::Choose => "your l",
            Phase::Block => "your block",
            Phase::Propose => "your proposal",
            Phase::Move | Phase::Over(_) => "your move",
        };
        write!(out, "{question}> ")?;
        out.flush()?;
        read_line(input)
    }

    fn understand(&mut self, line: &str, out: &mut impl Write) -> Result<Said> {
        match line.to_lowercase().as_str() {
            "quit" | "exit" | "q" => return Ok(Said::Quit),
            "help" | "?" | "h" => writeln!(out, "{HELP}")?,
            "board" => self.show(out)?,
            "rules" => writeln!(out, "{}", wrapped(&words::rules(&self.game), LINE).join("\n"))?,
            "hint" => self.hint(out)?,
            "why" => self.why(out)?,
            "undo" => match self.steps.pop() {
                Some((before, reason)) => {
                    self.reason = reason;
                    self.actions.truncate(before);
                    // A match remembers all its positions: to play it once more costs less than to keep many.
                    self.play = Match::new(&self.game, self.start)?;
                    for action in &self.actions {
                        self.play.act(action.clone())?;
                    }
                    writeln!(out, "Your last step is taken back.")?;
                    self.show(out)?;
                }
                None => writeln!(out, "There is nothing to take back.")?,
            },
            _ => match self.action(line) {
                Ok(action) => return Ok(Said::Act(action)),
                Err(problem) => writeln!(out, "{problem}")?,
            },
        }
        Ok(Said::Nothing)
    }

    fn hint(&mut self, out: &mut impl Write) -> Result<()> {
        let advice = match self.advice()? {
            Ok(Some(advice)) => advice,
            Ok(None) => return Ok(()),
            Err(error) => {
                return Ok(writeln!(out, "{}", wrapped(&format!("There is no hint: {error}."), LINE).join("\n"))?);
            }
        };
        let what = match &advice.action {
            Action::Choose(l) => format!("take l = {l}"),
            Action::Block(block) if block.is_empty() => "block nothing".to_owned(),
            Action::Block(block) => format!("block {}", joined(block)),
            Action::Propose(all) => format!("propose {}", joined(all)),
            Action::Move(to) => format!("move to {to}"),
        };
        let length = match (advice.wins, advice.moves_left) {
            (true, Some(moves)) => format!("You win: the game lasts at most {}", counted(moves)),
            (false, Some(moves)) => format!("Against perfect play you lose after {}", counted(moves)),
            (true, None) => "You win".to_owned(),
            (false, None) => "Against perfect play you lose".to_owned(),
        };
        let hint = format!("Hint: {what}. {} {length}.", advice.why);
        Ok(writeln!(out, "{}", wrapped(&hint, LINE).join("\n"))?)
    }

    fn why(&self, out: &mut impl Write) -> Result<()> {
        match &self.reason {
            Some(reason) => writeln!(out, "The computer's reason: {reason}")?,
            None => writeln!(out, "The computer has not done anything yet.")?,
        }
        Ok(())
    }

    /// What the line means now.
    fn action(&self, line: &str) -> Result<Action, String> {
        let mut list = self.play.nameable(LONGEST_LIST + 1);
        if list.len() > LONGEST_LIST {
            // They have no numbers.
            list.clear();
        }
        match self.play.phase() {
            Phase::Choose => line
                .trim_start_matches(['l', '=', ' '])
                .parse()
                .map(Action::Choose)
                .map_err(|_| "Type a whole number for l, e.g. `1`.".to_owned()),
            Phase::Move | Phase::Over(_) => match named(line, &list)?.as_slice() {
                [to] => Ok(Action::Move(*to)),
                [] => {
                    Err("Type a move: a position like `3,5` or its number in the list. `help` tells more.".to_owned())
                }
                _ => Err("Type one position only.".to_owned()),
            },
            Phase::Block => Ok(Action::Block(named(line, &list)?)),
            Phase::Propose => Ok(Action::Propose(named(line, &list)?)),
        }
    }

    fn show(&self, out: &mut impl Write) -> Result<()> {
        let Some(rules) = self.play.rules() else {
            return Ok(writeln!(out, "\nThe start is {}. Fix l (`rules` says what it does).", self.play.position())?);
        };
        let at = self.play.position();
        writeln!(out)?;
        if rules.moves.pieces().iter().all(|piece| matches!(piece, Piece::Rook { .. })) {
            self.show_heaps(rules, out)?;
        } else if at.x < WIDEST && at.y < TALLEST {
            self.show_board(rules, out)?;
        } else {
            writeln!(out, "The queen is at {STRONG}{at}{STRONG:#}.")?;
            if !self.play.blocked().is_empty() {
                writeln!(out, "Blocked: {BLOCKED}{}{BLOCKED:#}.", joined(self.play.blocked()))?;
            }
        }
        self.show_task(rules, out)
    }

    fn show_task(&self, rules: &Rules, out: &mut impl Write) -> Result<()> {
        match (&rules.twist, self.play.phase()) {
            (Twist::Block { budget, class }, Phase::Block) => {
                writeln!(
                    out,
                    "The computer is to move. You may block {} (Enter for none):",
                    words::up_to(*budget, class)
                )?;
            }
            (Twist::Comply { count, class }, Phase::Propose) => {
                writeln!(out, "The computer is to move. Propose {}:", words::proposal(*count, class))?;
            }
            _ => {
                if let Some(limits) = Limits::of(rules) {
                    let state = self.play.state();
                    match limits.p {
                        1 => writeln!(out, "Imitation is forbidden.")?,
                        _ => writeln!(out, "Imitations left in a row: you {}, the computer {}.", state.own, state.opp)?,
                    }
                }
                writeln!(out, "You are to move:")?;
            }
        }
        let list = self.play.nameable(LONGEST_COUNT + 1);
        if list.len() > LONGEST_LIST {
            let count = match list.len() {
                0..=LONGEST_COUNT => list.len().to_string(),
                _ => format!("more than {LONGEST_COUNT}"),
            };
            return Ok(writeln!(out, "  {count} options; type a position like `{}`.", list[0])?);
        }
        let width = list.iter().map(|to| to.to_string().len()).max().unwrap_or(0);
        for (row, positions) in list.chunks(8).enumerate() {
            for (column, to) in positions.iter().enumerate() {
                let style = match self.play.kind(*to) {
                    Some(Kind::Imitation) => IMITATION,
                    _ => Style::new(),
                };
                // Aligned by hand: the last one of a line is not padded.
                let text = to.to_string();
                let padding = if column + 1 < positions.len() { width - text.len() } else { 0 };
                write!(out, "{:>4} {style}{text}{style:#}{:padding$}", 8 * row + column + 1, "")?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// The quadrant down to the queen.
    fn show_board(&self, rules: &Rules, out: &mut impl Write) -> Result<()> {
        let at = self.play.position();
        let options = self.play.legal_moves();
        let labelled = |x: u64| x.is_multiple_of(5);
        let numbers = (0..=at.x).map(|x| if labelled(x) { format!("{x:<2}") } else { "  ".to_owned() });
        writeln!(out, "     {}", numbers.collect::<String>().trim_end())?;
        for y in 0..=at.y {
            let label = if labelled(y) { y.to_string() } else { String::new() };
            write!(out, "{label:>4} ")?;
            for x in 0..=at.x {
                let cell = Position::new(x, y);
                let (style, sign) = if cell == at {
                    (QUEEN, 'Q')
                } else if !rules.exists(&cell) {
                    (Style::new(), ' ')
                } else if self.play.blocked().contains(&cell) {
                    (BLOCKED, 'x')
                } else if options.contains(&cell) {
                    (OPTION, 'o')
                } else {
                    (Style::new().dimmed(), '·')
                };
                let blank = if x < at.x { " " } else { "" };
                write!(out, "{style}{sign}{style:#}{blank}")?;
            }
            writeln!(out)?;
        }
        let blocked = if self.play.blocked().is_empty() { "" } else { ", x blocked" };
        let whose = if self.play.mover() == self.human { "your" } else { "the computer's" };
        Ok(writeln!(out, "Q at {STRONG}{at}{STRONG:#}, o {whose} options{blocked}")?)
    }

    /// Two heaps; a token's sign tells what taking it, with those to its right, would be.
    fn show_heaps(&self, rules: &Rules, out: &mut impl Write) -> Result<()> {
        let at = self.play.position();
        for (name, heap, to) in [
            ("first ", at.x, (|at: Position, left| Position::new(left, at.y)) as fn(Position, u64) -> Position),
            ("second", at.y, |at, left| Position::new(at.x, left)),
        ] {
            write!(out, "{name} {heap:>4}  ")?;
            for left in 0..heap.min(2 * WIDEST) {
                let cell = to(at, left);
                let (style, sign) = if self.play.blocked().contains(&cell) {
                    (BLOCKED, 'x')
                } else {
                    match self.play.kind(cell) {
                        Some(Kind::Imitation) => (IMITATION, 'i'),
                        Some(Kind::Forbidden) => (FORBIDDEN, '!'),
                        _ => (OPTION, 'o'),
                    }
                };
                write!(out, "{style}{sign}{style:#}")?;
            }
            writeln!(out, "{}", if heap > 2 * WIDEST { "…" } else { "" })?;
        }
        if rules.has_memory() {
            writeln!(out, "Tokens go from the right. Up to a green i imitates; up to a yellow ! is forbidden.")?;
        }
        Ok(())
    }
}

/// The next line, without anything that a terminal could take for a command; none at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead) -> Result<Option<String>> {
    let mut line = Vec::new();
    // Bytes, not text: a stray byte is answered like any other wrong input. The rest of an endless line is the next.
    let read = Read::by_ref(input).take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    let visible = |c: char| if c.is_control() { '·' } else { c };
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).trim().chars().map(visible).collect()))
}

/// The positions that a line names: typed, or by their numbers in the list.
fn named(line: &str, list: &[Position]) -> Result<Vec<Position>, String> {
    if line.contains(',') {
        return wythoff::parse_positions(line).map_err(|error| format!("{error}."));
    }
    line.split([' ', ';'])
        .filter(|word| !word.is_empty())
        .map(|word| {
            let number = word.parse::<usize>().map_err(|_| {
                let shown: String = word.chars().take(24).collect();
                format!("`{shown}` is not understood: type a position like `3,5`, or a number of the list, or `help`.")
            })?;
            let index = number.checked_sub(1).filter(|index| *index < list.len());
            index.map(|index| list[index]).ok_or_else(|| format!("There is no number {number} in the list."))
        })
        .collect()
}

fn counted(moves: u32) -> String {
    if moves == 1 { "1 more move".to_owned() } else { format!("{moves} more moves") }
}
