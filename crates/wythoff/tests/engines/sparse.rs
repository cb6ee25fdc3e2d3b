//! The sparse engine against plain loops, the lines engine and Lar11's theorems; its checkpoints; its refusals.
//!
//! Every comparison is made with every instruction set of the machine, plain Rust among them.

use std::ops::ControlFlow;

use oracle::Palaces;
use proptest::prelude::*;
use wythoff::engine::sparse::{self, CheckpointError, Instructions, Sparse, Tally, bytes_for};
use wythoff::exact::{IBig, beatty_pair};
use wythoff::solve::{self, Columns};
use wythoff::{Game, Position, SolveError};

/// The upper palaces of the columns below n, a cell at a time.
fn naive(k: u64, n: u64) -> Vec<Vec<u64>> {
    Palaces::columns(u32::try_from(k).unwrap(), usize::try_from(n).unwrap())
}

fn tally(positions: impl IntoIterator<Item = (u64, u64)>) -> Tally {
    let mut tally = Tally::default();
    positions.into_iter().for_each(|(x, y)| tally.add(Position::new(x, y)));
    tally
}

fn every_engine(k: u64) -> impl Iterator<Item = Sparse> {
    Instructions::available().into_iter().map(move |all| Sparse::new(k).unwrap().using(all).unwrap())
}

/// The columns of every instruction set are these, and so is the tally.
fn assert_columns(k: u64, expected: &[Vec<u64>]) {
    let tally = tally((0..).zip(expected).flat_map(|(x, upper)| upper.iter().map(move |&y| (x, y))));
    for mut sparse in every_engine(k) {
        for (x, upper) in (0..).zip(expected) {
            let instructions = sparse.instructions();
            let column = sparse.next_column().unwrap();
            assert!(column.x == x && column.upper == upper, "W^{k}, column {x}, {instructions}");
        }
        assert_eq!(sparse.tally(), tally, "W^{k}");
        assert!(sparse.bytes_held() <= bytes_for(k, expected.len() as u64), "W^{k}: {} bytes", sparse.bytes_held());
    }
}

/// The rest of a run: its tally at column n.
fn run_to(sparse: &mut Sparse, n: u64) -> Tally {
    sparse.run(n, &(), |_| Ok::<(), SolveError>(())).unwrap()
}

fn checkpoint(sparse: &Sparse) -> Vec<u8> {
    let mut file = Vec::new();
    sparse.write_checkpoint(&mut file).unwrap();
    file
}

#[test]
fn columns_equal_the_plain_loop() {
    for k in [1, 2, 3, 5, 37, 127, 128, 300] {
        assert_columns(k, &naive(k, 6000));
    }
    for k in [20, 100, 255, 256, 1000] {
        assert_columns(k, &naive(k, 20_000));
    }
}

/// Boards with a striped wedge, beyond the column where the engine finds its period.
#[test]
fn striped_boards_equal_the_plain_loop() {
    for (k, stripes) in [(6, 5), (10, 10), (35, 26)] {
        let expected = naive(k, 25_000);
        for mut sparse in every_engine(k) {
            for (x, upper) in (0..).zip(&expected) {
                let instructions = sparse.instructions();
                assert_eq!(sparse.next_column().unwrap().upper, upper, "W^{k}, column {x}, {instructions}");
            }
            assert_eq!(sparse.stripes(), stripes, "W^{k}, {}", sparse.instructions());
        }
    }
}

/// Lanes at their limits, with all of the hood and what is just beyond it.
#[test]
fn columns_equal_the_plain_loop_for_the_largest_k() {
    for (k, n) in [(254, 2000), (257, 2000), (12_000, 600), (32_767, 40), (32_768, 40), (65_534, 20), (65_535, 20)] {
        assert_columns(k, &naive(k, n));
    }
}

/// Every column holds exactly k palaces (Lar11 Prop. 1.2), and they are those of the lines engine.
#[test]
fn columns_equal_the_lines_engine() {
    for k in [1, 2, 3, 5, 20, 37, 100, 127, 128, 255, 256, 300] {
        let game: Game = format!("W^{k}").parse().unwrap();
        for mut sparse in every_engine(k) {
            let mut lines = Columns::new(&game, None).unwrap();
            for x in 0..700 {
                let whole = lines.next(u64::MAX).unwrap();
                assert_eq!(whole.p.len() as u64, k);
                let upper: Vec<u64> = whole.p.iter().copied().filter(|&y| y >= x).collect();
                assert_eq!(sparse.next_column().unwrap().upper, upper, "W^{k}, column {x}");
            }
        }
    }
}

