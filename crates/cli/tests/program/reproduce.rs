//! `wythoff reproduce`: every item is made, every difference from the papers is explained, the index can be read, and
//! an interrupted run is taken up again.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::harm::{self, Lot, files, flipped, killed, put, said, timed};

fn wythoff(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wythoff")).args(arguments).current_dir(folder).output().unwrap()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// What the papers have: tables, lists in Lar09, figures that are pictures of data, pictures of tokens.
const IDS: [&str; 28] = [
    "Lar13.Tokens1",
    "Lar13.Tokens2",
    "Lar13.Tokens3",
    "Lar13.Tokens4",
    "CLN15.Figure1",
    "CLN15.Figure3",
    "CLN15.Figure4",
    "CLN15.Figure5",
    "CLN15.Figure6",
    "CLN15.Figure7",
    "CLN15.Figure8",
    "Lar15.Figure1",
    "Lar15.Figure2",
    "Lar15.Table1",
    "Lar15.Table2",
    "Lar15.Table3",
    "Lar15.Table4",
    "Lar09.Pairs",
    "Lar09.Example15",
    "Lar09.Example16",
    "Lar09.Figure1",
    "Lar09.Figure2",
    "Lar11.Figure1",
    "Lar11.Figure2",
    "Lar11.Table1",
    "Lar11.Table2",
    "Lar11.Table3",
    "Lar11.Table4",
];

/// The lines that differ from what is printed, for each item that has some.
const DIFFERING: [(&str, &[&str]); 7] = [
    ("CLN15.Figure3", &["cells of the close-ups by the shoulder that are not identical"]),
    ("CLN15.Figure8", &["n = 2: palaces of a row left of the skin", "n = 3: palaces of a row left of the skin"]),
    ("Lar15.Figure2", &["the game of the palest squares"]),
    ("Lar15.Table3", &["16", "the game of the caption"]),
    ("Lar15.Table4", &["10", "11", "12", "13", "14", "15", "16", "9", "the game of the caption"]),
    ("Lar11.Figure1", &["P-options of (11,15)"]),
    ("Lar11.Table1", &["10", "12", "13", "15", "16", "19", "20", "5"]),
];

#[test]
fn every_item_is_made_and_every_difference_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let output = wythoff(folder.path(), &["reproduce", "all", "--quick", "--json", "-o", "made"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(output.stderr));
    let made: Value = serde_json::from_slice(&output.stdout).unwrap();
    let items = made["items"].as_array().unwrap();
    assert_eq!(items.iter().map(|item| item["id"].as_str().unwrap()).collect::<Vec<_>>(), IDS);
    let folder = folder.path().join("made");
    for item in items {
        let (id, record) = (item["id"].as_str().unwrap(), &item["record"]);
        let files = record["files"].as_array().unwrap();
        assert!(!files.is_empty(), "{id} has no file");
        for file in files {
            let length = fs::metadata(folder.join(file["name"].as_str().unwrap())).unwrap().len();
            assert_eq!(Some(length), file["bytes"].as_u64(), "{file}");
        }
        if id.contains("Figure") || id.contains("Tokens") {
            assert!(files.iter().any(|file| file["kind"] != "table"), "{id} has no picture");
        } else {
            assert!(files.iter().any(|file| file["kind"] == "table"), "{id} has no table");
        }
        let expected = DIFFERING.iter().find(|(differing, _)| *differing == id).map_or(&[][..], |(_, lines)| lines);
        assert_eq!(differing(record), expected.iter().map(ToString::to_string).collect::<BTreeSet<_>>(), "{id}");
    }
    check_index(&folder);
    check_pictures(&folder);
}

/// The lines with a value that differs, from the values themselves.
fn differing(record: &Value) -> BTreeSet<String> {
    let lines = record["comparisons"].as_array().unwrap().iter().flat_map(|table| table["lines"].as_array().unwrap());
    let differs = |line: &&Value| line["cells"].as_array().unwrap().iter().any(|cell| cell["agrees"] == false);
    lines.filter(differs).map(|line| line["label"].as_str().unwrap().to_owned()).collect()
}

/// The index is well-formed, needs nothing from elsewhere, and its links lead to files and places that are there.
fn check_index(folder: &Path) {
    let page = fs::read_to_string(folder.join("index.html")).unwrap();
    let (mut open, mut ids, mut links) = (Vec::new(), BTreeSet::new(), Vec::new());
    let (_, body) = page.split_once("<!DOCTYPE html>").unwrap();
    // What is between tags has no `<`; attributes have no `>`.
    for piece in body.split('<').skip(1) {
        let (tag, after) = piece.split_once('>').unwrap_or_else(|| panic!("`<{piece}` has no end"));
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "`<{tag}>` ends something else");
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        assert_eq!(attributes.matches('"').count() % 2, 0, "`<{tag}>`");
        if !tag.ends_with('/') {
            open.push(name);
        }
        assert!(!after.contains('>') || name == "style", "`>` in `{after}`");
        let mut words = attributes.split('"');
        while let (Some(name), Some(value)) = (words.next(), words.next()) {
            match name.trim() {
                "id=" => assert!(ids.insert(value.to_owned()), "two places are called {value}"),
                "href=" | "src=" => links.push(value.to_owned()),
                _ => {}
            }
        }
    }
    assert_eq!(open, Vec::<&str>::new(), "tags without an end");
    assert!(links.len() > 200, "{} links", links.len());
    for link in links {
        match link.strip_prefix('#') {
            Some(place) => assert!(ids.contains(place), "there is no place {place}"),
            None => assert!(folder.join(&link).is_file(), "there is no file {link}"),
        }
    }
    assert!(!page.contains("http:") && !page.contains("https:") && !page.contains("url("), "something from elsewhere");
    for id in IDS {
        assert!(ids.contains(id), "{id} is not on the page");
    }
    assert!(!page.contains("Not made yet") && !page.contains("class=\"wrong\""));
}

