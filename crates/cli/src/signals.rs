//! What ends the program from outside: Ctrl-C (SIGINT), the request to end (SIGTERM), a terminal that closes (SIGHUP).

use std::ffi::c_int;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The signal that was heard; 0 for none.
static HEARD: AtomicUsize = AtomicUsize::new(0);
/// Whether one was heard, so that the next one ends the program at once.
static IS_STOPPING: AtomicBool = AtomicBool::new(false);

/// From now on a signal is noted, for the work to see and to end in an orderly way; a second one ends the program.
pub(crate) fn listen() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        for signal in [hang_up(), Some(SIGINT), Some(SIGTERM)].into_iter().flatten() {
            // Where the system does not let us listen, a signal ends the program, as ever. Actions are taken in this
            // order, so that a signal between two of these lines is noted, too.
            let _ = flag::register_usize(signal, &HEARD, signal.unsigned_abs() as usize);
            let _ = flag::register_conditional_shutdown(signal, c_int::from(code(signal)), &IS_STOPPING);
            let _ = flag::register(signal, &IS_STOPPING);
        }
    });
}

/// The signal that was heard.
pub(crate) fn heard() -> Option<c_int> {
    c_int::try_from(HEARD.load(Ordering::Relaxed)).ok().filter(|signal| *signal != 0)
}

/// What a shell expects of a program that a signal has ended.
pub(crate) fn code(signal: c_int) -> u8 {
    u8::try_from(signal).map_or(u8::MAX, |signal| signal.saturating_add(128))
}

/// SIGHUP, unless the program is to outlive its terminal: `nohup` has it ignored, and so it stays.
#[cfg(unix)]
fn hang_up() -> Option<c_int> {
    use signal_hook::consts::SIGHUP;
    // Linux tells what is ignored, a bit for each signal.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    (ignored >> (SIGHUP - 1) & 1 == 0).then_some(SIGHUP)
}

#[cfg(not(unix))]
fn hang_up() -> Option<c_int> {
    None
}
