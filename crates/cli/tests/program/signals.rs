//! Signals: work ends in an orderly way, and the exit code tells by which.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const PROGRAM: &str = env!("CARGO_BIN_EXE_wythoff");
const STRIPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../wythoff/proofs/strips");

const TERMINATE: (&str, i32) = ("TERM", 15);
const INTERRUPT: (&str, i32) = ("INT", 2);
const HANG_UP: (&str, i32) = ("HUP", 1);

/// For each command that may work for long, work that takes hours. `{strips}` is the folder of their certificates.
const WORKS: [&str; 19] = [
    "solve W^100 60000 60001 --engine lines",
    "table gdwn:p=1,q=2 --max-x 100000000 --format stats",
    "table W^6 --max-x 100000000 --checkpoint state -o table.csv --format csv",
    "board W^100 --size 20000x10000000 --format csv -o board.csv",
    "board W^5000 --size 2000000 --format stats",
    "check --bound 3000",
    "threads 1..2000 --columns 4000000",
    "sweep --k 1..2000 --columns 4000000 -o atlas",
    "regions 16000",
    "skin --columns 1048576",
    "skin --columns 1048576 --checkpoint arm",
    "compare 500 501 --size 20000x10000000",
    "compare 500 501 --size 20000x10000000 -o picture.png",
    "automaton game:5 --size 20000x20000 --format csv -o numbers.csv",
    "prove 5 --rules 4194304",
    "prove 9 --machine 60000",
    "verify --follow 1000000000000 {strips}/k054.json",
    "reproduce CLN15 -o papers",
    "bench",
];

/// The signals that the process handles, or ignores, a bit for each.
fn mask(child: &Child, field: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix(field)).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap()
}

/// Starts the work, and waits until it hears.
fn start(line: &str, folder: &Path, script: &str) -> Child {
    // Whoever runs the tests may ignore signals, as `nohup` does, and so would the work.
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM", "sh", "-c", &format!("{script} exec \"$0\" \"$@\""), PROGRAM]);
    let words = line.split(' ').map(|word| word.replace("{strips}", STRIPS));
    command.args(words).current_dir(folder);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    while mask(&child, "SigCgt:") >> (TERMINATE.1 - 1) & 1 == 0 {
        assert_eq!(child.try_wait().unwrap(), None, "{line}: the work ended by itself");
        sleep(Duration::from_millis(5));
    }
    child
}

fn send(child: &Child, signal: &str) {
    assert!(Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn the_exit_code_tells_which_signal_stopped_the_work() {
    for line in WORKS {
        for (name, number) in [INTERRUPT, TERMINATE] {
            let folder = tempfile::tempdir().unwrap();
            let mut child = start(line, folder.path(), "");
            send(&child, name);
            assert_eq!(child.wait().unwrap().code(), Some(128 + number), "{line}, SIG{name}");
            // What is not finished leaves no trace, or is kept under its own name.
            let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
            let unfinished = names.filter(|name| name.to_string_lossy().ends_with(".unfinished")).count();
            assert_eq!(unfinished, 0, "{line}, SIG{name}");
        }
    }
}

/// A terminal that closes stops the work, too, unless the work is to outlive it.
#[test]
fn a_terminal_that_closes_ends_the_work_that_it_owns() {
    let (line, folder) = (WORKS[0], tempfile::tempdir().unwrap());
    let mut child = start(line, folder.path(), "");
    send(&child, HANG_UP.0);
    assert_eq!(child.wait().unwrap().code(), Some(128 + HANG_UP.1));
    let mut child = start(line, folder.path(), "trap '' HUP;");
    assert_eq!(mask(&child, "SigIgn:") >> (HANG_UP.1 - 1) & 1, 1, "what `nohup` has done is undone");
    send(&child, HANG_UP.0);
    send(&child, TERMINATE.0);
    assert_eq!(child.wait().unwrap().code(), Some(128 + TERMINATE.1));
}

/// Who asks for more than a day of work hears it first; who asks for an hour does not.
#[test]
fn days_of_work_are_announced() {
    let far = format!("table wythoff:m=2 --count 2147483648 --from 1{}", "0".repeat(2000));
    let near = format!("table wythoff:m=2 --count 2147483648 --from 1{}", "0".repeat(200));
    let works = [(far.as_str(), true), (near.as_str(), false), (WORKS[1], false)];
    for (line, is_long) in works {
        let mut command = Command::new(PROGRAM);
        command.args(line.split(' ')).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        while mask(&child, "SigCgt:") >> (TERMINATE.1 - 1) & 1 == 0 {
            sleep(Duration::from_millis(5));
        }
        // The note comes before the first look at the signal.
        send(&child, TERMINATE.0);
        let mut said = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut said).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(128 + TERMINATE.1), "{line}: {said}");
        assert_eq!(said.contains("this table takes more than "), is_long, "{line}: {said}");
    }
}
