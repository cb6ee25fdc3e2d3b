//! A laboratory without a network: requests go straight to the router.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::Value;
use tower::ServiceExt;
use wythoff_lab::{Config, Hosts, Lab, StoreError, router};

pub(crate) const HOST: &str = "127.0.0.1:8013";

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("not JSON: {}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

pub(crate) struct Client {
    pub(crate) lab: Arc<Lab>,
    pub(crate) router: Router,
}

impl Client {
    pub(crate) fn open(store: &Path, budget: u64) -> Result<Self, StoreError> {
        Self::with(&Config { store: store.to_owned(), budget, atlas: None, boards: Vec::new() })
    }

    pub(crate) fn with(config: &Config) -> Result<Self, StoreError> {
        let lab = Lab::open(config)?;
        let hosts = Hosts::of(HOST.parse().expect("an address"));
        Ok(Self { router: router(Arc::clone(&lab), hosts), lab })
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.expect("the router always answers");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("a body").to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, bytes }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Request::get(path).header("host", HOST).body(Body::empty()).expect("a request")).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Answer {
        let request = Request::post(path).header("host", HOST).header("content-type", "application/json");
        self.send(request.body(Body::from(body.to_string())).expect("a request")).await
    }

    pub(crate) async fn method(&self, method: Method, path: &str) -> StatusCode {
        let request = Request::builder().method(method).uri(path).header("host", HOST);
        let request = request.header("content-type", "application/json").body(Body::from("{}")).expect("a request");
        self.router.clone().oneshot(request).await.expect("the router always answers").status()
    }

    /// Grows a board and waits for it.
    pub(crate) async fn grow(&self, k: u64, side: u64) {
        let answer = self.post(&format!("/api/board/blocking:k={k}/grow"), &serde_json::json!({ "side": side })).await;
        assert!(answer.status.is_success(), "{}", answer.text());
        if let Some(id) = answer.json()["job"]["id"].as_str() {
            let report = self.finished(id).await;
            assert_eq!(report["state"], "done", "{report}");
        }
    }

    /// The last report of a job.
    pub(crate) async fn finished(&self, id: &str) -> Value {
        loop {
            let report = self.get(&format!("/api/jobs/{id}")).await.json();
            if report["state"] != "running" && report["state"] != "queued" {
                return report;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.lab.park();
    }
}
