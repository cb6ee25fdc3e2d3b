//! The dense engine against the naive loop: signatures of positions, not only counts, on every instruction set and
//! geometry.

use std::cell::Cell;
use std::ops::ControlFlow;

use oracle::Palaces;
use proptest::prelude::*;
use wythoff::engine::dense::{self, Edges, InstructionSet, Settings};
use wythoff::solve::{self, Engine, Stats, Values, Watch};
use wythoff::{Game, Position, SolveError, Tally, Window};

/// P-count, signature and fingerprint, and the deviations' range outside the hood of the board x, y < n, cell by cell.
fn naive(k: u32, n: u32) -> (Tally, Option<(i64, i64)>) {
    let (mut palaces, mut tally) = (Palaces::new(k), Tally::default());
    let (mut low, mut high) = (u32::MAX, u32::MIN);
    for x in 0..n {
        for (y, number) in (x..).zip(palaces.column(Some(n as usize))) {
            if 2 * x + y >= k {
                (low, high) = (low.min(number), high.max(number));
            }
            if number < k {
                tally.add(Position::new(x.into(), y.into()));
                if x < y {
                    tally.add(Position::new(y.into(), x.into()));
                }
            }
        }
    }
    let deviation = |number: u32| i64::from(number) - i64::from(k);
    (tally, (low <= high).then(|| (deviation(low), deviation(high))))
}

/// Palaces and palace numbers of a board, by rows.
type Rows = Vec<(Vec<u8>, Vec<i64>)>;

/// The board x < width, y < height.
fn naive_rows(k: u64, width: u64, height: u64) -> Rows {
    let (k, [width, height]) = (u32::try_from(k).unwrap(), [width, height].map(|side| usize::try_from(side).unwrap()));
    let row = |numbers: &Vec<u32>| {
        let numbers = &numbers[..width];
        (numbers.iter().map(|&n| u8::from(n < k)).collect(), numbers.iter().copied().map(i64::from).collect())
    };
    Palaces::square(k, width.max(height))[..height].iter().map(row).collect()
}

fn settings(threads: usize, instructions: InstructionSet, strip: usize, guard_bits: Option<u32>) -> Settings {
    Settings { threads: Some(threads), instructions: Some(instructions), strip: Some(strip), guard_bits }
}

/// Every instruction set of this machine, every strip, several numbers of threads.
fn all_settings() -> Vec<Settings> {
    let mut all = Vec::new();
    for set in InstructionSet::ALL.into_iter().filter(|set| set.is_available()) {
        for strip in [16, 32, 64] {
            all.extend([1, 2, 5].map(|threads| settings(threads, set, strip, None)));
        }
    }
    all
}

fn assert_stats(k: u32, n: u32, all: &[Settings]) {
    let (Tally { p_count, signature, fingerprint }, range) = naive(k, n);
    for &settings in all {
        let stats = dense::stats(k.into(), n.into(), true, settings, &()).unwrap();
        let [min_deviation, max_deviation] = [range.map(|range| range.0), range.map(|range| range.1)];
        let signature = Some(signature);
        let right = Stats { p_count, fingerprint, signature, min_deviation, max_deviation };
        assert_eq!(stats, right, "k = {k}, n = {n}, {settings:?}");
        let unsigned = dense::stats(k.into(), n.into(), false, settings, &()).unwrap();
        assert_eq!(unsigned, Stats { signature: None, ..right }, "k = {k}, n = {n}, {settings:?}");
        assert_eq!(dense::count(k.into(), n.into(), settings, &()).unwrap().p_count, p_count);
    }
}

#[test]
fn signatures_equal_the_naive_loop_on_every_path() {
    for (k, n) in [(1, 1000), (2, 3000), (3, 1000), (37, 3000), (500, 4096), (1000, 2500), (1500, 5000), (4000, 5000)] {
        assert_stats(k, n, &all_settings());
    }
}

/// Boards that are empty, all hood, one cell more or less than a block, a row block or the hood.
#[test]
fn odd_sizes() {
    let all = all_settings();
    for n in [0, 1, 2, 3, 4, 5, 63, 511, 512, 513, 1023, 1025, 2049] {
        for k in [1, 2, 7, 100, n, n + 1, 3 * n.max(1) - 2, 3 * n, 3 * n + 1] {
            assert_stats(k.max(1), n, &all[k as usize % 9..][..1]);
            assert_stats(k.max(1), n, &[Settings::default()]);
        }
    }
}

