//! Lar11: Blocking Wythoff Nim.

use std::collections::{BTreeSet, HashMap};

use wythoff::Position;
use wythoff::printed::{LAR11_TABLE_2, LAR11_TABLE_3, LAR11_TABLE_4};

use super::tables::wrong_rows;
use super::{all, at, columns, floor_phi, p_options, p_positions, rules, solved, square, upper};

/// {x, y} in both orders for x, y < side.
fn unordered(pairs: impl Iterator<Item = (u64, u64)>, side: u64) -> BTreeSet<Position> {
    pairs.filter(|pair| pair.0.max(pair.1) < side).flat_map(|(x, y)| [at(x, y), at(y, x)]).collect()
}

/// Lar11 Theorem 1.1, i = 1: {⌊φn⌋, ⌊φ²n⌋}.
#[test]
fn theorem_1_1_k_1() {
    let wythoff = (0..150).map(|n| (floor_phi(n), floor_phi(n) + n));
    assert_eq!(p_positions("W^1", 150), unordered(wythoff, 150));
}

/// Lar11 Theorem 1.1, i = 2: (0,0), {n, 2n+1}, and (2x+2, 2y+2) for the (x,y) of Wythoff Nim.
#[test]
fn theorem_1_1_k_2() {
    let doubled = (0..150).map(|n| (2 * floor_phi(n) + 2, 2 * (floor_phi(n) + n) + 2));
    let pairs = [(0, 0)].into_iter().chain((0..150).map(|n| (n, 2 * n + 1))).chain(doubled);
    assert_eq!(p_positions("W^2", 150), unordered(pairs, 150));
}

/// Lar11 Theorem 1.1, i = 3: (0,0), {n, 2n+1}, {n, 2n+2}.
#[test]
fn theorem_1_1_k_3() {
    let pairs = [(0, 0)].into_iter().chain((0..150).flat_map(|n| [(n, 2 * n + 1), (n, 2 * n + 2)]));
    assert_eq!(p_positions("W^3", 150), unordered(pairs, 150));
}

/// Lar11 Proposition 1.2 (i): (a_x, b_x) = (0, x) iff x < k. (iii): each diagonal has at most k upper P-positions.
#[test]
fn proposition_1_2_i_and_iii() {
    for k in 1..=12 {
        let pairs = upper(&format!("W^{k}"), 200);
        assert!((0..).zip(&pairs).all(|(x, &pair)| (pair == at(0, x)) == (x < k)), "k = {k}");
        let mut diagonals: HashMap<u64, u64> = HashMap::new();
        for pair in &pairs {
            *diagonals.entry(pair.y - pair.x).or_default() += 1;
        }
        assert!(diagonals.values().all(|&positions| positions <= k), "k = {k}");
    }
}

/// Lar11 Proposition 1.2 (ii), as its proof uses it: every column has exactly k P-positions. Printed: the a_i and b_i
/// with i ≥ k cover each positive integer exactly k times; that fails for each k ≥ 2, as x < k has lost (0,x) and a
/// diagonal P-position counts twice.
#[test]
fn proposition_1_2_ii() {
    for k in 1..=12 {
        assert!(columns(&format!("W^{k}"), 150).iter().all(|column| column.len() == k), "k = {k}");
        let pairs = upper(&format!("W^{k}"), 100);
        let covered = |x: &u64| pairs[k..].iter().flat_map(|pair| [pair.x, pair.y]).filter(|y| x == y).count();
        let exceptions: Vec<u64> = (1..100).filter(|x| covered(x) != k).collect();
        assert_eq!(exceptions.is_empty(), k == 1, "k = {k}");
        match k {
            2 => assert_eq!(exceptions, [1, 2]),
            4 => assert_eq!(exceptions, [2, 3]),
            5 => assert_eq!(exceptions, [2, 4]),
            _ => {}
        }
    }
}

