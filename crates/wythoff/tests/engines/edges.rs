//! Blocks that are solved alone, from the counts that enter them, against the lines engine and the whole board.

use proptest::prelude::*;
use wythoff::engine::dense::block::{
    self, Block, BlockError, Direction, Edge, EdgeError, SQUARE, mirrored_bits, solve_block,
};
use wythoff::engine::dense::{self, InstructionSet, Settings};
use wythoff::solve::{self, Values, Watch};
use wythoff::{Engine, Fingerprint, Game, SolveError, Window};

/// A block, what enters it and what comes out.
struct Done {
    block: Block,
    left: Edge,
    top: Option<Edge>,
    solved: block::Solved,
}

/// All blocks of a board, row by row; what goes from block to block passes through `carry`.
fn blocks(k: u64, n: u64, side: u64, bits: bool, settings: Settings, carry: impl Fn(Edge) -> Edge) -> Vec<Done> {
    let mut done = Vec::new();
    let mut above: Vec<Edge> = Vec::new();
    for row in 0..n.div_ceil(side) {
        let mut left = Edge::start_of_row(k, side, row).expect("a side of blocks");
        for column in 0..=row {
            let block = Block::new(k, n, side, column, row).expect("a block");
            let top = above.get(usize::try_from(column).expect("small")).cloned();
            let solved = solve_block(&block, &left, top.as_ref(), bits, settings, &()).expect("the guard is silent");
            let entered = left.clone();
            let bottom = carry(solved.bottom.clone());
            match &solved.right {
                Some(right) => (left, above[usize::try_from(column).expect("small")]) = (carry(right.clone()), bottom),
                None => above.push(bottom),
            }
            done.push(Done { block, left: entered, top, solved });
        }
    }
    done
}

/// Whether each cell of the corner is a palace, by the lines engine.
fn truth(k: u64, n: u64) -> Vec<Vec<u8>> {
    let game: Game = format!("blocking:k={k}").parse().expect("a game");
    let mut rows = Vec::new();
    solve::rows(&game, Window::corner(n, n), Values::Outcome, Some(Engine::Lines), &(), |row| {
        rows.push(row.p.to_vec());
        Ok::<(), SolveError>(())
    })
    .expect("small enough");
    rows
}

/// Palaces before each cell on its row, in its column and on its diagonal.
struct Before {
    left: Vec<Vec<u32>>,
    above: Vec<Vec<u32>>,
    diagonal: Vec<Vec<u32>>,
}

impl Before {
    fn new(palaces: &[Vec<u8>]) -> Self {
        let n = palaces.len();
        let table = || vec![vec![0; n + 1]; n + 1];
        let mut before = Self { left: table(), above: table(), diagonal: table() };
        for (y, row) in palaces.iter().enumerate() {
            for (x, palace) in row.iter().enumerate() {
                let here = u32::from(*palace);
                before.left[y][x + 1] = before.left[y][x] + here;
                before.above[y + 1][x] = before.above[y][x] + here;
                before.diagonal[y + 1][x + 1] = before.diagonal[y][x] + here;
            }
        }
        before
    }

    /// Compares an edge whose first cell is (x, y) with the board, as far as the board goes.
    fn compare(&self, edge: &Edge, direction: Direction, x: usize, y: usize) {
        let n = self.left.len() - 1;
        let (steps, at) = match direction {
            Direction::Vertical => (n.saturating_sub(y), (0, 1)),
            Direction::Horizontal => (n.saturating_sub(x), (1, 0)),
        };
        if x > n || y > n {
            return;
        }
        for (i, count) in edge.straight().iter().enumerate().take(steps) {
            let (x, y) = (x + i * at.0, y + i * at.1);
            let count_here = if direction == Direction::Vertical { self.left[y][x] } else { self.above[y][x] };
            assert_eq!(*count, count_here, "{direction:?} at ({x},{y})");
        }
        for (i, count) in edge.diagonal().iter().enumerate().take(steps + 1) {
            let (x, y) = (x + i * at.0, y + i * at.1);
            assert_eq!(u32::from(*count), self.diagonal[y][x] % 256, "the diagonal of ({x},{y}), {direction:?}");
        }
    }
}

