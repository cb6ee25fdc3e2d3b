//! What all requests share.

use std::path::PathBuf;
use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::response::Response;
#[cfg(not(target_family = "wasm"))]
use tokio::sync::Semaphore;

use crate::atlas::Atlas;
use crate::boards::Boards;
use crate::cache::Shelf;
use crate::grow::Growers;
use crate::jobs::Jobs;
use crate::limits::{self, Deadline};
use crate::play::Tables;
use crate::problem::Problem;
use crate::store::{Store, StoreError};
use crate::theorems::Reports;
use crate::wire::jobs::Work;

/// Where the laboratory keeps things, and how much.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of stored boards.
    pub store: PathBuf,
    /// How many bytes the stored boards may take.
    pub budget: u64,
    /// The folder with the records of a sweep, if there is one.
    pub atlas: Option<PathBuf>,
    /// Boards that were written as Zarr, or folders of such boards, to be looked at.
    pub boards: Vec<PathBuf>,
}

/// The default budget of the store: room for the largest board and more.
pub const DEFAULT_BUDGET: u64 = limits::STORE_BYTES;

/// Where boards are kept if nobody says where: in the user's folder for things that can be made again. Nothing where
/// there is no such folder.
pub fn default_store() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || variable("HOME").map(|home| home.join(".cache"));
    let caches = variable("XDG_CACHE_HOME").or_else(home).or_else(|| variable("LOCALAPPDATA"));
    caches.map(|caches| caches.join("wythoff").join("lab"))
}

/// What the page opens with, and how far it is computed at once.
pub(crate) const DEFAULT_K: u64 = 100;
const DEFAULT_SIDE: u64 = 8192;

/// What a request is answered with.
pub(crate) type Answer = Result<Response, Problem>;

/// An answer that is worth keeping: its type and its bytes.
pub(crate) type Finished = (&'static str, Vec<u8>);

/// The laboratory.
pub struct Lab {
    pub(crate) store: Arc<Store>,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) growers: Arc<Growers>,
    pub(crate) boards: Arc<Boards>,
    pub(crate) tiles: Shelf<String, Finished>,
    pub(crate) tables: Tables,
    pub(crate) reports: Reports,
    pub(crate) atlas: Atlas,
    #[cfg(not(target_family = "wasm"))]
    pub(crate) places: Places,
}

/// Who may work at the same time: a module has one thread and needs none of them.
#[cfg(not(target_family = "wasm"))]
pub(crate) struct Places {
    pub(crate) listeners: Arc<Semaphore>,
    /// Those who draw while they send.
    pub(crate) streams: Arc<Semaphore>,
    /// Those who answer at once, and those who may take seconds: the ones do not wait for the others.
    desks: Arc<Semaphore>,
    studies: Arc<Semaphore>,
    waiting: AtomicUsize,
}

#[cfg(not(target_family = "wasm"))]
impl Places {
    fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            listeners: Arc::new(Semaphore::new(limits::LISTENERS)),
            streams: Arc::new(Semaphore::new(limits::STREAMS)),
            desks: Arc::new(Semaphore::new(2 * cores.max(2))),
            studies: Arc::new(Semaphore::new(cores.max(2))),
            waiting: AtomicUsize::new(0),
        }
    }
}

impl Lab {
    /// Opens the store and goes on with what was parked.
    ///
    /// # Errors
    /// When the store can't be used.
    pub fn open(config: &Config) -> Result<Arc<Self>, StoreError> {
        let lab = Self::at_rest(config)?;
        // The first view before all else. A budget that is too small for it is no reason not to start.
        let _ = lab.growers.grow(DEFAULT_K, DEFAULT_SIDE);
        lab.growers.resume();
        Ok(lab)
    }

    /// Opens the store and computes nothing before it is asked: for those who play and look at no board.
    ///
    /// # Errors
    /// When the store can't be used.
    pub fn at_rest(config: &Config) -> Result<Arc<Self>, StoreError> {
        let store = Arc::new(Store::open(&config.store, config.budget)?);
        let jobs = Arc::new(Jobs::default());
        let growers = Growers::new(Arc::clone(&store), Arc::clone(&jobs));
        Ok(Arc::new(Self {
            boards: Arc::new(Boards::new(Arc::clone(&store), Arc::clone(&growers), config.boards.clone())),
            store,
            jobs,
            growers,
            tiles: Shelf::new(limits::TILES_BYTES),
            tables: Tables::default(),
            reports: Reports::default(),
            atlas: Atlas::new(config.atlas.clone()),
            #[cfg(not(target_family = "wasm"))]
            places: Places::new(),
        }))
    }

