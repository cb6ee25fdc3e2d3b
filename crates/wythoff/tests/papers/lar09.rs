//! Lar09: 2-pile Nim with a restricted number of move-size imitations.

use wythoff::printed::{LAR09_EXAMPLE_15, LAR09_EXAMPLE_15_NON_DYNAMIC, LAR09_EXAMPLE_16};
use wythoff::{Board, Outcome, Position};

use super::imitation::{Imitation, N, Nature, P};
use super::tables::wrong_rows;
use super::{all, at, floor_phi, p_options, rules, solved, square};

/// Lar09 Example 2: the options of (1,3) are those of Nim at the start and after (1,x) → (1,3) or (x,3) → (1,3), x ≥ 4;
/// after (x,3) → (1,3), x = 2 or 3, the move to (1, 3−x+1) is prohibited. So (3,3) → (1,3) loses, (2,3) → (1,3) wins.
#[test]
fn example_2() {
    let mut imitation = Imitation::new(1, 1);
    let nim = all([(0, 3), (1, 0), (1, 1), (1, 2)]);
    assert_eq!(imitation.options("1,3"), nim);
    for x in 4..24 {
        assert_eq!(imitation.options(&format!("1,{x} 1,3")), nim);
        assert_eq!(imitation.options(&format!("{x},3 1,3")), nim);
    }
    for x in [2, 3] {
        assert!(imitation.imitates(&format!("{x},3 1,3 1,{}", 4 - x)));
        assert_eq!(imitation.after(&format!("{x},3 1,3 1,{}", 4 - x)), None);
        assert_eq!(imitation.options(&format!("{x},3 1,3")).len(), 3);
    }
    assert_eq!(imitation.after("3,3 1,3"), N);
    assert_eq!(imitation.after("3,3 1,3 1,2"), P);
    assert_eq!(imitation.after("2,3 1,3"), P);
}

/// Whether (a, b) is as in Lar09 Proposition 5 (iia): some P-position (c, d) of Wythoff Nim, c ≤ d < b, lies on its
/// diagonal.
fn is_iia(wythoff: &Board, at: Position) -> bool {
    (1..=at.x).any(|t| wythoff.is_p(Position::new(at.x - t, at.y - t)))
}

/// Whether (a, b) is as in Lar09 Proposition 5 (iib): Wythoff Nim has (a, c) as a P-position with c < a.
fn is_iib(wythoff: &Board, at: Position) -> bool {
    (0..at.x).any(|c| wythoff.is_p(Position::new(at.x, c)))
}

/// Lar09 Proposition 5: in Imitation Nim (a,b), a ≤ b, is non-dynamic P iff it is P in Wythoff Nim, and
/// non-dynamic N iff it is as in (iia) or (iib).
#[test]
fn proposition_5() {
    let wythoff = solved("wythoff", 20);
    for (at, nature) in Imitation::new(1, 1).natures(10).into_iter().filter(|(at, _)| at.is_upper()) {
        let is_n = is_iia(&wythoff, at) || is_iib(&wythoff, at);
        assert_eq!(nature == Nature::NonDynamicP, wythoff.is_p(at), "{at}");
        assert_eq!(nature == Nature::NonDynamicN, is_n, "{at}");
    }
}

/// Lar09 Remark 6: if Wythoff Nim has (x,b) as a P-position with x < a, (a,b) is as in (iia); and whenever a = d in
/// (iia), it is as in (iib) too.
#[test]
fn remark_6() {
    let wythoff = solved("wythoff", 150);
    for here in square(150).filter(Position::is_upper) {
        if (0..here.x).any(|x| wythoff.is_p(at(x, here.y))) {
            assert!(is_iia(&wythoff, here), "{here}");
        }
    }
    for (c, d) in (1..30).map(|n| (floor_phi(n), floor_phi(n) + n)) {
        let here = at(d, 2 * d - c);
        assert!(is_iia(&wythoff, here) && is_iib(&wythoff, here), "{here}");
    }
}

