//! Rectangles of proved boards: against single cells, the dense engine, and their own parts.

use proptest::prelude::*;
use wythoff::certificate::answer::{AnswerError, Palaces, Solution, shipped};
use wythoff::certificate::area::Area;
use wythoff::exact::UBig;
use wythoff::solve::{self, Values};
use wythoff::{Engine, Game, Position, SolveError, Window};

fn palaces(k: u32) -> Palaces<'static> {
    Palaces::new(Solution::shipped(k).expect("only shipped k are asked for"))
}

/// A number with about so many digits that looks random.
fn long(seed: u64, digits: usize) -> UBig {
    UBig::from(2 * seed + 3).pow(digits * 4) % UBig::from(10_u8).pow(digits)
}

/// The cells one by one, row by row, and where a line of P-positions is likely: near the ray y = 2x.
fn places(seed: u64, digits: usize) -> [Position<UBig>; 3] {
    let x = long(seed, digits);
    let near = &x * 2_u8 + long(seed + 1, digits / 2);
    [Position::new(x.clone(), near.clone()), Position::new(near, x.clone()), Position::new(x.clone(), x)]
}

fn one_by_one(palaces: &mut Palaces, at: &Position<UBig>, [width, height]: [u32; 2]) -> Vec<i64> {
    let cell = |index: u32| Position::new(&at.x + index % width, &at.y + index / width);
    (0..width * height).map(|index| palaces.deviation(&cell(index)).expect("within the limits")).collect()
}

/// Squares of 2^shift cells from a list of all cells.
fn gathered(cells: &[i64], [width, height]: [u32; 2], shift: u32) -> Vec<u64> {
    let across = width >> shift;
    let mut counts = vec![0; (across * (height >> shift)) as usize];
    for (index, _) in (0_u32..).zip(cells).filter(|(_, deviation)| **deviation < 0) {
        counts[(((index / width) >> shift) * across + ((index % width) >> shift)) as usize] += 1;
    }
    counts
}

/// Around the powers at which words of machines end, and a thousand digits out.
#[test]
fn cells_are_those_that_are_asked_for_one_by_one() {
    const SIZE: [u32; 2] = [24, 16];
    let one = UBig::ONE;
    let edges = [8, 16, 32, 53, 64].map(|bits| (&one << bits) - 8_u8);
    for k in shipped() {
        let mut palaces = palaces(k);
        let mut at = vec![Position::new(UBig::ZERO, UBig::ZERO), Position::new(UBig::from(3_u8), UBig::ZERO)];
        at.extend(
            edges
                .iter()
                .flat_map(|edge| [Position::new(edge.clone(), edge.clone()), Position::new(UBig::ZERO, edge.clone())]),
        );
        at.extend(places(u64::from(k), 1000));
        for at in at {
            let area = Area { at, size: SIZE, shift: 0 };
            let found = palaces.deviations(&area).expect("within the limits");
            assert_eq!(found, one_by_one(&mut palaces, &area.at, SIZE), "k = {k}, {}", area.at.short());
        }
    }
}

#[test]
fn counts_near_the_corner_are_those_of_the_dense_engine() {
    const SIDE: u64 = 4096;
    for k in shipped() {
        let game: Game = format!("blocking:k={k}").parse().expect("a game");
        let board = solve::board(&game, SIDE, SIDE, Some(Engine::Dense), &()).expect("a small board");
        for shift in [0, 1, 5, 8, 12] {
            let across = 4096 >> shift;
            let mut counts = vec![0_u64; (across * across) as usize];
            for at in board.p_positions() {
                counts[usize::try_from((at.y >> shift) * u64::from(across) + (at.x >> shift)).expect("small")] += 1;
            }
            let area = Area { at: Position::new(UBig::ZERO, UBig::ZERO), size: [across; 2], shift };
            assert_eq!(palaces(k).counts(&area), Ok(counts), "k = {k}, shift {shift}");
        }
    }
}

/// A square holds what its four quarters hold, up to the largest squares.
#[test]
fn squares_hold_what_their_quarters_hold() {
    for k in [1, 2, 4, 14, 79] {
        let mut palaces = palaces(k);
        for at in places(7, 100) {
            for shift in 1..=36 {
                let whole = palaces.counts(&Area { at: at.clone(), size: [6, 6], shift }).expect("within the limits");
                let parts =
                    palaces.counts(&Area { at: at.clone(), size: [12, 12], shift: shift - 1 }).expect("so are they");
                let sum = |square: usize| {
                    let first = square / 6 * 24 + square % 6 * 2;
                    parts[first] + parts[first + 1] + parts[first + 12] + parts[first + 13]
                };
                assert_eq!(whole, (0..36).map(sum).collect::<Vec<u64>>(), "k = {k}, shift {shift}");
            }
        }
    }
}

