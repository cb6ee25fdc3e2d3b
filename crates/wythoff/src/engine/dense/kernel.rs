//! The wavefront itself: 32 strips of columns, four rows a step, written once for every kind of vector.
//!
//! A block column of 32·W columns is cut into 32 strips of W columns; lane i of every vector belongs to strip i. In
//! step t lane i works on the four rows of row block t − i, so each lane is one row block behind the lane to its left:
//! what enters a strip from the left was finished one step before, and *inside a step no lane talks to another*. Row
//! counts h (one vector for each of the four rows) and the diagonal counts that leave a strip on the right move on by
//! one lane between two steps. Column counts v and the diagonal counts d that enter the next row block from above stay
//! in their lanes, W vectors each.
//!
//! In the first and in the last 31 steps some lanes have no rows, near the corner some cells are in the hood, and the
//! last block column may be wider than the board. Those steps take a masked path; all others take the plain one.

#![allow(
    clippy::inline_always,
    reason = "code is compiled for the instructions of the function that it is inlined into"
)]

/// The vectors' lanes, each the owner of a strip of columns.
pub(super) const LANES: usize = 32;

/// The rows that a lane does in a step.
pub(super) const ROWS: usize = 4;

/// A square of so many lanes and columns is turned over at once.
pub(super) const SQUARE: usize = 16;

/// How many steps pass from a row block's entry on the left to its exit on the right.
pub(super) const DELAY: usize = LANES - 1;

/// The number in a lane: a count modulo a power of two, which may also be read as a signed number.
pub(super) trait Lane: Copy + Default + Ord + Send + Sync + 'static {
    /// The least and the greatest signed number.
    const LEAST: Self;
    const GREATEST: Self;

    /// The residue of a count.
    fn residue(count: u64) -> Self;

    /// The signed number.
    fn signed(self) -> i64;

    /// A number below 2^8, from 0.
    fn small(self) -> u16;

    /// The difference, wrapping.
    fn minus(self, other: Self) -> Self;

    /// The sum, wrapping.
    fn plus(self, other: Self) -> Self;

    /// Rows become columns.
    fn transposed(rows: [[Self; SQUARE]; SQUARE]) -> [[Self; SQUARE]; SQUARE];
}

macro_rules! lane {
    ($lane:ident, $signed:ident, $transposed:expr) => {
        impl Lane for $lane {
            const LEAST: Self = $signed::MIN.cast_unsigned();
            const GREATEST: Self = $signed::MAX.cast_unsigned();

            // Residues are what is wanted.
            #[allow(clippy::cast_possible_truncation)]
            #[inline(always)]
            fn residue(count: u64) -> Self {
                count as Self
            }

            #[inline(always)]
            fn signed(self) -> i64 {
                self.cast_signed().into()
            }

            #[allow(clippy::cast_lossless, clippy::cast_possible_truncation)]
            #[inline(always)]
            fn small(self) -> u16 {
                self as u16
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn transposed(rows: [[Self; SQUARE]; SQUARE]) -> [[Self; SQUARE]; SQUARE] {
                $transposed(rows)
            }
        }
    };
}

lane!(u8, i8, super::simd::transposed);
lane!(u32, i32, transposed);

/// Rows become columns.
pub(super) fn transposed<T: Copy>(rows: [[T; SQUARE]; SQUARE]) -> [[T; SQUARE]; SQUARE] {
    std::array::from_fn(|row| std::array::from_fn(|column| rows[column][row]))
}

/// The content of a vector in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(32))]
pub(super) struct Lanes<L>(pub(super) [L; LANES]);

/// What leaves a strip, or a block column, on the right in one row block: row counts, then diagonal counts. A diagonal
/// count that leaves row y arrives in row y + 1.
pub(super) type Crossing<L> = [L; 2 * ROWS];

/// What is to be done with the values that a cell's residue passes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    /// The union of all bits: enough to see whether a residue left the window.
    Union,
    /// The smallest and the largest residue.
    Extremes,
    /// The largest excess over a floor, unsigned: whether all residues are in a range that is known, at half the cost.
    Within,
}

/// The guards as constants, for which a step is compiled.
pub(super) const UNION: u8 = 0;
pub(super) const EXTREMES: u8 = 1;
pub(super) const WITHIN: u8 = 2;

/// Where a block column lies and how far it goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) k: u64,
    /// The first column.
    pub(super) x: u64,
    /// The first column that is not on the board; the block may be wider.
    pub(super) right: u64,
    /// The first row.
    pub(super) y: u64,
    /// The first row that is not wanted; the last row block may be taller.
    pub(super) bottom: u64,
}

