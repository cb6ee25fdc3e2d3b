//! `wythoff games`: the catalogue, made from the families themselves.

use std::io::Write;

use anyhow::{Context, Result};
use serde_json::json;
use wythoff::catalogue;
use wythoff::game::families::{ALWAYS, Default, FAMILIES, Family, Parameter};
use wythoff::game::words;
use wythoff::{Ending, Engine, Game};

use crate::examples::examples;
use crate::output::Output;
use crate::text::{LINE, wrapped};

const INDENT: &str = "                ";

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff games", "All families"),
    ("wythoff games modulo", "One of them"),
    ("wythoff games --json", "All of them, for programs"),
]))]
pub(crate) struct Args {
    /// One family, e.g. `blocking`, or a game of your own [default: all]
    #[arg(value_name = "FAMILY", allow_hyphen_values = true)]
    family: Option<String>,
    /// Prints one JSON document: of all families, a list
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let named = args.family.as_deref().map(named).transpose()?;
    let mut out = Output::open(None)?;
    match (named, args.json) {
        (Some(Named::Family(family)), true) => writeln!(out, "{:#}", json!(catalogue::describe(family)))?,
        (Some(Named::Family(family)), false) => as_text(family, &mut out)?,
        (Some(Named::Game(game)), true) => {
            let facts = json!({
                "game": game.to_string(),
                "rules": words::rules(&game),
                "engines": Engine::solving(&game),
                "nim_value_engines": Engine::with_nim_values(&game),
                "no_nim_values": game.no_nim_values(),
            });
            writeln!(out, "{facts:#}")?;
        }
        (Some(Named::Game(game)), false) => {
            writeln!(out, "{game}")?;
            for line in wrapped(&words::rules(&game), LINE - INDENT.len()) {
                writeln!(out, "{INDENT}{line}")?;
            }
            let engines: Vec<String> = Engine::solving(&game).iter().map(ToString::to_string).collect();
            writeln!(out, "    solved by   {}", engines.join(", "))?;
            nim_values(&game, &mut out)?;
        }
        (None, true) => writeln!(out, "{:#}", json!(FAMILIES.iter().map(catalogue::describe).collect::<Vec<_>>()))?,
        (None, false) => {
            for family in FAMILIES {
                as_text(family, &mut out)?;
                writeln!(out)?;
            }
            writeln!(out, "Moves of your own: `custom: rook + bishop(2) | block 3 on bishop` (rook, rook(from 2),")?;
            writeln!(
                out,
                "rook(mod 3: 0,1), bishop, bishop(2), ray(1,2), leap(1,2; 0,3), only-x rook; block, comply,"
            )?;
            writeln!(out, "imitation(m,p), hole w,h, misere). `block 3` lets the opponent block up to 3 options, as")?;
            writeln!(
                out,
                "`blocking:k=4` does: k counts one more. `| misere` may follow any game: who cannot move wins."
            )?;
        }
    }
    out.finish()
}

/// What is asked for.
enum Named {
    Family(&'static Family),
    Game(Game),
}

/// The family with this name, or that of a game that is written in full; a game of no family, or with another ending
/// than its family's, by itself. The gate for games says what is wrong with others, and which name is nearest.
fn named(name: &str) -> Result<Named> {
    if let Some(family) = Family::named(&name.trim().to_ascii_lowercase()) {
        return Ok(Named::Family(family));
    }
    let game: Game = name.parse().context("FAMILY")?;
    Ok(match game.family() {
        Some((family, _)) if game.ending() == Ending::Normal => Named::Family(family),
        _ => Named::Game(game),
    })
}

fn as_text(family: &'static Family, out: &mut impl Write) -> Result<()> {
    let example = family.example();
    writeln!(out, "{}", family.pattern())?;
    if !family.parameters.is_empty() {
        let ranges: Vec<String> = family.parameters.iter().map(range_and_default).collect();
        writeln!(out, "    parameters  {}", ranges.join("; "))?;
    }
    writeln!(out, "    in papers   {}", family.papers.join("; "))?;
    writeln!(out, "    {example}")?;
    for line in wrapped(&words::rules(&example), LINE - INDENT.len()) {
        writeln!(out, "{INDENT}{line}")?;
    }
    let named = |engine: &Engine| match (engine, family.formula) {
        (Engine::Closed, Some(condition)) if condition != ALWAYS => format!("{engine} where {condition}"),
        _ => engine.to_string(),
    };
    let engines: Vec<String> = catalogue::engines(family).iter().map(named).collect();
    writeln!(out, "    solved by   {}", engines.join(", "))?;
    nim_values(&example, out)
}

/// Which engines give nim-values, or that there are none. (Why not is long, and with `--json`.)
fn nim_values(game: &Game, out: &mut impl Write) -> Result<()> {
    let engines: Vec<String> = Engine::with_nim_values(game).iter().map(ToString::to_string).collect();
    let told = if engines.is_empty() { "none".to_owned() } else { format!("by {}", engines.join(", ")) };
    Ok(writeln!(out, "    nim-values  {told}")?)
}

fn range_and_default(parameter: &Parameter) -> String {
    let default = match parameter.default {
        Default::Required => String::new(),
        Default::Value(value) => format!(" (default {value})"),
        Default::Same(other) => format!(" (default {other})"),
    };
    format!("{}{default}", parameter.range())
}
