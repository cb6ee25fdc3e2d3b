//! The interface as it is described, its gates, and what it says to wrong requests.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::client::{Client, HOST};

fn client() -> (Client, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    (Client::open(folder.path(), 1 << 30).expect("a new store"), folder)
}

/// Every address has exactly the methods that the document gives it, and the document has every address.
#[tokio::test]
async fn the_document_and_the_routes_agree() {
    let (client, _folder) = client();
    let document = client.get("/api/openapi.json").await.json();
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().expect("paths");
    let mut described: Vec<&str> = paths.keys().map(String::as_str).collect();
    let mut routes = wythoff_lab::routes();
    described.sort_unstable();
    routes.sort_unstable();
    assert_eq!(described, routes);
    for (path, operations) in paths {
        let operations = operations.as_object().expect("operations");
        for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
            // An event stream answers at once and goes on.
            let address = path.replace("{game}", "blocking:k=100").replace("{a}", "nim").replace("{b}", "nim");
            let address = address.replace("{level}", "0").replace("{x}", "0").replace("{y}", "0");
            let address = address.replace("{k}", "3").replace("{id}", "none");
            let status = client.method(method.clone(), &address).await;
            let is_described = operations.contains_key(&method.as_str().to_lowercase());
            assert_eq!(status != StatusCode::METHOD_NOT_ALLOWED, is_described, "{method} {path}: {status}");
            assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{method} {path}");
        }
        for name in path.split(['{', '}']).skip(1).step_by(2) {
            for operation in operations.values() {
                let parameters = operation["parameters"].as_array().expect("parameters");
                let described = parameters.iter().any(|p| p["name"] == name && p["in"] == "path");
                assert!(described, "{path} does not describe {name}");
            }
        }
    }
}

/// Every reference of the document leads somewhere.
#[tokio::test]
async fn the_document_is_closed() {
    fn check(value: &Value, root: &Value) {
        match value {
            Value::Object(fields) => {
                if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
                    assert!(root.pointer(&reference[1..]).is_some(), "{reference}");
                }
                fields.values().for_each(|value| check(value, root));
            }
            Value::Array(values) => values.iter().for_each(|value| check(value, root)),
            _ => {}
        }
    }
    let (client, _folder) = client();
    let document = client.get("/api/openapi.json").await.json();
    check(&document, &document);
}

