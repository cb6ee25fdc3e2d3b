//! The search for a certificate.
//!
//! The block engine raises the board level by level. The rules of level j that it used are those that the rules of
//! level j + 1 asked for, and nothing else: so as soon as the rules of two levels t < t + q are *the same* up to the
//! names of the blocks, the levels 0, …, t + q − 1 are a proof. Level t + q has the table of level t; the levels above
//! t gave rise to each other by filling parts with the rules below, and that looks at names only, so level t + q + 1
//! has the table of level t + 1, and so on for ever.
//!
//! Whether two tables are the same is decided by giving each its own names (`Table`): K is 0, Z is 1, and then, again
//! and again, among the rules whose three neighbours have names and whose result has none, the one with the smallest
//! names gives its result the next name. Every block of the board comes after its neighbours, so all blocks get a name,
//! and the names depend on nothing but the structure. Two tables are the same up to names iff with these names they are
//! equal.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::certificate::{Certificate, Class, FORMAT, Interval, Intervals};
use crate::engine::blocks::{Block, Blocks, Id, K, Level, LevelSize, Numeration, Place, Z};
use crate::solve::SolveError;
use crate::watch::Watch;

/// A search in one numeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The numeration, with its lengths.
    pub numeration: Numeration,
    /// The proof, if two levels have the same rules.
    pub certificate: Option<Certificate>,
    /// What each level needed.
    pub sizes: Vec<LevelSize>,
}

/// Looks for a certificate of W^k in the given numeration, with at most so many rules over all levels.
///
/// ```
/// use wythoff::proof::find;
/// let attempt = find(3, "binary".parse()?, 1000, &())?;
/// let certificate = attempt.certificate.expect("W^3 is self-similar");
/// assert_eq!((certificate.pre_period, certificate.period), (0, 1));
/// assert_eq!(certificate.levels[0].rules.len(), 44);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When k is out of range, or the watcher stops the search.
pub fn find(k: u64, numeration: Numeration, rule_limit: usize, watch: &dyn Watch) -> Result<Attempt, SolveError> {
    let mut blocks = Blocks::new(k, numeration)?.with_rule_limit(rule_limit);
    let mut tables = Tables::default();
    let mut certificate = None;
    while certificate.is_none() && blocks.can_rise() {
        match blocks.raise(watch) {
            Ok(()) => {}
            Err(SolveError::BlocksGrow { .. }) => break,
            Err(error) => return Err(error),
        }
        if let Some((t, same)) = repetition(blocks.levels(), &mut tables) {
            let tables: Vec<Table> = blocks.levels()[..=same].iter().map(Table::of).collect();
            certificate = Some(write_down(&blocks, &tables, t, same));
        }
    }
    Ok(Attempt { numeration: blocks.numeration().clone(), certificate, sizes: blocks.sizes() })
}

/// The tables of levels that were compared so far.
type Tables = FxHashMap<usize, Table>;

/// The first level that has the table of an earlier one, that earlier one first. Only levels with as many blocks and
/// rules are compared, and tables are kept as long as their level has no more rules.
fn repetition(levels: &[Level], tables: &mut Tables) -> Option<(usize, usize)> {
    let size = |at: usize| (levels[at].blocks().len(), levels[at].rule_count());
    let pairs = (1..levels.len()).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
    pairs.filter(|&(earlier, later)| size(earlier) == size(later)).find(|&(earlier, later)| {
        for at in [earlier, later] {
            if tables.get(&at).is_none_or(|table| table.rules.len() < levels[at].rule_count()) {
                tables.insert(at, Table::of(&levels[at]));
            }
        }
        tables[&earlier].rules == tables[&later].rules
    })
}

/// The rules of a level, with names that depend on their structure alone.
#[derive(Debug)]
struct Table {
    /// Sorted; the shape is that of the result.
    rules: Vec<(Place, Id)>,
    /// The block of each name, from 2 on.
    ids: Vec<Id>,
    /// The name of each block.
    names: FxHashMap<Id, Id>,
}

