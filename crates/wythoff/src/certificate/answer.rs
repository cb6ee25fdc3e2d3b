//! What a certificate knows: outcomes, palace numbers and palaces of W^k at heaps of any size.
//!
//! A certificate says that every level of the board is its origin type, expanded (docs/SELF-SIMILAR.md). So a
//! coordinate is written in the numeration, from the top: which letter of the word, then which letter of that letter's
//! word, down to a place in an interval of level 0. The digits of x and y together lead from the origin type to one
//! cell of one block, and its content is the palace number minus k.
//!
//! The palaces on a line are found the same way, from the top: of all blocks that the line meets keep those that may
//! hold a palace. Few of them do, since a column holds k palaces and a diagonal at most k. Whether a type may hold a
//! palace is settled once, for all levels: it has a negative content, or a child that may hold one.
//!
//! The rules treat the heaps alike, so the board is symmetric, and columns and the diagonals with y ≥ x are enough.

use std::sync::{Arc, OnceLock};

use dashu_int::UBig;
use dashu_int::ops::BitTest;
use rustc_hash::FxHashMap;

use super::area::AREA_LIMIT;
use super::verify::{Certificate, Shape, verify};
use crate::position::{Position, Tokens};
use crate::watch::{Interrupted, Watch, report};

/// A position of any size.
type Exact = Position<UBig>;

/// A row and a column, of a cell in a block of level 0 or of a child in its parent.
type Place = (usize, usize);

/// The most memory, in bytes, that the lengths of all levels may take.
pub const MEMORY_LIMIT: u64 = if cfg!(target_pointer_width = "32") { 1 << 29 } else { 1 << 31 };

/// So many lines are remembered: those of a position and of its palaces are fewer for every k of the library.
const LINES_KEPT: usize = 1 << 10;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// Heaps with too many digits.
    #[error(
        "the lengths of all blocks up to heaps of {bits} bits would take {bytes} bytes; \
         the limit is {MEMORY_LIMIT} bytes"
    )]
    TooLarge {
        /// The bits of the larger heap.
        bits: usize,
        /// The memory needed.
        bytes: u64,
    },
    /// A rectangle with too many squares, or too large ones.
    #[error(
        "{squares} squares with sides of 2^{shift} cells are too many; \
         the limits are {AREA_LIMIT} squares and, where palaces are counted, sides of 2^40 cells"
    )]
    Area {
        /// The squares.
        squares: u64,
        /// The binary logarithm of their sides.
        shift: u32,
    },
    /// The caller stopped the work.
    #[error("interrupted")]
    Interrupted,
}

impl From<Interrupted> for AnswerError {
    fn from(_: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// A certificate, ready to be asked.
pub struct Solution {
    certificate: Certificate,
    /// For each class below and each type of the class above it: its children that may hold a palace. The others hold
    /// none on any level.
    children: Vec<Vec<Vec<Child>>>,
}

/// A child that may hold a palace.
struct Child {
    of: u32,
    /// Its row and column among the children.
    place: Place,
}

/// The k with a certificate.
const SHIPPED: [u32; 11] = [1, 2, 3, 4, 8, 10, 14, 50, 61, 72, 79];

/// The certificates, in this order.
#[cfg(feature = "proofs")]
const TEXTS: [&str; SHIPPED.len()] = [
    include_str!("../../proofs/k001.json"),
    include_str!("../../proofs/k002.json"),
    include_str!("../../proofs/k003.json"),
    include_str!("../../proofs/k004.json"),
    include_str!("../../proofs/k008.json"),
    include_str!("../../proofs/k010.json"),
    include_str!("../../proofs/k014.json"),
    include_str!("../../proofs/k050.json"),
    include_str!("../../proofs/k061.json"),
    include_str!("../../proofs/k072.json"),
    include_str!("../../proofs/k079.json"),
];

static SOLUTIONS: [OnceLock<Solution>; SHIPPED.len()] = [const { OnceLock::new() }; SHIPPED.len()];

/// The k with a certificate in the library.
pub fn shipped() -> impl Iterator<Item = u32> {
    SHIPPED.into_iter()
}

/// Whether the library has a certificate of W^k.
pub fn is_shipped(k: u32) -> bool {
    SHIPPED.contains(&k)
}

/// The name of the file with the certificate of W^k.
pub fn file(k: u32) -> String {
    format!("proofs/k{k:03}.json")
}

/// What stands in that file.
#[cfg(feature = "proofs")]
pub fn text(k: u32) -> Option<&'static str> {
    place(k).map(|place| TEXTS[place])
}

#[cfg(not(feature = "proofs"))]
pub use apart::text;

fn place(k: u32) -> Option<usize> {
    SHIPPED.iter().position(|shipped| *shipped == k)
}

/// Certificates that are not part of the library: whoever uses it is told which one is missing, and gives it.
#[cfg(not(feature = "proofs"))]
pub mod apart {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::{SHIPPED, SOLUTIONS, Solution, file, place, verify};

