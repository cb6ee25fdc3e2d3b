//! The skin is the same, however often its measuring was interrupted.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::harm::{self, Lot, flipped, killed, put, timed};

/// Two pieces of the arm.
const LONG: [&str; 4] = ["--columns", "65536", "--json", "--threads=2"];

fn skin(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
    command.arg("skin").args(LONG).args(arguments);
    command
}

fn resumed(folder: &Path) -> Command {
    skin(&["--checkpoint", folder.to_str().unwrap()])
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Killed again and again, at any moment: the arm ends as if nothing had happened, and so does what is measured.
#[test]
fn an_arm_may_be_killed_at_any_moment() {
    let (folder, mut lot) = (tempfile::tempdir().unwrap(), Lot::new(1));
    let measured = skin(&[]).output().unwrap().stdout;
    let longest = timed(&mut resumed(folder.path()));
    let whole = harm::files(folder.path());
    assert_eq!(whole.keys().collect::<Vec<_>>(), ["x0000000.arm", "x0032768.arm"]);
    put(folder.path(), &[].into());
    for _ in 0..6 {
        if killed(&mut resumed(folder.path()), &mut lot, longest) {
            assert!(harm::files(folder.path()) == whole);
            put(folder.path(), &[].into());
        }
    }
    assert!(resumed(folder.path()).output().unwrap().stdout == measured);
    assert!(harm::files(folder.path()) == whole);
}

/// What is damaged or missing is named; `--checkpoint` makes it again, `--from` refuses.
#[test]
fn damaged_pieces_are_named() {
    let (folder, mut lot) = (tempfile::tempdir().unwrap(), Lot::new(1));
    let measured = resumed(folder.path()).output().unwrap().stdout;
    let whole = harm::files(folder.path());
    let kept = || skin(&["--from", folder.path().to_str().unwrap()]).output().unwrap();
    assert!(kept().stdout == measured);
    let path = folder.path().join("x0000000.arm");
    let content = &whole["x0000000.arm"];
    let damaged = format!("{} is damaged, or of another version", path.display());
    let cut = content[..content.len() - 1].to_vec();
    let longer = [content.as_slice(), b"0"].concat();
    let another = whole["x0032768.arm"].clone();
    let bits = lot.bits(content.len(), 20).into_iter().map(|bit| flipped(content, bit));
    for bad in bits.chain([Vec::new(), cut, longer, another]) {
        fs::write(&path, bad).unwrap();
        let output = kept();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(said(&output), format!("error: --from {}: {damaged}\n", folder.path().display()));
        assert!(output.stdout.is_empty());
    }
    fs::remove_file(folder.path().join("x0032768.arm")).unwrap();
    let output = kept();
    let missing = format!("{damaged}; columns 32768..65535 are missing\n");
    assert!(said(&output).ends_with(&missing), "{}", said(&output));
    let output = resumed(folder.path()).output().unwrap();
    assert_eq!(said(&output), format!("{damaged}: it is made again\n"));
    assert!(output.stdout == measured);
    assert!(harm::files(folder.path()) == whole);
}
