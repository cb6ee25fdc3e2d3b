//! Files in memory, by the names that the disk's have: what the store needs of them.

use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::cache::lock;
use crate::clock::SystemTime;

static FILES: Mutex<BTreeMap<PathBuf, Vec<u8>>> = Mutex::new(BTreeMap::new());
/// Files that have got their names and were not carried out.
static WRITTEN: Mutex<VecDeque<PathBuf>> = Mutex::new(VecDeque::new());

fn missing() -> io::Error {
    ErrorKind::NotFound.into()
}

/// The next file that has got its name since this was last asked.
pub(crate) fn written() -> Option<(PathBuf, Vec<u8>)> {
    loop {
        let path = lock(&WRITTEN).pop_front()?;
        if let Ok(bytes) = read(&path) {
            return Some((path, bytes));
        }
    }
}

/// A file, and how far it is read.
pub(crate) struct File {
    path: PathBuf,
    at: usize,
}

pub(crate) struct Metadata(u64);

impl Metadata {
    pub(crate) fn len(&self) -> u64 {
        self.0
    }

    /// Nobody asks for files of an earlier session: there are none.
    pub(crate) fn modified(&self) -> io::Result<SystemTime> {
        Ok(SystemTime::UNIX_EPOCH)
    }
}

impl File {
    pub(crate) fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        write(&path, "")?;
        Ok(Self { path: path.as_ref().to_owned(), at: 0 })
    }

    pub(crate) fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        metadata(&path)?;
        Ok(Self { path: path.as_ref().to_owned(), at: 0 })
    }

    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        metadata(&self.path)
    }

    pub(crate) fn sync_all(&self) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn set_modified(&self, _: SystemTime) -> io::Result<()> {
        Ok(())
    }

    /// Nobody else has this memory.
    pub(crate) fn try_lock(&self) -> Result<(), TryLockError> {
        Ok(())
    }
}

pub(crate) enum TryLockError {
    #[expect(dead_code, reason = "the disk's")]
    WouldBlock,
    #[expect(dead_code, reason = "the disk's")]
    Error(io::Error),
}

impl Read for File {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let files = lock(&FILES);
        let bytes = files.get(&self.path).ok_or_else(missing)?;
        let rest = &bytes[self.at.min(bytes.len())..];
        let length = rest.len().min(to.len());
        to[..length].copy_from_slice(&rest[..length]);
        self.at += length;
        Ok(length)
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let SeekFrom::Start(at) = to else { return Err(ErrorKind::Unsupported.into()) };
        self.at = usize::try_from(at).map_err(io::Error::other)?;
        Ok(at)
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&FILES).get_mut(&self.path).ok_or_else(missing)?.extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) fn metadata(path: impl AsRef<Path>) -> io::Result<Metadata> {
    lock(&FILES).get(path.as_ref()).map(|bytes| Metadata(bytes.len() as u64)).ok_or_else(missing)
}

pub(crate) fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    lock(&FILES).get(path.as_ref()).cloned().ok_or_else(missing)
}

pub(crate) fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(io::Error::other)
}

pub(crate) fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    lock(&FILES).insert(path.as_ref().to_owned(), bytes.as_ref().to_vec());
    Ok(())
}

pub(crate) fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    let mut files = lock(&FILES);
    let bytes = files.remove(from.as_ref()).ok_or_else(missing)?;
    files.insert(to.as_ref().to_owned(), bytes);
    if to.as_ref().extension().is_some_and(|ending| ending == "row") {
        lock(&WRITTEN).push_back(to.as_ref().to_owned());
    }
    Ok(())
}

pub(crate) fn remove_file(path: impl AsRef<Path>) -> io::Result<()> {
    lock(&FILES).remove(path.as_ref()).map(drop).ok_or_else(missing)
}

/// Folders are there when they are needed.
pub(crate) fn create_dir_all(_: impl AsRef<Path>) -> io::Result<()> {
    Ok(())
}

pub(crate) fn remove_dir_all(folder: impl AsRef<Path>) -> io::Result<()> {
    lock(&FILES).retain(|path, _| !path.starts_with(folder.as_ref()));
    Ok(())
}

/// A file of a folder.
pub(crate) struct DirEntry(PathBuf);

impl DirEntry {
    pub(crate) fn path(&self) -> PathBuf {
        self.0.clone()
    }

    pub(crate) fn file_name(&self) -> OsString {
        self.0.file_name().unwrap_or_default().to_owned()
    }

    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        metadata(&self.0)
    }
}

pub(crate) fn read_dir(folder: impl AsRef<Path>) -> io::Result<std::vec::IntoIter<io::Result<DirEntry>>> {
    let files = lock(&FILES);
    let inside = files.keys().filter(|path| path.parent() == Some(folder.as_ref()));
    Ok(inside.map(|path| Ok(DirEntry(path.clone()))).collect::<Vec<_>>().into_iter())
}
