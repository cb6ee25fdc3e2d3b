//! Boards of W^k in blocks, kept as Zarr: whole, cut, resumed, damaged and refused. That other programs read them is
//! tested in Python.

use std::cell::Cell;
use std::fs;
use std::ops::{ControlFlow, Range};
use std::path::Path;

use proptest::prelude::*;
use wythoff::engine::Stats;
use wythoff::engine::dense::block::{Block, Edge, solve_block};
use wythoff::engine::dense::{self, Settings};
use wythoff::solve::Values;
use wythoff::zarr::shard::{self, Shape};
use wythoff::zarr::{self, BlockBoard, ReadError, Reader, ZarrError};
use wythoff::{Board, Engine, Game, Position, SolveError, Watch, Window, solve};

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
            // Blocks of side 2048 write counts of 16 × 16 cells, too: shards of side 128.
            let is_coarse =
                level.is_some_and(|level| !(if bits { ["8", "16"] } else { ["64", "64"] }).contains(&level));
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

/// Nim-values are written as they are, removed cells as such; after stops, too.
#[test]
fn nim_values_are_kept() {
    for text in ["wythoff", "hole:m=2,p=3,u=5,v=3"] {
        let game: Game = text.parse().expect("a game");
        let window = Window { at: Position::new(2, 1), width: 2100, height: 2200 };
        let folder = tempfile::tempdir().expect("a folder");
        let write = |watch: &dyn Watch| {
            zarr::write(&game.board(window).values(Values::Grundy).watch(watch), folder.path(), None, true)
        };
        assert!(write(&Patience(Cell::new(1))).is_err(), "{text} is stopped");
        let _ = write(&Patience(Cell::new(20)));
        let (stats, _) = write(&()).expect("it goes on");
        assert_eq!(stats.p_count, game.board(window).stats().expect("small").p_count, "{text}");
        let shape = Shape { rows: 2048, row_bytes: 2048 * 4, chunk_rows: 512, chunk_row_bytes: 512 * 4 };
        let shards = [[(0, 0), (0, 1)], [(1, 0), (1, 1)]].map(|row| {
            row.map(|(row, column)| {
                let file = fs::read(folder.path().join(format!("cells/grundy/c/{row}/{column}"))).expect("a shard");
                shard::decode(shape, &file).expect("a whole shard")
            })
        });
        let kept = |x: usize, y: usize| {
            let at = (y % 2048 * 2048 + x % 2048) * 4;
            i32::from_le_bytes(shards[y / 2048][x / 2048][at..at + 4].try_into().expect("four bytes"))
        };
        solve::rows(&game, window, Values::Grundy, None, &(), |row| {
            let y = usize::try_from(row.y - window.at.y).expect("small");
            for (x, number) in row.numbers.iter().enumerate() {
                let expected = if x < row.removed { i32::MIN } else { i32::try_from(*number).expect("small") };
                assert_eq!(kept(x, y), expected, "{text}: column {x}, row {y}");
            }
            Ok::<(), SolveError>(())
        })
        .expect("small");
    }
}

