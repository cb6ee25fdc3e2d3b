//! `wythoff prove`: looks for a certificate that W^k is self-similar, for a machine that writes its columns, or for
//! strips to which its palaces keep. What is found is checked before anything is said of it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use wythoff::certificate::verify::verify;
use wythoff::certificate::{CertificateFile, machine, strips};
use wythoff::engine::blocks::Numeration;
use wythoff::engine::sparse::LARGEST_K;
use wythoff::proof::{self, Attempt, Candidates, find_machine, find_strips, search, smallest};

use crate::end::Failure;
use crate::examples::examples;
use crate::output::Output;
use crate::say;
use crate::values::{bound, whole_number};
use crate::watch::Progress;

#[derive(clap::Args)]
#[command(after_help = examples(&[
    (
        "wythoff prove 3 --numeration binary -o w3.json",
        "A certificate in blocks of powers of two, for `wythoff verify`",
    ),
    ("wythoff prove 14", "In whatever numeration there is one"),
    ("wythoff prove 11 --machine 4000 -o w11.json", "A machine that writes the columns, read off the first 4000"),
    ("wythoff prove 5 --machine 60000 -o w5.json", "The same where one machine is not enough: strips"),
]))]
pub(crate) struct Args {
    /// The game W^K
    #[arg(value_parser = bound, allow_hyphen_values = true)]
    k: u64,
    /// How the board is cut: binary, base:B, fibonacci, pell, metallic:N (or metallic:N,M,… for a longer period), or
    /// auto
    #[arg(long, default_value = "auto")]
    numeration: String,
    /// The lengths of the smallest intervals, e.g. 8 or 16,10 [default: several are tried]
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',', value_parser = whole_number, allow_hyphen_values = true)]
    base: Option<Vec<u64>>,
    /// The most rules in one attempt, at most 4194304
    #[arg(long, value_name = "N", default_value = "262144")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=4_194_304))]
    rules: u32,
    /// Looks for a machine that writes the columns, as it shows in so many of them; or for strips of bounded width to
    /// which all palaces keep, a machine in the innermost
    #[arg(long, value_name = "COLUMNS", conflicts_with_all = ["numeration", "base", "rules"])]
    #[arg(value_parser = clap::value_parser!(u32).range(100..=10_000_000))]
    machine: Option<u32>,
    /// Prints what was found as one JSON document
    #[arg(long)]
    json: bool,
    /// Where the certificate goes
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    if let Some(columns) = args.machine {
        return run_machine(args, columns);
    }
    let plan = plan(args)?;
    // A place that can't be written is told before the work.
    let out = args.output.as_deref().map(|path| Output::open(Some(path))).transpose()?;
    let since = Instant::now();
    let progress = Progress::new().counting();
    let attempts = search(args.k, plan, usize::try_from(args.rules)?, &progress)?;
    drop(progress);
    let found = smallest(&attempts);
    if let Some(certificate) = found {
        verify(certificate.to_json()).context("a certificate was found, but the checker does not accept it")?;
    }
    let to_stdout = args.output.as_deref() == Some(Path::new("-"));
    let report = if args.json {
        let mut document = proof::json(args.k, &attempts);
        document["seconds"] = since.elapsed().as_secs_f64().into();
        serde_json::to_string_pretty(&document)?
    } else {
        in_words(args, found, &attempts)
    };
    match (found, out) {
        (Some(certificate), Some(mut out)) => {
            writeln!(out, "{}", certificate.to_json())?;
            out.finish()?;
        }
        (_, unused) => drop(unused),
    }
    if to_stdout {
        say::whole_note(&report);
    } else {
        let mut out = Output::open(None)?;
        writeln!(out, "{report}")?;
        out.finish()?;
    }
    if found.is_some() {
        return Ok(());
    }
    // What was tried has been printed.
    Err(Failure::NotFound(format!("no certificate was found; that proves nothing about W^{}", args.k)).into())
}

/// Looks for a machine, then for strips.
fn run_machine(args: &Args, columns: u32) -> Result<()> {
    let out = args.output.as_deref().map(|path| Output::open(Some(path))).transpose()?;
    let since = Instant::now();
    let progress = Progress::new().counting();
    let found = match find_machine(args.k, columns, &progress)? {
        Some(found) => Some(machine_found(&found.to_json())?),
        None => find_strips(args.k, columns, &progress)?.map(|found| strips_found(&found.to_json())).transpose()?,
    };
    drop(progress);
    let Some(Found { file, theorem: mut document, words }) = found else {
        let why = format!(
            "the first {columns} columns show no machine, and no strips; that proves nothing about W^{}",
            args.k
        );
        return Err(Failure::NotFound(why).into());
    };
    let report = if args.json {
        document["seconds"] = since.elapsed().as_secs_f64().into();
        serde_json::to_string_pretty(&document)?
    } else {
        words
    };
    let to_stdout = args.output.as_deref() == Some(Path::new("-"));
    if let Some(mut out) = out {
        writeln!(out, "{file}")?;
        out.finish()?;
    }
    if to_stdout {
        say::whole_note(&report);
        return Ok(());
    }
    let mut out = Output::open(None)?;
    writeln!(out, "{report}")?;
    out.finish()?;
    Ok(())
}

