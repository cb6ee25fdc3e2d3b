//! The `wythoff` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(wythoff_cli::run(std::env::args_os()))
}
