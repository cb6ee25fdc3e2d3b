//! What a general system for combinatorial games does, as in CGSuite: each position lists its options and asks each of
//! them, and a table remembers the answers. The rules are W^k's, literally: P when fewer than k options are P.
//!
//! Usage: recursion K SIDE SECONDS. Prints the number of P-positions x, y < SIDE, their signature, and the best time of
//! the runs that fill SECONDS, at least three.

use std::collections::HashMap;
use std::time::Instant;

type Position = (u32, u32);

/// A queen's moves.
fn options((x, y): Position) -> Vec<Position> {
    let mut options: Vec<Position> = (1..=x).map(|i| (x - i, y)).collect();
    options.extend((1..=y).map(|j| (x, y - j)));
    options.extend((1..=x.min(y)).map(|i| (x - i, y - i)));
    options
}

fn is_p(k: u32, at: Position, known: &mut HashMap<Position, bool>) -> bool {
    // The game is symmetric.
    let at = (at.0.min(at.1), at.0.max(at.1));
    if let Some(&answer) = known.get(&at) {
        return answer;
    }
    let mut palaces = 0;
    for option in options(at) {
        palaces += u32::from(is_p(k, option, known));
        if palaces == k {
            break;
        }
    }
    known.insert(at, palaces < k);
    palaces < k
}

fn mix(z: u64) -> u64 {
    let z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

fn arguments() -> Option<(u32, u32, f64)> {
    let mut words = std::env::args().skip(1);
    Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}

fn main() {
    let (k, side, budget) = arguments().unwrap_or_else(|| {
        eprintln!("usage: recursion K SIDE SECONDS");
        std::process::exit(2);
    });
    let (begin, mut runs, mut palaces, mut seconds) = (Instant::now(), 0, Vec::new(), f64::INFINITY);
    while runs < 3 || begin.elapsed().as_secs_f64() < budget {
        let since = Instant::now();
        let mut known = HashMap::new();
        let half = (0..side).flat_map(|x| (x..side).map(move |y| (x, y)));
        palaces = half.filter(|&at| is_p(k, at, &mut known)).collect();
        seconds = seconds.min(since.elapsed().as_secs_f64());
        runs += 1;
    }
    let mirrored = palaces.iter().filter(|(x, y)| x != y).map(|&(x, y)| (y, x));
    let both: Vec<Position> = palaces.iter().copied().chain(mirrored).collect();
    let signature = both.iter().fold(0_u64, |sum, &(x, y)| sum.wrapping_add(mix(u64::from(x) << 32 | u64::from(y))));
    println!("{{\"p_count\": {}, \"signature\": \"{signature:016x}\", \"seconds\": {seconds}}}", both.len());
}
