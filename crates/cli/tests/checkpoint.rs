//! A table that is stopped or killed goes on from its checkpoint, and ends as if nothing had happened.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use wythoff::engine::sparse;

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

/// The content of every file.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

/// What the program says when it refuses, and leaves every file as it was.
fn refusal(folder: &Path, mut command: Command) -> String {
    let before = files(folder);
    let output = command.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(files(folder) == before, "{said}");
    said
}

#[test]
fn a_finished_table_is_kept_and_can_be_extended() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    for format in ["csv", "bfile", "text"] {
        let (state, rows) = (format!("{format}.state"), format!("{format}.rows"));
        let arguments = ["--format", format, "--checkpoint", &state, "-o", &rows];
        done(table(folder.path(), 999, &arguments));
        let written = files(folder.path());
        let again = done(table(folder.path(), 999, &arguments));
        assert_eq!(String::from_utf8_lossy(&again.stderr), format!("{rows} is complete already: columns 0 to 999\n"));
        assert!(files(folder.path()) == written);
        let further = done(table(folder.path(), 2500, &arguments));
        assert_eq!(String::from_utf8_lossy(&further.stderr), "going on from column 1000\n");
        done(table(folder.path(), 2500, &["--format", format, "-o", "whole"]));
        assert!(read(&rows) == read("whole"), "{format}");
        assert!(!folder.path().join(format!("{rows}.part")).exists());
        // A file that is not the finished one is not taken for it.
        fs::write(folder.path().join(&rows), [read(&rows), b"1 2 3\n".to_vec()].concat()).unwrap();
        let more = refusal(folder.path(), table(folder.path(), 2500, &arguments));
        assert_eq!(
            more,
            format!(
                "error: {rows} has more rows than the checkpoint: name another file, or remove both to start anew\n"
            )
        );
    }
}

/// Every pair of formats and columns, from an unfinished table and from a finished one.
#[test]
fn a_table_goes_on_in_its_own_format_only() {
    const FORMATS: [&[&str]; 5] = [
        &["--format", "text"],
        &["--format", "csv"],
        &["--format", "bfile"],
        &["--format", "bfile", "--column", "b"],
        &["--format", "bfile", "--column", "delta"],
    ];
    let place = ["--checkpoint", "state", "-o", "rows"];
    for first in FORMATS {
        let folder = tempfile::tempdir().unwrap();
        done(table(folder.path(), 99, &[first, &place].concat()));
        for is_finished in [true, false] {
            if !is_finished {
                fs::rename(folder.path().join("rows"), folder.path().join("rows.part")).unwrap();
            }
            for second in FORMATS.into_iter().filter(|second| *second != first) {
                let said = refusal(folder.path(), table(folder.path(), 200, &[second, &place].concat()));
                assert!(said.contains(" does not begin like this table of blocking:k=20: use the --format"), "{said}");
            }
        }
        done(table(folder.path(), 200, &[first, &place].concat()));
        done(table(folder.path(), 200, &[first, &["-o", "whole"]].concat()));
        assert!(files(folder.path())["rows"] == files(folder.path())["whole"]);
    }
}

#[test]
fn what_stands_at_the_place_of_the_rows_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let rows = |name: &'static str| table(folder.path(), 50, &["--format", "csv", "--checkpoint", "state", "-o", name]);
    let refused = |name: &'static str| refusal(folder.path(), rows(name));
    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    assert_eq!(refused("pipe"), "error: --output: pipe is a device or a pipe, which can't be continued\n");
    assert_eq!(refused("/dev/null"), "error: --output: /dev/null is a device or a pipe, which can't be continued\n");
    fs::write(at("protected"), "old").unwrap();
    fs::set_permissions(at("protected"), fs::Permissions::from_mode(0o444)).unwrap();
    assert_eq!(refused("protected"), "error: --output: protected is write-protected\n");
    fs::write(at("rows.part"), "foreign").unwrap();
    assert!(refused("rows").contains("rows.part, where the rows are collected, is there already"));
    assert!(!at("state").exists());
    // What a link points to is written, and as readable as it was.
    fs::write(at("target"), "old").unwrap();
    fs::set_permissions(at("target"), fs::Permissions::from_mode(0o600)).unwrap();
    std::os::unix::fs::symlink("target", at("link")).unwrap();
    done(rows("link"));
    assert!(at("link").is_symlink() && fs::read_to_string(at("target")).unwrap().starts_with("n,a,b,delta\n0,0,0,0\n"));
    assert_eq!(fs::metadata(at("target")).unwrap().permissions().mode() & 0o777, 0o600);
    // As after a kill while more columns were computed: the link leads nowhere then.
    fs::rename(at("target"), at("target.part")).unwrap();
    done(rows("link"));
    assert!(at("link").is_symlink() && !at("target.part").exists());
    assert_eq!(fs::metadata(at("target")).unwrap().permissions().mode() & 0o777, 0o600);
    std::os::unix::fs::symlink("round", at("round")).unwrap();
    assert_eq!(refused("round"), "error: --output: the link round leads to a link that leads nowhere\n");
}

#[test]
fn one_file_is_not_written_twice() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |checkpoint: &str, output: &str, format: &str| {
        let arguments = ["--format", format, "--checkpoint", checkpoint, "-o", output];
        refusal(folder.path(), table(folder.path(), 50, &arguments))
    };
    let there = fs::canonicalize(folder.path()).unwrap();
    for (checkpoint, format) in [("q", "csv"), ("./q", "csv"), ("q", "stats")] {
        assert!(refused(checkpoint, "q", format).contains("--checkpoint and --output name the same file"));
    }
    let part = there.join("q.part");
    let said = format!("error: --checkpoint: {} is where the rows are collected: name another file\n", part.display());
    assert_eq!(refused("q.part", "q", "csv"), said);
    // The same, when both are there and one is a link.
    done(table(folder.path(), 50, &["--format", "stats", "--checkpoint", "state"]));
    std::os::unix::fs::symlink("state", folder.path().join("link")).unwrap();
    assert!(refused("state", "link", "csv").contains("name the same file"));
}

#[test]
fn a_checkpoint_needs_a_last_column() {
    let folder = tempfile::tempdir().unwrap();
    for (game, more) in [("W^20", &["--count", "5"][..]), ("W^20", &[]), ("nim", &["--count", "5"]), ("nim", &[])] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
        command.current_dir(folder.path()).args(["table", game, "--checkpoint", "state"]).args(more);
        assert!(refusal(folder.path(), command).starts_with("error: --checkpoint needs --max-x:"));
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
    assert!(refused(2000, &rows_of("others")).contains("others.part, where they were, is missing"));
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