    static GIVEN: [OnceLock<String>; SHIPPED.len()] = [const { OnceLock::new() }; SHIPPED.len()];
    static WANTED: [AtomicBool; SHIPPED.len()] = [const { AtomicBool::new(false) }; SHIPPED.len()];

    /// The certificate of W^k, if it was given; else it is wanted.
    pub fn text(k: u32) -> Option<&'static str> {
        let place = place(k)?;
        if GIVEN[place].get().is_none() {
            WANTED[place].store(true, Ordering::Relaxed);
        }
        GIVEN[place].get().map(String::as_str)
    }

    /// The files that were wanted since this was last asked.
    pub fn wanted() -> Vec<String> {
        let was_wanted = |(_, wanted): &(u32, &AtomicBool)| wanted.swap(false, Ordering::Relaxed);
        SHIPPED.into_iter().zip(&WANTED).filter(was_wanted).map(|(k, _)| file(k)).collect()
    }

    /// Takes the certificate of W^k; `false` if it is not a valid one of it.
    pub fn give(k: u32, text: String) -> bool {
        let Some(place) = place(k) else { return false };
        let Some(certificate) = verify(&text).ok().filter(|certificate| certificate.k() == k) else { return false };
        let _ = SOLUTIONS[place].set(Solution::new(certificate));
        let _ = GIVEN[place].set(text);
        true
    }
}

impl Solution {
    /// What the certificate knows.
    pub fn new(certificate: Certificate) -> Self {
        let populated = populated(&certificate);
        let children = |below: usize| {
            let shapes = &certificate.levels()[certificate.above(below)].shapes;
            let of_type = |(of, shape): (usize, &Option<Shape>)| {
                let places = shape.iter().flat_map(|&shape| places(&certificate, shape));
                let child =
                    |place: Place| Child { of: certificate.child(below, index_u32(of), place.0, place.1), place };
                places.map(child).filter(|child| populated[below][child.of as usize]).collect()
            };
            shapes.iter().enumerate().map(of_type).collect()
        };
        let children = (0..certificate.levels().len()).map(children).collect();
        Self { certificate, children }
    }

    /// The solution of W^k by a certificate of the library, which is checked when it is first asked for.
    ///
    /// # Panics
    /// When that certificate is not valid; the tests check them all.
    pub fn shipped(k: u32) -> Option<&'static Self> {
        let text = text(k)?;
        let solution = || Self::new(verify(text).expect("shipped certificates are valid"));
        Some(SOLUTIONS[place(k)?].get_or_init(solution))
    }

    /// The certificate.
    pub fn certificate(&self) -> &Certificate {
        &self.certificate
    }
}

/// The least sets with: a type of class 0 with a negative content belongs to them, and so does every type with a child
/// that does.
fn populated(certificate: &Certificate) -> Vec<Vec<bool>> {
    let lengths = &certificate.numeration().lengths;
    let holds_palace = |of: usize, (rows, columns): Shape| {
        let cells = |row| (0..lengths[columns] as usize).map(move |column| (row, column));
        let mut cells = (0..lengths[rows] as usize).flat_map(cells);
        cells.any(|(row, column)| certificate.content(index_u32(of), row, column) < 0)
    };
    let levels = certificate.levels();
    let mut populated: Vec<Vec<bool>> = levels.iter().map(|level| vec![false; level.shapes.len()]).collect();
    for (of, shape) in levels[0].shapes.iter().enumerate() {
        populated[0][of] = shape.is_some_and(|shape| holds_palace(of, shape));
    }
    let mut changed = true;
    while changed {
        changed = false;
        for below in 0..levels.len() {
            let above = certificate.above(below);
            for (of, shape) in levels[above].shapes.iter().enumerate() {
                let Some(shape) = *shape else { continue };
                let child = |(row, column)| certificate.child(below, index_u32(of), row, column) as usize;
                if !populated[above][of] && places(certificate, shape).any(|place| populated[below][child(place)]) {
                    populated[above][of] = true;
                    changed = true;
                }
            }
        }
    }
    populated
}

