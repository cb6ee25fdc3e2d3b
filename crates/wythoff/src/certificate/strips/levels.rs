//! The way from column X to any other, through the levels of a substitution (docs/STRIPS.md, section 6).
//!
//! The columns from X on are the pieces u, σ(u), σ²(u), …, *block* n being σⁿ(u). On level m a type t stands for the
//! columns of σᵐ(t), which write the rows of σᵐ⁺¹(t). So the lengths on two levels tell both how many columns and how
//! many rows lie before a place.

use dashu_int::UBig;

use super::types::Types;
use super::way::{Measure, Place, Way};
use crate::watch::{Interrupted, Watch, report};

/// So many levels are kept together. Of all others every so many-th one is.
const STRIDE: usize = 512;

/// So many types of u lie between two places at which they are counted.
const COARSE: usize = 64;

/// So many levels are done between two reports.
const LEVELS_AT_ONCE: usize = 64;

/// A level m.
#[derive(Clone, Debug)]
struct Level {
    /// |σᵐ(t)| for each type t.
    lengths: Vec<UBig>,
    /// The first column of block m.
    start: UBig,
}

/// The types, and the first levels.
pub(super) struct Tower {
    types: Types,
    /// How often each type occurs in the first types of u, after every [`COARSE`] of them; and in all of u.
    counts: Vec<Vec<u32>>,
    /// [`STRIDE`] levels, and one more.
    levels: Vec<Level>,
}

impl Tower {
    /// X is the first column.
    pub(super) fn new(types: Types, column: u32) -> Self {
        let mut counts = vec![vec![0; types.all.len()]];
        for piece in types.first.chunks(COARSE) {
            let mut count = counts[counts.len() - 1].clone();
            for name in piece {
                count[*name as usize] += 1;
            }
            counts.push(count);
        }
        let first = Level { lengths: vec![UBig::ONE; types.all.len()], start: column.into() };
        let mut tower = Self { types, counts, levels: Vec::new() };
        tower.levels = tower.from(first);
        tower
    }

    fn level_after(&self, level: &Level) -> Level {
        let length = |image: &Vec<u32>| image.iter().map(|name| &level.lengths[*name as usize]).sum();
        let block = weighted(&self.counts[self.counts.len() - 1], &level.lengths);
        Level { lengths: self.types.all.iter().map(|one| length(&one.image)).collect(), start: &level.start + block }
    }

    /// [`STRIDE`] levels and one more, from this one on.
    fn from(&self, first: Level) -> Vec<Level> {
        let mut levels = vec![first];
        for at in 0..STRIDE {
            levels.push(self.level_after(&levels[at]));
        }
        levels
    }

    /// The type of the column.
    fn type_at(&self, place: &Place) -> u32 {
        place.steps.last().map_or(self.types.first[place.at], |(name, _)| *name)
    }

    /// How many columns of each type lie before this one, from X on.
    fn before(&self, place: &Place) -> Vec<UBig> {
        let mut counts = vec![UBig::ZERO; self.types.all.len()];
        let add = |counts: &mut Vec<UBig>, names: &[u32]| {
            for name in names {
                counts[*name as usize] += 1_u8;
            }
        };
        add(&mut counts, &self.types.first[..place.at]);
        let mut name = self.types.first[place.at];
        for &(below, at) in &place.steps {
            // A level down: all that was counted, and what this level has besides.
            let mut next: Vec<UBig> = self.counts[self.counts.len() - 1].iter().map(|count| (*count).into()).collect();
            for (one, count) in self.types.all.iter().zip(&counts) {
                one.image.iter().for_each(|to| next[*to as usize] += count);
            }
            add(&mut next, &self.types.all[name as usize].image[..at as usize]);
            (counts, name) = (next, below);
        }
        counts
    }
}

