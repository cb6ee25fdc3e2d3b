//! Texts with formulas, written once for terminals, Markdown and TeX.
//!
//! A formula stands between dollars, as one types it: `$a_n = ⌊nφ⌋$`, `$W_{k,m}$`, `$α = (2 + √(m² + 4))/2$`. After
//! `_`, `^` and `√` stands a letter, a number, or a group: in braces, which do not show, or in brackets, which do, but
//! for the brackets of a root. All other braces are those of sets. A cell of a board is a text and a game,
//! `⟦(3,5)|wythoff⟧`; [`cell`] writes it. Words may stand for one, `⟦column 3|wythoff|(3,5)⟧`; see [`words_at`].

use std::fmt;

use serde::{Serialize, Serializer};

use crate::position::{Position, parse_positions};

/// A text with formulas. It is shown, and written as JSON, as plain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text<S = &'static str>(pub S);

/// A cell of the board of a game, in a [`Text`].
pub fn cell(game: &str, at: Position) -> String {
    format!("⟦{at}|{game}⟧")
}

/// Words that lead to a cell of the board of a game, in a [`Text`].
pub fn words_at(words: &str, game: &str, at: Position) -> String {
    format!("⟦{words}|{game}|{at}⟧")
}

/// A piece of a text.
enum Piece<'t> {
    Words(&'t str),
    Formula(&'t str),
    Cell { shown: &'t str, game: &'t str, at: Option<&'t str> },
}

impl<'t> Piece<'t> {
    fn cell(shown: &'t str, rest: &'t str) -> Self {
        match rest.rsplit_once('|').filter(|(_, at)| at.starts_with('(')) {
            Some((game, at)) => Self::Cell { shown, game, at: Some(at) },
            None => Self::Cell { shown, game: rest, at: None },
        }
    }
}

fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(place) = rest.find(['$', '⟦']) {
        let (words, marked) = rest.split_at(place);
        pieces.push(Piece::Words(words));
        let open = marked.chars().next().map_or(0, char::len_utf8);
        let close = if marked.starts_with('$') { '$' } else { '⟧' };
        let Some(end) = marked[open..].find(close) else { break };
        let inside = &marked[open..open + end];
        pieces.push(match inside.split_once('|').filter(|_| close == '⟧') {
            Some((shown, rest)) => Piece::cell(shown, rest),
            None => Piece::Formula(inside),
        });
        rest = &marked[open + end + close.len_utf8()..];
    }
    pieces.push(Piece::Words(rest));
    pieces
}

impl<S: AsRef<str>> Text<S> {
    /// As it is written, with its marks.
    pub fn marked(&self) -> &str {
        self.0.as_ref()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.marked().is_empty()
    }

    /// For terminals and Markdown: groups in brackets, and no marks.
    pub fn plain(&self) -> String {
        let piece = |piece| match piece {
            Piece::Words(words) => words.to_owned(),
            Piece::Formula(formula) => plain(formula),
            Piece::Cell { shown, .. } => shown.to_owned(),
        };
        pieces(self.marked()).into_iter().map(piece).collect()
    }

    /// The same text with its formulas in TeX, still between dollars, and its cells as they are.
    pub fn tex(&self) -> String {
        let piece = |piece| match piece {
            Piece::Words(words) => words.to_owned(),
            Piece::Formula(formula) => format!("${}$", tex(formula)),
            Piece::Cell { shown, game, at: None } => format!("⟦{shown}|{game}⟧"),
            Piece::Cell { shown, game, at: Some(at) } => format!("⟦{shown}|{game}|{at}⟧"),
        };
        pieces(self.marked()).into_iter().map(piece).collect()
    }

    /// The cells that it names, each with the game of its board.
    pub fn cells(&self) -> Vec<(String, Position)> {
        let found = |piece| match piece {
            Piece::Cell { shown, game, at } => {
                let inside = at.unwrap_or(shown).trim_matches(['(', ')']);
                parse_positions(inside).ok().and_then(|found| found.first().map(|&at| (game.to_owned(), at)))
            }
            Piece::Words(_) | Piece::Formula(_) => None,
        };
        pieces(self.marked()).into_iter().filter_map(found).collect()
    }
}

impl<S: AsRef<str>> fmt::Display for Text<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.plain())
    }
}