fn index_u32(index: usize) -> u32 {
    u32::try_from(index).expect("types are named by 32-bit numbers")
}

/// The rows and columns of the children of a type of this shape.
pub(super) fn places(certificate: &Certificate, (rows, columns): Shape) -> impl Iterator<Item = Place> + use<> {
    let words = &certificate.numeration().words;
    let (rows, columns) = (words[rows].len(), words[columns].len());
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// So many levels are done between two reports.
const LEVELS_AT_ONCE: usize = 64;

/// A line on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Line {
    /// All cells with this x.
    Column(UBig),
    /// All cells with this y − x.
    Diagonal(UBig),
}

/// The palaces of W^k, with what was found already.
///
/// ```
/// use wythoff::Position;
/// use wythoff::exact::UBig;
/// use wythoff::certificate::answer::{Palaces, Solution};
///
/// let mut palaces = Palaces::new(Solution::shipped(14).expect("W^14 is solved"));
/// let far = Position::new(UBig::from(10_u8).pow(100), UBig::from(10_u8).pow(101));
/// let options = palaces.options(&far, wythoff::UNWATCHED)?;
/// assert_eq!(i64::try_from(options.len())?, palaces.deviation(&far)? + 14);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Palaces<'s> {
    solution: &'s Solution,
    /// For each level and symbol: where the letters of its word begin, and last its length. On level 0 only 0 and the
    /// length.
    pub(super) starts: Vec<Vec<Vec<UBig>>>,
    /// For each level and symbol, see [`shares`].
    shares: Vec<Lengths>,
    /// The palaces on lines, within the origin block of the highest level so far.
    lines: FxHashMap<Line, Arc<Vec<Exact>>>,
    /// How many palaces a block holds, by level and type; see `area`.
    pub(super) counted: FxHashMap<(usize, u32), u64>,
    /// The same at any size, for each level and type, as far as it was needed.
    pub(super) in_blocks: Vec<Vec<UBig>>,
    /// Which types hold a palace, on the levels as far as they were needed.
    pub(super) held: Vec<Vec<bool>>,
}

/// A block on the way down a line.
struct Node<S> {
    of: u32,
    /// The index of its parent.
    parent: usize,
    /// Where it lies in its parent.
    place: Place,
    section: S,
}

/// How a line runs through a block.
trait Section: Copy {
    /// The part of the line in the child at `place` of a block of the given shape on level `below` + 1. `None` only if
    /// there is none.
    fn in_child(&self, palaces: &Palaces, below: usize, shape: Shape, place: Place) -> Option<Self>;

    /// Whether it holds a cell of a block of level 0.
    fn holds(&self, row: usize, column: usize) -> bool;
}

/// A coordinate in the numeration.
struct Digits {
    /// The symbols of the intervals that hold it, from level 0 upwards.
    symbols: Vec<usize>,
    /// Which letter of the word of the interval above each of these is, from level 0 upwards.
    letters: Vec<usize>,
    /// Its place in the interval of level 0.
    place: usize,
}

/// A column: the digits of x.
#[derive(Clone, Copy)]
struct ColumnSection<'d>(&'d Digits);

impl Section for ColumnSection<'_> {
    fn in_child(&self, _: &Palaces, below: usize, _: Shape, (_, column): Place) -> Option<Self> {
        (self.0.letters[below] == column).then_some(*self)
    }

    fn holds(&self, _: usize, column: usize) -> bool {
        self.0.place == column
    }
}

/// A number for each symbol: how many intervals.
type Lengths = [i64; SYMBOLS];

/// No numeration has more symbols.
const SYMBOLS: usize = 2;

/// A diagonal. In a block of level j, row minus column is the length of `whole` intervals of level j, and what the
/// digits of the difference y − x below level j stand for. The numbers in `whole` stay small: they are bounded where
/// the line meets the block, since the length is, and the conjugate of the length shrinks from level to level.
#[derive(Clone, Copy)]
struct Diagonal<'d> {
    difference: &'d Digits,
    whole: Lengths,
    /// The lengths of level 0.
    lengths: Lengths,
}

