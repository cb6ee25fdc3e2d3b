//! Where results go: standard output, or a file that appears whole.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

use crate::say::note;

/// A file is written beside its place and takes it when it is finished.
pub(crate) enum Output {
    Stdout(BufWriter<io::StdoutLock<'static>>),
    /// A device or a pipe: nothing can take its place.
    Device(BufWriter<File>),
    File(Unfinished),
}

impl Output {
    /// Opens `path`; standard output for none and for `-`.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Self::Stdout(BufWriter::new(io::stdout().lock())));
        };
        let shown = path.display();
        let path = match Place::of("--output", path)? {
            Place::File(path) => path,
            Place::Device => {
                let device = OpenOptions::new().write(true).open(path);
                let device = device.with_context(|| format!("--output: can't write to {shown}"))?;
                return Ok(Self::Device(BufWriter::new(device)));
            }
        };
        let part = Unfinished::beside(&path);
        Ok(Self::File(part.with_context(|| format!("--output: can't write in the folder of {shown}"))?))
    }

    /// Opens the file of a picture, a PNG, that comes beside a report on standard output.
    pub(crate) fn beside_report(path: &Path) -> Result<Self> {
        if path == Path::new("-") {
            bail!("--output: standard output is for the report; name a file for the picture");
        }
        match ending(path) {
            Ending::Is("png") | Ending::Device => Self::open(Some(path)),
            _ => bail!("--output: the picture is a PNG, and the name {} does not end in .png", path.display()),
        }
    }

    /// Refuses to pour bytes into a terminal.
    pub(crate) fn refuse_terminal(&self, format: &str) -> Result<()> {
        if matches!(self, Self::Stdout(_)) && io::stdout().is_terminal() {
            bail!("{format} is not for a terminal: name a file with -o FILE, or pipe the output");
        }
        Ok(())
    }

    /// The work is done: the file takes its place.
    pub(crate) fn finish(self) -> Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush()?,
            Self::Device(mut out) => out.flush()?,
            Self::File(part) => {
                let shown = part.path.display().to_string();
                part.take_place().with_context(|| format!("--output: can't write {shown}"))?;
            }
        }
        Ok(())
    }

    /// The work was interrupted: keeps the finished lines beside the place, when lines are of use alone.
    pub(crate) fn abandon(self, lines_are_useful: bool) -> Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush()?,
            Self::Device(mut out) => out.flush()?,
            Self::File(part) if lines_are_useful => {
                let kept = part.keep()?;
                note!("the finished lines are in {}", kept.display());
            }
            // A half picture is of no use; the temporary file removes itself.
            Self::File(_) => {}
        }
        Ok(())
    }
}

/// What stands where a file is to be written.
pub(crate) enum Place {
    /// A file that may be replaced, or nothing yet. What a link points to is written, not the link.
    File(PathBuf),
    /// A device or a pipe: nothing can take its place.
    Device,
}

impl Place {
    /// Refuses a place where nothing can be written; `option` is the one that names it.
    pub(crate) fn of(option: &str, path: &Path) -> Result<Self> {
        let shown = path.display();
        match fs::metadata(path) {
            Ok(found) if found.is_dir() => bail!("{option}: {shown} is a folder; name a file in it"),
            Ok(found) if !found.is_file() => return Ok(Self::Device),
            Ok(found) if found.permissions().readonly() => bail!("{option}: {shown} is write-protected"),
            _ => {}
        }
        let path = match fs::read_link(path) {
            // Not a link.
            Err(_) => path.to_owned(),
            Ok(target) => fs::canonicalize(path).unwrap_or_else(|_| folder_of(path).join(target)),
        };
        if path.is_symlink() {
            bail!("{option}: the link {shown} leads to a link that leads nowhere");
        }
        let folder = folder_of(&path);
        if !folder.is_dir() {
            bail!("{option}: there is no folder {}", folder.display());
        }
        Ok(Self::File(path))
    }
}

/// The folder that a path names a file of.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What a file's name asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending<'p> {
    /// What comes after the last dot.
    Is(&'p str),
    /// Nothing: a device has no ending.
    Device,
    /// Nothing, or nothing that can be read.
    None,
}

