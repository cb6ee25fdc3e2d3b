//! The one gate from text to a [`Game`], and back.
//!
//! Three ways to write a game: the family string `family:name=value,…`; a notation of the papers where it is
//! unambiguous (`W^5`, `2WN^(2,6)`, `(2,3)-Imitation Nim`); and an expression of one's own, `custom: moves | clause | …`.
//! A game prints as a family string or as `custom:`, and what is printed parses to the same game.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::families::{Default, FAMILIES, Limit, Parameter, written};
use super::{Class, Family, Form, Game, Hole, Label, Moves, Piece, Residues, Rules, Twist};

/// A text that is not a game: what is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    text: String,
    span: Range<usize>,
    problem: String,
    help: String,
}

impl NotationError {
    /// What is wrong, in a line.
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// Which bytes of the text are wrong.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// What would be right, with an example.
    pub fn help(&self) -> &str {
        &self.help
    }
}

impl std::error::Error for NotationError {}

impl fmt::Display for NotationError {
    /// The problem, the text with the wrong part marked, and the help.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.problem)?;
        if !self.text.is_empty() {
            let (line, from, length) = excerpt(&self.text, self.span.clone());
            writeln!(f, "  {line}\n  {}{}", " ".repeat(from), "^".repeat(length))?;
        }
        write!(f, "{}", self.help)
    }
}

/// At most this many characters of a wrong text are shown.
const EXCERPT: usize = 72;

/// One line of `text` around `span`, with the span's first character and length in characters of that line.
fn excerpt(text: &str, span: Range<usize>) -> (String, usize, usize) {
    let visible = |c: char| if c.is_control() { '·' } else { c };
    let before: Vec<char> = text[..span.start].chars().map(visible).collect();
    let marked: Vec<char> = text[span.clone()].chars().map(visible).take(EXCERPT / 2).collect();
    let after: Vec<char> = text[span.end..].chars().map(visible).collect();
    let skipped = before.len().saturating_sub(EXCERPT / 4);
    let mut line: String = if skipped > 0 { "…".to_owned() } else { String::new() };
    line.extend(&before[skipped..]);
    let from = line.chars().count();
    line.extend(&marked);
    if text[span].chars().count() > marked.len() {
        line.push('…');
    } else {
        line.extend(after.iter().take(EXCERPT / 4));
        if after.len() > EXCERPT / 4 {
            line.push('…');
        }
    }
    (line, from, marked.len().max(1))
}

fn help_for(family: &'static Family) -> String {
    format!("The pattern is `{}`, for example `{}`.", family.pattern(), family.example())
}

const HELP: &str = "Write a family as `blocking:k=5`, a paper's notation as `W^5`, or moves of your own as \
                    `custom: rook + bishop | block 4`; `wythoff games` lists every family.";

impl FromStr for Game {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let source = Source { text };
        let start = text.len() - text.trim_start().len();
        let span = start..start + text.trim().len();
        if span.is_empty() {
            return Err(source.error(0..text.len(), "no game is given", HELP));
        }
        let name_end = text[span.clone()].find(':').map_or(span.end, |colon| span.start + colon);
        let name = text[span.start..name_end].trim();
        if name == "custom" && name_end < span.end {
            return Custom { source, at: name_end + 1, end: span.end }.game();
        }
        if let Some(family) = Family::named(name) {
            return source.family(family, (name_end < span.end).then_some(name_end + 1..span.end));
        }
        if let Some(game) = source.paper(span.clone()) {
            return game;
        }
        Err(source.unknown(span.start..span.start + text[span.start..name_end].trim_end().len()))
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.label, &self.form) {
            (Label::Family { family, values }, _) => {
                let parameters = family.parameters.iter().zip(values).map(|(p, value)| format!("{}={value}", p.name));
                f.write_str(&written(family.name, parameters))
            }
            (Label::Custom, Form::Rules(rules)) => write!(f, "custom: {rules}"),
            (Label::Custom, Form::Choice { .. }) => unreachable!("a custom game has rules"),
        }
    }
}

