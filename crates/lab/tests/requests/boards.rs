//! Tiles, cells, rays and comparisons against the library's other engines, and the store through kills and damage.

use std::cmp::Ordering;
use std::fs;
use std::path::PathBuf;

use axum::http::StatusCode;
use serde_json::{Value, json};
use wythoff::exact::UBig;
use wythoff::seal::sealed;
use wythoff::solve::{self, Values};
use wythoff::structure::regions::{Region, Regions, usual_side};
use wythoff::table::Extent;
use wythoff::{Engine, Game, Position, SolveError, Window};

use crate::client::{Answer, Client, HOST};
use crate::harm::{Lot, flipped};

fn client() -> (Client, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    (Client::open(folder.path(), 1 << 30).expect("a new store"), folder)
}

/// Outcomes and numbers of a corner, by the lines engine; nim-values by their own, which has tests in the library.
fn corner(game: &str, side: u64, values: Values) -> (Vec<Vec<u8>>, Vec<Vec<i64>>) {
    let game: Game = game.parse().expect("a game");
    let (mut outcomes, mut numbers) = (Vec::new(), Vec::new());
    let engine = if values == Values::Grundy { Engine::Grundy } else { Engine::Lines };
    solve::rows(&game, Window::corner(side, side), values, Some(engine), &(), |row| {
        let cell = |(index, p): (usize, &u8)| if index < row.removed { 2 } else { *p };
        outcomes.push(row.p.iter().enumerate().map(cell).collect());
        numbers.push(row.numbers.to_vec());
        Ok::<(), SolveError>(())
    })
    .expect("small enough");
    (outcomes, numbers)
}

fn u32s(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
}

fn i32s(bytes: &[u8]) -> Vec<i32> {
    bytes.as_chunks().0.iter().map(|bytes| i32::from_le_bytes(*bytes)).collect()
}

/// Tiles of every level and every kind hold what the lines engine finds, on both sides of the diagonal.
#[tokio::test(flavor = "multi_thread")]
async fn tiles_hold_what_the_lines_engine_finds() {
    let (client, _folder) = client();
    for k in [5_u64, 300, 5000] {
        let game = format!("blocking:k={k}");
        client.grow(k, 4096).await;
        let (outcomes, deviations) = corner(&game, 4096, Values::Deviation);
        for (x, y) in [(0, 0), (0, 15), (15, 0), (7, 9), (9, 7), (8, 8), (7, 8), (15, 14)] {
            let tile = client.get(&format!("/api/board/{game}/tile/0/{x}/{y}?format=raw")).await;
            assert_eq!(
                (tile.status, &tile.headers["x-wythoff-ready"]),
                (StatusCode::OK, &"full".parse().expect("a value"))
            );
            let expected: Vec<u8> = (0..65536).map(|i| outcomes[y * 256 + i / 256][x * 256 + i % 256]).collect();
            assert!(tile.bytes == expected, "{game}, outcomes of ({x},{y})");
            for (values, zero) in [("deviation", 0), ("palace", k.cast_signed())] {
                let tile = client.get(&format!("/api/board/{game}/tile/0/{x}/{y}?format=raw&values={values}")).await;
                let number = |i: usize| deviations[y * 256 + i / 256][x * 256 + i % 256] + zero;
                let expected: Vec<i64> = (0..65536).map(number).collect();
                let found: Vec<i64> = i32s(&tile.bytes).into_iter().map(i64::from).collect();
                assert!(found == expected, "{game}, {values} of ({x},{y})");
            }
        }
        // Level 9 is the first that is made of sums alone, level 6 the first of blocks.
        for level in 1..=9_usize {
            let across = (4096_usize >> level).div_ceil(256);
            for (x, y) in [(0, 0), (across - 1, 0), (0, across - 1)] {
                let tile = client.get(&format!("/api/board/{game}/tile/{level}/{x}/{y}?format=raw")).await;
                let counts = u32s(&tile.bytes);
                for (pixel, count) in counts.iter().enumerate() {
                    let (left, top) = ((x * 256 + pixel % 256) << level, (y * 256 + pixel / 256) << level);
                    let side = 1 << level;
                    if left + side > 4096 || top + side > 4096 {
                        assert_eq!(*count, u32::MAX, "{game}, level {level}, beyond the board");
                        continue;
                    }
                    let palaces = outcomes[top..top + side].iter().flat_map(|row| &row[left..left + side]);
                    let expected = palaces.filter(|p| **p == 1).count();
                    assert_eq!(*count as usize, expected, "{game}, level {level}, ({left},{top})");
                }
            }
        }
    }
}

/// The same for games that are computed in memory, with removed cells, and for a formula far away.
#[tokio::test(flavor = "multi_thread")]
async fn other_games_have_tiles_too() {
    let (client, _folder) = client();
    for game in ["shifted:m=20,p=3,l=1", "gdwn:p=1,q=2", "comply:k=4"] {
        let (outcomes, numbers) = corner(game, 1024, Values::Palace);
        let tile = client.get(&format!("/api/board/{game}/tile/0/0/1?format=raw")).await;
        let expected: Vec<u8> = (0..65536).map(|i| outcomes[256 + i / 256][i % 256]).collect();
        assert!(tile.bytes == expected, "{game}");
        let tile = client.get(&format!("/api/board/{game}/tile/0/1/0?format=raw&values=palace")).await;
        let expected: Vec<i32> = (0..65536_usize)
            .map(|i| {
                if outcomes[i / 256][256 + i % 256] == 2 {
                    i32::MIN
                } else {
                    i32::try_from(numbers[i / 256][256 + i % 256]).expect("small")
                }
            })
            .collect();
        assert!(i32s(&tile.bytes) == expected, "{game}");
        let tile = client.get(&format!("/api/board/{game}/tile/2/0/0?format=raw")).await;
        for (pixel, count) in u32s(&tile.bytes).into_iter().enumerate() {
            let (left, top) = (pixel % 256 * 4, pixel / 256 * 4);
            let palaces = outcomes[top..top + 4].iter().flat_map(|row| &row[left..left + 4]).filter(|p| **p == 1);
            assert_eq!(count as usize, palaces.count(), "{game}, ({left},{top})");
        }
    }
    // The formula's tiles beyond the board, against its own cells; and next to the board, against the board.
    let near = client.get("/api/board/wythoff/tile/0/20/12?format=raw").await;
    let board = solve::board(&"wythoff".parse().expect("a game"), 5376, 3328, Some(Engine::Lines), &()).expect("small");
    let expected: Vec<u8> =
        (0..65536).map(|i| u8::from(board.is_p(Position::new(5120 + i % 256, 3072 + i / 256)))).collect();
    assert!(near.bytes == expected);
    assert!(expected.contains(&1), "a tile with palaces");
    let far = format!("1{}", "0".repeat(100));
    let cell = client.get(&format!("/api/board/wythoff/cell/{far}/{far}")).await.json();
    assert_eq!((&cell["outcome"], &cell["method"], &cell["position"][0]), (&json!("N"), &json!("closed"), &json!(far)));
    assert_eq!(client.get(&format!("/api/board/wythoff/tile/0/{far}/{far}?format=raw")).await.bytes, vec![0; 65536]);
}