/// Lar09, after Remark 6: (c,b) is dynamic iff Wythoff Nim has a P-position (c,d), c ≤ d < b. Printed: it is then P iff
/// the last move came from any (a,b), a > c. Right: from the one with b − a = d − c; (1,3) is N after (3,3).
#[test]
fn after_remark_6() {
    let mut imitation = Imitation::new(1, 1);
    let wythoff = solved("wythoff", 24);
    let natures = imitation.natures(10);
    for c in 0..=10 {
        for b in c..=10 {
            let d = (c..b).find(|&d| wythoff.is_p(at(c, d)));
            assert_eq!(natures[&at(c, b)] == Nature::Dynamic, d.is_some(), "({c},{b})");
            if let Some(d) = d {
                for a in c + 1..20 {
                    let is_p = imitation.after_play(&[at(a, b), at(c, b)]) == P;
                    assert_eq!(is_p, b + c == a + d, "({a},{b}) to ({c},{b})");
                }
                for y in b + 1..20 {
                    assert_eq!(imitation.after_play(&[at(c, y), at(c, b)]), N);
                }
            }
        }
    }
    assert_eq!([imitation.after("2,3 1,3"), imitation.after("3,3 1,3")], [P, N]);
    // The text's examples.
    assert_eq!(natures[&at(1, 2)], Nature::NonDynamicP);
    assert_eq!(natures[&at(1, 3)], Nature::Dynamic);
    for here in [at(2, 3), at(3, 4)] {
        assert_eq!(natures[&here], Nature::NonDynamicN);
        assert!(is_iia(&wythoff, here));
    }
    for here in (3..=10).map(|x| at(2, x)) {
        assert_eq!(natures[&here], Nature::NonDynamicN);
        assert!(is_iib(&wythoff, here));
    }
}

/// Lar09 Corollary 7: as initial positions, Imitation Nim and Wythoff Nim have the same P-positions.
#[test]
fn corollary_7() {
    let mut imitation = Imitation::new(1, 1);
    let wythoff = solved("wythoff", 24);
    assert_eq!(solved("Imitation Nim", 24), wythoff);
    for start in square(24) {
        assert_eq!(imitation.after_play(&[start]), Some(Outcome::p_if(wythoff.is_p(start))));
    }
}

/// Lar09 Remark 9: in (1,p)-Imitation Nim the strategy of 2-pile Nim fails iff both heaps have p tokens or more: equal
/// heaps are then N, and the move to equal heaps wins iff the smaller heap is less than p.
#[test]
fn remark_9() {
    for p in 1..=4 {
        let mut imitation = Imitation::new(1, p);
        for small in 0..12 {
            let nim_wins = Some(Outcome::p_if(small < u64::from(p)));
            assert_eq!(imitation.after_play(&[at(small, small)]), nim_wins);
            for large in small + 1..16 {
                assert_eq!(imitation.after_play(&[at(small, large), at(small, small)]), nim_wins);
            }
        }
    }
}

/// Lar09 Example 10: (1,2)-Imitation Nim from (2,2).
#[test]
fn example_10() {
    let mut imitation = Imitation::new(1, 2);
    // Alice goes to (1,2), Bob to (1,1), Alice to (0,1): that is P, since he may not go on to (0,0).
    assert_eq!(imitation.after("2,2 1,2"), P);
    assert!(imitation.imitates("2,2 1,2 1,1"));
    assert_eq!(imitation.after("2,2 1,2 1,1 0,1"), P);
    assert_eq!(imitation.after("2,2 1,2 1,1 0,1 0,0"), None);
    // Were Bob to go to (0,2), she would take both tokens at once: his 1 came from the smaller heap, but 2 > 1.
    assert!(!imitation.imitates("2,2 1,2 0,2 0,0"));
    assert_eq!(imitation.after("2,2 1,2 0,2 0,0"), P);
    // At the start of play (1,2) is N, by the move to (1,1).
    assert_eq!([imitation.after("1,2"), imitation.after("1,2 1,1")], [N, P]);
    let natures = imitation.natures(4);
    assert_eq!(natures[&at(2, 2)], Nature::NonDynamicN);
    assert_eq!(natures[&at(1, 2)], Nature::Dynamic);
    // After (0,0) the first non-dynamic P-position is (2,3).
    let non_dynamic_p = |here: &Position| here.is_upper() && natures[here] == Nature::NonDynamicP;
    let least: Vec<Position> = square(4).filter(non_dynamic_p).collect();
    assert_eq!(least, all([(0, 0), (2, 3)]));
    for winning in ["2,3 2,1 1,1", "2,3 1,3 1,1", "2,3 2,0 0,0", "2,3 0,3 0,0"] {
        assert_eq!(imitation.after(winning), P, "{winning}");
    }
    assert_eq!(imitation.after("2,3 2,2"), N);
}

