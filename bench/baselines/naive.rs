//! The naive loop in Rust: the board of W^k on one core.
//!
//! Usage: naive K SIDE SECONDS. Prints the number of P-positions x, y < SIDE, their signature, and the best time of the
//! runs that fill SECONDS, at least three.

use std::time::Instant;

/// Hands every palace x ≤ y < side to `palace`. The palaces above the diagonal in column x are mirror images of those
/// in row x.
#[inline(always)]
fn solve(k: u32, side: usize, mut palace: impl FnMut(u64, u64)) {
    let (mut rows, mut diagonals) = (vec![0_u32; side], vec![0_u32; side]);
    for x in 0..side {
        let mut column = rows[x];
        for (y, (row, diagonal)) in (x..).zip(rows[x..].iter_mut().zip(&mut diagonals)) {
            if column + *row + *diagonal < k {
                column += 1;
                *row += 1;
                *diagonal += 1;
                palace(x as u64, y as u64);
            }
        }
    }
}

fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

fn arguments() -> Option<(u32, usize, f64)> {
    let mut words = std::env::args().skip(1);
    Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}

fn main() {
    let (k, side, budget) = arguments().unwrap_or_else(|| {
        eprintln!("usage: naive K SIDE SECONDS");
        std::process::exit(2);
    });
    let (begin, mut runs, mut p_count, mut seconds) = (Instant::now(), 0, 0_u64, f64::INFINITY);
    while runs < 3 || begin.elapsed().as_secs_f64() < budget {
        let since = Instant::now();
        p_count = 0;
        solve(k, side, |x, y| p_count += 1 + u64::from(x != y));
        seconds = seconds.min(since.elapsed().as_secs_f64());
        runs += 1;
    }
    let mut signature = 0_u64;
    solve(k, side, |x, y| {
        signature = signature.wrapping_add(mix(x << 32 | y));
        if x != y {
            signature = signature.wrapping_add(mix(y << 32 | x));
        }
    });
    println!("{{\"p_count\": {p_count}, \"signature\": \"{signature:016x}\", \"seconds\": {seconds}}}");
}