/// Nim-values, of games that are proved, computed or have a hole; with a twist there are none.
#[tokio::test(flavor = "multi_thread")]
async fn games_without_a_twist_have_nim_values() {
    let (client, _folder) = client();
    for game in ["wythoff", "gdwn:p=1,q=2", "hole:m=1,p=1,u=300,v=20", "nim"] {
        let (outcomes, numbers) = corner(game, 512, Values::Grundy);
        let number = |x: usize, y: usize| {
            if outcomes[y][x] == 2 { i32::MIN } else { i32::try_from(numbers[y][x]).expect("small") }
        };
        let tile = client.get(&format!("/api/board/{game}/tile/0/1/0?format=raw&values=grundy")).await;
        let expected: Vec<i32> = (0..65536_usize).map(|i| number(256 + i % 256, i / 256)).collect();
        assert!(i32s(&tile.bytes) == expected, "{game}");
        let window =
            client.get(&format!("/api/board/{game}/window/298/19?width=4&height=3&values=grundy")).await.json();
        let row = |y: usize| -> Vec<_> {
            (298..302).map(|x| Some(number(x, y)).filter(|number| *number != i32::MIN)).collect()
        };
        assert_eq!(window["rows"], json!([row(19), row(20), row(21)]), "{game}");
        let picture = client.get(&format!("/api/board/{game}/tile/0/0/0?palette=nim")).await;
        assert_eq!(&picture.bytes[1..4], b"PNG");
        let described = client.get(&format!("/api/board/{game}")).await.json();
        assert!(described["palettes"].as_array().expect("a list").contains(&json!("nim")), "{game}");
    }
    let twisted = client.get("/api/board/W^2/window/0/0?values=grundy").await;
    assert_eq!(twisted.status, 422);
    assert!(twisted.json()["error"]["message"].as_str().expect("a text").contains("blocking game has no nim-values"));
    let described = client.get("/api/board/W^2").await.json();
    assert!(!described["palettes"].as_array().expect("a list").contains(&json!("nim")));
    let beyond = client.get("/api/board/wythoff/window/5000/5000?values=grundy").await;
    assert_eq!(beyond.json()["error"]["code"], "not-ready");
}

/// A proved board is there at once, near the corner as the lines engine finds it, and anywhere else.
#[tokio::test(flavor = "multi_thread")]
async fn proved_boards_have_no_end() {
    let (client, _folder) = client();
    let game = "blocking:k=14";
    let board = client.get(&format!("/api/board/{game}")).await.json();
    assert_eq!((&board["kind"], &board["ready"]), (&json!("proved"), &json!(1 << 20)));
    let endless = json!({
        "levels": 16, "values": ["outcome", "palace", "deviation"], "by": "certificate", "proof": "proofs/k014.json",
    });
    assert_eq!(board["endless"], endless);
    let grown = client.post(&format!("/api/board/{game}/grow"), &json!({ "side": 4096 })).await;
    assert_eq!(grown.status, StatusCode::UNPROCESSABLE_ENTITY);

    let (outcomes, deviations) = corner(game, 1024, Values::Deviation);
    for (x, y) in [(0, 0), (1, 3), (3, 1)] {
        let tile = client.get(&format!("/api/board/{game}/tile/0/{x}/{y}?format=raw")).await;
        let expected: Vec<u8> = (0..65536).map(|i| outcomes[y * 256 + i / 256][x * 256 + i % 256]).collect();
        assert!(tile.bytes == expected, "outcomes of ({x},{y})");
        for (values, zero) in [("deviation", 0), ("palace", 14)] {
            let tile = client.get(&format!("/api/board/{game}/tile/0/{x}/{y}?format=raw&values={values}")).await;
            let number = |i: usize| deviations[y * 256 + i / 256][x * 256 + i % 256] + zero;
            assert!(i32s(&tile.bytes).into_iter().map(i64::from).eq((0..65536).map(number)), "{values} of ({x},{y})");
        }
    }
    let tile = client.get(&format!("/api/board/{game}/tile/2/0/0?format=raw")).await;
    for (pixel, count) in u32s(&tile.bytes).into_iter().enumerate() {
        let (left, top) = (pixel % 256 * 4, pixel / 256 * 4);
        let palaces = outcomes[top..top + 4].iter().flat_map(|row| &row[left..left + 4]).filter(|p| **p == 1);
        assert_eq!(count as usize, palaces.count(), "({left},{top})");
    }

    // A hundred digits out, on a ray of threads: the window, the tile and the cells say the same, and levels add up.
    let (tile_x, tile_y) = (UBig::from(10_u8).pow(97) * 4_u8, UBig::from(10_u8).pow(98));
    let tile = client.get(&format!("/api/board/{game}/tile/0/{tile_x}/{tile_y}?format=raw&values=deviation")).await;
    let numbers = i32s(&tile.bytes);
    assert!(numbers.iter().any(|number| *number < 0), "a tile with palaces");
    let (x, y) = (&tile_x * 256_u32, &tile_y * 256_u32);
    let window = client.get(&format!("/api/board/{game}/window/{x}/{y}?width=20&height=9&values=deviation")).await;
    let window = window.json();
    for (row, column) in (0..9).flat_map(|row| (0..20).map(move |column| (row, column))) {
        assert_eq!(window["rows"][row][column], numbers[row * 256 + column]);
    }
    for (column, row) in [(0, 0), (19, 8), (107, 203)] {
        let at = format!("{}/{}", &x + column, &y + row);
        let cell = client.get(&format!("/api/board/{game}/cell/{at}")).await.json();
        assert_eq!(cell["deviation"], numbers[row * 256 + column]);
        let rays = client.get(&format!("/api/board/{game}/rays/{at}")).await.json();
        let counts = ["column", "row", "diagonal"].map(|line| &cell["counts"][line]);
        let lines = rays["lines"].as_array().expect("lines");
        assert_eq!(lines.iter().map(|line| &line["count"]).collect::<Vec<_>>(), counts);
        assert_eq!(rays["outcome"], cell["outcome"]);
    }
    let count = |tile: &Answer| u32s(&tile.bytes).into_iter().map(u64::from).sum::<u64>();
    let above = client.get(&format!("/api/board/{game}/tile/15/{tile_x}/{tile_y}?format=raw")).await;
    let mut parts = 0;
    for (i, j) in [(0_u8, 0_u8), (1, 0), (0, 1), (1, 1)] {
        let (x, y) = (&tile_x * 2_u8 + i, &tile_y * 2_u8 + j);
        parts += count(&client.get(&format!("/api/board/{game}/tile/14/{x}/{y}?format=raw")).await);
    }
    assert!(parts > 0);
    assert_eq!(count(&above), parts);
    assert_eq!(client.get(&format!("/api/board/{game}/tile/16/0/0")).await.status, StatusCode::PAYLOAD_TOO_LARGE);
}

