//! Nim-values, against the definition and what is known of them.

use proptest::prelude::*;
use wythoff::engine::grundy::{self, Columns, Lanes, REMOVED, Scan};
use wythoff::exact::UBig;
use wythoff::solve::{self, Engine};
use wythoff::strategy::{NIM_CELLS, NIM_MOVES_LISTED};
use wythoff::table::Extent;
use wythoff::{Ending, Game, Piece, Position, Rules, SolveError, Twist, UNWATCHED, Window};

use super::lines;
use crate::common;

type Values = Vec<Vec<Option<u32>>>;

fn known(value: u32) -> Option<u32> {
    (value != REMOVED).then_some(value)
}

/// What the engine finds in a window, by rows.
fn values(rules: &Rules, window: Window) -> Values {
    let mut rows = Vec::new();
    grundy::rows(rules, window, UNWATCHED, |y, values| {
        assert_eq!(y, window.at.y + rows.len() as u64);
        rows.push(values.iter().map(|value| known(*value)).collect());
        Ok::<(), SolveError>(())
    })
    .unwrap_or_else(|error| panic!("{rules:?}: {error}"));
    rows
}

/// The definition: the least number that no option has. Every option is looked at.
fn literal(rules: &Rules, width: u64, height: u64) -> Values {
    let mut rows: Values = Vec::new();
    for y in 0..height {
        rows.push(Vec::new());
        for x in 0..width {
            let at = Position::new(x, y);
            let there = |to: Position| rows[usize::try_from(to.y).unwrap()][usize::try_from(to.x).unwrap()];
            let options: Vec<Option<u32>> = rules.options(at).into_iter().map(there).collect();
            let value = rules.exists(&at).then(|| (0..10_000).find(|value| !options.contains(&Some(*value))).unwrap());
            rows.last_mut().unwrap().push(value);
        }
    }
    rows
}

/// The lanes of a scan that goes the other way are the columns.
fn columns(rules: &Rules, width: u64, height: u64) -> Values {
    let mut scan = Scan::new(rules, Lanes::Columns, width, height).unwrap();
    let columns: Values = (0..width).map(|_| scan.next_lane().iter().map(|value| known(*value)).collect()).collect();
    let side = |side: u64| 0..usize::try_from(side).unwrap();
    side(height).map(|y| side(width).map(|x| columns[x][y]).collect()).collect()
}

fn assert_literal(rules: &Rules, width: u64, height: u64) {
    let expected = literal(rules, width, height);
    assert_eq!(values(rules, Window::corner(width, height)), expected, "{rules:?}");
    assert_eq!(columns(rules, width, height), expected, "{rules:?}, by columns");
}

fn game_rules(text: &str) -> Rules {
    text.parse::<Game>().unwrap().rules().unwrap().clone()
}

#[test]
fn every_game_without_a_twist_has_the_values_of_the_definition() {
    let mut count = 0;
    for game in common::every_game(4).into_iter().chain(common::custom_games()) {
        match game.rules() {
            Some(rules) if game.no_nim_values().is_none() => {
                assert_literal(rules, 26, 22);
                count += 1;
            }
            _ => {}
        }
    }
    assert!(count > 150, "{count} games");
}

#[test]
fn the_oracle_agrees() {
    for (game, theirs) in common::translated_games() {
        let Some(expected) = theirs.nim_values(24, 18) else {
            assert!(game.no_nim_values().is_some(), "{game}");
            continue;
        };
        let ours = values(game.rules().unwrap(), Window::corner(24, 18));
        let ours: Vec<Vec<Option<usize>>> = ours
            .into_iter()
            .map(|row| row.into_iter().map(|value| value.map(|value| value as usize)).collect())
            .collect();
        assert_eq!(ours, expected, "{game}");
    }
}

/// Any rules without a twist, in normal play.
fn rules() -> impl Strategy<Value = Rules> {
    lines::rules().prop_map(|rules| Rules { twist: Twist::None, ending: Ending::Normal, ..rules })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_rules_have_the_values_of_the_definition(rules in rules(), width in 0..30_u64, height in 0..30_u64) {
        assert_literal(&rules, width, height);
    }

    #[test]
    fn a_window_is_cut_from_the_board(
        rules in rules(), x in 0..20_u64, y in 0..20_u64, width in 0..20_u64, height in 0..20_u64,
    ) {
        assert_cut(&rules, Window { at: Position::new(x, y), width, height });
    }
}

