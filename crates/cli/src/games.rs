//! `wythoff games`: the catalogue, made from the families themselves.

use std::io::Write;

use anyhow::Result;
use serde_json::Value;
use wythoff::catalogue;
use wythoff::game::families::{ALWAYS, Default, FAMILIES, Family, Parameter};
use wythoff::game::words;

use crate::args::Games;
use crate::output::Output;
use crate::text::{LINE, wrapped};

const INDENT: &str = "                ";

pub(crate) fn run(args: &Games) -> Result<()> {
    let mut out = Output::open(None)?;
    if args.json {
        let families: Vec<Value> = FAMILIES.iter().map(catalogue::describe).collect();
        serde_json::to_writer_pretty(&mut out, &families)?;
        writeln!(out)?;
    } else {
        for family in FAMILIES {
            as_text(family, &mut out)?;
        }
        writeln!(out, "Moves of your own: `custom: rook + bishop(2) | block 3 on bishop` (rook, rook(from 2),")?;
        writeln!(
            out,
            "rook(mod 3: 0,1), bishop, bishop(2), ray(1,2); block, comply, imitation(m,p), hole w,h). `block 3`"
        )?;
        writeln!(out, "lets the opponent block up to 3 options, as `blocking:k=4` does: k counts one more.")?;
    }
    out.finish()
}

fn as_text(family: &'static Family, out: &mut impl Write) -> Result<()> {
    let example = family.example();
    writeln!(out, "{}", family.pattern())?;
    if !family.parameters.is_empty() {
        let ranges: Vec<String> = family.parameters.iter().map(range_and_default).collect();
        writeln!(out, "    parameters  {}", ranges.join("; "))?;
    }
    writeln!(out, "    in papers   {}", family.papers.join("; "))?;
    writeln!(out, "    {example}")?;
    for line in wrapped(&words::rules(&example), LINE - INDENT.len()) {
        writeln!(out, "{INDENT}{line}")?;
    }
    let formula = match family.formula {
        None => String::new(),
        Some(ALWAYS) => ", closed".to_owned(),
        Some(condition) => format!(", closed where {condition}"),
    };
    let engines: Vec<String> = catalogue::engines(family).iter().map(ToString::to_string).collect();
    writeln!(out, "    solved by   {}{formula}\n", engines.join(", "))?;
    Ok(())
}

fn range_and_default(parameter: &Parameter) -> String {
    let default = match parameter.default {
        Default::Required => String::new(),
        Default::Value(value) => format!(" (default {value})"),
        Default::Same(other) => format!(" (default {other})"),
    };
    format!("{}{default}", parameter.range())
}
