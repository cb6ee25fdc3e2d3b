//! The automaton engine against the lines engine and against itself.

use std::cell::Cell;
use std::ops::ControlFlow;

use proptest::prelude::*;
use wythoff::engine::automaton::{
    self, AutomatonError, BottomRight, COORDINATE_LIMIT, Choice, Diamond, Event, Grid, PROVED, Residue, Reversed, Site,
    Start, Strategy, TopLeft, Window, epaulette, forward, reverse, solutions,
};
use wythoff::solve::{self, Engine, Row, Values, Watch};
use wythoff::{Game, Position, Signature, SolveError};

fn window(x: i64, y: i64, width: u64, height: u64) -> Window {
    Window::new(Site::new(x, y), width, height).unwrap()
}

/// Deviations of W^k on a window of the board, by the lines engine.
fn by_lines(k: u32, window: Window) -> Grid {
    let game: Game = format!("blocking:k={k}").parse().unwrap();
    let at = Position::new(window.at().x.unsigned_abs(), window.at().y.unsigned_abs());
    let board = wythoff::Window { at, width: window.width() as u64, height: window.height() as u64 };
    let mut numbers = Vec::new();
    solve::rows(&game, board, Values::Deviation, Some(Engine::Lines), &(), |row| {
        numbers.extend_from_slice(row.numbers);
        Ok::<(), SolveError>(())
    })
    .unwrap();
    let mut numbers = numbers.into_iter();
    Grid::new(window, |_| numbers.next().unwrap()).unwrap()
}

/// The rule as CLN15 Fig. 2 has it, cell by cell, from a function that gives the start.
fn literal(window: Window, given: impl Fn(Site) -> i64) -> Grid {
    let mut known = std::collections::HashMap::new();
    for site in window.with_top_left().sites() {
        let at = |x: i64, y: i64| -> i64 { known[&(site.x - x, site.y - y)] };
        let below = |v: i64| i64::from(v < 0);
        let value = if window.contains(site) {
            let [a, b, c, d, e, f] = [at(2, 2), at(1, 2), at(2, 1), at(1, 1), at(0, 1), at(1, 0)];
            a - b - c + e + f + 3 * below(a) - 2 * below(b) - 2 * below(c) - below(d) + below(e) + below(f)
        } else {
            given(site)
        };
        known.insert((site.x, site.y), value);
    }
    Grid::new(window.with_top_left(), |site| known[&(site.x, site.y)]).unwrap()
}

/// Numbers that look random, the same for the same seed and site.
fn noise(seed: u64, site: Site, size: i64) -> i64 {
    let mut z = seed ^ site.x.cast_unsigned().wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ site.y.cast_unsigned() << 32;
    for _ in 0..3 {
        z = (z ^ z >> 31).wrapping_mul(0xBF58_476D_1CE4_E5B9).wrapping_add(seed);
    }
    i64::try_from(z >> 1).unwrap() % (2 * size + 1) - size
}

/// Whatever an engine hands out, as one list, and the signature of the P-positions.
type Content = (Vec<(u64, Vec<u8>, Vec<i64>)>, Signature);

