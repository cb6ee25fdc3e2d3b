//! The lanes of every static game with a rook: from mark to mark, skipping what is proved to be empty.
//!
//! The recursion, the weights and the taps are those of the lines engine (see `engine/weights.rs`): a cell is marked
//! when the sum that it sees on its lines is below k. Its own lane is walked from the start; what it sees of other
//! lanes is the total of a few [`Line`]s, whose sums only marks change. Symmetry is not used, so a hole may lie
//! anywhere.
//!
//! **Lemma 1 (lanes are sparse).** Let P be the period of the rook's weights, ℓ their last tap, and let the weight of
//! P, 2P, … steps be at least 1 from ℓ on. Then a lane holds at most (k + 1)·P + ℓ marks, and beyond the last cell that
//! sees a mark of another lane it ends within (k + 1)·P + ℓ cells. *Proof.* Of the marks in one residue class modulo P,
//! the last one sees all that are ℓ or more before it, with weight at least 1 each: fewer than k; and within ℓ there
//! are at most ℓ/P + 1. Where nothing else is seen, every cell of a class is marked until the class has k marks at a
//! distance of ℓ. ∎ The same bound holds on each diagonal and ray, with their own periods and taps, so that all sums
//! are small: [`SparseLanes::new`] bounds them below 2^30.
//!
//! **Lemma 2 (skips are right).** If for each residue r modulo q (a multiple of P) the bounds of a block of cells, line
//! by line, add up to the threshold t(r) = k − (what the cells of that residue see in their own lane) or more, the
//! block holds no mark. *Proof.* Each line's bound is not above the sum of any cell of the block with that residue; and
//! marks further up only lower t, once the lane's own taps are behind (the cells before that are looked at one by one).
//! ∎
//!
//! A bound that was tested in vain is computed again, but only in one turn of eight, as in W^k's engine.
//!
//! **Stripes.** Where each cell of a region is above its threshold but the least sums of the lines are not, the bounds
//! are kept apart by residues modulo a larger q: in such regions the sums of the lines were found to depend on
//! residues. The engine looks for q itself, when many blocks were tested in vain.

use std::collections::VecDeque;

use super::REPORT_EVERY;
use super::line::{BLOCK, LEVELS, Line, SIZES, SUPER, Tap};
use super::stripes::{LARGEST, SAMPLE, Search};
use crate::engine::lines::Lanes;
use crate::engine::weights::{Kernel, Marking, Side, Weights, to_index};
use crate::engine::{SolveError, memory_needed, report};
use crate::game::{Hole, Piece, Rules, Twist};
use crate::position::Position;
use crate::vectors::{Loop, with_vectors};
use crate::watch::Watch;

/// Bounds are refreshed in one turn of so many.
const PATIENCE: usize = 8;

/// The longest period of a line's weights.
const LONGEST_PERIOD: usize = 32;

/// The most taps of all lines together, and the largest number in the rules.
const MOST_TAPS: usize = 256;

/// So many vain tests in a lane are worth a search for stripes. Around each beam some tests are in vain, in every lane;
/// in a wedge their number grows with the lane.
const MANY: u64 = 32;

/// How many lanes are computed between two looks at the memory in use.
const MEMORY_CHECKED_EVERY: usize = 1 << 10;

/// Lanes and cells beyond are not computed.
pub(crate) const LANE_LIMIT: u64 = 1 << 31;

/// A lane that was computed.
pub(crate) struct SparseLane<'s> {
    /// Where its marks stand, in order: its P-positions, in a comply game its N-positions.
    pub(crate) marks: &'s [u32],
    /// Whether there is no mark beyond; otherwise the lane was to end here, or enough was found.
    pub(crate) is_whole: bool,
}

