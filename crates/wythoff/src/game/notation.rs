//! The one gate from text to a [`Game`], and back.
//!
//! Three ways to write a game: the family string `family:name=value,…`; a notation of the papers where it is
//! unambiguous (`W^5`, `2WN^(2,6)`, `(2,3)-Imitation Nim`); and an expression of one's own, `custom: moves | clause |
//! …`. Of the clauses, `| misere` may follow the first two as well. A game prints as a family string or as `custom:`,
//! and what is printed parses to the same game.

use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::str::FromStr;

use super::families::{Default, FAMILIES, Limit, Parameter, written};
use super::history::Heap;
use super::{Class, Ending, Family, Form, Game, Hole, Label, Leaps, Moves, Piece, Residues, Rules, Twist};
use crate::marked::{EXCERPT, clip, write_marked};

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

    /// Whether the text is not even like the name of a family.
    pub fn is_like_no_family(&self) -> bool {
        self.help == HELP
    }
}

impl std::error::Error for NotationError {}

impl fmt::Display for NotationError {
    /// The problem, the text with the wrong part marked, and the help.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.problem)?;
        if !self.text.is_empty() {
            write_marked(f, &self.text, self.span.clone())?;
        }
        write!(f, "{}", self.help)
    }
}

fn help_for(family: &'static Family) -> String {
    if family.parameters.is_empty() {
        return format!("Write just `{}`.", family.name);
    }
    format!("The pattern is `{}`, for example `{}`.", family.pattern(), family.example())
}

const HELP: &str = "Write a family as `blocking:k=5`, a paper's notation as `W^5`, or moves of your own as \
                    `custom: rook + bishop | block 4`.";

impl FromStr for Game {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let source = Source { text };
        let span = source.trimmed(0..text.len());
        if span.is_empty() {
            return Err(source.error(0..text.len(), "no game is given", HELP));
        }
        let custom = |rest: Range<usize>| Custom { source, at: rest.start, end: rest.end };
        let is_custom = text[span.clone()]
            .split(':')
            .next()
            .is_some_and(|name| name.trim().eq_ignore_ascii_case("custom") && name.len() < span.len());
        // A family has no clauses of its own but the ending.
        let bar = if is_custom { None } else { text[span.clone()].find('|').map(|at| span.start + at) };
        if let Some(bar) = bar {
            let named = source.trimmed(span.start..bar);
            let ending = custom(bar..span.end).endings()?;
            if named.is_empty() {
                return Err(source.error(bar..bar + 1, "the name of the game is missing before `|`", HELP));
            }
            // The text is read anew, so that its spans are those of the whole.
            return source.named(named).map(|game| game.with_ending(ending));
        }
        if is_custom {
            let rest = text[span.clone()].find(':').map_or(span.end, |colon| span.start + colon + 1);
            return custom(rest..span.end).game();
        }
        source.named(span)
    }
}

impl Source<'_> {
    /// A family or a notation of the papers, without clauses.
    fn named(self, span: Range<usize>) -> Result<Game, NotationError> {
        let (source, text) = (self, self.text);
        let name_end = text[span.clone()].find(':').map_or(span.end, |colon| span.start + colon);
        let name = source.trimmed(span.start..name_end);
        if name.is_empty() {
            return Err(source.error(name_end..name_end + 1, "the name of the game is missing before `:`", HELP));
        }
        let rest = (name_end < span.end).then_some(name_end + 1..span.end);
        let word = text[name.clone()].to_ascii_lowercase();
        match (Family::named(&word), rest) {
            (Some(family), rest) => source.family(family, rest, span),
            _ => source.paper(span).unwrap_or_else(|| Err(source.unknown(name))),
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.label, &self.form) {
            (Label::Family { family, values }, _) => {
                let parameters = family.parameters.iter().zip(values).map(|(p, value)| format!("{}={value}", p.name));
                f.write_str(&written(family.name, parameters))?;
                f.write_str(ending(self.ending()))
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
        }?;
        f.write_str(ending(self.ending))
    }
}

