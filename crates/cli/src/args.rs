//! What can be typed.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use wythoff::engine::sparse::LARGEST_K;
use wythoff::exact::UBig;
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
    /// Measures the threads of W^K: slopes, thickness, periods, exact forms
    Threads(Threads),
    /// Makes an atlas: one record for each k, resumable, in shards
    Sweep(Sweep),
    /// Finds the regions of a board of W^K: hood, épaulettes, fabric, arms, where they meet, what they hold
    Regions(Regions),
    /// Measures the skin of the arm without end: levels, steps, thicknesses
    Skin(Skin),
    /// Lays two boards W^K1 and W^K2 over each other
    Compare(Compare),
    /// Runs CLN15's automaton from any of its starts, forwards or backwards
    Automaton(Automaton),
    /// Checks certificates that W^k is self-similar: proofs for the whole infinite board
    Verify(Verify),
    /// Looks for a proof that W^K is self-similar, for the infinite board
    Prove(Prove),
    /// Remakes the papers' tables and figures, and shows what differs and why
    Reproduce(Reproduce),
    /// Prints a signature, the same on every machine and engine, then the engines' rates
    Bench(Bench),
    /// Serves the web laboratory on this machine: fly through boards, play, see the theorems
    Lab(Lab),
}

#[derive(clap::Args)]
pub(crate) struct Games {
    /// One family, e.g. `blocking` [default: all]
    #[arg(value_name = "FAMILY", allow_hyphen_values = true)]
    pub(crate) family: Option<String>,
    /// Prints one JSON document: of all families, a list
    #[arg(long)]
    pub(crate) json: bool,
}

/// A game at a position.
#[derive(clap::Args)]
pub(crate) struct Start {
    /// The game, e.g. `blocking:k=5` or `W^5`
    #[arg(allow_hyphen_values = true)]
    pub(crate) game: String,
    /// The first heap, or the queen's column; or the position, e.g. `3,5`
    #[arg(allow_hyphen_values = true)]
    pub(crate) x: String,
    /// The second heap, or the queen's row
    #[arg(allow_hyphen_values = true)]
    pub(crate) y: Option<String>,
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
    /// Prints one JSON document, like `--format json`
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Keeps the state of a long table of W^k up to --max-x in FILE, and goes on from there the next time
    #[arg(long, value_name = "FILE")]
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
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
    /// A Parquet file; only in a program that was built with the feature `parquet`
    Parquet,
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
    pub(crate) at: Position<UBig>,
    /// What the cells show
    #[arg(long, value_enum, default_value = "outcome")]
    pub(crate) values: Values,
    /// How it is written [default: by the name of FILE, else text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<BoardFormat>,
    /// Prints one JSON document, like `--format json`
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
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
    #[arg(long)]
    pub(crate) json: bool,
    /// Prints Markdown tables
    #[arg(long, conflicts_with = "json")]
    pub(crate) markdown: bool,
    /// Checks the misprints of the papers, and prints them as Markdown
    #[arg(long, conflicts_with = "markdown")]
    pub(crate) errata: bool,
    /// Lists the checks and runs none
    #[arg(long, conflicts_with_all = ["markdown", "errata"])]
    pub(crate) list: bool,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct Verify {
    /// The certificates, e.g. `proofs/k014.json`
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Proves along which lines the palaces run, and how many for each column
    #[arg(long)]
    pub(crate) threads: bool,
    /// Prints the whole table: types, what they are made of, and rules
    #[arg(long, conflicts_with = "json")]
    pub(crate) explain: bool,
    /// Prints one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags")]
pub(crate) struct Reproduce {
    /// What to remake: an id as `--list` shows it or its beginning, e.g. `Lar11` or `CLN15.Figure5` [default: all]
    #[arg(value_name = "ITEM")]
    pub(crate) items: Vec<String>,
    /// The folder for the files and their index.html; what is complete there is kept
    #[arg(short, long, value_name = "DIR", required_unless_present = "list")]
    pub(crate) output: Option<PathBuf>,
    /// Lists the items and makes none
    #[arg(long, conflicts_with_all = ["output", "quick", "again"])]
    pub(crate) list: bool,
    /// Makes the largest figures of games a tenth as large, in seconds instead of minutes
    #[arg(long)]
    pub(crate) quick: bool,
    /// Makes also what is complete already
    #[arg(long)]
    pub(crate) again: bool,
    /// Prints one JSON document
    #[arg(long)]
    pub(crate) json: bool,
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

#[derive(clap::Args)]
pub(crate) struct Threads {
    /// k of W^k, or a range such as 1..20
    #[arg(value_name = "K|A..B", allow_hyphen_values = true)]
    pub(crate) k: Span,
    /// How many columns to look at
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = whole_number, allow_hyphen_values = true)]
    pub(crate) columns: u64,
    /// Prints one JSON document: of a range, a list
    #[arg(long)]
    pub(crate) json: bool,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct Prove {
    /// The game W^K
    #[arg(value_parser = bound, allow_hyphen_values = true)]
    pub(crate) k: u64,
    /// How the board is cut: binary, base:B, fibonacci, pell, metallic:N (or metallic:N,M,… for a longer period), or auto
    #[arg(long, default_value = "auto")]
    pub(crate) numeration: String,
    /// The lengths of the smallest intervals, e.g. 8 or 16,10 [default: several are tried]
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',', value_parser = whole_number, allow_hyphen_values = true)]
    pub(crate) base: Option<Vec<u64>>,
    /// The most rules in one attempt, at most 4194304
    #[arg(long, value_name = "N", default_value = "262144", value_parser = clap::value_parser!(u32).range(1..=4_194_304))]
    pub(crate) rules: u32,
    /// Prints what was found as one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// Where the certificate goes
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct Sweep {
    /// The range of k, e.g. 1..200
    #[arg(long, value_name = "A..B", required_unless_present = "merge", allow_hyphen_values = true)]
    pub(crate) k: Option<Span>,
    /// How many columns to look at
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = whole_number, allow_hyphen_values = true)]
    pub(crate) columns: u64,
    /// Makes only every n-th record, from the i-th on: several machines share the work
    #[arg(long, value_name = "i/n", allow_hyphen_values = true)]
    pub(crate) shard: Option<Shard>,
    /// Replaces records of another number of columns, too
    #[arg(long)]
    pub(crate) again: bool,
    /// Copies the records of other folders instead of making any
    #[arg(long, value_name = "FOLDER", num_args = 1.., conflicts_with_all = ["k", "columns", "shard", "again"])]
    pub(crate) merge: Vec<PathBuf>,
    /// How the tables of all records are written
    #[arg(long, value_enum, default_value = "csv")]
    pub(crate) format: SheetFormat,
    /// Prints one JSON document: what the folder holds then
    #[arg(long)]
    pub(crate) json: bool,
    /// The folder of the records, and of the tables `atlas` and `regions` of all of them
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SheetFormat {
    /// Comma-separated values
    Csv,
    /// Parquet files; only in a program that was built with the feature `parquet`
    Parquet,
}