/// The marks of a static game, lane by lane.
#[derive(Clone, Debug)]
pub(crate) struct SparseLanes {
    k: i32,
    /// Removed cells: those of the first `hole.0` lanes whose index in the lane is below `hole.1`.
    hole: (u64, u64),
    /// The lane's own weights.
    own: Own,
    lines: Vec<Line>,
    /// After so many lanes each line has met each of its classes.
    cycle: usize,
    /// Bounds are kept apart for each residue modulo this.
    q: usize,
    lane: usize,
    /// The lanes' length, if it is given.
    length: usize,
    /// Cells below this have room on every line.
    room: usize,
    /// Recent lanes, newest first, as many as some tap reaches back.
    recent: VecDeque<Vec<u32>>,
    depth: usize,
    marks: Vec<u32>,
    /// What is left of k for the cells of each residue modulo P, where all taps are behind.
    left: Vec<i32>,
    search: Search,
    /// Tests of blocks in this lane that were in vain; and, where stripes may be searched, blocks with what was left.
    vain: u64,
    samples: Option<Vec<(usize, Vec<i32>)>>,
}

/// The weights along the lane.
#[derive(Clone, Debug)]
struct Own {
    period: usize,
    taps: Vec<(usize, i32)>,
    last_tap: usize,
    /// The weight of a period, and of its multiples, beyond the last tap.
    settled: i32,
}

impl Own {
    /// None where columns need not be sparse.
    fn new(kernel: &Kernel) -> Option<Self> {
        let taps: Vec<(usize, i32)> = kernel
            .first_differences(MOST_TAPS)?
            .into_iter()
            .map(|(t, tap)| Some((t, i32::try_from(tap).ok()?)))
            .collect::<Option<_>>()?;
        let last_tap = taps.last()?.0;
        let settled: i32 = taps.iter().filter(|(t, _)| t % kernel.period == 0).map(|(_, tap)| tap).sum();
        let fits = kernel.period <= LONGEST_PERIOD && last_tap <= MOST_TAPS;
        (fits && settled >= 1).then_some(Self { period: kernel.period, taps, last_tap, settled })
    }
}

/// The most marks that a lane can hold (Lemma 1); none where the engine does not solve the game.
pub(crate) fn most_marks(rules: &Rules) -> Option<u64> {
    parts(rules, Lanes::Columns).ok().map(|Parts { own, k, .. }| most_on_a_line(k, own.period, own.last_tap))
}

/// Lemma 1.
fn most_on_a_line(k: i32, period: usize, last_tap: usize) -> u64 {
    (u64::from(k.unsigned_abs()) + 1) * period as u64 + last_tap as u64
}

struct Parts {
    own: Own,
    lines: Vec<Line>,
    k: i32,
}

/// What the rules say.
fn parts(rules: &Rules, direction: Lanes) -> Result<Parts, SolveError> {
    let is_one_sided = |piece: &Piece| matches!(piece, Piece::Only { .. });
    // Lemma 1 needs the same lines in both directions, and a threshold that is k everywhere.
    let has_lemma = !rules.is_misere() && !rules.moves.pieces().iter().any(is_one_sided);
    if !has_lemma || rules.twist.class().pieces().iter().any(is_one_sided) {
        return Err(DENSE);
    }
    let Marking { weights, k, .. } = Marking::new(rules, direction, LANE_LIMIT, LANE_LIMIT)?;
    if !weights.are_small(MOST_TAPS as u64, LONGEST_PERIOD as u64) {
        return Err(DENSE);
    }
    let k = i32::try_from(k).map_err(|_| DENSE)?;
    let own = Own::new(&weights.along(LANE_LIMIT)).ok_or(DENSE)?;
    let lines = lines_of(&weights).ok_or(DENSE)?;
    let taps = || lines.iter().flat_map(|line| &line.taps);
    let marks = |period: usize, last_tap: usize| most_on_a_line(k, period, last_tap);
    let sums = lines.iter().map(|line| {
        let last = line.taps.iter().map(|tap| tap.lanes.max(tap.cells)).max().unwrap_or(0);
        line.largest_sum(marks(line.classes(), last))
    });
    let own_gains: u64 = own.taps.iter().map(|(_, tap)| u64::from(tap.unsigned_abs())).sum();
    let own_sums = own_gains.saturating_mul(marks(own.period, own.last_tap));
    let all = sums.fold(own_sums, u64::saturating_add).saturating_add(u64::from(k.unsigned_abs()));
    let classes: usize = lines.iter().map(Line::classes).sum();
    let fits = taps().count() <= MOST_TAPS && classes <= 4 * LONGEST_PERIOD && all < 1 << 30;
    let near = taps().all(|tap| tap.lanes.max(tap.cells) <= SUPER);
    if fits && near { Ok(Parts { own, lines, k }) } else { Err(DENSE) }
}

