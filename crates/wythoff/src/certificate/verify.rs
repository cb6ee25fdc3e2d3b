//! The checker: is this file a proof that W^k is self-similar?
//!
//! A certificate is a finite table about an infinite board; docs/SELF-SIMILAR.md says why the first five of these
//! conditions on the table make it a theorem, and its section 9 how the table is written. This file checks all six, in
//! this order, and nothing here knows how certificates are found. `proofs/verify.py` reads the same page, and has to
//! say the same of every file.
//!
//! - **numeration**: the words and lengths cut the quadrant into blocks, level after level, each at least 2×2 cells.
//! - **shape**: contents and children have the sizes that the words say, rules fit together at the seams.
//! - **base**: on the contents of level 0, CLN15's automaton gives what every rule of level 0 claims.
//! - **origin**: the board's corner is the origin type on every level, and each contains the one below in its corner.
//! - **induction**: a rule one level up follows from the rules below, applied to the children of its result one by one.
//! - **canonical**: no type, rule or symbol that the corner never needs. Not needed for the theorem; with it no single
//!   number can change unnoticed.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The longest file that is read, in bytes. A checker keeps the tables of the file and a few words for each rule, so
/// this bounds its memory as well.
pub const SIZE_LIMIT: usize = 1 << 25;

/// The most steps that a check may take: a step is a cell of a block, or a child of a type.
pub const WORK_LIMIT: u128 = 1 << 27;

/// The types of the outside: k everywhere (x and y negative), and 0 everywhere (one of them negative).
const K: u32 = 0;
const Z: u32 = 1;

/// Why a certificate is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// The file is not of the form of a certificate.
    #[error("this is not a certificate: {0}")]
    Unreadable(String),
    /// It would take too much to say.
    #[error("this is not checked: it is over the limit of {limit} {unit}")]
    OverLimit {
        /// How many are allowed.
        limit: u128,
        /// Of what.
        unit: &'static str,
    },
    /// The certificate proves nothing.
    #[error("the condition `{condition}` fails: {place}: {reason}")]
    Invalid {
        /// What had to hold.
        condition: Condition,
        /// Where it does not.
        place: String,
        /// What is wrong there.
        reason: String,
    },
}

/// What makes a table a proof: of self-similarity, or of a machine ([`super::machine::verify()`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The words and lengths cut the quadrant into blocks.
    Numeration,
    /// All parts fit together.
    Shape,
    /// The automaton obeys the rules of level 0.
    Base,
    /// The rules of a level follow from those below.
    Induction,
    /// The corner of the board.
    Origin,
    /// Nothing that is not needed.
    Canonical,
    /// Of a machine: the frame moves on, and nothing lies before it.
    Frame,
    /// Of a machine: all parts fit together.
    Table,
    /// Of a machine: the board at its first column.
    Start,
    /// Of a machine: each step is what a column does.
    Step,
    /// Of a machine: there is a step for whatever may be read.
    Closed,
    /// Of strips: nothing lies between two of them.
    Between,
    /// Of strips: those beyond the machine's repeat themselves.
    Strips,
    /// Of strips: they keep apart.
    Apart,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Numeration => "numeration",
            Self::Shape => "shape",
            Self::Base => "base",
            Self::Induction => "induction",
            Self::Origin => "origin",
            Self::Canonical => "canonical",
            Self::Frame => "frame",
            Self::Table => "table",
            Self::Start => "start",
            Self::Step => "step",
            Self::Closed => "closed",
            Self::Between => "between",
            Self::Strips => "strips",
            Self::Apart => "apart",
        })
    }
}

pub(super) type Checked<T = ()> = Result<T, Rejection>;

pub(super) fn fail<T>(condition: Condition, place: impl fmt::Display, reason: impl fmt::Display) -> Checked<T> {
    Err(Rejection::Invalid { condition, place: place.to_string(), reason: reason.to_string() })
}

