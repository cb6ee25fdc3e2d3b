//! `wythoff lab` as a process: killed at any moment, it goes on where it was, to the same boards.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::harm::{Lot, files};

/// Rows of squares of the board that is asked for.
const ROWS: usize = 7;

/// A laboratory that is killed in the end.
struct Lab {
    child: Child,
    address: String,
}

impl Lab {
    fn start(store: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
        command.args(["lab", "--port", "0", "--store"]).arg(store).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("no address: {line}")).to_owned();
        Self { child, address }
    }

    /// Asks for the board of W^60; it goes on after a kill once that was answered.
    fn grow(&self) {
        let body = format!("{{\"side\":{}}}", 2048 * ROWS);
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "POST /api/board/blocking:k=60/grow HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    }

    /// Waits until the board is there, and the one that is there from the start.
    fn finish(&mut self, store: &Path) {
        let is_done = |board: &str, rows: usize| {
            let board = store.join(board);
            board.join(format!("{:05}.row", rows - 1)).exists() && !board.join("target").exists()
        };
        while !is_done("w60", ROWS) || !is_done("w100", 4) {
            assert_eq!(self.child.try_wait().unwrap(), None, "the laboratory ended by itself");
            sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Every file of every board, but for the note of when it was used.
fn boards(store: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut boards = BTreeMap::new();
    for board in ["w60", "w100"] {
        for (name, content) in files(&store.join(board)) {
            if name != "used" {
                boards.insert(Path::new(board).join(name), content);
            }
        }
    }
    boards
}

#[test]
fn a_laboratory_may_be_killed_at_any_moment() {
    let (folder, mut lot) = (tempfile::tempdir().unwrap(), Lot::new(1));
    let whole = folder.path().join("whole");
    let mut lab = Lab::start(&whole);
    let since = Instant::now();
    lab.grow();
    lab.finish(&whole);
    let longest = u64::try_from(since.elapsed().as_micros()).unwrap();
    drop(lab);
    let whole = boards(&whole);
    assert_eq!(whole.len(), ROWS + 4);
    for number in 0..3 {
        let store = folder.path().join(number.to_string());
        let lab = Lab::start(&store);
        lab.grow();
        drop(lab);
        for _ in 0..6 {
            let lab = Lab::start(&store);
            sleep(Duration::from_micros(lot.below(longest / 3 + 1)));
            drop(lab);
        }
        Lab::start(&store).finish(&store);
        assert!(boards(&store) == whole);
        fs::remove_dir_all(store).unwrap();
    }
}
