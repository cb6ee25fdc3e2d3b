//! The laboratory without a server, for a module in a browser: the same addresses and the same answers, one after the
//! other, in one thread. It has no clock, no disk and no data of its own: the host gives it a clock; its store is in
//! memory, and its rows can be carried out and in; data that an answer needs are asked for with the status 424.

use std::collections::{BTreeMap, BTreeSet};
use std::pin::pin;
use std::sync::{Arc, Mutex, OnceLock};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::DefaultBodyLimit;
use axum::http::{Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;
use tower::ServiceExt;
use wythoff::certificate::answer::apart;

use crate::cache::lock;
use crate::lab::{Config, DEFAULT_BUDGET, Lab};
use crate::problem::Problem;
use crate::{clock, disk, limits, routes};

/// The folder of the store; there is no other.
const STORE: &str = "store";

static TELL: OnceLock<fn(&str)> = OnceLock::new();
static GIVEN: Mutex<BTreeMap<String, &'static [u8]>> = Mutex::new(BTreeMap::new());
static WANTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
/// Boards of which the host has given all rows that it has, and that were not dropped since.
static BROUGHT: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

/// The laboratory, ready to be asked.
pub struct Module {
    lab: Arc<Lab>,
    router: Router,
}

/// An answer.
pub struct Answered {
    /// As in HTTP.
    pub status: u16,
    /// Its headers, a line for each.
    pub head: String,
    /// What it says.
    pub body: Vec<u8>,
}

impl Module {
    /// Opens it with a clock, which says how long some moment has passed, and somebody who is told of long work.
    ///
    /// # Panics
    /// Never: a store in memory can always be opened.
    pub fn open(clock: fn() -> Duration, tell: fn(&str)) -> Self {
        clock::set(clock);
        let _ = TELL.set(tell);
        let config = Config { store: STORE.into(), budget: DEFAULT_BUDGET, atlas: None, boards: Vec::new() };
        let lab = Lab::at_rest(&config).expect("a store in memory can be opened");
        let router = routes::router()
            .fallback(async || Problem::not_found("there is no such address; /api/openapi.json lists them"))
            .with_state(Arc::clone(&lab))
            .layer(DefaultBodyLimit::max(limits::BODY));
        Self { lab, router }
    }

    /// Answers a request. Without data that it needs, the answer has the status 424 and names them.
    pub fn ask(&self, method: &[u8], path: &str, body: Vec<u8>) -> Answered {
        let request = Method::from_bytes(method).ok().and_then(|method| {
            let request = Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
            request.body(Body::from(body)).ok()
        });
        let response = match request {
            Some(request) => at_once(self.router.clone().oneshot(request)).unwrap_or_else(|never| match never {}),
            None => Problem::bad_request("this is no address").into_response(),
        };
        let needs: BTreeSet<String> = apart::wanted().into_iter().chain(std::mem::take(&mut *lock(&WANTED))).collect();
        if !needs.is_empty() {
            return told((StatusCode::FAILED_DEPENDENCY, axum::Json(json!({ "needs": needs }))).into_response());
        }
        told(response)
    }

    /// Takes what an answer needed, or a row of a board, or that there are no more rows of it (`w100/`); `false` if it
    /// is not what it should be.
    pub fn give(&self, name: &str, bytes: Vec<u8>) -> bool {
        let k = |start, end| name.strip_prefix(start).and_then(|rest: &str| rest.strip_suffix(end)?.parse().ok());
        if let Some(k) = k("proofs/k", ".json") {
            return String::from_utf8(bytes).is_ok_and(|text| apart::give(k, text));
        }
        if let Some(k) = k("w", "/") {
            lock(&BROUGHT).insert(u64::from(k));
            return true;
        }
        if let Some((k, row)) = name.strip_suffix(".row").and_then(|name| name.strip_prefix('w')?.split_once('/')) {
            let place = k.parse().ok().zip(row.parse().ok());
            return place.is_some_and(|(k, row)| self.lab.store.give(k, row, &bytes).is_ok());
        }
        lock(&GIVEN).insert(name.to_owned(), Box::leak(bytes.into_boxed_slice()));
        true
    }

    /// Solves one square of the boards that grow; says whether there was one.
    pub fn grow(&self) -> bool {
        self.lab.growers.step()
    }

    /// The next row that was written and not carried out: its name, and its bytes.
    pub fn written(&self) -> Option<(String, Vec<u8>)> {
        let (path, bytes) = disk::written()?;
        Some((path.strip_prefix(STORE).ok()?.to_str()?.to_owned(), bytes))
    }
}

/// The answer in parts.
fn told(response: Response) -> Answered {
    let (parts, body) = response.into_parts();
    let body = at_once(to_bytes(body, usize::MAX)).map(|bytes| bytes.to_vec()).unwrap_or_default();
    let line = |(name, value): (&header::HeaderName, &header::HeaderValue)| {
        format!("{name}: {}\n", String::from_utf8_lossy(value.as_bytes()))
    };
    Answered { status: parts.status.as_u16(), head: parts.headers.iter().map(line).collect(), body }
}

/// Nothing here waits for anything else.
fn at_once<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    loop {
        if let Poll::Ready(found) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            return found;
        }
    }
}

/// Data of this name, if they were given; else they are wanted.
pub(crate) fn given(name: &str) -> Option<&'static [u8]> {
    let found = lock(&GIVEN).get(name).copied();
    if found.is_none() {
        lock(&WANTED).insert(name.to_owned());
    }
    found
}

/// Asks the host for the rows of a board of W^k that it has: `w100/`.
pub(crate) fn want_board(k: u64) {
    if !lock(&BROUGHT).contains(&k) {
        lock(&WANTED).insert(format!("w{k}/"));
    }
}

/// There was no room for the board any longer.
pub(crate) fn board_dropped(k: u64) {
    lock(&BROUGHT).remove(&k);
}

/// Ends an answer for which data are missing: it is asked for again when they are there.
pub(crate) fn nothing_missing() -> Result<(), Problem> {
    if lock(&WANTED).is_empty() { Ok(()) } else { Err(Problem::not_ready("data are on their way")) }
}

/// Tells how far long work is: of what this is a report, and the report.
pub(crate) fn tell(of: &str, report: &impl Serialize) {
    if let (Some(tell), Ok(text)) = (TELL.get(), serde_json::to_string(&(of, report))) {
        tell(&text);
    }
}

/// The description of the interface.
pub(crate) async fn openapi() -> Response {
    let text = given("openapi.json").unwrap_or_default();
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}