/// When the last lane entered the plain path one step early, every P-count was still right, and only signatures
/// differed, at some sizes and in some geometries: so there are large boards here, in every geometry.
#[test]
fn signatures_at_large_k() {
    let best = InstructionSet::best();
    assert_stats(12_000, 30_000, &[Settings::default()]);
    assert_stats(20_000, 36_000, &[16, 32, 64].map(|strip| settings(2, best, strip, None)));
}

/// A narrow window makes the guard fire; the answers come from wider lanes then, and are the same.
#[test]
fn answers_do_not_depend_on_the_guard() {
    let whole = naive_rows(300, 700, 600);
    for guard_bits in 0..=6 {
        let of = |strip| settings(2, InstructionSet::best(), strip, Some(guard_bits));
        assert_stats(300, 1500, &[of(16), of(64)]);
        assert_rows(300, &whole, (100, 90), true, of(16));
    }
}

/// Every row of the window at `at`, down to the corner of the whole board, once and in order, equal to that board's.
fn assert_rows(k: u64, whole: &Rows, at: (u64, u64), numbers: bool, settings: Settings) {
    let (width, height) = (whole[0].0.len() as u64, whole.len() as u64);
    let window = Window { at: Position::new(at.0, at.1), width: width - at.0, height: height - at.1 };
    let left = usize::try_from(at.0).unwrap();
    let mut next = at.1;
    dense::rows(k, window, if numbers { Values::Palace } else { Values::Outcome }, settings, &(), |row| {
        let what = || format!("row {} of k = {k}, {width}×{height} from {at:?}, {settings:?}", row.y);
        assert_eq!(row.y, next);
        let (p, palaces) = &whole[usize::try_from(row.y).unwrap()];
        assert!(row.p == &p[left..], "{}", what());
        assert!(row.numbers == if numbers { &palaces[left..] } else { &[] }, "{}", what());
        next += 1;
        Ok::<(), SolveError>(())
    })
    .unwrap();
    assert_eq!(next, height);
}

#[test]
fn windows_equal_the_whole() {
    for (k, width, height) in [(5, 600, 1300), (37, 1500, 700), (1000, 1200, 1300), (5000, 300, 200)] {
        let whole = naive_rows(k, width, height);
        for settings in all_settings() {
            assert_rows(k, &whole, (0, 0), true, settings);
            assert_rows(k, &whole, (width / 3 + 1, height / 2 + 3), true, settings);
            assert_rows(k, &whole, (width - 1, 0), false, settings);
        }
    }
}

/// The engines give the same rows.
#[test]
fn rows_equal_the_lines_engine() {
    let game: Game = "W^250".parse().unwrap();
    let window = Window { at: Position::new(700, 1100), width: 900, height: 500 };
    let mut lines = Vec::new();
    solve::rows(&game, window, Values::Palace, Some(Engine::Lines), &(), |row| {
        lines.push((row.y, row.p.to_vec(), row.numbers.to_vec()));
        Ok::<(), SolveError>(())
    })
    .unwrap();
    for (values, less) in [(Values::Palace, 0), (Values::Deviation, 250)] {
        let mut dense = Vec::new();
        dense::rows(250, window, values, Settings::default(), &(), |row| {
            dense.push((row.y, row.p.to_vec(), row.numbers.iter().map(|number| number + less).collect::<Vec<_>>()));
            Ok::<(), SolveError>(())
        })
        .unwrap();
        assert!(lines == dense, "{values:?}");
    }
}

/// Lar11 Prop. 1.2 (ii), corrected: each row and each column holds exactly k palaces. The last of row y are at x < 3y +
/// 3k.
#[test]
fn rows_and_columns_hold_k_palaces() {
    for k in [1, 20, 300] {
        let (rows, width) = (1000, 3000 + 3 * k);
        let mut columns = vec![0; 1000];
        let window = Window::corner(width, width);
        dense::rows(k, window, Values::Outcome, Settings::default(), &(), |row| {
            if row.y < rows {
                assert_eq!(row.p.iter().map(|p| u64::from(*p)).sum::<u64>(), k, "row {} of W^{k}", row.y);
            }
            columns.iter_mut().zip(row.p).for_each(|(column, p)| *column += u64::from(*p));
            Ok::<(), SolveError>(())
        })
        .unwrap();
        assert!(columns.iter().all(|column| *column == k), "W^{k}");
    }
}

