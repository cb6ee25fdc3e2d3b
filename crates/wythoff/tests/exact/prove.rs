//! The finder: its certificates are checked by a literal reading of what makes one valid, and expanded to boards that
//! are compared with the dense engine. The shipped ones are what it finds.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::PathBuf;

use wythoff::certificate::{CertificateFile, drift_events, prove_drift};
use wythoff::engine::blocks::{Blocks, Numeration, RULE_LIMIT};
use wythoff::engine::dense::{self, Settings};
use wythoff::engine::sparse::Sparse;
use wythoff::exact::UBig;
use wythoff::proof::{Candidates, find, search, smallest, suggested};
use wythoff::solve::Watch;
use wythoff::{Position, Signature, SolveError};

/// k, numeration, lengths, pre-period, period, and types and rules of the classes that repeat.
type Known = (u64, &'static str, &'static [u64], usize, usize, (usize, usize));

const KNOWN: [Known; 19] = [
    (1, "fibonacci", &[8, 5], 0, 1, (24, 69)),
    (1, "fibonacci", &[5, 3], 0, 1, (24, 69)),
    (2, "fibonacci", &[16, 10], 0, 1, (66, 225)),
    (2, "fibonacci", &[6, 4], 0, 1, (66, 225)),
    (3, "binary", &[8], 0, 1, (18, 44)),
    (3, "binary", &[3], 0, 1, (18, 44)),
    (3, "fibonacci", &[8, 5], 0, 1, (55, 163)),
    (4, "pell", &[5, 2], 1, 1, (46, 181)),
    (8, "binary", &[8], 4, 2, (248, 565)),
    (8, "binary", &[6], 3, 1, (125, 376)),
    (10, "fibonacci", &[16, 10], 4, 5, (3358, 8056)),
    (10, "fibonacci", &[4, 3], 7, 3, (2418, 5911)),
    (10, "fibonacci", &[10, 10], 5, 1, (294, 904)),
    (14, "binary", &[8], 3, 1, (33, 65)),
    (14, "binary", &[4], 4, 1, (33, 65)),
    (50, "binary", &[8], 9, 1, (889, 1631)),
    (61, "binary", &[8], 8, 1, (225, 491)),
    (72, "binary", &[4], 14, 1, (51, 103)),
    (79, "binary", &[8], 8, 1, (147, 303)),
];

fn numeration(name: &str, lengths: &[u64]) -> Numeration {
    name.parse::<Numeration>().unwrap().with_lengths(lengths.to_vec()).unwrap()
}

fn certificate(k: u64, name: &str, lengths: &[u64]) -> CertificateFile {
    find(k, numeration(name, lengths), RULE_LIMIT, &()).unwrap().certificate.unwrap()
}

/// A certificate as one reads it: words by letter, rules by place and shape.
struct Reading<'c> {
    certificate: &'c CertificateFile,
    words: BTreeMap<char, (Vec<char>, usize)>,
    rules: Vec<BTreeMap<(u32, u32, u32, String), u32>>,
}

impl<'c> Reading<'c> {
    fn new(certificate: &'c CertificateFile) -> Self {
        let interval = |i: &wythoff::certificate::Interval| {
            (i.symbol, (i.word.chars().collect(), usize::try_from(i.length).unwrap()))
        };
        let table = |class: &wythoff::certificate::Class| {
            let rule = |r: &[u32; 4]| ((r[0], r[1], r[2], class.types[r[3] as usize].clone()), r[3]);
            let table: BTreeMap<_, _> = class.rules.iter().map(rule).collect();
            assert_eq!(table.len(), class.rules.len(), "one rule for each place");
            table
        };
        Self {
            certificate,
            words: certificate.numeration.symbols.iter().map(interval).collect(),
            rules: certificate.levels.iter().map(table).collect(),
        }
    }

    /// The deviation at a row and column of a type of class 0.
    fn cell(&self, kind: u32, row: usize, column: usize) -> i64 {
        match kind {
            0 => self.certificate.k.into(),
            1 => 0,
            _ => self.certificate.contents[kind as usize - 2][row][column],
        }
    }

    fn sides(&self, class: usize, kind: u32) -> (usize, usize) {
        let shape: Vec<char> = self.certificate.levels[class].types[kind as usize].chars().collect();
        if kind < 2 { (2, 2) } else { (self.words[&shape[0]].1, self.words[&shape[1]].1) }
    }