impl Table {
    fn of(level: &Level) -> Self {
        let rules: Vec<(Place, Id)> = level.rules().collect();
        // For each block the rules that wait for its name.
        let mut waiting: FxHashMap<Id, Vec<usize>> = FxHashMap::default();
        let mut missing: Vec<usize> = Vec::with_capacity(rules.len());
        for (index, (place, _)) in rules.iter().enumerate() {
            let mut neighbours = vec![place.north_west, place.north, place.west];
            neighbours.sort_unstable();
            neighbours.dedup();
            missing.push(neighbours.len());
            for id in neighbours {
                waiting.entry(id).or_default().push(index);
            }
        }
        let mut names: FxHashMap<Id, Id> = FxHashMap::default();
        let mut ids = Vec::new();
        let mut ready = BinaryHeap::new();
        let mut named = vec![K, Z];
        loop {
            for id in named.drain(..) {
                let name =
                    if id <= Z { id } else { u32::try_from(ids.len() + 2).expect("there are fewer names than ids") };
                names.insert(id, name);
                if id > Z {
                    ids.push(id);
                }
                for &index in waiting.get(&id).into_iter().flatten() {
                    missing[index] -= 1;
                    if missing[index] == 0 {
                        ready.push(Reverse((renamed(&names, rules[index].0), rules[index].1)));
                    }
                }
            }
            let Some(Reverse((_, result))) = ready.pop() else { break };
            if !names.contains_key(&result) {
                named.push(result);
            }
        }
        let mut rules: Vec<(Place, Id)> =
            rules.into_iter().map(|(place, result)| (renamed(&names, place), names[&result])).collect();
        rules.sort_unstable();
        Self { rules, ids, names }
    }

    /// The table as a class of levels.
    fn class(&self, level: &Level, origin: Id) -> Class {
        let shape = |id: &Id| {
            let (rows, columns) = level.blocks()[*id as usize - 2].shape;
            [rows, columns].map(Numeration::letter).iter().collect()
        };
        let types = ["K".to_owned(), "Z".to_owned()].into_iter().chain(self.ids.iter().map(shape)).collect();
        let rule = |(place, result): &(Place, Id)| [place.north_west, place.north, place.west, *result];
        let mut rules: Vec<[u32; 4]> = self.rules.iter().map(rule).collect();
        rules.sort_unstable();
        Class { types, origin: self.names[&origin], rules }
    }

    /// The blocks in the order of their names.
    fn blocks<'l>(&'l self, level: &'l Level) -> impl Iterator<Item = &'l Block> + 'l {
        self.ids.iter().map(|id| &level.blocks()[*id as usize - 2])
    }
}

fn renamed(names: &FxHashMap<Id, Id>, place: Place) -> Place {
    let Place { north_west, north, west, shape } = place;
    Place { north_west: names[&north_west], north: names[&north], west: names[&west], shape }
}

/// The certificate in which level `same` has the table of level t.
fn write_down(blocks: &Blocks, tables: &[Table], t: usize, same: usize) -> Certificate {
    let (levels, numeration) = (blocks.levels(), blocks.numeration());
    let letters = |word: &Vec<u8>| word.iter().map(|symbol| Numeration::letter(*symbol)).collect();
    let symbols = (0..).zip(numeration.words()).zip(numeration.lengths());
    let symbols = symbols.map(|((symbol, word), length)| Interval {
        symbol: Numeration::letter(symbol),
        word: letters(word),
        length: *length,
    });
    let k = i64::from(blocks.k());
    let contents = tables[0].blocks(&levels[0]).map(|block| {
        let width = usize::try_from(levels[0].length(block.shape.1)).expect("level 0 has short intervals");
        block.parts.chunks(width).map(|row| row.iter().map(|n| i64::from(*n) - k).collect()).collect()
    });
    let children = (0..same).map(|below| {
        let grid = |block: &Block| {
            let width = numeration.word(block.shape.1).len();
            let name = |id: &Id| tables[below].names[id];
            block.parts.chunks(width).map(|row| row.iter().map(name).collect()).collect()
        };
        tables[below + 1].blocks(&levels[below + 1]).map(grid).collect()
    });
    Certificate {
        format: FORMAT.to_owned(),
        k: blocks.k(),
        numeration: Intervals { name: numeration.name().to_owned(), symbols: symbols.collect() },
        pre_period: t,
        period: same - t,
        levels: (0..same).map(|at| tables[at].class(&levels[at], blocks.origins()[at])).collect(),
        contents: contents.collect(),
        children: children.collect(),
    }
}
