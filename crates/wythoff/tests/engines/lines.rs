//! Every engine against the reference.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::ControlFlow;

use proptest::prelude::*;
use wythoff::engine::{blocks, sparse};
use wythoff::exact::UBig;
use wythoff::game::families::ALWAYS;
use wythoff::game::history::Heap;
use wythoff::solve::{
    self, CELL_LIMIT, CLOSED_FROM, Columns, DENSE_FROM, Engine, Plan, REFERENCE_LIMIT, RUN_LENGTH, Request, Rest,
    SPARSE_FROM, STATE_LIMIT, Signing, THIN_FROM, Values, WIDE_FROM,
};
use wythoff::table::Extent;
use wythoff::{Class, Ending, Game, Hole, Leaps, Moves, Piece, Position, Residues, Rules, SolveError, Twist, Window};

use crate::common;

/// Outcomes and, for static games, palace numbers of the window, as one list.
fn content(game: &Game, window: Window, values: Values, engine: Engine) -> Vec<(u64, Vec<wythoff::Cell>, Vec<i64>)> {
    let mut rows = Vec::new();
    solve::rows(game, window, values, Some(engine), &(), |row| {
        let cells: Vec<wythoff::Cell> = row.cells().collect();
        let number = |(x, number): (usize, &i64)| if x < row.removed { 0 } else { *number };
        rows.push((row.y, cells, row.numbers.iter().enumerate().map(number).collect()));
        Ok::<(), wythoff::SolveError>(())
    })
    .unwrap_or_else(|error| panic!("{game} by {engine}: {error}"));
    rows
}

fn assert_lines_equal_reference(game: &Game, width: u64, height: u64) {
    let has_numbers = game.rules().is_some_and(|rules| !rules.has_memory());
    let values = if has_numbers { Values::Palace } else { Values::Outcome };
    let window = Window::corner(width, height);
    let fast = Engine::solving(game).into_iter().find(|&engine| engine != Engine::Reference).unwrap();
    assert_eq!(content(game, window, values, fast), content(game, window, values, Engine::Reference), "{game}");
}

/// Every family with parameters to 6, every l, each set of rules once, on 48×48: the widest bishop and the largest hole
/// have 36 on a side. Imitation games on heaps to 20.
#[test]
fn lines_equal_reference_for_parameters_to_6() {
    let mut seen = HashSet::new();
    let games: Vec<Game> = common::every_game(6).into_iter().filter(|game| seen.insert(game.form().clone())).collect();
    assert!(games.len() > 900, "{} games", games.len());
    let half = |parity: usize| {
        for game in games.iter().skip(parity).step_by(2) {
            let side = if game.rules().is_some_and(Rules::has_memory) { 20 } else { 48 };
            assert_lines_equal_reference(game, side, side);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| half(0));
        half(1);
    });
}

#[test]
fn lines_equal_reference_for_custom_games() {
    for game in common::custom_games() {
        for (width, height) in [(48, 48), (70, 20), (20, 70), (1, 30), (30, 1), (0, 5), (1, 1)] {
            assert_lines_equal_reference(&game, width, height);
        }
    }
}
/// Small pieces of every kind.
fn piece() -> impl Strategy<Value = Piece> {
    let residues = (1..7_u32).prop_flat_map(|modulus| {
        let residue = (0..modulus).prop_flat_map(move |low| (Just(low), low..modulus));
        proptest::collection::vec(residue, 1..3).prop_map(move |ranges| Residues::from_ranges(modulus, ranges))
    });
    prop_oneof![
        (1..6_u64, residues).prop_map(|(from, residues)| Piece::Rook { from, residues }),
        Just(Piece::rook()),
        (1..7_u64).prop_map(Piece::bishop),
        (1..5_u32, 1..5_u32).prop_map(|(p, q)| Piece::Ray { p, q }),
        proptest::collection::vec((0..5_u32, 1..5_u32), 1..4).prop_map(|pairs| Piece::Leap(Leaps::new(pairs))),
    ]
}

