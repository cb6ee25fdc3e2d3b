//! The checker of certificates: it accepts what is shipped, and nothing that differs from it in a single entry. That
//! the one in Python says the same of every file is tested in `crates/cli/tests/program/checkers.rs`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use wythoff::certificate::verify::{Condition, Rejection, SIZE_LIMIT, verify};
use wythoff::proof::find;

fn proofs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs")
}

/// The shipped certificates: name and text.
fn shipped() -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = fs::read_dir(proofs())
        .expect("the folder `proofs` is part of the project")
        .map(|entry| entry.expect("a folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("certificates are texts"))
        })
        .collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

/// The shipped certificates: name, document and the places of its entries.
static DOCUMENTS: LazyLock<Vec<(String, Value, Vec<String>)>> = LazyLock::new(|| {
    let document = |(name, text): (String, String)| {
        let document: Value = serde_json::from_str(&text).expect("it is valid");
        let places = all_leaves(&document);
        (name, document, places)
    };
    shipped().into_iter().map(document).collect()
});

fn certificate(name: &str) -> Value {
    DOCUMENTS.iter().find(|(file, ..)| file == name).expect("this certificate is shipped").1.clone()
}

/// The pointers to all numbers and texts of a document.
fn leaves(value: &Value, place: String, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| leaves(item, format!("{place}/{index}"), found));
        }
        Value::Object(items) => items.iter().for_each(|(key, item)| leaves(item, format!("{place}/{key}"), found)),
        _ => found.push(place),
    }
}

fn all_leaves(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    leaves(value, String::new(), &mut found);
    found
}

/// The document with another entry at `place`.
fn with(document: &Value, place: &str, entry: Value) -> String {
    let mut changed = document.clone();
    *changed.pointer_mut(place).expect("leaves are places") = entry;
    changed.to_string()
}

/// The same proof with every periodic level written `times` times, and one of them before the period: longer, but
/// valid.
fn unrolled(document: &Value, times: usize) -> Value {
    let classes = times + 1;
    let repeat = |key: &str| Value::from(vec![document[key][0].clone(); classes]);
    let mut longer = document.clone();
    longer["pre_period"] = json!(1);
    longer["period"] = json!(times);
    longer["levels"] = repeat("levels");
    longer["children"] = repeat("children");
    longer
}

