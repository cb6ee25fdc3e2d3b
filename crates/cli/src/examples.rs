//! Examples in the help of each command. A test runs them.

use anstyle::Style;

/// A heading as clap writes it.
const HEADING: Style = Style::new().bold().underline();

/// Commands and what they do.
pub(crate) fn examples(list: &[(&str, &str)]) -> String {
    let examples = list.iter().fold(String::new(), |text, (command, does)| text + "\n  " + command + "\n      " + does);
    format!("{HEADING}Examples:{HEADING:#}{examples}")
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use crate::args::Args;

    /// A line as a shell reads it, as far as examples need it: words, quotes, and where the output goes.
    fn words(line: &str) -> Vec<String> {
        let line = line.split(" > ").next().unwrap_or(line);
        let mut words = Vec::new();
        for (index, part) in line.split('"').enumerate() {
            let is_quoted = index % 2 == 1;
            if is_quoted {
                words.push(part.to_owned());
            } else {
                words.extend(part.split_whitespace().map(str::to_owned));
            }
        }
        words
    }

    #[test]
    fn each_command_has_examples_that_are_understood() {
        for command in Args::command().get_subcommands() {
            let name = command.get_name();
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let lines: Vec<&str> = help.lines().filter_map(|line| line.strip_prefix("  wythoff ")).collect();
            assert!((2..=4).contains(&lines.len()), "{name}: {help}");
            for line in lines {
                let typed = words(&format!("wythoff {line}"));
                assert_eq!(typed[1], name);
                if let Err(error) = Args::try_parse_from(typed) {
                    panic!("{line}: {error}");
                }
            }
        }
    }
}
