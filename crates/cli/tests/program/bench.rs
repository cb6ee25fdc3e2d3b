//! The bench's signature is computed here once more, by the oracle, which shares nothing with the program.

use std::process::Command;

use oracle::{Palaces, mix};
use serde_json::Value;

/// How many positions there are, and their signature.
fn signature(positions: impl Iterator<Item = (u64, u64)>) -> (u64, u64) {
    positions.fold((0, 0), |(count, sum), (x, y)| (count + 1, sum.wrapping_add(mix((x << 32) + y))))
}

fn in_window(k: u32, (left, top): (usize, usize), width: usize, height: usize) -> (u64, u64) {
    let (right, bottom) = (left + width, top + height);
    let numbers = Palaces::square(k, right.max(bottom));
    let cells = (left..right).flat_map(|x| (top..bottom).map(move |y| (x, y)));
    signature(cells.filter(|(x, y)| numbers[*y][*x] < k).map(|(x, y)| (x as u64, y as u64)))
}

/// The upper palaces of the columns up to `max_x`.
fn in_columns(k: u32, max_x: usize) -> (u64, u64) {
    let columns = Palaces::columns(k, max_x + 1);
    signature((0..).zip(&columns).flat_map(|(x, column)| column.iter().map(move |y| (x, *y))))
}

/// Lar11 Theorem 1.1: off the corner the upper palaces of W^3 are (n, 2n+1) and (n, 2n+2).
fn far_in_w_3() -> (u64, u64) {
    let upper = (1_000_000_000..1_000_001_000_u64).flat_map(|n| [(n, 2 * n + 1), (n, 2 * n + 2)]);
    signature(upper.filter(|(_, y)| (2_000_000_000..2_000_002_000).contains(y)))
}

#[test]
fn every_engine_finds_what_a_literal_loop_finds() {
    let square = |k, side| (format!("board blocking:k={k} --size {side}"), in_window(k, (0, 0), side, side));
    let window = |k, at: (usize, usize), width, height| {
        let name = format!("board blocking:k={k} --size {width}x{height} --at {},{}", at.0, at.1);
        (name, in_window(k, at, width, height))
    };
    let columns = |k, max_x| (format!("table blocking:k={k} --max-x {max_x}"), in_columns(k, max_x));
    let expected = [
        square(1, 1000),
        square(2, 1000),
        square(3, 1000),
        square(5, 1000),
        square(37, 1500),
        square(100, 2000),
        square(500, 3000),
        square(4, 200),
        square(60, 150),
        square(1000, 100),
        window(2000, (2000, 1900), 700, 1300),
        window(37, (2000, 5000), 1500, 2000),
        window(500, (5000, 2000), 1300, 900),
        ("board blocking:k=3 --size 1000x2000 --at 1000000000,2000000000".to_owned(), far_in_w_3()),
        columns(1, 3000),
        columns(20, 2000),
        columns(127, 1000),
        columns(255, 800),
        columns(256, 800),
    ];

    let arguments = ["bench", "--quick", "--json", "--threads", "3"];
    let output = Command::new(env!("CARGO_BIN_EXE_wythoff")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["complete"], true);

    let list = |value: &Value| value.as_array().unwrap().clone();
    let boards = list(&report["boards"]);
    assert_eq!(boards.len(), expected.len());
    let mut combined = 0;
    for (board, (name, (p_count, sum))) in boards.iter().zip(expected) {
        assert_eq!(board["board"], name);
        let solvers = list(&board["solvers"]);
        assert!(!solvers.is_empty(), "{name}");
        for found in solvers.iter().chain([board]) {
            assert_eq!(found["p_count"], p_count, "{name}: {found}");
            assert_eq!(found["signature"], format!("{sum:016x}"), "{name}: {found}");
        }
        combined = mix(u64::wrapping_add(combined, sum));
    }
    assert_eq!(report["signature"], format!("{combined:016x}"));

    let rates = list(&report["rates"]);
    for engine in ["lines", "reference", "closed"] {
        assert!(rates.iter().any(|rate| rate["engine"] == engine), "{engine} has a rate");
    }
    for rate in rates {
        assert_eq!(rate["agrees"], true, "{rate}");
        assert!(["rate", "ratio", "seconds"].iter().all(|key| rate[key].as_f64().unwrap() > 0.0), "{rate}");
    }
    assert!(report["machine"]["cores"].as_u64().unwrap() >= 1);
    assert_eq!(report["machine"]["threads"], 3);
    assert_eq!(report["machine"]["version"], env!("CARGO_PKG_VERSION"));
}

/// Ctrl-C: what is done is kept.
#[cfg(unix)]
#[test]
fn an_interrupted_bench_leaves_a_report() {
    use std::process::Stdio;
    use std::time::Duration;

    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .args(["bench", "--json", "-o", "report.json"])
        .current_dir(folder.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The file appears when Ctrl-C is already heard.
    while std::fs::read_dir(folder.path()).unwrap().count() == 0 {
        assert_eq!(child.try_wait().unwrap(), None, "the work ended by itself");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors, "the finished lines are in report.json.part\ninterrupted\n");
    let report = std::fs::read_to_string(folder.path().join("report.json.part")).unwrap();
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["complete"], false);
    assert!(!folder.path().join("report.json").exists());
}