impl Way for Tower {
    fn last(&self, measure: Measure, most: &UBig, watch: &dyn Watch) -> Result<Place, Interrupted> {
        let mut levels = Levels { tower: self, marks: Vec::new(), stretch: Vec::new(), from: 0 };
        let mut block = 0;
        loop {
            if block % LEVELS_AT_ONCE == 0 {
                report(watch, block as u64, block as u64 + 1)?;
            }
            // r(x) of the first column of a block is the first column of the next one.
            let [this, next] = levels.pair(block + 1);
            if !measure.is_at_most(&this.start, &next.start, most) {
                break;
            }
            block += 1;
        }
        let [this, next] = levels.pair(block);
        let after = |count: &Vec<u32>| {
            (&this.start + weighted(count, &this.lengths), &next.start + weighted(count, &next.lengths))
        };
        let whole = &self.counts[..self.counts.len() - 1];
        let coarse = whole.partition_point(|count| {
            let (x, row) = after(count);
            measure.is_at_most(&x, &row, most)
        });
        let coarse = coarse.saturating_sub(1);
        let (mut x, mut row) = after(&whole[coarse]);
        let place = passed(measure, most, [this, next], &self.types.first[coarse * COARSE..], &mut x, &mut row);
        let at = coarse * COARSE + place;
        let (mut name, mut steps) = (self.types.first[at], Vec::with_capacity(block));
        for level in (0..block).rev() {
            if level % LEVELS_AT_ONCE == 0 {
                report(watch, 2 * block as u64 - level as u64, 2 * block as u64)?;
            }
            let image = &self.types.all[name as usize].image;
            let place = passed(measure, most, levels.pair(level), image, &mut x, &mut row);
            name = image[place];
            steps.push((name, u32::try_from(place).expect("images are in memory")));
        }
        Ok(Place { x, row, at, steps })
    }

    fn look(&self, place: &Place) -> (u32, u32) {
        let one = &self.types.all[self.type_at(place) as usize];
        (one.window, one.letter)
    }

    fn advance(&self, place: &mut Place) {
        let depth = place.steps.len();
        // Up to where the image above has another type, then down by first ones.
        let mut name = loop {
            let Some((_, at)) = place.steps.pop() else {
                place.at += 1;
                break None;
            };
            let above = self.type_at(place);
            if let Some(next) = self.types.all[above as usize].image.get(at as usize + 1) {
                place.steps.push((*next, at + 1));
                break Some(*next);
            }
        };
        let mut levels = depth;
        if place.at == self.types.first.len() {
            place.at = 0;
            levels += 1;
        }
        for _ in place.steps.len()..levels {
            let above = name.unwrap_or(self.types.first[place.at]);
            let below = self.types.all[above as usize].image[0];
            place.steps.push((below, 0));
            name = Some(below);
        }
    }

    fn read_before(&self, place: &Place) -> UBig {
        self.types.all.iter().zip(self.before(place)).map(|(one, count)| count * one.letter).sum()
    }
}

/// So many of each.
fn weighted(counts: &[u32], weights: &[UBig]) -> UBig {
    counts.iter().zip(weights).filter(|(count, _)| **count > 0).map(|(count, weight)| weight * *count).sum()
}

/// The place of the last of these types that begins with a measure that is at most this; x and r(x) go there.
fn passed(
    measure: Measure,
    most: &UBig,
    [this, next]: [&Level; 2],
    names: &[u32],
    x: &mut UBig,
    row: &mut UBig,
) -> usize {
    for (place, name) in names[..names.len() - 1].iter().enumerate() {
        let after = (&*x + &this.lengths[*name as usize], &*row + &next.lengths[*name as usize]);
        if !measure.is_at_most(&after.0, &after.1, most) {
            return place;
        }
        (*x, *row) = after;
    }
    names.len() - 1
}

/// The levels, on the way up and down again; few are in memory.
struct Levels<'a> {
    tower: &'a Tower,
    /// Every [`STRIDE`]-th level but the first, as far as it was come.
    marks: Vec<Level>,
    /// The levels between two of them, both included, if it is not the first stretch.
    stretch: Vec<Level>,
    /// The number of the stretch.
    from: usize,
}

impl Levels<'_> {
    /// A level and the next one. They are asked for in order, up and then down.
    fn pair(&mut self, level: usize) -> [&Level; 2] {
        let wanted = level / STRIDE;
        if wanted > self.marks.len() {
            let last = if wanted == 1 { &self.tower.levels } else { &self.stretch };
            self.marks.push(last[STRIDE].clone());
        }
        if wanted > 0 && wanted != self.from {
            self.stretch = self.tower.from(self.marks[wanted - 1].clone());
            self.from = wanted;
        }
        let levels = if wanted == 0 { &self.tower.levels } else { &self.stretch };
        [&levels[level % STRIDE], &levels[level % STRIDE + 1]]
    }
}
