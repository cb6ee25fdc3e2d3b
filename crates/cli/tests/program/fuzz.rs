//! Whatever is typed, the program answers (exit 0) or says what is wrong (exit 2): it never panics, hangs or dies.

use std::io::Write;
use std::process::{Command, Stdio};

use proptest::prelude::*;

/// Runs the program; its standard input holds `input`.
fn run(arguments: &[String], input: &str) -> Result<(), TestCaseError> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wythoff"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    prop_assert!(matches!(output.status.code(), Some(0 | 2)), "{arguments:?}: {:?}\n{errors}", output.status);
    prop_assert!(!errors.contains("panicked"), "{arguments:?}\n{errors}");
    prop_assert!(output.status.success() || errors.starts_with("error: "), "{arguments:?}\n{errors}");
    Ok(())
}

/// A number as users write them: small, absurd, or not a number. (Sizes between would be right and take minutes.)
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (0..12_u64).prop_map(|n| n.to_string()),
        1 => (0..90_u64).prop_map(|n| n.to_string()),
        1 => one_of(&["255", "256", "257"]),
        2 => one_of(&[
            "9007199254740993", "9223372036854775808", "18446744073709551615", "18446744073709551616", "-1", "", "x",
            "1e3", "½", "0x10", "1234567890123456789012345678901234567890",
        ]),
    ]
}

/// A parameter: also at the edges of 16 and 32 bits.
fn parameter() -> impl Strategy<Value = String> {
    let edges = one_of(&["65535", "65536", "2147483648", "4294967295", "4294967296"]);
    prop_oneof![4 => number(), 1 => edges]
}

/// Games, right and wrong.
fn game() -> impl Strategy<Value = String> {
    let families = vec![
        "nim",
        "nim-blocking",
        "wythoff",
        "blocking",
        "diagonal-blocking",
        "rook-blocking",
        "modulo",
        "shifted",
        "hole",
        "choice",
        "gdwn",
        "imitation",
        "comply",
        "comply-diagonal",
        "comply-rook",
        "custom",
        "chess",
    ];
    let letters = prop::sample::select(vec!["k", "m", "p", "l", "q", "u", "v", "z"]);
    let parameters = prop::collection::vec((letters, parameter()), 0..4).prop_map(|parameters| {
        parameters.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",")
    });
    let right = prop::sample::select(vec![
        "nim",
        "W^3",
        "W^5",
        "wythoff:m=2",
        "W^2N",
        "2WN^3",
        "2WN^(2,6)",
        "2x3WN_1",
        "2x3WN",
        "(1,2)-GDWN",
        "(2,3)-Imitation Nim",
        "W_2",
        "comply-rook:p=2",
        "hole:m=1,p=2,u=3,v=1",
        "nim-blocking:k=4",
        "custom: rook + bishop(2) | block 3 on bishop",
        "custom: bishop",
        "custom: rook(mod 3: 1)",
        "custom: ray(1,2)",
        "custom: rook | imitation(2,2) | hole 2,2",
    ]);
    prop_oneof![
        4 => right.prop_map(str::to_owned),
        2 => (prop::sample::select(families), parameters).prop_map(|(family, list)| format!("{family}:{list}")),
        1 => "[a-z0-9:=,^_() +|-]{0,20}",
        1 => "\\PC{0,12}",
    ]
}

fn position() -> impl Strategy<Value = String> {
    prop_oneof![6 => (0..9_u64, 0..9_u64).prop_map(|(x, y)| format!("{x},{y}")), 1 => "\\PC{0,6}"]
}

fn positions() -> impl Strategy<Value = String> {
    prop::collection::vec(position(), 0..4).prop_map(|list| list.join(" "))
}

/// Two heaps, or a position in one argument.
fn heaps() -> impl Strategy<Value = Vec<String>> {
    let one = prop_oneof![position(), number(), (number(), number()).prop_map(|(x, y)| format!("({x}, {y})"))];
    prop_oneof![4 => (number(), number()).prop_map(|(x, y)| vec![x, y]), 1 => one.prop_map(|heaps| vec![heaps])]
}

fn option(name: &'static str, value: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<String>> {
    prop_oneof![2 => Just(vec![]), 1 => value.prop_map(move |value| vec![format!("--{name}={value}")])]
}

fn one_of(words: &[&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(words.to_vec()).prop_map(str::to_owned)
}

fn flag(name: &'static str) -> impl Strategy<Value = Vec<String>> {
    any::<bool>().prop_map(move |on| if on { vec![format!("--{name}")] } else { vec![] })
}

fn engine() -> impl Strategy<Value = Vec<String>> {
    option("engine", one_of(&["lines", "reference", "dual", "sparse", "closed", "warp"]))
}

fn solve() -> impl Strategy<Value = Vec<String>> {
    let options = (
        option("blocked", positions()),
        option("proposed", positions()),
        option("history", positions()),
        flag("json"),
        engine(),
    );
    (game(), heaps(), options).prop_map(|(game, heaps, (blocked, proposed, history, json, engine))| {
        [vec!["solve".into(), game], heaps, blocked, proposed, history, json, engine].concat()
    })
}

fn table() -> impl Strategy<Value = Vec<String>> {
    let formats = one_of(&["text", "csv", "json", "bfile", "latex", "stats", "parquet"]);
    let columns = one_of(&["a", "b", "delta", "c"]);
    // Numbers that would print for days are right, and not asked for.
    let size =
        || prop_oneof![8 => (0..90_u64).prop_map(|n| n.to_string()), 1 => one_of(&["-1", "", "x", "4294967297"])];
    let options =
        (option("count", size()), option("max-x", size()), option("format", formats), option("column", columns));
    (game(), options, engine()).prop_map(|(game, (count, max_x, format, column), engine)| {
        [vec!["table".into(), game], count, max_x, format, column, engine].concat()
    })
}

fn board() -> impl Strategy<Value = Vec<String>> {
    let size = prop_oneof![number(), (number(), number()).prop_map(|(width, height)| format!("{width}x{height}"))];
    let values = one_of(&["outcome", "palace", "deviation", "colour"]);
    let formats = one_of(&["text", "csv", "json", "npy", "png", "svg", "stats", "gif"]);
    let look = (option("scale", number()), flag("legend"));
    (
        game(),
        option("size", size),
        option("at", position()),
        option("values", values),
        option("format", formats),
        look,
        engine(),
    )
        .prop_map(|(game, size, at, values, format, (scale, legend), engine)| {
            [vec!["board".into(), game], size, at, values, format, scale, legend, engine].concat()
        })
}

fn play() -> impl Strategy<Value = (Vec<String>, String)> {
    let line = prop_oneof![
        4 => position(),
        4 => number(),
        2 => positions(),
        4 => one_of(&["hint", "why", "undo", "board", "help", "rules", ""]),
        1 => "\\PC{0,20}",
    ];
    let arguments = (game(), number(), number(), option("first", one_of(&["me", "computer", "nobody"])), flag("hint"));
    let arguments =
        arguments.prop_map(|(game, x, y, first, hint)| [vec!["play".into(), game, x, y], first, hint].concat());
    (arguments, prop::collection::vec(line, 0..30).prop_map(|lines| lines.join("\n")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn solve_answers_everything(arguments in solve()) {
        run(&arguments, "")?;
    }

    #[test]
    fn table_answers_everything(arguments in table()) {
        run(&arguments, "")?;
    }

    #[test]
    fn board_answers_everything(arguments in board()) {
        run(&arguments, "")?;
    }

    #[test]
    fn play_answers_everything((arguments, input) in play()) {
        run(&arguments, &input)?;
    }
}