/// Every row holds k palaces: all of them are counted in a square that begins with the rows and is four times as wide
/// as they are far.
#[test]
fn no_palace_of_a_row_is_lost() {
    for k in shipped() {
        let y = UBig::ONE << 36;
        let counts = palaces(k).counts(&Area { at: Position::new(UBig::ZERO, y), size: [16, 1], shift: 34 });
        assert_eq!(counts.map(|counts| counts.into_iter().sum::<u64>()), Ok(u64::from(k) << 34), "k = {k}");
    }
}

/// Which squares hold a palace is told by their counts, where these are known.
#[test]
fn squares_with_a_palace_are_those_that_count_one() {
    for k in shipped() {
        let mut palaces = palaces(k);
        for digits in [1, 4, 30, 100] {
            for at in places(u64::from(k) + 5, digits) {
                for shift in [0, 1, 3, 7, 12, 20, 31] {
                    let area = Area { at: at.clone(), size: [24, 20], shift };
                    let counts = palaces.counts(&area).expect("within the limits");
                    let held: Vec<bool> = counts.into_iter().map(|count| count > 0).collect();
                    assert_eq!(palaces.holds(&area), Ok(held), "k = {k}, shift {shift}, {}", at.short());
                }
            }
        }
    }
}

/// Far above what can be counted: a square holds a palace iff one of its quarters does, and so does its mirror image.
#[test]
fn squares_of_any_size_hold_what_their_quarters_hold() {
    for k in [1, 3, 4, 10, 14, 72] {
        let mut palaces = palaces(k);
        for shift in [40, 64, 300, 3300_u32] {
            let side = UBig::ONE << shift as usize;
            for at in
                [[0, 0], [3, 7], [40, 90]].map(|[x, y]: [u32; 2]| Position::new(&side * x, &side * y + long(3, 9)))
            {
                let whole = palaces.holds(&Area { at: at.clone(), size: [8, 8], shift }).expect("within the limits");
                let parts =
                    palaces.holds(&Area { at: at.clone(), size: [16, 16], shift: shift - 1 }).expect("so are they");
                let any = |square: usize| {
                    let first = square / 8 * 32 + square % 8 * 2;
                    [0, 1, 16, 17].into_iter().any(|part| parts[first + part])
                };
                assert_eq!(whole, (0..64).map(any).collect::<Vec<bool>>(), "k = {k}, shift {shift}");
                let mirror = palaces.holds(&Area { at: at.mirrored(), size: [8, 8], shift }).expect("so is it");
                let turned: Vec<bool> = (0..64).map(|square| mirror[square % 8 * 8 + square / 8]).collect();
                assert_eq!(whole, turned, "k = {k}, shift {shift}");
            }
        }
        let corner = Area { at: Position::new(UBig::ZERO, UBig::ZERO), size: [64, 64], shift: 326 };
        let drawn = palaces.holds(&corner).expect("within the limits").into_iter().filter(|held| *held).count();
        assert!((64..64 * 64 / 2).contains(&drawn), "k = {k}: {drawn} squares with a palace");
    }
}

