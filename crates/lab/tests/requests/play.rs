//! Play, games, theorems and jobs over the wire.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::client::Client;

fn client() -> (Client, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    (Client::open(folder.path(), 1 << 30).expect("a new store"), folder)
}

/// A start of every family that the first player wins, and one that the second player wins.
const STARTS: [(&str, [u64; 2], [u64; 2]); 12] = [
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
];

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
        assert!(actions.len() < 200, "{game} ends");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_win_what_can_be_won() {
    let (client, _folder) = client();
    for (game, n, p) in STARTS {
        for (start, outcome) in [(n, "N"), (p, "P")] {
            let values = client.post("/api/play/values", &json!({ "game": game, "start": start })).await.json();
            let [x, y] = start;
            let solved = client.get(&format!("/api/solve/{game}/{x}/{y}")).await.json();
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
    assert_eq!(job["state"], "done");
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
    assert_eq!(erratum["board"], json!({ "game": "diagonal-blocking:m=2,p=2", "cells": [[1, 1]] }));
}
