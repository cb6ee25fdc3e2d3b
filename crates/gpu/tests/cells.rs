//! Cells and counts, against a plain loop; blocks from their edges, against the library's.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use wythoff::UNWATCHED;
use wythoff::engine::dense::block::{self, Block, Edge, Solved};
use wythoff::engine::dense::{self, Settings};
use wythoff::zarr::BlockBoard;
use wythoff_gpu::{Device, GpuError, cells, solve_block, solver};

/// This processor; or, where `WYTHOFF_GPU` is set, the machine's GPU.
fn device() -> Device {
    match std::env::var_os("WYTHOFF_GPU") {
        Some(_) => Device::new().expect("there is a GPU"),
        None => Device::host(1),
    }
}

/// The whole board x, y < n of W^k: for each cell the palaces above, on the left, and on the diagonal.
struct Board {
    n: usize,
    cells: Vec<[u32; 3]>,
    p: Vec<bool>,
}

impl Board {
    fn new(k: u32, n: usize) -> Self {
        let mut board = Self { n, cells: vec![[0; 3]; n * n], p: vec![false; n * n] };
        for at in 0..n * n {
            let (x, y) = (at % n, at / n);
            let from = |is_there: bool, back: usize, line: usize| {
                if is_there { board.cells[at - back][line] + u32::from(board.p[at - back]) } else { 0 }
            };
            let counts = [from(y > 0, n, 0), from(x > 0, 1, 1), from(x > 0 && y > 0, n + 1, 2)];
            board.p[at] = counts.iter().sum::<u32>() < k;
            board.cells[at] = counts;
        }
        board
    }

    fn is_p(&self, x: usize, y: usize) -> bool {
        self.p[y * self.n + x]
    }

    fn palaces(&self, x: usize, y: usize) -> u16 {
        let cells = (y..y + 64).flat_map(|y| (x..x + 64).map(move |x| (x, y)));
        cells.filter(|(x, y)| *x < self.n && *y < self.n && self.is_p(*x, *y)).count().try_into().expect("at most 64²")
    }
}

/// All blocks of a board, each from the edges that the library's have left, are what the library finds.
fn agrees(device: &Device, k: u64, n: u64, side: u64, bits: bool) {
    let mut above: Vec<Edge> = Vec::new();
    for row in 0..n.div_ceil(side) {
        let mut left = Edge::start_of_row(k, side, row).expect("a side of blocks").residues();
        let tops = std::mem::take(&mut above);
        for column in 0..=row {
            let block = Block::new(k, n, side, column, row).expect("a block");
            let top = tops.get(usize::try_from(column).expect("a small number"));
            let expected = block::solve_block(&block, &left, top, bits, Settings::default(), UNWATCHED);
            let expected = expected.expect("the library solves it");
            let found = solve_block(device, &block, &left, top, bits).expect("the kernels solve it");
            let text = format!("block {column}, {row} of side {side}, k = {k}, n = {n}");
            // Each by itself: all of it would fill the screen.
            assert!(found.right == expected.right, "right of {text}");
            assert!(found.bottom == expected.bottom, "below {text}");
            assert!(found.counts == expected.counts, "counts of {text}");
            assert!(found.bits == expected.bits, "bits of {text}");
            let numbers = |of: &Solved| (of.p_count, of.fingerprint, of.min_deviation, of.max_deviation);
            assert_eq!(numbers(&found), numbers(&expected), "{text}");
            assert!(found == expected, "{text}");
            left = expected.right.unwrap_or(left);
            above.push(expected.bottom);
        }
    }
}

#[test]
fn blocks_are_those_of_the_library() {
    let device = device();
    for (k, n) in [(1, 4096), (2, 6145), (3, 8192), (20, 7001), (37, 6143), (40, 12_293)] {
        agrees(&device, k, n, 2048, k % 2 == 0);
    }
    for (k, n) in [(255, 4100), (256, 8199), (1000, 10_007), (1001, 6144), (5000, 8192), (14_000, 6150), (70_000, 5000)]
    {
        agrees(&device, k, n, 2048, k % 2 == 0);
    }
    for (k, n) in [(3, 13_000), (500, 8192), (900, 12_289), (4000, 12_288), (20_001, 9000)] {
        agrees(&device, k, n, 4096, k % 2 == 0);
    }
    // A block that is smaller than one tile, or has half a track at its end.
    for n in [1, 7, 8, 63, 767, 769, 1500, 2047, 2048, 2049, 2051, 2056] {
        agrees(&device, 100, n, 2048, true);
        agrees(&device, 9, n, 2048, true);
    }
}

/// All files of a folder.
fn files_of(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let own = files.into_iter().map(|path| (path.clone(), fs::read(&path).expect("a file")));
    own.chain(folders.iter().flat_map(|folder| files_of(folder))).collect()
}

