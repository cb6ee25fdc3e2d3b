//! `wythoff solve`: who wins, what to play and block, and why.

use std::io::Write;

use anyhow::{Context, Result, anyhow, bail};
use wythoff::exact::UBig;
use wythoff::strategy::{self, Answer, AskError, NimValue, Question, WinningMove};
use wythoff::{Engine, Game, Outcome, Position, Tokens, parse_positions, read_heap, shortened};

use crate::examples::examples;
use crate::output::Output;
use crate::say::without_middle;
use crate::sum;
use crate::text::joined;
use crate::values::Start;
use crate::watch::Progress;

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff solve W^5 3 8", "Who wins from (3,8), how, and why"),
    ("wythoff solve W^5 3,8 --blocked \"2,7 1,6\" --json", "When two options are blocked already, for programs"),
    ("wythoff solve wythoff 10^99 \"floor(phi*10^99)\"", "Heaps of any length, where a formula is known"),
    ("wythoff solve \"wythoff 3,5 + nim 0,7\"", "A sum of games, and every move that wins it"),
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
    /// Says why, if there is no nim-value; and finds it on large boards, too
    #[arg(long)]
    nim_value: bool,
    /// Prints one JSON document
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if let Some(sum) = sum::parse(&args.start)? {
        if args.blocked.is_some() || args.proposed.is_some() || args.history.is_some() || args.engine.is_some() {
            bail!("a sum is solved by the nim-values of its games: it has no blocks, proposals, history or engine");
        }
        if args.nim_value {
            bail!("--nim-value: the answer to a sum has the nim-values of all its games without it");
        }
        return sum::solve(&sum, args.json);
    }
    let game = parse_game(&args.start.game)?;
    let progress = Progress::new();
    let (position, question) = parse_question(args)?;
    let needed = args.nim_value.then(|| strategy::nim_value(&game, &position, &progress)).transpose()?;
    let mut answer = game.ask(position).question(question).watch(&progress);
    if needed.is_none() {
        answer = answer.nim_value();
    }
    let answer = answer.answer().map(|answer| Answer { nim: needed.or(answer.nim), ..answer });
    write(args, answer)
}

fn parse_question(args: &Args) -> Result<(Position<UBig>, Question<UBig>)> {
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

fn write(args: &Args, answer: Result<Answer<UBig>, AskError>) -> Result<()> {
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

/// Two heaps, or the position in one argument: `3 5`, `3,5` or `(3,5)`; each may be an expression.
fn parse_position<T: Tokens>(start: &Start) -> Result<Position<T>> {
    let heap = |text: &str, name: &'static str| read_heap(text).context(name);
    let x = start.x.as_deref().unwrap_or_default();
    match &start.y {
        None if x.contains([',', '(']) => x.parse().context("X"),
        None => bail!("Y is missing: write both heaps, as `3 5` or `3,5`"),
        Some(y) if x.parse::<Position<UBig>>().is_ok() => bail!(
            "X = `{}` is a position already, and Y = `{}` one number too many: write `3 5` or `3,5`",
            clipped(x),
            clipped(y)
        ),
        Some(y) => Ok(Position::new(heap(x, "X")?, heap(y, "Y")?)),
    }
}

fn clipped(text: &str) -> String {
    without_middle(text, 60)
}

/// More winning moves are counted, not listed; `--json` has them all.
const MOVES_SHOWN: usize = 40;

/// So many moves to smaller nim-values are shown.
const NIM_MOVES_SHOWN: usize = 12;

/// The answer for people; once `blocked` is done, it is not said again what to block.
fn as_text(answer: &Answer<UBig>, blocked: bool, out: &mut impl Write) -> Result<()> {
    let winner = match answer.outcome {
        Outcome::P => "the previous player wins",
        Outcome::N => "the next player wins",
    };
    writeln!(out, "{} at {}: {}, {winner}", answer.game, answer.position.short(), answer.outcome)?;
    writeln!(out, "{}", answer.why)?;
    if let Some(block) = answer.must_block.as_ref().filter(|block| !block.is_empty() && !blocked) {
        writeln!(out, "to block: {}", joined(block))?;
    }
    if let Some(propose) = answer.propose.as_ref().filter(|propose| !propose.is_empty()) {
        writeln!(out, "to propose: {}", joined(propose))?;
    }
    if answer.choices.is_none() {
        winning_moves(&answer.winning_moves, "", out)?;
    }
    if !answer.winning_moves_left_out.is_zero() {
        writeln!(out, "and {} more winning moves, which are not listed", shortened(&answer.winning_moves_left_out))?;
    }
    if let Some(nim) = &answer.nim {
        nim_moves(nim, out)?;
    }
    if let Some(why) = answer.nim_value_left_out {
        writeln!(out, "nim-value: left out, as {why}; --nim-value asks for it")?;
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
    if !answer.formal.is_empty() {
        writeln!(out, "checked by Coq: {}", answer.formal.join(", "))?;
    }
    Ok(())
}

/// The nim-value, and for each smaller one a move to it.
fn nim_moves<T: Tokens>(nim: &NimValue<T>, out: &mut impl Write) -> Result<()> {
    let shown = nim.moves.len().min(NIM_MOVES_SHOWN);
    let moves: Vec<String> =
        nim.moves[..shown].iter().map(|nim| format!("{} by {}", nim.value, nim.to.short())).collect();
    let more = (nim.moves.len() - shown) + &nim.moves_left_out;
    let more = if more.is_zero() { String::new() } else { format!(", and {} more", shortened(&more)) };
    let to = if moves.is_empty() { "no move to a smaller one".to_owned() } else { format!("to {}", moves.join(", ")) };
    writeln!(out, "nim-value {}: {to}{more}", shortened(&nim.value.to_exact()))?;
    Ok(())
}

fn winning_moves<T: Tokens>(moves: &[WinningMove<T>], indent: &str, out: &mut impl Write) -> Result<()> {
    for WinningMove { to, block, propose } in moves.iter().take(MOVES_SHOWN) {
        let then = match (block.as_slice(), propose) {
            (_, Some(propose)) if !propose.is_empty() => format!(" and propose {}", joined(propose)),
            ([], _) => String::new(),
            (block, _) => format!(" and block {}", joined(block)),
        };
        writeln!(out, "{indent}winning move: {to}{then}")?;
    }
    if moves.len() > MOVES_SHOWN {
        writeln!(out, "{indent}and {} more winning moves (--json lists them all)", moves.len() - MOVES_SHOWN)?;
    }
    Ok(())
}
