//! Lar15: Restrictions of m-Wythoff Nim and p-complementary Beatty sequences.

use std::collections::{BTreeSet, HashMap};

use wythoff::printed::{LAR15_TABLE_1, LAR15_TABLE_2, LAR15_TABLE_3, LAR15_TABLE_4};
use wythoff::{Move, Position, Rules, Twist};

use super::tables::wrong_rows;
use super::{all, at, columns, must_block, p_options, p_positions, rules, solved, square, upper};

/// (a_n, b_n) of Lar15 (1) and (2): a_n = ⌊nφ_{mp}/p⌋ with φ_α = (2 − α + √(α² + 4))/2, and b_n = a_n + mn.
fn beatty_pair(m: u64, p: u64, n: u64) -> (u64, u64) {
    let alpha = m * p;
    let root = (n * n * (alpha * alpha + 4)).isqrt();
    let a = (2 * n + root - alpha * n) / (2 * p);
    (a, a + m * n)
}

/// {a_n, b_n} of Lar15 (1) and (2), in both orders, for x, y < side.
fn beatty_pairs(m: u64, p: u64, side: u64) -> BTreeSet<Position> {
    let pairs = (0..side).map(|n| beatty_pair(m, p, n)).filter(|pair| pair.1 < side);
    pairs.flat_map(|(a, b)| [at(a, b), at(b, a)]).collect()
}

/// The y with (0, y) P, for y < 60.
fn first_column(text: &str) -> Vec<u64> {
    let board = solved(text, 60);
    (0..60).filter(|&y| board.is_p(at(0, y))).collect()
}

/// Lar15 section 2.1: for m = 2, of the rook's options of (2,3) a 2-bishop has (2,2) and (1,3) too; (2,1) is one that
/// it has not, a roob option.
#[test]
fn section_2_1_roob() {
    let rules = rules("2WN^2");
    let Twist::Block { budget: 1, class } = &rules.twist else { panic!("one roob option may be blocked") };
    let is_roob = |to: Position| class.contains(&at(2, 3).move_to(&to).unwrap());
    for (to, roob) in [(at(2, 1), true), (at(2, 2), false), (at(1, 3), false)] {
        assert!(rules.is_option(&at(2, 3), &to));
        assert_eq!(is_roob(to), roob, "{to}");
    }
    assert!(!is_roob(at(0, 1)), "a bishop option is none");
}

/// Lar15 Definition 3 (3a): m×pWN_l, l > 0, ends in (ml, 0) and in (0, m(p−l)); m×pWN_0 is (mp)WN.
#[test]
fn definition_3_3a() {
    for (m, p) in (1..=3_u64).flat_map(|m| (1..=5_u64).map(move |p| (m, p))) {
        assert_eq!(rules(&format!("{m}x{p}WN_0")), rules(&format!("{}WN", m * p)));
        for l in 1..p {
            assert_eq!(terminal(&rules(&format!("{m}x{p}WN_{l}"))), [at(0, m * (p - l)), at(m * l, 0)]);
        }
    }
}

/// The positions with x, y < 24 that have no option.
fn terminal(rules: &Rules) -> Vec<Position> {
    square(24).filter(|&at| rules.exists(&at) && rules.options(at).is_empty()).collect()
}

/// Lar15 Example 1: in 2WN^2, (0,2) has one bishop-type option, (0,1), and one roob option, (0,0), which Bob blocks;
/// {0,y} is P iff y = 0 or 2.
#[test]
fn example_1() {
    let (rules, board) = (rules("2WN^2"), solved("2WN^2", 4));
    assert_eq!(rules.options(at(0, 2)), all([(0, 0), (0, 1)]));
    let Twist::Block { budget: 1, class } = &rules.twist else { panic!("one roob option may be blocked") };
    assert!(class.contains(&Move::new(0, 2)) && !class.contains(&Move::new(0, 1)));
    assert_eq!(p_options(&rules, &board, at(0, 2)), [at(0, 0)]);
    assert_eq!(must_block("2WN^2", at(0, 2)), [at(0, 0)]);
    assert_eq!(first_column("2WN^2"), [0, 2]);
}