/// Why a game is left to the lines engine.
const DENSE: SolveError = SolveError::Unsupported(
    "the sparse engine needs a rook whose moves leave few P-positions in a column, pieces that treat the heaps alike, \
     rules with small numbers, and normal play; `lines` solves this game",
);

/// The directions in which a cell looks at other lanes.
fn lines_of(weights: &Weights<'_>) -> Option<Vec<Line>> {
    let mut lines = vec![Line::new((1, 0), &weights.across(LANE_LIMIT), MOST_TAPS)?];
    let mut diagonal = Line::new((1, 1), &weights.diagonal(LANE_LIMIT), MOST_TAPS)?;
    // The removals (i, i + e) and (i + e, i) of a band, i ≥ 1: a diagonal e further on, or e before. Both cells of the
    // removal must be positive, so a mark is seen from one cell further on.
    let mut band = Vec::new();
    for (side, (width, delta)) in [Side::Along, Side::Across]
        .into_iter()
        .flat_map(|side| weights.band(side).into_iter().map(move |step| (side, step)))
    {
        let (width, gain) = (usize::try_from(width).ok()?, i32::try_from(delta).ok()?);
        if width > MOST_TAPS {
            return None;
        }
        band.extend((1..width).map(|e| match side {
            Side::Along => Tap { lanes: 1, cells: 1 + e, gain },
            Side::Across => Tap { lanes: 1 + e, cells: 1, gain },
        }));
    }
    // A leaper's mark is seen from one cell only: on the next one of that diagonal its gain is taken back.
    for ((lanes, cells), weight) in weights.points() {
        let (lanes, cells, gain) = (to_index(lanes), to_index(cells), i32::try_from(weight).ok()?);
        band.push(Tap { lanes, cells, gain });
        band.push(Tap { lanes: lanes + 1, cells: cells + 1, gain: -gain });
    }
    if diagonal.classes() == 1 {
        diagonal.taps.append(&mut band);
    }
    lines.push(diagonal);
    lines.push(Line::with_taps(1, 1, band));
    for ((lanes, cells), kernel) in weights.rays(LANE_LIMIT) {
        lines.push(Line::new((to_index(lanes), to_index(cells)), &kernel, MOST_TAPS)?);
    }
    lines.retain(|line| !line.taps.is_empty());
    Some(lines)
}

/// [`SparseLanes::walk`].
struct Walk<'l> {
    lanes: &'l mut SparseLanes,
    from: usize,
    enough: usize,
}

impl Loop for Walk<'_> {
    type Output = Result<bool, SolveError>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.lanes.walk(self.from, self.enough)
    }
}

/// Parts of a lane that may hold a mark, for one part of the top level and one superblock of it.
struct Hopeful {
    top: usize,
    superblocks: u64,
    superblock: usize,
    blocks: u64,
    /// How many marks there were when that was found out.
    superblocks_at: usize,
    blocks_at: usize,
}

impl Default for Hopeful {
    fn default() -> Self {
        let (top, superblock) = (usize::MAX, usize::MAX);
        Self { top, superblocks: 0, superblock, blocks: 0, superblocks_at: 0, blocks_at: 0 }
    }
}

/// The first bit from `from` on that is set.
fn next_bit(bits: u64, from: usize) -> Option<usize> {
    let rest = bits & (u64::MAX << from);
    (rest != 0).then(|| rest.trailing_zeros() as usize)
}

