//! `wythoff man`: the manual, made from what the help says.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::CommandFactory;
use clap_mangen::Man;

use crate::examples::examples;
use crate::output::{Output, make_folder};

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff man solve > solve.1", "The page of one command; `man ./solve.1` shows it"),
    ("wythoff man -o man1", "All pages, as files: the program's and each command's"),
]))]
pub(crate) struct Args {
    /// The page of a command [default: that of the program]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
    /// Writes all pages to a folder
    #[arg(short, long, value_name = "DIR", conflicts_with = "command")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut program = crate::args::Args::command().disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &args.output {
        make_folder(folder).context("--output")?;
        for command in std::iter::once(&program).chain(program.get_subcommands()) {
            let mut out = Output::open(Some(&folder.join(format!("{}.1", name(command)))))?;
            out.write_all(&page(command)?)?;
            out.finish()?;
        }
        return Ok(());
    }
    let command = match &args.command {
        None => &program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command,
            None => bail!("COMMAND: there is no `wythoff {name}`; `wythoff --help` lists the commands"),
        },
    };
    let mut out = Output::open(None)?;
    out.write_all(&page(command)?)?;
    out.finish()
}

/// What a page is called: `wythoff` or `wythoff-solve`.
fn name(command: &clap::Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// A page, the same on every machine.
fn page(command: &clap::Command) -> Result<Vec<u8>> {
    let man = Man::new(command.clone()).source(format!("wythoff {}", env!("CARGO_PKG_VERSION")));
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    if !examples.is_empty() {
        // In lines as they are. None of them begins with a dot.
        writeln!(page, ".SH EXAMPLES\n.nf")?;
        for line in examples.lines().skip(1) {
            writeln!(page, "{}", line.replace('\\', "\\e").replace('-', "\\-"))?;
        }
        writeln!(page, ".fi")?;
    }
    Ok(page)
}