/// Pictures of a flight show where palaces are, on every level, and blocks lie side by side with their types.
#[tokio::test(flavor = "multi_thread")]
async fn flights_have_pictures_of_any_scale() {
    let (client, _folder) = client();
    let raw = async |level: u32, x: u32, y: u32| {
        let tile = client.get(&format!("/api/flight/14/tile/{level}/{x}/{y}?format=raw")).await;
        assert_eq!(tile.status, StatusCode::OK);
        tile.bytes
    };
    let near = client.get("/api/board/blocking:k=14/tile/12/1/2?format=raw").await;
    let counted: Vec<u8> = u32s(&near.bytes).into_iter().map(|count| u8::from(count > 0)).collect();
    assert!(raw(12, 1, 2).await == counted, "as the counts say");
    // A quarter of a tile is a tile of the level below.
    for level in [1, 330, 3390] {
        let (above, below) = (raw(level, 1, 2).await, raw(level - 1, 2, 5).await);
        assert!(below.contains(&1), "a tile with palaces");
        for pixel in 0..128 * 128 {
            let (x, y) = (pixel % 128, pixel / 128);
            let parts = [0, 1, 256, 257].map(|part| below[y * 512 + x * 2 + part]);
            assert_eq!(above[(y + 128) * 256 + x], *parts.iter().max().expect("four"), "level {level}, ({x},{y})");
        }
    }
    let picture = client.get("/api/flight/14/tile/330/1/2?theme=dark").await;
    assert!(picture.bytes.starts_with(b"\x89PNG"));
    let beyond = client.get("/api/flight/14/tile/3399/2/0").await.json();
    assert_eq!(beyond["error"]["limit"], "tile-level");

    let blocks = client.get("/api/flight/14/blocks/300/0/0?across=9&down=30").await.json();
    let rows = blocks["rows"].as_array().expect("rows");
    assert_eq!((rows.len(), blocks["columns"].as_array().map(Vec::len)), (31, Some(10)));
    assert_eq!(rows[1], json!((UBig::from(4_u8) << 300).to_string()), "blocks of W^14 begin with 4 cells");
    let types = blocks["types"].as_array().expect("types");
    assert!(types[0][0] != 0 && types[29][0] == 0, "palaces in the corner, none under the steepest thread");
    let flight = client.get("/api/flight/14").await.json();
    assert_eq!(flight["symbols"], json!([{ "length": 4, "word": [0, 0] }]));
    assert_eq!(client.get("/api/flight/14/certificate").await.json()["k"], 14);
    let unsolved = client.get("/api/flight/5").await.json();
    assert_eq!(unsolved["error"]["code"], "unsupported");
}

/// The regions are the library's, every name stands in its region, and what has none is refused.
#[tokio::test(flavor = "multi_thread")]
async fn regions_are_measured() {
    let (client, _folder) = client();
    for k in [30_u32, 100, 137] {
        let found = client.get(&format!("/api/board/blocking:k={k}/regions")).await.json();
        let regions = Regions::find(k, usual_side(k), &()).expect("small");
        assert_eq!((&found["k"], &found["measured_k"]), (&json!(k), &json!(k)));
        assert_eq!(found["junctions"]["armpit"], json!(regions.armpit()));
        assert_eq!(found["junctions"]["prism"], json!(regions.prism()));
        let names = found["names"].as_array().expect("names");
        for name in names.iter().filter(|name| name["kind"] == "region") {
            let at = |i: usize| name["at"][i].as_u64().expect("a number");
            let region = regions.region(at(0), at(1)).map(Region::name).unwrap_or_default();
            let expected = if matches!(name["name"].as_str(), Some("warp" | "inner sector")) {
                Region::Warp.name()
            } else {
                name["name"].as_str().unwrap_or_default()
            };
            assert_eq!(region, expected, "k = {k}: {name}");
        }
        let all = [
            "hood",
            "épaulette",
            "fabric",
            "arm",
            "warp",
            "inner sector",
            "outer space",
            "casing",
            "hem",
            "rift",
            "fray",
            "skin",
        ];
        for expected in all {
            assert!(names.iter().any(|name| name["name"] == expected), "k = {k} has no {expected}");
        }
    }
    for game in ["blocking:k=29", "nim", "gdwn:p=1,q=2"] {
        let refused = client.get(&format!("/api/board/{game}/regions")).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{game}");
    }
}

