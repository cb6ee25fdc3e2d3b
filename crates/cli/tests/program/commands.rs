//! The program as a user types it.

/// Every command, its errors, and the README's tour, with their full output.
#[test]
fn commands_print_what_they_should() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml").case("../../README.md");
}

/// What the README shows of the library is an example, which is compiled and run with the others.
#[test]
fn the_readme_shows_an_example() {
    let [readme, example] =
        ["../../README.md", "../wythoff/examples/tour.rs"].map(|path| std::fs::read_to_string(path).unwrap());
    let (_, code) = example.split_once("\n\n").unwrap();
    assert!(readme.contains(&format!("```rust\n{code}```\n")), "the README has other code than the example");
}
