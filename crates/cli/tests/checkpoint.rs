//! A table that is stopped or killed goes on from its checkpoint, and ends as if nothing had happened.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use wythoff::solve::sparse;

const K: u64 = 20;

fn table(folder: &Path, max_x: u64, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
    command.current_dir(folder).args(["table", "W^20", "--max-x", &max_x.to_string()]).args(more);
    command
}

fn done(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Starts a table that takes minutes, sends it a signal when it has a checkpoint, and tells how it ended and how many columns are
/// kept.
fn stopped(folder: &Path, signal: &str, more: &[&str]) -> (Output, u64) {
    let checkpoint = folder.join("state");
    let child = table(folder, 100_000_000, more).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !checkpoint.exists() {
        sleep(Duration::from_millis(5));
    }
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    (output, sparse::read_file(K, &checkpoint).unwrap().x())
}

/// p_count and signature.
fn tally(stats: &Output) -> (u64, String) {
    let stats: serde_json::Value = serde_json::from_slice(&stats.stdout).unwrap();
    (stats["p_count"].as_u64().unwrap(), stats["signature"].as_str().unwrap().to_owned())
}

#[test]
fn a_killed_table_goes_on_to_the_same_signature() {
    for signal in ["-KILL", "-INT"] {
        let folder = tempfile::tempdir().unwrap();
        let stats = ["--format", "stats", "--checkpoint", "state"];
        let (output, columns) = stopped(folder.path(), signal, &stats);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        if signal == "-INT" {
            assert_eq!(output.status.code(), Some(130), "{errors}");
            let kept = format!(
                "{columns} columns are done and kept in state; the same command goes on from there\ninterrupted\n"
            );
            assert!(errors.ends_with(&kept), "{errors}");
        } else {
            assert_eq!(output.status.code(), None, "{errors}");
        }
        assert!(columns > 0);
        let max_x = columns + 20_000;
        let resumed = done(table(folder.path(), max_x, &stats));
        let note = format!("going on from column {columns}\n");
        assert_eq!(String::from_utf8_lossy(&resumed.stderr), note);
        assert_eq!(tally(&resumed), tally(&done(table(folder.path(), max_x, &["--format", "stats"]))));
        // What is done is not done again, and a larger table begins where the smaller one ended.
        assert_eq!(tally(&done(table(folder.path(), max_x, &stats))), tally(&resumed));
        let further = done(table(folder.path(), max_x + 10, &stats));
        assert_eq!(tally(&further), tally(&done(table(folder.path(), max_x + 10, &["--format", "stats"]))));
    }
}

#[test]
fn a_killed_table_goes_on_with_its_rows() {
    for (signal, format) in [("-KILL", "csv"), ("-INT", "bfile"), ("-KILL", "text")] {
        let folder = tempfile::tempdir().unwrap();
        let rows = ["--format", format, "--checkpoint", "state", "-o", "rows"];
        let (_, columns) = stopped(folder.path(), signal, &rows);
        assert!(!folder.path().join("rows").exists());
        let max_x = columns + 5000;
        done(table(folder.path(), max_x, &rows));
        done(table(folder.path(), max_x, &["--format", format, "-o", "whole"]));
        let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
        assert!(read("rows") == read("whole"), "{signal}, {format}");
        assert!(!folder.path().join("rows.part").exists());
    }
}

#[test]
fn what_cannot_go_on_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |max_x: u64, more: &[&str]| {
        let output = table(folder.path(), max_x, more).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    done(table(folder.path(), 999, &["--format", "csv", "--checkpoint", "state", "-o", "rows"]));
    let stats = ["--format", "stats", "--checkpoint", "state"];
    let behind = "error: --checkpoint state: it has columns 0 to 999 already; --max-x must be at least that\n";
    assert_eq!(refused(500, &stats), behind);
    let rows_of = |path| ["--format", "csv", "--checkpoint", "state", "-o", path];
    assert!(refused(2000, &rows_of("rows")).contains("rows.part, where they were, is missing"));
    fs::write(folder.path().join("rows.part"), "n,a,b,delta\n0,0,0,0\n").unwrap();
    let fewer = "error: rows.part has fewer rows than the checkpoint: remove both to start anew\n";
    assert!(refused(2000, &rows_of("rows")).ends_with(fewer));
    let no_place = "error: --checkpoint: name the file of the rows with -o FILE, or ask for --format stats\n";
    assert_eq!(refused(2000, &["--checkpoint", "state"]), no_place);
    assert!(refused(2000, &["--format", "json", "--checkpoint", "state", "-o", "rows"]).contains("can't be continued"));
    assert!(refused(2000, &[&stats[..], &["--engine", "lines"]].concat()).contains("`lines` has no checkpoints"));
    fs::write(folder.path().join("state"), "not a checkpoint").unwrap();
    assert!(refused(2000, &stats).contains("error: --checkpoint state: this is not a checkpoint of the sparse engine"));
    let other = Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .current_dir(folder.path())
        .args(["table", "nim", "--max-x", "9", "--format", "stats", "--checkpoint", "state"])
        .output()
        .unwrap();
    let message = "error: --checkpoint: only tables of W^k for k ≤ 65535 have checkpoints, and nim is another game\n";
    assert_eq!(String::from_utf8_lossy(&other.stderr), message);
}
