//! Play, games, theorems and jobs over the wire.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::client::Client;

fn client() -> (Client, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    (Client::open(folder.path(), 1 << 30).expect("a new store"), folder)
}

/// A start of every family that the first player wins, and one that the second player wins.
const STARTS: [(&str, [u64; 2], [u64; 2]); 17] = [
    ("nim", [5, 3], [4, 4]),
    ("nim-blocking:k=3", [7, 2], [4, 4]),
    ("wythoff:m=2", [5, 5], [1, 3]),
    ("blocking:k=5", [9, 6], [3, 3]),
    ("diagonal-blocking:m=2,p=3", [8, 6], [2, 2]),
    ("rook-blocking:m=2,p=3,l=2", [9, 7], [0, 2]),
    ("modulo:m=2,p=6,l=2", [6, 7], [0, 2]),
    ("choice:m=2,p=3", [5, 6], [0, 2]),
    ("gdwn:p=1,q=2", [7, 6], [0, 0]),
    ("imitation:m=1,p=2", [5, 7], [1, 1]),
    ("comply:k=2", [1, 0], [5, 6]),
    ("comply-rook:p=2", [0, 1], [4, 4]),
    ("wythoff:m=1 | misere", [3, 4], [2, 2]),
    ("custom: rook + bishop + leap(1,2)", [1, 2], [1, 3]),
    ("custom: only-x rook + bishop", [5, 0], [0, 5]),
    // Too large to be studied: engines answer.
    ("blocking:k=5", [330, 330], [131, 330]),
    ("imitation:m=2,p=2", [140, 160], [100, 162]),
];

/// A game as a part of an address.
fn in_path(game: &str) -> String {
    game.replace(' ', "%20").replace('|', "%7C")
}

