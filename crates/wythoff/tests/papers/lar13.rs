//! Lar13: Imitation Nim, slides.

use std::collections::HashSet;

use wythoff::{Position, Twist};

use super::imitation::{Imitation, N, P};
use super::{all, at, floor_phi, must_block, p_options, rules, solved, square, upper};

/// Lar13, the slides on 2-pile Nim: P = (0,0), (1,1), (2,2), …; from (3,5) Alice goes to (3,3), and from then on she
/// takes as many as Bob did, from the other heap.
#[test]
fn example_2_pile_nim() {
    let (nim, board) = (rules("nim"), solved("nim", 40));
    assert!(square(40).all(|at| board.is_p(at) == (at.x == at.y)));
    assert_eq!(p_options(&nim, &board, at(3, 5)), [at(3, 3)]);
    for bob in nim.options(at(3, 3)) {
        assert_ne!(bob.x, bob.y);
        assert_eq!(p_options(&nim, &board, bob), [at(bob.x.min(bob.y), bob.x.min(bob.y))]);
    }
}

/// Lar13, the slides on Imitation Nim: from (3,4) Alice goes to (1,4), where (1,2) is closed to Bob; he goes to (1,3),
/// and she wins by (1,2).
#[test]
fn example_imitation_nim() {
    let mut imitation = Imitation::new(1, 1);
    assert_eq!(imitation.after("3,4"), N);
    assert_eq!(imitation.after("3,4 1,4"), P);
    assert_eq!(imitation.after("3,4 1,4 1,2"), None);
    let wythoff = solved("wythoff", 8);
    let bob = imitation.options("3,4 1,4");
    assert_eq!(bob, all([(0, 4), (1, 0), (1, 1), (1, 3)]));
    assert!(bob.iter().all(|&to| !wythoff.is_p(to)), "none of them is P in Wythoff Nim");
    assert_eq!(imitation.after("3,4 1,4 1,3"), N);
    assert_eq!(imitation.after("3,4 1,4 1,3 1,2"), P);
}

/// Lar13, the slides on 2-Imitation Nim: from (2,2) Alice goes to (1,2), where (0,2) loses at once; Bob uses his one
/// imitation for (1,1), she goes to (0,1), and he can't move.
#[test]
fn example_2_imitation_nim() {
    let mut imitation = Imitation::new(1, 2);
    assert_eq!(imitation.after("2,2"), N);
    assert_eq!(imitation.after("2,2 1,2"), P);
    assert_eq!(imitation.options("2,2 1,2 0,2").first(), Some(&at(0, 0)), "Alice takes the rest");
    assert_eq!(imitation.after("2,2 1,2 0,2"), N);
    assert!(imitation.imitates("2,2 1,2 1,1"));
    assert_eq!(imitation.after("2,2 1,2 1,1 0,1"), P);
    assert_eq!(imitation.options("2,2 1,2 1,1 0,1"), []);
    assert!(solved("nim", 4).is_p(at(2, 2)), "unlike 2-pile Nim");
}

/// Lar13, the slides on 2-Blocking Wythoff Nim (a block of one diagonal option): from (2,2), with (0,0) blocked, Alice
/// goes to (1,1) and blocks (0,0) herself. Bob can take only one of the two tokens, and no block keeps her from the
/// other.
#[test]
fn example_2_blocking_wythoff_nim() {
    let name = "diagonal-blocking:m=1,p=2";
    let (rules, board) = (rules(name), solved(name, 8));
    assert!(!board.is_p(at(2, 2)), "as in 2-Imitation Nim");
    assert_eq!(p_options(&rules, &board, at(2, 2)), all([(0, 0), (1, 1)]), "one more than Bob can block");
    assert_eq!(must_block(name, at(1, 1)), [at(0, 0)], "the pair of tokens");
    assert_eq!(rules.options(at(1, 1)), all([(0, 0), (0, 1), (1, 0)]));
    for bob in [at(0, 1), at(1, 0)] {
        assert_eq!(rules.options(bob), [at(0, 0)]);
        let Twist::Block { budget: 1, class } = &rules.twist else { panic!("one option may be blocked") };
        assert!(!class.contains(&bob.move_to(&at(0, 0)).unwrap()));
        assert!(!board.is_p(bob));
    }
}

/// Lar13, the theorem of Wythoff 1907: (i) both increase, (ii) they are complementary (from index 1 on), (iii)
/// b_i − a_i = i, (iv) a_i = ⌊φi⌋, b_i = ⌊φ²i⌋.
#[test]
fn theorem_wythoff_1907() {
    let pairs = upper("wythoff", 400);
    assert!(pairs.windows(2).all(|pair| pair[0].x < pair[1].x && pair[0].y < pair[1].y));
    let mut covered: Vec<u64> = pairs[1..].iter().flat_map(|pair| [pair.x, pair.y]).filter(|&x| x < 400).collect();
    covered.sort_unstable();
    assert_eq!(covered, (1..400).collect::<Vec<u64>>());
    for (n, &pair) in (0..).zip(&pairs) {
        assert_eq!(pair, at(floor_phi(n), floor_phi(n) + n));
    }
}

/// a_n = mex{a_i, b_i : i < n}, b_n = a_n + difference(n).
fn mex_pairs(count: u64, difference: impl Fn(u64) -> u64) -> Vec<Position> {
    let (mut used, mut a) = (HashSet::new(), 0);
    let pair = |n| {
        while used.contains(&a) {
            a += 1;
        }
        let b = a + difference(n);
        used.extend([a, b]);
        at(a, b)
    };
    (0..count).map(pair).collect()
}

/// Lar13, the generalized algorithm and Proposition (i), (iv). Printed: b_n = a_n + ⌊mn/k⌋ gives the P-positions of
/// W_{k,m}. Right: b_n = a_n + m⌊n/k⌋ (Lar09 Definition 13); the printed form holds only when k = 1 or m = 1. (iv)
/// speaks of upper P-positions.
#[test]
fn generalized_algorithm() {
    for (k, m) in square(5).map(|at| (at.x + 1, at.y + 1)) {
        let name = format!("diagonal-blocking:m={m},p={k}");
        let pairs = upper(&name, 60);
        let count = pairs.len() as u64;
        assert_eq!(pairs, mex_pairs(count, |n| n / k * m), "{name}");
        assert_eq!(pairs == mex_pairs(count, |n| m * n / k), k == 1 || m == 1, "{name} as printed");
        // (iv)
        assert!(pairs.windows(2).all(|pair| pair[0].y - pair[0].x <= pair[1].y - pair[1].x && pair[0].y < pair[1].y));
    }
    // The counterexample k = m = 2, where ⌊mn/k⌋ = n.
    let board = solved("diagonal-blocking:m=2,p=2", 4);
    assert_eq!(mex_pairs(2, |n| n), all([(0, 0), (1, 2)]));
    assert!(board.is_p(at(1, 1)) && !board.is_p(at(1, 2)));
    // (iv) without a ≤ b, c ≤ d: (1,2) and (2,1) have 1 < 2 and b > d.
    let wythoff = solved("wythoff", 4);
    assert!(wythoff.is_p(at(1, 2)) && wythoff.is_p(at(2, 1)));
}
