//! An atlas is the same, however often its making was interrupted, and whoever made which part.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::Duration;

use crate::harm::{self, Lot, flipped, killed, put, said, timed};

fn sweep(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
    command.arg("sweep").args(arguments).arg("-o").arg(folder);
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let output = sweep(folder, arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Every file of a folder, with its content.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let file =
        |entry: fs::DirEntry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap());
    fs::read_dir(folder).unwrap().map(|entry| file(entry.unwrap())).collect()
}

const SMALL: [&str; 4] = ["--k", "1..6", "--columns", "3000"];

#[test]
fn shards_merge_to_what_one_sweep_makes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    run(&at("whole"), &SMALL);
    let whole = files(&at("whole"));
    assert_eq!(whole.keys().filter(|name| name.starts_with('k')).count(), 6);
    assert_eq!(whole["atlas.csv"].lines().next().unwrap().split(',').next(), Some("k"));
    for shard in ["1/3", "2/3", "3/3"] {
        run(&at(&shard.replace('/', "-")), &[&SMALL[..], &["--shard", shard]].concat());
    }
    assert_eq!(
        files(&at("2-3")).keys().cloned().collect::<Vec<_>>(),
        ["atlas.csv", "k00002.json", "k00005.json", "regions.csv"]
    );
    let shards = ["1-3", "2-3", "3-3"].map(|name| at(name).to_string_lossy().into_owned());
    let merged = run(&at("merged"), &["--merge", &shards[0], &shards[1], &shards[2]]);
    assert_eq!(String::from_utf8_lossy(&merged.stderr), "6 records copied, 0 were there\n");
    assert_eq!(files(&at("merged")), whole);
    let merged = run(&at("merged"), &["--merge", &shards[1], &shards[1]]);
    assert_eq!(String::from_utf8_lossy(&merged.stderr), "0 records copied, 4 were there\n");
}

#[test]
fn finished_records_are_kept_and_damaged_ones_made_again() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &SMALL);
    let whole = files(folder.path());
    let damaged = folder.path().join("k00004.json");
    fs::write(&damaged, whole["k00004.json"].replace("\"k\":4", "\"k\":5")).unwrap();
    let kept = folder.path().join("k00003.json");
    let written = fs::metadata(&kept).unwrap().modified().unwrap();
    let output = run(folder.path(), &SMALL);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let named = format!("{} is damaged (its checksum is wrong): it is made again\n1 record made", damaged.display());
    assert!(said.starts_with(&named) && said.ends_with("5 kept\n"), "{said}");
    assert_eq!(files(folder.path()), whole);
    assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), written);
    // A record of an older format is whole, but not what is asked for.
    let old = whole["k00003.json"].replace("\"format\":3,", "");
    let record = old.split_once("\"record\":").unwrap().1.strip_suffix("}\n").unwrap();
    let checksum = format!("{:016x}", xxhash_rust::xxh3::xxh3_64(record.as_bytes()));
    fs::write(&kept, format!("{{\"checksum\":\"{checksum}\",\"record\":{record}}}\n")).unwrap();
    let said = String::from_utf8_lossy(&run(folder.path(), &SMALL).stderr).into_owned();
    let named = format!("{} is no record of k = 3 by this version: it is made again\n1 record made", kept.display());
    assert!(said.starts_with(&named), "{said}");
    assert_eq!(files(folder.path()), whole);
    // Other columns make another record: not without a word.
    let other = ["--k", "2..3", "--columns", "4000"];
    let output = sweep(folder.path(), &other).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let record = folder.path().join("k00002.json");
    let kept = format!("error: --columns 4000: {} is a record of 3000 columns; --again replaces it", record.display());
    assert!(said.starts_with(&kept), "{said}");
    assert_eq!(files(folder.path()), whole);
    let again = [&other[..], &["--again"]].concat();
    assert!(String::from_utf8_lossy(&run(folder.path(), &again).stderr).starts_with("2 records made"));
    assert_ne!(files(folder.path())["k00003.json"], whole["k00003.json"]);
    assert_eq!(files(folder.path())["k00001.json"], whole["k00001.json"]);
    // What is of these columns already is kept.
    assert!(String::from_utf8_lossy(&run(folder.path(), &again).stderr).starts_with("0 records made"));
}

#[test]
fn merging_refuses_what_is_damaged_or_differs() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    run(&at("a"), &["--k", "2", "--columns", "3000"]);
    run(&at("b"), &["--k", "2", "--columns", "4000"]);
    let merged = |from: &str| {
        let output = sweep(&at("a"), &["--merge", at(from).to_str().unwrap()]).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = merged("b");
    assert_eq!(code, Some(2));
    assert!(said.ends_with("hold different records of k = 2\n"), "{said}");
    // What is damaged where it goes is copied again.
    let (there, from) = (at("a").join("k00002.json"), at("c"));
    let whole = fs::read(&there).unwrap();
    run(&from, &["--k", "2", "--columns", "3000"]);
    fs::write(&there, flipped(&whole, 1000)).unwrap();
    let (code, said) = merged("c");
    assert_eq!(code, Some(0), "{said}");
    let named = format!("{} is damaged (its checksum is wrong): it is copied again\n", there.display());
    assert_eq!(said, format!("{named}1 record copied, 0 were there\n"));
    assert_eq!(fs::read(&there).unwrap(), whole);
    fs::write(at("b").join("k00002.json"), "{}").unwrap();
    let (code, said) = merged("b");
    assert_eq!(code, Some(2));
    assert!(said.contains("k00002.json is no whole record"), "{said}");
}