/// Lar09 Example 12: in (2,1)-Imitation Nim (1,2) is non-dynamic N, since at (0,2) Bob can't move.
#[test]
fn example_12() {
    let mut imitation = Imitation::new(2, 1);
    assert_eq!(imitation.options("1,2 0,2"), []);
    assert_eq!([imitation.after("1,2 0,2 0,1"), imitation.after("1,2 0,2 0,0")], [None, None]);
    assert_eq!([imitation.after("1,2"), imitation.after("1,2 0,2")], [N, P]);
    assert_eq!(imitation.natures(4)[&at(1, 2)], Nature::NonDynamicN);
}

/// Lar09 section 1.4.4: (1,2) is N in (2,1)-Wythoff Nim by the move to (0,0), (1,3) is P; in (2,1)-Imitation
/// Nim (1,3) is non-dynamic P. Printed: in (1,2)-Imitation Nim, where the start (1,3) is N.
#[test]
fn section_1_4_4() {
    let (rules, board) = (rules("(2,1)-Wythoff Nim"), solved("(2,1)-Wythoff Nim", 4));
    assert_eq!(p_options(&rules, &board, at(1, 2)), [at(0, 0)]);
    assert!(board.is_p(at(1, 3)));
    let mut imitation = Imitation::new(2, 1);
    assert_eq!(imitation.natures(4)[&at(1, 3)], Nature::NonDynamicP);
    for losing in ["1,3 0,3", "1,3 1,0", "1,3 1,2", "1,3 1,1"] {
        assert_eq!(imitation.after(losing), N, "{losing}");
    }
    assert_eq!(Imitation::new(1, 2).after("1,3"), N, "as printed");
}

/// Lar09 Examples 15 and 16: the lists of P-positions.
#[test]
fn examples_15_and_16_lists() {
    for (list, count) in [(LAR09_EXAMPLE_15, 10), (LAR09_EXAMPLE_16, 7)] {
        assert_eq!(wrong_rows(list, count, list.game), []);
    }
}

/// Lar09 Example 15: the play of (2,3)-Imitation Nim from (13,18).
#[test]
fn example_15() {
    let mut imitation = Imitation::new(2, 3);
    let wythoff = solved("(2,3)-Wythoff Nim", 24);
    // The non-dynamic P-positions among the first ten of (2,3)-Wythoff Nim; with heaps above 9 by Theorem 19 alone.
    let natures = imitation.natures(9);
    let dual = |here: &Position| {
        let states = imitation.limits.states_at(&imitation.rules, *here);
        Nature::of(states.iter().map(|state| imitation.dual.outcome(state)))
    };
    let list = LAR09_EXAMPLE_15.printed().into_iter();
    let non_dynamic: Vec<Position> =
        list.filter(|here| *natures.get(here).unwrap_or(&dual(here)) == Nature::NonDynamicP).collect();
    assert_eq!(non_dynamic, LAR09_EXAMPLE_15_NON_DYNAMIC.printed());
    // Alice's first move wins.
    assert_eq!(imitation.after("13,18"), N);
    assert_eq!(imitation.after("13,18 11,18"), P);
    // Bob moves to P-positions of Wythoff's game, twice by a 2-imitation, and is then kept from (8,12).
    let only_p = |from, to| {
        let options = imitation.rules.options(from);
        options.into_iter().filter(|&to| wythoff.is_p(to)).eq([to])
    };
    assert!(only_p(at(11, 18), at(11, 15)) && only_p(at(10, 15), at(10, 14)) && only_p(at(8, 14), at(8, 12)));
    assert!(imitation.imitates("13,18 11,18 11,15"));
    assert!(imitation.imitates("13,18 11,18 11,15 10,15 10,14"));
    assert!(imitation.imitates("13,18 11,18 11,15 10,15 10,14 8,14 8,12"));
    assert_eq!(imitation.after("13,18 11,18 11,15 10,15 10,14 8,14 8,12"), None);
    for alice in ["13,18 11,18 11,15 10,15", "13,18 11,18 11,15 10,15 10,14 8,14"] {
        assert_eq!(imitation.after(alice), P, "{alice}");
    }
    // When Bob takes from the other heap, to (x,18), some move to P(W) that is no imitation answers it.
    for x in 0..=10 {
        let answers = (0..=x + 4).filter(|&y| wythoff.is_p(at(x, y))).collect::<Vec<u64>>();
        let [y] = answers[..] else { panic!("one answer to ({x},18)") };
        assert!(18 - y >= 11 - x + 3);
        let play = format!("13,18 11,18 {x},18 {x},{y}");
        assert!(!imitation.imitates(&play));
        assert_eq!(imitation.after(&play), P);
    }
}

