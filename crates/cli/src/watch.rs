//! Long work shows how far it is and can be interrupted.

use std::cell::{OnceCell, RefCell};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use wythoff::solve::Watch;

use crate::say::is_quiet;
use crate::signals;

/// A progress bar on standard error that appears when the work takes long, and the ear for Ctrl-C.
pub(crate) struct Progress {
    since: Instant,
    template: &'static str,
    bar: OnceCell<ProgressBar>,
    /// For work that is one run of steps, the time left is guessed.
    pace: Option<RefCell<Pace>>,
}

/// No bar for work that is shorter.
const PATIENCE: Duration = Duration::from_millis(700);

impl Progress {
    /// A bar only: Ctrl-C ends the program, as ever.
    pub(crate) fn bar() -> Self {
        Self {
            since: Instant::now(),
            template: "{bar:30} {percent:>3}% · {elapsed}{msg}",
            bar: OnceCell::new(),
            pace: None,
        }
    }

    /// From now on Ctrl-C stops the work in an orderly way; a second one stops the program.
    pub(crate) fn new() -> Self {
        signals::listen();
        Self::bar()
    }

    /// A bar that counts.
    pub(crate) fn counting(mut self) -> Self {
        self.template = "{bar:30} {pos} of {len} · {elapsed}";
        self
    }

    /// A bar that says how long the work will take. For work that is one run from the first step to the last: where
    /// several runs follow each other, nothing is known of those to come.
    pub(crate) fn with_time_left(mut self) -> Self {
        self.pace = Some(RefCell::new(Pace::default()));
        self
    }

    /// Shows that `done` of `total` are done; `paced` are the steps by which the time left is guessed.
    fn show(&self, done: u64, total: u64, paced: Option<f64>) -> ControlFlow<()> {
        if signals::heard().is_some() {
            return ControlFlow::Break(());
        }
        let now = Instant::now();
        let left = match (&self.pace, paced) {
            (Some(pace), Some(share)) => pace.borrow_mut().left(share, now),
            _ => None,
        };
        let is_long = self.bar.get().is_some() || now.duration_since(self.since) > PATIENCE;
        if is_long && !is_quiet() {
            let bar = self.bar.get_or_init(|| {
                let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(5));
                let style = ProgressStyle::with_template(self.template);
                bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
            });
            bar.set_length(total);
            bar.set_position(done);
            if let Some(left) = left {
                bar.set_message(format!(" · about {:#} left", HumanDuration(left)));
            }
        }
        ControlFlow::Continue(())
    }
}

impl Watch for Progress {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        self.show(done, total, share(done, total))
    }
}

/// One of several pieces of work: the bar is that of all of them.
pub(crate) struct Share<'p> {
    pub(crate) progress: &'p Progress,
    pub(crate) number: u64,
    pub(crate) of: u64,
}

