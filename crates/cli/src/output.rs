//! Where results go: standard output, or a file that appears whole.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

/// A file is written beside its place and takes it when it is finished.
pub(crate) enum Output {
    Stdout(BufWriter<io::StdoutLock<'static>>),
    File { part: BufWriter<NamedTempFile>, path: PathBuf },
}

impl Output {
    /// Opens `path`, or standard output for none.
    pub(crate) fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else { return Ok(Self::Stdout(BufWriter::new(io::stdout().lock()))) };
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if path.is_dir() {
            bail!("--output: {} is a folder; name a file in it", path.display());
        }
        let part =
            NamedTempFile::new_in(folder).with_context(|| format!("--output: can't write in {}", folder.display()))?;
        Ok(Self::File { part: BufWriter::with_capacity(1 << 20, part), path: path.to_owned() })
    }

    /// Refuses to pour bytes into a terminal.
    pub(crate) fn refuse_terminal(path: Option<&Path>, format: &str) -> Result<()> {
        if path.is_none() && io::stdout().is_terminal() {
            bail!("{format} is not for a terminal: name a file with -o FILE, or pipe the output");
        }
        Ok(())
    }

    /// The work is done: the file takes its place.
    pub(crate) fn finish(self) -> Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush()?,
            Self::File { part, path } => {
                let file = part.into_inner().map_err(io::IntoInnerError::into_error)?;
                set_usual_permissions(&file)?;
                file.persist(&path).with_context(|| format!("--output: can't write {}", path.display()))?;
            }
        }
        Ok(())
    }

    /// The work was interrupted: keeps the finished lines beside the place, when lines are of use alone.
    pub(crate) fn abandon(self, lines_are_useful: bool) -> Result<()> {
        match self {
            Self::Stdout(mut out) => out.flush()?,
            Self::File { part, path } if lines_are_useful => {
                let mut kept = path.into_os_string();
                kept.push(".part");
                let file = part.into_inner().map_err(io::IntoInnerError::into_error)?;
                set_usual_permissions(&file)?;
                file.persist(&kept)?;
                eprintln!("the finished lines are in {}", Path::new(&kept).display());
            }
            // A half picture is of no use; the temporary file removes itself.
            Self::File { .. } => {}
        }
        Ok(())
    }
}

/// A temporary file is private; a result is as readable as other files.
fn set_usual_permissions(file: &NamedTempFile) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File { part, .. } => part.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File { part, .. } => part.flush(),
        }
    }
}
