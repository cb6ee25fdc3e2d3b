//! Boards of W^k in blocks, kept as Zarr: whole, cut, resumed, damaged and refused. That other programs read them is
//! tested in Python.

use std::cell::Cell;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use proptest::prelude::*;
use wythoff::engine::Stats;
use wythoff::engine::dense::block::{Block, Edge, solve_block};
use wythoff::engine::dense::{self, Settings};
use wythoff::solve::Values;
use wythoff::zarr::{self, BlockBoard, ZarrError};
use wythoff::{Game, Position, SolveError, Watch, Window};

fn places(board: &BlockBoard) -> impl Iterator<Item = (u64, u64)> + use<> {
    (0..board.rows()).flat_map(|row| (0..=row).map(move |column| (row, column)))
}

/// Solves what is not there yet; says how much that was.
fn solve(board: &BlockBoard) -> (Stats, usize) {
    let is_there = board.create().expect("this board or nothing");
    let mut solved = 0;
    for (row, column) in places(board) {
        if !is_there || board.check(row, column).is_none() {
            solved += 1;
            board.solve(row, column, Settings::default(), &()).expect("its neighbours are done");
        }
    }
    (board.finish().expect("all blocks are done"), solved)
}

fn board(folder: &Path, bits: bool) -> BlockBoard {
    BlockBoard::new(folder, 300, 9000, Some(2048), None, bits).expect("a board")
}

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push((path.display().to_string(), fs::read(&path).expect("a file")));
        }
    }
    files.sort();
    files
}

#[test]
fn what_is_cut_goes_on_and_what_is_damaged_is_replaced() {
    let whole = dense::stats(300, 9000, false, Settings::default(), &()).expect("small");
    for bits in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let board = board(folder.path(), bits);
        let (stats, solved) = solve(&board);
        assert_eq!((stats, solved), (whole, 15));
        let before = files(folder.path());
        assert!(before.iter().all(|(name, _)| !name.contains("partial")));
        assert_eq!(solve(&board), (whole, 0), "all is there");
        assert_eq!(files(folder.path()), before);
        // Each file that blocks write: removed, cut, damaged. What is coarser is written anew each time.
        let written = before.iter().filter(|(name, _)| name.contains("/c/"));
        for (index, (name, content)) in written.enumerate() {
            let level = name.split("counts/").nth(1).and_then(|rest| rest.split('/').next());
            let is_coarse = level.is_some_and(|level| level != if bits { "8" } else { "64" });
            match index % 3 {
                0 => fs::remove_file(name).expect("it was there"),
                1 => fs::write(name, &content[..content.len() / 2]).expect("a file"),
                _ => {
                    let mut damaged = content.clone();
                    damaged[content.len() / 3] ^= 0x40;
                    fs::write(name, damaged).expect("a file");
                }
            }
            if is_coarse {
                continue;
            }
            let (stats, solved) = solve(&board);
            assert_eq!(stats, whole, "{name}");
            assert_eq!(solved, 1, "{name}");
        }
        solve(&board);
        assert_eq!(files(folder.path()), before);
    }
}

#[test]
fn other_boards_and_other_folders_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let refusal = |board: BlockBoard| board.create().expect_err("refused").to_string();
    solve(&board(folder.path(), false));
    let other = BlockBoard::new(folder.path(), 301, 9000, Some(2048), None, false).expect("a board");
    assert!(refusal(other).contains("holds another board: its game is \"blocking:k=300\", not \"blocking:k=301\""));
    assert!(refusal(board(folder.path(), true)).contains("its cells is \"nothing\", not \"outcome\""));
    let foreign = tempfile::tempdir().expect("a folder");
    fs::write(foreign.path().join("thesis.tex"), "").expect("a file");
    assert!(refusal(board(foreign.path(), false)).contains("holds something else"));
    assert_eq!(fs::read_dir(foreign.path()).expect("a folder").count(), 1, "nothing was written");
    let file = foreign.path().join("thesis.tex");
    assert!(matches!(board(&file, false).create(), Err(ZarrError::Io { .. })));
    // A block whose neighbours are not done.
    let empty = tempfile::tempdir().expect("a folder");
    let board = board(empty.path(), false);
    board.create().expect("an empty folder");
    let error = board.solve(1, 1, Settings::default(), &()).expect_err("its left neighbour is missing");
    assert!(error.to_string().contains("edges/right/c/1/0/0 is damaged"), "{error}");
    for (side, finest) in [(Some(1000), None), (None, Some(3)), (None, Some(0)), (None, Some(2048))] {
        assert!(BlockBoard::new(empty.path(), 5, 9000, side, finest, false).is_err());
    }
}

/// Stops after so many calls.
struct Patience(Cell<u32>);

impl Watch for Patience {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        self.0.set(self.0.get().saturating_sub(1));
        if self.0.get() == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn interrupted_work_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = BlockBoard::new(folder.path(), 9000, 60_000, Some(2048), None, false).expect("a board");
    let stopped = board.solve_all(2, &Patience(Cell::new(3))).expect_err("stopped");
    assert_eq!(stopped.to_string(), SolveError::Interrupted.to_string());
    let whole = dense::stats(9000, 60_000, false, Settings::default(), &()).expect("small");
    assert_eq!(board.solve_all(2, &()).expect("it goes on"), whole);
}

