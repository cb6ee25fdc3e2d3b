//! What is remade, and what comes of it.

use anyhow::Result;
use serde::{Deserialize, Serialize};
use wythoff::Position;
use wythoff::seal::Seal;

use super::workshop::Workshop;

/// A table, a list or a figure of a paper.
pub(super) struct Item {
    /// The paper's key and the place: `Lar11.Table1`.
    pub(super) id: &'static str,
    /// What it is called there.
    pub(super) title: &'static str,
    /// How many pictures stand side by side.
    pub(super) across: usize,
    /// Where it stands in the paper, what it shows and what it claims: facts of the paper, words of ours.
    pub(super) caption: &'static str,
    /// What we make, with all parameters.
    pub(super) shows: &'static str,
    /// What differs, and why; what the paper leaves open, and how we read it.
    pub(super) notes: &'static [Note],
    /// Makes it.
    pub(super) make: fn(&mut Workshop) -> Result<()>,
}

impl Item {
    /// The paper's key.
    pub(super) fn paper(&self) -> &'static str {
        self.id.split('.').next().unwrap_or_default()
    }
}

/// A remark; with lines, it explains why these differ from what is printed.
pub(super) struct Note {
    /// The labels of the lines that differ for this reason; none for a remark.
    pub(super) lines: &'static [&'static str],
    /// The checks of `wythoff check` that show it.
    pub(super) checks: &'static [&'static str],
    pub(super) text: &'static str,
}

/// A remark that explains no difference.
pub(super) const fn note(checks: &'static [&'static str], text: &'static str) -> Note {
    Note { lines: &[], checks, text }
}

/// How large: as the papers have it, or small enough for seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Size {
    /// As in the papers.
    Full,
    /// The games 9999 and 40003 become 999 and 4003, and slopes are measured over fewer columns.
    Quick,
}

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    /// Values, as CSV.
    Table,
    /// Lines and letters, as SVG.
    Drawing,
    /// Cells, as PNG.
    Pixels,
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Written {
    pub(super) name: String,
    #[serde(flatten)]
    pub(super) seal: Seal,
}

/// A file beside the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct File {
    #[serde(flatten)]
    pub(super) written: Written,
    /// What it shows, in a few words.
    pub(super) label: String,
    pub(super) kind: Kind,
    /// A smaller picture of the same, where this one is large.
    pub(super) preview: Option<Written>,
}

/// Printed values beside ours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Comparison {
    /// What is compared.
    pub(super) title: String,
    /// What the lines are about: `n`.
    pub(super) heading: String,
    pub(super) columns: Vec<String>,
    pub(super) lines: Vec<Line>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) label: String,
    pub(super) cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cell {
    /// As the paper has it; empty where it has nothing.
    pub(super) printed: String,
    pub(super) ours: String,
    pub(super) agrees: bool,
}

impl Cell {
    /// Two texts that agree when they are the same.
    #[expect(clippy::needless_pass_by_value, reason = "numbers, mostly")]
    pub(super) fn same(printed: impl ToString, ours: impl ToString) -> Self {
        let (printed, ours) = (printed.to_string(), ours.to_string());
        let agrees = printed == ours;
        Self { printed, ours, agrees }
    }

    /// A statement of the paper, and whether it is so.
    pub(super) fn yes(is_so: bool) -> Self {
        Self::same("yes", if is_so { "yes" } else { "no" })
    }

    /// A value that the paper does not print.
    #[expect(clippy::needless_pass_by_value, reason = "numbers, mostly")]
    pub(super) fn ours(ours: impl ToString) -> Self {
        Self { printed: String::new(), ours: ours.to_string(), agrees: true }
    }
}

impl Comparison {
    /// Statements of a caption or of the text: one column.
    pub(super) fn of_statements(lines: impl IntoIterator<Item = (String, Cell)>) -> Self {
        let lines = lines.into_iter().map(|(label, cell)| Line { label, cells: vec![cell] }).collect();
        Self { heading: "statement".to_owned(), columns: vec![String::new()], lines, ..Self::default() }
    }