/// The file, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    k: Natural,
    numeration: Object<FileNumeration>,
    pre_period: Natural,
    period: Natural,
    levels: Vec<Object<FileLevel>>,
    contents: Vec<Vec<Vec<i32>>>,
    children: Vec<Vec<Vec<Vec<Natural>>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileNumeration {
    name: String,
    symbols: Vec<Object<FileSymbol>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileSymbol {
    symbol: String,
    word: String,
    length: Natural,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileLevel {
    types: Vec<String>,
    origin: Natural,
    rules: Vec<[Natural; 4]>,
}

/// A number from 0 to 2^31 − 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "i32")]
pub(super) struct Natural(pub(super) u32);

impl TryFrom<i32> for Natural {
    type Error = String;

    fn try_from(number: i32) -> Result<Self, String> {
        let natural = u32::try_from(number).map(Self);
        natural.map_err(|_| format!("invalid value: integer `{number}`, expected a number from 0 on"))
    }
}

/// What is written as an object. A derived reader alone takes a list of the values, too.
pub(super) struct Object<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Keys<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Keys<T> {
            type Value = T;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<T, M::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }
        from.deserialize_map(Keys(PhantomData)).map(Self)
    }
}

/// How the coordinates are cut into intervals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numeration {
    /// `binary`, `fibonacci`, `pell`, `metallic:n`, `metallic:n,m,…` or `base:b`.
    pub name: String,
    /// The letters A, or A and B; the first is the axiom.
    pub symbols: Vec<char>,
    /// For each symbol its word, as indices of symbols.
    pub words: Vec<Vec<usize>>,
    /// For each symbol its length on level 0.
    pub lengths: Vec<u32>,
}

/// The symbol of a block's rows, and that of its columns.
pub type Shape = (usize, usize);

/// The block that a rule gives below, right and below right of its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule {
    /// The block up and left.
    pub north_west: u32,
    /// The block above.
    pub north: u32,
    /// The block to the left.
    pub west: u32,
    /// The block itself.
    pub result: u32,
}

impl Rule {
    fn neighbours(&self) -> [u32; 3] {
        [self.north_west, self.north, self.west]
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}, {}, {}]", self.north_west, self.north, self.west, self.result)
    }
}

/// A class of levels: its types and rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelClass {
    /// The shape of each type; none for the two outside types 0 and 1.
    pub shapes: Vec<Option<Shape>>,
    /// The type of the board's corner.
    pub origin: u32,
    /// The rules, in order.
    pub rules: Vec<Rule>,
}

/// A certificate that was checked: a proof that W^k is self-similar. [`verify`] is the only way to get one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    k: u32,
    numeration: Numeration,
    pre_period: usize,
    levels: Vec<LevelClass>,
    contents: Vec<Vec<Vec<i32>>>,
    children: Vec<Vec<Vec<Vec<Natural>>>>,
}

/// Reads a certificate, the bytes of a file, and checks all its conditions.
///
/// # Errors
/// When it has not the form of a certificate or is over a limit, or the first condition that fails, and where.
pub fn verify(file: impl AsRef<[u8]>) -> Result<Certificate, Rejection> {
    let certificate = read(file.as_ref())?;
    certificate.check_numeration()?;
    certificate.check_shapes()?;
    certificate.check_work()?;
    certificate.check_base()?;
    certificate.check_origin()?;
    let needed = certificate.check_induction()?;
    certificate.check_canonical(&needed)?;
    Ok(certificate)
}

/// The text of a certificate: ASCII without control characters and backslashes, and not too long.
pub(super) fn plain(bytes: &[u8]) -> Checked<&str> {
    if bytes.len() > SIZE_LIMIT {
        return Err(Rejection::OverLimit { limit: SIZE_LIMIT as u128, unit: "bytes" });
    }
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r') && byte != b'\\';
    match bytes.iter().position(|&byte| !is_plain(byte)) {
        None => Ok(str::from_utf8(bytes).expect("ASCII is UTF-8")),
        Some(at) => {
            let reason = format!("byte {at} is {:#04x}; a certificate is plain ASCII without backslashes", bytes[at]);
            Err(Rejection::Unreadable(reason))
        }
    }
}

/// The JSON of a certificate; an error in a value names the key before it.
pub(super) fn parse<'t, F: Deserialize<'t>>(text: &'t str) -> Checked<F> {
    let file = serde_json::from_str(text).map(|Object(file)| file);
    file.map_err(|error| {
        let said = error.to_string();
        let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
        let end = (lines.map(str::len).sum::<usize>() + error.column()).min(text.len());
        let colons = text[..end].rmatch_indices(':').map(|(at, _)| text[..at].trim_end());
        let mut keys = colons.filter_map(|before| before.strip_suffix('"')?.rsplit('"').next());
        let is_plain = |key: &&str| key.len() < 20 && key.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        Rejection::Unreadable(match keys.next().filter(is_plain) {
            // What is missing or too much names itself.
            Some(key) if said.starts_with("invalid ") => format!("`{key}`: {said}"),
            _ => said,
        })
    })
}

