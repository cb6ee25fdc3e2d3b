//! CLN15: A Cellular Automaton for Blocking Queen Games.

use std::collections::{BTreeSet, HashMap};

use wythoff::solve::{self, Engine, Values};
use wythoff::{Position, SolveError, Window};

use super::{all, at, game, index, must_block, p_options, rules, solved, square};

/// The palace numbers of W^k for x, y < side, by rows.
fn palace_numbers(k: u32, side: u64) -> Vec<Vec<i64>> {
    let game = game(&format!("blocking:k={k}"));
    let mut rows = Vec::new();
    solve::rows(&game, Window::corner(side, side), Values::Palace, Some(Engine::Lines), &(), |row| {
        rows.push(row.numbers.to_vec());
        Ok::<(), SolveError>(())
    })
    .unwrap();
    rows
}

fn of(numbers: &[Vec<i64>], at: Position) -> i64 {
    numbers[index(at.y)][index(at.x)]
}

/// CLN15 section 1, the example game: k = 5, the queen at (3,3). Player B blocks (0,0), (0,3), (1,1), (3,0); whichever
/// of the five other options A takes, B has five moves to win at once, by blocking all that A could do.
#[test]
fn example_game() {
    let (rules, board, palaces) = (rules("blocking:k=5"), solved("blocking:k=5", 11), palace_numbers(5, 11));
    let blocked = all([(0, 0), (0, 3), (1, 1), (3, 0)]);
    assert_eq!(p_options(&rules, &board, at(3, 3)), blocked);
    assert_eq!(must_block("blocking:k=5", at(3, 3)), blocked);
    assert_eq!(of(&palaces, at(3, 3)), 4, "yellow");
    assert_eq!(blocked.iter().map(|&at| of(&palaces, at)).collect::<Vec<_>>(), [0, 3, 3, 3], "dark brown, light olive");
    let left: Vec<Position> = rules.options(at(3, 3)).into_iter().filter(|to| !blocked.contains(to)).collect();
    assert_eq!(left, all([(1, 3), (2, 2), (2, 3), (3, 1), (3, 2)]));
    for a in left {
        assert!([5, 6].contains(&of(&palaces, a)), "{a} is black or blue");
        let winning = p_options(&rules, &board, a);
        assert!(winning.len() >= 5);
        assert!(winning.iter().all(|&b| rules.options(b).len() <= 4), "B then blocks every move");
    }
}

/// CLN15 Fig. 1: on the 11×11 board of game 5 the numbers of winning moves are 0 to 7; those of at most four are the
/// winning positions.
#[test]
fn figure_1() {
    let (rules, board, palaces) = (rules("blocking:k=5"), solved("blocking:k=5", 11), palace_numbers(5, 11));
    for from in square(11) {
        assert_eq!(Ok(of(&palaces, from)), p_options(&rules, &board, from).len().try_into(), "{from}");
        assert_eq!(board.is_p(from), of(&palaces, from) <= 4, "{from}");
    }
    let colours: BTreeSet<i64> = palaces.into_iter().flatten().collect();
    assert_eq!(colours, (0..=7).collect());
}

/// CLN15 Theorem 1: the automaton, started with k in the opposite quadrant and 0 in the two others, computes the palace
/// number minus k.
#[test]
fn theorem_1() {
    let side = 60;
    for k in [1, 2, 3, 5, 10, 17] {
        let palaces = palace_numbers(k, side);
        // Two rows and two columns of the initial condition, then the game.
        let mut cells = vec![vec![0_i64; index(side) + 2]; index(side) + 2];
        for (y, x) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            cells[y][x] = i64::from(k);
        }
        for y in 2..cells.len() {
            for x in 2..cells.len() {
                let [a, b, c] = [cells[y - 2][x - 2], cells[y - 2][x - 1], cells[y - 1][x - 2]];
                let [d, e, f] = [cells[y - 1][x - 1], cells[y - 1][x], cells[y][x - 1]];
                let terms = [(a, 3), (b, -2), (c, -2), (d, -1), (e, 1), (f, 1)];
                let compensation: i64 = terms.iter().filter(|term| term.0 < 0).map(|term| term.1).sum();
                cells[y][x] = a - b - c + e + f + compensation;
                assert_eq!(cells[y][x], palaces[y - 2][x - 2] - i64::from(k), "k = {k}, x = {}, y = {}", x - 2, y - 2);
            }
        }
    }
}

/// CLN15 section 2.2: no row, column or diagonal has more than k palaces, hence no palace number is above 3k; for k =
/// 500 the deviations after the hood are from −4 to 3.
#[test]
fn section_2_2() {
    for k in [1, 2, 3, 5, 8, 20, 50] {
        let palaces = palace_numbers(k, 200);
        let mut lines: HashMap<(char, i64), u32> = HashMap::new();
        for at in square(200) {
            let number = of(&palaces, at);
            assert!((0..=3 * i64::from(k)).contains(&number));
            if number < i64::from(k) {
                let (x, y) = (at.x.cast_signed(), at.y.cast_signed());
                for line in [('x', x), ('y', y), ('d', y - x)] {
                    *lines.entry(line).or_default() += 1;
                }
            }
        }
        assert!(lines.values().all(|&palaces| palaces <= k), "k = {k}");
    }
    let palaces = palace_numbers(500, 1000);
    assert!(square(1000).filter(|&at| hood(at) > 500).all(|at| (-4..=3).contains(&(of(&palaces, at) - 500))));
}