    /// A list of positions.
    pub(super) fn of_pairs(printed: &[Position], ours: &[Position]) -> Self {
        let shown = |list: &[Position], n| list.get(n).map(ToString::to_string).unwrap_or_default();
        let cell = |n| Cell::same(shown(printed, n), shown(ours, n));
        let lines = (0..printed.len().max(ours.len())).map(|n| Line { label: n.to_string(), cells: vec![cell(n)] });
        let (heading, columns) = ("n".to_owned(), vec!["pair".to_owned()]);
        Self { heading, columns, lines: lines.collect(), ..Self::default() }
    }

    /// How many values are printed.
    pub(super) fn values(&self) -> usize {
        self.lines.iter().flat_map(|line| &line.cells).filter(|cell| !cell.printed.is_empty()).count()
    }
}

impl Line {
    pub(super) fn differs(&self) -> bool {
        self.cells.iter().any(|cell| !cell.agrees)
    }
}

/// What was made of an item: all that the index needs to know, and the seal of every file. It is written last, so that
/// its file says that the others are complete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) id: String,
    /// The version of the program that made it.
    pub(super) version: String,
    /// Its size; none where that plays no part.
    pub(super) size: Option<Size>,
    pub(super) files: Vec<File>,
    pub(super) comparisons: Vec<Comparison>,
    /// Lines that differ from what is printed and have no explanation.
    pub(super) unexplained: Vec<String>,
    /// Lines that have an explanation but do not differ.
    pub(super) vanished: Vec<String>,
}

impl Record {
    /// Every file, previews among them.
    pub(super) fn written(&self) -> impl Iterator<Item = &Written> {
        self.files.iter().flat_map(|file| [Some(&file.written), file.preview.as_ref()]).flatten()
    }

    /// Compares the lines that differ with those that are explained.
    pub(super) fn judge(item: &Item, comparisons: &[Comparison]) -> (Vec<String>, Vec<String>) {
        let explained: Vec<&str> = item.notes.iter().flat_map(|note| note.lines).copied().collect();
        let lines = comparisons.iter().flat_map(|comparison| &comparison.lines).filter(|line| line.differs());
        let differing: Vec<String> = lines.map(|line| line.label.clone()).collect();
        let vanished = explained.iter().filter(|label| !differing.iter().any(|other| other == *label));
        let vanished = vanished.map(ToString::to_string).collect();
        let unexplained = differing.iter().filter(|label| !explained.contains(&label.as_str())).cloned().collect();
        (unexplained, vanished)
    }

    pub(super) fn is_as_expected(&self) -> bool {
        self.unexplained.is_empty() && self.vanished.is_empty()
    }

    pub(super) fn values(&self) -> usize {
        self.comparisons.iter().map(Comparison::values).sum()
    }

    /// The number of values that differ from what is printed.
    pub(super) fn differing(&self) -> usize {
        let lines = self.comparisons.iter().flat_map(|comparison| &comparison.lines);
        lines.flat_map(|line| &line.cells).filter(|cell| !cell.agrees).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_needs_an_explanation_and_an_explanation_a_difference() {
        let item = Item {
            id: "Lar11.Nothing",
            title: "Nothing",
            across: 1,
            caption: "",
            shows: "",
            notes: &[Note { lines: &["2", "3"], checks: &[], text: "" }],
            make: |_| Ok(()),
        };
        let judged = |wrong: &[&str]| {
            let cell = |label: &str| if wrong.contains(&label) { Cell::same(1, 2) } else { Cell::same(1, 1) };
            let line = |label: &str| Line { label: label.to_owned(), cells: vec![Cell::ours(5), cell(label)] };
            let lines = ["1", "2", "3"].map(line).to_vec();
            Record::judge(&item, &[Comparison { lines, ..Comparison::default() }])
        };
        let texts = |labels: &[&str]| labels.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(judged(&["2", "3"]), (vec![], vec![]));
        assert_eq!(judged(&["1", "2"]), (texts(&["1"]), texts(&["3"])));
        assert_eq!(judged(&[]), (vec![], texts(&["2", "3"])));
    }
}