/// A board as Zarr is the same, byte by byte, whoever solves its blocks: also where a GPU gives most of them back.
#[test]
fn boards_as_zarr_are_those_of_the_library() {
    for (k, n, bits) in [(300, 9000, true), (40, 12_300, false)] {
        let folder = tempfile::tempdir().expect("a folder");
        let board = |name: &str| BlockBoard::new(&folder.path().join(name), k, n, None, None, bits).expect("a board");
        let expected = board("processor").solve_all(2, UNWATCHED).expect("the library solves it");
        let declined = AtomicU32::new(0);
        let solver = |device| solver(device, |_| _ = declined.fetch_add(1, Ordering::Relaxed));
        let found = board("gpu").solve_all_by(&solver(device()), 2, UNWATCHED).expect("the kernels solve it");
        assert_eq!((found, declined.load(Ordering::Relaxed)), (expected, 0));
        let found = board("both").solve_all_by(&solver(Device::narrow_host()), 2, UNWATCHED).expect("one solves it");
        assert_eq!((found, declined.load(Ordering::Relaxed)), (expected, 1), "it is said once");
        let files = |name: &str| -> Vec<(PathBuf, Vec<u8>)> {
            let root = folder.path().join(name);
            let inside = |path: PathBuf| path.strip_prefix(&root).expect("inside").to_owned();
            files_of(&root).into_iter().map(|(path, content)| (inside(path), content)).collect()
        };
        assert!(files("gpu") == files("processor") && files("both") == files("processor"), "k = {k}");
    }
}

#[test]
fn cells_band_by_band() {
    for (k, n) in [(2, 700), (50, 3001), (900, 3000), (9000, 2000)] {
        let board = Board::new(k, n);
        let mut next = 0;
        let stats = cells(&device(), k.into(), n as u64, UNWATCHED, |band| {
            assert_eq!(band.y, next);
            next = band.bottom;
            let [first, end] = [band.y, band.bottom].map(|row| usize::try_from(row).expect("a row of a small board"));
            for y in first..end {
                let agrees = |x: usize| band.is_p(x as u64, y as u64) == board.is_p(x, y);
                assert!((0..=y).all(agrees), "row {y} of W^{k}");
            }
            for (row, y) in (first..end).step_by(64).enumerate() {
                for x in (0..=y).step_by(64) {
                    assert_eq!(band.count(x / 64, row), board.palaces(x, y), "at {x},{y} of W^{k}");
                }
            }
            Ok::<(), GpuError>(())
        });
        assert_eq!(next, n as u64);
        let stats = stats.expect("it is solved");
        assert_eq!(stats.p_count, board.p.iter().filter(|p| **p).count() as u64);
        let expected = dense::stats(k.into(), n as u64, false, Settings::default(), UNWATCHED);
        assert_eq!(stats, expected.expect("the dense engine solves it"));
    }
}

#[test]
fn wrong_sizes_are_refused() {
    let device = device();
    let start = |side, row| Edge::start_of_row(5, side, row).expect("a side of blocks");
    let block = |n, column, row| Block::new(5, n, 2048, column, row).expect("a block");
    for (block, left, top) in [
        (block(5000, 0, 0), start(4096, 0), None),
        (block(5000, 0, 0), start(2048, 1), None),
        (block(5000, 0, 1), start(2048, 1), None),
        (block(5000, 0, 0), start(2048, 0), Some(start(2048, 0))),
    ] {
        let refused = solve_block(&device, &block, &left, top.as_ref(), false);
        assert!(matches!(refused, Err(GpuError::Block(_))), "{refused:?}");
    }
    let far = solve_block(&device, &block(1 << 29, 200_000, 200_000), &start(2048, 0), None, false);
    assert!(far.is_err(), "{far:?}");
    for board in [(5, 1 << 40), (0, 100), (1 << 62, 100)] {
        assert!(matches!(wythoff_gpu::stats(&device, &[board], UNWATCHED), Err(GpuError::Size(_))), "{board:?}");
    }
}

/// A machine without a driver, a GPU or a compiler says which.
#[test]
fn a_device_is_there_or_says_what_is_missing() {
    match Device::new() {
        Ok(device) => assert!(!device.name().is_empty()),
        Err(why) => assert!(why.to_string().len() > 20 && !why.to_string().contains("panic"), "{why}"),
    }
}

#[test]
fn work_can_be_stopped() {
    let impatient = |done: u64, _: u64| if done == 0 { Ok(()) } else { Err(()) };
    let watch = |done, total| match impatient(done, total) {
        Ok(()) => std::ops::ControlFlow::Continue(()),
        Err(()) => std::ops::ControlFlow::Break(()),
    };
    assert_eq!(wythoff_gpu::stats(&Device::host(1), &[(5, 9000)], &watch).err(), Some(GpuError::Interrupted));
}
