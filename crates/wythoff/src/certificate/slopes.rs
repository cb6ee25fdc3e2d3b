//! The directions in which the palaces of W^k run away, and how many run along each: read off a certificate, with
//! proof.
//!
//! On high levels the blocks of one shape have nearly the same sides: a letter s has the length cλ^j·v_s + O(|λ'|^j) on
//! level j, where λ > 1 is the growth of the numeration and |λ'| < 1. So take the numbers v_s for lengths, blow up by λ
//! from level to level, and draw lines of slope α through the origin. In a block of level j a line is y = αx + h, in
//! units of cλ^j from the block's corner; in its child that begins at (V_x, V_y) the same line has
//! h' = λh + αV_x − V_y. A **state** is a type with the lines that meet the block.
//!
//! **Theorem.** *If finitely many states are reached from the origin with all its lines, and each with a type that may
//! hold palaces has a line, then y − αx is bounded on the palaces, for one of the slopes α each.* For then a line meets
//! every block of the first periodic level that holds a palace; the sides of the blocks above it differ from those
//! drawn by O(|λ'|^j), which adds up to O(1).
//!
//! [`threads`] guesses the slopes from two places of one type on the same thread and then checks this. It is finite and
//! exact: all numbers lie in the field of λ.
//!
//! **How many.** Blocks with lines of one slope only belong to that thread. Their palaces in the origin block of level
//! j are a sequence of integers that a matrix generates, so a guessed recurrence that holds for as many terms in a row
//! as the matrix has rows holds for ever (Cayley and Hamilton). With it the count is Aλ^j + O(1) or O(j), and A is
//! exact.

use std::collections::{BTreeMap, VecDeque};

use dashu_int::{IBig, UBig};
use serde::{Serialize, Serializer};

use super::verify::Certificate;
use crate::exact::Surd;

/// More states than this are not explored.
const STATE_LIMIT: usize = 1 << 16;

/// So many places of each type are looked at when slopes are guessed.
const PLACES: usize = 6;

/// A type belongs to a thread, and not only to the end of one, if it has so many palaces so many levels up. This only
/// guides guesses.
const GROWN: (usize, u32) = (64, 1 << 20);

/// The palaces along one direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProvedThread {
    /// The α with y − αx bounded.
    #[serde(serialize_with = "as_text")]
    pub slope: Surd,
    /// The palaces for each column, in the limit over the origin blocks of higher and higher levels.
    #[serde(serialize_with = "as_text")]
    pub per_column: Surd,
}

fn as_text<S: Serializer>(number: &Surd, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

/// What a certificate proves, in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Theorem {
    /// W^k is self-similar.
    pub k: u32,
    /// In blocks of this numeration.
    pub numeration: String,
    /// How many types of blocks there are.
    pub types: usize,
    /// How many rules.
    pub rules: usize,
    /// How many classes of levels are used once.
    pub pre_period: usize,
    /// How many classes of levels are used in turn for ever.
    pub period: usize,
    /// The [`threads`], if somebody asked and they were found.
    pub threads: Option<Vec<ProvedThread>>,
}

impl Theorem {
    /// What the certificate says, with its threads.
    pub fn of(certificate: &Certificate, threads: Option<Vec<ProvedThread>>) -> Self {
        let levels = certificate.levels();
        Self {
            k: certificate.k(),
            numeration: certificate.numeration().name.clone(),
            types: levels.iter().map(|level| level.shapes.len()).sum(),
            rules: levels.iter().map(|level| level.rules.len()).sum(),
            pre_period: certificate.pre_period(),
            period: certificate.period(),
            threads,
        }
    }
}

