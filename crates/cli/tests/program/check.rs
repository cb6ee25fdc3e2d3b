//! Ctrl-C stops the checks soon, and what is finished is kept.
#![cfg(unix)]

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

#[test]
fn interrupted_checks_leave_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_wythoff"))
        // Minutes of work.
        .args(["check", "Lar11.Thm1.1.k3", "--bound", "150000", "--json", "-o", "report.json"])
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The file appears when Ctrl-C is already heard.
    while fs::read_dir(folder.path()).unwrap().count() == 0 {
        assert_eq!(child.try_wait().unwrap(), None, "the work ended by itself");
        sleep(Duration::from_millis(10));
    }
    sleep(Duration::from_millis(200));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors, "the finished lines are in report.json.part\ninterrupted\n");
    let report = fs::read_to_string(folder.path().join("report.json.part")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report[0]["verdict"], "not-run");
    assert_eq!(report[0]["unexpected"], false);
    assert!(!folder.path().join("report.json").exists());
}
