//! The program as a user types it.

/// Every command, its errors, and the README's tour, with their full output.
#[test]
fn commands_print_what_they_should() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml").case("../../README.md");
}