/// The threads of W^k, by their slopes; `None` when the lines through the origin are not found or do not suffice.
pub fn threads(certificate: &Certificate) -> Option<Vec<ProvedThread>> {
    let plan = Plan::new(certificate)?;
    let guessed = plan.guess();
    let needed = |states: &States, slopes: &[Surd]| -> Option<Vec<ProvedThread>> {
        let densities = plan.densities(states, slopes.len())?;
        let threads = slopes.iter().zip(densities).map(|(slope, density)| {
            // The origin block is square: a steep line leaves it below, a flat one on the right.
            let steep = *slope > Surd::rational(1, 1);
            ProvedThread { slope: slope.clone(), per_column: if steep { slope * &density } else { density } }
        });
        Some(threads.filter(|thread| thread.per_column > Surd::rational(0, 1)).collect())
    };
    let first = needed(&plan.states(&guessed)?, &guessed)?;
    let slopes: Vec<Surd> = first.into_iter().map(|thread| thread.slope).collect();
    let threads = needed(&plan.states(&slopes)?, &slopes)?;
    (threads.len() == slopes.len()).then_some(threads)
}

/// A type of a periodic class.
type Block = (usize, u32);

/// A child that may hold a palace, and where it begins in its parent.
struct Child {
    block: Block,
    x: Surd,
    y: Surd,
}

/// The certificate in the geometry of its numeration.
struct Plan<'c> {
    certificate: &'c Certificate,
    /// λ, and its conjugate λ'; none when λ is an integer.
    growth: Surd,
    conjugate: Option<Surd>,
    /// v: the side of each symbol.
    sides: Vec<Surd>,
    /// For the blocks that may hold palaces, their children that may.
    children: BTreeMap<Block, Vec<Child>>,
}

/// The states: for each, the lines (the index of a slope, and h) and the states of the children.
struct States {
    blocks: Vec<Block>,
    lines: Vec<Vec<(usize, Surd)>>,
    children: Vec<Vec<usize>>,
    /// The state of the origin in each periodic class.
    origins: Vec<usize>,
}

impl<'c> Plan<'c> {
    fn new(certificate: &'c Certificate) -> Option<Self> {
        let words = &certificate.numeration().words;
        // How often a letter stands in a word: words have at most 65 letters, so nothing below overflows.
        let count =
            |word: usize, letter: usize| words[word].iter().map(|&other| i64::from(other == letter)).sum::<i64>();
        let (growth, conjugate, sides) = match words.len() {
            1 => (Surd::rational(count(0, 0), 1), None, vec![Surd::rational(1, 1)]),
            // Products of A → AⁿB, B → A: the counts have the determinant ±1, so λ² = (trace)λ ∓ 1, λ' = ±1/λ, and λv_A
            // is the length of A's word.
            2 => {
                let (a, b) = (count(0, 0), count(0, 1));
                let (trace, norm) = (a + count(1, 1), a * count(1, 1) - b * count(1, 0));
                if norm.abs() != 1 || b == 0 {
                    return None;
                }
                let square = u64::try_from(trace * trace - 4 * norm).ok()?;
                // (trace + √square)/2, without a square factor under the root.
                let factor = (1..=square.isqrt()).rev().find(|factor| square.is_multiple_of(factor * factor))?;
                let growth = Surd::new(trace, factor, square / (factor * factor), 2);
                let side = &(&growth - &Surd::rational(a, 1)) * &Surd::rational(1, b);
                (growth.clone(), Some(growth.conjugate()), vec![Surd::rational(1, 1), side])
            }
            _ => return None,
        };
        let mut plan = Self { certificate, growth, conjugate, sides, children: BTreeMap::new() };
        plan.find_children();
        Some(plan)
    }

    fn first(&self) -> usize {
        self.certificate.pre_period()
    }

    fn classes(&self) -> std::ops::Range<usize> {
        self.first()..self.certificate.levels().len()
    }

    /// The periodic class below a periodic class.
    fn below(&self, class: usize) -> usize {
        if class == self.first() { self.classes().end - 1 } else { class - 1 }
    }

    fn origin(&self, class: usize) -> Block {
        (class, self.certificate.levels()[class].origin)
    }

    /// All children of a type on a level of the given class, row by row: their types and where they lie.
    fn grid(&self, (class, of): Block, below: usize) -> impl Iterator<Item = (u32, usize, usize)> + '_ {
        let words = &self.certificate.numeration().words;
        let (rows, columns) = self.shape((class, of));
        let (rows, columns) = (words[rows].len(), words[columns].len());
        let places = (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
        places.map(move |(row, column)| (self.certificate.child(below, of, row, column), row, column))
    }

