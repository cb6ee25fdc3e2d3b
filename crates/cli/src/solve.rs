//! `wythoff solve`: who wins, what to play and block, and why.

use std::io::Write;

use anyhow::{Context, Result, anyhow, bail};
use wythoff::exact::UBig;
use wythoff::strategy::{Answer, AskError, Question, WinningMove, ask, ask_exact};
use wythoff::{Engine, Game, Outcome, Position, Tokens, parse_heap, parse_positions, shortened};

use crate::examples::examples;
use crate::output::Output;
use crate::say::without_middle;
use crate::text::joined;
use crate::values::Start;
use crate::watch::Progress;

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff solve W^5 3 8", "Who wins from (3,8), how, and why"),
    ("wythoff solve W^5 3,8 --blocked \"2,7 1,6\" --json", "When two options are blocked already, for programs"),
    (
        "wythoff solve wythoff 1000000000000000000000 1618033988749894848204",
        "Heaps of any length, where a formula is known",
    ),
]))]
pub(crate) struct Args {
    #[command(flatten)]
    start: Start,
    /// The options that are blocked now, e.g. "0,3 1,1"
    #[arg(long, value_name = "POSITIONS", allow_hyphen_values = true)]
    blocked: Option<String>,
    /// The options that are proposed now (comply games)
    #[arg(long, value_name = "POSITIONS", allow_hyphen_values = true)]
    proposed: Option<String>,
    /// The earlier positions, oldest first; decides in imitation games
    #[arg(long, value_name = "POSITIONS", allow_hyphen_values = true)]
    history: Option<String>,
    /// Forces an engine; `wythoff games` says which solve a game
    #[arg(long)]
    engine: Option<Engine>,
    /// Prints one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let game = parse_game(&args.start.game)?;
    let progress = Progress::new();
    // Heaps that fit in 64 bits may be answered by any engine, larger ones by formulas.
    if let Ok((position, question)) = parse_question(args) {
        return write(args, ask(&game, position, &question, &progress));
    }
    let (position, question) = parse_question::<UBig>(args)?;
    write(args, ask_exact(&game, position, &question, &progress))
}

fn parse_question<T: Tokens>(args: &Args) -> Result<(Position<T>, Question<T>)> {
    let positions = |text: &Option<String>, name| {
        text.as_deref().map(|text| parse_positions(text).with_context(|| format!("--{name}"))).transpose()
    };
    let question = Question {
        history: positions(&args.history, "history")?.unwrap_or_default(),
        blocked: positions(&args.blocked, "blocked")?,
        proposed: positions(&args.proposed, "proposed")?,
        engine: args.engine,
    };
    Ok((parse_position(&args.start)?, question))
}

fn write<T: Tokens + Send + Sync>(args: &Args, answer: Result<Answer<T>, AskError<T>>) -> Result<()> {
    let answer = answer.map_err(|error| match error {
        AskError::History(error) => anyhow!(error).context("--history"),
        AskError::Twist(error) => {
            anyhow!(error).context(if args.blocked.is_some() { "--blocked" } else { "--proposed" })
        }
        AskError::Solve(error) => anyhow!(error),
    })?;
    let mut out = Output::open(None)?;
    if args.json {
        serde_json::to_writer(&mut out, &answer)?;
        writeln!(out)?;
    } else {
        as_text(&answer, args.blocked.is_some(), &mut out)?;
    }
    out.finish()
}

/// The GAME argument.
pub(crate) fn parse_game(text: &str) -> Result<Game> {
    Ok(text.parse()?)
}

/// The GAME, X and Y arguments.
pub(crate) fn parse_start(start: &Start) -> Result<(Game, Position)> {
    Ok((parse_game(&start.game)?, parse_position(start)?))
}

/// Two heaps, or the position in one argument: `3 5`, `3,5` or `(3,5)`.
fn parse_position<T: Tokens>(start: &Start) -> Result<Position<T>> {
    let heap = |text: &str, name| parse_heap(text).with_context(|| format!("{name} = `{}`", clipped(text)));
    let is_whole = start.x.contains([',', '(']);
    match &start.y {
        None if is_whole => start.x.parse().context("X"),
        None => bail!("Y is missing: write both heaps, as `3 5` or `3,5`"),
        Some(y) if is_whole => bail!(
            "X = `{}` is a position already, and Y = `{}` one number too many: write `3 5` or `3,5`",
            clipped(&start.x),
            clipped(y)
        ),
        Some(y) => Ok(Position::new(heap(&start.x, "X")?, heap(y, "Y")?)),
    }
}

fn clipped(text: &str) -> String {
    without_middle(text, 60)
}

/// More winning moves are counted, not listed; `--json` has them all.
const MOVES_SHOWN: usize = 40;

/// The answer for people; once `blocked` is done, it is not said again what to block.
fn as_text<T: Tokens>(answer: &Answer<T>, blocked: bool, out: &mut impl Write) -> Result<()> {
    let winner = match answer.outcome {
        Outcome::P => "the previous player wins",
        Outcome::N => "the next player wins",
    };
    writeln!(out, "{} at {}: {}, {winner}", answer.game, answer.position.short(), answer.outcome)?;
    writeln!(out, "{}", answer.why)?;
    if let Some(block) = answer.must_block.as_ref().filter(|block| !block.is_empty() && !blocked) {
        writeln!(out, "to block: {}", joined(block))?;
    }
    if let Some(propose) = &answer.propose {
        writeln!(out, "to propose: {}", joined(propose))?;
    }
    if answer.choices.is_none() {
        winning_moves(&answer.winning_moves, "", out)?;
    }
    if !answer.winning_moves_left_out.is_zero() {
        writeln!(out, "and {} more winning moves, which are not listed", shortened(&answer.winning_moves_left_out))?;
    }
    for choice in answer.choices.iter().flatten() {
        writeln!(out, "l = {}: {}", choice.l, choice.outcome)?;
        winning_moves(&choice.winning_moves, "  ", out)?;
    }
    if let Some(imitation) = &answer.imitation {
        let dynamic = if imitation.dynamic { "depends" } else { "does not depend" };
        writeln!(out, "the outcome of {} {dynamic} on the history", answer.position.short())?;
        writeln!(out, "credit of imitations: {} to move, {} other", imitation.own_credit, imitation.opponent_credit)?;
        if !imitation.imitations.is_empty() {
            writeln!(out, "imitations: {}", joined(&imitation.imitations))?;
        }
        if !imitation.forbidden.is_empty() {
            writeln!(out, "forbidden imitations: {}", joined(&imitation.forbidden))?;
        }
    }
    let proof = answer.proof.as_ref().map_or_else(String::new, |file| format!(", by the certificate {file}"));
    writeln!(out, "method: {}{proof}", answer.method)?;
    Ok(())
}

fn winning_moves<T: Tokens>(moves: &[WinningMove<T>], indent: &str, out: &mut impl Write) -> Result<()> {
    for WinningMove { to, block, propose } in moves.iter().take(MOVES_SHOWN) {
        let then = match (block.as_slice(), propose) {
            (_, Some(propose)) => format!(" and propose {}", joined(propose)),
            ([], None) => String::new(),
            (block, None) => format!(" and block {}", joined(block)),
        };
        writeln!(out, "{indent}winning move: {to}{then}")?;
    }
    if moves.len() > MOVES_SHOWN {
        writeln!(out, "{indent}and {} more winning moves (--json lists them all)", moves.len() - MOVES_SHOWN)?;
    }
    Ok(())
}