impl Section for Diagonal<'_> {
    fn in_child(&self, palaces: &Palaces, below: usize, shape: Shape, (row, column): Place) -> Option<Self> {
        let words = &palaces.solution.certificate.numeration().words;
        let mut whole = Lengths::default();
        for (word, &times) in words.iter().zip(&self.whole) {
            for &letter in word {
                whole[letter] += times;
            }
        }
        // One level down the difference has one more digit, and the block begins further to the right and further down.
        let mut add = |symbol: usize, letters: usize, times: i64| {
            for &letter in &words[symbol][..letters] {
                whole[letter] += times;
            }
        };
        add(self.difference.symbols[below + 1], self.difference.letters[below], 1);
        add(shape.1, column, 1);
        add(shape.0, row, -1);
        // The line meets the child iff −width < row − column < height. Shares are off by at most 2, so nothing is lost.
        let share = |symbol: usize| palaces.shares[below][symbol];
        let length: i64 = whole.iter().enumerate().map(|(symbol, &times)| times * share(symbol)).sum();
        let slack = 2 * whole.iter().map(|times| times.abs()).sum::<i64>() + 8;
        let (height, width) = (share(words[shape.0][row]), share(words[shape.1][column]));
        let rest = share(self.difference.symbols[below]);
        (length - slack < height && length + rest + width + slack > 0).then_some(Self { whole, ..*self })
    }

    fn holds(&self, row: usize, column: usize) -> bool {
        let length: i64 = self.whole.iter().zip(&self.lengths).map(|(times, length)| times * length).sum();
        let offset = i128::from(length) + self.difference.place as i128;
        row as i128 - column as i128 == offset
    }
}

/// What part of the axiom's length each symbol's is, times 2^20, off by at most 2.
fn shares(lengths: impl Iterator<Item = UBig>) -> Lengths {
    let mut shares = Lengths::default();
    let mut axiom = None;
    for (share, length) in shares.iter_mut().zip(lengths) {
        let (shift, whole) = axiom.get_or_insert_with(|| {
            let shift = length.bit_len().saturating_sub(40);
            (shift, &length >> shift)
        });
        let part = (length >> *shift << 20_usize) / &*whole;
        *share = i64::try_from(part).expect("no symbol is 2^40 times as long as the axiom");
    }
    shares
}

impl<'s> Palaces<'s> {
    /// The palaces by a solution.
    pub fn new(solution: &'s Solution) -> Self {
        let lengths = &solution.certificate.numeration().lengths;
        let ground = lengths.iter().map(|&length| vec![UBig::ZERO, UBig::from(length)]).collect();
        let shares = shares(lengths.iter().map(|&length| UBig::from(length)));
        let (lines, counted) = (FxHashMap::default(), FxHashMap::default());
        Self {
            solution,
            starts: vec![ground],
            shares: vec![shares],
            lines,
            counted,
            in_blocks: Vec::new(),
            held: Vec::new(),
        }
    }

    /// The palace number minus k.
    ///
    /// # Errors
    /// When the heaps have too many digits.
    pub fn deviation(&mut self, at: &Exact) -> Result<i64, AnswerError> {
        self.reach(&at.x)?;
        self.reach(&at.y)?;
        let certificate = &self.solution.certificate;
        let (rows, columns) = (self.digits(&at.y), self.digits(&at.x));
        let mut of = certificate.levels()[certificate.class(self.top())].origin;
        for below in (0..self.top()).rev() {
            of = certificate.child(certificate.class(below), of, rows.letters[below], columns.letters[below]);
        }
        Ok(certificate.content(of, rows.place, columns.place))
    }

    /// The options of `from` that are palaces, in order.
    ///
    /// # Errors
    /// When the heaps have too many digits, or the search was stopped.
    pub fn options(&mut self, from: &Exact, watch: &dyn Watch) -> Result<Vec<Exact>, AnswerError> {
        let mirrored = |found: Arc<Vec<Exact>>| found.iter().map(|at| at.clone().mirrored()).collect::<Vec<_>>();
        let mut found = self.column(&from.x, &from.y, watch)?.to_vec();
        found.extend(mirrored(self.column(&from.y, &from.x, watch)?));
        match from.y.minus(&from.x) {
            Some(difference) => found.extend(self.diagonal(&difference, &from.y, watch)?.iter().cloned()),
            None => found.extend(mirrored(self.diagonal(&(&from.x - &from.y), &from.x, watch)?)),
        }
        // All lie on lines through `from`; the options are those before it.
        found.retain(|to| from.move_to(to).is_some());
        found.sort_unstable();
        Ok(found)
    }

