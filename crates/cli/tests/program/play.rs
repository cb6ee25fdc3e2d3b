//! Matches against the program, as a person plays them: line by line, at heaps that no opponent could study.

use std::io::{Read, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

/// What the program says up to its next question; everything when it has ended.
fn listen(from: &mut ChildStdout) -> String {
    let (mut heard, mut byte) = (Vec::new(), [0]);
    while !is_question(&heard) && from.read(&mut byte).expect("the program speaks") == 1 {
        heard.push(byte[0]);
    }
    String::from_utf8(heard).expect("text")
}

/// A question is a line that waits: `your move> `.
fn is_question(heard: &[u8]) -> bool {
    let line = heard.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    line.ends_with(b"> ") && (line.starts_with(b"your ") || line.starts_with(b"`undo`"))
}

/// What a hint says is to be typed.
fn hinted(heard: &str) -> String {
    let hint = heard.split("Hint: ").last().expect("a hint").split_whitespace().collect::<Vec<_>>().join(" ");
    let what = hint.split(". ").next().expect("a sentence");
    let named = ["move to ", "block ", "propose ", "take l = "].iter().find_map(|verb| what.strip_prefix(verb));
    named.unwrap_or_else(|| panic!("{hint}")).replace("nothing", "")
}

fn say(to: &mut ChildStdin, line: &str) {
    writeln!(to, "{line}").expect("the program listens");
}

/// Plays a match to its end by the hints; the last lines.
fn by_hints(game: &str, x: &str, y: &str, first: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .args(["play", game, x, y, "--first", first, "--hint"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (mut to, mut from) = (program.stdin.take().expect("a pipe"), program.stdout.take().expect("a pipe"));
    let mut undone = false;
    let last = loop {
        let heard = listen(&mut from);
        if heard.contains("`undo` takes your last step back, `why` explains") {
            // Once it is taken back, and then played as before.
            say(&mut to, if undone { "" } else { "undo" });
            if undone {
                break heard;
            }
            undone = true;
            continue;
        }
        assert!(heard.ends_with("> "), "{game} {x} {y} {first}: {heard}");
        assert!(!heard.contains("can't be done"), "{game} {x} {y} {first}: {heard}");
        say(&mut to, &hinted(&heard));
    };
    assert!(program.wait().expect("the program ends").success(), "{game} {x} {y} {first}");
    last
}

/// Whoever follows the hints wins what can be won.
#[test]
fn large_heaps_are_won_by_the_hints() {
    for (game, x, y, first) in [
        ("W^5", "1000", "1000", "me"),
        ("wythoff", "500", "800", "me"),
        ("comply:k=3", "1000", "1000", "computer"),
        ("imitation:m=2,p=3", "500", "900", "me"),
        ("rook-blocking:m=2,p=3,l=1", "1200", "2000", "me"),
        ("choice:m=2,p=3", "700", "900", "me"),
    ] {
        let end = by_hints(game, x, y, first);
        assert!(end.contains("You win: "), "{game} {x} {y}: {end}");
    }
    for (game, x, y) in [("W^5", "1000", "1000"), ("wythoff", "500", "800")] {
        let end = by_hints(game, x, y, "computer");
        assert!(end.contains("The computer wins: "), "{game} {x} {y}: {end}");
    }
}

/// A step may lead to a position that nobody can solve: the match is not lost with it.
#[test]
fn a_position_too_large_is_not_the_end() {
    let (x, y) = ((1_u64 << 40).to_string(), (1_u64 << 41).to_string());
    let mut program = Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .args(["play", "modulo:m=1,p=4000000000", &x, &y])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut to = program.stdin.take().expect("a pipe");
    for line in [&format!("0,{x}"), "undo", "hint", "quit"] {
        say(&mut to, line);
    }
    let output = program.wait_with_output().expect("the program ends");
    assert!(output.status.success());
    let heard = String::from_utf8(output.stdout).expect("text");
    let heard = heard.split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, after) = heard.split_once("The computer is at a loss: a line holds 4000000000 P-positions").expect("why");
    let (_, after) = after.split_once("Your last step is taken back.").expect("the step is taken back");
    assert!(after.contains("your move> Hint: move to ") && after.ends_with("Goodbye."), "{after}");
}