    /// What was damaged when the store was opened, and what becomes of it, in a sentence each.
    pub fn damage(&self) -> &[String] {
        self.store.damage()
    }

    /// Stops all work: jobs are parked, and finished work is on disk.
    pub fn park(&self) {
        for job in self.jobs.all() {
            if job.report().kind != Work::Grow {
                job.cancel();
            }
        }
        self.growers.park();
    }
}

#[cfg(not(target_family = "wasm"))]
impl Lab {
    /// Computes an answer on a thread of its own, of which there are few; those who come too late wait, and when too
    /// many wait they are sent away.
    pub(crate) async fn work<T: Send + 'static>(
        self: &Arc<Self>,
        answer: impl FnOnce(&Self, &Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.with_desk(&self.places.desks, answer).await
    }

    /// At a desk if the answer is `quick`, else in a study.
    pub(crate) async fn work_or_study<T: Send + 'static>(
        self: &Arc<Self>,
        quick: bool,
        answer: impl FnOnce(&Self, &Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.with_desk(if quick { &self.places.desks } else { &self.places.studies }, answer).await
    }

    /// The same for an answer that may take seconds.
    pub(crate) async fn study<T: Send + 'static>(
        self: &Arc<Self>,
        answer: impl FnOnce(&Self, &Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.with_desk(&self.places.studies, answer).await
    }

    async fn with_desk<T: Send + 'static>(
        self: &Arc<Self>,
        desks: &Arc<Semaphore>,
        answer: impl FnOnce(&Self, &Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let queue = InQueue::enter(&self.places.waiting)?;
        let desk = Arc::clone(desks).acquire_owned().await.map_err(|_| Problem::internal("the server is stopping"))?;
        drop(queue);
        let lab = Arc::clone(self);
        let answer = tokio::task::spawn_blocking(move || {
            // Taken until the work ends, also when nobody waits for the answer any longer.
            let _desk = desk;
            answer(&lab, &Deadline::new())
        })
        .await;
        answer.unwrap_or_else(|_| Err(Problem::internal("this answer failed unexpectedly; others are not affected")))
    }
}

/// The same in a module: at once, one after the other.
#[cfg(target_family = "wasm")]
#[expect(clippy::unused_async, reason = "the server waits for a thread")]
impl Lab {
    pub(crate) async fn work<T>(
        self: &Arc<Self>,
        answer: impl FnOnce(&Self, &Deadline) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        answer(self, &Deadline::new())
    }

    pub(crate) async fn work_or_study<T>(
        self: &Arc<Self>,
        _: bool,
        answer: impl FnOnce(&Self, &Deadline) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.work(answer).await
    }

    pub(crate) async fn study<T>(
        self: &Arc<Self>,
        answer: impl FnOnce(&Self, &Deadline) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        self.work(answer).await
    }
}

/// A place in the queue, given back in any case.
#[cfg(not(target_family = "wasm"))]
struct InQueue<'q>(&'q AtomicUsize);

#[cfg(not(target_family = "wasm"))]
impl<'q> InQueue<'q> {
    fn enter(waiting: &'q AtomicUsize) -> Result<Self, Problem> {
        let place = Self(waiting);
        if waiting.fetch_add(1, Ordering::Relaxed) < limits::WAITING {
            return Ok(place);
        }
        let message = format!("{} requests wait already, the limit; try again soon", limits::WAITING);
        Err(Problem::busy("concurrency", limits::WAITING, message))
    }
}

#[cfg(not(target_family = "wasm"))]
impl Drop for InQueue<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// Whoever goes away does not free the place of the work that he has left behind.
    #[tokio::test]
    async fn work_keeps_its_desk_until_it_ends() {
        let folder = tempfile::tempdir().expect("a folder");
        let lab =
            Lab::open(&Config { store: folder.path().to_owned(), budget: 1 << 26, atlas: None, boards: Vec::new() })
                .expect("a store");
        let (all, is_over) = (lab.places.desks.available_permits(), Arc::new(AtomicBool::new(false)));
        let end = Arc::clone(&is_over);
        let work = lab.work(move |_, _| {
            while !end.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            Ok(())
        });
        // Nobody waits for it after a moment.
        assert!(tokio::time::timeout(std::time::Duration::from_millis(50), work).await.is_err());
        assert_eq!(lab.places.desks.available_permits(), all - 1);
        is_over.store(true, Ordering::Relaxed);
        while lab.places.desks.available_permits() < all {
            tokio::task::yield_now().await;
        }
        lab.park();
    }
}