/// The numbers from `first` to `last`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) first: u64,
    pub(crate) last: u64,
}

impl std::str::FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let end = |digits: &str| match wythoff::parse_heap(digits.trim()) {
            Ok(k) if (1..=LARGEST_K).contains(&k) => Ok(k),
            Ok(_) | Err(wythoff::HeapError::TooLarge) => Err(format!("k is from 1 to {LARGEST_K}")),
            Err(wythoff::HeapError::NotANumber) => Err("write a number or a range, e.g. 20 or 1..20".to_owned()),
        };
        let (first, last) = match text.split_once("..") {
            Some((first, last)) => (end(first)?, end(last)?),
            None => (end(text)?, end(text)?),
        };
        if first > last { Err(format!("{first} is above {last}")) } else { Ok(Self { first, last }) }
    }
}

/// The i-th of n shares, 1 ≤ i ≤ n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    pub(crate) number: u64,
    pub(crate) of: u64,
}

impl std::str::FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const PATTERN: &str = "write i/n with 1 ≤ i ≤ n, e.g. 1/4";
        let (number, of) = text.split_once('/').ok_or(PATTERN)?;
        let (number, of) =
            wythoff::parse_heap(number).and_then(|i| Ok((i, wythoff::parse_heap(of)?))).map_err(|_| PATTERN)?;
        if (1..=of).contains(&number) { Ok(Self { number, of }) } else { Err(PATTERN) }
    }
}

