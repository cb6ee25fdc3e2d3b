//! `wythoff completions`: what a shell needs to complete commands and options.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::examples::examples;
use crate::output::Output;

#[derive(clap::Args)]
#[command(after_help = examples(&[
    ("wythoff completions bash > wythoff.bash", "For bash: `source wythoff.bash`"),
    ("wythoff completions zsh > _wythoff", "For zsh: put it in a folder of $fpath"),
]))]
pub(crate) struct Args {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::args::Args::command(), "wythoff", &mut script);
    let mut out = Output::open(None)?;
    out.write_all(&script)?;
    out.finish()
}
