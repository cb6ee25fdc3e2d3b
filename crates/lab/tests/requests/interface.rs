//! The interface as it is described, its gates, and what it says to wrong requests.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};
use wythoff_lab::{Config, Hosts, Lab, router};

use crate::client::{Answer, Client, HOST};

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

/// The page is there to be read: no other method gets it, and nobody gets a tunnel.
#[tokio::test]
async fn the_page_takes_no_other_method() {
    let (client, _folder) = client();
    for (method, address) in [
        (Method::CONNECT, HOST),
        (Method::CONNECT, "example.org:443"),
        (Method::POST, "/"),
        (Method::PUT, "/index.html"),
        (Method::OPTIONS, "/explore"),
        (Method::TRACE, "/queen.svg"),
    ] {
        assert_eq!(client.method(method.clone(), address).await, StatusCode::METHOD_NOT_ALLOWED, "{method} {address}");
    }
    for method in [Method::GET, Method::HEAD] {
        assert_eq!(client.method(method, "/").await, StatusCode::OK);
    }
}

/// The document that is kept is the one that the types of the wire make.
#[test]
fn the_document_is_up_to_date() {
    let is_fresh = include_str!("../../openapi.json") == wythoff_lab::openapi();
    assert!(
        is_fresh,
        "run cargo run -p wythoff-lab --example openapi > crates/lab/openapi.json, then npm run wire in web"
    );
}

/// What a value has that its schema does not allow.
fn misfit(value: &Value, schema: &Value, root: &Value) -> Option<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        return misfit(value, root.pointer(&reference[1..]).expect("a schema"), root);
    }
    let says = |wrong: &str| Some(format!("{wrong}: {value} as {schema}"));
    let is = |kind: &Value| match kind.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        _ => value.is_object(),
    };
    let kinds = schema["type"].as_array().cloned().unwrap_or_else(|| vec![schema["type"].clone()]);
    if kinds != [Value::Null] && !kinds.iter().any(is) {
        return says("another type");
    }
    let allowed = schema["enum"].as_array().is_none_or(|values| values.contains(value));
    if !allowed || schema.get("const").is_some_and(|one| one != value) {
        return says("not one of them");
    }
    let others = schema["oneOf"].as_array().or(schema["anyOf"].as_array());
    // The fields of the record itself are looked at below.
    let open = |schema: &Value| {
        let mut schema = schema.clone();
        if schema.get("properties").is_some() && schema.get("additionalProperties").is_none() {
            schema["additionalProperties"] = true.into();
        }
        schema
    };
    if others.is_some_and(|others| others.iter().all(|other| misfit(value, &open(other), root).is_some())) {
        return says("none of these");
    }
    if let (Some(fields), Some(known)) = (value.as_object(), schema["properties"].as_object()) {
        let mut required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        if let Some(missing) = required.find(|name| !fields.contains_key(*name)) {
            return says(&format!("{missing} is missing"));
        }
        let in_others = |name: &str| others.into_iter().flatten().any(|other| other["properties"].get(name).is_some());
        return fields.iter().find_map(|(name, field)| match known.get(name) {
            Some(schema) => misfit(field, schema, root),
            None if in_others(name) || schema.get("additionalProperties").is_some() => None,
            None => says(&format!("{name} is not described")),
        });
    }
    if let (Some(fields), Some(each)) = (value.as_object(), schema.get("additionalProperties")) {
        return fields.values().find_map(|field| misfit(field, each, root));
    }
    let items = value.as_array().zip(schema.get("items"));
    items.and_then(|(values, items)| values.iter().find_map(|value| misfit(value, items, root)))
}

