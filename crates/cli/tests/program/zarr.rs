//! Boards as Zarr: the cells are the board's, and a run that was killed goes on.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use wythoff::zarr::shard::{self, Shape};

use crate::harm::{Lot, killed, timed};

fn board(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
    command.args(["board", "--quiet"]).args(arguments);
    command
}

fn ran(arguments: &[&str]) -> Output {
    board(arguments).output().expect("the program runs")
}

fn fingerprint(output: &Output) -> Value {
    let stats: Value = serde_json::from_slice(&output.stdout).expect("statistics");
    stats["fingerprint"].clone()
}

#[test]
fn cells_are_those_of_the_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.zarr");
    let written = ran(&["W^40", "--size", "2000", "-o", path.to_str().expect("a path")]);
    assert_eq!(fingerprint(&written), fingerprint(&ran(&["W^40", "--size", "2000", "--format", "stats"])));
    let file = fs::read(path.join("cells/bits/c/0/0")).expect("the only shard");
    let shape = Shape { rows: 2048, row_bytes: 256, chunk_rows: 1024, chunk_row_bytes: 128 };
    let bits = shard::decode(shape, &file).expect("a whole shard");
    let text = ran(&["W^40", "--size", "2000", "--format", "csv"]).stdout;
    let text = String::from_utf8(text).expect("numbers");
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 2000);
    for (y, row) in rows.iter().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            assert_eq!(bits[256 * y + x / 8] >> (x % 8) & 1, u8::from(*cell == "1"), "({x},{y})");
        }
    }
}

/// Whoever solves blocks writes the same; without a GPU a sentence says who does.
#[test]
fn a_gpu_writes_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    for more in [&["--counts", "64"][..], &[]] {
        let line = |engine: &str| {
            let path = path(&format!("{engine}{}.zarr", more.len()));
            let arguments = ["W^300", "--size", "9000", "--engine", engine, "-o", &path];
            let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
            let output = command.arg("board").args(arguments).args(more).output().expect("the program runs");
            (output, path)
        };
        let ((here, expected), (there, found)) = (line("dense"), line("gpu"));
        assert_eq!(fingerprint(&there), fingerprint(&here));
        assert!(files(&found) == files(&expected));
        let stats: Value = serde_json::from_slice(&there.stdout).expect("statistics");
        let said = String::from_utf8_lossy(&there.stderr);
        assert_eq!(stats["engine"] == "gpu", said.is_empty(), "{said}");
        assert!(said.is_empty() || said.ends_with(": the processor does it instead\n"), "{said}");
    }
}

/// Other games, windows and values are written in bands of rows.
#[test]
fn any_board_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, arguments) in [
        ("nim", ["nim", "--size", "2500x100", "--at", "0,0", "--values", "outcome"]),
        ("palace", ["W^40", "--size", "2100", "--at", "7,3", "--values", "palace"]),
        ("hole", ["custom: rook + bishop | hole 3,5", "--size", "50x2200", "--at", "1,0", "--values", "outcome"]),
        ("lines", ["W^40", "--size", "300", "--at", "0,0", "--engine", "lines"]),
    ] {
        let path = folder.path().join(name).to_str().expect("a path").to_owned();
        let written = ran(&[&arguments[..], &["--format", "zarr", "-o", &path]].concat());
        let stats = ran(&[&arguments[..5], &["--format", "stats"]].concat());
        assert_eq!(fingerprint(&written), fingerprint(&stats), "{name}");
        let root: Value =
            serde_json::from_slice(&fs::read(format!("{path}/zarr.json")).expect("a root")).expect("JSON");
        assert_eq!(root["attributes"]["wythoff"]["fingerprint"], fingerprint(&stats), "{name}");
        assert_eq!(root["attributes"]["wythoff"]["complete"], true, "{name}");
    }
}

#[test]
fn a_killed_run_goes_on() {
    fn arguments(path: &str) -> [&str; 8] {
        ["W^900", "--size", "30000", "--counts", "64", "--threads=2", "-o", path]
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path").to_owned();
    let (whole, cut, mut lot) = (path("whole.zarr"), path("cut.zarr"), Lot::new(1));
    let longest = timed(&mut board(&arguments(&whole)));
    let expected = fingerprint(&ran(&["W^900", "--size", "30000", "--format", "stats"]));
    for _ in 0..10 {
        if killed(&mut board(&arguments(&cut)), &mut lot, longest) {
            fs::remove_dir_all(&cut).expect("it was whole");
        }
    }
    assert_eq!(fingerprint(&ran(&arguments(&cut))), expected);
    assert!(files(&cut) == files(&whole));
}

/// All files of a folder in order, but what a killed run left.
fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = files_of(Path::new(folder)).collect();
    files.retain(|(name, _)| !name.ends_with(".partial"));
    files.sort();
    files
}

fn files_of(folder: &Path) -> Box<dyn Iterator<Item = (String, Vec<u8>)>> {
    let root = folder.to_owned();
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    Box::new(entries.collect::<Vec<_>>().into_iter().flat_map(move |path| {
        let name = path.strip_prefix(&root).expect("inside").display().to_string();
        if path.is_dir() {
            let inside = files_of(&path).map(move |(inner, content)| (format!("{name}/{inner}"), content));
            return Box::new(inside) as Box<dyn Iterator<Item = (String, Vec<u8>)>>;
        }
        Box::new(std::iter::once((name, fs::read(&path).expect("a file"))))
    }))
}

#[test]
fn what_is_not_written_as_zarr_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.zarr").to_str().expect("a path").to_owned();
    for (arguments, words) in [
        (vec!["W^5", "--size", "100", "--values", "palace", "--counts", "8", "-o", &path], "does not go with --values"),
        (vec!["diagonal-blocking:p=3", "--values", "deviation", "-o", &path], "deviation"),
        (vec!["nim", "--size", "100", "--engine", "dense", "-o", &path], "dense"),
        (vec!["wythoff", "--at", "36893488147419103232,0", "-o", &path], "x, y < 2^64"),
        (vec!["nim", "--size", "1000000000", "-o", &path], "GiB of memory"),
        (vec!["W^5", "--size", "100", "--format", "zarr"], "name it with --output"),
        (vec!["W^5", "--size", "100", "--counts", "64"], "belongs to Zarr"),
        (vec!["W^5", "--size", "100", "--counts", "7", "-o", &path], "power of two from 2 to 1024, not 7"),
        (vec!["W^5", "--size", "1000000000000", "--counts", "64", "-o", &path], "cells"),
    ] {
        let refused = ran(&arguments);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && said.contains(words), "{arguments:?}: {said}");
        assert!(!Path::new(&path).exists(), "{arguments:?}");
    }
}
