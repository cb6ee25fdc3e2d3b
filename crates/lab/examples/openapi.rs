//! Prints the OpenAPI document: `cargo run -p wythoff-lab --example openapi > crates/lab/openapi.json`.

use std::io::{self, Write};

fn main() -> io::Result<()> {
    io::stdout().write_all(wythoff_lab::openapi().as_bytes())
}
