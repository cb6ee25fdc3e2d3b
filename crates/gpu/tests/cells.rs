//! Cells, counts and squares from their edges, against a plain loop.

use wythoff::UNWATCHED;
use wythoff_gpu::{Block, BlockEdges, Crossed, Device, GpuError, cells, solve_block};

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

    /// What a cell sees on a line, modulo 256.
    fn sees(&self, x: usize, y: usize, line: usize) -> u8 {
        self.cells[y * self.n + x][line].to_le_bytes()[0]
    }

    /// What crosses the line before column x in the rows from y on.
    fn before_column(&self, x: usize, y: usize, side: usize) -> Crossed {
        let straight = (y..y + side).map(|y| self.sees(x, y, 1)).collect();
        Crossed { straight, diagonal: (y + 1..=y + side).map(|y| self.sees(x, y, 2)).collect() }
    }

    /// What crosses the line above row y in the columns from x on.
    fn above_row(&self, x: usize, y: usize, side: usize) -> Crossed {
        let along = |line| (x..x + side).map(|x| self.sees(x, y, line)).collect();
        Crossed { straight: along(0), diagonal: along(2) }
    }

    fn palaces(&self, x: usize, y: usize) -> u16 {
        let cells = (y..y + 64).flat_map(|y| (x..x + 64).map(move |x| (x, y)));
        cells.filter(|(x, y)| *x < self.n && *y < self.n && self.is_p(*x, *y)).count().try_into().expect("at most 64²")
    }
}

fn edges(crossed: &Crossed) -> BlockEdges<'_> {
    BlockEdges { straight: &crossed.straight, diagonal: &crossed.diagonal }
}

#[test]
fn squares_from_their_edges() {
    let device = device();
    for k in [1, 3, 40, 1000, 5000, 14_000] {
        let board = Board::new(k, 6145);
        for (x, y, side) in [(0, 0, 2048), (0, 2048, 4096), (2048, 2048, 2048), (2048, 2048, 4096), (0, 4096, 2048)] {
            let (left, top) = (board.before_column(x, y, side), board.above_row(x, y, side));
            let block = Block { k: k.into(), x: x as u64, y: y as u64, left: edges(&left), top: edges(&top) };
            let solved = solve_block(&device, &block).expect("it is solved");
            assert!(solved.right == board.before_column(x + side, y, side), "right of {x},{y}, k = {k}");
            assert!(solved.bottom == board.above_row(x, y + side, side), "below {x},{y}, k = {k}");
            let blocks = side / 64;
            let palaces = |at: usize| board.palaces(x + at % blocks * 64, y + at / blocks * 64);
            assert!(solved.counts.iter().enumerate().all(|(at, count)| *count == palaces(at)), "{x},{y}, k = {k}");
            assert_eq!(solved.p_count, solved.counts.iter().map(|count| u64::from(*count)).sum::<u64>());
        }
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
        assert_eq!(stats.expect("it is solved").p_count, board.p.iter().filter(|p| **p).count() as u64);
    }
}

#[test]
fn wrong_sizes_are_refused() {
    let device = device();
    let (short, long) = (vec![0; 2048], vec![0; 4096]);
    let [good, bad] = [&short, &long].map(|edge| BlockEdges { straight: edge, diagonal: edge });
    let block = |x, y, left, top| solve_block(&device, &Block { k: 5, x, y, left, top });
    for refused in [
        block(0, 0, good, bad),
        block(0, 0, BlockEdges { straight: &short, diagonal: &short[..100] }, good),
        block(0, 0, BlockEdges { straight: &[], diagonal: &[] }, BlockEdges { straight: &[], diagonal: &[] }),
        block(2048, 0, good, good),
        block(0, 1 << 40, good, good),
    ] {
        assert!(matches!(refused, Err(GpuError::Size(_))), "{refused:?}");
    }
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
