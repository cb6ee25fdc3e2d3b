//! What can be typed.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use wythoff::table::Sequence;
use wythoff::{Engine, Position};

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
    Games(Games),
    /// Says who wins from a position, with every winning move, what to block, and why
    Solve(Solve),
    /// Lists P-positions: n, a, b, b−a
    Table(Table),
    /// Draws or prints any window of the board
    Board(Board),
    /// Plays against a perfect opponent in the terminal
    Play(Play),
    /// Checks what the papers state: searches for counterexamples
    Check(Check),
    /// Prints a signature, the same on every machine and engine, then the engines' rates
    Bench(Bench),
    /// Opens the web laboratory (not built yet)
    Lab,
}

#[derive(clap::Args)]
pub(crate) struct Games {
    /// Prints one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// A game at a position.
#[derive(clap::Args)]
pub(crate) struct Start {
    /// The game, e.g. `blocking:k=5` or `W^5`
    #[arg(allow_hyphen_values = true)]
    pub(crate) game: String,
    /// The first heap, or the queen's column
    #[arg(allow_hyphen_values = true)]
    pub(crate) x: String,
    /// The second heap, or the queen's row
    #[arg(allow_hyphen_values = true)]
    pub(crate) y: String,
}

#[derive(clap::Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) start: Start,
    /// The options that are blocked now, e.g. "0,3 1,1"
    #[arg(long, value_name = "POSITIONS", allow_hyphen_values = true)]
    pub(crate) blocked: Option<String>,
    /// The options that are proposed now (comply games)
    #[arg(long, value_name = "POSITIONS", allow_hyphen_values = true)]
    pub(crate) proposed: Option<String>,
    /// The earlier positions, oldest first; decides in imitation games
    #[arg(long, value_name = "POSITIONS", allow_hyphen_values = true)]
    pub(crate) history: Option<String>,
    /// Forces an engine; `wythoff games` says which solve a game
    #[arg(long)]
    pub(crate) engine: Option<Engine>,
    /// Prints one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args)]
pub(crate) struct Table {
    /// The game, e.g. `blocking:k=5` or `W^5`
    #[arg(allow_hyphen_values = true)]
    pub(crate) game: String,
    /// How many rows [default: 20]
    #[arg(long, value_name = "N", conflicts_with = "max_x", value_parser = whole_number, allow_hyphen_values = true)]
    pub(crate) count: Option<u64>,
    /// All rows with a ≤ X
    #[arg(long, value_name = "X", value_parser = whole_number, allow_hyphen_values = true)]
    pub(crate) max_x: Option<u64>,
    /// How it is written
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TableFormat,
    /// Keeps the state of a long table of W^k in FILE, and goes on from there the next time
    #[arg(long, value_name = "FILE", requires = "max_x")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// The sequence of a b-file: a, b or delta (x or y)
    #[arg(long, value_name = "SEQUENCE")]
    pub(crate) column: Option<Sequence>,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Forces an engine; `wythoff games` says which solve a game
    #[arg(long)]
    pub(crate) engine: Option<Engine>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum TableFormat {
    /// Aligned columns
    Text,
    /// Comma-separated values
    Csv,
    /// One JSON document
    Json,
    /// An OEIS b-file of one sequence
    Bfile,
    /// A LaTeX tabular
    Latex,
    /// No rows: their number and signature, as JSON
    Stats,
}

#[derive(clap::Args)]
pub(crate) struct Board {
    /// The game, e.g. `blocking:k=5` or `W^5`
    #[arg(allow_hyphen_values = true)]
    pub(crate) game: String,
    /// The window: N for N×N, or WxH
    #[arg(long, value_name = "N|WxH", default_value = "32", allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// The window's top left cell
    #[arg(long, value_name = "X,Y", default_value = "0,0", allow_hyphen_values = true)]
    pub(crate) at: Position,
    /// What the cells show
    #[arg(long, value_enum, default_value = "outcome")]
    pub(crate) values: Values,
    /// How it is written [default: by the name of FILE, else text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<BoardFormat>,
    /// Pixels per cell (png, svg), at most 1000
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) scale: Option<u32>,
    /// Adds a legend (png, svg)
    #[arg(long)]
    pub(crate) legend: bool,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Forces an engine; `wythoff games` says which solve a game
    #[arg(long)]
    pub(crate) engine: Option<Engine>,
}

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags that exclude each other")]
pub(crate) struct Check {
    /// What to check: an id as `--list` shows it or its beginning, e.g. `Lar11` or `Lar11.Prop1.2` [default: all]
    #[arg(value_name = "ID", conflicts_with = "errata")]
    pub(crate) ids: Vec<String>,
    /// How far to search, at least 1: the side of boards or the number of terms [default: each check has its own]
    #[arg(long, value_name = "N", value_parser = bound, allow_hyphen_values = true, conflicts_with_all = ["errata", "list"])]
    pub(crate) bound: Option<u64>,
    /// Prints one JSON document
    #[arg(long, group = "form")]
    pub(crate) json: bool,
    /// Prints Markdown tables
    #[arg(long, group = "form")]
    pub(crate) markdown: bool,
    /// Prints the misprints of the papers as Markdown
    #[arg(long, group = "form")]
    pub(crate) errata: bool,
    /// Lists the checks and runs none
    #[arg(long, group = "form")]
    pub(crate) list: bool,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct Bench {
    /// Prints one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// Measures rates for seconds instead of a minute; the signature is the same
    #[arg(long)]
    pub(crate) quick: bool,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// How far to search.
fn bound(text: &str) -> Result<u64, &'static str> {
    match wythoff::parse_heap(text) {
        Ok(0) | Err(wythoff::HeapError::NotANumber) => Err("write a whole number, 1 or more"),
        Ok(bound) => Ok(bound),
        Err(wythoff::HeapError::TooLarge) => Err("a number here is below 2^64"),
    }
}

/// A count of something.
fn whole_number(text: &str) -> Result<u64, &'static str> {
    match wythoff::parse_heap(text) {
        Ok(number) => Ok(number),
        Err(wythoff::HeapError::NotANumber) => Err("write a whole number, 0 or more"),
        Err(wythoff::HeapError::TooLarge) => Err("a number here is below 2^64"),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: u64,
    pub(crate) height: u64,
}

impl std::str::FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |digits: &str| match wythoff::parse_heap(digits.trim()) {
            Ok(0) => Err("a side is at least 1".to_owned()),
            Ok(side) => Ok(side),
            Err(wythoff::HeapError::TooLarge) => Err("a side is below 2^64".to_owned()),
            Err(wythoff::HeapError::NotANumber) => Err("write N for N×N cells, or WxH, e.g. 60 or 80x40".to_owned()),
        };
        match text.split_once(['x', '×']) {
            Some((width, height)) => Ok(Self { width: side(width)?, height: side(height)? }),
            None => side(text).map(|side| Self { width: side, height: side }),
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Values {
    /// P or N
    Outcome,
    /// The number of P-options
    Palace,
    /// The palace number minus k
    Deviation,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BoardFormat {
    /// Characters: # for P, . for N
    Text,
    /// Numbers, a line per row
    Csv,
    /// A NumPy array
    Npy,
    /// A picture in pixels
    Png,
    /// A picture in squares
    Svg,
    /// No cells: the number of P-positions and their signature, as JSON
    Stats,
}

#[derive(clap::Args)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) start: Start,
    /// Who makes the first move
    #[arg(long, value_enum, default_value = "me")]
    pub(crate) first: First,
    /// Shows a hint before each of your decisions
    #[arg(long)]
    pub(crate) hint: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum First {
    /// You
    Me,
    /// The computer
    Computer,
}