    /// Every rule of class 0 holds for the automaton.
    fn base_holds(&self) {
        for &[nw, n, w, result] in &self.certificate.levels[0].rules {
            let ((height, width), (n_height, _), (_, w_width)) =
                (self.sides(0, result), self.sides(0, n), self.sides(0, w));
            let (nw_height, nw_width) = self.sides(0, nw);
            let mut grid: BTreeMap<(usize, usize), i64> = BTreeMap::new();
            for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                grid.insert((row, column), self.cell(nw, nw_height - 2 + row, nw_width - 2 + column));
            }
            for i in 0..2 {
                grid.extend((0..width).map(|j| ((i, j + 2), self.cell(n, n_height - 2 + i, j))));
                grid.extend((0..height).map(|j| ((j + 2, i), self.cell(w, j, w_width - 2 + i))));
            }
            for y in 2..height + 2 {
                for x in 2..width + 2 {
                    let at = |dy: usize, dx: usize| grid[&(y - dy, x - dx)];
                    let is = |value: i64| i64::from(value < 0);
                    let (a, b, c, d, e, f) = (at(2, 2), at(2, 1), at(1, 2), at(1, 1), at(1, 0), at(0, 1));
                    let g = a - b - c + e + f + 3 * is(a) - 2 * is(b) - 2 * is(c) - is(d) + is(e) + is(f);
                    assert_eq!(g, self.cell(result, y - 2, x - 2));
                    grid.insert((y, x), g);
                }
            }
        }
    }

    /// The part of a type of the class above `entry`.
    fn part(&self, entry: usize, kind: u32, row: impl Fn(usize) -> usize, column: impl Fn(usize) -> usize) -> u32 {
        if kind < 2 {
            return kind;
        }
        let grid = &self.certificate.children[entry][kind as usize - 2];
        grid[row(grid.len())][column(grid[0].len())]
    }

    /// Every rule of every class follows from those below it, and those below are all needed.
    fn induction_holds(&self) {
        let classes = self.certificate.levels.len();
        for entry in 0..classes {
            let above = if entry + 1 < classes { entry + 1 } else { self.certificate.pre_period };
            let mut used = BTreeSet::new();
            for &[nw, n, w, result] in &self.certificate.levels[above].rules {
                let shape: Vec<char> = self.certificate.levels[above].types[result as usize].chars().collect();
                let grid = &self.certificate.children[entry][result as usize - 2];
                let (rows, columns) = (&self.words[&shape[0]].0, &self.words[&shape[1]].0);
                assert_eq!((grid.len(), grid[0].len()), (rows.len(), columns.len()));
                for (i, row) in rows.iter().enumerate() {
                    for (j, column) in columns.iter().enumerate() {
                        let north = if i > 0 { grid[i - 1][j] } else { self.part(entry, n, |h| h - 1, |_| j) };
                        let west = if j > 0 { grid[i][j - 1] } else { self.part(entry, w, |_| i, |v| v - 1) };
                        let corner = match (i, j) {
                            (0, 0) => self.part(entry, nw, |h| h - 1, |v| v - 1),
                            (0, _) => self.part(entry, n, |h| h - 1, |_| j - 1),
                            (_, 0) => self.part(entry, w, |_| i - 1, |v| v - 1),
                            _ => grid[i - 1][j - 1],
                        };
                        let place = (corner, north, west, format!("{row}{column}"));
                        assert_eq!(self.rules[entry][&place], grid[i][j]);
                        used.insert(place);
                    }
                }
            }
            assert_eq!(used.len(), self.rules[entry].len(), "every rule is used");
            let results: BTreeSet<u32> = self.rules[entry].values().copied().collect();
            assert_eq!(results, (2..u32::try_from(self.certificate.levels[entry].types.len()).unwrap()).collect());
            let origin = self.certificate.levels[above].origin;
            assert_eq!(self.part(entry, origin, |_| 0, |_| 0), self.certificate.levels[entry].origin);
            let axiom = self.certificate.numeration.symbols[0].symbol;
            assert_eq!(self.rules[entry][&(0, 1, 1, format!("{axiom}{axiom}"))], self.certificate.levels[entry].origin);
        }
    }

    /// The deviations of the origin of a level, by rows.
    fn expand(&self, level: usize) -> Vec<Vec<i64>> {
        let (t, q) = (self.certificate.pre_period, self.certificate.period);
        let class = |level: usize| if level < t + q { level } else { t + (level - t) % q };
        let mut grid = vec![vec![self.certificate.levels[class(level)].origin]];
        for below in (0..level).rev() {
            let parts = |kind: &u32| &self.certificate.children[class(below)][*kind as usize - 2];
            let lines = |row: &Vec<u32>| -> Vec<Vec<u32>> {
                let height = parts(&row[0]).len();
                (0..height).map(|i| row.iter().flat_map(|kind| parts(kind)[i].iter().copied()).collect()).collect()
            };
            grid = grid.iter().flat_map(lines).collect();
        }
        let cells = |row: &Vec<u32>| -> Vec<Vec<i64>> {
            let height = self.sides(0, row[0]).0;
            let line = |i: usize| {
                row.iter().flat_map(move |kind| self.certificate.contents[*kind as usize - 2][i].iter().copied())
            };
            (0..height).map(|i| line(i).collect()).collect()
        };
        grid.iter().flat_map(cells).collect()
    }
}

