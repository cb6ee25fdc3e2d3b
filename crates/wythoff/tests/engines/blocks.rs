//! The block engine against the dense and lines engines and the closed forms; far counts against each other; its
//! refusals.

use std::ops::ControlFlow;

use oracle::Palaces;
use proptest::prelude::*;
use wythoff::engine::blocks::{Blocks, Numeration, NumerationError};
use wythoff::engine::dense::{self, Settings};
use wythoff::solve::{self, Engine, Values, Watch};
use wythoff::{Game, Position, Signature, SolveError, Window};

fn numeration(name: &str, lengths: &[u64]) -> Numeration {
    name.parse::<Numeration>().unwrap().with_lengths(lengths.to_vec()).unwrap()
}

fn game(k: u64) -> Game {
    format!("blocking:k={k}").parse().unwrap()
}

/// Numerations of every kind, natural lengths and others.
fn numerations() -> Vec<Numeration> {
    vec![
        numeration("binary", &[8]),
        numeration("binary", &[3]),
        numeration("base:3", &[2]),
        numeration("fibonacci", &[8, 5]),
        numeration("fibonacci", &[2, 7]),
        numeration("pell", &[5, 2]),
        numeration("metallic:3", &[4, 2]),
        numeration("metallic:1,2", &[4, 3]),
    ]
}

#[test]
fn cells_and_counts_in_every_numeration() {
    const SIDE: usize = 150;
    for k in [1, 2, 3, 4, 5, 7, 10, 23] {
        let expected = Palaces::square(k, SIDE);
        let is_p = |x: usize, y: usize| expected[y][x] < k;
        for numeration in numerations() {
            let mut blocks = Blocks::new(k.into(), numeration.clone()).unwrap();
            for (y, row) in expected.iter().enumerate() {
                for (x, palaces) in row.iter().enumerate() {
                    let at = Position::new(x as u64, y as u64);
                    assert_eq!(blocks.palace_number(at, &()).unwrap(), u64::from(*palaces), "W^{k} {numeration} {at}");
                }
            }
            for (n, m) in [(0, 0), (1, 150), (150, 1), (77, 100), (128, 128), (150, 149), (89, 34)] {
                let cells = (0..m).flat_map(|y| (0..n).map(move |x| (x, y)));
                let count = cells.filter(|&(x, y)| is_p(x, y)).count() as u128;
                assert_eq!(blocks.count(n as u64, m as u64, &()).unwrap(), count, "W^{k} {numeration} {n}×{m}");
                let row = (0..n).filter(|&x| is_p(x, m.min(149))).count() as u128;
                assert_eq!(blocks.count_row(m.min(149) as u64, n as u64, &()).unwrap(), row);
                let column = (0..n).filter(|&y| is_p(m.min(149), y)).count() as u128;
                assert_eq!(blocks.count_column(m.min(149) as u64, n as u64, &()).unwrap(), column);
                let diagonal = (0..n).filter(|&x| x + m < SIDE && is_p(x, x + m)).count() as u128;
                if n + m <= SIDE {
                    assert_eq!(blocks.count_diagonal(m as u64, n as u64, &()).unwrap(), diagonal);
                }
            }
        }
    }
}

/// Signatures of positions, not only counts.
#[test]
fn boards_equal_the_dense_engine() {
    const SIDE: u64 = 4096;
    for k in [1, 2, 3, 4, 8, 10, 14, 50, 61, 72, 79] {
        let dense = dense::stats(k, SIDE, true, Settings::default(), &()).unwrap();
        let (mut signature, mut count) = (Signature::default(), 0);
        solve::rows(&game(k), Window::corner(SIDE, SIDE), Values::Outcome, Some(Engine::Blocks), &(), |row| {
            for (x, p) in (0..).zip(row.p) {
                if *p == 1 {
                    count += 1;
                    signature.add(Position::new(x, row.y));
                }
            }
            Ok::<(), SolveError>(())
        })
        .unwrap();
        assert_eq!((count, signature), (dense.p_count, dense.signature.unwrap()), "W^{k}");
        assert_eq!(Blocks::best(k, 1 << 13, &()).unwrap().count(SIDE, SIDE, &()).unwrap(), count.into());
    }
}

type Cells = Vec<(u64, Vec<u8>, Vec<i64>)>;