/// The letters that a certificate may use for its symbols, in order.
const LETTERS: [char; 2] = ['A', 'B'];

/// The letters of a word or shape as indices of symbols.
fn letters(text: &str) -> Result<Vec<usize>, String> {
    let index = |letter: char| LETTERS.iter().position(|&symbol| symbol == letter);
    text.chars().map(|letter| index(letter).ok_or_else(|| format!("`{text}`: letters are A and B"))).collect()
}

/// The types and rules of a class, with nothing checked but their form.
fn read_level(level: FileLevel) -> Result<LevelClass, String> {
    let [k, z, types @ ..] = &level.types[..] else { return Err("a level lacks the types K and Z".to_owned()) };
    if k != "K" || z != "Z" {
        return Err("the first two types of a level are K and Z".to_owned());
    }
    let shape = |text: &String| match letters(text)?[..] {
        [rows, columns] => Ok(Some((rows, columns))),
        _ => Err(format!("`{text}` is not the shape of a type")),
    };
    let shapes = [Ok(None), Ok(None)].into_iter().chain(types.iter().map(shape));
    let rule = |[north_west, north, west, result]: [Natural; 4]| Rule {
        north_west: north_west.0,
        north: north.0,
        west: west.0,
        result: result.0,
    };
    Ok(LevelClass {
        shapes: shapes.collect::<Result<_, String>>()?,
        origin: level.origin.0,
        rules: level.rules.into_iter().map(rule).collect(),
    })
}

/// The certificate in a file, with nothing checked but its form.
fn read(bytes: &[u8]) -> Checked<Certificate> {
    read_form(parse(plain(bytes)?)?).map_err(Rejection::Unreadable)
}

/// The same after the JSON is read; or what is wrong.
fn read_form(file: File) -> Result<Certificate, String> {
    if file.format != "wythoff certificate 1" {
        return Err(format!("its format is `{}`; the one known is `wythoff certificate 1`", file.format));
    }
    if file.k.0 == 0 {
        return Err(format!("k is 0; it is from 1 to {}", i32::MAX));
    }
    let (classes, pre_period, period) = (file.levels.len(), file.pre_period.0 as usize, file.period.0 as usize);
    if period == 0 || pre_period + period != classes {
        return Err("the period is at least 1, and `levels` has pre_period + period entries".to_owned());
    }
    if file.children.len() != classes {
        return Err(format!("`children` has {} entries for {classes} levels", file.children.len()));
    }
    let Object(FileNumeration { name, symbols: file_symbols }) = file.numeration;
    let symbols: Vec<char> = LETTERS.into_iter().take(file_symbols.len()).collect();
    let are_letters =
        file_symbols.iter().zip(&symbols).all(|(Object(entry), letter)| entry.symbol == letter.to_string());
    if !are_letters || symbols.is_empty() || symbols.len() < file_symbols.len() {
        return Err("the symbols are A, or A and B".to_owned());
    }
    let words: Result<_, String> = file_symbols.iter().map(|Object(entry)| letters(&entry.word)).collect();
    let lengths = file_symbols.iter().map(|Object(entry)| entry.length.0).collect();
    let levels: Result<_, String> = file.levels.into_iter().map(|Object(level)| read_level(level)).collect();
    Ok(Certificate {
        k: file.k.0,
        numeration: Numeration { name, symbols, words: words?, lengths },
        pre_period,
        levels: levels?,
        contents: file.contents,
        children: file.children,
    })
}

/// The longest word of a numeration, in letters.
const WORD_LIMIT: usize = 65;