/// The window shows what the whole board has there.
fn assert_cut(rules: &Rules, window: Window) {
    let whole = values(rules, Window::corner(window.right().unwrap(), window.bottom().unwrap()));
    let [left, top] = [window.at.x, window.at.y].map(|side| usize::try_from(side).unwrap());
    let cut: Values = whole[top..].iter().map(|row| row[left..].to_vec()).collect();
    assert!(values(rules, window) == cut, "{rules:?}, {window:?}");
}

/// The first rows as they are printed wherever the game is written about, and larger ones in tiles.
#[test]
fn the_values_of_the_queen_are_the_published_ones() {
    let published = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        [1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11],
        [2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9],
        [3, 4, 5, 6, 2, 0, 1, 9, 10, 12, 8],
        [4, 5, 3, 2, 7, 6, 9, 0, 1, 8, 13],
        [5, 3, 4, 0, 6, 8, 10, 1, 2, 7, 12],
    ];
    let corner = values(&game_rules("wythoff"), Window::corner(11, 6));
    assert_eq!(corner, published.map(|row| row.map(Some).to_vec()).to_vec());
}

/// Tiles against the scan, on sides around whole tiles, and in windows that cut them.
#[test]
fn tiles_hold_what_the_scan_finds() {
    let rules = game_rules("wythoff");
    let scanned = |width: u64, height: u64| {
        let mut scan = Scan::new(&rules, Lanes::Rows, height, width).unwrap();
        (0..height).map(|_| scan.next_lane().iter().map(|value| known(*value)).collect()).collect::<Values>()
    };
    for (width, height) in
        [(128, 128), (127, 130), (129, 127), (64, 257), (300, 65), (1, 1 << 14), (1 << 14, 1), (700, 700)]
    {
        let found = values(&rules, Window::corner(width, height));
        assert!(found == scanned(width, height), "{width} × {height}");
    }
    for (x, y, width, height) in
        [(200, 3, 7, 140), (64, 128, 64, 64), (63, 127, 66, 66), (500, 500, 1, 1), (130, 400, 0, 9), (3, 333, 222, 0)]
    {
        assert_cut(&rules, Window { at: Position::new(x, y), width, height });
    }
    // The order of the pieces and a block of nothing change nothing.
    for same in ["custom: bishop + rook", "custom: rook + bishop | block 0 on bishop"] {
        let window = Window { at: Position::new(100, 50), width: 90, height: 120 };
        assert!(values(&game_rules(same), window) == values(&rules, window), "{same}");
    }
}

/// Tiles on several threads and on one.
#[test]
fn threads_change_nothing() {
    let rules = game_rules("wythoff");
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| values(&rules, Window::corner(500, 900)))
    };
    assert!(with(1) == with(5));
}

#[test]
fn nim_is_exclusive_or() {
    let corner = values(&game_rules("nim"), Window::corner(70, 90));
    for (y, row) in (0_u32..).zip(corner) {
        assert_eq!(row, (0..70).map(|x| Some(x ^ y)).collect::<Vec<_>>(), "row {y}");
    }
    let far = Window { at: Position::new((1 << 31) - 5, (1 << 30) + 3), width: 4, height: 2 };
    let y = (1 << 30) + 3;
    assert_eq!(
        values(&game_rules("nim"), far),
        [y, y + 1].map(|y| (0..4).map(|x| Some(((1 << 31) - 5 + x) ^ y)).collect::<Vec<_>>())
    );
    assert!(values(&game_rules("custom: rook | block 0"), far) == values(&game_rules("nim"), far));
}

/// Values of 0 are the P-positions.
#[test]
fn zero_is_p() {
    for text in ["wythoff", "wythoff:m=3", "modulo:m=2,p=3,l=2", "gdwn:p=1,q=2", "hole:m=1,p=2,u=3,v=5"] {
        let game: Game = text.parse().unwrap();
        let board = wythoff::solve::board(&game, 150, 140, None, UNWATCHED).unwrap();
        for (y, row) in (0..).zip(values(game.rules().unwrap(), Window::corner(150, 140))) {
            for (x, value) in (0..).zip(row) {
                assert_eq!(value == Some(0), board.is_p(Position::new(x, y)), "{text} at ({x},{y})");
            }
        }
    }
}

