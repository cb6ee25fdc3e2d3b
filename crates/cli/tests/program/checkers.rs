//! The two checkers of certificates, `wythoff verify` and `proofs/verify.py`, say the same of every file: what
//! docs/SELF-SIMILAR.md says in section 9, and docs/MACHINES.md in section 6.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

/// The limits, as the document states them.
const BYTES: usize = 1 << 25;
const STEPS: usize = 1 << 27;

fn proofs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../wythoff/proofs")
}

fn text(name: &str) -> String {
    fs::read_to_string(proofs().join(name)).expect("this certificate is shipped")
}

fn document(name: &str) -> Value {
    serde_json::from_str(&text(name)).expect("certificates are JSON")
}

/// Certificates that begin so far out that the checker in Python takes a minute for each.
const FAR_OUT: [&str; 4] = ["strips/k108.json", "strips/k430.json", "strips/k448.json", "strips/k477.json"];

/// What a checker says of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    /// With so many types of columns, which only strips may have.
    Valid(usize),
    /// The condition that fails.
    Invalid(String),
    NotACertificate,
    OverLimit,
    /// There is no such file, or it is a folder.
    Unread,
}

impl Verdict {
    /// From the line that a checker prints, after the file's name.
    fn of(said: &str) -> Self {
        let condition = said.strip_prefix("invalid: the condition `").and_then(|rest| rest.split('`').next());
        match condition {
            Some(condition) => Self::Invalid(condition.to_owned()),
            None if said.starts_with("valid: ") => {
                let types = said.split_once(" types of columns").map(|(before, _)| before.rsplit(' ').next());
                Self::Valid(types.flatten().map_or(0, |types| types.parse().expect("a number stands before it")))
            }
            None if said.starts_with("this is not a certificate: ") => Self::NotACertificate,
            None if said.starts_with("this is not checked: it is over the limit of ") => Self::OverLimit,
            None if said.starts_with("can't be ") => Self::Unread,
            None => panic!("no verdict: {said}"),
        }
    }

    /// The exit code; the larger one wins.
    fn code(&self) -> i32 {
        match self {
            Self::Valid(_) => 0,
            Self::Invalid(_) => 1,
            Self::NotACertificate | Self::OverLimit | Self::Unread => 2,
        }
    }
}

/// The verdicts that a checker printed on these files, one line for each, and that its exit code is the worst of them.
fn verdicts(names: &[String], output: &Output) -> Vec<Verdict> {
    let said = [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat();
    let lines = said.lines().map(|line| line.strip_prefix("error: ").unwrap_or(line));
    let mut said_of: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, rest) in lines.filter_map(|line| line.split_once(": ")) {
        said_of.entry(name).or_default().push(rest);
    }
    let verdict = |name: &String| match said_of.get(&name[..]).map(|lines| &lines[..]) {
        Some([line]) => Verdict::of(line),
        other => panic!("{name}: one line is due, not {other:?}, in\n{said}"),
    };
    let verdicts: Vec<Verdict> = names.iter().map(verdict).collect();
    assert_eq!(output.status.code(), verdicts.iter().map(Verdict::code).max(), "{said}");
    verdicts
}

/// What both checkers say of files in a folder; they must say the same. `labels` tell what is in them.
fn same_verdicts(folder: &Path, names: &[String], labels: &[String]) -> Vec<Verdict> {
    let start = |command: &mut Command| {
        let command = command.args(names).current_dir(folder);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("both checkers run")
    };
    let python = start(Command::new("python3").arg(proofs().join("verify.py")));
    let rust = start(Command::new(env!("CARGO_BIN_EXE_wythoff")).arg("verify"));
    let [rust, python] =
        [rust, python].map(|child| verdicts(names, &child.wait_with_output().expect("both checkers end")));
    let differ: Vec<String> = (labels.iter().zip(rust.iter().zip(&python)))
        .filter(|(_, (rust, python))| rust != python)
        .map(|(label, (rust, python))| format!("{label}: Rust {rust:?}, Python {python:?}"))
        .collect();
    assert!(differ.is_empty(), "{} disagreements:\n{}", differ.len(), differ.join("\n"));
    rust
}

