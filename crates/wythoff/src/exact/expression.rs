//! Whole numbers written as expressions: `10^99`, `floor((1+sqrt(2))*10^99)`.
//!
//! Read from left to right and computed at once, exactly, by [`Radical`]s; every floor is a whole number again. A wrong
//! text, or one whose value would be too large, is refused with the place.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use dashu_int::{IBig, UBig};

use super::radical::{MOST_BITS, Radical, Refused, Work};
use crate::marked::{clip, write_marked};

/// A whole number that an expression stands for has at most so many digits.
pub const MOST_DIGITS: usize = 1000;

/// An expression has at most so many bytes.
const MOST_BYTES: usize = 5000;

/// Parentheses and exponents are nested at most so deep.
const DEEPEST: usize = 64;

/// What an expression is made of.
const HELP: &str = "An expression has whole numbers, + - * / ^, parentheses, phi, and sqrt, floor, ceil, round, min, \
                    max and mod: floor(phi*10^99).";

/// A text that stands for no whole number: what is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    text: String,
    span: Range<usize>,
    problem: String,
    help: String,
}

impl ExpressionError {
    /// What is wrong, in a line.
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// Which bytes of the text are wrong.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// What would be right.
    pub fn help(&self) -> &str {
        &self.help
    }

    /// The same error in a longer text, in which this one begins at `at`.
    pub(crate) fn within(self, text: &str, at: usize) -> Self {
        Self { text: text.to_owned(), span: self.span.start + at..self.span.end + at, ..self }
    }
}

impl std::error::Error for ExpressionError {}

impl fmt::Display for ExpressionError {
    /// The problem, the text with the wrong part marked, and the help.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.problem)?;
        write_marked(f, &self.text, self.span.clone())?;
        f.write_str(&self.help)
    }
}

/// The natural number that an expression stands for, of at most [`MOST_DIGITS`] digits.
///
/// There are whole numbers (with blanks or `_` between digits), `+ - * / ^`, parentheses, `phi` = (1 + √5)/2, and the
/// functions `sqrt`, `floor`, `ceil`, `round` (halves up), `min(a,b)`, `max(a,b)` and `mod(a,b)` = a − b·⌊a/b⌋. Powers
/// bind from the right, and before a sign. Everything is exact, at any nesting of roots.
///
/// # Errors
/// A text that is no expression; a value that is not a natural number, or has too many digits, also on the way; roots
/// and operations so many that a floor can't be decided within a second or so.
///
/// ```
/// use wythoff::exact::{UBig, whole_number};
/// assert_eq!(whole_number("floor((1+sqrt(2))*10^9)").unwrap(), UBig::from(2_414_213_562_u64));
/// assert_eq!(whole_number("(sqrt(2)+sqrt(3))^2 - 2*sqrt(6)").unwrap(), UBig::from(5_u8));
/// let error = whole_number("3*sqrt(2)").unwrap_err();
/// assert_eq!(error.help(), "Write floor(3*sqrt(2)), ceil(3*sqrt(2)) or round(3*sqrt(2)).");
/// assert!(whole_number("10^10^10").is_err());
/// ```
pub fn whole_number(text: &str) -> Result<UBig, ExpressionError> {
    let mut reader = Reader { text, at: 0, depth: 0, work: Work::default() };
    if text.len() > MOST_BYTES {
        return reader.fail(0..text.len(), format!("an expression has at most {MOST_BYTES} characters"), HELP);
    }
    let value = reader.whole_text()?;
    let span = reader.trimmed();
    let (floor, is_whole) = value.floor(&mut reader.work).or_else(|refused| reader.refuse(span.clone(), refused))?;
    if !is_whole {
        let (near, part) = (clip(&floor.to_string()), clip(&text[span.clone()]));
        let help = format!("Write floor({part}), ceil({part}) or round({part}).");
        return reader.fail(span, format!("this is no whole number: it is above {near}, by less than 1"), help);
    }
    let Ok(natural) = UBig::try_from(floor) else {
        return reader.fail(span, "this is below 0, and a heap is a whole number, 0 or more", HELP);
    };
    if natural >= UBig::from(10_u8).pow(MOST_DIGITS) {
        return reader.fail(span, format!("this number has more than {MOST_DIGITS} digits"), HELP);
    }
    Ok(natural)
}

/// A function by its name.
#[derive(Clone, Copy)]
enum Function {
    Sqrt,
    Floor,
    Ceil,
    Round,
    Min,
    Max,
    Mod,
}