#[derive(clap::Args)]
pub(crate) struct Lab {
    /// The port; 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 8013)]
    pub(crate) port: u16,
    /// Opens the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Where boards are kept between sessions [default: in the user's cache folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) store: Option<PathBuf>,
    /// How many bytes the kept boards may take; the least recently used are dropped
    #[arg(long, value_name = "BYTES", default_value_t = wythoff_lab::DEFAULT_BUDGET)]
    pub(crate) budget: u64,
    /// A folder with records of `wythoff sweep`, besides those of k = 1..200 that are part of the program
    #[arg(long, value_name = "DIR")]
    pub(crate) atlas: Option<PathBuf>,
    /// The address to listen at; others than 127.0.0.1 let other machines in
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub(crate) listen: std::net::IpAddr,
    /// A further name:port under which browsers may ask, for --listen
    #[arg(long, value_name = "NAME:PORT", value_parser = host)]
    pub(crate) host: Vec<String>,
}

/// A name under which browsers may ask, as they write it: without port 80.
fn host(text: &str) -> Result<String, &'static str> {
    const PATTERN: &str =
        "write NAME:PORT, e.g. lab.example.org:8013 or [2001:db8::1]:8013; a NAME alone is for port 80";
    // In brackets there is an address with colons of its own.
    let (name, port) = match text.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (text, None),
    };
    let port = port.map_or(Ok(80), wythoff::parse_heap::<u64>).ok().and_then(|port| u16::try_from(port).ok());
    let is_name = |name: &str| {
        const LONGEST: usize = 253;
        let is_letter = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        name.len() <= LONGEST && name.split('.').all(|label| !label.is_empty() && label.chars().all(is_letter))
    };
    let is_address = |name: &str| {
        let inner = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
        inner.is_some_and(|inner| inner.parse::<std::net::Ipv6Addr>().is_ok())
    };
    match port {
        Some(80) if is_name(name) || is_address(name) => Ok(name.to_owned()),
        Some(port @ 1..) if is_name(name) || is_address(name) => Ok(format!("{name}:{port}")),
        _ => Err(PATTERN),
    }
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
    /// One JSON document
    Json,
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

#[derive(clap::Args)]
pub(crate) struct Regions {
    /// The game's k
    #[arg(value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) k: u32,
    /// The side of the board [default: 3K + 64]
    #[arg(long, value_name = "N", value_parser = bound, allow_hyphen_values = true)]
    pub(crate) side: Option<u64>,
    /// Prints one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// Measures 400 columns of the warp, too: how thick threads are, and what is seen along the diagonal
    #[arg(long)]
    pub(crate) warp: bool,
    /// The first of these columns [default: 2K]
    #[arg(long, value_name = "X", requires = "warp", value_parser = whole_number, allow_hyphen_values = true)]
    pub(crate) warp_from: Option<u64>,
    /// Cells of each border in the JSON document
    #[arg(long, value_name = "N", default_value = "64", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) points: u32,
    /// Draws the regions to a PNG
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct Skin {
    /// How many columns of the arm, rounded up to a multiple of 1024; level 4 begins at about 132,600
    #[arg(long, value_name = "N", default_value = "4096", value_parser = bound, allow_hyphen_values = true)]
    pub(crate) columns: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(crate) threads: Option<u32>,
    /// Shows also by which matrices the pattern of each level becomes that of the next
    #[arg(long)]
    pub(crate) matrices: bool,
    /// Prints one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args)]
pub(crate) struct Compare {
    /// The first game's k
    #[arg(value_name = "K1", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) first: u32,
    /// The second game's k
    #[arg(value_name = "K2", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) second: u32,
    /// Where the first board's (0,0) lies on the second, e.g. 1,1
    #[arg(long, value_name = "DX,DY", default_value = "0,0", allow_hyphen_values = true)]
    pub(crate) offset: Signed,
    /// The window of the first board: N for N×N, or WxH
    #[arg(long, value_name = "N|WxH", default_value = "256", allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// The window's top left cell
    #[arg(long, value_name = "X,Y", default_value = "0,0", allow_hyphen_values = true)]
    pub(crate) at: Position,
    /// Prints one JSON document
    #[arg(long)]
    pub(crate) json: bool,
    /// Draws the first board to a PNG, with white where the second one differs
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(clap::Args)]
pub(crate) struct Automaton {
    /// `game:K` for W^K, `casing:R` for the fabric of k ≡ R (mod 3) without end, `shoulder` for the arm without end
    #[arg(value_name = "START")]
    pub(crate) start: AutomatonStart,
    /// The window: N for N×N, or WxH
    #[arg(long, value_name = "N|WxH", default_value = "24", allow_hyphen_values = true)]
    pub(crate) size: Size,
    /// The window's top left cell; coordinates may be negative
    #[arg(long, value_name = "X,Y", default_value = "0,0", allow_hyphen_values = true)]
    pub(crate) at: Signed,
    /// Fills the window backwards from what stands below and right of it; where two values are possible it takes the
    /// `smallest`, the `largest`, a coin's (`random:SEED`), or those of a list of s and l (`list:slls`)
    #[arg(long, value_name = "CHOICE")]
    pub(crate) reverse: Option<Reverse>,
    /// How it is written [default: by the name of FILE, else text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<AutomatonFormat>,
    /// Prints one JSON document, like `--format json`
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Pixels per cell (png), at most 1000
    #[arg(long, value_name = "PIXELS", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) scale: u32,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AutomatonFormat {
    /// Numbers in columns
    Text,
    /// Numbers, a line per row
    Csv,
    /// One JSON document
    Json,
    /// A picture in pixels
    Png,
}

/// Two coordinates that may be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signed {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl std::str::FromStr for Signed {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        use std::num::IntErrorKind::{NegOverflow, PosOverflow};
        const PATTERN: &str = "write X,Y with whole numbers, e.g. 1,1 or -40,0";
        let coordinate = |text: &str| {
            text.trim().parse().map_err(|error: std::num::ParseIntError| match error.kind() {
                PosOverflow | NegOverflow => "a number here is from -2^63 to 2^63 - 1",
                _ => PATTERN,
            })
        };
        let (x, y) = text.split_once(',').ok_or(PATTERN)?;
        Ok(Self { x: coordinate(x)?, y: coordinate(y)? })
    }
}