impl SparseLanes {
    /// The lanes of a game. With a `length` they are cut there; without, they are followed to their end.
    ///
    /// # Errors
    /// When the game is not static, or its lanes need not be sparse.
    pub(crate) fn new(rules: &Rules, direction: Lanes, length: Option<u64>) -> Result<Self, SolveError> {
        let Parts { own, mut lines, k } = parts(rules, direction)?;
        let hole = direction.hole(rules);
        let length = length.unwrap_or(LANE_LIMIT);
        if length > LANE_LIMIT {
            return Err(TOO_FAR);
        }
        let q = own.period;
        for line in &mut lines {
            line.split(q);
        }
        let cycle = lines.iter().map(Line::classes).fold(1, |all, classes| all * classes / gcd(all, classes));
        let depth = lines.iter().flat_map(|line| &line.taps).map(|tap| tap.lanes).max().unwrap_or(0);
        Ok(Self {
            k,
            hole,
            left: vec![k; own.period],
            own,
            lines,
            cycle,
            q,
            lane: 0,
            length: to_index(length),
            room: 0,
            recent: VecDeque::new(),
            depth,
            marks: Vec::new(),
            search: Search::new(0, MANY),
            vain: 0,
            samples: None,
        })
    }

    fn bytes_held(&self) -> u64 {
        let recent: usize = self.recent.iter().map(|marks| 4 * marks.capacity() + size_of::<Vec<u32>>()).sum();
        self.lines.iter().map(Line::bytes_held).sum::<u64>() + recent as u64
    }