/// A certificate, checked, and what it says.
struct Found {
    file: String,
    theorem: serde_json::Value,
    words: String,
}

const REFUSED: &str = "a certificate was found, but the checker does not accept it";

fn machine_found(file: &str) -> Result<Found> {
    let theorem = machine::Theorem::of(&machine::verify(file).context(REFUSED)?);
    let machine::Theorem { k, column, slope, per_column, windows, language, states } = &theorem;
    let words = format!(
        "The columns of W^{k} are written by a machine from column {column} on.\n\
         It has {windows} windows, {states} states with its reader and its writer, and a language of {language} \
         states.\n\
         Palaces along y = αx, α = {slope}: {per_column} for each column."
    );
    Ok(Found { file: file.to_owned(), theorem: serde_json::to_value(&theorem)?, words })
}

fn strips_found(file: &str) -> Result<Found> {
    let theorem = strips::Theorem::of(&strips::verify(file).context(REFUSED)?);
    let strips::Theorem { k, column, inner, states, language, .. } = &theorem;
    let words = format!(
        "From column {column} on all palaces of W^{k} with y ≥ x keep to strips:\n{}.\n\
         The machine has {} windows, {states} states with its reader and its writer, and a language of {language} \
         states.",
        theorem.lines().join(";\n"),
        inner.windows,
    );
    Ok(Found { file: file.to_owned(), theorem: serde_json::to_value(&theorem)?, words })
}

/// Where to look.
fn plan(args: &Args) -> Result<Candidates> {
    if args.numeration == "auto" {
        if args.base.is_some() {
            bail!("--base gives the lengths of one numeration: name it with --numeration");
        }
        if args.k > LARGEST_K {
            bail!(
                "a proof for W^{}: numerations are suggested for k ≤ {LARGEST_K} only, and blocks take k ≤ 2^24; \
                 name one with --numeration",
                args.k
            );
        }
        return Ok(Candidates::Auto);
    }
    let numeration: Numeration = args.numeration.parse().context("--numeration")?;
    match &args.base {
        None => Ok(Candidates::Numeration(numeration)),
        Some(lengths) => Ok(Candidates::Exact(numeration.with_lengths(lengths.clone()).context("--base")?)),
    }
}

fn in_words(args: &Args, found: Option<&CertificateFile>, attempts: &[Attempt]) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = match found {
        Some(certificate) => write_found(&mut text, certificate),
        None => write_growth(&mut text, args.k, args.rules, attempts),
    };
    text.truncate(text.trim_end().len());
    text
}

fn write_found(text: &mut String, certificate: &CertificateFile) -> std::fmt::Result {
    let CertificateFile { k, numeration, pre_period, period, .. } = certificate;
    let symbols: Vec<String> =
        numeration.symbols.iter().map(|s| format!("{} → {} of length {}", s.symbol, s.word, s.length)).collect();
    writeln!(text, "W^{k} is self-similar: {} blocks, {}.", numeration.name, symbols.join(", "))?;
    let turn = if *period == 1 { "level".to_owned() } else { format!("{period} levels") };
    match pre_period {
        0 => writeln!(text, "The rules repeat every {turn}:")?,
        1 => writeln!(text, "After the first level the rules repeat every {turn}:")?,
        _ => writeln!(text, "After {pre_period} levels the rules repeat every {turn}:")?,
    }
    writeln!(text, "   level      types      rules")?;
    for (level, (types, rules)) in certificate.sizes().into_iter().enumerate() {
        let repeats = if level >= *pre_period { "  repeats" } else { "" };
        writeln!(text, "{level:8} {types:10} {rules:10}{repeats}")?;
    }
    Ok(())
}

fn write_growth(text: &mut String, k: u64, limit: u32, attempts: &[Attempt]) -> std::fmt::Result {
    writeln!(
        text,
        "Within {limit} rules for each attempt no two levels of W^{k} were seen to have the same rules. \
         Different blocks from level 0 on, the last levels unfinished:"
    )?;
    for Attempt { numeration, sizes, .. } in attempts {
        let blocks: Vec<String> = sizes.iter().map(|size| size.blocks.to_string()).collect();
        writeln!(text, "  {numeration}: {}", blocks.join(" "))?;
    }
    Ok(())
}