/// The clause of an ending.
fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Normal => "",
        Ending::Misere => " | misere",
    }
}

/// The value of a parameter and where it is written; `None` where it is not.
type Written = Option<(u32, Range<usize>)>;

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

    /// The last character before `end`.
    fn last_before(self, end: usize) -> Range<usize> {
        let start = self.text[..end].char_indices().next_back().map_or(0, |(at, _)| at);
        start..end
    }

    fn unknown(self, name: Range<usize>) -> NotationError {
        let word = self.text[name.clone()].to_lowercase();
        let nearest = FAMILIES
            .iter()
            // A text much longer than any name is no misspelt name.
            .filter(|_| word.len() < EXCERPT)
            .map(|family| (strsim::damerau_levenshtein(family.name, &word), family))
            .min_by_key(|(distance, _)| *distance)
            .filter(|(distance, family)| *distance <= (family.name.len() / 3).max(1));
        let help = match nearest {
            Some((_, family)) => format!("Did you mean `{}`? {}", family.name, help_for(family)),
            None => HELP.to_owned(),
        };
        self.error(name.clone(), format!("there is no game called `{}`", clip(&self.text[name])), help)
    }

    /// A game of a family, whose text is at `whole`.
    fn family(
        self,
        family: &'static Family,
        parameters: Option<Range<usize>>,
        whole: Range<usize>,
    ) -> Result<Game, NotationError> {
        let mut written = vec![None; family.parameters.len()];
        if let Some(list) = parameters {
            if family.parameters.is_empty() {
                let problem = format!("`{}` has no parameters", family.name);
                return Err(self.error(list.start - 1..list.end, problem, help_for(family)));
            }
            let mut at = list.start;
            for part in self.text[list].split(',') {
                self.parameter(family, at..at + part.len(), &mut written)?;
                at += part.len() + 1;
            }
        }
        self.build(family, &written, whole)
    }

    /// Reads a part `name=value` between commas.
    fn parameter(
        self,
        family: &'static Family,
        part: Range<usize>,
        written: &mut [Written],
    ) -> Result<(), NotationError> {
        let error = |span, problem: String| Err(self.error(span, problem, help_for(family)));
        let span = self.trimmed(part.clone());
        if span.is_empty() {
            // Mark the comma or colon beside which a parameter is missing.
            return error(part.start - 1..part.start, "a parameter is missing here".to_owned());
        }
        let text = &self.text[span.clone()];
        let Some(equals) = text.find('=').map(|at| span.start + at) else {
            return error(span, format!("`{}` is not a parameter of the form name=value", clip(text)));
        };
        let name_span = self.trimmed(span.start..equals);
        if name_span.is_empty() {
            return error(equals..equals + 1, "the name of a parameter is missing before `=`".to_owned());
        }
        let name = &self.text[name_span.clone()];
        let Some(index) = index_of(family, name) else {
            let names: Vec<&str> = family.parameters.iter().map(|parameter| parameter.name).collect();
            let problem = format!("`{}` has no parameter `{}`, only {}", family.name, clip(name), names.join(", "));
            return error(name_span, problem);
        };
        if written[index].is_some() {
            return error(name_span, format!("the parameter `{name}` is given twice"));
        }
        written[index] = Some(self.value(family, index, self.trimmed(equals + 1..span.end))?);
        Ok(())
    }

    /// The value of a parameter from its digits.
    fn value(
        self,
        family: &'static Family,
        index: usize,
        digits: Range<usize>,
    ) -> Result<(u32, Range<usize>), NotationError> {
        let parameter = &family.parameters[index];
        let name = format!("`{}`", parameter.name);
        let bounds = parameter.min.into()..=Parameter::MAX.into();
        let too_small = format!("out of range: {}", parameter.range());
        let value = self.number(digits.clone(), &name, bounds, &too_small, &help_for(family))?;
        Ok((narrow(value), digits))
    }

    /// The game with the parameters written, the others by default.
    fn build(self, family: &'static Family, written: &[Written], whole: Range<usize>) -> Result<Game, NotationError> {
        let mut values: Vec<u32> = Vec::with_capacity(written.len());
        for (parameter, value) in family.parameters.iter().zip(written) {
            values.push(match (value, parameter.default) {
                (Some((value, _)), _) => *value,
                (None, Default::Value(value)) => value,
                (None, Default::Same(other)) => {
                    values[index_of(family, other).expect("a default names an earlier parameter")]
                }
                (None, Default::Required) => {
                    let problem = format!("the parameter `{}` of `{}` is missing", parameter.name, family.name);
                    return Err(self.error(self.last_before(whole.end), problem, help_for(family)));
                }
            });
        }
        family.game(values.clone()).map_err(|wrong| {
            let index = index_of(family, wrong.name).expect("the wrong parameter is one of the family's");
            let bound = match wrong.limit {
                Limit::Unlimited => String::new(),
                Limit::AtMost(other) | Limit::Below(other) => {
                    let bound = index_of(family, other).expect("limits name parameters of the same family");
                    format!(", and {other} = {}", values[bound])
                }
            };
            let problem = format!("`{}` = {} is out of range: {}{bound}", wrong.name, values[index], wrong.range());
            // A value out of range was written: the defaults are within every range. A limit by another parameter
            // may come from a default, and then the whole text is at fault.
            let span = written[index].as_ref().map_or(whole, |(_, span)| span.clone());
            self.error(span, problem, help_for(family))
        })
    }

    /// A whole number within `bounds` from its digits; `too_small` is what a smaller one is.
    fn number(
        self,
        span: Range<usize>,
        name: &str,
        bounds: RangeInclusive<u64>,
        too_small: &str,
        help: &str,
    ) -> Result<u64, NotationError> {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let digits = &self.text[span.clone()];
        if digits.is_empty() {
            let problem = format!("the value of {name} is missing");
            return Err(self.error(self.last_before(span.end), problem, help));
        }
        let problem = if is_number(digits) {
            match digits.parse() {
                Ok(value) if bounds.contains(&value) => return Ok(value),
                Ok(value) if value < *bounds.start() => format!("{name} = {value} is {too_small}"),
                _ => format!("{name} = {} is too large: at most {}", clip(digits), bounds.end()),
            }
        } else if digits.strip_prefix('-').is_some_and(|digits| is_number(digits.trim_start_matches('0'))) {
            format!("{name} = {} is {too_small}", clip(digits))
        } else {
            format!("{name} = `{}` is not a whole number", clip(digits))
        };
        Err(self.error(span, problem, help))
    }
}