/// Blocks lie side by side, a block of the level above is made of those below it, and its cells are the board's.
#[test]
fn grids_are_made_of_the_grids_below() {
    for k in shipped() {
        let solution = Solution::shipped(k).expect("shipped");
        let (certificate, mut palaces) = (solution.certificate(), palaces(k));
        for (level, digits) in [(0, 1), (1, 3), (7, 3), (40, 15), (300, 90)] {
            for at in places(u64::from(k), digits) {
                let above = palaces.grid(level + 1, &at, [2, 2]).expect("within the limits");
                let corner = Position::new(above.columns[0].clone(), above.rows[0].clone());
                assert!(corner.x <= at.x && at.x < above.columns[1] && corner.y <= at.y && at.y < above.rows[1]);
                let (rows, columns) = certificate.levels()[certificate.class(level + 1)].shapes
                    [above.types[0] as usize]
                    .expect("a type on the board");
                let words = &certificate.numeration().words;
                let (height, width) = (words[rows].len(), words[columns].len());
                let size = [width, height].map(|side| u32::try_from(side).expect("words are short"));
                let below = palaces.grid(level, &corner, size).expect("so are they");
                assert_eq!(below.columns.last(), Some(&above.columns[1]));
                assert_eq!(below.rows.last(), Some(&above.rows[1]));
                let class = certificate.class(level);
                let children = (0..height)
                    .flat_map(|row| (0..width).map(move |column| (row, column)))
                    .map(|(row, column)| certificate.child(class, above.types[0], row, column));
                assert_eq!(below.types, children.collect::<Vec<u32>>(), "k = {k}, level {level}");
                assert_eq!(above.held[0], below.held.iter().any(|held| *held), "k = {k}, level {level}");
            }
        }
        let ground = palaces.grid(0, &places(9, 50)[0], [1, 1]).expect("within the limits");
        let corner = Position::new(ground.columns[0].clone(), ground.rows[0].clone());
        assert_eq!(palaces.deviation(&corner), Ok(certificate.content(ground.types[0], 0, 0)), "k = {k}");
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let area = |size, shift| Area { at: Position::new(UBig::ZERO, UBig::ZERO), size, shift };
    let mut palaces = palaces(14);
    assert_eq!(palaces.deviations(&area([4097, 4097], 0)), Err(AnswerError::Area { squares: 4097 * 4097, shift: 0 }));
    assert_eq!(palaces.counts(&area([1, 2], 39)), Err(AnswerError::Area { squares: 2, shift: 39 }));
    assert_eq!(palaces.counts(&area([1, 1], u32::MAX)), Err(AnswerError::Area { squares: 1, shift: u32::MAX }));
    assert_eq!(palaces.counts(&area([0, 5], 3)), Ok(vec![]));
    assert_eq!(palaces.counts(&area([1, 1], 39)).map(|counts| counts.len()), Ok(1));
    assert!(matches!(palaces.holds(&area([1, 1], u32::MAX)), Err(AnswerError::TooLarge { .. })));
    assert!(matches!(palaces.holds(&area([1, 1], 1 << 19)), Err(AnswerError::TooLarge { .. })));
    assert_eq!(palaces.holds(&area([4097, 4097], 9)), Err(AnswerError::Area { squares: 4097 * 4097, shift: 9 }));
    assert_eq!(palaces.holds(&area([0, 5], 3)), Ok(vec![]));
}

/// The closed engine gives palace numbers where a certificate does: as the dense engine near the corner, as single
/// cells far out.
#[test]
fn windows_have_numbers() {
    let rows = |k: u32, window: Window, values: Values, engine: Engine| {
        let game: Game = format!("blocking:k={k}").parse().expect("a game");
        let mut found = Vec::new();
        let used = solve::rows(&game, window, values, Some(engine), &(), |row| {
            found.push((row.y, row.p.to_vec(), row.numbers.to_vec()));
            Ok::<(), SolveError>(())
        });
        assert_eq!(used, Ok(engine));
        found
    };
    let window = |x, y, width, height| Window { at: Position::new(x, y), width, height };
    for k in shipped() {
        for (window, values) in [
            (window(0, 0, 80, 70), Values::Palace),
            (window(500, 1203, 90, 50), Values::Deviation),
            (window(1203, 500, 3, 200), Values::Outcome),
            (window(7, 9, 0, 5), Values::Palace),
        ] {
            let (closed, dense) = (rows(k, window, values, Engine::Closed), rows(k, window, values, Engine::Dense));
            assert_eq!(closed, dense, "k = {k}, {window:?}");
        }
        let far = window(1 << 62, 5 << 61, 17, 3);
        let at = Position::new(UBig::from(far.at.x), UBig::from(far.at.y));
        let cells = one_by_one(&mut palaces(k), &at, [17, 3]);
        let found: Vec<i64> =
            rows(k, far, Values::Deviation, Engine::Closed).into_iter().flat_map(|(_, _, numbers)| numbers).collect();
        assert_eq!(found, cells, "k = {k}");
    }
    // More columns than are asked for at once.
    let wide = window(3, 1000, (1 << 20) + 77, 2);
    assert!(rows(4, wide, Values::Deviation, Engine::Closed) == rows(4, wide, Values::Deviation, Engine::Dense));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn counts_are_those_of_the_cells(
        index in 0..11_usize,
        seed in 0..1_000_000_u64,
        digits in 1..60_usize,
        place in 0..3_usize,
        squares in [1..9_u32, 1..9_u32],
        shift in 0..5_u32,
    ) {
        let mut palaces = palaces(shipped().nth(index).expect("eleven certificates"));
        let at = places(seed, digits)[place].clone();
        let size = squares.map(|squares| squares << shift);
        let cells = palaces.deviations(&Area { at: at.clone(), size, shift: 0 }).expect("within the limits");
        let counts = palaces.counts(&Area { at, size: squares, shift }).expect("within the limits");
        prop_assert_eq!(counts, gathered(&cells, size, shift));
    }
}