/// A period that is longer than the board takes no more memory than the board's lines.
#[test]
fn long_periods_are_no_trouble() {
    for text in [
        "modulo:m=1,p=4294967130,l=3826395830",
        "custom: rook(mod 4294967295: 1-3,7,9-4000000000) + bishop",
        "custom: rook(from 3, mod 4000000000: 5-30)",
        "custom: rook(mod 7: 0-6) + rook(from 2, mod 30: 0-29)",
    ] {
        assert_literal(&game_rules(text), 30, 24);
    }
}

#[test]
fn games_with_a_twist_are_refused_with_the_reason() {
    for (text, reason) in [
        ("W^2", "blocks"),
        ("nim-blocking:k=3", "blocks"),
        ("diagonal-blocking:m=1,p=2", "blocks"),
        ("rook-blocking:m=1,p=2,l=1", "blocks"),
        ("comply:k=2", "proposes"),
        ("comply-diagonal:p=1", "proposes"),
        ("comply-rook:p=1", "proposes"),
        ("imitation:m=1,p=1", "history"),
        ("choice:m=1,p=2", "second player"),
        ("wythoff | misere", "misère"),
        ("custom: rook + leap(1,2) | block 0 | misere", "misère"),
    ] {
        let game: Game = text.parse().unwrap();
        let why = game.no_nim_values().unwrap();
        assert!(why.contains(reason), "{text}: {why}");
        if let Some(rules) = game.rules() {
            let nobody = |_: u64, _: &[u32]| Ok::<(), SolveError>(());
            let refused = grundy::rows(rules, Window::corner(4, 4), UNWATCHED, nobody);
            assert_eq!(refused, Err(SolveError::Unsupported(why)));
            assert_eq!(Scan::new(rules, Lanes::Rows, 4, 4).unwrap_err(), SolveError::Unsupported(why));
        }
    }
    // W^1 blocks nothing.
    assert!("W^1".parse::<Game>().unwrap().no_nim_values().is_none());
}

#[test]
fn what_is_too_large_is_refused_before_it_begins() {
    let nobody = |_: u64, _: &[u32]| Ok::<(), SolveError>(());
    for (text, width, height) in [
        ("wythoff", u64::MAX, u64::MAX),
        ("wythoff", 1 << 19, 1 << 19),
        ("wythoff", 1, 1 << 32),
        ("wythoff", 1 << 32, 1),
        ("custom: rook + bishop(4000000000)", 1 << 16, 1 << 16),
        ("custom: rook(mod 4000: 0-1999)", 1 << 14, 1 << 14),
        ("custom: ray(4000,1)", 1 << 15, 1 << 15),
        ("wythoff", 0, u64::MAX),
    ] {
        let rules = game_rules(text);
        let refused = grundy::rows(&rules, Window::corner(width, height), UNWATCHED, nobody);
        assert!(refused.is_err(), "{text}, {width} × {height}");
    }
}

