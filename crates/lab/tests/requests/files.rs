//! Boards that were written as Zarr: against another engine of the library, unfinished, damaged, gone, and asked for
//! under names of all kinds.

use std::fs;
use std::path::{Path, PathBuf};

use axum::http::StatusCode;
use serde_json::{Value, json};
use wythoff::engine::dense::Settings;
use wythoff::zarr::BlockBoard;
use wythoff::{Board, Engine, Position, solve};
use wythoff_lab::Config;

use crate::client::Client;

const SIDE: u64 = 5000;

/// A laboratory with the boards of a folder.
fn client(folder: &Path) -> Client {
    let store = folder.join("store");
    Client::with(&Config { store, budget: 1 << 30, atlas: None, boards: vec![folder.join("boards")] }).expect("a store")
}

fn board(folder: &Path, name: &str, k: u64, side: u64, bits: bool) -> BlockBoard {
    BlockBoard::new(&folder.join("boards").join(name), k, SIDE, Some(side), None, bits).expect("a board")
}

fn cells(k: u64) -> Board {
    let game = format!("W^{k}").parse().expect("a game");
    solve::board(&game, SIDE, SIDE, Some(Engine::Lines), &()).expect("small")
}

fn u32s(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
}

fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for path in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push((path.clone(), fs::read(path).expect("a file")));
        }
    }
    files.sort();
    files
}

/// The palaces among the cells of a pixel that the board has.
fn count(cells: &Board, level: u32, x: u64, y: u64) -> u64 {
    let range = |at: u64| at << level..((at + 1) << level).min(SIDE);
    range(y).map(|y| range(x).filter(|x| cells.is_p(Position::new(*x, y))).count() as u64).sum()
}