impl<S: AsRef<str>> Serialize for Text<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schema")]
impl<S> schemars::JsonSchema for Text<S> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

/// What stands after `_`, `^` or `√`: what shows of it, and what comes behind it.
struct Group<'t> {
    /// `{`, `(`, or nothing.
    bracket: Option<char>,
    inside: &'t str,
    rest: &'t str,
}

fn group(text: &str) -> Group<'_> {
    let first = text.chars().next();
    let bracket = first.filter(|letter| matches!(letter, '{' | '('));
    if let Some(open) = bracket {
        let close = if open == '{' { '}' } else { ')' };
        let mut depth = 0;
        for (place, letter) in text.char_indices() {
            depth += i32::from(letter == open) - i32::from(letter == close);
            if depth == 0 {
                return Group { bracket, inside: &text[1..place], rest: &text[place + 1..] };
            }
        }
    }
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let end = if digits > 0 { digits } else { first.map_or(0, char::len_utf8) };
    Group { bracket: None, inside: &text[..end], rest: &text[end..] }
}

fn plain(formula: &str) -> String {
    let mut shown = String::new();
    let mut rest = formula;
    while let Some(place) = rest.find(['_', '^']) {
        let (before, mark) = rest.split_at(place);
        shown += before;
        shown += &mark[..1];
        let Group { bracket, inside, rest: after } = group(&mark[1..]);
        let inside = plain(inside);
        let is_short = inside.chars().count() == 1 || inside.bytes().all(|byte| byte.is_ascii_digit());
        let is_bare = bracket.is_none() || (bracket == Some('{') && is_short);
        let [open, close] = if is_bare { ["", ""] } else { ["(", ")"] };
        shown.extend([open, &inside, close]);
        rest = after;
    }
    shown + rest
}

/// Words that stand upright in a formula.
const OPERATORS: [&str; 4] = ["mex", "gcd", "lim", "mod"];

/// Signs that TeX has a command for.
fn command(sign: char) -> Option<&'static str> {
    Some(match sign {
        '⌊' => r"\lfloor ",
        '⌋' => r"\rfloor ",
        '⌈' => r"\lceil ",
        '⌉' => r"\rceil ",
        '≤' => r"\le ",
        '≥' => r"\ge ",
        '≠' => r"\ne ",
        '≡' => r"\equiv ",
        '→' => r"\to ",
        '∈' => r"\in ",
        '∩' => r"\cap ",
        '∤' => r"\nmid ",
        '·' => r"\cdot ",
        '×' => r"\times ",
        '±' => r"\pm ",
        '…' => r"\dots ",
        '{' => r"\{",
        '}' => r"\}",
        '#' => r"\#",
        '−' => "-",
        '²' => "^{2}",
        '*' => "^{*}",
        'α' => r"\alpha ",
        'β' => r"\beta ",
        'δ' => r"\delta ",
        'ε' => r"\varepsilon ",
        'ξ' => r"\xi ",
        'π' => r"\pi ",
        'τ' => r"\tau ",
        'φ' => r"\varphi ",
        _ => return None,
    })
}

fn tex(formula: &str) -> String {
    let mut tex_text = String::new();
    let mut rest = formula;
    while let Some(sign) = rest.chars().next() {
        let after = &rest[sign.len_utf8()..];
        rest = match sign {
            '_' | '^' | '√' => {
                let Group { bracket, inside, rest } = group(after);
                let inside =
                    if bracket == Some('(') && sign != '√' { format!("({})", tex(inside)) } else { tex(inside) };
                let mark = match sign {
                    '√' => r"\sqrt",
                    '_' => "_",
                    _ => "^",
                };
                tex_text.extend([mark, "{", &inside, "}"]);
                rest
            }
            // A bar above comes after its letter.
            'π' if after.starts_with('\u{304}') => {
                tex_text += r"\bar{\pi}";
                &after['\u{304}'.len_utf8()..]
            }
            _ if sign.is_ascii_alphabetic() => {
                let end = rest.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(rest.len());
                tex_text += &letters(&rest[..end]);
                &rest[end..]
            }
            _ => {
                match command(sign) {
                    Some(command) => tex_text += command,
                    None => tex_text.push(sign),
                }
                after
            }
        };
    }
    tex_text
}