/// Both halves of a board, by the lines engine.
#[test]
fn squares_equal_the_lines_engine() {
    for (k, n) in [(1, 500), (2, 64), (3, 65), (20, 1), (20, 700), (37, 900), (300, 100), (300, 1000)] {
        let board = solve::board(&format!("W^{k}").parse().unwrap(), n, n, None, &()).unwrap();
        let square = sparse::square(k, n, &()).unwrap();
        assert_eq!(square, tally(board.p_positions().map(|at| (at.x, at.y))), "W^{k}, {n}×{n}");
    }
}

/// The pairs (a, b) of Wythoff Nim from number `first` on, as columns: those from the first a on that hold nothing are
/// empty.
fn wythoff_columns(first: u64, pairs: u64) -> (u64, Vec<Vec<u64>>) {
    let (a, b) = beatty_pair(1, 1);
    let term = |n: u64| [&a, &b].map(|sequence| u64::try_from(sequence.term(&IBig::from(n))).unwrap());
    let start = term(first)[0];
    let mut columns = Vec::new();
    for [a, b] in (first..first + pairs).map(term) {
        columns.resize(usize::try_from(a - start).unwrap(), Vec::new());
        columns.push(vec![b]);
    }
    (start, columns)
}

/// The columns of every instruction set from `start` on are these.
fn assert_columns_from(k: u64, start: u64, expected: &[Vec<u64>]) {
    for mut sparse in every_engine(k) {
        run_to(&mut sparse, start);
        for upper in expected {
            let column = sparse.next_column().unwrap();
            assert_eq!(column.upper, upper, "W^{k}, column {}", column.x);
        }
    }
}

/// Lar11: W^1 is Wythoff Nim; W^2 has (0,0), {n, 2n+1} and 2(a, b) + (2, 2) for the pairs of Wythoff Nim; W^3 has
/// (0,0), {n, 2n+1}, {n, 2n+2}. From the start, and far out.
#[test]
fn theorems_for_k_to_3() {
    for (first, pairs) in [(0, 20_000), (250_000, 3000)] {
        let (start, wythoff) = wythoff_columns(first, pairs);
        assert_columns_from(1, start, &wythoff);
        // Column 2c + 2 comes from column c; the one before it has only 2(2c + 1) + 1.
        let doubled = (start..).zip(&wythoff).flat_map(|(c, pair)| {
            let even = pair.iter().map(|b| 2 * b + 2).chain([4 * c + 5]);
            let mut even: Vec<u64> = even.collect();
            even.sort_unstable();
            [vec![4 * c + 3], even]
        });
        assert_columns_from(2, 2 * start + 1, &doubled.collect::<Vec<_>>());
    }
    let third = |x: u64| if x == 0 { vec![0, 1, 2] } else { vec![2 * x + 1, 2 * x + 2] };
    assert_columns_from(3, 0, &(0..300_000).map(third).collect::<Vec<_>>());
}

/// Far out, where the store has grown and moved many times, all instruction sets agree; so does a run with the memory
/// set aside before.
#[test]
fn instructions_agree_far_out() {
    for (k, n) in [(20, 300_000), (100, 60_000), (400, 30_000)] {
        let tallies: Vec<Tally> = every_engine(k)
            .map(|mut sparse| {
                let mut grown = sparse.clone();
                while grown.x() < n {
                    grown.next_column().unwrap();
                }
                assert_eq!(run_to(&mut sparse, n), grown.tally());
                assert!(sparse.bytes_held() <= bytes_for(k, n) && grown.bytes_held() <= bytes_for(k, n));
                grown.tally()
            })
            .collect();
        assert!(tallies.iter().all(|tally| *tally == tallies[0]), "W^{k}: {tallies:?}");
    }
}

