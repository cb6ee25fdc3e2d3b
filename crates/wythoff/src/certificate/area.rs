//! Rectangles of a proved board, wherever they lie: their cells, or how many palaces each of their squares holds.
//!
//! From the origin block down, a rectangle meets few blocks until they are about as small as it is. Down to there their
//! corners are integers of any size; from there on they are 64-bit offsets from the corner of the rectangle.
//!
//! Squares of 2^s × 2^s cells are counted without a visit to their cells. A block within one square adds the number of
//! its palaces, which depends on its type and level alone. A block across the border of two squares is taken apart, if
//! it may hold a palace; of such blocks a border meets few, since a line holds at most k palaces.
//!
//! Squares may be larger than any number of 64 bits. Of these it is said which hold a palace, exactly, not how many: as
//! soon as a square is known to hold one, the blocks across its border need not be taken apart on its account.

use std::cmp::Ordering;

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

use super::answer::{AnswerError, MEMORY_LIMIT, Palaces, places};
use super::verify::Certificate;
use crate::position::{Position, Tokens};

/// The most squares that are counted, or cells that are listed, at once.
pub const AREA_LIMIT: u64 = 1 << 24;

/// The side of a rectangle whose palaces are counted, in cells, is at most 2^40.
const SIDE_BITS: u32 = 40;

/// Squares with sides of more than 2^20 bits are refused without a look at what they would take.
const SHIFT_BITS: u32 = 20;

/// A rectangle of squares: `size` of them across and down, each of 2^`shift` × 2^`shift` cells, the first at `at`.
#[derive(Clone, Debug)]
pub struct Area {
    /// The first cell.
    pub at: Position<UBig>,
    /// Squares across and down.
    pub size: [u32; 2],
    /// The binary logarithm of a square's side.
    pub shift: u32,
}

impl Area {
    /// How many squares there are, and where the last of them ends.
    fn ends(&self) -> Result<(usize, Position<UBig>), AnswerError> {
        let squares = u64::from(self.size[0]) * u64::from(self.size[1]);
        if squares > AREA_LIMIT {
            return Err(AnswerError::Area { squares, shift: self.shift });
        }
        if self.shift >> SHIFT_BITS > 0 {
            // Blocks of each of so many levels have sides of up to so many bits.
            let bits = u64::from(self.shift);
            return Err(AnswerError::TooLarge { bits: self.shift as usize, bytes: bits * bits / 8 });
        }
        let [width, height] = self.size.map(|size| UBig::from(size) << self.shift as usize);
        let squares = usize::try_from(squares).expect("at most 2^24");
        Ok((squares, Position::new(&self.at.x + width, &self.at.y + height)))
    }

    /// How many squares there are, and how many cells across and down.
    fn measured(&self) -> Result<(usize, [i64; 2]), AnswerError> {
        let squares = u64::from(self.size[0]) * u64::from(self.size[1]);
        let bits = self.size.map(|size| u32::BITS - size.leading_zeros()).into_iter().max().unwrap_or(0);
        if squares > AREA_LIMIT || bits.saturating_add(self.shift) > SIDE_BITS {
            return Err(AnswerError::Area { squares, shift: self.shift });
        }
        // Both fit: the squares are at most 2^24, the sides at most 2^40.
        let squares = usize::try_from(squares).expect("at most 2^24");
        Ok((squares, self.size.map(|size| i64::from(size) << self.shift)))
    }
}

/// A block whose corner is so far from that of the rectangle.
#[derive(Clone, Copy)]
struct Block {
    of: u32,
    level: usize,
    x: i64,
    y: i64,
}

/// A block of any size, with its corner from that of the rectangle.
struct Far {
    of: u32,
    x: IBig,
    y: IBig,
}

/// Which squares of a rectangle are known to hold a palace.
struct Picture<'a> {
    area: &'a Area,
    found: Vec<bool>,
}