/// The atlas has what was shipped; a k beyond it is measured, up to a limit.
#[tokio::test(flavor = "multi_thread")]
async fn the_atlas_answers_for_other_k_too() {
    let (client, _folder) = client();
    let all = client.get("/api/atlas?from=19&to=21").await.json();
    assert_eq!((&all["total"], all["records"].as_array().map(Vec::len)), (&json!(200), Some(3)));
    let record = client.get("/api/atlas/20").await.json();
    assert_eq!((&record["columns"], &record["measured"]), (&json!(1_000_000), &Value::Null));
    let record = client.get("/api/atlas/201").await.json();
    assert_eq!((&record["k"], &record["columns"], &record["measured"]), (&json!(201), &json!(100_000), &json!(true)));
    assert_eq!(client.get("/api/atlas/1001").await.status, StatusCode::PAYLOAD_TOO_LARGE);
}

/// Nim-values along the golden lines: as the board has them, to the last position.
#[tokio::test(flavor = "multi_thread")]
async fn the_golden_lines_are_measured() {
    let (client, _folder) = client();
    let found = client.get("/api/golden?values=4&columns=300&value=3").await.json();
    // Again, from what is kept.
    assert_eq!(client.get("/api/golden?values=4&columns=300&value=3").await.json(), found);
    assert_eq!((&found["columns"], &found["value"]), (&json!(300), &json!(3)));
    let game: Game = "wythoff".parse().expect("a game");
    let table = game.p_positions().value(3).extent(Extent::MaxX(299));
    let table: Vec<Value> = table.map(|at| at.expect("small")).map(|at| json!([at.x, at.y])).collect();
    let places = found["places"].as_array().expect("a list");
    assert_eq!(places.iter().map(|place| json!([place["x"], place["y"]])).collect::<Vec<Value>>(), table);
    let distances = places.iter().map(|place| place["distance"].as_i64().expect("a number"));
    let spread = &found["spreads"][3];
    assert_eq!((&spread["value"], &spread["count"]), (&json!(3), &json!(table.len())));
    assert_eq!(spread["least"]["distance"], json!(distances.clone().min()));
    assert_eq!(spread["greatest"]["distance"], json!(distances.max()));
    assert_eq!(found["spreads"].as_array().map(Vec::len), Some(5));
    for wrong in ["values=3&value=4", "columns=0"] {
        let refused = client.get(&format!("/api/golden?{wrong}")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{wrong}");
    }
}

/// A cell tells its nim-value where it is asked for: the board's. Far out, and where there is none, it does not.
#[tokio::test(flavor = "multi_thread")]
async fn cells_tell_their_nim_values() {
    let (client, _folder) = client();
    for game in ["wythoff", "hole:m=1,p=1,u=2,v=3", "custom: rook + bishop + leap(1,2)"] {
        let (outcomes, numbers) = corner(game, 30, Values::Grundy);
        for (x, y) in [(29, 17), (0, 28), (1, 1), (7, 7)] {
            let path = format!("/api/board/{}/cell/{x}/{y}?values=grundy", game.replace(' ', "%20"));
            let cell = client.get(&path).await.json();
            let exists = outcomes[y][x] != 2;
            let value = if exists { json!(numbers[y][x]) } else { Value::Null };
            assert_eq!((&cell["exists"], &cell["nim_value"]), (&json!(exists), &value), "{game} {x},{y}");
        }
    }
    let cell = async |path: &str| client.get(&format!("/api/board/{path}")).await;
    assert_eq!(cell("wythoff/cell/4095/0?values=grundy").await.json()["nim_value"], 4095);
    assert_eq!(cell("wythoff/cell/4096/0?values=grundy").await.json()["nim_value"], Value::Null);
    assert_eq!(cell("wythoff/cell/5/5").await.json()["nim_value"], Value::Null);
    assert_eq!(cell("blocking:k=3/cell/5/5?values=grundy").await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

/// Hover and click: palace number, the three counts and the rays, cell by cell against the lines engine.
#[tokio::test(flavor = "multi_thread")]
async fn cells_and_rays_see_what_is_there() {
    let (client, _folder) = client();
    // W^3 and W^14 are known by certificates.
    for k in [3_u64, 14, 40, 1000] {
        let game = format!("blocking:k={k}");
        if k >= 40 {
            client.grow(k, 4096).await;
        }
        let (outcomes, deviations) = corner(&game, 4096, Values::Deviation);
        let cells = [
            (0, 0),
            (0, 4095),
            (4095, 0),
            (17, 4),
            (4, 17),
            (2048, 2047),
            (2047, 2048),
            (3000, 3000),
            (4095, 4095),
            (1500, 3900),
            (3900, 1501),
        ];
        for (x, y) in cells {
            let column = (0..y).filter(|y| outcomes[*y][x] == 1).count();
            let row = (0..x).filter(|x| outcomes[y][*x] == 1).count();
            let diagonal = (1..=x.min(y)).filter(|t| outcomes[y - t][x - t] == 1).count();
            let cell = client.get(&format!("/api/board/{game}/cell/{x}/{y}")).await.json();
            assert_eq!(cell["deviation"], deviations[y][x], "{game} ({x},{y})");
            assert_eq!(cell["palace_number"], deviations[y][x] + k.cast_signed());
            assert_eq!(
                cell["counts"],
                json!({ "column": column, "row": row, "diagonal": diagonal }),
                "{game} ({x},{y})"
            );
            let rays = client.get(&format!("/api/board/{game}/rays/{x}/{y}")).await.json();
            assert_eq!(rays["outcome"], if outcomes[y][x] == 1 { "P" } else { "N" });
            let counts: Vec<&Value> =
                rays["lines"].as_array().expect("lines").iter().map(|line| &line["count"]).collect();
            assert_eq!(counts, [&json!(column), &json!(row), &json!(diagonal)]);
            for line in rays["lines"].as_array().expect("lines") {
                for to in line["palaces"].as_array().expect("palaces") {
                    let at = |i: usize| usize::try_from(to[i].as_u64().expect("a number")).expect("small");
                    assert_eq!(outcomes[at(1)][at(0)], 1, "{game} ({x},{y}) sees {to}");
                }
            }
        }
    }
    // Against the library's own answer, with what to block.
    let rays = client.get("/api/board/blocking:k=3/rays/11/15").await.json();
    let answer = client.get("/api/solve/blocking:k=3/11/15").await.json();
    let sorted = |moves: &Value| {
        let mut moves: Vec<(String, Vec<String>)> = moves
            .as_array()
            .expect("moves")
            .iter()
            .map(|found| {
                let mut block: Vec<String> =
                    found["block"].as_array().expect("blocks").iter().map(Value::to_string).collect();
                block.sort();
                (found["to"].to_string(), block)
            })
            .collect();
        moves.sort();
        moves
    };
    assert_eq!(sorted(&rays["winning_moves"]), sorted(&answer["winning_moves"]));
    assert!(!sorted(&rays["winning_moves"]).is_empty());
}

/// A comparison is what comparing cell by cell says; a board does not differ from itself.
#[tokio::test(flavor = "multi_thread")]
async fn comparisons_count_what_differs() {
    let (client, _folder) = client();
    // W^5 is stored, W^8 proved.
    client.grow(5, 2048).await;
    let same = client.get("/api/compare/blocking:k=5/blocking:k=5?width=500&height=400&values=deviation").await.json();
    assert_eq!(same, json!({ "compared": 200_000, "differ": 0, "only_a": 0, "only_b": 0, "first": null }));
    let (a, b) = (corner("blocking:k=5", 400, Values::Outcome).0, corner("blocking:k=8", 500, Values::Outcome).0);
    for (query, dx, dy, along) in [("dx=1&dy=1", 1, 1, 0), ("along=1", 0, 0, 1), ("dx=-3&dy=2", -3, 2, 0)] {
        let (mut compared, mut only_a, mut only_b) = (0, 0, 0);
        let mut classes = Vec::new();
        for y in 0..300_i64 {
            for x in 0..300_i64 {
                let (bx, by) = if y >= x { (x + dx, y + dy + along) } else { (x + dx + along, y + dy) };
                let (Ok(bx), Ok(by)) = (usize::try_from(bx), usize::try_from(by)) else {
                    classes.push(255);
                    continue;
                };
                let (a, b) = (a[usize::try_from(y).expect("small")][usize::try_from(x).expect("small")], b[by][bx]);
                compared += 1;
                only_a += u32::from(a > b);
                only_b += u32::from(b > a);
                classes.push(match a.cmp(&b) {
                    Ordering::Greater => 2,
                    Ordering::Less => 3,
                    Ordering::Equal => a,
                });
            }
        }
        let found =
            client.get(&format!("/api/compare/blocking:k=5/blocking:k=8?{query}&width=300&height=300")).await.json();
        assert_eq!(
            (&found["compared"], &found["only_a"], &found["only_b"]),
            (&json!(compared), &json!(only_a), &json!(only_b))
        );
        let tile = client.get(&format!("/api/compare/blocking:k=5/blocking:k=8/tile/0/0/0?{query}&format=raw")).await;
        let expected: Vec<u8> = (0..65536).map(|i| classes[i / 256 * 300 + i % 256]).collect();
        assert!(tile.bytes == expected, "{query}");
    }
}

fn rows_of(folder: &tempfile::TempDir, k: u64) -> Vec<PathBuf> {
    let mut rows: Vec<PathBuf> = fs::read_dir(folder.path().join(format!("w{k}")))
        .map(|files| {
            files
                .flatten()
                .map(|file| file.path())
                .filter(|path| path.extension().is_some_and(|e| e == "row"))
                .collect()
        })
        .unwrap_or_default();
    rows.sort();
    rows
}

/// What is on disk is used again, byte for byte; what a killed writer left is swept away, and the work goes on.
#[tokio::test(flavor = "multi_thread")]
async fn the_store_survives_a_killed_writer() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole: Vec<Vec<u8>> = {
        let client = Client::open(folder.path(), 1 << 30).expect("a new store");
        client.grow(60, 5 * 2048).await;
        rows_of(&folder, 60).iter().map(|path| fs::read(path).expect("a row")).collect()
    };
    assert_eq!(whole.len(), 5);
    // As if killed while writing row 3: a part beside it, and the note of how far to go.
    let rows = rows_of(&folder, 60);
    fs::write(folder.path().join("w60/left.part"), &whole[3][..1000]).expect("writes");
    fs::write(folder.path().join("w60/target"), sealed("5")).expect("writes");
    fs::remove_file(&rows[3]).expect("removes");
    fs::remove_file(&rows[4]).expect("removes");
    let client = Client::open(folder.path(), 1 << 30).expect("the store opens clean");
    // Work goes on at once, and has its own part.
    assert!(!folder.path().join("w60/left.part").exists());
    client.grow(60, 5 * 2048).await;
    let again: Vec<Vec<u8>> = rows_of(&folder, 60).iter().map(|path| fs::read(path).expect("a row")).collect();
    assert!(again == whole, "the same bytes as in one go");
    assert!(!folder.path().join("w60/target").exists());
    // Nobody else may use the store meanwhile.
    assert!(matches!(Client::open(folder.path(), 1 << 30), Err(wythoff_lab::StoreError::InUse(_))));
}

/// A flipped bit anywhere is never loaded: it is seen at the start, or when the part is read. It is named, and the
/// rows are computed again.
#[tokio::test(flavor = "multi_thread")]
async fn damage_is_never_loaded() {
    const SIDE: usize = 3 * 2048;
    let folder = tempfile::tempdir().expect("a folder");
    // All counts, all blocks, and a corner of each square.
    let corners = [(0, 0), (0, 8), (8, 8), (0, 16), (8, 16), (16, 16)];
    let mut paths = vec!["tile/9/0/0?format=raw".to_owned(), "tile/6/0/0?format=raw".to_owned()];
    paths.extend(corners.map(|(x, y)| format!("tile/0/{x}/{y}?format=raw")));
    let ask = async |client: &Client, path: &str| client.get(&format!("/api/board/blocking:k=60/{path}")).await;
    let mut expected = Vec::new();
    {
        let client = Client::open(folder.path(), 1 << 30).expect("a new store");
        client.grow(60, SIDE as u64).await;
        for path in &paths {
            expected.push(ask(&client, path).await.bytes);
        }
    }
    let truth = corner("blocking:k=60", SIDE as u64, Values::Outcome).0;
    for (unit, counts) in [(512, &expected[0]), (64, &expected[1])] {
        for (pixel, count) in u32s(counts).into_iter().enumerate() {
            let (left, top) = (pixel % 256 * unit, pixel / 256 * unit);
            if left < SIDE && top < SIDE {
                let palaces = truth[top..top + unit].iter().flat_map(|row| &row[left..left + unit]);
                assert_eq!(count as usize, palaces.filter(|p| **p == 1).count(), "({left},{top})");
            }
        }
    }
    for ((x, y), outcomes) in corners.iter().zip(&expected[2..]) {
        let right: Vec<u8> = (0..65536).map(|i| truth[y * 256 + i / 256][x * 256 + i % 256]).collect();
        assert!(*outcomes == right, "({x},{y})");
    }
    let sound: Vec<(PathBuf, Vec<u8>)> =
        rows_of(&folder, 60).into_iter().map(|path| (path.clone(), fs::read(path).expect("a row"))).collect();
    let mut lot = Lot::new(1);
    for (row, (file, content)) in sound.iter().enumerate() {
        let mut damages: Vec<Vec<u8>> =
            lot.bits(content.len(), 12).into_iter().map(|bit| flipped(content, bit)).collect();
        // Cut short, too long, of another row, of another board.
        damages.push(content[..content.len() - 100].to_vec());
        damages.push([&content[..], b"and more"].concat());
        damages.push(sound[(row + 1) % 3].1.clone());
        damages.push(fs::read(&rows_of(&folder, 100)[row]).expect("a row"));
        for (number, damaged) in damages.iter().enumerate() {
            fs::write(file, damaged).expect("writes");
            let client = Client::open(folder.path(), 1 << 30).expect("the store opens");
            let mut named = client.lab.damage().concat();
            for (path, right) in paths.iter().zip(&expected) {
                let mut answer = ask(&client, path).await;
                // What finds the damage, and what looks before the rows are there again.
                while answer.status == StatusCode::NOT_FOUND || answer.headers["x-wythoff-ready"] == "partial" {
                    if answer.status == StatusCode::NOT_FOUND {
                        named += &answer.text();
                    }
                    client.grow(60, SIDE as u64).await;
                    answer = ask(&client, path).await;
                    // A picture that is larger than the board is never full.
                    if answer.status == StatusCode::OK && !path.starts_with("tile/0") {
                        break;
                    }
                }
                assert_eq!(answer.status, StatusCode::OK, "{number} of row {row}: {}", answer.text());
                assert!(answer.bytes == *right, "{number} of row {row}: {path}");
            }
            let is_named = named.contains(&format!("{} is damaged or missing: W^60", file.display()))
                || named.contains(&format!("row {row} of the stored board W^60 is damaged"));
            assert!(is_named, "{number} of row {row}: {named}");
            for (file, content) in &sound {
                assert!(fs::read(file).expect("a row") == *content, "{number} of row {row}: {}", file.display());
            }
        }
    }
}

/// Work that is taken up after a last row that is damaged begins with that row. A note of how far to go that is
/// damaged is named, and not followed.
#[tokio::test(flavor = "multi_thread")]
async fn work_goes_on_after_damage() {
    let folder = tempfile::tempdir().expect("a folder");
    {
        let client = Client::open(folder.path(), 1 << 30).expect("a new store");
        client.grow(60, 4 * 2048).await;
    }
    let rows = rows_of(&folder, 60);
    let sound: Vec<Vec<u8>> = rows.iter().map(|path| fs::read(path).expect("a row")).collect();
    let (target, note) = (folder.path().join("w60/target"), sealed("4"));
    let mut lot = Lot::new(1);
    for bit in lot.bits(note.len(), 5) {
        fs::remove_file(&rows[3]).expect("removes");
        fs::write(&target, flipped(note.as_bytes(), bit)).expect("writes");
        let client = Client::open(folder.path(), 1 << 30).expect("the store opens");
        let named = format!("{} is damaged: W^60 is not computed further until it is asked for", target.display());
        assert_eq!(client.lab.damage(), [named]);
        assert!(!target.exists() && client.get("/api/board/blocking:k=60").await.json()["job"].is_null());
        client.grow(60, 4 * 2048).await;
        assert!(fs::read(&rows[3]).expect("a row") == sound[3]);
    }
    fs::remove_file(&rows[3]).expect("removes");
    fs::write(&target, note).expect("writes");
    // In what enters the last square.
    fs::write(&rows[2], flipped(&sound[2], 8 * (sound[2].len() as u64 - 20))).expect("writes");
    let client = Client::open(folder.path(), 1 << 30).expect("the store opens");
    let jobs = client.get("/api/jobs").await.json()["jobs"].as_array().expect("jobs").clone();
    let job = jobs.iter().find(|job| job["title"].as_str().is_some_and(|title| title.starts_with("W^60 ")));
    let report = client.finished(job.expect("a job")["id"].as_str().expect("an id")).await;
    assert_eq!(report["state"], "done", "{report}");
    let detail = "ready up to 8192; row 2 of the stored board W^60 is damaged and is computed again";
    assert_eq!(report["detail"], detail);
    assert!(rows.iter().map(|path| fs::read(path).expect("a row")).eq(sound));
}

/// Where nothing can be written, what is there can be seen, and the store says why it does not grow.
#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_cannot_be_written_hides_nothing() {
    let (client, folder) = client();
    client.grow(100, 8192).await;
    // A first look at W^2000 wants more rows than this one.
    client.grow(2000, 2048).await;
    let (board, tile) = ("/api/board/blocking:k=2000", "/api/board/blocking:k=2000/tile/0/3/5?format=raw");
    let seen = client.get(tile).await.bytes;
    // Not even root writes a file where a folder is.
    let in_the_way = folder.path().join("w2000/target.part");
    fs::create_dir(&in_the_way).expect("a folder");
    let looked = client.post(&format!("{board}/grow"), &json!({})).await;
    assert_eq!((looked.status, &looked.json()["ready"]), (StatusCode::OK, &json!(2048)), "{}", looked.text());
    let asked = client.post(&format!("{board}/grow"), &json!({ "side": 8192 })).await;
    assert_eq!(asked.status, StatusCode::INSUFFICIENT_STORAGE, "{}", asked.text());
    let facts = client.get(board).await.json();
    let trouble = facts["trouble"].as_str().expect("a reason");
    assert!(trouble.starts_with("the store can't be written (Is a directory"), "{trouble}");
    assert_eq!((&facts["ready"], &facts["job"]), (&json!(2048), &Value::Null));
    assert_eq!(client.get("/api/status").await.json()["store"]["trouble"], trouble);
    assert!(client.get(tile).await.bytes == seen);
    // The same when the store is opened: its lock and a note that is done with can't be written.
    drop(client);
    let lock = folder.path().join("lock");
    fs::remove_file(&lock).and_then(|()| fs::create_dir(&lock)).expect("a folder");
    fs::create_dir(folder.path().join("w2000/target")).expect("a folder");
    let client = Client::open(folder.path(), 1 << 30).expect("a store that can be read");
    assert!(client.get("/api/status").await.json()["store"]["trouble"].is_string());
    assert_eq!(client.get(board).await.json()["ready"], 2048);
    assert!(client.get(tile).await.bytes == seen);
    assert!(Client::open(folder.path(), 1 << 30).is_err(), "two share a store");
    // Once it can be written, it grows.
    for folder in [in_the_way, folder.path().join("w2000/target")] {
        fs::remove_dir(folder).expect("removes");
    }
    client.grow(2000, 4096).await;
    let facts = client.get(board).await.json();
    assert_eq!((&facts["ready"], &facts["trouble"]), (&json!(4096), &Value::Null));
}

/// The store keeps within its budget: the least recently used board goes, and what can never fit is refused.
#[tokio::test(flavor = "multi_thread")]
async fn the_budget_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    // Room for about 20 squares; a board of 4 rows has 10.
    let budget = 20 * 10_700 + 10_700;
    let client = Client::open(folder.path(), budget).expect("a new store");
    let used = async || client.get("/api/status").await.json()["store"]["used"].as_u64().expect("bytes");
    let boards = async || -> Vec<String> {
        let status = client.get("/api/status").await.json();
        status["store"]["boards"]
            .as_array()
            .expect("boards")
            .iter()
            .map(|b| b["game"].as_str().expect("a game").to_owned())
            .collect()
    };
    // The first view is there from the start.
    client.grow(100, 8192).await;
    client.grow(7, 8192).await;
    assert_eq!(boards().await, ["blocking:k=7", "blocking:k=100"]);
    client.get("/api/board/blocking:k=100/tile/0/0/0").await;
    client.grow(9, 8192).await;
    assert_eq!(boards().await, ["blocking:k=9", "blocking:k=100"]);
    assert!(used().await <= budget);
    assert!(!folder.path().join("w7").exists());
    let refused = client.post("/api/board/blocking:k=7/grow", &json!({ "side": 20_000 })).await;
    assert_eq!((refused.status, &refused.json()["error"]["limit"]), (StatusCode::PAYLOAD_TOO_LARGE, &json!("disk")));
    assert_eq!(boards().await, ["blocking:k=9", "blocking:k=100"], "a refusal drops nothing");
}