/// The number of options of a queen: CLN15's palace number in the hood.
fn hood(at: Position) -> u64 {
    at.x + at.y + at.x.min(at.y)
}

/// CLN15 section 3.2, the hood: palace numbers grow by one with the higher coordinate and by two with the lower one,
/// from 0 to k, as far as the casing from the nose (k/3, k/3) to the shoulders (0, k) and (k, 0); in the part below k
/// every move can be blocked.
#[test]
fn section_3_2_hood() {
    for k in [5_u32, 20, 100, 500] {
        let (side, palaces) = (u64::from(k) + 2, palace_numbers(k, u64::from(k) + 2));
        let inside = |at: &Position| hood(*at) <= u64::from(k);
        let numbers: BTreeSet<i64> = square(side).filter(inside).map(|at| of(&palaces, at)).collect();
        assert_eq!(numbers, (0..=k.into()).collect());
        assert_eq!(of(&palaces, at(0, 0)), 0);
        for here in square(side - 1).filter(inside) {
            let step = |to: Position| inside(&to).then(|| of(&palaces, to) - of(&palaces, here));
            let (right, down) = (step(at(here.x + 1, here.y)), step(at(here.x, here.y + 1)));
            assert!(right.is_none_or(|step| step == if here.x < here.y { 2 } else { 1 }), "k = {k}, {here}");
            assert!(down.is_none_or(|step| step == if here.y < here.x { 2 } else { 1 }), "k = {k}, {here}");
        }
        let nose = u64::from(k) / 3;
        assert!(inside(&at(nose, nose)) && !inside(&at(nose + 1, nose + 1)));
        assert_eq!([at(0, k.into()), at(k.into(), 0)].map(|at| of(&palaces, at)), [i64::from(k); 2], "the shoulders");
    }
    let rules = rules("blocking:k=20");
    assert!(square(30).all(|at| rules.options(at).len() as u64 == hood(at)), "what 19 blocks can close");
}

/// CLN15 section 3.2, the épaulettes: only k−1, k and k+1 occur, with the periods (5,1) and (4,3), 5, 3 and 3 times
/// each in a region of 11. The periods are (Δx, Δy) where x is the smaller coordinate.
#[test]
fn section_3_2_epaulettes() {
    let palaces = palace_numbers(500, 560);
    for corner in [at(40, 450), at(80, 400), at(120, 330)] {
        for here in square(25).map(|offset| at(corner.x + offset.x, corner.y + offset.y)) {
            let number = of(&palaces, here);
            assert_eq!(number, of(&palaces, at(here.x + 5, here.y + 1)));
            assert_eq!(number, of(&palaces, at(here.x + 4, here.y + 3)));
            assert_eq!(number, of(&palaces, here.mirrored()));
            // 11 cells of a column are one of each class, since (5,1) and (4,3) span a lattice of determinant 11.
            let times = |number| (0..11).filter(|j| of(&palaces, at(here.x, here.y + j)) == number).count();
            assert_eq!([499, 500, 501].map(times), [5, 3, 3], "{here}");
        }
    }
}

/// CLN15 Fig. 3, middle row: games 100 and 1000 look the same by the nose, both k being 1 modulo 3. (The boxes of
/// 100×100 in the figure are not quite identical: the fabric of game 100 is too short. Those of 86×86 are.)
#[test]
fn figure_3() {
    let (small, large) = (palace_numbers(100, 140), palace_numbers(1000, 440));
    let same = |offset: Position| {
        let small = of(&small, at(33 + offset.x, 33 + offset.y)) - 100;
        small == of(&large, at(333 + offset.x, 333 + offset.y)) - 1000
    };
    assert!(square(86).all(same));
    assert!(!square(100).all(same));
}

/// CLN15 Fig. 4, left: from k = 497 to k = 500 the hood, the épaulettes and the fabric move by (1,1) and gain 3. The
/// square up to the shoulders has nothing else; on the main diagonal the fabric reaches farther.
#[test]
fn figure_4_left() {
    let (before, after) = (palace_numbers(497, 802), palace_numbers(500, 802));
    let same = |here: Position| of(&before, here) + 3 == of(&after, at(here.x + 1, here.y + 1));
    assert!(square(497).all(same));
    assert!((0..800).all(|x| same(at(x, x))));
    assert!(!square(801).all(same), "the arms differ");
}

/// CLN15 Fig. 4, right: from k = 499 to k = 500 half of the hood, the épaulette and the arm move by 1 in the higher
/// coordinate and gain 1.
#[test]
fn figure_4_right() {
    let (before, after) = (palace_numbers(499, 902), palace_numbers(500, 902));
    let same = |here: Position| of(&before, here) + 1 == of(&after, at(here.x, here.y + 1));
    let is_half_hood = |here: &Position| here.x < here.y && hood(*here) <= 499;
    let is_arm = |here: &Position| here.x < 300 && here.y > 2 * here.x + 150;
    assert!(square(901).filter(|here| is_half_hood(here) || is_arm(here)).all(same));
    assert!(!square(901).filter(|here| here.x < here.y).all(same), "the fabric differs");
}
