//! What may happen to work that is resumed: the program is killed at any moment, and bits flip in its files.
#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Numbers by lot, the same ones each time.
pub(crate) struct Lot(u64);

impl Lot {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    /// Bits of a file of so many bytes: in the first byte, the last, the middle one, and so many by lot.
    pub(crate) fn bits(&mut self, bytes: usize, more: usize) -> Vec<u64> {
        let bytes = bytes as u64;
        let mut bits: Vec<u64> = [0, bytes - 1, bytes / 2].into_iter().map(|byte| 8 * byte + self.below(8)).collect();
        bits.extend((0..more).map(|_| self.below(8 * bytes)));
        bits
    }
}

/// The bytes with one bit flipped.
pub(crate) fn flipped(bytes: &[u8], bit: u64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[usize::try_from(bit / 8).unwrap()] ^= 1 << (bit % 8);
    bytes
}

/// The content of every file of a folder.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap).filter(|entry| entry.path().is_file());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

/// Puts these files into a folder, and nothing else.
pub(crate) fn put(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    fs::create_dir_all(folder).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        fs::remove_file(entry.unwrap().path()).unwrap();
    }
    for (name, content) in files {
        fs::write(folder.join(name), content).unwrap();
    }
}

/// What a command says when it succeeds.
pub(crate) fn said(command: &mut Command) -> String {
    let Output { status, stderr, .. } = command.output().unwrap();
    let stderr = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(0), "{stderr}");
    stderr
}

/// Runs a command to its end, and says how long that took.
pub(crate) fn timed(command: &mut Command) -> Duration {
    let since = Instant::now();
    said(command);
    since.elapsed()
}

/// Runs a command, and kills it (SIGKILL, where there are signals) after some time by lot, up to `longest` and sooner
/// rather than later. Says whether it had ended by itself; then it must have succeeded.
pub(crate) fn killed(command: &mut Command, lot: &mut Lot, longest: Duration) -> bool {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let longest = u64::try_from(longest.as_micros()).unwrap().max(1);
    let limit = lot.below(longest) + 1;
    sleep(Duration::from_micros(lot.below(limit)));
    let is_over = child.try_wait().unwrap().is_some();
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(!is_over || output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    is_over
}
