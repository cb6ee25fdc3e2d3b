//! Fingerprints against their definition, which `oracle` follows bit by bit: of every engine, at every place.

use oracle::{Random, fingerprint};
use wythoff::engine::{dense, sparse};
use wythoff::solve::{self, Engine, Signing, Values};
use wythoff::table::Extent;
use wythoff::{Fingerprint, Game, Position, SolveError, Tally, Window};

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

/// The P-positions of a window, as an engine hands them out in rows.
fn positions(game: &Game, window: Window, engine: Option<Engine>) -> Vec<(u64, u64)> {
    let mut positions = Vec::new();
    solve::rows(game, window, Values::Outcome, engine, &(), |row| {
        positions.extend(row.p.iter().zip(window.at.x..).filter(|(p, _)| **p == 1).map(|(_, x)| (x, row.y)));
        Ok::<(), SolveError>(())
    })
    .unwrap();
    positions
}

fn found(game: &Game, window: Window, engine: Engine) -> String {
    let (stats, by) = solve::stats(game, window, Signing::Small, Some(engine), &()).unwrap();
    assert_eq!(by, engine);
    stats.fingerprint.to_string()
}

/// The definition, written out for three positions.
#[test]
fn one_position_is_a_product_of_powers() {
    for at in [(0, 0), (1, 0), (63, 0), (64, 0), (0, 1), (5, 7), (1 << 32, 1 << 40), (u64::MAX, u64::MAX - 1)] {
        let mut one = Fingerprint::default();
        one.add(at.into());
        assert_eq!(one.to_string(), fingerprint([at]), "{at:?}");
        // Twice is not at all.
        one.add(at.into());
        assert_eq!(one, Fingerprint::default());
    }
    // α^64 is the tail of the modulus, and β is what it was drawn to be.
    assert_eq!(fingerprint([(64, 0)]), "e255b237b8bb18fb");
    assert_eq!(fingerprint([(0, 1)]), "2a7b67af6c6ad50e");
}

#[test]
fn every_engine_of_every_game_has_it() {
    let games =
        ["W^1", "W^3", "W^5", "W^60", "W^100", "nim", "wythoff:m=3", "custom: rook + bishop | comply 3", "2x3WN_1"];
    let windows = [
        Window::corner(1, 1),
        Window::corner(63, 65),
        Window::corner(64, 64),
        Window::corner(130, 130),
        Window { at: Position::new(70, 5), width: 129, height: 33 },
    ];
    for (game, window) in games.iter().flat_map(|text| windows.map(|window| (game(text), window))) {
        let expected = fingerprint(positions(&game, window, Some(Engine::Reference)));
        for engine in Engine::solving(&game) {
            assert_eq!(found(&game, window, engine), expected, "{game}, {window:?}, {engine}");
        }
    }
    let hole = game("hole:m=1,p=2,u=3,v=70");
    let window = Window::corner(80, 90);
    let expected = fingerprint(positions(&hole, window, Some(Engine::Reference)));
    assert_eq!(found(&hole, window, Engine::Lines), expected);
}

/// The dense engine cuts boards at multiples of 4, 64 and 512 … 2048; the sparse one at 64 and 4096.
#[test]
fn dense_sparse_and_lines_agree_at_the_edges() {
    let sides = [1, 2, 3, 63, 64, 65, 511, 513, 2047, 2048, 2049, 4095, 4096, 4097];
    for (k, n) in sides.into_iter().zip([1, 2, 5, 64, 700, 3000].into_iter().cycle()).map(|(n, k)| (k, n)) {
        let lines = found(&game(&format!("W^{k}")), Window::corner(n, n), Engine::Lines);
        for strip in [16, 64] {
            let settings = dense::Settings { strip: Some(strip), ..Default::default() };
            let stats = dense::stats(k, n, false, settings, &()).unwrap();
            assert_eq!(stats.fingerprint.to_string(), lines, "W^{k}, {n}×{n}, {strip}");
        }
        assert_eq!(sparse::square(k, n, &()).unwrap().fingerprint.to_string(), lines, "W^{k}, {n}×{n}");
    }
}