/// Lar15 Example 2: in 2WN^(2), (0,2) is N, by the move to (0,0); (0,3) is P and has no options but (0,1) and (0,2).
#[test]
fn example_2() {
    let (rules, board) = (rules("2WN^(2)"), solved("2WN^(2)", 4));
    assert_eq!(p_options(&rules, &board, at(0, 2)), [at(0, 0)]);
    assert_eq!(rules.options(at(0, 3)), all([(0, 1), (0, 2)]));
    assert_eq!(p_options(&rules, &board, at(0, 1)), [at(0, 0)]);
    assert!(board.is_p(at(0, 3)));
}

/// Lar15 Example 3: in 2WN^(2,4), {0,y} is P iff y = 0 or 2. The residues of the rook are printed as 3 and 4
/// modulo 4. They are 0 and 1, which is how the same example gets from (0,4) and (0,5) to (0,0).
#[test]
fn example_3() {
    let rules = rules("2WN^(2,4)");
    let is_legal = |y| rules.is_option(&at(0, y), &at(0, 0));
    assert!(!is_legal(2) && is_legal(1) && is_legal(4) && is_legal(5));
    assert!(!is_legal(3), "with the residues 3 and 4 it would be");
    assert_eq!(first_column("2WN^(2,4)"), [0, 2]);
}

/// Lar15 Example 4: in 2WN^3 the bishop can go from (0,4) to (0,3) only, and (0,0), (0,1), (0,2) are roob. Bob blocks
/// (0,0) and (0,2) and wins, both (0,1) and (0,3) being N.
#[test]
fn example_4() {
    let (rules, board) = (rules("2WN^3"), solved("2WN^3", 6));
    let Twist::Block { budget: 2, class } = &rules.twist else { panic!("two roob options may be blocked") };
    let is_roob = |to: &Position| class.contains(&at(0, 4).move_to(to).unwrap());
    let (roob, bishop): (Vec<_>, Vec<_>) = rules.options(at(0, 4)).into_iter().partition(is_roob);
    assert_eq!((roob, bishop), (all([(0, 0), (0, 1), (0, 2)]), all([(0, 3)])));
    assert_eq!(p_options(&rules, &board, at(0, 4)), all([(0, 0), (0, 2)]));
    assert_eq!(must_block("2WN^3", at(0, 4)), all([(0, 0), (0, 2)]), "what Bob blocks");
    assert!(!class.contains(&Move::new(0, 1)), "from (0,1) to (0,0), from (0,3) to (0,2)");
}

/// Lar15 Example 5: in 2WN^(3) at (0,4) Alice can't move to (0,0) or (0,2), and (0,1) → (0,0), (0,3) → (0,0) are moves;
/// so (0,4) is P.
#[test]
fn example_5() {
    let (rules, board) = (rules("2WN^(3)"), solved("2WN^(3)", 6));
    assert_eq!(rules.options(at(0, 4)), all([(0, 1), (0, 3)]));
    assert!(rules.is_option(&at(0, 1), &at(0, 0)) && rules.is_option(&at(0, 3), &at(0, 0)));
    assert!(board.is_p(at(0, 4)));
}

/// Lar15, after Example 5: the games of Examples 1 and 2 share m and p but not their P-positions; those of 4 and 5
/// share both, and those of 1 and 3 have the same P-positions.
#[test]
fn after_example_5() {
    let [one, two, three, four, five] =
        ["2WN^2", "2WN^(2)", "2WN^(2,4)", "2WN^3", "2WN^(3)"].map(|text| p_positions(text, 60));
    assert!(one != two && four == five && one == three);
}

/// Lar15 Example 6: (0,4) is terminal in 2×3WN_1; in 2×3WN_2 Alice wins by (0,4) → (0,2), and (1,8) → (0,2) is a move;
/// in 2×3WN_0 (1,7) → (0,0) is none, and Bob wins.
#[test]
fn example_6() {
    assert_eq!(rules("2x3WN_1").options(at(0, 4)), []);
    let (two, zero) = (rules("2x3WN_2"), rules("2x3WN_0"));
    assert_eq!(two.options(at(0, 2)), []);
    assert!(two.is_option(&at(0, 4), &at(0, 2)) && two.is_option(&at(1, 8), &at(0, 2)));
    assert!(!solved("2x3WN_2", 10).is_p(at(0, 4)) && !solved("2x3WN_2", 10).is_p(at(1, 8)));
    assert!(!zero.is_option(&at(1, 7), &at(0, 0)));
    assert!(solved("2x3WN_0", 10).is_p(at(1, 7)));
}