/// Each tile alone, above and below the diagonal, with its deviations and its P-count.
#[test]
fn tiles_computed_alone_equal_the_whole() {
    for (k, n, strip, guard_bits, threads) in [
        (5, 1300, 16, None, 1),
        (300, 2100, 16, None, 2),
        (300, 1100, 16, Some(2), 2),
        (700, 2500, 32, None, 3),
        (9000, 700, 64, None, 1),
    ] {
        let whole = naive_rows(k, n, n);
        let edges = Edges::new(k, n, settings(threads, InstructionSet::best(), strip, guard_bits), &()).unwrap();
        for row in 0..edges.squares() {
            for column in 0..edges.squares() {
                let tile = edges.tile(column, row, true);
                let mut count = 0;
                for y in 0..tile.height() {
                    let (p, palaces) = &whole[usize::try_from(tile.y()).unwrap() + y];
                    for x in 0..tile.width() {
                        let at = usize::try_from(tile.x()).unwrap() + x;
                        assert_eq!(tile.is_p(x, y), p[at] == 1, "k = {k}, n = {n}, ({at},{y})");
                        assert_eq!(tile.deviations()[y * tile.width() + x], palaces[at] - i64::try_from(k).unwrap());
                        count += u64::from(p[at]);
                    }
                }
                assert_eq!(edges.p_count(column, row), count);
                assert_eq!((tile.x(), tile.y()), (column as u64 * edges.side(), row as u64 * edges.side()));
            }
        }
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let error = dense::stats(5, 1 << 23, false, Settings::default(), &()).unwrap_err();
    assert_eq!(error.to_string(), "this needs 35184376283136 cells; the limit is 8796093022208 cells in one request");
    let settings = Settings { strip: Some(64), ..Settings::default() };
    let error = Edges::new(5, 4_000_000, settings, &()).err().map(|error| error.to_string());
    assert_eq!(error.unwrap(), "this needs 15 GiB of memory; the limit is 4 GiB in one request");
    assert!((900_000_000..1_100_000_000).contains(&Edges::bytes(1_000_000, settings)));
    let far = Window { at: Position::new(u64::MAX, 5), width: 9, height: 9 };
    let rows = |window| dense::rows(5, window, Values::Outcome, settings, &(), |_| Ok::<(), SolveError>(()));
    assert!(matches!(rows(far), Err(SolveError::TooManyCells { .. })));
    assert!(matches!(rows(Window::corner(1 << 40, 1)), Err(SolveError::TooManyCells { .. })));
    assert_eq!(dense::stats(u64::MAX, 5, false, settings, &()), Err(SolveError::SumsTooLarge));
    assert!(rows(Window::corner(0, 5)).is_ok() && rows(Window::corner(5, 0)).is_ok());
    let no_columns = Window { at: Position::new(2048, 3), width: 0, height: 5 };
    assert!(rows(no_columns).is_ok());
}

struct Impatient(Cell<u32>);

impl Watch for Impatient {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        self.0.set(self.0.get().saturating_sub(1));
        if self.0.get() > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// A watcher stops the work, whatever the number of threads.
#[test]
fn work_can_be_interrupted() {
    for threads in [1, 2, 5] {
        let settings = settings(threads, InstructionSet::best(), 16, None);
        let stopped = dense::stats(50, 20_000, true, settings, &Impatient(Cell::new(5)));
        assert_eq!(stopped, Err(SolveError::Interrupted));
        let stopped = Edges::new(50, 20_000, settings, &Impatient(Cell::new(5))).err();
        assert_eq!(stopped, Some(SolveError::Interrupted));
        let sink = |_: solve::Row<'_>| Ok::<(), SolveError>(());
        let stopped =
            dense::rows(50, Window::corner(5000, 5000), Values::Outcome, settings, &Impatient(Cell::new(5)), sink);
        assert_eq!(stopped, Err(SolveError::Interrupted));
    }
}

fn any_settings() -> impl Strategy<Value = Settings> {
    let set = prop_oneof![Just(InstructionSet::Portable), Just(InstructionSet::Avx2), Just(InstructionSet::Avx512)];
    let strip = prop_oneof![Just(16), Just(32), Just(64)];
    (1..4_usize, set, strip).prop_map(|(threads, set, strip)| settings(threads, set, strip, None))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_boards(k in 1..900_u32, n in 0..2500_u32, settings in any_settings()) {
        assert_stats(k, n, &[settings]);
    }

    #[test]
    fn random_windows(
        k in 1..600_u64, width in 1..1300_u64, height in 1..900_u64, x in 0..1300_u64, y in 0..900_u64,
        numbers: bool, settings in any_settings(),
    ) {
        assert_rows(k, &naive_rows(k, width, height), (x % width, y % height), numbers, settings);
    }
}