/// Boards that were written in bands are read: every count and every cell, and a lost shard is not taken for zeros.
#[test]
fn bands_are_read() {
    let game: Game = "nim-blocking:k=3".parse().expect("a game");
    let (folder, board) = (tempfile::tempdir().expect("a folder"), game.board(Window::corner(2500, 4200)));
    let cells = board.clone().solve().expect("small");
    zarr::write(&board, folder.path(), Some(4), true).expect("a board");
    let reader = Reader::open(folder.path()).expect("a board");
    assert!(reader.is_complete() && reader.has_bits());
    for factor in [4, 16, 64, 1024, 8192] {
        let [rows, columns] = [4200_u64, 2500].map(|side| side.div_ceil(factor));
        let counts = reader.counts(factor, &(0..rows), &(0..columns), &()).expect("sound");
        let mut expected = vec![Some(0); counts.len()];
        for Position { x, y } in cells.p_positions() {
            let at = usize::try_from(y / factor * columns + x / factor).expect("small");
            expected[at] = expected[at].map(|count| count + 1);
        }
        assert!(counts == expected, "counts of {factor} × {factor} cells");
    }
    for (row, column) in (0..3).flat_map(|row| (0..2).map(move |column| (row, column))) {
        let square = reader.square(row, column).expect("sound").expect("it is there");
        for (y, x) in (0..2048).flat_map(|y| (0..2048).map(move |x| (y, x))) {
            let at = Position::new(column * 2048 + x, row * 2048 + y);
            let is_p = at.x < 2500 && at.y < 4200 && cells.is_p(at);
            let byte = square[usize::try_from(y * 256 + x / 8).expect("small")];
            assert_eq!(byte >> (x % 8) & 1 == 1, is_p, "{at}");
        }
    }
    fs::remove_file(folder.path().join("cells/bits/c/1/1")).expect("it was there");
    let lost = Reader::open(folder.path()).expect("a board").square(1, 1).expect_err("a shard is lost");
    assert!(matches!(lost, ReadError::Damaged(path) if path.ends_with("cells/bits/c/1/1")));
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

const SIDE: u64 = 5000;
const SQUARE: u64 = Reader::SQUARE;

/// The board of W^300 that is read in what follows, by another engine.
fn cells() -> Board {
    solve::board(&"W^300".parse().expect("a game"), SIDE, SIDE, Some(Engine::Lines), &()).expect("small")
}

/// Sees that all that a reader says of a board is so, and that it says nothing of blocks that are not done.
fn compare(reader: &Reader, cells: &Board, is_done: impl Fn(u64, u64) -> bool) -> Result<(), ReadError> {
    let block = reader.block_side().expect("a board in blocks");
    let is_p = |x: u64, y: u64| x < SIDE && y < SIDE && cells.is_p(Position::new(x, y));
    let is_done = |x: u64, y: u64| x >= SIDE || y >= SIDE || is_done(x.max(y) / block, x.min(y) / block);
    let index = |at: u64| usize::try_from(at).expect("small");
    let places = |rows: Range<u64>, columns: Range<u64>| {
        rows.flat_map(move |row| columns.clone().map(move |column| (row, column)))
    };
    let mut factor = 8;
    let first = |y: u64, x: u64| {
        let palaces = places(8 * y..8 * y + 8, 8 * x..8 * x + 8).filter(|(y, x)| is_p(*x, *y));
        is_done(8 * x, 8 * y).then(|| palaces.count() as u64)
    };
    let mut counts: Vec<Option<u64>> = places(0..SIDE / 8, 0..SIDE / 8).map(|(y, x)| first(y, x)).collect();
    loop {
        let across = SIDE.div_ceil(factor);
        if factor >= reader.finest() {
            assert!(reader.counts(factor, &(0..across), &(0..across), &())? == counts, "{factor} × {factor}");
            // A window that goes beyond the board.
            let (rows, columns) = (across / 3..across + 2, across / 2..across + 1);
            let window = reader.counts(factor, &rows, &columns, &())?;
            for ((row, column), count) in places(rows, columns).zip(window) {
                let inside = row < across && column < across;
                assert_eq!(count, if inside { counts[index(row * across + column)] } else { None });
            }
        }
        if factor >= SIDE {
            break;
        }
        factor *= 2;
        let at = |y: u64, x: u64| if x < across && y < across { counts[index(y * across + x)] } else { Some(0) };
        let half = SIDE.div_ceil(factor);
        let four = |(y, x)| places(2 * y..2 * y + 2, 2 * x..2 * x + 2).map(|(y, x)| at(y, x)).sum();
        counts = places(0..half, 0..half).map(four).collect();
    }
    assert!(matches!(reader.counts(2 * factor, &(0..1), &(0..1), &()), Err(ReadError::NoCounts(_))));
    let is_right = |bits: &[u8], row: u64, column: u64| {
        places(0..SQUARE, 0..SQUARE).all(|(y, x)| {
            let bit = bits[index(y * SQUARE / 8 + x / 8)] >> (x % 8) & 1;
            (bit == 1) == is_p(column * SQUARE + x, row * SQUARE + y)
        })
    };
    for (row, column) in places(0..3, 0..3) {
        let there = is_done(column * SQUARE, row * SQUARE);
        let square = reader.square(row, column)?;
        assert_eq!(square.is_some(), there && reader.has_bits());
        assert!(square.is_none_or(|bits| is_right(&bits, row, column)), "row {row}, column {column}");
        if column <= row {
            let refined = reader.refined(row * SQUARE / block, column * SQUARE / block, &())?;
            assert_eq!(refined.is_some(), there);
            let Some(refined) = refined else { continue };
            let bits = refined.square(row, column, &()).expect("sound edges").expect("a square of the block");
            assert!(is_right(&bits, row, column), "row {row}, column {column}");
            assert_eq!(refined.square(row + 100, column, &()).expect("no work"), None);
        }
    }
    assert!(reader.square(3, 0)?.is_none() && reader.square(0, u64::MAX)?.is_none());
    Ok(())
}

#[test]
fn readers_see_what_is_there() {
    let cells = cells();
    for (side, finest, bits) in
        [(2048, None, false), (2048, None, true), (4096, Some(16), false), (2048, Some(1024), true)]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let board = BlockBoard::new(folder.path(), 300, SIDE, Some(side), finest, bits).expect("a board");
        board.create().expect("an empty folder");
        let solve = |row, column| board.solve(row, column, Settings::default(), &()).expect("its neighbours are done");
        let all: Vec<(u64, u64)> = places(&board).collect();
        for (count, (row, column)) in all.iter().copied().enumerate() {
            // A reader that was opened before sees what is written after.
            let reader = Reader::open(folder.path()).expect("a board");
            assert_eq!((reader.game(), reader.has_bits(), reader.is_complete()), ("blocking:k=300", bits, false));
            if count == 0 || count > all.len() - 3 {
                let there = |row, column| (row * (row + 1) / 2 + column) < count as u64;
                compare(&reader, &cells, there).expect("what is there is sound");
                assert_eq!(reader.progress().expect("sound").0, count as u64);
            }
            solve(row, column);
            let there = |row, column| (row * (row + 1) / 2 + column) <= count as u64;
            if count == 1 {
                compare(&reader, &cells, there).expect("what is there is sound");
                let stopped = reader.counts(8192, &(0..1), &(0..1), &Patience(Cell::new(1))).expect_err("stopped");
                assert_eq!(stopped.to_string(), SolveError::Interrupted.to_string());
            }
        }
        let unfinished = Reader::open(folder.path()).expect("a board");
        let stats = board.finish().expect("all blocks are done");
        let reader = Reader::open(folder.path()).expect("a board");
        assert!(reader.is_complete());
        assert_eq!(reader.p_count(), Some(stats.p_count));
        let blocks = all.len() as u64;
        for reader in [unfinished, reader] {
            assert_eq!(reader.progress().expect("sound"), (blocks, blocks, SIDE));
            compare(&reader, &cells, |_, _| true).expect("all is sound");
        }
    }
}

