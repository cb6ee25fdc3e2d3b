//! The errors found in the print of the papers, from the reports of their checks.

use std::fmt::Write;

use super::{Check, Expect, PAPERS, Report, Verdict, all};

/// The checks that [`markdown`] needs: the printed forms and the corrected ones, paper by paper.
pub fn checks() -> Vec<&'static Check> {
    let corrections: Vec<&str> = all().filter_map(|check| corrected(check.expect)).collect();
    all().filter(|check| corrected(check.expect).is_some() || corrections.contains(&check.id)).collect()
}

fn corrected(expect: Expect) -> Option<&'static str> {
    match expect {
        Expect::Fails { corrected } => Some(corrected),
        Expect::Holds | Expect::Open => None,
    }
}

/// A list of the errors in print among `reports`, in Markdown: what is printed, the first counterexample, and the
/// corrected form with how far it was verified.
pub fn markdown(reports: &[Report]) -> String {
    let mut text = String::from(HEAD);
    for paper in PAPERS {
        let mut printed = reports
            .iter()
            .filter(|report| report.key() == paper.key)
            .filter_map(|report| corrected(report.expect).map(|corrected| (report, corrected)))
            .peekable();
        if printed.peek().is_some() {
            let _ = write!(text, "\n## {}: {}, *{}*\n", paper.key, paper.authors, escaped(paper.title));
        }
        for (report, corrected) in printed {
            let right = reports.iter().find(|report| report.id == corrected);
            text.push_str(&entry(report, corrected, right));
        }
    }
    text
}

const HEAD: &str = "\
# Errata

Errors found in print: misprints, wrong statements, beliefs that are refuted, and readings of the
text that fail. They were found by evaluating what is printed. Each entry is a pair of checks that
run with the tests: the form that fails, with its first counterexample, and a corrected form.
*Verified* means that a search of the range found no counterexample; it is no proof. Letters mean
what they mean in the paper; README.md names the papers.

The library writes this page from the reports of its checks.
";

fn entry(report: &Report, corrected: &str, right: Option<&Report>) -> String {
    let place = report.source.trim_start_matches(report.key()).trim_start_matches([',', ' ']);
    let mut letters = place.chars();
    let place: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    let found = match report.verdict {
        Verdict::Counterexample => format!("{} (Searched: {}.)", report.detail, report.range),
        Verdict::Verified => format!("None for {}.", report.range),
        Verdict::NotRun => format!("Not searched: {}.", report.detail),
    };
    let (statement, how_far) = match right {
        Some(right) => {
            let how_far = match right.verdict {
                Verdict::Verified => format!("Verified for {}.", right.range),
                Verdict::Counterexample => format!("This fails, too: {}", right.detail),
                Verdict::NotRun => format!("Not verified: {}.", right.detail),
            };
            (right.statement.plain(), how_far)
        }
        None => (String::new(), "Not verified.".to_owned()),
    };
    let (place, printed, found, statement, how_far) =
        (escaped(&place), escaped(&report.statement.plain()), escaped(&found), escaped(&statement), escaped(&how_far));
    let printed = item(&format!("Printed (`{}`): {printed}", report.id));
    let found = item(&format!("Counterexample: {found}"));
    let corrected = item(&format!("Corrected (`{corrected}`): {statement} {how_far}"));
    format!("\n### {place}\n\n{printed}{found}{corrected}")
}

/// The longest line of Markdown in this repository.
const COLUMNS: usize = 100;

/// An item of a list, in lines of at most [`COLUMNS`] characters as far as its words allow.
fn item(text: &str) -> String {
    let mut units: Vec<String> = Vec::new();
    for word in text.split_ascii_whitespace() {
        match units.last_mut() {
            Some(unit) if cannot_begin_a_line(word) => {
                unit.push(' ');
                unit.push_str(word);
            }
            _ => units.push(word.to_owned()),
        }
    }
    let mut shown = String::from("-");
    let mut column = 1;
    for unit in &units {
        let length = unit.chars().count();
        if column + 1 + length > COLUMNS {
            shown.push_str("\n  ");
            column = 2;
        } else {
            shown.push(' ');
            column += 1;
        }
        shown.push_str(unit);
        column += length;
    }
    shown.push('\n');
    shown
}

/// Whether no line should begin with this word: a sign such as + or ≤, or what Markdown takes for a mark of its own.
fn cannot_begin_a_line(word: &str) -> bool {
    let is_sign = !word.contains(char::is_alphanumeric);
    let is_number =
        word.strip_suffix(['.', ')']).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    is_sign || is_number || word.starts_with('>')
}

/// The text as Markdown that shows it, also within a table.
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let after = letters.peek().copied().unwrap_or(' ');
        let is_mark = match letter {
            '\\' | '|' | '*' | '`' | '[' | ']' | '~' | '&' | '$' => true,
            // Within a word (a_n) it shows itself, and so does a < b.
            '_' => !(before.is_alphanumeric() && after.is_alphanumeric()),
            '<' => after.is_alphabetic() || "/!?".contains(after),
            _ => false,
        };
        if is_mark {
            shown.push('\\');
        }
        shown.push(if letter.is_whitespace() { ' ' } else { letter });
        before = letter;
    }
    shown
}
