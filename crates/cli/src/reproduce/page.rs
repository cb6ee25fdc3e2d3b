//! The index: one page of HTML that needs nothing but the files beside it.

use wythoff::theorems::{self, Expect, PAPERS};

use super::item::{Cell, Comparison, File, Item, Kind, Line, Note, Record, Size, Written};

/// Tables with more lines stand in several blocks side by side,
const BLOCK: usize = 12;

/// as many as have no more than this many columns in all, and at most three;
const ABREAST: usize = 21;

/// those with more lines are folded away unless they have differences.
const FOLDED: usize = 30;

/// The page for these items; those without a record are not made yet.
pub(super) fn index(items: &[(&Item, Option<&Record>)]) -> String {
    let mut body = String::new();
    body += &head(items);
    for paper in PAPERS {
        let of_paper: Vec<_> = items.iter().filter(|(item, _)| item.paper() == paper.key).collect();
        let (key, authors, title) = (paper.key, escaped(paper.authors), escaped(paper.title));
        put!(body, "<section id=\"{key}\">\n<h2><b>{key}</b> {authors}, <i>{title}</i></h2>\n");
        for (item, record) in of_paper {
            body += &article(item, *record);
        }
        body += "</section>\n";
    }
    body += &checks(items);
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"/>\n<meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <title>The papers, remade</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}<footer>Made by \
         <code>wythoff reproduce</code>, version {version}.</footer>\n</body>\n</html>\n"
    )
}

/// The title, what this is, the sums, and a list of what follows.
fn head(items: &[(&Item, Option<&Record>)]) -> String {
    let made: Vec<&Record> = items.iter().filter_map(|(_, record)| *record).collect();
    let values: usize = made.iter().map(|record| record.values()).sum();
    let differing: usize = made.iter().map(|record| record.differing()).sum();
    let unexpected = made.iter().filter(|record| !record.is_as_expected()).count();
    let explained = if unexpected == 0 { "each is explained below" } else { "NOT all are explained below" };
    let mut head = format!(
        "<header>\n<h1>The papers, remade</h1>\n<p class=\"lead\">Every table, list and figure of data in five papers \
         on Wythoff Nim and its relatives, computed from the rules of the games alone, beside what is printed.</p>\n\
         <p class=\"sums\"><span><b>{}</b> of {} items</span> <span><b>{values}</b> printed values compared</span> \
         <span><b>{}</b> agree</span> <span><b>{differing}</b> differ; {explained}</span></p>\n<nav>\n",
        made.len(),
        items.len(),
        values - differing,
    );
    for paper in PAPERS {
        put!(head, "<div><a class=\"paper\" href=\"#{0}\">{0}</a>", paper.key);
        for (item, record) in items.iter().filter(|(item, _)| item.paper() == paper.key) {
            let short = item.id.split_once('.').map_or(item.id, |(_, rest)| rest);
            put!(head, " <a href=\"#{}\">{} {}</a>", item.id, mark(*record), escaped(short));
        }
        head += "</div>\n";
    }
    head + "</nav>\n<p class=\"key\">“=” as printed; “≠” differs, explained; “·” a picture without printed values; \
            “!” not as explained; “○” not made yet</p>\n</header>\n"
}

fn mark(record: Option<&Record>) -> &'static str {
    match record {
        None => "○",
        Some(record) if !record.is_as_expected() => "!",
        Some(record) if record.differing() > 0 => "≠",
        Some(record) if record.values() > 0 => "=",
        Some(_) => "·",
    }
}

fn article(item: &Item, record: Option<&Record>) -> String {
    let (id, title, caption, shows) = (item.id, typeset(item.title), typeset(item.caption), typeset(item.shows));
    let quick = record.is_some_and(|record| record.size == Some(Size::Quick));
    let quick = if quick { " <span class=\"tag\">quick size</span>" } else { "" };
    let mut text = format!(
        "<article id=\"{id}\">\n<h3>{title} <a class=\"id\" href=\"#{id}\">{id}</a>{quick}</h3>\n\
         <p class=\"caption\"><b>In the paper:</b> {caption}</p>\n<p class=\"shows\"><b>Here:</b> {shows}</p>\n"
    );
    let Some(record) = record else {
        return text
            + &format!(
                "<p class=\"missing\">Not made yet: <code>wythoff reproduce {id} -o FOLDER</code></p>\n</article>\n"
            );
    };
    text += &pictures(item, record);
    text += &notes(item.notes);
    for label in &record.unexplained {
        put!(text, "<p class=\"wrong\">Differs without an explanation: {}</p>\n", typeset(label));
    }
    for label in &record.vanished {
        put!(text, "<p class=\"wrong\">Explained, but does not differ: {}</p>\n", typeset(label));
    }
    for comparison in &record.comparisons {
        text += &compared(comparison);
    }
    text + &files(id, &record.files) + "</article>\n"
}

