//! `wythoff verify`: is this file a proof that W^k is self-similar, that a machine writes its columns, or that its
//! palaces keep to strips?

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use wythoff::certificate::machine::{self, Machine};
use wythoff::certificate::slopes::{ProvedThread, Theorem, threads};
use wythoff::certificate::strips::stream::{Far, follow};
use wythoff::certificate::strips::{self, Strips};
use wythoff::certificate::verify::{Certificate, LevelClass, Rejection, SIZE_LIMIT};
use wythoff::certificate::{Proof, check};

use crate::end::Failure;
use crate::examples::examples;
use crate::output::Output;
use crate::say::{note, say};
use crate::watch::Progress;

/// What there is to say about a file.
#[derive(Serialize)]
struct Verdict {
    file: String,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    theorem: Option<Theorem>,
    #[serde(flatten)]
    machine: Option<machine::Theorem>,
    #[serde(flatten)]
    strips: Option<strips::Theorem>,
    #[serde(skip_serializing_if = "Option::is_none")]
    far: Option<Followed>,
}

impl Verdict {
    fn new(file: &str, error: Option<String>) -> Self {
        let valid = error.is_none();
        Self { file: file.to_owned(), valid, error, theorem: None, machine: None, strips: None, far: None }
    }
}

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff verify w3.json", "Whether a file is a proof"),
    ("wythoff verify --slopes w3.json", "Also the lines along which the palaces run"),
    ("wythoff verify --explain w3.json", "The whole table, in pictures"),
    ("wythoff verify --follow 1000000000 w5.json", "Where the machine of strips is a thousand million columns on"),
]))]
pub(crate) struct Args {
    /// The certificates, e.g. `proofs/k014.json`, `proofs/machines/k011.json` or `proofs/strips/k005.json`
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Proves along which lines the palaces run, and how many for each column
    #[arg(long)]
    slopes: bool,
    /// Follows the machine of strips through so many columns, in little memory: where it is then
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000_000))]
    follow: Option<u64>,
    /// Prints the whole table: types, what they are made of, and rules; of machines their steps
    #[arg(long, conflicts_with = "json")]
    explain: bool,
    /// Prints one JSON document
    #[arg(long)]
    json: bool,
}

/// What is said of other certificates where `--follow` was typed.
const ONLY_STRIPS: &str = "nothing to follow: that is for certificates of strips";

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut out = Output::open(None)?;
    let (mut verdicts, mut invalid, mut unreadable) = (Vec::new(), 0, Vec::new());
    for path in &args.files {
        let file = path.display().to_string();
        let checked = read(path).and_then(|bytes| Ok(check(&bytes)?));
        let error = checked.as_ref().err().map(|error| format!("{error:#}"));
        let not_followed = |why: &str| {
            if args.follow.is_some() {
                note!("{file}: {why}");
            }
        };
        match &checked {
            Ok(Proof::SelfSimilar(certificate)) => {
                let threads = if args.slopes || args.explain { threads(certificate) } else { None };
                let theorem = Theorem::of(certificate, threads);
                if !args.json {
                    as_text(&file, &theorem, args, &mut out)?;
                }
                if args.explain {
                    explain(certificate, &mut out)?;
                }
                not_followed(ONLY_STRIPS);
                verdicts.push(Verdict { theorem: Some(theorem), ..Verdict::new(&file, None) });
                continue;
            }
            Ok(Proof::Machine(machine)) => {
                let theorem = machine::Theorem::of(machine);
                if !args.json {
                    machine_as_text(&file, &theorem, args, &mut out)?;
                }
                if args.explain {
                    explain_machine(machine, &mut out)?;
                }
                not_followed(ONLY_STRIPS);
                verdicts.push(Verdict { machine: Some(theorem), ..Verdict::new(&file, None) });
                continue;
            }
            Ok(Proof::Strips(proof)) => {
                let theorem = strips::Theorem::of(proof);
                if !args.json {
                    strips_as_text(&file, &theorem, args, &mut out)?;
                }
                if args.explain {
                    explain_strips(proof, &mut out)?;
                }
                let far = args.follow.map(|columns| followed(proof, columns)).transpose()?.flatten();
                if far.is_none() {
                    not_followed("its machine is not followed: its first word is too short for that");
                }
                if let Some(Followed { column, frame, slope }) = far.as_ref().filter(|_| !args.json) {
                    writeln!(
                        out,
                        "  the machine in column {column}: its frame begins with row {frame}, {slope} of that"
                    )?;
                }
                verdicts.push(Verdict { strips: Some(theorem), far, ..Verdict::new(&file, None) });
                continue;
            }
            Err(_) => {}
        }
        let error_text = error.clone().unwrap_or_default();
        if matches!(checked.err().and_then(|error| error.downcast().ok()), Some(Rejection::Invalid { .. })) {
            invalid += 1;
            if !args.json {
                writeln!(out, "{file}: invalid: {error_text}")?;
            }
        } else {
            if args.files.len() > 1 {
                say!("{file}: {error_text}");
            }
            unreadable.push(format!("{file}: {error_text}"));
        }
        verdicts.push(Verdict::new(&file, error));
    }
    if args.json {
        serde_json::to_writer_pretty(&mut out, &verdicts)?;
        writeln!(out)?;
    }
    out.finish()?;
    let files = args.files.len();
    match (&unreadable[..], invalid) {
        ([], 0) => Ok(()),
        ([], invalid) => Err(Failure::Unexpected(format!("{invalid} of {files} certificates prove nothing")).into()),
        ([error], _) if files == 1 => bail!("{error}"),
        (errors, 0) => bail!("not certificates: {} of {files} files", errors.len()),
        (errors, _) => bail!("not certificates: {} of {files} files; conditions fail in {invalid} more", errors.len()),
    }
}