/// Pictures are those of `wythoff board`, and the mask of Figure 4 is that of a loop which shares no code with the
/// program.
fn check_pictures(folder: &Path) {
    const SIDE: usize = 700;
    for (file, game, size, at, scale) in [
        ("CLN15.Figure3.nose-1000.png", "W^1000", "100", "309,309", "6"),
        ("CLN15.Figure5.png", "W^999", "799x399", "684,1258", "1"),
        ("CLN15.Figure6.png", "W^4003", "1401", "6124,6124", "1"),
        ("CLN15.Figure7.near-2.png", "W^3002", "80", "988,988", "6"),
    ] {
        let arguments = ["--size", size, "--at", at, "--scale", scale, "--values", "deviation", "--format", "png"];
        let board = wythoff(folder, &[&["board", game], &arguments[..]].concat());
        assert!(board.stdout == fs::read(folder.join(file)).unwrap(), "{file}");
    }
    let (before, after) = (palaces(497, SIDE), palaces(500, SIDE));
    let decoder =
        png::Decoder::new(std::io::BufReader::new(fs::File::open(folder.join("CLN15.Figure4.left.png")).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let width = info.width as usize;
    for (x, y) in (1..SIDE).flat_map(|y| (1..SIDE).map(move |x| (x, y))) {
        let is_white = pixels[3 * (y * width + x)..][..3] == [255, 255, 255];
        assert_eq!(is_white, before[y - 1][x - 1] + 3 != after[y][x], "({x},{y})");
    }
}

/// The palace numbers of W^k by looking along the lines of each cell.
fn palaces(k: usize, side: usize) -> Vec<Vec<usize>> {
    let (mut seen_up, mut seen_on) = (vec![0; side], vec![0; 2 * side]);
    let mut rows = vec![vec![0; side]; side];
    for (y, row) in rows.iter_mut().enumerate() {
        let mut seen_left = 0;
        for (x, cell) in row.iter_mut().enumerate() {
            let diagonal = side + x - y;
            *cell = seen_left + seen_up[x] + seen_on[diagonal];
            let palace = usize::from(*cell < k);
            seen_left += palace;
            seen_up[x] += palace;
            seen_on[diagonal] += palace;
        }
    }
    rows
}

#[test]
fn what_is_complete_is_kept_and_what_is_damaged_is_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let run =
        |arguments: &[&str]| text(wythoff(folder.path(), &[&["reproduce", "-o", "made"], arguments].concat()).stdout);
    let first = run(&["Lar15.Table3", "Lar09.Figure2"]);
    let lines = [
        "Lar15.Table3: 2 files; 49 of 52 values as printed, the others explained\n",
        "Lar09.Figure2: 2 files; 7 values as printed\n",
    ];
    let index = format!("index: {}\n", Path::new("made").join("index.html").display());
    assert_eq!(first, format!("made {}made {}{index}", lines[0], lines[1]));
    let made = folder.path().join("made");
    let page = fs::read_to_string(made.join("index.html")).unwrap();
    assert_eq!(page.matches("Not made yet").count(), IDS.len() - 2);
    // A size that plays no part makes nothing new.
    assert_eq!(run(&["Lar15.Table3", "Lar09.Figure2", "--quick"]), first.replace("made L", "kept L"));
    let drawing = made.join("Lar09.Figure2.svg");
    let whole = fs::read(&drawing).unwrap();
    fs::write(&drawing, &whole[1..]).unwrap();
    assert_eq!(run(&["Lar15.Table3", "Lar09.Figure2"]), format!("kept {}made {}{index}", lines[0], lines[1]));
    assert!(fs::read(&drawing).unwrap() == whole);
    fs::write(made.join("Lar15.Table3.json"), "{").unwrap();
    assert_eq!(run(&["Lar15.Table3"]), format!("made {}{index}", lines[0]));
    assert_eq!(run(&["Lar15.Table3", "--again"]), format!("made {}{index}", lines[0]));
    // A figure whose size plays a part is made anew in another size.
    fs::remove_dir_all(&made).unwrap();
    assert!(run(&["CLN15.Figure5", "--quick"]).starts_with("made"));
    assert!(run(&["CLN15.Figure5", "--quick"]).starts_with("kept"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_is_taken_up_again() {
    use std::process::Stdio;
    use std::thread::sleep;
    use std::time::Duration;

    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("made");
    let mut child = Command::new(env!("CARGO_BIN_EXE_wythoff"))
        // The second takes many seconds.
        .args(["reproduce", "Lar13.Tokens1", "CLN15.Figure6", "-o", "made"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let is_under_way =
        || fs::read_dir(&made).is_ok_and(|files| files.flatten().any(|file| is_unfinished_figure(&file)));
    while !is_under_way() {
        assert_eq!(child.try_wait().unwrap(), None, "the work ended by itself");
        sleep(Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let names: BTreeSet<String> =
        fs::read_dir(&made).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    let tokens = ["Lar13.Tokens1.caption.csv", "Lar13.Tokens1.json", "Lar13.Tokens1.svg", "index.html"];
    assert_eq!(names, tokens.map(str::to_owned).into());
    let page = fs::read_to_string(made.join("index.html")).unwrap();
    assert_eq!(page.matches("Not made yet").count(), IDS.len() - 1);
    let again = wythoff(folder.path(), &["reproduce", "Lar13.Tokens1", "CLN15.Figure6", "--quick", "-o", "made"]);
    let words = text(again.stdout);
    assert!(words.starts_with("kept Lar13.Tokens1: ") && words.contains("\nmade CLN15.Figure6: "), "{words}");
}

#[cfg(unix)]
fn is_unfinished_figure(file: &fs::DirEntry) -> bool {
    let name = file.file_name();
    name.to_string_lossy().starts_with("CLN15.Figure6") && name.to_string_lossy().ends_with(".unfinished")
}

fn reproduce(folder: &Path, items: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wythoff"));
    command.args(["reproduce", "--quick", "-o"]).arg(folder).args(items);
    command
}

/// Killed again and again, at any moment: what is remade is the same, and nothing is left behind.
#[test]
fn a_run_may_be_killed_at_any_moment() {
    const ITEMS: [&str; 5] = ["Lar13", "Lar15.Table3", "Lar09.Pairs", "CLN15.Figure5", "CLN15.Figure6"];
    let (folder, mut lot) = (tempfile::tempdir().unwrap(), Lot::new(1));
    let longest = timed(&mut reproduce(folder.path(), &ITEMS));
    let whole = files(folder.path());
    put(folder.path(), &[].into());
    for _ in 0..25 {
        if killed(&mut reproduce(folder.path(), &ITEMS), &mut lot, longest) {
            assert!(files(folder.path()) == whole);
            put(folder.path(), &[].into());
        }
    }
    said(&mut reproduce(folder.path(), &ITEMS));
    assert!(files(folder.path()) == whole);
}

/// A bit flips in a file: it is named, and its item made again. The index is made from the records each time.
#[test]
fn flipped_bits_are_named_and_made_again() {
    // Tables, a drawing, a picture with a preview.
    const ITEMS: [&str; 3] = ["Lar15.Table3", "Lar09.Figure2", "CLN15.Figure6"];
    let (folder, mut lot) = (tempfile::tempdir().unwrap(), Lot::new(1));
    said(&mut reproduce(folder.path(), &ITEMS));
    let whole = files(folder.path());
    assert_eq!(whole.len(), 11);
    let is_named = |said: &str, name: &str, how: &str| {
        let path = folder.path().join(name);
        let item = ITEMS.iter().find(|item| name.starts_with(*item));
        item.is_some_and(|item| said == format!("{} {how}: {item} is made again\n", path.display()))
    };
    for (name, content) in &whole {
        // The large picture takes some time.
        let more = if name.starts_with("CLN15") { 1 } else { 9 };
        for bit in lot.bits(content.len(), more) {
            fs::write(folder.path().join(name), flipped(content, bit)).unwrap();
            let said = said(&mut reproduce(folder.path(), &ITEMS));
            let is_right = if name == "index.html" {
                said.is_empty()
            } else {
                is_named(&said, name, "is damaged (its checksum is wrong)")
            };
            assert!(is_right, "bit {bit} of {name}: {said}");
            assert!(files(folder.path()) == whole, "bit {bit} of {name}");
        }
    }
    fs::remove_file(folder.path().join("CLN15.Figure6.preview.png")).unwrap();
    let said = said(&mut reproduce(folder.path(), &ITEMS));
    assert!(is_named(&said, "CLN15.Figure6.preview.png", "is missing"), "{said}");
    assert!(files(folder.path()) == whole);
    // An item that is not asked for is named, and is no longer in the index.
    let name = "Lar15.Table3.csv";
    fs::write(folder.path().join(name), flipped(&whole[name], 0)).unwrap();
    let said = harm::said(&mut reproduce(folder.path(), &["Lar09.Figure2"]));
    assert!(said.ends_with("is damaged (its checksum is wrong): Lar15.Table3 no longer counts as made\n"), "{said}");
    let page = fs::read_to_string(folder.path().join("index.html")).unwrap();
    assert_eq!(page.matches("Not made yet").count(), IDS.len() - 2);
}

#[test]
fn the_list_is_complete_without_a_folder() {
    let here = tempfile::tempdir().unwrap();
    let list = text(wythoff(here.path(), &["reproduce", "--list"]).stdout);
    let ids: Vec<&str> = list.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(ids, IDS);
    let list: Value = serde_json::from_slice(&wythoff(here.path(), &["reproduce", "--list", "--json"]).stdout).unwrap();
    for item in list.as_array().unwrap() {
        for key in ["id", "title", "caption", "shows"] {
            assert!(!item[key].as_str().unwrap().is_empty(), "{item}");
        }
    }
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0);
}

/// The checks that explanations refer to exist, and the printed form of a misprint comes with its right one.
#[test]
fn explanations_name_checks_that_exist() {
    let here = tempfile::tempdir().unwrap();
    let checks = text(wythoff(here.path(), &["check", "--list"]).stdout);
    let checks: BTreeSet<&str> = checks.lines().map(|line| line.split(' ').next().unwrap()).collect();
    let list: Value = serde_json::from_slice(&wythoff(here.path(), &["reproduce", "--list", "--json"]).stdout).unwrap();
    let notes = list.as_array().unwrap().iter().flat_map(|item| item["notes"].as_array().unwrap());
    let mut named = 0;
    for note in notes {
        for check in note["checks"].as_array().unwrap() {
            assert!(checks.contains(check.as_str().unwrap()), "{check}");
            named += 1;
        }
        let explains = !note["lines"].as_array().unwrap().is_empty();
        assert!(!explains || note["checks"].as_array().is_some_and(|checks| !checks.is_empty()), "{note}");
    }
    assert!(named > 30, "{named}");
}