fn pictures(item: &Item, record: &Record) -> String {
    let pictures: Vec<&File> = record.files.iter().filter(|file| file.kind != Kind::Table).collect();
    if pictures.is_empty() {
        return String::new();
    }
    let mut text = format!("<div class=\"pictures\" style=\"--across: {}\">\n", item.across.min(pictures.len()));
    for File { written, label, kind, preview } in pictures {
        let (name, plain) = (&written.name, escaped(label));
        let shown = &preview.as_ref().unwrap_or(written).name;
        let kind = if *kind == Kind::Drawing { "drawn" } else { "pixels" };
        let full = if preview.is_some() { " — open at full size" } else { "" };
        put!(
            text,
            "<figure><a href=\"{name}\"><img class=\"{kind}\" src=\"{shown}\" alt=\"{plain}\" loading=\"lazy\"/></a>\
             <figcaption>{}{full}</figcaption></figure>\n",
            typeset(label),
        );
    }
    text + "</div>\n"
}

fn notes(notes: &[Note]) -> String {
    if notes.is_empty() {
        return String::new();
    }
    let mut text = "<ul class=\"notes\">\n".to_owned();
    for Note { lines, checks, text: words } in notes {
        let lead = match lines {
            [] => String::new(),
            [row] if is_row(row) => format!("<b>Row {row}.</b> "),
            [first, .., last] if are_consecutive(lines) => format!("<b>Rows {first} to {last}.</b> "),
            [first, ..] if is_row(first) => format!("<b>Rows {}.</b> ", lines.join(", ")),
            statements => format!("<b>{}.</b> ", typeset(&statements.join("; "))),
        };
        let links = checks.iter().map(|id| format!("<a class=\"check\" href=\"#check-{id}\">{id}</a>"));
        let links: Vec<String> = links.collect();
        let class = if lines.is_empty() { "" } else { " class=\"differs\"" };
        put!(text, "<li{class}>{lead}{} {}</li>\n", typeset(words), links.join(" "));
    }
    text + "</ul>\n"
}

/// Whether a label is the number of a row.
fn is_row(label: &str) -> bool {
    label.chars().all(|digit| digit.is_ascii_digit())
}

fn are_consecutive(labels: &[&str]) -> bool {
    let numbers: Option<Vec<u64>> = labels.iter().map(|label| label.parse().ok()).collect();
    numbers.is_some_and(|numbers| numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]))
}

/// Printed values beside ours.
fn compared(comparison: &Comparison) -> String {
    let lines = comparison.lines.len();
    let differing = comparison.lines.iter().filter(|line| line.differs()).count();
    let across = ABREAST / (1 + comparison.columns.len() * parts(comparison).len());
    let blocks = if lines > BLOCK && is_named(comparison) { across.clamp(1, 3) } else { 1 };
    let mut tables = "<div class=\"tables\">\n".to_owned();
    for block in comparison.lines.chunks(lines.div_ceil(blocks).max(1)) {
        tables += &table(comparison, block);
    }
    tables += "</div>\n";
    match differing {
        0 if lines > FOLDED => {
            let title = typeset(&comparison.title);
            format!("<details><summary>{lines} lines: {title}</summary>\n{tables}</details>\n")
        }
        _ => tables,
    }
}

/// Whether the columns have names: those of statements have none.
fn is_named(comparison: &Comparison) -> bool {
    comparison.columns.iter().any(|column| !column.is_empty())
}

/// What stands side by side.
fn parts(comparison: &Comparison) -> &'static [&'static str] {
    if comparison.values() > 0 { &["printed", "ours"] } else { &["ours"] }
}