/// Two boards at work: the small one does not wait for the large one; a cancelled one keeps its rows.
#[tokio::test(flavor = "multi_thread")]
async fn boards_take_turns() {
    let (client, folder) = client();
    let large = client.post("/api/board/blocking:k=2000/grow", &json!({ "side": "500000" })).await;
    assert_eq!(large.status, StatusCode::ACCEPTED, "{}", large.text());
    let id = large.json()["job"]["id"].as_str().expect("an id").to_owned();
    client.grow(31, 6000).await;
    assert_eq!(client.get(&format!("/api/jobs/{id}")).await.json()["state"], "running");
    // What is ready can be seen while it grows.
    while client.get("/api/board/blocking:k=2000").await.json()["ready"].as_u64() < Some(2048) {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    assert_eq!(client.get("/api/board/blocking:k=2000/tile/0/1/2").await.status, StatusCode::OK);
    client
        .send(
            axum::http::Request::delete(format!("/api/jobs/{id}"))
                .header("host", HOST)
                .body(axum::body::Body::empty())
                .expect("a request"),
        )
        .await;
    assert_eq!(client.finished(&id).await["state"], "cancelled");
    assert!(!rows_of(&folder, 2000).is_empty());
}

/// What is parked at the end of a session goes on in the next one.
#[tokio::test(flavor = "multi_thread")]
async fn parked_boards_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    {
        let client = Client::open(folder.path(), 1 << 30).expect("a new store");
        let answer = client.post("/api/board/blocking:k=2000/grow", &json!({ "side": 40_000 })).await;
        let id = answer.json()["job"]["id"].as_str().expect("an id").to_owned();
        client.lab.park();
        assert_eq!(client.get(&format!("/api/jobs/{id}")).await.json()["state"], "parked");
    }
    let client = Client::open(folder.path(), 1 << 30).expect("the store opens");
    let jobs = client.get("/api/jobs").await.json();
    let job = jobs["jobs"]
        .as_array()
        .expect("jobs")
        .iter()
        .find(|job| job["title"].as_str().is_some_and(|title| title.starts_with("W^2000 ")));
    let id = job.expect("the board is at work again")["id"].as_str().expect("an id").to_owned();
    assert_eq!(client.finished(&id).await["state"], "done");
    assert_eq!(rows_of(&folder, 2000).len(), 20);
}