impl Watch for Share<'_> {
    fn progress(&self, done: u64, total: u64) -> ControlFlow<()> {
        let all_done = self.number.saturating_mul(total).saturating_add(done);
        // A piece may be several runs, each from 0 to its total: only whole pieces tell of the time left.
        self.progress.show(all_done, self.of.saturating_mul(total), share(self.number, self.of))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

/// A part of the whole, from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "a bar has a few dozen characters")]
fn share(done: u64, total: u64) -> Option<f64> {
    (total > 0).then(|| done.min(total) as f64 / total as f64)
}

/// How fast the work has been, for a guess of the time left.
///
/// Steps need not take equally long: in a table each column is longer than the one before, and later games of a sweep
/// have more palaces. So the time for a share s of the work is taken to be c·s^p, with the c and p that fit the time
/// for what is done and the time for half of it: p is 1 for steps that take equally long, and 2 for a table.
#[derive(Default)]
struct Pace {
    /// What was done at first, and when: work may go on where it stopped.
    first: Option<(f64, Instant)>,
    /// Shares that were done since, and in how many seconds.
    samples: Vec<(f64, f64)>,
    /// When the last guess was made.
    guessed: Option<Instant>,
}

impl Pace {
    /// From one sample to the next.
    const SAMPLE_EVERY: f64 = 17.0 / 16.0;
    const GUESS_EVERY: Duration = Duration::from_millis(100);

    /// The time left, when at `now` this share of the work is done. Nothing when too little is known, or nothing new.
    fn left(&mut self, share: f64, now: Instant) -> Option<Duration> {
        if self.samples.last().is_some_and(|(last, _)| self.first.is_some_and(|(first, _)| share < first + last)) {
            // Another run begins, and the last one says nothing of it.
            *self = Self::default();
        }
        let (first, began) = *self.first.get_or_insert((share, now));
        let (done, seconds) = (share - first, now.duration_since(began).as_secs_f64());
        if done > 0.0 && self.samples.last().is_none_or(|(last, _)| done >= last * Self::SAMPLE_EVERY) {
            self.samples.push((done, seconds));
        }
        if self.guessed.is_some_and(|guessed| now.duration_since(guessed) < Self::GUESS_EVERY) {
            return None;
        }
        let (half, seconds_for_half) = *self.samples.iter().rev().find(|(earlier, _)| *earlier <= done / 2.0)?;
        self.guessed = Some(now);
        let power = (seconds / seconds_for_half).ln() / (done / half).ln();
        let left = seconds * (((1.0 - first) / done).powf(power.clamp(0.5, 4.0)) - 1.0);
        Duration::try_from_secs_f64(left).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The guess when the share `at` is done of work that takes `seconds(share)` up to a share; it begins at `first`.
    fn guess(at: f64, first: f64, seconds: impl Fn(f64) -> f64) -> Option<f64> {
        let began = Instant::now();
        let mut pace = Pace::default();
        let steps = 1000;
        let mut left = None;
        for step in 0..=steps {
            let share = first + (at - first) * f64::from(step) / f64::from(steps);
            let now = began + Duration::from_secs_f64(seconds(share) - seconds(first));
            left = pace.left(share, now).or(left);
        }
        left.map(|left| left.as_secs_f64())
    }

    /// Within a sixth: people want to know whether to wait or to sleep.
    fn is_near(guess: Option<f64>, truth: f64) -> bool {
        guess.is_some_and(|guess| (guess - truth).abs() < truth / 6.0)
    }

    #[test]
    fn the_time_left_is_right_whatever_steps_cost() {
        for at in [0.05, 0.3, 0.9] {
            assert!(is_near(guess(at, 0.0, |s| 3600.0 * s), 3600.0 * (1.0 - at)), "even steps, {at}");
            assert!(is_near(guess(at, 0.0, |s| 3600.0 * s * s), 3600.0 * (1.0 - at * at)), "a table, {at}");
            let cube = |s: f64| 3600.0 * s.powi(3);
            assert!(is_near(guess(at, 0.0, cube), 3600.0 - cube(at)), "cubic work, {at}");
        }
    }

    #[test]
    fn work_that_goes_on_is_measured_from_there() {
        assert!(is_near(guess(0.75, 0.5, |s| 3600.0 * s), 900.0));
        assert!(is_near(guess(0.75, 0.5, |s| 3600.0 * s * s), 3600.0 * (1.0 - 0.75 * 0.75)));
    }

    #[test]
    fn nothing_is_guessed_from_nothing() {
        assert_eq!(guess(0.0, 0.0, |_| 10.0), None);
        let (mut pace, began) = (Pace::default(), Instant::now());
        let after = |seconds| began + Duration::from_secs(seconds);
        assert_eq!(pace.left(0.25, after(5)), None);
        assert_eq!(pace.left(0.5, after(6)), None);
        assert_eq!(pace.left(0.75, after(7)), Some(Duration::from_secs(1)));
        // A second run begins: what is known of the first says nothing.
        assert_eq!(pace.left(0.0, after(100)), None);
        assert_eq!(pace.left(0.25, after(101)), None);
        assert_eq!(pace.left(0.5, after(102)), Some(Duration::from_secs(2)));
    }
}