/// Tiles of all levels, near and far, on both sides of the diagonal.
#[tokio::test(flavor = "multi_thread")]
async fn files_show_what_the_lines_engine_finds() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, side, bits) in [("bits.zarr", 2048, true), ("counts.zarr", 2048, false), ("blocks.zarr", 4096, false)] {
        board(folder.path(), name, 300, side, bits).solve_all(2, &()).expect("small");
    }
    fs::create_dir(folder.path().join("boards/empty.zarr")).expect("a folder");
    fs::write(folder.path().join("boards/notes.txt"), "none of ours").expect("a file");
    let before = files(&folder.path().join("boards"));
    let (client, cells) = (client(folder.path()), cells(300));
    let list = client.get("/api/files").await.json();
    let names: Vec<&Value> = list["files"].as_array().expect("a list").iter().map(|file| &file["name"]).collect();
    assert_eq!(names, ["bits.zarr", "blocks.zarr", "counts.zarr", "empty.zarr"]);
    assert!(list["files"][3]["problem"].as_str().is_some_and(|problem| problem.contains("empty.zarr/zarr.json")));
    assert_eq!(list["files"][2]["board"], "file:counts.zarr");
    let palaces = (0..SIDE).map(|y| (0..SIDE).filter(|x| cells.is_p(Position::new(*x, y))).count()).sum::<usize>();
    let facts = json!({
        "game": "blocking:k=300", "width": SIDE, "height": SIDE, "finest": 64, "cells": "solved",
        "own_board": true, "complete": true, "done": 6, "total": 6, "p_count": palaces,
    });
    assert_eq!(list["files"][2]["facts"], facts);
    for (name, finest) in [("bits.zarr", 8), ("counts.zarr", 64), ("blocks.zarr", 64)] {
        let address = format!("/api/board/file:{name}");
        let about = client.get(&address).await.json();
        assert_eq!((&about["kind"], &about["game"]), (&json!("file"), &json!(format!("file:{name}"))));
        assert_eq!([&about["ready"], &about["target"], &about["levels"], &about["k"]], [5000, 5000, 6, 300]);
        assert_eq!((&about["values"], &about["file"]["finest"]), (&json!(["outcome"]), &json!(finest)));
        for (x, y) in [(0, 0), (0, 19), (19, 0), (7, 8), (8, 7), (8, 8), (15, 16), (19, 19)] {
            let tile = client.get(&format!("{address}/tile/0/{x}/{y}?format=raw")).await;
            let cell = |at: u64| Position::new(x * 256 + at % 256, y * 256 + at / 256);
            let outcome = |at: Position| if at.x.max(at.y) < SIDE { u8::from(cells.is_p(at)) } else { 255 };
            assert!(tile.bytes.into_iter().eq((0..65536).map(|at| outcome(cell(at)))), "{name}, ({x},{y})");
        }
        for level in 1..6_u32 {
            let across = SIDE.div_ceil(256 << level);
            for (x, y) in [(0, 0), (across - 1, 0), (0, across - 1), (across / 2, across - 1)] {
                let tile = client.get(&format!("{address}/tile/{level}/{x}/{y}?format=raw")).await;
                for (at, found) in (0..).zip(u32s(&tile.bytes)) {
                    let (x, y) = (x * 256 + at % 256, y * 256 + at / 256);
                    let inside = (x.max(y) << level) < SIDE;
                    let expected = if inside { count(&cells, level, x, y) } else { u64::from(u32::MAX) };
                    assert_eq!(u64::from(found), expected, "{name}, level {level}, ({x},{y})");
                }
            }
        }
        let window = client.get(&format!("{address}/window/4090/2040?width=20&height=16")).await.json();
        for (row, line) in (0_u64..).zip(window["rows"].as_array().expect("rows")) {
            let sign = |x| if cells.is_p(Position::new(x, 2040 + row)) { '#' } else { '.' };
            assert_eq!(line, &(4090..4110).map(sign).collect::<String>());
        }
        let cell = client.get(&format!("{address}/cell/4500/1234")).await.json();
        let outcome = if cells.is_p(Position::new(4500, 1234)) { "P" } else { "N" };
        assert_eq!((&cell["outcome"], &cell["palace_number"]), (&json!(outcome), &Value::Null));
        let compared =
            client.get(&format!("/api/compare/file:{name}/file:bits.zarr?x=900&y=900&width=4096")).await.json();
        assert_eq!((&compared["compared"], &compared["differ"]), (&json!(4096 * 1024), &json!(0)));
        // What is not in a file.
        for (path, status) in [
            ("tile/0/20/0", StatusCode::NOT_FOUND),
            ("tile/6/0/0", StatusCode::PAYLOAD_TOO_LARGE),
            ("tile/0/0/0?format=raw&values=palace", StatusCode::UNPROCESSABLE_ENTITY),
            ("cell/5000/0", StatusCode::NOT_FOUND),
            ("rays/4500/1234", StatusCode::NOT_FOUND),
            ("window/4990/0?width=20", StatusCode::NOT_FOUND),
        ] {
            assert_eq!(client.get(&format!("{address}/{path}")).await.status, status, "{path}");
        }
        let far = format!("1{}", "0".repeat(100));
        assert_eq!(client.get(&format!("{address}/tile/2/{far}/0")).await.status, StatusCode::NOT_FOUND);
        assert_eq!(client.post(&format!("{address}/grow"), &json!({})).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    // The laboratory's own board tells more, as soon as it is there.
    client.grow(300, 5000).await;
    let own = client.get("/api/board/blocking:k=300/rays/4500/1234").await.json();
    assert!(client.get("/api/board/file:counts.zarr/rays/4500/1234").await.json() == own);
    let cell = client.get("/api/board/file:counts.zarr/cell/4500/1234").await.json();
    assert!(cell["palace_number"].is_number());
    assert!(files(&folder.path().join("boards")) == before, "nothing was written");
}

/// A name is one of the list, whatever it looks like.
#[tokio::test(flavor = "multi_thread")]
async fn names_are_no_paths() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.zarr", "../outside.zarr"] {
        board(folder.path(), name, 30, 2048, false).solve_all(2, &()).expect("small");
    }
    let client = client(folder.path());
    assert_eq!(client.get("/api/board/file:a.zarr").await.status, StatusCode::OK);
    for name in
        ["..%2Foutside.zarr", "boards%2Fa.zarr", "a.zarr%2F", ".%2Fa.zarr", "%2Fetc%2Fpasswd", "", "a.zarr%00", ".."]
    {
        for rest in ["", "/tile/0/0/0", "/cell/0/0", "/regions"] {
            let answer = client.get(&format!("/api/board/file:{name}{rest}")).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{name}{rest}: {}", answer.text());
        }
    }
    let long = "a".repeat(5000);
    assert_eq!(client.get(&format!("/api/board/file:{long}")).await.status, StatusCode::NOT_FOUND);
    // A board itself may be named, and two boards may have one name.
    let boards =
        vec![folder.path().join("outside.zarr"), folder.path().join("boards"), folder.path().join("boards/a.zarr")];
    let store = folder.path().join("other");
    let client = Client::with(&Config { store, budget: 1 << 26, atlas: None, boards }).expect("a store");
    let list = client.get("/api/files").await.json();
    let names: Vec<&Value> = list["files"].as_array().expect("a list").iter().map(|file| &file["name"]).collect();
    assert_eq!(names, ["outside.zarr", "a.zarr", "a.zarr~2"]);
    assert_eq!(client.get("/api/board/file:a.zarr~2/tile/0/0/0").await.status, StatusCode::OK);
}