#[test]
fn certificates_are_found_valid_and_give_the_board() {
    for (k, name, lengths, pre_period, period, repeating) in KNOWN {
        let certificate = certificate(k, name, lengths);
        let class = certificate.levels.last().unwrap();
        assert_eq!((certificate.pre_period, certificate.period), (pre_period, period), "W^{k} {name}");
        assert_eq!((class.types.len(), class.rules.len()), repeating, "W^{k} {name}");
        let reading = Reading::new(&certificate);
        reading.base_holds();
        reading.induction_holds();
        let level = (0..20).find(|&level| reading.expand(level).len() >= 1000).unwrap();
        let board = reading.expand(level);
        let side = board.len() as u64;
        let mut signature = Signature::default();
        for (y, row) in (0..).zip(&board) {
            (0..)
                .zip(row)
                .filter(|(_, deviation)| **deviation < 0)
                .for_each(|(x, _)| signature.add(Position::new(x, y)));
        }
        let dense = dense::stats(k, side, true, Settings::default(), &()).unwrap();
        assert_eq!(Some(signature), dense.signature, "W^{k} {name}");
    }
}

/// The rules of a class under the names that the essay of `proof/find.rs` gives, whatever names they have now.
fn named_by_structure(rules: &[[u32; 4]], shapes: &BTreeMap<u32, String>) -> Vec<[u32; 4]> {
    let mut names = BTreeMap::from([(0, 0), (1, 1)]);
    loop {
        let ready = rules.iter().filter(|rule| !names.contains_key(&rule[3])).filter_map(|rule| {
            let [nw, n, w] = [names.get(&rule[0])?, names.get(&rule[1])?, names.get(&rule[2])?];
            Some((*nw, *n, *w, &shapes[&rule[3]], rule[3]))
        });
        let Some((.., next)) = ready.min() else { break };
        names.insert(next, u32::try_from(names.len()).unwrap());
    }
    let mut renamed: Vec<[u32; 4]> = rules.iter().map(|rule| rule.map(|of| names[&of])).collect();
    renamed.sort_unstable();
    renamed
}

/// The names in a certificate depend on nothing but the structure: other names, and rules in another order, lead back
/// to them.
#[test]
fn names_depend_on_the_structure_alone() {
    for (k, name, lengths, ..) in KNOWN.into_iter().filter(|known| known.0 <= 8 || known.0 == 14) {
        for class in certificate(k, name, lengths).levels {
            // Backwards, and far apart.
            let other = |of: u32| if of < 2 { of } else { 1_000_000 - 7 * of };
            let shapes = (2..).zip(&class.types[2..]).map(|(of, shape)| (other(of), shape.clone())).collect();
            let rules: Vec<[u32; 4]> = class.rules.iter().rev().map(|rule| rule.map(other)).collect();
            assert_eq!(named_by_structure(&rules, &shapes), class.rules, "W^{k} {name}");
        }
    }
}

/// `proofs/` holds what the finder finds.
#[test]
fn shipped_certificates_are_found_again() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("proofs");
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let shipped: CertificateFile = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let lengths: Vec<u64> = shipped.numeration.symbols.iter().map(|symbol| symbol.length).collect();
        found.insert(shipped.k);
        assert!(certificate(shipped.k.into(), &shipped.numeration.name, &lengths) == shipped, "{}", path.display());
    }
    assert!([1, 2, 3, 4, 8, 10, 14, 50, 61, 72, 79].iter().all(|k| found.contains(k)), "{found:?}");
}

#[test]
fn slopes_suggest_the_numeration() {
    // φ, 1 + √2, and the rational slopes of W^3 and W^14.
    for (k, name) in [(1, "fibonacci"), (4, "pell"), (3, "binary"), (14, "binary")] {
        assert_eq!(suggested(k, &()).unwrap()[0].name(), name, "W^{k}");
    }
}