/// A thread that panics takes the others with it, and what is done stays done.
#[test]
fn a_panic_is_handed_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = board(folder.path(), false);
    let solver = |block: &Block, left: &Edge, top: Option<&Edge>, bits, watch: &dyn Watch| {
        assert!(block.y() < 6000, "this block is too far away");
        solve_block(block, left, top, bits, Settings::default(), watch)
    };
    let panicked = std::panic::catch_unwind(|| board.solve_all_by(&solver, 3, &())).expect_err("it panics");
    assert!(panicked.downcast_ref::<&str>().is_some_and(|words| words.contains("too far away")));
    assert!(matches!(board.finish(), Err(ZarrError::Damaged(_))), "not all blocks are done");
    assert!(board.check(0, 0).is_some());
    let whole = dense::stats(300, 9000, false, Settings::default(), &()).expect("small");
    assert_eq!(board.solve_all(2, &()).expect("it goes on"), whole);
}

/// Runs that know nothing of each other, on one folder.
#[test]
fn seven_runs_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = board(folder.path(), true);
    let whole = dense::stats(300, 9000, false, Settings::default(), &()).expect("small");
    std::thread::scope(|scope| {
        let runs: Vec<_> = (0..7).map(|_| scope.spawn(|| board.solve_all(1, &()))).collect();
        for run in runs {
            assert_eq!(run.join().expect("no panic").expect("a board"), whole);
        }
    });
    assert_eq!(solve(&board), (whole, 0));
    assert!(files(folder.path()).iter().all(|(name, _)| !name.contains("partial")));
}

/// Windows that are written in bands: killed, cut, damaged, gone on with.
#[test]
fn bands_go_on() {
    let game: Game = "W^12".parse().expect("a game");
    let window = Window { at: Position::new(3, 5), width: 2500, height: 7000 };
    let solve = |folder: &Path, watch: &dyn Watch| {
        zarr::write(&game.board(window).values(Values::Palace).watch(watch), folder, None, true)
    };
    let whole = game.board(window).stats().expect("small");
    let (undisturbed, folder) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (stats, _) = solve(undisturbed.path(), &()).expect("a board");
    assert_eq!((stats.p_count, stats.fingerprint), (whole.p_count, whole.fingerprint));
    let expected = files(undisturbed.path());
    for patience in [1, 2, 3, 50] {
        let stopped = solve(folder.path(), &Patience(Cell::new(patience))).map(|(stats, _)| stats);
        if let Ok(stats) = stopped {
            assert_eq!(stats.fingerprint, whole.fingerprint);
        }
    }
    solve(folder.path(), &()).expect("it goes on");
    let inside = |path: &Path, files: &[(String, Vec<u8>)]| -> Vec<(String, Vec<u8>)> {
        let root = path.display().to_string();
        files.iter().map(|(name, content)| (name.replace(&root, ""), content.clone())).collect()
    };
    let same = |files: &[(String, Vec<u8>)]| inside(folder.path(), files) == inside(undisturbed.path(), &expected);
    assert!(same(&files(folder.path())));
    let before = files(folder.path());
    for (index, (name, content)) in before.iter().filter(|(name, _)| name.contains("/c/")).enumerate() {
        match index % 3 {
            0 => fs::remove_file(name).expect("it was there"),
            1 => fs::write(name, &content[..content.len() / 2]).expect("a file"),
            _ => fs::write(name, content.iter().map(|byte| byte ^ 1).collect::<Vec<_>>()).expect("a file"),
        }
        solve(folder.path(), &()).expect("what is damaged is replaced");
        assert!(same(&files(folder.path())), "{name}");
    }
    let other = zarr::write(&game.board(window), folder.path(), None, true).expect_err("another board");
    assert!(other.to_string().contains("its cells is \"palace\", not \"outcome\""), "{other}");
    // Too large for memory, or for the engine: nothing is written.
    let nowhere = folder.path().join("nowhere");
    for window in [Window::corner(1 << 40, 10), Window::corner(1 << 34, 1 << 34)] {
        assert!(zarr::write(&game.board(window), &nowhere, None, true).is_err());
        assert!(!nowhere.exists());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Any sides, any scales: the sums are those of the board.
    #[test]
    fn boards_add_up(
        k in 1_u64..3000,
        n in 1_u64..9000,
        side in 1_u64..4,
        finest in 1_u32..11,
        bits in any::<bool>(),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let board = BlockBoard::new(folder.path(), k, n, Some(2048 * side), Some(1 << finest), bits).expect("a board");
        let whole = dense::stats(k, n, false, Settings::default(), &()).expect("small");
        prop_assert_eq!(solve(&board).0, whole);
        prop_assert_eq!(solve(&board), (whole, 0));
        prop_assert_eq!(board.solve_all(2, &()).expect("all is there"), whole);
        let before = files(folder.path());
        fs::remove_dir_all(folder.path()).expect("a folder");
        prop_assert_eq!(board.solve_all(3, &()).expect("a board"), whole);
        prop_assert_eq!(files(folder.path()), before);
    }
}