impl Picture<'_> {
    /// Nothing where the square is outside.
    fn place(&self, across: i64, down: i64) -> Option<usize> {
        let [width, height] = self.area.size.map(i64::from);
        let is_inside = (0..width).contains(&across) && (0..height).contains(&down);
        is_inside.then(|| index(down * width + across))
    }

    fn mark(&mut self, across: i64, down: i64) {
        if let Some(place) = self.place(across, down) {
            self.found[place] = true;
        }
    }

    /// Whether a block has to be taken apart: one within a square, with a palace, is marked, and one that meets marked
    /// squares alone has nothing left to be found.
    fn is_open(&mut self, is_held: bool, [x, y]: [Along; 2]) -> bool {
        if let (true, Along::In(across), Along::In(down)) = (is_held, x, y) {
            self.mark(across, down);
        }
        let is_unknown = |place: usize| !self.found[place];
        is_held && y.squares().any(|down| x.squares().any(|across| self.place(across, down).is_some_and(is_unknown)))
    }
}

/// The squares that an interval meets, in one direction.
struct Span {
    first: i64,
    last: i64,
}

impl Span {
    /// Nothing where the interval is outside the rectangle. Else the square before it, and the one after it, stand for
    /// all that are outside.
    fn new(from: &IBig, length: &UBig, shift: u32, size: u32) -> Option<Self> {
        let (outside, size) = (IBig::from(-1), IBig::from(size));
        let square = |cell: IBig| (cell >> shift as usize).clamp(outside.clone(), size.clone());
        let (first, last) = (square(from.clone()), square(from + length - IBig::ONE));
        if last < IBig::ZERO || first >= size {
            return None;
        }
        let narrow = |square: IBig| i64::try_from(square).expect("from -1 to a number of 32 bits");
        Some(Self { first: narrow(first), last: narrow(last) })
    }
}

/// Where an interval that is not longer than a square lies, in one direction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Along {
    /// Within a square.
    In(i64),
    /// Across the border before a square.
    Across(i64),
}

impl Along {
    fn squares(self) -> std::ops::RangeInclusive<i64> {
        match self {
            Self::In(square) => square..=square,
            Self::Across(border) => border - 1..=border,
        }
    }

    /// Where a part of the interval lies, once the border has gone down to the level of the parts.
    fn part(self, letter: usize, cuts: &Cuts) -> Self {
        let Self::Across(border) = self else { return self };
        let cut = cuts.at(border);
        match letter.cmp(&cut.letter) {
            Ordering::Less => Self::In(border - 1),
            Ordering::Equal if cut.rest > UBig::ZERO => self,
            Ordering::Equal | Ordering::Greater => Self::In(border),
        }
    }

    /// The square of a cell of an interval of level 0.
    fn square(self, cell: i64, cuts: &Cuts) -> i64 {
        match self {
            Self::In(square) => square,
            Self::Across(border) => border - i64::from(UBig::from(cell.unsigned_abs()) < cuts.at(border).rest),
        }
    }
}

/// The cut at each border that something lies across.
struct Cuts(Vec<Option<Cut>>);

impl Cuts {
    fn at(&self, border: i64) -> &Cut {
        self.0[index(border)].as_ref().expect("an interval lies across it")
    }

    /// Forgets the borders that nothing lies across any more.
    fn keep(&mut self, along: impl Iterator<Item = Along>) {
        let mut is_met = vec![false; self.0.len()];
        for along in along {
            if let Along::Across(border) = along {
                is_met[index(border)] = true;
            }
        }
        for (cut, is_met) in self.0.iter_mut().zip(is_met) {
            if !is_met {
                *cut = None;
            }
        }
    }
}

/// Where a border of squares cuts an interval, which has this symbol.
struct Cut {
    symbol: usize,
    /// The cells before the border.
    rest: UBig,
    /// Which letter of the interval above this one is.
    letter: usize,
}

impl Cut {
    /// From an interval to the part of it that the border cuts, or begins with.
    fn go_down(&mut self, starts: &[Vec<UBig>], certificate: &Certificate) {
        let (starts, word) = (&starts[self.symbol], &certificate.numeration().words[self.symbol]);
        self.letter = (1..word.len()).take_while(|&letter| starts[letter] <= self.rest).count();
        self.rest -= &starts[self.letter];
        self.symbol = word[self.letter];
    }
}

/// Blocks of a level: a row for each interval down, a column for each across.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Where the columns begin, and where the last one ends.
    pub columns: Vec<UBig>,
    /// The same for the rows.
    pub rows: Vec<UBig>,
    /// The types, row by row, by their numbers in the certificate.
    pub types: Vec<u32>,
    /// Which blocks hold a palace.
    pub held: Vec<bool>,
}

