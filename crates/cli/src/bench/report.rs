//! What the command says, for programs and for people.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;

use super::agreement::{Refusal, Solved};
use super::area::Area;
use super::machine::Machine;
use super::speed::Speed;

/// Everything that the command says.
#[derive(Serialize)]
pub(super) struct Report {
    /// Of all areas together; none when engines disagree or the work was interrupted before.
    pub(super) signature: Option<String>,
    /// Whether nothing is missing.
    pub(super) complete: bool,
    pub(super) boards: Vec<Solved>,
    pub(super) rates: Vec<Speed>,
    pub(super) not_measured: Vec<Refusal>,
    pub(super) machine: Machine,
}

impl Report {
    pub(super) fn new() -> Self {
        let machine = Machine::this();
        Self { signature: None, complete: false, boards: vec![], rates: vec![], not_measured: vec![], machine }
    }

    /// What is wrong, area by area.
    pub(super) fn disagreements(&self) -> Vec<String> {
        let boards = self.boards.iter().flat_map(Solved::disagreements);
        boards.chain(self.rates.iter().filter_map(Speed::disagreement)).collect()
    }
}

/// First what is the same everywhere, then a line of dashes, then what is not.
pub(super) fn as_text(report: &Report, out: &mut impl Write) -> Result<()> {
    let name = |board: &Area| board.to_string();
    let widest = |boards: &mut dyn Iterator<Item = String>| boards.map(|name| name.len()).max().unwrap_or_default();
    let width = widest(&mut report.boards.iter().map(|solved| name(&solved.board)));
    for solved in &report.boards {
        let first = solved.solvers.first();
        let solvers = solved.solvers.iter().map(|solver| match first {
            Some(first) if !solver.finds_same_as(first) => format!("{}(!)", solver.engine),
            _ => solver.engine.clone(),
        });
        let (board, solvers) = (name(&solved.board), solvers.collect::<Vec<_>>().join(" "));
        writeln!(out, "{board:width$}  {:>8}  {}  {solvers}", solved.p_count, solved.signature)?;
    }
    if let Some(signature) = &report.signature {
        writeln!(out, "signature {signature}")?;
    }
    if report.rates.is_empty() && report.not_measured.is_empty() {
        return Ok(());
    }
    writeln!(out, "---\n{}", report.machine)?;
    writeln!(out, "Cells of the half board per second, and how many times as fast as the naive loop:")?;
    let width = widest(&mut report.rates.iter().map(|rate| name(&rate.board)));
    for rate in &report.rates {
        let (engine, board, naive) = (rate.engine.to_string(), name(&rate.board), &rate.naive);
        let smaller = if naive.board == rate.board { String::new() } else { format!(" on {}", naive.board) };
        writeln!(
            out,
            "{engine:9}  {board:width$}  {:>7} G/s  naive {:>7} G/s{smaller}  {:>7}×",
            digits(rate.rate / 1e9),
            digits(naive.rate / 1e9),
            digits(rate.ratio)
        )?;
    }
    for refusal in &report.not_measured {
        writeln!(out, "{:9}  {}: {}", refusal.engine.to_string(), refusal.board, refusal.why)?;
    }
    Ok(())
}

/// Three digits, as far as possible without a power of ten.
fn digits(number: f64) -> String {
    match number {
        100.0.. => format!("{number:.0}"),
        10.0.. => format!("{number:.1}"),
        1.0.. => format!("{number:.2}"),
        0.1.. => format!("{number:.3}"),
        0.01.. => format!("{number:.4}"),
        _ => format!("{number:.5}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::agreement::combined;
    use crate::bench::agreement::tests::{solved, solver};

    #[test]
    fn who_finds_something_else_is_named() {
        let right = "00000000000000ff";
        let others =
            vec![solver("naive", 9, right), solver("lines", 9, right), solver("reference", 9, "0000000000000001")];
        let mut report = Report::new();
        report.boards = vec![solved(vec![solver("naive", 1, right)]), solved(others), solved(vec![])];
        assert_eq!(
            report.disagreements(),
            [
                "board blocking:k=3 --size 7x8 --at 5,6: `reference` 9 0000000000000001 is not `naive` 9 \
                 00000000000000ff",
                "board blocking:k=3 --size 7x8 --at 5,6: no engine solves it",
            ]
        );
        assert!(combined(&report.boards[..1]).is_some());
        assert_eq!(combined(&report.boards), None);
        let mut text = Vec::new();
        as_text(&report, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(text.lines().nth(1).unwrap().ends_with("00000000000000ff  naive lines reference(!)"), "{text}");
        assert!(!text.contains("signature"), "{text}");
    }

    #[test]
    fn three_digits_are_enough() {
        let shown = [1234.5, 99.94, 1.0, 0.25, 0.0123, 0.000_04].map(digits);
        assert_eq!(shown, ["1234", "99.9", "1.00", "0.250", "0.0123", "0.00004"]);
    }
}