fn table(comparison: &Comparison, lines: &[Line]) -> String {
    let span = comparison.columns.len();
    let (is_named, parts) = (is_named(comparison), parts(comparison));
    let class = if is_named { "numbers" } else { "statements" };
    let mut text =
        format!("<table class=\"{class}\">\n<thead><tr><th{}>{}</th>", rows(is_named), typeset(&comparison.heading));
    for part in parts {
        put!(text, "<th class=\"part\" colspan=\"{span}\">{part}</th>");
    }
    text += "</tr>";
    if is_named {
        text += "<tr>";
        for (n, column) in parts.iter().flat_map(|_| comparison.columns.iter().enumerate()) {
            let class = if n == 0 { " class=\"part\"" } else { "" };
            put!(text, "<th{class}>{}</th>", typeset(column));
        }
        text += "</tr>";
    }
    text += "</thead>\n<tbody>\n";
    for line in lines {
        let class = if line.differs() { " class=\"differs\"" } else { "" };
        put!(text, "<tr{class}><th>{}</th>", typeset(&line.label));
        if parts.len() > 1 {
            text += &cells(&line.cells, |cell| &cell.printed, "printed");
        }
        text += &cells(&line.cells, |cell| &cell.ours, "ours");
        text += "</tr>\n";
    }
    text + "</tbody>\n</table>\n"
}

fn rows(is_named: bool) -> &'static str {
    if is_named { " rowspan=\"2\"" } else { "" }
}

fn cells<'c>(cells: &'c [Cell], value: impl Fn(&'c Cell) -> &'c String, part: &str) -> String {
    let cell = |(n, cell): (usize, &'c Cell)| {
        let first = if n == 0 { " part" } else { "" };
        let differs = if cell.agrees { "" } else { " differs" };
        let value = value(cell);
        let value = if value.is_empty() { "–".to_owned() } else { typeset(value) };
        format!("<td class=\"{part}{first}{differs}\">{value}</td>")
    };
    cells.iter().enumerate().map(cell).collect()
}

fn files(id: &str, files: &[File]) -> String {
    let link = |file: &File| {
        let Written { name, seal } = &file.written;
        format!("<a href=\"{name}\">{name}</a> <span class=\"size\">{}</span>", size(seal.bytes))
    };
    let mut links: Vec<String> = files.iter().map(link).collect();
    links.push(format!("<a href=\"{id}.json\">{id}.json</a>"));
    format!("<p class=\"files\">{}</p>\n", links.join(" · "))
}

/// `12 kB`.
fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", bytes / 1_000),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}

/// The checks that the notes name, with what they state.
fn checks(items: &[(&Item, Option<&Record>)]) -> String {
    let named: Vec<&str> =
        items.iter().flat_map(|(item, _)| item.notes).flat_map(|note| note.checks).copied().collect();
    let mut text =
        "<section id=\"checks\">\n<h2>The checks</h2>\n<p class=\"shows\">What the notes refer to. Each is a \
                    search for a counterexample that <code>wythoff check ID</code> runs again; a finite search \
                    verifies a statement for its range, and proves nothing beyond.</p>\n<dl>\n"
            .to_owned();
    for check in theorems::all().filter(|check| named.contains(&check.id)) {
        let expected = match check.expect {
            Expect::Holds => "holds, as far as it is searched",
            Expect::Fails { .. } => "misprint: has a counterexample",
            Expect::Open => "open",
        };
        put!(
            text,
            "<dt id=\"check-{0}\"><code>{0}</code> <span>{1}; {expected}</span></dt>\n<dd>{2}</dd>\n",
            check.id,
            typeset(check.source),
            typeset(&check.statement.marked().replace('$', "")),
        );
    }
    text + "</dl>\n</section>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Text with `_n`, `_{n+1}`, `^2`, `^(3)` raised and lowered.
fn typeset(text: &str) -> String {
    let mut typeset = String::new();
    let mut rest = text;
    while let Some(place) = rest.find(['_', '^']) {
        let (before, mark) = rest.split_at(place);
        let after = &mark[1..];
        let (inner, length) = match after.chars().next() {
            Some('{') => after.find('}').map_or(("", 0), |end| (&after[1..end], end + 1)),
            Some('(') => after.find(')').map_or(("", 0), |end| (&after[..=end], end + 1)),
            _ => {
                let end = after.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(after.len());
                (&after[..end], end)
            }
        };
        typeset += &escaped(before);
        let tag = if mark.starts_with('_') { "sub" } else { "sup" };
        if length == 0 {
            typeset += &escaped(&mark[..1]);
        } else {
            put!(typeset, "<{tag}>{}</{tag}>", escaped(inner));
        }
        rest = &after[length..];
    }
    typeset + &escaped(rest)
}

const STYLE: &str = include_str!("page.css");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_typeset() {
        assert_eq!(
            typeset("W^4, a_{3n+1} < b_n^(3)"),
            "W<sup>4</sup>, a<sub>3n+1</sub> &lt; b<sub>n</sub><sup>(3)</sup>"
        );
        assert_eq!(typeset("x_ & ^"), "x_ &amp; ^");
    }
}
