//! Boards, filled cell by cell.

use std::collections::{HashMap, HashSet};

use crate::game::{Form, Game, Rules, Twist};
use crate::imitation::Memory;

/// The positions x < width, y < height of a game.
#[derive(Clone, Debug)]
pub struct Board {
    width: usize,
    height: usize,
    /// By rows.
    cells: Vec<Cell>,
}

/// What a position has; `p` is `None` where there is none.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    p: Option<bool>,
    palaces: usize,
    options: usize,
}

impl Board {
    fn filled(width: usize, height: usize, mut cell: impl FnMut(&Self, usize, usize) -> Cell) -> Self {
        let mut board = Self { width, height, cells: vec![Cell::default(); width * height] };
        for y in 0..height {
            for x in 0..width {
                board.cells[y * width + x] = cell(&board, x, y);
            }
        }
        board
    }

    fn cell(&self, x: usize, y: usize) -> Cell {
        assert!(x < self.width && y < self.height, "({x},{y}) is outside a {}×{} board", self.width, self.height);
        self.cells[y * self.width + x]
    }

    /// Whether (x, y) is P; `None` where the cell does not exist. A game with memory begins there.
    pub fn p(&self, x: usize, y: usize) -> Option<bool> {
        self.cell(x, y).p
    }

    /// How many P-options (x, y) has; `None` where the cell does not exist. Only static games have palace numbers.
    pub fn palaces(&self, x: usize, y: usize) -> Option<usize> {
        let cell = self.cell(x, y);
        cell.p.map(|_| cell.palaces)
    }

    /// How many options (x, y) has; `None` where the cell does not exist. For static games.
    pub fn options(&self, x: usize, y: usize) -> Option<usize> {
        let cell = self.cell(x, y);
        cell.p.map(|_| cell.options)
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }
}

impl Game {
    /// The outcomes of all positions x < width, y < height, and their palace numbers where the game is static.
    pub fn board(&self, width: usize, height: usize) -> Board {
        match &self.form {
            Form::Rules(rules) if self.imitation().is_some() => {
                let mut memory = Memory::new(rules);
                let mut p = |at| rules.exists(at).then(|| !memory.next_player_wins(memory.start(at)));
                Board::filled(width, height, |_, x, y| Cell { p: p((x, y)), ..Cell::default() })
            }
            Form::Rules(rules) => rules.board(width, height),
            Form::Choice { .. } => {
                // With l = 0 every cell exists; for any other l the second player has to begin outside its hole.
                let boards: Vec<Board> = self
                    .possible_rules((usize::MAX, usize::MAX))
                    .iter()
                    .map(|(_, rules)| rules.board(width, height))
                    .collect();
                Board::filled(width, height, |_, x, y| {
                    let p = Some(boards.iter().any(|board| board.p(x, y) == Some(true)));
                    Cell { p, ..Cell::default() }
                })
            }
        }
    }
}

impl Game {
    /// The nim-values of all positions x < width, y < height, by rows; `None` where a cell does not exist. A game in
    /// which the opponent has a say in what the next player may do has none.
    pub fn nim_values(&self, width: usize, height: usize) -> Option<Vec<Vec<Option<usize>>>> {
        let rules = self.rules()?;
        if rules.misere || !matches!(rules.twist, Twist::None | Twist::Block { budget: 0, .. }) {
            return None;
        }
        let mut rows: Vec<Vec<Option<usize>>> = vec![vec![None; width]; height];
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            if rules.exists((x, y)) {
                let options: HashSet<Option<usize>> =
                    rules.options((x, y)).into_iter().map(|((x, y), _)| rows[y][x]).collect();
                rows[y][x] = (0..=options.len()).find(|value| !options.contains(&Some(*value)));
            }
        }
        Some(rows)
    }
}