    /// The palaces in column x, at least those with y ≤ `most`, in no order.
    ///
    /// # Errors
    /// As [`Self::options`].
    pub fn column(&mut self, x: &UBig, most: &UBig, watch: &dyn Watch) -> Result<Arc<Vec<Exact>>, AnswerError> {
        self.reach(x)?;
        self.reach(most)?;
        let line = Line::Column(x.clone());
        if let Some(found) = self.lines.get(&line) {
            return Ok(Arc::clone(found));
        }
        let digits = self.digits(x);
        let rows = |place: Place, shape: Shape| (place.0, shape.0);
        let found = self.descend(ColumnSection(&digits), rows, watch)?;
        let found = found.into_iter().map(|(y, (row, _))| Position::new(x.clone(), y + row)).collect();
        Ok(self.keep(line, found))
    }

    /// The palaces with y − x = `difference`, at least those with y ≤ `most`, in no order.
    pub(crate) fn diagonal(
        &mut self,
        difference: &UBig,
        most: &UBig,
        watch: &dyn Watch,
    ) -> Result<Arc<Vec<Exact>>, AnswerError> {
        self.reach(most)?;
        let line = Line::Diagonal(difference.clone());
        if let Some(found) = self.lines.get(&line) {
            return Ok(Arc::clone(found));
        }
        let columns = |place: Place, shape: Shape| (place.1, shape.1);
        let digits = self.digits(difference);
        let mut lengths = Lengths::default();
        for (length, &symbol) in lengths.iter_mut().zip(&self.solution.certificate.numeration().lengths) {
            *length = symbol.into();
        }
        let section = Diagonal { difference: &digits, whole: Lengths::default(), lengths };
        let found = self.descend(section, columns, watch)?;
        let at = |(x, (_, column)): (UBig, Place)| {
            let x = x + column;
            let y = &x + difference;
            Position::new(x, y)
        };
        let found = found.into_iter().map(at).collect();
        Ok(self.keep(line, found))
    }

    fn keep(&mut self, line: Line, found: Vec<Exact>) -> Arc<Vec<Exact>> {
        if self.lines.len() >= LINES_KEPT {
            self.lines.clear();
        }
        let found = Arc::new(found);
        self.lines.insert(line, Arc::clone(&found));
        found
    }

    /// The palaces on a line, each by its cell in a block of level 0 and by the coordinate at which the block begins: y
    /// or x, as `axis` picks the place and the symbol that matter.
    fn descend<S: Section>(
        &self,
        line: S,
        axis: impl Fn(Place, Shape) -> (usize, usize),
        watch: &dyn Watch,
    ) -> Result<Vec<(UBig, Place)>, AnswerError> {
        let certificate = &self.solution.certificate;
        let origin = certificate.levels()[certificate.class(self.top())].origin;
        // All nodes, level by level from the top, each level in the order of the parents; and where the levels begin.
        let mut way = vec![Node { of: origin, parent: 0, place: (0, 0), section: line }];
        let mut levels = vec![0];
        for below in (0..self.top()).rev() {
            if below % LEVELS_AT_ONCE == 0 {
                report(watch, (self.top() - below) as u64, self.top() as u64)?;
            }
            let children = &self.solution.children[certificate.class(below)];
            let (first, end) = (levels[levels.len() - 1], way.len());
            levels.push(end);
            for parent in first..end {
                let Node { of, section, .. } = way[parent];
                let shape = self.shape(below + 1, of);
                for &Child { of, place } in &children[of as usize] {
                    let section = section.in_child(self, below, shape, place);
                    way.extend(section.map(|section| Node { of, parent, place, section }));
                }
            }
        }
        let ground = levels[self.top()];
        let palaces: Vec<Vec<Place>> = way[ground..].iter().map(|node| self.palaces_of(node)).collect();
        let is_last = |node: usize| node >= ground && !palaces[node - ground].is_empty();
        let begins = self.begins(&way, &levels, is_last, axis);
        let cells = palaces
            .iter()
            .zip(&begins[ground..])
            .flat_map(|(cells, begin)| cells.iter().map(move |&cell| (begin.clone(), cell)));
        Ok(cells.collect())
    }

    /// The palaces of a line in a block of level 0.
    fn palaces_of<S: Section>(&self, node: &Node<S>) -> Vec<Place> {
        let certificate = &self.solution.certificate;
        let (rows, columns) = self.shape(0, node.of);
        let length = |symbol: usize| certificate.numeration().lengths[symbol] as usize;
        let cells = (0..length(rows)).flat_map(|row| (0..length(columns)).map(move |column| (row, column)));
        let is_palace =
            |&(row, column): &Place| certificate.content(node.of, row, column) < 0 && node.section.holds(row, column);
        cells.filter(is_palace).collect()
    }

