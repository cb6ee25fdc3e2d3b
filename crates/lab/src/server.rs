//! Addresses, connections, and the end.

use std::any::Any;
use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Router, middleware};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_http::catch_panic::CatchPanicLayer;

use crate::guard::{self, Hosts};
use crate::lab::Lab;
use crate::limits;
use crate::page;
use crate::problem::Problem;

/// The description of the interface.
const OPENAPI: &str = include_str!("../openapi.json");

pub(crate) async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// The addresses of the interface, as `openapi.json` writes them.
pub fn routes() -> Vec<&'static str> {
    crate::routes::by_path().into_keys().collect()
}

/// The whole server as a service.
pub fn router(lab: Arc<Lab>, hosts: Hosts) -> Router {
    crate::routes::router()
        .fallback(page::file)
        .with_state(lab)
        .layer(DefaultBodyLimit::max(limits::BODY))
        .layer(middleware::from_fn(guard::tagged))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(middleware::from_fn(guard::in_time))
        .layer(middleware::from_fn_with_state(hosts.clone(), guard::only_own))
        .layer(middleware::from_fn_with_state(hosts, guard::sealed))
}

fn panicked(_: Box<dyn Any + Send>) -> Response {
    Problem::internal("this answer failed unexpectedly; others are not affected").into_response()
}

/// How long open connections may go on once the server stops.
const FAREWELL: Duration = Duration::from_secs(3);

/// Serves until `stop` comes; then lets answers end and parks the jobs.
///
/// # Errors
/// When the listener fails.
pub async fn serve(
    listener: TcpListener,
    lab: Arc<Lab>,
    hosts: Hosts,
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let router = router(Arc::clone(&lab), hosts);
    let places = Arc::new(Semaphore::new(limits::CONNECTIONS));
    let farewell = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        // A client that finds no place waits in the system's queue: whoever says nothing loses his place soon.
        let next = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            () = &mut stop => break,
            next = next => next,
        };
        let (Ok(place), Ok((stream, _))) = (place, accepted) else {
            // One connection failed, or there are too many open files: others may fare better.
            tokio::time::sleep(Duration::from_millis(20)).await;
            continue;
        };
        // Small answers are not to wait for more.
        let _ = stream.set_nodelay(true);
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(limits::HEADER_TIME).max_buf_size(64 << 10);
        let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router.clone()));
        let connection = farewell.watch(connection);
        tokio::spawn(async move {
            // What goes wrong on a connection concerns its client alone.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(FAREWELL, farewell.shutdown()).await;
    let parking = Arc::clone(&lab);
    let _ = tokio::task::spawn_blocking(move || parking.park()).await;
    Ok(())
}
