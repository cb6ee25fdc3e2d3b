//! What can be typed.

use clap::{Parser, Subcommand};

use crate::{
    automaton, bench, board, check, compare, games, lab, play, prove, regions, reproduce, skin, solve, sweep, table,
    threads, verify,
};

/// The laboratory for Wythoff Nim and its blocked, imitated and restricted relatives.
///
/// A GAME is a family (`blocking:k=5`), a paper's notation (`W^5`, `2WN^(2,6)`), or moves of your own
/// (`custom: rook + bishop(2) | block 3 on bishop`). `wythoff games` lists the families.
#[derive(Parser)]
#[command(name = "wythoff", version, max_term_width = 110, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
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
    /// Makes an atlas: one record for each k, resumable, in shards
    Sweep(sweep::Args),
    /// Finds the regions of a board of W^K: hood, épaulettes, fabric, arms, where they meet, what they hold
    Regions(regions::Args),
    /// Measures the skin of the arm without end: levels, steps, thicknesses
    Skin(skin::Args),
    /// Lays two boards W^K1 and W^K2 over each other
    Compare(compare::Args),
    /// Runs CLN15's automaton from any of its starts, forwards or backwards
    Automaton(automaton::Args),
    /// Checks certificates that W^k is self-similar: proofs for the whole infinite board
    Verify(verify::Args),
    /// Looks for a proof that W^K is self-similar, for the infinite board
    Prove(prove::Args),
    /// Remakes the papers' tables and figures, and shows what differs and why
    Reproduce(reproduce::Args),
    /// Prints a signature, the same on every machine and engine, then the engines' rates
    Bench(bench::Args),
    /// Serves the web laboratory on this machine: fly through boards, play, see the theorems
    Lab(lab::Args),
}