/// Lar09 Example 16: two plays of (3,3)-Imitation Nim.
#[test]
fn example_16() {
    let mut imitation = Imitation::new(3, 3);
    // Alice relies on the imitation rule and loses.
    assert!(imitation.imitates("6,9 5,9 5,6"));
    assert!(!imitation.imitates("6,9 5,9 5,6 4,6 3,6"));
    assert_eq!(imitation.after("6,9 5,9 5,6 4,6 3,6"), P, "Bob will win");
    assert_eq!(imitation.after("6,9 5,9"), P, "Alice's move to (5,9) is no mistake");
    assert_eq!(imitation.after("6,9 5,9 5,6"), N, "nor is all lost after Bob's");
    assert_eq!(imitation.after("6,9 5,9 5,6 4,6"), N, "the mistake is her second move");
    // Bob swaps the heaps.
    assert!(imitation.imitates("3,3 2,3 2,1"));
    assert!(imitation.imitates("3,3 2,3 2,1 2,0 0,0"));
    assert_eq!(imitation.after("3,3 2,3 2,1 2,0 0,0"), P, "Bob wins by a second imitation");
    assert_eq!(imitation.after("3,3 2,3 2,1 2,0"), N);
    assert_eq!(imitation.after("3,3 2,3 2,1 1,1"), P, "Alice takes from the larger heap");
    assert!(imitation.imitates("3,3 2,3 2,1 1,1 0,1 0,0"), "now Alice imitates");
    assert_eq!(imitation.after("3,3 2,3 2,1 1,1 0,1 0,0"), P);
}

/// Lar09 Corollary 20: as starting positions, (m,p)-Imitation Nim and (m,p)-Wythoff Nim have the same P-positions.
#[test]
fn corollary_20() {
    for (m, p) in (1..=4).flat_map(|m| (1..=4).map(move |p| (m, p))) {
        let mut imitation = Imitation::new(m, p);
        let wythoff = solved(&format!("({m},{p})-Wythoff Nim"), 16);
        assert_eq!(solved(&format!("({m},{p})-Imitation Nim"), 16), wythoff);
        for start in square(16) {
            assert_eq!(imitation.after_play(&[start]), Some(Outcome::p_if(wythoff.is_p(start))));
        }
    }
}

/// Lar09, after Corollary 20: (a,b), a ≤ b, is non-dynamic P iff it is P in (m,p)-Wythoff Nim and ξ(a,b) = 0; if it is
/// N there, it is dynamic iff some (a,c), a ≤ c < b, is P there. The other P-positions of (m,p)-Wythoff Nim are
/// dynamic.
#[test]
fn after_corollary_20() {
    for (m, p) in (1..=3).flat_map(|m| (1..=3).map(move |p| (m, p))) {
        let wythoff = solved(&format!("({m},{p})-Wythoff Nim"), 20);
        for (here, nature) in Imitation::new(m, p).natures(7).into_iter().filter(|(at, _)| at.is_upper()) {
            let xi = (1..=here.x).filter(|t| wythoff.is_p(at(here.x - t, here.y - t))).count();
            let expected = if wythoff.is_p(here) {
                if xi == 0 { Nature::NonDynamicP } else { Nature::Dynamic }
            } else if (here.x..here.y).any(|c| wythoff.is_p(at(here.x, c))) {
                Nature::Dynamic
            } else {
                Nature::NonDynamicN
            };
            assert_eq!(nature, expected, "({m},{p})-Imitation Nim at {here}");
        }
    }
}
