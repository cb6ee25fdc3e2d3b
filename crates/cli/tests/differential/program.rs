//! The program as a user runs it: arguments in, bytes out.

use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use oracle::{Game, Piece, Position, Random, Rules, Twist};
use serde_json::Value;

/// What came back.
pub(crate) enum Reply {
    /// Exit code 0 and this on standard output.
    Answer(Vec<u8>),
    /// Exit code 2, a message, and nothing on standard output.
    Refusal(String),
}

/// Runs the program. Whatever it is asked, it answers or refuses in the right form.
pub(crate) fn run(arguments: &[String]) -> Result<Reply, String> {
    match run_begun(arguments)? {
        (Reply::Refusal(message), begun) if !begun.is_empty() => {
            Err(format!("a refusal with {} bytes on standard output\n    {message}", begun.len()))
        }
        (reply, _) => Ok(reply),
    }
}

/// The same for an output that may be begun before it turns out that it can't be finished: the second part.
pub(crate) fn run_begun(arguments: &[String]) -> Result<(Reply, Vec<u8>), String> {
    let program = std::env::var_os("WYTHOFF_FUZZ_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_wythoff").into());
    RUNNING.lock().unwrap().push((Instant::now(), command_line(arguments)));
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output();
    let line = command_line(arguments);
    RUNNING.lock().unwrap().retain(|(_, running)| *running != line);
    let output = output.map_err(|error| format!("the program can't be run: {error}"))?;
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    match output.status.code() {
        Some(0) => Ok((Reply::Answer(output.stdout), Vec::new())),
        Some(2) if message.starts_with("error: ") => Ok((Reply::Refusal(message), output.stdout)),
        Some(2) => Err(format!("exit code 2 without `error: `: {message}")),
        _ => Err(format!("ended with {}: {message}", output.status)),
    }
}

/// The commands that are running, and since when.
static RUNNING: Mutex<Vec<(Instant, String)>> = Mutex::new(Vec::new());

/// Says once of each command that it has been running for a minute.
pub(crate) fn say_what_is_slow() {
    let mut running = RUNNING.lock().unwrap();
    for (_, line) in running.extract_if(.., |(since, _)| since.elapsed() > Duration::from_mins(1)) {
        eprintln!("still running after a minute: {line}");
    }
}

/// The formats that a command offers.
pub(crate) fn formats(command: &str) -> Vec<String> {
    let reply = run(&[command, "nim", "--format", "?"].map(str::to_owned));
    let Ok(Reply::Refusal(message)) = reply else { panic!("`{command}` has the format `?`") };
    let list = message.split_once("[possible values: ").and_then(|(_, rest)| rest.split_once(']'));
    let (list, _) = list.unwrap_or_else(|| panic!("`{command}` does not say which formats it has: {message}"));
    list.split(", ").map(str::to_owned).collect()
}

/// Reads a JSON document.
pub(crate) fn read_json(bytes: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(bytes).map_err(|error| format!("not a JSON document: {error}"))
}

/// A command line that a shell reads as these arguments.
pub(crate) fn command_line(arguments: &[String]) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=:,./".contains(c);
    let quoted = |argument: &String| match argument {
        plain if !plain.is_empty() && plain.chars().all(is_plain) => plain.clone(),
        other => format!("'{}'", other.replace('\'', r"'\''")),
    };
    std::iter::once("wythoff".to_owned()).chain(arguments.iter().map(quoted)).collect::<Vec<_>>().join(" ")
}

/// The engines, by the names that `--engine` takes.
pub(crate) const ENGINES: [&str; 8] =
    ["reference", "lines", "dual", "closed", "automaton", "dense", "sparse", "blocks"];

/// No engine by name, or mostly one that may solve the game.
pub(crate) fn random_engine(game: &Game, random: &mut Random) -> Option<&'static str> {
    let engines: &[&str] = match game.rules() {
        _ if random.chance(1, 2) => return None,
        _ if random.chance(1, 12) => &ENGINES,
        Some(_) if game.imitation().is_some() => &["reference", "dual", "closed"],
        Some(rules) if is_blocking(rules) => {
            &["reference", "lines", "closed", "automaton", "dense", "sparse", "blocks"]
        }
        _ => &["reference", "lines", "sparse", "closed"],
    };
    Some(*random.pick(engines))
}

/// What an engine is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    Position,
    Window,
    Columns,
}

/// Whether an engine has to answer; what it may refuse is counted, and must not become everything.
pub(crate) fn has_to_answer(game: &Game, engine: Option<&str>, work: Work) -> bool {
    let blocking = game.rules().is_some_and(is_blocking);
    let imitation = game.imitation().is_some();
    match engine {
        // Columns of an imitation game are followed by Theorem 19, which is about the rook.
        None if work == Work::Columns && imitation => is_imitation_nim(game),
        None => true,
        Some("reference") => work != Work::Columns,
        Some("lines") => !imitation,
        Some("dual") => is_imitation_nim(game),
        Some("dense" | "automaton") => blocking && work == Work::Window,
        // Its k is at most 65535.
        Some("sparse") => blocking && work != Work::Position && game.k().is_some_and(|k| k <= 0xffff),
        _ => false,
    }
}

/// Whether it is an imitation game of Lar09: the rook of Nim, no hole, and who cannot move loses.
fn is_imitation_nim(game: &Game) -> bool {
    let is_nim = |rules: &Rules| rules.hole.is_none() && !rules.misere && rules.moves == [Piece::rook()];
    game.imitation().is_some() && game.rules().is_some_and(is_nim)
}

/// Whether it is a game W^k: the queen, and k − 1 blocks of any of her options; who cannot move loses.
fn is_blocking(rules: &Rules) -> bool {
    rules.hole.is_none()
        && !rules.misere
        && matches!(rules.twist, Twist::None | Twist::Block { class: None, .. })
        && rules.moves == [Piece::rook(), Piece::Bishop { width: 1 }]
}

/// `(0,3) (1,1)` or `0,3 1,1`, as positions.
pub(crate) fn read_positions(text: &str) -> Result<Vec<Position>, String> {
    text.split_whitespace().map(read_position).collect()
}

/// `(0,3)` or `0,3`.
pub(crate) fn read_position(text: &str) -> Result<Position, String> {
    let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let numbers = bare.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
    numbers.ok_or_else(|| format!("`{text}` is not a position"))
}

/// Positions as `--blocked`, `--proposed` and `--history` take them.
pub(crate) fn write_positions(positions: &[Position]) -> String {
    positions.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

/// Whether the name that the program gives a game is right: of a family, with every parameter.
pub(crate) fn check_name(game: &Game, text: &str, found: &str) -> Result<(), String> {
    let is_family = text.split(':').next().is_some_and(|name| !name.trim().eq_ignore_ascii_case("custom"));
    if is_family && found != game.to_string() {
        return Err(format!("the game is called {found}, but it is {game}"));
    }
    Ok(())
}

/// Says what differs.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, right: &T) -> Result<(), String> {
    if found == right { Ok(()) } else { Err(format!("{what}: found {found:?}, but right is {right:?}")) }
}
