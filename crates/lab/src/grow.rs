//! Growing boards: as many workers as there are cores, who go round among the boards, square by square.
//!
//! A square takes some milliseconds. A worker takes one of the board whose turn it is and that has one ready, then
//! turns to the next board. So a board of a few squares is finished at once however large another one is, and a board
//! that is alone has all workers. A finished row is on disk before anybody can see it.

use std::collections::{HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::http::StatusCode;
use serde_json::json;
use wythoff::engine::dense::{Growth, SIDE, Solved, Task};

use crate::cache::lock;
use crate::jobs::{Job, Jobs};
use crate::limits;
use crate::problem::Problem;
use crate::store::{Kept, Store, StoreError};
use crate::wire::jobs::{Standing, Work};
use crate::wire::refusal::Code;

/// Rows of squares of a board with this side.
pub(crate) fn rows_of(side: u64) -> u32 {
    u32::try_from(side.div_ceil(SIDE)).unwrap_or(u32::MAX)
}

fn squares_of(rows: u32) -> u64 {
    u64::from(rows) * u64::from(rows + 1) / 2
}

/// A board at work.
struct Grower {
    board: Arc<Kept>,
    job: Arc<Job>,
    end: AtomicU32,
    /// `None` before the first square, and once the work is over.
    growth: Mutex<Option<Growth>>,
    begun: AtomicBool,
    squares: AtomicU64,
    /// What was damaged when the work was taken up, for those who watch.
    damage: OnceLock<String>,
}

/// Why a board stops growing before its end.
enum Trouble {
    Stopped,
    Store(StoreError),
    Other(String),
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl Grower {
    /// The next square, if one is ready. The first call takes up the work where the store ends.
    fn claim(&self) -> Result<Option<Task>, Trouble> {
        if self.job.is_stopped() {
            return Err(Trouble::Stopped);
        }
        if !self.begun.swap(true, Ordering::Relaxed) {
            let (growth, damage) = resumed(&self.board)?;
            if let Some(damage) = damage {
                let _ = self.damage.set(format!("; {damage} and is computed again"));
            }
            self.squares.store(squares_of(self.board.rows()), Ordering::Relaxed);
            let mut place = lock(&self.growth);
            // Whoever ends the work stops the job first.
            if self.job.is_stopped() {
                return Err(Trouble::Stopped);
            }
            *place = Some(growth);
            drop(place);
            self.show();
        }
        Ok(lock(&self.growth).as_mut().and_then(|growth| growth.claim(self.end.load(Ordering::Relaxed))))
    }

    /// Takes the solution back; says whether the board is finished.
    fn settle(&self, store: &Store, square: Solved) -> Result<bool, Trouble> {
        let mut growth = lock(&self.growth);
        let Some(growth) = growth.as_mut() else { return Err(Trouble::Stopped) };
        // Rows are written in order because the lock is held.
        if let Some(row) = growth.settle(square) {
            store.append(&self.board, &row)?;
        }
        self.squares.fetch_add(1, Ordering::Relaxed);
        self.show();
        Ok(growth.rows() >= self.end.load(Ordering::Relaxed))
    }

    fn show(&self) {
        let total = squares_of(self.end.load(Ordering::Relaxed));
        let ready = self.board.side();
        let damage = self.damage.get().map_or("", String::as_str);
        self.job.progress(self.squares.load(Ordering::Relaxed), total, format!("ready up to {ready}{damage}"));
    }
}

/// The growth after the last row that is kept, and what was damaged. That row is solved again, for what leaves it; if
/// it is damaged, it is dropped.
fn resumed(board: &Kept) -> Result<(Growth, Option<StoreError>), Trouble> {
    let other = |error: &dyn std::fmt::Display| Trouble::Other(error.to_string());
    let mut damage = None;
    while let Some(last) = board.rows().checked_sub(1) {
        match solved(board, last) {
            Err(Trouble::Store(error @ StoreError::Damaged { row, .. })) => {
                board.drop_from(row)?;
                damage = Some(error);
            }
            squares => return Ok((Growth::after(board.k(), squares?).map_err(|e| other(&e))?, damage)),
        }
    }
    Ok((Growth::new(board.k()).map_err(|e| other(&e))?, damage))
}

/// The squares of a row that is kept.
fn solved(board: &Kept, row: u32) -> Result<Vec<Solved>, Trouble> {
    let damaged = || StoreError::Damaged { k: board.k(), row };
    let solve = |column| {
        let entry = board.entry(column, row)?.ok_or_else(damaged)?;
        Task::new(board.k(), column, row, entry).solve().map_err(|error| Trouble::Other(error.to_string()))
    };
    (0..=row).map(solve).collect()
}

/// The workers and the boards they go round.
pub(crate) struct Growers {
    store: Arc<Store>,
    jobs: Arc<Jobs>,
    ring: Mutex<VecDeque<Arc<Grower>>>,
    news: Condvar,
    closing: AtomicBool,
    workers: Mutex<Vec<JoinHandle<()>>>,
    /// Boards whose work somebody has cancelled.
    given_up: Mutex<HashSet<u64>>,
}

impl Growers {
    pub(crate) fn new(store: Arc<Store>, jobs: Arc<Jobs>) -> Arc<Self> {
        let growers = Arc::new(Self {
            store,
            jobs,
            ring: Mutex::default(),
            news: Condvar::new(),
            closing: AtomicBool::new(false),
            workers: Mutex::default(),
            given_up: Mutex::default(),
        });
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // A module has no threads: whoever runs it asks for one square after the other.
        let cores = if cfg!(target_family = "wasm") { 0 } else { cores };
        for _ in 0..cores {
            let worker = Arc::clone(&growers);
            lock(&growers.workers).push(std::thread::spawn(move || worker.work()));
        }
        growers
    }

    /// Takes up what an earlier session has left unfinished.
    pub(crate) fn resume(&self) {
        for board in self.store.boards() {
            if let Some(rows) = board.target().filter(|rows| u64::from(*rows) <= u64::from(rows_of(limits::SIDE))) {
                // Without room, or with too many jobs, it stays as it is.
                let _ = self.grow(board.k(), u64::from(rows) * SIDE);
            }
        }
    }

    /// The job that computes the board, if there is one, and up to which side.
    pub(crate) fn job(&self, k: u64) -> Option<(Arc<Job>, u64)> {
        let ring = lock(&self.ring);
        let found = ring.iter().find(|grower| grower.board.k() == k && !grower.job.is_stopped())?;
        Some((Arc::clone(&found.job), u64::from(found.end.load(Ordering::Relaxed)) * SIDE))
    }

    /// Computes the board of W^k up to `side`; `None` when it is there already.
    pub(crate) fn grow(&self, k: u64, side: u64) -> Result<Option<Arc<Job>>, Problem> {
        if k > limits::K {
            return Err(Problem::limit("k", limits::K, format!("boards of W^k are kept for k ≤ {}", limits::K)));
        }
        if side > limits::SIDE.next_multiple_of(SIDE) {
            let message = format!("a board has at most {0} × {0} cells", limits::SIDE);
            return Err(Problem::limit("side", limits::SIDE, message));
        }
        let rows = rows_of(side.max(1));
        let mut ring = lock(&self.ring);
        if self.closing.load(Ordering::Relaxed) {
            return Err(Problem::busy("jobs", 0, "the server is stopping"));
        }
        if let Some(grower) = ring.iter().find(|grower| grower.board.k() == k && !grower.job.is_stopped()) {
            if grower.end.load(Ordering::Relaxed) < rows {
                self.store.begin(k, rows).map_err(|error| unwritten(&error))?;
                grower.end.fetch_max(rows, Ordering::Relaxed);
                grower.show();
            }
            return Ok(Some(Arc::clone(&grower.job)));
        }
        // One that was cancelled, and that no worker has come by since.
        if let Some(place) = ring.iter().position(|grower| grower.board.k() == k) {
            self.end(&mut ring, place, Err(Trouble::Stopped));
        }
        if self.store.get(k).is_some_and(|board| board.rows() >= rows) {
            return Ok(None);
        }
        lock(&self.given_up).remove(&k);
        let job = self.jobs.begin(
            Work::Grow,
            format!("blocking:k={k}"),
            format!("W^{k} up to {}", side.min(limits::SIDE)),
        )?;
        let board = self.store.begin(k, rows).map_err(|error| {
            job.end(Standing::Failed, json!(null), Some(error.to_string()));
            unwritten(&error)
        })?;
        let (end, begun) = (AtomicU32::new(rows), AtomicBool::new(false));
        let grower = Grower {
            board,
            job: Arc::clone(&job),
            end,
            growth: Mutex::default(),
            begun,
            squares: AtomicU64::new(0),
            damage: OnceLock::new(),
        };
        ring.push_back(Arc::new(grower));
        self.news.notify_all();
        Ok(Some(job))
    }

    /// Begins what a first look at the board of W^k needs, unless it is there.
    pub(crate) fn begin(&self, k: u64) -> Result<Option<Arc<Job>>, Problem> {
        let side = limits::first_side(k);
        // Whoever has stopped the work does not want it begun again by looking.
        let board = self.store.get(k);
        let is_short = board.as_ref().is_none_or(|board| board.side() < side);
        if !is_short || self.is_given_up(k) {
            return Ok(None);
        }
        let begun = self.grow(k, side);
        // Where nothing can be written, what is there is looked at.
        let is_stuck = self.store.trouble().is_some() && board.is_some_and(|board| board.rows() > 0);
        if is_stuck { Ok(begun.unwrap_or(None)) } else { begun }
    }

    fn work(&self) {
        while !self.closing.load(Ordering::Relaxed) {
            if !self.go_round() {
                // A notice may have come in between: look again soon.
                let ring = lock(&self.ring);
                let pause = Duration::from_millis(if ring.is_empty() { 500 } else { 2 });
                drop(self.news.wait_timeout(ring, pause).unwrap_or_else(PoisonError::into_inner));
            }
        }
    }

    /// Gives each board a chance, from the one whose turn it is, until one has a square ready; says whether there was
    /// one.
    fn go_round(&self) -> bool {
        let boards = lock(&self.ring).len();
        for _ in 0..boards {
            let grower = {
                let mut ring = lock(&self.ring);
                let Some(first) = ring.pop_front() else { return false };
                ring.push_back(Arc::clone(&first));
                first
            };
            let turn = catch_unwind(AssertUnwindSafe(|| self.turn(&grower)));
            match turn {
                Ok(Ok(None)) => {}
                Ok(Ok(Some(false))) => return true,
                Ok(Ok(Some(true))) => {
                    self.leave(&grower, Ok(()));
                    return true;
                }
                Ok(Err(trouble)) => self.leave(&grower, Err(trouble)),
                Err(_) => self.leave(&grower, Err(Trouble::Other("the computation failed unexpectedly".to_owned()))),
            }
        }
        false
    }

    /// One square of one of the boards; says whether there was one to do.
    #[cfg(target_family = "wasm")]
    pub(crate) fn step(&self) -> bool {
        self.go_round()
    }

    /// One square of the board, if one is ready; says whether the board is finished.
    fn turn(&self, grower: &Grower) -> Result<Option<bool>, Trouble> {
        let Some(task) = grower.claim()? else { return Ok(None) };
        let square = task.solve().map_err(|error| Trouble::Other(error.to_string()))?;
        let finished = grower.settle(&self.store, square)?;
        self.news.notify_one();
        Ok(Some(finished))
    }

    /// Whether the work on this board was cancelled, and nobody has asked for it since.
    pub(crate) fn is_given_up(&self, k: u64) -> bool {
        let is_stopping = |grower: &Arc<Grower>| grower.board.k() == k && grower.job.is_stopped();
        lock(&self.ring).iter().any(is_stopping) || lock(&self.given_up).contains(&k)
    }

    /// Stops the work on a board, if there is any; says up to which side it was to go. Afterwards no worker writes to
    /// the board.
    pub(crate) fn dismiss(&self, k: u64) -> u64 {
        let mut ring = lock(&self.ring);
        let Some(place) = ring.iter().position(|grower| grower.board.k() == k) else { return 0 };
        ring[place].job.cancel();
        let side = u64::from(ring[place].end.load(Ordering::Relaxed)) * SIDE;
        self.end(&mut ring, place, Err(Trouble::Stopped));
        side
    }

    /// The board leaves the ring, unless it has left, or somebody has asked for more.
    fn leave(&self, grower: &Arc<Grower>, result: Result<(), Trouble>) {
        let mut ring = lock(&self.ring);
        // Several workers may come here; the first one counts.
        let Some(place) = ring.iter().position(|other| Arc::ptr_eq(other, grower)) else { return };
        // In the meantime somebody may have asked for more.
        if result.is_ok() && grower.board.rows() < grower.end.load(Ordering::Relaxed) {
            return;
        }
        self.end(&mut ring, place, result);
    }

    /// Takes a board out of the ring. The ring is held, so that nobody begins the board anew before all is said;
    /// workers that still have a square of it find nothing to give it back to.
    fn end(&self, ring: &mut VecDeque<Arc<Grower>>, place: usize, result: Result<(), Trouble>) {
        let Some(grower) = ring.remove(place) else { return };
        *lock(&grower.growth) = None;
        let ready = json!({ "k": grower.board.k(), "ready": grower.board.side() });
        let (state, error) = match result {
            Ok(()) => (Standing::Done, None),
            Err(Trouble::Stopped) => (Standing::Cancelled, None),
            Err(Trouble::Store(error)) => {
                // What is damaged is computed again when the board is asked for.
                let _ = self.store.repair(&error);
                (Standing::Failed, Some(error.to_string()))
            }
            Err(Trouble::Other(error)) => (Standing::Failed, Some(error)),
        };
        let is_cancelled = state == Standing::Cancelled;
        if is_cancelled {
            lock(&self.given_up).insert(grower.board.k());
        }
        let _ = grower.board.rest(is_cancelled);
        grower.job.end(state, ready, error);
    }

    /// Stops all work; boards that are not finished go on at the next start.
    pub(crate) fn park(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.news.notify_all();
        for worker in std::mem::take(&mut *lock(&self.workers)) {
            // A worker catches its panics.
            let _ = worker.join();
        }
        for grower in std::mem::take(&mut *lock(&self.ring)) {
            let ready = json!({ "k": grower.board.k(), "ready": grower.board.side() });
            let _ = grower.board.rest(false);
            grower.job.end(Standing::Parked, ready, None);
        }
    }
}

/// What a client is told when the store refuses.
pub(crate) fn refused(error: &StoreError) -> Problem {
    match error {
        StoreError::OverBudget { budget, .. } => Problem::limit("disk", *budget, error.to_string()),
        StoreError::Damaged { .. } => Problem::not_ready(format!("{error}; it is being computed again")),
        StoreError::OutOfStep { .. } => Problem::not_ready(error.to_string()),
        StoreError::InUse(_) | StoreError::Io { .. } => Problem::internal(error.to_string()),
    }
}

/// The same where it was to be written.
fn unwritten(error: &StoreError) -> Problem {
    if matches!(error, StoreError::Io { .. }) {
        Problem::new(StatusCode::INSUFFICIENT_STORAGE, Code::Internal, error.to_string())
    } else {
        refused(error)
    }
}