/// Answers of every kind have what the document says and nothing else.
#[tokio::test(flavor = "multi_thread")]
async fn answers_are_as_described() {
    let (client, _folder) = client();
    client.grow(100, 2048).await;
    let document = client.get("/api/openapi.json").await.json();
    let check = |path: &str, method: &str, answer: &Answer| {
        let status = answer.status.as_u16().to_string();
        let responses = &document["paths"][path][method]["responses"];
        let response = responses.get(&status).unwrap_or(&responses["4XX"]);
        let schema = &response["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{method} {path}: {status} is not described");
        assert_eq!(misfit(&answer.json(), schema, &document), None, "{method} {path}");
    };
    let far = format!("1{}", "0".repeat(40));
    let board = "/api/board/{game}";
    let [cell, rays, window] = ["cell", "rays", "window"].map(|kind| format!("{board}/{kind}/{{x}}/{{y}}"));
    let mut asked = vec![("/api/status".to_owned(), "/api/status".to_owned())];
    let games = ["blocking:k=100", "blocking:k=14", "blocking:k=7", "wythoff", "shifted:m=20,p=3,l=1", "comply:k=4"];
    for game in games.into_iter().chain(["imitation:m=1,p=2", "choice:m=2,p=3", "no-game"]) {
        for (path, rest) in [(board, String::new()), (&format!("{board}/regions"), "/regions".to_owned())] {
            asked.push((path.to_owned(), format!("/api/board/{game}{rest}")));
        }
        for (x, y) in [("0", "0"), ("5", "7"), ("12", "9"), (far.as_str(), "7")] {
            for (path, kind) in [(&cell, "cell"), (&rays, "rays"), (&window, "window")] {
                asked.push((path.clone(), format!("/api/board/{game}/{kind}/{x}/{y}")));
            }
            asked.push((window.clone(), format!("/api/board/{game}/window/{x}/{y}?values=palace")));
            asked.push((cell.clone(), format!("/api/board/{game}/cell/{x}/{y}?values=grundy")));
            asked.push(("/api/solve/{game}/{x}/{y}".to_owned(), format!("/api/solve/{game}/{x}/{y}")));
        }
        asked.push(("/api/games/{game}".to_owned(), format!("/api/games/{game}")));
        asked.push(("/api/games/{game}/table".to_owned(), format!("/api/games/{game}/table")));
        asked.push(("/api/compare/{a}/{b}".to_owned(), format!("/api/compare/{game}/nim?width=40&height=40")));
    }
    let plain = [
        "/api/files",
        "/api/flight",
        "/api/games",
        "/api/theorems",
        "/api/errata",
        "/api/atlas",
        "/api/golden",
        "/api/jobs",
    ];
    asked.extend(plain.map(|path| (path.to_owned(), path.to_owned())));
    for (path, k) in [("", "14"), ("", "4"), ("", "5"), ("/certificate", "7")] {
        asked.push((format!("/api/flight/{{k}}{path}"), format!("/api/flight/{k}{path}")));
    }
    for address in ["/api/flight/10/blocks/30/0/7?across=3&down=2", "/api/flight/10/blocks/0/0/0?across=200&down=200"] {
        asked.push(("/api/flight/{k}/blocks/{level}/{x}/{y}".to_owned(), address.to_owned()));
    }
    asked.extend(["1", "7", "201"].map(|k| ("/api/atlas/{k}".to_owned(), format!("/api/atlas/{k}"))));
    asked.extend(["1", "11"].map(|k| ("/api/machines/{k}".to_owned(), format!("/api/machines/{k}"))));
    for (path, address) in asked {
        check(&path, "get", &client.get(&address).await);
    }
    for game in ["blocking:k=3", "comply:k=2", "imitation:m=1,p=2", "choice:m=2,p=3", "wythoff"] {
        for path in ["/api/play", "/api/play/move", "/api/play/hint", "/api/play/values"] {
            let start = json!({ "game": game, "start": [6, 4] });
            check(path, "post", &client.post(path, &start).await);
            let wrong = json!({ "game": game, "start": [6, 4], "actions": [{ "move": [9, 9] }] });
            check(path, "post", &client.post(path, &wrong).await);
        }
    }
    for path in ["/api/sum", "/api/sum/move"] {
        for sum in ["wythoff 3,5 + nim 0,7", "wythoff 1,2", "nim 0,0", "blocking:k=3 1,2"] {
            check(path, "post", &client.post(path, &json!({ "sum": sum })).await);
        }
    }
    let run = "/api/theorems/{id}/run";
    let started = client.post("/api/theorems/Lar13.Nim/run", &json!({ "bound": 5 })).await;
    check(run, "post", &started);
    check("/api/board/{game}/grow", "post", &client.post("/api/board/blocking:k=100/grow", &json!({})).await);
    // With reports.
    let started = client.post("/api/errata/run", &json!({})).await;
    check("/api/errata/run", "post", &started);
    let id = started.json()["job"]["id"].as_str().expect("a job").to_owned();
    while client.get("/api/theorems").await.text().find("\"verdict\"").is_none() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    check("/api/jobs/{id}", "get", &client.get(&format!("/api/jobs/{id}")).await);
    assert!(client.method(Method::DELETE, &format!("/api/jobs/{id}")).await.is_success());
    for path in ["/api/theorems", "/api/errata"] {
        check(path, "get", &client.get(path).await);
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

/// Other pages may show the page in a frame where that was asked for, and if they know the secret; else never.
#[tokio::test]
async fn frames_need_the_secret() {
    let (client, _folder) = client();
    let hosts = || Hosts::of(HOST.parse().expect("an address"));
    let framed = Client { lab: Arc::clone(&client.lab), router: router(Arc::clone(&client.lab), hosts().framed("s3")) };
    let may_be_framed = async |client: &Client, path: &str| {
        let headers = client.get(path).await.headers;
        let policy = headers["content-security-policy"].to_str().expect("text").to_owned();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'") && !policy.contains("unsafe"), "{policy}");
        let is_closed = policy.ends_with("; frame-ancestors 'none'");
        assert_eq!(headers.get("x-frame-options").is_some_and(|value| value == "DENY"), is_closed, "{path}");
        !is_closed
    };
    assert!(may_be_framed(&framed, "/?frame=s3").await);
    for path in ["/", "/?frame=", "/?frame=s", "/?frame=s33", "/?frame=s3&x", "/x?frame=s3", "/api/games?frame=s3"] {
        assert!(!may_be_framed(&framed, path).await, "{path}");
        assert!(!may_be_framed(&client, path).await, "{path}");
    }
    assert!(!may_be_framed(&client, "/?frame=s3").await);
    // The frame is opened from another site; what it loads and asks comes from the page itself.
    let ask = async |path: &str, site: &str, mode: &str| {
        let request = Request::get(path).header("host", HOST).header("sec-fetch-site", site);
        let request = request.header("sec-fetch-mode", mode).header("sec-fetch-dest", "iframe");
        framed.send(request.body(Body::empty()).expect("a request")).await.status
    };
    assert_eq!(ask("/?frame=s3", "cross-site", "navigate").await, StatusCode::OK);
    assert_eq!(ask("/api/games", "same-origin", "cors").await, StatusCode::OK);
    assert_eq!(ask("/api/games?frame=s3", "cross-site", "cors").await, StatusCode::FORBIDDEN);
}

/// A laboratory at rest answers, and computes no board before it is asked for one.
#[tokio::test]
async fn a_laboratory_at_rest_begins_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = Config { store: folder.path().to_owned(), budget: 1 << 26, atlas: None, boards: Vec::new() };
    let lab = Lab::at_rest(&config).expect("a store");
    let client = Client { router: router(Arc::clone(&lab), Hosts::of(HOST.parse().expect("an address"))), lab };
    let body = json!({ "game": "W^3", "start": [4, 9], "actions": [] });
    assert_eq!(client.post("/api/play", &body).await.status, StatusCode::OK);
    assert_eq!(client.get("/api/jobs").await.json()["jobs"], json!([]));
    assert!(!folder.path().join("w100").exists());
    client.lab.park();
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

/// Wrong, huge, negative, not numeric, unicode, traversal, in every place: a refusal that says why, never a failure of
/// the server.
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
        "/api/flight/{}",
        "/api/flight/{}/certificate",
        "/api/flight/{}/tile/0/0/0",
        "/api/flight/14/tile/{}/0/0",
        "/api/flight/14/tile/9/0/0?format={}",
        "/api/flight/14/tile/9/0/0?theme={}",
        "/api/flight/14/blocks/{}/0/0",
        "/api/flight/14/blocks/3/0/0?across={}",
        "/api/flight/14/blocks/3/0/0?down={}",
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
        "/api/games/nim/table?value={}",
        "/api/games/nim/table?format=bfile&offset={}",
        "/api/atlas/{}",
        "/api/machines/{}",
        "/api/atlas?from={}",
        "/api/golden?values={}",
        "/api/golden?columns={}",
        "/api/golden?value={}",
        "/api/board/nim/cell/0/0?values={}",
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
        ("/api/games/nim/table?value=1048577".to_owned(), "table-value"),
        ("/api/compare/nim/nim?width=4097".to_owned(), "compared-side"),
        ("/api/compare/nim/nim?dx=1000001".to_owned(), "dx"),
        ("/api/board/blocking:k=100/rays/0/0?most=10001".to_owned(), "rays"),
        ("/api/solve/gdwn:p=1,q=2/10000000/10000000".to_owned(), "cells"),
        ("/api/atlas/1001".to_owned(), "measured-k"),
        ("/api/machines/1001".to_owned(), "measured-k"),
        ("/api/golden?columns=100001".to_owned(), "golden-columns"),
        ("/api/golden?values=101".to_owned(), "golden-values"),
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
    for known in ["k", "digits", "window-cells", "compared-side", "table-rows", "rays", "measured-k", "golden-columns"]
    {
        assert!(limits.get(known).is_some(), "{known}");
    }
    let side = client.post("/api/board/blocking:k=7/grow", &json!({ "side": 1_000_001 })).await;
    assert_eq!(side.json()["error"]["limit"], "side");
    let heap = client.post("/api/play", &json!({ "game": "nim", "start": [1001, 1] })).await;
    assert_eq!(heap.json()["error"]["limit"], "heap");
    let states = json!({ "game": "custom: rook + bishop | imitation(1,2)", "start": [1000, 1000] });
    let states = client.post("/api/play/hint", &states).await;
    assert_eq!((states.status, &states.json()["error"]["limit"]), (StatusCode::PAYLOAD_TOO_LARGE, &json!("states")));
}

/// Coordinates may be expressions; a wrong one is refused with its place.
#[tokio::test]
async fn cells_are_read_from_expressions() {
    let (client, _folder) = client();
    let read =
        async |text: &str| client.get(&format!("/api/cell?text={}", text.replace('^', "%5E").replace(' ', ""))).await;
    let answer = read("10^30, floor(sqrt(2)*10^30)").await.json();
    assert_eq!(answer["cell"], json!([format!("1{}", "0".repeat(30)), "1414213562373095048801688724209"]));
    assert_eq!(read("(min(3,7), 2^3)").await.json()["cell"], json!([3, 8]));
    for (text, code, place) in [
        ("3,2*sqrt(2)", "bad-number", json!([2, 11])),
        ("10^10^10,1", "bad-number", json!([0, 8])),
        ("7", "bad-number", Value::Null),
        ("10^999*10,1", "bad-number", json!([0, 9])),
    ] {
        let answer = read(text).await;
        let error = &answer.json()["error"];
        assert_eq!((answer.status, &error["code"], &error["place"]), (StatusCode::BAD_REQUEST, &json!(code), &place));
    }
    assert_eq!(read(&format!("{},1", "9".repeat(1001))).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(client.get("/api/cell").await.status, StatusCode::BAD_REQUEST);
}

/// The atlas says which slopes are proved; all of them are numbers that fit what was measured.
#[tokio::test]
async fn the_atlas_says_what_is_proved() {
    let (client, _folder) = client();
    let atlas = client.get("/api/atlas").await.json();
    let proved = [1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 14, 15, 19, 37, 48, 50, 55, 61, 65, 66, 72, 73, 76, 77, 79, 80];
    assert_eq!(atlas["proved"], json!(proved));
    for record in atlas["records"].as_array().expect("records") {
        let is_proved = atlas["proved"].as_array().is_some_and(|proved| proved.contains(&record["k"]));
        for thread in record["threads"].as_array().expect("threads") {
            assert!(!is_proved || !thread["exact"].is_null(), "{}", record["k"]);
            assert!(thread["parts"].as_array().expect("parts").iter().all(|part| part["count"].is_u64()));
        }
    }
}
