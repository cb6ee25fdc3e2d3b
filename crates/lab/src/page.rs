//! The page: every file of it is part of the program.

use axum::extract::Request;
use axum::http::{Method, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::problem::Problem;

#[derive(RustEmbed)]
#[folder = "page"]
struct Page;

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "ttf" => "font/ttf",
        "txt" => "text/plain; charset=utf-8",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// A file of the page; a path that looks like none is a view of the page itself. The name is looked up in a table:
/// nothing on disk is touched.
pub(crate) async fn file(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Problem::not_found("there is no such address; /api/openapi.json lists them").into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Problem::wrong_method().into_response();
    }
    let is_view = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let path = if is_view { "index.html" } else { path };
    match Page::get(path) {
        Some(file) => ([(header::CONTENT_TYPE, kind(path))], file.data.into_owned()).into_response(),
        None => Problem::not_found("the page has no such file").into_response(),
    }
}