fn window(k: u64, window: Window, values: Values, engine: Engine) -> Cells {
    let mut cells = Vec::new();
    solve::rows(&game(k), window, values, Some(engine), &(), |row| {
        cells.push((row.y, row.p.to_vec(), row.numbers.to_vec()));
        Ok::<(), SolveError>(())
    })
    .unwrap();
    cells
}

#[test]
fn windows_equal_the_lines_engine() {
    for k in [1, 3, 4, 10, 14] {
        for values in [Values::Outcome, Values::Palace, Values::Deviation] {
            for (x, y, width, height) in [(0, 0, 1, 1), (7, 9, 50, 3), (1000, 300, 77, 40), (250, 1021, 300, 9)] {
                let part = Window { at: Position::new(x, y), width, height };
                assert_eq!(
                    window(k, part, values, Engine::Blocks),
                    window(k, part, values, Engine::Lines),
                    "{k} {part:?}"
                );
            }
        }
    }
}

/// The closed engine answers for k ≤ 3 at any size: windows around P-positions near 2^60.
#[test]
fn far_windows_equal_the_closed_engine() {
    let far = 1_u64 << 60;
    for k in [1, 2, 3] {
        // Wythoff's pairs have slope φ, the others 2.
        for (x, y) in
            [(far, far), (far - 3, 2 * far - 20), (far, 1_865_452_045_155_277_824), (5, far), (far + 12_345, 99)]
        {
            let part = Window { at: Position::new(x, y), width: 60, height: 60 };
            let [blocks, closed] =
                [Engine::Blocks, Engine::Closed].map(|engine| window(k, part, Values::Outcome, engine));
            assert_eq!(blocks, closed, "W^{k} {part:?}");
        }
    }
}

/// Every row holds exactly k P-positions (Lar11 Prop. 1.2), and counts of corners add up from rows and windows.
#[test]
fn far_counts_add_up() {
    for k in [1, 2, 3, 4, 8, 14, 61] {
        let mut blocks = Blocks::best(k, 1 << 13, &()).unwrap();
        for y in [1 << 40, (1 << 40) + 12_345, (1 << 57) - 1] {
            assert_eq!(blocks.count_row(y, 8 * y, &()).unwrap(), k.into(), "W^{k}, row {y}");
            let rows: u128 = (0..5).map(|row| blocks.count_row(y + row, y, &()).unwrap()).sum();
            let corners = blocks.count(y, y + 5, &()).unwrap() - blocks.count(y, y, &()).unwrap();
            assert_eq!(rows, corners);
        }
        // The diagonals of a thin triangle against the rows of its cells.
        let n = 1 << 40;
        let on_lines: u128 = (0..4).map(|d| blocks.count_diagonal(d, n, &()).unwrap()).sum();
        let mut by_cells = 0;
        for d in 0..4 {
            let before = blocks.count_diagonal(d, n - 30, &()).unwrap();
            let cells = (n - 30..n).map(|x| Position::new(x, x + d));
            let last = cells.filter(|at| blocks.outcome(*at, &()).unwrap().is_p()).count() as u128;
            by_cells += before + last;
        }
        assert_eq!(on_lines, by_cells, "W^{k}");
    }
}

/// In W^3 the corner n × n holds (0,0), and of {i, 2i+1} and {i, 2i+2} those with the larger number below n, twice.
#[test]
fn corners_of_w3_have_a_formula() {
    let mut blocks = Blocks::new(3, numeration("binary", &[8])).unwrap();
    for n in [1, 2, 3, 10, 999, 1 << 20, (1 << 60) - 1, 1 << 60, (1 << 60) + 7_654_321] {
        let (odd, even) = (u128::from(n / 2), u128::from((n - 1) / 2));
        assert_eq!(blocks.count(n, n, &()).unwrap(), 1 + 2 * (odd + even), "{n}");
    }
}