/// What the automaton starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AutomatonStart(pub(crate) wythoff::engine::automaton::Start);

impl std::fmt::Display for AutomatonStart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        use wythoff::engine::automaton::Start;
        match self.0 {
            Start::Game { k } => write!(f, "game:{k}"),
            Start::Casing { residue } => write!(f, "casing:{}", residue as u8),
            Start::Shoulder => write!(f, "shoulder"),
        }
    }
}

impl std::str::FromStr for AutomatonStart {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        use wythoff::engine::automaton::{Residue, Start};
        const STARTS: &str = "a start is game:K with K from 1 to 4294967295, casing:0, casing:1, casing:2 or shoulder";
        let start = match text.split_once(':') {
            None if text == "shoulder" => Start::Shoulder,
            Some(("game", k)) => Start::Game { k: k.parse().ok().filter(|k| *k > 0).ok_or(STARTS)? },
            Some(("casing", r)) => {
                Start::Casing { residue: Residue::of(r.parse().ok().filter(|r| *r < 3).ok_or(STARTS)?) }
            }
            _ => return Err(STARTS),
        };
        Ok(Self(start))
    }
}

/// How a reversed run chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reverse(pub(crate) wythoff::engine::automaton::Strategy);

impl std::str::FromStr for Reverse {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        use wythoff::engine::automaton::{Choice, Strategy};
        const CHOICES: &str = "a choice is smallest, largest, random:SEED or list: followed by the letters s and l";
        let choice = |letter| match letter {
            's' => Ok(Choice::Smaller),
            'l' => Ok(Choice::Larger),
            _ => Err(CHOICES),
        };
        Ok(Self(match text.split_once(':') {
            None if text == "smallest" => Strategy::Smallest,
            None if text == "largest" => Strategy::Largest,
            Some(("random", seed)) => Strategy::Random { seed: seed.parse().map_err(|_| CHOICES)? },
            Some(("list", list)) => Strategy::Given(list.chars().map(choice).collect::<Result<_, _>>()?),
            _ => return Err(CHOICES),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_and_a_port() {
        for (typed, meant) in [
            ("x:8013", "x:8013"),
            ("lab.example.org:8013", "lab.example.org:8013"),
            ("lab.example.org", "lab.example.org"),
            ("my_host:80", "my_host"),
            ("10.0.0.1:08013", "10.0.0.1:8013"),
            ("[2001:db8::1]:8013", "[2001:db8::1]:8013"),
            ("[::1]", "[::1]"),
        ] {
            assert_eq!(host(typed).as_deref(), Ok(meant), "{typed}");
        }
        for typed in [
            "",
            ":",
            "x:",
            ":80",
            "x:y",
            "x:0",
            "x:65536",
            "x:-1",
            "x:+1",
            "x y:80",
            "http://x:80",
            "x/:80",
            "x..y:80",
            "::1",
            "[]:80",
        ] {
            assert!(host(typed).is_err(), "{typed}");
        }
    }
}