#[test]
fn a_search_ends_with_the_first_numeration_that_has_a_certificate() {
    let attempts = search(4, Candidates::Auto, 100_000, &()).unwrap();
    assert!(attempts.iter().all(|attempt| attempt.numeration.name() == "pell"));
    let best = smallest(&attempts).unwrap();
    assert!(
        attempts
            .iter()
            .filter_map(|attempt| attempt.certificate.as_ref())
            .all(|c| c.to_json().len() >= best.to_json().len())
    );
    assert_eq!(best.numeration.symbols.iter().map(|symbol| symbol.length).collect::<Vec<_>>(), [5, 2]);
}

/// A board that is not self-similar in a numeration has levels that grow, and no certificate.
#[test]
fn growth_is_reported() {
    for (k, name, lengths) in [(5, "binary", vec![8]), (1, "binary", vec![8]), (4, "binary", vec![8])] {
        let attempt = find(k, numeration(name, &lengths), 20_000, &()).unwrap();
        assert!(attempt.certificate.is_none(), "W^{k} {name}");
        assert!(attempt.sizes.len() > 3 && attempt.sizes[0].rules > 100);
    }
}

/// Stops a search at its n-th report.
struct Patience(Cell<u32>);

impl Watch for Patience {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        self.0.set(self.0.get().saturating_sub(1));
        if self.0.get() == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn an_interrupt_keeps_what_was_found() {
    let exact = || numeration("binary", &[8]);
    assert_eq!(find(5, exact(), RULE_LIMIT, &Patience(Cell::new(3))), Err(SolveError::Interrupted));
    assert_eq!(search(5, Candidates::Auto, RULE_LIMIT, &Patience(Cell::new(3))), Err(SolveError::Interrupted));
    // W^61 has a certificate at length 8, the first that is tried; each attempt makes more than 4096 rules.
    let attempts = search(61, Candidates::Numeration(exact()), RULE_LIMIT, &Patience(Cell::new(6))).unwrap();
    assert!(smallest(&attempts).is_some() && attempts.len() < 7);
}

/// The engine and the certificate agree far out: a class for each level of the engine.
#[test]
fn levels_of_the_engine_repeat_as_the_certificate_says() {
    for (k, name, lengths, pre_period, period, _) in KNOWN.into_iter().filter(|known| known.0 != 10) {
        let certificate = certificate(k, name, lengths);
        let mut blocks = Blocks::new(k, numeration(name, lengths)).unwrap();
        (0..60).for_each(|_| blocks.raise(&()).unwrap());
        for (level, size) in blocks.sizes()[..40].iter().enumerate() {
            let class = if level < pre_period + period { level } else { pre_period + (level - pre_period) % period };
            let class = &certificate.levels[class];
            assert_eq!(
                (size.blocks, size.rules),
                (class.types.len(), class.rules.len()),
                "W^{k} {name}, level {level}"
            );
        }
    }
}

/// The theorem on W^7 against the sparse engine, through nine events.
#[test]
fn w7_is_as_the_theorem_says() {
    let seven = prove_drift().unwrap();
    let events: Vec<UBig> = drift_events().take(9).collect();
    assert_eq!(events, [26_u32, 66, 166, 411, 1021, 2546, 6356, 15876, 39676].map(UBig::from));
    let mut sparse = Sparse::new(7).unwrap();
    for x in 0..100_000_u32 {
        let upper: Vec<UBig> = sparse.next_column().unwrap().upper.iter().map(|y| UBig::from(*y)).collect();
        assert_eq!(seven.column(&x.into()), upper, "column {x}");
    }
}

/// At three hundred digits every row still holds exactly 7 P-positions (Lar11 Prop. 1.2), at an event and off it.
#[test]
fn rows_of_w7_hold_seven_palaces_at_any_size() {
    let seven = prove_drift().unwrap();
    let size = UBig::from(10_u8).pow(300);
    let far = drift_events().find(|event| *event > size).unwrap();
    for more in [0_u32, 19, 20, 21, 33] {
        let y = &far - 20_u8 + more;
        // A palace left of the diagonal lies between the outer threads and the inner ones, 5/2 rows lower for each of
        // about 750 events.
        let left = &y * 2_u8 / 5_u8 - 10_u8;
        let columns = (0_u32..1000).map(|x| &left + x);
        let before = columns.filter(|x| seven.column(x).contains(&y)).count();
        assert_eq!(before + seven.column(&y).len(), 7, "{more}");
        assert_eq!(before, if more == 20 { 3 } else { 2 });
    }
}
