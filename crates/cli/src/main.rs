//! The `wythoff` program: arguments in, text out. Everything it knows about games is in the library.

mod args;
mod automaton;
mod bench;
mod board;
mod check;
mod checkpoint;
mod compare;
mod games;
mod lab;
mod output;
mod parquet;
mod play;
mod prove;
mod regions;
mod reproduce;
mod skin;
mod solve;
mod sweep;
mod table;
mod text;
mod threads;
mod verify;
mod watch;

use std::io;
use std::process::ExitCode;

use clap::Parser;
use wythoff::render::RenderError;

use crate::args::{Args, Command};

fn main() -> ExitCode {
    let result = match Args::parse().command {
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
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if matches!(error.downcast_ref(), Some(wythoff::SolveError::Interrupted)) => {
            eprintln!("interrupted");
            // What a shell expects of a program that ended by Ctrl-C.
            ExitCode::from(130)
        }
        Err(error)
            if error.is::<check::Unexpected>()
                || error.is::<bench::Disagreement>()
                || error.is::<verify::Invalid>()
                || error.is::<reproduce::Unexplained>() =>
        {
            anstream::eprintln!("{ERROR}unexpected:{ERROR:#} {error}");
            ExitCode::FAILURE
        }
        Err(error) if error.is::<prove::NoCertificate>() => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
        Err(error) => {
            anstream::eprintln!("{ERROR}error:{ERROR:#} {error:#}");
            ExitCode::from(2)
        }
    }
}

const ERROR: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();

/// Whoever read our output (`head`, say) has had enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = error.chain().find_map(|cause| match cause.downcast_ref() {
        Some(RenderError::Io(error)) => Some(error),
        _ => cause.downcast_ref::<io::Error>(),
    });
    io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
