//! Seals: what is read back is what was written, or is known not to be.
//!
//! A line of JSON carries its own seal ([`sealed`], [`opened`]). A file has its [`Seal`] noted in such a line: its
//! length and its checksum, summed up while it is written ([`Sealing`]). Checksums are 64-bit XXH3; they find damage,
//! not malice.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const BEFORE: &str = "{\"checksum\":\"";
const BETWEEN: &str = "\",\"record\":";
const AFTER: &str = "}\n";

fn shown(checksum: u64) -> String {
    format!("{checksum:016x}")
}

/// The line `{"checksum":"…","record":…}` of a record, which is JSON without line breaks. The checksum is that of the
/// record's bytes, so it is checked without reading numbers.
pub fn sealed(record: &str) -> String {
    format!("{BEFORE}{}{BETWEEN}{record}{AFTER}", shown(xxh3_64(record.as_bytes())))
}

/// The record in a line, if every byte of the line is right.
///
/// ```
/// use wythoff::seal::{opened, sealed};
/// let line = sealed("[1,2]");
/// assert_eq!(opened(&line), Some([1, 2]));
/// assert_eq!(opened::<[u8; 2]>(line.replace("1,2", "1,3")), None);
/// ```
pub fn opened<T: DeserializeOwned>(line: impl AsRef<[u8]>) -> Option<T> {
    let line = std::str::from_utf8(line.as_ref()).ok()?;
    let (checksum, record) = line.strip_prefix(BEFORE)?.strip_suffix(AFTER)?.split_once(BETWEEN)?;
    if checksum == shown(xxh3_64(record.as_bytes())) { serde_json::from_str(record).ok() } else { None }
}

/// What is noted of a file: how long it is, and its checksum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// The length.
    pub bytes: u64,
    /// XXH3 of all bytes, in 16 hexadecimal digits.
    pub checksum: String,
}

impl Seal {
    /// The seal of what can be read, up to its end.
    ///
    /// # Errors
    /// When reading fails.
    pub fn of(file: impl Read) -> io::Result<Self> {
        Ok(Sealing::read(file)?.seal())
    }
}

/// A writer that sums up what goes through it.
pub struct Sealing<W> {
    out: W,
    bytes: u64,
    /// It is large.
    sum: Box<Xxh3>,
}

impl Sealing<io::Sink> {
    /// Sums up what can be read, up to its end.
    ///
    /// # Errors
    /// When reading fails.
    pub fn read(mut file: impl Read) -> io::Result<Self> {
        let mut sealing = Sealing::new(io::sink());
        io::copy(&mut file, &mut sealing)?;
        Ok(sealing)
    }
}

impl<W> Sealing<W> {
    /// Nothing has been written yet.
    pub fn new(out: W) -> Self {
        Self { out, bytes: 0, sum: Box::new(Xxh3::new()) }
    }

    /// What was summed up so far is in `out` already; the rest follows there.
    pub fn going_on_in<V>(self, out: V) -> Sealing<V> {
        Sealing { out, bytes: self.bytes, sum: self.sum }
    }

    /// The seal of what was written so far.
    pub fn seal(&self) -> Seal {
        Seal { bytes: self.bytes, checksum: shown(self.sum.digest()) }
    }

    /// Where it goes.
    pub fn get_ref(&self) -> &W {
        &self.out
    }

    /// Where it went.
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes a few bytes at a time, as a pipe may.
    struct Slow(Vec<u8>);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let taken = bytes.len().min(3);
            self.0.extend(&bytes[..taken]);
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn every_flipped_bit_breaks_a_line() {
        let line = sealed("{\"k\":20,\"name\":\"ä\"}");
        assert!(opened::<serde_json::Value>(&line).is_some());
        for bit in 0..8 * line.len() {
            let mut bytes = line.clone().into_bytes();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(opened::<serde_json::Value>(&bytes), None, "bit {bit}");
        }
        for end in 0..line.len() {
            assert_eq!(opened::<serde_json::Value>(&line.as_bytes()[..end]), None, "cut at {end}");
        }
    }

    #[test]
    fn a_seal_is_that_of_what_was_really_written() {
        let text: Vec<u8> = (0..5000_u32).flat_map(u32::to_le_bytes).collect();
        let mut slow = Sealing::new(Slow(Vec::new()));
        slow.write_all(&text[..1001]).unwrap();
        assert_eq!(slow.seal(), Seal::of(&text[..1001]).unwrap());
        let first = slow.seal();
        let mut rest = Sealing::read(&text[..1001]).unwrap().going_on_in(slow.into_inner());
        assert_eq!(rest.seal(), first);
        rest.write_all(&text[1001..]).unwrap();
        assert_eq!(rest.seal(), Seal { bytes: 20_000, checksum: shown(xxh3_64(&text)) });
        assert_eq!(rest.get_ref().0, text);
    }
}