/// Far out only formulas answer; beyond 2^32 there is no signature.
#[test]
fn windows_far_out_have_one() {
    for (text, x, y) in [
        ("W^3", 1 << 31, (1 << 32) - 50),
        ("W^3", 1 << 32, 1 << 33),
        ("wythoff", 1 << 52, 1 << 53),
        ("nim-blocking:k=5", 1 << 63, 1 << 63),
    ] {
        let (game, window) = (game(text), Window { at: Position::new(x, y), width: 70, height: 50 });
        let (stats, _) = solve::stats(&game, window, Signing::Small, None, &()).unwrap();
        assert_eq!(stats.fingerprint.to_string(), fingerprint(positions(&game, window, None)), "{game}, {window:?}");
        assert_eq!(stats.signature.is_some(), y < 1 << 32);
    }
    let last = Window { at: Position::new(u64::MAX - 64, u64::MAX - 9), width: 64, height: 9 };
    for game in ["nim-blocking:k=70", "W^4"].map(game) {
        let (stats, _) = solve::stats(&game, last, Signing::Small, None, &()).unwrap();
        assert_eq!(stats.fingerprint.to_string(), fingerprint(positions(&game, last, None)), "{game}");
    }
}

/// Windows that tile a window, in any order.
#[test]
fn parts_add_up_to_the_whole() {
    let (game, mut random) = (game("W^37"), Random::new(7));
    let of = |x: u64, y: u64, width: u64, height: u64| {
        let window = Window { at: Position::new(x, y), width, height };
        solve::stats(&game, window, Signing::Small, None, &()).unwrap().0.fingerprint
    };
    let whole = of(0, 0, 300, 260);
    for _ in 0..20 {
        let (right, down) = (random.bits() % 301, random.bits() % 261);
        let mut sum = of(right, down, 300 - right, 260 - down);
        sum += of(0, 0, right, down);
        sum += of(right, 0, 300 - right, down);
        sum += of(0, down, right, 260 - down);
        assert_eq!(sum, whole, "{right}, {down}");
    }
}

/// One cell more or less, or two that change places: always seen.
#[test]
fn every_change_of_a_cell_is_seen() {
    let game = game("W^5");
    let positions = positions(&game, Window::corner(80, 80), None);
    let whole = fingerprint(positions.iter().copied());
    for (x, y) in (0..80).flat_map(|x| (0..80).map(move |y| (x, y))) {
        let mut changed = Fingerprint::default();
        positions.iter().chain([&(x, y)]).for_each(|&at| changed.add(at.into()));
        assert_ne!(changed.to_string(), whole, "({x},{y})");
    }
    for &(x, y) in positions.iter().filter(|(x, y)| x != y) {
        let moved = positions.iter().map(|&at| if at == (x, y) { (x + 1, y) } else { at });
        assert_ne!(fingerprint(moved), whole, "({x},{y})");
    }
}

/// A table's rows, whole and from a checkpoint.
#[test]
fn tables_have_one() {
    for (k, max_x) in [(1, 200), (20, 300), (300, 40)] {
        let game = game(&format!("W^{k}"));
        let rows: Vec<Position> =
            game.p_positions().extent(Extent::MaxX(max_x)).engine(Engine::Lines).collect::<Result<_, _>>().unwrap();
        let expected = fingerprint(rows.iter().map(|at| (at.x, at.y)));
        let mut tally = Tally::default();
        for at in &rows {
            tally.add(*at);
        }
        assert_eq!(tally.fingerprint.to_string(), expected, "{game}");
        let mut sparse = sparse::Sparse::new(k).unwrap();
        sparse.run(max_x / 2, &(), |_| Ok::<(), SolveError>(())).unwrap();
        let mut file = Vec::new();
        sparse.write_checkpoint(&mut file).unwrap();
        let mut resumed = sparse::Sparse::from_checkpoint(&file[..]).unwrap();
        assert_eq!(resumed.run(max_x + 1, &(), |_| Ok::<(), SolveError>(())).unwrap(), tally, "{game}");
    }
}
