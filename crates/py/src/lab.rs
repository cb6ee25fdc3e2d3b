//! The laboratory inside Python: a referee who is asked without a network, and a server on loopback.
//!
//! Both have threads of their own. A process that forks takes none of them along: what the child finds of them it
//! leaves alone, since to end them would be to wait for threads that are not there.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tower::ServiceExt;
use wythoff_lab::{Config, DEFAULT_BUDGET, Hosts, Lab, default_store, router, serve};

use crate::errors::Failure;

/// What belongs to the process that made it, and is forgotten in others.
struct Own<T> {
    process: u32,
    thing: Mutex<Option<T>>,
}

impl<T> Own<T> {
    fn new(thing: T) -> Self {
        Self { process: std::process::id(), thing: Mutex::new(Some(thing)) }
    }

    /// Takes it, if it is there and ours.
    fn take(&self) -> Option<T> {
        let thing = self.thing.lock().unwrap_or_else(PoisonError::into_inner).take();
        if self.process == std::process::id() {
            return thing;
        }
        std::mem::forget(thing);
        None
    }

    /// What it says of itself, if it is there and ours.
    fn with<R>(&self, say: impl FnOnce(&T) -> R) -> Option<R> {
        let thing = self.thing.lock().unwrap_or_else(PoisonError::into_inner);
        thing.as_ref().filter(|_| self.process == std::process::id()).map(say)
    }
}

impl<T> Drop for Own<T> {
    fn drop(&mut self) {
        drop(self.take());
    }
}

fn threads() -> Result<Runtime, Failure> {
    Builder::new_multi_thread().worker_threads(2).enable_all().build().map_err(Failure::refused)
}

/// A laboratory that keeps nothing, and where.
fn passing() -> Result<(Config, TempDir), Failure> {
    let folder = tempfile::Builder::new().prefix("wythoff-").tempdir().map_err(Failure::refused)?;
    Ok((Config { store: folder.path().to_owned(), budget: DEFAULT_BUDGET, atlas: None, boards: Vec::new() }, folder))
}

/// Answers what the laboratory's server answers, without a network.
#[pyclass(frozen, module = "wythoff._wythoff")]
pub(crate) struct Referee(Own<Room>);

/// In the order in which it is to end: the folder last.
struct Room {
    runtime: Runtime,
    lab: Arc<Lab>,
    router: Router,
    _folder: TempDir,
}

impl Drop for Room {
    fn drop(&mut self) {
        self.lab.park();
    }
}

/// The name under which the referee is asked for. Nobody else can ask.
const NAME: &str = "127.0.0.1";

/// Longer answers are not read.
const ANSWER_LIMIT: usize = 64 << 20;

#[pymethods]
impl Referee {
    #[new]
    fn new(py: Python<'_>) -> Result<Self, Failure> {
        py.detach(|| {
            let (config, folder) = passing()?;
            let lab = Lab::at_rest(&config).map_err(Failure::refused)?;
            let hosts = Hosts::of(SocketAddr::from((Ipv4Addr::LOCALHOST, 80)));
            let router = router(Arc::clone(&lab), hosts);
            Ok(Self(Own::new(Room { runtime: threads()?, lab, router, _folder: folder })))
        })
    }

    /// The status, the type and the bytes of an answer.
    fn ask<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        path: &str,
        body: &[u8],
    ) -> Result<(u16, String, Bound<'py, PyBytes>), Failure> {
        let request = Request::builder().method(method).uri(path).header(header::HOST, NAME);
        let request = request.header(header::CONTENT_TYPE, "application/json").body(Body::from(body.to_vec()));
        let request = request.map_err(Failure::refused)?;
        let (status, kind, bytes) = py.detach(|| {
            let room = self.0.with(|room| (room.runtime.handle().clone(), room.router.clone()));
            let (runtime, router) =
                room.ok_or_else(|| Failure::Refused("the referee belongs to another process".to_owned()))?;
            let answer = runtime.block_on(async {
                let response = router.oneshot(request).await.unwrap_or_else(|never| match never {});
                let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
                let (status, kind) = (response.status().as_u16(), kind.unwrap_or_default().to_owned());
                Ok::<_, axum::Error>((status, kind, to_bytes(response.into_body(), ANSWER_LIMIT).await?))
            });
            answer.map_err(Failure::refused)
        })?;
        Ok((status, kind, PyBytes::new(py, &bytes)))
    }
}

/// The laboratory at a free port of this machine, for a notebook's frames.
#[pyclass(frozen, module = "wythoff._wythoff")]
pub(crate) struct Server {
    address: SocketAddr,
    store: PathBuf,
    open: Own<Open>,
}

struct Open {
    stop: oneshot::Sender<()>,
    served: JoinHandle<std::io::Result<()>>,
    runtime: Runtime,
    _folder: Option<TempDir>,
}

/// How long the server's end may take: that of its connections, and of the squares at work.
const FAREWELL: Duration = Duration::from_secs(8);

impl Open {
    fn close(self) {
        let Self { stop, served, runtime, _folder } = self;
        // It may have ended by itself.
        let _ = stop.send(());
        let _ = runtime.block_on(async { tokio::time::timeout(FAREWELL, served).await });
        runtime.shutdown_background();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(open) = self.open.take() {
            open.close();
        }
    }
}

/// Where boards are kept between sessions; if another laboratory does so there, or nothing can be kept, a folder for
/// the moment.
fn open_store() -> Result<(Arc<Lab>, PathBuf, Option<TempDir>), Failure> {
    if let Some(store) = default_store() {
        let config = Config { store: store.clone(), budget: DEFAULT_BUDGET, atlas: None, boards: Vec::new() };
        if let Ok(lab) = Lab::open(&config) {
            return Ok((lab, store, None));
        }
    }
    let (config, folder) = passing()?;
    let lab = Lab::open(&config).map_err(Failure::refused)?;
    Ok((lab, config.store, Some(folder)))
}

#[pymethods]
impl Server {
    /// Starts it. A frame may show `/?frame=SECRET` of it, and nothing else.
    #[new]
    fn new(py: Python<'_>, secret: &str) -> Result<Self, Failure> {
        py.detach(|| {
            let runtime = threads()?;
            let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))).map_err(Failure::refused)?;
            let address = listener.local_addr().map_err(Failure::refused)?;
            let (lab, store, folder) = open_store()?;
            let (stop, stopped) = oneshot::channel();
            let hosts = Hosts::of(address).framed(secret);
            // Whoever drops the sender stops it, too.
            let served = runtime.spawn(serve(listener, lab, hosts, async { drop(stopped.await) }));
            Ok(Self { address, store, open: Own::new(Open { stop, served, runtime, _folder: folder }) })
        })
    }

    /// Where it answers: `http://127.0.0.1:PORT`.
    #[getter]
    fn address(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Where it keeps boards.
    #[getter]
    fn store(&self) -> PathBuf {
        self.store.clone()
    }

    /// Ends it: answers end, and finished work is on disk. Once is enough.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.open.take().map(Open::close));
    }
}