#[test]
fn edges_counts_and_bits_are_those_of_the_board() {
    let at = |number: u64| usize::try_from(number).expect("small");
    for (k, n, side) in [
        (1, 4096, 2048),
        (2, 4100, 2048),
        (37, 6143, 2048),
        (500, 6145, 2048),
        (3000, 6144, 2048),
        (1500, 8200, 4096),
        (40_000, 6144, 4096),
    ] {
        let palaces = truth(k, n);
        let before = Before::new(&palaces);
        for Done { block, left, top, solved } in blocks(k, n, side, true, Settings::default(), |edge| edge) {
            let (x, y) = (at(block.x()), at(block.y()));
            assert!(solved.bottom.is_exact());
            before.compare(&left, Direction::Vertical, x, y);
            before.compare(&solved.bottom, Direction::Horizontal, x, y + at(side));
            if let (Some(top), Some(right)) = (&top, &solved.right) {
                before.compare(top, Direction::Horizontal, x, y);
                before.compare(right, Direction::Vertical, x + at(side), y);
            }
            let bit = |x: usize, y: usize| palaces.get(y).and_then(|row| row.get(x)).copied().unwrap_or(0);
            for row in 0..at(side) {
                for column in 0..at(side) {
                    let found = solved.bits[row * at(side) / 8 + column / 8] >> (column % 8) & 1;
                    assert_eq!(found, bit(x + column, y + row), "k = {k}: ({},{})", x + column, y + row);
                }
            }
            let (square, squares) = (at(SQUARE), at(side / SQUARE));
            for (index, count) in solved.counts.iter().enumerate() {
                let (x, y) = (x + index % squares * square, y + index / squares * square);
                let cells = (0..square * square).map(|cell| bit(x + cell % square, y + cell / square));
                assert_eq!(u32::from(*count), cells.map(u32::from).sum::<u32>(), "k = {k}: the square at ({x},{y})");
            }
            let mirror = mirrored_bits(&solved.bits, at(side));
            for cell in (0..at(side) * at(side)).step_by(97) {
                let (row, column) = (cell / at(side), cell % at(side));
                let found = mirror[column * at(side) / 8 + row / 8] >> (row % 8) & 1;
                assert_eq!(found, bit(x + column, y + row));
            }
            assert_eq!(mirrored_bits(&mirror, at(side)), &*solved.bits);
        }
    }
}

/// The sums over all blocks.
fn sums(done: &[Done]) -> (u64, Fingerprint, Option<i64>, Option<i64>) {
    let mut fingerprint = Fingerprint::default();
    for done in done {
        fingerprint += done.solved.fingerprint;
    }
    let low = done.iter().filter_map(|done| done.solved.min_deviation).min();
    let high = done.iter().filter_map(|done| done.solved.max_deviation).max();
    (done.iter().map(|done| done.solved.p_count).sum(), fingerprint, low, high)
}

fn whole(k: u64, n: u64) -> (u64, Fingerprint, Option<i64>, Option<i64>) {
    let stats = dense::stats(k, n, false, Settings::default(), &()).expect("small enough");
    (stats.p_count, stats.fingerprint, stats.min_deviation, stats.max_deviation)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Blocks of any side add up to the board, whatever the edges are carried as, on every instruction set.
    #[test]
    fn blocks_add_up_to_the_board(
        k in prop_oneof![1_u64..100, 100_u64..30_000],
        n in 1_u64..16_000,
        side in 1_u64..4,
        carried in 0..3,
        set in 0..InstructionSet::ALL.len(),
        threads in 1..4_usize,
    ) {
        let settings =
            Settings { instructions: Some(InstructionSet::ALL[set]), threads: Some(threads), ..Settings::default() };
        let done = blocks(k, n, 2048 * side, false, settings, |edge| match carried {
            0 => edge,
            1 => edge.residues(),
            _ => Edge::from_bytes(&edge.to_bytes()).expect("its bytes"),
        });
        prop_assert_eq!(sums(&done), whole(k, n));
        for Done { block, solved, .. } in &done {
            let counted: u64 = solved.counts.iter().map(|count| u64::from(*count)).sum();
            prop_assert_eq!(counted * if block.is_diagonal() { 1 } else { 2 }, solved.p_count);
        }
    }
}

/// Outer space, where nothing is computed, and a board that is all hood.
#[test]
fn blocks_far_out_add_up_to_the_board() {
    for (k, n, side) in [(20, 40_000, 2048), (300, 60_000, 4096), (20_000, 50_000, 8192), (200_000, 30_000, 4096)] {
        let done = blocks(k, n, side, false, Settings::default(), Edge::residues);
        assert_eq!(sums(&done), whole(k, n), "k = {k}");
    }
}