fn index_of(family: &Family, parameter: &str) -> Option<usize> {
    family.parameters.iter().position(|other| other.name == parameter)
}

/// A number that was read with the bound [`Parameter::MAX`].
fn narrow(value: u64) -> u32 {
    u32::try_from(value).expect("numbers are read with their bound")
}

// ---------------------------------------------------------------------------------------------------------------------
// The papers' notations

/// What a notation of the papers means, word for word (see [`tokens`]): `<k>` stands for the digits of the parameter k,
/// `<m>?` for digits that may be missing, and the braces may be missing in pairs.
const PAPERS: &[(&str, &str)] = &[
    ("2 pile nim", "nim"),
    ("blocking <k> nim", "nim-blocking"),
    ("<m>? wn", "wythoff"),
    ("<m>? wythoff nim", "wythoff"),
    ("w ^ { <k> }", "blocking"),
    ("game <k>", "blocking"),
    ("blocking <k> wythoff nim", "blocking"),
    ("w ^ { <p> } n", "diagonal-blocking"),
    ("( <m> , <p> ) wythoff nim", "diagonal-blocking"),
    ("<p> blocking <m> wythoff nim", "diagonal-blocking"),
    // Only Lar13 writes this one, as (k,m) with k = p.
    ("( <p> , <m> ) blocking wythoff nim", "diagonal-blocking"),
    ("<m>? wn ^ { <p> }", "rook-blocking"),
    ("<m>? wn _ { <l> } ^ { <p> }", "rook-blocking"),
    ("<m>? wn ^ { <p> } _ { <l> }", "rook-blocking"),
    ("<m>? wythoff <p> blocking nim", "rook-blocking"),
    ("<m>? wn ^ { ( <p> ) }", "modulo"),
    ("<m>? wn ^ { ( <l> , <p> ) }", "modulo"),
    ("<m>? wythoff modulo <p> nim", "modulo"),
    ("<m>? wythoff modulo <p> <l> nim", "modulo"),
    ("<m> × <p> wn _ { <l> }", "shifted"),
    ("<l> shifted <m> × <p> wythoff nim", "shifted"),
    ("<m> × <p> wn _ { <u> , <v> }", "hole"),
    ("<m> × <p> wn", "choice"),
    ("<m> × <p> wythoff nim", "choice"),
    ("( <p> , <q> ) gdwn", "gdwn"),
    ("<p>? imitation nim", "imitation"),
    ("( <m> , <p> ) imitation nim", "imitation"),
    ("limitation nim", "imitation"),
    ("w _ { <k> }", "comply"),
    ("w _ { <p> } n", "comply-diagonal"),
    ("wn _ { <p> }", "comply-rook"),
];

