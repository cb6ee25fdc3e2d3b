//! The program `wythoff`, which the wheel has, too.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs the program, once in a process, and gives its exit code. The first argument is the program's name.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, argv: Vec<OsString>) -> u8 {
    py.detach(|| wythoff_cli::run(argv))
}