impl Place {
    /// How many row blocks there are.
    pub(super) fn row_blocks(&self) -> usize {
        usize::try_from(self.bottom.saturating_sub(self.y)).unwrap_or(usize::MAX).div_ceil(ROWS)
    }

    /// How many steps until the last lane has done the last row block.
    pub(super) fn steps(&self) -> usize {
        match self.row_blocks() {
            0 => 0,
            blocks => blocks + DELAY,
        }
    }
}

/// The first x of row y that is not in the hood x + y + min(x, y) < k.
pub(super) fn hood_end(k: u64, y: u64) -> u64 {
    if y.saturating_mul(3) < k { k - 2 * y } else { k.saturating_sub(y).div_ceil(2) }
}

/// A block column on its way down.
#[derive(Clone, Debug)]
pub(super) struct Strips<L> {
    pub(super) place: Place,
    /// Steps that are done.
    pub(super) step: usize,
    /// Column counts at each lane's next row block, by column of the strip.
    pub(super) v: Vec<Lanes<L>>,
    /// Diagonal counts on arrival in the first row of each lane's next row block, by column of the strip.
    pub(super) d: Vec<Lanes<L>>,
    /// Row counts on departure from the strips.
    pub(super) h: [Lanes<L>; ROWS],
    /// Diagonal counts on departure from the strips: the four rows of the last step, and the last row of the step
    /// before.
    pub(super) e: [Lanes<L>; ROWS + 1],
    /// The same from the left of the block column: the last row of the step before.
    pub(super) entering: L,
    /// The residue of a cell with deviation 0; smaller ones are palaces.
    pub(super) bias: L,
    pub(super) guard: Guard,
    /// The floor of [`Guard::Within`], and the largest excess over it.
    pub(super) floor: L,
    pub(super) excess: Lanes<L>,
    /// The union of all residues.
    pub(super) union: Lanes<L>,
    /// The smallest and the largest residues, where asked for.
    pub(super) low: Lanes<L>,
    pub(super) high: Lanes<L>,
}

impl<L: Lane> Strips<L> {
    /// `v` and `d`: column counts, and diagonal counts on arrival, in the first row, by column from `place.x`.
    pub(super) fn new(place: Place, width: usize, bias: u64, guard: Guard, v: &[L], d: &[L]) -> Self {
        let by_lane = |counts: &[L]| {
            let column = |c: usize| Lanes(std::array::from_fn(|lane| counts[lane * width + c]));
            (0..width).map(column).collect()
        };
        let bias = L::residue(bias);
        let all = |number| Lanes([number; LANES]);
        let nothing = all(L::default());
        Self {
            place,
            step: 0,
            v: by_lane(v),
            d: by_lane(d),
            h: [nothing; ROWS],
            e: [nothing; ROWS + 1],
            entering: d[0],
            bias,
            guard,
            floor: L::default(),
            excess: nothing,
            union: nothing,
            low: all(L::GREATEST),
            high: all(L::LEAST),
        }
    }

    /// Columns of a strip.
    pub(super) fn width(&self) -> usize {
        self.v.len()
    }

    /// Whether the next step needs masks.
    fn is_masked(&self) -> bool {
        let Place { k, x, right, y, .. } = self.place;
        let columns = (LANES * self.width()) as u64;
        let row = y + (ROWS * self.step) as u64;
        // In step 31 the last lane still starts with what comes from above. If lane 0 is out of the hood, so are the
        // others: see the essay of the engine.
        self.step <= DELAY
            || (self.step + 1) * ROWS > usize::try_from(self.place.bottom - y).unwrap_or(usize::MAX)
            || right < x + columns
            || hood_end(k, row) > x
    }

    /// The masks of the next step, for each row and lane: how many columns are on the board, and how many in the hood.
    pub(super) fn masks(&self) -> [[Lanes<L>; ROWS]; 2] {
        let Place { k, x, right, y, bottom } = self.place;
        let width = self.width() as u64;
        let mut masks = [[Lanes([L::default(); LANES]); ROWS]; 2];
        for lane in 0..LANES.min(self.step + 1) {
            let left = x + lane as u64 * width;
            let [on_board, in_hood] = &mut masks;
            let first = y + (ROWS * (self.step - lane)) as u64;
            for (row, (on_board, in_hood)) in (first..bottom).zip(on_board.iter_mut().zip(in_hood)) {
                let columns = right.saturating_sub(left).min(width);
                on_board.0[lane] = L::residue(columns);
                in_hood.0[lane] = L::residue(hood_end(k, row).saturating_sub(left).min(columns));
            }
        }
        masks
    }