/// Notations that mean one thing in one paper and another in the next.
const AMBIGUOUS: &[(&str, &str)] = &[
    (
        "w _ { <k> , <m> }",
        "Lar13 writes W_{k,m} and Lar09 W_{m,p} for the same family. Write `diagonal-blocking:m=2,p=3`.",
    ),
    (
        "<k> blocking wythoff nim",
        "CLN15 means W^k by it, Lar11 (Def. 9) and Lar13 the game that blocks only diagonal options. Write \
         `blocking:k=5` or `diagonal-blocking:p=5`.",
    ),
];

impl Source<'_> {
    /// The game that a notation of the papers stands for; `None` when the text has the form of none of them.
    fn paper(self, span: Range<usize>) -> Option<Result<Game, NotationError>> {
        let tokens = tokens(&self.text[span.clone()], span.start);
        for (pattern, family) in PAPERS {
            if let Some(numbers) = matched(pattern, &tokens) {
                let family = Family::named(family).expect("the patterns name families");
                return Some(self.with_numbers(family, numbers, span));
            }
        }
        let (_, help) = AMBIGUOUS.iter().find(|(pattern, _)| matched(pattern, &tokens).is_some())?;
        Some(Err(self.error(span, "this notation is ambiguous", *help)))
    }

    fn with_numbers(
        self,
        family: &'static Family,
        numbers: Vec<(&str, Range<usize>)>,
        whole: Range<usize>,
    ) -> Result<Game, NotationError> {
        let mut written = vec![None; family.parameters.len()];
        for (name, digits) in numbers {
            let index = index_of(family, name).expect("the patterns name parameters of their family");
            written[index] = Some(self.value(family, index, digits)?);
        }
        self.build(family, &written, whole)
    }
}

/// A word, a number or another character, and its place in the text.
type Token = (String, Range<usize>);

/// The tokens of a part of the text, in lower case, an x by itself as `×`. Blanks between them do not count, nor does a
/// hyphen that joins two of them; any other hyphen is a token that no notation has, so the sign of a number is not
/// lost.
fn tokens(text: &str, start: usize) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = |same: fn(&char) -> bool| rest.chars().take_while(same).count();
        let length = run(char::is_ascii_alphabetic).max(run(char::is_ascii_digit)).max(first.len_utf8());
        let span = start + at..start + at + length;
        at += length;
        let joins = |(token, before): &Token| {
            before.end == span.start && token.ends_with(|c: char| c.is_ascii_alphanumeric() || c == ')')
        };
        let is_hyphen = first == '-'
            && tokens.last().is_some_and(joins)
            && text[at..].starts_with(|c: char| c.is_ascii_alphanumeric());
        if !is_hyphen && !first.is_whitespace() {
            let token = rest[..length].to_ascii_lowercase();
            tokens.push((if token == "x" { "×".to_owned() } else { token }, span));
        }
    }
    tokens
}