/// Lar15 Remark 1: a_n^{p,1} = c_{pn}, b_n^{p,1} = d_{pn}: every p-th P-position of WN^(p) is one of pWN.
#[test]
fn remark_1() {
    for p in 1..=10 {
        let sparse: Vec<Position> = upper(&format!("WN^({p})"), 60).into_iter().step_by(p).collect();
        let wythoff = upper(&format!("{p}WN"), 60);
        let common = sparse.len().min(wythoff.len());
        assert!(common >= 5);
        assert_eq!(sparse[..common], wythoff[..common], "p = {p}");
    }
}

/// Lar15 Table 1, and Table 2: the pairs of m = 2, p = 3, which solve four games (Theorem 2.1).
#[test]
fn tables_1_and_2() {
    assert_eq!(wrong_rows(LAR15_TABLE_1, 17, LAR15_TABLE_1.game), []);
    for game in [LAR15_TABLE_2.game, "modulo:m=2,p=3", "modulo:m=2,p=6,l=2", "choice:m=2,p=3"] {
        assert_eq!(wrong_rows(LAR15_TABLE_2, 17, game), []);
    }
}

/// Lar15, captions of Tables 1 and 2: c_n = ⌊nφ_3/3⌋, d_n = c_n + n for WN^(3); the Beatty pairs of m = 2, p = 3 differ
/// by 2n.
#[test]
fn tables_1_and_2_captions() {
    for (text, m, p) in [("WN^(3)", 1, 3), ("2WN^3", 2, 3)] {
        for (n, &pair) in (0..).zip(&upper(text, 200)) {
            let (a, b) = beatty_pair(m, p, n);
            assert_eq!(pair, at(a, b), "{text}, n = {n}");
        }
    }
}

/// Lar15 Fig. 1 caption: WN^(3) has three P-positions to a row, three to a column and one to a diagonal, and they are
/// as near to (0,0) as that allows; the black ones are those of 3WN, one in each row and in every third diagonal.
#[test]
fn figure_1() {
    let whole = columns("WN^(3)", 90);
    assert!(whole.iter().all(|column| column.len() == 3));
    let pairs = upper("WN^(3)", 90);
    assert!((0..).zip(&pairs).all(|(n, pair)| pair.y - pair.x == n));
    // Diagonal by diagonal, in the first column that still has fewer than three.
    let mut filled: HashMap<u64, u32> = HashMap::new();
    for (n, &pair) in (0..).zip(&pairs) {
        let x = (0..90).find(|x| filled.get(x).is_none_or(|&positions| positions < 3)).unwrap();
        assert_eq!(pair, at(x, x + n));
        for x in BTreeSet::from([x, x + n]) {
            *filled.entry(x).or_default() += 1;
        }
    }
    assert!(columns("3WN", 90).iter().all(|column| column.len() == 1));
    let black: Vec<Position> = pairs.iter().copied().step_by(3).collect();
    assert_eq!(black, upper("3WN", 90)[..black.len()]);
}

/// Lar15 Fig. 2 caption: 2WN^3, 2WN^(3), 2×3WN and 2WN^(2,6) have the same P-positions, three to a row, three to a
/// column and one to every second diagonal; the darkest are those of 6WN. The palest, (a_{3n+1}, b_{3n+1}) and
/// (b_{3n+2}, a_{3n+2}), are printed as those of 2×3WN_1; by Definition 3 (3a) they are those of 2×3WN_2.
#[test]
fn figure_2() {
    let side = 90;
    for text in ["2WN^(3)", "2WN^3", "2WN^(2,6)", "2x3WN"] {
        assert_eq!(p_positions(text, side), beatty_pairs(2, 3, side), "{text}");
        assert!(columns(text, 40).iter().all(|column| column.len() == 3), "{text}");
    }
    assert!((0..).zip(upper("2WN^3", 40)).all(|(n, pair)| pair.y - pair.x == 2 * n));
    let on_board = |positions: Vec<(u64, u64)>| -> BTreeSet<Position> {
        positions.into_iter().map(|(x, y)| at(x, y)).filter(|at| at.x.max(at.y) < side).collect()
    };
    let pair = |n| beatty_pair(2, 3, n);
    let flipped = |n| (pair(n).1, pair(n).0);
    let darkest = on_board((0..side).flat_map(|n| [pair(3 * n), flipped(3 * n)]).collect());
    assert_eq!(p_positions("6WN", side), darkest);
    let palest = on_board((0..side).flat_map(|n| [pair(3 * n + 1), flipped(3 * n + 2)]).collect());
    assert_eq!(p_positions("2x3WN_2", side), palest);
    assert_ne!(p_positions("2x3WN_1", side), palest, "as printed");
    assert_eq!(p_positions("2x3WN_1", side), palest.into_iter().map(Position::mirrored).collect(), "heaps exchanged");
}

