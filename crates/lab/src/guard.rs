//! What stands between the network and the answers: who may ask, how long it may take, and what every answer carries.
//!
//! **Who.** A page of another site can make a browser send requests here, and a name that it controls can be pointed at
//! 127.0.0.1 (DNS rebinding). So the Host must be a name of this server, and an Origin, where there is one, must be the
//! page's own; browsers that say where a request comes from (`Sec-Fetch-Site`) must not say "cross-site".
//!
//! **Frames.** No other page may show this one in a frame: a click there might be meant for something else. A notebook
//! may, if the laboratory was started for it: it knows the secret that the address of its frame holds.
//!
//! **ETag.** The hash of the body. A client that has it is told so in a few bytes.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use xxhash_rust::xxh3::xxh3_128;

use crate::limits;
use crate::problem::Problem;
use crate::wire::refusal::Code;

/// The names under which this server may be asked for, with the port.
#[derive(Clone, Debug)]
pub struct Hosts {
    names: Arc<[String]>,
    /// The query of the page's address in a frame, if there may be one.
    frame: Option<Arc<str>>,
}

impl Hosts {
    /// The names of a server at this address: the address itself, and on loopback `localhost`.
    pub fn of(address: std::net::SocketAddr) -> Self {
        let port = address.port();
        let mut names = vec![address.to_string()];
        if address.ip().is_loopback() {
            names.extend([format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")]);
        }
        if port == 80 {
            names.extend(names.clone().iter().filter_map(|name| name.strip_suffix(":80").map(str::to_owned)));
        }
        Self { names: names.into(), frame: None }
    }

    /// The same with further names, for a server that was told to listen to the world.
    #[must_use]
    pub fn and(self, more: impl IntoIterator<Item = String>) -> Self {
        Self { names: self.names.iter().cloned().chain(more).collect(), ..self }
    }

    /// The same with a page that others may show in a frame, at `/?frame=SECRET`: those who know the secret.
    #[must_use]
    pub fn framed(self, secret: &str) -> Self {
        Self { frame: Some(format!("frame={secret}").into()), ..self }
    }

    fn allow(&self, host: &str) -> bool {
        self.names.iter().any(|name| name.eq_ignore_ascii_case(host))
    }

    fn allow_origin(&self, origin: &str) -> bool {
        origin.strip_prefix("http://").is_some_and(|host| self.allow(host))
    }

    fn allow_frame(&self, address: &Uri) -> bool {
        self.frame.as_deref().is_some_and(|frame| address.path() == "/" && address.query() == Some(frame))
    }
}

fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    // A header that is not text is not a name we know.
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

/// Refuses requests for other names and from other sites.
pub(crate) async fn only_own(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let refuse = |code, message: &str| Problem::new(StatusCode::FORBIDDEN, code, message).into_response();
    if headers.get_all(header::HOST).iter().count() != 1 || !text(headers, "host").is_some_and(|host| hosts.allow(host))
    {
        return refuse(Code::ForbiddenHost, "this server answers only to its own address");
    }
    let from_elsewhere = text(headers, "origin").is_some_and(|origin| !hosts.allow_origin(origin))
        || text(headers, "sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none"));
    // A link on another site may open the page, but not call the interface.
    let opens_page = request.method() == Method::GET
        && text(headers, "sec-fetch-mode") == Some("navigate")
        && !request.uri().path().starts_with("/api/");
    if from_elsewhere && !opens_page {
        return refuse(Code::ForbiddenOrigin, "this server answers only to its own page");
    }
    next.run(request).await
}

/// Ends what takes too long.
pub(crate) async fn in_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(limits::REQUEST_TIME, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::timeout(limits::REQUEST_TIME.as_secs()).into_response(),
    }
}

/// What may run, load and connect in the page: what is in the program, and nothing else.
macro_rules! policy {
    ($frames:literal) => {
        concat!(
            "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob: data:; ",
            "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'",
            $frames
        )
    };
}

/// Adds what every answer carries.
pub(crate) async fn sealed(State(hosts): State<Hosts>, request: Request, next: Next) -> Response {
    let is_framed = hosts.allow_frame(request.uri());
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        ("content-security-policy", if is_framed { policy!("") } else { policy!("; frame-ancestors 'none'") }),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !is_framed {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    response
}

/// Marks an answer that is sent while it is made: nobody waits for its end to tag it.
#[derive(Clone, Copy)]
pub(crate) struct Streamed;

/// The largest answer: a table, or a list of winning moves.
const ANSWER_LIMIT: usize = 256 << 20;

/// Tags answers to GET, and answers with the tag alone where the client has the rest.
pub(crate) async fn tagged(request: Request, next: Next) -> Response {
    let is_get = matches!(*request.method(), Method::GET | Method::HEAD);
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let response = next.run(request).await;
    let is_streamed = response.extensions().get::<Streamed>().is_some();
    if !is_get || is_streamed || response.status() != StatusCode::OK {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, ANSWER_LIMIT).await else {
        return Problem::internal("an answer was too long").into_response();
    };
    let tag = format!("\"{:032x}\"", xxh3_128(&bytes));
    let has_it = known.as_ref().and_then(|known| known.to_str().ok()).is_some_and(|known| {
        known.split(',').any(|known| {
            matches!(known.trim().trim_start_matches("W/"), "*") || known.trim().trim_start_matches("W/") == tag
        })
    });
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        parts.headers.insert(header::ETAG, tag);
    }
    if has_it {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(header::CONTENT_LENGTH);
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, Body::from(bytes))
}