#[test]
fn readers_name_what_is_damaged_and_never_guess() {
    let cells = cells();
    for bits in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let board = BlockBoard::new(folder.path(), 300, SIDE, Some(2048), None, bits).expect("a board");
        solve(&board);
        let written = files(folder.path());
        for (index, (name, content)) in written.iter().filter(|(name, _)| name.contains("/c/")).enumerate() {
            // What leaves the last row enters no other.
            if name.contains("edges/bottom/c/2") {
                continue;
            }
            match index % 4 {
                0 => fs::remove_file(name).expect("it was there"),
                1 => fs::write(name, &content[..content.len() / 2]).expect("a file"),
                2 => fs::write(name, []).expect("a file"),
                _ => {
                    let mut damaged = content.clone();
                    damaged[content.len() / 3] ^= 0x40;
                    fs::write(name, damaged).expect("a file");
                }
            }
            let reader = Reader::open(folder.path()).expect("the documents are sound");
            let error = compare(&reader, &cells, |_, _| true).expect_err(name).to_string();
            assert!(error.contains(name), "{name}: {error}");
            fs::write(name, content).expect("a file");
        }
        let reader = Reader::open(folder.path()).expect("a board");
        compare(&reader, &cells, |_, _| true).expect("all is sound again");
        assert_eq!(files(folder.path()), written, "nothing was written");
        // Edges and a record of other blocks, each with a checksum that is right.
        let (one, other) = (folder.path().join("blocks/c/1/0/0"), folder.path().join("blocks/c/2/0/0"));
        fs::copy(&other, &one).expect("a file");
        let reader = Reader::open(folder.path()).expect("a board");
        let error = reader.refined(1, 0, &()).expect_err("these are the sums of another block").to_string();
        assert!(error.contains("blocks/c/1/0/0 is damaged"), "{error}");
        fs::copy(folder.path().join("edges/right/c/2/0/0"), folder.path().join("edges/right/c/1/0/0")).expect("a file");
        let error = reader.refined(1, 1, &()).expect_err("this is the edge of another block").to_string();
        assert!(error.contains("edges/right/c/1/0/0 is damaged"), "{error}");
        drop(folder);
        assert!(matches!(reader.counts(64, &(0..1), &(0..1), &()), Err(ReadError::Damaged(_) | ReadError::Io { .. })));
    }
}