/// With `--k` a merge says what is missing, and copies nothing until all is there.
#[test]
fn merging_names_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let part = at("part").to_string_lossy().into_owned();
    for k in ["1..2", "4", "6"] {
        run(&at("part"), &["--k", k, "--columns", "3000"]);
    }
    let merged = |k: &str, columns: &str| {
        let arguments = ["--merge", &part, "--k", k, "--columns", columns];
        let output = sweep(&at("merged"), &arguments).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let missing = |columns: &str, ks: &str| {
        (Some(2), format!("error: --merge: records of {columns} columns are missing for k = {ks}\n"))
    };
    assert_eq!(merged("1..9", "3000"), missing("3000", "3, 5, 7..9"));
    // A record of other columns is not what is asked for.
    assert_eq!(merged("1..2", "4000"), missing("4000", "1..2"));
    assert!(!at("merged").exists());
    run(&at("part"), &["--k", "1..6", "--columns", "3000"]);
    assert_eq!(merged("1..6", "3000"), (Some(0), "6 records copied, 0 were there\n".to_owned()));
    assert_eq!(files(&at("merged")), files(&at("part")));
}

#[test]
fn no_folder_is_made_for_what_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new");
    let nowhere = folder.path().join("nowhere");
    for arguments in [&["--k", "5", "--columns", "3"][..], &["--merge", nowhere.to_str().unwrap()]] {
        assert_eq!(sweep(&new, arguments).output().unwrap().status.code(), Some(2));
        assert!(!new.exists());
    }
}

/// Ends a sweep with a signal after its first record; then finishes it.
fn interrupted(signal: &str) {
    const LONG: [&str; 4] = ["--k", "18..23", "--columns", "200000"];
    let folder = tempfile::tempdir().unwrap();
    let (whole, stopped) = (folder.path().join("whole"), folder.path().join("stopped"));
    let mut child = sweep(&stopped, &LONG).spawn().unwrap();
    while !stopped.join("k00018.json").exists() {
        assert_eq!(child.try_wait().unwrap(), None, "the work ended by itself");
        sleep(Duration::from_millis(2));
    }
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    let code = child.wait().unwrap().code();
    assert_eq!(code, if signal == "-INT" { Some(130) } else { None });
    assert!(!stopped.join("k00023.json").exists(), "the work ended before the signal");
    run(&stopped, &LONG);
    run(&whole, &LONG);
    assert_eq!(files(&stopped), files(&whole));
}

#[test]
fn ctrl_c_keeps_what_is_finished() {
    interrupted("-INT");
}

#[test]
fn a_kill_keeps_what_is_finished() {
    interrupted("-KILL");
}

/// Killed again and again, at any moment: a sweep ends as if nothing had happened, and leaves nothing behind.
#[test]
fn a_sweep_may_be_killed_at_any_moment() {
    const SHARE: [&str; 4] = ["--k", "1..12", "--columns", "5000"];
    let (folder, mut lot) = (tempfile::tempdir().unwrap(), Lot::new(1));
    let longest = timed(&mut sweep(folder.path(), &SHARE));
    let whole = harm::files(folder.path());
    assert_eq!(whole.len(), 14);
    put(folder.path(), &[].into());
    for _ in 0..25 {
        if killed(&mut sweep(folder.path(), &SHARE), &mut lot, longest) {
            assert!(harm::files(folder.path()) == whole);
            put(folder.path(), &[].into());
        }
    }
    run(folder.path(), &SHARE);
    assert!(harm::files(folder.path()) == whole);
}

/// A bit flips in a record: it is named and made again. Tables are made from the records each time.
#[test]
fn flipped_bits_are_named_and_made_again() {
    let (folder, mut lot) = (tempfile::tempdir().unwrap(), Lot::new(1));
    run(folder.path(), &SMALL);
    let whole = harm::files(folder.path());
    for (name, content) in &whole {
        for bit in lot.bits(content.len(), 7) {
            let path = folder.path().join(name);
            fs::write(&path, flipped(content, bit)).unwrap();
            let said = said(&mut sweep(folder.path(), &SMALL));
            if name.starts_with('k') {
                let named = format!("{} is damaged (its checksum is wrong): it is made again\n1 rec", path.display());
                assert!(said.starts_with(&named), "bit {bit}: {said}");
            } else {
                assert!(said.starts_with("0 records made"), "bit {bit}: {said}");
            }
            assert!(harm::files(folder.path()) == whole, "bit {bit} of {name}");
        }
    }
    // One that this sweep does not make is named, too, and not taken.
    let path = folder.path().join("k00006.json");
    fs::write(&path, flipped(&whole["k00006.json"], 77)).unwrap();
    let output = sweep(folder.path(), &["--k", "1..5", "--columns", "3000"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains(&format!("error: {} is no whole record", path.display())), "{said}");
}