    /// Computes the next lane; it may end after `enough` marks, and no lane can follow it then.
    ///
    /// # Errors
    /// When the lane or its number reaches [`LANE_LIMIT`], or the sums need too much memory.
    pub(crate) fn next_lane(&mut self, enough: usize) -> Result<SparseLane<'_>, SolveError> {
        if self.lane as u64 >= LANE_LIMIT {
            return Err(TOO_FAR);
        }
        if self.lane.is_multiple_of(MEMORY_CHECKED_EVERY) {
            memory_needed(self.bytes_held())?;
        }
        for line in &mut self.lines {
            line.enter(self.lane, &self.recent, self.length, self.q);
        }
        self.room = self.lines.iter().map(Line::room).min().unwrap_or(usize::MAX);
        self.marks.clear();
        self.left.fill(self.k);
        self.vain = 0;
        self.samples = self.search.is_due(self.lane as u64).then(Vec::new);
        let removed = if (self.lane as u64) < self.hole.0 { self.hole.1 } else { 0 };
        let removed = usize::try_from(removed).unwrap_or(usize::MAX);
        let from = removed.min(self.length);
        let is_whole = with_vectors(Walk { lanes: self, from, enough })?;
        let mut kept =
            if self.recent.len() >= self.depth { self.recent.pop_back().unwrap_or_default() } else { Vec::new() };
        kept.clone_from(&self.marks);
        self.recent.push_front(kept);
        self.lane += 1;
        self.search.vain += self.vain;
        if let Some(samples) = self.samples.take()
            && self.search.is_wanted(self.lane as u64, self.vain)
        {
            self.search_stripes(&samples);
        }
        Ok(SparseLane { marks: &self.marks, is_whole })
    }

    /// Walks down the lane from the cell `from`; says whether nothing is marked beyond.
    #[inline(always)]
    fn walk(&mut self, from: usize, enough: usize) -> Result<bool, SolveError> {
        let mut from = from;
        // From here on all taps of the lane's own marks are behind.
        let mut settled = from;
        let mut hopeful = Hopeful::default();
        while from < self.length {
            if from >= settled {
                if self.left.iter().all(|left| *left <= 0) {
                    return Ok(true);
                }
                let Some(block) = self.next_block(from / BLOCK, &mut hopeful)? else { return Ok(false) };
                from = from.max(block * BLOCK);
            }
            let block = from / BLOCK;
            self.need_room((block + 1) * BLOCK)?;
            if self.block(block, from, &mut settled, enough) {
                return Ok(false);
            }
            from = (block + 1) * BLOCK;
        }
        Ok(false)
    }

    /// The first block from `block` on that may hold a mark; none within the lane's length.
    #[inline(always)]
    fn next_block(&mut self, mut block: usize, hopeful: &mut Hopeful) -> Result<Option<usize>, SolveError> {
        while block * BLOCK < self.length {
            let superblock = block / BLOCK;
            if superblock == hopeful.superblock {
                // What was marked since leaves less for the others.
                if hopeful.blocks_at != self.marks.len() {
                    hopeful.blocks_at = self.marks.len();
                    hopeful.blocks = self.hopeful_parts(0, superblock);
                }
                if let Some(next) = next_bit(hopeful.blocks, block % BLOCK) {
                    let found = superblock * BLOCK + next;
                    return Ok(Some(found).filter(|found| found * BLOCK < self.length));
                }
                block = (superblock + 1) * BLOCK;
                continue;
            }
            let top = superblock / BLOCK;
            if top == hopeful.top {
                if hopeful.superblocks_at != self.marks.len() {
                    hopeful.superblocks_at = self.marks.len();
                    hopeful.superblocks = self.hopeful_parts(1, top);
                }
                if let Some(next) = next_bit(hopeful.superblocks, superblock % BLOCK) {
                    let next = top * BLOCK + next;
                    self.need_room((next + 1) * SUPER)?;
                    hopeful.superblock = next;
                    hopeful.blocks_at = self.marks.len();
                    hopeful.blocks = self.hopeful_parts(0, next);
                    block = block.max(next * BLOCK);
                } else {
                    block = (top + 1) * SUPER;
                }
                continue;
            }
            let Some(next) = self.next_top(top) else { return Ok(None) };
            hopeful.top = next;
            hopeful.superblocks_at = self.marks.len();
            hopeful.superblocks = self.hopeful_parts(1, next);
            block = block.max(next * SUPER);
        }
        Ok(None)
    }

    /// Makes room on every line.
    #[inline(always)]
    fn need_room(&mut self, end: usize) -> Result<(), SolveError> {
        if end <= self.room { Ok(()) } else { self.make_room(end) }
    }

    #[cold]
    fn make_room(&mut self, end: usize) -> Result<(), SolveError> {
        if end as u64 > LANE_LIMIT {
            return Err(TOO_FAR);
        }
        self.lines.iter_mut().for_each(|line| line.make_room(end));
        self.room = self.lines.iter().map(Line::room).min().unwrap_or(usize::MAX);
        memory_needed(self.bytes_held())
    }

    /// The first part of the top level from `from` on that may hold a mark; none within the lane's length.
    #[inline(always)]
    fn next_top(&self, from: usize) -> Option<usize> {
        const AT_ONCE: usize = 16;
        let end = self.length.div_ceil(SIZES[LEVELS - 1]);
        (from..end).step_by(AT_ONCE).find_map(|first| {
            let mut next = AT_ONCE;
            for (r, &left) in (0..self.q).zip(self.left.iter().cycle()) {
                if left > 0 {
                    let mut bounds = [0; AT_ONCE];
                    for line in &self.lines {
                        line.add_bounds(LEVELS - 1, first, r, self.q, &mut bounds);
                    }
                    next = bounds[..next].iter().position(|bound| *bound < left).unwrap_or(next);
                }
            }
            (next < AT_ONCE).then_some(first + next).filter(|found| *found < end)
        })
    }

    /// Of the 64 parts of a level that make up `part` of the next one, those that may hold a mark. Where there are
    /// none, the bounds of `part` are refreshed.
    #[inline(always)]
    fn hopeful_parts(&mut self, level: usize, part: usize) -> u64 {
        let mut hopeful = 0;
        for (r, &left) in (0..self.q).zip(self.left.iter().cycle()) {
            if left > 0 {
                let mut bounds = [0; BLOCK];
                for line in &self.lines {
                    line.add_bounds(level, part * BLOCK, r, self.q, &mut bounds);
                }
                hopeful |= below(&bounds, left);
            }
        }
        if hopeful == 0 && self.is_refreshing() {
            self.lines.iter_mut().for_each(|line| line.refresh(level + 1, part, self.q));
        }
        hopeful
    }

    /// Finds the marks of a block from the cell `from` on; says whether there are enough.
    #[inline(always)]
    fn block(&mut self, block: usize, from: usize, settled: &mut usize, enough: usize) -> bool {
        let mut sums = [0; BLOCK];
        for line in &self.lines {
            line.add_cells(block, &mut sums);
        }
        let first = block * BLOCK;
        let (mut at, end) = (from - first, BLOCK.min(self.length - first));
        let before = self.marks.len();
        let (mut candidates, mut stale) = (0, true);
        while at < end {
            if first + at < *settled {
                if sums[at] < self.left_at(first + at) {
                    self.mark(first + at, settled);
                    stale = true;
                }
                at += 1;
            } else {
                if stale {
                    candidates = self.candidates(first, &sums);
                    stale = false;
                }
                let rest = candidates & (u64::MAX << at);
                at = rest.trailing_zeros() as usize;
                if at >= end {
                    break;
                }
                self.mark(first + at, settled);
                stale = true;
                at += 1;
            }
            if self.marks.len() >= enough {
                return true;
            }
        }
        if self.marks.len() == before && candidates == 0 && !stale {
            self.vain += 1;
            if self.samples.is_some() {
                self.keep_sample(block);
            }
            if self.is_refreshing() {
                self.lines.iter_mut().for_each(|line| line.refresh(0, block, self.q));
            }
        }
        false
    }

    #[cold]
    fn keep_sample(&mut self, block: usize) {
        if let Some(samples) = &mut self.samples
            && samples.len() < SAMPLE
        {
            samples.push((block, self.left.clone()));
        }
    }

    /// Keeps the bounds apart modulo the least multiple of q that proves most of these blocks empty, if there is one.
    fn search_stripes(&mut self, samples: &[(usize, Vec<i32>)]) {
        let proves = |q: usize| {
            let is_proved = |(block, left): &&(usize, Vec<i32>)| {
                let mut sums = vec![0; q];
                self.lines.iter().for_each(|line| line.add_least(*block, q, &mut sums));
                sums.iter().zip(left.iter().cycle()).all(|(sum, left)| *left <= 0 || sum >= left)
            };
            samples.iter().filter(is_proved).count() * 4 >= samples.len() * 3
        };
        let found = (2..=LARGEST / self.q).map(|times| times * self.q).find(|q| proves(*q));
        if let Some(q) = found {
            self.q = q;
            self.lines.iter_mut().for_each(|line| line.split(q));
        }
        self.search.went(found.is_some(), self.lane as u64);
    }

    /// The cells of a block below their thresholds, where all own taps are behind.
    #[inline(always)]
    fn candidates(&self, first: usize, sums: &[i32; BLOCK]) -> u64 {
        if let [left] = self.left.as_slice() {
            return below(sums, *left);
        }
        let mut thresholds = [0; BLOCK];
        let mut residue = first % self.own.period;
        for threshold in &mut thresholds {
            *threshold = self.left[residue];
            residue = if residue + 1 == self.own.period { 0 } else { residue + 1 };
        }
        let mut slack = [0; BLOCK];
        for ((slack, sum), threshold) in slack.iter_mut().zip(sums).zip(&thresholds) {
            *slack = sum - threshold;
        }
        below(&slack, 0)
    }

    /// What is left of k for a cell that own taps may still be ahead of.
    fn left_at(&self, cell: usize) -> i32 {
        let Own { period, taps, last_tap, .. } = &self.own;
        let near = self.marks.iter().rev().map(|mark| cell - *mark as usize).take_while(|steps| steps < last_tap);
        let ahead = near.flat_map(|steps| {
            taps.iter().filter(move |(t, _)| *t > steps && (t - steps) % period == 0).map(|(_, tap)| tap)
        });
        self.left[cell % period] + ahead.sum::<i32>()
    }

    #[inline(always)]
    fn mark(&mut self, cell: usize, settled: &mut usize) {
        // Cells are below 2^31.
        self.marks.push(u32::try_from(cell).expect("lanes are no longer than their limit"));
        if let [left] = self.left.as_mut_slice() {
            *left -= self.own.settled;
        } else {
            for (t, tap) in &self.own.taps {
                self.left[(cell + t) % self.own.period] -= tap;
            }
        }
        *settled = cell + self.own.last_tap;
    }

    fn is_refreshing(&self) -> bool {
        (self.lane / self.cycle).is_multiple_of(PATIENCE)
    }
}