/// Waits until so many rows of squares of W^k can be seen.
async fn ready(client: &Client, k: u64, side: u64) {
    while client.get(&format!("/api/board/blocking:k={k}")).await.json()["ready"].as_u64() < Some(side) {
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
}

/// A row that is lost while the board grows is found missing by whoever looks; the work begins anew from there, and no
/// row takes the place of another.
#[tokio::test(flavor = "multi_thread")]
async fn damage_in_a_growing_board_is_mended() {
    const SIDE: u64 = 12 * 2048;
    let (client, folder) = client();
    let path = "/api/board/blocking:k=77/grow";
    assert!(client.post(path, &json!({ "side": SIDE })).await.status.is_success());
    ready(&client, 77, 4 * 2048).await;
    fs::remove_file(&rows_of(&folder, 77)[1]).expect("removes");
    let tile = client.get("/api/board/blocking:k=77/tile/0/3/9?format=raw").await;
    assert_eq!(tile.status, StatusCode::NOT_FOUND, "{}", tile.text());
    client.grow(77, SIDE).await;
    ready(&client, 77, SIDE).await;
    let truth = corner("blocking:k=77", 5 * 2048, Values::Outcome).0;
    for (x, y) in [(3, 9), (9, 3), (0, 17), (20, 30), (33, 39)] {
        let tile = client.get(&format!("/api/board/blocking:k=77/tile/0/{x}/{y}?format=raw")).await;
        let expected: Vec<u8> = (0..65536).map(|i| truth[y * 256 + i / 256][x * 256 + i % 256]).collect();
        assert!(tile.bytes == expected, "({x},{y})");
    }
    assert_eq!(rows_of(&folder, 77).len(), 12);
}

/// A disk that fails is an error, and no reason to remove what is there.
#[tokio::test(flavor = "multi_thread")]
async fn a_failing_disk_is_no_damage() {
    let (client, folder) = client();
    client.grow(61_000, 3 * 2048).await;
    let rows = rows_of(&folder, 61_000);
    // A folder can be opened, but not read.
    let aside = folder.path().join("aside");
    fs::rename(&rows[1], &aside).expect("moves");
    fs::create_dir(&rows[1]).expect("a folder in its place");
    let tile = client.get("/api/board/blocking:k=61000/tile/0/3/9?format=raw").await;
    assert_eq!(tile.status, StatusCode::INTERNAL_SERVER_ERROR, "{}", tile.text());
    fs::remove_dir(&rows[1]).expect("removes");
    fs::rename(&aside, &rows[1]).expect("moves back");
    assert_eq!(client.get("/api/board/blocking:k=61000/tile/0/3/9?format=raw").await.status, StatusCode::OK);
    assert_eq!(rows_of(&folder, 61_000), rows);
}

/// What was cancelled is not begun again by looking, and goes on when it is asked for.
#[tokio::test(flavor = "multi_thread")]
async fn cancelled_boards_rest() {
    const SIDE: u64 = 20 * 2048;
    let (client, _folder) = client();
    let begun = client.post("/api/board/blocking:k=90/grow", &json!({ "side": SIDE })).await.json();
    let id = begun["job"]["id"].as_str().expect("a job").to_owned();
    assert!(client.method(axum::http::Method::DELETE, &format!("/api/jobs/{id}")).await.is_success());
    let board = client.get("/api/board/blocking:k=90").await.json();
    assert!(board["ready"].as_u64() < Some(SIDE));
    assert_eq!(client.finished(&id).await["state"], "cancelled");
    let look = client.post("/api/board/blocking:k=90/grow", &json!({})).await;
    assert_eq!((look.status, &look.json()["job"]), (StatusCode::OK, &Value::Null), "{}", look.text());
    assert_eq!(client.get("/api/board/blocking:k=90").await.json()["job"], Value::Null);
    client.grow(90, SIDE).await;
    assert_eq!(client.get("/api/board/blocking:k=90").await.json()["ready"], SIDE);
}

/// Looking at a board that nobody has asked for changes nothing; a first look is asked for with `grow`.
#[tokio::test(flavor = "multi_thread")]
async fn a_get_changes_nothing() {
    let (client, folder) = client();
    client.grow(100, 8192).await;
    let jobs = client.get("/api/jobs").await.bytes;
    for path in [
        "",
        "/tile/0/0/0",
        "/tile/3/0/0?format=raw",
        "/cell/5/7",
        "/rays/5/7",
        "/window/0/0",
        "/window/5000/5000",
        "/regions",
    ] {
        client.get(&format!("/api/board/blocking:k=91{path}")).await;
    }
    client.get("/api/compare/blocking:k=91/blocking:k=92").await;
    client.get("/api/thumbnail/91").await;
    let board = client.get("/api/board/blocking:k=91").await.json();
    assert_eq!((&board["ready"], &board["target"], &board["job"]), (&json!(0), &json!(0), &Value::Null));
    assert_eq!(client.get("/api/jobs").await.bytes, jobs);
    assert!(!folder.path().join("w91").exists());
    // Its face, and not twice.
    let begun = client.post("/api/board/blocking:k=91/grow", &json!({})).await;
    assert_eq!(begun.status, StatusCode::ACCEPTED, "{}", begun.text());
    assert_eq!(client.finished(begun.json()["job"]["id"].as_str().expect("a job")).await["state"], "done");
    let again = client.post("/api/board/blocking:k=91/grow", &json!({})).await;
    assert_eq!((again.status, again.json()), (StatusCode::OK, json!({ "job": null, "ready": 4096 })));
}

/// W^7 has a theorem, so that windows beyond what is stored are answered, near and far.
#[tokio::test(flavor = "multi_thread")]
async fn formulas_go_on_where_the_store_ends() {
    let (client, _folder) = client();
    client.grow(7, 4096).await;
    let far = format!("1{}", "0".repeat(400));
    for (x, y) in [("400000", "1000003"), ("4000000", "10000003"), (far.as_str(), far.as_str())] {
        let window = client.get(&format!("/api/board/blocking:k=7/window/{x}/{y}?width=8&height=4")).await;
        assert_eq!(window.status, StatusCode::OK, "{}", window.text());
        let rows = window.json()["rows"].clone();
        let cell = client.get(&format!("/api/board/blocking:k=7/cell/{x}/{y}")).await.json();
        let first = rows[0].as_str().and_then(|row| row.chars().next());
        assert_eq!(first, Some(if cell["outcome"] == "P" { '#' } else { '.' }));
    }
    // ⌊5x/2⌋ + 3 is on an outer thread.
    let window = client.get("/api/board/blocking:k=7/window/400000/1000003?width=1&height=3").await.json();
    assert_eq!(window["rows"], json!(["#", "#", "#"]));
}
