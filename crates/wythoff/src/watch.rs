//! Long work is watched: it tells how far it is, and can be stopped.

use std::ops::ControlFlow;

/// Watches a long computation: is told how far it is, and may stop it.
///
/// A closure of two numbers is a watch. [`UNWATCHED`] is none.
///
/// ```
/// use std::ops::ControlFlow;
/// use wythoff::{Game, SolveError, Window};
/// let game: Game = "W^3".parse()?;
/// let impatient = |done: u64, _total: u64| if done < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
/// let stopped = game.board(Window::corner(100, 100)).watch(&impatient).solve();
/// assert_eq!(stopped, Err(SolveError::Interrupted));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Watch {
    /// `done` of `total` units of work are done.
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()>;
}

/// Work that nobody watches.
pub const UNWATCHED: &dyn Watch = &();

impl Watch for () {
    fn progress(&self, _: u64, _: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<F: Fn(u64, u64) -> ControlFlow<()>> Watch for F {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        self(done, total)
    }
}

/// The watch stopped the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Tells the watch how far the work is.
///
/// # Errors
/// When it is to stop.
pub(crate) fn report(watch: &dyn Watch, done: u64, total: u64) -> Result<(), Interrupted> {
    match watch.progress(done, total) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Interrupted),
    }
}