#[test]
fn the_watch_is_told_and_may_stop_the_work() {
    use std::cell::Cell;
    use std::ops::ControlFlow;
    for (text, side) in [("wythoff", 700), ("gdwn:p=1,q=2", 300)] {
        let rules = game_rules(text);
        let last = Cell::new((0, 0));
        let watch = |done: u64, total: u64| {
            assert!(done <= total && last.get().0 <= done);
            last.set((done, total));
            ControlFlow::Continue(())
        };
        let nobody = |_: u64, _: &[u32]| Ok::<(), SolveError>(());
        grundy::rows(&rules, Window::corner(side, side), &watch, nobody).unwrap();
        assert_eq!(last.get().0, last.get().1, "{text}");
        let impatient = |done: u64, _: u64| if done < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        let stopped = grundy::rows(&rules, Window::corner(side, side), &impatient, nobody);
        assert_eq!(stopped, Err(SolveError::Interrupted), "{text}");
    }
    // A table asks also while it begins again.
    let asked = Cell::new(0);
    let watch = |_: u64, _: u64| {
        asked.set(asked.get() + 1);
        if asked.get() < 400 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let game: Game = "wythoff".parse().unwrap();
    let table = game.p_positions().value(3).extent(Extent::MaxX(300)).watch(&watch);
    assert_eq!(table.last(), Some(Err(SolveError::Interrupted)));
}

/// The rows of `solve`, by the engine and by the definition, with numbers, outcomes and removed cells.
#[test]
fn rows_and_runs_tell_the_same_as_the_reference() {
    for text in ["wythoff", "wythoff:m=2", "hole:m=1,p=1,u=4,v=2", "gdwn:p=2,q=3", "nim", "modulo:m=1,p=3,l=2"] {
        let game: Game = text.parse().unwrap();
        let window = Window { at: Position::new(2, 1), width: 30, height: 25 };
        let rows = |engine: Option<Engine>| {
            let mut rows = Vec::new();
            let used = solve::rows(&game, window, solve::Values::Grundy, engine, &(), |row| {
                let numbers: Vec<i64> = row.numbers[row.removed..].to_vec();
                rows.push((row.y, row.p.to_vec(), row.removed, numbers));
                Ok::<(), SolveError>(())
            });
            (rows, used.unwrap())
        };
        let ((ours, usual), (theirs, reference)) = (rows(None), rows(Some(Engine::Reference)));
        assert_eq!(ours, theirs, "{text}");
        assert_eq!((usual, reference), (Engine::Grundy, Engine::Reference));
        let board = solve::board(&game, 32, 26, None, UNWATCHED).unwrap();
        for (y, p, _, _) in ours {
            for (x, p) in (2..).zip(p) {
                assert_eq!(p == 1, board.is_p(Position::new(x, y)), "{text} at ({x},{y})");
            }
        }
    }
    let game: Game = "wythoff".parse().unwrap();
    // On its side, and with a place for each cell.
    let wide = Window { at: Position::new(solve::WIDE_FROM - 3, 0), width: 5, height: 2 };
    let mut cells = [0_i64; 10];
    assert!(game.board(wide).values(solve::Values::Grundy).fill(&mut cells).unwrap());
    let mut scan = Scan::new(game.rules().unwrap(), Lanes::Columns, solve::WIDE_FROM + 2, 2).unwrap();
    let columns: Vec<Vec<u32>> = (0..solve::WIDE_FROM + 2).map(|_| scan.next_lane().to_vec()).collect();
    let expected: Vec<i64> =
        (0..2).flat_map(|y| columns[columns.len() - 5..].iter().map(move |column| column[y].into())).collect();
    assert_eq!(cells.to_vec(), expected);
    let mut narrow = [0_u8; 300];
    assert!(!game.board(Window::corner(300, 1)).values(solve::Values::Grundy).fill(&mut narrow).unwrap());
    let refused = |engine| game.board(Window::corner(4, 4)).values(solve::Values::Grundy).engine(engine).plan();
    for engine in Engine::ALL.into_iter().filter(|engine| ![Engine::Grundy, Engine::Reference].contains(engine)) {
        assert_eq!(refused(engine), Err(SolveError::NoNimValues { engine }));
    }
    let far = Position::new(UBig::from(10_u8).pow(30), UBig::ZERO);
    assert!(game.board(Window { at: far, width: 2, height: 2 }).values(solve::Values::Grundy).plan().is_err());
}

/// What is told of a position is true of its options.
fn assert_nim_value(game: &Game, at: Position, board: &Values) {
    let rules = game.rules().unwrap();
    let there = |to: Position| board[usize::try_from(to.y).unwrap()][usize::try_from(to.x).unwrap()];
    let nim = game.nim_value(at).unwrap();
    assert_eq!(there(at), Some(u32::try_from(nim.value).unwrap()), "{game} at {at}");
    let options = rules.options(at);
    let firsts: Vec<(u64, Position)> = (0..nim.value)
        .map(|value| {
            let has = |to: &&Position| there(**to).map(u64::from) == Some(value);
            (value, *options.iter().find(has).unwrap())
        })
        .collect();
    let told: Vec<(u64, Position)> = nim.moves.iter().map(|nim| (nim.value, nim.to)).collect();
    assert_eq!(told, firsts, "{game} at {at}");
    assert_eq!(nim.moves_left_out, UBig::ZERO);
    // The exact heaps say the same.
    let exact = game.nim_value(Position::new(UBig::from(at.x), UBig::from(at.y))).unwrap();
    assert_eq!(exact.value, UBig::from(nim.value));
    assert_eq!(game.ask(at).nim_value().answer().unwrap().nim, Some(nim));
}

#[test]
fn a_position_has_its_value_and_a_move_to_each_smaller_one() {
    for text in ["wythoff", "nim", "wythoff:m=3", "gdwn:p=1,q=2", "hole:m=1,p=2,u=3,v=2", "custom: rook(from 2)"] {
        let game: Game = text.parse().unwrap();
        let board = literal(game.rules().unwrap(), 17, 17);
        for at in (0..17).flat_map(|x| (0..17).map(move |y| Position::new(x, y))) {
            if game.rules().unwrap().exists(&at) {
                assert_nim_value(&game, at, &board);
            } else {
                assert!(matches!(game.nim_value(at), Err(SolveError::RemovedCell { .. })));
            }
        }
    }
    // Without being asked, an answer has none; beyond a small board, neither.
    let game: Game = "wythoff".parse().unwrap();
    assert_eq!(game.solve((3, 4)).unwrap().nim, None);
    let far = NIM_CELLS / 1000;
    assert_eq!(game.ask((1000, far)).nim_value().answer().unwrap().nim, None);
    assert_eq!(game.ask((1 << 40, 500)).nim_value().answer().unwrap().nim, None);
    let far = game.ask((1 << 40, 5)).nim_value().answer().unwrap().nim.unwrap();
    assert_eq!(far, game.nim_value((1 << 40, 5)).unwrap(), "a short heap");
    assert!(game.nim_value((1 << 40, 1 << 40)).is_err());
    for text in ["W^2", "comply:k=2", "imitation:m=1,p=1", "choice:m=1,p=2"] {
        let game: Game = text.parse().unwrap();
        assert_eq!(game.nim_value((2, 3)), Err(SolveError::Unsupported(game.no_nim_values().unwrap())));
        assert_eq!(game.ask((2, 3)).nim_value().answer().unwrap().nim, None);
    }
}

/// Nim at any size, where there are more smaller values than anybody lists.
#[test]
fn nim_has_values_of_any_size() {
    let game: Game = "nim".parse().unwrap();
    let far = UBig::from(10_u8).pow(1000);
    let at = Position::new(&far + UBig::from(12345_u32), far.clone());
    let nim = game.nim_value(at.clone()).unwrap();
    assert_eq!(nim.value, &at.x ^ &at.y);
    for told in &nim.moves {
        assert_eq!(&told.to.x ^ &told.to.y, told.value);
        assert!(game.rules().unwrap().is_option(&at, &told.to));
    }
    let wide = game.nim_value(Position::new(far.clone(), UBig::ZERO)).unwrap();
    assert!(!wide.moves.is_empty() && wide.moves.len() as u64 <= NIM_MOVES_LISTED);
    assert_eq!(wide.moves_left_out + UBig::from(wide.moves.len()), far);
    let largest = game.nim_value((u64::MAX, 0)).unwrap();
    assert_eq!((largest.value, largest.moves.len() as u64), (u64::MAX, NIM_MOVES_LISTED));
    assert_eq!(game.nim_value((7, 7)).unwrap().moves, []);
}

/// A table of a value holds what a board large enough has, and that of 0 the P-positions.
#[test]
fn a_table_of_a_value_is_read_off_the_board() {
    for text in [
        "wythoff",
        "nim",
        "wythoff:m=3",
        "gdwn:p=1,q=2",
        "hole:m=1,p=2,u=3,v=2",
        "modulo:m=1,p=3,l=2",
        "modulo:m=2,p=4,l=1",
        "custom: rook(from 3) + bishop",
        "custom: rook(mod 2: 0) + rook(mod 2: 1)",
        "custom: rook(mod 2: 0) + rook(mod 3: 0,1) + bishop",
    ] {
        let game: Game = text.parse().unwrap();
        let rules = game.rules().unwrap();
        let board = values(rules, Window::corner(20, 400));
        for value in 0..7_u32 {
            let table = game.p_positions().value(value).extent(Extent::MaxX(19));
            let table: Vec<Position> =
                table.collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{text}: {error}"));
            let cells = (0..20).flat_map(|x| (0..400).map(move |y| (x, y)));
            let has = |&(x, y): &(usize, usize)| board[y][x] == Some(value) && (!game.is_symmetric() || x <= y);
            let expected: Vec<Position> = cells.filter(has).map(|(x, y)| Position::new(x as u64, y as u64)).collect();
            assert_eq!(table, expected, "{text}, value {value}");
            let later = game.p_positions_from(5).value(value).extent(Extent::Count(4));
            assert_eq!(later.collect::<Result<Vec<_>, _>>().unwrap(), expected[5..9], "{text}, value {value}");
        }
    }
    // P-positions by the columns of values, against the usual engine; far enough for the scan to begin again.
    let game: Game = "wythoff".parse().unwrap();
    let mut columns = Columns::new(game.rules().unwrap(), 0).unwrap();
    let mut found = Vec::new();
    for x in 0..1500 {
        found.extend(columns.next_column(UNWATCHED).unwrap().iter().filter(|y| **y >= x).map(|y| Position::new(x, *y)));
    }
    let usual: Result<Vec<Position>, _> = game.p_positions().extent(Extent::MaxX(1499)).collect();
    assert_eq!(found, usual.unwrap());
}

#[test]
fn a_table_without_an_end_is_refused() {
    for text in ["custom: bishop", "custom: ray(1,2) + bishop(3)", "custom: rook(mod 5: 1) + bishop"] {
        let game: Game = text.parse().unwrap();
        let first = game.p_positions().value(1).next().unwrap();
        assert!(matches!(first, Err(SolveError::Unsupported(why)) if why.contains("needs a rook")), "{text}");
    }
    let game: Game = "custom: rook(mod 5000: 0) + bishop".parse().unwrap();
    assert!(game.p_positions().value(1).next().unwrap().is_err());
    let game: Game = "W^2".parse().unwrap();
    let why = game.no_nim_values().unwrap();
    assert_eq!(game.p_positions().value(1).next().unwrap(), Err(SolveError::Unsupported(why)));
    // They have no P-positions of value 0 either, though they have P-positions.
    for text in ["W^5", "nim | misere", "Imitation Nim", "choice:m=1,p=2", "comply:k=2"] {
        let game: Game = text.parse().unwrap();
        let why = game.no_nim_values().unwrap();
        assert_eq!(game.p_positions().value(0).next().unwrap(), Err(SolveError::Unsupported(why)), "{text}");
    }
    let game: Game = "wythoff".parse().unwrap();
    assert!(game.p_positions().value(0).take(99).eq(game.p_positions().value(None).take(99)));
    let engine = Engine::Sparse;
    let forced = game.p_positions().value(1).engine(engine).next().unwrap();
    assert_eq!(forced, Err(SolveError::NoNimValues { engine }));
}

/// The walk along the golden lines finds what the tables of each value hold; distances are those of exact surds.
#[test]
fn the_golden_lines_are_followed() {
    use wythoff::exact::{IBig, Surd};
    use wythoff::structure::golden;
    let game: Game = "wythoff".parse().unwrap();
    let (most, columns) = (12, 400);
    let mut found = vec![Vec::new(); 13];
    let phi = Surd::new(1, 1, 5_u8, 2);
    let mut distances = vec![Vec::new(); 13];
    let spreads = golden::spreads(most, columns, UNWATCHED, |value, place| {
        found[value as usize].push(Position::new(place.x, place.y));
        distances[value as usize].push(place.distance);
        let [x, y] = [place.x, place.y].map(|heap| Surd::from(IBig::from(heap)));
        let exact = (&y - &(&phi * &x)).floor();
        assert_eq!(IBig::from(place.distance), exact, "{place:?}");
    });
    let spreads = spreads.unwrap();
    for (value, found) in (0..).zip(found) {
        let table: Result<Vec<Position>, _> =
            game.p_positions().value(value).extent(Extent::MaxX(columns - 1)).collect();
        assert_eq!(found, table.unwrap(), "value {value}");
        let spread = spreads[value as usize];
        assert_eq!((spread.value, spread.count), (value, found.len() as u64));
        let distances = &distances[value as usize];
        let extremes = [distances.iter().min(), distances.iter().max()];
        for (place, extreme) in [spread.least, spread.greatest].into_iter().zip(extremes) {
            let first = distances.iter().position(|distance| Some(distance) == extreme).unwrap();
            assert_eq!((Position::new(place.x, place.y), place.distance), (found[first], distances[first]));
        }
    }
    assert!(golden::spreads(golden::VALUES + 1, 10, UNWATCHED, |_, _| ()).is_err());
    assert!(golden::spreads(1, golden::COLUMNS + 1, UNWATCHED, |_, _| ()).is_err());
    assert_eq!(golden::spreads(3, 0, UNWATCHED, |_, _| ()), Ok(Vec::new()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// With a rook of chess every column has each value once; with others, what the board has.
    #[test]
    fn tables_of_random_rules_are_those_of_the_board(rules in rules(), value in 0..5_u32) {
        let mut rules = rules;
        let mut pieces = rules.moves.pieces().to_vec();
        pieces.push(Piece::rook());
        rules.moves = wythoff::Moves::new(pieces);
        let board = values(&rules, Window::corner(12, 300));
        let mut columns = Columns::new(&rules, value).unwrap();
        for x in 0..12 {
            let expected: Vec<u64> =
                (0..).zip(&board).filter(|(_, row)| row[x] == Some(value)).map(|(y, _)| y).collect();
            prop_assert_eq!(columns.next_column(UNWATCHED).unwrap(), expected.as_slice());
            prop_assert_eq!(expected.len(), 1);
        }
    }

    /// Up to a value, the scan tells what the whole scan tells.
    #[test]
    fn a_scan_up_to_a_value_tells_the_same(rules in rules(), most in 0..9_u32, width in 1..25_u64) {
        let mut whole = Scan::new(&rules, Lanes::Rows, 25, width).unwrap();
        let mut part = Scan::up_to(most, &rules, Lanes::Rows, 25, width).unwrap();
        for _ in 0..25 {
            let cut = |value: &u32| if *value == REMOVED { REMOVED } else { (*value).min(most + 1) };
            let expected: Vec<u32> = whole.next_lane().iter().map(cut).collect();
            prop_assert_eq!(part.next_lane(), expected);
        }
    }
}

/// Where one heap is short, the value by the column's period is that of the board, with the first move to each smaller
/// one; however long the other heap is.
#[test]
fn short_heaps_have_values_at_any_distance() {
    for text in ["wythoff", "wythoff:m=2", "gdwn:p=1,q=2", "custom: rook + bishop + leap(1,2) + only-y leap(0,5)"] {
        let game: Game = text.parse().unwrap();
        // Just beyond what is small enough for a board: compared with the scan.
        let (short, long) = (7, NIM_CELLS / 8 + 3);
        for (lanes, at) in [(Lanes::Rows, (short, long)), (Lanes::Columns, (long, short))] {
            let mut scan = Scan::new(game.rules().unwrap(), lanes, long + 1, short + 1).unwrap();
            let expected = (0..=long).map(|_| *scan.next_lane().last().unwrap()).last().unwrap();
            let found = game.nim_value(at).unwrap();
            assert_eq!(found.value, u64::from(expected), "{text} at {at:?}");
            for nim in found.moves.iter().take(6) {
                assert!(game.rules().unwrap().is_option(&Position::from(at), &nim.to), "{text}");
                assert_eq!(game.nim_value(nim.to).unwrap().value, nim.value, "{text}, {}", nim.to);
            }
        }
    }
    let huge = UBig::from(10_u8).pow(1000);
    let found = "wythoff".parse::<Game>().unwrap().nim_value((UBig::from(3_u8), huge.clone())).unwrap();
    assert!(found.value >= &huge - 4_u8 && found.value <= &huge + 3_u8, "the column's offsets");
    assert!(!found.moves_left_out.is_zero() && found.moves.len() as u64 == NIM_MOVES_LISTED);
    let edge = "wythoff".parse::<Game>().unwrap().nim_value((2, u64::MAX));
    assert!(edge.is_ok() || edge.unwrap_err().to_string().contains("more than 64 bits"));
}

/// Who wins there, too: as the values say, and with every winning move.
#[test]
fn short_heaps_have_outcomes_at_any_distance() {
    let huge = UBig::from(10_u8).pow(25);
    let mut outcomes = [0, 0];
    for text in ["custom: rook + bishop + only-y leap(1,2)", "gdwn:p=1,q=2", "custom: rook + only-x leap(1,2)"] {
        let game: Game = text.parse().unwrap();
        for short in 0..5_u8 {
            for (x, y) in [(UBig::from(short), huge.clone()), (huge.clone(), UBig::from(short))] {
                let Ok(answer) = game.solve((x.clone(), y.clone())) else {
                    assert!(x > y && !game.is_symmetric(), "{text} at ({x},{y})");
                    continue;
                };
                let nim = game.nim_value((x.clone(), y.clone())).unwrap();
                assert_eq!((answer.outcome.is_p(), answer.method), (nim.value.is_zero(), Engine::Grundy), "{text}");
                assert!(answer.why.contains("is N: (") || answer.why.contains("none of its options"), "{}", answer.why);
                for winning in &answer.winning_moves {
                    assert!(game.rules().unwrap().is_option(&Position::new(x.clone(), y.clone()), &winning.to));
                    assert!(game.nim_value(winning.to.clone()).unwrap().value.is_zero(), "{text}");
                    outcomes[0] += 1;
                }
                outcomes[1] += 1;
            }
        }
    }
    assert!(outcomes.iter().all(|count| *count > 10), "{outcomes:?}");
    // Heaps of 64 bits that are too large for a board; what says more than a position is refused as before.
    let game: Game = "custom: rook + bishop + only-y leap(1,2)".parse().unwrap();
    assert_eq!(game.solve((3, 1 << 60)).unwrap().method, Engine::Grundy);
    assert!(game.ask((3, 1 << 60)).engine(Engine::Lines).answer().is_err());
    assert!("custom: rook + bishop + leap(1,2) | misere".parse::<Game>().unwrap().solve((3, 1 << 60)).is_err());
}

/// An answer without the nim-value says so, where there is one.
#[test]
fn a_nim_value_that_is_left_out_is_named() {
    let answer = |text: &str, at: (u64, u64)| text.parse::<Game>().unwrap().ask(at).nim_value().answer().unwrap();
    let large = answer("wythoff", (3000, 3000));
    assert!(large.nim.is_none() && large.nim_value_left_out.is_some());
    assert!(serde_json::to_value(&large).unwrap()["nim_value_left_out"].as_str().unwrap().contains("longer"));
    let small = answer("wythoff", (3, 3));
    assert!(small.nim.is_some() && small.nim_value_left_out.is_none());
    assert!(serde_json::to_value(&small).unwrap().get("nim_value_left_out").is_none());
    let far = answer("wythoff", (1 << 60, 1 << 61));
    assert!(far.nim.is_none() && far.nim_value_left_out.is_none(), "nobody knows it");
    let none = answer("W^2", (3000, 3000));
    assert!(none.nim.is_none() && none.nim_value_left_out.is_none());
}

/// Windows of Nim far out: x ⊕ y, or a refusal where that is too long.
#[test]
fn nim_is_exclusive_or_anywhere() {
    let nim: Game = "nim".parse().unwrap();
    let values = |x: &UBig, y: &UBig, width, height| {
        let (mut numbers, mut outcomes) = (Vec::new(), Vec::new());
        let window = Window { at: Position::new(x.clone(), y.clone()), width, height };
        solve::runs(&nim, &window, solve::Values::Grundy, None, UNWATCHED, |run| {
            numbers.extend_from_slice(run.numbers);
            outcomes.extend_from_slice(run.p);
            Ok::<(), SolveError>(())
        })?;
        assert!(numbers.iter().map(|number| u8::from(*number == 0)).eq(outcomes));
        Ok::<Vec<i64>, SolveError>(numbers)
    };
    let far = UBig::from(10_u8).pow(30);
    for (x, y) in [(far.clone(), &far + 5_u8), (UBig::from(1_u64 << 40), UBig::from(7_u8)), (UBig::ZERO, UBig::ZERO)] {
        let expected = (0..9_u8).flat_map(|row| (0..7_u8).map(move |column| (row, column)));
        let expected = expected.map(|(row, column)| i64::try_from((&x + column) ^ (&y + row)).unwrap());
        assert!(values(&x, &y, 7, 9).unwrap().into_iter().eq(expected), "({x},{y})");
    }
    assert_eq!(values(&far, &far, 0, 3), Ok(Vec::new()));
    assert!(values(&far, &UBig::ZERO, 3, 3).unwrap_err().to_string().contains("more than 63 bits"));
    // A window over a power of two.
    let edge = UBig::from(1_u8) << 63;
    assert!(values(&(edge - 2_u8), &UBig::ZERO, 4, 1).is_err());
}