/// A file, up to a little more than the checker takes.
fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = File::open(path).context("can't be opened")?;
    file.take(SIZE_LIMIT as u64 + 1).read_to_end(&mut bytes).context("can't be read")?;
    Ok(bytes)
}

fn as_text(file: &str, theorem: &Theorem, args: &Args, out: &mut impl Write) -> Result<()> {
    let Theorem { k, numeration, types, rules, pre_period, period, threads } = theorem;
    let levels = format!("pre-period {pre_period}, period {period}");
    writeln!(out, "{file}: valid: W^{k} is self-similar: {numeration} blocks, {types} types, {rules} rules, {levels}")?;
    match threads {
        Some(threads) => {
            for ProvedThread { slope, per_column } in threads {
                writeln!(out, "  palaces along y = αx, α = {slope}: {per_column} for each column")?;
            }
        }
        None if args.slopes => writeln!(out, "  no lines through the origin are proved")?,
        None => {}
    }
    Ok(())
}

fn machine_as_text(file: &str, theorem: &machine::Theorem, args: &Args, out: &mut impl Write) -> Result<()> {
    let machine::Theorem { k, column, slope, per_column, windows, language, states } = theorem;
    let sizes = format!("{windows} windows, {language} states of the language, {states} states");
    writeln!(out, "{file}: valid: W^{k} is written by a machine from column {column} on: slope {slope}, {sizes}")?;
    if args.slopes || args.explain {
        writeln!(out, "  palaces along y = αx, α = {slope}: {per_column} for each column")?;
    }
    Ok(())
}