/// Plays a match in which the hero follows the hints and the other side plays with the given strength; says whether the
/// hero won.
async fn hero_wins(client: &Client, game: &str, start: [u64; 2], hero: &str, other: &str) -> bool {
    let mut actions: Vec<Value> = Vec::new();
    loop {
        let mut request = json!({ "game": game, "start": start, "actions": actions });
        let state = client.post("/api/play", &request).await;
        assert_eq!(state.status, StatusCode::OK, "{}", state.text());
        let state = state.json();
        if state["phase"] == "over" {
            return state["winner"] == hero;
        }
        let action = if state["actor"] == hero {
            let hint = client.post("/api/play/hint", &request).await;
            assert_eq!(hint.status, StatusCode::OK, "{}", hint.text());
            hint.json()["action"].clone()
        } else {
            request["strength"] = json!(other);
            let reply = client.post("/api/play/move", &request).await;
            assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
            let again = client.post("/api/play/move", &request).await;
            assert_eq!(again.bytes, reply.bytes, "the same link shows the same");
            reply.json()["action"].clone()
        };
        actions.push(action);
        assert!(actions.len() < 1000, "{game} ends");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_win_what_can_be_won() {
    let (client, _folder) = client();
    for (game, n, p) in STARTS {
        for (start, outcome) in [(n, "N"), (p, "P")] {
            let values = client.post("/api/play/values", &json!({ "game": game, "start": start })).await.json();
            let [x, y] = start;
            let solved = client.get(&format!("/api/solve/{}/{x}/{y}", in_path(game))).await.json();
            assert_eq!(solved["outcome"], outcome, "{game} {start:?}");
            assert_eq!(values["why"], solved["why"], "{game} {start:?}");
            if values["position"].is_object() {
                assert_eq!(values["position"]["outcome"], outcome, "{game} {start:?}");
            }
            let winner = if outcome == "N" { "first" } else { "second" };
            for other in ["perfect", "strong", "casual"] {
                assert!(hero_wins(&client, game, start, winner, other).await, "{game} {start:?} {other}");
            }
            let loser = if outcome == "N" { "second" } else { "first" };
            assert!(!hero_wins(&client, game, start, loser, "perfect").await, "{game} {start:?}");
        }
    }
}

/// The largest match that the laboratory plays: engines answer, and how long it lasts is not known.
/// A match in which both do what they should, but for the first action of the first player.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_reviewed() {
    let (client, _folder) = client();
    let review = async |request: &Value| {
        let answer = client.post("/api/play/review", request).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        answer.json()["plies"].as_array().expect("plies").clone()
    };
    for (game, n, p) in STARTS {
        for (start, winner) in [(n, "first"), (p, "second")] {
            let plies = review(&json!({ "game": game, "start": start })).await;
            assert_eq!(plies.len(), 1);
            assert_eq!(plies[0]["winner"], winner, "{game} {start:?}");
            // Of large heaps it may only be said who wins, and not when.
            assert!(plies[0]["moves_left"].is_u64() || start[1] > 100, "{game} {start:?}");
            assert!(plies[0]["mistake"].is_null() && plies[0]["action"].is_null());
        }
    }
    let actions = json!([{ "move": [5, 6] }, { "move": [1, 2] }]);
    let plies = review(&json!({ "game": "wythoff", "start": [5, 7], "actions": actions })).await;
    assert_eq!(plies[0]["mistake"]["better"]["action"], json!({ "move": [3, 5] }));
    assert_eq!(plies[0]["mistake"]["refutation"]["action"], json!({ "move": [1, 2] }));
    assert_eq!(plies[1]["mistake"], Value::Null);
    assert_eq!(plies[2]["winner"], "second");
    // Who blocks wrongly gives it away before the other moves.
    let actions = json!([{ "block": [] }]);
    let plies = review(&json!({ "game": "blocking:k=5", "start": [3, 3], "actions": actions })).await;
    assert_eq!((&plies[0]["actor"], &plies[0]["winner"]), (&json!("second"), &json!("second")));
    assert!(plies[0]["mistake"]["better"]["action"]["block"].is_array(), "{plies:?}");
    let wrong = json!({ "game": "nim", "start": [1, 1], "actions": [{ "move": [0, 0] }] });
    assert_eq!(client.post("/api/play/review", &wrong).await.json()["error"]["action"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sum_is_reviewed() {
    let (client, _folder) = client();
    let moves = json!([{ "summand": 2, "to": [0, 6] }, { "summand": 2, "to": [0, 0] }]);
    let asked = json!({ "sum": "wythoff 3,5 + nim 0,7", "moves": moves });
    let review = client.post("/api/sum/review", &asked).await.json();
    let plies = review["plies"].as_array().expect("plies");
    assert_eq!(plies.len(), 3);
    assert_eq!(plies[0]["better"]["to"], json!([0, 0]));
    assert_eq!(plies[0]["refutation"]["summand"], 2);
    assert_eq!([&plies[0]["winner"], &plies[1]["winner"]], [&json!("first"), &json!("second")]);
    assert_eq!((&plies[1]["better"], &plies[2]["winner"]), (&Value::Null, &json!("second")));
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_have_a_solution_and_no_other() {
    let (client, _folder) = client();
    for level in 1..=10 {
        let address = format!("/api/puzzle?seed={}&level={level}", level * 77);
        let puzzle = client.get(&address).await;
        assert_eq!(puzzle.status, StatusCode::OK, "{}", puzzle.text());
        assert_eq!(puzzle.bytes, client.get(&address).await.bytes, "the same seed, the same puzzle");
        let puzzle = puzzle.json();
        let mut request = json!({ "game": puzzle["game"], "start": puzzle["start"], "actions": puzzle["actions"] });
        let hint = client.post("/api/play/hint", &request).await.json();
        assert_eq!((&hint["action"], &hint["wins"]), (&puzzle["solution"], &json!(true)), "{address}");
        if puzzle["phase"] == "move" {
            let state = client.post("/api/play", &request).await.json();
            let solution = &puzzle["solution"]["move"];
            for option in state["options"].as_array().expect("options") {
                if option["legal"] == true && option["to"] != *solution {
                    let before = puzzle["actions"].as_array().expect("actions");
                    let mut actions = before.clone();
                    actions.push(json!({ "move": option["to"] }));
                    request["actions"] = json!(actions);
                    let review = client.post("/api/play/review", &request).await.json();
                    assert!(review["plies"][before.len()]["mistake"].is_object(), "{address} {option}");
                }
            }
        }
    }
    for (query, what) in [("level=11", "level"), ("level=0", "levels begin with 1"), ("seed=4294967296", "seed")] {
        let refused = client.get(&format!("/api/puzzle?{query}")).await;
        assert!(refused.status.is_client_error(), "{query}");
        assert!(refused.text().contains(what), "{}", refused.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn large_heaps_are_played() {
    let (client, _folder) = client();
    let start = json!({ "game": "blocking:k=5", "start": [1000, 1000] });
    let reply = client.post("/api/play/move", &start).await.json();
    assert_eq!(reply["action"]["block"].as_array().map(Vec::len), Some(4), "{reply}");
    let values = client.post("/api/play/values", &start).await.json();
    assert_eq!(values["position"], json!({ "outcome": "N", "moves_left": null }));
    let wins = values["options"].as_array().expect("options").iter().filter(|option| option["wins"] == true);
    assert_eq!(wins.count(), 5);
}

/// The values of the options are those of the positions, and the moves that win are the winning moves.
#[tokio::test(flavor = "multi_thread")]
async fn values_agree_with_the_answers() {
    let (client, _folder) = client();
    for game in ["blocking:k=3", "wythoff:m=2", "comply:k=2", "diagonal-blocking:m=1,p=2"] {
        let values = client.post("/api/play/values", &json!({ "game": game, "start": [9, 7] })).await.json();
        let options = values["options"].as_array().expect("options");
        assert!(options.len() > 15, "{game}");
        for option in options {
            let (x, y) = (&option["to"][0], &option["to"][1]);
            let solved = client.get(&format!("/api/solve/{game}/{x}/{y}")).await.json();
            assert_eq!(
                (&option["outcome"], &option["wins"]),
                (&solved["outcome"], &json!(solved["outcome"] == "P")),
                "{game} ({x},{y})"
            );
        }
    }
}

#[tokio::test]
async fn the_referee_says_what_is_wrong() {
    let (client, _folder) = client();
    let matches = [
        (json!([{ "move": [3, 3] }]), 0, "that is not what has to be done now"),
        (json!([{ "block": [[5, 0], [5, 1], [5, 2]] }]), 0, "3 options are named"),
        (json!([{ "block": [[5, 0]] }, { "move": [5, 0] }]), 1, "(5,0) is blocked"),
        (json!([{ "block": [] }, { "move": [4, 0] }]), 1, "no move leads from (5,4) to (4,0)"),
    ];
    for (actions, index, message) in matches {
        let answer =
            client.post("/api/play", &json!({ "game": "blocking:k=3", "start": [5, 4], "actions": actions })).await;
        let error = &answer.json()["error"];
        assert_eq!(
            (answer.status, &error["code"], &error["action"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!("rules"), &json!(index))
        );
        assert!(error["message"].as_str().is_some_and(|text| text.contains(message)), "{error}");
    }
    // The memory of Imitation Nim: credit, and which options imitate.
    let asked = json!({ "game": "imitation:m=1,p=1", "start": [2, 3], "actions": [{ "move": [1, 3] }] });
    let state = client.post("/api/play", &asked).await.json();
    assert_eq!(state["imitation"]["last"], json!({ "heap": "x", "taken": 1, "armed": true }));
    let forbidden: Vec<&Value> = state["options"]
        .as_array()
        .expect("options")
        .iter()
        .filter(|o| o["kind"] == "forbidden")
        .map(|o| &o["to"])
        .collect();
    assert_eq!(forbidden, [&json!([1, 2])]);
}

/// Misère play, leaps and pieces of one side: what is said of them, and their boards as the rules have them.
#[tokio::test]
async fn misere_leaps_and_one_side() {
    let (client, _folder) = client();
    let facts = async |game: &str| client.get(&format!("/api/games/{}", in_path(game))).await.json();
    let plain = facts("wythoff").await;
    assert_eq!((&plain["misere"], &plain["no_nim_values"]), (&json!(false), &Value::Null));
    let misere = facts("wythoff | misere").await;
    assert_eq!((&misere["game"], &misere["family"]), (&json!("wythoff:m=1 | misere"), &json!("wythoff")));
    assert_eq!((&misere["misere"], &misere["k"], &misere["dual"]), (&json!(true), &Value::Null, &Value::Null));
    assert!(misere["no_nim_values"].as_str().is_some_and(|why| why.contains("misère")), "{misere}");
    assert_eq!(facts("imitation:m=1,p=2 | misere").await["dual"], Value::Null, "the theorem is not of misère play");
    let blocking = facts("blocking:k=3").await;
    assert!(blocking["no_nim_values"].as_str().is_some_and(|why| why.contains("blocks")), "{blocking}");
    let rows = async |game: &str| {
        client.get(&format!("/api/board/{}/window/0/0?width=5&height=4", in_path(game))).await.json()["rows"].clone()
    };
    // By hand: who is at (0,0) has won, so that (0,1) is lost, and (2,2), which leads to N only.
    assert_eq!(rows("wythoff | misere").await, json!([".#...", "#....", "..#..", "....."]));
    // The knight spoils (1,2), and so (1,3) is P.
    assert_eq!(rows("custom: rook + bishop + leap(1,2)").await, json!(["#....", "...#.", ".....", ".#..."]));
    let one_sided = "custom: only-x rook + bishop";
    assert_eq!(rows(one_sided).await, json!(["#....", "#....", "#....", "#...."]));
    assert_eq!(facts(one_sided).await["symmetric"], false);
    let table = client.get(&format!("/api/games/{}/table?count=3", in_path(one_sided))).await.json();
    assert_eq!(table["columns"], json!(["n", "x", "y"]));
    assert_eq!(table["rows"], json!([[0, 0, 0], [1, 0, 1], [2, 0, 2]]));
    let custom = &client.get("/api/games").await.json()["custom"];
    for piece in custom["pieces"].as_array().expect("pieces") {
        let game = format!("custom: {}", piece.as_str().expect("a piece")).replace(' ', "%20");
        assert_eq!(client.get(&format!("/api/games/{game}")).await.status, StatusCode::OK, "{piece}");
    }
    for wrong in ["custom: leap(0,0)", "custom: only-z rook", "nim | misere | misere", "wythoff | hole 1,1"] {
        let answer = client.get(&format!("/api/games/{}", in_path(wrong))).await;
        assert_eq!((answer.status, &answer.json()["error"]["code"]), (StatusCode::BAD_REQUEST, &json!("bad-game")));
    }
}

/// The winning moves of a sum are those after which it is P, and no other option is one; who wins, wins.
#[tokio::test(flavor = "multi_thread")]
async fn sums_are_played() {
    let (client, _folder) = client();
    let ask = async |sum: &str, moves: &[Value]| {
        let state = client.post("/api/sum", &json!({ "sum": sum, "moves": moves })).await;
        assert_eq!(state.status, StatusCode::OK, "{}", state.text());
        state.json()
    };
    let sums = [
        ("wythoff 3,5 + nim 0,7 + modulo:m=1,p=2 4,4", "N"),
        ("wythoff 1,2 + nim 3,3", "P"),
        ("custom: only-x rook + bishop 2,1 + custom: rook + leap(1,2) 2,3", "N"),
        ("nim 0,0", "P"),
    ];
    for (sum, outcome) in sums {
        let start = ask(sum, &[]).await;
        assert_eq!(start["answer"]["outcome"], outcome, "{sum}");
        let winning = start["answer"]["winning_moves"].as_array().expect("moves");
        for (table, summand) in start["tables"].as_array().expect("tables").iter().zip(1..) {
            for to in table["options"].as_array().expect("options") {
                let wins = winning.iter().any(|found| found["summand"] == summand && found["to"] == *to);
                let after = ask(sum, &[json!({ "summand": summand, "to": to })]).await;
                assert_eq!(after["answer"]["outcome"] == "P", wins, "{sum}: {to} in {summand}");
            }
        }
        let hero = if outcome == "N" { "first" } else { "second" };
        for strength in ["perfect", "strong", "casual"] {
            for seed in 0..3 {
                let mut moves = Vec::new();
                let winner = loop {
                    let state = ask(sum, &moves).await;
                    if !state["winner"].is_null() {
                        assert_eq!(state["advice"], Value::Null);
                        break state["winner"].clone();
                    }
                    let done = if state["mover"] == hero {
                        assert_eq!(state["advice"]["wins"], true, "{sum} {moves:?}");
                        state["advice"].clone()
                    } else {
                        let asked = json!({ "sum": sum, "moves": moves, "strength": strength, "seed": seed });
                        let reply = client.post("/api/sum/move", &asked).await;
                        assert_eq!(reply.bytes, client.post("/api/sum/move", &asked).await.bytes);
                        reply.json()
                    };
                    moves.push(json!({ "summand": done["summand"], "to": done["to"] }));
                    assert!(moves.len() < 50, "{sum} ends");
                };
                assert_eq!(winner, hero, "{sum} {strength}");
            }
        }
    }
}

#[tokio::test]
async fn sums_that_are_none_are_refused() {
    let (client, _folder) = client();
    let many = vec!["nim 1,1"; 17].join(" + ");
    let long = "nim 1,1 + ".repeat(1000);
    let refused = [
        ("/api/sum", json!({ "sum": "" }), 400, "bad-game", Value::Null),
        ("/api/sum", json!({ "sum": "wythoff" }), 400, "bad-game", Value::Null),
        ("/api/sum", json!({ "sum": "wythoff 3,5 + chess 1,2" }), 400, "bad-game", Value::Null),
        ("/api/sum", json!({ "sum": "wythoff 3,5 + nim 0,7 | misere 1,2" }), 400, "bad-game", Value::Null),
        ("/api/sum", json!({ "sum": "wythoff | misere 3,5" }), 422, "unsupported", Value::Null),
        ("/api/sum", json!({ "sum": "blocking:k=3 3,5" }), 422, "unsupported", Value::Null),
        ("/api/sum", json!({ "sum": "hole:m=1,p=2,u=2,v=2 1,1" }), 422, "rules", Value::Null),
        ("/api/sum", json!({ "sum": "nim 0,1001" }), 413, "limit", json!("heap")),
        ("/api/sum", json!({ "sum": "nim 0,99999999999999999999" }), 413, "limit", json!("heap")),
        ("/api/sum", json!({ "sum": "custom: bishop(900) 900,900" }), 413, "limit", json!("options")),
        ("/api/sum", json!({ "sum": many }), 413, "limit", json!("summands")),
        ("/api/sum", json!({ "sum": long }), 413, "limit", json!("name")),
        ("/api/sum/move", json!({ "sum": "nim 0,0 + wythoff 0,0" }), 422, "rules", Value::Null),
    ];
    for (address, body, status, code, limit) in refused {
        let answer = client.post(address, &body).await;
        let error = &answer.json()["error"];
        assert_eq!((answer.status.as_u16(), &error["code"]), (status, &json!(code)), "{body}: {error}");
        assert_eq!(error["limit"], limit, "{body}: {error}");
    }
    for (moves, index) in [
        (json!([{ "summand": 3, "to": [0, 0] }]), 0),
        (json!([{ "summand": 0, "to": [0, 0] }]), 0),
        (json!([{ "summand": 2, "to": [0, 4] }, { "summand": 2, "to": [0, 4] }]), 1),
        (json!([{ "summand": 1, "to": [2, 3] }]), 0),
    ] {
        let answer = client.post("/api/sum", &json!({ "sum": "wythoff 3,5 + nim 0,7", "moves": moves })).await;
        let error = &answer.json()["error"];
        assert_eq!((&error["code"], &error["action"]), (&json!("rules"), &json!(index)), "{moves}: {error}");
    }
}

#[tokio::test]
async fn games_and_tables() {
    let (client, _folder) = client();
    let games = client.get("/api/games").await.json();
    assert_eq!(games["families"].as_array().expect("families").len(), wythoff::game::families::FAMILIES.len());
    let one = client.get("/api/games/W%5E5").await.json();
    assert_eq!((&one["game"], &one["k"], &one["twist"]), (&json!("blocking:k=5"), &json!(5), &json!("block")));
    let dual = client.get("/api/games/Imitation%20Nim").await.json();
    assert_eq!(dual["dual"], "diagonal-blocking:m=1,p=1");
    assert_eq!(client.get("/api/games/diagonal-blocking:m=2,p=3").await.json()["dual"], "imitation:m=2,p=3");
    let table = client.get("/api/games/wythoff/table?count=4").await.json();
    assert_eq!(table["rows"], json!([[0, 0, 0, 0], [1, 1, 2, 1], [2, 3, 5, 2], [3, 4, 7, 3]]));
    let bfile = client.get("/api/games/wythoff/table?count=3&format=bfile&column=b").await;
    assert_eq!(bfile.text(), "0 0\n1 2\n2 5\n");
    assert_eq!(bfile.headers["content-disposition"], "attachment; filename=\"wythoff_m_1_b.txt\"");
    // Positions of another value, and a b-file that begins where the OEIS wants it.
    let valued = client.get("/api/games/wythoff/table?count=3&value=1").await.json();
    assert_eq!((&valued["value"], &valued["rows"]), (&json!(1), &json!([[0, 0, 1, 1], [1, 2, 2, 0], [2, 3, 6, 3]])));
    let bfile = client.get("/api/games/wythoff/table?count=3&format=bfile&column=b&value=1&offset=5").await;
    assert_eq!(bfile.text(), "5 1\n6 2\n7 6\n");
    assert_eq!(bfile.headers["content-disposition"], "attachment; filename=\"wythoff_m_1_value_1_b.txt\"");
    for refused in [
        "blocking:k=5/table?value=0",
        "nim%20%7C%20misere/table?value=0",
        "nim/table?offset=1",
        "nim/table?format=bfile&offset=1000000000000000001",
    ] {
        let answer = client.get(&format!("/api/games/{refused}")).await;
        assert!(answer.status.is_client_error(), "{refused}: {}", answer.status);
        assert!(answer.json()["error"]["message"].is_string(), "{refused}");
    }
    // A game's starting positions are those of its dual.
    let windows = ["imitation:m=2,p=2", "diagonal-blocking:m=2,p=2"]
        .map(|game| format!("/api/board/{game}/window/0/0?width=20&height=20"));
    assert_eq!(client.get(&windows[0]).await.json()["rows"], client.get(&windows[1]).await.json()["rows"]);
    assert_eq!(
        client.get("/api/board/blocking:k=3/window/0/0?width=6&height=2").await.json()["rows"],
        json!(["###...", "#..##."])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn checks_run_as_jobs() {
    let (client, _folder) = client();
    let started = client.post("/api/theorems/Lar13.Nim/run", &json!({ "bound": 30 })).await;
    assert_eq!(started.status, StatusCode::ACCEPTED, "{}", started.text());
    let id = started.json()["job"]["id"].as_str().expect("an id").to_owned();
    let events = client.get(&format!("/api/jobs/{id}/events")).await;
    assert_eq!(events.headers["content-type"], "text/event-stream");
    assert!(events.text().contains("event: end"), "{}", events.text());
    let job = client.finished(&id).await;
    assert_eq!((&job["state"], &job["subject"]), (&json!("done"), &json!("Lar13.Nim")));
    // What is asked for often has no results.
    let brief = client.get("/api/jobs?results=false").await.json();
    let brief = brief["jobs"].as_array().expect("jobs").iter().find(|job| job["id"] == *id).expect("the job");
    assert!(job["result"].is_array() && brief["result"].is_null() && brief["title"] == job["title"], "{brief}");
    let list = client.get("/api/theorems").await.json();
    let checks =
        list["papers"].as_array().expect("papers").iter().flat_map(|paper| paper["checks"].as_array().expect("checks"));
    let reports: Vec<&Value> = checks.filter(|check| !check["report"].is_null()).collect();
    assert!(
        !reports.is_empty()
            && reports.iter().all(|check| check["id"].as_str().is_some_and(|id| id.starts_with("Lar13.Nim")))
    );
    let printed = client.post("/api/theorems/Lar13.Prop.i.printed/run", &json!({})).await.json();
    client.finished(printed["job"]["id"].as_str().expect("an id")).await;
    let errata = client.get("/api/errata").await.json();
    let erratum = errata["errata"]
        .as_array()
        .expect("errata")
        .iter()
        .find(|e| e["printed"]["id"] == "Lar13.Prop.i.printed")
        .expect("a misprint")
        .clone();
    assert_eq!(erratum["report"]["finding"], "misprint");
    assert_eq!(erratum["report"]["board"], json!({ "game": "diagonal-blocking:m=2,p=2", "cells": [[1, 1]] }));
}