#[test]
fn shipped_certificates_are_valid() {
    for (name, text) in shipped() {
        let certificate = verify(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(name, format!("k{:03}.json", certificate.k()));
    }
}

/// A certificate in each kind of numeration, as the finder writes it: both checkers accept it, under its own name only.
#[test]
fn every_kind_of_numeration_is_known() {
    const KINDS: [(u64, &str); 8] = [
        (3, "binary"),
        (3, "base:3"),
        (3, "base:4"),
        (1, "fibonacci"),
        (4, "pell"),
        (3, "metallic:3"),
        (1, "metallic:1,1"),
        (3, "metallic:1,2"),
    ];
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kinds of numerations");
    fs::create_dir_all(&folder).expect("a folder for the certificates");
    let save = |name: String, text: &str| {
        fs::write(folder.join(&name), text).expect("certificates can be written");
        name
    };
    let python = |names: &[String]| {
        let output = Command::new("python3").arg(proofs().join("verify.py")).args(names).current_dir(&folder).output();
        String::from_utf8(output.expect("python3 runs proofs/verify.py").stdout).expect("a text")
    };
    let texts = KINDS.map(|(k, kind)| {
        let found = find(k, kind.parse().expect("a numeration"), 1 << 18, &()).expect("within the limits");
        let text = found.certificate.unwrap_or_else(|| panic!("W^{k} has no {kind} certificate")).to_json();
        let certificate = verify(&text).unwrap_or_else(|error| panic!("W^{k}, {kind}: {error}"));
        assert_eq!(certificate.numeration().name, kind);
        text
    });
    let good: Vec<String> = (0..).zip(&texts).map(|(i, text): (u8, _)| save(format!("good{i}.json"), text)).collect();
    let said = python(&good);
    assert_eq!(said.lines().filter(|line| line.contains(": valid: W^")).count(), KINDS.len(), "{said}");
    let long = format!("metallic:{}", ["1"; 40].join(","));
    let others = ["1,1,1", "1,2", "2,1", "01,1", "1, 1", "1,0", "1,", ",1", "3"].map(|list| format!("metallic:{list}"));
    let others = others.into_iter().chain(["base:1,1".to_owned(), "fibonacci".to_owned(), long]);
    let bad = others.enumerate().map(|(i, other)| {
        let changed = texts[6].replacen("\"metallic:1,1\"", &format!("\"{other}\""), 1);
        assert!(
            matches!(verify(&changed), Err(Rejection::Invalid { condition: Condition::Numeration, .. })),
            "{other}"
        );
        save(format!("bad{i}.json"), &changed)
    });
    let bad: Vec<String> = bad.collect();
    let said = python(&bad);
    assert_eq!(said.lines().filter(|line| line.contains("`numeration` fails")).count(), bad.len(), "{said}");
}

#[test]
fn a_period_may_be_written_several_times() {
    let document = unrolled(&certificate("k003.json"), 2);
    let certificate = verify(document.to_string()).expect("the same proof");
    assert_eq!((certificate.pre_period(), certificate.period()), (1, 2));
    assert_eq!((0..6).map(|level| certificate.class(level)).collect::<Vec<_>>(), [0, 1, 2, 1, 2, 1]);
}

/// Every entry of small certificates: numbers one larger, one smaller and far away, texts changed.
#[test]
fn every_entry_counts() {
    for document in [certificate("k003.json"), unrolled(&certificate("k003.json"), 2), certificate("k001.json")] {
        verify(document.to_string()).expect("it is valid before the change");
        for place in all_leaves(&document) {
            let others = match document.pointer(&place).expect("leaves are places") {
                Value::Number(number) => {
                    let number = number.as_i64().expect("whole numbers");
                    let letters = [number + 1, number - 1, number ^ 7, -number - 1, i64::MAX];
                    letters.map(Value::from).to_vec()
                }
                Value::String(text) => {
                    let letters =
                        ["", "A", "AA", "AB", "BA", "BB", "AAB", "B", "K", "Z", "pell", "base:2", "metallic:1"];
                    letters.into_iter().filter(|other| other != text).map(Value::from).collect()
                }
                other => panic!("{other} in a certificate"),
            };
            for entry in others {
                let changed = with(&document, &place, entry.clone());
                assert!(verify(&changed).is_err(), "{place} = {entry} is accepted");
            }
        }
    }
}

/// Each condition is the one that is reported.
#[test]
fn rejections_say_which_condition_fails_and_where() {
    let document = certificate("k003.json");
    let said = |place: &str, entry: Value| match verify(with(&document, place, entry)) {
        Err(Rejection::Invalid { condition, place, reason }) => (condition, place, reason),
        other => panic!("{other:?}"),
    };
    let (condition, place, reason) = said("/contents/0/0/0", json!(-2));
    assert_eq!((condition, place.as_str()), (Condition::Base, "class 0, rule 0, [0, 1, 1, 2]"));
    assert_eq!(reason, "row 0, column 0 is -2; the automaton gives -3");
    assert_eq!(said("/numeration/symbols/0/length", json!(1)).0, Condition::Numeration);
    assert_eq!(said("/numeration/symbols/0/length", json!(9)).0, Condition::Shape);
    assert_eq!(said("/numeration/name", json!("fibonacci")).0, Condition::Numeration);
    assert_eq!(said("/levels/0/origin", json!(3)).0, Condition::Origin);
    assert_eq!(said("/children/0/0/0/0", json!(3)).0, Condition::Origin);
    let (condition, place, _) = said("/children/0/0/1/1", json!(2));
    assert_eq!(condition, Condition::Induction);
    assert_eq!(place, "class 0, rule [0, 1, 1, 2], the child in row 1, column 1 (class 0)");
    // A rule too many: true on the board of another game, or nonsense, but never needed.
    let mut more = document.clone();
    let rules = more["levels"][0]["rules"].as_array_mut().expect("rules are a list");
    rules.remove(rules.len() / 2);
    let Err(Rejection::Invalid { condition, .. }) = verify(more.to_string()) else { panic!("a rule is missing") };
    assert_eq!(condition, Condition::Induction);
    // A type that nothing makes.
    let mut more = document.clone();
    for list in ["/levels/0/types", "/contents", "/children/0"] {
        let list = more.pointer_mut(list).and_then(Value::as_array_mut).expect("these are lists");
        list.push(list.last().expect("not empty").clone());
    }
    let Err(Rejection::Invalid { condition, .. }) = verify(more.to_string()) else { panic!("an idle type") };
    assert_eq!(condition, Condition::Canonical);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// Any entry of any certificate, changed to any number.
    #[test]
    fn a_changed_entry_is_rejected(
        which in any::<Index>(),
        leaf in any::<Index>(),
        to in prop_oneof![-20_i64..40, any::<i64>()],
    ) {
        let (name, document, places) = which.get(&DOCUMENTS);
        let place = leaf.get(places);
        prop_assume!(document.pointer(place).and_then(Value::as_i64) != Some(to));
        prop_assert!(verify(with(document, place, json!(to))).is_err(), "{name}: {place} = {to}");
    }

    /// Any piece of a certificate cut off or out.
    #[test]
    fn damaged_texts_are_refused(cut in any::<Index>(), length in 1_usize..40) {
        let text = certificate("k003.json").to_string();
        let at = cut.index(text.len());
        prop_assert!(verify(&text[..at]).is_err());
        let end = (at + length).min(text.len());
        let rest = [&text[..at], &text[end..]].concat();
        prop_assert!(verify(&rest).is_err());
    }
}

#[test]
fn hostile_texts_are_refused() {
    let document = certificate("k003.json");
    let unreadable = |text: &str| assert!(matches!(verify(text), Err(Rejection::Unreadable(_))), "{text:.60}");
    unreadable("");
    unreadable("{}");
    unreadable("null");
    unreadable(&"[".repeat(1 << 20));
    unreadable(&format!("{}{}", "{\"levels\":".repeat(1 << 16), "}".repeat(1 << 16)));
    assert!(matches!(verify(" ".repeat(SIZE_LIMIT + 1)), Err(Rejection::OverLimit { unit: "bytes", .. })));
    unreadable(&with(&document, "/period", json!(u64::MAX)));
    unreadable(&with(&document, "/pre_period", json!(1_u64 << 40)));
    unreadable(&with(&document, "/k", json!(0)));
    unreadable(&with(&document, "/k", json!(1e300)));
    unreadable(&with(&document, "/k", json!(true)));
    unreadable(&document.to_string().replacen("\"k\":3", "\"k\":3,\"k\":3", 1));
    unreadable(&document.to_string().replacen("\"k\":3", "\"k\":3,\"note\":3", 1));
    let said = |text: &str| verify(text).expect_err("refused").to_string();
    assert_eq!(said(&with(&document, "/k", json!(0))), "this is not a certificate: k is 0; it is from 1 to 2147483647");
    let below = with(&document, "/levels/0/origin", json!(-1));
    let reason = "this is not a certificate: `origin`: invalid value: integer `-1`, expected a number from 0 on";
    assert!(said(&below).starts_with(reason), "{}", said(&below));
    // The key of a wrong value, however the text is laid out.
    for (place, key) in
        [("/levels/0/origin", "origin"), ("/levels/0/rules/3/1", "rules"), ("/contents/2/1/1", "contents")]
    {
        let wrong = with(&document, place, json!("metallic:3"));
        let pretty: Value = serde_json::from_str(&wrong).expect("JSON");
        for text in [wrong, serde_json::to_string_pretty(&pretty).expect("JSON").replace("\":", "\" :\n")] {
            let start = format!("this is not a certificate: `{key}`: invalid type: string");
            assert!(said(&text).starts_with(&start), "{}", said(&text));
        }
    }
    // A length that no file could back, and a base case larger than any patience.
    assert!(verify(with(&document, "/numeration/symbols/0/length", json!(u32::MAX))).is_err());
    assert!(verify(with(&document, "/levels", json!([]))).is_err());
    assert!(verify(with(&document, "/levels/0/types", json!([]))).is_err());
    assert!(verify(with(&document, "/levels/0/rules", json!([]))).is_err());
    assert!(verify(with(&document, "/numeration/symbols", json!([]))).is_err());
    assert!(verify(with(&document, "/children", json!([[]]))).is_err());
    assert!(verify(with(&document, "/contents", json!([[[]]]))).is_err());
}