fn content(window: wythoff::Window, engine: impl FnOnce(&mut dyn FnMut(Row<'_>) -> Result<(), SolveError>)) -> Content {
    let (mut rows, mut signature) = (Vec::new(), Signature::default());
    engine(&mut |row| {
        for (x, _) in (window.at.x..).zip(row.p).filter(|(_, p)| **p == 1) {
            signature.add(Position::new(x, row.y));
        }
        rows.push((row.y, row.p.to_vec(), row.numbers.to_vec()));
        Ok(())
    });
    (rows, signature)
}

fn assert_equals_lines(k: u32, window: wythoff::Window, values: Values) {
    let game: Game = format!("blocking:k={k}").parse().unwrap();
    let automaton = content(window, |sink| automaton::rows(k, window, values, &(), sink).unwrap());
    let lines = content(window, |sink| {
        solve::rows(&game, window, values, Some(Engine::Lines), &(), sink).unwrap();
    });
    assert!(automaton == lines, "{game} on {window:?}");
}

/// CLN15 Theorem 1: outcomes, palace numbers and deviations.
#[test]
fn the_automaton_plays_the_game() {
    for k in 1..=40 {
        for values in [Values::Outcome, Values::Palace, Values::Deviation] {
            assert_equals_lines(k, wythoff::Window::corner(130, 97), values);
        }
    }
    for (k, side) in [(37, 1500), (500, 2100), (1000, 2500), (12_000, 1300), (65_537, 300), (u32::MAX, 200)] {
        assert_equals_lines(k, wythoff::Window::corner(side, side), Values::Palace);
    }
    for (x, y, width, height) in
        [(0, 0, 0, 0), (5, 9, 0, 3), (5, 9, 3, 0), (1, 0, 1, 40), (0, 1, 40, 1), (7, 70, 90, 2)]
    {
        let window = wythoff::Window { at: Position::new(x, y), width, height };
        assert_equals_lines(6, window, Values::Deviation);
    }
}

/// The rule needs no board: from the edges that the game has there, a window far out computes itself.
#[test]
fn windows_far_from_the_origin_are_those_of_the_game() {
    for (k, x, y, width, height) in [
        (1, 3000, 4000, 700, 600),
        (2, 2500, 5000, 400, 500),
        (20, 2000, 5000, 300, 400),
        (46, 3000, 3000, 500, 500),
        (500, 1500, 2500, 600, 300),
        (1000, 300, 900, 800, 800),
        (3000, 990, 990, 900, 900),
    ] {
        let window = window(x, y, width, height);
        let game = by_lines(k, window.with_top_left());
        let alone = forward(&game.top_left(window).unwrap(), &()).unwrap();
        assert!(alone == game, "W^{k} at ({x},{y})");
        assert_eq!(game.first_breach(), None);
        // The automaton's own edges, and its own values, are the same.
        let start = Start::Game { k };
        assert!(start.edges(window, &()).unwrap() == game.top_left(window).unwrap());
        assert!(start.grid(window, &()).unwrap() == game.cut(window).unwrap());
        // And with the choices read off the board, time runs back.
        let past = game.window().without_bottom_right().unwrap();
        let reversed = reverse(&game.bottom_right(past).unwrap(), &Strategy::Given(game.choices()), &()).unwrap();
        assert!(reversed.run == game && reversed.choices == game.choices());
    }
}

/// The rule holds on the whole plane, also off the board, and leads back to the initial condition.
#[test]
fn the_game_begins_with_six_cells() {
    for k in 1..=12 {
        let start = Start::Game { k };
        let whole = start.grid(window(-12, -9, 60, 70), &()).unwrap();
        assert_eq!(whole.first_breach(), None);
        for site in whole.window().sites() {
            if let Some(given) = start.given(site) {
                assert_eq!(whole.get(site), Some(given), "W^{k} at {site}");
            }
        }
        let seeds: Vec<Site> = Diamond::new(-1, -300..=300, |site| start.given(site).unwrap())
            .unwrap()
            .generations()
            .iter()
            .flat_map(|generation| {
                generation.sites().filter(|(_, value)| *value != 0).map(|(site, _)| site).collect::<Vec<_>>()
            })
            .collect();
        let expected = [(-3, -1), (-2, -2), (-1, -3), (-2, -1), (-1, -2), (-1, -1)].map(|(x, y)| Site::new(x, y));
        assert_eq!(seeds, expected);
    }
}

#[test]
fn the_diamond_grid_is_the_board() {
    for (site, time, place) in [((0, 0), 0, 0), ((3, 5), 8, -2), ((-4, 1), -3, -5)] {
        let (site, event) = (Site::new(site.0, site.1), Event { time, place });
        assert_eq!((Event::from_site(site), event.site()), (event, Some(site)));
        assert_eq!(Event { time, place: place + 1 }.site(), None);
    }
    for k in [1, 2, 5, 17, 40] {
        let board = by_lines(k, window(0, 0, 200, 200));
        let start = Start::Game { k };
        let mut state = Diamond::new(-1, -430..=430, |site| start.given(site).unwrap()).unwrap();
        for time in 0..200 {
            state.forward().unwrap();
            assert_eq!(state.newest().time(), time);
            let mut cells = 0;
            for (site, value) in state.newest().sites() {
                assert_eq!(Some(value), start.given(site).or(board.get(site)), "W^{k} at {site}");
                cells += i64::from(site.x >= 0 && site.y >= 0);
            }
            assert_eq!(cells, time + 1, "the whole anti-diagonal");
        }
        // And back, with the right choices: those of the values that the generations had.
        let last = state.clone();
        for _ in 0..60 {
            let oldest = state.oldest().time() - 1;
            let mut guess = state.clone();
            guess.backward(&Strategy::Smallest).unwrap();
            let value = |site: Site| start.given(site).or(board.get(site)).unwrap();
            let truth = guess.oldest().sites().map(|(site, _)| value(site)).filter(|v| (-3..=2).contains(v));
            let choices: Vec<Choice> = truth.map(|v| if v < 0 { Choice::Smaller } else { Choice::Larger }).collect();
            assert_eq!(state.backward(&Strategy::Given(choices.clone())).unwrap(), choices);
            assert_eq!(state.oldest().time(), oldest);
            assert!(state.oldest().sites().all(|(site, v)| v == value(site)));
        }
        assert!(state.oldest().time() < last.oldest().time());
    }
}

/// Sizes of the numbers on edges.
const SIZES: [i64; 5] = [1, 4, 30, 100_000, 1 << 40];

fn strategies(seed: u64) -> [Strategy; 3] {
    [Strategy::Smallest, Strategy::Largest, Strategy::Random { seed }]
}

/// No value is above the bound of the growth lemma.
fn assert_bounded(run: &Grid, bound: u128) {
    assert!(run.rows().flatten().all(|value| u128::from(value.unsigned_abs()) <= bound));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Any edges: the run is what the rule says cell by cell, in bounds, and time runs back along its own choices.
    #[test]
    fn forward_runs_are_literal_and_reversible(
        seed: u64, size in 0..SIZES.len(), x in -50..50_i64, y in -50..50_i64, width in 0..40_u64, height in 0..40_u64,
    ) {
        let window = window(x, y, width, height);
        let value = |site: Site| noise(seed, site, SIZES[size]);
        let edges = TopLeft::new(window, value).unwrap();
        let run = forward(&edges, &()).unwrap();
        prop_assert_eq!(&run, &literal(window, value));
        prop_assert_eq!(run.first_breach(), None);
        assert_bounded(&run, edges.bound());

        let past = run.window().without_bottom_right().unwrap();
        let back = reverse(&run.bottom_right(past).unwrap(), &Strategy::Given(run.choices()), &()).unwrap();
        prop_assert_eq!(&back.run, &run);
        // Any other list of choices leads elsewhere.
        if let Some(index) = run.choices().len().checked_sub(1) {
            let mut other = run.choices();
            let index = usize::try_from(seed).unwrap() % (index + 1);
            other.truncate(index + 1);
            other[index] = if other[index] == Choice::Smaller { Choice::Larger } else { Choice::Smaller };
            match reverse(&run.bottom_right(past).unwrap(), &Strategy::Given(other.clone()), &()) {
                Ok(elsewhere) => prop_assert_ne!(elsewhere.run, run),
                Err(error) => {
 let too_few = matches!(error, AutomatonError::TooFewChoices { .. });
 prop_assert!(too_few);
 }
            }
        } else {
            // Nothing is free: whatever the strategy, the past is the same.
            for strategy in strategies(seed) {
                let only = reverse(&run.bottom_right(past).unwrap(), &strategy, &()).unwrap();
                prop_assert_eq!(&only.run, &run);
            }
        }
    }

    /// No Garden of Eden: any bottom and right edges have a past, by every strategy, and it leads forward to them.
    #[test]
    fn reversed_runs_are_runs(seed: u64, size in 0..SIZES.len(), width in 0..40_u64, height in 0..40_u64) {
        let window = window(-7, 3, width, height);
        let edges = BottomRight::new(window, |site| noise(seed, site, SIZES[size])).unwrap();
        for strategy in strategies(seed) {
            let Reversed { run, choices } = reverse(&edges, &strategy, &()).unwrap();
            prop_assert_eq!(&run.bottom_right(window).unwrap(), &edges);
            prop_assert_eq!(&run.choices(), &choices);
            assert_bounded(&run, edges.bound());
            let inner = run.window().without_top_left().unwrap();
            prop_assert_eq!(&forward(&run.top_left(inner).unwrap(), &()).unwrap(), &run);
            prop_assert_eq!(&reverse(&edges, &Strategy::Given(choices), &()).unwrap().run, &run);
        }
    }

    /// Any four generations have a predecessor, by every strategy, and a step forward undoes the step back.
    #[test]
    fn every_state_of_the_diamond_grid_has_a_past(
        seed: u64, size in 0..SIZES.len(),
        time in -9..9_i64, from in -60..60_i64, length in 0..90_i64, steps in 1..9_u32,
    ) {
        let state = Diamond::new(time, from..=from + length, |site| noise(seed, site, SIZES[size])).unwrap();
        for strategy in strategies(seed) {
            let mut past = state.clone();
            for _ in 0..steps {
                past.backward(&strategy).unwrap();
            }
            for _ in 0..steps {
                past.forward().unwrap();
            }
            // What the light cone has left is as it was.
            for (new, old) in past.generations().iter().zip(state.generations()) {
                let old: Vec<(Site, i64)> = old.sites().collect();
                prop_assert!(new.time() == old.first().map_or(new.time(), |(site, _)| site.x + site.y));
                prop_assert!(new.sites().all(|cell| old.contains(&cell)));
            }
            let cells = usize::try_from(length / 2).unwrap().saturating_sub(2 * steps as usize + 2);
            prop_assert!(past.oldest().values().len() >= cells.min(1));
        }
    }

    /// The solutions are all runs with the edges, different, in order, from the smallest to the largest, and none is
    /// missing.
    #[test]
    fn solutions_are_complete(seed: u64, size in 1..4_i64, width in 0..4_u64, height in 0..4_u64) {
        let window = window(0, 0, width, height);
        let edges = BottomRight::new(window, |site| noise(seed, site, size)).unwrap();
        let all: Vec<Grid> = solutions(&edges).unwrap().map(Result::unwrap).collect();
        let lists: Vec<Vec<u8>> =
            all.iter().map(|run| run.choices().iter().map(|c| u8::from(*c == Choice::Larger)).collect()).collect();
        prop_assert!(lists.is_sorted_by(|one, next| one < next));
        // A binary tree is complete when its leaves' weights 2^−depth add up to 1.
        let sum: u64 = lists.iter().map(|list| 1_u64 << (40 - list.len())).sum();
        prop_assert_eq!(sum, 1 << 40);
        for run in &all {
            prop_assert_eq!(&run.bottom_right(window).unwrap(), &edges);
            prop_assert_eq!(run.first_breach(), None);
        }
        prop_assert_eq!(&all[0], &reverse(&edges, &Strategy::Smallest, &()).unwrap().run);
        prop_assert_eq!(all.last(), Some(&reverse(&edges, &Strategy::Largest, &()).unwrap().run));
        let random = reverse(&edges, &Strategy::Random { seed }, &()).unwrap().run;
        prop_assert!(all.contains(&random));
    }

    /// Windows of a start are cut from a larger one.
    #[test]
    fn windows_are_cut_from_the_plane(
        kind in 0..5_usize, x in -40..40_i64, y in -40..40_i64, width in 0..40_u64, height in 0..40_u64,
    ) {
        let casings = Residue::ALL.map(|residue| Start::Casing { residue });
        let start = *casings.iter().chain(&[Start::Game { k: 11 }, Start::Shoulder]).nth(kind).unwrap();
        let inner = window(x, y, width, height);
        let whole = start.grid(window(-45, -45, 130, 130), &()).unwrap();
        prop_assert_eq!(whole.first_breach(), None);
        prop_assert_eq!(&start.grid(inner, &()).unwrap(), &whole.cut(inner).unwrap());
        let edges = start.edges(inner, &()).unwrap();
        prop_assert_eq!(&edges, &whole.top_left(inner).unwrap());
        for site in whole.window().sites() {
            let given = start.given(site);
            prop_assert!(given.is_none() || given == whole.get(site), "{:?} at {}", start, site);
        }
    }
}

/// A grid that is not a run says where.
#[test]
fn a_breach_is_found() {
    let run = Start::Game { k: 3 }.grid(window(0, 0, 30, 30), &()).unwrap();
    let broken = Grid::new(run.window(), |site| run.get(site).unwrap() + i64::from(site == Site::new(9, 20))).unwrap();
    assert_eq!(broken.first_breach(), Some(Site::new(9, 20)));
}

/// The random strategy is the same on every machine: the signs of SplitMix64's outputs from the seed on, and fair.
#[test]
fn random_choices_are_reproducible() {
    let output = |seed: u64, step: u64| {
        let mut z = seed.wrapping_add(step.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    };
    for seed in [0, 7, u64::MAX] {
        // Every cell before outer space is free.
        let mut space = Diamond::new(0, 0..=20_001, |_| 0).unwrap();
        let larger: Vec<bool> = space
            .backward(&Strategy::Random { seed })
            .unwrap()
            .iter()
            .map(|choice| *choice == Choice::Larger)
            .collect();
        assert_eq!(larger.len(), 10_000);
        assert!((1..).zip(&larger).all(|(step, larger)| *larger == (output(seed, step) >> 63 == 1)));
        let share = larger.iter().filter(|larger| **larger).count();
        assert!((4800..5200).contains(&share), "{share}");
    }
    let edges = Start::Game { k: 30 }.grid(window(40, 40, 102, 102), &()).unwrap();
    let edges = edges.bottom_right(window(40, 40, 100, 100)).unwrap();
    let run = |seed| reverse(&edges, &Strategy::Random { seed }, &()).unwrap();
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

/// Lists of choices have the right length.
#[test]
fn lists_of_choices_are_checked() {
    let edges = BottomRight::new(window(4, 5, 2, 2), |_| 0).unwrap();
    let given = |length: usize| reverse(&edges, &Strategy::Given(vec![Choice::Larger; length]), &());
    // Outer space has only free cells.
    assert!(given(4).unwrap().run.rows().flatten().all(|value| *value == 0));
    assert_eq!(given(3), Err(AutomatonError::TooFewChoices { given: 3, site: Site::new(4, 5) }));
    assert_eq!(given(5), Err(AutomatonError::TooManyChoices { given: 5, needed: 4 }));
    assert_eq!(given(3).unwrap_err().to_string(), "the list of 3 choices ends before the free cell (4,5)");
    let mut state = Diamond::new(0, 0..=20, |_| 0).unwrap();
    let before = state.clone();
    let few = state.backward(&Strategy::Given(vec![Choice::Larger; 8])).unwrap_err();
    assert_eq!(few, AutomatonError::TooFewChoices { given: 8, site: Site::new(7, -11) });
    let many = state.backward(&Strategy::Given(vec![Choice::Larger; 10])).unwrap_err();
    assert_eq!(many, AutomatonError::TooManyChoices { given: 10, needed: 9 });
    assert_eq!(state, before);
}

/// Around the proved range plain and checked sums agree; beyond 64 bits the place is named, in every direction.
#[test]
fn overflow_is_reported_where_it_happens() {
    let window = window(10, 20, 6, 5);
    let wild = |size: i64| move |site: Site| if (site.x + site.y) % 2 == 0 { size } else { -size };
    // (E + 12)(8·5 + 3) + 24 ≤ 2^60 for E up to this.
    let largest = i64::try_from((PROVED - 24) / 43 - 12).unwrap();
    for (size, proved) in [(largest, true), (largest + 1, false), (1 << 58, false)] {
        let edges = TopLeft::new(window, wild(size)).unwrap();
        assert_eq!(edges.bound() <= PROVED, proved);
        let run = forward(&edges, &()).unwrap();
        assert_eq!(run, literal(window, wild(size)));
        assert_bounded(&run, edges.bound());
        let past = run.window().without_bottom_right().unwrap();
        let back = reverse(&run.bottom_right(past).unwrap(), &Strategy::Given(run.choices()), &()).unwrap();
        assert_eq!(back.run, run);
    }
    let corner = |at: Site, size: i64| move |site: Site| if site == at { size } else { 0 };
    // e = 2^63 − 1 and f = 1 stand beside (10,20).
    let edges = TopLeft::new(window, |site| match (site.x, site.y) {
        (10, 19) => i64::MAX,
        (9, 20) => 1,
        _ => 0,
    });
    assert_eq!(forward(&edges.unwrap(), &()), Err(AutomatonError::Overflow { site: Site::new(10, 20) }));
    let edges = TopLeft::new(window, corner(Site::new(12, 18), i64::MIN)).unwrap();
    let error = forward(&edges, &()).unwrap_err();
    // b = −2^63 counts as 2^63 − 2 at (13,20), which fits; the cell to the right repeats and adds to it.
    assert!(matches!(error, AutomatonError::Overflow { site } if site.y >= 20 && site.x > 12), "{error}");
    // Backwards: g = −2^63 alone gives a = g − 3.
    let edges = BottomRight::new(window, corner(Site::new(17, 26), i64::MIN)).unwrap();
    let error = reverse(&edges, &Strategy::Smallest, &()).unwrap_err();
    assert_eq!(error, AutomatonError::Overflow { site: Site::new(15, 24) });
    assert_eq!(error.to_string(), "the value at (15,24) does not fit in 64 bits");
    let mut all = solutions(&edges).unwrap();
    assert_eq!((all.next(), all.next()), (Some(Err(error.clone())), None));
    // On the diamond grid, both ways, and the state stays.
    let mut state = Diamond::new(0, -9..=9, |_| i64::MAX).unwrap();
    let before = state.clone();
    assert!(state.forward().is_ok(), "five times the same number, three of them added");
    let mut state = Diamond::new(0, -9..=9, |site| if site.x + site.y == 0 { i64::MAX } else { 0 }).unwrap();
    let unchanged = state.clone();
    assert_eq!(state.forward(), Err(AutomatonError::Overflow { site: Site::new(-3, 4) }));
    assert_eq!(state, unchanged);
    assert_ne!(state, before);
}

/// Values do grow with the sides, and not faster, from edges that push them: a difference between the two rows and
/// columns.
#[test]
fn growth_is_linear() {
    const SIZE: i64 = 1_000_000;
    for pattern in 0..16_u32 {
        let sign = |bit: u32| if pattern >> bit & 1 == 0 { SIZE } else { -SIZE };
        let value = |site: Site| match (site.x, site.y) {
            (_, -2) => sign(0),
            (_, -1) => sign(1),
            (-2, _) => sign(2),
            _ => sign(3),
        };
        let edges = TopLeft::new(window(0, 0, 200, 200), value).unwrap();
        let run = forward(&edges, &()).unwrap();
        assert_bounded(&run, edges.bound());
        let largest = run.rows().flatten().map(|value| value.abs()).max().unwrap();
        if pattern == 0b0110 {
            assert!(largest > 300 * SIZE, "{largest}");
        }
        // Backwards, from the same numbers in a mirror.
        let mirrored = |site: Site| value(Site::new(199 - site.x, 199 - site.y));
        let edges = BottomRight::new(window(0, 0, 200, 200), mirrored).unwrap();
        for strategy in strategies(u64::from(pattern)) {
            assert_bounded(&reverse(&edges, &strategy, &()).unwrap().run, edges.bound());
        }
    }
}

/// Stops the work at the fifth report.
struct Impatient(Cell<u32>);

impl Watch for Impatient {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        assert!(done <= total);
        self.0.set(self.0.get() + 1);
        if self.0.get() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Too large, too far, interrupted: refused in words.
#[test]
fn what_does_not_fit_is_refused() {
    assert_eq!(Window::new(Site::new(COORDINATE_LIMIT, 0), 1, 1), Err(AutomatonError::TooFar));
    assert_eq!(Window::new(Site::new(0, i64::MIN), 1, 1), Err(AutomatonError::TooFar));
    assert_eq!(Window::new(Site::new(0, 0), u64::MAX, 0), Err(AutomatonError::TooFar));
    assert_eq!(Diamond::new(i64::MAX, 0..=1, |_| 0), Err(AutomatonError::TooFar));
    let wide = window(0, 0, 1 << 30, 1 << 5);
    let zero = |_: Site| 0;
    let memory = |bytes| AutomatonError::Solve(SolveError::TooMuchMemory { bytes });
    assert_eq!(Grid::new(wide, zero), Err(memory(1 << 38)));
    assert_eq!(TopLeft::new(wide, zero), Err(memory(((1 << 30) + 36) * 16)));
    assert_eq!(BottomRight::new(wide, zero), Err(memory(((1 << 30) + 36) * 16)));
    assert_eq!(Diamond::new(0, 0..=1 << 30, zero), Err(memory(1 << 34)));
    assert_eq!(Start::Shoulder.grid(wide, &()), Err(memory(1 << 38)));
    let tall = TopLeft::new(window(0, 0, 1 << 16, 1 << 16), zero).unwrap();
    let bytes = ((1 << 16) + 2) * ((1 << 16) + 2) * 8;
    assert_eq!(forward(&tall, &()), Err(memory(bytes)));
    assert_eq!(memory(bytes).to_string(), "this needs 33 GiB of memory; the limit is 4 GiB in one request");
    let far = window(1 << 30, 1 << 30, 10, 10);
    let error = Start::Game { k: 5 }.grid(far, &()).unwrap_err().to_string();
    assert_eq!(error, "this needs 1152921526081683556 cells; the limit is 274877906944 cells in one request");
    let sink = |_: Row<'_>| Ok::<(), SolveError>(());
    let board = |x, y, width, height| wythoff::Window { at: Position::new(x, y), width, height };
    let rows = |window| automaton::rows(5, window, Values::Outcome, &(), sink).unwrap_err();
    assert!(matches!(rows(board(0, 0, 1 << 20, 1 << 20)), SolveError::TooManyCells { .. }));
    assert!(matches!(rows(board(u64::MAX, 0, 2, 2)), SolveError::TooManyCells { .. }));
    assert!(matches!(rows(board(0, 0, 1 << 30, 4)), SolveError::TooMuchMemory { .. }));
    assert_eq!(rows(board(1 << 60, 0, 0, 0)), SolveError::SumsTooLarge);
    let small = window(0, 0, 30, 30);
    let stopped = AutomatonError::Solve(SolveError::Interrupted);
    let edges = (TopLeft::new(small, zero).unwrap(), BottomRight::new(small, zero).unwrap());
    assert_eq!(forward(&edges.0, &Impatient(Cell::new(0))), Err(stopped.clone()));
    assert_eq!(reverse(&edges.1, &Strategy::Largest, &Impatient(Cell::new(0))), Err(stopped.clone()));
    assert_eq!(Start::Shoulder.grid(small, &Impatient(Cell::new(0))), Err(stopped));
    let rows = automaton::rows(5, board(0, 0, 30, 30), Values::Outcome, &Impatient(Cell::new(0)), sink);
    assert_eq!(rows, Err(SolveError::Interrupted));
}

/// CLN15 section 3.2: the épaulette has periods (5,1) and (4,3), and of 11 cells five are −1, three 0, three 1.
#[test]
fn the_epaulette_is_periodic() {
    let hood = |site: Site| 2 * site.x + site.y;
    // Deep enough in the hood, and 600 rows beyond it.
    let plane = forward(&TopLeft::new(window(-700, -600, 500, 1500), hood).unwrap(), &()).unwrap();
    for site in plane.window().sites() {
        assert_eq!(plane.get(site), Some(epaulette(hood(site))), "{site}");
    }
    let count = |value| (0..11).filter(|m| epaulette(*m) == value).count();
    assert_eq!([-1, 0, 1].map(count), [5, 3, 3]);
    assert_eq!([hood(Site::new(5, 1)), hood(Site::new(4, 3))], [11, 11]);
}

/// CLN15 section 3.3: every fabric is a prefix of one of three, on the square that the theorem in `automaton::Start`
/// names and not beyond it.
#[test]
fn boards_begin_with_one_of_three_fabrics() {
    for k in (4..60).chain([301, 302, 303, 1000]) {
        let q = i64::from(k / 3);
        let side = u64::from(k) + 2;
        let board = by_lines(k, window(0, 0, side + 1, side + 1));
        let start = Start::Casing { residue: Residue::of(u64::from(k)) };
        let fabric = start.grid(window(-q, -q, side + 1, side + 1), &()).unwrap();
        let end = i64::from(k) + 2;
        for site in board.window().sites() {
            let (here, there) = (board.get(site), fabric.get(Site::new(site.x - q, site.y - q)));
            if site.x < end && site.y < end {
                assert_eq!(here, there, "W^{k} at {site}");
            }
            if 3 * site.x < i64::from(k) && site.y >= site.x {
                assert_eq!(there, Some(epaulette(2 * site.x + site.y - i64::from(k))), "k = {k} at {site}");
            }
        }
        let corner = Site::new(0, end);
        assert_eq!((board.get(corner), fabric.get(Site::new(-q, end - q))), (Some(0), Some(-1)));
    }
}

/// Beyond that square the fabric goes on: along the diagonal to 1.5 k at least.
#[test]
fn the_fabric_reaches_far_along_the_diagonal() {
    for k in [60, 61, 62, 400, 401, 402] {
        let (q, side) = (k / 3, k * 3 / 2);
        let board = by_lines(u32::try_from(k).unwrap(), window(0, 0, side, side));
        let start = Start::Casing { residue: Residue::of(k) };
        let q = i64::try_from(q).unwrap();
        let fabric = start.grid(window(-q, -q, side, side), &()).unwrap();
        for d in 0..i64::try_from(side).unwrap() {
            assert_eq!(board.get(Site::new(d, d)), fabric.get(Site::new(d - q, d - q)), "W^{k} at ({d},{d})");
        }
    }
}

/// CLN15 section 3.3: there is one arm. The first ⌊(k−1)/3⌋ + 1 columns are its own, in all rows from the diagonal on.
#[test]
fn every_arm_is_the_same() {
    for k in (1..50).chain([100, 500, 1000]) {
        let (columns, rows) = (u64::from((k - 1) / 3 + 1), u64::from(6 * k) + 200);
        let board = by_lines(k, window(0, 0, columns, rows));
        let arm = Start::Shoulder.grid(window(0, -i64::from(k), columns, rows), &()).unwrap();
        for site in board.window().sites().filter(|site| site.y >= site.x) {
            let there = Site::new(site.x, site.y - i64::from(k));
            assert_eq!(board.get(site), arm.get(there), "W^{k} at {site}");
        }
    }
}