/// What [`sparse::REACH`] says, on which the stated memory rests.
#[test]
fn palaces_lie_within_reach() {
    for k in (1..=300).chain((310..2000).step_by(97)).chain([10_000, 65_535]) {
        let mut sparse = Sparse::new(k).unwrap();
        let n = 600_000_000 / (k * k).max(40_000);
        sparse
            .run(n.max(5), &(), |column| {
                assert!(column.upper.last().is_none_or(|&y| y < sparse::REACH * column.x + k), "W^{k}, {}", column.x);
                Ok::<(), SolveError>(())
            })
            .unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_columns_equal_the_plain_loop(k in prop_oneof![1..40_u64, 1..700_u64], n in 0..500_u64) {
        assert_columns(k, &naive(k, n));
    }

    /// A run that is interrupted anywhere, twice, ends like one that is not, whatever instructions each part uses.
    #[test]
    fn random_checkpoints_resume(k in prop_oneof![1..40_u64, 1..700_u64], mut at in [0..9000_u64, 0..9000, 0..9000]) {
        at.sort_unstable();
        let mut whole = Sparse::new(k).unwrap();
        let expected = run_to(&mut whole, at[2]);
        for instructions in Instructions::available() {
            let mut sparse = Sparse::new(k).unwrap();
            run_to(&mut sparse, at[0]);
            let mut sparse = Sparse::from_checkpoint(&checkpoint(&sparse)[..]).unwrap().using(instructions).unwrap();
            run_to(&mut sparse, at[1]);
            let mut sparse = Sparse::from_checkpoint(&checkpoint(&sparse)[..]).unwrap();
            prop_assert_eq!(run_to(&mut sparse, at[2]), expected);
            // The state is the same, too, to the last byte.
            prop_assert_eq!(checkpoint(&sparse), checkpoint(&whole));
        }
    }
}

/// At every column of a small run, and around the places where superblocks begin.
#[test]
fn checkpoints_resume_at_every_column() {
    for (k, stops) in [(3, 0..200_u64), (20, 0..200), (300, 0..150), (20, 4090..4100), (20, 8185..8197)] {
        let n = stops.end + 100;
        let expected = run_to(&mut Sparse::new(k).unwrap(), n);
        let mut sparse = Sparse::new(k).unwrap();
        run_to(&mut sparse, stops.start);
        for x in stops {
            let mut resumed = Sparse::from_checkpoint(&checkpoint(&sparse)[..]).unwrap();
            assert_eq!((resumed.k(), resumed.x(), resumed.tally()), (k, x, sparse.tally()));
            assert_eq!(run_to(&mut resumed, n), expected, "W^{k} from column {x}");
            sparse.next_column().unwrap();
        }
    }
}

/// A checkpoint knows nothing of stripes: a run that is resumed before or after they were found finds them again, and
/// ends in the same state.
#[test]
fn checkpoints_resume_before_and_after_stripes_are_found() {
    let mut whole = Sparse::new(6).unwrap();
    let expected = run_to(&mut whole, 30_000);
    for (x, stripes) in [(4000, 0), (20_000, 5)] {
        let mut sparse = Sparse::new(6).unwrap();
        run_to(&mut sparse, x);
        assert_eq!(sparse.stripes(), stripes, "column {x}");
        for instructions in Instructions::available() {
            let mut resumed = Sparse::from_checkpoint(&checkpoint(&sparse)[..]).unwrap().using(instructions).unwrap();
            assert_eq!(resumed.stripes(), 0);
            assert_eq!(run_to(&mut resumed, 30_000), expected, "from column {x}, {instructions}");
            assert_eq!(resumed.stripes(), 5, "from column {x}, {instructions}");
            assert_eq!(checkpoint(&resumed), checkpoint(&whole));
        }
    }
}

/// Every byte changed, every length cut, something appended: refused.
#[test]
fn damaged_checkpoints_are_refused() {
    for k in [5, 300] {
        let mut sparse = Sparse::new(k).unwrap();
        run_to(&mut sparse, 40);
        let good = checkpoint(&sparse);
        for at in 0..good.len() {
            for change in [1, 0x80, 0xff] {
                let mut bad = good.clone();
                bad[at] ^= change;
                assert!(Sparse::from_checkpoint(&bad[..]).is_err(), "byte {at}");
            }
            let cut = Sparse::from_checkpoint(&good[..at]).unwrap_err();
            assert!(matches!(cut, CheckpointError::Truncated | CheckpointError::Foreign), "{at}: {cut}");
        }
        let mut long = good.clone();
        long.push(0);
        assert!(matches!(Sparse::from_checkpoint(&long[..]), Err(CheckpointError::TooLong)));
        assert!(Sparse::from_checkpoint(&good[..]).is_ok());
    }
    assert!(matches!(Sparse::from_checkpoint(&b"\x89PNG\r\n\x1a\n and so on"[..]), Err(CheckpointError::Foreign)));
    assert!(matches!(Sparse::from_checkpoint(&[][..]), Err(CheckpointError::Foreign)));
}

/// Headers with the right checksum that no run has written; those that ask for much memory get none.
#[test]
fn forged_checkpoints_are_refused() {
    let mut sparse = Sparse::new(5).unwrap();
    run_to(&mut sparse, 40);
    let forge = |at: usize, number: &[u8]| {
        let mut file = checkpoint(&sparse);
        file[at..at + number.len()].copy_from_slice(number);
        let sum = xxhash_rust::xxh3::xxh3_64(&file[..80]).to_le_bytes();
        file[80..88].copy_from_slice(&sum);
        let end = file.len() - 8;
        let sum = xxhash_rust::xxh3::xxh3_64(&file[..end]).to_le_bytes();
        file[end..].copy_from_slice(&sum);
        Sparse::from_checkpoint(&file[..]).map(|_| ()).unwrap_err().to_string()
    };
    // The first version had no fingerprint.
    for version in [1, 3] {
        let refused = format!("this checkpoint has version {version}; this program reads version 2");
        assert_eq!(forge(16, &[version]), refused);
    }
    assert_eq!(forge(20, &[2]), "this checkpoint contradicts itself: the lanes are not those of its k");
    for k in [0, 65_536, u64::MAX] {
        assert_eq!(forge(24, &k.to_le_bytes()), "this checkpoint contradicts itself: k is not from 1 to 65535");
    }
    assert_eq!(forge(24, &[200]), "this checkpoint contradicts itself: its columns do not hold k palaces each");
    assert_eq!(forge(32, &[0]), "this checkpoint contradicts itself: its columns do not hold k palaces each");
    assert_eq!(forge(32, &[0xff; 8]), "this checkpoint contradicts itself: it lies beyond row 2^32");
    let count = (sparse.tally().p_count + 1).to_le_bytes();
    assert_eq!(forge(40, &count), "this checkpoint contradicts itself: its rows and diagonals do not hold its palaces");
    assert_eq!(forge(64, &[0xff; 3]), "this checkpoint is truncated");
    assert_eq!(forge(72, &[0xff; 4]), "this needs 5 GiB of memory; the limit is 4 GiB in one request");
    assert_eq!(forge(88, &[6]), "this checkpoint contradicts itself: a row or a diagonal holds more than k palaces");
    let last = checkpoint(&sparse).len() - 9;
    assert_eq!(forge(last, &[0]), "this checkpoint contradicts itself: its rows and diagonals do not hold its palaces");
}

/// A watch that stops the work at column `.0`.
struct StopAt(u64);

impl solve::Watch for StopAt {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        assert!(done <= total);
        if done >= self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn an_interrupted_run_goes_on() {
    let mut sparse = Sparse::new(20).unwrap();
    let stopped = sparse.run(50_000, &StopAt(10_000), |_| Ok::<(), SolveError>(()));
    assert_eq!(stopped.unwrap_err(), SolveError::Interrupted);
    assert!((10_000..20_000).contains(&sparse.x()));
    assert_eq!(run_to(&mut sparse, 50_000), run_to(&mut Sparse::new(20).unwrap(), 50_000));
}

#[test]
fn what_is_too_large_is_refused() {
    for k in [0, 65_536, u64::MAX] {
        let refused = Sparse::new(k).map(|_| ()).unwrap_err();
        assert_eq!(refused.to_string(), "the sparse engine solves W^k for k from 1 to 65535");
    }
    let mut sparse = Sparse::new(20).unwrap();
    let refused = sparse.run(10_000_000_000, &(), |_| Ok::<(), SolveError>(())).unwrap_err();
    assert_eq!(refused.to_string(), "this needs 44 GiB of memory; the limit is 4 GiB in one request");
    for columns in [u64::MAX / 8, u64::MAX] {
        assert!(matches!(sparse.reserve(columns), Err(SolveError::TooMuchMemory { .. })));
    }
    // It is as good as new.
    assert_eq!(sparse.next_column().unwrap().upper.len(), 20);
    // A hundred million columns within 1 GiB, with either lane.
    assert!(bytes_for(255, 100_000_000) < 1 << 29 && bytes_for(65_535, 100_000_000) < 1 << 30);
}
