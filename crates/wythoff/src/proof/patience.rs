//! A search gives up where there is nothing to find, and also when its watcher stops it.

use std::cell::Cell;

use crate::watch::{Interrupted, Watch, report};

/// The watcher is asked after so many steps.
const OFTEN: u32 = 256;

/// How long a search goes on.
pub(super) struct Patience<'w> {
    watch: &'w dyn Watch,
    /// So many attempts are through, of so many.
    attempts: Cell<u64>,
    most: u64,
    /// Steps since the watcher was asked.
    steps: Cell<u32>,
    is_over: Cell<bool>,
}

impl<'w> Patience<'w> {
    pub(super) fn new(watch: &'w dyn Watch, most: usize) -> Self {
        let (attempts, steps, is_over) = (Cell::new(0), Cell::new(0), Cell::new(false));
        Self { watch, attempts, most: most as u64, steps, is_over }
    }

    /// The next attempt begins.
    pub(super) fn attempt(&self, number: usize) -> Option<()> {
        self.attempts.set(number as u64);
        self.ask()
    }

    /// A step of a search; `None` when it is to give up.
    pub(super) fn step(&self) -> Option<()> {
        self.steps.set(self.steps.get() + 1);
        if self.steps.get() >= OFTEN { self.ask() } else { self.goes_on() }
    }

    fn ask(&self) -> Option<()> {
        self.steps.set(0);
        // Who has stopped it is not asked again.
        self.goes_on()?;
        self.is_over.set(report(self.watch, self.attempts.get(), self.most).is_err());
        self.goes_on()
    }

    fn goes_on(&self) -> Option<()> {
        (!self.is_over.get()).then_some(())
    }

    /// What was found.
    ///
    /// # Errors
    /// When the watcher stopped the search.
    pub(super) fn end<T>(&self, found: Option<T>) -> Result<Option<T>, Interrupted> {
        if self.is_over.get() { Err(Interrupted) } else { Ok(found) }
    }
}