/// The words that a numeration's name stands for. Every substitution has one name.
fn words_of(name: &str) -> Option<Vec<Vec<usize>>> {
    let number =
        |text: &str| text.parse::<usize>().ok().filter(|n| (1..WORD_LIMIT).contains(n) && text == n.to_string());
    match name.split_once(':') {
        None => match name {
            "binary" => Some(vec![vec![0, 0]]),
            "fibonacci" => metallic(&[1]),
            "pell" => metallic(&[2]),
            _ => None,
        },
        Some(("metallic", list)) => {
            let quotients: Vec<usize> = list.split(',').map(number).collect::<Option<_>>()?;
            if matches!(quotients[..], [1 | 2]) { None } else { metallic(&quotients) }
        }
        Some(("base", b)) => number(b).filter(|&b| b >= 3).map(|b| vec![vec![0; b]]),
        Some(_) => None,
    }
}

/// The product of the substitutions A → AⁿB, B → A: that of the last n is applied first.
fn metallic(quotients: &[usize]) -> Option<Vec<Vec<usize>>> {
    let mut words = vec![vec![0], vec![1]];
    for &n in quotients.iter().rev() {
        let image = |letter: &usize| if *letter == 0 { [vec![0; n], vec![1]].concat() } else { vec![0] };
        words = words.iter().map(|word: &Vec<usize>| word.iter().flat_map(image).collect()).collect();
        if words[0].len() > WORD_LIMIT {
            return None;
        }
    }
    Some(words)
}

impl Certificate {
    /// The game is W^k.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// How the coordinates are cut.
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// How many levels come before the periodic ones.
    pub fn pre_period(&self) -> usize {
        self.pre_period
    }

    /// The period of the levels.
    pub fn period(&self) -> usize {
        self.levels.len() - self.pre_period
    }

    /// The classes of levels.
    pub fn levels(&self) -> &[LevelClass] {
        &self.levels
    }

    /// The class to which the blocks of this level belong.
    pub fn class(&self, level: usize) -> usize {
        if level < self.levels.len() { level } else { self.pre_period + (level - self.pre_period) % self.period() }
    }

    /// The value at a cell of a block of level 0.
    ///
    /// # Panics
    /// When there is no such type or cell.
    pub fn content(&self, of: u32, row: usize, column: usize) -> i64 {
        match of {
            K => self.k.into(),
            Z => 0,
            _ => self.contents[of as usize - 2][row][column].into(),
        }
    }

    /// The child, of class `below`, of a type of the class above it.
    ///
    /// # Panics
    /// When there is no such type or child.
    pub fn child(&self, below: usize, of: u32, row: usize, column: usize) -> u32 {
        if of == K || of == Z { of } else { self.children[below][of as usize - 2][row][column].0 }
    }

    /// The class of the level above the levels of class `below`.
    pub fn above(&self, below: usize) -> usize {
        if below + 1 < self.levels.len() { below + 1 } else { self.pre_period }
    }

    /// The classes of the levels directly below those of this class: none, one or two.
    pub fn below(&self, class: usize) -> impl Iterator<Item = usize> + use<> {
        let last = (class == self.pre_period).then_some(self.levels.len() - 1);
        class.checked_sub(1).into_iter().chain(last)
    }

    fn check_numeration(&self) -> Checked {
        let Numeration { name, symbols, words, lengths } = &self.numeration;
        let wrong = |reason: String| fail(Condition::Numeration, format_args!("numeration `{name}`"), reason);
        if words_of(name).as_ref() != Some(words) {
            return wrong("the words are not those of this name".to_owned());
        }
        // The names above imply the next two; the theorem needs them, so they are checked.
        if words[0].first() != Some(&0) || words[0].len() < 2 || words.iter().any(Vec::is_empty) {
            return wrong(
                "the axiom's word begins with the axiom and has two letters or more; no word is empty".to_owned(),
            );
        }
        match lengths.iter().zip(symbols).find(|&(&length, _)| length < 2) {
            Some((length, symbol)) => wrong(format!("the length of {symbol} is {length}, not 2 or more")),
            None => Ok(()),
        }
    }

