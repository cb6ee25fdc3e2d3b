//! The `wythoff` program: arguments in, text out. Everything it knows about games is in the library.

// Results go through `output`, all else through `say`: both survive a stream that is closed or full.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod automaton;
mod bench;
mod board;
mod built;
mod check;
mod checkpoint;
mod compare;
mod completions;
mod end;
mod examples;
mod games;
mod lab;
mod man;
mod output;
mod parquet;
mod play;
mod prove;
mod regions;
mod reproduce;
mod say;
mod signals;
mod skin;
mod solve;
mod sweep;
mod table;
mod text;
mod threads;
mod values;
mod verify;
mod watch;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use crate::args::{Args, Command};

fn main() -> ExitCode {
    end::end(match Args::try_parse() {
        Ok(args) => args.everywhere.apply().and_then(|()| run(args.command)),
        Err(answer) => {
            args::use_typed_colours(std::env::args_os());
            // `--help` and `--version` are answers like any other.
            if answer.use_stderr() { Err(answer.into()) } else { print(&answer) }
        }
    })
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Games(args) => games::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Board(args) => board::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Threads(args) => threads::run(&args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Regions(args) => regions::run(&args),
        Command::Skin(args) => skin::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Automaton(args) => automaton::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Lab(args) => lab::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}

/// Prints what clap has to say on standard output.
fn print(answer: &clap::Error) -> Result<()> {
    let mut out = anstream::stdout();
    write!(out, "{}", answer.render().ansi())?;
    Ok(out.flush()?)
}
