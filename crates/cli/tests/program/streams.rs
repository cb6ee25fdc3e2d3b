//! Standard streams that are closed, full or cut off; and what every command has in common. The commands are those that
//! the program itself lists: a new one fails here until it has its lines.
#![cfg(target_os = "linux")]

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_wythoff");

/// What each command is asked: at least once with an answer, and once what is refused after the arguments were read.
/// `{folder}` is a new folder, `{proofs}` that of the certificates.
const LINES: [&str; 54] = [
    "games",
    "games nothing",
    "solve W^5 3 4",
    "solve foo 1 2",
    "table wythoff --count 3",
    "table wythoff --column b",
    "board wythoff --size 3",
    "board comply-diagonal:p=2 --values deviation --format npy",
    "play wythoff 3 4",
    "play foo 3 4",
    "check Lar11.Thm1.1.k3 --bound 20",
    "check Lar11.Thm1.1.k3 --bound 18446744073709551615",
    "threads 3 --columns 2000",
    "threads 3 --columns 1",
    "sweep --k 1..2 --columns 2000 --json -o {folder}/atlas",
    "sweep --k 1..2 --columns 2000 -o {folder}/atlas",
    "sweep --k 1..2 --columns 1 -o {folder}/atlas",
    "sweep --merge {folder}/nowhere -o {folder}/atlas",
    "regions 5",
    "regions 5 -o {folder}/nowhere/picture.png",
    "skin --columns 64",
    "skin --columns 64 --checkpoint {folder}/arm",
    "skin --columns 64 --from {folder}/nowhere",
    "skin --columns 18446744073709551615",
    "compare 5 6 --size 9",
    "compare 5 6 --at 18446744073709551615,0",
    "machines 11 --columns 32768",
    "machines 11 --columns 100",
    "golden --values 2 --columns 100",
    "golden --columns 16777217",
    "periods wythoff --max-x 3",
    "periods W^5 --max-x 3",
    "automaton game:5 --size 3 --reverse largest",
    "automaton game:5 --size 3 --reverse list:s",
    "verify {proofs}/k002.json",
    "verify {folder}/nofile",
    "verify {folder}/nofile {proofs}/k002.json {folder}/nofile",
    "verify --follow 1000000 {proofs}/strips/k055.json",
    "verify --follow 1000000 {proofs}/k002.json",
    "prove 2",
    "prove 2 --base 8",
    "prove 5 --rules 100",
    "prove 2 -o -",
    "prove 11 --machine 20000",
    "reproduce --list",
    "reproduce Lar15.Table1 --quick -o {folder}/papers",
    "reproduce nothing -o {folder}/papers",
    "bench -o {folder}/nowhere/bench.txt",
    "lab --port 0 --listen 192.0.2.1 --store {folder}/store",
    "completions bash",
    "completions tcsh",
    "man solve",
    "man nothing",
    "man -o {folder}/man1",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stream {
    Read,
    Closed,
    Full,
    /// A pipe whose reader has gone.
    Cut,
}

const BROKEN: [Stream; 3] = [Stream::Closed, Stream::Full, Stream::Cut];

impl Stream {
    fn stdio(self) -> Stdio {
        match self {
            Self::Read => Stdio::piped(),
            // The shell closes it.
            Self::Closed => Stdio::null(),
            Self::Full => OpenOptions::new().write(true).open("/dev/full").unwrap().into(),
            Self::Cut => std::io::pipe().unwrap().1.into(),
        }
    }
}

fn spawn(line: &str, folder: &Path, out: Stream, err: Stream) -> Child {
    let closed = |stream, redirection| if stream == Stream::Closed { redirection } else { "" };
    let script = format!("exec \"$0\" \"$@\"{}{}", closed(out, " >&-"), closed(err, " 2>&-"));
    let proofs = concat!(env!("CARGO_MANIFEST_DIR"), "/../wythoff/proofs");
    let words = line.split(' ').map(|word| {
        let word = word.replace("{folder}", folder.to_str().unwrap());
        word.replace("{proofs}", proofs)
    });
    let mut command = Command::new("sh");
    command.args(["-c", &script, PROGRAM]).args(words);
    command.stdin(Stdio::null()).stdout(out.stdio()).stderr(err.stdio()).spawn().unwrap()
}

fn run(line: &str, out: Stream, err: Stream) -> Output {
    let folder = tempfile::tempdir().unwrap();
    spawn(line, folder.path(), out, err).wait_with_output().unwrap()
}

/// The exit code; a panic, or an end by a signal, is none.
fn code(line: &str, out: Stream, err: Stream) -> i32 {
    let output = run(line, out, err);
    let code = output.status.code().filter(|code| [0, 1, 2].contains(code));
    code.unwrap_or_else(|| panic!("{line}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)))
}

/// The commands that the program lists.
fn commands() -> Vec<String> {
    let help = String::from_utf8(run("--help", Stream::Read, Stream::Read).stdout).unwrap();
    let list = help.split("\nCommands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let names = list.lines().filter(is_name).map(|line| line.split_whitespace().next().unwrap().to_owned());
    let names: Vec<String> = names.filter(|name| name != "help").collect();
    assert!(names.len() > 10, "{help}");
    names
}

fn is_of(line: &str, command: &str) -> bool {
    line.split(' ').next() == Some(command)
}

#[test]
fn every_command_has_its_lines() {
    for command in commands() {
        let codes: Vec<i32> = LINES
            .iter()
            .filter(|line| is_of(line, &command))
            .map(|line| code(line, Stream::Read, Stream::Read))
            .collect();
        assert!(codes.contains(&2), "{command}: nothing is refused");
        // These two take long, or for ever: they have tests of their own.
        assert!(codes.contains(&0) || ["bench", "lab"].contains(&command.as_str()), "{command}: nothing is answered");
    }
}

/// Whoever does not listen to standard error changes nothing.
#[test]
fn standard_error_plays_no_part_in_how_the_program_ends() {
    for line in LINES {
        let usual = code(line, Stream::Read, Stream::Read);
        for err in BROKEN {
            assert_eq!(code(line, Stream::Read, err), usual, "{line}, standard error {err:?}");
        }
    }
}

/// A full device is an error, and a reader who has gone is none. (Rust opens what is closed as /dev/null before the
/// program begins.) With standard error in the same state nothing changes.
#[test]
fn standard_output_that_is_full_is_an_error() {
    for line in LINES {
        let usual = run(line, Stream::Read, Stream::Read);
        let usual_code = usual.status.code().unwrap();
        for out in BROKEN {
            let expected = match out {
                _ if usual.stdout.is_empty() => usual_code,
                Stream::Full => 2,
                Stream::Cut => 0,
                Stream::Closed | Stream::Read => usual_code,
            };
            for err in [Stream::Read, out] {
                assert_eq!(code(line, out, err), expected, "{line}, standard output {out:?}, standard error {err:?}");
            }
        }
    }
}

/// Help and version are answers like others, and usage errors are errors like others.
#[test]
fn help_and_usage_follow_the_same_rules() {
    let helps = commands().into_iter().map(|command| format!("{command} --help"));
    for line in helps.chain(["--help", "-h", "--version", "help solve"].map(str::to_owned)) {
        let codes = BROKEN.map(|out| code(&line, out, Stream::Read));
        assert_eq!(codes, [0, 2, 0], "{line}");
    }
    let wrong = commands().into_iter().map(|command| format!("{command} --no-such-option"));
    for line in wrong.chain(["--nothing", "nothing"].map(str::to_owned)) {
        let output = run(&line, Stream::Read, Stream::Read);
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{line}");
        for err in [Stream::Read, Stream::Closed, Stream::Full, Stream::Cut] {
            assert_eq!(code(&line, Stream::Read, err), 2, "{line}, standard error {err:?}");
        }
    }
}

#[test]
fn the_signature_of_a_bench_needs_a_place() {
    assert_eq!(code("bench --quick", Stream::Full, Stream::Full), 2);
}

/// A request that is refused leaves nothing on standard output.
#[test]
fn what_is_refused_writes_nothing() {
    let formats = ["text", "csv", "json", "npy", "png", "svg"];
    let boards = formats.iter().flat_map(|format| {
        // No deviations, no palace numbers, too many cells, an engine that does not solve the game.
        [
            format!("board comply-diagonal:p=2 --values deviation --size 9 --format {format}"),
            format!("board imitation --values palace --size 9 --format {format}"),
            format!("board W^5 --size 9 --at 18446744073709551600,18446744073709551600 --format {format}"),
            format!("board W^5 --size 9 --engine dual --format {format}"),
        ]
    });
    let tables =
        ["csv", "json", "latex", "bfile", "text"].map(|format| format!("table W_2 --max-x 3 --format {format}"));
    for line in boards.chain(tables).chain(LINES.map(str::to_owned)) {
        let output = run(&line, Stream::Read, Stream::Read);
        let is_refused = output.status.code() == Some(2);
        // Several files are verified one by one.
        let is_clean = output.stdout.is_empty() || line.contains("nofile {proofs}");
        assert!(!is_refused || is_clean, "{line}: {} bytes", output.stdout.len());
        assert!(is_refused || !line.starts_with("board comply") && !line.starts_with("table W_2"), "{line}");
    }
}

/// Reads lines until one has the word, and asks the laboratory to end.
fn end(mut lab: Child, lines: impl BufRead, word: &str) -> Option<i32> {
    assert!(lines.lines().any(|line| line.unwrap().contains(word)), "no {word}");
    assert!(Command::new("kill").args(["-TERM", &lab.id().to_string()]).status().unwrap().success());
    lab.wait().unwrap().code()
}

/// A laboratory goes on until it is asked to end, which is how it ends well.
#[test]
fn a_laboratory_without_listeners() {
    let line = "lab --port 0 --store {folder}/store";
    let folder = || tempfile::tempdir().unwrap();
    for err in [Stream::Read, Stream::Closed, Stream::Full, Stream::Cut] {
        let folder = folder();
        let mut lab = spawn(line, folder.path(), Stream::Read, err);
        let address = BufReader::new(lab.stdout.take().unwrap());
        assert_eq!(end(lab, address, "http://"), Some(0), "standard error {err:?}");
    }
    let closed = folder();
    let mut lab = spawn(line, closed.path(), Stream::Closed, Stream::Read);
    let words = BufReader::new(lab.stderr.take().unwrap());
    assert_eq!(end(lab, words, "boards are kept"), Some(0));
    assert_eq!(code(line, Stream::Full, Stream::Read), 2);
    assert_eq!(code(line, Stream::Cut, Stream::Read), 0);
}

/// For each command that prints data, how it prints one JSON document.
const DOCUMENTS: [&str; 24] = [
    "games --json",
    "games wythoff --json",
    "solve W^5 3 4 --json",
    "table wythoff --count 3 --json",
    "table wythoff --count 3 --format json",
    "table wythoff --count 3 --format stats",
    "board 2x3WN_1 --size 3 --json",
    "board 2x3WN_1 --size 3 --values palace --json",
    "board W^5 --size 9 --format stats",
    "check Lar11.Thm1.1.k3 --bound 20 --json",
    "check Lar11 --list --json",
    "threads 3 --columns 2000 --json",
    "threads 3..4 --columns 2000 --json",
    "sweep --k 1..2 --columns 2000 --json -o {folder}/atlas",
    "regions 5 --json",
    "skin --columns 64 --json",
    "compare 5 6 --size 9 --json",
    "machines 11 --columns 32768 --json",
    "golden --values 2 --columns 100 --json",
    "periods wythoff --max-x 3 --json",
    "automaton game:5 --size 3 --reverse largest --json",
    "verify {proofs}/k002.json {proofs}/k003.json --json",
    "prove 2 --json",
    "reproduce --list --json",
];

#[test]
fn json_is_one_document_in_every_command() {
    for command in commands() {
        let help = run(&format!("{command} --help"), Stream::Read, Stream::Read);
        let has_json = String::from_utf8(help.stdout).unwrap().split_whitespace().any(|word| word == "--json");
        assert_eq!(has_json, !["play", "lab", "completions", "man"].contains(&command.as_str()), "{command}");
        // A bench has its own test.
        let is_shown = DOCUMENTS.iter().any(|line| is_of(line, &command)) || command == "bench";
        assert_eq!(has_json, is_shown, "{command} has no line");
    }
    for line in DOCUMENTS {
        let output = run(line, Stream::Read, Stream::Read);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        let document = serde_json::from_slice::<serde_json::Value>(&output.stdout);
        assert!(document.is_ok_and(|document| document.is_object() || document.is_array()), "{line}");
        assert!(output.stdout.ends_with(b"\n"), "{line}");
    }
}

/// Coordinates that a reader of JSON would round are strings.
#[test]
fn json_keeps_the_digits_of_far_windows() {
    for (line, at) in [
        ("board wythoff --size 1 --at 9007199254740993,5 --json", r#"["9007199254740993",5]"#),
        ("compare 1 1 --size 1 --at 9007199254740993,5 --offset 0,0 --json", r#"["9007199254740993",5]"#),
        ("automaton shoulder --size 1 --at -9007199254740993,5 --json", r#"["-9007199254740993",5]"#),
    ] {
        let output = run(line, Stream::Read, Stream::Read);
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["at"].to_string(), at, "{line}");
    }
}

/// What was typed is not thrown back in full, whichever argument it was.
#[test]
fn a_message_does_not_echo_an_endless_argument() {
    const LONGEST: usize = 10_000;
    let endless =
        ["a".repeat(100_000), "1".repeat(100_000), "a ".repeat(50_000), "1,".repeat(50_000), "a\n".repeat(50_000)];
    let check = |arguments: &[&str]| {
        let output = Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().unwrap();
        let shown: Vec<String> = arguments.iter().map(|word| word.chars().take(20).collect()).collect();
        assert!(matches!(output.status.code(), Some(0 | 2)), "{shown:?}: {}", output.status);
        let length = output.stderr.len();
        assert!(length < LONGEST, "{shown:?}: {length} bytes");
    };
    for word in &endless {
        check(&[word]);
        for command in commands() {
            // A laboratory that is not refused goes on.
            if command != "lab" {
                check(&[&command, word]);
            }
            check(&[&command, &format!("--{word}")]);
            let help = run(&format!("{command} --help"), Stream::Read, Stream::Read);
            let help = String::from_utf8(help.stdout).unwrap();
            let options = help.split_whitespace().filter(|option| option.starts_with("--"));
            for option in options.filter(|option| !["--help", "--open", "--store", "--atlas"].contains(option)) {
                check(&[&command, option, word]);
            }
        }
        for line in [["solve", "W^5", word], ["play", word, "3,4"], ["board", word, "--json"], ["compare", word, "3"]] {
            check(&line);
        }
        for option in ["--blocked", "--history", "--proposed", "--engine"] {
            check(&["solve", "W^5", "3", "4", option, word]);
        }
        for option in ["-o", "--at", "--size", "--format"] {
            check(&["board", "W^5", option, word]);
        }
        check(&["verify", word, word]);
        check(&["sweep", "--merge", word, "-o", word]);
        check(&["reproduce", word, "-o", word]);
        check(&["prove", "2", "--numeration", word]);
    }
}
