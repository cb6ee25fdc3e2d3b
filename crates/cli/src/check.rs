//! `wythoff check`: what the papers state, searched for counterexamples.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};
use serde_json::{Value, json};
use terminal_size::{Width, terminal_size_of};
use wythoff::solve::Watch;
use wythoff::theorems::errata::{self, escaped};
use wythoff::theorems::{self, Check, Expect, Finding, PAPERS, Paper, Report, UnknownCheck, Verdict};
use wythoff::{SolveError, formal};

use crate::end::Failure;
use crate::examples::examples;
use crate::output::Output;
use crate::say::note;
use crate::text::{LINE, wrapped};
use crate::values::bound;
use crate::watch::Progress;

/// The time of shorter work is not told.
const NOTEWORTHY: Duration = Duration::from_secs(1);

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff check --list", "What can be checked"),
    ("wythoff check Lar11.Prop1.2", "One proposition"),
    ("wythoff check Lar11.Thm1.1 --bound 300 --json", "A theorem for k = 1, 2 and 3, on boards of this side"),
]))]
#[expect(clippy::struct_excessive_bools, reason = "flags that exclude each other")]
pub(crate) struct Args {
    /// What to check: an id as `--list` shows it or its beginning, e.g. `Lar11` or `Lar11.Prop1.2` [default: all]
    #[arg(value_name = "ID", conflicts_with = "errata")]
    ids: Vec<String>,
    /// How far to search, at least 1: the side of boards or the number of terms [default: each check has its own]
    #[arg(long, value_name = "N", value_parser = bound, allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["errata", "list"])]
    bound: Option<u64>,
    /// Prints one JSON document
    #[arg(long)]
    json: bool,
    /// Prints Markdown tables
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Checks the misprints of the papers, and prints them as Markdown
    #[arg(long, conflicts_with = "markdown")]
    errata: bool,
    /// Lists the checks and runs none
    #[arg(long, conflicts_with_all = ["markdown", "errata"])]
    list: bool,
    /// Where it goes instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let checks =
        if args.errata { errata::checks() } else { theorems::select(&args.ids).map_err(|error| unknown(&error))? };
    // From here on Ctrl-C is heard.
    let progress = Progress::new().counting();
    let mut out = Output::open(args.output.as_deref())?;
    if args.list {
        list(&checks, args.json, &mut out)?;
        return out.finish();
    }
    let since = Instant::now();
    let (reports, interrupted) = run_checks(&checks, args.bound, &progress);
    if !interrupted {
        refuse_bound(&reports, args.bound)?;
    }
    if args.json {
        serde_json::to_writer_pretty(&mut out, &reports)?;
        writeln!(out)?;
    } else if args.markdown {
        as_markdown(&reports, &mut out)?;
    } else if args.errata {
        out.write_all(errata::markdown(&reports).as_bytes())?;
    } else {
        as_text(&reports, line_width(args.output.as_deref()), &mut out)?;
    }
    if interrupted {
        // A list of misprints with gaps is of no use.
        out.abandon(!args.errata)?;
        return Err(SolveError::Interrupted.into());
    }
    out.finish()?;
    if since.elapsed() > NOTEWORTHY {
        note!("checked in {:.1?}", since.elapsed());
    }
    judge(&reports)
}

/// Why a name is refused, and what could have been meant.
fn unknown(error: &UnknownCheck) -> anyhow::Error {
    let near: Vec<String> = error.near.iter().map(|name| format!("`{name}`")).collect();
    let hint = match near.as_slice() {
        [] => String::new(),
        [name] => format!("Did you mean {name}? "),
        [names @ .., last] => format!("Did you mean {} or {last}? ", names.join(", ")),
    };
    anyhow!("ID: {error}\n{hint}`wythoff check --list` lists every check.")
}