impl fmt::Display for Rules {
    /// The notation of a `custom:` game, without that word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.moves)?;
        if let Some(Hole { width, height }) = self.hole {
            write!(f, " | hole {width},{height}")?;
        }
        let on = |class: &Class| match class {
            Class::Any => String::new(),
            Class::Of(moves) => format!(" on {moves}"),
        };
        match &self.twist {
            Twist::None => Ok(()),
            Twist::Block { budget, class } => write!(f, " | block {budget}{}", on(class)),
            Twist::Comply { count, class } => write!(f, " | comply {count}{}", on(class)),
            Twist::Imitation { m, p } => write!(f, " | imitation({m},{p})"),
        }
    }
}

#[derive(Clone, Copy)]
struct Source<'t> {
    text: &'t str,
}

impl Source<'_> {
    fn error(self, span: Range<usize>, problem: impl Into<String>, help: impl Into<String>) -> NotationError {
        NotationError { text: self.text.to_owned(), span, problem: problem.into(), help: help.into() }
    }

    /// The span without the blanks at its ends.
    fn trimmed(self, span: Range<usize>) -> Range<usize> {
        let part = &self.text[span.clone()];
        let start = span.start + part.len() - part.trim_start().len();
        start..start + part.trim().len()
    }

    fn unknown(self, name: Range<usize>) -> NotationError {
        let word = self.text[name.clone()].to_lowercase();
        let nearest = FAMILIES
            .iter()
            .map(|family| (strsim::damerau_levenshtein(family.name, &word), family))
            .min_by_key(|(distance, _)| *distance)
            .filter(|(distance, family)| *distance <= family.name.len().div_ceil(3));
        let help = match nearest {
            Some((_, family)) => format!("Did you mean `{}`? {}", family.name, help_for(family)),
            None => HELP.to_owned(),
        };
        self.error(name.clone(), format!("there is no game called `{}`", clip(&self.text[name])), help)
    }

    fn family(self, family: &'static Family, parameters: Option<Range<usize>>) -> Result<Game, NotationError> {
        let name = family.name;
        let mut written: Vec<Option<(u32, Range<usize>)>> = vec![None; family.parameters.len()];
        if let Some(list) = parameters {
            if family.parameters.is_empty() {
                return Err(self.error(
                    list.start - 1..list.end,
                    format!("`{name}` has no parameters"),
                    help_for(family),
                ));
            }
            let mut at = list.start;
            for part in self.text[list.clone()].split(',') {
                let whole = at..at + part.len();
                at = whole.end + 1;
                let span = self.trimmed(whole.clone());
                if span.is_empty() {
                    // Mark the comma or colon beside which a parameter is missing.
                    let mark = whole.start - 1..whole.start;
                    return Err(self.error(mark, "a parameter is missing here", help_for(family)));
                }
                let Some((key, _)) = self.text[span.clone()].split_once('=') else {
                    let problem =
                        format!("`{}` is not a parameter of the form name=value", clip(&self.text[span.clone()]));
                    return Err(self.error(span, problem, help_for(family)));
                };
                let key_span = self.trimmed(span.start..span.start + key.len());
                let key = &self.text[key_span.clone()];
                let Some(index) = family.parameters.iter().position(|parameter| parameter.name == key) else {
                    let names: Vec<&str> = family.parameters.iter().map(|parameter| parameter.name).collect();
                    let problem = format!("`{name}` has no parameter `{}`, only {}", clip(key), names.join(", "));
                    return Err(self.error(key_span, problem, help_for(family)));
                };
                if written[index].is_some() {
                    return Err(self.error(
                        key_span,
                        format!("the parameter `{key}` is given twice"),
                        help_for(family),
                    ));
                }
                let value_span = self.trimmed(key_span.end..span.end);
                let value_span = self.trimmed(value_span.start + 1..value_span.end);
                let value = self.number(value_span.clone(), key, Parameter::MAX.into(), || help_for(family))?;
                written[index] = Some((narrow(value), value_span));
            }
        }
        self.build(family, &written)
    }

    /// The game with the parameters written, the others by default.
    fn build(self, family: &'static Family, written: &[Option<(u32, Range<usize>)>]) -> Result<Game, NotationError> {
        let whole = self.trimmed(0..self.text.len());
        let mut values: Vec<u32> = Vec::with_capacity(written.len());
        for (parameter, value) in family.parameters.iter().zip(written) {
            values.push(match (value, parameter.default) {
                (Some((value, _)), _) => *value,
                (None, Default::Value(value)) => value,
                (None, Default::Same(other)) => {
                    let index = family.parameters.iter().position(|parameter| parameter.name == other);
                    values[index.expect("a default names an earlier parameter")]
                }
                (None, Default::Required) => {
                    let problem = format!("the parameter `{}` of `{}` is missing", parameter.name, family.name);
                    return Err(self.error(whole, problem, help_for(family)));
                }
            });
        }
        family.game(values.clone()).map_err(|wrong| {
            let index = family.parameters.iter().position(|parameter| parameter == wrong);
            let index = index.expect("the wrong parameter is one of the family's");
            let bound = match wrong.limit {
                Limit::Unlimited => String::new(),
                Limit::AtMost(other) | Limit::Below(other) => {
                    let bound = family.parameters.iter().zip(&values).find(|(parameter, _)| parameter.name == other);
                    format!(", and {other} = {}", bound.expect("limits name parameters of the same family").1)
                }
            };
            let problem = format!("`{}` = {} is out of range: {}{bound}", wrong.name, values[index], wrong.range());
            // A value out of range was written: the defaults are within every range. A limit by another parameter
            // may come from a default, and then the whole text is at fault.
            let span = written[index].as_ref().map_or(whole, |(_, span)| span.clone());
            self.error(span, problem, help_for(family))
        })
    }

    /// A whole number of at most `max` from its digits.
    fn number(self, span: Range<usize>, what: &str, max: u64, help: impl Fn() -> String) -> Result<u64, NotationError> {
        let digits = &self.text[span.clone()];
        let problem = if digits.is_empty() {
            format!("the value of `{what}` is missing")
        } else if digits.bytes().all(|byte| byte.is_ascii_digit()) {
            match digits.parse() {
                Ok(value) if value <= max => return Ok(value),
                _ => format!("`{what}` = {} is too large: at most {max}", clip(digits)),
            }
        } else if digits.starts_with('-') {
            format!("`{what}` = {} is negative: it is a whole number", clip(digits))
        } else {
            format!("`{what}` = `{}` is not a whole number", clip(digits))
        };
        let span = if span.is_empty() { span.start - 1..span.start } else { span };
        Err(self.error(span, problem, help()))
    }
}

