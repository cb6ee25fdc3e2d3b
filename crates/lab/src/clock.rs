//! What time it is. A module in a browser has no clock of its own: whoever runs it gives it one.

#[cfg(not(target_family = "wasm"))]
pub(crate) use std::time::{Instant, SystemTime};

#[cfg(target_family = "wasm")]
pub(crate) use given::{Instant, SystemTime, set};

#[cfg(target_family = "wasm")]
mod given {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Gives the clock, once.
    pub(crate) fn set(clock: fn() -> Duration) {
        let _ = CLOCK.set(clock);
    }

    /// A moment, since some beginning.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Instant(Duration);

    pub(crate) type SystemTime = Instant;

    impl Instant {
        pub(crate) const UNIX_EPOCH: Self = Self(Duration::ZERO);

        pub(crate) fn now() -> Self {
            Self(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        pub(crate) fn elapsed(self) -> Duration {
            Self::now().0.saturating_sub(self.0)
        }

        pub(crate) fn duration_since(self, earlier: Self) -> Result<Duration, ()> {
            self.0.checked_sub(earlier.0).ok_or(())
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0 + time)
        }
    }
}