/// The same, perhaps one-sided.
fn piece_of_any_side() -> impl Strategy<Value = Piece> {
    (piece(), 0..8_u8).prop_map(|(piece, side)| {
        let has_sides = match &piece {
            Piece::Bishop { width } => *width > 1,
            Piece::Ray { p, q } => p != q,
            Piece::Leap(leaps) => leaps.pairs().iter().any(|(a, b)| a != b),
            _ => true,
        };
        match side {
            0 if has_sides => piece.only(Heap::X),
            1 if has_sides => piece.only(Heap::Y),
            _ => piece,
        }
    })
}

/// Any static rules with small numbers.
pub(crate) fn rules() -> impl Strategy<Value = Rules> {
    let ending = prop_oneof![3 => Just(Ending::Normal), 1 => Just(Ending::Misere)];
    (rules_of(piece_of_any_side), ending).prop_map(|(rules, ending)| rules.with_ending(ending))
}

/// Such rules of pieces that treat the heaps alike, in normal play.
pub(crate) fn normal_rules() -> impl Strategy<Value = Rules> {
    rules_of(piece)
}

fn rules_of<P: Strategy<Value = Piece> + 'static>(piece: fn() -> P) -> impl Strategy<Value = Rules> {
    let moves = move || proptest::collection::vec(piece(), 1..4).prop_map(Moves::new);
    let class = move || prop_oneof![Just(Class::Any), moves().prop_map(Class::Of)];
    let twist = prop_oneof![
        Just(Twist::None),
        (0..6_u32, class()).prop_map(|(budget, class)| Twist::Block { budget, class }),
        (1..6_u32, class()).prop_map(|(count, class)| Twist::Comply { count, class }),
    ];
    let hole = (0..5_u64, 0..5_u64).prop_map(|(width, height)| Hole::new(width, height));
    (moves(), hole, twist).prop_map(|(moves, hole, twist)| Rules { moves, hole, twist, ending: Ending::Normal })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Rules that nobody has written down.
    #[test]
    fn lines_equal_reference_for_random_rules(rules in rules(), width in 0..34_u64, height in 0..34_u64) {
        assert_lines_equal_reference(&Game::custom(rules).unwrap(), width, height);
    }

    /// A window shows what the whole board has there.
    #[test]
    fn windows_are_cut_from_the_board(
        rules in rules(),
        x in 0..20_u64,
        y in 0..20_u64,
        width in 1..20_u64,
        height in 1..20_u64,
    ) {
        let game = Game::custom(rules).unwrap();
        let window = Window { at: Position::new(x, y), width, height };
        let whole = content(&game, Window::corner(x + width, y + height), Values::Palace, Engine::Lines);
        for (row, cells, numbers) in content(&game, window, Values::Palace, Engine::Lines) {
            let (_, all_cells, all_numbers) = &whole[usize::try_from(row).unwrap()];
            let left = usize::try_from(x).unwrap();
            prop_assert_eq!(&all_cells[left..], &cells);
            prop_assert_eq!(&all_numbers[left..], &numbers);
        }
    }
}

