//! Work without Python's lock: other Python threads run on, Ctrl-C stops it, and a bar shows how far it is.
//!
//! The work runs in a pool of threads while the caller waits, looks for signals, and tells the bar. Calls at the same
//! time have a pool each, so that a short one does not wait for a long one. A process that forks keeps no thread but
//! the one that forked: its pools are forgotten, and new ones are made.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use wythoff::Watch;

use crate::errors::Failure;

/// How often the caller looks for signals, and tells how far the work is.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(50);
/// No bar for work that is shorter.
const PATIENCE: Duration = Duration::from_millis(700);

/// The pools that nobody uses at the moment, and how many threads each has (0: as many as there are cores).
static IDLE: Mutex<(Vec<ThreadPool>, usize)> = Mutex::new((Vec::new(), 0));

/// How far the work is, and whether it is to stop.
struct Told {
    done: AtomicU64,
    total: AtomicU64,
    is_stopped: AtomicBool,
}

impl Watch for Told {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        self.done.store(done, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
        if self.is_stopped.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Does the work while Python goes on. Ctrl-C, or a bar that fails, stops it.
pub(crate) fn run<T: Send, E: Into<Failure> + Send>(
    py: Python<'_>,
    work: impl FnOnce(&(dyn Watch + Sync)) -> Result<T, E> + Send,
) -> Result<T, Failure> {
    let pool = pool()?;
    let result = run_in(py, &pool, work);
    give_back(pool);
    result
}

/// The same for work that has so many threads of its own, or as many as later calls have where that is 0. The threads
/// of a pool that is too large would look for work, and take time from other processes.
pub(crate) fn run_on<T: Send, E: Into<Failure> + Send>(
    py: Python<'_>,
    threads: usize,
    work: impl FnOnce(&(dyn Watch + Sync)) -> Result<T, E> + Send,
) -> Result<T, Failure> {
    match threads {
        0 => run(py, work),
        _ => run_in(py, &ThreadPoolBuilder::new().num_threads(1).build().map_err(Failure::refused)?, work),
    }
}

fn run_in<T: Send, E: Into<Failure> + Send>(
    py: Python<'_>,
    pool: &ThreadPool,
    work: impl FnOnce(&(dyn Watch + Sync)) -> Result<T, E> + Send,
) -> Result<T, Failure> {
    let told = Told { done: AtomicU64::new(0), total: AtomicU64::new(0), is_stopped: AtomicBool::new(false) };
    let result = py.detach(|| {
        let (sender, receiver) = mpsc::channel();
        pool.in_place_scope(|scope| {
            let told = &told;
            scope.spawn(move |_| {
                // Nobody listens any more if the caller has panicked.
                let _ = sender.send(work(told));
            });
            let (since, mut bar, mut raised) = (Instant::now(), None, None);
            let result = loop {
                match receiver.recv_timeout(LOOK_EVERY) {
                    Ok(result) => break Some(result),
                    // The work has panicked: the scope hands that on.
                    Err(RecvTimeoutError::Disconnected) => break None,
                    Err(RecvTimeoutError::Timeout) if raised.is_some() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        let is_long = since.elapsed() > PATIENCE;
                        let looked = Python::try_attach(|py| look(py, told, is_long, &mut bar));
                        // An interpreter that is at its end can't be asked, and nobody waits for the result.
                        let is_over = looked.is_none();
                        raised = looked.and_then(Result::err);
                        told.is_stopped.store(is_over || raised.is_some(), Ordering::Relaxed);
                    }
                }
            };
            if let Some(bar) = bar {
                let closed = Python::try_attach(|py| bar.call_method0(py, "close").map(drop));
                raised = raised.or_else(|| closed.and_then(Result::err));
            }
            result.map(|result| raised.map_or_else(|| result.map_err(Into::into), |error| Err(error.into())))
        })
    });
    result.unwrap_or_else(|| Err(Failure::Refused("the work ended without a result".to_owned())))
}

/// Lets signal handlers run, and shows how far the work is.
fn look(py: Python<'_>, told: &Told, is_long: bool, bar: &mut Option<Py<PyAny>>) -> PyResult<()> {
    py.check_signals()?;
    let (done, total) = (told.done.load(Ordering::Relaxed), told.total.load(Ordering::Relaxed));
    if !is_long || total == 0 {
        return Ok(());
    }
    if bar.is_none() {
        *bar = Some(py.import("wythoff.work")?.call_method0("_begin")?.unbind());
    }
    bar.as_ref().map_or(Ok(()), |bar| bar.call_method1(py, "show", (done, total)).map(drop))
}

fn idle() -> std::sync::MutexGuard<'static, (Vec<ThreadPool>, usize)> {
    IDLE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn pool() -> Result<ThreadPool, Failure> {
    let threads = {
        let (pools, threads) = &mut *idle();
        if let Some(pool) = pools.pop() {
            return Ok(pool);
        }
        *threads
    };
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(Failure::refused)
}

fn give_back(pool: ThreadPool) {
    let (pools, threads) = &mut *idle();
    if *threads == 0 || pool.current_num_threads() == *threads {
        pools.push(pool);
    }
}

/// How many threads the work of later calls has; 0 for as many as there are cores.
#[pyfunction]
pub(crate) fn set_threads(threads: usize) {
    *idle() = (Vec::new(), threads);
}

/// How many threads that are.
#[pyfunction]
pub(crate) fn thread_count() -> usize {
    match idle().1 {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        threads => threads,
    }
}

/// Forgets all pools: their threads have stayed behind in the process that forked.
#[pyfunction]
pub(crate) fn forget_pools() {
    let (pools, _) = &mut *idle();
    // To end a pool would wait for threads that are not there.
    std::mem::forget(std::mem::take(pools));
}
