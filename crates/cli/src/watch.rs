//! Long work shows how far it is and can be interrupted.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use wythoff::solve::Watch;

static STOP: AtomicBool = AtomicBool::new(false);

/// A progress bar on standard error that appears when the work takes long, and the ear for Ctrl-C.
pub(crate) struct Progress {
    since: Instant,
    template: &'static str,
    bar: OnceCell<ProgressBar>,
}

/// No bar for work that is shorter.
const PATIENCE: Duration = Duration::from_millis(700);

impl Progress {
    /// A bar only: Ctrl-C ends the program, as ever.
    pub(crate) fn bar() -> Self {
        Self {
            since: Instant::now(),
            template: "{bar:30} {percent:>3}% · {elapsed} · about {eta} left",
            bar: OnceCell::new(),
        }
    }

    /// A bar that counts: the steps differ too much for a guess of the time left.
    pub(crate) fn counting(mut self) -> Self {
        self.template = "{bar:30} {pos} of {len} · {elapsed}";
        self
    }

    /// From now on Ctrl-C stops the work in an orderly way; a second one stops the program.
    pub(crate) fn new() -> Self {
        // Fails only when a handler is set already, which then does the same.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        Self::bar()
    }
}

impl Watch for Progress {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        if STOP.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        if self.bar.get().is_some() || self.since.elapsed() > PATIENCE {
            let bar = self.bar.get_or_init(|| {
                let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(5));
                let style = ProgressStyle::with_template(self.template);
                bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            });
            bar.set_length(total);
            bar.set_position(done);
        }
        ControlFlow::Continue(())
    }
}

/// One of several pieces of work that take about as long: the bar is that of all of them.
pub(crate) struct Share<'p> {
    pub(crate) progress: &'p Progress,
    pub(crate) number: u64,
    pub(crate) of: u64,
}

impl Watch for Share<'_> {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        self.progress.progress(self.number.saturating_mul(total).saturating_add(done), self.of.saturating_mul(total))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