/// The text, or its beginning when it is long.
fn clip(text: &str) -> String {
    const LONGEST: usize = 24;
    let visible = |c: char| if c.is_control() { '·' } else { c };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => text[..end].chars().map(visible).chain(['…']).collect(),
        None => text.chars().map(visible).collect(),
    }
}

/// A number that was read with the bound [`Parameter::MAX`].
fn narrow(value: u64) -> u32 {
    u32::try_from(value).expect("numbers are read with their bound")
}

// ---------------------------------------------------------------------------------------------------------------------
// The papers' notations

/// What a notation of the papers means. A pattern is compared without blanks, braces, capitals and hyphens between
/// words; `<k>` stands for the digits of the parameter k.
const PAPERS: &[(&str, &str)] = &[
    ("2pilenim", "nim"),
    ("blocking<k>nim", "nim-blocking"),
    ("wn", "wythoff"),
    ("<m>wn", "wythoff"),
    ("wythoffnim", "wythoff"),
    ("<m>wythoffnim", "wythoff"),
    ("w^<k>", "blocking"),
    ("game<k>", "blocking"),
    ("blocking<k>wythoffnim", "blocking"),
    ("w^<p>n", "diagonal-blocking"),
    ("(<m>,<p>)wythoffnim", "diagonal-blocking"),
    ("wn^<p>", "rook-blocking"),
    ("<m>wn^<p>", "rook-blocking"),
    ("wn_<l>^<p>", "rook-blocking"),
    ("<m>wn_<l>^<p>", "rook-blocking"),
    ("<m>wn^<p>_<l>", "rook-blocking"),
    ("wn^(<p>)", "modulo"),
    ("<m>wn^(<p>)", "modulo"),
    ("wn^(<l>,<p>)", "modulo"),
    ("<m>wn^(<l>,<p>)", "modulo"),
    ("wythoffmodulo<p>nim", "modulo"),
    ("<m>x<p>wn_<l>", "shifted"),
    ("<m>x<p>wn_<u>,<v>", "hole"),
    ("<m>x<p>wn", "choice"),
    ("<m>x<p>wythoffnim", "choice"),
    ("(<p>,<q>)gdwn", "gdwn"),
    ("imitationnim", "imitation"),
    ("limitationnim", "imitation"),
    ("<p>imitationnim", "imitation"),
    ("(<m>,<p>)imitationnim", "imitation"),
    ("w_<k>", "comply"),
    ("w_<p>n", "comply-diagonal"),
    ("wn_<p>", "comply-rook"),
];

