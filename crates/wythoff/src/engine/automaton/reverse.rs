//! Time reversed: what may stand above and left of given numbers. Sites are solved from the last row to the first, and
//! in a row from right to left.

use std::str::FromStr;

use super::{AutomatonError, BottomRight, Grid, Sums, negative, phi, wide_phi};
use crate::engine::report;
use crate::watch::Watch;

/// Which of two solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// The negative one, 3 below the other: a palace.
    Smaller,
    /// The one that is 0, 1 or 2.
    Larger,
}

/// How a reversed run chooses where the rule leaves two solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Always the smaller one: a palace wherever there can be one.
    Smallest,
    /// Always the larger one: a palace only where there must be one.
    Largest,
    /// Each with probability 1/2, by the seed's own sequence (SplitMix64): the same on every machine.
    Random {
        /// Where the sequence starts.
        seed: u64,
    },
    /// From a list, in the order of the free sites. It must have the right length.
    Given(Vec<Choice>),
}

/// A text that names no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a choice is smallest, largest, random:SEED or list: followed by the letters s and l")]
pub struct UnknownStrategy;

/// `smallest`, `largest`, `random:SEED`, or `list:` and a letter for each choice: s for the smaller, l for the larger.
impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(text: &str) -> Result<Self, UnknownStrategy> {
        let choice = |letter| match letter {
            's' => Ok(Choice::Smaller),
            'l' => Ok(Choice::Larger),
            _ => Err(UnknownStrategy),
        };
        match text.split_once(':') {
            None if text == "smallest" => Ok(Self::Smallest),
            None if text == "largest" => Ok(Self::Largest),
            Some(("random", seed)) => Ok(Self::Random { seed: seed.parse().map_err(|_| UnknownStrategy)? }),
            Some(("list", list)) => Ok(Self::Given(list.chars().map(choice).collect::<Result<_, _>>()?)),
            _ => Err(UnknownStrategy),
        }
    }
}

/// A strategy at work.
pub(super) struct Chooser<'s> {
    strategy: &'s Strategy,
    made: usize,
    state: u64,
}

impl<'s> Chooser<'s> {
    pub(super) fn new(strategy: &'s Strategy) -> Self {
        let state = if let Strategy::Random { seed } = strategy { *seed } else { 0 };
        Self { strategy, made: 0, state }
    }

    /// The next choice, or, when the list has no more, its length.
    pub(super) fn choose(&mut self) -> Result<Choice, usize> {
        let choice = match self.strategy {
            Strategy::Smallest => Choice::Smaller,
            Strategy::Largest => Choice::Larger,
            Strategy::Random { .. } => [Choice::Smaller, Choice::Larger][usize::from(self.random() >> 63 == 1)],
            Strategy::Given(list) => *list.get(self.made).ok_or(list.len())?,
        };
        self.made += 1;
        Ok(choice)
    }

    /// SplitMix64.
    fn random(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// Refuses a list with choices that were not needed.
    pub(super) fn finish(self) -> Result<(), AutomatonError> {
        match self.strategy {
            Strategy::Given(list) if list.len() != self.made => {
                Err(AutomatonError::TooManyChoices { given: list.len(), needed: self.made })
            }
            _ => Ok(()),
        }
    }
}

/// The values with φ₃(a) = r.
pub(super) enum Solved {
    One(i128),
    Two { smaller: i64, larger: i64 },
}

pub(super) fn solve(r: i128) -> Solved {
    match r {
        3.. => Solved::One(r),
        0 => Solved::Two { smaller: -3, larger: 0 },
        1 => Solved::Two { smaller: -2, larger: 1 },
        2 => Solved::Two { smaller: -1, larger: 2 },
        _ => Solved::One(r - 3),
    }
}

/// φ₃(a) for the cell in the first row of `rows` and column `x`.
fn target([row, next, last]: [&[i64]; 3], x: usize, sums: Sums) -> i128 {
    let [b, c, d, e, f, g] = [row[x + 1], next[x], next[x + 1], next[x + 2], last[x + 1], last[x + 2]];
    match sums {
        Sums::Proved => i128::from(g - phi(1, e) - phi(1, f) + negative(d) + phi(2, b) + phi(2, c)),
        Sums::Checked => wide_target([b, c, d, e, f, g]),
    }
}

pub(super) fn wide_target([b, c, d, e, f, g]: [i64; 6]) -> i128 {
    i128::from(g) - wide_phi(1, e) - wide_phi(1, f) + i128::from(negative(d)) + wide_phi(2, b) + wide_phi(2, c)
}

/// A reversed run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reversed {
    /// The window and, below and right of it, the edges.
    pub run: Grid,
    /// What was chosen, in the order of the free sites.
    pub choices: Vec<Choice>,
}