/// The P-positions of a board, kept lane by lane as the places of its marks.
pub(crate) struct Marked {
    hole: Option<Hole>,
    comply: bool,
    by: Lanes,
    /// Where each lane's marks end.
    ends: Vec<usize>,
    marks: Vec<u32>,
}

impl Marked {
    /// The board up to a position.
    ///
    /// # Errors
    /// As [`SparseLanes::new`] and [`SparseLanes::next_lane`]; when the watch stops the work.
    pub(crate) fn up_to(rules: &Rules, at: Position, watch: &dyn Watch) -> Result<Self, SolveError> {
        let (width, height) = at.board_sides();
        let (by, lanes, length) =
            if width <= height { (Lanes::Columns, width, height) } else { (Lanes::Rows, height, width) };
        let mut scan = SparseLanes::new(rules, by, Some(length))?;
        let comply = matches!(rules.twist, Twist::Comply { .. });
        let mut marked = Self { hole: rules.hole, comply, by, ends: Vec::new(), marks: Vec::new() };
        for lane in 0..lanes {
            if lane.is_multiple_of(REPORT_EVERY) {
                report(watch, lane, lanes)?;
                memory_needed(4 * marked.marks.len() as u64 + 8 * lane + scan.bytes_held())?;
            }
            marked.marks.extend_from_slice(scan.next_lane(usize::MAX)?.marks);
            marked.ends.push(marked.marks.len());
        }
        Ok(marked)
    }