/// Notations that mean one thing in one paper and another in the next.
const AMBIGUOUS: &[(&str, &str)] = &[
    ("w_<k>,<m>", "Lar13 writes W_{k,m} and Lar09 W_{m,p} for the same family. Write `diagonal-blocking:m=2,p=3`."),
    (
        "<k>blockingwythoffnim",
        "CLN15 means W^k by it, Lar11 (Def. 9) and Lar13 the game that blocks only diagonal options. Write \
         `blocking:k=5` or `diagonal-blocking:p=5`.",
    ),
];

impl Source<'_> {
    /// The game that a notation of the papers stands for; `None` when the text has the form of none of them.
    fn paper(self, span: Range<usize>) -> Option<Result<Game, NotationError>> {
        let letters = normal_letters(&self.text[span.clone()], span.start);
        for (pattern, family) in PAPERS {
            let Some(numbers) = matched(pattern, &letters) else { continue };
            let family = Family::named(family).expect("the patterns name families");
            let mut written = vec![None; family.parameters.len()];
            for (name, digits) in numbers {
                let index = family.parameters.iter().position(|parameter| parameter.name == name);
                let index = index.expect("the patterns name parameters of their family");
                match self.number(digits.clone(), name, Parameter::MAX.into(), || help_for(family)) {
                    Ok(value) => written[index] = Some((narrow(value), digits)),
                    Err(error) => return Some(Err(error)),
                }
            }
            return Some(self.build(family, &written));
        }
        let (_, help) = AMBIGUOUS.iter().find(|(pattern, _)| matched(pattern, &letters).is_some())?;
        Some(Err(self.error(span, "this notation is ambiguous", *help)))
    }
}

/// The characters that count, in lower case, each with its place in the text.
fn normal_letters(text: &str, start: usize) -> Vec<(char, usize)> {
    let mut letters: Vec<(char, usize)> = Vec::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let after_word = letters.last().is_some_and(|(last, _)| last.is_ascii_alphanumeric() || *last == ')');
        match c {
            '{' | '}' => {}
            // Between words; the sign of a number is never dropped.
            '-' if after_word => {}
            _ if c.is_whitespace() => {}
            '×' => letters.push(('x', start + at)),
            _ => letters.push((c.to_ascii_lowercase(), start + at)),
        }
    }
    letters
}

/// The places of the numbers in `letters` if they have the form of `pattern`.
fn matched<'p>(pattern: &'p str, letters: &[(char, usize)]) -> Option<Vec<(&'p str, Range<usize>)>> {
    let mut numbers = Vec::new();
    let (mut pattern, mut letters) = (pattern, letters);
    while let Some(next) = pattern.chars().next() {
        if next == '<' {
            let (name, rest) = pattern[1..].split_once('>').expect("patterns close their brackets");
            let digits = letters.iter().take_while(|(c, _)| c.is_ascii_digit()).count();
            let (number, others) = letters.split_at(digits);
            // Digits with something between them ("1 2") are not one number.
            let (first, last) = (number.first()?.1, number.last()?.1);
            if last - first + 1 != digits {
                return None;
            }
            numbers.push((name, first..last + 1));
            (pattern, letters) = (rest, others);
        } else {
            let ((c, _), others) = letters.split_first()?;
            if *c != next {
                return None;
            }
            (pattern, letters) = (&pattern[next.len_utf8()..], others);
        }
    }
    letters.is_empty().then_some(numbers)
}

