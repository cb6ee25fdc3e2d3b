//! The `wythoff` program: arguments in, text out. Everything it knows about games is in the library.
//!
//! It is a library so that Python's wheel has the same program ([`run`]); nothing else of it is promised.

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
mod golden;
mod gpu;
mod lab;
mod machines;
mod man;
mod output;
mod parquet;
mod periods;
mod play;
mod prove;
mod regions;
mod reproduce;
mod say;
mod signals;
mod skin;
mod solve;
mod sum;
mod sweep;
mod table;
mod text;
mod threads;
mod values;
mod verify;
mod watch;

use std::ffi::OsString;
use std::io::Write;

use anyhow::Result;
use clap::Parser;

use crate::args::{Args, Command};

/// Runs the program with these arguments, the first of which is its name, and gives its exit code. It listens to
/// signals and sets the number of threads for the whole process, so it runs once in a process.
pub fn run(args: impl IntoIterator<Item = OsString>) -> u8 {
    let typed: Vec<OsString> = args.into_iter().collect();
    let code = end::end(match Args::try_parse_from(&typed) {
        Ok(args) => args.everywhere.apply().and_then(|()| obey(args.command)),
        Err(answer) => {
            args::use_typed_colours(typed);
            // `--help` and `--version` are answers like any other.
            if answer.use_stderr() { Err(answer.into()) } else { print(&answer) }
        }
    });
    // Where the process is not ours, nobody does it at its end.
    let _ = std::io::stdout().flush();
    code
}

fn obey(command: Command) -> Result<()> {
    match command {
        Command::Games(args) => games::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Board(args) => board::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Threads(args) => threads::run(&args),
        Command::Machines(args) => machines::run(&args),
        Command::Sweep(args) => sweep::run(&args),
        Command::Periods(args) => periods::run(&args),
        Command::Regions(args) => regions::run(&args),
        Command::Skin(args) => skin::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Golden(args) => golden::run(&args),
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
