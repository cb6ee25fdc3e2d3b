//! Types of columns: what a substitution on them proves of a machine that reads what it has written.
//!
//! docs/STRIPS.md, section 6: the types are found on the first columns by [`guess`], and [`Types::are_right`] checks
//! the conditions of the theorem there, so it does not matter how they were found.

use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use super::verify::Strips;

/// So many columns are to show the types.
const SHOWN: usize = 1 << 16;

/// The most types.
const LIMIT: usize = 1 << 14;

/// A type of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Type {
    /// What the machine sees there.
    pub window: u32,
    /// h: what it reads.
    pub letter: u32,
    /// σ(t): the types of the columns whose rows it writes.
    pub image: Vec<u32>,
}

/// The columns X, X + 1, … have the types u σ(u) σ²(u) …
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Types {
    pub all: Vec<Type>,
    /// u.
    pub first: Vec<u32>,
}

impl Types {
    /// The types of a machine, if they are found and repeat themselves; the theorem's conditions are checked.
    pub(super) fn find(strips: &Strips) -> Option<Self> {
        guess(strips, SHOWN).filter(|types| types.are_right(strips))
    }

    /// The conditions of docs/STRIPS.md, section 6.
    fn are_right(&self, strips: &Strips) -> bool {
        let inner = strips.inner();
        let of = |name: u32| &self.all[name as usize];
        let step = |name: u32| inner.steps().get(&(of(name).window, of(name).letter));
        // (start)
        let Some(first) = self.first.first() else { return false };
        let is_start =
            of(*first).window == 0 && self.first.iter().map(|name| of(*name).letter).eq(inner.word().iter().copied());
        // (image): what is written, at least one row.
        let names = 0..u32::try_from(self.all.len()).expect("types are few");
        let are_images = names.into_iter().all(|name| {
            step(name).is_some_and(|step| {
                !step.written.is_empty()
                    && of(name).image.iter().map(|below| of(*below).letter).eq(step.written.iter().copied())
            })
        });
        if !is_start || !are_images {
            return false;
        }
        // (next): the pairs of neighbours.
        let within = |word: &[u32]| word.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>();
        let between = |one: &[u32], next: &[u32]| (one[one.len() - 1], next[0]);
        let mut queue = within(&self.first);
        queue.push(between(&self.first, &of(*first).image));
        queue.extend(self.all.iter().flat_map(|one| within(&one.image)));
        let mut known: FxHashSet<(u32, u32)> = FxHashSet::default();
        while let Some((one, next)) = queue.pop() {
            if known.insert((one, next)) {
                if step(one).is_none_or(|step| step.next != of(next).window) {
                    return false;
                }
                queue.push(between(&of(one).image, &of(next).image));
            }
        }
        true
    }
}

/// Names for things, by the order in which they come.
fn named<T: Eq + Hash>(things: impl Iterator<Item = T>) -> Vec<u32> {
    let mut names: FxHashMap<T, u32> = FxHashMap::default();
    let mut name = |thing| {
        let fresh = u32::try_from(names.len()).expect("names are few");
        *names.entry(thing).or_insert(fresh)
    };
    things.map(&mut name).collect()
}

/// How many names there are, of those that [`named`] gives.
fn count(names: &[u32]) -> usize {
    names.iter().max().map_or(0, |last| *last as usize + 1)
}

/// The types that so many columns show; `None` if they show too little.
fn guess(strips: &Strips, columns: usize) -> Option<Types> {
    let inner = strips.inner();
    let first = inner.word().len();
    // By the columns from X on: what each of them reads, sees, and the first of the rows that it writes.
    let (mut letters, mut windows, mut starts) = (inner.word().to_vec(), vec![0], vec![first]);
    for x in 0..columns {
        let step = inner.steps().get(&(windows[x], letters[x]))?;
        letters.extend_from_slice(&step.written);
        windows.push(step.next);
        starts.push(letters.len());
    }
    let looks = named((0..columns).map(|x| (windows[x], letters[x])));
    let mut types = looks.clone();
    loop {
        // The columns all of whose rows have a type.
        let length = starts.partition_point(|start| *start <= types.len()) - 1;
        if length <= first || count(&types) > LIMIT {
            return None;
        }
        let rows = |x: usize| starts[x]..starts[x + 1];
        let next = named((0..length).map(|x| (looks[x], &types[rows(x)])));
        // The next types tell at least as much as these.
        let found = count(&types[..length]);
        if count(&next) == found {
            let mut all: Vec<Option<Type>> = vec![None; found];
            for x in 0..length {
                all[types[x] as usize].get_or_insert_with(|| Type {
                    window: windows[x],
                    letter: letters[x],
                    image: types[rows(x)].to_vec(),
                });
            }
            let all = all.into_iter().collect::<Option<Vec<Type>>>()?;
            let is_closed = all.iter().flat_map(|one| &one.image).all(|name| (*name as usize) < found);
            return is_closed.then(|| Types { all, first: types[..first].to_vec() });
        }
        types = next;
    }
}