// ---------------------------------------------------------------------------------------------------------------------
// Custom games

const CUSTOM_HELP: &str = "Write moves joined by `+` (`rook`, `rook(from 2)`, `rook(mod 3: 0,1)`, `bishop`, \
     `bishop(2)`, `ray(1,2)`), then clauses after `|` (`block 3`, `block 3 on bishop`, `comply 2`, `imitation(1,2)`, \
     `hole 2,4`), for example `custom: rook + bishop(2) | block 3 on bishop`.";

struct Custom<'t> {
    source: Source<'t>,
    at: usize,
    end: usize,
}

impl Custom<'_> {
    fn game(mut self) -> Result<Game, NotationError> {
        let moves = self.moves()?;
        let mut rules = Rules { moves, hole: None, twist: Twist::None };
        while self.rest_start() < self.end {
            let before = self.rest_start();
            if !self.take('|') {
                return Err(self.unexpected("`+` and another piece, or `|` and a clause"));
            }
            let clause = self.rest_start();
            match self.word().as_str() {
                "block" => {
                    let budget = narrow(self.number("block", 1, Parameter::MAX.into())?);
                    let class = self.class()?;
                    self.set_twist(&mut rules, Twist::Block { budget, class }, before)?;
                }
                "comply" => {
                    let count = narrow(self.number("comply", 1, Parameter::MAX.into())?);
                    let class = self.class()?;
                    self.set_twist(&mut rules, Twist::Comply { count, class }, before)?;
                }
                "imitation" => {
                    let (mut m, mut p) = (1, 1);
                    if self.take('(') {
                        m = narrow(self.number("m", 1, Parameter::MAX.into())?);
                        self.expect(',')?;
                        p = narrow(self.number("p", 1, Parameter::MAX.into())?);
                        self.expect(')')?;
                    }
                    self.set_twist(&mut rules, Twist::Imitation { m, p }, before)?;
                }
                "hole" => {
                    let width = self.number("the hole's width", 1, u64::MAX)?;
                    self.expect(',')?;
                    let height = self.number("the hole's height", 1, u64::MAX)?;
                    if rules.hole.is_some() {
                        return Err(self.repeated(before, "hole"));
                    }
                    rules.hole = Hole::new(width, height);
                }
                _ => {
                    self.at = clause;
                    return Err(self.unexpected("one of `block`, `comply`, `imitation`, `hole`"));
                }
            }
        }
        Ok(Game::custom(rules))
    }

    fn set_twist(&self, rules: &mut Rules, twist: Twist, before: usize) -> Result<(), NotationError> {
        if rules.twist != Twist::None {
            return Err(self.repeated(before, "twist"));
        }
        rules.twist = twist;
        Ok(())
    }

    fn repeated(&self, clause: usize, what: &str) -> NotationError {
        let span = self.source.trimmed(clause..self.at);
        self.source.error(span, format!("a game has at most one {what}"), CUSTOM_HELP)
    }

    fn moves(&mut self) -> Result<Moves, NotationError> {
        let mut pieces = vec![self.piece()?];
        while self.take('+') {
            pieces.push(self.piece()?);
        }
        Ok(Moves::new(pieces))
    }

    fn class(&mut self) -> Result<Class, NotationError> {
        let before = self.at;
        if self.word() != "on" {
            self.at = before;
            return Ok(Class::Any);
        }
        let before = self.at;
        if self.word() == "any" {
            return Ok(Class::Any);
        }
        self.at = before;
        self.moves().map(Class::Of)
    }

    fn piece(&mut self) -> Result<Piece, NotationError> {
        let before = self.at;
        match self.word().as_str() {
            "rook" => self.rook(),
            "bishop" => {
                let mut width = 1;
                if self.take('(') {
                    width = self.number("the bishop's width", 1, u64::MAX)?;
                    self.expect(')')?;
                }
                Ok(Piece::Bishop { width })
            }
            "ray" => {
                self.expect('(')?;
                let p = narrow(self.number("p", 1, Parameter::MAX.into())?);
                self.expect(',')?;
                let q = narrow(self.number("q", 1, Parameter::MAX.into())?);
                self.expect(')')?;
                Ok(Piece::Ray { p, q })
            }
            _ => {
                self.at = before;
                Err(self.unexpected("a piece: `rook`, `bishop` or `ray`"))
            }
        }
    }

    fn rook(&mut self) -> Result<Piece, NotationError> {
        let (mut from, mut residues) = (1, Residues::all());
        if self.take('(') {
            let before = self.at;
            let mut word = self.word();
            if word == "from" {
                from = self.number("from", 1, u64::MAX)?;
                if self.take(',') {
                    word = self.word();
                } else {
                    self.expect(')')?;
                    return Ok(Piece::Rook { from, residues });
                }
            }
            if word != "mod" {
                self.at = self.at.max(before) - word.len();
                return Err(self.unexpected("`from 2` or `mod 3: 0,1`"));
            }
            let modulus = narrow(self.number("mod", 1, Parameter::MAX.into())?);
            self.expect(':')?;
            let mut ranges = Vec::new();
            loop {
                let low = narrow(self.number("residue", 0, u64::from(modulus) - 1)?);
                let mut high = low;
                if self.take('-') {
                    high = narrow(self.number("residue", low.into(), u64::from(modulus) - 1)?);
                }
                ranges.push((low, high));
                if !self.take(',') {
                    break;
                }
            }
            residues = Residues::from_ranges(modulus, ranges);
            self.expect(')')?;
        }
        Ok(Piece::Rook { from, residues })
    }

    /// Where the next character that is not blank stands.
    fn rest_start(&self) -> usize {
        let rest = &self.source.text[self.at..self.end];
        self.end - rest.trim_start().len()
    }

    fn rest(&mut self) -> &str {
        self.at = self.rest_start();
        &self.source.text[self.at..self.end]
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char) -> Result<(), NotationError> {
        if self.take(wanted) { Ok(()) } else { Err(self.unexpected(&format!("`{wanted}`"))) }
    }

    /// The letters that come next, in lower case; none when something else does.
    fn word(&mut self) -> String {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let word = rest[..length].to_ascii_lowercase();
        self.at += length;
        word
    }

    fn number(&mut self, what: &str, min: u64, max: u64) -> Result<u64, NotationError> {
        let rest = self.rest();
        let signed = rest.strip_prefix(['-', '+']).map_or(0, |_| 1);
        let length = signed + rest[signed..].find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len() - signed);
        if length == 0 {
            return Err(self.unexpected(&format!("a number ({what})")));
        }
        let span = self.at..self.at + length;
        let value = self.source.number(span.clone(), what, max, || CUSTOM_HELP.to_owned())?;
        if value < min {
            return Err(self.source.error(
                span,
                format!("`{what}` = {value} is too small: at least {min}"),
                CUSTOM_HELP,
            ));
        }
        self.at = span.end;
        Ok(value)
    }

    /// An error at the next word or character.
    fn unexpected(&mut self, wanted: &str) -> NotationError {
        let rest = self.rest();
        let problem = if rest.is_empty() {
            format!("the text ends where {wanted} is expected")
        } else {
            let length = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
            let length = if length == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { length };
            let span = self.at..self.at + length;
            let found = clip(&self.source.text[span.clone()]);
            return self.source.error(span, format!("`{found}` stands where {wanted} is expected"), CUSTOM_HELP);
        };
        let before = self.source.text[..self.at].char_indices().next_back().map_or(0, |(at, _)| at);
        self.source.error(before..self.at, problem, CUSTOM_HELP)
    }
}