/// A board that is being written shows what is done; one that is damaged or gone says so.
#[tokio::test(flavor = "multi_thread")]
async fn files_change_while_they_are_looked_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("boards/w.zarr");
    let board = BlockBoard::new(&path, 300, SIDE, Some(2048), Some(16), false).expect("a board");
    board.create().expect("an empty folder");
    let mut done = Vec::new();
    for (row, column) in [(0, 0), (1, 0)] {
        done.push(board.solve(row, column, Settings::default(), &()).expect("its neighbours are done"));
    }
    let (client, cells) = (client(folder.path()), cells(300));
    let about = client.get("/api/board/file:w.zarr").await.json();
    assert_eq!([&about["ready"], &about["target"]], [2048, 5000]);
    assert_eq!((&about["progress"], &about["file"]["complete"]), (&json!({"done": 2, "total": 6}), &json!(false)));
    // The coarsest level, which is not written before all blocks are done.
    let tile = client.get("/api/board/file:w.zarr/tile/5/0/0?format=raw").await;
    assert_eq!(tile.headers["x-wythoff-ready"], "partial");
    for (at, found) in (0_u64..).zip(u32s(&tile.bytes)) {
        let (x, y) = (at % 256, at / 256);
        let is_done = x.max(y) < 128 && x.min(y) < 64;
        let expected = if is_done { count(&cells, 5, x, y) } else { u64::from(u32::MAX) };
        assert_eq!(u64::from(found), expected, "({x},{y})");
    }
    let absent = client.get("/api/board/file:w.zarr/tile/0/10/10").await;
    assert_eq!((absent.status, &absent.json()["error"]["code"]), (StatusCode::NOT_FOUND, &json!("not-ready")));
    // It is written to the end.
    board.solve_all(2, &()).expect("it goes on");
    assert_eq!(client.get("/api/board/file:w.zarr/tile/0/10/10").await.status, StatusCode::OK);
    let about = client.get("/api/board/file:w.zarr").await.json();
    assert_eq!((&about["ready"], &about["file"]["complete"]), (&json!(5000), &json!(true)));
    // A shard is damaged: what is not in it can be seen. (A tile that was seen before is still there.)
    let shard = path.join("counts/16/p/c/1/0");
    let mut bytes = fs::read(&shard).expect("a shard");
    bytes[1] ^= 1;
    fs::write(&shard, &bytes).expect("a file");
    fs::remove_file(path.join("edges/right/c/2/0/0")).expect("an edge");
    for (path, file) in [
        ("tile/4/0/0", "counts/16/p/c/1/0"),
        ("tile/0/9/17", "edges/right/c/2/0/0"),
        ("cell/2100/4500", "edges/right/c/2/0/0"),
    ] {
        let answer = client.get(&format!("/api/board/file:w.zarr/{path}")).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{path}");
        assert!(answer.text().contains(&format!("{file} is damaged or missing")), "{}", answer.text());
    }
    assert_eq!(client.get("/api/board/file:w.zarr/tile/0/0/1").await.status, StatusCode::OK);
    // Another board takes its place, and then it is gone.
    fs::remove_dir_all(&path).expect("a folder");
    let gone = client.get("/api/board/file:w.zarr/tile/0/3/17").await;
    assert!(!gone.status.is_success() && gone.text().contains("w.zarr"), "{}", gone.text());
    let gone = client.get("/api/board/file:w.zarr").await;
    assert_eq!(gone.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(gone.text().contains("can't read"), "{}", gone.text());
    self::board(folder.path(), "w.zarr", 40, 2048, true).solve_all(2, &()).expect("small");
    assert_eq!(client.get("/api/board/file:w.zarr").await.json()["k"], 40);
    let tile = client.get("/api/board/file:w.zarr/tile/0/0/0?format=raw").await;
    let other = self::cells(40);
    assert!(tile.bytes.into_iter().eq((0..65536).map(|at| u8::from(other.is_p(Position::new(at % 256, at / 256))))));
}