impl Function {
    fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "sqrt" => Self::Sqrt,
            "floor" => Self::Floor,
            "ceil" => Self::Ceil,
            "round" => Self::Round,
            "min" => Self::Min,
            "max" => Self::Max,
            "mod" => Self::Mod,
            _ => return None,
        })
    }

    fn arguments(self) -> usize {
        match self {
            Self::Sqrt | Self::Floor | Self::Ceil | Self::Round => 1,
            Self::Min | Self::Max | Self::Mod => 2,
        }
    }

    /// The value at as many arguments as it takes.
    fn at(self, values: &[Radical], work: &mut Work) -> Result<Radical, Refused> {
        let x = &values[0];
        let floor = |x: &Radical, work: &mut Work| Ok(Radical::whole(x.floor(work)?.0));
        match self {
            Self::Sqrt => x.root(work),
            Self::Floor => floor(x, work),
            Self::Ceil => {
                let (below, is_whole) = x.floor(work)?;
                Ok(Radical::whole(if is_whole { below } else { below + 1 }))
            }
            Self::Round => floor(&x.plus(&Radical::whole(1).divided_by(&Radical::whole(2), work)?)?, work),
            Self::Min | Self::Max => {
                let is_less = x.minus(&values[1])?.sign(work)? == Ordering::Less;
                Ok(values[usize::from(is_less != matches!(self, Self::Min))].clone())
            }
            Self::Mod => x.minus(&values[1].times(&floor(&x.divided_by(&values[1], work)?, work)?)?),
        }
    }
}

type Read<T> = Result<T, ExpressionError>;

/// Reads an expression, and computes it as it goes.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    work: Work,
}