#[test]
fn edges_survive_their_bytes_and_damage_is_seen() {
    let done = blocks(700, 5000, 2048, false, Settings::default(), |edge| edge);
    let edges = done.iter().flat_map(|done| [Some(&done.solved.bottom), done.solved.right.as_ref()]).flatten();
    for edge in edges {
        for edge in [edge.clone(), edge.clone().residues()] {
            let bytes = edge.to_bytes();
            assert_eq!(bytes.len(), 64 + if edge.is_exact() { 4 } else { 1 } * 2048 + 2049);
            assert_eq!(Edge::from_bytes(&bytes).as_ref(), Ok(&edge));
            for at in (0..bytes.len()).step_by(61).chain(0..64) {
                let mut damaged = bytes.clone();
                damaged[at] ^= 0x10;
                assert!(Edge::from_bytes(&damaged).is_err(), "byte {at}");
            }
            for length in (0..bytes.len()).step_by(97) {
                assert!(Edge::from_bytes(&bytes[..length]).is_err(), "cut after {length} bytes");
            }
            assert_eq!(Edge::from_bytes(&[&*bytes, &[0]].concat()), Err(EdgeError::Damaged));
        }
    }
    for edge in done.iter().filter_map(|done| done.solved.right.clone()) {
        let straight: Vec<u8> = edge.straight().iter().map(|count| count.to_le_bytes()[0]).collect();
        let (diagonal, at) = (edge.diagonal().to_vec(), edge.at());
        assert_eq!(Edge::of_residues(700, Direction::Vertical, at, &straight, diagonal.clone()), Ok(edge.residues()));
        assert!(Edge::of_residues(700, Direction::Vertical, at, &straight, diagonal[1..].to_vec()).is_err());
        assert!(Edge::of_residues(700, Direction::Vertical, at, &straight[1..], diagonal).is_err());
    }
    assert_eq!(Edge::from_bytes(b""), Err(EdgeError::Kind));
    let mut later = Edge::start_of_row(5, 2048, 0).expect("a side of blocks").to_bytes();
    later[8] = 2;
    assert_eq!(Edge::from_bytes(&later), Err(EdgeError::Version(2)));
}

#[test]
fn wrong_blocks_and_wrong_edges_are_refused() {
    assert_eq!(Block::new(5, 5000, 1000, 0, 0), Err(BlockError::Side { side: 1000 }));
    assert_eq!(Block::new(5, 5000, 0, 0, 0), Err(BlockError::Side { side: 0 }));
    assert!(Edge::start_of_row(5, 1 << 40, 0).is_err());
    for (column, row) in [(1, 0), (0, 3), (u64::MAX, u64::MAX)] {
        assert_eq!(Block::new(5, 5000, 2048, column, row), Err(BlockError::Outside { column, row, rows: 3 }));
    }
    assert!(matches!(Block::new(5, 1 << 40, 2048, 0, 0), Err(BlockError::Solve(_))));
    assert!(matches!(Block::new(u64::MAX, 5000, 2048, 0, 0), Err(BlockError::Solve(_))));
    let start = |k, row| Edge::start_of_row(k, 2048, row).expect("a side of blocks");
    let solve = |column, row, left: &Edge, top: Option<&Edge>| {
        let block = Block::new(5, 5000, 2048, column, row).expect("a block");
        solve_block(&block, left, top, false, Settings::default(), &())
    };
    let first = solve(0, 0, &start(5, 0), None).expect("a corner");
    let refusal = |solved: Result<block::Solved, BlockError>| solved.expect_err("wrong").to_string();
    assert_eq!(
        refusal(solve(0, 0, &start(6, 0), None)),
        "the edge on the left of this block is the vertical line of 2048 cells at (0,0) of W^5, not the vertical line \
         of 2048 cells at (0,0) of W^6"
    );
    assert!(refusal(solve(0, 1, &start(5, 0), Some(&first.bottom))).contains("at (0,2048)"));
    assert!(refusal(solve(0, 1, &start(5, 1), Some(&start(5, 1)))).contains("at the top"));
    assert!(matches!(solve(0, 1, &start(5, 1), None), Err(BlockError::Edges)));
    assert!(matches!(solve(0, 0, &start(5, 0), Some(&first.bottom)), Err(BlockError::Edges)));
    let large = Block::new(5, 1 << 29, 1 << 25, 0, 0).expect("a block");
    let left = Edge::start_of_row(5, 1 << 25, 0).expect("a side of blocks");
    let error = solve_block(&large, &left, None, true, Settings::default(), &()).expect_err("too much memory");
    assert!(matches!(error, BlockError::Solve(SolveError::TooMuchMemory { .. })), "{error}");
}

/// A forged edge is a board that cannot be: the guard sees it, or a watcher stops the work.
#[test]
fn forged_edges_and_interruptions_end_the_work() {
    struct Stop;
    impl Watch for Stop {
        fn progress(&self, _: u64, _: u64) -> std::ops::ControlFlow<()> {
            std::ops::ControlFlow::Break(())
        }
    }
    let block = Block::new(500, 10_000, 2048, 0, 0).expect("a block");
    let left = Edge::start_of_row(500, 2048, 0).expect("a side of blocks");
    let stopped = solve_block(&block, &left, None, false, Settings::default(), &Stop);
    assert_eq!(stopped, Err(BlockError::Solve(SolveError::Interrupted)));
    let mut forged = left.to_bytes();
    // Row 700 pretends to have palaces left of the board.
    forged[64 + 4 * 700] = 150;
    let checksum = crc32fast::hash(&forged[16..]);
    forged[12..16].copy_from_slice(&checksum.to_le_bytes());
    let forged = Edge::from_bytes(&forged).expect("whole");
    let solved = solve_block(&block, &forged, None, false, Settings::default(), &());
    assert_eq!(solved, Err(BlockError::GuardFired(dense::GuardFired)));
}
