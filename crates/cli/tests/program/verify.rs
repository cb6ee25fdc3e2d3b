//! `wythoff verify` on files that are no proofs: what it says, and how it ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn verify(files: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wythoff")).arg("verify").args(files).output().expect("the program runs")
}

fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../wythoff/proofs/k003.json")
}

/// A file with this text.
fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file for the test");
    path
}

#[test]
fn one_for_an_invalid_certificate() {
    let text = fs::read_to_string(shipped()).expect("it is shipped");
    let changed = file("changed.json", &text.replacen("[[[-3,", "[[[-2,", 1));
    let output = verify(&[&shipped(), &changed]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("k003.json: valid: W^3 is self-similar"), "{said}");
    assert!(
        said.contains("changed.json: invalid: the condition `base` fails: class 0, rule 0, [0, 1, 1, 2]"),
        "{said}"
    );
}

#[test]
fn two_for_what_is_not_a_certificate() {
    let deep = file("deep.json", &"[".repeat(1 << 20));
    let output = verify(&[&deep, &shipped()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("k003.json: valid"));
    let binary = Path::new(env!("CARGO_TARGET_TMPDIR")).join("binary.json");
    fs::write(&binary, [0xff_u8, 0, 0xfe]).expect("a file for the test");
    let output = verify(&[&binary]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("byte 0 is 0xff; a certificate is plain ASCII"));
    assert_eq!(verify(&[Path::new(env!("CARGO_TARGET_TMPDIR"))]).status.code(), Some(2));
}

/// Each file is named once, and the end is a count.
#[test]
fn several_files_are_named_once_each() {
    let text = fs::read_to_string(shipped()).expect("it is shipped");
    let wrong = file("wrong.json", &text.replacen("\"origin\":2", "\"origin\":\"two\"", 1));
    let changed = file("changed-too.json", &text.replacen("[[[-3,", "[[[-2,", 1));
    let empty = file("empty.json", "");
    let output = verify(&[&wrong, &empty, &shipped(), &changed]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).expect("a text");
    let lines: Vec<&str> = said.lines().collect();
    let [first, second, last] = lines[..] else { panic!("{said}") };
    let reason = ": this is not a certificate: `origin`: invalid type: string \"two\", expected i32 at line 1 column ";
    assert!(first.contains(&format!("wrong.json{reason}")), "{said}");
    assert!(second.contains("empty.json: this is not a certificate: EOF"), "{said}");
    assert_eq!(last, "error: not certificates: 2 of 4 files; conditions fail in 1 more");
}

/// A file without an end is read up to the limit.
#[cfg(unix)]
#[test]
fn two_for_a_file_without_an_end() {
    let output = verify(&[Path::new("/dev/zero")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("it is over the limit of 33554432 bytes"));
}

#[test]
fn what_is_not_followed_is_said() {
    let of = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
        let proofs = shipped().parent().unwrap().to_owned();
        let output = command.args(["verify", "--follow", "1000", name]).current_dir(proofs).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned())
    };
    let [said, _] = of("strips/k055.json");
    assert!(said.contains("the machine in column 15"), "{said}");
    for name in ["k002.json", "machines/k011.json"] {
        let [_, beside] = of(name);
        assert!(beside.contains("nothing to follow: that is for certificates of strips"), "{beside}");
    }
}