impl Reader<'_> {
    fn fail<T>(&self, span: Range<usize>, problem: impl Into<String>, help: impl Into<String>) -> Read<T> {
        Err(ExpressionError { text: self.text.to_owned(), span, problem: problem.into(), help: help.into() })
    }

    /// Says why a part of the text is not computed.
    fn refuse<T>(&self, span: Range<usize>, refused: Refused) -> Read<T> {
        let problem = match refused {
            Refused::DividedByZero => "this divides by zero".to_owned(),
            Refused::RootOfNegative => "this is the square root of a negative number".to_owned(),
            Refused::TooLarge => {
                // 2^10 > 10^3, so that these are not more digits than there are.
                format!("this is too large: on the way, a number has at most {} digits", MOST_BITS * 3 / 10)
            }
            Refused::TooMuchWork => "this has too many roots to be decided exactly".to_owned(),
        };
        let help = format!("The result may have {MOST_DIGITS} digits.");
        self.fail(span, problem, if refused == Refused::TooLarge { &help } else { HELP })
    }

    /// The text without the blanks around it.
    fn trimmed(&self) -> Range<usize> {
        let start = self.text.len() - self.text.trim_start().len();
        start..self.text.trim_end().len().max(start)
    }

    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    /// Goes over one of these characters, if it is the next.
    fn skip(&mut self, these: &[char]) -> Option<char> {
        let next = self.peek().filter(|c| these.contains(c))?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// The next character as a span, or the last one where the text ends.
    fn here(&self) -> Range<usize> {
        if let Some(c) = self.text[self.at..].chars().next() {
            return self.at..self.at + c.len_utf8();
        }
        let end = self.text.trim_end().len();
        self.text[..end].char_indices().next_back().map_or(0..end, |(start, _)| start..end)
    }

    fn whole_text(&mut self) -> Read<Radical> {
        let value = self.sum()?;
        match self.peek() {
            None => Ok(value),
            Some(')') => self.fail(self.here(), "this parenthesis was never opened", HELP),
            Some(',') => self.fail(self.here(), "here is a number too many", HELP),
            Some('.') => self.fail(self.here(), "decimals are written as fractions, e.g. 15/10 for 1.5", HELP),
            Some(_) => self.fail(self.here(), "an operator is missing here, e.g. *", HELP),
        }
    }

    fn sum(&mut self) -> Read<Radical> {
        let start = self.at;
        let mut value = self.product()?;
        while let Some(operator) = self.skip(&['+', '-', '−']) {
            let term = self.product()?;
            let result = if operator == '+' { value.plus(&term) } else { value.minus(&term) };
            value = self.computed(start, result)?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Read<Radical> {
        let start = self.at;
        let mut value = self.signed()?;
        while let Some(operator) = self.skip(&['*', '×', '·', '/', '÷']) {
            let factor = self.signed()?;
            let is_quotient = matches!(operator, '/' | '÷');
            let result = if is_quotient { value.divided_by(&factor, &mut self.work) } else { value.times(&factor) };
            value = self.computed(start, result)?;
        }
        Ok(value)
    }

    fn signed(&mut self) -> Read<Radical> {
        let start = self.at;
        let mut is_negative = false;
        while self.skip(&['-', '−']).is_some() {
            is_negative = !is_negative;
        }
        let value = self.power()?;
        let negative = is_negative.then(|| Radical::whole(-1).times(&value));
        negative.map_or(Ok(value), |result| self.computed(start, result))
    }

    fn power(&mut self) -> Read<Radical> {
        self.peek();
        let start = self.at;
        let base = self.atom()?;
        if self.skip(&['^']).is_none() {
            return Ok(base);
        }
        self.peek();
        let from = self.at;
        let exponent = self.deeper(Self::signed)?;
        let found = exponent.floor(&mut self.work);
        let (whole, is_whole) = self.computed(from, found)?;
        match UBig::try_from(whole) {
            Ok(natural) if is_whole => self.computed(start, base.power(&natural)),
            _ => self.fail(from..self.end(), "an exponent is a whole number, 0 or more", HELP),
        }
    }

    fn atom(&mut self) -> Read<Radical> {
        let next = self.peek();
        let start = self.at;
        match next {
            Some(c) if c.is_ascii_digit() => Ok(self.number()),
            Some('(') => {
                self.at += 1;
                let value = self.deeper(Self::sum)?;
                self.close(start)?;
                Ok(value)
            }
            Some('√') => {
                self.skip(&['√']);
                let value = self.deeper(Self::atom)?;
                let root = value.root(&mut self.work);
                self.computed(start, root)
            }
            Some('φ') => {
                self.skip(&['φ']);
                self.golden(start)
            }
            Some(c) if c.is_alphabetic() => self.named(),
            Some('.') => self.fail(self.here(), "decimals are written as fractions, e.g. 15/10 for 1.5", HELP),
            _ => self.fail(self.here(), "a number is missing here", HELP),
        }
    }

    /// Digits, perhaps with blanks or `_` between them.
    fn number(&mut self) -> Radical {
        let is_part = |c: char| c.is_ascii_digit() || c == '_' || c.is_whitespace();
        let length = self.text[self.at..].find(|c| !is_part(c)).unwrap_or(self.text.len() - self.at);
        let digits: String = self.text[self.at..self.at + length].chars().filter(char::is_ascii_digit).collect();
        self.at += length;
        Radical::whole(digits.parse::<IBig>().expect("digits are a number"))
    }

    /// `phi`, or a function with its arguments.
    fn named(&mut self) -> Read<Radical> {
        let start = self.at;
        let rest = &self.text[start..];
        let name = &rest[..rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())];
        self.at += name.len();
        if name.eq_ignore_ascii_case("phi") {
            return self.golden(start);
        }
        let Some(function) = Function::named(name) else {
            return self.fail(start..self.at, format!("`{}` is not known here", clip(name)), HELP);
        };
        if self.peek() != Some('(') {
            return self.fail(self.here(), format!("`{name}` is followed by (…)"), HELP);
        }
        let open = self.at;
        self.at += 1;
        let mut values = vec![self.deeper(Self::sum)?];
        while self.skip(&[',']).is_some() {
            values.push(self.deeper(Self::sum)?);
        }
        self.close(open)?;
        let expected = function.arguments();
        if values.len() != expected {
            let numbers = if expected == 1 { "one number" } else { "two numbers" };
            return self.fail(start..self.at, format!("`{name}` takes {numbers}"), HELP);
        }
        let value = function.at(&values, &mut self.work);
        self.computed(start, value)
    }

    fn golden(&mut self, start: usize) -> Read<Radical> {
        let work = &mut self.work;
        let value = Radical::whole(5)
            .root(work)
            .and_then(|root| root.plus(&Radical::whole(1)))
            .and_then(|sum| sum.divided_by(&Radical::whole(2), work));
        self.computed(start, value)
    }

    /// The parenthesis that closes the one at `open`.
    fn close(&mut self, open: usize) -> Read<()> {
        match self.skip(&[')']) {
            Some(_) => Ok(()),
            None if self.peek().is_none() => self.fail(open..open + 1, "this parenthesis is never closed", HELP),
            None => self.fail(self.here(), "an operator or `)` is missing here", HELP),
        }
    }

    /// Reads a part one level down.
    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Read<Radical>) -> Read<Radical> {
        if self.depth == DEEPEST {
            return self.fail(self.here(), format!("this is nested more than {DEEPEST} deep"), HELP);
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// Where the part that was read ends, without blanks.
    fn end(&self) -> usize {
        self.text[..self.at].trim_end().len()
    }

    /// The value of the part since `start`.
    fn computed<T>(&self, start: usize, result: Result<T, Refused>) -> Read<T> {
        let blanks = self.text[start..].len() - self.text[start..].trim_start().len();
        result.or_else(|refused| self.refuse(start + blanks..self.end(), refused))
    }
}
