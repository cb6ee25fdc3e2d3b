//! What can be typed.

use std::ffi::OsStr;

use anyhow::{Context, Result};
use clap::{ColorChoice, Parser, Subcommand, ValueEnum};

use crate::{
    automaton, bench, board, built, check, compare, completions, games, golden, lab, machines, man, periods, play,
    prove, regions, reproduce, say, skin, solve, sweep, table, threads, verify,
};

/// The laboratory for Wythoff Nim and its blocked, imitated and restricted relatives.
///
/// A GAME is a family (`blocking:k=5`), a paper's notation (`W^5`, `2WN^(2,6)`), or moves of your own
/// (`custom: rook + bishop(2) | block 3 on bishop`); `| misere` may follow: who cannot move wins. `wythoff games` lists
/// the families.
#[derive(Parser)]
#[command(name = "wythoff", max_term_width = 110, arg_required_else_help = true)]
#[command(version, long_version = built::long_version())]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) everywhere: Everywhere,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Everywhere {
    /// How many threads compute, at most 256 [default: as many as there are cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// When there are colours
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value = "auto")]
    color: ColorChoice,
    /// Says nothing but errors on standard error: no progress, no notes
    #[arg(short, long, global = true)]
    quiet: bool,
}

impl Everywhere {
    /// From now on it holds.
    pub(crate) fn apply(&self) -> Result<()> {
        use_colours(self.color);
        if self.quiet {
            say::be_quiet();
        }
        match self.threads {
            // Whoever computes with several threads asks this pool how many.
            Some(threads) => {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
                pool.build_global().context("--threads")
            }
            None => Ok(()),
        }
    }
}

fn use_colours(when: ColorChoice) {
    let when = match when {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    when.write_global();
}

/// The same for what makes no command, since clap's answer has colours, too: the last `--color` counts.
pub(crate) fn use_typed_colours<Word: AsRef<OsStr>>(typed: impl IntoIterator<Item = Word>) {
    if let Some(when) = typed_colours(typed) {
        use_colours(when);
    }
}

fn typed_colours<Word: AsRef<OsStr>>(typed: impl IntoIterator<Item = Word>) -> Option<ColorChoice> {
    let words = typed.into_iter().map(|word| word.as_ref().to_string_lossy().into_owned());
    let mut words = words.take_while(|word| word != "--");
    let mut last = None;
    while let Some(word) = words.next() {
        let when = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        last = when.and_then(|when| ColorChoice::from_str(&when, false).ok()).or(last);
    }
    last
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Lists every family of games: pattern, parameters, the papers' names, rules, engines
    Games(games::Args),
    /// Says who wins from a position, with every winning move, what to block, and why
    Solve(solve::Args),
    /// Lists P-positions: n, a, b, b−a
    Table(table::Args),
    /// Draws or prints any window of the board
    Board(board::Args),
    /// Plays against a perfect opponent in the terminal
    Play(play::Args),
    /// Checks what the papers state: searches for counterexamples
    Check(check::Args),
    /// Measures the threads of W^K: slopes, thickness, periods, exact forms
    Threads(threads::Args),
    /// Counts the states of the threads of W^K, and shows the machines that write small ones
    Machines(machines::Args),
    /// Makes an atlas: one record for each k, resumable, in shards
    Sweep(sweep::Args),
    /// Finds the additive periods of the columns of nim-values, and proves them
    Periods(periods::Args),
    /// Finds the regions of a board of W^K: hood, épaulettes, fabric, arms, where they meet, what they hold
    Regions(regions::Args),
    /// Measures the skin of the arm without end: levels, steps, thicknesses
    Skin(skin::Args),
    /// Lays two boards W^K1 and W^K2 over each other
    Compare(compare::Args),
    /// Measures how far from the golden lines the nim-values of Wythoff Nim stand
    Golden(golden::Args),
    /// Runs CLN15's automaton from any of its starts, forwards or backwards
    Automaton(automaton::Args),
    /// Looks for a proof that W^K is self-similar, for the infinite board
    Prove(prove::Args),
    /// Checks certificates that W^k is self-similar: proofs for the whole infinite board
    Verify(verify::Args),
    /// Remakes the papers' tables and figures, and shows what differs and why
    Reproduce(reproduce::Args),
    /// Prints a signature, the same on every machine and engine, then the engines' rates
    Bench(bench::Args),
    /// Serves the web laboratory on this machine: fly through boards, play, see the theorems
    Lab(lab::Args),
    /// Prints a script with which a shell completes commands and options
    Completions(completions::Args),
    /// Prints or writes the manual: a page for the program, and one for each command
    Man(man::Args),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_heard_in_any_line() {
        let typed = |line: &str| typed_colours(line.split(' '));
        assert_eq!(typed("wythoff solve --color=never --grundy"), Some(ColorChoice::Never));
        assert_eq!(typed("wythoff --color always nothing --color never"), Some(ColorChoice::Never));
        assert_eq!(typed("wythoff --color always --color=pink"), Some(ColorChoice::Always));
        assert_eq!(typed("wythoff solve -- --color=never"), None);
        assert_eq!(typed("wythoff --colored=never --color"), None);
    }
}