fn strips_as_text(file: &str, theorem: &strips::Theorem, args: &Args, out: &mut impl Write) -> Result<()> {
    let strips::Theorem { k, column, inner, strips, states, language, types } = theorem;
    let types = types.map(|types| format!(", {types} types of columns, which write each other")).unwrap_or_default();
    let sizes = format!("{} windows, {language} states of the language, {states} states{types}", inner.windows);
    let count = strips.len() + 1;
    let all = if count == 1 { "a strip".to_owned() } else { format!("{count} strips") };
    writeln!(out, "{file}: valid: the palaces of W^{k} keep to {all} from column {column} on: {sizes}")?;
    if args.slopes || args.explain {
        for line in theorem.lines() {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

/// The steps of the machine in the innermost strip, for people.
fn explain_strips(proof: &Strips, out: &mut impl Write) -> Result<()> {
    let joined = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    for (number, strip) in (2..).zip(proof.strips()) {
        let ((p, q), (rows, diagonals)) = (strip.slope(), strip.left());
        writeln!(out, "\nstrip {number}: in column x its frame begins with row ⌊{p}x/{q}⌋ − {}", strip.offset())?;
        writeln!(out, "  it and those beyond leave in rows, by y mod {}: {}", rows.len(), joined(rows))?;
        writeln!(out, "  on diagonals, by y − x mod {}: {}", diagonals.len(), joined(diagonals))?;
        for (phase, palaces) in proof.strips()[number - 2].columns().iter().enumerate().take(EXPLAINED) {
            writeln!(out, "  {phase} columns after column {}: palaces in r + {}", proof.column(), joined(palaces))?;
        }
    }
    let inner = proof.inner();
    writeln!(out, "\nthe machine: in column {} its frame begins with row {}", proof.column(), inner.frame())?;
    for ((window, letter), step) in inner.steps() {
        let (palaces, written) = (joined(&step.palaces), joined(&step.written));
        let palaces = if palaces.is_empty() { "no palaces".to_owned() } else { format!("palaces in r + {palaces}") };
        writeln!(out, "  window {window} reads {letter}: {palaces}; writes {written}; next window {}", step.next)?;
    }
    Ok(())
}

/// Where a machine is far out.
#[derive(Serialize)]
struct Followed {
    column: u64,
    frame: u64,
    /// frame/column, cut after twelve digits.
    slope: String,
}

/// Follows the machine of strips; `None` if its letters can't be.
fn followed(proof: &Strips, columns: u64) -> Result<Option<Followed>> {
    let progress = Progress::new().counting();
    let far = follow(proof, columns, &progress)?;
    Ok(far.map(|Far { x, frame, .. }| {
        // Both are below 2^64, and 10^12 < 2^40.
        let digits = u128::from(frame) * 1_000_000_000_000 / u128::from(x);
        let slope = format!("{}.{:012}", digits / 1_000_000_000_000, digits % 1_000_000_000_000);
        Followed { column: x, frame, slope }
    }))
}

/// So many columns of a strip that repeats itself are shown.
const EXPLAINED: usize = 60;

/// The windows and steps of a machine, for people.
fn explain_machine(machine: &Machine, out: &mut impl Write) -> Result<()> {
    let (p, q) = machine.slope();
    let joined = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    writeln!(out, "\nin column x the frame begins with row r = ⌊{p}x/{q}⌋ − {}", machine.offset())?;
    for (index, window) in machine.windows().iter().enumerate() {
        writeln!(out, "\nwindow {index}, where x mod {q} is {}", window.phase)?;
        writeln!(out, "  palaces so far in the rows from r on: {}", joined(&window.rows))?;
        writeln!(out, "  on the diagonals from r − x on: {}", joined(&window.diagonals))?;
        let index = u32::try_from(index)?;
        for ((_, letter), step) in machine.steps().range((index, 0)..=(index, u32::MAX)) {
            let (palaces, written) = (joined(&step.palaces), joined(&step.written));
            writeln!(out, "  reads {letter}: palaces in r + {palaces}; writes {written}; next window {}", step.next)?;
        }
    }
    writeln!(out, "\nthe language: in each state, letter > next state")?;
    for (state, edges) in machine.language().iter().enumerate() {
        let edges: Vec<String> = edges.iter().map(|(letter, next)| format!("{letter} > {next}")).collect();
        writeln!(out, "{state:>6}: {}", edges.join(", "))?;
    }
    Ok(())
}

/// The whole table, for people.
fn explain(certificate: &Certificate, out: &mut impl Write) -> Result<()> {
    let numeration = certificate.numeration();
    let symbols = &numeration.symbols;
    for ((symbol, word), length) in symbols.iter().zip(&numeration.words).zip(&numeration.lengths) {
        let word: String = word.iter().map(|&letter| symbols[letter]).collect();
        writeln!(out, "\n{symbol} → {word}; {symbol} has {length} cells on level 0")?;
    }
    writeln!(out, "type 0 is k everywhere, type 1 is 0 everywhere: the outside")?;
    for (class, level) in certificate.levels().iter().enumerate() {
        writeln!(out, "\nlevel {class}{}", repeats(certificate, class))?;
        writeln!(out, "the corner of the board is type {}", level.origin)?;
        for of in 2..level.shapes.len() {
            write_type(certificate, class, level, of, out)?;
        }
        writeln!(out, "rules: below n, right of w, with nw in the corner, there is =")?;
        writeln!(out, "{:>6} {:>6} {:>6} {:>6}", "nw", "n", "w", "=")?;
        for rule in &level.rules {
            writeln!(out, "{:>6} {:>6} {:>6} {:>6}", rule.north_west, rule.north, rule.west, rule.result)?;
        }
    }
    Ok(())
}

/// Which other levels are like the one of this class.
fn repeats(certificate: &Certificate, class: usize) -> String {
    let period = certificate.period();
    if class < certificate.pre_period() {
        return String::new();
    }
    format!(", and {}, {} and so on", class + period, class + 2 * period)
}

/// A type: its cells on level 0, with `#` for a palace, or its children.
fn write_type(
    certificate: &Certificate,
    class: usize,
    level: &LevelClass,
    of: usize,
    out: &mut impl Write,
) -> Result<()> {
    let Some((rows, columns)) = level.shapes[of] else { return Ok(()) };
    let (numeration, index) = (certificate.numeration(), u32::try_from(of)?);
    writeln!(out, "type {of}, {}{}", numeration.symbols[rows], numeration.symbols[columns])?;
    if class == 0 {
        let (height, width) = (numeration.lengths[rows] as usize, numeration.lengths[columns] as usize);
        for row in 0..height {
            let value = |column| certificate.content(index, row, column);
            let palaces: String = (0..width).map(|column| if value(column) < 0 { '#' } else { '.' }).collect();
            let values: Vec<String> = (0..width).map(|column| format!("{:>3}", value(column))).collect();
            writeln!(out, "  {palaces}  {}", values.join(" "))?;
        }
    }
    // A class may stand above two others: the last one before the period, and the last one of the period.
    for below in certificate.below(class) {
        writeln!(out, "  made of types of level {below}:")?;
        for row in 0..numeration.words[rows].len() {
            let child = |column| format!("{:>6}", certificate.child(below, index, row, column));
            let children: Vec<String> = (0..numeration.words[columns].len()).map(child).collect();
            writeln!(out, "  {}", children.concat())?;
        }
    }
    Ok(())
}