    fn shape(&self, (class, of): Block) -> (usize, usize) {
        self.certificate.levels()[class].shapes[of as usize].expect("outside types have no palaces")
    }

    fn types(&self, class: usize) -> impl Iterator<Item = u32> + use<> {
        2..u32::try_from(self.certificate.levels()[class].shapes.len()).expect("types are named by 32-bit numbers")
    }

    /// The palaces in each type on the levels 0, 1, …: the class of the level, and the counts.
    fn populations(&self) -> impl Iterator<Item = (usize, Vec<UBig>)> + '_ {
        let lengths = &self.certificate.numeration().lengths;
        let palaces = |of: u32| {
            let (rows, columns) = self.shape((0, of));
            let row =
                |row| (0..lengths[columns] as usize).filter(move |&x| self.certificate.content(of, row, x) < 0).count();
            UBig::from((0..lengths[rows] as usize).map(row).sum::<usize>())
        };
        let first: Vec<UBig> = [UBig::ZERO, UBig::ZERO].into_iter().chain(self.types(0).map(palaces)).collect();
        std::iter::successors(Some((0, first)), |(below, counts)| {
            let class = self.certificate.above(*below);
            let sum = |of: u32| self.grid((class, of), *below).map(|(child, ..)| &counts[child as usize]).sum::<UBig>();
            Some((class, [UBig::ZERO, UBig::ZERO].into_iter().chain(self.types(class).map(sum)).collect()))
        })
    }

    /// Finds the blocks that hold a palace on some level from the first periodic one on.
    fn find_children(&mut self) {
        let (class, counts) = self.populations().nth(self.first()).expect("levels have no end");
        let ground = self.types(class).filter(|&of| !counts[of as usize].is_zero());
        let mut populated: std::collections::BTreeSet<Block> = ground.map(|of| (class, of)).collect();
        loop {
            let before = populated.len();
            for class in self.classes() {
                let below = self.below(class);
                for of in self.types(class) {
                    if self.grid((class, of), below).any(|(child, ..)| populated.contains(&(below, child))) {
                        populated.insert((class, of));
                    }
                }
            }
            if populated.len() == before {
                break;
            }
        }
        let starts = self.starts();
        for &block in &populated {
            let (below, (rows, columns)) = (self.below(block.0), self.shape(block));
            let children = self.grid(block, below).filter(|&(child, ..)| populated.contains(&(below, child)));
            let child = |(of, row, column): (u32, usize, usize)| {
                let (x, y) = (starts[columns][column].clone(), starts[rows][row].clone());
                Child { block: (below, of), x, y }
            };
            let children = children.map(child).collect();
            self.children.insert(block, children);
        }
    }

    /// V: where the letters of each word begin.
    fn starts(&self) -> Vec<Vec<Surd>> {
        let words = &self.certificate.numeration().words;
        let starts = |word: &Vec<usize>| {
            let mut at = Surd::rational(0, 1);
            let next = |&letter: &usize| {
                let end = &at + &self.sides[letter];
                std::mem::replace(&mut at, end)
            };
            word.iter().map(next).collect()
        };
        words.iter().map(starts).collect()
    }

    /// The slopes between two places of the same type, for types with many palaces.
    fn guess(&self) -> Vec<Surd> {
        let (levels, many) = GROWN;
        let high = self.populations().skip(self.first() + levels).take(self.certificate.period());
        let grown: BTreeMap<usize, Vec<UBig>> = high.collect();
        let zero = Surd::rational(0, 1);
        let mut places: BTreeMap<Block, Vec<(Surd, Surd)>> = BTreeMap::new();
        let mut open: VecDeque<(Block, Surd, Surd)> =
            self.classes().map(|class| (self.origin(class), zero.clone(), zero.clone())).collect();
        while let Some((block, x, y)) = open.pop_front() {
            let known = places.entry(block).or_default();
            if known.len() >= PLACES || known.contains(&(x.clone(), y.clone())) {
                continue;
            }
            known.push((x.clone(), y.clone()));
            for child in self.children.get(&block).into_iter().flatten() {
                let along = |begin: &Surd, offset: &Surd| &(&self.growth * begin) + offset;
                open.push_back((child.block, along(&x, &child.x), along(&y, &child.y)));
            }
        }
        let mut slopes = Vec::new();
        for ((class, of), places) in places {
            if grown[&class][of as usize] < UBig::from(many) {
                continue;
            }
            let (x, y) = &places[0];
            let slope = |(other_x, other_y): &(Surd, Surd)| Some(&(other_y - y) * &(other_x - x).inverse()?);
            slopes.extend(places[1..].iter().filter_map(slope).filter(|slope| *slope > zero));
        }
        slopes.sort_unstable();
        slopes.dedup();
        slopes
    }

    /// All states, if they are finitely many and each has a line.
    fn states(&self, slopes: &[Surd]) -> Option<States> {
        let all: Vec<(usize, Surd)> = (0..slopes.len()).map(|slope| (slope, Surd::rational(0, 1))).collect();
        let mut states = States { blocks: Vec::new(), lines: Vec::new(), children: Vec::new(), origins: Vec::new() };
        let mut index = BTreeMap::new();
        let mut enter = |states: &mut States, block: Block, lines: Vec<(usize, Surd)>| {
            *index.entry((block, lines.clone())).or_insert_with(|| {
                states.blocks.push(block);
                states.lines.push(lines);
                states.blocks.len() - 1
            })
        };
        for class in self.classes() {
            let origin = enter(&mut states, self.origin(class), all.clone());
            states.origins.push(origin);
        }
        while states.children.len() < states.blocks.len() {
            let state = states.children.len();
            let mut children = Vec::new();
            for child in self.children.get(&states.blocks[state]).into_iter().flatten() {
                let line = |(slope, h): &(usize, Surd)| {
                    let shift = &(&slopes[*slope] * &child.x) - &child.y;
                    (*slope, &(&self.growth * h) + &shift)
                };
                let lines = states.lines[state].iter().map(line);
                let lines: Vec<_> = lines.filter(|(slope, h)| self.meets(child.block, &slopes[*slope], h)).collect();
                if lines.is_empty() {
                    return None;
                }
                children.push(enter(&mut states, child.block, lines));
            }
            states.children.push(children);
            if states.blocks.len() > STATE_LIMIT {
                return None;
            }
        }
        Some(states)
    }

    /// Whether the line y = αx + h, α > 0, meets the block, its edges included.
    fn meets(&self, block: Block, slope: &Surd, h: &Surd) -> bool {
        let (rows, columns) = self.shape(block);
        *h <= self.sides[rows] && &(slope * &self.sides[columns]) + h >= Surd::rational(0, 1)
    }

    /// For each slope the palaces for each unit of the origin block's side, in the limit.
    fn densities(&self, states: &States, slopes: usize) -> Option<Vec<Surd>> {
        let sequences = self.counts(states, slopes);
        sequences.iter().map(|sequence| self.density(sequence)).collect()
    }

    /// The dimension of the matrix that takes one period of levels to the next, for the counts of [`Self::counts`].
    fn dimension(&self, states: &States) -> usize {
        let first = self.first();
        let mixed = states.blocks.iter().filter(|block| block.0 == first).count();
        mixed + self.certificate.levels()[first].shapes.len()
    }

    /// For each slope the palaces in the origin block on the levels t, t + q, t + 2q, … that lie in blocks with lines
    /// of that slope only.
    fn counts(&self, states: &States, slopes: usize) -> Vec<Vec<UBig>> {
        let period = self.certificate.period();
        let terms = TRANSIENT + self.dimension(states) + ORDER;
        let is_mixed = |state: usize| states.lines[state].len() > 1;
        let mixed: Vec<usize> = (0..states.blocks.len()).filter(|&state| is_mixed(state)).collect();
        let mut found = vec![Vec::with_capacity(terms); slopes];
        let mut inside = vec![vec![UBig::ZERO; slopes]; states.blocks.len()];
        let mut last: Option<Vec<UBig>> = None;
        for (level, (class, counts)) in self.populations().skip(self.first()).enumerate() {
            if let Some(last) = &last {
                let mut next = inside.clone();
                for &state in mixed.iter().filter(|&&state| states.blocks[state].0 == class) {
                    next[state] = vec![UBig::ZERO; slopes];
                    for &child in &states.children[state] {
                        match states.lines[child][..] {
                            [(slope, _)] => next[state][slope] += &last[states.blocks[child].1 as usize],
                            _ => next[state].iter_mut().zip(&inside[child]).for_each(|(sum, count)| *sum += count),
                        }
                    }
                }
                inside = next;
            }
            if level.is_multiple_of(period) {
                for (slope, sequence) in found.iter_mut().enumerate() {
                    let origin = states.origins[0];
                    // With one line only, all palaces of the origin are on it.
                    let count = if is_mixed(origin) {
                        &inside[origin][slope]
                    } else {
                        &counts[states.blocks[origin].1 as usize]
                    };
                    sequence.push(count.clone());
                }
                if found.iter().all(|sequence| sequence.len() == terms) {
                    break;
                }
            }
            last = Some(counts);
        }
        found
    }

    /// The limit of count/side, if the counts obey (E^p − 1)^e χ(E) = 0 for small p and e, where E goes one period up
    /// and χ is the polynomial of λ^q.
    fn density(&self, counts: &[UBig]) -> Option<Surd> {
        let counts: Vec<IBig> = counts.iter().map(|count| IBig::from(count.clone())).collect();
        let growth = power(&self.growth, self.certificate.period());
        let conjugate = self.conjugate.as_ref().map(|conjugate| power(conjugate, self.certificate.period()));
        let dominant = |terms: &[IBig]| {
            let term = |index: usize| Surd::from(terms[index].clone());
            conjugate.as_ref().map_or_else(|| term(0), |conjugate| &term(1) - &(conjugate * &term(0)))
        };
        for (e, p) in [(1, 1..=24), (2, 1..=12)].into_iter().flat_map(|(e, periods)| periods.map(move |p| (e, p))) {
            let mut terms = counts.clone();
            for _ in 0..e {
                terms = terms.iter().zip(&terms[p..]).map(|(now, then)| then - now).collect();
            }
            if !obeys(&terms[TRANSIENT..], &growth, conjugate.as_ref()) {
                continue;
            }
            // terms_m = (λ^{qp} − 1)^e Aλ^{qm} + …, and side_m = Cλ^{qm} + …
            let factor = power(&(&power(&growth, p) - &Surd::rational(1, 1)), e);
            let sides: Vec<IBig> = self.origin_sides(TRANSIENT + 2).into_iter().skip(TRANSIENT).collect();
            let count = &dominant(&terms[TRANSIENT..]) * &factor.inverse()?;
            return Some(&count * &dominant(&sides).inverse()?);
        }
        None
    }

    /// The side of the origin block on the levels t, t + q, …
    fn origin_sides(&self, terms: usize) -> Vec<IBig> {
        let numeration = self.certificate.numeration();
        let mut sides: Vec<IBig> = numeration.lengths.iter().map(|&length| IBig::from(length)).collect();
        let mut found = Vec::new();
        for level in 0.. {
            if level >= self.first() && (level - self.first()).is_multiple_of(self.certificate.period()) {
                found.push(sides[0].clone());
            }
            if found.len() == terms {
                break;
            }
            sides = numeration.words.iter().map(|word| word.iter().map(|&letter| &sides[letter]).sum()).collect();
        }
        found
    }
}

/// So many terms at the beginning may differ.
const TRANSIENT: usize = 16;

/// The largest order of a guessed recurrence: ep ≤ 24, and 2 for χ.
const ORDER: usize = 26;

/// Whether the terms obey χ(E) = 0 with the roots λ^q and, if there is one, its conjugate.
fn obeys(terms: &[IBig], growth: &Surd, conjugate: Option<&Surd>) -> bool {
    match conjugate {
        None => terms.windows(2).all(|pair| pair[1] == &pair[0] * growth.floor()),
        Some(conjugate) => {
            let (trace, norm) = ((growth + conjugate).floor(), (growth * conjugate).floor());
            terms.windows(3).all(|three| three[2] == &three[1] * &trace - &three[0] * &norm)
        }
    }
}

fn power(base: &Surd, exponent: usize) -> Surd {
    (0..exponent).fold(Surd::rational(1, 1), |power, _| &power * base)
}