impl Rules {
    /// The board of a static game: every option of every position is looked at.
    ///
    /// - Without a twist a position is P iff no option is P.
    /// - A block saves the previous player iff every P-option is in the class, and they are within the budget.
    /// - A proposal saves him iff it has N-options only, and enough of them.
    ///
    /// In misère play he also loses if no option is left to move to, and wins if there are too few for a proposal.
    pub(crate) fn board(&self, width: usize, height: usize) -> Board {
        let removals: Vec<(usize, usize, bool)> = (0..width)
            .flat_map(|i| (0..height).map(move |j| (i, j)))
            .filter(|&(i, j)| self.moves(i, j))
            .map(|(i, j)| (i, j, self.in_class(i, j)))
            .collect();
        Board::filled(width, height, |board, x, y| {
            if !self.exists((x, y)) {
                return Cell::default();
            }
            let (mut p_inside, mut p_outside, mut n_inside, mut n_outside) = (0, 0, 0, 0);
            for &(i, j, inside) in removals.iter().filter(|(i, j, _)| *i <= x && *j <= y) {
                match (board.p(x - i, y - j), inside) {
                    (Some(true), true) => p_inside += 1,
                    (Some(true), false) => p_outside += 1,
                    (Some(false), true) => n_inside += 1,
                    (Some(false), false) => n_outside += 1,
                    (None, _) => {}
                }
            }
            // A mover who is left with N-options only has to take one.
            let must_move = !self.misere || n_inside + n_outside > 0;
            let p = match self.twist {
                Twist::None => p_inside + p_outside == 0 && must_move,
                Twist::Block { budget, .. } => p_outside == 0 && p_inside <= budget && must_move,
                Twist::Comply { count, .. } if p_outside + n_outside == 0 && p_inside + n_inside < count => self.misere,
                Twist::Comply { count, .. } => n_outside > 0 || n_inside >= count,
                Twist::Imitation { .. } => unreachable!("an imitation game has no outcomes without a history"),
            };
            let palaces = p_inside + p_outside;
            Cell { p: Some(p), palaces, options: palaces + n_inside + n_outside }
        })
    }
}

/// The specification's hash of a number: a step of SplitMix64.
pub fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The fingerprint of a set of positions: the sum of α^x β^y among the polynomials in z over GF(2) modulo
/// z^64 + …, as 16 hex digits; α = z.
/// Coordinates may be of any size.
pub fn fingerprint(positions: impl IntoIterator<Item = (u64, u64)>) -> String {
    const MODULUS: u128 = 1 << 64 | 0xe255_b237_b8bb_18fb;
    const ALPHA: u128 = 0b10;
    const BETA: u128 = 0x2a7b_67af_6c6a_d50e;
    let times = |a: u128, b: u128| {
        (0..64).rev().fold(0, |product, bit| {
            let twice = product << 1;
            let below = if twice >> 64 == 1 { twice ^ MODULUS } else { twice };
            if b >> bit & 1 == 1 { below ^ a } else { below }
        })
    };
    let power = |base: u128, exponent: u64| {
        (0..64).rev().fold(1, |power, bit| {
            let square = times(power, power);
            if exponent >> bit & 1 == 1 { times(square, base) } else { square }
        })
    };
    // Each power is computed once: boards have many positions in a row.
    let (mut of_alpha, mut of_beta) = (HashMap::new(), HashMap::new());
    let sum = positions.into_iter().fold(0, |sum, (x, y)| {
        let x = *of_alpha.entry(x).or_insert_with(|| power(ALPHA, x));
        sum ^ times(x, *of_beta.entry(y).or_insert_with(|| power(BETA, y)))
    });
    format!("{sum:016x}")
}

/// The signature of a set of positions: the sum mod 2^64 of mix(x·2^32 + y), as 16 hex digits.
pub fn signature(positions: impl IntoIterator<Item = crate::Position>) -> String {
    let hash = |(x, y): crate::Position| mix(((x as u64) << 32).wrapping_add(y as u64));
    format!("{:016x}", positions.into_iter().map(hash).fold(0, u64::wrapping_add))
}