/// The places of the numbers in `tokens` if they have the form of `pattern`.
fn matched<'p>(pattern: &'p str, tokens: &[Token]) -> Option<Vec<(&'p str, Range<usize>)>> {
    let mut tokens = tokens.iter().peekable();
    let (mut numbers, mut braced) = (Vec::new(), false);
    for part in pattern.split(' ') {
        if let Some((name, optional)) = part.strip_prefix('<').and_then(|part| part.split_once('>')) {
            match tokens.next_if(|(token, _)| token.starts_with(|c: char| c.is_ascii_digit())) {
                Some((_, span)) => numbers.push((name, span.clone())),
                None if optional == "?" => {}
                None => return None,
            }
        } else if part == "{" {
            braced = tokens.next_if(|(token, _)| token == part).is_some();
        } else if part != "}" || braced {
            tokens.next_if(|(token, _)| token == part)?;
        }
    }
    tokens.next().is_none().then_some(numbers)
}

// ---------------------------------------------------------------------------------------------------------------------
// Custom games

const CUSTOM_HELP: &str = "Write moves joined by `+` (`rook`, `rook(from 2)`, `rook(mod 3: 0,1)`, `bishop`, \
     `bishop(2)`, `ray(1,2)`, `leap(1,2)`, `only-x rook`), then clauses after `|` (`block 3`, `block 3 on bishop`, \
     `comply 2`, `imitation(1,2)`, `hole 2,4`, `misere`), for example `custom: rook + bishop(2) | block 3 on bishop`.";

const ENDING_HELP: &str = "After a family or a paper's notation only `| misere` may follow, as in \
                           `wythoff:m=2 | misere`; moves with other clauses are written as \
                           `custom: rook + bishop | block 3 | misere`.";

const ANOTHER_CLAUSE: &str = "`|` and another clause";

struct Custom<'t> {
    source: Source<'t>,
    at: usize,
    end: usize,
}