#[tokio::test]
async fn only_its_own_page_is_answered() {
    let (client, _folder) = client();
    let ask = async |headers: &[(&str, &str)], path: &str| {
        let mut request = Request::get(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        client.send(request.body(Body::empty()).expect("a request")).await
    };
    let fine: [&[(&str, &str)]; 6] = [
        &[("host", HOST)],
        &[("host", "localhost:8013")],
        &[("host", "[::1]:8013")],
        &[("host", HOST), ("origin", "http://127.0.0.1:8013")],
        &[("host", HOST), ("origin", "http://localhost:8013"), ("sec-fetch-site", "same-origin")],
        &[("host", HOST), ("sec-fetch-site", "none")],
    ];
    for headers in fine {
        assert_eq!(ask(headers, "/api/status").await.status, StatusCode::OK, "{headers:?}");
    }
    let refused: [(&[(&str, &str)], &str); 12] = [
        (&[], "forbidden-host"),
        (&[("host", "evil.example")], "forbidden-host"),
        (&[("host", "evil.example:8013")], "forbidden-host"),
        (&[("host", "127.0.0.1:8014")], "forbidden-host"),
        (&[("host", "127.0.0.1.evil.example:8013")], "forbidden-host"),
        (&[("host", "localhost:8013"), ("host", "evil.example")], "forbidden-host"),
        (&[("host", HOST), ("origin", "http://evil.example")], "forbidden-origin"),
        (&[("host", HOST), ("origin", "null")], "forbidden-origin"),
        (&[("host", HOST), ("origin", "https://127.0.0.1:8013")], "forbidden-origin"),
        (&[("host", HOST), ("origin", "http://127.0.0.1:8014")], "forbidden-origin"),
        (&[("host", HOST), ("sec-fetch-site", "cross-site")], "forbidden-origin"),
        (&[("host", HOST), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")], "forbidden-origin"),
    ];
    for (headers, code) in refused {
        let answer = ask(headers, "/api/status").await;
        assert_eq!(
            (answer.status, &answer.json()["error"]["code"]),
            (StatusCode::FORBIDDEN, &json!(code)),
            "{headers:?}"
        );
    }
    // A link on another site may open the page.
    let link = [("host", HOST), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")];
    assert_eq!(ask(&link, "/").await.status, StatusCode::OK);
}

#[tokio::test]
async fn every_answer_is_sealed_and_tagged() {
    let (client, _folder) = client();
    for path in ["/", "/api/games", "/api/nothing", "/api/board/nonsense"] {
        let answer = client.get(path).await;
        let policy = answer.headers["content-security-policy"].to_str().expect("text");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
    }
    let answer = client.get("/api/games").await;
    let tag = answer.headers["etag"].clone();
    let again = Request::get("/api/games").header("host", HOST).header("if-none-match", &tag);
    let again = client.send(again.body(Body::empty()).expect("a request")).await;
    assert_eq!((again.status, again.bytes.len()), (StatusCode::NOT_MODIFIED, 0));
    assert_eq!(again.headers["etag"], tag);
    let other = Request::get("/api/games").header("host", HOST).header("if-none-match", "\"0\"");
    assert_eq!(client.send(other.body(Body::empty()).expect("a request")).await.status, StatusCode::OK);
}

#[tokio::test]
async fn the_page_is_in_the_program() {
    let (client, _folder) = client();
    for path in ["/", "/index.html", "/explore/blocking"] {
        let answer = client.get(path).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert_eq!(answer.headers["content-type"], "text/html; charset=utf-8");
    }
    for path in
        ["/nothing.js", "/../Cargo.toml", "/%2e%2e/%2e%2e/Cargo.toml", "/..%2f..%2fCargo.toml", "/etc/passwd.txt"]
    {
        assert_eq!(client.get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

/// Wrong, huge, negative, not numeric, unicode, traversal, in every place: a refusal that says why, never a failure of the server.
#[tokio::test]
async fn hostile_parameters_are_refused() {
    let (client, _folder) = client();
    client.grow(100, 2048).await;
    let nines = "9".repeat(400);
    let digits = "9".repeat(2000);
    let bad = [
        "-1",
        "1.5",
        "1e3",
        "abc",
        "%00",
        "%F0%9F%91%91",
        "%D9%A3",
        "..%2F..%2Fetc%2Fpasswd",
        "%2e%2e",
        "NaN",
        "+1",
        "0x10",
        "%20",
        "1%2C2",
        "18446744073709551616",
        "99999999999999999999",
        &nines,
        &digits,
        "%FF",
        "%27%3B--",
        "%3Cscript%3E",
    ];
    let places = [
        "/api/board/{}",
        "/api/board/{}/tile/0/0/0",
        "/api/board/blocking:k=100/tile/{}/0/0",
        "/api/board/blocking:k=100/tile/0/{}/0",
        "/api/board/blocking:k=100/tile/12/0/{}",
        "/api/board/blocking:k=100/tile/0/0/0?format={}",
        "/api/board/blocking:k=100/tile/0/0/0?palette={}",
        "/api/board/blocking:k=100/tile/0/0/0?format=raw&values={}",
        "/api/board/blocking:k=100/tile/0/0/0?theme={}",
        "/api/board/blocking:k={}",
        "/api/board/blocking:k=100/cell/{}/0",
        "/api/board/blocking:k=100/cell/0/{}",
        "/api/board/blocking:k=100/rays/{}/0",
        "/api/board/blocking:k=100/rays/0/0?most={}",
        "/api/board/gdwn:p=1,q=2/window/{}/0",
        "/api/board/blocking:k=100/window/0/0?width={}",
        "/api/compare/{}/nim",
        "/api/compare/nim/{}",
        "/api/compare/nim/nim?dx={}",
        "/api/compare/nim/nim?along={}",
        "/api/compare/nim/nim?width={}",
        "/api/compare/nim/nim/tile/{}/0/0",
        "/api/compare/nim/nim/tile/0/{}/0",
        "/api/thumbnail/{}",
        "/api/thumbnail/3?size={}",
        "/api/solve/{}/1/1",
        "/api/solve/gdwn:p=1,q=2/{}/1",
        "/api/solve/blocking:k=5/3/3?history={}",
        "/api/solve/blocking:k=5/3/3?blocked={}",
        "/api/games/{}",
        "/api/games/{}/table",
        "/api/games/nim/table?count={}",
        "/api/games/nim/table?max_x={}",
        "/api/games/nim/table?format={}",
        "/api/games/nim/table?format=bfile&column={}",
        "/api/atlas/{}",
        "/api/atlas?from={}",
        "/api/jobs/{}",
        "/api/jobs/{}/events",
        "/api/{}",
        "/assets/{}.js",
    ];
    for place in places {
        for value in bad {
            // A negative shift is one, and a blank is a list of no positions.
            let answer = client.get(&place.replace("{}", value)).await;
            let is_refused = answer.status.is_client_error();
            let is_shift = (place.contains("dx=") || place.contains("along=")) && value == "-1";
            let is_list = (place.contains("history=") || place.contains("blocked=")) && value == "%20";
            assert!(is_refused || is_shift || is_list, "{place} {value}: {}", answer.status);
            if is_refused {
                let error = &answer.json()["error"];
                assert!(error["code"].is_string() && error["message"].as_str().is_some_and(|text| !text.is_empty()));
            }
        }
    }
}

#[tokio::test]
async fn hostile_bodies_are_refused() {
    let (client, _folder) = client();
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let bodies = [
        "",
        "null",
        "[]",
        "{",
        "{}x",
        "\u{0}",
        "\"👑\"",
        &deep,
        r#"{"side":-1}"#,
        r#"{"side":"1e9"}"#,
        r#"{"side":1000001}"#,
        r#"{"side":99999999999999999999}"#,
        r#"{"game":"blocking:k=3"}"#,
        r#"{"game":"blocking:k=3","start":[1]}"#,
        r#"{"game":"blocking:k=3","start":[-1,0]}"#,
        r#"{"game":"blocking:k=3","start":[1e300,0]}"#,
        r#"{"game":"x","start":[1,1]}"#,
        r#"{"game":"wythoff:m=4000000000","start":[1000,1000]}"#,
        r#"{"game":"blocking:k=3","start":[5,5],"actions":[{"fly":[1,1]}]}"#,
        r#"{"game":"nim","start":["99999999999999999999",0]}"#,
        r#"{"game":"blocking:k=3","start":[5,5],"actions":[{"move":[9,9]}]}"#,
        r#"{"game":"choice:m=1,p=4000000000","start":[5,5],"actions":[{"choose":4000000000}]}"#,
        r#"{"bound":0}"#,
        r#"{"bound":-5}"#,
    ];
    let places = [
        "/api/board/blocking:k=100/grow",
        "/api/board/nim/grow",
        "/api/play",
        "/api/play/move",
        "/api/play/hint",
        "/api/play/values",
        "/api/theorems/No.Such/run",
    ];
    for place in places {
        for body in bodies {
            let request = Request::post(place).header("host", HOST).header("content-type", "application/json");
            let answer = client.send(request.body(Body::from(body.to_owned())).expect("a request")).await;
            assert!(answer.status.is_client_error(), "{place} {body}: {}", answer.status);
            assert!(answer.json()["error"]["message"].is_string());
        }
    }
    // Too long, and of another type.
    let long = Request::post("/api/play").header("host", HOST).header("content-type", "application/json");
    let long = client.send(long.body(Body::from(vec![b' '; 1 << 20])).expect("a request")).await;
    assert_eq!((long.status, &long.json()["error"]["limit"]), (StatusCode::PAYLOAD_TOO_LARGE, &json!("body")));
    let form = Request::post("/api/play").header("host", HOST).header("content-type", "text/plain");
    let form = client.send(form.body(Body::from("{}")).expect("a request")).await;
    assert_eq!(form.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

/// Every limit is refused by name.
#[tokio::test]
async fn limits_are_named() {
    let (client, _folder) = client();
    let limits = client.get("/api/status").await.json()["limits"].clone();
    let asked = [
        ("/api/board/blocking:k=100001".to_owned(), "k"),
        (format!("/api/board/nim/cell/{}/0", "1".repeat(1001)), "digits"),
        ("/api/board/nim/tile/13/0/0".to_owned(), "tile-level"),
        ("/api/board/nim/window/0/0?width=200&height=200".to_owned(), "window-cells"),
        ("/api/games/nim/table?count=100001".to_owned(), "table-rows"),
        ("/api/compare/nim/nim?width=4097".to_owned(), "compared-side"),
        ("/api/compare/nim/nim?dx=1000001".to_owned(), "dx"),
        ("/api/board/blocking:k=100/rays/0/0?most=10001".to_owned(), "rays"),
        ("/api/solve/gdwn:p=1,q=2/10000000/10000000".to_owned(), "cells"),
        ("/api/atlas/1001".to_owned(), "measured-k"),
    ];
    for (path, limit) in asked {
        let answer = client.get(&path).await;
        assert_eq!(
            (answer.status, &answer.json()["error"]["limit"]),
            (StatusCode::PAYLOAD_TOO_LARGE, &json!(limit)),
            "{path}"
        );
        assert!(answer.json()["error"]["most"].is_number(), "{path}");
        // What the status tells beforehand is what the refusal says.
        if let Some(told) = limits.get(limit) {
            assert_eq!(answer.json()["error"]["most"], *told, "{path}");
        }
    }
    for known in ["k", "digits", "window-cells", "compared-side", "table-rows", "rays", "measured-k"] {
        assert!(limits.get(known).is_some(), "{known}");
    }
    let side = client.post("/api/board/blocking:k=7/grow", &json!({ "side": 1_000_001 })).await;
    assert_eq!(side.json()["error"]["limit"], "side");
    let heap = client.post("/api/play", &json!({ "game": "nim", "start": [1001, 1] })).await;
    assert_eq!(heap.json()["error"]["limit"], "heap");
    let work = client.post("/api/play/hint", &json!({ "game": "blocking:k=3", "start": [1000, 1000] })).await;
    assert_eq!((work.status, &work.json()["error"]["limit"]), (StatusCode::PAYLOAD_TOO_LARGE, &json!("play-work")));
}