/// The run with these bottom and right edges, by the strategy's choices.
///
/// ```
/// use wythoff::engine::automaton::{BottomRight, Site, Strategy, Window, forward, reverse};
/// let window = Window::new(Site::new(-8, -8), 8, 8)?;
/// let edges = BottomRight::new(window, |site| (site.x * 5 + site.y * 3) % 4)?;
/// let past = reverse(&edges, &Strategy::Random { seed: 1 }, wythoff::UNWATCHED)?.run;
/// let inner = past.window().without_top_left().ok_or("too small")?;
/// let again = forward(&past.top_left(inner).ok_or("outside")?, wythoff::UNWATCHED)?;
/// assert_eq!(again, past);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the run does not fit in memory, a value not in 64 bits, a list of choices has the wrong length, or the watcher
/// stops it.
pub fn reverse(edges: &BottomRight, strategy: &Strategy, watch: &dyn Watch) -> Result<Reversed, AutomatonError> {
    // A cell and its choice.
    let mut run = edges.around_zeros(9)?;
    let sums = Sums::of(edges.bound());
    let (window, total) = (edges.window(), edges.window().height as u64);
    let (mut chooser, mut choices) = (Chooser::new(strategy), Vec::new());
    for y in (0..window.height).rev() {
        report(watch, (window.height - 1 - y) as u64, total)?;
        let mut rows = run.cells[y * (window.width + 2)..].chunks_mut(window.width + 2);
        let (Some(row), Some(next), Some(last)) = (rows.next(), rows.next(), rows.next()) else { break };
        for x in (0..window.width).rev() {
            let site = || window.site(y, x);
            row[x] = match solve(target([row, next, last], x, sums)) {
                Solved::One(a) => i64::try_from(a).map_err(|_| AutomatonError::Overflow { site: site() })?,
                Solved::Two { smaller, larger } => {
                    let choice = chooser.choose();
                    let choice = choice.map_err(|given| AutomatonError::TooFewChoices { given, site: site() })?;
                    choices.push(choice);
                    if choice == Choice::Smaller { smaller } else { larger }
                }
            };
        }
    }
    report(watch, total, total)?;
    chooser.finish()?;
    Ok(Reversed { run, choices })
}

/// Every run with these bottom and right edges, each once: first the one of [`Strategy::Smallest`], last that of
/// [`Strategy::Largest`], in the order of the lists of choices. There is always one, and there may be 2^(width·height).
///
/// # Errors
/// When a run does not fit in memory.
pub fn solutions(edges: &BottomRight) -> Result<Solutions, AutomatonError> {
    let run = edges.around_zeros(17)?;
    Ok(Solutions { run, sums: Sums::of(edges.bound()), free: Vec::new(), next: Some(0) })
}

/// See [`solutions`].
///
/// The runs are the leaves of a tree with a branch at each free site. The iterator walks it depth first and computes
/// only what comes after the last choice that it changes.
#[derive(Clone, Debug)]
pub struct Solutions {
    run: Grid,
    sums: Sums,
    /// The free sites met on the way, as numbers in the order of solving, and what is chosen there.
    free: Vec<(usize, Choice)>,
    /// From which site on to solve; `None` when all is done.
    next: Option<usize>,
}

impl Solutions {
    /// The row and column of the site that is solved as number `index`.
    fn place(&self, index: usize) -> (usize, usize) {
        let (width, height) = (self.run.window.width - 2, self.run.window.height - 2);
        (height - 1 - index / width, width - 1 - index % width)
    }

    /// Solves the sites from number `from` on with the smaller choice everywhere.
    fn solve_from(&mut self, from: usize) -> Result<(), AutomatonError> {
        let width = self.run.window.width;
        let sites = (width - 2) * (self.run.window.height - 2);
        for index in from..sites {
            let (y, x) = self.place(index);
            let rows = [y, y + 1, y + 2].map(|y| self.run.row(y));
            let value = match solve(target(rows, x, self.sums)) {
                Solved::One(a) => {
                    i64::try_from(a).map_err(|_| AutomatonError::Overflow { site: self.run.window.site(y, x) })?
                }
                Solved::Two { smaller, .. } => {
                    self.free.push((index, Choice::Smaller));
                    smaller
                }
            };
            self.run.cells[y * width + x] = value;
        }
        Ok(())
    }
}

impl Iterator for Solutions {
    type Item = Result<Grid, AutomatonError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Err(error) = self.solve_from(self.next?) {
            self.next = None;
            return Some(Err(error));
        }
        let solution = self.run.clone();
        // The last choice that can still grow does so; the choices after it start anew.
        while self.free.pop_if(|(_, choice)| *choice == Choice::Larger).is_some() {}
        self.next = None;
        if let Some((index, choice)) = self.free.last_mut() {
            *choice = Choice::Larger;
            let index = *index;
            let (y, x) = self.place(index);
            self.run.cells[y * self.run.window.width + x] += 3;
            self.next = Some(index + 1);
        }
        Some(Ok(solution))
    }
}