/// Names stand upright (`mex`, and WN in `mWN`), variables do not.
fn letters(word: &str) -> String {
    if word == "mod" {
        return r"\bmod ".to_owned();
    }
    if OPERATORS.contains(&word) {
        return format!(r"\operatorname{{{word}}} ");
    }
    let name = word.find(|letter: char| letter.is_ascii_uppercase()).unwrap_or(word.len());
    let (variables, name) = word.split_at(name);
    if name.len() > 1 { format!(r"{variables}\mathrm{{{name}}}") } else { word.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorems;

    #[test]
    fn formulas_are_written_for_terminals_and_in_tex() {
        for (marked, plain, tex) in [
            ("For $W_{k,m}$ both.", "For W_(k,m) both.", r"For $W_{k,m}$ both."),
            ("$a_n = ⌊nφ⌋$", "a_n = ⌊nφ⌋", r"$a_{n} = \lfloor n\varphi \rfloor $"),
            ("$W^100$, $a_{12}$", "W^100, a_12", "$W^{100}$, $a_{12}$"),
            ("$√(m² + 4k²)$", "√(m² + 4k²)", r"$\sqrt{m^{2} + 4k^{2}}$"),
            ("$mWN^(l,p)$", "mWN^(l,p)", r"$m\mathrm{WN}^{(l,p)}$"),
            ("$a_{φ_n}$", "a_(φ_n)", r"$a_{\varphi _{n}}$"),
            ("$|a_k − a*_k|$", "|a_k − a*_k|", "$|a_{k} - a^{*}_{k}|$"),
            ("$j ∈ {0, …, l−1}$", "j ∈ {0, …, l−1}", r"$j \in  \{0, \dots , l-1\}$"),
            ("$π\u{304}_{1,p}(n)$", "π\u{304}_(1,p)(n)", r"$\bar{\pi}_{1,p}(n)$"),
        ] {
            let text = Text(marked);
            assert_eq!((text.plain().as_str(), text.tex().as_str()), (plain, tex));
        }
    }

    #[test]
    fn cells_lead_to_their_boards() {
        let text = Text(format!("$m = 2$: {} is P.", cell("wythoff:m=2", Position::new(3, 5))));
        assert_eq!(text.plain(), "m = 2: (3,5) is P.");
        assert_eq!(text.tex(), "$m = 2$: ⟦(3,5)|wythoff:m=2⟧ is P.");
        assert_eq!(text.cells(), [("wythoff:m=2".to_owned(), Position::new(3, 5))]);
        let custom = "custom: rook | block 3";
        let text = Text(format!("In {} are two.", words_at("column 3", custom, Position::new(3, 5))));
        assert_eq!(text.plain(), "In column 3 are two.");
        assert_eq!(text.tex(), "In ⟦column 3|custom: rook | block 3|(3,5)⟧ are two.");
        assert_eq!(text.cells(), [(custom.to_owned(), Position::new(3, 5))]);
    }

    /// What is not a sign that we know is a mistake: nobody could tell how it looks in TeX.
    #[test]
    fn every_statement_can_be_written_in_both_ways() {
        for check in theorems::all() {
            let (plain, tex) = (check.statement.plain(), check.statement.tex());
            assert!(!plain.contains(['$', '\\', '⟦']) && !plain.contains("_{"), "{}: {plain}", check.id);
            let formulas = tex.split('$').skip(1).step_by(2).collect::<String>();
            assert!(formulas.is_ascii(), "{}: {tex}", check.id);
            let words = tex.split('$').step_by(2).collect::<String>();
            assert!(!words.contains(['_', '^', '≤', '√', '⌊']), "{}: {words}", check.id);
        }
    }
}
