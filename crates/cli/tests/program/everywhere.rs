//! What holds for every command: examples that run, options, the manual, completions.

use std::process::{Command, Output, Stdio};

fn wythoff(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
    command.args(line.split_whitespace()).stdin(Stdio::null()).output().unwrap()
}

/// What is printed; the command has to succeed.
fn said(line: &str) -> String {
    let output = wythoff(line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn complaint(line: &str) -> String {
    let output = wythoff(line);
    assert_eq!(output.status.code(), Some(2), "{line}");
    String::from_utf8(output.stderr).unwrap()
}

fn commands() -> Vec<String> {
    let help = said("-h");
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").map(str::to_owned).collect()
}

/// All in one folder, in the order of the commands: what `prove` writes is what `verify` reads.
#[test]
#[cfg(unix)]
fn examples_in_the_help_run() {
    /// One never ends, and the other measures for long.
    const PARSED_ONLY: [&str; 2] = ["lab", "bench"];
    let folder = tempfile::tempdir().unwrap();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_wythoff")).parent().unwrap();
    let mut places = vec![program.to_owned()];
    places.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let path = std::env::join_paths(places).unwrap();
    let mut ran = 0;
    for command in commands().iter().filter(|command| !PARSED_ONLY.contains(&command.as_str())) {
        let help = said(&format!("{command} --help"));
        for line in help.lines().filter(|line| line.starts_with("  wythoff ")) {
            let mut shell = Command::new("sh");
            shell.args(["-c", line]).env("PATH", &path).current_dir(folder.path()).stdin(Stdio::null());
            let output = shell.output().unwrap();
            assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
            ran += 1;
        }
    }
    assert!(ran >= 30, "{ran} examples");
}

#[test]
fn quiet_leaves_out_notes_and_keeps_errors() {
    const NOTED: &str = "automaton game:5 --size 6 --reverse smallest";
    let (loud, quiet) = (wythoff(NOTED), wythoff(&format!("{NOTED} --quiet")));
    assert!(String::from_utf8_lossy(&loud.stderr).contains("free choices"));
    assert!(quiet.stderr.is_empty());
    assert_eq!(loud.stdout, quiet.stdout);
    assert_eq!(complaint("-q solve W^0 1 2"), complaint("solve W^0 1 2"));
    // A certificate on standard output puts the report on the other stream.
    let quiet = wythoff("-q prove 3 --numeration binary -o -");
    assert!(quiet.stderr.is_empty() && quiet.stdout.starts_with(b"{"));
}

#[test]
fn colours_come_when_they_are_asked_for() {
    const ESCAPE: char = '\u{1b}';
    // Of an error, of arguments that make no command, and of help.
    for line in ["solve W^0 1 2", "solve W^5 1 2 --grundy", "solve W^5 1 2 --color pink"] {
        assert!(!complaint(line).contains(ESCAPE), "{line}");
        assert!(complaint(&format!("--color always {line}")).contains(ESCAPE), "{line}");
        assert!(!complaint(&format!("--color always --color=never {line}")).contains(ESCAPE), "{line}");
    }
    assert!(!said("solve --help").contains(ESCAPE));
    assert!(said("solve --help --color=always").contains(ESCAPE));
    assert!(said("play nim 1 1 --color always").contains(ESCAPE));
}

#[test]
fn answers_do_not_depend_on_threads() {
    const BOARD: &str = "board W^200 --size 2000 --format csv --engine dense --values palace";
    let one = said(&format!("{BOARD} --threads 1"));
    assert_eq!(one, said(&format!("{BOARD} --threads 3")));
    assert_eq!(said("skin --threads 1 --json"), said("--threads 5 skin --json"));
    for threads in ["0", "257", "x"] {
        assert!(complaint(&format!("games --threads={threads}")).contains("'--threads <N>'"), "{threads}");
    }
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    assert_eq!(said(&format!("man -o {}", pages.display())), "");
    let page = |name: &str| std::fs::read_to_string(pages.join(name)).unwrap();
    assert!(page("wythoff.1").contains("wythoff\\-solve(1)"));
    for command in commands() {
        let page = page(&format!("wythoff-{command}.1"));
        assert_eq!(page, said(&format!("man {command}")));
        let sections = ["NAME", "SYNOPSIS", "DESCRIPTION", "EXAMPLES"];
        assert!(sections.iter().all(|section| page.contains(&format!(".SH {section}\n"))), "{page}");
        assert!(page.contains(&format!("\n  wythoff {command}")) && page.contains("\\-\\-threads"), "{page}");
    }
    assert_eq!(std::fs::read_dir(&pages).unwrap().count(), commands().len() + 1);
    assert!(complaint("man chess").starts_with("error: COMMAND: there is no `wythoff chess`"));
}

#[test]
fn shells_complete_commands_and_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = said(&format!("completions {shell}"));
        assert!(commands().iter().all(|command| script.contains(command)), "{shell}");
        assert!(script.contains("threads") && script.contains("slopes"), "{shell}");
    }
}

#[test]
fn the_version_says_what_it_was_built_for() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(said("-V"), format!("wythoff {version}\n"));
    let long = said("--version");
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines[0], format!("wythoff {version}"));
    let target = lines[1].strip_prefix("target: ").unwrap();
    assert!(target.contains(std::env::consts::ARCH), "{target}");
    assert_eq!(lines[2], if cfg!(feature = "parquet") { "features: +parquet" } else { "features: -parquet" });
    assert!(lines[3].starts_with("instruction sets of this machine: "), "{long}");
}
