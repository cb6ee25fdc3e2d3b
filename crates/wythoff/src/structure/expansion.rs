//! The pattern of the skin, and the matrices by which one level of it becomes the next (CLN15 section 3.4).
//!
//! **The pattern from its steps.** Seen as the paper draws it, row r of level n holds f_{2n+2} palaces, and ends as
//! many columns further right as the r-th step says ([`step_pattern`]). Left of it the row has k − f_{2n+2} palaces
//! (CLN15 prints f_{2n+3}; see the check `CLN15.S3.4.left`). A queen in the skin sees these, the skin's own palaces to
//! her left, above and diagonally above, and then outer space. So the palace numbers follow from the steps, and with
//! them this pattern. That the skin of the arm has it is measured (the tests hold it against [`super::arm`] for the
//! levels 1 to 4).
//!
//! **The expansion.** By 2 → 23, 3 → 233 each column of level n becomes one step of level n + 1, that is 2 or 3
//! columns, whose first row bears the column's number. And each cell becomes one of [`MATRICES`], below that of the
//! cell above it. Two things are not free: a matrix is as wide as the step, and all matrices of row r have one row in
//! common. That row is known. The last column of row r, which is e(r), has its first cell there, and its matrix begins
//! in row e(r); the first column of row r, e(r) − f_{2n+2} + 1, has its last cell there, and its matrix ends in row
//! e(r), since the columns of level n + 1 have f_{2n+2} cells. So it is row e(r). That the steps decide the widths, and
//! the common row a part of the heights, is what CLN15 says of them.
//!
//! In one column of a period a line is emitted. It has a cell more at its lower end, and of that cell's matrix only the
//! first row and the last cell of the second are there.
//!
//! **What is not recovered.** The paper's matrices are a figure. Its text keeps only that there are four, from which
//! the size that is needed picks one: 2×2, 2×3, 3×2 or 3×3. Those here were read off the patterns. [`uses`] finds that
//! with them each column can be read in exactly one way, and that −1 is never needed 2×2, nor −2 with 3 columns and 2
//! rows. What the paper prints for these two can't be told from the pattern.

use serde_json::{Value, json};

use super::skin::{fibonacci, step_pattern};

/// What a cell becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// The cell's deviation.
    pub of: i64,
    /// The deviations that it becomes, by rows.
    pub rows: &'static [&'static [i64]],
}

/// The matrices that occur.
pub const MATRICES: [Matrix; 6] = [
    Matrix { of: -1, rows: &[&[-1, -1], &[-2, -1], &[-1, -1]] },
    Matrix { of: -1, rows: &[&[-2, -2, -1], &[-2, -1, -1]] },
    Matrix { of: -1, rows: &[&[-2, -2, -1], &[-1, -1, -1], &[-2, -1, -1]] },
    Matrix { of: -2, rows: &[&[-2, -1], &[-2, -2]] },
    Matrix { of: -2, rows: &[&[-1, -1], &[-2, -1], &[-2, -2]] },
    Matrix { of: -2, rows: &[&[-2, -2, -1], &[-2, -2, -2], &[-2, -1, -1]] },
];

/// The highest level whose pattern is made: a period of level 8 has 1597 rows of 2584 palaces.
pub const HIGHEST: u32 = 8;

/// The skin of level n, periodic in both directions: f_{2n+1} rows, f_{2n+3} columns.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The last column of each row of a period, and before it that of the row before: −1.
    ends: Vec<i64>,
    /// Palaces in a row.
    width: i64,
}

impl Pattern {
    /// The pattern of level n; the step to row 0 is the first one of [`step_pattern`], and leads to column 0.
    ///
    /// ```
    /// use wythoff::structure::expansion::Pattern;
    /// // CLN15 Fig. 8, n = 1: −1 −1 −1 and −2 −2 −1, by turns.
    /// let pattern = Pattern::of_level(1).ok_or("a level")?;
    /// assert_eq!((pattern.row(0), pattern.row(1)), (vec![-1, -1, -1], vec![-2, -2, -1]));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn of_level(n: u32) -> Option<Self> {
        let add = |end: &mut i64, step: u8| {
            *end += i64::from(step);
            Some(*end)
        };
        let steps = (n <= HIGHEST).then(|| step_pattern(n))?;
        let ends = std::iter::once(-1).chain(steps.into_iter().scan(-1, add)).collect();
        Some(Self { ends, width: fibonacci(2 * n + 2).cast_signed() })
    }

    /// How many rows and columns a period has.
    pub fn period(&self) -> (i64, i64) {
        let rows = self.ends.len() - 1;
        (whole(rows), self.ends[rows] + 1)
    }

    /// e(r): the last column of a row.
    pub fn end(&self, row: i64) -> i64 {
        let (rows, columns) = self.period();
        row.div_euclid(rows) * columns + self.ends[index(row.rem_euclid(rows)) + 1]
    }

    /// The first row of a column.
    pub fn top(&self, column: i64) -> i64 {
        let (rows, columns) = self.period();
        let ends = &self.ends[1..];
        let in_period = ends.partition_point(|end| *end < column.rem_euclid(columns));
        column.div_euclid(columns) * rows + whole(in_period)
    }

    /// Whether the cell is one of the skin's.
    pub fn contains(&self, row: i64, column: i64) -> bool {
        let end = self.end(row);
        end - self.width < column && column <= end
    }

    /// The rows of a column.
    pub fn rows_of(&self, column: i64) -> impl Iterator<Item = i64> {
        (self.top(column)..).take_while(move |row| self.contains(*row, column))
    }

    /// The deviation of a cell of the skin: k − width palaces left of the row, and those of the skin that are seen.
    pub fn value(&self, row: i64, column: i64) -> i64 {
        let left = column - (self.end(row) - self.width + 1);
        let above = row - self.top(column);
        let diagonal = (1..=self.width).take_while(|by| self.contains(row - by, column - by)).count();
        left + above + whole(diagonal) - self.width
    }

    /// The deviations of a row.
    pub fn row(&self, row: i64) -> Vec<i64> {
        let end = self.end(row);
        (end - self.width + 1..=end).map(|column| self.value(row, column)).collect()
    }
}