/// Runs the checks on all cores and watches over them; whether they were interrupted.
fn run_checks(checks: &[&'static Check], bound: Option<u64>, progress: &Progress) -> (Vec<Report>, bool) {
    const TICK: Duration = Duration::from_millis(20);
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let reports = thread::scope(|scope| {
        let work = scope.spawn(|| {
            theorems::run(checks, bound, &stop, |_| {
                done.fetch_add(1, Ordering::Relaxed);
            })
        });
        while !work.is_finished() {
            if progress.progress(done.load(Ordering::Relaxed), checks.len() as u64).is_break() {
                stop.store(true, Ordering::Relaxed);
            }
            thread::sleep(TICK);
        }
        work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    (reports, stop.into_inner())
}

/// Whether all is as expected.
fn judge(reports: &[Report]) -> Result<()> {
    let ids: Vec<&str> = reports.iter().filter(|report| report.unexpected).map(|report| report.id).collect();
    if ids.is_empty() { Ok(()) } else { Err(Failure::Unexpected(ids.join(", ")).into()) }
}

/// Refuses a bound that no check reaches, with what the first of them says.
fn refuse_bound(reports: &[Report], bound: Option<u64>) -> Result<()> {
    let (Some(bound), Some(first)) = (bound, reports.first()) else { return Ok(()) };
    if reports.iter().any(|report| report.verdict != Verdict::NotRun) {
        return Ok(());
    }
    let Report { id, detail, .. } = first;
    let why = if detail.is_empty() { String::new() } else { format!(" ({id}: {detail})") };
    bail!("--bound {bound}: too large, nothing was checked{why}")
}

/// The reports of each paper, without the papers that have none.
fn by_paper(reports: &[Report]) -> impl Iterator<Item = (&'static Paper, Vec<&Report>)> {
    PAPERS.iter().filter_map(|paper| {
        let of_paper: Vec<&Report> = reports.iter().filter(|report| report.key() == paper.key).collect();
        (!of_paper.is_empty()).then_some((paper, of_paper))
    })
}

fn list(checks: &[&'static Check], as_json: bool, out: &mut impl Write) -> Result<()> {
    if as_json {
        let document = |check: &&'static Check| {
            let Check { id, source, statement, bound, .. } = check;
            let bound = (*bound > 0).then_some(bound);
            let formal = formal::of_check(id);
            json!({ "id": id, "source": source, "statement": statement, "bound": bound, "formal": formal })
        };
        return Ok(writeln!(out, "{:#}", checks.iter().map(document).collect::<Value>())?);
    }
    let width = checks.iter().map(|check| check.id.len()).max().unwrap_or_default();
    for check in checks {
        let how_far = if check.bound == 0 { String::new() } else { format!("; up to {}", check.bound) };
        let formal = formal::of_check(check.id);
        let formal = if formal.is_empty() { String::new() } else { format!("; checked by Coq: {}", formal.join(", ")) };
        writeln!(out, "{:width$}  {}{how_far}{formal}", check.id, check.source)?;
    }
    Ok(())
}

/// Text is as wide as the terminal it goes to, as long as that is neither narrow nor wide.
fn line_width(path: Option<&Path>) -> usize {
    const NARROW: usize = 40;
    let terminal = if path.is_none() { terminal_size_of(io::stdout()) } else { None };
    terminal.map_or(LINE, |(Width(width), _)| usize::from(width).clamp(NARROW, LINE))
}

fn as_text(reports: &[Report], width: usize, out: &mut impl Write) -> Result<()> {
    for (paper, reports) in by_paper(reports) {
        paragraph(&format!("{}: {}, {}", paper.key, paper.authors, paper.title), "", "  ", width, out)?;
        writeln!(out)?;
        for report in reports {
            paragraph(&format!("{}: {}", report.id, result(report)), mark(report), "    ", width, out)?;
            paragraph(&report.statement.plain(), "    ", "    ", width, out)?;
            if !report.detail.is_empty() {
                paragraph(&report.detail.plain(), "    → ", "      ", width, out)?;
            }
        }
        writeln!(out)?;
    }
    paragraph(&summary(reports), "", "", width, out)
}

/// Writes the text in lines of `width`, with `first` before the first line and `others`, which is no shorter, before
/// the rest.
fn paragraph(text: &str, first: &str, others: &str, width: usize, out: &mut impl Write) -> Result<()> {
    for (number, line) in wrapped(text, width - others.len()).iter().enumerate() {
        writeln!(out, "{}{line}", if number == 0 { first } else { others })?;
    }
    Ok(())
}

fn mark(report: &Report) -> &'static str {
    match report.finding() {
        Finding::Verified => "✓ ",
        Finding::Misprint => "✗ ",
        Finding::Open => "? ",
        Finding::Unexpected => "! ",
        Finding::Unreached | Finding::NotRun => "– ",
    }
}

/// What was found, and in what range.
fn result(report: &Report) -> String {
    let range = &report.range;
    let found = match report.verdict {
        Verdict::Verified => format!("no counterexample for {range}"),
        Verdict::Counterexample => format!("counterexample in {range}"),
        Verdict::NotRun => "not run".to_owned(),
    };
    let corrected = match report.expect {
        Expect::Fails { corrected } => format!("; corrected: {corrected}"),
        Expect::Holds | Expect::Open => String::new(),
    };
    match report.finding() {
        Finding::Verified => format!("verified for {range}"),
        Finding::Misprint => format!("misprint, {found}{corrected}"),
        Finding::Unreached => format!("misprint, {found}: the bound is too small{corrected}"),
        Finding::Open => format!("open, {found}"),
        Finding::Unexpected => format!("UNEXPECTED, {found}"),
        Finding::NotRun => found,
    }
}

fn summary(reports: &[Report]) -> String {
    let count = |finding| reports.iter().filter(|report| report.finding() == finding).count();
    let unreached = match count(Finding::Unreached) {
        0 => String::new(),
        unreached => format!("misprints not reached: {unreached}; "),
    };
    format!(
        "verified for their ranges: {}; misprints confirmed: {}; {unreached}open: {}; unexpected: {}; not run: {}",
        count(Finding::Verified),
        count(Finding::Misprint),
        count(Finding::Open),
        count(Finding::Unexpected),
        count(Finding::NotRun),
    )
}

fn as_markdown(reports: &[Report], out: &mut impl Write) -> Result<()> {
    writeln!(out, "# What the papers state, checked\n\n{}.", summary(reports))?;
    for (paper, reports) in by_paper(reports) {
        writeln!(out, "\n## {}: {}, *{}*\n", paper.key, paper.authors, escaped(paper.title))?;
        writeln!(out, "| | check | statement | result | detail |\n|---|---|---|---|---|")?;
        for report in reports {
            let (mark, id) = (mark(report).trim_end(), report.id);
            let [statement, result, detail] =
                [report.statement.plain(), result(report), report.detail.plain()].map(|text| escaped(&text));
            writeln!(out, "| {mark} | `{id}` | {statement} | {result} | {detail} |")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use wythoff::theorems::text::Text;

    use super::*;

    fn report(id: &'static str, expect: Expect, verdict: Verdict, unexpected: bool) -> Report {
        let (source, statement) = ("Lar11, nowhere", Text("Either $l | m$ or not."));
        Report {
            id,
            source,
            statement,
            expect,
            verdict,
            range: Text("$n < 9$".into()),
            detail: Text(String::new()),
            unexpected,
        }
    }

    fn reports() -> Vec<Report> {
        let printed = Expect::Fails { corrected: "Lar11.a" };
        let mut reports = vec![
            report("Lar11.a", Expect::Holds, Verdict::Verified, false),
            report("Lar11.a.printed", printed, Verdict::Counterexample, false),
            report("Lar11.b.printed", printed, Verdict::Verified, false),
            report("Lar11.c", Expect::Open, Verdict::Verified, false),
            report("Lar11.d", Expect::Open, Verdict::Counterexample, false),
            report("Lar11.e", Expect::Holds, Verdict::Counterexample, true),
            report("Lar11.f.printed", printed, Verdict::Verified, true),
            report("Lar13.g", Expect::Holds, Verdict::NotRun, false),
        ];
        reports[1].detail = Text("$n = 2$ is one, and a sentence that is longer than a line.".into());
        reports
    }

    const TEXT: &str = "\
Lar13: U. Larsson, Imitation Nim

– Lar13.g: not run
    Either l | m or not.

Lar11: U. Larsson, Blocking Wythoff
  Nim

✓ Lar11.a: verified for n < 9
    Either l | m or not.
✗ Lar11.a.printed: misprint,
    counterexample in n < 9; corrected:
    Lar11.a
    Either l | m or not.
    → n = 2 is one, and a sentence that
      is longer than a line.
– Lar11.b.printed: misprint, no
    counterexample for n < 9: the bound
    is too small; corrected: Lar11.a
    Either l | m or not.
? Lar11.c: open, no counterexample for
    n < 9
    Either l | m or not.
? Lar11.d: open, counterexample in n <
    9
    Either l | m or not.
! Lar11.e: UNEXPECTED, counterexample
    in n < 9
    Either l | m or not.
! Lar11.f.printed: UNEXPECTED, no
    counterexample for n < 9
    Either l | m or not.

verified for their ranges: 1; misprints
confirmed: 1; misprints not reached: 1;
open: 2; unexpected: 2; not run: 1
";

    #[test]
    fn text_says_what_was_found_and_how_far() {
        let mut text = Vec::new();
        as_text(&reports(), 40, &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), TEXT);
    }

    #[test]
    fn markdown_is_one_table_per_paper() {
        let mut text = Vec::new();
        as_markdown(&reports()[..2], &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let row = "| ✗ | `Lar11.a.printed` | Either l \\| m or not. | misprint, counterexample in n < 9; \
                   corrected: Lar11.a | n = 2 is one, and a sentence that is longer than a line. |";
        assert_eq!(text.lines().last(), Some(row));
        assert_eq!(text.matches("|---|---|---|---|---|").count(), 1);
    }

    #[test]
    fn what_is_unexpected_is_named() {
        let reports = reports();
        let Some(Failure::Unexpected(ids)) = judge(&reports).unwrap_err().downcast().ok() else { unreachable!() };
        assert_eq!(ids, "Lar11.e, Lar11.f.printed");
        assert!(judge(&reports[..5]).is_ok());
        assert!(refuse_bound(&reports[6..], Some(9)).is_ok() && refuse_bound(&reports[7..], None).is_ok());
        let error = refuse_bound(&reports[7..], Some(9)).unwrap_err();
        assert_eq!(error.to_string(), "--bound 9: too large, nothing was checked");
    }
}