/// Where the letters of each symbol's word begin, and last its length, for the levels with short blocks. As
/// [`Palaces::starts`].
type ShortStarts = Vec<Vec<Vec<i64>>>;

impl Palaces<'_> {
    /// The deviations of the cells of a rectangle whose squares are cells, row by row.
    ///
    /// # Errors
    /// When the area is too large or its coordinates have too many digits.
    ///
    /// # Panics
    /// When the squares are no cells.
    pub fn deviations(&mut self, area: &Area) -> Result<Vec<i64>, AnswerError> {
        assert_eq!(area.shift, 0, "deviations are those of cells");
        let (cells, size) = area.measured()?;
        let mut found = vec![0; cells];
        let (starts, mut blocks) = self.blocks(&area.at, size)?;
        while let Some(block) = blocks.pop() {
            if block.level > 0 {
                let shape = self.shape(block.level, block.of);
                let children = places(self.certificate(), shape).map(|place| self.child(&starts, block, place));
                blocks.extend(children.filter(|child| self.meets(&starts, *child, size)));
            } else {
                self.cells(block, size, |x, y, deviation| found[index(y * size[0] + x)] = deviation);
            }
        }
        Ok(found)
    }

    /// How many palaces each square holds, row by row.
    ///
    /// ```
    /// use wythoff::Position;
    /// use wythoff::exact::UBig;
    /// use wythoff::certificate::answer::{Palaces, Solution};
    /// use wythoff::certificate::area::Area;
    ///
    /// // 2^20 rows of W^14, far out: every row holds 14 palaces, and only some of them lie in these columns.
    /// let at = Position::new(UBig::ZERO, UBig::from(10_u8).pow(100));
    /// let mut palaces = Palaces::new(Solution::shipped(14).expect("W^14 is solved"));
    /// let counts = palaces.counts(&Area { at, size: [4, 4], shift: 18 })?;
    /// assert!(counts.iter().sum::<u64>() <= 14 << 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::deviations`].
    pub fn counts(&mut self, area: &Area) -> Result<Vec<u64>, AnswerError> {
        let (squares, size) = area.measured()?;
        let shift = area.shift;
        let across = size[0] >> shift;
        let mut found = vec![0; squares];
        let (starts, mut blocks) = self.blocks(&area.at, size)?;
        while let Some(block) = blocks.pop() {
            let [width, height] = self.extent(&starts, block);
            let is_within = |from: i64, length: i64| from >> shift == (from + length - 1) >> shift;
            if is_within(block.x, width) && is_within(block.y, height) {
                found[index((block.y >> shift) * across + (block.x >> shift))] +=
                    self.palaces_in(block.level, block.of);
            } else if block.level > 0 {
                let class = self.certificate().class(block.level - 1);
                let children = self.populated(class, block.of).map(|(_, place)| self.child(&starts, block, place));
                blocks.extend(children.filter(|child| self.meets(&starts, *child, size)));
            } else {
                self.cells(block, size, |x, y, deviation| {
                    found[index((y >> shift) * across + (x >> shift))] += u64::from(deviation < 0);
                });
            }
        }
        Ok(found)
    }

    /// Which squares hold a palace, row by row. They may be of any size.
    ///
    /// ```
    /// use wythoff::Position;
    /// use wythoff::exact::UBig;
    /// use wythoff::certificate::answer::{Palaces, Solution};
    /// use wythoff::certificate::area::Area;
    ///
    /// // A picture of 64 × 64 squares, of 2^326 cells a side each, from the corner of W^14 on: more than 10^100 cells.
    /// let corner = Position::new(UBig::ZERO, UBig::ZERO);
    /// let mut palaces = Palaces::new(Solution::shipped(14).expect("W^14 is solved"));
    /// let picture = palaces.holds(&Area { at: corner, size: [64, 64], shift: 326 })?;
    /// assert!(picture[0] && !picture[64 * 32 + 31]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::deviations`].
    pub fn holds(&mut self, area: &Area) -> Result<Vec<bool>, AnswerError> {
        let (squares, end) = area.ends()?;
        let side = UBig::ONE << area.shift as usize;
        if (0..self.starts[0].len()).any(|symbol| *self.length(0, symbol) > side) {
            return Ok(self.counts(area)?.into_iter().map(|count| count > 0).collect());
        }
        let mut picture = Picture { area, found: vec![false; squares] };
        self.reach(&end.x)?;
        self.reach(&end.y)?;
        let top = self.origin_over(&end);
        self.find_held(top);
        let corner = |start: &UBig| -IBig::from(start.clone());
        let mut far = vec![Far { of: self.origin(top), x: corner(&area.at.x), y: corner(&area.at.y) }];
        let mut level = top;
        // Blocks with sides longer than a square are few.
        while level > 0 && (0..self.starts[level].len()).any(|symbol| *self.length(level, symbol) > side) {
            let mut parts = Vec::new();
            for block in &far {
                self.take_apart(level, block, &mut parts);
            }
            parts.retain(|part| self.spans(level - 1, part, area).is_some());
            far = parts;
            level -= 1;
        }
        self.find_in_squares(level, &far, &mut picture);
        Ok(picture.found)
    }

    /// Marks the squares in which blocks, not longer than these, hold a palace.
    ///
    /// A block lies within a square, or across a border of squares, or two. The numeration says at which of its parts
    /// the border comes; so no part's place is ever computed.
    fn find_in_squares(&self, top: usize, far: &[Far], picture: &mut Picture) {
        let mut cuts = picture.area.size.map(|size| Cuts((0..=size).map(|_| None).collect()));
        let mut blocks = Vec::new();
        for block in far {
            let Some(spans) = self.spans(top, block, picture.area) else { continue };
            let (rows, columns) = self.shape(top, block.of);
            let sides = [(&block.x, columns), (&block.y, rows)];
            let mut along = |axis: usize, span: &Span| {
                if span.first == span.last {
                    return Along::In(span.first);
                }
                let (from, symbol) = sides[axis];
                let border = IBig::from(span.last) << picture.area.shift as usize;
                let rest = UBig::try_from(border - from).expect("the border is within the block");
                cuts[axis].0[index(span.last)] = Some(Cut { symbol, rest, letter: 0 });
                Along::Across(span.last)
            };
            blocks.push((block.of, [along(0, &spans[0]), along(1, &spans[1])]));
        }
        blocks.retain(|&(of, along)| picture.is_open(self.held[top][of as usize], along));
        for level in (1..=top).rev() {
            for (axis, cuts) in cuts.iter_mut().enumerate() {
                cuts.keep(blocks.iter().map(|(_, along)| along[axis]));
                cuts.0.iter_mut().flatten().for_each(|cut| cut.go_down(&self.starts[level], self.certificate()));
            }
            let class = self.certificate().class(level - 1);
            let mut parts = Vec::with_capacity(blocks.len());
            for (of, [x, y]) in blocks {
                if !picture.is_open(true, [x, y]) {
                    continue;
                }
                for (of, (row, column)) in self.populated(class, of) {
                    let along = [x.part(column, &cuts[0]), y.part(row, &cuts[1])];
                    if picture.is_open(self.held[level - 1][of as usize], along) {
                        parts.push((of, along));
                    }
                }
            }
            blocks = parts;
        }
        let all = [i64::MAX, i64::MAX];
        for (of, [x, y]) in blocks {
            self.cells(Block { of, level: 0, x: 0, y: 0 }, all, |column, row, deviation| {
                if deviation < 0 {
                    picture.mark(x.square(column, &cuts[0]), y.square(row, &cuts[1]));
                }
            });
        }
    }

    /// The squares that a block meets, across and down; none if it is outside.
    fn spans(&self, level: usize, block: &Far, area: &Area) -> Option<[Span; 2]> {
        let (rows, columns) = self.shape(level, block.of);
        let across = Span::new(&block.x, self.length(level, columns), area.shift, area.size[0])?;
        let down = Span::new(&block.y, self.length(level, rows), area.shift, area.size[1])?;
        Some([across, down])
    }

    /// The blocks of a level, from the one that holds `at` on: so many across and down.
    ///
    /// # Errors
    /// When there are too many of them, or their coordinates have too many digits.
    pub fn grid(&mut self, level: usize, at: &Position<UBig>, size: [u32; 2]) -> Result<Grid, AnswerError> {
        let blocks = u64::from(size[0]) * u64::from(size[1]);
        if blocks > AREA_LIMIT {
            return Err(AnswerError::Area { squares: blocks, shift: 0 });
        }
        while self.top() < level {
            self.reach(&self.length(self.top(), 0).clone())?;
        }
        let columns = self.intervals(level, &at.x, size[0])?;
        let rows = self.intervals(level, &at.y, size[1])?;
        self.find_held(level);
        let mut types = Vec::new();
        for row in &rows.1 {
            for column in &columns.1 {
                let top = level + row.len().max(column.len());
                let letter = |letters: &Vec<usize>, below: usize| letters.get(below - level).copied().unwrap_or(0);
                let child = |of: u32, below: usize| {
                    let class = self.certificate().class(below);
                    self.certificate().child(class, of, letter(row, below), letter(column, below))
                };
                types.push((level..top).rev().fold(self.origin(top), child));
            }
        }
        let held = types.iter().map(|of| self.held[level][*of as usize]).collect();
        Ok(Grid { columns: columns.0, rows: rows.0, types, held })
    }

    /// Where intervals of a level begin and the last one ends, from the one that holds a coordinate on; and which
    /// letters of the intervals above it each of them is, from its own level upwards, as long as they are not all 0.
    fn intervals(
        &mut self,
        level: usize,
        from: &UBig,
        count: u32,
    ) -> Result<(Vec<UBig>, Vec<Vec<usize>>), AnswerError> {
        let (mut begins, mut letters) = (Vec::new(), Vec::new());
        let mut next = from.clone();
        for _ in 0..count {
            self.reach(&next)?;
            let (mut symbol, mut rest, mut path) = (0, next.clone(), Vec::new());
            for above in (level + 1..=self.top().max(level)).rev() {
                let starts = &self.starts[above][symbol];
                let words = &self.certificate().numeration().words;
                let letter = (1..words[symbol].len()).take_while(|&letter| starts[letter] <= rest).count();
                rest -= &starts[letter];
                symbol = words[symbol][letter];
                path.push(letter);
            }
            path.reverse();
            path.truncate(path.iter().rposition(|&letter| letter > 0).map_or(0, |last| last + 1));
            let begin = &next - rest;
            next = &begin + self.length(level, symbol);
            begins.push(begin);
            letters.push(path);
        }
        begins.push(next);
        Ok((begins, letters))
    }

    /// The type of the board's corner on a level.
    fn origin(&self, level: usize) -> u32 {
        self.certificate().levels()[self.certificate().class(level)].origin
    }

    /// The lowest level that is reached whose origin block has these coordinates.
    fn origin_over(&self, end: &Position<UBig>) -> usize {
        let side = (&end.x).max(&end.y);
        (0..self.top()).find(|&level| self.length(level, 0) > side).unwrap_or(self.top())
    }

    /// Finds which types hold a palace, up to a level.
    fn find_held(&mut self, top: usize) {
        for level in self.held.len()..=top {
            let types = self.certificate().levels()[self.certificate().class(level)].shapes.len();
            let is_held = |of: u32| {
                if of < 2 {
                    // The two types outside the board.
                    false
                } else if level > 0 {
                    let class = self.certificate().class(level - 1);
                    self.populated(class, of).any(|(part, _)| self.held[level - 1][part as usize])
                } else {
                    let mut found = false;
                    let all = [i64::MAX, i64::MAX];
                    self.cells(Block { of, level, x: 0, y: 0 }, all, |_, _, deviation| found |= deviation < 0);
                    found
                }
            };
            let held = (0..u32::try_from(types).expect("types are 32-bit numbers")).map(is_held).collect();
            self.held.push(held);
        }
    }

    /// The parts of a block that may hold a palace.
    fn take_apart(&self, level: usize, block: &Far, parts: &mut Vec<Far>) {
        let (rows, columns) = self.shape(level, block.of);
        let along = |from: &IBig, symbol: usize| -> Vec<IBig> {
            let starts = &self.starts[level][symbol];
            starts[..starts.len() - 1].iter().map(|start| from + start).collect()
        };
        let (across, down) = (along(&block.x, columns), along(&block.y, rows));
        let part =
            |(of, (row, column)): (u32, (usize, usize))| Far { of, x: across[column].clone(), y: down[row].clone() };
        parts.extend(self.populated(self.certificate().class(level - 1), block.of).map(part));
    }

    /// How many palaces there are with x, y < `side`.
    ///
    /// # Errors
    /// When the side has too many digits.
    pub fn in_square(&mut self, side: &UBig) -> Result<UBig, AnswerError> {
        self.reach(side)?;
        self.count_blocks()?;
        let mut count = UBig::ZERO;
        let origin = self.certificate().levels()[self.certificate().class(self.top())].origin;
        // The blocks of a level that are neither inside the square nor outside it, and where they begin. A line holds
        // at most k palaces, so there are few of them.
        let mut across = vec![(origin, UBig::ZERO, UBig::ZERO)];
        for level in (0..=self.top()).rev() {
            let mut parts = Vec::new();
            for (of, x, y) in across {
                let (rows, columns) = self.shape(level, of);
                let end = |start: &UBig, symbol: usize| start + self.length(level, symbol);
                if end(&x, columns) <= *side && end(&y, rows) <= *side {
                    count += &self.in_blocks[level][of as usize];
                } else if level > 0 {
                    let class = self.certificate().class(level - 1);
                    let part = |(of, (row, column)): (u32, (usize, usize))| {
                        (of, &x + &self.starts[level][columns][column], &y + &self.starts[level][rows][row])
                    };
                    parts.extend(self.populated(class, of).map(part).filter(|(_, x, y)| x < side && y < side));
                } else {
                    let inside = |start: &UBig, symbol: usize| {
                        let cells = self.certificate().numeration().lengths[symbol] as usize;
                        side.minus(start).map_or(0, |left| usize::try_from(left).unwrap_or(cells).min(cells))
                    };
                    let cells = (0..inside(&y, rows)).flat_map(|row| (0..inside(&x, columns)).map(move |at| (row, at)));
                    count += cells.filter(|(row, at)| self.certificate().content(of, *row, *at) < 0).count();
                }
            }
            across = parts;
        }
        Ok(count)
    }

    /// How many palaces the blocks of each type hold, on all levels that are reached.
    fn count_blocks(&mut self) -> Result<(), AnswerError> {
        // A block holds at most k palaces in each row, so its count has hardly more bits than its side; on the
        // average over all levels half as many as on the highest.
        let bits = self.length(self.top(), 0).bit_len();
        let types = self.certificate().levels().iter().map(|level| level.shapes.len()).max().unwrap_or(0);
        let bytes = (types as u64).saturating_mul(self.top() as u64 + 1).saturating_mul(bits as u64 / 16 + 40);
        if bytes > MEMORY_LIMIT {
            return Err(AnswerError::TooLarge { bits, bytes });
        }
        for level in self.in_blocks.len()..=self.top() {
            let types = self.certificate().levels()[self.certificate().class(level)].shapes.len();
            let count = |of: u32| -> UBig {
                if of < 2 {
                    // The two types outside the board.
                    UBig::ZERO
                } else if level > 0 {
                    let class = self.certificate().class(level - 1);
                    self.populated(class, of).map(|(of, _)| &self.in_blocks[level - 1][of as usize]).sum()
                } else {
                    let (rows, columns) = self.shape(0, of);
                    let lengths = &self.certificate().numeration().lengths;
                    let cells = (0..lengths[rows] as usize)
                        .flat_map(|row| (0..lengths[columns] as usize).map(move |column| (row, column)));
                    cells.filter(|(row, column)| self.certificate().content(of, *row, *column) < 0).count().into()
                }
            };
            let counts = (0..u32::try_from(types).expect("types are 32-bit numbers")).map(count).collect();
            self.in_blocks.push(counts);
        }
        Ok(())
    }

    /// The blocks of the highest level with short blocks, or of the highest at all, that meet the rectangle.
    fn blocks(&mut self, at: &Position<UBig>, size: [i64; 2]) -> Result<(ShortStarts, Vec<Block>), AnswerError> {
        let reach = |from: &UBig, length: i64| from + length.unsigned_abs();
        self.reach(&reach(&at.x, size[0]))?;
        self.reach(&reach(&at.y, size[1]))?;
        let short: ShortStarts =
            self.starts.iter().map_while(|level| level.iter().map(|starts| short(starts)).collect()).collect();
        let top = short.len() - 1;
        let origin = self.certificate().levels()[self.certificate().class(self.top())].origin;
        // Corners, from the rectangle's.
        let mut far = vec![(origin, -IBig::from(at.x.clone()), -IBig::from(at.y.clone()))];
        for below in (top..self.top()).rev() {
            let mut next = Vec::new();
            for (of, x, y) in far {
                let (rows, columns) = self.shape(below + 1, of);
                for (row, column) in places(self.certificate(), (rows, columns)) {
                    let along = |start: &IBig, symbol: usize, letter: usize, length: i64| {
                        let starts = &self.starts[below + 1][symbol];
                        let (from, to) = (start + &starts[letter], start + &starts[letter + 1]);
                        (to > IBig::ZERO && from < IBig::from(length)).then_some(from)
                    };
                    let corner = along(&x, columns, column, size[0]).zip(along(&y, rows, row, size[1]));
                    let class = self.certificate().class(below);
                    next.extend(corner.map(|(x, y)| (self.certificate().child(class, of, row, column), x, y)));
                }
            }
            far = next;
        }
        // They meet a rectangle with sides of at most 2^40, and are not longer than that.
        let near = |corner: IBig| i64::try_from(corner).expect("the block meets the rectangle");
        let blocks = far.into_iter().map(|(of, x, y)| Block { of, level: top, x: near(x), y: near(y) }).collect();
        Ok((short, blocks))
    }

    /// The part of a block at `place`, its type included.
    fn child(&self, starts: &ShortStarts, block: Block, (row, column): (usize, usize)) -> Block {
        let (rows, columns) = self.shape(block.level, block.of);
        let class = self.certificate().class(block.level - 1);
        Block {
            of: self.certificate().child(class, block.of, row, column),
            level: block.level - 1,
            x: block.x + starts[block.level][columns][column],
            y: block.y + starts[block.level][rows][row],
        }
    }

    /// Cells across and down.
    fn extent(&self, starts: &ShortStarts, block: Block) -> [i64; 2] {
        let (rows, columns) = self.shape(block.level, block.of);
        [columns, rows].map(|symbol| *starts[block.level][symbol].last().expect("the length comes last"))
    }

    fn meets(&self, starts: &ShortStarts, block: Block, size: [i64; 2]) -> bool {
        let [width, height] = self.extent(starts, block);
        block.x < size[0] && block.y < size[1] && block.x + width > 0 && block.y + height > 0
    }

    /// Visits the cells of a block of level 0 that lie in the rectangle, with their deviations.
    fn cells(&self, block: Block, size: [i64; 2], mut visit: impl FnMut(i64, i64, i64)) {
        let (rows, columns) = self.shape(0, block.of);
        let lengths = &self.certificate().numeration().lengths;
        for (y, row) in (block.y..size[1]).zip(0..lengths[rows] as usize).filter(|(y, _)| *y >= 0) {
            for (x, column) in (block.x..size[0]).zip(0..lengths[columns] as usize).filter(|(x, _)| *x >= 0) {
                visit(x, y, self.certificate().content(block.of, row, column));
            }
        }
    }

    /// How many palaces a block within a square holds: at most k in each of 2^40 rows. No sum overflows, since
    /// k < 2^24: the hood of W^k has k different contents, and more of them fit in no certificate that is read.
    fn palaces_in(&mut self, level: usize, of: u32) -> u64 {
        if let Some(&count) = self.counted.get(&(level, of)) {
            return count;
        }
        let count = if level > 0 {
            let class = self.certificate().class(level - 1);
            let children: Vec<u32> = self.populated(class, of).map(|(of, _)| of).collect();
            children.into_iter().map(|child| self.palaces_in(level - 1, child)).sum()
        } else {
            let mut count = 0;
            let all = [i64::MAX, i64::MAX];
            self.cells(Block { of, level, x: 0, y: 0 }, all, |_, _, deviation| count += u64::from(deviation < 0));
            count
        };
        self.counted.insert((level, of), count);
        count
    }
}

/// The numbers as 64-bit ones, if none is above 2^40.
fn short(starts: &[UBig]) -> Option<Vec<i64>> {
    starts.iter().map(|start| i64::try_from(start).ok().filter(|start| *start <= 1 << SIDE_BITS)).collect()
}

fn index(number: i64) -> usize {
    usize::try_from(number).expect("the cell is in the rectangle")
}
