//! The kernels, compiled for this processor, against the dense engine.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use wythoff::UNWATCHED;
use wythoff::engine::dense::{self, Settings};
use wythoff_gpu::{Device, GpuError, boundary, stats};

/// In one band, in bands of a few strips, and of one.
const STRIPS: [u32; 3] = [1 << 16, 6, 1];

/// This processor; or, where `WYTHOFF_GPU` is set, the machine's GPU.
fn device(strips: u32) -> Device {
    match std::env::var_os("WYTHOFF_GPU") {
        Some(_) => Device::new().expect("there is a GPU"),
        None => Device::host(strips),
    }
}

fn agrees(k: u64, n: u64, devices: &[Device]) {
    let expected = dense::stats(k, n, false, Settings::default(), UNWATCHED).expect("the dense engine solves it");
    for device in devices {
        let found = stats(device, &[(k, n)], UNWATCHED).expect("the kernels solve it")[0];
        assert_eq!((found.p_count, found.fingerprint), (expected.p_count, expected.fingerprint), "k = {k}, n = {n}");
    }
}

#[test]
fn boards_have_the_dense_engines_fingerprint() {
    let devices = STRIPS.map(device);
    for n in [1, 7, 8, 9, 63, 767, 768, 769, 1500, 2304, 3001] {
        for k in [1, 2, 3, 5, 20, 37, 200, 255, 256, 257, 500, 769, 1500, 5000, 9003, 20_000] {
            agrees(k, n, &devices);
        }
    }
}

/// Most of these boards is outer space.
#[test]
fn boards_with_outer_space_do() {
    let devices = STRIPS.map(device);
    for (k, n) in [(1, 20_000), (2, 12_345), (3, 16_000), (20, 20_001), (300, 15_007), (2000, 16_384)] {
        agrees(k, n, &devices);
    }
}

/// Where wrong boards have been seen that smaller ones did not show.
#[test]
fn large_boards_do() {
    let devices = [1 << 16, 14].map(device);
    agrees(5000, 40_000, &devices[..1]);
    agrees(20_000, 36_000, &devices);
    agrees(40_000, 37_001, &devices[1..]);
}

/// With k so large the guard's window is the large one.
#[test]
fn both_windows_do() {
    agrees(300_000, 3000, &[device(1 << 16)]);
    agrees(300_001, 3000, &[device(1 << 16)]);
    let many = [(300_001, 100), (20, 5000), (700, 9000)];
    let device = device(6);
    let together = stats(&device, &many, UNWATCHED).expect("the kernels solve them");
    assert_eq!(together[1..], *stats(&device, &many[1..], UNWATCHED).expect("the kernels solve them"));
}

#[test]
fn many_boards_at_once_are_what_they_are_alone() {
    let boards: Vec<(u64, u64)> = (0..12).map(|i| (1 + 97 * i * i, 500 + 391 * i)).collect();
    let device = device(4);
    let together = stats(&device, &boards, UNWATCHED).expect("the kernels solve them");
    for (board, found) in boards.iter().zip(together) {
        assert_eq!([found], *stats(&device, &[*board], UNWATCHED).expect("the kernels solve it"), "{board:?}");
    }
}

/// A window of [−61, 2], and then one of [−1, 2], are left where deviations are known to be larger, and only there.
#[test]
fn a_narrow_guard_fires() {
    for (k, fires) in [(2, false), (30, true), (500, true), (300_001, false)] {
        let starts = AtomicU32::new(0);
        let watch = |done: u64, _: u64| {
            starts.fetch_add(u32::from(done == 0), Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        let found = stats(&Device::narrow_host(), &[(k, 2000)], &watch);
        assert_eq!(found.err(), fires.then_some(GpuError::GuardFired), "k = {k}");
        assert_eq!(starts.into_inner(), 1 + u32::from(fires), "k = {k}: the second time with the larger window");
    }
}

#[test]
fn the_arm_ends_where_the_librarys_does() {
    let skin = wythoff::structure::skin::measure(4096, None, UNWATCHED).expect("the library computes it");
    let last = boundary(&device(1), 4000, UNWATCHED).expect("the kernel computes it");
    assert_eq!(last, skin.lasts());
}
