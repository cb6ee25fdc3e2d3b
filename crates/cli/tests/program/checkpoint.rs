//! A table that is stopped or killed goes on from its checkpoint, and ends as if nothing had happened.
//! What is damaged is named and made anew.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use wythoff::seal::opened;

use crate::harm::{Lot, files, flipped, killed, put, said, timed};

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

/// Starts a table that takes minutes, sends it a signal when it has a checkpoint, and tells how it ended and how many
/// columns are kept.
fn stopped(folder: &Path, signal: &str, more: &[&str]) -> (Output, u64) {
    let checkpoint = folder.join("state");
    let child = table(folder, 100_000_000, more).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !checkpoint.exists() || columns_in(&checkpoint) == 0 {
        sleep(Duration::from_millis(5));
    }
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    (output, columns_in(&checkpoint))
}

/// How many columns a checkpoint has.
fn columns_in(checkpoint: &Path) -> u64 {
    let content = fs::read(checkpoint).unwrap();
    let line = content.split_inclusive(|byte| *byte == b'\n').nth(1).unwrap();
    opened::<serde_json::Value>(line).unwrap()["columns"].as_u64().unwrap()
}

/// p_count, signature and fingerprint.
fn tally(stats: &Output) -> (u64, [String; 2]) {
    let stats: serde_json::Value = serde_json::from_slice(&stats.stdout).unwrap();
    let name = |key: &str| stats[key].as_str().unwrap().to_owned();
    (stats["p_count"].as_u64().unwrap(), ["signature", "fingerprint"].map(name))
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
        let whole = read(&rows);
        fs::write(folder.path().join(&rows), [&whole[..], b"1 2 3\n"].concat()).unwrap();
        let (long, right) = (whole.len() + 6, whole.len());
        let damaged = format!(
            "{rows} is damaged (it has {long} bytes, and the checkpoint counts {right}): the table is made anew from \
             column 0\n"
        );
        assert_eq!(said(&mut table(folder.path(), 2500, &arguments)), damaged);
        assert!(read(&rows) == whole, "{format}");
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
                let goes_with = "error: --checkpoint state: it goes with `--format ";
                assert!(said.starts_with(goes_with) && said.ends_with("; name another file\n"), "{said}");
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
    let rows_of = |path| ["--format", "csv", "--checkpoint", "state", "-o", path];
    done(table(folder.path(), 999, &rows_of("rows")));
    let behind = "error: --checkpoint state: it has columns 0 to 999 already; --max-x must be at least that\n";
    assert_eq!(refused(500, &rows_of("rows")), behind);
    let others = "error: --checkpoint state: it goes with `--format csv -o rows`, not with `--format csv -o others`; \
                  name another file\n";
    assert_eq!(refused(2000, &rows_of("others")), others);
    let stats = ["--format", "stats", "--checkpoint", "state"];
    assert_eq!(refused(2000, &stats), others.replace("csv -o others", "stats"));
    // Lines that somebody else has kept: the finished table is whole, but can't be extended there.
    fs::write(folder.path().join("rows.part"), "n,a,b,delta\n0,0,0,0\n").unwrap();
    assert_eq!(said(&mut table(folder.path(), 999, &rows_of("rows"))), "rows is complete already: columns 0 to 999\n");
    let taken = "error: --output: rows.part, where the rows are collected, is there already: remove or rename it\n";
    assert_eq!(refused(2000, &rows_of("rows")), taken);
    fs::remove_file(folder.path().join("rows.part")).unwrap();
    fs::rename(folder.path().join("rows"), folder.path().join("elsewhere")).unwrap();
    assert!(refused(2000, &rows_of("rows")).contains("rows.part, where they were, is missing: bring it back"));
    let no_place = "error: --checkpoint: name the file of the rows with -o FILE, or ask for --format stats\n";
    assert_eq!(refused(2000, &["--checkpoint", "state"]), no_place);
    assert!(refused(2000, &["--format", "json", "--checkpoint", "state", "-o", "rows"]).contains("can't be continued"));
    assert!(refused(2000, &[&stats[..], &["--engine", "lines"]].concat()).contains("`lines` has no checkpoints"));
    // Files of others, and of another version, are left alone.
    let state = fs::read(folder.path().join("state")).unwrap();
    let engine = state.split_inclusive(|byte| *byte == b'\n').skip(2).collect::<Vec<_>>().concat();
    let [earlier, later] = [1, 3].map(|version| {
        let header = wythoff::seal::sealed(&format!(r#"{{"version":{version}}}"#));
        format!("wythoff table checkpoint\n{header}")
    });
    let made_earlier = "it was made by an earlier version of this program; remove it, and the rows, to start anew";
    for (content, why) in [
        (&b"not a checkpoint"[..], "it is no checkpoint of a table; name another file"),
        (b"", "it is no checkpoint of a table; name another file"),
        (b"wythoff table W^20 --checkpoint state", "it is no checkpoint of a table; name another file"),
        (&engine, made_earlier),
        (earlier.as_bytes(), made_earlier),
        (later.as_bytes(), "it has version 3; this program reads version 2"),
    ] {
        fs::write(folder.path().join("state"), content).unwrap();
        let said = refusal(folder.path(), table(folder.path(), 2000, &stats));
        assert_eq!(said, format!("error: --checkpoint state: {why}\n"));
    }
    fs::write(folder.path().join("state"), &state).unwrap();
    let mut other = Command::new(env!("CARGO_BIN_EXE_wythoff"));
    other.current_dir(folder.path()).args(["table", "W^21", "--max-x", "2000"]).args(stats);
    let message = "error: --checkpoint state: it is of blocking:k=20, not of blocking:k=21; name another file\n";
    assert_eq!(refusal(folder.path(), other), message);
    let other = Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .current_dir(folder.path())
        .args(["table", "nim", "--max-x", "9", "--format", "stats", "--checkpoint", "state"])
        .output()
        .unwrap();
    let message = "error: --checkpoint: only tables of W^k for k ≤ 65535 have checkpoints, and nim is another game\n";
    assert_eq!(String::from_utf8_lossy(&other.stderr), message);
}

/// Killed again and again, at any moment: a table ends as if nothing had happened, and leaves nothing behind.
#[test]
fn a_table_may_be_killed_at_any_moment() {
    const MAX_X: u64 = 60_000;
    for (seed, format) in [(1, "csv"), (2, "bfile")] {
        let (folder, mut lot) = (tempfile::tempdir().unwrap(), Lot::new(seed));
        let rows = ["--format", format, "--checkpoint", "state", "-o", "rows"];
        let longest = timed(&mut table(folder.path(), MAX_X, &rows));
        let whole = files(folder.path());
        assert_eq!(whole.keys().collect::<Vec<_>>(), ["rows", "state"]);
        put(folder.path(), &[].into());
        for _ in 0..12 {
            if killed(&mut table(folder.path(), MAX_X, &rows), &mut lot, longest) {
                assert!(files(folder.path()) == whole);
                put(folder.path(), &[].into());
            }
        }
        done(table(folder.path(), MAX_X, &rows));
        assert!(files(folder.path()) == whole, "{format}");
    }
}

/// A disk that fills up, and is emptied: no row is lost. The checkpoint is the first one then, and the rows are a part
/// of those that it does not count yet, as after a kill.
#[test]
fn a_table_survives_a_full_disk_and_begins_where_it_has_to() {
    let folder = tempfile::tempdir().unwrap();
    let rows = ["--format", "csv", "--checkpoint", "state", "-o", "rows"];
    done(table(folder.path(), 5000, &rows));
    let whole = files(folder.path());
    put(folder.path(), &[].into());
    // Files of at most 64 KiB; a write beyond that is an error.
    let line = "trap '' XFSZ; ulimit -f 64; exec \"$0\" \"$@\"";
    let mut full = Command::new("bash");
    full.current_dir(folder.path()).args([
        "-c",
        line,
        env!("CARGO_BIN_EXE_wythoff"),
        "table",
        "W^20",
        "--max-x",
        "5000",
    ]);
    let output = full.args(rows).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.starts_with("error: --output: can't write rows.part"), "{errors}");
    assert_eq!(columns_in(&folder.path().join("state")), 0);
    let begun = files(folder.path());
    assert_eq!(
        begun.iter().map(|(name, content)| (&name[..], content.len())).collect::<Vec<_>>(),
        [("rows.part", 64 << 10), ("state", begun["state"].len())]
    );
    // Killed before the rows were created, before the first was written, and later; an older table is in their place.
    for beside in [None, Some(&b""[..]), Some(b"n,a,b"), Some(&begun["rows.part"])] {
        for older in [None, Some(&b"old"[..])] {
            let mut there = begun.clone();
            there.remove("rows.part");
            there.extend(beside.map(|content| ("rows.part".to_owned(), content.to_vec())));
            there.extend(older.map(|content| ("rows".to_owned(), content.to_vec())));
            put(folder.path(), &there);
            assert_eq!(said(&mut table(folder.path(), 5000, &rows)), "");
            assert!(files(folder.path()) == whole);
        }
    }
}

/// A bit flips in a file that is resumed: the table is right all the same, and the file is named.
#[test]
fn flipped_bits_are_named_and_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    for (seed, format) in [(1, "csv"), (2, "text"), (3, "bfile")] {
        let mut lot = Lot::new(seed);
        let rows = ["--format", format, "--checkpoint", "state", "-o", "rows"];
        put(folder.path(), &[].into());
        done(table(folder.path(), 2500, &rows));
        let whole = files(folder.path());
        put(folder.path(), &[].into());
        done(table(folder.path(), 999, &rows));
        let finished = files(folder.path());
        let mut unfinished = finished.clone();
        let beside = unfinished.remove("rows").unwrap();
        unfinished.insert("rows.part".to_owned(), [&beside[..], b"a row that is not cou"].concat());
        for (there, file) in
            [(&unfinished, "rows.part"), (&unfinished, "state"), (&finished, "rows"), (&finished, "state")]
        {
            let counted = there[file].len().min(if file == "state" { usize::MAX } else { beside.len() });
            for bit in lot.bits(counted, 14) {
                let mut damaged = there.clone();
                damaged.insert(file.to_owned(), flipped(&there[file], bit));
                put(folder.path(), &damaged);
                let said = said(&mut table(folder.path(), 2500, &rows));
                let is_named = said.starts_with(&format!("{file} is damaged ("));
                assert!(is_named && said.ends_with("): the table is made anew from column 0\n"), "bit {bit}: {said}");
                assert!(files(folder.path()) == whole, "bit {bit} of {file}");
            }
        }
        // What no checkpoint counts is not looked at.
        put(folder.path(), &unfinished);
        assert_eq!(said(&mut table(folder.path(), 2500, &rows)), "going on from column 1000\n");
        assert!(files(folder.path()) == whole);
        // Cut short.
        put(folder.path(), &unfinished);
        fs::write(folder.path().join("rows.part"), &beside[..5000]).unwrap();
        let short = format!("rows.part is damaged (it has 5000 bytes, and the checkpoint counts {}): ", beside.len());
        assert!(said(&mut table(folder.path(), 2500, &rows)).starts_with(&short));
        assert!(files(folder.path()) == whole);
    }
    let stats = ["--format", "stats", "--checkpoint", "state"];
    put(folder.path(), &[].into());
    let right = tally(&done(table(folder.path(), 999, &stats)));
    let state = files(folder.path())["state"].clone();
    for bit in Lot::new(4).bits(state.len(), 20) {
        fs::write(folder.path().join("state"), flipped(&state, bit)).unwrap();
        let output = done(table(folder.path(), 999, &stats));
        assert_eq!(tally(&output), right);
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("state is damaged ("), "bit {bit}");
        assert!(files(folder.path())["state"] == state);
    }
}

/// Two runs at once would spoil each other's rows.
#[test]
fn rows_have_one_writer() {
    let folder = tempfile::tempdir().unwrap();
    let rows = ["--format", "csv", "--checkpoint", "state", "-o", "rows"];
    done(table(folder.path(), 99, &rows));
    let held = fs::File::open(folder.path().join("rows")).unwrap();
    held.lock().unwrap();
    let at_work = "error: --output: another run is at work on rows; wait until it ends\n";
    assert_eq!(refusal(folder.path(), table(folder.path(), 200, &rows)), at_work);
    fs::rename(folder.path().join("rows"), folder.path().join("rows.part")).unwrap();
    assert_eq!(refusal(folder.path(), table(folder.path(), 200, &rows)), at_work.replace("rows;", "rows.part;"));
    drop(held);
    done(table(folder.path(), 200, &rows));
}