/// Levels of a self-similar board cost the same; those of another grow, and the engine says so.
#[test]
fn what_does_not_pay_is_refused() {
    let mut blocks = Blocks::new(3, numeration("binary", &[8])).unwrap();
    assert!(blocks.outcome(Position::new(1 << 60, 1 << 59), &()).is_ok());
    assert!(blocks.sizes()[..50].iter().all(|size| (size.blocks, size.rules) == (18, 44)));

    let mut chaos = Blocks::new(5, numeration("binary", &[8])).unwrap().with_rule_limit(50_000);
    let refusal = chaos.outcome(Position::new(1 << 20, 1 << 20), &()).unwrap_err();
    assert!(matches!(refusal, SolveError::BlocksGrow { k: 5, limit: 50_000, .. }));
    assert!(
        refusal.to_string().starts_with("blocks do not pay here: binary blocks of 8 of W^5 need more than 50000 rules")
    );
    // What was reached stays of use.
    let expected = Palaces::square(5, 200);
    assert_eq!(chaos.palace_number(Position::new(150, 199), &()).unwrap(), u64::from(expected[199][150]));

    for k in [0, (1 << 24) + 1] {
        assert!(matches!(Blocks::new(k, numeration("binary", &[8])), Err(SolveError::Unsupported(_))));
    }
    let all = Window::corner(1 << 30, 1 << 30);
    let refused = solve::rows(&game(3), all, Values::Outcome, Some(Engine::Blocks), &(), |_| Ok::<(), SolveError>(()));
    assert!(matches!(refused, Err(SolveError::TooManyCells { .. })));
}

struct StopAt(u64);

impl Watch for StopAt {
    fn progress(&self, done: u64, _: u64) -> ControlFlow<()> {
        if done >= self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn the_watcher_stops_it() {
    let mut blocks = Blocks::new(5, numeration("binary", &[8])).unwrap();
    let far = Position::new(1 << 20, 1 << 20);
    assert_eq!(blocks.outcome(far, &StopAt(20_000)), Err(SolveError::Interrupted));
}

#[test]
fn numerations_are_written_and_read() {
    for text in ["binary", "base:3", "base:16", "fibonacci", "pell", "metallic:3", "metallic:1,2"] {
        assert_eq!(text.parse::<Numeration>().unwrap().name(), text);
    }
    assert_eq!("base:2".parse::<Numeration>(), "binary".parse());
    assert_eq!("metallic:2".parse::<Numeration>(), "pell".parse());
    let words = |text: &str| text.parse::<Numeration>().unwrap().words().to_vec();
    assert_eq!(words("fibonacci"), [vec![0, 1], vec![0]]);
    assert_eq!(words("pell"), [vec![0, 0, 1], vec![0]]);
    // A → AB, B → A after A → AAB, B → A.
    assert_eq!(words("metallic:1,2"), [vec![0, 1, 0, 1, 0], vec![0, 1]]);
    for text in ["", "ternary", "base", "base:x", "binary:2", "metallic:", "metallic:1,,2"] {
        assert!(matches!(text.parse::<Numeration>(), Err(NumerationError::Unknown(_))), "{text}");
    }
    for base in [0, 1, 17, 99_999_999_999] {
        assert_eq!(format!("base:{base}").parse::<Numeration>(), Err(NumerationError::Base(base)));
    }
    for (quotients, wrong) in [("0", 0), ("16", 16), ("1,99", 99)] {
        let refused = Err(NumerationError::Quotient(wrong));
        assert_eq!(format!("metallic:{quotients}").parse::<Numeration>(), refused);
    }
    for name in ["metallic:5,5", "metallic:1,2,3"] {
        assert_eq!(name.parse::<Numeration>(), Err(NumerationError::Word { name: name.to_owned() }));
    }
    let pell = || "pell".parse::<Numeration>().unwrap();
    assert_eq!(pell().with_lengths(vec![5]), Err(NumerationError::Lengths { given: 1, symbols: 2 }));
    assert_eq!(pell().with_lengths(vec![5, 1]), Err(NumerationError::Length(1)));
    assert_eq!(pell().with_lengths(vec![257, 2]), Err(NumerationError::Length(257)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Any k, any small lengths, any numeration: the board is the same.
    #[test]
    fn any_lengths(k in 1_u32..60, which in 0_usize..5, a in 2_u64..12, b in 2_u64..12) {
        let (name, lengths) = [
            ("binary", vec![a]), ("base:4", vec![a]), ("fibonacci", vec![a, b]), ("pell", vec![a, b]),
            ("metallic:2,1", vec![a, b]),
        ][which].clone();
        let expected = Palaces::square(k, 90);
        let mut blocks = Blocks::new(k.into(), numeration(name, &lengths)).unwrap();
        for (y, row) in expected.iter().enumerate() {
            for (x, palaces) in row.iter().enumerate() {
                let at = Position::new(x as u64, y as u64);
                prop_assert_eq!(blocks.palace_number(at, &()).unwrap(), u64::from(*palaces));
            }
        }
    }
}