/// Writes the files, a few hundred at a time, and lets both checkers read them: the labels of the files and the
/// verdicts.
fn agree(test: &str, files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Vec<(String, Verdict)> {
    const AT_ONCE: usize = 400;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    fs::create_dir_all(&folder).expect("a folder for the files");
    let (mut files, mut all) = (files.into_iter().peekable(), Vec::new());
    while files.peek().is_some() {
        let (mut labels, mut names) = (Vec::new(), Vec::new());
        for (label, bytes) in files.by_ref().take(AT_ONCE) {
            names.push(format!("{}.json", names.len()));
            labels.push(label);
            fs::write(folder.join(&names[names.len() - 1]), bytes).expect("files can be written");
        }
        let verdicts = same_verdicts(&folder, &names, &labels);
        all.extend(labels.into_iter().zip(verdicts));
    }
    fs::remove_dir_all(&folder).expect("the folder was made above");
    all
}

/// Files whose verdict is known: what each is, its bytes and the verdict.
#[derive(Default)]
struct Files(Vec<(String, Vec<u8>, Verdict)>);

impl Files {
    fn add(&mut self, label: impl Into<String>, file: impl AsRef<[u8]>, verdict: Verdict) {
        self.0.push((label.into(), file.as_ref().to_vec(), verdict));
    }

    /// No certificate.
    fn none(&mut self, label: impl Into<String>, file: impl AsRef<[u8]>) {
        self.add(label, file, Verdict::NotACertificate);
    }

    /// A certificate of which a condition fails.
    fn wrong(&mut self, label: impl Into<String>, document: &Value, condition: &str) {
        self.add(label, document.to_string(), Verdict::Invalid(condition.to_owned()));
    }

    /// Both checkers have to give these verdicts.
    fn check(self, test: &str) {
        let expected: Vec<Verdict> = self.0.iter().map(|(.., verdict)| verdict.clone()).collect();
        let found = agree(test, self.0.into_iter().map(|(label, bytes, _)| (label, bytes)));
        let wrong: Vec<_> = found.iter().zip(&expected).filter(|((_, found), expected)| found != *expected).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}

/// The pointers to all numbers and texts of a document.
fn leaves(value: &Value) -> Vec<String> {
    fn collect(value: &Value, place: String, found: &mut Vec<String>) {
        match value {
            Value::Array(items) => {
                items.iter().enumerate().for_each(|(index, item)| collect(item, format!("{place}/{index}"), found));
            }
            Value::Object(items) => items.iter().for_each(|(key, item)| collect(item, format!("{place}/{key}"), found)),
            _ => found.push(place),
        }
    }
    let mut found = Vec::new();
    collect(value, String::new(), &mut found);
    found
}

/// The document with something else at `place`.
fn with(document: &Value, place: &str, entry: Value) -> Value {
    let mut changed = document.clone();
    *changed.pointer_mut(place).expect("there is such a place") = entry;
    changed
}

/// The document with a list changed.
fn with_list(document: &Value, place: &str, change: impl FnOnce(&mut Vec<Value>)) -> Value {
    let mut changed = document.clone();
    change(changed.pointer_mut(place).and_then(Value::as_array_mut).expect("there is such a list"));
    changed
}

/// What else an entry could be: a number or text, or the other things that JSON has.
fn other_entries(entry: &Value, all_kinds: bool) -> Vec<Value> {
    let mut others = match entry.as_i64() {
        Some(number) => vec![json!(number + 1), json!(number - 1)],
        None => vec![],
    };
    if all_kinds {
        let number = entry.as_i64().unwrap_or(2);
        others.extend([number ^ 7, -number - 1, i64::from(i32::MAX), 1 << 31, i64::MIN].map(Value::from));
        others.extend([json!(u64::MAX), json!(1e300), json!(2.0), json!(true), json!(null), json!([]), json!({})]);
    }
    if all_kinds || entry.is_string() {
        others.extend(
            ["", "A", "B", "AA", "AB", "BA", "BB", "AAB", "K", "Z", "C", "pell", "metallic:1"].map(Value::from),
        );
    }
    others.retain(|other| other != entry);
    others
}

/// Every entry of a certificate changed, or every `step`-th, in one way at a time.
fn single_changes(name: &str, all_kinds: bool, step: usize) -> impl Iterator<Item = (String, Vec<u8>)> + use<> {
    let (name, document) = (name.to_owned(), document(name));
    leaves(&document).into_iter().step_by(step).flat_map(move |place| {
        let entry = document.pointer(&place).expect("leaves are places");
        let change = |other: Value| {
            (format!("{name}: {place} = {other}"), with(&document, &place, other).to_string().into_bytes())
        };
        other_entries(entry, all_kinds).into_iter().map(change).collect::<Vec<_>>()
    })
}

/// The checkers agree on every one of these changes, and accept none.
fn no_change_is_accepted(test: &str, changes: impl Iterator<Item = (String, Vec<u8>)>) {
    let mut found = agree(test, changes);
    found.retain(|(_, verdict)| matches!(verdict, Verdict::Valid(_)));
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn shipped_certificates_are_valid() {
    let mut names: Vec<String> = fs::read_dir(proofs())
        .expect("the folder `proofs` is part of the project")
        .map(|entry| entry.expect("a folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    assert!(names.len() >= 11);
    for folder in ["machines", "strips"] {
        let files = fs::read_dir(proofs().join(folder)).expect("the folders of `proofs` are part of the project");
        let files = files.map(|entry| entry.expect("a folder can be listed").file_name());
        names.extend(files.map(|name| format!("{folder}/{}", name.to_str().expect("names are plain"))));
    }
    names.retain(|name| !FAR_OUT.contains(&&name[..]));
    assert!(names.len() >= 11 + 4 + 21);
    let verdicts = same_verdicts(&proofs(), &names, &names);
    for (name, verdict) in names.iter().zip(verdicts) {
        assert_eq!(verdict, Verdict::Valid(if name == "strips/k073.json" { 33 } else { 0 }), "{name}");
    }
}

/// Takes some minutes.
#[test]
#[ignore = "long"]
fn certificates_that_begin_far_out_are_valid() {
    let names = FAR_OUT.map(str::to_owned);
    assert!(same_verdicts(&proofs(), &names, &names).iter().all(|verdict| *verdict == Verdict::Valid(0)));
}

#[test]
fn single_changes_of_the_smallest_machine() {
    no_change_is_accepted("single-machine", single_changes("machines/k011.json", false, 1));
    agree("kinds-machine", single_changes("machines/k011.json", true, 20));
}

/// Some of these are valid, and true: `crates/wythoff/tests/exact/strips.rs` asks the board.
#[test]
fn single_changes_of_strips() {
    let near = single_changes("strips/k055.json", true, 3).chain(single_changes("strips/k047.json", false, 1));
    agree("single-strips", near);
    let far = single_changes("strips/k073.json", false, 31).chain(single_changes("strips/k015.json", true, 7));
    agree("single-strips-2", far);
}

/// Takes a minute.
#[test]
#[ignore = "long"]
fn more_single_changes_of_strips() {
    agree("single-strips-all", single_changes("strips/k055.json", true, 1));
    agree("single-strips-73", single_changes("strips/k073.json", false, 7));
    agree("single-strips-15", single_changes("strips/k015.json", true, 2));
}

/// Takes several minutes.
#[test]
#[ignore = "long"]
fn single_changes_of_larger_machines() {
    let larger = ["machines/k065.json", "machines/k076.json", "machines/k080.json"];
    no_change_is_accepted("single-machines", larger.into_iter().flat_map(|name| single_changes(name, false, 301)));
}

#[test]
fn single_changes_of_small_certificates() {
    let smallest = single_changes("k003.json", true, 1).chain(single_changes("k001.json", false, 1));
    let small = ["k002.json", "k004.json"].into_iter().flat_map(|name| single_changes(name, false, 10));
    no_change_is_accepted("single-some", smallest.chain(small));
}

/// Takes several minutes.
#[test]
#[ignore = "long"]
fn all_single_changes_of_small_certificates() {
    let small = ["k001.json", "k002.json", "k004.json"].into_iter().flat_map(|name| single_changes(name, true, 1));
    let larger = ["k008.json", "k014.json"].into_iter().flat_map(|name| single_changes(name, false, 3));
    no_change_is_accepted("single-all", small.chain(larger));
}

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }
}

/// Larger certificates with one to three entries changed, moved or taken out.
#[test]
fn random_changes() {
    let mut dice = Dice(9);
    let mut files = Vec::new();
    let others = [("machines/k011.json", 300), ("strips/k055.json", 200), ("strips/k058.json", 60)];
    let blocks = [("k001.json", 150), ("k003.json", 150), ("k004.json", 100), ("k014.json", 80), ("k010.json", 8)];
    for (name, count) in blocks.into_iter().chain(others) {
        let document = document(name);
        let places = leaves(&document);
        for _ in 0..count {
            let mut changed = document.clone();
            let mut label = name.to_owned();
            for _ in 0..=dice.below(3) {
                let place = &places[dice.below(places.len())];
                let (list, at) = place.rsplit_once('/').expect("leaves have parents");
                let other = changed.pointer(&places[dice.below(places.len())]).cloned();
                let Some(parent) = changed.pointer_mut(list) else { continue };
                let kind = dice.below(4);
                label = format!("{label}, {place} changed in way {kind}");
                match (parent, at.parse::<usize>()) {
                    (Value::Array(items), Ok(at)) if at < items.len() => match kind {
                        0 => drop(items.remove(at)),
                        1 => items.insert(at, items[at].clone()),
                        2 => items.swap(at, 0),
                        _ => items[at] = other.unwrap_or_default(),
                    },
                    (Value::Object(items), _) => drop(items.insert(at.to_owned(), other.unwrap_or_default())),
                    _ => {}
                }
            }
            files.push((label, changed.to_string().into_bytes()));
        }
    }
    agree("random", files);
}

/// A small certificate with a few characters changed, put in or taken out.
#[test]
fn random_characters() {
    const CHARACTERS: &[u8] = b"{}[],:\"'-+.0123456789eEABKZk nultrue\\/\t\n\r\0\x7f\x80\xff";
    let (mut dice, texts) = (Dice(10), ["k003.json", "machines/k011.json"].map(|name| text(name).into_bytes()));
    let files = (0..1500).map(|index| {
        let mut changed = texts[usize::from(index >= 1000)].clone();
        for _ in 0..=dice.below(2) {
            let (at, character) = (dice.below(changed.len()), CHARACTERS[dice.below(CHARACTERS.len())]);
            match dice.below(3) {
                0 => changed[at] = character,
                1 => changed.insert(at, character),
                _ => drop(changed.remove(at)),
            }
        }
        (format!("text {index}"), changed)
    });
    agree("characters-random", files);
}

/// The certificate with a type more that is true at the corner of the board, and its rule (K, Z, Z) → T: the board's
/// first block of the shape AB.
fn with_a_second_corner(fibonacci: &Value) -> Value {
    let origin = fibonacci["levels"][0]["origin"].as_u64().expect("a type");
    let below = fibonacci["levels"][0]["rules"].as_array().expect("rules").iter().find(|rule| {
        let result = usize::try_from(rule[3].as_u64().expect("a type")).expect("a small number");
        **rule == json!([1, origin, 1, result]) && fibonacci["levels"][0]["types"][result] == "BA"
    });
    let below = below.expect("W^1 has a block below the corner")[3].clone();
    let width =
        usize::try_from(fibonacci["numeration"]["symbols"][1]["length"].as_u64().expect("a length")).expect("small");
    let corner = fibonacci["contents"][0].as_array().expect("rows").iter();
    let corner: Vec<Value> = corner.map(|row| json!(row.as_array().expect("cells")[..width])).collect();
    let count = fibonacci["levels"][0]["types"].as_array().expect("types").len();
    let more = with_list(fibonacci, "/levels/0/types", |types| types.push(json!("AB")));
    let more = with_list(&more, "/contents", |contents| contents.push(json!(corner)));
    let more = with_list(&more, "/children/0", |children| children.push(json!([[origin], [below]])));
    with_list(&more, "/levels/0/rules", |rules| rules.insert(1, json!([0, 1, 1, count])))
}

/// The same proof with its types numbered otherwise: two of them change places.
fn renamed(binary: &Value, one: usize, other: usize) -> Value {
    let name = |value: &mut Value| {
        let old = value.as_u64().and_then(|old| usize::try_from(old).ok()).expect("a type");
        *value = json!(if old == one {
            other
        } else if old == other {
            one
        } else {
            old
        });
    };
    let mut changed = with_list(binary, "/contents", |contents| contents.swap(one - 2, other - 2));
    changed = with_list(&changed, "/children/0", |children| {
        children.swap(one - 2, other - 2);
        let grids = children.iter_mut().filter_map(Value::as_array_mut).flatten();
        grids.filter_map(Value::as_array_mut).flatten().for_each(name);
    });
    changed = with_list(&changed, "/levels/0/rules", |rules| {
        rules.iter_mut().filter_map(Value::as_array_mut).flatten().for_each(name);
        rules.sort_by_key(|rule| [0, 1, 2, 3].map(|at| rule[at].as_u64()));
    });
    name(changed.pointer_mut("/levels/0/origin").expect("an origin"));
    changed
}

/// The same proof with its level written `classes` times, `pre_period` of them before the period.
fn unrolled(document: &Value, pre_period: usize, classes: usize) -> Value {
    let mut longer = document.clone();
    longer["pre_period"] = json!(pre_period);
    longer["period"] = json!(classes - pre_period);
    for key in ["levels", "children"] {
        longer[key] = json!(vec![document[key][0].clone(); classes]);
    }
    longer
}

#[test]
fn the_same_proof_written_otherwise() {
    let (one, three) = (document("k001.json"), document("k003.json"));
    let (text, pretty) = (three.to_string(), serde_json::to_string_pretty(&three).expect("JSON"));
    let mut files = Files::default();
    for (label, file) in [
        ("types renamed", renamed(&three, 3, 9).to_string()),
        ("the origin renamed", renamed(&three, 2, 17).to_string()),
        ("unrolled", unrolled(&three, 0, 3).to_string()),
        ("unrolled before the period", unrolled(&one, 2, 3).to_string()),
        ("spaces around", format!(" \t\r\n{text}\n\n ")),
        ("on many lines", pretty.clone()),
        ("on many lines, as in DOS", pretty.replace('\n', "\r\n")),
        ("keys in another order", text.clone()),
        ("the largest file", format!("{text}{}", " ".repeat(BYTES - text.len()))),
    ] {
        files.add(label, file, Verdict::Valid(0));
    }
    files.add("one byte too long", format!("{text}{}", " ".repeat(BYTES + 1 - text.len())), Verdict::OverLimit);
    files.check("otherwise");
}

/// What is true and not needed is too much; what is missing, twice or out of order is wrong.
#[test]
fn rules_too_many_and_too_few() {
    let (one, three) = (document("k001.json"), document("k003.json"));
    let mut files = Files::default();
    files.wrong("a second corner", &with_a_second_corner(&one), "canonical");
    let zeros = with_list(&three, "/levels/0/rules", |rules| rules.insert(1, json!([1, 1, 1, 5])));
    files.wrong("a true rule that needs itself only", &zeros, "canonical");
    // Neighbours outside that no block has.
    for rule in [[0, 0, 0, 5], [0, 1, 2, 3], [1, 0, 0, 5], [1, 0, 1, 5]] {
        let more = with_list(&three, "/levels/0/rules", |rules| {
            rules.push(json!(rule));
            rules.sort_by_key(|rule| [0, 1, 2, 3].map(|at| rule[at].as_u64()));
        });
        files.wrong(format!("{rule:?}"), &more, "base");
    }
    for rule in [[0, 1, 1, 0], [0, 1, 1, 1], [0, 1, 1, 99]] {
        let more = with_list(&three, "/levels/0/rules", |rules| rules.insert(0, json!(rule)));
        files.wrong(format!("{rule:?}"), &more, "shape");
    }
    files.wrong("no rules", &with(&three, "/levels/0/rules", json!([])), "origin");
    for document in [&one, &three] {
        let count = document["levels"][0]["rules"].as_array().expect("rules").len();
        for at in 0..count {
            let rule = &document["levels"][0]["rules"][at];
            let missing = with_list(document, "/levels/0/rules", |rules| drop(rules.remove(at)));
            files.wrong(format!("without {rule}"), &missing, if at == 0 { "origin" } else { "induction" });
            let twice = with_list(document, "/levels/0/rules", |rules| rules.insert(at, rules[at].clone()));
            files.wrong(format!("{rule} twice"), &twice, "shape");
            let swapped = with_list(document, "/levels/0/rules", |rules| rules.swap(at, (at + 1) % count));
            files.wrong(format!("{rule} and the next swapped"), &swapped, "shape");
            let short = with_list(document, &format!("/levels/0/rules/{at}"), |rule| drop(rule.pop()));
            files.none(format!("three of {rule}"), short.to_string());
            let long = with_list(document, &format!("/levels/0/rules/{at}"), |rule| rule.push(json!(2)));
            files.none(format!("{rule} and more"), long.to_string());
        }
    }
    files.check("rules");
}

#[test]
fn types_levels_and_grids_out_of_place() {
    let (three, four) = (document("k003.json"), document("k004.json"));
    let mut files = Files::default();
    let mut idle = three.clone();
    for list in ["/levels/0/types", "/contents", "/children/0"] {
        idle = with_list(&idle, list, |list| list.push(list[5].clone()));
    }
    files.wrong("an idle type", &idle, "canonical");
    let mut other_words = with_list(&three, "/numeration/symbols", |symbols| {
        symbols[0]["word"] = json!("AB");
        symbols.push(json!({"symbol": "B", "word": "A", "length": 3}));
    });
    other_words["numeration"]["name"] = json!("fibonacci");
    files.wrong("other words", &other_words, "shape");
    files.wrong("levels swapped", &with_list(&four, "/levels", |levels| levels.swap(0, 1)), "shape");
    files.wrong("children swapped", &with_list(&four, "/children", |children| children.swap(0, 1)), "shape");
    files.wrong("period 2", &with(&with(&four, "/pre_period", json!(0)), "/period", json!(2)), "shape");
    files.none("period 0", with(&with(&four, "/pre_period", json!(2)), "/period", json!(0)).to_string());
    for place in ["/contents", "/contents/3", "/contents/3/1", "/children/0", "/children/0/3", "/children/0/3/1"] {
        files.wrong(format!("{place} shorter"), &with_list(&three, place, |list| drop(list.pop())), "shape");
        files.wrong(format!("{place} longer"), &with_list(&three, place, |list| list.push(list[0].clone())), "shape");
        files.wrong(format!("{place} empty"), &with(&three, place, json!([])), "shape");
    }
    for place in ["/levels", "/levels/0/types", "/children", "/numeration/symbols"] {
        files.none(format!("{place} empty"), with(&three, place, json!([])).to_string());
    }
    files.check("grids");
}

#[test]
fn what_is_not_json() {
    let text = text("k003.json");
    let text = text.trim_end();
    let mut files = Files::default();
    let words = "null true 0 -0 1e999 NaN Infinity -Infinity \"\" [] {} [{}] { } {] [ \" {\" {\"k\" {\"k\": {\"k\":3, \
        ' undefined //";
    for only in words.split(' ').chain(["", " ", "\n", "\0", "# note\n", "<xml/>"]) {
        files.none(format!("only {only:?}"), only);
    }
    files.none("half", &text[..text.len() / 2]);
    files.none("without the end", &text[..text.len() - 1]);
    files.none("two", [text, text].concat());
    files.none("two lines", format!("{text}\n{text}\n"));
    for end in [",", "}", "]", "0", "null", "\0", "//", "\u{feff}", "\u{a0}", "\u{b}", "\u{c}", "\u{85}", "\u{2028}"] {
        files.none(format!("{end:?} at the end"), format!("{text}{end}"));
        files.none(format!("{end:?} at the start"), format!("{end}{text}"));
    }
    files.none("in a list", format!("[{text}]"));
    files.none("in an object", format!("{{\"certificate\":{text}}}"));
    files.none("comma before the end", format!("{},}}", &text[..text.len() - 1]));
    files.none("single quotes", text.replace('"', "'"));
    for (from, to) in [
        (",", ", /* note */"),
        ("[-2,0,0]", "[-2,0,0,]"),
        ("[-2,0,0]", "[-2 0,0]"),
        ("\"k\"", "k"),
        ("\"k\":3,", "\"k\":3;"),
        (":", "="),
        ("[", "{"),
        ("[", "("),
        ("]", "}"),
        ("{", "["),
        ("}", "]"),
    ] {
        files.none(format!("{to} for {from}"), text.replacen(from, to, 1));
    }
    for depth in [10, 100, 127, 128, 129, 900, 1000, 1100, 100_000] {
        files.none(format!("{depth} brackets"), "[".repeat(depth));
        files.none(format!("{depth} lists"), ["[", "]"].map(|bracket| bracket.repeat(depth)).concat());
        let objects = format!("{}0{}", "{\"levels\":".repeat(depth), "}".repeat(depth));
        files.none(format!("{depth} objects"), objects);
        let deep = format!("\"contents\":{}", "[".repeat(depth));
        files.none(format!("{depth} brackets in contents"), text.replacen("\"contents\":[[[", &deep, 1));
    }
    files.check("not-json");
}

#[test]
fn characters_and_encodings() {
    let text = text("k003.json");
    let mut files = Files::default();
    files.none("UTF-8 with a mark", ["\u{feff}", &text].concat());
    for (end, mark, wide) in
        [("little", [0xff_u8, 0xfe], (|byte| [byte, 0]) as fn(u8) -> [u8; 2]), ("big", [0xfe, 0xff], |byte| [0, byte])]
    {
        let bytes: Vec<u8> = text.bytes().flat_map(wide).collect();
        files.none(format!("16 bits, {end} end"), &bytes);
        files.none(format!("16 bits, {end} end, with a mark"), [&mark, &bytes[..]].concat());
    }
    let in_name = |bytes: &[u8]| {
        let at = text.find("binary").expect("its numeration");
        [&text.as_bytes()[..at], bytes, &text.as_bytes()[at + 6..]].concat()
    };
    // Lone halves, too long, too large, cut off; then characters that are right in other texts.
    for hex in ["ff", "80", "c0af", "c1a1", "e080af", "eda080", "edb080", "f4908080", "f888808080", "e282"] {
        let digits: Vec<char> = hex.chars().collect();
        let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).expect("hex");
        files.none(format!("the bytes {hex}"), in_name(&digits.chunks(2).map(byte).collect::<Vec<u8>>()));
    }
    for name in ["\u{3b1}", "\u{1f600}", "\0", "\u{1}", "\u{1f}", "\u{7f}", "\n", "\t", "\"", "\\", "\\\""] {
        files.none(format!("the name {name:?}"), in_name(name.as_bytes()));
    }
    for escape in "0000 d800 dc00 d83d\\ude00 d800\\ud800 00 0062inary".split(' ') {
        files.none(format!("the name \\u{escape}"), in_name(format!("\\u{escape}").as_bytes()));
    }
    for (from, to) in [
        ("\"k\":3", "\"\\u006b\":3"),
        ("\"binary\"", "\"bin\\x61ry\""),
        ("\"binary\"", "\"\\/\""),
        ("\"binary\"", "\"\\n\""),
        ("\"AA\"", "\"\u{ff21}\u{ff21}\""),
        ("A", "\u{391}"),
    ] {
        files.none(format!("{to} for {from}"), text.replacen(from, to, 1));
    }
    files.none("a Greek alphabet", text.replace('A', "\u{391}"));
    files.check("characters");
}

#[test]
fn keys_and_objects() {
    let (text, document) = (text("k003.json"), document("k003.json"));
    let mut files = Files::default();
    for (from, to) in [
        ("\"k\":3", "\"k\":3,\"k\":3"),
        ("\"k\":3", "\"k\":null,\"k\":3"),
        ("\"k\":3", "\"k\":3,\"note\":3"),
        ("\"k\":3", "\"k\":3,\"\":3"),
        ("\"k\":3", "\"K\":3"),
        ("\"k\":3", "\"k \":3"),
        ("\"k\":3", "\"k\":3,\"__proto__\":{}"),
        ("\"origin\":2", "\"origin\":2,\"origin\":2"),
        ("\"origin\":2", "\"origin\":2,\"note\":[]"),
    ] {
        files.none(to, text.replacen(from, to, 1));
    }
    let keys = ["format", "k", "numeration", "pre_period", "period", "levels", "contents", "children"];
    for key in keys {
        let mut without = document.clone();
        without.as_object_mut().expect("an object").remove(key);
        files.none(format!("without {key}"), without.to_string());
        files.none(format!("{key} null"), with(&document, &format!("/{key}"), Value::Null).to_string());
    }
    // Lists of the values are no objects, and objects are no lists.
    for (place, keys) in [
        ("", &keys[..]),
        ("/numeration", &["name", "symbols"]),
        ("/numeration/symbols/0", &["symbol", "word", "length"]),
        ("/levels/0", &["types", "origin", "rules"]),
    ] {
        let object = document.pointer(place).expect("it is there");
        let values: Vec<Value> = keys.iter().map(|key| object[key].clone()).collect();
        files.none(format!("a list for {place}"), with(&document, place, json!(values)).to_string());
    }
    for place in ["/levels", "/levels/0/types", "/levels/0/rules", "/levels/0/rules/0", "/contents/0/0", "/children"] {
        let items = document.pointer(place).and_then(Value::as_array).expect("a list");
        let object = items.iter().enumerate().map(|(at, item)| (at.to_string(), item.clone())).collect();
        files.none(format!("an object for {place}"), with(&document, place, Value::Object(object)).to_string());
        files.none(format!("a text for {place}"), with(&document, place, json!("AA")).to_string());
    }
    files.check("keys");
}

#[test]
fn numbers_in_every_spelling() {
    const NONE: &str = "-0 00 03 +3 3. 3.0 3.5 .3 3e0 3E0 0e0 -0.0 1e3 1e999 -1e999 1e-999 0x3 3_0 3n NaN Infinity \
        -Infinity true false null \"3\" [3] {} - --3 \u{663} \u{ff13} 2147483648 4294967296 4294967299 \
        9223372036854775808 18446744073709551616 18446744073709551619 -2147483649 -99999999999999999999";
    let text = text("k003.json");
    let long = "9".repeat(5000);
    let mut files = Files::default();
    let mut put = |from: &str, number: &str, [before, after]: [&str; 2]| {
        let to = format!("{before}{number}{after}");
        assert!(text.contains(from));
        files.none(format!("{to:.40}"), text.replacen(from, &to, 1));
    };
    for number in NONE.split_ascii_whitespace().chain([&long[..]]) {
        put("[[[-3,-2,", number, ["[[[-3,", ","]);
    }
    for number in NONE.split_ascii_whitespace().chain([&long[..], "-1", "-2147483648"]) {
        put("\"k\":3", number, ["\"k\":", ""]);
        put("\"origin\":2", number, ["\"origin\":", ""]);
        put("\"period\":1", number, ["\"period\":", ""]);
        put("\"pre_period\":0", number, ["\"pre_period\":", ""]);
        put("\"length\":3", number, ["\"length\":", ""]);
        put("[0,1,1,2]", number, ["[0,1,", ",2]"]);
        put("[[[[2,", number, ["[[[[", ","]);
    }
    put("\"k\":3", "0", ["\"k\":", ""]);
    put("\"period\":1", "0", ["\"period\":", ""]);
    files.check("numbers");
}

#[test]
fn texts_and_symbols() {
    let (text, document) = (text("k003.json"), document("k003.json"));
    let mut files = Files::default();
    for format in
        ["", "wythoff certificate", "wythoff certificate 2", "wythoff certificate 10", "Wythoff certificate 1"]
    {
        files.none(format!("format `{format}`"), text.replacen("wythoff certificate 1", format, 1));
    }
    for symbol in ["", "B", "C", "a", "AA", "A ", "K", "0"] {
        let only = text.replacen("\"symbol\":\"A\"", &format!("\"symbol\":\"{symbol}\""), 1);
        files.none(format!("symbol `{symbol}`"), only.clone());
        files.none(format!("`{symbol}` for A"), only.replace("\"AA\"", &format!("\"{symbol}{symbol}\"")));
    }
    for word in ["AC", "aa", "A A", "AA ", "A-A", "00"] {
        files.none(format!("word `{word}`"), text.replacen("\"word\":\"AA\"", &format!("\"word\":\"{word}\""), 1));
    }
    for shape in ["", "A", "AAA", "K", "Z", "KK", "AC", "aa", "A A", "AAAA"] {
        files.none(format!("type `{shape}`"), text.replacen("\"Z\",\"AA\"", &format!("\"Z\",\"{shape}\""), 1));
    }
    files.none("Z, K", text.replacen("\"K\",\"Z\"", "\"Z\",\"K\"", 1));
    files.none("no Z", text.replacen("\"K\",\"Z\"", "\"K\",\"AA\"", 1));
    files.none("K only", with(&document, "/levels/0/types", json!(["K"])).to_string());
    for letters in [&["A", "A"][..], &["B", "A"], &["A", "C"], &["A", "B", "C"], &["A", "B", "B"], &["A", "B", ""]] {
        let symbols: Vec<Value> =
            letters.iter().map(|letter| json!({"symbol": letter, "word": "A", "length": 3})).collect();
        files.none(format!("symbols {letters:?}"), with(&document, "/numeration/symbols", json!(symbols)).to_string());
    }
    files.check("texts");
}

/// Certificates by their form, with entries at the edges of what they can be.
#[test]
fn well_formed_and_wrong() {
    const NAMES: &str = "A Binary binary:2 base:2 base:02 base:1 base:65 base:3,3 base: base:-3 base:+3 base:1e1 \
        base:3.0 fibonacci pell metallic metallic: metallic:1 metallic:2 metallic:0 metallic:1, metallic:,1 \
        metallic:1,,1 metallic:65 metallic:1,64 metallic:64,64 constructor : :2 base:4294967299";
    let document = document("k003.json");
    let mut files = Files::default();
    let mut put = |place: &str, entry: Value, condition: &str| {
        files.wrong(format!("{place} = {entry:.40}"), &with(&document, place, entry), condition);
    };
    let long = format!("metallic:{}", ["1"; 40].join(","));
    for name in NAMES.split_ascii_whitespace().chain(["", " ", "binary ", " binary", "base: 3", "base:3 ", &long]) {
        put("/numeration/name", json!(name), "numeration");
    }
    for word in ["", "A", "AAA", "AB", "BA", &"A".repeat(1 << 16)] {
        put("/numeration/symbols/0/word", json!(word), "numeration");
    }
    for (length, condition) in [(0, "numeration"), (1, "numeration"), (2, "shape"), (4, "shape"), (i32::MAX, "shape")] {
        put("/numeration/symbols/0/length", json!(length), condition);
    }
    for shape in ["AB", "BA", "BB"] {
        put("/levels/0/types/9", json!(shape), "shape");
    }
    for k in [1, 2, 4, i32::MAX] {
        put("/k", json!(k), "base");
    }
    for value in [i32::MIN, i32::MIN + 1, i32::MAX] {
        put("/contents/0/2/2", json!(value), "base");
        put("/contents/0", json!([[value, value, value], [i32::MIN, i32::MAX, value], [0, value, i32::MIN]]), "base");
    }
    for origin in [0, 1, 3, 18, i32::MAX] {
        put("/levels/0/origin", json!(origin), "origin");
    }
    for child in [0, 1, 18, i32::MAX] {
        put("/children/0/3/0/0", json!(child), "shape");
    }
    files.check("wrong");
}

/// A list `[item,item,…]` with so many items.
fn list(item: &str, count: usize) -> String {
    format!("[{}]", vec![item; count].join(","))
}

/// A file that asks for 4096 steps for each of its rules: they have one result, and its grid has 64 × 64
/// children.
fn much_work(types: usize) -> String {
    let shapes = vec!["\"AA\""; types].join(",");
    let grid = list(&list("2", 64), 64);
    let rules: Vec<String> = (1..types + 2)
        .flat_map(|north_west| (1..types + 2).map(move |north| (north_west, north)))
        .flat_map(|(north_west, north)| (1..types + 2).map(move |west| format!("[{north_west},{north},{west},2]")))
        .collect();
    format!(
        "{{\"format\":\"wythoff certificate 1\",\"k\":1,\
        \"numeration\":{{\"name\":\"base:64\",\"symbols\":[{{\"symbol\":\"A\",\"word\":\"{}\",\"length\":2}}]}},\
        \"pre_period\":0,\"period\":1,\"levels\":[{{\"types\":[\"K\",\"Z\",{shapes}],\"origin\":2,\"rules\":[{}]}}],\
        \"contents\":{},\"children\":[{}]}}",
        "A".repeat(64),
        rules.join(","),
        list("[[0,0],[0,0]]", types),
        list(&grid, types),
    )
}

/// Files that ask for far more memory than they have bytes: both checkers, held to 1 GiB, say that they are over a
/// limit or wrong.
#[cfg(unix)]
#[test]
fn no_file_takes_all_memory() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("memory");
    fs::create_dir_all(&folder).expect("a folder for the files");
    // Each step was once written down.
    let work = much_work(100);
    assert!(work.len() < 1 << 24 && 101_usize.pow(3) * 4096 > STEPS);
    let machine = text("machines/k011.json");
    // A first column with 2^25 palaces.
    let deep = machine.replacen("\"k\":11", "\"k\":33554432", 1).replacen("\"row\":3", "\"row\":33554432", 1);
    let deep = format!(
        "{},\"windows\"{}",
        deep[..deep.find(",\"language\"").expect("a key")].to_owned() + ",\"language\":[[]]",
        ":[{\"phase\":0,\"rows\":[],\"diagonals\":[]}],\"steps\":[],\"states\":[]}"
    );
    // The language of W^55 with a counter: 22 million states. A period of 16 million columns. Palaces without end.
    let mut counter = document("strips/k055.json");
    counter["language"] = (0..2111).map(|count| json!([[15, (count + 1) % 2111], [16, count]])).collect();
    let mut long = document("strips/k007.json");
    long["strips"][0]["period"] = json!(15_789_966);
    let wide = document("strips/k055.json").to_string().replacen("\"k\":55", "\"k\":134217727", 1);
    let files = [
        ("counter.json", counter.to_string(), Verdict::OverLimit),
        ("long.json", long.to_string(), Verdict::OverLimit),
        ("wide.json", wide, Verdict::OverLimit),
        ("work.json", work, Verdict::OverLimit),
        ("lists.json", format!("{{\"contents\":{}}}", list(&list("[]", 1000), 1000)), Verdict::NotACertificate),
        ("objects.json", format!("{{\"levels\":{}}}", list("{}", 1 << 20)), Verdict::NotACertificate),
        ("numbers.json", format!("{{\"contents\":[[{}]]}}", list("1000", 1 << 20)), Verdict::NotACertificate),
        (
            "length.json",
            text("k003.json").replacen("\"length\":3", "\"length\":2147483647", 1),
            Verdict::Invalid("shape".to_owned()),
        ),
        (
            "period.json",
            text("k003.json").replacen("\"period\":1", "\"period\":2147483647", 1),
            Verdict::NotACertificate,
        ),
        ("far.json", machine.replacen("\"column\":48", "\"column\":2147483647", 1), Verdict::OverLimit),
        ("deep.json", deep, Verdict::OverLimit),
        ("steep.json", machine.replacen("[5,2]", "[2147483647,2]", 1), Verdict::OverLimit),
    ];
    let names: Vec<String> = files.iter().map(|(name, ..)| (*name).to_owned()).collect();
    for (name, text, _) in &files {
        fs::write(folder.join(name), text).expect("files can be written");
    }
    let verify = proofs().join("verify.py");
    for checker in [[env!("CARGO_BIN_EXE_wythoff").as_ref(), "verify".as_ref()], ["python3".as_ref(), verify.as_path()]]
    {
        let mut shell = Command::new("sh");
        let shell = shell.args(["-c", "ulimit -v 1048576 && exec \"$@\"", "sh"]).args(checker).args(&names);
        let output = shell.current_dir(&folder).output().expect("a shell");
        for ((name, _, expected), found) in files.iter().zip(verdicts(&names, &output)) {
            assert_eq!(*expected, found, "{name}, {checker:?}");
        }
    }
}

/// What is no file, and how a checker ends that has nothing to do.
#[test]
fn what_cannot_be_read() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let names = ["no such file.json".to_owned(), ".".to_owned()];
    assert_eq!(same_verdicts(folder, &names, &names), [Verdict::Unread, Verdict::Unread]);
    for name in &names {
        assert_eq!(same_verdicts(folder, std::slice::from_ref(name), &names[..1]), [Verdict::Unread]);
    }
    let alone = Command::new("python3").arg(proofs().join("verify.py")).output().expect("python3 runs");
    assert_eq!(alone.status.code(), Some(2));
}