    /// Where the last blocks begin; of other blocks nothing. The palaces of a line come in clusters, so that their
    /// blocks share most of the way, and the numbers are handed down.
    fn begins<S>(
        &self,
        way: &[Node<S>],
        levels: &[usize],
        is_last: impl Fn(usize) -> bool,
        axis: impl Fn(Place, Shape) -> (usize, usize),
    ) -> Vec<UBig> {
        let mut heirs = vec![0_usize; way.len()];
        for node in (1..way.len()).rev() {
            if heirs[node] > 0 || is_last(node) {
                heirs[way[node].parent] += 1;
            }
        }
        let mut waiting = heirs.clone();
        let mut begins = vec![UBig::ZERO; way.len()];
        for (depth, &first) in levels.iter().enumerate().skip(1) {
            let level = self.top() - depth;
            let end = levels.get(depth + 1).copied().unwrap_or(way.len());
            for node in (first..end).filter(|&node| heirs[node] > 0 || is_last(node)) {
                let parent = way[node].parent;
                waiting[parent] -= 1;
                let alone = waiting[parent] == 0;
                let mut begin = if alone { std::mem::take(&mut begins[parent]) } else { begins[parent].clone() };
                let (child, symbol) = axis(way[node].place, self.shape(level + 1, way[parent].of));
                if child > 0 {
                    begin += &self.starts[level + 1][symbol][child];
                }
                begins[node] = begin;
            }
        }
        begins
    }

    pub(super) fn certificate(&self) -> &'s Certificate {
        &self.solution.certificate
    }

    /// The parts of a type of the class above this one that may hold a palace, each with its place.
    pub(super) fn populated(&self, below: usize, of: u32) -> impl Iterator<Item = (u32, Place)> + use<'s> {
        self.solution.children[below][of as usize].iter().map(|child| (child.of, child.place))
    }

    /// The shape of a type on a level.
    pub(super) fn shape(&self, level: usize, of: u32) -> Shape {
        let certificate = &self.solution.certificate;
        certificate.levels()[certificate.class(level)].shapes[of as usize].expect("no child is an outside type")
    }

    /// The highest level so far.
    pub(super) fn top(&self) -> usize {
        self.starts.len() - 1
    }

    /// The length of a symbol on a level.
    pub(super) fn length(&self, level: usize, symbol: usize) -> &UBig {
        self.starts[level][symbol].last().expect("the length comes last")
    }

    /// Goes up until the origin block holds this coordinate.
    pub(super) fn reach(&mut self, coordinate: &UBig) -> Result<(), AnswerError> {
        while self.length(self.top(), 0) <= coordinate {
            let words = &self.solution.certificate.numeration().words;
            let bits = coordinate.bit_len();
            // Every level takes about as much as the one below; they are checked as they come.
            let per_level: u64 = words.iter().map(|word| word.len() as u64 + 1).sum::<u64>() * (bits as u64 / 8 + 40);
            let bytes = per_level.saturating_mul(self.starts.len() as u64) / 2;
            if bytes > MEMORY_LIMIT {
                return Err(AnswerError::TooLarge { bits, bytes });
            }
            let level = |word: &Vec<usize>| {
                let mut starts = vec![UBig::ZERO];
                for &letter in word {
                    let next = starts.last().expect("it begins with 0") + self.length(self.top(), letter);
                    starts.push(next);
                }
                starts
            };
            let level: Vec<Vec<UBig>> = words.iter().map(level).collect();
            self.shares.push(shares(level.iter().filter_map(|starts| starts.last()).cloned()));
            self.starts.push(level);
            self.lines.clear();
        }
        Ok(())
    }

    /// The digits of a coordinate within the highest origin block.
    fn digits(&self, coordinate: &UBig) -> Digits {
        let words = &self.solution.certificate.numeration().words;
        let (mut symbols, mut letters) = (vec![0; self.top() + 1], vec![0; self.top()]);
        let mut rest = coordinate.clone();
        for level in (1..=self.top()).rev() {
            let symbol = symbols[level];
            let starts = &self.starts[level][symbol];
            let letter = (1..words[symbol].len()).take_while(|&letter| starts[letter] <= rest).count();
            if letter > 0 {
                rest -= &starts[letter];
            }
            letters[level - 1] = letter;
            symbols[level - 1] = words[symbol][letter];
        }
        Digits { symbols, letters, place: usize::try_from(rest).expect("intervals of level 0 are short") }
    }
}