/// How often each of [`MATRICES`] occurs where a period of level n becomes one of level n + 1; `None` if one of its
/// columns can't be read as matrices, or in more than one way, or n is 0 or above 7.
///
/// ```
/// use wythoff::structure::expansion::uses;
/// assert_eq!(uses(1), Some([1, 2, 1, 0, 1, 1]));
/// ```
pub fn uses(n: u32) -> Option<[u64; MATRICES.len()]> {
    let (level, next) = (Pattern::of_level(n).filter(|_| n > 0)?, Pattern::of_level(n + 1)?);
    let mut counts = [0; MATRICES.len()];
    for column in 0..level.period().1 {
        let rows: Vec<i64> = level.rows_of(column).collect();
        let reader = Reader { level: &level, next: &next, column, rows: &rows };
        let mut readings = Vec::new();
        reader.read(column, &mut Vec::new(), &mut readings);
        let [reading] = &readings[..] else { return None };
        for matrix in reading {
            counts[*matrix] += 1;
        }
    }
    Some(counts)
}

/// The levels whose expansion is shown.
pub const LEVELS: [u32; 5] = [1, 2, 3, 4, 5];

/// [`MATRICES`] as JSON, each with how often it is used from each of [`LEVELS`] to the next.
pub fn json() -> Value {
    let used = LEVELS.map(uses);
    let matrix = |(index, Matrix { of, rows }): (usize, Matrix)| {
        let uses = used.map(|uses| uses.map(|uses| uses[index]));
        json!({ "of": of, "rows": rows, "uses": uses })
    };
    (0..).zip(MATRICES).map(matrix).collect()
}

/// A column of a level, read in the next one.
struct Reader<'p> {
    level: &'p Pattern,
    next: &'p Pattern,
    column: i64,
    rows: &'p [i64],
}

impl Reader<'_> {
    /// Finds all ways to read the cells that are left, from row `from` of the next level on.
    fn read(&self, from: i64, read: &mut Vec<usize>, readings: &mut Vec<Vec<usize>>) {
        let Some(&row) = self.rows.get(read.len()) else {
            let block_ends = self.next.end(self.column);
            if !self.next.contains(from, block_ends) {
                readings.push(read.clone());
            }
            return;
        };
        for (index, matrix) in MATRICES.iter().enumerate() {
            if matrix.of == self.level.value(row, self.column) && self.fits(matrix, row, from) {
                read.push(index);
                self.read(from + height(matrix), read, readings);
                read.pop();
            }
        }
    }

    /// Whether the matrix stands at row `from`, is as wide as the step, and has the row in common with those of its
    /// row.
    fn fits(&self, matrix: &Matrix, row: i64, from: i64) -> bool {
        let (last, width) = (self.next.end(self.column), matrix.rows[0].len());
        let first = self.next.end(self.column - 1) + 1;
        let is_wide = whole(width) == last - first + 1;
        let is_common = (from..from + height(matrix)).contains(&self.level.end(row));
        // Where a line is emitted, only the last cell of the last row is there.
        let is_line = self.is_line() && self.rows.last() == Some(&row);
        let stands = |(y, values): (i64, &&[i64])| {
            (first..).zip(*values).all(|(x, value)| {
                let is_cut = is_line && y == from + 1 && x < last;
                self.next.contains(y, x) != is_cut && (is_cut || self.next.value(y, x) == *value)
            })
        };
        is_wide && is_common && (from..).zip(matrix.rows).all(stands)
    }

    /// Whether the column has a cell more than its neighbour.
    fn is_line(&self) -> bool {
        self.rows.len() > self.level.rows_of(self.column - 1).count()
    }
}

fn height(matrix: &Matrix) -> i64 {
    whole(matrix.rows.len())
}

fn whole(length: usize) -> i64 {
    i64::try_from(length).expect("patterns are small")
}

fn index(number: i64) -> usize {
    usize::try_from(number).expect("a remainder")
}
