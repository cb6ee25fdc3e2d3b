//! The page is part of the program: without it there is nothing to build.

use std::path::Path;

fn main() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    println!("cargo::rerun-if-changed={}", page.display());
    if !page.join("index.html").is_file() {
        println!(
            "cargo::error=crates/lab/page/index.html is missing: build the page first \
             (npm ci && npm run build, in web/)"
        );
    }
}
