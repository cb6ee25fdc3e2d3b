//! Tells the program what it is built for: `wythoff --version` says so.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=WYTHOFF_TARGET={}", std::env::var("TARGET").unwrap_or_default());
}