    /// Whether a position of the board is a P-position.
    pub(crate) fn is_p(&self, at: Position) -> bool {
        let (lane, cell) = if self.by == Lanes::Columns { (at.x, at.y) } else { (at.y, at.x) };
        let lane = usize::try_from(lane).unwrap_or(usize::MAX);
        let from = lane.checked_sub(1).map_or(0, |before| self.ends[before]);
        let is_marked = self.marks[from..self.ends[lane]].binary_search_by(|mark| u64::from(*mark).cmp(&cell)).is_ok();
        is_marked != self.comply && !self.hole.is_some_and(|hole| hole.contains(&at))
    }
}

const TOO_FAR: SolveError = SolveError::Unsupported("the sparse engine ends at heaps of 2^31 tokens");

/// Which of 64 numbers are below a bound.
#[inline(always)]
fn below(numbers: &[i32; BLOCK], bound: i32) -> u64 {
    let flags = numbers.map(|number| u8::from(number < bound));
    // Eight bytes that are 0 or 1 become eight bits: byte i is moved to bit 56 + i, and no two meet below.
    let (eights, _) = flags.as_chunks::<8>();
    eights
        .iter()
        .rev()
        .fold(0, |bits, eight| bits << 8 | u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56)
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stripes of W^6 and W^10 have the periods 5 and 10. What is found in the lanes does not
    /// depend on that: see the tests of the engines.
    #[test]
    fn stripes_are_found() {
        for (text, period, before) in [("W^6", 5, 30_000), ("W^10", 5, 60_000)] {
            let game: crate::Game = text.parse().unwrap();
            let mut lanes = SparseLanes::new(game.rules().unwrap(), Lanes::Columns, None).unwrap();
            let first = lanes.q;
            let is_striped = |lanes: &SparseLanes| lanes.q > first && lanes.q.is_multiple_of(period);
            while !is_striped(&lanes) && lanes.lane < before {
                lanes.next_lane(usize::MAX).unwrap();
            }
            assert!(is_striped(&lanes), "{text}: {} in lane {}", lanes.q, lanes.lane);
            // Then there is nothing more to find.
            let (q, from) = (lanes.q, lanes.lane + 4096);
            while lanes.lane < from {
                lanes.next_lane(usize::MAX).unwrap();
            }
            let mut vain = 0;
            for _ in 0..1024 {
                lanes.next_lane(usize::MAX).unwrap();
                vain += lanes.vain;
            }
            assert_eq!(lanes.q, q, "{text}");
            assert!(vain < 1024 * 20, "{text}: {vain} vain tests in 1024 lanes");
        }
    }
}