proptest! {
    // A column without end is followed to its limit: few cases.
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Whole columns hold what the board has there, and beyond it what they say.
    #[test]
    fn columns_are_those_of_the_board(rules in rules(), sides in 1..20_u64) {
        let game = Game::custom(rules).unwrap();
        let board = solve::board(&game, sides, 80, Some(Engine::Reference), &()).unwrap();
        let Some(mut columns) = columns_of(&game)? else { return Ok(()) };
        for x in 0..sides {
            match columns.next(u64::MAX) {
                Ok(column) => for y in 0..80 {
                    let said = column.p.contains(&y) || matches!(column.rest, Rest::AllP { from } if y >= from);
                    prop_assert_eq!(said, board.is_p(Position::new(x, y)), "{} at ({},{})", game, x, y);
                },
                // A game whose columns never end is refused, not guessed at.
                Err(error) => {
                    let too_long = SolveError::ColumnTooLong { column: x, limit: solve::COLUMN_LIMIT };
                    prop_assert!(error == too_long || error == SolveError::InfiniteColumn { column: x }, "{}", error);
                    break;
                }
            }
        }
    }

    /// A column that may stop early has its first P-positions, and says of the rest what is so.
    #[test]
    fn columns_may_stop_early(rules in rules(), enough in 1..40_u64) {
        let game = Game::custom(rules).unwrap();
        let board = solve::board(&game, 1, 80, Some(Engine::Reference), &()).unwrap();
        let Some(mut columns) = columns_of(&game)? else { return Ok(()) };
        let column = columns.next(enough).unwrap();
        for y in 0..80 {
            let said = match column.rest {
                Rest::AllP { from } if y >= from => true,
                Rest::Unseen { from } if y >= from => continue,
                _ => column.p.contains(&y),
            };
            prop_assert_eq!(said, board.is_p(Position::new(0, y)), "{} at (0,{})", game, y);
        }
        let is_cut = matches!(column.rest, Rest::Unseen { .. });
        prop_assert!(!is_cut || column.p.len() as u64 >= enough, "{}: {:?}", game, column);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A table of any length has the P-positions of the board, in order, and none is missing.
    #[test]
    fn tables_are_cut_from_the_board(rules in rules(), count in 0..40_u64) {
        table_is_cut_from_the_board(&Game::custom(rules).unwrap(), count)?;
    }
}

/// The same for every family.
#[test]
fn tables_of_the_families_are_cut_from_the_board() {
    for game in common::every_game(4).into_iter().chain(common::custom_games()) {
        for count in [0, 1, 2, 3, 5, 20, 33] {
            table_is_cut_from_the_board(&game, count).unwrap();
        }
    }
}

/// Tables that were once wrong: the count was smaller than the run of N-positions at the start of a column.
#[test]
fn tables_of_comply_games_may_be_short() {
    let table = |text: &str, count| {
        let game: Game = text.parse().unwrap();
        let positions = game.p_positions().extent(Extent::Count(count)).map(Result::unwrap);
        positions.map(|at| (at.x, at.y)).collect::<Vec<_>>()
    };
    assert_eq!(table("comply:k=4", 3), [(0, 4), (0, 5), (0, 6)]);
    assert_eq!(table("comply:k=25", 2), [(0, 25), (0, 26)]);
    assert_eq!(table("custom: bishop | comply 3", 5), [(3, 3), (3, 4), (3, 5), (3, 6), (3, 7)]);
    assert_eq!(table("custom: bishop(3) | comply 100 | hole 3,3000", 2)[0].0, 20);
}

const WIDTH: u64 = 24;
const HEIGHT: u64 = 64;

/// Whole columns; none where nothing says how they end, which is so in misère play without a rook, and where no column
/// has a P-position.
fn columns_of(game: &Game) -> Result<Option<Columns>, TestCaseError> {
    let rules = game.rules().unwrap();
    let is_rook = |piece: &Piece| matches!(piece.two_sided(), (Piece::Rook { .. }, None | Some(Heap::Y)));
    let is_open = rules.is_misere() && !rules.moves.pieces().iter().any(is_rook);
    match Columns::new(game, None) {
        Ok(columns) => {
            prop_assert!(!is_open, "{}", game);
            Ok(Some(columns))
        }
        Err(error) => {
            if error == SolveError::NoProposal {
                let board = solve::board(game, 40, 40, Some(Engine::Reference), &()).unwrap();
                let mut cells = (0..40).flat_map(|x| (0..40).map(move |y| Position::new(x, y)));
                prop_assert!(!cells.any(|at| board.is_p(at)), "{}", game);
            } else {
                prop_assert!(is_open && error == SolveError::OpenColumns, "{}: {}", game, error);
            }
            Ok(None)
        }
    }
}

fn table_is_cut_from_the_board(game: &Game, count: u64) -> Result<(), TestCaseError> {
    let (mut rows, mut result) = (Vec::new(), Ok(()));
    for at in game.p_positions().extent(Extent::Count(count)) {
        match at {
            Ok(at) => rows.push(at),
            Err(error) => result = Err(error),
        }
    }
    let board = solve::board(game, WIDTH, HEIGHT, None, &()).unwrap();
    let is_row = |at: &Position| board.is_p(*at) && !(game.is_symmetric() && at.x > at.y);
    let all = (0..WIDTH).flat_map(|x| (0..HEIGHT).map(move |y| Position::new(x, y)));
    let last = rows.last().copied();
    let expected: Vec<Position> = all.filter(|at| last.is_some_and(|last| *at <= last) && is_row(at)).collect();
    let seen: Vec<Position> = rows.iter().copied().filter(|at| at.x < WIDTH && at.y < HEIGHT).collect();
    prop_assert_eq!(seen, expected, "{} --count {}", game, count);
    prop_assert!(rows.is_sorted_by(|a, b| a < b), "{}: {:?}", game, rows);
    prop_assert!(result.is_err() || rows.len() as u64 == count, "{}: {} rows of {}", game, rows.len(), count);
    Ok(())
}

/// Parameters where a narrow integer would wrap: the board must be that of any number beyond its options.
#[test]
fn huge_parameters_are_those_of_an_endless_budget() {
    let side = 24;
    for power in [8, 16, 31, 32] {
        let huge = u32::try_from((1_u64 << power) - 1).unwrap();
        for text in [
            format!("blocking:k={huge}"),
            format!("nim-blocking:k={huge}"),
            format!("diagonal-blocking:m=2,p={huge}"),
            format!("rook-blocking:m=2,p={huge},l=3"),
            format!("rook-blocking:m=2,p=3,l={huge}"),
            format!("wythoff:m={huge}"),
            format!("modulo:m=2,p={huge},l={huge}"),
            format!("modulo:m=2,p={huge},l=5"),
            format!("shifted:m=1,p={huge},l=7"),
            format!("shifted:m={huge},p={huge},l=1"),
            format!("hole:m={huge},p={huge},u={huge},v=3"),
            format!("choice:m=1,p={huge}"),
            format!("choice:m={huge},p={huge}"),
            format!("gdwn:p={huge},q=1"),
            format!("gdwn:p={huge},q={huge}"),
            format!("comply:k={huge}"),
            format!("comply-rook:p={huge}"),
        ] {
            assert_lines_equal_reference(&text.parse().unwrap(), side, side);
        }
    }
}

/// W^k around k = 2^8 and 2^16, where 8- and 16-bit counts would wrap: whole rows against the k-cover.
#[test]
fn rows_of_blocking_games_hold_k_palaces_beyond_every_narrow_width() {
    for k in [255, 256, 257, 300] {
        let game: Game = format!("blocking:k={k}").parse().unwrap();
        let mut columns = Columns::new(&game, None).unwrap();
        for x in 0..600 {
            let palaces = columns.next(u64::MAX).unwrap().p.len() as u64;
            assert_eq!(palaces, k, "Lar11 Prop. 1.2 (ii), corrected: column {x} of {game}");
        }
    }
    let game: Game = "blocking:k=65537".parse().unwrap();
    let window = Window::corner(70_000, 1);
    solve::rows(&game, window, Values::Palace, None, &(), |row| {
        let expected = |x: usize| i64::try_from(x.min(65_537)).unwrap();
        assert!(row.numbers.iter().enumerate().all(|(x, number)| *number == expected(x)));
        Ok::<_, SolveError>(())
    })
    .unwrap();
}

#[test]
fn what_does_not_fit_is_refused_with_its_limit() {
    let board = |text: &str, width, height| {
        solve::board(&text.parse().unwrap(), width, height, None, &()).unwrap_err().to_string()
    };
    assert_eq!(board("wythoff", 1 << 20, 1 << 20), "this needs 128 GiB of memory; the limit is 4 GiB in one request");
    let rows = |text: &str, at, width, height, engine| {
        let window = Window { at, width, height };
        let game: Game = text.parse().unwrap();
        let sink = |_: solve::Row<'_>| Ok::<_, SolveError>(());
        solve::rows(&game, window, Values::Outcome, engine, &(), sink).unwrap_err().to_string()
    };
    let origin = Position::new(0, 0);
    assert_eq!(
        rows("gdwn:p=1,q=2", origin, 1 << 20, 1 << 20, None),
        "this needs 1099511627776 cells; the limit is 274877906944 cells in one request"
    );
    assert_eq!(
        rows("wythoff", origin, 1 << 20, 1 << 20, None),
        "this needs 1099511627776 cells; the limit is 274877906944 cells in one request"
    );
    assert_eq!(
        rows("wythoff", Position::new(u64::MAX, 0), 2, 2, None),
        "this needs 2^64 or more cells; the limit is 274877906944 cells in one request"
    );
    assert_eq!(
        rows("wythoff", origin, 4000, 4000, Some(Engine::Reference)),
        "this would look at about 96016000000 options one by one; the limit is 4294967296 in one request"
    );
    assert_eq!(
        rows("imitation:p=3", origin, 400, 400, Some(Engine::Reference)),
        "the reference engine would keep up to 96480000 states of this imitation game; its limit is 2097152"
    );
    assert_eq!(
        rows("imitation", origin, 4, 4, Some(Engine::Lines)),
        "the engine `lines` does not solve this game; these do: reference, dual, closed"
    );
    assert_eq!(
        rows("choice:m=1,p=1000000", origin, 100_000, 100_000, None),
        "this needs 1999990000000000 cells; the limit is 274877906944 cells in one request"
    );
    assert_eq!(
        rows("modulo:m=1,p=60000", origin, 70_000, 70_000, None),
        "this needs 32 GiB of memory; the limit is 4 GiB in one request"
    );
    assert_eq!(
        rows("custom: bishop(4000000000) | block 4000000000 on bishop(3000000000)", origin, 100_000, 100_000, None),
        SolveError::SumsTooLarge.to_string()
    );
    let endless = |text: &str| Columns::new(&text.parse().unwrap(), None).unwrap().next(u64::MAX).unwrap_err();
    assert_eq!(endless("custom: bishop"), SolveError::InfiniteColumn { column: 0 });
    let too_long = SolveError::ColumnTooLong { column: 0, limit: solve::COLUMN_LIMIT };
    assert_eq!(endless("custom: rook(mod 3: 1)"), too_long);
}

/// A question goes to a formula no later than to vectors, and to each engine before its kind of work is refused.
#[test]
fn thresholds_are_in_order() {
    const {
        assert!(CLOSED_FROM <= DENSE_FROM && DENSE_FROM < CELL_LIMIT);
        assert!(RUN_LENGTH <= WIDE_FROM && WIDE_FROM < CELL_LIMIT);
        assert!(THIN_FROM > 1 && SPARSE_FROM > sparse::REACH && sparse::LARGEST_K < blocks::LARGEST_K);
        assert!(STATE_LIMIT < REFERENCE_LIMIT && REFERENCE_LIMIT < CELL_LIMIT);
    }
}

/// The engine is the forced one, else the usual one; an imitation game beyond the reference goes to its dual.
#[test]
fn one_place_chooses_the_engine() {
    let plan = |text: &str, request| Plan::new(&text.parse().unwrap(), request, None).map(|plan| plan.engine);
    let choose = |text: &str, side| plan(text, Request::Rows(Window::corner(side, side), Values::Outcome)).unwrap();
    // Sides of the largest squares below each threshold.
    let (dense, closed, largest) = (DENSE_FROM.isqrt(), CLOSED_FROM.isqrt(), CELL_LIMIT.isqrt());
    assert_eq!(choose("W^5", 10), Engine::Lines);
    assert_eq!((choose("W^5", dense), choose("W^5", dense + 1)), (Engine::Lines, Engine::Dense));
    assert_eq!((choose("2WN^3", largest), choose("W^3", largest)), (Engine::Sparse, Engine::Dense));
    // Full of P-positions, and painted by a formula.
    assert_eq!(
        (
            choose("nim-blocking:k=500", dense),
            choose("nim-blocking:k=500", dense + 1),
            choose("nim-blocking:k=5", 2000)
        ),
        (Engine::Lines, Engine::Closed, Engine::Sparse)
    );
    // Thin, and large enough.
    assert_eq!((choose("2WN^3", dense), choose("2WN^3", dense + 1)), (Engine::Lines, Engine::Sparse));
    assert_eq!((choose("2WN^3", largest + 1), choose("W^3", largest + 1)), (Engine::Closed, Engine::Closed));
    let about = |text: &str, side: u64| plan(text, Request::Position(Position::new(side - 1, side - 1))).unwrap();
    assert_eq!((about("W^3", closed), about("W^3", closed + 1)), (Engine::Lines, Engine::Closed));
    assert_eq!((about("W^5", dense), about("W^5", dense + 1)), (Engine::Lines, Engine::Sparse));
    let long = SPARSE_FROM * 20;
    assert!(long - 1 > dense, "a board of W^20 that is large and not long");
    assert_eq!((about("W^20", long - 1), about("W^20", long)), (Engine::Dense, Engine::Sparse));
    let wide = format!("W^{}", sparse::LARGEST_K + 1);
    assert_eq!(about(&wide, SPARSE_FROM * (sparse::LARGEST_K + 1)), Engine::Dense);
    let (zero, far) = (UBig::ZERO, UBig::from(CLOSED_FROM));
    let columns = |text: &str| plan(text, Request::Table { first: &zero, value: None });
    assert_eq!(plan("W^5", Request::Columns), Ok(Engine::Sparse), "whole columns");
    assert_eq!(
        (columns("W^5"), columns(&wide), columns("2WN^3"), columns("gdwn:p=1,q=2")),
        (Ok(Engine::Sparse), Ok(Engine::Lines), Ok(Engine::Closed), Ok(Engine::Sparse))
    );
    let far = |text: &str| plan(text, Request::Table { first: &far, value: None });
    assert_eq!((columns("W^4"), far("W^4"), far("W^5")), (Ok(Engine::Sparse), Ok(Engine::Closed), Ok(Engine::Sparse)));
    assert_eq!((about("imitation", closed), about("imitation", closed + 1)), (Engine::Dual, Engine::Closed));
    // A position has a state for each credit and for each move that can be imitated: half of the heap, on the average.
    let states = |side: u64| side * side * (side / 2 + 1) * 4;
    let within = (1..).step_by(2).find(|side| states(side + 2) > STATE_LIMIT).unwrap();
    assert_eq!(choose("imitation:p=4", within), Engine::Reference);
    assert_eq!(choose("imitation:p=4", within + 2), Engine::Dual);
    assert_eq!(choose("custom: rook + bishop | imitation(1,4)", 1 << 18), Engine::Reference);
    assert_eq!(columns("imitation"), Ok(Engine::Closed));
}

/// Rules with numbers that mean nothing are handed back with every reason.
#[test]
fn unplayable_rules_are_refused() {
    let rules = Rules {
        moves: Moves::new(vec![Piece::Bishop { width: 0 }, Piece::Ray { p: 1, q: 0 }]),
        hole: Some(Hole { width: 0, height: 2 }),
        twist: Twist::Comply { count: 0, class: Class::Of(Moves::new(vec![Piece::rook_from(0)])) },
        ending: Ending::Normal,
    };
    let error = Game::custom(rules.clone()).unwrap_err();
    assert_eq!(error.rules, rules);
    assert_eq!(
        error.to_string(),
        "these rules can't be played: a hole's sides are at least 1; a comply game's count is at least 1; \
         a bishop's width is at least 1; a ray's p and q are at least 1; a rook's shortest move is at least 1"
    );
    let no_sides = "a one-sided piece needs moves that take more from one heap than from the other";
    for (piece, reason) in [
        (Piece::Leap(Leaps::new([])), "a leaper has at least one pair"),
        (Piece::leap(0, 0), "a leaper takes at least one token"),
        (Piece::bishop(1).only(Heap::X), no_sides),
        (Piece::Ray { p: 3, q: 3 }.only(Heap::Y), no_sides),
        (Piece::leap(2, 2).only(Heap::Y), no_sides),
        (Piece::rook().only(Heap::Y).only(Heap::X), "a piece is one-sided at most once"),
        (Piece::rook_from(0).only(Heap::X), "a rook's shortest move is at least 1"),
    ] {
        assert_eq!(Game::custom(Rules::new(vec![piece])).unwrap_err().reasons, [reason]);
    }
    for twist in [Twist::Imitation { m: 0, p: 1 }, Twist::Imitation { m: 1, p: 0 }] {
        assert!(Game::custom(Rules::new(vec![Piece::rook()]).with_twist(twist)).is_err());
    }
    let nothing = Class::Of(Moves::new(vec![]));
    assert!(Game::custom(Rules::new(vec![])).is_err());
    assert!(
        Game::custom(Rules::new(vec![Piece::rook()]).with_twist(Twist::Block { budget: 1, class: nothing })).is_err()
    );
}

/// A watcher stops the work.
#[test]
fn work_can_be_interrupted() {
    struct Impatient(Cell<u32>);
    impl solve::Watch for Impatient {
        fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
            self.0.set(self.0.get() + 1);
            if self.0.get() < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }
    let mut rows = 0;
    let game: Game = "W^5".parse().unwrap();
    let stopped = solve::rows(&game, Window::corner(50, 50), Values::Outcome, None, &Impatient(Cell::new(0)), |_| {
        rows += 1;
        Ok::<_, SolveError>(())
    });
    assert_eq!((stopped, rows), (Err(SolveError::Interrupted), 4));
}

/// What the catalogue says of formulas is what the closed engine knows.
#[test]
fn formulas_are_there_where_the_catalogue_says() {
    for game in common::every_game(6) {
        let (family, values) = game.family().unwrap();
        let coprime = |a: u32, b: u32| (2..=a.min(b)).all(|d| !(a.is_multiple_of(d) && b.is_multiple_of(d)));
        let says = match (family.formula, values) {
            (None, _) => false,
            (Some(ALWAYS), _) => true,
            (Some("k ≤ 4 or in 7, 8, 10, 11, 14, 32, 50, 61, 65, 72, 73, 76, 79, 80, 108, 430, 448, 477"), [k]) => {
                *k <= 4
            }
            (Some("l = m, or p = 1"), [m, p, l]) => l == m || *p == 1,
            (Some("l = p, or l divides m and p and m/l and p/l are coprime"), [m, p, l]) => {
                let l = (*l).max(1);
                l == *p || m.is_multiple_of(l) && p.is_multiple_of(l) && coprime(m / l, p / l)
            }
            (Some("u + v = mp, or u = 0 or v = 0"), [m, p, u, v]) => u + v == m * p || *u == 0 || *v == 0,
            other => panic!("{other:?} of {game}"),
        };
        assert_eq!(Engine::solving(&game).contains(&Engine::Closed), says, "{game}");
    }
}

/// The statistics of a window are the same whichever engine finds them, and whether or not it keeps rows.
#[test]
fn statistics_do_not_depend_on_the_engine() {
    let corner = Window::corner(1300, 1300);
    let cut = Window { at: Position::new(310, 1000), width: 900, height: 700 };
    let wide = Window::corner(2000, 500);
    for k in [1, 5, 100, 2000] {
        let game: Game = format!("W^{k}").parse().unwrap();
        for window in [corner, cut, wide] {
            let of = |engine| solve::stats(&game, window, Signing::Small, Some(engine), &()).unwrap().0;
            let lines = of(Engine::Lines);
            assert_eq!(of(Engine::Dense), lines, "k = {k}, {window:?}");
            assert_eq!(of(Engine::Automaton), lines, "k = {k}, {window:?}");
            // The sparse engine has outcomes only.
            let outcomes = solve::Stats { min_deviation: None, max_deviation: None, ..lines };
            assert_eq!(of(Engine::Sparse), outcomes, "k = {k}, {window:?}");
        }
    }
    let (_, engine) = solve::stats(&"W^5".parse().unwrap(), corner, Signing::Small, None, &()).unwrap();
    assert_eq!(engine, Engine::Dense);
    // In a window that is all hood no deviation counts.
    let hood = solve::stats(&"W^100".parse().unwrap(), Window::corner(30, 30), Signing::Small, None, &()).unwrap().0;
    assert_eq!((hood.p_count, hood.min_deviation, hood.max_deviation), (900, None, None));
    let far = Window { at: Position::new(1 << 32, 0), width: 1, height: 1 };
    let error = solve::stats(&"nim".parse().unwrap(), far, Signing::Always, None, &()).unwrap_err();
    assert_eq!(error.to_string(), "the signature of a window is defined for x, y < 2^32 only");
}