impl Custom<'_> {
    fn game(mut self) -> Result<Game, NotationError> {
        let mut rules = Rules { moves: self.moves()?, ..Rules::new(Vec::new()) };
        let mut next = "`+` and another piece, or `|` and a clause";
        while self.rest_start() < self.end {
            if !self.take('|') {
                return Err(self.unexpected(next));
            }
            next = self.clause(&mut rules)?;
        }
        Ok(Game::unnamed(rules))
    }

    /// The clauses after a name: the ending, and no other.
    fn endings(mut self) -> Result<Ending, NotationError> {
        let mut ending = Ending::Normal;
        while self.take('|') {
            let bar = self.at - 1;
            if !self.take_misere() {
                return Err(NotationError { help: ENDING_HELP.to_owned(), ..self.unexpected("`misere`") });
            }
            if ending == Ending::Misere {
                return Err(NotationError { help: ENDING_HELP.to_owned(), ..self.repeated(bar, "ending") });
            }
            ending = Ending::Misere;
        }
        if self.rest_start() < self.end {
            return Err(NotationError { help: ENDING_HELP.to_owned(), ..self.unexpected("the end of the text") });
        }
        Ok(ending)
    }

    /// Whether `misere`, with an accent or without, comes next; if so, it is read.
    fn take_misere(&mut self) -> bool {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
        let found = matches!(rest[..length].to_lowercase().as_str(), "misere" | "misère");
        if found {
            self.at += length;
        }
        found
    }

    /// Reads a clause after its `|` into the rules; returns what may come next.
    fn clause(&mut self, rules: &mut Rules) -> Result<&'static str, NotationError> {
        let bar = self.at - 1;
        if self.take_misere() {
            if rules.ending == Ending::Misere {
                return Err(self.repeated(bar, "ending"));
            }
            rules.ending = Ending::Misere;
            return Ok(ANOTHER_CLAUSE);
        }
        let (twist, next) = match self.word().as_str() {
            "block" => {
                let budget = self.small_number("`block`", 0)?;
                let (class, next) = self.class()?;
                (Twist::Block { budget, class }, next)
            }
            "comply" => {
                let count = self.small_number("`comply`", 1)?;
                let (class, next) = self.class()?;
                (Twist::Comply { count, class }, next)
            }
            "imitation" => {
                let (mut m, mut p) = (1, 1);
                if self.take('(') {
                    m = self.small_number("`m`", 1)?;
                    self.expect(',')?;
                    p = self.small_number("`p`", 1)?;
                    self.expect(')')?;
                }
                (Twist::Imitation { m, p }, ANOTHER_CLAUSE)
            }
            "hole" => {
                let width = self.number("the hole's width", 1..=u64::MAX)?;
                self.expect(',')?;
                let height = self.number("the hole's height", 1..=u64::MAX)?;
                if rules.hole.is_some() {
                    return Err(self.repeated(bar, "hole"));
                }
                rules.hole = Hole::new(width, height);
                return Ok(ANOTHER_CLAUSE);
            }
            _ => {
                self.at = bar + 1;
                return Err(self.unexpected("one of `block`, `comply`, `imitation`, `hole`, `misere`"));
            }
        };
        if rules.twist != Twist::None {
            return Err(self.repeated(bar, "twist"));
        }
        rules.twist = twist;
        Ok(next)
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

    /// The class that `on` names, every move without it; and what may come next.
    fn class(&mut self) -> Result<(Class, &'static str), NotationError> {
        if !self.take_word("on") {
            return Ok((Class::Any, "`on` and pieces, or `|` and another clause"));
        }
        if self.take_word("any") {
            return Ok((Class::Any, ANOTHER_CLAUSE));
        }
        Ok((Class::Of(self.moves()?), "`+` and another piece, or `|` and another clause"))
    }

    fn piece(&mut self) -> Result<Piece, NotationError> {
        let before = self.rest_start();
        let Some(heap) = self.only()? else { return self.two_sided() };
        let piece = self.two_sided()?.only(heap);
        match piece.fault() {
            None => Ok(piece),
            Some(fault) => Err(self.source.error(before..self.at, fault, CUSTOM_HELP)),
        }
    }

    /// The heap of `only-x` or `only-y`; none where no such word comes next.
    fn only(&mut self) -> Result<Option<Heap>, NotationError> {
        if !self.take_word("only") {
            return Ok(None);
        }
        self.expect('-')?;
        match () {
            () if self.take_word("x") => Ok(Some(Heap::X)),
            () if self.take_word("y") => Ok(Some(Heap::Y)),
            () => Err(self.unexpected("`x` or `y`")),
        }
    }

    fn two_sided(&mut self) -> Result<Piece, NotationError> {
        let before = self.at;
        match self.word().as_str() {
            "rook" => self.rook(),
            "bishop" => {
                let mut width = 1;
                if self.take('(') {
                    width = self.number("the bishop's width", 1..=u64::MAX)?;
                    self.expect(')')?;
                }
                Ok(Piece::Bishop { width })
            }
            "ray" => {
                self.expect('(')?;
                let p = self.small_number("`p`", 1)?;
                self.expect(',')?;
                let q = self.small_number("`q`", 1)?;
                self.expect(')')?;
                Ok(Piece::Ray { p, q })
            }
            "leap" => self.leap(),
            _ => {
                self.at = before;
                Err(self.unexpected("a piece: `rook`, `bishop`, `ray` or `leap`"))
            }
        }
    }

    /// The pairs of a leaper: `(1,2)` or `(1,2; 0,3)`.
    fn leap(&mut self) -> Result<Piece, NotationError> {
        self.expect('(')?;
        let mut pairs = Vec::new();
        loop {
            let start = self.rest_start();
            let a = self.small_number("`a`", 0)?;
            self.expect(',')?;
            let b = self.small_number("`b`", 0)?;
            if (a, b) == (0, 0) {
                return Err(self.source.error(start..self.at, "a leaper takes at least one token", CUSTOM_HELP));
            }
            pairs.push((a, b));
            if !self.take(';') {
                break;
            }
        }
        if !self.take(')') {
            return Err(self.unexpected("`)`, or `;` and another pair"));
        }
        Ok(Piece::Leap(Leaps::new(pairs)))
    }

    fn rook(&mut self) -> Result<Piece, NotationError> {
        let (mut from, mut residues) = (1, Residues::all());
        if self.take('(') {
            let (mut more, mut next) = (true, "`from 2` or `mod 3: 0,1`");
            if self.take_word("from") {
                from = self.number("`from`", 1..=u64::MAX)?;
                (more, next) = (self.take(','), "`mod 3: 0,1`");
            }
            if more {
                if !self.take_word("mod") {
                    return Err(self.unexpected(next));
                }
                residues = self.residues()?;
            }
            self.expect(')')?;
        }
        Ok(Piece::Rook { from, residues })
    }

    /// The residues after `mod`: `3: 0,1`.
    fn residues(&mut self) -> Result<Residues, NotationError> {
        let modulus = self.small_number("`mod`", 1)?;
        self.expect(':')?;
        let mut ranges = Vec::new();
        loop {
            let start = self.rest_start();
            let low = self.residue(modulus)?;
            let high = if self.take('-') { self.residue(modulus)? } else { low };
            if high < low {
                let problem = format!("the range {low}-{high} runs backwards");
                return Err(self.source.error(start..self.at, problem, CUSTOM_HELP));
            }
            ranges.push((low, high));
            if !self.take(',') {
                return Ok(Residues::from_ranges(modulus, ranges));
            }
            let start = self.rest_start();
            if self.take_word("from") {
                let help = "Write for example `rook(from 2, mod 3: 0,1)`.";
                return Err(self.source.error(start..self.at, "`from` comes before `mod`", help));
            }
        }
    }

    fn residue(&mut self, modulus: u32) -> Result<u32, NotationError> {
        let start = self.rest_start();
        let residue = self.number("the residue", 0..=u64::MAX)?;
        if residue >= modulus.into() {
            let problem = format!("residue {residue} must be below the modulus {modulus}");
            return Err(self.source.error(start..self.at, problem, CUSTOM_HELP));
        }
        Ok(narrow(residue))
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

    /// Whether `wanted` comes next; if so, it is read.
    fn take_word(&mut self, wanted: &str) -> bool {
        let before = self.at;
        let found = self.word() == wanted;
        if !found {
            self.at = before;
        }
        found
    }

    fn number(&mut self, name: &str, bounds: RangeInclusive<u64>) -> Result<u64, NotationError> {
        let rest = self.rest();
        let signed = rest.strip_prefix(['-', '+']).map_or(0, |_| 1);
        let length = signed + rest[signed..].find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len() - signed);
        if length == 0 {
            return Err(self.unexpected(&format!("a number for {name}")));
        }
        let span = self.at..self.at + length;
        let too_small = format!("too small: at least {}", bounds.start());
        let value = self.source.number(span.clone(), name, bounds, &too_small, CUSTOM_HELP)?;
        self.at = span.end;
        Ok(value)
    }

    /// A number of at least `min` with the bound of the families' parameters.
    fn small_number(&mut self, name: &str, min: u64) -> Result<u32, NotationError> {
        self.number(name, min..=Parameter::MAX.into()).map(narrow)
    }

    /// An error at the next word or character.
    fn unexpected(&mut self, wanted: &str) -> NotationError {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            let problem = format!("the text ends where {wanted} is expected");
            return self.source.error(self.source.last_before(self.at), problem, CUSTOM_HELP);
        };
        let word = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let span = self.at..self.at + word.max(first.len_utf8());
        let found = clip(&self.source.text[span.clone()]);
        self.source.error(span, format!("`{found}` stands where {wanted} is expected"), CUSTOM_HELP)
    }
}
