//! `--engine gpu`, with the feature and without it, on machines with a GPU and on others: the answer is the same.

use std::process::{Command, Output};

use serde_json::Value;

fn program(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wythoff")).args(arguments).output().expect("the program runs")
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("one JSON document")
}

fn says(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn statistics_are_the_processors_or_a_sentence_says_why() {
    let stats = ["board", "W^20", "--size", "2000", "--format", "stats"];
    let (here, there) = (program(&stats), program(&[&stats[..], &["--engine", "gpu"]].concat()));
    let (expected, found) = (json(&here), json(&there));
    assert_eq!([&found["p_count"], &found["fingerprint"]], [&expected["p_count"], &expected["fingerprint"]]);
    assert_eq!(found["engine"] == "gpu", says(&there).is_empty());
    if found["engine"] != "gpu" {
        assert!(says(&there).ends_with(": the processor does it instead\n"), "{}", says(&there));
    }
}

/// A line each, in order, and what each board has alone.
#[test]
fn statistics_of_several_k_are_those_of_each() {
    for engine in [&[][..], &["--engine", "gpu"]] {
        let many = program(&[&["board", "--k", "10..300:90", "--size", "1500", "--format", "stats"], engine].concat());
        assert!(many.status.success(), "{many:?}");
        let lines = String::from_utf8(many.stdout).expect("text");
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(lines.len(), 4);
        for (line, k) in lines.iter().zip((10..).step_by(90)) {
            let game = format!("W^{k}");
            let alone = json(&program(&[&["board", &game, "--size", "1500", "--format", "stats"], engine].concat()));
            assert_eq!(line["game"], format!("blocking:k={k}"));
            for key in ["p_count", "fingerprint", "signature", "min_deviation", "max_deviation", "engine"] {
                assert_eq!(line[key], alone[key], "{key} of {game}");
            }
        }
    }
}

#[test]
fn several_k_are_for_statistics_of_windows_that_are_near() {
    let stats = ["--format", "stats"];
    let lines: [(&[&str], &str); 6] = [
        (&["--k", "1..9"], "use it with --format stats"),
        (&["--k", "9..1", stats[0], stats[1]], "9 is above 1"),
        (&["--k", "1..9:0", stats[0], stats[1]], "a step is a whole number"),
        (&["--k", "0..9", stats[0], stats[1]], "k is from 1 to 4294967295"),
        (&["--k", "many", stats[0], stats[1]], "write a number or a range"),
        (&["W^5", "--k", "1..9", stats[0], stats[1]], "cannot be used with"),
    ];
    for (line, words) in lines {
        let refused = program(&[&["board"], line].concat());
        assert!(!refused.status.success() && says(&refused).contains(words), "{line:?}: {}", says(&refused));
    }
}

#[test]
fn what_no_gpu_computes_is_computed_all_the_same() {
    let lines: [&[&str]; 4] = [
        &["board", "--k", "5..6", "--size", "30x20", "--format", "stats"],
        &["board", "W^5", "--size", "20"],
        &["board", "nim", "--size", "20", "--format", "stats"],
        &["board", "W^5", "--size", "30x20", "--format", "stats"],
    ];
    for line in lines {
        let output = program(&[line, &["--engine", "gpu"]].concat());
        assert!(output.status.success() && !output.stdout.is_empty(), "{output:?}");
        assert!(says(&output).starts_with("a GPU "), "{}", says(&output));
    }
}

#[test]
fn the_boundary_of_the_arm_has_one_signature() {
    let skin = ["skin", "--columns", "2048", "--json"];
    let (here, there) = (program(&skin), program(&[&skin[..], &["--engine", "gpu"]].concat()));
    assert_eq!(json(&here)["signature"], json(&there)["signature"]);
}

#[test]
fn a_bench_without_a_gpu_says_so() {
    let output = program(&["bench", "--gpu", "--quick"]);
    if !output.status.success() {
        assert!(says(&output).starts_with("error: --gpu: "), "{}", says(&output));
    }
}
