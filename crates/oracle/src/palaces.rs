//! W^k and the pairs of (m,p)-Wythoff Nim by the loops that anyone would write: for boards that are too large to look
//! at every option.

use std::collections::VecDeque;

/// The cells x ≤ y of W^k, a column at a time: three counts for each cell, of the palaces in its row, its column and
/// its diagonal.
#[derive(Clone, Debug)]
pub struct Palaces {
    k: u32,
    /// By y: the palaces in the columns so far.
    rows: Vec<u32>,
    /// By y − x.
    diagonals: Vec<u32>,
    x: usize,
}

impl Palaces {
    /// No column yet.
    pub const fn new(k: u32) -> Self {
        Self { k, rows: Vec::new(), diagonals: Vec::new(), x: 0 }
    }

    /// The palace numbers of the next column, from the diagonal on: those with y < `end`, or else down to the last
    /// palace. A cell is a palace if its number is less than k, and every column has k of them.
    pub fn column(&mut self, end: Option<usize>) -> Vec<u32> {
        let (x, mut y) = (self.x, self.x);
        self.x += 1;
        self.make_room(end.unwrap_or(0).max(x + 1));
        // Above the diagonal is the mirror image of the row.
        let (mut seen, mut numbers) = (self.rows[x], Vec::with_capacity(end.unwrap_or(0).saturating_sub(x)));
        loop {
            let height = end.unwrap_or(self.rows.len()).max(y);
            for (row, diagonal) in self.rows[y..height].iter_mut().zip(&mut self.diagonals[y - x..]) {
                if end.is_none() && seen == self.k {
                    return numbers;
                }
                let number = seen + *row + *diagonal;
                if number < self.k {
                    (seen, *row, *diagonal) = (seen + 1, *row + 1, *diagonal + 1);
                }
                numbers.push(number);
            }
            if end.is_some() {
                return numbers;
            }
            y = height;
            self.make_room(2 * height);
        }
    }

    fn make_room(&mut self, height: usize) {
        let height = height.max(self.rows.len());
        self.rows.resize(height, 0);
        self.diagonals.resize(height, 0);
    }

    /// The palace numbers of x, y < `side`, by rows.
    pub fn square(k: u32, side: usize) -> Vec<Vec<u32>> {
        let mut palaces = Self::new(k);
        let columns: Vec<Vec<u32>> = (0..side).map(|_| palaces.column(Some(side))).collect();
        let number = |x: usize, y: usize| columns[x.min(y)][x.abs_diff(y)];
        (0..side).map(|y| (0..side).map(|x| number(x, y)).collect()).collect()
    }

    /// The rows of all palaces with x ≤ y, for each of the columns x < `count`.
    pub fn columns(k: u32, count: usize) -> Vec<Vec<u64>> {
        let mut palaces = Self::new(k);
        let column =
            |x: u64| (x..).zip(palaces.column(None)).filter(|(_, number)| *number < k).map(|(y, _)| y).collect();
        (0..count as u64).map(column).collect()
    }
}

/// a_n = mex{a_i, b_i : i < n} and b_n = a_n + m⌊n/p⌋, n ≥ 0 (Lar09, Definition 13). The b_n increase, so those that
/// are still to come wait in a line.
pub fn pairs(m: u64, p: u64) -> impl Iterator<Item = (u64, u64)> {
    let (mut free, mut taken) = (0, VecDeque::new());
    (0..).map(move |n| {
        while taken.front() == Some(&free) {
            taken.pop_front();
            free += 1;
        }
        let (a, b) = (free, free + m * (n / p));
        free += 1;
        if b > a {
            taken.push_back(b);
        }
        (a, b)
    })
}
