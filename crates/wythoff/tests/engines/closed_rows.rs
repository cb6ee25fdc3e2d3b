//! Rows of the closed engine at any coordinates, against the lines engine near by and against single cells far away.

use wythoff::exact::{IBig, UBig, beatty_pair};
use wythoff::solve::{self, Closed};
use wythoff::{Engine, Game, Position};

const GAMES: [&str; 10] = [
    "nim",
    "nim-blocking:k=4",
    "wythoff:m=2",
    "blocking:k=2",
    "blocking:k=3",
    "diagonal-blocking:m=2,p=3",
    "rook-blocking:m=2,p=3,l=2",
    "shifted:m=2,p=3,l=1",
    "comply-diagonal:p=2",
    "choice:m=2,p=3",
];

#[test]
fn rows_near_the_corner() {
    for name in GAMES {
        let game: Game = name.parse().expect("a game");
        let mut closed = Closed::starts(&game).expect("a formula");
        let board = solve::board(&game, 120, 90, Some(Engine::Lines), &()).expect("small");
        for left in [0, 1, 37, 100] {
            for y in 0..90_u64 {
                let found = closed.p_on_row(&y.into(), &left.into(), 20, &()).expect("small");
                let expected: Vec<u64> = (0..20).filter(|x| board.is_p(Position::new(left + x, y))).collect();
                assert_eq!(found, expected, "{name}, row {y} from {left}");
            }
        }
    }
}

#[test]
fn rows_far_away() {
    for name in GAMES {
        let game: Game = name.parse().expect("a game");
        let mut closed = Closed::starts(&game).expect("a formula");
        let y = UBig::from(10_u8).pow(60) + 7_u8;
        // Where the row's P-positions are: near y, and for Wythoff's relatives at its partners.
        let partners = closed.p_on_row(&y, &(&y - 8_u8), 16, &()).expect("small");
        let singly: Vec<u64> = (0..16_u64)
            .filter(|x| closed.is_p(&Position::new(&y - 8_u8 + *x, y.clone()), &()).expect("small"))
            .collect();
        assert_eq!(partners, singly, "{name}");
    }
}

/// The pair (a_n, b_n) of Wythoff Nim at n = 10^60, found on its row and its mirror image's.
#[test]
fn a_pair_is_found_on_its_row() {
    let (a, b) = beatty_pair(1, 1);
    let n = IBig::from(10).pow(60);
    let [a, b] = [a.term(&n), b.term(&n)].map(|term| UBig::try_from(term).expect("a term is positive"));
    let mut closed = Closed::starts(&"wythoff".parse().expect("a game")).expect("a formula");
    for (x, y) in [(&a, &b), (&b, &a)] {
        assert_eq!(closed.p_on_row(y, &(x - 5_u8), 16, &()), Ok(vec![5]));
    }
}