    /// Which lanes have a row block in the next step; and which take what arrives from the left in their first row, the
    /// others having it from above.
    pub(super) fn busy(&self) -> [Lanes<L>; 2] {
        let blocks = self.place.row_blocks();
        let mut lanes = [Lanes([L::default(); LANES]); 2];
        for lane in 0..LANES.min(self.step + 1) {
            let block = self.step - lane;
            if block < blocks {
                lanes[0].0[lane] = L::residue(u64::MAX);
            }
            if (1..=blocks).contains(&block) {
                lanes[1].0[lane] = L::residue(u64::MAX);
            }
        }
        lanes
    }

    /// After the last step: the column counts, and the diagonal counts on arrival, in the row below, by column from
    /// `place.x`.
    pub(super) fn bottom(&self) -> [Vec<L>; 2] {
        let [v, mut d] = [&self.v, &self.d].map(|counts| {
            (0..LANES).flat_map(|lane| counts.iter().map(move |column| column.0[lane])).collect::<Vec<L>>()
        });
        d[DELAY * self.width()] = self.e[ROWS].0[DELAY - 1];
        [v, d]
    }
}

/// What a run of steps takes in and gives out.
pub(super) struct Traffic<'t, L> {
    /// What enters on the left: one crossing a step. After the last row block the content does not matter.
    pub(super) left: &'t [Crossing<L>],
    /// What leaves on the right: one crossing a step, that of row block step − 31.
    pub(super) right: &'t mut [Crossing<L>],
    /// The bits: for each step and each 8 columns of a strip, the four rows; a byte holds 8 cells of a lane.
    pub(super) bits: &'t mut [Lanes<u8>],
    /// The residues, for each step and column of a strip the four rows; or nothing.
    pub(super) residues: &'t mut [Lanes<L>],
    /// The row counts on departure from the strips, for each step; or nothing.
    pub(super) rows: &'t mut [[[L; LANES]; ROWS]],
}

/// One step of all strips: how the four rows are done depends on the machine.
pub(super) trait Steps {
    /// What a lane holds.
    type Lane: Lane;

    /// The next step. `MASKED`: some lanes are idle, some cells in the hood or beyond the board.
    fn step<const MASKED: bool, const GUARD: u8, const RESIDUES: bool>(
        strips: &mut Strips<Self::Lane>,
        left: &Crossing<Self::Lane>,
        bits: &mut [Lanes<u8>],
        residues: &mut [Lanes<Self::Lane>],
    ) -> Crossing<Self::Lane>;
}

/// Does as many steps as there are crossings.
#[inline(always)]
pub(super) fn advance<S: Steps>(strips: &mut Strips<S::Lane>, traffic: &mut Traffic<'_, S::Lane>) {
    match (strips.guard, traffic.residues.is_empty()) {
        (Guard::Union, true) => run::<S, UNION, false>(strips, traffic),
        (Guard::Extremes, true) => run::<S, EXTREMES, false>(strips, traffic),
        (Guard::Within, true) => run::<S, WITHIN, false>(strips, traffic),
        (_, false) => run::<S, EXTREMES, true>(strips, traffic),
    }
}

#[inline(always)]
fn run<S: Steps, const GUARD: u8, const RESIDUES: bool>(
    strips: &mut Strips<S::Lane>,
    traffic: &mut Traffic<'_, S::Lane>,
) {
    let mut bits = traffic.bits.chunks_exact_mut(strips.width() / 8 * ROWS);
    let mut residues = traffic.residues.chunks_exact_mut(strips.width() * ROWS);
    let mut rows = traffic.rows.iter_mut();
    for (left, right) in traffic.left.iter().zip(traffic.right.iter_mut()) {
        let bits = bits.next().expect("there is room for the bits of every step");
        let residues = if RESIDUES { residues.next().expect("there is room for all residues") } else { &mut [] };
        *right = if strips.is_masked() {
            S::step::<true, GUARD, RESIDUES>(strips, left, bits, residues)
        } else {
            S::step::<false, GUARD, RESIDUES>(strips, left, bits, residues)
        };
        strips.step += 1;
        if let Some(rows) = rows.next() {
            for (row, h) in rows.iter_mut().zip(&strips.h) {
                *row = h.0;
            }
        }
    }
}