/// Lar11 Proposition 1.3: the positions of W^k all of whose options can be blocked are T(k) = {x ≤ y < k − 2x}, a lower
/// ideal of the stated size.
#[test]
fn proposition_1_3() {
    for k in 1..=30_u64 {
        let rules = rules(&format!("W^{k}"));
        let terminal: BTreeSet<Position> = square(k + 2).filter(|&at| (rules.options(at).len() as u64) < k).collect();
        let t = |at: &Position| at.x.max(at.y) + 2 * at.x.min(at.y) < k;
        assert_eq!(terminal, square(k + 2).filter(t).collect(), "k = {k}");
        let has = |x: Option<u64>, y: Option<u64>| x.zip(y).is_none_or(|(x, y)| terminal.contains(&at(x, y)));
        let is_below = |at: &Position| has(at.x.checked_sub(1), Some(at.y)) && has(Some(at.x), at.y.checked_sub(1));
        assert!(terminal.iter().all(is_below));
        let m = (k - 1) / 3 + 1;
        let size = match k % 3 {
            1 => 3 * m * m - 2 * m,
            2 => 3 * m * m,
            _ => 3 * m * m + 2 * m,
        };
        assert_eq!(terminal.len() as u64, size, "k = {k}");
        let expected = match k {
            2 => all([(0, 0), (0, 1), (1, 0)]),
            3 => all([(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]),
            _ => continue,
        };
        assert_eq!(terminal, expected.into_iter().collect());
    }
}

/// Lar11 Proposition 1.4: in 2-pile Nim with k−1 blocks {x,y} is P iff |y−x| < k and y−x ≡ k−1 (mod 2), or x+y < k.
#[test]
fn proposition_1_4() {
    for k in 1..=10 {
        let board = solved(&format!("nim-blocking:k={k}"), 60);
        for at in square(60) {
            let gap = at.x.abs_diff(at.y);
            assert_eq!(board.is_p(at), gap < k && gap % 2 == (k - 1) % 2 || at.x + at.y < k, "k = {k}, {at}");
        }
    }
    assert_eq!(solved("nim-blocking:k=1", 60), solved("nim", 60));
}

/// Lar11 section 2.1, the bullets: f counts the P-options in W^2.
#[test]
fn section_2_1() {
    let (rules, board) = (rules("W^2"), solved("W^2", 60));
    let f = |x, y| p_options(&rules, &board, at(x, y)).len();
    assert_eq!((f(0, 0), f(0, 1)), (0, 1));
    assert!(board.is_p(at(0, 0)) && board.is_p(at(0, 1)) && board.is_p(at(1, 0)));
    assert!((2..60).all(|x| f(0, x) >= 2 && !board.is_p(at(0, x)) && !board.is_p(at(x, 0))));
    assert!(f(1, 1) == 3 && !board.is_p(at(1, 1)));
    assert!(f(1, 2) == 2 && !board.is_p(at(1, 2)) && !board.is_p(at(2, 1)));
    assert_eq!(p_options(&rules, &board, at(2, 2)), [at(0, 0)]);
    // (2,2) is the least P-position that is not terminal.
    let is_terminal = |at: Position| rules.options(at).len() < 2;
    let others: Vec<Position> = square(3).filter(|&at| board.is_p(at) && !is_terminal(at)).collect();
    assert_eq!(others, [at(2, 2)]);
}

/// Lar11 Fig. 1 caption: in W^2 (8,12) is P with one P-option, (11,15) is N. Printed: with two P-options; it has four.
#[test]
fn figure_1() {
    let (rules, board) = (rules("W^2"), solved("W^2", 16));
    assert!(board.is_p(at(8, 12)) && !board.is_p(at(11, 15)));
    assert_eq!(p_options(&rules, &board, at(8, 12)), [at(3, 7)]);
    assert_eq!(p_options(&rules, &board, at(11, 15)), all([(3, 7), (7, 15), (8, 12), (11, 5)]));
}

/// Asserts that exactly the P-positions of one game are the N-positions of the other.
fn assert_reversed(one: &str, other: &str) {
    let (one_board, other_board) = (solved(one, 40), solved(other, 40));
    assert!(square(40).all(|at| one_board.is_p(at) != other_board.is_p(at)), "{one} and {other}");
}

/// Lar11 Proposition 3.1: the P-positions of the comply game G_k are the N-positions of the blocking game G^k, for
/// Wythoff Nim and for Nim.
#[test]
fn proposition_3_1() {
    for k in 1..=8 {
        assert_reversed(&format!("comply:k={k}"), &format!("blocking:k={k}"));
        assert_reversed(&format!("custom: rook | comply {k}"), &format!("nim-blocking:k={k}"));
    }
}

/// Lar11 Proposition 3.2: the comply games of Definition 10 reverse diagonal and rook blocking in the same way.
#[test]
fn proposition_3_2() {
    for k in 1..=6 {
        assert_reversed(&format!("comply-diagonal:p={k}"), &format!("diagonal-blocking:p={k}"));
        assert_reversed(&format!("comply-rook:p={k}"), &format!("rook-blocking:p={k}"));
    }
}

/// Lar11, after Definition 8: with one heap and at least one option to be proposed, an empty heap is N and any other is
/// P. A second, empty heap has no moves: (n,0) has the options (i,0), i < n.
#[test]
fn one_pile_comply() {
    let (rules, board) = (rules("custom: rook | comply 1"), solved("custom: rook | comply 1", 30));
    for n in 0..30 {
        assert_eq!(rules.options(at(n, 0)), (0..n).map(|i| at(i, 0)).collect::<Vec<_>>());
        assert_eq!(board.is_p(at(n, 0)), n > 0);
        assert_eq!(solved("nim", 30).is_p(at(n, 0)), n == 0, "the reverse of Nim");
    }
}

/// Lar11 Tables 2, 3 and 4.
#[test]
fn tables_2_to_4() {
    for table in [LAR11_TABLE_2, LAR11_TABLE_3, LAR11_TABLE_4] {
        assert_eq!(wrong_rows(table, 90, table.game), [], "{}", table.game);
    }
}