    fn check_shapes(&self) -> Checked {
        for (class, level) in self.levels.iter().enumerate() {
            let is_symbol = |symbol: usize| symbol < self.numeration.symbols.len();
            if level.shapes.iter().flatten().any(|&(rows, columns)| !is_symbol(rows) || !is_symbol(columns)) {
                return fail(Condition::Shape, format_args!("class {class}"), "a type has B, which is not a symbol");
            }
            check_rules(class, level)?;
        }
        let sized = |place: String, grid: &[usize], (rows, columns): (usize, usize)| {
            if grid.len() == rows && grid.iter().all(|&row| row == columns) {
                return Ok(());
            }
            fail(Condition::Shape, place, format_args!("the grid has not {rows} rows of {columns} entries"))
        };
        let counted = |place: String, count: usize, shapes: &[Option<Shape>]| {
            if count + 2 == shapes.len() {
                return Ok(());
            }
            fail(Condition::Shape, place, format_args!("{count} grids for {} types", shapes.len() - 2))
        };
        counted("contents".to_owned(), self.contents.len(), &self.levels[0].shapes)?;
        let length = |symbol: usize| self.numeration.lengths[symbol] as usize;
        for (index, (grid, shape)) in self.contents.iter().zip(self.levels[0].shapes.iter().skip(2)).enumerate() {
            let Some((rows, columns)) = *shape else { continue };
            let sizes: Vec<usize> = grid.iter().map(Vec::len).collect();
            sized(format!("contents of type {}", index + 2), &sizes, (length(rows), length(columns)))?;
        }
        for (below, grids) in self.children.iter().enumerate() {
            let shapes = &self.levels[self.above(below)].shapes;
            counted(format!("children in class {below}"), grids.len(), shapes)?;
            for (index, (grid, shape)) in grids.iter().zip(shapes.iter().skip(2)).enumerate() {
                let Some((rows, columns)) = *shape else { continue };
                let place = format!("children in class {below} of type {}", index + 2);
                let (rows, columns) = (&self.numeration.words[rows], &self.numeration.words[columns]);
                let sizes: Vec<usize> = grid.iter().map(Vec::len).collect();
                sized(place.clone(), &sizes, (rows.len(), columns.len()))?;
                for (entries, row) in grid.iter().zip(rows) {
                    for (entry, column) in entries.iter().zip(columns) {
                        let Natural(entry) = *entry;
                        if self.levels[below].shapes.get(entry as usize) != Some(&Some((*row, *column))) {
                            let reason = format_args!("{entry} is no type of the shape there");
                            return fail(Condition::Shape, place, reason);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Refuses what would take too long.
    fn check_work(&self) -> Checked {
        let area = |(rows, columns): Shape, side: &dyn Fn(usize) -> u128| side(rows) * side(columns);
        let length = |symbol: usize| u128::from(self.numeration.lengths[symbol]);
        let letters = |symbol: usize| self.numeration.words[symbol].len() as u128;
        let steps = |class: usize, side: &dyn Fn(usize) -> u128| -> u128 {
            let level = &self.levels[class];
            level.rules.iter().map(|rule| area(result_shape(level, rule), side)).sum()
        };
        let induction: u128 = (0..self.levels.len()).map(|below| steps(self.above(below), &letters)).sum();
        let work = steps(0, &length) + induction;
        if work <= WORK_LIMIT {
            return Ok(());
        }
        Err(Rejection::OverLimit { limit: WORK_LIMIT, unit: "steps" })
    }

    /// The automaton on the contents of level 0 gives what the rules of class 0 say.
    fn check_base(&self) -> Checked {
        let level = &self.levels[0];
        for (index, rule) in level.rules.iter().enumerate() {
            let (rows, columns) = result_shape(level, rule);
            let height = self.numeration.lengths[rows] as usize;
            let width = self.numeration.lengths[columns] as usize;
            for row in 0..height {
                for column in 0..width {
                    let (found, said) = (self.automaton(rule, row, column), self.content(rule.result, row, column));
                    if found != said {
                        let reason = format!("row {row}, column {column} is {said}; the automaton gives {found}");
                        return fail(Condition::Base, format_args!("class 0, rule {index}, {rule}"), reason);
                    }
                }
            }
        }
        Ok(())
    }

    /// CLN15's rule at a cell of the result. Contents have 32 bits, so the sum fits in 64.
    fn automaton(&self, rule: &Rule, row: usize, column: usize) -> i64 {
        // The value `up` rows above and `left` columns left of the cell, at most 2 of each: every block is that large.
        let value = |left: usize, up: usize| {
            let of = match (up > row, left > column) {
                (true, true) => rule.north_west,
                (true, false) => rule.north,
                (false, true) => rule.west,
                (false, false) => rule.result,
            };
            // From the far end of a neighbour, whatever its size.
            let shape = self.levels[0].shapes[of as usize];
            let (height, width) = shape.map_or((2, 2), |(rows, columns)| {
                (self.numeration.lengths[rows] as usize, self.numeration.lengths[columns] as usize)
            });
            let row = if up > row { height + row - up } else { row - up };
            let column = if left > column { width + column - left } else { column - left };
            self.content(of, row, column)
        };
        let palace = |value: i64| i64::from(value < 0);
        let (a, b, c, d, e, f) = (value(2, 2), value(1, 2), value(2, 1), value(1, 1), value(0, 1), value(1, 0));
        a - b - c + e + f + 3 * palace(a) - 2 * palace(b) - 2 * palace(c) - palace(d) + palace(e) + palace(f)
    }

    fn check_origin(&self) -> Checked {
        for (class, level) in self.levels.iter().enumerate() {
            let rule = Rule { north_west: K, north: Z, west: Z, result: level.origin };
            if level.shapes.get(level.origin as usize) != Some(&Some((0, 0))) {
                let reason = "the origin is not a type with the axiom's height and width";
                return fail(Condition::Origin, format_args!("class {class}"), reason);
            }
            if level.rules.binary_search(&rule).is_err() {
                return fail(
                    Condition::Origin,
                    format_args!("class {class}"),
                    format_args!("the rule {rule} is missing"),
                );
            }
        }
        for (below, level) in self.levels.iter().enumerate() {
            let upper = self.levels[self.above(below)].origin;
            if self.child(below, upper, 0, 0) != level.origin {
                let reason = "the upper origin does not begin with the origin";
                return fail(Condition::Origin, format_args!("children in class {below}"), reason);
            }
        }
        Ok(())
    }

    /// Fills the children of the results by the rules below: those of the rules of the origins first, then those of the
    /// rules that were used there, and so on. Gives, for each class, which rules were needed.
    fn check_induction(&self) -> Checked<Vec<Vec<bool>>> {
        let mut needed: Vec<Vec<bool>> = self.levels.iter().map(|level| vec![false; level.rules.len()]).collect();
        let mut open = Vec::new();
        for (class, level) in self.levels.iter().enumerate() {
            let origin = rule_for(level, [K, Z, Z], (0, 0)).expect("check_origin found it");
            needed[class][origin] = true;
            open.push((class, origin));
        }
        while let Some((class, index)) = open.pop() {
            for below in self.below(class) {
                for used in self.fill(below, &self.levels[class].rules[index])? {
                    if !std::mem::replace(&mut needed[below][used], true) {
                        open.push((below, used));
                    }
                }
            }
        }
        Ok(needed)
    }

    /// Fills the children of a rule's result, row by row; the rules that it takes.
    fn fill(&self, below: usize, rule: &Rule) -> Checked<Vec<usize>> {
        let above = self.above(below);
        let wrong = |(row, column): (usize, usize), reason: String| {
            let place = format!("class {above}, rule {rule}, the child in row {row}, column {column} (class {below})");
            fail(Condition::Induction, place, reason)
        };
        let (rows, columns) = result_shape(&self.levels[above], rule);
        let (rows, columns) = (&self.numeration.words[rows], &self.numeration.words[columns]);
        let mut used = Vec::with_capacity(rows.len() * columns.len());
        for (row, height) in rows.iter().enumerate() {
            for (column, width) in columns.iter().enumerate() {
                let last = |of: u32| self.last_child(above, of);
                // The last row or column of a neighbour; an outside type has no rows, and none are needed.
                let up = |of: u32, column: usize| self.child(below, of, last(of).0, column);
                let left = |of: u32, row: usize| self.child(below, of, row, last(of).1);
                let inner = |row: usize, column: usize| self.child(below, rule.result, row, column);
                let north = if row > 0 { inner(row - 1, column) } else { up(rule.north, column) };
                let west = if column > 0 { inner(row, column - 1) } else { left(rule.west, row) };
                let north_west = match (row, column) {
                    (0, 0) => up(rule.north_west, last(rule.north_west).1),
                    (0, _) => up(rule.north, column - 1),
                    (_, 0) => left(rule.west, row - 1),
                    _ => inner(row - 1, column - 1),
                };
                let Some(index) = rule_for(&self.levels[below], [north_west, north, west], (*height, *width)) else {
                    return wrong((row, column), format!("there is no rule for [{north_west}, {north}, {west}]"));
                };
                let (found, said) = (self.levels[below].rules[index].result, inner(row, column));
                if found != said {
                    return wrong((row, column), format!("it is {said}; the rules give {found}"));
                }
                used.push(index);
            }
        }
        Ok(used)
    }

    /// The indices of a type's last row and column of children.
    fn last_child(&self, class: usize, of: u32) -> (usize, usize) {
        let last = |symbol: usize| self.numeration.words[symbol].len() - 1;
        self.levels[class].shapes[of as usize].map_or((0, 0), |(rows, columns)| (last(rows), last(columns)))
    }

    fn check_canonical(&self, needed: &[Vec<bool>]) -> Checked {
        let wrong = |place: String, reason: &str| fail(Condition::Canonical, place, reason);
        for (index, symbol) in self.numeration.symbols.iter().enumerate() {
            let occurs = |shape: &Option<Shape>| shape.is_some_and(|(rows, columns)| rows == index || columns == index);
            if !self.levels[0].shapes.iter().any(occurs) {
                return wrong(format!("symbol {symbol}"), "no type of class 0 has it");
            }
        }
        for (class, level) in self.levels.iter().enumerate() {
            let mut is_result = vec![false; level.shapes.len()];
            for rule in &level.rules {
                is_result[rule.result as usize] = true;
            }
            if let Some(of) = (2..is_result.len()).find(|&of| !is_result[of]) {
                return wrong(format!("class {class}, type {of}"), "it is the result of no rule");
            }
        }
        for (class, flags) in needed.iter().enumerate() {
            if let Some(index) = flags.iter().position(|&flag| !flag) {
                let rule = self.levels[class].rules[index];
                return wrong(format!("class {class}, rule {index}, {rule}"), "the origin does not need it");
            }
        }
        Ok(())
    }
}

/// Every rule names types, its blocks fit together at the seams, and the rules are sorted.
fn check_rules(class: usize, level: &LevelClass) -> Checked {
    let place = |index: usize| format!("class {class}, rule {index}, {}", level.rules[index]);
    for (index, rule) in level.rules.iter().enumerate() {
        let wrong = |reason: &str| fail(Condition::Shape, place(index), reason);
        let types = [rule.north_west, rule.north, rule.west, rule.result].map(|of| level.shapes.get(of as usize));
        let [Some(&north_west), Some(&north), Some(&west), Some(&Some((rows, columns)))] = types else {
            return wrong("there is no such type, or the result is an outside type");
        };
        if north.is_some_and(|shape| shape.1 != columns) || west.is_some_and(|shape| shape.0 != rows) {
            return wrong("the blocks above and to the left do not have the width and height of the result");
        }
        let corner = (north.map(|shape| shape.0), west.map(|shape| shape.1));
        let fits = |inner: usize, outer: Option<usize>| outer.is_none_or(|outer| outer == inner);
        if north_west.is_some_and(|shape| !fits(shape.0, corner.0) || !fits(shape.1, corner.1)) {
            return wrong("the block up and left does not have the height and width of its neighbours");
        }
        if index > 0 && level.rules[index - 1] >= *rule {
            return wrong("the rules are not sorted, or one stands twice");
        }
        // Those with the same neighbours stand together, and have different shapes so far: they are few.
        let before = level.rules[..index].iter().rev().take_while(|other| other.neighbours() == rule.neighbours());
        if before.into_iter().any(|other| result_shape(level, other) == (rows, columns)) {
            return wrong("another rule has the same neighbours");
        }
    }
    Ok(())
}

/// The shape of a rule's result; only asked for rules whose result is no outside type.
fn result_shape(level: &LevelClass, rule: &Rule) -> Shape {
    level.shapes[rule.result as usize].expect("check_rules refuses outside types as results")
}

/// The rule for these neighbours, north-west, north and west, and this shape of the result.
fn rule_for(level: &LevelClass, neighbours: [u32; 3], shape: Shape) -> Option<usize> {
    let first = level.rules.partition_point(|rule| rule.neighbours() < neighbours);
    let same = (first..).zip(&level.rules[first..]).take_while(|(_, rule)| rule.neighbours() == neighbours);
    same.into_iter().find(|(_, rule)| result_shape(level, rule) == shape).map(|(index, _)| index)
}