/// Without records of blocks it is the coarser counts that tell a shard of zeros from one that is lost.
#[test]
fn a_shard_that_is_lost_is_not_taken_for_zeros() {
    let folder = tempfile::tempdir().expect("a folder");
    let board = BlockBoard::new(folder.path(), 300, SIDE, Some(2048), None, true).expect("a board");
    solve(&board);
    let read = |reader: &Reader| -> Result<Vec<Vec<Option<u64>>>, ReadError> {
        let levels = (3..14).map(|shift| {
            let across = SIDE.div_ceil(1 << shift);
            reader.counts(1 << shift, &(0..across), &(0..across), &())
        });
        let mut found: Vec<Vec<Option<u64>>> = levels.collect::<Result<_, _>>()?;
        for square in 0..9 {
            let bits = reader.square(square / 3, square % 3)?;
            found.push(bits.into_iter().flatten().map(|byte| Some(byte.into())).collect());
        }
        Ok(found)
    };
    let expected = read(&Reader::open(folder.path()).expect("a board")).expect("sound");
    let root = folder.path().join("zarr.json");
    let text = fs::read_to_string(&root).expect("a document");
    fs::write(&root, text.replace("\"in_blocks\": true", "\"in_blocks\": false")).expect("a file");
    fs::remove_dir_all(folder.path().join("blocks")).expect("a folder");
    let reader = Reader::open(folder.path()).expect("a board");
    assert!(read(&reader).expect("sound") == expected);
    assert!(reader.refined(0, 0, &()).expect("no blocks").is_none());
    let shards = files(folder.path()).into_iter().filter(|(name, _)| name.contains("/c/") && !name.contains("edges"));
    for (name, content) in shards {
        fs::remove_file(&name).expect("it was there");
        let error = read(&reader).expect_err(&name).to_string();
        assert!(error.contains(&name), "{name}: {error}");
        fs::write(&name, content).expect("a file");
    }
}

#[test]
fn readers_refuse_what_is_not_ours() {
    let folder = tempfile::tempdir().expect("a folder");
    let refusal = || Reader::open(folder.path()).expect_err("refused").to_string();
    assert!(refusal().contains("can't read"));
    let root = folder.path().join("zarr.json");
    fs::write(&root, "{").expect("a file");
    assert!(refusal().contains("it is not JSON"));
    fs::write(&root, r#"{"zarr_format": 3, "node_type": "group", "attributes": {}}"#).expect("a file");
    assert!(refusal().contains("holds no board of ours"));
    fs::remove_file(&root).expect("it was there");
    solve(&BlockBoard::new(folder.path(), 300, SIDE, Some(2048), None, false).expect("a board"));
    let change = |name: &str, from: &str, to: &str| {
        let path = folder.path().join(name);
        let text = fs::read_to_string(&path).expect("a document");
        assert!(text.contains(from), "{name}: {from}");
        fs::write(&path, text.replacen(from, to, 1)).expect("a file");
        let refusal = refusal();
        fs::write(&path, text).expect("a file");
        refusal
    };
    let counts = "counts/128/p/zarr.json";
    for (name, from, to, reason) in [
        ("zarr.json", "\"format\": 1", "\"format\": 2", "in the form 2; boards in the form 1 can be read"),
        ("zarr.json", "\"side\": 2048", "\"side\": 2000", "its sides do not go together"),
        ("zarr.json", "\"finest\": 64", "\"finest\": 4611686018427387904", "do not go together"),
        ("zarr.json", "\"width\": 5000", "\"width\": 18446744073709551615", "do not go together"),
        ("zarr.json", "\"width\": 5000", "\"width\": 4000", "only boards of W^k"),
        ("zarr.json", "\"game\": \"blocking:k=300\"", "\"game\": \"nim\"", "only boards of W^k"),
        ("zarr.json", "\"complete\": true", "\"complete\": 1", "invalid type"),
        (
            counts,
            "\"crc32c\"",
            "\"zstd\"",
            "counts/128/p/zarr.json can't be read: its shards are written in another way",
        ),
        (counts, "uint16", "float32", "its numbers are not unsigned"),
        (counts, "\"fill_value\": 0", "\"fill_value\": 1", "in another way"),
        (counts, "\"regular\"", "\"rectilinear\"", "it is not in shards"),
        (counts, "1024", "1000", "do not go together"),
        (counts, "1024", "0", "do not go together"),
        (counts, "40", "41", "counts of 128 × 128 cells are those of another board"),
    ] {
        let said = change(name, from, to);
        assert!(said.contains(reason), "{name}, {to}: {said}");
    }
    fs::remove_file(folder.path().join(counts)).expect("it was there");
    assert!(refusal().contains(counts));
}