/// The ending of a file's name.
pub(crate) fn ending(path: &Path) -> Ending<'_> {
    match path.extension() {
        Some(ending) => ending.to_str().map_or(Ending::None, Ending::Is),
        None if path.exists() && !path.is_file() => Ending::Device,
        None => Ending::None,
    }
}

/// Where the finished lines of an unfinished file are kept.
pub(crate) fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// How the name of an unfinished file ends, after the name that it will have and some letters.
const UNFINISHED: &str = ".unfinished";

/// So many letters are drawn by lot, and a dot comes before them.
const LETTERS: usize = 6;

/// A file that is written beside its place, under a name of its own, and takes its place when it is whole.
///
/// It is locked until then. One that nobody has locked was left by a program that was killed; whoever writes the same
/// file next removes it.
pub(crate) struct Unfinished {
    file: BufWriter<NamedTempFile>,
    path: PathBuf,
}

impl Unfinished {
    pub(crate) fn beside(path: &Path) -> io::Result<Self> {
        let name = path.file_name().unwrap_or_default();
        let folder = folder_of(path);
        remove_unfinished(folder, |found| found == name.to_string_lossy());
        let mut prefix = name.to_owned();
        prefix.push(".");
        loop {
            let mut builder = tempfile::Builder::new();
            let file = builder.prefix(&prefix).suffix(UNFINISHED).rand_bytes(LETTERS).tempfile_in(folder)?;
            let is_mine = match file.as_file().try_lock() {
                // Before it was locked, somebody may have taken it for one that was left, and have removed it.
                Ok(()) => file.path().exists(),
                Err(TryLockError::WouldBlock) => false,
                // There are no locks here: nobody removes anything.
                Err(TryLockError::Error(_)) => true,
            };
            if is_mine {
                return Ok(Self { file: BufWriter::with_capacity(1 << 20, file), path: path.to_owned() });
            }
        }
    }

    /// The file is whole, and takes its place.
    pub(crate) fn take_place(self) -> io::Result<()> {
        let file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        // A temporary file is private; a result is as readable as the file it replaces, or as other files.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let usual = fs::Permissions::from_mode(0o644);
            let replaced = fs::metadata(&self.path);
            file.as_file().set_permissions(replaced.map_or(usual, |replaced| replaced.permissions()))?;
        }
        file.persist(&self.path)?;
        Ok(())
    }

    /// The same, when all that was written is on the disk.
    pub(crate) fn take_place_on_disk(mut self) -> io::Result<()> {
        self.flush()?;
        self.file.get_ref().as_file().sync_all()?;
        self.take_place()
    }

    /// Keeps what is not finished, beside the place and beside what is kept there already.
    fn keep(self) -> Result<PathBuf> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let first = part_of(&self.path);
        let mut kept = first.clone();
        for number in 2.. {
            match file.persist_noclobber(&kept) {
                Ok(_) => break,
                Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => file = error.file,
                Err(error) => return Err(error).with_context(|| format!("--output: can't write {}", kept.display())),
            }
            let mut name = first.as_os_str().to_owned();
            name.push(number.to_string());
            kept = name.into();
        }
        Ok(kept)
    }
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Makes a folder for results, unless it is there.
pub(crate) fn make_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("can't make the folder {}", folder.display()))
}

/// Removes what programs that were killed have left of files in a folder, those whose name `is_ours`. What can't be
/// looked at or removed stays: it is in nobody's way.
pub(crate) fn remove_unfinished(folder: &Path, is_ours: impl Fn(&str) -> bool) {
    for found in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = found.file_name();
        let name = name.to_string_lossy();
        if !unfinished_of(&name).is_some_and(&is_ours) || !found.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        if let Ok(file) = File::open(found.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(found.path());
        }
    }
}

/// The file that this one was to become, if its name is that of an unfinished one.
fn unfinished_of(name: &str) -> Option<&str> {
    let (file, letters) = name.strip_suffix(UNFINISHED)?.rsplit_once('.')?;
    let is_drawn = letters.len() == LETTERS && letters.bytes().all(|letter| letter.is_ascii_alphanumeric());
    is_drawn.then_some(file)
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::Device(out) => out.write(bytes),
            Self::File(part) => part.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::Device(out) => out.flush(),
            Self::File(part) => part.flush(),
        }
    }
}
