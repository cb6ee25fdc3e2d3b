//! What happens to files: nothing that was there is lost, and interrupted work is kept where it is of use.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

fn wythoff(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
    command.current_dir(folder).args(arguments);
    command
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const BOARD: [&str; 4] = ["board", "wythoff", "--size", "3x2"];
const CONTENT: &str = "1,0,0\n0,0,1\n";

#[test]
fn a_link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("target.csv"), "old").unwrap();
    std::os::unix::fs::symlink("target.csv", folder.path().join("link.csv")).unwrap();
    let output = wythoff(folder.path(), &[&BOARD[..], &["-o", "link.csv"]].concat()).output().unwrap();
    assert!(output.status.success(), "{}", errors(&output));
    assert!(folder.path().join("link.csv").is_symlink());
    assert_eq!(fs::read_to_string(folder.path().join("target.csv")).unwrap(), CONTENT);
}

#[test]
fn a_protected_file_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.csv");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    let output = wythoff(folder.path(), &[&BOARD[..], &["-o", "board.csv"]].concat()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(errors(&output), "error: --output: board.csv is write-protected\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
}

#[test]
fn a_name_without_a_known_ending_needs_a_format() {
    let folder = tempfile::tempdir().unwrap();
    let output = wythoff(folder.path(), &[&BOARD[..], &["-o", "board.xyz"]].concat()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let message = "error: --output: the name board.xyz does not end in .txt, .csv, .json, .npy, .png, .svg \
                   or .zarr: add --format\n";
    assert_eq!(errors(&output), message);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_picture_has_the_name_of_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let regions = ["regions", "5", "-o"];
    let compare = ["compare", "5", "6", "--size", "9", "-o"];
    for (command, name) in [(&regions[..], "r.svg"), (&regions, "r"), (&compare, "c.txt")] {
        let output = wythoff(folder.path(), &[command, &[name]].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = format!("error: --output: the picture is a PNG, and the name {name} does not end in .png\n");
        assert_eq!(errors(&output), message);
    }
    let automaton = ["automaton", "game:5", "--size", "3x2", "-o"];
    let output = wythoff(folder.path(), &[&automaton[..], &["a.xyz"]].concat()).output().unwrap();
    let message = "error: --output: the name a.xyz does not end in .txt, .csv, .json or .png: add --format\n";
    assert_eq!((output.status.code(), errors(&output).as_str()), (Some(2), message));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    for (command, name) in [(&regions[..], "r.png"), (&compare, "c.png"), (&automaton, "a.png"), (&automaton, "a.csv")]
    {
        let output = wythoff(folder.path(), &[command, &[name]].concat()).output().unwrap();
        assert!(output.status.success(), "{}", errors(&output));
        let bytes = fs::read(folder.path().join(name)).unwrap();
        assert_eq!(bytes.starts_with(b"\x89PNG"), name != "a.csv", "{name}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("a.csv")).unwrap(), "-5,-4,-3\n-4,-2,-1\n");
}

/// Interrupts a board that takes long once its file has begun to grow; what is in the folder then.
fn interrupted(name: &str) -> (Option<i32>, Vec<String>) {
    interrupted_work(&["board", "W^100", "--size", "20000x10000000", "--values", "palace"], name)
}

/// The same for any work that writes rows of 20000 numbers.
fn interrupted_work(work: &[&str], name: &str) -> (Option<i32>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), "old").unwrap();
    let files = || fs::read_dir(folder.path()).unwrap().map(Result::unwrap);
    let mut child = wythoff(folder.path(), &[work, &["-o", name]].concat()).spawn().unwrap();
    // The writer's buffer is a mebibyte: something has been computed when the file has content.
    while !files().any(|file| file.path() != folder.path().join(name) && file.metadata().unwrap().len() > 0) {
        assert_eq!(child.try_wait().unwrap(), None, "the work ended by itself");
        sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let code = child.wait().unwrap().code();
    assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "old", "the old file is whole");
    let mut names: Vec<String> = files().map(|file| file.file_name().into_string().unwrap()).collect();
    names.sort();
    if let Ok(lines) = fs::read_to_string(folder.path().join(format!("{name}.part"))) {
        assert!(lines.ends_with('\n') && lines.lines().all(|line| line.split(',').count() == 20_000), "whole lines");
    }
    (code, names)
}

#[test]
fn an_interrupted_csv_keeps_its_finished_lines() {
    assert_eq!(interrupted("board.csv"), (Some(130), vec!["board.csv".to_owned(), "board.csv.part".to_owned()]));
}

/// Finished lines that are kept already, or the rows that a checkpoint counts, stay as they are.
#[test]
fn an_interrupted_csv_keeps_what_was_kept_before() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("b.csv.part"), "kept").unwrap();
    let work = ["board", "W^100", "--size", "20000x10000000", "--values", "palace", "-o", "b.csv"];
    let mut child = wythoff(folder.path(), &work).spawn().unwrap();
    let is_growing = |file: fs::DirEntry| file.file_name() != "b.csv.part" && file.metadata().unwrap().len() > 0;
    while !fs::read_dir(folder.path()).unwrap().map(Result::unwrap).any(is_growing) {
        assert_eq!(child.try_wait().unwrap(), None, "the work ended by itself");
        sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(fs::read_to_string(folder.path().join("b.csv.part")).unwrap(), "kept");
    assert!(fs::metadata(folder.path().join("b.csv.part2")).unwrap().len() > 0);
    assert!(!folder.path().join("b.csv").exists());
}

/// The numbers are all there before the first is written: that is long work as well.
#[test]
fn an_interrupted_automaton_keeps_its_finished_lines() {
    let files = ["a.csv", "a.csv.part"].map(str::to_owned).to_vec();
    assert_eq!(interrupted_work(&["automaton", "game:5", "--size", "20000x1500"], "a.csv"), (Some(130), files));
}

#[test]
fn an_interrupted_picture_leaves_nothing() {
    assert_eq!(interrupted("board.png"), (Some(130), vec!["board.png".to_owned()]));
}

/// What a killed program has left is removed by the next that writes the same file; what another one is writing, and
/// what has only a similar name, stays.
#[test]
fn what_a_kill_left_unfinished_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let work = ["board", "W^100", "--size", "20000x10000000", "--values", "palace", "-o", "b.csv"];
    let mut child = wythoff(folder.path(), &work).spawn().unwrap();
    // Once something is written, it is locked.
    let is_growing = |file: &std::path::PathBuf| fs::metadata(file).unwrap().len() > 0;
    let unfinished = || fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()).find(is_growing);
    while unfinished().is_none() {
        assert_eq!(child.try_wait().unwrap(), None, "the work ended by itself");
        sleep(Duration::from_millis(5));
    }
    let left = unfinished().unwrap();
    let name = left.file_name().unwrap().to_str().unwrap();
    assert!(name.starts_with("b.csv.") && name.ends_with(".unfinished"), "{name}");
    for other in
        ["b.csv.unfinished", "b.csv.short.unfinished", "b.csv.a.ABCDEF.unfinished", "x.b.csv.ABCDEF.unfinished"]
    {
        fs::write(at(other), "another's").unwrap();
    }
    fs::create_dir(at("b.csv.FOLDER.unfinished")).unwrap();
    let board = || wythoff(folder.path(), &[&BOARD[..], &["-o", "b.csv"]].concat()).output().unwrap();
    let names = || {
        let names = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    assert!(board().status.success());
    assert!(left.exists(), "somebody is at work on it");
    let mut rest = names();
    assert_eq!(rest.len(), 7);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(left.exists(), "a kill leaves it");
    assert!(board().status.success());
    rest.remove(name);
    assert_eq!(names(), rest);
    assert_eq!(fs::read_to_string(at("b.csv")).unwrap(), CONTENT);
}

/// A reader that has had enough ends the program without a word.
#[test]
fn a_closed_pipe_is_no_error() {
    let line = format!("{} board W^3 --size 3000 | head -n 1", env!("CARGO_BIN_EXE_wythoff"));
    let output = Command::new("bash").args(["-c", &format!("set -o pipefail; {line}")]).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{}", errors(&output));
}