/// Whether the differences b_n − a_n are in arithmetic progression.
fn is_arithmetic(pairs: &[Position]) -> bool {
    let differences: Vec<u64> = pairs.iter().map(|pair| pair.y - pair.x).collect();
    differences.windows(3).all(|three| three[0] + three[2] == 2 * three[1])
}

/// Lar15 Table 3, corrected; the printed row 16 is not a P-position.
#[test]
fn table_3() {
    assert_eq!(wrong_rows(LAR15_TABLE_3, 17, LAR15_TABLE_3.game), [(16, at(9, 49), false)]);
}

/// Lar15 Table 3, caption. Printed: 2WN^2. Right: 2WN^(2); already its second row (0,3) is N in 2WN^2. The differences
/// form no arithmetic progression.
#[test]
fn table_3_caption() {
    assert!(solved("2WN^(2)", 4).is_p(at(0, 3)));
    assert!(!solved("2WN^2", 4).is_p(at(0, 3)));
    assert!(!is_arithmetic(&upper("2WN^(2)", 20)) && is_arithmetic(&upper("2WN^2", 20)));
}

/// Lar15 Table 4, corrected; of the printed rows 9 to 16 only (6,29) is a P-position, and it is row 11.
#[test]
fn table_4() {
    let wrong_rows = wrong_rows(LAR15_TABLE_4, 17, LAR15_TABLE_4.game);
    assert!(wrong_rows.iter().map(|(n, ..)| *n).eq(9..=16));
    let p: Vec<_> = wrong_rows.into_iter().filter(|(.., is_p)| *is_p).collect();
    assert_eq!((p, LAR15_TABLE_4.right()[11]), (vec![(10, at(6, 29), true)], at(6, 29)));
}

/// Lar15 Table 4, caption. Printed: 2WN^(1,3). Right by Definition 2: 2WN^(2,3), whose rooks go 0 or 1 modulo 3 steps;
/// already the table's third row (1,5) is N in 2WN^(1,3), which has the P-positions of Table 2. The differences form
/// no arithmetic progression.
#[test]
fn table_4_caption() {
    assert!(solved("2WN^(2,3)", 6).is_p(at(1, 5)));
    assert!(!solved("2WN^(1,3)", 6).is_p(at(1, 5)));
    assert_eq!(p_positions("2WN^(1,3)", 60), beatty_pairs(2, 3, 60));
    assert!(!is_arithmetic(&upper("2WN^(2,3)", 20)) && is_arithmetic(&upper("2WN^(1,3)", 20)));
}

/// Lar15 Remark 4: mWN_m^p = mWN^p; m×pWN_{lm,m(p−l)} = m×pWN_l; m×pWN_{u,v} ends in (u,0) and in (0,v).
#[test]
fn remark_4() {
    for (m, p) in square(4).map(|at| (at.x + 1, at.y + 1)) {
        assert_eq!(rules(&format!("rook-blocking:m={m},p={p},l={m}")), rules(&format!("{m}WN^{p}")));
        for l in 1..p {
            let hole = format!("hole:m={m},p={p},u={},v={}", l * m, m * (p - l));
            assert_eq!(rules(&hole), rules(&format!("{m}x{p}WN_{l}")));
        }
        for (u, v) in square(6).map(|at| (at.x + 1, at.y + 1)) {
            assert_eq!(terminal(&rules(&format!("hole:m={m},p={p},u={u},v={v}"))), [at(0, v), at(u, 0)]);
        }
    }
}
